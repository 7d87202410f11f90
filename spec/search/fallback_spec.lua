-- The engine in Lua answers like the C module, node for node: random searches of every kind, with every function that a
-- game may have, are made by both, and everything is compared, the calls of the game's functions included.
--
-- Where the suite runs with the engine in Lua, there is nothing to compare it with.

require "alphabeta" -- which gives the C module the functions that both engines share
local breakthrough = require "spec.support.breakthrough"
local core = require "alphabeta.core"
local fallback = require "alphabeta.fallback.core"
local effort = require "spec.support.effort"
local files = require "spec.support.files"
local kalah = require "games.kalah"
local share = require "spec.support.share"
local fast = require "alphabeta.fallback.fast"

local TREES, FAST_TREES = effort.seeds(100, 200), effort.seeds(200, 400)

-- Modules that make keys by the engine's own function.
local SUPPORT = { "spec.support.random_graph", "spec.support.trial" }

-- What the modules of SUPPORT return when they are loaded with an engine.
local function load_support(engine)
  local before = {}
  for _, name in ipairs(SUPPORT) do before[name], package.loaded[name] = package.loaded[name], nil end
  package.loaded["alphabeta.core"] = engine
  local modules = {}
  for _, name in ipairs(SUPPORT) do modules[name:match "[%w_]+$"] = require(name) end
  package.loaded["alphabeta.core"] = core
  for _, name in ipairs(SUPPORT) do package.loaded[name] = before[name] end
  return modules
end

local OF_C, OF_LUA = load_support(core), load_support(fallback)

