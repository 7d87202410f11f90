--- Games made from other games, by putting something around their callbacks: to record, to throw, to yield, to answer
-- wrongly, to collect garbage.
-- @module spec.support.wrap

local wrap = {}

-- The callbacks that may answer with an iterator.
local LISTERS = { moves = true, children = true, noisy = true }

--- A game whose callbacks are called by a function of the caller's; the iterators that it answers with are, too, by the
-- name "iterator".
-- @tparam table game
-- @tparam function around called as around(name, callback, ...) in place of each callback(...); its results are the
-- callback's
-- @treturn table the new game
function wrap.around(game, around)
  local wrapped = {}
  for name, callback in pairs(game) do
    wrapped[name] = function(...) return around(name, callback, ...) end
    if LISTERS[name] then
      wrapped[name] = function(...)
        local list = around(name, callback, ...)
        return type(list) == "function" and function(...)
          return around("iterator", list, ...)
        end or list
      end
    end
  end
  return wrapped
end

--- A game that announces its callbacks.
-- @tparam table game
-- @tparam function before called as before(name, ...) with the arguments of each callback before it runs
-- @treturn table the new game
function wrap.before(game, before)
  return wrap.around(game, function(name, callback, ...)
    before(name, ...)
    return callback(...)
  end)
end

local ZERO = { __index = function() return 0 end }

--- A game that counts the calls of its callbacks.
-- @tparam table game
-- @treturn table the new game
-- @treturn table how often each callback was called, by its name, and all of them together, `all`
function wrap.counted(game)
  local calls = setmetatable({}, ZERO)
  return wrap.before(game, function(name)
    calls[name], calls.all = calls[name] + 1, calls.all + 1
  end), calls
end

--- A game some of whose callbacks are others.
-- @tparam table game
-- @tparam table callbacks functions, by name, that take the place of the game's own
-- @treturn table the new game
function wrap.replace(game, callbacks)
  local replaced = {}
  for _, source in ipairs({ game, callbacks }) do
    for name, callback in pairs(source) do replaced[name] = callback end
  end
  return replaced
end

return wrap
