-- The contract checker and whole games: those that are right have no defect, whatever is drawn.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local restyled = require "spec.support.restyled"
local random_trial = require "spec.support.trial"
local wrap = require "spec.support.wrap"

local check, none = alphabeta.check, findings.none

local SEEDS = effort(1, 2)

local function game(name) return require("games." .. name) end

local function with(rules, functions) return setmetatable(functions, {__index = rules}) end

local tictactoe, nim, connect4, reversi = game "tictactoe", game "nim", game "connect4", game "reversi"
local kalah, dots, pig, dice = game "kalah", game "dots_and_boxes", game "pig", game "dice"
local race, coins, sliding, tree = game "race", game "coins", game "sliding", game "tree"
local twenty48, chess, whist = game "2048", game "chess", game "whist"

local function new_reversi() return reversi.hashed.new(4) end
local function new_connect4() return connect4.hashed.new(5, 4) end
local function new_kalah() return kalah.hashed.new(3, 3) end
local function new_dots() return dots.hashed.new(2, 2) end
local function new_coins() return coins.new {8, 2, 4, 7, 3, 6} end

-- Games for two, whose evaluations can be turned round, and others.
local FOR_TWO = {
  {"tic-tac-toe", tictactoe.hashed, tictactoe.new, {win = 1000}},
  {"nim", nim.hashed, function() return nim.new {2, 3, 4} end},
  {"connect four", with(connect4.hashed, {order = connect4.centre_first}), new_connect4, {win = connect4.WIN}},
  {"connect four from the centre", game "connect4_hashed", new_connect4},
  {"reversi", with(reversi.hashed, {order = reversi.corners_first}), new_reversi},
  {"kalah", with(kalah.hashed, {order = kalah.again_first}), new_kalah},
  {"dots and boxes", with(dots.hashed, {order = dots.boxes_first}), new_dots},
  {"pig", pig.hashed, function() return pig.new(10) end, {value_min = -1, value_max = 1}},
  {"dice", with(dice.hashed, {order = dice.lines_first}), function() return dice.new(3) end},
  {"the race", race.hashed, function() return race.new("20", "11") end, {value_min = -1, value_max = 1}},
  {"chess", chess, function() return chess.new "r3k3/1P4p1/8/5P2/8/8/6p1/4K2R w Kq - 57 60" end,
    {win = chess.WIN, endless = true}},
}
local OTHERS = {
  {"tic-tac-toe without keys", tictactoe, tictactoe.new, {win = 1000, value_min = -1000, value_max = 1000}},
  {"nim by its own methods", nil, function() return nim.new {1, 2, 3} end},
  {"connect four without keys", connect4, function() return connect4.new(7, 6) end, {win = connect4.WIN, games = 2}},
  {"reversi without keys", reversi, function() return reversi.new(6) end, {games = 2}},
  {"kalah without keys", kalah, function() return kalah.new(4, 3) end},
  {"dots and boxes without keys", dots, function() return dots.new(2, 2) end},
  {"pig without keys", pig, function() return pig.new(20) end},
  {"dice without keys", dice, function() return dice.new(3) end},
  {"the race without keys", race, function() return race.new("210", "111", {sides = 3}) end},
  {"2048", twenty48, twenty48.new},
  {"2048 with keys", twenty48.hashed, twenty48.new},
  {"coins in a row", coins, new_coins, {algorithm = "maxn", value_min = 0, value_sum = 3 * 30}},
  {"coins in a row, paranoid", coins.paranoid, new_coins},
  {"the sliding puzzle", sliding, function() return sliding.new(3, 2, {4, 1, 2, 5, 0, 3}) end, {endless = true}},
  {"the sliding puzzle with keys", sliding.hashed, function() return sliding.new(3, 2, {4, 1, 2, 5, 0, 3}) end,
    {endless = true}},
  {"chess from the start", chess, chess.new, {win = chess.WIN, endless = true}},
  {"whist", whist, function() return whist.new(function(n) return math.ceil(n / 2) end, 4) end},
  {"trees", tree, (tree.new {{3, {5, 2}, 7}, {6, 9}}), {ends_only = true}},
  {"recorded trees", tree.recorded {}, (tree.new {{3, 5}, {6, {9, 1}}}), {ends_only = true}},
}

-- Checks a game for some seeds, all of them by default, by games that are few and short.
local function check_seeds(rules, new, options, more, seeds)
  for seed = 1, seeds or SEEDS do
    local settings = wrap.replace({games = 2, nodes = effort(18, 50), max_plies = 60, seed = seed}, options or {})
    local report = check(rules, new, wrap.replace(settings, more or {}))
    none(report)
    -- Chess has functions for several kinds of searches.
    local is_in_vain = tostring(report):find("options never calls", 1, true)
    assert.is_truthy(more or rules == chess or not is_in_vain, tostring(report))
  end
end

-- A game in another style has not much to show that is new, and takes its time.
local in_full = effort(function() end, it)
local FEW_SEEDS = math.ceil(SEEDS / 2)
local BRIEFLY = {nodes = 24}

describe("the games of the examples have no defect:", function()
  for _, example in ipairs(FOR_TWO) do
    local name, rules, new, options = example[1], example[2], example[3], example[4]

    it(name, function() check_seeds(rules, new, options) end)
    in_full(name .. ", for the player to move", function()
      check_seeds(restyled.for_mover(rules), new, options, {view = "mover"}, FEW_SEEDS)
    end)
    if rules.make then
      in_full(name .. ", by copies", function()
        check_seeds(restyled.by_copies(rules), new, options, BRIEFLY, FEW_SEEDS)
      end)
    end
    if rules.moves then
      in_full(name .. ", by children", function()
        check_seeds(restyled.by_children(rules), new, options, BRIEFLY, FEW_SEEDS)
      end)
    end
  end

  for _, example in ipairs(OTHERS) do
    it(example[1], function() check_seeds(example[2], example[3], example[4]) end)
  end

  it("all of them are here", function()
    local is_checked = {[nim] = true}
    for _, list in ipairs {FOR_TWO, OTHERS} do
      for _, example in ipairs(list) do is_checked[example[2] or nim] = true end
    end
    for name in require("lfs").dir "examples/games" do
      local stem = name:match "^(.*)%.lua$"
      if stem then assert.is_true(is_checked[game(stem)], name) end
    end
  end)
end)

describe("the games of the examples", function()
  it("have no defect in connect four, as LÖVE's opponent sees it", function()
    local before = package.path
    package.path = "examples/love/connect4/?.lua;" .. before
    local match = require "game.match"
    package.path = before
    none(check(match.RULES, new_connect4, {win = connect4.WIN, games = 2, nodes = 100}))
  end)
end)

describe("random games that are right have no defect:", function()
  it("on graphs, in each style, with chance nodes and without", function()
    local seeds = effort.seeds(15, 60)
    for seed = seeds.first, seeds.last do
      local trial = random_trial.new(seed, {
        players = {2, 2, 3}, chance = {false, false, 0.3}, omit = "result bounds max_player",
        shape = {back = 0, skip = 0},
      })
      local root = trial.graph.root
      local has_begun = (root.successors or {})[1] and not (root.over and trial.game.is_over)
      if has_begun then
        local report = check(trial.game, function() return trial:state() end, {
          -- what their ends are worth is drawn, and may well be good for one player only
          view = trial.traits.view, seed = seed, games = 3, nodes = 60,
          sign = false,
        })
        assert.is_true(report.ok, trial:describe() .. "\n" .. tostring(report))
      end
    end
  end)
end)
