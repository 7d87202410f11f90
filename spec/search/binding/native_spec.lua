-- Rules in C find what the same rules in Lua find: move, value, line and counts, in random positions of two games with
-- random options; what they return is checked, and nothing that they may return breaks a search.

local alphabeta = require "alphabeta"
local fallback = require "alphabeta.fallback.core"
local effort = require "spec.support.effort"
local games = require "spec.support.native_games"
local meanwhile = require "spec.support.meanwhile"
local message_of = require "spec.support.message_of"
local results = require "spec.support.results"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

local POSITIONS = effort.seeds(100, 5000) -- of each game
local is_c = alphabeta._ENGINE == "C"

if not is_c then
  describe("Rules in C, with the engine in Lua", function()
    it("need the C module", function()
      assert.matches("alphabeta.native: needs the C module", message_of(alphabeta.native, nil), 1, true)
    end)
  end)
  return
end

if not games.is_here then
  describe("Rules in C", function()
    it("are compared with those in Lua", function() pending "the libraries of the specs are not built" end)
  end)
  return
end

local FUNCTIONS = {"order", "hash", "is_over", "result", "noisy", "chances"}

-- A game in C and the same for the driver of games in Lua, without some of their functions: connect four in Lua, and
-- the graph by functions in Lua that call those in C.
local function pair(name, random)
  local native, plain = {}, {}
  for field, value in pairs(alphabeta.native(games.handles[name])) do
    native[field] = value
    plain[field] = name == "graph" and function(...) return value(...) end or games.connect4[field]
  end
  if name == "connect4" then plain.make, plain.unmake = games.connect4.make, games.connect4.unmake end
  for _, field in ipairs(FUNCTIONS) do
    if random:chance(0.4) then native[field], plain[field] = nil, nil end
  end
  return native, plain
end

-- A position of both, some moves from a start, and its text.
local function positions(name, native, plain, random)
  if name == "graph" then
    local text = ("%d %d %d"):format(random:int(1, 60000), random:int(0, 6), random:int(1, 2))
    return native.read(text), native.read(text), text
  end
  local ours, theirs = native.new(), plain.new()
  for _ = 1, random:int(0, 30) do
    local moves = native.moves(ours)
    if #moves == 0 then break end
    local move = random:pick(moves)
    ours = native.play(ours, move)
    plain.make(theirs, move)
  end
  return ours, theirs, native.write(ours)
end

local function random_options(game, random)
  local options = {
    depth = random:int(0, 5), algorithm = random:pick {"alphabeta", "pvs", "mtdf", "minimax", "uct"},
  }
  if options.algorithm == "uct" then
    return {algorithm = "uct", seed = random:int(1, 99), multipv = "all", nodes = random:int(1, 300)}
  end
  local prunes = options.algorithm ~= "minimax"
  if random:chance(0.3) then options.deepening = random:chance(0.5) end
  if random:chance(0.2) then options.nodes = random:int(1, 500) end
  if prunes and random:chance(0.2) then options.win = 20 end
  if prunes then options.table = game.hash and random:pick {0, 1} or 0 end
  if options.algorithm ~= "mtdf" and random:chance(0.3) then options.multipv = random:pick {2, "all"} end
  if random:chance(0.2) and game.hash then options.repetition = 0 end
  if random:chance(0.2) then options.view, options.max_player = "player", random:int(1, 2) end
  if prunes and not game.order and random:chance(0.3) then options.order = "evaluate" end
  if random:chance(0.2) then options.without = {random:pick {"killers", "history", "partial_iteration"}} end
  return options
end

local function search(game, state, options, engine)
  return results.found((engine or alphabeta).search(state, nil, wrap.replace(options, {game = game})))
end

-- The same in slices of some nodes.
local function search_in_slices(game, state, options, nodes)
  local ai = alphabeta.new(game, options)
  local result = results.found(slices.search(ai, state, nil, {nodes = nodes}))
  ai:close()
  return result
end

-- What the functions of connect four say of a state when Lua calls them.
local function answers(game, state)
  local said = {player = game.player(state), moves = game.moves(state, nil), value = game.evaluate(state, 1)}
  if game.hash then said.hash = game.hash(state) end
  if game.is_over then said.is_over = game.is_over(state) end
  for i, move in ipairs(game.order and said.moves or {}) do said[i] = game.order(state, move) end
  return said
end

