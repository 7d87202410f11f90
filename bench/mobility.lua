--- Does the default value of a game with rules and `result` alone help? Matches against random moves, and against the
-- same search without mobility: random openings, each with both colours. A figure is the share of the points in per
-- cent. Searches are limited by nodes, a depth or a level, so the figures are the same on every machine.
--
-- usage: mobility.lua [GAMES [LIMIT [SUBJECT]]]    how many games a match has (20), the only limit ("nodes=1500",
--                                                  "depth=4" or "level=4"), the only game ("all": every one)

local alphabeta = require "alphabeta"
local games = require "bench.support.rules_alone"
local report = require "bench.support.report"
local whole_game = require "bench.support.whole_game"

local GAMES, LIMIT, SUBJECT = tonumber(arg and arg[1]) or 20, arg and arg[2], arg and arg[3] or "all"
local LIMITS = LIMIT and {LIMIT} or {"nodes=1500", "depth=4", "level=4"}

-- The module as a player, by the text of its limit. A level draws other numbers in each game.
local function module_player(game, limit, without, seed)
  local options = (loadstring or load)("return {" .. limit .. "}")()
  options.without, options.seed = without, options.level and seed or nil
  local ai = alphabeta.new(game, options)
  return function(state) return (ai:search(state)) end
end

local function random_player(game)
  return function(state)
    local list = game.moves(state)
    return list[math.random(#list)]
  end
end

-- The share of the points of a match: `other_of(number)` makes the other player of a game.
local function match(game, plies, limit, other_of)
  math.randomseed(1)
  local sum = 0
  for pair = 1, GAMES / 2 do
    local opening = {}
    for i = 1, plies do opening[i] = math.random(1000000) end
    sum = sum + whole_game(game, opening, {module_player(game, limit, nil, pair), other_of(pair)})[1]
      + whole_game(game, opening, {other_of(-pair), module_player(game, limit, nil, pair)})[2]
  end
  return 100 * sum / (2 * math.floor(GAMES / 2))
end

for _, entry in ipairs(games) do
  local name, game, plies = entry[1], entry[2], entry[3]
  for _, limit in ipairs((SUBJECT == "all" or SUBJECT == name) and LIMITS or {}) do
    local at_random = match(game, plies, limit, function() return random_player(game) end)
    local without = match(game, plies, limit, function(number)
      return module_player(game, limit, {"mobility"}, 1000 + number)
    end)
    local count = ("%d games"):format(GAMES)
    report.record("mobility", name, {at_random}, nil, count, limit .. ", against random moves")
    report.record("mobility", name, {without}, nil, count, limit .. ", against itself without mobility")
    io.stdout:flush()
  end
end
