# To be read by other scripts: . .ci/retry.sh

# retry COMMAND...: runs what needs the network, and runs it again after a while when it fails, since a mirror may be
# away for a minute.
retry() {
  for pause in 10 20 40; do
    "$@" && return 0
    sleep $pause
  done
  "$@"
}
