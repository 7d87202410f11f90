-- The random player of the whole interface, with the pools and opponents of LÖVE: one seed in each frame.

local report = require "spec.love.report"

local SEEDS, OPERATIONS = 12, 200

return function(first)
  local alphabeta = require "alphabeta.love"
  local random_player = require "spec.support.random_player"
  local seed, done = tonumber(first), {}
  local last = seed + SEEDS

  function love.update()
    local more = {path = os.tmpname(), has_pools = seed % 3 == 0, done = done, home = alphabeta.love}
    local wrong = random_player.play(seed, OPERATIONS, more)
    os.remove(more.path)
    if wrong then report.tell("wrong", ("seed %d: %s"):format(seed, wrong)) end
    seed = seed + 1
    if seed < last and not wrong then return end
    local kinds = 0
    for _ in pairs(done) do kinds = kinds + 1 end
    report.tell("kinds", kinds == random_player.KINDS)
    report.tell("done", true)
    love.event.quit()
  end
end
