-- Runs in Neovim: plays the plugin of examples/neovim on a small board, by the keys that a person would press, to the
-- end of the match, and prints what a spec wants to know.

local function tell(name, value) io.stdout:write(name, "\t", tostring(value), "\n") end

local rules = require "games.reversi"
local alphabeta = require "alphabeta"

local match
local reversi = require "reversi_game"
local open = reversi.open
function reversi.open(...)
  match = open(...)
  return match
end
vim.cmd "Reversi 4"

-- What else the editor does meanwhile.
local ticks = 0
local ticker = (vim.uv or vim.loop).new_timer()
ticker:start(10, 10, function() ticks = ticks + 1 end)

local function press_enter_at(move)
  local column = move % match.state.stride
  vim.api.nvim_win_set_cursor(0, {(move - column) / match.state.stride + 1, 3 + 2 * (column - 1)})
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes("<CR>", true, false, true), "x", false)
end

local moves_of_person, is_over = 0, false
for _ = 1, 200 do
  vim.wait(10000, function() return match.state.turn == 1 or #rules.moves(match.state) == 0 end, 5)
  local moves = rules.moves(match.state)
  is_over = #moves == 0
  if is_over then break end
  press_enter_at(moves[1])
  moves_of_person = moves_of_person + 1
end

local lines = vim.api.nvim_buf_get_lines(match.buffer, 0, -1, false)
tell("engine", alphabeta._ENGINE)
tell("over", is_over)
tell("moves", moves_of_person)
tell("slices", match.slices)
tell("ticks", ticks > 0)
tell("last", lines[#lines])
local timer = match.timer
vim.cmd "bwipeout!"
tell("closed", timer:is_closing())
tell("done", true)
ticker:close()
vim.cmd "qa!"
