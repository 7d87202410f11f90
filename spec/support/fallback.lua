--- Lets the specs run with the engine in Lua: with ALPHABETA_ENGINE=Lua in the environment, busted's helper loads this.
-- What this engine does not have, or does otherwise, is skipped by name, in the one list that is here: a part of the
-- full name of a test, or of the name of a group of tests.
-- @module spec.support.fallback

local busted = require "busted"

package.preload["alphabeta.core"] = function() return require "alphabeta.fallback.core" end

-- Why, and what.
local SKIPPED = {
  {"tables are neither written nor read", {
    "A saved table",
    "A searcher's table",
    "A file that is saved",
    "The opening book",
    "a table that is saved and loaded",
  }},
  {"there are no shared tables", {"A shared table", "shared table"}},
  {"there are no threads", {"A pool", "alphabeta.pool"}},
  {"searchers and keys are tables", {
    "options that are a searcher",
    "reversi with keys is the same after every move",
    "A new key returns how many features it has",
    "A key shares its features",
    "The memory of a key",
  }},
  {"memory is Lua's own, and is measured otherwise", {
    "What make returns costs no memory",
    "makes no garbage of its own for a node",
    "is memory of the searcher's, which grows with what is searched",
    "A table larger than the memory of the process",
  }},
  {"the engine is Lua's: its modules are loaded, too", {
    "loads itself, the C module, what looks for globals and at LuaJIT",
    "loads a tool from where the folder lies",
    "loads what it does about the root's moves",
    "The C module without alphabeta",
  }},
  {"each search begins with an empty tree", {
    "The tree that 'uct' keeps is kept when the state can be read", "keeps the tree from move to move",
  }},
  {"random games try no winning moves first", {"tries winning moves first in random games"}},
  {"depth is limited by Lua's stack", {"The greatest depth"}},
  {"functions may yield on Lua 5.1, too", {"A callback that yields"}},
  {"find_move is not called, nor evaluate_move in max^n: they only save calls", {"find_move"}},
  {"a node that is searched again asks the game again", {
    "A node is asked once at most for each thing",
    "move_id is called for the root's moves once only in deepening",
  }},
  {"how many nodes there are, and their order, is the C module's own", {
    "signature", "tries child states as they are listed", "Killers come before the game's order",
    "move_id is called for the moves at the root and where two plies are left",
    "keeps what an iteration has proved that was given up for a lower one",
    "is found again by the other's, in few nodes",
  }},
}

-- The names of the groups that are being read, the outermost first.
local groups = {}

-- Why a test is skipped; nil where it is not.
local function reason_to_skip(name)
  local whole = table.concat(groups, " ") .. " " .. tostring(name)
  for _, row in ipairs(SKIPPED) do
    for _, part in ipairs(row[2]) do
      if whole:find(part, 1, true) then return row[1] end
    end
  end
  return nil
end

-- What else busted does with a message that it sends: it goes on to others.
local function go_on() return nil, true end

busted.subscribe({"describe", "start"}, function(group)
  groups[#groups + 1] = tostring(group.name)
  return go_on()
end)

busted.subscribe({"describe", "end"}, function()
  groups[#groups] = nil
  return go_on()
end)

busted.subscribe({"register", "it"}, function(name)
  if not reason_to_skip(name) then return go_on() end
  busted.pending(name)
  return nil, false
end, {priority = 1})
