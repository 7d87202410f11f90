-- What an opponent says of wrong options and arguments. An error of a function that it calls leaves it ready to go
-- on; that it is raised as it is, is in random_match, errors of debug hooks are in interference_spec.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local framed_nim = require "spec.support.framed_nim"
local wrap = require "spec.support.wrap"

local nim, with, begin = framed_nim.rules, framed_nim.with, framed_nim.begin
local NONE = {} -- an option that is not given

local function turn() return true end
local function start() return {heap = 3, turn = 1} end

local NEEDS_GAME = "option 'game': expected a table with the functions of the game, or a state that has them, got nil"
local CLOCK = "option 'clock': expected a clock, {left = seconds, increment = seconds}, "
local NEEDS_PLAY = "option 'play': expected a function, because the moves of this game do not change the state, got nil"

describe("An opponent says what is wrong with", function()
  local copying = {moves = nim.moves, play = function(state, take) return state - take end, evaluate = nim.evaluate}

  -- What is given beside or in place of `nim`, a state, `turn` and `play`, and the message, whole or its beginning.
  for _, row in ipairs {
    {{state = NONE}, "option 'state': expected a state, or a function that returns one, got nil"},
    {{slice = 0}, "option 'slice': expected a number of seconds greater than 0, got 0"},
    {{on_thinking = 3}, "option 'on_thinking': expected a function, got 3"},
    {{ponder = 1}, "option 'ponder': expected a boolean, got 1"},
    {{exclude = {"a..b"}}, "option 'exclude': expected paths of fields, such as 'board.timer', got 'a..b'"},
    {{depth = -1}, "option 'depth': expected "},
    {{hook = true}, "option 'hook' needs LÖVE"},
    {{tim = 1}, "unknown option 'tim', did you mean 'time'?"},
    {{tiem = 1}, "unknown option 'tiem', did you mean 'time'?"},
    {{rules = nim}, "unknown option 'rules', did you mean 'game'?"},
    {{game = {}}, ""},
    {{game = copying, play = NONE}, NEEDS_PLAY},
    {
      {game = copying, play = copying.play},
      "option 'play': expected a function that keeps what 'play' of the game returns, got that function",
    },
    {{game = copying, turn = NONE, me = 1}, "option 'me' needs a game with 'player'"},
    {{me = 1}, "option 'me' takes the place of option 'turn': give one of them"},
    {
      {turn = NONE},
      "option 'me': expected the player that the opponent plays, or option 'turn' in its place, got nil",
    },
    {{game = NONE, state = {}}, NEEDS_GAME},
    {{on_move = print}, "option 'on_move' takes the place of option 'play': give one of them"},
    {{at_least = -1}, "option 'at_least': expected a number of seconds, 0 or more, got -1"},
    {{clock = 5}, CLOCK .. "or a function that returns one, got 5"},
    {{clock = {}}, CLOCK .. "or a function that returns one, got table"},
    {{pause = -1}, "option 'pause': expected a number of seconds, 0 or more, got -1"},
  } do
    it("its options: " .. row[2], function()
      local options = wrap.replace({game = nim, state = start(), turn = turn, play = print}, row[1])
      for name, value in pairs(row[1]) do
        if value == NONE then options[name] = nil end
      end
      assert.are.equal("alphabeta.opponent: " .. row[2], failure(alphabeta.opponent, options):sub(1, 20 + #row[2]))
    end)
  end

  it("a call without options", function()
    assert.are.equal("alphabeta.opponent: argument 'options': expected a table, got nil", failure(alphabeta.opponent))
  end)

  it("what only a state can show, when there is one", function()
    local methods = wrap.replace(copying, {})
    function methods.play(state, take) return setmetatable({heap = state.heap - take}, {__index = methods}) end
    local function as_text(state) return state.turn == 1 and "white" or "black" end
    for _, row in ipairs {
      {{state = function() return {} end, me = 1}, NEEDS_GAME},
      {
        {turn = turn, depth = 2, state = function() return setmetatable({heap = 3}, {__index = methods}) end},
        NEEDS_PLAY,
      },
      {{game = nim, turn = turn, deals = 3, state = start(), play = print}, "option 'deals' needs a game with 'deal'"},
      {
        {game = nim, state = start(), me = 1, clock = function() return {left = "ten"} end},
        CLOCK .. "got 'ten' as 'left'",
      },
      {{game = nim, state = start(), me = "2"}, "option 'me': expected a number, as 'player' returns it, got '2'"},
      {
        {game = with {player = as_text}, state = start(), me = 2},
        "option 'me': expected a string, as 'player' returns it, got 2",
      },
    } do
      local opponent = alphabeta.opponent(row[1])
      local ok, message
      repeat ok, message = pcall(opponent.update, opponent) until not ok
      assert.are.equal("alphabeta.opponent: " .. row[2], message)
    end
    for _, row in ipairs {{7, nim.player}, {"white", function() return nil end}} do -- it may be a player yet to come
      assert.is_boolean(alphabeta.opponent({game = with {player = row[2]}, state = start(), me = row[1]}):update())
    end
  end)

  it("the arguments of its methods", function()
    local opponent = begin().opponent
    for _, row in ipairs {
      {"update", -1, nil, "opponent:update: argument 'seconds': expected a number of seconds, 0 or more, got"},
      {"update", 0, "x", "opponent:update: argument 'spent': expected a number of seconds, 0 or more, got"},
      {
        "set_level", 11, nil,
        "opponent:set_level: argument 'level': expected an integer from 1 to 10, or a function, got 11",
      },
      {"hint", 3, nil, "opponent:hint: argument 'on_hint': expected a function, got 3"},
    } do
      assert.is_truthy(failure(opponent[row[1]], opponent, row[2], row[3]):find(row[4], 1, true))
    end
    for _, name in ipairs {"update", "hint", "thinking", "set_level", "pause", "resume", "stop", "close"} do
      local ok, message = pcall(function() opponent[name](3) end)
      assert.is_false(ok)
      assert.matches(("_spec.lua:%%d+: opponent:%s: write a colon, opponent:%s%%(...%%), in place of the dot$"):format(
        name, name), message)
    end
    opponent:close()
    for name, argument in pairs {update = 0, hint = print, set_level = 3} do
      local ok, message = pcall(function() opponent[name](opponent, argument) end)
      assert.is_false(ok)
      assert.matches("_spec.lua:%d+: opponent:" .. name .. ": the opponent is closed$", message)
    end
    for _, name in ipairs {"pause", "resume", "stop", "close"} do opponent[name](opponent) end
    assert.is_false(opponent:thinking())
  end)
end)

describe("An error", function()
  -- The first error of an opponent with these options, which leaves the state as it is.
  local function raised_by(options)
    local session = begin(options, 7)
    local ok, err
    repeat ok, err = pcall(session.opponent.update, session.opponent, 1 / 60) until not ok
    assert.are.same({heap = 7, turn = 1}, session.state)
    return err, session
  end

  it("of a function of the game is raised with its traceback, and the opponent goes on afterwards", function()
    local fails = true
    local message, session = raised_by {game = with {evaluate = function(...)
      if fails then error "this fails" end
      return nim.evaluate(...)
    end}}
    assert.matches("this fails.*stack traceback:.*opponent_errors_spec", message)
    fails = false
    session:think()
    assert.are.equal(4, session.state.heap)
  end)

  -- Without this, a mistake in the option `level` would never be told: it is called when the search stops.
  it("of a function that is called when the search stops is raised by close, and the opponent is closed", function()
    local calls = 0
    local session = begin({depth = 1000, level = function()
      calls = calls + 1
      error("no level", 0)
    end}, 40)
    session:frames(500)
    local opponent = session.opponent
    assert.are.same({0, true}, {calls, opponent:thinking()})
    assert.matches("^no level\n\t%(alphabeta: in callback 'level'", failure(opponent.close, opponent))
    assert.are.same({1, {heap = 40, turn = 1}}, {calls, session.state})
    opponent:close()
    assert.matches("opponent:update: the opponent is closed", failure(opponent.update, opponent, 1 / 60))
  end)
end)
