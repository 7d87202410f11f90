-- The functions of a game, each once. `make rows` writes from it, and rows_spec fails as long as one is stale: their
-- names in both engines, the table of functions in docs/reference.md, the fields in types/alphabeta.lua and those of
-- the reference in docs/alphabeta.lua. docs/internals.md says what else a function needs.
--
-- Rows stand in the order in which they are read about, a first game's before the others, which is that in which a game
-- is asked for them. A row has
--   [1]      its name
--   arguments, as readers see them; `type`, the type for editors
--   needed   where the game must have it, or what it goes with; "optional" where that is not said
--   in_lua   true where only searches in Lua call it, for both engines, so that C does not know it
--   text     what it returns or does, in thirty words; `see` is added in docs/reference.md, `more` in LDoc's reference
-- Fields that say what the game's numbers mean are rows of rows/options.lua.

local NUMBERS = "number|table<any, number>"
local MOVES = "any[]|(fun(): any)|nil"
local KEY = "integer|number|string|alphabeta.Zobrist"

local NODE_COST = "[a node's cost](stronger.md#what-a-node-costs)"

return {
  {
    "moves", arguments = "state, list", type = "fun(state: any, list: any[]): any[]|(fun(): any)|integer|nil",
    needed = "in place, copying",
    text = [[
      an array of the moves, in the order in which to try them, or an iterator; or their number, after putting them
      into `list`]],
    see = "[lists](stronger.md#what-a-node-costs), [iterators](stronger.md#8-generate-moves-one-at-a-time)",
    more = [[
      A move is any value but nil. An array has no holes, and is neither changed nor returned with other moves as
      long as one of them is searched: what is noticed of that is an error. An iterator returns one move after
      another, and nil when there are no more. The moves in `list` begin at index 1; what lies behind them does not
      matter. That makes no garbage; `list` is used again for other states: do not keep it]],
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
    text = [[what a finished game is worth, in place of `evaluate`, where there are no moves or `is_over` is true]],
    see = "[values](values.md#finished-games)",
    more = [[
      It returns what `evaluate` does, and `view` and `win` say what that means. At the full depth, a game that has
      both is asked `is_over` whether the game is over. Without `is_over`, `evaluate` values the state, and the end is
      seen one ply deeper. A game without `evaluate` and `is_over` lists the moves of every leaf for that (`chances`
      before; of an iterator, the first)]],
  },
  {
    "evaluate", arguments = "state, me", type = "fun(state: any, me: any): " .. NUMBERS,
    needed = "without `result` (not by `perft`)",
    text = [[
      a number, not NaN: what the state is worth; with algorithm `"maxn"`, a table from player to value. `me` is
      what `player` returned for the root, nil without `player`]],
    more = [[
      A game without it needs `result`: where the game goes on at the full depth, a state is then worth the middle of
      `value_min` and `value_max`, or, where one of them is not given, 0 or the possible value next to that; with
      `"maxn"` the latter, to each player]],
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
    text = [[true when the game has ended although there may be moves. It is called before `moves` or `children`]],
  },
  {
    "order", arguments = "state, move", type = "fun(state: any, move: any): number",
    text = [[
      a number: moves with a higher one are tried first; called at the root, and elsewhere unless the moves lead to
      the full depth]],
    more = [[
      They come after the table's move, and after the killers where the search finds these better than such an
      order. At the root it is called for all moves, elsewhere for those that are left when the others have not cut
      off]],
  },
  {
    "hash", arguments = "state", type = "fun(state: any): " .. KEY,
    text = [[
      a key for the position, a number, a string or a Zobrist key, which depends on all that its value depends on;
      it switches the transposition table on]],
    see = "[Stronger](#stronger)",
    more = [[
      Numbers are 64-bit integers where Lua has them, strings have any length, and @{zobrist} makes keys. Positions
      with one key are one position to the search; whose turn it is, `player` or the alternation of turns says. It
      is called once for each state that is searched, before `is_over` and `moves`, and never at the full depth]],
  },
  {
    "move_id", arguments = "state, move", type = "fun(state: any, move: any): integer",
    text = [[
      a small integer, the same for the same move, for moves that are neither numbers nor strings. Tables without it
      are identified by what they hold]],
    more = [[
      It is 0 or more, better below 4096, and the same in other states. The killers, the history and the table
      identify moves by it (child states, in the children style). Without it, where two plies or more are left, a
      move that is a table is identified by the numbers, strings and booleans in it and in tables within it, two
      levels deep; by its index in the list when it has none of these, or more than 64 fields. States go by their
      index]],
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
      In a game with `result` the second value is false where the game goes on after the move: the move is not made.
      Where it is true, the move is made, and whether the game is over is asked; if not, the first value counts.
      Where it is nil, `evaluate_move` is not called again in that search. It is not called where the state after
      the move must be known: with quiescence, in a search with `trace`, with view `"mover"` in a game with
      `player`, and, without `result`, for the first leaves, where it is found out whether the game is over]],
  },
  {
    "find_move", arguments = "state, id", type = "fun(state: any, id: integer|number|string): any",
    text = [[
      the move with this id if it may be made here, else nil: the table's move and the killers are tried
      before `moves` is called]],
    see = NODE_COST,
    more = [[
      In the children style it returns the child, and goes with `move_id`. `id` is a move that was listed in some
      state, where moves are numbers or strings; else what `move_id` returned for one, which must then be different
      for different moves of a state. Many nodes do not need `moves` then. Killers that come behind `order` are not
      asked for. It is called after `is_over` and `chances`, not at the root and not in quiescence. It changes no
      value; the history is read later than without it, so that the number of nodes may differ a little]],
  },
  {
    "bounds", arguments = "state, me", type = "fun(state: any, me: any): number, number",
    text = [[
      the lowest and the highest value that `evaluate` and `result` can still return in the state or after it]],
    see = "[bounds of the values](stronger.md#6-give-bounds-of-the-values)",
    more = [[
      They are of `me` and `view` as these are; infinities are allowed. States whose value is certain to lie outside
      of the window are not searched; nor are those where both are the same. With `win`, a lost game is as low as
      the lowest, and a won one as high as the highest. The value `repetition` must be within them, too. It is
      called where one ply or more is left, before `is_over` and `moves`]],
  },
  {
    "chances", arguments = "state", type = "fun(state: any): alphabeta.Chance[]?",
    text = [[
      at a chance node, an array of tables with `probability` and `outcome`, a move, or in the children style a
      state; nil elsewhere]],
    see = "[dice and many players](dice.md)",
    more = [[
      A probability is a number of 0 or more; they add up to 1, within 1e-6. It is called after `is_over` and before
      `moves` or `children`]],
  },
  {
    "deal", arguments = "state, me, random", in_lua = true,
    type = "fun(state: any, me: any, random: alphabeta.Random): any",
    text = [[
      in a game with hidden hands: a new state, drawn at random, that is possible given everything `me` knows]],
    see = "[hidden hands](hidden-hands.md)",
    more = [[
      `me` is as for `evaluate`. `random()` returns a number from 0 up to 1, without 1, and `random(n)` an integer from
      1 to `n`; they are the same ones on every Lua, by the option `seed`. All that `me` knows stays: `me` is to move,
      and has the same moves. The state that is given stays as it is. Moves are recognized in another deal by what they
      are, or by `move_id`. Not with `children`]],
  },
  {
    "noisy", arguments = "state", type = "fun(state: any): " .. MOVES,
    text = [[
      an array of the moves (in the children style, children) that are followed beyond the depth, such as captures:
      it turns the option `quiescence` on; nil for none]],
    more = [[Not called where `is_over` is true]],
  },
  {
    "pass", arguments = "state", type = "fun(state: any): ...",
    text = [[
      for the option `null_move`: only the turn changes. In place it changes the state, and may return values like
      `make`; else it returns a new state]],
  },
  {
    "unpass", arguments = "state, ...", type = "fun(state: any, ...: any)", needed = "in place, with `pass`",
    text = [[in place, restores the state after `pass`; `...` is all that `pass` returned]],
  },
}
