-- The engine in Lua: the functions of the C module `alphabeta.core`, for hosts that load no C modules. Internal: see
-- alphabeta.fallback.

local use = require((...):match "^(.*)%..*%." .. ".use")

if 2 ^ 24 + 1.0 == 2 ^ 24 then
  error("alphabeta: this Lua has numbers of 32 bits (LUA_FLOAT_FLOAT): build it with doubles", 0)
end

local content, limits, meaning = use("fallback.content", "fallback.limits", "front.meaning")
local option_table, searcher, zobrist = use("front.option_table", "fallback.searcher", "fallback.zobrist")

return {
  ENGINE = "Lua",
  engine = searcher.ENGINE,
  search = searcher.search_once,
  protect = searcher.protect,
  new = searcher.new,
  zobrist = zobrist.new,
  mix = zobrist.mix,
  content_hash = content.hash_or_fail,
  searches = searcher.searches,
  is_searching = searcher.is_searching,
  accept_state = searcher.accept_state,
  postpone = searcher.postpone,
  options = function() return use "front.option_texts".rows() end,
  accepts = function(name, value) return option_table.accepts(searcher.ENGINE, name, value) end,
  game_fields = function(...) return meaning.game_fields(searcher.ENGINE, ...) end,
  meaning = searcher.meaning,
  slicing = searcher.slicing,
  clock = limits.now,
  has_clock = function() return limits.clock ~= nil end,
  set_clock = limits.set_clock,
}
