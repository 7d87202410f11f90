--- Connect four in the terminal: against the computer, or the computer against itself.
--
--     lua connect4.lua            you begin
--     lua connect4.lua --first    the computer begins
--     lua connect4.lua --demo     the computer plays both sides
--
-- Other options: --time SECONDS and --depth PLIES limit the search for each move (half a second when neither is given);
-- --colour and --plain switch colours on and off, instead of testing the terminal.

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"

local USAGE = [[
usage: lua connect4.lua [--demo | --first] [--time SECONDS] [--depth PLIES] [--colour | --plain]
  --demo     the computer plays both sides; without it you play, and begin
  --first    the computer begins
  --time     how long the computer searches for a move (0.5 when neither this nor --depth is given)
  --depth    how many plies it looks ahead
  --colour   colours even where the output is not a terminal; --plain none even where it is]]

-- ---- Options -------------------------------------------------------------------------------------------------------

-- An environment variable, nil when it is empty.
local function environment(name)
  local value = os.getenv(name)
  return value ~= "" and value or nil
end

-- Lua cannot test whether it writes to a terminal. A POSIX shell can, and it inherits our output.
local function is_terminal()
  if package.config:sub(1, 1) ~= "/" then return false end
  local status = os.execute("test -t 1")
  return status == true or status == 0
end

