-- What lua_native_fuzz.c does with an input: a game without some of its functions, a search by options, its slices, and
-- calls of the game's functions from Lua. An error is as good as a result, if it is the module's.

package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
local alphabeta = require "alphabeta"
-- Before memory runs short: Lua 5.1 would not load them again.
require "alphabeta.root.ranking"
require "alphabeta.root.selection"
require "alphabeta.playouts.aside"
require "alphabeta.playouts.lists"
require "alphabeta.playouts.states"
require "alphabeta.playouts.values"

-- LuaJIT's compiler does not survive a request for memory that is refused, with or without this module.
if jit then jit.off() end

-- What a game may do without.
local NAMES = {"player", "order", "hash", "is_over", "result", "noisy", "chances", "evaluate"}
local ALGORITHMS = {"alphabeta", "pvs", "mtdf", "minimax", "maxn", "uct"}

-- Calls a function; returns what it does, or false for an error.
local function attempt(f, ...)
  local ok, err = pcall(f, ...)
  if ok then return err end
  local text = tostring(err)
  local is_own = text:find "alphabeta" or text:find "^searcher:" or text:find "not enough memory"
  if not is_own then error(text, 0) end
  return false
end

-- Plays an input: `byte()` is its next byte, `refuse(n)` lets the n-th request for memory fail.
return function(handle, byte, refuse)
  local game = alphabeta.native(handle)
  for _, name in ipairs(NAMES) do if byte() >= 160 then game[name] = nil end end
  local options = {depth = byte() % 5, algorithm = ALGORITHMS[byte() % 10 + 1], nodes = 300,
    deepening = byte() % 3 == 0 or nil, multipv = byte() % 8 == 0 and "all" or nil,
    win = byte() % 8 == 0 and 6 or nil, table = byte() % 3 == 0 and 0 or nil}
  refuse(byte() >= 200 and byte() or 0)
  local state = attempt(game.new)
  local ai = state and attempt(alphabeta.new, game, options)
  if not ai then return refuse(0) end
  for _ = 1, 3 do
    attempt(ai.search, ai, state)
    attempt(ai.start, ai, state)
    for _ = 1, 20 do if attempt(ai.step, ai, {nodes = byte() % 32 + 1}) ~= false then break end end
    attempt(ai.stop, ai)
    attempt(ai.best, ai)
    refuse(0)
  end
  for _, move in ipairs(attempt(game.moves, state) or {}) do attempt(game.play, state, move) end
  attempt(tostring, state)
  attempt(game.read, "x")
  attempt(ai.close, ai)
end
