--- Random trials of pools: the rules that the helpers load are the game of a trial, drawn from the same seed.
-- @module spec.support.pool_trial

local random_trial = require "spec.support.trial"
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

--- A trial, its rules by the name "spec.pool_trial" in package.preload, and the options for a pool.
-- @tparam number seed
-- @treturn Trial
-- @treturn table options of a pool, which may be changed
function pool_trial.new(seed)
  local trial = new(seed)
  local text = ("return require 'spec.support.pool_trial'.rules(%d)"):format(seed)
  package.preload["spec.pool_trial"] = loadtext(text)
  local options = trial:with {}
  options.game = nil
  return trial, {rules = "spec.pool_trial", preload = {"spec.pool_trial"}, options = options}
end

--- What a pool has returned, with the positions of a trial in place of their texts.
-- @tparam Trial trial
-- @param value
-- @return the same, or a copy
function pool_trial.read_back(trial, value)
  if type(value) == "string" then return trial.graph.positions[tonumber(value:match "^#(%d+)$")] or value end
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, field in pairs(value) do copy[key] = pool_trial.read_back(trial, field) end
  return copy
end

return pool_trial
