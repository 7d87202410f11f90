-- Games of self-play: random ones, which show what the game is like, and those that positions are taken from. Internal:
-- `alphabeta.learn` uses it.

local LEARN = (... or "alphabeta.learn.play"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"

local games = require(PACKAGE .. ".common.game")
local mistakes = require(PACKAGE .. ".match.mistakes")
local positions = require(PACKAGE .. ".match.position")
local random = require(PACKAGE .. ".common.random")
local source = require(LEARN .. ".source")
local values = require(PACKAGE .. ".common.values")

local abs, ipairs = math.abs, ipairs
local describe, raise = values.describe, mistakes.raise
local integer = random.integer

local play = {}

-- A target is the result of the game, smoothed: each value that was found later has this factor less of a part.
local LAMBDA = 0.7

-- A value of this part of the limit is that of a game which the search has seen to its end.
local DECIDED = 1.0001

-- Starts a game. Returns its position, and the moves there.
local function start(plan, generator, at)
  at.ply, at.doing = nil, "argument 'state'"
  local state = plan.start_state()
  if state == nil then raise "expected a state, got nil" end
  at.ply = 1
  local position = positions.new(plan.rules, state, 0, generator, at)
  return position, position:settle()
end

-- Calls a function that may raise an error of the game; adds to the error where it was raised.
local function attempt(at, call)
  local ok, result = xpcall(call, mistakes.handler(at))
  if not ok then error(result, 0) end
  return result
end

-- What a finished game is worth to a player, less what an even one is.
local function result_of(plan, position, first)
  local value = position:call("result", position.state, first)
  if not values.is_number(value) then position:reject("result", "a number", describe(value)) end
  value = value - plan.middle
  if plan.view == "mover" and position:call("player", position.state) ~= first then return -value end
  if plan.view == "player" and plan.max_player ~= first then return -value end
  return value
end

-- Plays a random game.
-- @tparam table plan
-- @tparam int number of the game
-- @tparam function generator
-- @tparam function look `look(state, player, ply)` is called for each state in which a player has to decide
-- @treturn table `plies`; `first` and `second`, the players (second may be nil); `result`, of the first, nil when the
--   game has not ended
function play.random(plan, number, generator, look)
  local at = {tool = "alphabeta.learn: ", game = number}
  return attempt(at, function()
    local position, list = start(plan, generator, at)
    local first = plan.first
    if first == nil then first = position.first end
    while list and position.plies < plan.max_plies do
      look(position.state, position:call("player", position.state), position.plies)
      list = position:decide(list, integer(generator, #list))
    end
    local result
    if not list and first ~= nil then result = result_of(plan, position, first) end
    return {plies = position.plies, first = position.first, second = position.second, result = result}
  end)
end

-- Calls a function with the state at the end of a principal variation.
local function at_end_of(position, pv, call)
  local state, undos = position.state, {}
  for i, move in ipairs(pv) do state, undos[i] = games.make(position, state, move) end
  call(state)
  for i = #pv, 1, -1 do games.unmake(position, state, pv[i], undos[i]) end
end

-- The value of a search, as a logit for the player who moves first; nil where the search has seen the end of the game.
local function logit_of(plan, value, player)
  value = value - plan.middle
  if abs(value) > plan.limit * DECIDED then return nil end
  local is_good_for_first = player == plan.first
  if plan.view == "player" then is_good_for_first = plan.max_player == plan.first end
  if not is_good_for_first then value = -value end
  return value / (plan.limit / source.LOGIT_MAX)
end

-- Does a principal variation reach the full depth? Otherwise the game ends there. At a chance node it ends in any case.
local function is_long(plan, pv)
  return #pv == plan.depth or plan.rules.chances ~= nil and #pv > 0
end

-- Plays a game, and adds its positions to the samples: those at the ends of the principal variations. Where the values
-- of searches are random, so are the variations: then the positions that were played, since they lead to the result.
-- @tparam table plan
-- @tparam int number of the game
-- @tparam table samples
-- @tparam searcher searcher for both sides
-- @tparam function generator
-- @tparam boolean is_smooth whether the values of the searches are any good
-- @treturn int the plies that were played
function play.game(plan, number, samples, searcher, generator, is_smooth)
  local at = {tool = "alphabeta.learn: ", game = number}
  return attempt(at, function()
    local position, list = start(plan, generator, at)
    local from, opening = samples.n + 1, integer(generator, plan.random_plies)
    while list and position.plies < plan.max_plies do
      local index = position.plies < opening and integer(generator, #list)
      if index then
        list = position:decide(list, index)
      else
        at.doing = "the search"
        local best, value, info = searcher:search(position.state, plan.depth)
        local mover = position:call("player", position.state)
        local logit = logit_of(plan, value, mover)
        if not is_smooth then
          samples:add(position.state, mover == plan.first and 0 or 1, number, 0, position.plies)
        elseif logit and is_long(plan, info.pv) then
          at_end_of(position, info.pv, function(state)
            local turn = position:call("player", state) == plan.first and 0 or 1
            samples:add(state, turn, number, logit, position.plies)
          end)
        end
        list = position:advance(best)
      end
    end
    local result = list and 0 or result_of(plan, position, plan.first)
    samples:label(from, result > 0 and 1 or result < 0 and 0 or 0.5, is_smooth and LAMBDA or 1)
    return position.plies
  end)
end

return play
