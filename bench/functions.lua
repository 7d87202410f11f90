-- Which functions should a game have? How deep a search comes in a tenth of a second of processor time, by the
-- functions beside its rules. Depths are interpolated between whole plies, by the logarithm of their times, and are
-- means over positions after some random moves.
--
--     bench/run functions

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local report = require "bench.support.report"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"

local SECONDS, POSITIONS = 0.1, 5

-- Captures and advances first.
local function forward_first(state, move)
  local to = move % 100
  return (state.cells[to] ~= 0 and 10 or 0) + (state.turn == 1 and to or -to) / 100
end

-- A board of four by four boxes.
local function large_board() return dots.hashed.new(4) end

-- Chess whose evaluation does not see the end: with `result`, or without.
local estimated = setmetatable({evaluate = chess.estimate, evaluate_move = chess.estimate_move_or_end},
  {__index = chess})

-- What is the same in every game, and what may be added to it: functions, or "evaluate" for the option `order`.
local RULES = {"moves", "make", "unmake", "play", "evaluate", "player", "is_over"}
local USUAL = {{}, {"evaluate"}, {"order"}, {"hash"}, {"order", "hash"}}

-- The games: rules, functions that may be added, the start, the number of random moves, and what else is added.
local GAMES = {
  {
    "connect four", connect4.full, {order = connect4.centre_first}, connect4.full.new, 8,
    {{"hash", "find_move"}},
  },
  {"reversi", reversi.hashed, {order = reversi.corners_first}, reversi.hashed.new, 10, {}},
  {"breakthrough", breakthrough, {order = forward_first}, breakthrough.new, 4, {}},
  {"kalah", kalah.hashed, {order = kalah.again_first, bounds = kalah.seeds_left}, kalah.hashed.new, 10,
    {{"hash", "bounds"}}},
  {"dots and boxes", dots.hashed, {order = dots.boxes_first, bounds = dots.boxes_left}, large_board, 20,
    {{"hash", "bounds"}, {"order", "hash", "bounds"}}},
  {
    "chess", chess, {}, chess.new, 8, {
      {"evaluate_move"}, {"hash", "evaluate_move"}, {"hash", "find_move"}, {"hash", "evaluate_move", "find_move"},
    },
  },
  {
    "chess, estimated", estimated, {}, chess.new, 8,
    {{"hash", "evaluate_move"}, {"hash", "result"}, {"hash", "result", "evaluate_move"}},
  },
}

local function with(game, extra, names)
  local functions = {}
  for _, name in ipairs(RULES) do functions[name] = game[name] end
  for _, name in ipairs(names) do
    if name ~= "evaluate" then functions[name] = extra[name] or game[name] end
  end
  return functions
end

local function position(game, new, moves, seed)
  local random, state = rng.new(seed), new()
  for _ = 1, moves do
    local list = game.moves(state)
    if #list == 0 then return position(game, new, moves, seed + 100) end
    local move = list[random:int(1, #list)]
    if game.make then game.make(state, move) else state = game.play(state, move) end
  end
  return state
end

-- The plies, with a fraction, that a search completes in the time.
local function plies(functions, options, state)
  local before
  for depth = 1, 60 do
    local ai = alphabeta.new(functions, options)
    local start = os.clock()
    local _, _, info = ai:search(state, {depth = depth, deepening = true})
    local time = math.max(os.clock() - start, 1e-6)
    ai:close()
    if time > SECONDS then
      return depth - 1 + (before and math.max(0, math.log(SECONDS / before) / math.log(time / before)) or 0)
    elseif info.reason == "solved" then
      return depth
    end
    before = time
  end
  return 60
end

for _, game in ipairs(GAMES) do
  local rows = {}
  for _, list in ipairs {USUAL, game[6]} do
    for _, names in ipairs(list) do rows[#rows + 1] = names end
  end
  for _, names in ipairs(rows) do
    local functions, figures, sum = with(game[2], game[3], names), {}, 0
    local options = names[1] == "evaluate" and {order = "evaluate"} or {}
    for seed = 1, POSITIONS do
      figures[seed] = plies(functions, options, position(game[2], game[4], game[5], seed))
      sum = sum + figures[seed]
    end
    table.sort(figures)
    local what = names[1] == "evaluate" and "rules, and order by evaluate" or "rules, " .. table.concat(names, ", ")
    report.record("functions", game[1], figures, nil, ("mean %.1f, %s"):format(sum / POSITIONS, report.runtime),
      names[1] and what or "rules alone")
  end
end
