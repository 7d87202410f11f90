-- The contract checker tells what has no effect, and names that are wrong.
--
-- Cause: none of these mistakes breaks the contract of a function. The search uses what it gets, the values are those
-- of another game, and nothing says so: `me` that three players' `evaluate` ignores, partners whom the search takes for
-- opponents, a `win` that no value reaches, functions that choose nothing, a global variable whose name is misspelt.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local restyled = require "spec.support.restyled"
local small_games = require "spec.support.small_games"
local unusual_games = require "spec.support.unusual_games"
local wrap = require "spec.support.wrap"

local explain = alphabeta.explain

-- A check of few games: what is looked for here shows soon.
local function check(rules, state, options)
  return alphabeta.check(rules, state, wrap.replace({games = 3, nodes = 300}, options or {}))
end

local among, contains, none, silent = findings.among, findings.contains, findings.none, findings.silent
local copy, nim, with = small_games.copy, small_games.nim, small_games.with

local function game(name) return require("games." .. name) end

local connect4, kalah, tictactoe = game "connect4", game "kalah", game "tictactoe"

-- Players add 1, 2 or 3 points in turn. `value(points, me)` is what a state is worth.
local function points(players, value)
  local rules = {}
  function rules.player(state) return state.turn end
  function rules.moves(state) return state.left > 0 and {1, 2, 3} or {} end
  function rules.play(state, more)
    local after = copy(state)
    after.left, after.turn = state.left - 1, state.turn % players + 1
    after[state.turn] = state[state.turn] + more
    return after
  end
  function rules.evaluate(state, me) return value(state, me, players) end
  local state = {left = 9, turn = 1}
  for i = 1, players do state[i] = 0 end
  return rules, state
end

local function lead(state, me, players)
  local value = players * state[me]
  for i = 1, players do value = value - state[i] end
  return value
end

describe("games of unusual kinds", function()
  for _, name in ipairs(unusual_games.NAMES) do
    it("have neither a defect nor a note: " .. name, function()
      local rules, state, options = unusual_games[name]()
      local seeds = effort.seeds(1, 2)
      for seed = seeds.first, seeds.last do
        options.seed, options.games = seed, 4
        silent(check(rules, state, options))
      end
    end)
  end
end)

describe("an `evaluate` that ignores `me`", function()
  local BLIND = {
    ["the lead of one player"] = function(state, _, players) return lead(state, 1, players) end,
    ["the points of all"] = function(state) return state[1] + 2 * state[2] + 3 * state[3] end,
  }
  for name, value in pairs(BLIND) do
    for players = 3, 4 do
      it(("is found with %d players: %s"):format(players, name), function()
        local finding = among(check(points(players, value)), "sign", "evaluate")
        contains(finding.message, "it ignores `me`", ("all %d players"):format(players), "Return what the state is")
      end)
    end
  end

  it("is found where states follow from `children`, and in `result`", function()
    local rules, state = points(3, BLIND["the lead of one player"])
    contains(among(check(restyled.by_children(rules), state), "sign", "evaluate").message, "it ignores `me`")
    contains(among(check(with(rules, {result = rules.evaluate}), state), "sign", "evaluate").message, "it ignores `me`")
  end)

  it("is right where nothing else is known of three players, and with max^n", function()
    silent(check(points(3, lead)))
    silent(check(points(4, lead)))
    local rules, state = points(3, lead)
    silent(check(with(rules, {evaluate = function(s) return {s[1], s[2], s[3]} end}), state, {algorithm = "maxn"}))
  end)
end)

describe("a team whose players are taken for opponents", function()
  local function team_lead(state, me)
    local margin = state[1] + state[3] - state[2] - state[4]
    return me % 2 == 1 and margin or -margin
  end

  -- Seat 1 offers, seat 3 accepts; the others have no choice that matters.
  local function offers()
    local rules = {}
    function rules.player(state) return state.seat end
    function rules.moves(state) return state.seat <= 4 and {"help us", "help them"} or {} end
    function rules.play(state, move)
      local after = copy(state)
      after.seat = state.seat + 1
      if state.seat == 1 then after.offered = move end
      if state.seat == 3 and state.offered == "help us" and move == "help us" then after.points = 1 end
      return after
    end
    function rules.evaluate(state, me) return me % 2 == 1 and state.points or -state.points end
    return rules, {seat = 1, points = 0}
  end

  it("is asked about: two players have the same values", function()
    for _, make in ipairs {offers, function() return points(4, team_lead) end} do
      local rules, state = make()
      local report = check(rules, state)
      none(report)
      contains(report, "player 1 and player 3 have the same value in all", "Are they a team?",
        "Let `player` return the team")
    end
  end)

  it("is right where `player` returns the team", function()
    local rules, state = points(4, team_lead)
    silent(check(with(rules, {player = function(s) return (s.turn - 1) % 2 + 1 end}), state))
  end)

  it("is none where two players have always lost", function()
    silent(check(points(3, function(state, me)
      if state.left > 0 then return 0 end
      return me == 1 and 2 or -1
    end)))
  end)
end)

