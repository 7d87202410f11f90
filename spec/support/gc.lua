--- What busted loads before the specs.
-- With ALPHABETA_GC=aggressive in the environment, each test starts under a collector that does not rest: a cycle at
-- almost every allocation, the C module's included, and a full collection every few thousand instructions of Lua, in
-- the midst of the games' functions. What is not anchored does not live long.
-- With ALPHABETA_ENGINE=Lua they run with the engine in Lua: see spec/support/fallback.lua.
-- @module spec.support.gc

-- Seconds of that for each test: a test that takes longer ends under the ordinary collector.
local SECONDS = 0.1

-- Instructions from one full collection to the next: a prime, so that it never falls in step with a loop.
local FULL_EVERY = 10007

local function set_collector(pause, step_multiplier)
  collectgarbage("setpause", pause)
  collectgarbage("setstepmul", step_multiplier)
end

if os.getenv("ALPHABETA_GC") == "aggressive" then
  if _VERSION == "Lua 5.4" then collectgarbage("incremental") end -- its interpreter prefers "generational"
  local sethook = debug.sethook -- a test may take the library `debug` away

  require("busted").subscribe({"test", "start"}, function()
    local calm_at = os.clock() + SECONDS
    set_collector(100, 400)
    sethook(function()
      if os.clock() < calm_at then
        collectgarbage()
      else
        sethook()
        set_collector(200, 200)
      end
    end, "", FULL_EVERY)
    return nil, true -- let the others hear of it, too
  end)
end

if os.getenv "ALPHABETA_ENGINE" == "Lua" then require "spec.support.fallback" end
