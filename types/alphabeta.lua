---@meta alphabeta
-- Types for editors that read LuaCATS annotations, such as lua-language-server.
-- luacheck: ignore 212 241

---The rules of a game: a table of functions, or the methods of its states. Of the three ways to tell what can follow a
---state, the first that is there is used: `moves` with `make` and `unmake`, `moves` with `play`, or `children`.
---@class alphabeta.Game
---An array of the moves in a state, in the order in which they are to be tried.
---@field moves? fun(state: any): any[]?
---Changes the state by a move; may return a value that helps to undo it.
---@field make? fun(state: any, move: any): any
---Restores the state; `undo` is what `make` returned.
---@field unmake? fun(state: any, move: any, undo: any)
---A new state, the old one being left as it was.
---@field play? fun(state: any, move: any): any
---An array of the states that can follow.
---@field children? fun(state: any): any[]?
---What a state is worth. `me` is what `player` returned for the root, nil in a game without `player`.
---@field evaluate fun(state: any, me: any): number
---Who is to move, as any value but nil. Without it, two players take turns.
---@field player? fun(state: any): any
---True when the game has ended although there may be moves. Asked before `moves` or `children`.
---@field is_over? fun(state: any): any
---Moves with a higher number are searched first.
---@field order? fun(state: any, move: any): number

---Where a search stops: the first limit that is reached.
---@class alphabeta.Limits
---Plies to look ahead, from 0 to 10000.
---@field depth? integer
---Wall-clock seconds.
---@field time? number
---Nodes, summed over the depths.
---@field nodes? integer

---@class alphabeta.Options: alphabeta.Limits
---The rules; without them, the state's own methods.
---@field game? alphabeta.Game
---`"max"` (default): `evaluate` is good for the player to move at the root when high.
---`"mover"`: `evaluate` is good for the player to move in the state it is given.
---@field view? "max"|"mover"
---False: the player to move at the root wants a low value. Only with `view = "max"`.
---@field maximize? boolean
---What a won game is worth: the shortest win and the longest loss are preferred. Greater than the depth.
---@field win? number
---Search to depth 1, 2, 3 and so on up to `depth`.
---@field deepening? boolean
---`"alphabeta"` (default), or `"minimax"`: the same without pruning.
---@field algorithm? "alphabeta"|"minimax"
---What a search returns whose value lies outside of the window: the best bound it found, or the end of the window.
---@field fail? "soft"|"hard"
---Lower end of the window that the value is expected in.
---@field alpha? number
---Upper end of the window that the value is expected in.
---@field beta? number

---What a search did.
---@class alphabeta.Info
---The deepest search that was finished, in plies.
---@field depth integer
---The line of play that is expected: moves (states in the children style) from the root.
---@field pv any[]
---The states that were looked at, the root included, summed over the depths.
---@field nodes integer
---The calls of `evaluate`.
---@field evaluations integer
---How often the rest of a state's moves was left out.
---@field cutoffs integer
---Wall-clock seconds.
---@field time number
---Why the search ended.
---@field reason "depth"|"time"|"nodes"|"solved"|"over"
---Only with `alpha` or `beta`: whether the value is exact, or the true value is at least or at most this.
---@field bound "exact"|"lower"|"upper"
---Only with `win`, and when the game is won or lost: the plies to the end, negative when the player at the root loses.
---@field win_in? integer

---@class alphabeta.PerftOptions
---The rules; without them, the state's own methods.
---@field game? alphabeta.Game
---True to have the count of each first move as a second result.
---@field divide? boolean

---The leaves behind one of the first moves.
---@class alphabeta.Divide
---The move; in the children style, the child state.
---@field move any
---The number of leaves behind it.
---@field leaves number

---A game and its options, ready to be searched again and again.
---@class alphabeta.Searcher
local Searcher = {}

---Finds the best move in a state.
---@param state any
---@param depth? integer|alphabeta.Limits without it, the limits among the searcher's options hold
---@return any best the best move (child state in the children style); nil when the state is over or the depth is 0
---@return number value
---@return alphabeta.Info info
function Searcher:search(state, depth) end

---Gives the searcher's memory back at once. To close it again does nothing.
function Searcher:close() end

---@class alphabeta
---@field _VERSION string
---@field _DESCRIPTION string
---@field _LICENSE string
local alphabeta = {}

---Finds the best move.
---@param state any
---@param depth integer|alphabeta.Limits plies to look ahead, from 0 to 10000, or several limits
---@param options? alphabeta.Options
---@return any best the best move (child state in the children style); nil when the state is over or the depth is 0
---@return number value
---@return alphabeta.Info info
---@overload fun(state: any, depth: nil, options: alphabeta.Options): any, number, alphabeta.Info
function alphabeta.search(state, depth, options) end

---Makes a searcher: a game and its options, kept to be searched again and again.
---@param game? alphabeta.Game without it, every state brings its own rules as its methods
---@param options? alphabeta.Options
---@return alphabeta.Searcher
function alphabeta.new(game, options) end

---Counts the leaves of the game tree at a depth: the ways to play exactly `depth` plies.
---@param state any
---@param depth integer plies, from 0 to 10000
---@param options? alphabeta.PerftOptions
---@return number leaves
---@return alphabeta.Divide[]? divide with `divide = true`: an entry for each first move
---@overload fun(state: any, depth: integer): number
function alphabeta.perft(state, depth, options) end

return alphabeta
