-- The contract checker: a game that has no defect is not complained of, the report says what there is, and wrong
-- arguments are reported by their names. Defects are in the other specs of this name.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"

local check = alphabeta.check
local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local after, copy, takes, worth = small_games.after, small_games.copy, small_games.takes, small_games.worth
local dice, nim, row, with = small_games.dice, small_games.nim, small_games.row, small_games.with
local NIM, STYLES, start = small_games.NIM, small_games.STYLES, small_games.start
local LISTER = {["in place"] = "moves", copying = "moves", children = "children"}

describe("a right game", function()
  for _, style in ipairs(STYLES) do
    it("has no defect: " .. style, function()
      local report = check(NIM[style], start)
      none(report)
      assert.are.same({}, report.findings)
      assert.are.equal(report, report:assert())
    end)

    it("may bring its state as it is: " .. style, function()
      local state = start()
      none(check(NIM[style], state))
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
      none(check(nil, state))
      none(check(nil, function() return setmetatable(start(), {__index = methods}) end))
    end)
  end

  it("may have states that are numbers", function()
    local report = check({
      moves = function(heap) return takes {heap = heap} end,
      play = function(heap, take) return heap - take end,
      evaluate = function(heap) return heap == 0 and -1 or 0 end,
    }, 9, {view = "mover"})
    none(report)
  end)

  it("may return the same array again and again, as long as it does not change", function()
    local lists = {}
    for heap = 0, 6 do lists[heap] = takes {heap = heap} end
    none(check(nim {moves = function(state) return lists[state.heap] end}, start))
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
      none(report)
    end
  end)

  it("may have states whose tables refer to each other and to themselves", function()
    local report = check(NIM["in place"], function()
      local state = start()
      state.me, state.parts = state, {{owner = state}}
      state.parts[state.parts] = "key"
      return state
    end)
    none(report)
  end)

  -- Cause: a table within a circle was written again for each path to it, and their number doubled with each stage.
  it("may have states whose tables have very many paths to each other", function()
    local keyed = with(NIM["in place"], {hash = function(state) return state.heap .. (state.turn or "") end})
    none(check(keyed, function()
      local state = start()
      local last = {state, state}
      for _ = 1, 24 do last = {{last[1], last[2]}, {last[1], last[2]}} end
      state.stages = last
      return state
    end))
  end)

  it("may make each state with a metatable of its own", function()
    local report = check(with(NIM.copying, {play = function(state, take)
      return setmetatable(after(state, take), {__tostring = function() return "a heap" end})
    end}), function() return setmetatable(start(), {}) end)
    none(report)
  end)

  it("may have moves that differ in their identity only", function()
    local moves = {{}, {}, {}}
    local number = {[moves[1]] = 1, [moves[2]] = 2, [moves[3]] = 3}
    none(check({
      player = function(state) return state.turn end, evaluate = worth,
      moves = function(state)
        local list = takes(state)
        for i, take in ipairs(list) do list[i] = moves[take] end
        return list
      end,
      play = function(state, move) return after(state, number[move]) end,
    }, start))
  end)

  it("may put an equal table in the place of another", function()
    local report = check(row {unmake = function(state, cell)
      local cells = copy(state.cells)
      row().unmake(state, cell)
      cells[cell] = 0
      state.cells = cells
    end}, row().new)
    none(report)
  end)

  it("may have a key that forgets what does not matter", function()
    -- only how much is left matters, not where
    local report = check(row {
      hash = function(state) return state.left end, evaluate = function(state) return state.left end,
    }, row().new, {sign = false})
    none(report)
  end)

  it("may have a key that is a part of the state on which moves depend", function()
    local report = check(nim {hash = function(state) return state.heap end}, start)
    none(report)
  end)

  it("may have chance nodes, with outcomes of probability 0", function()
    local report = check(dice(), dice().new, {value_min = -1, value_max = 1, win = 2})
    none(report)
  end)

  it("may be for one, and good for one side only", function()
    local report = check(nim {
      player = function() return "me" end, evaluate = function(state) return state.heap == 0 and 1 or 0 end,
      make = function(state, take) state.heap = state.heap - take end,
      unmake = function(state, take) state.heap = state.heap + take end,
    }, start)
    none(report)
  end)

  it("may know nothing but its ends", function()
    local function only_ends(state, me) return state.heap == 0 and worth(state, me) or nil end
    none(check(nim {evaluate = only_ends}, start, {ends_only = true}))
    only(check(nim {evaluate = only_ends}, start), "answer", "evaluate", 0)
  end)

  it("may be worth more to the player to move", function()
    for _, view in ipairs {"max", "mover"} do
      local report = check(row {
        evaluate = function(state, me)
          local value = row().evaluate(state, 1) + (state.turn == 1 and 7 or -7)
          if view == "mover" then return state.turn == 1 and value or -value end
          return me == 1 and value or -value
        end,
      }, function() return row().new(7) end, {view = view})
      none(report)
    end
  end)
end)

