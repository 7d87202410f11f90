--- Game-tree search for games whose rules are written in Lua.
--
-- The module finds the best move for the player who is to move: it looks ahead through the game's own
-- functions with minimax and alpha-beta pruning. The search is a C module, `alphabeta.core`; this module is
-- what programs require.
--
-- Units: depths and distances are counted in plies: one ply is one move of one player. Nodes are states
-- that the search has looked at, the root included. Times are wall-clock seconds.
--
-- States: a state is any value but nil: the module passes it on to the game and never looks inside. In the
-- in-place style it is changed by `make` and restored by `unmake`; it is as it was whenever `search` or `perft`
-- returns, and after every error (a `make` that raises one is not unmade, and must not fail halfway). In the other
-- styles a state is never changed by the module.
--
-- Values: they are floating-point numbers. Infinities are allowed, NaN is an error. With
-- `view = "max"`, the default, a high value is good for the player to move at the root, whoever moves
-- at the state that is evaluated. With `view = "mover"` a high evaluation is good for the player to move in the
-- state that is evaluated, and the value of a search is good for the player to move at the root when it is high.
--
-- Errors: every mistake is raised as a Lua error. Wrong arguments and options, and wrong answers of the
-- game, raise a string that names the argument, the option or the function of the game, tells what was expected
-- and what came. An error inside a function of the game keeps its message, to which the name of the function and the
-- ply are added, with a traceback; an error value that is not a string is passed on untouched. Only the kind of an
-- error is to be relied upon, not its words.
--
-- Sources. Alpha-beta pruning: D. E. Knuth and R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial
-- Intelligence 6 (1975), 293-326. The fail-soft form: J. P. Fishburn, "Another Optimization of Alpha-Beta
-- Search", SIGART Newsletter 84 (1983), 37-38. A survey of the refinements, iterative deepening among
-- them: T. A. Marsland, "A Review of Game-Tree Pruning", ICCA Journal 9 (1986), 3-19.
--
-- @module alphabeta
-- @license MIT
local core = require "alphabeta.core"

local alphabeta = {}

--- Name and version of the module.
alphabeta._VERSION = "alphabeta scm"

--- What the module is, in a sentence.
alphabeta._DESCRIPTION = "Game-tree search in C for games whose rules are written in Lua"

--- The licence.
alphabeta._LICENSE = "MIT"

--- Finds the best move.
--
-- Looks ahead to `depth` plies, or until a limit of time or nodes is reached, and returns the move that is best
-- when both sides play their best. Of moves that are equally good, the one that was tried first is returned: they
-- are tried in the order of `moves` or `children`, or as the game's `order` function says.
--
-- @function search
-- @param state the state to move in; any value but nil
-- @tparam[opt] int|limits depth how far to look, in plies from 0 to 10000, or a table of @{limits}; may be left
--   out or nil when `options` hold a limit
-- @tparam[opt] options options see @{options}
-- @return the best move; in the children style, the best child state; nil when the state is over or the depth is 0
-- @treturn number the value of the state, in the view described above
-- @treturn info what the search did; see @{info}
-- @raise A wrong argument or option; a game without the functions that it needs; a wrong answer of the game;
--   whatever a function of the game raises. The state is restored first.
-- @usage
-- -- Nim with one heap: take 1, 2 or 3; whoever takes the last match wins.
-- local alphabeta = require "alphabeta"
--
-- local nim = {
--   moves = function(heap)
--     local takes = {}
--     for take = 1, math.min(3, heap) do takes[take] = take end
--     return takes
--   end,
--   play = function(heap, take) return heap - take end,
--   evaluate = function(heap) return heap == 0 and -1 or 0 end, -- the player to move has lost
-- }
--
-- local take, value, info = alphabeta.search(7, 8, {game = nim, view = "mover"})
-- assert(take == 3 and value == 1 and info.reason == "solved")
alphabeta.search = core.search

