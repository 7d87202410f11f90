--- The matches of docs/benchmarks.md: the module against searches by hand, at equal processor time a move, from random
-- openings, both sides. Results are added to a file, so that the games of a row may be played at different times.
--
-- usage: figures.lua list             the rows, one a line: game, opponent, milliseconds
--        figures.lua page             writes the page and its pictures
--        figures.lua play [name=value...]
--   game=, against=, ms=              a row: the game, "uct", "good" (a better UCT) or "alphabeta" by hand, or
--                                   "rules", the module without `evaluate`; milliseconds of a move
--   games=200                         how many games the row shall have in all
--   commit=                           which module plays
--   matches=bench/figures/matches.txt where results are added
-- `bench/figures/run` plays all rows.

local alphabeta = require "alphabeta"
local arguments = require "bench.support.arguments"
local deepening = require "bench.support.deepening"
local figures = require "bench.support.figures"
local good = require "bench.support.good_uct_by_hand"
local module_player = require "bench.support.module_player"
local report = require "bench.support.report"
local uct = require "bench.support.uct_by_hand"

-- A game that has lasted this number of plies is a draw. So often results are written down.
local MAX_PLIES, BATCH = 200, 10

-- What the opponents think a won game is worth.
local WIN = 1000

local command = table.remove(arg, 1)

if command == "list" then
  for _, row in ipairs(figures.ROWS) do print(("%s\t%s\t%d"):format(row.name, row.against, row.ms)) end
  return
end

if command == "page" then
  for path, text in pairs(require "bench.support.figures_page") do
    local file = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
  end
  return
end

assert(command == "play", "expected 'list', 'page' or 'play'")
local given = arguments {game = "", against = "", ms = 20, games = 200, commit = "", matches = figures.MATCHES}

local entry = assert(figures.GAMES[given.game], "there is no game of that name")
local row = {name = given.game, against = given.against, ms = given.ms, host = report.runtime, commit = given.commit}
local seconds, played = row.ms / 1000, figures.read(given.matches).games(row)

local by_result, by_value = figures.by_result(entry), figures.by_value(entry, WIN)

-- The module as a player of a match.
local function module_by(game)
  local choose, searcher = module_player(game, nil, seconds)
  return {clear = function() searcher:clear() end, search = function(_, state) return choose(state) end}
end

-- A game whose moves are told to a function when a match makes them.
local function told(game, tell)
  local own = {}
  for name, value in pairs(game) do own[name] = value end
  for _, name in ipairs {"make", "play"} do
    local go = game[name]
    own[name] = go and function(state, move)
      tell(move)
      return go(state, move)
    end
  end
  return own
end

-- The better search by hand keeps its tree, so it is told the moves.
local good_search, tell_good = good(by_result, entry.style)

-- For each kind of opponent the game of the match, ours, and a function that makes the opponent.
local KINDS = {
  uct = {by_result, by_result, function()
    local choose = uct(by_result)
    return {search = function(_, state) return (choose(state, seconds)) end}
  end},
  good = {told(by_result, tell_good), by_result, function()
    return {clear = function() tell_good() end, search = function(_, state) return (good_search(state, seconds)) end}
  end},
  alphabeta = {by_value, by_value, function()
    local choose = deepening.new(by_value, WIN)
    return {search = function(_, state) return (choose(state, math.huge, seconds)) end}
  end},
  rules = {by_result, by_value, function() return module_by(by_result) end},
}

local kind = KINDS[row.against]
while played < given.games do
  math.randomseed(played + 1)
  local found = alphabeta.match(module_by(kind[2]), kind[3](), {
    game = kind[1], state = entry[2].new, games = math.min(BATCH, given.games - played), random_plies = entry[3],
    seed = played + 1, max_plies = MAX_PLIES,
  })
  figures.append(given.matches, row, found)
  played = played + found.games
end
