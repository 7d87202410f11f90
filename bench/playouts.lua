--- How much processor time does a playout of Monte Carlo tree search take? `algorithm = "uct"` against plain Monte
-- Carlo tree search by hand, by turns in the same positions, each from its own random opening. A figure is a multiple
-- of the time by hand: the median of the positions, and the quarters.
--
-- usage: playouts.lua [name=value...]
--   game=all           the game: "connect four", "y", "kalah", "dots and boxes", "capture go"
--   seconds=0.25       processor time of a search
--   positions=11       how many
--   options=           options of the module beside the algorithm
-- A game takes ten seconds.

local alphabeta = require "alphabeta"
local arguments = require "bench.support.arguments"
local by_hand = require "bench.support.uct_by_hand"
local old_games = require "bench.support.rules_alone"
local new_games = require "bench.support.rules_new"
local report = require "bench.support.report"

local given = arguments {game = "all", seconds = 0.25, positions = 11, options = ""}

-- Games of different kinds: short, of connections, played on copies, with extra turns, with long playouts.
local NAMES, GOAL = {"connect four", "y", "kalah", "dots and boxes", "capture go"}, jit and 1 / 0.9 or 1

local entries = {}
for _, list in ipairs {old_games, new_games} do
  for _, entry in ipairs(list) do entries[entry[1]] = entry end
end

-- A state after random moves.
local function opened(game, plies)
  local state = game.new()
  for _ = 1, plies do
    local list = game.moves(state)
    local move = list[math.random(#list)]
    if game.make then game.make(state, move) else state = game.play(state, move) end
  end
  return state
end

local function new_module(game)
  local options = (loadstring or load)("return {" .. given.options .. "}")()
  options.algorithm = "uct"
  local ai = alphabeta.new(game, options)
  return function(state, seconds)
    local _, _, info = ai:search(state, {time = seconds})
    return nil, info.nodes
  end
end

-- Playouts a second of processor time.
local function rate(search, state)
  collectgarbage()
  local start = os.clock()
  local _, count = search(state, given.seconds)
  return count / (os.clock() - start)
end

for _, name in ipairs(NAMES) do
  if given.game == "all" or given.game == name then
    math.randomseed(1)
    local entry, ratios, sums = entries[name], {}, {0, 0}
    local game = entry[2]
    local searches = {new_module(game), by_hand(game)}
    for i = 1, 2 do rate(searches[i], game.new()) end -- time to compile
    for position = 1, given.positions do
      local state, rates = opened(game, entry[3]), {}
      for turn = 0, 1 do
        local which = (position + turn) % 2 + 1
        rates[which] = rate(searches[which], state)
      end
      ratios[position] = rates[2] / rates[1]
      for i = 1, 2 do sums[i] = sums[i] + rates[i] / given.positions end
    end
    table.sort(ratios)
    local quarter = math.ceil(#ratios / 4)
    local figures = {ratios[quarter], ratios[math.ceil(#ratios / 2)], ratios[#ratios + 1 - quarter]}
    report.record("playouts", name, figures, GOAL, ("%.0f : %.0f playouts a second"):format(sums[1], sums[2]))
    io.stdout:flush()
  end
end
