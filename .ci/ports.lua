-- Searches whose results must be the same on all processors, and their tables in files.
--   lua .ci/ports.lua FOLDER [OTHER]
-- Writes FOLDER/values and FOLDER/<game>.table. With OTHER, the folder of another processor, its tables are loaded, and
-- found to do the same work as the own ones.

local alphabeta = require "alphabeta"
local connect4, dice, reversi = require "games.connect4", require "games.dice", require "games.reversi"

local folder, other = arg[1], arg[2]

local SEARCHES = {
  {
    name = "connect4", new = connect4.hashed.new, depth = 7,
    game = setmetatable({order = connect4.centre_first}, {__index = connect4.hashed}),
    options = {win = connect4.WIN, table = 1},
  },
  {
    name = "reversi", new = function() return reversi.hashed.new(6) end, depth = 5,
    game = setmetatable({order = reversi.corners_first}, {__index = reversi.hashed}), options = {table = 1},
  },
  {
    name = "dice", new = function() return dice.new(3) end, depth = 4, game = dice.hashed,
    options = {table = 1, value_min = -dice.WIN, value_max = dice.WIN},
  },
}

local function describe(best, value, info)
  return ("best %s, value %.17g, %d nodes, %d evaluations, %d cut-offs, %d table hits, line %s"):format(
    tostring(best), value, info.nodes, info.evaluations, info.cutoffs, info.table_hits, table.concat(info.pv, " "))
end

-- What a new searcher finds that has loaded the table at `path`.
local function search_with(search, path)
  local ai = alphabeta.new(search.game, search.options)
  ai:load(path)
  return describe(ai:search(search.new(), search.depth))
end

local values = assert(io.open(folder .. "/values", "wb"))
for _, search in ipairs(SEARCHES) do
  local ai = alphabeta.new(search.game, search.options)
  values:write(search.name, ": ", describe(ai:search(search.new(), search.depth)), "\n")
  local path = ("%s/%s.table"):format(folder, search.name)
  ai:save(path)
  local with_table = search_with(search, path)
  values:write(search.name, " with its table: ", with_table, "\n")
  if other then
    local with_others = search_with(search, ("%s/%s.table"):format(other, search.name))
    assert(with_others == with_table, "with the other table: " .. with_others)
  end
end
values:close()
