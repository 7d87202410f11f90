#!/bin/sh
# Builds the module for other processors and runs tests there, under QEMU: the LuaUnit suite, the spec files that SPECS
# names, and, with few seeds, tests in C. Then compares values and saved tables byte for byte with this machine's.
#   sh .ci/ports.sh [i386|aarch64|s390x]...
# The compilers are Debian's; Lua is Debian's for each processor, unpacked below build/ports. A processor for which
# something cannot be had is left out, and a line `SKIPPED ...` says why. s390x has other bytes and characters: without
# SPECS it runs what depends on numbers, on bytes and on their order. i386 has other sizes and another way to round. What
# aarch64 has to itself is how it rounds: there no test in C runs.
set -u
cd "$(dirname "$0")/.." || exit 1
. .ci/debian.sh

# numbers NAME...: the spec files of these names.
numbers() { printf 'spec/search/numbers/%s_spec.lua ' "$@"; }

packages="libc6 lua5.4 liblua5.4-0 liblua5.4-dev libreadline8 libtinfo6 lua-filesystem lua-system lua-term"
failed=0

# port NAME DEBIAN-ARCHITECTURE COMPILER-TRIPLET LIBRARY-TRIPLET QEMU
port() {
  name=$1 compiler=$3-gcc folder=$PWD/build/ports/$1 emulator=qemu-$5
  root=$folder/root
  for tool in "$compiler" "$emulator" apt-get dpkg-deb; do
    command -v "$tool" >/dev/null || { echo "SKIPPED $name: $tool is not here"; return; }
  done
  debian_root "$folder" "$2" $packages || { echo "SKIPPED $name: its packages of Lua cannot be got"; return; }

  # Debian's path of Lua 5.4 for C modules is absolute, and QEMU looks below the root first.
  printf '#!/bin/sh\nexec %s -L %s %s/usr/bin/lua5.4 "$@"\n' "$emulator" "$root" "$root" >"$folder/lua"
  chmod +x "$folder/lua"
  suites="test-luaunit test-busted test-c-run test-c-lua"
  case $name in
  i386) files=$(numbers errors rounding table zobrist) ;;
  aarch64) files=$(numbers rounding signature) suites="test-luaunit test-busted" ;;
  s390x) files="$(ls spec/search/numbers/*_spec.lua | tr '\n' ' ')" ;;
  esac
  # Of the tests with Lua, that of rules in C sees all that crosses between them.
  ALPHABETA_EFFORT=least make --no-print-directory -k ${JOBS:+-j$JOBS} $suites STRICT=1 CFLAGS=-O1 \
    LUA="$folder/lua" CC="$compiler" VARIANT="-$name" \
    C_WITHOUT=sorting C_LUA_TESTS="build/lua5.4-$name/c/lua_native_fuzz_test" \
    LUA_INCDIR="$root/usr/include/lua5.4 $root/usr/include/$4" LUA_LIBS="$root/usr/lib/$4/liblua5.4.a -ldl" \
    C_WRAPPER="$emulator -L $root" SPECS="${SPECS:-$files}" || failed=1
  same "$name" "$folder/lua" "build/lua5.4-$name"
}

# searches FOLDER LUA MODULE [OTHER]: runs .ci/ports.lua.
searches() (
  mkdir -p "$1"
  LUA_PATH="lua/?.lua;lua/?/init.lua;examples/?.lua;./?.lua" LUA_CPATH="$3/?.so" "$2" .ci/ports.lua "$1" ${4+"$4"}
)

# same NAME LUA MODULE: values and saved tables are what they are here, and a table that was saved here is as good there.
same() {
  searches "build/ports/results/$1" "$2" "$3" build/ports/results/here &&
    diff -r build/ports/results/here "build/ports/results/$1" &&
    echo "$1: the same values and saved tables, byte for byte" || failed=1
}

make --no-print-directory LUA=lua5.4 all && rm -rf build/ports/results &&
  searches build/ports/results/here lua5.4 build/lua5.4 && cat build/ports/results/here/values || exit 1
for port in ${*:-i386 aarch64 s390x}; do
  echo "== $port"
  case $port in
  i386) port i386 i386 i686-linux-gnu i386-linux-gnu i386 ;;
  aarch64) port aarch64 arm64 aarch64-linux-gnu aarch64-linux-gnu aarch64 ;;
  s390x) port s390x s390x s390x-linux-gnu s390x-linux-gnu s390x ;;
  *) echo "unknown: $port" && failed=1 ;;
  esac
done
exit $failed
