--- Small games solved without a search, and without the rules in `examples/games`: what is exact, for others to agree
-- with.
-- @module spec.support.solutions

local solutions = {}

-- Changes of a probability that are no longer worth another round.
local PRECISION = 1e-15

--- Pig, by value iteration (Neller and Presser 2004): positions depend on others with as many points in both scores
-- together or more. Only the two where the scores are exchanged depend on each other, so those are iterated pair by
-- pair.
-- @tparam number goal points that win
-- @tparam number sides of the die
-- @treturn function wins(mine, theirs, total): the probability that the player to roll or hold wins, best play on both
--   sides; 1 when the total reaches the goal
function solutions.pig(goal, sides)
  local known = {} -- known[mine][theirs][total]
  for mine = 0, goal - 1 do known[mine] = {} end

  local function wins(mine, theirs, total)
    if mine + total >= goal then return 1 end
    return known[mine][theirs][total]
  end

  -- The probabilities of a turn, by its total, when it is known what the opponent makes of a turn after nothing.
  local function turn(mine, theirs, other_wins)
    local by_total = {}
    for total = goal - mine - 1, 0, -1 do
      local rolling = 1 - other_wins
      for face = 2, sides do rolling = rolling + (by_total[total + face] or 1) end
      rolling = rolling / sides
      local holding = total > 0 and 1 - wins(theirs, mine + total, 0) or 0
      by_total[total] = math.max(rolling, holding)
    end
    return by_total
  end

  for sum = 2 * goal - 2, 0, -1 do
    for mine = math.max(0, sum - goal + 1), math.floor(sum / 2) do
      local theirs = sum - mine
      local mine_wins, theirs_wins = 0, 0
      local change
      repeat
        known[mine][theirs] = turn(mine, theirs, theirs_wins)
        change = math.abs(known[mine][theirs][0] - mine_wins)
        mine_wins = known[mine][theirs][0]
        known[theirs][mine] = turn(theirs, mine, mine_wins)
        change = math.max(change, math.abs(known[theirs][mine][0] - theirs_wins))
        theirs_wins = known[theirs][mine][0]
      until change < PRECISION
    end
  end
  return wins
end

