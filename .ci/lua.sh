# Builds Luas of its own from Debian's source package of lua5.4. To be read by other scripts, after .ci/debian.sh.

lua_source=$PWD/build/lua-source/source/src

# has_lua_source WHAT: gets the source; otherwise says that WHAT was skipped.
has_lua_source() {
  if command -v apt-get >/dev/null && command -v dpkg-source >/dev/null &&
    debian_source build/lua-source lua5.4 >/dev/null; then
    # A header of Debian's is made when the package is built.
    printf '#define DEB_HOST_MULTIARCH "%s"\n' "$(dpkg-architecture -qDEB_HOST_MULTIARCH)" \
      >"$lua_source/lua5.4-deb-multiarch.h"
    return 0
  fi
  echo "SKIPPED $1: no source of Lua is to be had (apt-get source lua5.4)"
  return 1
}

# build_lua FOLDER COMMAND...: compiles the interpreter as FOLDER/lua and the library as FOLDER/liblua.a, with that compiler
# and those flags.
build_lua() (
  folder=$1
  shift
  test ! -e "$folder/lua" || exit 0
  mkdir -p "$folder" && cd "$folder" || exit 1
  "$@" -std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_POSIX -DLUA_USE_DLOPEN -c "$lua_source"/*.c || exit 1
  rm -f luac.o
  ar rcs liblua.a $(ls ./*.o | grep -v '/lua\.o') && "$@" -Wl,-E -o lua ./*.o -lm -ldl
)
