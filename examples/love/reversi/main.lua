-- Reversi against the computer. What makes it play is in opponent.lua; the rules are plain functions,
-- examples/games/reversi.lua.
local boards = require "look.board"
local button = require "look.button"
local opponent = require "opponent"
local paint = require "look.paint"
local palette = require "look.palette"
local text = require "look.text"

local rules = opponent.rules
local SIZE, PERSON, COMPUTER = 8, 1, 2
local SPEED, DISC = 3.4, 0.86 -- turns of a disc in a second; how wide it is, in squares
local DISCS = {
  {light = {0.34, 0.36, 0.48, 1}, base = {0.16, 0.17, 0.26, 1}, dark = {0.06, 0.06, 0.12, 1}},
  {light = {1, 1, 1, 1}, base = {0.88, 0.89, 0.95, 1}, dark = {0.60, 0.63, 0.76, 1}},
}

-- The match -----------------------------------------------------------------------------------------------------------

local match = {level = 4, time = 0}

function match:begin()
  self.state, self.history, self.seen, self.hinted, self.last = rules.new(SIZE), {}, {}, nil, nil
  self.message = "You are black, and begin."
end

-- On the screen discs turn slowly: `seen` is 1 for black, 2 for white, and between them while it turns.
function match:is_still()
  for _, at in ipairs(self.state.geometry.squares) do
    if self.state.cells[at] ~= (self.seen[at] or 0) then return false end
  end
  return true
end

function match:is_computers_turn()
  return self.state.turn == COMPUTER and self:is_still() and #rules.moves(self.state) > 0
end

-- The moves of the person; none while it is not the person's turn, or there is nothing to choose.
function match:choices()
  local moves = self.state.turn == PERSON and self:is_still() and rules.moves(self.state) or {}
  return moves[1] == rules.PASS and {} or moves
end

