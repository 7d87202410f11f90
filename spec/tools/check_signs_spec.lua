-- The contract checker and the sign of evaluations: which function it blames.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local restyled = require "spec.support.restyled"
local small_games = require "spec.support.small_games"

local in_full = effort(function() end, it) -- what takes long, and is the same code as what does not

local check = alphabeta.check
local among, contains, none = findings.among, findings.contains, findings.none
local by_result = small_games.by_result
local nim, row, start, with = small_games.nim, small_games.row, small_games.start, small_games.with

local function game(name) return require("games." .. name) end

local reversi, kalah, dots = game "reversi", game "kalah", game "dots_and_boxes"

local FEW = {games = 2, nodes = 150}

local function negated(f) return function(...) return -f(...) end end

-- A game with an evaluation and a result, which are both right.
local GAMES = {
  {"reversi", reversi.hashed, function() return reversi.hashed.new(4) end},
  {"kalah", kalah.hashed, function() return kalah.hashed.new(3, 3) end},
  {"dots and boxes", dots.hashed, function() return dots.hashed.new(2, 1) end},
}

-- Cause: an evaluation that is wrong and a result that is right contradict each other before and after the last move,
-- and `result` was blamed, since only the ends were looked at.
describe("evaluate and result that contradict each other", function()
  for _, example in ipairs(GAMES) do
    local name, rules, new = example[1], example[2], example[3]
    local evaluate, result = rules.evaluate, rules.result or rules.evaluate

    local it_of_cost = (name == "reversi" or name == "dots and boxes") and in_full or it
    it_of_cost("are reported together, with two games, and neither is blamed: " .. name, function()
      none(check(with(rules, {evaluate = evaluate, result = result}), new, FEW))
      for _, wrong in ipairs {
        {evaluate = negated(evaluate), result = result}, {evaluate = evaluate, result = negated(result)},
      } do
        local report = check(with(rules, wrong), new, FEW)
        local finding = among(report, "sign", "evaluate and result")
        contains(finding.message, "contradict each other: in ", "they give the end to different players",
          "Which of them has the wrong sign?")
        assert.is_true(#report.findings == 1 and #finding.line > 0 and #finding.other > 0)
      end
    end)
  end

  in_full("are reported for the player to move, too", function()
    local rules = restyled.for_mover(reversi.hashed)
    local function new() return reversi.hashed.new(4) end
    local report = check(with(rules, {result = negated(rules.evaluate)}), new, {view = "mover", games = 2, nodes = 150})
    contains(among(report, "sign", "evaluate and result").message, "contradict each other")
  end)

  -- What `evaluate` returns at the end plays no part in a search.
  it("are none where evaluate knows nothing of the end, or raises an error there", function()
    for _, evaluate in ipairs {
      function() return 0 end,
      function(state) return state.heap == 0 and error "over" or 0 end,
      function(state, me) return state.turn == me and 1 or -1 end, -- a bonus for being to move
    } do
      none(check(nim {evaluate = evaluate, result = small_games.worth}, start))
    end
  end)
end)

-- Cause: each move takes the bonus from the player who makes it, and so seemed to be bad for that player.
describe("a bonus for being to move", function()
  for _, bonus in ipairs {1, 20} do
    for _, view in ipairs {"max", "mover"} do
      it(("is no wrong sign: %d, view '%s'"):format(bonus, view), function()
        local function evaluate(state, me)
          local value = row().evaluate(state, 1) + (state.turn == 1 and bonus or -bonus)
          if view == "mover" then me = state.turn end
          return me == 1 and value or -value
        end
        local function new() return row().new(8) end
        local report = check(row {evaluate = evaluate}, new, {view = view, games = 2, nodes = 150})
        none(report)
        assert.are.same({}, report.notes)
      end)
    end
  end

  it("does not hide a wrong sign", function()
    local function evaluate(state, me)
      local value = -row().evaluate(state, 1) + (state.turn == 1 and 20 or -20)
      return me == 1 and value or -value
    end
    contains(check(row {evaluate = evaluate}, function() return row().new(8) end, FEW),
      "note: `evaluate`: nearly all moves are bad for the player who makes them")
  end)
end)

-- Cause: a value of each sign was needed, but in some games the player to move at the end has always lost.
describe("a result for the player to move", function()
  it("is found although it has one sign only", function()
    local report = check(nim {evaluate = function() return 0 end, result = function() return -1 end}, start)
    contains(among(report, "sign", "result").message, "then the same player has won all games")
  end)
end)

-- Cause: the tests of the sign judge twice, before and after the search for shorter lines, and asked twice.
describe("a question", function()
  it("is asked once", function()
    local rules = row {evaluate = negated(row().evaluate)}
    rules.order = function(state) return state.left < 3 and "x" or 0 end -- a defect whose line is made shorter
    local report = check(rules, function() return row().new(8) end, FEW)
    among(report, "answer", "order")
    local seen = {}
    for _, note in ipairs(report.notes) do
      assert.is_nil(seen[note], note)
      seen[note] = true
    end
    local _, count = tostring(report):gsub("nearly all moves are bad", "")
    assert.are.equal(1, count)
  end)
end)

-- Two players take one or two marks in turn, and the more marks win. `tie` is what both get for as many.
describe("a tie that is worth a win to both players", function()
  local function marks(tie)
    return {
      player = function(state) return state.turn end,
      moves = function(state) return state.turns < 4 and {1, 2} or {} end,
      play = function(state, count)
        local after = {turn = 3 - state.turn, turns = state.turns + 1, state[1], state[2]}
        after[state.turn] = after[state.turn] + count
        return after
      end,
      result = function(state, me)
        if state[1] == state[2] then return state.turns == 4 and tie or 0 end
        return state[me] > state[3 - me] and 1 or -1
      end,
    }
  end
  local function new() return {turn = 1, turns = 0, 0, 0} end

  it("is asked about, as is one that both lose", function()
    for _, tie in ipairs {1, -1} do
      local report = check(marks(tie), new)
      none(report)
      contains(report, ("note: `result`: a finished game is worth %d to both players alike, but all "):format(tie),
        " decided games are worth 0 to both together. Is it to be 0 for a tie?")
    end
    assert.are.same({}, check(marks(0), new).notes)
  end)

  it("is right if the values add up to the same", function()
    local halves = marks(0.5)
    local result = halves.result
    halves.result = function(...) return math.max(result(...), 0) end
    local notes = table.concat(check(halves, new, {value_min = 0, value_max = 1}).notes, "\n")
    assert.is_nil(notes:find("both players alike", 1, true), notes)
  end)
end)

-- Cause: games without a winner by `win` were called not decided, beside a note that counted them as decided.
describe("games that no `win` decides", function()
  it("are told as such", function()
    local report = check(by_result(nim {}, small_games.worth), start, {win = 100})
    contains(table.concat(report.notes, "\n"), "option 'win' has no effect: none of")
    contains(table.concat(report.not_tested, "\n"),
      "0 games were decided by 100 or more, which is 'win', and the test takes 8")
  end)
end)

-- Cause: 0 is what a search takes for a state in which nothing is decided.
describe("a loser who gets 0", function()
  local function result(state, me) return small_games.worth(state, me) > 0 and 1 or 0 end

  it("is found", function()
    local report = check(by_result(nim {}, result), start)
    contains(among(report, "sign", "result").message, "gives the loser 0, as all", "1 for one player here",
      "0 for the other", "Return -1 for the loser")
    contains(among(check(nim {evaluate = result}, start), "sign", "evaluate").message, "gives the loser 0")
  end)

  it("is right if 0 is the least value, or estimates are above it", function()
    none(check(by_result(nim {}, result), start, {value_min = 0, value_max = 1}))
    none(check(nim {evaluate = function(state, me) return state.heap > 0 and 0.5 or result(state, me) end}, start))
  end)
end)

-- Cause: without `evaluate`, a search values unfinished states by `result`, and only its ends were looked at.
describe("a `result` of points with the wrong sign", function()
  it("is asked about", function()
    contains(check(by_result(row(), negated(row().evaluate)), function() return row().new(8) end),
      "note: `result`: nearly all moves are bad for the player who makes them")
    local right = check(by_result(row(), row().evaluate), function() return row().new(8) end)
    none(right)
    assert.are.same({}, right.notes)
  end)
end)
