--- Chess in the terminal: against the computer, or the computer against itself.
--
--     lua chess.lua            you play White
--     lua chess.lua --first    the computer plays White
--     lua chess.lua --demo     the computer plays both sides
--
-- Moves are typed by their squares (e2e4, e7e8q) or in standard notation (Nf3, exd5, O-O, e8=Q). Other options: --time
-- SECONDS and --depth PLIES limit the search for each move (one second when neither is given); --level plays weaker,
-- from 1 to 10; --fen begins from a position; --moves ends a demonstration early.

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local chess = require "games.chess"

local USAGE = [[
usage: lua chess.lua [--demo | --first] [--time SECONDS] [--depth PLIES] [--level LEVEL] [--fen FEN] [--moves NUMBER]
  --demo     the computer plays both sides; without it you play White
  --first    the computer plays White
  --time     how long the computer searches for a move (1 when none of time, depth and level is given)
  --depth    how many plies it looks ahead
  --level    how well it plays, from 1 to 10
  --fen      the position to begin from; its fields may be one word in quotes
  --moves    the game ends after this many moves of either side]]

local HELP = [[
Type a move by its squares (e2e4, e7e8q) or in standard notation (Nf3, exd5, O-O, e8=Q);
"moves" for the legal moves, "fen" for the position, "undo" to take back your last move, "q" to leave.]]

local NAMES = {"White", "Black"}

-- ---- Options -------------------------------------------------------------------------------------------------------

local function refuse(message)
  io.stderr:write("chess: ", message, "\n", USAGE, "\n")
  os.exit(1)
end

local function read_options(words)
  local options, limits = {}, {}
  local i = 1
  local function value(name)
    i = i + 1
    return words[i] or refuse(name .. " needs a value")
  end
  local function number(name, is_integer, most)
    local result = tonumber(value(name))
    if not result or result <= 0 or is_integer and result % 1 ~= 0 or most and result > most then
      refuse(("%s must be %s above 0%s"):format(name, is_integer and "an integer" or "a number",
        most and " and at most " .. most or ""))
    end
    return result
  end
  while words[i] do
    local word = words[i]
    if word == "--demo" then options.demo = true
    elseif word == "--first" then options.first = true
    elseif word == "--time" then limits.time = number(word)
    elseif word == "--depth" then limits.depth = number(word, true)
    elseif word == "--level" then limits.level = number(word, true, 10)
    elseif word == "--moves" then options.plies = 2 * number(word, true)
    elseif word == "--fen" then options.fen = value(word)
    elseif word == "--help" then
      print(USAGE)
      os.exit(0)
    else
      refuse("unknown option " .. word)
    end
    i = i + 1
  end
  if not limits.time and not limits.depth and not limits.level then limits.time = 1 end
  return options, limits
end

local options, limits = read_options(arg)

local is_valid, state = pcall(chess.new, options.fen)
if not is_valid then refuse((tostring(state):gsub("^.-chess: ", ""))) end

-- ---- Printing ------------------------------------------------------------------------------------------------------

-- Prints the board and some text beside it, line by line.
local function show(text)
  local row = 0
  for line in (chess.draw(state) .. "\n"):gmatch "(.-)\n" do
    row = row + 1
    print(text[row] and line .. "    " .. text[row] or line)
  end
  print()
end

-- The value of a search for the player it has moved for, in pawns.
local function outlook(value, info)
  if info.win_in then
    local plies = math.abs(info.win_in)
    return ("%s in %d %s"):format(info.win_in > 0 and "won" or "lost", plies, plies == 1 and "ply" or "plies")
  end
  return ("%+.2f"):format(value / 100)
end

-- The first moves of a line in standard notation. The state is as it was when this returns.
local function in_words(line)
  local words = {}
  local count = math.min(#line, 8)
  for i = 1, count do
    words[i] = chess.san(state, line[i])
    chess.make(state, line[i])
  end
  for i = count, 1, -1 do chess.unmake(state, line[i]) end
  return table.concat(words, " ")
end

-- ---- The game ------------------------------------------------------------------------------------------------------

-- Quiescence search of captures, up to ten plies beyond the depth; repeated positions are draws; null-move pruning.
local ai = alphabeta.new(chess, {win = chess.WIN, deepening = true, quiescence = 10, null_move = 2, repetition = 0})

-- The moves that were made.
local made = {}

local function make(move)
  made[#made + 1] = move
  chess.make(state, move)
end

local function take_back()
  chess.unmake(state, table.remove(made))
end

-- The computer searches, moves, and prints what it found.
local function computer_moves()
  limits.past = state.keys
  local move, value, info = ai:search(state, limits)
  local number = math.floor((state.first + state.ply) / 2) + 1
  local text = {
    ("%s plays %d%s %s"):format(NAMES[state.turn], number, state.turn == 1 and "." or "...", chess.san(state, move)),
    ("depth     %d"):format(info.depth),
    "value     " .. outlook(value, info),
    ("nodes     %d"):format(info.nodes),
    ("time      %.2f s"):format(info.time),
    "expected  " .. in_words(info.pv),
  }
  make(move)
  show(text)
end

-- The legal moves in standard notation, sorted.
local function all_moves()
  local words = {}
  for i, move in ipairs(chess.moves(state)) do words[i] = chess.san(state, move) end
  table.sort(words)
  return table.concat(words, " ")
end

-- Reads lines until a legal move is typed. Returns false when the player leaves.
local function human_moves()
  while true do
    io.write(("Your move, %s (help, q to leave): "):format(NAMES[state.turn]))
    io.flush()
    local line = io.read "*l"
    local text = line and line:match "^%s*(.-)%s*$"
    if not line then print() end
    if not line or text == "q" or text == "quit" then return false end
    local move = chess.parse(state, text)
    if move then
      make(move)
      print()
      show {}
      return true
    elseif text == "help" then
      print(HELP)
    elseif text == "moves" then
      print(all_moves())
    elseif text == "fen" then
      print(chess.fen(state))
    elseif text == "undo" and #made > 1 then
      take_back()
      take_back()
      print()
      show {}
    elseif text == "undo" then
      print "There is no move of yours to take back."
    else
      print(("'%s' is not a legal move here; \"moves\" lists them."):format(text))
    end
  end
end

local human = not options.demo and (options.first and 2 or 1) or nil

-- Plays to the end; returns the last words.
local function play()
  if human then print(("You are %s, the computer is %s.\n"):format(NAMES[human], NAMES[3 - human])) end
  show {}
  local ending = chess.ending(state)
  while not ending and (not options.plies or #made < options.plies) do
    if state.turn ~= human then
      computer_moves()
    elseif not human_moves() then
      return "Goodbye."
    end
    ending = chess.ending(state)
  end
  if not ending then return "The game is broken off: " .. chess.fen(state) end
  if ending == "checkmate" then return ("Checkmate, %s wins."):format(NAMES[3 - state.turn]) end
  return ending == "stalemate" and "Stalemate, a draw." or ("A draw: %s."):format(ending)
end

print(play())
