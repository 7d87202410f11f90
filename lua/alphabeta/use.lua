-- Loads the modules of this library, wherever its folder lies: `use("common.values", "check.keys")` returns both.
-- Internal: the other modules begin with it.

local LIBRARY = (...):match "^(.*%.)"

local globals = require(LIBRARY .. "common.globals")
local must_interpret = require(LIBRARY .. "common.interpreter").must_interpret

local loaded = globals.field(globals.package, "loaded") or {}
local searchers = globals.field(globals.package, "loaders") -- those of LuaJIT

local ipairs, require, select, type = ipairs, require, select, type

-- The function that loads a module, which LuaJIT will not compile, nor the functions in it; nil if none is found.
local function find_interpreted(name)
  for _, search in ipairs(searchers) do
    local load = search(name)
    if type(load) == "function" then
      globals.jit.off(load, true)
      return load
    end
  end
end

local function load_module(name)
  local full_name = LIBRARY .. name
  local module = loaded[full_name]
  if type(module) == "table" or type(module) == "function" then return module end
  -- An error that interrupts loading leaves a mark on Lua 5.1, with which `require` would refuse to load it again.
  loaded[full_name] = nil
  local load = searchers and must_interpret(name) and find_interpreted(full_name)
  if not load then return require(full_name) end
  module = load(full_name)
  loaded[full_name] = module
  return module
end

-- Returns the modules of these names.
local function use(name, ...)
  if select("#", ...) == 0 then return load_module(name) end
  local module = load_module(name)
  return module, use(...)
end

return use
