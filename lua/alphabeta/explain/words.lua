-- An explanation as text, made only from its fields. Internal: `alphabeta.explain` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local phrases, player_text, shared, unused = use("explain.phrases", "explain.player", "tree.words", "common.unused")
local has = use "common.values".has

local abs, concat, floor, huge, max, min = math.abs, table.concat, math.floor, math.huge, math.max, math.min
local count_of, number, opening, player_name = phrases.count, phrases.number, phrases.opening, phrases.player_name

-- The most groups of equal moves that are listed after the second best.
local MOST_GROUPS = 10

-- The most moves of a line that are listed.
local MOST_STEPS = 20

local words = {}

-- a, b and c.
local function join(list)
  if #list < 2 then return list[1] or "" end
  return concat(list, ", ", 1, #list - 1) .. " and " .. list[#list]
end

-- ---- values --------------------------------------------------------------------------------------------------------

-- The payoffs of all players, that of the player at the root first.
local function payoffs_of(payoffs, me)
  local parts = {number(payoffs[me]) .. " to " .. player_name(me)}
  for _, player in ipairs(shared.sorted_players(payoffs)) do
    if player ~= me then parts[#parts + 1] = number(payoffs[player]) .. " to " .. player_name(player) end
  end
  return join(parts)
end

-- The plies to a win above 0, to a loss below it, by the value of a search with option `win`; nil for other values.
local function end_of(why, value)
  local plies = why.win and why.win - abs(value)
  local most = max(why.depth, why.longest) + 1
  if not plies or plies < 0 or plies > most or plies ~= floor(plies) then return nil end
  return (value > 0) ~= why.wants_low and plies or -plies
end

-- A value in words, such as "worth 3" or "a win in 3 plies".
local function worth(why, value, win_in)
  if type(value) == "table" then return "worth " .. payoffs_of(value, why.me) end
  if not win_in then return "worth " .. number(value) end
  return (win_in > 0 and "a win in " or "a loss in ") .. count_of(abs(win_in), "ply")
end

-- A value inside of the tree in words, with plies from the start.
local function inner_worth(why, value)
  local plies = end_of(why, value)
  return plies and plies ~= 0 and worth(why, value, plies) or number(value)
end

-- ---- moves ---------------------------------------------------------------------------------------------------------

-- Whether more than one other player takes part in a line.
local function has_many_others(line)
  local other
  for _, step in ipairs(line) do
    if step.is_mine == false and step.player ~= nil then
      if other ~= nil and other ~= step.player then return true end
      other = step.player
    end
  end
  return false
end

-- A line of moves.
local function line_text(line)
  local parts, many = {}, has_many_others(line)
  for i = 1, min(#line, MOST_STEPS) do
    local step = line[i]
    local who = step.is_chance and "outcome " or step.is_mine == false and "reply " or ""
    local by = many and step.is_mine == false and " by " .. player_name(step.player) or ""
    parts[i] = who .. step.label .. by
  end
  if #line > MOST_STEPS then parts[#parts + 1] = count_of(#line - MOST_STEPS, "more move") end
  return concat(parts, ", ")
end

local ENDS = {
  chance = " Then comes a chance node.", over = " That ends the game.", repetition = " That repeats a position.",
}

-- The loss by one or many moves that are worse than the best, as the end of a sentence.
local function loss_text(why, move, is_many)
  local ours, theirs = why.moves[1].win_in, move.win_in
  if ours and theirs and ours > 0 and theirs > 0 then
    return (": %s later"):format(count_of(theirs - ours, "ply"))
  elseif ours and theirs and ours < 0 and theirs < 0 then
    return (": %s sooner"):format(count_of(theirs - ours, "ply"))
  elseif theirs and theirs < 0 then
    return ""
  end
  local is_win = ours and ours > 0
  if is_win and not why.sees_all then return ": no win is seen there" end
  local what = is_win and "the win" or move.loss == huge and "everything" or number(move.loss)
  return (": %s up %s"):format(is_many and "they give" or "it gives", what)
end

local function headline(why)
  local text = opening(why)
  if why.is_restricted then text = "Of the moves that were allowed, t" .. text:sub(2) end
  local depth = "It is seen to a depth of " .. count_of(why.depth, "ply")
  if why.info.reason == "solved" then depth = "That is certain: the search saw the end of every line that matters" end
  return ("%s: %s. %s."):format(text, worth(why, why.value, why.info.win_in), depth)
end

-- The known value of a move.
local function move_worth(why, move)
  if move.bound == "exact" then return worth(why, move.value, move.win_in) end
  return (move.bound == "upper" and "at most " or "at least ") .. inner_worth(why, move.value)
end

-- The labels of the moves that are exactly as good as the best; and the others in groups of the same value.
local function sort_out(why)
  local tied, groups = {}, {}
  for i = 2, #why.moves do
    local move = why.moves[i]
    local group, value = groups[#groups], move_worth(why, move)
    if move.loss == 0 then
      tied[#tied + 1] = move.label
    elseif group and group.worth == value then
      group.labels[#group.labels + 1] = move.label
    else
      groups[#groups + 1] = {move = move, worth = value, labels = {move.label}}
    end
  end
  return tied, groups
end

local function add_others(why, lines)
  if why.choices == 1 then return end
  local tied, groups = sort_out(why)
  if tied[1] then
    local all = #tied == why.choices - 1 and #tied > 1 and "Every other move is"
      or #tied == 1 and "Another move is" or "Others are"
    lines[#lines + 1] = all .. " exactly as good: " .. join(tied) .. "."
  end
  local rest = {}
  for i, group in ipairs(groups) do
    local many = #group.labels > 1
    if i == 1 and group.move.loss then
      lines[#lines + 1] = ("Next %s %s, %s%s."):format(many and "come" or "comes", join(group.labels), group.worth,
        loss_text(why, group.move, many))
    elseif #rest < MOST_GROUPS then
      rest[#rest + 1] = ("%s (%s)"):format(join(group.labels), group.worth)
    end
  end
  if rest[1] then lines[#lines + 1] = "Then " .. concat(rest, ", ") .. "." end
  local unseen = why.choices - #why.moves
  if unseen > 0 then
    lines[#lines + 1] = count_of(unseen, "move") .. (unseen == 1 and " was" or " were")
      .. " not tried: nothing better is possible."
  end
end

-- ---- work ----------------------------------------------------------------------------------------------------------

local function add_work(why, lines)
  local info = why.info
  local text = "The search looked at " .. count_of(info.nodes, "position")
  if info.nodes > why.nodes then
    text = text .. (", %s of them at the last depth"):format(phrases.with_commas(why.nodes))
  end
  local times = info.cutoffs == 0 and "nothing" or info.cutoffs == 1 and "once" or count_of(info.cutoffs, "time")
  text = text .. ", and cut off " .. times
  if info.table_hits > 0 then text = text .. ("; its table knew %s"):format(count_of(info.table_hits, "position")) end
  lines[#lines + 1] = text .. "."
end

-- ---- cut-offs ------------------------------------------------------------------------------------------------------

-- Whether the player at the root moves where the search cut off.
local function is_mine(cutoff) return cutoff.by.is_mine ~= false end

-- The words for a value that may be even better for the player who moves at the cut-off.
local function at_least(why, cutoff)
  local mine, value = is_mine(cutoff), cutoff.value
  local is_end = (end_of(why, value) or 0) ~= 0
  local rest = is_end and (mine and "better" or "worse") or mine ~= why.wants_low and "more" or "less"
  return inner_worth(why, value) .. " or " .. rest
end

-- The effect of the move that cut off, in words of what each player wants.
local function deed(why, cutoff)
  local how = is_mine(cutoff) and (why.wants_low and "%s brings the value down to %s" or "%s brings %s")
    or why.wants_low and "the reply %s pushes this line up to %s" or "the reply %s holds this line down to %s"
  return how:format(cutoff.by.label, at_least(why, cutoff))
end

local REASONS = {}

function REASONS.bound(why, cutoff)
  local mine = is_mine(cutoff)
  local bound = mine ~= why.wants_low and cutoff.beta or cutoff.alpha
  local how = not mine and "and %s is certain elsewhere"
    or why.wants_low and "but elsewhere the opponent can push it up to %s"
    or "but elsewhere the opponent can hold it down to %s"
  return deed(why, cutoff) .. ", " .. how:format(bound == cutoff.value and "that" or inner_worth(why, bound))
end

function REASONS.null_window(why, cutoff)
  local question, bound = "more", cutoff.alpha
  if why.wants_low then question, bound = "less", cutoff.beta end
  return ("the null window only asked whether this line brings %s than %s, and %s"):format(question,
    inner_worth(why, bound), deed(why, cutoff))
end

for _, row in ipairs {
  {"window", ", which is outside of the window that was tried"}, {"extreme", ", and nothing better is possible there"},
  {"mean", ", and with that the mean of the outcomes no longer matters"},
} do
  REASONS[row[1]] = function(why, cutoff) return deed(why, cutoff) .. row[2] end
end

function REASONS.chance(_, cutoff)
  return ("it is a chance node, and after %s the others can no longer matter"):format(count_of(cutoff.tried, "outcome"))
end

function REASONS.shallow(_, cutoff)
  return cutoff.by.label .. " brings so much there that the player before will not let it come to that"
end

-- A cut-off, in two lines.
local function cutoff_text(why, cutoff)
  local where = cutoff.line[1] and "After " .. line_text(cutoff.line) or "At the start"
  if cutoff.alpha and cutoff.reason ~= "null_window" then
    where = where .. " " .. shared.window(cutoff.alpha, cutoff.beta, "inf")
  end
  local left_out = count_of(cutoff.left_out, cutoff.reason == "chance" and "outcome" or "move")
  return ("%s: %s.\n   So %s %s left out."):format(where, REASONS[cutoff.reason](why, cutoff), left_out,
    cutoff.left_out == 1 and "was" or "were")
end

local function add_cutoffs(why, lines)
  if not why.cutoffs[1] then return end
  lines[#lines + 1] = #why.cutoffs == 1 and "The cut-off nearest to the start:" or "The cut-offs nearest to the start:"
  for i, cutoff in ipairs(why.cutoffs) do lines[#lines + 1] = ("%d. "):format(i) .. cutoff_text(why, cutoff) end
end

-- ---- all of it -----------------------------------------------------------------------------------------------------

local OPENINGS = {
  over = "Nothing to decide: the game is over, and %s.",
  chance = "Nothing to decide: the position is a chance node. On average it is %s.",
  unsearched = "Nothing was searched: by its evaluation, the position is %s.",
}

-- Says so when positions where the game goes on were valued by the number of moves, or by what 'result' says of them.
-- Returns nil when they were not.
local function valued_by_default(why)
  local techniques = why.info.techniques
  local has_mobility, has_points = has(techniques, "mobility"), has(techniques, "current_result")
  if not has_mobility and not has_points then return nil end
  local by = has_mobility and "its mobility, by 0.001 at most" or "a small part of what 'result' says of it"
  if has_mobility and has_points then by = "its mobility and a small part of what 'result' says of it" end
  return ("The game has no 'evaluate': where it goes on, a position is valued by %s."):format(by)
end

-- Says so when the game is decided, and its end is worth less than option 'win'. Returns nil if it is not.
local function unreached_win(why)
  local value, is_end = why.value, why.ends == "over" and why.info.reason == "solved"
  if not why.win or why.info.win_in or not is_end or value == 0 then return nil end
  return ("Note: the game ends there, worth %s, and option 'win' is %s: a search does not take that for a decided game."
    .. " Return %s or more for a won game, or leave 'win' out."):format(number(value), number(why.win), number(why.win))
end

-- The text of an explanation: lines, without an end of the last.
function words.text(why)
  if why.style == "player" then return player_text(why) end
  local lines = {}
  if why.kind == "move" then
    lines[1] = headline(why)
    if why.line[1] then
      lines[2] = "Expected: " .. line_text(why.line) .. "." .. (ENDS[why.ends] or "")
    end
    add_others(why, lines)
  else
    lines[1] = OPENINGS[why.kind]:format(worth(why, why.value, why.info.win_in))
  end
  if why.kind == "move" or why.kind == "chance" then
    lines[#lines + 1] = valued_by_default(why)
    add_work(why, lines)
    add_cutoffs(why, lines)
    for _, sentence in ipairs(unused.sentences(why.unused)) do
      lines[#lines + 1] = "Note: " .. sentence .. (sentence:find "%?$" and "" or ".")
    end
    lines[#lines + 1] = unreached_win(why)
  end
  return concat(lines, "\n")
end

return words
