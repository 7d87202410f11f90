--- The fail-soft alpha-beta of the textbooks, for what it visits. Independent of the module; leaves are worth what the
-- oracle says.
-- @module spec.support.plain_alphabeta

local oracle = require "spec.support.oracle"

local INFINITY = math.huge

--- @tparam table game of `spec.support.tree` or `spec.support.graph_game`
-- @param state
-- @tparam number depth
-- @tparam[opt] table options `view`, `maximize`, `alpha`, `beta`, `order`
-- @treturn table `value`; how many `nodes`, `evaluations` and `cutoffs` there were, a cut-off being a node some of
-- whose moves were left out; `events`, what the option `trace` should report, with the names of nodes in place of the
-- state, of moves and of successors
local function plain_alphabeta(game, state, depth, options)
  options = options or {}
  local judge = oracle.new_judge(game, state, options)
  local function name_of(move) return type(move) == "table" and move.name or tostring(move) end
  local events, counts = {}, {enter = 0, evaluate = 0, cutoff = 0, bound = 0, leave = 0}

  -- By `order = "evaluate"`, the moves of a node, the best for the player to move first, where three plies are left.
  local function by_evaluations(node, ply, moves)
    local sign, scores = judge.is_max(node, ply) and 1 or -1, {}
    for _, move in ipairs(moves) do
      scores[move] = oracle.with(game, node, move, function(child)
        return sign * judge.leaf(child, ply + 1, false).payoffs[1]
      end)
    end
    return oracle.sorted(moves, function(move) return scores[move] end)
  end

  local function visit(node, ply, index, alpha, beta, before)
    local name, is_max = (node.node or node.at).name, judge.is_max(node, ply)
    local knows_turn = ply == 0 or not game.player

    -- Written down with the window as it is at that moment.
    local function tell(kind, event)
      event.type, event.ply, event.depth, event.alpha, event.beta = kind, ply, depth - ply, alpha, beta
      event.state, event.move, event.index = name, ply > 0 and name or nil, index
      if knows_turn then event.maximizing = is_max end
      events[#events + 1], counts[kind] = event, counts[kind] + 1
    end

    tell("enter", {})
    local is_valued = options.order == "evaluate"
    local moves = ply < depth and oracle.successors(game, node, is_valued or ply > 0 and ply == depth - 1)
    if is_valued and moves and depth - ply >= 3 then moves = by_evaluations(node, ply, moves) end
    if not moves then
      local over = ply < depth or game.result and oracle.is_over_at_horizon(game, options, node, ply == 0)
      local value = judge.leaf(node, ply, over, before).payoffs[1]
      tell("evaluate", {value = value})
      tell("leave", {value = value, bound = "exact"})
      return value
    end
    knows_turn = true
    local places, names = {}, {}
    for place, move in ipairs((game.moves or game.children)(node)) do
      places[move], names[place] = place, name_of(move)
    end
    local first_alpha, first_beta, best = alpha, beta, nil
    local own = {count = #moves, is_max = is_max}
    for i, move in ipairs(moves) do
      local value = oracle.with(game, node, move, function(child)
        return visit(child, ply + 1, places[move], alpha, beta, own)
      end)
      if not best or is_max and value > best or not is_max and value < best then best = value end
      if is_max and value > alpha or not is_max and value < beta then
        if is_max then alpha = value else beta = value end
        tell("bound", {value = value, by = name_of(move)})
      end
      if alpha >= beta and moves[i + 1] then
        tell("cutoff", {by = name_of(move), tried = i, successors = table.concat(names, " ")})
        break
      end
    end
    local bound = best <= first_alpha and first_alpha > -INFINITY and "upper"
      or best >= first_beta and first_beta < INFINITY and "lower" or "exact"
    tell("leave", {value = best, bound = bound})
    return best
  end

  local value = visit(state, 0, nil, options.alpha or -INFINITY, options.beta or INFINITY)
  return {
    value = value, nodes = counts.enter, evaluations = counts.evaluate, cutoffs = counts.cutoff, events = events,
  }
end

return plain_alphabeta
