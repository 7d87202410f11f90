#!/bin/sh
# Makes the files of a release in build/dist, from the commit that is checked out; the same bytes from the same commit,
# by the same compilers.
#   sh .ci/dist.sh [ADDRESS [HOMEPAGE]]
# ADDRESS is where the files can be fetched from, with a slash at its end: the rockspec names the source archive there.
# Without it, there is no rockspec. HOMEPAGE is the project's page, which the rockspec names, and that of its issues.
# In the unpacked source archive of a release, which is no repository, the files are made from what is there; libraries
# for LÖVE in build/love-lib, such as OSX-arm64.so, are packed, too.
set -eu
cd "${0%/*}/.."

missing=
for tool in git gzip zip unzip ldoc luajit luarocks x86_64-w64-mingw32-gcc i686-w64-mingw32-gcc aarch64-linux-gnu-gcc; do
  command -v $tool >/dev/null || missing="$missing $tool"
done
[ -z "$missing" ] || { echo "dist: these tools are missing:$missing; 'make setup dist' installs them" >&2; exit 1; }

address=${1-}
homepage=${2-}
here=$PWD
export LC_ALL=C TZ=UTC
version=$(sed -n 's/^alphabeta\._VERSION = "alphabeta \(.*\)"$/\1/p' lua/alphabeta/init.lua)
if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$here" ]; then
  commit_time=$(git log -1 --format=%ct)
else
  commit_time=$(stat -c %Y LICENSE) # `git archive` gives all files the time of the commit
fi
dist=$here/build/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# pack ZIP FOLDER: packs a folder of $work, sorted, with the time of the commit and ordinary permissions.
pack() (
  cd "$work"
  find "$2" -exec touch -h -d "@$commit_time" {} +
  find "$2" -type d -exec chmod 755 {} +
  find "$2" -type f -exec chmod 644 {} +
  find "$2" -type f | sort | zip -q -9 -X -@ "$dist/$1"
)

rm -rf "$dist"
mkdir -p "$dist"
if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$here" ]; then
  test -z "$(git status --porcelain)" || echo "dist: what is not committed is left out" >&2
  git archive --format=tar --prefix="alphabeta-$version/" HEAD >"$work/source.tar"
else
  tar -c --exclude=./build --sort=name --mtime="@$commit_time" --owner=root:0 --group=root:0 --mode=u=rwX,go=rX \
    --transform="s|^\.|alphabeta-$version|" . >"$work/source.tar"
fi
gzip -9 -n <"$work/source.tar" >"$dist/alphabeta-$version.tar.gz"
tar -x -C "$work" -f "$work/source.tar"

cd "$work/alphabeta-$version"
if [ -n "$address" ]; then
  sed -e "s|^version = .*|version = \"$version-1\"|" \
    -e "s|^-- For .luarocks make. in a checkout.*|-- Of release $version.|" \
    -e "s|^  url = .*|  url = \"${address}alphabeta-$version.tar.gz\",|" \
    ${homepage:+-e "s|^  license = .*|&\n  homepage = \"$homepage\",\n  issues_url = \"$homepage/issues\",|"} \
    rockspec/alphabeta-scm-1.rockspec >"$dist/alphabeta-$version-1.rockspec"
else
  echo "dist: without ADDRESS there is no rockspec" >&2
fi

