-- The contract checker says for whom evaluations are good, if that is the wrong player, and which function it blames.
-- What is usual, but no rule, it asks about in a note. It is silent about games that are right.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack -- luacheck: ignore

local contains, find, none = findings.contains, findings.find, findings.none
local by_result, with = small_games.by_result, small_games.with
local nim, row, start, worth = small_games.nim, small_games.row, small_games.start, small_games.worth

-- A check of few games: what is said of signs shows in the games that are played for it alone.
local function check(rules, new, options)
  return alphabeta.check(rules, new, wrap.replace({games = 2, nodes = 150}, options or {}))
end

local function negated(f) return function(...) return -f(...) end end

-- Games ---------------------------------------------------------------------------------------------------------------

-- A row of marks: `sum` is good for player 1, `for_mover` for the player to move.
local function sum(state) return row().evaluate(state, 1) end
local function for_mover(state) return state.turn == 1 and sum(state) or -sum(state) end
local function new_row() return row().new(9) end
local function new_row_of_8() return row().new(8) end

-- A row of marks, with a bonus for being to move.
local function with_bonus(bonus, sign)
  return function(state, me)
    local value = sign * sum(state) + (state.turn == 1 and bonus or -bonus)
    return me == 1 and value or -value
  end
end

local function lost(state) return state.heap == 0 and -1 or 0 end -- the player to move

-- Nim by children, without `player`.
local children_alone = {children = small_games.NIM.children.children, evaluate = lost}

