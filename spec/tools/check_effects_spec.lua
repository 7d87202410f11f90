-- The contract checker tells what has no effect, and names that are wrong.
--
-- Cause: none of these mistakes breaks the contract of a function. The search uses what it gets, the values are those
-- of another game, and nothing says so: `me` that three players' `evaluate` ignores, partners whom the search takes for
-- opponents, a `win` that no value reaches, functions that choose nothing, a global variable whose name is misspelt.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local restyled = require "spec.support.restyled"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local among, contains, none, silent = findings.among, findings.contains, findings.none, findings.silent
local nim, points, start = small_games.nim, small_games.points, small_games.start
local with, worth = small_games.with, small_games.worth
local unpack = table.unpack or unpack -- luacheck: ignore

-- A check of few games: what is looked for here shows soon.
local function check(rules, state, options)
  return alphabeta.check(rules, state, wrap.replace({games = 3, nodes = 150}, options or {}))
end

local function game(name) return require("games." .. name) end

local kalah, tictactoe = game "kalah", game "tictactoe"
local function new_kalah() return kalah.new(4, 3) end

-- Values of players who collect points --------------------------------------------------------------------------------

local function lead(state, me, players)
  local value = players * state[me]
  for i = 1, players do value = value - state[i] end
  return value
end

local function lead_of_one(state, _, players) return lead(state, 1, players) end
local function points_of_all(state) return state[1] + 2 * state[2] + 3 * state[3] end
local function payoffs(state) return {state[1], state[2], state[3]} end

local function team_lead(state, me)
  local margin = state[1] + state[3] - state[2] - state[4]
  return me % 2 == 1 and margin or -margin
end

local function two_have_lost(state, me)
  if state.left > 0 then return 0 end
  return me == 1 and 2 or -1
end

-- Points for a number of players, with some functions replaced.
local function collecting(players, value, functions) return with((points(players, value)), functions or {}) end
local function new_points(players) return (select(2, points(players, lead))) end

-- Other functions -----------------------------------------------------------------------------------------------------

local function result(state, me) return state.turn == me and -1 or 1 end
local function tenfold(state, me) return 10 * result(state, me) end
local function zero() return 0 end
local of_result = nim {result = result}
local half = with(tictactoe, {evaluate = function(state, me) return tictactoe.evaluate(state, me) / 2 end})

local function second_only(state) return {(tictactoe.moves(state) or {})[2]} end
local function centre_first(_, cell) return cell == 5 and 1 or 0 end

-- A function from its source, which reads the true globals.
local function from(source)
  local compile = loadstring or load -- luacheck: ignore
  local chunk = assert(compile("return function(state, me) " .. source .. " end", "=game.lua"))
  if setfenv then setfenv(chunk, _G) end
  return chunk()
end

