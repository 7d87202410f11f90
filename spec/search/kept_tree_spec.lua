-- The tree that "uct" keeps from one search to the next: it must be that of the position, and each move that the game
-- gets must be one that it lists in that very state.

local alphabeta = require "alphabeta"

local has_ffi, ffi = pcall(require, "ffi")

-- Four columns of three cells; three in a line win. Rules over a board that `new` makes, `get` reads and `set` writes.
-- A move that is not legal is an error.
local WIDTH, HEIGHT = 4, 3
local STEPS = {{1, 0}, {0, 1}, {1, 1}, {1, -1}}

local function rules_of(board)
  local get, set = board.get, board.set
  local function height(state, column)
    local row = 1
    while row <= HEIGHT and get(state, column, row) ~= 0 do row = row + 1 end
    return row - 1
  end
  local function cell(state, column, row)
    if column < 1 or column > WIDTH or row < 1 or row > HEIGHT then return 0 end
    return get(state, column, row)
  end
  local function winner(state)
    for column = 1, WIDTH do
      for row = 1, HEIGHT do
        local who = cell(state, column, row)
        for _, step in ipairs(who ~= 0 and STEPS or {}) do
          if cell(state, column + step[1], row + step[2]) == who
            and cell(state, column + 2 * step[1], row + 2 * step[2]) == who then
            return who
          end
        end
      end
    end
  end
  local function moves(state)
    local list = {}
    for column = 1, winner(state) and 0 or WIDTH do
      if height(state, column) < HEIGHT then list[#list + 1] = column end
    end
    return list
  end
  return {
    new = board.new, moves = moves,
    make = function(state, column)
      local row = height(state, column) + 1
      assert(row <= HEIGHT, "a column that is full")
      set(state, column, row, state.turn)
      state.turn = 3 - state.turn
    end,
    unmake = function(state, column)
      set(state, column, height(state, column), 0)
      state.turn = 3 - state.turn
    end,
    player = function(state) return state.turn end,
    result = function(state, me)
      local who = winner(state)
      return who == nil and 0 or who == me and 1 or -1
    end,
  }
end

-- A board that is not in the state: it holds whose turn it is, and what `extra` adds.
local function outside(extra)
  local cells
  return {
    new = function()
      cells = {}
      local state = extra or {}
      state.turn = 1
      return state
    end,
    get = function(_, column, row) return cells[column * 4 + row] or 0 end,
    set = function(_, column, row, who) cells[column * 4 + row] = who end,
  }
end

local function flat()
  return {
    new = function() return {turn = 1} end,
    get = function(state, column, row) return state[column * 4 + row] or 0 end,
    set = function(state, column, row, who) state[column * 4 + row] = who ~= 0 and who or nil end,
  }
end

-- Boards by what holds them. `is_read` says whether the state can be read, so that its tree is kept.
local BOARDS = {
  {"fields of the state", flat(), is_read = true},
  {"objects five levels deep", {
    new = function()
      local columns = {}
      for column = 1, WIDTH do
        columns[column] = {}
        for row = 1, HEIGHT do columns[column][row] = {piece = {owner = 0}} end
      end
      return {turn = 1, game = {board = {columns = columns}}}
    end,
    get = function(state, column, row) return state.game.board.columns[column][row].piece.owner end,
    set = function(state, column, row, who) state.game.board.columns[column][row].piece.owner = who end,
  }, is_read = true},
  {"objects with a class, that know each other", {
    new = function()
      local class, cells = {}, {}
      class.__index = class
      for i = 1, 20 do cells[i] = setmetatable({owner = 0, left = cells[i - 1]}, class) end
      return setmetatable({turn = 1, cells = cells}, class)
    end,
    get = function(state, column, row) return state.cells[column * 4 + row].owner end,
    set = function(state, column, row, who) state.cells[column * 4 + row].owner = who end,
  }, is_read = true},
  {"a closure in the state", {
    new = function()
      local cells = {}
      return {
        turn = 1,
        get = function(column, row) return cells[column * 4 + row] or 0 end,
        set = function(column, row, who) cells[column * 4 + row] = who end,
      }
    end,
    get = function(state, column, row) return state.get(column, row) end,
    set = function(state, column, row, who) state.set(column, row, who) end,
  }},
  {"keys that are objects", {
    new = function()
      local state = {turn = 1, names = {}}
      for i = 1, 20 do state.names[i] = {} end
      return state
    end,
    get = function(state, column, row) return state[state.names[column * 4 + row]] or 0 end,
    set = function(state, column, row, who) state[state.names[column * 4 + row]] = who end,
  }},
  {"the table of a metatable", {
    new = function() return setmetatable({turn = 1}, {__index = {cells = {}}}) end,
    get = function(state, column, row) return state.cells[column * 4 + row] or 0 end,
    set = function(state, column, row, who) state.cells[column * 4 + row] = who end,
  }},
  {"a coroutine", {
    new = function()
      local cells = {}
      return {turn = 1, ask = coroutine.create(function(column, row, who)
        while true do
          local i = column * 4 + row
          if who then cells[i] = who end
          column, row, who = coroutine.yield(cells[i] or 0)
        end
      end)}
    end,
    get = function(state, column, row) return (select(2, coroutine.resume(state.ask, column, row))) end,
    set = function(state, column, row, who) coroutine.resume(state.ask, column, row, who) end,
  }},
  {"no field but whose turn it is", outside()},
}
if has_ffi and type(ffi) == "table" then
  BOARDS[#BOARDS + 1] = {"an array of the library 'ffi'", {
    new = function() return {turn = 1, cells = ffi.new "int[20]"} end,
    get = function(state, column, row) return state.cells[column * 4 + row] end,
    set = function(state, column, row, who) state.cells[column * 4 + row] = who end,
  }}
  BOARDS[#BOARDS + 1] = {"64-bit integers of the library 'ffi'", {
    new = function() return {turn = 1} end,
    get = function(state, column, row) return tonumber(state[column * 4 + row] or 0) end,
    set = function(state, column, row, who) state[column * 4 + row] = who ~= 0 and ffi.cast("int64_t", who) or nil end,
  }, is_read = true}
