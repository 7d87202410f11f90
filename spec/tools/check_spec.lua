-- The report of the contract checker says what there is, causes before consequences, and names wrong arguments. Games
-- that are over before they begin, or end by what they keep in local variables, are found.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"

local check = alphabeta.check
local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local copy, takes, worth = small_games.copy, small_games.takes, small_games.worth
local dice, nim, row, with = small_games.dice, small_games.nim, small_games.row, small_games.with
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
    local game = with(NIM.children, {
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

-- Cause: what `is_over` and `moves` returned was taken for the end of the game without a word: "no defect in 20 games,
-- 21 states". In Lua 0 is true, a function without `return` returns nil, and a set has no element 1.
describe("a game that is over in its first state is a finding:", function()
  local function nothing() end
  local EMPTY = "`moves` returned an empty table"
  for name, case in pairs {
    ["is_over returns 0"] = {nim {is_over = function() return 0 end}, "is_over",
      "`is_over` returned 0, which is true in Lua"},
    ["is_over returns true"] = {nim {is_over = function() return true end}, "is_over", "`is_over` returned true"},
    ["is_over returns a string, by copies"] = {with(NIM.copying, {is_over = function() return "no" end}), "is_over",
      "`is_over` returned 'no', which is true in Lua"},
    ["moves lacks its return"] = {nim {moves = nothing}, "moves", "`moves` returned nil"},
    ["moves returns an empty list"] = {nim {moves = function() return {} end}, "moves", EMPTY},
    ["moves returns a count of 0"] = {nim {moves = function() return 0 end}, "moves", "`moves` returned 0"},
    ["moves returns an iterator that ends at once"] = {nim {moves = function() return nothing end}, "moves",
      "`moves` returned an iterator without a move"},
    ["children lack their return"] = {with(NIM.children, {children = nothing}), "children", ""},
    ["a field of the first state is misspelt"] = {nim {moves = function(state)
      return small_games.takes {heap = state.heap or 0}
    end}, "moves", EMPTY, {haep = 7, turn = 1}},
  } do
    it(name, function()
      local finding = (case[4] and among or only)(check(case[1], case[4] or start), "start", case[2], 0)
      contains(finding.message, "the game is over in its first state: " .. case[3])
    end)
  end

  it("but not one that begins with a chance node", function() none(check(dice(), dice().new)) end)
end)

-- Cause: what the game keeps in local variables was compared by the values of states alone. A game that was over after
-- so many moves of all games was over in its first state, and the check had "no defect in 20 games, 21 states".
describe("what the game keeps in local variables", function()
  local count

  -- Nim whose moves are counted in a local variable, and are not when they are taken back.
  local function counted(functions)
    count = 0
    functions.make = function(state, take)
      count = count + 1
      return NIM["in place"].make(state, take)
    end
    return nim(functions)
  end

  it("is a finding if it ends later games", function()
    local report = check(counted {is_over = function() return count >= 20 end, result = worth}, start)
    contains(only(report, "hidden", "is_over", 0).message, "answers differently in a state when other moves",
      "false before, true after", "Keep that in the state")
  end)

  -- A game that is modded keeps its board there.
  it("is right if `unmake` takes it back", function()
    local depth = 0
    local report = check(with(NIM["in place"], {
      player = function() return depth % 2 + 1 end,
      make = function(state, take)
        depth = depth + 1
        NIM["in place"].make(state, take)
      end,
      unmake = function(state, take)
        depth = depth - 1
        NIM["in place"].unmake(state, take)
      end,
    }), start)
    none(report)
  end)

  it("is a finding beside what follows from it", function()
    local calls = 0
    local report = check(nim {is_over = function(state) return state.heap == 0 end, moves = function(state)
      calls = calls + 1
      return calls < 203 and takes(state) or {}
    end, result = worth, hash = function(state) return state.heap end}, start)
    among(report, "answer", "is_over")
    among(report, "hidden", "moves")
  end)

  it("is a finding if the same state has other moves, or is over, by another line", function()
    local last = 0
    local function play(state, take)
      last = take
      return small_games.after(state, take)
    end
    local function moves(state)
      local list = takes(state)
      if last == 3 and list[2] then list[#list] = nil end
      return list
    end
    assert.is_false(check(with(NIM.copying, {play = play, moves = moves}), start).ok)
  end)
end)

describe("option 'starts'", function()
  local function new(number) return {heap = 4 + number, turn = 1} end

  it("checks from several states, and a line says from which", function()
    local asked = {}
    none(check(nim {}, function(number)
      asked[number] = true
      return new(number)
    end, {starts = 3}))
    assert.are.same({true, true, true}, asked)
    local report = check(nim {evaluate = function(state, me)
      return state.heap == 7 and "seven" or worth(state, me)
    end}, new, {starts = 3})
    assert.are.equal(3, only(report, "answer", "evaluate", 0).start)
    contains(report, "moves: none, it shows at the start (state 3)")
  end)

  it("needs a function, which returns the same state for a number", function()
    for _, case in ipairs {
      {start(), "option 'starts' needs a function that makes the state of each number"},
      {function() return {heap = math.random(2 ^ 20), turn = 1} end, "always returns the same state for a number"},
    } do
      local ok, message = pcall(check, nim {}, case[1], {starts = 2})
      assert.is_false(ok)
      contains(message, case[2])
    end
  end)
end)
