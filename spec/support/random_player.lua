--- A random player of the whole public API: it makes objects of each kind, calls whatever they have, in any order, lets
-- games lie, fail, yield, collect garbage and use the same objects from inside, and then asks whether every state is as
-- it was and every searcher finds the right move. All of it follows from a seed.
--
-- The game is a heap of matches: one, two or three are taken in turn, and the player who takes the last one has won. So
-- what a search of the whole game is worth is known.
-- @module spec.support.random_player

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local CAN_YIELD = require "spec.support.can_yield"
local rng = require "spec.support.rng"
local small_games = require "spec.support.small_games"
local tree = require "alphabeta.tree"

local takes, worth = small_games.takes, small_games.worth
local create, resume, running, status = coroutine.create, coroutine.resume, coroutine.running, coroutine.status

local random_player = {}

local Player = {}
Player.__index = Player

-- How many objects of each kind there are at most, and operations inside of one another.
local MOST = {searchers = 4, tables = 3, keys = 3, opponents = 3, pools = 1, waiting = 5}
local NESTING = 2

-- The largest heap: it is searched to its end.
local HEAP = 9

local WRONG = {false, true, 0 / 0, math.huge, -math.huge, "text", -1, 2.5, function() end, {}, {1, nil, 3}, io.stdout}

-- States and games --------------------------------------------------------------------------------------------------

