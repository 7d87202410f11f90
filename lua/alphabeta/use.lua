-- Loads the modules of this library, wherever its folder lies: `use("common.values", "check.keys")` returns both.
-- Internal: the other modules begin with it.

local LIBRARY = (...):match "^(.*%.)"

local globals = require(LIBRARY .. "common.globals")
local must_interpret = require(LIBRARY .. "common.interpreter").must_interpret

local field = globals.field
local package, filesystem = globals.package, field(globals.love, "filesystem")
local loaded = field(package, "loaded") or {}
local searchers = field(package, "loaders") -- those of LuaJIT
local get_love_path, set_love_path = field(filesystem, "getRequirePath"), field(filesystem, "setRequirePath")

local error, ipairs, pcall, require, select, type = error, ipairs, pcall, require, select, type

-- The path on which this library was found, and that of LÖVE.
local function current_paths()
  return field(package, "path"), get_love_path and get_love_path()
end
local own_path, own_love_path = current_paths()

local function set_paths(path, love_path)
  if own_path ~= nil then package.path = path end -- a sandbox may lack `package`, or have none of its fields
  if set_love_path then set_love_path(love_path) end
end

-- Calls a function with the paths of this library. Then it restores those of the program.
local function call_between(load, name, path, love_path)
  set_paths(own_path, own_love_path)
  local module = load(name)
  set_paths(path, love_path)
  return module
end

-- Calls a function with the paths of this library, which the program may have changed since. They are also changed and
-- restored in the protected call, so an error of a debug hook leaves those of the program.
local function with_own_paths(load, name)
  local path, love_path = current_paths()
  if path == own_path and love_path == own_love_path then return load(name) end
  local ok, module = pcall(call_between, load, name, path, love_path)
  if ok then return module end
  set_paths(path, love_path)
  error(module, 0)
end

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

-- Loads a module that is not loaded yet.
local function load_anew(name)
  local full_name = LIBRARY .. name
  local load = searchers and must_interpret(name) and find_interpreted(full_name)
  if not load then return require(full_name) end
  local module = load(full_name)
  loaded[full_name] = module
  return module
end

local function load_module(name)
  local module = loaded[LIBRARY .. name]
  if type(module) == "table" or type(module) == "function" then return module end
  -- An error that interrupts loading leaves a mark on Lua 5.1, with which `require` would refuse to load it again.
  loaded[LIBRARY .. name] = nil
  return with_own_paths(load_anew, name)
end

-- Returns the modules of these names.
local function use(name, ...)
  if select("#", ...) == 0 then return load_module(name) end
  local module = load_module(name)
  return module, use(...)
end

return use
