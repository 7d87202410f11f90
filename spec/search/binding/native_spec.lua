-- Rules in C find what the same rules in Lua find: move, value, line and counts, in random positions of two games with
-- random options; what they return is checked, and nothing that they may return breaks a search.

local alphabeta = require "alphabeta"
local fallback = require "alphabeta.fallback.core"
local effort = require "spec.support.effort"
local games = require "spec.support.native_games"
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

local FUNCTIONS = {"player", "order", "hash", "is_over", "result", "noisy", "chances"}

-- A game in C and the same in Lua, without some of their functions.
local function pair(name, random)
  local native, plain = {}, {}
  for field, value in pairs(alphabeta.native(games.handles[name])) do native[field] = value end
  for field in pairs(native) do plain[field] = games[name][field] end
  for _, field in ipairs {"make", "unmake"} do plain[field] = games[name][field] end
  for _, field in ipairs(FUNCTIONS) do
    if field ~= "player" and random:chance(0.4) then native[field], plain[field] = nil, nil end
  end
  return native, plain
end

-- A position of both, some moves from a start.
local function positions(name, native, plain, random)
  local ours, theirs
  if name == "graph" then
    local text = ("%d %d %d"):format(random:int(1, 60000), random:int(0, 6), random:int(1, 2))
    return native.read(text), plain.read(text), text
  end
  local text = {}
  ours, theirs = native.new(), games.connect4.new()
  for _ = 1, random:int(0, 30) do
    local moves = native.moves(ours)
    if #moves == 0 then break end
    local move = random:pick(moves)
    ours = native.play(ours, move)
    plain.make(theirs, move)
    text[#text + 1] = move
  end
  return ours, theirs, table.concat(text, " ")
end

local function random_options(game, random)
  local options = {
    depth = random:int(0, 5), algorithm = random:pick {"alphabeta", "pvs", "mtdf", "minimax"},
  }
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

-- What the functions of a game say of a state when Lua calls them.
local function answers(game, state)
  local said = {player = game.player(state), moves = game.moves(state, nil)}
  for _, name in ipairs {"hash", "is_over", "noisy", "chances", "result"} do
    local own = game[name]
    if own and (name ~= "result" or game.noisy) then said[name] = own(state, 1) end
  end
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
        assert.same(answers(plain, theirs), answers(native, ours))
        local expected, before = search(plain, theirs, options), native.write(ours)
        local where = ("seed %d, position %s"):format(seed, text)
        assert.same(expected, search(native, ours, options), where)
        if random:chance(0.3) then
          assert.same(expected, search_in_slices(native, ours, options, random:int(1, 40)), where .. ", slices")
        end
        if random:chance(0.2) and options.algorithm ~= "minimax" then -- by the rules' functions in Lua
          assert.equal(expected.value, search(native, ours, options, fallback).value, where .. ", in Lua")
        end
        assert.equal(before, native.write(ours))
      end
    end)
  end

  for _, name in ipairs {"graph", "connect4"} do
    it("grow the same tree of playouts as the same rules in Lua, in slices, too: " .. name, function()
      for seed in share.of(1, 80) do
        local random = rng.new(seed)
        local native, plain = pair(name, random)
        local ours, theirs = positions(name, native, plain, random)
        local options = {algorithm = "uct", seed = seed, multipv = "all", nodes = 10 + seed % 7 * 40}
        local expected = search(plain, theirs, options)
        assert.same(expected, search(native, ours, options), "seed " .. seed)
        assert.same(expected, search_in_slices(native, ours, options, 1 + seed % 13), "seed " .. seed .. ", slices")
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

  -- Searches a graph by rules that lie at some call, and tests the message. Returns 1 if there was one.
  local function check_lie(lie, seed, pattern, use)
    games.library.lie("none", 0)
    local state = game.read(("%d 0 1"):format(seed))
    games.library.lie(lie, 3 + seed % 5)
    local ok, message = pcall(use, state)
    if ok then return 0 end
    assert.matches(pattern:format(named(lie)) .. LIES[lie], message)
    return 1
  end

  for lie in pairs(LIES) do
    it("is checked: " .. lie, function()
      local ai, seen = alphabeta.new(game, {algorithm = "pvs", deepening = true}), 0
      local function use(state) return ai:search(state, 4) end
      for seed in share.of(1, 60) do
        seen = seen + check_lie(lie, seed, "callback '%s' at ply %%d+: ", use)
      end
      assert.is_true(share.seen(seen > 0))
    end)
  end

  -- Cause: Lua makes the calls of Monte Carlo tree search. The message began with the line of the module in Lua that
  -- had called the function.
  it("is checked in a Monte Carlo tree search, at the user's line", function()
    local pattern = "^[^\n]*native_spec%%.lua:%%d+: alphabeta: callback '%s' at ply %%d+: "
    local function use(state)
      local _, value = alphabeta.search(state, {nodes = 50}, {game = game, algorithm = "uct"})
      return value
    end
    for _, lie in ipairs {"moves", "chances", "result", "player", "sum"} do
      local seen = 0
      for seed = 1, 20 do seen = seen + check_lie(lie, seed, pattern, use) end
      assert.is_true(seen > 0, lie)
    end
  end)

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
    local function leave_garbage()
      if not newproxy then return setmetatable({}, {__gc = asks}) end -- luacheck: ignore 113
      local proxy = newproxy(true) -- luacheck: ignore 113
      getmetatable(proxy).__gc = asks
      return proxy
    end
    local move, noisy, outcome = game.moves(few)[1], game.noisy(few)[1], game.chances(chancy)[1].outcome
    for _ = 1, 10000 do
      leave_garbage()
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
