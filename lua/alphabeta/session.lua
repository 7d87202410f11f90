-- A game in progress: its state, its players, and the moves that led there. Internal: this is `alphabeta.session`,
-- which loads it with the first session.
--
-- The session alone changes the state. So it finds out once, after each change, what can be played and by whom. Each
-- computer player is an opponent, whose moves the session makes. A move is recorded by its index among the legal ones,
-- an outcome by its index among the outcomes. The deal and each throw follow from the seed, a throw also from the
-- number of moves before it. So a saved game is a seed and a list of integers, and a move that is taken back and played
-- again brings the same throw.

local use = require((...):match "^(.*)%." .. ".use")

local core, copy, games, moves = use("common.core", "common.copy", "common.game", "common.moves")
local new_opponent, options, randoms, values = use("opponent", "common.options", "common.random", "common.values")

local concat, remove = table.concat, table.remove
local error, ipairs, next, pcall, setmetatable = error, ipairs, next, pcall, setmetatable
local check_self, tonumber, type = values.check_self, tonumber, type

local WHERE = "alphabeta.session"

-- A saved game begins with this name and the version of the format.
local NAME, VERSION = "alphabeta", "1"

-- Seeds are integers from 0 up to this number.
local SEEDS = 2 ^ 31

-- Which of the random numbers of a seed is the seed of the next game. Throws have the numbers from 1 on.
local NEXT_GAME = SEEDS

-- The names of the game's functions that a session calls.
local FUNCTIONS = {"moves", "make", "unmake", "play", "children", "is_over", "chances", "player"}

-- Options -------------------------------------------------------------------------------------------------------------

local OWN = {
  game = {"a table with the functions of the game", options.is_table},
  label = {"a function", values.is_callable},
  new = {"a function", values.is_callable},
  on_move = {"a function", values.is_callable},
  players = {"a table of computer players and of people's names, by player", options.is_table},
  seed = {"an integer from 0 to 2147483647", options.integer_from(0, SEEDS - 1)},
  state = {"a state", options.is_anything},
  wait = {"a function", values.is_callable},
}

-- The options that all computer players of a session may share, beside those of a search. They check the values.
local SHARED = {"at_least", "exclude", "on_thinking", "pause", "ponder", "slice"}

local ROWS = options.with_searchers(OWN, nil, SHARED)

-- The options of a computer player: its own, shared ones, and those of a search. The opponent checks their values.
local PLAYER_ROWS = options.with_searchers({
  clock = {"", options.is_anything}, name = {"a string", options.is_string}, on_resign = {"", options.is_anything},
}, {game = true}, SHARED)

-- Reports a wrong answer of a function of the game.
local function reject(name, mistake)
  error(("%s: callback '%s': %s"):format(WHERE, name, mistake), 0)
end

-- The position --------------------------------------------------------------------------------------------------------

local Session = {}
Session.__index = Session

-- Finds out what can be played in the state, and by whom. A hint for another state is not wanted any more.
local function look(self)
  if self.adviser then self.adviser:stop() end
  local list, is_chance, sum = games.successors(self.rules, self.state)
  self.list, self.is_chance, self.sum, self.who = {}, is_chance, sum, nil
  for i, successor in ipairs(list or {}) do self.list[i] = successor end
  if list and not is_chance then self.who = self.rules:call("player", self.state) end
end

