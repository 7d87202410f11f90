#!/bin/sh
# Runs a command, its output going into a file, and stops it by the processor time it uses, never for being slow on a busy
# machine.
#   sh .ci/limited.sh SECONDS FILE COMMAND...
# Each process of the command may use SECONDS of processor time. The command is also stopped when nothing has moved for ten
# minutes (STILL_SECONDS): no process of it has used a processor, and none has written anything. The status is that of
# the command, and a stop is the last line of the file, `STOPPED: why`, with the status 124.
seconds=$1 file=$2
shift 2
interval=10 still=${STILL_SECONDS:-600}
[ "$still" -ge 20 ] && [ "$seconds" -ge 20 ] || interval=1

# "PID PARENT TIME" of each process, by /proc where there is one. A limit by `ulimit -t` would make Linux count the
# processor time in steps of milliseconds, and programs that read it by os.clock would see it stand still.
processes() {
  if [ -e /proc/self/stat ]; then
    cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^\([0-9]*\) (.*) /\1 /' | awk '{ print $1, $3, $13 + $14 }'
  else
    ps -A -o pid= -o ppid= -o time=
  fi
}

# descendants PID: the lines of the processes that it started, and of those that they did; without those of this watch.
descendants() {
  processes | awk -v root="$1" '{ parent[$1] = $2; line[$1] = $0 }
    END { for (pid in parent) {
      for (p = pid; p != root && p in parent && p > 1; ) p = parent[p]
      if (p == root) print line[pid]
    } }'
}

# Ends the command and what it has started.
stop_all() {
  pids=$(descendants "$1" | awk '{ print $1 }')
  kill $pids 2>/dev/null
  sleep 2
  kill -9 $pids 2>/dev/null
}

# The most seconds that one of such processes has used; a time without a colon is in the system's ticks.
busiest() {
  awk -v ticks="$(getconf CLK_TCK 2>/dev/null || echo 100)" 'NF == 3 {
    parts = split($3, part, /[-:]/)
    time = 0
    for (i = 1; i <= parts; i++) time = 60 * time + part[i]
    if (parts == 1) time /= ticks
    if (time > most) most = time
  } END { print int(most) }'
}

# Ends the command when a process has used too much time, or nothing has moved for too long.
watch() {
  before= idle=0
  while sleep $interval; do
    now=$(descendants "$1" | sort; wc -c <"$file")
    idle=$((idle + interval))
    [ "$now" = "$before" ] || idle=0
    before=$now
    if [ "$(echo "$now" | busiest)" -ge "$seconds" ]; then
      echo "more than $seconds seconds of processor time" >"$file.stopped"
    elif [ $idle -ge "$still" ]; then
      echo "nothing has moved for $idle seconds" >"$file.stopped"
    else
      continue
    fi
    stop_all "$1"
    return
  done
}

[ ! -e "$file.stopped" ] || rm -f "$file.stopped"
# stdin is not the terminal, and a crash is no message of this shell.
{
  "$@" >"$file" 2>&1 </dev/null &
  command=$!
  watch $command >/dev/null 2>&1 </dev/null &
  watcher=$!
  trap 'stop_all $command; kill $watcher; exit 130' INT TERM
  wait $command
  status=$?
  kill $watcher
} 2>/dev/null

[ -e "$file.stopped" ] || exit $status
printf '\nSTOPPED: %s\n' "$(cat "$file.stopped")" >>"$file"
rm -f "$file.stopped"
exit 124
