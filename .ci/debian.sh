# Gets packages and sources of Debian into folders of this tree, without installing anything and without root.
# To be read by other scripts: . .ci/debian.sh

# apt_apart FOLDER ARCHITECTURE TYPE COMMAND...: apt-get for packages (TYPE is deb) or sources (deb-src) of an architecture,
# with lists and a cache of its own in FOLDER. The mirror is the one of this system.
apt_apart() (
  folder=$(mkdir -p "$1" && cd "$1" && pwd) architecture=$2 type=$3
  shift 3
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mirror=$(sed -n 's/^\(URIs: *\|deb \(\[.*\] \)\?\)\(http[^ ]*\/debian\/\?\)\( .*\)\?$/\3/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null | head -1)
  test -n "$mirror" || exit 1
  mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
  echo "$type $mirror $release main" >"$folder/sources.list"
  : >"$folder/status"
  apt-get -qq -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$folder/lists" -o Dir::State::Status="$folder/status" -o Dir::Cache="$folder/cache" \
    -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o APT::Sandbox::User=root \
    -o Acquire::Languages=none -o APT::Update::Post-Invoke= -o APT::Update::Post-Invoke-Success= "$@"
)

# debian_root FOLDER ARCHITECTURE PACKAGE...: unpacks packages into FOLDER/root, unless that has been done.
debian_root() (
  folder=$1 architecture=$2
  shift 2
  test ! -e "$folder/root.done" || exit 0
  apt_apart "$folder" "$architecture" deb update || exit 1
  mkdir -p "$folder/debs" && cd "$folder/debs" || exit 1
  apt_apart .. "$architecture" deb download "$@" || exit 1
  for deb in *.deb; do dpkg-deb --extract "$deb" ../root || exit 1; done
  touch ../root.done
)

# debian_source FOLDER PACKAGE: unpacks the source of a package, with Debian's patches, as FOLDER/source.
debian_source() (
  test ! -e "$1/source" || exit 0
  apt_apart "$1" "$(dpkg --print-architecture)" deb-src update || exit 1
  cd "$1" && rm -rf got && mkdir got && cd got || exit 1
  apt_apart .. "$(dpkg --print-architecture)" deb-src source "$2" || exit 1
  mv ./*/ ../source
)
