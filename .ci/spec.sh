#!/bin/sh
# Runs one spec file in a process of its own: busted's output goes into a log, one line says how it went.
#   sh .ci/spec.sh LOG SECONDS NAME COMMAND...
# A spec that crashes, ends without busted's sum, fails, or takes longer than SECONDS is shown with its whole log and
# gets a line `FAILED NAME: why` at the end of the log, which `.ci/sum.sh` counts. The exit status is 0 all the same:
# the other specs run, and the sum decides.
log=$1 seconds=$2 name=$3
shift 3

# The spec is a process group of `timeout`'s own; an interrupt is handed on to it.
watchdog=
! command -v timeout >/dev/null || watchdog="timeout --kill-after=5 $seconds"
trap 'kill $! 2>/dev/null; exit 130' INT TERM
# stdin is not the terminal, and a crash is no message of this shell.
{ $watchdog "$@" >"$log" 2>&1 </dev/null & wait $!; } 2>/dev/null
status=$?

sum=$(grep -E '^[0-9]+ success(es)? / [0-9]+ failures? / [0-9]+ errors? / ' "$log" | tail -1)
why=
if [ -n "$watchdog" ] && { [ $status = 124 ] || [ $status = 137 ]; }; then
  why="not over after $seconds seconds, stopped"
elif [ $status -gt 128 ]; then
  why="ended by signal $((status - 128))"
elif [ -z "$sum" ]; then
  why="ended with status $status, without a sum"
elif [ $status != 0 ] && echo "$sum" | grep -q ' 0 failures / 0 errors / '; then
  why="ended with status $status"
elif [ $status != 0 ]; then
  why="failures"
fi

if [ -z "$why" ]; then
  echo "ok     $name: $(echo "$sum" | sed 's/\(\.[0-9]\)[0-9]*/\1/')"
else
  echo "FAILED $name: $why"
  printf '\nFAILED %s: %s\n' "$name" "$why" >>"$log"
  sed 's/^/  | /' "$log"
fi
