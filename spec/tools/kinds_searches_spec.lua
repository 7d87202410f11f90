-- Searches of the example games find what is known of them: from theory, from what others have published, or by a
-- recursion over the game without its rules, which has found the numbers of the rows here once. Boards of connect four
-- are solved in solver_spec, and chess is searched in chess_spec.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local coins = require "games.coins"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local nim = require "games.nim"
local race = require "games.race"
local random_game = require "spec.support.random_game"
local reversi = require "games.reversi"
local sliding = require "games.sliding"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, jit and 3 or 2)

-- A game with some functions of its own.
local function variant(game, functions) return setmetatable(functions, {__index = game}) end

describe("Coins in a row", function()
  -- Coins, players, the most coins that a turn takes; the best first move, and what each player gets.
  local ROWS = {
    {{1, 0, 3, 5, 5, 1, 6, 6}, 3, 1, -1, {11, 10, 6}}, {{0, 0, 2, 2, 2, 0}, 4, 1, 1, {2, 0, 2, 2}},
    {{2, 6, 6, 4, 4, 4, 4}, 2, 2, -2, {18, 12}}, {{1, 2, 1, 2, 3, 2}, 3, 2, -2, {5, 3, 3}},
    {{0, 1, 0, 1, 1, 0, 1, 0, 1}, 4, 2, 2, {2, 1, 1, 1}}, {{1, 3, 7, 7, 0}, 2, 2, 1, {8, 10}},
    {{8, 3, 5, 7, 0, 5, 2, 1, 8}, 3, 1, 1, {18, 17, 4}}, {{5, 3, 0, 4, 4, 0, 1}, 4, 1, 1, {9, 7, 1, 0}},
  }

  it("bring each player, by max^n, what the recursion over the row says, and by the same first move", function()
    for _, row in ipairs(ROWS) do
      local list, players, most, move, expected = row[1], row[2], row[3], row[4], row[5]
      local total = 0
      for _, worth in ipairs(list) do total = total + worth end
      for _, bounds in ipairs {{}, {value_sum = players * total, value_min = 0}} do
        bounds.game, bounds.algorithm = coins, "maxn"
        local best, value = alphabeta.search(coins.new(list, players, most), #list, bounds)
        assert.equal(move, best)
        for who = 1, players do assert.equal(players * expected[who], value[who]) end
      end
    end
  end)
end)

describe("Dots and boxes", function()
  -- Boards whose whole game is searched; what the first player gets more than the second. That 2 by 2 is won is shown
  -- in Winning Ways; the others are of the recursion over the lines.
  local BOARDS = {{1, 1, -1}, {2, 1, 0}, {1, 2, 0}, {3, 1, -1}, {2, 2, 2}, {3, 2, -2}}
  local ordered = variant(dots.hashed, {order = dots.boxes_first})

  for _, board in ipairs(BOARDS) do
    local width, height, margin = board[1], board[2], board[3]
    local lines = #dots.moves(dots.new(width, height))
    if lines <= 7 * EFFORT then
      it(("of %d by %d are worth %d to who begins"):format(width, height, margin), function()
        local _, value = alphabeta.search(dots.hashed.new(width, height), lines, {game = ordered})
        assert.equal(margin, value)
      end)
    end
  end
end)

describe("A search of the race", function()
  -- Checks the probability of winning, which a search to the end finds, with the orders of chance nodes that there are.
  local function check(expected, state, depth)
    for _, order in ipairs {"evaluate", false} do
      local _, value, info = alphabeta.search(state, depth, {
        game = race.hashed, value_min = -1, value_max = 1, order = order or nil,
      })
      assert.equal("solved", info.reason)
      assert.is_true(math.abs(expected - (value + 1) / 2) < 1e-12, value)
    end
  end

  -- In how many of 36 throws the last two checkers leave the board: a table that every player of backgammon knows.
  local LAST_TWO = {
    {36, 34, 29, 23, 15}, -- on point 1, and on point 2, ..., 6
    {26, 25, 23, 19, 13}, -- on point 2, and on point 2, ..., 6
    {17, 17, 14, 10}, {11, 10, 8}, {6, 6}, {4},
  }

  it("bears off the last two checkers in as many throws as the books say", function()
    for low = EFFORT == 1 and 4 or 1, 6 do
      for i, throws in ipairs(LAST_TWO[low]) do
        local high = math.max(low, 2) + i - 1
        local counts = {0, 0, 0, 0, 0, 0}
        counts[low] = counts[low] + 1
        counts[high] = counts[high] + 1
        check(throws / 36, race.new(table.concat(counts), "1"), 3) -- the other wins by any throw
      end
    end
  end)

  -- The checkers of both, sides of the dice, whether doubles count twice, the depth; and the probability of winning.
  for _, row in ipairs {
    {"11", "2", 2, true, 6, 1}, {"012", "012", 3, false, 9, 548.174211248285 / 729},
    {"111", "021", 3, true, 9, 603 / 729}, {"3", "2", 4, true, 6, 0.25},
    {"0011", "0101", 4, false, 8, 2874.29296875 / 4096}, {"1111", "0202", 2, true, 12, 54 / 64},
    {"0002", "11", 6, true, 6, 11 / 36},
  } do
    it(("is exact to the end: %s against %s, %d sides"):format(row[1], row[2], row[3]), function()
      check(row[6], race.new(row[1], row[2], {sides = row[3], doubles = row[4]}), row[5])
    end)
  end
end)

describe("The sliding puzzle", function()
  -- How many positions of 3 by 2 need 0 moves, 1, ...: OEIS A090034.
  local CENSUS = {1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1}

  it("needs as many moves as published, and a searcher that remembers solves it in the fewest", function()
    local ai = alphabeta.new(sliding.hashed, {win = sliding.WIN, deepening = true})
    local seen, frontier = {}, {sliding.new(3, 2)}
    seen[sliding.draw(frontier[1])] = true
    for distance, count in ipairs(CENSUS) do
      assert.equal(count, #frontier)
      local moves = distance - 1
      for _, state in ipairs((moves == 21 or moves == 7 and EFFORT > 1) and frontier or {}) do
        local _, value, info = ai:search(state, 21)
        assert.same({sliding.WIN - moves, moves}, {value, info.win_in})
      end
      local reached = {}
      for _, state in ipairs(frontier) do
        for _, tile in ipairs(sliding.moves(state)) do
          local child = alphabeta.copy(state)
          sliding.make(child, tile)
          local name = sliding.draw(child)
          if not seen[name] then seen[name], reached[#reached + 1] = true, child end
        end
      end
      frontier = reached
    end
    assert.same({}, frontier)
  end)

  it("has no solution from the other half of the positions", function()
    local _, value, info = alphabeta.search(sliding.new(3, 2, {2, 1, 3, 4, 5, 0}), 25,
      {game = sliding.hashed, win = sliding.WIN, deepening = true})
    assert.is_nil(info.win_in)
    assert.is_true(value < 0)
  end)
end)

-- What a search to the end of a game finds: its value, the best move, and info.
local function solve(game, state, options)
  options = options or {}
  options.game, options.deepening = game, false
  local best, value, info = alphabeta.search(state, 200, options)
  assert.equal(#game.moves(state) > 0 and "solved" or "over", info.reason)
  return value, best, info
end

describe("Nim", function()
  it("is lost exactly where the theory says so, and won by moves of the theory", function()
    for a = 0, 4 do
      for b = 0, 4 do
        for c = 0, 3 do
          local state = nim.new {a, b, c}
          local value, best = solve(nim, state, {alpha = -1, beta = 1})
          assert.equal(nim.sum(state) == 0, value < 0)
          if value > 0 then assert.equal(0, nim.sum(nim.play(state, best))) end
        end
      end
    end
  end)

  it("is won the shortest way: of two heaps, the larger is made equal", function()
    local best, value, info = alphabeta.search(nim.new {2, 5}, 7, {win = nim.WIN})
    assert.same({{heap = 2, take = 3}, nim.WIN - 5, 5}, {best, value, info.win_in})
  end)
end)

describe("Reversi", function()
  it("is won on a board of 4 by 4 by the second player, with 8 discs more", function()
    local by_margin = variant(reversi, {evaluate = reversi.margin})
    local value, _, info = solve(by_margin, reversi.new(4))
    local state = random_game.after(reversi, reversi.new(4), info.pv)
    assert.same({}, reversi.moves(state))
    assert.same({-8, 3, 11, -reversi.WIN - 8},
      {value, reversi.count(state, 1), reversi.count(state, 2), reversi.evaluate(state, 1)})
  end)
end)

describe("Kalah", function()
  it("is won, drawn and lost as it was solved by Irving, Donkers and Uiterwijk (2000)", function()
    -- By the number of pits; in each row by the number of seeds, from 1.
    for pits, row in ipairs {"DLWLWD", "WLLLWW", EFFORT == 3 and "DWWW" or "DWW"} do
      local results = {}
      for seeds = 1, #row do
        local value = solve(kalah, kalah.new(pits, seeds))
        results[seeds] = value > 0 and "W" or value < 0 and "L" or "D"
      end
      assert.equal(row, table.concat(results))
    end
  end)
end)
