-- Random numbers from a seed, the same ones on every Lua. Internal: tools and Monte Carlo tree search use it.
--
-- Source. The generator, MRG32k3a: P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive
-- Random Number Generators", Operations Research 47 (1999), 159-164. Its numbers stay below 2^53, so floating-point
-- numbers hold them exactly.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals = use "common.globals"

local floor = math.floor

local MODULUS_1, MODULUS_2 = 4294967087, 4294944443

-- How many seeds `fresh` makes, and the difference between two that it makes at the same time.
local SEEDS, APART = 2 ^ 31, 1000003

local random = {}

local made = 0

-- A number for `from_number`, an integer from 0 up to 2^31: another one in each process and at each call, as far as the
-- host has a time. `now` is a clock, in seconds.
function random.fresh(now)
  local time = globals.field(globals.os, "time")
  made = made + 1
  return floor((time and time() or 0) + now() * 1e6 + made * APART) % SEEDS
end

-- Makes a generator: a function that returns numbers from 0 up to 1, without 1. The seed has six integers: three below
-- 4294967087, not all of them 0, and three below 4294944443, the same.
function random.generator(seed)
  local a1, a2, a3, b1, b2, b3 = seed[1], seed[2], seed[3], seed[4], seed[5], seed[6]
  return function()
    a1, a2, a3 = a2, a3, (1403580 * a2 - 810728 * a1) % MODULUS_1
    b1, b2, b3 = b2, b3, (527612 * b3 - 1370589 * b1) % MODULUS_2
    return (a3 - b3) % MODULUS_1 / MODULUS_1
  end
end

-- Makes a seed for another generator.
function random.seed(generator)
  local seed = {}
  for i = 1, 6 do seed[i] = 1 + floor(generator() * ((i <= 3 and MODULUS_1 or MODULUS_2) - 1)) end
  return seed
end

-- Makes a generator from one number, such as the option `seed`: no two below 2^53 leave the same two remainders.
-- `index`, 0 without, says which one of the many generators of this number.
function random.from_number(number, index)
  local second = 1 + (index or 0)
  local generator = random.generator {number % MODULUS_1, second, 1, number % MODULUS_2, second, 1}
  for _ = 1, 20 do generator() end -- similar seeds begin with similar numbers
  return generator
end

-- The function that `deal` gets for random numbers, by a generator.
function random.of_game(generator)
  return function(n)
    local number = generator()
    return n and 1 + floor(number * n) or number
  end
end

-- A random integer from 1 to `n`.
function random.integer(generator, n)
  return 1 + floor(generator() * n)
end

return random
