-- Playing cards, as pictures: faces with a rank and a suit, and one back.
local paint = require "look.paint"
local palette = require "look.palette"
local rules = require "games.whist"
local text = require "look.text"

local cards = {}

-- How high a card is that is 1 wide; its corner.
cards.HIGH = 1.45
local CORNER = 0.1

local RED, BLACK = {0.78, 0.16, 0.20, 1}, {0.13, 0.14, 0.22, 1}
local COLOURS = {BLACK, RED, RED, BLACK}
local NAMES = {"clubs", "diamonds", "hearts", "spades"}
local RANKS = {T = "10", J = "jack", Q = "queen", K = "king", A = "ace"}

-- A stem, as clubs and spades have one.
local function stem(graphics, x, y, size)
  graphics.polygon("fill", x, y, x - size * 0.2, y + size * 0.5, x + size * 0.2, y + size * 0.5)
end

-- Two discs above a triangle; for spades they are below it.
local function heart(graphics, x, y, size, up)
  local radius = size * 0.265
  graphics.circle("fill", x - radius * 0.93, y - up * size * 0.17, radius, 48)
  graphics.circle("fill", x + radius * 0.93, y - up * size * 0.17, radius, 48)
  graphics.polygon("fill", x - size * 0.485, y - up * size * 0.06, x + size * 0.485, y - up * size * 0.06, x,
    y + up * size * 0.5)
end

local SHAPES = {
  function(graphics, x, y, size)
    for _, at in ipairs {{0, -0.26}, {-0.24, 0.08}, {0.24, 0.08}, {0, -0.02}} do
      graphics.circle("fill", x + at[1] * size, y + at[2] * size, size * 0.225, 48)
    end
    stem(graphics, x, y, size)
  end,
  function(graphics, x, y, size)
    graphics.polygon("fill", x, y - size * 0.5, x + size * 0.36, y, x, y + size * 0.5, x - size * 0.36, y)
  end,
  function(graphics, x, y, size) heart(graphics, x, y, size, 1) end,
  function(graphics, x, y, size)
    heart(graphics, x, y - size * 0.05, size * 0.92, -1)
    stem(graphics, x, y, size)
  end,
}

--- Draws a suit, its middle at a place.
function cards.draw_suit(suit, x, y, size, colour)
  love.graphics.setColor(colour or COLOURS[suit])
  SHAPES[suit](love.graphics, x, y, size)
end

--- What a suit is called.
function cards.suit_name(suit) return NAMES[suit] end

--- What a card is called in a sentence.
function cards.name(card)
  local rank = rules.name(card):sub(1, 1)
  return ("the %s of %s"):format(RANKS[rank] or rank, NAMES[rules.suit(card)])
end

local function base(wide, above, below)
  local high = wide * cards.HIGH
  paint.fill(paint.rounded(0, 0, wide, high, wide * CORNER), palette.shadow, palette.shadow)
  paint.fill(paint.rounded(wide * 0.012, wide * 0.012, wide * 0.976, high - wide * 0.024, wide * CORNER), above, below)
end

local function face(card, wide)
  local suit, high = rules.suit(card), wide * cards.HIGH
  local rank = rules.name(card):sub(1, 1)
  if rank == "T" then rank = "10" end
  return paint.picture(wide, high, function()
    base(wide, {1, 1, 1, 1}, {0.91, 0.92, 0.96, 1})
    text.draw(rank, wide * 0.27, wide * 0.2, wide * 0.2, COLOURS[suit], "centre")
    cards.draw_suit(suit, wide * 0.2, wide * 0.46, wide * 0.2)
    cards.draw_suit(suit, wide * 0.58, high * 0.6, wide * 0.52)
  end)
end

local function back(wide)
  local high = wide * cards.HIGH
  return paint.picture(wide, high, function(graphics)
    base(wide, palette.frame_edge, palette.frame_low)
    local inset = wide * 0.09
    paint.fill(paint.rounded(inset, inset, wide - 2 * inset, high - 2 * inset, wide * 0.05), palette.frame_dark,
      palette.frame)
    graphics.setColor(palette.fade(palette.frame_edge, 0.55))
    graphics.setLineWidth(wide * 0.02)
    for row = 1, 7 do
      for column = 1, 4 do
        graphics.circle("line", wide * (column - 0.5) / 4 * 0.76 + wide * 0.12,
          high * (row - 0.5) / 7 * 0.82 + high * 0.09, wide * 0.055, 24)
      end
    end
  end)
end

--- Makes the pictures of all cards: `back`, and the faces by their cards.
function cards.pictures(wide)
  local pictures = {back = back(wide)}
  for card = 1, 52 do pictures[card] = face(card, wide) end
  return pictures
end

return cards