describe("Rules in C", function()
  for _, name in ipairs {"graph", "connect4"} do
    it("find what the same rules in Lua find: " .. name, function()
      for seed in share.of(1, POSITIONS) do
        local random = rng.new(seed)
        local native, plain = pair(name, random)
        local ours, theirs, text = positions(name, native, plain, random)
        local options = random_options(native, random)
        if name == "connect4" then assert.same(answers(plain, theirs), answers(native, ours)) end
        local expected, where = search(plain, theirs, options), ("seed %d, position %s"):format(seed, text)
        assert.same(expected, search(native, ours, options), where)
        if random:chance(0.3) then
          assert.same(expected, search_in_slices(native, ours, options, random:int(1, 40)), where .. ", slices")
        end
        if random:chance(0.2) and options.algorithm ~= "minimax" and options.algorithm ~= "uct" then
          assert.equal(expected.value, search(native, ours, options, fallback).value, where .. ", in Lua")
        end
        assert.equal(text, native.write(ours))
      end
    end)
  end

  it("play with an evaluation in Lua", function()
    local native = alphabeta.native(games.handles.connect4)
    local evaluate, calls = native.evaluate, 0
    native.evaluate = function(state, me)
      calls = calls + 1
      return evaluate(state, me)
    end
    local state = native.new()
    local expected = search(alphabeta.native(games.handles.connect4), state, {depth = 4})
    assert.same(expected, search(native, state, {depth = 4}))
    assert.is_true(calls > 50)
  end)

  it("have states that are read, written, copied and have fields", function()
    local game = alphabeta.native(games.handles.connect4)
    local state = game.play(game.play(game.new(), 4), 4)
    assert.equal(tostring(state), game.write(state))
    assert.equal(game.write(state), game.write(game.read(game.write(state))))
    assert.equal(game.write(state), game.write(game.copy(state)))
    assert.equal(40, state.left)
    assert.is_nil(state.nothing)
    assert.is_nil(game.read "nonsense")
    assert.equal(2, game.player(game.play(state, 1)))
  end)

  it("can be the state's own", function()
    local state = alphabeta.native(games.handles.connect4).new()
    assert.equal(4, (alphabeta.search(state, 3)))
  end)

  it("refuse moves and states of others", function()
    local game, other = alphabeta.native(games.handles.connect4), alphabeta.native(games.handles.graph)
    assert.matches("callback 'play': expected a move that 'moves' lists, got 8", message_of(game.play, game.new(), 8))
    assert.matches("expected a state of connect four, got userdata", message_of(game.moves, other.new()))
    local _, message = pcall(alphabeta.search, other.new(), 3, {game = game})
    assert.matches("expected a state of connect four, got userdata", message)
  end)
end)

describe("What rules in C return", function()
  local game = alphabeta.native(games.handles.graph)
  local MOST = "expected at most 4, as 'moves_max' says"
  local LIES = {
    moves = MOST, noisy = MOST, chances = MOST, evaluate = "expected a number, got NaN",
    result = "expected a number, got NaN", order = "expected a number, got NaN",
    player = "expected a player from 1 to 2, got 3", probability = "entry 1: expected a probability",
    sum = "expected probabilities that add up to 1, got a sum of 0.75",
  }

  -- The function that is named where rules lie.
  local function named(lie) return (lie == "probability" or lie == "sum") and "chances" or lie end

  after_each(function() games.library.lie("none", 0) end)

  -- Ways to search a graph, the beginning of the message about a function, and the lies that they meet. Cause of the
  -- second row: Lua makes the calls of Monte Carlo tree search, and the message began with the line of the module in
  -- Lua that had called the function.
  local ai = alphabeta.new(game, {algorithm = "pvs", deepening = true})
  local SEARCHES = {
    {function(state) ai:search(state, 4) end, "callback '%s' at ply %%d+: ",
      "moves noisy chances evaluate result order player probability sum"},
    {function(state) return (alphabeta.search(state, {nodes = 50}, {game = game, algorithm = "uct"})) end,
      "^[^\n]*native_spec%%.lua:%%d+: alphabeta: callback '%s' at ply %%d+: ", "moves chances result player sum"},
  }
  for way, row in ipairs(SEARCHES) do
    it("is checked in searches: " .. way, function()
      for lie in row[3]:gmatch "%a+" do
        local seen = false
        for seed in share.of(1, 60) do
          games.library.lie("none", 0)
          local state = game.read(("%d 0 1"):format(seed))
          games.library.lie(lie, 3 + seed % 5)
          local ok, message = pcall(row[1], state)
          if not ok then assert.matches(row[2]:format(named(lie)) .. LIES[lie], message) end
          seen = seen or not ok
        end
        assert.is_true(share.seen(seen), lie)
      end
    end)
  end

  it("is checked in calls from Lua", function()
    local state = game.read "10 1 1"
    for lie, expected in pairs(LIES) do
      if game[lie] then
        games.library.lie(lie, 0)
        assert.matches(("callback '%s': "):format(lie) .. expected, message_of(game[lie], state, 1))
      end
    end
    games.library.lie("write", 0)
    assert.matches("callback 'write': expected a text of at most 1 MiB", message_of(game.write, state))
  end)

  it("may differ from call to call: the search takes the moves of a node from one call", function()
    for seed in share.of(1, 50) do
      games.library.lie("other", seed % 11)
      assert(pcall(alphabeta.search, game.read(seed .. " 0 1"), 4, {game = game, deepening = true}))
    end
  end)

  -- Cause: an error that C raises gets the place of the function in Lua that has called it. In a match that is a line
  -- of the module.
  it("is told by a match without a place of the module", function()
    local function take_first(state) return game.moves(state)[1] end
    for name, expected in pairs {moves = "expected at most 4", player = "expected a player from"} do
      local state = game.read "10 1 1"
      games.library.lie(name, 0)
      local _, message = pcall(alphabeta.match, take_first, take_first, {game = game, state = state, games = 2})
      games.library.lie("none", 0)
      assert.matches("alphabeta.match: game 1, ply 1, callback '" .. name .. "': " .. expected, message)
      assert.not_matches("position.lua", message, 1, true)
    end
  end)
end)

