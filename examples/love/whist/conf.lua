function love.conf(t)
  t.identity = "alphabeta-whist"
  t.version = "11.4"
  t.window.title = "Whist for two"
  t.window.width, t.window.height = 1000, 700
  t.window.minwidth, t.window.minheight = 320, 400
  t.window.resizable, t.window.highdpi = true, true
  t.modules.physics, t.modules.video = false, false
end
