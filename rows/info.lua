-- The fields of `info`, each once: `make rows` writes from them the table in docs/reference.md, the type in
-- types/alphabeta.lua and the table in LDoc's reference. A row has
--   [1]       its name
--   type      for editors; `reference`, the one in the reference if it does not follow from that
--   optional  true if it is not always there
--   counter   true if it counts from 0 on: a field of that name of the engine's counters in C, and of a search in Lua;
--             the counts of a pool's helpers are added up
--   text      what it is, in thirty words; `see` is added in docs/reference.md, `more` in LDoc's reference

local techniques = require "rows.techniques"

-- The names of techniques, with their texts.
local names = {}
for i, technique in ipairs(techniques) do
  names[i] = ('`"%s"`'):format(technique[1]) .. (technique.text and (" (%s)"):format(technique.text) or "")
end

return {
  {
    "depth", type = "integer",
    text = [[the depth of the deepest completed iteration, in plies; 0 before depth 1 is completed]],
    more = [[With `"uct"` it is the length of `pv`]],
  },
  {
    "partial_depth", type = "integer", optional = true,
    text = [[
      only if a limit ended a deeper iteration that has proved a better move: its depth. Move, value, line and bound
      are then from there]],
    see = "[Exact, or a bound](values.md#exact-or-a-bound)",
    more = [[
      Once the best move of the last iteration was searched deeper, a move that has raised alpha is better to that
      depth. So is a move that has failed high and was to be searched again. The rule is the same with every algorithm
      and, in MTD(f), in each search of the root. There is no partial depth at a chance node, because no move is made
      there. There is none with `multipv`, `ties` and `level`, because their scores are all of one depth]],
  },
  {
    "pv", type = "any[]",
    text = [[
      the expected line of play: an array of moves (states in the children style). It ends early if the value of the
      rest was known, and at a chance node]],
    more = [[
      The table, the bounds of values or a null window may tell that value. With `"mtdf"` the line is the best move
      alone]],
  },
  {
    "nodes", type = "integer", counter = true,
    text = [[the states searched, the root included, summed over the depths; with `"uct"` the playouts]],
  },
  {
    "evaluations", type = "integer", counter = true,
    text = [[the states that were evaluated, by `evaluate`, `result` or `evaluate_move`]],
  },
  {
    "cutoffs", type = "integer", counter = true, text = [[how often the search left out the rest of a state's moves]],
    more = [[It counts only if there was a rest. With an iterator that is not known]],
  },
  {
    "table_hits", type = "integer", counter = true,
    text = [[the states that were not searched, because the table had their value]],
  },
  {"table_bytes", type = "integer", optional = true, text = [[only with a table: its greatest size]]},
  {
    "table_fill", type = "integer", optional = true,
    text = [[only with a table: how much of it this search has filled, in thousandths]],
  },
  {
    "techniques", type = "string[]", text = [[the names of what the search used, its algorithm first]],
    see = "[what is on when](techniques.md#what-is-on-when)",
    more = "They are " .. table.concat(names, ", "),
  },
  {
    "engine", type = '"C"|"Lua"', text = [[which engine searched, `"C"` or `"Lua"`]],
    see = "[without the C module](without-c.md)",
  },
  {"time", type = "number", text = [[wall-clock seconds since the start]]},
  {
    "reason", type = '"depth"|"time"|"nodes"|"stopped"|"solved"|"over"|"forced"', optional = true,
    text = [[
      why the search ended, nil while it goes on: the limit that was reached; `"stopped"`; `"solved"`, looking deeper
      changes nothing; `"over"`, no move; `"forced"`, one move]],
    more = [[
      A forced move is answered after depth 1 if the search has only limits of time or nodes, without a `depth`,
      `multipv`, `ties`, `only`, `avoid` or `trace`. Such a search asks for a move, and not for its value. Limits are
      `"depth"`, `"time"` and `"nodes"`. @{searcher:stop} or an error stops a search. A search is solved if the depth
      cut no line short, because the game was over in all states there, or if the value has reached `value_min` or
      `value_max`]],
  },
  {
    "over", type = "string", optional = true,
    text = [[only if there is no move at the root: why, such as `"'moves' returned nil"`]],
  },
  {
    "bound", type = '"exact"|"lower"|"upper"', optional = true,
    text = [[
      `"exact"`; with `alpha` or `beta`, or with `"uct"`, also `"lower"` or `"upper"`, if the true value is at least or
      at most this]],
    more = [[
      It is nil before depth 1 is completed, and with `"uct"` if nothing is proven. With `partial_depth`, the position
      is worth that or better at that depth, for the player who moves at the root. Moves that were not tried might be
      better still]],
  },
  {
    "win_in", type = "integer", optional = true,
    text = [[
      only with `win`, if the game is won or lost: the plies to the end, negative if the player at the root loses]],
  },
  {
    "deals", type = "integer", optional = true,
    text = [[only in a game with `deal`: how many deals were drawn]], see = "[hidden hands](hidden-hands.md)",
  },
  {
    "scores", type = "alphabeta.Score[]", reference = "{score,...}", optional = true,
    text = [[only with `multipv`, `ties` or `level`: what the moves at the root are worth, the best first]],
    see = "[Levels, hints and handicaps](levels.md)",
    more = [[
      See @{score}. If a move reached the bound of the window of `alpha` and `beta`, the moves after it were not tried
      and are missing. At depth 0 all are missing]],
  },
  {
    "ties", type = "any[]", optional = true,
    text = [[
      only with `ties`: the moves that are exactly as good as the best, in the order in which they were tried]],
    more = [[It is empty if the value is only a bound]],
  },
}
