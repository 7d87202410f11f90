-- Stands in for Tabletop Simulator, behind the script of examples/tabletop: plays a match by the chat, and compares
-- searches. Before the script stands `local printToAll`, which it calls.

local lines = {}
function printToAll(text) lines[#lines + 1] = text:match "[^\n]*$" end

onChat "!connect4"
local random, moves, frames, longest = 1, 0, 0, 0
while not lines[#lines]:find "won" and not lines[#lines]:find "draw" do
  if lines[#lines]:find "^Your turn" then
    random, moves = random * 16807 % 2147483647, moves + 1
    onChat(("!drop %d"):format(random % 7 + 1))
  end
  local before = os.clock()
  onUpdate()
  frames, longest = frames + 1, math.max(longest, os.clock() - before)
end
print(("over %s %d moves, %d frames, the longest took %d ms"):format(lines[#lines], moves, frames, longest * 1000))

local before, nodes = os.clock(), 0
search_all(alphabeta, rules, 60, function(line)
  nodes = nodes + tonumber(line:match "%d+$")
  print(line)
end)
print(("searches took %d s, %d nodes a second, engine in %s"):format(os.clock() - before,
  nodes / (os.clock() - before), alphabeta._ENGINE))
print "done"
