--- The tree on the screen: its nodes, the windows that go down its branches, and the values that come up.
local palette = require "look.palette"
local text = require "look.text"
local board = require "show.board"
local colours = require "show.colours"
local layout = require "show.layout"
local number = require "show.number"
local outlines = require "show.outlines"
local pill = require "show.pill"
local walk = require "show.walk"

local picture = {}
picture.__index = picture

-- Sizes in units. `inner` and `leaf` are half of the room in width that a node needs; `level` is from one level to the
-- next at least; `above` and `below` is the room above the middle of the root and below that of the deepest leaves.
-- `reach` is where the branch to a node ends and where those from it begin, above and below its middle; `window` where
-- alpha stands, to the left of the middle, and beta, to the right. `pills` is what is to be added to that, in units of
-- the pills, which are never too small to be read.
local TRIANGLES = {
  inner = 47, leaf = 18, level = 76, above = 26, below = 22,
  reach = {max = {top = 17.5, foot = 21.5}, min = {top = 21.5, foot = 17.5}, leaf = {top = 16, foot = 16}},
  window = {max = {x = 14.5, y = -10}, min = {x = 14.5, y = 10}}, pills = {x = 16.5, y = 0, foot = 0},
}
local BOARD = {top = 24, foot = 24}
local BOARDS = {
  inner = 32, leaf = 27, level = 92, above = 28, below = 47,
  reach = {max = BOARD, min = BOARD, leaf = BOARD},
  window = {max = {x = 0, y = 24}, min = {x = 0, y = 24}}, pills = {x = 16.5, y = 11, foot = 21},
}
local LARGEST = 2.1 -- pixels in a unit
local STRETCH = 2.2 -- how many times further apart things may be than they need, in a large window

local CRAMPED = 0.7 -- pixels in a unit

local LEAST_TEXT = 8.5 -- pixels

--- A picture of the walk that a tour is on; it has no place yet.
function picture.new(tour)
  return setmetatable({tour = tour, time = 0}, picture)
end

--- Fits it into a part of the window.
function picture:place(x, y, width, height)
  self.x, self.y, self.width, self.height = x, y, width, height
  self.walk = nil
end

-- Finds out where each node is, when the walk or the window has changed.
local function lay_out(self)
  if self.walk == self.tour.walk then return end
  self.walk = self.tour.walk
  local sizes = self.walk.subject.is_board and BOARDS or TRIANGLES
  local places, width, levels = layout.of(self.walk.root, sizes)
  local ends = sizes.above + sizes.below
  local unit = math.min(self.width / width, self.height / ((levels - 1) * sizes.level + ends), LARGEST)
  local across = math.min(self.width / width, unit * STRETCH)
  local down = math.min((self.height / unit - ends) / (levels - 1), sizes.level * STRETCH) * unit
  local top = self.y + (self.height - (levels - 1) * down - ends * unit) / 2 + sizes.above * unit
  self.places = {}
  for node, place in pairs(places) do
    self.places[node] = {
      x = self.x + self.width / 2 + (place.x - width / 2) * across, y = top + place.level * down,
    }
  end
  self.sizes, self.unit, self.outlines = sizes, unit, outlines.all(unit)
end

--- Where the middle of a node is in the window.
function picture:middle(node)
  lay_out(self)
  return self.places[node].x, self.places[node].y
end

--- Lets time pass.
function picture:update(seconds)
  self.time = self.time + seconds
end

-- ---- what is seen --------------------------------------------------------------------------------------------------

-- How far the number of this step has travelled, and how far its arrival is seen: both from 0 to 1.
local function phases(self)
  local travel, arrival = self.tour:phases()
  return travel * travel * (3 - 2 * travel), arrival
end

-- What is known of a node at this moment: what a number changes, it changes when it arrives.
local function state_of(self, node)
  local frame = self.tour:frame()
  local is_drawn_slowly = frame.kind == "cut" or frame.kind == "end" or node == frame.child
  return walk.state(is_drawn_slowly and frame or self.tour:landed(), node)
end

local function is_inner(node)
  return node.children[1] ~= nil
end

local function side_of(node)
  return colours[node.kind]
