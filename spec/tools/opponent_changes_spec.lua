-- An opponent whose game changes the state in which its search makes moves, or begins anew within one frame.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local after = small_games.after

-- Nim in place, which refuses a move that is none. What is taken back is what there was before.
local nim = wrap.replace(small_games.NIM["in place"], {
  make = function(state, take)
    if take > state.heap then error(("takes %d of %d"):format(take, state.heap)) end
    state.heap, state.turn = state.heap - take, 3 - state.turn
  end,
})

local function new_state(heap, turn, fields)
  local state = {heap = heap, turn = turn, map = {}}
  for i = 1, fields or 0 do state.map[i] = i % 7 end
  return state
end

-- An opponent that is player 1; a slice is one call of a function of the game.
local function begin(state, options)
  return alphabeta.opponent(wrap.replace({
    game = nim, state = state, me = 1, depth = 30, slice = 1e-9, play = function() end,
  }, options or {}))
end

-- Cause: without `hash`, a state of more than 4,000 fields was compared in parts, one in each frame. If the game began
-- another match in the same table, the next slice made the moves of the search's line in the new state. A smaller state
-- was compared as a whole, but a change of fields that had changed before in the same turn did not count, nor did the
-- sixth change of a key.
describe("An opponent whose line of moves cannot be made any more", function()
  it("drops it in a large state", function()
    local state = new_state(40, 1, 4500)
    local opponent = begin(state)
    for _, heap in ipairs {40, 20, 4} do
      state.heap = heap
      for _ = 1, 60 do
        opponent:update(1 / 60)
        assert.are.same({heap, 1}, {state.heap, state.turn})
      end
    end
    opponent:close()
  end)

  it("drops it in a game made by alphabeta.snapshot", function()
    local env = {world = new_state(40, 1)}
    local game = alphabeta.snapshot {
      changes = {"world"}, env = env,
      moves = function() return nim.moves(env.world) end, player = function() return env.world.turn end,
      evaluate = function(_, me) return nim.evaluate(env.world, me) end,
      play = function(_, take) nim.make(env.world, take) end,
    }
    local opponent = begin("the world", {game = game})
    for _, heap in ipairs {40, 20, 4} do
      env.world.heap = heap
      for _ = 1, 30 do
        opponent:update(1 / 60)
        assert.are.same({heap, 1}, {env.world.heap, env.world.turn})
      end
    end
  end)

  it("goes on where only a clock has changed, however large the state is", function()
    for _, fields in ipairs {0, 4500} do
      local state, starts, count = new_state(12, 1, fields), 0, 0
      local opponent = begin(state, {
        depth = 4, hash = fields == 0 and "auto" or nil, play = function(take) nim.make(state, take) end,
      })
      framed_nim.watch_starts(opponent, function() starts = starts + 1 end)
      repeat
        count, state.clock = count + 1, count
        opponent:update(1 / 60)
        assert.is_true(count < 3000, "it never plays")
      until state.turn == 2
      assert.is_true(starts <= 7, starts)
    end
  end)
end)

-- Cause: after its move, an opponent waited until the state was another in the next frame. If the same state was back
-- by then, in a new match or after an undo, it waited for ever, and printed that the game had refused the move.
describe("An opponent whose game returns to the same state within a frame", function()
  it("moves again, however it moves", function()
    local state
    local function play(take) nim.make(state, take) end
    for _, options in ipairs {
      {play = nim.make}, {play = play}, {play = play, ponder = true},
      {game = small_games.NIM.copying, play = function(take) state = after(state, take) end},
    } do
      local matches = 0
      state = new_state(3, 1)
      local opponent = begin(function() return state end, wrap.replace({slice = 1}, options))
      for _ = 1, 50 do
        opponent:update(1 / 60)
        if state.heap == 0 then
          matches, state = matches + 1, new_state(3, 1)
        end
      end
      opponent:close()
      assert.are.equal(50, matches)
    end
  end)
end)

describe("An opponent in a game with extra turns", function()
  -- Whoever takes two matches moves again.
  local function after_move(state, take)
    return {heap = state.heap - take, turn = take == 2 and state.turn or 3 - state.turn}
  end

  local copying = wrap.replace(small_games.NIM.copying, {play = after_move})

  -- Cause: taking a move back changed a field that moves change. The same field then did not show the move, which left
  -- the same player to move with the same moves, and the opponent waited for ever.
  it("moves again if its move was taken back before, within three seconds", function()
    local before, moves = nil, 0
    local state = {heap = 40, turn = 1}
    local opponent = begin(function() return state end, {
      game = wrap.replace(copying, {evaluate = function(at) return at.heap end}), depth = 2, slice = 1e-9,
      play = function(take)
        assert.are.equal(2, take)
        before, state, moves = state, after_move(state, take), moves + 1
      end,
    })
    local function play_for(frames)
      for _ = 1, frames do opponent:update(1 / 60) end
    end
    while moves == 0 do play_for(1) end
    play_for(2)
    assert.is_true(opponent:thinking())
    state, moves = before, 0
    while moves == 0 do play_for(1) end
    play_for(180)
    opponent:close()
    assert.is_true(moves > 1)
  end)
end)

