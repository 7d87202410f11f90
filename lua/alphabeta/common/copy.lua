-- A copy of a state, with copies of its tables. Internal: this is `alphabeta.copy`.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, pictures = use("common.globals", "common.picture")

local getmetatable, next, rawset, setmetatable, type = globals.getmetatable, next, rawset, setmetatable, type
local put_metatable = globals.field(globals.debug, "setmetatable") or setmetatable
local is_key = pictures.is_key

-- The twin of a table or userdata that has none. A table gets an empty one, with the same metatable, and is put at the
-- end of the list.
local function new_twin(value, kind, twins, list)
  local twin = value
  if is_key(value) then
    twin = value:copy()
  elseif kind == "table" then
    twin = {}
    list[#list + 1] = value
    local meta = getmetatable(value)
    if meta ~= nil then put_metatable(twin, meta) end
  end
  twins[value] = twin
  return twin
end

-- Copies a value: all tables that it reaches, each once, without recursion; and Zobrist keys. Functions and other
-- userdata are shared, and so are tables that are keys of others. Returns nil and an error for nil.
return function(value)
  if value == nil then return nil, "alphabeta.copy: argument 'state': expected a state, got nil" end
  local twins, list, i = {}, {}, 0
  local t, twin = {value}, {} -- a box around it
  local box = twin
  while t do
    for key, field in next, t do
      local kind = type(field)
      if kind == "table" or kind == "userdata" then field = twins[field] or new_twin(field, kind, twins, list) end
      rawset(twin, key, field)
    end
    i = i + 1
    t = list[i]
    twin = t and twins[t]
  end
  return box[1]
end