--- The race, by recursion over both players' checkers.
-- @tparam number sides of a die
-- @tparam boolean doubles whether equal dice are played twice each
-- @treturn function wins(mine, theirs): the probability that the player to throw wins, best play on both sides; both
--   are arrays of the points that the checkers are on, highest first
function solutions.race(sides, doubles)
  -- All that one die can make of the checkers.
  local function play(checkers, die)
    local found = {}
    for i, point in ipairs(checkers) do
      if point ~= checkers[i - 1] and (point >= die or i == 1) then
        local after = {}
        for j, other in ipairs(checkers) do
          if j ~= i then after[#after + 1] = other end
        end
        if point > die then after[#after + 1] = point - die end
        table.sort(after, function(a, b) return a > b end)
        found[#found + 1] = after
      end
    end
    return found
  end

  local function play_all(checkers, dice, i)
    if not dice[i] or not checkers[1] then return {checkers} end
    local found = {}
    for _, after in ipairs(play(checkers, dice[i])) do
      for _, last in ipairs(play_all(after, dice, i + 1)) do found[#found + 1] = last end
    end
    return found
  end

  local known = {}
  local function wins(mine, theirs)
    if not theirs[1] then return 0 end
    local name = table.concat(mine, " ") .. ":" .. table.concat(theirs, " ")
    if not known[name] then
      local sum = 0
      for first = 1, sides do
        for second = 1, sides do
          local best = 0
          local afters = first == second and doubles and {play_all(mine, {first, first, first, first}, 1)}
            or {play_all(mine, {first, second}, 1), play_all(mine, {second, first}, 1)}
          for _, list in ipairs(afters) do
            for _, after in ipairs(list) do best = math.max(best, 1 - wins(theirs, after)) end
          end
          sum = sum + best
        end
      end
      known[name] = sum / sides ^ 2
    end
    return known[name]
  end
  return wins
end

--- Coins in a row, each player wanting as many as can be had; of moves that are equally good, the first is taken: the
-- fewest coins from the left, ..., then the fewest from the right.
-- @tparam {number,...} row
-- @tparam number players
-- @tparam number most coins that a turn takes
-- @treturn {number,...} what each player gets, the first to move first
-- @treturn number what the first takes: so many from the left, or the opposite of so many from the right
function solutions.coins(row, players, most)
  local known = {}

  -- What the coins from `left` to `right` bring: to who is to move, to the next, and so on.
  local function shares(left, right)
    if left > right then
      local nothing = {}
      for i = 1, players do nothing[i] = 0 end
      return nothing
    end
    local name = left .. " " .. right
    if not known[name] then
      local best
      local function try(from, to, next_left, next_right, move)
        local after, mine = shares(next_left, next_right), {move = move}
        for i = 1, players do mine[i % players + 1] = after[i] end
        for i = from, to do mine[1] = mine[1] + row[i] end
        if not best or mine[1] > best[1] then best = mine end
      end
      local count = math.min(most, right - left + 1)
      for take = 1, count do try(left, left + take - 1, left + take, right, take) end
      for take = 1, count do
        if take <= right - left then try(right - take + 1, right, left, right - take, -take) end
      end
      known[name] = best
    end
    return known[name]
  end

  local best = shares(1, #row)
  return best, best.move
end

--- Dots and boxes, by recursion over the sets of lines that are drawn.
-- @tparam number width
-- @tparam number height
-- @treturn function ahead(drawn): by how many boxes of those that are yet to come the player to move gets more than the
--   other; `drawn` is an array of booleans: the horizontal lines, row by row, then the vertical ones, row by row.
-- Without
--   it, that of the empty board
function solutions.dots_and_boxes(width, height)
  local across = width * (height + 1)
  local lines = across + (width + 1) * height

  -- The four sides of the box in a column and a row, both from 0.
  local function sides(column, row)
    local above, before = row * width + column + 1, across + row * (width + 1) + column + 1
    return {above, above + width, before, before + 1}
  end

  local boxes_at = {}
  for line = 1, lines do boxes_at[line] = {} end
  for row = 0, height - 1 do
    for column = 0, width - 1 do
      local box = sides(column, row)
      for _, line in ipairs(box) do table.insert(boxes_at[line], box) end
    end
  end

  local known = {}
  local function ahead(drawn, set)
    if known[set] then return known[set] end
    local best
    for line = 1, lines do
      if not drawn[line] then
        drawn[line] = true
        local completed = 0
        for _, box in ipairs(boxes_at[line]) do
          if drawn[box[1]] and drawn[box[2]] and drawn[box[3]] and drawn[box[4]] then completed = completed + 1 end
        end
        local after = ahead(drawn, set + 2 ^ (line - 1))
        local value = completed > 0 and completed + after or -after
        if not best or value > best then best = value end
        drawn[line] = false
      end
    end
    known[set] = best or 0
    return known[set]
  end

  return function(drawn)
    local copy, set = {}, 0
    for line = 1, lines do
      copy[line] = drawn and drawn[line] or false
      if copy[line] then set = set + 2 ^ (line - 1) end
    end
    return ahead(copy, set)
  end
end

--- The sliding puzzle, breadth first from the solved one.
-- @tparam number width
-- @tparam number height
-- @treturn {[string]=number} the fewest moves to solve each position that can be solved, by its tiles, row by row, with
--   commas between
-- @treturn {number,...} how many positions need 0 moves, 1, ...; at 0, 1, ...
function solutions.sliding(width, height)
  local count = width * height
  local start = {}
  for cell = 1, count do start[cell] = cell % count end
  local distances, census = {[table.concat(start, ",")] = 0}, {[0] = 1}
  local frontier, moves = {start}, 0
  while frontier[1] do
    moves = moves + 1
    local reached = {}
    for _, tiles in ipairs(frontier) do
      local empty = 1
      while tiles[empty] ~= 0 do empty = empty + 1 end
      for cell = 1, count do
        local columns = math.abs((cell - 1) % width - (empty - 1) % width)
        local rows = math.abs(math.floor((cell - 1) / width) - math.floor((empty - 1) / width))
        if columns + rows == 1 then
          local after = {}
          for i = 1, count do after[i] = tiles[i] end
          after[empty], after[cell] = tiles[cell], 0
          local name = table.concat(after, ",")
          if not distances[name] then
            distances[name] = moves
            reached[#reached + 1] = after
          end
        end
      end
    end
    if reached[1] then census[moves] = #reached end
    frontier = reached
  end
  return distances, census
end

return solutions
