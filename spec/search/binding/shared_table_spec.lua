-- A transposition table that searchers share: handles, lifetimes, what may be in one table, and values that are always
-- those of minimax. Lua states in threads are in spec/search/binding/pool_spec.lua and in spec/c.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local core = require "alphabeta.core"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local graph_game = require "spec.support.graph_game"
local meanwhile = require "spec.support.meanwhile"
local oracle = require "spec.support.oracle"
local random_graph = require "spec.support.random_graph"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local GAMES = effort.seeds(50, 500)

local hashed = connect4.hashed
local OPTIONS = {win = connect4.WIN, depth = 6, deepening = true}

local function with(fields, base)
  local options = {}
  for name, value in pairs(base or OPTIONS) do options[name] = value end
  for name, value in pairs(fields) do options[name] = value end
  return options
end

local function after(...)
  local state = hashed.new()
  for _, column in ipairs {...} do hashed.make(state, column) end
  return state
end

-- Starts searchers of one position that share a table and a number, as the helpers of a pool do.
local function joined(count, shared, game, state, options)
  local number, searchers = core.join(shared), {}
  for i = 1, count do
    local opened = alphabeta.table(shared:handle()) -- as in a state of its own: only then are moves divided
    searchers[i] = alphabeta.new(game, with({table = opened, deepening = true}, options))
    core.join(searchers[i], number)
    searchers[i]:start(state())
  end
  return searchers
end

-- Lets searchers take turns, a few nodes each, until the first has finished. Returns its value, and the nodes of the
-- busiest.
local function race(searchers)
  while true do
    for _, searcher in ipairs(searchers) do
      if searcher:step {nodes = 4} then
        local _, value = searcher:best()
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
local nim = wrap.replace(small_games.HEAP, { hash = function(heap) return heap end, view = "mover" })

