-- The functions of a game that loop over `pairs` or `next`. Internal: where LuaJIT compiles such loops wrongly, see
-- common/interpreter.lua, an opponent turns its compiler off for them.
--
-- Such a loop begins with an instruction of its own, whose number is different in each LuaJIT. A small loop shows it,
-- by the side of one that is the same but for the name of the function.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals = use "common.globals"

local concat, sort = table.concat, table.sort
local getmetatable, pairs, pcall, type = getmetatable, pairs, pcall, type

-- How far functions are followed that others use.
local DEEPEST = 4

local NOTE = "alphabeta: this LuaJIT compiles loops over 'pairs' wrongly: its compiler is off for '%s' of the game"

-- Calls a function with each instruction of a function, or of a prototype within it, as a number.
local function each_instruction(util, f, call)
  local at, instruction = 1, util.funcbc(f, 1)
  while instruction do
    call(instruction % 256)
    at = at + 1
    instruction = util.funcbc(f, at)
  end
end

-- The instructions that only a loop over `pairs` has.
local function instructions_of_loops(util)
  local iterate, found = pairs, {}
  each_instruction(util, function() for key in pairs {} do found[key] = key end end, function(code)
    found[code] = true
  end)
  each_instruction(util, function() for key in iterate {} do found[key] = key end end, function(code)
    found[code] = nil
  end)
  return found
end

-- Whether a function, or one that is written in it, has such a loop.
local function has_loop(util, codes, f)
  local is_found = false
  each_instruction(util, f, function(code) is_found = is_found or codes[code] ~= nil end)
  local i, constant = 1, util.funck(f, -1)
  while constant ~= nil and not is_found do
    is_found = type(constant) == "proto" and has_loop(util, codes, constant)
    i = i + 1
    constant = util.funck(f, -i)
  end
  return is_found
end

local loops = {}

-- Finds the functions of a game that have such loops, or use others that do as local variables. Returns their names,
-- sorted, and all functions with such loops, as a set. Nothing is found without LuaJIT, and where a host forbids
-- `require`.
function loops.find(game)
  local has_util, util = pcall(globals.require, "jit.util") -- in Luanti `require` is an error
  if not has_util then util = nil end
  local codes, names, found, seen = util and instructions_of_loops(util), {}, {}, {}

  local function look(f, depth)
    if seen[f] ~= nil then return seen[f] end
    seen[f] = false
    if not util.funcinfo(f).bytecodes then return false end -- of C
    local is_one = has_loop(util, codes, f)
    if is_one then found[f] = true end
    for _, _, value in globals.upvalues(f) do
      if type(value) == "function" and depth < DEEPEST then is_one = look(value, depth + 1) or is_one end
    end
    seen[f] = is_one
    return is_one
  end

  local at = game
  while util and type(at) == "table" do
    for name, value in pairs(at) do
      if type(name) == "string" and type(value) == "function" and look(value, 1) then names[#names + 1] = name end
    end
    local meta = getmetatable(at)
    at = type(meta) == "table" and meta.__index
  end
  sort(names)
  return names, found
end

local has_told = false

-- Turns LuaJIT's compiler off for these functions of a game. Says so once.
function loops.guard(game)
  local names, functions = loops.find(game)
  for f in pairs(functions) do globals.jit.off(f, true) end
  if has_told or not names[1] then return end
  has_told = true
  print(NOTE:format(concat(names, "', '")))
end

return loops