end

-- The same with all outside of an empty state, as in a game of global variables.
local function empty()
  local own = {}
  local game = rules_of(flat())
  local rules = {
    new = function()
      own.state = game.new()
      return {}
    end,
  }
  for _, name in ipairs {"moves", "make", "unmake", "player", "result"} do
    rules[name] = function(_, ...) return game[name](own.state, ...) end
  end
  return rules
end

local GAMES = {{"nothing at all", empty()}}
for i, row in ipairs(BOARDS) do GAMES[i + 1] = {row[1], rules_of(row[2]), is_read = row.is_read} end

describe("the tree that 'uct' keeps", function()
  -- Cause: a fingerprint that had skipped what it could not read, and saw three levels, was taken as a proof. Two
  -- positions were then the same, and their lists of moves were compared by their length.
  it("is that of the position, whatever holds the board", function()
    for _, row in ipairs(GAMES) do
      local name, game = row[1], row[2]
      for seed = 1, 4 do
        local state, ai, ply = game.new(), alphabeta.new(game, {algorithm = "uct", seed = seed}), 0
        while #game.moves(state) > 0 do
          local move = ai:search(state, {nodes = 40})
          local is_listed = false
          for _, own in ipairs(game.moves(state)) do is_listed = is_listed or own == move end
          assert.is_true(is_listed, name)
          game.make(state, move)
          local list = game.moves(state)
          ply = ply + 1
          if #list > 0 then game.make(state, list[(seed * 7 + ply * 3) % #list + 1]) end
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
    local LISTS = {[""] = {"check", "bet"}, c = {"check", "bet"}, b = {"fold", "call"}, cb = {"fold", "call"}}
    local VALUES = {cc = 1, bc = 2, cbc = 2}

    -- Poker with three cards. `new(own, other)` makes the hands, `card` reads the card of a player.
    local function poker(new, card)
      local game = {}
      function game.new(first, second, line) return {line = line or "", hands = new(first, second)} end
      function game.moves(state) return LISTS[state.line] or {} end
      function game.play(state, move)
        return game.new(card(state.hands, 1), card(state.hands, 2), state.line .. move:sub(1, 1))
      end
      function game.player(state) return #state.line % 2 + 1 end
      function game.result(state, me)
        local is_higher = card(state.hands, 1) > card(state.hands, 2)
        local value = state.line == "bf" and 1 or state.line == "cbf" and -1
          or (is_higher and 1 or -1) * VALUES[state.line]
        return me == 1 and value or -value
      end
      function game.deal(state, me, random)
        local own = card(state.hands, me)
        local other = (own + random(2) - 1) % 3 + 1
        return game.new(me == 1 and own or other, me == 1 and other or own, state.line)
      end
      return game
    end

    local function flat_hands(...) return {...} end
    local function deep_hands(first, second)
      return {seats = {{hand = {cards = {{rank = first}}}}, {hand = {cards = {{rank = second}}}}}}
    end
    local flat_game = poker(flat_hands, function(hands, player) return hands[player] end)
    local deep = poker(deep_hands, function(hands, player) return hands.seats[player].hand.cards[1].rank end)
    local closed = poker(function(first, second) return function(player) return player == 1 and first or second end end,
      function(hands, player) return hands(player) end)
    local function answers(game)
      local texts = {}
      for own = 1, 3 do
        local state = game.new(own, own % 3 + 1)
        local move, value = alphabeta.search(state, {nodes = 1200}, {game = game, algorithm = "uct"})
        texts[own] = ("%s %.4f"):format(move, value)
      end
      return table.concat(texts, ", ")
    end
    assert.equal(answers(flat_game), answers(deep))
    assert.is_not.equal(answers(flat_game), answers(closed))
  end)
end)

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

