--- A person and the computer play. The game in progress is an `alphabeta.session`; the rest is what is seen of it.
local alphabeta = require "alphabeta.love"
local match = require "game.match"
local stones = require "game.stones"

local session = {}
session.__index = session

--- How strong the computer can be: the options of an opponent.
session.LEVELS = {
  {name = "Gentle", level = 2}, {name = "Fair", level = 5}, {name = "Strong", time = 1}, {name = "Fierce", time = 4},
}

-- The computer does not answer sooner, however fast it has thought, in seconds: the person's stone falls meanwhile.
local PAUSE = 0.8

-- What values amount to: one this large is three to one in favour.
local CLEAR = 25

local function column_name(_, column) return "column " .. column end

-- Makes one player a person, and the other one the computer.
local function seat(self)
  local options = {}
  for name, value in pairs(session.LEVELS[self.level]) do options[name] = value end
  options.ponder, options.at_least = self.ponders, PAUSE
  self.game:set_player(self.person, nil)
  self.game:set_player(3 - self.person, options)
end

-- A move was made: the stone falls.
local function show(self, column, who)
  local state, columns = self.game.state, self.match.columns
  columns[#columns + 1] = column
  self.stones:drop(column, state.heights[column], who)
  self.course[#columns] = self.thoughts and self.thoughts.share or self.course[#columns - 1]
  self:drop_hint()
  local expected = self.thoughts and table.remove(self.thoughts.line, 1)
  if expected ~= column then self.thoughts = nil end
end

-- Reads what the computer has found out so far. A value is good for player 1 when it is high, and `share` goes from 0,
-- player 2 has won, to 1. `line` has the moves that it expects from the state on the board.
local function read(self, info, column, value)
  if not column then return end
  local sign = self.person == 2 and 1 or -1
  local share, winner = 1 / (1 + 3 ^ (-sign * value / CLEAR)), nil
  if info.win_in then
    share = sign * info.win_in > 0 and 1 or 0
    winner = share == 1 and 1 or 2
  end
  self.thoughts = {
    value = sign * value, share = share, winner = winner, win_in = info.win_in and math.abs(info.win_in),
    is_certain = info.reason == "solved", depth = info.depth, line = info.pv, nodes = info.nodes,
  }
end

--- Begins the first match.
-- @tparam function landed see `stones.new`
function session.new(landed)
  local self = setmetatable({level = 3, person = 1, ponders = true, shows = false, wins = {0, 0}}, session)
  self.stones = stones.new(6, landed)
  self.game = alphabeta.session {
    game = match.RULES, new = function() return match.RULES.new() end, label = column_name, time = 0.8,
    on_move = function(column, who) show(self, column, who) end,
    on_thinking = function(info, column, value) read(self, info, column, value) end,
  }
  seat(self)
  self:restart()
  return self
end

-- Counts the match that was won, or takes it back.
local function count(self, change)
  local who = self.match:winner() == self.person and 1 or 2
  if self.match:winner() then self.wins[who] = self.wins[who] + change end
  self.is_counted = change > 0
end

--- Begins a new match.
function session:restart()
  self.stones:empty()
  self.game:restart()
  self.match = match.new(self.game)
  self.course = {[0] = 0.5} -- how the match stood after each move, as the computer saw it
  self.is_counted, self.thoughts = false, nil
  self:drop_hint()
end

--- Whether the person is to move.
function session:is_persons_turn() return self.game:turn() == self.person end

--- The person drops a stone, if that is allowed now.
function session:drop(column) self.game:move(column) end

--- Whether the person has a move to take back.
function session:can_undo() return #self.match.columns >= self.person end

--- Takes back the person's last move, and what was answered to it.
function session:undo()
  if self.is_counted then count(self, -1) end
  if not self.game:undo() then return end
  local columns = self.match.columns
  while #columns > self.match:count() do
    self.course[#columns] = nil
    table.remove(columns)
    self.stones:take_back()
  end
  self.thoughts = nil
  self:drop_hint()
end

--- Searches for a good move. When it is found, `self.hint` is the column, `self.advice` says why, and `self.line` has
-- the columns that the search expects to be played.
function session:ask()
  self.is_asking = not self.hint and self.game:hint(function(column, why, _, info)
    self:drop_hint()
    self.hint, self.advice, self.line = column, why, info.pv
  end)
end

--- Forgets the last hint, and the review of a match.
function session:drop_hint()
  self.is_asking, self.hint, self.advice, self.line, self.review = false, nil, nil, nil, nil
end

-- Reviews the finished match, for a slice of a frame. In the end, `self.advice` says which move turned the match, and
-- the course has the chances of player 1.
local function look_back(self)
  local person = self.person
  self.review = self.review or self.game:review {
    depth = 6, slice = 0.004, names = {[person] = "you", [3 - person] = "the computer"},
  }
  if self.review.is_ready or not self.review:step() then return end
  local point = self.review.turning_point
  self.advice = ("Your accuracy: %.0f %%. %s"):format(self.review.players[person].accuracy,
    point and self.review:describe(point) or "No move turned the match.")
  for i, move in ipairs(self.review.moves) do self.course[i] = move.chance end
end

--- The computer becomes stronger, or after the strongest the weakest.
function session:next_level()
  self.level = self.level % #session.LEVELS + 1
  seat(self)
end

--- The other one begins, in a new match.
function session:swap()
  self.person = 3 - self.person
  seat(self)
  self:restart()
end

--- Switches pondering on or off.
function session:toggle_pondering()
  self.ponders = not self.ponders
  seat(self)
end

--- A frame: stones move, and the computer thinks.
function session:update(seconds)
  self.stones:update(seconds)
  self.game:update(seconds)
  if not self.game:over() or not self.stones:are_still() then return end
  if not self.is_counted then count(self, 1) end
  look_back(self)
end

return session
