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
sh "${0%/*}/limited.sh" "$seconds" "$log" "$@" &
wait $!
status=$?

# User and system time of this shell, and of its children, as "0m1.230000s 0m0.040000s". One program reads all: a file
# that takes a tenth of a second should not take as much to judge.
times >"$log.times"
LC_ALL=C awk -v log_file="$log" -v status=$status -v name="$name" '
  function why() {
    if (status == 124 && last ~ /^STOPPED: /) return "stopped, " substr(last, 10)
    if (status > 128) return "ended by signal " (status - 128)
    if (sum == "") return "ended with status " status ", without a sum"
    if (status == 0) return ""
    return sum ~ / 0 failures \/ 0 errors \// ? "ended with status " status : "failures"
  }
  FILENAME != log_file { split($0, part, /[ms ]+/); used = part[1] * 60 + part[2] + part[3] * 60 + part[4]; next }
  { lines[++count] = last = $0 }
  /^[0-9]+ success(es)? \/ [0-9]+ failures? \/ [0-9]+ errors? \/ / { sum = $0 }
  END {
    reason = why()
    if (reason == "") {
      sub(/ : .*/, "", sum)
      printf "ok     %s: %s, %.2f s of processor time\n", name, sum, used
    } else {
      print "FAILED " name ": " reason
      printf "\nFAILED %s: %s\n", name, reason >>log_file
      for (i = 1; i <= count; i++) print "  | " lines[i]
    }
    printf "\nPROCESSOR %.2f\n", used >>log_file
  }' "$log.times" "$log"
rm -f "$log.times"
