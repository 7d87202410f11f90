-- The chapter on rules in C: its libraries in C, C++ and Rust, compiled as they stand, give the move that the chapter
-- says. The program in C on the page about installing compiles.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local files = require "spec.support.files"
local script = require "spec.support.script"

-- Compiles the library into a folder by a shell, where there are a compiler and the headers of this Lua.
local COMPILE = [[cd '%s' && flags=$(pkg-config --cflags '%s') && %s 2>&1; echo "exit $?"]]
local WARNINGS = '-Wall -Wextra -Werror -I"$OLDPWD/csrc/native" $flags '
local COMMANDS = {
  c = "cc -O2 -std=c99 -fPIC -shared -o nim_rules.so nim.c " .. WARNINGS,
  cpp = "g++ -O2 -std=c++11 -fPIC -shared -o nim_rules.so nim.cpp " .. WARNINGS,
  rs = "env -u MAKEFLAGS rustc -O --crate-type cdylib -C panic=abort -o nim_rules.so nim.rs",
  main = "cc -std=c99 -fsyntax-only -x c nim.main " .. WARNINGS,
}

local tag = rawget(_G, "jit") and "luajit" or "lua" .. _VERSION:match "5%.%d"
local can_compile = script.has_shell and alphabeta._ENGINE == "C"
  and script.output_of(("command -v cc >/dev/null && pkg-config --exists '%s' && echo yes"):format(tag)) == "yes\n"

local it_compiled = can_compile and it or pending

-- Compiles the source to a library, and calls `use` with the path of that. Returns what `use` returns. `ending` is that
-- of the source's file.
local function with_library(source, use, ending)
  ending = ending or "c"
  return (script.in_folder({["nim." .. ending] = source .. "\n"}, function(folder)
    assert.equal("exit 0\n", script.output_of(COMPILE:format(folder, tag, COMMANDS[ending])))
    return use(folder .. "/nim_rules.so")
  end))
end

local function load_library(path) return package.loadlib(path, "luaopen_nim_rules") end

local page = files.read_text "docs/native.md"
local SOURCE = page:match "\n```c\n(.-)\n```\n"

describe("The chapter on rules in C", function()
  it_compiled("has a library that compiles without a warning and plays as it says", function()
    local expected = page:match "alphabeta%.search%(game%.new%(%), 10, {game = game}%) %-%- (%d)"
    local game = alphabeta.native(with_library(SOURCE, load_library)())
    assert.equal(tonumber(expected), (alphabeta.search(game.new(), 10, {game = game})))
  end)

  -- Cause: LuaJIT unloads a library when nothing refers to the value of `ffi.load` any more. The game has the addresses
  -- of its functions alone, and the next call crashed.
  local it_with_ffi = can_compile and rawget(_G, "jit") and it or pending
  it_with_ffi("may load the library by ffi.load, which is then kept", function()
    local ffi = require "ffi"
    ffi.cdef "extern const char rules[];"
    local source = SOURCE:gsub("static const alphabeta_rules rules", "const alphabeta_rules rules")
    local game = with_library(source, function(path) return alphabeta.native(ffi.load(path).rules) end)
    collectgarbage()
    collectgarbage()
    assert.equal(2, (alphabeta.search(game.new(), 10, {game = game})))
  end)

  for language, kind in pairs {cpp = {"cpp", "g++"}, rust = {"rs", "rustc"}} do
    local it_in_it = can_compile and effort(false, true) and script.has_program(kind[2]) and it or pending
    it_in_it("has a library in " .. language .. " that plays as that in C", function()
      local source = page:match("\n```" .. language .. "\n(.-)\n```\n")
      local game = alphabeta.native(with_library(source, load_library, kind[1])())
      assert.equal(2, (alphabeta.search(game.new(), 10, {game = game})))
    end)
  end
end)

describe("The chapter on installing", function()
  it("names each folder of C for Visual Studio", function()
    local command = files.read_text "docs/installing.md":match "\ncl (.-)\n```"
    for _, source in ipairs(files.below("csrc", "%.c$")) do
      assert.matches(source:gsub("[^/]+$", "*.c"):gsub("/", "\\"), command, 1, true)
    end
  end)

  it_compiled("has a program that compiles", function()
    local source = files.read_text "docs/installing.md":match "\n```c\n(.-)\n```\n"
    with_library(source, function() return true end, "main")
  end)
end)
