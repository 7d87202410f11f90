-- A review of a finished game: searches its positions, forwards and then, where that is needed, deeper and backwards.
-- Internal: this is `alphabeta.review`, which loads it with the first review.
--
-- The best and the played move have values of the same search: values of two positions would come from odd and even
-- depths. In slices the review runs in a coroutine, which yields between the slices of its searches.

local use = require((...):match "^(.*)%..*%." .. ".use")

local copy, core, games, globals = use("common.copy", "common.core", "common.game", "common.globals")
local judge = use "review.judge"
local label_of = use "tree.label".of
local moves, options, plans, words = use("common.moves", "common.options", "review.plan", "review.words")

local abs, max, min = math.abs, math.max, math.min
local error, ipairs, pcall, remove, type = error, ipairs, pcall, table.remove, type
local clock = core.clock

local WHERE = "alphabeta.review: "

-- A move that looks wrong is searched a second time. That search goes DEEPER plies deeper, up to DEEPER_MOST, and may
-- visit NODES_TIMES times the nodes of the first, and NODES_MORE more.
local DEEPER, DEEPER_MOST, NODES_TIMES, NODES_MORE = 2, 6, 20, 1000

-- Without `evaluate`, values that are farther from the middle are results: mobility and the current result are nearer.
local ESTIMATE_MOST = 2e-3

-- The part of the time that the first look takes, and the part of what is left that each second look takes.
local FIRST_PART, SECOND_PART = 1 / 2, 1 / 4

local function fail(self, text, ...)
  error(WHERE .. ("move %d"):format(self.number) .. text:format(...), 0)
end

-- Returns the results of `pcall` behind the first, or raises its error, to which it has added no position.
local function passed(ok, ...)
  if not ok then error(..., 0) end
  return ...
end

-- Calls a method of the searcher, and counts its time.
local function call(self, name, ...)
  local ai, begun = self.searcher, clock()
  local first, second, third = passed(pcall(ai[name], ai, ...))
  self.spent = self.spent + clock() - begun
  return first, second, third
end

-- Searches a state, in slices if there are some. Returns what `searcher:search` returns.
local function search(self, state, limits)
  limits.past = self.past
  if not self.ends then return call(self, "search", state, limits) end
  call(self, "start", state, limits)
  while not call(self, "step", max(self.ends - clock(), 0)) do self.yield() end
  return call(self, "best")
end

-- What a search proves of a value, as `judge.carry` wants it: nil for an estimate.
local function proof_of(self, value, win_in, sign, info)
  if win_in then return win_in > 0 and 1 or -1 end
  if info.reason == "solved" then return 0 end
  local off = value - self.middle
  if not self.is_by_rules or info.bound == nil or abs(off) <= ESTIMATE_MOST then return nil end
  return off * sign > 0 and 1 or -1
end

