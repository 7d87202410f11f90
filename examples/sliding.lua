--- The sliding puzzle: a game for one. The search finds the fewest moves that solve it, and the board shows them.
--
--     lua sliding.lua                       the position that takes longest, 21 moves
--     lua sliding.lua 412503                another one: the tiles row by row, three in a row, 0 where there is none

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local sliding = require "games.sliding"

local WIDTH, HEIGHT, HARDEST, MOST = 3, 2, "450123", 21
local PER_LINE = 7 -- boards side by side

local function refuse(message)
  io.stderr:write("sliding: ", message, "\nusage: lua sliding.lua [tiles]\n")
  os.exit(1)
end

-- The puzzle that some digits stand for.
local function puzzle(digits)
  local tiles, seen = {}, {}
  for digit in digits:gmatch "%d" do
    tiles[#tiles + 1] = tonumber(digit)
    seen[tonumber(digit)] = true
  end
  for tile = 0, WIDTH * HEIGHT - 1 do
    if not seen[tile] or #tiles ~= #digits or #tiles ~= WIDTH * HEIGHT then
      refuse(("%s: expected each of the digits from 0 to %d once"):format(digits, WIDTH * HEIGHT - 1))
    end
  end
  return sliding.new(WIDTH, HEIGHT, tiles)
end

-- Prints boards side by side.
local function print_boards(boards)
  for first = 1, #boards, PER_LINE do
    for row = 1, HEIGHT do
      local line = {}
      for i = first, math.min(first + PER_LINE - 1, #boards) do line[#line + 1] = boards[i][row] end
      print(table.concat(line, "   |  "))
    end
    print()
  end
end

local function rows(state)
  local lines = {}
  for line in (sliding.draw(state) .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  return lines
end

local state = puzzle(arg[1] or HARDEST)

-- All moves are those of one player, who maximizes. `win` makes the shortest way the best.
local ai = alphabeta.new(sliding.hashed, {win = sliding.WIN, deepening = true, depth = MOST})
local _, _, info = ai:search(state)
if sliding.is_over(state) then
  print "It is solved."
elseif not info.win_in then
  print(("%d moves do not solve it, and none needs more: there is no solution.  (%d nodes)"):format(MOST, info.nodes))
else
  print(("Solved in %d moves, and in no fewer.  (%d nodes)\n"):format(info.win_in, info.nodes))
  -- The line ends early where the table had the value: so each move is searched.
  local boards, moves = {rows(state)}, {}
  repeat
    local tile = ai:search(state)
    sliding.make(state, tile)
    moves[#moves + 1], boards[#boards + 1] = tile, rows(state)
  until sliding.is_over(state)
  print_boards(boards)
  print("Tiles that slide: " .. table.concat(moves, " "))
end
