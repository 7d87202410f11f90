--- Small random games of two players. A plain recursion finds who wins, how much, in how many plies. They have
-- extra turns, chance nodes, early ends, in several styles and views, and moves of several types.
-- @module spec.support.outcome_tree

local new_rng = require "spec.support.rng".new

local outcome_tree = {}

local SIZES = { { 1 }, { 1, 2, 30 }, { 0.25, 1e308, 5 }, { 1e-9, 7 } }

local function grow(rng, shape, plies, mover)
  local node = { mover = mover, kids = {} }
  if plies == 0 or rng:chance(shape.early) then
    node.result = rng:pick(shape.signs) * rng:pick(shape.sizes)
    return node
  end
  local count = rng:int(1, shape.width)
  if rng:chance(shape.chance) then
    node.chances = {}
    for i = 1, count do node.chances[i] = 1 / count end
  end
  local is_same = shape.alternates and node.chances
  for i = 1, count do
    node.kids[i] = grow(rng, shape, plies - 1, (is_same or rng:chance(shape.extra)) and mover or 3 - mover)
  end
  return node
end

--- Grows a game.
-- @tparam Rng rng
-- @tparam[opt] table shape any of `chance` and `extra`, the shares of chance nodes and of extra turns, `signs` and
-- `sizes` of the results that may occur, `plies`, and `alternates`: after an outcome the same player moves as before
-- it; the rest is drawn
-- @treturn table the root, a node: the `mover`, 1 or 2; its `kids`; of an end the `result` for player 1; of a chance
-- node the `chances` of the kids
function outcome_tree.new(rng, shape)
  shape = shape or {}
  local root
  repeat
    root = grow(rng, {
      early = rng:pick { 0, 0.1, 0.3 }, extra = shape.extra or rng:pick { 0, 0.3 }, chance = shape.chance or 0,
      width = rng:int(1, 4), sizes = shape.sizes or rng:pick(SIZES), alternates = shape.alternates,
      signs = shape.signs or rng:pick { { 1, 0, -1 }, { 1, -1 }, { 0, -1 }, { 1, 1, 1, -1 }, { 0 } },
    }, shape.plies or rng:int(1, 6), rng:int(1, 2))
  until root.kids[1] and not root.chances
  return root
end

local function sign_of(value) return value > 0 and 1 or value < 0 and -1 or 0 end

--- What a node is worth for player 1, if both play well: the mean of the signs of the ends; the `result`, if there is
-- no chance; and, where nothing depends on chance, in how many plies the game ends, if its winner hurries and its loser
-- holds out. A result counts less than a sign, and plies less than both.
-- @tparam table node
-- @treturn table with `sign`, `result` and `plies`
function outcome_tree.solve(node)
  if node.result then return { sign = sign_of(node.result), result = node.result, plies = 0 } end
  local kids, own = {}, node.mover == 1 and 1 or -1
  for i, kid in ipairs(node.kids) do kids[i] = outcome_tree.solve(kid) end
  local found = { sign = -2 * own, result = -math.huge * own, plies = 0 }
  if node.chances then found.sign, found.result = 0, 0 end
  for i, kid in ipairs(kids) do
    if node.chances then
      found.sign = found.sign + kid.sign * node.chances[i]
    else
      local wins = kid.sign * own > 0
      if kid.sign * own > found.sign * own then
        found.sign, found.plies = kid.sign, kid.plies + 1
      elseif kid.sign == found.sign then
        found.plies = (wins and math.min or math.max)(found.plies, kid.plies + 1)
      end
      found.result = own * math.max(own * found.result, own * kid.result)
    end
  end
  return found
end

--- A way in which a game is written: names of `STYLES`, `VIEWS` and `LABELS`.
outcome_tree.STYLES = { "copying", "children", "in place" }
outcome_tree.VIEWS = { "max", "low", "mover", "player", "alternating" }
outcome_tree.LABELS = { "number", "string", "table", "fraction", "boolean" }

local LABEL = {
  number = function(i) return i end, string = function(i) return "move " .. i end,
  table = function(i) return { at = { i } } end, fraction = function(i) return i / 8 end,
  boolean = function(i) return i == 1 end, -- of two moves, or fewer
}

