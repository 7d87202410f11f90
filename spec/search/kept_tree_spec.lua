-- The tree that "uct" keeps from one search to the next is that of the position, and each move that the game gets is
-- one that it lists in that very state, whatever a state consists of.

local alphabeta = require "alphabeta"
local kuhn = require "spec.support.kuhn"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

local has_ffi, ffi = pcall(require, "ffi")

-- Boards ------------------------------------------------------------------------------------------------------------

-- Players take the numbers 1 to 9 in turn; three of the same player's that add up to 15 win. The rules are over a board
-- that `new` makes, `get` reads and `set` writes. To take a number twice is an error.
local function rules_of(board)
  local get, set = board.get, board.set
  local function winner(state)
    for a = 1, 9 do
      local who = get(state, a)
      for b = a + 1, who ~= 0 and 9 or 0 do
        local c = 15 - a - b
        if c > b and c < 10 and get(state, b) == who and get(state, c) == who then return who end
      end
    end
  end
  return {
    new = board.new, player = function(state) return state.turn end,
    moves = function(state)
      local list = {}
      for number = 1, winner(state) and 0 or 9 do
        if get(state, number) == 0 then list[#list + 1] = number end
      end
      return list
    end,
    make = function(state, number)
      assert(get(state, number) == 0, "a number that is taken")
      set(state, number, state.turn)
      state.turn = 3 - state.turn
    end,
    unmake = function(state, number)
      set(state, number, 0)
      state.turn = 3 - state.turn
    end,
    result = function(state, me)
      local who = winner(state)
      return who == nil and 0 or who == me and 1 or -1
    end,
  }
end

local function zeros()
  local list = {}
  for i = 1, 9 do list[i] = 0 end
  return list
end

-- A board whose cells are in a table, which `new` puts into a state and `cells_of` finds there.
local function of_cells(new, cells_of)
  return {
    new = new, get = function(state, i) return cells_of(state)[i] end,
    set = function(state, i, who) cells_of(state)[i] = who end,
  }
end

-- A board of nine objects with an owner.
local function of_objects(new, objects_of)
  return {
    new = function()
      local objects = {}
      for i = 1, 9 do objects[i] = {owner = 0} end
      return new(objects)
    end,
    get = function(state, i) return objects_of(state)[i].owner end,
    set = function(state, i, who) objects_of(state)[i].owner = who end,
  }
end

local outside -- cells that are not in the state

-- Boards by what holds them. `is_read` says whether the state can be read, so that its tree is kept.
local BOARDS = {
  {"fields of the state", is_read = true, of_cells(function()
    local state = zeros()
    state.turn = 1
    return state
  end, function(state) return state end)},
  {"objects four levels deep", is_read = true, of_objects(
    function(objects) return {turn = 1, game = {board = {objects = objects}}} end,
    function(state) return state.game.board.objects end)},
  {"objects with a class, that know each other", is_read = true, of_objects(function(objects)
    local class = {}
    class.__index = class
    for i, object in ipairs(objects) do setmetatable(object, class).left = objects[i - 1] end
    return setmetatable({turn = 1, objects = objects}, class)
  end, function(state) return state.objects end)},
  {"a closure in the state", of_cells(function()
    local cells = zeros()
    return {turn = 1, cells = function() return cells end}
  end, function(state) return state.cells() end)},
  {"the table of a metatable", of_cells(function() return setmetatable({turn = 1}, {__index = {cells = zeros()}}) end,
    function(state) return state.cells end)},
  {"no field but whose turn it is", of_cells(function()
    outside = zeros()
    return {turn = 1}
  end, function() return outside end)},
  {"keys that are objects", {
    new = function()
      local state = {turn = 1, names = {}}
      for i = 1, 9 do state.names[i] = {} end
      return state
    end,
    get = function(state, i) return state[state.names[i]] or 0 end,
    set = function(state, i, who) state[state.names[i]] = who end,
  }},
  {"a coroutine", {
    new = function()
      local cells = zeros()
      return {turn = 1, ask = coroutine.create(function(i, who)
        while true do
          if who then cells[i] = who end
          i, who = coroutine.yield(cells[i])
        end
      end)}
    end,
    get = function(state, i) return (select(2, coroutine.resume(state.ask, i))) end,
    set = function(state, i, who) coroutine.resume(state.ask, i, who) end,
  }},
}
if has_ffi and type(ffi) == "table" then
  BOARDS[#BOARDS + 1] = {"an array of the library 'ffi'", of_cells(
    function() return {turn = 1, cells = ffi.new "int[10]"} end, function(state) return state.cells end)}
  BOARDS[#BOARDS + 1] = {"64-bit integers of the library 'ffi'", is_read = true, {
    new = function() return {turn = 1} end, get = function(state, i) return tonumber(state[i] or 0) end,
    set = function(state, i, who) state[i] = who ~= 0 and ffi.cast("int64_t", who) or nil end,
  }}
end

local GAMES = {}
for i, row in ipairs(BOARDS) do GAMES[i] = {row[1], rules_of(row[2]), is_read = row.is_read} end