local function race(fields)
  local game = {
    moves = race_moves, player = function(state) return state.turn end,
    is_over = function(state) return has_won(state) ~= nil end,
    result = function(state, me)
      local winner = has_won(state)
      return winner == nil and 0 or winner == me and 1 or -1
    end,
  }
  for name, field in pairs(fields) do game[name] = field end
  return game
end

local function play(state, move) return {turn = 3 - state.turn, pieces = advanced(state, move)} end

-- Ways to make a move, and to list moves.
local RACES = {
  {"copies of the state", race {play = play}},
  {"an iterator", race {
    play = play,
    moves = function(state)
      local list, i = race_moves(state), 0
      return function()
        i = i + 1
        return list[i]
      end
    end,
  }},
  {"another order for each copy", race {
    play = play,
    moves = function(state)
      local list, by_piece = {}, {}
      for _, move in ipairs(race_moves(state)) do by_piece[move] = true end
      for move in pairs(by_piece) do list[#list + 1] = move end
      return list
    end,
  }},
  {"a list that the state holds", race {
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
  }},
  {"pieces that are made anew in place", race {
    make = function(state, move)
      local before = state.pieces
      state.pieces, state.turn = advanced(state, move), 3 - state.turn
      return before
    end,
    unmake = function(state, _, before) state.pieces, state.turn = before, 3 - state.turn end,
  }},
}

-- Plays a race to its end. `find` searches for a move.
local function play_race(game, options, find, name)
  local state, ai = new_race(), alphabeta.new(game, options)
  while not game.is_over(state) do
    local best = find(ai, state)
    piece_of(state, best.piece)
    if game.play then state = game.play(state, best) else game.make(state, best) end
  end
  assert.is_not_nil(has_won(state), name)
end

local UCT = {algorithm = "uct", seed = 3}

describe("moves that name objects of the state", function()
  -- Cause: a node stored the moves of one copy of its state, and played them on another copy.
  it("are those of the state at hand, in 'uct', too", function()
    for _, row in ipairs(RACES) do
      play_race(row[2], UCT, function(ai, state) return (ai:search(state, {nodes = 150})) end, row[1])
      play_race(row[2], {}, function(ai, state) return (ai:search(state, {depth = 4})) end, row[1])
    end
  end)

  -- Cause: after a pause, moves were made again that had been listed before it. A `make` that puts new tables into the
  -- state puts others there each time.
  it("are those of the state at hand after a pause", function()
    local function in_slices(limits)
      return function(ai, state)
        ai:start(state, limits)
        repeat until ai:step {nodes = 1}
        return (ai:best())
      end
    end
    for _, row in ipairs(RACES) do
      play_race(row[2], UCT, in_slices {nodes = 100}, row[1])
      play_race(row[2], {}, in_slices {depth = 4}, row[1])
    end
  end)
end)
