--- Pictures of a search: who chose what, which window came down and which value went up, and what was never looked at.
--
-- A recorder listens to a search through the option `trace` of @{alphabeta.options} and keeps its tree; the tree is
-- drawn as text, in the language of Graphviz, or as an SVG that needs no other program.
--
-- What is drawn is the last search from the root, which with deepening is that of the last depth; where a node was
-- searched more than once, by principal variation search say, it is what the last time has brought. Successors stand in
-- the order of the game, whatever order they were tried in.
--
-- How to read it. A triangle that points up is a node where Max moves, one that points down is Min's, a box is a state
-- that was evaluated, a circle is luck, a hexagon one of many players. Beside a node stands its window, alpha and beta,
-- as it was on arrival, and below that as it was on leaving. In it stands its value; with `≥` (in text `>=`) or `≤`
-- (`<=`) where the true value may be more or less, since the rest was cut off. In null windows, `5+` and `5-` are the
-- numbers next to 5. The line of play that is expected is drawn bold. Branches that were cut off are crossed out, with
-- what would have been there; `TT` is a node whose value the transposition table knew.
--
-- Large trees are cut down to whole levels, from the deepest up, until no more nodes are left than are wanted; where
-- something is left out, it says how much.
--
-- Nothing that a game does makes a drawing fail: what is not fit to be shown, is not shown.
--
-- @module alphabeta.tree
-- @license MIT
local NAME = ... or "alphabeta.tree" -- or what it is called where the folder lies elsewhere
local PACKAGE = NAME:match "^(.*)%.[^.]*$" or "alphabeta"

local core = require "alphabeta.core"
local rules = require(PACKAGE .. ".rules")
local label_of = require(NAME .. ".label")
local dot = require(NAME .. ".dot")
local svg = require(NAME .. ".svg")
local text = require(NAME .. ".text")

local floor, huge = math.floor, math.huge
local describe = rules.describe

local tree = {}

-- Nodes and plies that are drawn when nobody says how many.
local NODES = 500

-- Successors that are drawn from an iterator of which nothing was searched.
local DRAWN = 100

local Recorder = {}
Recorder.__index = Recorder

-- ---- options -------------------------------------------------------------------------------------------------------

-- Whether a value is a number of nodes or plies.
local function is_count(value, least)
  return type(value) == "number" and value >= least and (value == huge or value == floor(value))
end

-- For each option, what it is expected to be, and a function that tells whether a value is that.
local OPTIONS = {
  depth = {"an integer from 0 on, or math.huge", function(value) return is_count(value, 0) end},
  game = {"a game", rules.is_object},
  label = {"a function", function(value) return type(value) == "function" end},
  nodes = {"an integer from 1 on, or math.huge", function(value) return is_count(value, 1) end},
  view = {"'max' or 'mover'", function(value) return value == "max" or value == "mover" end},
  win = {"a number above 0", function(value) return type(value) == "number" and value > 0 end},
}

-- An option of the search that is one of the recorder, too; nil when it is wrong: the search complains of that.
local function valid(name, value)
  if OPTIONS[name][2](value) then return value end
end

-- Checks options for a function that is called by the user, and names itself so.
local function check_options(options, where)
  local message = type(options) ~= "table" and "expected a table of options, got " .. describe(options)
    or rules.complaint(options, OPTIONS, "")
  if message then error(where .. ": " .. message, 3) end
end

-- ---- nodes ---------------------------------------------------------------------------------------------------------

local function new_node(ply, index)
  return {ply = ply, index = index, children = {}, seen = {}, more = 0, more_pruned = 0, searches = 1}
end

-- How many nodes there are in a subtree, drawn or not: those that were searched, and those that were pruned.
local function count(node)
  local searched, pruned = node.more, node.more_pruned
  if node.is_pruned then pruned = pruned + 1 else searched = searched + 1 end
  for _, child in ipairs(node.children) do
    local below, pruned_below = count(child)
    searched, pruned = searched + below, pruned + pruned_below
  end
  return searched, pruned
end

-- Takes the nodes below one off the count of those that are kept.
local function forget(self, node)
  for _, child in ipairs(node.children) do
    forget(self, child)
    self.kept = self.kept - 1
  end
end

-- Takes a level out of the tree below a node, and what is below that.
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

