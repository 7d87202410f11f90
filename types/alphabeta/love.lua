---@meta alphabeta.love
-- The module in LÖVE: what it returns is the module `alphabeta`, with a field more.
-- luacheck: ignore 212

---The module, in LÖVE.
---@class alphabeta
---@field love alphabeta.Love
local alphabeta = require "alphabeta"

---What the module has for LÖVE.
---@class alphabeta.Love
local love = {}

---Makes a pool with threads of LÖVE as helpers. `alphabeta.pool` is this function, too.
---@param options alphabeta.PoolOptions
---@return alphabeta.Pool
function love.pool(options) end

alphabeta.love = love

return alphabeta
