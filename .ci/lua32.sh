#!/bin/sh
# Tests the engine in Lua on a Lua 5.4 whose integers have 32 bits, as in fengari: the LuaUnit suite, and searches of random
# games, which must find what they find on a usual Lua. On one that takes no number for a text (LUA_NOCVTN2S), it calls
# the searches and tools. On one whose floating-point numbers have 32 bits, too, it must refuse to load. Where no
# source of Lua is to be had, a line `SKIPPED ...` says so.
set -u
cd "$(dirname "$0")/.." || exit 1
. .ci/debian.sh
. .ci/lua.sh

has_lua_source "Lua with integers of 32 bits" || exit 0
usual=$lua_source
units=$(lua5.4 -e 'print((package.searchpath("luaunit", package.path)))') || exit 1
export LUA_PATH="lua/?.lua;lua/?/init.lua;examples/?.lua;./?.lua" LUA_CPATH=

build_lua "$PWD/build/lua-no-conversion" "${CC:-cc}" -O2 -DLUA_NOCVTN2S || exit 1

# build NAME INTEGERS NUMBERS: compiles a Lua with these types as build/NAME/lua.
build() {
  lua_source=$PWD/build/$1-source
  test -e "$lua_source" || cp -r "$usual" "$lua_source" || exit 1
  sed -i "s/^#define LUA_INT_DEFAULT.*/#define LUA_INT_DEFAULT LUA_INT_$2/
    s/^#define LUA_FLOAT_DEFAULT.*/#define LUA_FLOAT_DEFAULT LUA_FLOAT_$3/" "$lua_source/luaconf.h"
  build_lua "$PWD/build/$1" "${CC:-cc}" -O2 || exit 1
}
build lua-int32 INT DOUBLE
build lua-float32 INT FLOAT

status=0
echo "== numbers that are no texts"
build/lua-no-conversion/lua .ci/no_conversion.lua || status=1

echo "== LuaUnit with integers of 32 bits"
# LuaUnit begins random numbers with the processor time, times 1e11: soon more than an integer of 32 bits.
LUA_PATH="$LUA_PATH;${units%luaunit.lua}?.lua" build/lua-int32/lua -e 'local clock = os.clock
  os.clock = function() return 0 end
  require "luaunit"
  os.clock = clock
  require "alphabeta.fallback"' spec/luaunit/suite.lua || status=1

echo "== random games with integers of 32 bits"
for lua in lua5.4 build/lua-int32/lua; do
  $lua .ci/lua32.lua 400 >"build/lua-int32/found-$(dirname "$lua" | tr / -)" || status=1
done
if diff build/lua-int32/found-. build/lua-int32/found-build-lua-int32 >build/lua-int32/differences; then
  echo "$(wc -l <build/lua-int32/found-.) searches are the same"
else
  head build/lua-int32/differences
  status=1
fi

echo "== floating-point numbers of 32 bits"
told=$(build/lua-float32/lua -e 'print(select(2, pcall(require, "alphabeta.fallback")))')
echo "$told"
case $told in
*"numbers of 32 bits"*) ;;
*) status=1 ;;
esac
exit $status
