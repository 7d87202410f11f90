---@meta alphabeta
-- Types for editors that read LuaCATS annotations, such as lua-language-server.
-- luacheck: ignore 212 241

---The rules of a game: a table of functions, or the methods of its states. The search uses the first style that the
---game has: `moves` with `make` and `unmake`, `moves` with `play`, or `children`.
---@class alphabeta.Game
---An array of the moves, in the order in which to try them, or an iterator; or their number, after putting them into
---`list`.
---@field moves? fun(state: any, list: any[]): any[]|(fun(): any)|integer|nil
---Changes the state by a move; may return any number of values that help to undo it.
---@field make? fun(state: any, move: any): ...
---Restores the state; `...` is all that `make` returned.
---@field unmake? fun(state: any, move: any, ...: any)
---Whose turn it is: any value but nil. Without it, two players take turns.
---@field player? fun(state: any): any
---What a finished game is worth, in place of `evaluate`, if there are no moves or `is_over` is true.
---@field result? fun(state: any, me: any): number|table<any, number>
---A number, not NaN: what the state is worth; with algorithm `"maxn"`, a table from player to value. `me` is what
---`player` returned for the root, nil without `player`.
---@field evaluate? fun(state: any, me: any): number|table<any, number>
---A new state; the old one stays as it was.
---@field play? fun(state: any, move: any): any
---An array of the states that can follow, or an iterator.
---@field children? fun(state: any): any[]|(fun(): any)|nil
---True if the game has ended although there may be moves. The search calls it before `moves` or `children`.
---@field is_over? fun(state: any): any
---A number: the search tries moves with a higher one first. Called at the root, and elsewhere unless the moves lead to
---the full depth.
---@field order? fun(state: any, move: any): number
---A key for the position, a number, a string or a Zobrist key, made from everything that its value depends on; it turns
---the transposition table on.
---@field hash? fun(state: any): integer|number|string|alphabeta.Zobrist
---A small integer, the same for the same move, for moves that are neither numbers nor strings. Without it, tables are
---identified by their fields.
---@field move_id? fun(state: any, move: any): integer
---What `evaluate` would return after the move, which is then not made at the full depth; with `result`, also whether
---the game may be over then.
---@field evaluate_move? fun(state: any, move: any, me: any): number|table<any, number>, boolean?
---The move with this id if it may be made here, else nil: the search tries the table's move and the killers before it
---calls `moves`.
---@field find_move? fun(state: any, id: integer|number|string): any
---The lowest and the highest value that `evaluate` and `result` can still return in the state or after it.
---@field bounds? fun(state: any, me: any): number, number
---At a chance node, an array of tables with `probability` and `outcome`, a move, or in the children style a state; nil
---elsewhere.
---@field chances? fun(state: any): alphabeta.Chance[]?
---In a game with hidden hands: a new random state that is possible given everything `me` knows, and its weight from 0
---to 1, if that differs.
---@field deal? fun(state: any, me: any, random: alphabeta.Random): any, number?
---A key of what `me` sees of the hidden part of a state: a card that was looked at, a tile out of the fog.
---@field seen? fun(state: any, me: any): number|string|boolean|nil
---An array of the moves (in the children style, children) to follow beyond the depth, such as captures; nil for none.
---It turns the option `quiescence` on.
---@field noisy? fun(state: any): any[]|(fun(): any)|nil
---For the option `null_move`: only the turn changes. In place it changes the state, and may return values like `make`;
---else it returns a new state.
---@field pass? fun(state: any): ...
---In place: restores the state after `pass`; `...` is all that `pass` returned.
---@field unpass? fun(state: any, ...: any)
---Which player benefits from high evaluations: `"max"`, the player to move at the root; `"mover"`, negamax, the player
---to move in the evaluated state; `"player"`, `max_player`.
---@field view? "max"|"mover"|"player"
---Only with `view = "player"`: the player who benefits from high values, as `player` returns it.
---@field max_player? any
---The value of a won game: the search prefers the shortest win and the longest loss. Greater than the depth; other
---evaluations stay below it, less the depth.
---@field win? number
---No evaluation is below this. Only a decided game may have this value, because it ends the search. With
---`view = "mover"`, it is `-value_max`.
---@field value_min? number
---No evaluation is above this. Only a decided game may have this value, because it ends the search.
---@field value_max? number
---The value of a position that occurred before, on the searched line or in `past`: 0 for a draw.
---@field repetition? number
---With `"maxn"`: the values of all players never add up to more. With `value_min` it prunes, and changes no value.
---@field value_sum? number

---An outcome of a chance node.
---@class alphabeta.Chance
---0 or more; those of a state add up to 1.
---@field probability number
---A move for `make` or `play`, or in the children style a state.
---@field outcome any

---Per-search options: those that may be given for one search, in its second argument.
---@class alphabeta.SearchOptions: alphabeta.SharedOptions
---For one search only: an array of the positions before the root, for `repetition`: states, or what `hash` returned for
---them.
---@field past? any[]

---A technique that the option `without` may name.
---@alias alphabeta.TechniqueName
---| "uct"
---| "last_depth"
---| "partial_iteration"
---| "table"
---| "refutation_table"
---| "killers"
---| "history"
---| "current_result"
---| "star2"
---| "mobility"

---Returns a random number: without an argument at least 0 and less than 1, else an integer from 1 to `n`.
---@alias alphabeta.Random fun(n?: integer): number

---Chooses the move to be played. Gets the sensible moves, best first, and a function that returns random numbers, at
---least 0 and less than 1. Returns the index of a move.
---@alias alphabeta.Chooser fun(scores: alphabeta.Score[], random: fun(): number): integer

---A player's clock.
---@class alphabeta.Clock
---Seconds on the clock.
---@field left number
---Seconds that each move adds; 0 without it.
---@field increment? number
---About how many moves the player still has to make; 25 without it.
---@field moves? number
---Seconds that each move takes beside the search; 0 without it.
---@field lag? number

