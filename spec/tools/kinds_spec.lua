--- What holds along every game; and games of every kind: dice, tiles that fall at random, three players, turns that go
-- on, a puzzle for one.
-- Their rules, and that searches find what is known of them: from spec/support/solutions.lua, which solves them without
-- a search and without their rules, or from what others have published.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local chess = require "games.chess"
local coins = require "games.coins"
local connect4 = require "games.connect4"
local deep = require "spec.support.deep"
local dice = require "games.dice"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local nim = require "games.nim"
local pig = require "games.pig"
local race = require "games.race"
local reversi = require "games.reversi"
local random_game = require "spec.support.random_game"
local rng = require "spec.support.rng"
local sliding = require "games.sliding"
local solutions = require "spec.support.solutions"
local tictactoe = require "games.tictactoe"
local tiles = require "games.2048"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, jit and 3 or 2)

-- How many random games each rule is tried along.
local RANDOM_GAMES = EFFORT == 1 and 2 or 10

local after, followers, wander = random_game.after, random_game.followers, random_game.wander

-- Sums of the same numbers in another order differ by so much at most.
local ROUNDING = 1e-12

local function assert_near(expected, actual, within)
  local message = ("expected %.17g, got %.17g"):format(expected, actual)
  assert.is_true(math.abs(expected - actual) <= (within or ROUNDING), message)
end

local unpack = table.unpack or unpack

-- A game with some functions of its own.
local function variant(game, functions) return setmetatable(functions, {__index = game}) end

-- A state with other fields.
local function with_fields(state, fields)
  for name, value in pairs(fields) do state[name] = value end
  return state
end

