--- The engine in Lua, for hosts that load no C modules.
--
-- `require "alphabeta"` takes it by itself where the library of the C module is not found. This module takes it in any
-- case, if it is required before `alphabeta`: the result is the module @{alphabeta}, which `require "alphabeta"` and
-- the tools return and use from then on. To have the C module or an error, require `alphabeta.core` before `alphabeta`.
--
-- It searches the same nodes as the C module and returns the same results, see the chapter "Without a C module".
-- Missing are @{alphabeta.searcher:save}, @{alphabeta.searcher:load}, @{alphabeta.table} and @{alphabeta.pool}: they
-- need the C module.
--
-- @module alphabeta.fallback
-- @license MIT
local PACKAGE = (... or "alphabeta.fallback"):match "^(.*)%.[^.]*$" or "alphabeta" -- the folder may lie elsewhere

local globals = require(PACKAGE .. ".common.globals")
local core = require(PACKAGE .. ".fallback.core")

local loaded = globals.field(globals.package, "loaded") or {}
if loaded["alphabeta.core"] ~= nil and loaded["alphabeta.core"] ~= core then
  error("alphabeta.fallback: the C module is loaded already: require alphabeta.fallback before alphabeta", 0)
end
loaded["alphabeta.core"] = core

return require(PACKAGE)
