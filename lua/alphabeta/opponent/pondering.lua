-- Another's turn in which an opponent thinks about the reply that it expects: the mode "pondering". Internal:
-- `alphabeta.opponent` uses it.
--
-- It searches the position behind the reply `guess`, see position.lua. `seen` is the fingerprint of the state, and
-- `behind` that of the position. `has_ended` says that nothing is left to search. In the mode "idle", `seen` is a state
-- where it knows no reply to think about.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core = use "common.core"

local huge, ipairs, min, rawequal, type = math.huge, ipairs, math.min, rawequal, type

local pondering = {}

-- With this number of other replies the expected one is compared, which reads the whole state each time.
local MOST_COMPARED = 3

-- Whether the position after a reply can be told from those after others. It cannot in a game whose state lacks its
-- board, or keeps it where it cannot be read, such as in a closure. The opponent would then go on with the search
-- for the expected reply after any other.
local function can_recognize(opponent, guess, state, seen)
  local game, prints, compared = opponent.game, opponent.prints, 0
  for _, move in ipairs(seen.listed) do
    if not rawequal(move, guess.reply) and compared < MOST_COMPARED then
      compared = compared + 1
      local other = game:after(state, seen.listed, move)
      local there = other and other:enter(function() return prints:of(other.root) end)
      if not there then return false end
      local is_other = guess:enter(function() return prints:differs(there, guess.root) end)
      opponent.calls:still()
      if not is_other then return false end
    end
  end
  return true
end

-- Begins to search the position after the expected reply, if that is legal and can be recognized. Otherwise does
-- nothing until the state changes.
local function begin(opponent, state)
  local prints, expected, before = opponent.prints, opponent.expected, opponent.mode.seen
  if not expected or expected.reply == nil or opponent.own_searcher:thinking() then return end
  if before and prints:is_same(before, state) then return end
  local seen = prints:of(state)
  local is_other = seen.player == nil or seen.player ~= expected.player
  local guess = is_other and opponent.game:after(state, seen.listed, expected.reply)
  opponent.mode = {name = "idle", seen = seen}
  if not guess or not can_recognize(opponent, guess, state, seen) then return end
  opponent.calls:still(guess:enter(function()
    local behind, limits = prints:of(guess.root), opponent.no_limits
    if behind.watch and not behind.watch.is_whole then return end
    opponent.own_searcher:start(guess.root, {
      time = limits.time, think = limits.think, past = opponent.record:past_of(guess.root), level = opponent.level,
    })
    opponent.mode = {name = "pondering", root = guess.root, seen = seen, behind = behind, guess = guess}
  end))
end

-- Looks whether the state is still that with the reply to come, or the one behind it. Returns whether it is.
local function follow(opponent, state)
  local prints, mode, guess = opponent.prints, opponent.mode, opponent.mode.guess
  if prints:can_go_on(mode.seen, state) then return true end
  if not guess.is_made and prints:can_go_on(mode.behind, state, true) then
    guess.is_made = not guess.is_in_place or rawequal(state, guess.root)
    mode.seen = mode.behind
    return true
  end
  opponent:leave()
  return false
end

-- A frame: thinks for a slice about a reply.
function pondering.frame(opponent, state)
  if opponent.mode.name ~= "pondering" then begin(opponent, state) end
  local mode = opponent.mode
  if mode.name ~= "pondering" or not follow(opponent, state) then return end
  mode.has_ended = mode.has_ended or opponent.own_searcher:step(opponent:slice_length(), mode.guess)
  opponent.prints:renew(mode.seen, state, mode.root)
end

-- The limits of a search that has pondered: the soft ones, because it has searched before.
local function limits_of(opponent)
  local limits = opponent.limits
  local think, time = limits.think or huge, limits.time or huge
  if type(think) == "table" then think = think[1] end
  if opponent.clock then time = min(time, opponent.calls:still(opponent.clock:share())) end
  return {stop = core.clock() + time, think = think}
end

-- It is the opponent's turn. Its search goes on if the reply was the expected one. Otherwise it ends, and its results
-- are in the table.
function pondering.take_turn(opponent, state)
  local mode, guess = opponent.mode, opponent.mode.guess
  if not opponent.prints:can_go_on(mode.behind, state, mode.seen ~= mode.behind) then
    opponent:leave()
    return
  end
  opponent.record:enter(state)
  opponent:begin_turn(state)
  guess.is_made = guess.is_made or rawequal(state, guess.root)
  opponent.mode = {
    name = "thinking", root = guess.root, seen = mode.behind, guess = guess, limits = limits_of(opponent),
    is_held = mode.has_ended,
  }
end

return pondering