describe("A shared table", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("gives one searcher the same result after the same nodes as a table of its own", function()
    for _, mib in ipairs {1 / 16384, 1 / 64, 1} do
      local own = alphabeta.new(hashed, with {table = mib})
      local shared = alphabeta.new(hashed, with {table = alphabeta.table(mib)})
      for _, state in ipairs {after(), after(4, 4, 3)} do
        local best, value, info = own:search(state)
        local other, other_value, other_info = shared:search(state)
        assert.same({best, value, info.nodes, info.table_hits, info.table_bytes, info.table_fill},
          {other, other_value, other_info.nodes, other_info.table_hits, other_info.table_bytes, other_info.table_fill})
      end
    end
  end)

  it("lets one searcher use what another has found", function()
    local shared = alphabeta.table(1)
    local _, value, info = alphabeta.new(hashed, with {table = shared}):search(after())
    local _, again, less = alphabeta.search(after(), nil, with {game = hashed, table = shared})
    assert.equal(value, again)
    assert.is_true(less.nodes < info.nodes / 10)
  end)

  it("is emptied by clear, for all", function()
    local shared = alphabeta.table(1)
    local ai = alphabeta.new(hashed, with {table = shared})
    local _, _, info = ai:search(after())
    shared:clear()
    local _, _, again = alphabeta.new(hashed, with {table = shared}):search(after())
    assert.equal(info.nodes, again.nodes)
    ai:clear()
    _, _, again = ai:search(after())
    assert.equal(info.nodes, again.nodes)
  end)

  it("is opened by its handle", function()
    local shared = alphabeta.table(1)
    alphabeta.new(hashed, with {table = shared}):search(after())
    local other = alphabeta.table(shared:handle())
    assert.equal(shared:handle(), other:handle())
    shared:close()
    local _, _, info = alphabeta.new(hashed, with {table = other}):search(after())
    assert.is_true(info.nodes < 1000)
  end)

  it("refuses handles that are forged or outdated", function()
    local shared = alphabeta.table(1)
    local handle = shared:handle()
    local forged = {
      "", "x", handle .. "0", handle:sub(1, -2), handle .. "\0", handle:upper(), handle:gsub("%d", "9"),
      ("alphabeta.table "):rep(100),
    }
    for _, wrong in ipairs(forged) do
      assert.matches("^alphabeta.table: argument 'handle': expected the handle of a table of this process that is not "
        .. "closed, got ", failure(alphabeta.table, wrong))
    end
    assert.equal(handle, alphabeta.table(handle):handle())
    collectgarbage()
    collectgarbage() -- finalizers of Lua 5.1 run in one cycle, memory is freed in the next
    shared:close()
    assert.matches("argument 'handle'", failure(alphabeta.table, handle))
    assert.are_not.equal(handle, alphabeta.table(1):handle())
  end)

  it("lives as long as an object of it", function()
    local handle = alphabeta.table(1):handle()
    collectgarbage()
    collectgarbage()
    assert.matches("argument 'handle'", failure(alphabeta.table, handle))
  end)

  it("is kept by searchers that use it", function()
    local ai = alphabeta.new(hashed, with {table = alphabeta.table(1)})
    local _, _, info = ai:search(after())
    collectgarbage()
    collectgarbage()
    local _, _, again = ai:search(after())
    assert.is_true(again.nodes < info.nodes / 10)
    local other = alphabeta.new(hashed, {table = alphabeta.table(1)})
    other:start(after(), {depth = 4})
    while not other:step {nodes = 50} do collectgarbage() end
    assert.is_number((select(2, other:best())))
  end)

  it("refuses sizes that are none", function()
    for _, wrong in ipairs {0, -1, 1025, 0 / 0, math.huge, {}, print} do
      assert.matches("^alphabeta.table: argument 'size': expected a number of MiB greater than 0 and up to 1024, or a "
        .. "handle, got ", failure(alphabeta.table, wrong))
    end
    assert.matches("got nil", failure(alphabeta.table))
  end)

  it("cannot be used when it is closed", function()
    local shared = alphabeta.table(1)
    local ai = alphabeta.new(hashed, with {table = shared})
    ai:search(after())
    assert.matches("^alphabeta%.shared_table %(1%.?0? MiB%)$", tostring(shared))
    shared:close()
    shared:close()
    assert.matches("searcher:search: option 'table': expected an open table, got a closed one",
      failure(ai.search, ai, after()), 1, true)
    assert.matches("option 'table': expected an open table, got a closed one", failure(ai.load, ai, path), 1, true)
    for _, method in ipairs {"handle", "clear", "save", "load", "merge"} do
      assert.matches("table:" .. method .. ": argument 'self': expected an open table, got a closed one",
        failure(shared[method], shared, path), 1, true)
    end
    assert.equal("alphabeta.shared_table (closed)", tostring(shared))
  end)

  it("may be closed in the middle of a search, which goes on without", function()
    local shared, calls = alphabeta.table(1), 0
    local closing = setmetatable({evaluate = function(state, me)
      calls = calls + 1
      if calls == 500 then shared:close() end
      return connect4.evaluate(state, me)
    end}, {__index = hashed})
    local _, value = alphabeta.new(closing, with {table = shared}):search(after())
    assert.equal(select(2, alphabeta.search(after(), 6, {game = connect4, win = connect4.WIN})), value)

    shared = alphabeta.table(1)
    local ai = alphabeta.new(hashed, with {table = shared})
    ai:start(after())
    ai:step {nodes = 500}
    shared:close()
    while not ai:step {nodes = 500} do collectgarbage() end
    assert.equal(value, (select(2, ai:best())))
  end)

  it("is an option for searchers of games with hash only", function()
    local shared = alphabeta.table(1)
    assert.matches("option 'table' needs a game with 'hash'", failure(alphabeta.search, connect4.new(), 1,
      {game = connect4, table = shared}), 1, true)
    local ai = alphabeta.new(hashed)
    assert.matches("cannot be given for one search", failure(ai.search, ai, after(), {depth = 1, table = shared}), 1,
      true)
    assert.matches("expected a number of MiB from 0 to 1024, or a shared table, got table",
      failure(alphabeta.new, hashed, {table = {}}), 1, true)
    assert.matches("got userdata", failure(alphabeta.new, hashed, {table = alphabeta.new(hashed)}), 1, true)
    assert.matches("alphabeta.shared_table expected, got table", failure(shared.handle, {}), 1, true)
  end)

  it("refuses a searcher with other settings", function()
    local shared = alphabeta.table(1)
    local function search(options, game)
      return alphabeta.search(after(), 3, with({game = game or hashed, table = shared}, options))
    end
    search {win = 1000}
    for _, other in ipairs {{}, {win = 999}, {win = 1000, view = "player", max_player = 1}} do
      assert.matches("option 'table': the shared table was filled with other settings", failure(search, other), 1, true)
    end
    local playerless = {}
    for name, value in pairs(connect4) do playerless[name] = value end
    playerless.make, playerless.unmake, playerless.hash = hashed.make, hashed.unmake, hashed.hash
    playerless.player = nil
    playerless.evaluate = function(state) return connect4.evaluate(state, 1) end
    assert.matches("('view', 'win', bounds, 'player')", failure(search, {win = 1000}, playerless), 1, true)
    search {win = 1000}
    shared:clear()
    assert.matches("filled with other settings", failure(search, {win = 999}), 1, true)
  end)

  it("refuses players that other Lua states cannot know", function()
    local players = {{}, {}}
    local game = setmetatable({
      player = function(state) return players[state.turn] end,
      evaluate = function(state, me) return connect4.evaluate(state, me == players[1] and 1 or 2) end,
    }, {__index = hashed})
    local message = failure(alphabeta.search, after(), 3, {game = game, table = alphabeta.table(1)})
    assert.matches("player.*with a shared table, expected a number, a string or a boolean, got table", message)
    assert.is_number(select(2, alphabeta.search(after(), 3, {game = game, table = 1})))
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
    for _, case in ipairs {{game = connect4.hashed, depth = 8}, {game = reversi.hashed, depth = 5}} do
      local options = {depth = case.depth}
      local _, value, info = alphabeta.search(case.game.new(), nil, with({game = case.game, deepening = true}, options))
      for count, part in pairs {[1] = 1, [2] = 0.7, [4] = 0.6} do
        local found, busiest = race(joined(count, alphabeta.table(16), case.game, case.game.new, options))
        assert.equal(value, found)
        assert.is_true(busiest <= part * info.nodes, ("%d searches: %d of %d nodes"):format(count, busiest, info.nodes))
      end
    end
  end)

  it("divides no moves by what a search has left behind that was dropped", function()
    local function nodes_of(shared)
      local _, _, info = alphabeta.search(after(), nil, with {game = hashed, table = shared})
      return info.nodes
    end
    local shared = alphabeta.table(16)
    local ai = alphabeta.new(hashed, with {table = shared})
    ai:start(after())
    for _ = 1, 500 do ai:step {nodes = 1} end
    shared:clear()
    assert.equal(nodes_of(alphabeta.table(16)), nodes_of(shared))
  end)

  -- A random game on a graph, for a view; without `player` if the players are tables, which other Lua states cannot
  -- know. Returns the game, a function that makes a state at a position, and whether there is `player`.
  local function draw(random, graph, view)
    local style = random:pick(graph_game.STYLES)
    local traits = {
      player = type(graph.players[1]) ~= "table" and type(graph.players[2]) ~= "table", is_over = random:chance(0.5),
      hash = random:pick(graph_game.HASHES), moves = random:pick(graph_game.MOVES), view = view,
    }
    local root = random:pick(graph.positions)
    local function state() return graph_game.state(graph, style, root, traits) end
    return graph_game.new(graph, style, traits), state, traits.player
  end

  -- The values that searches find one after the other; or those of searches that divide the moves.
  local function values_of_turns(random, shared, game, state, options)
    local values = {}
    for number = 1, 4 do
      local more = {game = game, table = shared, deepening = random:chance(0.5)}
      values[number] = select(2, alphabeta.search(state(), nil, with(more, options)))
    end
    return values
  end

  local function values_of_joined(random, shared, game, state, options)
    local searchers, values = joined(random:int(2, 4), shared, game, state, options), {}
    repeat
      local is_open = false
      for _, searcher in ipairs(searchers) do is_open = not searcher:step {nodes = random:int(1, 5)} or is_open end
    until not is_open
    for number, searcher in ipairs(searchers) do values[number] = select(2, searcher:best()) end
    return values
  end

  it("gives minimax's values to many searchers, one after the other or dividing the moves", function()
    for seed in share.of(1, GAMES) do
      local random = rng.new(seed)
      local graph, shared = random_graph.new(random), alphabeta.table(random:pick {1 / 16384, 1 / 4096, 1})
      local view = random:pick {"max", "mover"}
      for search = 1, 4 do
        local game, state, has_player = draw(random, graph, view)
        if not has_player and search > 1 then break end -- the same table is for games with `player` alone
        local depth = random:int(1, 5)
        local truth = oracle.minimax(game, state(), depth, {view = view})
        local find = search % 2 == 0 and values_of_joined or values_of_turns
        for number, value in ipairs(find(random, shared, game, state, {depth = depth, view = view})) do
          assert.equal(truth.value, value, ("seed %d, search %d, searcher %d"):format(seed, search, number))
        end
      end
    end
  end)
end)

-- Between the look whether a table is open and its use, the game's metamethods, finalizers and debug hooks run: one
-- that closed the table was followed by a write to address 0.
describe("A shared table that is closed while a function is about to use it", function()
  it("is refused where looking up the game has closed it", function()
    for _, name in ipairs {"view", "moves", "evaluate", "hash"} do
      local shared = alphabeta.table(1)
      local game = setmetatable({}, {__index = function(_, key)
        if key == name then shared:close() end
        return hashed[key]
      end})
      assert.matches("alphabeta.search: option 'table': expected an open table, got a closed one",
        failure(alphabeta.search, after(), 4, {game = game, table = shared}), 1, true)
    end
  end)

  local path = os.tmpname()
  teardown(function() os.remove(path) end)

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
    ["a search"] = subject(function(_, state, ai) ai:search(state, 3) end),
    ["its methods"] = subject(function(shared)
      shared:save(path)
      shared:load(path)
      shared:merge(path)
      tostring(shared)
      core.join(shared)
      alphabeta.table(shared:handle()):close()
      shared:clear()
    end),
    ["files of a searcher"] = subject(function(_, _, ai)
      ai:save(path)
      ai:load(path)
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
