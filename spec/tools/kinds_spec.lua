-- Along random games of every example, moves and what they undo leave the state as it was, keys tell positions apart,
-- values fit both players, and a referee of each game, which knows its rules in another way, agrees.

local effort = require "spec.support.effort"
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
local random_game = require "spec.support.random_game"
local reversi = require "games.reversi"
local sliding = require "games.sliding"
local tictactoe = require "games.tictactoe"
local tiles = require "games.2048"

-- How many random games each rule is tried along.
local RANDOM_GAMES = effort(2, 10)

local followers, wander = random_game.followers, random_game.wander
local unpack = table.unpack or unpack

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
-- Referees -----------------------------------------------------------------------------------------------------------

-- The board turned a quarter to the left: what was up is left. These moves are then those on the left.
local TURNED = {left = "down", down = "right", right = "up", up = "left"}

local function turned_left(state)
  local turned = tiles.new()
  turned.to_come = 0
  for row = 0, 3 do
    for column = 0, 3 do turned[4 * (3 - column) + row + 1] = state[4 * row + column + 1] end
  end
  return turned
end

local function assert_same_cells(expected, actual)
  for cell = 1, 16 do assert.equal(expected[cell], actual[cell]) end
end

-- A row of tiles that slides to the left by the rules, tile by tile: two equal ones that meet become one, once.
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

-- Moves are those that change the board; a turned board has the turned moves; to the left each row slides by the rules.
local function check_tiles(state)
  if state.to_come > 0 then return end
  local turned, moves = turned_left(state), {}
  for _, move in ipairs {"left", "up", "right", "down"} do
    local child, changed = tiles.play(state, move), false
    for cell = 1, 16 do changed = changed or child[cell] ~= state[cell] end
    if changed then append(moves, move) end
    local other = tiles.play(turned, TURNED[move])
    assert_same_cells(turned_left(child), other)
    assert.equal(child.score - state.score, other.score)
  end
  assert.same(moves, tiles.moves(state))
  local child, points = tiles.play(state, "left"), 0
  for first = 1, 16, 4 do
    local row, score = slid {state[first], state[first + 1], state[first + 2], state[first + 3]}
    points = points + score
    assert.same(row, {child[first], child[first + 1], child[first + 2], child[first + 3]})
  end
  assert.equal(points, child.score - state.score)
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

local GAMES = {
  {name = "pig", game = pig, new = function() return pig.new(30) end, players = 2},
  {name = "piglet", game = pig, new = function() return pig.new(4, 2) end, players = 2},
  {name = "pig with keys", game = pig.hashed, new = function() return pig.new(15) end, players = 2},
  {name = "the race", game = race.hashed, new = function() return race.new("112") end, players = 2},
  {name = "2048", game = tiles.hashed, new = tiles.new, same = all_but_the_cells, referee = check_tiles},
  {name = "dice", game = dice.hashed, new = dice.new, players = 2},
  {
    name = "coins in a row", game = coins, referee = check_coins,
    new = function() return coins.new {3, 1, 4, 1, 5, 9, 2, 6} end,
  },
  {
    name = "coins for four", game = coins, referee = check_coins,
    new = function() return coins.new({2, 7, 1, 8, 2, 8, 1, 8}, 4, 3) end,
  },
  {name = "dots and boxes", game = dots, new = function() return dots.new(3, 2) end, players = 2},
  {
    name = "dots and boxes with keys", game = dots.hashed, players = 2, same = lines_and_margin,
    new = function() return dots.hashed.new(2, 3) end,
  },
  {
    name = "the sliding puzzle", game = sliding.hashed, referee = check_puzzle,
    new = function() return sliding.new(3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}) end,
  },
}

-- Adds a game without chance nodes, for two, which is played to its end.
local function add_two(name, game, new, games, referee, same)
  append(GAMES, {
    name = name, game = game, new = new, same = same, referee = referee, players = 2, plies = 1000,
    games = effort(math.ceil(games / 2), games),
  })
end

add_two("tic-tac-toe", tictactoe.hashed, tictactoe.new, 160, check_rows)
add_two("nim", nim.hashed, function() return nim.new {5, 0, 7, 3} end, 10, nil, sorted_heaps)
for _, row in ipairs { -- width, height, games, whether states have keys
  {7, 6, 10}, {4, 5, 10}, {5, 4, 10}, {9, 7, 5}, {12, 4, 5}, {12, 11, 3}, {1, 5, 1}, {5, 1, 5}, {3, 3, 5},
  {7, 6, 10, "hashed"}, {4, 12, 10, "hashed"}, {4, 4, 10, "hashed"},
} do
  local width, height, games, keys = row[1], row[2], row[3], row[4]
  local game = keys and connect4[keys] or connect4
  add_two(("connect four, %d by %d%s"):format(width, height, keys and ", with keys" or ""), game, function()
    return game.new(width, height)
  end, games, check_fours)
end
for _, row in ipairs {{4, 10}, {6, 10}, {8, 3}, {10, 1}, {4, 20, "hashed"}, {6, 5, "hashed"}} do
  local size, games, keys = row[1], row[2], row[3]
  local game = keys and reversi[keys] or reversi
  add_two(("reversi, %d by %d%s"):format(size, size, keys and ", with keys" or ""), game, function()
    return game.new(size)
  end, games, check_discs)
end
for _, row in ipairs {{6, 4, 10}, {2, 9, 10}, {4, 3, 10}, {1, 3, 5}, {2, 12, 5}, {9, 1, 5}} do
  local pits, seeds, games = row[1], row[2], row[3]
  add_two(("kalah, %d pits and %d seeds"):format(pits, seeds), kalah.hashed, function()
    return kalah.hashed.new(pits, seeds)
  end, games, check_seeds(2 * pits * seeds))
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

    if row.referee then
      it("is what its referee says", function() wander_often(row.referee, row.games and 1 or 2) end)
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
          assert.is_true(not chances or math.abs(sum - 1) < 1e-12)
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
