-- The modules that are no part of a game: those of Lua and of this library. Internal: tools that follow a game's tables
-- and functions do not enter them.

local LIBRARY = (...):match "^(.*%.).*%."
local use = require(LIBRARY .. "use")

local globals = use "common.globals"

local package = globals.package or {}
local loaded = globals.field(package, "loaded") or {}

local ipairs, pairs, type = ipairs, pairs, type

local LUAS_OWN = {
  "_G", "bit", "bit32", "coroutine", "debug", "ffi", "io", "jit", "math", "os", "package", "string", "table", "utf8",
}

-- Returns a table whose keys are the modules, and the tables that list them.
return function()
  local found = {[package] = true, [loaded] = true}
  for _, name in ipairs(LUAS_OWN) do
    if loaded[name] ~= nil then found[loaded[name]] = true end
  end
  for name, module in pairs(loaded) do
    local is_own = type(name) == "string" and (name .. "."):sub(1, #LIBRARY) == LIBRARY
    if is_own or name == "alphabeta.core" then found[module] = true end
  end
  return found
end
