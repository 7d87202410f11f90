--- What each default is worth in play: matches of the defaults against the same without one of them, at equal nodes a
-- move, from random openings, both sides. A figure is the difference in Elo, with the ends of its interval of 95 %.
--
-- usage: play.lua [GAMES [DEFAULT [SUBJECT [NODES]]]]    how many games a match has (400), and the names of the only
--                                                        default and game ("all": every one), and the only limit

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local dots = require "games.dots_and_boxes"
local kalah = require "games.kalah"
local report = require "bench.support.report"
local reversi = require "games.reversi"

local GAMES = tonumber(arg and arg[1]) or 400
local DEFAULT, SUBJECT, NODES = arg and arg[2] or "all", arg and arg[3] or "all", tonumber(arg and arg[4])

-- The defaults, the options that switch each of them off, and the function that a game must have for it.
local DEFAULTS = {
  {"last depth", {without = {"last_depth"}}},
  {"partial iteration", {without = {"partial_iteration"}}},
  {"table", {without = {"table"}}},
  {"PVS", {algorithm = "alphabeta"}},
  {"killers", {without = {"killers"}}},
  {"history", {without = {"history"}}},
  {"quiescence", {quiescence = 0}, "noisy"},
}

-- The rules alone, with a key: what most games have; and functions that are named.
local function rules(game, ...)
  local own = {}
  for _, name in ipairs {"player", "moves", "make", "unmake", "play", "evaluate", "hash", "is_over", "result", ...} do
    own[name] = game[name]
  end
  return own
end

-- The games, with the plies of random play that a match opens with, and the nodes of a move.
local SUBJECTS = {
  {"connect four", rules(connect4.hashed), connect4.hashed.new, 6, {800, 5000}, {win = connect4.WIN}},
  {"breakthrough", rules(breakthrough), breakthrough.new, 5, {800, 5000}, {}},
  {"dots and boxes", rules(dots.hashed), function() return dots.hashed.new(4) end, 12, {800, 5000}, {}},
  {"kalah", rules(kalah.hashed), kalah.hashed.new, 5, {800, 5000}, {}},
  {"reversi", rules(reversi.hashed), reversi.hashed.new, 8, {800, 2500}, {win = reversi.WIN}},
  {"chess", rules(chess), chess.new, 6, {800, 2500}, {win = chess.WIN, repetition = 0}},
  {"chess with noisy", rules(chess, "noisy"), chess.new, 6, {800, 2500}, {win = chess.WIN, repetition = 0}},
}

-- A searcher of a game with its own options, and those that switch a default off.
local function new_player(game, own, off)
  local options = {table = 4}
  for name, value in pairs(own) do options[name] = value end
  for name, value in pairs(off) do options[name] = value end
  return alphabeta.new(game, options)
end

for _, default in ipairs(DEFAULTS) do
  for _, subject in ipairs(SUBJECTS) do
    local name, game, new, plies, limits, own = (table.unpack or unpack)(subject)
    local is_chosen = (DEFAULT == "all" or DEFAULT == default[1]) and (SUBJECT == "all" or SUBJECT == name)
    if default[3] and not game[default[3]] then is_chosen = false end
    for _, nodes in ipairs(is_chosen and (NODES and {NODES} or limits) or {}) do
      local found = alphabeta.match(new_player(game, own, {}), new_player(game, own, default[2]), {
        game = game, state = new, games = GAMES, random_plies = plies, seed = 1, limits = {nodes = nodes},
        max_plies = 200,
      })
      report.record("play", name, {found.elo_low, found.elo, found.elo_high}, nil,
        ("+%d =%d -%d"):format(found.wins, found.draws, found.losses), ("%s, %d nodes"):format(default[1], nodes))
      io.stdout:flush()
    end
  end
end