-- Colours for a terminal that has them, unless NO_COLOR is set (https://no-color.org).
local function wants_colour()
  local term = environment "TERM"
  return term ~= nil and term ~= "dumb" and not environment "NO_COLOR" and is_terminal()
end

local function refuse(message)
  io.stderr:write("connect4: ", message, "\n", USAGE, "\n")
  os.exit(1)
end

local function read_options(words)
  local options, limits = {}, {}
  local i = 1
  local function number(name, is_whole)
    i = i + 1
    local value = tonumber(words[i])
    if not (value and value > 0) or is_whole and value % 1 ~= 0 then
      refuse(name .. " wants a " .. (is_whole and "whole " or "") .. "number above 0")
    end
    return value
  end
  while words[i] do
    local word = words[i]
    if word == "--demo" then options.demo = true
    elseif word == "--first" then options.first = true
    elseif word == "--time" then limits.time = number(word)
    elseif word == "--depth" then limits.depth = number(word, true)
    elseif word == "--colour" or word == "--color" then options.colour = true
    elseif word == "--plain" then options.colour = false
    elseif word == "--help" then
      print(USAGE)
      os.exit(0)
    else
      refuse("there is no option " .. word)
    end
    i = i + 1
  end
  if options.colour == nil then options.colour = wants_colour() end
  if not limits.time and not limits.depth then limits.time = 0.5 end
  return options, limits
end

local options, limits = read_options(arg)

-- ---- Drawing -------------------------------------------------------------------------------------------------------

local function paint(code, text)
  return options.colour and "\27[" .. code .. "m" .. text .. "\27[0m" or text
end

-- With colours the stones are discs behind a blue grid; where the locale does not speak UTF-8, they stay letters.
local stones, edge, plain = connect4.STONES, "", ""
if options.colour then
  local locale = environment "LC_ALL" or environment "LC_CTYPE" or environment "LANG" or ""
  local disc = locale:upper():find("UTF%-?8") and "\226\151\143"
  edge, plain = "\27[44;1;97m", "\27[0m"
  stones = {
    [0] = "\27[22;30m" .. (disc or stones[0]),
    "\27[1;91m" .. (disc or stones[1]),
    "\27[1;93m" .. (disc or stones[2]),
  }
end

-- How a player is called in the text: by the stone.
local function player_name(who)
  return stones[who] .. plain
end

-- In a demonstration on a terminal, each board replaces the one before, and the program then waits.
local is_shown_in_place = options.demo and environment "TERM" and environment "TERM" ~= "dumb" and is_terminal()
local PAUSE = 1 -- seconds

local function clear_screen()
  if is_shown_in_place then io.write "\27[H\27[2J" end
end

-- Ctrl-C ends what waits, and then the program.
local function wait()
  if not is_shown_in_place then return end
  io.flush()
  local status = os.execute("sleep " .. PAUSE)
  if status ~= true and status ~= 0 then os.exit(1) end
end

-- Prints the board and beside it, line by line, some text. The last stone, in `column`, is in brackets.
local function show(state, column, text)
  for row = state.height, 1, -1 do
    local line, gap = {}, " "
    for i = 1, state.width do
      local is_last = i == column and row == state.heights[i]
      line[i] = edge .. (is_last and "[" or gap) .. stones[connect4.at(state, i, row)]
      gap = is_last and "]" or " "
    end
    local beside = text[state.height - row + 1]
    print(table.concat(line) .. edge .. gap .. plain .. (beside and "   " .. beside or ""))
  end
  local numbers = {}
  for i = 1, state.width do numbers[i] = i end
  print(" " .. paint("2", table.concat(numbers, " ")))
  print()
end

local function with_commas(number)
  local digits = string.format("%d", number)
  return (digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

-- The value of a search for the player it has moved for, as text.
local function outlook(value, info)
  if info.reason == "solved" and value == 0 then return "drawn" end
  if info.win_in then
    local plies = math.abs(info.win_in)
    return string.format("%s in %d %s", info.win_in > 0 and "won" or "lost", plies, plies == 1 and "ply" or "plies")
  end
  return string.format(value == 0 and "%g" or "%+g", value)
end

-- ---- The game ------------------------------------------------------------------------------------------------------

local ai = alphabeta.new(
  setmetatable({order = connect4.centre_first}, {__index = connect4}),
  {win = connect4.WIN, deepening = true})
local state = connect4.new()

-- How many moves of the expected line are shown, so that it fits beside the board.
local LONGEST_LINE = 24

-- The computer searches, moves, and prints the result of the search.
local function computer_moves()
  local who = state.turn
  local column, value, info = ai:search(state, limits)
  connect4.make(state, column)
  local line = info.pv
  clear_screen()
  show(state, column, {
    player_name(who) .. " plays " .. paint("1", string.format("%d", column)),
    string.format("depth     %d%s", info.depth, info.reason == "solved" and ", the whole tree" or ""),
    "value     " .. outlook(value, info),
    "nodes     " .. with_commas(info.nodes),
    string.format("time      %.2f s", info.time),
    line[2] and "expected  " .. table.concat(line, " ", 2, math.min(#line, LONGEST_LINE)) or nil,
  })
  wait()
end

-- Reads lines until a legal column is typed. Returns nil when the player leaves.
local function ask()
  while true do
    io.write(string.format("Your column, 1 to %d (q to leave): ", state.width))
    io.flush()
    local line = io.read("*l")
    if not line then
      print()
      return nil
    end
    if line:match("^%s*[qQ]") then return nil end
    local column = tonumber(line:match("^%s*(%d+)%s*$"))
    if not column or column < 1 or column > state.width then
      print(string.format("That is not a column from 1 to %d.", state.width))
    elseif state.heights[column] == state.height then
      print(string.format("Column %d is full.", column))
    else
      return column
    end
  end
end

-- Returns false when the player leaves.
local function human_moves()
  local column = ask()
  if not column then return false end
  connect4.make(state, column)
  if connect4.is_over(state) then
    print()
    show(state, column, {})
  end
  return true
end

local human = not options.demo and (options.first and 2 or 1) or nil

-- Plays to the end; returns the last words.
local function play()
  if human then
    print(string.format("You are %s, the computer is %s.\n", player_name(human), player_name(3 - human)))
    show(state, nil, {})
  end
  while not connect4.is_over(state) do
    if state.turn ~= human then
      computer_moves()
    elseif not human_moves() then
      return "Goodbye."
    end
  end
  if state.winner == 0 then return "Drawn." end
  if human then return state.winner == human and "You win." or "The computer wins." end
  return string.format("%s wins with stone %d.", player_name(state.winner), state.width * state.height - state.left)
end

print(play())