-- A state, which the player knows: it must be as it was whenever nothing is under way.
function Player:state()
  local heap = self.random:int(1, HEAP)
  local state = {heap = heap, turn = self.random:int(1, 2), notes = {1, "two"}}
  self.states[#self.states + 1] = {state = state, heap = heap, turn = state.turn}
  return state
end

-- Do functions of the game only answer, and rightly? They always do while it is quiet.
function Player:is_honest() return self.is_quiet or not self.random:chance(0.08) end

-- What a function of the game does before it answers. Returns whether it is to answer wrongly, and how.
function Player:interfere(may_fail)
  if self:is_honest() then return false end
  local what = self.random:int(1, 12)
  if what <= 4 then
    self:operate()
  elseif what <= 6 then
    collectgarbage(self.random:pick {"collect", "step"})
  elseif what <= 8 then
    local thread, is_main = running()
    if CAN_YIELD and self.changing == 0 and thread and not is_main and self.threads[thread] then coroutine.yield() end
  elseif what == 9 then
    self:leave_garbage()
  elseif may_fail and what == 10 then
    error(self.random:pick {"a defect of the game", {}, 7})
  elseif may_fail then
    return true, self.random:pick(WRONG)
  end
  return false
end

-- A function of the game that looks at the state only, and may lie.
function Player:asked(answer)
  return function(...)
    local is_wrong, lie = self:interfere(true)
    if is_wrong then
      self.has_lied = true
      return lie
    end
    return answer(...)
  end
end

-- One that changes the state: what happens, happens before. It never waits: if its search is stopped meanwhile, the
-- state is restored, and changed again when its coroutine goes on.
function Player:acting(act)
  return function(...)
    self.changing = self.changing + 1
    self:interfere(false)
    self.changing = self.changing - 1
    return act(...)
  end
end

-- A false move may be any number: so what there was is given back, and not the move added.
local function make(state, take)
  local heap, turn = state.heap, state.turn
  state.heap, state.turn = heap - take, 3 - turn
  return heap, turn
end

local function unmake(state, _, heap, turn) state.heap, state.turn = heap, turn end

-- What a game may have beside moves and their evaluation.
local OPTIONAL = {
  hash = function(state) return state.heap * 2 + state.turn end,
  order = function(_, take) return -take end,
  is_over = function(state) return state.heap == 0 end,
  move_id = function(_, take) return take end,
  find_move = function(state, id)
    return type(id) == "number" and id >= 1 and id <= math.min(3, state.heap) and id or nil
  end,
  bounds = function() return -1, 1 end,
  result = worth,
}

-- A game: in one of three styles, with some of the optional functions; a table, or looked up by a metamethod.
function Player:game()
  local random = self.random
  local game, style = {}, random:pick(small_games.STYLES)
  for name, callback in pairs(small_games.NIM[style]) do game[name] = self:asked(callback) end
  if game.make then game.make, game.unmake = self:acting(make), self:acting(unmake) end
  for _, name in ipairs {"bounds", "find_move", "hash", "is_over", "move_id", "order", "result"} do
    local needs_moves = name == "order" or name == "move_id" or name == "find_move"
    if random:chance(0.35) and (game.moves or not needs_moves) then game[name] = self:asked(OPTIONAL[name]) end
  end
  if random:chance(0.2) then
    return setmetatable({}, {__index = function(_, name)
      if not self:is_honest() then self:operate() end
      return game[name]
    end})
  end
  return game
end

-- Options that change no value of a completed search, and what they may be.
local OPTIONS = {
  {"table", {0, 0.01, 1}}, {"algorithm", {"alphabeta", "pvs", "mtdf", "minimax"}}, {"deepening", {true, true, false}},
  {"multipv", {1, 2, 3}}, {"ties", {true}},
}

-- Some of them, and functions. Those that do not fit the game are refused, which is as good.
function Player:options()
  local random, options = self.random, {}
  for _, row in ipairs(OPTIONS) do
    if random:chance(0.2) then options[row[1]] = random:pick(row[2]) end
  end
  if options.table and #self.tables > 0 and random:chance(0.6) then options.table = random:pick(self.tables) end
  for _, name in ipairs {"trace", "on_iteration"} do
    if random:chance(0.2) then options[name] = function() self:interfere(false) end end
  end
  return options
end

function Player:limits()
  local nodes, depth = self.random:int(1, 60), self.random:int(1, 9)
  return self.random:pick {self.random:int(0, 6), {nodes = nodes}, {depth = depth}, {time = 5e-4}, {time = 2e-3}}
end

-- Objects -----------------------------------------------------------------------------------------------------------

-- Keeps an object: in the place of another one, where there are enough.
function Player:keep(kind, object)
  if object == nil then return end
  local list = self[kind]
  if kind == "searchers" or kind == "pools" then self.all[#self.all + 1] = object end
  if #list < MOST[kind] then list[#list + 1] = object else list[self.random:int(1, #list)] = object end
end

-- Goes on with all coroutines that wait, to their ends. One that this is called from waits again later.
function Player:drain()
  local left = {}
  self.is_quiet = true
  for _, thread in ipairs(self.waiting) do
    while status(thread) == "suspended" do resume(thread) end
    if status(thread) ~= "dead" then left[#left + 1] = thread end
  end
  self.waiting, self.is_quiet = left, false
end

-- One of the objects of a kind, made where there is none.
function Player:any(kind)
  local list = self[kind]
  if #list == 0 then self:make_any(kind) end
  return self.random:pick(list)
end

-- Garbage whose finalizer does something with the objects.
function Player:leave_garbage()
  local meta = {__gc = function() self:operate() end}
  if rawget(_G, "newproxy") then
    debug.setmetatable(newproxy(true), meta) -- luacheck: ignore 113
  else
    setmetatable({}, meta)
  end
end

-- Makes an object of a kind.
local MAKERS = {
  searchers = function(self) return alphabeta.new(self:game(), self:options()) end,
  tables = function(self) return alphabeta.table(self.random:pick {0.01, 0.1}) end,
  keys = function(self) return alphabeta.zobrist(8, self.random:int(1, 9)) end,
  opponents = function(self)
    local state, is_own = self:state(), self.random:chance(0.7)
    return alphabeta.opponent {
      hook = self.is_hooked, game = self:game(), state = self.random:chance(0.5) and state or function()
        self:interfere(false)
        return state
      end,
      turn = self:asked(function() return is_own end), play = function() self:interfere(true) end,
      slice = 0.0005, depth = self.random:int(1, 5), on_thinking = function() self:interfere(true) end,
    }
  end,
  pools = function(self)
    if not self.has_pools then error "there are no threads" end
    return alphabeta.pool {rules = "spec.support.pool_rules", threads = self.random:int(1, 2)}
  end,
  waiting = function(self) -- a coroutine that has something left to do
    local thread = create(function()
      if self.random:chance(0.5) then coroutine.yield() end
      self:operate()
    end)
    self.threads[thread] = true
    resume(thread)
    if #self.waiting == MOST.waiting then self:drain() end
    return status(thread) == "suspended" and thread or nil
  end,
}

function Player:make_any(kind) self:keep(kind, MAKERS[kind](self)) end

-- Operations --------------------------------------------------------------------------------------------------------

-- Methods that take nothing, or a file, by the kind of object: an operation calls one of a row.
local METHODS = {
  {"searchers", {"best", "clear", "stop", "thinking"}}, {"searchers", {"load", "save"}},
  {"tables", {"clear", "close", "handle", "load", "merge", "save"}},
  {"opponents", {"close", "pause", "resume", "stop", "thinking"}},
  {"pools", {"best", "best", "clear", "close", "stop", "stop", "thinking"}},
}

local OPERATIONS = {
  function(self) self:any("searchers"):search(self:state(), self:limits()) end,
  function(self)
    local options = self:options()
    options.game = self:game()
    alphabeta.search(self:state(), self.random:int(0, 6), options)
  end,
  function(self) self:any("searchers"):start(self:state(), self:limits()) end,
  function(self)
    local searcher = self:any "searchers"
    for _ = 1, self.random:int(1, 8) do
      if searcher:step {nodes = self.random:int(1, 5)} then break end
    end
  end,
  function(self) if self.random:chance(0.3) then self:any("searchers"):close() end end,
  function(self) self:keep("tables", alphabeta.table(self:any("tables"):handle())) end,
  function(self)
    local key = self:any "keys"
    local before = key:copy()
    key:flip(1, 3)
    key:flip(3, 1)
    assert(key:get() == before:get())
    key:set(self:any "keys")
  end,
  function(self)
    local opponent = self:any "opponents"
    if self.random:chance(0.5) then
      opponent:hint(function()
        if not self:is_honest() then self:operate() end
      end)
    end
    for _ = 1, self.random:int(1, 6) do opponent:update(self.random:pick {0, 0.016, 0.1}) end
  end,
  function(self)
    local world = self:state()
    local game = alphabeta.snapshot {
      env = world, changes = {"heap", "turn"}, moves = self:asked(function() return takes(world) end),
      play = function(_, take)
        self:interfere(true)
        make(world, take)
      end,
      player = function() return world.turn end, evaluate = self:asked(function(_, me) return worth(world, me) end),
    }
    alphabeta.search("the world", self.random:int(1, 4), {game = game})
  end,
  function(self) tostring(alphabeta.check(self:game(), small_games.start, {games = 1, nodes = 20})) end,
  function(self)
    local one, two = alphabeta.new(self:game(), {depth = 1}), alphabeta.new(self:game(), {depth = 2})
    alphabeta.match(one, two, {state = small_games.start, games = 2})
  end,
  function(self) tostring(alphabeta.explain(self:state(), self.random:int(1, 3), {game = self:game()})) end,
  function(self) alphabeta.perft(self:state(), self.random:int(0, 4), {game = self:game()}) end,
  function(self) tostring((select(4, tree.search(self:state(), self.random:int(1, 3), {game = self:game()})))) end,
  function(self) self:any("pools"):start(tostring(self.random:int(1, HEAP)), self.random:int(1, 9)) end,
  function(self) self:any("pools"):step(self.random:pick {0, 0.001}) end,
  function(self) self:leave_garbage() end,
  function(self)
    local thread = self:any "waiting"
    if thread ~= running() and status(thread) == "suspended" then resume(thread) end
  end,
}

for _, row in ipairs(METHODS) do
  OPERATIONS[#OPERATIONS + 1] = function(self)
    local object = self:any(row[1])
    assert(type(tostring(object)) == "string")
    object[self.random:pick(row[2])](object, self.path)
  end
end
for _, kind in ipairs {"searchers", "tables", "keys", "opponents", "pools", "waiting"} do
  OPERATIONS[#OPERATIONS + 1] = function(self) self:make_any(kind) end
end

-- Does one thing. Errors are as good as results.
function Player:operate()
  if self.depth >= NESTING or self.is_quiet then return end
  self.depth, self.operations = self.depth + 1, self.operations + 1
  local number = self.random:int(1, #OPERATIONS)
  local ok = pcall(OPERATIONS[number], self)
  self.depth = self.depth - 1
  if ok then
    self.done[number] = true
  else
    self.errors = self.errors + 1
  end
end

-- What must be -------------------------------------------------------------------------------------------------------

-- How one of the states is not as it was, nothing being under way; nil when all are.
function Player:state_that_differs()
  self:drain()
  for _, known in ipairs(self.states) do
    local state = known.state
    if state.heap ~= known.heap or state.turn ~= known.turn or #state.notes ~= 2 then
      return ("a state was %d, %d and is %s, %s"):format(known.heap, known.turn, state.heap, state.turn)
    end
  end
  self.states = {}
  return nil
end

-- How a searcher that is not closed, and whose shared table is not, fails to find the move of a heap; nil when it does
-- find it. What is stored of a game that has lied is not true: it may have found a move that there is not.
local function wrong_searcher(searcher, has_lied)
  local ok, err = pcall(searcher.stop, searcher)
  if ok and has_lied then ok, err = pcall(searcher.clear, searcher) end
  if ok then ok, err = pcall(searcher.search, searcher, {heap = 6, turn = 2, notes = {}}, 7) end
  if ok then
    if err == 2 or type(err) == "table" and err.heap == 4 then return nil end
    return "a searcher takes " .. tostring(err) .. " of 6"
  end
  err = tostring(err)
  for _, allowed in ipairs {"closed", "needs", "has no effect", "with algorithm", "option '", "options"} do
    if err:find(allowed, 1, true) then return nil end
  end
  return "a searcher cannot be used: " .. err
end

-- What is wrong at the end; nil when nothing is.
function Player:finish()
  self.is_quiet = true
  collectgarbage()
  for _, opponent in ipairs(self.opponents) do opponent:close() end
  for _, shared in ipairs(self.has_lied and self.tables or {}) do pcall(shared.clear, shared) end
  for _, object in ipairs(self.all) do
    local wrong = object.load and wrong_searcher(object, self.has_lied) -- a pool has no such method
    if wrong then return wrong end
    object:close()
  end
  for _, shared in ipairs(self.tables) do shared:close() end
  return nil
end

--- Plays a seed.
-- @tparam int seed
-- @tparam int operations how many
-- @tparam table more `path`, a file that may be written; `has_pools`, whether pools are made; `done`, a table in
--   which each kind of operation that has succeeded becomes true; `is_hooked`, whether LÖVE calls opponents
-- @treturn ?string what is wrong; nil when nothing is
-- @treturn int operations that were done, those inside of others included
-- @treturn int errors among them
function random_player.play(seed, operations, more)
  local player = setmetatable({
    random = rng.new(seed), path = more.path, has_pools = more.has_pools and core.threads and core.threads(),
    is_hooked = more.is_hooked, states = {}, searchers = {}, tables = {}, keys = {}, opponents = {}, pools = {},
    waiting = {}, all = {}, threads = setmetatable({}, {__mode = "k"}), done = more.done or {},
    changing = 0, depth = 0, operations = 0, errors = 0,
  }, Player)
  local wrong
  for _ = 1, operations do
    player:operate()
    wrong = player.random:chance(0.1) and player:state_that_differs() or nil
    if wrong then break end
  end
  wrong = wrong or player:state_that_differs() or player:finish()
  return wrong, player.operations, player.errors
end

--- How many kinds of operations there are.
random_player.KINDS = #OPERATIONS

return random_player
