-- A helper of self-play: what runs in a Lua state of its own. Internal: `alphabeta.learn` starts it, see helpers.lua.

local LEARN = (... or "alphabeta.learn.helper"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"

local plans = require(LEARN .. ".plan")
local play = require(LEARN .. ".play")
local samples = require(LEARN .. ".samples")
local source = require(LEARN .. ".source")
local text = require(PACKAGE .. ".pool.text")

-- Makes the plan anew, of the functions that the module of the rules has.
local function plan_of(order)
  local names, given = order.names, order.options
  local module = require(names.rules)
  given.features, given.start = names.features and module[names.features], names.start and module[names.start]
  local plan, message = plans.read(module, module[names.state], given)
  if not plan then error("alphabeta.learn: " .. message, 0) end
  plan.first, plan.limit, plan.random_plies = order.first, order.limit, order.random_plies
  return plan
end

-- Serves until it is told to end.
-- @tparam table channel `receive(seconds)`: the next text, nil when there is none in time, false at the end;
--   `send(text)`
-- @tparam string setup see helpers.lua
return function(channel, setup)
  local order = text.value(setup)
  local layout = order.layout
  local plan = plan_of(order)
  local store = samples.new(layout, plan.rules, plan.features, plan.first)
  local player, generation, games = play.player(plan, store), nil, {}

  -- Takes all that has come; waits for something where there is nothing to do. Returns false at the end.
  local function take()
    local received = channel.receive(#games == 0 and nil or 0)
    while received do
      local message = text.value(received)
      if message.begin then
        if generation then player:finish() end
        generation, games = message.begin, {}
        player:begin(message.source and {evaluate = source.load(message.source, layout, plans.needed(plan))})
      else
        games[#games + 1] = message.play
      end
      received = channel.receive(0)
    end
    return received ~= false
  end

  local function serve()
    while take() do
      local number = table.remove(games, 1)
      if number then
        player:play(number)
        channel.send(text.of {generation = generation, game = number, record = store:take()})
      end
    end
  end

  local ok, err = pcall(serve)
  if not ok then channel.send(text.of {message = err} or text.of {message = tostring(err)}) end
end
