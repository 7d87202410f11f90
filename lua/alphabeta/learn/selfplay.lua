-- Games of self-play in this Lua state. Internal: `alphabeta.learn` uses it.
--
-- Games are numbered. Each depends on the seed, its number and the evaluation only, not on the games before it: so it
-- makes no difference where it is played, see helpers.lua.

local LEARN = (... or "alphabeta.learn.selfplay"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"

local contest = require(LEARN .. ".contest")
local core = require "alphabeta.core"
local plans = require(LEARN .. ".plan")
local play = require(LEARN .. ".play")
local random = require(PACKAGE .. ".common.random")

local selfplay = {}

local Selfplay = {}
Selfplay.__index = Selfplay

-- Makes a player of games.
-- @tparam table plan
-- @tparam table samples the games add their positions to it
-- @treturn table
function selfplay.new(plan, samples)
  return setmetatable({plan = plan, samples = samples}, Selfplay)
end

-- Begins a generation.
-- @tparam table best `evaluate`, with which both sides play; nil for the option `start` or, without that, for random
--   numbers
function Selfplay:begin(best)
  local plan = self.plan
  local evaluate = best and best.evaluate or plan.start
  self.is_smooth, self.restart = evaluate ~= nil, nil
  if not evaluate then evaluate, self.restart = contest.random_numbers(plan, plan.seed) end
  self.searcher = core.new(plans.game(plan, evaluate), plans.search_options(plan, {table = 0}))
end

-- Plays a game.
-- @tparam int number from 1 on
function Selfplay:play(number)
  if self.restart then self.restart(number) end
  self.searcher:clear()
  play.game(self.plan, number, self.samples, self.searcher, random.from_number(self.plan.seed, number), self.is_smooth)
end

-- Ends the generation.
function Selfplay:finish()
  self.searcher:close()
  self.searcher = nil
end

-- Ends all.
function Selfplay.close() end

return selfplay
