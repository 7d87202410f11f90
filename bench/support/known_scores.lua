--- Positions of connect four whose scores are known. They are not a part of this project: they are in a folder beside
-- it, or in the folder that ALPHABETA_DATA names.
-- @module bench.support.known_scores

local connect4 = require "games.connect4"

local FOLDER = (os.getenv "ALPHABETA_DATA" or "../shared/data") .. "/connect4/"

local known_scores = {}

--- Reads one set of positions.
-- @tparam string name `"end-easy"` or `"middle-easy"`
-- @treturn ?{table,...} nil when it is not there; else for each position `columns` (those played so far, as digits),
--   `state` (of `connect4.hashed`) and `score`
function known_scores.read(name)
  local file = io.open(FOLDER .. name .. ".txt")
  if not file then return nil end
  local list = {}
  for line in file:lines() do
    local columns, score = line:match "^(%d+) (-?%d+)"
    local state = connect4.hashed.new()
    for column in columns:gmatch "." do connect4.hashed.make(state, tonumber(column)) end
    list[#list + 1] = {columns = columns, state = state, score = tonumber(score)}
  end
  file:close()
  return list
end

return known_scores
