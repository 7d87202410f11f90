-- What a match says: its messages about mistakes of a game, a player or an option; its report; its line of progress.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local games = require "spec.support.match_games"
local message_of = require "spec.support.message_of"
local wrap = require "spec.support.wrap"

local match = alphabeta.match
local NIM, after, heap_of, takes, turn, worth =
  games.NIM, games.after, games.heap_of, games.takes, games.turn, games.worth

local HINT = "; alphabeta.check finds out whether the functions of the game are consistent"
local BASE = {game = NIM.copying, state = heap_of(5), games = 4}
local ALL = "clear, game, games, limits, limits_a, limits_b, max_player, max_plies, on_game, openings, progress, "
  .. "random_plies, repetition, score, seed, sprt, state, value_max, value_min, value_sum, view, win"

-- A player who takes one, and functions that make others.
local function one(state) return state.heap > 0 and 1 or nil end

local function says(move) return function() return move end end

local function fails() error("no idea", 0) end

-- A player who takes one, but does something else when it is asked for the third time in its second game.
local function on_third(act)
  local asked = 0
  return function(state)
    asked = asked + 1
    if asked == 7 then return act(state) end
    return 1
  end
end

-- Options with a game one of whose functions returns something else.
local function broken(name, answer)
  local function broken_function(...)
    if type(answer) == "function" then return answer(...) end
    return answer
  end
  return {game = setmetatable({[name] = broken_function}, {__index = NIM.copying})}
end

-- Nim whose moves are tables that say why.
local CONTENT = {game = {
  player = turn, evaluate = worth,
  moves = function(state)
    return {{take = 1, why = {"because"}}, state.heap > 1 and {take = 2, why = {"because"}} or nil}
  end,
  play = function(state, move) return after(state, move.take) end,
}}

local SHARED = {heap = 5, turn = 1}
local function again()
  SHARED.heap, SHARED.turn = 5, 1
  return SHARED
end

