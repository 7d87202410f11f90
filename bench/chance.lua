--- What is pruned in games with chance nodes: nodes of a search, and calls into the game, as a multiple of those of
-- plain expectiminimax, by Star1, by Star1 and Star2, by a table, and by all of them. Plain expectiminimax is the same
-- search without bounds of the values: then no outcome can be pruned.

local alphabeta = require "alphabeta"
local counted = require "bench.support.counted"
local dice = require "games.dice"
local pig = require "games.pig"
local race = require "games.race"
local report = require "bench.support.report"
local rng = require "spec.support.rng"

local POSITIONS = 4
local GOAL, GOAL_DEPTH = 0.5, 5 -- half of the nodes, from this depth on

local CALLBACKS = {
  "moves", "make", "unmake", "play", "children", "evaluate", "player", "is_over", "chances", "hash", "order",
}

-- Each game (`win` bounds its evaluations), and how some of its positions are made: by random decisions and throws, the
-- last of which is a throw, so that a player is to move.
local SUBJECTS = {
  {name = "dice, 4 by 4", game = dice.hashed, order = dice.lines_first, new = dice.new, moves = 3, depths = {3, 4, 5}},
  {
    name = "dice, 5 by 5, lines of 4", game = dice.hashed, order = dice.lines_first, moves = 5, depths = {3, 4},
    new = function() return dice.new(5, 4) end,
  },
  {
    name = "race, dice of 3 sides", game = race.hashed, moves = 1, depths = {3, 4, 5},
    new = function() return race.new("0122", "0122", {sides = 3}) end,
  },
  {name = "race, dice of 6 sides", game = race.hashed, moves = 1, depths = {2, 3}, new = function()
    return race.new("001111")
  end},
  {name = "pig to 30", game = pig.hashed, moves = 5, depths = {5, 6, 7}, new = function() return pig.new(30) end},
}

local TECHNIQUES = {
  {name = "expectiminimax", options = {table = 0}},
  {name = "Star1", options = {table = 0, without = {"star2"}}, is_bounded = true},
  {
    name = "Star1 and Star2", options = {without = {"table", "killers", "history"}, algorithm = "alphabeta"},
    is_bounded = true, has_goal = true,
  },
  {name = "a table", options = {without = {"killers", "history"}}},
  {
    name = "Star1, Star2 and a table", options = {without = {"killers", "history"}}, is_bounded = true,
    has_goal = true,
  },
}

-- A position that is not a chance node.
local function position(subject, seed)
  local random, game, state = rng.new(seed), subject.game, subject.new()
  local decisions = 0
  while decisions < subject.moves or game.chances(state) do
    local chances = game.chances(state)
    local move
    if chances then
      move = random:pick(chances).outcome
    else
      move = random:pick((game.moves or game.children)(state))
      decisions = decisions + 1
    end
    if game.make then game.make(state, move) else state = move end
    if game.is_over(state) then return position(subject, seed + 100) end
  end
  return state
end

-- The nodes of the searches of all positions, and the calls.
local function measure(subject, technique, depth)
  local rules = {}
  for _, name in ipairs(CALLBACKS) do rules[name] = subject.game[name] end
  rules.order = subject.order
  local game, counts = counted.game(rules)
  local options = {game = game, algorithm = "alphabeta"}
  for name, value in pairs(technique.options) do options[name] = value end
  if technique.is_bounded then options.value_min, options.value_max = -subject.game.WIN, subject.game.WIN end
  local nodes, sum = 0, 0
  for seed = 1, POSITIONS do
    local _, value, info = alphabeta.search(position(subject, seed), depth, options)
    nodes, sum = nodes + info.nodes, sum + value
  end
  return nodes, counted.calls(counts), sum
end

for _, subject in ipairs(SUBJECTS) do
  for _, depth in ipairs(subject.depths) do
    local all_nodes, all_calls, expected
    for i, technique in ipairs(TECHNIQUES) do
      local nodes, calls, sum = measure(subject, technique, depth)
      if i == 1 then all_nodes, all_calls, expected = nodes, calls, sum end
      assert(math.abs(sum - expected) < 1e-9, "the searches do not agree")
      local goal = technique.has_goal and depth >= GOAL_DEPTH and GOAL or nil
      report.record("chance", ("%s, depth %d"):format(subject.name, depth), {nodes / all_nodes}, goal,
        ("%d nodes, %.2f of the calls"):format(nodes, calls / all_calls), technique.name)
    end
  end
end
