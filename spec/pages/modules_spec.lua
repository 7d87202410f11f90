-- Every public module in lua/alphabeta: what it has is in the reference and in the types for editors, and both say the
-- same. A module that is private says so by having no @module. The module alphabeta itself is described in a file of
-- its own, docs/alphabeta.lua.

local alphabeta = require "alphabeta"
local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local reference = require "spec.support.reference"
local sorted_keys = require "spec.support.sorted_keys"

local function names_of(list)
  local names = {}
  for i, entry in ipairs(list) do names[i] = entry.name end
  return names
end

-- What is written -----------------------------------------------------------------------------------------------------

--- The public modules, by name: {name, documented, typed, types}, the last being the path of its types.
local modules = {}

for _, path in ipairs(files.below("lua", "%.lua$")) do
  local name = path:gsub("^lua/", ""):gsub("/init%.lua$", ""):gsub("%.lua$", ""):gsub("/", ".")
  local documented = reference.documented(name == "alphabeta" and "docs/alphabeta.lua" or path)
  if documented.module then
    local types = "types/" .. name:gsub("%.", "/") .. ".lua"
    local typed = lfs.attributes(types) and reference.typed(types) or {functions = {}, classes = {}}
    modules[name] = {name = name, stem = name:match "[^.]*$", documented = documented, types = types, typed = typed}
  end
end

-- Cause: LDoc makes a page of every file that has a comment for it, and the reference had pages of private modules.
it("A private module has no comment that LDoc reads", function()
  for _, path in ipairs(files.below("lua", "%.lua$")) do
    local text = "\n" .. files.read_text(path)
    assert.is_true(text:find "\n%-%- @module" ~= nil or not text:find "\n%-%-%-[^-]", path)
  end
end)

local classes = {}
for _, module in pairs(modules) do
  for name, class in pairs(module.typed.classes) do classes[name] = class end
end

local function fields_of_class(name) return reference.fields_of(classes, "alphabeta." .. name) end

--- What the types call a table or a class of the reference: `match_options` is `MatchOptions`. Where a function has the
-- name already, the table's ends in `_fields`.
local function class_of(name)
  return (name:gsub("_fields$", ""):gsub("^%l", string.upper):gsub("_(%l)", string.upper))
end

--- The name under which the types declare a function of the reference: `searcher:stop` is `Searcher:stop`.
local function typed_name(module, documented_name)
  local class, name = documented_name:match("^([%w_]+):([%w_]+)$")
  if class then return class_of(class) .. ":" .. name end
  return module.stem .. "." .. documented_name
end

-- What there is -------------------------------------------------------------------------------------------------------

--- Loads a module, `alphabeta.love` with something in place of LÖVE's own modules, of which nobody else is to know.
local function load_module(name)
  local function nothing() end
  local love = {getChannel = function() return {performAtomic = nothing} end}
  local parts = {"love.data", "love.filesystem", "love.system", "love.thread"}
  local core = package.loaded["alphabeta.core"]
  if name == "alphabeta.fallback" then package.loaded["alphabeta.core"] = nil end
  for _, part in ipairs(parts) do package.loaded[part] = love end
  local module = require(name)
  for _, part in ipairs(parts) do package.loaded[part] = nil end
  package.loaded["alphabeta.core"] = core
  return module
end

--- The functions that a module has of its own. What is a field of `alphabeta` is described there.
local function functions_of(module)
  local value, functions = load_module(module.name), {}
  if value == alphabeta and module.name ~= "alphabeta" then value = alphabeta[module.stem] or {} end
  if type(value) == "function" then
    assert.are.equal(alphabeta[module.stem], value)
    return functions
  end
  for name, field in pairs(value) do
    if type(field) == "function" then functions[name] = true end
  end
  return functions
end

--- The documented functions with a name of a kind: "" for those of the module, ":" for methods, "." for fields.
local function documented_names(module, ...)
  local names = {}
  for name in pairs(module.documented.functions) do
    for _, mark in ipairs {...} do
      if (name:match("[.:]") or "") == mark then names[name] = true end
    end
  end
  return names
end

for _, name in ipairs(sorted_keys(modules)) do
  local module = modules[name]
  describe(name, function()
    it("is called in its source and in its types as it is required", function()
      assert.are.same({name, name}, {module.documented.module, module.typed.meta})
      assert.is_function(loadfile(module.types))
    end)

    it("has all its functions in the reference, and no others", function()
      assert.are.same(sorted_keys(functions_of(module)), sorted_keys(documented_names(module, "")))
    end)

    it("has every function and method of the reference in its types, with its parameters, and no others", function()
      local expected, found = {}, {}
      for function_name in pairs(documented_names(module, "", ":")) do
        local parameters = module.documented.functions[function_name].parameters
        expected[typed_name(module, function_name)] = names_of(parameters)
      end
      for function_name, typed in pairs(module.typed.functions) do found[function_name] = typed.parameters end
      assert.are.same(expected, found)
    end)

    it("has the functions that its objects have as fields in their classes", function()
      for function_name in pairs(documented_names(module, ".")) do
        local class, field = function_name:match("^([%w_]+)%.([%w_]+)$")
        assert.is_not_nil(fields_of_class(class_of(class))[field], function_name)
      end
    end)

    it("describes every parameter in its types", function()
      for function_name, typed in pairs(module.typed.functions) do
        for _, parameter in ipairs(typed.parameters) do
          assert.is_truthy(typed.comment:find("@param " .. parameter, 1, true), function_name .. ": " .. parameter)
        end
      end
    end)

    it("says what every function takes, returns and raises, and shows how it is used", function()
      for function_name in pairs(documented_names(module, "")) do
        local text = module.documented.functions[function_name].text
        for _, tag in ipairs {"@t?param", "@t?return", "@raise", "@usage"} do
          assert.is_truthy(text:find("\n" .. tag), function_name .. " has no " .. tag)
        end
      end
    end)

    it("has every table of the reference as a class, with the same fields, the same of them optional", function()
      for table_name, documented in pairs(module.documented.tables) do
        local fields = {}
        for _, field in ipairs(documented.fields) do fields[field.name] = field.is_optional end
        assert.are.same(fields, fields_of_class(class_of(table_name)), table_name)
      end
    end)
  end)
end

describe("the modules", function()
  it("are all looked at", function()
    local names = {"", ".check", ".elo", ".explain", ".fallback", ".love", ".match", ".tree"}
    for _, name in ipairs(names) do assert.is_table(modules["alphabeta" .. name], name) end
  end)

  it("have no types that belong to none of them", function()
    for _, path in ipairs(files.below("types", "%.lua$")) do
      assert.is_table(modules[path:match "^types/(.*)%.lua$":gsub("/", ".")], path)
    end
  end)
end)
