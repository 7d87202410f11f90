-- The tree that "uct" keeps from one search to the next is that of the position, and each move that the game gets is
-- one that it lists in that very state, whatever a state consists of.

local alphabeta = require "alphabeta"
local kuhn = require "spec.support.kuhn"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

local has_ffi, ffi = pcall(require, "ffi")

-- Boards ------------------------------------------------------------------------------------------------------------

-- Players take the numbers 1 to 9 in turn, and get as many points. `place_of(state, number)` is the table that holds
-- who has a number, or 0, and the key there; `as` makes what is written there of 1 and 2. To take a number twice is an
-- error.
local function rules_of(new, place_of, as)
  local function owner(state, number)
    local cells, key = place_of(state, number)
    return cells[key]
  end
  local function give(state, number, player)
    local cells, key = place_of(state, number)
    cells[key] = as and as(player) or player
    state.turn = 3 - state.turn
  end
  return {
    new = new, player = function(state) return state.turn end,
    moves = function(state)
      local list = {}
      for number = 1, 9 do
        if owner(state, number) == 0 then list[#list + 1] = number end
      end
      return list
    end,
    make = function(state, number)
      assert(owner(state, number) == 0, "a number that is taken")
      give(state, number, state.turn)
    end,
    unmake = function(state, number) give(state, number, 0) end,
    result = function(state, me)
      local points = 0
      for number = 1, 9 do
        local who = owner(state, number)
        points = points + (who == me and number or who ~= 0 and -number or 0)
      end
      return points
    end,
  }
end

local function zeros() return {0, 0, 0, 0, 0, 0, 0, 0, 0} end

local function objects(meta)
  local list = {}
  for i = 1, 9 do list[i] = setmetatable({owner = 0, left = meta and list[i - 1]}, meta) end
  return list
end

local outside -- cells that are not in the state

-- Games by what holds the board: whether the state can be read, so that its tree is kept; and the rules.
local GAMES = {
  ["fields of the state"] = {true, rules_of(function() return wrap.replace(zeros(), {turn = 1}) end,
    function(state, i) return state, i end)},
  ["objects with a class, four levels deep, that know each other"] = {true, rules_of(
    function()
      local class = {}
      class.__index = class
      return setmetatable({turn = 1, game = {board = {objects = objects(class)}}}, class)
    end, function(state, i) return state.game.board.objects[i], "owner" end)},
  ["a closure in the state"] = {false, rules_of(
    function()
      local cells = zeros()
      return {turn = 1, cells = function() return cells end}
    end, function(state, i) return state.cells(), i end)},
  ["the table of a metatable"] = {false, rules_of(
    function() return setmetatable({turn = 1}, {__index = {cells = zeros()}}) end,
    function(state, i) return state.cells, i end)},
  ["no field but whose turn it is"] = {false, rules_of(
    function()
      outside = zeros()
      return {turn = 1}
    end, function(_, i) return outside, i end)},
  ["keys that are objects"] = {false, rules_of(
    function()
      local state = {turn = 1, names = objects()}
      for _, name in ipairs(state.names) do state[name] = 0 end
      return state
    end, function(state, i) return state, state.names[i] end)},
}
if has_ffi and type(ffi) == "table" then
  GAMES["an array of the library 'ffi'"] = {false, rules_of(
    function() return {turn = 1, cells = ffi.new "int[10]"} end, function(state, i) return state.cells, i end)}
  GAMES["64-bit integers of the library 'ffi'"] = {true, rules_of(GAMES["fields of the state"][2].new,
    function(state, i) return state, i end, function(player) return ffi.cast("int64_t", player) end)}
end

describe("The tree that 'uct' keeps", function()
  -- Cause: a fingerprint that had skipped what it could not read, and saw three levels, was taken as a proof. Two
  -- positions were then the same, and their lists of moves were compared by their length.
  it("is that of the position, whatever holds the board", function()
    for _, row in pairs(GAMES) do
      local game = row[2]
      for seed = 1, 3 do
        local state, ai, ply = game.new(), alphabeta.new(game, {algorithm = "uct", seed = seed}), 0
        local list = game.moves(state)
        while #list > 0 do
          local move = ai:search(state, {nodes = 40})
          game.make(state, move) -- is an error if it is not listed
          list, ply = game.moves(state), ply + 1
          if #list > 0 then game.make(state, list[(seed * 7 + ply * 3) % #list + 1]) end
          list = game.moves(state)
        end
      end
    end
  end)

  it("is kept when the state can be read, and only then", function()
    for name, row in pairs(GAMES) do
      local game = row[2]
      local state, ai = game.new(), alphabeta.new(game, {algorithm = "uct"})
      local _, _, info = ai:search(state, {nodes = 600})
      game.make(state, info.pv[1])
      game.make(state, info.pv[2])
      local line = select(3, ai:search(state, {nodes = 1})).pv
      assert.equal(row[1], #line > 1, name)
    end
  end)

  -- Cause: deals were told apart by three levels of their fields, so the other players knew no hand.
  it("tells deals apart by all of their fields, or not at all", function()
    -- Poker whose state is in a wrapping: `close` makes it, `open` looks into it.
    local function wrapped(close, open)
      local game = {}
      for name, call in pairs(kuhn) do
        game[name] = function(state, ...) return call(open(state), ...) end
      end
      function game.play(state, move) return close(kuhn.play(open(state), move)) end
      function game.deal(state, ...) return close(kuhn.deal(open(state), ...)) end
      return game, close
    end
    local function answers(game, close)
      local texts = {}
      for own = 1, 3 do
        local state = close {cards = {own, own % 3 + 1}, line = ""}
        local move, value = alphabeta.search(state, {nodes = 1200}, {game = game, algorithm = "uct"})
        texts[own] = ("%s %.4f"):format(move, value)
      end
      return table.concat(texts, ", ")
    end
    local plain = answers(kuhn, function(state) return state end)
    assert.equal(plain, answers(wrapped(function(state) return {seats = {{hand = {cards = {state}}}}} end,
      function(state) return state.seats[1].hand.cards[1] end)))
    assert.is_not.equal(plain, answers(wrapped(function(state) return {get = function() return state end} end,
      function(state) return state.get() end)))
  end)
end)

-- Pieces ------------------------------------------------------------------------------------------------------------

-- Players take pieces in turn, and get their numbers as points. A move that names a piece of another state is an error.
local function new_pieces()
  local state = {turn = 1, points = 0, pieces = {}}
  for i = 1, 7 do state.pieces[i] = {number = i * 5 % 8} end
  return state
end

-- The pieces that are left after a move, in new tables.
local function left_after(state, move)
  local left, is_there = {}, false
  for _, piece in ipairs(state.pieces) do
    if piece == move.piece then is_there = true else left[#left + 1] = {number = piece.number} end
  end
  assert(is_there, "a piece of another state")
  return left
end

local function points_after(state, move)
  return state.points + (state.turn == 1 and move.piece.number or -move.piece.number)
end

local function play(state, move)
  return {turn = 3 - state.turn, points = points_after(state, move), pieces = left_after(state, move)}
end

local function moves(state)
  local list = {}
  for i, piece in ipairs(state.pieces) do list[i] = {piece = piece} end
  return list
end

local PIECES = {
  moves = moves, player = function(state) return state.turn end,
  result = function(state, me) return me == 1 and state.points or -state.points end,
}

-- Ways to make a move, and to list moves.
local WAYS = {
  ["a list that the state holds"] = {
    play = function(state, move)
      local is_known = false
      for _, own in ipairs(state.list) do is_known = is_known or own == move end
      assert(is_known, "a move of another state")
      return play(state, move)
    end,
    moves = function(state)
      state.list = state.list or moves(state)
      return state.list
    end,
  },
  ["pieces that are made anew in place"] = {
    make = function(state, move)
      local pieces, points = state.pieces, state.points
      state.points, state.pieces, state.turn = points_after(state, move), left_after(state, move), 3 - state.turn
      return pieces, points
    end,
    unmake = function(state, _, pieces, points)
      state.pieces, state.points, state.turn = pieces, points, 3 - state.turn
    end,
  },
}

-- Cause: a node stored the moves of one copy of its state, and played them on another copy. And after a pause, moves
-- were made again that had been listed before it: a `make` that puts new tables into the state puts others there each
-- time.
describe("Moves that name objects of the state are those of the state at hand, in 'uct', too,", function()
  for name, functions in pairs(WAYS) do
    it("by " .. name .. ", in slices and without", function()
      local game = wrap.replace(PIECES, functions)
      for algorithm, limits in pairs {uct = {nodes = 150}, pvs = {depth = 4}} do
        for _, slice in ipairs {math.huge, 1} do
          local state, ai = new_pieces(), alphabeta.new(game, {algorithm = algorithm})
          while state.pieces[1] do
            local best = slices.search(ai, state, limits, {nodes = slice})
            if game.play then state = game.play(state, best) else game.make(state, best) end
          end
        end
      end
    end)
  end
end)