end

-- Where a window is shown: its two ends.
local function window_at(self, node)
  local place, offset = self.places[node], self.sizes.window[node.kind]
  local further, pill_unit = self.sizes.pills, pill.unit(self.unit)
  local x = offset.x * self.unit + further.x * pill_unit
  return place.x - x, place.x + x, place.y + offset.y * self.unit + further.y * pill_unit
end

-- Where the value of a board is shown.
local function value_y(self, node)
  return self.places[node].y + BOARD.foot * self.unit + BOARDS.pills.y * pill.unit(self.unit)
end

-- Where the branches of a node begin.
local function foot_of(self, node)
  local sizes = self.sizes
  return self.places[node].y + sizes.reach[node.kind].foot * self.unit + sizes.pills.foot * pill.unit(self.unit)
end

-- ---- branches ------------------------------------------------------------------------------------------------------

-- The two ends of the branch to a node.
local function branch_of(self, node)
  local parent = self.walk.parents[node]
  local from, to = self.places[parent], self.places[node]
  return from.x, foot_of(self, parent), to.x, to.y - self.sizes.reach[node.kind].top * self.unit
end

local function dashed(from_x, from_y, to_x, to_y, dash)
  local length = math.sqrt((to_x - from_x) ^ 2 + (to_y - from_y) ^ 2)
  for at = 0, length, 2 * dash do
    local a, b = at / length, math.min(1, (at + dash) / length)
    love.graphics.line(from_x + (to_x - from_x) * a, from_y + (to_y - from_y) * a, from_x + (to_x - from_x) * b,
      from_y + (to_y - from_y) * b)
  end
end

-- Takes the colour and the width of a branch to a node in this state.
local function take_pen(self, state)
  local colour, width = palette.fade(palette.faint, 0.55), 1.2
  if state.is_open then
    colour, width = palette.paper, 2.4
  elseif state.value then
    colour, width = palette.fade(palette.muted, 0.75), 1.6
  end
  love.graphics.setColor(colour)
  love.graphics.setLineWidth(math.max(1, width * self.unit))
end

local function draw_branch(self, node)
  local state = state_of(self, node)
  local from_x, from_y, to_x, to_y = branch_of(self, node)
  take_pen(self, state)
  if state.is_pruned then
    dashed(from_x, from_y, to_x, to_y, 4 * self.unit)
  else
    love.graphics.line(from_x, from_y, to_x, to_y)
  end
end

-- The branches of a board begin below its window: a stem leads there.
local function draw_stem(self, node)
  local place = self.places[node]
  if self.sizes ~= BOARDS or not is_inner(node) then return end
  take_pen(self, state_of(self, node))
  love.graphics.line(place.x, place.y + BOARD.foot * self.unit, place.x, foot_of(self, node))
end

