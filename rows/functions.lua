-- The functions of a game, each once. `make rows` writes from it, and rows_spec fails as long as one is stale: their
-- names in both engines, the table of functions in docs/reference.md, the fields in types/alphabeta.lua and those of
-- the reference in docs/alphabeta.lua. docs/internals.md says what else a function needs.
--
-- Rows stand in the order of the reference, a first game's before the others. The front reads a game's functions in
-- this order. A row has
--   [1]      its name
--   arguments, as readers see them; `type`, the type for editors
--   needed   when the game must have it, or what it goes with; nil: "optional"
--   in_lua   true if only searches in Lua call it, for both engines, so C does not know it
--   text     what it returns or does, in thirty words; `see` is added in docs/reference.md, `more` in LDoc's reference
--   forms    what has a row each in docs/reference.md, in place of `text`: {arguments, text, see}
-- Fields that say what the game's numbers mean are rows of rows/options.lua.

local NUMBERS = "number|table<any, number>"
local MOVES = "any[]|(fun(): any)|nil"
local KEY = "integer|number|string|alphabeta.Zobrist"

local NODE_COST = "[a node's cost](techniques.md#what-a-node-costs)"

return {
  {
    "moves", arguments = "state, list", type = "fun(state: any, list: any[]): any[]|(fun(): any)|integer|nil",
    needed = "in place, copying",
    text = [[
      an array of the moves, in the order in which to try them, or an iterator; or their number, after putting them
      into `list`]],
    forms = {
      {arguments = "state", text = [[an array of the moves, in the order in which to try them]]},
      {
        arguments = "state", text = [[or an iterator: a function that returns one move after another, then nil]],
        see = "[moves one at a time](techniques.md#moves-one-at-a-time)",
      },
      {
        arguments = "state, list", text = [[or the number of the moves, after writing them into the array `list`]],
        see = "[a list that is given](stronger.md#which-function-to-write-first)",
      },
    },
    more = [[
      A move is any value except nil. An array has no holes. As long as one of its moves is searched, do not change
      the array, and do not return it with other moves: if the search notices that, it raises an error. An iterator
      returns one move after another, and nil when there are no more. The moves in `list` begin at index 1; what lies
      behind them does not matter. `list` makes no garbage, because the search uses it again for other states: do not
      keep it]],
  },
  {
    "make", arguments = "state, move", type = "fun(state: any, move: any): ...", needed = "in place",
    text = [[changes the state by a move; may return any number of values that help to undo it]],
  },
  {
    "unmake", arguments = "state, move, ...", type = "fun(state: any, move: any, ...: any)", needed = "in place",
    text = [[restores the state; `...` is all that `make` returned]],
  },
  {
    "player", arguments = "state", type = "fun(state: any): any",
    text = [[whose turn it is: any value but nil. Without it, two players take turns]],
    more = [[Players are compared by `==`. A player may move twice in a row]],
  },
  {
    "result", arguments = "state, me", type = "fun(state: any, me: any): " .. NUMBERS, needed = "without `evaluate`",
    text = [[what a finished game is worth, in place of `evaluate`, if there are no moves or `is_over` is true]],
    see = "[values](values.md#finished-games)",
    more = [[
      It returns what `evaluate` does, and `view` and `win` say what that means. At the full depth, `is_over` says
      whether the game is over. Without `is_over`, `evaluate` values the state, and the search sees the end one ply
      deeper. A game without `evaluate` lists the moves of every leaf at which it may go on (`chances` before; of an
      iterator, the first), for mobility too. Such a game may also be asked for the result of a state that is not over:
      see the technique `current_result` in the chapter "Values and signs"]],
  },
  {
    "evaluate", arguments = "state, me", type = "fun(state: any, me: any): " .. NUMBERS,
    needed = "without `result` (not by `perft`)",
    text = [[
      a number, not NaN: what the state is worth; with algorithm `"maxn"`, a table from player to value. `me` is
      what `player` returned for the root, nil without `player`]],
    more = [[
      A game without it needs `result`. If the game goes on at the full depth, a state is then worth the middle of
      `value_min` and `value_max`. If one of them is not given, it is worth 0, or the possible value next to that.
      With `"maxn"` it is always the latter, to each player. In games of two sides small parts are added to that:
      mobility and, if `result` tells such states apart, a part of what it says: the techniques `mobility` and
      `current_result`]],
  },
  {
    "play", arguments = "state, move", type = "fun(state: any, move: any): any", needed = "copying",
    text = [[a new state; the old one stays as it was]],
  },
  {
    "children", arguments = "state", type = "fun(state: any): " .. MOVES, needed = "children",
    text = [[an array of the states that can follow, or an iterator]],
  },
  {
    "is_over", arguments = "state", type = "fun(state: any): any",
    text = [[true if the game has ended although there may be moves. The search calls it before `moves` or `children`]],
  },
  {
    "order", arguments = "state, move", type = "fun(state: any, move: any): number",
    text = [[
      a number: the search tries moves with a higher one first. Called at the root, and elsewhere unless the moves
      lead to the full depth]],
    more = [[
      They come after the table's move, and after the killers if the search finds these better than such an order. At
      the root it is called for all moves. Elsewhere it is called for the moves that are left if the others have not
      cut off]],
  },
  {
    "hash", arguments = "state", type = "fun(state: any): " .. KEY,
    text = [[
      a key for the position, a number, a string or a Zobrist key, made from everything that its value depends on; it
      turns the transposition table on]],
    see = "[keys](#keys-and-the-table)",
    more = [[
      Numbers are 64-bit integers if Lua has them. Strings may have any length. @{zobrist} makes keys. The search
      takes positions with one key for one position; it adds whose turn it is, by `player` or the alternation of
      turns. It calls `hash` once for each state that it searches, before `is_over` and `moves`, and never at the full
      depth]],
  },
  {
    "move_id", arguments = "state, move", type = "fun(state: any, move: any): integer",
    text = [[
      a small integer, the same for the same move, for moves that are neither numbers nor strings. Without it, tables
      are identified by their fields]],
    more = [[
      It is 0 or more, better below 4096, and the same in other states. The killers, the history and the table
      identify moves by it (child states, in the children style). Without it, a move that is a table is identified by
      the numbers, strings and booleans in it and in tables within it, two levels deep, if two plies or more are left.
      If it has none of these, or more than 64 fields, its index in the list identifies it. States are identified by
      their index]],
  },
  {
    "evaluate_move", arguments = "state, move, me",
    type = ("fun(state: any, move: any, me: any): %s, boolean?"):format(NUMBERS),
    needed = "optional, with `evaluate`; not with `children`",
    text = [[
      what `evaluate` would return after the move, which is then not made at the full depth; with `result`, also
      whether the game may be over then]],
    see = "[finished games](values.md#finished-games)",
    more = [[
      In a game with `result`, the second value is false if the game goes on after the move. The search then does not
      make the move. If it is true, the search makes the move and asks whether the game is over; if not, the first
      value counts. If it is nil, that search does not call `evaluate_move` again. It does not call it if it must know
      the state after the move: with quiescence, with `trace`, with view `"mover"` in a game with `player`, and,
      without `result`, for the first leaves, where it finds out whether the game is over]],
  },
  {
    "find_move", arguments = "state, id", type = "fun(state: any, id: integer|number|string): any",
    text = [[
      the move with this id if it may be made here, else nil: the search tries the table's move and the killers before
      it calls `moves`]],
    see = NODE_COST,
    more = [[
      In the children style it returns the child, and goes with `move_id`. If moves are numbers or strings, `id` is a
      move that was listed in some state. Otherwise it is what `move_id` returned for one, and different moves of a
      state must have different ids. Many nodes do not need `moves` then. Killers that come behind `order` are not
      asked for. It is called after `is_over` and `chances`, not at the root and not in quiescence. It changes no
      value. The search reads the history later than without it, so the number of nodes may differ a little]],
  },
  {
    "bounds", arguments = "state, me", type = "fun(state: any, me: any): number, number",
    text = [[
      the lowest and the highest value that `evaluate` and `result` can still return in the state or after it]],
    see = "[bounds of the values](techniques.md#bounds-of-the-values)",
    more = [[
      They depend on `me` and `view` as these values do. Infinities are allowed. The search leaves out states whose
      value is certain to lie outside of the window, and states whose two bounds are the same. With `win`, a lost game
      is as low as the lowest, and a won one as high as the highest. The value `repetition` must be within them, too.
      It is called if one ply or more is left, before `is_over` and `moves`]],
  },
  {
    "chances", arguments = "state", type = "fun(state: any): alphabeta.Chance[]?",
    text = [[
      at a chance node, an array of tables with `probability` and `outcome`, a move, or in the children style a
      state; nil elsewhere]],
    see = "[dice and many players](dice.md)",
    more = [[
      A probability is a number of 0 or more. The probabilities add up to 1, within 1e-6. It is called after `is_over`
      and before `moves` or `children`]],
  },
  {
    "deal", arguments = "state, me, random",
    type = "fun(state: any, me: any, random: alphabeta.Random): any, number?",
    text = [[
      in a game with hidden hands: a new random state that is possible given everything `me` knows, and its weight from
      0 to 1, if that differs]],
    see = "[hidden hands](hidden-hands.md)",
    more = [[
      `me` is as for `evaluate`. `random()` returns a number from 0 up to 1, without 1, and `random(n)` an integer
      from 1 to `n`. By the option `seed`, they are the same on every Lua. Everything that `me` knows stays: `me` is
      to move, and has the same moves. Do not change the given state. In another deal, a move is recognized by what it
      is, or by `move_id`. Not with `children`. A weight is the probability that the deal is kept. Otherwise another
      one is drawn in its place, at most 100 times]],
  },
  {
    "seen", arguments = "state, me", type = "fun(state: any, me: any): number|string|boolean|nil",
    needed = "with `deal`",
    text = [[a key of what `me` sees of the hidden part of a state: a card that was looked at, a tile out of the fog]],
    see = "[what is seen later](hidden-hands.md#what-is-seen-later)",
    more = [[
      Two states have the same key if `me` cannot tell them apart by what was seen. nil stands for nothing. Monte Carlo
      tree search asks it after each move of its tree, for the player at its root. Alpha-beta does not ask it]],
  },
  {
    "noisy", arguments = "state", type = "fun(state: any): " .. MOVES,
    text = [[
      an array of the moves (in the children style, children) to follow beyond the depth, such as captures; nil for
      none. It turns the option `quiescence` on]],
    more = [[Not called if `is_over` is true]],
  },
  {
    "pass", arguments = "state", type = "fun(state: any): ...",
    text = [[
      for the option `null_move`: only the turn changes. In place it changes the state, and may return values like
      `make`; else it returns a new state]],
  },
  {
    "unpass", arguments = "state, ...", type = "fun(state: any, ...: any)", needed = "in place, with `pass`",
    text = [[in place: restores the state after `pass`; `...` is all that `pass` returned]],
  },
}
