--- Dots and boxes: a player who completes a box moves again, so a turn may be many moves long. The search plays against
-- itself, on a small board to the end from the first move on, and then solves the smaller ones.
--
--     lua dots_and_boxes.lua [width, 2 when not given] [height, the same] [depth, to the end]

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local dots = require "games.dots_and_boxes"

local width = tonumber(arg[1] or 2)
local height = tonumber(arg[2] or width)
local depth = tonumber(arg[3] or 40)
if not width or not height or not depth then
  io.stderr:write("usage: lua dots_and_boxes.lua [width] [height] [depth]\n")
  os.exit(1)
end

local game = setmetatable({order = dots.boxes_first}, {__index = dots.hashed})
local ai = alphabeta.new(game, {depth = depth})

local state = dots.hashed.new(width, height)
local turns, goes_on = {}, false
while true do
  local who = state.turn
  local line, value = ai:search(state)
  if not line then break end
  if goes_on then
    turns[#turns] = ("%s, %d"):format(turns[#turns], line)
  else
    turns[#turns + 1] = ("player %d expects to be %+d boxes ahead and draws %d"):format(who, value, line)
  end
  goes_on = dots.hashed.make(state, line) > 0
end
print(table.concat(turns, "\n"))
print(("\n%s\n"):format(dots.draw(state)))

print "How far ahead the first player is when both play their best, and the nodes that it takes to find out,"
print "by the rules alone, with boxes tried first, and with a table, too:"
for _, size in ipairs {{1, 1}, {2, 1}, {3, 1}} do
  local nodes = {}
  local value, info
  for i, options in ipairs {{game = dots}, {game = game, table = 0}, {game = game}} do
    local start = dots.hashed.new(size[1], size[2])
    value, info = select(2, alphabeta.search(start, start.left, options))
    nodes[i] = ("%d"):format(info.nodes)
  end
  print(("  %d by %d: %+d  (%s)"):format(size[1], size[2], value, table.concat(nodes, ", ")))
end
