#!/bin/sh
# Runs specs on Luas that check themselves and their callers: Lua 5.4 with lua_assert and the checks of its API, and
# LuaJIT with its assertions, which compiles after few rounds and forgets what it has compiled often. Where no source of
# one is to be had, a line `SKIPPED ...` says so.
set -u
cd "$(dirname "$0")/.." || exit 1
. .ci/debian.sh
. .ci/lua.sh

# The specs of what LuaJIT compiles.
COMPILED="jit slices yield restoration cdata find_move hash_move bounds"

# on_lua: the specs on Lua 5.4.
on_lua() {
  has_lua_source "assertions of Lua" || return 0
  folder=$PWD/build/lua-assertions
  build_lua "$folder" gcc -O1 -g -DLUAI_ASSERT -DLUA_USE_APICHECK || return 1
  make --no-print-directory -k ${JOBS:+-j$JOBS} test-one LUA="$folder/lua" VARIANT=-assertions \
    LUA_INCDIR="$lua_source" LUA_LIBS="$folder/liblua.a -ldl" SPECS="${SPECS-}"
}

# on_luajit: the specs of what is compiled on LuaJIT.
on_luajit() {
  has_luajit_source "assertions of LuaJIT" || return 0
  folder=$PWD/build/luajit-assertions
  build_luajit "$folder" -DLUA_USE_ASSERT -DLUA_USE_APICHECK || return 1
  printf '#!/bin/sh\nexec %s -Ohotloop=5 -Ohotexit=2 -Omaxtrace=100 "$@"\n' "'$folder/src/luajit'" >"$folder/luajit" &&
    chmod +x "$folder/luajit" || return 1
  make --no-print-directory -k ${JOBS:+-j$JOBS} test-busted LUA="$folder/luajit" VARIANT=-assertions \
    LUA_INCDIR="$folder/src" SPEC_SECONDS=900 SPECS="$(for name in $COMPILED; do printf 'spec/%s_spec.lua ' "$name"; done)"
}

failed=0
on_lua || failed=1
on_luajit || failed=1
exit $failed
