--- Game-tree search for games whose rules are written in Lua.
--
-- The module finds the best move for the player who is to move: it looks ahead through the game's own
-- functions with minimax and alpha-beta pruning. The search is a C module, `alphabeta.core`, or, where its library is
-- not found, an engine in Lua that searches the same nodes, see @{alphabeta.fallback}; this module is what programs
-- require.
--
-- Units: depths and distances are counted in plies: one ply is one move of one player. Nodes are states
-- that the search has looked at, the root included. Times are wall-clock seconds.
--
-- States: a state is any value but nil: the module passes it on to the game and never inspects it. In the
-- in-place style it is changed by `make` and restored by `unmake`; it is as it was whenever a function of the module
-- returns, between the slices of a search too, and after every error (a `make` that raises one is not unmade, and must
-- not fail halfway). In the other styles a state is never changed by the module.
--
-- Values: they are floating-point numbers. Infinities are allowed, NaN is an error. With
-- `view = "max"`, the default, a high value is good for the player to move at the root, whoever moves
-- at the state that is evaluated. With `view = "mover"` a high evaluation is good for the player to move in the
-- state that is evaluated, and the value of a search is good for the player to move at the root when it is high. With
-- `view = "player"` evaluations and values are good for the player `max_player`, whoever moves and whoever searches.
--
-- Errors: every mistake is raised as a Lua error. Wrong arguments and options, and wrong answers of the
-- game, raise a string that names the argument, the option or the function of the game, what was expected and what was
-- given. An error inside a function of the game keeps its message, to which the name of the function and the ply are
-- added, with a traceback; an error value that is not a string is passed on untouched. The kind of an error is part of
-- the interface, its words are not.
--
-- Memory: with the game's function `hash`, a search keeps what it finds out about positions in a transposition table of
-- a fixed size, outside of Lua's memory. An entry records whose turn it is and for which player it was evaluated, even
-- where `hash` does not. Values are those of a search without a table, except with the option `repetition` and the
-- speculative options; which of several equally good moves is returned, and how long `pv` is, may differ.
--
-- Sources. Alpha-beta pruning: D. E. Knuth and R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial
-- Intelligence 6 (1975), 293-326. The fail-soft form: J. P. Fishburn, "Another Optimization of Alpha-Beta
-- Search", SIGART Newsletter 84 (1983), 37-38. A survey of the refinements, iterative deepening and aspiration among
-- them: T. A. Marsland, "A Review of Game-Tree Pruning", ICCA Journal 9 (1986), 3-19. Principal variation search:
-- T. A. Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees", Computing Surveys 14 (1982),
-- 533-551. MTD(f): A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-First Fixed-Depth Minimax Algorithms",
-- Artificial Intelligence 87 (1996), 255-293. Replacement in the table: D. M. Breuker, J. W. H. M. Uiterwijk and
-- H. J. van den Herik, "Replacement Schemes for Transposition Tables", ICCA Journal 17 (1994), 183-193. The history:
-- J. Schaeffer, "The History Heuristic", ICCA Journal 6 (1983), 16-19. Null moves: D. F. Beal, "Experiments with the
-- Null Move", Advances in Computer Chess 5 (1989), 65-79. Chance nodes: B. W. Ballard, "The \*-Minimax Search Procedure
-- for Trees Containing Chance Nodes", Artificial Intelligence 21 (1983), 327-350; T. Hauk, M. Buro and J. Schaeffer,
-- "Rediscovering \*-Minimax Search", Computers and Games (2004), 35-50. More than two players: C. Luckhardt and K.
-- Irani, "An Algorithmic Solution of N-Person Games", AAAI (1986), 158-162; R. E. Korf, "Multi-player Alpha-Beta
-- Pruning", Artificial Intelligence 48 (1991), 99-111.
--
-- @module alphabeta
-- @license MIT
local NAME = ... -- "alphabeta", or what it is called where the folder lies elsewhere
local PACKAGE = NAME and NAME:gsub("%.init$", "") or "alphabeta"

local globals = require(PACKAGE .. ".common.globals")

-- The C module; or the engine in Lua, where there is no library for it. A library that is there and cannot be loaded is
-- an error.
local function find_core()
  local is_loaded, core = pcall(require, "alphabeta.core")
  if is_loaded then return core end
  if type(core) ~= "string" then error(core, 0) end
  if not core:find("module 'alphabeta.core' not found", 1, true) then
    local mistake = require(PACKAGE .. ".common.build").mistake_in(core)
    error(mistake and "alphabeta: " .. mistake or core, 0)
  end
  core = require(PACKAGE .. ".fallback.core")
  local loaded = globals.field(globals.package, "loaded")
  if loaded then loaded["alphabeta.core"] = core end -- for the tools
  return core
end

local core = find_core()
local threads = globals.coroutine
local isyieldable = globals.field(threads, "isyieldable")
local running, yield = globals.field(threads, "running"), globals.field(threads, "yield")
local slicing, searches = core.slicing, core.searches

local alphabeta = {}

-- Makes the function of a tool. Its module is loaded when it is first called: programs that only play do without it.
-- The module, or a field of it, is a function that returns one value or, for an error, nil and the error.
local function tool(name, field)
  return function(...)
    local module = require(PACKAGE .. name)
    local result, err = (field and module[field] or module)(...)
    if result == nil then error(err, 2) end
    return result
  end
end

-- Whether the running function can yield. Where Lua has no function for that, whether it runs in a coroutine.
local function can_yield()
  if isyieldable then return isyieldable() end
  if not running then return false end
  local thread, is_main = running()
  return thread ~= nil and not is_main
end

if globals.jit and core.ENGINE == "C" then require(PACKAGE .. ".loop.resumable")(core, can_yield) end
local start, step, best = slicing.start, slicing.step, slicing.best

-- Calls a method of a searcher for `search`. The module's own errors are raised in its name, at its caller's line.
local function call(method, ai, ...)
  local ok, result = pcall(method, ai, ...)
  if ok then return result end
  local is_own = type(result) == "string" and (result:find("^searcher:") or result:find("^alphabeta: "))
  error(is_own and result:gsub("^searcher:%a+", "searcher:search") or result, is_own and 3 or 0)
end

-- The method `search` of searchers with the option `slice`. It is written in Lua, since it must yield on Luas where C
-- functions cannot.
function slicing.search(ai, ...)
  if not can_yield() then error("searcher:search: with option 'slice', it must be called in a coroutine", 2) end
  call(start, ai, ...)
  local search = searches(ai)
  while not call(step, ai) do
    yield()
    if searches(ai) ~= search then
      error("searcher:search: the searcher was closed, or has begun another search, while this one waited", 2)
    end
  end
  return best(ai)
end

--- Whether searches are compiled together with the game, where LuaJIT does that; `false` turns it off for the searches
-- that begin from then on. It makes no difference but in time. On other Luas it is `false`.
alphabeta.jit = globals.jit ~= nil and core.ENGINE == "C" and require(PACKAGE .. ".loop.main")(core, function()
  return alphabeta.jit
end)

--- Name and version of the module.
alphabeta._VERSION = "alphabeta 1.0.0"

--- Which engine searches: `"C"` for the C module, `"Lua"` for the engine in Lua, see @{alphabeta.fallback}.
alphabeta._ENGINE = core.ENGINE

--- What the module is, in a sentence.
alphabeta._DESCRIPTION = "Game-tree search in C for games whose rules are written in Lua"

--- The licence.
alphabeta._LICENSE = "MIT"

--- Finds the best move.
--
-- Looks ahead to `depth` plies, or until a limit of time or nodes is reached, and returns the move that is best
-- when both sides play their best. Of moves that are equally good, the one that was tried first is returned: they
-- are tried in the order of `moves` or `children`, or as the game's `order` function says; a table, killers, the
-- history and deepening may change the order.
--
-- @function search
-- @param state the state to move in; any value but nil
-- @tparam[opt] int|search_options depth how far to look, in plies from 0 to 10000, or a table of
--   @{search_options}; may be left
--   out or nil when `options` hold a limit
-- @tparam[opt] options options see @{options}
-- @return the best move; in the children style, the best child state; nil when the state is over, when it is a chance
--   node, or when the depth is 0
-- @treturn number|table the value of the state, in the view described above; with algorithm `"maxn"`, a table from
--   player to value
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
-- A searcher keeps its memory from one search to the next, that is, the transposition table and the history. When the
-- game has `player`, they serve both sides of a game and all its later moves. Without `player`, it is not known for
-- which player an entry of an earlier search was evaluated, and it is not used.
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

--- Makes a computer player for a game that runs in frames: all that is needed between a game and a search.
--
-- Once a frame, @{opponent:update} finds out whether it is the opponent's turn. While it is, the search gets a slice of
-- each frame; when it has ended, `play` is called with the move. A game that knows nothing of searches needs no more
-- than this. In LÖVE, @{alphabeta.love.opponent} calls it in each frame by itself.
--
-- The game may change the state at any time: begin again, take moves back, end the match. In the next frame the
-- opponent begins a new search if it is still its turn, and otherwise none. It compares the states by `player`, and by
-- `hash` in a game that has it, else by all the tables that can be reached from the state, a large state in parts.
-- Fields that change between moves, such as the time of an animation, are no part of the game: each costs a new search
-- when it changes for the first time in a turn, and no more, as long as the same moves can be played; `exclude` saves
-- that. Before a move is played, it is looked for among those that can be played then.
--
-- When `play` has been called, the opponent waits until its turn is over, or the state is another: so the move need not
-- be made before an animation has ended. Where nothing has changed after two seconds, that is printed, once. In a state
-- without moves `play` is not called.
--
-- @function opponent
-- @tparam opponent_options options see @{opponent_options}
-- @treturn opponent
-- @raise A wrong option; a game without the functions that it needs.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- local nim = {
--   moves = function(state) return ({{1}, {1, 2}})[state.heap] or state.heap > 0 and {1, 2, 3} or nil end,
--   make = function(state, take) state.heap, state.turn = state.heap - take, 3 - state.turn end,
--   unmake = function(state, take) state.heap, state.turn = state.heap + take, 3 - state.turn end,
--   evaluate = function(state, me) return state.heap > 0 and 0 or state.turn == me and -1 or 1 end,
--   player = function(state) return state.turn end,
-- }
-- local state = {heap = 10, turn = 2}
--
-- local opponent = alphabeta.opponent {game = nim, state = state, me = 2}
-- repeat
--   local is_thinking = opponent:update(1 / 60) -- once a frame
-- until not is_thinking
-- assert(state.heap == 8 and state.turn == 1)
alphabeta.opponent = tool ".opponent"

--- Counts the leaves of the game tree at a depth: the ways to play exactly `depth` plies.
--
-- Nothing is pruned or evaluated, and `evaluate` may be missing. Known counts for a game (for the first moves of
-- reversi 4, 12, 56, 244) show whether its rules are right.
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

