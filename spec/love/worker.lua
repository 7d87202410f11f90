-- A worker of love.thread: takes positions from one channel, and pushes moves to the other.

local jobs, answers = ...
local search = require "spec.love.search"

local opening = jobs:pop()
while opening do
  answers:push(search(opening))
  opening = jobs:pop()
end
