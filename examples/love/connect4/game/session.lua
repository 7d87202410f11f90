--- A person and the opponent play: whose turn it is, what each may do, and when.
local alphabeta = require "alphabeta.love"
local match = require "game.match"
local opponent = require "game.opponent"
local stones = require "game.stones"

local session = {}
session.__index = session

-- The opponent does not answer sooner than this after a move, however fast it has thought, in seconds.
local PAUSE = 0.35

-- How many plies a review of the match sees at first.
local REVIEW_DEPTH = 6

local function column_name(_, column) return "column " .. column end

--- Begins the first match.
-- @tparam function landed see `stones.new`
function session.new(landed)
  local self = setmetatable({level = 3, begins = true, ponders = true, shows = false, wins = {0, 0}}, session)
  self.opponent = opponent.new()
  self.stones = stones.new(6, landed)
  self:restart()
  return self
end

-- Starts a search of the position on the board.
local function reconsider(self)
  self.opponent:stop()
  self:drop_hint()
  self.waited = 0
  if self.match:is_over() then return end
  if not self:is_persons_turn() then
    self.opponent:start(self.match, opponent.LEVELS[self.level].limits)
  elseif self.ponders then
    self.opponent:start(self.match)
  end
end

local function play(self, column)
  local thoughts = self.opponent.thoughts
  self.opponent:stop()
  self.course[#self.match.columns + 1] = thoughts and thoughts.share or self.course[#self.match.columns]
  self.stones:drop(column, self.match:landing(column), self.match:turn())
  self.match:play(column)
  reconsider(self)
end

-- Counts the match that was won, or no longer.
local function count(self, change)
  local who = self.match:winner() == self.person and 1 or 2
  if self.match:winner() then self.wins[who] = self.wins[who] + change end
  self.is_counted = change > 0
end

--- Begins a new match.
function session:restart()
  if self.match then self.opponent:stop() end
  self.stones:empty()
  self.match = match.new()
  self.course = {[0] = 0.5} -- how the match stood before each move, as the opponent saw it
  self.is_counted = false
  self.person = self.begins and 1 or 2
  self.opponent.thoughts = nil
  reconsider(self)
end

--- Whether the person is to move.
function session:is_persons_turn()
  return not self.match:is_over() and self.match:turn() == self.person
end

--- The person drops a stone, where that is allowed now.
-- @treturn boolean whether it was
function session:drop(column)
  if not self:is_persons_turn() or not self.match:landing(column) then return false end
  play(self, column)
  return true
end

--- Whether the person has a move to take back.
function session:can_undo()
  return #self.match.columns >= self.person
end

--- Takes back the person's last move, and what was answered to it.
function session:undo()
  if not self:can_undo() then return end
  self.opponent:stop()
  if self.is_counted then count(self, -1) end
  repeat
    self.course[#self.match.columns] = nil
    self.match:take_back()
    self.stones:take_back()
  until self.match:turn() == self.person
  self.opponent.thoughts = nil
  reconsider(self)
end

--- Searches for a good move. When it is found, `self.hint` is the column, `self.advice` says why, and `self.line` has
-- the columns that the search expects to be played.
function session:ask()
  if not self:is_persons_turn() or self.adviser or self.hint then return end
  self.adviser = opponent.adviser(self.match)
  self.adviser:hint(function(column, why, _, info)
    self:drop_hint()
    self.hint, self.advice, self.line = column, why, info.pv
  end, column_name)
end

--- Ends the search for a hint, and forgets the last one, and the review of a match.
function session:drop_hint()
  if self.adviser then self.adviser:close() end
  self.adviser, self.hint, self.advice, self.line, self.review = nil, nil, nil, nil, nil
end

-- Reviews the finished match, for a slice of a frame. In the end, `self.advice` says which move turned the match, and
-- the course has the chances of player 1.
local function look_back(self)
  local person = self.person
  self.review = self.review or alphabeta.review(match.new().state, self.match.columns, {
    game = match.RULES, win = match.WIN, depth = REVIEW_DEPTH, slice = opponent.SLICE, label = column_name,
    names = {[person] = "you", [3 - person] = "the computer"},
  })
  if self.review.is_ready or not self.review:step() then return end
  local point = self.review.turning_point
  self.advice = ("Your accuracy: %.0f %%. %s"):format(self.review.players[person].accuracy,
    point and self.review:describe(point) or "No move turned the match.")
  for i, move in ipairs(self.review.moves) do self.course[i] = move.chance end
end

--- The opponent becomes stronger, or after the strongest the weakest.
function session:next_level()
  self.level = self.level % #opponent.LEVELS + 1
  if not self:is_persons_turn() then reconsider(self) end
end

--- The other one begins, in a new match.
function session:swap()
  self.begins = not self.begins
  self:restart()
end

--- Switches pondering on or off.
function session:toggle_pondering()
  self.ponders = not self.ponders
  if self:is_persons_turn() and not self.adviser then reconsider(self) end
end

--- Lets the opponent search in threads of its own, or in slices again.
function session:toggle_threads()
  self.opponent:use_threads(not self.opponent.is_threaded)
  reconsider(self)
end

--- A frame: stones move, the opponent searches, and moves when its search has ended.
function session:update(seconds)
  self.stones:update(seconds)
  self.waited = self.waited + seconds
  if self.match:is_over() then
    if self.stones:are_still() then
      if not self.is_counted then count(self, 1) end
      look_back(self)
    end
    return
  end
  if self.adviser then
    self.adviser:update(seconds) -- pondering goes on afterwards
    return
  end
  local is_ready = self.opponent:think()
  if not self:is_persons_turn() and is_ready and self.waited >= PAUSE and self.stones:are_still() then
    play(self, self.opponent.thoughts.column)
  end
end

return session
