-- The options of a search, each once. `make rows` writes from it, and rows_spec fails as long as one is stale: the rows
-- of the front, the tables of options in docs/reference.md, the fields in types/alphabeta.lua and those of LDoc's
-- reference in docs/alphabeta.lua. docs/internals.md says what else an option needs.
--
-- Rows stand in the order in which they are read about, in groups. A row has
--   [1]      its name
--   is       what it may be: a kind, see below, or a table of the same fields
--   initial  its number where it is not given: true is 1, false 0, a word what it stands for; nil: there is none; -1:
--            what depends on other options and on the game
--   off      the number that turns it off, which goes with everything; nil: there is none
--   with     the algorithms with which it has an effect; all of them where that is not said
--   given    where it may be given: "searcher", "search" (one search), "slice", "perft"; "in_game" says what the game's
--            numbers mean, so that it may stand in the game's table; "keeps" does not change what stored values mean
--   needs    what else it has no effect without: names among `needs`, at the end of this file
--   default  its value where it is not given, for readers: a literal of Lua; `usual`, words in its place
--   text     what it does, in thirty words; `see` is added in docs/reference.md, `more` in LDoc's reference; lines are
--            filled
-- A kind has
--   type     the type for editors; `reference`, the one in the reference where it does not follow from that
--   expected what it may be, in messages
--   takes    what is taken: "number", "integer", "bits" (an integer modulo 2^64), "boolean", "false", "word",
--            "words" (an array of them, whose numbers are bits), "function", "list", "table" (a shared one), "any";
--            "above_min": `min` is not among the numbers; "or_infinite": math.huge is, although it is greater than
--            `max`; "of_strings": a list holds strings
--   min, max of numbers
--   words    {word, number}

local huge = math.huge

local options = {}

-- How deep a level looks, in plies; at how many nodes, the first depth being finished always; and the temperature of
-- its random choice, see lua/alphabeta/root/choice.lua: calibrated by bench/levels.lua. Depths are even, since many
-- evaluations see what was just gained but not what is about to be lost; and none is less than 4, since the better a
-- level sees, the more its temperature matters. Where a game is so wide that a depth is costly, the nodes keep a move
-- within about a second.
options.levels = {
  {4, 10000, 50}, {4, 10000, 2.4}, {4, 10000, 1.21}, {4, 10000, 0.77}, {4, 10000, 0.57}, {4, 10000, 0.43},
  {4, 10000, 0.3}, {6, 30000, 0.2}, {8, 40000, 0.12}, {10, 130000, 0},
}

-- Kinds -------------------------------------------------------------------------------------------------------------

local BOOLEAN = {type = "boolean", expected = "true or false", takes = "boolean"}
local NUMBER = {type = "number", expected = "a number", takes = "number", min = -huge, max = huge}
local SECONDS = {type = "number", expected = "a number of seconds, 0 or more", takes = "number", min = 0, max = huge}
local MOVES = {type = "any[]", expected = "an array of moves", takes = "list"}
local PLIES = {
  type = "integer|false", expected = "an integer from 0 to 10000, or false", takes = "integer false", min = 0,
  max = 10000,
}

-- A function of a type.
local function a_function(type) return {type = type, expected = "a function", takes = "function"} end

