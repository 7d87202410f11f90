-- The contract checker: each kind of defect is found in a game that has it, by its shortest line, and a game that has
-- none is left in peace.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"

local check = alphabeta.check

local IS_SLOW = os.getenv "ALPHABETA_SLOW" == "0"

-- Games ------------------------------------------------------------------------------------------------------------

local function copy(state)
  local twin = {}
  for name, value in pairs(state) do twin[name] = value end
  return twin
end

local function takes(state)
  local list = {}
  for take = 1, math.min(3, state.heap) do list[take] = take end
  return list
end

local function after(state, take)
  local child = copy(state)
  child.heap, child.turn = state.heap - take, 3 - state.turn
  return child
end

local function turn(state) return state.turn end

local function worth(state, me)
  if state.heap > 0 then return 0 end
  return state.turn == me and -1 or 1
end

local function start() return {heap = 6, turn = 1} end

-- Nim with one heap of six, in each style.
local STYLES = {"in place", "copying", "children"}
local NIM = {
  ["in place"] = {
    player = turn, evaluate = worth, moves = takes,
    make = function(state, take) state.heap, state.turn = state.heap - take, 3 - state.turn end,
    unmake = function(state, take) state.heap, state.turn = state.heap + take, 3 - state.turn end,
  },
  copying = {player = turn, evaluate = worth, moves = takes, play = after},
  children = {
    player = turn, evaluate = worth,
    children = function(state)
      local list = takes(state)
      for i, take in ipairs(list) do list[i] = after(state, take) end
      return list
    end,
  },
}
local LISTER = {["in place"] = "moves", copying = "moves", children = "children"}

-- A game with some functions replaced.
local function with(game, functions)
  return setmetatable(functions, {__index = game})
end

local function nim(functions) return with(NIM["in place"], functions) end
local function copying(functions) return with(NIM.copying, functions) end

-- How many moves have been made in a state of nim.
local function plies(finding) return #finding.line end