--- Makes a key for states: 64 bits that change with each feature of a state.
--
-- A feature is anything that is true or false of a state: a white stone is on the third square, Black is to move. The
-- game numbers its features from 1 to `n`; whenever a move makes some of them true or false, it calls @{zobrist:flip}.
-- A game's `hash` returns the key itself: its 64 bits never become a Lua number, so none are lost where Lua has no
-- 64-bit integers.
--
-- The key is the exclusive or of a random number for each feature that is on; at first, none is. The numbers are the
-- output of the generator SplitMix64, with 0 left out: they are distinct, and the same for a seed on every machine and
-- every Lua.
--
-- Sources. A. L. Zobrist, "A New Hashing Method with Application for Game Playing", Technical Report 88, University
-- of Wisconsin (1970). SplitMix64: G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number
-- Generators", OOPSLA 2014, 453-472.
--
-- @function zobrist
-- @tparam int n how many features there are, from 1 to 16777216, 8 bytes each
-- @tparam[opt=0] int seed what the random numbers start from: any integer, counted modulo 2^64
-- @treturn zobrist a key with no feature on; `#key` is `n`
-- @raise A wrong argument.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- -- Tic-tac-toe: a cross on square 1 to 9, a nought on square 1 to 9, nought is to move.
-- local function cross(square) return square end
-- local function nought(square) return 9 + square end
-- local TURN = 19
--
-- local key = alphabeta.zobrist(19)
-- key:flip(cross(5), TURN)  -- a cross in the centre
-- key:flip(nought(1), TURN) -- a nought in a corner
-- -- The key of a position is the same whatever the moves that led there.
-- assert(key == alphabeta.zobrist(19):flip(nought(1), cross(5)))
--
-- -- Both moves taken back: no feature is on.
-- key:flip(nought(1), TURN):flip(cross(5), TURN)
-- assert(key:get() == "0000000000000000")
alphabeta.zobrist = core.zobrist

--- Makes a key for a state out of several values, such as the bitboards of a position.
--
-- `hash` may return it. It depends on the order of the values; the same values make the same key on every machine and
-- every Lua. A whole number of up to 9.2e18 in size counts by its value, whether it is an integer, a float or, on
-- LuaJIT, a 64-bit integer (`int64_t` or `uint64_t`), which is counted modulo 2^64: no bit of it is lost.
--
-- @function mix
-- @param value a number but NaN, a string, a boolean or a 64-bit integer of LuaJIT
-- @param ... more of them
-- @treturn int a key, from 0 to 2^53 - 1, so that it is the same where numbers are doubles
-- @raise A wrong argument, or none.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- local key = alphabeta.mix(0x12, 0x8001, "white")
-- assert(key == alphabeta.mix(0x12, 0x8001, "white"))
-- assert(key ~= alphabeta.mix(0x8001, 0x12, "white"))
alphabeta.mix = core.mix

--- Makes a transposition table that several searchers use at once, also in other Lua states of this process, that is,
-- in other threads; or opens one that another Lua state has made.
--
-- It is given to searchers as the option `table`. What one of them has found out, the others need not search again. Its
-- size is fixed, and it lies outside of Lua's memory. There are no locks: an entry that one thread writes while another
-- one reads it is not found.
--
-- All searchers that use a table must search the same game, with the same `hash`, the same `evaluate` and the same
-- moves. What can be checked is checked at the start of each search: `view`, `max_player`, `win`, `repetition` and the
-- speculative options must be the same, and either all games have `player` or none of them. In a game without `player`
-- entries are used only by the search that stored them: it is not known for whom others evaluated.
-- `player` must return numbers, strings or booleans. Moves that are neither numbers nor strings are compared by their
-- content, by `move_id`, or by their place in the game's list, which must then be the same everywhere.
--
-- A table lives until the last Lua state that has opened it lets it go: by @{shared_table:close}, or when its object is
-- collected, or when the state is closed.
--
-- Sources. R. Hyatt and T. Mann, "A Lock-less Transposition Table Implementation for Parallel Search", ICGA Journal 25
-- (2002), 36-39.
--
-- @function table
-- @tparam number|string size the size in MiB, greater than 0 and up to 1024, of which the largest power of two is used;
--   or what @{shared_table:handle} has returned
-- @treturn shared_table
-- @raise A wrong argument; a handle of a table that is no longer open, or of another process; not enough memory.
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
--   hash = function(heap) return heap end,
-- }
--
-- local shared = alphabeta.table(1)
-- local ai = alphabeta.new(nim, {view = "mover", table = shared})
-- assert(ai:search(9, 10) == 1)
--
-- local again = alphabeta.table(shared:handle()) -- usually in another Lua state
-- assert(again:handle() == shared:handle())
alphabeta.table = core.table or function() error("alphabeta.table: it needs the C module", 2) end

--- Sets the clock of the engine in Lua, where the host's own is coarse or missing.
--
-- Without it, the clock is the first that is there of `love.timer.getTime`, `vim.uv.hrtime`, `core.get_us_time`,
-- `SysTime`, `system.getTimer`, that of the operating system by the FFI of LuaJIT, `ngx.now`, and `socket.gettime`
-- where LuaSocket is loaded. Else it is `os.clock`, the time of the processor, which is kept from running behind
-- `os.time` by more than a second. Where there is none, a limit of time, and a slice of so many seconds, is never
-- reached. The C module has a clock of its own.
--
-- @function set_clock
-- @tparam function clock `clock()`: seconds since any moment, as fine as possible, never going back
-- @treturn ?function the clock that it had until now
-- @raise A wrong argument; with the C module.
-- @usage
-- local alphabeta = require "alphabeta"
-- if alphabeta._ENGINE == "Lua" then alphabeta.set_clock(os.clock) end
function alphabeta.set_clock(clock)
  if not core.set_clock then
    error("alphabeta.set_clock: needs the engine in Lua: the C module has a clock of its own", 2)
  end
  if type(clock) ~= "function" then
    error("alphabeta.set_clock: argument 'clock': expected a function, got " .. type(clock), 2)
  end
  return core.set_clock(clock)
end

--- Explains in words why a move is best: the expected line, what the other moves give up, where the biggest cut-offs
-- were and why, and how many positions minimax would have searched.
--
-- The search is made as requested (to its depth at once, where only that limits it, unless `deepening` is given), then
-- the searches that are needed to explain it. That takes many times as long: it
-- is meant for the authors of a game. Limits of time or nodes hold for the search alone, and with a limit of time the
-- explanation depends on the machine; otherwise it is the same on every Lua.
--
-- The sizes of trees are counted, or estimated where they are too large; the text says which. The estimate is Knuth's,
-- by random walks, with its standard error. For very uneven trees both may be far from the truth.
--
-- `require "alphabeta.explain"` returns this function, too.
--
-- @function explain
-- @param state the state to move in
-- @tparam[opt] int|search_options depth how far to look, or a table of @{search_options}, as for @{search}
-- @tparam[opt] table options those of the search, and a few more: see @{alphabeta.explain.explain_options}
-- @treturn table an explanation: see @{alphabeta.explain.explanation}; `tostring` makes a text of it
-- @raise As @{search}; an option that makes no sense with it. The state is restored first.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- -- A state is a list of the states that can follow it, or a number: what a finished game is worth.
-- local tree = {
--   children = function(state) return type(state) == "table" and state or nil end,
--   evaluate = function(state) return type(state) == "number" and state or 0 end,
-- }
--
-- local why = alphabeta.explain({{3, 5}, {2, 9}}, 2, {game = tree})
-- assert(tostring(why):find("The best move is #1: worth 3.", 1, true))
-- assert(why.moves[2].loss == 1)      -- the other one is worth 2
-- assert(why.cutoffs[1].left_out == 1) -- the 9 was not looked at
-- assert(why.minimax.nodes == 7 and why.minimax.is_exact)
alphabeta.explain = tool ".explain.main"

--- Plays two players against each other, over openings and with both colours, and estimates which one is stronger.
--
-- Games are played in pairs: two games from one opening, in the first of which `a` moves first, in the second `b`.
-- Deterministic players need different openings, otherwise all pairs are the same: give `openings`, `random_plies` or
-- both.
--
-- A player is a searcher: anything with a method `search`, which is called as `player:search(state, limits)` and
-- returns a move first. Or it is a function, called as `player(state, random)`, which returns a move (in the children
-- style, a child); `random()` is a number from 0 up to 1, without 1, that comes from the seed. The player must leave
-- the state as it was. A move counts as one of those that the game lists when it is equal to it or, being a table, has
-- the same content.
--
-- The searchers' own rules may differ from those of the match: that is how two evaluations are compared. The rules of
-- the match say what can be played, what chance nodes bring, and who has won. But the searchers must have the same
-- `view` and `max_player`, and in the same game the same `win`, `value_min`, `value_max`, `value_sum` and `repetition`.
--
-- The same seed gives the same match, on every Lua, as long as the players do. Searchers with a limit of time do not.
-- Both games of a pair have the same random numbers at chance nodes: the same number decides at the n-th one of either
-- game.
--
-- `require "alphabeta.match"` returns this function, too. @{alphabeta.elo} says how the figures are computed.
--
-- @function match
-- @tparam searcher|function a
-- @tparam searcher|function b
-- @tparam match_options options see @{match_options}
-- @treturn report the results; see @{report}
-- @raise A wrong argument or option; a player's move that the game does not list, or nil; a wrong answer of the game;
--   what a player or a function of the game raises. The message names the game, the ply, and the player or the
--   function. An error that is not a string is passed on as it is.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- -- Nim with one heap: take 1, 2 or 3; whoever takes the last match wins.
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
-- local ai = alphabeta.new(nim, {view = "mover", depth = 20})
-- local function anything(heap, random) return 1 + math.floor(random() * math.min(3, heap)) end
--
-- local report = alphabeta.match(ai, anything, {game = nim, view = "mover", state = 20, games = 40, random_plies = 2})
-- assert(report.wins > 30 and report.elo_low > 200)
alphabeta.match = tool ".match.main"

--- Makes a game for the search out of one that only knows how to play a move: notes what a move may change, and puts it
-- back.
--
-- A game that was not written for a search cannot take a move back, and keeps what it knows in global variables, or in
-- tables that it changes. Here it needs only a function that plays a move; this function makes `make` and `unmake` of
-- it. Before each move everything is noted that `changes` names, and the state, if it is a table: numbers, strings and
-- all other values, and all tables that can be reached from there, with what they hold, their metatables, and the
-- values of Zobrist keys. When the move is unmade, all that is put back, into the same tables, wherever else they are
-- used. What a move changes elsewhere (in local variables, in files, in userdata) stays changed: @{check} finds such
-- things, as far as tables and the local variables of functions go.
--
-- The functions that `mute` names do nothing as long as one of the game's functions runs for the search: moves are
-- then neither shown nor heard. In between, when one of them yields, and after an error they are what they were. A name
-- that a game has stored in a local variable, `local print = print`, cannot be muted; give the function that uses it.
--
-- In a microsecond it notes and puts back about 10 fields on LuaJIT, and 4 on Lua 5.4: name what moves change, and not
-- tables with pictures and sounds.
--
-- @function snapshot
-- @tparam snapshot_options options see @{snapshot_options}
-- @treturn game the functions that were given, muted, and `make` and `unmake`
-- @raise A wrong option. The first call of a function of the game: a name in `mute` where there is no function; the
-- first move: a path in `changes` through what is no table. `make` raises what `play` raises, after everything is put
-- back.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- -- A game as somebody wrote it: take 1, 2 or 3 of a heap; whoever takes the last one wins.
-- local world = {heap = 6, turn = "left", beep = print}
-- function world.take(n)
--   world.heap = world.heap - n
--   world.beep("taken", n)
--   if world.heap > 0 then world.turn = world.turn == "left" and "right" or "left" end
-- end
--
-- local game = alphabeta.snapshot {
--   env = world,
--   changes = {"heap", "turn"},
--   mute = {"beep"},
--   moves = function() return ({{1}, {1, 2}})[world.heap] or world.heap > 0 and {1, 2, 3} or nil end,
--   play = function(_, n) world.take(n) end,
--   player = function() return world.turn end,
--   evaluate = function(_, me) return world.heap > 0 and 0 or world.turn == me and 1 or -1 end,
-- }
-- assert(alphabeta.search("the world", 6, {game = game}) == 2)
-- assert(world.heap == 6 and world.turn == "left")
alphabeta.snapshot = tool(".snapshot", "new")

