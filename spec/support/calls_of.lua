--- Searches a game and says which calls it makes.
-- @module spec.support.calls_of

local alphabeta = require "alphabeta"
local wrap = require "spec.support.wrap"

--- The calls as lines: the callback's name and its arguments. Nodes go by their path, and a state by the node that it
-- is at.
-- @tparam table game of spec.support.tree, or one like it
-- @param state
-- @tparam number depth
-- @tparam table options
-- @treturn {string,...}
return function(game, state, depth, options)
  local calls = {}
  local watched = wrap.before(game, function(name, ...)
    local line = { name }
    for i = 1, name == "moves" and 1 or select("#", ...) do
      local argument = select(i, ...)
      line[i + 1] = type(argument) == "table" and argument.node.name or tostring(argument)
    end
    calls[#calls + 1] = table.concat(line, " ")
  end)
  alphabeta.search(state, depth, wrap.replace(options, { game = watched }))
  return calls
end
