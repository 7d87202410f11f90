-- Along random games of every example, on boards of many sizes, a referee that knows the rules in another way agrees,
-- and the contract checker finds no defect. Searches find what is known of the games: from theory, from what others
-- have published, or by a recursion over the game without its rules. Boards of connect four are solved in solver_spec,
-- chess has a spec of its own, and examples_spec has the theory of nim and the last checkers of the race.

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local kalah = require "games.kalah"
local nim = require "games.nim"
local race = require "games.race"
local random_game = require "spec.support.random_game"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"
local sliding = require "games.sliding"
local tictactoe = require "games.tictactoe"
local tiles = require "games.2048"

-- 1, 2 or 3: how much is done.
local EFFORT = effort(1, jit and 3 or 2)

-- Referees -----------------------------------------------------------------------------------------------------------

-- A row of tiles that slides to its beginning by the rules, tile by tile: two equal ones that meet become one, once.
local function slid(row)
  local list, last, score = {}, nil, 0
  for _, tile in ipairs(row) do
    if tile > 0 and tile == last then
      list[#list], last, score = 2 * tile, nil, score + 2 * tile
    elseif tile > 0 then
      list[#list + 1] = tile
      last = tile
    end
  end
  for at = #list + 1, 4 do list[at] = 0 end
  return list, score
end

-- The cells of the four lines that slide, each from the side that they slide to.
local function lines_of(move)
  local lines = {{}, {}, {}, {}}
  for i = 0, 3 do
    for k = 0, 3 do
      local along = (move == "left" or move == "up") and k or 3 - k
      lines[i + 1][k + 1] = 1 + ((move == "left" or move == "right") and 4 * i + along or 4 * along + i)
    end
  end
  return lines
end

-- Each line slides by the rules, and moves are those that change the board.
local function check_tiles(state)
  if state.to_come > 0 then return end
  local moves = {}
  for _, move in ipairs {"left", "up", "right", "down"} do
    local child, points, has_changed = tiles.play(state, move), 0, false
    for _, line in ipairs(lines_of(move)) do
      local row, score = slid {state[line[1]], state[line[2]], state[line[3]], state[line[4]]}
      points = points + score
      for k, cell in ipairs(line) do
        assert.equal(row[k], child[cell])
        has_changed = has_changed or child[cell] ~= state[cell]
      end
    end
    assert.equal(points, child.score - state.score)
    if has_changed then moves[#moves + 1] = move end
  end
  assert.same(moves, tiles.moves(state))
end

-- All payoffs together are what all coins are worth, once for each player.
local function check_coins(state)
  local payoffs, worth = coins.evaluate(state), 0
  for _, coin in ipairs(state) do worth = worth + coin end
  for who, payoff in ipairs(payoffs) do
    assert.is_true(payoff >= 0)
    assert.equal(payoff, coins.paranoid.evaluate(state, who))
    worth = worth - payoff / #payoffs
  end
  assert.is_true(math.abs(worth) < 1e-9)
end

-- The tiles that are wrong are counted along with every move, as for a new puzzle.
local function check_puzzle(state)
  local wrong, cells = 0, {}
  for cell = 1, 9 do
    cells[cell] = state[cell]
    if state[cell] ~= 0 and state[cell] ~= cell then wrong = wrong + 1 end
  end
  assert.same({wrong, wrong}, {state.wrong, sliding.new(3, 3, cells).wrong})
end

-- The sticks that are left are counted along with every move, as for new heaps.
local function check_sticks(state)
  local sticks = 0
  for _, heap in ipairs(state) do sticks = sticks + heap end
  assert.equal(sticks, state.left)
end

-- A line of tic-tac-toe is seen as soon as it is there.
local ROWS = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}}
local function check_rows(state)
  local winner = 0
  for _, row in ipairs(ROWS) do
    local who = state[row[1]]
    if who == state[row[2]] and who == state[row[3]] and who ~= 0 then winner = who end
  end
  assert.equal(winner, state.winner)
end

-- Who has four in a row anywhere, by looking at every four there is; 0 for none.
local function winner_of_fours(state)
  for column = 1, state.width do
    for row = 1, state.height do
      local who = connect4.at(state, column, row)
      for _, direction in ipairs {{1, 0}, {0, 1}, {1, 1}, {1, -1}} do
        local count = 0
        for i = 0, 3 do
          local x, y = column + i * direction[1], row + i * direction[2]
          if x > state.width or y < 1 or y > state.height or connect4.at(state, x, y) ~= who then break end
          count = count + 1
        end
        if who ~= 0 and count == 4 then return who end
      end
    end
  end
  return 0
end

-- A four is seen as soon as it is there; the same moves come from the left and from the centre.
local function check_fours(state)
  assert.equal(winner_of_fours(state), state.winner)
  local value = connect4.is_over(state) and connect4.evaluate(state, 1) or 0
  assert.same({value, -value}, {connect4.outcome(state, 1), connect4.outcome(state, 2)})
  local moves = connect4.moves_from_centre(state)
  table.sort(moves)
  assert.same(connect4.moves(state), moves)
end

-- Margin and weights are counted along with every move; a player passes only if there is nothing else.
local function check_discs(state)
  local position = 0
  for _, at in ipairs(state.geometry.squares) do
    local who, weight = state.cells[at], state.geometry.weights[at]
    position = position + (who == 1 and weight or who == 2 and -weight or 0)
  end
  assert.same({reversi.count(state, 1) - reversi.count(state, 2), position}, {reversi.margin(state, 1), state.position})
  local moves = reversi.moves(state)
  for _, move in ipairs(moves) do
    if move == reversi.PASS then
      local turned = reversi.make(state, move)
      assert.are_not.same({}, reversi.moves(state))
      assert.not_equal(reversi.PASS, reversi.moves(state)[1])
      reversi.unmake(state, move, turned)
      assert.equal(1, #moves)
    end
  end
end

-- No seed is lost or found; the game is over if all are in the stores, and only then.
local function check_seeds(state, first)
  local seeds, all, stored = 0, 0, kalah.store(state, 1) + kalah.store(state, 2)
  for at = 1, 2 * state.pits + 2 do
    assert.is_true(state[at] >= 0)
    seeds, all = seeds + state[at], all + first[at]
  end
  assert.equal(all, seeds)
  assert.equal(#kalah.moves(state) == 0, stored == all)
end

-- Random games -------------------------------------------------------------------------------------------------------

-- The name; a function that draws a game and makes its first state; the referee; random games, briefly and in full;
-- options of the checker, and the plies of a game without an end.
local GAMES = {
  {"2048", function() return tiles.hashed, tiles.new() end, check_tiles, 4, 20},
  {"coins in a row", function(random)
    local row = {}
    for i = 1, random:int(4, 9) do row[i] = random:int(1, 9) end
    return coins, coins.new(row, random:int(2, 4), random:int(1, 3))
  end, check_coins, 8, 40, {algorithm = "maxn", value_min = 0}},
  {"the sliding puzzle", function() return sliding.hashed, sliding.new(3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}) end,
    check_puzzle, 4, 20, {endless = true}, 60},
  {"nim", function(random) return nim.hashed, nim.new {random:int(1, 5), 0, random:int(1, 7), 3} end, check_sticks,
    5, 10, {win = nim.WIN}},
  {"tic-tac-toe", function() return tictactoe.hashed, tictactoe.new() end, check_rows, 80, 160, {win = tictactoe.WIN}},
  {"connect four", function(random)
    local width, height = random:int(1, 12), random:int(1, 11)
    local game = width * (height + 1) <= 53 and random:pick {connect4, connect4.hashed} or connect4
    return game, game.new(width, height)
  end, check_fours, 20, 90, {win = connect4.WIN}},
  {"reversi", function(random)
    local game = random:pick {reversi, reversi.hashed}
    return game, game.new(game == reversi and random:pick {4, 6, 8, 10} or random:pick {4, 6})
  end, check_discs, 16, 50},
  -- With one pit all moves are forced, and those who are ahead often lose: to the checker a question of the sign.
  {"kalah", function(random) return kalah.hashed, kalah.hashed.new(random:int(2, 9), random:int(1, 12)) end,
    check_seeds, 20, 50},
}

for _, row in ipairs(GAMES) do
  local name, draw, referee, options, plies = row[1], row[2], row[3], row[6] or {}, row[7] or 1000

  describe(name, function()
    it("is what its referee says, and can be shown at any time", function()
      for seed = 1, effort(row[4], row[5]) do
        local random = rng.new(seed)
        local game, state = draw(random)
        local first = alphabeta.copy(state)
        random_game.wander(game, state, seed, plies, function(at)
          referee(at, first)
          if seed == 1 then assert.is_string(game.draw(at)) end
        end)
      end
    end)

    it("has no defect", function()
      for seed = 1, effort(math.ceil(row[4] / 8), math.ceil(row[5] / 8)) do
        local game = draw(rng.new(seed))
        local given = {games = effort(1, 4), nodes = effort(12, 50), max_plies = 60}
        for option, value in pairs(options) do given[option] = value end
        findings.none(alphabeta.check(game, function() return (select(2, draw(rng.new(seed)))) end, given))
      end
    end)
  end)
end

-- Searches ------------------------------------------------------------------------------------------------------------

-- A game with some functions of its own.
local function variant(game, functions) return setmetatable(functions, {__index = game}) end

describe("Coins in a row", function()
  -- Coins, players, the most coins that a turn takes; the best first move, and what each player gets.
  local KNOWN = {
    {{1, 0, 3, 5, 5, 1, 6, 6}, 3, 1, -1, {11, 10, 6}}, {{0, 0, 2, 2, 2, 0}, 4, 1, 1, {2, 0, 2, 2}},
    {{2, 6, 6, 4, 4, 4, 4}, 2, 2, -2, {18, 12}}, {{1, 2, 1, 2, 3, 2}, 3, 2, -2, {5, 3, 3}},
    {{0, 1, 0, 1, 1, 0, 1, 0, 1}, 4, 2, 2, {2, 1, 1, 1}}, {{1, 3, 7, 7, 0}, 2, 2, 1, {8, 10}},
    {{8, 3, 5, 7, 0, 5, 2, 1, 8}, 3, 1, 1, {18, 17, 4}}, {{5, 3, 0, 4, 4, 0, 1}, 4, 1, 1, {9, 7, 1, 0}},
  }

  it("bring each player, by max^n, what the recursion over the row says, and by the same first move", function()
    for _, row in ipairs(KNOWN) do
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

-- Boards whose whole game is searched; what the first player gets more than the second. That 2 by 2 is won is shown
-- in Winning Ways; the others are of the recursion over the lines.
local BOARDS = {{1, 1, -1}, {2, 1, 0}, {1, 2, 0}, {3, 1, -1}, {2, 2, 2}, {3, 2, -2}}
local ordered = variant(dots.hashed, {order = dots.boxes_first})

it("Dots and boxes are worth to who begins what is known of their boards", function()
  for _, board in ipairs(BOARDS) do
    local width, height, margin = board[1], board[2], board[3]
    local lines = #dots.moves(dots.new(width, height))
    if lines <= 7 * EFFORT then
      local _, value = alphabeta.search(dots.hashed.new(width, height), lines, {game = ordered})
      assert.equal(margin, value)
    end
  end
end)

it("A search of the race finds the probability of winning, with the orders of chance nodes that there are", function()
  -- The checkers of both, sides of the dice, whether doubles count twice, the depth; and the probability of winning.
  for _, row in ipairs {
    {"11", "2", 2, true, 6, 1}, {"012", "012", 3, false, 9, 548.174211248285 / 729},
    {"111", "021", 3, true, 9, 603 / 729}, {"3", "2", 4, true, 6, 0.25},
    {"0011", "0101", 4, false, 8, 2874.29296875 / 4096}, {"1111", "0202", 2, true, 12, 54 / 64},
    {"0002", "11", 6, true, 6, 11 / 36},
  } do
    for _, order in ipairs {"evaluate", false} do
      local state = race.new(row[1], row[2], {sides = row[3], doubles = row[4]})
      local _, value, info = alphabeta.search(state, row[5], {
        game = race.hashed, value_min = -1, value_max = 1, order = order or nil,
      })
      assert.equal("solved", info.reason)
      assert.is_true(math.abs(row[6] - (value + 1) / 2) < 1e-12, value)
    end
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
    -- There is no solution from the other half of the positions.
    local _, value, info = alphabeta.search(sliding.new(3, 2, {2, 1, 3, 4, 5, 0}), 25,
      {game = sliding.hashed, win = sliding.WIN, deepening = true})
    assert.is_nil(info.win_in)
    assert.is_true(value < 0)
  end)
end)

-- What a search to the end of a game finds: its value, the best move, and info.
local function solve(game, state)
  local best, value, info = alphabeta.search(state, 200, {game = game, deepening = false})
  assert.equal(#game.moves(state) > 0 and "solved" or "over", info.reason)
  return value, best, info
end

describe("A search to the end", function()
  it("wins nim the shortest way: of two heaps, the larger is made equal", function()
    local best, value, info = alphabeta.search(nim.new {2, 5}, 7, {win = nim.WIN})
    assert.same({{heap = 2, take = 3}, nim.WIN - 5, 5}, {best, value, info.win_in})
  end)

  it("finds reversi won on a board of 4 by 4 by the second player, with 8 discs more", function()
    local by_margin = variant(reversi, {evaluate = reversi.margin})
    local value, _, info = solve(by_margin, reversi.new(4))
    local state = random_game.after(reversi, reversi.new(4), info.pv)
    assert.same({}, reversi.moves(state))
    assert.same({-8, 3, 11, -reversi.WIN - 8},
      {value, reversi.count(state, 1), reversi.count(state, 2), reversi.evaluate(state, 1)})
  end)

  it("finds kalah won, drawn and lost as it was solved by Irving, Donkers and Uiterwijk (2000)", function()
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
