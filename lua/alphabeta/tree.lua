--- Pictures of a search: the chosen moves, windows and values, and what was pruned.
--
-- A recorder follows a search through the option `trace` of @{alphabeta.options} and keeps its tree. It draws the tree
-- as text, or as an SVG that needs no other program.
--
-- It draws the last search from the root, with deepening that of the last depth. If a node was searched more than once,
-- as in principal variation search, it draws the last time. Successors are in the order of the game, whatever order
-- they were searched in.
--
-- How to read it. A triangle that points up is a node where Max moves, one that points down is a node where Min moves,
-- a box is a state that was evaluated, a circle is a chance node, a hexagon a node of max^n. Beside a node is its
-- window, alpha and beta, on arrival, and below that on leaving. In it is its value; with `≥` (in text `>=`) or `≤`
-- (`<=`) if the true value may be more or less, because the rest was cut off. In null windows, `5+` and `5-` are the
-- numbers next to 5. The line of play that is expected is drawn bold. Branches that were cut off are crossed out, with
-- what would have been there; `TT` is a node whose value the transposition table knew.
--
-- From large trees whole levels are left out, the deepest first, until the number of nodes is as wanted; the drawing
-- says how much is left out.
--
-- Nothing that a game does makes a drawing fail: values that cannot be shown are left out.
--
-- @module alphabeta.tree
-- @license MIT
local use = require((...):match "^(.*)%." .. ".use")

if use "common.interpreter".is_unsound then jit.off(true, true) end -- this file is loaded by `require`
local core, games, label = use("common.core", "common.game", "tree.label")
local is_same = use "common.moves".is_same
local option_rows, svg, text, values = use("common.options", "tree.svg", "tree.text", "common.values")

local huge, max = math.huge, math.max
local check = option_rows.check

local tree = {}

-- The number of nodes that are drawn when the option `nodes` is not given.
local NODES = 500

-- The number of successors that are drawn from an iterator of which nothing was searched.
local MOST_SUCCESSORS = 100

local Recorder = {}
Recorder.__index = Recorder

-- ---- options -------------------------------------------------------------------------------------------------------

local ROWS = {
  depth = {"an integer of 0 or more, or math.huge", option_rows.count_from(0)},
  game = {"a game (a table of functions)", values.is_object},
  label = {"a function", option_rows.is_function},
  max_player = option_rows.of_search "max_player",
  nodes = {"an integer of 1 or more, or math.huge", option_rows.count_from(1)},
  view = option_rows.of_search "view",
  win = option_rows.of_search "win",
}

-- An option of the search that the recorder has, too; nil if it is wrong, which the search reports.
local function valid(name, value)
  if ROWS[name][2](value) then return value end
end

-- ---- nodes ---------------------------------------------------------------------------------------------------------

local function new_node(ply, index)
  return {ply = ply, index = index, children = {}, seen = {}, more = 0, more_pruned = 0, searches = 1}
end

-- How many nodes a subtree has, drawn or not: searched ones, and pruned ones.
local function count(node)
  local searched, pruned = node.more, node.more_pruned
  if node.is_pruned then pruned = pruned + 1 else searched = searched + 1 end
  for _, child in ipairs(node.children) do
    local below, pruned_below = count(child)
    searched, pruned = searched + below, pruned + pruned_below
  end
  return searched, pruned
end

-- Removes the nodes below a node from the count of kept nodes.
local function forget(self, node)
  for _, child in ipairs(node.children) do
    forget(self, child)
    self.kept = self.kept - 1
  end
end

-- Removes a level of the tree below a node, and everything below that.
local function cut_level(self, node, ply)
  if node.ply + 1 < ply then
    for _, child in ipairs(node.children) do cut_level(self, child, ply) end
    return
  end
  forget(self, node)
  for _, child in ipairs(node.children) do
    local searched, pruned = count(child)
    node.more, node.more_pruned = node.more + searched, node.more_pruned + pruned
    node.is_rest_unknown = node.is_rest_unknown or child.is_rest_unknown
  end
  for move in pairs(node.unplaced or {}) do node.unplaced[move] = {owner = node} end
  node.children, node.by_index = {}, nil
end