describe("a `win` that no value reaches", function()
  local function half(rules)
    return with(rules, {evaluate = function(state, me) return rules.evaluate(state, me) / 2 end})
  end

  local function result(state, me) return state.turn == me and -1 or 1 end
  local function tenfold(state, me) return 10 * result(state, me) end

  it("is asked about", function()
    local of_result = nim {result = result}
    contains(check(of_result, small_games.start, {win = 100}), "option 'win' has no effect: none of",
      "was worth 100 or -100. At the end `result` returned -1 or 1", "or leave 'win' out")
    contains(check(half(tictactoe), tictactoe.new, {win = 1000, games = 8}), "option 'win' has no effect")
    contains(check(kalah, function() return kalah.new(4, 3) end, {win = 200, games = 15, nodes = 600}),
      "option 'win' has no effect", "At the end `evaluate` returned -")
    contains(check(with(of_result, {win = 2}), small_games.start), "option 'win' has no effect")
  end)

  it("is told by an explanation, where the end of the game was seen", function()
    local report = explain(small_games.start(), 9, {game = small_games.copying {result = result}, win = 100})
    contains(report, "Note: the game ends there, worth 1, and option 'win' is 100", "Return 100 or more for a won game")
    report = explain(small_games.start(), 9, {game = small_games.copying {result = tenfold}, win = 10})
    assert.is_nil(tostring(report):find("option 'win'", 1, true))
  end)

  it("is none where a game is worth it, or all are drawn", function()
    silent(check(small_games.by_result(nim {}, tenfold), small_games.start, {win = 10}))
    silent(check(tictactoe, tictactoe.new, {win = 1000, games = 8}))
    silent(check(nim {evaluate = function() return 0 end}, small_games.start, {win = 5}))
  end)
end)

describe("a function that chooses nothing", function()
  local new_connect4 = function() return connect4.new(5, 4) end
  local function check_connect4(functions)
    return check(with(connect4, functions), new_connect4, {win = connect4.WIN, games = 4})
  end

  it("is asked about: `noisy` lists all moves", function()
    contains(check_connect4 {noisy = connect4.moves}, "`noisy` lists all moves in all", "such as captures")
    contains(check(with(tictactoe, {noisy = tictactoe.moves}), tictactoe.new, {win = 1000, games = 6}),
      "`noisy` lists all moves in all")
  end)

  it("is asked about: `noisy` lists none", function()
    contains(check_connect4 {noisy = function() return {} end}, "`noisy` lists nothing in all")
  end)

  it("is asked about: `order` returns always the same", function()
    contains(check_connect4 {order = function() return 0 end}, "`order` returns the same number for all moves")
    contains(check(with(tictactoe, {order = function(state) return state.turn end}), tictactoe.new, {games = 6}),
      "`order` returns the same number for all moves")
  end)

  it("is none where it chooses now and then", function()
    silent(check_connect4 {order = connect4.centre_first})
    silent(check_connect4 {noisy = function(state)
      local list = connect4.moves(state) or {}
      return {list[2]}
    end})
  end)
end)

describe("a global variable that is nil", function()
  local load_text = loadstring or load -- luacheck: ignore
  local real = getmetatable(_G)

  -- A function from its source, which reads the true globals.
  local function from(source)
    local chunk = assert(load_text("return function(state, me) " .. source .. " end", "=game.lua"))
    if setfenv then setfenv(chunk, _G) end
    return chunk()
  end

  it("is asked about, with the name that is meant", function()
    local report = check(nim {evaluate = from [[
      local left = state.heap
      if lft == 0 then return state.turn == me and -1 or 1 end
      return 0]]}, small_games.start)
    none(report)
    contains(report, "note: the global variable 'lft' is read and is nil, at game.lua:2. Did you mean 'left'?")
    assert.are.equal(real, getmetatable(_G))
    contains(check(with(tictactoe, {order = from "return maht and 1 or 0"}), tictactoe.new, {games = 3}),
      "the global variable 'maht' is read and is nil, at game.lua:1. Did you mean 'math'?")
    contains(check(nim {moves = from "if somethingElse then return {} end return {}"}, small_games.start, {games = 1}),
      "the global variable 'somethingElse' is read and is nil, at game.lua:1. Is the name right?")
  end)

  it("is none where it is assigned later, or may be missing", function()
    local source = "known_values_of_nim = known_values_of_nim or {} if love or DEBUG then error 'no' end return 0"
    silent(check(nim {evaluate = from(source)}, small_games.start))
    _G.known_values_of_nim = nil
  end)

  it("leaves globals as they were after an error", function()
    local calls = 0
    assert.has_error(function()
      alphabeta.check(nim {}, function()
        calls = calls + 1
        if calls > 6 then error("no state", 0) end
        return small_games.start()
      end)
    end, "no state")
    assert.are.equal(real, getmetatable(_G))
  end)
end)