describe("Moves of rules in C", function()
  local game = alphabeta.native(games.handles.graph)

  -- Cause: LuaJIT and Lua 5.1 have no integers of 64 bits, but their lua_Integer has. A move beyond 2^53 passed a test
  -- that was meant for it, and was rounded to another move in silence.
  it("are exact, or an error where numbers are doubles", function()
    local state = game.read "65523 0 1" -- the moves of such nodes begin with 2^53 + 1
    local expected = "callback 'moves': expected moves from -2^53 to 2^53 on this version of Lua"
    if math.type then
      local best = alphabeta.search(state, 1, {game = game})
      assert.equal(1, game.moves(state)[1] - math.tointeger(2 ^ 53))
      assert.is_userdata(game.play(state, best))
      return
    end
    assert.matches(expected, message_of(game.moves, state), 1, true)
    assert.matches(expected, message_of(game.noisy, game.read "65524 0 1"), 1, true)
    local is_found, message = pcall(alphabeta.search, state, 1, {game = game})
    assert.is_false(is_found)
    assert.matches(expected, message, 1, true)
    assert.is_table(game.moves(game.new()))
  end)

  -- Cause: all lists of a game went through one buffer. The table for a list was made after the buffer was filled; a
  -- finalizer that ran then, and asked for another list, changed the moves.
  it("are those of the state, whatever finalizers do", function()
    local chancy, few, other = game.read "3 1 1", game.read "4 1 1", game.read "13 1 1"
    local function asks() return game.moves(other) end
    local move, noisy, outcome = game.moves(few)[1], game.noisy(few)[1], game.chances(chancy)[1].outcome
    for _ = 1, 10000 do
      meanwhile.leave_garbage(asks)
      assert(game.moves(few)[1] == move and game.noisy(few)[1] == noisy, "moves of another state")
      assert(game.chances(chancy)[1].outcome == outcome, "outcomes of another state")
    end
  end)
end)

describe("alphabeta.native", function()
  local REFUSED = {
    "expected rules of version", "field 'size': expected at least", "the rules use what this version", "'moves'",
    "'moves_max'", "'state_size'", "'players'", "'evaluate'",
  }

  it("refuses structs of other versions, and those that are not whole", function()
    for n, expected in ipairs(REFUSED) do
      assert.matches(expected, message_of(alphabeta.native, (games.library.refused(n))), 1, true)
    end
    assert.is_table(alphabeta.native((games.library.refused(#REFUSED + 1))))
    assert.matches("^a graph: ", tostring(alphabeta.native((games.library.refused(#REFUSED + 2))).new()))
    assert.matches("field 'size': expected at least %d+ bytes, a multiple of [48], got %d+", -- it ends within a pointer
      message_of(alphabeta.native, (games.library.refused(#REFUSED + 3))))
  end)

  local ffi_is_here, ffi = pcall(require, "ffi")
  local it_with_ffi = ffi_is_here and rawget(_G, "jit") and it or pending
  it_with_ffi("takes a pointer of LuaJIT's ffi, and a struct", function()
    local pointer = ffi.cast("void *", games.handles.connect4)
    assert.equal(7, #alphabeta.native(pointer).moves(alphabeta.native(pointer).new()))
    local rules = ffi.new "char[400]"
    ffi.copy(rules, pointer, 8)
    assert.matches("function 'evaluate'", message_of(alphabeta.native, rules), 1, true)
  end)

  it("refuses what is no address", function()
    assert.matches("argument 'handle': expected the address of rules, a light userdata, got table",
      message_of(alphabeta.native, {}))
    assert.matches("got nil", message_of(alphabeta.native, nil))
  end)
end)
