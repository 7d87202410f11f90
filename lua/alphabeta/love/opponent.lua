-- An opponent whose frames are those of LÖVE. Internal: this is `alphabeta.love.opponent`, which loads it with the
-- first opponent.

local PACKAGE = (... or "alphabeta.love.opponent"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere

local frames = require(PACKAGE .. ".love.frames")
local make = require(PACKAGE .. ".opponent")

-- Makes an opponent.
-- @tparam table options
-- @treturn ?table the opponent; nil when something is wrong
-- @return what is wrong then
return function(options)
  local opponent, message = make(options)
  if not opponent then return nil, (message:gsub("^alphabeta%.opponent", "alphabeta.love.opponent")) end
  opponent.on_close = frames.add(function(seconds, spent)
    if not opponent.is_closed then opponent:update(seconds, spent) end
  end)
  return opponent
end
