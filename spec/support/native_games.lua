--- Games whose rules are written twice, in C and in Lua: the graph of spec/c/lua_native_games.c, and connect four.

local connect4 = require "games.connect4"

local native_games = {}

-- The libraries, where they are built: see the Makefile. Other builds of the module go without.
local is_here, library = pcall(require, "native_games")
local has_rules, rules = pcall(require, "connect4_rules")
native_games.is_here = is_here and has_rules
if native_games.is_here then
  native_games.library, native_games.handles = library, {graph = library.graph, connect4 = rules}
end

--- The graph in Lua; states are copied.
local graph = {}
native_games.graph = graph

local function nth_move(state, nth)
  if state.node % 11 == 0 then return 2 ^ 40 + nth end
  return state.node % 13 == 0 and -1 - nth or state.node % 3 + nth
end

local function list(state, count)
  local moves = {}
  for i = 1, state.ply < 12 and count or 0 do
    local move = nth_move(state, i - 1)
    moves[i] = math.floor(move)
  end
  return moves
end

function graph.read(text)
  local node, ply, turn = text:match "^(%d+) (%d+) (%d+)$"
  return {node = tonumber(node), ply = tonumber(ply), turn = tonumber(turn)}
end

function graph.moves(state) return list(state, state.node % 5) end
function graph.noisy(state) return list(state, math.min(state.node % 5, state.node % 3)) end

function graph.play(state, move)
  local node = (state.node * 31 + move % 97 * 17 + 7) % 65521
  return {node = node, ply = state.ply + 1, turn = node % 4 ~= 0 and 3 - state.turn or state.turn}
end

function graph.evaluate(state, me) return me == 1 and state.node % 11 - 5 or 5 - state.node % 11 end
function graph.result(state, me) return (state.node % 3 - 1) * (me == 1 and 20 or -20) end
function graph.is_over(state) return state.node % 17 == 0 end
function graph.player(state) return state.turn end
function graph.hash(state) return (state.node * 64 + state.ply) * 2 + state.turn end

-- As C divides, towards zero.
function graph.order(state, move)
  local rest = math.abs(move) * 7 % 10
  return ((move < 0 and -rest or rest) + 10 + state.node) % 10
end

function graph.chances(state)
  if state.node % 7 ~= 3 or state.ply == 0 or state.ply >= 12 then return nil end
  return {{probability = 0.25, outcome = 1}, {probability = 0.75, outcome = 2}}
end

--- Connect four in Lua: with keys and an order.
native_games.connect4 = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed})

return native_games
