--- The hex of `pool_hex` with a key, as a module that the helpers of a pool load.
-- @module spec.support.pool_hashed_hex

local hex = require "spec.support.pool_hex"

local hashed = {}
for name, value in pairs(hex) do hashed[name] = value end

function hashed.hash(state)
  local cells = {}
  for cell = 1, 25 do cells[cell] = state[cell] or 0 end
  return table.concat(cells)
end

return hashed
