-- An opponent in games that do whatever they like between its frames, and that use it from within their own functions.
-- It leaves the state as it is, plays what is legal, in its own turn alone, plays and hints what is best if it has seen
-- all, and always moves. A referee sees to that in each frame. A failure names its seed.
--
-- Causes of what it draws:
-- - A search began anew whenever a field had changed, and so for ever in a game with a clock, a cursor, or another
--   field each time. One that had begun compared the state once more within itself, and raised an error.
-- - What had changed before in the same turn, or for the sixth time, did not count, nor did what changed in a state of
--   more than 2000 tables: the next slice made its moves in another state.
-- - A move that was answered in the same frame, made twice in a row or taken back was not seen: the opponent waited.
-- - What the opponent knew of its searcher was wrong after it had been used by a function that it called.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local GAMES = effort.seeds(100, 1500)
-- Frames of a match, and until the opponent must have moved, if it is not disturbed and its slices are long enough.
local FRAMES, MOST = 400, 250

local copy_of, takes, worth = small_games.copy, small_games.takes, small_games.worth

-- Nim in each style ---------------------------------------------------------------------------------------------------

-- What is drawn of a game: `style`; `has_extra`, whether who takes two moves again; `key`; `search`.
local KEYS = {
  none = {}, auto = {hash = "auto"}, ["auto without"] = {hash = "auto", hash_ignore = {"timer", "cursor"}},
  excluded = {exclude = {"timer", "cursor"}}, both = {hash = "auto", exclude = {"timer", "cursor"}},
  hash = {}, zobrist = {}, ["with timer"] = {},
}
local KEY_NAMES = {"none", "none", "auto", "auto without", "excluded", "both", "hash", "hash", "zobrist", "with timer"}

local SEARCHES = {
  {depth = 1}, {depth = 2}, {depth = 4}, {depth = 7}, {depth = 7}, {depth = 12}, {depth = 12, algorithm = "pvs"},
  {nodes = 60}, {time = 0.001}, {nodes = 20, algorithm = "uct"}, {nodes = 30, algorithm = "uct"},
  {nodes = 12, is_dealt = true}, {depth = 2, deals = 2, is_dealt = true},
  {nodes = 30, deals = 2, algorithm = "pvs", is_dealt = true},
}

local function hash_of(key)
  if key == "hash" then return function(state) return state.heap * 2 + state.turn end end
  if key == "with timer" then
    return function(state) return ("%d %d %s"):format(state.heap, state.turn, tostring(state.timer)) end
  end
  if key ~= "zobrist" then return nil end
  local zobrist = alphabeta.zobrist(1)
  return function(state)
    zobrist:set(state.heap * 2 + state.turn)
    return zobrist
  end
end

-- Rules of which each function first calls `act` with its name.
local function rules_of(drawn, act)
  local function next_turn(state, take) return drawn.has_extra and take == 2 and state.turn or 3 - state.turn end
  local function after(state, take)
    local child = copy_of(state)
    child.heap, child.turn = state.heap - take, next_turn(state, take)
    return child
  end
  local game = {
    player = small_games.turn, evaluate = not drawn.search.is_dealt and worth or nil, result = worth,
    hash = hash_of(drawn.key), moves = drawn.style ~= "children" and takes or nil,
    deal = drawn.search.is_dealt and function(state, _, random)
      random()
      return copy_of(state)
    end or nil,
  }
  if drawn.style == "in place" then
    function game.make(state, take)
      assert(take <= state.heap, "a move is made that is none")
      local turn = state.turn
      state.heap, state.turn = state.heap - take, next_turn(state, take)
      return turn, take
    end
    function game.unmake(state, take, turn, again)
      assert(again == take, "not what make has returned")
      state.heap, state.turn = state.heap + take, turn
    end
  elseif drawn.style == "copying" then
    game.play = after
  else
    function game.children(state)
      local list = takes(state)
      for i, take in ipairs(list) do list[i] = after(state, take) end
      return list
    end
  end
  local own = wrap.before(game, act)
  own.unmake = game.unmake -- an error in it leaves the state as it is then
  return own, after
end

-- A match and its referee ---------------------------------------------------------------------------------------------

local Match = {}
Match.__index = Match

-- A new match of the game begins, in the same table or another one.
function Match:restart()
  local state, random = self.keeps_table and self.state or {}, self.random
  state.heap, state.turn, state.cells = random:int(1, 24), random:int(1, 2), {}
  for i = 1, self.cells do state.cells[i] = {i} end
  self.state, self.before, self.seconds = state, nil, nil
end

function Match:is_on()
  local state = self.state
  return state ~= nil and state.turn == 1 and state.heap > 0
end

-- Something happens that may delay the opponent, or make its last search one of another state.
function Match:disturb() self.waited, self.is_calm, self.seconds = 0, false, nil end

