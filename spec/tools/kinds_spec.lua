-- Along random games of every example, on boards of many sizes, a referee that knows the rules in another way agrees,
-- and the contract checker finds no defect. What is known of the games is in games_spec; chess has a spec of its own.

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local connect4 = require "games.connect4"
local dice = require "games.dice"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local kalah = require "games.kalah"
local nim = require "games.nim"
local random_game = require "spec.support.random_game"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"
local sliding = require "games.sliding"
local tictactoe = require "games.tictactoe"
local tiles = require "games.2048"

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

-- Where each move slides lines to: the first cell, how far it is from line to line, and from cell to cell.
local LINES = {left = {1, 4, 1}, right = {4, 4, -1}, up = {1, 1, 4}, down = {13, 1, -4}}

-- A random tile comes to any empty cell, nine of ten being a 2.
local function check_random_tile(state)
  local empty, chances = 0, tiles.chances(state)
  for cell = 1, 16 do empty = empty + (state[cell] == 0 and 1 or 0) end
  assert.equal(2 * empty, #chances)
  for _, chance in ipairs(chances) do
    local cell = math.abs(chance.outcome)
    local tile = tiles.play(state, chance.outcome)[cell]
    assert.equal(0, state[cell])
    assert.is_true(tile == 2 or tile == 4)
    assert.is_true(math.abs(chance.probability - (tile == 2 and 0.9 or 0.1) / empty) < 1e-12)
  end
end

-- Each line slides by the rules, and moves are those that change the board. Two tiles come before the first move, and
-- one after each.
local function check_tiles(state, first)
  assert.equal(2, first.to_come)
  if state.to_come > 0 then return check_random_tile(state) end
  local moves = {}
  for _, move in ipairs {"left", "up", "right", "down"} do
    local child, points, has_changed = tiles.play(state, move), 0, false
    local first_cell, across, along = LINES[move][1], LINES[move][2], LINES[move][3]
    for cell = first_cell, first_cell + 3 * across, across do
      local row, score = slid {state[cell], state[cell + along], state[cell + 2 * along], state[cell + 3 * along]}
      points = points + score
      for k = 0, 3 do
        assert.equal(row[k + 1], child[cell + k * along])
        has_changed = has_changed or row[k + 1] ~= state[cell + k * along]
      end
    end
    assert.same({points, 1}, {child.score - state.score, child.to_come})
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

-- The tiles that are wrong are counted along with every move, as for a new puzzle; those beside the gap can slide.
local function check_puzzle(state)
  local wrong, cells, moves, gap = 0, {}, {}, nil
  for cell = 1, 9 do
    cells[cell] = state[cell]
    if state[cell] ~= 0 and state[cell] ~= cell then wrong = wrong + 1 end
    if state[cell] == 0 then gap = cell - 1 end
  end
  assert.same({wrong, wrong}, {state.wrong, sliding.new(3, 3, cells).wrong})
  for cell = 0, 8 do
    local rows, columns = math.floor(cell / 3) - math.floor(gap / 3), cell % 3 - gap % 3
    if math.abs(rows) + math.abs(columns) == 1 then moves[#moves + 1] = cells[cell + 1] end
  end
  assert.same(moves, sliding.moves(state))
end

-- The sticks that are left are counted along with every move, as for new heaps; heaps are added without carrying.
local function check_sticks(state)
  local sticks, sum = 0, 0
  for _, heap in ipairs(state) do sticks = sticks + heap end
  assert.equal(sticks, state.left)
  for _, bit in ipairs {1, 2, 4} do
    local count = 0
    for _, heap in ipairs(state) do count = count + math.floor(heap / bit) % 2 end
    sum = sum + count % 2 * bit
  end
  assert.equal(sum, nim.sum(state))
end

-- Calls visit(marks) for each line of so many cells on a grid, with how many of them each player has (0: nobody).
local function each_line(width, height, length, at, visit)
  for x = 1, width do
    for y = 1, height do
      for _, direction in ipairs {{1, 0}, {0, 1}, {1, 1}, {1, -1}} do
        local right, down = direction[1], direction[2]
        local last_x, last_y = x + (length - 1) * right, y + (length - 1) * down
        if last_x <= width and last_y >= 1 and last_y <= height then
          local marks = {[0] = 0, 0, 0}
          for i = 0, length - 1 do
            local who = at(x + i * right, y + i * down)
            marks[who] = marks[who] + 1
          end
          visit(marks)
        end
      end
    end
  end
end

-- Who has all cells of a line; 0 for nobody.
local function winner_of(width, height, length, at)
  local winner = 0
  each_line(width, height, length, at, function(marks)
    for who = 1, 2 do winner = marks[who] == length and who or winner end
  end)
  return winner
end

-- A line of tic-tac-toe is seen as soon as it is there.
local function check_rows(state)
  assert.equal(winner_of(3, 3, 3, function(x, y) return state[3 * y - 3 + x] end), state.winner)
end

-- The empty cells of the row that a number names for player 1, or of the column for player 2.
local function empty_of(state, number)
  local list = {}
  for i = 1, state.size do
    local cell = state.turn == 1 and (number - 1) * state.size + i or (i - 1) * state.size + number
    if state[cell] == 0 then list[#list + 1] = cell end
  end
  return list
end

-- The die names a row or column that is not full. A line is seen as soon as it is there; until then each line with
-- marks of one player alone is worth the square of their number.
local function check_marks(state)
  local size, length, value, left, numbers = state.size, state.length, 0, 0, {}
  local function at(x, y) return state[(y - 1) * size + x] end
  assert.equal(winner_of(size, size, length, at), state.winner)
  each_line(size, size, length, at, function(marks)
    if marks[1] == 0 or marks[2] == 0 then value = value + marks[1] ^ 2 - marks[2] ^ 2 end
  end)
  value = state.winner ~= 0 and (state.winner == 1 and dice.WIN or -dice.WIN)
    or math.max(1 - dice.WIN, math.min(dice.WIN - 1, value))
  assert.same({value, -value}, {dice.evaluate(state, 1), dice.evaluate(state, 2)})
  for number = 1, size do
    left = left + #empty_of(state, number)
    if empty_of(state, number)[1] then numbers[#numbers + 1] = -number end
  end
  assert.equal(state.winner ~= 0 or left == 0, dice.is_over(state))
  if state.rolled > 0 then return assert.same(empty_of(state, state.rolled), dice.moves(state)) end
  for i, chance in ipairs(dice.chances(state)) do
    assert.same({numbers[i], 1 / #numbers}, {chance.outcome, chance.probability})
  end
  assert.equal(#numbers, #dice.chances(state))
end

-- A four is seen as soon as it is there; the same moves come from the left and from the centre.
local function check_fours(state)
  local function at(x, y) return connect4.at(state, x, y) end
  assert.equal(winner_of(state.width, state.height, 4, at), state.winner)
  local value = connect4.is_over(state) and connect4.evaluate(state, 1) or 0
  assert.same({value, -value}, {connect4.outcome(state, 1), connect4.outcome(state, 2)})
  local moves, last_order, last_distance = connect4.moves_from_centre(state), math.huge, 0
  for _, column in ipairs(moves) do
    local order, distance = connect4.centre_first(state, column), math.abs(2 * column - state.width - 1)
    assert.is_true(order <= last_order and distance >= last_distance)
    last_order, last_distance = order, distance
  end
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
  assert.is_true(#moves <= 1 or moves[1] ~= reversi.PASS)
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
  {"dice", function(random)
    local size = random:int(3, 5)
    return dice.hashed, dice.new(size, random:int(3, math.min(size, 4)))
  end, check_marks, 16, 50},
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
