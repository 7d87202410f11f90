--- What a clock is worth, at equal sums of nodes, which stand in for seconds: matches against the same search that has
-- a fixed number of nodes for each move. Random openings, each with both colours. A figure is the Elo difference, with
-- the ends of its interval of 95 %; beside it is how many nodes a move took on either side.
--
--   clock            a clock that gains as many nodes a move as the other has, and begins with what it keeps on average
--   think            a soft limit, chosen for each game so that a move takes as many nodes as the other's on average
--   half             the same against twice as many nodes a move, which shows what it costs to use half of them
--   half the nodes   a fixed limit against twice as many, for comparison
--
-- usage: clock.lua [GAMES [NODES [GAME [ROW [SEED]]]]]    how many games a match has (200), the nodes of a move (800),
--                                                         the only game and row ("all": every one), the seed (1)

if jit then require "jit.opt".start("maxtrace=8000", "maxmcode=16384") end

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local chess = require "games.chess"
local clock = require "alphabeta.front.clock"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local report = require "bench.support.report"
local reversi = require "games.reversi"

local unpack = table.unpack or unpack

local GAMES, NODES = tonumber(arg and arg[1]) or 200, tonumber(arg and arg[2]) or 800
local GAME, ROW, SEED = arg and arg[3] or "all", arg and arg[4] or "all", tonumber(arg and arg[5]) or 1
local MAX_PLIES = 200

-- In moves of the other: what a clock shows at first, and a hard limit.
local START, HARD = 6.25, 3.5

-- The games: the plies of random play that a match opens with, and the soft limit, in moves of the other.
local SUBJECTS = {
  {"connect four", connect4.hashed, {win = connect4.WIN}, 4, 0.97, connect4.hashed.new},
  {"reversi", reversi.hashed, {win = reversi.WIN}, 6, 0.8, reversi.hashed.new},
  {"dots and boxes", dots.hashed, {}, 4, 0.92, function() return dots.hashed.new(4) end},
  {"kalah", kalah.hashed, {}, 4, 1, kalah.hashed.new},
  {"chess", chess, {win = chess.WIN, repetition = 0}, 6, 0.8, chess.new},
  {"breakthrough", breakthrough, {}, 4, 1.09, breakthrough.new},
}

-- A player with a number of nodes for each move, which `limit(left)` says; `left` are those of a clock that gains
-- `increment` with each move. Counts what it uses.
local function new_player(game, options, limit, increment)
  local own = {table = 4}
  for name, value in pairs(options) do own[name] = value end
  local ai, player = alphabeta.new(game, own), {nodes = 0, moves = 0}
  function player:clear()
    self.left = START * increment
    ai:clear()
  end
  function player:search(state)
    local best, value, info = ai:search(state, {nodes = limit(self.left)})
    self.left = self.left - info.nodes + increment
    self.nodes, self.moves = self.nodes + info.nodes, self.moves + 1
    return best, value, info
  end
  return player
end

local function fixed(nodes) return function() return nodes end end

local function by_clock(left)
  local soft, hard = clock.limits(left, NODES)
  return {math.max(1, math.floor(soft)), math.max(1, math.floor(hard))}
end

for _, subject in ipairs(SUBJECTS) do
  local name, game, options, plies, soft, new = unpack(subject)
  local pair = fixed {math.floor(soft * NODES), math.floor(HARD * NODES)}
  local rows = { -- the limits of both players
    {"clock", by_clock, fixed(NODES)}, {"think", pair, fixed(NODES)}, {"half", pair, fixed(2 * NODES)},
    {"half the nodes", fixed(NODES), fixed(2 * NODES)},
  }
  for _, row in ipairs(rows) do
    if (GAME == "all" or GAME == name) and (ROW == "all" or ROW == row[1]) then
      local a, b = new_player(game, options, row[2], NODES), new_player(game, options, row[3], NODES)
      local found = alphabeta.match(a, b, {
        game = game, state = function() return new() end, games = GAMES, random_plies = plies, seed = SEED,
        max_plies = MAX_PLIES,
      })
      report.record("clock", name, {found.elo_low, found.elo, found.elo_high}, nil,
        ("%.0f : %.0f nodes a move, %d : %d, %d drawn"):format(a.nodes / a.moves, b.nodes / b.moves, found.wins,
          found.losses, found.draws), row[1])
      io.stdout:flush()
    end
  end
end
