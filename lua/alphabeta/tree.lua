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
local core, label, listen, pruned = use("common.core", "tree.label", "tree.events", "tree.pruned")
local option_rows, svg, text, values = use("common.options", "tree.svg", "tree.text", "common.values")

local huge = math.huge
local check = option_rows.check

local tree = {}

-- The number of nodes that are drawn when the option `nodes` is not given.
local NODES = 500

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
    max_player = meaning.max_player, explorer = wanted.game ~= nil and pruned.explorer(wanted.game) or nil,
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
