-- The engine in Lua finds what the C module finds: in random searches of every kind, with every function that a game
-- may have, the values are equal, and the move is one that plain minimax calls best. How many nodes that takes is not
-- promised. Slices, errors and scores are those of slices_spec.lua, restoration_spec.lua and scores_spec.lua, which run
-- with each engine.
--
-- Where the suite runs with the engine in Lua, there is nothing to compare it with.

require "alphabeta" -- which gives the C module the functions that both engines share
local core = require "alphabeta.core"
local fallback = require "alphabeta.fallback.core"
local effort = require "spec.support.effort"
local files = require "spec.support.files"
local share = require "spec.support.share"

local unpack = table.unpack or unpack

local TREES = effort.seeds(200, 2000)

-- Modules that make keys by the engine's own function.
local SUPPORT = { "spec.support.graph_game", "spec.support.trial" }

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

-- A value as text: a number, or the payoffs of all players, which are other objects in each engine's game.
local function text_of(value)
  if type(value) ~= "table" then return type(value) == "number" and ("%.17g"):format(value) or tostring(value) end
  local words = {}
  for _, payoff in pairs(value) do words[#words + 1] = ("%.17g"):format(payoff) end
  table.sort(words)
  return table.concat(words, " ")
end

-- A value as text, within the bounds that its game promises. If the game breaks the promise, as some random ones do, a
-- value beyond a bound says no more than the bound: which one is found depends on the order of the search.
local function bounded_text(value, options)
  if type(value) ~= "number" then return text_of(value) end
  return text_of(math.max(math.min(value, options.value_max or math.huge), options.value_min or -math.huge))
end

-- What may change values, and depends on the order in which nodes are searched.
local INEXACT = { "null_move", "reductions" }

-- What random games find out about a game, which are others in each engine.
local FOUND_OUT = { "mobility", "current_result" }

-- The same random trial for both engines, without what is inexact and without a limit of nodes.
local function trials(seed)
  local pair = {}
  for i, support in ipairs { OF_C, OF_LUA } do
    local trial = support.trial.any(seed)
    for _, name in ipairs(INEXACT) do trial.options[name] = nil end
    local without = { unpack(FOUND_OUT) }
    for _, name in ipairs(trial.options.without or {}) do without[#without + 1] = name end
    trial.options.without = without
    if type(trial.limits) == "table" then trial.limits.nodes = nil end
    if trial.options.repetition then trial.options.table = 0 end -- else values of other lines come into play
    pair[i] = trial
  end
  return pair[1], pair[2]
end

describe("The engine in Lua", function()
  if core == fallback then
    pending "there is no C module here"
    return
  end

  -- Fails unless two searches have found the same.
  local function same_values(expected, actual, trial)
    local info, other = expected[3], actual[3]
    trial:check(info.bound == other.bound, "a value that is %s, not %s", tostring(info.bound), tostring(other.bound))
    local is_solved = info.reason == "solved" or other.reason == "solved" -- one may see the whole tree sooner
    trial:check(info.depth == other.depth or is_solved, "depth %s, not %s", info.depth, other.depth)
    if info.bound ~= "exact" then return end
    local value, other_value = bounded_text(expected[2], trial.options), bounded_text(actual[2], trial.options)
    trial:check(value == other_value, "the value %s, not %s", value, other_value)
    trial:check(info.win_in == other.win_in, "a win in %s, not %s", tostring(info.win_in), tostring(other.win_in))
  end

  -- Fails unless plain minimax, by the C module and with this move alone, finds the value.
  local function is_among_best(of_c, of_lua, found)
    local best, value, info = found[1], found[2], found[3]
    if best == nil or info.bound ~= "exact" or of_c.options.algorithm == "maxn" then return end
    if of_c.options.value_min or of_c.options.value_max then return end -- which plain minimax does not know
    local moves, place = of_lua:moves(), nil
    for i, move in ipairs(moves) do
      if move == best or OF_LUA.trial.name(move) == OF_LUA.trial.name(best) then place = i end
    end
    of_c:check(place, "a legal move")
    local options = of_c:with { algorithm = "minimax", deepening = false, only = { of_c:moves()[place] } }
    options.alpha, options.beta, options.past = nil, nil, of_c.options.past
    local _, own = core.search(of_c:state(), info.depth, OF_C.trial.fit(options, of_c.game))
    of_c:check(own == value, "a move worth %s, not %s", value, own)
  end

  it("finds the values of the C module, and a best move, again and again, with what it remembers", function()
    for seed in share.of(1, TREES) do
      local of_c, of_lua = trials(seed)
      local ai_in_c, ai = core.new(nil, of_c.options), fallback.new(nil, of_lua.options)
      for _ = 1, 2 do
        local state = of_lua:state()
        local actual = {ai:search(state, of_lua.limits)}
        same_values({ai_in_c:search(of_c:state(), of_c.limits)}, actual, of_c)
        assert(of_lua:is_same(state), of_lua:describe())
        if not of_c.options.repetition then is_among_best(of_c, of_lua, actual) end
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
  it("takes the engine in Lua where the library of the C module is not found, or after alphabeta.fallback", function()
    for name, cpath in pairs {alphabeta = "", ["alphabeta.fallback"] = package.cpath} do
      local ok, module = require_with(cpath, name)
      assert.is_true(ok, module)
      local _, _, info = module.search({{1, 2}, {0, 3}}, 2, {game = {
        children = function(state) return type(state) == "table" and state or nil end,
        evaluate = function(state) return type(state) == "number" and state or 0 end,
      }})
      assert.same({"Lua", "Lua"}, {module._ENGINE, info.engine})
    end
  end)

  it("is an error where the library cannot be loaded, and alphabeta.fallback where it is loaded", function()
    local path, is_loaded = os.tmpname(), package.loaded["alphabeta.fallback"]
    files.write(path, "this is no library")
    local ok, message = require_with(path, "alphabeta")
    os.remove(path)
    assert.is_false(ok)
    assert.matches("error loading module 'alphabeta.core'", message)
    if core == fallback then return end
    package.loaded["alphabeta.fallback"] = nil
    ok, message = pcall(require, "alphabeta.fallback")
    package.loaded["alphabeta.fallback"] = is_loaded
    assert.is_false(ok)
    assert.matches("the C module is loaded already", message)
  end)
end)
