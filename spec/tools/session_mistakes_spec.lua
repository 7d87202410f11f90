-- What a session says of wrong options, arguments and saved games.

local alphabeta = require "alphabeta"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

describe("A mistake in a session", function()
  local game, without_player = small_games.NIM["in place"], wrap.replace(small_games.NIM["in place"], {})
  local state = {heap = 5, turn = 1}
  without_player.player = nil
  for _, row in ipairs {
    {{}, "option 'new': expected a function, or option 'state' in its place, got nil"},
    {{game = game, state = state, new = function() end}, "option 'new' takes the place of option 'state'"},
    {game, "argument 'options': expected a table of options, got a game: it goes into option 'game'"},
    {{game = game, state = print}, "option 'state': expected a state, or a function that makes one as option 'new'"},
    {{new = function() end}, "option 'game': expected a table with the functions of the game, got nil"},
    {{game = {moves = game.moves}, state = state}, "callback 'moves': expected a function with 'make' and 'unmake'"},
    {{game = without_player, state = state}, "it needs a game with 'player'"},
    {{game = game, new = function() end}, "option 'new': expected a function that returns a state, got nil"},
    {{game = game, state = state, player = {}}, "unknown option 'player', did you mean 'players'"},
    {{game = game, state = state, seed = -1}, "option 'seed': expected an integer from 0 to 2147483647, got %-1"},
    {{game = game, state = state, players = {5}}, "option 'players': expected the options of a computer player, or a "
      .. "person's name, got 5"},
    {{game = game, state = state, players = {{levl = 5}}}, "unknown option 'levl', did you mean 'level'"},
    {{game = game, state = state, players = {{colour = 1}}}, "unknown option 'colour' %(valid: algorithm, alpha, "
      .. "at_least, avoid, beta, clock, deals, deepening, depth, exclude, hash, hash_ignore, level, max_player, "
      .. "maximize, multipv, name, nodes, null_move, on_iteration, on_resign, on_thinking, only, order, pause, ponder, "
      .. "quiescence, reductions, repetition, seed, slice, table, think, ties, time, trace, value_max, value_min, "
      .. "value_sum, view, win, without%)"},
    {{game = game, state = state, players = {{level = 11}}}, "option 'level': expected an integer from 1 to 10"},
    {{game = game, state = state, players = {{me = 1}}}, "the session itself sets option 'me' of a player"},
    {{game = game, state = state, players = {{hook = true}}}, "unknown option 'hook'"},
    {{game = game, state = state, players = {{name = 5}}}, "option 'name': expected a string, got 5"},
    {{game = wrap.replace(game, {moves = function() return "all" end}), state = state},
      "callback 'moves': expected an array, an iterator or nil, got 'all'"},
  } do
    it("is named: " .. row[2], function()
      local ok, message = pcall(function() alphabeta.session(row[1]) end)
      assert.is_false(ok)
      assert.is_truthy(message:find("alphabeta.session: " .. row[2]), message)
    end)
  end

  it("in an argument is named", function()
    local session = alphabeta.session {game = game, state = state}
    for _, row in ipairs {
      {"load", nil, "argument 'text': expected a string that 'save' has returned, got nil"},
      {"hint", 1, "argument 'on_hint': expected a function, got 1"},
    } do
      local ok, message = pcall(function() session[row[1]](session, row[2]) end)
      assert.is_false(ok)
      assert.is_truthy(message:find("session_mistakes_spec.lua:%d+: session:" .. row[1] .. ": " .. row[3]), message)
    end
    for name, method in pairs(getmetatable(session)) do
      local _, message = pcall(function() method(1) end)
      local expected = ("_spec.lua:%%d+: session:%s: write a colon, session:%s%%(...%%), in place"):format(
        name, name)
      assert.is_truthy(name == "__index" or message:find(expected), name)
    end
    for text, expected in pairs {
      [""] = "it is no saved game", ["chess 1 4"] = "it is no saved game",
      ["alphabeta 1 9999999999"] = "it is no saved game", ["alphabeta 2 4"] = "a saved game of version 2, not 1",
      ["alphabeta 1 4 4"] = "move 1 of it cannot be played",
    } do
      local done, message = session:load(text)
      assert.is_nil(done)
      assert.is_truthy(message:find(expected, 1, true), message)
    end
  end)
end)