---Options of a searcher or a search that may also be given for one search, in its second argument.
---@class alphabeta.SharedOptions
---False: the player to move at the root wants a low value. Only with `view = "max"`.
---@field maximize? boolean
---A limit: plies to look ahead, from 0 to 10000; `math.huge`: to the end of the game.
---@field depth? number
---A limit: wall-clock seconds.
---@field time? number
---A limit: seconds of thinking, not counting the time between the slices of a search; or `{soft, hard}`.
---@field think? number|number[]
---A limit: a share of the player's clock, which is `{left = seconds, increment = seconds}`.
---@field clock? alphabeta.Clock
---A limit: nodes, summed over the depths; 1 or more; or `{soft, hard}`.
---@field nodes? integer|integer[]
---1 to 10: how well to play; or a function that chooses the move. Not with `"mtdf"`.
---@field level? integer|alphabeta.Chooser
---How many of the best moves get exact values in `info.scores`; `"all"`: every move. Not with `"mtdf"`.
---@field multipv? integer|"all"
---True: `info.ties` lists the moves that are exactly as good as the best; `"random"`: the search also plays one of them
---at random. Not with `"mtdf"`.
---@field ties? boolean|"random"
---The seed of random choices, together with how many searches the searcher has made. By default, each opponent has
---another one.
---@field seed? integer
---An array: the only moves at the root that are searched.
---@field only? any[]
---An array: the moves at the root that are not searched, compared as those of `only`.
---@field avoid? any[]
---A function that the search calls with `info` after each completed iteration, even if it is the only one. The state is
---then as it was at the start.
---@field on_iteration? fun(info: alphabeta.Info)
---True, the default with `time`, `think` or `nodes`: search to depth 1, 2, 3 and so on; false: only to the last.
---@field deepening? boolean
---`"pvs"`, `"alphabeta"`, `"mtdf"`, `"minimax"`, `"maxn"` or `"uct"`.
---@field algorithm? "alphabeta"|"pvs"|"mtdf"|"minimax"|"maxn"|"uct"
---In a game with `deal`: how many deals to search; 0: the state itself, with all hands seen.
---@field deals? integer
---`"evaluate"`: evaluate the states after each move and try the best first, in place of the game's `order`. Changes no
---value.
---@field order? "evaluate"|false
---An array of names: turns off what is on by default, `"uct"`, `"last_depth"`, `"partial_iteration"`, `"table"`,
---`"refutation_table"`, `"killers"`, `"history"`, `"current_result"`, `"star2"`, `"mobility"`. Nothing else changes.
---@field without? alphabeta.TechniqueName[]
---The lower end of a window for the value. A value outside is only a bound, and `info.bound` says which. Not with
---`"minimax"`.
---@field alpha? number
---The upper end of that window, greater than `alpha`. Not with `"minimax"`.
---@field beta? number
---A function that the search calls with a table at every step.
---@field trace? fun(event: alphabeta.Event)

---Options of a searcher, or of `alphabeta.search`.
---@class alphabeta.Options: alphabeta.SharedOptions
---The rules; without them, the state's own methods.
---@field game? alphabeta.Game
---Which player benefits from high evaluations: `"max"`, the player to move at the root; `"mover"`, negamax, the player
---to move in the evaluated state; `"player"`, `max_player`.
---@field view? "max"|"mover"|"player"
---Only with `view = "player"`: the player who benefits from high values, as `player` returns it.
---@field max_player? any
---The value of a won game: the search prefers the shortest win and the longest loss. Greater than the depth; other
---evaluations stay below it, less the depth.
---@field win? number
---No evaluation is below this. Only a decided game may have this value, because it ends the search. With
---`view = "mover"`, it is `-value_max`.
---@field value_min? number
---No evaluation is above this. Only a decided game may have this value, because it ends the search.
---@field value_max? number
---The value of a position that occurred before, on the searched line or in `past`: 0 for a draw.
---@field repetition? number
---With `"maxn"`: the values of all players never add up to more. With `value_min` it prunes, and changes no value.
---@field value_sum? number
---Seconds after which a searcher's `search` yields each time, in a coroutine; also the length of a `step` for which
---none is given.
---@field slice? number
---MiB to which the transposition table may grow, up to 1024, in games with `hash`; 0: no memory of either kind. Or a
---shared table, from `alphabeta.table`.
---@field table? number|alphabeta.SharedTable
---`"auto"`: the search makes the key from the fields of the state, in place of the game's `hash`.
---@field hash? "auto"|false
---With `hash = "auto"`, or `repetition` without `hash`: an array of names of fields that the key leaves out, wherever
---they are in the state.
---@field hash_ignore? string[]
---How many plies to follow `noisy` moves beyond the depth; by default at most an eighth of `win`; false for 0. Changes
---values.
---@field quiescence? integer|false
---If more plies than this are left, first search `pass`, that many plies less deep, and cut off if its value is good
---enough; false for 0. Speculative.
---@field null_move? integer|false
---How many plies less deep to search late moves at first; moves that prove better than was known are searched again;
---false for 0. Speculative.
---@field reductions? integer|false

---A step of a search. Read values and windows as the value of the search.
---@class alphabeta.Event
---@field type "enter"|"evaluate"|"table"|"repetition"|"bounds"|"bound"|"cutoff"|"leave"
---The state of the node, as it is now. Do not change it.
---@field state any
---The move that led there (a state in the children style); nil at the root and after a null move.
---@field move? any
---Its index among the successors of the parent, in the order of the game; nil if `find_move` found it before these were
---listed.
---@field index? integer
---True after a null move.
---@field pass? boolean
---The moves from the root, null moves and outcomes included.
---@field ply integer
---Plies left; below 0 in quiescence.
---@field depth integer
---True if Max moves there; nil if the search does not know it, at chance nodes and with `"maxn"`.
---@field maximizing? boolean
---True at a chance node; known after `chances` was called.
---@field chance? boolean
---True when a node is searched again.
---@field again? boolean
---The lower end of the window; nil with `"maxn"`.
---@field alpha? number
---The upper end of the window; nil with `"maxn"`.
---@field beta? number
---What the node is worth so far or altogether; with `"maxn"` to each player.
---@field value? number|table<any, number>
---On leaving: what the value is.
---@field bound? "exact"|"lower"|"upper"
---With `"bound"` and `"cutoff"`: the move to the successor that made it.
---@field by? any
---With `"cutoff"`: how many successors were searched before it.
---@field tried? integer
---With `"cutoff"`: all moves that the game has listed, in its own order; empty if `find_move` found the move that cut
---off.
---@field successors? any[]

---How long a slice of a search may be: the first limit that is reached.
---@class alphabeta.Slice
---A limit: wall-clock seconds.
---@field time? number
---A limit: nodes, summed over the depths; 1 or more; or `{soft, hard}`.
---@field nodes? integer|integer[]

