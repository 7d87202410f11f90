-- Searches of the example games find what is known of them: from spec/support/solutions.lua, which solves some without
-- a search and without their rules, from theory, or from what others have published. Boards of connect four are solved
-- in solver_spec, and chess is searched in chess_spec.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local coins = require "games.coins"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local nim = require "games.nim"
local pig = require "games.pig"
local race = require "games.race"
local random_game = require "spec.support.random_game"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"
local sliding = require "games.sliding"
local solutions = require "spec.support.solutions"
local tree = require "games.tree"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, jit and 3 or 2)

local wander = random_game.wander

-- Sums of the same numbers in another order differ by so much at most.
local ROUNDING = 1e-12

local function assert_near(expected, actual, within)
  local message = ("expected %.17g, got %.17g"):format(expected, actual)
  assert.is_true(math.abs(expected - actual) <= (within or ROUNDING), message)
end

local unpack = table.unpack or unpack

-- A game with some functions of its own.
local function variant(game, functions) return setmetatable(functions, {__index = game}) end
-- Adds an entry, whatever the value is.
local function append(list, value) list[#list + 1] = value end
-- The solutions themselves, against what others have found.
describe("a solution of", function()
  it("Piglet gives the probabilities of Neller and Presser", function()
    -- Scores and totals are twice those of the paper, where heads is worth 1.
    local wins = solutions.pig(4, 2)
    assert_near(4 / 7, wins(0, 0, 0))
    assert_near(5 / 7, wins(0, 0, 2))
    assert_near(2 / 5, wins(0, 2, 0))
    assert_near(3 / 5, wins(0, 2, 2))
    assert_near(4 / 5, wins(2, 0, 0))
    assert_near(2 / 3, wins(2, 2, 0))
  end)

  if EFFORT == 3 then
    it("Pig gives the player who begins 53.06 percent, as theirs does", function()
      assert_near(0.5306, solutions.pig(100, 6)(0, 0, 0), 0.00005)
    end)
  end

  it("the sliding puzzle of 3 by 2 needs as many moves as OEIS A090034 says, at most 21", function()
    local expected = {
      [0] = 1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
    }
    local _, census = solutions.sliding(3, 2)
    assert.same(expected, census)
  end)
end)

describe("coins in a row", function()
  -- Random rows, some of them with many coins that are alike.
  local function each_row(count, longest, visit)
    local random = rng.new(7)
    for i = 1, count do
      local row, greatest = {}, random:int(1, 9)
      for at = 1, random:int(1, longest) do row[at] = random:int(0, greatest) end
      visit(row, 2 + i % 3, random:int(1, 3))
    end
  end

  it("bring each player, by max^n, what the recursion over the row says, and by the same first move", function()
    each_row(EFFORT == 1 and 10 or 60, 9, function(row, players, most)
      local expected, move = solutions.coins(row, players, most)
      local total = 0
      for _, worth in ipairs(row) do total = total + worth end
      for _, bounds in ipairs {{}, {value_sum = players * total, value_min = 0}} do
        bounds.game, bounds.algorithm = coins, "maxn"
        local best, value = alphabeta.search(coins.new(row, players, most), #row, bounds)
        assert.equal(move, best)
        for who = 1, players do assert.equal(players * expected[who], value[who]) end
      end
    end)
  end)
end)

describe("dots and boxes", function()
  -- Boards whose whole game is searched; what the first player gets more than the second. That 2 by 2 is won is shown
  -- in Winning Ways; the others are of the solution here.
  local BOARDS = {{1, 1, -1}, {2, 1, 0}, {1, 2, 0}, {3, 1, -1}, {2, 2, 2}, {3, 2, -2}}
  local ordered = variant(dots.hashed, {order = dots.boxes_first})

  for _, board in ipairs(BOARDS) do
    local width, height, margin = board[1], board[2], board[3]
    local lines = #dots.moves(dots.new(width, height))

    if lines <= 7 * EFFORT then
      it(("of %d by %d is worth %d to who begins"):format(width, height, margin), function()
        if lines <= 12 or EFFORT == 3 then assert.equal(margin, solutions.dots_and_boxes(width, height)()) end
        local _, value = alphabeta.search(dots.hashed.new(width, height), lines, {game = ordered})
        assert.equal(margin, value)
      end)
    end
  end
end)

describe("a search of pig", function()
  -- Pig where an evaluation is what `undecided(mine, theirs, total, rolling, is_mine)` says, for who moves, until it is
  -- over. Its keys hold, too, how many decisions were made: so the table keeps a position apart from the same one later
  -- on, which a search so deep comes to at every depth.
  local function judged(undecided)
    return variant(pig.hashed, {
      make = function(state, move)
        if type(move) == "string" then state.decisions = (state.decisions or 0) + 1 end
        return pig.make(state, move)
      end,
      unmake = function(state, move, total)
        if type(move) == "string" then state.decisions = state.decisions - 1 end
        pig.unmake(state, move, total)
      end,
      hash = function(state) return 100 * pig.hashed.hash(state) + (state.decisions or 0) end,
      evaluate = function(state, me)
        local turn = state.turn
        local value
        if state[turn] + state.total >= state.goal then
          value = 1
        else
          value = undecided(state[turn], state[3 - turn], state.total, state.is_rolling, turn == me)
        end
        return turn == me and value or -value
      end,
    })
  end

  for _, size in ipairs {{4, 2}, {12, 2}, {20, 6}} do
    local goal, sides = size[1], size[2]
    local name = ("to %d, with %d sides, "):format(goal, sides)
    local wins = solutions.pig(goal, sides)

    -- What a position is worth, from -1 to 1, to who is to move or to roll.
    local function exact(mine, theirs, total, rolling)
      if not rolling then return 2 * wins(mine, theirs, total) - 1 end
      local sum = 1 - wins(theirs, mine, 0)
      for face = 2, sides do sum = sum + wins(mine, theirs, total + face) end
      return 2 * sum / sides - 1
    end

    it(name .. "finds at any depth what is exact when evaluations are", function()
      local game = judged(exact)
      for seed = 1, EFFORT == 1 and 2 or 10 do
        local state = wander(pig, pig.new(goal, sides), seed, 3 * seed % 17)
        local expected = game.evaluate(state, state.turn)
        for depth = 1, 5 do
          for _, star2 in ipairs {true, false} do
            local order = star2 and "evaluate" or nil
            local _, value = alphabeta.search(state, depth, {game = game, value_min = -1, value_max = 1, order = order})
            assert_near(expected, value, 1e-11)
          end
        end
      end
    end)

  end
end)

describe("a search of the race", function()
  -- What a search finds that goes to the end: the probability of winning.
  local function probability(state, depth, options)
    options = options or {}
    options.game = options.game or race.hashed
    options.value_min, options.value_max = -1, 1
    local _, value, info = alphabeta.search(state, depth, options)
    assert.equal("solved", info.reason)
    return (value + 1) / 2
  end

  -- The points that checkers stand on, highest first.
  local function points_of(checkers)
    local points = {}
    for point = #checkers, 1, -1 do
      for _ = 1, tonumber(checkers:sub(point, point)) do append(points, point) end
    end
    return points
  end

  -- In how many of 36 throws the last two checkers leave the board: a table that every player of backgammon knows.
  local LAST_TWO = {
    {36, 34, 29, 23, 15}, -- on point 1, and on point 2, ..., 6
    {26, 25, 23, 19, 13}, -- on point 2, and on point 2, ..., 6
    {17, 17, 14, 10},
    {11, 10, 8},
    {6, 6},
    {4},
  }

  it("bears off the last two checkers in as many throws as the books say", function()
    for low = EFFORT == 1 and 4 or 1, 6 do
      for i, throws in ipairs(LAST_TWO[low]) do
        local high = math.max(low, 2) + i - 1
        local counts = {0, 0, 0, 0, 0, 0}
        counts[low] = counts[low] + 1
        counts[high] = counts[high] + 1
        -- The other has one checker left, on the first point, and wins by any throw.
        local state = race.new(table.concat(counts), "1")
        assert_near(throws / 36, probability(state, 3))
      end
    end
  end)

  local RACES = {
    {"11", "2", 2, true, 6}, {"012", "012", 3, false, 9}, {"111", "021", 3, true, 9}, {"3", "2", 4, true, 6},
    {"0011", "0101", 4, false, 8}, {"1111", "0202", 2, true, 12}, {"0002", "11", 6, true, 6},
  }

  for _, case in ipairs(RACES) do
    local first, second, sides, doubles, depth = unpack(case)
    it(("is exact to the end: %s against %s, %d sides%s"):format(first, second, sides,
      doubles and ", doubles" or ""), function()
      local wins = solutions.race(sides, doubles)
      local state = race.new(first, second, {sides = sides, doubles = doubles})
      local expected = wins(points_of(first), points_of(second))
      assert_near(expected, probability(state, depth))
      for _, chance in ipairs(EFFORT == 1 and {} or race.chances(state)) do
        local thrown = chance.outcome
        local best_value = 0
        for _, child in ipairs(race.children(thrown)) do
          best_value = math.max(best_value, 1 - wins(points_of(second), points_of(child[1])))
        end
        for _, star2 in ipairs {true, false} do
          assert_near(best_value, probability(thrown, depth, {order = star2 and "evaluate" or nil}))
        end
      end
    end)
  end
end)

describe("the sliding puzzle", function()
  local distances = solutions.sliding(3, 2)

  local function puzzle(name)
    local list = {}
    for tile in name:gmatch "%d+" do list[#list + 1] = tonumber(tile) end
    return sliding.new(3, 2, list)
  end

  it("is solved in the fewest moves from afar, 21 at most, by a searcher that remembers", function()
    local ai = alphabeta.new(sliding.hashed, {win = sliding.WIN, deepening = true})
    local tried = 0
    for name, distance in pairs(distances) do
      if distance == 21 or EFFORT > 1 and distance == 7 or EFFORT == 3 and distance % 3 == 0 then
        tried = tried + 1
        local _, value, info = ai:search(puzzle(name), 21)
        assert.equal(sliding.WIN - distance, value)
        assert.equal(distance, info.win_in)
      end
    end
    assert.equal(EFFORT == 3 and 131 or EFFORT == 2 and 13 or 1, tried)
  end)

  it("has no solution from the other half of the positions", function()
    local _, value, info = alphabeta.search(puzzle "2,1,3,4,5,0", 25,
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

describe("nim", function()
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

describe("reversi", function()
  it("is won on a board of 4 by 4 by the second player, with 8 discs more", function()
    local by_margin = variant(reversi, {evaluate = reversi.margin})
    local value, _, info = solve(by_margin, reversi.new(4))
    local state = random_game.after(reversi, reversi.new(4), info.pv)
    assert.same({}, reversi.moves(state))
    assert.same({-8, 3, 11, -reversi.WIN - 8},
      {value, reversi.count(state, 1), reversi.count(state, 2), reversi.evaluate(state, 1)})
  end)
end)

describe("kalah", function()
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

describe("connect four", function()
  it("is lost in two plies to three in a row that are open at both ends", function()
    local state = random_game.after(connect4, connect4.new(), {4, 4, 3, 3, 5})
    local best, value, info = alphabeta.search(state, 4, {game = connect4, win = connect4.WIN})
    assert.same({1, 2 - connect4.WIN, -2}, {best, value, info.win_in}) -- every move loses as fast: the first of them
  end)
end)

describe("a tree of a single leaf", function()
  it("is over", function()
    local best, value, info = alphabeta.search(tree.new(7), 3, {game = tree})
    assert.same({nil, 7, "over"}, {best, value, info.reason})
  end)
end)
