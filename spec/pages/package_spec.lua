-- What is shipped: one version, and all sources. That the module exports one symbol, `.ci/install.sh` shows.

local files = require "spec.support.files"
local script = require "spec.support.script"

--- Runs a file in an environment.
local function run_in(environment, path, ...)
  local chunk = setfenv and setfenv(assert(loadfile(path)), environment)
    or assert(loadfile(path, "t", environment))
  return chunk(...)
end

--- Loads a rockspec: a Lua program that knows no function and sets globals.
local function load_rockspec(path)
  local rockspec = {}
  run_in(rockspec, path)
  return rockspec
end

local SOURCES = files.below("csrc", "%.c$")
local MODULES = files.below("lua", "")
local ROCKSPECS = files.below("rockspec", "%.rockspec$")

describe("the version", function()
  local version = require("alphabeta")._VERSION:match("^alphabeta (%S+)$")

  it("is in one place, beside the changelog: the rockspec of the checkout has none", function()
    assert.are.equal(1, #ROCKSPECS)
    assert.are.equal("rockspec/alphabeta-scm-1.rockspec", ROCKSPECS[1])
    assert.are.equal("scm-1", load_rockspec(ROCKSPECS[1]).version)
    assert.is_truthy(version:match("^%d+%.%d+%.%d+$"))
  end)

  it("is the topmost of the changelog", function()
    local topmost = files.read_text("CHANGELOG.md"):match("\n## %[?([^%s%]]+)")
    assert.are.equal(version, topmost)
  end)
end)

it("the rockspec lists every C source, and every Lua module", function()
  local modules, listed = load_rockspec(ROCKSPECS[1]).build.modules, {}
  for _, source in pairs(modules) do
    if type(source) == "string" then listed[#listed + 1] = source end
  end
  table.sort(listed)
  assert.are.same(MODULES, listed)
  listed = modules["alphabeta.core"].sources
  table.sort(listed)
  assert.are.same(SOURCES, listed)
end)

it("The folder of Lua modules holds nothing else, since LuaRocks installs it whole", function()
  for _, path in ipairs(MODULES) do assert.is_truthy(path:match("^lua/alphabeta/[%l_/]+%.lua$"), path) end
end)

describe("the script that makes a release", function()
  local it = script.has_shell and it or pending

  it("names all missing tools at once, and what installs them", function()
    local output = script.output_of "PATH=/nowhere /bin/sh .ci/dist.sh 2>&1"
    local tools = output:match "^dist: these tools are missing: (.*); 'make setup dist' installs them\n$"
    assert.is_string(tools, output)
    assert.is_true(select(2, tools:gsub("%S+", "")) > 8)
    assert.is_truthy(tools:find "^git .*aarch64%-linux%-gnu%-gcc$")
  end)

  it("shows an opponent in the file that lies beside the module for LÖVE", function()
    local text = assert(files.read_text ".ci/dist.sh":match "README.txt\" <<END\n(.-)\nEND\n")
    local program = assert(text:match "\n    (local alphabeta = .- end)\n\n")
    assert((loadstring or load)(program))
    assert.is_truthy(program:find("alphabeta.opponent {", 1, true))
    assert.is_nil(text:find("alphabeta.search", 1, true))
  end)
end)

-- LuaJIT 2.1.0-beta3 compiles such loops wrongly on x64: programs that made many opponents or pools hung. Public
-- modules are loaded by `require`, so they turn the compiler off themselves.
it("Lua modules with loops over pairs are interpreted where LuaJIT compiles such loops wrongly", function()
  local jit = {off = function() end, arch = "x64", version = "LuaJIT 2.1.0-beta3"}
  local must_interpret = run_in({require = function() return {jit = jit} end}, "lua/alphabeta/common/interpreter.lua",
    "alphabeta.common.interpreter").must_interpret
  local found = {}
  for _, path in ipairs(MODULES) do
    local source = files.read_text(path)
    local has_loop = source:find "[^i%w_]pairs ?[%({]" or source:find "%f[%w]in next,"
    local is_public = path:find "init%.lua$" or source:find("\n-- @module ", 1, true)
    local name = path:match "^lua/alphabeta/(.*)%.lua$":gsub("/", ".")
    local is_interpreted = not is_public and must_interpret(name) or source:find "%f[%w]interpret%("
      or source:find("is_unsound then jit.off(true, true)", 1, true)
    if has_loop and not is_interpreted then found[#found + 1] = path end
  end
  assert.are.same({"lua/alphabeta/fallback/searcher.lua"}, found) -- its loop runs once, when it is loaded
end)
