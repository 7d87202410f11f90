--- Calls of a game's functions, function by function: calls per node, and calls to find the result. Connect four in
-- every style, as a plain game and with every function that a search can call.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local counted = require "bench.support.counted"
local report = require "bench.support.report"
local styles = require "bench.support.styles"
local techniques = require "bench.support.techniques"

local DEPTH = 8
local KINDS = {
  "moves", "children", "make", "unmake", "play", "evaluate", "player", "is_over", "hash", "order", "move_id",
}
local NESTED = {"cells", "heights"}

local ROWS = {
  techniques.row "plain",
  techniques.row("all", {
    order = true, hash = true, move_id = true, killers = true, history = true, algorithm = "pvs", deepening = true,
  }),
}

for _, style in ipairs(styles.NAMES) do
  for _, row in ipairs(ROWS) do
        local styled = styles.convert(style, connect4.hashed, connect4.centre_first, NESTED)
    local game, counts = counted.game(techniques.game(row, styled, styled.order))
    local _, _, info = alphabeta.search(connect4.hashed.new(), DEPTH, techniques.options(row, game))
    local words = {}
    for _, kind in ipairs(KINDS) do
      if counts[kind] then words[#words + 1] = ("%s %.2f"):format(kind, counts[kind] / info.nodes) end
    end
    local calls = counted.calls(counts)
    report.record("kinds", "connect four, " .. style, {calls / info.nodes}, nil,
      ("%s; %d calls to the answer"):format(table.concat(words, ", "), calls), row.name)
  end
end
