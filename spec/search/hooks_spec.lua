-- Errors of debug hooks, such as a sandbox's limit of time. One that struck in the engine in Lua between the end of
-- a call and the instruction that notes it left the searcher locked for ever: "already searching".

local alphabeta = require "alphabeta"
local share = require "spec.support.share"

-- Of the instructions, every third is tried, or this Lua's share of them; for opponents, which take longer, every
-- eleventh.
local STEP, OPPONENT_STEP = 3, 11

-- A game of a few nodes, and whether the state is in the midst of a change.
local moves = {1, 2}
local game = {
  moves = function() return moves end, evaluate = function(state) return state.n end,
  make = function(state, move) state.n = state.n + move end,
  unmake = function(state, move) state.n = state.n - move end,
}

-- Whether an error may leave the state changed: in `make` and `unmake`, and where the engine in Lua has called them and
-- takes down what they return.
local function is_amid_change()
  for level = 3, 4 do
    local running = debug.getinfo(level, "fS")
    if running.func == game.make or running.func == game.unmake then return true end
    local file = running.source:match "(%l+)%.lua$"
    if file == "path" then return true end
  end
  return false
end

-- Calls `use` with a searcher and a state, and raises an error at the k-th event of the hook. Returns whether it came
-- that far, and whether the state may be changed.
local function interrupted(k, mask, count, ai, state, use)
  local calls, is_struck, is_amid = 0, false, false
  pcall(function()
    debug.sethook(function()
      calls = calls + 1
      if calls < k then return end
      is_amid, is_struck = is_amid_change(), true
      debug.sethook()
      error("on purpose", 0)
    end, mask, count)
    use(ai, state)
    debug.sethook()
  end)
  debug.sethook()
  return is_struck, is_amid
end

local USES = {
  ["a search"] = function(ai, state) ai:search(state, 1) end,
  ["a deep search"] = function(ai, state) ai:search(state, {depth = 2, deepening = true}) end,
  ["a search of some moves"] = function(ai, state) ai:search(state, {depth = 1, only = {2}, ties = "random"}) end,
  ["a search whose move is chosen"] = function(ai, state)
    ai:search(state, {depth = 1, avoid = {1}, level = function(scores) return #scores end})
  end,
  ["a search in slices"] = function(ai, state)
    ai:start(state, 2)
    repeat until ai:step {nodes = 1}
  end,
  best = function(ai, state)
    ai:start(state, 1)
    ai:step(10)
    ai:best()
  end,
  stop = function(ai, state)
    ai:start(state, 2)
    ai:step {nodes = 2}
    ai:stop()
  end,
}

describe("An error of a debug hook", function()
  local jit = rawget(_G, "jit") -- hooks are not called in compiled code

  setup(function() if jit then jit.off() end end)
  teardown(function() if jit then jit.on() end end)

  for name, use in pairs(USES) do
    for mask, count in pairs {[""] = 1, cr = 0} do
      it(("leaves a searcher that can be used, and the state as it was: %s (hook '%s')"):format(name, mask), function()
        local last, is_struck = 0, true
        local ai = alphabeta.new(game)
        for k in share.of(1, math.huge, count > 0 and STEP or 1) do
          if not is_struck then break end
          last = k
          local state = {n = 0}
          local is_amid
          is_struck, is_amid = interrupted(k, mask, count, ai, state, use)
          if state.n ~= 0 then assert.is_true(is_amid) end
          if ai:thinking() then ai:stop() end
          if not is_amid then assert.equal(0, state.n) end
          state = {n = 0}
          assert.equal(2, (select(2, ai:search(state, 1))))
          assert.equal(0, state.n)
          assert.equal("alphabeta.searcher (idle)", tostring(ai))
        end
        assert.is_true(last > 10)
      end)
    end
  end

  it("leaves a searcher that coroutines can use", function()
    local last, is_struck = 0, true
    local ai = alphabeta.new(game)
    for k in share.of(1, math.huge, STEP) do
      if not is_struck then break end
      last = k
      local state = {n = 0}
      coroutine.wrap(function() is_struck = interrupted(k, "", 1, ai, state, USES["a search"]) end)()
      ai:stop()
      assert.equal(2, (select(2, ai:search({n = 0}, 1))))
    end
    assert.is_true(last > 10)
  end)

  -- In a coroutine on LuaJIT, the calls of a search are made in Lua: an error between two of these steps left the
  -- search begun, and the opponent refused each further update.
  -- A search by playouts of the C module's, which the engine in Lua makes, stayed "searching" for its opponent.
  local LIMITS = {["by its depth"] = {depth = 2}, ["by playouts"] = {algorithm = "uct", nodes = 2}}

  for name, limits in pairs(LIMITS) do
    for place, run in pairs {["in a coroutine"] = coroutine.wrap, ["outside of one"] = function(f) return f end} do
      it(("leaves an opponent %s, limited %s, that plays on"):format(place, name), function()
        local state, last, is_struck, has_played = {n = 0}, 0, true
        local nim = setmetatable({player = function() return 1 end}, {__index = game})
        for k in share.of(1, math.huge, OPPONENT_STEP) do
          if not is_struck then break end
          last = k
          local opponent = alphabeta.opponent {
            game = nim, state = state, me = 1, slice = 1e-9, play = function() has_played = true end,
            depth = limits.depth, algorithm = limits.algorithm, nodes = limits.nodes,
          }
          local function update()
            for _ = 1, 4 do opponent:update(1 / 60) end
          end
          run(function() is_struck = interrupted(k, "", 1, nil, nil, update) end)()
          state.n, state.another, has_played = 0, k, false -- a state that it looks at anew
          for _ = 1, 100 do
            if not has_played then opponent:update(1 / 60) end
          end
          assert.is_true(has_played, ("the error at instruction %d"):format(k))
          opponent:close()
        end
        assert.is_true(last > 10)
      end)
    end
  end
end)