-- Each player takes one to three matches of a heap, which ends at 0, or below it.
local function heap(functions)
  return wrap.replace({
    player = function(state) return state.turn end,
    moves = function(state) return state.heap > 0 and {1, 2, 3} or {} end,
    play = function(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end,
  }, functions)
end

local function new_heap() return {heap = 9, turn = 1} end

local function result_of_50(state, me) return state.turn == me and -50 or 50 end

-- Two players take one or two marks in turn, and the more marks win. `tie` is what both get for as many.
local taking = small_games.points(2, function(state) return state[1] - state[2] end, {1, 2})

local function marks(tie)
  return by_result(taking, function(state, me)
    if state[1] == state[2] then return state.left == 0 and tie or 0 end
    return state[me] > state[3 - me] and 1 or -1
  end)
end

local function new_marks() return {turn = 1, left = 4, 0, 0} end

-- As above, with the marks as values for `max_player`.
local function marks_for(max_player) return with(taking, {view = "player", max_player = max_player}) end

local function new_marks_of_7() return {turn = 1, left = 7, 0, 0} end

-- Nim in which the player to move is ahead, or behind, as long as the last ones can be taken.
local function nearly_won(sign)
  return nim {evaluate = function(state, me)
    if state.heap == 0 then return 100 * worth(state, me) end
    local value = state.heap > 3 and math.floor(state.heap / 2) % 3 - 1 or state.turn == 1 and 3 * sign or -3 * sign
    return me == 1 and value or -value
  end}
end

local function game(name) return require("games." .. name) end

local kalah = game("kalah").hashed
local function new_kalah() return kalah.new(3, 3) end

-- Points of both players, which are good for player 1.
local function sum_of_points(state, me) return (me == 1 and 1 or -1) * (state[1] + state[2]) end
local summing, new_points = small_games.points(2, sum_of_points)

local function misere(factor)
  return function(state, me) return -factor * worth(state, me) end
end

local function loser_gets_0(state, me) return worth(state, me) > 0 and 1 or 0 end

-- A tie is worth half a win.
local function with_halves()
  local halves = marks(0.5)
  local result = halves.result
  function halves.result(...) return math.max(result(...), 0) end
  return halves
end

-- Rows ----------------------------------------------------------------------------------------------------------------

local CONTRADICT = {"contradict each other: in ", "they give the end to different players", "has the wrong sign?"}

-- Games with a wrong sign: a name, the game, a function that makes the state, the options; the function that is blamed
-- and the length of the line, or false where it does not matter; then parts of the message.
local FOUND = {
  {"it turns round with each move, with view 'max'", row {evaluate = for_mover}, new_row, {}, "evaluate", 2,
    'view = "max"', "turns round with each move"},
  {"it does not, with view 'mover'", row {evaluate = sum}, new_row, {view = "mover"}, "evaluate", 2, 'view = "mover"',
    "does not turn round with each move"},
  {"it turns round with `me`, with view 'mover'", row(), new_row, {view = "mover"}, "evaluate", 1,
    "turns round with `me`: 1 for player 1, -1 for player 2"},
  {"it turns round with `me` and with each move", row {evaluate = function(state, me)
    return for_mover(state) * (me == 1 and 1 or -1)
  end}, new_row, {}, "evaluate", 2, "turns round with each move"},
  {"the ends are for the player to move", nim {evaluate = lost}, start, {}, "evaluate", 3,
    "the same player has won all games", "-1 at the end when player 1 is to move"},
  {"the ends are for player 1, with view 'mover'", nim {evaluate = function(state) return worth(state, 1) end}, start,
    {view = "mover"}, "evaluate", 3},
  {"the ends are, where other values know whose search it is", nim {evaluate = function(state, me)
    if state.heap == 0 then return -1 end
    return state.turn == me and state.heap / 10 or -state.heap / 10
  end}, start, {}, "evaluate", 3, "the same player has won all games"},
  {"the ends have one sign only", nim {evaluate = function() return 0 end, result = function() return -1 end}, start,
    {}, "result", false, "then the same player has won all games"},
  {"by children, without `player`", children_alone, start, {}, "evaluate", 3},
  {"the last mover has lost, with `win`", nim {evaluate = misere(10)}, start, {win = 10}, "evaluate", 2,
    "the player who made the last move has lost all", "If it is right, say sign = false"},
  {"the ends ignore `me`", heap {evaluate = function(state)
    return state.heap ~= 0 and 0 or state.turn == 1 and -1 or 1
  end}, new_heap, {}, "evaluate", false, "ignores `me`"},
  {"the loser gets 0 by `result`", by_result(nim {}, loser_gets_0), start, {}, "result", false,
    "gives the loser 0, as all", "1 for one player here", "0 for the other", "Return -1 for the loser"},
  {"the loser gets 0 by `evaluate`", nim {evaluate = loser_gets_0}, start, {}, "evaluate", false,
    "gives the loser 0"},
  -- Cause: won and lost games were counted together, and `evaluate` gives most of them to the right player.
  {"`evaluate` contradicts `result` for one player", heap {result = result_of_50, evaluate = function(state, me)
    return state.heap > 0 and 0 or me == 1 and -50 or 50
  end}, new_heap, {}, "evaluate and result", 3, "contradict each other: in ",
    "`evaluate` returns -50, and `result` 50"},
  -- Cause: only the ends were looked at, and `result` was blamed.
  {"`evaluate` of kalah contradicts `result`", with(kalah, {result = kalah.evaluate,
    evaluate = negated(kalah.evaluate)}), new_kalah, {}, "evaluate and result", false, unpack(CONTRADICT)},
}

describe("a wrong sign is found:", function()
  for _, case in ipairs(FOUND) do
    it(case[1], function()
      local report = check(case[2], case[3], case[4])
      local finding = find(report, "sign", case[5])
      assert.is_truthy(finding, tostring(report))
      assert.equal(1, #report.findings)
      if case[6] then assert.equal(case[6], #finding.line) end
      if finding.other then assert.is_true(#finding.other > 0) end
      contains(finding.message, unpack(case, 7))
    end)
  end

  it("unless the option says that it is right", function()
    for i = 1, 2 do none(check(FOUND[i][2], FOUND[i][3], wrap.replace(FOUND[i][4], {sign = false}))) end
  end)
end)

local BAD_MOVES = "nearly all moves are bad for the player who makes them"

-- Games about which a note asks: as above, without function and line.
local ASKED = {
  {"all moves are bad", row {evaluate = negated(row().evaluate)}, new_row_of_8, {}, "`evaluate`: " .. BAD_MOVES,
    "or does `player` return who has just moved?"},
  {"all moves are bad, with a bonus for being to move", row {evaluate = with_bonus(20, -1)}, new_row_of_8, {},
    "`evaluate`: " .. BAD_MOVES},
  -- Cause: without `evaluate`, a search values unfinished states by `result`, and only its ends were looked at.
  {"all moves are bad by `result`", by_result(row(), negated(row().evaluate)), new_row_of_8, {},
    "`result`: " .. BAD_MOVES},
  {"`max_player` is the other one", marks_for(2), new_marks_of_7, {}, BAD_MOVES, "is `max_player` the other player"},
  {"the last mover has lost, without `win`", nim {evaluate = misere(1)}, start, {},
    "`evaluate`: the player who made the last move has lost all", "Is the sign wrong at the end"},
  {"moves are good for one player", summing, new_points, {games = 20, nodes = 600},
    "moves of player 2 make it worse for the player who makes them, but 0 of ",
    " of player 1. Is the sign wrong for one of them?"},
  {"what the other player has is left out", with(kalah, {evaluate = kalah.store}), new_kalah,
    {games = 5, nodes = 500}, "what a state is worth to both players together is not the same in all states"},
  -- Cause: only evaluations of games that are lost by the last move were compared with the end.
  {"games are won by who was behind", nearly_won(-1), new_heap, {games = 20, nodes = 600},
    "`evaluate`: games are won by the player who was behind and made the last move", "wrong before the end?"},
  {"both win a tie", marks(1), new_marks, {}, "`result`: a finished game is worth 1 to both players alike, but all ",
    " decided games are worth 0 to both together. Should a tie be worth 0?"},
  {"both lose a tie", marks(-1), new_marks, {}, "`result`: a finished game is worth -1 to both players alike"},
}

describe("an unusual sign is asked about:", function()
  for _, case in ipairs(ASKED) do
    it(case[1], function()
      local report = check(case[2], case[3], case[4])
      none(report)
      contains(table.concat(report.notes, "\n"), unpack(case, 5))
    end)
  end

  -- Cause: the tests of the sign judge twice, before and after the search for shorter lines, and asked twice.
  it("once", function()
    local rules = row {evaluate = negated(row().evaluate)}
    rules.order = function(state) return state.left < 3 and "x" or 0 end -- a defect whose line is made shorter
    local report = check(rules, row().new(6))
    findings.among(report, "answer", "order")
    assert.are.equal(1, select(2, tostring(report):gsub("nearly all moves are bad", "")))
  end)
end)

-- Games that are right, and without a note.
local SILENT = {
  {"with view 'mover', it turns round with each move", row {evaluate = for_mover}, new_row, {view = "mover"}},
  {"with `maximize`, it does not", row {evaluate = sum}, new_row, {maximize = false}},
  {"all is good for the player to move, the less the longer the game lasts", row {evaluate = function(state, me)
    return state.turn == me and state.left or -state.left
  end}, new_row, {}, has_notes = true},
  {"with view 'mover', the ends are for the player to move", nim {evaluate = lost}, start, {view = "mover"}},
  {"with `maximize`, the ends are for one player", nim {evaluate = function(state) return worth(state, 1) end}, start,
    {maximize = true}},
  {"nim", nim {}, start, {}},
  {"nim in which the last one is not to be taken, with sign = false", nim {evaluate = misere(1)}, start,
    {sign = false}},
  {"games are won by who was ahead", nearly_won(1), new_heap, {games = 20, nodes = 600}},
  {"a heap that may end in a draw", heap {evaluate = function(state, me)
    return state.heap ~= 0 and 0 or state.turn == me and -1 or 1
  end}, new_heap, {}},
  {"a win of 3, a draw of 1 for each, and a loss of 0", heap {result = function(state, me)
    return state.heap < 0 and 1 or state.turn == me and 0 or 3
  end}, new_heap, {}},
  {"an end that is valued as any other state", heap {result = result_of_50, evaluate = function(state, me)
    return (state.heap % 4 == 0) == (state.turn == me) and -1 or 1
  end}, new_heap, {games = 20, nodes = 2000}},
  {"`max_player`", marks_for(1), new_marks_of_7, {}},
  {"a tie of 0", marks(0), new_marks, {}},
  {"a tie of a half", with_halves(), new_marks, {value_min = 0, value_max = 1}, has_notes = true},
  {"0 for the loser, which is the least value", by_result(nim {}, loser_gets_0), start, {value_min = 0, value_max = 1},
    has_notes = true},
  {"0 for the loser, and estimates above it", nim {evaluate = function(state, me)
    return state.heap > 0 and 0.5 or loser_gets_0(state, me)
  end}, start, {}, has_notes = true},
  {"a `result` of points", by_result(row(), row().evaluate), new_row_of_8, {}},
  -- Cause: the player who made the last move had no other in any game, and the sign was said to be wrong.
  {"a game without a choice", game "kalah", function() return kalah.new(1, 5) end, {games = 4, nodes = 50}},
  -- What `evaluate` returns at the end plays no part in a search.
  {"an `evaluate` of 0", nim {evaluate = function() return 0 end, result = worth}, start, {}},
  {"an `evaluate` that raises an error at the end", nim {result = worth, evaluate = function(state)
    return state.heap == 0 and error "over" or 0
  end}, start, {}},
}
-- Cause: each move takes the bonus from the player who makes it, and so seemed to be bad for that player.
for _, bonus in ipairs {1, 20} do
  SILENT[#SILENT + 1] = {"a bonus for being to move, " .. bonus, row {evaluate = with_bonus(bonus, 1)}, new_row_of_8,
    {}}
  SILENT[#SILENT + 1] = {"a bonus of the mover, " .. bonus, row {evaluate = function(state)
    return with_bonus(bonus, 1)(state, state.turn)
  end}, new_row_of_8, {view = "mover"}}
end

describe("a right sign is no matter:", function()
  for _, case in ipairs(SILENT) do
    it(case[1], function()
      local report = check(case[2], case[3], case[4])
      none(report)
      if not case.has_notes then assert.are.same({}, report.notes) end
    end)
  end
end)

-- Cause: games without a winner by `win` were called not decided, beside a note that counted them as decided.
describe("games that no `win` decides", function()
  it("are told as such", function()
    local report = alphabeta.check(by_result(nim {}, worth), start, {win = 100, games = 3})
    contains(table.concat(report.notes, "\n"), "option 'win' has no effect: none of")
    contains(table.concat(report.not_tested, "\n"),
      "0 games were decided by 100 or more, which is 'win', and the test takes 8")
  end)
end)
