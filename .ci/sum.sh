#!/bin/sh
# The sum of the spec files that `.ci/spec.sh` has run, in busted's words, which `.ci/run` counts.
#   sh .ci/sum.sh TITLE LOG...
# A file that crashed, was stopped or ended without a sum counts as one error, and so does one that used more than BUDGET
# seconds of processor time, where BUDGET is set: the same work takes more of it beside other programs, so that is not
# judged where more than two processes want each processor. Fails when anything did.
title=$1
shift

load=$(LC_ALL=C uptime | sed 's/.*load averages*: *//; s/[ ,].*//')
processors=$(getconf _NPROCESSORS_ONLN)

awk -v title="$title" -v budget="${BUDGET:-0}" -v busy="$(awk "BEGIN { print (${load:-0} > 2 * ${processors:-1}) }")" '
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
