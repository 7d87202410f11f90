-- The files that `make single` makes: the module and the engine in Lua without `require`, with what a game needs or
-- with all tools, and the engine alone, shortened; in a host that has next to nothing, and in hosts with the globals
-- that the sandboxes of known games have.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"

local effort = require "spec.support.effort"
local files = require "spec.support.files"
local nim = require "spec.support.nim_to_learn"
local number_nim = require "spec.support.number_nim"

local load_chunk = loadstring or load -- luacheck: ignore 113
local TEXTS = {}
for _, kind in ipairs {"players", "all", "engine"} do TEXTS[kind] = assert(loadfile ".ci/single.lua")(kind) end

-- The globals of a sandbox, as the public documents of the game name them: its functions, its whole libraries, and
-- functions of libraries of which only some are there. What this Lua lacks is left out; `require` always fails. Luanti
-- and MoonSharp, the Lua of Tabletop Simulator, run the file in `make hosts`.
local BASE = [[assert error getmetatable ipairs next pairs pcall print rawequal rawget rawset select setmetatable
  tonumber tostring type xpcall _VERSION]]
local HOSTS = {
  -- What is needed, as docs/without-c.md says: no `coroutine`, `debug`, `io`, `os`, `load`, `package`, `require` and no
  -- library of bits.
  ["next to nothing"] = {
    functions = files.read "docs/without-c.md":match "The engine needs only these globals: (.-)%. It needs"
      :gsub("%W+", " "), libraries = "", parts = {},
  },
  ["Factorio"] = {
    functions = BASE .. " collectgarbage load rawlen require", libraries = "bit32 math string table",
    parts = {debug = "", package = ""}, -- its own versions, of which nothing is taken for granted
  },
  ["Garry's Mod"] = {
    functions = BASE .. " collectgarbage getfenv newproxy require setfenv unpack",
    libraries = "bit coroutine math string table",
    parts = {debug = "getinfo traceback", os = "clock date difftime time", jit = "arch os status version"},
  },
  ["Redis"] = {
    functions = BASE:gsub("print ", "") .. " collectgarbage load loadstring unpack",
    libraries = "bit coroutine math string table", parts = {os = "clock"},
    is_strict = true, -- a global that is not there is an error
  },
  ["Roblox"] = {
    functions = BASE .. " getfenv newproxy require setfenv unpack",
    libraries = "bit32 coroutine math string table utf8",
    parts = {debug = "traceback", os = "clock date difftime time"},
  },
  ["TIC-80"] = {
    functions = BASE .. " collectgarbage load rawlen require", libraries = "coroutine debug math package string table",
    parts = {},
  },
}

-- The environment of such a host.
local function new_host(host)
  local environment = {}
  for name in (host.functions .. " " .. host.libraries):gmatch "%S+" do environment[name] = _G[name] end
  for library, names in pairs(host.parts) do
    local part = rawget(_G, library) and {}
    for name in names:gmatch "%S+" do
      if part then part[name] = _G[library][name] end
    end
    environment[library] = part
  end
  if environment.require then environment.require = function() error "no module is found here" end end
  environment._G = environment
  if not host.is_strict then return environment end
  return setmetatable(environment, {__index = function(_, name) error("no global variable " .. tostring(name)) end})
end

local function new_environment() return new_host(HOSTS["next to nothing"]) end

-- Loads a text in an environment.
local function load_in(environment, text)
  local chunk
  if setfenv then
    chunk = setfenv(assert(load_chunk(text, "=alphabeta.lua")), environment)
  else
    chunk = assert(load(text, "=alphabeta.lua", "t", environment))
  end
  return chunk()
end

local function new_heap() return {heap = 13, turn = 1} end

-- A game of hidden cards: who guesses the other's, one of two, wins; he has seen that it is not the first.
local CARDS = {
  moves = function(state) return state.guess and {} or {1, 2} end,
  play = function(state, move) return {card = state.card, guess = move} end,
  player = function(state) return state.guess and 2 or 1 end,
  result = function(state, me) return (state.guess == state.card) == (me == 1) and 1 or -1 end,
  deal = function() return {card = 2} end,
}

-- The same engine, by its modules.
local reference = require "alphabeta.fallback.core"

