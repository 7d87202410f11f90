-- Seeded random trees, with the options drawn at random too, against plain minimax written in Lua.
-- ALPHABETA_TREES sets how many trees (10,000 when it is absent); a failure names its seed and its options.

local fitting = require "spec.support.fitting"
local alphabeta = require "alphabeta"
local learning_only = require "spec.support.learning_only"
local oracle = require "spec.support.oracle"
local random_tree = require "spec.support.random_tree"
local rng = require "spec.support.rng"
local tree = require "spec.support.tree"

local unpack = table.unpack or unpack

local TREES = tonumber(os.getenv("ALPHABETA_TREES")) or 10000
local INFINITY = math.huge
local WIN = 100 -- among the evaluations of random trees, with values beyond it, and none from WIN less the depth to WIN
local BOUNDS = { -INFINITY, -100, -98, -7, -3, -1, -0.5, 0, 0.5, 1, 2, 3, 97, 100, INFINITY }

-- A tree, a depth, the game's traits and options, all drawn from one seed.
local function draw(seed)
  local random = rng.new(seed)
  local traits = {
    player = random:chance(0.6),
    is_over = random:chance(0.5),
    order = random:chance(0.4),
    result = random:chance(0.5),
    view = random:pick({ "max", "mover" }),
  }
  local plies = random:int(1, 5)
  local trial = {
    seed = seed,
    random = random,
    traits = traits,
    depth = random:pick({ plies - 1, plies, plies, plies + 1, plies + 3 }),
    options = {
      view = traits.view,
      win = random:chance(0.3) and WIN or nil,
    },
  }
  if traits.view == "max" and random:chance(0.4) then
    trial.options.maximize = random:chance(0.5)
  end
  local shape = { plies = plies }
  if not traits.player then
    shape.extra, shape.first = 0, 1
  end
  trial.root = random_tree.new(random, shape)
  return trial
end

