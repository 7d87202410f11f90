-- Numbers that stand for states as a whole: a state has that of another one only if nothing differs. Monte Carlo tree
-- search recognizes the position of its next search by them, and deals. Internal: csrc/binding/driver/playouts.c.
--
-- A fingerprint counts only if it has the whole state: no function, no array of LuaJIT's library `ffi`, for example.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, new_fingerprint = use("common.constant_rows", "common.fingerprint")

local next, pcall, type = next, pcall, type

-- Makes a function that returns a number from 1 on for a state; 0 if it cannot be read as a whole, or is empty.
-- @tparam function value_of returns the value of a Zobrist key; nil or an error for anything else
-- @tparam string kind the type of keys
-- @treturn function (state) -> number
return function(value_of, kind)
  local numbers, count = {}, 0
  local function content_of(value)
    if type(value) ~= kind then return nil end
    local is_read, content = pcall(value_of, value)
    return is_read and content or nil
  end
  local read = new_fingerprint {content_of = content_of, most = constants.STATE_FIELDS}
  return function(state)
    if type(state) == "table" and next(state) == nil then return 0 end
    local text, is_whole = read(state)
    if not is_whole then return 0 end
    local number = numbers[text]
    if not number then
      number = count + 1
      count, numbers[text] = number, number
    end
    return number
  end
end