-- What is found, as text: moves and states by their names, tables field by field.
local function text_of(value, depth)
  if type(value) ~= "table" then
    if type(value) == "number" then return ("%.17g"):format(value) end
    return tostring(value)
  end
  if value.at then return "at " .. tostring(value.at.id) end
  if value.name then return tostring(value.name) end
  if depth == 0 then return "table" end
  local words = {}
  for key, field in pairs(value) do
    if key ~= "time" and key ~= "engine" then
      words[#words + 1] = text_of(key, 0) .. "=" .. text_of(field, depth - 1)
    end
  end
  table.sort(words)
  return "{" .. table.concat(words, " ") .. "}"
end

-- Calls a function of an engine: what it returns, or its error without traceback and positions, as text.
local function outcome_of(call, ...)
  local results = {pcall(call, ...)}
  if not results[1] then
    return "error: " .. tostring(results[2]):gsub("\n.*", ""):gsub("^[^ ]*:%d+: ", "")
  end
  local words = {}
  for i = 2, 4 do words[#words + 1] = text_of(results[i], 6) end
  return table.concat(words, "\n")
end

-- What a search has none of that goes by lua/alphabeta/fallback/fast.lua.
local RARE_FUNCTIONS = {"noisy", "pass", "unpass", "bounds", "find_move", "result"}
local RARE_OPTIONS = {"quiescence", "null_move", "reductions"}

local function is_same_engine() return core == fallback end

describe("The engine in Lua answers like the C module:", function()
  if is_same_engine() then
    pending "there is no C module here"
    return
  end

  -- Makes a random search, twice, by both engines: the second one finds what the first has left in table and history.
  local function compare(of_c, of_lua)
    local ai = {core.new(nil, of_c.options), fallback.new(nil, of_lua.options)}
    for search = 1, 2 do
      local state_c, state_lua = of_c:state(), of_lua:state()
      local expected = outcome_of(ai[1].search, ai[1], state_c, of_c.limits)
      assert.equal(expected, outcome_of(ai[2].search, ai[2], state_lua, of_lua.limits),
        search .. ": " .. of_c:describe())
      assert.is_true(of_lua:is_same(state_lua))
    end
    for i = 1, math.max(#of_c.calls, #of_lua.calls) do
      assert.equal(of_c.calls[i], of_lua.calls[i], ("call %d, %s"):format(i, of_c:describe()))
    end
  end

  it("random searches with everything a game may have, and calls the game's functions in the same order", function()
    for seed in share.of(1, TREES) do compare(OF_C.trial.any(seed), OF_LUA.trial.any(seed)) end
  end)

  it("random searches without what is rare, which are made in fewer steps", function()
    local before, fast_searches = fast.is, 0
    function fast.is(e)
      local is_fast = before(e)
      fast_searches = fast_searches + (is_fast and 1 or 0)
      return is_fast
    end
    finally(function() fast.is = before end)
    for seed in share.of(1, FAST_TREES) do
      local wanted = {chance = {false}, payoffs = false}
      local trials = {OF_C.trial.any(seed, wanted), OF_LUA.trial.any(seed, wanted)}
      for _, trial in ipairs(trials) do
        for _, name in ipairs(RARE_FUNCTIONS) do
          if name ~= "result" or trial.game.evaluate then trial.game[name] = nil end
        end
        for _, name in ipairs(RARE_OPTIONS) do trial.options[name] = nil end
      end
      compare(trials[1], trials[2])
    end
    assert.is_true(fast_searches > share.count(1, FAST_TREES))
  end)

  it("the root's moves: their scores, ties, levels, and those that are to be searched", function()
    for seed in share.of(1, TREES) do
      local of_c, of_lua = OF_C.trial.wide(seed), OF_LUA.trial.wide(seed)
      local expected = outcome_of(core.search, of_c:state(), of_c.depth, of_c.options)
      assert.equal(expected, outcome_of(fallback.search, of_lua:state(), of_lua.depth, of_lua.options),
        of_c:describe())
    end
  end)
end)

describe("With soft limits, both engines", function()
  if is_same_engine() then
    pending "there is no C module here"
    return
  end

  -- Cause: what stretches the limits is seen in the counts of whole games alone, where searches begin with the table of
  -- the moves before.
  it("search the same nodes from move to move", function()
    for _, game in ipairs {breakthrough, kalah.hashed} do
      local state, options = game.new(), {game = game, table = 1}
      local ai = {core.new(nil, options), fallback.new(nil, options)}
      for soft = 100, 900, effort(80, 10) do
        local limits, found, move = {nodes = {soft, 3 * soft}}, {}, nil
        for i = 1, 2 do
          local best, value, info = ai[i]:search(state, limits)
          found[i] = ("%s %g %d %d %s"):format(tostring(best), value, info.nodes, info.depth, info.reason)
          move = best
        end
        assert.are.equal(found[1], found[2])
        if move and game.make then game.make(state, move) elseif move then state = game.play(state, move) end
      end
    end
  end)
end)

-- Requires the module anew, with another path for C modules. What is loaded is put back afterwards.
local function require_with(cpath, name)
  local before, cpath_before = {}, package.cpath
  for loaded, module in pairs(package.loaded) do
    if loaded:find "^alphabeta" then before[loaded] = module end
  end
  local preloaded = package.preload["alphabeta.core"]
  package.preload["alphabeta.core"], package.cpath = nil, cpath
  for loaded in pairs(before) do package.loaded[loaded] = nil end
  local ok, module = pcall(require, name)
  for loaded in pairs(package.loaded) do
    if loaded:find "^alphabeta" then package.loaded[loaded] = nil end
  end
  for loaded, own in pairs(before) do package.loaded[loaded] = own end
  package.preload["alphabeta.core"], package.cpath = preloaded, cpath_before
  return ok, module
end

describe("require \"alphabeta\"", function()
  local path = os.tmpname()

  after_each(function() os.remove(path) end)

  it("takes the engine in Lua where the library of the C module is not found", function()
    local ok, module = require_with("", "alphabeta")
    assert.is_true(ok, module)
    assert.equal("Lua", module._ENGINE)
    local _, _, info = module.search({{1, 2}, {0, 3}}, 2, {game = {
      children = function(state) return type(state) == "table" and state or nil end,
      evaluate = function(state) return type(state) == "number" and state or 0 end,
    }})
    assert.equal("Lua", info.engine)
  end)

  it("is an error where that is found and cannot be loaded", function()
    files.write(path, "this is no library")
    local ok, message = require_with(path, "alphabeta")
    assert.is_false(ok)
    assert.matches("error loading module 'alphabeta.core'", message)
  end)

  it("takes the engine in Lua after alphabeta.fallback, and refuses that where the C module is loaded", function()
    local ok, module = require_with(package.cpath, "alphabeta.fallback")
    assert.is_true(ok, module)
    assert.equal("Lua", module._ENGINE)
    if core == fallback then return end
    local before = package.loaded["alphabeta.fallback"]
    package.loaded["alphabeta.fallback"] = nil
    local is_loaded, message = pcall(require, "alphabeta.fallback")
    package.loaded["alphabeta.fallback"] = before
    assert.is_false(is_loaded)
    assert.matches("the C module is loaded already", message)
  end)
end)
