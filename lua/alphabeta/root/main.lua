-- What is done once a search about the root's moves: the C module gets it when an option first asks for it. Internal.

local PACKAGE = (... or "alphabeta.root.main"):match "^(.*)%.[^.]*$"

local ranking = require(PACKAGE .. ".ranking")
local selection = require(PACKAGE .. ".selection")

return {
  take = selection.take, mistake_at_chance = selection.mistake_at_chance,
  result = ranking.result, for_level = ranking.for_level, place = ranking.place,
}
