-- What each move of a finished game was worth. Internal: this is `alphabeta.review`.
--
-- One search of each position values all its moves, so the best move and the played one have values of the same depth.
-- Values become chances to win by a logistic curve. Its unit is the game's own: the spread of the values of moves. Then
-- the game is looked at backwards, deeper: moves that look wrong, and moves after which the game turned out to be
-- decided. All of it happens in a copy of the state.

local PACKAGE = (... or "alphabeta.review.main"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local copy = require(PACKAGE .. ".common.copy")
local core = require(PACKAGE .. ".common.core")
local games = require(PACKAGE .. ".common.game")
local moves = require(PACKAGE .. ".common.moves")
local options = require(PACKAGE .. ".common.options")
local pictures = require(PACKAGE .. ".common.picture")
local values = require(PACKAGE .. ".common.values")
local words = require(PACKAGE .. ".review.words")

local abs, exp, huge, max, min, sort = math.abs, math.exp, math.huge, math.max, math.min, table.sort
local error, ipairs, setmetatable, type = error, ipairs, setmetatable, type

local WHERE = "alphabeta.review"

-- The least part of the chance to win that a move of each class gives up.
local BLUNDER, MISTAKE, INACCURACY = 0.3, 0.15, 0.07

-- A difference of so many spreads multiplies the odds to win by e.
local SPREADS = 5

-- Plies without any limit. The second look goes two plies deeper, or as deep as a decided game needs, but so many plies
-- at most, and by so many nodes as the first one.
local DEPTH, DEEPER, DEEPEST, MORE_NODES, LEAST_NODES = 6, 2, 6, 20, 1000

-- How fast the accuracy of a player falls with the mean loss.
local FALL = 6

local FUNCTIONS = {"moves", "make", "unmake", "play", "children", "is_over", "chances", "player"}

local ROWS = options.with_searchers({
  game = {"a table with the functions of the game", options.is_table},
  label = {"a function", values.is_callable},
}, {level = true, multipv = true, only = true, avoid = true, ties = true})

local function median(list)
  sort(list)
  return list[(#list + #list % 2) / 2] or 0
end

-- A value for one player: of max^n, that player's.
local function for_player(value, entry)
  if type(value) == "table" then return value[entry.player] end
  return entry.sign * value
end

-- The chance to win of a value, certain for a win in sight. Without a unit, nothing is known.
local function chance_of(self, value, win_in)
  local unit = self.unit
  if win_in then return win_in > 0 and 1 or 0 end
  if type(unit) == "table" then return min(1, max(0, (value - unit.low) / (unit.high - unit.low))) end
  return unit > 0 and 1 / (1 + exp(-value / unit)) or 0.5
end

-- What values are read by: the range of the results, if they are all that is known, or the spread of the moves.
local function find_unit(self, spreads)
  local meaning, most = self.meaning, 0
  if meaning.value_min and meaning.value_max then return {low = meaning.value_min, high = meaning.value_max} end
  if self.has_evaluate then return SPREADS * median(spreads) end
  for _, entry in ipairs(self.moves) do
    if entry.expected and abs(entry.expected) < huge then most = max(most, abs(entry.expected)) end
  end
  return most > 0 and {low = -most, high = most} or 0
end

-- Takes what a search of the position before a move has found.
local function take(entry, best, value, info)
  local scores = info.scores or {}
  entry.best, entry.best_value, entry.best_win_in = best, for_player(value, entry), info.win_in
  entry.depth, entry.nodes, entry.choices = info.depth, info.nodes, #scores
  for _, score in ipairs(scores) do
    if moves.is_same(score.move, entry.move) then
      entry.value, entry.win_in = for_player(score.value, entry), score.win_in
    end
  end
end

-- Searches the position before a move for the first time. Returns by how much the best move is better than the median.
local function judge(self, state, entry)
  local best, value, info = self.searcher:search(state, self.limits)
  entry.expected = for_player(value, entry)
  if entry.is_chance then return nil end
  take(entry, best, value, info)
  local list = {}
  for _, score in ipairs(info.scores or {}) do
    if not score.win_in then list[#list + 1] = for_player(score.value, entry) end
  end
  local spread = abs(entry.best_value - median(list))
  return #list > 1 and not entry.best_win_in and spread > 0 and spread or nil
end

-- Searches the position before a move again, deeper, if the move looks wrong, or if the next position is decided and
-- this search did not see that.
local function look_again(self, state, entry, following)
  if entry.is_chance or not entry.value or entry.choices < 2 then return end
  local deeper = 0
  local loss = chance_of(self, entry.best_value, entry.best_win_in) - chance_of(self, entry.value, entry.win_in)
  if loss >= INACCURACY then deeper = DEEPER end
  local win_in = following and not entry.win_in and following.best_win_in
  if win_in then deeper = max(deeper, min(DEEPEST, abs(win_in) + 1 - entry.depth)) end
  if deeper <= 0 then return end
  local best, value, info = self.searcher:search(state, {
    depth = entry.depth + deeper, nodes = MORE_NODES * entry.nodes + LEAST_NODES,
  })
  if info.depth > entry.depth then take(entry, best, value, info) end
end

-- The class of a move, by what it gives up. A move after which the game is lost in sight, and was not before, is a
-- blunder whatever the curve says. If the result stays the same, it is never one.
local function class_of(entry)
  local loss = entry.loss
  if entry.choices < 2 then return "forced" end
  if moves.is_same(entry.move, entry.best) or entry.value == entry.best_value then return "best" end
  local is_lost = entry.win_in and entry.win_in < 0
  if is_lost and not (entry.best_win_in and entry.best_win_in < 0) then return "blunder" end
  return loss >= BLUNDER and "blunder" or loss >= MISTAKE and "mistake" or loss >= INACCURACY and "inaccuracy" or "good"
end

-- Adds a move up for its player.
local function add_up(self, entry, following)
  local player = self.players[entry.player]
  if not player then
    player = {accuracy = 100, luck = 0, moves = 0, loss = 0}
    self.players[entry.player], self.order[#self.order + 1] = player, entry.player
  end
  if entry.is_chance then
    entry.class = "chance"
    if following then
      local after = following.expected * (following.player == entry.player and 1 or -1)
      entry.luck = chance_of(self, after) - chance_of(self, entry.expected)
      player.luck = player.luck + entry.luck
    end
    return
  end
  if not entry.value then
    entry.class = "unknown"
    return
  end
  entry.before = chance_of(self, entry.best_value, entry.best_win_in)
  entry.after = chance_of(self, entry.value, entry.win_in)
  entry.loss = max(0, entry.before - entry.after)
  entry.class = class_of(entry)
  player[entry.class] = (player[entry.class] or 0) + 1
  if entry.class == "forced" then return end
  player.moves, player.loss = player.moves + 1, player.loss + entry.loss
  player.accuracy = 100 * exp(-FALL * player.loss / player.moves)
  local worst = self.moves[self.turning_point]
  if words.WRONG[entry.class] and not (worst and worst.loss >= entry.loss) then self.turning_point = entry.number end
end

-- Goes through the game: forwards to judge each move, and back to look again.
local function go_through(self, rules, state, list)
  local path, spreads, at = {}, {}, state
  for number, move in ipairs(list) do
    local who = rules.rules.player and rules:call("player", at) or (number - 1) % 2 + 1
    local successors, is_chance = games.successors(rules, at)
    if is_chance then
      for i, outcome in ipairs(successors) do successors[i] = outcome.outcome end
    end
    local index = moves.index_of(move, successors or {})
    if not index then error(("%s: move %d cannot be played"):format(WHERE, number), 0) end
    local meaning = self.meaning
    local entry = {
      number = number, player = who, move = successors[index], is_chance = is_chance,
      sign = (meaning.view == "player" and who ~= meaning.max_player) ~= (meaning.maximize == false) and -1 or 1,
    }
    self.moves[number] = entry
    spreads[#spreads + 1] = judge(self, at, entry)
    local step = {before = at}
    at, step.undo = games.make(rules, at, entry.move)
    entry.label, path[number] = self.label(at, entry.move), step
  end
  self.unit = find_unit(self, spreads)
  for number = #list, 1, -1 do
    local entry, step = self.moves[number], path[number]
    games.unmake(rules, at, entry.move, step.undo)
    at = step.before
    look_again(self, at, entry, self.moves[number + 1])
    if entry.best ~= nil then
      local after, undo = games.make(rules, at, entry.best)
      entry.best_label = self.label(after, entry.best)
      games.unmake(rules, at, entry.best, undo)
    end
  end
end

-- Reviews a game, by its first state and its moves, outcomes of chance among them. Returns nil and what is wrong if an
-- argument is.
return function(state, list, given)
  given = given or {}
  if type(list) ~= "table" then
    return nil, WHERE .. ": argument 'moves': expected an array of moves, got " .. values.describe(list)
  end
  local message = options.check(given, ROWS)
  if message then return nil, WHERE .. ": " .. message end
  local source = given.game or state
  local functions, wrong = games.read(source, FUNCTIONS)
  if not functions then return nil, WHERE .. ": " .. wrong end
  local search = values.copy(given)
  search.label, search.game, search.multipv, search.time = nil, nil, "all", nil
  local is_limited = given.depth or given.nodes or given.time or given.think
  if not is_limited then search.depth = DEPTH end
  local meaning, mistake = options.meaning(given.game, state, given, given.algorithm)
  if not meaning then return nil, WHERE .. ": " .. mistake end
  local ok, searcher = pcall(core.new, given.game, search)
  if not ok then return nil, (options.rename_error(searcher, WHERE)) end
  local self = setmetatable({
    moves = {}, players = {}, order = {}, searcher = searcher, meaning = meaning,
    limits = given.time and {time = given.time / max(1, #list)} or nil,
    has_evaluate = values.is_callable(values.field_of(source, "evaluate")),
    label = given.label or function(_, move) return type(move) == "string" and move or pictures.text(move) end,
  }, words)
  go_through(self, games.strict(functions), copy(state), list)
  for number, entry in ipairs(self.moves) do add_up(self, entry, self.moves[number + 1]) end
  for _, entry in ipairs(self.moves) do entry.why = words.describe(entry) end
  searcher:close()
  self.searcher, self.label, self.limits, self.meaning, self.has_evaluate = nil, nil, nil, nil, nil
  return self
end
