-- Searches by pools, whose helpers are threads of LÖVE; from a packed game, too. What goes wrong in one is reported.

local report = require "spec.love.report"

local RULES = "games.connect4_hashed"
local PATIENCE = 20 -- seconds

return function()
  local alphabeta = require "alphabeta.love"
  local rules = require(RULES)
  local pool = alphabeta.love.pool {rules = RULES, threads = 2}
  report.tell("same", alphabeta.pool == alphabeta.love.pool)
  local stop = love.timer.getTime() + PATIENCE
  pool:start({4, 4, 3}, {depth = 7})
  local frames = 0
  while not pool:step(1 / 60) do
    frames = frames + 1
    assert(love.timer.getTime() < stop, "the search does not end")
  end
  local _, value = pool:best()
  report.tell("value", value)
  report.tell("expected", (select(2, alphabeta.search(rules.read "443", 7, {game = rules}))))
  pool:start("44", {depth = 30})
  pool:step(0.05)
  pool:stop()
  report.tell("stopped", pool:thinking() == false)
  pool:close()

  local alone = alphabeta.pool {rules = RULES}
  local _, _, info = alphabeta.new(rules):search(rules.new(), 6)
  report.tell("nodes", info.nodes == select(3, alone:search({}, 6)).nodes)
  report.tell("message", (select(2, pcall(alone.search, alone, "9", 6)):gsub("\n", " ")))
  alone:close()
  local wrong = alphabeta.pool {rules = "no.such.rules"}
  report.tell("missing", (select(2, pcall(wrong.search, wrong, {}, 6)):gsub("\n", " ")))

  local dropped = alphabeta.pool {rules = RULES} -- its helper thinks while the program ends
  dropped:start({}, {depth = 42})
  dropped = nil -- luacheck: ignore 311
  collectgarbage()
  report.done()
end
