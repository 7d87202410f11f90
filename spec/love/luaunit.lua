-- The LuaUnit suite, by LÖVE's own Lua.

local report = require "spec.love.report"

return function()
  require "alphabeta.love"
  report.tell("failures", assert(love.filesystem.load "spec/luaunit/suite.lua")())
  report.done()
end
