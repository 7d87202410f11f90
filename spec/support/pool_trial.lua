--- Random trials of pools: the rules that the helpers load are the game of a trial, drawn from the same seed.
-- @module spec.support.pool_trial

local alphabeta = require "alphabeta"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local wrap = require "spec.support.wrap"

local loadtext = loadstring or load -- luacheck: ignore 113

local pool_trial = {}

-- A trial all of whose options, players and moves can be sent.
local function new(seed)
  local trial = random_trial.new(seed, {omit = "order", traits = {memory = "full"}})
  if trial.traits.moves == "table" then trial.traits.moves = "integer" end
  if trial.traits.hash == "any" then trial.traits.hash = "string" end
  for turn in ipairs(trial.graph.players) do trial.graph.players[turn] = "player " .. turn end
  if trial.options.algorithm == "minimax" then trial.options.algorithm = nil end -- it has no table to share
  trial.options.max_player = trial.options.max_player and trial.graph.players[1]
  trial:set_game()
  return trial
end

--- The rules of a seed: positions are read and written by their numbers.
-- @tparam number seed
-- @treturn table a game
function pool_trial.rules(seed)
  local trial = new(seed)
  return wrap.replace(trial.game, {
    read = function(text) return trial:state(trial.graph.positions[tonumber(text:sub(2))]) end,
    write = function(state) return "#" .. state.at.id end,
  })
end

-- What a pool has returned, with the positions of a trial in place of their texts.
local function read_back(trial, value)
  if type(value) == "string" then return trial.graph.positions[tonumber(value:match "^#(%d+)$")] or value end
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, field in pairs(value) do copy[key] = read_back(trial, field) end
  return copy
end

-- Limits of depth or of nodes.
local function draw_limits(random) return random:chance(0.3) and {nodes = random:int(1, 200)} or random:int(1, 5) end

--- Plays a seed: one to three helpers search some positions of a game by any options, and a search may be given up. One
-- helper finds what a searcher finds, after the same nodes, and several what minimax finds.
-- @tparam number seed
function pool_trial.play(seed)
  local trial, name = new(seed), "spec.pool_trial" .. seed
  local random, options = trial.random, trial:with {}
  package.preload[name] = loadtext(("return require 'spec.support.pool_trial'.rules(%d)"):format(seed))
  options.game = nil
  local threads = random:int(1, 3)
  local pool = alphabeta.pool {rules = name, preload = {name}, options = options, threads = threads}
  local ai = alphabeta.new(nil, trial.options)
  for _ = 1, 3 do
    local position, limits = trial:some_position(), draw_limits(random)
    local found = results.found(pool:search("#" .. position.id, limits))
    found = read_back(trial, found)
    if threads == 1 then results.same(results.found(ai:search(trial:state(position), limits)), found) end
    trial:note(found.info)
    if type(limits) == "number" then trial:check_exact(found, limits, position) end
  end
  if random:chance(0.5) then pool:start("#1", {nodes = 1000}) end
  if random:chance(0.3) then pool:step(0.001) end
  pool:close()
  package.preload[name] = nil
end

return pool_trial
