-- The keys of positions in the transposition table, as in csrc/table/key.h. Internal: the engine in Lua uses it.
--
-- Only the bits of a key that find its bucket are needed. They are computed for every position that is new to the
-- table: in one function, with integers of 64 bits if this Lua has them, or else by halves.

local PACKAGE = (... or "alphabeta.fallback.key"):match "^(.*)%.[^.]*$"

local bits = require(PACKAGE .. ".bits")
local jit = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals").jit

local mix, multiply, xor = bits.mix, bits.multiply, bits.xor

local key = {}

-- By halves.
local function hash(high, low, salt_high, salt_low, turn_high, turn_low)
  high, low = mix(high, low)
  high, low = mix(high, low)
  high, low = mix(xor(high, salt_high), xor(low, salt_low))
  high, low = xor(high, turn_high), xor(low, turn_low)
  high, low = multiply(high, xor(low, high), 2654435769, 0x7F4A7C15)
  return xor(low, high)
end

-- By the operators of Lua 5.3 and later.
local OF_INTEGERS = [[
  local function mix(all)
    all = (all ~ all >> 30) * 0xBF58476D1CE4E5B9
    all = (all ~ all >> 27) * 0x94D049BB133111EB
    return all ~ all >> 31
  end
  return function(high, low, salt_high, salt_low, turn_high, turn_low)
    local all = mix(mix(mix(high << 32 | low)) ~ (salt_high << 32 | salt_low)) ~ (turn_high << 32 | turn_low)
    all = (all ~ all >> 32) * 0x9E3779B97F4A7C15
    return (all ~ all >> 32) & 0xFFFFFFFF
  end
]]

-- By the integers of LuaJIT, which are fast if its compiler runs.
local OF_CDATA = [[
  local bxor, rshift, tonumber = bit.bxor, bit.rshift, tonumber
  local function mix(all)
    all = bxor(all, rshift(all, 30)) * 0xBF58476D1CE4E5B9ULL
    all = bxor(all, rshift(all, 27)) * 0x94D049BB133111EBULL
    return bxor(all, rshift(all, 31))
  end
  return function(high, low, salt_high, salt_low, turn_high, turn_low)
    local all = mix(mix((0ULL + high) * 4294967296ULL + low))
    all = mix(bxor(all, (0ULL + salt_high) * 4294967296ULL + salt_low))
    all = bxor(all, (0ULL + turn_high) * 4294967296ULL + turn_low)
    all = bxor(all, rshift(all, 32)) * 0x9E3779B97F4A7C15ULL
    return tonumber(bxor(all, rshift(all, 32)) % 4294967296ULL)
  end
]]

-- The perspective of keys whose values are meant for a player, of the halves of the bits that name that player, as
-- halves.
function key.perspective(high, low)
  return mix(xor(high, 0x3C6EF372), xor(low, 4271175723))
end

-- The 32 bits that find the bucket of a position, from the halves of its hash, of the perspective, and of the side to
-- move.
key.hash = bits.has_integers and bits.compile(OF_INTEGERS) or jit and jit.status() and bits.compile(OF_CDATA) or hash

return key
