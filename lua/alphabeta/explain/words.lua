-- An explanation as text. It is made of nothing but the explanation's fields.

local EXPLAIN = (... or "alphabeta.explain.words"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = EXPLAIN:match "^(.*)%.[^.]*$"

local shared = require(PACKAGE .. ".tree.words")

local abs, floor, huge = math.abs, math.floor, math.huge
local max, min = math.max, math.min
local concat = table.concat

-- Groups of equal moves that are told of behind the second best.
local MOST_GROUPS = 10

-- Moves of a line that are told of one by one.
local MOST_STEPS = 20

local words = {}

-- ---- numbers -------------------------------------------------------------------------------------------------------

local function number(value) return shared.number(value, "infinity") end

-- A whole number with commas, as 1,234,567; an estimate has three digits that count.
local function amount(value, is_exact)
  if value >= huge then return "more than 1e308" end
  if value >= 1e15 then return (("%.2e"):format(value):gsub("e%+0*", "e")) end
  local unit = 1
  while not is_exact and value / unit >= 1000 do unit = unit * 10 end
  local digits = ("%.0f"):format(floor(value / unit + 0.5) * unit)
  return (digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

local PLURALS = {ply = "plies"}

local function plural(count, name)
  return count == 1 and "1 " .. name or amount(count, true) .. " " .. (PLURALS[name] or name .. "s")
end

-- A number of nodes that was counted or estimated, with its name where one is wanted.
local function counted(count, name)
  if count.is_exact then return plural(count.nodes, name), "counted" end
  local is_told = count.nodes < huge
  local note = "estimated by %s random probes, standard error %s"
  return (is_told and "about " or "") .. amount(count.nodes) .. " " .. name .. "s",
    note:format(amount(count.probes, true), is_told and amount(count.error) or "unknown")
end

-- a, b and c.
local function join(list)
  if #list < 2 then return list[1] or "" end
  return concat(list, ", ", 1, #list - 1) .. " and " .. list[#list]
end

-- ---- values --------------------------------------------------------------------------------------------------------

local function player_name(player)
  local name = shared.plain_name(player)
  return name and "player " .. name or "a player"
end

-- Everybody's share, that of the player at the root first.
local function shares_of(shares, me)
  local parts = {number(shares[me]) .. " to " .. player_name(me)}
  for _, player in ipairs(shared.sorted_players(shares)) do
    if player ~= me then parts[#parts + 1] = number(shares[player]) .. " to " .. player_name(player) end
  end
  return join(parts)
end

-- The plies to a win above 0, to a loss below it, that a value of a search with option `win` tells; nil for others.
local function end_of(told, value)
  local plies = told.win and told.win - abs(value)
  local most = max(told.depth, told.minimax.longest) + 1
  if not plies or plies < 0 or plies > most or plies ~= floor(plies) then return nil end
  return (value > 0) ~= told.wants_low and plies or -plies
end

-- What a value is, as "worth 3" or "a win in 3 plies".
local function worth(told, value, win_in)
  if type(value) == "table" then return "worth " .. shares_of(value, told.me) end
  if not win_in then return "worth " .. number(value) end
  return (win_in > 0 and "a win in " or "a loss in ") .. plural(abs(win_in), "ply")
end

-- The same for values inside of the tree, with plies from the start.
local function inner_worth(told, value)
  local plies = end_of(told, value)
  return plies and plies ~= 0 and worth(told, value, plies) or number(value)
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
    local who = step.is_luck and "luck " or step.is_mine == false and "reply " or ""
    local by = many and step.is_mine == false and " by " .. player_name(step.player) or ""
    parts[i] = who .. step.label .. by
  end
  if #line > MOST_STEPS then parts[#parts + 1] = plural(#line - MOST_STEPS, "more move") end
  return concat(parts, ", ")
end

local ENDS = {
  luck = " Then luck moves.", over = " That ends the game.", repetition = " That repeats a position.",
}

-- Whether every line ends before the depth that was searched.
local function sees_all(told)
  return told.minimax.is_exact and told.minimax.longest < told.depth
end

-- What is lost by a move, or by many, that is worse than the best, as the end of a sentence.
local function loss_text(told, move, is_many)
  local ours, theirs = told.moves[1].win_in, move.win_in
  if ours and theirs and ours > 0 and theirs > 0 then
    return (": %s later"):format(plural(theirs - ours, "ply"))
  elseif ours and theirs and ours < 0 and theirs < 0 then
    return (": %s sooner"):format(plural(theirs - ours, "ply"))
  elseif theirs and theirs < 0 then
    return ""
  end
  local is_win = ours and ours > 0
  if is_win and not sees_all(told) then return ": no win is seen there" end
  local what = is_win and "the win" or move.loss == huge and "everything" or number(move.loss)
  return (": %s up %s"):format(is_many and "they give" or "it gives", what)
end

local function headline(told)
  local best = told.moves[1]
  local label = best and best.label or told.line[1] and told.line[1].label or "?"
  local win_in = told.info.win_in
  local opening = told.choices == 1 and "The only move is " or "The best move is "
  if told.is_restricted then opening = "Of the moves that were allowed, " .. opening:lower() end
  local text = opening .. label .. ": " .. worth(told, told.value, win_in) .. "."
  local depth = "It is seen to a depth of " .. plural(told.depth, "ply")
  if told.info.reason == "solved" then depth = "That is certain: the search saw the end of every line that matters" end
  return text .. " " .. depth .. "."
end

-- What a move is worth, as far as that is known.
local function move_worth(told, move)
  if move.bound == "exact" then return worth(told, move.value, move.win_in) end
  return (move.bound == "upper" and "at most " or "at least ") .. inner_worth(told, move.value)
end

-- The labels of those moves that are exactly as good as the best; and the others in groups that are worth the same.
local function sort_out(told)
  local tied, groups = {}, {}
  for i = 2, #told.moves do
    local move = told.moves[i]
    local group, value = groups[#groups], move_worth(told, move)
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

local function add_others(told, lines)
  if told.choices == 1 then return end
  local tied, groups = sort_out(told)
  if tied[1] then
    local all = #tied == told.choices - 1 and #tied > 1 and "Every other move is"
      or #tied == 1 and "Another move is" or "Others are"
    lines[#lines + 1] = all .. " exactly as good: " .. join(tied) .. "."
  end
  local rest = {}
  for i, group in ipairs(groups) do
    local many = #group.labels > 1
    if i == 1 and group.move.loss then
      lines[#lines + 1] = ("Next %s %s, %s%s."):format(many and "come" or "comes", join(group.labels), group.worth,
        loss_text(told, group.move, many))
    elseif #rest < MOST_GROUPS then
      rest[#rest + 1] = ("%s (%s)"):format(join(group.labels), group.worth)
    end
  end
  if rest[1] then lines[#lines + 1] = "Then " .. concat(rest, ", ") .. "." end
  local unseen = told.choices - #told.moves
  if unseen > 0 then
    lines[#lines + 1] = plural(unseen, "move") .. (unseen == 1 and " was" or " were")
      .. " not tried: nothing better is possible."
  end
end

-- ---- work ----------------------------------------------------------------------------------------------------------

local function add_work(told, lines)
  local info = told.info
  local text = "The search looked at " .. plural(info.nodes, "position")
  if info.nodes > told.nodes then
    text = text .. (", %s of them at the last depth"):format(amount(told.nodes, true))
  end
  local times = info.cutoffs == 0 and "nothing" or info.cutoffs == 1 and "once" or plural(info.cutoffs, "time")
  text = text .. ", and cut off " .. times
  if info.table_hits > 0 then text = text .. ("; its table knew %s"):format(plural(info.table_hits, "position")) end
  lines[#lines + 1] = text .. "."
  local positions, how = counted(told.minimax, "position")
  lines[#lines + 1] = ("Minimax would look at %s (%s)."):format(positions, how)
  if told.branching and told.minimax_branching then
    lines[#lines + 1] = ("Effective branching factor: %.2f, that of minimax: %.2f."):format(told.branching,
      told.minimax_branching)
  end
end

-- ---- cut-offs ------------------------------------------------------------------------------------------------------

-- Whether the player at the root moves where the search cut off.
local function is_mine(cutoff) return cutoff.by.is_mine ~= false end

-- What a value is that may be even better for who moves where the search cut off.
local function at_least(told, cutoff)
  local mine, value = is_mine(cutoff), cutoff.value
  local is_end = (end_of(told, value) or 0) ~= 0
  local rest = is_end and (mine and "better" or "worse") or mine ~= told.wants_low and "more" or "less"
  return inner_worth(told, value) .. " or " .. rest
end

-- What the move that cut off does, in words of who wants what.
local function deed(told, cutoff)
  local how = is_mine(cutoff) and (told.wants_low and "%s brings the value down to %s" or "%s brings %s")
    or told.wants_low and "the reply %s pushes this line up to %s" or "the reply %s holds this line down to %s"
  return how:format(cutoff.by.label, at_least(told, cutoff))
end

local REASONS = {}

function REASONS.sure(told, cutoff)
  local mine = is_mine(cutoff)
  local bound = mine ~= told.wants_low and cutoff.beta or cutoff.alpha
  local how = not mine and "and %s is sure elsewhere"
    or told.wants_low and "but elsewhere the opponent can push it up to %s"
    or "but elsewhere the opponent can hold it down to %s"
  return deed(told, cutoff) .. ", " .. how:format(bound == cutoff.value and "that" or inner_worth(told, bound))
end

function REASONS.asked(told, cutoff)
  local question, bound = "more", cutoff.alpha
  if told.wants_low then question, bound = "less", cutoff.beta end
  return ("asked was only whether this line brings %s than %s, and %s"):format(question, inner_worth(told, bound),
    deed(told, cutoff))
end

function REASONS.window(told, cutoff)
  return deed(told, cutoff) .. ", which is outside of the window that was tried"
end

function REASONS.extreme(told, cutoff)
  return deed(told, cutoff) .. ", and nothing better is possible there"
end

function REASONS.mean(told, cutoff)
  return deed(told, cutoff) .. ", and with that the mean of what luck may bring no longer matters"
end

function REASONS.luck(_, cutoff)
  return ("luck moves there, and after %s the others can no longer matter"):format(plural(cutoff.tried, "outcome"))
end

function REASONS.shallow(_, cutoff)
  return cutoff.by.label .. " brings so much there that the player before will not let it come to that"
end

-- A cut-off, in two lines.
local function cutoff_text(told, cutoff)
  local place = cutoff.line[1] and "After " .. line_text(cutoff.line) or "At the start"
  if cutoff.alpha and cutoff.reason ~= "asked" then
    place = place .. " " .. shared.window(cutoff.alpha, cutoff.beta, "inf")
  end
  local left = plural(cutoff.left_out, cutoff.reason == "luck" and "outcome" or "move")
  local positions, how = counted(cutoff.spared, "position")
  return ("%s: %s.\n   So %s %s left out: %s spared (%s)."):format(place, REASONS[cutoff.reason](told, cutoff), left,
    cutoff.left_out == 1 and "was" or "were", positions, how)
end

local function add_cutoffs(told, lines)
  if not told.cutoffs[1] then return end
  local one = #told.cutoffs == 1
  local title = one and "The biggest cut-off" or "The biggest cut-offs"
  lines[#lines + 1] = title .. (told.compares_all and ":" or ", of those nearest to the start:")
  for i, cutoff in ipairs(told.cutoffs) do lines[#lines + 1] = ("%d. "):format(i) .. cutoff_text(told, cutoff) end
end

-- ---- all of it -----------------------------------------------------------------------------------------------------

local OPENINGS = {
  over = "Nothing to decide: the game is over, and %s.",
  luck = "Nothing to decide: luck moves. On average the position is %s.",
  unsearched = "Nothing was searched: as it stands, the position is %s.",
}

-- The text of an explanation: lines, without an end of the last.
function words.text(told)
  local lines = {}
  if told.kind == "move" then
    lines[1] = headline(told)
    if told.line[1] then
      lines[2] = "Expected: " .. line_text(told.line) .. "." .. (ENDS[told.ends] or "")
    end
    add_others(told, lines)
  else
    lines[1] = OPENINGS[told.kind]:format(worth(told, told.value, told.info.win_in))
  end
  if told.kind == "move" or told.kind == "luck" then
    add_work(told, lines)
    add_cutoffs(told, lines)
  end
  return concat(lines, "\n")
end

return words
