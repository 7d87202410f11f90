-- Games in progress: `alphabeta.session`. Random sessions play the games of framed_games, with persons and computers. A
-- referee keeps the moves by itself, and plays them again by its own rules after each step.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local framed_nim = require "spec.support.framed_nim"
local games = require "spec.support.framed_games"
local pig = require "games.pig"
local rng = require "spec.support.rng"
local share = require "spec.support.share"

local SEEDS = effort.seeds(100, 3000)

-- The referee ---------------------------------------------------------------------------------------------------------

-- `moves` has {move, who, given} for each move since `first`; `given` is the move as the session has named it, perhaps
-- a child state. `undone` has those that were taken back, the last one first. `asks` says whether a hint may come: none
-- is looked for in a position that is no longer there. After `fuse` more calls a function of the game fails.
local Referee = {}
Referee.__index = Referee

-- A function of the game that fails when the fuse has burnt down.
function Referee:fused(f)
  return function(...)
    self.fuse = self.fuse - 1
    if self.fuse == 0 then error "raised by the game" end
    return f(...)
  end
end

function Referee:state()
  local state = self.first
  for _, each in ipairs(self.moves) do state = games.after(self.base, state, each[1]) end
  return state
end

-- Whose turn it is; nil at a throw, and when the game is over.
function Referee:who()
  local state, base = self:state(), self.base
  if base.is_over(state) or base.chances and base.chances(state) then return nil end
  return state.turn
end

function Referee:is_person(who) return who ~= nil and not self.computers[who] end

-- A move by the rules, for one that may be a child state.
function Referee:read(move)
  if self.game.children then return games.move_to(self.base, self:state(), move) end
  games.require_legal(self.base, self:state(), move)
  return move
end

