-- What lua_binding_fuzz.lua plays with: values that are wrong in most places, games whose functions answer by the bytes
-- of the input and disturb the search, and states that must be given back as they were.

local alphabeta = require "alphabeta.core"

local nan, inf = 0 / 0, math.huge

-- What belongs to an input, as lua_binding_fuzz.lua sets it:
--   byte, refuse, refused, violate: functions of lua_binding_fuzz.c: the next byte, 0 behind the end; lets memory run
--     out at one of the next requests, for that one or for good; how many were refused so far; notes what must not be
--   meddle: a function that does something with the searchers
--   searchers, most: its searchers, and how many there may be
--   states: those that are searched
--   is_short: whether memory runs out for good
local input = {}

local function byte() return input.byte() end

local function meddle() input.meddle() end

local numbers = {0, 1, 2, 3, 4, 0.5, -1, 9, 100, -100, 1e300, 2 ^ 53, 2 ^ 31, -0.0, inf, -inf, nan, 10000, 10001, 16}

local function nothing() end

local function any_number() return numbers[byte() % #numbers + 1] end

-- Lets memory run out. Where it is for good, moves cannot even be unmade, and no state is as it was.
local function run_short(request, is_for_good)
  input.is_short = is_for_good
  for i = 1, is_for_good and #input.states or 0 do input.states[i].is_spoilt = true end
  input.refuse(request, is_for_good)
end

-- What is of the wrong type in most places, and disturbs what looks at it.
local hostile = {
  __index = meddle, __call = meddle, __gc = meddle,
  __len = any_number,
  __eq = function()
    meddle()
    return byte() % 2 == 0
  end,
  __lt = function() return byte() % 2 == 0 end,
  __tostring = function()
    meddle()
    return byte() % 2 == 0 and "hostile" or nil
  end,
}

local function new_hostile() return setmetatable({}, hostile) end

local function list_of_numbers()
  local list = {}
  for i = 1, byte() * 20 do list[i] = i end
  return list
end

local odds = {
  nothing, any_number, any_number, any_number, any_number, function() return true end, function() return false end,
  function() return ("no folder/"):rep(byte()) end, function() return {} end,
  function() return {[2 ^ 30] = 1, "a", "b"} end, function() return nothing end, function() return io.stdout end,
  function() return coroutine.create(nothing) end, function() return input.searchers[byte() % input.most + 1] end,
  function() return alphabeta.zobrist(4, byte()) end, list_of_numbers, new_hostile, new_hostile,
}

-- Anything that is wrong in most places.
local function odd() return (odds[byte() % #odds + 1]()) end

-- What a function of the game does beside answering, by the byte up to which it does that. Most bytes disturb nothing.
local disturbances = {
  {235, nothing},
  {239, nothing}, -- another answer
  {240, function() error "an error of the game" end},
  {241, function() error {"an error that is no string"} end},
  {244, function() if byte() % 8 == 0 then coroutine.yield() end end}, -- an error
  {246, collectgarbage},
  {251, meddle},
  {252, function() collectgarbage "step" end},
  {253, new_hostile},
  {254, function() run_short(byte(), false) end},
  {255, function() run_short(byte(), true) end},
}

-- Returns the byte that decides on the answer, and whether that is another one, with it.
local function disturb()
  local what = byte()
  if what > 235 and what < 240 then return what, true, odd() end
  for _, disturbance in ipairs(disturbances) do
    if what <= disturbance[1] then
      disturbance[2]()
      break
    end
  end
  return what
end

-- A function of the game: what disturbs it comes first, and may be its answer. `answer(byte, ...)` is another one.
local function answering(answer)
  return function(...)
    local what, is_odd, value = disturb()
    if is_odd then return value end
    return answer(what, ...)
  end
end

-- ---- games ----

-- A state is the moves that led to it. One of a game in place must be given back as it was.
local function new_state()
  local state = {path = {}, count = 0, refused = input.refused(), is_spoilt = input.is_short}
  input.states[#input.states + 1] = state
  return state
end

local players = {1, 2, "three", true, {"four"}, 2.5, -1, {"eight"}}
local moves = {1, "b", 3.5, {4}, true, nothing, -7, "h", 2 ^ 40, {10}}

-- A function that lists what `entry_of` returns: in an array, which may have holes, by an iterator, or not at all.
local function listing(entry_of)
  return answering(function(what)
    local list = {}
    for i = 1, what % 6 do list[i] = entry_of(i) end
    if what % 32 == 31 then return nil end
    if what % 32 == 29 then list[byte()] = entry_of(1) end
    if what % 32 ~= 30 then return list end
    local i = 0
    return answering(function()
      i = i + 1
      return list[i]
    end)
  end)
end

local number_of = answering(function(what) return what % 16 < 14 and what % 8 - 4 or any_number() end)

local function move_at(i) return moves[(i + byte() % 2 * 4) % #moves + 1] end

local moves_of = listing(move_at)

-- Changes the state, after what disturbs it: so a function that fails has changed nothing, nor does the change itself
-- fail for want of memory. Returns undo values.
local function advance(state, move)
  local what = disturb()
  local count, place = what % 4, state.count + 1
  local undo = {what % 3 > 0 and place or nil, what % 5 > 0 and "undo" or nil, {}}
  local made = {move = move, count = count, undo = undo}
  state.refused = input.refused()
  state.path[place] = made
  state.count = place
  return (table.unpack or unpack)(undo, 1, count)
end

-- Complains of what became of a state. Where memory was refused since its last change, unmaking a move may have failed
-- before anything was done.
local function complain(state, message)
  if state.refused ~= input.refused() then state.is_spoilt = true end
  if not state.is_spoilt then input.violate(message) end
end

local function check_restored(state, when)
  if state.count ~= 0 then complain(state, "a state is not as it was " .. when) end
end

-- Whether they are the same value; NaN may be an outcome.
local function is_same(a, b) return rawequal(a, b) or (a ~= a and b ~= b) end

-- Takes a change back, which must be the last one.
local function retreat(state, move, ...)
  local is_disturbed, why = pcall(disturb)
  local made = state.path[state.count]
  if not is_disturbed and byte() % 2 == 0 then
    state.is_spoilt = true
    error(why, 0)
  end
  if made == nil or not is_same(made.move, move) then
    return complain(state, "a move is unmade that is not the last one")
  end
  for i = 1, made.count do
    if not rawequal(made.undo[i], (select(i, ...))) then
      complain(state, "an undo value is not what make returned")
    end
  end
  state.refused = input.refused()
  state.path[state.count] = nil
  state.count = state.count - 1
end

local function following()
  disturb()
  return {path = {}, count = 0}
end

local styles = {
  {moves = moves_of, make = advance, unmake = retreat},
  {moves = moves_of, play = following},
  {children = listing(function() return {path = {}, count = 0} end)},
}

local payoffs = answering(function(what)
  local values = {}
  for i = 1, what % 64 == 63 and 8 or 4 do values[players[i]] = what % 9 - i end
  return values
end)

-- Functions that a game may have beside those of its style, in the order of the bits that choose them.
local optional = {
  {"player", answering(function(what) return players[what % 16 < 14 and what % 2 + 1 or what % #players + 1] end)},
  {"hash", answering(function(what)
    if what % 8 == 6 then return "position " .. what end
    return what % 8 == 7 and alphabeta.zobrist(8, what) or what
  end)},
  {"order", number_of},
  {"move_id", answering(function(what) return what % 16 end)},
  {"is_over", answering(function(what) return what % 16 == 15 end)},
  {"noisy", moves_of},
  {"chances", answering(function(what)
    if what % 4 ~= 3 then return nil end
    local count, list = math.floor(what / 4) % 4 + 1, {}
    for i = 1, count do list[i] = {probability = 1 / count, outcome = move_at(i)} end
    if what > 220 then list[count] = {probability = any_number(), outcome = odd()} end
    return list
  end)},
  {"result", number_of},
  {"pass", following},
  {"find_move", answering(function(what, _, id)
    if what % 8 == 7 then return move_at(what) end
    return what % 2 == 0 and id or nil
  end)},
  {"evaluate_move", number_of},
}

local function pass(state) return advance(state, nil) end

local function unpass(state, ...) return retreat(state, nil, ...) end

local function new_game()
  local style, wanted, more = byte(), byte(), byte()
  local game = {evaluate = more % 8 == 7 and payoffs or number_of}
  for name, callback in pairs(styles[style % #styles + 1]) do game[name] = callback end
  for i, row in ipairs(optional) do
    if math.floor((i <= 8 and wanted or more) / 2 ^ ((i - 1) % 8)) % 2 == 1 then game[row[1]] = row[2] end
  end
  if game.pass and game.make then game.pass, game.unpass = pass, unpass end
  if more >= 250 then
    game[optional[byte() % #optional + 1][1]] = odd()
  elseif more >= 240 then
    return setmetatable({}, {__index = function(_, name)
      meddle()
      return game[name]
    end})
  end
  return game
end

return {
  input = input, any_number = any_number, odd = odd, hostile = hostile, run_short = run_short, disturb = disturb,
  moves = moves, new_state = new_state, check_restored = check_restored, new_game = new_game,
}
