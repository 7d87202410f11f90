-- Errors of debug hooks, such as a sandbox's limit of time. One that struck in the engine in Lua between the end of
-- a call and the instruction that notes it left the searcher locked for ever: "already searching".

local alphabeta = require "alphabeta"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

-- Of the instructions, every third is tried, or this Lua's share of them; for opponents, which take longer, every
-- eleventh. Of the lines of a search by rules alone, every seventh is.
local STEP, OPPONENT_STEP, RULES_STEP = 3, 11, 7

local moves = {1, 2}
local game = {
  moves = function() return moves end, evaluate = function(state) return state.n end,
  make = function(state, move) state.n = state.n + move end,
  unmake = function(state, move) state.n = state.n - move end,
}

-- The same by rules alone, about which a search finds something out before its first node.
local by_rules = wrap.replace(game, {
  moves = function(state) return state.n < 6 and moves or {} end, player = function(state) return state.n % 2 end,
  result = function(state) return state.n end,
})
by_rules.evaluate = nil

-- Whether an error may leave the state changed: in `make` and `unmake`, and where the engine in Lua has called them and
-- takes down what they return.
local function is_amid_change()
  for level = 3, 5 do
    local running = debug.getinfo(level, "fS")
    if not running then return false end
    if running.func == game.make or running.func == game.unmake then return true end
    if running.source:match "(%l+)%.lua$" == "path" then return true end
  end
  return false
end

-- Calls `use(k)` for k = 1, 1 + step and so on, or for this Lua's share of these, with an error at the k-th event of
-- a hook. Ends when `use` returns before that. `check` gets k, whether the state may be changed, and whether the error,
-- if there was one, came out of `use`.
local function strike_each(step, mask, count, use, check)
  local is_struck, last = true, 0
  for k in share.of(1, math.huge, step) do
    if not is_struck then break end
    local events, is_amid = 0, false
    is_struck, last = false, k
    local ok, message = pcall(use, k, function()
      debug.sethook(function()
        events = events + 1
        if events < k then return end
        is_amid, is_struck = is_amid_change(), true
        debug.sethook()
        error("on purpose", 0)
      end, mask, count)
    end)
    debug.sethook()
    check(k, is_amid, ok ~= is_struck and (ok or tostring(message):find "on purpose" ~= nil))
  end
  assert.is_true(last > 10)
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

-- Where what is struck runs.
local PLACES = {["in a coroutine"] = coroutine.wrap, ["outside of one"] = function(body) return body end}

describe("An error of a debug hook", function()
  local jit = rawget(_G, "jit") -- hooks are not called in compiled code

  setup(function() if jit then jit.off() end end)
  teardown(function() if jit then jit.on() end end)

  -- Strikes a use of a searcher, which must then be as good as new.
  local function strike(use, step, mask, count, run)
    local ai, state = alphabeta.new(game), nil
    strike_each(step, mask, count, function(_, begin)
      state = {n = 0}
      run(function()
        begin()
        use(ai, state)
        debug.sethook()
      end)()
    end, function(_, is_amid, is_passed_on)
      assert.is_true(is_passed_on)
      if ai:thinking() then ai:stop() end
      if not is_amid then assert.equal(0, state.n) end
      state = {n = 0}
      assert.equal(2, (select(2, ai:search(state, 1))))
      assert.equal(0, state.n)
      assert.equal("alphabeta.searcher (idle)", tostring(ai))
    end)
  end

  for name, use in pairs(USES) do
    it("is passed on, and leaves a searcher that can be used, and the state as it was: " .. name, function()
      strike(use, STEP, "", 1, PLACES["outside of one"])
      strike(use, 1, "cr", 0, PLACES["outside of one"])
    end)
  end

  it("is passed on, and leaves the state as it was: the first search by rules alone", function()
    local function search(_, state) alphabeta.search(state, 2, {game = by_rules}) end
    strike(search, RULES_STEP, "l", 0, PLACES["outside of one"])
  end)

  it("leaves a searcher that coroutines can use", function()
    strike(USES["a search"], STEP, "", 1, PLACES["in a coroutine"])
  end)

  -- In a coroutine on LuaJIT, the calls of a search are made in Lua: an error between two of these steps left the
  -- search begun, and the opponent refused each further update.
  -- A search by playouts of the C module's, which the engine in Lua makes, stayed "searching" for its opponent.
  for name, limits in pairs {["its depth"] = {depth = 2}, playouts = {algorithm = "uct", nodes = 2}} do
    for place, run in pairs(PLACES) do
      it(("leaves an opponent %s, limited by %s, that plays on"):format(place, name), function()
        local state, has_played, opponent = {n = 0}, nil, nil
        strike_each(OPPONENT_STEP, "", 1, function(_, begin)
          opponent = alphabeta.opponent(wrap.replace(limits, {
            game = wrap.replace(game, {player = function() return 1 end}), state = state, me = 1, slice = 1e-9,
            play = function() has_played = true end,
          }))
          run(function()
            begin()
            for _ = 1, 4 do opponent:update(1 / 60) end
            debug.sethook()
          end)()
        end, function(k)
          state.n, state.another, has_played = 0, k, false -- a state that it looks at anew
          for _ = 1, 100 do
            if not has_played then opponent:update(1 / 60) end
          end
          assert.is_true(has_played, ("the error at instruction %d"):format(k))
          opponent:close()
        end)
      end)
    end
  end
end)
