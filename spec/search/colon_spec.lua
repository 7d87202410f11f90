-- Functions of a game that are declared with a colon.
--
-- Cause: the habit of class libraries, `function game:moves(state)`. The state arrives as `self`, and the parameter
-- after it is nil. The error says "attempt to index a nil value", of a state that was given.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local wrap = require "spec.support.wrap"

local HINT = ", whose first parameter is 'self'. Is it declared with a colon?"

local class = {}
class.__index = class
function class:moves() return {self.nothing.there} end
function class:play() return self end
function class:evaluate() return self.heap end

local game = {}
function game:moves(s) return s.heap > 0 and {1} or {} end -- luacheck: ignore
function game:play(s, take) return {heap = s.heap - take, turn = 3 - s.turn} end -- luacheck: ignore
function game:result(s, me) return s.turn == me and -1 or 1 end -- luacheck: ignore
local with_player = wrap.replace(game, {})
function with_player:player(s) return s.turn end -- luacheck: ignore

local function self_by_another_name(s) return {s.nothing.there} end

it("A function that is declared with a colon is named in the error, but not where its state has methods", function()
  for _, row in ipairs {
    {"moves", true, {heap = 7, turn = 1}, game}, {"player", true, {heap = 7, turn = 1}, with_player},
    {"moves", false, setmetatable({heap = 1}, class)},
    {"moves", false, {heap = 1}, wrap.replace(class, {moves = self_by_another_name})},
  } do
    local message = failure(alphabeta.search, row[3], 4, {game = row[4]})
    assert.is_truthy(message:find("in callback '" .. row[1] .. "' at ply 0", 1, true), message)
    assert.equal(row[2], message:find(HINT, 1, true) ~= nil, message)
  end
end)
