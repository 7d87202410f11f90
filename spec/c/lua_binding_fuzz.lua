-- What lua_binding_fuzz.c does with an input: games, options and limits are made from its bytes, and so is what is done
-- with the searchers, also while they search. Functions of the games lie and disturb the search. An error is as good as
-- a result, as long as every state is as it was and every searcher can be used again.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
local alphabeta = require "alphabeta.core"
require "alphabeta.front.main"(alphabeta)
require "alphabeta.root.ranking"
require "alphabeta.root.selection"
local graph_game = require "spec.support.graph_game"
local random_graph = require "spec.support.random_graph"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

local floor, nan, inf = math.floor, 0 / 0, math.huge

-- The first Monte Carlo tree search loads the engine in Lua, which then stays. On a Lua without exclusive or, the first
-- state that is a table makes a table of them.
alphabeta.search({2}, {nodes = 10}, {algorithm = "uct", game = {
  moves = function(left) return left[1] > 0 and {1, 2} or {} end,
  play = function(left, take) return {left[1] - take} end,
  result = function() return 1 end,
}})

-- LuaJIT's compiler does not survive a request for memory that is refused, with or without this module.
if jit then jit.off() end

-- The most searchers of an input, and operations one within the other.
local SEARCHERS, NESTING = 4, 3

local rows, path = alphabeta.options(), os.tmpname()

-- Functions of lua_binding_fuzz.c: the next byte of the input, 0 behind its end; lets memory run out at one of the next
-- requests, for that one or for good; how many were refused so far; notes what must not be.
local byte, refuse, refused, violate

-- What belongs to an input: its searchers, those that others took the places of, and the states that are searched.
local searchers, replaced, states, nesting
local meddle -- does something with the searchers while they are in the middle of something else

-- ---- values ----

