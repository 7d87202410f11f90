-- Monte Carlo tree search: `algorithm = "uct"`.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

-- Nim: take 1 to 3 of a heap; who takes the last wins. In place.
local function moves(state)
  local list = {}
  for i = 1, math.min(3, state.n) do list[i] = i end
  return list
end

local function result(state, me) return state.turn == me and -1 or 1 end

local nim = {
  moves = moves, player = function(state) return state.turn end, result = result,
  make = function(state, move) state.n, state.turn = state.n - move, 3 - state.turn end,
  unmake = function(state, move) state.n, state.turn = state.n + move, 3 - state.turn end,
}

local function played(state, move) return {n = state.n - move, turn = 3 - state.turn} end

-- The same game in the other styles.
local copying = {moves = moves, player = nim.player, result = result, play = played}
local children = {
  player = nim.player, result = result,
  children = function(state)
    local list = moves(state)
    for i, move in ipairs(list) do list[i] = played(state, move) end
    return list
  end,
}
local iterating = {
  make = nim.make, unmake = nim.unmake, player = nim.player, result = result,
  moves = function(state)
    local list, i = moves(state), 0
    return function()
      i = i + 1
      return list[i]
    end
  end,
}
local filling = {
  make = nim.make, unmake = nim.unmake, player = nim.player, result = result,
  moves = function(state, list)
    for i = 1, math.min(3, state.n) do list[i] = i end
    return math.min(3, state.n)
  end,
}

local function with(game, fields)
  local own = {}
  for name, value in pairs(game) do own[name] = value end
  for name, value in pairs(fields) do own[name] = value end
  return own
end

local function heap(n) return {n = n, turn = 1} end

local function search(game, state, limits)
  return alphabeta.search(state, limits, {game = game, algorithm = "uct"})
end

-- What a search has found at the root, as a text.
local function visits_of(game, state, limits)
  limits.multipv = "all"
  local _, _, info = search(game, state, limits)
  local texts = {}
  for i, score in ipairs(info.scores) do texts[i] = ("%.6f:%d"):format(score.value, score.visits) end
  return table.concat(texts, " ")
end

