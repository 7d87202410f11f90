-- Zobrist keys among the values of a state. Internal: the tools use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, getmetatable = use "common.core", use "common.globals".getmetatable

local pcall, type = pcall, type

local zobrist_keys = {}

local a_key = core.zobrist(1)
local key_value = a_key.get

-- Keys are userdata. Those of the engine in Lua are tables with this metatable.
local KEY_META = type(a_key) == "table" and getmetatable(a_key) or nil

-- Whether a value is a Zobrist key.
function zobrist_keys.is_key(value)
  local kind = type(value)
  if kind == "table" then return KEY_META ~= nil and getmetatable(value) == KEY_META end
  return kind == "userdata" and pcall(key_value, value)
end

-- The content of a userdata: the value of a Zobrist key, or the bytes of a state of rules in C. Nil for any other
-- value.
function zobrist_keys.content(value)
  if zobrist_keys.is_key(value) then return value:get() end
  return type(value) == "userdata" and core.native_bytes and core.native_bytes(value) or nil
end

return zobrist_keys
