-- A person at the machine, by way of the X server: a mouse that moves and clicks, keys that are pressed.

local person = {}

-- Other programs of the desktop are not to hold up the game.
local function xdotool(words)
  os.execute("xdotool " .. words .. " >/dev/null &")
end

--- Moves the mouse to a place in the window.
function person.points(x, y)
  local left, top = love.window.getPosition()
  xdotool(("mousemove %d %d"):format(left + x, top + y))
end

--- Clicks there, in a life, with the left button or with another: the wheel is 4, upwards, and 5. What is pressed
-- again before it was released is not seen, so it waits for that.
function person.clicks(x, y, button)
  person.waits("no button is down", function() return not love.mouse.isDown(1, 2, 3) end)
  local left, top = love.window.getPosition()
  xdotool(("mousemove %d %d click %d"):format(left + x, top + y, button or 1))
end

--- Presses a key, by X's name for it, in a life, when it has been released, and waits for what comes of it, if that is
-- given as `waits` takes it.
function person.presses(key, what, condition)
  person.waits("the key is released", function() return not love.keyboard.isDown(key:lower()) end)
  xdotool("key " .. key)
  if what then person.waits(what, condition) end
end

--- Gives the window another size.
function person.resizes(width, height)
  love.window.setMode(width, height, {resizable = true})
  love.resize(love.graphics.getDimensions())
end

--- Waits, in a life, for a number of seconds or until a condition holds, but not for ever.
function person.waits(what, condition)
  local start = love.timer.getTime()
  if type(condition) == "number" then
    local seconds = condition
    condition = function() return love.timer.getTime() - start > seconds end
  end
  while not condition() do
    if love.timer.getTime() - start > 30 then error("waited in vain until " .. what, 2) end
    coroutine.yield()
  end
end

--- Takes a picture of the window, and waits until it is saved, as a file of that name in the save directory. Returns
-- it, as LÖVE's ImageData.
function person.photographs(name)
  local picture
  love.graphics.captureScreenshot(function(image)
    image:encode("png", name)
    picture = image
  end)
  person.waits("there is a picture " .. name, function() return picture end)
  return picture
end

--- Lives through a function, a moment in each frame of the game that is running.
function person.lives(life)
  local thread = coroutine.create(life)
  local update = love.update
  function love.update(seconds)
    update(seconds)
    if coroutine.status(thread) ~= "dead" then
      local is_well, message = coroutine.resume(thread)
      if not is_well then error(debug.traceback(thread, message), 0) end
    end
  end
end

return person