--- Makes a searcher: a game and its options, kept to be searched again and again.
--
-- A searcher keeps its memory from one search to the next.
--
-- @function new
-- @tparam[opt] game game the rules; see @{game}. Without them every state brings its own, as its methods
-- @tparam[opt] options options what every search starts from; see @{options}
-- @treturn searcher
-- @raise A wrong argument or option; a game without the functions that it needs.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- -- A state is a list of the states that can follow it, or a number: what a finished game is worth.
-- local tree = {
--   children = function(state) return type(state) == "table" and state or nil end,
--   evaluate = function(state) return type(state) == "number" and state or 0 end,
-- }
--
-- local ai = alphabeta.new(tree, {depth = 2})
-- local best, value = ai:search({{3, 5}, {2, 9}})
-- assert(best[1] == 3 and value == 3)
-- ai:close()
alphabeta.new = core.new

--- Counts the leaves of the game tree at a depth: the ways to play exactly `depth` plies.
--
-- Nothing is pruned or evaluated, and `evaluate` may be missing. Known counts for a game (for the first moves of
-- reversi 4, 12, 56, 244) show whether its rules are written down rightly.
--
-- @function perft
-- @param state the state to start from; any value but nil
-- @tparam int depth how far to go, in plies from 0 to 10000; at depth 0 there is one leaf, the state itself
-- @tparam[opt] table options `game`: the rules, as for @{search}; `divide`: true to have the count of each first
--   move as a second result
-- @treturn number the number of leaves
-- @treturn ?{divide,...} with `divide = true`, an array with an entry for each first move; see @{divide}
-- @raise As @{search}.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- local nim = {
--   moves = function(heap)
--     local takes = {}
--     for take = 1, math.min(3, heap) do takes[take] = take end
--     return takes
--   end,
--   play = function(heap, take) return heap - take end,
--   evaluate = function(heap) return heap == 0 and -1 or 0 end,
-- }
--
-- -- From a heap of four: 1+1, 1+2, 1+3, 2+1, 2+2, 3+1.
-- local leaves, divide = alphabeta.perft(4, 2, {game = nim, divide = true})
-- assert(leaves == 6 and divide[2].move == 2 and divide[2].leaves == 2)
alphabeta.perft = core.perft

--- A game and its options, ready to be searched. Made by @{new}.
-- @type searcher

--- Finds the best move in a state, as @{search} does.
--
-- @function searcher:search
-- @param state the state to move in; any value but nil
-- @tparam[opt] int|limits depth how far to look, in plies from 0 to 10000, or a table of @{limits}; without it the
--   limits among the searcher's options hold
-- @return the best move; in the children style, the best child state; nil when the state is over or the depth is 0
-- @treturn number the value of the state
-- @treturn info what the search did; see @{info}
-- @raise As @{search}; and when the searcher is closed, or is already searching.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- local nim = {
--   moves = function(heap)
--     local takes = {}
--     for take = 1, math.min(3, heap) do takes[take] = take end
--     return takes
--   end,
--   play = function(heap, take) return heap - take end,
--   evaluate = function(heap) return heap == 0 and -1 or 0 end,
-- }
--
-- local ai = alphabeta.new(nim, {view = "mover", depth = 10})
-- assert(ai:search(9) == 1)
-- assert(ai:search(6, {nodes = 1000}) == 2)

--- Gives the searcher's memory back at once.
--
-- A searcher that is not closed is closed when it is collected; on Lua 5.4 also at the end of the block when it
-- is held by a to-be-closed variable. To close a searcher again does nothing; to search with it is an error.
--
-- @function searcher:close
-- @raise When the searcher is searching.

--- @section end

