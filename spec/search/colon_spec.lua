-- Functions of a game that are declared with a colon.
--
-- Cause: the habit of class libraries, `function game:moves(state)`. The state arrives as `self`, and the parameter
-- after it is nil. The error says "attempt to index a nil value", of a state that was given.

local alphabeta = require "alphabeta"

local function new_game()
  local game = {}
  function game:moves(s) -- luacheck: ignore
    local list = {}
    for take = 1, math.min(3, s.heap) do list[take] = take end
    return list
  end
  function game:play(s, take) return {heap = s.heap - take, turn = 3 - s.turn} end -- luacheck: ignore
  function game:result(s, me) return s.turn == me and -1 or 1 end -- luacheck: ignore
  return game
end

local HINT = "whose first parameter is 'self'. Is it declared with a colon?"

local function error_of(game, state)
  local ok, message = pcall(alphabeta.search, state, 4, {game = game})
  assert.is_false(ok)
  return message
end

describe("a function that is declared with a colon", function()
  it("is named in the error", function()
    local message = error_of(new_game(), {heap = 7, turn = 1})
    assert.is_truthy(message:find("in callback 'moves' at ply 0, " .. HINT, 1, true), message)
    local game = new_game()
    function game:player(s) return s.turn end -- luacheck: ignore
    message = error_of(game, {heap = 7, turn = 1})
    assert.is_truthy(message:find("in callback 'player' at ply 0, " .. HINT, 1, true), message)
  end)

  it("is right where the state has functions of its own", function()
    local class = {}
    class.__index = class
    function class:moves() return {self.nothing.there} end
    function class:play() return self end
    function class:evaluate() return self.heap end
    local ok, message = pcall(alphabeta.search, setmetatable({heap = 1}, class), 2)
    assert.is_false(ok)
    assert.is_truthy(message:find("in callback 'moves'", 1, true), message)
    assert.is_nil(message:find(HINT, 1, true), message)
  end)

  it("is not suspected where no parameter is called 'self'", function()
    local game = {moves = function(s) return {s.nothing.there} end, play = function(s) return s end}
    game.evaluate = function() return 0 end
    local message = error_of(game, {heap = 1})
    assert.is_nil(message:find(HINT, 1, true), message)
  end)
end)
