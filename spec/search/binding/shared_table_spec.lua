-- A transposition table that searchers share: handles, lifetimes, what may be in one table, and values that are always
-- those of minimax. Its files are in files_spec, Lua states in threads in pool_spec and in spec/c.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local core = require "alphabeta.core"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local meanwhile = require "spec.support.meanwhile"
local memory_use = require "spec.support.memory_use"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local reversi = require "games.reversi"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local GAMES = effort.seeds(50, 500)

local hashed = wrap.replace(connect4, connect4.hashed)
local START = hashed.new()

-- A searcher of connect four to depth 6, with these options besides.
local function searcher(options)
  return alphabeta.new(nil, wrap.replace({game = hashed, win = connect4.WIN, depth = 6, deepening = true}, options))
end

-- How many nodes a searcher takes that uses a table, or a size.
local function nodes_with(shared) return (select(3, searcher {table = shared}:search(START))).nodes end

-- Searchers of a state that share a table and a number, as the helpers of a pool do; the search has begun.
local function joined(count, shared, game, options, state, limits)
  local number, searchers = core.join(shared), {}
  for i = 1, count do
    local opened = alphabeta.table(shared:handle()) -- as in a state of its own: only then are moves divided
    searchers[i] = alphabeta.new(game, wrap.replace(options, {table = opened, deepening = true}))
    core.join(searchers[i], number)
    searchers[i]:start(state(), limits)
  end
  return searchers
end

-- Lets searchers take turns, a few nodes each, until the first has finished. Returns its value, and the nodes of the
-- busiest.
local function race(searchers)
  while true do
    for _, first in ipairs(searchers) do
      if first:step {nodes = 4} then
        local _, value = first:best()
        local busiest = 0
        for _, other in ipairs(searchers) do
          local _, _, info = other:best()
          busiest = math.max(busiest, info.nodes)
        end
        return value, busiest
      end
    end
  end
end

-- Heaps in a row, without `player`: turns alternate, values are good for the player to move.
local nim = wrap.replace(small_games.HEAP, {hash = function(heap) return heap end, view = "mover"})

