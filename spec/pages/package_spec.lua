-- What is shipped: one version, all sources, one exported symbol, layers that hold, comments everywhere.

local files = require "spec.support.files"
local script = require "spec.support.script"

--- The lines of a text, as an array.
local function lines_of(text)
  local lines = {}
  for line in text:gmatch("([^\n]*)\n?") do lines[#lines + 1] = line end
  return lines
end

--- Loads a rockspec: a Lua program that knows no function and sets globals.
local function load_rockspec(path)
  local rockspec = {}
  local source = files.read_text(path)
  if setfenv then
    setfenv(assert(loadstring(source, "@" .. path)), rockspec)()
  else
    assert(load(source, "@" .. path, "t", rockspec))()
  end
  return rockspec
end

--- Calls found(name, line, is_definition) for each function that C source defines or declares, as it is laid out here:
-- its first line starts in the first column.
local function each_c_function(lines, found)
  local number = 1
  while number <= #lines do
    local first = number
    if lines[first]:match("^[%a_]") and not lines[first]:match("^typedef") then
      local head = lines[first]
      while not head:match("[;{=]") and number < #lines and lines[number + 1] ~= "" do
        number = number + 1
        head = head .. " " .. lines[number]
      end
      local before, ending = head:match("^([^;{=]*)([;{=])")
      local name = before and before:gsub("__attribute__%s*%b()", ""):match("([%w_]+)%s*%b()%s*$")
      if name and ending ~= "=" then found(name, first, ending == "{") end
    end
    number = number + 1
  end
end

--- Whether a comment ends on the line above, or on the one above the `#if` that chooses the function.
local function has_comment(lines, number)
  local above = number - 1
  while above > 0 and lines[above]:match("^#%s*if") do above = above - 1 end
  return above > 0 and (lines[above]:match("%*/%s*$") or lines[above]:match("^//")) ~= nil
end

--- The functions of C sources, {path = text}, that have no comment above their definition nor above a declaration.
local function uncommented(sources)
  local commented, defined = {}, {}
  for path, text in pairs(sources) do
    local lines = lines_of(text)
    each_c_function(lines, function(name, number, is_definition)
      if has_comment(lines, number) then commented[name] = true end
      if is_definition then defined[#defined + 1] = {name = name, at = path .. ":" .. number} end
    end)
  end
  local missing = {}
  for _, definition in ipairs(defined) do
    if not commented[definition.name] then missing[#missing + 1] = definition.at .. ": " .. definition.name end
  end
  table.sort(missing)
  return missing, #defined
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

describe("the rockspec", function()
  local build = load_rockspec(ROCKSPECS[1]).build

  it("lists every C source", function()
    local listed = {}
    for i, source in ipairs(build.modules["alphabeta.core"].sources) do listed[i] = source end
    table.sort(listed)
    assert.are.same(SOURCES, listed)
  end)

  it("lists every Lua module", function()
    local listed = {}
    for _, source in pairs(build.modules) do
      if type(source) == "string" then listed[#listed + 1] = source end
    end
    table.sort(listed)
    assert.are.same(MODULES, listed)
  end)
end)

describe("the folder of Lua modules", function()
  it("holds nothing but modules of alphabeta, since LuaRocks installs it whole", function()
    for _, path in ipairs(MODULES) do assert.is_truthy(path:match("^lua/alphabeta/[%l_/]+%.lua$"), path) end
  end)
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

describe("the C module", function()
  -- The tool that reads it is run by a POSIX shell.
  local it = script.has_shell and it or pending

  it("exports the function that Lua looks for, and nothing else", function()
    local tag = os.getenv("ALPHABETA_TAG")
    if not tag then return pending("make test says which build it tests (ALPHABETA_TAG)") end
    local exported = {}
    -- A sanitizer is for the module, not for the tool that reads it.
    local symbols = script.output_of("LD_PRELOAD= nm -D --defined-only build/" .. tag .. "/alphabeta/core.so")
    for name in symbols:gmatch " %u ([%w_]+)" do
      if not name:match("^_") then exported[#exported + 1] = name end
    end
    assert.are.same({"luaopen_alphabeta_core"}, exported)
  end)
end)

describe("the Lua modules", function()
  -- What common/interpreter.lua decides on a LuaJIT that compiles loops over pairs wrongly.
  local function unsound_interpreter()
    local jit = {off = function() end, arch = "x64", version = "LuaJIT 2.1.0-beta3"}
    local environment = {require = function() return {jit = jit} end}
    local path = "lua/alphabeta/common/interpreter.lua"
    local chunk = setfenv and setfenv(assert(loadfile(path)), environment)
      or assert(loadfile(path, "t", environment))
    return chunk("alphabeta.common.interpreter")
  end

  -- LuaJIT 2.1.0-beta3 compiles such loops wrongly on x64: programs that made many opponents or pools hung. Public
  -- modules are loaded by `require`, so they turn the compiler off themselves.
  it("with loops over pairs are interpreted where LuaJIT compiles such loops wrongly", function()
    local must_interpret = unsound_interpreter().must_interpret
    local EXCEPTIONS = {
      ["lua/alphabeta/fallback/searcher.lua"] = "its loop runs once, when it is loaded",
    }
    local found = {}
    for _, path in ipairs(MODULES) do
      local source = files.read_text(path)
      local has_loop = source:find "[^i%w_]pairs ?[%({]" or source:find "%f[%w]in next,"
      local is_public = path:find "init%.lua$" or source:find("\n-- @module ", 1, true)
      local name = path:match "^lua/alphabeta/(.*)%.lua$":gsub("/", ".")
      local is_interpreted = not is_public and must_interpret(name) or source:find "%f[%w]interpret%("
        or source:find("is_unsound then jit.off(true, true)", 1, true)
      if has_loop and not is_interpreted and not EXCEPTIONS[path] then found[#found + 1] = path end
    end
    assert.are.same({}, found)
  end)
end)

describe("the C sources", function()
  it("keep Lua out of the engine, and of what it uses", function()
    for _, room in ipairs({"system", "table", "engine", "uct"}) do
      for _, path in ipairs(files.below("csrc/" .. room, "%.[ch]$")) do
        for header in files.read_text(path):gmatch("#%s*include%s*[<\"]([^>\"]+)") do
          for _, foreign in ipairs({"lua", "lauxlib", "binding"}) do
            assert.is_nil(header:find(foreign, 1, true), path .. ": " .. header)
          end
        end
      end
    end
  end)

  it("use the engine by its functions, never by its fields", function()
    local reads, includes = {}, 0
    for _, path in ipairs(files.below("csrc/binding", "%.[ch]$")) do
      local source = files.read_text(path):gsub("/%*.-%*/", "")
      for header in source:gmatch("#%s*include%s*\"[^\"]-/engine/([^\"]+)\"") do
        includes = includes + 1
        assert.are_not.equal("machine.h", header, path)
      end
      source = source:gsub("#[^\n]*", "")
      for field in source:gmatch("%f[%w_]engine%s*%.%s*([%a_]+)") do reads[#reads + 1] = path .. ": ." .. field end
      for field in source:gmatch("%f[%w_]engine%s*%->%s*([%a_]+)") do reads[#reads + 1] = path .. ": ->" .. field end
    end
    assert.are.same({}, reads)
    assert.is_true(includes > 0)
  end)

  it("keep the differences of the Luas in fewer than 60 lines", function()
    local _, count = files.read_text("csrc/binding/base/compat.h"):gsub("\n", "")
    assert.is_true(count < 60, ("compat.h has %d lines"):format(count))
  end)

  it("have a comment above every function", function()
    local sources = {}
    for _, path in ipairs(files.below("csrc", "%.[ch]$")) do sources[path] = files.read_text(path) end
    local missing, count = uncommented(sources)
    assert.are.same({}, missing)
    assert.is_true(count > 0)
  end)
end)

describe("the search for uncommented functions", function()
  local function missing(source) return (uncommented({["a.c"] = source})) end

  it("accepts a comment above the definition, or above the declaration", function()
    assert.are.same({}, missing("/* Adds. */\nstatic int add(int a,\n               int b)\n{\n  return a + b;\n}\n"))
    assert.are.same({}, missing("/* Adds. */\nAB_FUNC int add(int a, int b);\n\nint add(int a, int b)\n{\n}\n"))
    assert.are.same({}, missing("/* Now. */\n#if defined(_WIN32)\ndouble now(void)\n{\n}\n#endif\n"))
  end)

  it("finds a function without one", function()
    assert.are.same({"a.c:3: add"}, missing("/* Far away. */\n\nstatic int add(int a, int b)\n{\n}\n"))
    assert.are.same({"a.c:2: add"}, missing("int add(int, int);\nint add(int a, int b) {\n  if (a) { return b; }\n}\n"))
    assert.are.same({"a.c:1: name"}, missing("const char *name(void)\n{\n}\n"))
  end)

  it("takes nothing else for a function", function()
    assert.are.same({}, missing("static const int sizes[] = {sizeof(int)};\nstruct box {\n  int (*open)(void);\n};\n"))
    assert.are.same({}, missing("typedef int (*opener)(int);\nenum state { A, B };\n#define F(x) { x }\n"))
    assert.are.same({}, missing("MAKE_IT(a, b)\n\n/* Adds. */\nint add(int a, int b)\n{\n}\n"))
  end)
end)
