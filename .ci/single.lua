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

-- Short names for calls of some globals, which the shortener gives to no variable.
local SHORT_NAMES = {
  error = "_e", getmetatable = "_m", ipairs = "_i", pairs = "_q", pcall = "_p", rawequal = "_l", rawget = "_g",
  load_here = "_r", setmetatable = "_s", tostring = "_t", type = "_y",
}

-- A source without declarations of local variables that have the names of globals, and their values.
local function without_copies(source)
  return (source:gsub("\nlocal ([%l, ]+) = ([%l, ]+)%f[\n]", function(names, values)
    return names == values and "" or nil
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

-- A shortened source in which these are called by their short names.
local function with_short_calls(source)
  for name, short in pairs(SHORT_NAMES) do
    source = source:gsub("([^%w_.:\"])" .. name .. '(["(])', "%1" .. short .. "%2") -- not the text "type"
  end
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
  for name in pairs(SHORT_NAMES) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do short[i] = SHORT_NAMES[name] end
  return ("local _,%s=modules,%s\n"):format(table.concat(short, ","), table.concat(names, ","))
end

-- All words in the types of some modules, so what programs that use them may know.
local function public_names(names)
  local public = {}
  for _, name in ipairs(names) do
    local file = io.open("types/" .. name:gsub("%.", "/") .. ".lua")
    for word in (file and file:read "*a" or ""):gmatch "[%w_]+" do public[word] = true end
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
    source = with_one_declaration(with_numbers(without_copies(source), name, numbers))
    sources[name] = with_own_loader(source, name)
  end
  local fields = fields_for(sources, public_names(names))
  local parts = {
    FRAME:format(ELSEWHERE.engine), short_declaration(),
    ('modules["alphabeta.core"] = function() return _r(%d) end\n'):format(numbers["alphabeta.fallback.core"]),
  }
  for _, name in ipairs(names) do
    parts[#parts + 1] = ("_[%s]=function(...)%s\nend\n"):format(numbers[name] or ("%q"):format(name),
      with_short_calls(shorten(sources[name], fields)))
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