---What a search did.
---@class alphabeta.Info
---The depth of the deepest completed iteration, in plies; 0 before depth 1 is completed.
---@field depth integer
---Only if a limit ended a deeper iteration that has proved a better move: its depth. Move, value, line and bound are
---then from there.
---@field partial_depth? integer
---The expected line of play: an array of moves (states in the children style). It ends early if the value of the rest
---was known, and at a chance node.
---@field pv any[]
---The states searched, the root included, summed over the depths; with `"uct"` the playouts.
---@field nodes integer
---The states that were evaluated, by `evaluate`, `result` or `evaluate_move`.
---@field evaluations integer
---How often the search left out the rest of a state's moves.
---@field cutoffs integer
---The states that were not searched, because the table had their value.
---@field table_hits integer
---Only with a table: its greatest size.
---@field table_bytes? integer
---Only with a table: how much of it this search has filled, in thousandths.
---@field table_fill? integer
---The names of what the search used, its algorithm first.
---@field techniques string[]
---Which engine searched, `"C"` or `"Lua"`.
---@field engine "C"|"Lua"
---Wall-clock seconds since the start.
---@field time number
---Why the search ended, nil while it goes on: the limit that was reached; `"stopped"`; `"solved"`, looking deeper
---changes nothing; `"over"`, no move; `"forced"`, one move.
---@field reason? "depth"|"time"|"nodes"|"stopped"|"solved"|"over"|"forced"
---Only if there is no move at the root: why, such as `"'moves' returned nil"`.
---@field over? string
---`"exact"`; with `alpha` or `beta`, or with `"uct"`, also `"lower"` or `"upper"`, if the true value is at least or at
---most this.
---@field bound? "exact"|"lower"|"upper"
---Only with `win`, if the game is won or lost: the plies to the end, negative if the player at the root loses.
---@field win_in? integer
---Only in a game with `deal`: how many deals were drawn.
---@field deals? integer
---Only with `multipv`, `ties` or `level`: what the moves at the root are worth, the best first.
---@field scores? alphabeta.Score[]
---Only with `ties`: the moves that are exactly as good as the best, in the order in which they were tried.
---@field ties? any[]

---What a move at the root is worth.
---@class alphabeta.Score
---The move; in the children style, the child state.
---@field move any
---Its value, read as that of the search.
---@field value number
---Says whether the value is exact, or the true value is at most or at least this; with `"uct"` nil unless it is proven.
---@field bound? "exact"|"upper"|"lower"
---Only with `"uct"`: the playouts that began with the move.
---@field visits? integer
---Only with `"uct"`: these as a part of all playouts, from 0 to 1.
---@field share? number
---Only if the value is exact: the expected line of play, from this move on.
---@field pv? any[]
---Only with `win`, if the value is exact and the game is won or lost: see `Info`.
---@field win_in? integer

---The options of a count of leaves.
---@class alphabeta.PerftOptions
---The rules; without them, the state's own methods.
---@field game? alphabeta.Game
---True: the second result is the count of each first move.
---@field divide? boolean

---The leaves after one of the first moves.
---@class alphabeta.Divide
---The move; in the children style, the child state.
---@field move any
---The number of leaves after it.
---@field leaves number

---Keeps a game and its options for many searches.
---@class alphabeta.Searcher
local Searcher = {}

---Finds the best move in a state. With the option `slice`, call it in a coroutine, in which it yields.
---@param state any
---@param depth? integer|alphabeta.SearchOptions without it, the limits among the searcher's options hold
---@return any best the best move (child state in the children style); nil when the state is over or the depth is 0
---@return number value nil only when the search was stopped before depth 1 was completed
---@return alphabeta.Info info
function Searcher:search(state, depth) end

---Begins a search in slices. Do not change the state until it has ended.
---@param state any
---@param depth? integer|alphabeta.SearchOptions as in `search`
function Searcher:start(state, depth) end

---Continues a search for one slice. The state is then as it was at the start.
---@param seconds? number|alphabeta.Slice how long; without it, the option `slice`
---@return boolean has_ended
function Searcher:step(seconds) end

---What the current search, or the last one that was started, has found. It may be called at any moment.
---@return any best nil before depth 1 is completed
---@return number? value nil before depth 1 is completed
---@return alphabeta.Info? info nil when there is no search, and after `clear` or `load`
function Searcher:best() end

---Ends the search, with what it has found so far.
function Searcher:stop() end

---True if a search was started and has not ended.
---@return boolean
function Searcher:thinking() end

---Clears the memory of earlier searches: the transposition table, the history, and the result.
function Searcher:clear() end

---Writes the transposition table to a file, in place of an old one as a whole or not at all. The game needs `hash` and
---a `player` that returns numbers, strings or booleans.
---@param path string
function Searcher:save(path) end

---Adds what `save` wrote to the transposition table. A file that is damaged or foreign is refused.
---@param path string
function Searcher:load(path) end

---Releases the searcher's memory. Closing it again does nothing.
function Searcher:close() end

---A key for states: 64 bits that change with each feature of a state. What `hash` returns.
---@class alphabeta.Zobrist
---@operator len: integer
local Zobrist = {}

---Turns features on that are off, and off that are on: everything that a move changes in one call.
---@param ... integer features, from 1 to the number of features
---@return alphabeta.Zobrist self the key itself
function Zobrist:flip(...) end

---Sets the value: another key of the same n and seed, 16 hexadecimal digits, or an integer modulo 2^64.
---@param value alphabeta.Zobrist|string|integer
---@return alphabeta.Zobrist self the key itself
function Zobrist:set(value) end

---The value, as 16 hexadecimal digits.
---@return string
function Zobrist:get() end

---Makes a new key with the same value. It shares the random numbers, so it is small.
---@return alphabeta.Zobrist
function Zobrist:copy() end

---The options of a pool.
---@class alphabeta.PoolOptions
---The name of the module with the game, for `require` in the helpers. It has `new` or `read`, in the children style
---`write`.
---@field rules string
---How many helpers, from 1 to 256; 1 without it.
---@field threads? integer
---The options of each helper's searcher.
---@field options? alphabeta.Options
---Where helpers look for Lua modules; without it, this state's `package.path`.
---@field path? string
---Where helpers look for C modules; without it, this state's `package.cpath`.
---@field cpath? string
---Names of functions in `package.preload` that helpers get, too.
---@field preload? string[]
---Helpers think on between two searches, about the position behind their move and the reply that they expect.
---@field ponder? boolean

---Helpers that search in threads of their own. Made by `alphabeta.pool`.
---@class alphabeta.Pool
local Pool = {}

---Finds the best move in a position; waits until the search has ended.
---@param position string|any[] a string for the rules' `read`, or the moves that lead there from `new()`
---@param depth? integer|alphabeta.SearchOptions
---@return any best
---@return number value
---@return alphabeta.Info info
function Pool:search(position, depth) end

---Begins a search, and returns at once.
---@param position string|any[]
---@param depth? integer|alphabeta.SearchOptions
function Pool:start(position, depth) end

---Asks whether the search has ended.
---@param seconds? number how long to wait for that; 0 without it
---@return boolean has_ended
function Pool:step(seconds) end

---What the search has found so far.
---@return any best nil before depth 1 is completed
---@return number? value
---@return alphabeta.Info? info
function Pool:best() end

---Ends the search, with what it has found so far.
function Pool:stop() end

---True if a search was started and has not ended, as far as the helpers' messages say.
---@return boolean
function Pool:thinking() end

---Clears the memory of earlier searches of all helpers.
function Pool:clear() end

---Ends all helpers. Closing the pool again does nothing.
function Pool:close() end

---A transposition table that Lua states share. Made by `alphabeta.table`.
---@class alphabeta.SharedTable
local SharedTable = {}

---Returns a text, by which `alphabeta.table` opens the table in another Lua state of this process.
---@return string
function SharedTable:handle() end

