-- The contract checker finds what people get wrong: each mistake is put into games of the examples, which are checked
-- as anybody would, without options that look closer.

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local mistakes = require "spec.support.mistakes"
local restyled = require "spec.support.restyled"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local check = alphabeta.check
local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local nim, row, start = small_games.nim, small_games.row, small_games.start

local function game(name) return require("games." .. name) end

local connect4, dice, dots, kalah = game "connect4", game "dice", game "dots_and_boxes", game "kalah"
local nim_of_heaps, pig, race, tictactoe = game "nim", game "pig", game "race", game "tictactoe"

-- The games, and mistakes that cannot show in them: all that moves change is the score at the end (nim, dice,
-- tic-tac-toe), or there is no choice, or an evaluation that has no sign to turn.
local GAMES = {
  {"tic-tac-toe", tictactoe.hashed, tictactoe.new, {win = 1000},
    lacks = {["a sign that is wrong before the end"] = true}},
  {"nim", nim_of_heaps.hashed, function() return nim_of_heaps.new {2, 3, 4} end,
    lacks = {["a sign that is wrong before the end"] = true}},
  {"connect four", connect4.hashed, function() return connect4.hashed.new(5, 4) end, {win = connect4.WIN}},
  {"kalah", kalah.hashed, function() return kalah.hashed.new() end},
  {"dots and boxes", dots.hashed, function() return dots.hashed.new(2, 2) end},
  {"pig", pig.hashed, function() return pig.new(20) end, lacks = {["a `move_id` that clashes"] = true}},
  {"dice", dice.hashed, function() return dice.new(3) end, lacks = {["a sign that is wrong before the end"] = true}},
  {"the race", race.hashed, function() return race.new("20", "11") end, lacks = {
    ["an evaluation that ignores `me`"] = true, ["a sign that is wrong before the end"] = true,
    ["a sign that is wrong at the end"] = true,
  }},
}

-- What takes long, and is the same code as what does not.
local in_full = effort(function() end, it)

-- With fewer games than by default.
local GAMES_PLAYED = 14