-- Reads what a search of the position before a move has found. Values are those for the player who moves.
local function read(self, entry, best, value, info)
  local rules, scores = self.rules, info.scores or {}
  local is_for_other = rules.view == "player" and entry.player ~= rules.max_player
  local sign = is_for_other ~= self.wants_low and -1 or 1
  if type(value) == "number" then entry.best_value, entry.best_win_in = sign * value, info.win_in end
  entry.best, entry.depth, entry.nodes, entry.values, entry.scores = best, info.depth, info.nodes, {}, {}
  entry.payoffs = type(value) == "table" and value or nil
  for i, score in ipairs(scores) do
    local own = sign * score.value
    if i == 1 and not entry.best_value then entry.best_value, entry.best_win_in = own, score.win_in end
    if not score.win_in then entry.values[#entry.values + 1] = own end
    local is_played = moves.is_same(score.move, entry.move)
    if is_played then entry.value, entry.win_in = own, score.win_in end
    entry.scores[i] = {
      move = score.move, value = own, win_in = score.win_in, is_played = is_played,
      proof = proof_of(self, score.value, score.win_in, sign, info),
    }
  end
  entry.proof = entry.scores[1] and entry.scores[1].proof
  entry.is_one_game = info.deals == nil and not entry.payoffs
end

-- The index of the played move in the list of a position, and the move as the list has it.
local function find(self, list, is_chance, move)
  for i, each in ipairs(list or {}) do
    if is_chance then each = each.outcome end
    if moves.is_same(each, move) then return i, each end
  end
  return fail(self, ": expected one of the %s of the position, got %s", is_chance and "outcomes" or "moves",
    label_of(move) or type(move))
end

local function player_of(self, state)
  if not self.rules.player then return self.side end
  return games.mover(self.player, state)
end

-- The name of a move: by the option `label`, by the move itself, or by its index.
local function name(self, state, move, index)
  local given = move
  if self.label then given = self.label(state, move) end
  return label_of(given) or ("#%d"):format(index)
end

-- Keeps the key of the position before a move, if repetitions count.
local function note(self, state)
  if not self.past then return end
  local key = self.rules.hash and self.player:call("hash", state) or nil
  self.content_key = self.content_key or core.content_hash() -- it takes the states of one class
  self.past[#self.past + 1] = games.kept_key(key, state, self.content_key)
end

-- The first look: goes through the game.
local function go_forwards(self)
  local given, state = self.limits, self.state
  for number, move in ipairs(self.moves) do
    self.number = number
    local list, is_chance = games.successors(self.player, state)
    local index
    index, move = find(self, list, is_chance, move)
    local entry = {number = number, move = move, choices = #list, is_chance = is_chance, before_it = state}
    local last = self.entries[number - 1]
    if not is_chance or not last or last.is_chance then -- the decision before a throw says what that is worth
      entry.player, entry.list = player_of(self, state), list
      if not self.players[entry.player] then
        self.players[entry.player], self.player_count = true, self.player_count + 1
      end
      read(self, entry, search(self, state, {
        depth = given.depth, nodes = given.nodes, time = given.time and FIRST_PART * given.time / #self.moves,
      }))
    end
    if not is_chance then self.side = 3 - self.side end
    note(self, state)
    state, entry.undo = games.make(self.player, state, move)
    entry.label = name(self, state, move, index)
    self.entries[number] = entry
  end
end

-- How many plies deeper the second look at a move is: what looks wrong is looked at again, and a move after which the
-- next position is worth something else than this search has seen. 0 for no second look.
local function deeper_by(self, entry, after)
  if entry.is_chance or entry.choices < 2 or not entry.value or not self.looks_again then return 0 end
  local deeper = judge.looks_wrong(entry, self.scale) and DEEPER or 0
  if after and not after.is_chance and not entry.win_in and after.best_value then
    if after.best_win_in then
      deeper = max(deeper, abs(after.best_win_in) + 1 - entry.depth)
    elseif not self.has_win and judge.differs(entry, after, self.scale) then
      deeper = max(deeper, after.depth + 1 - entry.depth)
    end
  end
  return min(deeper, DEEPER_MOST)
end

-- The second look at a move.
local function look_again(self, entry, deeper)
  local time = self.limits.time
  time = time and SECOND_PART * max(time - self.spent, 0)
  if time and time <= 0 then return end
  local best, value, info = search(self, entry.before_it, {
    depth = entry.depth + deeper, nodes = NODES_TIMES * entry.nodes + NODES_MORE, time = time,
  })
  if info.depth > entry.depth then read(self, entry, best, value, info) end
end

-- Whether the next position proves what a move is worth. Deals of hidden hands prove nothing, and of three players one
-- may lose although another one does not win.
local function is_told(self, entry, following)
  return self.looks_again and not entry.is_chance and following and following.proof and not following.is_chance
    and entry.is_one_game and following.is_one_game and (entry.player == following.player or self.player_count <= 2)
end

-- Goes back to the start, looks again, and carries back what is proven.
local function go_backwards(self)
  for number = #self.entries, 1, -1 do
    local entry = self.entries[number]
    local state = entry.before_it
    self.number = number
    games.unmake(self.player, state, entry.move, entry.undo)
    if self.past then remove(self.past) end
    local deeper = deeper_by(self, entry, self.entries[number + 1])
    if deeper > 0 then look_again(self, entry, deeper) end
    if is_told(self, entry, self.entries[number + 1]) then judge.carry(entry, self.entries[number + 1], self.scale) end
    if entry.best ~= nil and not entry.is_chance then
      local after, undo = games.make(self.player, state, entry.best)
      entry.best_label = name(self, after, entry.best, moves.index_of(entry.best, entry.list) or 0)
      games.unmake(self.player, state, entry.best, undo)
    end
  end
end

-- The whole review.
local function run(self, review)
  go_forwards(self)
  self.scale = judge.scale(self.entries, self.unit, self.has_evaluate, self.low, self.high)
  go_backwards(self)
  judge.finish(review, self.entries, self.scale)
  for number, move in ipairs(review.moves) do move.why = review:describe(number) end
  review.is_ready = true
end

-- Ends the work. Returns the error as it is to be raised, and whether it is one of the arguments.
local function close(self, err)
  self.searcher:close()
  if err == nil then return nil end
  local text, is_ours = options.rename_error(err, "alphabeta.review")
  return text, is_ours
end

-- The method `step` of a review in slices.
local function stepper(self, review)
  local resume, status = globals.field(globals.coroutine, "resume"), globals.field(globals.coroutine, "status")
  self.yield = globals.field(globals.coroutine, "yield")
  local work = globals.field(globals.coroutine, "create")(function() run(self, review) end)
  return function(seconds)
    if review.is_ready then return true end
    if not work then error("review:step: an error has ended the review", 0) end
    self.ends = clock() + (seconds or self.slice)
    local ok, err = resume(work)
    if ok and status(work) ~= "dead" then return false end
    work = nil
    err = close(self, not ok and err or nil)
    if err ~= nil then error(err, 0) end
    return true
  end
end

-- Makes a review. Returns nil and what is wrong if an argument is, or a move; other errors are raised.
return function(state, played, given)
  local self, message = plans.read(state, played, given)
  if not self then return nil, WHERE .. message end
  self.player = games.player(self.rules, function(callback, mistake)
    fail(self, ", callback '%s': %s", callback, mistake)
  end)
  if self.rules.style == "in place" then self.state = copy(state) end
  local review = words.new(self.names)
  if self.slice then
    review.next_slice = stepper(self, review)
    return review
  end
  local ok, err = pcall(run, self, review)
  local text, is_ours = close(self, not ok and err or nil)
  if ok then return review end
  if is_ours then return nil, text end
  error(text, 0)
end
