--- Games whose rules are written in C: the graph of spec/c/lua_native_games.c, and connect four, which is there in Lua,
-- too.

local connect4 = require "games.connect4"

local native_games = {}

-- The libraries, where they are built: see the Makefile. Other builds of the module go without.
local is_here, library = pcall(require, "native_games")
local has_rules, rules = pcall(require, "connect4_rules")
native_games.is_here = is_here and has_rules
if native_games.is_here then
  native_games.library, native_games.handles = library, {graph = library.graph, connect4 = rules}
end

--- Connect four in Lua: with keys and an order.
native_games.connect4 = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed})

return native_games