---Empties the table, for all Lua states that use it.
function SharedTable:clear() end

---Writes the table to a file.
---@param path string
function SharedTable:save(path) end

---Adds a file. Entries for which there is no room are lost.
---@param path string
function SharedTable:load(path) end

---Adds a file, and keeps the deeper of two entries for one position.
---@param path string
function SharedTable:merge(path) end

---Releases the table. Other Lua states that have it open keep it.
function SharedTable:close() end

---Anything that finds a move as a searcher does.
---@class alphabeta.MatchSearcher
---@field search fun(self: any, state: any, limits?: integer|alphabeta.SearchOptions): any

---One side of a match, or both: a searcher, or a function that returns a move (in the children style, a child).
---`random()` is a number from 0 up to 1 that comes from the seed of the match.
---@alias alphabeta.Player alphabeta.Searcher|alphabeta.MatchSearcher|fun(state: any, random: fun(): number): any

---The hypotheses of an SPRT.
---@class alphabeta.Sprt
---The Elo difference of H0, from -4000 to 4000.
---@field elo0 number
---The Elo difference of H1, greater than `elo0`.
---@field elo1 number
---How often H1 may be accepted if H0 is true; 0.05 without it.
---@field alpha? number
---How often H0 may be accepted if H1 is true; 0.05 without it.
---@field beta? number

---What a move may change, beside functions and fields of a game.
---@class alphabeta.SnapshotOptions
---Plays a move, in the state or in what `changes` names.
---@field play fun(state: any, move: any)
---An array of the moves, as in a game.
---@field moves fun(state: any, list: any[]): any[]|(fun(): any)|integer|nil
---Names of global variables, paths to fields, and tables, beside a state that is a table.
---@field changes? (string|table)[]
---Names of local variables that `play`, or a function or table that it reaches, uses.
---@field locals? string[]
---Names of functions that do nothing while the game's functions run for the search.
---@field mute? string[]
---Where these names are looked up; `_G` without it.
---@field env? table

---The options of an opponent, beside those of a search.
---@class alphabeta.OpponentOptions
---The rules; without them, the state's own methods.
---@field game? alphabeta.Game
---A function that returns the state to move in, or nil if there is no game; or the state itself.
---@field state (fun(): any)|table|userdata|string|number
---Which player the opponent is, as the game's function `player` returns it.
---@field me? any
---In place of `me`: true while it is the opponent's turn.
---@field turn? fun(): any
---Makes the move in the game. Called when the search has ended. Without it, the opponent calls the game's own `make`.
---@field play? fun(best: any, value: number|table<any, number>, info: alphabeta.Info)
---Called after each move that is made without `play`, with the results of the game's `make`.
---@field on_move? fun(move: any, ...: any)
---Seconds from the beginning of its turn to its move, at least.
---@field at_least? number
---The same for each further move in the same turn.
---@field pause? number
---Called in the second turn in a row in which it sees that it loses. True if it resigns: it does not move.
---@field on_resign? fun(value: number|table<any, number>, info: alphabeta.Info): boolean?
---Seconds that it takes to think; 1 without any limit.
---@field time? number
---Its clock, a table that it keeps up to date; or a function that returns what the game's clock shows.
---@field clock? alphabeta.Clock|fun(): alphabeta.Clock
---How well it plays, from 1 to 10; or a function that chooses the move.
---@field level? integer|alphabeta.Chooser
---The seed of its random choices; by default another one for each opponent.
---@field seed? integer
---Seconds in each frame; without it, what is left of the frame, and a quarter of a server's step.
---@field slice? number
---Think in another's turn, too, about the position behind the reply that it expects.
---@field ponder? boolean
---Called in each frame in which it thinks.
---@field on_thinking? fun(info: alphabeta.Info, best: any, value: number|table<any, number>|nil)
---In a game without `hash`: fields of the state that may change while it thinks, such as `"board.timer"`.
---@field exclude? string[]
---In LÖVE: `update` is called in each frame, after the game's own `love.update`.
---@field hook? boolean

---What an opponent is given: its own options and those of a search. One class, so that an editor misses `state`.
---@class alphabeta.OpponentArguments: alphabeta.OpponentOptions, alphabeta.Options

---A computer player for a game that runs in frames.
---@class alphabeta.Opponent
---The searcher that it uses.
---@field searcher alphabeta.Searcher
local Opponent = {}

---Lets the opponent think, if it is its turn. Call it once a frame.
---@param seconds? number how long the last frame has taken; without it, the clock says so
---@param spent? number how much of this frame the game has used already
---@return boolean is_thinking whether it goes on thinking in the next frame
function Opponent:update(seconds, spent) end

---Looks for the best move of the player whose turn it is, in the slices of `update`.
---@param on_hint fun(best: any, why: string, value: number|table<any, number>, info: alphabeta.Info) called once
---@param label? fun(state: any, move: any): any names moves in `why`
---@return boolean is_possible false in the opponent's turn, and if there is no move: then it does nothing
function Opponent:hint(on_hint, label) end

---True while the opponent is thinking, in its own turn.
---@return boolean
function Opponent:thinking() end

---Changes the level, from the opponent's next move on.
---@param level integer|alphabeta.Chooser
function Opponent:set_level(level) end

---Pauses the opponent: it does not think or move, and no limit of time and no clock runs.
function Opponent:pause() end

---Ends a pause. The opponent goes on where it was.
function Opponent:resume() end

---Drops the opponent's search. The next `update` begins anew, if it is still its turn.
function Opponent:stop() end

---Ends the opponent, and releases the memory of its searcher.
function Opponent:close() end

---The options of a review. Other options of a search can be given, too.
---@class alphabeta.ReviewOptions
---The rules; without them, the state's own methods.
---@field game? alphabeta.Game
---Plies that each search sees at first.
---@field depth? integer
---Nodes of each search; 4,000 without a limit.
---@field nodes? integer
---Seconds for the whole review.
---@field time? number
---Seconds of each `step`; without it, the review is made at once.
---@field slice? number
---Which difference of values multiplies the odds to win by 2.718.
---@field unit? number
---Names moves.
---@field label? fun(state: any, move: any): any
---Names of players, by player.
---@field names? table<any, string>
---As in a search, as are the next three.
---@field algorithm? "alphabeta"|"pvs"|"minimax"|"maxn"|"uct"
---@field view? "max"|"mover"|"player"
---@field max_player? any
---@field win? number

---A review of a finished game.
---@class alphabeta.Review
---@field moves alphabeta.ReviewMove[]
---@field players table<any, alphabeta.ReviewPlayer>
---The players as they first moved.
---@field order any[]
---The number of the move that turned the game.
---@field turning_point? integer
---@field is_ready boolean
local Review = {}

---Continues a review with the option `slice`.
---@param seconds? number
---@return boolean is_ready
function Review:step(seconds) end

---The sentences about a wrong move.
---@param number integer
---@return string?
function Review:describe(number) end

