-- The position of a game in a match. Internal: `alphabeta.match` and `alphabeta.learn` use it.
--
-- A position has `state`, `rules`, `plies` and `moves`; `side`, the side to move: 1 for the side that makes the first
-- decision of the game, 2 for the other; `choices`, the indexes of all choices, as texts; `at`, for errors. If it has
-- `past`, an array, the keys of the positions that it leaves are stored there; `content_key` makes those of states
-- without `hash`.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, game = use("common.constant_rows", "common.game")
local mistakes, moves, values = use("match.mistakes", "common.moves", "common.values")

local describe, index_of, raise, remove = values.describe, moves.index_of, mistakes.raise, table.remove

-- How many keys of positions are kept.
local MOST_PAST = 100

local position = {}

-- The advice for a move that is not in the list.
local HINT = "; alphabeta.check finds out whether the functions of the game are consistent"

-- The move of a list that differs from another in the fewest fields, as a text; nil if moves are no tables.
local function closest_text(move, list)
  if type(move) ~= "table" then return nil end
  local differences_of = use "common.difference"
  local show, snapshots = use("common.show", "common.snapshots")
  local snapshot, closest, differences = snapshots.take(move), nil, nil
  for _, candidate in ipairs(list) do
    if type(candidate) == "table" then
      local found = differences_of(snapshot, candidate, true)
      if not differences or #found < #differences then closest, differences = candidate, found end
    end
  end
  local first = differences and differences[1]
  if not first then return nil end
  return ("%s; the closest one is %s, which differs in %s"):format(show.text(move), show.text(closest),
    (first.text:gsub(" before, (.*) after$", " here, %1 there")))
end

-- The index of a move in a list. `what` precedes the message if it is not there.
function position.find_move(move, list, what)
  local index = index_of(move, list)
  if index then return index end
  raise("%sexpected one of the moves of the game, got %s%s", what, closest_text(move, list) or describe(move), HINT)
end

local Position = {}
Position.__index = Position

-- Makes the position at the start of a game. `opening` is its index, 0 without openings; `random` a generator for
-- chance nodes.
function position.new(rules, state, opening, random, at)
  return setmetatable({
    rules = rules, state = state, side = 1, plies = 0, moves = {}, choices = {tostring(opening)},
    random = random, at = at,
  }, Position)
end

-- Calls a function of the game.
function Position:call(name, ...)
  self.at.doing = "callback '" .. name .. "'"
  return self.rules[name](...)
end

-- Raises the error for a wrong answer of the function that was called last.
function Position.reject(_, _, mistake) raise("%s", mistake) end

-- The side to move, as the game says; without `player`, turns alternate.
function Position:side_to_move()
  if not self.rules.player then return self.side end
  local player = game.mover(self, self.state)
  if self.first == nil then self.first = player end
  if player == self.first then return 1 end
  if self.second == nil then self.second = player end
  if player ~= self.second then
    self:reject("player", "expected one of two players, got a third one, " .. describe(player))
  end
  return 2
end

-- Plays a move or an outcome.
function Position:play(move)
  self.state = game.make(self, self.state, move)
  self.moves[#self.moves + 1] = move
end

-- Chooses one of several outcomes at random, by their probabilities, whose sum is given.
function Position:choose_outcome(list, sum)
  local index = game.choose_outcome(list, self.random() * sum)
  self.choices[#self.choices + 1] = tostring(index)
  return list[index].outcome
end

-- Plays random outcomes until a player must decide. Returns the moves; nil if the game is over.
function Position:next_decision()
  for _ = 1, constants.CHANCES_MAX do
    local list, is_chance, sum = game.successors(self, self.state)
    if not is_chance then
      if list then self.side = self:side_to_move() end
      return list
    end
    self:play(self:choose_outcome(list, sum))
  end
  self.at.doing = "callback 'chances'"
  raise("expected a decision or the end after %d chance nodes in a row", constants.CHANCES_MAX)
end

-- Keeps the key of the position, of the last hundred.
function Position:note()
  local own, past = self.rules.hash and self:call("hash", self.state) or nil, self.past
  past[#past + 1] = game.kept_key(own, self.state, self.content_key)
  if #past > MOST_PAST then remove(past, 1) end
end

-- Plays one of the moves that `next_decision` has returned, and goes on to the next decision.
function Position:decide(list, index)
  if self.past then self:note() end
  self.choices[#self.choices + 1] = tostring(index)
  return self:advance(list[index])
end

-- Plays a move, and goes on to the next decision.
function Position:advance(move)
  self:play(move)
  self.plies = self.plies + 1
  self.at.ply = self.plies + 1
  self.side = 3 - self.side
  return self:next_decision()
end

-- What a value of the state, read by `view`, is worth to a player; `side` is that player's side.
function Position:value_for(player, side, value, view)
  local is_for_other
  if not values.is_number(value) then self:reject("score", "expected a number, got " .. describe(value)) end
  if view == "player" then
    is_for_other = self.rules.max_player ~= player
  elseif view == "mover" and value ~= 0 then
    is_for_other = self:side_to_move() ~= side
  end
  return is_for_other and -value or value
end

-- What the game, which is over, is worth to a player by its own functions.
function Position:worth(player, side)
  local value = self:call(game.value_function(self.rules, true), self.state, player)
  if type(value) == "table" and value[player] ~= nil then value = value[player] end -- with max^n
  return self:value_for(player, side, value, self.rules.view)
end

-- The side that has won the game, which is over; nil for a draw.
function Position:winner(plan)
  local value
  if plan.score then
    self.at.doing = "option 'score'"
    value = self:value_for(self.first, 1, plan.score(self.state, self.first), plan.view)
  else
    value = self:worth(self.first, 1)
  end
  if value == 0 then return nil end
  return value > 0 and 1 or 2
end

return position
