--- The rows of docs/benchmarks.md, and the file of their results.
-- @module bench.support.figures

local match_report = require "alphabeta.match.report"
local old_games = require "bench.support.rules_alone"
local unseen_games = require "bench.support.rules_unseen"

local figures = {}

--- The file of results: a line for each batch of games, an expression in Lua.
figures.MATCHES = "bench/figures/matches.txt"

--- The games by name, as in `rules_alone`, with `is_unseen`.
figures.GAMES = {}

-- Names, in their order: those that no constant was chosen by come first.
local names = {}
for _, list in ipairs {unseen_games, old_games} do
  for _, entry in ipairs(list) do
    figures.GAMES[entry[1]], names[#names + 1] = entry, entry[1]
    entry.is_unseen = list == unseen_games and not entry.is_known
  end
end

--- All rows: `name`, `against`, `ms`, `is_unseen`.
figures.ROWS = {}
for _, against in ipairs {"uct", "good", "alphabeta", "rules"} do
  for _, ms in ipairs {20, 100, 1000} do
    for _, name in ipairs(names) do
      local entry = figures.GAMES[name]
      local needs_value = against == "alphabeta" or against == "rules"
      if not needs_value or entry[4] and (against == "alphabeta" or entry[4] ~= entry[2].result) then
        figures.ROWS[#figures.ROWS + 1] = {name = name, against = against, ms = ms, is_unseen = entry.is_unseen}
      end
    end
  end
end

-- The functions of a game that are named.
local function pick(game, ...)
  local own = {}
  for _, name in ipairs {...} do own[name] = game[name] end
  return own
end

--- A game by its rules and `result` alone.
function figures.by_result(entry)
  return pick(entry[2], "moves", "make", "unmake", "play", "player", "is_over", "result")
end

--- A game by its rules and its evaluation, which returns `win` or more for a won game.
function figures.by_value(entry, win)
  local game = pick(entry[2], "moves", "make", "unmake", "play", "player", "is_over")
  game.evaluate, game.win = entry[4], win
  return game
end

local function key_of(row) return ("%s, %s, %g, %s"):format(row.name, row.against, row.ms, row.host) end

--- Reads a file of results.
-- @tparam string path
-- @treturn table `games(row)`: how many games a row has; `report(row)`: a report of them all, or nil;
-- `commits`: a set of the versions of the module that played
function figures.read(path)
  local sums, found = {}, {commits = {}}
  local file = io.open(path)
  for line in file and file:lines() or function() end do
    local one = assert((loadstring or load)("return " .. line))()
    local key = key_of(one)
    sums[key] = (sums[key] or match_report.new({}, match_report.new_tally())) + one.report
    found.commits[one.commit] = true
  end
  if file then file:close() end
  function found.report(row) return sums[key_of(row)] end
  function found.games(row) return sums[key_of(row)] and sums[key_of(row)].games or 0 end
  return found
end

--- Adds the results of a batch of games to a file.
-- @tparam string path
-- @tparam table row with `host`, and `commit`, of the module
-- @tparam table report of `alphabeta.match`
function figures.append(path, row, report)
  local file = assert(io.open(path, "a"))
  file:write(("{name = %q, against = %q, ms = %g, host = %q, commit = %q, report = %s}\n"):format(row.name,
    row.against, row.ms, row.host, row.commit, report:dump()))
  file:close()
end

return figures
