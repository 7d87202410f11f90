---@meta alphabeta.tree
-- Pictures of a search.
-- luacheck: ignore 212 241

---The functions of `alphabeta.tree`.
---@class alphabeta.tree
local tree = {}

---The options of a recorder.
---@class alphabeta.RecorderOptions
---How many nodes to draw at most, 500 without it. The root and its successors are always drawn.
---@field nodes? integer
---How many plies to draw at most.
---@field depth? integer
---The label of a node. `state` is nil if the search did not visit it, `move` at the root.
---@field label? fun(state: any, move: any): string|number|nil
---The rules, to follow pruned moves.
---@field game? alphabeta.Game
---As in the search.
---@field view? "max"|"mover"|"player"
---With `view = "player"`: the player who benefits from high values.
---@field max_player? any
---As in the search.
---@field win? number

---A node of the recorded tree.
---@class alphabeta.Node
---@field kind "max"|"min"|"chance"|"leaf"|"many"|"node"
---The label of the move that led there.
---@field label? string
---Its value, in the view of the search's own value.
---@field value? number|table<any, number>
---@field bound? "exact"|"lower"|"upper"
---The window on arrival.
---@field alpha? number
---@field beta? number
---The window on leaving.
---@field left_alpha? number
---@field left_beta? number
---True if it is on the expected line of play.
---@field is_chosen boolean
---True if successors of it were cut off.
---@field is_cut boolean
---True if it was pruned.
---@field is_pruned boolean
---True after a null move.
---@field is_pass boolean
---The source of the value, if not successors.
---@field source? "evaluate"|"table"|"repetition"|"bounds"
---How often it was searched.
---@field searches integer
---How many searched nodes below it are left out.
---@field more integer
---How many pruned nodes below it are left out, as far as known.
---@field more_pruned integer
---True if there may be more of these.
---@field is_rest_unknown boolean
---Its index among the successors, in the order of the game.
---@field index? integer
---@field ply integer
---Its successors, in the order of the game.
---@field children alphabeta.Node[]

---Records searches, and draws the last one.
---@class alphabeta.Recorder
---For the option `trace`.
---@field trace fun(event: alphabeta.Event)
local Recorder = {}

---The recorded tree; nil if no search was completed.
---@return alphabeta.Node? root
function Recorder:root() end

---The tree as text, for a terminal.
---@return string
function Recorder:text() end

---The tree as an SVG document.
---@return string
function Recorder:svg() end

---Makes a recorder, for other searches.
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