-- The deepest level that is kept, in plies.
local function deepest(node)
  local most = node.ply
  for _, child in ipairs(node.children) do
    local below = deepest(child)
    if below > most then most = below end
  end
  return most
end

-- Makes room for a node at a ply, by leaving out the deepest levels. Returns whether there is any.
local function make_room(self, ply)
  while self.kept >= self.nodes and ply <= self.depth do
    local level = deepest(self.tree)
    if level < ply then self.depth = ply - 1 end
    if level < ply or level <= 1 then return false end
    cut_level(self, self.tree, level)
    self.depth = level - 1
  end
  return ply <= self.depth
end

-- Adds a child to a node that is kept.
local function add(self, parent, node)
  parent.children[#parent.children + 1] = node
  parent.by_index = parent.by_index or {}
  if node.index then parent.by_index[node.index] = node end
  self.kept = self.kept + 1
  return node
end

-- ---- what was pruned -----------------------------------------------------------------------------------------------

local CALLBACKS = {"moves", "make", "unmake", "play", "children", "evaluate", "result", "player", "is_over", "chances"}

-- Makes the explorer of a game, which plays pruned moves, by the functions of the game. Errors of these end only the
-- exploration: the search reports them, if it comes there. Nil if functions are missing.
local function new_explorer(game)
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
    local child = add(self, node, new_node(node.ply + 1, i))
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
local function add_pruned(self, node, event)
  local list = event.successors
  set_indexes(node, list)
  if event.chance and event.tried == #list then return end -- nothing was left out
  local is_max
  if event.maximizing ~= nil and not event.chance then is_max = not event.maximizing end
  for i = 1, #list do
    if not node.seen[i] then
      if make_room(self, node.ply + 1) then
        local child = add(self, node, new_node(node.ply + 1, i))
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

-- ---- what was searched ---------------------------------------------------------------------------------------------

-- Begins a tree. The one before is complete, unless the root is entered again to be re-searched.
local function start(self, event)
  local root, before = new_node(0), event.again and self.tree
  if before then
    root.searches, root.best = before.searches + 1, before.best
  else
    self.complete = self.finished or self.complete
  end
  self.tree, self.finished = root, nil
  self.kept, self.depth, self.path = 1, self.most_depth, {}
  self.is_maxn = event.alpha == nil
  if event.maximizing ~= nil then self.maximizes = event.maximizing end -- nil at a chance node
  local rules = self.explorer and self.explorer.rules
  if rules and rules.player then
    local ok, player = pcall(rules.player, event.state)
    self.me = ok and player or nil
  end
  return root
end

-- The node that an event enters; a table with its `owner` if it is not kept.
local function entered(self, event)
  local ply = event.ply
  if ply == 0 then return start(self, event) end
  if event.again then
    local node = self.left
    if node.owner then return node end
    forget(self, node)
    node.children, node.by_index, node.seen, node.more, node.more_pruned = {}, nil, {}, 0, 0
    node.is_rest_unknown, node.unplaced = nil, nil
    node.searches = node.searches + 1
    return node
  end
  local parent = self.path[ply]
  local known = not parent.owner and parent.by_index and event.index and parent.by_index[event.index]
  if known then
    self.left = known
    return entered(self, {ply = ply, again = true})
  end
  local owner = parent.owner or parent
  local node
  if not parent.owner and make_room(self, ply) then
    node = add(self, parent, new_node(ply, event.index))
  else
    owner.more = owner.more + 1
    node = {owner = owner}
  end
  if not parent.owner and event.index then
    parent.seen[event.index] = true
  elseif not (parent.owner or event.pass) then -- `find_move` found it before all were listed
    parent.unplaced = parent.unplaced or {}
    parent.unplaced[event.move] = node
  end
  return node
end

-- The child that a node's value comes from, the first with the same value: its index, and itself.
local function choose(node)
  local is_stand_pat = node.source == "evaluate" and is_same(node.evaluation, node.value)
  if node.kind == "chance" or is_stand_pat then return nil end
  local fails = node.kind == "min" and "lower" or "upper"
  if node.bound == fails then return node.ply == 0 and node.best or nil end
  for _, child in ipairs(node.children) do
    if not child.is_pruned and not child.is_pass and is_same(child.value, node.value) then
      return child.index, child
    end
  end
end

-- The kind of a node that is left.
local function kind_of(node, event)
  if event.chance then return "chance" end
  if type(event.value) == "table" then return (node.children[1] or node.more > 0) and "many" or "leaf" end
  if node.source == "evaluate" and not node.children[1] and node.more == 0 then return "leaf" end
  if event.maximizing == nil then return "node" end
  return event.maximizing and "max" or "min"
end

local SOURCES = {evaluate = true, table = true, repetition = true, bounds = true}

local listeners = {}

function listeners.enter(self, event)
  local node = entered(self, event)
  self.path[event.ply + 1] = node
  if node.owner then return end
  node.alpha, node.beta, node.is_pass = event.alpha, event.beta, event.pass
  node.source, node.evaluation, node.is_cut, node.value, node.bound = nil, nil, nil, nil, nil
  node.label = self:label_of(event.state, event.move, event.pass)
end

function listeners.cutoff(self, event)
  local node = self.path[event.ply + 1]
  if not node.owner then return add_pruned(self, node, event) end
  local owner, left = node.owner, max(#event.successors - event.tried, 0)
  owner.more_pruned = owner.more_pruned + left
  if event.depth > 1 and left > 0 or left == 0 and not event.chance then owner.is_rest_unknown = true end
end

function listeners.leave(self, event)
  local node = self.path[event.ply + 1]
  self.left = node
  if node.owner then return end
  node.value, node.bound = event.value, event.bound
  node.left_alpha, node.left_beta = event.alpha, event.beta
  node.kind = kind_of(node, event)
  node.best, node.best_child = choose(node)
  if event.ply == 0 and event.value ~= nil then self.finished = node end
end

local function listen(self, event)
  local listener = listeners[event.type]
  if listener then
    listener(self, event)
  elseif SOURCES[event.type] then
    local node = self.path[event.ply + 1]
    node.source = event.type
    if event.type == "evaluate" then node.evaluation = event.value end
  end
end

-- ---- the tree as it is drawn ---------------------------------------------------------------------------------------

-- A copy of a node, to be drawn; `is_chosen` says whether it lies on the expected line.
local function view_of(node, is_chosen)
  local copy = {
    kind = node.kind or "node", label = node.label, value = node.value, bound = node.bound, alpha = node.alpha,
    beta = node.beta, left_alpha = node.left_alpha, left_beta = node.left_beta, is_pruned = node.is_pruned or false,
    is_cut = node.is_cut or false, is_pass = node.is_pass or false, is_chosen = is_chosen, source = node.source,
    searches = node.searches, more = node.more, more_pruned = node.more_pruned,
    is_rest_unknown = node.is_rest_unknown or false, index = node.index, ply = node.ply, children = {},
  }
  for i, child in ipairs(node.children) do copy.children[i] = child end
  table.sort(copy.children, function(a, b) return (a.index or 0) < (b.index or 0) end)
  local continues = is_chosen and (node.ply == 0 or node.bound == "exact")
  for i, child in ipairs(copy.children) do
    -- the value comes from this child: at the root, whose tree may be another now, from one with the same index
    local is_best = child == node.best_child or child.index ~= nil and child.index == node.best
    copy.children[i] = view_of(child, continues and is_best)
  end
  return copy
end

--- A recorder: listens to searches, and draws the last one. Made by @{recorder} or @{search}.
-- @type recorder

--- The function for the option `trace`. It needs no recorder as an argument: `{trace = recorder.trace}`.
--
-- @function recorder.trace
-- @tparam event event

-- The label of a node: by the option `label`, or by the move that led there. In the children style, a number is a
-- state, which says nothing of the move. An error in the option labels nothing: it must not end the search that is
-- recorded.
function Recorder:label_of(state, move, is_null_move)
  if is_null_move then return "pass" end
  if self.label then
    local ok, name = pcall(self.label, state, move)
    return ok and label.of(name) or nil
  end
  if self.style == "children" and type(move) == "number" then return nil end
  return label.of(move)
end

-- Makes a recorder from checked options. `meaning` says what the game's numbers mean.
local function new_recorder(wanted, meaning)
  local self = setmetatable({
    nodes = wanted.nodes or NODES, most_depth = wanted.depth or huge, label = wanted.label,
    view = valid("view", meaning.view), win = valid("win", meaning.win), maximizes = true,
    max_player = meaning.max_player, explorer = wanted.game ~= nil and new_explorer(wanted.game) or nil,
  }, Recorder)
  self.style = self.explorer and self.explorer.rules.style
  function self.trace(event) listen(self, event) end
  return self
end

--- The tree that was recorded, as tables.
--
-- @treturn ?node the root; nil if no search was completed. See @{node}
-- @usage
-- local tree = require "alphabeta.tree"
-- local game = {
--   children = function(state) return type(state) == "table" and state or nil end,
--   evaluate = function(state) return type(state) == "number" and state or 0 end,
-- }
-- local root = tree.search({{3, 5}, {2, 9}}, 2, {game = game}):root()
-- assert(root.kind == "max" and root.value == 3)
-- assert(root.children[2].value == 2 and root.children[2].bound == "upper")
-- assert(root.children[2].children[2].is_pruned)
function Recorder:root()
  local root = self.finished or self.complete
  return root and view_of(root, true) or nil
end

local function draw(self, how)
  local root = self:root()
  if not root then error("alphabeta.tree: there is nothing to draw: no search was completed", 3) end
  return how(root)
end

--- The tree as text, for a terminal. It is ASCII, except for labels.
--
-- @treturn string lines, without an end of the last; the first is the root
-- @raise When no search was completed.
function Recorder:text() return draw(self, text) end

--- The tree as a picture.
--
-- @treturn string an SVG document
-- @raise When no search was completed.
function Recorder:svg() return draw(self, svg) end

Recorder.__tostring = function(self)
  local root = self:root()
  return root and text(root) or "alphabeta.tree: nothing recorded"
end

--- @section end

--- Makes a recorder, for searches that are begun elsewhere.
--
-- @tparam[opt] recorder_options options see @{recorder_options}
-- @treturn recorder
-- @raise A wrong option.
-- @usage
-- local alphabeta = require "alphabeta"
-- local tree = require "alphabeta.tree"
-- local nim = {
--   moves = function(heap) return heap > 0 and {1, 2} or nil end,
--   play = function(heap, take) return heap - take end,
--   evaluate = function(heap) return heap <= 0 and -1 or 0 end,
-- }
-- local recorder = tree.recorder {game = nim, view = "mover"}
-- local ai = alphabeta.new(nim, {view = "mover", trace = recorder.trace})
-- ai:search(3, 3)
-- assert(tostring(recorder):find "^MAX")
function tree.recorder(options)
  options = options == nil and {} or options
  local message = check(options, ROWS)
  local meaning
  if not message then meaning, message = option_rows.meaning(options.game, nil, options) end
  if message then error("alphabeta.tree.recorder: " .. message, 2) end
  return new_recorder(options, meaning)
end

-- An option of a search by its second argument and its options; nil if it is not given.
local function option_of(depth, options, name)
  if type(depth) == "table" and depth[name] ~= nil then return depth[name] end
  return options[name]
end

--- Searches as @{alphabeta.search} does, and records it. If only a depth limits it and `deepening` is not given, it is
-- one search to that depth.
--
-- @param state the state to move in
-- @tparam[opt] int|search_options depth how far to look, or a table of options for this search
-- @tparam[opt] options options those of the search, except `trace`
-- @tparam[opt] recorder_options drawing those of the recorder; `game`, `view` and `win` are those of the search
-- @treturn recorder
-- @return the best move
-- @treturn number the value
-- @treturn info
-- @raise As @{alphabeta.search}; a wrong option.
-- @usage
-- local tree = require "alphabeta.tree"
-- local game = {
--   children = function(state) return type(state) == "table" and state or nil end,
--   evaluate = function(state) return type(state) == "number" and state or 0 end,
-- }
-- local picture, best, value = tree.search({{3, 5}, {2, 9}}, 2, {game = game})
-- assert(value == 3 and best[1] == 3)
-- assert(picture:svg():find("<svg", 1, true))
function tree.search(state, depth, options, drawing)
  drawing = drawing == nil and {} or drawing
  local message = check(drawing, ROWS)
  if message then error("alphabeta.tree.search: " .. message:gsub("'options'", "'drawing'", 1), 2) end
  local of_search, of_recorder = values.copy(type(options) == "table" and options or {}), values.copy(drawing)
  if of_search.trace ~= nil then
    error("alphabeta.tree.search: option 'trace': expected nothing, because the recorder uses it, got "
      .. values.describe(of_search.trace), 2)
  end
  local algorithm = option_of(depth, of_search, "algorithm")
  if algorithm == "uct" then
    error("alphabeta.tree.search: option 'algorithm': expected one that searches by depth, got 'uct'", 2)
  end
  local game = of_search.game
  if option_of(depth, of_search, "deals") ~= 0 and values.field_of(game == nil and state or game, "deal") ~= nil then
    error("alphabeta.tree.search: option 'deals': expected 0, to draw the search with all hands seen, since 'deal' "
      .. "hides some", 2)
  end
  local meaning = option_rows.meaning(game, state, of_search, algorithm) -- nil for a wrong game
  if game == nil then game = state end
  of_recorder.game = valid("game", game)
  local recorder = new_recorder(of_recorder, meaning or {})
  of_search.trace = recorder.trace
  of_search, depth = option_rows.both_without(of_search, depth, "partial_iteration") -- a completed iteration is drawn
  local has_limits = false
  for _, name in ipairs {"deepening", "time", "think", "clock", "nodes", "level"} do
    has_limits = has_limits or option_of(depth, of_search, name) ~= nil
  end
  if not has_limits then of_search.deepening = false end
  local is_given = options == nil or type(options) == "table"
  local ok, best, value, info = pcall(core.search, state, depth, is_given and of_search or options)
  if ok then return recorder, best, value, info end
  local err, is_own = option_rows.rename_error(best, "alphabeta.tree.search")
  error(err, is_own and 2 or 0)
end

--- The options of a picture.
--
-- @tfield[opt=500] int nodes how many nodes to draw at most; the root and its successors are always drawn
-- @tfield[opt] int depth how many plies to draw at most
-- @tfield[opt] function label `label(state, move)`: the label of a node, a string or a number; nil or "" for none.
--   `state` is nil if the search did not visit it, `move` is nil at the root. Without it: moves that are strings,
--   numbers or booleans, or that have `__tostring`, but no states that are numbers. Only the first 24 characters are
--   drawn
-- @tfield[opt] game game the rules, to follow what was pruned and to evaluate that. Without them no more is known of it
--   than the moves
-- @tfield[opt="max"] string view as in the search
-- @tfield[opt] any max_player as in the search
-- @tfield[opt] number win as in the search, to value won games that were pruned as the search would have done
-- @table recorder_options

--- A node of the tree that was recorded.
--
-- @tfield string kind `"max"`, `"min"`; `"chance"`; `"leaf"`, evaluated; `"many"`, a node of max^n; `"node"`,
--   where it is not known who moves
-- @tfield[opt] string label what led there
-- @tfield[opt] number|table value its value, in the view of the search's own; where it was
--   pruned, only that of a leaf that `evaluate` or `result` values; with `"maxn"` a table from player to value
-- @tfield[opt] string bound what the value is: `"exact"`, `"lower"`, `"upper"`
-- @tfield[opt] number alpha the lower end of the window on arrival
-- @tfield[opt] number beta the upper end
-- @tfield[opt] number left_alpha the lower end of the window on leaving
-- @tfield[opt] number left_beta the upper end
-- @tfield boolean is_chosen whether it lies on the line of play that is expected
-- @tfield boolean is_cut whether successors of it were cut off
-- @tfield boolean is_pruned whether it was pruned
-- @tfield boolean is_pass whether it comes from a null move
-- @tfield[opt] string source where the value comes from, if not from successors: `"evaluate"`, `"table"`,
--   `"repetition"`, `"bounds"`
-- @tfield int searches how often it was searched
-- @tfield int more nodes below it that were searched and are left out
-- @tfield int more_pruned nodes below it that were pruned and are left out, as far as known
-- @tfield boolean is_rest_unknown whether there may be more of these
-- @tfield[opt] int index its index among the successors, in the order of the game
-- @tfield int ply
-- @tfield table children array of nodes, in the order of the game
-- @table node

return tree
