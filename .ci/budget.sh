#!/bin/sh
# Judges how much processor time the spec files of a Lua took that ran since build/tested was touched.
#   LUA=lua5.4 sh .ci/budget.sh SECONDS FOLDER [VARIABLE=VALUE...]
# FOLDER has their logs. SECONDS are those of a machine on which a loop in awk takes COUNTING seconds; a slower one may take
# # more in proportion. The same work takes longer while others use the machine. So a file that took too much runs again when
# nothing runs beside it, with these variables of make, between two measurements of the speed, and the second run is
# judged. If more processes want to run than there are processors, it is not. The last line is `N passed, N failed`.
COUNTING=0.15
budget=$1 folder=$2
shift 2

# How many times longer than usual the loop takes now; 1 at least.
slowness() {
  sh -c 'awk "BEGIN { while (i++ < 20000000) sum += i }"; times' | LC_ALL=C awk -v usual=$COUNTING '
    NR == 2 { split($1, part, /[ms]/); used = part[1] * 60 + part[2] }
    END { print (used > usual ? used / usual : 1) }'
}

# The logs of files that took more than so many seconds, one a line.
above() {
  find "$folder" -name '*.log' -newer build/tested -exec awk -v most="$1" '/^PROCESSOR / && $2 > most { print FILENAME }' {} +
}

# Whether more processes want to run than there are processors: five looks, of which one is unlike the others.
is_busy() {
  [ -r /proc/loadavg ] || return 1
  for look in 1 2 3 4 5; do
    sed 's|^[^/]* \([0-9]*\)/.*|\1|' /proc/loadavg
    sleep 0.1
  done | sort -n | awk -v most="$(getconf _NPROCESSORS_ONLN)" 'NR == 3 { exit !($1 > most) }'
}

failed=0
for log in $(above "$(slowness | awk -v budget="$budget" '{ print budget * $1 }')"); do
  name=${log#"$folder"/} name=${name%.log}
  before=$(slowness)
  make --no-print-directory -j1 test-busted LUA="$LUA" SPECS="spec/${name}_spec.lua" "$@" >/dev/null
  used=$(sed -n 's/^PROCESSOR //p' "$log")
  allowed=$(printf '%s\n' "$before" "$(slowness)" | awk -v budget="$budget" -v used="$used" '
    $1 > most { most = $1 }
    END { if (used > budget * most) printf "%.1f", budget * most }')
  [ -n "$allowed" ] || continue
  line="$LUA $name: $used s of processor time, and $allowed are allowed"
  if is_busy; then
    echo "$line; the machine is too busy to judge"
  else
    echo "FAILED $line"
    failed=1
  fi
done
echo "$((1 - failed)) passed, $failed failed"
exit $failed
