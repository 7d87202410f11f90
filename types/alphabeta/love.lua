---@meta alphabeta.love
-- The module in LÖVE: what it returns is the module `alphabeta`, with a field more.
-- luacheck: ignore 212

local alphabeta = require "alphabeta"

---@class alphabeta.Love
local love = {}

---Makes a pool with threads of LÖVE as helpers. `alphabeta.pool` is this function, too.
---@param options alphabeta.PoolOptions
---@return alphabeta.Pool
function love.pool(options) end

alphabeta.love = love

return alphabeta
