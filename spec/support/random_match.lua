--- A random game that opponents play from its first move to its end, in frames, with whatever a game may have: rules in
-- each style, more than two players, turns of two moves, chance, hidden hands, moves that are tables, boards in arrays
-- of C, keys of each kind, a timer in the state, every kind of limit and clock, slices of any length, undo, restart,
-- pauses, moves held back, hints, and errors in any function or of a debug hook. All of it follows from a seed.
--
-- The game raises only errors that say FAILURE. It refuses a move that is not legal, in a search, too.
-- @module spec.support.random_match

local alphabeta = require "alphabeta"
local CAN_YIELD = require "spec.support.can_yield"
local rng = require "spec.support.rng"

local random_match = {}

local FAILURE = "raised by the game"

-- Frames within which an opponent must have moved, if nothing disturbs it, and frames of a match.
local PATIENCE, FRAMES = 20000, 200000

-- The games ---------------------------------------------------------------------------------------------------------

-- Each has `new(random, players)`, `moves`, `move` (changes the state, returns what `back` needs), `back`, `is_over`,
-- `result` and `name` (a state as text, without the timer). `hides` says that a state has hidden cards, `is_cdata` that
-- its content cannot be read. Moves are the same if `id` says so, or else if they are equal; `carry(state, move, copy)`
-- is the move in a copy of the state, if that is another.
local heap, cards, line = {name_of = "heap"}, {name_of = "cards", hides = true}, {name_of = "line"}

-- A game that has the functions of another one, where it has none of its own.
local function like(base, name) return setmetatable({name_of = name}, {__index = base}) end

function heap.new(random, players) return {heap = random:int(4, 14), turn = 1, players = players, timer = 0} end

function heap.moves(state)
  local list = {}
  for take = 1, math.min(3, state.heap) do list[take] = take end
  return list
end

function heap.move(state, take)
  local turn = state.turn
  state.heap, state.turn = state.heap - take, turn % state.players + 1
  return turn
end

function heap.back(state, take, turn) state.heap, state.turn = state.heap + take, turn end

function heap.is_over(state) return state.heap == 0 end

function heap.result(state, me)
  if state.heap > 0 then return 0 end
  return state.turn % state.players + 1 == me % state.players + 1 and -1 or 1
end

function heap.name(state) return state.heap .. ":" .. state.turn end

function heap.copy(state)
  return {heap = state.heap, turn = state.turn, players = state.players, timer = state.timer}
end

-- Four in a row of cells, of which three in a row win; cells lie four levels deep.
function line.new(_, players)
  local board = {cells = {}}
  for i = 1, 7 do board.cells[i] = {index = i, piece = {owner = 0}} end
  return {board = board, turn = 1, players = players, timer = 0, left = 7}
end

local function winner(state)
  local cells = state.board.cells
  for i = 1, 5 do
    local owner = cells[i].piece.owner
    if owner ~= 0 and cells[i + 1].piece.owner == owner and cells[i + 2].piece.owner == owner then return owner end
  end
  return nil
end

function line.is_over(state) return state.left == 0 or winner(state) ~= nil end

