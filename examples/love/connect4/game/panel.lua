--- The panel beside the board: who is to move, the results of the opponent's search, and the buttons.
local button = require "look.button"
local sessions = require "game.session"
local sound = require "game.sound"
local paint = require "look.paint"
local palette = require "look.palette"
local text = require "look.text"

local panel = {}
panel.__index = panel

local EASE = 9 -- how fast the bar follows the value, per second
local LONGEST_LINE = 8

-- The number of rows of buttons, two in most; their height and the gap between them, in units.
local ROWS, TALL, GAP = 5, 2.5, 0.6

-- How many units so many rows of buttons take.
local function height_of(rows) return rows * TALL + (rows - 1) * GAP end

local function with_spaces(number)
  local digits = ("%.0f"):format(number)
  return (digits:reverse():gsub("(%d%d%d)", "%1 "):reverse():gsub("^ ", ""))
end

--- A panel for a session, that has no place yet.
function panel.new(session)
  local self = setmetatable({session = session, share = 0.5}, panel)
  self.buttons = {
    button.new {key = "n", label = function() return "New game" end, press = function() session:restart() end},
    button.new {
      key = "u", label = function() return "Undo" end,
      press = function() session:undo() end, is_usable = function() return session:can_undo() end,
    },
    button.new {
      key = "h", label = function() return session.is_asking and "Thinking" or "Hint" end,
      press = function() session:ask() end, is_usable = function() return session:is_persons_turn() end,
    },
    button.new {
      key = "b", label = function() return session.person == 1 and "You begin" or "It begins" end,
      press = function() session:swap() end,
    },
    button.new {
      key = "l", is_wide = true, label = function() return "Level: " .. sessions.LEVELS[session.level].name end,
      press = function() session:next_level() end,
    },
    button.new {
      key = "p", label = function() return "Ponder" end, press = function() session:toggle_pondering() end,
      is_on = function() return session.ponders end,
    },
    button.new {
      key = "t", label = function() return "Thoughts" end,
      press = function() session.shows = not session.shows end, is_on = function() return session.shows end,
    },
    button.new {
      key = "s", is_wide = true, label = function() return "Sound" end, press = sound.toggle,
      is_on = function() return sound.is_on end,
    },
  }
  return self
end

