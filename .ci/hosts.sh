#!/bin/sh
# Runs the examples for other hosts in these hosts, and compares searches there with those on Lua 5.4. What cannot
# be had is left out, and a line `SKIPPED ...` says so. No clock decides: where time is judged, it is the processor's.
#   sh .ci/hosts.sh [HOST...]    luanti, wesnoth, web, tabletop; all without a name
# `make hosts` makes the single file and the C module before.
set -u
cd "$(dirname "$0")/.." || exit 1
. .ci/retry.sh

root=$PWD
LUA=${LUA:-lua5.4} TAG=${TAG:-lua5.4}
SECONDS_AT_MOST=300 # of processor time of a host that hangs; the others end much sooner
SEARCHES=510

# installed COMMAND PACKAGE: whether a program is here, or comes with a package of Debian's.
installed() {
  apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"; }
  get() { apt_get install --yes --no-install-recommends "$1"; }
  # A function of this file may have the name of a program.
  on_path() (unset -f "$1" && command -v "$1" >/dev/null)
  on_path "$1" && return 0
  test "$(id -u)" = 0 && command -v apt-get >/dev/null || return 1
  { get "$2" || { retry apt_get update && get "$2"; }; } >/dev/null 2>&1
  on_path "$1"
}
PATH=$PATH:/usr/games

# limited FILE COMMAND...: runs a host, whose output goes into a file.
limited() {
  file=$1
  shift
  sh .ci/limited.sh "$SECONDS_AT_MOST" "$file" "$@"
}

# fail TEXT
fail() {
  echo "FAILED $host: $*"
  return 1
}

# compare FILE COUNT: the lines `search ...` of a file are those on Lua 5.4.
compare() {
  sed -n 's/^.*\(search [0-9]*: [-0-9 ]*[0-9]\).*$/\1/p' "$1" >"$work/searches"
  head -n "$2" build/hosts/expected >"$work/expected"
  cmp "$work/searches" "$work/expected" || fail "searches differ" || return 1
  echo "$host: $2 searches have the values and node counts of Lua 5.4"
}

# finished FILE: shows what the host has told, which must have played a match to its end.
finished() {
  grep -v '^search [0-9]' "$1"
  { grep -q '^over' "$1" && grep -qx 'done' "$1"; } || fail "the match was not played to its end"
}

expect_searches() {
  LUA_PATH='lua/?.lua;lua/?/init.lua;examples/?.lua;;' LUA_CPATH="build/$TAG/?.so" $LUA -e '
    local file = assert(io.open "spec/hosts/searches.lua")
    local search_all = assert((loadstring or load)(file:read "*a" .. "\nreturn search_all"))()
    assert(require("alphabeta.fallback")._ENGINE == "Lua")
    search_all(require "alphabeta.fallback", require "games.connect4", '$SEARCHES', print)' >build/hosts/expected
}

