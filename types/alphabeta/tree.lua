---@meta alphabeta.tree
-- Pictures of a search.
-- luacheck: ignore 212 241

---@class alphabeta.tree
local tree = {}

---@class alphabeta.RecorderOptions
---Draw no more nodes than this, 500 without it, as long as these are not the root and what follows it.
---@field nodes? integer
---Draw no more plies than this.
---@field depth? integer
---The label of a node. `state` is nil where the search did not go, `move` at the root.
---@field label? fun(state: any, move: any): string|number|nil
---The rules, to follow what was pruned.
---@field game? alphabeta.Game
---As in the search.
---@field view? "max"|"mover"|"player"
---With `view = "player"`: the player for whom values are good.
---@field max_player? any
---As in the search.
---@field win? number

---A node of the tree that was recorded.
---@class alphabeta.Node
---@field kind "max"|"min"|"chance"|"leaf"|"many"|"node"
---What led there.
---@field label? string
---What it was found to be worth, in the view of the search's own value.
---@field value? number|table<any, number>
---@field bound? "exact"|"lower"|"upper"
---The window on arrival.
---@field alpha? number
---@field beta? number
---The window on leaving.
---@field left_alpha? number
---@field left_beta? number
---Whether it lies on the line of play that is expected.
---@field is_chosen boolean
---Whether successors of it were cut off.
---@field is_cut boolean
---Whether it was pruned.
---@field is_pruned boolean
---Whether it comes of passing.
---@field is_pass boolean
---Where the value comes from, if not from successors.
---@field source? "evaluate"|"table"|"repetition"|"bounds"
---How often it was searched.
---@field searches integer
---Nodes below it that were searched and are left out.
---@field more integer
---Nodes below it that were pruned and are left out, as far as known.
---@field more_pruned integer
---Whether there may be more of these.
---@field is_rest_unknown boolean
---Its index among the successors, in the order of the game.
---@field index? integer
---@field ply integer
---In the order of the game.
---@field children alphabeta.Node[]

---Records searches, and draws the last one.
---@class alphabeta.Recorder
---For the option `trace`.
---@field trace fun(event: alphabeta.Event)
local Recorder = {}

---The tree that was recorded; nil when no search was completed.
---@return alphabeta.Node? root
function Recorder:root() end

---The tree as text, for a terminal.
---@return string
function Recorder:text() end

---The tree in the language of Graphviz.
---@return string
function Recorder:dot() end

---The tree as an SVG document.
---@return string
function Recorder:svg() end

---Makes a recorder, for searches that are begun elsewhere.
---@param options? alphabeta.RecorderOptions
---@return alphabeta.Recorder
function tree.recorder(options) end

---Searches as `alphabeta.search` does, and records it.
---@param state any
---@param depth? integer|alphabeta.SearchOptions
---@param options? alphabeta.Options but for `trace`
---@param drawing? alphabeta.RecorderOptions `game`, `view` and `win` are those of the search
---@return alphabeta.Recorder recorder
---@return any best
---@return number value
---@return alphabeta.Info info
function tree.search(state, depth, options, drawing) end

return tree
