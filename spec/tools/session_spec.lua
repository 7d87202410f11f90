-- Games in progress: `alphabeta.session`. Random sessions play a game with dice, in which whoever takes two matches
-- moves again. A referee keeps the moves by itself, and plays them again by its own rules after each step.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local rng = require "spec.support.rng"
local share = require "spec.support.share"

local SEEDS = effort.seeds(100, 3000)

-- The game ------------------------------------------------------------------------------------------------------------

-- A heap; a die that each of `players` throws before its turn, if there is one; and the points of each. The state after
-- a move or an outcome of the die:
local function after(state, move)
  local next_state = {
    heap = state.heap, turn = state.turn, has_die = state.has_die, thrown = state.thrown, players = state.players,
  }
  if state.has_die and not state.thrown then
    next_state.thrown = move.points
  else
    local take = type(move) == "table" and move.take or move
    next_state.heap, next_state.thrown = state.heap - take, nil
    if take ~= 2 then next_state.turn = state.turn % state.players + 1 end
  end
  return next_state
end

local function has_throw(state) return state.has_die and not state.thrown and state.heap > 0 end

local function moves_of(state, are_tables)
  local list = {}
  for take = 1, math.min(3, state.heap) do list[take] = are_tables and {take = take} or take end
  return list
end

local OUTCOMES = {}
for points = 1, 6 do OUTCOMES[points] = {probability = 1 / 6, outcome = {points = points}} end

local function new_game(is_in_place, are_tables)
  local game = {
    moves = function(state) return moves_of(state, are_tables) end,
    player = function(state) return state.turn end,
    result = function(state, me) return state.heap > 0 and 0 or state.turn == me and -1 or 1 end,
    chances = function(state) return has_throw(state) and OUTCOMES or nil end,
  }
  if not is_in_place then
    game.play = after
    return game
  end
  function game.make(state, move)
    local before, now = {turn = state.turn, heap = state.heap, thrown = state.thrown}, after(state, move)
    state.turn, state.heap, state.thrown = now.turn, now.heap, now.thrown
    return before, "more"
  end
  function game.unmake(state, _, before, more)
    assert(more == "more")
    state.turn, state.heap, state.thrown = before.turn, before.heap, before.thrown
  end
  return game
end

local function text_of(state)
  return ("%d of %d, %d, %s"):format(state.turn, state.players, state.heap, tostring(state.thrown))
end

-- The referee ---------------------------------------------------------------------------------------------------------

-- `moves` has {move, who} for each move since `first`, `undone` those that were taken back, the last one first. `asks`
-- says whether a hint may come: none is looked for in a position that is no longer there.
local Referee = {}
Referee.__index = Referee

function Referee:state()
  local state = self.first
  for _, each in ipairs(self.moves) do state = after(state, each[1]) end
  return state
end

-- Whose turn it is; nil at a throw, and when the game is over.
function Referee:who()
  local state = self:state()
  if state.heap == 0 or has_throw(state) then return nil end
  return state.turn
end

function Referee:is_person(who) return who ~= nil and not self.computers[who] end

