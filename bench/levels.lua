--- How well each level plays: matches against the level below, and against searches to fixed depths, which choose among
-- equally good moves at random. Both play both sides, from random openings. A figure is the percentage of the points
-- that the level lost, a draw being half a point.
--
-- usage: levels.lua [GAMES [GAME [LEVEL]]]    how many games a match has (200), of which game ("connect four",
--                                             "reversi" or "dots and boxes"; all), and the only level

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local positions = require "bench.support.positions"
local report = require "bench.support.report"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"

local GAMES = tonumber(arg and arg[1]) or 200
local GAME, LEVEL = arg and arg[2], tonumber(arg and arg[3])
local LEVELS, DEPTHS = 10, {1, 2, 4, 6}
local GOAL = 40 -- percent at most against the level below: the higher level wins 60

-- The games, with the plies of random play that a match opens with.
local SUBJECTS = {
  {name = "connect four", rules = connect4.hashed, order = connect4.centre_first, win = connect4.WIN, opening = 2},
  {name = "reversi", rules = reversi.hashed, order = reversi.corners_first, win = reversi.WIN, opening = 6},
  {name = "dots and boxes", rules = dots.hashed, order = dots.boxes_first, opening = 4},
}

-- Plays a game to its end; returns the points of the player of that number.
local function play(game, state, players, number)
  while true do
    local move = players[game.player(state)]:search(state)
    if not move then break end
    game.make(state, move)
  end
  local margin = (game.margin or game.outcome or game.evaluate)(state, number)
  return margin > 0 and 1 or margin < 0 and 0 or 0.5
end

-- The percentage of the points that a level loses in a match against a player with other options.
local function match(subject, level, other)
  local game = setmetatable({order = subject.order}, {__index = subject.rules})
  local random, points = rng.new(level), 0
  local function new_player(options, seed)
    options.win, options.seed, options.table = subject.win, seed, 1
    return alphabeta.new(game, options)
  end
  local player, opponent = new_player({level = level}, 1), new_player(other, 2)
  for _ = 1, GAMES / 2 do
    local seed = random:next()
    for number = 1, 2 do
      local state = positions.after(game, game.new, subject.opening, rng.new(seed))
      points = points + play(game, state, {[number] = player, [3 - number] = opponent}, 3 - number)
    end
  end
  return 100 * points / GAMES
end

-- Plays a match and prints what came of it.
local function report_match(subject, level, other, goal, words)
  local lost = match(subject, level, other)
  report.record("levels", subject.name, {lost}, goal, ("%g : %g in %d games"):format(
    GAMES * (1 - lost / 100), GAMES * lost / 100, GAMES), words)
  io.stdout:flush()
end

for _, subject in ipairs(SUBJECTS) do
  for level = 1, LEVELS do
    if (not GAME or GAME == subject.name) and (not LEVEL or LEVEL == level) then
      if level > 1 then
        report_match(subject, level, {level = level - 1}, GOAL, ("level %d against %d"):format(level, level - 1))
      end
      for _, depth in ipairs(DEPTHS) do
        report_match(subject, level, {depth = depth, ties = "random"}, nil,
          ("level %d against %s"):format(level, depth == 1 and "1 ply" or depth .. " plies"))
      end
    end
  end
end
