-- Joins the module, the engine in Lua and the tools into one file that calls no `require`:
--   lua .ci/single.lua build/alphabeta.lua
-- Comments that have lines of their own are left out. Without an argument it returns the text, for a spec.

local HEAD = [[
-- alphabeta in one file: game-tree search for games whose rules are written in Lua, with the engine in Lua.
-- Made by `make single`; the sources, with their comments and the book, are where the licence below is from.
]]

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

-- Modules that are for the C module alone; and what is done before a game is shipped: an evaluation that was learned is
-- a file of its own.
local OMITTED = {
  ["alphabeta.loop.main"] = true, ["alphabeta.pool.pool"] = true, ["alphabeta.pool.threads"] = true,
  ["alphabeta.learn.main"] = true,
}

local function join()
  local parts, seen = {HEAD}, {}
  for line in read "LICENSE":gmatch "[^\n]+" do parts[#parts + 1] = "-- " .. line .. "\n" end
  parts[#parts + 1] = FRAME
  local function add(name)
    if seen[name] or OMITTED[name] then return end
    seen[name] = true
    local source = read(path_of(name))
    parts[#parts + 1] = ("modules[%q] = function(...)\n%s\nend\n"):format(name, strip(source))
    for _, required in ipairs(requirements(name, source)) do add(required) end
  end
  add "alphabeta"
  parts[#parts + 1] = 'return require "alphabeta"\n'
  return table.concat(parts)
end

local target = ...
if not target then return join() end
local file = assert(io.open(target, "wb"))
assert(file:write(join()))
file:close()
