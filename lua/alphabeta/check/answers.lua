-- What the functions of a game answer: is it what it is to be? Internal: `alphabeta.check` uses it.
--
-- Each function is given the position where the game was asked. A wrong answer is put down as a finding there, and ends
-- the walk when there is nothing to go on with.

local CHECK = (... or "alphabeta.check.answers"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"

local core = require "alphabeta.core"
local rules = require(PACKAGE .. ".rules")
local snapshot = require(CHECK .. ".snapshot")

local abs, huge, max, type = math.abs, math.huge, math.max, type
local describe, is_integer = rules.describe, rules.is_integer
local text_of = snapshot.text

local answers = {}

-- An iterator may return so many moves.
local MAX_DRAWN = 100000

-- Players that max^n tells apart.
local MAX_PLAYERS = 16

-- How far the sum of probabilities may be from 1; the search allows for as much.
local TOLERANCE = 1e-6

local ZOBRIST = debug.getmetatable(core.zobrist(1))

-- Draws all moves from an iterator.
local function drain(position, name, draw_one)
  local list, n = {}, 0
  while true do
    local ok, move = pcall(draw_one)
    if not ok then position:fail(nil, name, "its iterator raises an error: ", move) end
    if move == nil then return list end
    n = n + 1
    list[n] = move
    if n > MAX_DRAWN then position:reject(nil, name, "an iterator that ends", "more than " .. MAX_DRAWN) end
  end
end

-- The list of moves, or of children.
-- @tparam table position
-- @tparam string name the function that was asked
-- @param answer
-- @treturn table an array; empty when there are none
-- @treturn boolean whether it came from an iterator
function answers.list(position, name, answer)
  if answer == nil then return {}, false end
  if type(answer) == "function" then return drain(position, name, answer), true end
  if type(answer) ~= "table" then position:reject(nil, name, "an array, an iterator or nil", describe(answer)) end
  local n = #answer
  for i = 1, n do
    if answer[i] == nil then
      position:reject(nil, name, "an array without holes", ("nil at index %d of %d"):format(i, n))
    end
  end
  for key in next, answer do
    if is_integer(key) and key > n then
      position:reject(nil, name, "an array without holes",
        ("nil at index %d, and an entry at index %d"):format(n + 1, key))
    end
  end
  return answer, false
end

-- What luck may bring.
-- @tparam table position
-- @param answer
-- @treturn ?table an array; nil where luck does not move
function answers.outcomes(position, answer)
  if answer == nil then return nil end
  if type(answer) ~= "table" then position:reject(nil, "chances", "an array or nil", describe(answer)) end
  local n, sum = #answer, 0
  if n == 0 then position:reject(nil, "chances", "at least one outcome", "an empty array") end
  for i = 1, n do
    local probability
    if type(answer[i]) == "table" then probability = answer[i].probability end
    if type(probability) ~= "number" or probability ~= probability or probability < 0 then
      position:reject(nil, "chances", "a probability of 0 or more at index " .. i, describe(probability))
    end
    if answer[i].outcome == nil then position:reject(nil, "chances", "an outcome at index " .. i, "nil") end
    sum = sum + probability
  end
  if abs(sum - 1) > TOLERANCE then
    position:found("probability", "chances", nil,
      ("expected probabilities that add up to 1, got a sum of %s"):format(describe(sum)))
  end
  return answer
end

-- A key as text.
-- @tparam table position
-- @param answer
-- @treturn string equal for equal keys
function answers.key(position, answer)
  if type(answer) == "string" then return "'" .. answer end
  if type(answer) == "number" and answer == answer then
    local text = tostring(answer) -- where there are integers of 64 bits, it writes all their digits
    return text:find "^%-?%d+$" and text or ("%.17g"):format(answer)
  end
  if type(answer) == "userdata" and debug.getmetatable(answer) == ZOBRIST then return "key " .. answer:get() end
  return position:reject(nil, "hash", "a number, a string or a Zobrist key", describe(answer))
end

-- Is a number what `evaluate` may return? `whose` stands behind it in messages.
local function check_number(position, value, is_over, whose)
  local plan, bound = position.run.plan, nil
  if type(value) ~= "number" or value ~= value then
    position:reject(nil, "evaluate", "a number" .. whose, describe(value))
  end
  if plan.rules.chances and not plan.win and abs(value) == huge then
    position:reject(nil, "evaluate", "a finite number" .. whose .. ", in a game with 'chances'", describe(value))
  end
  if plan.value_min and value < plan.value_min then bound = "less than 'value_min', " .. describe(plan.value_min) end
  if plan.value_max and value > plan.value_max then bound = "more than 'value_max', " .. describe(plan.value_max) end
  if plan.win and not is_over and abs(value) >= plan.win then
    bound = ("that of a decided game ('win' is %s), although the game goes on"):format(describe(plan.win))
  end
  if bound then
    position:found("bounds", "evaluate", nil, ("returns %s%s, which is %s"):format(describe(value), whose, bound),
      {value = value})
  end
end

-- Have the same players shares as before, all that were seen to move among them?
local function check_players(position, shares)
  local run, count = position.run, 0
  local known = run.shares
  local function expect(player)
    if shares[player] == nil then
      position:reject(nil, "evaluate", "a number for player " .. text_of(player), "nil")
    end
  end
  for player in next, shares do
    count = count + 1
    if known and not known[player] then
      position:reject(nil, "evaluate", "the same players as before", "another one, " .. text_of(player))
    end
  end
  for _, player in ipairs(run.players) do expect(player) end
  if known then
    for player in next, known do expect(player) end
  else
    run.shares = {}
    for player in next, shares do run.shares[player] = true end
  end
  if count > MAX_PLAYERS then
    position:reject(nil, "evaluate", ("at most %d players"):format(MAX_PLAYERS), tostring(count))
  end
end

-- The value of a position for all players.
local function check_shares(position, shares, is_over)
  if type(shares) ~= "table" then
    position:reject(nil, "evaluate", "a table from player to number, with algorithm 'maxn'", describe(shares))
  end
  local sum, most = 0, position.run.plan.value_sum
  for player, share in next, shares do
    check_number(position, share, is_over, " for player " .. text_of(player))
    sum = sum + share
  end
  check_players(position, shares)
  if most and sum > most + 1e-9 * max(1, abs(most)) then
    position:found("bounds", "evaluate", nil,
      ("returns shares that add up to %s, which is more than 'value_sum', %s"):format(describe(sum), describe(most)),
      {value = sum})
  end
end

-- Is the value of a position what it is to be?
-- @tparam table position
-- @param answer
-- @tparam boolean is_over whether the game is over there
function answers.value(position, answer, is_over)
  if position.run.plan.is_maxn then
    check_shares(position, answer, is_over)
  else
    check_number(position, answer, is_over, "")
  end
end

return answers
