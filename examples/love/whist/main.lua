-- German whist against the computer, whose hand is hidden, as is yours from it. The game in progress, with the
-- computer's moves, is in game.lua; the rules are plain functions, examples/games/whist.lua.
local button = require "look.button"
local cards = require "cards"
local new_game = require "game"
local paint = require "look.paint"
local palette = require "look.palette"
local text = require "look.text"

local PERSON, COMPUTER = 1, 2
local SPEED, PAUSE = 9, 1.3 -- how soon cards are where they belong; seconds for which a trick lies on the table

-- The match -----------------------------------------------------------------------------------------------------------

local match, game = {level = 4, time = 0, pause = 0}, nil

-- The card that lies face up on the stock.
local function up_card() return game.state.stock[#game.state.stock] end

function match:begin()
  game:restart()
  self.trick, self.pause, self.seen, self.hinted, self.up = {}, 0, {}, nil, up_card()
  self.message = ("Trumps are %s. You lead."):format(cards.suit_name(game.state.trumps))
end

-- The cards that the person may play, as a set.
function match.choices()
  local set = {}
  for _, card in ipairs(game:moves()) do set[card] = true end
  return set
end

-- What is said after a trick.
function match.describe(winner, up)
  local own, other = game.state.tricks[PERSON], game.state.tricks[COMPUTER]
  if game:over() then
    return ("%s by %d tricks to %d. Once more?"):format(own > other and "You win" or "I win", math.max(own, other),
      math.min(own, other))
  end
  local words = winner == PERSON and "Your trick" or "My trick"
  if not up then return words .. "." end
  return ("%s, and %s %s."):format(words, winner == PERSON and "you take" or "I take", cards.name(up))
end

-- A card was played.
function match:show(card, who)
  local up = self.up
  if #self.trick > 1 then self.trick = {} end
  self.trick[#self.trick + 1] = {card = card, who = who}
  self.hinted, self.up = nil, up_card()
  if game.state.led > 0 then
    self.message = game:turn() == PERSON and "Your turn." or "I am thinking."
    return
  end
  self.pause, self.message = PAUSE, match.describe(game.state.turn, up)
end

-- The window ----------------------------------------------------------------------------------------------------------

local table_, panel, backdrop, pictures = {}, {}, nil, nil

local buttons = {
  button.new {key = "n", label = function() return "New game" end, press = function() match:begin() end},
  button.new {
    key = "h", label = function() return "Hint" end,
    press = function()
      match.message = "Let me think."
      game:hint(function(card, why) match.hinted, match.message = card, why end)
    end,
    is_usable = function() return next(match.choices()) ~= nil end,
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
  table_.x, table_.y = gap, gap
  table_.width = is_wide and (width - 3 * gap) * 0.74 or width - 2 * gap
  table_.height = is_wide and height - 2 * gap or (height - 3 * gap) * 0.74
  table_.card = math.min(table_.width / 6.6, table_.height / (3.4 * cards.HIGH))
  panel.x = is_wide and table_.x + table_.width + gap or gap
  panel.y = is_wide and gap or table_.y + table_.height + gap
  panel.width, panel.height = width - panel.x - gap, height - panel.y - gap
  panel.unit = math.max(8, math.min(panel.width / (is_wide and 15 or 27), panel.height / 11))
  for i, each in ipairs(buttons) do
    local step = is_wide and 3.2 * panel.unit or (panel.width + panel.unit * 0.7) / 3
    each:place(panel.x + (is_wide and 0 or (i - 1) * step),
      panel.y + panel.height - (is_wide and (4 - i) * step or 2.7 * panel.unit),
      is_wide and panel.width or step - panel.unit * 0.7, panel.unit * 2.7, panel.unit)
  end
  backdrop, pictures = paint.backdrop(width, height), cards.pictures(table_.card)
end

function love.load()
  game = new_game(match)
  match:begin()
  love.resize(love.graphics.getDimensions())
end

-- Hands ---------------------------------------------------------------------------------------------------------------

-- The cards of a hand by suit and rank.
local function sorted(hand)
  local copy = {}
  for i, card in ipairs(hand) do copy[i] = card end
  table.sort(copy)
  return copy
end

-- Where a card belongs: calls a function with the card, its place, and whether its face is seen.
local function each_card(visit)
  local wide, high = table_.card, table_.card * cards.HIGH
  local state, middle = game.state, table_.x + table_.width / 2
  local rows = {[COMPUTER] = table_.y, [PERSON] = table_.y + table_.height - high}
  local stock = state.stock
  for i = math.max(1, #stock - 3), #stock do
    local is_up = i == #stock
    visit(stock[i], table_.x + (is_up and wide * 1.15 or 0) + (#stock - i) * wide * 0.02,
      table_.y + (table_.height - high) / 2, is_up)
  end
  for who = PERSON, COMPUTER do
    local hand = who == PERSON and sorted(state.hands[who]) or state.hands[who]
    local step = math.min(wide * 1.05, (table_.width - wide) / math.max(#hand - 1, 1))
    for i, card in ipairs(hand) do
      local raised = match.hinted == card and wide * 0.2 or 0
      visit(card, middle + (i - 1 - (#hand - 1) / 2) * step - wide / 2, rows[who] - raised, who == PERSON)
    end
  end
  for i, played in ipairs(match.trick) do
    visit(played.card, middle + (i - 1) * wide * 0.55 + wide * 0.2, table_.y + (table_.height - high) / 2
      + (played.who == PERSON and 0.22 or -0.22) * high, true)
  end
end

function love.update(seconds)
  match.time, match.pause = match.time + seconds, match.pause - seconds
  game:update(seconds)
  if match.pause <= 0 and game.state.led == 0 and #match.trick > 1 then match.trick = {} end
  local share = math.min(1, SPEED * seconds)
  each_card(function(card, x, y)
    local seen = match.seen[card] or {x = x, y = y}
    match.seen[card] = seen
    seen.x, seen.y = seen.x + (x - seen.x) * share, seen.y + (y - seen.y) * share
  end)
end

-- The card of the person's hand at a place in the window.
local function card_at(x, y)
  local found
  for _, card in ipairs(sorted(game.state.hands[PERSON])) do
    local seen = match.seen[card]
    if seen and x >= seen.x and x < seen.x + table_.card and y >= seen.y and y < seen.y + table_.card * cards.HIGH then
      found = card
    end
  end
  return found
end

local function draw_panel()
  local unit, x, y = panel.unit, panel.x, panel.y
  for who = PERSON, COMPUTER do
    local words = ("%s  %d"):format(who == PERSON and "You" or "I", game.state.tricks[who])
    text.draw(words, unit * 1.6, x + (who - 1) * panel.width / 2, y + unit, palette.paper)
  end
  text.draw("Trumps", unit * 1.1, x, y + unit * 3.2, palette.muted)
  cards.draw_suit(game.state.trumps, x + unit * 5.6, y + unit * 3.2, unit * 1.7, palette.paper)
  for i, line in ipairs(text.wrap(match.message, unit * 1.2, panel.width)) do
    text.draw(line, unit * 1.2, x, y + unit * (3.9 + 1.7 * i), palette.paper)
  end
  local pointer_x, pointer_y = love.mouse.getPosition()
  for _, each in ipairs(buttons) do each:draw(pointer_x, pointer_y, love.mouse.isDown(1)) end
end

function love.draw()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(backdrop)
  local choices, pointed = match.choices(), card_at(love.mouse.getPosition())
  local can_choose = next(choices) ~= nil
  each_card(function(card, _, _, is_seen)
    local seen = match.seen[card]
    if not seen then return end
    local up = card == pointed and choices[card] and table_.card * 0.12 or 0
    paint.show(is_seen and pictures[card] or pictures.back, seen.x, seen.y - up)
    local is_own = seen.y > table_.y + table_.height / 2 and is_seen
    if can_choose and is_own and not choices[card] and game.state.led > 0 and card ~= game.state.led then
      love.graphics.setColor(palette.fade(palette.shadow, 0.45))
      love.graphics.rectangle("fill", seen.x, seen.y, table_.card, table_.card * cards.HIGH, table_.card * 0.1)
    end
    if card == match.hinted then
      love.graphics.setColor(palette.mint)
      love.graphics.setLineWidth(table_.card * 0.04)
      love.graphics.rectangle("line", seen.x, seen.y, table_.card, table_.card * cards.HIGH, table_.card * 0.1)
    end
  end)
  draw_panel()
end

function love.mousepressed(x, y)
  local card = card_at(x, y)
  if card and game:move(card) then return end
  button.press_at(buttons, x, y)
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
  button.press_key(buttons, key)
end
