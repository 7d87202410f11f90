-- Joins the module and the engine in Lua into files that call no `require`:
--   lua .ci/single.lua all build/alphabeta.lua
--   lua .ci/single.lua engine build/alphabeta-engine.lua
-- "all" has the tools; its lines are those of the sources, but for comments that have lines of their own. "engine" has
-- the searches, `opponent`, `perft` and `snapshot` alone, and is shortened, for hosts that limit the length of a
-- script. Without a file it returns the text, for a spec.

local shorten, fields_for = assert(loadfile ".ci/shorten.lua")()

local HEADS = {
  all = [[
-- %s in one file: game-tree search for games whose rules are written in Lua, with the engine in Lua.
-- Made by `make single`; the sources, with their comments and the book, are where the licence below is from.
]],
  engine = [[
-- %s, the engine in Lua alone, in one file: game-tree search for games whose rules are written in Lua.
-- Made by `make single`, which has shortened it: alphabeta.lua beside it can be read, and has the tools, too.
]],
}

-- What the message about a module that is left out adds.
local ELSEWHERE = {all = ", since it needs the C module", engine = "; alphabeta.lua has the tools"}

-- The fields of the host are not touched: modules are found here. A bundler follows calls of `require`, so the function
-- has another name.
local FRAME = [[
local modules, loaded = {}, {}
local function load_here(name)
  local module = loaded[name]
  if module == nil then
    local load_module = modules[name]
    if not load_module then error("module '" .. tostring(name) .. "' not found: it is not in this file%s", 2) end
    module = load_module(name)
    loaded[name] = module
  end
  return module
end
]]

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- A source without comments that have lines of their own, which hold no long strings here, and without empty lines.
local function strip(source)
  local lines = {}
  for line in (source .. "\n"):gmatch "(.-)\n" do
    if not line:find "^%s*%-%-" and line:find "%S" then lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end

-- What modules call that LuaJIT must not compile, with their own name or number.
local OFF = "local function J(n)if L(%d)then jit.off(_[n],true)end end\n"

-- Functions of libraries that many modules copy.
local COPIES = {
  concat = "table.concat", floor = "math.floor", format = "string.format", huge = "math.huge", max = "math.max",
  min = "math.min",
}

-- Short names for some globals, for those, for that function, and for texts of which there are many.
local SHORT_NAMES = {
  concat = "K", error = "E", floor = "F", format = "D", getmetatable = "G", huge = "H", ipairs = "I", load_here = "L",
  math = "M", max = "U", min = "V", next = "N", off = "J", pairs = "P", pcall = "C", rawequal = "Q", rawget = "R",
  select = "S", setmetatable = "T", string = "B", table = "A", tostring = "O", type = "Y",
  ['"table"'] = "W", ['"number"'] = "X", ['"string"'] = "Z", ['"function"'] = "_f", ['"nil"'] = "_n",
  ['"boolean"'] = "_b", ['"userdata"'] = "_u", ['"children"'] = "_c", ['"maxn"'] = "_m", ['"in place"'] = "_p",
  ['"repetition"'] = "_r", ['"alphabeta"'] = "_a", ['"moves"'] = "_l", ['"evaluate"'] = "_e", ['"searcher"'] = "_s",
  ['"cdata"'] = "_d", ['"uct"'] = "_t",
}