-- What of an `info` does not depend on time.
local function counts_of(info)
  return {info.depth, info.nodes, info.evaluations, info.cutoffs, info.table_hits, info.table_fill, info.reason,
    #info.pv}
end

-- A random search, made with keys of a module's own.
local function new_search(module, seed)
  local names, before = {"alphabeta.core", "spec.support.trial", "spec.support.graph_game"}, {}
  for _, name in ipairs(names) do before[name], package.loaded[name] = package.loaded[name], nil end
  package.loaded["alphabeta.core"] = module
  local search = require "spec.support.trial".any(seed)
  for _, name in ipairs(names) do package.loaded[name] = before[name] end
  return search
end

-- What a random search finds with an engine, and what it asks its game.
local function found_by(engine, seed)
  local trial = new_search(engine, seed)
  local ai = engine.new(nil, trial.options)
  local ok, best, value, info = pcall(ai.search, ai, trial:state(), trial.limits)
  if not ok then return {tostring(best):match "^[^\n]*":gsub("^[^ ]*:%d+: ", ""), trial.calls} end
  if type(value) == "table" then value = trial:payoffs(value) end
  return {type(best) == "table" and best.name or best, value, counts_of(info), trial.calls}
end

-- Compares random searches with those of the engine's modules, which are made once.
local found_by_reference = {}
local function assert_like_reference(module, seeds)
  for seed = 1, seeds do
    found_by_reference[seed] = found_by_reference[seed] or found_by(reference, seed)
    assert.same(found_by_reference[seed], found_by(module, seed), seed)
  end
end

local function playouts_of(module)
  local best, value, info = module.search(connect4.new(), {nodes = 300}, {game = connect4, algorithm = "uct"})
  return {best, value, counts_of(info)}
end

-- Characters. Roblox Studio takes 200,000.
local LONGEST = {players = 650000, all = 840000, engine = 200000}

for kind, text in pairs(TEXTS) do
  describe("The single file of " .. kind, function()
    local environment, single

    it("is not longer than it may be", function() assert.is_true(#text < LONGEST[kind], #text) end)

    setup(function()
      environment = new_environment()
      single = load_in(environment, text)
    end)

    it("is the module, with the engine in Lua, and leaves nothing in the host", function()
      assert.same({"Lua", alphabeta._VERSION}, {single._ENGINE, single._VERSION})
      local expected = new_environment()
      for name in pairs(environment) do assert.is_not_nil(expected[name], name) end
    end)

    it("is put into a script in front of the game, as the chapter says", function()
      local script = "local alphabeta = (function(...)\n" .. text .. "\nend)()\nreturn alphabeta"
      local own = load_in(new_environment(), script)
      assert.equal(3, (own.search(31, 1, {game = number_nim})))
    end)

    it("calls no function of the host's that loads anything", function()
      for _, pattern in ipairs {"%f[%w_]package%.path", "%f[%w_]dofile%f[^%w_]", "require *%(? *[\"']"} do
        assert.is_nil(text:find(pattern)) -- a bundler would look for the file
      end
    end)

    it("searches like the modules, with keys of its own and by playouts", function()
      assert_like_reference(single, effort(20, 100))
      assert.same(playouts_of(reference), playouts_of(single))
      assert.equal(reference.mix(1, "two", true), single.mix(1, "two", true))
    end)

    it("says what needs the C module or a clock", function()
      local ai = single.new(nim, {depth = 4})
      assert.matches("needs the C module", select(2, pcall(ai.save, ai, "x")))
      assert.matches("needs the C module", select(2, pcall(single.table, 1)))
      local now = 0
      single.set_clock(function()
        now = now + 0.001
        return now
      end)
      local _, _, info = single.search(connect4.new(), {time = 0.05}, {game = connect4})
      assert.equal("time", info.reason)
      assert.is_true(info.time >= 0.05 and info.time < 0.5, info.time)
    end)

    for name, host in pairs(HOSTS) do
      it("searches in a host that has the globals of " .. name, function()
        local own = load_in(new_host(host), text)
        assert_like_reference(own, 3)
        local ai, state = own.new(nim, {depth = 12}), new_heap()
        if host.libraries:find "coroutine" then
          ai:start(state)
          local slices = 1
          while not ai:step({nodes = 20}) do slices = slices + 1 end
          assert.is_true(slices > 1)
          assert.equal(1, (ai:best()))
        else
          assert.matches("slices need coroutines", select(2, pcall(ai.start, ai, state)))
          assert.equal(1, (ai:search(state)))
        end
        assert.matches("expected", select(2, pcall(own.search, state, "deep", {game = nim})))
        if kind == "engine" then return end
        assert.is_true(own.check(nim, new_heap, {games = 2, nodes = 200}).ok)
      end)
    end
  end)
end

describe("The single file for players", function()
  local text = TEXTS.players

  -- Cause: a module that is loaded by a name which is put together was in none of the files.
  it("has Monte Carlo tree search, and hidden hands by both algorithms", function()
    local own = load_in(new_environment(), text)
    for _, algorithm in ipairs {"uct", "alphabeta"} do
      local options = {game = CARDS, algorithm = algorithm}
      assert.equal(2, (own.search({card = 1}, {nodes = 200}, options)))
    end
  end)

  -- Cause: the file for games had all tools, and the short one had neither hints nor sessions.
  it("has sessions, opponents, levels, hints, snapshots and the checker, and says where the tools are", function()
    local environment = new_environment()
    environment.coroutine = coroutine
    local own = load_in(environment, text)
    local now, hint = 0, nil
    own.set_clock(function()
      now = now + 1e-5
      return now
    end)
    local session = own.session {game = nim, players = {[2] = {level = 3}}, nodes = 100, new = new_heap}
    assert.is_true(session:hint(function(_, why) hint = why end))
    for _ = 1, 200 do session:update(1 / 60) end
    assert.matches("^The best move is 1", hint)
    assert.is_true(session:move(1))
    for _ = 1, 200 do session:update(1 / 60) end
    assert.equal(1, session:turn())
    assert.is_true(session:undo())
    assert.equal(13, session.state.heap)
    assert.equal(13, own.copy({heap = 13}).heap)
    assert.equal(2, own.count({"a", "b"}, {a = 1, b = 1}))
    assert.is_function(own.snapshot)
    for name, path in pairs {explain = "explain.main", learn = "learn.main", match = "match.main", perft = "perft"} do
      local message = select(2, pcall(own[name], nim, {}, 1))
      local expected = "module 'alphabeta." .. path .. "' not found: it is not in this file; alphabeta-tools.lua has it"
      assert.is_truthy(message:find(expected, 1, true), message)
    end
    assert.matches("alphabeta%-tools.lua has it", (select(2, pcall(session.review, session))))
  end)
end)

describe("The single file of all", function()
  local text = TEXTS.all

  it("has the tools", function()
    local environment = new_environment()
    environment.coroutine = coroutine -- explanations search in slices
    local own = load_in(environment, text)
    assert.equal("move", own.explain(new_heap(), 3, {game = nim}).kind)
    local function first(at) return nim.moves(at)[1] end
    assert.equal(2, own.match(first, first, {game = nim, state = new_heap, games = 2}).games)
    assert.matches("needs the C module", select(2, pcall(own.pool, {rules = "x"})))
  end)

  it("learns, if the host has `load`", function()
    local environment = new_environment()
    local own = load_in(environment, text)
    local function learn() return own.learn(nim, {heap = 9, turn = 1}, {games = 20, nodes = 10, match_games = 2}) end
    assert.matches("alphabeta.learn: needs the function 'load'", select(2, pcall(learn)))
    environment.load, environment.loadstring = load, rawget(_G, "loadstring")
    own = load_in(environment, text)
    local learned = learn()
    assert.is_number(learned.evaluate({heap = 3, turn = 1}, 1))
    assert.equal(20, learned.games)
  end)
end)

describe("The single file of the engine", function()
  local text = TEXTS.engine

  it("says its version, its licence, and where it can be read", function()
    assert.equal("-- " .. alphabeta._VERSION .. ",", text:match "^[^,]*,")
    assert.matches("MIT License.*WITHOUT WARRANTY OF ANY KIND.*\nlocal modules", text)
    assert.matches("alphabeta.lua beside it can be read", text, 1, true)
  end)

  it("has an opponent and snapshots, and says which tools are in the other file", function()
    local own = load_in(new_host(HOSTS["Garry's Mod"]), text)
    local state, is_turn = 51, true
    local opponent = own.opponent {
      game = number_nim, depth = 4, state = function() return state end, turn = function() return is_turn end,
      play = function(take) state, is_turn = number_nim.play(state, take), false end,
    }
    repeat opponent:update(0.02) until not is_turn
    assert.equal(42, state)
    assert.is_function(own.snapshot)
    assert.matches("module 'alphabeta.check.main' not found: it is not in this file; alphabeta.lua and",
      select(2, pcall(own.check, {}, 1)))
  end)

  -- Cause: fields of LuaJIT's library `jit.util` got short names. On a LuaJIT that compiles loops over `pairs` wrongly,
  -- each opponent of a game of functions was an error.
  it("calls the library jit.util of LuaJIT by its names", function()
    local count = 0
    for name in files.read "lua/alphabeta/opponent/loops.lua":gmatch "util%.(%w+)%(" do
      count = count + 1
      assert.is_truthy(text:find("." .. name .. "(", 1, true), name)
    end
    assert.is_true(count > 0)
    local own = load_chunk(text)()
    local game = {moves = function() return {1} end, play = function() return 1 end, evaluate = function() return 0 end}
    own.opponent {
      game = game, state = 1, turn = function() return true end, play = function() end, depth = 1,
    }:update(0.02)
  end)

  it("has Monte Carlo tree search, and hidden hands by it alone", function()
    local own = load_in(new_host(HOSTS["Garry's Mod"]), text)
    assert.equal(2, (own.search({card = 1}, {nodes = 200}, {game = CARDS, algorithm = "uct"})))
    assert.matches("alpha%-beta over deals is not in this file: give algorithm = 'uct', or take the file alphabeta.lua",
      select(2, pcall(own.search, {card = 1}, 4, {game = CARDS})))
  end)
end)
