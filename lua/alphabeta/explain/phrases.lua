-- Words that several texts share: numbers, numbers of things, players, and labels. Internal: `alphabeta.explain`, hints
-- and reviews use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local shared = use "tree.words"

local floor = math.floor

local phrases = {}

function phrases.number(value) return shared.number(value, "infinity") end

-- A whole number with commas, as 1,234,567.
function phrases.with_commas(value)
  if value >= 1e15 then return phrases.number(value) end
  return (("%.0f"):format(value):reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

local PLURALS = {ply = "plies"}

-- A number of things, such as "1 ply" or "1,200 positions".
function phrases.count(number, name)
  return number == 1 and "1 " .. name or phrases.with_commas(number) .. " " .. (PLURALS[name] or name .. "s")
end

-- A number of moves of one player, out of plies of both.
function phrases.moves_of(plies)
  return phrases.count(floor((plies + 1) / 2), "move")
end

function phrases.player_name(player)
  local name = shared.plain_name(player)
  return name and "player " .. name or "a player"
end

-- The label of a move at the beginning of a sentence: "Column 4", but "c4".
function phrases.beginning(label)
  return (label:gsub("^%l%l%l", function(word) return word:sub(1, 1):upper() .. word:sub(2) end))
end

-- The best move of an explanation, as the beginning of a sentence.
function phrases.opening(why)
  local best = why.moves[1] or why.line[1]
  return (why.choices == 1 and "The only move is " or "The best move is ") .. (best and best.label or "?")
end

return phrases
