-- What the engine in Lua finds in random games, a line for each search: the same on every Lua.
--   lua .ci/lua32.lua COUNT

local alphabeta = require "alphabeta.fallback"
local random_trial = require "spec.support.trial"

-- An error without the place of the line.
local function message(err) return (tostring(err):gsub("\n.*", ""):gsub("^.-:%d+: ", "")) end

local function show(ok, best, value, info)
  if not ok then return message(best) end
  if type(value) == "table" then value = table.concat(value, " ") else value = ("%.17g"):format(value) end
  return ("%s %d %d %d %d %s"):format(value, info.nodes, info.evaluations, info.cutoffs, info.table_hits, info.reason)
end

for seed = 1, tonumber(arg[1]) do
  local trial = random_trial.any(seed)
  local ok, ai = pcall(alphabeta.new, nil, trial.options)
  for turn = 1, ok and 2 or 0 do
    print(seed, turn, show(pcall(ai.search, ai, trial:state(), trial.limits)))
  end
  if not ok then print(seed, message(ai)) end
end
