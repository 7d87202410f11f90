-- The random player of the whole interface, with LÖVE's pools, and opponents that it calls: one seed in each frame.
-- What succeeds depends on how fast the machine is: so it goes on until each kind of operation has succeeded.

local report = require "spec.love.report"

local SEEDS, MOST_SEEDS, OPERATIONS = 12, 100, 200

return function(first)
  require "alphabeta.love"
  local random_player = require "spec.support.random_player"
  local seed, done = tonumber(first), {}
  local last, latest = seed + SEEDS, seed + MOST_SEEDS

  function love.update()
    local more = {path = os.tmpname(), has_pools = seed % 3 == 0, done = done, is_hooked = seed % 2 == 0}
    local wrong = random_player.play(seed, OPERATIONS, more)
    os.remove(more.path)
    if wrong then report.tell("wrong", ("seed %d: %s"):format(seed, wrong)) end
    seed = seed + 1
    local kinds = 0
    for _ in pairs(done) do kinds = kinds + 1 end
    if not wrong and (seed < last or kinds < random_player.KINDS and seed < latest) then return end
    report.tell("kinds", kinds == random_player.KINDS)
    report.tell("done", true)
    love.event.quit()
  end
end