local function describe_trial(trial, style)
  local words = {}
  for _, fields in ipairs({ trial.traits, trial.options }) do
    for name, value in pairs(fields) do
      words[#words + 1] = name .. "=" .. tostring(value)
    end
  end
  table.sort(words)
  return ("seed %d, %s, depth %d, %s"):format(trial.seed, style, trial.depth, table.concat(words, " "))
end

-- What plain minimax says of a trial; the children style is as good as any, for the moves are the same in all.
local function minimax(trial)
  trial.game = tree.game("children", trial.traits)
  return oracle.minimax(trial.game, trial.root, trial.depth, trial.options)
end

local WITHOUT = learning_only()

-- Searches in a style. With `learns` false, nothing is learned of moves.
local function search(trial, style, learns)
  local options = { game = tree.game(style, trial.traits), deepening = false, without = not learns and WITHOUT or nil }
  for name, value in pairs(trial.options) do
    options[name] = value
  end
  if trial.seed % 2 == 0 then -- what values mean may be said by the game itself
    options.game.view, options.game.win = options.view, options.win
    options.view, options.win = nil, nil
  end
  fitting(options, options.game)
  local result = {}
  result.best, result.value, result.info = alphabeta.search(tree.state(style, trial.root), trial.depth, options)
  return result
end

local COUNTS = { "depth", "nodes", "evaluations", "cutoffs", "reason", "bound", "win_in" }

local function check_same(check, one, other)
  check(one.best == other.best, "the same move in all styles")
  check(one.value == other.value, "the same value in all styles")
  for _, field in ipairs(COUNTS) do
    check(one.info[field] == other.info[field], "the same %s in all styles", field)
  end
  check(#one.info.pv == #other.info.pv, "the same line in all styles")
  for ply, move in ipairs(one.info.pv) do
    check(move == other.info.pv[ply], "the same line in all styles")
  end
end

-- A won or lost game is shown by the length of its line.
local function check_win(check, trial, result)
  local win, pv, plies = trial.options.win, result.info.pv, nil
  local unshrunk = oracle.follow(trial.game, trial.root, pv, { view = trial.options.view }, trial.depth)
  if win and math.abs(unshrunk) >= win then
    local root_wins = (unshrunk > 0) == (trial.options.maximize ~= false)
    plies = root_wins and #pv or -#pv
  end
  check(result.info.win_in == plies, "win_in to be %s, not %s", plies, result.info.win_in)
end

-- The value is the true one, and the move is one of the best.
local function check_value(check, result, truth)
  check(result.value == truth.value, "the value %s, not %s", truth.value, result.value)
  check(result.best == result.info.pv[1], "the best move first in the line")
  check(result.best == nil and truth.best == nil or truth.optimal[result.best], "one of the best moves")
end

-- The value is the true one, and its line leads to it.
local function check_exact(check, trial, result, truth)
  check_value(check, result, truth)
  local value, over = oracle.follow(trial.game, trial.root, result.info.pv, trial.options, trial.depth)
  check(value == result.value, "a line to the value %s, not %s", result.value, value)
  check(over or #result.info.pv == trial.depth, "a line to the end of the game or to the depth")
  check_win(check, trial, result)
end

local function check_reason(check, trial, result, truth)
  local expected = truth.over and "over" or trial.depth == 0 and "depth" or nil
  check(not expected or result.info.reason == expected, "the reason %s, not %s", expected, result.info.reason)
  check(truth.cut or result.info.reason ~= "depth", "no reason but the end of the tree when the depth cuts nothing")
end

local themes = {
  {
    "plain minimax finds the value and the first best move, and visits the whole tree",
    set = function(options)
      options.algorithm = "minimax"
    end,
    check = function(check, trial, result, truth)
      check_exact(check, trial, result, truth)
      check(result.best == truth.best, "the first of the best moves")
      check(result.info.nodes == truth.nodes, "%s nodes, not %s", truth.nodes, result.info.nodes)
      check(result.info.evaluations == truth.evaluations, "%s evaluations", truth.evaluations)
      check(result.info.cutoffs == 0, "no cut-off")
      if trial.depth > 0 and truth.best then
        check(result.info.reason == (truth.cut and "depth" or "solved"), "the right reason, not %s", result.info.reason)
      end
    end,
  },
  {
    "alpha-beta finds the value and the first best move, and visits what the textbook's does",
    set = function(options, random)
      options.algorithm = random:chance(0.3) and "alphabeta" or nil
    end,
    check = function(check, trial, result, truth)
      check_exact(check, trial, result, truth)
      check(result.best == truth.best, "the first of the best moves")
      check(result.info.evaluations <= truth.evaluations, "no more evaluations than minimax")
      if trial.options.win then
        return -- lines that cannot be won faster are cut, which the textbook does not do
      end
      local textbook = oracle.alphabeta(trial.game, trial.root, trial.depth, trial.options)
      for _, count in ipairs({ "nodes", "evaluations", "cutoffs" }) do
        check(result.info[count] == textbook[count], "%s %s, not %s", textbook[count], count, result.info[count])
      end
    end,
  },
  {
    "deepening finds the value and one of the best moves",
    set = function(options, random)
      options.deepening, options.algorithm = true, random:pick({ "alphabeta", "pvs" })
    end,
    check = function(check, trial, result, truth)
      if trial.options.algorithm == "alphabeta" then
        check_exact(check, trial, result, truth)
      else -- the line of PVS may end early
        check_value(check, result, truth)
      end
      local depth = result.info.depth
      check(depth == trial.depth or depth < trial.depth and result.info.reason ~= "depth", "the depth, not %s", depth)
    end,
  },
  {
    "a windowed search is exact inside its window and bounds the value outside it",
    set = function(options, random)
      local alpha, beta = random:int(1, #BOUNDS - 1), random:int(2, #BOUNDS)
      if alpha < beta then
        options.alpha, options.beta = BOUNDS[alpha], BOUNDS[beta]
      elseif random:chance(0.5) then
        options.alpha = BOUNDS[alpha]
      else
        options.beta = BOUNDS[beta]
      end
    end,
    check = function(check, trial, result, truth)
      local alpha, beta = trial.options.alpha or -INFINITY, trial.options.beta or INFINITY
      local value, bound = result.value, result.info.bound
      if truth.value > alpha and truth.value < beta then
        check(bound == "exact", "exact inside the window, not %s", bound)
      end
      if bound == "exact" then
        check_exact(check, trial, result, truth)
        check(result.best == truth.best, "the first of the best moves")
      elseif bound == "lower" then
        check(value >= beta and truth.value >= value, "a lower bound %s of %s", value, truth.value)
        check(not truth.best or truth.values[result.best] >= value, "a move that is worth the bound")
      else
        check(bound == "upper", "a bound, not %s", bound)
        check(value <= alpha and truth.value <= value, "an upper bound %s of %s", value, truth.value)
      end
      check(result.best == result.info.pv[1], "the best move first in the line")
      check(oracle.follow(trial.game, trial.root, result.info.pv), "a legal line")
      if trial.options.win then
        return
      end
      local textbook = oracle.alphabeta(trial.game, trial.root, trial.depth, trial.options)
      check(value == textbook.value, "the fail-soft value %s", textbook.value)
      check(result.info.nodes == textbook.nodes, "%s nodes, not %s", textbook.nodes, result.info.nodes)
    end,
  },
}

describe("On random trees,", function()
  for number, theme in ipairs(themes) do
    it(theme[1], function()
      for seed = number, TREES, #themes do
        local trial = draw(seed)
        theme.set(trial.options, trial.random)
        local truth = minimax(trial)
        local style

        local function check(condition, expected, ...)
          if not condition then
            local arguments = { n = select("#", ...), ... }
            for i = 1, arguments.n do
              arguments[i] = tostring(arguments[i])
            end
            local message = ("expected " .. expected):format(unpack(arguments, 1, arguments.n))
            error(message .. "\n" .. describe_trial(trial, style), 2)
          end
        end

        local first
        for _, name in ipairs(tree.STYLES) do
          style = name
          local result = search(trial, style)
          if style == "children" and trial.options.deepening then
            -- Killers and the history know states by their places, and none of the moves of the other styles, which
            -- are tokens: the counts are the same without both only.
            check_reason(check, trial, result, truth)
            theme.check(check, trial, result, truth)
            result = search(trial, style, false)
          end
          if first then
            check_same(check, result, first)
          else
            first = result
            check(result.value ~= 0 or 1 / result.value == INFINITY, "a zero without a sign")
            check_reason(check, trial, result, truth)
            theme.check(check, trial, result, truth)
          end
        end
      end
    end)
  end
end)