-- What a move must be.
function Match:judge(take, what)
  local heap = self.state.heap
  assert(take >= 1 and take <= math.min(3, heap), what .. " that is none")
  local sees_all = self.is_calm and self.drawn.change == "nothing" and heap <= (self.drawn.search.depth or 0)
  if sees_all and self.level == 10 and not self.drawn.has_extra and heap % 4 > 0 and not self.drawn.search.is_dealt then
    assert(take == heap % 4, what .. " that is not the best")
  end
end

-- The opponent's move.
function Match:play(move)
  assert(self:is_on() and not self.is_paused, "a move out of turn")
  local take = move
  if type(move) == "table" then take = self.state.heap - move.heap end
  self:judge(take, "a move")
  if self.seconds then assert(self.seconds >= self.drawn.at_least - 1e-9, "a move too soon") end
  self.moves, self.waited, self.before, self.is_moving = self.moves + 1, 0, copy_of(self.state), true
  if self.drawn.is_made_by_game then return end
  self:go(take)
  if self.drawn.answers and self.state.turn == 2 and self.state.heap > 0 then self:go(1) end
end

-- Makes a move of anybody.
function Match:go(take)
  local after = self.after(self.state, take)
  if self.keeps_table then self.state.heap, self.state.turn = after.heap, after.turn else self.state = after end
  self.is_calm, self.seconds = not self.is_disturbed or self.random:chance(0.5), not self.has_missed and 0 or nil
end

function Match:begin()
  local random, drawn = self.random, self.drawn
  local function act(name)
    local inner = self.inner
    if inner and self.opponent and random:chance(0.05) then
      self.inner = nil
      inner(self, name)
    end
  end
  local game
  game, self.after = rules_of(drawn, act)
  self.keeps_table = drawn.style == "in place" and random:chance(0.7)
  self:restart()
  local options = wrap.replace(KEYS[drawn.key], drawn.search)
  options.is_dealt = nil
  local opponent = alphabeta.opponent(wrap.replace(options, {
    game = game, ponder = drawn.ponder, slice = drawn.slice, at_least = drawn.at_least, pause = drawn.at_least,
    clock = drawn.clock, me = drawn.has_me and 1 or nil,
    turn = not drawn.has_me and function()
      act "turn"
      return self:is_on()
    end or nil,
    state = function()
      act "state"
      return drawn.is_fresh and self.state and copy_of(self.state) or self.state
    end,
    play = not drawn.is_made_by_game and function(move)
      self:play(move)
      act "play"
    end or nil,
    on_move = drawn.is_made_by_game and function(take, turn, again)
      assert(take == again and turn == 1, "not what make returned")
      self.state.heap, self.state.turn = self.state.heap + take, turn -- as it was, for the referee
      self:play(take)
      self:go(take)
    end or nil,
    on_thinking = function(info, best)
      assert(info.nodes >= 0 and (best == nil or type(best) == "table" or best <= 3), "it thinks of no move")
      assert(not self.is_paused and self.state.turn == 1, "it thinks, and should not")
      act "on_thinking"
    end,
  }))
  self.opponent = opponent
  return self
end

-- A frame, in which the state stays as it is unless somebody moves.
function Match:frame()
  local state, print_before = self.state, print
  local heap, turn = state and state.heap, state and state.turn
  local left = self.drawn.clock and self.drawn.clock.left
  local was_on, moves = self:is_on(), self.moves
  self.waited, self.is_moving = self.waited + 1, false
  if self.seconds then self.seconds = self.seconds + (was_on and 1 / 60 or 0) end
  _G.print = function() end -- luacheck: ignore 122
  local ok, result = pcall(self.opponent.update, self.opponent, 1 / 60)
  _G.print = print_before -- luacheck: ignore 122
  assert(ok or tostring(result):find("this fails", 1, true), result)
  if not ok then self:disturb() end
  if self.moves == moves and state then
    assert(self.state == state and state.heap == heap and state.turn == turn, "the state has changed")
  end
  if ok then assert(result == self.opponent:thinking(), "it does not know whether it thinks") end
  if self.is_paused then assert(ok and not result, "it thinks in a pause") end
  if left and turn == 2 and self.last_turn == 2 and not self.is_disturbed then
    assert(left == self.drawn.clock.left, "its clock runs in another's turn")
  end
  self.last_turn, self.has_missed = turn, self.is_paused
  if not self:is_on() or self.is_paused then self.waited = 0 end
  assert(self.waited < self.most, "it never moves")
end

-- What happens --------------------------------------------------------------------------------------------------------

