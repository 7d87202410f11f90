--- How well are hidden hands played? Matches of whist for two, at equal processor time a move: Monte Carlo tree search
-- and alpha-beta with deals, against random moves and against each other; and one deal, and all hands seen. Each deal
-- is played twice, with the hands exchanged. A figure is the Elo difference, with the ends of its interval of 95 %.
--
-- usage: hidden.lua [GAMES [SECONDS [PAIR]]]    how many games a match has (100), the processor time of a move (0.02),
--                                               and which of the pairs below alone

if jit then require "jit.opt".start("maxtrace=8000", "maxmcode=16384") end

local elo = require "alphabeta.elo"
local random = require "alphabeta.common.random"
local module_player = require "bench.support.module_player"
local report = require "bench.support.report"
local whist = require "games.whist"

local GAMES, SECONDS = tonumber(arg and arg[1]) or 100, tonumber(arg and arg[2]) or 0.02
local PAIR = tonumber(arg and arg[3])

-- The rules alone, without `evaluate`.
local function without_evaluate()
  local game = {}
  for name, value in pairs(whist) do game[name] = value end
  game.evaluate = nil
  return game
end

local function player(game, options) return module_player(game, options, SECONDS) end

local function random_player()
  local generator, list = random.from_number(1), {}
  return function(state) return list[random.integer(generator, whist.moves(state, list))] end
end

local PLAYERS = {
  random = random_player,
  uct = function() return player(whist, {algorithm = "uct"}) end,
  ["uct, rules alone"] = function() return player(without_evaluate(), {algorithm = "uct"}) end,
  ["12 deals"] = function() return player(whist, {algorithm = "alphabeta"}) end,
  ["24 deals"] = function() return player(whist, {algorithm = "alphabeta", deals = 24}) end,
  ["12 deals, rules alone"] = function() return player(without_evaluate(), {algorithm = "alphabeta"}) end,
  ["1 deal"] = function() return player(whist, {algorithm = "alphabeta", deals = 1}) end,
  ["all hands seen"] = function() return player(whist, {algorithm = "alphabeta", deals = 0}) end,
  ["uct, all seen"] = function() return player(whist, {algorithm = "uct", deals = 0}) end,
}
local PAIRS = {
  {"uct", "random"}, {"12 deals", "random"}, {"uct, rules alone", "random"}, {"12 deals, rules alone", "random"},
  {"1 deal", "random"}, {"uct", "12 deals"}, {"uct, rules alone", "12 deals, rules alone"},
  {"12 deals", "1 deal"}, {"all hands seen", "12 deals"}, {"uct, all seen", "uct"},
}

-- Plays a game from a deal of this number. Returns the points of the player at the first seat.
local function play(number, first, second)
  local generator = random.from_number(number)
  local state = whist.new(function(n) return random.integer(generator, n) end)
  while not whist.is_over(state) do whist.make(state, (state.turn == 1 and first or second)(state)) end
  local margin = whist.result(state, 1)
  return margin > 0 and 1 or margin < 0 and 0 or 0.5
end

for number, names in ipairs(PAIRS) do
  if not PAIR or PAIR == number then
    local counts, points, one, other = {0, 0, 0, 0, 0}, 0, PLAYERS[names[1]](), PLAYERS[names[2]]()
    for pair = 1, math.ceil(GAMES / 2) do
      local sum = play(pair, one, other) + 1 - play(pair, other, one)
      counts[2 * sum + 1], points = counts[2 * sum + 1] + 1, points + sum
    end
    local found, games = elo.estimate(counts), 2 * math.ceil(GAMES / 2)
    report.record("hidden", names[1], {found.elo_low, found.elo, found.elo_high}, nil,
      ("%g of %d points, %g s a move"):format(points, games, SECONDS), "against " .. names[2])
    io.stdout:flush()
  end
end
