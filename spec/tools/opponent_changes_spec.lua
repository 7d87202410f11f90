-- An opponent whose game changes the state in which its search makes moves, or begins anew within one frame.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local after, copying = small_games.after, small_games.NIM.copying

-- Nim in place, which refuses a move that is none.
local nim = wrap.replace(framed_nim.rules, {
  make = function(state, take)
    if take > state.heap then error(("takes %d of %d"):format(take, state.heap)) end
    state.heap, state.turn = state.heap - take, 3 - state.turn
  end,
})

local function begin(options, heap) return framed_nim.begin(wrap.replace({game = nim, depth = 30}, options), heap) end

-- Cause: without `hash`, a state of more than 4,000 fields was compared in parts, one in each frame. If the game began
-- another match in the same table, the next slice made the moves of the search's line in the new state. A smaller state
-- was compared as a whole, but a change of fields that had changed before in the same turn did not count, nor did the
-- sixth change of a key.
describe("An opponent whose line of moves cannot be made any more", function()
  -- Frames of an opponent, in which the heap of a state changes twice.
  local function check(state, opponent)
    for _, heap in ipairs {40, 20, 4} do
      state.heap = heap
      for _ = 1, 60 do
        opponent:update(1 / 60)
        assert.are.same({heap, 1}, {state.heap, state.turn})
      end
    end
    opponent:close()
  end

  it("drops it in a large state", function()
    local session = begin {play = function() end}
    session.state.map = {}
    for i = 1, 4500 do session.state.map[i] = i % 7 end
    check(session.state, session.opponent)
  end)

  it("drops it in a game made by alphabeta.snapshot", function()
    local env = {world = {heap = 40, turn = 1}}
    local game = alphabeta.snapshot {
      changes = {"world"}, env = env,
      moves = function() return nim.moves(env.world) end, player = function() return env.world.turn end,
      evaluate = function(_, me) return nim.evaluate(env.world, me) end,
      play = function(_, take) nim.make(env.world, take) end,
    }
    check(env.world, begin({game = game, state = "the world", play = function() end}).opponent)
  end)

  it("goes on where only a clock has changed, however large the state is", function()
    for _, fields in ipairs {0, 4500} do
      local session, count = begin({depth = 4, hash = fields == 0 and "auto" or nil}, 12), 0
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

-- Cause: after its move, an opponent waited until the state was another in the next frame. If the same state was back
-- by then, in a new match or after an undo, it waited for ever, and printed that the game had refused the move.
describe("An opponent whose game returns to the same state within a frame", function()
  it("moves again, however it moves", function()
    for _, options in ipairs {{play = nim.make}, {}, {ponder = true}, {game = copying}} do
      local session, matches = begin(wrap.replace({slice = 1}, options), 3), 0
      for _ = 1, 50 do
        session:frames(1)
        if session.state.heap == 0 then matches, session.state = matches + 1, {heap = 3, turn = 1} end
      end
      session.opponent:close()
      assert.are.equal(50, matches)
    end
  end)

  -- Cause: taking a move back changed a field that moves change. The same field then did not show the move, which left
  -- the same player to move with the same moves, and the opponent waited for ever.
  it("moves again if its move was taken back before and gives another turn, within three seconds", function()
    local before, session = nil, nil
    local function move(state, take)
      return {heap = state.heap - take, turn = take == 2 and state.turn or 3 - state.turn}
    end
    session = begin({
      game = wrap.replace(copying, {play = move, evaluate = function(at) return at.heap end}), depth = 2,
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

-- Cause: in a game in place, a search begins anew if a field has changed that a move changes. If the game changes such
-- a field in each frame, every search began anew.
describe("An opponent whose game changes in each frame what a move changes, too", function()
  -- `idle` counts the frames since the last move.
  local games = {
    wrap.replace(nim, {
      make = function(state, take)
        local idle = state.idle
        nim.make(state, take)
        state.idle = 0
        return idle
      end,
      unmake = function(state, take, idle)
        nim.unmake(state, take)
        state.idle = idle
      end,
    }),
    wrap.replace(copying, {play = function(state, take)
      return {heap = state.heap - take, turn = 3 - state.turn, idle = 0}
    end}),
  }

  it("moves all the same", function()
    for _, game in ipairs(games) do
      local session, frames = begin({game = game, slice = 0.001, copies = true}, 30), 0
      session.state.idle = 0
      repeat
        frames, session.state.idle = frames + 1, session.state.idle + 1
        session:frames(1)
        assert.is_true(frames < 200)
        if session.state.turn == 1 then assert.are.equal(frames, session.state.idle) end
      until session.state.turn == 2
      session.opponent:close()
    end
  end)
end)

-- Cause: after a change of the same field in the same turn, a game by copies went on with the search of the old state.
describe("An opponent whose game takes moves back in its turn", function()
  it("searches the state that there is, by copies, too", function()
    local searched
    local game = wrap.replace(copying, {evaluate = function(at, me)
      searched[at.heap] = true
      return small_games.worth(at, me)
    end})
    local session = begin {game = game, depth = 3, play = function() end}
    for heap = 60, 40, -5 do
      session.state, searched = {heap = heap, turn = 1}, {}
      session:frames(12)
      assert.is_true(next(searched) ~= nil, heap)
      for at in pairs(searched) do assert.is_true(at < heap and at >= heap - 9, heap) end
    end
    session.opponent:close()
  end)
end)

-- Cause: the states that follow hold a timer, too, so the best one was never found among those of the next frame. After
-- three more searches the old one was handed over, with the old timer.
describe("An opponent of a game with child states", function()
  it("hands over one of the state as it is now", function()
    local session
    local frame = 0
    session = begin({game = small_games.NIM.children, depth = 4, play = function(child)
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
    local function new_piles() return {{size = 7}, {size = 9}} end
    local function take(state, pile, number)
      assert(pile == state.piles[1] or pile == state.piles[2], "a pile that is gone")
      pile.size, state.turn = pile.size - number, 3 - state.turn
    end
    local game = {
      moves = function(state)
        if fails then
          fails = false
          error "not now"
        end
        local moves = {}
        for _, pile in ipairs(state.piles) do
          if pile.size > 0 then moves[#moves + 1] = pile end
        end
        return moves
      end,
      make = function(state, pile) take(state, pile, 1) end,
      unmake = function(state, pile) take(state, pile, -1) end,
      player = function(state) return state.turn end,
      result = function(state, me) return state.turn == me and -1 or 1 end,
    }
    local session = framed_nim.begin({game = game, depth = 12, slice = 1e-5, play = function() end})
    session.state = {piles = new_piles(), turn = 1}
    for _ = 1, 4 do
      session:frames(2)
      assert.is_true(session.opponent:thinking())
      session.state.piles, fails = new_piles(), true
    end
    session.opponent:close()
  end)
end)

-- Cause: the opponent cannot read arrays and structs of LuaJIT's library `ffi`. Two states that differ only in them
-- were taken for one, and a search went on in another state.
describe("An opponent whose state has arrays of LuaJIT's library 'ffi'", function()
  local has_ffi, ffi = pcall(require, "ffi")
  if not has_ffi then return end

  -- Nim, whose heap is in an array.
  local function heap_of(state) return {heap = state.cells[0], turn = state.turn} end

  local function state_of(at) return {cells = ffi.new("int8_t[8]", {at.heap}), turn = at.turn} end

  local function move(state, take)
    assert(take <= state.cells[0], "an illegal move")
    state.cells[0], state.turn = state.cells[0] - take, 3 - state.turn
  end

  local rules = {
    player = nim.player, moves = function(state) return nim.moves(heap_of(state)) end,
    evaluate = function(state, me) return nim.evaluate(heap_of(state), me) end,
  }
  local styles = {
    ["in place"] = wrap.replace(rules, {make = move, unmake = function(state, take) move(state, -take) end}),
    copying = wrap.replace(rules, {play = function(state, take) return state_of(after(heap_of(state), take)) end}),
  }

  for name, game in pairs(styles) do
    it("makes legal moves, and leaves the state as it is: " .. name, function()
      for seed = 1, 12 do
        local session, frame = nil, 0
        session = begin {
          game = game, depth = 5, slice = 1e-5, ponder = true, play = function(take) move(session.state, take) end,
        }
        session.state = state_of {heap = 20, turn = 1}
        while session.state.cells[0] > 0 do
          local heap, turn = session.state.cells[0], session.state.turn
          frame = frame + 1
          session:frames(1)
          if session.state.turn == turn then assert.are.equal(heap, session.state.cells[0]) end
          if session.state.turn == 2 and frame % 7 == seed % 7 then
            move(session.state, math.min(session.state.cells[0], frame % 3 + 1))
          end
          assert.is_true(frame < 20000)
        end
        session.opponent:close()
      end
    end)
  end
end)
