-- What the functions of a game answer: is it what it is to be? Internal: `alphabeta.check` uses it.
--
-- Each function is given the position where the game was called. A wrong answer becomes a finding there, and ends
-- the walk when there is nothing to go on with.

local CHECK = (... or "alphabeta.check.answers"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local core = require "alphabeta.core"
local values = require(PACKAGE .. ".common.values")
local pictures = require(PACKAGE .. ".common.picture")

local abs, huge, max, type = math.abs, math.huge, math.max, type
local describe = values.describe
local text_of = pictures.text

local answers = {}

-- A key as text.
-- @tparam table position
-- @param answer
-- @treturn string equal for equal keys
-- @tparam[opt] string name the function that returned it, `hash` without it
-- @tparam[opt] table step what it was called for
function answers.key(position, answer, name, step)
  if type(answer) == "string" then return "'" .. answer end
  if type(answer) == "number" and answer == answer then
    local text = tostring(answer) -- where there are integers of 64 bits, it writes all their digits
    return text:find "^%-?%d+$" and text or ("%.17g"):format(answer)
  end
  if pictures.is_key(answer) then return "key " .. answer:get() end
  return position:reject_at(step or position.tried, name or "hash", "a number, a string or a Zobrist key",
    describe(answer))
end

-- Is a number what the function `name` may return? `whose` follows it in messages.
local function check_number(position, value, name, whose)
  local plan, bound = position.run.plan, nil
  if type(value) ~= "number" or value ~= value then
    position:reject(name, "a number" .. whose, describe(value))
  end
  if plan.rules.chances and not plan.win and abs(value) == huge then
    position:reject(name, "a finite number" .. whose .. ", in a game with 'chances'", describe(value))
  end
  if plan.value_min and value < plan.value_min then bound = "less than 'value_min', " .. describe(plan.value_min) end
  if plan.value_max and value > plan.value_max then bound = "more than 'value_max', " .. describe(plan.value_max) end
  if plan.win and not position.is_over and abs(value) >= plan.win then
    bound = ("that of a decided game ('win' is %s), although the game goes on"):format(describe(plan.win))
  end
  if bound then
    position:found("bounds", name, nil, ("returns %s%s, which is %s"):format(describe(value), whose, bound),
      {value = value})
  end
end

-- Checks that a payoff vector has the same players as before, and all that were seen to move.
local function check_players(position, payoffs, name)
  local run, count = position.run, 0
  local known = run.paid_players
  local function expect(player)
    if payoffs[player] == nil then
      position:reject(name, "a number for player " .. text_of(player), "nil")
    end
  end
  for player in next, payoffs do
    count = count + 1
    if known and not known[player] then
      position:reject(name, "the same players as before", "another one, " .. text_of(player))
    end
  end
  for _, player in ipairs(run.players) do expect(player) end
  if known then
    for player in next, known do expect(player) end
  else
    run.paid_players = {}
    for player in next, payoffs do run.paid_players[player] = true end
  end
  if count > core.PLAYERS_MAX then
    position:reject(name, ("at most %d players"):format(core.PLAYERS_MAX), tostring(count))
  end
end

-- The value of a position for all players.
local function check_payoffs(position, payoffs, name)
  if type(payoffs) ~= "table" then
    position:reject(name, "a table from player to number, with algorithm 'maxn'", describe(payoffs))
  end
  local sum, most = 0, position.run.plan.value_sum
  for player, payoff in next, payoffs do
    check_number(position, payoff, name, " for player " .. text_of(player))
    sum = sum + payoff
  end
  check_players(position, payoffs, name)
  if most and sum > most + 1e-9 * max(1, abs(most)) then
    position:found("bounds", name, nil,
      ("returns payoffs that add up to %s, which is more than 'value_sum', %s"):format(describe(sum), describe(most)),
      {value = sum})
  end
end

-- Is the value of a position what it is to be?
-- @tparam table position
-- @param answer
-- @tparam string name the function that returned it
function answers.value(position, answer, name)
  if position.run.plan.is_maxn then
    check_payoffs(position, answer, name)
  else
    check_number(position, answer, name, "")
  end
end

-- Is what a function says of a move, without making it, a value? Its bounds are those of `evaluate`, which is to
-- return it after the move.
-- @tparam table position where the move is made
-- @tparam table step
-- @param answer
-- @tparam string name the function that returned it
function answers.value_of(position, step, answer, name)
  if position.run.plan.is_maxn then
    if type(answer) ~= "table" then
      position:reject_at(step, name, "a table from player to number, with algorithm 'maxn'", describe(answer))
    end
  elseif type(answer) ~= "number" or answer ~= answer then
    position:reject_at(step, name, "a number", describe(answer))
  end
end

return answers
