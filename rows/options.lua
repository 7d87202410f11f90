-- The options of a search, each once. `make rows` writes from it, and rows_spec fails as long as one is stale: the rows
-- of the front, the tables of options in docs/reference.md, the fields in types/alphabeta.lua and those of LDoc's
-- reference in docs/alphabeta.lua. docs/internals.md says what else an option needs.
--
-- Rows stand in the order of the reference, in groups. A row has
--   [1]      its name
--   is       what it may be: a kind, see below, or a table of the same fields
--   initial  its number if it is not given: true is 1, false 0, a word its number; nil: there is none; -1: depends on
--            other options and on the game
--   off      the number that turns it off and is always valid; nil: there is none
--   with     the algorithms with which it has an effect; nil: all
--   given    where it may be given: "searcher", "search" (one search), "slice", "perft"; "in_game": it says what the
--            game's numbers mean, so the game's table may have it; "keeps": it does not change what stored values mean
--   needs    without this it has no effect: names in `needs`, at the end of this file
--   default  its value if it is not given, for readers: a literal of Lua; `usual`, words in its place
--   text     what it does, in thirty words; `see` is added in docs/reference.md, `more` in LDoc's reference; lines are
--            filled
-- A kind has
--   type     the type for editors; `reference`, the one in the reference if it does not follow from that
--   expected what it may be, in messages
--   takes    what it accepts: "number", "integer", "bits" (an integer modulo 2^64), "boolean", "false", "word",
--            "words" (an array of them, whose numbers are bits), "function", "list", "table" (a shared one), "any";
--            "above_min": `min` is not among the numbers; "or_infinite": math.huge is, although it is greater than
--            `max`; "of_strings": a list holds strings
--   min, max of numbers
--   words    {word, number}

local huge = math.huge

local options = {}

-- The depth of a level in plies, its limit of nodes (the first depth is always finished), the temperature of its random
-- choice, see lua/alphabeta/root/choice.lua, and its playouts by Monte Carlo tree search. bench/levels.lua calibrates
-- them. Depths are even, because many evaluations see what was just gained but not what is about to be lost. None is
-- less than 4, because the temperature matters more if a level sees better. In a game with many moves, the nodes keep a
-- move within about a second.
options.levels = {
  {4, 10000, 50, 30}, {4, 10000, 2.4, 150}, {4, 10000, 1.21, 200}, {4, 10000, 0.77, 300}, {4, 10000, 0.57, 500},
  {4, 10000, 0.43, 700}, {4, 10000, 0.3, 1000}, {6, 30000, 0.2, 2000}, {8, 40000, 0.12, 4000}, {10, 130000, 0, 6500},
}

-- Kinds -------------------------------------------------------------------------------------------------------------

local BOOLEAN = {type = "boolean", expected = "true or false", takes = "boolean"}
local NUMBER = {type = "number", expected = "a number", takes = "number", min = -huge, max = huge}
local SECONDS = {type = "number", expected = "a number of seconds, 0 or more", takes = "number", min = 0, max = huge}
local THINKING = {
  type = "number|number[]", reference = "number|{number,number}", expected = SECONDS.expected, takes = "number pair",
  min = 0, max = huge,
}
local CLOCK = {
  type = "alphabeta.Clock", reference = "{left=number,increment=number,moves=number,lag=number}",
  expected = "a clock, {left = seconds, increment = seconds}", takes = "clock", min = 0, max = huge,
}
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

