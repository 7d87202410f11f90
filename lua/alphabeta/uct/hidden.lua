-- Monte Carlo tree search of hidden hands: each playout begins with another deal, and goes through one tree, with only
-- the moves that this deal allows. Internal: `search.lua` uses it.
--
-- Its nodes are those of tree.lua, with differences: `kids` has them in the order in which they were first tried, and
-- `by_key` by the keys of their moves. `available` says how often a deal allowed the move to a node. Nothing is proven
-- there.
--
-- If the game has `seen`, the node of a move has a kid for each key of what the player at the root can see after it,
-- `by_seen`. The moves after it are tried in that kid. So a look at a card is worth what can be done with it. The move
-- itself is chosen by the sums of its own node, of all keys together.
--
-- The player at the root cannot tell deals apart, but the others know their own hands. If there are few deals, each has
-- a second tree, by which the others choose. With many deals, such trees would have too few visits, and the others
-- choose by the first one.
--
-- Source. P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
-- Computational Intelligence and AI in Games 4 (2012), 120-143: SO-ISMCTS.

local use = require((...):match "^(.*)%..*%." .. ".use")

local deal, message, playout, random = use("deals.deal", "front.message", "uct.playout", "common.random")
local tree = use "uct.tree"

local huge, max, type = math.huge, math.max, type
local key_of = deal.key_of

local hidden = {}

-- Makes a node one whose moves differ from deal to deal.
local function open(node, count)
  node.count, node.kids, node.by_key, node.tried, node.chances = count, {}, {}, 0, false
end

-- Deals that have a tree of their own, at most.
local DEALS_MAX = 32

-- Begins with empty trees.
local function clear(t)
  t.by_deal, t.deal_count = {}, 0
  open(t.root, t.deals.is_over and 0 or max(t.deals.count, 1))
  t.root.chances = t.deals.count == 0
end

-- The root of a deal's own tree; nil if there are too many deals, or they cannot be told apart.
local function tree_of(e, t, state)
  if not t.by_deal then return nil end
  local id = e.memory.fingerprint(state)
  if not id then
    t.by_deal = nil
    return nil
  end
  local root = t.by_deal[id]
  if root then return root end
  t.deal_count = t.deal_count + 1
  if t.deal_count > DEALS_MAX then
    t.by_deal = nil
    return nil
  end
  root = tree.new_node(nil, 1)
  t.by_deal[id] = root
  return root
end

-- The node that a key leads to; nil if no memory is left for it.
local function kid_of(t, node, key, move, mover)
  if not node.kids then open(node, 0) end
  local kid = node.by_key[key]
  if kid or t.free <= 0 and node ~= t.root then return kid end
  return tree.add_by_key(t, node, key, move, mover)
end

-- The node of what the player at the root can see in a state, below that of the move to it. It is the latter itself if
-- nothing can be seen, or no memory is left.
local function seen_node(e, t, node, state)
  e.path.note "seen"
  local key = e.seen(state, e.me)
  local kind = type(key)
  if kind == "nil" then return node end
  if kind ~= "number" and kind ~= "string" and kind ~= "boolean" or key ~= key then
    e.path.reject("seen", "expected a number, a string, a boolean or nil, got %s", message.describe(key))
  end
  node.by_seen = node.by_seen or {}
  local kid = node.by_seen[key]
  if kid or t.free <= 0 then return kid or node end
  return tree.add_by_seen(t, node, key)
end

-- The index of the move to try next from a node: a new one, or the most attractive one.
local function select_move(e, t, node, state, moves, count)
  if not node.kids then open(node, 0) end
  local unknown, new, best, best_bound, by_key = t.unknown, 0, nil, -huge, node.by_key
  for place = 1, count do
    local kid = by_key[key_of(e, state, moves[place])]
    if kid and kid.visits > 0 then
      kid.available = kid.available + 1
      local bound = tree.bound(t, kid, kid.available)
      if bound > best_bound then best, best_bound = place, bound end
    else
      new = new + 1
      unknown[new] = place
    end
  end
  if new == 0 or best and t.free <= 0 and node ~= t.root then return best end
  return unknown[random.integer(t.random, new)]
end

-- Sets up a search at the root. Makes the function that plays one game of a new deal through the tree, and returns
-- whether it counts.
function hidden.new_iterate(e, t, play)
  local path, tick, list = e.path, play.tick, play.list
  t.deals, t.unknown, t.own_path = deal.begin(e, list), {}, {}
  clear(t)
  return function()
    local node, length, is_new, points = t.root, 0, false, nil
    if t.deals.is_over then return true end
    tick(false)
    local state, moves, count, chances = deal.draw(e, t.deals, list)
    local default, own, own_length = t.own, tree_of(e, t, state), 0
    while not points do
      length = length + 1
      t.path[length] = node
      local index, kid
      if own then
        own_length = own_length + 1
        t.own_path[own_length] = own
      end
      if count == 0 then
        points = play.judge_end(state, default)
      elseif not is_new then
        local mover = node.mover
        if chances then
          index = playout.outcome(t, chances, count)
        else
          mover = play.player_at(state, default)
          index = select_move(e, t, own and mover ~= t.own and own or node, state, moves, count)
          default = 3 - mover
        end
        local move = moves[index]
        local key = key_of(e, state, move)
        kid = kid_of(t, node, key, move, mover)
        own = kid and own and kid_of(t, own, key, move, mover)
      end
      if kid then
        state, node = path.enter(state, moves[index], index, chances ~= nil), kid
        tick(false)
        if e.seen then node = seen_node(e, t, kid, state) end
        if node ~= kid then
          length = length + 1
          t.path[length] = kid
        end
        is_new = node.visits == 0
        moves, count, chances = list(state)
      elseif not points then
        points = play.run(state, moves, count, chances, default)
      end
    end
    play.leave_all()
    e.state = t.deals.state
    if not tree.check_players(t) then
      clear(t)
      return false
    end
    tree.back_up(t, t.path, length, points)
    if own_length > 0 then tree.back_up(t, t.own_path, own_length, points) end
    return true
  end
end

return hidden
