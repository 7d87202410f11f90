--- Reads what is written about a module: the documentation comments of its source, as LDoc understands them, and the
-- types for editors, as LuaCATS has them.
-- @module spec.support.reference

local files = require "spec.support.files"

local reference = {}

-- Documentation comments ----------------------------------------------------------------------------------------------

--- The documentation comments of a source: {text, code}, the code being the line that follows.
local function comments_of(source)
  local comments, lines = {}, nil
  for line in (source .. "\n"):gmatch("(.-)\n") do
    if line:match("^%-%-%-%f[^-]") then lines = {} end
    local text = line:match("^%-%-%-? ?(.*)$")
    if lines and text then
      lines[#lines + 1] = text
    elseif lines then
      comments[#comments + 1] = {text = "\n" .. table.concat(lines, "\n") .. "\n", code = line}
      lines = nil
    end
  end
  return comments
end

--- The parameters or fields of a comment, in their order: {name, is_optional}.
local function listed(text, tag)
  local list = {}
  for line in text:gmatch("\n(@[^\n]*)") do
    local modifier, rest = line:match("^@t" .. tag .. "(%b[]) (.*)$")
    if not modifier then modifier, rest = "", line:match("^@t" .. tag .. " (.*)$") end
    -- A type may have spaces only between braces.
    local name = rest and (rest:match("^[%w_.:|?]*%b{}[%w_.:|?]* ([%w_.]+)") or rest:match("^%S+ ([%w_.]+)"))
    name = name or line:match("^@" .. tag .. " ([%w_.]+)")
    if name then list[#list + 1] = {name = name, is_optional = modifier:match("^%[opt") ~= nil} end
  end
  return list
end

--- The function that a comment documents: `name`, `class:name` for a method, `class.name` for a function that an object
-- has as a field; nil for anything else, and for local functions.
local function function_of(comment)
  local named = comment.text:match("\n@function ([%w_.:]+)")
  if named then return named end
  local owner, mark, name = comment.code:match("^function ([%w_]+)([.:])([%w_]+)")
  return mark == ":" and owner:gsub("^%u", string.lower) .. ":" .. name or name
end

--- What a source has for LDoc: `module`, its name, nil when it is private; `functions`, by name, {text, parameters};
-- and `tables`, by name, {fields}.
function reference.documented(path)
  local source = files.read_text(path)
  local found = {module = source:match("\n%-%- @module ([%w_.]+)\n"), functions = {}, tables = {}}
  for _, comment in ipairs(comments_of(source)) do
    local name, record = function_of(comment), comment.text:match("\n@table ([%w_]+)")
    if name and not comment.text:find("\n@local\n") then
      found.functions[name] = {text = comment.text, parameters = listed(comment.text, "param")}
    elseif record then
      found.tables[record] = {fields = listed(comment.text, "field")}
    end
  end
  return found
end

-- Types ---------------------------------------------------------------------------------------------------------------

--- What a file of types declares: `meta`, the module's name; `functions`, by name, {owner, comment, parameters}; and
-- `classes`, by name, {parent, fields}.
function reference.typed(path)
  local found, class, comment = {functions = {}, classes = {}}, nil, {}
  for line in (files.read_text(path) .. "\n"):gmatch("(.-)\n") do
    found.meta = found.meta or line:match("^%-%-%-@meta ([%w_.]+)")
    local name, parent = line:match("^%-%-%-@class ([%w_.]+):? ?([%w_.]*)")
    local owner, method, parameters = line:match("^function ([%w_]+)([.:][%w_]+)%((.-)%)")
    if name then
      class = {parent = parent ~= "" and parent or nil, fields = {}}
      found.classes[name] = class
    elseif class and line:match("^%-%-%-@field ") then
      local field, mark = line:match("^%-%-%-@field ([%w_]+)(%??)")
      class.fields[#class.fields + 1] = {name = field, is_optional = mark == "?"}
    elseif not line:match("^%-%-%-") then
      class = nil
    end
    if owner then
      local list = {}
      for parameter in parameters:gmatch("[%w_.]+") do list[#list + 1] = parameter end
      found.functions[owner .. method] = {owner = owner, comment = table.concat(comment, "\n"), parameters = list}
    end
    comment[#comment + 1] = line
    if not line:match("^%-%-%-") then comment = {} end
  end
  return found
end

--- The fields of a class with those of the classes that it extends: whether each is optional, by name.
-- @tparam table classes by name, as `typed` finds them
-- @tparam string name
function reference.fields_of(classes, name)
  local fields, class = {}, classes[name] or {fields = {}}
  if class.parent then fields = reference.fields_of(classes, class.parent) end
  for _, field in ipairs(class.fields) do fields[field.name] = field.is_optional end
  return fields
end

return reference