-- The line of play that is expected: it grows from the root down, at the end of the walk.
local function draw_chosen(self)
  local frame = self.tour:frame()
  if frame.kind ~= "end" then return end
  local chosen = {}
  for _, node in ipairs(self.walk.nodes) do
    if walk.state(frame, node).is_chosen then chosen[#chosen + 1] = node end
  end
  local reach = self.tour.progress * (#chosen - 1)
  love.graphics.setColor(colours.chosen)
  love.graphics.setLineWidth(4 * self.unit)
  for i = 2, #chosen do
    local share = math.max(0, math.min(1, reach - (i - 2)))
    local from_x, from_y, to_x, to_y = branch_of(self, chosen[i])
    if share > 0 then
      love.graphics.line(from_x, from_y, from_x + (to_x - from_x) * share, from_y + (to_y - from_y) * share)
    end
  end
end

-- A cross on each branch that was cut off; the newest are being drawn.
local function draw_crosses(self)
  local frame, unit = self.tour:frame(), self.unit
  love.graphics.setColor(colours.cut)
  love.graphics.setLineWidth(3 * unit)
  for _, node in ipairs(self.walk.nodes) do
    local parent = self.walk.parents[node]
    if parent and state_of(self, node).is_pruned and not state_of(self, parent).is_pruned then
      local is_new = frame.kind == "cut" and frame.node == parent
      local share = is_new and phases(self) or 1
      local from_x, from_y, to_x, to_y = branch_of(self, node)
      local x, y, size = (from_x + to_x) / 2, (from_y + to_y) / 2, 7 * unit
      local first, second = math.min(1, share * 2), math.max(0, share * 2 - 1)
      love.graphics.line(x - size, y - size, x - size + 2 * size * first, y - size + 2 * size * first)
      if second > 0 then
        love.graphics.line(x + size, y - size, x + size - 2 * size * second, y - size + 2 * size * second)
      end
    end
  end
end

-- ---- nodes ---------------------------------------------------------------------------------------------------------

-- How bright a node is.
local function presence(self, state)
  if state.is_pruned then return 0.2 end
  if state.is_chosen then return 1 end
  if state.is_open then return 1 end
  if not state.value then return 0.5 end
  return self.tour:frame().kind == "end" and 0.45 or 0.7
end

-- Whether there is room for the windows of nodes that were left, beside those of the open ones.
local function has_room(self)
  return self.sizes ~= BOARDS and self.unit > CRAMPED
end

-- Alpha and beta beside a node.
local function draw_window(self, node, state)
  if not state.alpha or not is_inner(node) or not (state.is_open or has_room(self)) then return end
  local left, right, y = window_at(self, node)
  local frame = self.tour:frame()
  local is_here = node == frame.node
  local _, arrival = phases(self)
  local grown = frame.bound and is_here and 1 + 0.45 * math.sin(math.pi * arrival) or 1
  local ring = frame.kind == "cut" and is_here and colours.cut or nil
  pill.draw(number(state.alpha), left, y, self.unit, colours.max.light, {
    is_quiet = not state.is_open, ring = ring, scale = node.kind == "max" and grown or 1,
  })
  pill.draw(number(state.beta), right, y, self.unit, colours.min.base, {
    is_quiet = not state.is_open, ring = ring, scale = node.kind == "min" and grown or 1,
  })
end

-- The words in a triangle: its value or, as long as it has none, who moves there, where that can be read.
local function draw_words(self, node, state, bright)
  local place, unit = self.places[node], self.unit
  local y = place.y + (node.kind == "max" and 7 or -7) * unit
  if state.value then
    local colour = node.kind == "max" and palette.paper or palette.ink
    text.draw(number(state.value, state.bound), math.max(13.5 * unit, LEAST_TEXT), place.x, y,
      palette.fade(colour, math.max(bright, 0.8)), "centre")
  elseif unit > CRAMPED then
    local name = node.kind == "max" and self.walk.subject.max or self.walk.subject.min
    local colour = state.is_open and (node.kind == "max" and palette.paper or palette.ink) or palette.paper
    text.draw(name, 9 * unit, place.x, y, palette.fade(colour, bright), "centre")
  end
end

local function draw_triangle(self, node, state)
  local place, bright, shape = self.places[node], presence(self, state), self.outlines[node.kind]
  if state.is_open or state.value then
    shape:fill(place.x, place.y, bright)
    shape:edge(place.x, place.y, palette.fade(side_of(node).light, bright), 1.2 * self.unit)
  else
    shape:fill(place.x, place.y, bright * 0.3)
    shape:edge(place.x, place.y, palette.fade(side_of(node).light, bright), 1.2 * self.unit)
  end
  draw_words(self, node, state, bright)
end

local function draw_leaf(self, node, state)
  local place, bright, shape = self.places[node], presence(self, state), self.outlines.leaf
  shape:fill(place.x, place.y, state.value and bright or bright * 0.4)
  shape:edge(place.x, place.y, palette.fade(palette.muted, bright), 1.2 * self.unit)
  text.draw(number(node.value), math.max(13.5 * self.unit, LEAST_TEXT), place.x, place.y,
    palette.fade(palette.paper, state.is_pruned and 0.3 or state.value and math.max(bright, 0.8) or 0.4), "centre")
end

local function draw_board(self, node, state)
  local place, bright, shape = self.places[node], presence(self, state), self.outlines.board
  local subject, parent = self.walk.subject, self.walk.parents[node]
  local unit = self.unit
  shape:fill(place.x, place.y, bright)
  local edge = is_inner(node) and side_of(node).light or palette.muted
  shape:edge(place.x, place.y, palette.fade(edge, bright), (is_inner(node) and 1.8 or 1.2) * unit)
  local sides = {[subject.max] = colours.max, [subject.min] = colours.min}
  board.draw(node.label, parent and parent.label, sides, place.x, place.y, unit, math.max(bright, 0.35))
  if state.value and not state.is_pruned then
    local colour = palette.mix(palette.ink, colours.value, math.max(bright, 0.6))
    pill.draw(number(state.value, state.bound), place.x, value_y(self, node), unit, colour)
  end
end

local function draw_node(self, node)
  local state = state_of(self, node)
  local place, shape = self.places[node], self.outlines[node.kind]
  if self.sizes == BOARDS then shape = self.outlines.board end
  if state.is_chosen and self.tour:frame().kind == "end" then
    shape:glow(place.x, place.y, colours.chosen, 2.6 * self.unit)
  elseif node == self.tour:landed().node and self.tour.position > 0 then
    local pulse = 0.75 + 0.25 * math.sin(self.time * 4)
    shape:glow(place.x, place.y, palette.fade(palette.paper, pulse), 2.6 * self.unit)
  end
  if self.sizes == BOARDS then draw_board(self, node, state)
  elseif is_inner(node) then draw_triangle(self, node, state)
  else draw_leaf(self, node, state) end
  draw_window(self, node, state)
end

-- ---- what travels --------------------------------------------------------------------------------------------------

local function between(a, b, share)
  return a + (b - a) * share
end

-- Alpha and beta on their way down to a node.
local function draw_descent(self, frame, travel)
  local node, parent = frame.node, self.walk.parents[frame.node]
  local state = walk.state(frame, node)
  local left, right, y
  if is_inner(node) then
    left, right, y = window_at(self, node)
  else
    local place = self.places[node]
    left, right, y = place.x - 10 * self.unit, place.x + 10 * self.unit, place.y
  end
  local from_left, from_right, from_y = left, right, y - 30 * self.unit
  if parent then from_left, from_right, from_y = window_at(self, parent) end
  local alpha = parent and 1 or travel
  if not is_inner(node) then alpha = 1 - travel ^ 4 end
  local at_y = between(from_y, y, travel)
  local traits = {alpha = alpha}
  pill.draw(number(state.first_alpha), between(from_left, left, travel), at_y, self.unit, colours.max.light, traits)
  pill.draw(number(state.first_beta), between(from_right, right, travel), at_y, self.unit, colours.min.base, traits)
end

-- A value on its way up: it becomes alpha or beta, or it is of no use and vanishes.
local function draw_ascent(self, frame, travel)
  local from, to, node = self.places[frame.child], self.places[frame.node], frame.node
  local to_x, to_y, alpha = to.x, to.y, 1 - travel ^ 6
  if frame.bound then
    local left, right, y = window_at(self, node)
    to_x, to_y, alpha = node.kind == "max" and left or right, y, 1
  end
  local from_y = self.sizes == BOARDS and value_y(self, frame.child) or from.y
  local state = walk.state(frame, frame.child)
  pill.draw(number(state.value, state.bound), between(from.x, to_x, travel), between(from_y, to_y, travel), self.unit,
    colours.value, {alpha = alpha, scale = 1.15})
end

local function draw_traveller(self)
  local frame, travel = self.tour:frame(), phases(self)
  if self.tour:landed() == frame then return end
  if frame.kind == "down" or frame.kind == "leaf" then draw_descent(self, frame, travel) end
  if frame.kind == "up" then draw_ascent(self, frame, travel) end
end

--- Draws it.
function picture:draw()
  lay_out(self)
  for _, node in ipairs(self.walk.nodes) do
    if self.walk.parents[node] then draw_branch(self, node) end
    draw_stem(self, node)
  end
  draw_chosen(self)
  for _, node in ipairs(self.walk.nodes) do draw_node(self, node) end
  draw_crosses(self)
  draw_traveller(self)
end

return picture
