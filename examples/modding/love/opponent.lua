--- Adds an opponent to main.lua, a game for LÖVE that somebody else wrote: the computer is player 2.
--
-- Put this file beside main.lua, and the module into the same folder (`make love-add GAME=folder`); then add one line
-- at the end of main.lua:
--
--     require "opponent"
--
-- docs/modding.md describes it.

local alphabeta = require "alphabeta.love"

local WIN = 1000

-- A move is a number of four digits: from x, y to x, y.
local function numbers_of(move)
  return math.floor(move / 1000), math.floor(move / 100) % 10, math.floor(move / 10) % 10, move % 10
end

-- The game can test whether a move is legal: it is asked about all that are possible.
local function moves()
  local list, forward = {}, turn == 2 and 1 or -1
  for y = 1, SIZE do
    for x = 1, SIZE do
      for side = -1, 1 do
        if can_go(x, y, x + side, y + forward) then
          list[#list + 1] = x * 1000 + y * 100 + (x + side) * 10 + y + forward
        end
      end
    end
  end
  return list
end

-- Pawns, each worth more the further it has come.
local function evaluate(_, me)
  if winner then return winner == me and WIN or -WIN end
  local worth = 0
  for y = 1, SIZE do
    for x = 1, SIZE do
      if cells[y][x] == 1 then worth = worth + 10 + SIZE - y end
      if cells[y][x] == 2 then worth = worth - 10 - y + 1 end
    end
  end
  return me == 1 and worth or -worth
end

local game = alphabeta.snapshot {
  changes = {"cells", "turn", "winner", "selected", "message"}, -- what `go` changes
  mute = {"click_sound", "remember"}, -- not heard, and not taken for moves that can be undone
  moves = moves,
  play = function(_, move) go(numbers_of(move)) end,
  player = function() return turn end,
  is_over = function() return winner ~= nil end,
  hash = function()
    local rows = {}
    for y = 1, SIZE do rows[y] = table.concat(cells[y]) end
    return table.concat(rows)
  end,
  evaluate = evaluate,
  win = WIN,
}

return alphabeta.love.opponent {
  game = game,
  state = "the globals",
  turn = function() return turn == 2 and not winner end,
  play = function(move) go(numbers_of(move)) end,
  time = 0.5,
  on_thinking = function(info) message = "thinking " .. info.depth .. " moves ahead" end,
}