-- All is outside of an empty state, as in a game of global variables.
local whole
local game_of_fields = GAMES[1][2]
local empty = wrap.around(game_of_fields, function(_, callback, _, ...) return callback(whole, ...) end)
function empty.new()
  whole = game_of_fields.new()
  return {}
end
GAMES[#GAMES + 1] = {"nothing at all", empty}

describe("The tree that 'uct' keeps", function()
  -- Cause: a fingerprint that had skipped what it could not read, and saw three levels, was taken as a proof. Two
  -- positions were then the same, and their lists of moves were compared by their length.
  it("is that of the position, whatever holds the board", function()
    for _, row in ipairs(GAMES) do
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
    for _, row in ipairs(GAMES) do
      local name, game = row[1], row[2]
      local state, ai = game.new(), alphabeta.new(game, {algorithm = "uct"})
      local _, _, info = ai:search(state, {nodes = 600})
      game.make(state, info.pv[1])
      game.make(state, info.pv[2])
      local line = select(3, ai:search(state, {nodes = 1})).pv
      assert.equal(row.is_read or false, #line > 1, name)
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

-- A race on a line of nine cells: each player advances one of two pieces. A move that names a piece of another state is
-- an error.
local function piece_of(state, piece)
  for i, own in ipairs(state.pieces) do
    if own == piece then return i end
  end
  error "a piece of another state"
end

local function new_race()
  return {turn = 1, pieces = {{owner = 1, at = 2}, {owner = 1, at = 1}, {owner = 2, at = 1}, {owner = 2, at = 3}}}
end

local function has_won(state)
  for _, piece in ipairs(state.pieces) do
    if piece.at >= 9 then return piece.owner end
  end
end

local function race_moves(state)
  local list = {}
  for _, piece in ipairs(state.pieces) do
    for step = 1, piece.owner == state.turn and 2 or 0 do list[#list + 1] = {piece = piece, step = step} end
  end
  return list
end

-- The pieces after a move, in new tables.
local function advanced(state, move)
  local index, pieces = piece_of(state, move.piece), {}
  for i, piece in ipairs(state.pieces) do
    pieces[i] = {owner = piece.owner, at = piece.at + (i == index and move.step or 0)}
  end
  return pieces
end

-- A list in another order for each copy of the state.
local function shuffled(list)
  local by_move, other = {}, {}
  for _, move in ipairs(list) do by_move[move] = true end
  for move in pairs(by_move) do other[#other + 1] = move end
  return other
end

local function play(state, move) return {turn = 3 - state.turn, pieces = advanced(state, move)} end

local RACE = {
  moves = race_moves, player = function(state) return state.turn end,
  is_over = function(state) return has_won(state) ~= nil end,
  result = function(state, me)
    local winner = has_won(state)
    return winner == nil and 0 or winner == me and 1 or -1
  end,
}

-- Ways to make a move, and to list moves.
local RACES = {
  ["copies of the state"] = {play = play},
  ["an iterator"] = {play = play, moves = function(state)
    local list, i = race_moves(state), 0
    return function()
      i = i + 1
      return list[i]
    end
  end},
  ["another order for each copy"] = {play = play, moves = function(state) return shuffled(race_moves(state)) end},
  ["a list that the state holds"] = {
    play = function(state, move)
      local is_known = false
      for _, own in ipairs(state.list) do is_known = is_known or own == move end
      assert(is_known, "a move of another state")
      return play(state, move)
    end,
    moves = function(state)
      state.list = state.list or race_moves(state)
      return state.list
    end,
  },
  ["pieces that are made anew in place"] = {
    make = function(state, move)
      local before = state.pieces
      state.pieces, state.turn = advanced(state, move), 3 - state.turn
      return before
    end,
    unmake = function(state, _, before) state.pieces, state.turn = before, 3 - state.turn end,
  },
}

-- Plays each race to its end, by Monte Carlo tree search and by alpha-beta. `find` searches for a move.
local function play_races(find)
  for name, functions in pairs(RACES) do
    local game = wrap.replace(RACE, functions)
    for algorithm, limits in pairs {uct = {nodes = 150}, pvs = {depth = 4}} do
      local state, ai = new_race(), alphabeta.new(game, {algorithm = algorithm, seed = algorithm == "uct" and 3 or nil})
      while not game.is_over(state) do
        local best = find(ai, state, limits)
        piece_of(state, best.piece)
        if game.play then state = game.play(state, best) else game.make(state, best) end
      end
      assert.is_not_nil(has_won(state), name)
    end
  end
end

describe("Moves that name objects of the state", function()
  -- Cause: a node stored the moves of one copy of its state, and played them on another copy.
  it("are those of the state at hand, in 'uct', too", function()
    play_races(function(ai, state, limits) return (ai:search(state, limits)) end)
  end)

  -- Cause: after a pause, moves were made again that had been listed before it. A `make` that puts new tables into the
  -- state puts others there each time.
  it("are those of the state at hand after a pause", function()
    play_races(function(ai, state, limits)
      return (slices.search(ai, state, limits, {nodes = 1}))
    end)
  end)
end)