function Referee:note(given, who)
  assert.are.equal(self:who(), who)
  assert(not self.is_paused and not self.is_waiting)
  self.moves[#self.moves + 1], self.undone, self.asks = {self:read(given), who, given}, {}, false
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
  local state, who, base = self:state(), self:who(), self.base
  assert.are.same({base.name(state), who, base.is_over(state)},
    {base.name(session.state), session:turn(), session:over()})
  local can_move = self:is_person(who) and not self.is_waiting and not self.is_paused
  local expected, moves = can_move and base.moves(state) or {}, session:moves()
  for i, move in ipairs(moves) do moves[i] = self:read(move) end
  assert.are.same(expected, moves)
  assert(self.asks or not session:hinting())
  local move, by = session:last()
  local last = self.moves[#self.moves] or {}
  assert.are.same({last[3], last[2]}, {move, by})
end

-- Random sessions -----------------------------------------------------------------------------------------------------

local function new_computer(random)
  return {nodes = random:int(1, 40), name = "C", level = random:chance(0.2) and random:int(1, 10) or nil}
end

-- The moves of all games but those that are parts of their state, which the referee could not make in its own.
local function draw_base(random)
  local base
  repeat base = random:pick(games) until not base.carry
  return base
end

local function begin(random)
  local base = draw_base(random)
  local players = base.is_for_two and 2 or random:int(2, 3)
  local referee = setmetatable({
    base = base, moves = {}, undone = {}, computers = {}, is_waiting = false, is_paused = false, fuse = 0,
  }, Referee)
  local game = games.game(base, random, function(_, f) return referee:fused(f) end)
  referee.game = game
  local is_new = random:chance(0.5)
  local has_methods = game.make and not is_new and random:chance(0.3) -- the rules are the state's own
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
    local number, share_of_all = draw and draw(20) or 12, draw and draw() or 0
    assert(number % 1 == 0 and number >= 1 and number <= 20 and share_of_all >= 0 and share_of_all < 1)
    referee.first = base.new(rng.new(number), players)
    return setmetatable(base.copy(referee.first), has_methods and {__index = game} or nil)
  end
  if is_new then options.new = referee:fused(new) else options.state = new() end
  local session = alphabeta.session(options)
  function referee.new_session()
    return alphabeta.session {game = options.game, new = options.new, state = options.state}
  end
  return session, referee
end

local STEPS = {}

function STEPS.move(session, _, random)
  local list = session:moves()
  if list[1] ~= nil then assert.is_true(session:move(random:pick(list))) end
  assert.is_false(session:move "no move")
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
  local text, name = session:save(), referee.base.name
  local before = name(session.state)
  local other = referee.new_session()
  assert.is_true(other:load(text))
  assert.are.same({text, before, session:turn()}, {other:save(), name(other.state), other:turn()})
  local first = referee.first
  if random:chance(0.5) then session:undo() else session:restart() end
  assert.is_true(session:load(text))
  referee.first, referee.undone, referee.asks = first, {}, false
end

function STEPS.broken(session)
  local text = session:save()
  local done, message = session:load(text .. " 1 99 1 1")
  assert.are.same({nil, true}, {done, message:find "move %d+ of it cannot be played in this game" ~= nil})
  assert.are.equal(text, session:save())
end

-- Cause: a game whose rules raised an error while another one was begun or loaded was lost.
function STEPS.fail(session, referee, random)
  local first, text, loads = referee.first, session:save(), random:chance(0.5)
  referee.fuse = random:int(1, 30)
  local ok, message = pcall(loads and session.load or session.restart, session, text)
  assert(ok or tostring(message):find("raised by the game", 1, true), message)
  referee.fuse, referee.asks = 0, false
  if ok then referee.undone = {} end
  if ok and not loads then referee.moves = {} else referee.first = first end
end

function STEPS.player(session, referee, random)
  local who = random:int(1, 2)
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

-- Cause: a hint was looked for in the position of the computer, if the person had moved in the same frame.
function STEPS.ask(session, referee, random)
  local is_persons = referee:is_person(session:turn())
  assert.are.equal(is_persons, session:hint(function(move, why)
    assert(referee.asks, "a hint for another position")
    assert(referee:read(move) ~= nil and why:find "^The ", why)
    referee.asks = false
    if random:chance(0.3) then session:move(move) end
  end))
  referee.asks = referee.asks or is_persons
end

function STEPS.hint(session, referee, random)
  STEPS.ask(session, referee, random)
  if not referee:is_person(session:turn()) or referee.is_paused then return end -- a computer needs none
  for _ = 1, 200 do session:update(1 / 60) end
  assert.is_false(referee.asks)
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
  "redo", "redo", "restart", "save", "broken", "player", "pause", "wait", "hint", "ask",
  "ask", "fail", "fail",
}

it("A random session has the state that its moves lead to", function()
  for seed in share.of(1, SEEDS) do
    local random = rng.new(seed)
    local session, referee = begin(random)
    referee:check(session)
    for _ = 1, 60 do
      local name = session:over() and random:chance(0.3) and "restart" or random:pick(NAMES)
      if random:chance(0.4) then STEPS.go_on(session, referee) end
      local ok, message = pcall(STEPS[name], session, referee, random)
      if ok then ok, message = pcall(referee.check, referee, session) end
      assert.is_true(ok, ("seed %d, %s: %s"):format(seed, name, tostring(message)))
    end
    session:close()
  end
end)

-- Stories -------------------------------------------------------------------------------------------------------------

-- A session of pig, and a throw of its die.
local function begin_pig(seed) return alphabeta.session {game = pig, state = pig.new(), seed = seed} end

local function roll(session)
  assert(session:move "roll")
  session:update(1 / 60)
  return (session:last())
end

describe("The throws of a session", function()
  it("follow from the seed, and are others in another game", function()
    local function throws_of(session)
      local throws = {}
      for i = 1, 12 do throws[i] = roll(session) end
      return table.concat(throws, " ")
    end
    local session = begin_pig(5)
    local seen, all = {}, {throws_of(session), throws_of(begin_pig(6))}
    assert.are.equal(all[1], throws_of(begin_pig(5)))
    for i = 3, 6 do
      session:restart()
      all[i] = throws_of(session)
    end
    for _, throws in ipairs(all) do
      assert.is_nil(seen[throws])
      seen[throws] = true
    end
  end)

  it("are the same after a move was taken back", function()
    for seed = 1, 60 do
      local session = begin_pig(seed)
      roll(session)
      local again = roll(session)
      session:undo()
      assert.are.equal(again, roll(session))
    end
  end)
end)

-- Computer players and hints ------------------------------------------------------------------------------------------

it("What a session finds follows from the seed, and is another thing for each player, and with another seed", function()
  local function found_with(seed)
    local list, session = {}, nil
    session = alphabeta.session {
      game = connect4, win = connect4.WIN, state = connect4.new(), seed = seed, slice = 1,
      players = {{level = 1, nodes = 200, name = "A"}, {level = 2, nodes = 200, name = "B"}},
      on_move = function(column, who) list[#list + 1] = session:name(who) .. column end,
    }
    for _ = 1, 20 do session:update() end
    local other = alphabeta.session {
      game = connect4, state = connect4.new(), algorithm = "uct", nodes = 50, seed = seed,
    }
    other:hint(function(_, _, worth) list[#list + 1] = worth end)
    while other:hinting() do other:update(1 / 60) end
    return table.concat(list, " ")
  end
  local first, second = found_with(1), found_with(2)
  assert.is_truthy(first:find "^A%d B%d A%d B%d A%d B%d")
  assert.are.equal(first, found_with(1))
  assert.are_not.equal(first:match "^(.*) ", second:match "^(.*) ")
  assert.are_not.equal(first:match "%S+$", second:match "%S+$")
end)

it("A computer player gets another level by its opponent, and loses all options with another player", function()
  local session = alphabeta.session {
    game = framed_nim.rules, state = {heap = 5, turn = 1}, players = {[2] = {depth = 3, level = 2, name = "C"}},
  }
  local opponent = session.opponents[2]
  opponent:set_level(5)
  session:restart()
  assert.are.equal(opponent, session.opponents[2])
  assert.are.same({5, 3}, {opponent.limits.level, opponent.limits.depth})
  session:set_player(2, {level = 6})
  local limits = session.opponents[2].limits
  assert.are.same({6, nil, nil}, {limits.level, limits.depth, session:name(2)})
end)

-- Cause: a session silenced its opponents by a field that they no longer had.
it("A hint of a session prints nothing about a turn that does not come, nor does a computer player", function()
  local session = alphabeta.session {
    game = framed_nim.rules, state = {heap = 30, turn = 1}, players = {[3] = {depth = 2}}, depth = 2,
  }
  session:hint(function() end)
  assert.are.same({}, framed_nim.printed_by(function()
    for second = 1, 40 do
      if second % 5 == 0 then session:move(1) end
      session:update(1)
    end
  end))
  assert.are.equal(1, session:turn())
end)