---The chart as lines of text.
---@param rows? integer
---@return string
function Review:chart(rows) end

---The chart as an SVG document.
---@param width? number
---@param height? number
---@return string
function Review:svg(width, height) end

---A move of a review.
---@class alphabeta.ReviewMove
---@field number integer
---@field player? any
---@field move any
---@field label string
---@field class "forced"|"best"|"good"|"inaccuracy"|"mistake"|"blunder"|"chance"|"unknown"
---@field value? number
---@field best? any
---@field best_label? string
---@field best_value? number
---@field before? number
---@field after? number
---@field loss? number
---@field win_in? integer
---@field best_win_in? integer
---@field depth? integer
---@field luck? number
---@field chance? number
---What is wrong with the move.
---@field why? string

---A player in a review, with the number of moves of each class, such as `blunder`.
---@class alphabeta.ReviewPlayer
---@field accuracy number
---@field moves integer
---@field loss number
---@field luck number

---The options of a session, beside those of a search and of opponents.
---@class alphabeta.SessionOptions
---The rules, with `player`; without them, the state's own methods.
---@field game? alphabeta.Game
---Makes the first state of each game.
---@field new? fun(random: fun(n?: integer): number): any
---In place of `new`: the first state.
---@field state? any
---By player: the options of a computer player and its `name`, or the name of a person.
---@field players? table<any, table|string>
---Called after each new move; after a throw of dice with its outcome and nil.
---@field on_move? fun(move: any, who: any)
---True while the game shows a move: then no player is to move.
---@field wait? fun(): any
---Names moves in hints.
---@field label? fun(state: any, move: any): any
---The seed of the first game's deals and throws, of computer players and of hints; by default another one each time.
---@field seed? integer

---A game in progress.
---@class alphabeta.Session
---The state, which only the session changes.
---@field state any
---The computer players.
---@field opponents table<any, alphabeta.Opponent>
local Session = {}

---Lets the computer players think and move, and throws dice. Call it once a frame.
---@param seconds? number how long the last frame has taken
---@param spent? number how much of this frame the game has used already
---@return boolean is_thinking whether a computer player goes on thinking in the next frame
function Session:update(seconds, spent) end

---Makes a person's move.
---@param move any
---@return boolean is_made
function Session:move(move) end

---The moves that a person can make now.
---@return any[]
function Session:moves() end

---The player whose turn it is; nil if the game is over, and before a throw of dice.
---@return any who
function Session:turn() end

---True if the game is over.
---@return boolean
function Session:over() end

---The name of a player.
---@param who any
---@return string? name
function Session:name(who) end

---The last move, or outcome of a throw.
---@return any move
---@return any who nil after a throw
function Session:last() end

---Takes back the last move of a person, and all moves after it.
---@return boolean is_done
function Session:undo() end

---Makes the moves again that were taken back last, up to the next turn of a person.
---@return boolean is_done
function Session:redo() end

---Begins a new game, with another seed.
function Session:restart() end

---The game as a text.
---@return string
function Session:save() end

---Plays a saved game again.
---@param text string
---@return true? is_loaded
---@return string? message why it is no saved game of these rules
function Session:load(text) end

---Looks for the best move of the person whose turn it is, in the slices of `update`.
---@param on_hint fun(best: any, why: string, value: number|table<any, number>, info: alphabeta.Info) called once
---@return boolean is_persons_turn
function Session:hint(on_hint) end

---True while a hint is looked for.
---@return boolean
function Session:hinting() end

---Reviews the moves so far.
---@param options? table
---@return alphabeta.Review
function Session:review(options) end

---True while the computer player whose turn it is is thinking.
---@return boolean
function Session:thinking() end

---Makes a player a computer player or a person.
---@param who any
---@param player? table|string
function Session:set_player(who, player) end

---Begins a pause.
function Session:pause() end

---Ends a pause.
function Session:resume() end

---Ends all computer players.
function Session:close() end

---The options of a match.
---@class alphabeta.MatchOptions
---The rules; without them, the states' own methods.
---@field game? alphabeta.Game
---A function that returns a new state to start from; or, unless the game is played in place, the state itself.
---@field state? any
---Functions that return a new state to start from, or arrays of moves to be played from `state`.
---@field openings? ((fun(): any)|any[])[]
---How many random moves are played before the players begin.
---@field random_plies? integer
---How many games to play, an even number. Without it, each of the `openings` is played with either colour.
---@field games? integer
---Limits of both searchers.
---@field limits? integer|alphabeta.SearchOptions
---Limits of `a` instead.
---@field limits_a? integer|alphabeta.SearchOptions
---Limits of `b` instead.
---@field limits_b? integer|alphabeta.SearchOptions
---Who has won when the game is over: above 0 if it is `me`, below 0 if it is the other player, 0 for a draw. Without
---it, the match calls the game's `evaluate`.
---@field score? fun(state: any, me: any): number
---Which player benefits from a high `score` or `evaluate`: `me`, or the player whose turn it would be. Without it,
---`score` is good for `me`, and the game or the searchers say whom `evaluate` is good for.
---@field view? "max"|"mover"|"player"
---With `view = "player"`: the player who benefits from high values.
---@field max_player? any
---As in a search. Searchers of the same game must have the same, also of the next four.
---@field win? number
---@field value_min? number
---@field value_max? number
---@field value_sum? number
---@field repetition? number
---A game that lasts this many plies is a draw; 1000 without it.
---@field max_plies? integer
---The seed of everything that is random; 0 without it.
---@field seed? integer
---Ends the match as soon as the test is decided.
---@field sprt? alphabeta.Sprt
---Where to write the results so far, after each game; true: `io.stderr`.
---@field progress? boolean|file*|{write: fun(self, ...: string): any}
---Called after each game. When it returns false, the match ends after the second game of the pair.
---@field on_game? fun(game: alphabeta.MatchGame, report: alphabeta.Report): boolean?
---True, the default: clear the searchers' memory before each game.
---@field clear? boolean

---Games that were counted.
---@class alphabeta.Tally
---@field games integer
---@field wins integer
---@field draws integer
---@field losses integer

---The state of an SPRT.
---@class alphabeta.SprtState: alphabeta.Sprt
---The logarithm of the likelihood ratio.
---@field llr number
---At this bound and below, H0 is accepted.
---@field lower number
---At this bound and above, H1 is accepted.
---@field upper number
---The accepted hypothesis; nil while neither is accepted.
---@field verdict? "H0"|"H1"

