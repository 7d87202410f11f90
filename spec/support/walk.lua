--- Steps through a game of any style, for oracles: what can follow a state, and going there and back. A game's
-- functions are called as often as is convenient.
-- @module spec.support.walk

local middle_of = require "alphabeta.common.middle"

local walk = {}

-- Calls visit(state) in a state where a move was made, and unmakes it with what `make` returned.
local function with_made(game, state, move, visit, ...)
  local a, b, c = visit(state)
  game.unmake(state, move, ...)
  return a, b, c
end

--- Calls visit(child) with the state after a move or an outcome, and takes it back.
-- @tparam table game
-- @param state
-- @param move a move, an outcome or, in the children style, a child
-- @tparam function visit
-- @return up to three results of `visit`
function walk.with(game, state, move, visit)
  if game.make then
    return with_made(game, state, move, visit, game.make(state, move))
  elseif game.play then
    return visit(game.play(state, move))
  end
  return visit(move)
end

-- Puts best scores first, and leaves equal ones in the game's order.
local function sort(game, state, list)
  local sorted = {}
  for i, move in ipairs(list) do
    local score = game.order(state, move)
    local place = i
    while place > 1 and sorted[place - 1].score < score do
      sorted[place] = sorted[place - 1]
      place = place - 1
    end
    sorted[place] = { move = move, score = score }
  end
  for i, entry in ipairs(sorted) do
    sorted[i] = entry.move
  end
  return sorted
end

--- What can follow a state.
-- @tparam table game whose successors come in arrays
-- @param state
-- @tparam[opt] boolean unordered true to leave moves in the game's order
-- @treturn ?table the moves, in the order to be tried; nil where the game is over and at chance nodes
-- @treturn ?table at chance nodes, the entries of `chances` that are possible
function walk.successors(game, state, unordered)
  if game.is_over and game.is_over(state) then
    return nil
  end
  local chances = game.chances and game.chances(state)
  if chances then
    local possible = {}
    for _, entry in ipairs(chances) do
      if entry.probability > 0 then
        possible[#possible + 1] = entry
      end
    end
    return nil, possible
  end
  local list = (game.moves or game.children)(state)
  if not list or not list[1] then
    return nil
  end
  return game.order and not unordered and sort(game, state, list) or list
end

--- Is the game over in a state at the horizon? Where it has `is_over`, that decides: nothing else is asked there.
-- @tparam table game
-- @param state
-- @treturn boolean
function walk.is_end(game, state)
  if game.is_over then
    return game.is_over(state)
  end
  local moves, chances = walk.successors(game, state, true)
  return not moves and not chances
end

--- Makes the functions for what depends on the root of a search.
-- @tparam table game
-- @param root
-- @tparam table options of the search: `view`, `max_player`, `maximize`, `win`, `value_min`, `value_max`
-- @treturn function is_max(state, ply): whether it is Max's turn there
-- @treturn function value_of(state, ply, over): what a state is worth, where `over` says whether the game is known to
-- be over there; and whether it is a game that is won or lost
function walk.judge(game, root, options)
  local me
  if game.player then
    me = game.player(root)
  end

  local function is_mine(state, ply)
    if game.player then
      return game.player(state) == me
    end
    return ply % 2 == 0
  end

  local function is_max(state, ply)
    if options.view == "player" then
      return game.player(state) == options.max_player
    end
    return is_mine(state, ply) == (options.maximize ~= false)
  end

  local function value_of(state, ply, over)
    local valuer = over and game.result or game.evaluate
    local value = valuer and valuer(state, me) or middle_of(false, options.value_min, options.value_max)
    if options.view == "mover" and not is_mine(state, ply) then
      value = -value
    end
    if options.win and value >= options.win then
      return options.win - ply, true
    elseif options.win and value <= -options.win then
      return ply - options.win, true
    end
    return value, false
  end

  return is_max, value_of
end

--- Walks a line of moves from a state. Only its end may be a chance node.
-- @tparam table game
-- @param state
-- @tparam table line array of moves
-- @treturn ?string what is at its end: "over", "chance" or "moves"; nil when a move of the line is not legal
function walk.follow(game, state, line)
  local function step(node, at)
    local moves, chances = walk.successors(game, node)
    local move = line[at]
    if move == nil then
      return moves and "moves" or chances and "chance" or "over"
    end
    for _, legal in ipairs(moves or {}) do
      if legal == move then
        return (walk.with(game, node, move, function(child)
          return step(child, at + 1)
        end))
      end
    end
    return nil
  end

  return step(state, 1)
end

--- Counts the ways to make so many decisions; each possible outcome is a way.
-- @tparam table game
-- @param state
-- @tparam number depth
-- @treturn number
function walk.count(game, state, depth)
  if depth == 0 then
    return 1
  end
  local moves, chances = walk.successors(game, state)
  local ways = 0
  local function add(move, left)
    ways = ways + walk.with(game, state, move, function(child)
      return walk.count(game, child, left)
    end)
  end
  for _, entry in ipairs(chances or {}) do
    add(entry.outcome, depth)
  end
  for _, move in ipairs(moves or {}) do
    add(move, depth - 1)
  end
  return ways
end

return walk
