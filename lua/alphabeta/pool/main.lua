-- Makes a pool of helpers in threads of the module's own. Internal: this is `alphabeta.pool`, which loads it with the
-- first pool.

local POOL = (... or "alphabeta.pool.main"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local core = require "alphabeta.core"

-- Makes a pool. Returns nil and what is wrong if an option is.
return function(given)
  if not core.threads then return nil, "alphabeta.pool: needs the C module" end
  local made, message = require(POOL .. ".pool").new(given, require(POOL .. ".threads").start)
  if not made then return nil, "alphabeta.pool: " .. message end
  return made
end
