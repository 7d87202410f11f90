-- Runs in LÖVE, in front of a game's own main.lua (renamed main_of_game.lua): the part of the specs that the first
-- argument names. What it finds out it prints, one line for each: a name, a tab, a value. The last one is "done".

io.stdout:setvbuf "line"

-- LÖVE's own handler shows the error in a window, and waits.
function love.errorhandler(message)
  print("error\t" .. tostring(message))
  print(debug.traceback())
  return function() return 1 end
end

local part = arg[2]

require("spec.love." .. part)(unpack(arg, 3))
