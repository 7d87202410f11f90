-- Which modules LuaJIT must interpret. Internal: `use` turns the compiler off for them.
--
-- LuaJIT for x64 from September 2021 to April 2022, among them that of Debian 12, compiles loops over `next` and
-- `pairs` wrongly. It sometimes swaps the two results of `lj_vm_next` by an instruction of 32 bits, depending on which
-- registers are free. Half of an address is lost, and reading there ends the process. Such a LuaJIT calls itself
-- 2.1.0-beta3. So do older ones, which do not compile such loops anyway. Later ones have the time of their last change
-- instead of `0-beta3`.

local jit = require((...):match "^(.*)%." .. ".globals").jit

local has_compiler = jit ~= nil and jit.off ~= nil
local is_unsound = has_compiler and jit.arch == "x64" and jit.version == "LuaJIT 2.1.0-beta3"

-- The modules that every LuaJIT interprets.
local INTERPRETED = {
  -- Traces of recursive functions fill LuaJIT's limits, and then it drops all compiled code, the game's functions, too.
  -- It compiles the functions that these call.
  ["fallback.search"] = true, ["fallback.quiescence"] = true, ["fallback.chance"] = true,
  -- Compiled, the loop over a node's moves has gone one move too far in one of ten runs of uct_spec, by the LuaJIT of
  -- Debian 12; interpreted, in none of fifty.
  ["fallback.ordering"] = true,
  -- It would compile these loops together with the game's functions, for a single use.
  ["fallback.lines"] = true,
  -- This runs once a search. Its traces take memory, which a search would seem to leak.
  ["front.main"] = true,
  -- It would compile these loops together with the game's functions that they call, again and again, until its memory
  -- for code is full and it drops everything. It compiles the game's functions alone instead.
  ["uct.hidden"] = true, ["uct.playouts"] = true, ["uct.search"] = true, ["uct.tree"] = true,
}

-- The modules that even an unsound LuaJIT compiles, because they compute much. They have no loops over `next` and
-- `pairs`, or turn the compiler off for the functions that have some.
local COMPILED = {
  ["common.digest"] = true, ["common.moves"] = true, ["common.random"] = true, ["common.values"] = true, elo = true,
  fallback = true, ["fallback.content"] = false, ["learn.model"] = true, ["learn.samples"] = true, perft = true,
  rules = true,
}

local interpreter = {has_compiler = has_compiler, is_unsound = is_unsound}

-- Whether LuaJIT must interpret a module, by its name below that of the library.
function interpreter.must_interpret(name)
  if INTERPRETED[name] then return has_compiler end
  if not is_unsound then return false end
  local is_compiled = COMPILED[name]
  if is_compiled == nil then is_compiled = COMPILED[name:match "^[^.]*"] end
  return not is_compiled
end

-- Turns the compiler off for a function with such a loop, in a module that is compiled.
function interpreter.interpret(f)
  if is_unsound then jit.off(f) end
end

return interpreter