---The results of a match, for `a`. `tostring` makes a summary of them; `+` adds those of another match.
---@class alphabeta.Report: alphabeta.Tally
---@operator add(alphabeta.Report|table): alphabeta.Report
---The fraction of the points that `a` won, from 0 to 1.
---@field score number
---The Elo difference; infinite if all games had the same winner.
---@field elo number
---The lower end of its 95 % interval.
---@field elo_low number
---The upper end of its 95 % interval.
---@field elo_high number
---The likelihood of superiority, from 0 to 1.
---@field los number
---In how many pairs of games `a` won 0, ½, 1, 1½ and 2 points.
---@field pairs integer[]
---The games in which `a` moved first.
---@field first alphabeta.Tally
---The games in which `b` moved first.
---@field second alphabeta.Tally
---Draws by `max_plies`.
---@field unfinished integer
---Pairs of games that repeated an opening.
---@field repeated integer
---Moves that were played in all games.
---@field plies integer
---@field seed integer
---Why the match ended; nil in a report to `on_game`.
---@field reason? "games"|"sprt"|"stopped"
---Only with the option `sprt`.
---@field sprt? alphabeta.SprtState

local Report = {}

---What `+` needs of the report, as an expression in Lua on one line.
---@return string
function Report:dump() end

---One game of a match.
---@class alphabeta.MatchGame
---1 for the first game of the match.
---@field number integer
---The index of its opening in `openings`.
---@field opening? integer
---Who moved first.
---@field first "a"|"b"
---Nil for a draw.
---@field winner? "a"|"b"
---Why the game ended.
---@field reason "over"|"max_plies"
---How many moves were played, with those of the opening.
---@field plies integer
---How many moves the opening has.
---@field opening_plies integer
---The moves from the start, and the outcomes among them; in the children style, states.
---@field moves any[]
---The state at the end.
---@field state any

---The options of a study. Other options of a searcher can be given, too.
---@class alphabeta.StudyOptions
---A function that returns a new state to start from; or, unless the game is played in place, the state itself. The
---function gets random numbers for deals, as `new` of a session does.
---@field state any
---How many games equal players play; 100 without it.
---@field games? integer
---With how many random moves each game begins; 2 without it.
---@field random_plies? integer
---A game that lasts this many plies is given up; 500 without it.
---@field max_plies? integer
---How many nodes a player searches for a move; 300 without it.
---@field nodes? integer
---The seed of everything that is random; 0 without it.
---@field seed? integer
---Called after each game. When it returns false, the study ends.
---@field on_game? fun(game: alphabeta.StudyGame, report: alphabeta.StudyReport): boolean?
---As in a search, as are the next four.
---@field algorithm? "alphabeta"|"pvs"|"mtdf"|"minimax"|"maxn"|"uct"
---@field depth? integer
---@field view? "max"|"mover"|"player"
---@field max_player? any
---@field win? number

---A part of the points, from 0 to 1, and its 95 % interval.
---@class alphabeta.Share
---@field share number
---@field low number
---@field high number
---@field games integer

---What a game is like. `tostring` makes a text of it; `+` adds what another study has found.
---@class alphabeta.StudyReport
---@operator add(alphabeta.StudyReport|table): alphabeta.StudyReport
---@field games integer
---By the seat, in the order in which players first have their turn.
---@field shares alphabeta.Share[]
---@field draws integer
---@field unfinished integer
---Of the games; nine of ten are between `low` and `high`.
---@field plies {mean: number, low: integer, high: integer}
---@field branching number
---@field forced number
---@field throws number
---@field repeats number
---@field lead_changes? number
---@field behind? number
---@field settled? number
---@field weaker alphabeta.Share
---@field random alphabeta.Share
---@field unused string[]
---@field nodes integer
---@field weaker_nodes integer
---@field tally table
---@field reason? "games"|"stopped"
local StudyReport = {}

---What `+` needs of the report, as an expression in Lua on one line.
---@return string
function StudyReport:dump() end

---One game of a study.
---@class alphabeta.StudyGame
---@field plies integer
---@field seats integer
---The winners; all seats for a draw, nil if the game was given up.
---@field winners? integer[]
---@field moves integer
---@field choices integer
---@field forced integer
---@field throws integer
---@field repeats integer

---The options of a check. Other options of a search can be given, too.
---@class alphabeta.CheckOptions
---How many games to play; 20 without it.
---@field games? integer
---How many states to visit at most, and some more to find shorter lines; 2000 without it.
---@field nodes? integer
---Seconds of processor time; 2, and no limit with `games` or `nodes`.
---@field time? number
---A game that has not ended after this many plies is a finding; 1000 without it.
---@field max_plies? integer
---True: games need not end.
---@field endless? boolean
---The seed of everything that is random; 0 without it.
---@field seed? integer
---From how many states games begin. The function that makes the state gets the number of one, from 1 to this.
---@field starts? integer
---Fields that may change, as paths: `"cache"`, `"board.cache"`, `"cells[3]"`.
---@field exclude? string[]
---Which player benefits from a high evaluation, as in a search.
---@field view? "max"|"mover"|"player"
---With `view = "player"`: the player who benefits from high values.
---@field max_player? any
---As in a search.
---@field maximize? boolean
---No evaluation is below this.
---@field value_min? number
---No evaluation is above this.
---@field value_max? number
---With `"maxn"`: the payoffs of an evaluation add up to no more.
---@field value_sum? number
---The value of a won game. Evaluations of games that go on are nearer to 0.
---@field win? number
---With `"maxn"`, `evaluate` returns a table.
---@field algorithm? "alphabeta"|"pvs"|"mtdf"|"minimax"|"maxn"
---As in a search: `"auto"` checks that states with the same content play alike.
---@field hash? "auto"|false
---With `hash = "auto"`, or with `repetition` in a game without `hash`: names of fields that the key leaves out.
---@field hash_ignore? string[]
---As in a search. Without `hash`, keys are made from the fields of states, and are tested.
---@field repetition? number
---As in a search. This and the next ones are for the notes on functions of the game that are never called.
---@field null_move? integer|false
---@field order? "evaluate"|false
---@field quiescence? integer|false
---@field table? number
---True: call `evaluate` only if the game is over.
---@field ends_only? boolean
---False: do not test which player benefits from high evaluations.
---@field sign? boolean

---The options of learning.
---@class alphabeta.LearnOptions
---Seconds of processor time, all in all; 60 without it and without `games`.
---@field time? number
---How many games of self-play.
---@field games? integer
---The seed of everything that is random; 0 without it.
---@field seed? integer
---Names of fields that are left out, wherever they are in the state.
---@field ignore? string[]
---Your own numbers, always as many; they get weights as fields do.
---@field features? fun(state: any, me: any): number, ...
---False: use no fields of the state.
---@field fields? boolean
---The evaluation of the first games, until a generation beats it.
---@field start? fun(state: any, me: any): number
---The depth of self-play in plies; 2 without it.
---@field depth? integer
---The limit of both players in matches; 500 without it.
---@field nodes? integer
---Games of a match; 100 without it.
---@field match_games? integer
---A game that lasts this many plies is a draw; 300 without it.
---@field max_plies? integer
---False: do not check the game first.
---@field check? boolean
---Where to write the progress: true for `io.stderr`, or a file.
---@field progress? boolean|file*
---Called after each game, and during long steps. Learning ends when it returns false.
---@field on_progress? fun(progress: alphabeta.LearnProgress): boolean?
---As in a search, like the next five.
---@field view? "max"|"mover"|"player"
---@field max_player? any
---@field win? number
---@field value_min? number
---@field value_max? number
---@field repetition? number

