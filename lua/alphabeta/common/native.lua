-- Rules in C, with the engine in Lua: if the C module exists, too, it makes the game, and the engine calls the rules
-- through their functions in Lua. Internal: `alphabeta.native` is this if the engine in Lua was chosen.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core = require "alphabeta.core"
local globals = use "common.globals"

local loaded = globals.field(globals.package, "loaded") or {}

-- Makes the game. Returns nil and what is wrong if there is no C module, or the handle is wrong.
return function(handle)
  loaded["alphabeta.core"] = nil
  local is_loaded, module = pcall(require, "alphabeta.core")
  loaded["alphabeta.core"] = core
  if not is_loaded or not module.native then return nil, "alphabeta.native: needs the C module" end
  core.native_bytes = module.native_bytes -- for the tools
  local is_made, game = pcall(module.native, handle)
  if not is_made then return nil, game end
  return game
end