-- One of some words; the types of these.
local function one_of(expected, words, more)
  local names = {}
  for i, word in ipairs(words) do names[i] = ('"%s"'):format(word[1]) end
  names[#names + 1] = more
  return {
    type = table.concat(names, "|"), expected = expected, takes = more and "word " .. more or "word", words = words,
  }
end

-- The names of techniques that are on by default, each a bit: those that learn come first.
local TECHNIQUES = {words = {}}
do
  local names, bits, bit = {}, {}, 1
  for _, learns in ipairs {true, false} do
    for _, technique in ipairs(require "rows.techniques") do
      if technique.without and (technique.learns or false) == learns then bits[technique[1]], bit = bit, 2 * bit end
    end
  end
  for _, technique in ipairs(require "rows.techniques") do
    local name = technique[1]
    if technique.without then
      TECHNIQUES.words[#TECHNIQUES.words + 1] = {name, bits[name]}
      names[#names + 1] = name
    end
  end
  TECHNIQUES.names = ('`"%s"`'):format(table.concat(names, '"`, `"'))
  TECHNIQUES.type = "alphabeta.TechniqueName[]"
  TECHNIQUES.reference = "{string,...}"
  TECHNIQUES.expected, TECHNIQUES.takes = "an array of names of techniques", "words"
end

-- Algorithms --------------------------------------------------------------------------------------------------------

options.algorithms = {"alphabeta", "pvs", "mtdf", "minimax", "maxn", "uct"}

local PRUNING = "alphabeta pvs mtdf"
local TWO_SIDES, EXACT = "alphabeta pvs mtdf minimax", "alphabeta pvs minimax maxn"
local BY_DEPTH = "alphabeta pvs mtdf minimax maxn"

-- Where they may be given -------------------------------------------------------------------------------------------

local PER_SEARCH, PER_SEARCHER, OF_GAME = "searcher search keeps", "searcher keeps", "searcher in_game"

-- The rows ----------------------------------------------------------------------------------------------------------

options.groups = {
  {
    "What the game is",
    {
      "game", is = {type = "alphabeta.Game", expected = "a game", takes = "any"}, initial = 0,
      given = "searcher perft keeps", usual = "the state's methods",
      text = [[the rules; without them, the state's own methods]],
      more = [[@{new} takes them as its first argument or here, not both]],
    },
    {
      "view",
      is = one_of("'max', 'mover' or 'player'",
        {{"max", 0}, {"mover", 1}, {"player", 2}}),
      initial = 0, off = 0, with = TWO_SIDES .. " uct", given = OF_GAME, default = '"max"',
      text = [[
        for whom high evaluations are good: `"max"`, the player to move at the root; `"mover"`, the one to move in the
        evaluated state; `"player"`, `max_player`]],
      see = "[what values mean](#what-values-mean)",
      more = [[
        With `"player"` evaluations do not depend on `me`; the game needs `player`, and all other players want a low
        value. This option, `max_player`, `win`, `value_min`, `value_max`, `value_sum` and `repetition` may also be
        fields of the @{game}]],
    },
    {
      "max_player", is = {type = "any", expected = "a player", takes = "any"}, initial = 0, with = TWO_SIDES .. " uct",
      given = OF_GAME, needs = "view_player",
      text = [[with `view = "player"`, and only there: the player for whom values are good, as `player` returns it]],
    },
    {
      "maximize", is = BOOLEAN, initial = 1, off = 1, with = TWO_SIDES .. " uct", given = PER_SEARCH, needs = "max",
      default = "true",
      text = [[false: the player to move at the root wants a low value. Only with `view = "max"`]],
    },
    {
      "win",
      is = {
        type = "number", expected = "a finite number greater than 1", takes = "number above_min", min = 1,
        max = 1.7976931348623157e308,
      },
      initial = huge, with = TWO_SIDES, given = OF_GAME,
      text = [[
        what a won game is worth: the shortest win and the longest loss are preferred. Greater than the depth; other
        evaluations stay below it, less the depth]],
      more = [[
        An evaluation of `win` or more, however high, is a won game and counts as `win`, less 1 for each ply it takes
        to get there (a chance node is no ply); one of `-win` or less is a lost game and counts as `-win`, plus 1 for
        each ply. Lines that cannot win any faster than one that is known are left out; so the evaluations of games
        that go on must stay below `win` less the depth, either way. Finite, greater than 1 and than the depth]],
    },
    {
      "value_min", is = NUMBER, initial = -huge, off = -huge, with = BY_DEPTH, given = OF_GAME,
      text = [[
        no evaluation is below this. Only a decided game may have that value: it ends the search. With `view =
        "mover"`, it is `-value_max`]],
    },
    {
      "value_max", is = NUMBER, initial = huge, off = huge, with = BY_DEPTH, given = OF_GAME,
      text = [[no evaluation is above this. Only a decided game may have that value: it ends the search]],
    },
    {
      "repetition", is = NUMBER, with = TWO_SIDES, given = OF_GAME,
      text = [[
        the value of a position that occurred before, on the line that is searched or in `past`: 0 for a draw]],
      see = "[Values and signs](values.md#repeated-positions)",
      more = [[
        It is read as the value of the search is, wherever the state turns up. States at the full depth are evaluated.
        Without `hash`, keys are made of what states hold, as `hash = "auto"` makes them, but for no table, and not
        where fewer than 3 plies are left beyond the first two: such states are taken for new ones. With a table,
        values of lines that run into repetitions may differ from those without, since what was found out on one line
        is used on others]],
    },
    {
      "value_sum", is = NUMBER, initial = huge, off = huge, with = "maxn", given = OF_GAME,
      text = [[
        with `"maxn"`: the values of all players never add up to more. Together with `value_min` it prunes, and
        changes no value]],
      more = [[That is shallow pruning; it holds wherever states are evaluated]],
    },
  },
  {
    "What I want",
    {
      "depth",
      is = {
        type = "number", expected = "an integer from 0 to 10000, or math.huge", takes = "integer or_infinite",
        min = 0, max = 10000,
      },
      initial = -1, with = BY_DEPTH, given = PER_SEARCH,
      text = [[a limit: plies to look ahead, from 0 to 10000; `math.huge`: to the end of the game]],
    },
    {
      "time", is = SECONDS, initial = huge, off = huge, given = PER_SEARCH .. " slice",
      text = [[a limit: wall-clock seconds]],
      more = [[
        The search deepens until they are used up. It ends at most two calls of the game's functions and a millisecond
        later, but not before depth 1 is completed]],
    },
    {
      "think", is = SECONDS, initial = huge, off = huge, given = PER_SEARCH,
      text = [[a limit: seconds of thinking, without those between the slices of a search]],
      more = [[
        The clock is that of `time`, and does not run while a search in slices waits for its next slice. How well it
        plays then does not depend on how many frames a second there are; how long it takes does. `info.reason` is
        `"time"` for both. Without slices, and while a function of the game has yielded, it is the same as `time`]],
    },
    {
      "nodes",
      is = {
        type = "integer", expected = "an integer from 1 on, or math.huge", takes = "integer", min = 1, max = huge,
      },
      initial = huge, off = huge, given = PER_SEARCH .. " slice",
      text = [[a limit: nodes, summed over the depths; 1 or more]],
    },
    {
      "level",
      is = {
        type = "integer|alphabeta.Chooser", reference = "int|function",
        expected = "an integer from 1 to 10, or a function", takes = "integer function", min = 1, max = 10,
      },
      initial = 0, with = EXACT .. " uct", given = PER_SEARCH,
      text = [[1 to 10: how well to play; or a function that chooses the move. Not with `"mtdf"`]],
      see = "[Levels, hints and handicaps](levels.md)",
      more = [[
        A search to no more than the level's depth and nodes, which may be all that limits it, and a random choice
        among the moves, by their values; 10 plays the best move. With `win`, every level takes a win in one, and none
        makes a move that loses at once or by the opponent's answer, if there is another. Or a function `level(scores,
        random)` that chooses: called once, when the search has ended, with an array of these sensible moves, entries
        of `info.scores`, and a function that returns random numbers, at least 0 and less than 1; it returns the index
        of a move there. Either way the values of all moves are exact, but for those of `"uct"`, and `best`, `value` and
        `info` are those of the move that is played. Draws use exp() of the C library: between machines, in very rare
        cases, they may differ]],
    },
    {
      "multipv",
      is = {
        type = "integer|\"all\"", expected = "an integer from 1 on, or 'all'", takes = "integer word", min = 1,
        max = huge, words = {{"all", huge}},
      },
      initial = 1, off = 1, with = EXACT .. " uct", given = PER_SEARCH, needs = "no_level", default = "1",
      text = [[
        how many of the best moves are to have exact values in `info.scores`; `"all"`: every one. Not with `"mtdf"`]],
      more = [[It costs less than separate searches]],
    },
    {
      "ties",
      is = {
        type = "boolean|\"random\"", expected = "true, false or 'random'", takes = "boolean word",
        words = {{"random", 2}},
      },
      initial = 0, off = 0, with = EXACT, given = PER_SEARCH, default = "false",
      text = [[
        true: `info.ties` lists the moves that are exactly as good as the best; `"random"`: and one of them, chosen at
        random, is played. Not with `"mtdf"`]],
    },
    {
      "seed", is = {type = "integer", expected = "an integer", takes = "bits"}, initial = 0, given = PER_SEARCH,
      needs = "choice", default = "0",
      text = [[
        seeds random choices, together with the number of searches that the searcher has made. With `level`, or `ties
        = "random"`]],
      more = [[Also with `"uct"`, and in games with `deal`. Any integer, counted modulo 2^64]],
    },
    {
      "only", is = MOVES, initial = 0, given = PER_SEARCH,
      text = [[an array: the moves at the root that alone are searched]],
      more = [[
        They are compared with those of the game by `==`, and tables also by what they hold, 50 tables deep. One that
        is no move of the state is an error, and so is to leave none, or to name any at a chance node. Values are then
        not those of the state, and are not kept for it in a table]],
    },
    {
      "avoid", is = MOVES, initial = 0, given = PER_SEARCH,
      text = [[an array: the moves at the root that are not searched, compared as those of `only`]],
    },
    {
      "past", is = {type = "any[]", expected = "an array of keys or states", takes = "list"}, initial = 0,
      given = "search keeps", needs = "repetition",
      text = [[
        for one search alone: an array of the positions before the root, for `repetition`: what `hash` returned, or
        states]],
      more = [[
        A number, a string or a Zobrist key is what `hash` returned, anything else is a state; with `hash = "auto"`,
        or without `hash`, numbers and strings are states, too. `player` says who moved in a state; a position of
        which only the key is given, or in a game without `player`, counts with either player to move]],
    },
    {
      "on_iteration", is = a_function "fun(info: alphabeta.Info)", initial = 0, given = PER_SEARCH,
      text = [[
        a function that is called with `info` after each completed iteration, also the only one. The state is then as
        it was at the start]],
    },
    {
      "slice", is = SECONDS, initial = huge, off = huge, given = PER_SEARCHER,
      text = [[
        seconds after which `search` of a searcher yields each time, in a coroutine; and the length of a `step` when
        none is given]],
      more = [[See @{searcher:search} and @{searcher:step}]],
    },
    {
      "divide", is = BOOLEAN, initial = 0, off = 0, given = "perft keeps", default = "false",
      text = [[true to have the count of each first move as a second result]],
    },
  },
  {
    "How it searches",
    {
      "deepening", is = BOOLEAN, initial = -1, with = BY_DEPTH, given = PER_SEARCH, usual = "see right",
      text = [[
        true, the default with `time`, `think` or `nodes`: search to depth 1, 2, 3 and so on; false: only to the
        last]],
      see = "[Deepen iteratively](stronger.md#3-deepen-iteratively)",
      more = [[
        Depths whose result is in the table are left out. The best move and the value are nil when it gives up, and
        `info.reason` says why. A search that only a `depth` of 5 or more limits, of 4 or more with a transposition
        table, by default deepens by two plies, to the depths that differ from `depth` by an even number, with a table
        of either kind, but not in games with both `hash` and `order` and without `win`; that takes fewer nodes than one
        search to the depth, which is what it does when this is false. `evaluate` is then called at the smaller depths,
        too]],
    },
    {
      "algorithm",
      is = one_of("'alphabeta', 'pvs', 'mtdf', 'minimax', 'maxn' or 'uct'", {
        {"alphabeta", 0}, {"pvs", 1}, {"mtdf", 2}, {"minimax", 3},
        {"maxn", 4}, {"uct", 5},
      }),
      initial = 0, given = PER_SEARCH, usual = "varies",
      text = [[`"pvs"`, `"alphabeta"`, `"mtdf"`, `"minimax"`, `"maxn"` or `"uct"`]],
      more = [[
        The default is `"pvs"` with a table of either kind, `"alphabeta"` without; in a game with `deal`, `"uct"` if the
        search has limits of time or nodes alone. Minimax does not prune; `"maxn"` is
        for many players, `"uct"` is Monte Carlo tree search.
        Principal variation search tries all moves but the first with a null window. MTD(f) uses nothing but null
        windows, and its `pv` is the best move alone. Minimax has no table. In max^n, of moves that are worth the same
        to a player, the first tried counts; `evaluate` returns a table from player to value, for up to 16 players,
        and so does the search; it needs `player`, has no table, and is refused together with options that have no
        meaning there. UCT counts how random games end; it is given to @{new} or to @{search}, and needs `time`, `think`
        or `nodes`]],
    },
    {
      "deals",
      is = {
        type = "integer", expected = "an integer from 0 to 1000", takes = "integer", min = 0, max = 1000,
      },
      initial = 12, off = 0, with = "alphabeta pvs minimax", given = PER_SEARCH, needs = "deal", default = "12",
      text = [[
        in a game with `deal`: how many deals are searched; 0: the state itself, all hands seen]],
      see = "[Hidden hands](hidden-hands.md)",
      more = [[
        The values of a move are added up. With limits of time or nodes, all deals are searched to depth 1, 2, 3 and so
        on. `value` and those of `info.scores` are means. With `"uct"`, a deal is drawn for each playout, and only 0 may
        be given]],
    },
    {
      "table",
      is = {
        type = "number|alphabeta.SharedTable", expected = "a number of MiB from 0 to 1024, or a shared table",
        takes = "number table", min = 0, max = 1024,
      },
      initial = 16, off = 0, with = PRUNING .. " uct", given = PER_SEARCHER, needs = "hash", default = "16",
      text = [[
        MiB to which the transposition table may grow, up to 1024, in games with `hash`; 0: no memory of either kind.
        Or a table that searchers share, of `alphabeta.table`]],
      more = [[With `"uct"` it limits the tree. With 0, killers and the history are off by default, too]],
    },
    {
      "hash", is = one_of("'auto' or false", {{"auto", 1}}, "false"), initial = 0, off = 0, with = TWO_SIDES,
      given = "searcher", default = "false",
      text = [[`"auto"`: a key is made of what the state holds, in place of the game's `hash`]],
      see = "[Stronger](#stronger)",
      more = [[
        It is made of the numbers, strings and booleans in the state, and of those in tables within it. States of the
        same content have the same key, on every Lua. All on which the rest of the game depends must be in the state.
        An error, which says where, are functions, userdata, NaN, tables as keys, more than 65536 fields, tables
        nested more than 100 deep, a metatable with a function `__index`, and, but for the state's own, one without a
        string `__name`, which counts as the object's class; the state's own must have the same `__index` in all
        states. The field `class` that libraries such as middleclass write into each object is left out, and the
        class's `name` counts in place of `__name`. No metamethod is called. It is an error, too, when an iteration has
        found no position that differs from the root's. The time grows with the number of fields]],
    },
    {
      "hash_ignore",
      is = {type = "string[]", expected = "an array of names of fields", takes = "list of_strings"}, initial = 0,
      with = TWO_SIDES, given = "searcher", needs = "content",
      text = [[
        with `hash = "auto"`, or `repetition` without `hash`: an array of names of fields that are left out of the
        key, wherever they are in the state]],
    },
    {
      "order", is = one_of("'evaluate' or false", {{"evaluate", 1}}, "false"), initial = 0, off = 0, with = PRUNING,
      given = PER_SEARCH, default = "false",
      text = [[
        `"evaluate"`: evaluate the states that moves lead to, and try the best first, in place of the game's `order`.
        Changes no value]],
      see = "[Try good moves first](stronger.md#1-try-good-moves-first)",
      more = [[
        It does so where three plies or more are left, and at the root in deepening. The calls of `evaluate`, or of
        `evaluate_move`, count in `info.evaluations`; the states are no nodes]],
    },
    {
      "without", is = TECHNIQUES, initial = 0, off = 0, with = BY_DEPTH, given = PER_SEARCH,
      text = [[
        an array of names: turns off what is on by default, ]] .. TECHNIQUES.names
        .. [[. Nothing else changes]],
      see = "[What is on when](stronger.md#what-is-on-when)",
      more = [[
        They are names of `info.techniques`, which says what is on. One that is not on may be named. `"table"` is the
        transposition table; what it brings with it, such as killers and the history, stays, while the option `table`
        with 0 turns all memory off]],
    },
    {
      "alpha", is = NUMBER, initial = -huge, off = -huge, with = PRUNING, given = PER_SEARCH,
      text = [[
        the lower end of a window for the value. A value outside is only a bound, and `info.bound` says which. Not
        with `"minimax"`]],
    },
    {
      "beta", is = NUMBER, initial = huge, off = huge, with = PRUNING, given = PER_SEARCH,
      text = [[the upper end of that window, greater than `alpha`. Not with `"minimax"`]],
    },
    {
      "quiescence", is = PLIES, initial = -1, off = 0, with = TWO_SIDES, given = "searcher", needs = "noisy",
      usual = "8, with `noisy`",
      text = [[
        plies by which `noisy` moves are followed beyond the depth; at most an eighth of `win` by default; false for 0.
        Changes values]],
      see = "[What a depth means](values.md#what-a-depth-means)",
      more = [[The player to move may also stand pat, on the evaluation of the state]],
    },
    {
      "null_move", is = PLIES, initial = 0, off = 0, with = PRUNING, given = "searcher", needs = "pass",
      default = "0",
      text = [[
        where more plies than this are left, first search `pass`, that many plies less deep, and cut off if its value
        is good enough; false for 0. Speculative]],
      more = [[It is wrong where every move is worse than none]],
    },
    {
      "reductions", is = PLIES, initial = 0, off = 0, with = PRUNING, given = "searcher", default = "0",
      text = [[
        plies by which late moves are searched less deep first, and again when they prove better than was known; false
        for 0. Speculative]],
      more = [[From three plies left on]],
    },
    {
      "trace", is = a_function "fun(event: alphabeta.Event)", initial = 0, with = BY_DEPTH, given = PER_SEARCH,
      text = [[a function that is called with a table for every step of the search]],
      see = "[How alpha-beta works](how-it-works.md)",
      more = [[
        See @{event}. It may yield where the game's functions may, and stop the search. What is found is the same,
        nodes and all; a search without it does not know that there is such a thing, and one that is traced takes
        several times as long]],
    },
  },
}

-- What options need: what messages call it, in the order in which it is looked at. `of_game`: the game decides on it.
options.needs = {
  {"no_level", "a search without option 'level'"},
  {"repetition", "option 'repetition'"},
  {"max", "view 'max'"},
  {"hash", "a game with 'hash', or option 'hash'", of_game = true},
  {"choice", "option 'level', 'ties' that is 'random', algorithm 'uct', or 'deal'", of_game = true},
  {"deal", "a game with 'deal'", of_game = true},
  {"noisy", "a game with 'noisy'", of_game = true},
  {"pass", "a game with 'pass', and with 'unpass' where moves are made in place", of_game = true},
  {"view_player", "view 'player'"},
  {"content", "option 'hash' or 'repetition'"},
}

-- Names of earlier versions, and what they are called now.
options.renamed = {
  {"searchmoves", "only"}, {"history", "without"}, {"killers", "without"},
  {"refutation_table", "without"}, {"star2", "without"},
}

return options
