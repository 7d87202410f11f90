-- What is done once a search about the root's moves, for the C module, which asks for it when an option first needs it.
-- Private; `alphabeta` loads this.

local PACKAGE = (... or "alphabeta.root.main"):match "^(.*)%.[^.]*$"
local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

local globals = require(LIBRARY .. ".common.globals")

local find, next, require, type = string.find, next, require, type
local loaded = globals.field(globals.package, "loaded") or {}

-- Lua 5.1 would not load again what an error of a debug hook has kept from being loaded: there is a mark in its place.
local function forget_marks()
  for name, module in next, loaded do
    local is_whole = type(module) == "table" or type(module) == "function"
    if not is_whole and find(name, LIBRARY .. ".", 1, true) == 1 then loaded[name] = nil end
  end
end

if globals.jit then globals.jit.off(forget_marks) end -- see traversal.lua

-- Lets a core module load its functions.
-- @tparam table core
return function(core)
  core.set_root(function()
    forget_marks()
    local ranking, selection = require(PACKAGE .. ".ranking"), require(PACKAGE .. ".selection")
    return {
      take = selection.take, mistake_at_chance = selection.mistake_at_chance,
      result = ranking.result, for_level = ranking.for_level, place = ranking.place,
    }
  end)
end