---How far learning has come.
---@class alphabeta.LearnProgress
---@field doing string
---@field generation integer
---@field generations integer
---@field games integer
---The Elo difference of the best generation so far, by the matches between generations.
---@field elo number
---Seconds of processor time.
---@field time number

---A learned evaluation. `tostring` makes a report of it.
---@class alphabeta.Learned
---The evaluation, for the game's field of this name.
---@field evaluate fun(state: any, me: any): number
---A Lua program that returns the evaluation.
---@field source string
---True if it plays better than `result` alone, the default value and `start`; nil if learning was stopped or failed.
---@field found? boolean
---If `found` is false: against which of them, and what may help.
---@field doubt? string
---The reports of matches, by the opponent: `"result"`, `"default"`, `"start"`, `"evaluate"`.
---@field matches table<string, alphabeta.Report>
---Seconds of a move in the match against the default value, if that is a Monte Carlo tree search there.
---@field move_time? number
---The fields with features.
---@field used {name: string, count: integer, text: string}[]
---The fields without features.
---@field left_out {name: string, count: integer, reason: string}[]
---The field that says whose turn it is.
---@field turn? string
---The best generation, of `generations`.
---@field generation integer
---@field generations integer
---Games of self-play.
---@field games integer
---The positions from which it learned.
---@field positions integer
---The Elo difference to the first generation.
---@field elo number
---The mean logistic loss on positions that were held out.
---@field loss number
---Why it ended.
---@field reason "time"|"games"|"stopped"|"error"
---The error that ended learning.
---@field error? any
---Seconds of processor time.
---@field time number
---@field seed integer
local Learned = {}

---Writes the evaluation to a file.
---@param path string
function Learned:save(path) end

---What a check has found. `tostring` makes a text of it.
---@class alphabeta.CheckReport
---True if there are no findings.
---@field ok boolean
---@field findings alphabeta.Finding[]
---Tests that could not be made, and what to give so that they are.
---@field not_tested string[]
---Questions about what may be wrong or right; then functions that a search never calls, and what was left out.
---@field notes string[]
---Games that were played.
---@field games integer
---Games that came to an end.
---@field ended integer
---Moves in them.
---@field plies integer
---States that were visited.
---@field states integer
---@field seed integer
local CheckReport = {}

---Raises the report's text as an error if there are findings.
---@return alphabeta.CheckReport self the report itself
function CheckReport:assert() end

---What kind of defect a check has found.
---@alias alphabeta.DefectKind
---| "restore" | "change" | "twice" | "shared" | "duplicate" | "answer" | "bounds" | "probability"
---| "key" | "collision" | "sign" | "turn" | "endless" | "error" | "differs" | "hidden" | "clash" | "outside" | "start"
---| "deal"

---One defect of one function of a game.
---@class alphabeta.Finding
---The function.
---@field callback string
---What is wrong.
---@field kind alphabeta.DefectKind
---The same in a sentence.
---@field message string
---The moves from the start that show it.
---@field line any[]
---How many of them were taken back.
---@field taken_back? integer
---The index of each of these moves in its list.
---@field indices integer[]
---With option `starts`: the number of the state that the moves start from.
---@field start? integer
---As `start`, for `other`.
---@field other_start? integer
---The line to the other state, if there are two.
---@field other? any[]
---The indexes of its moves.
---@field other_indices? integer[]
---The finding as the report writes it.
---@field text string
---What differs, field by field.
---@field differences? alphabeta.Difference[]
---True if there are more differences.
---@field has_more? boolean
---All pairs of states that were found to have one key and to play differently.
---@field collisions? alphabeta.Collision[]
---The value that is wrong.
---@field value? number
---The error that was raised.
---@field error? any

---Two states with one key that play differently.
---@class alphabeta.Collision
---The moves to the first state.
---@field line any[]
---The moves to the other state.
---@field other any[]

---A field that differs.
---@class alphabeta.Difference
---Where it is, as in `"board.cells[3]"`.
---@field path string
---A number, string or boolean, else as text.
---@field before? number|string|boolean
---@field after? number|string|boolean
---The difference in one line.
---@field text string

---The options of an explanation: these, and those of the search except `alpha`, `beta`, `level`, `null_move`,
---`reductions`, `slice` and `trace`.
---@class alphabeta.ExplainOptions
---The label of a move. `state` is the state after it, nil if the search did not visit that.
---@field label? fun(state: any, move: any): string|number|nil
---The style of the text. `"player"`: at most two sentences, for people who play, without terms of the search.
---@field style? "developer"|"player"
---How many cut-offs are explained, those nearest to the start; 3 without it.
---@field cutoffs? integer

---A move of a line.
---@class alphabeta.Step
---The move; in the children style, the state.
---@field move any
---Its index among the successors, in the order of the game; nil if it was not found.
---@field index? integer
---Its label.
---@field label string
---True for an outcome of a chance node.
---@field is_chance? boolean
---True if the player at the root makes it; nil for an outcome.
---@field is_mine? boolean
---Who makes it, as `player` returned.
---@field player? any

---What a move at the root is worth.
---@class alphabeta.ExplainedMove
---The move; in the children style, the state.
---@field move any
---Its index, in the order of the game.
---@field index? integer
---Its label.
---@field label string
---Its value; with algorithm `"maxn"`, the payoff of the player at the root.
---@field value number
---@field bound "exact"|"upper"|"lower"
---Only if the value is exact: how much worse than the best it is; 0 is a true tie.
---@field loss? number
---Only with `win`: the plies to a win, or negative to a loss.
---@field win_in? integer
---Only if the value is exact: the expected line, this move first.
---@field line? alphabeta.Step[]
---What is at its end.
---@field ends? "over"|"depth"|"chance"|"repetition"|"open"

---A node at which a search left moves out.
---@class alphabeta.Cutoff
---The line to it.
---@field line alphabeta.Step[]
---The moves from the root, outcomes included.
---@field ply integer
---Plies left.
---@field depth integer
---The move that cut off.
---@field by alphabeta.Step
---The value of that move, at least or at most.
---@field value? number
---The window when the search entered the node: what Max is sure of.
---@field alpha? number
---What Min is sure of.
---@field beta? number
---Why: the value reaches a bound that is certain elsewhere, answers a null window, or lies outside of the window at the
---root; nothing better is possible; the mean of the outcomes no longer matters, or the other outcomes do not; shallow
---pruning.
---@field reason "bound"|"null_window"|"window"|"extreme"|"mean"|"chance"|"shallow"
---How many successors were searched.
---@field tried integer
---How many successors were left out.
---@field left_out integer