-- What a game does between two frames.
local DISTURBANCES = {
  function(match, random) match.state.heap = math.max(1, match.state.heap + random:int(-3, 3)) end,
  function(match) match.state.turn = 3 - match.state.turn end,
  function(match) match.opponent:stop() end,
  function(match) match:restart() end,
  function(match) match.state.cells = {} end,
  function(match) if match.before and not match.keeps_table then match.state = match.before end end, -- an undo
  function(match) if not match.keeps_table then match.state = copy_of(match.state) end end,
  function(match)
    match.opponent:pause()
    match.is_paused = true
  end,
  function(match, random)
    match.level = random:pick {1, 5, 10}
    match.opponent:set_level(match.level)
  end,
  function(match)
    match.opponent:hint(function(move, why)
      assert(match.state.turn == 2 and not match.is_paused and type(why) == "string", "a hint is of no use")
      match:judge(type(move) == "table" and match.state.heap - move.heap or move, "a hint")
    end)
  end,
}

-- What a game does from within a function that the opponent calls.
local INNER = {
  function() error "this fails" end,
  function(match) match.opponent:stop() end,
  function(match) pcall(match.opponent.update, match.opponent, 1 / 60) end,
  function(match)
    match.opponent:pause()
    match.opponent:resume()
  end,
  function(match) match.opponent:set_level(match.level) end,
  function() collectgarbage() end,
}

-- What changes in a frame by itself.
local CHANGES = {
  nothing = function() end,
  ["a number"] = function(state, frame) state.timer = frame end,
  ["a table"] = function(state, frame) state.cursor = {x = frame, y = -frame} end,
  ["a field that comes and goes"] = function(state, frame) state.timer = frame % 2 == 0 or nil end,
  ["now and then"] = function(state, frame) if frame % 7 == 0 then state.timer = frame end end,
  ["another field each time"] = function(state, frame) if frame < 60 then state["particle" .. frame] = frame end end,
}
local CHANGE_NAMES = {
  "nothing", "nothing", "a number", "a table", "a field that comes and goes", "now and then",
  "another field each time",
}

-- The match of a seed.
local function match_of(seed)
  local random = rng.new(seed)
  local drawn = {
    style = random:pick {"in place", "in place", "copying", "children"}, has_extra = random:chance(0.25),
    key = random:pick(KEY_NAMES), search = random:pick(SEARCHES), ponder = random:chance(0.5),
    slice = random:pick {1e-9, 1e-9, 0.01}, at_least = random:pick {0, 0, 0, 0.1}, has_me = random:chance(0.5),
    is_fresh = random:chance(0.3), answers = random:chance(0.2), change = random:pick(CHANGE_NAMES),
    clock = random:chance(0.2) and {left = 1e6, increment = random:int(0, 2)} or nil,
  }
  if drawn.search.is_dealt and drawn.style == "children" then drawn.style = "copying" end
  drawn.is_made_by_game = drawn.style == "in place" and not drawn.is_fresh and random:chance(0.4)
  if drawn.search.algorithm == "uct" and KEYS[drawn.key].hash then drawn.key = "none" end
  return setmetatable({
    most = (drawn.slice == 0.01 or (drawn.search.depth or 9) <= 2) and MOST or math.huge,
    random = random, drawn = drawn, moves = 0, waited = 0, is_calm = true, level = 10,
    is_disturbed = random:chance(0.6), cells = random:chance(0.05) and 2500 or random:int(0, 20),
  }, Match):begin()
end

-- Goes on with the match between two frames.
local function go_on(match, frame)
  local random = match.random
  if match.is_paused and random:int(1, 8) == 1 then
    match.opponent:resume()
    match.is_paused = false
  end
  if match.state == nil or match.state.heap == 0 then match:restart() end
  CHANGES[match.drawn.change](match.state, frame)
  if match.is_disturbed and random:int(1, 15) == 1 then
    match:disturb()
    random:pick(DISTURBANCES)(match, random)
  elseif match.is_disturbed and random:int(1, 15) == 1 then
    match:disturb()
    match.inner = random:pick(INNER)
  elseif match.state.turn == 2 and random:int(1, 6) == 1 then
    match:go(random:int(1, math.min(3, match.state.heap)))
  end
end

describe("An opponent in a game that does what it likes", function()
  it("leaves the state as it is, plays what is legal and best, and always moves", function()
    local moves = 0
    for seed in share.of(1, GAMES) do
      local match = match_of(seed)
      for frame = 1, FRAMES do
        local ok, problem = pcall(function()
          match:frame()
          go_on(match, frame)
        end)
        if not ok then
          local list = {}
          for name, value in pairs(match.drawn) do list[#list + 1] = name .. "=" .. tostring(value) end
          error(("seed %d, frame %d: %s\n%s"):format(seed, frame, tostring(problem), table.concat(list, " ")), 0)
        end
      end
      moves = moves + match.moves
      match.opponent:close()
      assert.has_error(function() match.opponent:update() end, "opponent:update: the opponent is closed")
    end
    assert.is_true(moves > share.count(1, GAMES), moves)
  end)
end)
