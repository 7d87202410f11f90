#!/bin/sh
# Installs the module as its users do, by LuaRocks and by `make install`, for the oldest and the newest Lua, and loads
# it from there. Works on a copy of the tree: LuaRocks builds among the sources.
set -eux

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source" "$work/empty"
git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$work/source"

# loads TREE VERSION: the module below TREE finds a move, from a folder where nothing else could be found.
loads() (
  cd "$work/empty"
  test -z "$(ls)"
  LUA_PATH="$1/share/lua/$2/?.lua;$1/share/lua/$2/?/init.lua" LUA_CPATH="$1/lib/lua/$2/?.so" "lua$2" -e '
    local best, value = require("alphabeta").search({1, 3, 2}, 1, {game = {
      children = function(state) return type(state) == "table" and state or nil end,
      evaluate = function(state) return state end,
    }})
    assert(best == 3 and value == 3)'
  test "$(nm -D --defined-only "$1/lib/lua/$2/alphabeta/core.so" | grep -c ' [A-Z] [^_]')" = 1
)

for version in 5.1 5.4; do
  rocks="luarocks --lua-version $version --tree"
  cd "$work/source"
  $rocks "$work/made-$version" make
  loads "$work/made-$version" $version
  for file in docs/README.md examples/games/connect4.lua types/alphabeta.lua csrc/native/alphabeta.h; do
    test -f "$work/made-$version/lib/luarocks/rocks-$version/alphabeta/scm-1/$file"
  done

  mkdir "$work/server-$version"
  cd "$work/server-$version"
  $rocks "$work/made-$version" pack alphabeta
  luarocks-admin --lua-version $version make-manifest .
  $rocks "$work/rock-$version" install --only-server="$work/server-$version" alphabeta scm-1
  loads "$work/rock-$version" $version

  cd "$work/source"
  make install LUA_VERSION=$version DESTDIR="$work/root" PREFIX=/usr
  loads "$work/root/usr" $version
  test -f "$work/root/usr/include/alphabeta.h"
  for link in $(sed -n 's/](\([^)#]*\)/\n\1\n/gp' README.md | grep -E '^[a-zA-Z0-9_/.-]+$' | grep -E '/|^LICENSE$' |
    grep -v '^\.\./\.\./'); do
    test -e "$work/root/usr/share/doc/alphabeta/$link"
  done
  make uninstall LUA_VERSION=$version DESTDIR="$work/root" PREFIX=/usr
done
test -z "$(find "$work/root" -type f)"

cd "$work/source"
luarocks --lua-version 5.4 make --pack-binary-rock
luarocks --lua-version 5.4 --tree "$work/binary" install alphabeta-scm-1.*.rock
loads "$work/binary" 5.4

cp -R "$work/source" "$work/packed"
cd "$work/packed"
git init -q
git add -A
git -c user.name=ci -c user.email=ci@localhost commit -q -m "what is packed"
make pack
luarocks --lua-version 5.4 --tree "$work/rock" install build/pack/alphabeta-scm-1.src.rock
loads "$work/rock" 5.4

cd "$work/source"
make clean
test -z "$(git -C "$work/source" init -q && git -C "$work/source" status --porcelain --ignored | grep '^!!')"
