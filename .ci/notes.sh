#!/bin/sh
# Prints the notes of a release: what CHANGELOG.md says of a version.
#   sh .ci/notes.sh v0.9.0
set -eu
version=${1#v}
awk -v version="$version" '
  /^## / { is_in = ($2 == version); found = found || is_in; next }
  is_in { print }
  END { if (!found) exit 1 }
' CHANGELOG.md || { echo "notes: CHANGELOG.md has no version $version" >&2; exit 1; }
