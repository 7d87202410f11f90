-- Lua source that reads the fields of a state, for functions that are compiled for one game. Internal:
-- `alphabeta.learn` uses it.

local access = {}

-- Words that cannot be names.
local RESERVED = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
  while]]):gmatch "%a+" do
  RESERVED[word] = true
end

-- A number, a string or a boolean as Lua source, the same on every Lua.
-- @param value
-- @treturn string
function access.literal(value)
  if type(value) == "string" then return (("%q"):format(value):gsub("\\\n", "\\n")) end
  if type(value) ~= "number" then return tostring(value) end
  if value == math.floor(value) and math.abs(value) < 2 ^ 53 then return ("%.0f"):format(value) end
  return ("%.17g"):format(value)
end

-- The source of a field.
-- @tparam string source of the table
-- @param key
-- @treturn string
function access.field(source, key)
  if type(key) == "string" and key:match "^[%a_][%w_]*$" and not RESERVED[key] then return source .. "." .. key end
  return ("%s[%s]"):format(source, access.literal(key))
end

-- The source of a field by all its keys.
-- @tparam string source
-- @tparam table keys
-- @treturn string
function access.path(source, keys)
  for _, key in ipairs(keys) do source = access.field(source, key) end
  return source
end

-- Makes a tree of the tables that lead to some fields.
local function tree_of(list)
  local root = {kids = {}, order = {}, fields = {}}
  for _, field in ipairs(list) do
    local node = root
    for i = 1, #field.keys - 1 do
      local key = field.keys[i]
      if not node.kids[key] then
        node.kids[key] = {key = key, kids = {}, order = {}, fields = {}}
        node.order[#node.order + 1] = node.kids[key]
      end
      node = node.kids[key]
      node.is_guarded = node.is_guarded or field.is_guarded
    end
    node.fields[#node.fields + 1] = field
  end
  return root
end

-- What the lines of `visit` need before them.
access.NONE = "local NONE = {} -- in place of tables that are missing"

-- The source of a table that may be missing: where it is not always there, something else may be in its place.
-- @tparam string source
-- @tparam boolean is_guarded whether it is not always there
-- @treturn string
function access.table_at(source, is_guarded)
  return is_guarded and ("type(%s) == 'table' and %s or NONE"):format(source, source) or source .. " or NONE"
end

-- Appends lines that visit fields, reading each table once. The fields of a table that is missing are nil.
-- @tparam {string,...} lines
-- @tparam {table,...} list fields with `keys` and `is_guarded`
-- @tparam function write `write(field, source)` returns a line; nil for none
function access.visit(lines, list, write)
  local function visit(node, source, level)
    local indent = ("  "):rep(level)
    for _, field in ipairs(node.fields) do
      local line = write(field, access.field(source, field.keys[#field.keys]))
      if line then lines[#lines + 1] = indent .. line end
    end
    for _, kid in ipairs(node.order) do
      local name, held = "t" .. level, access.table_at(access.field(source, kid.key), kid.is_guarded)
      lines[#lines + 1] = indent .. "do"
      lines[#lines + 1] = ("%s  local %s = %s"):format(indent, name, held)
      visit(kid, name, level + 1)
      lines[#lines + 1] = indent .. "end"
    end
  end
  visit(tree_of(list), "state", 1)
end

-- Appends some lines.
-- @tparam {string,...} lines
-- @tparam {string,...} more
function access.append(lines, more)
  for _, line in ipairs(more) do lines[#lines + 1] = line end
end

return access
