#!/bin/sh
# Runs one spec file in a process of its own: busted's output goes into a log, one line says how it went.
#   sh .ci/spec.sh LOG SECONDS NAME COMMAND...
# A spec that crashes, ends without busted's sum, fails, or is stopped, is shown with its whole log and gets a line
# `FAILED NAME: why` at the end of the log, which `.ci/sum.sh` counts. `.ci/limited.sh` says when a spec is stopped: after
# SECONDS of processor time, not by the clock. The last line of the log is `PROCESSOR seconds`: what the spec and its
# children have used. The exit status is 0 all the same: the other specs run, and the sum decides.
log=$1 seconds=$2 name=$3
shift 3

trap 'kill $! 2>/dev/null; exit 130' INT TERM
sh "$(dirname "$0")/limited.sh" "$seconds" "$log" "$@" &
wait $!
status=$?

sum=$(grep -E '^[0-9]+ success(es)? / [0-9]+ failures? / [0-9]+ errors? / ' "$log" | tail -1)
why=
if [ $status = 124 ] && tail -1 "$log" | grep -q '^STOPPED: '; then
  why="stopped, $(tail -1 "$log" | sed 's/^STOPPED: //')"
elif [ $status -gt 128 ]; then
  why="ended by signal $((status - 128))"
elif [ -z "$sum" ]; then
  why="ended with status $status, without a sum"
elif [ $status != 0 ] && echo "$sum" | grep -q ' 0 failures / 0 errors / '; then
  why="ended with status $status"
elif [ $status != 0 ]; then
  why="failures"
fi

# User and system time of the children, as "0m1.230000s 0m0.040000s".
times >"$log.times"
used=$(tail -1 "$log.times" | tr ms '  ' | awk '{ printf "%.2f", $1 * 60 + $2 + $3 * 60 + $4 }')
rm -f "$log.times"
if [ -z "$why" ]; then
  echo "ok     $name: $(echo "$sum" | sed 's/ : .*//'), $used s of processor time"
else
  echo "FAILED $name: $why"
  printf '\nFAILED %s: %s\n' "$name" "$why" >>"$log"
  sed 's/^/  | /' "$log"
fi
printf '\nPROCESSOR %s\n' "$used" >>"$log"
