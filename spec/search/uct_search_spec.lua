-- How a Monte Carlo tree search runs: what it asks the game for, what ends it, slices, levels and lists; and what it
-- refuses. Random games are in uct_spec.lua.

local alphabeta = require "alphabeta"
local can_yield = require "spec.support.can_yield"
local message_of = require "spec.support.message_of"
local run = require "spec.support.run_coroutine"
local small_games = require "spec.support.small_games"
local timed = require "spec.support.timed"
local wrap = require "spec.support.wrap"

-- Nim: take 1 to 3 of a heap; who takes the last one wins.
local function heap(count) return {heap = count, turn = 1} end

local NIM = {}
for style, game in pairs(small_games.NIM) do NIM[style] = small_games.by_result(game, small_games.worth) end
local nim = NIM.copying

local function search(game, state, limits)
  return alphabeta.search(state, limits, {game = game, algorithm = "uct"})
end

describe("Monte Carlo tree search", function()
  it("returns the value of a finished state, and the only move, of those that are named, too", function()
    local best, value, info = search(nim, heap(0), {nodes = 10})
    assert.same({-1, "over", "exact"}, {value, info.reason, info.bound})
    assert.is_nil(best)
    best, value, info = search(nim, heap(1), {nodes = 10})
    assert.same({1, 1}, {best, value})
    assert.is_true(info.reason == "forced" or info.reason == "solved")
    assert.equal(3, (search(nim, heap(6), {nodes = 300, only = {3}})))
    assert.is_not.equal(2, (search(nim, heap(6), {nodes = 300, avoid = {2}})))
  end)

  -- Cause: the first playout met the other player, and did not count; and each step at the root asked who moves there.
  it("asks who moves at the root once, and counts the first playout", function()
    local root, asked = heap(41), {}
    local game = wrap.before(NIM.copying, function(name, state)
      if state == root then asked[name] = (asked[name] or 0) + 1 end
    end)
    local _, _, info = search(game, root, {nodes = 7}) -- then alpha-beta searches, too
    if info.engine == "C" then assert.same({1, 1}, {asked.player, asked.moves}) end
  end)

  it("ends playouts that would not end by 'evaluate'", function()
    local calls = 0
    local endless = {
      moves = function() return {1, 2} end, player = function(state) return state.turn end,
      play = function(state, move) return {turn = 3 - state.turn, sum = state.sum + (move == 1 and 1 or 0)} end,
      evaluate = function(state, me)
        calls = calls + 1
        return me == 1 and state.sum or -state.sum
      end,
    }
    assert.equal(1, (search(endless, {turn = 1, sum = 0}, {nodes = 400})))
    assert.is_true(calls >= 390)
  end)

  -- Cause: `clear` left the tree, which was passed on to the next search.
  it("keeps the tree from move to move, until it is cleared", function()
    for _, is_cleared in ipairs {false, true} do
      local game, state = NIM["in place"], heap(41)
      local ai = alphabeta.new(game, {algorithm = "uct"})
      game.make(state, (ai:search(state, {nodes = 2000})))
      game.make(state, 1)
      if is_cleared then ai:clear() end
      local _, _, info = ai:search(state, {nodes = 1})
      assert.equal(not is_cleared, #info.pv > 2)
    end
  end)

  it("limits the tree to the option 'table'", function()
    local function kilobytes_of(size)
      local ai = alphabeta.new(nim, {algorithm = "uct", table = size})
      collectgarbage()
      local before = collectgarbage "count"
      ai:start(heap(60), {nodes = 1e6})
      ai:step {nodes = 1000}
      collectgarbage()
      return collectgarbage "count" - before
    end
    local small, large = kilobytes_of(1 / 64), kilobytes_of(16)
    assert.is_true(small < large / 2, small .. " " .. large)
    assert.is_truthy((alphabeta.search(heap(41), {nodes = 100}, {game = nim, algorithm = "uct", table = 0})))
  end)

  it("is chosen by an option that is inherited, or for one search of a searcher", function()
    local inherited = setmetatable({game = nim}, {__index = {algorithm = "uct"}})
    local ai, limits = alphabeta.new(nim), {nodes = 300, algorithm = "uct"}
    for _, info in ipairs {
      select(3, alphabeta.search(heap(41), {nodes = 300}, inherited)), (select(3, ai:search(heap(41), limits))),
    } do assert.equal("uct", info.techniques[1]) end
    assert.equal("solved", select(3, ai:search(heap(9), {depth = 9})).reason)
  end)

  it("needs no function around that of the C module", function()
    if alphabeta._ENGINE ~= "C" or rawget(_G, "jit") then return end -- there, one lets functions of the game yield
    for _, name in ipairs {"search", "new"} do assert.equal("C", debug.getinfo(alphabeta[name], "S").what) end
  end)

  it("tries winning moves first in random games, if a chance to win is lost otherwise", function()
    -- Nine moves a ply. The last one wins, for both players or only for the first.
    local function moves_tried(can_win)
      local nodes, tried = 0, 0
      local game = {
        player = function(state) return state.turn end,
        moves = function()
          nodes = nodes + 1
          return {1, 2, 3, 4, 5, 6, 7, 8, 9}
        end,
        is_over = function(state) return state.winner ~= nil or state.plies > 30 end,
        play = function(state, move)
          tried = tried + 1
          local wins = move == 9 and can_win[state.turn] and state.plies > 4
          return {turn = 3 - state.turn, plies = state.plies + 1, winner = wins and state.turn or nil}
        end,
        result = function(state, me) return state.winner == nil and 0 or state.winner == me and 1 or -1 end,
      }
      local ai = alphabeta.new(game, {algorithm = "uct", seed = 1})
      for id = 1, 30 do -- the searcher knows more and more of the game
        nodes, tried = 0, 0
        ai:search({turn = 1, plies = 0, id = id}, {nodes = 150})
      end
      return tried / nodes
    end
    assert.is_true(moves_tried {true, true} > 2.5 and moves_tried {true, false} < 2)
  end)

  it("lets functions of the game yield where they may", function()
    local game = wrap.replace(nim, {result = function(state, me)
      coroutine.yield()
      return small_games.worth(state, me)
    end})
    local yields, ok, answer = run(function() return pcall(search, game, heap(6), {nodes = 40}) end)
    assert.is_true(ok and answer == 2 and yields > 5 or not can_yield and answer:find "yield" ~= nil)
  end)

  it("calls on_iteration each time the playouts have doubled", function()
    local counts, state = {}, heap(41)
    search(NIM["in place"], state, {nodes = 600, on_iteration = function(info)
      counts[#counts + 1] = info.nodes
      assert.same(heap(41), state)
    end})
    assert.same({128, 256, 512}, counts)
  end)

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

  -- Causes: the alpha-beta beside the playouts went on for 64 nodes at a time, whatever the clock said. A search played
  -- one random game to its end, because a move needs one that counts.
  it("keeps its limit of time while alpha-beta searches, and in its first random game, and has a move", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    local function check(rules, start, cost, limit, most)
      local passed = timed(rules, cost, function(slow)
        assert.is_number((alphabeta.search(heap(start), limit, {game = slow, algorithm = "uct"})))
      end)
      assert.is_true(passed < most, passed)
    end
    for _, start in ipairs {16, 17, 24} do
      for _, limit in ipairs {0.05, 0.1, 0.2, 0.3, 0.5} do check(nim, start, 0.001, {time = limit}, limit + 0.03) end
    end
    for _, more in ipairs {
      {}, {deal = function(state) return heap(state.heap) end}, {player = function(state) return state.heap % 3 end},
    } do
      for _, limit in ipairs {{time = 0.05}, {time = 0}, {clock = {left = 0.1}}} do
        check(wrap.replace(nim, more), 500, 0.002, limit, (limit.time or 0.01) + 0.06)
      end
    end
  end)

  -- Cause: the end of a slice hid that of the time. Slow rules in slices shorter than a call went on with the first
  -- random game, and each slice made all of its moves anew.
  it("ends its first random game at its limit of time in short slices, too", function()
    local slow = wrap.replace(NIM["in place"], {make = function(...)
      local due = os.clock() + 0.002
      repeat until os.clock() >= due
      NIM["in place"].make(...)
    end})
    local ai, steps = alphabeta.new(slow, {algorithm = "uct"}), 0
    ai:start(heap(500), {time = 0.02})
    repeat steps = steps + 1 until ai:step(0.0005) or steps == 30
    local best, _, info = ai:best()
    assert.is_number(best)
    assert.equal("time", info.reason)
  end)

  -- Cause: in slices that are shorter than a playout, each slice made the moves so far again for a single ply more.
  it("makes few moves again in the shortest slices, and finds the same", function()
    local game, calls = wrap.counted(NIM["in place"])
    local state, made, longest = heap(80), 0, 0
    -- What a search finds in slices of this length, as one text.
    local function found(length)
      local ai, before, has_ended = alphabeta.new(game, {algorithm = "uct", multipv = "all"}), calls.make
      longest = 0
      ai:start(state, {nodes = 20})
      repeat
        local own = calls.make
        has_ended = ai:step(length)
        longest = math.max(longest, calls.make - own)
      until has_ended
      local best, value, info = ai:best()
      made = calls.make - before
      local parts = {tostring(best), value, info.nodes}
      for _, score in ipairs(info.scores) do parts[#parts + 1] = score.visits end
      return table.concat(parts, " ")
    end
    local expected = found(10)
    local whole = made
    assert.equal(expected, found(1e-9))
    assert.is_true(made < 3 * whole, made / whole)
    assert.is_true(longest <= 84, longest) -- a playout, and a clock that is read after every second call
    assert.same(heap(80), state)
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

-- Messages ----------------------------------------------------------------------------------------------------------

describe("Monte Carlo tree search refuses", function()
  local NEEDS = "option '%s' needs algorithm '"
  local ROWS = {
    {5, NEEDS:format "depth"},
    {{}, "limit 'nodes': expected a time or a number of nodes with algorithm 'uct', got none"},
    {{nodes = 300, only = {7}}, "'only': entry 1 is no move of the state", prefix = "alphabeta: "},
  }
  for name, value in pairs {
    trace = print, deepening = true, value_min = -1, value_max = 1, alpha = 0, beta = 1, without = {"table"},
    repetition = 0, order = "evaluate", quiescence = 2, null_move = 2, reductions = 1, value_sum = 1,
  } do
    ROWS[#ROWS + 1] = {{nodes = 5}, NEEDS:format(name), {[name] = value}}
  end
  if alphabeta._ENGINE == "C" then
    local given = {table = alphabeta.table(1)}
    ROWS[#ROWS + 1] = {{nodes = 5}, "option 'table': expected a size in MiB with algorithm 'uct', got a shared", given}
  end

  it("what it cannot do, by name, at the line that calls", function()
    for _, row in ipairs(ROWS) do
      local options = wrap.replace({game = nim, algorithm = "uct"}, row[3] or {})
      local message = message_of(alphabeta.search, heap(6), row[1], options)
      assert.truthy(message:find((row.prefix or "alphabeta.search: ") .. row[2], 1, true), message)
      assert.equal(message, coroutine.wrap(message_of)(alphabeta.search, heap(6), row[1], options))
    end
    -- Cause: what a searcher's options were found to be was kept while only the limits changed, and a depth is one.
    local ai = alphabeta.new(nim, {algorithm = "uct"})
    ai:search(heap(5), {nodes = 5})
    assert.matches("option 'depth' needs algorithm", message_of(ai.search, ai, heap(5), 3))
    for name, call in pairs {["tree.search"] = require("alphabeta.tree").search, explain = alphabeta.explain} do
      assert.matches(("alphabeta.%s: option 'algorithm'"):format(name),
        message_of(call, heap(5), {nodes = 50}, {game = nim, algorithm = "uct"}))
    end
  end)

  it("wrong answers of functions, in the words of other searches", function()
    for name, row in pairs {
      moves = {7.5, "expected an array, an iterator, a count or nil, got 7.5"},
      player = {nil, "expected a player, got nil"}, result = {"much", "expected a number, got 'much'"},
      level = {9, "expected an integer from 1 to 3, got 9"},
    } do
      local function wrong() return row[1] end
      local options = {game = wrap.replace(nim, {[name] = wrong}), algorithm = "uct"}
      options.level = name == "level" and wrong or nil
      local message = message_of(alphabeta.search, heap(41), {nodes = 20}, options)
      assert.matches(("callback '%s' at ply %%d+: "):format(name) .. row[2]:gsub("%p", "%%%0"), message)
    end
  end)
end)