# Libraries for LÖVE, with the compilers that run here; the names are those that alphabeta.love looks for.
lib=$work/love/alphabeta/lib
mkdir -p "$lib"
quiet="make -s LUA=luajit"
# A glibc of before 2.34 has threads and dlopen in libraries of their own.
set -- CPPFLAGS="-D_GNU_SOURCE= -include .ci/old_glibc.h" LDFLAGS="-s -Wl,--no-as-needed -lpthread -ldl"
$quiet all "$@"
cp build/luajit/alphabeta/core.so "$lib/Linux-x64.so"
$quiet all "$@" CC=aarch64-linux-gnu-gcc VARIANT=-arm64
cp build/luajit-arm64/alphabeta/core.so "$lib/Linux-arm64.so"
quiet="$quiet LDFLAGS=-s"
$quiet windows
cp build/windows-luajit/alphabeta/core.dll "$lib/Windows-x64.dll"
$quiet windows MINGW=i686-w64-mingw32-
cp build/windows-x86-luajit/alphabeta/core.dll "$lib/Windows-x86.dll"
[ ! -d "$here/build/love-lib" ] || cp "$here"/build/love-lib/* "$lib"
cp -R lua/alphabeta/. "$work/love/alphabeta"
cp LICENSE "$work/love/alphabeta/LICENSE"
cat >"$work/love/alphabeta/README.txt" <<END
alphabeta $version: a computer opponent for turn-based games in LÖVE.

Copy this folder into the folder of your game. These lines of main.lua add an opponent, which is player 2:

    local alphabeta = require "alphabeta.love"
    local opponent = alphabeta.opponent {
      game = rules, me = 2, level = 4,
      state = function() return state end,
    }
    function love.update(seconds) opponent:update(seconds) end

"rules" is a table of functions that you write:

    rules.moves(state)               returns an array of the legal moves; it is empty when the game is over
    rules.make(state, move)          makes a move in the state
    rules.unmake(state, move, undo)  takes it back; "undo" is what make has returned, if it needs that
    rules.player(state)              returns whose turn it is, here 1 or 2
    rules.result(state, me)          returns what a finished game is worth to player "me": 1, 0 or -1

Use ipairs in place of pairs in these functions: the LuaJIT of LÖVE 11.4 for Windows compiles loops over pairs wrongly.

The opponent thinks in the time that each frame has left, and makes its move by rules.make. After an undo or a restart it
starts again by itself. "state" is a function, because a restart makes another table. level is 1 to 10. With time = 1 in
its place, the opponent thinks for a second and plays as well as it can. opponent:hint(function(move, why) ... end) finds
a move for the player, and says why.

The folder may lie elsewhere: for things/alphabeta write require "things.alphabeta.love".
lib/ has the C module for these systems: $(cd "$lib" && echo *)
On other systems, the engine in Lua runs.
The chapter "Use it in LÖVE" of alphabeta-$version-book.zip has more: undo, restart, hints, threads.
END
(cd "$work/love" && mv alphabeta "$work/alphabeta")
pack "alphabeta-$version-love.zip" alphabeta
rm -r "$work/alphabeta"

# The types, as an addon of the Lua language server.
mkdir -p "$work/alphabeta/library"
cp -R types/. "$work/alphabeta/library"
cp LICENSE "$work/alphabeta"
cat >"$work/alphabeta/config.json" <<'END'
{
  "$schema": "https://raw.githubusercontent.com/LuaLS/LLS-Addons/main/schemas/addon_config.schema.json",
  "name": "alphabeta",
  "words": ["require[%s%(\"']+alphabeta"]
}
END
pack "alphabeta-$version-luals.zip" alphabeta

# A rock for Windows and Lua 5.4: LuaRocks compiles by mingw-w64, which must not see this system's headers, and needs the
# functions of Lua's DLL behind the objects. It is packed once more, for the times in it.
if [ -n "$address" ]; then
  make -s windows LUA=lua5.4
  cat >"$work/cc" <<'END'
#!/bin/sh
for argument; do
  shift
  [ "$argument" = -I/usr/include ] || set -- "$@" "$argument"
done
exec x86_64-w64-mingw32-gcc "$@"
END
  chmod +x "$work/cc"
  cat >"$work/luarocks.lua" <<END
arch = "win32-x86_64"
lib_extension = "dll"
variables = {
  CC = "$work/cc",
  CFLAGS = "-std=c99 -O2",
  LD = "sh -c 'x86_64-w64-mingw32-gcc \"\$@\" build/windows-lua5.4/liblua.a' ld",
  LIBFLAG = "-s -shared -static-libgcc -Wl,--no-insert-timestamp",
}
END
  rock="alphabeta-$version-1.win32-x86_64.rock"
  cp "$dist/alphabeta-$version-1.rockspec" .
  LUAROCKS_CONFIG="$work/luarocks.lua" luarocks --lua-version 5.4 make --pack-binary-rock \
    "alphabeta-$version-1.rockspec" >"$work/rock.log" 2>&1 || { cat "$work/rock.log" && exit 1; }
  mkdir "$work/rock"
  unzip -q "$rock" -d "$work/rock"
  (cd "$work/rock" && find . -exec touch -h -d "@$commit_time" {} + && find . -type f | sort | zip -q -9 -X -@ "$dist/$rock")
fi

make -s single LUA=luajit
cp build/alphabeta.lua build/alphabeta-tools.lua build/alphabeta-engine.lua "$dist"

make -s docs LUA=luajit
mv build/docs "$work/alphabeta-$version-book"
pack "alphabeta-$version-book.zip" "alphabeta-$version-book"

cd "$dist"
sha256sum alphabeta* >SHA256SUMS
cat SHA256SUMS