-- A source without declarations of local variables that have the names and the values of what has a short name.
local function without_copies(source)
  return (source:gsub("\nlocal ([%w_, ]+) =%s([%w_., \n]+)%f[\n]", function(names, values)
    local kept_names, kept_values, value_at = {}, {}, values:gmatch "[%w_.]+"
    if values:find "[%w_.]%s+[%w_]" then return nil end -- more than a declaration
    for name in names:gmatch "[%w_]+" do
      local value = value_at()
      if not SHORT_NAMES[name] or value ~= (COPIES[name] or name) then
        kept_names[#kept_names + 1], kept_values[#kept_values + 1] = name, value
      end
    end
    if #kept_names == 0 then return "" end
    return ("\nlocal %s = %s"):format(table.concat(kept_names, ", "), table.concat(kept_values, ", "))
  end))
end

-- A source in which lines that only require a module each are one declaration.
local function with_one_declaration(source)
  local pattern = '\nlocal ([%w_, ]+) = (require[^\n]*)\nlocal ([%w_]+) = (require ?[%("][%w_."]+%)?)%f[\n]'
  local count
  repeat
    source, count = source:gsub(pattern, "\nlocal %1, %3 = %2, %4")
  until count == 0
  return source
end

-- A source that calls a function of the file to turn LuaJIT's compiler off for a module.
local function with_interpreter(source, traversal)
  local condition = "if load_here(" .. traversal .. ") then jit.off(true, true) end"
  return (source:gsub(condition:gsub("%p", "%%%0"), "off(...)"))
end

-- Where a module is; nil where there is none.
local function path_of(name)
  for _, pattern in ipairs {"lua/%s.lua", "lua/%s/init.lua"} do
    local path = pattern:format((name:gsub("%.", "/")))
    local file = io.open(path, "rb")
    if file then
      file:close()
      return path
    end
  end
  return nil
end

-- The module that an argument of `require` names in the source of another one: of its own folder, or else of the
-- library's. nil where it names none of the library.
local function required_by(name, argument)
  local suffix = argument:match '^%(%u.* %.%. "(%.[%w_.]+)"%)$'
  if not suffix then return nil end
  local own = (name:match "^(.*)%.[^.]*$" or name) .. suffix
  return path_of(own) and own or "alphabeta" .. suffix
end

-- The modules of the library that a source requires, by their names.
local function requirements(name, source)
  local found = {}
  for argument in source:gmatch "require(%b())" do found[#found + 1] = required_by(name, argument) end
  for suffix in source:gmatch 'tool "(%.[%w_.]+)"' do found[#found + 1] = "alphabeta" .. suffix end
  return found
end

-- A source that loads modules by the function above. What the host has, globals.lua looks up.
local function with_own_loader(source, name)
  return name == "alphabeta.common.globals" and source or (source:gsub("%f[%w_.]require%f[^%w_]", "load_here"))
end

-- Modules that are left out: those that are for the C module alone, and the tools that are not in the engine's file.
local OMITTED = {
  all = {
    ["alphabeta.common.native"] = true, ["alphabeta.learn.helpers"] = true, ["alphabeta.pool.pool"] = true,
    ["alphabeta.pool.threads"] = true,
  },
  engine = {
    ["alphabeta.common.build"] = true, ["alphabeta.common.resumable"] = true, ["alphabeta.front.main"] = true,
    ["alphabeta.opponent.hint"] = true, ["alphabeta.common.locals"] = true, ["alphabeta.common.modules"] = true,
    ["alphabeta.uct.search"] = true, ["alphabeta.deals.search"] = true,
  },
}
local KEPT_TOOLS = {["alphabeta.opponent"] = true, ["alphabeta.perft"] = true, ["alphabeta.snapshot"] = true}

-- Whether a module that another one requires is left out.
local function is_omitted(kind, name, by)
  if OMITTED.all[name] then return true end
  if kind == "all" then return false end
  return OMITTED.engine[name] or by == "alphabeta" and not KEPT_TOOLS[name] and not name:find "^alphabeta%.fallback%."
    and name ~= "alphabeta.common.globals"
end

-- A source that requires modules by the numbers which they have here, and does not find out its own folder for that.
local function with_numbers(source, name, numbers)
  source = source:gsub("require(%b())", function(argument)
    local number = numbers[required_by(name, argument)]
    return number and ("require(%d)"):format(number)
  end)
  for _, folder in ipairs {"LIBRARY", "PACKAGE"} do
    local _, uses = source:gsub("%f[%w]" .. folder .. "%f[%W]", "")
    if uses == 1 then source = source:gsub("local " .. folder .. " = [^\n]*\n", "") end
  end
  return source
end

-- The modules that a file has, in order: their names, and sources by name.
local function collect(kind)
  local names, sources = {}, {}
  local function add(name, by)
    if sources[name] or is_omitted(kind, name, by) then return end
    names[#names + 1], sources[name] = name, read(path_of(name))
    for _, required in ipairs(requirements(name, sources[name])) do add(required, name) end
  end
  add "alphabeta"
  return names, sources
end

-- The file that can be read: modules have their names.
local function join_all()
  local names, sources = collect "all"
  local parts = {
    FRAME:format(ELSEWHERE.all),
    'modules["alphabeta.core"] = function() return load_here "alphabeta.fallback.core" end\n',
  }
  for _, name in ipairs(names) do
    local source = strip(with_own_loader(sources[name], name))
    parts[#parts + 1] = ("modules[%q] = function(...)\n%s\nend\n"):format(name, source)
  end
  parts[#parts + 1] = 'return load_here "alphabeta"\n'
  return table.concat(parts)
end

-- The declaration of the short names.
local function short_declaration()
  local names, short = {}, {}
  for name in pairs(SHORT_NAMES) do names[#names + 1] = name ~= "off" and name or nil end
  table.sort(names)
  for i, name in ipairs(names) do names[i], short[i] = COPIES[name] or name, SHORT_NAMES[name] end
  return ("local _,%s=modules,%s\n"):format(table.concat(short, ","), table.concat(names, ","))
end

-- The words in the types of some modules, but for those of sentences, so what programs that use them may know; and the
-- options of earlier versions, for which there are messages.
local function public_names(names)
  local public = {}
  local function add(text)
    for word in text:gmatch "[%w_]+" do public[word] = true end
  end
  add(read "lua/alphabeta/front/option_rows.lua":match "renamed = (%b{})")
  for _, name in ipairs(names) do
    local file = io.open("types/" .. name:gsub("%.", "/") .. ".lua")
    for line in (file and file:read "*a" or ""):gmatch "[^\n]+" do
      if line:find "^%-%-%-[^@|]" then line = line:gsub("^.-`", "`"):gsub("`[^`]*`?", add):gsub("^.*$", "") end
      add(line)
    end
    if file then file:close() end
  end
  return public
end

-- The shortened file: modules have numbers, but for those that are required by a name.
local function join_engine()
  local names, sources = collect "engine"
  local numbers = {}
  for i, name in ipairs(names) do numbers[name] = name ~= "alphabeta" and not KEPT_TOOLS[name] and i or nil end
  for name, source in pairs(sources) do
    source = with_own_loader(with_one_declaration(with_numbers(without_copies(source), name, numbers)), name)
    sources[name] = with_interpreter(source, numbers["alphabeta.common.traversal"])
  end
  local fields = fields_for(sources, public_names(names))
  local parts = {
    FRAME:format(ELSEWHERE.engine), short_declaration(), OFF:format(numbers["alphabeta.common.traversal"]),
    ('modules["alphabeta.core"] = function() return L(%d) end\n'):format(numbers["alphabeta.fallback.core"]),
  }
  for _, name in ipairs(names) do
    parts[#parts + 1] = ("_[%s]=function(...)%s\nend\n"):format(numbers[name] or ("%q"):format(name),
      shorten(sources[name], fields, SHORT_NAMES))
  end
  parts[#parts + 1] = 'return load_here "alphabeta"\n'
  return table.concat(parts)
end

local function join(kind)
  local parts = {HEADS[kind]:format(read "lua/alphabeta/init.lua":match '\nalphabeta%._VERSION = "(.-)"')}
  for line in read "LICENSE":gmatch "[^\n]+" do parts[#parts + 1] = "-- " .. line .. "\n" end
  parts[#parts + 1] = kind == "engine" and join_engine() or join_all()
  return table.concat(parts)
end

local kind, target = ...
if not target then return join(kind) end
local file = assert(io.open(target, "wb"))
assert(file:write(join(kind)))
file:close()
