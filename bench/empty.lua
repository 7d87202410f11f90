--- `alphabeta.search` against a search by hand in Lua, on a game that costs next to nothing, in every style.

local contest = require "bench.support.contest"
local numbers = require "bench.support.numbers"

local DEPTH = 8

for _, style in ipairs(numbers.STYLES) do
  contest.run("hardly any rules, " .. style, style, numbers.game(style), numbers.state(style, 1), DEPTH, {})
end
