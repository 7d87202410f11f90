-- Calls functions in each frame of LÖVE. Internal: `alphabeta.opponent` uses it with the option `hook`.
--
-- The functions are called in each frame, after the game's own `love.update`. A game may replace `love.update` at any
-- time: below in main.lua, or when another screen has its own. It may have a `love.run` of its own, whose loop calls
-- `love.update` several times a frame, now and then, or never. So the functions that each main loop calls are hooked,
-- too. `love.timer.step` begins a frame, in which the functions are called once. It hooks `love.update` again if that
-- was replaced, and calls the functions itself if `love.update` is not called at all. In a loop without
-- `love.timer.step`, each call of `love.update` is a frame, and `love.event.pump` tests whether it was replaced. LÖVE's
-- error screen calls that, too, so it calls no function.

local use = require((...):match "^(.*)%..*%." .. ".use")

local love = use "common.globals".love
local timer = love.timer

local remove = table.remove

-- After this number of frames in a row without `love.update`, the loop does not call it.
local MOST_MISSED = 3

-- The line that is printed, and after how many calls of `love.event.pump`, if neither of the others is ever called.
local ADVICE = "alphabeta.opponent: option 'hook': the main loop calls neither love.update nor love.timer.step: "
  .. "call opponent:update(seconds) in each frame instead"
local MOST_PUMPS = 60

-- The functions, in the order in which they were added.
local listeners = {}

-- The game's own function, or false, by each hook in `love.update`.
local updates = setmetatable({}, {__mode = "k"})

-- Whether a `love.timer.step` has begun frames; whether the functions were called in this one; and in how many before
-- it `love.update` has not called them.
local has_steps, is_done, missed = false, false, 0

-- Calls the functions. `seconds` is the time since the last frame, and this one began at `start`.
local function call(seconds, start)
  is_done = true
  local called = {}
  for i, listener in ipairs(listeners) do called[i] = listener end
  for _, listener in ipairs(called) do listener(seconds, timer.getTime() - start) end
end

-- Hooks `love.update`. If the game wraps the hooked function, a second hook goes around that. The first hook then has
-- already called the functions.
local function hook_update()
  local own = love.update
  local function update(seconds, ...)
    local start = timer.getTime()
    missed = 0
    if not has_steps then is_done = false end
    if own then own(seconds, ...) end
    if not is_done then call(seconds, start) end
  end
  updates[update] = own or false
  love.update = update
end

-- A frame has ended. If the hook did not call `love.update` in it, hooks it, unless it is hooked.
local function look()
  if missed > 0 and updates[love.update] == nil then hook_update() end
  missed = missed + 1
end

local function begin_frame(seconds)
  has_steps, is_done = true, false
  look()
  if missed > MOST_MISSED then call(seconds, timer.getTime()) end
end

-- Runs after `love.timer.step`. Returns the result of that: in LÖVE 11 the time since the last call.
local function step(seconds, ...)
  if #listeners > 0 then begin_frame(seconds or timer.getDelta()) end
  return seconds, ...
end

-- Runs after `love.event.pump`.
local function pump(...)
  if #listeners > 0 and not has_steps then
    look()
    if missed == MOST_PUMPS then print(ADVICE) end
  end
  return ...
end

-- The hooks in LÖVE's own functions, by their names: {library, the hook, the function before}.
local hooks = {}

-- Hooks a function of a library: `listener` takes its result and returns it. Does nothing if it is already hooked, or
-- does not exist.
local function hook(library, name, listener)
  local own = library and library[name]
  if hooks[name] or not own then return end
  local function hooked(...) return listener(own(...)) end
  library[name] = hooked
  hooks[name] = {library = library, hooked = hooked, own = own}
end

-- Removes the hooks that nothing else has wrapped. The others only call the original functions.
local function unhook()
  local own = updates[love.update]
  if own ~= nil then love.update = own or nil end
  for _, name in ipairs {"pump", "step"} do
    local at = hooks[name]
    if at and at.library[name] == at.hooked then
      at.library[name], hooks[name] = at.own, nil
    end
  end
end

-- Adds the missing hooks.
local function hook_all()
  has_steps, is_done, missed = false, false, 0
  if updates[love.update] == nil then hook_update() end
  hook(timer, "step", step)
  hook(love.event, "pump", pump)
end

-- Adds a function that is called in each frame, with the seconds since the last one and those that the game has used of
-- this one. Returns a function that removes it; the last one also removes the hooks.
return function(listener)
  listeners[#listeners + 1] = listener
  if #listeners == 1 then hook_all() end
  return function()
    for i, other in ipairs(listeners) do
      if other == listener then
        remove(listeners, i)
        break
      end
    end
    if #listeners == 0 then unhook() end
  end
end
