--- A function for the option `trace` that fails when the events of a search do not fit together: entries and leaves
-- that do not nest, windows that do not come down, values that do not come up.
-- @module spec.support.trace_checker

local trace_checker = {}

local INFINITY = math.huge

-- Whether Star2 may have widened a window since its node was entered.
local function is_probe(node) return node.parent and node.parent.is_chance end

-- The window of a node only becomes narrower.
local function check_window(node, event)
  assert(event.alpha >= node.alpha or is_probe(node) and event.alpha == -INFINITY, "alpha was something else")
  assert(event.beta <= node.beta or is_probe(node) and event.beta == INFINITY, "beta was something else")
  node.alpha, node.beta = event.alpha, event.beta
end

-- Where a player may stand pat, nothing worse than the evaluation is looked for.
local function check_standing(options, node, event)
  if not node.standing or options.algorithm == "minimax" then return end
  assert(node.maximizing ~= nil, "nobody knows who need not move")
  local is_low = node.maximizing and event.alpha < node.standing
  assert(not is_low and (node.maximizing or event.beta <= node.standing), "a player who may stand pat takes less")
end

-- The window that a node is entered with is that of the node above, or a part of it.
local function check_arrival(options, parent, event)
  assert(event.alpha < event.beta, "a window that is closed")
  assert(options.algorithm ~= "minimax" or event.alpha == -INFINITY and event.beta == INFINITY, "a window of minimax")
  if not parent or parent.is_chance or is_probe(parent) then return end
  assert(event.alpha >= parent.alpha and event.beta <= parent.beta, "a window that is not within the one above")
  check_standing(options, parent, event)
end

-- A node is worth no less than its evaluation to the player who may stand pat there.
local function stand(node, event, value)
  node.standing, node.values[1], node.maximizing = value, value, event.maximizing
end

-- Whether what other moves are worth is asked for, too: the best one alone then narrows nothing.
local function wants_others(options, node)
  return node.ply == 0 and (options.multipv or options.ties or options.level)
end

-- A child has narrowed the window: at the end that is the player's, to its own value where no other scores are wanted.
local function check_bound(options, node, event)
  assert(event.maximizing ~= nil and not node.is_chance, "nobody moves there")
  if is_probe(node) then
    node[event.maximizing and "alpha" or "beta"] = event.maximizing and -INFINITY or INFINITY
  end
  if event.maximizing then
    assert(event.alpha > node.alpha and event.beta == node.beta, "Max raises alpha")
  else
    assert(event.beta < node.beta and event.alpha == node.alpha, "Min lowers beta")
  end
  local bound = event.maximizing and event.alpha or event.beta
  assert(bound ~= node.standing or options.algorithm == "minimax", "a child that is no better than to stand pat")
  assert(bound == event.value or wants_others(options, node), "another value than the bound")
  node.alpha, node.beta = event.alpha, event.beta
end

local function check_cutoff(options, node, event)
  for index, move in pairs(node.moves) do assert(event.successors[index] == move, "another successor") end
  for i = 1, event.successors[1] ~= nil and #node.unplaced or 0 do
    local is_listed = false
    for _, move in ipairs(event.successors) do is_listed = is_listed or move == node.unplaced[i] end
    assert(is_listed, "a successor that was found is not listed")
  end
  if node.is_chance or not event.alpha then return end
  if event.by == nil then
    node.is_settled = true -- by passing
    return
  end
  local is_bounded = options.win or options.value_max or options.value_min
  local value = node.values[#node.values]
  local is_outside = wants_others(options, node) and (value >= event.beta or value <= event.alpha)
  assert(event.alpha >= event.beta or is_bounded or is_outside, "a cut-off without a reason")
  assert(event.tried == node.tried, "so many were not tried")
end

-- The value of a node is the best of those of its children and of standing pat.
local function check_value(node, event)
  if type(event.value) ~= "number" or node.is_chance or node.is_settled then return end
  local best = node.values[1]
  for i = 2, #node.values do
    assert(event.maximizing ~= nil, "nobody knows for whom it is the best")
    best = (event.maximizing and math.max or math.min)(best, node.values[i])
  end
  assert(event.value == best, "another value than the best")
end

--- Makes a checker.
-- @tparam table options those of the search, `game` among them where it has `find_move`: a move that was found before
-- all are listed has no index
-- @tparam[opt] function at `at(event)`: whether the state of an event is the right one
-- @treturn function for the option `trace`
-- @treturn table how many events of each type there were, and `again`: how many of the entries
-- @treturn table the path, whose length is the number of nodes that were not left; to be emptied after a search that
-- was not brought to its end
function trace_checker.new(options, at)
  local path = {}
  local counts = { enter = 0, again = 0, evaluate = 0, table = 0, cutoff = 0, bound = 0, leave = 0 }
  local finds_moves = options.game and options.game.find_move
  local left -- the child that was left last, as long as it may be entered again

  local function enter(event)
    local ply = event.ply
    assert(ply == #path, "a node is entered that is no child of the last one")
    local has_move = event.move ~= nil and (event.index or finds_moves)
    assert(ply == 0 or event.pass or has_move, "it is not known which move was made")
    local parent = path[ply]
    local node = {
      ply = ply, depth = event.depth, parent = parent, is_pass = event.pass, state = event.state, move = event.move,
      index = event.index, alpha = event.alpha, beta = event.beta, moves = {}, unplaced = {}, tried = 0,
      values = {},
    }
    if event.again then
      counts.again = counts.again + 1
      assert(left and left.ply == ply and left.index == event.index, "another node is entered again")
      stand(node, event, left.standing) -- which is not asked for again
      left = nil
    elseif parent and not event.pass then
      parent.tried = parent.tried + 1
      if event.index then
        parent.moves[event.index] = event.move
      else
        parent.unplaced[#parent.unplaced + 1] = event.move
      end
    end
    if parent and event.depth == parent.depth then
      parent.is_chance = true -- an outcome takes no depth
    end
    if event.alpha then check_arrival(options, parent, event) end
    path[ply + 1] = node
  end

  -- The child that was left was searched for the last time: takes what it is worth.
  local function take_left(event)
    local node = left and left.parent
    if node and not (event.type == "enter" and event.again) then
      if not left.is_pass then node.values[#node.values + 1] = left.value end
      left = nil
    end
  end

  local function happen(node, event)
    local kind = event.type
    assert(node.state == event.state and node.move == event.move, "an event of another state")
    node.is_chance = node.is_chance or event.chance
    if kind == "bound" then
      check_bound(options, node, event)
    elseif event.alpha then
      check_window(node, event)
    end
    if kind == "evaluate" then
      stand(node, event, event.value)
    elseif kind == "table" or kind == "repetition" or kind == "bounds" then
      node.is_settled = true
    elseif kind == "cutoff" then
      check_cutoff(options, node, event)
    elseif kind == "leave" then
      check_value(node, event)
      node.value = event.value
      left, path[#path] = node, nil
    end
  end

  return function(event)
    counts[event.type] = (counts[event.type] or 0) + 1
    take_left(event)
    if event.type == "enter" then
      enter(event)
    else
      assert(path[1] and event.ply == #path - 1, "an event of a node that is not the current one")
      happen(path[#path], event)
    end
    assert(not at or at(event), "the state is another one")
  end, counts, path
end

return trace_checker
