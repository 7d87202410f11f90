#!/bin/sh
# Builds the module in ways that its users may choose, and runs the LuaUnit suite of each and the tests in C; or, where gcc
# optimizes across all files each time it links, the specs of numbers in the place of these.
#   sh .ci/builds.sh [clang|rocks|musl]...
# A way for which something is missing is left out, and a line `SKIPPED ...` says why.
set -u
cd "$(dirname "$0")/.." || exit 1
. .ci/debian.sh
. .ci/lua.sh

failed=0
# Instructions that fuse a product and a sum, where this processor has them.
fused=
! grep -qw fma /proc/cpuinfo || fused=-mfma

# build NAME COMPILER CFLAGS TARGET... [VARIABLE=VALUE...]: builds and tests in folders of that name.
build() {
  name=$1 compiler=$2 flags=$3
  shift 3
  echo "== $name: $compiler $flags"
  command -v "$compiler" >/dev/null || { echo "SKIPPED $name: $compiler is not here"; return; }
  make --no-print-directory -k ${JOBS:+-j$JOBS} test-luaunit LUA=lua5.4 STRICT=1 VARIANT="-$name" \
    CC="$compiler" CFLAGS="$flags" "$@" || failed=1
}

for way in ${*:-clang rocks musl}; do
  case $way in
  # assertions of C, which -DNDEBUG takes out, may not do what the program needs
  clang) build clang clang "-O2 -DNDEBUG" test-c-run test-c-lua ;;
  # LuaRocks passes no -std and none of the flags for rounding; users add more of their own. Across files, gcc takes what a
  # function fills for uninitialized.
  rocks) build rocks gcc "-O3 -flto=auto -std=gnu17 -ffp-contract=fast $fused -Wno-maybe-uninitialized" \
    test-busted FOLDERS=search/numbers ;;
  musl)
    if ! command -v musl-gcc >/dev/null; then
      echo "SKIPPED musl: musl-gcc is not here"
    elif has_lua_source musl; then
      build_lua "$PWD/build/lua-musl" musl-gcc -O2 || exit 1
      build musl musl-gcc -O2 test-c-lua C_LUA_TESTS=build/lua5.4-musl/c/lua_native_fuzz_test LUA="$PWD/build/lua-musl/lua" LUA_INCDIR="$lua_source" LUA_LIBS="build/lua-musl/liblua.a -ldl"
    fi
    ;;
  *) echo "unknown: $way" && failed=1 ;;
  esac
done
exit $failed