-- The names of techniques that are on by default, each a bit. Those that learn come first.
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
        which player benefits from high evaluations: `"max"`, the player to move at the root; `"mover"`, negamax, the
        player to move in the evaluated state; `"player"`, `max_player`]],
      see = "[what values mean](#what-values-mean)",
      more = [[
        With `"player"` evaluations do not depend on `me`. The game needs `player`, and all other players want a low
        value. This option, `max_player`, `win`, `value_min`, `value_max`, `value_sum` and `repetition` may also be
        fields of the @{game}]],
    },
    {
      "max_player", is = {type = "any", expected = "a player", takes = "any"}, initial = 0, with = TWO_SIDES .. " uct",
      given = OF_GAME, needs = "view_player",
      text = [[only with `view = "player"`: the player who benefits from high values, as `player` returns it]],
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
      initial = huge, with = TWO_SIDES .. " uct", given = OF_GAME,
      text = [[
        the value of a won game: the search prefers the shortest win and the longest loss. Greater than the depth;
        other evaluations stay below it, less the depth]],
      more = [[
        An evaluation of `win` or more, however high, is a won game and counts as `win`, less 1 for each ply to get
        there (a chance node is no ply). An evaluation of `-win` or less is a lost game and counts as `-win`, plus 1
        for each ply. The search leaves out lines that cannot win faster than a known one. So the evaluations of games
        that go on must stay below `win` less the depth, either way. It must be finite, and greater than 1 and than
        the depth. With `"uct"`, a `result` of `win` or more is a won game, and proven wins count as here]],
    },
    {
      "value_min", is = NUMBER, initial = -huge, off = -huge, with = BY_DEPTH, given = OF_GAME,
      text = [[
        no evaluation is below this. Only a decided game may have this value, because it ends the search. With `view =
        "mover"`, it is `-value_max`]],
    },
    {
      "value_max", is = NUMBER, initial = huge, off = huge, with = BY_DEPTH, given = OF_GAME,
      text = [[no evaluation is above this. Only a decided game may have this value, because it ends the search]],
    },
    {
      "repetition", is = NUMBER, with = TWO_SIDES, given = OF_GAME,
      text = [[the value of a position that occurred before, on the searched line or in `past`: 0 for a draw]],
      see = "[Values and signs](values.md#repeated-positions)",
      more = [[
        It is read as the value of the search is, wherever the state occurs. States at the full depth are evaluated.
        Without `hash`, the search makes keys from the fields of states, as with `hash = "auto"`, but for no table. It
        makes none if fewer than 3 plies are left beyond the first two, and takes such states for new ones. With a
        table, the search uses what it found on one line for others. So values of lines that run into repetitions may
        differ from those without a table]],
    },
    {
      "value_sum", is = NUMBER, initial = huge, off = huge, with = "maxn", given = OF_GAME,
      text = [[
        with `"maxn"`: the values of all players never add up to more. With `value_min` it prunes, and changes no
        value]],
      more = [[That is shallow pruning. The sum must hold wherever states are evaluated]],
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
        The search deepens until they are used up. It ends at most the calls of one node and a millisecond
        later, but not before depth 1 is completed]],
    },
    {
      "think", is = THINKING, initial = huge, off = huge, given = PER_SEARCH,
      text = [[
        a limit: seconds of thinking, not counting the time between the slices of a search; or `{soft, hard}`]],
      see = "[A game with a clock](recipes.md#a-game-with-a-clock)",
      more = [[
        It uses the clock of `time`, which stops while a search in slices waits for its next slice. So the frame rate
        changes how long the search takes, but not how well it plays. `info.reason` is `"time"` for both. Without
        slices, it is the same as `time`]],
    },
    {
      "clock", is = CLOCK, initial = huge, off = huge, given = PER_SEARCH,
      text = [[
        a limit: a share of the player's clock, which is `{left = seconds, increment = seconds}`]],
      see = "[A game with a clock](recipes.md#a-game-with-a-clock)",
      more = [[
        `left` is what the clock shows. `increment` is what each move adds, 0 by default. `moves` is about how many
        moves are left, 25 by default. `lag` is what each move takes beside the search, 0 by default. The share is a
        soft limit of wall-clock seconds, because the player's clock does not stop while a search in slices waits. A
        move takes at most 3.5 shares and at most six tenths of what is left. What it saves is in `left` at the next
        move]],
    },
    {
      "nodes",
      is = {
        type = "integer|integer[]", reference = "int|{int,int}", expected = "an integer of 1 or more, or math.huge",
        takes = "integer pair", min = 1, max = huge,
      },
      initial = huge, off = huge, given = PER_SEARCH .. " slice",
      text = [[a limit: nodes, summed over the depths; 1 or more; or `{soft, hard}`]],
      more = [[
        A search uses about the soft limit on average, of `nodes`, `think` or `clock`. It uses less when the best move
        stays the same from depth to depth, and more when it changes or its value falls. The hard limit always holds.
        `info.reason` is `"nodes"` or `"time"` for both. With `"uct"`, a search ends before the soft limit when no other
        move can overtake the best one. It goes on after the soft limit while another move has more points]],
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
        The search has at most the level's depth and nodes, which may be its only limits. It then chooses among the
        moves at random, by their values; level 10 plays the best move. With `win`, every level takes a win in one,
        and none makes a move that loses at once or by the opponent's answer, if there is another. A function
        `level(scores, random)` chooses instead. The search calls it once, at its end, with an array of these sensible
        moves, entries of `info.scores`, and a function that returns random numbers, at least 0 and less than 1. It
        returns the index of a move there. Either way the values of all moves are exact, except with `"uct"`, and
        `best`, `value` and `info` are those of the move that is played. The random choice uses exp() of the C
        library, so machines may differ in very rare cases]],
    },
    {
      "multipv",
      is = {
        type = "integer|\"all\"", expected = "an integer of 1 or more, or 'all'", takes = "integer word", min = 1,
        max = huge, words = {{"all", huge}},
      },
      initial = 1, off = 1, with = EXACT .. " uct", given = PER_SEARCH, needs = "no_level", default = "1",
      text = [[how many of the best moves get exact values in `info.scores`; `"all"`: every move. Not with `"mtdf"`]],
      more = [[It costs less than separate searches]],
    },
    {
      "ties",
      is = {
        type = "boolean|\"random\"", expected = "true, false or 'random'", takes = "boolean word",
        words = {{"random", 2}},
      },
      initial = 0, off = 0, with = EXACT .. " uct", given = PER_SEARCH, default = "false",
      text = [[
        true: `info.ties` lists the moves that are exactly as good as the best; `"random"`: the search also plays one
        of them at random. Not with `"mtdf"`]],
      more = [[
        With `"uct"`, a move is as good if it has at least half as many playouts, and its value differs by no more than
        the standard error]],
    },
    {
      "seed", is = {type = "integer", expected = "an integer", takes = "bits"}, initial = 0, given = PER_SEARCH,
      default = "0",
      text = [[
        the seed of random choices, together with how many searches the searcher has made. By default, each
        opponent has another one]],
      more = [[For `level`, `ties = "random"`, playouts and deals. Any integer, counted modulo 2^64]],
    },
    {
      "only", is = MOVES, initial = 0, given = PER_SEARCH,
      text = [[an array: the only moves at the root that are searched]],
      more = [[
        The search compares them with the game's moves by `==`, and tables also by their fields, 50 tables deep. A
        move that the state does not have is an error. So it is if no move is left, or if any is named at a chance
        node. Values are then not those of the state, and a table does not keep them for it]],
    },
    {
      "avoid", is = MOVES, initial = 0, given = PER_SEARCH,
      text = [[an array: the moves at the root that are not searched, compared as those of `only`]],
    },
    {
      "past", is = {type = "any[]", expected = "an array of keys or states", takes = "list"}, initial = 0,
      given = "search keeps", needs = "repetition",
      text = [[
        for one search only: an array of the positions before the root, for `repetition`: states, or what `hash`
        returned for them]],
      more = [[
        A number, a string or a Zobrist key is what `hash` returned; anything else is a state. With `hash = "auto"`,
        or without `hash`, numbers and strings are states, too. `player` says who moved in a state. If only the key of
        a position is given, or the game has no `player`, the position counts with either player to move]],
    },
    {
      "on_iteration", is = a_function "fun(info: alphabeta.Info)", initial = 0, given = PER_SEARCH,
      text = [[
        a function that the search calls with `info` after each completed iteration, even if it is the only one. The
        state is then as it was at the start]],
    },
    {
      "slice", is = SECONDS, initial = huge, off = huge, given = PER_SEARCHER,
      text = [[
        seconds after which a searcher's `search` yields each time, in a coroutine; also the length of a `step` for
        which none is given]],
      more = [[See @{searcher:search} and @{searcher:step}]],
    },
    {
      "divide", is = BOOLEAN, initial = 0, off = 0, given = "perft keeps", default = "false",
      text = [[true: the second result is the count of each first move]],
    },
  },
  {
    "How it searches",
    {
      "deepening", is = BOOLEAN, initial = -1, with = BY_DEPTH, given = PER_SEARCH, usual = "see right",
      text = [[
        true, the default with `time`, `think` or `nodes`: search to depth 1, 2, 3 and so on; false: only to the
        last]],
      see = "[Deepening](techniques.md#deepening)",
      more = [[
        The search leaves out depths whose result is in the table. The best move and the value are nil when it gives
        up, and `info.reason` says why. By default, a search with a table of either kind deepens by two plies if only
        a `depth` of 5 or more limits it, or of 4 or more with a transposition table. It then searches the depths that
        differ from `depth` by an even number, unless the game has `hash` and `order` and no `win`. That takes fewer
        nodes than a single search to the depth, which is what false asks for. `evaluate` is then called at the
        smaller depths, too]],
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
        The default is `"pvs"` with a table of either kind, `"alphabeta"` without. In a game with `deal`, it is `"uct"`
        if the search has only limits of time or nodes. It is `"uct"`, too, if only time limits a search in a game of
        rules and `result` alone, and nothing tells its unfinished states apart. Minimax does not prune. `"maxn"` is for
        many players. `"uct"` is Monte Carlo tree search. Principal variation search tries all moves except the first
        with a null window. MTD(f) uses only null windows, and its `pv` is the best move alone. Minimax has no table. In
        max^n, if moves are worth the same to a player, the first one tried counts. There `evaluate` returns a table
        from player to value, for up to 16 players, and so does the search. Max^n needs `player`, has no table, and
        refuses options that have no meaning there. UCT counts how random games end. Give it to @{new} or to @{search}.
        It needs `time`, `think` or `nodes`]],
    },
    {
      "deals",
      is = {
        type = "integer", expected = "an integer from 0 to 1000", takes = "integer", min = 0, max = 1000,
      },
      initial = 12, off = 0, with = "alphabeta pvs minimax", given = PER_SEARCH, needs = "deal", default = "12",
      text = [[in a game with `deal`: how many deals to search; 0: the state itself, with all hands seen]],
      see = "[Hidden hands](hidden-hands.md)",
      more = [[
        The search adds up the values of each move. With limits of time or nodes, it searches all deals to depth 1, 2,
        3 and so on. `value` and those of `info.scores` are means. With `"uct"`, each playout draws a deal, and only 0
        may be given]],
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
        Or a shared table, from `alphabeta.table`]],
      more = [[With `"uct"` it limits the tree. With 0, killers and the history are off by default, too]],
    },
    {
      "hash", is = one_of("'auto' or false", {{"auto", 1}}, "false"), initial = 0, off = 0,
      with = TWO_SIDES .. " uct", given = "searcher", default = "false",
      text = [[`"auto"`: the search makes the key from the fields of the state, in place of the game's `hash`]],
      see = "[keys](#keys-and-the-table)",
      more = [[
        The key is made from the numbers, strings and booleans in the state, and from those in tables within it.
        States with the same fields have the same key, on every Lua. Everything on which the rest of the game depends
        must be in the state. Functions, userdata, NaN, tables as keys, more than 65536 fields, and tables nested more
        than 100 deep are errors, which say where. So is a metatable with a function `__index`, or without a string
        `__name`, which counts as the object's class. The state's own metatable needs no `__name`, but it must have
        the same `__index` in all states. The field `class` that libraries such as middleclass write into each object
        is left out, and the class's `name` counts in place of `__name`. No metamethod is called. It is an error, too,
        if an iteration has found no position that differs from the root's. The time grows with the number of fields]],
    },
    {
      "hash_ignore",
      is = {type = "string[]", expected = "an array of names of fields", takes = "list of_strings"}, initial = 0,
      with = TWO_SIDES .. " uct", given = "searcher", needs = "content",
      text = [[
        with `hash = "auto"`, or `repetition` without `hash`: an array of names of fields that the key leaves out,
        wherever they are in the state]],
    },
    {
      "order", is = one_of("'evaluate' or false", {{"evaluate", 1}}, "false"), initial = 0, off = 0, with = PRUNING,
      given = PER_SEARCH, default = "false",
      text = [[
        `"evaluate"`: evaluate the states after each move and try the best first, in place of the game's `order`.
        Changes no value]],
      see = "[Move order](techniques.md#move-order)",
      more = [[
        It does so if three plies or more are left, and at the root in deepening. The calls of `evaluate`, or of
        `evaluate_move`, count in `info.evaluations`. The states are no nodes]],
    },
    {
      "without", is = TECHNIQUES, initial = 0, off = 0, with = BY_DEPTH, given = PER_SEARCH,
      text = [[
        an array of names: turns off what is on by default, ]] .. TECHNIQUES.names
        .. [[. Nothing else changes]],
      see = "[What is on when](techniques.md#what-is-on-when)",
      more = [[
        The names are those of `info.techniques`, which lists what is on. You may name a technique that is not on.
        `"table"` is the transposition table. The techniques that come with it, such as killers and the history, stay
        on. The option `table` with 0 turns all memory off]],
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
        how many plies to follow `noisy` moves beyond the depth; by default at most an eighth of `win`; false for 0.
        Changes values]],
      see = "[What a depth means](values.md#what-a-depth-means)",
      more = [[The player to move may also stand pat, on the evaluation of the state]],
    },
    {
      "null_move", is = PLIES, initial = 0, off = 0, with = PRUNING, given = "searcher", needs = "pass",
      default = "0",
      text = [[
        if more plies than this are left, first search `pass`, that many plies less deep, and cut off if its value is
        good enough; false for 0. Speculative]],
      more = [[It is wrong if every move is worse than none]],
    },
    {
      "reductions", is = PLIES, initial = 0, off = 0, with = PRUNING, given = "searcher", default = "0",
      text = [[
        how many plies less deep to search late moves at first; moves that prove better than was known are searched
        again; false for 0. Speculative]],
      more = [[Only if three plies or more are left]],
    },
    {
      "trace", is = a_function "fun(event: alphabeta.Event)", initial = 0, with = BY_DEPTH, given = PER_SEARCH,
      text = [[a function that the search calls with a table at every step]],
      see = "[How alpha-beta works](how-it-works.md)",
      more = [[
        See @{event}. It may stop the search. A traced search finds the same, with the same nodes, but takes several
        times as long. It does not slow other searches down]],
    },
  },
}

-- What options need, with its name in messages, in the order of the tests. `of_game`: it depends on the game.
options.needs = {
  {"no_level", "a search without option 'level'"},
  {"repetition", "option 'repetition'"},
  {"max", "view 'max'"},
  {"hash", "a game with 'hash', or option 'hash'", of_game = true},
  {"deal", "a game with 'deal'", of_game = true},
  {"noisy", "a game with 'noisy'", of_game = true},
  {"pass", "a game with 'pass', and with 'unpass' if moves are made in place", of_game = true},
  {"view_player", "view 'player'"},
  {"content", "option 'hash' or 'repetition'"},
}

-- Names of earlier versions, and the names now.
options.renamed = {
  {"searchmoves", "only"}, {"history", "without"}, {"killers", "without"},
  {"refutation_table", "without"}, {"star2", "without"},
}

return options
