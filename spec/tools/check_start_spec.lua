-- The contract checker and a game that is over before it begins.
--
-- Cause: what `is_over` and `moves` returned was taken for the end of the game without a word: "no defect in 20 games,
-- 21 states". In Lua 0 is true, a function without `return` returns nil, and a set has no element 1.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local small_games = require "spec.support.small_games"

local check = alphabeta.check
local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local nim, start, with = small_games.nim, small_games.start, small_games.with
local NIM, dice = small_games.NIM, small_games.dice

describe("a game that is over in its first state is a finding:", function()
  local function nothing() end
  local EMPTY = "`moves` returned an empty table"
  for name, row in pairs {
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
      local finding = (row[4] and among or only)(check(row[1], row[4] or start), "start", row[2], 0)
      contains(finding.message, "the game is over in its first state: " .. row[3])
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
    local report = check(counted {is_over = function() return count >= 20 end, result = small_games.worth}, start)
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
    assert.is_true(report.ok, tostring(report))
  end)

  it("is a finding beside what follows from it", function()
    local calls = 0
    local report = check(nim {is_over = function(state) return state.heap == 0 end, moves = function(state)
      calls = calls + 1
      return calls < 203 and small_games.takes(state) or {}
    end, result = small_games.worth, hash = function(state) return state.heap end}, start)
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
      local list = small_games.takes(state)
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
      return state.heap == 7 and "seven" or small_games.worth(state, me)
    end}, new, {starts = 3})
    assert.are.equal(3, only(report, "answer", "evaluate", 0).start)
    contains(report, "moves: none, it shows at the start (state 3)")
  end)

  it("needs a function, which returns the same state for a number", function()
    for _, row in ipairs {
      {start(), "option 'starts' needs a function that makes the state of each number"},
      {function() return {heap = math.random(2 ^ 20), turn = 1} end, "always returns the same state for a number"},
    } do
      local ok, message = pcall(check, nim {}, row[1], {starts = 2})
      assert.is_false(ok)
      contains(message, row[2])
    end
  end)
end)
