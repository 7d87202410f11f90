--- Makes puzzles: positions of connect four in which one move wins, and all others do not.
--
--     lua puzzles.lua [games, 40 when not given] [seed, 1]
--
-- A quick player plays against itself, and slips now and then: otherwise nobody gets a win. Positions up to three own
-- moves before it sees its win are candidates. A candidate is a puzzle if a search of few plies does not see the win, a
-- deeper one does, and without its move there is none.

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"

-- How deep the three searches look; how many random moves open a game, and how rarely a slip follows; how many own
-- moves before a win that the player sees a puzzle may begin.
local PLAYER_DEPTH, EASY_DEPTH, DEPTH = 3, 4, 9
local RANDOM_PLIES, SLIP, REACH = 6, 8, 3

local games, seed = tonumber(arg[1] or 40), tonumber(arg[2] or 1)
if not games or not seed or games < 1 or games % 1 ~= 0 or seed < 1 or seed % 1 ~= 0 then
  io.stderr:write("usage: lua puzzles.lua [games] [seed, an integer of 1 or more]\n")
  os.exit(1)
end

local rules = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed})
local WIN = connect4.WIN

local function searcher(depth, options)
  options = options or {}
  options.depth, options.win, options.table, options.deepening = depth, WIN, 8, true
  return alphabeta.new(rules, options)
end

local player = searcher(PLAYER_DEPTH, {ties = "random", seed = seed})
local easy, solver = searcher(EASY_DEPTH), searcher(DEPTH)

-- The same numbers wherever this runs: a generator of its own (Park and Miller's).
local number = seed * 7919 % 2147483647
local function random(n)
  number = number * 16807 % 2147483647
  return 1 + number % n
end

-- How many plies a win takes; nil if the search sees none.
local function win_in(info) return info.win_in and info.win_in > 0 and info.win_in or nil end

-- Whether no other move wins: a window around the win makes this quick, because it asks only whether there is one.
local function is_only(state, move)
  if #rules.moves(state) < 2 then return false end
  local least = WIN - DEPTH - 1
  local _, value = solver:search(state, {avoid = {move}, alpha = least, beta = WIN})
  return value <= least
end

-- The puzzle of a position; nil if it is none.
local function puzzle_of(state)
  if win_in(select(3, easy:search(state))) then return nil end -- too easy
  local move, _, info = solver:search(state)
  local plies = win_in(info)
  if not plies or not is_only(state, move) then return nil end
  return {picture = rules.draw(state), stones = connect4.STONES[state.turn], moves = (plies + 1) / 2, solution = move}
end

-- The player's column; at random in the opening, and for a slip. Then what the search has found.
local function choose(state, columns, list)
  if #columns < RANDOM_PLIES or random(SLIP) == 1 then return list[random(#list)], {} end
  local column, _, info = player:search(state)
  return column, info
end

-- Plays a game. Returns its columns, and which of its positions are candidates, by how many columns lead there.
local function play(state)
  local columns, is_candidate = {}, {}
  while not rules.is_over(state) do
    local list = rules.moves(state)
    if #list == 0 then break end
    local column, info = choose(state, columns, list)
    for back = 0, win_in(info) and REACH - 1 or -1 do is_candidate[#columns - 2 * back] = true end
    rules.make(state, column)
    columns[#columns + 1] = column
  end
  return columns, is_candidate
end

local known, count = {}, 0
for _ = 1, games do
  local state = rules.new()
  local columns, is_candidate = play(state)
  for at = #columns, 1, -1 do
    rules.unmake(state, columns[at])
    local puzzle = is_candidate[at - 1] and not known[state.key] and puzzle_of(state)
    known[state.key] = true
    if puzzle then
      count = count + 1
      print(("Puzzle %d, after %s: %s plays and wins with stone %d from here.\n%s\nSolution: %s\n"):format(count,
        table.concat(columns, "", 1, at - 1), puzzle.stones, puzzle.moves, puzzle.picture, puzzle.solution))
    end
  end
end
print(("%d puzzles in %d games"):format(count, games))
