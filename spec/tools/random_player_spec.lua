-- Everything that the module offers, used in any order by a random player, see spec.support.random_player. With
-- ALPHABETA_SECONDS in the environment it plays for so long, and says how much it did.

local effort = require "spec.support.effort"
local random_player = require "spec.support.random_player"

local SEEDS = effort.seeds(8, 20)
local COUNT = SEEDS.last - SEEDS.first + 1
local SECONDS = tonumber(os.getenv "ALPHABETA_SECONDS")
local FIRST = tonumber(os.getenv "ALPHABETA_SEED") or SEEDS.first

-- Operations of a seed, and of how many seeds one has pools: threads take their time.
local OPERATIONS, POOLS = 200, 8

describe("A random player of the whole interface", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("leaves every state as it was and every searcher usable", function()
    local done, operations, errors, seed = {}, 0, 0, FIRST
    local stop = SECONDS and os.time() + SECONDS
    while seed < FIRST + COUNT or stop and os.time() < stop do
      local more = {path = path, done = done, has_pools = seed % POOLS == 0}
      local wrong, count, failures = random_player.play(seed, OPERATIONS, more)
      assert.is_nil(wrong, ("seed %d: %s"):format(seed, tostring(wrong)))
      operations, errors, seed = operations + count, errors + failures, seed + 1
    end
    if SECONDS then print(("%d seeds, %d operations, %d errors"):format(seed - FIRST, operations, errors)) end
    assert.is_true(errors < operations / 2, "the player hardly does anything that succeeds")
    local kinds = 0
    for _ in pairs(done) do kinds = kinds + 1 end
    assert.is_true(kinds >= random_player.KINDS / 2, ("%d of %d kinds of operations succeeded"):format(kinds,
      random_player.KINDS))
  end)
end)
