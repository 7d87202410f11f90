#!/bin/sh
# Runs specs on a Lua 5.4 that checks itself and its callers: with lua_assert and the checks of its API. Where no source
# of it is to be had, a line `SKIPPED ...` says so.
set -u
cd "$(dirname "$0")/.." || exit 1
. .ci/debian.sh
. .ci/lua.sh

has_lua_source "assertions of Lua" || exit 0
folder=$PWD/build/lua-assertions
build_lua "$folder" gcc -O1 -g -DLUAI_ASSERT -DLUA_USE_APICHECK || exit 1
make --no-print-directory -k ${JOBS:+-j$JOBS} test-one LUA="$folder/lua" VARIANT=-assertions \
  LUA_INCDIR="$lua_source" LUA_LIBS="$folder/liblua.a -ldl" FOLDERS="search/binding search/numbers" ${SPECS:+SPECS="$SPECS"}
