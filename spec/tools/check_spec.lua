-- The report of the contract checker says what there is, causes before consequences, and names wrong arguments.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"

local check = alphabeta.check
local among, contains, only = findings.among, findings.contains, findings.only
local copy, takes, worth = small_games.copy, small_games.takes, small_games.worth
local nim, row = small_games.nim, small_games.row
local NIM, start = small_games.NIM, small_games.start

describe("the report", function()
  local function lines_of(report)
    local lines = {}
    for line in tostring(report):gmatch "[^\n]+" do lines[#lines + 1] = line end
    return lines
  end

  local broken = nim {unmake = function(state, take) state.heap = state.heap + take end}

  it("is one line of text when nothing was found", function()
    assert.is_truthy(tostring(check(NIM["in place"], start)):match
      "^alphabeta%.check: no defect in 20 games, %d+ states %(seed 0%)$")
  end)

  it("reports the function, the moves and the fields", function()
    local lines = lines_of(check(broken, start))
    assert.is_truthy(lines[1]:match "^alphabeta%.check: 1 defect in 20 games")
    assert.are.same({"1. unmake: does not restore the state", "   moves: 1", "   turn: 1 before, 2 after"},
      {lines[2], lines[3], lines[4]})
    contains(check(nim {player = function() end}, start), "moves: none, it shows at the start")
  end)

  it("raises its text, in a suite", function()
    local report = check(broken, start)
    local message = message_of(report.assert, report)
    assert.are.equal(tostring(report), message)
  end)

  it("counts games, their ends, their moves and the states", function()
    local report = check(NIM["in place"], start, {games = 7, seed = 3})
    assert.are.same({7, 7, 3, {}}, {report.games, report.ended, report.seed, report.notes})
    assert.is_true(report.plies >= 14 and report.plies <= 42 and report.states > report.plies)
  end)

  it("is the same for the same seed, and plays other games for another", function()
    local function new() return row().new(6) end
    local function text(seed) return tostring(check(row(), new, {seed = seed, games = 3})) end
    assert.are.equal(text(1), text(1))
    local report, other = check(NIM["in place"], start, {seed = 1}), check(NIM["in place"], start, {seed = 2})
    assert.are_not.equal(report.plies, other.plies)
  end)

  it("is the same on every Lua", function()
    local report = check(NIM["in place"], start)
    assert.are.same({20, 20, 64, 157}, {report.games, report.ended, report.plies, report.states})
  end)

  it("says what was not played or seen", function()
    local report = check(row(), row().new, {nodes = 1})
    assert.are.same({0, 2}, {report.games, #report.notes})
    contains(report, "note: no state came up twice", "note: 0 games were played, not 20: 'nodes' is 1")
    assert.are.same({}, check(row(), function() return row().new(12) end).notes)
    contains(check(nim {moves = function(state) return state.heap > 0 and {1} or nil end, hash = function(state)
      return state.heap
    end}, start, {games = 0}), "note: no state came up twice")
  end)

  it("names the places of the states that are children, or their labels", function()
    local children, meta = NIM.children.children, {}
    local game = small_games.with(NIM.children, {
      children = function(state)
        local list = children(state)
        for _, child in ipairs(list) do setmetatable(child, meta) end
        return list
      end,
      evaluate = function(state) return state.heap == 3 and "x" or 0 end,
    })
    local report = check(game, function() return setmetatable(start(), meta) end)
    assert.are.same({3}, only(report, "answer", "evaluate", 1).indices)
    contains(report, "moves: child 3")
    function meta.__tostring(state) return "heap of " .. state.heap end
    contains(check(game, function() return setmetatable(start(), meta) end), "moves: heap of 3")
  end)

  it("has three of the differences, each cut to a line", function()
    local report = check(nim {unmake = function(state, take)
      state.heap = state.heap + take
      state.a, state.b, state.c, state.d = ("x"):rep(1000), 1, 2, 3
    end}, start)
    local lines = lines_of(report)
    assert.are.equal(7, #lines)
    contains(lines[7], "and 2 more: see the field `differences` of the finding")
    assert.is_true(#lines[5] < 260 and #report.findings[1].differences == 5)
  end)

  -- Cause: errors came first in a report, even those that show by longer lines than what has broken the state.
  it("has an error behind its cause", function()
    local list = {}
    local function fill(heap)
      for i = #list, 1, -1 do list[i] = nil end
      for take = 1, math.min(3, heap) do list[take] = take end
      return list
    end
    local report = check(nim {
      moves = function(state) return fill(state.heap) end,
      make = function(state, take)
        if list[take] == nil then error "no such move" end
        NIM["in place"].make(state, take)
      end,
      evaluate = function(state) return state.heap > 1 and #fill(state.heap - 2) or 0 end,
    }, start)
    among(report, "error", "make")
    assert.are.same({"shared", "moves"}, {report.findings[1].kind, report.findings[1].callback}, tostring(report))
  end)

  it("has each defect of several", function()
    local report = check(nim {
      unmake = broken.unmake, evaluate = function(state) return state.heap == 5 and "x" or 0 end,
    }, start)
    among(report, "restore", "unmake")
    among(report, "answer", "evaluate")
  end)

  it("has what is wrong with keys, unless that may come from other defects", function()
    local function hash() return 1 end
    local odd = false
    local function order()
      odd = not odd
      return odd and 1 or 2
    end
    local report = check(nim {hash = hash, order = order}, start)
    among(report, "twice", "order")
    among(report, "collision", "hash")
    only(check(nim {hash = hash, unmake = broken.unmake}, start), "restore", "unmake", 1)
  end)
end)

describe("a wrong argument", function()
  local VALID = "algorithm, endless, ends_only, exclude, games, hash, hash_ignore, max_player, max_plies, maximize, "
    .. "nodes, null_move, order, quiescence, repetition, seed, sign, starts, table, time, value_max, value_min, "
    .. "value_sum, view, win"
  local ROWS = {
    {5, start, nil, "argument 'game': expected a game (a table of functions) or nil, got 5"},
    {{}, start, nil, "callback 'moves': expected a function with 'make' and 'unmake' or with 'play', or 'children'"
      .. " in its place, got nil"},
    {{moves = 3}, start, nil, "callback 'moves': expected a function, got 3"},
    {{children = takes}, start, nil, "callback 'evaluate': expected a function, or 'result' in its place, got nil"},
    {NIM.copying, nil, nil, "argument 'state': expected a state, or a function that returns one, got nil"},
    {NIM.copying, function() end, nil, "argument 'state': expected a state, got nil from the function"},
    {NIM.copying, start, 5, "argument 'options': expected a table, got 5"},
    {NIM.copying, (function()
      local heap = 5
      return function()
        heap = heap + 1
        return {heap = heap, turn = 1}
      end
    end)(), nil, "argument 'state': expected a function that always returns the same state, got another: "
      .. "heap: 6 before, 7 after"},
    {NIM.copying, start, {game = 1}, "unknown option 'game' (valid: " .. VALID .. ")"},
    {NIM.copying, start, {games = -1}, "option 'games': expected an integer of 0 or more, got -1"},
    {NIM.copying, start, {max_plies = 0}, "option 'max_plies': expected an integer of 1 or more, got 0"},
    {NIM.copying, start, {nodes = 1.5}, "option 'nodes': expected an integer of 1 or more, got 1.5"},
    {NIM.copying, start, {seed = "x"}, "option 'seed': expected an integer, got 'x'"},
    {NIM.copying, start, {view = "min"}, "option 'view': expected 'max', 'mover' or 'player', got 'min'"},
    {NIM.copying, start, {win = 1}, "option 'win': expected a finite number greater than 1, got 1"},
    {NIM.copying, start, {value_min = 0 / 0}, "option 'value_min': expected a number, got NaN"},
    {NIM.copying, start, {value_min = 2, value_max = 1}, "option 'value_min': expected less than 'value_max', got 2"},
    {NIM.copying, start, {view = "mover", value_max = 1},
      "option 'value_min': expected the opposite of 'value_max', with view 'mover', got nil"},
    {NIM.copying, start, {view = "mover", maximize = false},
      "option 'maximize': expected true, with view 'mover', got false"},
    {NIM.copying, start, {value_sum = 1}, "option 'value_sum': expected nothing, unless with algorithm 'maxn', got 1"},
    {NIM.copying, start, {algorithm = "maxn", win = 9}, "option 'win': expected nothing, with algorithm 'maxn', got 9"},
    {NIM.copying, start, {algorithm = "maxn", view = "mover"},
      "option 'view': expected 'max', with algorithm 'maxn', got 'mover'"},
    {{children = takes, evaluate = worth}, start, {algorithm = "maxn"},
      "algorithm 'maxn' needs a game with 'player'"},
    {NIM.copying, start, {exclude = "x"}, "option 'exclude': expected an array of fields, got 'x'"},
    {NIM.copying, start, {exclude = {"a..b"}},
      "option 'exclude': expected fields such as 'cache' or 'board.cells[3]', got 'a..b'"},
    {NIM.copying, start, {exclude = {7}},
      "option 'exclude': expected fields such as 'cache' or 'board.cells[3]', got 7"},
    {NIM.copying, start, {endless = 1}, "option 'endless': expected true or false, got 1"},
    {NIM.copying, start, {time = -1}, "option 'time': expected a number of seconds, 0 or more, got -1"},
  }
  for i, case in ipairs(ROWS) do
    it(("is reported by its name, %d"):format(i), function()
      assert.are.equal("alphabeta.check: " .. case[4], message_of(check, case[1], case[2], case[3]))
    end)
  end

  it("is the function's own error where that makes the state", function()
    assert.are.equal("no state", failure(check, NIM.copying, function() error("no state", 0) end))
  end)
end)

describe("a misspelt function", function()
  -- Cause: names that differ in three letters and more were not compared, and "eval" lacks four.
  it("is named where the game cannot be checked without", function()
    for misspelt, name in pairs {evalaute = "evaluate", move = "moves", unMake = "unmake", eval = "evaluate"} do
      local rules = copy(NIM["in place"])
      rules[misspelt], rules[name] = rules[name], nil
      contains(message_of(check, rules, start), ("is '%s' meant to be '%s'?"):format(misspelt, name))
    end
  end)
end)

describe("a move", function()
  -- Cause: a text of a value ends after 60 characters, which is within the first of several moves that are tables.
  it("that is a table with places and a piece is shown as a whole", function()
    local function new_move(rank)
      return {from = {row = rank, column = 2}, to = {row = rank, column = 4}, piece = {kind = "rook", colour = "white"}}
    end
    local report = alphabeta.check({
      moves = function(state) return state.count < 5 and {new_move(1), new_move(2)} or nil end,
      make = function(state) state.count = state.count + 1 end,
      unmake = function(state) if state.count < 2 then state.count = state.count - 1 end end,
      evaluate = function(state) return state.count end,
    }, function() return {count = 1} end, {games = 2})
    assert.is_truthy(tostring(report):find "to = {column = 4, row = %d}}\n", tostring(report))
  end)

  it("that is an object is shown without its methods", function()
    local text = require("alphabeta.common.show").text
    local move = {apply = print, from = {x = 1, y = 2}, to = {x = 3, y = 4}, undo = print, print}
    assert.are.equal("{function, from = {x = 1, y = 2}, to = {x = 3, y = 4}}", text(move))
  end)
end)
