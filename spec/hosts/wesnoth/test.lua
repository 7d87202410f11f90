-- Tries examples/wesnoth in a game without players: compares searches, and plays a match to its end.

local FOLDER = "~add-ons/alphabeta_connect4/"
local alphabeta = wesnoth.dofile(FOLDER .. "alphabeta.lua")
local rules = wesnoth.dofile(FOLDER .. "connect4.lua")
local search_all = wesnoth.dofile(FOLDER .. "searches.lua")

local function tell(...) std_print("told " .. string.format(...)) end

local function try()
  tell("host Wesnoth %s, %s, engine in %s", tostring(wesnoth.current_version()), _VERSION, alphabeta._ENGINE)
  local before = os.clock()
  search_all(alphabeta, rules, 510, function(line) tell("%s", line) end)
  tell("searches took %.1f s of processor time", os.clock() - before)
  local random, state, longest = 1, alphabeta_connect4.read(), 0
  while not rules.is_over(state) do
    random = random * 16807 % 2147483647
    local list = rules.moves(state)
    before = os.clock()
    alphabeta_connect4.drop(list[random % #list + 1])
    longest = math.max(longest, os.clock() - before)
    state = alphabeta_connect4.read()
  end
  alphabeta_connect4.show()
  tell("over winner %d, %s, longest move %.2f s", state.winner, wml.variables.connect4_moves, longest)
  tell("%s", wml.variables.connect4_board:match "[^\n]*$")
  tell "done"
end

local ok, message = pcall(try)
if not ok then tell("error %s", tostring(message)) end