function line.moves(state)
  local list = {}
  if line.is_over(state) then return list end
  for i = 1, 7 do
    if state.board.cells[i].piece.owner == 0 then list[#list + 1] = "c" .. i end
  end
  return list
end

local function cell(state, move) return state.board.cells[tonumber(move:sub(2))] end

function line.move(state, move)
  local turn = state.turn
  cell(state, move).piece.owner = turn
  state.turn, state.left = turn % state.players + 1, state.left - 1
  return turn
end

function line.back(state, move, turn)
  cell(state, move).piece.owner = 0
  state.turn, state.left = turn, state.left + 1
end

function line.result(state, me)
  local owner = winner(state)
  return owner == nil and 0 or owner == me and 1 or -1
end

function line.name(state)
  local text = {}
  for i = 1, 7 do text[i] = state.board.cells[i].piece.owner end
  return table.concat(text) .. ":" .. state.turn
end

function line.copy(state)
  local after = line.new(nil, state.players)
  after.turn, after.timer, after.left = state.turn, state.timer, state.left
  for i = 1, 7 do after.board.cells[i].piece.owner = state.board.cells[i].piece.owner end
  return after
end

-- The heap, with moves that are new tables in each list; where who takes two moves again; and where a coin that is
-- thrown after each move takes a match, or none.
local takes, again, dice = like(heap, "takes"), like(heap, "again"), like(heap, "dice")

function takes.moves(state)
  local list = heap.moves(state)
  for i, take in ipairs(list) do list[i] = {take = take} end
  return list
end

function takes.id(move) return move.take end
function takes.move(state, move) return heap.move(state, move.take) end
function takes.back(state, move, turn) heap.back(state, move.take, turn) end

function again.move(state, take)
  local turn = heap.move(state, take)
  if take == 2 and state.heap > 0 then state.turn = turn end
  return turn
end

function dice.chances(state)
  return state.is_thrown and {{probability = 0.75, outcome = "none"}, {probability = 0.25, outcome = "one"}} or nil
end

function dice.moves(state) return state.is_thrown and {"none", "one"} or heap.moves(state) end

function dice.move(state, move)
  local undo = {heap = state.heap, turn = state.turn, is_thrown = state.is_thrown or false}
  if state.is_thrown then
    state.heap, state.is_thrown = state.heap - (move == "one" and 1 or 0), false
  else
    heap.move(state, move)
    state.is_thrown = state.heap > 0
  end
  return undo
end

function dice.back(state, _, undo)
  for name, value in pairs(undo) do state[name] = value end
end

function dice.name(state) return heap.name(state) .. (state.is_thrown and "?" or "") end

function dice.copy(state)
  local after = heap.copy(state)
  after.is_thrown = state.is_thrown
  return after
end

-- The row of cells, with moves that are the cells of the state; and with cells in an array of C.
local pieces, array = like(line, "pieces"), like(line, "array")
array.is_cdata = true

function pieces.moves(state)
  local list = line.moves(state)
  for i, move in ipairs(list) do list[i] = state.board.cells[tonumber(move:sub(2))] end
  return list
end

local function name_of_cell(state, piece)
  for i = 1, 7 do
    if rawequal(state.board.cells[i], piece) then return "c" .. i end
  end
  error("a move of another state", 0)
end

function pieces.carry(state, piece, copy) return copy.board.cells[tonumber(name_of_cell(state, piece):sub(2))] end
function pieces.move(state, piece) return line.move(state, name_of_cell(state, piece)) end
function pieces.back(state, piece, turn) line.back(state, name_of_cell(state, piece), turn) end

local has_ffi, ffi = pcall(require, "ffi")

function array.new(_, players)
  return {cells = ffi.new "int8_t[8]", turn = 1, players = players, timer = 0, left = 7}
end

function array.is_over(state)
  local cells = state.cells
  for i = 1, 5 do
    if cells[i] ~= 0 and cells[i + 1] == cells[i] and cells[i + 2] == cells[i] then return true, cells[i] end
  end
  return state.left == 0
end

function array.moves(state)
  local list = {}
  if array.is_over(state) then return list end
  for i = 1, 7 do
    if state.cells[i] == 0 then list[#list + 1] = i end
  end
  return list
end

function array.move(state, move)
  local turn = state.turn
  state.cells[move], state.turn, state.left = turn, turn % state.players + 1, state.left - 1
  return turn
end

function array.back(state, move, turn) state.cells[move], state.turn, state.left = 0, turn, state.left + 1 end

function array.result(state, me)
  local _, owner = array.is_over(state)
  return owner == nil and 0 or owner == me and 1 or -1
end

function array.name(state)
  local text = {}
  for i = 1, 7 do text[i] = state.cells[i] end
  return table.concat(text) .. ":" .. state.turn
end

function array.copy(state)
  local after = array.new(nil, state.players)
  ffi.copy(after.cells, state.cells, 8)
  after.turn, after.timer, after.left = state.turn, state.timer, state.left
  return after
end

local GAMES = {heap, cards, line, takes, again, dice, pieces, has_ffi and array or nil}

-- Each player has three of the cards 1 to 3 * players + 1; the highest card of a round wins a point and leads.
function cards.new(random, players)
  local state = {hands = {}, points = {}, played = {}, turn = 1, leader = 1, round = {}, players = players, timer = 0}
  local deck = {}
  for card = 1, 3 * players + 1 do deck[card] = card end
  for player = 1, players do
    state.hands[player], state.points[player] = {}, 0
    for i = 1, 3 do state.hands[player][i] = table.remove(deck, random:int(1, #deck)) end
  end
  return state
end

local function copy_list(list)
  local copy = {}
  for i = 1, #list do copy[i] = list[i] end
  return copy
end

function cards.copy(state)
  local after = {
    hands = {}, points = copy_list(state.points), played = copy_list(state.played), turn = state.turn,
    leader = state.leader, round = copy_list(state.round), players = state.players, timer = state.timer,
  }
  for player = 1, state.players do after.hands[player] = copy_list(state.hands[player]) end
  return after
end

function cards.moves(state) return copy_list(state.hands[state.turn]) end

function cards.is_over(state) return #state.played == 3 * state.players end

function cards.move(state, card)
  local before = cards.copy(state)
  local hand = state.hands[state.turn]
  for i = 1, #hand do
    if hand[i] == card then
      table.remove(hand, i)
      break
    end
  end
  state.played[#state.played + 1], state.round[#state.round + 1] = card, card
  state.turn = state.turn % state.players + 1
  if #state.round == state.players then
    local best = 1
    for i = 2, state.players do
      if state.round[i] > state.round[best] then best = i end
    end
    local taker = (state.leader + best - 2) % state.players + 1
    state.points[taker] = state.points[taker] + 1
    state.turn, state.leader, state.round = taker, taker, {}
  end
  return before
end

function cards.back(state, _, before)
  for name, value in pairs(before) do
    if name ~= "timer" then state[name] = value end
  end
end

function cards.result(state, me)
  local most = 0
  for player = 1, state.players do
    if player ~= me then most = math.max(most, state.points[player]) end
  end
  return state.points[me] - most
end

function cards.name(state)
  local text = {}
  for player = 1, state.players do text[player] = table.concat(state.hands[player], ",") end
  return table.concat(text, "|") .. ":" .. state.turn .. ":" .. table.concat(state.points, ",") .. ":"
    .. table.concat(state.round, ",")
end

function cards.deal(state, me, draw)
  local known, unseen = {}, {}
  for _, card in ipairs(state.hands[me]) do known[card] = true end
  for _, card in ipairs(state.played) do known[card] = true end
  for card = 1, 3 * state.players + 1 do
    if not known[card] then unseen[#unseen + 1] = card end
  end
  local dealt = cards.copy(state)
  for player = 1, state.players do
    for i = 1, player == me and 0 or #state.hands[player] do
      dealt.hands[player][i] = table.remove(unseen, draw(#unseen))
    end
  end
  return dealt
end

-- A match -----------------------------------------------------------------------------------------------------------

local Match = {}
Match.__index = Match

-- A copy of a state in which a move was played.
local function played(base, state, move)
  local after = base.copy(state)
  base.move(after, base.carry and base.carry(state, move, after) or move)
  return after
end

-- Waits or fails now and then, if errors are on.
function Match:may_fail(name)
  if self.waits and self.random:chance(self.waits) then coroutine.yield() end
  if self.fails > 0 and self.random:chance(self.fails) then
    error(self.random:pick {FAILURE .. ": " .. name, {FAILURE}}, 0)
  end
end

-- A function of the game that may fail before it does anything.
function Match:failing(name, f)
  return function(...)
    self:may_fail(name)
    return f(...)
  end
end

local function require_legal(base, state, move)
  local id = base.id or function(each) return each end
  for _, legal in ipairs(base.is_over(state) and {} or base.moves(state)) do
    if id(legal) == id(move) then return end
  end
  error(("an illegal move in %s: %s"):format(base.name(state), tostring(move)), 0)
end

-- A function of keys: texts, or keys of 64 bits.
function Match:keys(name)
  if self.random:chance(0.5) then return name end
  return function(state)
    local key, text = alphabeta.zobrist(128, 1), name(state)
    for i = 1, #text do key:set(alphabeta.mix(key:get(), text:byte(i))) end
    return key
  end
end

-- The rules as a game of one style, and its keys.
function Match:rules()
  local random, base = self.random, self.base
  local game = {
    moves = self:failing("moves", base.moves),
    player = self:failing("player", function(state) return state.turn end),
    result = self:failing("result", base.result),
  }
  if random:chance(0.5) then
    game.make = self:failing("make", function(state, move)
      require_legal(base, state, move)
      return base.move(state, move)
    end)
    game.unmake = base.back
  else
    game.play = self:failing("play", function(state, move)
      require_legal(base, state, move)
      return played(base, state, move)
    end)
  end
  if random:chance(0.5) or base.hides then game.is_over = self:failing("is_over", base.is_over) end
  if random:chance(0.2) then
    game.evaluate = self:failing("evaluate", function(state, me)
      if base.is_over(state) then return base.result(state, me) end
      return #base.moves(state) / 100
    end)
  end
  if base.chances then game.chances = self:failing("chances", base.chances) end
  if random:chance(0.3) then game.hash = self:failing("hash", self:keys(base.name)) end
  if random:chance(0.2) then
    game.order = self:failing("order", function(_, move) return #tostring(base.id and base.id(move) or move) end)
  end
  if random:chance(0.2) then game.win = 1000 end
  if base.hides then game.deal = self:failing("deal", base.deal) end
  return game
end

-- What limits an opponent: in words, and the options.
function Match:limits()
  local random = self.random
  local function clock() return {left = random:pick {0, 1e-4, 0.01, 0.1, 1}, increment = random:pick {0, 0.001}} end
  local choices = {
    function() return {nodes = random:int(1, 300)} end,
    function() return {depth = random:int(1, 4)} end,
    function() return {time = random:pick {1e-6, 0.001, 0.01}} end,
    function() return {think = random:pick {1e-6, 0.001, 0.01}} end,
    function() return {think = {1e-5, random:pick {0.001, 0.02}}} end,
    function() return {clock = clock(), nodes = 2000} end,
    function()
      return {clock = function() return {left = random:pick {-0.004, 0, 0.01, 1}} end, nodes = 2000}
    end,
    function() return {level = random:int(1, 10), nodes = random:pick {50, 300}} end,
    function() return {level = random:int(1, 10), time = 0.005} end,
    function() return {level = random:int(1, 10), clock = clock(), nodes = 300} end,
    function() return {time = 0.005, nodes = 200} end,
  }
  return random:pick(choices)()
end

-- The options of an opponent. Some are refused beside the others.
function Match:options(game, me)
  local random, options = self.random, self:limits()
  options.game, options.me = game, me
  options.slice = random:pick {1e-9, 1e-5, 1e-4, 0.002}
  options.state = random:chance(0.5) and self.state or function() return self.state end
  if random:chance(0.5) or not game.make then
    options.play = function(move)
      require_legal(self.base, self.state, move)
      self:play(move)
    end
  else
    options.on_move = function() self.moved = self.moved + 1 end
  end
  local function sometimes(chance, name, value)
    if random:chance(chance) then options[name] = value end
  end
  if not game.hash and not self.base.is_cdata then sometimes(0.3, "hash", "auto") end
  if options.hash then sometimes(0.5, "hash_ignore", {"timer"}) end
  if game.hash or not self.base.is_cdata then sometimes(0.2, "repetition", 0) end
  sometimes(0.2, "ponder", true)
  sometimes(0.1, "at_least", random:pick {0.01, 0.1})
  sometimes(0.1, "pause", random:pick {0, 0.05})
  sometimes(0.1, "on_resign", function() self:may_fail "on_resign" end)
  sometimes(0.2, "seed", random:int(1, 99))
  if self.base.hides then sometimes(0.2, "deals", random:int(1, 3)) end
  if not options.depth and not options.deals then
    sometimes(0.3, "algorithm", "uct")
  elseif not options.deals and self.players == 2 then
    sometimes(0.3, "algorithm", random:pick {"pvs", "alphabeta"})
  end
  sometimes(0.2, "multipv", 2)
  if options.algorithm ~= "uct" then sometimes(0.1, "without", {"uct"}) end
  if self.has_timer then sometimes(0.2, "exclude", {"timer"}) end
  return options
end

-- Plays a move in the state of the game, as the game itself does.
function Match:play(move)
  local state, base = self.state, self.base
  if self.in_place then base.move(state, move) else state = played(base, state, move) end
  self.history[#self.history + 1] = self.state
  self.state, self.moved = state, self.moved + 1
end

-- What is wrong with an error that an opponent has raised; nil if the game has raised it.
local function own_error(err)
  if type(err) == "table" and err[1] == FAILURE then return nil end
  if tostring(err):find(FAILURE, 1, true) then return nil end
  return "an error that the game did not raise: " .. tostring(err)
end

-- Whether an error refuses options beside each other.
local function is_refusal(err)
  local text = tostring(err)
  for _, words in ipairs {"^[^\n]*option '[^\n]* needs ", "^[^\n]*option '[^\n]* has no effect"} do
    if text:find(words) then return true end
  end
  return false
end

-- Updates an opponent: in a coroutine if functions of the game may wait, and sometimes under a hook that raises an
-- error, as a sandbox does. It strikes between any two lines, so it is used where moves make new states, in a search,
-- too. LuaJIT's collector does not survive such errors in compiled code.
function Match:update(opponent)
  local random = self.random
  local makes_states = self[1].game.play and not self.in_place
  local is_struck = self.fails > 0 and makes_states and not (jit and jit.status()) and random:chance(0.1)
  local function update()
    if is_struck then
      debug.sethook(function()
        debug.sethook()
        error(FAILURE .. ": hook", 0)
      end, "", random:int(20, 20000))
    end
    local ok, err = pcall(opponent.update, opponent, 1 / 60)
    debug.sethook()
    if not ok then error(err, 0) end
  end
  if not self.waits then return pcall(update) end
  local thread = coroutine.create(update)
  local ok, err
  repeat ok, err = coroutine.resume(thread) until coroutine.status(thread) == "dead"
  return ok, err
end

-- The coin falls.
function Match:throw()
  local outcomes = self.base.chances and not self.base.is_over(self.state) and self.base.chances(self.state)
  if outcomes then self:play(self.random:chance(outcomes[1].probability) and "none" or "one") end
end

-- One frame: the timer runs, and each opponent is updated. Returns what is wrong.
function Match:frame()
  if self.has_timer then self.state.timer = self.state.timer + 1 end
  self:throw()
  for _, opponent in ipairs(self.opponents) do
    local state, moved = self.state, self.moved
    local before = self.base.name(state)
    local ok, err = self:update(opponent)
    if not ok then
      self.waited = 0
      local wrong = own_error(err)
      if wrong then return wrong end
    end
    if self.moved == moved and self.base.name(state) ~= before then
      return ("a state was %s and is %s"):format(before, self.base.name(state))
    end
    if self.moved ~= moved then self.waited = 0 end
  end
  self.waited = self.waited + 1
  if self.waited > PATIENCE then return "no opponent has moved in " .. PATIENCE .. " frames" end
  return nil
end

-- A person takes a move back, replaces the state by a copy, stops the opponents, pauses them or goes on, asks for a
-- hint, plays against another opponent from now on, or at another level.
function Match:disturb(frame)
  local random, base = self.random, self.base
  local what, me = random:int(1, 9), random:int(1, self.players)
  if what == 1 and not self.in_place and #self.history > 0 then
    self.state = table.remove(self.history)
  elseif what == 2 and self.has_function then
    self.state, self.history = base.copy(self.state), {}
  elseif what == 3 then
    for _, opponent in ipairs(self.opponents) do opponent:stop() end
  elseif what == 4 then
    for _, opponent in ipairs(self.opponents) do opponent:pause() end
    self.resumes = frame + random:int(1, 5)
  elseif what == 5 then
    self.opponents[me]:hint(function() end)
  elseif what == 6 then
    self.opponents[me]:close()
    self.opponents[me] = alphabeta.opponent(self[me])
  elseif what == 7 and self[me].level then
    self.opponents[me]:set_level(random:int(1, 10))
  else
    collectgarbage(random:pick {"collect", "step"})
  end
  self.waited = 0
end

-- Ends a pause.
function Match:resume()
  self.resumes = nil
  for _, opponent in ipairs(self.opponents) do opponent:resume() end
end

-- The functions and fields of a game, as text.
local function fields_of(game)
  local names = {}
  for name in pairs(game) do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, " ")
end

--- Plays the match of a seed.
-- @tparam int seed
-- @tparam[opt] table more `fails`: the share of calls of functions of the game that raise an error
-- @treturn ?string what is wrong; nil when nothing is
-- @treturn boolean whether the match was played; false if its options were refused
-- @treturn string what was played
function random_match.play(seed, more)
  local random = rng.new(seed)
  local self = setmetatable({
    random = random, base = random:pick(GAMES), players = random:pick {2, 2, 2, 3}, fails = 0,
    has_timer = random:chance(0.5), in_place = random:chance(0.5), history = {}, moved = 0, waited = 0,
    opponents = {},
  }, Match)
  self.waits = more and CAN_YIELD and random:chance(0.2) and 0.02 or nil
  self.state = self.base.new(random, self.players)
  local game, described, has_table = self:rules(), {}, false
  for me = 1, self.players do
    local options = self:options(game, me)
    has_table = has_table or type(options.state) == "table"
    if not options.play then self.in_place = true end
    self[me] = options
    local names = {}
    for name, value in pairs(options) do
      if type(value) ~= "function" and type(value) ~= "table" then value = tostring(value) else value = type(value) end
      names[#names + 1] = name .. "=" .. value
    end
    table.sort(names)
    described[me] = table.concat(names, " ")
  end
  if has_table then self.in_place = true end
  self.has_function = not has_table
  local text = ("%s, %d players, %s%s: %s; %s"):format(self.base.name_of, self.players,
    self.in_place and "in place" or "copies",
    self.waits and ", waits" or "", fields_of(game), table.concat(described, "; "))
  for me = 1, self.players do
    local ok, err = pcall(alphabeta.opponent, self[me])
    if not ok then return not is_refusal(err) and tostring(err) or nil, false, text end
    self.opponents[me] = err
  end
  for frame = 1, FRAMES do
    if self.base.is_over(self.state) then break end
    self.fails = frame < 600 and more and more.fails or 0
    local wrong = self:frame()
    if wrong and is_refusal(wrong) then return nil, false, text .. wrong end
    if wrong then return wrong, true, text end
    if self.resumes and frame >= self.resumes then self:resume() end
    if random:chance(0.02) and frame < 600 then self:disturb(frame) end
  end
  for _, opponent in ipairs(self.opponents) do opponent:close() end
  return not self.base.is_over(self.state) and "the match has not ended" or nil, true, text
end

return random_match