-- Places the buttons above `bottom`: in rows of two, except the wide ones, or in a single column. They shrink if `room`
-- is too low for them. Returns where they begin.
local function place_buttons(self, x, bottom, width, room, unit, is_single)
  local rows = height_of(is_single and #self.buttons or ROWS)
  local size = math.min(unit, room / rows)
  local gap, tall, y = size * GAP, size * TALL, bottom - rows * size
  local top = y
  local half = is_single and width or (width - gap) / 2
  local left = x
  for _, each in ipairs(self.buttons) do
    each:place(left, y, each.is_wide and width or half, tall, unit)
    left = left + half + gap
    if each.is_wide or left > x + width then left, y = x, y + tall + gap end
  end
  return top
end

--- Gives it a place in the window: with the buttons at the foot, or at the right where that is too low.
function panel:place(x, y, width, height)
  local is_low = width > 1.1 * height
  local column = is_low and width * 0.56 or width
  local unit = math.max(8, math.min(column / 19, height / (is_low and height_of(#self.buttons) or 40)))
  self.x, self.y, self.width, self.unit = x, y, column, unit
  if is_low then
    local left = x + column + unit * 1.5
    self.bottom = y + height + unit * 2
    local bottom = y + math.min(height, unit * height_of(#self.buttons))
    place_buttons(self, left, bottom, x + width - left, height, unit, true)
  else
    self.bottom = place_buttons(self, x, y + height, width, height / 2, unit)
  end
  local chip, bar = math.min(0.84 * column / LONGEST_LINE, unit * 2.1), unit * 1.1
  self.chip, self.bar = chip, bar
  self.chips = {paint.strip(chip, chip, palette[1].base), paint.strip(chip, chip, palette[2].base)}
  self.bars = {paint.strip(column, bar, palette[1].base), paint.strip(column, bar, palette[2].base)}
  self.icons = {paint.stone(unit * 1.5, palette[1]), paint.stone(unit * 1.5, palette[2])}
end

--- Lets time pass: the bar goes where the value is.
function panel:update(seconds)
  local session = self.session
  local thoughts, winner = session.thoughts, session.match:winner()
  local share = thoughts and thoughts.share or #session.match.columns == 0 and 0.5 or self.share
  if session.match:is_over() and session.stones:are_still() then
    share = winner == 1 and 1 or winner == 2 and 0 or 0.5
  end
  self.share = self.share + (share - self.share) * (1 - math.exp(-EASE * seconds))
end

--- Presses what is at a place in the window.
function panel:press(x, y)
  button.press_at(self.buttons, x, y)
end

--- Presses the button with a key.
function panel:press_key(key)
  button.press_key(self.buttons, key)
end

-- Who is to move, or how it ended: words, and the colour that they are about.
local function headline(session)
  local winner = session.match:winner()
  if session.match:is_over() and not session.stones:are_still() then
    local last = 3 - session.match.state.turn
    return last == session.person and "You play" or "The computer plays", last
  end
  if winner then return winner == session.person and "You have won" or "The computer has won", winner end
  if session.match:is_over() then return "A draw" end
  if session:is_persons_turn() then return "Your turn", session.person end
  return "The computer thinks", 3 - session.person
end

-- What the value says, in words.
local function outlook(thoughts)
  if not thoughts then return "" end
  if thoughts.winner then
    local moves = math.ceil(thoughts.win_in / 2)
    return ("%s wins in %d %s"):format(palette[thoughts.winner].name, moves, moves == 1 and "move" or "moves")
  end
  if thoughts.is_certain then return "A draw, if both play well" end
  if math.abs(thoughts.share - 0.5) < 0.06 then return "Even" end
  return ("%s is better (%+.0f)"):format(palette[thoughts.share > 0.5 and 1 or 2].name, math.abs(thoughts.value))
end

-- The value, as a bar: the larger the part in a player's colour, the better for that player.
local function draw_bar(self, x, y)
  local width, height = self.width, self.bar
  local border = x + width * self.share
  love.graphics.setScissor(x, y, math.max(0, border - x), height)
  paint.show(self.bars[1], x, y)
  love.graphics.setScissor(border, y, math.max(0, x + width - border), height)
  paint.show(self.bars[2], x, y)
  love.graphics.setScissor()
  if self.share > 0.02 and self.share < 0.98 then
    love.graphics.setColor(palette.ink)
    love.graphics.rectangle("fill", border - 1.5, y, 3, height)
  end
  love.graphics.setColor(palette.fade(palette.paper, 0.75))
  love.graphics.rectangle("fill", x + width / 2 - 0.5, y, 1, height)
end

-- How the match went: a bar for each move, upwards when it stood well for player 1.
local function draw_course(self, y, height)
  local course, x = self.session.course, self.x
  local step = self.width / math.max(24, #course)
  love.graphics.setColor(palette.line)
  love.graphics.rectangle("fill", x, y + height / 2 - 0.5, self.width, 1)
  for i, share in ipairs(course) do
    local length = (share - 0.5) * height
    love.graphics.setColor(palette.fade(palette[share > 0.5 and 1 or 2].base, 0.9))
    love.graphics.rectangle("fill", x + (i - 1) * step, y + height / 2 - math.max(0, length), step * 0.7,
      math.max(1, math.abs(length)))
  end
end

-- The expected line: a chip for each move, with the number of its column.
local function draw_line(self, line, first, x, y)
  local size = self.chip / 0.84
  for i = 1, math.min(#line, LONGEST_LINE) do
    local middle = x + (i - 0.5) * size
    paint.show(self.chips[(first + i) % 2 + 1], middle - self.chip / 2, y - self.chip / 2)
    text.draw(("%d"):format(line[i]), self.unit, middle, y, palette.ink, "centre")
  end
end

local function draw_thoughts(self, y, bottom)
  local session, unit, x = self.session, self.unit, self.x
  local thoughts = session.thoughts
  local right = x + self.width
  local rows = {
    {"Sees ahead", thoughts and ("%d %s"):format(thoughts.depth, thoughts.depth == 1 and "move" or "moves")},
    {"Positions seen", thoughts and with_spaces(thoughts.nodes)},
  }
  for i, row in ipairs(rows) do
    local middle = y + (i - 0.5) * unit * 1.9
    if middle > bottom - unit * 2 then return end
    text.draw(row[1], unit, x, middle, palette.muted)
    text.draw(row[2] or "-", unit, right, middle, palette.paper, "left")
  end
  y = y + (#rows + 0.55) * unit * 1.9
  if y + unit * 3.6 > bottom then return end
  text.draw("Expects, by column", unit, x, y, palette.muted)
  if thoughts then draw_line(self, session.line or thoughts.line, session.match.state.turn, x, y + unit * 2.3) end
  y = y + unit * 4.9
  if y + unit * 5 > bottom or #session.course == 0 then return end
  text.draw("The match so far", unit, x, y, palette.muted)
  draw_course(self, y + unit * 1.2, math.min(unit * 5, bottom - y - unit * 2.4))
end

-- The hint, in words. Returns where it ends.
local function draw_advice(self, y)
  local lines = text.wrap(self.session.advice, self.unit, self.width)
  for i, line in ipairs(lines) do text.draw(line, self.unit, self.x, y + (i - 1) * self.unit * 1.5, palette.mint) end
  return y + (#lines + 0.5) * self.unit * 1.5
end

--- Draws it; the pointer is at a place, and may be held down.
function panel:draw(pointer_x, pointer_y, is_down)
  local session, unit, x, y = self.session, self.unit, self.x, self.y
  text.draw("Connect four", unit * 1.9, x, y + unit * 1.2, palette.paper)
  text.draw(("%d : %d"):format(session.wins[1], session.wins[2]), unit * 1.3, x + self.width, y + unit * 1.3,
    palette.muted, "left")
  y = y + unit * 4.2
  local words, player = headline(session)
  local left = x
  if player then
    paint.show(self.icons[player], x, y - unit * 0.75)
    left = x + unit * 2.1
  end
  text.draw(words, unit * 1.25, left, y, palette.paper)
  y = y + unit * 2.1
  draw_bar(self, x, y)
  y = y + unit * 2.3
  if session.advice then y = draw_advice(self, y) end
  if session.shows then
    text.draw(session.match:is_over() and "" or outlook(session.thoughts), unit, x, y, palette.muted)
    draw_thoughts(self, y + unit * 1.5, self.bottom)
  end
  for _, each in ipairs(self.buttons) do each:draw(pointer_x, pointer_y, is_down) end
end

return panel
