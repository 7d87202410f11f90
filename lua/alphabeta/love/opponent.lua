-- An opponent whose frames are those of LÖVE. Internal: this is `alphabeta.love.opponent`, which loads it with the
-- first opponent.

local PACKAGE = (... or "alphabeta.love.opponent"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere

local love = require "love"
local timer = require "love.timer"
local make = require(PACKAGE .. ".opponent")

-- Puts a function behind the `love.update` that there is. Returns a function that takes it away again.
local function hook(opponent, frame)
  local own = love.update
  local function update(seconds)
    local start = timer.getTime()
    frame.is_done = false
    if own then own(seconds) end
    -- A game that has wrapped the hook of its own accord has called it, in `own`.
    if frame.is_done or opponent.is_closed then return end
    frame.is_done = true
    opponent:update(seconds, timer.getTime() - start)
  end
  love.update = update
  return function()
    if love.update == update then love.update = own end
  end
end

-- Hooks an opponent. A `love.update` that is defined later, while main.lua is still being read, would replace the hook:
-- so it is looked at again when LÖVE begins to run.
local function hook_both(opponent)
  local frame = {}
  local unhooks = {hook(opponent, frame)}
  local hooked, run = love.update, love.run
  local function begin(...)
    if love.run == begin then love.run = run end
    if love.update ~= hooked and not opponent.is_closed then unhooks[2] = hook(opponent, frame) end
    return run(...)
  end
  if run then love.run = begin end
  return function()
    if love.run == begin then love.run = run end
    for i = #unhooks, 1, -1 do unhooks[i]() end
  end
end

-- Makes an opponent.
-- @tparam table options
-- @treturn ?table the opponent; nil when something is wrong
-- @return what is wrong then
return function(options)
  local opponent, message = make(options)
  if not opponent then return nil, (message:gsub("^alphabeta%.opponent", "alphabeta.love.opponent")) end
  opponent.on_close = hook_both(opponent)
  return opponent
end
