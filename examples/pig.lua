--- Pig: how well a search plays against the rule of thumb to hold at 20. How often it wins is not sampled, but
-- computed: the search chooses a move in every position, and the probabilities of winning follow.
--
--     lua pig.lua [points that win, 30 when not given] [depth, 3]

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local pig = require "games.pig"

local SIDES, THUMB = 6, 20
local PRECISION = 1e-9

local goal, depth = tonumber(arg[1] or 30), tonumber(arg[2] or 3)
if not goal or not depth or goal < 2 then
  io.stderr:write("usage: lua pig.lua [points] [depth]\n")
  os.exit(1)
end

local function hold_at_20(_, _, total)
  return total < THUMB
end

-- What the search does: true to roll.
local ai = alphabeta.new(pig.hashed, {value_min = -pig.WIN, value_max = pig.WIN})
local searches, nodes = 0, 0

local function search(mine, theirs, total)
  local state = pig.new(goal)
  state[1], state[2], state.total = mine, theirs, total
  local move, _, info = ai:search(state, depth)
  searches, nodes = searches + 1, nodes + info.nodes
  return move == "roll"
end

-- How likely the first player wins when one decides by one function and the other by another. Scores grow, so what
-- follows is known before, but for the exchange of turns that bring nothing: that is repeated until it changes no more.
local function first_wins(one, other)
  local policies, wins = {one, other}, {{}, {}} -- wins[who][own score][other's score], at the beginning of a turn
  for who = 1, 2 do
    for score = 0, goal - 1 do wins[who][score] = {} end
  end

  -- What a player does in a turn, by its total: true to roll, false to hold; nil for totals that do not come about.
  local function plan(who, mine, theirs)
    local rolls, comes_about = {}, {[0] = true}
    for total = 0, goal - mine - 1 do
      if comes_about[total] then
        rolls[total] = total == 0 or policies[who](mine, theirs, total)
        for face = 2, rolls[total] and SIDES or 0 do comes_about[total + face] = true end
      end
    end
    return rolls
  end

  -- How likely the player wins at the beginning of the turn, given how likely the other does when it brings nothing.
  local function turn(who, rolls, mine, theirs, other_wins)
    local by_total = {}
    for total = goal - mine - 1, 0, -1 do
      if rolls[total] then
        local sum = 1 - other_wins
        for face = 2, SIDES do sum = sum + (by_total[total + face] or 1) end
        by_total[total] = sum / SIDES
      elseif rolls[total] == false then
        by_total[total] = 1 - wins[3 - who][theirs][mine + total]
      end
    end
    return by_total[0]
  end

  for sum = 2 * goal - 2, 0, -1 do
    for a = math.max(0, sum - goal + 1), math.min(goal - 1, sum) do
      local b = sum - a
      local plan_a, plan_b = plan(1, a, b), plan(2, b, a)
      local a_wins, b_wins = 0, 0
      local before
      repeat
        before = a_wins
        a_wins = turn(1, plan_a, a, b, b_wins)
        b_wins = turn(2, plan_b, b, a, a_wins)
      until math.abs(a_wins - before) < PRECISION
      wins[1][a][b], wins[2][b][a] = a_wins, b_wins
    end
  end
  return wins[1][0][0]
end

local function report(what, first, second)
  print(("  %-28s %5.2f %5.2f %5.2f"):format(what, 100 * first, 100 * second, 50 * (first + second)))
end

print(("Games of Pig to %d that are won, in percent:\n%42s"):format(goal, "first second mean"))
local even = first_wins(hold_at_20, hold_at_20)
report("hold at 20 against itself", even, 1 - even)
report(("depth %d against hold at 20"):format(depth),
  first_wins(search, hold_at_20), 1 - first_wins(hold_at_20, search))
print(("%d searches, %d nodes"):format(searches, nodes))
