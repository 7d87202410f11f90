-- The subtrees that a search pruned: plays the moves that cut-offs have left out, by the functions of the game.

local use = require((...):match "^(.*)%..*%." .. ".use")

local games, nodes, values = use("common.game", "tree.nodes", "common.values")

local ipairs, pairs, pcall, type = ipairs, pairs, pcall, type

local pruned = {}

-- The number of successors that are drawn from an iterator of which nothing was searched.
local MOST_SUCCESSORS = 100

local CALLBACKS = {"moves", "make", "unmake", "play", "children", "evaluate", "result", "player", "is_over", "chances"}

-- Makes the explorer of a game, which plays pruned moves, by the functions of the game. Errors of these end only the
-- exploration: the search reports them, if it comes there. Nil if functions are missing.
function pruned.explorer(game)
  local ok, rules = pcall(games.read, game, CALLBACKS)
  local explorer = ok and rules and games.strict(rules) or nil
  if explorer then explorer.most_successors = MOST_SUCCESSORS end
  return explorer
end

-- A copy of a payoff vector; nil if it does not hold numbers only.
local function payoffs_of(value)
  if type(value) ~= "table" then return nil end
  for _, payoff in pairs(value) do
    if type(payoff) ~= "number" then return nil end
  end
  return values.copy(value)
end

-- Whether the game is over in a state at the full depth, as the search finds it out.
local function is_end(explorer, state)
  local rules = explorer.rules
  if not rules.result then return false end
  if rules.is_over then return rules.is_over(state) end
  return not rules.evaluate and not games.successors(explorer, state)
end

-- The value that the search would have given to a state that was pruned, at a ply.
local function value_of(self, state, ply, is_max, is_over)
  local rules, win = self.explorer.rules, self.win
  local evaluate = rules[games.value_function(rules, is_over)]
  if not evaluate then return nil end -- the value depends on more than the state, and on options
  local value = evaluate(state, self.me)
  if self.is_maxn then return payoffs_of(value) end
  if type(value) ~= "number" then return nil end
  if win and not rules.chances and (value >= win or value <= -win) then
    value = value > 0 and win - ply or ply - win
  end
  if self.view ~= "mover" then return value end
  if rules.player then is_max = rules.player(state) == self.me end
  return is_max and value or -value
end

-- Adds the subtree of a pruned state to its node, as far as room and depth allow. If turns alternate, `is_max` says
-- whether Max moves there; otherwise it is nil.
local explore

-- Explores the state after a move, and restores the state.
local function explore_move(self, node, state, move, depth, is_max)
  local explorer = self.explorer
  local after, undo = games.make(explorer, state, move)
  local ok, message = pcall(explore, self, node, after, depth, is_max)
  games.unmake(explorer, state, move, undo)
  if not ok then error(message, 0) end
end

function explore(self, node, state, depth, is_max)
  local rules = self.explorer.rules
  local list, is_chance
  if depth > 0 then list, is_chance = games.successors(self.explorer, state) end
  node.label = self:label_of(state, node.move)
  if not list then
    local is_over = depth > 0 or is_end(self.explorer, state)
    node.kind, node.value = "leaf", value_of(self, state, node.ply, is_max, is_over)
    return
  end
  node.kind = is_chance and "chance" or self.is_maxn and "many" or is_max == nil and "node" or is_max and "max" or "min"
  if rules.player and not is_chance and not self.is_maxn then
    local player = rules.player(state)
    local is_other = (player == self.me) ~= self.maximizes
    if self.view == "player" then is_other = player ~= self.max_player end
    node.kind = is_other and "min" or "max"
  end
  for i, move in ipairs(list) do
    if self.kept >= self.nodes or node.ply + 1 > self.depth then
      node.more_pruned = node.more_pruned + #list - i + 1
      node.is_rest_unknown = depth > 1
      return
    end
    if is_chance then move = move.outcome end
    local child = nodes.add(self, node, nodes.new(node.ply + 1, i))
    child.is_pruned, child.kind, child.move = true, "node", move
    local is_max_next = is_max
    if is_max ~= nil and not is_chance then is_max_next = not is_max end
    explore_move(self, child, state, move, is_chance and depth or depth - 1, is_max_next)
  end
end

-- Sets the indexes of the successors that were searched before all were listed.
local function set_indexes(node, list)
  local unplaced = node.unplaced
  for i = 1, unplaced and #list or 0 do
    local child = not node.seen[i] and unplaced[list[i]]
    if child then
      unplaced[list[i]] = nil
      node.seen[i], child.index = true, i
      if not child.owner then node.by_index[i] = child end
    end
  end
end

-- Adds the successors that a cut-off has left out.
function pruned.add(self, node, event)
  local list = event.successors
  set_indexes(node, list)
  if event.chance and event.tried == #list then return end -- nothing was left out
  local is_max
  if event.maximizing ~= nil and not event.chance then is_max = not event.maximizing end
  for i = 1, #list do
    if not node.seen[i] then
      if nodes.make_room(self, node.ply + 1) then
        local child = nodes.add(self, node, nodes.new(node.ply + 1, i))
        child.is_pruned, child.kind, child.move = true, "node", list[i]
        child.label = self:label_of(nil, list[i])
        if self.explorer then
          pcall(explore_move, self, child, event.state, list[i], event.depth - 1, is_max)
        end
      else
        node.more_pruned = node.more_pruned + 1
        node.is_rest_unknown = node.is_rest_unknown or event.depth > 1
      end
    end
  end
  node.is_cut = true
  if event.tried >= #list then node.is_rest_unknown = true end -- an iterator may have more, or nothing is listed
end

return pruned
