--- Chess, played in place.
-- Player 1 is White, player 2 is Black. A move is an integer, from + 64 * to + 4096 * kind: squares count from a1 (0),
-- b1 (1) to h8 (63), and `kind` is what a pawn promotes to (`KNIGHT` to `QUEEN`), 0 otherwise. A castling move is that
-- of the king. The same move has the same number in all states, so that it is its own identity.
--
-- All moves are legal ones. The game is over by checkmate and stalemate, after fifty moves of each player without
-- a capture or a pawn move, and where no pieces are left that could give mate (a king against a king with at most one
-- knight or bishop). Draws by repetition are found by the search, with the option `repetition = 0`: `state.keys` are
-- the keys of the positions before, as its limit `past` wants them.
--
-- The board is an array of 10 by 12 squares with a border around the 64 that are played on, so that a step off the
-- board meets the border: a1 is square 21, h1 is 28, a8 is 91. A piece is its kind, and 6 more when it is Black's.
-- Next to the board there are the lists of the pieces' squares. What a position is worth and its key are kept up to
-- date by `make` and `unmake`.
--
-- The key is a sum of one random number for each piece on its square, for the rights to castle, a possible capture en
-- passant, and for Black to move. It is a Zobrist key with sums in place of exclusive or: a plain number, below 2^53,
-- that is exact on every Lua.
-- @module games.chess

local chess = {}

--- What checkmate is worth; every other evaluation is far below it.
chess.WIN = 100000

--- The start position in Forsyth-Edwards notation (FEN).
chess.START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

--- The kinds of pieces.
chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING = 1, 2, 3, 4, 5, 6

local floor = math.floor
local unpack = table.unpack or unpack
local WIN = chess.WIN
local PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
local EMPTY, BORDER = 0, 13
local BLACK = 6 -- a black piece less its kind

-- After so many plies without a capture or a pawn move the game is drawn. The key tells these plies apart from
-- `KEYED_CLOCK` on: before, the draw is farther away than a search looks.
local DRAWN_CLOCK, KEYED_CLOCK = 100, 60

-- The clock of a position in which the player to move could capture the king, since the other one passed in check.
local KING_LOST = 255

-- ---- Squares -------------------------------------------------------------------------------------------------------

-- The steps of a rook, then those of a bishop; what they are without their sign tells the line.
local STEPS = {1, -1, 10, -10, 9, -9, 11, -11}
local LINES = {1, 1, 10, 10, 9, 9, 11, 11}

-- Which of them each kind takes, if it slides.
local FIRST_STEP = {[BISHOP] = 5, [ROOK] = 1, [QUEEN] = 1}
local LAST_STEP = {[BISHOP] = 8, [ROOK] = 4, [QUEEN] = 8}

-- By player: the step of a pawn; the row (0 to 7) that its pawns start from.
local FORWARD = {10, -10}
local PAWN_ROW = {1, 6}

