-- What lua_binding_fuzz.c does with an input: options, limits, games and what their functions return are made from its
-- bytes, and so is what is done with the searchers, also while they search. An error is as good as a result, as long as
-- every state is as it was and every searcher can be used again.

package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
local alphabeta = require "alphabeta.core"
require "alphabeta.front.main"(alphabeta)
require "alphabeta.root.ranking"
require "alphabeta.root.selection"
-- The first Monte Carlo tree search loads the engine in Lua, which then stays. On a Lua without exclusive or, the first
-- state that is a table makes a table of them.
alphabeta.search({ 2 }, { nodes = 10 }, {
  algorithm = "uct", game = {
    moves = function(left) return left[1] > 0 and { 1, 2 } or {} end,
    play = function(left, take) return { left[1] - take } end,
    result = function() return 1 end,
  },
})

-- LuaJIT's compiler does not survive a request for memory that is refused, with or without this module.
if jit then jit.off() end

-- The most searchers of an input, operations one within the other, and coroutines that wait.
local SEARCHERS, NESTING, WAITING = 4, 3, 6

local nan, inf = 0 / 0, math.huge
local create, resume, running, status = coroutine.create, coroutine.resume, coroutine.running, coroutine.status
local rows = alphabeta.options()
local path = os.tmpname()

-- The functions of lua_binding_fuzz.c: the next byte of the input, 0 behind its end; lets memory run out at one of the
-- next requests, for that one or for good; how many requests were refused so far; notes what must not be.
local byte, refuse, refused, violate

-- What belongs to an input: its searchers, those that others took the places of, states, coroutines that wait.
-- How often each coroutine was resumed, and any searcher stopped. Whether memory runs out for good.
local searchers, replaced, states, waiting, nesting, resumes, stops, is_short

local numbers = { 0, 1, 2, 3, 4, 0.5, -1, 9, 100, -100, 1e300, 2 ^ 53, 2 ^ 31, -0.0, inf, -inf, nan, 10000, 10001, 16 }

local function nothing() end

