-- The chapter on rules in C: its library in C, compiled as it stands, gives the move that the chapter says.

local alphabeta = require "alphabeta"
local files = require "spec.support.files"
local script = require "spec.support.script"

-- Compiles the library into a folder by a shell, where there are a compiler and the headers of this Lua.
local COMPILE = [[
cd '%s' && flags=$(pkg-config --cflags '%s') && cc -O2 -std=c99 -Wall -Wextra -Werror -fPIC -shared \
  -I"$OLDPWD/csrc/native" $flags -o nim_rules.so nim.c 2>&1; echo "exit $?"]]

local tag = rawget(_G, "jit") and "luajit" or "lua" .. _VERSION:match "5%.%d"
local can_compile = script.has_shell and alphabeta._ENGINE == "C"
  and io.popen(("command -v cc >/dev/null && pkg-config --exists '%s' && echo yes"):format(tag)):read "*a" == "yes\n"

describe("The chapter on rules in C", function()
  local it_compiled = can_compile and it or pending
  it_compiled("has a library that compiles without a warning and plays as it says", function()
    local page = files.read_text "docs/native.md"
    local source = page:match "\n```c\n(.-)\n```\n"
    local expected = page:match "alphabeta%.search%(game%.new%(%), 10, {game = game}%) %-%- (%d)"
    local folder = os.tmpname()
    os.remove(folder)
    assert(require "lfs".mkdir(folder))
    files.write(folder .. "/nim.c", source .. "\n")
    local pipe = io.popen(COMPILE:format(folder, tag))
    local output = pipe:read "*a"
    pipe:close()
    local load = package.loadlib(folder .. "/nim_rules.so", "luaopen_nim_rules")
    os.remove(folder .. "/nim.c")
    os.remove(folder .. "/nim_rules.so")
    os.remove(folder)
    assert.equal("exit 0\n", output)
    local game = alphabeta.native(load())
    assert.equal(tonumber(expected), (alphabeta.search(game.new(), 10, {game = game})))
  end)
end)
