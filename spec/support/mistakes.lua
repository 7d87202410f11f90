--- What people get wrong when they write a game, put into a game that is right: each mistake in all states, as one
-- would write it.
-- @module spec.support.mistakes

local wrap = require "spec.support.wrap"

local mistakes = {}

-- A game with some functions replaced.
local function with(game, functions) return setmetatable(functions, {__index = game}) end

-- The functions of a game that its search calls, in a table of their own.
local NAMES = {
  "moves", "make", "unmake", "play", "children", "evaluate", "result", "player", "is_over", "chances", "hash", "order",
  "move_id", "noisy", "evaluate_move",
}

local function own(game)
  local functions = {}
  for _, name in ipairs(NAMES) do functions[name] = game[name] end
  return functions
end

-- Whether the game is over, by what the search calls.
local function is_over(game, state)
  if game.is_over and game.is_over(state) then return true end
  if game.chances and game.chances(state) then return false end
  local list = game.moves(state)
  return list == nil or #list == 0
end

--- The mistakes. Each has a `name`, a function `apply(game, new)` that returns the broken game, and a function that
-- makes the state if that is another one; and the `kind` and `callback` of the finding that is expected, or the
-- `question` that is asked in its place or in its message. `options` are those of the check; `needs` is a function that
-- the game must have.
mistakes.LIST = {}

local function add(name, kind, callback, apply, more)
  mistakes.LIST[#mistakes.LIST + 1] = wrap.replace({name = name, kind = kind, callback = callback, apply = apply},
    more or {})
end

add("an evaluation that ignores `me`", "sign", "evaluate", function(game)
  return with(game, {evaluate = function(state) return game.evaluate(state, 1) end})
end)

add("an evaluation for the player to move", "sign", "evaluate", function(game)
  return with(game, {evaluate = function(state) return game.evaluate(state, game.player(state)) end})
end)

add("an evaluation for the root with view 'mover'", "sign", "evaluate", function(game) return with(game, {}) end,
  {for_two = true, options = {view = "mover"}})

add("a sign that is wrong throughout", "sign", "evaluate", function(game)
  return with(game, {evaluate = function(state, me) return -game.evaluate(state, me) end})
end, {question = "Is the sign wrong"})

add("a sign that is wrong at the end", "sign", "evaluate", function(game)
  return with(game, {evaluate = function(state, me)
    return is_over(game, state) and -game.evaluate(state, me) or game.evaluate(state, me)
  end})
end, {question = "Is the sign wrong at the end"})

add("a sign that is wrong before the end", "sign", "evaluate", function(game)
  return with(game, {evaluate = function(state, me)
    return is_over(game, state) and game.evaluate(state, me) or -game.evaluate(state, me)
  end})
end, {question = "Is the sign wrong"})

add("a `player` that is constant", "turn", "player", function(game)
  return with(game, {player = function() return 1 end})
end)

add("a `player` who has just moved", "sign", "evaluate", function(game)
  return with(game, {player = function(state) return 3 - game.player(state) end})
end, {question = "or does `player` return who has just moved?"})

add("a `max_player` that is never returned", "turn", "player", function(game)
  return with(game, {evaluate = function(state) return game.evaluate(state, 1) end})
end, {options = {view = "player", max_player = "1"}})

add("a state in local variables", "hidden", "make", function(game, new)
  local state = new()
  local function inside(f) return f and function(_, ...) return f(state, ...) end end
  local functions = {}
  for name, f in pairs(own(game)) do functions[name] = inside(f) end
  return functions, function() return {} end
end, {needs = "make"})

add("an `is_over` that does not know all ends", "answer", "is_over", function(game)
  return with(game, {result = game.evaluate, is_over = function() return false end, moves = function(state)
    return not is_over(game, state) and game.moves(state) or {}
  end, chances = game.chances and function(state)
    if not (game.is_over and game.is_over(state)) then return game.chances(state) end
  end})
end, {needs = "moves"})

add("a `move_id` that clashes", "clash", "move_id", function(game)
  local order = {}
  return with(game, {move_id = function(_, move)
    local text = tostring(move)
    if not order[text] then
      order[0] = (order[0] or 0) + 1
      order[text] = order[0]
    end
    return math.floor(order[text] / 2)
  end})
end, {needs = "moves"})

add("an `evaluate_move` that disagrees", "differs", "evaluate_move", function(game)
  return with(game, {evaluate_move = function(state, _, me) return game.evaluate(state, me) end})
end, {needs = "make"})

add("a `moves` that fills its array with something else", "differs", "moves", function(game)
  return with(game, {moves = function(state, list)
    local all = game.moves(state) or {}
    if not list then return all end
    for i, move in ipairs(all) do list[i] = move end
    return math.max(#all - 1, math.min(#all, 1))
  end})
end, {needs = "moves"})

return mistakes
