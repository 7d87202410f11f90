function love.conf(t)
  t.identity = "alphabeta-connect4"
  t.version = "11.4"
  t.window.title = "Connect four"
  t.window.width, t.window.height = 1000, 700
  t.window.minwidth, t.window.minheight = 320, 400
  t.window.resizable = true
  t.window.highdpi = true
  t.modules.physics = false
  t.modules.video = false
end
