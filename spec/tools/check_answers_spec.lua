-- A function of the game that returns what it must not, or raises an error, is named by the contract checker, with what
-- was expected.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local small_games = require "spec.support.small_games"

local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local dice, nim, start, worth = small_games.dice, small_games.nim, small_games.start, small_games.worth
local copying, IN_PLACE = small_games.copying, small_games.NIM["in place"]

-- A check of few games: what is wrong shows soon.
local function check(game, new, options)
  options = options or {}
  options.games, options.nodes = 2, 100
  return alphabeta.check(game, new, options)
end

-- Answers of a function where the heap is four, with what the message says.
local ANSWERS = {
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
  {"chances", {}, "expected probabilities that add up to 1, got a sum of 0"},
  {"chances", {{probability = -1, outcome = 1}}, "entry 1: expected 'probability' to be a number of 0 or more, got -1"},
  {"chances", {{probability = 1}}, "entry 1: expected 'outcome' to be a move or a state, got nil"},
  {"moves", {["take 1"] = true}, "expected an array, got a table with the key 'take 1' and nothing at index 1"},
  {"chances", {one = 1}, "expected an array, got a table with the key 'one' and nothing at index 1: return a list"},
  {"moves", {[0] = 1, 2}, "expected the first entry at index 1, got one at index 0"},
  {"is_over", 0, "returns 0: every number is true in Lua, 0 as well. Return true or false"},
  {"moves", function() return 1 end, "an iterator that ends"},
}

describe("an answer that is none is found:", function()
  for i, case in ipairs(ANSWERS) do
    it(("%s, %d"):format(case[1], i), function()
      local name, wrong = case[1], case[2]
      local right = IN_PLACE[name] or function(state)
        return name ~= "noisy" and name ~= "chances" and name ~= "is_over" and state.heap or nil
      end
      local finding = among(check(nim {[name] = function(state, ...)
        if state.heap == 4 then return wrong end
        return right(state, ...)
      end}, start), "answer", name)
      contains(finding.message, case[3])
      assert.are.equal(2, finding.line[1])
    end)
  end

  it("`children`", function()
    contains(only(check({
      children = function(state) return state.heap > 0 and {one = {heap = state.heap - 1}} or {} end,
      evaluate = function() return 0 end,
    }, function() return {heap = 3} end), "answer", "children", 0).message, "a table with the key 'one'")
  end)

  it("`moves` that fills the array it is given, and returns nothing", function()
    contains(among(check(nim {moves = function(state, list)
      if state.heap ~= 4 then return IN_PLACE.moves(state, list) end
      list[1] = 1
      return nil
    end}, start), "answer", "moves").message, "got nil: return their number")
  end)

  it("`moves` that has an entry behind a hole", function()
    local list = {1, 2, 3, 4}
    list[3] = nil
    list[4] = nil
    list[9] = 3
    contains(among(check(nim {moves = function(state, ...)
      if state.heap == 4 then return list end
      return IN_PLACE.moves(state, ...)
    end}, start), "answer", "moves").message, "an array without holes, got nil at index ")
  end)
end)

describe("an error in a function is found:", function()
  -- In the state that is left when two were taken from six; for `make` and its like, when something is done there.
  local LENGTHS = {
    moves = 1, make = 2, unmake = 1, evaluate = 1, player = 1, is_over = 1, chances = 1, hash = 1, noisy = 1, order = 2,
    move_id = 2,
  }
  for name, length in pairs(LENGTHS) do
    it(name, function()
      local original = IN_PLACE[name] or function(state, take)
        if name == "move_id" then return take end
        return (name == "hash" or name == "order") and state.heap or nil
      end
      local finding = only(check(nim {[name] = function(state, ...)
        if state.heap == (name == "unmake" and 3 or 4) then error("oops", 0) end
        return original(state, ...)
      end}, start), "error", name, length)
      assert.are.same({"raises an error: oops", "oops"}, {finding.message, finding.error})
    end)
  end

  it("whatever is raised", function()
    local value = {code = 1}
    local finding = only(check(nim {evaluate = function() error(value) end}, start), "error", "evaluate", 0)
    assert.are.equal(value, finding.error)
    contains(finding.message, "an error value, {code = 1}")
  end)

  -- Cause: `me` is nil without `player`, and the error in `evaluate` was reported alone.
  it("with what lacks, where `evaluate` fails since `me` is nil", function()
    local game = {moves = IN_PLACE.moves, make = IN_PLACE.make, unmake = IN_PLACE.unmake}
    function game.evaluate(_, me) return me + 0 end
    contains(only(check(game, start), "error", "evaluate", 0).message, "attempt to",
      "The game has no `player`, so that `me` is nil")
  end)

  it("with what to write, where functions are declared with a colon", function()
    local rules = {}
    function rules:moves(state) return small_games.takes(state) end -- luacheck: ignore
    function rules:play(state, take) return small_games.after(state, take) end -- luacheck: ignore
    function rules:evaluate(state, me) return worth(state, me) end -- luacheck: ignore
    for name, words in pairs {moves = "(state)", play = "(state, move)", evaluate = "(state, me)"} do
      contains(among(check(copying {[name] = rules[name]}, start), "error", name).message,
        "Is it declared with a colon? Write function game." .. name .. words .. " with a dot")
    end
    local message = among(check(nim {order = function(_, move) return move.value end}, start), "error", "order").message
    contains(message, "attempt to index")
    if not pcall(debug.getlocal, function() end, 1) then return end -- Lua 5.1 does not know names of parameters
    assert.is_nil(message:find("colon", 1, true), message)
  end)

  it("but not that of methods of the state", function()
    local meta = {}
    meta.__index = meta
    function meta:moves() return small_games.takes(self) end
    function meta:play(take) return setmetatable(small_games.after(self, take), meta) end
    function meta:player() return self.turn end
    function meta:evaluate(me) return worth(self, me) end
    local report = check(nil, function() return setmetatable(start(), meta) end)
    none(report)
    assert.are.same({}, report.notes)
  end)
end)

