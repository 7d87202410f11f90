# shellcheck shell=sh
# Which Luas the module is built for, and how to run one of them on it. Sourced in the repository's root.

# Lists the tags under build/. Fails when there are none.
built_tags() {
  found=
  for module in build/lua5.[1-4]/alphabeta/core.so build/luajit/alphabeta/core.so; do
    if [ -e "$module" ]; then
      found=1
      module=${module#build/}
      echo "${module%%/*}"
    fi
  done
  if [ -z "$found" ]; then
    echo "the module is not built: run make first" >&2
    return 1
  fi
}

# The interpreter for a tag: the one of that name, or else `lua`.
lua_of() {
  if command -v "$1" >/dev/null; then echo "$1"; else echo lua; fi
}

# Runs a script on the sources of this folder: run_lua TAG SCRIPT [ARGUMENT...]. WRAPPER may be valgrind.
run_lua() {
  tag=$1
  shift
  # shellcheck disable=SC2086 # the wrapper comes with options
  env -u LUA_PATH_5_2 -u LUA_PATH_5_3 -u LUA_PATH_5_4 -u LUA_CPATH_5_2 -u LUA_CPATH_5_3 -u LUA_CPATH_5_4 \
    LUA_PATH='lua/?.lua;lua/?/init.lua;examples/?.lua;./?.lua;;' LUA_CPATH="build/$tag/?.so;;" \
    ${WRAPPER:-} "$(lua_of "$tag")" "$@"
}
