-- Whether `player` is right when it has always returned the same, or never the player `max_player`: games are played,
-- and what moves change says whether turns alternate. Internal: `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local differences, lines, positions = use("common.difference", "check.lines", "check.position")
local show, snapshots = use("common.show", "common.snapshots")
local has = use "common.values".has

local concat = table.concat
local ipairs, pairs = ipairs, pairs
local text_of = show.text

-- How many games are played if `player` is in doubt, their longest line in plies, how many plies of either kind it
-- takes, and how many plies one of the games. In a game of two plies, each kind is a single ply, and anything can tell
-- the two apart, such as a counter.
local GAMES, PLIES, MIN_PLIES, MIN_LENGTH = 6, 16, 6, 4

-- The names of fields that say whose turn it is.
local NAMES = {
  active = true, current = true, current_player = true, mover = true, player = true, side = true, side_to_move = true,
  to_move = true, turn = true, whose_turn = true,
}

-- A field of such a name that has had more values says something else, such as where the player of a maze is.
local MAX_SIDES = 4

-- What a move changes, as a set of texts: "turn from 1 to 2" for each field, and "a field from 1 to 2" for all.
-- Then the change of a field that says whose turn it is, if there is one. `fields` has all fields of states by path.
local function changes_of(snapshot, state, fields)
  local set, named = {}, nil
  for _, difference in ipairs((differences(snapshot, state, true))) do
    local change = (" from %s to %s"):format(text_of(difference.before), text_of(difference.after))
    local path, field = difference.path, fields[difference.path]
    local name = path == "" and "the state" or path
    set[name .. change], set["a field" .. change] = true, true
    if NAMES[path:match "[%w_]*$"] and not (field and field.kinds > MAX_SIDES) then named = name .. change end
  end
  return set, named
end

-- Keeps in `common` what a set has, too; the first set is copied.
local function intersect(common, set)
  local rest = {}
  for text in pairs(common or set) do rest[text] = set[text] end
  return rest
end

-- Plays a game for some plies, and adds what moves change: to `kinds[1]` in plies 1, 3, ..., to `kinds[2]` in the
-- others. Each kind has what all such moves change, `common`, what any of them does, `any`, and their number.
local function play_turns(run, generator, kinds)
  local position = positions.begin(run)
  while position.plies < PLIES do
    position:pause()
    local list, is_chance = position:successors()
    if not list or position.outcomes > PLIES then return position end
    local snapshot = snapshots.take(position.state, run.plan.excluded)
    position.snapshot = snapshot
    position:read_player()
    position:go(lines.choose(generator, list, is_chance))
    if not is_chance then
      local kind = kinds[2 - position.plies % 2]
      local set, named = changes_of(snapshot, position.state, kinds.fields)
      kinds.named = kinds.named or named
      kind.common, kind.count = intersect(kind.common, set), kind.count + 1
      kinds.length = math.max(kinds.length, position.plies)
      for text in pairs(set) do kind.any[text] = true end
    end
  end
  return position
end

-- The first text, in order, that all moves of one kind have and none of the other; nil when there is none.
local function mark_of(kind, other)
  local mark
  for text in pairs(kind.common) do
    if not other.any[text] and (not mark or text < mark) then mark = text end
  end
  return mark
end

-- Plays some games. Returns what moves change in them, by plies; nil when a function of the game failed.
local function play_all(run, generator, fields)
  local kinds = {{any = {}, count = 0}, {any = {}, count = 0}, fields = fields, length = 0}
  for _ = 1, GAMES do
    if not positions.attempt(function() play_turns(run, generator, kinds):unwind() end) then return nil end
  end
  return kinds
end

-- Says so when `max_player` was never to move.
local function judge_max_player(run)
  local players, names = run.players, {}
  for i = 1, math.min(#players, 4) do names[i] = text_of(players[i]) end
  run.findings:add("turn", "player", {}, ("never returns `max_player`, %s; it has returned: %s"):format(
    text_of(run.plan.max_player), concat(names, ", ") .. (#players > 4 and ", ..." or "")))
end

-- Says so when `player` has always returned the same, and turns alternate by what the moves change.
local function judge_constant(run, kinds)
  local one, two, first, second = kinds[1], kinds[2], nil, nil
  if one.count >= MIN_PLIES and two.count >= MIN_PLIES and kinds.length >= MIN_LENGTH then
    first, second = mark_of(one, two), mark_of(two, one)
  end
  local always = ("always returns %s, but "):format(text_of(run.players[1]))
  if first and second then
    run.findings:add("turn", "player", {}, always
      .. ("turns alternate: the moves change %s, then %s, and so on"):format(first, second))
  elseif kinds.named then
    run.findings:add("turn", "player", {}, always .. "a move changes " .. kinds.named)
  end
end

-- Says what is wrong with `player`, after a run that has learned what is known of `fields`, by path.
return function(run, generator, fields)
  local plan = run.plan
  local function lacks_max_player() return plan.view == "player" and not has(run.players, plan.max_player) end
  local function is_constant() return #run.players == 1 and not plan.is_maxn end
  if not lacks_max_player() and not is_constant() then return end
  local kinds = play_all(run, generator, fields)
  if not kinds then
    if run:is_late() then
      run.findings:skip("turn", "player", ("whether `player`, which has always returned %s, is right. %s"):format(
        text_of(run.players[1]), run:more_time()))
    end
    return
  end
  if lacks_max_player() then
    judge_max_player(run)
  elseif is_constant() then
    judge_constant(run, kinds)
  end
end