local function any_number() return numbers[byte() % #numbers + 1] end

local meddle

-- Lets memory run out. Where it is for good, moves cannot even be unmade, and no state is as it was.
local function run_short(request, is_for_good)
  is_short = is_for_good
  if is_for_good then
    for i = 1, #states do states[i].is_spoilt = true end
  end
  refuse(request, is_for_good)
end

-- What is of the wrong type in most places, and disturbs what looks at it.
local hostile = {
  __index = function() meddle() end,
  __len = function() return any_number() end,
  __eq = function()
    meddle()
    return byte() % 2 == 0
  end,
  __lt = function() return byte() % 2 == 0 end,
  __tostring = function()
    meddle()
    return byte() % 2 == 0 and "hostile" or nil
  end,
  __call = function() meddle() end,
  __gc = function() meddle() end,
}

local function list_of_numbers()
  local list = {}
  for i = 1, byte() * 20 do list[i] = i end
  return list
end

local odds = {
  nothing, any_number, any_number, any_number, any_number, function() return true end, function() return false end,
  function() return ("no folder/"):rep(byte()) end, function() return {} end,
  function() return { [2 ^ 30] = 1, "a", "b" } end, function() return nothing end, function() return io.stdout end,
  function() return create(nothing) end, function() return searchers[byte() % SEARCHERS + 1] end,
  function() return alphabeta.zobrist(4, byte()) end, list_of_numbers,
  function() return setmetatable({}, hostile) end, function() return setmetatable({}, hostile) end,
}

-- Anything that is wrong in most places.
local function odd() return (odds[byte() % #odds + 1]()) end

-- What a function of the game does beside answering: returns the byte that decides on its answer, and whether it is
-- another one, with that. Most bytes disturb nothing.
local function disturb()
  local what = byte()
  if what < 236 then
    return what
  elseif what < 240 then
    return what, true, odd()
  elseif what == 240 then
    error("an error of the game")
  elseif what == 241 then
    error({ "an error that is no string" })
  elseif what < 245 then
    if byte() % 8 == 0 then coroutine.yield() end -- an error
  elseif what < 247 then
    collectgarbage()
  elseif what < 252 then
    meddle()
  elseif what == 252 then
    collectgarbage "step"
  elseif what == 253 then
    setmetatable({}, hostile)
  else
    run_short(byte(), what == 255)
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
  local state = { path = {}, count = 0, refused = refused(), is_spoilt = is_short }
  states[#states + 1] = state
  return state
end

local players = { 1, 2, "three", true, { "four" }, 2.5, -1, { "eight" } }
local moves = { 1, "b", 3.5, { 4 }, true, nothing, -7, "h", 2 ^ 40, { 10 } }

local function list_of(entry_of)
  local what, is_odd, value = disturb()
  if is_odd then return value end
  local list = {}
  for i = 1, what % 6 do list[i] = entry_of(i) end
  if what % 32 == 29 then
    list[byte()] = entry_of(1)
  elseif what % 32 == 30 then
    local i = 0
    return function()
      local _, is_other, other = disturb()
      i = i + 1
      if is_other then return other end
      return list[i]
    end
  elseif what % 32 == 31 then
    return nil
  end
  return list
end

local number_of = answering(function(what)
  return what % 16 < 14 and what % 8 - 4 or any_number()
end)

local function move_at(i) return moves[(i + byte() % 2 * 4) % #moves + 1] end

local function moves_of() return list_of(move_at) end

-- Disturbs a function that changes the state. One that has waited goes on although its search was stopped meanwhile:
-- all moves were unmade then, and what it changes is not taken back.
local function disturb_change(state)
  local resumed, stopped = resumes[running()], stops
  local what = disturb()
  if resumes[running()] ~= resumed and stops ~= stopped and state.count == 0 then state.is_spoilt = true end
  return what
end

-- Changes the state, after what disturbs it: so a function that fails or waits has changed nothing, nor does the change
-- itself fail for want of memory. Returns undo values.
local function advance(state, move)
  local what = disturb_change(state)
  local count, place = what % 4, state.count + 1
  local made = { move, count, what % 3 > 0 and place or nil, what % 5 > 0 and "undo" or nil, {} }
  state.refused = refused()
  state.path[place] = made
  state.count = place
  if count == 0 then
    return
  elseif count == 1 then
    return made[3]
  elseif count == 2 then
    return made[3], made[4]
  end
  return made[3], made[4], made[5]
end

-- Whether they are the same value; NaN may be an outcome.
local function is_same(a, b) return rawequal(a, b) or (a ~= a and b ~= b) end

-- Complains of what became of a state. Where memory was refused since its last change, unmaking a move may have failed
-- before anything was done.
local function complain(state, message)
  if state.refused ~= refused() then state.is_spoilt = true end
  if not state.is_spoilt then violate(message) end
end

-- Takes a change back, which must be the last one.
local function retreat(state, move, ...)
  local is_disturbed, why = pcall(disturb_change, state)
  local made = state.path[state.count]
  if not is_disturbed and byte() % 2 == 0 then
    state.is_spoilt = true
    error(why, 0)
  end
  if made == nil or not is_same(made[1], move) then
    return complain(state, "a move is unmade that is not the last one")
  end
  for i = 1, made[2] do
    if not rawequal(made[i + 2], (select(i, ...))) then
      complain(state, "an undo value is not what make returned")
    end
  end
  state.refused = refused()
  state.path[state.count] = nil
  state.count = state.count - 1
end

local function following()
  disturb()
  return { path = {}, count = 0 }
end

local styles = {
  { moves = moves_of, make = advance, unmake = retreat },
  { moves = moves_of, play = following },
  {
    children = function()
      return list_of(function() return { path = {}, count = 0 } end)
    end,
  },
}

local payoffs = answering(function(what)
  local values = {}
  for i = 1, what % 64 == 63 and 8 or 4 do values[players[i]] = what % 9 - i end
  return values
end)

-- Functions that a game may have beside those of its style.
local optional = {
  player = answering(function(what) return players[what % 16 < 14 and what % 2 + 1 or what % #players + 1] end),
  hash = answering(function(what)
    if what % 8 == 6 then return "position " .. what end
    return what % 8 == 7 and alphabeta.zobrist(8, what) or what
  end),
  order = number_of,
  move_id = answering(function(what) return what % 16 end),
  is_over = answering(function(what) return what % 16 == 15 end),
  noisy = moves_of,
  chances = answering(function(what)
    if what % 4 ~= 3 then return nil end
    local count, list = math.floor(what / 4) % 4 + 1, {}
    for i = 1, count do list[i] = { probability = 1 / count, outcome = move_at(i) } end
    if what > 220 then list[count] = { probability = any_number(), outcome = odd() } end
    return list
  end),
  result = number_of,
  pass = false, -- one of the two below
  find_move = answering(function(what, _, id)
    if what % 8 == 7 then return move_at(what) end
    return what % 2 == 0 and id or nil
  end),
  evaluate_move = number_of,
}

local optional_names = {
  "player", "hash", "order", "move_id", "is_over", "noisy", "chances", "result", "pass", "find_move", "evaluate_move",
}

local function new_game()
  local style, wanted, more = byte(), byte(), byte()
  local game = { evaluate = (more % 8 == 7 and payoffs) or number_of }
  for name, callback in pairs(styles[style % #styles + 1]) do game[name] = callback end
  for i, name in ipairs(optional_names) do
    local is_wanted = (i <= 8 and wanted or more) % 2 ^ ((i - 1) % 8 + 1) >= 2 ^ ((i - 1) % 8)
    if is_wanted and name ~= "pass" then
      game[name] = optional[name]
    elseif is_wanted and game.make then
      game.pass = function(state) return advance(state, nil) end
      game.unpass = function(state, ...) return retreat(state, nil, ...) end
    elseif is_wanted then
      game.pass = following
    end
  end
  if more >= 250 then
    game[optional_names[byte() % #optional_names + 1]] = odd()
  elseif more >= 240 then
    return setmetatable({}, {
      __index = function(_, name)
        meddle()
        return game[name]
      end,
    })
  end
  return game
end

-- ---- options ----

local function note() disturb() end

local function any_time(what) return what % 8 < 6 and (what % 8) / 1e5 or any_number() end

-- Numbers that options take, by a byte.
local numbers_for = {
  table = function(what) return (what % 32) / 1024 end,
  time = any_time, slice = any_time,
  depth = function(what) return what % 8 < 7 and what % 6 or any_number() end,
  win = function(what) return 100 + what end, value_max = function(what) return 100 + what end,
  value_min = function(what) return -100 - what end,
}

-- A value for an option: mostly one that it takes.
local function value_for(row)
  local what = byte()
  if what >= 240 then
    return odd()
  elseif row.name == "without" then
    local names = {}
    for i = 1, what % 4 do names[i] = row.words[(what / 4 - what / 4 % 1 + i) % #row.words + 1] end
    return names
  elseif row.words and what % 2 == 0 then
    return row.words[what / 2 % #row.words + 1]
  elseif row.expected:find "true" then
    return what % 4 < 2
  elseif row.name == "game" then
    return new_game()
  elseif row.name == "level" and what % 4 == 3 then
    return function(scores, random)
      disturb()
      return what % 16 == 15 and odd() or math.ceil(random() * #scores)
    end
  elseif row.expected:find "function" and row.name ~= "level" then
    return note
  elseif row.expected:find "array" then
    local list = {}
    for i = 1, what % 8 do list[i] = (row.name == "past" and what % 3 == 0 and new_state()) or moves[i] end
    return list
  elseif numbers_for[row.name] then
    return numbers_for[row.name](what)
  elseif what % 8 == 7 then
    return any_number()
  end
  return what % 8
end

-- A table of options that may be given where `place`, a field of core.options(), says so.
local function options_for(place)
  local options = {}
  for _ = 1, byte() % 6 do
    local row = rows[byte() % #rows + 1]
    if row[place] or row.in_game and place == "searcher" or byte() % 16 == 15 then
      options[row.name] = value_for(row)
    end
  end
  local what = byte()
  if what >= 250 then
    return odd()
  elseif what >= 240 then
    return setmetatable(options, hostile)
  end
  return options
end

local function limits()
  local what = byte()
  if what < 128 then
    return what % 5
  elseif what < 136 then
    return odd()
  end
  local options = options_for "search"
  if type(options) == "table" and what < 224 then rawset(options, "depth", what % 5) end
  return options
end

-- ---- operations ----

local function any_searcher() return searchers[byte() % #searchers + 1] end

local function check_restored(state, when)
  if state.count ~= 0 then complain(state, "a state is not as it was " .. when) end
end

-- Ends the search of a searcher.
local function stop(searcher)
  stops = stops + 1
  pcall(searcher.stop, searcher)
end

-- Goes on with a coroutine, and keeps it when it waits.
local function continue(thread, state)
  resumes[thread] = (resumes[thread] or 0) + 1
  resume(thread)
  if status(thread) == "suspended" then
    waiting[#waiting % WAITING + 1] = { thread = thread, state = state }
  elseif state then
    check_restored(state, "when a coroutine has ended")
  end
end

-- Searches on a state of its own; sometimes in a coroutine. Without a searcher, nobody can end a search that waits.
local function search_with(search, ...)
  local state = new_state()
  state.is_left = ... == nil
  if byte() % 4 == 3 then
    local searcher, limit, options = ...
    continue(
      create(function()
        if searcher then return search(searcher, state, limit) end
        return search(state, limit, options)
      end),
      state
    )
    return
  end
  local searcher, limit, options = ...
  if searcher then
    pcall(search, searcher, state, limit)
  else
    pcall(search, state, limit, options)
  end
  check_restored(state, "after a search")
end

local methods = { "search", "start", "step", "load", "save", "best", "stop", "clear", "close", "thinking" }
local functions = { "search", "new", "zobrist", "accepts", "searches" }

-- An operation on any searcher.
local function of_any(operation)
  return function() operation(any_searcher()) end
end

local operations = {
  function()
    local options = options_for "searcher"
    local made = alphabeta.new(new_game(), options)
    local place = #searchers < SEARCHERS and #searchers + 1 or byte() % SEARCHERS + 1
    replaced[#replaced + 1] = searchers[place]
    searchers[place] = made
  end,
  of_any(function(searcher) search_with(searcher.search, searcher, limits()) end),
  function()
    local options = options_for "searcher"
    if type(options) == "table" and not getmetatable(options) then
      options.game = options.game or new_game()
    end
    search_with(alphabeta.search, nil, limits(), options)
  end,
  of_any(function(searcher) pcall(searcher.start, searcher, new_state(), limits()) end),
  of_any(function(searcher)
    for _ = 1, byte() % 8 + 1 do
      local ok, has_ended = pcall(searcher.step, searcher, { nodes = byte() % 4 + 1 })
      if not ok or has_ended then break end
    end
  end),
  of_any(function(searcher)
    local what = byte()
    pcall(searcher.step, searcher, what < 200 and { nodes = what + 1 } or what < 220 and 1e-4 or options_for "slice")
  end),
  function() stop(any_searcher()) end,
  of_any(function(searcher)
    local ok, _, _, info = pcall(searcher.best, searcher)
    if ok and info and info.depth < 0 then violate "a depth is negative" end
  end),
  of_any(function(searcher)
    pcall(tostring, searcher)
    pcall(searcher.thinking, searcher)
    pcall(alphabeta.searches, searcher)
  end),
  of_any(function(searcher) pcall(searcher.clear, searcher) end),
  of_any(function(searcher)
    pcall(searcher.save, searcher, path)
    pcall(any_searcher().load, any_searcher(), path)
  end),
  of_any(function(searcher)
    if byte() % 4 == 3 then pcall(searcher.close, searcher) end
  end),
  function()
    local place = byte() % WAITING + 1
    local waits = waiting[place]
    if waits and status(waits.thread) == "suspended" and waits.thread ~= running() then
      waiting[place] = nil
      continue(waits.thread, waits.state)
    end
  end,
  function()
    local waits = waiting[byte() % WAITING + 1]
    if waits then
      waits.thread, waits.state = create(nothing), nil
      collectgarbage()
    end
  end,
  of_any(function(searcher)
    stops = stops + 1
    pcall(searcher[methods[byte() % #methods + 1]], odd(), odd(), odd(), odd())
    pcall(searcher[methods[byte() % #methods + 1]], searcher, odd(), odd())
  end),
  function()
    pcall(alphabeta[functions[byte() % #functions + 1]], odd(), odd(), odd())
    local ok, key = pcall(alphabeta.zobrist, byte(), byte())
    if ok then
      pcall(key.flip, key, any_number())
      pcall(key.set, key, any_number(), odd())
      pcall(key.get, key, any_number())
      pcall(key.copy, odd())
      pcall(tostring, key)
    end
  end,
  function() run_short(byte(), byte() % 2 == 0) end,
}

local function operate() return operations[byte() % #operations + 1]() end

-- Does something with the searchers while they are in the middle of something else.
function meddle()
  if nesting >= NESTING or searchers == nil or searchers[1] == nil then return end
  nesting = nesting + 1
  pcall(operate)
  nesting = nesting - 1
end

-- No searcher is busy when nothing runs any more, and a search is either done or says what is wrong with its arguments.
local function check_usable(searcher)
  local state = new_state()
  stop(searcher)
  local ok, message = pcall(searcher.search, searcher, state, 1)
  if not ok and type(message) == "string" and (message:find "already" or message:find "is thinking") then
    violate("a searcher stays busy: " .. message)
  end
  check_restored(state, "after the last search")
end

-- Plays one input. `has_more` says whether there are bytes left; the other functions are described above.
local function play(next_byte, has_more, refuse_memory, count_refused, note_violation)
  byte, refuse, refused, violate = next_byte, refuse_memory, count_refused, note_violation
  searchers, replaced, states, waiting, nesting = {}, {}, {}, {}, 0
  resumes, stops, is_short = {}, 0, false
  while has_more() do
    local ok, why = pcall(searchers[1] == nil and operations[1] or operate)
    if not ok and type(why) == "string" and why:find "lua_binding_fuzz.lua:%d+: attempt" then violate(why) end
  end
end

-- Checks what an input has left, with memory enough, and forgets it.
local function finish()
  for _, list in ipairs { searchers, replaced } do
    for i = 1, #list do check_usable(list[i]) end
  end
  for i = 1, #states do
    if not states[i].is_left then check_restored(states[i], "at the end") end
  end
  searchers, replaced, states, waiting, resumes = nil, nil, nil, nil, nil
  os.remove(path)
end

return play, finish