-- Adds an entry, whatever the value is.
local function append(list, value) list[#list + 1] = value end

-- What makes two positions the same, where that is not what is drawn.
local function lines_and_margin(state) return dots.draw(state):gsub("%d", "o") .. state.margin end

local function all_but_the_cells(state) return tiles.draw(state) .. state.to_come end

local function sorted_heaps(state)
  local heaps = {unpack(state)}
  table.sort(heaps)
  return table.concat(heaps, " ")
end

local function without_the_clock(state)
  local position = chess.fen(state):match "^%S+ %S+ %S+ %S+"
  return state.clock < 60 and position or position .. " " .. state.clock
end

local GAMES = {
  {name = "pig", game = pig, new = function() return pig.new(30) end, players = 2},
  {name = "piglet", game = pig, new = function() return pig.new(4, 2) end, players = 2},
  {name = "pig with keys", game = pig.hashed, new = function() return pig.new(15) end, players = 2},
  {name = "the race", game = race.hashed, new = function() return race.new("112") end, players = 2},
  {name = "2048", game = tiles.hashed, new = tiles.new, same = all_but_the_cells},
  {name = "dice", game = dice.hashed, new = dice.new, players = 2},
  {name = "coins in a row", game = coins, new = function() return coins.new {3, 1, 4, 1, 5, 9, 2, 6} end},
  {name = "coins for four", game = coins, new = function() return coins.new({2, 7, 1, 8, 2, 8, 1, 8}, 4, 3) end},
  {name = "dots and boxes", game = dots, new = function() return dots.new(3, 2) end, players = 2},
  {
    name = "dots and boxes with keys", game = dots.hashed, players = 2, same = lines_and_margin,
    new = function() return dots.hashed.new(2, 3) end,
  },
  {name = "the sliding puzzle", game = sliding.hashed, new = function() return sliding.new(3, 3) end},
}

-- Games without chance nodes, for two, which are played to the end.
for _, row in ipairs {
  {"tic-tac-toe", tictactoe.hashed, tictactoe.new, 20}, {"connect four, 7 by 6", connect4, connect4.new, 10},
  {"connect four, 4 by 12", connect4.hashed, function() return connect4.hashed.new(4, 12) end, 10},
  {"connect four, 4 by 5", connect4, function() return connect4.new(4, 5) end, 10},
  {"connect four, 12 by 11", connect4, function() return connect4.new(12, 11) end, 3},
  {"reversi, 4 by 4", reversi, function() return reversi.new(4) end, 10},
  {"reversi, 8 by 8", reversi, reversi.new, 3},
  {"reversi, 10 by 10", reversi, function() return reversi.new(10) end, 1},
  {"nim", nim.hashed, function() return nim.new {5, 0, 7, 3} end, 10, sorted_heaps},
  {"kalah, 6 pits and 4 seeds", kalah.hashed, kalah.hashed.new, 10},
  {"kalah, 2 pits and 9 seeds", kalah.hashed, function() return kalah.hashed.new(2, 9) end, 10},
  {"connect four with keys", connect4.hashed, connect4.hashed.new, 10},
  {"reversi with keys", reversi.hashed, function() return reversi.hashed.new(6) end, 5},
  {"reversi, 4 by 4, with keys", reversi.hashed, function() return reversi.hashed.new(4) end, 20},
} do
  append(GAMES, {
    name = row[1], game = row[2], new = row[3], same = row[5], players = 2, plies = 1000,
    games = effort(math.ceil(row[4] / 2), row[4]),
  })
end

-- Chess, where promotions, captures en passant, castling and draws by the fifty-move rule come soon.
for _, fen in ipairs {
  "4k3/1q6/8/8/8/8/4P1Q1/4K3 w - - 60 90", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "r3k3/1P4p1/8/5P2/8/8/6p1/4K2R w Kq - 57 60", "8/6p1/8/5P1k/1p6/8/P1P2K2/8 b - - 93 80",
} do
  append(GAMES, {
    name = "chess, " .. fen, game = chess, new = function() return chess.new(fen) end, games = 1, players = 2,
    plies = effort(15, 300), same = without_the_clock,
  })
end

-- What a state says: a key by its text, since in Lua it has numbers of features that it has met, too.
local function content(state)
  local copy = deep.copy(state)
  if copy.key and type(copy.key) ~= "number" then copy.key = copy.key:get() end
  return copy
end

for _, row in ipairs(GAMES) do
  local game, plies = row.game, row.plies or 60

  -- Calls visit(state) at the states of random games.
  local function wander_often(visit, times)
    for seed = 1, (times or 1) * (row.games or RANDOM_GAMES) do wander(game, row.new(), seed, plies, visit) end
  end

  describe(row.name, function()
    it("is the same after everything that is tried, along random games and all the way back", function()
      for seed = 1, row.games or RANDOM_GAMES do
        local start = row.new()
        local state, trail = wander(game, start, seed, plies, function(state)
          if not game.is_over or not game.is_over(state) then
            local before = content(state)
            for _, move in ipairs(followers(game, state)) do
              if game.make then
                game.unmake(state, move, game.make(state, move))
              elseif game.play then
                game.play(state, move)
              end
              assert.is_true(deep.equal(before, content(state)))
            end
          end
        end)
        if game.make then
          for i = #trail, 1, -1 do game.unmake(state, trail[i][1], trail[i][2]) end
          assert.is_true(deep.equal(content(row.new()), content(start)))
        end
      end
    end)

    if row.players == 2 then
      it("is worth to one player the opposite of what it is worth to the other", function()
        wander_often(function(state) assert.equal(-game.evaluate(state, 1), game.evaluate(state, 2)) end)
      end)
    end

    if game.chances then
      it("lists all outcomes of a chance node", function()
        wander_often(function(state)
          local chances = not (game.is_over and game.is_over(state)) and game.chances(state)
          local sum = 0
          for _, chance in ipairs(chances or {}) do
            assert.is_true(chance.probability > 0)
            sum = sum + chance.probability
          end
          if chances then assert_near(1, sum) end
        end)
      end)
    end

    if game.hash then
      it("has a key for each position, and no two share one", function()
        local key_by_position, position_by_key, met_again = {}, {}, 0
        wander_often(function(state)
          local position = (row.same or game.draw)(state) .. game.player(state)
          local key = game.hash(state)
          if type(key) == "userdata" or type(key) == "table" then key = key:get() end
          key = key .. "/" .. game.player(state)
          if key_by_position[position] then met_again = met_again + 1 end
          assert.equal(key_by_position[position] or key, key)
          assert.equal(position_by_key[key] or position, position)
          key_by_position[position], position_by_key[key] = key, position
        end, 4)
        assert.is_true(met_again > 0)
      end)
    end

    if row.players == 2 and game.WIN then
      it("is worth as much as a won game only when it is won", function()
        -- What is open may come near to where a win is worth a few plies less.
        local open = game.WIN > 100 and game.WIN - 100 or game.WIN
        for seed = 1, row.games or RANDOM_GAMES do
          local last = wander(game, row.new(), seed, 1000, function(state)
            local over = #followers(game, state) == 0
            assert.is_true(over or math.abs(game.evaluate(state, 1)) < open)
          end)
          local worth = math.abs(game.evaluate(last, 1))
          assert.equal(0, #followers(game, last))
          assert.is_true(worth == 0 or worth >= game.WIN)
          if not row.games then assert.equal(last.winner ~= 0 and game.WIN or 0, worth) end
        end
      end)
    end

    it("can be shown at any time", function()
      wander(game, row.new(), 1, plies, function(state) assert.is_string(game.draw(state)) end)
    end)
  end)
end

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

describe("pig", function()
  local function play(state, moves) return pig.draw(after(pig, state, moves)) end

  it("adds up what a turn brings, until it is held or lost", function()
    assert.equal("0 : 0, player 1 has rolled 0 and rolls", play(pig.new(), {"roll"}))
    assert.equal("0 : 0, player 1 has rolled 11", play(pig.new(), {"roll", 6, "roll", 5}))
    assert.equal("11 : 0, player 2 has rolled 0", play(pig.new(), {"roll", 6, "roll", 5, "hold"}))
    assert.equal("0 : 0, player 2 has rolled 0", play(pig.new(), {"roll", 6, "roll", 1}))
    assert.equal("6 : 4, player 1 has rolled 3",
      play(pig.new(), {"roll", 6, "hold", "roll", 4, "hold", "roll", 1, "roll", 1, "roll", 3}))
  end)

  it("lets nobody hold nothing", function()
    assert.same({"roll"}, pig.moves(pig.new()))
    assert.same({"roll", "hold"}, pig.moves(after(pig, pig.new(), {"roll", 2})))
  end)

  it("is over as soon as the total reaches the goal", function()
    local state = after(pig, pig.new(8), {"roll", 4, "roll", 3})
    assert.is_false(pig.is_over(state))
    after(pig, state, {"roll", 2})
    assert.is_true(pig.is_over(state))
    assert.same({1, -1}, {pig.evaluate(state, 1), pig.evaluate(state, 2)})
  end)
end)

describe("the race", function()
  -- What can follow a throw, as player 2 sees it.
  local function afters(checkers, throw)
    local state = with_fields(race.new(checkers, "1"), {dice = throw})
    local found = {}
    for i, child in ipairs(race.children(state)) do found[i] = child[1] end
    table.sort(found)
    return found
  end

  it("moves checkers down and off the board, by both dice in either order", function()
    assert.same({"0011", "1020", "1101"}, afters("0012", {3, 1}))
    assert.same({"0000", "1000"}, afters("1010", {3, 1}))
    assert.same({"000010", "011000", "100100"}, afters("000101", {4, 1}))
  end)

  it("bears off with a die that is higher than the highest point that is taken, and only then", function()
    assert.same({"000"}, afters("011", {6, 5}))
    assert.same({"0000", "1000"}, afters("0101", {6, 3}))
    assert.same({"0100", "2000"}, afters("0101", {3, 1}))
    assert.same({"01000", "10000"}, afters("00101", {4, 3}))
  end)

  it("plays equal dice four times, or twice where the rules say so", function()
    assert.same({"200"}, afters("600", {2, 2, 2, 2}))
    assert.same({"0110", "1001"}, afters("0002", {1, 1, 1}))
    assert.same({"400"}, afters("600", {2, 2}))
    local throws = race.chances(race.new("1"))
    assert.equal(21, #throws)
    assert.same({6, 6, 6, 6, probability = 1 / 36}, throws[21].outcome.dice)
    throws = race.chances(race.new("1", "1", {sides = 3, doubles = false}))
    assert.equal(6, #throws)
    assert.same({3, 3, probability = 1 / 9}, throws[6].outcome.dice)
  end)

  it("is won by who has no checkers left", function()
    local state = with_fields(race.new("1", "1"), {dice = {6, 5}})
    local child = race.children(state)[1]
    assert.is_true(race.is_over(child))
    assert.same({1, -1}, {race.evaluate(child, 1), race.evaluate(child, 2)})
  end)

  it("wants at least a checker, and no more than nine on a point", function()
    for _, checkers in ipairs {"", "00", "1x"} do
      assert.has_error(function() race.new(checkers) end, "race: checkers are a digit for each point")
    end
  end)
end)

describe("dice", function()
  it("names a row for the one and a column for the other, never a full one", function()
    local state = dice.new(3, 3)
    local outcomes = {{probability = 1 / 3, outcome = -1}, {probability = 1 / 3, outcome = -2},
      {probability = 1 / 3, outcome = -3}}
    assert.same(outcomes, dice.chances(state))
    dice.make(state, -2)
    assert.is_nil(dice.chances(state))
    assert.same({4, 5, 6}, dice.moves(state))
    after(dice, state, {5, -2})
    assert.same({2, 8}, dice.moves(state))
    assert.equal(". . .\n. X .\n. . .\ncolumn 2", dice.draw(state))
    after(dice, state, {2, -2, 6, -1, 4})
    assert.same({{probability = 1 / 2, outcome = -1}, {probability = 1 / 2, outcome = -3}}, dice.chances(state))
  end)

  it("knows all lines, and no other", function()
    for _, case in ipairs {{3, 3, 8}, {4, 3, 24}, {4, 4, 10}, {5, 4, 28}} do
      local state = dice.new(case[1], case[2])
      assert.equal(case[3], #state.geometry.lines)
      for _, line in ipairs(state.geometry.lines) do
        local board = dice.new(case[1], case[2])
        for i, cell in ipairs(line) do
          assert.is_false(dice.is_over(board))
          if i > 1 then assert.equal(line[2] - line[1], cell - line[i - 1]) end
          board.turn, board.rolled = 2, 1
          dice.make(board, cell)
        end
        assert.equal(2, board.winner)
        assert.is_true(dice.is_over(board))
      end
    end
  end)

  it("is worth to who owns a line the square of the marks in it", function()
    local state = dice.new(3, 3)
    after(dice, state, {-1, 1})
    assert.equal(3, dice.evaluate(state, 1))
    after(dice, state, {-2, 2})
    assert.equal(2 - 1, dice.evaluate(state, 1))
    after(dice, state, {-2, 4})
    assert.equal(4 + 1 + 1 - 1, dice.evaluate(state, 1))
  end)

  it("is ordered by what there is to gain or to prevent", function()
    local state = after(dice, dice.new(3, 3), {-1, 1, -2, 2, -2})
    -- 4 makes two of the first column and one of the second row; 5 one across and one aslant, and two on the other
    -- diagonal, and hinders column 2; 6 one each of row 2 and column 3.
    assert.equal(3 + 1, dice.lines_first(state, 4))
    assert.equal(1 + 2 + 3 + 1, dice.lines_first(state, 5))
    assert.equal(1 + 1, dice.lines_first(state, 6))
  end)
end)

describe("2048", function()
  -- The first row after a move to the left, and the points that it made.
  local function slide(row)
    local state = with_fields(tiles.new(), {to_come = 0})
    for i, tile in ipairs(row) do state[i] = tile end
    state[16] = 2 -- something that can always move
    local child = tiles.play(state, "left")
    return {child[1], child[2], child[3], child[4]}, child.score
  end

  for _, case in ipairs {
    {{0, 0, 0, 0}, {0, 0, 0, 0}, 0}, {{2, 0, 0, 0}, {2, 0, 0, 0}, 0}, {{0, 0, 0, 2}, {2, 0, 0, 0}, 0},
    {{2, 0, 0, 2}, {4, 0, 0, 0}, 4}, {{0, 2, 2, 0}, {4, 0, 0, 0}, 4}, {{2, 2, 2, 0}, {4, 2, 0, 0}, 4},
    {{2, 2, 2, 2}, {4, 4, 0, 0}, 8}, {{4, 2, 2, 0}, {4, 4, 0, 0}, 4}, {{2, 2, 4, 0}, {4, 4, 0, 0}, 4},
    {{2, 4, 2, 4}, {2, 4, 2, 4}, 0}, {{4, 4, 8, 8}, {8, 16, 0, 0}, 24}, {{2, 0, 4, 2}, {2, 4, 2, 0}, 0},
    {{8, 4, 4, 0}, {8, 8, 0, 0}, 8}, {{0, 4, 0, 4}, {8, 0, 0, 0}, 8}, {{1024, 1024, 0, 2}, {2048, 2, 0, 0}, 2048},
  } do
    it("slides " .. table.concat(case[1], " ") .. " to " .. table.concat(case[2], " "), function()
      local row, score = slide(case[1])
      assert.same(case[2], row)
      assert.equal(case[3], score)
    end)
  end

  it("slides alike to every edge", function()
    for seed = 1, 20 do
      local state = wander(tiles, tiles.new(), seed, 101)
      -- The same board, turned a quarter to the left: what was up is left.
      local turned = with_fields(tiles.new(), {to_come = 0})
      for row = 0, 3 do
        for column = 0, 3 do turned[4 * (3 - column) + row + 1] = state[4 * row + column + 1] end
      end
      local before = {left = "down", down = "right", right = "up", up = "left"}
      local list, expected = {}, {}
      for _, move in ipairs(tiles.moves(with_fields(state, {to_come = 0}))) do
        append(expected, before[move])
        local child, turned_child = tiles.play(state, move), tiles.play(turned, before[move])
        for row = 0, 3 do
          for column = 0, 3 do
            assert.equal(child[4 * row + column + 1], turned_child[4 * (3 - column) + row + 1])
          end
        end
        assert.equal(child.score - state.score, turned_child.score)
      end
      for i, move in ipairs(tiles.moves(turned)) do list[i] = move end
      table.sort(list)
      table.sort(expected)
      assert.same(expected, list)
    end
  end)

  it("moves only what changes the board", function()
    for seed = 1, 10 do
      wander(tiles, tiles.new(), seed, 300, function(state)
        if state.to_come > 0 then return end
        local changing = {}
        for _, move in ipairs {"left", "up", "right", "down"} do
          local child, changed = tiles.play(state, move), false
          for cell = 1, 16 do changed = changed or child[cell] ~= state[cell] end
          if changed then append(changing, move) end
        end
        assert.same(changing, tiles.moves(state))
      end)
    end
  end)

  it("begins with two random tiles, and goes on with one after each move", function()
    local state = tiles.new()
    assert.equal(32, #tiles.chances(state))
    state = tiles.play(state, 6)
    assert.equal(30, #tiles.chances(state))
    state = tiles.play(state, -11)
    assert.is_nil(tiles.chances(state))
    local expected = {"    .    .    .    .", "    .    2    .    .", "    .    .    4    .", "    .    .    .    ."}
    assert.equal(table.concat(expected, "\n"), tiles.draw(state))
    state = tiles.play(state, "up")
    assert.equal(28, #tiles.chances(state))
    assert.equal(2, state[2])
    assert.equal(4, state[3])
  end)

  it("puts down a 2 nine times out of ten", function()
    local state = tiles.play(tiles.new(), 1)
    local of_small, of_large = 0, 0
    for _, chance in ipairs(tiles.chances(state)) do
      local tile = tiles.play(state, chance.outcome)[math.abs(chance.outcome)]
      if tile == 2 then of_small = of_small + chance.probability else of_large = of_large + chance.probability end
    end
    assert_near(0.9, of_small)
    assert_near(0.1, of_large)
  end)

  it("has no moves on a board that is full and cannot merge", function()
    local state = with_fields(tiles.new(), {to_come = 0})
    for cell = 1, 16 do state[cell] = (math.floor((cell - 1) / 4) + cell) % 2 == 0 and 2 or 4 end
    assert.same({}, tiles.moves(state))
    state[15], state[16] = 8, 8
    assert.same({"left", "right"}, tiles.moves(state))
  end)
end)

describe("coins in a row", function()
  it("come from either end, and the last ones from the left", function()
    local state = coins.new({5, 6, 7}, 3, 2)
    assert.same({1, 2, -1, -2}, coins.moves(state))
    coins.make(state, -2)
    assert.same({13, 0, 0}, state.taken)
    assert.same({1}, coins.moves(state))
    coins.make(state, 1)
    assert.same({13, 5, 0}, state.taken)
    assert.same({}, coins.moves(state))
    assert.equal(3, coins.player(state))
    assert.equal("[]  taken: 13, 5, 0", coins.draw(state))
  end)

  it("are always worth the same to all together", function()
    for seed = 1, 10 do
      wander(coins, coins.new {3, 1, 4, 1, 5, 9, 2, 6, 5}, seed, 20, function(state)
        local payoffs = coins.evaluate(state)
        assert.equal(3 * 36, payoffs[1] + payoffs[2] + payoffs[3])
        for who = 1, 3 do
          assert.is_true(payoffs[who] >= 0)
          assert.equal(payoffs[who], coins.paranoid.evaluate(state, who))
        end
      end)
    end
  end)

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
  it("has a line for each side, shared between neighbours", function()
    local state = dots.new(3, 2)
    assert.equal(17, #dots.moves(state))
    local sides = {0, 0, 0, 0, 0, 0}
    for _, boxes in ipairs(state.geometry.boxes_of) do
      assert.is_true(#boxes == 1 or #boxes == 2)
      for _, box in ipairs(boxes) do sides[box] = sides[box] + 1 end
    end
    assert.same({4, 4, 4, 4, 4, 4}, sides)
  end)

  it("gives another turn for a box, and one for two", function()
    local state = after(dots, dots.new(2, 1), {1, 2, 3, 4, 5})
    assert.equal(2, dots.player(state))
    assert.equal("+---+---+\n|        \n+---+---+", dots.draw(state))
    assert.equal(0, dots.make(state, 7))
    assert.equal(1, dots.player(state))
    assert.equal(2, dots.make(state, 6))
    assert.equal(1, dots.player(state))
    assert.equal(2, dots.evaluate(state, 1))
    assert.same({}, dots.moves(state))
    assert.equal("+---+---+\n| 1 | 1 |\n+---+---+", dots.draw(state))
  end)

  it("is as good as keys that are numbers allow", function()
    local message = "dots_and_boxes: the board is too large for keys that are numbers"
    assert.has_error(function() dots.hashed.new(5, 4) end, message)
    assert.equal(40, dots.hashed.new(4, 4).left)
  end)

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

  it("slides what lies beside the empty cell", function()
    local state = sliding.new(3, 2)
    assert.equal(" 1  2  3\n 4  5  .", sliding.draw(state))
    assert.same({3, 5}, sliding.moves(state))
    sliding.make(state, 5)
    assert.same({2, 4, 5}, sliding.moves(state))
    assert.is_false(sliding.is_over(state))
    sliding.make(state, 5)
    assert.is_true(sliding.is_over(state))
  end)

  it("counts the tiles that are wrong along with every move", function()
    for seed = 1, 10 do
      wander(sliding, sliding.new(3, 3), seed, 60, function(state)
        local wrong = 0
        for cell = 1, 9 do
          if state[cell] ~= 0 and state[cell] ~= cell then wrong = wrong + 1 end
        end
        assert.equal(wrong, state.wrong)
      end)
      -- The walk above would end where it begins, since that is solved.
      local state = sliding.new(3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1})
      local same = sliding.new(3, 3)
      wander(sliding, state, seed, 60)
      for cell = 1, 9 do same[cell] = state[cell] end
      assert.equal(sliding.new(3, 3, same).wrong, state.wrong)
    end
  end)

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
