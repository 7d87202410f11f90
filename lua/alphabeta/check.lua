--- Finds out whether a game keeps its contract with the search. Its one function is @{alphabeta.check}, which
-- `require "alphabeta.check"` returns as well.
--
-- How it goes: the states near the start are visited breadth-first, then games are played at random. At each state that
-- is visited, all functions of the game are called, twice, and the state is compared with what it was before; moves are
-- made and taken back. What was played is taken back at the end of each game, and compared again at each ply. A defect
-- that has shown up deep in a game is looked for nearer to the start, by leaving out moves, and breadth-first.
--
-- After a defect the tables of the state are put back as they were, so that one defect does not bring along others.
-- What was found about keys and signs is told only where the functions that it rests upon have no other defects.
--
-- @module alphabeta.check
-- @license MIT
local NAME = ... -- "alphabeta.check", or what it is called where the folder lies elsewhere
local PACKAGE = NAME and NAME:match "^(.*)%.[^.]*$" or "alphabeta"

local core = require "alphabeta.core"
local random_numbers = require(PACKAGE .. ".random")
local snapshot = require(PACKAGE .. ".snapshot")
local values = require(PACKAGE .. ".rules")

local abs, concat, floor, huge, max, min, sqrt, type =
  math.abs, table.concat, math.floor, math.huge, math.max, math.min, math.sqrt, type
local draw, draw_seed = random_numbers.draw, random_numbers.draw_seed
local generator, sower = random_numbers.generator, random_numbers.sower
local complain, complaint, describe = values.complain, values.complaint, values.describe
local is_integer, is_object = values.is_integer, values.is_object
local place_of = values.place_of
local differences, restore, take, text_of = snapshot.differences, snapshot.restore, snapshot.take, snapshot.text
local is_as_before = snapshot.is_same

-- In whose name errors are raised.
local WHERE = "alphabeta.check: "

-- How many states are visited near the start before the games, and when a shorter line is looked for.
local NEAR, NEARER = 150, 500

-- How many lines are tried for a defect when moves are left out.
local MAX_LINES = 100

-- At how many of a state's moves a game looks, beside the one that it plays.
local MOVES_TRIED = 3

-- Luck may move so many times in a row; the search has the same limit.
local MAX_LUCK = 1000

-- An iterator may return so many moves.
local MAX_DRAWN = 100000

-- How many pairs of states with one key are looked at closely, and how many games are played to tell whether two states
-- are the same.
local MAX_COLLISIONS, ALIKE_GAMES, ALIKE_PLIES = 60, 3, 300

-- How many of a state's moves are followed for it.
local MAX_FOLLOWING = 200

-- Players that max^n tells apart.
local MAX_PLAYERS = 16

-- What it takes to say that an evaluation is good for the wrong one: pairs of states in a row, how strongly they are
-- correlated; ends of games with either player to move, and how many games more are to confirm what they show.
local SIGN_PAIRS, SIGN_CORRELATION, SIGN_ENDS, SIGN_GAMES = 30, 0.5, 4, 200

local ZOBRIST = debug.getmetatable(core.zobrist(1))

local CALLBACKS = {
  "moves", "make", "unmake", "play", "children", "evaluate", "player", "is_over", "chances", "hash", "order", "move_id",
  "noisy", "pass", "unpass",
}

-- What ends a game after a defect that leaves nothing to go on with. It is caught before anybody sees it.
local ABORT = {}

local Run = {}
Run.__index = Run

-- Findings ---------------------------------------------------------------------------------------------------------

-- A copy of an array, one entry longer if there is another one.
local function append(list, entry)
  local copy, n = {}, #list
  for i = 1, n do copy[i] = list[i] end
  copy[n + 1] = entry
  return copy
end

-- The moves of some steps.
local function moves_of(steps)
  local moves = {}
  for i, step in ipairs(steps) do moves[i] = step.move end
  return moves
end

