-- Reversi against the computer. The game in progress, with the computer's moves, is in game.lua; the rules are plain
-- functions, examples/games/reversi.lua.
local boards = require "look.board"
local button = require "look.button"
local new_game = require "game"
local paint = require "look.paint"
local palette = require "look.palette"
local rules = require "games.reversi"
local text = require "look.text"

local SIZE, PERSON, COMPUTER = 8, 1, 2
local SPEED, DISC = 3.4, 0.86 -- turns of a disc in a second; how wide it is, in squares
local DISCS = {
  {light = {0.34, 0.36, 0.48, 1}, base = {0.16, 0.17, 0.26, 1}, dark = {0.06, 0.06, 0.12, 1}},
  {light = {1, 1, 1, 1}, base = {0.88, 0.89, 0.95, 1}, dark = {0.60, 0.63, 0.76, 1}},
}

-- The match -----------------------------------------------------------------------------------------------------------

local match, game = {level = 4, time = 0, seen = {}}, nil

function match:begin()
  game:restart()
  self.seen, self.hinted, self.message = {}, nil, "You are black, and begin."
end

-- On the screen discs turn slowly: `seen` is 1 for black, 2 for white, and between them while it turns.
function match:is_still()
  for _, at in ipairs(game.state.geometry.squares) do
    if game.state.cells[at] ~= (self.seen[at] or 0) then return false end
  end
  return true
end

-- Whether the person can only pass.
local function must_pass() return rules.moves(game.state)[1] == rules.PASS end

function match:describe(move, who)
  self.hinted = nil
  local margin = rules.margin(game.state, PERSON)
  if game:over() then
    self.message = margin == 0 and "A draw: as many black discs as white ones."
      or ("%s by %d discs. Once more?"):format(margin > 0 and "You win" or "I win", math.abs(margin))
  elseif who == PERSON then
    self.message = move == rules.PASS and "You cannot move, so it is my turn again." or "I am thinking."
  else
    self.message = ("I %s. It is your turn."):format(move == rules.PASS and "cannot move"
      or "play " .. rules.name(game.state, move))
  end
end

function match:take_back()
  repeat local is_done = game:undo() until not is_done or not must_pass()
  self.hinted, self.message = nil, "Taken back. It is your turn."
end

-- The window ----------------------------------------------------------------------------------------------------------

local board, panel, backdrop, pictures = boards.new(SIZE), {}, nil, nil

local buttons = {
  button.new {key = "n", label = function() return "New game" end, press = function() match:begin() end},
  button.new {
    key = "u", label = function() return "Take back" end, press = function() match:take_back() end,
    is_usable = function() return game:last() ~= nil end,
  },
  button.new {
    key = "h", label = function() return "Hint" end,
    press = function()
      match.message = "Let me think."
      game:hint(function(move, why) match.hinted, match.message = move, why end)
    end,
    is_usable = function() return #game:moves() > 0 end,
  },
  button.new {
    key = "l", label = function() return "Level " .. match.level end, press = function()
      match.level = match.level % 10 + 1
      game.opponents[COMPUTER]:set_level(match.level)
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
  game = new_game(match)
  match:begin()
  love.resize(love.graphics.getDimensions())
end

function love.update(seconds)
  match.time = match.time + seconds
  for _, at in ipairs(game.state.geometry.squares) do
    local seen, now = match.seen[at] or 0, game.state.cells[at]
    if seen == 0 or now == 0 then seen = now end
    match.seen[at] = seen < now and math.min(now, seen + SPEED * seconds) or math.max(now, seen - SPEED * seconds)
  end
  if must_pass() then game:move(rules.PASS) end
  game:update(seconds)
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
    text.draw(rules.count(game.state, who), unit * 2.2, left + 2 * radius + unit * 0.7, y + radius, palette.paper)
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
  local last = game:last()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(backdrop)
  board:draw()
  for _, at in ipairs(game.state.geometry.squares) do
    local x, y = middle(at)
    if match.seen[at] > 0 then draw_disc(x, y, match.seen[at], 1) end
    if at == last then
      love.graphics.setColor(palette.mint)
      paint.disc(x, y, board.cell * 0.06)
    end
  end
  local pointed = square_at(love.mouse.getPosition())
  for _, at in ipairs(must_pass() and {} or game:moves()) do
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
  if at and game:move(at) then return end
  button.press_at(buttons, x, y)
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
  button.press_key(buttons, key)
end