describe("the report", function()
  local broken = nim {unmake = function(state, take) state.heap = state.heap + take end}

  it("is one line of text when nothing was found", function()
    assert.is_truthy(tostring(check(NIM["in place"], start)):match
      "^alphabeta%.check: no defect in 20 games, %d+ states %(seed 0%)$")
  end)

  it("reports the function, the moves and the fields", function()
    local lines = {}
    for line in tostring(check(broken, start)):gmatch "[^\n]+" do lines[#lines + 1] = line end
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
    assert.are.equal("20 games, 20 ended, 64 plies, 157 states", ("%d games, %d ended, %d plies, %d states"):format(
      (function(r) return r.games, r.ended, r.plies, r.states end)(check(NIM["in place"], start))))
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

describe("the module alphabeta.check", function()
  it("is the function alphabeta.check", function()
    assert.are.equal(alphabeta.check, require "alphabeta.check")
  end)

  -- Calls a function while nothing of the module is loaded but the C part, and puts all back.
  local function afresh(call)
    local loaded = {}
    for name, module in pairs(package.loaded) do
      if name:find "^alphabeta" and name ~= "alphabeta.core" then loaded[name] = module end
    end
    for name in pairs(loaded) do package.loaded[name] = nil end
    local ok, err = pcall(call)
    for name, module in pairs(loaded) do package.loaded[name] = module end
    assert.is_true(ok, err)
  end

  it("loads its parts with the first check, so that games that are played do without them", function()
    afresh(function()
      local fresh = require "alphabeta"
      for name in pairs(package.loaded) do
        assert.is_nil(name:find("alphabeta.check.", 1, true), name)
      end
      none(fresh.check(NIM.copying, start))
      assert.is_truthy(package.loaded["alphabeta.check.visit"])
    end)
  end)

  it("works where the folder is called otherwise", function()
    local path = package.path
    package.path = "./?.lua;./?/init.lua;" .. path
    afresh(function()
      package.preload["alphabeta.common.values"] = function() error "not from here" end
      local elsewhere = require "lua.alphabeta"
      package.preload["alphabeta.common.values"] = nil
      none(elsewhere.check(NIM.copying, start))
      assert.is_nil(package.loaded["alphabeta.check.visit"])
      assert.is_truthy(package.loaded["lua.alphabeta.check.visit"])
    end)
    package.path = path
  end)

  -- Cause: a text of a value ends after 60 characters, which is within the first of several moves that are tables.
  it("shows moves that are tables with places and pieces as a whole", function()
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

  it("shows moves that are objects without their methods", function()
    local text = require("alphabeta.common.picture").text
    local move = {apply = print, from = {x = 1, y = 2}, to = {x = 3, y = 4}, undo = print, print}
    assert.are.equal("{function, from = {x = 1, y = 2}, to = {x = 3, y = 4}}", text(move))
  end)
end)