-- What is asked about: the game, its first state, the options, and parts of the note.
local ASKED = {
  ["a team whose players are taken for opponents"] = {collecting(4, team_lead), new_points(4), {},
    "player 1 and player 3 have the same value in all", "Are they a team?", "Let `player` return the team"},
  ["a `win` that `result` never reaches"] = {of_result, start, {win = 100}, "option 'win' has no effect: none of",
    "was worth 100 or -100. At the end `result` returned -1 or 1", "or leave 'win' out"},
  ["a `win` that is a field of the game"] = {with(of_result, {win = 2}), start, {}, "option 'win' has no effect"},
  ["a `win` that drawn and won games never reach"] = {half, tictactoe.new, {win = 1000, games = 8},
    "option 'win' has no effect"},
  ["a `win` that is more than all points"] = {kalah, new_kalah, {win = 200, games = 15, nodes = 600},
    "option 'win' has no effect", "At the end `evaluate` returned -"},
  ["a `noisy` that lists all moves"] = {with(tictactoe, {noisy = tictactoe.moves}), tictactoe.new, {games = 6},
    "`noisy` lists all moves in all", "such as captures"},
  ["a `noisy` that lists none"] = {with(tictactoe, {noisy = function() return {} end}), tictactoe.new, {nodes = 300},
    "`noisy` lists nothing in all"},
  ["an `order` of one number"] = {with(tictactoe, {order = zero}), tictactoe.new, {},
    "`order` returns the same number for all moves"},
  ["an `order` that does not depend on the move"] = {
    with(tictactoe, {order = function(state) return state.turn end}), tictactoe.new, {},
    "`order` returns the same number for all moves"},
  ["a global variable that is nil, with the name that is meant"] = {nim {evaluate = from [[
      local left = state.heap
      if lft == 0 then return state.turn == me and -1 or 1 end
      return 0]]}, start, {},
    "note: the global variable 'lft' is read and is nil, at game.lua:2. Did you mean 'left'?"},
  ["a global variable that is nil, with a library that is meant"] = {
    with(tictactoe, {order = from "return maht and 1 or 0"}), tictactoe.new, {},
    "the global variable 'maht' is read and is nil, at game.lua:1. Did you mean 'math'?"},
  ["a global variable that is nil"] = {nim {moves = from "if somethingElse then return {} end return {}"}, start,
    {}, is_found = true, "the global variable 'somethingElse' is read and is nil, at game.lua:1. Is the name right?"},
  ["a misspelt `repetition`"] = {nim {repetion = 0}, start, {},
    "a search never reads `repetion`: did you mean 'repetition'?"},
  ["a misspelt `value_min`"] = {nim {value_mn = -1}, start, {}, "did you mean 'value_min'?"},
  ["a misspelt `view`"] = {nim {vieww = "max"}, start, {}, "did you mean 'view'?"},
  -- Cause: a payoff for a player that was never seen to move was not compared with anything; nor were payoffs with
  -- those of the other players, or with those before a move.
  ["a player who is paid and never moves"] = {
    collecting(2, function(state) return {state[1], state[2], 5} end), new_points(2), {algorithm = "maxn", games = 12},
    "`evaluate` returns a payoff for player 3, who is never to move: `player` has returned 1, 2"},
  ["equal payoffs"] = {
    collecting(3, function(state) return {state[1], state[1], state[1]} end), new_points(3),
    {algorithm = "maxn", games = 12}, "`evaluate`: all players have the same payoff in all "},
  ["a wrong sign of payoffs"] = {
    collecting(3, function(state) return {-state[1], -state[2], -state[3]} end), new_points(3),
    {algorithm = "maxn", games = 12}, "`evaluate`: nearly all moves are bad for the player who makes them",
    "Is the sign wrong"},
}

-- What is right, without a note.
local SILENT = {
  ["three players who know their lead"] = {collecting(3, lead), new_points(3)},
  ["four players who know their lead"] = {collecting(4, lead), new_points(4)},
  ["payoffs of max^n"] = {collecting(3, payoffs), new_points(3), {algorithm = "maxn"}},
  ["a `player` that returns the team"] = {collecting(4, team_lead, {
    player = function(state) return (state.turn - 1) % 2 + 1 end,
  }), new_points(4)},
  ["two players who have always lost"] = {collecting(3, two_have_lost), new_points(3)},
  ["a `win` that `result` reaches"] = {small_games.by_result(nim {}, tenfold), start, {win = 10}},
  ["a `win` that `evaluate` reaches"] = {tictactoe, tictactoe.new, {win = 1000, games = 8, nodes = 300}},
  ["a `win` where all games are drawn"] = {nim {evaluate = zero}, start, {win = 5}},
  ["an `order` that prefers the centre"] = {with(tictactoe, {order = centre_first}), tictactoe.new},
  ["a `noisy` that lists some moves"] = {with(tictactoe, {noisy = second_only}), tictactoe.new},
  ["globals that are assigned later, or may be missing"] = {nim {evaluate = from [[
    known_values_of_nim = known_values_of_nim or {}
    if love or DEBUG then error 'no' end
    return 0]]}, start},
  ["fields that are other things than options"] = {
    nim {value_min = -1, value_max = 1, wins = 3, repetitions = 2, review = "x", repetition_ = {}}, start},
}

local metatable = getmetatable(_G)

describe("what has no effect is asked about:", function()
  for name, case in pairs(ASKED) do
    it(name, function()
      local report = check(case[1], case[2], wrap.replace({games = 4}, case[3]))
      if not case.is_found then none(report) end
      contains(report, unpack(case, 4))
      assert.are.equal(metatable, getmetatable(_G))
    end)
  end
end)

describe("what has an effect is right:", function()
  for name, case in pairs(SILENT) do
    it(name, function() silent(check(case[1], case[2], case[3])) end)
  end
  _G.known_values_of_nim = nil
end)

