-- Alpha-beta beside the playouts: it solves the last plies of a game, and finds the longest defence of a lost position.
-- Internal: `search.lua` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, limits, solvers, tree = use("common.globals", "fallback.limits", "playouts.solver", "uct.tree")

solvers.protect = use "fallback.searcher".protect

local abs, huge, ipairs, max, min, type = math.abs, math.huge, ipairs, math.max, math.min, type

-- It takes turns with other work, which needs slices.
local has_slices = globals.coroutine ~= nil

local endgame = {}

-- The module alphabeta.core, which searches.
function endgame.core() return use "fallback.core" end

-- The last plies: if the first playouts take at most so many plies on average, alpha-beta tries to find out who wins,
-- by a window around 0. It gets so many nodes for each ply of the playouts, in slices of so many nodes.
local TRIAL_PLAYOUTS, TRIAL_PLIES, TRIAL_SHARE, NODES, TINY = 8, 24, 0.2, 64, 1e-300

-- A search that was not asked for leaves most of the time to alpha-beta if the tree is small: if the plies of a playout
-- times the logarithm of the number of moves are at most this. It then gets so many nodes for each ply.
local SMALL, SMALL_SHARE = 18, 4

-- The value of a won game in the search for the longest defence, from which each ply takes 1.
local WIN = 1e6

-- The functions of a game that this search needs.
local RULES = {"moves", "make", "unmake", "play", "children", "player", "is_over", "move_id"}

-- Makes alpha-beta by options for the sides of the search `e`. A state where the game goes on is worth the middle.
local function new_solver(e, options)
  options.deals, options.without = e.deal and 0 or nil, {"current_result", "mobility"}
  options.view, options.max_player = e.max_player ~= nil and "player" or e.view, e.max_player
  options.maximize = e.max_player ~= nil or not e.minimizing
  return solvers.new(e, endgame.core(), options)
end

-- Goes on with a search for at most NODES nodes, or to the end of the slice or of a limit of time. Returns whether it
-- has ended.
local function step(e, own)
  local l = e.limits
  local deadline = min(e.slice_end, l.start + min(l.time, l.thought + l.waited))
  return own:step {nodes = NODES, time = deadline < huge and max(deadline - limits.now(), 0) or nil}
end

-- Begins an exact search, late in a game of two sides without chance.
function endgame.begin_trial(e, t)
  if not has_slices or e.nodes ~= TRIAL_PLAYOUTS or e.deals > 0 or #t.players ~= 2 or e.chances or e.root_moves
    or t.root.solved or t.plies_sum > TRIAL_PLIES * t.plies_count then
    return
  end
  t.solver = new_solver(e, {game = e.rules, alpha = -TINY, beta = TINY, win = e.win < huge and e.win or nil})
  local is_small = e.is_choice and t.plies_sum * tree.logarithm(t.root.count) <= SMALL * t.plies_count
  t.trial_share = is_small and SMALL_SHARE or TRIAL_SHARE
  t.solver:start(e.state, {depth = huge})
end

-- Lets it go on for its share. If it solves the position, its answer counts: of a lost one, the move that held longest.
function endgame.go_on(e, t)
  while t.trial_nodes < t.trial_share * t.ticks do
    local has_ended = step(e, t.solver)
    t.trial_nodes = t.trial_nodes + NODES
    if has_ended then
      local best, value, info = t.solver:best()
      t.solver:close()
      t.solver = nil
      if info.reason ~= "solved" then return end
      if e.minimizing then value = -value end
      local points, plies = value > 0 and 1 or value < 0 and 0 or 0.5, e.win - abs(value)
      t.answer = {points = points, result = value, move = best, pv = info.pv, depth = info.depth}
      if plies <= info.depth then t.answer.result, t.answer.plies = value > 0 and e.win or -e.win, plies end
      return
    end
    if e.slice_end < huge then return end
  end
end

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

-- Whether it is proven that the player at the root loses.
local function is_lost(t)
  if t.answer then return t.answer.points == 0 end
  return t.root.solved and tree.proven(t.root, t.root.player) == 0
end

-- Pauses if the slice is used up. Returns whether the limits end the search.
local function must_end(e, play)
  if e.slice_end < huge or e.nodes >= e.slice_check or e.is_stopping then play.pause(false) end
  return e.limits.is_soft and limits.share(e.limits, e.nodes) >= 1 or limits.reached(e.limits, e.nodes)
end

-- Looks for the longest defence of a position that is proven to be lost, within the limits: NODES nodes count as a
-- playout. `t.answer` gets the move. Returns why the search ends.
function endgame.defend(e, t, play)
  local root = t.root
  if not is_lost(t) or not has_slices or e.chances or root.count == 1 or e.level ~= 0 then return "solved" end
  local own = new_solver(e, {game = rules_of(e), win = WIN})
  local depth = t.answer and t.answer.depth or 1
  t.answer = t.answer or {points = 0, result = root.player == 1 and root.result or -root.result}
  t.solver = own
  own:start(e.state, {depth = huge, only = e.omits_moves and root.moves or nil})
  while not must_end(e, play) do
    local has_ended = step(e, own)
    e.nodes = e.nodes + 1
    local best, value, info = own:best()
    if best ~= nil and info.depth > depth or has_ended then
      depth, t.answer.move, t.answer.pv = info.depth, best, info.pv
    end
    if has_ended then
      t.answer.plies = WIN - abs(value)
      break
    end
  end
  return "solved"
end

return endgame