-- The message, without what every one begins with; options that are changed ("none": left out); the players.
local MESSAGES = {
  -- players
  {"game 3, ply 3, player a: expected one of the moves of the game, got 4" .. HINT, {}, on_third(says(4))},
  {"game 1, ply 2, player b: expected one of the moves of the game, got 'pass'" .. HINT, {}, one, says "pass"},
  {"game 3, ply 3, player a: expected a move, got nil, and the game is not over", {}, on_third(says(nil))},
  {"game 1, ply 1, player a: expected one of the moves of the game, got {take = 2}; the closest one is "
    .. '{take = 2, why = {"because"}}, which differs in why: nil here, {"because"} there' .. HINT,
    CONTENT, says {take = 2}},
  {"game 3, ply 4, player b: no idea\nstack traceback:", {}, one, on_third(fails), is_start = true},
  -- functions of the game
  {"game 1, ply 1, callback 'moves': expected an array, an iterator or nil, got boolean", broken("moves", true)},
  {"game 1, ply 1, callback 'play': expected a state, got nil", broken("play", nil)},
  {"game 1, ply 1, callback 'player': expected a player, got nil", broken("player", nil)},
  {"game 1, ply 3, callback 'player': expected one of two players, got a third one, 3",
    broken("player", function(state) return state.heap end)},
  {"game 1, ply 6, callback 'evaluate': expected a number, got 'won'", broken("evaluate", "won")},
  {"game 1, ply 6, callback 'evaluate': expected a number, got NaN", broken("evaluate", 0 / 0)},
  {"game 1, ply 1, callback 'chances': expected an array or nil, got 1", broken("chances", 1)},
  {"game 1, ply 1, callback 'chances': entry 1: expected 'probability' to be a number of 0 or more, got nil",
    broken("chances", {{outcome = 1}})},
  {"game 1, ply 1, callback 'chances': expected probabilities that add up to 1, got a sum of 0.5",
    broken("chances", {{probability = 0.5, outcome = 1}})},
  {"game 1, ply 1, callback 'chances': entry 1: expected 'outcome' to be a move or a state, got nil",
    broken("chances", {{probability = 1}})},
  {"game 1, ply 1, callback 'chances': expected a decision or the end after 1000 chance nodes in a row",
    broken("chances", {{probability = 1, outcome = 0}})},
  -- what an option brings
  {"game 1, ply 6, option 'score': expected a number, got nil", {score = function() end}},
  {"game 2, option 'state': expected a new state for each game, got the same one again",
    {game = NIM["in place"], state = again}},
  {"game 1, option 'state': expected a function that returns a new state, because the game is played in place",
    {game = NIM["in place"], state = {heap = 5, turn = 1}, openings = {{1}}}},
  {"game 3, ply 2, option 'openings' at index 2: move 2: expected one of the moves of the game, got 4" .. HINT,
    {openings = {{1}, {1, 4}}}},
  {"game 1, ply 3, option 'openings' at index 1: the game is over before the first move", {openings = {{3, 2}}}},
  {"game 1, ply 1, option 'state': the game is over before the first move", {state = heap_of(0)}},
  {"game 1, option 'state': expected a state, got nil", {state = function() end}},
  {"game 1, option 'state': no board\n", {state = function() error("no board", 0) end}, is_start = true},
  {"game 1, option 'random_plies': 100 games in a row were over within 5 plies", {random_plies = 5}},
  {"game 1, option 'state': callback 'moves': expected a function with 'make' ", {game = "none", state = {}},
    is_start = true},
  -- arguments and options
  {"argument 'a': expected a searcher or a function, got nil", {}, false},
  {"argument 'b': expected a searcher or a function, got table", {}, one, {}},
  {"unknown option 'colour' (valid: " .. ALL .. ")", {colour = 1}},
  {"option 'games': expected an even integer of 2 or more, got 3", {games = 3}},
  {"option 'games': expected an even integer of 2 or more, got nil", {games = "none"}},
  {"option 'state': expected a state, or a function that returns one, got nil", {state = "none"}},
  {"option 'state': expected a state, or a function that returns one, got nil", {state = "none", openings = {{1}}}},
  {"option 'openings': expected an array of functions and lists of moves, not empty, got table", {openings = {}}},
  {"option 'openings': expected a function or a list of moves at index 1, got '44'", {openings = {"44"}}},
  {"option 'game': expected a game (a table of functions), got 7", {game = 7}},
  {"callback 'evaluate': expected a function, or 'result' or option 'score' in its place, got nil",
    {game = {moves = takes, play = after}}},
  {"option 'score': needed in a game without 'player', unless the view is 'mover'",
    {game = {moves = takes, play = after, evaluate = worth}}},
  {"option 'limits': expected a depth or a table of options, got '4'", {limits = "4"}},
  {"option 'limits_a': expected nothing, because player a is a function, got 4", {limits_a = 4}},
  {"option 'max_plies': expected an integer of 1 or more, or math.huge, got 0", {max_plies = 0}},
  {"option 'on_game': expected a function, got 1", {on_game = 1}},
  {"option 'progress': expected true, false or a file, got 'yes'", {progress = "yes"}},
  {"option 'random_plies': expected an integer from 0 to 1000, got -1", {random_plies = -1}},
  {"option 'random_plies': expected less than 'max_plies', got 9", {random_plies = 9, max_plies = 9}},
  {"option 'seed': expected an integer, got 0.5", {seed = 0.5}},
  {"option 'clear': expected true or false, got 1", {clear = 1}},
  {"option 'view': expected 'max', 'mover' or 'player', got 'root'", {view = "root"}},
  {"option 'sprt.elo1': expected a number from -4000 to 4000, got nil", {sprt = {elo0 = 0}}},
  {"option 'sprt.elo1': expected more than 'sprt.elo0', got 0", {sprt = {elo0 = 5, elo1 = 0}}},
  {"option 'sprt.elo1': expected more than 'sprt.elo0', got 5", {sprt = {elo0 = 5, elo1 = 5}}},
  {"option 'sprt.alpha': expected a number from 1e-9 to 0.5, got 0", {sprt = {elo0 = 0, elo1 = 5, alpha = 0}}},
  {"unknown option 'sprt.gamma' (valid: alpha, beta, elo0, elo1)", {sprt = {elo0 = 0, elo1 = 5, gamma = 0}}},
}