-- The one finding of a check, which must be of a kind, at a function, and have a line of so many moves.
local function only(report, kind, callback, length)
  assert.is_false(report.ok)
  local finding = report.findings[1]
  assert.are.same({kind, callback, length, 1},
    {finding.kind, finding.callback, plies(finding), #report.findings}, tostring(report))
  return finding
end

-- A finding among others.
local function among(report, kind, callback)
  for _, finding in ipairs(report.findings) do
    if finding.kind == kind and finding.callback == callback then return finding end
  end
  error("not found: " .. kind .. " " .. callback .. "\n" .. tostring(report), 2)
end

local function contains(text, ...)
  for _, part in ipairs {...} do assert.is_truthy(tostring(text):find(part, 1, true), tostring(text) .. "\nlacks " .. part) end
end

-- Two players put marks into cells of a row, each a cell in turn, until it is full; the key is kept in the state.
local function row(functions)
  local game = {
    player = turn,
    new = function(n)
      local state = {turn = 1, left = n or 4, cells = {}, key = 0}
      for cell = 1, state.left do state.cells[cell] = 0 end
      return state
    end,
    moves = function(state)
      local list = {}
      for cell, owner in ipairs(state.cells) do
        if owner == 0 then list[#list + 1] = cell end
      end
      return list
    end,
    make = function(state, cell)
      state.cells[cell], state.key = state.turn, state.key + state.turn * 3 ^ (cell - 1)
      state.turn, state.left = 3 - state.turn, state.left - 1
    end,
    unmake = function(state, cell)
      state.turn, state.left = 3 - state.turn, state.left + 1
      state.cells[cell], state.key = 0, state.key - state.turn * 3 ^ (cell - 1)
    end,
    evaluate = function(state, me)
      local value = 0
      for cell, owner in ipairs(state.cells) do
        if owner > 0 then value = value + (owner == me and cell or -cell) end
      end
      return value
    end,
    hash = function(state) return state.key end,
  }
  return with(game, functions or {})
end

-- A die with two sides says how much is added to a sum; whoever brings it to six has won.
local function dice(functions)
  local game = {
    player = turn,
    new = function() return {sum = 0, turn = 1, is_rolling = false} end,
    is_over = function(state) return state.sum >= 6 end,
    chances = function(state)
      if not state.is_rolling then return nil end
      return {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}, {probability = 0, outcome = "never"}}
    end,
    moves = function() return {"roll"} end,
    make = function(state, move)
      if move == "roll" then
        state.is_rolling = true
      else
        state.sum, state.is_rolling, state.turn = state.sum + move, false, 3 - state.turn
      end
    end,
    unmake = function(state, move)
      if move == "roll" then
        state.is_rolling = false
      else
        state.sum, state.is_rolling, state.turn = state.sum - move, true, 3 - state.turn
      end
    end,
    evaluate = function(state, me)
      if state.sum < 6 then return 0 end
      return state.turn == me and -1 or 1
    end,
  }
  return with(game, functions or {})
end

-- Right games ------------------------------------------------------------------------------------------------------

describe("a right game", function()
  for _, style in ipairs(STYLES) do
    it("has no defect: " .. style, function()
      local report = check(NIM[style], start)
      assert.is_true(report.ok, tostring(report))
      assert.are.same({}, report.findings)
      assert.are.equal(report, report:assert())
    end)

    it("may bring its state as it is: " .. style, function()
      local state = start()
      assert.is_true(check(NIM[style], state).ok)
      assert.are.same(start(), state)
    end)

    it("may have its functions as methods of the state: " .. style, function()
      local methods = copy(NIM[style])
      local inner = style == "in place" and {} or {
        play = function(state, take) return setmetatable(after(state, take), getmetatable(state)) end,
      }
      if style == "children" then
        inner = {children = function(state)
          local list = NIM.children.children(state)
          for _, child in ipairs(list) do setmetatable(child, getmetatable(state)) end
          return list
        end}
      end
      for name, callback in pairs(inner) do methods[name] = callback end
      local state = setmetatable(start(), {__index = methods})
      assert.is_true(check(nil, state).ok)
      assert.is_true(check(nil, function() return setmetatable(start(), {__index = methods}) end).ok)
    end)
  end

  it("may have states that are numbers", function()
    local report = check({
      moves = function(heap) return takes {heap = heap} end,
      play = function(heap, take) return heap - take end,
      evaluate = function(heap) return heap == 0 and -1 or 0 end,
    }, 9, {view = "mover"})
    assert.is_true(report.ok, tostring(report))
  end)

  it("may return the same array again and again, as long as it does not change", function()
    local lists = {}
    for heap = 0, 6 do lists[heap] = takes {heap = heap} end
    assert.is_true(check(nim {moves = function(state) return lists[state.heap] end}, start).ok)
  end)

  it("may have iterators", function()
    local function iterator(list)
      return function(state)
        local all, i = list(state), 0
        return function()
          i = i + 1
          return all[i]
        end
      end
    end
    for _, style in ipairs(STYLES) do
      local lister = LISTER[style]
      local report = check(with(NIM[style], {[lister] = iterator(NIM[style][lister])}), start)
      assert.is_true(report.ok, tostring(report))
    end
  end)

  it("may have states whose tables refer to each other and to themselves", function()
    local report = check(NIM["in place"], function()
      local state = start()
      state.me, state.parts = state, {{owner = state}}
      state.parts[state.parts] = "key"
      return state
    end)
    assert.is_true(report.ok, tostring(report))
  end)

  it("may put an equal table in the place of another", function()
    local report = check(row {unmake = function(state, cell)
      local cells = copy(state.cells)
      row().unmake(state, cell)
      cells[cell] = 0
      state.cells = cells
    end}, row().new)
    assert.is_true(report.ok, tostring(report))
  end)

  it("may have a key that forgets what does not matter", function()
    -- only how much is left matters, not where
    local report = check(row {
      hash = function(state) return state.left end, evaluate = function(state) return state.left end,
    }, row().new, {sign = false})
    assert.is_true(report.ok, tostring(report))
  end)

  it("may have a key that is a part of the state on which moves depend", function()
    local report = check(nim {hash = function(state) return state.heap end}, start)
    assert.is_true(report.ok, tostring(report))
  end)

  it("may have luck in it, with outcomes that never come", function()
    local report = check(dice(), dice().new, {value_min = -1, value_max = 1, win = 2})
    assert.is_true(report.ok, tostring(report))
  end)

  it("may be for one, and good for one side only", function()
    local report = check(nim {
      player = function() return "me" end, evaluate = function(state) return state.heap == 0 and 1 or 0 end,
    }, start)
    assert.is_true(report.ok, tostring(report))
  end)

  it("may know nothing but its ends", function()
    local function only_ends(state, me) return state.heap == 0 and worth(state, me) or nil end
    assert.is_true(check(nim {evaluate = only_ends}, start, {ends_only = true}).ok)
    only(check(nim {evaluate = only_ends}, start), "answer", "evaluate", 0)
  end)

  it("may be worth more to whoever moves", function()
    for _, view in ipairs {"max", "mover"} do
      local report = check(row {
        evaluate = function(state, me)
          local value = row().evaluate(state, 1) + (state.turn == 1 and 7 or -7)
          if view == "mover" then return state.turn == 1 and value or -value end
          return me == 1 and value or -value
        end,
      }, function() return row().new(7) end, {view = view})
      assert.is_true(report.ok, tostring(report))
    end
  end)
end)

describe("the games of the examples", function()
  local function game(name) return require("games." .. name) end
  local connect4, reversi, sliding, coins = game "connect4", game "reversi", game "sliding", game "coins"
  local kalah, dots, pig, race = game "kalah", game "dots_and_boxes", game "pig", game "race"

  local function row_of_coins() return coins.new {8, 2, 4, 7, 3, 6, 5, 8} end

  local EXAMPLES = {
    {"tic-tac-toe", game "tictactoe", game("tictactoe").new, {win = 1000, value_min = -1000, value_max = 1000}},
    {"tic-tac-toe with keys", game("tictactoe").hashed, game("tictactoe").new},
    {"nim", game "nim", game("nim").new {3, 4, 5}},
    {"nim with keys", game("nim").hashed, game("nim").new {3, 4, 5}},
    {"nim by its own methods", nil, game("nim").new {1, 2, 3}},
    {"connect four", connect4, connect4.new, {win = connect4.WIN, games = 3}},
    {"connect four with keys and an order", with(connect4.hashed, {order = connect4.centre_first}),
      function() return connect4.hashed.new(5, 4) end, {games = 5}},
    {"reversi", with(reversi, {order = reversi.corners_first}), function() return reversi.new(4) end, {games = 5}},
    {"reversi with keys", reversi.hashed, function() return reversi.hashed.new(6) end, {games = 2}},
    {"kalah", with(kalah, {order = kalah.again_first}), kalah.new(4, 3), {games = 5}},
    {"kalah with keys", kalah.hashed, kalah.hashed.new(3, 3), {games = 5}},
    {"dots and boxes", with(dots, {order = dots.boxes_first}), dots.new, {games = 5}},
    {"dots and boxes with keys", dots.hashed, dots.hashed.new, {games = 5}},
    {"2048", game "2048", game("2048").new, {nodes = 300}},
    {"2048 with keys", game("2048").hashed, game("2048").new, {nodes = 300}},
    {"pig", pig, function() return pig.new(20) end, {value_min = -1, value_max = 1, games = 5}},
    {"pig with keys", pig.hashed, function() return pig.new(20) end, {games = 5}},
    {"dice", game "dice", function() return game("dice").new(3) end, {games = 3}},
    {"dice with keys", game("dice").hashed, function() return game("dice").new(3) end, {games = 3}},
    {"the race", race, race.new("210", "111"), {value_min = -1, value_max = 1}},
    {"the race with keys", race.hashed, race.new("210", "111")},
    {"coins in a row", coins, row_of_coins, {algorithm = "maxn", value_min = 0, value_sum = 3 * 43}},
    {"coins in a row, paranoid", coins.paranoid, row_of_coins},
    {"the sliding puzzle", sliding.hashed, function() return sliding.new(3, 2, {4, 1, 2, 5, 0, 3}) end,
      {endless = true, max_plies = 50, games = 5}},
    {"trees", game "tree", (game("tree").new {{3, {5, 2}, 7}, {6, 9}}), {ends_only = true}},
  }

  for i, example in ipairs(EXAMPLES) do
    if not IS_SLOW or i < 4 then
      it("have no defect: " .. example[1], function()
        local report = check(example[2], example[3], example[4])
        assert.is_true(report.ok, tostring(report))
      end)
    end
  end

  it("are all checked here", function()
    local names = {}
    for name in require("lfs").dir "examples/games" do
      local stem = name:match "^(.*)%.lua$"
      if stem then names[#names + 1] = stem end
    end
    for _, name in ipairs(names) do
      local is_there, rules = false, game(name)
      for _, example in ipairs(EXAMPLES) do
        local rules_of = example[2] or rules
        local meta = getmetatable(rules_of)
        is_there = is_there or rules_of == rules or rules_of == rules.hashed or meta and meta.__index == rules
      end
      assert.is_true(is_there, name)
    end
  end)
end)

-- Defects ----------------------------------------------------------------------------------------------------------

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
    local told = {}
    for i, difference in ipairs(finding.differences) do told[i] = difference.text end
    assert.are.same({
      "cells[1]: 0 before, 9 after", "cells[0]: nil before, 0 after", "left: 4 before, nil after",
      'last: nil before, {1, "x"} after',
    }, told)
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

  it("is blamed by a line of few moves where a whole game showed it", function()
    -- shows where the last of 12 cells is taken while the 9 before are, wherever
    local game = row {unmake = function(state, cell)
      local left = state.left
      row().unmake(state, cell)
      if left <= 6 and cell == 12 then state.turn = 7 end
    end}
    local finding = among(check(game, function() return row().new(12) end, {games = 4}), "restore", "unmake")
    assert.are.equal(6, plies(finding))
    assert.are.equal(12, finding.line[6])
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
    check(nim {unmake = function(s) s.parts[3].x, s.parts = 5, {} end}, state)
    assert.are.same({heap = 6, turn = 1, parts = {1, 2, {x = 1}}}, state)
    assert.are.equal(parts, state.parts)
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
    assert.are.equal(1, plies(finding))
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
    assert.are.equal(1, plies(among(report, "shared", "play")))
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
    {"moves", 5, "expected an array, an iterator or nil, got 5"},
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

  it("is found: no player, no state", function()
    only(check(nim {player = function(state) return state.heap ~= 5 and state.turn or nil end}, start),
      "answer", "player", 1)
    only(check(copying {play = function(state, take) return state.heap ~= 4 and after(state, take) or nil end}, start),
      "answer", "play", 2)
  end)

  it("is found: an iterator that does not end", function()
    contains(only(check(nim {moves = function() return function() return 1 end end}, start), "answer", "moves", 0).message,
      "an iterator that ends")
  end)

  it("is found: a pass that cannot be taken back, or leaves the turn where it was", function()
    local function pass(state) state.turn = 3 - state.turn end
    assert.is_true(check(nim {pass = pass, unpass = pass}, start).ok)
    only(check(nim {pass = pass}, start), "answer", "pass", 0)
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

  it("must be finite where luck moves", function()
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
    local function shares(state) return {state.heap, 10 - state.heap} end
    local function maxn(evaluate, options)
      options = options or {}
      options.algorithm = "maxn"
      return check(nim {evaluate = evaluate}, start, options)
    end
    assert.is_true(maxn(shares, {value_sum = 10, value_min = 0, value_max = 10}).ok)
    only(maxn(worth), "answer", "evaluate", 0)
    contains(only(maxn(shares, {value_sum = 9}), "bounds", "evaluate", 0).message, "add up to 10", "'value_sum', 9")
    contains(only(maxn(shares, {value_min = 4}), "bounds", "evaluate", 1).message, "returns 3 for player 1")
    only(maxn(function() return {1} end), "answer", "evaluate", 1)
    contains(only(maxn(function(state) return {1, 1, state.heap < 6 and 1 or nil} end), "answer", "evaluate", 1).message,
      "another one, 3")
    contains(only(maxn(function() return {1, 0 / 0} end), "answer", "evaluate", 0).message, "a number for player 2")
    contains(only(check(nim {evaluate = shares}, start), "answer", "evaluate", 0).message, "expected a number, got table")
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

  it("must come to luck", function()
    local game = dice {
      make = function(state, move) state.is_rolling, state.sum = true, state.sum + (move == "roll" and 0 or 1) end,
      unmake = function(state, move)
        state.sum = state.sum - (move == "roll" and 0 or 1)
        state.is_rolling = move ~= "roll"
      end,
      is_over = function() return false end,
    }
    local finding = only(check(game, dice().new, {games = 1}), "endless", "chances", 1001)
    contains(finding.message, "luck has moved 1000 times in a row")
  end)
end)

-- Keys -------------------------------------------------------------------------------------------------------------

describe("keys", function()
  it("must come back with the state", function()
    local count = 0
    local game = nim {
      make = function(state, take)
        count = count + 1
        NIM["in place"].make(state, take)
      end,
      unmake = NIM["in place"].unmake,
      hash = function(state) return state.heap + 100 * count end,
    }
    only(check(game, start), "restore", "hash", 1)
  end)

  it("must be the same, whichever way a state was reached: kept in the state", function()
    local game = row {
      make = function(state, cell)
        row().make(state, cell)
        state.key = state.key + (state.left == 1 and cell * 1000 or 0)
      end,
      unmake = function(state, cell)
        state.key = state.key - (state.left == 1 and cell * 1000 or 0)
        row().unmake(state, cell)
      end,
    }
    local finding = only(check(game, row().new), "key", "hash", 3)
    table.sort(finding.line)
    table.sort(finding.other)
    assert.are.same(finding.line, finding.other)
  end)

  it("must be the same, whichever way a state was reached: a Zobrist key", function()
    local ROW = row()
    local function flip(state, cell)
      -- the mistake: the feature depends on how many cells are left
      state.key:flip(cell + 5 * state.left)
    end
    local game = row {
      make = function(state, cell)
        local key = state.key
        state.key = 0
        ROW.make(state, cell)
        state.key = key
        flip(state, cell)
      end,
      unmake = function(state, cell)
        local key = state.key
        flip(state, cell)
        state.key = 0
        ROW.unmake(state, cell)
        state.key = key
      end,
    }
    local function new()
      local state = ROW.new(5)
      state.key = alphabeta.zobrist(50)
      return state
    end
    local finding = only(check(game, new), "key", "hash", 3)
    contains(finding.message, "different keys for the same state")
    assert.are.equal(3, #finding.other)
  end)

  it("must be the same, whichever way a state was reached: where states are copied", function()
    -- 1 and then 2, or 2 and then 1, lead to the same
    local game = copying {
      play = function(state, take)
        local child = after(state, take)
        child.key = state.key * 2 + take
        return child
      end,
      hash = function(state) return state.key end,
    }
    local finding = among(check(game, function() return {heap = 6, turn = 1, key = 0} end), "key", "hash")
    assert.are.equal(2, plies(finding))
  end)

  it("must not be the same for states that play differently", function()
    local finding = only(check(row {hash = function(state) return state.left end}, row().new), "collision", "hash", 1)
    assert.are.same({{2}, {1}}, {finding.line, finding.other})
    contains(finding.message, "the same key for different states: 3")
    assert.are.same({"what `evaluate` returns", "2", "1"},
      {finding.differences[1].path, finding.differences[1].before, finding.differences[1].after})
  end)

  it("must not forget what moves depend on", function()
    -- as in the README: nobody may take as many as the other has just taken
    local game = {player = turn, play = function(state, take)
      return {heap = state.heap - take, last = take, turn = 3 - state.turn}
    end}
    function game.moves(state)
      local list = {}
      for _, take in ipairs(takes(state)) do
        if take ~= state.last then list[#list + 1] = take end
      end
      return list
    end
    function game.evaluate(state, me)
      if #game.moves(state) > 0 then return 0 end
      return state.turn == me and -1 or 1
    end
    function game.hash(state) return state.heap end
    local function new() return {heap = 7, turn = 1} end
    among(check(game, new), "collision", "hash")
    function game.hash(state) return 4 * state.heap + (state.last or 0) end
    assert.is_true(check(game, new).ok)
  end)

  it("must change by moves", function()
    local finding = among(check(nim {hash = function() return 1 end}, start), "collision", "hash")
    assert.are.equal(1, plies(finding))
  end)

  it("must change by luck", function()
    local game = dice {hash = function(state) return state.sum end}
    local finding = among(check(game, dice().new), "collision", "hash")
    contains(finding.message, "before and after")
    assert.are.same({{"roll"}, {}}, {finding.line, finding.other})
  end)
end)

-- Signs ------------------------------------------------------------------------------------------------------------

describe("the sign of an evaluation", function()
  local function sum(state) return row().evaluate(state, 1) end
  local function for_mover(state) return state.turn == 1 and sum(state) or -sum(state) end
  local function new() return row().new(9) end

  it("is wrong with view 'max' when it turns round with each move", function()
    local finding = only(check(row {evaluate = for_mover}, new), "sign", "evaluate", 2)
    contains(finding.message, 'view = "max"', "turns round with each move")
    assert.is_true(check(row {evaluate = for_mover}, new, {view = "mover"}).ok)
  end)

  it("is wrong with view 'mover' when it does not", function()
    local finding = only(check(row {evaluate = sum}, new, {view = "mover"}), "sign", "evaluate", 2)
    contains(finding.message, 'view = "mover"', "does not turn round with each move")
    assert.is_true(check(row {evaluate = sum}, new).ok)
    assert.is_true(check(row {evaluate = sum}, new, {maximize = false}).ok)
  end)

  it("is wrong with view 'mover' when it turns round with `me`", function()
    local finding = only(check(row(), new, {view = "mover"}), "sign", "evaluate", 1)
    contains(finding.message, "turns round with `me`: 1 for player 1, -1 for player 2")
  end)

  it("is told by the ends, where nothing else has a value", function()
    local function lost(state) return state.heap == 0 and -1 or 0 end -- whoever is to move
    local finding = only(check(nim {evaluate = lost}, start), "sign", "evaluate", 3)
    contains(finding.message, "the same player has won all games", "-1 at the end when player 1 is to move")
    assert.are.equal(2, #finding.other)
    assert.is_true(check(nim {evaluate = lost}, start, {view = "mover"}).ok)

    local function for_first(state) return worth(state, 1) end
    only(check(nim {evaluate = for_first}, start, {view = "mover"}), "sign", "evaluate", 3)
    assert.is_true(check(nim {evaluate = for_first}, start).ok)
  end)

  it("is told in games without 'player', and in each style", function()
    for _, style in ipairs(STYLES) do
      local game = {}
      for name, callback in pairs(NIM[style]) do game[name] = callback end
      game.player, game.evaluate = nil, function(state) return state.heap == 0 and -1 or 0 end
      only(check(game, start), "sign", "evaluate", 3)
      assert.is_true(check(game, start, {view = "mover"}).ok)
    end
  end)

  it("is not looked for when nobody wants it", function()
    assert.is_true(check(row {evaluate = for_mover}, new, {sign = false}).ok)
  end)
end)

-- Errors -----------------------------------------------------------------------------------------------------------

describe("an error in a function of the game", function()
  local CASES = {
    {"moves", 0}, {"make", 1}, {"unmake", 1}, {"evaluate", 0}, {"player", 0}, {"is_over", 0}, {"chances", 0}, {"hash", 0},
    {"noisy", 0}, {"order", 1}, {"move_id", 1},
  }
  for _, case in ipairs(CASES) do
    it("is a finding: " .. case[1], function()
      local name = case[1]
      local original = NIM["in place"][name] or function(state)
        return (name == "hash" or name == "order" or name == "move_id") and state.heap or nil
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

-- The report -------------------------------------------------------------------------------------------------------

describe("the report", function()
  local broken = nim {unmake = function(state, take) state.heap = state.heap + take end}

  it("is one line of text when nothing was found", function()
    assert.is_truthy(tostring(check(NIM["in place"], start)):match
      "^alphabeta%.check: no defect in 20 games, %d+ states %(seed 0%)$")
  end)

  it("tells the function, the moves and the fields", function()
    local lines = {}
    for line in tostring(check(broken, start)):gmatch "[^\n]+" do lines[#lines + 1] = line end
    assert.is_truthy(lines[1]:match "^alphabeta%.check: 1 defect in 20 games")
    assert.are.same({"1. unmake: does not restore the state", "   moves: 1", "   turn: 1 before, 2 after"},
      {lines[2], lines[3], lines[4]})
    contains(check(nim {player = function() end}, start), "moves: none, it shows at the start")
  end)

  it("raises its text, in a suite", function()
    local report = check(broken, start)
    local message = message_of(function() return report:assert() end)
    assert.are.equal(tostring(report), message)
  end)

  it("counts games, their ends, their moves and the states", function()
    local report = check(NIM["in place"], start, {games = 7, seed = 3})
    assert.are.same({7, 7, 3, {}}, {report.games, report.ended, report.seed, report.notes})
    assert.is_true(report.plies >= 14 and report.plies <= 42 and report.states > report.plies)
  end)

  it("is the same for the same seed, and tells of other games for another", function()
    local function text(seed) return tostring(check(row(), function() return row().new(6) end, {seed = seed, games = 3})) end
    assert.are.equal(text(1), text(1))
    local report, other = check(NIM["in place"], start, {seed = 1}), check(NIM["in place"], start, {seed = 2})
    assert.are_not.equal(report.plies, other.plies)
  end)

  it("is the same on every Lua", function()
    assert.are.equal("20 games, 20 ended, 54 plies, 92 states", ("%d games, %d ended, %d plies, %d states"):format(
      (function(r) return r.games, r.ended, r.plies, r.states end)(check(NIM["in place"], start))))
  end)

  it("says what was not played or seen", function()
    local report = check(row(), row().new, {nodes = 1})
    assert.are.same({0, 1}, {report.games, #report.notes})
    contains(report, "note: 0 games were played, not 20: 'nodes' is 1")
    contains(check(nim {moves = function(state) return state.heap > 0 and {1} or nil end, hash = function(state)
      return state.heap
    end}, start, {games = 0}), "note: no state came up twice")
  end)

  it("has each defect of several", function()
    local report = check(nim {
      unmake = broken.unmake, evaluate = function(state) return state.heap == 5 and "x" or 0 end,
    }, start)
    among(report, "restore", "unmake")
    among(report, "answer", "evaluate")
  end)
end)

-- Arguments --------------------------------------------------------------------------------------------------------

describe("a wrong argument", function()
  local VALID = "algorithm, ends_only, endless, exclude, games, max_plies, maximize, nodes, seed, sign, value_max, "
    .. "value_min, value_sum, view, win"
  local ROWS = {
    {5, start, nil, "argument 'game': expected a game (a table of functions) or nil, got 5"},
    {{}, start, nil, "the game lacks 'moves' with 'make' and 'unmake', 'moves' with 'play', or 'children'"},
    {{moves = 3}, start, nil, "game function 'moves': expected a function, got number"},
    {{children = takes}, start, nil, "the game lacks 'evaluate'"},
    {NIM.copying, nil, nil, "argument 'state': expected a state, or a function that returns one, got nil"},
    {NIM.copying, function() end, nil, "argument 'state': expected a state, got nil from the function"},
    {NIM.copying, start, 5, "argument 'options': expected a table, got 5"},
    {NIM.copying, start, {game = 1}, "unknown option 'game' (valid: " .. VALID .. ")"},
    {NIM.copying, start, {games = -1}, "option 'games': expected an integer from 0 on, got -1"},
    {NIM.copying, start, {max_plies = 0}, "option 'max_plies': expected an integer from 1 on, got 0"},
    {NIM.copying, start, {nodes = 1.5}, "option 'nodes': expected an integer from 1 on, got 1.5"},
    {NIM.copying, start, {seed = "x"}, "option 'seed': expected an integer, got 'x'"},
    {NIM.copying, start, {view = "min"}, "option 'view': expected 'max' or 'mover', got 'min'"},
    {NIM.copying, start, {win = 1}, "option 'win': expected a finite number greater than 1, got 1"},
    {NIM.copying, start, {value_min = 0 / 0}, "option 'value_min': expected a number, got NaN"},
    {NIM.copying, start, {value_min = 2, value_max = 1}, "option 'value_min': expected less than 'value_max', got 2"},
    {NIM.copying, start, {view = "mover", value_max = 1},
      "option 'value_min': expected the opposite of 'value_max', with view 'mover', got nil"},
    {NIM.copying, start, {view = "mover", maximize = false}, "option 'maximize': expected true, with view 'mover', got false"},
    {NIM.copying, start, {value_sum = 1}, "option 'value_sum': expected nothing, unless with algorithm 'maxn', got 1"},
    {NIM.copying, start, {algorithm = "maxn", win = 9}, "option 'win': expected nothing, with algorithm 'maxn', got 9"},
    {NIM.copying, start, {algorithm = "maxn", view = "mover"},
      "option 'view': expected 'max', with algorithm 'maxn', got 'mover'"},
    {{children = takes, evaluate = worth}, start, {algorithm = "maxn"},
      "option 'algorithm': 'maxn' needs a game with 'player'"},
    {NIM.copying, start, {exclude = "x"}, "option 'exclude': expected an array of fields, got 'x'"},
    {NIM.copying, start, {exclude = {"a..b"}}, "option 'exclude': expected fields such as 'cache' or 'board.cells[3]', got 'a..b'"},
    {NIM.copying, start, {exclude = {7}}, "option 'exclude': expected fields such as 'cache' or 'board.cells[3]', got 7"},
    {NIM.copying, start, {endless = 1}, "option 'endless': expected true or false, got 1"},
  }
  for i, case in ipairs(ROWS) do
    it(("is told by its name, %d"):format(i), function()
      assert.are.equal("alphabeta.check: " .. case[4], message_of(check, case[1], case[2], case[3]))
    end)
  end

  it("is the function's own error where that makes the state", function()
    assert.are.equal("no state", failure(check, NIM.copying, function() error("no state", 0) end))
  end)
end)

describe("the module alphabeta.check", function()
  it("is the function alphabeta.check", function()
    assert.are.equal(alphabeta.check, require "alphabeta.check")
  end)
end)
