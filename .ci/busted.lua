-- Runs busted on the Lua that runs this file, whichever one the `busted` command was installed for.

-- Where LuaJIT compiles loops over pairs wrongly, those of the specs and of busted, which are many, are interpreted: a
-- function that must not be compiled takes the steps. Modules look after themselves.
local function interpret_loops()
  local raw_next = next
  local function step(fields, key) return raw_next(fields, key) end
  jit.off(step)
  _G.next = step
  function _G.pairs(fields) return step, fields, nil end
end

-- The module is not loaded before the specs load it.
local interpreter = assert(loadfile "lua/alphabeta/common/interpreter.lua")("alphabeta.common.interpreter")
if interpreter.is_unsound then interpret_loops() end

require "busted.runner" {standalone = false}
