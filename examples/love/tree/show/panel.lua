--- The panel below the tree: the steps, a description of the last step, the window, and the buttons.
local button = require "look.button"
local palette = require "look.palette"
local text = require "look.text"
local caption = require "show.caption"
local colours = require "show.colours"
local gauge = require "show.gauge"
local timeline = require "show.timeline"

local panel = {}
panel.__index = panel

local TALL, GAP = 2.4, 0.55 -- the height of a button, and from one to the next, in units
local LINE = 1.5 -- from one line of text to the next

local COLOURS = {cut = colours.cut, ["end"] = colours.chosen}

--- A panel for a tour; it has no place yet.
function panel.new(tour)
  local self = setmetatable({tour = tour, gauge = gauge.new(tour), timeline = timeline.new(tour)}, panel)
  local function is_behind() return tour.position > 0 end
  self.buttons = {
    button.new {
      key = "left", label = function() return "Back" end, press = function() tour:back() end, is_usable = is_behind,
    },
    button.new {
      key = "space", label = function() return "Step" end, press = function() tour:step() end,
      is_usable = function() return tour.position < tour:last() end,
    },
    button.new {
      key = "p", label = function() return "Play" end, press = function() tour:toggle_play() end,
      is_on = function() return tour.is_playing end,
    },
    button.new {
      key = "r", label = function() return "Restart" end, press = function() tour:restart() end, is_usable = is_behind,
    },
    button.new {
      key = "end", label = function() return "Finish" end, press = function() tour:jump(tour:last()) end,
      is_usable = function() return tour.position < tour:last() end,
    },
    button.new {key = "tab", label = function() return "Next tree" end, press = function() tour:choose_next() end},
  }
  return self
end

-- Places the buttons in rows of two.
local function place_buttons(self, x, y, width)
  local gap, tall = self.unit * GAP, self.unit * TALL
  local half = (width - gap) / 2
  for i, each in ipairs(self.buttons) do
    each:place(x + (i - 1) % 2 * (half + gap), y + math.floor((i - 1) / 2) * (tall + gap), half, tall, self.unit * 0.9)
  end
end

--- How high it is, in units: one that is narrow has everything one below the other.
function panel.height(is_narrow)
  return is_narrow and 27.5 or 12.5
end

--- Gives it a place in the window; `unit` is the size of a small letter there.
function panel:place(x, y, width, unit, is_narrow)
  self.x, self.unit, self.words_y = x, unit, y + 4.2 * unit
  self.timeline:place(x, y, width, unit)
  if is_narrow then
    self.words_width = width
    self.gauge:place(x, y + 12 * unit, width, unit)
    place_buttons(self, x, y + 18.7 * unit, width)
  else
    local buttons, line = width * 0.3, width * 0.23
    self.words_width = width - buttons - line - 4 * unit
    self.gauge:place(x + self.words_width + 2 * unit, self.words_y - 0.9 * unit, line, unit)
    place_buttons(self, x + width - buttons, self.words_y - 0.9 * unit, buttons)
  end
end

--- Lets time pass.
function panel:update(seconds)
  self.gauge:update(seconds)
end

--- Presses what is at a place in the window. Returns whether there was anything.
function panel:press(x, y)
  local frame = self.timeline:frame_at(x, y)
  if frame then
    self.tour:jump(frame)
    return true
  end
  return button.press_at(self.buttons, x, y)
end

--- Presses the button with a key.
function panel:press_key(key)
  button.press_key(self.buttons, key)
end

--- Draws it; the pointer is at a place, and may be held down.
function panel:draw(pointer_x, pointer_y, is_down)
  local unit, y, frame = self.unit, self.words_y, self.tour:told()
  local headline, words = caption.of(self.tour.walk, frame)
  self.timeline:draw()
  text.draw(headline, unit * 1.35, self.x, y, COLOURS[frame.kind] or palette.paper)
  for i, line in ipairs(text.wrap(words, unit * 1.05, self.words_width)) do
    text.draw(line, unit * 1.05, self.x, y + unit * (0.8 + LINE * i), palette.muted)
  end
  self.gauge:draw()
  for _, each in ipairs(self.buttons) do each:draw(pointer_x, pointer_y, is_down) end
end

return panel