function Referee:note(move, who)
  assert.are.equal(self:who(), who)
  assert(not self.is_paused and not self.is_waiting)
  local take = type(move) == "table" and move.take or move
  assert(who == nil and move.points or take <= self:state().heap)
  self.moves[#self.moves + 1], self.undone, self.asks = {move, who}, {}, false
end

-- The last move of a person is taken back, and all moves after it.
function Referee:undo()
  local last
  for i, each in ipairs(self.moves) do last = self:is_person(each[2]) and i or last end
  while last and #self.moves >= last do self.undone[#self.undone + 1] = table.remove(self.moves) end
  self.asks = self.asks and not last
  return last ~= nil
end

function Referee:redo()
  local can = self.undone[1] ~= nil
  self.asks = self.asks and not can
  while self.undone[1] do
    self.moves[#self.moves + 1] = table.remove(self.undone)
    if self:is_person(self:who()) then break end
  end
  return can
end

function Referee:check(session)
  local state, who = self:state(), self:who()
  assert.are.equal(text_of(state), text_of(session.state))
  assert.are.equal(who, session:turn())
  assert.are.equal(state.heap == 0, session:over())
  local can_move = self:is_person(who) and not self.is_waiting and not self.is_paused
  assert.are.same(can_move and moves_of(state, self.are_tables) or {}, session:moves())
  assert(self.asks or not session:hinting())
  local move, by = session:last()
  local last = self.moves[#self.moves] or {}
  assert.are.same({last[1], last[2]}, {move, by})
end

-- Random sessions -----------------------------------------------------------------------------------------------------

local function new_computer(random)
  return {nodes = random:int(1, 40), name = "C", level = random:chance(0.2) and random:int(1, 10) or nil}
end

local function begin(random)
  local players, has_die = random:int(2, 3), random:chance(0.5)
  local referee = setmetatable({
    moves = {}, undone = {}, computers = {}, are_tables = random:chance(0.5), is_waiting = false, is_paused = false,
  }, Referee)
  local is_in_place, is_new = random:chance(0.5), random:chance(0.5)
  local game = new_game(is_in_place, referee.are_tables)
  local has_methods = is_in_place and not is_new and random:chance(0.3) -- the rules are the state's own
  local options = {
    game = not has_methods and game or nil, players = {}, slice = 1, nodes = 30,
    seed = random:int(0, 1000), wait = function() return referee.is_waiting end,
    on_move = function(move, who) referee:note(move, who) end,
  }
  for who = 1, players do
    referee.computers[who] = random:chance(0.4)
    options.players[who] = referee.computers[who] and new_computer(random) or "a person"
  end
  local function new(draw)
    local heap = 10 + (draw and draw(20) or 12)
    assert(heap == math.floor(heap) and heap >= 11 and heap <= 30)
    referee.first = {heap = heap, turn = 1, has_die = has_die, players = players}
    return setmetatable(alphabeta.copy(referee.first), has_methods and {__index = game} or nil)
  end
  if is_new then options.new = new else options.state = new() end
  local session = alphabeta.session(options)
  function referee.new_session()
    return alphabeta.session {game = options.game, new = options.new, state = options.state}
  end
  return session, referee
end

local STEPS = {}

function STEPS.move(session, _, random)
  local list = session:moves()
  assert.are.equal(list[1] ~= nil, session:move(list[1] and random:pick(list) or 1))
  assert.is_false(session:move(7))
end

function STEPS.undo(session, referee, random)
  for _ = 1, random:int(1, 3) do assert.are.equal(referee:undo(), session:undo()) end
end

function STEPS.redo(session, referee) assert.are.equal(referee:redo(), session:redo()) end

function STEPS.restart(session, referee, random)
  if not session:over() and random:chance(0.8) then return end
  referee.moves, referee.undone, referee.asks = {}, {}, false
  session:restart()
end

-- A saved game is the same in another session, and in this one after other moves.
function STEPS.save(session, referee, random)
  local text, before = session:save(), text_of(session.state)
  local other = referee.new_session()
  assert.is_true(other:load(text))
  assert.are.same({text, before, session:turn()}, {other:save(), text_of(other.state), other:turn()})
  local first = referee.first
  if random:chance(0.5) then session:undo() else session:restart() end
  assert.is_true(session:load(text))
  referee.first, referee.undone, referee.asks = first, {}, false
end

function STEPS.broken(session)
  local text = session:save()
  local done, message = session:load(text .. " 1 9 1 1")
  assert.are.same({nil, true}, {done, message:find "move %d+ of it cannot be played in this game" ~= nil})
  assert.are.equal(text, session:save())
end

function STEPS.player(session, referee, random)
  local who = random:int(1, session.state.players)
  referee.computers[who] = random:chance(0.5)
  session:set_player(who, referee.computers[who] and new_computer(random) or nil)
  assert.are.equal(referee.computers[who] and "C" or nil, session:name(who))
end

function STEPS.pause(session, referee)
  referee.is_paused = true
  session:pause()
end

function STEPS.wait(_, referee) referee.is_waiting = true end

function STEPS.go_on(session, referee)
  if referee.is_paused then session:resume() end
  referee.is_paused, referee.is_waiting = false, false
end

function STEPS.hint(session, referee)
  local who, found = session:turn(), 0
  local is_persons = referee:is_person(who)
  assert.are.equal(is_persons, session:hint(function(move, why)
    found = found + 1
    assert(referee:state().heap >= (type(move) == "table" and move.take or move) and why:find "^The ")
  end))
  for _ = 1, 200 do
    if found > 0 or not is_persons or referee.is_paused then break end
    session:update(1 / 60)
  end
  assert.are.equal(is_persons and not referee.is_paused and 1 or 0, found)
  assert.are.equal(is_persons and found == 0, session:hinting())
  referee.asks = session:hinting()
end

-- Cause: a hint was looked for in the position of the computer, if the person had moved in the same frame.
function STEPS.ask(session, referee)
  local is_asked = session:hint(function()
    assert(referee.asks, "a hint for another position")
    referee.asks = false
  end)
  referee.asks = referee.asks or is_asked
end

-- Frames, until a person or the end of the game is reached.
function STEPS.frames(session, referee)
  for _ = 1, 200 do
    session:update(1 / 60)
    if referee.is_paused or referee.is_waiting then return end
    if session:over() or referee:is_person(session:turn()) then return end
  end
  error "a computer has not moved"
end

local NAMES = {
  "move", "move", "move", "move", "move", "move", "frames", "frames", "frames", "frames", "frames", "frames", "undo",
  "redo", "redo", "restart", "save", "broken", "player", "pause", "wait", "hint", "ask", "ask",
}

describe("A random session", function()
  it("has the state that its moves lead to", function()
    for seed in share.of(1, SEEDS) do
      local random = rng.new(seed)
      local session, referee = begin(random)
      referee:check(session)
      for _ = 1, 60 do
        local name = random:pick(NAMES)
        if random:chance(0.4) then STEPS.go_on(session, referee) end
        local ok, message = pcall(STEPS[name], session, referee, random)
        if ok then ok, message = pcall(referee.check, referee, session) end
        assert.is_true(ok, ("seed %d, %s: %s"):format(seed, name, tostring(message)))
      end
      session:close()
    end
  end)
end)

-- Stories -------------------------------------------------------------------------------------------------------------

local WITH_DIE = {heap = 12, turn = 1, has_die = true, players = 2}

describe("The throws of a session", function()
  local function begin_with(seed)
    return alphabeta.session {game = new_game(seed % 2 == 0), state = WITH_DIE, seed = seed}
  end

  local function throws_of(session)
    local text = ""
    while not session:over() do
      session:update(1 / 60)
      text = text .. " " .. session.state.thrown
      session:move(1)
    end
    return text:sub(2)
  end

  it("follow from the seed, and are others in another game", function()
    local session = begin_with(5)
    local seen, all = {}, {throws_of(session), throws_of(begin_with(6))}
    assert.are.equal(all[1], throws_of(begin_with(5)))
    for i = 3, 6 do
      session:restart()
      all[i] = throws_of(session)
    end
    for _, throws in ipairs(all) do
      assert.is_nil(seen[throws])
      seen[throws] = true
    end
  end)

  it("are the same after a move was taken back, and by their probabilities", function()
    local counts = {0, 0, 0, 0, 0, 0}
    for seed = 1, 600 do
      local session = begin_with(seed)
      local function throw()
        session:update(1 / 60)
        return session.state.thrown
      end
      local thrown = throw()
      counts[thrown] = counts[thrown] + 1
      session:move(2)
      local again = throw()
      session:undo()
      session:move(3)
      assert.are.equal(again, throw())
    end
    for _, count in ipairs(counts) do assert.is_true(count > 60 and count < 140, table.concat(counts, " ")) end
  end)
end)

-- Two players answer in turn, four times. A yes to the last question wins.
local answers = {
  player = function(state) return state.asked % 2 end,
  moves = function(state) return state.asked < 4 and {false, true} or {} end,
  play = function(state, answer) return {asked = state.asked + 1, last = answer} end,
  result = function(state, me) return state.last == (me == 1) and 1 or -1 end,
}

describe("A session whose moves are booleans", function()
  -- Cause: a first move that was false counted as none.
  it("goes on while there are moves, and loads a saved game", function()
    local session = alphabeta.session {game = answers, state = {asked = 0}, players = {[1] = {depth = 4}}, slice = 1}
    assert.is_true(session:move(false))
    session:update(1 / 60)
    assert.is_false(session:over())
    local text = session:save()
    session:restart()
    assert.is_true(session:load(text))
    assert.are.equal(2, session.state.asked)
    session:move(false)
    session:update(1 / 60)
    assert.are.same({true, true}, {session:over(), (session:last())})
  end)
end)

describe("A session of a game whose `moves` fills an array", function()
  it("offers as many moves as the game has counted, and no entry behind them", function()
    local game = new_game(false)
    function game.moves(_, list)
      for i = 1, 5 do list[i] = i end
      return 3
    end
    local session = alphabeta.session {game = game, new = function() return {heap = 9, turn = 1, players = 2} end}
    assert.same({1, 2, 3}, session:moves())
    assert.is_false(session:move(4))
  end)
end)
