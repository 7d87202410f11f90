-- A game that is shown on a page of the documentation: runs until it has printed what the page says.

local report = require "spec.love.report"

local PATIENCE = 20 -- seconds

return function(expected)
  local printed = {}
  local print_outside = print
  function print(...) -- luacheck: ignore 121
    local words = {...}
    for i = 1, select("#", ...) do words[i] = tostring(words[i]) end
    printed[#printed + 1] = table.concat(words, " ")
  end
  require "main_of_game"
  local update, clock = love.update, 0
  function love.update(seconds)
    if update then update(seconds) end
    clock = clock + seconds
    local text = table.concat(printed, "; ")
    if #text >= #expected or clock > PATIENCE then
      print = print_outside -- luacheck: ignore 121
      report.tell("printed", text)
      report.done()
    end
  end
end
