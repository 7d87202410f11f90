#!/bin/sh
# Puts programs for LÖVE, each a folder of build/love, on a page: one folder for each, with love.js once beside them, and
# a page that links them. The engine is the one in Lua: a browser loads no library for C.
#   sh .ci/web.sh PAGE PROGRAM...
# love.js lies in build/npm, where make puts it.
set -eu
cd "$(dirname "$0")/.."

memory=268435456 # bytes that a program may use
page=$1
shift
rm -rf "$page"
mkdir -p "$page"

# What a program is, for those who see the link.
about() {
  case $1 in
  tree) echo "Walk through a search, step by step: what alpha-beta looks at, and what it leaves out. The best way to learn it." ;;
  reversi) echo "The opponent that your game gets in fifteen lines: levels, hints that say why, moves taken back." ;;
  whist) echo "A game of cards for two, against an opponent who does not see your hand." ;;
  connect4) echo "Play against it, with levels and hints." ;;
  esac
}

links=
for program; do
  folder=build/love/web-$program
  rm -rf "$folder"
  cp -R "build/love/$program" "$folder"
  rm -rf "$folder/alphabeta/lib"
  title=$(sed -n 's/.*window\.title = "\(.*\)"$/\1/p' "$folder/conf.lua")
  node build/npm/love.js/node_modules/love.js/index.js -c -t "$title" -m $memory "$folder" "$page/$program"
  rm -rf "$page/$program/theme"
  mv "$page/$program/love.js" "$page/$program/love.wasm" "$page"
  sed "s|@TITLE@|$title|g; s|@MEMORY@|$memory|" examples/love/page/game.html >"$page/$program/index.html"
  links="$links<a href=\"$program/\">$title<span>$(about "$program")</span></a>"
done
sed "s|@LINKS@|$links|" examples/love/page/index.html >"$page/index.html"
