#!/bin/sh
# Installs, through the system's package manager, what the project needs and the machine lacks.
#   sh .ci/setup.sh      what `make demo` and `make test` need: a compiler, every Lua, the test runners
#   sh .ci/setup.sh play what `make play` and `make step` need: LÖVE as well
#   sh .ci/setup.sh dist what `make dist` needs: compilers for other platforms, what makes the book (Debian and its kin)
#   sh .ci/setup.sh ci   the tools of the gates as well (Debian and its kin)
# When nothing is missing, nothing is done and no network is needed.
set -eu
. "${0%/*}/retry.sh"

give_up() {
  echo "setup: $*" >&2
  exit 1
}

have() {
  command -v "$1" >/dev/null 2>&1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    give_up "neither root nor sudo; this must be run as root: $*"
  fi
}

# install_missing CHECK INSTALL PACKAGE...: what CHECK does not find is installed by one call of INSTALL.
install_missing() {
  check=$1 install=$2
  shift 2
  missing=
  for package; do
    $check "$package" >/dev/null 2>&1 || missing="$missing $package"
  done
  [ -z "$missing" ] || $install $missing
}

apt_has() {
  dpkg-query -W -f '${Status}' "$1" | grep -q ' ok installed$'
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@"
}

apt_install() {
  retry apt_get update || echo "setup: the lists of packages are those of before" >&2
  offered=
  for package; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      offered="$offered $package"
    else
      echo "setup: this system does not offer $package; going on without it" >&2
    fi
  done
  [ -z "$offered" ] || retry apt_get install --yes --no-install-recommends $offered
}

dnf_install() {
  as_root dnf install --assumeyes "$@"
}

pacman_install() {
  as_root pacman -Sy --needed --noconfirm "$@"
}

# Where the test runners are no packages of the system, LuaRocks has them. `lua` may be a version that has no name
# of its own, or one that is too new. A rock that cannot be had, as for a new Lua, is no reason to stop: what tests skips
# that Lua, and says so.
rocks() {
  for lua in lua5.5 lua5.4 lua5.3 lua5.2 lua5.1 luajit lua; do
    version=$($lua -e 'print(_VERSION:match "5%.[1-5]" or "")' 2>/dev/null) || continue
    for rock in busted luaunit; do
      [ -z "$version" ] || $lua -e "require '$rock'" >/dev/null 2>&1 ||
        "$@" --lua-version "$version" install "$rock" ||
        echo "setup: LuaRocks has no $rock for Lua $version; going on without it" >&2
    done
  done
}

if have apt-get; then
  install_missing apt_has apt_install gcc libc6-dev pkg-config luarocks lua-busted lua-unit \
    lua5.1 lua5.2 lua5.3 lua5.4 luajit \
    liblua5.1-0-dev liblua5.2-dev liblua5.3-dev liblua5.4-dev libluajit-5.1-dev
  [ "${1-}" != play ] || install_missing apt_has apt_install love
  [ "${1-}" != dist ] || install_missing apt_has apt_install git zip unzip lua-ldoc lua-discount libjs-lunr \
    gcc-mingw-w64-x86-64-win32 gcc-mingw-w64-i686-win32 gcc-aarch64-linux-gnu libc6-dev-arm64-cross
  [ "${1-}" != ci ] || install_missing apt_has apt_install make git binutils ccache lua-check lua-ldoc lua-discount libjs-lunr \
    clang libclang-rt-14-dev libclang-rt-dev cppcheck valgrind gcc-mingw-w64-x86-64-win32 gcc-mingw-w64-i686-win32 wine64 wine \
    love neovim parallel redis-server pandoc xvfb xdotool zip unzip \
    clang-format dpkg-dev musl-tools qemu-user gcc-i686-linux-gnu libc6-dev-i386-cross \
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
elif [ "${1-}" = ci ] || [ "${1-}" = dist ]; then
  give_up "the tools of the gates and of releases are installed on Debian and its kin only"
elif have dnf; then
  install_missing "rpm -q" dnf_install gcc pkgconf-pkg-config luarocks lua lua-devel luajit luajit-devel
  [ "${1-}" != play ] || install_missing "rpm -q" dnf_install love
  rocks as_root luarocks
elif have pacman; then
  install_missing "pacman -Q" pacman_install gcc pkgconf luarocks lua luajit
  [ "${1-}" != play ] || install_missing "pacman -Q" pacman_install love
  rocks as_root luarocks
elif have brew; then
  install_missing "brew list --formula" "brew install" pkg-config luarocks lua luajit
  [ "${1-}" != play ] || install_missing "brew list --cask" "brew install --cask" love
  rocks luarocks
else
  give_up "no apt, dnf, pacman or brew here: install a C compiler, pkg-config, a Lua (5.1 to 5.5 or LuaJIT)" \
    "with its headers, and for the tests busted and LuaUnit (luarocks install busted luaunit)"
fi