local function any_of(list, what) return list[floor(what) % #list + 1] end

local numbers = {0, 1, 2, 3, 4, 0.5, -1, 9, 100, -100, 1e300, 2 ^ 53, 2 ^ 31, -0.0, inf, -inf, nan, 10000, 10001, 16}

local function any_number() return any_of(numbers, byte()) end

local function nothing() end

-- What is of the wrong type in most places, and disturbs what looks at it.
local hostile = {
  __index = function() meddle() end, __call = function() meddle() end, __gc = function() meddle() end,
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

local wrong_values = {
  nothing, any_number, any_number, any_number, any_number, function() return true end, function() return false end,
  function() return ("no folder/"):rep(byte()) end, function() return {} end,
  function() return {[2 ^ 30] = 1, "a", "b"} end, function() return nothing end, function() return io.stdout end,
  function() return coroutine.create(nothing) end, function() return searchers[byte() % SEARCHERS + 1] end,
  function() return alphabeta.zobrist(4, byte()) end, function() return {("1"):rep(byte() * 20):byte(1, -1)} end,
  new_hostile, new_hostile,
}

-- Anything that is wrong in most places.
local function wrong() return (any_of(wrong_values, byte())()) end

-- ---- games ----

local function run_short() refuse(byte(), byte() % 2 == 0) end

-- What a function of the game does beside answering, by the byte up to which it does that. Most bytes disturb nothing.
local disturbances = {
  {239, nothing}, {240, function() error "an error of the game" end},
  {241, function() error {"an error that is no string"} end},
  {244, function() if byte() % 8 == 0 then coroutine.yield() end end}, -- an error
  {246, collectgarbage}, {251, function() meddle() end}, {252, function() collectgarbage "step" end},
  {253, new_hostile}, {255, run_short},
}

-- Returns the byte that decides.
local function disturb()
  local what, i = byte(), 1
  while what > disturbances[i][1] do i = i + 1 end
  disturbances[i][2]()
  return what
end

local graphs = {}
for seed = 1, 8 do
  local players, chance = seed % 4 == 3 and 3 or 2, seed % 3 == 0 and 0.3 or nil
  graphs[seed] = random_graph.new(rng.new(seed), {plies = 3, places = 2, players = players, chance = chance})
end

local TRAITS = {"player", "is_over", "result", "order", "move_id", "noisy", "evaluate_move", "find_move", "fills"}

-- The graph, the style and the traits of a game.
local function new_kind()
  local what, wanted, more = byte(), byte(), byte()
  local graph, traits = any_of(graphs, what), {
    moves = any_of(graph_game.MOVES, more / 2), undo = wanted % 3 == 0 and "several" or nil,
    hash = more % 3 > 0 and any_of(graph_game.HASHES, more / 4) or nil, pass = any_of({false, "turns", "loses"}, more),
    iterator = any_of({false, false, false, "function", "coroutine"}, what),
  }
  for i, name in ipairs(TRAITS) do traits[name] = floor((wanted + 256 * (more % 4)) / 2 ^ (i - 1)) % 2 == 1 end
  if #graph.players > 2 then traits.payoffs, traits.player, traits.pass = any_of({false, "fresh"}, what), true, nil end
  return {graph = graph, style = any_of(graph_game.STYLES, what / 16), traits = traits}
end

-- A state of a game of that kind, or of any.
local function new_state(kind)
  kind = kind or new_kind()
  local position = any_of(kind.graph.positions, byte())
  local state = graph_game.state(kind.graph, kind.style, position, kind.traits)
  states[#states + 1] = {state = state, position = position, refused = refused()}
  return state
end

-- States that a function of the game has left as they were not.
local spoilt = setmetatable({}, {__mode = "k"})

-- Where memory was refused, unmaking a move may have failed.
local function check_restored(when)
  for _, known in ipairs(states) do
    local state = known.state
    local is_same = state.at == known.position and (state.made or 0) == 0
    if not is_same and not spoilt[state] and known.refused == refused() then
      violate("a state is not as it was " .. when)
    end
  end
end

-- A function that lists a few of what `entry` returns, with a hole, or nothing.
local function list_of(entry)
  return function()
    local list = {}
    for i = 1, byte() % 6 do list[i] = entry() end
    list[byte()] = 1
    return byte() % 4 > 0 and list or nil
  end
end

-- Other answers of functions, of the right type.
local lies = {
  evaluate = any_number, order = any_number, evaluate_move = any_number, result = any_number, moves = list_of(wrong),
  children = list_of(wrong), noisy = list_of(wrong), is_over = function() return byte() % 2 == 0 end,
  chances = list_of(function() return {probability = any_number(), outcome = wrong()} end),
  hash = function() return byte() % 4 end, player = function() return any_of({1, 2, "white", true}, byte()) end,
}

-- Functions that change the state never lie, and what disturbs them comes first.
local changes = {make = true, pass = true, play = true, unmake = true, unpass = true}

-- Takes a move back, which must be the last one.
local function take_back(callback, state, ...)
  local is_disturbed, why = pcall(disturb)
  if not is_disturbed and byte() % 2 == 0 then
    spoilt[state] = true
    error(why, 0)
  end
  local before = refused()
  local is_done, problem = pcall(callback, state, ...)
  if is_done then return end
  if not spoilt[state] and refused() == before and refused() == 0 then violate(tostring(problem)) end
  spoilt[state] = true
end

-- Calls a function of a game of a kind. One in place would change a state of another kind, and fail then.
local function call(kind, name, callback, state, ...)
  local is_own = kind.style ~= "in place" or type(state) == "table" and state.made
  if changes[name] and not is_own then error "a state of another game" end
  if name == "unmake" or name == "unpass" then return take_back(callback, state, ...) end
  local what = disturb()
  if not changes[name] and what >= 200 and what < 240 then return (what % 4 > 0 and lies[name] or wrong)() end
  return callback(state, ...)
end

-- A game, and its kind as a field of it.
local function new_game()
  local kind, what = new_kind(), byte()
  local game = graph_game.new(kind.graph, kind.style, kind.traits)
  game = wrap.around(game, function(...) return call(kind, ...) end)
  game.kind = kind
  if what >= 250 then game[any_of(TRAITS, byte())] = wrong() end
  if what < 240 or what >= 250 then return game end
  return setmetatable({kind = kind}, {__index = function(_, name)
    meddle()
    return game[name]
  end})
end

-- ---- options ----

-- Numbers that options take, by a byte.
local function any_time(what) return what % 8 < 6 and (what % 8) / 1e5 or any_number() end
local numbers_for = {
  table = function(what) return (what % 32) / 1024 end,
  time = any_time, slice = any_time,
  depth = function(what) return what % 8 < 7 and what % 6 or any_number() end,
  win = function(what) return 100 + what end, value_max = function(what) return 100 + what end,
  value_min = function(what) return -100 - what end,
}

local function some_words(what, words)
  local names = {}
  for i = 1, what % 4 do names[i] = any_of(words, what / 4 + i) end
  return names
end

local function some_moves(what, has_states)
  local list = {}
  for i = 1, what % 8 do list[i] = has_states and what % 3 == 0 and new_state() or what % 4 == 0 and wrong() or i end
  return list
end

local function level_of(what)
  return function(scores, random)
    disturb()
    return what % 16 == 15 and wrong() or math.ceil(random() * #scores)
  end
end

-- A value for an option: mostly one that it takes.
local function value_for(row)
  local what, is_level = byte(), row.name == "level"
  if what >= 240 then return wrong() end
  if row.name == "without" then return some_words(what, row.words) end
  if row.words and what % 2 == 0 then return any_of(row.words, what / 2) end
  if row.expected:find "true" then return what % 4 < 2 end
  if row.name == "game" then return new_game() end
  if is_level and what % 4 == 3 then return level_of(what) end
  if row.expected:find "function" and not is_level then return function() disturb() end end
  if row.expected:find "array" then return some_moves(what, row.name == "past") end
  if numbers_for[row.name] then return numbers_for[row.name](what) end
  return what % 8 == 7 and any_number() or what % 8
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
  if what >= 250 then return wrong() end
  return what >= 240 and setmetatable(options, hostile) or options
end

local function limits()
  local what = byte()
  if what < 128 then return what % 5 end
  if what < 136 then return wrong() end
  local options = options_for "search"
  if type(options) == "table" and what < 224 then rawset(options, "depth", what % 5) end
  return options
end

-- ---- operations ----

local function any_searcher() return any_of(searchers, byte()) end

-- The kinds of the games of searchers.
local kinds = setmetatable({}, {__mode = "k"})

-- Searches on a state of its own, sometimes in a coroutine: a function of the game cannot make it wait.
local function search_with(kind, search)
  local state = new_state(kind)
  local thread = byte() % 4 == 3 and coroutine.create(search)
  if thread then coroutine.resume(thread, state) else pcall(search, state) end
  if thread and coroutine.status(thread) == "suspended" then violate "a search waits" end
  if nesting == 0 then check_restored "after a search" end -- else another search may be between two moves
end

local methods = {"search", "start", "step", "load", "save", "best", "stop", "clear", "close", "thinking"}
local functions = {"search", "new", "zobrist", "accepts", "searches"}

-- An operation on any searcher.
local function of_any(operation)
  return function() operation(any_searcher()) end
end

local operations = {
  function()
    local options = options_for "searcher"
    local game = new_game()
    local made = alphabeta.new(game, options)
    kinds[made] = game.kind
    local place = #searchers < SEARCHERS and #searchers + 1 or byte() % SEARCHERS + 1
    replaced[#replaced + 1] = searchers[place]
    searchers[place] = made
  end,
  of_any(function(searcher)
    local limit = limits()
    search_with(kinds[searcher], function(state) return searcher:search(state, limit) end)
  end),
  function()
    local options, limit, game = options_for "searcher", limits(), new_game()
    if type(options) == "table" and not getmetatable(options) then options.game = options.game or game end
    search_with(game.kind, function(state) return alphabeta.search(state, limit, options) end)
  end,
  of_any(function(searcher) pcall(searcher.start, searcher, new_state(kinds[searcher]), limits()) end),
  of_any(function(searcher)
    for _ = 1, byte() % 8 + 1 do
      local ok, has_ended = pcall(searcher.step, searcher, {nodes = byte() % 4 + 1})
      if not ok or has_ended then break end
    end
  end),
  of_any(function(searcher)
    local what = byte()
    pcall(searcher.step, searcher, what < 200 and {nodes = what + 1} or what < 220 and 1e-4 or options_for "slice")
  end),
  of_any(function(searcher) pcall(searcher.stop, searcher) end),
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
  of_any(function(searcher)
    pcall(searcher[any_of(methods, byte())], wrong(), wrong(), wrong(), wrong())
    pcall(searcher[any_of(methods, byte())], searcher, wrong(), wrong())
  end),
  function()
    pcall(alphabeta[any_of(functions, byte())], wrong(), wrong(), wrong())
    local ok, key = pcall(alphabeta.zobrist, byte(), byte())
    if not ok then return end
    pcall(key.flip, key, any_number())
    pcall(key.set, key, any_number(), wrong())
    pcall(key.get, key, any_number())
    pcall(key.copy, wrong())
    pcall(tostring, key)
  end,
  run_short,
}

local function operate() return any_of(operations, byte())() end

function meddle()
  if nesting >= NESTING or searchers == nil or searchers[1] == nil then return end
  nesting = nesting + 1
  pcall(operate)
  nesting = nesting - 1
end

-- No searcher is busy when nothing runs any more, and a search is either done or says what is wrong with its arguments.
local function check_usable(searcher)
  pcall(searcher.stop, searcher)
  local ok, message = pcall(searcher.search, searcher, new_state(kinds[searcher]), 1)
  if not ok and type(message) == "string" and (message:find "already" or message:find "is thinking") then
    violate("a searcher stays busy: " .. message)
  end
  check_restored "after the last search"
end

-- Plays one input. `has_more` says whether there are bytes left; the other functions are described above.
local function play(next_byte, has_more, ...)
  byte, refuse, refused, violate = next_byte, ...
  searchers, replaced, states, nesting = {}, {}, {}, 0
  while has_more() do
    local ok, why = pcall(searchers[1] == nil and operations[1] or operate)
    if not ok and type(why) == "string" and why:find "lua_[%w_]*fuzz[%w_]*.lua:%d+: attempt" then violate(why) end
  end
end

-- Checks what an input has left, with memory enough, and forgets it.
local function finish()
  for _, list in ipairs {searchers, replaced} do
    for i = 1, #list do check_usable(list[i]) end
  end
  searchers, replaced, states = nil, nil, nil
  os.remove(path)
end

return play, finish
