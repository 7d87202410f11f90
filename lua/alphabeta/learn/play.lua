-- Games: random ones, which show what the game is like; those of self-play, which positions are taken from; and matches
-- between evaluations, at equal nodes: only they decide. Internal: `alphabeta.learn` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, elo, games, match = use("common.core", "elo", "common.game", "match.main")
local mistakes, over, plans, positions = use("match.mistakes", "common.over", "learn.plan", "match.position")
local random, source, values = use("common.random", "learn.source", "common.values")

local abs, ipairs, max = math.abs, ipairs, math.max
local describe, raise = values.describe, mistakes.raise
local integer = random.integer

local play = {}

-- A target is the result of the game, smoothed: each value that was found later has this factor less of a part.
local LAMBDA = 0.7

-- A value of this part of the limit is that of a game which the search has seen to its end.
local DECIDED = 1.0001

-- The error that ends a search when there is no more time for it.
play.STOP = {}

-- Starts a game. Returns its position, and the moves there.
local function start(plan, generator, at)
  at.ply, at.doing = nil, "argument 'state'"
  local state = plan.start_state()
  if state == nil then raise "expected a state, got nil" end
  at.ply = 1
  local position = positions.new(plan.rules, state, 0, generator, at)
  return position, position:next_decision()
end

-- Calls a function that may raise an error of the game; adds to the error where it was raised.
local function attempt(at, call)
  local ok, result = xpcall(call, mistakes.handler(at))
  if not ok then error(result, 0) end
  return result
end

-- The value of a finished game to a player, minus the neutral value.
local function result_of(plan, position, first)
  local value = position:call("result", position.state, first)
  if not values.is_number(value) then position:reject("result", "expected a number, got " .. describe(value)) end
  value = value - plan.neutral_value
  if plan.view == "mover" and position:call("player", position.state) ~= first then return -value end
  if plan.view == "player" and plan.max_player ~= first then return -value end
  return value
end

-- Plays a random game, until it ends or `goes_on` returns false. `look(state, player, ply, at)` is called for each
-- state in which a player has to decide, and without `is_over` for finished ones, too, because a search evaluates those
-- at its horizon. Returns a table with `plies`; `first` and `second`, the players (second may be nil); `result`, of the
-- first, nil if the game has not ended; `over`, why the first state is the last one, if it is.
function play.random(plan, number, generator, look, goes_on)
  local at = {tool = "alphabeta.learn: ", game = number}
  return attempt(at, function()
    local position, list = start(plan, generator, at)
    if not list then return {plies = 0, over = over(plan.rules, position.state)} end
    local first = plan.first
    if first == nil then first = position.first end
    while list and position.plies < plan.max_plies and goes_on() do
      look(position.state, position:call("player", position.state), position.plies, at)
      list = position:decide(list, integer(generator, #list))
    end
    local result
    if not list and first ~= nil then
      result = result_of(plan, position, first)
      if not plan.rules.is_over then
        look(position.state, position:call("player", position.state), position.plies, at)
      end
    end
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

-- The value of a search, as a logit for the player who moves first; nil if the search has seen the end of the game.
local function logit_of(plan, value, player)
  value = value - plan.neutral_value
  if abs(value) > plan.limit * DECIDED then return nil end
  local is_good_for_first = player == plan.first
  if plan.view == "player" then is_good_for_first = plan.max_player == plan.first end
  if not is_good_for_first then value = -value end
  return value / (plan.limit / source.LOGIT_MAX)
end

-- Whether a principal variation reaches the full depth. Otherwise the game ends there. At a chance node it ends in any
-- case.
local function is_long(plan, pv)
  return #pv == plan.depth or plan.rules.chances ~= nil and #pv > 0
end

-- Plays a game with one searcher for both sides, and adds its positions to the samples: if the values of searches say
-- how likely a win is, which `is_smooth` says, those at the ends of the principal variations; otherwise those that were
-- played.
local function play_game(plan, number, samples, searcher, generator, is_smooth)
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
          samples:add(position.state, mover == plan.first and 0 or 1, number, 0, at)
        elseif logit and is_long(plan, info.pv) then
          at_end_of(position, info.pv, function(state)
            local turn = position:call("player", state) == plan.first and 0 or 1
            samples:add(state, turn, number, logit, at)
          end)
        end
        list = position:advance(best)
      end
    end
    local result = list and 0 or result_of(plan, position, plan.first)
    if not list and not plan.rules.is_over then
      local turn = position:call("player", position.state) == plan.first and 0 or 1
      samples:add(position.state, turn, number, 0, at)
    end
    samples:label(from, result > 0 and 1 or result < 0 and 0 or 0.5, is_smooth and LAMBDA or 1)
  end)
end

-- Makes the self-play of a generation: its `searcher`, and `play(number)`, which plays the game with a number and adds
-- its positions to the samples. Games depend on the seed, their number and the evaluation only, not on the games before
-- them. Both sides play with `evaluate`; without it by what a search values states by. That is the same for many
-- states, so moves are tried at random.
function play.selfplay(plan, samples, evaluate)
  local game, generator = plans.game(plan, evaluate), nil
  if not evaluate then function game.order() return generator() end end
  local selfplay = {searcher = core.new(game, plans.search_options(plan, {deepening = false}))}
  function selfplay.play(number)
    generator = random.from_number(plan.seed, number)
    selfplay.searcher:clear()
    play_game(plan, number, samples, selfplay.searcher, generator, evaluate ~= nil)
  end
  return selfplay
end

-- Matches -------------------------------------------------------------------------------------------------------------

-- Makes an evaluation that knows nothing: only finished games count.
function play.nothing(plan)
  local value = plan.neutral_value
  return function() return value end
end

-- Makes a searcher for a match, with these options.
function play.searcher(plan, evaluate, given)
  return core.new(plans.game(plan, evaluate), plans.search_options(plan, given))
end

-- Plays a match of two searchers. `goes_on` is called after each game. The match ends, with a pair of games, when it
-- returns false. Returns a report of whole pairs; nil if a game has ended by the error STOP before there was one.
function play.match(plan, a, b, seed, goes_on)
  local whole
  local given = plans.search_options(plan, {
    game = plans.game(plan, play.nothing(plan)), state = plan.start_state, games = plan.match_games, seed = seed,
    random_plies = max(1, plan.random_plies - 2), max_plies = plan.max_plies,
    on_game = function(_, report)
      if report.games % 2 == 0 then whole = report end
      return goes_on()
    end,
  })
  local report, err = match(a, b, given)
  a:close()
  b:close()
  if not report and err ~= play.STOP then error(err, 0) end
  return report or whole
end

-- The Elo difference that a report shows, finite even if all points are on one side.
function play.elo_of(report)
  return elo.difference((report.score * report.games + 0.5) / (report.games + 1))
end

return play
