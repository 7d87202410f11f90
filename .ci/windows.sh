#!/bin/sh
# Builds Lua and the module for Windows by mingw-w64 and runs tests there, under wine: the LuaUnit suite and the specs.
# Then compares values and saved tables byte for byte with this machine's.
#   sh .ci/windows.sh [lua5.4|luajit]...
# The sources of Lua are Debian's. What is missing is left out, and a line `SKIPPED ...` says why. SPECS names the spec
# files that run, in one process, since wine takes longer to start than most of them; without it, what asks the system for
# files, threads, memory or the time, and compiled code on LuaJIT. A test that needs a POSIX shell is pending there.
set -u
cd "$(dirname "$0")/.." || exit 1
. .ci/debian.sh
. .ci/lua.sh

here=$PWD
mingw=x86_64-w64-mingw32-
failed=0

# Wine keeps its registry and its drives below build/, and shows nothing.
# Wine makes files whose names have other than English letters only where the locale has them.
export LC_ALL=C.UTF-8
export WINEPREFIX="$here/build/wine" WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
unset DISPLAY

for tool in ${mingw}gcc wine wineserver; do
  command -v $tool >/dev/null || { echo "SKIPPED Windows: $tool is not here"; exit 0; }
done
has_lua_source Windows || exit 0
for package in luajit lua-filesystem; do
  debian_source "build/windows/$package" $package >/dev/null || {
    echo "SKIPPED Windows: no source of $package is to be had (apt-get source)"
    exit 0
  }
done

# build_lua54 FOLDER: FOLDER/lua.exe and its DLL.
build_lua54() (
  cd "$1" || exit 1
  sources=$(ls "$lua_source"/*.c | grep -v -e '/lua\.c$' -e '/luac\.c$')
  ${mingw}gcc -O2 -std=gnu99 -DLUA_BUILD_AS_DLL -DLUA_COMPAT_5_3 -shared -static-libgcc -o lua54.dll $sources \
    -Wl,--out-implib,import.a &&
    ${mingw}gcc -O2 -std=gnu99 -DLUA_BUILD_AS_DLL -static-libgcc -o lua.exe "$lua_source/lua.c" import.a
)

# build_luajit FOLDER: the same of LuaJIT.
build_luajit() (
  cp -R build/windows/luajit/source "$1/source" && cd "$1" &&
    make -s -C source ${JOBS:+-j$JOBS} HOST_CC=gcc CROSS=$mingw TARGET_SYS=Windows >make.log 2>&1 || {
    cat "$1/make.log"
    exit 1
  }
  cp source/src/luajit.exe lua.exe && cp source/src/lua51.dll . && cp source/src/lua51.dll import.a
)

# windows TAG BUILD INCLUDE VERSION: builds a Lua, LuaFileSystem and the module, and tests them.
windows() {
  tag=$1 folder=$here/build/windows/$1-bin
  echo "== Windows: $tag"
  if [ ! -e "$folder/lua" ]; then
    rm -rf "$folder" && mkdir -p "$folder" && $2 "$folder" &&
      ${mingw}gcc -O2 -I "$3" -DLUA_BUILD_AS_DLL -shared -static-libgcc -o "$folder/lfs.dll" \
        build/windows/lua-filesystem/source/src/lfs.c "$folder/import.a" || { failed=1; return; }
    # What it writes gets the ends of lines of this system.
    cat >"$folder/lua" <<END
#!/bin/bash
set -o pipefail
export WINEPREFIX='$WINEPREFIX' WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml='
unset DISPLAY
wine '$folder/lua.exe' "\$@" | tr -d '\\r'
END
    chmod +x "$folder/lua"
  fi
  make --no-print-directory ${JOBS:+-j$JOBS} windows LUA="$tag" LUA_INCDIR="$3" || { failed=1; return; }

  module=build/windows-$tag
  export LUA_PATH="lua/?.lua;lua/?/init.lua;examples/?.lua;./?.lua;/usr/share/lua/$4/?.lua;/usr/share/lua/$4/?/init.lua"
  export LUA_CPATH="$module/?.dll;$folder/?.dll"
  echo "== LuaUnit on Windows, $tag"
  "$folder/lua" spec/luaunit/suite.lua || failed=1
  mkdir -p "$module/specs"
  rm -f "$module"/specs/*.log
  specs="binding/files binding/shared_table"
  specs="$specs binding/pool binding/pool_faults numbers/zobrist numbers/table numbers/rounding clock limits memory"
  [ "$tag" != luajit ] || specs="$specs luajit cdata"
  sh .ci/spec.sh "$module/specs/all.log" 900 "Windows, $tag" \
    "$folder/lua" .ci/windows.lua ${SPECS:-$(printf 'spec/search/%s_spec.lua ' $specs)}
  sh .ci/sum.sh "Windows, $tag" "$module"/specs/*.log || failed=1

  rm -rf "$module/results" build/windows/here && mkdir -p "$module/results" build/windows/here
  "$folder/lua" .ci/ports.lua "$module/results" || failed=1
  make --no-print-directory LUA="$tag" all &&
    LUA_CPATH="build/$tag/?.so" "$tag" .ci/ports.lua build/windows/here "$module/results" &&
    diff -r build/windows/here "$module/results" &&
    echo "Windows, $tag: the same values and saved tables, byte for byte" || failed=1
}

mkdir -p "$WINEPREFIX"
if [ ! -e "$WINEPREFIX/made" ]; then
  wineserver -k; wineboot -i >/dev/null 2>&1 && wineserver -w && touch "$WINEPREFIX/made" || { echo "wine cannot start"; exit 1; }
fi
wineserver -p
trap 'wineserver -k' EXIT
for lua in ${*:-lua5.4 luajit}; do
  case $lua in
  lua5.4) windows lua5.4 build_lua54 "$lua_source" 5.4 ;;
  luajit) windows luajit build_luajit "$here/build/windows/luajit/source/src" 5.1 ;;
  *) echo "unknown: $lua" && failed=1 ;;
  esac
done
exit $failed
