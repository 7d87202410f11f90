-- The contract checker and whole games: those that are right have no defect, whatever is drawn; those that were broken
-- on purpose have the one that was put in.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local small_games = require "spec.support.small_games"

local check = alphabeta.check
local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local after, copy, takes, turn, worth = small_games.after, small_games.copy, small_games.takes, small_games.turn, small_games.worth
local copying, dice, nim, row, with = small_games.copying, small_games.dice, small_games.nim, small_games.row, small_games.with
local NIM, STYLES, start = small_games.NIM, small_games.STYLES, small_games.start

local IS_SLOW = os.getenv "ALPHABETA_SLOW" == "0"

describe("the games of the examples", function()
  local function game(name) return require("games." .. name) end
  local connect4, reversi, sliding, coins = game "connect4", game "reversi", game "sliding", game "coins"
  local kalah, dots, pig, race = game "kalah", game "dots_and_boxes", game "pig", game "race"

  local function row_of_coins() return coins.new {8, 2, 4, 7, 3, 6, 5, 8} end

  local EXAMPLES = {
    {"tic-tac-toe", game "tictactoe", game("tictactoe").new, {win = 1000, value_min = -1000, value_max = 1000}},
    {"tic-tac-toe with keys", game("tictactoe").hashed, game("tictactoe").new},
    {"nim", game "nim", game("nim").new {3, 4, 5}},
    {"nim with keys", game("nim").hashed, game("nim").new {3, 4, 5}},
    {"nim by its own methods", nil, game("nim").new {1, 2, 3}},
    {"connect four", connect4, connect4.new, {win = connect4.WIN, games = 3}},
    {"connect four with keys and an order", with(connect4.hashed, {order = connect4.centre_first}),
      function() return connect4.hashed.new(5, 4) end, {games = 5}},
    {"reversi", with(reversi, {order = reversi.corners_first}), function() return reversi.new(4) end, {games = 5}},
    {"reversi with keys", reversi.hashed, function() return reversi.hashed.new(6) end, {games = 2}},
    {"kalah", with(kalah, {order = kalah.again_first}), kalah.new(4, 3), {games = 5}},
    {"kalah with keys", kalah.hashed, kalah.hashed.new(3, 3), {games = 5}},
    {"dots and boxes", with(dots, {order = dots.boxes_first}), dots.new, {games = 5}},
    {"dots and boxes with keys", dots.hashed, dots.hashed.new, {games = 5}},
    {"2048", game "2048", game("2048").new, {nodes = 300}},
    {"2048 with keys", game("2048").hashed, game("2048").new, {nodes = 300}},
    {"pig", pig, function() return pig.new(20) end, {value_min = -1, value_max = 1, games = 5}},
    {"pig with keys", pig.hashed, function() return pig.new(20) end, {games = 5}},
    {"dice", game "dice", function() return game("dice").new(3) end, {games = 3}},
    {"dice with keys", game("dice").hashed, function() return game("dice").new(3) end, {games = 3}},
    {"the race", race, race.new("210", "111"), {value_min = -1, value_max = 1}},
    {"the race with keys", race.hashed, race.new("210", "111")},
    {"coins in a row", coins, row_of_coins, {algorithm = "maxn", value_min = 0, value_sum = 3 * 43}},
    {"coins in a row, paranoid", coins.paranoid, row_of_coins},
    {"the sliding puzzle", sliding.hashed, function() return sliding.new(3, 2, {4, 1, 2, 5, 0, 3}) end,
      {endless = true, max_plies = 50, games = 5}},
    {"trees", game "tree", (game("tree").new {{3, {5, 2}, 7}, {6, 9}}), {ends_only = true}},
  }

  for i, example in ipairs(EXAMPLES) do
    if not IS_SLOW or i < 4 then
      it("have no defect: " .. example[1], function()
        local report = check(example[2], example[3], example[4])
        assert.is_true(report.ok, tostring(report))
      end)
    end
  end

  it("are all checked here", function()
    local names = {}
    for name in require("lfs").dir "examples/games" do
      local stem = name:match "^(.*)%.lua$"
      if stem then names[#names + 1] = stem end
    end
    for _, name in ipairs(names) do
      local is_there, rules = false, game(name)
      for _, example in ipairs(EXAMPLES) do
        local rules_of = example[2] or rules
        local meta = getmetatable(rules_of)
        is_there = is_there or rules_of == rules or rules_of == rules.hashed or meta and meta.__index == rules
      end
      assert.is_true(is_there, name)
    end
  end)
end)
