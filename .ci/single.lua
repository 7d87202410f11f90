-- Joins the module and the engine in Lua into files that call no `require`:
--   lua .ci/single.lua players build/alphabeta.lua
--   lua .ci/single.lua all build/alphabeta-tools.lua
--   lua .ci/single.lua engine build/alphabeta-engine.lua
-- "players" has what a game needs, and `check`; "all" also has the tools of a developer. Their lines are those of the
-- sources, but for comments. "engine" has the searches, `opponent` and `snapshot` alone, and is shortened, for hosts
-- that limit the length of a script. Without a file it returns the text, for a spec.

local shorten, fields_for = assert(loadfile ".ci/shorten.lua")()

local HEADS = {
  players = [[
-- %s in one file: a computer opponent for games whose rules are written in Lua, with the engine in Lua.
-- Made by `make single`; the sources, with their comments and the book, are where the licence below is from.
]],
  all = [[
-- %s in one file, with the tools of a developer: game-tree search for games whose rules are written in Lua.
-- Made by `make single`; the sources, with their comments and the book, are where the licence below is from.
]],
  engine = [[
-- %s, the engine in Lua alone, in one file: game-tree search for games whose rules are written in Lua.
-- Made by `make single`, which has shortened it: alphabeta.lua beside it can be read, and has more.
]],
}

-- What the message about a module that is left out adds.
local ELSEWHERE = {
  players = "; alphabeta-tools.lua has it, unless it needs the C module", all = ", since it needs the C module",
  engine = "; alphabeta.lua and alphabeta-tools.lua have the tools",
}

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
local function use(name, ...)
  local module = load_here(type(name) == "string" and "alphabeta." .. name or name)
  if select("#", ...) == 0 then return module end
  return module, use(...)
end
]]

