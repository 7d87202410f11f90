-- Random numbers from a seed, the same ones on every Lua. Internal: `alphabeta.match`, `alphabeta.check` and
-- `alphabeta.explain` draw from here.
--
-- Source. The generator, MRG32k3a: P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive
-- Random Number Generators", Operations Research 47 (1999), 159-164. Its numbers stay below 2^53, so that
-- floating-point numbers hold them exactly.

local floor = math.floor

local MODULUS_1, MODULUS_2 = 4294967087, 4294944443

local random = {}

-- Makes a generator.
-- @tparam {int,...} seed six integers: three below 4294967087, not all of them 0, and three below 4294944443, the same
-- @treturn function returns numbers from 0 up to 1, without 1
function random.generator(seed)
  local a1, a2, a3, b1, b2, b3 = seed[1], seed[2], seed[3], seed[4], seed[5], seed[6]
  return function()
    a1, a2, a3 = a2, a3, (1403580 * a2 - 810728 * a1) % MODULUS_1
    b1, b2, b3 = b2, b3, (527612 * b3 - 1370589 * b1) % MODULUS_2
    return (a3 - b3) % MODULUS_1 / MODULUS_1
  end
end

-- Draws a seed for another generator.
-- @tparam function draws a generator
-- @treturn {int,...}
function random.draw_seed(draws)
  local seed = {}
  for i = 1, 6 do seed[i] = 1 + floor(draws() * ((i <= 3 and MODULUS_1 or MODULUS_2) - 1)) end
  return seed
end

-- Makes the generator that sows all others, from the number that the user knows.
-- @tparam int number no two below 2^53 leave the same two remainders
-- @treturn function a generator
function random.sower(number)
  local draws = random.generator {number % MODULUS_1, 1, 1, number % MODULUS_2, 1, 1}
  for _ = 1, 20 do draws() end -- seeds that are alike begin alike
  return draws
end

-- Draws an integer.
-- @tparam function draws a generator
-- @tparam int n 1 or more
-- @treturn int from 1 to `n`
function random.draw(draws, n)
  return 1 + floor(draws() * n)
end

return random
