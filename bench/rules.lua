--- How strong is the module with rules and `result` alone? Matches against Monte Carlo tree search as a hobbyist writes
-- it, at equal processor time a move: random openings, each with both colours. A figure is the module's share of the
-- points in per cent, with the ends of its interval of 95 %.
--
-- usage: rules.lua [GAMES [SECONDS [SUBJECT [OPTIONS]]]]    how many games a match has (30), the processor time of a
--                                                           move (0.02), the only game ("all": every one), and options
--                                                           of the module, such as "algorithm='uct'"; "evaluate": the
--                                                           module has the evaluations of the examples, too;
--                                                           "learned 60": those that it learns in so many seconds

local alphabeta = require "alphabeta"
local module_player = require "bench.support.module_player"
local games = require "bench.support.rules_alone"
local report = require "bench.support.report"
local by_hand = require "bench.support.uct_by_hand"
local whole_game = require "bench.support.whole_game"

local GAMES, SECONDS = tonumber(arg and arg[1]) or 30, tonumber(arg and arg[2]) or 0.02
local SUBJECT, OPTIONS = arg and arg[3] or "all", arg and arg[4] or ""

local LEARNING = tonumber(OPTIONS:match "^learned (%d+)$")

-- The module as a player of a game whose own evaluation is `evaluate`, if there is one.
local function new_module(game, evaluate)
  local own, options = {}, OPTIONS
  for name, value in pairs(game) do own[name] = value end
  if OPTIONS == "evaluate" then own.evaluate, options = evaluate, "" end
  if LEARNING then
    local learned = alphabeta.learn(game, game.new, {time = LEARNING})
    own.evaluate, options = learned.evaluate, ""
    io.stderr:write(tostring(learned), "\n")
  end
  return module_player(own, (loadstring or load)("return {" .. options .. "}")(), SECONDS)
end

-- Plays a game from random moves; the module has the first move or the second. Returns its points.
local function play(game, players, opening, module_first)
  if module_first then return whole_game(game, opening, players[1], players[2], SECONDS) end
  return 1 - whole_game(game, opening, players[2], players[1], SECONDS)
end

-- The mean of some shares, and the ends of its interval of 95 %, by pairs of games.
local function interval(pairs_of)
  local count, mean, variance = #pairs_of, 0, 0
  for _, share in ipairs(pairs_of) do mean = mean + share / count end
  for _, share in ipairs(pairs_of) do variance = variance + (share - mean) ^ 2 / math.max(count - 1, 1) end
  local half = 1.96 * math.sqrt(math.max(variance, 0.25 / count) / count)
  return mean, math.max(mean - half, 0), math.min(mean + half, 1)
end

for _, entry in ipairs(games) do
  local name, game, plies = entry[1], entry[2], entry[3]
  if (SUBJECT == "all" or SUBJECT == name) and (OPTIONS ~= "evaluate" or entry[4]) then
    math.randomseed(1)
    local shares, players = {}, {new_module(game, entry[4]), by_hand(game)}
    for warm = 1, jit and 20 or 0 do players[warm % 2 + 1](game.new(), 0.05) end
    for pair = 1, math.ceil(GAMES / 2) do
      local opening = {}
      for i = 1, plies do opening[i] = math.random(1000000) end
      shares[pair] = (play(game, players, opening, true) + play(game, players, opening, false)) / 2
    end
    local mean, low, high = interval(shares)
    report.record("rules", name, {100 * low, 100 * mean, 100 * high}, nil,
      ("%d games, %g s a move, %s"):format(2 * #shares, SECONDS, OPTIONS == "" and "defaults" or OPTIONS))
    io.stdout:flush()
  end
end
