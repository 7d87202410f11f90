--- Dots and boxes, on a board of any size, played in place. A turn draws a line between two neighbouring dots. The
-- player who draws the fourth side of a box owns it and moves again. When all lines are drawn, more boxes win. No
-- player has to complete a box.
--
-- A move is the number of a line: first the horizontal ones, row by row from the top, then the vertical ones, row by
-- row.
-- @module games.dots_and_boxes

local dots = {}

local SIDES_OF_A_BOX = 4

-- What all states of one size share: for each line the boxes that it is a side of, one or two.
local geometries = {}

local function geometry(width, height)
  local name = ("%dx%d"):format(width, height)
  if not geometries[name] then
    local horizontal = width * (height + 1)
    local boxes_of = {}
    for line = 1, horizontal + (width + 1) * height do boxes_of[line] = {} end
    for row = 1, height do
      for column = 1, width do
        local box = (row - 1) * width + column
        local left = horizontal + (row - 1) * (width + 1) + column
        for _, line in ipairs {box, box + width, left, left + 1} do
          table.insert(boxes_of[line], box)
        end
      end
    end
    geometries[name] = {boxes_of = boxes_of, lines = #boxes_of}
  end
  return geometries[name]
end

--- The empty board, player 1 to move.
-- @tparam[opt=2] number width boxes in a row
-- @tparam[opt=width] number height rows of boxes
-- @treturn table the state: `drawn` (by line), `sides` (how many of each box are drawn), `owner` (of each box; 0
--   nobody), `turn`, `margin` (boxes of player 1 less those of player 2), `left` (lines), `width`, `height`, and the
-- `geometry`
--   that it shares with all states of its size
function dots.new(width, height)
  width = width or 2
  height = height or width
  local state = {
    width = width, height = height, geometry = geometry(width, height),
    drawn = {}, sides = {}, owner = {}, turn = 1, margin = 0,
  }
  state.left = state.geometry.lines
  for line = 1, state.left do state.drawn[line] = false end
  for box = 1, width * height do state.sides[box], state.owner[box] = 0, 0 end
  return state
end

--- Whose turn it is.
-- @tparam table state
-- @treturn number 1 or 2
function dots.player(state)
  return state.turn
end

--- The lines that are not drawn, lowest first.
-- @tparam table state
-- @treturn {number,...} empty when the game is over
function dots.moves(state)
  local drawn, list, n = state.drawn, {}, 0
  for line = 1, state.geometry.lines do
    if not drawn[line] then
      n = n + 1
      list[n] = line
    end
  end
  return list
end

--- Draws a line. Who completes a box with it moves again.
-- @tparam table state
-- @tparam number line one that is not drawn
-- @treturn number how many boxes it has completed, which `unmake` needs
function dots.make(state, line)
  local turn, sides, owner = state.turn, state.sides, state.owner
  local boxes, completed = state.geometry.boxes_of[line], 0
  state.drawn[line] = true
  state.left = state.left - 1
  for i = 1, #boxes do
    local box = boxes[i]
    sides[box] = sides[box] + 1
    if sides[box] == SIDES_OF_A_BOX then
      owner[box] = turn
      completed = completed + 1
    end
  end
  if completed == 0 then
    state.turn = 3 - turn
  else
    state.margin = state.margin + (turn == 1 and completed or -completed)
  end
  return completed
end

--- Takes a line back.
-- @tparam table state
-- @tparam number line
-- @tparam number completed what `make` returned
function dots.unmake(state, line, completed)
  local sides, owner = state.sides, state.owner
  local boxes = state.geometry.boxes_of[line]
  state.drawn[line] = false
  state.left = state.left + 1
  for i = 1, #boxes do
    local box = boxes[i]
    sides[box] = sides[box] - 1
    owner[box] = 0
  end
  if completed == 0 then
    state.turn = 3 - state.turn
  else
    state.margin = state.margin - (state.turn == 1 and completed or -completed)
  end
end

--- What the board is worth to a player: how many boxes more than the opponent the player has.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function dots.evaluate(state, me)
  return me == 1 and state.margin or -state.margin
end

--- What the board can still be worth to a player: none gets more boxes than are open. It is not a part of the plain
-- game; a game that wants it is `setmetatable({bounds = dots.boxes_left}, {__index = dots})`.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number the lowest
-- @treturn number the highest
function dots.boxes_left(state, me)
  local value, open = dots.evaluate(state, me), 0
  for box = 1, #state.sides do
    if state.sides[box] < SIDES_OF_A_BOX then open = open + 1 end
  end
  return value - open, value + open
end

--- An order of moves that suits a search: first the lines that complete boxes, last those that hand a box to the
-- opponent. It is not a part of the plain game; a game that wants it is
-- `setmetatable({order = dots.boxes_first}, {__index = dots})`.
-- @tparam table state
-- @tparam number line
-- @treturn number higher is earlier
function dots.boxes_first(state, line)
  local boxes, sides, score = state.geometry.boxes_of[line], state.sides, 0
  for i = 1, #boxes do
    local drawn = sides[boxes[i]]
    if drawn == SIDES_OF_A_BOX - 1 then
      score = score + 2
    elseif drawn == SIDES_OF_A_BOX - 2 then
      score = score - 1
    end
  end
  return score
end

--- The same game with a key for each position, for a search with a transposition table. Its states are made by its own
-- `new`, and no others will do.
--
-- The key is a number: a bit for each line, and the margin, since the lines do not determine who is ahead. Whose turn
-- it is is not in it.
dots.hashed = setmetatable({}, {__index = dots})

local hashed = dots.hashed
local make, unmake = dots.make, dots.unmake

-- A number of Lua 5.1 holds so many bits.
local KEY_BITS = 53

--- The empty board, as `dots.new` makes it.
-- @tparam[opt=2] number width boxes in a row
-- @tparam[opt=width] number height rows of boxes; there is room in a key for at most 4 by 4, or 22 in one row
-- @treturn table the state, with its `lines` as bits
function hashed.new(width, height)
  local state = dots.new(width, height)
  assert(2 ^ state.left * (2 * #state.sides + 1) <= 2 ^ KEY_BITS,
    "dots_and_boxes: the board is too large for keys that are numbers")
  state.lines = 0
  return state
end

--- Draws a line.
-- @tparam table state
-- @tparam number line one that is not drawn
-- @treturn number how many boxes it has completed, which `unmake` needs
function hashed.make(state, line)
  state.lines = state.lines + 2 ^ (line - 1)
  return make(state, line)
end

--- Takes a line back.
-- @tparam table state
-- @tparam number line
-- @tparam number completed what `make` returned
function hashed.unmake(state, line, completed)
  state.lines = state.lines - 2 ^ (line - 1)
  unmake(state, line, completed)
end

--- The position's key.
-- @tparam table state
-- @treturn number
function hashed.hash(state)
  return (state.margin + #state.sides) * 2 ^ state.geometry.lines + state.lines
end

--- The board as text: dots, lines, and in each box the number of its owner.
-- @tparam table state
-- @treturn string
function dots.draw(state)
  local width, height, drawn, owner = state.width, state.height, state.drawn, state.owner
  local horizontal, lines = width * (height + 1), {}
  for row = 1, height + 1 do
    local line = {}
    for column = 1, width do line[column] = drawn[(row - 1) * width + column] and "---" or "   " end
    lines[#lines + 1] = "+" .. table.concat(line, "+") .. "+"
    if row <= height then
      for column = 1, width + 1 do
        local box = (row - 1) * width + column
        local mark = column <= width and (owner[box] > 0 and " " .. owner[box] .. " " or "   ") or ""
        line[column] = (drawn[horizontal + (row - 1) * (width + 1) + column] and "|" or " ") .. mark
      end
      lines[#lines + 1] = table.concat(line)
    end
  end
  return table.concat(lines, "\n")
end

return dots
