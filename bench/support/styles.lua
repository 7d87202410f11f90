--- A game in place, converted to the other styles.
-- @module bench.support.styles

local styles = {}

-- A copy of a state, one level deep but for what `make` changes in tables of its own.
local function copy_of(state, nested)
  local copy = {}
  for name, value in pairs(state) do copy[name] = value end
  for _, name in ipairs(nested) do
    local inner = {}
    for key, value in pairs(state[name]) do inner[key] = value end
    copy[name] = inner
  end
  return copy
end

-- What does not depend on the style.
local function rest_of(game)
  return {player = game.player, is_over = game.is_over, hash = game.hash, evaluate = game.evaluate}
end

styles["in place"] = function(game, order)
  local styled = rest_of(game)
  styled.moves, styled.make, styled.unmake = game.moves, game.make, game.unmake
  styled.order = order
  return styled
end

styles["copying"] = function(game, order, nested)
  local styled = rest_of(game)
  styled.moves, styled.order = game.moves, order
  function styled.play(state, move)
    local copy = copy_of(state, nested)
    game.make(copy, move)
    return copy
  end
  return styled
end

styles["children"] = function(game, order, nested)
  local styled = rest_of(game)
  function styled.children(state)
    local list = {}
    for i, move in ipairs(game.moves(state)) do
      local child = copy_of(state, nested)
      game.make(child, move)
      child.last = move
      list[i] = child
    end
    return list
  end
  function styled.order(state, child) return order(state, child.last) end
  function styled.move_id(_, child) return child.last end
  return styled
end

--- The names of the three styles.
styles.NAMES = {"in place", "copying", "children"}

--- A game with everything that a search may ask for, in a style. Children need `move_id`; moves that are integers do
-- not.
-- @tparam string style
-- @tparam table game rules in place, whose moves are small integers
-- @tparam function order its `order`
-- @tparam {string,...} nested the fields of a state that are tables which `make` changes
-- @treturn table a game
function styles.convert(style, game, order, nested)
  return styles[style](game, order, nested)
end

return styles