--- The rules of a game: a table of functions, or of anything that can be called.
--
-- Instead of being given as a table of their own, the rules can be the methods of the states. Of the three ways to tell
-- what can follow a state, the first that is there is used: "in place" (`moves`, `make`, `unmake`),
-- "copying" (`moves`, `play`), "children" (`children`). `evaluate` is always needed.
--
-- A state without moves or children (nil or an empty array), or for which `is_over` is true, is over: it is evaluated.
--
-- @tfield[opt] function moves `moves(state)`: an array of the moves, in the order in which they are to be tried. A
--   move is any value but nil
-- @tfield[opt] function make `make(state, move)`: changes the state by a move, and may return a value that helps to
--   undo it
-- @tfield[opt] function unmake `unmake(state, move, undo)`: restores the state; `undo` is what `make` returned
-- @tfield[opt] function play `play(state, move)`: a new state, the old one being left as it was
-- @tfield[opt] function children `children(state)`: an array of the states that can follow
-- @tfield function evaluate `evaluate(state, me)`: a number. `me` is what `player` returned for the root, or
--   nil in a game without `player`
-- @tfield[opt] function player `player(state)`: who is to move, as any value but nil; values are compared as by
--   `==`. A player may move twice in a row. Without it, two players take turns
-- @tfield[opt] function is_over `is_over(state)`: true when the game has ended although there may be moves. It is
--   asked before `moves` or `children`
-- @tfield[opt] function order `order(state, move)`: a number; moves with a higher one are searched first
-- @table game

--- The options of a search or a searcher.
--
-- @tfield[opt] game game the rules; without them, the state's own methods. @{new} takes them as its first argument or
--   here, not both
-- @tfield[opt] int depth plies to look ahead, from 0 to 10000
-- @tfield[opt] number time seconds to think; the search deepens until they are used up
-- @tfield[opt] int nodes nodes to look at, 1 or more; the search deepens until they are used up
-- @tfield[opt=false] boolean deepening search to depth 1, 2, 3 and so on up to `depth`. Always true with `time` or
--   `nodes`
-- @tfield[opt="max"] string view `"max"`: `evaluate` is good for the player to move at the root when high.
--   `"mover"`: `evaluate` is good for the player to move in the state it is given
-- @tfield[opt=true] boolean maximize false: the player to move at the root wants a low value. Only with `view = "max"`
-- @tfield[opt] number win what a won game is worth. An evaluation of `win` or more, however high, is a won game and
--   counts as `win`, less 1 for each ply it takes to get there, so that the shortest win is preferred; one of `-win`
--   or less is a lost game and counts as `-win`, plus 1 for each ply. Other evaluations should stay below `win` less
--   the depth. Finite, greater than 1 and than the depth
-- @tfield[opt="alphabeta"] string algorithm `"alphabeta"`, or `"minimax"`: the same without pruning
-- @tfield[opt="soft"] string fail what a search returns whose value lies outside of `alpha` and `beta`: `"soft"` the
--   best bound that it found, `"hard"` `alpha` or `beta`
-- @tfield[opt] number alpha lower end of the window that the value is expected in. Not with `"minimax"`
-- @tfield[opt] number beta upper end of that window, greater than `alpha`. Not with `"minimax"`
-- @table options

--- Where a search stops. Several limits may be given together: the first that is reached ends the search.
--
-- With `time` or `nodes` the search deepens: it searches to depth 1, 2, 3 and so on, and what it returns is the result
-- of the deepest search that was finished. Depth 1 is always finished, whatever it takes.
--
-- @tfield[opt] int depth plies to look ahead, from 0 to 10000
-- @tfield[opt] number time wall-clock seconds
-- @tfield[opt] int nodes nodes, summed over the depths
-- @table limits

--- What a search did.
--
-- @tfield int depth the deepest search that was finished, in plies
-- @tfield table pv the line of play that is expected: an array of moves (states in the children style) from the root
-- @tfield int nodes the states that were looked at, the root included, summed over the depths
-- @tfield int evaluations the calls of `evaluate`
-- @tfield int cutoffs how often the rest of a state's moves was left out
-- @tfield number time wall-clock seconds
-- @tfield string reason why the search ended: `"depth"`, `"time"` or `"nodes"`, the limit that was reached;
--   `"solved"`, nothing was left out for lack of depth; `"over"`, the state has no moves
-- @tfield string bound `"exact"`; with `alpha` or `beta` also `"lower"` or `"upper"`, when the true value is at least
--   or at most this
-- @tfield[opt] int win_in only with `win`, and when the game is surely won or lost: the plies to the end; positive
--   when the player to move at the root wins, negative when that player loses
-- @table info

--- The leaves behind one of the first moves. See @{perft}.
--
-- @field move the move; in the children style, the child state
-- @tfield number leaves the number of leaves behind it
-- @table divide

return alphabeta
