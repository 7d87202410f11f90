-- Alpha-beta beside the playouts of a Monte Carlo tree search: it solves the last plies of a game, and finds the
-- longest defence of a lost position. Internal: csrc/binding/driver/playouts.c calls it, and csrc/uct decides when.

local use = require((...):match "^(.*)%..*%." .. ".use")

local index_of = use "common.moves".index_of
local solvers = use "playouts.solver"

local abs, huge, ipairs, type = math.abs, math.huge, ipairs, type

-- The last plies are solved by a window around 0.
local TINY = 1e-300

-- The value of a won game in the search for the longest defence, from which each ply takes 1.
local WIN = 1e6

-- The functions of a game that this search needs.
local RULES = {"moves", "make", "unmake", "play", "children", "player", "is_over", "move_id"}

-- The rules for the longest defence: a state where the game goes on is worth 0, and all wins are worth the same.
local function rules_of(e)
  local game, ask = {}, e.result or e.evaluate
  for _, name in ipairs(RULES) do game[name] = e[name] end
  function game.result(state, me)
    local value = ask(state, me)
    if type(value) ~= "number" or value ~= value then return value end
    return value > 0 and WIN or value < 0 and -WIN or 0
  end
  return game
end

-- The options of the searcher for the sides of a search. A state where the game goes on is worth the middle.
local function options_of(e, defends)
  local options = defends and {game = rules_of(e), win = WIN}
    or {game = e.rules, alpha = -TINY, beta = TINY, win = e.win < huge and e.win or nil}
  if e.hash_ignore and not defends then options.hash, options.hash_ignore = "auto", e.hash_ignore end
  options.deals, options.without = e.deal and 0 or nil, {"current_result", "mobility"}
  options.view, options.max_player = e.max_player ~= nil and "player" or e.is_mover and "mover" or "max", e.max_player
  options.maximize = e.max_player ~= nil or not e.minimizing
  return options
end

-- The result for the position when its value is solved, for the player at the root. With `win`, a won game is worth
-- that less a ply for each ply to it.
local function describe(found, e, value, info)
  found.is_proven = info.reason == "solved"
  if not found.is_proven then return end
  local plies = e.win - abs(value)
  found.points, found.result = value > 0 and 1 or value < 0 and 0 or 0.5, value
  if plies <= info.depth then found.result, found.plies = value > 0 and e.win or -e.win, plies end
end

-- Begins a search of the root's state. Returns a function of nodes and seconds. It continues the
-- search for these, and returns a table as ab_uct_aside, with the line `pv`. Without nodes it closes the searcher.
-- @tparam table core the C module
-- @tparam table e the plan
-- @param state
-- @tparam boolean defends whether the longest defence is looked for
-- @tparam boolean minimizing whether the player at the root is the minimizer
-- @tparam ?table list the root's moves
-- @treturn function (nodes, seconds) -> table
return function(core, e, state, defends, minimizing, list)
  local solver = solvers.new(e, core, options_of(e, defends))
  solver:start(state, {depth = huge, only = e.omits_moves and list or nil})
  return function(nodes, seconds)
    if not nodes then return solver:close() end
    local found = {has_ended = solver:step {nodes = nodes, time = seconds < huge and seconds or nil}}
    local best, value, info = solver:best()
    found.depth, found.pv = info.depth, info.pv
    found.child = best ~= nil and list and (index_of(best, list) or 0) - 1 or nil
    if found.child == -1 then found.child = nil end
    if found.has_ended and value then
      if minimizing then value = -value end
      if defends then
        found.plies = WIN - abs(value)
      else
        describe(found, e, value, info)
      end
    end
    return found
  end
end
