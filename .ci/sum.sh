#!/bin/sh
# The sum of the spec files that `.ci/spec.sh` has run, in busted's words, which `.ci/run` counts.
#   sh .ci/sum.sh TITLE LOG...
# A file that crashed, was stopped or ended without a sum counts as one error. Fails when anything did.
title=$1
shift

awk -v title="$title" '
  function add(kind, count) { sums[kind] += count }
  FNR == 1 { files++ }
  /^[0-9]+ success(es)? \/ [0-9]+ failures? \/ [0-9]+ errors? \/ / {
    add("successes", $1); add("failures", $4); add("errors", $7); add("pending", $10)
  }
  /^FAILED / {
    failed[++count] = $0
    if ($0 !~ /: failures$/) add("errors", 1)
  }
  /^PROCESSOR / { seconds += $2 }
  END {
    print title ": " files " files"
    for (i = 1; i <= count; i++) print failed[i]
    printf "%d successes / %d failures / %d errors / %d pending : %.1f seconds\n", \
      sums["successes"], sums["failures"], sums["errors"], sums["pending"], seconds
    exit (count > 0 || files != ARGC - 1)
  }' "$@"