--- Finds out whether a game keeps its contract with the search: plays it at random and checks every answer.
--
-- What is checked: `unmake` undoes everything that `make` does, and no other function changes a state; functions answer
-- the same when they are called again; lists and states that were returned are not changed later; all moves of a state
-- are different; answers have the right type, values are within their bounds, and probabilities add up to one; a state
-- has the same key whatever moves led there, and no state that plays differently has that key; evaluations are good for
-- the right player; games end. An error in a function of the game is a finding, too.
--
-- A finding names the function that is at fault, the shortest line of moves that was found to show the defect, and what
-- differs, field by field. There is one finding for each kind of defect of each function.
--
-- States are compared by all the tables that can be reached from them, with their metatables, cycles and shared tables
-- included. What a state keeps elsewhere (in local variables, in userdata that are no Zobrist keys) can neither be
-- compared nor be restored after a defect. In the in-place style, it is better to give a function that makes a new
-- state; a state that is given itself is restored at the end, as far as its tables go.
--
-- What is usually a mistake and may be right is asked, in a note: whether the sign of `evaluate` is wrong where nearly
-- all moves are bad for the player who makes them, or who makes the last move has lost all games. Other notes name the
-- functions of the game that a search with the same options never calls, and why, and those whose names are likely to
-- be misspelt.
--
-- What is not found: rules that are wrong but consistent (@{perft} may show that), and what did not occur in the games
-- that were played. The same seed plays the same games, on every Lua.
--
-- `require "alphabeta.check"` returns this function, too.
--
-- @function check
-- @tparam[opt] game game the rules; see @{game}. Without them, nil: the state's own methods
-- @param state the state to start from; or a function that makes a new one, always the same (seed the random numbers of
--   a game with chance nodes)
-- @tparam[opt] check_options options see @{check_options}
-- @treturn check_report what was found, even if nothing; see @{check_report}. In a suite,
--   `alphabeta.check(game, state):assert()` is an error when there are findings
-- @raise A wrong argument or option; a game without the functions that it needs; a function that makes another state
--   each time.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- -- Nim with one heap: take 1, 2 or 3; whoever takes the last match wins.
-- local nim = {
--   moves = function(state)
--     local takes = {}
--     for take = 1, math.min(3, state.heap) do takes[take] = take end
--     return takes
--   end,
--   make = function(state, take) state.heap, state.turn = state.heap - take, 3 - state.turn end,
--   unmake = function(state, take) state.heap = state.heap + take end,
--   evaluate = function(state, me) return state.heap > 0 and 0 or state.turn == me and -1 or 1 end,
--   player = function(state) return state.turn end,
-- }
-- local function new() return {heap = 10, turn = 1} end
--
-- local finding = alphabeta.check(nim, new).findings[1]
-- assert(finding.callback == "unmake" and finding.line[1] == 1 and finding.differences[1].path == "turn")
--
-- nim.unmake = function(state, take) state.heap, state.turn = state.heap + take, 3 - state.turn end
-- alphabeta.check(nim, new):assert()
alphabeta.check = tool ".check.main"

