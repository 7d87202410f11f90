-- The names of the fields of `info` that count. Internal: the engine in Lua uses it.
--
-- Written by `make rows` from rows/info.lua: change it there.

return {
  "nodes", "evaluations", "cutoffs", "table_hits",
}
