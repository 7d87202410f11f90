-- Along random games of every example, a referee of each game, which knows its rules in another way, agrees. On boards
-- of many sizes the contract checker finds no defect: moves are taken back, keys tell positions apart, values fit both
-- players. What it finds in the usual sizes and variants is in check_games_spec.

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local kalah = require "games.kalah"
local nim = require "games.nim"
local random_game = require "spec.support.random_game"
local reversi = require "games.reversi"
local sliding = require "games.sliding"
local tictactoe = require "games.tictactoe"
local tiles = require "games.2048"

-- Adds an entry, whatever the value is.
local function append(list, value) list[#list + 1] = value end

-- Referees -----------------------------------------------------------------------------------------------------------

-- A row of tiles that slides to its beginning by the rules, tile by tile: two equal ones that meet become one, once.
local function slid(row)
  local list, last, score = {}, nil, 0
  for _, tile in ipairs(row) do
    if tile > 0 and tile == last then
      list[#list], last, score = 2 * tile, nil, score + 2 * tile
    elseif tile > 0 then
      append(list, tile)
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
    if has_changed then append(moves, move) end
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
local function check_seeds(all)
  return function(state)
    local seeds, stored = 0, kalah.store(state, 1) + kalah.store(state, 2)
    for at = 1, 2 * state.pits + 2 do
      assert.is_true(state[at] >= 0)
      seeds = seeds + state[at]
    end
    assert.equal(all, seeds)
    assert.equal(#kalah.moves(state) == 0, stored == all)
  end
end

-- Games --------------------------------------------------------------------------------------------------------------

local MAXN = {algorithm = "maxn", value_min = 0}

-- The name, the game, a function that returns the first state, the referee, random games, options of the checker.
local GAMES = {
  {"2048", tiles.hashed, tiles.new, check_tiles, effort(4, 20)},
  {"coins in a row", coins, function() return coins.new {3, 1, 4, 1, 5, 9, 2, 6} end, check_coins, effort(4, 20),
    MAXN},
  {"coins for four", coins, function() return coins.new({2, 7, 1, 8, 2, 8, 1, 8}, 4, 3) end, check_coins, effort(4, 20),
    MAXN},
  {"the sliding puzzle", sliding.hashed, function() return sliding.new(3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}) end,
    check_puzzle, effort(4, 20), {endless = true}},
  {"nim", nim.hashed, function() return nim.new {5, 0, 7, 3} end, check_sticks, effort(5, 10), {win = nim.WIN}},
  {"tic-tac-toe", tictactoe.hashed, tictactoe.new, check_rows, effort(80, 160), {win = tictactoe.WIN}},
}

local function add(name, game, new, referee, games, options)
  GAMES[#GAMES + 1] = {name, game, new, referee, effort(math.ceil(games / 2), games), options}
end

for _, row in ipairs { -- width, height, games, whether states have keys
  {7, 6, 10}, {4, 5, 10}, {5, 4, 10}, {9, 7, 5}, {12, 4, 5}, {12, 11, 3}, {1, 5, 1}, {5, 1, 5}, {3, 3, 5},
  {7, 6, 10, "hashed"}, {4, 12, 10, "hashed"}, {4, 4, 10, "hashed"},
} do
  local width, height = row[1], row[2]
  local game = row[4] and connect4[row[4]] or connect4
  add(("connect four, %d by %d%s"):format(width, height, row[4] and ", with keys" or ""), game, function()
    return game.new(width, height)
  end, check_fours, row[3], {win = connect4.WIN})
end
for _, row in ipairs {{4, 10}, {6, 10}, {8, 3}, {10, 1}, {4, 20, "hashed"}, {6, 5, "hashed"}} do
  local game = row[3] and reversi[row[3]] or reversi
  add(("reversi, %d by %d%s"):format(row[1], row[1], row[3] and ", with keys" or ""), game, function()
    return game.new(row[1])
  end, check_discs, row[2])
end
for _, row in ipairs {{6, 4, 10}, {2, 9, 10}, {4, 3, 10}, {1, 3, 5}, {2, 12, 5}, {9, 1, 5}} do
  local pits, seeds = row[1], row[2]
  add(("kalah, %d pits and %d seeds"):format(pits, seeds), kalah.hashed, function()
    return kalah.hashed.new(pits, seeds)
  end, check_seeds(2 * pits * seeds), row[3])
end

-- How long random games are.
local PLIES = 1000

for _, row in ipairs(GAMES) do
  local game, new, referee = row[2], row[3], row[4]

  describe(row[1], function()
    it("is what its referee says, and can be shown at any time", function()
      for seed = 1, row[5] do
        random_game.wander(game, new(), seed, row[6] and row[6].endless and 60 or PLIES, function(state)
          referee(state)
          if seed == 1 then assert.is_string(game.draw(state)) end
        end)
      end
    end)

    it("has no defect", function()
      local options = {games = effort(1, 4), nodes = effort(12, 50), max_plies = 60}
      for name, value in pairs(row[6] or {}) do options[name] = value end
      findings.none(alphabeta.check(game, new, options))
    end)
  end)
end