# A server without players, below mod security; the mods are those of its world. One is that of docs/without-c.md.
luanti() {
  for server in minetestserver luantiserver; do ! installed "$server" "${server%server}-server" || break; done
  command -v "$server" >/dev/null || { echo "SKIPPED Luanti: its server is not to be had" && return 0; }
  world=$work/world mods=$work/world/worldmods
  mkdir -p "$mods/alphabeta_connect4" "$mods/alphabeta_test" "$mods/mygame" "$work/.minetest/games/empty"
  echo "title = Empty" >"$work/.minetest/games/empty/game.conf"
  printf '%s\n' 'gameid = empty' 'backend = dummy' 'player_backend = dummy' 'auth_backend = files' >"$world/world.mt"
  printf '%s\n' 'mg_name = singlenode' 'bind_address = 127.0.0.1' 'secure.enable_security = true' \
    'server_announce = false' >"$work/server.conf"
  cp examples/luanti/* build/alphabeta.lua examples/games/connect4.lua "$mods/alphabeta_connect4"
  cp spec/hosts/luanti/* "$mods/alphabeta_test"
  echo "name = mygame" >"$mods/mygame/mod.conf"
  cp build/alphabeta.lua examples/games/connect4.lua "$mods/mygame"
  sed -n '/^local folder = core/,/^})$/p' docs/without-c.md >"$mods/mygame/init.lua"
  { cat spec/hosts/searches.lua && echo "return search_all"; } >"$mods/alphabeta_test/searches.lua"
  HOME=$work limited "$work/output" "$server" --world "$world" --gameid empty \
    --config "$work/server.conf" --port 30999 --logfile "$work/log"
  finished "$world/told" || { tail -20 "$work/output"; return 1; }
  grep -qx 'secure true' "$world/told" || fail "mod security is off" || return 1
  grep -qx 'page 2 stones' "$world/told" || fail "the mod of docs/without-c.md has made no move" || return 1
  awk '/^slices/ && $5 > 22.5 || /^part/ && $2 > 0.3 { bad = 1 } END { exit bad }' "$world/told" ||
    fail "the computer takes too much of the steps" || return 1
  compare "$world/told" "$SEARCHES"
}

# A game of an add-on's scenario without players.
wesnoth() {
  installed wesnoth wesnoth-core || { echo "SKIPPED Wesnoth: it is not to be had" && return 0; }
  addon=$work/data/add-ons/alphabeta_connect4
  mkdir -p "$addon"
  cp examples/wesnoth/* build/alphabeta.lua examples/games/connect4.lua spec/hosts/wesnoth/test.lua "$addon"
  { cat spec/hosts/searches.lua && echo "return search_all"; } >"$addon/searches.lua"
  { sed '$d' examples/wesnoth/scenario.cfg && cat spec/hosts/wesnoth/test.cfg && echo '[/multiplayer]'; } \
    >"$addon/scenario.cfg"
  limited "$work/output" wesnoth --userdata-dir "$work" --nogui --nosound --multiplayer \
    --scenario alphabeta_connect4 --controller 1:ai --controller 2:ai --exit-at-end
  sed -n 's/^.*told //p' "$work/output" >"$work/told"
  finished "$work/told" || { tail -20 "$work/output"; return 1; }
  compare "$work/told" "$SEARCHES"
}

# The page, in a browser without a window.
web() {
  { installed npm npm && installed chromium chromium; } ||
    { echo "SKIPPED the web page: npm or Chromium is not to be had" && return 0; }
  make --no-print-directory -s build/npm/wasmoon build/npm/playwright-core >"$work/npm" 2>&1 ||
    { echo "SKIPPED the web page: npm does not get wasmoon" && return 0; }
  mkdir "$work/page"
  cp examples/web/* build/alphabeta.lua examples/games/connect4.lua "$work/page"
  cp -R build/npm/wasmoon/node_modules/wasmoon/dist "$work/page/wasmoon"
  limited "$work/told" node spec/hosts/web.js "$work/page" spec/hosts/searches.lua \
    build/npm/playwright-core/node_modules/playwright-core "$work/web"
  finished "$work/told" && compare "$work/told" "$SEARCHES"
}

# The script for Tabletop Simulator, in the interpreter that it has. MoonSharp's sources are looked for in MOONSHARP, or
# build/moonsharp-source.
tabletop() {
  source=${MOONSHARP:-build/moonsharp-source}/src/MoonSharp.Interpreter
  [ -d "$source" ] || { echo "SKIPPED MoonSharp: its sources are not here (in build/moonsharp-source)" && return 0; }
  { installed mcs mono-mcs && installed mono mono-runtime; } ||
    { echo "SKIPPED MoonSharp: mono is not to be had" && return 0; }
  { mcs -target:library -out:"$work/MoonSharp.Interpreter.dll" -optimize -r:System.Core -recurse:"$source/*.cs" &&
    mcs -out:"$work/Run.exe" -r:"$work/MoonSharp.Interpreter.dll" spec/hosts/moonsharp/Run.cs; } >"$work/mcs" 2>&1 ||
    { cat "$work/mcs" && fail "MoonSharp is not compiled"; return 1; }
  {
    echo "local alphabeta = (function(...)" && cat build/alphabeta-engine.lua && echo "end)()"
    echo "local rules = (function(...)" && cat examples/games/connect4.lua && echo "end)()"
    cat examples/tabletop/global.lua spec/hosts/searches.lua spec/hosts/moonsharp/test.lua
  } >"$work/script.lua"
  limited "$work/told" mono "$work/Run.exe" "$work/script.lua"
  finished "$work/told" && compare "$work/told" 60
}

mkdir -p build/hosts
expect_searches || exit 1
status=0
[ $# -gt 0 ] || set -- luanti wesnoth web tabletop
for host; do
  work=$root/build/hosts/$host
  rm -rf "$work" && mkdir -p "$work"
  case $host in
  luanti) luanti ;;
  wesnoth) wesnoth ;;
  web) web ;;
  tabletop) tabletop ;;
  *) fail "there is no such host" ;;
  esac || status=1
done
exit $status
