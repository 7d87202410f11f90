--- What dots and boxes is like, from games of the computer against itself. Several processes can play parts of a study:
-- each writes its part as one line of Lua, and the last one adds them up.
--
--     lua study.lua [seed, 0 when not given] [games, 50]
--     lua study.lua 0 50 sum < parts       plays a part, too, and prints the sum of all
--     parallel lua study.lua {} 50 part ::: 1 2 3 | lua study.lua 0 50 sum

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local dots = require "games.dots_and_boxes"

local seed, games, mode = tonumber(arg[1] or 0), tonumber(arg[2] or 50), arg[3] or "print"
if not seed or not games or games < 1 or not (mode == "print" or mode == "part" or mode == "sum") then
  io.stderr:write("usage: lua study.lua [seed] [games] [part or sum]\n")
  os.exit(1)
end

local report = alphabeta.study(dots, {
  state = function() return dots.new(3, 3) end, games = games, seed = seed,
})
if mode == "sum" then
  for line in io.lines() do report = report + (loadstring or load)("return " .. line)() end
end
print(mode == "part" and report:dump() or report)
