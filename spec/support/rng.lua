--- A seeded generator that gives the same numbers on every runtime.
-- Park and Miller's minimal standard: every product stays below 2^53, so that doubles compute it exactly.
-- @module spec.support.rng

local MODULUS = 2147483647 -- 2^31 - 1, a prime
local MULTIPLIER = 16807.0 -- a primitive root of it; the product is a float, where integers have 32 bits, too

local Rng = {}
Rng.__index = Rng

--- The next number of the sequence.
-- @treturn number an integer from 1 to 2^31 - 2
function Rng:next()
  self.state = math.floor(self.state * MULTIPLIER % MODULUS)
  return self.state
end

--- An integer between two bounds, both included.
-- @tparam number low
-- @tparam number high
-- @treturn number
function Rng:int(low, high) return low + self:next() % (high - low + 1) end

--- True in a given share of the calls.
-- @tparam number share from 0 (never) to 1 (always)
-- @treturn boolean
function Rng:chance(share) return self:next() <= share * MODULUS end

--- One element of an array.
-- @tparam table array without holes, not empty
-- @return the element
function Rng:pick(array) return array[self:int(1, #array)] end

local rng = {}

--- A generator of its own sequence.
-- @tparam number seed any integer from 0 to 2^31 - 3
-- @treturn Rng
function rng.new(seed)
  local self = setmetatable({ state = seed + 1 }, Rng)
  self:next() -- neighbouring seeds begin with neighbouring numbers: step away from them
  self:next()
  return self
end

return rng