-- By piece: whose it is (3: the border's), and its kind.
local OWNER = {[0] = 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3}
local KIND = {[0] = 0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 0}

-- All 64 squares; by square of the board: its row, its column, what it adds to a move as where it begins and ends, and
-- where knights and kings go from there.
local SQUARES, ROW, COLUMN, BEGIN, END, KNIGHT_TO, KING_TO = {}, {}, {}, {}, {}, {}, {}

-- By move less the promotion: the squares. By what a promotion adds to a move: the kind; and the other way round.
local FROM, TO = {}, {}
local PROMOTION = {[0] = 0}
local PROMOTES = {}

do
  for at = 0, 120 do ROW[at], COLUMN[at], BEGIN[at], END[at] = -1, -1, 0, 0 end
  for index = 0, 63 do
    local column = index % 8
    local row = floor(index / 8)
    local at = 21 + column + 10 * row
    SQUARES[index + 1], ROW[at], COLUMN[at], BEGIN[at], END[at] = at, row, column, index, 64 * index
  end
  for _, at in ipairs(SQUARES) do
    KNIGHT_TO[at], KING_TO[at] = {}, {}
    for _, step in ipairs {21, 19, 12, 8, -8, -12, -19, -21} do
      if ROW[at + step] >= 0 then table.insert(KNIGHT_TO[at], at + step) end
    end
    for _, step in ipairs(STEPS) do
      if ROW[at + step] >= 0 then table.insert(KING_TO[at], at + step) end
    end
  end
  for move = 0, 4095 do FROM[move], TO[move] = SQUARES[move % 64 + 1], SQUARES[floor(move / 64) + 1] end
  for kind = KNIGHT, QUEEN do
    PROMOTES[kind] = 4096 * kind
    PROMOTION[4096 * kind] = kind
  end
end

local A1, H1, A8, H8, E1, E8 = 21, 28, 91, 98, 25, 95

-- ---- Castling ------------------------------------------------------------------------------------------------------

-- The rights to castle: `SHORT` and `LONG` of each player that has them, added up.
local SHORT, LONG = {1, 4}, {2, 8}

-- By rights: does the player have this one? By square of a king or rook: the rights that are left, by rights, when a
-- move begins or ends there (false for other squares).
local CAN_SHORT, CAN_LONG, LEFT = {{}, {}}, {{}, {}}, {}

do
  local function has(rights, right) return floor(rights / right) % 2 == 1 end
  local LOST = {
    [A1] = {LONG[1]}, [E1] = {SHORT[1], LONG[1]}, [H1] = {SHORT[1]},
    [A8] = {LONG[2]}, [E8] = {SHORT[2], LONG[2]}, [H8] = {SHORT[2]},
  }
  for at = 1, 120 do LEFT[at] = LOST[at] and {} or false end
  for rights = 0, 15 do
    for who = 1, 2 do
      CAN_SHORT[who][rights], CAN_LONG[who][rights] = has(rights, SHORT[who]), has(rights, LONG[who])
    end
    for at, lost in pairs(LOST) do
      local left = rights
      for _, right in ipairs(lost) do
        if has(left, right) then left = left - right end
      end
      LEFT[at][rights] = left
    end
  end
end

-- ---- What pieces are worth -----------------------------------------------------------------------------------------

-- In hundredths of a pawn.
local WORTH = {100, 320, 330, 500, 900, 0}

-- How much of the middle game a piece stands for: 24 in the start position, 0 with kings and pawns alone.
local PHASE = {[0] = 0, 0, 1, 1, 2, 4, 0, 0, 1, 1, 2, 4, 0}
local FULL_PHASE = 24

-- What a square adds, for White, by rows from the eighth down to the first, on the columns a to d; e to h are the same.
local ON_SQUARE = {
  [PAWN] = {
    {0, 0, 0, 0}, {55, 60, 60, 60}, {18, 22, 30, 36}, {6, 8, 12, 26},
    {0, 0, 6, 22}, {4, -2, -4, 4}, {4, 8, 6, -18}, {0, 0, 0, 0},
  },
  [KNIGHT] = {
    {-55, -38, -28, -26}, {-38, -18, 2, 6}, {-26, 4, 14, 18}, {-24, 6, 18, 24},
    {-26, 2, 16, 22}, {-28, 4, 12, 14}, {-38, -20, 0, 4}, {-52, -36, -28, -24},
  },
  [BISHOP] = {
    {-18, -10, -10, -10}, {-10, 2, 2, 2}, {-8, 4, 8, 10}, {-8, 8, 8, 12},
    {-8, 4, 12, 14}, {-6, 10, 10, 10}, {-8, 10, 4, 4}, {-18, -10, -12, -8},
  },
  [ROOK] = {
    {4, 4, 6, 8}, {10, 14, 14, 14}, {-2, 2, 4, 6}, {-4, 0, 2, 4},
    {-6, 0, 0, 2}, {-6, 0, 0, 2}, {-6, 0, 2, 4}, {-4, 0, 6, 10},
  },
  [QUEEN] = {
    {-14, -8, -6, -2}, {-8, 0, 2, 2}, {-6, 2, 6, 6}, {-4, 2, 6, 8},
    {-2, 2, 6, 8}, {-6, 4, 4, 4}, {-8, 0, 2, 2}, {-14, -8, -8, -2},
  },
}
local KING_IN_MIDDLE_GAME = {
  {-40, -46, -50, -56}, {-38, -44, -48, -52}, {-34, -40, -44, -50}, {-30, -36, -42, -48},
  {-24, -30, -36, -40}, {-12, -20, -24, -26}, {14, 12, -8, -12}, {20, 34, 10, -4},
}
local KING_IN_END_GAME = {
  {-48, -34, -24, -18}, {-26, -8, 4, 8}, {-18, 6, 22, 28}, {-16, 10, 28, 36},
  {-18, 6, 26, 34}, {-22, 0, 14, 22}, {-32, -14, 2, 6}, {-52, -34, -24, -24},
}

-- What a table of squares holds for White's piece on a square, or for Black's.
local function on_square(rows, at, who)
  local row = ROW[at]
  return rows[who == 1 and 8 - row or row + 1][math.min(COLUMN[at], 7 - COLUMN[at]) + 1]
end

-- By piece and square: what it is worth for White, kings left out. By player, phase and square: what the king's square
-- is worth for that player.
local VALUES, KING_VALUES = {}, {{}, {}}

do
  for piece = 1, 12 do
    local who, kind, values = OWNER[piece], KIND[piece], {}
    for at = 1, 120 do values[at] = 0 end
    for _, at in ipairs(SQUARES) do
      local value = kind == KING and 0 or WORTH[kind] + on_square(ON_SQUARE[kind], at, who)
      values[at] = who == 1 and value or -value
    end
    VALUES[piece] = values
  end
  for who = 1, 2 do
    for phase = 0, FULL_PHASE do
      local values = {}
      for at = 1, 120 do values[at] = 0 end
      for _, at in ipairs(SQUARES) do
        local middle = on_square(KING_IN_MIDDLE_GAME, at, who)
        local last = on_square(KING_IN_END_GAME, at, who)
        values[at] = floor((middle * phase + last * (FULL_PHASE - phase)) / FULL_PHASE)
      end
      KING_VALUES[who][phase] = values
    end
    -- Promotions may bring more; there are at most 15 pieces beside a king.
    for phase = FULL_PHASE + 1, 2 * 15 * PHASE[QUEEN] do KING_VALUES[who][phase] = KING_VALUES[who][FULL_PHASE] end
  end
end

-- ---- Lines ---------------------------------------------------------------------------------------------------------

-- By the difference of two squares that may lie on a line: the step from the second one to the first, and the slider
-- that moves so. A difference of less than 8 may also be that of other squares.
local STEP_OF, SLIDER_OF = {}, {}

for i, step in ipairs(STEPS) do
  for count = 1, 7 do STEP_OF[count * step], SLIDER_OF[count * step] = step, i < 5 and ROOK or BISHOP end
end

-- ---- Keys ----------------------------------------------------------------------------------------------------------

-- By piece and square; by rights; by column of a capture en passant (from 0); by clock; for Black to move. There are at
-- most 36 of them in a sum, each below 2^47.
local KEYS, RIGHTS_KEY, COLUMN_KEY, CLOCK_KEY = {}, {}, {}, {}
local TURN_KEY

do
  local one, other = 1, 1
  -- A random number of 47 bits: the upper ones of two generators by multiplication. One alone is linear, and so would
  -- be the sums of its numbers.
  local function random()
    one, other = one * 16807 % 2147483647, other * 40692 % 2147483399
    return floor(one / 128) * 8388608 + floor(other / 256)
  end
  for piece = 1, 12 do
    KEYS[piece] = {}
    for at = 1, 120 do KEYS[piece][at] = 0 end
    for _, at in ipairs(SQUARES) do KEYS[piece][at] = random() end
  end
  RIGHTS_KEY[0] = 0
  for rights = 1, 15 do RIGHTS_KEY[rights] = random() end
  for column = 0, 7 do COLUMN_KEY[column] = random() end
  TURN_KEY = random()
  for clock = 0, KEYED_CLOCK - 1 do CLOCK_KEY[clock] = 0 end
  for clock = KEYED_CLOCK, DRAWN_CLOCK do CLOCK_KEY[clock] = random() end
  for clock = DRAWN_CLOCK + 1, KING_LOST - 1 do CLOCK_KEY[clock] = CLOCK_KEY[DRAWN_CLOCK] end
  CLOCK_KEY[KING_LOST] = random()
end

-- ---- Attacks -------------------------------------------------------------------------------------------------------

-- Does a player attack a square?
local function is_attacked(board, at, by)
  local offset = by == 1 and 0 or BLACK
  local pawn, behind = PAWN + offset, at - FORWARD[by]
  if board[behind - 1] == pawn or board[behind + 1] == pawn then return true end
  local knight, to = KNIGHT + offset, KNIGHT_TO[at]
  for i = 1, #to do
    if board[to[i]] == knight then return true end
  end
  local king, queen, slider = KING + offset, QUEEN + offset, ROOK + offset
  for i = 1, 8 do
    if i == 5 then slider = BISHOP + offset end
    local step = STEPS[i]
    local next_at = at + step
    local piece = board[next_at]
    if piece == EMPTY then
      repeat
        next_at = next_at + step
        piece = board[next_at]
      until piece ~= EMPTY
    elseif piece == king then
      return true
    end
    if piece == slider or piece == queen then return true end
  end
  return false
end

-- What `look_around` finds out about the player to move. By square: the line (as in LINES) on which the piece there is
-- pinned, 0 when it is not; the squares of the pinned pieces; and by square, the number of the look that found that a
-- piece there would end the check.
local PINNED, pinned_at, ENDS_CHECK, look = {}, {}, {}, 0

for at = 1, 120 do PINNED[at], ENDS_CHECK[at] = 0, 0 end

-- Looks from the king of a player for checks and pins; returns how many pieces give check, and how many are pinned.
-- The caller clears the pins.
local function look_around(board, king, us)
  local them = 3 - us
  local offset = us == 1 and BLACK or 0
  local checks, pins = 0, 0
  look = look + 1
  local pawn, ahead = PAWN + offset, king + FORWARD[us]
  for at = ahead - 1, ahead + 1, 2 do
    if board[at] == pawn then
      checks = checks + 1
      ENDS_CHECK[at] = look
    end
  end
  local knight, to = KNIGHT + offset, KNIGHT_TO[king]
  for i = 1, #to do
    if board[to[i]] == knight then
      checks = checks + 1
      ENDS_CHECK[to[i]] = look
    end
  end
  local queen, slider = QUEEN + offset, ROOK + offset
  for i = 1, 8 do
    if i == 5 then slider = BISHOP + offset end
    local step = STEPS[i]
    local at = king + step
    local piece = board[at]
    while piece == EMPTY do
      at = at + step
      piece = board[at]
    end
    local owner = OWNER[piece]
    if owner == us then
      local own = at
      repeat
        at = at + step
        piece = board[at]
      until piece ~= EMPTY
      if piece == slider or piece == queen then
        pins = pins + 1
        PINNED[own] = LINES[i]
        pinned_at[pins] = own
      end
    elseif owner == them and (piece == slider or piece == queen) then
      checks = checks + 1
      repeat
        ENDS_CHECK[at] = look
        at = at - step
      until at == king
    end
  end
  return checks, pins
end

local function clear_pins(pins)
  for i = 1, pins do PINNED[pinned_at[i]] = 0 end
end

-- Is the king of the player to move safe after a capture en passant?
local function is_safe_en_passant(board, king, from, to, us)
  local taken = to - FORWARD[us]
  local pawn, other = board[from], board[taken]
  board[from], board[to], board[taken] = EMPTY, pawn, EMPTY
  local is_safe = not is_attacked(board, king, 3 - us)
  board[from], board[to], board[taken] = pawn, EMPTY, other
  return is_safe
end

-- May a move that is not made give check?
local function may_give_check(board, king, from, to, us)
  local piece = board[from]
  local kind, gap = KIND[piece], to - king
  if kind == PAWN then
    if gap + FORWARD[us] == 1 or gap + FORWARD[us] == -1 then return true end
  elseif kind == KNIGHT then
    if gap < 0 then gap = -gap end
    if gap == 8 or gap == 12 or gap == 19 or gap == 21 then return true end
  elseif kind ~= KING and STEP_OF[gap] and (kind == QUEEN or kind == SLIDER_OF[gap]) then
    local at = king
    local step = STEP_OF[gap]
    repeat at = at + step until at == to or board[at] ~= EMPTY and at ~= from
    if at == to then return true end
  end
  gap = from - king
  local step = STEP_OF[gap]
  if not step then return false end
  local at = king + step
  while board[at] == EMPTY do at = at + step end
  if at ~= from then return false end
  repeat at = at + step until board[at] ~= EMPTY
  local behind = board[at]
  return OWNER[behind] == us and (KIND[behind] == QUEEN or KIND[behind] == SLIDER_OF[gap])
end

-- Has a player, who is not in check, certainly a legal move after a move that is not made: one of a pawn or a knight
-- that is on no line with the king?
local function surely_moves(board, mine, them, to)
  local king, forward = mine[1], FORWARD[them]
  for i = #mine, 2, -1 do
    local from = mine[i]
    if from ~= 0 and from ~= to and not STEP_OF[from - king] then
      local kind = KIND[board[from]]
      if kind == PAWN then
        if board[from + forward] == EMPTY and from + forward ~= to then return true end
      elseif kind == KNIGHT then
        local list = KNIGHT_TO[from]
        for j = 1, #list do
          if OWNER[board[list[j]]] ~= them then return true end
        end
      end
    end
  end
  return false
end

-- ---- Moves ---------------------------------------------------------------------------------------------------------

-- Adds the four promotions of a pawn.
local function add_promotions(list, n, move)
  list[n + 1] = move + PROMOTES[QUEEN]
  list[n + 2] = move + PROMOTES[KNIGHT]
  list[n + 3] = move + PROMOTES[ROOK]
  list[n + 4] = move + PROMOTES[BISHOP]
  return n + 4
end

-- Adds the moves of a pawn, pinned on `line` if that is not 0; with `only_noisy` captures and promotions alone.
local function add_pawn(state, list, n, from, line, only_noisy)
  local board, us, ep = state.board, state.turn, state.ep
  local them, forward, begin = 3 - us, FORWARD[us], BEGIN[from]
  local at = from + forward
  local row = ROW[at]
  local is_last = row == 0 or row == 7
  if board[at] == EMPTY and (line == 0 or line == 10) then
    if is_last then
      n = add_promotions(list, n, begin + END[at])
    elseif not only_noisy then
      n = n + 1
      list[n] = begin + END[at]
      if ROW[from] == PAWN_ROW[us] and board[at + forward] == EMPTY then
        n = n + 1
        list[n] = begin + END[at + forward]
      end
    end
  end
  for side = -1, 1, 2 do
    local step = forward + side
    if line == 0 or line == step or line == -step then
      local to = from + step
      if OWNER[board[to]] == them then
        if is_last then
          n = add_promotions(list, n, begin + END[to])
        else
          n = n + 1
          list[n] = begin + END[to]
        end
      elseif to == ep and is_safe_en_passant(board, state.lists[us][1], from, to, us) then
        n = n + 1
        list[n] = begin + END[to]
      end
    end
  end
  return n
end

-- Adds the castling moves of a player who is not in check.
local function add_castling(state, list, n, king)
  local board, us, rights = state.board, state.turn, state.rights
  local them = 3 - us
  if CAN_SHORT[us][rights] and board[king + 1] == EMPTY and board[king + 2] == EMPTY
    and not is_attacked(board, king + 1, them) and not is_attacked(board, king + 2, them) then
    n = n + 1
    list[n] = BEGIN[king] + END[king + 2]
  end
  if CAN_LONG[us][rights] and board[king - 1] == EMPTY and board[king - 2] == EMPTY and board[king - 3] == EMPTY
    and not is_attacked(board, king - 1, them) and not is_attacked(board, king - 2, them) then
    n = n + 1
    list[n] = BEGIN[king] + END[king - 2]
  end
  return n
end

-- Leaves of the moves behind the first `kept`, all of them of other pieces than the king, those that end a check.
local function keep_what_ends_check(state, list, n, kept)
  local board, ep = state.board, state.ep
  for i = kept + 1, n do
    local move = list[i]
    local plain = move % 4096
    local to = TO[plain]
    -- A capture en passant is listed only where it leaves the king safe.
    if ENDS_CHECK[to] == look or to == ep and KIND[board[FROM[plain]]] == PAWN then
      kept = kept + 1
      list[kept] = move
    end
  end
  return kept
end

-- Fills `list` with the legal moves, with `only_noisy` the captures and promotions among them; returns how many there
-- are. Draws by the rules are not looked at.
local function generate(state, list, only_noisy)
  local board, us = state.board, state.turn
  local them, mine = 3 - us, state.lists[us]
  local king, n = mine[1], 0
  local checks, pins = look_around(board, king, us)

  local king_piece, king_to = board[king], KING_TO[king]
  board[king] = EMPTY -- it shields no square behind it
  for i = 1, #king_to do
    local to = king_to[i]
    local owner = OWNER[board[to]]
    if owner ~= us and (owner == them or not only_noisy) and not is_attacked(board, to, them) then
      n = n + 1
      list[n] = BEGIN[king] + END[to]
    end
  end
  board[king] = king_piece
  local of_king = n
  if checks > 1 then
    clear_pins(pins)
    return n
  end

  for i = 2, #mine do
    local from = mine[i]
    if from ~= 0 then
      local kind, line = KIND[board[from]], PINNED[from]
      if kind == PAWN then
        n = add_pawn(state, list, n, from, line, only_noisy)
      elseif kind ~= KNIGHT then
        local begin = BEGIN[from]
        for s = FIRST_STEP[kind], LAST_STEP[kind] do
          if line == 0 or line == LINES[s] then
            local step = STEPS[s]
            local to = from + step
            local piece = board[to]
            if only_noisy then
              while piece == EMPTY do
                to = to + step
                piece = board[to]
              end
            else
              while piece == EMPTY do
                n = n + 1
                list[n] = begin + END[to]
                to = to + step
                piece = board[to]
              end
            end
            if OWNER[piece] == them then
              n = n + 1
              list[n] = begin + END[to]
            end
          end
        end
      elseif line == 0 then
        local begin, knight_to = BEGIN[from], KNIGHT_TO[from]
        for j = 1, #knight_to do
          local to = knight_to[j]
          local owner = OWNER[board[to]]
          if owner == them or owner == 0 and not only_noisy then
            n = n + 1
            list[n] = begin + END[to]
          end
        end
      end
    end
  end
  clear_pins(pins)

  if checks > 0 then return keep_what_ends_check(state, list, n, of_king) end
  if not only_noisy and state.rights ~= 0 then return add_castling(state, list, n, king) end
  return n
end

-- What `generate` fills where its moves are not kept.
local scratch = {}

-- An array of the first n moves in `scratch`. LuaJIT does not compile calls with a varying number of arguments.
local copy_of_scratch = jit and function(n)
  local list = {}
  for i = 1, n do list[i] = scratch[i] end
  return list
end or function(n)
  return {unpack(scratch, 1, n)}
end

-- Is the game drawn by the fifty-move rule or for lack of pieces? Checkmate comes before the former.
local function is_drawn_by_rule(state)
  if state.clock >= DRAWN_CLOCK then return true end
  local count = state.count
  return count < 4 and (count == 2 or state.phase == 1)
end

-- Has the player to move a legal move? It is mostly found at once.
local function can_move(state)
  local board, us = state.board, state.turn
  local mine = state.lists[us]
  local checks, pins = look_around(board, mine[1], us)
  local found = false
  if checks == 0 then
    local forward, them = FORWARD[us], 3 - us
    for i = 2, #mine do
      local from = mine[i]
      if from ~= 0 and PINNED[from] == 0 then
        local kind = KIND[board[from]]
        if kind == PAWN then
          found = board[from + forward] == EMPTY
        elseif kind == KNIGHT then
          local to = KNIGHT_TO[from]
          for j = 1, #to do
            if OWNER[board[to[j]]] ~= us then
              found = true
              break
            end
          end
        else
          for s = FIRST_STEP[kind], LAST_STEP[kind] do
            local owner = OWNER[board[from + STEPS[s]]]
            if owner == 0 or owner == them then
              found = true
              break
            end
          end
        end
        if found then break end
      end
    end
  end
  clear_pins(pins)
  return found or generate(state, scratch, false) > 0
end

--- Whose turn it is.
-- @tparam table state
-- @treturn number 1 (White) or 2 (Black)
function chess.player(state)
  return state.turn
end

--- The legal moves; none when the game is over, by a draw too.
-- @tparam table state
-- @tparam[opt] {number,...} list an array to be filled
-- @treturn {number,...}|number the moves; with `list` how many there are, and what is behind them in `list` stays
function chess.moves(state, list)
  local n = 0
  if list then
    if not is_drawn_by_rule(state) then n = generate(state, list, false) end
    return n
  end
  if not is_drawn_by_rule(state) then n = generate(state, scratch, false) end
  return copy_of_scratch(n)
end

--- The captures and promotions among the legal moves.
-- @tparam table state
-- @treturn {number,...}
function chess.noisy(state)
  return copy_of_scratch(is_drawn_by_rule(state) and 0 or generate(state, scratch, true))
end

--- Is the player to move in check?
-- @tparam table state
-- @treturn boolean
function chess.in_check(state)
  return is_attacked(state.board, state.lists[state.turn][1], 3 - state.turn)
end

-- Could a piece of the player to move go from one square to another, were its king left out of account?
local function reaches(state, piece, from, to, kind)
  local board, us = state.board, state.turn
  local step = to - from
  if kind == PAWN then
    local forward = FORWARD[us]
    if step == forward then return board[to] == EMPTY end
    if step == 2 * forward then
      return ROW[from] == PAWN_ROW[us] and board[to] == EMPTY and board[from + forward] == EMPTY
    end
    return (step == forward - 1 or step == forward + 1)
      and (OWNER[board[to]] == 3 - us or to == state.ep)
  elseif kind == KNIGHT or kind == KING then
    local list = kind == KNIGHT and KNIGHT_TO[from] or KING_TO[from]
    for i = 1, #list do
      if list[i] == to then return true end
    end
    return false
  end
  for s = FIRST_STEP[kind], LAST_STEP[kind] do
    local at, along = from, STEPS[s]
    repeat at = at + along until board[at] ~= EMPTY or at == to
    if at == to then return board[at] ~= piece end
  end
  return false
end

--- A move, if it is legal here.
-- @tparam table state
-- @tparam number id a move of any state, or any other value
-- @treturn ?number the move; nil where it cannot be made
function chess.find_move(state, id)
  if type(id) ~= "number" then return nil end
  local plain = id % 4096
  local from, kind_after = FROM[plain], PROMOTION[id - plain]
  if not from or not kind_after then return nil end
  local board, us, to = state.board, state.turn, TO[plain]
  local piece = board[from]
  if OWNER[piece] ~= us or OWNER[board[to]] == us or is_drawn_by_rule(state) then return nil end
  local kind = KIND[piece]
  local row = ROW[to]
  if (kind == PAWN and (row == 0 or row == 7)) ~= (kind_after ~= 0) then return nil end

  local king, them = state.lists[us][1], 3 - us
  if kind == KING and (to == from + 2 or to == from - 2) then
    if state.rights == 0 or is_attacked(board, king, them) then return nil end
    for i = 1, add_castling(state, scratch, 0, king) do
      if scratch[i] == id then return id end
    end
    return nil
  end
  if not reaches(state, piece, from, to, kind) then return nil end
  if kind == PAWN and to == state.ep then
    return is_safe_en_passant(board, king, from, to, us) and id or nil
  end
  local captured = board[to]
  board[from], board[to] = EMPTY, piece
  local is_legal = not is_attacked(board, kind == KING and to or king, them)
  board[from], board[to] = piece, captured
  return is_legal and id or nil
end

-- ---- Making moves --------------------------------------------------------------------------------------------------

-- The square behind a pawn that goes two rows, if a pawn of the opponent could capture it there; 0 otherwise.
local function en_passant_behind(board, to, us)
  local pawn = us == 1 and PAWN + BLACK or PAWN
  if board[to - 1] == pawn or board[to + 1] == pawn then return to - FORWARD[us] end
  return 0
end

-- The rights to castle after a move.
local function rights_after(rights, from, to)
  local left = LEFT[from]
  if left then rights = left[rights] end
  left = LEFT[to]
  return left and left[rights] or rights
end

-- By where a king goes in castling: where the rook comes from, and where it goes.
local ROOK_FROM = {[E1 + 2] = H1, [E1 - 2] = A1, [E8 + 2] = H8, [E8 - 2] = A8}
local ROOK_TO = {[E1 + 2] = E1 + 1, [E1 - 2] = E1 - 1, [E8 + 2] = E8 + 1, [E8 - 2] = E8 - 1}

-- Moves a piece of a list on the board.
local function shift(state, list, from, to)
  local board, places = state.board, state.places
  local place = places[from]
  board[from], board[to] = EMPTY, board[from]
  places[from], places[to] = 0, place
  list[place] = to
end

--- Makes a move. What `unmake` needs is kept in arrays by ply: packed into one number, and taken apart by `%` and `-`,
-- it would keep LuaJIT's compiler at work for ever.
-- @tparam table state
-- @tparam number move one of `moves(state)`
function chess.make(state, move)
  local board, places, us = state.board, state.places, state.turn
  local mine, them = state.lists[us], 3 - us
  local key, score, rights, ep, clock = state.key, state.score, state.rights, state.ep, state.clock
  local ply = state.ply + 1
  state.ply = ply
  state.keys[ply], state.scores[ply] = key, score
  state.all_rights[ply], state.eps[ply], state.clocks[ply] = rights, ep, clock

  local plain = move % 4096
  local from, to = FROM[plain], TO[plain]
  local piece, captured = board[from], board[to]
  key = key + (us == 1 and TURN_KEY or -TURN_KEY)
  if ep ~= 0 then key = key - COLUMN_KEY[COLUMN[ep]] end
  if clock >= KEYED_CLOCK then key = key - CLOCK_KEY[clock] end
  clock = clock + 1

  local taken_at = to
  local is_pawn = piece == PAWN or piece == PAWN + BLACK
  if is_pawn and to == ep then
    taken_at = to - FORWARD[us]
    captured = board[taken_at]
    board[taken_at] = EMPTY
  end
  state.captures[ply] = captured
  if captured ~= EMPTY then
    local place = places[taken_at]
    state.lists[them][place], places[taken_at] = 0, 0
    state.captured_places[ply] = place
    key, score = key - KEYS[captured][taken_at], score - VALUES[captured][taken_at]
    state.phase, state.count = state.phase - PHASE[captured], state.count - 1
    clock = 0
  end

  local place = places[from]
  board[from], board[to] = EMPTY, piece
  places[from], places[to], mine[place] = 0, place, to
  local keys, values = KEYS[piece], VALUES[piece]
  key, score = key - keys[from], score - values[from]
  state.ep = 0
  if is_pawn then
    clock = 0
    if move >= 4096 then
      piece = PROMOTION[move - plain] + (us == 1 and 0 or BLACK)
      board[to] = piece
      keys, values = KEYS[piece], VALUES[piece]
      state.phase = state.phase + PHASE[piece]
    elseif to - from == 20 or from - to == 20 then
      ep = en_passant_behind(board, to, us)
      if ep ~= 0 then
        state.ep = ep
        key = key + COLUMN_KEY[COLUMN[to]]
      end
    end
  elseif place == 1 and (to - from == 2 or from - to == 2) then
    local rook_from, rook_to = ROOK_FROM[to], ROOK_TO[to]
    local rook = board[rook_from]
    shift(state, mine, rook_from, rook_to)
    key = key - KEYS[rook][rook_from] + KEYS[rook][rook_to]
    score = score - VALUES[rook][rook_from] + VALUES[rook][rook_to]
  end

  if rights ~= 0 and (LEFT[from] or LEFT[to]) then
    local left = rights_after(rights, from, to)
    key = key - RIGHTS_KEY[rights] + RIGHTS_KEY[left]
    state.rights = left
  end
  if clock >= KEYED_CLOCK then key = key + CLOCK_KEY[clock] end
  state.key, state.score, state.clock, state.turn = key + keys[to], score + values[to], clock, them
end

--- Takes the last move back.
-- @tparam table state
-- @tparam number move
function chess.unmake(state, move)
  local board, places, them, ply = state.board, state.places, state.turn, state.ply
  local us = 3 - them
  local mine, keys, scores = state.lists[us], state.keys, state.scores
  local plain = move % 4096
  local from, to = FROM[plain], TO[plain]
  local piece, place = board[to], places[to]

  local captures, all_rights, eps, clocks = state.captures, state.all_rights, state.eps, state.clocks
  local captured, ep = captures[ply], eps[ply]
  state.key, state.score, state.rights, state.ep, state.clock = keys[ply], scores[ply], all_rights[ply], ep, clocks[ply]
  keys[ply], scores[ply], all_rights[ply], eps[ply], clocks[ply], captures[ply] = nil, nil, nil, nil, nil, nil
  state.ply, state.turn = ply - 1, us

  if move >= 4096 then
    state.phase = state.phase - PHASE[piece]
    piece = us == 1 and PAWN or PAWN + BLACK
  end
  board[from], board[to] = piece, EMPTY
  places[from], places[to], mine[place] = place, 0, from
  local taken_at = to
  if to == ep and (piece == PAWN or piece == PAWN + BLACK) then
    taken_at = to - FORWARD[us]
  elseif place == 1 and (to - from == 2 or from - to == 2) then
    shift(state, mine, ROOK_TO[to], ROOK_FROM[to])
  end
  if captured ~= EMPTY then
    local captured_places = state.captured_places
    local taken_place = captured_places[ply]
    captured_places[ply] = nil
    board[taken_at], places[taken_at], state.lists[them][taken_place] = captured, taken_place, taken_at
    state.phase, state.count = state.phase + PHASE[captured], state.count + 1
  end
end

--- The player to move does not move. A player who does so in check loses the king: the game is then over, and lost.
-- @tparam table state
-- @treturn number what `unpass` needs: the clock
-- @treturn number and the square of a capture en passant
function chess.pass(state)
  local us, ep, clock, key = state.turn, state.ep, state.clock, state.key
  if chess.in_check(state) then
    state.key, state.clock = key - CLOCK_KEY[clock] + CLOCK_KEY[KING_LOST], KING_LOST
    key = state.key
  end
  if ep ~= 0 then key = key - COLUMN_KEY[COLUMN[ep]] end
  state.key, state.ep, state.turn = key + (us == 1 and TURN_KEY or -TURN_KEY), 0, 3 - us
  return clock, ep
end

--- Restores the state after `pass`.
-- @tparam table state
-- @tparam number clock the clock that `pass` returned
-- @tparam number ep the square that `pass` returned
function chess.unpass(state, clock, ep)
  local us, key = 3 - state.turn, state.key
  key = key - CLOCK_KEY[state.clock] + CLOCK_KEY[clock]
  if ep ~= 0 then key = key + COLUMN_KEY[COLUMN[ep]] end
  state.key, state.ep, state.turn, state.clock = key - (us == 1 and TURN_KEY or -TURN_KEY), ep, us, clock
end

-- ---- Keys and values -----------------------------------------------------------------------------------------------

--- The position's key.
-- @tparam table state
-- @treturn number a whole one
function chess.hash(state)
  return state.key
end

--- What a finished game is worth to a player: `WIN` for checkmate, 0 for a draw.
-- @tparam table state one without moves
-- @tparam number me 1 or 2
-- @treturn number
function chess.result(state, me)
  if state.clock == KING_LOST then return state.turn == me and WIN or -WIN end
  if not chess.in_check(state) or can_move(state) then return 0 end
  return state.turn == me and -WIN or WIN
end

--- What a position is worth to a player by its pieces and their squares, in hundredths of a pawn. It does not see
-- that a game is over: it serves as `evaluate` where `result` is asked for that.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function chess.estimate(state, me)
  local phase, lists = state.phase, state.lists
  local score = state.score + KING_VALUES[1][phase][lists[1][1]] - KING_VALUES[2][phase][lists[2][1]]
  return me == 1 and score or -score
end

--- What `estimate` returns after a move.
-- @tparam table state
-- @tparam number move one of `moves(state)`
-- @tparam number me 1 or 2
-- @treturn number
function chess.estimate_move(state, move, me)
  local board, us, phase, score = state.board, state.turn, state.phase, state.score
  local plain = move % 4096
  local from, to = FROM[plain], TO[plain]
  local piece, captured = board[from], board[to]
  local kings = state.lists
  local white, black = kings[1][1], kings[2][1]
  score = score - VALUES[piece][from]
  if captured ~= EMPTY then
    score, phase = score - VALUES[captured][to], phase - PHASE[captured]
  end
  local kind, step = KIND[piece], to - from
  if kind == PAWN then
    if move >= 4096 then
      piece = PROMOTION[move - plain] + (us == 1 and 0 or BLACK)
      phase = phase + PHASE[piece]
    elseif to == state.ep then
      local taken_at = to - FORWARD[us]
      score = score - VALUES[board[taken_at]][taken_at]
    end
  elseif kind == KING then
    if us == 1 then white = to else black = to end
    if step == 2 or step == -2 then
      local values = VALUES[board[ROOK_FROM[to]]]
      score = score - values[ROOK_FROM[to]] + values[ROOK_TO[to]]
    end
  end
  score = score + VALUES[piece][to] + KING_VALUES[1][phase][white] - KING_VALUES[2][phase][black]
  return me == 1 and score or -score
end

--- The same, and whether the game may be over after the move: `evaluate_move` in a game with `estimate` and `result`.
-- @tparam table state
-- @tparam number move one of `moves(state)`
-- @tparam number me 1 or 2
-- @treturn number
-- @treturn boolean false if the other player certainly has a legal move then
function chess.estimate_move_or_end(state, move, me)
  local board, us = state.board, state.turn
  local plain = move % 4096
  local from, to = FROM[plain], TO[plain]
  local theirs = state.lists[3 - us]
  local goes_on = move < 4096 and state.clock + 1 < DRAWN_CLOCK and state.count > 5 and KIND[board[to]] ~= KING
    and (to ~= state.ep or KIND[board[from]] ~= PAWN)
    and not (KIND[board[from]] == KING and (to == from + 2 or to == from - 2))
    and not may_give_check(board, theirs[1], from, to, us) and surely_moves(board, theirs, 3 - us, to)
  return chess.estimate_move(state, move, me), not goes_on
end

--- What a position is worth to a player: what `result` returns when the game is over, else what `estimate` does.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function chess.evaluate(state, me)
  if not can_move(state) or is_drawn_by_rule(state) then return chess.result(state, me) end
  return chess.estimate(state, me)
end

--- What `evaluate` returns after a move.
-- @tparam table state
-- @tparam number move one of `moves(state)`
-- @tparam number me 1 or 2
-- @treturn number
function chess.evaluate_move(state, move, me)
  chess.make(state, move)
  local value = chess.evaluate(state, me)
  chess.unmake(state, move)
  return value
end

--- An order of moves that suits a search: captures, of the most valuable piece by the least valuable one first, and
-- promotions to a queen; then the others by what the piece gains on its new square; promotions to lesser pieces last.
-- @tparam table state
-- @tparam number move
-- @treturn number higher is earlier
function chess.order(state, move)
  local board, plain = state.board, move % 4096
  local from, to = FROM[plain], TO[plain]
  local piece, captured = board[from], board[to]
  local score = 0
  if captured ~= EMPTY then
    score = 10000 + 10 * WORTH[KIND[captured]] - WORTH[KIND[piece]]
  elseif to == state.ep and KIND[piece] == PAWN then
    score = 10000 + 9 * WORTH[PAWN]
  end
  if move >= 4096 then
    local kind = PROMOTION[move - plain]
    if kind ~= QUEEN then return WORTH[kind] - 10000 end
    return (score ~= 0 and score or 10000) + 10 * (WORTH[QUEEN] - WORTH[PAWN])
  end
  if score ~= 0 then return score end
  local values = VALUES[piece]
  return state.turn == 1 and values[to] - values[from] or values[from] - values[to]
end

--- The same game with an `evaluate` that leaves the end of the game to `result`, and costs a small part. Only for a
-- search that asks `result`.
chess.quick = setmetatable({evaluate = chess.estimate, evaluate_move = chess.estimate_move}, {__index = chess})

-- ---- Notation ------------------------------------------------------------------------------------------------------

local LETTERS = "PNBRQKpnbrqk"
local NAMES = {"", "N", "B", "R", "Q", "K"}

local PIECE_OF = {}
for piece = 1, 12 do PIECE_OF[LETTERS:sub(piece, piece)] = piece end

-- The name of a square, as in "e4"; and the square of a name, nil when there is none.
local function name_of(at) return ("abcdefgh"):sub(COLUMN[at] + 1, COLUMN[at] + 1) .. ROW[at] + 1 end

local function square_of(name)
  local column, row = name:match "^([a-h])([1-8])$"
  return column and 20 + ("abcdefgh"):find(column) + 10 * (tonumber(row) - 1)
end

-- Refuses a position.
local function refuse(fen, message) error(("chess: %s in the FEN '%s'"):format(message, fen), 3) end

-- Puts the pieces of a FEN on a new board.
local function read_board(fen, text)
  local state = {board = {}, places = {}, lists = {{0}, {0}}, score = 0, phase = 0, key = 0, count = 0}
  local lists = state.lists
  for at = 1, 120 do state.board[at], state.places[at] = ROW[at] < 0 and BORDER or EMPTY, 0 end
  local row, column = 7, 0
  for letter in text:gmatch "." do
    local piece, gap = PIECE_OF[letter], letter:match "^[1-8]$"
    if letter == "/" then
      if column ~= 8 or row == 0 then refuse(fen, "expected eight rows of eight squares") end
      row, column = row - 1, 0
    elseif gap then
      column = column + tonumber(gap)
    elseif piece then
      if column > 7 then refuse(fen, "expected eight rows of eight squares") end
      local at = 21 + column + 10 * row
      local list = lists[OWNER[piece]]
      if KIND[piece] == KING then
        if list[1] ~= 0 then refuse(fen, "expected one king for each player") end
        list[1], state.places[at] = at, 1
      else
        if KIND[piece] == PAWN and (row == 0 or row == 7) then
          refuse(fen, "a pawn stands on the first or last row")
        end
        list[#list + 1] = at
        state.places[at] = #list
      end
      state.board[at] = piece
      state.score, state.key = state.score + VALUES[piece][at], state.key + KEYS[piece][at]
      state.phase, state.count = state.phase + PHASE[piece], state.count + 1
      column = column + 1
    else
      refuse(fen, ("unexpected '%s'"):format(letter))
    end
  end
  if row ~= 0 or column ~= 8 then refuse(fen, "expected eight rows of eight squares") end
  if lists[1][1] == 0 or lists[2][1] == 0 then refuse(fen, "expected one king for each player") end
  if #lists[1] > 16 or #lists[2] > 16 then refuse(fen, "expected at most 16 pieces for each player") end
  return state
end

-- The rights to castle that a FEN gives, where king and rook stand as at the start.
local function read_rights(fen, board, text)
  local rights = 0
  local known = {
    K = {SHORT[1], E1, H1, KING, ROOK}, Q = {LONG[1], E1, A1, KING, ROOK},
    k = {SHORT[2], E8, H8, KING + BLACK, ROOK + BLACK}, q = {LONG[2], E8, A8, KING + BLACK, ROOK + BLACK},
  }
  for letter in (text == "-" and "" or text):gmatch "." do
    local right = known[letter]
    if not right then refuse(fen, "expected '-' or some of 'KQkq' for castling") end
    if board[right[2]] ~= right[4] or board[right[3]] ~= right[5] then
      refuse(fen, ("king or rook is not where castling '%s' needs it"):format(letter))
    end
    rights = rights + right[1]
    known[letter] = nil
  end
  return rights
end

-- The square of a capture en passant that a FEN names; 0 where no pawn could capture there.
local function read_en_passant(fen, board, text, us)
  if text == "-" then return 0 end
  local at = square_of(text)
  local behind = at and at - FORWARD[us]
  if not at or ROW[at] ~= PAWN_ROW[3 - us] + (us == 1 and -1 or 1) or board[at] ~= EMPTY
    or board[behind] ~= (us == 1 and PAWN + BLACK or PAWN) then
    refuse(fen, "expected '-' or the square behind a pawn that has just gone two rows")
  end
  return en_passant_behind(board, behind, 3 - us)
end

--- A position.
-- @tparam[opt] string fen in Forsyth-Edwards notation, without it the start; clock and number may be missing
-- @treturn table the state: `turn`; `board`, `lists` (of each player, the squares of the pieces, the king's first, 0
--   for one that was captured) and `places` (by square, the place in the list); `rights`, `ep` and `clock`; `key`,
--   `score` (for White, kings left out), `phase` and `count` (of all pieces); `ply`, the moves since the start, with
--   the `keys`, `scores`, `all_rights`, `eps` and `clocks` before each of them, and what each has captured (`captures`)
--   from which place of the list (`captured_places`); `first`, the plies before the start
-- @raise What is wrong with the FEN.
function chess.new(fen)
  fen = fen or chess.START
  local pieces, turn, rights, ep, rest = fen:match "^%s*(%S+)%s+(%S+)%s+(%S+)%s+(%S+)(.*)$"
  if not pieces then refuse(fen, "expected pieces, turn, castling and en passant") end
  local clock, number = rest:match "^%s+(%d+)%s+(%d+)%s*$"
  if not clock and rest:match "%S" then refuse(fen, "expected two numbers at the end") end
  clock, number = tonumber(clock or 0), tonumber(number or 1)
  if clock > 150 then refuse(fen, "expected at most 150 plies without a capture or a pawn move") end
  if turn ~= "w" and turn ~= "b" then refuse(fen, "expected the turn to be 'w' or 'b'") end

  local state = read_board(fen, pieces)
  local us = turn == "w" and 1 or 2
  state.turn, state.clock, state.ply, state.keys, state.scores = us, clock, 0, {}, {}
  state.all_rights, state.eps, state.clocks, state.captures, state.captured_places = {}, {}, {}, {}, {}
  state.first = 2 * math.max(number, 1) - 3 + us
  state.rights = read_rights(fen, state.board, rights)
  state.ep = read_en_passant(fen, state.board, ep, us)
  if is_attacked(state.board, state.lists[3 - us][1], us) then refuse(fen, "the king can be captured") end

  local key = state.key + RIGHTS_KEY[state.rights] + CLOCK_KEY[clock]
  if state.ep ~= 0 then key = key + COLUMN_KEY[COLUMN[state.ep]] end
  state.key = us == 2 and key + TURN_KEY or key
  return state
end

--- A position in Forsyth-Edwards notation. A square for a capture en passant is named only where a pawn stands that
-- could capture there, pinned or not.
-- @tparam table state
-- @treturn string
function chess.fen(state)
  local rows = {}
  for row = 7, 0, -1 do
    local letters = {}
    for column = 0, 7 do
      local piece = state.board[21 + column + 10 * row]
      letters[#letters + 1] = piece == EMPTY and "." or LETTERS:sub(piece, piece)
    end
    rows[#rows + 1] = table.concat(letters):gsub("%.+", function(gap) return tostring(#gap) end)
  end
  local rights = (CAN_SHORT[1][state.rights] and "K" or "") .. (CAN_LONG[1][state.rights] and "Q" or "")
    .. (CAN_SHORT[2][state.rights] and "k" or "") .. (CAN_LONG[2][state.rights] and "q" or "")
  return ("%s %s %s %s %d %d"):format(table.concat(rows, "/"), state.turn == 1 and "w" or "b",
    rights ~= "" and rights or "-", state.ep ~= 0 and name_of(state.ep) or "-", state.clock,
    floor((state.first + state.ply) / 2) + 1)
end

--- A move by its squares, as in "e2e4", "e1g1" and "e7e8q".
-- @tparam number move
-- @treturn string
function chess.coordinates(move)
  local plain = move % 4096
  local kind = PROMOTION[move - plain]
  return name_of(FROM[plain]) .. name_of(TO[plain]) .. NAMES[math.max(kind, 1)]:lower()
end

-- What tells a move from those of other pieces of its kind to the same square: nothing, a column, a row or both.
local function origin(state, move)
  local board, plain = state.board, move % 4096
  local from, to = FROM[plain], TO[plain]
  local others, same_column, same_row = false, false, false
  for i = 1, generate(state, scratch, false) do
    local other = scratch[i] % 4096
    local at = FROM[other]
    if at ~= from and TO[other] == to and board[at] == board[from] then
      others = true
      same_column = same_column or COLUMN[at] == COLUMN[from]
      same_row = same_row or ROW[at] == ROW[from]
    end
  end
  if not others then return "" end
  local name = name_of(from)
  if not same_column then return name:sub(1, 1) end
  return same_row and name or name:sub(2)
end

--- A move in standard algebraic notation (SAN), as in "Nbd7", "exd5", "O-O" and "e8=Q#".
-- @tparam table state the position before it
-- @tparam number move one of `moves(state)`
-- @treturn string
function chess.san(state, move)
  local board, plain = state.board, move % 4096
  local from, to = FROM[plain], TO[plain]
  local kind, promoted = KIND[board[from]], PROMOTION[move - plain]
  local is_capture = board[to] ~= EMPTY or kind == PAWN and COLUMN[from] ~= COLUMN[to]
  local text
  if kind == KING and (to - from == 2 or from - to == 2) then
    text = to > from and "O-O" or "O-O-O"
  elseif kind == PAWN then
    text = (is_capture and name_of(from):sub(1, 1) .. "x" or "") .. name_of(to)
      .. (promoted ~= 0 and "=" .. NAMES[promoted] or "")
  else
    text = NAMES[kind] .. origin(state, move) .. (is_capture and "x" or "") .. name_of(to)
  end
  chess.make(state, move)
  local sign = ""
  if chess.in_check(state) then sign = can_move(state) and "+" or "#" end
  chess.unmake(state, move)
  return text .. sign
end

-- What two ways to write a move have in common.
local function bare(text)
  return (text:gsub("[%sx=+#!?:-]", ""):gsub("0", "O"))
end

--- The move that a text means: by its squares or in SAN, where the signs of captures, promotions and checks may be
-- missing, and castling be written with zeros.
-- @tparam table state
-- @tparam string text
-- @treturn ?number the move; nil when there is none, or more than one
function chess.parse(state, text)
  local wanted, found = bare(text), nil
  for _, move in ipairs(chess.moves(state)) do
    if bare(chess.coordinates(move)) == wanted:lower() or bare(chess.san(state, move)) == wanted then
      if found then return nil end
      found = move
    end
  end
  return found
end

--- How often the position has stood since the start, this time included.
-- @tparam table state
-- @treturn number
function chess.times(state)
  local times = 1
  for ply = state.ply - 1, math.max(state.ply - state.clock, 0) + 1, -2 do
    if state.keys[ply] == state.key then times = times + 1 end
  end
  return times
end

--- How a game has ended: "checkmate", "stalemate", "fifty moves", "too few pieces" or "repetition" (the position stands
-- for the third time).
-- @tparam table state
-- @treturn ?string nil as long as it goes on
function chess.ending(state)
  if not can_move(state) then return chess.in_check(state) and "checkmate" or "stalemate" end
  if state.clock >= DRAWN_CLOCK then return "fifty moves" end
  if is_drawn_by_rule(state) then return "too few pieces" end
  if chess.times(state) > 2 then return "repetition" end
  return nil
end

--- The board as text, White at the bottom.
-- @tparam table state
-- @treturn string
function chess.draw(state)
  local lines = {}
  for row = 7, 0, -1 do
    local line = {row + 1 .. " "}
    for column = 0, 7 do
      local piece = state.board[21 + column + 10 * row]
      line[#line + 1] = piece == EMPTY and "." or LETTERS:sub(piece, piece)
    end
    lines[#lines + 1] = table.concat(line, " ")
  end
  lines[#lines + 1] = "   a b c d e f g h"
  return table.concat(lines, "\n")
end

return chess
