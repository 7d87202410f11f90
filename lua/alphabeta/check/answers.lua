-- What the functions that value a state return: a wrong answer becomes a finding, and ends the walk if the check cannot
-- go on with it. Internal: `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, text_of, values = use "common.constant_rows", use "common.show".text, use "common.values"

local abs, huge, max = math.abs, math.huge, math.max
local describe = values.describe

local answers = {}

-- The mistake in an answer that is no table, without its description.
local NO_PAYOFFS = "expected a table from player to number, with algorithm 'maxn', got "

-- Is a number what the function `name` may return? `whose` follows it in messages.
local function check_number(position, value, name, whose)
  local plan, bound = position.run.plan, nil
  if type(value) ~= "number" or value ~= value then
    position:reject(name, ("expected a number%s, got %s"):format(whose, describe(value)))
  end
  if plan.rules.chances and not plan.win and abs(value) == huge then
    position:reject(name, ("expected a finite number%s, in a game with 'chances', got %s"):format(whose,
      describe(value)))
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
      position:reject(name, ("expected a number for player %s, got nil"):format(text_of(player)))
    end
  end
  for player in next, payoffs do
    count = count + 1
    if known and not known[player] then
      position:reject(name, "expected the same players as before, got another one, " .. text_of(player))
    end
  end
  for _, player in ipairs(run.players) do expect(player) end
  if known then
    for player in next, known do expect(player) end
  else
    run.paid_players = {}
    for player in next, payoffs do run.paid_players[player] = true end
  end
  if count > constants.MAXN_PLAYERS then
    position:reject(name, ("expected at most %d players, got %d"):format(constants.MAXN_PLAYERS, count))
  end
end

-- The value of a position for all players.
local function check_payoffs(position, payoffs, name)
  if type(payoffs) ~= "table" then
    position:reject(name, NO_PAYOFFS .. describe(payoffs))
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

-- Checks the value of a position, which the function `name` returned.
function answers.check(position, answer, name)
  local check = position.run.plan.is_maxn and check_payoffs or check_number
  check(position, answer, name, "")
end

-- Is what the function `name` says of a move, without making it, a value? Its bounds are those of `evaluate`, which is
-- to return it after the move.
function answers.check_at(position, step, answer, name)
  if position.run.plan.is_maxn then
    if type(answer) ~= "table" then position:reject_at(step, name, NO_PAYOFFS .. describe(answer)) end
  elseif type(answer) ~= "number" or answer ~= answer then
    position:reject_at(step, name, "expected a number, got " .. describe(answer))
  end
end

return answers
