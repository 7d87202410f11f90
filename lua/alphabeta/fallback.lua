--- The engine in Lua, for hosts that load no C modules.
--
-- `require "alphabeta"` uses it if the library of the C module is not found. If this module is required before
-- `alphabeta`, it is always used. The result is the module @{alphabeta}, which `require "alphabeta"` and the tools then
-- use, too. To get the C module or an error, require `alphabeta.core` before `alphabeta`.
--
-- It finds the same values as the C module, and a best move, see the chapter "Without a C module".
-- @{alphabeta.searcher:save}, @{alphabeta.searcher:load}, @{alphabeta.table} and @{alphabeta.pool} are missing: they
-- need the C module.
--
-- @module alphabeta.fallback
-- @license MIT
local LIBRARY = (...):match "^(.*)%."
local use = require(LIBRARY .. ".use")

local globals, core = use("common.globals", "fallback.core")

local loaded = globals.field(globals.package, "loaded") or {}
if loaded["alphabeta.core"] ~= nil and loaded["alphabeta.core"] ~= core then
  error("alphabeta.fallback: the C module is loaded already: require alphabeta.fallback before alphabeta", 0)
end
loaded["alphabeta.core"] = core

return require(LIBRARY)
