-- Loads the module twice, by any of its names, and reports what comes of it.

local report = require "spec.love.report"

return function(name)
  local is_loaded, result = pcall(require, name)
  report.tell("loaded", is_loaded)
  if is_loaded then
    report.tell("version", result._VERSION)
    report.tell("engine", result._ENGINE)
    report.tell("same", require(name:match "^(.*)%.") == result)
    report.tell("search", (result.search(1, 1, {game = {
      moves = function(n) return n < 3 and {1, 2} or nil end, play = function(n, add) return n + add end,
      evaluate = function(n) return n end,
    }})))
  else
    report.tell("message", (result:gsub("\n", " ")))
  end
  report.done()
end