-- What may follow a state that the search never saw, as an array; nil when it is over.
local function successors_of(game, style, state)
  if game.is_over and game.is_over(state) then return nil end
  local list = game.chances and game.chances(state)
  if list then
    local outcomes = {}
    for i, chance in ipairs(list) do outcomes[i] = chance.outcome end
    return outcomes, true
  end
  list = game[style == "children" and "children" or "moves"](state)
  if type(list) ~= "function" then return list end
  local drawn = {}
  while #drawn < DRAWN do
    local one = list()
    if one == nil then break end
    drawn[#drawn + 1] = one
  end
  return drawn
end

-- Everybody's shares; nil when they are no numbers.
local function shares_of(value)
  if type(value) ~= "table" then return nil end
  local shares = {}
  for player, share in pairs(value) do
    if type(share) ~= "number" then return nil end
    shares[player] = share
  end
  return shares
end

-- What the search would have made of the evaluation of a state that was pruned, `ply` moves from the root.
local function value_of(self, state, ply, mine)
  local game, win = self.game, self.win
  local value = game.evaluate(state, self.me)
  if self.has_many then return shares_of(value) end
  if type(value) ~= "number" then return nil end
  if win and not game.chances and (value >= win or value <= -win) then
    value = value > 0 and win - ply or ply - win
  end
  if self.view ~= "mover" then return value end
  if game.player then mine = game.player(state) == self.me end
  return mine and value or -value
end

-- Follows what was pruned from a state, as long as there is room and depth. `mine` says whether Max moves there, where
-- turns alternate.
local explore

-- Explores the state, in which a move was made; what `make` returned follows. The state is then as it was.
local function explore_made(self, node, state, move, depth, mine, ...)
  local ok, message = pcall(explore, self, node, state, depth, mine)
  self.game.unmake(state, move, ...)
  if not ok then error(message, 0) end
end

-- Calls explore with the state behind a move, and sees to it that the state is as it was.
local function explore_move(self, node, state, move, depth, mine)
  local game = self.game
  if self.style == "in place" then
    explore_made(self, node, state, move, depth, mine, game.make(state, move))
  elseif self.style == "copying" then
    explore(self, node, game.play(state, move), depth, mine)
  else
    explore(self, node, move, depth, mine)
  end
end

function explore(self, node, state, depth, mine)
  local list, is_luck
  if depth > 0 then list, is_luck = successors_of(self.game, self.style, state) end
  node.label = self:label_of(state, node.move)
  if not list or list[1] == nil then
    node.kind, node.value = "leaf", value_of(self, state, node.ply, mine)
    return
  end
  node.kind = is_luck and "luck" or self.has_many and "many" or mine == nil and "node" or mine and "max" or "min"
  if self.game.player and not is_luck and not self.has_many then
    node.kind = (self.game.player(state) == self.me) == self.maximizes and "max" or "min"
  end
  for i, move in ipairs(list) do
    if self.kept >= self.nodes or node.ply + 1 > self.depth then
      node.more_pruned = node.more_pruned + #list - i + 1
      node.is_rest_unknown = depth > 1
      return
    end
    local child = add(self, node, new_node(node.ply + 1, i))
    child.is_pruned, child.kind, child.move = true, "node", move
    local next_mine = mine
    if mine ~= nil and not is_luck then next_mine = not mine end
    explore_move(self, child, state, move, is_luck and depth or depth - 1, next_mine)
  end
end

-- Notes the successors that a cut-off has left out.
local function note_pruned(self, node, event)
  local list = event.successors
  if event.luck and event.tried == #list then return end -- the last outcome was enough to know
  local mine
  if event.maximizing ~= nil and not event.luck then mine = not event.maximizing end
  for i = 1, #list do
    if not node.seen[i] then
      if make_room(self, node.ply + 1) then
        local child = add(self, node, new_node(node.ply + 1, i))
        child.is_pruned, child.kind, child.move = true, "node", list[i]
        child.label = self:label_of(nil, list[i])
        if self.game then
          pcall(explore_move, self, child, event.state, list[i], event.depth - 1, mine)
        end
      else
        node.more_pruned = node.more_pruned + 1
        node.is_rest_unknown = node.is_rest_unknown or event.depth > 1
      end
    end
  end
  node.is_cut = true
  if event.tried == #list then node.is_rest_unknown = true end -- an iterator's
end

-- ---- what was searched ---------------------------------------------------------------------------------------------

-- Begins a tree. One that was left before is whole, unless the root is entered again: its value was not the last word.
local function start(self, event)
  local root, before = new_node(0), event.again and self.tree
  if before then
    root.searches, root.best = before.searches + 1, before.best
  else
    self.whole = self.finished or self.whole
  end
  self.tree, self.finished = root, nil
  self.kept, self.depth, self.path = 1, self.most_depth, {}
  self.has_many = event.alpha == nil
  if event.maximizing ~= nil then self.maximizes = event.maximizing end -- else luck moves, and it is as it was
  if self.game and self.game.player then
    local ok, player = pcall(self.game.player, event.state)
    self.me = ok and player or nil
  end
  return root
end

-- The node that an event enters; a table with its `owner` when it is not kept.
local function entered(self, event)
  local ply = event.ply
  if ply == 0 then return start(self, event) end
  if event.again then
    local node = self.left
    if node.owner then return node end
    forget(self, node)
    node.children, node.by_index, node.seen, node.more, node.more_pruned = {}, nil, {}, 0, 0
    node.is_rest_unknown = nil
    node.searches = node.searches + 1
    return node
  end
  local parent = self.path[ply]
  local known = not parent.owner and parent.by_index and event.index and parent.by_index[event.index]
  if known then
    self.left = known
    return entered(self, {ply = ply, again = true})
  end
  if not parent.owner and event.index then parent.seen[event.index] = true end
  if not parent.owner and make_room(self, ply) then return add(self, parent, new_node(ply, event.index)) end
  local owner = parent.owner or parent
  owner.more = owner.more + 1
  return {owner = owner}
end

local function same_value(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for player, share in pairs(a) do
    if b[player] ~= share then return false end
  end
  return true
end

-- Finds the child that a node's value comes from: the first that was found to be worth as much.
local function choose(node)
  local standing = node.source == "evaluate" and same_value(node.evaluation, node.value)
  if node.kind == "luck" or standing then return nil end
  local fails = node.kind == "min" and "lower" or "upper"
  if node.bound == fails then return node.ply == 0 and node.best or nil end
  for _, child in ipairs(node.children) do
    if not child.is_pruned and not child.is_pass and same_value(child.value, node.value) then return child.index end
  end
end

local function kind_of(node, event)
  if event.luck then return "luck" end
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
  if not node.owner then return note_pruned(self, node, event) end
  local owner, left = node.owner, #event.successors - event.tried
  owner.more_pruned = owner.more_pruned + left
  if event.depth > 1 and left > 0 or left == 0 and not event.luck then owner.is_rest_unknown = true end
end

function listeners.leave(self, event)
  local node = self.path[event.ply + 1]
  self.left = node
  if node.owner then return end
  node.value, node.bound = event.value, event.bound
  node.left_alpha, node.left_beta = event.alpha, event.beta
  node.kind = kind_of(node, event)
  node.best = choose(node)
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

local function by_index(a, b)
  local x, y = a.index or 0, b.index or 0
  return x < y
end

-- A copy of a node for whoever draws it; `is_chosen` says whether it lies on the expected line.
local function view_of(node, is_chosen)
  local copy = {
    kind = node.kind or "node", label = node.label, value = node.value, bound = node.bound, alpha = node.alpha,
    beta = node.beta, left_alpha = node.left_alpha, left_beta = node.left_beta, is_pruned = node.is_pruned or false,
    is_cut = node.is_cut or false, is_pass = node.is_pass or false, is_chosen = is_chosen, source = node.source,
    searches = node.searches, more = node.more, more_pruned = node.more_pruned,
    is_rest_unknown = node.is_rest_unknown or false, index = node.index, ply = node.ply, children = {},
  }
  for i, child in ipairs(node.children) do copy.children[i] = child end
  table.sort(copy.children, by_index)
  for i, child in ipairs(copy.children) do
    local goes_on = is_chosen and (node.ply == 0 or node.bound == "exact")
    copy.children[i] = view_of(child, goes_on and child.index ~= nil and child.index == node.best)
  end
  return copy
end

--- A recorder: listens to searches, and draws the last one. Made by @{recorder} or @{search}.
-- @type recorder

--- The function for the option `trace`. It needs no recorder as an argument: `{trace = recorder.trace}`.
--
-- @function recorder.trace
-- @tparam event event

-- What a move is called in the picture, or the state that it leads to.
function Recorder:label_of(state, move, is_pass)
  if is_pass then return "pass" end
  return label_of(self.label, state, move, self.style == "children")
end

--- The tree that was recorded, as tables.
--
-- @treturn ?node the root; nil when no search was whole. See @{node}
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
  local root = self.finished or self.whole
  return root and view_of(root, true) or nil
end

local function draw(self, how)
  local root = self:root()
  if not root then error("alphabeta.tree: there is nothing to draw: no search was traced to its end", 3) end
  return how(root)
end

--- The tree as text, for a terminal. It is ASCII, but for what labels contain.
--
-- @treturn string lines, without an end of the last; the first is the root
-- @raise When no search was whole.
function Recorder:text() return draw(self, text) end

--- The tree in the language of Graphviz, for its program `dot`.
--
-- @treturn string
-- @raise When no search was whole.
function Recorder:dot() return draw(self, dot) end

--- The tree as a picture.
--
-- @treturn string an SVG document
-- @raise When no search was whole.
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
  check_options(options, "alphabeta.tree.recorder")
  local self = setmetatable({
    nodes = options.nodes or NODES, most_depth = options.depth or huge, game = options.game, label = options.label,
    view = options.view, win = options.win, maximizes = true,
  }, Recorder)
  self.style = self.game and rules.style_of(self.game)
  function self.trace(event) listen(self, event) end
  return self
end

--- Searches as @{alphabeta.search} does, and records it.
--
-- @param state the state to move in
-- @tparam[opt] int|limits depth how far to look, or a table of limits
-- @tparam[opt] options options those of the search, but for `trace`
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
  check_options(drawing, "alphabeta.tree.search")
  local told, own = {}, {}
  for name, value in pairs(drawing) do own[name] = value end
  for name, value in pairs(type(options) == "table" and options or {}) do told[name] = value end
  if told.trace ~= nil then
    error("alphabeta.tree.search: option 'trace': expected nil, got " .. describe(told.trace), 2)
  end
  local game = told.game
  if game == nil then game = state end
  own.game, own.view, own.win = valid("game", game), valid("view", told.view), valid("win", told.win)
  local recorder = tree.recorder(own)
  told.trace = recorder.trace
  return recorder, core.search(state, depth, type(options) == "table" and told or options or told)
end

--- What is drawn, and how.
--
-- @tfield[opt=500] int nodes draw no more nodes than this, as long as these are not the root and what follows it
-- @tfield[opt] int depth draw no more plies than this
-- @tfield[opt] function label `label(state, move)`: what stands on the way to a node, as a string or a number; nil or
--   "" for nothing. `state` is nil where nobody has been, `move` is nil at the root. Without it: moves that are
--   strings, numbers or booleans, or that have `__tostring`, but no states that are numbers. Only the first 24
--   characters are drawn
-- @tfield[opt] game game the rules, to follow what was pruned and to evaluate that. Without them no more is known of it
--   than the moves
-- @tfield[opt="max"] string view as in the search
-- @tfield[opt] number win likewise, to value won games that were pruned as the search would have done
-- @table recorder_options

--- A node of the tree that was recorded.
--
-- @tfield string kind `"max"`, `"min"`; `"luck"`; `"leaf"`, evaluated; `"many"`, of many players in max^n; `"node"`,
--   where it is not known who moves
-- @tfield[opt] string label what led there
-- @tfield[opt] number|table value what it was found to be worth, in the view of the search's own value; where it was
--   pruned, only that of a leaf; with `"maxn"` a table from player to value
-- @tfield[opt] string bound what the value is: `"exact"`, `"lower"`, `"upper"`
-- @tfield[opt] number alpha the lower end of the window on arrival
-- @tfield[opt] number beta the upper end
-- @tfield[opt] number left_alpha the lower end of the window on leaving
-- @tfield[opt] number left_beta the upper end
-- @tfield boolean is_chosen whether it lies on the line of play that is expected
-- @tfield boolean is_cut whether successors of it were cut off
-- @tfield boolean is_pruned whether it was never looked at
-- @tfield boolean is_pass whether it comes of passing
-- @tfield[opt] string source where the value comes from, if not from successors: `"evaluate"`, `"table"`,
--   `"repetition"`, `"bounds"`
-- @tfield int searches how often it was searched
-- @tfield int more nodes below it that were searched and are left out
-- @tfield int more_pruned nodes below it that were pruned and are left out, as far as known
-- @tfield boolean is_rest_unknown whether there may be more of these
-- @tfield[opt] int index its place among the successors, in the order of the game
-- @tfield int ply
-- @tfield table children array of nodes, in the order of the game
-- @table node

return tree
