-- The engine in Lua: what the C module `alphabeta.core` gives, for hosts that load no C modules. Internal: see
-- alphabeta.fallback.

local PACKAGE = (... or "alphabeta.fallback.core"):match "^(.*)%.[^.]*$"

local child_keys = require(PACKAGE .. ".child_keys")
local content = require(PACKAGE .. ".content")
local limits = require(PACKAGE .. ".limits")
local maxn = require(PACKAGE .. ".maxn")
local option_table = require(PACKAGE .. ".option_table")
local options = require(PACKAGE .. ".options")
local outcomes = require(PACKAGE .. ".outcomes")
local searcher = require(PACKAGE .. ".searcher")
local zobrist = require(PACKAGE .. ".zobrist")

-- Shared tables are for the C module.
local function refuse_table()
  error("alphabeta.table: needs the C module", 2)
end

return {
  ENGINE = "Lua",
  table = refuse_table,
  search = searcher.search_once,
  new = searcher.new,
  perft = searcher.perft,
  zobrist = zobrist.new,
  mix = zobrist.mix,
  content_hash = content.hash_or_fail,
  searches = searcher.searches,
  accept_state = searcher.accept_state,
  is_lost = searcher.is_lost,
  options = option_table.describe,
  accepts = option_table.accepts,
  game_fields = options.game_fields,
  meaning = searcher.meaning,
  slicing = searcher.slicing,
  clock = limits.now,
  set_clock = limits.set_clock,
  CHANCES_MAX = outcomes.CHANCES_MAX,
  CUTOFFS_DEPTH = child_keys.CUTOFFS_DEPTH,
  PLAYERS_MAX = maxn.PLAYERS_MAX,
  PROBABILITY_TOLERANCE = outcomes.PROBABILITY_TOLERANCE,
}