describe("a value is found", function()
  it("outside of its bounds", function()
    local function valued(value)
      return nim {evaluate = function(state, me) return state.heap == 3 and value or worth(state, me) end}
    end
    none(check(valued(5), start, {sign = false}))
    local finding = only(check(valued(5), start, {value_max = 4, sign = false}), "bounds", "evaluate", 1)
    assert.are.same({{3}, 5}, {finding.line, finding.value})
    contains(finding.message, "returns 5, which is more than 'value_max', 4")
    contains(only(check(valued(-5), start, {value_min = -4, sign = false}), "bounds", "evaluate", 1).message,
      "less than 'value_min', -4")
  end)

  it("that is a win as long as the game goes on", function()
    local game = nim {evaluate = function(state, me) return 100 * worth(state, me) end}
    none(check(game, start, {win = 100}))
    game.evaluate = function(state, me) return state.heap == 5 and 100 or 100 * worth(state, me) end
    contains(only(check(game, start, {win = 100}), "bounds", "evaluate", 1).message, "although the game goes on")
  end)

  it("that is infinite, where there are chance nodes", function()
    local function evaluate(state, me) return state.sum < 6 and 0 or dice().evaluate(state, me) * math.huge end
    contains(among(check(dice {evaluate = evaluate}, dice().new), "answer", "evaluate").message, "a finite number",
      "inf")
    none(check(dice {evaluate = evaluate}, dice().new, {win = 10}))
    none(check(nim {evaluate = function(state, me)
      return state.heap == 0 and worth(state, me) * math.huge or 0
    end}, start))
  end)

  it("that is more than a won game", function()
    local function evaluate(state, me) return state.turn == me and 50 or -50 end
    local function of_result(factor)
      return nim {evaluate = evaluate, result = function(state, me) return factor * worth(state, me) end}
    end
    contains(among(alphabeta.check(of_result(1), start, {games = 20}), "bounds", "evaluate").message,
      "but a won game is worth 1: a search prefers such a state",
      "Let `result` return more for a won game than `evaluate` ever does")
    none(check(of_result(1000), start))
  end)

  it("of max^n, for each player", function()
    local function maxn(evaluate, options)
      options = options or {}
      options.algorithm = "maxn"
      return check(nim {evaluate = evaluate}, start, options)
    end
    local function payoffs(state) return {state.heap, 10 - state.heap} end
    none(maxn(payoffs, {value_sum = 10, value_min = 0, value_max = 10}))
    for _, case in ipairs {
      {worth, "answer", 0, "a table from player to number, with algorithm 'maxn'"},
      {function() return {1} end, "answer", 0, "a number for player 2"},
      {function() return {1, 0 / 0} end, "answer", 0, "a number for player 2"},
      {function(state) return {1, 1, state.heap < 6 and 1 or nil} end, "answer", 1, "another one, 3"},
      {payoffs, "bounds", 0, "add up to 10, which is more than 'value_sum', 9", {value_sum = 9}},
      {payoffs, "bounds", 1, "returns 3 for player 1", {value_min = 4}},
    } do
      contains(only(maxn(case[1], case[5]), case[2], "evaluate", case[3]).message, case[4])
    end
    contains(only(check(nim {evaluate = payoffs}, start), "answer", "evaluate", 0).message,
      "expected a number, got table")
  end)
end)
