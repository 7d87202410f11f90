-- Why the C module cannot be loaded or used: it may have been built for another Lua, or be of another version.
-- Internal: what loads the module uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals = use "common.globals"

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

-- The advice if the library that was loaded has the version `is`, nil in old ones, and the Lua files have another one.
function build.other_version(is, version)
  local search = globals.field(globals.package, "searchpath")
  local path = search and search("alphabeta.core", globals.package.cpath)
  return ("the C module%s is %s, and the Lua files are %s: take both from one release, or build the module again "
    .. "beside these files"):format(path and " '" .. path .. "'" or "", is or "of an older version", version)
end

return build
