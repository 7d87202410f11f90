--- The events of plain alpha-beta, by the plainest code there is: recursive, fail-soft, with Max and Min written out as
-- in the textbooks. Independent of the module; for the games of `spec.support.tree`.
-- @module spec.support.traced_alphabeta

local INFINITY = math.huge

-- The moves of a state with their places in the game's own order, best scores first where they are wanted.
local function list_moves(game, state, is_ordered)
  local moves = not (game.is_over and game.is_over(state)) and (game.moves or game.children)(state) or {}
  local entries = {}
  for i, move in ipairs(moves) do
    entries[i] = { move = move, index = i, score = is_ordered and game.order(state, move) or 0 }
  end
  table.sort(entries, function(a, b)
    if a.score ~= b.score then
      return a.score > b.score
    end
    return a.index < b.index
  end)
  return entries, moves
end

--- What a search for which nothing but a depth, `view`, `maximize`, `alpha` and `beta` is asked should report.
-- @tparam table game
-- @param root
-- @tparam number depth
-- @tparam table options
-- @treturn {table,...} the events, with the name of the node in place of the state, of moves and of successors
return function(game, root, depth, options)
  local me = game.player and game.player(root)
  local events = {}

  local function is_mine(state, ply)
    if game.player then
      return game.player(state) == me
    end
    return ply % 2 == 0
  end

  local function visit(state, ply, index, alpha, beta)
    local name = state.node.name
    local is_max = is_mine(state, ply) == (options.maximize ~= false)
    local knows_turn = ply == 0 or not game.player

    -- Written down with the window as it is at that moment.
    local function tell(kind, fields)
      fields.type, fields.ply, fields.depth = kind, ply, depth - ply
      fields.state, fields.move, fields.index = name, ply > 0 and name or nil, index
      fields.alpha, fields.beta = alpha, beta
      if knows_turn then
        fields.maximizing = is_max
      end
      events[#events + 1] = fields
    end

    tell("enter", {})
    local entries, moves = {}, {}
    if ply < depth then
      entries, moves = list_moves(game, state, game.order and (ply == 0 or ply < depth - 1))
    end
    if not entries[1] then
      local value = game.evaluate(state, me)
      if options.view == "mover" and not is_mine(state, ply) then
        value = -value
      end
      tell("evaluate", { value = value })
      tell("leave", { value = value, bound = "exact" })
      return value
    end

    knows_turn = true
    local first_alpha, first_beta = alpha, beta
    local best
    for i, entry in ipairs(entries) do
      local move = entry.move
      local undo = game.make and game.make(state, move)
      local child = game.make and state or game.play and game.play(state, move) or move
      local value = visit(child, ply + 1, entry.index, alpha, beta)
      if game.make then
        game.unmake(state, move, undo)
      end
      if is_max then
        best = (not best or value > best) and value or best
        if value > alpha then
          alpha = value
          tell("bound", { value = value, by = move.name })
        end
      else
        best = (not best or value < best) and value or best
        if value < beta then
          beta = value
          tell("bound", { value = value, by = move.name })
        end
      end
      if alpha >= beta and entries[i + 1] then
        local names = {}
        for place, successor in ipairs(moves) do
          names[place] = successor.name
        end
        tell("cutoff", { by = move.name, tried = i, successors = table.concat(names, " ") })
        break
      end
    end
    local bound = "exact"
    if best <= first_alpha and first_alpha > -INFINITY then
      bound = "upper"
    elseif best >= first_beta and first_beta < INFINITY then
      bound = "lower"
    end
    tell("leave", { value = best, bound = bound })
    return best
  end

  visit(root, 0, nil, options.alpha or -INFINITY, options.beta or INFINITY)
  return events
end
