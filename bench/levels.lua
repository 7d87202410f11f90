--- How much better each level plays than the one below: matches between neighbours, both sides, from random openings. A
-- figure is the percentage of the points that the higher level lost, a draw being half a point.
--
-- usage: levels.lua [GAMES [GAME [LEVEL]]]    how many games a match has (200), of which game ("connect four",
--                                             "reversi" or "dots and boxes"; all), and the higher level of the
--                                             only match

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local positions = require "bench.support.positions"
local report = require "bench.support.report"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"

local GAMES = tonumber(arg and arg[1]) or 200
local GAME, LEVEL = arg and arg[2], tonumber(arg and arg[3])
local LEVELS = 10
local GOAL = 40 -- percent at most: the higher level wins 60

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

-- The points that the higher level loses in a match against the one below.
local function match(subject, level)
  local game = setmetatable({order = subject.order}, {__index = subject.rules})
  local random, points = rng.new(level), 0
  local function new_player(of, seed)
    return alphabeta.new(game, {level = of, win = subject.win, seed = seed, table = 1})
  end
  local higher, lower = new_player(level, 1), new_player(level - 1, 2)
  for _ = 1, GAMES / 2 do
    local seed = random:next()
    for number = 1, 2 do
      local state = positions.after(game, game.new, subject.opening, rng.new(seed))
      points = points + play(game, state, {[number] = higher, [3 - number] = lower}, 3 - number)
    end
  end
  return points
end

for _, subject in ipairs(SUBJECTS) do
  for level = 2, LEVELS do
    if (not GAME or GAME == subject.name) and (not LEVEL or LEVEL == level) then
      local lost = match(subject, level)
      report.record("levels", subject.name, {100 * lost / GAMES}, GOAL,
        ("%g : %g in %d games"):format(GAMES - lost, lost, GAMES), ("level %d against %d"):format(level, level - 1))
      io.stdout:flush()
    end
  end
end
