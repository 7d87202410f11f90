--- The nodes of the tree, with the windows beside them.
local palette = require "look.palette"
local text = require "look.text"
local board = require "show.board"
local colours = require "show.colours"
local number = require "show.number"
local outlines = require "show.outlines"
local pill = require "show.pill"

local nodes = {}
nodes.__index = nodes

-- How large a value is written, in units, and the least, in pixels.
local VALUE, LEAST = 13.5, 8.5

--- The nodes of a picture, to be drawn at the places of a plan.
function nodes.new(picture, plan)
  return setmetatable({picture = picture, plan = plan, outlines = outlines.all(plan.unit)}, nodes)
end

-- How bright a node is.
local function presence(self, state)
  if state.is_pruned then return 0.2 end
  if state.is_chosen or state.is_open then return 1 end
  if not state.value then return 0.5 end
  return self.picture.tour:frame().kind == "end" and 0.45 or 0.7
end

local function write_value(self, words, x, y, colour)
  text.draw(words, math.max(VALUE * self.plan.unit, LEAST), x, y, colour, "centre")
end

-- Alpha and beta beside a node; of those that were left, where there is room.
local function draw_window(self, node, state)
  local plan, frame = self.plan, self.picture.tour:frame()
  if not state.alpha or not (state.is_open or plan.is_roomy and not plan.has_boards) then return end
  local left, right, y = plan:window(node)
  local is_here = node == frame.node
  local _, arrival = self.picture:phases()
  local grown = frame.bound and is_here and 1 + 0.45 * math.sin(math.pi * arrival) or 1
  local ring = frame.kind == "cut" and is_here and colours.cut or nil
  pill.draw(number(state.alpha), left, y, plan.pill_unit, colours.max.light, {
    is_quiet = not state.is_open, ring = ring, scale = node.kind == "max" and grown or 1,
  })
  pill.draw(number(state.beta), right, y, plan.pill_unit, colours.min.base, {
    is_quiet = not state.is_open, ring = ring, scale = node.kind == "min" and grown or 1,
  })
end

-- A node of a textbook: it shows its value or, as long as it has none, who moves there.
local function draw_triangle(self, node, state)
  local unit, bright, shape = self.plan.unit, presence(self, state), self.outlines[node.kind]
  local x, y = self.plan:middle(node)
  local is_max, is_known = node.kind == "max", state.is_open or state.value
  shape:fill(x, y, is_known and bright or bright * 0.3)
  shape:edge(x, y, palette.fade(colours[node.kind].light, bright), 1.2 * unit)
  local colour = (is_max or not is_known) and palette.paper or palette.ink
  y = y + (is_max and 7 or -7) * unit
  if state.value then
    write_value(self, number(state.value, state.bound), x, y, palette.fade(colour, math.max(bright, 0.8)))
  elseif self.plan.is_roomy then
    local subject = self.picture.tour.walk.subject
    text.draw(is_max and subject.max or subject.min, 9 * unit, x, y, palette.fade(colour, bright), "centre")
  end
end

-- A leaf of a textbook: its value can be read before it is known to the search.
local function draw_leaf(self, node, state)
  local bright, shape = presence(self, state), self.outlines.leaf
  local x, y = self.plan:middle(node)
  shape:fill(x, y, state.value and bright or bright * 0.4)
  shape:edge(x, y, palette.fade(palette.muted, bright), 1.2 * self.plan.unit)
  local ink = state.is_pruned and 0.3 or state.value and math.max(bright, 0.8) or 0.45
  write_value(self, number(node.value), x, y, palette.fade(palette.paper, ink))
end

local function draw_board(self, node, state)
  local plan, walk, bright, shape = self.plan, self.picture.tour.walk, presence(self, state), self.outlines.board
  local subject, parent, side = walk.subject, walk.parents[node], colours[node.kind]
  local x, y = plan:middle(node)
  shape:fill(x, y, bright)
  shape:edge(x, y, palette.fade(side and side.light or palette.muted, bright), (side and 1.8 or 1.2) * plan.unit)
  local sides = {[subject.max] = colours.max, [subject.min] = colours.min}
  board.draw(node.label, parent and parent.label, sides, x, y, plan.unit, math.max(bright, 0.35))
  if state.value then
    local colour = palette.mix(palette.ink, colours.value, math.max(bright, 0.6))
    pill.draw(number(state.value, state.bound), x, plan:value_height(node), plan.pill_unit, colour)
  end
end

-- A light around the node where we are, and at the end around those of the expected line.
local function draw_light(self, node, state)
  local picture, shape = self.picture, self.plan.has_boards and self.outlines.board or self.outlines[node.kind]
  local x, y = self.plan:middle(node)
  if state.is_chosen then
    shape:glow(x, y, colours.chosen, 2.6 * self.plan.unit)
  elseif node == picture.tour:landed().node and picture.tour.position > 0 then
    shape:glow(x, y, palette.fade(palette.paper, picture:pulse()), 2.6 * self.plan.unit)
  end
end

--- Draws a node.
function nodes:draw(node)
  local state, is_inner = self.picture:state(node), node.children[1] ~= nil
  local draw = self.plan.has_boards and draw_board or is_inner and draw_triangle or draw_leaf
  draw_light(self, node, state)
  draw(self, node, state)
  if is_inner then draw_window(self, node, state) end
end

return nodes
