-- The best move after an opening of connect four, and what it took: "opening:move:nodes".

local alphabeta = require "alphabeta.love"
local connect4 = require "games.connect4"

local rules = connect4.hashed

return function(opening)
  local state = rules.new()
  for column in opening:gmatch "%d" do rules.make(state, tonumber(column)) end
  local best, _, info = alphabeta.search(state, {depth = 8}, {game = rules, win = connect4.WIN})
  return ("%s:%d:%d"):format(opening, best, info.nodes)
end
