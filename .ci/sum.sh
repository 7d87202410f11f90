#!/bin/sh
# The sum of the spec files that `.ci/spec.sh` has run, in busted's words, which `.ci/run` counts.
#   sh .ci/sum.sh TITLE LOG...
# A file that crashed, was stopped or ended without a sum counts as one error, and so does one that used more than BUDGET
# seconds of processor time, if BUDGET is set. They are those of a machine on which a loop in awk takes COUNTING seconds:
# a slower one, or one that others use, may take more in proportion. If more than two processes want each processor, that
# is not judged. Fails when anything did.
COUNTING=0.15
title=$1
shift

load=$(LC_ALL=C uptime | sed 's/.*load averages*: *//; s/[ ,].*//')
processors=$(getconf _NPROCESSORS_ONLN)
allowed=0
if [ "${BUDGET:-0}" != 0 ]; then
  allowed=$(sh -c 'awk "BEGIN { while (i++ < 20000000) sum += i }"; times' | LC_ALL=C awk -v usual=$COUNTING -v budget="$BUDGET" '
    NR == 2 { split($1, part, /[ms]/); used = part[1] * 60 + part[2] }
    END { printf "%.1f", budget * (used > usual ? used / usual : 1) }')
fi

awk -v title="$title" -v budget="$allowed" -v busy="$(awk "BEGIN { print (${load:-0} > 2 * ${processors:-1}) }")" '
  function add(kind, count) { sums[kind] += count }
  function name_of(path) { sub(/^.*\/specs[^\/]*\//, "", path); sub(/\.log$/, "", path); return path }
  FNR == 1 { files++ }
  /^[0-9]+ success(es)? \/ [0-9]+ failures? \/ [0-9]+ errors? \/ / {
    add("successes", $1); add("failures", $4); add("errors", $7); add("pending", $10)
  }
  /^FAILED / {
    failed[++count] = $0
    if ($0 !~ /: failures$/) add("errors", 1)
  }
  /^PROCESSOR / {
    seconds += $2
    if (budget > 0 && $2 > budget) {
      line = title " " name_of(FILENAME) ": " $2 " s of processor time, and " budget " are allowed"
      if (busy) {
        print line ", which is not judged on a busy machine"
      } else {
        failed[++count] = "FAILED " line
        add("errors", 1)
      }
    }
  }
  END {
    print title ": " files " files"
    for (i = 1; i <= count; i++) print failed[i]
    printf "%d successes / %d failures / %d errors / %d pending : %.1f seconds\n", \
      sums["successes"], sums["failures"], sums["errors"], sums["pending"], seconds
    exit (count > 0 || files != ARGC - 1)
  }' "$@"