-- Cause: in a game in place, a search begins anew if a field has changed that a move changes. If the game changes such
-- a field in each frame, every search began anew.
describe("An opponent whose game changes in each frame what a move changes, too", function()
  it("moves all the same", function()
    for _, is_in_place in ipairs {true, false} do
      local function after_move(state, take)
        return {heap = state.heap - take, turn = 3 - state.turn, idle = 0}
      end
      local game = wrap.replace(small_games.NIM.copying, {play = after_move})
      if is_in_place then
        game = wrap.replace(nim, {
          make = function(state, take)
            local idle = state.idle
            nim.make(state, take)
            state.idle = 0 -- frames since the last move
            return idle
          end,
          unmake = function(state, take, idle)
            nim.unmake(state, take)
            state.idle = idle
          end,
        })
      end
      local state, frames = {heap = 30, turn = 1, idle = 0}, 0
      local opponent = begin(function() return state end, {
        game = game, slice = 0.001, play = function(take) state = after_move(state, take) end,
      })
      repeat
        frames, state.idle = frames + 1, state.idle + 1
        opponent:update(1 / 60)
        assert.are.equal(state.turn == 1 and frames or 0, state.idle)
        assert.is_true(frames < 200)
      until state.turn == 2
      opponent:close()
    end
  end)
end)

-- Cause: after a change of the same field in the same turn, a game by copies went on with the search of the old state.
describe("An opponent whose game takes moves back in its turn", function()
  it("searches the state that there is, by copies, too", function()
    local state, searched
    local game = wrap.replace(small_games.NIM.copying, {evaluate = function(at, me)
      searched[at.heap] = true
      return small_games.worth(at, me)
    end})
    local opponent = begin(function() return state end, {game = game, depth = 3, play = function() end})
    for heap = 60, 40, -5 do
      state, searched = {heap = heap, turn = 1}, {}
      for _ = 1, 12 do opponent:update(1 / 60) end
      assert.is_true(next(searched) ~= nil, heap)
      for at in pairs(searched) do assert.is_true(at < heap and at >= heap - 9, heap) end
    end
    opponent:close()
  end)
end)

-- Cause: the states that follow hold a timer, too, so the best one was never found among those of the next frame. After
-- three more searches the old one was handed over, with the old timer.
describe("An opponent of a game with child states", function()
  it("hands over one of the state as it is now", function()
    local state, frame = {heap = 21, turn = 1, timer = 0}, 0
    local opponent = begin(function() return state end, {
      game = small_games.NIM.children, depth = 4, slice = 1e-9, play = function(child)
        assert.are.same({turn = 2, timer = frame}, {turn = child.turn, timer = child.timer})
        state = child
      end,
    })
    repeat
      frame = frame + 1
      state = {heap = 21, turn = 1, timer = frame}
      opponent:update(1 / 60)
      assert.is_true(frame < 2000)
    until state.turn == 2
    opponent:close()
  end)
end)

-- Cause: the opponent cannot read arrays and structs of LuaJIT's library `ffi`. Two states that differ only in them
-- were taken for one, and a search went on in another state.
describe("An opponent whose state has arrays of LuaJIT's library 'ffi'", function()
  local has_ffi, ffi = pcall(require, "ffi")
  if not has_ffi then return end

  -- Two players put marks into eight cells, in place or by copies.
  local cells_of = ffi.typeof "int8_t[8]"

  local rules = {
    player = function(state) return state.turn end,
    moves = function(state)
      local list = {}
      for cell = 0, 7 do
        if state.cells[cell] == 0 then list[#list + 1] = cell end
      end
      return list
    end,
    evaluate = function(state, me)
      local value = 0
      for cell = 0, 7 do value = value + state.cells[cell] * (cell * 5 % 8) end
      return me == 1 and value or -value
    end,
  }

  local function mark(state, cell)
    assert(state.cells[cell] == 0, "an illegal move")
    state.cells[cell] = 3 - 2 * state.turn
    state.turn = 3 - state.turn
  end

  local function copy(state)
    local twin = {turn = state.turn, cells = cells_of()}
    ffi.copy(twin.cells, state.cells, 8)
    return twin
  end

  local styles = {
    ["in place"] = wrap.replace(rules, {make = mark, unmake = function(state, cell)
      state.turn = 3 - state.turn
      state.cells[cell] = 0
    end}),
    copying = wrap.replace(rules, {play = function(state, cell)
      local child = copy(state)
      mark(child, cell)
      return child
    end}),
  }

  for name, game in pairs(styles) do
    it("makes legal moves, and leaves the state as it is: " .. name, function()
      for seed = 1, 12 do
        local state, frame = {turn = 1, cells = cells_of()}, 0
        local opponent = alphabeta.opponent {
          game = game, me = 1, depth = 5, slice = 1e-5, ponder = true, state = function() return state end,
          play = function(cell) mark(state, cell) end,
        }
        local count = 8
        while count > 0 do
          frame = frame + 1
          local before = copy(state)
          opponent:update(1 / 60)
          if state.turn == before.turn then
            for cell = 0, 7 do assert.are.equal(before.cells[cell], state.cells[cell]) end
          end
          local list = rules.moves(state)
          if state.turn == 2 and frame % 7 == seed % 7 and #list > 0 then mark(state, list[frame % #list + 1]) end
          count = #rules.moves(state)
          assert.is_true(frame < 20000)
        end
        opponent:close()
      end
    end)
  end
end)
