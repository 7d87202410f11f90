#!/bin/sh
# Tests the files of a release: makes them twice, in two copies of the repository, and compares; installs from the
# rockspec and from a packed rock, and into a game for LÖVE; loads the libraries for LÖVE, on each of their platforms that
# can be run here.
set -eu
cd "$(dirname "$0")/.."
. .ci/debian.sh

here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The workflow says where the files of a release will be.
address=${ADDRESS:-file://$work/nowhere/} homepage=${HOMEPAGE-}
for copy in one two; do
  git clone --quiet --no-hardlinks . "$work/$copy/alphabeta"
  [ ! -d build/love-lib ] || { mkdir -p "$work/$copy/alphabeta/build" && cp -R build/love-lib "$work/$copy/alphabeta/build"; }
  make --no-print-directory -C "$work/$copy/alphabeta" dist ADDRESS="$address" HOMEPAGE="$homepage" \
    >"$work/$copy.log" 2>&1 || {
    cat "$work/$copy.log"
    exit 1
  }
done
dist=$work/one/alphabeta/build/dist
diff -r "$dist" "$work/two/alphabeta/build/dist"
echo "the same bytes from the same commit"
rm -rf build/dist
mkdir -p build
cp -R "$dist" build/dist
(cd "$dist" && sha256sum --quiet --check SHA256SUMS)
ls -l "$dist"
version=$(sed -n 's/^version = "\(.*\)-1"$/\1/p' "$dist"/*.rockspec)

# A search that needs the C module, from a folder where nothing else could be found.
mkdir "$work/empty"
cat >"$work/search.lua" <<'END'
local alphabeta = require "alphabeta"
local best, value, info = alphabeta.search({1, 3, 2}, 1, {game = {
  children = function(state) return type(state) == "table" and state or nil end,
  evaluate = function(state) return state end,
}})
assert(best == 3 and value == 3)
print(alphabeta._VERSION, jit and jit.os .. "-" .. jit.arch or _VERSION, info.nodes .. " nodes")
END

# loads TREE LUA-VERSION
loads() (
  cd "$work/empty"
  LUA_PATH="$1/share/lua/$2/?.lua;$1/share/lua/$2/?/init.lua" LUA_CPATH="$1/lib/lua/$2/?.so" "lua$2" "$work/search.lua"
)

# The rockspec, with the source archive in this folder.
mkdir "$work/here"
sed "s|^  url = \".*/|  url = \"file://$dist/|" "$dist/alphabeta-$version-1.rockspec" >"$work/here/alphabeta-$version-1.rockspec"

for lua in 5.1 5.4; do
  rocks="luarocks --lua-version $lua --tree"
  mkdir "$work/rock-$lua" && cd "$work/rock-$lua"
  cp "$work/here/alphabeta-$version-1.rockspec" .
  $rocks "$work/released-$lua" install "alphabeta-$version-1.rockspec" >/dev/null
  loads "$work/released-$lua" $lua
  luarocks --lua-version $lua pack "alphabeta-$version-1.rockspec" >/dev/null
  $rocks "$work/packed-$lua" install "alphabeta-$version-1.src.rock" >/dev/null
  loads "$work/packed-$lua" $lua
done

# The rock for Windows, as LuaRocks installs it there; it needs no DLL but Lua's and those that Windows has.
echo 'arch, lib_extension = "win32-x86_64", "dll"' >"$work/windows.lua"
LUAROCKS_CONFIG="$work/windows.lua" luarocks --lua-version 5.4 --tree "$work/windows" install \
  "$dist/alphabeta-$version-1.win32-x86_64.rock" >/dev/null
needed=$(x86_64-w64-mingw32-objdump -p "$work/windows/lib/lua/5.4/alphabeta/core.dll" | sed -n 's/.*DLL Name: //p' | sort | xargs)
test "$needed" = "KERNEL32.dll lua54.dll msvcrt.dll"
if [ -x "$here/build/windows/lua5.4-bin/lua" ]; then
  (cd "$work/empty" && LUA_PATH="$work/windows/share/lua/5.4/?.lua;$work/windows/share/lua/5.4/?/init.lua" \
    LUA_CPATH="$work/windows/lib/lua/5.4/?.dll" "$here/build/windows/lua5.4-bin/lua" "$work/search.lua")
else
  echo "SKIPPED a search by the rock for Windows: make test-windows makes what runs it"
fi

# The types lie where the language server looks for those of an addon.
mkdir "$work/luals"
unzip -q "$dist/alphabeta-$version-luals.zip" -d "$work/luals"
diff -r "$here/types" "$work/luals/alphabeta/library"
grep -q '"name": "alphabeta"' "$work/luals/alphabeta/config.json"

# A game gets all libraries from there, and none is built.
mkdir "$work/game"
touch "$work/game/main.lua"
make --no-print-directory -C "$work/one/alphabeta" love-add GAME="$work/game"
for library in Linux-arm64.so Linux-x64.so Windows-x64.dll Windows-x86.dll; do
  test -f "$work/game/alphabeta/lib/$library"
done

# What is unpacked makes the same files, but for the source archive, which is packed by another program.
mkdir "$work/unpacked" && tar -x -C "$work/unpacked" -f "$dist/alphabeta-$version.tar.gz"
rm -rf "$work/two/alphabeta/build"
[ ! -d "$here/build/love-lib" ] || { mkdir "$work/unpacked/alphabeta-$version/build" &&
  cp -R "$here/build/love-lib" "$work/unpacked/alphabeta-$version/build"; }
make --no-print-directory -C "$work/unpacked/alphabeta-$version" dist ADDRESS="$address" HOMEPAGE="$homepage" >/dev/null
for file in "alphabeta-$version-love.zip" "alphabeta-$version-luals.zip" "alphabeta-$version-book.zip" alphabeta.lua \
  "alphabeta-$version-1.rockspec" "alphabeta-$version-1.win32-x86_64.rock"; do
  cmp "$dist/$file" "$work/unpacked/alphabeta-$version/build/dist/$file"
done

# The single files need nothing beside them.
for file in alphabeta alphabeta-tools alphabeta-engine; do
  mkdir "$work/single-$file"
  cp "$dist/$file.lua" "$work/single-$file/alphabeta.lua"
  for lua in lua5.1 lua5.4 luajit; do
    (cd "$work/empty" && LUA_PATH="$work/single-$file/?.lua" LUA_CPATH= $lua "$work/search.lua")
  done
done

# The libraries for LÖVE: core.so or core.dll is what LuaJIT looks for.
mkdir "$work/love" && cd "$work/love"
unzip -q "$dist/alphabeta-$version-love.zip"
lua_path="$work/love/?.lua;$work/love/?/init.lua"

# library NAME ENDING COMMAND...: runs the search with one of them.
library() (
  name=$1 ending=$2
  shift 2
  mkdir -p "$work/lib-$name/alphabeta"
  cp "alphabeta/lib/$name$ending" "$work/lib-$name/alphabeta/core$ending"
  LUA_PATH=$lua_path LUA_CPATH="$work/lib-$name/?$ending" "$@" "$work/search.lua"
)

# Symbols of glibc that are newer than 2.17 would keep the module from older systems.
for name in Linux-x64 Linux-arm64; do
  newest=$(nm -D "alphabeta/lib/$name.so" | sed -n 's/.*@GLIBC_\([0-9.]*\)$/\1/p' | sort -V | tail -1)
  echo "$name needs glibc ${newest:?}"
  test "$(printf '%s\n2.17\n' "$newest" | sort -V | tail -1)" = 2.17
done

library Linux-x64 .so luajit
if command -v qemu-aarch64 >/dev/null &&
  debian_root "$here/build/dist-arm64" arm64 libc6 luajit libluajit-5.1-2 libgcc-s1 >/dev/null; then
  root=$here/build/dist-arm64/root
  library Linux-arm64 .so qemu-aarch64 -L "$root" "$root/usr/bin/luajit"
else
  echo "SKIPPED Linux-arm64: there is nothing that runs it"
fi
if [ -x "$here/build/windows/luajit-bin/lua" ]; then
  library Windows-x64 .dll "$here/build/windows/luajit-bin/lua"
else
  echo "SKIPPED Windows-x64: make test-windows makes what runs it"
fi
echo "SKIPPED Windows-x86: it is compiled only, for lack of a wine of 32 bits"