local PLACE = {
  number = function(move) return move end, string = function(move) return tonumber(move:match "%d+") end,
  table = function(move) return move.at[1] end, fraction = function(move) return move * 8 end,
  boolean = function(move) return move and 1 or 2 end,
}

local function has_two(node)
  for _, kid in ipairs(node.kids) do
    if not has_two(kid) then return false end
  end
  return #node.kids <= 2
end

local function takes_turns(node)
  for _, kid in ipairs(node.kids) do
    if (kid.mover == node.mover) ~= (node.chances ~= nil) or not takes_turns(kid) then return false end
  end
  return true
end

-- The functions that make moves, in a style. A state in place is {node = node}, a node otherwise.
local function with_moves(game, style, label, at)
  local function list(state)
    local moves = {}
    for i = 1, #at(state).kids do moves[i] = LABEL[label](i) end
    return moves
  end
  if style == "children" then
    game.children = function(state) return at(state).kids end
  elseif style == "copying" then
    game.moves, game.play = list, function(state, move) return state.kids[PLACE[label](move)] end
  else
    game.moves = list
    game.make = function(state, move)
      local before = state.node
      state.node = before.kids[PLACE[label](move)]
      return before
    end
    game.unmake = function(state, _, before) state.node = before end
  end
end

--- Writes a game of a tree.
-- @tparam table root
-- @tparam string style
-- @tparam string view "low": values are good for the other player, with the option `maximize = false`; "alternating":
-- there is no `player`, if the game allows that, or else as "max"
-- @tparam string label what moves are; "boolean" as "number" where there are more than two
-- @tparam boolean tests_end whether there is `is_over`
-- @treturn table the game
-- @return its first state
-- @treturn table options
-- @treturn function the index of a move, from the move
function outcome_tree.write(root, style, view, label, tests_end)
  if style == "children" or label == "boolean" and not has_two(root) then label = "number" end
  if view == "alternating" and not takes_turns(root) then view = "max" end
  local function at(state) return style == "in place" and state.node or state end
  local game, options = {}, {}
  with_moves(game, style, label, at)
  if view ~= "alternating" then game.player = function(state) return at(state).mover end end
  if tests_end then game.is_over = function(state) return at(state).result ~= nil end end
  game.chances = function(state)
    local node, outcomes = at(state), {}
    for i, probability in ipairs(node.chances or {}) do
      outcomes[i] = {
        probability = probability, outcome = style == "children" and node.kids[i] or LABEL[label](i),
      }
    end
    return node.chances and outcomes
  end
  function game.result(state, me)
    local node, player = at(state), me
    if view == "alternating" then player = root.mover end
    if view == "mover" then player = node.mover end
    if view == "player" then player = 2 end
    local own = player == 1 and node.result or -node.result
    return view == "low" and -own or own
  end
  if view == "low" then options.maximize = false end
  if view == "mover" then game.view = view end
  if view == "player" then game.view, game.max_player = view, 2 end
  local function index_of(move)
    if style ~= "children" then return PLACE[label](move) end
    for i, kid in ipairs(root.kids) do
      if kid == move then return i end
    end
  end
  return game, style == "in place" and { node = root } or root, options, index_of
end

--- Draws a random game, and how it is written.
-- @tparam number seed
-- @tparam number chance the share of games with chance nodes
-- @treturn table `rng`; `root`; `has_chance`; and a function `write`, which takes a style and returns what
-- `outcome_tree.write` does
function outcome_tree.trial(seed, chance)
  local rng = new_rng(seed)
  local trial = { rng = rng, has_chance = rng:chance(chance) }
  trial.root = outcome_tree.new(rng, { chance = trial.has_chance and 0.2 or 0 })
  local view, label, tests_end = rng:pick(outcome_tree.VIEWS), rng:pick(outcome_tree.LABELS), rng:chance(0.5)
  function trial.write(style)
    local game, state, options, index_of = outcome_tree.write(trial.root, style, view, label, tests_end)
    if not trial.has_chance then game.chances = nil end
    return game, state, options, index_of
  end
  return trial
end

return outcome_tree