describe("a mistake is found in the games of the examples:", function()
  for number in share.of(1, #mistakes.LIST) do
    local mistake = mistakes.LIST[number]
    it(mistake.name, function()
      local tried, at = 0, number
      for _ = 1, #GAMES do
        local example = GAMES[at % #GAMES + 1]
        at = at + 1
        local rules, new, lacks = example[2], example[3], example.lacks or {}
        if tried < 1 and not lacks[mistake.name] and (not mistake.needs or rules[mistake.needs]) then
          tried = tried + 1
          local broken, elsewhere = mistake.apply(rules, new)
          local options = wrap.replace({games = GAMES_PLAYED}, example[4] or {})
          local report = check(broken, elsewhere or new, wrap.replace(options, mistake.options or {}))
          local is_there = mistake.question and tostring(report):find(mistake.question, 1, true)
            or findings.find(report, mistake.kind, mistake.callback)
          assert.is_truthy(is_there, example[1] .. "\n" .. tostring(report))
        end
      end
      assert.is_true(tried > 0)
    end)
  end
end)

describe("a key that forgets the captured piece is found", function()
  for _, kind in ipairs(effort({"sum"}, {"zobrist", "sum"})) do
    local function new() return breakthrough.new(kind) end

    it("although its field differs everywhere: " .. kind, function()
      none(check(breakthrough, new, {win = 1000, games = 10}))
      local finding = among(check(breakthrough.forgetful, new, {win = 1000, games = 10, seed = 2}), "key", "hash")
      contains(finding.message, "ignores what was at cells[", "whether 0 or", "captured piece")
      assert.is_true(#finding.line > 0 and #finding.other > 0)
    end)

    in_full("where states are copied: " .. kind, function()
      none(check(restyled.by_copies(breakthrough), new, {win = 1000, games = 5}))
      local report = check(restyled.by_copies(breakthrough.forgetful), new, {win = 1000, games = 10, seed = 2})
      contains(among(report, "key", "hash").message, "ignores what was at cells[")
    end)
  end
end)

-- Chess notes at which place of a list each piece is: that two pawns changed the key alike was taken for a mistake.
describe("a key that ignores which of several equal pieces was captured", function()
  -- Breakthrough with the pawns of each player numbered: `pawns` has the number of that on each cell.
  local function numbered(rules)
    local function new()
      local state, counts = breakthrough.new(), {0, 0}
      state.pawns = {}
      for cell, who in ipairs(state.cells) do
        if who > 0 then counts[who] = counts[who] + 1 end
        state.pawns[cell] = counts[who] or 0
      end
      return state
    end
    return setmetatable({
      make = function(state, move)
        local from, to, pawns = math.floor(move / 100), move % 100, state.pawns
        local there = pawns[to]
        pawns[from], pawns[to] = 0, pawns[from]
        return rules.make(state, move), there
      end,
      unmake = function(state, move, captured, there)
        local from, to, pawns = math.floor(move / 100), move % 100, state.pawns
        pawns[from], pawns[to] = pawns[to], there
        rules.unmake(state, move, captured)
      end,
    }, {__index = rules}), new
  end

  in_full("is right, and one that ignores that there was one is found all the same", function()
    for seed = 1, 10 do
      local rules, new = numbered(breakthrough)
      none(check(rules, new, {win = 1000, games = 10, seed = seed}))
    end
    local rules, new = numbered(breakthrough.forgetful)
    contains(among(check(rules, new, {win = 1000, games = 10, seed = 2}), "key", "hash").message, "whether 0 or")
  end)
end)

describe("a key that leaves out whose turn it is", function()
  it("is right: the search adds it", function()
    local game_without = row {hash = function(state) return state.key end, new = row().new}
    none(check(game_without, game_without.new))
    local without_player = setmetatable({evaluate = function(state) return row().evaluate(state, 1) end}, {
      __index = function(_, name) return name ~= "player" and row()[name] or nil end,
    })
    none(check(without_player, row().new))
  end)
end)

describe("questions", function()
  it("are notes: nearly all moves are bad for the player who makes them", function()
    local report = check(row {evaluate = function(state, me) return -row().evaluate(state, me) end},
      function() return row().new(8) end)
    assert.is_true(report.ok)
    contains(report, "note: `evaluate`: nearly all moves are bad for the player who makes them",
      "or does `player` return who has just moved?")
  end)

  it("are notes without `win`: who makes the last move has lost all games", function()
    local function misere(state, me) return -small_games.worth(state, me) end
    local report = check(nim {evaluate = misere}, start)
    assert.is_true(report.ok)
    contains(report, "note: `evaluate`: who makes the last move has lost all", "Is the sign wrong at the end")
    assert.are.same({}, check(nim {evaluate = misere}, start, {sign = false}).notes)
    assert.are.same({}, check(nim {}, start).notes)
  end)

  it("are findings with `win`: who makes the last move has lost all games", function()
    local function misere(state, me) return -10 * small_games.worth(state, me) end
    contains(only(check(nim {evaluate = misere}, start, {win = 10}), "sign", "evaluate", 2).message,
      "who makes the last move has lost all", "If it is right, say sign = false")
    assert.is_true(check(nim {evaluate = misere}, start, {win = 10, sign = false}).ok)
  end)

  -- Such a value is good for the player at the start, whoever moves: so the signs of successive values agree.
  in_full("are notes: all moves are good for one of the players", function()
    local rules = kalah.hashed
    local function in_both_stores(state) return rules.store(state, 1) + rules.store(state, 2) end
    local broken = setmetatable({evaluate = in_both_stores, result = rules.evaluate}, {__index = rules})
    local report = check(broken, rules.new)
    contains(report, "moves of player 2 make it worse for the player who makes them, but 0 of ",
      " of player 1. Is the sign wrong for one of them?",
      "note: `evaluate`: what a state is worth to both players together is not the same in all states",
      "Does it leave something out for one?")
    contains(check(rules, rules.new), "no defect")
    assert.are.same({}, check(rules, rules.new).notes)
  end)

  it("are notes: an evaluation counts what `me` has, and leaves out what the other player has", function()
    local rules = kalah.hashed
    local broken = setmetatable({evaluate = function(state, me) return rules.store(state, me) end}, {__index = rules})
    local report = check(broken, function() return rules.new(3, 3) end, {games = 5, nodes = 500})
    none(report)
    assert.equal(1, #report.notes)
    contains(report, "note: `evaluate`: what a state is worth to both players together is not the same in all states")
  end)

  -- What pieces are worth outweighs that: not all moves of the second player are bad for it.
  in_full("are notes: moves of one of the players are worse than those of the other", function()
    local function value(state, me)
      if state.winner > 0 then return state.winner == me and 1000 or -1000 end
      local sum = 0
      for cell, who in ipairs(state.cells) do
        local worth = 10 + math.ceil(cell / 5) -- the mistake: player 2 goes down the rows
        if who > 0 then sum = sum + (who == 1 and worth or -worth) end
      end
      return me == 1 and sum or -sum
    end
    local report = check(wrap.replace(breakthrough, {evaluate = value}), breakthrough.new)
    contains(report, "moves of player 2 make it worse for the player who makes them")
  end)

  it("are notes: `is_over` returns false where there are no moves, in a game without `result`", function()
    local report = check(nim {is_over = function() return false end}, start)
    assert.is_true(report.ok)
    contains(report, "note: `is_over` returns false in a state where `moves` lists nothing")
    local finding = only(check(nim {is_over = function() return false end, result = small_games.worth}, start),
      "answer", "is_over", 2)
    contains(finding.message, "`evaluate` is called in place of `result`")
  end)
end)

-- The game keeps in a local variable what was taken last. `make` sets it, and where the variable is forgotten, `unmake`
-- leaves it: then what a state is worth depends on the moves that led there, or that were tried there.
describe("an evaluation that depends on the path", function()
  local function of_last(is_forgotten)
    local last
    local rules = nim {}
    return small_games.with(rules, {
      make = function(state, take)
        local before = last
        rules.make(state, take)
        last = take
        return before
      end,
      unmake = function(state, take, before)
        rules.unmake(state, take)
        if not is_forgotten then last = before end
      end,
      evaluate = function(state, me)
        if state.heap == 0 then return small_games.worth(state, me) end
        return (last == 2 and 0.5 or 0) * (me == 1 and 1 or -1)
      end,
    }), function()
      last = nil
      return start()
    end
  end

  it("is found by different lines to the same state", function()
    local report = check(of_last(false))
    local finding = among(report, "path", "evaluate")
    contains(finding.message, "different values for the same state, by the moves that led there", "local variables")
    assert.is_true(#finding.line > 0 and #finding.other > 0)
    none(check(nim {}, start))
  end)

  it("is found before moves are made and after they were taken back", function()
    local finding = only(check(of_last(true)), "restore", "evaluate", 1)
    contains(finding.message, "another value when moves were made and taken back: 0.5 before, 0 after")
  end)
end)

describe("the time of a check", function()
  -- Lua 5.1 counts it in hundredths of a second: a state that takes some is late.
  local function slow_nim()
    return nim {player = function(state)
      local done = os.clock() + 0.002
      repeat until os.clock() >= done
      return state.turn
    end}
  end

  it("ends it, and the report tells what was left out", function()
    local report = check(slow_nim(), start, {time = 0.02})
    assert.is_true(report.ok and report.games < 20)
    contains(report, ("note: %d games were played, not 20, and %d states visited, not 2000: 'time' is 0.02 seconds")
      :format(report.games, report.states))
  end)

  it("is no limit where games or nodes are given", function()
    assert.are.equal(20, check(nim {}, start, {games = 20}).games)
    local none_left = check(nim {}, start, {time = 0})
    assert.are.same({0, 0}, {none_left.games, none_left.states})
  end)

  it("is a number from 0 on", function()
    contains(select(2, pcall(check, nim {}, start, {time = -1})),
      "alphabeta.check: option 'time': expected a number of seconds, 0 or more, got -1")
  end)
end)

describe("a report", function()
  it("of a game by children names the places of the states", function()
    local children = small_games.NIM.children
    local report = check(small_games.with(children, {
      evaluate = function(state) return state.heap == 3 and "x" or 0 end,
    }), start)
    local finding = only(report, "answer", "evaluate", 1)
    assert.are.same({3}, finding.indices)
    contains(report, "moves: child 3")
  end)

  it("uses the labels that states have", function()
    local meta = {__tostring = function(state) return "heap of " .. state.heap end}
    local children = small_games.NIM.children
    local report = check(small_games.with(children, {
      children = function(state)
        local list = children.children(state)
        for _, child in ipairs(list) do setmetatable(child, meta) end
        return list
      end,
      evaluate = function(state) return state.heap == 3 and "x" or 0 end,
    }), function() return setmetatable(start(), meta) end)
    contains(report, "moves: heap of 3")
  end)

  it("has three of the differences, each cut to a line", function()
    local report = check(nim {unmake = function(state, take)
      state.heap = state.heap + take
      state.a, state.b, state.c, state.d = ("x"):rep(1000), 1, 2, 3
    end}, start)
    local lines = {}
    for line in tostring(report):gmatch "[^\n]+" do lines[#lines + 1] = line end
    assert.are.equal(7, #lines)
    contains(lines[7], "and 2 more: see the field `differences` of the finding")
    assert.is_true(#lines[5] < 260 and #report.findings[1].differences == 5)
  end)
end)
