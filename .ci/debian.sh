# Gets packages and sources of Debian into folders of this tree, without installing anything and without root.
# To be read by other scripts: . .ci/debian.sh
. .ci/retry.sh

# The lists of packages are fetched once for all gates and architectures; build/apt holds them. Gates run side by side, so
# that what fetches or unpacks takes a lock.
apt_folder=$PWD/build/apt
ARCHITECTURES=$(dpkg --print-architecture 2>/dev/null),i386,arm64,s390x

# alone COMMAND...: runs a command, or a function of this file, while no other gate does so.
alone() {
  mkdir -p "$apt_folder"
  (flock 9 && "$@") 9>"$apt_folder/lock"
}

# apt_apart COMMAND...: apt-get with the lists and the cache of build/apt. The mirror is the one of this system.
apt_apart() {
  apt-get -qq -o Dir::Etc::SourceList="$apt_folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$apt_folder/lists" -o Dir::State::Status="$apt_folder/status" -o Dir::Cache="$apt_folder/cache" \
    -o APT::Architecture="$(dpkg --print-architecture)" -o APT::Architectures=$ARCHITECTURES -o APT::Sandbox::User=root \
    -o Acquire::Languages=none -o APT::Update::Post-Invoke= -o APT::Update::Post-Invoke-Success= "$@"
}

# Fetches the lists of packages and of sources, unless that has been done.
fetch_lists() {
  test ! -e "$apt_folder/done" || return 0
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mirror=$(sed -n 's/^\(URIs: *\|deb \(\[.*\] \)\?\)\(http[^ ]*\/debian\/\?\)\( .*\)\?$/\3/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null | head -1)
  test -n "$mirror" || return 1
  mkdir -p "$apt_folder/lists/partial" "$apt_folder/cache/archives/partial"
  printf '%s\n' "deb $mirror $release main" "deb-src $mirror $release main" >"$apt_folder/sources.list"
  : >"$apt_folder/status"
  retry apt_apart update && touch "$apt_folder/done"
}

# unpack_root FOLDER ARCHITECTURE PACKAGE...: what debian_root does while no other gate does so.
unpack_root() (
  folder=$1 architecture=$2
  shift 2
  test ! -e "$folder/root.done" || exit 0
  fetch_lists || exit 1
  rm -rf "$folder/debs" && mkdir -p "$folder/debs" && cd "$folder/debs" || exit 1
  retry apt_apart download $(printf "%s:$architecture " "$@") || exit 1
  for deb in *.deb; do dpkg-deb --extract "$deb" ../root || exit 1; done
  touch ../root.done
)

# debian_root FOLDER ARCHITECTURE PACKAGE...: unpacks packages into FOLDER/root, unless that has been done.
debian_root() { alone unpack_root "$@"; }

# unpack_source FOLDER PACKAGE: what debian_source does while no other gate does so.
unpack_source() (
  test ! -e "$1/source" || exit 0
  fetch_lists || exit 1
  mkdir -p "$1" && cd "$1" && rm -rf got && mkdir got && cd got || exit 1
  apt_apart source "$2" || { apt_apart --print-uris source "$2" >/dev/null && retry apt_apart source "$2"; } || exit 1
  mv ./*/ ../source
)

# debian_source FOLDER PACKAGE: unpacks the source of a package, with Debian's patches, as FOLDER/source, unless that has
# been done.
debian_source() { alone unpack_source "$@"; }
