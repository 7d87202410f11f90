-- An explanation for people who play, in two sentences at most, made only from its fields. Internal:
-- `alphabeta.explain` and hints use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, phrases = use("common.constant_rows", "explain.phrases")
local has = use "common.values".has

local abs, floor, max = math.abs, math.floor, math.max
local count_of, moves_of, opening = phrases.count, phrases.moves_of, phrases.opening

-- The most that mobility adds to a value.
local MOBILITY_MOST = constants.MOBILITY_UNIT * constants.MOBILITY_MAX

-- The most that a difference of points is worth, for which there is a word.
local POINTS_MOST = 0.5

-- The part of the larger value that a large loss is, for a player.
local LARGE_LOSS = 0.5

-- A player is told that many moves are equally good if there are at least LEAST_MANY, and if they are more than this
-- part of all.
local LEAST_MANY, PART_OF_MANY = 4, 0.5

-- The known result of a move, as the end of a sentence.
local function outlook(win_in)
  if not win_in then return nil end
  if win_in == 0 then return "the game is decided" end
  return ("%s in %s"):format(win_in > 0 and "it wins" or "it still loses", moves_of(abs(win_in)))
end

-- A number for a player: two digits that count, or a whole number.
local function rounded(value)
  return phrases.number(abs(value) < 100 and tonumber(("%.2g"):format(value)) or floor(value + 0.5))
end

-- What the next best move gives up. A number means something to a player only in a game of points. An evaluation has a
-- unit of its own, so a loss is large by the values themselves.
local function loss_for_player(why, best, move)
  local loss, techniques = move.loss, why.info.techniques
  if has(techniques, "mobility") and loss < 2 * MOBILITY_MOST then return "gives up some freedom to move" end
  if has(techniques, "current_result") then
    if loss < POINTS_MOST then return "gives up a little" end
    local points = rounded(loss)
    return ("gives up %s point%s"):format(points, points == "1" and "" or "s")
  end
  return loss > LARGE_LOSS * max(abs(best.value), abs(move.value)) and "is worse" or "is a little worse"
end

-- Whether many moves are exactly as good as the best. An explanation has the values of all moves. A hint has only the
-- two best, but its search lists the moves that are as good.
local function are_many_as_good(why)
  local count = why.info.ties and #why.info.ties or 0
  if count == 0 then
    for _, move in ipairs(why.moves) do count = count + (move.loss == 0 and 1 or 0) end
  end
  return count >= LEAST_MANY and count > PART_OF_MANY * why.choices
end

-- The loss by the next best move, as a sentence; nil if it is unknown.
local function next_best(why)
  local best, move = why.moves[1], why.moves[2]
  if not move or not move.loss or type(why.value) == "table" then return nil end
  local ours, theirs = best.win_in, move.win_in
  if move.loss == 0 and are_many_as_good(why) then return "Many moves are equally good." end
  if move.loss == 0 then return phrases.beginning(move.label) .. " is just as good." end
  local outcome = loss_for_player(why, best, move)
  if ours and theirs and ours > 0 and theirs > 0 then
    local later = floor((theirs + 1) / 2) - floor((ours + 1) / 2)
    outcome = later > 0 and ("wins %s later"):format(count_of(later, "move")) or "wins as well"
  elseif ours and theirs and ours < 0 then
    outcome = "loses sooner"
  elseif ours and ours > 0 then
    outcome = "gives up the win"
  elseif theirs and theirs < 0 then
    outcome = "loses"
  end
  return ("The next best, %s, %s."):format(move.label, outcome)
end

-- The expected reply, as the end of a sentence; nil if there is none.
local function expected_reply(why)
  local step = why.line[2]
  if not step or step.is_chance then return nil end
  return (step.is_mine == false and "the answer is probably %s" or "then %s"):format(step.label)
end

local PLAIN = {
  over = "The game is over.", chance = "There is nothing to decide here: chance is next.",
  unsearched = "Nothing was looked at yet.",
}

-- The text of an explanation, on one line.
return function(why)
  if why.kind ~= "move" then return PLAIN[why.kind] end
  local ahead = outlook(why.info.win_in) or expected_reply(why)
  local text = opening(why) .. (ahead and ": " .. ahead or "") .. "."
  local other = why.choices > 1 and next_best(why)
  return other and text .. " " .. other or text
end
