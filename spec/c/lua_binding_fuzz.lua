-- What lua_binding_fuzz.c does with an input: options and limits are made from its bytes, and so is what is done with
-- the searchers, also while they search; the games are those of lua_fuzz_games.lua. An error is as good as a result, as
-- long as every state is as it was and every searcher can be used again.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
local alphabeta = require "alphabeta.core"
require "alphabeta.front.main"(alphabeta)
require "alphabeta.root.ranking"
require "alphabeta.root.selection"
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

local rows = alphabeta.options()
local path = os.tmpname()

local games = require "spec.c.lua_fuzz_games"
local input, any_number, odd, disturb = games.input, games.any_number, games.odd, games.disturb
local new_state, check_restored, new_game = games.new_state, games.check_restored, games.new_game

-- Functions of lua_binding_fuzz.c: the next byte of the input, 0 behind its end; notes what must not be.
local byte, violate

-- What belongs to an input: its searchers, and those that others took the places of.
local searchers, replaced, nesting

-- ---- options ----

local function any_time(what) return what % 8 < 6 and (what % 8) / 1e5 or any_number() end

-- Numbers that options take, by a byte.
local numbers_for = {
  table = function(what) return (what % 32) / 1024 end,
  time = any_time, slice = any_time,
  depth = function(what) return what % 8 < 7 and what % 6 or any_number() end,
  win = function(what) return 100 + what end, value_max = function(what) return 100 + what end,
  value_min = function(what) return -100 - what end,
}

local function some_words(what, words)
  local names = {}
  for i = 1, what % 4 do names[i] = words[(math.floor(what / 4) + i) % #words + 1] end
  return names
end

local function some_moves(what, has_states)
  local list = {}
  for i = 1, what % 8 do list[i] = has_states and what % 3 == 0 and new_state() or games.moves[i] end
  return list
end

local function level_of(what)
  return function(scores, random)
    disturb()
    return what % 16 == 15 and odd() or math.ceil(random() * #scores)
  end
end

-- A value for an option: mostly one that it takes.
local function value_for(row)
  local what, is_level = byte(), row.name == "level"
  if what >= 240 then return odd() end
  if row.name == "without" then return some_words(what, row.words) end
  if row.words and what % 2 == 0 then return row.words[what / 2 % #row.words + 1] end
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
  if what >= 250 then return odd() end
  return what >= 240 and setmetatable(options, games.hostile) or options
end

local function limits()
  local what = byte()
  if what < 128 then return what % 5 end
  if what < 136 then return odd() end
  local options = options_for "search"
  if type(options) == "table" and what < 224 then rawset(options, "depth", what % 5) end
  return options
end

-- ---- operations ----

local function any_searcher() return searchers[byte() % #searchers + 1] end

-- Searches on a state of its own, sometimes in a coroutine: a function of the game cannot make it wait.
local function search_with(search)
  local state = new_state()
  local thread = byte() % 4 == 3 and coroutine.create(search)
  if thread then coroutine.resume(thread, state) else pcall(search, state) end
  if thread and coroutine.status(thread) == "suspended" then violate "a search waits" end
  check_restored(state, "after a search")
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
    local made = alphabeta.new(new_game(), options)
    local place = #searchers < SEARCHERS and #searchers + 1 or byte() % SEARCHERS + 1
    replaced[#replaced + 1] = searchers[place]
    searchers[place] = made
  end,
  of_any(function(searcher)
    local limit = limits()
    search_with(function(state) return searcher:search(state, limit) end)
  end),
  function()
    local options = options_for "searcher"
    if type(options) == "table" and not getmetatable(options) then options.game = options.game or new_game() end
    local limit = limits()
    search_with(function(state) return alphabeta.search(state, limit, options) end)
  end,
  of_any(function(searcher) pcall(searcher.start, searcher, new_state(), limits()) end),
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
  function() byte() end, function() byte() end, -- so that the corpus keeps its meaning: once they did something
  of_any(function(searcher)
    pcall(searcher[methods[byte() % #methods + 1]], odd(), odd(), odd(), odd())
    pcall(searcher[methods[byte() % #methods + 1]], searcher, odd(), odd())
  end),
  function()
    pcall(alphabeta[functions[byte() % #functions + 1]], odd(), odd(), odd())
    local ok, key = pcall(alphabeta.zobrist, byte(), byte())
    if not ok then return end
    pcall(key.flip, key, any_number())
    pcall(key.set, key, any_number(), odd())
    pcall(key.get, key, any_number())
    pcall(key.copy, odd())
    pcall(tostring, key)
  end,
  function() games.run_short(byte(), byte() % 2 == 0) end,
}

local function operate() return operations[byte() % #operations + 1]() end

-- Does something with the searchers while they are in the middle of something else.
local function meddle()
  if nesting >= NESTING or searchers == nil or searchers[1] == nil then return end
  nesting = nesting + 1
  pcall(operate)
  nesting = nesting - 1
end

-- No searcher is busy when nothing runs any more, and a search is either done or says what is wrong with its arguments.
local function check_usable(searcher)
  local state = new_state()
  pcall(searcher.stop, searcher)
  local ok, message = pcall(searcher.search, searcher, state, 1)
  if not ok and type(message) == "string" and (message:find "already" or message:find "is thinking") then
    violate("a searcher stays busy: " .. message)
  end
  check_restored(state, "after the last search")
end

-- Plays one input. `has_more` says whether there are bytes left; the other functions are described above.
local function play(next_byte, has_more, refuse, refused, note_violation)
  byte, violate = next_byte, note_violation
  searchers, replaced, nesting = {}, {}, 0
  input.byte, input.refuse, input.refused, input.violate, input.meddle = byte, refuse, refused, violate, meddle
  input.searchers, input.most, input.states, input.is_short = searchers, SEARCHERS, {}, false
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
  for _, state in ipairs(input.states) do check_restored(state, "at the end") end
  searchers, replaced, input.searchers, input.states = nil, nil, nil, nil
  os.remove(path)
end

return play, finish
