rockspec_format = "3.0"
package = "connect4_rules"
version = "scm-1"

-- For `luarocks make` in this folder, which fetches nothing.
source = {
  url = "git+file://.",
}

description = {
  summary = "The rules of connect four in C, for alphabeta",
  license = "MIT",
}

dependencies = {
  "lua >= 5.1, < 5.6",
}

build = {
  type = "builtin",
  modules = {
    connect4_rules = {
      sources = {"connect4.c"},
      incdirs = {"../../csrc/native"}, -- where alphabeta.h lies
    },
  },
}
