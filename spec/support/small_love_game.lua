-- A game in the small LÖVE, in a process of its own: loads the module by one of its names and prints what comes of it,
-- lines of a name, a tab and a value.
--   luajit spec/support/small_love_game.lua FOLDER SAVE_DIRECTORY folder|packed|packed12 MODULE
-- With "packed12" it is LÖVE 12. The save directory is the one of a user Jürgen below the one that is named. A line
-- that the module prints is told as "printed".

package.path = "./?.lua"

local folder, save, kind, name = ...
local small_love = require "spec.support.small_love"
local files = small_love.files

local function tell(fact, value) io.write(("%s\t%s\n"):format(fact, (tostring(value):gsub("\r?\n", " ")))) end

-- The content of all files below a folder, by their names.
local function pack(below, prefix, packed)
  for _, item in ipairs(files.list(below)) do
    local bytes = files.read(below .. "/" .. item)
    if bytes then packed[prefix .. item] = bytes else pack(below .. "/" .. item, prefix .. item .. "/", packed) end
  end
  return packed
end

save = save .. "/J\195\188rgen"
files.make_folder(save)
local game = {save = save, is_12 = kind == "packed12"}
if kind:find "^packed" then game.packed = pack(folder, "", {}) else game.folder = folder end
package.path, package.cpath = "", ""
small_love.install(game)

local own_print = print
function print(line) tell("printed", line) end -- luacheck: ignore 121
local is_loaded, result = pcall(require, name)
print = own_print -- luacheck: ignore 121
tell("loaded", is_loaded)
if is_loaded then
  tell("engine", result._ENGINE)
  tell("usual", require "alphabeta" == result and require "alphabeta.love" == result)
  tell("match", require "alphabeta.match" == result.match)
  local ai = result.new({
    moves = function(n) return n < 3 and {1, 2} or nil end, play = function(n, add) return n + add end,
    evaluate = function(n) return n end,
  })
  tell("search", (ai:search(1, 1)))
else
  tell("message", result)
end
for _, item in ipairs(files.list(save .. "/alphabeta-lib")) do tell("copy " .. item, true) end
