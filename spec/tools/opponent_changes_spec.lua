-- Changes of the state that an opponent sees, and which fields it watches. Timers, new matches in the same table and
-- moves that are taken back are in random_match.

local alphabeta = require "alphabeta"
local exclusion = require "alphabeta.common.exclusion"
local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"
local watches = require "alphabeta.opponent.watch"

local nim = framed_nim.rules

-- Cause: without `hash`, a state of more than 4,000 fields was compared in parts, one in each frame. If the game began
-- another match in the same table, the next slice made the moves of the search's line in the new state. A smaller state
-- was compared as a whole, but a change of fields that had changed before in the same turn did not count, nor did the
-- sixth change of a key.
describe("An opponent whose line of moves cannot be made any more", function()
  it("drops it, in a large state, too", function()
    local function make(state, take)
      assert(take <= state.heap, "more than the heap has")
      nim.make(state, take)
    end
    for _, fields in ipairs {0, 4500} do
      local session = framed_nim.begin {game = framed_nim.with {make = make}, depth = 30, play = function() end}
      session.state.map = {}
      for i = 1, fields do session.state.map[i] = i % 7 end
      for _, heap in ipairs {40, 20, 4} do
        session.state.heap = heap
        for _ = 1, 60 do
          session:frames(1)
          assert.are.same({heap, 1}, {session.state.heap, session.state.turn})
        end
      end
      session.opponent:close()
    end
  end)

  it("goes on where only a clock has changed, however large the state is", function()
    for _, fields in ipairs {0, 4500} do
      local session, count = framed_nim.begin({depth = 4, hash = fields == 0 and "auto" or nil}, 12), 0
      session.state.map = {}
      for i = 1, fields do session.state.map[i] = i % 7 end
      repeat
        count, session.state.clock = count + 1, count
        session:frames(1)
        assert.is_true(count < 3000, "it never plays")
      until session.state.turn == 2
      assert.is_true(#session.starts <= 7, #session.starts)
    end
  end)
end)

describe("An opponent whose move is taken back", function()
  -- Cause: taking a move back changed a field that moves change. The same field then did not show the move, which left
  -- the same player to move with the same moves, and the opponent waited for ever.
  it("moves again within three seconds, if the move gives it another turn", function()
    local before, session = nil, nil
    local function move(state, take)
      return {heap = state.heap - take, turn = take == 2 and state.turn or 3 - state.turn}
    end
    session = framed_nim.begin({
      game = small_games.copying {play = move, evaluate = function(at) return at.heap end}, depth = 2,
      play = function(take)
        assert.are.equal(2, take)
        session.played[#session.played + 1] = take
        before, session.state = session.state, move(session.state, take)
      end,
    }, 40)
    session:think()
    session:frames(2)
    assert.is_true(session.opponent:thinking())
    session.state = before
    session:think()
    session:frames(180)
    session.opponent:close()
    assert.is_true(#session.played > 2)
  end)
end)

-- Cause: the states that follow hold a timer, too, so the best one was never found among those of the next frame. After
-- three more searches the old one was handed over, with the old timer.
describe("An opponent of a game with child states", function()
  it("hands over one of the state as it is now", function()
    local session
    local frame = 0
    session = framed_nim.begin({game = small_games.NIM.children, depth = 4, play = function(child)
      assert.are.same({turn = 2, timer = frame}, {turn = child.turn, timer = child.timer})
      session.state = child
    end}, 21)
    repeat
      frame = frame + 1
      session.state = {heap = 21, turn = 1, timer = frame}
      session:frames(1)
      assert.is_true(frame < 2000)
    until session.state.turn == 2
    session.opponent:close()
  end)
end)

-- Cause: an opponent lists the moves of another state to find out whether they refer to the pieces that it knows. If
-- `moves` raised an error then, the pieces were taken for those, and the next slice moved one that was gone.
describe("An opponent whose game begins anew with other pieces", function()
  it("does not move those that are gone, though the moves could not be listed at once", function()
    local fails = false
    local function new_state() return {{size = 7}, {size = 9}, turn = 1} end
    local function take(state, pile, number)
      assert(pile == state[1] or pile == state[2], "a pile that is gone")
      pile.size, state.turn = pile.size - number, 3 - state.turn
    end
    local game = {
      moves = function(state)
        if fails then
          fails = false
          error "not now"
        end
        local moves = {}
        for i = 1, 2 do moves[#moves + 1] = state[i].size > 0 and state[i] or nil end
        return moves
      end,
      make = function(state, pile) take(state, pile, 1) end,
      unmake = function(state, pile) take(state, pile, -1) end,
      player = nim.player, result = function(state, me) return state.turn == me and -1 or 1 end,
    }
    local session = framed_nim.begin({game = game, depth = 12, slice = 1e-5, play = function() end})
    session.state = new_state()
    for _ = 1, 4 do
      session:frames(2)
      assert.is_true(session.opponent:thinking())
      session.state[1], session.state[2], fails = new_state()[1], new_state()[2], true
    end
    session.opponent:close()
  end)
end)

-- Causes: the opponent cannot read arrays and structs of LuaJIT's library `ffi`, nor upvalues of the game. Two states
-- that differ only there were taken for one: a search went on in another state, and any reply was the expected one.
describe("An opponent that cannot read the state", function()
  local has_ffi, ffi = pcall(require, "ffi")

  -- Nim in place, whose heap is in a field that is read and changed by these functions.
  local function hidden(get, set)
    local function read(state) return {heap = get(state), turn = state.turn} end
    local function move(state, take)
      assert(take <= get(state), "an illegal move")
      set(state, get(state) - take)
      state.turn = 3 - state.turn
    end
    return {
      player = nim.player, moves = function(state) return nim.moves(read(state)) end,
      evaluate = function(state, me) return nim.evaluate(read(state), me) end,
      make = move, unmake = function(state, take) move(state, -take) end,
    }, move, get
  end

  -- Plays matches by this game. `new` makes a state from a heap.
  local function play(new, game, move, get)
    for seed = 1, 12 do
      local session, frame = nil, 0
      session = framed_nim.begin {
        game = game, depth = 5, slice = 1e-5, ponder = true, play = function(take) move(session.state, take) end,
      }
      session.state = new(20)
      while get(session.state) > 0 do
        local heap, turn = get(session.state), session.state.turn
        frame = frame + 1
        session:frames(1)
        if session.state.turn == turn then assert.are.equal(heap, get(session.state)) end
        if session.state.turn == 2 and frame % 7 == seed % 7 then
          move(session.state, math.min(get(session.state), frame % 3 + 1))
        end
        assert.is_true(frame < 20000)
      end
      session.opponent:close()
    end
  end

  it("makes legal moves, and leaves it as it is: an upvalue", function()
    local heap
    play(function(count)
      heap = count
      return {turn = 1}
    end, hidden(function() return heap end, function(_, count) heap = count end))
  end)

  if not has_ffi then return end
  for _, is_copied in ipairs {false, true} do
    it("makes legal moves, and leaves it as it is: an array, " .. (is_copied and "copying" or "in place"), function()
      local function new(count, turn) return {cells = ffi.new("int8_t[8]", {count}), turn = turn or 1} end
      local game, move, get = hidden(function(state) return state.cells[0] end,
        function(state, count) state.cells[0] = count end)
      if is_copied then
        game.make, game.unmake = nil, nil
        function game.play(state, take) return new(get(state) - take, 3 - state.turn) end
      end
      play(new, game, move, get)
    end)
  end
end)

-- What it watches -----------------------------------------------------------------------------------------------------

describe("What an opponent watches", function()
  local function text_of(changes)
    local paths = {}
    for path in pairs(changes or {}) do paths[#paths + 1] = path end
    return changes and table.concat(paths, " ") or "nothing"
  end

  it("are all fields of all tables, each change once", function()
    local state = {heap = 3, board = {1, 2, {x = 1}}, cursor = {x = 1}, [true] = 1, [false] = 1}
    state.self, state.again, state.set = state, state.board, {[{a = 1}] = true}
    local watch = watches.new()
    watch:take(state)
    for i, row in ipairs {
      {function() end, "nothing"},
      {function() state.heap = 4 end, '"heap"'},
      {function() state.cursor.x = nil end, '"cursor"."x"'},
      {function() state.new = 1 end, '"new"'},
      {function() state.new = {} end, '"new"'},
      {function() state.new = nil end, '"new"'},
      {function() state.cursor = {} end, "nothing"},
      {function() setmetatable(state.cursor, {}) end, '"cursor"'},
      {function() state[true] = nil end, "true"},
      {function() state[false] = {} end, "false"},
      {function() next(state.set).a = 2 end, '"set".{a = 2}."a"'},
      {function() state.heap = 0 / 0 end, '"heap"'},
      {function() setmetatable(state, {}) end, ""}, -- the state itself
    } do
      row[1]()
      assert.are.equal(row[2], text_of(watch:look(state)), i)
      assert.is_nil(watch:look(state))
    end
    state.board[3].x = 2
    assert.is_truthy(text_of(watch:look(state)):find '"x"$')
    state.heap = 5
    watch:take(state)
    assert.is_nil(watch:look(state))
    state.again = {1, 2, {x = 2}} -- a table of its own, where there was one in two places
    watch:look(state)
    assert.is_nil(watch:look(state))
    state.again[3].x = 3
    assert.are.equal('"again".3."x"', text_of(watch:look(state)))
    state.board[3].x = 4
    assert.are.equal('"board".3."x"', text_of(watch:look(state)))
  end)

  -- Cause: what is left out below a table belonged to the path on which the table was first reached.
  it("are no fields that are left out, when another path to their table is gone", function()
    for path, other in pairs {a = "b", b = "a"} do
      local both = {cache = 1, x = 1}
      local state, watch = {a = both, b = both}, watches.new(exclusion.read {path .. ".cache"})
      watch:take(state)
      state[other] = nil
      watch:look(state)
      both.cache = 2
      assert.are.equal("nothing", text_of(watch:look(state)), path)
      both.x = 2
      assert.are.equal(('"%s"."x"'):format(path), text_of(watch:look(state)))
    end
  end)

  it("are the values of keys, and values that are no tables", function()
    local key = alphabeta.zobrist(4)
    local watch = watches.new()
    watch:take {key = key}
    key:flip(2)
    assert.are.equal('"key"', text_of(watch:look {key = key}))
    assert.is_nil(watch:look {key = key})
    watch = watches.new()
    watch:take(3)
    assert.is_nil(watch:look(3))
    assert.are.equal("", text_of(watch:look(4)))
  end)
end)

-- Cause: beyond 2000 tables, states without keys were compared by identity alone. An undo or a restart was not seen,
-- and a move was played that was none. And below, each frame compared all, however much that was.
describe("A large state", function()
  local function new_state(count)
    local state = {cells = {}}
    for i = 1, count do state.cells[i] = {i} end
    return state
  end

  it("looks at no more than a part of it in a frame", function()
    local state, watch = new_state(20000), watches.new()
    local parts = 0
    repeat
      watch:take(state)
      parts = parts + 1
    until watch.is_whole
    assert.is_true(parts > 20, parts)
    state.cells[10000][1] = 0
    local seen = 0
    for _ = 1, parts + 1 do
      watch:take(state)
      seen = seen + (watch:look(state) and 1 or 0)
    end
    assert.are.equal(1, seen)
  end)

  it("is not disturbed by new tables in each frame, nor by fields that come and go", function()
    local watch = watches.new()
    local function new_shared_state()
      local new = new_state(3000)
      new.others = {}
      for i = 1, 3000 do new.others[i] = new.cells[3001 - i] end
      return new
    end
    repeat watch:take(new_shared_state()) until watch.is_whole
    for _ = 1, 40 do assert.is_nil(watch:look(new_shared_state())) end
    watch = watches.new()
    repeat watch:take(new_state(3000)) until watch.is_whole
    for _ = 1, 20 do assert.is_nil(watch:look(new_state(3000))) end
    local state, seen = new_state(3000), 0
    for frame = 1, 40 do
      state.cells[3000 - frame * 10] = frame % 2 == 0 and {1} or nil
      seen = seen + (watch:look(state) and 1 or 0)
    end
    assert.is_true(seen > 0)
  end)
end)