--- Learns an evaluation from the rules of a game alone, by playing against itself.
--
-- The game needs its rules, `player` and `result`, and no `evaluate`. Two players are learned for, in all three styles,
-- with chance nodes, with turns in any order; the players are numbers, strings or booleans. Features are made of what
-- the states hold, as `hash = "auto"` sees it: numbers, strings and booleans, in tables and in tables within them. What
-- is of no use is left out: what is always the same, keys and bits, and lists that only hold the moves so far or of
-- those to come. @{alphabeta.learn} says how it goes.
--
-- Whether an evaluation is good is decided by matches, at equal nodes: each generation against the best before it, and
-- at the end the best one against random numbers, against `result` alone, and against the game's own `evaluate` if it
-- has one. Where nothing plays better than `result` alone, the report says so.
--
-- Values are good for the player whom the game's `view` says, and lie below that of every won game: within nine tenths
-- of `win`, or of what random games were worth. A game with `bounds` needs others, or none.
--
-- The same `seed` and `games`, without `time`, give the same evaluation on the same machine. Interrupted by Ctrl-C in
-- a program that leaves Lua's own error to it, or by `on_progress`, it returns the best evaluation so far.
--
-- `require "alphabeta.learn"` returns this function, too.
--
-- @function learn
-- @tparam[opt] game game the rules; see @{game}. Without them, nil: the state's own methods
-- @param state a function that makes a new state to start from; or, unless the game is played in place, the state
--   itself
-- @tparam[opt] learn_options options see @{learn_options}
-- @treturn learned the evaluation, and how it was found; see @{learned}
-- @raise A wrong argument or option; a game without the functions that it needs, with defects that @{check} finds, with
--   one player or more than two, or with nothing in its states that can be used; what a function of the game raises,
--   with the number of the game and the ply.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- -- Nim with one heap: take 1, 2 or 3; who takes the last match wins.
-- local nim = {
--   moves = function(state) return ({[0] = {}, {1}, {1, 2}})[state.heap] or {1, 2, 3} end,
--   play = function(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end,
--   player = function(state) return state.turn end,
--   result = function(state, me) return state.turn == me and -1 or 1 end,
-- }
--
-- local learned = alphabeta.learn(nim, {heap = 15, turn = 1}, {games = 300, nodes = 20})
-- nim.evaluate = learned.evaluate
-- assert(learned.found)
-- assert(nim.evaluate({heap = 4, turn = 1}, 1) < nim.evaluate({heap = 5, turn = 1}, 1)) -- four are lost
alphabeta.learn = tool ".learn.main"

--- Makes a pool: helpers that search in threads of their own, on other cores, while the program goes on.
--
-- A pool is used as a searcher is. @{pool:start} returns at once, and @{pool:step} only asks whether the search has
-- ended: with one helper, that is an opponent that thinks in the background and takes no time of a frame. Several
-- helpers search one position together with one transposition table, which makes a search with deepening faster; they
-- need a game with `hash`.
--
-- Each helper has a Lua state of its own, where `require` loads the rules. Nothing is shared but the table, so the
-- rules must be a module, and a state cannot be handed over: a position is a list of the moves that lead to it from the
-- state that `new` returns; or a string, which the rules' function `read` makes a state of. Moves and values come back
-- as copies. In the children style, what comes back is the string that the rules' `write` makes of a state.
--
-- What is promised: the value of a completed depth is that of one thread, always, and the move is one of the best. With
-- several helpers, the numbers of nodes and the choice among equally good moves differ from run to run. With one helper
-- all is as with a searcher, node for node.
--
-- Functions cannot be sent to another Lua state: options `game`, `trace` and `slice`, and a `level` that is a function,
-- are refused. `on_iteration` is called in this Lua state, by the methods of the pool, with the first result of each
-- depth. With several helpers `deepening` is on unless it is given; a limit of `nodes` is one for all of them together.
--
-- An error in a helper is raised by the method of the pool that hears of it first, with the helper's traceback. After
-- one that comes from loading the rules or from wrong options, the pool is of no use; after others it can search again.
--
-- A pool that is not closed is closed when it is collected, and at the end of the program. A helper in which a function
-- of the game does not return is interrupted, and if that is impossible, left alone. Where there is a limit of time, a
-- search waits for it for three seconds more, ten while it loads the rules; then it ends with what was found.
--
-- LÖVE has loaders of its own: there `require "alphabeta.love"` sets a function `pool` that uses `love.thread`.
--
-- Sources. Helpers that search the same position with one table, each leaving the moves to the others that they are
-- searching: J.-C. Weill, "The ABDADA Distributed Minimax-Search Algorithm", ICCA Journal 19 (1), 1996, simplified as
-- by T. Kerrigan, "Simplified ABDADA", 2017.
--
-- @function pool
-- @tparam pool_options options see @{pool_options}
-- @treturn pool
-- @raise A wrong option; a platform without threads; when the system has no more of them.
-- @usage
-- local alphabeta = require "alphabeta"
--
-- -- The rules are usually a file; this is a module that has none.
-- package.preload["games.nim"] = (loadstring or load) [[
--   return {
--     new = function() return 9 end,
--     moves = function(heap)
--       local takes = {}
--       for take = 1, math.min(3, heap) do takes[take] = take end
--       return takes
--     end,
--     play = function(heap, take) return heap - take end,
--     evaluate = function(heap) return heap == 0 and -1 or 0 end,
--     read = tonumber,
--     view = "mover",
--   }
-- ]]
--
-- local pool = alphabeta.pool {rules = "games.nim", preload = {"games.nim"}}
-- assert(pool:search({}, 9) == 1)     -- from the first state: take 1
-- assert(pool:search({1, 2}, 9) == 2) -- after two moves
-- pool:start("7", 9)                  -- what `read` makes a state of
-- while not pool:step(1 / 60) do end  -- usually once a frame, without waiting
-- assert(pool:best() == 3)
-- pool:close()
alphabeta.pool = tool ".pool.main"

--- Raises the text of a report as an error, if there are findings: all that a suite needs. See @{check_report}.
--
-- @function check_report:assert
-- @treturn check_report the report itself
-- @raise The text, `tostring(report)`, when there are findings.
-- @usage
-- local alphabeta = require "alphabeta"
-- local countdown = {
--   moves = function(number) return number > 0 and {1, 2} or nil end,
--   play = function(number, less) return math.max(number - less, 0) end,
--   evaluate = function(number) return number > 0 and 0 or -1 end,
-- }
-- alphabeta.check(countdown, 10, {view = "mover"}):assert()

--- Writes an evaluation that was learned to a file: the text `learned.source`. See @{learned}.
--
-- @function learned:save
-- @tparam string path
-- @raise A wrong argument; a file that cannot be written.

--- A game and its options, ready to be searched. Made by @{new}.
-- @type searcher

--- Finds the best move in a state, as @{search} does.
--
-- With the option `slice` it must be called in a coroutine, and yields there, without a value, between slices of that
-- length: see @{searcher:step}. That works on every Lua, but on Lua 5.1 not through `pcall`.
--
-- @function searcher:search
-- @param state the state to move in; any value but nil
-- @tparam[opt] int|search_options depth how far to look, in plies from 0 to 10000, or a table of
--   @{search_options}; without it the
--   limits among the searcher's options hold
-- @return the best move; in the children style, the best child state; nil when the state is over, when it is a chance
--   node, or when the depth is 0
-- @treturn number the value of the state
-- @treturn info what the search did; see @{info}
-- @raise As @{search}; and when the searcher is closed, or is already searching or thinking: from the first look at the
--   arguments to the last value that is returned nothing else can use it. With the option `slice`
--   also outside of a coroutine.
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

--- Begins a search in slices. It calls no function of the game; @{searcher:step} does.
--
-- The limit `time` counts from here, whatever happens between the slices; `think` does not run there. The state must
-- not be changed until the search has ended; it may be read, displayed and saved.
--
-- @function searcher:start
-- @param state the state to move in; any value but nil
-- @tparam[opt] int|search_options depth as in @{searcher:search}
-- @raise A wrong argument; when the searcher is closed, searching, or thinking already.

--- Continues a search for one slice: until the search has ended or the slice is used up, but for at least one call of a
-- function of the game.
--
-- Before it returns, all moves are unmade, so that the state is as it was at the start; the next slice makes them
-- again. The result is that of an uninterrupted search, after the same nodes. The clock is read after every second call
-- of a function of the game: a slice ends at most a millisecond after its time plus the time of two calls, also where
-- calls suddenly take longer. The calls that make the moves again and unmake them come on top.
--
-- @function searcher:step
-- @tparam[opt] number|slice seconds the length of the slice; without it, that of the option `slice`
-- @treturn boolean true when the search has ended: while it is false, the search must be continued
-- @raise A wrong argument; when no search was started, when the searcher is closed or searching; whatever a search
--   raises; and when the state has changed since the last slice. That is noticed by `hash`, in a game that has it;
--   else, of a state that is a table, by the numbers, strings and booleans in it and in tables within it, three levels
--   deep, if these tables have no more than 512 fields; fields that change between moves are then an error, too.
--   An error that comes from the search ends it, and the state is restored first.
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
-- local ai = alphabeta.new(nim, {view = "mover"})
-- ai:start(9, {time = 2})
-- repeat
--   local has_ended = ai:step(0.004) -- once a frame
-- until has_ended
-- assert(ai:best() == 1)

--- Returns what the search in progress, or the one that was started last, has found so far: what it would return if it
-- ended now.
--
-- It may be called by a function of the game or `on_iteration`, too. What @{searcher:search} has returned is not kept.
--
-- @function searcher:best
-- @return the best move, as @{searcher:search} returns it; nil before depth 1 is completed
-- @treturn ?number the value; nil before depth 1 is completed
-- @treturn ?info what the search has done so far, without `reason` while it runs; nil when there is no search,
--   and after @{searcher:clear} or @{searcher:load}
-- @raise When it is called by a metamethod of an argument or by a finalizer, while another method is at work: "already
--   searching".

--- Ends the search, with what it has found so far and the reason `"stopped"`. @{searcher:step} then returns true, and
-- @{searcher:best} still returns the result. Without a search, it does nothing.
--
-- Called by one of the game's functions or by `on_iteration`, it ends the search when that returns, which may be before
-- depth 1 is completed: the search then returns nil and no value. Called when the coroutine of a search was dropped or
-- closed while a function of the game had yielded, it restores the state and frees the searcher; that function is
-- treated as one that has failed, and the coroutine, if it is resumed nevertheless, ends in an error.
--
-- @function searcher:stop
-- @raise What `unmake` raises when the state is restored; the other moves are unmade nevertheless. When it is called by
--   a metamethod of an argument or by a finalizer, while another method is at work: "already searching".

--- Returns whether a search was started and has not ended.
--
-- @function searcher:thinking
-- @treturn boolean

--- Clears the memory of earlier searches: the transposition table, the history, and the result.
--
-- @function searcher:clear
-- @raise When the searcher is closed, searching or thinking.

--- Writes the transposition table to a file, for @{searcher:load}: the results of searches of an opening can be shipped
-- with the game.
--
-- The file names its format, and ends with a checksum; it is the same on every machine and every Lua. The game needs
-- `hash`, and `player`, which must return numbers, strings or booleans: other values mean nothing in another program.
--
-- An existing file is replaced as a whole or not at all: the new one is written beside it, in the same folder, and then
-- renamed. Whatever goes wrong, a full disk or the end of the program at any moment, the old one is as it was. The new
-- one has its permissions. On Windows the path is UTF-8.
--
-- @function searcher:save
-- @tparam string path the file's name
-- @raise When the searcher is closed, searching or thinking; when there is no table, since nothing was searched yet
--   or the game has no `hash`; when the game has no `player`, or one that returned anything else than a number, a
--   string or a boolean; when the file cannot be written.

--- Adds what @{searcher:save} wrote to the transposition table. Entries for which there is no room are lost.
-- @{searcher:best} then returns nil.
--
-- A file that is damaged, cut short, or was not written by @{searcher:save} is refused, and so is one of a searcher
-- whose options or game say another `view`, `max_player`, `win` or `repetition`; the searcher is then as it was. It is
-- not checked that it is the same game, with the same `hash` and the same `evaluate`. A checksum detects accidents, not
-- malice: load only files that you trust.
--
-- @function searcher:load
-- @tparam string path the file's name
-- @raise When the searcher is closed, searching or thinking, or option `table` is 0; when the file cannot be read or is
--   refused.

--- Releases the searcher's memory, for the garbage collector. A search in slices that has not ended is abandoned.
--
-- A searcher that is not closed is closed when it is collected; on Lua 5.4 also at the end of the block when it
-- is held by a to-be-closed variable. Closing a searcher again does nothing; searching with it is an error.
--
-- @function searcher:close
-- @raise When the searcher is searching.

--- A computer player. Made by @{alphabeta.opponent}. Its field `searcher` is the @{searcher} that it uses: for
-- `searcher:save`, for example.
-- @type opponent

--- Lets the opponent think, if it is its turn: to be called once a frame. Its own functions `turn`, `state`, `play` and
-- `on_thinking` may call it, too, in a loop of their own; the game's functions, which the search calls, may not.
--
-- A slice of a search is as long as option `slice` says, or as long as there is time left in a frame. How long a frame
-- is, and what the game needs of it, is seen in all frames, also in those in which it is not the opponent's turn; where
-- frames are late, slices become shorter. A game that is too slow by itself leaves the opponent a tenth of its time.
--
-- @function opponent:update
-- @tparam[opt] number seconds how long the last frame has taken, as `love.update` gets it; else the clock says so
-- @tparam[opt=0] number spent how much of this frame the game has used already
-- @treturn boolean whether it goes on thinking in the next frame
-- @raise A wrong argument; when the opponent is closed, or called by a function of the game; what a function of the
--   game, `turn`, `state`, `play` or `on_thinking` raises

--- Returns whether the opponent is thinking.
--
-- @function opponent:thinking
-- @treturn boolean

--- Drops what the opponent is thinking. The next @{opponent:update} begins anew, if it is still its turn, also where it
-- has played in this state already.
--
-- @function opponent:stop

--- Ends the opponent, and releases the memory of its searcher. To close it again does nothing. Any function that the
-- opponent calls may do so.
--
-- @function opponent:close

--- A key for states: what `hash` returns. Made by @{alphabeta.zobrist}.
--
-- Two keys are equal (`==`) when they have the same value, the same `n` and the same seed.
-- @type zobrist

--- Turns features on that are off, and off that are on: all that a move changes in one call.
--
-- The same call again takes the move back. The order does not matter; a feature that is named twice stays as it is.
-- This makes no garbage.
--
-- @function zobrist:flip
-- @tparam int ... features, each from 1 to `n`
-- @treturn zobrist the key itself
-- @raise An argument that is no feature; the key is then as it was.

--- Sets the value.
--
-- @function zobrist:set
-- @tparam zobrist|string|int value another key of the same `n` and seed; or 16 hexadecimal digits, as @{zobrist:get}
--   gives them; or an integer, counted modulo 2^64: 0 turns every feature off
-- @treturn zobrist the key itself
-- @raise A wrong argument; the key is then as it was.

--- The value, in a form that every Lua can compare, print and store.
--
-- @function zobrist:get
-- @treturn string 16 hexadecimal digits, in lower case

--- Makes a new key with the same value. The random numbers are shared, so a copy is small and cheap: a game that copies
-- its states copies their keys.
--
-- @function zobrist:copy
-- @treturn zobrist

--- Helpers that search in threads of their own. Made by @{alphabeta.pool}.
-- @type pool

--- Finds the best move in a position. Waits until the search has ended.
--
-- @function pool:search
-- @tparam string|table position what the rules' `read` makes a state of; or an array, without holes, of the moves that
--   lead there from the state that `new` returns
-- @tparam[opt] int|search_options depth as in @{searcher:search}
-- @return the best move, as a copy
-- @treturn number the value
-- @treturn info as that of a searcher; `nodes`, `evaluations`, `cutoffs` and `table_hits` are those of all helpers
-- @raise A wrong argument; when the pool is thinking or closed; the errors of helpers. When no helper has answered
--   three seconds after the limit of time, or ten while they load the rules.

--- Begins a search, and returns at once.
--
-- @function pool:start
-- @tparam string|table position as in @{pool:search}
-- @tparam[opt] int|search_options depth likewise
-- @raise As @{pool:search}.

--- Asks whether the search has ended.
--
-- @function pool:step
-- @tparam[opt=0] number seconds how long to wait for that
-- @treturn boolean true when the search has ended
-- @raise A wrong argument; when no search was started; when the pool is closed; the errors of helpers.

--- Returns what the search in progress, or the last one, has found so far, as @{searcher:best} does.
--
-- @function pool:best
-- @return the best move; nil before depth 1 is completed
-- @treturn ?number the value
-- @treturn ?info
-- @raise When the pool is closed; the errors of helpers.

--- Ends the search, with what it has found so far and the reason `"stopped"`. Helpers end within the time of one call
-- of a function of the game; after a twentieth of a second, those that have not are not waited for.
--
-- @function pool:stop
-- @raise When the pool is closed; the errors of helpers.

--- Returns whether a search was started and has not ended, as far as the pool has heard: see @{pool:step}.
--
-- @function pool:thinking
-- @treturn boolean
-- @raise When the pool is closed.

--- Clears the memory of earlier searches of all helpers.
--
-- @function pool:clear
-- @raise When the pool is thinking or closed.

--- Ends all helpers, and waits for that, at most about a second. A closed pool may be closed again.
--
-- @function pool:close

--- A transposition table that Lua states share. Made by @{alphabeta.table}.
-- @type shared_table

--- A text by which @{alphabeta.table} opens the table in another Lua state of this process, as long as one has it open.
-- It can be sent through any queue. It is looked up in a list, so that a wrong one is an error and nothing else.
--
-- @function shared_table:handle
-- @treturn string
-- @raise When the table is closed.

--- Empties the table, for all that use it. Searches that run go on, and store in it.
--
-- @function shared_table:clear
-- @raise When the table is closed.

--- Writes the table to a file, as @{searcher:save} does; searches may run meanwhile.
--
-- @function shared_table:save
-- @tparam string path the file's name
-- @raise When the table is closed, or no search has used it; when the game has no `player`; when the file cannot be
--   written.

--- Adds what @{searcher:save} or @{shared_table:save} wrote. Entries for which there is no room are lost.
--
-- A table that no search has used yet is from then on one for the `view`, `win` and so on of the file; another one
-- refuses a file that differs.
--
-- @function shared_table:load
-- @tparam string path the file's name
-- @raise When the table is closed; when the file cannot be read or is refused.

--- The same, but what is deeper wins: of two entries for one position the deeper one is kept, and no entry is lost to
-- one that is less deep. So tables that several processes have saved become one, whatever their order.
--
-- @function shared_table:merge
-- @tparam string path the file's name
-- @raise As @{shared_table:load}.

--- Lets go of the table. Searchers of this Lua state that use it cannot search any more; one that is searching goes on
-- without a table. Those of other states keep it. Closing it again does nothing.
--
-- On Lua 5.4, an object that is held by a to-be-closed variable is closed at the end of the block.
--
-- @function shared_table:close

--- @section end

--- The rules of a game: a table of functions, or of anything that can be called.
--
-- Instead of being given as a table of their own, the rules can be the methods of the states. Of the three ways to list
-- the successors of a state, the first that the game has is used: "in place" (`moves`, `make`, `unmake`), "copying"
-- (`moves`, `play`), "children" (`children`). `evaluate` is always needed.
--
-- A state without moves or children (nil or an empty array), or for which `is_over` is true, is over: it is evaluated.
--
-- At a chance node, such as a throw of dice, `chances` returns the outcomes and their probabilities. The value of a
-- chance node is the mean of the values of its outcomes, weighted by their probabilities; an outcome of probability 0
-- is left out. A chance node uses up no depth; at depth 0 a state is evaluated, even if it is a chance node. Without
-- `player`, an outcome does not change whose turn it is. In such a game evaluations must be finite, unless there is the
-- option `win`; positions before and after an outcome need different keys.
--
-- There may be more than two players. Then all play against the one who moves at the root (paranoid search), but with
-- algorithm `"maxn"` each maximizes its own payoff.
--
-- `moves`, `children` and `noisy` may return an iterator in place of an array: a function (`coroutine.wrap` makes one)
-- that is called without arguments for one move or child after another, and returns nil when there are no more. Those
-- after a cut-off are never generated. They are tried in the order of the iterator, except that the table's move is
-- searched first, for which the iterator is called until it comes; in a game with `order` all of them are generated at
-- once.
--
-- The table may also say what the game's numbers mean: `view`, `max_player`, `win`, `value_min`, `value_max`,
-- `value_sum` and `repetition` beside the functions are the @{options} of these names, so that a search, a match, a
-- check, an explanation and a picture of a tree all know them. An option overrides the field. They are read once, by a
-- search, or by @{new} for all searches; a field that means nothing with the algorithm is left out. Where a state
-- brings its own functions, the fields are those of the table `__index` of its metatable: what the state itself has
-- under these names is data.
--
-- @tfield[opt] function evaluate `evaluate(state, me)`: a number, not NaN: what the state is worth; with algorithm
--   `"maxn"`, a table from player to value. `me` is what `player` returned for the root, nil without `player`. A game
--   without it needs `result`: where the game goes on at the full depth, a state is then worth the middle of
--   `value_min` and `value_max`, or, where one of them is not given, 0 or the possible value next to that; with
--   `"maxn"` the latter, to each player
-- @tfield[opt] function result `result(state, me)`: what a finished game is worth, in place of `evaluate`, where there
--   are no moves or `is_over` is true. It returns what `evaluate` does, and `view` and `win` say what that means. So
--   `evaluate` need not find out whether the game is over. At the full depth the search then finds it out: it calls
--   `is_over` alone where the game has that, else `chances` and `moves` (or `children`; of an iterator, for its first),
--   at every leaf. That costs a call for each; an `is_over` that knows all ends makes it cheap
-- @tfield[opt] function moves `moves(state, list)`: an array of the moves, in the order in which they are to be tried,
--   or an iterator; or it puts them into `list` and returns their number. A move is any value but nil. An array has no
--   holes, and is neither changed nor returned with other moves as long as one of them is searched: what is noticed of
--   that is an error. On LuaJIT less is noticed, such as not each array that states more than two plies apart share. An
--   iterator returns one move after another, and nil when there are no more. The moves in `list` begin at index 1; what
--   lies behind them does not matter. That makes no garbage; `list` is used again for other states: do not keep it
-- @tfield[opt] function make `make(state, move)`: changes the state by a move; may return any number of values that
--   help to undo it
-- @tfield[opt] function unmake `unmake(state, move, ...)`: restores the state; `...` is all that `make` returned
-- @tfield[opt] function play `play(state, move)`: a new state; the old one stays as it was
-- @tfield[opt] function children `children(state)`: an array of the states that can follow, or an iterator
-- @tfield[opt] function player `player(state)`: whose turn it is: any value but nil. Without it, two players take
--   turns. Players are compared by `==`. A player may move twice in a row
-- @tfield[opt] function is_over `is_over(state)`: true when the game has ended although there may be moves. It is
--   called before `moves` or `children`
-- @tfield[opt] function order `order(state, move)`: a number: moves with a higher one are tried first; called at the
--   root, and elsewhere unless the moves lead to the full depth. They come after the table's move and the killers. At
--   the root it is called for all moves, elsewhere for those that are left when the others have not cut off
-- @tfield[opt] function hash `hash(state)`: a key for the position, a number, a string or a Zobrist key, which depends
--   on all that its value depends on; it switches the transposition table on. Numbers are 64-bit integers where Lua has
--   them, strings have any length, and @{zobrist} makes keys. Positions with one key are one position to the search;
--   whose turn it is, `player` or the alternation of turns says. It is called once for each state that is searched,
--   before `is_over` and `moves`, and never at the full depth
-- @tfield[opt] function hash_move `hash_move(state, move)`: what `hash` would return after the move, and in a game with
--   `player` what that would return. The table is looked up before the move is made. The move is then often not made;
--   `hash` is called at the root only. It makes enhanced cut-offs possible. Not in the children style; in a search with
--   `trace` for these alone
-- @tfield[opt] function move_id `move_id(state, move)`: a small integer, the same for the same move, for moves that are
--   neither numbers nor strings. Tables without it are identified by what they hold. It is 0 or more, better below
--   4096, and the same in other states. The killers, the history and the table identify moves by it (child states, in
--   the children style). Without it, where two plies or more are left, a move that is a table is identified by the
--   numbers, strings and booleans in it and in tables within it, two levels deep; by its place in the list when it has
--   none of these, or more than 64 fields. States go by their place
-- @tfield[opt] function evaluate_move `evaluate_move(state, move, me)`: what `evaluate` would return after the move,
--   which is then not made at the full depth. It is not called where the state after the move must be known: with
--   quiescence, in a game with `result`, in a search with `trace`, with view `"mover"` in a game with `player`, and for
--   the first leaves, where it is found out whether the game is over; nor in the children style
-- @tfield[opt] function find_move `find_move(state, id)`: the move with this identity if it may be made here, else nil:
--   the table's move and the killers are tried before `moves` is called. In the children style it returns the child.
--   `id` is a move that was listed in some state, where moves are numbers or strings; else what `move_id` returned for
--   one, which must then be different for different moves of a state. Many nodes do not need `moves` then. It is called
--   after `is_over` and `chances`, not at the root and not in quiescence. It changes no value; the history is read
--   later than without it, so that the number of nodes may differ a little
-- @tfield[opt] function bounds `bounds(state, me)`: the lowest and the highest value that `evaluate` and `result` can
--   still return in the state or after it. They are of `me` and `view` as these are; infinities are allowed. States
--   whose value is certain to lie outside of the window are not searched; nor are those where both are the same. With
--   `win`, a lost game is as low as the lowest, and a won one as high as the highest. The value `repetition` must be
--   within them, too. It is called where one ply or more is left, before `is_over` and `moves`
-- @tfield[opt] function chances `chances(state)`: at a chance node, an array of tables with `probability` and
--   `outcome`, a move, or in the children style a state; nil elsewhere. A probability is a number of 0 or more; they
--   add up to 1, within 1e-6. It is called after `is_over` and before `moves` or `children`
-- @tfield[opt] function noisy `noisy(state)`: an array of the moves (in the children style, children) that are followed
--   beyond the depth, such as captures: it turns the option `quiescence` on; nil for none. Not called where `is_over`
--   is true
-- @tfield[opt] function pass `pass(state)`: for the option `null_move`: only the turn changes. In place it changes the
--   state, and may return values like `make`; else it returns a new state
-- @tfield[opt] function unpass `unpass(state, ...)`: in place, restores the state after `pass`; `...` is all that
--   `pass` returned
-- @tfield[opt] string view as in @{options}
-- @tfield[opt] any max_player as in @{options}
-- @tfield[opt] number win as in @{options}
-- @tfield[opt] number value_min as in @{options}
-- @tfield[opt] number value_max as in @{options}
-- @tfield[opt] number repetition as in @{options}
-- @tfield[opt] number value_sum as in @{options}
-- @table game

--- The options of a search or a searcher. An option that cannot take effect beside the others, or in the game, is an
-- error, unless its value turns it off.
--
-- @tfield[opt] game game the rules; without them, the state's own methods. @{new} takes them as its first argument or
--   here, not both
-- @tfield[opt="max"] string view for whom a high evaluation is good: `"max"`, the player to move at the root;
--   `"mover"`, the one to move in the state that is evaluated; `"player"`, always `max_player`. With `"player"`
--   evaluations do not depend on `me`; the game needs `player`, and all other players want a low value. This option,
--   `max_player`, `win`, `value_min`, `value_max`, `value_sum` and `repetition` may also be fields of the @{game}
-- @tfield[opt] any max_player with `view = "player"`, and only there: the player for whom values are good, as `player`
--   returns it
-- @tfield[opt=true] boolean maximize false: the player to move at the root wants a low value. Only with `view = "max"`
-- @tfield[opt] number win what a won game is worth: the shortest win and the longest loss are preferred. Greater than
--   the depth; other evaluations stay below it, less the depth. An evaluation of `win` or more, however high, is a won
--   game and counts as `win`, less 1 for each ply it takes to get there (a chance node is no ply); one of `-win` or
--   less is a lost game and counts as `-win`, plus 1 for each ply. Lines that cannot win any faster than one that is
--   known are left out; so the evaluations of games that go on must stay below `win` less the depth, either way.
--   Finite, greater than 1 and than the depth
-- @tfield[opt] number value_min no evaluation is below this. Only a decided game may have that value: it ends the
--   search. With `view = "mover"`, it is `-value_max`
-- @tfield[opt] number value_max no evaluation is above this. Only a decided game may have that value: it ends the
--   search
-- @tfield[opt] number repetition the value of a position that occurred before, on the line that is searched or in
--   `past`: 0 for a draw. Needs `hash`. It is read as the value of the search is, wherever the state turns up. `hash`
--   is the game's or the option. States at the full depth are evaluated. With a table, values of lines that run into
--   repetitions may differ from those without, since what was found out on one line is used on others
-- @tfield[opt] number value_sum with `"maxn"`: the values of all players never add up to more. Together with
--   `value_min` it prunes, and changes no value. That is shallow pruning; it holds wherever states are evaluated
-- @tfield[opt] number depth a limit: plies to look ahead, from 0 to 10000; `math.huge`: to the end of the game
-- @tfield[opt] number time a limit: wall-clock seconds. The search deepens until they are used up. It ends at most two
--   calls of the game's functions and a millisecond later, but not before depth 1 is completed
-- @tfield[opt] number think a limit: seconds of thinking, without those between the slices of a search. The clock is
--   that of `time`, and does not run while a search in slices waits for its next slice. How well it plays then does not
--   depend on how many frames a second there are; how long it takes does. `info.reason` is `"time"` for both. Without
--   slices, and while a function of the game has yielded, it is the same as `time`
-- @tfield[opt] int nodes a limit: nodes, summed over the depths; 1 or more
-- @tfield[opt] int|function level 1 to 10: how well to play; or a function that chooses the move. Not with `"mtdf"`. A
--   search to no more than the level's depth and nodes, which may be all that limits it, and a random choice among the
--   moves, by their values; 10 plays the best move. With `win`, every level takes a win in one, and none makes a move
--   that loses at once or by the opponent's answer, if there is another. Or a function `level(scores, random)` that
--   chooses: called once, when the search has ended, with an array of these sensible moves, entries of `info.scores`,
--   and a function that returns random numbers, at least 0 and less than 1; it returns the place of a move there.
--   Either way the values of all moves are exact, and `best`, `value` and `info` are those of the move that is played.
--   Draws use exp() of the C library: between machines, in very rare cases, they may differ
-- @tfield[opt=1] int|string multipv how many of the best moves are to have exact values in `info.scores`; `"all"`:
--   every one. Not with `"mtdf"`. It costs less than separate searches
-- @tfield[opt=false] boolean|string ties true: `info.ties` lists the moves that are exactly as good as the best;
--   `"random"`: and one of them, chosen at random, is played. Not with `"mtdf"`
-- @tfield[opt=0] int seed seeds random choices, together with the number of searches that the searcher has made. With
--   `level`, or `ties = "random"`. Any integer, counted modulo 2^64
-- @tfield[opt] table only an array: the moves at the root that alone are searched. They are compared with those of the
--   game by `==`, and tables also by what they hold, 50 tables deep. One that is no move of the state is an error, and
--   so is to leave none, or to name any at a chance node. Values are then not those of the state, and are not kept for
--   it in a table
-- @tfield[opt] table avoid an array: the moves at the root that are not searched, compared as those of `only`
-- @tfield[opt] function on_iteration a function that is called with `info` after each completed iteration, also the
--   only one. The state is then as it was at the start
-- @tfield[opt] number slice seconds after which `search` of a searcher yields each time, in a coroutine; and the length
--   of a `step` when none is given. See @{searcher:search} and @{searcher:step}
-- @tfield[opt] boolean deepening true: search to depth 1, 2, 3 and so on; the default with `time`, `think` or `nodes`.
--   False: one search to the depth, which gives up at a limit. Depths whose result is in the table are left out. The
--   best move and the value are nil when it gives up, and `info.reason` says why. A search that only a `depth` of 5 or
--   more limits, of 4 or more with a transposition table, by default deepens by two plies, to the depths that differ
--   from `depth` by an even number, with a table of either kind, but not in games with both `hash` and `order`; that
--   takes fewer nodes than one search to the depth, which is what it does when this is false. `evaluate` is then called
--   at the smaller depths, too
-- @tfield[opt] string algorithm `"alphabeta"`, the default without a table of either kind; `"pvs"`, the default with
--   one; `"mtdf"`; `"minimax"`, without pruning; `"maxn"`, for many players, each for their own payoff. Principal
--   variation search tries all moves but the first with a null window. MTD(f) uses nothing but null windows, and its
--   `pv` is the best move alone. Minimax has no table. In max^n, of moves that are worth the same to a player, the
--   first tried counts; `evaluate` returns a table from player to value, for up to 16 players, and so does the search;
--   it needs `player`, has no table, and is refused together with options that have no meaning there
-- @tfield[opt=16] number|shared_table table MiB to which the transposition table may grow, up to 1024, in games with
--   `hash`; 0: no memory of either kind. Or a table that searchers share, of `alphabeta.table`. With 0, killers and the
--   history are off by default, too
-- @tfield[opt=false] string|boolean hash `"auto"`: a key is made of what the state holds, in place of the game's `hash`
--   and `hash_move`. It is made of the numbers, strings and booleans in the state, and of those in tables within it.
--   States of the same content have the same key, on every Lua. All on which the rest of the game depends must be in
--   the state. An error, which says where, are functions, userdata, NaN, tables as keys, more than 65536 fields, tables
--   nested more than 100 deep, a metatable with a function `__index`, and, but for the state's own, one without a
--   string `__name`, which counts as the object's class; the state's own must have the same `__index` in all states. No
--   metamethod is called. It is an error, too, when an iteration has found no position that differs from the root's.
--   The time grows with the number of fields
-- @tfield[opt] {string,...} hash_ignore with `hash = "auto"`: an array of names of fields that are left out of the key,
--   wherever they are in the state
-- @tfield[opt=false] string|boolean order `"evaluate"`: evaluate the states that moves lead to, and try the best first,
--   in place of the game's `order`. Changes no value. It does so where three plies or more are left, and at the root in
--   deepening. The calls of `evaluate`, or of `evaluate_move`, count in `info.evaluations`; the states are no nodes
-- @tfield[opt] {string,...} without an array of names of techniques that are on by default, and are turned off:
--   `"partial_iteration"`, `"table"`, `"refutation_table"`, `"killers"`, `"history"`, `"enhanced_cutoffs"`, `"star2"`.
--   Nothing else changes. They are names of `info.techniques`, which says what is on. One that is not on may be named.
--   `"table"` is the transposition table; what it brings with it, such as killers and the history, stays, while the
--   option `table` with 0 turns all memory off
-- @tfield[opt] number aspiration in deepening, try a window first that reaches so far to each side of the last depth's
--   value, and a wider one when the value lies outside. With `"alphabeta"` and `"pvs"`, and not with `multipv`, `ties`
--   or `level`
-- @tfield[opt] number alpha the lower end of a window for the value. A value outside is only a bound, and `info.bound`
--   says which. Not with `"minimax"`
-- @tfield[opt] number beta the upper end of that window, greater than `alpha`. Not with `"minimax"`
-- @tfield[opt="soft"] string fail outside of the window, `"soft"`: the best bound that was found; `"hard"`: `alpha` or
--   `beta`. With `"alphabeta"` and `"pvs"`
-- @tfield[opt] int|boolean quiescence plies by which `noisy` moves are followed beyond the depth; at most an eighth of
--   `win` by default; false for 0. Changes values. The player to move may also stand pat, on the evaluation of the
--   state
-- @tfield[opt=0] int|boolean null_move where more plies than this are left, first search `pass`, that many plies less
--   deep, and cut off if its value is good enough; false for 0. Speculative. It is wrong where every move is worse than
--   none
-- @tfield[opt=0] int|boolean reductions plies by which late moves are searched less deep first, and again when they
--   prove better than was known; false for 0. Speculative. From three plies left on
-- @tfield[opt] function trace a function that is called with a table for every step of the search. See @{event}. It may
--   yield where the game's functions may, and stop the search. What is found is the same, nodes and all; a search
--   without it does not know that there is such a thing, and one that is traced takes several times as long
-- @table options

--- Per-search options: what the second argument of a search may hold. They hold for this search alone, and come before
-- @{options} of the same names. Options that change what stored values mean (`view`, `win`, `quiescence` and the like),
-- and those that belong to the searcher (`game`, `table`, `slice`), cannot be given here.
--
-- `depth`, `time`, `think` and `nodes` are limits. Several may be given together: the first that is reached ends the
-- search.
-- With `time`, `think` or `nodes` the search deepens: it searches to depth 1, 2, 3 and so on, and what it returns is
-- the result of the deepest search that was finished. Depth 1 is always finished, whatever it takes, unless `deepening`
-- is false.
--
-- @tfield[opt] boolean maximize as in @{options}
-- @tfield[opt] number depth as in @{options}
-- @tfield[opt] number time as in @{options}
-- @tfield[opt] number think as in @{options}
-- @tfield[opt] int nodes as in @{options}
-- @tfield[opt] int|function level as in @{options}
-- @tfield[opt] int|string multipv as in @{options}
-- @tfield[opt] boolean|string ties as in @{options}
-- @tfield[opt] int seed as in @{options}
-- @tfield[opt] table only as in @{options}
-- @tfield[opt] table avoid as in @{options}
-- @tfield[opt] table past for one search alone: an array of the positions before the root, for `repetition`: what
--   `hash` returned, or states. A number, a string or a Zobrist key is what `hash` returned, anything else is a state;
--   with `hash = "auto"` all are states. `player` says who moved in a state; a position of which only the key is given,
--   or in a game without `player`, counts with either player to move
-- @tfield[opt] function on_iteration as in @{options}
-- @tfield[opt] boolean deepening as in @{options}
-- @tfield[opt] string algorithm as in @{options}
-- @tfield[opt] string|boolean order as in @{options}
-- @tfield[opt] {string,...} without as in @{options}
-- @tfield[opt] number aspiration as in @{options}
-- @tfield[opt] number alpha as in @{options}
-- @tfield[opt] number beta as in @{options}
-- @tfield[opt] string fail as in @{options}
-- @tfield[opt] function trace as in @{options}
-- @table search_options

--- How long a slice of a search may be: see @{searcher:step}. The first limit that is reached ends it.
--
-- @tfield[opt] number time a limit: wall-clock seconds
-- @tfield[opt] int nodes a limit: nodes, summed over the depths; 1 or more
-- @table slice

--- What a search did.
--
-- @tfield int depth the depth of the deepest completed iteration, in plies; 0 before depth 1 is completed
-- @tfield[opt] int partial_depth only where a limit cut a deeper iteration short that had proved a better move: its
--   depth. The move, the value, the line and the bound are then from there. Once the best move of the last iteration
--   was searched deeper, one that has raised alpha, or has failed high and was to be searched again, is better to that
--   depth. The rule is the same with every algorithm and, in MTD(f) and with `aspiration`, in each search of the root;
--   where that fails low, nothing is proved. There is none at a chance node, where no move is made, and none with
--   `multipv`, `ties` and `level`, whose scores are all of one depth
-- @tfield table pv the expected line of play: an array of moves (states in the children style). It ends early where the
--   value of the rest was known, and at a chance node. It is known by the table, the bounds of values or a null window;
--   with `"mtdf"` the line is the best move alone
-- @tfield int nodes the states searched, the root included, summed over the depths
-- @tfield int evaluations the calls of `evaluate`, `result` and `evaluate_move`
-- @tfield int cutoffs how often the rest of a state's moves was left out. It counts where there was a rest, which with
--   an iterator is not known
-- @tfield int table_hits the states whose value came from the table, so that they were not searched
-- @tfield[opt] int table_bytes only with a table: its greatest size
-- @tfield[opt] int table_fill only with a table: how much of that this search has filled, in thousandths
-- @tfield {string,...} techniques the names of what the search used, its algorithm first. They are `"alphabeta"` (the
--   algorithm, and likewise the next four), `"pvs"`, `"mtdf"`, `"minimax"`, `"maxn"`, `"deepening"`,
--   `"partial_iteration"` (a better move that an unfinished iteration has proved is the answer), `"aspiration"`,
--   `"table"` (the transposition table), `"refutation_table"` (the best move of each node of the last iteration),
--   `"order"` (the game's function), `"order_by_evaluate"` (the option `order`), `"killers"`, `"history"`, `"move_id"`,
--   `"move_content"` (moves that are tables were identified by content), `"state_content"` (`hash = "auto"`),
--   `"find_move"`, `"hash_move"`, `"enhanced_cutoffs"` (all moves are looked up in the table first, by `hash_move`),
--   `"bounds"` (of `win`, `value_min`, `value_max` or the game's function), `"shallow_pruning"`, `"star1"`, `"star2"`
--   (at chance nodes, the best reply to each outcome is tried first), `"repetition"`, `"quiescence"`, `"null_move"`,
--   `"reductions"`
-- @tfield string engine what searched: the C module or the engine in Lua
-- @tfield number time wall-clock seconds since the start
-- @tfield[opt] string reason why the search ended, nil while it goes on: the limit that was reached; `"stopped"`;
--   `"solved"`, looking deeper changes nothing; `"over"`, no move; `"forced"`, one move. A forced move is answered
--   after depth 1 where limits of time or nodes alone, without a `depth`, `multipv`, `ties`, `only`, `avoid` or
--   `trace`, ask for a move, and not for its value. Limits are `"depth"`, `"time"` and `"nodes"`. It was stopped by
--   @{searcher:stop} or an error. It is solved where the depth cut no line short, since the game was over in all states
--   there, or where the value has reached `value_min` or `value_max`
-- @tfield[opt] string bound `"exact"`; with `alpha` or `beta` also `"lower"` or `"upper"`, when the true value is at
--   least or at most this. It is nil before depth 1 is completed. With `partial_depth`, the position is worth that or
--   better at that depth, for who moves at the root: the moves that were not tried might be better still
-- @tfield[opt] int win_in only with `win`, and when the game is won or lost: the plies to the end, negative when the
--   player at the root loses
-- @tfield[opt] {score,...} scores only with `multipv`, `ties` or `level`: what the moves at the root are worth, the
--   best first. See @{score}. Moves that were not tried, since one before them reached the bound of the window of
--   `alpha` and `beta`, are missing, and all are at depth 0
-- @tfield[opt] table ties only with `ties`: the moves that are exactly as good as the best, in the order in which they
--   were tried. It is empty where the value is but a bound
-- @table info

--- The options of an opponent. All @{options} of a search can be given beside these, such as `win`, `depth` or `table`.
--
-- @tfield[opt] game game the rules; without them, the state's own methods
-- @tfield any state the state to move in, or a function that returns it, called in each frame of the opponent's turn,
--   with `me` in each frame. A function may return nil where there is no game
-- @tfield[opt] any me the player that it is, as the game's function `player` returns it: it moves while `player(state)`
--   is that and the game is not over
-- @tfield[opt] function turn `turn()`, in place of `me`: true while it is the opponent's turn. Called in each frame
-- @tfield[opt] function play `play(best, value, info)`: makes the move, in the game. Called when the search has ended,
--   with its results. Without it, the game's own `make` is called, as `make(state, best)`; of a @{alphabeta.snapshot}
--   its `play`, with all that is seen and heard of it. The same where it is that function
-- @tfield[opt] number time seconds that it takes to think, as in @{options}: 1 without any limit, that is without
--   `depth`, `nodes` and `level`, too. They are those that the player waits; `think` counts the slices alone: in a slow
--   game it waits longer, and plays as well as in a fast one
-- @tfield[opt] int|function level how well it plays, from 1 to 10, as in @{options}
-- @tfield[opt] number slice seconds in each frame; without it, what is left of the frame: see @{opponent:update}
-- @tfield[opt=false] boolean ponder think in another's turn, too: about the position behind the reply that it expects.
--   Where that is made, the search goes on, for `time` or `think` from then on; what it counts for `nodes` and `depth`
--   goes on, too. `state` is then called in each frame. Between two frames the state is as the game has it
-- @tfield[opt] function on_thinking `on_thinking(info, best, value)`: called in each frame in which it thinks, with the
--   @{info} so far, the best move and its value; these two are nil before depth 1 is completed
-- @tfield[opt] table exclude in a game without `hash`: array of fields of the state that are no part of the game and
--   change while it thinks, as in @{check_options}
-- @table opponent_options

--- The options of a pool.
--
-- @tfield string rules the name of the module with the game, for `require` in the helpers: see @{game}; with `new` or
--   `read`, and in the children style `write`
-- @tfield[opt=1] int threads how many helpers, from 1 to 256; more than there are cores are of no use
-- @tfield[opt] table options those of each helper's searcher: see @{options}. With several helpers, `table` is the size
--   of the one that they share. It may also be a table made by @{alphabeta.table}
-- @tfield[opt] string path where helpers look for Lua modules; without it, this state's `package.path`
-- @tfield[opt] string cpath where they look for C modules; without it, this state's `package.cpath`
-- @tfield[opt] {string,...} preload names of functions in `package.preload` that helpers get, too. They are copied as
--   programs, so they must not use local variables around them
-- @table pool_options

--- The options of a snapshot: what a move may change, and functions and fields of a @{game}, but for `make`, `unmake`
-- and `children`.
--
-- @tfield function play `play(state, move)`: plays a move, in the state or in what `changes` names
-- @tfield function moves as in @{game}, and likewise the others
-- @tfield[opt] table changes array of what a move may change, beside a state that is a table: names of global
--   variables, `"board"`; paths to fields, `"world.board"`; and tables
-- @tfield[opt] table mute array of names of functions that do nothing meanwhile: `"beep"`, `"love.audio.play"`
-- @tfield[opt=_G] table env where these names are looked up: the environment of the game
-- @table snapshot_options

--- The options of a match.
--
-- @tfield[opt] game game the rules, as for @{search}; without them and without `score`, those of the first searcher
--   that has some, else the states' own methods. `unmake` is not called
-- @tfield[opt] any state a function that returns a new state to start from, for each game; or, unless the game is
--   played in place, the state itself. Needed unless all `openings` are functions
-- @tfield[opt] table openings an array. Each opening is a function that returns a new state to start from, or an array
--   of moves to be played from `state`. Pairs of games use them in turn
-- @tfield[opt=0] int random_plies the number of moves that are played at random after the opening, before the players
--   begin. Moves that end the game, or were there before, are chosen again, as long as others can be found
-- @tfield[opt] int games how many games to play, an even number. Without it, each of the `openings` is played once
--   with either colour
-- @tfield[opt] int|limits limits handed to both searchers, as the second argument of @{searcher:search}
-- @tfield[opt] int|limits limits_a handed to `a` instead
-- @tfield[opt] int|limits limits_b handed to `b` instead
-- @tfield[opt] function score `score(state, me)`: who has won when the game is over, a number: above 0 when it is `me`,
--   below 0 when it is the other one, 0 for a draw. `me` is the player whose turn was first, as `player` returned it.
--   Without `score`, the game's `evaluate` decides. A game without `player` needs `view = "mover"`, or a `score` that
--   is good for the player who moved first
-- @tfield[opt] string view for whom `score` or `evaluate` is good when high, where the game is over: `"max"`: for `me`;
--   `"mover"`: for the player whose turn it would be; `"player"`: for `max_player`. Without it, `score` is good for
--   `me`, and `evaluate` for whom the
--   game's field `view` says, or else the searchers' `view`
-- @tfield[opt] any max_player with `view = "player"`: as in @{options}
-- @tfield[opt] number win this and `value_min`, `value_max`, `value_sum` and `repetition` may be given, so that one
--   table of options serves all tools; they must be those of the searchers of the same game
-- @tfield[opt] number value_min
-- @tfield[opt] number value_max
-- @tfield[opt] number value_sum
-- @tfield[opt] number repetition
-- @tfield[opt=1000] int max_plies a game that has lasted that many plies is a draw; may be `math.huge`
-- @tfield[opt=0] int seed seeds everything that is random
-- @tfield[opt] table sprt ends the match as soon as it is decided, by a sequential probability ratio test: `elo0` and
--   `elo1`, the Elo differences to be distinguished; `alpha` and `beta`, both 0.05 when not given, how often the test
--   may be wrong either way. See @{alphabeta.elo.sprt}. It is evaluated after each pair
-- @tfield[opt=false] boolean|file progress true: write the results so far to `io.stderr` after each game, on one line
--   that begins with a carriage return; or a file to write to, or anything with a method `write`. Lua does not know
--   whether that is a terminal
-- @tfield[opt] function on_game `on_game(game, report)`: called after each game with a @{match_game} and a @{report} of
--   the games so far. When it returns false, the match ends, after the second game of the pair
-- @tfield[opt=true] boolean clear whether the memory of the searchers is cleared before each game (@{searcher:clear}),
--   so that games do not depend on one another
-- @table match_options

--- The results of a match. All results are those of `a`. `tostring(report)` is a summary of a few lines.
--
-- @tfield int games games that were played
-- @tfield int wins games that `a` won
-- @tfield int draws
-- @tfield int losses
-- @tfield number score the fraction of the points that `a` won, a draw being half a point, from 0 to 1
-- @tfield number elo the Elo difference that the score shows: `math.huge` when `a` won every game, `-math.huge` when
--   `a` lost every game
-- @tfield number elo_low the lower end of its 95 % interval, from the results of pairs; finite unless all games were
--   lost
-- @tfield number elo_high the upper end; finite unless all games were won
-- @tfield number los the likelihood of superiority: that `a` is the stronger one, from 0 to 1
-- @tfield {int,...} pairs in how many pairs of games `a` won 0, ½, 1, 1½ and 2 points
-- @tfield table first `games`, `wins`, `draws` and `losses` where `a` moved first
-- @tfield table second the same where `b` moved first
-- @tfield int unfinished draws by `max_plies`
-- @tfield int repeated pairs of games whose opening was there before: between deterministic players they add no
--   information, and make the interval narrower than it should be
-- @tfield int plies moves that were played in all games, those of the openings included, outcomes not
-- @tfield int seed
-- @tfield[opt] string reason why the match ended: `"games"`, all were played; `"sprt"`, the test was decided;
--   `"stopped"`, by `on_game`; nil in a report to `on_game`
-- @tfield[opt] table sprt only with the option `sprt`: `llr`, the logarithm of the likelihood ratio; `lower` and
--   `upper`, its bounds; `verdict`, `"H0"` or `"H1"` when one was reached; `elo0`, `elo1`, `alpha` and `beta`
-- @table report

--- One game of a match, for its `on_game`.
--
-- @tfield int number 1 for the first game of the match
-- @tfield[opt] int opening the index of its opening in `openings`
-- @tfield string first who moved first: `"a"` or `"b"`
-- @tfield[opt] string winner `"a"` or `"b"`; nil for a draw
-- @tfield string reason why the game ended: `"over"`, or `"max_plies"`
-- @tfield int plies the moves that were played, those of the opening included
-- @tfield int opening_plies those of the opening
-- @tfield table moves the moves, from the start, and the outcomes among them; in the children style, states
-- @field state the state at the end
-- @table match_game

--- The options of a check. Those that a search has, too, mean the same: give those that you search with.
--
-- @tfield[opt=20] int games how many games to play
-- @tfield[opt=2000] int nodes at most this number of states is visited, up to half of them near the start; where
--   something was found, some more to find a shorter line
-- @tfield[opt=2] number time no further state is visited after so many seconds of processor time; a note of the report
--   tells what was left out. With `games` or `nodes`, there is no limit unless it is given
-- @tfield[opt=1000] int max_plies a game that has not ended after that many plies is a finding. With `endless`, 120
-- @tfield[opt=false] boolean endless true: games need not end, and are abandoned after `max_plies`
-- @tfield[opt=0] int seed seeds everything that is random
-- @tfield[opt] table exclude array of fields that may change, since they are no part of the game: paths as the report
--   writes them, such as `"cache"`, `"board.cache"`, `"cells[3]"`, `'names["x y"]'`
-- @tfield[opt="max"] string view for whom an evaluation is good when it is high: as in @{options}. This and the others
--   of its kind are read from the @{game} where they are not given
-- @tfield[opt] any max_player likewise
-- @tfield[opt=true] boolean maximize as in @{options}. If it is given, `evaluate` may ignore `me`
-- @tfield[opt] number value_min no evaluation is below this. With `view = "mover"`, `-value_max`
-- @tfield[opt] number value_max no evaluation is above this
-- @tfield[opt] number value_sum with `"maxn"`: the payoffs of an evaluation add up to no more
-- @tfield[opt] number win what a won game is worth: as long as the game goes on, evaluations lie between `-win` and
--   `win`
-- @tfield[opt] string algorithm with `"maxn"`, `evaluate` returns a table from player to number; the others make no
--   difference
-- @tfield[opt=false] string|boolean hash as in a search: `"auto"` checks that states with the same content play alike
-- @tfield[opt] {string,...} hash_ignore likewise
-- @tfield[opt] int|false null_move as in a search. This and the next ones make no difference but to the notes that
--   tell which functions of the game are never called
-- @tfield[opt] string|false order likewise
-- @tfield[opt] int|false quiescence likewise
-- @tfield[opt] number repetition likewise
-- @tfield[opt] number table likewise
-- @tfield[opt=false] boolean ends_only true: `evaluate` is called only where the game is over
-- @tfield[opt=true] boolean sign false: do not check for which player evaluations are good
-- @table check_options

--- The options of learning. Those that say what values mean are as in @{options}, and are read from the @{game} where
-- they are not given.
--
-- @tfield[opt=60] number time seconds of processor time, all in all. Without it, and with `games`, there is no limit
-- @tfield[opt] int games how many games of self-play
-- @tfield[opt=0] int seed seeds everything that is random
-- @tfield[opt] {string,...} ignore names of fields that are left out, wherever they are in the state
-- @tfield[opt] function features `features(state, me)`: numbers of one's own, always as many, good for `me` when high
--   or not; they get weights as fields do. It is called with the player who moves first
-- @tfield[opt=true] boolean fields false: use `features` and `mobility` alone, nothing that the state holds
-- @tfield[opt=false] boolean mobility use the number of moves of the player to move, too. `moves` or `children` is then
--   called in each evaluation
-- @tfield[opt=false] boolean lines look for lines of cells that say more together than each by itself, in arrays of one
--   dimension or two: up to four cells at equal distances. They are kept when a match shows that they are of use. An
--   evaluation with lines takes several times as long, and `nodes` do not see that
-- @tfield[opt] function start `start(state, me)`: an evaluation that the first games are played with, in place of
--   random numbers
-- @tfield[opt=2] int depth plies to which self-play searches, from 1 to 10
-- @tfield[opt=500] int nodes the limit of both players in matches
-- @tfield[opt=100] int match_games games of a match, an even number; fewer where the time is over
-- @tfield[opt=300] int max_plies a game that has lasted so many plies is a draw
-- @tfield[opt=true] boolean check false: do not play twenty games by @{check} first
-- @tfield[opt=false] boolean|file progress true: write how far it has come to `io.stderr`, on one line that begins with
--   a carriage return; or a file to write to, or anything with a method `write`
-- @tfield[opt] function on_progress `on_progress(progress)`: called after each game with a table of `doing` (a text),
--   `generation`, `generations`, `games`, `elo` (of the best generation so far, by the matches between them) and
--   `time`. When it returns false, learning ends, and the best evaluation so far is returned
-- @tfield[opt] string view
-- @tfield[opt] any max_player
-- @tfield[opt] number win
-- @tfield[opt] number value_min
-- @tfield[opt] number value_max
-- @tfield[opt] number repetition
-- @table learn_options

--- What @{learn} returns. `tostring(learned)` is a report of some lines.
--
-- @tfield function evaluate `evaluate(state, me)`: for the game's field of this name
-- @tfield string source the same as a Lua program that returns it, without dependencies. Where it needs `player` (no
--   field of the state says whose turn it is), `moves` (with `mobility`) or `features`, the program returns a function
--   that makes the evaluation of a table with these functions
-- @tfield[opt] boolean found whether it plays better than `result` alone; nil when that match was not played
-- @tfield table matches by the opponent, `"random"`, `"result"` and `"evaluate"`: the @{report} of the match against it
-- @tfield {table,...} used the fields with features: `name` (indices are stars), `count`, and `text`, what is made of
--   them
-- @tfield {table,...} left_out the others: `name`, `count` and `reason`
-- @tfield {table,...} lines with the option: the families of lines that are in it, `name`, that of the array, `offset`,
--   `length`, and `count`
-- @tfield[opt] string turn the field that says whose turn it is
-- @tfield int generation the one that is the best, of `generations`
-- @tfield int generations
-- @tfield int games games of self-play
-- @tfield int positions those that were learned from
-- @tfield number elo the Elo difference to the first generation, by the matches between them
-- @tfield number loss the mean logistic loss on positions that were held out; it tells little of how well one plays
-- @tfield string reason why it ended: `"time"`, `"games"` or `"stopped"`
-- @tfield number time seconds of processor time
-- @tfield int seed
-- @table learned

--- What a check has found. `tostring(report)` is a text: one line, and some more for each finding.
--
-- @tfield boolean ok whether there are no findings
-- @tfield {finding,...} findings see @{finding}
-- @tfield {string,...} notes questions about what is usually a mistake and may be right, what a search never calls,
--   then what could not be checked
-- @tfield int games games that were played
-- @tfield int ended those that have come to an end
-- @tfield int plies moves in them, without outcomes
-- @tfield int states states that were visited, also near the start, before the games
-- @tfield int seed
-- @table check_report

--- One defect of one function of a game.
--
-- @tfield string callback the function, such as `"unmake"`
-- @tfield string kind what is wrong: `"restore"`, `unmake` or `unpass` does not restore the state, its key or its
--   value; `"change"`, a function changes the state that must not; `"twice"`, it answers or acts differently when it is
--   called again; `"shared"`, what it returned is changed later on; `"duplicate"`, a move is listed twice; `"answer"`,
--   it returns a wrong answer; `"bounds"`, a value out of its bounds, also of those that `bounds` returned;
--   `"probability"`, they do not add up to one; `"key"`, one state has two keys; `"path"`, or two values;
--   `"collision"`, two states that play differently have one key; `"sign"`, evaluations are good for the wrong player,
--   or ignore `me`; `"differs"`, `evaluate_move` returns something else than `evaluate`, `find_move` than `moves`,
--   `hash_move` than `hash` or `player`, or `moves` with an array to fill than without; `"clash"`, `move_id` returns
--   the same for two moves of a state; `"turn"`, a null move does not change the turn, `player` returns the same
--   although turns alternate, or never returns `max_player`; `"hidden"`, moves do not change the state, since the game
--   keeps it elsewhere; `"outside"`, a move of a game made by @{snapshot} changes what `changes` does not name;
--   `"endless"`, a game, or a row of chance nodes, does not end; `"error"`, the function has raised an error
-- @tfield string message what is wrong, in a sentence
-- @tfield table line array of the moves (in the children style, states) from the start that show it: the shortest that
--   was found. Outcomes are among them
-- @tfield {int,...} indices the place of each of these in the list that it comes from
-- @tfield string text the finding as the report writes it. In the children style, a line is that of the labels of the
--   states, if they have a metamethod `__tostring`, or of their places
-- @tfield[opt] int taken_back with kind `"restore"`: the number of moves that were taken back before it showed, when it
--   is more than one
-- @tfield[opt] table other with kinds `"key"`, `"path"`, `"collision"` and `"sign"`: the line to the other state
-- @tfield[opt] table other_indices the places of its moves
-- @tfield[opt] table differences array of what differs, in the order of the fields: of each the `path`, as in
--   `"cells[3]"`, `before` and `after`, and all that as `text`. Numbers, strings and booleans are given as they are,
--   everything else as text
-- @tfield[opt] boolean has_more true when there are more differences than those
-- @tfield[opt] table collisions with kind `"collision"`: array of all pairs of states that were found to have one key
--   and to play differently, each with its `line` and its `other`
-- @tfield[opt] number value with kinds `"bounds"` and `"sign"`: the value
-- @tfield[opt] any error with kind `"error"`: the error value
-- @table finding

--- What a move at the root is worth.
--
-- The best `multipv` are exact; some of the others may be exact, too. Of moves with the same
-- value those that are exact come first, and of these the one that was tried first.
--
-- @field move the move; in the children style, the child state
-- @tfield number value its value, in the view of the search's own
-- @tfield string bound `"exact"`; or `"upper"`, when the true value is at most this; or `"lower"`, when it is at least
--   this, where the root wants a low value or the move has reached the end of the window
-- @tfield[opt] table pv only when the value is exact: the line of play that is expected, this move first
-- @tfield[opt] int win_in only with `win`, when the value is exact and the game certainly won or lost: see @{info}
-- @table score

--- A step of a search, for the option `trace`. Each event is a table of its own, which may be kept.
--
-- Every node has an event `"enter"` and, later, an event `"leave"`; events between these belong to the node or to its
-- subtree. At most one of `"evaluate"`, `"table"`, `"repetition"` and `"bounds"` gives the source of the value of a
-- node of which no successor was searched. A `"bound"` is a window that a successor has narrowed, a `"cutoff"` means
-- that the other successors are left out. A node that is re-searched, with a wider window or with its full depth, is
-- left and entered `again`, and so is the root in each re-search of MTD(f) or aspiration. Each iteration of deepening
-- enters the root. A search that a limit ends leaves its nodes without a value; one that is stopped, or that fails,
-- just ends.
--
-- Values and windows are those of Max: they are to be read as the value of the search is, at every node. So Max raises
-- `alpha`, and Min lowers `beta`. At chance nodes the window does not change. With `"maxn"` there are no windows.
--
-- @tfield string type `"enter"`; `"evaluate"`, `evaluate` was called; `"table"`, the transposition
--   table knew its value; `"repetition"`, it has the value of the option; `"bounds"`, no value that is possible, by
--   `value_min`, `value_max` or `win`, lies in the window; `"bound"`; `"cutoff"`; or `"leave"`
-- @field state the state of the node. In place it is the only state, as it is at that moment. Not to be changed
-- @tfield[opt] any move what led there; in the children style, the state; nil at the root and after a null move
-- @tfield[opt] int index its index among the successors of the parent, in the order of the game; nil where `find_move`
--   found it before these were listed
-- @tfield[opt] boolean pass true after a null move, for option `null_move`
-- @tfield int ply the moves from the root, null moves and outcomes included
-- @tfield int depth plies left; below 0 in quiescence
-- @tfield[opt] boolean maximizing whether Max moves there. It is nil where the search does not know it: on entering
--   nodes of a game with `player`, and at leaves of such a game; at chance nodes; with `"maxn"`
-- @tfield[opt] boolean chance true at a chance node; known after `chances` was called
-- @tfield[opt] boolean again true when a node is re-searched
-- @tfield[opt] number alpha the lower end of the window; on leaving, as it is then
-- @tfield[opt] number beta the upper end
-- @tfield[opt] number|table value the evaluation (with `win`, less the plies), the table's value, the value of the node
--   so far or, on leaving, altogether; with `"maxn"` a table from player to value; nil on entering and with cut-offs.
--   The root's is not yet brought into the window, as `fail = "hard"` wants it
-- @tfield[opt] string bound only on leaving, what the value is: `"exact"`, `"lower"` when the true value is at least
--   this, `"upper"` when it is at most this; nil when that is not known
-- @tfield[opt] any by with `"bound"` and `"cutoff"`: the move to the successor that made it; nil if it was a null move
-- @tfield[opt] int tried with `"cutoff"`: how many successors were searched before it
-- @tfield[opt] table successors with `"cutoff"`: an array of the moves (states in the children style, outcomes at a
--   chance node) that the game has listed, tried or not, in its own order. Of an iterator, those that it has returned,
--   behind those that `find_move` found; empty where nothing was listed since one of these cut off
-- @table event

--- The leaves after one of the first moves. See @{perft}.
--
-- @field move the move; in the children style, the child state
-- @tfield number leaves the number of leaves after it
-- @table divide

return alphabeta
