--- Defects that can be put into any right game, another one for each seed: for the contract checker to find.
-- @module spec.support.mutations

local differences = require "alphabeta.common.difference"
local fingerprints = require "alphabeta.common.fingerprint"
local pictures = require "alphabeta.common.picture"

local unpack = table.unpack or unpack

local mutations = {}

-- A game with some functions replaced.
local function with(game, functions) return setmetatable(functions, {__index = game}) end

-- True now and then: every n-th time, n being drawn.
local function now_and_then(pick)
  local every, count = pick(6) + 1, 0
  return function()
    count = count + 1
    return count % every == 0
  end
end

-- True in some states, whatever way they were reached.
local function in_some_states(pick)
  local fingerprint, every = fingerprints(), pick(3) + 1
  return function(state)
    local sum = 0
    for _, byte in ipairs {fingerprint(state):byte(1, 200)} do sum = (sum * 31 + byte) % 65521 end
    return sum % every == 0
  end
end

-- Writes the field at a path as difference.lua names it.
local function put(state, path, value)
  local place, key = state, nil
  for step in path:gmatch "[^%.%[%]]+" do
    if key ~= nil then place = place[key] end
    key = tonumber(step) or step
  end
  place[key] = value
end

-- What a move changes, but for one field, which is drawn: it stays what it was. Nothing that is no number.
local function forget_a_field(state, act, pick)
  local before = pictures.take(state)
  local result = act()
  local numbers = {}
  for _, difference in ipairs((differences(before, state))) do
    if type(difference.before) == "number" then numbers[#numbers + 1] = difference end
  end
  if #numbers > 0 then
    local difference = numbers[pick(#numbers)]
    put(state, difference.path, difference.before)
  end
  return result
end

local function add(name, kind, callback, apply, more)
  local mutation = {name = name, kind = kind, callback = callback, apply = apply}
  for field, value in pairs(more or {}) do mutation[field] = value end
  mutations.LIST[#mutations.LIST + 1] = mutation
end

--- The defects. Each has a `name`, the `kind` and the `callback` of the finding that is expected, and a function
-- `apply(game, pick, parts)` that returns the broken game; `pick(n)` draws an integer from 1 to n; `parts` are paths of
-- fields that states differ in. Only a game can be broken so that has the function `callback`; a game for two, with
-- `for_two`. `options` are those of the check; `prepare` is done to the state to start from.
mutations.LIST = {}

-- Taking back --------------------------------------------------------------------------------------------------------

add("forgets a field now and then", "restore", "unmake", function(game, pick)
  local is_time = now_and_then(pick)
  return with(game, {unmake = function(state, move, undo)
    local function act() return game.unmake(state, move, undo) end
    if is_time() then forget_a_field(state, act, pick) else act() end
  end})
end)

add("leaves something behind in some states", "restore", "unmake", function(game, pick)
  local is_one = in_some_states(pick)
  return with(game, {unmake = function(state, move, undo)
    game.unmake(state, move, undo)
    if is_one(state) then state.left_behind = true end
  end})
end)

add("makes another move now and then", "twice", "make", function(game, pick)
  local is_time = now_and_then(pick)
  return with(game, {make = function(state, move)
    local undo = game.make(state, move)
    state.odd = is_time() or nil
    return undo
  end, unmake = function(state, move, undo)
    state.odd = nil
    game.unmake(state, move, undo)
  end})
end)

-- Leaving the state alone --------------------------------------------------------------------------------------------

for _, name in ipairs {"moves", "evaluate", "player", "is_over", "hash", "order", "chances", "play"} do
  add("changes the state now and then", "change", name, function(game, pick)
    local is_time = now_and_then(pick)
    return with(game, {[name] = function(state, ...)
      if is_time() then state.asked = (state.asked or 0) + 1 end
      return game[name](state, ...)
    end})
  end)

  add("raises an error in some states", "error", name, function(game, pick)
    local is_one = in_some_states(pick)
    return with(game, {[name] = function(state, ...)
      if is_one(state) then error "on purpose" end
      return game[name](state, ...)
    end})
  end)
end

-- Answers ------------------------------------------------------------------------------------------------------------

-- What a function answers when it answers something else.
local OTHERS = {
  evaluate = function(value) return value + 1 end,
  hash = function() return "another" end,
  is_over = function(is_over) return not is_over end,
  moves = function(list)
    local turned = {}
    for i, move in ipairs(list) do turned[#list + 1 - i] = move end
    return turned
  end,
  order = function(score) return score + 1 end,
  -- Another player of the game: an unknown one may be an error in other functions, which is then what is found first.
  player = function(player) return type(player) == "number" and 3 - player or "another player" end,
}

for _, name in ipairs {"evaluate", "hash", "is_over", "moves", "order", "player"} do
  add("answers something else now and then", "twice", name, function(game, pick)
    local is_time = now_and_then(pick)
    return with(game, {[name] = function(...)
      local answer = game[name](...)
      if is_time() then return OTHERS[name](answer) end
      return answer
    end})
  end)
end

add("lists a move twice in some states", "duplicate", "moves", function(game, pick)
  local is_one = in_some_states(pick)
  return with(game, {moves = function(state)
    local list = game.moves(state)
    if list and #list > 0 and is_one(state) then list[#list + 1] = list[pick(#list)] end
    return list
  end})
end)

add("returns one array for all states", "shared", "moves", function(game)
  local array = {}
  return with(game, {moves = function(state)
    for i = #array, 1, -1 do array[i] = nil end
    for i, move in ipairs(game.moves(state) or {}) do array[i] = move end
    return array
  end})
end)

add("goes beyond its bounds in some states", "bounds", "evaluate", function(game, pick)
  local is_one = in_some_states(pick)
  return with(game, {evaluate = function(state, me) return is_one(state) and 1e9 or game.evaluate(state, me) end})
end, {options = {value_max = 1e8, sign = false}})

add("returns probabilities that are too small", "probability", "chances", function(game, pick)
  local which = pick(2)
  return with(game, {chances = function(state)
    local list = {}
    for i, entry in ipairs(game.chances(state) or {}) do
      list[i] = {probability = i == which and entry.probability / 2 or entry.probability, outcome = entry.outcome}
    end
    return #list > 0 and list or nil
  end})
end)

-- Keys ---------------------------------------------------------------------------------------------------------------

add("ignores two parts of the state", "collision", "hash", function(game, pick, parts)
  local first = pick(#parts)
  local second = (first + pick(#parts - 1) - 1) % #parts + 1
  local counts = {"left", "key", "lines"} -- which would show the same otherwise
  local fingerprint = fingerprints(pictures.exclusion {parts[first], parts[second], unpack(counts)})
  return with(game, {hash = function(state) return fingerprint(state) end})
end)

add("depends on the way to the state", "key", "hash", function(game)
  local fingerprint = fingerprints()
  return with(game, {
    make = function(state, move)
      local before, sum = state.way, 0
      for i, byte in ipairs {fingerprint(move):byte(1, -1)} do sum = sum + i * byte end
      state.way = (before * 31 + sum) % 1000003
      return {before = before, undo = game.make(state, move)}
    end,
    unmake = function(state, move, undo)
      game.unmake(state, move, undo.undo)
      state.way = undo.before
    end,
    hash = function(state) return state.way end,
  })
end, {prepare = function(state) state.way = 0 end})

add("counts the moves that are made", "restore", "hash", function(game, pick)
  local count, every = 0, pick(20)
  return with(game, {
    make = function(state, move)
      count = count + 1
      return game.make(state, move)
    end,
    hash = function() return math.floor(count / every) end,
  })
end)

-- Signs --------------------------------------------------------------------------------------------------------------

-- What a state is worth to the player at the start.
local function worth_at_start(game, state) return game.evaluate(state, 1) end

add("turns round with each move", "sign", "evaluate", function(game)
  return with(game, {evaluate = function(state)
    local value = worth_at_start(game, state)
    return game.player(state) == 1 and value or -value
  end})
end, {for_two = true})

add("does not turn round with each move", "sign", "evaluate", function(game)
  return with(game, {evaluate = function(state) return worth_at_start(game, state) end})
end, {for_two = true, options = {view = "mover"}})

add("turns round with `me` only", "sign", "evaluate", function(game) return with(game, {}) end,
  {for_two = true, options = {view = "mover"}})

return mutations
