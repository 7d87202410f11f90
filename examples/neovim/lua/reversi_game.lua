-- Reversi in Neovim, against a computer that thinks while the editor goes on: a timer of libuv gives the search a slice
-- of a few milliseconds again and again, and keys are answered between two of them.
--
-- A plugin has this folder's `lua` and `plugin`, and in its `lua` the module's folder `alphabeta` and the rules,
-- games/reversi.lua. It needs no library in C: the engine in Lua runs on Neovim's LuaJIT, and finds the clock of libuv.

local alphabeta = require "alphabeta"
local rules = require "games.reversi"

local api, uv = vim.api, vim.uv or vim.loop

local reversi = {}

-- The computer plays O. Its searches may take this long; milliseconds of a slice, and between two.
local COMPUTER, SECONDS, SLICE, PAUSE = 2, 1, 4, 5

-- The first line of the board, and the column of its first cell; a cell is two columns wide.
local FIRST_LINE, FIRST_COLUMN = 2, 3

local Match = {}
Match.__index = Match

-- Writes the board, and a line below it that says how the match is.
function Match:show(line)
  local lines = vim.split(rules.draw(self.state), "\n")
  lines[#lines + 1] = ""
  lines[#lines + 1] = ("X %d, O %d.  %s"):format(rules.count(self.state, 1), rules.count(self.state, 2), line or "")
  vim.bo[self.buffer].modifiable = true
  api.nvim_buf_set_lines(self.buffer, 0, -1, false, lines)
  vim.bo[self.buffer].modifiable = false
end

-- Makes a move, and goes on with whose turn it is: the computer's, a person's who can only pass, or none at the end.
function Match:play(move)
  local name = rules.name(self.state, move)
  rules.make(self.state, move)
  local moves = rules.moves(self.state)
  if #moves == 0 then
    self:show "The match is over."
    self.timer:stop()
    return
  end
  self:show(("The last move: %s."):format(name))
  if self.state.turn == COMPUTER then
    self.ai:start(self.state)
  elseif moves[1] == rules.PASS then
    self:play(rules.PASS)
  end
end

-- What the timer calls: a slice of the search, if there is one.
function Match:think()
  if not api.nvim_buf_is_valid(self.buffer) then return self:close() end
  if not self.ai:thinking() then return end
  self.slices = self.slices + 1
  local has_ended = self.ai:step(SLICE / 1000)
  local move, value, info = self.ai:best()
  if has_ended then
    self:play(move)
  elseif move then
    self:show(("O thinks: %s, value %g, depth %d"):format(rules.name(self.state, move), value, info.depth))
  end
end

-- The person's move: the cell below the cursor.
function Match:put()
  local place = api.nvim_win_get_cursor(0)
  local row, column = place[1] - FIRST_LINE + 1, (place[2] - FIRST_COLUMN) / 2 + 1
  local move = row * self.state.stride + column
  if self.state.turn ~= COMPUTER and vim.tbl_contains(rules.moves(self.state), move) then self:play(move) end
end

-- Ends the match. The timer must be closed, or it would go on for ever.
function Match:close()
  if self.timer:is_closing() then return end
  self.timer:stop()
  self.timer:close()
  self.ai:close()
end

--- Opens a buffer with a new match. In it, Enter puts a disc.
-- @tparam[opt=8] number size of the board
-- @treturn table the match
function reversi.open(size)
  local state = rules.new(size)
  local match = setmetatable({
    state = state, slices = 0, buffer = api.nvim_create_buf(false, true), timer = uv.new_timer(),
    ai = alphabeta.new(rules, {time = SECONDS, win = rules.WIN}),
  }, Match)
  vim.bo[match.buffer].bufhidden = "wipe"
  api.nvim_set_current_buf(match.buffer)
  vim.keymap.set("n", "<CR>", function() match:put() end, {buffer = match.buffer})
  api.nvim_create_autocmd("BufWipeout", {buffer = match.buffer, callback = function() match:close() end})
  match:show "Put a disc with Enter."
  match.timer:start(PAUSE, PAUSE, vim.schedule_wrap(function()
    if not match.timer:is_closing() then match:think() end
  end))
  return match
end

return reversi
