-- An opponent whose game changes the state in which its search makes moves, or begins anew within one frame.

local alphabeta = require "alphabeta"
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

local function hash(state) return state.heap end

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
  -- The heaps that replace the first one, each after so many frames.
  local function change(heaps, options, fields)
    local state = new_state(40, 1, fields)
    local opponent = begin(state, options)
    for i = 0, #heaps do
      state.heap = heaps[i] or 40
      for _ = 1, 60 do
        opponent:update(1 / 60)
        assert.are.same({heaps[i] or 40, 1}, {state.heap, state.turn})
      end
    end
    opponent:close()
  end

  local games = {["without keys"] = {}, ["with keys"] = {game = wrap.replace(nim, {hash = hash})}}
  for name, options in pairs(games) do
    it("drops it, " .. name, function()
      change({2}, options)
      change({30, 4}, options)
      change({39, 38, 37, 36, 35, 34, 33, 4}, options)
    end)
  end

  it("drops it in a large state", function()
    change({20, 4}, {}, 4500)
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

  it("drops it while it ponders", function()
    for _, fields in ipairs {0, 4500} do
      local state
      local opponent = begin(function() return state end, {
        ponder = true, depth = 12, play = function(take) nim.make(state, take) end,
      })
      for heap = 20, 21 do
        state = new_state(heap, 1, fields)
        opponent.slice = 1
        repeat opponent:update(1 / 60) until state.turn == 2
        opponent.slice = 1e-9
        for _, changed in ipairs {12, 9, 8, 4} do
          state.heap = changed
          for _ = 1, 20 do
            opponent:update(1 / 60)
            assert.are.same({changed, 2}, {state.heap, state.turn})
          end
        end
        nim.make(state, 1) -- whatever was expected
        opponent:update(1 / 60)
        assert.is_true(state.turn == 2 or state.heap == 3)
      end
    end
  end)

  it("goes on where only a clock has changed, however large the state is", function()
    for name, options in pairs(games) do
      local state, starts, count = new_state(12, 1, name == "without keys" and 4500 or 0), 0, 0
      local opponent = begin(state, wrap.replace(options, {
        depth = 4, hash = name == "with keys" and "auto" or nil, play = function(take) nim.make(state, take) end,
      }))
      local use = opponent.use
      function opponent.use(self, method, ...)
        if method == "start" then starts = starts + 1 end
        return use(self, method, ...)
      end
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
  -- How many matches are played in so many frames; `options` is called with functions that return and set the state.
  local function count_matches(frames, options)
    local state, matches = new_state(3, 1), 0
    local function get() return state end
    local opponent = begin(get, options(get, function(new) state = new end))
    for _ = 1, frames do
      opponent:update(1 / 60)
      if state.heap == 0 then
        matches, state = matches + 1, new_state(3, 1)
      end
    end
    opponent:close()
    return matches
  end

  it("moves again, by the game's own make", function()
    assert.are.equal(50, count_matches(50, function() return {slice = 1, play = nim.make} end))
  end)

  it("moves again by its function play", function()
    assert.are.equal(50, count_matches(50, function(get)
      return {slice = 1, play = function(take) nim.make(get(), take) end}
    end))
  end)

  it("moves again, with a state that is a new table after each move", function()
    assert.are.equal(50, count_matches(50, function(get, set)
      return {slice = 1, game = small_games.NIM.copying, play = function(take) set(after(get(), take)) end}
    end))
  end)

  it("moves again while it ponders", function()
    assert.are.equal(50, count_matches(50, function(get)
      return {slice = 1, ponder = true, play = function(take) nim.make(get(), take) end}
    end))
  end)
end)
