-- One game of a study. Internal: `alphabeta.study` uses it.
--
-- A player's seat is its number in the order in which players first have their turn.

local use = require((...):match "^(.*)%..*%." .. ".use")

local game = use "common.game"
local is_key = use "common.zobrist_keys".is_key
local mistakes, positions, random_numbers = use("match.mistakes", "match.position", "common.random")

local huge, raise, tostring, type = math.huge, mistakes.raise, tostring, type
local integer_below = random_numbers.integer

-- The seat whose turn it is at a position.
local function seat_of(position)
  if not position.rules.player then return position.side end
  local player, players = game.mover(position, position.state), position.players
  for seat = 1, #players do
    if players[seat] == player then return seat end
  end
  players[#players + 1] = player
  return #players
end

-- The state that a game starts from. Its function gets the random numbers of the game, as `deal` does.
local function new_state(plan, at, random)
  at.doing = "option 'state'"
  local state = plan.state
  if type(state) ~= "function" then
    if plan.rules.style ~= "in place" then return state end
    raise "expected a function that returns a new state, because the game is played in place"
  end
  state = state(random_numbers.of_game(random))
  if state == nil then raise "expected a state, got nil" end
  return state
end

-- Asks a searcher for a move. Returns its index in the list, and the value for the player who moves; nil if that is no
-- number.
local function ask(plan, position, searcher, list)
  position.at.doing = "a search"
  local move, value = searcher:search(position.state)
  local index = positions.find_move(move, list, "")
  if type(value) ~= "number" then return index, nil end
  local rules = plan.rules
  local is_for_other = rules.view == "player" and position.players[position.side] ~= rules.max_player
  return index, is_for_other and -value or value
end

-- The seats that have won a finished game, all of them if it is drawn; and how many there are. If only one player has
-- had a turn, seat 2 is the other side.
local function winners_of(position)
  local seats = #position.players
  if seats == 1 then
    local value = position:worth(position.players[1], 1)
    return value > 0 and {1} or value < 0 and {2} or {1, 2}, 2
  end
  local most, winners = -huge, {}
  for seat = 1, seats do
    local value = position:worth(position.players[seat], seat)
    if value > most then most, winners = value, {} end
    if value == most then winners[#winners + 1] = seat end
  end
  return winners, seats
end

-- The key of a position as a text; nil if the game has none.
local function key_of(position)
  if not position.rules.hash then return nil end
  local key = position:call("hash", position.state)
  if is_key(key) then key = key:get() end
  return tostring(key)
end

-- Notes a decision in the record of a game.
local function note(record, position, list, index)
  record.moves, record.choices = record.moves + 1, record.choices + #list
  if #list == 1 then record.forced = record.forced + 1 end
  for i = 1, #list do
    local move = list[i]
    if type(move) == "table" or type(move) == "userdata" then break end
    move = tostring(move)
    record.played[move] = (record.played[move] or 0) + (i == index and 1 or 0)
  end
  local key = key_of(position)
  if key == nil then return end
  if record.keys[key] then record.repeats = record.repeats + 1 end
  record.keys[key] = true
end

-- Chooses a move of a list: by a searcher, or at random. Returns its index.
local function choose(plan, position, searcher, list, random, record)
  if not searcher or position.plies < plan.random_plies then return integer_below(random, #list) end
  local index, value = ask(plan, position, searcher, list)
  record.leads[#record.leads + 1] = {seat = position.side, value = value}
  return index
end

-- Plays a game. `player_of(seat)` is a searcher, or nil for random moves. Returns its record: `plies`, `throws`,
-- `moves` (decisions), `choices`, `forced`, `repeats`, `played` (how often, by the texts of the moves that could be
-- played), `leads` (for each search the seat and its value), `seats`, and `winners`, nil if the game was given up.
return function(plan, at, random, player_of)
  local position = positions.new(plan.rules, new_state(plan, at, random), 0, random, at)
  local record = {throws = 0, moves = 0, choices = 0, forced = 0, repeats = 0, played = {}, keys = {}, leads = {}}
  position.side_to_move, position.players = seat_of, plan.rules.player and {} or {1, 2}
  at.ply = 1
  local list = position:next_decision()
  while list and position.plies < plan.max_plies do
    local index = choose(plan, position, player_of(position.side), list, random, record)
    note(record, position, list, index)
    list = position:decide(list, index)
  end
  record.plies, record.throws, record.seats = position.plies, #position.moves - position.plies, #position.players
  if not list then record.winners, record.seats = winners_of(position) end
  return record
end
