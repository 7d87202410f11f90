-- Makes a pool of helpers in threads of the module's own. Internal: this is `alphabeta.pool`, which loads it with the
-- first pool.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core = require "alphabeta.core"

-- Makes a pool. Returns nil and what is wrong if an option is.
return function(given)
  if not core.threads then return nil, "alphabeta.pool: needs the C module" end
  local made, message = use "pool.pool".new(given, use "pool.threads".start)
  if not made then return nil, "alphabeta.pool: " .. message end
  return made
end
