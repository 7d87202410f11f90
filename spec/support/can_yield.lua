--- Whether a game's functions can yield: on Lua 5.2 and later, and on LuaJIT.
-- @module spec.support.can_yield

return _VERSION ~= "Lua 5.1" or rawget(_G, "jit") ~= nil