---Why a move is best. `tostring` makes a text of it.
---@class alphabeta.Explanation
---What the search found: a move; no move, because the game is over, it is a chance node, or nothing was searched.
---@field kind "move"|"over"|"chance"|"unsearched"
---The best move.
---@field best any
---Its value.
---@field value number|table<any, number>
---What the search did.
---@field info alphabeta.Info
---The depth of the search.
---@field depth integer
---What `player` returned for the root.
---@field me? any
---True if the player at the root wants a low value.
---@field wants_low boolean
---The option.
---@field win? number
---True if `only` or `avoid` were given.
---@field is_restricted boolean
---How many moves the root has to choose from.
---@field choices integer
---The expected line.
---@field line alphabeta.Step[]
---What is at its end.
---@field ends? "over"|"depth"|"chance"|"repetition"|"open"
---The moves, the best first.
---@field moves alphabeta.ExplainedMove[]
---True if the search for the values of the moves saw the end of all lines; nil without moves.
---@field sees_all? boolean
---The cut-offs nearest to the start: those with the most plies left.
---@field cutoffs alphabeta.Cutoff[]
---The positions that the search visited in its last completed iteration.
---@field nodes integer
---The moves on the longest line that it visited there.
---@field longest integer
---The style of the text.
---@field style "developer"|"player"
---Functions that the requested search never calls.
---@field unused alphabeta.Unused[]

---A function of a game that is never called, or a name that resembles one.
---@class alphabeta.Unused
---@field name string
---Why it is never called; nil for a name that is no function of a game.
---@field reason? string
---The function that the name probably means.
---@field like? string

---The module.
---@class alphabeta
---@field _VERSION string
---@field _ENGINE "C"|"Lua"
---@field _DESCRIPTION string
---@field _LICENSE string
local alphabeta = {}

---Finds the best move.
---@param state any
---@param depth integer|alphabeta.SearchOptions plies to look ahead, from 0 to 10000, or several limits
---@param options? alphabeta.Options
---@return any best the best move (child state in the children style); nil when the state is over or the depth is 0
---@return number value
---@return alphabeta.Info info
---@overload fun(state: any, depth: nil, options: alphabeta.Options): any, number|table<any, number>, alphabeta.Info
function alphabeta.search(state, depth, options) end

---Makes a searcher, which keeps a game and its options for many searches.
---@param game? alphabeta.Game without it, every state has its own rules, as methods
---@param options? alphabeta.Options
---@return alphabeta.Searcher
function alphabeta.new(game, options) end

---Makes a game of rules in C: see the chapter "Rules in C".
---@param handle lightuserdata the address of a struct `alphabeta_rules`, which a library in C returns
---@return alphabeta.Game
function alphabeta.native(handle) end

---Makes a computer player for a game that runs in frames.
---@param options alphabeta.OpponentArguments
---@return alphabeta.Opponent
function alphabeta.opponent(options) end

---Makes a game in progress: its state, people and computer players, undo and redo, saved games, hints.
---@param options alphabeta.SessionOptions|alphabeta.OpponentOptions|alphabeta.Options
---@return alphabeta.Session
function alphabeta.session(options) end

---Counts the leaves of the game tree at a depth: the ways to play exactly `depth` plies.
---@param state any
---@param depth integer plies, from 0 to 10000
---@param options? alphabeta.PerftOptions
---@return number leaves
---@return alphabeta.Divide[]? divide with `divide = true`: an entry for each first move
---@overload fun(state: any, depth: integer): number
function alphabeta.perft(state, depth, options) end

---Makes a key for states, with no feature on.
---@param n integer how many features there are, from 1 to 16777216
---@param seed? integer the seed of the random numbers: any integer, counted modulo 2^64; 0 without it
---@return alphabeta.Zobrist
function alphabeta.zobrist(n, seed) end

---Makes a transposition table that several searchers use at once, in this Lua state and in others of the process. Or
---opens one that another state has made.
---@param size number|string MiB, greater than 0 and up to 1024; or what `SharedTable:handle` has returned
---@return alphabeta.SharedTable
function alphabeta.table(size) end

---Sets the clock of the engine in Lua; an error with the C module, which has its own.
---@param clock fun(): number seconds since any moment, never going back
---@return (fun(): number)? before the clock that it had until now
function alphabeta.set_clock(clock) end

---Makes a key for a state from several values, such as bitboards. `hash` may return it.
---@param value integer|number|string|boolean or, on LuaJIT, a 64-bit integer
---@param ... integer|number|string|boolean
---@return integer key from 0 to 2^53 - 1, the same on every Lua
function alphabeta.mix(value, ...) end

---Explains in words why a move is best.
---@param state any
---@param depth? integer|alphabeta.SearchOptions
---@param options? alphabeta.Options|alphabeta.ExplainOptions
---@return alphabeta.Explanation
function alphabeta.explain(state, depth, options) end

---Plays two players against each other, over openings and with both colours, and estimates which one is stronger.
---@param a alphabeta.Player
---@param b alphabeta.Player
---@param options alphabeta.MatchOptions
---@return alphabeta.Report
function alphabeta.match(a, b, options) end

---Reviews a finished game: what each move was worth, and what the best one was.
---@param state any the state before the first move
---@param moves any[] all moves, with the outcomes of chance nodes
---@param options? alphabeta.ReviewOptions
---@return alphabeta.Review
function alphabeta.review(state, moves, options) end

---Plays a game against itself, and tells what it is like.
---@param game alphabeta.Game
---@param options alphabeta.StudyOptions
---@return alphabeta.StudyReport
function alphabeta.study(game, options) end

---Adds up the values of the squares of a board, for `evaluate`.
---@param board table an array of squares, or of rows of squares
---@param worth table|fun(square: any, i: any, j: any): number? of each value, or of each square with its place
---@return number
function alphabeta.count(board, worth) end

---Copies a state, with all tables that it can reach.
---@generic T
---@param state T
---@return T copy
function alphabeta.copy(state) end

---Makes a game for the search from one that can only play moves.
---@param options alphabeta.SnapshotOptions|alphabeta.Game
---@return alphabeta.Game
function alphabeta.snapshot(options) end

---Finds out whether a game keeps its contract with the search.
---@param game alphabeta.Game|nil without it, the state's own methods
---@param state any the state to start from, or a function that makes a new one
---@param options? alphabeta.CheckOptions
---@return alphabeta.CheckReport
function alphabeta.check(game, state, options) end

---Learns an evaluation from the rules of a game alone, by playing against itself.
---@param game alphabeta.Game|nil without it, the state's own methods
---@param state any a function that makes a new state; or, unless the game is played in place, the state itself
---@param options? alphabeta.LearnOptions
---@return alphabeta.Learned
function alphabeta.learn(game, state, options) end

---Makes a pool: helpers that search in threads of their own, while the program goes on.
---@param options alphabeta.PoolOptions
---@return alphabeta.Pool
function alphabeta.pool(options) end

return alphabeta
