#!/bin/sh
# Searches the book in headless Chromium, as a reader does: the chapter on killers is among what is found.
#   sh .ci/search.sh FOLDER
set -eu
chromium=${CHROMIUM:-chromium}
command -v "$chromium" >/dev/null || { echo "SKIPPED a search in the book: Chromium is not here"; exit 0; }
[ -s "$1/search/search.js" ] || exit 0
page=$("$chromium" --headless --no-sandbox --disable-gpu --virtual-time-budget=30000 --dump-dom \
  "file://$(cd "$1" && pwd)/chapters/values.md.html?search=killers" 2>/dev/null)
case $page in
*'class="results"><li><a href="file:'*/chapters/techniques.md.html#*killers*) echo "the search of the book finds a chapter" ;;
*) echo "the search of the book finds nothing" >&2 && exit 1 ;;
esac
