--- What `bench/callbacks` runs under valgrind: the same search so many times, on a game that costs next to nothing.
-- The first argument is how often; prints the nodes of one search.

local alphabeta = require "alphabeta"
local numbers = require "bench.support.numbers"

local DEPTH = 7
local STYLE = "in place"

local options = {
  game = numbers.game(STYLE), view = "mover", algorithm = "alphabeta", table = 0, deepening = false,
}
local state = numbers.state(STYLE, 1)
local nodes
for _ = 1, tonumber(arg[1]) do
  local _, _, info = alphabeta.search(state, DEPTH, options)
  nodes = info.nodes
end
print(nodes)
