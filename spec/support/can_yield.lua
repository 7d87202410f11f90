--- Whether functions that a search calls can yield through `pcall` of whoever calls it: with the engine in Lua, on Lua
-- 5.2 and later, and on LuaJIT.
-- @module spec.support.can_yield

return require "alphabeta"._ENGINE == "Lua" and (_VERSION ~= "Lua 5.1" or rawget(_G, "jit") ~= nil)
