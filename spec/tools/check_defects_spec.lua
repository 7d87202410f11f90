-- The contract checker finds each kind of defect in a game that has it, by its shortest line, and says what differs.
-- Keys and signs have a spec of their own.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local small_games = require "spec.support.small_games"

local in_full = effort(function() end, it) -- what takes long, and is the same code as what does not

local check = alphabeta.check
local among, contains, only = findings.among, findings.contains, findings.only
local after, copy, takes = small_games.after, small_games.copy, small_games.takes
local turn, worth, with = small_games.turn, small_games.worth, small_games.with
local copying, dice, nim, row = small_games.copying, small_games.dice, small_games.nim, small_games.row
local NIM, start = small_games.NIM, small_games.start

describe("unmake", function()
  it("is blamed for a field that it forgets, by one move", function()
    local finding = only(check(nim {unmake = function(state, take) state.heap = state.heap + take end}, start),
      "restore", "unmake", 1)
    assert.are.same({1}, finding.line)
    assert.are.same({{path = "turn", before = 1, after = 2, text = "turn: 1 before, 2 after"}}, finding.differences)
  end)

  it("is blamed for each field, also those that come and go, in their order", function()
    local finding = only(check(row {unmake = function(state, cell)
      row().unmake(state, cell)
      state.cells[cell], state.cells[0], state.last, state.left = 9, 0, {cell, "x"}, nil
    end}, row().new), "restore", "unmake", 1)
    local reported = {}
    for i, difference in ipairs(finding.differences) do reported[i] = difference.text end
    assert.are.same({
      "cells[1]: 0 before, 9 after", "cells[0]: nil before, 0 after", "left: 4 before, nil after",
      'last: nil before, {1, "x"} after',
    }, reported)
  end)

  it("is blamed for a metatable", function()
    local finding = only(check(nim {unmake = function(state, take)
      NIM["in place"].unmake(state, take)
      setmetatable(state, {})
    end}, start), "restore", "unmake", 1)
    assert.are.equal("(metatable)", finding.differences[1].path)
  end)

  it("is blamed for what happens late, by the shortest line there is", function()
    local finding = only(check(nim {unmake = function(state, take)
      NIM["in place"].unmake(state, take)
      if state.heap == 1 then state.heap = 2 end
    end}, start), "restore", "unmake", 3)
    assert.are.equal(1, finding.line[3])
  end)

  it("is blamed for what shows only when more moves were made", function()
    local finding = only(check(nim {
      make = function(state, take)
        NIM["in place"].make(state, take)
        state.last = take
      end,
      unmake = function(state, take)
        NIM["in place"].unmake(state, take)
        if state.heap == 6 and state.last ~= take then state.last = "?" else state.last = nil end
      end,
    }, function() return {heap = 6, turn = 1, last = nil} end), "restore", "unmake", 2)
    assert.is_true(finding.taken_back == nil or finding.taken_back <= 2)
  end)

  in_full("is blamed by a line of few moves where a whole game showed it", function()
    -- shows where the last of 12 cells is taken while the 9 before are, wherever
    local game = row {unmake = function(state, cell)
      local left = state.left
      row().unmake(state, cell)
      if left <= 6 and cell == 12 then state.turn = 7 end
    end}
    local finding = among(check(game, function() return row().new(12) end, {games = 4}), "restore", "unmake")
    assert.are.equal(6, #finding.line)
    assert.are.equal(12, finding.line[6])
  end)

  it("is reported for the state after an outcome", function()
    local finding = only(check(dice {unmake = function(state, move)
      dice().unmake(state, move)
      if move == 2 then state.is_thrown = true end
    end}, dice().new), "restore", "unmake", 2)
    assert.are.same({{"roll", 2}, nil}, {finding.line, finding.taken_back})
  end)

  it("is blamed for no more than twenty fields", function()
    local report = check(nim {unmake = function(state, take)
      NIM["in place"].unmake(state, take)
      for i = 1, 21 do state[i] = i end
    end}, start)
    local finding = only(report, "restore", "unmake", 1)
    assert.are.same({20, true}, {#finding.differences, finding.has_more})
    contains(report, "\n   [3]: nil before, 3 after\n   and at least 18 more: see the field `differences`")
  end)

  it("is not blamed for fields that are left out", function()
    local game = nim {unmake = function(state, take)
      NIM["in place"].unmake(state, take)
      state.undone = (state.undone or 0) + 1
      state.parts = {count = state.undone}
    end}
    assert.is_false(check(game, start).ok)
    assert.is_true(check(game, start, {exclude = {"undone", "parts"}}).ok)
    local finding = only(check(game, start, {exclude = {"undone"}}), "restore", "unmake", 1)
    assert.are.equal("parts", finding.differences[1].path)
    local function with_parts() return {heap = 6, turn = 1, undone = 0, parts = {count = 0}} end
    assert.is_true(check(game, with_parts, {exclude = {"undone", "parts.count"}}).ok)
  end)

  it("leaves a state that was given itself as it was, whatever it does", function()
    local state = {heap = 6, turn = 1, parts = {1, 2, {x = 1}}}
    local parts = state.parts
    check(nim {unmake = function(s) setmetatable(s, {}).parts[3].x, s.parts = 5, {} end}, state)
    assert.are.same({heap = 6, turn = 1, parts = {1, 2, {x = 1}}}, state)
    assert.are.equal(parts, state.parts)
    assert.is_nil(getmetatable(state))
  end)

  it("is blamed for a Zobrist key", function()
    local game = nim {
      make = function(state, take)
        NIM["in place"].make(state, take)
        state.key:flip(take)
      end,
      hash = function(state) return state.key end,
      evaluate = function() return 0 end,
    }
    local function new() return {heap = 6, turn = 1, key = alphabeta.zobrist(3)} end
    local finding = among(check(game, new), "restore", "unmake")
    assert.are.equal(1, #finding.line)
    assert.are.equal("key", finding.differences[1].path)
    assert.is_truthy(finding.differences[1].before:match "^key %x+$")
  end)
end)

describe("a function that changes the state", function()
  for _, name in ipairs {"moves", "evaluate", "player", "is_over", "hash", "noisy", "chances"} do
    it("is found: " .. name, function()
      local original = NIM["in place"][name] or function() end
      if name == "hash" then original = function(state) return state.heap end end
      local finding = only(check(nim {[name] = function(state, me)
        state.count = (state.count or 0) + 1
        return original(state, me)
      end}, start), "change", name, 0)
      assert.are.equal("count", finding.differences[1].path)
    end)
  end

  for _, name in ipairs {"order", "move_id"} do
    it("is found: " .. name, function()
      only(check(nim {[name] = function(state, take)
        if state.heap == 5 then state.seen = true end
        return take
      end}, start), "change", name, 2)
    end)
  end

  it("is found: play, in the state that it is given", function()
    only(check(copying {play = function(state, take)
      NIM["in place"].make(state, take)
      return state
    end}, start), "change", "play", 1)
  end)

  it("is found: play, in a table that old and new state share", function()
    local game = {
      player = turn, evaluate = function() return 0 end,
      moves = function(state) return #state.played < 3 and {1, 2} or nil end,
      play = function(state, move)
        state.played[#state.played + 1] = move
        return {played = state.played, turn = 3 - state.turn}
      end,
    }
    local finding = only(check(game, function() return {played = {}, turn = 1} end), "change", "play", 1)
    assert.are.equal("played[1]", finding.differences[1].path)
  end)

  it("is found: children", function()
    only(check(with(NIM.children, {children = function(state)
      state.count = (state.count or 0) + 1
      return NIM.children.children(state)
    end}), start), "change", "children", 0)
  end)

  it("is found: pass, where states are copied", function()
    only(check(copying {pass = function(state)
      state.turn = 3 - state.turn
      return {heap = state.heap, turn = state.turn}
    end}, start), "change", "pass", 0)
  end)
end)

describe("a function that is asked again", function()
  local function flaky(name, n, original)
    local calls = 0
    return {[name] = function(...)
      calls = calls + 1
      return original(calls % n == 0, ...)
    end}
  end

  it("must answer the same: evaluate", function()
    only(check(nim(flaky("evaluate", 2, function(odd) return odd and 1 or 2 end)), start), "twice", "evaluate", 0)
  end)

  it("must answer the same: player", function()
    among(check(nim(flaky("player", 2, function(odd) return odd and 1 or 2 end)), start), "twice", "player")
  end)

  it("must answer with the same table: player", function()
    local players = {{name = "one"}, {name = "two"}}
    local function evaluate(state, me)
      if state.heap > 0 then return 0 end
      return players[state.turn].name == me.name and -1 or 1
    end
    assert.is_true(check(nim {evaluate = evaluate, player = function(state) return players[state.turn] end}, start).ok)
    only(check(nim {evaluate = evaluate, player = function(state) return {name = players[state.turn].name} end}, start),
      "twice", "player", 0)
  end)

  it("must answer the same: is_over", function()
    only(check(nim(flaky("is_over", 2, function(odd, state) return odd and state.heap == 2 end)), start),
      "twice", "is_over", 2)
  end)

  it("must answer the same: hash", function()
    local n = 0
    only(check(nim {hash = function()
      n = n + 1
      return n
    end}, start), "twice", "hash", 0)
  end)

  it("must answer the same: order and move_id", function()
    for _, name in ipairs {"order", "move_id"} do
      only(check(nim(flaky(name, 2, function(odd) return odd and 1 or 2 end)), start), "twice", name, 1)
    end
  end)

  it("must answer the same, in the same order: moves, noisy", function()
    local function turned(odd, state)
      local list = takes(state)
      if odd and #list > 1 then list[1], list[2] = list[2], list[1] end
      return list
    end
    local finding = among(check(nim(flaky("moves", 2, turned)), start), "twice", "moves")
    assert.are.equal("[1]", finding.differences[1].path)
    only(check(nim(flaky("noisy", 2, turned)), start), "twice", "noisy", 0)
  end)

  it("must do the same: make, play, children", function()
    among(check(nim(flaky("make", 2, function(odd, state, take)
      NIM["in place"].make(state, take)
      state.odd = odd
    end)), start), "twice", "make")
    among(check(copying(flaky("play", 2, function(odd, state, take)
      local child = after(state, take)
      child.odd = odd
      return child
    end)), start), "twice", "play")
    among(check(with(NIM.children, flaky("children", 2, function(odd, state)
      local list = NIM.children.children(state)
      for _, child in ipairs(list) do child.odd = odd end
      return list
    end)), start), "twice", "children")
  end)

  it("must answer the same: chances", function()
    among(check(dice(flaky("chances", 2, function(odd, state)
      local list = dice().chances(state)
      if list and odd then list[1].probability, list[2].probability = 0.25, 0.75 end
      return list
    end)), dice().new), "twice", "chances")
  end)

  it("must not depend on moves that are made meanwhile, where it is an iterator", function()
    local finding = among(check(nim {moves = function(state)
      local take = 0
      return function()
        take = take + 1
        if take <= math.min(3, state.heap) and not (take > 1 and state.touched) then return take end
      end
    end, make = function(state, take)
      NIM["in place"].make(state, take)
      state.touched = true
    end}, start, {exclude = {"touched"}}), "twice", "moves")
    assert.is_truthy(finding)
  end)
end)

describe("what was returned", function()
  it("must not be changed by later calls: one array for all moves", function()
    local array = {}
    local finding = only(check(nim {moves = function(state)
      for i = 1, 3 do array[i] = i <= state.heap and i or nil end
      return array
    end}, start), "shared", "moves", 2)
    assert.are.equal("[3]", finding.differences[1].path)
  end)

  it("must not be changed by later calls: moves that are tables", function()
    local moves = {{}, {}, {}}
    local game = {
      player = turn, evaluate = worth,
      moves = function(state)
        local list = {}
        for i = 1, math.min(3, state.heap) do
          list[i] = moves[i]
          list[i].take, list[i].left = i, state.heap - i
        end
        return list
      end,
      play = function(state, move) return after(state, move.take) end,
    }
    only(check(game, start), "shared", "moves", 1)
  end)

  it("must not be changed by later calls: one state for all", function()
    local buffer = {}
    local report = check(copying {play = function(state, take)
      local target = state == buffer and {} or buffer
      target.heap, target.turn = state.heap - take, 3 - state.turn
      return target
    end}, start)
    assert.are.equal(1, #among(report, "shared", "play").line)
  end)
end)

describe("a move", function()
  local function takes_of(state)
    local list = takes(state)
    for i, take in ipairs(list) do list[i] = {take = take} end
    return list
  end

  it("must not be changed when it is made", function()
    local finding = only(check(nim {
      moves = takes_of,
      make = function(state, move)
        move.before = state.heap
        NIM["in place"].make(state, move.take)
      end,
      unmake = function(state, move) NIM["in place"].unmake(state, move.take) end,
    }, start), "change", "make", 1)
    contains(finding.message, "changes the move")
    assert.are.same({"before", nil, 6}, {
      finding.differences[1].path, finding.differences[1].before, finding.differences[1].after,
    })
  end)

  it("may be changed as long as it is made", function()
    assert.is_true(check(nim {
      moves = takes_of,
      make = function(state, move)
        move.before = state.heap
        NIM["in place"].make(state, move.take)
      end,
      unmake = function(state, move)
        move.before = nil
        NIM["in place"].unmake(state, move.take)
      end,
    }, start).ok)
  end)

  it("must not be changed when it is played", function()
    only(check(copying {
      moves = takes_of,
      play = function(state, move)
        move.is_played = true
        return after(state, move.take)
      end,
    }, start), "change", "play", 1)
  end)
end)

describe("lists of moves", function()
  it("must not have the same move twice", function()
    local finding = only(check(nim {moves = function(state)
      local list = takes(state)
      if state.heap == 4 then list[#list + 1] = 2 end
      return list
    end}, start), "duplicate", "moves", 1)
    assert.are.same({2}, finding.line)
    contains(finding.message, "at index 2 and at index 4: 2")
  end)

  it("must not have a table with the same content twice", function()
    contains(only(check({
      player = turn, evaluate = worth,
      moves = function(state) return state.heap > 0 and {{take = 1}, {take = 1}} or nil end,
      play = function(state, move) return after(state, move.take) end,
    }, start), "duplicate", "moves", 0).message, "{take = 1}")
  end)

  it("must not have one state twice, though others may be equal", function()
    local function children(state, is_one)
      if state.heap == 0 then return nil end
      local child = after(state, 1)
      return {child, is_one and child or after(state, 1)}
    end
    assert.is_true(check(with(NIM.children, {children = function(state) return children(state) end}), start).ok)
    only(check(with(NIM.children, {children = function(state) return children(state, true) end}), start),
      "duplicate", "children", 0)
  end)
end)

describe("an answer that is none", function()
  local ROWS = {
    {"moves", -1, "expected an array, an iterator, a count or nil, got -1"},
    {"moves", {1, nil, 3}, "expected an array without holes"},
    {"moves", {[2] = 1}, "expected an array without holes"},
    {"evaluate", "good", "expected a number, got 'good'"},
    {"evaluate", 0 / 0, "expected a number, got NaN"},
    {"player", 0 / 0, "expected a player, got NaN"},
    {"hash", {}, "expected a number, a string or a Zobrist key, got table"},
    {"hash", 0 / 0, "got NaN"},
    {"order", "first", "expected a number, got 'first'"},
    {"order", 0 / 0, "expected a number, got NaN"},
    {"move_id", 1.5, "expected an integer, got 1.5"},
    {"noisy", 3, "expected an array, an iterator or nil, got 3"},
    {"noisy", {7}, "lists what is no move of the state: 7"},
    {"chances", 3, "expected an array or nil, got 3"},
    {"chances", {}, "expected at least one outcome, got an empty array"},
    {"chances", {{probability = -1, outcome = 1}}, "expected a probability of 0 or more at index 1, got -1"},
    {"chances", {{probability = 1}}, "expected an outcome at index 1, got nil"},
  }

  for i, case in ipairs(ROWS) do
    it(("is found: %s, %d"):format(case[1], i), function()
      local name, wrong = case[1], case[2]
      local right = NIM["in place"][name] or function(state)
        if name == "noisy" or name == "chances" then return nil end
        return state.heap
      end
      local report = check(nim {[name] = function(state, ...)
        if state.heap == 4 then return wrong end
        return right(state, ...)
      end}, start)
      local finding = among(report, "answer", name)
      contains(finding.message, case[3])
      assert.are.equal(2, finding.line[1])
    end)
  end

  it("is found: noisy moves where the game is over", function()
    local function noisy_to_the_end(traits, noisy)
      traits.noisy = noisy or function(state) return state.heap < 2 and {1} or nil end
      return check(nim(traits), start)
    end
    local function is_over(state) return state.heap == 0 end
    contains(among(noisy_to_the_end {}, "answer", "noisy").message, "lists moves where the game is over")
    -- Where a search does not ask, anything is right.
    local function fails_there(state) return state.heap > 0 and {1} or error "over" end
    for _, traits in ipairs {{is_over = is_over}, {result = NIM["in place"].evaluate, is_over = is_over}} do
      assert.is_true(noisy_to_the_end(traits).ok)
      assert.is_true(noisy_to_the_end(traits, fails_there).ok)
    end
    contains(among(noisy_to_the_end({}, fails_there), "error", "noisy").message, "over")
  end)

  it("is found: no player, no state", function()
    only(check(nim {player = function(state) return state.heap ~= 5 and state.turn or nil end}, start),
      "answer", "player", 1)
    only(check(copying {play = function(state, take) return state.heap ~= 4 and after(state, take) or nil end}, start),
      "answer", "play", 2)
  end)

  in_full("is found: an iterator that does not end", function()
    local report = check(nim {moves = function() return function() return 1 end end}, start)
    contains(only(report, "answer", "moves", 0).message, "an iterator that ends")
  end)

  it("is found: a pass that cannot be taken back, or leaves the turn where it was", function()
    local function pass(state) state.turn = 3 - state.turn end
    assert.is_true(check(nim {pass = pass, unpass = pass}, start).ok)
    only(check(nim {pass = pass, unpass = function() end}, start), "restore", "unpass", 0)
    only(check(copying {pass = copy}, start), "turn", "pass", 0)
  end)
end)

describe("values", function()
  it("must lie within their bounds", function()
    local game = nim {evaluate = function(state, me) return state.heap == 3 and 5 or worth(state, me) end}
    assert.is_true(check(game, start, {sign = false}).ok)
    local finding = only(check(game, start, {value_max = 4, sign = false}), "bounds", "evaluate", 1)
    assert.are.same({{3}, 5}, {finding.line, finding.value})
    contains(finding.message, "returns 5, which is more than 'value_max', 4")
    game.evaluate = function(state, me) return state.heap == 3 and -5 or worth(state, me) end
    contains(only(check(game, start, {value_min = -4, sign = false}), "bounds", "evaluate", 1).message,
      "less than 'value_min', -4")
  end)

  it("must be less than those of a win as long as the game goes on", function()
    local game = nim {evaluate = function(state, me) return 100 * worth(state, me) end}
    assert.is_true(check(game, start, {win = 100}).ok)
    game.evaluate = function(state, me) return state.heap == 5 and 100 or 100 * worth(state, me) end
    contains(only(check(game, start, {win = 100}), "bounds", "evaluate", 1).message, "although the game goes on")
  end)

  it("must be finite at chance nodes", function()
    local function infinite(state, me) return dice().evaluate(state, me) * math.huge end
    local function evaluate(state, me) return state.sum < 6 and 0 or infinite(state, me) end
    local finding = among(check(dice {evaluate = evaluate}, dice().new), "answer", "evaluate")
    contains(finding.message, "a finite number", "inf")
    assert.is_true(check(dice {evaluate = evaluate}, dice().new, {win = 10}).ok)
    assert.is_true(check(nim {evaluate = function(state, me)
      return state.heap == 0 and worth(state, me) * math.huge or 0
    end}, start).ok)
  end)

  it("must be there for each player with max^n, and add up to no more than is said", function()
    local function payoffs(state) return {state.heap, 10 - state.heap} end
    local function maxn(evaluate, options)
      options = options or {}
      options.algorithm = "maxn"
      return check(nim {evaluate = evaluate}, start, options)
    end
    assert.is_true(maxn(payoffs, {value_sum = 10, value_min = 0, value_max = 10}).ok)
    only(maxn(worth), "answer", "evaluate", 0)
    contains(only(maxn(payoffs, {value_sum = 9}), "bounds", "evaluate", 0).message, "add up to 10", "'value_sum', 9")
    contains(only(maxn(payoffs, {value_min = 4}), "bounds", "evaluate", 1).message, "returns 3 for player 1")
    only(maxn(function() return {1} end), "answer", "evaluate", 0)
    local report = maxn(function(state) return {1, 1, state.heap < 6 and 1 or nil} end)
    contains(only(report, "answer", "evaluate", 1).message, "another one, 3")
    contains(only(maxn(function() return {1, 0 / 0} end), "answer", "evaluate", 0).message, "a number for player 2")
    report = check(nim {evaluate = payoffs}, start)
    contains(only(report, "answer", "evaluate", 0).message, "expected a number, got table")
  end)
end)

describe("probabilities", function()
  it("must add up to one", function()
    local finding = only(check(dice {chances = function(state)
      return state.is_rolling and {{probability = 0.5, outcome = 1}, {probability = 0.4, outcome = 2}} or nil
    end}, dice().new), "probability", "chances", 1)
    contains(finding.message, "a sum of 0.9")
    assert.are.same({"roll"}, finding.line)
  end)
end)

describe("an end", function()
  it("must come", function()
    local finding = only(check(nim {
      make = function(state) state.turn = 3 - state.turn end, unmake = function(state) state.turn = 3 - state.turn end,
    }, start, {max_plies = 30, games = 2}), "endless", "moves", 30)
    contains(finding.message, "not ended after 30 plies", "endless = true")
  end)

  it("need not come where that is said", function()
    local report = check(nim {
      make = function(state) state.turn = 3 - state.turn end, unmake = function(state) state.turn = 3 - state.turn end,
    }, start, {max_plies = 30, games = 2, endless = true})
    assert.is_true(report.ok)
    assert.are.equal(0, report.ended)
  end)

  it("must include chance nodes", function()
    local game = dice {
      make = function(state, move) state.is_rolling, state.sum = true, state.sum + (move == "roll" and 0 or 1) end,
      unmake = function(state, move)
        state.sum = state.sum - (move == "roll" and 0 or 1)
        state.is_rolling = move ~= "roll"
      end,
      is_over = function() return false end,
    }
    local finding = only(check(game, dice().new, {games = 1}), "endless", "chances", 1001)
    contains(finding.message, "expected a decision or the end after 1000 chance nodes in a row")
  end)
end)

describe("an error in a function of the game", function()
  local CASES = {
    {"moves", 0}, {"make", 1}, {"unmake", 1}, {"evaluate", 0}, {"player", 0}, {"is_over", 0}, {"chances", 0},
    {"hash", 0}, {"noisy", 0}, {"order", 1}, {"move_id", 1},
  }
  for _, case in ipairs(CASES) do
    it("is a finding: " .. case[1], function()
      local name = case[1]
      local original = NIM["in place"][name] or function(state, take)
        if name == "move_id" then return take end
        return (name == "hash" or name == "order") and state.heap or nil
      end
      -- in the state that is left when two were taken from six; for make and its like, when something is done there
      local finding = only(check(nim {[name] = function(state, ...)
        if state.heap == (name == "unmake" and 3 or 4) then error("oops", 0) end
        return original(state, ...)
      end}, start), "error", name, name == "unmake" and 1 or 1 + case[2])
      assert.are.equal("raises an error: oops", finding.message)
      assert.are.equal("oops", finding.error)
    end)
  end

  it("is a finding: play, children", function()
    only(check(copying {play = function(state, take) return after(state, state.heap == 4 and nil + take or take) end},
      start), "error", "play", 2)
    only(check(with(NIM.children, {children = function(state)
      if state.heap == 4 then error {code = 1} end
      return NIM.children.children(state)
    end}), start), "error", "children", 1)
  end)

  it("is a finding: in an iterator", function()
    contains(only(check(nim {moves = function() return function() error("oops", 0) end end}, start),
      "error", "moves", 0).message, "oops")
  end)

  it("keeps a value that is not a string", function()
    local value = {code = 1}
    local finding = only(check(nim {evaluate = function() error(value) end}, start), "error", "evaluate", 0)
    assert.are.equal(value, finding.error)
    contains(finding.message, "{code = 1}")
  end)

  it("leaves the state as it was", function()
    local state = start()
    check(nim {evaluate = function(s) return s.heap == 0 and error "oops" or 0 end}, state)
    assert.are.same(start(), state)
  end)
end)
