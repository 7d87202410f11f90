--- The defaults in play against a deepening alpha-beta by hand, at equal times of the processor a move, from random
-- openings, both sides. How many nodes each of them visits in that time is measured first, alone; a match has these as
-- limits, so that nothing that runs meanwhile favours one of them. A figure is the percentage of the points that the
-- module lost, a draw being half a point.
--
-- usage: by_hand.lua [GAMES [SUBJECT [MILLISECONDS]]]    how many games a match has (200), the name of the only game
--                                                        ("all": every one), and the only time

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local connect4 = require "games.connect4"
local deepening = require "bench.support.deepening"
local kalah = require "games.kalah"
local positions = require "bench.support.positions"
local report = require "bench.support.report"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"

local GAMES = tonumber(arg and arg[1]) or 200
local SUBJECT, MILLISECONDS = arg and arg[2] or "all", tonumber(arg and arg[3])
local TIMES = {2, 10, 50}
local GOAL = 35 -- percent at most

-- Nodes are counted in so many positions, and so often, each time with the limit that the last one suggests.
local POSITIONS, ROUNDS = 20, 9

-- The games, with the plies of random play that a match opens with, what a finished game is worth, and the game without
-- its key, where that can be left out: the search by hand has no use for it.
local SUBJECTS = {
  {"connect four", connect4.hashed, 6, connect4.WIN, connect4},
  {"breakthrough", breakthrough, 5, 1000},
  {"kalah", kalah, 5},
  {"reversi", reversi, 8, reversi.WIN},
}

-- How many nodes `choose(state, limit)` visits in so many seconds of the processor's time: the median of the later
-- rounds.
local function nodes_in(seconds, choose, game, plies)
  local limit, found = 1000, {}
  for round = 1, ROUNDS do
    local states = {}
    for i = 1, POSITIONS do states[i] = positions.after(game, game.new, plies, rng.new(i)) end
    collectgarbage()
    local begin = os.clock()
    for _, state in ipairs(states) do choose(state, limit) end
    limit = math.floor(limit * POSITIONS * seconds / (os.clock() - begin) + 1)
    if round > ROUNDS / 3 then found[#found + 1] = limit end
  end
  table.sort(found)
  return found[math.ceil(#found / 2)]
end

-- A player for a match.
local function new_player(choose, limit, clear)
  return {
    clear = clear,
    search = function(_, state) return (choose(state, limit)) end,
  }
end

for _, subject in ipairs(SUBJECTS) do
  local name, game, plies, win, keyless = (table.unpack or unpack)(subject)
  for _, time in ipairs((SUBJECT == "all" or SUBJECT == name) and (MILLISECONDS and {MILLISECONDS} or TIMES) or {}) do
    local ai = alphabeta.new(game, {win = win})
    local function search(state, limit) return ai:search(state, {nodes = limit}) end
    local by_hand = deepening.new(keyless or game, win or math.huge)
    local own = nodes_in(time / 1000, search, game, plies)
    local others = nodes_in(time / 1000, by_hand, game, plies)
    local found = alphabeta.match(new_player(search, own, function() ai:clear() end), new_player(by_hand, others), {
      game = game, state = game.new, games = GAMES, random_plies = plies, seed = 1, max_plies = 200,
    })
    report.record("by_hand", name, {100 * (found.losses + found.draws / 2) / GAMES}, GOAL,
      ("+%d =%d -%d, %d nodes against %d"):format(found.wins, found.draws, found.losses, own, others),
      ("%d ms, %s"):format(time, report.runtime))
    io.stdout:flush()
  end
end
