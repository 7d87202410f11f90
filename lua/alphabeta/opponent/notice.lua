-- The line that is printed if an opponent's turn does not come for a long time. Internal: `alphabeta.opponent` uses it.
--
-- It says why, as far as the opponent can know: its turn has never come though another has moved (a person may think
-- about the first move for long), or the state is a table that the game may have replaced.

local use = require((...):match "^(.*)%..*%." .. ".use")

local describe = use "common.values".describe

local concat, setmetatable, type = table.concat, setmetatable, type

-- Seconds without a turn after which the opponent looks at the state, to see later whether another has moved; seconds
-- after which a line is printed once; and the line. %s is the condition that was never true.
local SHORT, LONG = 1, 8
local NO_TURN = "alphabeta.opponent: in %d seconds its turn has not come, though there are moves. If it should have "
  .. "moved: %s"
local NEVER_TURN, NEVER_ME = "'turn' has never returned true", "'player' has never returned the option 'me', %s"
local STALE = "the state that it was given may no longer be the game's: give a function, "
  .. "state = function() return state end"

local notices = {}
notices.__index = notices

-- Makes the notice for an opponent that plays a game. It is `idle` for this number of seconds.
function notices.new(game)
  return setmetatable({game = game, idle = 0, first_sign = nil, has_had_turn = false, is_told = false}, notices)
end

-- Prints no line: it is known why the turn does not come.
function notices:turn_off() self.is_told = true end

-- The opponent's turn has come.
function notices:begin_turn() self.has_had_turn, self.idle = true, 0 end

-- What differs after a move: the player to move, or in a game without players the position.
local function sign_of(game, state)
  local player = game:ask("player", state)
  if player ~= nil then return player end
  local _, name = game:identify(state)
  return name or false
end

-- The reasons why the turn may not come.
local function reasons_for(self, sign, may_be_stale)
  local game, reasons = self.game, {}
  if not self.has_had_turn and sign ~= self.first_sign then
    reasons[1] = game.turn and NEVER_TURN or NEVER_ME:format(describe(game.me))
  end
  if may_be_stale then reasons[#reasons + 1] = STALE end
  return reasons
end

-- A frame without a turn, which took `seconds`.
function notices:frame(seconds)
  local game = self.game
  local may_be_stale = type(game.given_state) == "table"
  if self.is_told or self.has_had_turn and not may_be_stale then return end
  self.idle = self.idle + seconds
  if self.idle < (self.first_sign == nil and SHORT or LONG) then return end
  local state = game:current_state()
  if state == nil then return end
  local sign = sign_of(game, state)
  if self.first_sign == nil then self.first_sign = sign end
  if self.idle < LONG then return end
  self.idle = 0
  if #game:list(state) == 0 then return end
  local reasons = reasons_for(self, sign, may_be_stale)
  if not reasons[1] then return end
  self.is_told = true
  print(NO_TURN:format(LONG, concat(reasons, ", or ")))
end

return notices
