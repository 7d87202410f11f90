-- What has no effect: `me`, where `evaluate` returns the same for several players; a `win` that no value reaches; a
-- `noisy` or an `order` that chooses nothing. And a `noisy` that is missing where captures are forced. Internal:
-- `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local games, lines, nil_globals = use("common.game", "check.lines", "check.nil_globals")
local describe, text_of = use "common.values".describe, use "common.show".text

local abs, concat, huge, max, min = math.abs, table.concat, math.huge, math.max, math.min

local effects = {}

local Effects = {}
Effects.__index = Effects

-- How many states are valued for all players, how many of them it takes to say that two players have the same values,
-- how many different values, and in how many states both must be better off than another player.
local MAX_VALUED, MIN_VALUED, MIN_KINDS, MIN_AHEAD = 200, 20, 2, 2

-- More players are not compared.
local MAX_PLAYERS = 6

-- How many decided games it takes to ask about `win`: where they are worth one value or two, and otherwise.
local MIN_ENDS, MIN_VARIED = 4, 12

-- How many decided games it takes to say that a won game is always worth the same.
local MIN_EQUAL = 8

-- How many states with several moves it takes to ask about `noisy` and `order`, and to ask why `noisy` lists nothing.
local MIN_LISTS, MIN_SILENT = 20, 150

-- Captures seem to be forced if a player's number of moves falls and comes back at the next turn: if the sum of the
-- products of two changes in a row is at most RETURNED times the sum of squares, over MIN_TURNS products. In draughts
-- it is about -0.5, in twelve other games mostly more than -0.35.
local RETURNED, MIN_TURNS = -0.42, 200

-- Makes the memory of a run for effects:
--
-- * `valued`: how many states were valued for all players; `kinds`, how many values the first of them has had;
--   `differs`, by two players, whether their values were not the same in a state; `compared` and `ahead`, in how many
--   states both were valued, and both better off than another one;
-- * `ends`: how many games had a winner, the `kinds` of what they were worth, the highest value `most` and the lowest
--   one `least`; `going`, the value farthest from 0 where the game goes on, with its steps;
-- * `noisy` and `order`: of the states with several moves, how many there were (`count`), in how many all moves were
--   noisy or had the same priority (`all`), and in how many none was (`none`);
-- * `turns`: of the current game, the last `ply`, and by player the last number of moves and how it had changed; of all
--   games, the sum of the `products` of two changes in a row, that of `squares`, and their `count`.
function effects.new(run)
  return setmetatable({
    run = run, valued = 0, seen = {}, kinds = 0, differs = {}, compared = {}, ahead = {}, pairs = {},
    ends = {count = 0, seen = {}, kinds = 0, most = -huge, least = huge},
    noisy = {count = 0, all = 0, none = 0}, order = {count = 0, all = 0, none = 0},
    turns = {ply = huge, products = 0, squares = 0, count = 0},
  }, Effects)
end

-- Values of several players ---------------------------------------------------------------------------------------

-- The values of a position for all players that were seen; the first is known.
local function values_of(position, value)
  local run, all = position.run, {value}
  local name = games.value_function(position.rules, position.is_over)
  for i = 2, min(#run.players, MAX_PLAYERS) do
    all[i] = position:ask(nil, name, position.state, run.players[i])
    if type(all[i]) ~= "number" then return nil end
  end
  return position:is_unchanged(name) and all or nil
end

-- Compares what a position is worth to each player, where there are more than two.
function Effects:compare_players(position, value)
  local run = self.run
  local plan = run.plan
  if #run.players < 3 or plan.view ~= "max" or plan.is_maxn or not plan.sign or plan.maximize ~= nil
    or self.valued == MAX_VALUED then
    return
  end
  local all = values_of(position, value)
  if not all then return end
  self.valued = self.valued + 1
  if not self.seen[value] and value == value then self.seen[value], self.kinds = true, self.kinds + 1 end
  local lowest = all[1]
  for i = 2, #all do lowest = min(lowest, all[i]) end
  for i = 1, #all do
    for j = i + 1, #all do
      local pair = i * MAX_PLAYERS + j
      self.compared[pair] = (self.compared[pair] or 0) + 1
      if all[i] ~= all[j] then self.differs[pair] = true end
      if all[i] == all[j] and all[i] > lowest then
        self.ahead[pair] = (self.ahead[pair] or 0) + 1
        self.pairs[pair] = self.pairs[pair] or {value = all[i], lowest = lowest}
      end
    end
  end
  if value ~= 0 and (not self.shown or #self.shown.steps > #position.steps) then
    self.shown = {steps = lines.copy(position.steps), value = value}
  end
end

-- With max^n, asks about a player who is paid, and was never to move.
function Effects:judge_idle_players(name)
  local run, idle, names = self.run, nil, {}
  if run.ended == 0 or run.plies < MIN_VALUED then return end
  local is_seen = {}
  for i, player in ipairs(run.players) do is_seen[player], names[i] = true, text_of(player) end
  for player in next, run.paid_players or {} do
    if not is_seen[player] and (not idle or text_of(player) < idle) then idle = text_of(player) end
  end
  if not idle then return end
  run.findings:ask("turn", "idle", ("`%s` returns a payoff for player %s, who is never to move: `player` has returned "
    .. "%s. Does a move pass the turn to the wrong player?"):format(name, idle, concat(names, ", ")))
end

-- Says so when `evaluate` ignores `me`, and asks about teams.
function Effects:judge_players()
  local run = self.run
  local count, all, team = min(#run.players, MAX_PLAYERS), true, nil
  for i = 1, count do
    for j = i + 1, count do
      local pair = i * MAX_PLAYERS + j
      local is_equal = not self.differs[pair] and (self.compared[pair] or 0) >= MIN_VALUED
      all = all and is_equal
      if is_equal and (self.ahead[pair] or 0) >= MIN_AHEAD then team = team or {i, j, pair} end
    end
  end
  local name = run.signs.name
  if run.plan.is_maxn then self:judge_idle_players(name) end
  if count > 2 and all and self.kinds >= MIN_KINDS and self.shown then
    run.findings:add("sign", name, self.shown.steps, ("it ignores `me`: it returns the same for all %d players in all"
      .. " %d states, such as %s here. Return what the state is worth to `me`. If all play together, let `player`"
      .. " return one player for all"):format(count, self.valued, describe(self.shown.value)),
      {value = self.shown.value})
  elseif team then
    local one, two, shown = run:name_of(team[1]), run:name_of(team[2]), self.pairs[team[3]]
    run.findings:ask("sign", "team", ("`%s`: %s and %s have the same value in all %d states, such as %s where another "
      .. "player has %s. Are they a team? A search takes all other players for opponents. Let `player` return the team "
      .. "whose turn it is, and value states for that team"):format(name, one, two, self.compared[team[3]],
      describe(shown.value), describe(shown.lowest)))
  end
end

-- Games that were won ----------------------------------------------------------------------------------------------

-- Notes what a finished game is worth.
function Effects:note_end(value)
  local ends = self.ends
  if value == 0 then return end
  ends.count, ends.most, ends.least = ends.count + 1, max(ends.most, value), min(ends.least, value)
  if not ends.seen[abs(value)] and value == value then
    ends.seen[abs(value)], ends.kinds = true, ends.kinds + 1
  end
end

-- Asks about a `win` that no finished game was worth.
function Effects:judge_win()
  local plan, ends = self.run.plan, self.ends
  local win = plan.win
  if not win or ends.most >= win or ends.least <= -win then return end
  if ends.count < (ends.kinds <= 2 and MIN_ENDS or MIN_VARIED) then return end
  local range = ends.most == ends.least and describe(ends.most)
    or ("%s %s %s"):format(describe(ends.least), ends.kinds == 1 and "or" or "to", describe(ends.most))
  local hedge = ends.kinds > 2 and " That is right if won games are rare." or ""
  self.run.findings:ask("idle", "win", ("option 'win' has no effect: none of %d decided games was worth %s or -%s. "
    .. "At the end `%s` returned %s.%s Return %s or more for a won game and -%s or less for a lost one, or leave 'win' "
    .. "out"):format(ends.count, describe(win), describe(win), games.value_function(plan.rules, true), range, hedge,
    describe(win), describe(win)))
end

-- Notes what a state is worth where the game goes on.
function Effects:note_going(position, value)
  local known = self.going
  if not known or abs(value) > abs(known.value) then
    self.going = {value = value, steps = lines.copy(position.steps)}
  end
end

-- Says so when states where the game goes on are worth more than a won game, which is always worth the same. Games of
-- points end with various values.
function Effects:judge_scale()
  local ends, going = self.ends, self.going
  local most = max(ends.most, -ends.least)
  local is_one = ends.kinds == 1 and ends.count >= MIN_EQUAL and self.run.signs:size_of_ends() ~= false
  if not self.run.plan.sign or not is_one or not going or abs(going.value) <= most then
    return
  end
  self.run.findings:add("bounds", "evaluate", going.steps, ("returns %s, but a won game is worth %s: a search prefers "
    .. "such a state to a win. Let `%s` return more for a won game than `evaluate` ever does, such as 1000000, and say "
    .. "win = 1000000"):format(describe(going.value), describe(most), games.value_function(self.run.plan.rules, true)),
    {value = going.value})
end

-- Functions that choose nothing -------------------------------------------------------------------------------------

-- Notes what `noisy` and `order` have returned in a position with several moves.
function Effects:note_choices(position, list)
  local noisy, priorities = position.noisy, position.priorities
  position.noisy, position.priorities = nil, nil
  if not list or #list < 2 then return end
  if noisy then
    local seen = self.noisy
    seen.count = seen.count + 1
    if #noisy >= #list then seen.all = seen.all + 1 elseif #noisy == 0 then seen.none = seen.none + 1 end
  end
  if priorities then
    local seen, is_same = self.order, true
    for i = 2, #list do is_same = is_same and priorities[i] == priorities[1] end
    seen.count = seen.count + 1
    if is_same then seen.all = seen.all + 1 end
  end
end

-- Asks about functions that choose nothing.
function Effects:judge_choices()
  local noisy, order, run = self.noisy, self.order, self.run
  if noisy.count >= MIN_LISTS and noisy.all == noisy.count then
    run.findings:ask("idle", "noisy", ("`noisy` lists all moves in all %d states with several moves. Quiescence then "
      .. "follows every line to its end, and the depth of a search means nothing. List the few moves that change the "
      .. "value at once, such as captures, or leave `noisy` out"):format(noisy.count))
  elseif noisy.count >= MIN_SILENT and noisy.none == noisy.count then
    run.findings:ask("idle", "noisy", ("`noisy` lists nothing in all %d states with several moves. Does it miss the "
      .. "moves that `%s` lists?"):format(noisy.count, run.plan.list_function))
  end
  if order.count >= MIN_LISTS and order.all == order.count then
    run.findings:ask("idle", "order", ("`order` returns the same number for all moves of a state, in all %d states with"
      .. " several moves, so that it orders nothing. Return higher numbers for better moves, or leave it out")
      :format(order.count))
  end
end

-- Captures that are forced ------------------------------------------------------------------------------------------

-- Notes how the number of a player's moves has changed since the turn before.
function Effects:note_turn(position, count)
  local turns, ply = self.turns, #position.steps
  if ply ~= turns.ply + 1 then turns.counts, turns.changes, turns.mover = {}, {}, nil end
  turns.ply = ply
  local mover = position.rules.player and text_of(position.mover) or ply % 2
  local before, last, change = turns.counts[mover], turns.changes[mover], nil
  if mover ~= turns.mover and before then
    change = count - before
    if last then
      turns.products, turns.squares, turns.count =
        turns.products + last * change, turns.squares + last * last, turns.count + 1
    end
  end
  turns.counts[mover], turns.changes[mover], turns.mover = count, change, mover
end

-- Asks whether captures are forced in a game that does not say which moves are noisy.
function Effects:judge_exchanges()
  local turns, rules = self.turns, self.run.plan.rules
  if rules.noisy or not rules.evaluate or rules.chances or self.run.plan.is_maxn or turns.count < MIN_TURNS
    or turns.products >= RETURNED * turns.squares then
    return
  end
  self.run.findings:ask("idle", "exchange", ("in %d turns, a player's number of moves mostly fell and came back at the "
    .. "next turn, as where captures are forced. A search then ends in the middle of an exchange, with a piece that is "
    .. "about to be taken. Let `noisy` list the captures, and the search follows them to their end")
    :format(turns.count))
end

-- The run -----------------------------------------------------------------------------------------------------------

-- Looks at a position.
function Effects:visited(position, list, is_chance, value)
  self:note_choices(position, list)
  if list and not is_chance then self:note_turn(position, #list) end
  if type(value) ~= "number" then return end
  if position.is_over then self:note_end(value) else self:note_going(position, value) end
  self:compare_players(position, value)
end

-- Says what has no effect.
function Effects:judge()
  nil_globals.judge(self.run)
  local cdata = self.run.plan.cdata
  if cdata then
    self.run.findings:skip("hidden", "cdata", ("what moves change in '%s', which is cdata: its content is not compared."
      .. " Give the check a state with tables there"):format(cdata))
  end
  if self.run.findings:has "error" or self.run.findings:has "answer" then return end
  self:judge_players()
  self:judge_win()
  self:judge_scale()
  self:judge_choices()
  self:judge_exchanges()
end

return effects