describe("a misspelt field of a game", function()
  it("is asked about", function()
    for name, row in pairs {repetition = {"repetion", 0}, value_min = {"value_mn", -1}, view = {"vieww", "max"}} do
      contains(check(nim {[row[1]] = row[2]}, small_games.start),
        ("a search never reads `%s`: did you mean '%s'?"):format(row[1], name))
    end
  end)

  it("is none where it is another thing", function()
    silent(check(nim {value_min = -1, value_max = 1, wins = 3, repetitions = 2, review = "x", repetition_ = {}},
      small_games.start))
  end)
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
        evaluate = function(state, me) return small_games.worth({heap = state.cells[0], turn = state.turn}, me) end,
      }
      local report = check(board, {cells = ffi.new("int[1]", 6), turn = 1})
      none(report)
      contains(report, "not tested: what moves change in 'cells', which is cdata")
    end)
  end)
end

-- Cause: a game of forced captures without `noisy` breaks no contract, but its searches end in the middle of exchanges.
describe("A game in which captures are forced", function()
  local games = {}
  for _, entry in ipairs(require "bench.support.rules_alone") do games[entry[1]] = entry[2] end

  local function notes_on(name, functions)
    local own = wrap.replace(games[name], functions)
    return table.concat(alphabeta.check(own, own.new, {games = 4, nodes = 600}).notes, "\n")
  end

  local function evaluate() return 0 end

  it("is asked for `noisy`", function()
    assert.matches("as where captures are forced", notes_on("draughts", {evaluate = evaluate}), 1, true)
  end)

  it("is not, if it has that, or no evaluation", function()
    for _, functions in ipairs {{evaluate = evaluate, noisy = function() return {} end}, {}} do
      assert.not_matches("captures are forced", notes_on("draughts", functions))
    end
  end)

  for _, name in ipairs {"kalah", "breakthrough"} do
    it("is not " .. name, function()
      assert.not_matches("captures are forced", notes_on(name, {evaluate = evaluate}))
    end)
  end
end)

it("an `evaluate` that is more than a won game is right in a game of points", function()
  local rules, state = points(2, function(s, me) return s[me] - s[3 - me] + (s.left > 0 and 100 or 0) end)
  assert.is_nil(findings.find(check(rules, state, {games = 20}), "bounds", "evaluate"))
end)

-- Cause: it took three different values to tell that `me` is ignored.
it("a `result` that ignores `me`, of two values only, is found with three players", function()
  local rules, state = points(3, function(s) return s[1] > 6 and 1 or -1 end)
  local report = check(small_games.by_result(rules, rules.evaluate), state, {games = 20, nodes = 600})
  contains(among(report, "sign", "result").message, "it ignores `me`")
end)

-- Cause: a payoff for a player that was never seen to move was not compared with anything; nor were payoffs with those
-- of the other players, or with those before a move.
describe("with max^n, it is asked about", function()
  for name, row in pairs {
    ["a player who is paid and never moves"] = {2, function(state) return {state[1], state[2], 5} end,
      "`evaluate` returns a payoff for player 3, who is never to move: `player` has returned 1, 2"},
    ["equal payoffs"] = {3, function(state) return {state[1], state[1], state[1]} end,
      "`evaluate`: all players have the same payoff in all "},
    ["a wrong sign"] = {3, function(state) return {-state[1], -state[2], -state[3]} end,
      "`evaluate`: nearly all moves are bad for the player who makes them", "Is the sign wrong"},
  } do
    it(name, function()
      local rules, state = points(row[1], row[2])
      local report = check(rules, state, {algorithm = "maxn", games = 12})
      none(report)
      contains(report, row[3], row[4])
    end)
  end
end)
