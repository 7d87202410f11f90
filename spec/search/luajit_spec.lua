-- What LuaJIT compiles of a game and of the library: a search finds the same with the compiler as without it. Other
-- Luas have nothing of that.

local alphabeta = require "alphabeta"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local found = require("spec.support.results").found
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local script = require "spec.support.script"
local slices = require "spec.support.slices"

local jit = rawget(_G, "jit")
if not jit then
  describe("Without LuaJIT", function() it("nothing is compiled", function() end) end)
  return
end

local TRIALS = effort.seeds(20, 120)

-- The modules of the library, and of the examples, in which `work` makes LuaJIT begin to compile.
local function compiled_by(work, ...)
  local modules, funcinfo = {}, require("jit.util").funcinfo
  local function note(what, _, callback, at)
    local source = what == "start" and funcinfo(callback, at).source or ""
    modules[#modules + 1] = source:match "alphabeta[/\\](.*)%.lua$" or source:match "([%w_]+)%.lua$"
  end
  jit.attach(note, "trace")
  local ok, result = pcall(work, ...)
  jit.attach(note)
  if not ok then error(result, 0) end
  return modules, result
end

describe("A game that LuaJIT compiles", function()
  -- What runs twice is compiled, so that small searches are.
  setup(function() jit.opt.start("hotloop=2", "hotexit=2") end)
  teardown(function() jit.opt.start("hotloop=56", "hotexit=10") end)

  -- Ways to call a function: without the compiler, with it, and within a coroutine.
  local WAYS = {
    function(body)
      jit.off()
      local ok, outcome = pcall(body)
      jit.on()
      assert(ok, outcome)
      return outcome
    end,
    function(body) return body() end,
    function(body) return coroutine.wrap(body)() end,
  }

  -- What a searcher finds at once, at once again, and in slices; and how often it pauses.
  local function search(ai, trial)
    local random, outcomes = rng.new(trial.seed), {}
    for i = 1, 2 do outcomes[i] = found(ai:search(trial:state(), trial.limits)) end
    local best, value, info, pauses = slices.search(ai, trial:state(), trial.limits, function()
      return {nodes = random:int(1, 20)}
    end)
    return {outcomes, found(best, value, info), pauses}
  end

  it("is searched as one that it does not compile, and what `make` returns comes back to `unmake`", function()
    for seed = TRIALS.first, TRIALS.last do
      local outcomes = {}
      for way, call in ipairs(WAYS) do
        local trial = random_trial.any(seed)
        local ai = alphabeta.new(nil, trial.options)
        outcomes[way] = {call(function() return search(ai, trial) end), trial.calls}
      end
      for way = 2, 3 do
        assert.is_true(deep.equal(outcomes[1], outcomes[way]), random_trial.any(seed):describe())
      end
    end
  end)
end)

-- Cause: the functions by which the engine in Lua recurses were compiled, or what lies between them was. Their traces
-- were many; LuaJIT keeps 1,000, and then drops all that it has compiled, the game's functions included. So the engine
-- in Lua was no faster with the compiler than without it.
describe("A process that has just been started", function()
  for _, engine in ipairs {"alphabeta", "alphabeta.fallback"} do
    it("stays within LuaJIT's limits with " .. engine, function()
      if not script.has_shell then pending "needs a shell" return end
      local compiled = script.run_limited(([[
        local alphabeta, connect4 = require "%s", require "games.connect4"
        local compiled = 0
        jit.attach(function(what) if what == "stop" then compiled = compiled + 1 end end, "trace")
        local ai, state = alphabeta.new(connect4, {win = connect4.WIN}), connect4.new()
        for _ = 1, 60 do
          local best = ai:search(state, {nodes = 2000})
          if best then connect4.make(state, best) else state = connect4.new() end
        end
        print(compiled)
      ]]):format(engine), 4096)
      assert.is_true(tonumber(compiled) > 10 and tonumber(compiled) < 1000, compiled .. " traces")
    end)
  end
end)

-- LuaJIT takes a time that doubles with every second addition to compile a sum of sums that is an index: chess packed
-- what `unmake` needs into one number, and a search of it did not end.
it("Chess on LuaJIT is compiled, and ends", function()
  local modules = compiled_by(function()
    local ai, state = alphabeta.new(chess, {win = chess.WIN, quiescence = 10, null_move = 2}), chess.new()
    for _ = 1, 10 do chess.make(state, ai:search(state, {nodes = 3000})) end
  end)
  local count = 0
  for _, module in ipairs(modules) do
    if module == "chess" then count = count + 1 end
  end
  assert.is_true(count > 100, count .. " traces")
end)

-- LuaJIT compiled the loop over the fields of a picture so that half of an address was lost: see
-- lua/alphabeta/common/interpreter.lua.
describe("Loops over pairs", function()
  setup(function() jit.opt.start("hotloop=2", "hotexit=2") end)
  teardown(function() jit.opt.start("hotloop=56", "hotexit=10") end)

  it("are not compiled in the tools where LuaJIT does that wrongly", function()
    local modules, report = compiled_by(alphabeta.check, connect4.hashed, connect4.hashed.new,
      {win = connect4.WIN, games = 1, nodes = 20})
    assert.is_true(report.ok, tostring(report))
    assert.is_true(#modules > 0)
    if not require "alphabeta.common.interpreter".is_unsound then return end
    for _, name in ipairs(modules) do
      for _, module in ipairs {"alike", "picture", "game", "check/keys", "check/deltas"} do
        assert.are_not.equal(module, name)
      end
    end
  end)
end)
