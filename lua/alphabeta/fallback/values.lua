-- The values of nodes that are not searched deeper: leaves, ends of the game, and the bounds of what a node can be
-- worth. Internal: the engine in Lua uses it. See search.lua for sides and indexes on the path.
--
-- `e.horizons` counts leaves of an iteration where the game may go on: a value found without one is true at every
-- greater depth. `e.skipped` counts the outcomes on the path, which are no plies. All values below the current node lie
-- between `e.low` and `e.high`.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, message = use("common.constant_rows", "front.message")

local abs, huge, max, min, type = math.abs, math.huge, math.max, math.min, type
local describe = message.describe

local values = {}

local MOBILITY_MAX, MOBILITY_UNIT = constants.MOBILITY_MAX, constants.MOBILITY_UNIT

-- Makes the functions of the search `e`. `turn` finds out which side moves at a state.
function values.new(e, turn)
  local path = e.path
  local enter, leave, value_at = path.enter, path.leave, path.value
  local evaluate_move, bounds, me, is_mover, mobility = e.evaluate_move, e.bounds, e.me, e.is_mover, e.mobility
  local has_movers, ignores_end = e.player ~= nil and is_mover, e.ignores_end
  local win, has_wins = e.win, e.win < huge
  local evaluates_leaves = e.evaluate and not e.asks_end and not mobility and not has_movers

  local own = {}

  -- Bounds ------------------------------------------------------------------------------------------------------------

  -- The best and the worst possible value of a node for the player on a side, if the game is not over before `at`.
  local function highest(side, at) return min(side > 0 and e.high or -e.low, win - (at - e.skipped)) end
  local function lowest(side, at) return max(side > 0 and e.low or -e.high, at - e.skipped - win) end
  own.highest, own.lowest = highest, lowest

  -- If no possible value of a node lies inside its window, returns a bound of them, in Max's view, and its end. `f` is
  -- the node that the search is at, if it is traced.
  function own.bound_of(side, alpha, beta, at, f)
    local most, least = highest(side, at), lowest(side, at)
    local a, b = side > 0 and alpha or -beta, side > 0 and beta or -alpha
    local value = a >= most and most or b <= least and least or nil
    if not value then return nil end
    if f then f:note("bounds", side * value, nil) end
    return side * value, has_wins and abs(value) == win - (at - e.skipped) and at - e.skipped or nil
  end

  -- The only possible value at a node and below it, unless it may be that of a won game; nil if there are others.
  function own.only_value(f)
    local low = e.low
    if low ~= e.high or abs(low) >= min(win, huge) then return nil end
    if f then f:note("bounds", low, 0) end
    return low
  end

  -- Asks for bounds of the values at a node and below it. A later win is worth less, so a lower bound above the least
  -- value of a win says nothing, nor does an upper bound if the game may be lost.
  function own.ask_bounds(s, side)
    path.note "bounds"
    local least, most = bounds(s, me)
    if type(least) ~= "number" or type(most) ~= "number" or not (least <= most) then
      path.reject("bounds", "expected the lowest value and the highest one, got %s and %s", describe(least),
        describe(most))
    end
    if is_mover and side < 0 then least, most = -most, -least end
    if e.scores_repetition then least, most = min(least, e.repetition), max(most, e.repetition) end
    local latest, lowest_of_all, highest_of_all = win - e.depth - e.quiescence, e.value_min, e.value_max
    local has_low = not (most >= win and least > latest) and least > lowest_of_all and least <= highest_of_all
    local has_high = not (least <= -win and most < -latest) and most < highest_of_all and most >= lowest_of_all
    e.low, e.high = has_low and least + 0.0 or lowest_of_all, has_high and most + 0.0 or highest_of_all
  end

  -- Ends and leaves ---------------------------------------------------------------------------------------------------

  -- Whether the search must find out at a leaf at the horizon whether the game is over there.
  function own.asks_end(at) return e.asks_end or (at == 0) == ignores_end and (at == 0 or e.horizons == 0) end
  local asks_end = own.asks_end

  -- What the mobility of a state adds to its value: a small part for its `count` moves less those of the node before.
  -- Where the same side has moved before, the difference means nothing.
  local function mobility_of(s, side, count, listed, parent_side)
    local gain = listed and count - listed or 0
    if gain == 0 then return 0 end
    if not is_mover then side = turn(s, side) end
    if side == parent_side then return 0 end
    local part = max(-MOBILITY_MAX, min(gain, MOBILITY_MAX)) * MOBILITY_UNIT
    return is_mover and part or part * side
  end

  -- A value as the search has it, and the ply of the end if it is that of a won game.
  local function decided(value, at)
    if has_wins and (value >= win or value <= -win) then
      local ply = at - e.skipped
      return value > 0 and win - ply or ply - win, ply
    end
    return value
  end

  -- The value of a state where the game is over, and its end.
  function own.end_value(s, side, at, has_turn, f)
    e.evaluations = e.evaluations + 1
    if is_mover and not has_turn then side = turn(s, side) end
    local value = value_at(s, true)
    local end_
    value, end_ = decided(is_mover and side * value or value, at)
    if f then
      f.is_known = false
      f:note("evaluate", value, 0)
    end
    return value, end_
  end

  -- The value of a state at the horizon and its end; then whether the game is over there, nil if that was not asked.
  -- `listed` is how many successors the node before has, where its player is on the side `parent_side`; `known_value`
  -- the evaluation, if it is known.
  local function leaf(s, side, at, listed, parent_side, has_turn, known_value)
    e.evaluations = e.evaluations + 1
    if is_mover and not has_turn and at > 0 then side = turn(s, side) end
    local over, count
    if asks_end(at) then
      over, count = path.is_game_over(s)
    end
    local value = not over and known_value or value_at(s, over)
    if not over then
      e.horizons = e.horizons + 1
      local part = mobility and count and mobility_of(s, side, count, listed, parent_side) or 0
      if part ~= 0 then value = max(min(value + part, e.value_max), e.value_min) end
    end
    if is_mover then value = side * value end
    local end_
    value, end_ = decided(value, at)
    return value, end_, over
  end
  own.leaf = leaf

  -- The value of a successor at the horizon by `evaluate_move`, as the search has values, and its end. The value is nil
  -- if `evaluate_move` is not called, or if the game may be over after the move: then its answer is the second result.
  local function value_move(s, move, side, at)
    local finds_end = e.asks_end or not ignores_end and e.horizons == 0
    if finds_end and not e.asks_end then return nil end
    path.note "evaluate_move"
    local value, over = evaluate_move(s, move, me)
    value = path.check_value("evaluate_move", value)
    if finds_end and (over or type(over) == "nil") then
      if not over then evaluate_move = nil end -- it does not know
      return nil, value
    end
    e.evaluations, e.horizons = e.evaluations + 1, e.horizons + 1
    return decided(is_mover and -side * value or value, at + 1)
  end

  -- The value of a successor as one at the horizon, and its end. `listed` is how many successors there are.
  local function value_child(s, move, index, side, at, listed)
    local value, end_, answer
    if evaluate_move and not has_movers then
      value, end_ = value_move(s, move, side, at)
      if value then return value, end_ end
      answer = end_
    end
    local child = enter(s, move, index)
    if evaluates_leaves and (ignores_end or e.horizons > 0) then -- in most games most leaves
      e.evaluations, e.horizons = e.evaluations + 1, e.horizons + 1
      value = value_at(child)
      leave(child)
      if is_mover then value = -side * value end
      if has_wins then return decided(value, at + 1) end
      return value
    end
    value, end_ = leaf(child, -side, at + 1, listed, side, false, answer)
    leave(child)
    return value, end_
  end
  own.value_child = value_child

  -- The value of a successor as one at the horizon, by which it is ordered: for the player on the side that moves.
  function own.rate(s, move, index, side, at)
    local before = e.horizons
    e.horizons = huge -- so no end is looked for, unless the game tells ends apart
    local value = value_child(s, move, index, side, at)
    e.horizons = before
    return side * value
  end

  return own
end

return values
