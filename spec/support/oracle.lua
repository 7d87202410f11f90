--- What a search should find, by the plainest code there is: recursive minimax, and the alpha-beta of the textbooks for
-- counting what it visits. Independent of the module; for games of any style.
--
-- The options are those of `alphabeta.search`: `view`, `max_player`, `maximize`, `win`, for minimax `repetition` (with
-- `past`) and `quiescence`, for alpha-beta `alpha` and `beta`. A game's `player`, `is_over` and `order` are used where
-- it has them.
-- @module spec.support.oracle

local walk = require "spec.support.walk"

local oracle = {}

local INFINITY = math.huge
local is_end, judge, successors, with = walk.is_end, walk.judge, walk.successors, walk.with

--- The name of a position, as `hash` gives it, in a form that equals itself.
-- @tparam table game
-- @param state
-- @return what `past` among the options of `minimax` is an array of
function oracle.name_of(game, state)
  local name = game.hash(state)
  return (type(name) == "userdata" or type(name) == "table") and name:get() or name
end

-- Two functions to keep the positions on the path, each by its name and whose turn it is: enter(state, max) puts one
-- there and says whether it is a repetition, which it then does not; leave(state, max) takes it away.
local function new_path(game, options)
  local paths, past = { [true] = {}, [false] = {} }, {}
  for _, name in ipairs(options.past or {}) do
    past[name] = true
  end

  local function enter(state, max)
    local name = oracle.name_of(game, state)
    if paths[max][name] or past[name] then
      return true
    end
    paths[max][name] = true
    return false
  end

  local function leave(state, max)
    paths[max][oracle.name_of(game, state)] = nil
  end

  return enter, leave
end

--- Plain minimax.
-- @tparam table game
-- @param state
-- @tparam number depth
-- @tparam[opt] table options
-- @tparam[opt] table line array of moves to be made first; legal, and not more than `depth` and `quiescence` together
-- @treturn table `value`; `best`, the first of the best moves in the order visited, nil where it is best to stand pat,
-- the depth is 0 or the game is over; `optimal`, the set of the best moves; `values`, the value of each move; `nodes`
-- and `evaluations`, how many there are; `cut`, whether the depth limit cut a node short where the game is not over;
-- `over`, whether it is over at the root. With a line only `value`: that of the state behind it, seen from where the
-- line begins
function oracle.minimax(game, state, depth, options, line)
  options = options or {}
  local is_max, value_of = judge(game, state, options)
  local result = { nodes = 0, evaluations = 0, cut = false, optimal = {}, values = {} }
  local enter, leave = new_path(game, options)
  local deepest = depth + (options.quiescence or 0)

  -- Calls body(node, ply) between entering and leaving a node of the path; a repetition is not searched.
  local function on_path(node, ply, body)
    if not options.repetition or ply >= depth then
      return body(node, ply)
    end
    local max = is_max(node, ply)
    if enter(node, max) and ply > 0 then
      return options.repetition
    end
    local value, best = body(node, ply)
    leave(node, max)
    return value, best
  end

  local visit

  local function expand(node, ply)
    local moves, best_value, best, over
    if ply < depth then
      moves = successors(game, node)
      over = not moves
    else
      over = (ply > 0 or game.result) and is_end(game, node)
      result.cut = result.cut or not over
      local has_ended = over or game.is_over and game.is_over(node)
      moves = ply < deepest and not has_ended and game.noisy(node) or nil
    end
    result.over = ply == 0 and over or result.over
    if not moves or ply >= depth then
      result.evaluations = result.evaluations + 1
      best_value = value_of(node, ply, over)
    end
    local max = is_max(node, ply)
    for _, move in ipairs(moves or {}) do
      local value = with(game, node, move, function(child)
        return visit(child, ply + 1)
      end)
      if ply == 0 then
        result.values[move] = value
      end
      if not best_value or max and value > best_value or not max and value < best_value then
        best_value, best = value, move
      end
    end
    return best_value, best
  end

  function visit(node, ply)
    result.nodes = result.nodes + 1
    return on_path(node, ply, expand)
  end

  if line then
    local function go(node, ply)
      if line[ply + 1] == nil then
        return (visit(node, ply))
      end
      return (on_path(node, ply, function()
        return with(game, node, line[ply + 1], function(child)
          return go(child, ply + 1)
        end)
      end))
    end
    return { value = go(state, 0) }
  end
  result.value, result.best = visit(state, 0)
  if depth == 0 then
    result.best, result.values = nil, {}
  end
  for move, value in pairs(result.values) do
    if value == result.value then
      result.optimal[move] = true
    end
  end
  return result
end

--- Fail-soft alpha-beta.
-- @tparam table game
-- @param state
-- @tparam number depth
-- @tparam[opt] table options
-- @treturn table `value`, `best`, and how many `nodes`, `evaluations` and `cutoffs` there were (a cut-off being a node
-- some of whose moves were left out)
function oracle.alphabeta(game, state, depth, options)
  options = options or {}
  local is_max, value_of = judge(game, state, options)
  local result = { nodes = 0, evaluations = 0, cutoffs = 0 }

  local function visit(node, ply, alpha, beta)
    result.nodes = result.nodes + 1
    local moves = ply < depth and successors(game, node, ply > 0 and ply == depth - 1)
    if not moves then
      result.evaluations = result.evaluations + 1
      return (value_of(node, ply, ply < depth or game.result and is_end(game, node)))
    end
    local max = is_max(node, ply)
    local best_value, best
    for i, move in ipairs(moves) do
      local value = with(game, node, move, function(child)
        return (visit(child, ply + 1, alpha, beta))
      end)
      if not best_value or max and value > best_value or not max and value < best_value then
        best_value, best = value, move
      end
      if max then
        alpha = math.max(alpha, value)
      else
        beta = math.min(beta, value)
      end
      if alpha >= beta and moves[i + 1] ~= nil then
        result.cutoffs = result.cutoffs + 1
        break
      end
    end
    return best_value, best
  end

  result.value, result.best = visit(state, 0, options.alpha or -INFINITY, options.beta or INFINITY)
  return result
end

--- Walks a line of moves from a state and says what is at its end.
-- @tparam table game
-- @param state
-- @tparam table line array of moves
-- @tparam[opt] table options
-- @tparam[opt] number depth that of the search, where the game has `result`
-- @treturn ?number the value of the state at its end, in the search's view; nil when a move of the line is not legal
-- @treturn ?boolean whether the game is over at its end
function oracle.follow(game, state, line, options, depth)
  local _, value_of = judge(game, state, options or {})

  local function go(node, ply)
    local moves = successors(game, node)
    local move = line[ply + 1]
    if move == nil then
      local over = moves == nil
      if game.result and ply == depth then
        over = is_end(game, node)
      end
      return value_of(node, ply, over), moves == nil
    end
    for _, legal in ipairs(moves or {}) do
      if legal == move then
        return with(game, node, move, function(child)
          return go(child, ply + 1)
        end)
      end
    end
    return nil
  end

  return go(state, 0)
end

return oracle
