--- Adds an opponent to main.lua, a game for LÖVE that you did not write: the computer is player 2.
--
-- Put this file and `alphabeta.lua` beside main.lua. Then add one line at the end of main.lua:
--
--     require "opponent"
--
-- docs/modding.md describes it.

local alphabeta = require "alphabeta"

-- The game can test whether a move is legal: it is asked about all that are possible.
local function moves()
  local list, forward = {}, turn == 2 and 1 or -1
  for from = 0, SIZE * SIZE - 1 do
    local x, y = from % SIZE + 1, math.floor(from / SIZE) + 1
    for to = x - 1, x + 1 do
      if can_go(x, y, to, y + forward) then list[#list + 1] = {x, y, to, y + forward} end
    end
  end
  return list
end

-- Pawns, each worth more the further it has come.
local function worth(owner, y) return owner == 1 and 10 + SIZE - y or owner == 2 and -9 - y end

return alphabeta.opponent {
  hook = true, me = 2, time = 0.5, state = "the globals",
  game = alphabeta.snapshot {
    changes = {"cells", "turn", "winner", "selected", "message"}, -- what `go` changes
    mute = {"click_sound", "remember"}, -- not heard, and not taken for moves that can be undone
    player = function() return turn end, is_over = function() return winner ~= nil end, moves = moves,
    play = function(_, move) go(unpack(move)) end,
    result = function(_, me) return (winner or 3 - turn) == me and 1000 or -1000 end,
    evaluate = function(_, me) return alphabeta.count(cells, worth) * (me == 1 and 1 or -1) end,
  },
}
