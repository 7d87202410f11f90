-- An opponent whose game fails: reports what LÖVE's error screen gets.

local report = require "spec.love.report"

return function()
  local alphabeta = require "alphabeta.love"
  alphabeta.opponent {
    hook = true,
    game = {
      moves = function(n) return n < 5 and {1, 2} or nil end,
      play = function(n, add) return n + add end,
      evaluate = function() error "this fails" end,
    },
    state = 1, turn = function() return true end, play = print,
  }
  function love.errorhandler(message)
    report.tell("message", (message:gsub("\n", " ")))
    report.tell("done", true)
    return function() return 1 end
  end
end