describe("algorithm 'uct'", function()
  it("proves what a small game is worth", function()
    for n = 2, 12 do
      local best, value, info = search(nim, heap(n), {nodes = 5000})
      assert.equal(n % 4 == 0 and 0 or 1, value, n)
      if n % 4 ~= 0 then assert.equal(n % 4, best, n) end
      assert.equal("exact", info.bound)
      assert.equal("solved", info.reason)
    end
  end)

  it("finds the win in one, and says so", function()
    local state = connect4.new()
    for _, column in ipairs {1, 7, 1, 7, 1, 7} do connect4.make(state, column) end
    local game = with(connect4, {evaluate = false, result = connect4.outcome})
    game.evaluate = nil
    local best, value = search(game, state, {nodes = 2000})
    assert.equal(1, best)
    assert.equal(1, value)
  end)

  it("returns the values of finished states, and the only move", function()
    local best, value, info = search(nim, heap(0), {nodes = 10})
    assert.is_nil(best)
    assert.equal(-1, value)
    assert.equal("over", info.reason)
    best, value, info = search(nim, heap(1), {nodes = 10})
    assert.equal(1, best)
    assert.equal(1, value)
    assert.is_true(info.reason == "forced" or info.reason == "solved")
  end)

  it("counts playouts, and reports visits and shares", function()
    local best, value, info = search(nim, heap(41), {nodes = 300, multipv = "all"})
    assert.equal(300, info.nodes)
    assert.equal("nodes", info.reason)
    assert.equal("uct", info.techniques[1])
    assert.is_nil(info.techniques[2])
    local visits, part = 0, 0
    for _, score in ipairs(info.scores) do visits, part = visits + score.visits, part + score.share end
    assert.equal(300, visits)
    assert.is_true(math.abs(part - 1) < 1e-9)
    assert.equal(best, info.scores[1].move)
    assert.equal(value, info.scores[1].value)
    assert.equal(best, info.pv[1])
  end)

  -- Cause: the first playout met the other player, and did not count; and each step at the root asked who moves there.
  it("asks who moves at the root once, and counts the first playout", function()
    local root, asked, lists = heap(41), 0, 0
    local game = wrap.replace(copying, {
      player = function(state)
        if state == root then asked = asked + 1 end
        return copying.player(state)
      end,
      moves = function(state)
        if state == root then lists = lists + 1 end
        return copying.moves(state)
      end,
    })
    local _, _, info = search(game, root, {nodes = 7}) -- then alpha-beta searches, too
    if info.engine == "C" then assert.same({1, 1}, {asked, lists}) end
  end)

  it("builds the same tree from the same seed, in every style and on every Lua", function()
    local is_in_c = select(3, search(nim, heap(41), {nodes = 9})).engine == "C"
    local expected = is_in_c and "0.507383:193 0.503025:157 0.424000:50" or "0.507961:179 0.500000:162 0.459746:59"
    for _, game in ipairs {nim, copying, iterating, filling} do
      assert.equal(expected, visits_of(game, heap(41), {nodes = 400, seed = 7}))
    end
    -- Neither engine finds child states again, so a move does not count for later ones.
    expected = is_in_c and "0.523883:179 0.506884:138 0.459940:83" or "0.544072:194 0.533929:140 0.456818:66"
    assert.equal(expected, visits_of(children, heap(41), {nodes = 400, seed = 7}))
    assert.is_not.equal(expected, visits_of(nim, heap(41), {nodes = 400, seed = 8}))
  end)

  it("gives a player who moves again the points", function()
    -- Two turns each: who takes the last of 3 from 2 heaps of turns.
    local twice = with(nim, {
      make = function(state, move) state.n, state.turns = state.n - move, state.turns + 1 end,
      unmake = function(state, move) state.n, state.turns = state.n + move, state.turns - 1 end,
      player = function(state) return math.floor(state.turns / 2) % 2 + 1 end,
      result = function(state, me) return (math.floor((state.turns - 1) / 2) % 2 + 1) == me and 1 or -1 end,
    })
    local best, value = search(twice, {n = 5, turns = 0}, {nodes = 3000}) -- 2 and 3
    assert.equal(1, value)
    assert.is_true(best >= 2)
    best, value = search(twice, {n = 7, turns = 0}, {nodes = 3000}) -- the other one has two turns behind these two
    assert.equal(0, value)
    assert.is_truthy(best)
  end)

  it("plays for one of three players", function()
    local three = with(nim, {
      make = function(state, move) state.n, state.turn = state.n - move, state.turn % 3 + 1 end,
      unmake = function(state, move) state.n, state.turn = state.n + move, (state.turn + 1) % 3 + 1 end,
      result = function(state, me) return (state.turn + 1) % 3 + 1 == me and 1 or 0 end,
    })
    local best, value = search(three, heap(3), {nodes = 500})
    assert.equal(3, best)
    assert.is_true(value > 0.9)
  end)

  it("samples chance nodes", function()
    local dice = {
      player = function() return 1 end, is_over = function(state) return state.value ~= nil end,
      moves = function() return {"safe", "risk"} end, result = function(state) return state.value end,
      chances = function(state)
        if not state.value and state.is_thrown then
          return {{probability = 0.25, outcome = state.high}, {probability = 0.75, outcome = 0}}
        end
      end,
      play = function(state, move)
        if move == "safe" then return {value = 3} end
        return move == "risk" and {is_thrown = true, high = state.high} or {value = move}
      end,
    }
    local best, value = search(dice, {high = 10}, {nodes = 2000})
    assert.equal("safe", best)
    assert.equal(3, value)
    best, value = search(dice, {high = 20}, {nodes = 4000})
    assert.equal("risk", best)
    assert.is_true(math.abs(value - 5) < 0.6, value)
  end)

  it("ends long playouts by 'evaluate'", function()
    local calls = 0
    local endless = {
      moves = function() return {1, 2} end, player = function(state) return state.turn end,
      play = function(state, move) return {turn = 3 - state.turn, sum = state.sum + (move == 1 and 1 or 0)} end,
      evaluate = function(state, me)
        calls = calls + 1
        return me == 1 and state.sum or -state.sum
      end,
    }
    local best = search(endless, {turn = 1, sum = 0}, {nodes = 400})
    assert.equal(1, best)
    assert.is_true(calls >= 390)
  end)

  it("takes views, 'only' and 'avoid'", function()
    local evaluate = function(state) return state.n == 0 and -1 or 0 end
    local mover = {moves = moves, make = nim.make, unmake = nim.unmake, evaluate = evaluate, view = "mover"}
    assert.equal(2, (search(mover, heap(6), {nodes = 3000})))
    local fixed = with(nim, {view = "player", max_player = 2, result = function(s) return s.turn == 2 and -1 or 1 end})
    local best, value = search(fixed, {n = 6, turn = 1}, {nodes = 3000})
    assert.equal(2, best)
    assert.equal(1, value)
    assert.equal(3, (search(nim, heap(6), {nodes = 300, only = {3}})))
    assert.is_not.equal(2, (search(nim, heap(6), {nodes = 300, avoid = {2}})))
    local ok, message = pcall(search, nim, heap(6), {nodes = 300, only = {7}})
    assert.is_false(ok)
    assert.truthy(message:find("'only': entry 1 is no move of the state", 1, true))
  end)

  it("keeps the tree from move to move", function()
    local state, ai = heap(41), alphabeta.new(nim, {algorithm = "uct"})
    local best = ai:search(state, {nodes = 2000})
    nim.make(state, best)
    nim.make(state, 1)
    local _, _, info = ai:search(state, {nodes = 1, multipv = 1})
    assert.is_true(#info.pv > 2)
  end)

  -- Cause: `clear` left the tree, which was passed on to the next search.
  it("forgets the tree when it is cleared", function()
    local state, ai = heap(41), alphabeta.new(nim, {algorithm = "uct"})
    ai:search(state, {nodes = 2000})
    nim.make(state, 3)
    ai:clear()
    local _, _, info = ai:search(state, {nodes = 1})
    assert.is_true(#info.pv <= 1)
  end)

  it("limits the tree to the option 'table'", function()
    local function kilobytes(size)
      local ai = alphabeta.new(nim, {algorithm = "uct", table = size})
      collectgarbage()
      collectgarbage()
      local before = collectgarbage "count"
      ai:search(heap(60), {nodes = 2000})
      collectgarbage()
      collectgarbage()
      return collectgarbage "count" - before, ai
    end
    kilobytes(0)
    local small, large = kilobytes(1 / 16), kilobytes(16)
    assert.is_true(small < large / 2, small .. " " .. large)
    assert.is_truthy((search(with(nim, {}), heap(41), {nodes = 100})))
    assert.is_truthy((alphabeta.search(heap(41), {nodes = 100}, {game = nim, algorithm = "uct", table = 0})))
  end)

  it("is chosen by an option that is inherited, or for one search of a searcher", function()
    local inherited = setmetatable({game = nim}, {__index = {algorithm = "uct"}})
    local expected = visits_of(nim, heap(41), {nodes = 300})
    local function visits(info)
      local texts = {}
      for i, score in ipairs(info.scores) do texts[i] = ("%.6f:%d"):format(score.value, score.visits) end
      return table.concat(texts, " ")
    end
    local limits = {nodes = 300, multipv = "all"}
    assert.equal(expected, visits(select(3, alphabeta.search(heap(41), limits, inherited))))
    assert.equal(expected, visits(select(3, alphabeta.new(nil, inherited):search(heap(41), limits))))
    local ai = alphabeta.new(nim, {multipv = "all"})
    assert.equal(expected, visits(select(3, ai:search(heap(41), {nodes = 300, algorithm = "uct"}))))
    local _, _, info = ai:search(heap(9), {depth = 9})
    local engine = select(3, ai:search(heap(9), {nodes = 9, algorithm = "uct"})).engine
    assert.is_true(engine == "Lua" or engine == alphabeta._ENGINE)
    assert.equal(alphabeta._ENGINE, info.engine)
    assert.equal("solved", info.reason)
    assert.is_nil(ai:best())
    ai:start(heap(41), {nodes = 300, algorithm = "uct"})
    ai:step {nodes = 10}
    assert.is_true(ai:thinking())
    assert.equal("alphabeta.searcher (thinking)", tostring(ai))
    local ok, message = pcall(function() ai:search(heap(9), {depth = 9}) end)
    assert.is_false(ok)
    assert.truthy(message:find("uct_spec.lua:%d+: searcher:search: argument 'self': expected a searcher that is not"),
      message)
    ai:stop()
    assert.equal(3, (ai:search(heap(7), {depth = 9})))
    assert.is_nil(ai:best())
  end)

  it("needs no function around that of the C module", function()
    if alphabeta._ENGINE == "C" and not rawget(_G, "jit") then -- there, a function around it lets callbacks yield
      assert.equal("C", debug.getinfo(alphabeta.search, "S").what)
      assert.equal("C", debug.getinfo(alphabeta.new, "S").what)
    end
  end)

  it("raises the module's own errors at the user's line, in a coroutine, too", function()
    local function failure()
      local ok, message = pcall(function()
        local best = alphabeta.search(heap(6), {nodes = 300, only = {7}}, {game = nim, algorithm = "uct"})
        return best
      end)
      assert.is_false(ok)
      return message
    end
    local message = failure()
    assert.matches("only", message)
    assert.equal(message, coroutine.wrap(failure)())
  end)

  it("is busy while it searches", function()
    local ai, messages, bests = nil, {}, 0
    local game = with(nim, {result = function(state, me)
      for i, method in ipairs {"search", "start", "step", "clear", "close"} do
        local _, message = pcall(function() ai[method](ai, heap(9), {nodes = 9}) end)
        messages[i] = tostring(message):match "uct_spec.lua:%d+: (.*)" or message
      end
      if ai:best() then bests = bests + 1 end
      assert.equal("alphabeta.searcher (searching)", tostring(ai))
      ai:stop()
      return result(state, me)
    end})
    ai = alphabeta.new(game, {algorithm = "uct"})
    local _, _, info = ai:search(heap(41), {nodes = 300})
    assert.equal("stopped", info.reason)
    for i, method in ipairs {"search", "start", "step", "clear", "close"} do
      assert.equal(("searcher:%s: already searching"):format(method), messages[i])
    end
    assert.equal("alphabeta.searcher (idle)", tostring(ai))
    ai:close()
    assert.equal("alphabeta.searcher (closed)", tostring(ai))
  end)

  -- Cause: the nodes that alpha-beta gets were counted by the plies of random moves alone. Near the end of a game,
  -- nearly all plies are in the tree, so it got next to nothing.
  it("lets alpha-beta solve the last plies", function()
    local function score(state, player) return state[player] - state[3 - player] end
    local picking = { -- take one of the numbers that are left
      moves = function(state) return {(table.unpack or unpack)(state.left)} end,
      player = function(state) return state.turn end, result = score,
      play = function(state, number)
        local after = {state[1], state[2], turn = 3 - state.turn, left = {}}
        for _, other in ipairs(state.left) do
          if other ~= number then after.left[#after.left + 1] = other end
        end
        after[state.turn] = after[state.turn] + number
        return after
      end,
    }
    local function start(lead) return {lead, 0, turn = 1, left = {1, 2, 4, 7, 11, 16, 22}} end
    local _, value, info = search(picking, start(0), {nodes = 1200})
    assert.equal("solved", info.reason)
    assert.equal("exact", info.bound)
    assert.equal(1, value)
    _, _, info = search(picking, start(0), {nodes = 400, multipv = 2}) -- without: each move is to get a value
    assert.equal("nodes", info.reason)
    local best
    best, value, info = search(picking, start(-25), {nodes = 1200}) -- lost: the playouts choose
    assert.equal(0, value)
    assert.equal("solved", info.reason)
    assert.equal(best, info.pv[1])
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
      for id = 1, 120 do -- the searcher knows more and more of the game
        nodes, tried = 0, 0
        ai:search({turn = 1, plies = 0, id = id}, {nodes = 150})
      end
      return tried / nodes
    end
    assert.is_true(moves_tried {true, true} > 2.5)
    assert.is_true(moves_tried {true, false} < 2)
  end)

  it("plays levels, by values and visits", function()
    local function plays(level)
      local seen, count = {}, 0
      for seed = 1, 10 do
        local best, value, info = search(nim, heap(15), {level = level, seed = seed})
        assert.is_true(info.nodes <= 6500)
        for _, score in ipairs(info.scores) do
          if score.move == best then assert.equal(score.value, value) end
        end
        assert.equal(best, info.pv[1])
        if not seen[best] then seen[best], count = true, count + 1 end
      end
      return count
    end
    assert.equal(3, plays(1))
    assert.equal(1, plays(9))
    assert.equal(3, (search(nim, heap(3), {level = 1}))) -- a win in one move
    local asked = 0
    local best, _, info = search(nim, heap(41), {nodes = 200, level = function(scores, random)
      asked = asked + 1
      assert.is_true(scores[1].visits >= scores[2].visits)
      assert.is_true(random() ~= random())
      return 2
    end})
    assert.equal(1, asked)
    assert.equal(info.scores[2].move, best)
    local ok, message = pcall(search, nim, heap(41), {nodes = 20, level = function() return 9 end})
    assert.is_false(ok)
    assert.truthy(message:find("callback 'level' at ply 0: expected an integer from 1 to 3, got 9", 1, true), message)
  end)

  it("runs in slices, which find the same", function()
    local _, _, whole = alphabeta.search(heap(41), {nodes = 500, multipv = "all"}, {game = nim, algorithm = "uct"})
    for _, game in ipairs {nim, copying} do
      local state, ai, slices = heap(41), alphabeta.new(game, {algorithm = "uct"}), 0
      ai:start(state, {nodes = 500, multipv = "all"})
      assert.is_true(ai:thinking())
      while not ai:step {nodes = 7} do
        slices = slices + 1
        assert.equal(41, state.n)
        assert.equal(1, state.turn)
      end
      local _, _, info = ai:best()
      assert.equal(71, slices)
      for i, score in ipairs(info.scores) do assert.equal(whole.scores[i].visits, score.visits) end
    end
  end)

  it("pauses within a playout, with the state restored", function()
    local clock, state = 0, heap(60)
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    local before = alphabeta.set_clock(function()
      clock = clock + 0.001
      return clock
    end)
    local ai = alphabeta.new(nim, {algorithm = "uct"})
    ai:start(state, {nodes = 20})
    local slices = 0
    while not ai:step(0.002) do
      slices = slices + 1
      assert.equal(60, state.n)
    end
    alphabeta.set_clock(before)
    assert.is_true(slices > 20)
    assert.equal(20, (select(3, ai:best())).nodes)
  end)

  it("stops, and forgets what it was asked for", function()
    local ai = alphabeta.new(nim, {algorithm = "uct"})
    ai:start(heap(41), {nodes = 1e6})
    ai:step {nodes = 50}
    ai:stop()
    local best, _, info = ai:best()
    assert.is_truthy(best)
    assert.equal("stopped", info.reason)
    assert.equal("alphabeta.searcher (idle)", tostring(ai))
    ai:close()
  end)

  it("restores the state after an error in the k-th call, for many k", function()
    for k in share.of(1, 400, 7) do
      for _, name in ipairs {"moves", "make", "unmake", "player", "result"} do
        local calls, state = 0, heap(9)
        local game = with(nim, {[name] = function(...)
          calls = calls + 1
          if calls == k then error "no" end
          return nim[name](...)
        end})
        local ai = alphabeta.new(game, {algorithm = "uct"})
        local ok, message = pcall(ai.search, ai, state, {nodes = 60})
        calls = 1000000
        if not ok then
          assert.truthy(message:find(("(alphabeta: in callback '%s' at ply"):format(name), 1, true), message)
        end
        if name ~= "unmake" then
          assert.equal(9, state.n)
          assert.equal(1, state.turn)
        end
        assert.is_truthy((ai:search(heap(9), {nodes = 20})))
      end
    end
  end)

  it("words mistakes of functions as other searches do", function()
    for _, case in ipairs {
      {"moves", function() return 7.5 end, "expected an array, an iterator, a count or nil, got 7.5"},
      {"player", function() return nil end, "expected a player, got nil"},
      {"result", function() return "much" end, "expected a number, got 'much'"},
    } do
      local ok, message = pcall(search, with(nim, {[case[1]] = case[2]}), heap(5), {nodes = 50})
      assert.is_false(ok)
      assert.truthy(message:find(case[3], 1, true), message)
      assert.truthy(message:find(("callback '%s' at ply"):format(case[1]), 1, true), message)
    end
  end)

  it("lets functions of the game yield", function()
    local yields = 0
    local game = with(nim, {result = function(state, me)
      coroutine.yield "waiting"
      return result(state, me)
    end})
    local thread = coroutine.create(function() return (search(game, heap(6), {nodes = 40})) end)
    local ok, answer = coroutine.resume(thread)
    if not ok and answer:find("cannot yield", 1, true) then return end -- on Lua 5.1
    while answer == "waiting" do
      yields = yields + 1
      ok, answer = coroutine.resume(thread)
    end
    assert.is_true(ok, answer)
    assert.equal(2, answer)
    assert.is_true(yields > 5)
  end)

  it("calls on_iteration each time the playouts have doubled", function()
    local counts, state = {}, heap(41)
    search(nim, state, {nodes = 600, on_iteration = function(info)
      counts[#counts + 1] = info.nodes
      assert.equal(41, state.n)
    end})
    assert.same({128, 256, 512}, counts)
  end)

  it("refuses what it cannot do, by name", function()
    local options = {game = nim, algorithm = "uct"}
    for _, case in ipairs {
      {5, "option 'depth' needs algorithm 'alphabeta', 'pvs', 'mtdf', 'minimax' or 'maxn', got 'uct'"},
      {{}, "limit 'nodes': expected a time or a number of nodes with algorithm 'uct', got none"},
      {{nodes = 5, trace = print}, "option 'trace' needs algorithm"},
      {{nodes = 5, deepening = true}, "option 'deepening' needs algorithm"},
    } do
      local ok, message = pcall(function() local _ = alphabeta.search(heap(5), case[1], options) end)
      assert.is_false(ok)
      assert.truthy(message:find("alphabeta.search: " .. case[2], 1, true), message)
      assert.truthy(message:find("uct_spec.lua", 1, true), message)
    end
    -- Cause: what a searcher's options were found to be was kept while only the limits changed, and a depth is one.
    local ai = alphabeta.new(nim, {algorithm = "uct"})
    ai:search(heap(5), {nodes = 5})
    assert.matches("option 'depth' needs algorithm", select(2, pcall(ai.search, ai, heap(5), 3)))
    for name, value in pairs {
      value_min = -1, value_max = 1, alpha = 0, beta = 1, without = {"table"}, repetition = 0, order = "evaluate",
      quiescence = 2, null_move = 2, reductions = 1, value_sum = 1,
    } do
      local given = {game = nim, algorithm = "uct", [name] = value}
      local ok, message = pcall(function() local _ = alphabeta.search(heap(5), {nodes = 5}, given) end)
      assert.is_false(ok, name)
      assert.truthy(message:find(("alphabeta.search: option '%s' needs algorithm"):format(name), 1, true), message)
    end
    local ok, message = pcall(require("alphabeta.tree").search, heap(5), {nodes = 50}, {game = nim, algorithm = "uct"})
    assert.is_false(ok)
    assert.truthy(message:find("alphabeta.tree.search: option 'algorithm': expected one that", 1, true), message)
    if alphabeta._ENGINE == "C" then
      ok, message = pcall(alphabeta.search, heap(5), {nodes = 5},
        {game = nim, algorithm = "uct", table = alphabeta.table(1)})
      assert.is_false(ok)
      assert.truthy(message:find("option 'table': expected a size in MiB with algorithm 'uct', got a shared table", 1,
        true), message)
    end
    ok, message = pcall(alphabeta.explain, heap(5), {nodes = 50}, {game = nim, algorithm = "uct"})
    assert.is_false(ok)
    assert.truthy(message:find("alphabeta.explain: option 'algorithm'", 1, true), message)
  end)

  it("plays matches, and as an opponent", function()
    local found = alphabeta.match(alphabeta.new(nim, {algorithm = "uct"}), alphabeta.new(nim), {
      game = nim, state = function() return heap(21) end, games = 4, limits = {nodes = 60}, random_plies = 2,
    })
    assert.equal(4, found.wins + found.draws + found.losses)
    local state = heap(9)
    local opponent = alphabeta.opponent {
      game = nim, state = state, me = 1, algorithm = "uct", nodes = 200, ponder = true,
    }
    for _ = 1, 500 do
      opponent:update(1 / 60)
      if state.n ~= 9 then break end
    end
    assert.equal(8, state.n)
    for _ = 1, 20 do opponent:update(1 / 60) end
    nim.make(state, 1)
    for _ = 1, 500 do
      opponent:update(1 / 60)
      if state.n ~= 7 then break end
    end
    assert.equal(4, state.n)
  end)
end)
