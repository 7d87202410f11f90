-- What Lua 5.1 to 5.4 and LuaJIT have in common, and what is asked for only where it exists.
std = "min"
read_globals = {
  "bit", "bit32", "jit", "loadstring", "rawlen", "setfenv", "unpack",
  math = {fields = {"maxinteger", "mininteger", "tointeger", "type"}}, table = {fields = {"unpack"}},
  coroutine = {fields = {"close", "isyieldable"}},
}
max_line_length = 120
exclude_files = {"build"}

-- What a host may lack, the library looks up in one place.
files["lua"] = {not_globals = {
  "bit", "bit32", "coroutine", "debug", "io", "load", "loadstring", "os", "package", "rawlen", "unpack",
}}
files["lua/alphabeta/common/globals.lua"] = {ignore = {"113"}}
files["lua/alphabeta/love.lua"] = {read_globals = {"os"}, globals = {"package"}}
files["lua/alphabeta/love/pool.lua"] = {read_globals = {"loadstring", "package"}}
files["lua/alphabeta/fallback"] = {ignore = {"58."}} -- comparisons with NaN are false
files["lua/alphabeta/root"] = {ignore = {"58."}} -- likewise
files["bench/frames.lua"] = {std = "+love"}
files["bench/opponent.lua"] = {std = "+love"}
files["spec"] = {std = "+busted"}
files["spec/love"] = {std = "+love"}
files["spec/web"] = {std = "+love"}
files["examples/modding"] = {ignore = {"111", "112", "113", "121", "122", "131", "213"}} -- the game is all globals
files["examples/modding/love"] = {std = "+love"}
files["examples/modding/locals"] = {std = "+love"}
files["examples/modding/objects"] = {std = "+love"}
files["spec/love/mod.lua"] = {read_globals = {
  "SIZE", "SQUARE", "can_go", "cells", "history", "message", "selected", "turn", "winner",
}}
files["examples/neovim"] = {globals = {"vim"}}
files["examples/luanti"] = {read_globals = {"core"}, globals = {"alphabeta_connect4"}}
files["spec/hosts/luanti"] = {globals = {"core"}, read_globals = {"alphabeta_connect4"}}
files["examples/tabletop"] = {read_globals = {"alphabeta", "printToAll", "rules"}, globals = {"onChat", "onUpdate"}}
files["examples/web"] = {read_globals = {"draw", "now"}, globals = {"begin", "drop", "update"}}
files["spec/hosts/moonsharp"] = {
  read_globals = {"alphabeta", "onChat", "onUpdate", "rules", "search_all"}, globals = {"printToAll"},
}
files["examples/wesnoth"] = {read_globals = {"wesnoth"}, globals = {"alphabeta_connect4", "wml"}}
files["spec/hosts/wesnoth"] = {read_globals = {"alphabeta_connect4", "std_print", "wesnoth", "wml"}}
files["spec/hosts/searches.lua"] = {ignore = {"211"}} -- likewise
files["spec/hosts/neovim.lua"] = {read_globals = {"vim"}}
files["spec/hosts/nim.lua"] = {ignore = {"211"}} -- what it is put in front of calls it
files["examples/love"] = {std = "+love"}
files[".busted"] = {std = "max"}
files["config.ld"] = {std = "+ldoc"}
files["types"] = {unused_args = false} -- declarations without bodies
