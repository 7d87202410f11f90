-- Joins the module and the engine in Lua into files that call no `require`:
--   lua .ci/single.lua all build/alphabeta.lua
--   lua .ci/single.lua engine build/alphabeta-engine.lua
-- "all" has the tools; its lines are those of the sources, but for comments that have lines of their own. "engine" has
-- the searches, `opponent` and `snapshot` alone, and is shortened, for hosts that limit the length of a script. Without
-- a file it returns the text, for a spec.

local shorten = assert(loadfile ".ci/shorten.lua")()

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

-- The fields of the host are not touched: modules are found here.
local FRAME = [[
local modules, loaded = {}, {}
local function require(name)
  local module = loaded[name]
  if module == nil then
    local load_module = modules[name]
    if not load_module then error("module '" .. tostring(name) .. "' not found: it is not in this file", 2) end
    module = load_module(name)
    loaded[name] = module
  end
  return module
end
modules["alphabeta.core"] = function() return require "alphabeta.fallback.core" end
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

-- A source without what finds out its own folder, and the one above, which are always the same here.
local function without_own_name(source, name)
  local folder = name:match "^(.*)%.[^.]*$"
  if folder then
    local above = folder:match "^(.*)%.[^.]*$" or folder
    source = source:gsub('%(%.%.%. or "alphabeta[%w_.]*"%):match "%^%(%.%*%)%%%.%[%^%.%]%*%$"', ("%q"):format(folder))
    source = source:gsub('PACKAGE:match "%^%(%.%*%)%%%.%[%^%.%]%*%$" %.%. "', '"' .. above)
  end
  return (source:gsub('%(%.%.%. or "alphabeta[%w_.]*"%)', "(...)"))
end

-- Short names for calls of some globals, which the shortener gives to no variable.
local SHORT_NAMES = {require = "_r", setmetatable = "_s", tostring = "_t"}

-- A shortened source in which these are called by their short names.
local function with_short_calls(source)
  for name, short in pairs(SHORT_NAMES) do
    source = source:gsub("%f[%w_.:]" .. name .. '(["(])', short .. "%1")
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

-- The modules of the library that a source requires, by their names: of its own folder, or else of the library's.
local function requirements(name, source)
  local folder, found = name:match "^(.*)%.[^.]*$" or name, {}
  for suffix in source:gmatch 'require%(%u+ %.%. "(%.[%w_.]+)"%)' do
    found[#found + 1] = path_of(folder .. suffix) and folder .. suffix or "alphabeta" .. suffix
  end
  for suffix in source:gmatch 'tool "(%.[%w_.]+)"' do found[#found + 1] = "alphabeta" .. suffix end
  return found
end

-- Modules that are left out: those that are for the C module alone; what is done before a game is shipped (an
-- evaluation that was learned is a file of its own); and the tools that are not in the engine's file.
local OMITTED = {
  all = {
    ["alphabeta.learn.main"] = true, ["alphabeta.loop.main"] = true, ["alphabeta.pool.pool"] = true,
    ["alphabeta.pool.threads"] = true,
  },
  engine = {["alphabeta.common.build"] = true, ["alphabeta.loop.resumable"] = true},
}
local KEPT_TOOLS = {["alphabeta.opponent"] = true, ["alphabeta.snapshot"] = true}

-- Whether a module that another one requires is left out.
local function is_omitted(kind, name, by)
  if OMITTED.all[name] then return true end
  if kind == "all" then return false end
  return OMITTED.engine[name] or by == "alphabeta" and not KEPT_TOOLS[name] and not name:find "^alphabeta%.fallback%."
    and name ~= "alphabeta.common.globals"
end

local function join(kind)
  local names = "local _r, _s, _t = require, setmetatable, tostring\n"
  local frame, seen = {kind == "engine" and FRAME .. names or FRAME}, {}
  local function add(name, by)
    if seen[name] or is_omitted(kind, name, by) then return end
    seen[name] = true
    local source = read(path_of(name))
    frame[#frame + 1] = ("modules[%q] = function(...)\n%s\nend\n"):format(name,
      kind == "engine" and with_short_calls(shorten(without_own_name(source, name))) or strip(source))
    for _, required in ipairs(requirements(name, source)) do add(required, name) end
  end
  add "alphabeta"
  frame[#frame + 1] = 'return require "alphabeta"\n'
  local version = read "lua/alphabeta/init.lua":match '\nalphabeta%._VERSION = "(.-)"'
  local parts = {HEADS[kind]:format(version)}
  for line in read "LICENSE":gmatch "[^\n]+" do parts[#parts + 1] = "-- " .. line .. "\n" end
  local text = table.concat(frame)
  if kind == "engine" then text = text:gsub("alphabeta%.fallback", "alphabeta.f") end -- a name that nobody sees
  return table.concat(parts) .. text
end

local kind, target = ...
if not target then return join(kind) end
local file = assert(io.open(target, "wb"))
assert(file:write(join(kind)))
file:close()
