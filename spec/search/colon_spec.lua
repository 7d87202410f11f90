-- Functions of a game that are declared with a colon.
--
-- Cause: the habit of class libraries, `function game:moves(state)`. The state arrives as `self`, and the parameter
-- after it is nil. The error says "attempt to index a nil value", of a state that was given.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"

local HINT = ", whose first parameter is 'self'. Is it declared with a colon?"

-- Fails unless a search names the function, and gives the hint or not.
local function names(name, hints, state, game)
  local message = failure(alphabeta.search, state, 4, {game = game})
  assert.is_truthy(message:find("in callback '" .. name .. "' at ply 0", 1, true), message)
  assert.equal(hints, message:find(HINT, 1, true) ~= nil, message)
end

describe("A function that is declared with a colon", function()
  it("is named in the error", function()
    local game = {}
    function game:moves(s) return s.heap > 0 and {1} or {} end -- luacheck: ignore
    function game:play(s, take) return {heap = s.heap - take, turn = 3 - s.turn} end -- luacheck: ignore
    function game:result(s, me) return s.turn == me and -1 or 1 end -- luacheck: ignore
    names("moves", true, {heap = 7, turn = 1}, game)
    function game:player(s) return s.turn end -- luacheck: ignore
    names("player", true, {heap = 7, turn = 1}, game)
  end)

  it("is right where the state has functions of its own", function()
    local class = {}
    class.__index = class
    function class:moves() return {self.nothing.there} end
    function class:play() return self end
    function class:evaluate() return self.heap end
    names("moves", false, setmetatable({heap = 1}, class))
  end)

  it("is not suspected where no parameter is called 'self'", function()
    local game = {moves = function(s) return {s.nothing.there} end, play = function(s) return s end}
    game.evaluate = function() return 0 end
    names("moves", false, {heap = 1}, game)
  end)
end)
