-- A copy of a state, with copies of its tables. Internal: this is `alphabeta.copy`.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, walk = use("common.globals", "common.walk")
local zobrist_keys = use "common.zobrist_keys"

local getmetatable, next, rawset, setmetatable, type = globals.getmetatable, next, rawset, setmetatable, type
local put_metatable = globals.field(globals.debug, "setmetatable") or setmetatable
local is_key = zobrist_keys.is_key

-- Copies a value: all tables that it reaches, and Zobrist keys, each once. Functions and other userdata are shared, and
-- so are tables that are keys of others. Returns nil and an error for nil.
return function(value)
  if value == nil then return nil, "alphabeta.copy: argument 'state': expected a state, got nil" end
  local twins, box = {}, {value}

  local function visit(t, twin, reach)
    local meta = getmetatable(t)
    if meta ~= nil then put_metatable(twin, meta) end
    for key, field in next, t do
      local kind = type(field)
      if (kind == "table" or kind == "userdata") and is_key(field) then
        twins[field] = twins[field] or field:copy()
        field = twins[field]
      elseif kind == "table" then
        field = reach(field)
      end
      rawset(twin, key, field)
    end
  end

  return walk(box, visit, twins)[box][1]
end
