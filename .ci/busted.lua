-- Runs busted on the Lua that runs this file, whichever one the `busted` command was installed for. With
-- ALPHABETA_JIT=0 in the environment the driver in C answers all asks on LuaJIT, too.
if os.getenv "ALPHABETA_JIT" == "0" then
  package.preload["alphabeta.loop.main"] = function() return function() return false end end
end
require "busted.runner" {standalone = false}
