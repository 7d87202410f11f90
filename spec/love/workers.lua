-- Searches in worker threads, all of which load the module at once, before anybody else has. The moves come back
-- through a channel.

local report = require "spec.love.report"

local WORKERS = 4

-- The best move after an opening of connect four, and what it took: "opening:move:nodes".
local SEARCH = [[
  local function search(opening)
    local alphabeta = require "alphabeta.love"
    local rules = require "games.connect4_hashed"
    local best, _, info = alphabeta.search(rules.read(opening), {depth = 8}, {game = rules})
    return ("%s:%d:%d"):format(opening, best, info.nodes)
  end
]]

return function()
  local jobs, answers = love.thread.newChannel(), love.thread.newChannel()
  local threads, openings = {}, {}
  for i = 1, WORKERS do
    openings[i] = "44444" .. i
    jobs:push(openings[i])
    threads[i] = love.thread.newThread(SEARCH .. "local jobs, answers = ... answers:push(search(jobs:pop()))")
  end
  for _, thread in ipairs(threads) do thread:start(jobs, answers) end
  local found, expected, search = {}, {}, loadstring(SEARCH .. "return search")()
  for i = 1, WORKERS do
    found[i] = answers:demand(20)
    for _, thread in ipairs(threads) do assert(not thread:getError(), thread:getError()) end
    assert(found[i], "no answer")
  end
  for i, opening in ipairs(openings) do expected[i] = search(opening) end
  table.sort(found)
  report.tell("answers", table.concat(found, " "))
  report.tell("expected", table.concat(expected, " "))
  report.done()
end