-- Turns LuaJIT's compiler off for modules, as `use` does; with the name of the module that decides, the names of those
-- that every LuaJIT interprets, and the names of those that one interprets which compiles loops over pairs wrongly.
local OFF = [[
local interpreter = load_here(%s)
local function interpret(names)
  for _, name in ipairs(names) do jit.off(modules[name], true) end
end
if interpreter.has_compiler then interpret {%s} end
if interpreter.is_unsound then interpret {%s} end
]]

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- A line without its comment. Strings, which may have dashes, are blanked out before that is looked for.
local function without_comment(line)
  local function blank(text) return (" "):rep(#text) end
  local plain = line:gsub("\\.", blank):gsub('"[^"]*"', blank):gsub("'[^']*'", blank)
  local comment = plain:find "%-%-"
  return comment and line:sub(1, comment - 1):gsub("%s+$", "") or line
end

-- A source without empty lines and comments. It has no long strings.
local function strip(source)
  local lines = {}
  for line in (source .. "\n"):gmatch "(.-)\n" do
    line = without_comment(line)
    if line:find "%S" then lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end

-- Functions of libraries that many modules copy.
local COPIES = {
  concat = "table.concat", floor = "math.floor", format = "string.format", huge = "math.huge", max = "math.max",
  min = "math.min",
}

-- Short names for some globals, for those, for that function, and for texts of which there are many.
local SHORT_NAMES = {
  concat = "K", error = "E", floor = "F", format = "D", getmetatable = "G", huge = "H", ipairs = "I", use = "L",
  math = "M", max = "U", min = "V", next = "N", pairs = "P", pcall = "C", rawequal = "Q", rawget = "R",
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
  local pattern = "\nlocal ([%w_, ]+) = use%(([%d,]+)%)\nlocal ([%w_, ]+) = use%(([%d,]+)%)%f[\n]"
  local count
  repeat
    source, count = source:gsub(pattern, "\nlocal %1, %3 = use(%2,%4)")
  until count == 0
  return source
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

-- The modules of the library that a source uses, by their names.
local function requirements(source)
  local found = {}
  local function add(name)
    if path_of("alphabeta." .. name) then found[#found + 1] = "alphabeta." .. name end
  end
  for names in source:gmatch "%f[%w_]use ?(%b())" do names:gsub('"([%w_.]+)"[,)]', add) end
  for _, call in ipairs {'%f[%w_]use "([%w_.]+)"', 'tool "([%w_.]+)"', 'tool%("([%w_.]+)"'} do
    source:gsub(call, add)
  end
  return found
end

-- The module that decides what LuaJIT interprets, and what it decides where the compiler is sound or not.
local INTERPRETER = "alphabeta.common.interpreter"
local function interpreter_of(version)
  local jit = {off = true, arch = "x64", version = version}
  local environment = setmetatable({require = function() return {jit = jit} end}, {__index = _G})
  local chunk
  if setfenv then
    chunk = setfenv(assert(loadfile(path_of(INTERPRETER))), environment)
  else
    chunk = assert(loadfile(path_of(INTERPRETER), "t", environment))
  end
  return chunk(INTERPRETER)
end
local SOUND, UNSOUND = interpreter_of "LuaJIT 2.1", interpreter_of "LuaJIT 2.1.0-beta3"

-- The text that turns the compiler off for those of the modules that must not be compiled, by their names in the file.
local function turn_off(names, keys)
  local always, unsound = {}, {}
  for _, name in ipairs(names) do
    local short = name:match "^alphabeta%.(.*)$" or ""
    if SOUND.must_interpret(short) then
      always[#always + 1] = keys[name]
    elseif UNSOUND.must_interpret(short) then
      unsound[#unsound + 1] = keys[name]
    end
  end
  return OFF:format(keys[INTERPRETER], table.concat(always, ",\n  "), table.concat(unsound, ",\n  "))
end

-- A source that loads modules by the functions above. What the host has, globals.lua looks up.
local function with_own_loader(source, name)
  if name == "alphabeta.common.globals" then return source end
  source = source:gsub("local use = require[^\n]*\n", "")
  source = source:gsub("require(%(%(%.%.%.%):match \"%^%(%.%*%)%%%.\" %.%. \"%.(globals)\"%))", 'use "common.%2"')
  return (source:gsub("%f[%w_.]require%f[^%w_]", "load_here"))
end

-- Modules that are left out: those that are for the C module alone, and those that are not in the smaller files.
local OMITTED = {
  all = {
    ["alphabeta.common.build"] = true, ["alphabeta.common.native"] = true, ["alphabeta.front.main"] = true,
    ["alphabeta.pool.pool"] = true, ["alphabeta.pool.threads"] = true,
  },
  players = {["alphabeta.review.main"] = true},
  engine = {
    ["alphabeta.opponent.hint"] = true, ["alphabeta.opponent.hook"] = true,
    ["alphabeta.common.locals"] = true, ["alphabeta.common.modules"] = true, ["alphabeta.deals.search"] = true,
    ["alphabeta.fallback.trace"] = true,
  },
}

-- The tools, which alphabeta/init.lua names, that are in the files without all of them.
local KEPT_TOOLS = {
  players = {
    ["alphabeta.check.main"] = true, ["alphabeta.common.copy"] = true, ["alphabeta.common.count"] = true,
    ["alphabeta.opponent"] = true, ["alphabeta.session"] = true, ["alphabeta.snapshot"] = true,
  },
  engine = {["alphabeta.opponent"] = true, ["alphabeta.snapshot"] = true},
}

-- The tools, as alphabeta/init.lua names them.
local IS_TOOL = {}
for name in read "lua/alphabeta/init.lua":gmatch 'tool "([%w_.]+)"' do IS_TOOL["alphabeta." .. name] = true end

-- Whether a module that another one requires is left out.
local function is_omitted(kind, name, by)
  if OMITTED.all[name] then return true end
  if kind == "all" then return false end
  return OMITTED[kind][name] or by == "alphabeta" and IS_TOOL[name] and not KEPT_TOOLS[kind][name]
end

-- A source that uses modules by the numbers which they have here.
local function with_numbers(source, numbers)
  source = source:gsub('%f[%w_]use ("[%w_.]+")', "use(%1)")
  return (source:gsub("%f[%w_]use(%b())", function(names)
    return "use" .. names:gsub(", ?", ","):gsub('"([%w_.]+)"', function(name) return numbers["alphabeta." .. name] end)
  end))
end

-- The modules that a file has, in order: their names, and sources by name.
local function collect(kind)
  local names, sources = {}, {}
  local function add(name, by)
    if sources[name] or is_omitted(kind, name, by) then return end
    names[#names + 1], sources[name] = name, read(path_of(name))
    for _, required in ipairs(requirements(sources[name])) do add(required, name) end
  end
  add "alphabeta"
  return names, sources
end

-- A file that can be read: modules have their names.
local function join_readable(kind)
  local names, sources = collect(kind)
  local keys = {}
  local parts = {
    FRAME:format(ELSEWHERE[kind]),
    'modules["alphabeta.core"] = function() return load_here "alphabeta.fallback.core" end\n',
  }
  for _, name in ipairs(names) do
    local source = strip(with_own_loader(sources[name], name))
    local parameters = source:find("...", 1, true) and "..." or ""
    parts[#parts + 1] = ("modules[%q] = function(%s)\n%s\nend\n"):format(name, parameters, source)
    keys[name] = ("%q"):format(name)
  end
  parts[#parts + 1] = turn_off(names, keys)
  parts[#parts + 1] = 'return load_here "alphabeta"\n'
  return table.concat(parts)
end

-- The declaration of the short names.
local function short_declaration()
  local names, short = {}, {}
  for name in pairs(SHORT_NAMES) do names[#names + 1] = name end
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
  local numbers, keys = {}, {}
  for i, name in ipairs(names) do numbers[name] = name ~= "alphabeta" and not KEPT_TOOLS.engine[name] and i or nil end
  for name, source in pairs(sources) do
    source = with_numbers(with_own_loader(without_copies(source), name), numbers)
    sources[name] = with_one_declaration(source)
  end
  local fields = fields_for(sources, public_names(names))
  local parts = {
    FRAME:format(ELSEWHERE.engine), short_declaration(),
    ('modules["alphabeta.core"] = function() return L(%d) end\n'):format(numbers["alphabeta.fallback.core"]),
  }
  for _, name in ipairs(names) do
    keys[name] = numbers[name] or ("%q"):format(name)
    parts[#parts + 1] = ("_[%s]=function(...)%s\nend\n"):format(keys[name],
      shorten(sources[name], fields, SHORT_NAMES))
  end
  parts[#parts + 1] = turn_off(names, keys)
  parts[#parts + 1] = 'return load_here "alphabeta"\n'
  return table.concat(parts)
end

local function join(kind)
  local parts = {HEADS[kind]:format(read "lua/alphabeta/init.lua":match '\nalphabeta%._VERSION = "(.-)"')}
  for line in read "LICENSE":gmatch "[^\n]+" do parts[#parts + 1] = "-- " .. line .. "\n" end
  parts[#parts + 1] = kind == "engine" and join_engine() or join_readable(kind)
  return table.concat(parts)
end

local kind, target = ...
if not target then return join(kind) end
local file = assert(io.open(target, "wb"))
assert(file:write(join(kind)))
file:close()
