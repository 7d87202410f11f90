#!/bin/sh
# Tests the module on Lua 5.5, which is no package of Debian 12 and 13: the LuaUnit suite, the tests in C that are linked
# with Lua, and every tool by both engines. busted is not there for it.
#   sh .ci/lua55.sh [FOLDER]
# FOLDER has the sources of Lua 5.5, in its top or in `src`; without it, build/lua55-source or Debian's package are looked
# for. Where there are none, a line `SKIPPED ...` says so.
set -u
cd "$(dirname "$0")/.." || exit 1
. .ci/debian.sh

source=${1:-$PWD/build/lua55-source}
if [ ! -d "$source" ] && command -v apt-get >/dev/null && command -v dpkg-source >/dev/null &&
  debian_source build/lua55 lua5.5 >/dev/null 2>&1; then
  source=$PWD/build/lua55/source
fi
[ ! -d "$source/src" ] || source=$source/src
[ -f "$source/lua.h" ] || {
  echo "SKIPPED Lua 5.5: no source of it is to be had (in build/lua55-source, or apt-get source lua5.5)"
  exit 0
}

folder=$PWD/build/lua55-bin
mkdir -p "$folder" && cd "$folder" || exit 1
if [ ! -e lua ]; then
  files=$(ls "$source"/*.c | grep -v -e '/luac\.c$' -e '/onelua\.c$' -e '/ltests\.c$')
  "${CC:-cc}" -std=gnu99 -O2 -DLUA_USE_POSIX -DLUA_USE_DLOPEN -c $files || exit 1
  rm -f liblua.a
  ar rcs liblua.a $(ls ./*.o | grep -v '/lua\.o$') && "${CC:-cc}" -Wl,-E -o lua ./*.o -lm -ldl || exit 1
fi
./lua -v
cd ../.. || exit 1

# LuaUnit is Lua, and the same for every Lua.
units=$(lua5.4 -e 'print((package.searchpath("luaunit", package.path)))') || exit 1
status=0
for file in $(find lua examples bench -name '*.lua'); do
  "$folder/lua" -e 'assert(loadfile "'"$file"'")' || status=1 # it has rules that older ones have not
done
make --no-print-directory -k ${JOBS:+-j$JOBS} test-luaunit test-c-lua LUA="$folder/lua" LUA_INCDIR="$source" \
  LUA_LIBS="$folder/liblua.a -ldl" LUA_PATH="${units%luaunit.lua}?.lua" || status=1
for engine in C Lua; do
  echo "== every tool, with the engine in $engine"
  told=$(LUA_PATH="lua/?.lua;lua/?/init.lua;./?.lua" LUA_CPATH="build/lua5.5/?.so" \
    "$folder/lua" spec/support/strict_program.lua strict $engine 2>&1)
  echo "$told"
  [ "$told" = "done" ] || status=1
done
exit $status