-- Makes the move or brings the outcome with an index in the list. Returns its entry in the history.
local function apply(self, index)
  local entry = {index = index, who = self.who, move = self.list[index], before = self.state}
  if self.is_chance then entry.move = entry.move.outcome end
  self.state, entry.undo = games.make(self.rules, self.state, entry.move)
  self.history[#self.history + 1] = entry
  look(self)
  return entry
end

-- Takes back the last move or outcome. Returns its index.
local function take_back(self)
  local entry = remove(self.history)
  games.unmake(self.rules, self.state, entry.move, entry.undo)
  self.state = entry.before
  look(self)
  return entry.index
end

-- Makes a move that is new: what was taken back before can no longer be made again.
local function play(self, index)
  self.undone = {}
  local entry = apply(self, index)
  if self.on_move then self.on_move(entry.move, entry.who) end
end

-- The index of the outcome that chance brings.
local function throw(self)
  return games.choose_outcome(self.list, randoms.from_number(self.seed, #self.history + 1)() * self.sum)
end

-- Begins a game with a seed.
local function begin(self, seed)
  local state
  if self.new then state = self.new(randoms.of_game(randoms.from_number(seed))) else state = copy(self.first) end
  if state == nil then error(WHERE .. ": option 'new': expected a function that returns a state, got nil", 0) end
  self.state, self.seed, self.history, self.undone, self.start = state, seed, {}, {}, copy(state)
  look(self)
end

-- Calls a function that begins another game. If it fails, or if a function of the rules raises an error in it, the game
-- goes on that there was before. Returns what the function returns.
local function try(self, work)
  local before = values.copy(self)
  local ok, result, message = pcall(work)
  if not (ok and result) then
    for field, value in next, before do self[field] = value end
    look(self)
  end
  if not ok then error(result, 0) end
  return result, message
end

-- Players -------------------------------------------------------------------------------------------------------------

-- Whether a player is a person; nil is none.
local function is_person(self, who) return who ~= nil and not self.opponents[who] end

-- Whether the game waits, for an animation or in a pause.
local function waits(self)
  return self.is_paused or self.wait ~= nil and self.wait() and true or false
end

-- The options of an opponent: those that all have in common, and its own ones.
local function opponent_options(self, own)
  local given = values.copy(self.common)
  for name, value in next, own do given[name] = value end
  given.name = nil
  given.game, given.state = self.game, function() return self.state end
  return given
end

-- Makes an opponent. Its turn is known for certain, so it never reports that the turn does not come. Returns nil and
-- what is wrong if an option is.
local function make_opponent(self, given)
  local opponent, message = new_opponent(given)
  if not opponent then return nil, (options.rename_error(message, WHERE)) end
  opponent.notice:turn_off()
  if self.is_paused then opponent:pause() end
  return opponent
end

-- The index of an opponent's move. Child states with keys are other objects each time.
local function find(self, move)
  local index = moves.index_of(move, self.list)
  if not index then error(WHERE .. ": the computer's move cannot be found among those that are listed again", 0) end
  return index
end

-- Makes a player a computer, by its options, or a person, by a name or nothing. Returns nil, or what is wrong.
local function set_player(self, who, player)
  local opponent, message
  if type(player) == "table" then
    for _, name in ipairs {"game", "state", "me", "turn", "play", "on_move"} do
      if player[name] ~= nil then return ("%s: the session itself sets option '%s' of a player"):format(WHERE, name) end
    end
    message = options.check(player, PLAYER_ROWS)
    if message then return WHERE .. ": " .. message end
    local given = opponent_options(self, player)
    given.turn = function() return self.who == who and not waits(self) end
    given.play = function(move) play(self, find(self, move)) end
    if given.seed == nil then given.seed = self.seed end
    opponent, message = make_opponent(self, given)
    if not opponent then return message end
  elseif player ~= nil and type(player) ~= "string" then
    return ("%s: %s"):format(WHERE, options.message("players", "the options of a computer player, or a person's name",
      values.describe(player)))
  end
  if self.opponents[who] then self.opponents[who]:close() end
  self.opponents[who] = opponent
  self.names[who] = opponent and player.name or not opponent and player or nil
  self.computers = values.keys_of(self.opponents) -- in an order that is the same each time
  if opponent and who == self.who and self.adviser then self.adviser:stop() end
  return nil
end

-- Calls a method of all opponents, in the order of the players.
local function each_opponent(self, name, ...)
  for _, who in ipairs(self.computers) do
    local opponent = self.opponents[who] -- nil if another has replaced it by a person
    if opponent then opponent[name](opponent, ...) end
  end
  if self.adviser then self.adviser[name](self.adviser, ...) end
end

-- Methods -------------------------------------------------------------------------------------------------------------

function Session:turn()
  check_self(self, "rules", "session:turn")
  return self.who
end

function Session:over()
  check_self(self, "rules", "session:over")
  return self.list[1] == nil
end

function Session:name(who)
  check_self(self, "rules", "session:name")
  return self.names[who]
end

function Session:last()
  check_self(self, "rules", "session:last")
  local entry = self.history[#self.history]
  if entry then return entry.move, entry.who end
  return nil
end

function Session:moves()
  check_self(self, "rules", "session:moves")
  return values.copy(is_person(self, self.who) and not waits(self) and self.list or {})
end

function Session:move(move)
  check_self(self, "rules", "session:move")
  if not is_person(self, self.who) or waits(self) then return false end
  local index = moves.index_of(move, self.list)
  if index then play(self, index) end
  return index ~= nil
end

function Session:undo()
  check_self(self, "rules", "session:undo")
  local last = #self.history
  while last > 0 and not is_person(self, self.history[last].who) do last = last - 1 end
  if last == 0 then return false end
  while #self.history >= last do self.undone[#self.undone + 1] = take_back(self) end
  return true
end

function Session:redo()
  check_self(self, "rules", "session:redo")
  if not self.undone[1] then return false end
  repeat apply(self, remove(self.undone)) until not self.undone[1] or is_person(self, self.who)
  return true
end

function Session:restart()
  check_self(self, "rules", "session:restart")
  try(self, function()
    begin(self, randoms.integer(randoms.from_number(self.seed, NEXT_GAME), SEEDS) - 1)
    return true
  end)
end

function Session:save()
  check_self(self, "rules", "session:save")
  local parts = {NAME, VERSION, ("%d"):format(self.seed)}
  for i, entry in ipairs(self.history) do parts[3 + i] = ("%d"):format(entry.index) end
  return concat(parts, " ")
end

function Session:load(text)
  check_self(self, "rules", "session:load")
  if type(text) ~= "string" then
    error("session:load: argument 'text': expected a string that 'save' has returned, got " .. values.describe(text), 2)
  end
  local name, version, seed, rest = text:match "^(%a+) (%d+) (%d+)([ %d]*)$"
  if name ~= NAME or tonumber(seed) >= SEEDS then return nil, "it is no saved game" end
  if version ~= VERSION then return nil, ("it is a saved game of version %s, not %s"):format(version, VERSION) end
  return try(self, function()
    begin(self, tonumber(seed))
    for index in rest:gmatch "%d+" do
      if self.list[tonumber(index)] == nil then
        return nil, ("move %d of it cannot be played in this game"):format(#self.history + 1)
      end
      apply(self, tonumber(index))
    end
    return true
  end)
end

function Session:review(given)
  check_self(self, "rules", "session:review")
  local all, list = values.copy(given or {}), {}
  all.game, all.label, all.names = all.game or self.game, all.label or self.label, all.names or self.names
  for _, names in ipairs {options.MEANING, {"maximize"}} do
    for _, name in ipairs(names) do
      if all[name] == nil then all[name] = self.common[name] end
    end
  end
  for i, entry in ipairs(self.history) do list[i] = entry.move end
  local found, message = use "review.main"(self.start, list, all)
  if not found then error(message, 2) end
  return found
end

function Session:hint(on_hint)
  check_self(self, "rules", "session:hint")
  if not values.is_callable(on_hint) then
    error("session:hint: argument 'on_hint': expected a function, got " .. values.describe(on_hint), 2)
  end
  if not is_person(self, self.who) then return false end
  if not self.adviser then
    local given = opponent_options(self, {})
    given.turn, given.play, given.ponder, given.level = function() return false end, function() end, nil, nil
    given.seed = self.seed
    local adviser, message = make_opponent(self, given)
    if not adviser then error(message, 2) end
    self.adviser = adviser
  end
  self.adviser:hint(on_hint, self.label)
  return true
end

function Session:hinting()
  check_self(self, "rules", "session:hinting")
  return self.adviser ~= nil and self.adviser.hint_wanted ~= nil
end

function Session:update(seconds, spent)
  check_self(self, "rules", "session:update")
  while self.is_chance and not waits(self) do play(self, throw(self)) end
  each_opponent(self, "update", seconds, spent)
  return self:thinking()
end

function Session:thinking()
  check_self(self, "rules", "session:thinking")
  local opponent = self.who ~= nil and self.opponents[self.who]
  return opponent and opponent:thinking() or false
end

function Session:set_player(who, player)
  check_self(self, "rules", "session:set_player")
  local message = set_player(self, who, player)
  if message then error(message, 2) end
end

function Session:pause()
  check_self(self, "rules", "session:pause")
  self.is_paused = true
  each_opponent(self, "pause")
end

function Session:resume()
  check_self(self, "rules", "session:resume")
  self.is_paused = false
  each_opponent(self, "resume")
end

function Session:close()
  check_self(self, "rules", "session:close")
  each_opponent(self, "close")
  self.opponents, self.computers, self.adviser = {}, {}, nil
end

-- The mistake in the options; nil if there is none.
local function mistake_in(given)
  local message = options.check(given, ROWS)
  if message then return message end
  if given.new == nil and given.state == nil then
    return options.message("new", "a function, or option 'state' in its place", "nil")
  end
  if type(given.state) == "function" then
    return options.message("state", "a state, or a function that makes one as option 'new'", "a function")
  end
  if given.new ~= nil and given.state ~= nil then
    return "option 'new' takes the place of option 'state': give one of them"
  end
  local source = given.game or given.state
  if source == nil then return options.message("game", OWN.game[1], "nil") end
  local rules, wrong = games.read(source, FUNCTIONS)
  if not rules then return wrong end
  return not rules.player and "it needs a game with 'player'" or nil
end

-- Makes a session. Returns nil and what is wrong if an option is.
return function(given)
  local message = mistake_in(given)
  if message then return nil, WHERE .. ": " .. message end
  local self = setmetatable({
    game = given.game, first = given.state, new = given.new, label = given.label, on_move = given.on_move,
    wait = given.wait, common = options.of_searcher(given, OWN), opponents = {}, computers = {}, names = {},
    is_paused = false,
    rules = games.player(games.read(given.game or given.state, FUNCTIONS), reject),
  }, Session)
  local seed = given.seed or randoms.fresh(core.clock)
  begin(self, seed - seed % 1)
  for who, player in next, given.players or {} do
    message = set_player(self, who, player)
    if message then return nil, message end
  end
  return self
end
