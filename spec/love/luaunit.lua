-- The module is loaded, by any of its names, and the LuaUnit suite runs, by LÖVE's own Lua.

local report = require "spec.love.report"

return function()
  local alphabeta = require "alphabeta.love"
  report.tell("same", require "alphabeta" == alphabeta)
  report.tell("engine", alphabeta._ENGINE)
  report.tell("failures", assert(love.filesystem.load "spec/luaunit/suite.lua")())
  report.done()
end
