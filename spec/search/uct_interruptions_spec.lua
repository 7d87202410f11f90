-- Monte Carlo tree search that is asked before its first step, stopped, or broken off by an error.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local small_games = require "spec.support.small_games"
local timed = require "spec.support.timed"
local wrap = require "spec.support.wrap"

-- Take 1 to 3 of a heap; who takes the last wins.
local nim = small_games.by_result(small_games.NIM.copying, small_games.worth)
local in_place = small_games.by_result(small_games.NIM["in place"], small_games.worth)

local function heap(count) return {heap = count, turn = 1} end

describe("Monte Carlo tree search", function()
  -- Cause: the moves at the root were ranked before there was a tree.
  it("has found nothing before the first step", function()
    for _, options in ipairs {{}, {multipv = 2}, {level = 3}, {level = function() return 1 end}} do
      options.algorithm = "uct"
      local ai = alphabeta.new(nim, options)
      ai:start(heap(9), {nodes = 100})
      for _, reason in ipairs {"none", "stopped"} do
        local best, value, info = ai:best()
        assert.same({0, reason}, {#info.pv, info.reason or "none"})
        assert.is_true(best == nil and value == nil)
        if options.multipv or options.level then assert.same({}, info.scores) end
        ai:stop()
      end
    end
  end)

  -- Cause: the alpha-beta beside the playouts went on for 64 nodes at a time, whatever the clock said.
  it("keeps its limit of time while alpha-beta searches", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    for _, start in ipairs {16, 17, 24} do
      for _, limit in ipairs {0.05, 0.1, 0.2, 0.3, 0.5} do
        local passed = timed(nim, 0.001, function(slow)
          alphabeta.search(heap(start), {time = limit}, {game = slow, algorithm = "uct"})
        end)
        assert.is_true(passed < limit + 0.03, passed)
      end
    end
  end)

  -- Cause: the end of a slice hid that of the time. Slow rules in slices shorter than a call went on with the first
  -- random game, and each slice made all of its moves anew.
  it("ends its first random game at its limit of time in short slices, too", function()
    local slow = wrap.replace(in_place, {make = function(...)
      local due = os.clock() + 0.002
      repeat until os.clock() >= due
      in_place.make(...)
    end})
    local ai, steps = alphabeta.new(slow, {algorithm = "uct"}), 0
    ai:start(heap(500), {time = 0.02})
    repeat steps = steps + 1 until ai:step(0.0005) or steps == 30
    local best, _, info = ai:best()
    assert.is_number(best)
    assert.equal("time", info.reason)
  end)

  -- Cause: a search played one random game to its end, whatever the clock said, because a move needs one that counts.
  it("cuts its first random game short at its limit of time, and has a move", function()
    if alphabeta._ENGINE ~= "Lua" then return end
    for _, more in ipairs {
      {}, {deal = function(state) return heap(state.heap) end}, {player = function(state) return state.heap % 3 end},
    } do
      for _, limit in ipairs {{time = 0.05}, {time = 0}, {clock = {left = 0.1}}} do
        local passed = timed(wrap.replace(nim, more), 0.002, function(slow)
          assert.is_number((alphabeta.search(heap(500), limit, {game = slow, algorithm = "uct"})))
        end)
        assert.is_true(passed < (limit.time or 0.01) + 0.06, passed)
      end
    end
  end)

  -- Cause: the searcher kept a tree that an error had left half changed, and each later search met that. An error of a
  -- debug hook may strike at any instruction.
  it("searches again after an error at any instruction", function()
    if rawget(_G, "jit") then jit.off() end
    local k, is_struck = 0, true
    while is_struck do
      local ai, state = alphabeta.new(nim, {algorithm = "uct"}), heap(9)
      k, is_struck = k + effort(8, 1), false
      pcall(function()
        debug.sethook(function()
          is_struck = true
          debug.sethook()
          error("on purpose", 0)
        end, "", k)
        ai:search(state, {nodes = 2})
        debug.sethook()
      end)
      debug.sethook()
      for _ = 1, 2 do assert.is_truthy((ai:search(state, {nodes = 5}))) end
    end
    if rawget(_G, "jit") then jit.on() end
  end)

  -- Cause: in slices that are shorter than a playout, each slice made the moves so far again for a single ply more.
  it("makes few moves again in the shortest slices, and finds the same", function()
    local made, longest = 0, 0
    local game = { -- forty plies
      moves = function(state) return state.plies < 40 and {1, 2, 3} or {} end,
      make = function(state, move)
        local sum = state.sum
        made, state.plies, state.sum = made + 1, state.plies + 1, (sum * 7 + move) % 101
        return sum
      end,
      unmake = function(state, _, sum) state.plies, state.sum = state.plies - 1, sum end,
      result = function(state) return state.sum % 3 - 1 end,
    }
    local state = {plies = 0, sum = 0}
    -- What a search finds in slices of this length, as one text.
    local function found(length)
      local ai = alphabeta.new(game, {algorithm = "uct", multipv = "all"})
      local has_ended
      made, longest = 0, 0
      ai:start(state, {nodes = 20})
      repeat
        local before = made
        has_ended = ai:step(length)
        longest = math.max(longest, made - before)
      until has_ended
      local best, value, info = ai:best()
      local parts = {tostring(best), value, info.nodes}
      for _, score in ipairs(info.scores) do parts[#parts + 1] = score.visits end
      return table.concat(parts, " ")
    end
    local expected = found(10)
    local whole = made
    assert.equal(expected, found(1e-9))
    assert.is_true(made < 3 * whole, made / whole)
    assert.is_true(longest <= 44, longest) -- a playout, and a clock that is read after every second call
    assert.same({plies = 0, sum = 0}, state)
  end)

  -- Cause: if a search was stopped in the first playout of a move, the move had a mean that is no number in the tree
  -- that was kept, and was never tried again.
  it("tries a move again whose first playout was broken off", function()
    local wide = { -- one move, then forty at a time
      moves = function(state)
        local list = {}
        for i = 1, state.plies == 0 and 1 or state.plies < 30 and 40 or 0 do list[i] = i end
        return list
      end,
      play = function(state, move) return {plies = state.plies + 1, sum = state.sum + move} end,
      result = function(state) return state.sum % 2 == 0 and 1 or -1 end,
    }
    for steps = 1, 8 do
      local ai = alphabeta.new(wide, {algorithm = "uct", multipv = "all"})
      ai:start({plies = 0, sum = 0}, {nodes = 1000})
      ai:step {nodes = 30}
      for _ = 1, steps do ai:step(1e-9) end
      ai:stop()
      local _, _, info = ai:search({plies = 1, sum = 1}, {nodes = 400})
      assert.is_true(#info.scores >= 30)
      for _, score in ipairs(info.scores) do assert.is_true(score.value >= 0 and score.value <= 1) end
    end
  end)
end)