describe("A shared table", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("lets one searcher use what another has found, is opened by its handle, and is emptied for all", function()
    local shared = alphabeta.table(1)
    local ai = searcher {table = shared}
    local first = (select(3, ai:search(START))).nodes
    local other = alphabeta.table(shared:handle())
    assert.equal(shared:handle(), other:handle())
    for _, object in ipairs {shared, ai} do
      assert.is_true(nodes_with(shared) < first / 10)
      object:clear()
      assert.equal(first, nodes_with(other))
    end
    shared:close()
    assert.is_true(nodes_with(other) < first / 10)
    local handle = other:handle()
    other:close()
    ai:close()
    assert.matches("argument 'handle'", failure(alphabeta.table, handle))
    assert.are_not.equal(handle, alphabeta.table(1):handle())
  end)

  it("lives as long as an object of it, or a searcher that uses it", function()
    local handle = alphabeta.table(1):handle()
    memory_use.collect()
    assert.matches("argument 'handle'", failure(alphabeta.table, handle))
    local ai = searcher {table = alphabeta.table(1)}
    local _, _, info = ai:search(START)
    memory_use.collect()
    local _, _, again = ai:search(START)
    assert.is_true(again.nodes < info.nodes / 10)
    local other = alphabeta.new(hashed, {table = alphabeta.table(1)})
    other:start(START, {depth = 4})
    while not other:step {nodes = 50} do collectgarbage() end
    assert.is_number((select(2, other:best())))
  end)

  it("says what is wrong with a size, a handle, an option, a player or a closed table", function()
    local shut, shared, ai = alphabeta.table(1), alphabeta.table(1), alphabeta.new(hashed)
    local own = searcher {table = shut}
    own:search(START)
    assert.matches("^alphabeta%.shared_table %(1%.?0? MiB%)$", tostring(shut))
    shut:close()
    shut:close()
    assert.equal("alphabeta.shared_table (closed)", tostring(shut))
    local function search(game, given) return alphabeta.search(START, 3, {game = game, table = given}) end
    local players = {{}, {}}
    local unknown = wrap.replace(hashed, {
      player = function(state) return players[state.turn] end,
      evaluate = function(state, me) return connect4.evaluate(state, me == players[1] and 1 or 2) end,
    })
    assert.is_number(select(2, search(unknown, 1)))
    local rows = {
      {"got nil", alphabeta.table},
      {"option 'table' needs a game with 'hash'", search, connect4, shared},
      {"cannot be given for one search", ai.search, ai, START, {depth = 1, table = shared}},
      {"expected a number of MiB from 0 to 1024, or a shared table, got table", searcher, {table = {}}},
      {"got userdata", searcher, {table = ai}}, {"alphabeta.shared_table expected, got table", shared.handle, {}},
      {"with a shared table, expected a number, a string or a boolean, got table", search, unknown, shared},
      {"searcher:search: option 'table': expected an open table, got a closed one", own.search, own, START},
      {"option 'table': expected an open table, got a closed one", own.load, own, path},
    }
    for _, size in ipairs {0, -1, 1025, 0 / 0, math.huge, {}, print} do
      rows[#rows + 1] = {"alphabeta.table: argument 'size': expected a number of MiB greater than 0 and up to 1024, or "
        .. "a handle, got ", alphabeta.table, size}
    end
    local handle = shared:handle()
    for _, forged in ipairs {
      "", "x", handle .. "0", handle:sub(1, -2), handle .. "\0", handle:upper(), handle:gsub("%d", "9"),
      ("alphabeta.table "):rep(100),
    } do
      rows[#rows + 1] = {"alphabeta.table: argument 'handle': expected the handle of a table of this process that is "
        .. "not closed, got ", alphabeta.table, forged}
    end
    for _, method in ipairs {"handle", "clear", "save", "load", "merge"} do
      rows[#rows + 1] = {"table:" .. method .. ": argument 'self': expected an open table, got a closed one",
        shut[method], shut, path}
    end
    for _, row in ipairs(rows) do assert.matches(row[1], failure(unpack(row, 2, 5)), 1, true) end
  end)

  it("may be closed in the middle of a search, which goes on without", function()
    local _, value = searcher {table = 0}:search(START)
    for _, slices in ipairs {false, true} do
      local shared, calls = alphabeta.table(1), 0
      local closing = wrap.replace(hashed, {evaluate = function(state, me)
        calls = calls + 1
        if calls == 500 then shared:close() end
        return connect4.evaluate(state, me)
      end})
      local ai = searcher {table = shared, game = closing}
      ai:start(START)
      while not ai:step {nodes = slices and 500 or 1e9} do collectgarbage() end
      assert.equal(value, (select(2, ai:best())))
      assert.equal("alphabeta.shared_table (closed)", tostring(shared))
    end
  end)

  it("refuses a searcher with other settings", function()
    local shared = alphabeta.table(1)
    local playerless = wrap.replace(hashed, {evaluate = function(state) return connect4.evaluate(state, 1) end})
    playerless.player = nil
    local function search(options)
      return alphabeta.search(START, 3, wrap.replace({game = hashed, win = 1000, table = shared}, options))
    end
    search {}
    for _, other in ipairs {{win = 999}, {view = "player", max_player = 1}, {game = playerless}} do
      assert.matches("the shared table was filled with other settings ('view', 'win', bounds, 'player')",
        failure(search, other), 1, true)
    end
    search {}
    shared:clear()
    assert.matches("filled with other settings", failure(search, {win = 999}), 1, true)
  end)

  it("keeps entries of games without player for the search that stored them", function()
    local shared = alphabeta.table(1)
    local one, other = alphabeta.new(nim, {table = shared}), alphabeta.new(nim, {table = shared})
    local alone = alphabeta.new(nim)
    for heap = 1, 12 do
      local _, value = one:search(heap, 12)
      assert.equal(heap % 4 == 0 and -1 or 1, value)
      local _, _, info = other:search(heap, 12)
      local _, _, expected = alone:search(heap, 12)
      assert.equal(expected.nodes, info.nodes)
    end
    assert.matches("the game has no 'player'", failure(shared.save, shared, path), 1, true)
  end)

  it("divides the moves of a node among the searches of a pool", function()
    for depth, game in pairs {[8] = connect4.hashed, [5] = reversi.hashed} do
      local _, value, info = alphabeta.search(game.new(), depth, {game = game, deepening = true, win = connect4.WIN})
      for count, part in pairs {[1] = 1, [2] = 0.7, [4] = 0.6} do
        local found, busiest = race(joined(count, alphabeta.table(16), game, {win = connect4.WIN}, game.new, depth))
        assert.equal(value, found)
        assert.is_true(busiest <= part * info.nodes, ("%d searches: %d of %d nodes"):format(count, busiest, info.nodes))
      end
    end
  end)

  it("divides no moves by what a search has left behind that was dropped", function()
    local shared = alphabeta.table(16)
    local ai = searcher {table = shared}
    ai:start(START)
    for _ = 1, 500 do ai:step {nodes = 1} end
    shared:clear()
    assert.equal(nodes_with(alphabeta.table(16)), nodes_with(shared))
  end)

  -- What searches find: in turns, each by a searcher of its own; when they divide the moves; or one with a new table,
  -- as with a table of its own.
  local WAYS = {
    function(trial, shared, position, depth)
      for _ = 1, 4 do
        local options = trial:with {table = shared, deepening = trial.random:chance(0.5)}
        trial:check_exact(trial:search(alphabeta.new(nil, options), position, depth), depth, position)
      end
    end,
    function(trial, shared, position, depth)
      local random = trial.random
      local function state() return trial:state(position) end
      local searchers = joined(random:int(2, 4), shared, nil, trial.options, state, depth)
      repeat
        local is_open = false
        for _, ai in ipairs(searchers) do is_open = not ai:step {nodes = random:int(1, 5)} or is_open end
      until not is_open
      for _, ai in ipairs(searchers) do
        local best, value, info = ai:best()
        trial:note(info)
        trial:check_exact({best = best, value = value, info = info}, depth, position)
      end
    end,
    function(trial, _, position, depth)
      local size = trial.random:pick {1 / 16384, 1 / 4096, 1}
      local found = {}
      for i, given in ipairs {size, alphabeta.table(size)} do
        local ai = alphabeta.new(nil, trial:with {table = given})
        for plies = depth, depth + 1 do
          found[#found + 1] = results.found(ai:search(trial:state(position), plies))
          if i == 2 then results.same(found[#found - 2], found[#found]) end
        end
      end
    end,
  }

  it("gives minimax's values to many searchers, and one searcher what a table of its own gives", function()
    for seed in share.of(1, GAMES) do
      local trial = random_trial.new(seed, {traits = {player = true, hash = "string"}, omit = "table"})
      if trial.options.algorithm == "minimax" then trial.options.algorithm = nil end
      for turn in ipairs(trial.graph.players) do trial.graph.players[turn] = "player " .. turn end
      trial.options.max_player = trial.options.max_player and trial.graph.players[1]
      trial:set_game()
      local shared = alphabeta.table(trial.random:pick {1 / 16384, 1 / 4096, 1})
      for search = 1, 6 do
        WAYS[search % 3 + 1](trial, shared, trial:some_position(), trial.random:int(1, 5))
      end
    end
  end)
end)

-- Between the look whether a table is open and its use, the game's metamethods, finalizers and debug hooks run: one
-- that closed the table was followed by a write to address 0.
describe("A shared table that is closed while a function is about to use it", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("is refused if looking up the game has closed it", function()
    for _, name in ipairs {"view", "moves", "evaluate", "hash"} do
      local shared = alphabeta.table(1)
      local game = setmetatable({}, {__index = function(_, key)
        if key == name then shared:close() end
        return hashed[key]
      end})
      assert.matches("alphabeta.search: option 'table': expected an open table, got a closed one",
        failure(alphabeta.search, START, 4, {game = game, table = shared}), 1, true)
    end
  end)

  -- A shared table that a searcher has used and saved, and what is called.
  local function subject(call)
    return function()
      local shared, state = alphabeta.table(1 / 64), meanwhile.new_state()
      local ai = alphabeta.new(meanwhile.nim, {table = shared})
      ai:search(meanwhile.new_state(), 3)
      shared:save(path)
      return {
        call = function() return call(shared, state, ai) end, state = state, objects = {shared, ai},
        is_usable = function()
          pcall(ai.stop, ai)
          return meanwhile.finds(ai)
        end,
      }
    end
  end

  describe("or at work, whatever is done then,", meanwhile.body({
    it = it, setup = setup, teardown = teardown, pending = pending,
  }, {
    ["its methods, and files of a searcher"] = subject(function(shared, _, ai)
      ai:save(path)
      ai:load(path)
      shared:save(path)
      shared:load(path)
      shared:merge(path)
      tostring(shared)
      core.join(shared)
      alphabeta.table(shared:handle()):close()
      shared:clear()
    end),
    ["a game that is looked up"] = subject(function(shared, state)
      local looked_up = setmetatable({}, {__index = function(_, name)
        meanwhile.intrude()
        return meanwhile.nim[name]
      end})
      alphabeta.search(state, 3, {game = looked_up, table = shared})
    end),
  }, 30))
end)
