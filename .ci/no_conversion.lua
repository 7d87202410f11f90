-- Calls the searches and tools of the engine in Lua on a Lua that is built with LUA_NOCVTN2S: a number is no text
-- there, and `..` of one is an error.
--   lua .ci/no_conversion.lua

local alphabeta = require "alphabeta.fallback"
local tree = require "alphabeta.tree"

assert(not pcall(function() return 1 .. "" end), "this Lua converts numbers to texts")

for _, name in ipairs {"tictactoe", "connect4", "dots_and_boxes", "kalah", "chess"} do
  local game = require("games." .. name)
  local keyless = {}
  for field, value in pairs(game) do keyless[field] = value end
  keyless.hash = nil
  alphabeta.search(game.new(), 2, {game = keyless, hash = "auto"})
  alphabeta.search(game.new(), {nodes = 60}, {game = game, algorithm = "uct"})
  tostring(alphabeta.check(game, game.new, {games = 2, nodes = 50}))
  tostring(alphabeta.explain(game.new(), 2, {game = game}))
  tostring(tree.search(game.new(), 2, {game = game}))
  local players = {alphabeta.new(game, {depth = 1}), alphabeta.new(game, {algorithm = "uct", nodes = 10})}
  tostring(alphabeta.match(players[1], players[2], {game = game, state = game.new, games = 2, max_plies = 10}))
  local opponent = alphabeta.opponent {
    game = game, state = game.new(), turn = function() return true end, nodes = 20, play = function() end,
  }
  for _ = 1, 10 do opponent:update(1 / 60) end
  print(name)
end