describe("an `evaluate` that ignores `me` is found", function()
  for players, value in pairs {[3] = lead_of_one, [4] = points_of_all} do
    it(("with %d players"):format(players), function()
      local finding = among(check(collecting(players, value), new_points(players)), "sign", "evaluate")
      contains(finding.message, "it ignores `me`", ("all %d players"):format(players), "Return what the state is")
    end)
  end

  it("where states follow from `children`, and in `result`", function()
    local rules = points(3, lead_of_one)
    for _, other in ipairs {restyled.by_children(rules), with(rules, {result = rules.evaluate})} do
      contains(among(check(other, new_points(3)), "sign", "evaluate").message, "it ignores `me`")
    end
  end)

  -- Cause: it took three different values to tell that `me` is ignored.
  it("in a `result` of two values only, with three players", function()
    local rules = collecting(3, function(s) return s[1] > 6 and 1 or -1 end)
    local report = check(small_games.by_result(rules, rules.evaluate), new_points(3), {games = 20, nodes = 600})
    contains(among(report, "sign", "result").message, "it ignores `me`")
  end)
end)

it("a `win` that has no effect is told by an explanation, if the end of the game was seen", function()
  for win, value in pairs {[100] = result, [10] = tenfold} do
    local report = tostring(alphabeta.explain(start(), 9, {game = small_games.copying {result = value}, win = win}))
    local note = report:match "Note: ([^\n]*)"
    if win == 100 then
      contains(note, "the game ends there, worth 1, and option 'win' is 100", "Return 100 or more for a won game")
    else
      assert.is_nil(report:find("option 'win'", 1, true))
    end
  end
end)

it("globals are left as they were after an error", function()
  local calls = 0
  assert.has_error(function()
    alphabeta.check(nim {}, function()
      calls = calls + 1
      if calls > 6 then error("no state", 0) end
      return start()
    end)
  end, "no state")
  assert.are.equal(metatable, getmetatable(_G))
end)

it("an `evaluate` that is more than a won game is right in a game of points", function()
  local rules = collecting(2, function(s, me) return s[me] - s[3 - me] + (s.left > 0 and 100 or 0) end)
  assert.is_nil(findings.find(check(rules, new_points(2), {games = 20}), "bounds", "evaluate"))
end)

-- Cause: a game of forced captures without `noisy` breaks no contract, but its searches end in the middle of exchanges.
describe("a game in which captures are forced", function()
  -- A player has three moves, and one at the next turn, or as many as `count` says.
  local function exchanging(functions, count)
    return collecting(2, lead, wrap.replace({moves = function(state)
      local list = {}
      for i = 1, state.left > 0 and (count or (math.floor(state.left / 2) % 2 == 0 and 3 or 1)) or 0 do list[i] = i end
      return list
    end}, functions or {}))
  end
  local without = exchanging()
  local no_evaluation = small_games.by_result(without, without.evaluate)

  for name, case in pairs {
    ["is asked for `noisy`"] = {true, without},
    ["is not, if it has that"] = {false, exchanging {noisy = function() end}},
    ["is not, if it has no evaluation"] = {false, no_evaluation},
    -- Cause: where the number of moves never changes, sums of 0 were taken for a strong correlation.
    ["is not one in which a player always has three moves"] = {false, exchanging({}, 3)},
  } do
    it(name, function()
      local report = check(case[2], {left = 60, turn = 1, 0, 0}, {games = 8, nodes = 500, sign = false})
      local notes = table.concat(report.notes, "\n")
      assert.are.equal(case[1], notes:find("as where captures are forced", 1, true) ~= nil, notes)
    end)
  end
end)

local has_ffi, ffi = pcall(require, "ffi")
if has_ffi and type(jit) == "table" then
  describe("a state of cdata", function()
    it("as a whole is refused, with what to give", function()
      ffi.cdef "typedef struct { int heap, turn; } alphabeta_check_nim;"
      local function new() return ffi.new("alphabeta_check_nim", 7, 1) end
      for _, state in ipairs {new, (new())} do
        local message = select(2, pcall(alphabeta.check, nim {}, state))
        contains(message, "argument 'state'", "got cdata", "with the same fields")
      end
    end)

    it("in a field is not compared, which is said", function()
      local board = nim {
        moves = function(state) return small_games.takes {heap = state.cells[0]} end,
        make = function(state, take) state.cells[0], state.turn = state.cells[0] - take, 3 - state.turn end,
        unmake = function(state, take) state.cells[0], state.turn = state.cells[0] + take, 3 - state.turn end,
        evaluate = function(state, me) return worth({heap = state.cells[0], turn = state.turn}, me) end,
      }
      local report = check(board, {cells = ffi.new("int[1]", 6), turn = 1})
      none(report)
      contains(report, "not tested: what moves change in 'cells', which is cdata")
    end)
  end)
end
