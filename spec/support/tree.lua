--- Game trees written down as tables, and the game that is played on them, in all three styles.
--
-- A node is a table: `children` (absent or empty at a leaf), `parent`, `value` (its evaluation, good for player 1),
-- `result` (what `result` says; the opposite of `value` where it is absent), `turn` (1 or 2), `score` (what `order`
-- says of the move that leads to it), `over` (what `is_over` says), `name` (its path). A move is the node that it leads
-- to, and so is a state of the children style: `best` and `pv` are nodes in every style. A chance node has `chance`,
-- the probability of each child, and its turn is that of its children. In a game of several players a node may have
-- `payoffs`, its evaluations by turn, which is any number.
-- @module spec.support.tree

local tree = {}

--- The names of the three styles.
tree.STYLES = { "in place", "copying", "children" }

--- Makes a node.
-- @tparam ?table parent the node whose last child it becomes; nil for a root
-- @tparam table fields what the node is to have: `value`, `score`, `turn` and the like; becomes the node
-- @treturn table the node, named by its path unless it has a name
function tree.node(parent, fields)
  fields.node = fields
  fields.parent = parent
  if not parent then
    fields.name = "root"
    return fields
  end
  local children = parent.children
  children[#children + 1] = fields
  fields.name = fields.name or parent.parent and parent.name .. "." .. #children or tostring(#children)
  return fields
end

--- Turns nested lists into nodes: a number is a leaf of that value, a table is a node whose array part holds its
-- children and whose other fields are kept. Turns alternate from 1 where none is written, but not at chance nodes.
-- @tparam table|number list
-- @tparam[opt] table parent
-- @treturn table the node
function tree.from(list, parent)
  if type(list) == "number" then list = { value = list } end
  local turn = parent and (parent.chance and parent.turn or 3 - parent.turn) or 1
  local node = tree.node(parent, {
    value = list.value or 0,
    turn = list.turn or turn,
    score = list.score or 0,
    over = list.over,
    result = list.result,
    chance = list.chance,
    payoffs = list.payoffs,
    children = list[1] and {},
  })
  for _, child in ipairs(list) do tree.from(child, node) end
  return node
end

local VALUES = { 0, 0, 1, -1, 2, -2, 3, -3, 0.5, -7, 50, -50, 100, -100, 104, -104, math.huge, -math.huge }
local WIDTH = { 8, 5, 4, 3, 3, 2, 2 } -- the widest node of a tree, by the tree's depth: about the same size for all

local function grow(rng, shape, plies, parent)
  local node = tree.node(parent, {
    value = rng:pick(shape.values),
    score = rng:int(0, 2),
    turn = shape.first,
  })
  if parent then node.turn = rng:chance(shape.extra) and parent.turn or 3 - parent.turn end
  if plies == 0 or rng:chance(shape.early) then
    node.children = rng:chance(0.5) and {} or nil
    node.over = rng:chance(0.5)
    return node
  end
  node.children = {}
  for _ = 1, rng:int(1, shape.width) do grow(rng, shape, plies - 1, node) end
  return node
end

--- Grows a seeded random tree: irregular in depth and width, with few distinct values (so that ties abound),
-- infinities, early ends, extra turns and tied scores for `order`. Every node has an evaluation of its own. The same
-- seed gives the same tree on every runtime.
-- @tparam Rng rng
-- @tparam[opt] table shape any of `plies` (at most 7), `width`, `early` (share of the nodes that end early), `extra`
-- (share of the moves after which the same player moves again), `first` (1 or 2: who moves at the root; 2 only where
-- the game has `player`); what is absent is drawn
-- @treturn table the root
function tree.grow(rng, shape)
  shape = shape or {}
  local plies = shape.plies or rng:int(1, 5)
  local values = {}
  for i = 1, rng:int(1, 4) do values[i] = rng:pick(VALUES) end
  return grow(rng, {
    width = shape.width or WIDTH[plies],
    values = values,
    early = shape.early or rng:pick({ 0, 0.05, 0.2 }),
    extra = shape.extra or rng:pick({ 0, 0.1, 0.2, 0.4 }),
    first = shape.first or rng:int(1, 2),
  }, plies)
end

--- A corridor: every node but the last has one child.
-- @tparam number plies its length
-- @tparam number value the evaluation of its end
-- @treturn table the root; the others are named by their ply
function tree.corridor(plies, value)
  local root = tree.node(nil, { value = 0, turn = 1, score = 0 })
  local node = root
  for ply = 1, plies do
    node.children = {}
    node = tree.node(node, { value = 0, turn = 3 - node.turn, score = 0, name = tostring(ply) })
  end
  node.value = value
  return root
end

--- The state that a search starts from.
-- @tparam string style one of `STYLES`
-- @tparam table root
-- @treturn table in place: a cursor that make and unmake move; copying: a position; children: the node itself
function tree.state(style, root)
  if style == "in place" then
    return { node = root, ply = 0 }
  elseif style == "copying" then
    return { node = root }
  end
  return root
end

-- A node carries itself in its field `node`, so these read a state of any style.

local function children(state) return state.node.children end

local function children_unless_over(state)
  assert(not state.node.over, "a finished game is asked for its successors")
  return state.node.children
end

local function make(state, child)
  local node = state.node
  assert(child.parent == node, "a move is made that is not legal here")
  state.node = child
  state.ply = state.ply + 1
  return node
end

local function unmake(state, child, undo)
  assert(child == state.node, "a move is unmade that is not the last")
  state.node = undo
  state.ply = state.ply - 1
end

local function play(state, child)
  assert(child.parent == state.node, "a move is played that is not legal here")
  return { node = child }
end

-- The value of a node for whom it is good, by number: it is written down for player 1.
local function value_for(number, value) return number == 2 and -value or value end

local function evaluate(state, me) return value_for(me, state.node.value) end

local function result(state, me)
  local node = state.node
  assert(not node.children or not node.children[1] or node.over, "a game that goes on is asked for its result")
  return value_for(me, node.result or -node.value)
end

-- The same, good for the player to move.
local function for_mover(value_of)
  return function(state) return value_of(state, state.node.turn) end
end

local function player(state) return state.node.turn end

local function is_over(state) return state.node.over end

local function order(_, child) return child.score end

--- The game of walking down a tree.
-- @tparam string style one of `STYLES`
-- @tparam[opt] table traits `player`, `is_over`, `result`, `order` (booleans: whether the game has that function)
-- and `view`
-- @treturn table the game
function tree.game(style, traits)
  traits = traits or {}
  local successors = traits.is_over and children_unless_over or children
  local is_mover = traits.view == "mover"
  local game = {
    evaluate = is_mover and for_mover(evaluate) or evaluate,
    result = traits.result and (is_mover and for_mover(result) or result) or nil,
    player = traits.player and player or nil,
    is_over = traits.is_over and is_over or nil,
    order = traits.order and order or nil,
  }
  if style == "children" then
    game.children = successors
    return game
  end
  game.moves = successors
  if style == "in place" then
    game.make, game.unmake = make, unmake
  else
    game.play = play
  end
  return game
end

-- What `chances` says of a state of any style.
local function chances(state)
  local node = state.node
  if not node.chance then return nil end
  local entries = {}
  for i, probability in ipairs(node.chance) do
    entries[i] = { probability = probability, outcome = node.children[i] }
  end
  return entries
end

--- The game of walking down a tree with chance nodes.
-- @tparam string style one of `STYLES`
-- @tparam[opt] table traits those of `game`, and `payoffs`: true when the evaluations are payoffs
-- @treturn table the game
function tree.chance_game(style, traits)
  local game = tree.game(style, traits)
  game.chances = chances
  if traits and traits.payoffs then
    function game.evaluate(state) return state.node.payoffs end
  end
  return game
end

--- The names of nodes, for messages.
-- @tparam table nodes
-- @treturn table their names
function tree.names(nodes)
  local names = {}
  for i, node in ipairs(nodes) do names[i] = node.name end
  return names
end

return tree
