-- Why the C module cannot be loaded: it may have been built for another Lua. Internal: what loads the module uses it.

local PACKAGE = (... or "alphabeta.common.build"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local globals = require(PACKAGE .. ".globals")

local build = {}

-- The text in a library of this module with the version of Lua that it was built for.
local MARK = "alphabeta%.core, built for (Lua %d%.%d)"

-- The name of this Lua, and the build for it.
local function this_lua()
  if globals.jit then return "LuaJIT", "jit" end
  return _VERSION, _VERSION:match "%d%.%d"
end

-- Says for which Lua a library was built, if that is known to be another one. `bytes` is the content of the file, if
-- the caller has read it.
function build.mistake(path, bytes)
  local file = not bytes and globals.io and globals.io.open(path, "rb")
  if file then
    bytes = file:read "*a"
    file:close()
  end
  local version = bytes and bytes:match(MARK)
  if not version or version == _VERSION then return nil end
  local name, number = this_lua()
  return ("'%s' was built for %s, this is %s: make LUA_VERSION=%s"):format(path, version, name, number)
end

-- Why a library does not fit this Lua, by an error of `require` that names the file; nil if that is not the reason.
function build.mistake_in(message)
  local path = message:match "from file '([^'\n]+)'"
  return path and build.mistake(path)
end

return build
