-- Monte Carlo tree search with hidden hands. Internal: `search.lua` uses it.
--
-- Each playout goes through one tree, with only the moves that its deal allows. `kids` has nodes by the keys of their
-- moves. Nothing is proven there.
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

local deal, message, new_fingerprint = use("deals.deal", "front.message", "playouts.states")
local tree, zobrist = use("uct.tree", "fallback.zobrist")

local max, type = math.max, type

-- Hidden hands: how many deals have a tree of their own at most.
local DEALS_MAX = 32

-- Begins with empty trees.
local function clear(t)
  t.by_deal, t.deal_count = {}, 0
  t.root.count, t.root.chances = t.deals.is_over and 0 or max(t.deals.count, 1), t.deals.count == 0
end

-- The root of a deal's own tree; nil if there are too many deals, or they cannot be told apart.
local function tree_of_deal(e, t, state)
  if not t.by_deal then return nil end
  local memory = e.memory
  memory.recognize = memory.recognize
    or new_fingerprint(function(value) return zobrist.is_key(value) and value:get() end, "table")
  local id = memory.recognize(state)
  if id > 0 and not t.by_deal[id] then
    t.by_deal[id], t.deal_count = tree.new_node(nil, 1), t.deal_count + 1
  end
  if id == 0 or t.deal_count > DEALS_MAX then t.by_deal = nil end
  return t.by_deal and t.by_deal[id]
end

-- The node for what the player at the root can see in a state, below the node of the move to it. It is the node of the
-- move if nothing can be seen, or if no memory is left.
local function seen_node(e, t, node, state)
  e.path.note "seen"
  local key = e.seen(state, e.me)
  local kind = type(key)
  if kind == "nil" then return node end
  if kind ~= "number" and kind ~= "string" and kind ~= "boolean" or key ~= key then
    e.path.reject("seen", "expected a number, a string, a boolean or nil, got %s", message.describe(key))
  end
  node.by_seen = node.by_seen or tree.new_node(node.move, node.mover)
  return tree.kid(t, node.by_seen, key, node.move, node.mover) or node
end

-- Makes the function that plays one game, with another deal each time, and returns whether it counts.
return function(e, t, play)
  local path, tick, list = e.path, play.tick, e.path.list
  local nodes, own_nodes, keys = t.path, {}, {}
  t.deals = deal.begin(e, list)
  clear(t)
  return function()
    local node, length, own_length, is_new, points = t.root, 0, 0, false, nil
    if t.deals.is_over then return true end
    tick(false)
    local state, moves, count, chances = deal.draw(e, t.deals, list)
    local mover, own = t.own, tree_of_deal(e, t, state)
    repeat
      length = length + 1
      nodes[length] = node
      if own then
        own_length = own_length + 1
        own_nodes[own_length] = own
      end
      local index, kid
      if count == 0 then
        points = play.judge_end(state, mover)
      elseif not is_new then
        for place = 1, count do keys[place] = deal.key_of(e, state, moves[place]) end
        local player = node.mover
        if chances then
          index = tree.outcome(t, chances, count)
        else
          player = play.player_at(state, mover)
          index, mover = tree.select(t, own and player ~= t.own and own or node, player, count, keys), 3 - player
        end
        kid = index and tree.kid(t, node, keys[index], moves[index], player)
        own = kid and own and tree.kid(t, own, keys[index], moves[index], player)
      end
      if kid then
        state, node = path.enter(state, moves[index], index, chances ~= nil), kid
        tick(false)
        if e.seen then node = seen_node(e, t, kid, state) end
        if node ~= kid then
          length = length + 1
          nodes[length] = kid
        end
        is_new = node.visits == 0
        moves, count, chances = list(state)
      elseif not points then
        points = play.run(state, moves, count, chances, mover)
      end
    until points
    play.leave_all()
    e.state = t.deals.state
    if not tree.check_players(t) then
      clear(t)
      return false
    end
    tree.count(t, nodes, length, points)
    tree.count(t, own_nodes, own_length, points)
    return true
  end
end
