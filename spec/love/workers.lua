-- Searches in worker threads, all of which load the module at once, before anybody else has. The moves come back
-- through a channel.

local report = require "spec.love.report"

local WORKERS = 4

return function()
  local jobs, answers = love.thread.newChannel(), love.thread.newChannel()
  local threads = {}
  for i = 1, WORKERS do
    jobs:push("44444" .. i)
    threads[i] = love.thread.newThread "spec/love/worker.lua"
  end
  for _, thread in ipairs(threads) do thread:start(jobs, answers) end
  local found = {}
  for _ = 1, WORKERS do
    local answer = answers:demand(20)
    for _, thread in ipairs(threads) do assert(not thread:getError(), thread:getError()) end
    found[#found + 1] = assert(answer, "no answer")
  end
  table.sort(found)

  local expected, search = {}, require "spec.love.search"
  for i = 1, WORKERS do expected[i] = search("44444" .. i) end
  table.sort(expected)
  report.tell("answers", table.concat(found, " "))
  report.tell("expected", table.concat(expected, " "))
  report.done()
end
