-- Functions of a game that go with others: without these, no search ever calls them. Internal: the front and
-- `alphabeta.check` use it.

local type = type

local companions = {}

local function lack(game, name, companion)
  if not game[name] or game[companion] then return nil end
  return ("callback '%s': expected a function, which goes with '%s', got nil"):format(companion, name)
end

-- Functions about moves, in a game of child states.
local function excess(game, name)
  if not game[name] then return nil end
  return ("callback '%s': expected none in a game with 'children', got %s"):format(name, type(game[name]))
end

-- Finds a function that no search of a game can call, by the functions of the game and its `style`. Returns what is
-- wrong with it; nil if there is none.
function companions.mistake(game)
  local message
  if game.style == "in place" then message = lack(game, "pass", "unpass") end
  if game.style == "children" then
    message = lack(game, "find_move", "move_id") or excess(game, "evaluate_move") or excess(game, "deal")
  end
  return message or lack(game, "evaluate_move", "evaluate") or lack(game, "seen", "deal")
end

return companions