for _, row in ipairs(MESSAGES) do
  it("A match says: " .. row[1], function()
    local options = wrap.replace(BASE, row[2])
    for name, value in pairs(options) do if value == "none" then options[name] = nil end end
    local a = row[3]
    if a == nil then a = one end
    local message = message_of(match, a or nil, row[4] or one, options)
    assert.equal("alphabeta.match: " .. row[1], row.is_start and message:sub(1, 17 + #row[1]) or message)
  end)
end

it("Other errors are passed on as they are, after the line of progress", function()
  local err, written = {}, nil
  local file = {write = function(_, text) written = text end}
  assert.equal(err, failure(match, function() error(err) end, one, wrap.replace(BASE, {progress = file})))
  assert.equal("enough", failure(match, one, one, wrap.replace(BASE, {on_game = function() error("enough", 0) end})))
  failure(match, on_third(function() end), one, wrap.replace(BASE, {progress = file}))
  assert.equal("\n", written)
  local game = setmetatable({win = 10}, {__index = NIM.copying})
  local a, b = alphabeta.new(game, {depth = 3}), alphabeta.new(game, {depth = 1})
  assert.equal("alphabeta.match: option 'win': expected 10, as for player a, got 11",
    message_of(match, a, b, {state = heap_of(7), games = 2, win = 11}))
  assert.matches("must agree on what values mean: 'view' is 'max' for player a and 'mover' for player b",
    message_of(match, a, alphabeta.new(game, {depth = 1, view = "mover"}), {state = heap_of(7), games = 2}))
end)

-- The report and the line of progress --------------------------------------------------------------------------------

-- A match whose games player a wins, draws and loses as a script of W, D and L says.
local function scripted(script, options)
  local words, n = {W = 1, D = 2, L = 3}, 0
  local game = {
    player = turn,
    moves = function(state) return not state.said and {1, 2, 3} or nil end,
    play = function(state, word) return {turn = 3 - state.turn, said = word} end,
    evaluate = function(state, me) return (state.turn == me and -1 or 1) * (2 - (state.said or 2)) end,
  }
  local function say(sign)
    return function()
      n = n % #script + 1
      return 2 + sign * (words[script:sub(n, n)] - 2)
    end
  end
  return match(say(1), say(-1), wrap.replace({game = game, state = {turn = 1}, games = #script}, options or {}))
end

local TEST = {elo0 = 0, elo1 = 10}

-- A file that keeps what is written into it.
local function new_file()
  local file = {written = {}, flushed = 0}
  function file:write(...) self.written[#self.written + 1] = table.concat {...} end
  function file:flush() self.flushed = self.flushed + 1 end
  return file
end

describe("The report of a match", function()
  it("sums the games up", function()
    for script, text in pairs {
      WWLDWLDDWL = "10 games: 4 won, 3 drawn, 3 lost, score 55.0 %; 4 of 5 pairs repeat an opening\n"
        .. "Elo +34.9, 95 % interval -115.2 to +234.1, likelihood of superiority 68.6 %\n"
        .. "moving first: 3 won, 1 drawn, 1 lost; second: 1 won, 2 drawn, 2 lost\n"
        .. "SPRT of +0.0 against +10.0: LLR 0.06 (-2.94, 2.94), undecided",
      WWWWWW = "Elo +inf, 95 % interval +", LLLLLL = "Elo -inf, 95 % interval -inf to -", WLDD = "Elo +0.0, ",
    } do
      local found = tostring(scripted(script, {sprt = TEST}))
      assert(found:find(text, 1, true), found)
    end
  end)

  it("says how many games were cut short", function()
    local report = match(one, one, {game = NIM.copying, state = heap_of(9), games = 2, max_plies = 3})
    assert.is_truthy(tostring(report):find("2 of the draws by max_plies", 1, true))
  end)
end)

describe("Reports of matches", function()
  local load = loadstring or load -- luacheck: ignore

  it("can be added up, also one that was dumped", function()
    local options = {sprt = {elo0 = 0, elo1 = 50}}
    local first, other = scripted("WWLDWLDDWL", options), scripted("LLWD", options)
    local both = scripted("WWLDWLDDWLLLWD", options)
    both.reason = nil
    both.seed, both.repeated = nil, first.repeated + other.repeated
    assert.same(both, first + other)
    assert.same(both, first + load("return " .. other:dump())())
    assert.equal(tostring(first + other), tostring(both))
  end)

  it("are all that can be added", function()
    local report = scripted("WL")
    for _, wrong in ipairs {7, {}, {first = {}}, {first = {}, second = {}, pairs = {}}} do
      assert.error_matches(function() return report + wrong end,
        "alphabeta.match: expected a report, or the table of its 'dump', to be added", 1, true)
    end
  end)
end)

describe("The line of progress", function()
  it("is written over the one before, and ends with the match", function()
    local file, longest = new_file(), 0
    scripted("LLWLWW", {progress = file, sprt = TEST})
    local written = file.written
    assert.equal("\rgame 1 of 6: +0 =0 -1, Elo -inf (-inf, +inf), LLR 0.00 (-2.94, 2.94)", written[1])
    assert.same({6, "\n"}, {file.flushed, written[#written]})
    for i = 1, 6 do
      assert.is_true(#written[i] >= longest) -- blanks cover the rest of a longer one
      longest = #(written[i]:gsub(" +$", ""))
    end
    assert.is_truthy(written[6]:find(" +$"))
  end)

  it("goes to the error output, or nowhere", function()
    local stderr, file = io.stderr, new_file()
    rawset(io, "stderr", file)
    local ok, err = pcall(function()
      scripted("WW", {progress = false})
      scripted("WW", {progress = true})
    end)
    rawset(io, "stderr", stderr)
    assert(ok, err)
    assert.equal(3, #file.written)
  end)
end)