function match:play(move)
  local who = self.state.turn
  self.history[#self.history + 1] = {move = move, turned = rules.make(self.state, move)}
  self.hinted, self.last = nil, move
  local margin = rules.margin(self.state, PERSON)
  if #rules.moves(self.state) == 0 then
    self.message = margin == 0 and "A draw: as many black discs as white ones."
      or ("%s by %d discs. Once more?"):format(margin > 0 and "You win" or "I win", math.abs(margin))
  elseif who == PERSON then
    self.message = move == rules.PASS and "You cannot move, so it is my turn again." or "I am thinking."
  else
    self.message = ("I %s. It is your turn."):format(move == rules.PASS and "cannot move"
      or "play " .. rules.name(self.state, move))
  end
end

function match:take_back()
  repeat
    local last = table.remove(self.history)
    rules.unmake(self.state, last.move, last.turned)
  until #self.history == 0 or self.state.turn == PERSON and rules.moves(self.state)[1] ~= rules.PASS
  self.hinted, self.last, self.message = nil, nil, "Taken back. It is your turn."
end

-- The window ----------------------------------------------------------------------------------------------------------

local board, panel, player, backdrop, pictures = boards.new(SIZE), {}, nil, nil, nil

local buttons = {
  button.new {key = "n", label = function() return "New game" end, press = function() match:begin() end},
  button.new {
    key = "u", label = function() return "Take back" end, press = function() match:take_back() end,
    is_usable = function() return #match.history > 0 end,
  },
  button.new {
    key = "h", label = function() return "Hint" end,
    press = function()
      match.message = "Let me think."
      player:hint(function(move, why) match.hinted, match.message = move, why end, rules.name)
    end,
    is_usable = function() return #match:choices() > 0 end,
  },
  button.new {
    key = "l", label = function() return "Level " .. match.level end, press = function()
      match.level = match.level % 10 + 1
      player:close()
      player = opponent.new(match)
    end,
  },
}

function love.resize(width, height)
  local gap, is_wide = math.min(width, height) * 0.04, width > height
  local side = is_wide and math.min(height - 2 * gap, width * 0.62) or math.min(width - 2 * gap, height * 0.6)
  board:place(is_wide and gap * 1.4 or (width - side) / 2, is_wide and (height - side) / 2 or gap, side)
  panel.x, panel.y = is_wide and board.x + side + gap * 1.4 or gap * 1.4, is_wide and board.y or board.y + side + gap
  panel.width, panel.height = width - panel.x - gap * 1.4, is_wide and side or height - panel.y - gap
  panel.unit = math.max(8, math.min(panel.width / 19, panel.height / 17))
  local unit, half = panel.unit, (panel.width - panel.unit * 0.7) / 2
  for i, each in ipairs(buttons) do
    local y = panel.y + panel.height - (i < 3 and 6.1 or 2.7) * unit
    each:place(panel.x + (i - 1) % 2 * (half + unit * 0.7), y, half, unit * 2.7, unit)
  end
  backdrop = paint.backdrop(width, height)
  pictures = {paint.stone(board.cell * DISC, DISCS[1]), paint.stone(board.cell * DISC, DISCS[2])}
end

function love.load()
  match:begin()
  love.resize(love.graphics.getDimensions())
  player = opponent.new(match)
end

function love.update(seconds)
  match.time = match.time + seconds
  for _, at in ipairs(match.state.geometry.squares) do
    local seen, now = match.seen[at] or 0, match.state.cells[at]
    if seen == 0 or now == 0 then seen = now end
    match.seen[at] = seen < now and math.min(now, seen + SPEED * seconds) or math.max(now, seen - SPEED * seconds)
  end
  if match.state.turn == PERSON and rules.moves(match.state)[1] == rules.PASS then match:play(rules.PASS) end
end

local function draw_disc(x, y, seen, alpha)
  local picture, turned, half = pictures[seen < 1.5 and 1 or 2], math.abs(math.cos((seen - 1) * math.pi)),
    board.cell * DISC / 2
  love.graphics.setBlendMode("alpha", "premultiplied")
  love.graphics.setColor(alpha, alpha, alpha, alpha)
  love.graphics.draw(picture.canvas, x - half * turned, y - half, 0, picture.scale * turned, picture.scale)
  love.graphics.setBlendMode "alpha"
end

-- The middle of a square, by its index in the state.
local function middle(at) return board:middle(at % (SIZE + 1), math.floor(at / (SIZE + 1))) end

-- The index of the square at a place in the window; nil beside the board.
local function square_at(x, y)
  local column, row = board:square_at(x, y)
  return column and row * (SIZE + 1) + column
end

-- How many discs each has, what the computer says, and the buttons.
local function draw_panel()
  local unit, x, y, radius = panel.unit, panel.x, panel.y, board.cell * DISC / 2
  for who = PERSON, COMPUTER do
    local left = x + (who - 1) * panel.width / 2
    draw_disc(left + radius, y + radius, who, 1)
    text.draw(rules.count(match.state, who), unit * 2.2, left + 2 * radius + unit * 0.7, y + radius, palette.paper)
  end
  for i, line in ipairs(text.wrap(match.message, unit * 1.2, panel.width)) do
    text.draw(line, unit * 1.2, x, y + 2 * radius + unit * 1.7 * i, palette.paper)
  end
  for _, each in ipairs(buttons) do
    local pointer_x, pointer_y = love.mouse.getPosition()
    each:draw(pointer_x, pointer_y, love.mouse.isDown(1))
  end
end

function love.draw()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(backdrop)
  board:draw()
  for _, at in ipairs(match.state.geometry.squares) do
    local x, y = middle(at)
    if match.seen[at] > 0 then draw_disc(x, y, match.seen[at], 1) end
    if at == match.last then
      love.graphics.setColor(palette.mint)
      paint.disc(x, y, board.cell * 0.06)
    end
  end
  local pointed = square_at(love.mouse.getPosition())
  for _, at in ipairs(match:choices()) do
    local x, y = middle(at)
    if at == pointed then draw_disc(x, y, PERSON, 0.5) end
    love.graphics.setColor(palette.fade(palette.paper, 0.4))
    paint.disc(x, y, board.cell * 0.07)
    if at == match.hinted then
      love.graphics.setColor(palette.mint)
      love.graphics.setLineWidth(board.cell * 0.06)
      love.graphics.circle("line", x, y, board.cell * (0.34 + 0.03 * math.sin(match.time * 5)), 48)
    end
  end
  draw_panel()
end

function love.mousepressed(x, y)
  local at = square_at(x, y)
  for _, move in ipairs(match:choices()) do
    if move == at then return match:play(move) end
  end
  button.press_at(buttons, x, y)
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
  button.press_key(buttons, key)
end