-- Puts a defect down, unless it is known already by a line that is no longer. A defect is known by its kind and
-- the function of the game. `step` is what was tried after `steps`, nil when nothing was.
function Run:found(kind, callback, steps, step, message, more)
  local name = kind .. " " .. callback
  local finding = self.by_name[name]
  local length = #steps + (step and 1 or 0)
  if finding and #finding.line <= length then return end
  if not finding then
    self.by_name[name] = {}
    self.findings[#self.findings + 1] = self.by_name[name]
    finding = self.by_name[name]
  end
  local line = append(steps, step)
  finding.kind, finding.callback, finding.line, finding.message = kind, callback, moves_of(line), message
  finding.differences, finding.other, finding.taken_back, finding.has_more = nil, nil, nil, nil
  if kind == "change" then self.is_changed = true end
  for field, value in pairs(more or {}) do finding[field] = value end
  self.lines[finding] = line
end

-- The differences between a picture and a value, as fields of a finding.
local function differing(picture, now, is_lenient)
  local list, has_more = differences(picture, now, is_lenient)
  return {differences = list, has_more = has_more or nil}
end

-- Forgets what is a consequence of something else.
function Run:leave_out_consequences()
  local has_cause = false
  for _, finding in ipairs(self.findings) do
    local kind = finding.kind
    if kind == "error" or kind == "answer" or kind == "twice" or kind == "change" or kind == "restore"
      or kind == "shared" then
      has_cause = true
    end
  end
  if not has_cause then return end
  for i = #self.findings, 1, -1 do
    local kind = self.findings[i].kind
    if kind == "key" or kind == "collision" or kind == "sign" then table.remove(self.findings, i) end
  end
end

-- Positions --------------------------------------------------------------------------------------------------------

-- A position is a state with the steps that led there, and what is needed to take them back.
--
-- * `steps`: of each step its `index` among the moves (or outcomes) there were, the `move`, and `is_luck`;
-- * `undos`, `states`, `pictures`, `lists`: of each step what `make` returned, the state before, its picture, and
--   the list that the move came from with its picture;
-- * `plies`: decisions; `luck`: how often luck has moved since the last one.

-- The step to the move at an index.
local function step_at(list, index, is_luck)
  local move = list[index]
  if is_luck then move = move.outcome end
  return {index = index, move = move, is_luck = is_luck}
end

-- The state to start from. What was done to it is undone, as far as that is a matter of tables.
function Run:start_state()
  if self.make_state then
    local state = self.make_state()
    if state == nil then error(WHERE .. "argument 'state': expected a state, got nil from the function", 0) end
    return state
  end
  restore(self.root)
  return self.root.value
end

function Run:begin()
  return {
    state = self:start_state(), steps = {}, undos = {}, states = {}, pictures = {}, lists = {}, plies = 0, luck = 0,
  }
end

-- Calls a function of the game. An error in it is a finding. `step` is what it is called for, if for any.
function Run:ask(position, step, name, ...)
  local ok, result = pcall(self.rules[name], ...)
  if ok then return result end
  local message = type(result) == "string" and result or "an error value, " .. text_of(result)
  self:found("error", name, position.steps, step, "raises an error: " .. message, {error = result})
  error(ABORT, 0)
end

-- A wrong answer that leaves nothing to go on with.
function Run:reject(position, step, name, expected, got)
  self:found("answer", name, position.steps, step, ("expected %s, got %s"):format(expected, got))
  error(ABORT, 0)
end

-- Where functions change the state that must not, which has been told, the state is put back after they were called, so
-- that others are not blamed for it.
function Run:tidy(position)
  if self.is_changed then restore(position.picture) end
end

-- Plays a step.
function Run:go(position, step)
  local n = #position.steps + 1
  position.states[n], position.pictures[n] = position.state, position.picture
  local style = self.rules.style
  if style == "in place" then
    position.undos[n] = self:ask(position, step, "make", position.state, step.move)
  elseif style == "copying" then
    local state = self:ask(position, step, "play", position.state, step.move)
    if state == nil then self:reject(position, step, "play", "a state", "nil") end
    position.state = state
  else
    position.state = step.move
  end
  position.steps[n] = step
  if step.is_luck then
    position.luck = position.luck + 1
  else
    position.plies, position.luck = position.plies + 1, 0
  end
end

-- Takes all steps back, and compares each state with what it was, and each list.
function Run:unwind(position)
  local steps, played = position.steps, append(position.steps)
  for n = #played, 1, -1 do
    local state, picture = position.states[n], position.pictures[n]
    if self.rules.style == "in place" then
      steps[n] = nil
      self:ask({steps = played}, nil, "unmake", state, played[n].move, position.undos[n])
      if not is_as_before(picture, state) then
        local more = differing(picture, state)
        more.taken_back = #played - n + 1
        self:found("restore", "unmake", played, nil, "does not restore the state when moves were made since", more)
        restore(picture)
      end
    elseif not is_as_before(picture, state) then
      local name = self.rules.style == "copying" and "play" or "children"
      self:found("change", name, played, nil,
        ("changes a state that is played on from: the one after %d of these moves"):format(n - 1),
        differing(picture, state))
      restore(picture)
    end
    local list = position.lists[n]
    if list and not is_as_before(list.picture, list.value) then
      self:found("shared", list.name, played, nil,
        ("the array that it returned after %d of these moves was changed by later calls"):format(n - 1),
        differing(list.picture, list.value))
    end
  end
end

-- Answers ----------------------------------------------------------------------------------------------------------

-- Draws all moves from an iterator.
function Run:drain(position, name, draw_one)
  local list, n = {}, 0
  while true do
    local ok, move = pcall(draw_one)
    if not ok then
      self:found("error", name, position.steps, nil, "its iterator raises an error: " .. tostring(move), {error = move})
      error(ABORT, 0)
    end
    if move == nil then return list end
    n = n + 1
    list[n] = move
    if n > MAX_DRAWN then self:reject(position, nil, name, "an iterator that ends", "more than " .. MAX_DRAWN) end
  end
end

-- The list of moves (or children) that a function has returned; empty when there are none. Also, whether it came from
-- an iterator.
function Run:list_of(position, name, answer)
  if answer == nil then return {}, false end
  if type(answer) == "function" then return self:drain(position, name, answer), true end
  if type(answer) ~= "table" then
    self:reject(position, nil, name, "an array, an iterator or nil", describe(answer))
  end
  local n = #answer
  for i = 1, n do
    if answer[i] == nil then
      self:reject(position, nil, name, "an array without holes", ("nil at index %d of %d"):format(i, n))
    end
  end
  for key in next, answer do
    if is_integer(key) and key > n then
      self:reject(position, nil, name, "an array without holes",
        ("nil at index %d, and an entry at index %d"):format(n + 1, key))
    end
  end
  return answer, false
end

-- What luck may bring: nil where it does not move.
function Run:outcomes_of(position, answer)
  if answer == nil then return nil end
  if type(answer) ~= "table" then self:reject(position, nil, "chances", "an array or nil", describe(answer)) end
  local n, sum = #answer, 0
  if n == 0 then self:reject(position, nil, "chances", "at least one outcome", "an empty array") end
  for i = 1, n do
    local probability = type(answer[i]) == "table" and answer[i].probability
    if type(probability) ~= "number" or probability ~= probability or probability < 0 then
      self:reject(position, nil, "chances", "a probability of 0 or more at index " .. i, describe(probability or nil))
    end
    if answer[i].outcome == nil then self:reject(position, nil, "chances", "an outcome at index " .. i, "nil") end
    sum = sum + probability
  end
  if abs(sum - 1) > 1e-6 then
    self:found("probability", "chances", position.steps, nil,
      ("expected probabilities that add up to 1, got a sum of %s"):format(describe(sum)))
  end
  return answer
end

-- A key as text: equal texts are equal keys.
function Run:key_of(position, answer)
  if type(answer) == "string" then return "'" .. answer end
  if type(answer) == "number" and answer == answer then
    local text = tostring(answer) -- where there are integers of 64 bits, it writes all their digits
    return text:find "^%-?%d+$" and text or ("%.17g"):format(answer)
  end
  if type(answer) == "userdata" and debug.getmetatable(answer) == ZOBRIST then return "key " .. answer:get() end
  return self:reject(position, nil, "hash", "a number, a string or a Zobrist key", describe(answer))
end

-- Compares the state with what it was before a function was called that is not to change it.
function Run:compare_state(position, name, step)
  if is_as_before(position.picture, position.state) then return true end
  self:found("change", name, position.steps, step, "changes the state", differing(position.picture, position.state))
  restore(position.picture)
  return false
end

-- Asks a function of the game the same thing twice, and sees to it that the answers are the same and the state is left
-- alone. `read` makes of an answer what is compared: tables by their content, other values by `==`. Returns that, its
-- picture when it is a table, and what else `read` returns. In games, which are many, the state is looked at after both
-- calls.
function Run:question(position, name, read, ...)
  local first, extra = read(self:ask(position, nil, name, ...))
  local is_right = not position.is_thorough or self:compare_state(position, name)
  local picture = type(first) == "table" and take(first, nil)
  local second = read(self:ask(position, nil, name, ...))
  if is_right then is_right = self:compare_state(position, name) else restore(position.picture) end
  if not is_right then return first, picture, extra end
  if not picture then
    if first ~= second then
      self:found("twice", name, position.steps, nil,
        ("answers differently when it is asked again: %s, then %s"):format(text_of(first), text_of(second)))
    end
  elseif not is_as_before(picture, second, true) then
    self:found("twice", name, position.steps, nil, "answers differently when it is asked again",
      differing(picture, second, true))
  elseif not is_as_before(picture, first) then
    self:found("shared", name, position.steps, nil, "what it returned is changed when it is asked again",
      differing(picture, first))
  end
  return first, picture, extra
end

-- Values -----------------------------------------------------------------------------------------------------------

-- Is a number what `evaluate` may return? `whose` stands behind it in messages.
function Run:check_number(position, value, is_over, whose)
  local plan, bound = self.plan, nil
  if type(value) ~= "number" or value ~= value then
    self:reject(position, nil, "evaluate", "a number" .. whose, describe(value))
  end
  if self.rules.chances and not plan.win and abs(value) == huge then
    self:reject(position, nil, "evaluate", "a finite number" .. whose .. ", in a game with 'chances'", describe(value))
  end
  if plan.value_min and value < plan.value_min then bound = "less than 'value_min', " .. describe(plan.value_min) end
  if plan.value_max and value > plan.value_max then bound = "more than 'value_max', " .. describe(plan.value_max) end
  if plan.win and not is_over and abs(value) >= plan.win then
    bound = ("that of a decided game ('win' is %s), although the game goes on"):format(describe(plan.win))
  end
  if bound then
    self:found("bounds", "evaluate", position.steps, nil, ("returns %s%s, which is %s"):format(
      describe(value), whose, bound), {value = value})
  end
end

-- The same for the shares of all players.
function Run:check_shares(position, shares, is_over)
  if type(shares) ~= "table" then
    self:reject(position, nil, "evaluate", "a table from player to number, with algorithm 'maxn'", describe(shares))
  end
  local sum, count = 0, 0
  for player, share in next, shares do
    self:check_number(position, share, is_over, " for player " .. text_of(player))
    sum, count = sum + share, count + 1
    if self.shares and not self.shares[player] then
      self:reject(position, nil, "evaluate", "the same players as before", "another one, " .. text_of(player))
    end
  end
  if not self.shares then
    self.shares = {}
    for player in next, shares do self.shares[player] = true end
  end
  for _, player in ipairs(self.players) do
    if shares[player] == nil then
      self:reject(position, nil, "evaluate", "a number for player " .. text_of(player), "nil")
    end
  end
  for player in next, self.shares do
    if shares[player] == nil then
      self:reject(position, nil, "evaluate", "a number for player " .. text_of(player), "nil")
    end
  end
  if count > MAX_PLAYERS then
    self:reject(position, nil, "evaluate", ("at most %d players"):format(MAX_PLAYERS), tostring(count))
  end
  local most = self.plan.value_sum
  if most and sum > most + 1e-9 * max(1, abs(most)) then
    self:found("bounds", "evaluate", position.steps, nil,
      ("returns shares that add up to %s, which is more than 'value_sum', %s"):format(describe(sum), describe(most)),
      {value = sum})
  end
end

-- Asks whose turn it is. Puts down in the position the `mover`, as the game knows it, and its `seat`: 1 for the first
-- player that was seen, who is the one at the start, and so on; nil when nobody knows.
function Run:ask_player(position, is_over)
  local rules = self.rules
  if not rules.player then
    position.seat = position.plies % 2 + 1
    return
  end
  local mover = self:question(position, "player", function(answer) return answer end, position.state)
  position.mover, position.seat = mover, nil
  if mover == nil or mover ~= mover then
    if is_over and self.plan.view == "max" and #position.steps > 0 then return end
    self:reject(position, nil, "player", "a player", describe(mover))
  end
  local seat = 1
  while self.players[seat] ~= nil and self.players[seat] ~= mover do seat = seat + 1 end
  self.players[seat] = mover
  position.seat = seat
  self.me = self.players[1]
end

-- A player as messages show it.
function Run:name_of(seat)
  if not self.rules.player then return seat == 1 and "the player at the start" or "the other player" end
  return "player " .. text_of(self.players[seat])
end

-- Evaluates a position, looks at the value, and keeps it for what can be said about signs.
function Run:ask_value(position, is_over)
  local plan = self.plan
  if plan.is_maxn then
    local shares = self:question(position, "evaluate", function(answer) return answer end, position.state, self.me)
    self:check_shares(position, shares, is_over)
    return
  end
  local value = self:question(position, "evaluate", function(answer)
    self:check_number(position, answer, is_over, "")
    return answer
  end, position.state, self.me)
  if plan.sign then self:weigh(position, value, is_over) end
end

-- Signs ------------------------------------------------------------------------------------------------------------

-- What is known of evaluations, to tell for whom they are good when they are high:
--
-- * `pairs`: two states in a row, with different players to move, and their values, where neither is 0;
-- * `ends[seat]`: how many games have ended with a value above 0 and below 0 while that seat was to move; `size`, how
--   much these are worth, false when it is not always the same; `has_draws`, whether there were values of 0;
-- * `swaps`: how the value of a state changes with `me`.

local function new_signs()
  local function examples() return {[1] = {[1] = 0, [-1] = 0}, [2] = {[1] = 0, [-1] = 0}, shortest = {}} end
  return {pairs = {}, ends = examples(), opposite = 0, same = 0, other = 0}
end

-- Puts an end down.
function Run:count_end(steps, seat, value)
  local sign = value > 0 and 1 or -1
  local ends = self.signs.ends
  if value == 0 then
    ends.has_draws = true
    return
  end
  if ends.size == nil then ends.size = abs(value) end
  if ends.size ~= abs(value) then ends.size = false end
  ends[seat][sign] = ends[seat][sign] + 1
  local shortest = ends.shortest[seat]
  if not shortest or #shortest.steps > #steps then ends.shortest[seat] = {steps = append(steps), value = value} end
end

function Run:weigh(position, value, is_over)
  local signs, seat = self.signs, position.seat
  local before = position.before
  position.before = {value = value, seat = seat}
  if #self.players > 2 or not seat or abs(value) == huge then return end
  if is_over then self:count_end(position.steps, seat, value) end
  if before and before.seat and before.seat ~= seat and value ~= 0 and before.value ~= 0 then
    local pair = {before = before.value, value = value, seat = seat}
    local sign = before.value * value > 0 and "even" or "odd"
    if not signs[sign] or #signs[sign].steps > #position.steps then
      signs[sign] = pair
      pair.steps = append(position.steps)
    end
    signs.pairs[#signs.pairs + 1] = pair
  end
  if self.rules.player and self.players[2] ~= nil then
    local others = self:ask(position, nil, "evaluate", position.state, self.players[2])
    self:compare_state(position, "evaluate")
    if type(others) ~= "number" then return end
    if others ~= value then signs.other = signs.other + 1 end
    if others * value > 0 then signs.same = signs.same + 1 end
    if others * value < 0 then
      signs.opposite = signs.opposite + 1
      local shortest = signs.shortest
      if not shortest or #shortest.steps > #position.steps then
        signs.shortest = {steps = append(position.steps), value = value, others = others, seat = seat}
      end
    end
  end
end

-- How strongly the values of states in a row hang together, from -1 to 1, read for the player at the start; what it is
-- worth to be the one to move is left out. Returns nil when that cannot be told. Also tells how much they differ when
-- they are read in this way, in proportion to the other way.
function Run:correlate(is_mover)
  local list = self.signs.pairs
  if #list < SIGN_PAIRS then return nil end
  local function reading(value, seat) return is_mover and seat == 2 and -value or value end
  local sums, counts = {0, 0}, {0, 0}
  local unlike, like, has_plus, has_minus = 0, 0, false, false
  for _, pair in ipairs(list) do
    local seat = pair.seat
    local a, b = reading(pair.before, 3 - seat), reading(pair.value, seat)
    sums[3 - seat], counts[3 - seat] = sums[3 - seat] + a, counts[3 - seat] + 1
    sums[seat], counts[seat] = sums[seat] + b, counts[seat] + 1
    unlike, like = unlike + abs(a - b), like + abs(a + b)
    local for_mover = seat == 1 and b or -b
    if for_mover > 0 then has_plus = true else has_minus = true end
  end
  -- whoever moves is always ahead, or always behind: then both readings are possible
  if not (has_plus and has_minus) then return nil end
  local product, square_a, square_b = 0, 0, 0
  for _, pair in ipairs(list) do
    local seat = pair.seat
    local a = reading(pair.before, 3 - seat) - sums[3 - seat] / counts[3 - seat]
    local b = reading(pair.value, seat) - sums[seat] / counts[seat]
    product, square_a, square_b = product + a * b, square_a + a * a, square_b + b * b
  end
  if square_a == 0 or square_b == 0 then return nil end
  return product / sqrt(square_a * square_b), like / unlike
end

-- Have all games that were decided been won by the same player, as the values are read, whoever was to move at the
-- end? Values that are not always the same, or that are 0 or more, need not be good for the other player below 0.
function Run:one_winner(is_mover)
  local ends = self.signs.ends
  if not ends.size or not is_mover and ends.has_draws and ends[1][1] > 0 then return false end
  for _, sign in ipairs {1, -1} do
    local second = is_mover and -sign or sign
    if ends[1][-sign] == 0 and ends[2][-second] == 0 and ends[1][sign] >= SIGN_ENDS
      and ends[2][second] >= SIGN_ENDS then
      return true
    end
  end
  return false
end

-- Plays games to their ends, for what they are worth there, until it is clear that they have different winners. Returns
-- whether it is not.
function Run:confirm_one_winner(is_mover, draws)
  for _ = 1, SIGN_GAMES do
    if not self:one_winner(is_mover) then return false end
    if self.light_states > self.plan.nodes then break end
    self:attempt(function()
      local position = self:begin()
      while position.plies < self.plan.max_plies and position.luck < MAX_LUCK do
        local list, is_luck = self:look(position)
        self.light_states = self.light_states + 1
        if not list then break end
        local index = draw(draws, #list)
        self:go(position, step_at(list, index, is_luck))
      end
      if position.is_over then
        position.picture = take(position.state, self.excluded)
        self:ask_player(position, true)
        local value = self:ask(position, nil, "evaluate", position.state, self.me)
        if position.seat and position.seat <= 2 and abs(value) < huge then
          self:count_end(position.steps, position.seat, value)
        end
      end
    end)
  end
  return self:one_winner(is_mover)
end

local ADVICE = {
  max = "With view = \"max\" a high value is to be good for the player at the start, whoever is to move",
  mover = "With view = \"mover\" a high value is to be good for the player to move in the state",
}

-- Says for whom the evaluations are good, when that is the wrong one.
function Run:judge_signs(draws)
  local signs, view = self.signs, self.plan.view
  if #self.players > 2 or self.plan.is_maxn or not self.plan.sign then return end
  local advice = ADVICE[view]
  if signs.opposite > 0 and signs.same == 0 and view == "mover" then
    local shown = signs.shortest
    self:found("sign", "evaluate", shown.steps, nil, ("%s, but it turns round with `me`: %s for %s, %s for %s"):format(
      advice, describe(shown.value), self:name_of(1), describe(shown.others), self:name_of(2)), {value = shown.value})
    return
  end
  if signs.other > 0 then return end -- it knows whose search it is
  local is_mover = view == "mover"
  local correlation, ratio = self:correlate(is_mover)
  if correlation and correlation <= -SIGN_CORRELATION and ratio < 0.5 then
    local shown = is_mover and signs.even or signs.odd
    if shown then
      self:found("sign", "evaluate", shown.steps, nil,
        ("%s, but it %s with each move: %s when %s is to move, then %s"):format(
          advice, is_mover and "does not turn round" or "turns round", describe(shown.before),
          self:name_of(3 - shown.seat), describe(shown.value)), {value = shown.value})
      return
    end
  end
  if self:one_winner(is_mover) and self:confirm_one_winner(is_mover, draws) then
    local one, two = signs.ends.shortest[1], signs.ends.shortest[2]
    local longer, shorter = one, two
    if #two.steps > #one.steps then longer, shorter = two, one end
    self:found("sign", "evaluate", longer.steps, nil,
      ("%s, but then the same player has won all games, whoever moved last: %s at the end when %s is to move, %s "
        .. "when %s is. If that is right, say sign = false"):format(
        advice, describe(one.value), self:name_of(1), describe(two.value), self:name_of(2)),
      {other = moves_of(shorter.steps), value = longer.value})
  end
end

-- Keys -------------------------------------------------------------------------------------------------------------

-- The names of fields that hold what `hash` has returned, as far as it is not known that the game depends on them.
function Run:key_fields(state, answer)
  if type(state) ~= "table" or type(answer) == "userdata" then return nil end
  local names = {}
  for name, value in next, state do
    if value == answer and type(name) == "string" and not self.matters[name] then names[#names + 1] = name end
  end
  if #names == 0 then return nil end
  table.sort(names)
  local set = {}
  for _, name in ipairs(names) do set[name] = true end
  return set, concat(names, " ")
end

-- Compares the key of a position with those that were seen. What looks suspicious is looked at later, when the state is
-- not in use.
function Run:remember(position, key, answer)
  if self.has_lost_keys then return end
  local state = position.state
  local skipped, names = self:key_fields(state, answer)
  local content = self.fingerprint(state, skipped)
  if names then content = content .. " " .. names end
  local twin = self.by_content[content]
  if not twin then
    self.by_content[content] = {key = key, steps = append(position.steps)}
  else
    if #twin.steps > 0 or #position.steps > 0 then self.transpositions = self.transpositions + 1 end
    if twin.key ~= key then
      self.suspects[#self.suspects + 1] = {
        kind = "key", a = twin, b = {key = key, steps = append(position.steps)}, skipped = skipped,
      }
    end
  end
  local place = key .. " " .. (position.seat or 0)
  local other = self.by_key[place]
  if not other then
    self.by_key[place] = {content = content, steps = append(position.steps), key = key, compared = {}}
  elseif other.content ~= content and self.collisions < MAX_COLLISIONS and not other.compared[content] then
    other.compared[content] = true
    self.collisions = self.collisions + 1
    self.suspects[#self.suspects + 1] = {
      kind = "collision", a = other, b = {key = key, steps = append(position.steps), content = content},
    }
  end
end

-- What there is to be played in a position: a list, nil when the game is over; and whether luck moves. Nothing is
-- compared.
function Run:look(position)
  local rules = self.rules
  position.is_over = false
  if rules.is_over and self:ask(position, nil, "is_over", position.state) then
    position.is_over = true
    return nil
  end
  local outcomes
  if rules.chances then outcomes = self:outcomes_of(position, self:ask(position, nil, "chances", position.state)) end
  if outcomes then return outcomes, true end
  local list = self:list_of(position, self.lister, self:ask(position, nil, self.lister, position.state))
  position.is_over = #list == 0
  return #list > 0 and list or nil, false
end

-- Plays steps again from the start. Returns the position; nil when they cannot be played.
function Run:replay(steps)
  local position = self:begin()
  for _, step in ipairs(steps) do
    local list, is_luck = self:look(position)
    if not list or list[step.index] == nil then return nil end
    self:go(position, step_at(list, step.index, is_luck))
  end
  return position
end

-- Do two states play alike to the end, by whatever the same numbers draw? `skipped` are fields that are not compared.
function Run:play_alike(a, b, skipped)
  local has_ended = false
  for game = 1, ALIKE_GAMES do
    local traces = {}
    for i, steps in ipairs {a, b} do
      local draws = sower(game)
      local position = self:replay(steps)
      if not position then return false end
      local trace = {}
      for _ = 1, ALIKE_PLIES do
        local list, is_luck = self:look(position)
        trace[#trace + 1] = self.fingerprint(position.state, skipped)
        trace[#trace + 1] = list and #list or "over"
        if not list then
          has_ended = true
          break
        end
        local index = draw(draws, #list)
        local step = step_at(list, index, is_luck)
        trace[#trace + 1] = self.rules.style ~= "children" and self.fingerprint(step.move) or ""
        self:go(position, step)
      end
      traces[i] = concat(trace, "\n")
    end
    if traces[1] ~= traces[2] then return false end
  end
  return has_ended
end

-- What can be told of a state that its key must tell, too: texts by what they are about, and the keys that can follow.
function Run:behaviour(steps)
  local position = self:replay(steps)
  if not position then return nil end
  local rules, told = self.rules, {}
  local list, is_luck = self:look(position)
  told["whether the game is over"] = list and "it goes on" or "it is over"
  if not self.plan.is_maxn and (not list or not self.plan.ends_only) then
    local value = self:ask(position, nil, "evaluate", position.state, self.me)
    told["what `evaluate` returns"] = type(value) == "number" and ("%.9g"):format(value) or describe(value)
  end
  if not list then return told end
  if is_luck then
    local parts = {}
    for i, entry in ipairs(list) do parts[i] = ("%.9g"):format(entry.probability) end
    told["what luck may bring"] = concat(parts, " ")
  end
  local keys, seen = {}, {}
  for i = 1, min(#list, MAX_FOLLOWING) do
    local step = step_at(list, i, is_luck)
    local move, state = step.move, position.state
    local there, undo = {steps = append(position.steps, step)}, nil
    if rules.style == "in place" then
      undo = self:ask(position, step, "make", state, move)
    elseif rules.style == "copying" then
      state = self:ask(position, step, "play", state, move)
    else
      state = move
    end
    local key = self:key_of(there, self:ask(there, nil, "hash", state))
    if rules.player then
      key = ("%s (player %s)"):format(key, text_of(self:ask(there, nil, "player", state)))
    end
    if rules.style == "in place" then self:ask(position, step, "unmake", state, move, undo) end
    if not seen[key] then
      seen[key] = true
      keys[#keys + 1] = key
    end
  end
  table.sort(keys)
  told["what can follow, by its keys"] = concat(keys, ", ")
  return told
end

-- Two states have different keys: is it the same state?
function Run:settle_key(suspect, a, b)
  local skipped, is_same = suspect.skipped, true
  if skipped then
    is_same = false
    self:attempt(function() is_same = self:play_alike(a.steps, b.steps, skipped) end)
  end
  if is_same then
    self:found("key", "hash", b.steps, nil, ("returns different keys for the same state: %s and %s"):format(
      a.key, b.key), {other = moves_of(a.steps)})
  else
    for name in pairs(skipped) do self.matters[name] = true end
  end
end

-- Two states have the same key: is there anything that tells them apart?
function Run:settle_collision(a, b)
  local told_a, told_b
  self:attempt(function() told_a, told_b = self:behaviour(a.steps), self:behaviour(b.steps) end)
  if not told_a or not told_b then return end
  local subjects, list = {}, {}
  for subject in pairs(told_a) do subjects[#subjects + 1] = subject end
  for subject in pairs(told_b) do
    if told_a[subject] == nil then subjects[#subjects + 1] = subject end
  end
  table.sort(subjects)
  for _, subject in ipairs(subjects) do
    local before, after = told_b[subject], told_a[subject]
    if before ~= after then
      list[#list + 1] = {
        path = subject, before = before, after = after,
        text = ("%s: %s here, %s there"):format(subject, before or "nothing", after or "nothing"),
      }
    end
  end
  if #list == 0 then return end
  local is_ahead = true
  for i, step in ipairs(a.steps) do is_ahead = is_ahead and b.steps[i].index == step.index end
  self:found("collision", "hash", b.steps, nil, is_ahead
    and ("returns the same key before and after moves that change the game: %s"):format(a.key)
    or ("returns the same key for different states: %s"):format(a.key),
    {other = moves_of(a.steps), differences = list})
end

-- Looks at what is suspicious about keys.
function Run:settle_suspects()
  local suspects = self.suspects
  self.suspects = {}
  for _, suspect in ipairs(suspects) do
    local a, b = suspect.a, suspect.b
    if #a.steps > #b.steps then a, b = b, a end
    local finding = self.by_name[suspect.kind .. " hash"]
    if not finding or #finding.line > #b.steps then
      if suspect.kind == "key" then self:settle_key(suspect, a, b) else self:settle_collision(a, b) end
    end
  end
end

-- Visits -----------------------------------------------------------------------------------------------------------

-- Makes a move and takes it back, and again if it is to be found out whether it does the same then.
function Run:try_in_place(position, step, key, is_again)
  local state, picture, move = position.state, position.picture, step.move

  local function is_restored()
    if is_as_before(picture, state) then return true end
    self:found("restore", "unmake", position.steps, step, "does not restore the state", differing(picture, state))
    restore(picture)
    return false
  end

  local undo = self:ask(position, step, "make", state, move)
  local after = is_again and take(state, self.excluded)
  self:ask(position, step, "unmake", state, move, undo)
  if not is_restored() then return end
  if is_again then
    undo = self:ask(position, step, "make", state, move)
    if not is_as_before(after, state, true) then
      self:found("twice", "make", position.steps, step, "does something else when the same move is made again",
        differing(after, state, true))
    end
    self:ask(position, step, "unmake", state, move, undo)
    if not is_restored() then return end
  end
  if not key or self.by_name["twice hash"] then return end
  local now = self:key_of(position, self:ask(position, step, "hash", state))
  self:tidy(position)
  if now ~= key then
    self.has_lost_keys = true
    self:found("restore", "hash", position.steps, step,
      ("returns another key when the move was taken back: %s before, %s after"):format(key, now))
  end
end

-- Plays a move to a new state, twice. `last` is the new state of the move before, with its picture.
function Run:try_copying(position, step, last)
  local state = self:ask(position, step, "play", position.state, step.move)
  if state == nil then self:reject(position, step, "play", "a state", "nil") end
  if not self:compare_state(position, "play", step) then return nil end
  local picture = take(state, self.excluded)
  local again = self:ask(position, step, "play", position.state, step.move)
  if not self:compare_state(position, "play", step) then return nil end
  if not is_as_before(picture, again, true) then
    self:found("twice", "play", position.steps, step, "returns another state when the same move is played again",
      differing(picture, again, true))
  elseif not is_as_before(picture, state) then
    self:found("shared", "play", position.steps, step, "changes the state that it has returned before",
      differing(picture, state))
  elseif last and not is_as_before(last.picture, last.state) then
    self:found("shared", "play", position.steps, step, "changes the state that it has returned for the move before",
      differing(last.picture, last.state))
  end
  return {state = state, picture = picture}
end

-- Passes, and takes it back.
function Run:try_pass(position)
  local rules, state = self.rules, position.state
  if not rules.pass then return end
  local after, undo = state, nil
  if rules.style == "in place" then
    if not rules.unpass then
      self:found("answer", "pass", position.steps, nil, "there is no 'unpass', and the game is played in place")
      return
    end
    undo = self:ask(position, nil, "pass", state)
  else
    after = self:ask(position, nil, "pass", state)
    if after == nil then self:reject(position, nil, "pass", "a state", "nil") end
    self:compare_state(position, "pass")
  end
  local mover = rules.player and self:ask(position, nil, "player", after)
  if rules.style == "in place" then
    self:ask(position, nil, "unpass", state, undo)
    if not is_as_before(position.picture, state) then
      self:found("restore", "unpass", position.steps, nil, "does not restore the state",
        differing(position.picture, state))
      restore(position.picture)
    end
  end
  if rules.player and mover == position.mover and #self.players == 2 then
    self:found("turn", "pass", position.steps, nil, ("leaves the turn where it was: with %s"):format(
      self:name_of(position.seat)))
  end
end

-- Are the moves of a list all different? In the children style, only a table that is there twice is told: different
-- moves may well lead to states that are equal.
function Run:check_distinct(position, list)
  local is_children, seen, tables = self.rules.style == "children", {}, {}
  for i, move in ipairs(list) do
    local first
    if type(move) ~= "table" then
      first = not is_children and move == move and seen[move]
      if move == move then seen[move] = i end
    elseif seen[move] then
      first = seen[move]
    else
      seen[move] = i
      if not is_children then
        local content = self.fingerprint(move)
        if tables[content] and values.is_same(list[tables[content]], move) then first = tables[content] end
        tables[content] = tables[content] or i
      end
    end
    if first then
      self:found("duplicate", self.lister, position.steps, nil,
        ("lists the same move twice, at index %d and at index %d: %s"):format(first, i, text_of(move)))
      return
    end
  end
end

-- Draws moves from an iterator again, making and taking back each before the next is drawn.
function Run:check_lazy(position, list)
  local draw_one = self:ask(position, nil, self.lister, position.state)
  if type(draw_one) ~= "function" then return end
  for i = 1, #list + 1 do
    local ok, move = pcall(draw_one)
    if not ok or not values.is_same(move, list[i]) and not (type(move) == "table" and self.rules.style == "children")
      or (move == nil) ~= (list[i] == nil) then
      self:found("twice", self.lister, position.steps, nil,
        ("its iterator goes on differently when moves are made and taken back meanwhile: %s at index %d, not %s")
          :format(ok and text_of(move) or tostring(move), i, text_of(list[i])))
      return
    end
    if move == nil then return end
    local step = {index = i, move = move}
    if self.rules.style == "in place" then
      local undo = self:ask(position, step, "make", position.state, move)
      self:ask(position, step, "unmake", position.state, move, undo)
      if not is_as_before(position.picture, position.state) then
        restore(position.picture) -- told elsewhere
        return
      end
    elseif self.rules.style == "copying" then
      self:ask(position, step, "play", position.state, move)
    end
  end
end

-- What is asked of each move of a list.
function Run:check_moves(position, list)
  local rules = self.rules
  for _, name in ipairs {"order", "move_id"} do
    if rules[name] then
      local is_id = name == "move_id"
      for i, move in ipairs(list) do
        local step = {index = i, move = move}
        local first = self:ask(position, step, name, position.state, move)
        local is_right = type(first) == "number" and first == first and (not is_id or is_integer(first))
        if not is_right then
          self:reject(position, step, name, is_id and "an integer" or "a number", describe(first))
        end
        local again = self:ask(position, step, name, position.state, move)
        if first ~= again then
          self:found("twice", name, position.steps, step,
            ("answers differently when it is asked again: %s, then %s"):format(describe(first), describe(again)))
        end
        if not self:compare_state(position, name, step) then break end
      end
    end
  end
  if rules.noisy then
    local noisy = self:question(position, "noisy", function(answer)
      return (self:list_of(position, "noisy", answer))
    end, position.state)
    if rules.style ~= "children" then
      for _, move in ipairs(noisy) do
        if not place_of(move, list) then
          self:found("answer", "noisy", position.steps, nil,
            ("lists what is no move of the state: %s"):format(text_of(move)))
          break
        end
      end
    end
  end
end

-- Visits a position: asks all that can be asked there, and tries its moves, all of them unless `draws` chooses some.
-- Returns the list of what can be played, nil when the game is over, and whether luck moves.
function Run:visit(position, draws)
  local rules, state = self.rules, position.state
  self.states = self.states + 1
  position.picture, position.is_thorough = take(state, self.excluded), draws == nil

  local is_over, list, picture, is_luck, is_lazy = false, nil, nil, false, false
  if rules.is_over then
    is_over = self:question(position, "is_over", function(answer) return answer and true or false end, state)
  end
  if not is_over and rules.chances then
    list, picture = self:question(position, "chances", function(answer)
      return self:outcomes_of(position, answer)
    end, state)
    is_luck = list ~= nil
  end
  if not is_over and not is_luck then
    list, picture, is_lazy = self:question(position, self.lister, function(answer)
      return self:list_of(position, self.lister, answer)
    end, state)
    is_over = #list == 0
  end
  if is_over then list = nil end

  self:ask_player(position, is_over)
  local key, answer
  if rules.hash then
    key = self:question(position, "hash", function(result)
      answer = result
      return self:key_of(position, result)
    end, state)
  end
  if is_over or not self.plan.ends_only then self:ask_value(position, is_over) end
  if not is_over and not is_luck then
    self:check_distinct(position, list)
    self:check_moves(position, list)
    self:try_pass(position)
    if is_lazy then self:check_lazy(position, list) end
  end
  if list then self:try_successors(position, list, is_luck, key, draws) end
  if key then self:remember(position, key, answer) end
  if list then
    self:keep_list(position, list, picture, is_luck)
    if not is_as_before(picture, list) then
      self:found("shared", is_luck and "chances" or self.lister, position.steps, nil,
        "what it returned is changed when moves are made", differing(picture, list))
    end
  end
  return list, is_luck
end

-- Tries moves.
function Run:try_successors(position, list, is_luck, key, draws)
  local n = #list
  local first, last = 1, n
  if draws and n > MOVES_TRIED then
    first = draw(draws, n)
    last = first + MOVES_TRIED - 1
  end
  local before
  for i = first, last do
    local index = (i - 1) % n + 1
    local move, probability = list[index], 1
    if is_luck then move, probability = move.outcome, move.probability end
    if probability > 0 then
      local step = {index = index, move = move, is_luck = is_luck}
      if self.rules.style == "in place" then
        self:try_in_place(position, step, key, not draws or i == first)
      elseif self.rules.style == "copying" then
        before = self:try_copying(position, step, before)
      end
    end
  end
end

-- Keeps the list that the next step comes from. One that is the array of an earlier step must have the same content.
function Run:keep_list(position, list, picture, is_luck)
  local name = is_luck and "chances" or self.lister
  for n = #position.steps, 1, -1 do
    local earlier = position.lists[n]
    if earlier and earlier.value == list and not is_as_before(earlier.picture, list) then
      self:found("shared", name, position.steps, nil,
        ("returns the array that it returned after %d of these moves, with another content"):format(n - 1),
        differing(earlier.picture, list))
      break
    end
  end
  position.lists[#position.steps + 1] = {value = list, picture = picture, name = name}
end

-- Goes ahead without a visit.
function Run:pass_by(position)
  position.picture = take(position.state, self.excluded)
  local list, is_luck = self:look(position)
  self:tidy(position)
  if list then self:keep_list(position, list, take(list), is_luck) end
  return list, is_luck
end

-- Walks ------------------------------------------------------------------------------------------------------------

-- Runs something that may end after a defect.
function Run.attempt(_, work)
  local ok, err = pcall(work)
  if not ok and err ~= ABORT then error(err, 0) end
  return ok
end

-- Plays a game at random. Returns its steps.
function Run:play_game(draws)
  local position = self:begin()
  local steps
  self:attempt(function()
    while self.states < self.plan.nodes do
      local list, is_luck = self:visit(position, draws)
      if not list then
        self.ended = self.ended + 1
        break
      end
      if not is_luck and position.plies >= self.plan.max_plies then
        if not self.plan.endless then
          self:found("endless", self.lister, position.steps, nil,
            ("the game has not ended after %d plies. If that is right, say endless = true, or raise max_plies"):format(
              position.plies))
        end
        break
      end
      if position.luck >= MAX_LUCK then
        self:found("endless", "chances", position.steps, nil,
          ("luck has moved %d times in a row: expected a decision or the end"):format(MAX_LUCK))
        break
      end
      local index = draw(draws, #list)
      if is_luck then
        while list[index].probability == 0 do index = index % #list + 1 end
      end
      self:go(position, step_at(list, index, is_luck))
      self.plies = self.plies + (is_luck and 0 or 1)
    end
    steps = append(position.steps)
    self:unwind(position)
  end)
  return steps
end

-- Walks along a line, and visits its last states. `choose(list, is_luck, n)` returns the index of the n-th step, nil
-- when there is none. Returns the last state's list, and whether luck moves there.
function Run:walk(length, visits, choose)
  local last, last_is_luck
  self:attempt(function()
    local position = self:begin()
    for n = 1, length + 1 do
      local look = n > length + 1 - visits and self.visit or self.pass_by
      local list, is_luck = look(self, position)
      if n == 1 and look == self.pass_by then self:ask_player(position, false) end
      if n > length then
        last, last_is_luck = list, is_luck
        self.last_content = self.fingerprint(position.state)
        self.last_seat = position.seat
      else
        local index = list and choose(list, is_luck, n)
        if not index then break end
        self:go(position, step_at(list, index, is_luck))
      end
    end
    self:unwind(position)
  end)
  return last, last_is_luck
end

-- Is there a defect that may show on a line no longer than so many moves, and is known by a longer one only?
function Run:has_longer(length)
  for _, finding in ipairs(self.findings) do
    if finding.kind ~= "endless" and #finding.line > length then return true end
  end
  return false
end

-- Visits states breadth-first, where it ended the last time, until so many more were visited. With `is_shortening`, not
-- beyond what may make a line shorter.
function Run:explore(count, is_shortening)
  local queue = self.queue
  while count > 0 and self.head <= #queue do
    local line = queue[self.head]
    if is_shortening and not self:has_longer(#line) then return end
    queue[self.head] = nil
    self.head, count = self.head + 1, count - 1
    self.depth = #line
    local list, is_luck = self:walk(#line, 1, function(choices, _, n) return choices[line[n]] ~= nil and line[n] end)
    self:settle_suspects()
    local content = list and self.last_content .. " " .. (self.last_seat or 0)
    if list and not self.expanded[content] then
      self.expanded[content] = true
      for index = 1, #list do
        if not is_luck or list[index].probability > 0 then queue[#queue + 1] = append(line, index) end
      end
    end
  end
end

-- Looks for shorter lines by leaving out moves.
function Run:shorten(finding)
  local kind, tries = finding.kind, 0
  if kind == "endless" or kind == "key" or kind == "collision" or kind == "sign" then return end

  local function shows(line)
    tries = tries + 1
    local length = #finding.line
    self:walk(#line, 2, function(list, is_luck, n)
      local step = line[n]
      if is_luck or self.rules.style == "children" then return list[step.index] ~= nil and step.index end
      return place_of(step.move, list)
    end)
    return #finding.line < length
  end

  local size = floor(#finding.line / 2)
  while size >= 1 and #finding.line > self.depth do
    local line, is_shorter = self.lines[finding], false
    local at = 1
    while at + size - 1 <= #line and tries < MAX_LINES do
      local candidate = {}
      for i, step in ipairs(line) do
        if i < at or i >= at + size then candidate[#candidate + 1] = step end
      end
      if shows(candidate) then
        is_shorter = true
        break
      end
      at = at + size
    end
    if tries >= MAX_LINES then break end
    if is_shorter then size = min(size, floor(#finding.line / 2)) else size = floor(size / 2) end
  end
end

-- Plays moves of a game in another order: what is the same state then must have the same key.
function Run:permute(steps, draws)
  if not self.rules.hash or self.has_lost_keys or self.rules.style == "children" then return end
  for _ = 1, 3 do
    if #steps < 3 then return end
    local at = draw(draws, #steps - 2)
    local line = append(steps)
    for i = at + 3, #line do line[i] = nil end
    line[at], line[at + 2] = line[at + 2], line[at]
    if not (line[at].is_luck or line[at + 1].is_luck or line[at + 2].is_luck) then
      self:walk(#line, 1, function(list, is_luck, n)
        if is_luck then return list[line[n].index] ~= nil and line[n].index end
        return place_of(line[n].move, list)
      end)
    end
  end
end

-- The report -------------------------------------------------------------------------------------------------------

local Report = {}
Report.__index = Report

-- Moves as text on one line.
local function line_text(line)
  if #line == 0 then return "none, it shows at the start" end
  local parts = {}
  for i, move in ipairs(line) do
    if #line <= 24 or i <= 12 or i > #line - 6 then
      parts[#parts + 1] = text_of(move)
    elseif i == 13 then
      parts[#parts + 1] = ("... (%d more)"):format(#line - 18)
    end
  end
  return concat(parts, ", ")
end

--- What was found, as text: one line when nothing was.
function Report.__tostring(report)
  local lines = {("alphabeta.check: %s in %d games, %d states (seed %d)"):format(
    report.ok and "no defect" or #report.findings == 1 and "1 defect" or #report.findings .. " defects",
    report.games, report.states, report.seed)}
  for i, finding in ipairs(report.findings) do
    lines[#lines + 1] = ("%d. %s: %s"):format(i, finding.callback, finding.message)
    lines[#lines + 1] = "   moves: " .. line_text(finding.line)
    if finding.taken_back then lines[#lines] = lines[#lines] .. "; " .. finding.taken_back .. " of them taken back" end
    if finding.other then lines[#lines + 1] = "   there: " .. line_text(finding.other) end
    for _, difference in ipairs(finding.differences or {}) do lines[#lines + 1] = "   " .. difference.text end
    if finding.has_more then lines[#lines + 1] = "   and more" end
  end
  for _, note in ipairs(report.notes) do lines[#lines + 1] = "note: " .. note end
  return concat(lines, "\n")
end

--- Raises the report's text as an error, if there are findings.
function Report:assert()
  if not self.ok then error(tostring(self), 2) end
  return self
end

-- The options ------------------------------------------------------------------------------------------------------

local function is_boolean(value) return type(value) == "boolean" end
local function is_finite(value) return type(value) == "number" and value == value and abs(value) < huge end
local function is_number(value) return type(value) == "number" and value == value end

local function integer_from(low)
  return function(value) return is_integer(value) and value >= low end
end

-- For each option, what it is expected to be, and a function that tells whether a value is that.
local OPTIONS = {
  algorithm = {"'alphabeta', 'pvs', 'mtdf', 'minimax' or 'maxn'", function(value)
    return value == "alphabeta" or value == "pvs" or value == "mtdf" or value == "minimax" or value == "maxn"
  end},
  endless = {"true or false", is_boolean},
  ends_only = {"true or false", is_boolean},
  exclude = {"an array of fields", function(value) return type(value) == "table" end},
  games = {"an integer from 0 on", integer_from(0)},
  max_plies = {"an integer from 1 on", integer_from(1)},
  maximize = {"true or false", is_boolean},
  nodes = {"an integer from 1 on", integer_from(1)},
  seed = {"an integer", is_integer},
  sign = {"true or false", is_boolean},
  value_max = {"a number", is_number},
  value_min = {"a number", is_number},
  value_sum = {"a number", is_number},
  view = {"'max' or 'mover'", function(value) return value == "max" or value == "mover" end},
  win = {"a finite number greater than 1", function(value) return is_finite(value) and value > 1 end},
}

-- What does not go together. Returns a message, nil when all does.
local function misfit(options)
  local is_maxn, is_mover = options.algorithm == "maxn", options.view == "mover"
  if is_maxn then
    for _, name in ipairs {"maximize", "win"} do
      if options[name] ~= nil and options[name] ~= true then
        return complain(name, "nothing, with algorithm 'maxn'", describe(options[name]))
      end
    end
    if is_mover then return complain("view", "'max', with algorithm 'maxn'", "'mover'") end
  elseif options.value_sum then
    return complain("value_sum", "nothing, unless with algorithm 'maxn'", describe(options.value_sum))
  end
  if is_mover and options.maximize == false then
    return complain("maximize", "true, with view 'mover'", "false")
  end
  local low, high = options.value_min, options.value_max
  if low and high and low >= high then return complain("value_min", "less than 'value_max'", describe(low)) end
  if is_mover and (low or high) and (not low or not high or low ~= -high) then
    return complain("value_min", "the opposite of 'value_max', with view 'mover'", describe(low))
  end
  return nil
end

-- Reads the arguments. Returns what is to be done, or nil and a message.
local function plan_of(game, state, options)
  options = options == nil and {} or options
  if type(options) ~= "table" then
    return nil, "argument 'options': expected a table, got " .. describe(options)
  end
  if game ~= nil and not is_object(game) then
    return nil, "argument 'game': expected a game (a table of functions) or nil, got " .. describe(game)
  end
  if state == nil then return nil, "argument 'state': expected a state, or a function that returns one, got nil" end
  local message = complaint(options, OPTIONS, "") or misfit(options)
  if message then return nil, message end
  local excluded, wrong
  if options.exclude then
    excluded, wrong = snapshot.exclusion(options.exclude)
    if not excluded then
      return nil, complain("exclude", "fields such as 'cache' or 'board.cells[3]'", describe(wrong))
    end
    if not next(excluded) then excluded = nil end
  end
  return {
    games = options.games or 20, seed = options.seed or 0, max_plies = options.max_plies or 1000,
    nodes = options.nodes or 5000, view = options.view or "max", value_min = options.value_min,
    value_max = options.value_max, value_sum = options.value_sum, win = options.win, sign = options.sign ~= false,
    endless = options.endless == true, ends_only = options.ends_only == true,
    is_maxn = options.algorithm == "maxn", excluded = excluded,
  }
end

-- Makes a run of a plan. Returns it, or nil and a message.
local function new_run(plan, game, state)
  local run = setmetatable({
    plan = plan, excluded = plan.excluded, fingerprint = snapshot.fingerprints(plan.excluded),
    findings = {}, by_name = {}, lines = {},
    states = 0, light_states = 0, plies = 0, ended = 0, players = {},
    queue = {{}}, head = 1, depth = 0, expanded = {},
    by_content = {}, by_key = {}, suspects = {}, matters = {}, collisions = 0, transpositions = 0,
    signs = new_signs(),
  }, Run)
  local first = state
  if type(state) == "function" then
    run.make_state = state
    first = run:start_state()
  end
  local rules, message = values.read(game == nil and first or game, CALLBACKS)
  if not rules then return nil, message end
  if not rules.evaluate then return nil, "the game lacks 'evaluate'" end
  if plan.is_maxn and not rules.player then return nil, "option 'algorithm': 'maxn' needs a game with 'player'" end
  run.rules, run.lister = rules, rules.style == "children" and "children" or "moves"
  run.root = take(first)
  return run
end

-- What could not be looked at.
local function notes_of(run, games)
  local notes = {}
  if run.rules.hash and #run.findings == 0 and run.transpositions == 0 then
    notes[#notes + 1] = "no state came up twice, so it was not seen whether `hash` knows it again"
  end
  if games < run.plan.games then
    notes[#notes + 1] = ("%d games were played, not %d: 'nodes' is %d"):format(games, run.plan.games, run.plan.nodes)
  end
  return notes
end

--- Finds out whether a game keeps its contract. It is described as @{alphabeta.check}.
local function check(game, state, options)
  local plan, message = plan_of(game, state, options)
  local run
  if plan then run, message = new_run(plan, game, state) end
  if not run then error(WHERE .. message, 2) end

  run:explore(NEAR)
  local random, games = sower(plan.seed), 0
  while games < plan.games and run.states < plan.nodes do
    games = games + 1
    local draws = generator(draw_seed(random))
    local steps = run:play_game(draws)
    if steps and run.states < plan.nodes then run:permute(steps, draws) end
    run:settle_suspects()
  end
  run:judge_signs(generator(draw_seed(random)))
  run:leave_out_consequences()
  if run:has_longer(run.depth) then
    for _, finding in ipairs(run.findings) do run:shorten(finding) end
    run:explore(NEARER, true)
    run:judge_signs(generator(draw_seed(random)))
    run:leave_out_consequences()
  end
  if not run.make_state then restore(run.root) end

  return setmetatable({
    ok = #run.findings == 0, findings = run.findings, games = games, ended = run.ended, plies = run.plies,
    states = run.states, seed = plan.seed, notes = notes_of(run, games),
  }, Report)
end

return check
