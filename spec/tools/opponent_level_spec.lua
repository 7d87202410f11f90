-- Levels of an opponent that change, and an opponent that resigns.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local wrap = require "spec.support.wrap"

-- The state after these columns.
local function position(columns)
  local state = connect4.new()
  for column in columns:gmatch "%d" do connect4.make(state, tonumber(column)) end
  return state
end

-- An opponent; its field `state` is that of the game.
local function begin(columns, options)
  local self = {state = position(columns), moves = {}}
  self.opponent = alphabeta.opponent(wrap.replace({
    game = connect4, win = connect4.WIN, state = function() return self.state end, slice = 1,
    on_move = function(move) self.moves[#self.moves + 1] = move end,
  }, options))
  return self
end

local function run(match, frames)
  for _ = 1, frames do match.opponent:update(1 / 60) end
end

describe("The level of an opponent", function()
  -- The moves of a level in a position, one after the other.
  local function moves_of(match, level)
    match.opponent:set_level(level)
    match.moves = {}
    for _ = 1, 12 do
      match.state = position "44"
      repeat run(match, 1) until match.state.turn == 2
    end
    return table.concat(match.moves, " ")
  end

  it("changes from its next move on", function()
    local match = begin("44", {me = 1, nodes = 2000, seed = 4})
    assert.is_truthy(moves_of(match, 1):find "[1267]")
    assert.is_nil(moves_of(match, 10):find "[1267]")
    assert.is_truthy(moves_of(match, 1):find "[1267]")
  end)

  -- Cause: without the option `seed`, all opponents had the same one, so a program played the same games at each start.
  it("plays other games each time, and with a seed the same one", function()
    local function games(seed)
      local found, count = {}, 0
      for _ = 1, 5 do
        local moves = moves_of(begin("44", {me = 1, nodes = 200, seed = seed}), 1)
        if not found[moves] then count = count + 1 end
        found[moves] = true
      end
      return count
    end
    assert.is_true(games(nil) > 1)
    assert.are.equal(1, games(4))
  end)
end)

-- Player 2 to move, who loses whatever it does: three in a row are open on both sides.
local LOST = "4455"

describe("An opponent that resigns", function()
  -- It is player 2; player 1 has two ways to win after this move.
  local function play(options)
    local asked = {}
    local match = begin(LOST, wrap.replace({
      me = 2, depth = 4, on_resign = function(value, info)
        asked[#asked + 1] = {value < 0, info.win_in < 0}
        return true
      end,
    }, options))
    connect4.make(match.state, 3)
    run(match, 3)
    return match, asked
  end

  it("does so in the second turn in which it sees that it loses", function()
    local match, asked = play {}
    assert.are.same({1, 0}, {#match.moves, #asked})
    match.state = position(LOST .. "3")
    run(match, 1000)
    assert.are.same({1, {{true, true}}}, {#match.moves, asked})
    match.state = position "44"
    connect4.make(match.state, 1)
    run(match, 3)
    assert.are.equal(2, #match.moves)
  end)

  it("moves if the function returns nothing", function()
    local count = 0
    local match = play {on_resign = function() count = count + 1 end}
    for i = 1, 3 do
      match.state = position(LOST .. "3")
      run(match, 3)
      assert.are.same({i + 1, i}, {#match.moves, count})
    end
  end)

  it("does not count turns that are not lost, nor the turns of a match before", function()
    local match, asked = play {}
    match.state = position "441"
    run(match, 3)
    match.state = position(LOST .. "3")
    run(match, 3)
    match.opponent:stop()
    match.state = position(LOST .. "3")
    run(match, 3)
    assert.are.same({4, {}}, {#match.moves, asked})
  end)

  it("judges by the best move, whatever its level plays", function()
    local match, asked = begin("", {me = 2, level = 1, nodes = 3000, seed = 1}), 0
    match.opponent.on_resign = function() asked = asked + 1 end
    for seed = 1, 20 do
      match.state = position(("4%d"):format(seed % 7 + 1) .. (seed % 2 == 0 and "1" or "7"))
      run(match, 2)
    end
    assert.are.equal(0, asked)
  end)

  -- Cause: the only moves that the playouts had tried lose, and the opponent took the position for lost.
  it("knows that others may be better than the moves that playouts have tried", function()
    local moves, asked, self = 0, 0, nil
    local game = {
      moves = function(state) return state.last and {} or {1, 2, 3} end, -- 3 wins, the others lose
      player = function(state) return state.turn end, win = 1000,
      play = function(state, move) return {turn = 3 - state.turn, last = move} end,
      result = function(state, me) return (state.last == 3) == (me == 1) and 1000 or -1000 end,
    }
    self = {opponent = alphabeta.opponent {
      game = game, me = 1, slice = 1, nodes = 1, algorithm = "uct", state = function() return self.state end,
      level = function() return 1 end,
      play = function() moves, self.state = moves + 1, {turn = 2} end, on_resign = function() asked = asked + 1 end,
    }}
    for _ = 1, 20 do
      self.state = {turn = 1}
      run(self, 3)
    end
    assert.are.same({20, 0}, {moves, asked})
  end)
end)
