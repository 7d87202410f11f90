--- Rules for helpers of a pool that do what the position says: a heap of matches of which one, two or three are taken
-- (the one who takes the last has won), or something wrong.
-- @module spec.support.pool_rules

local sleep = require "spec.support.sleep"

local rules = {view = "mover"}

local nothing = setmetatable({}, {__tostring = function() return "nothing" end})

-- What is done at the first evaluation, by the first word of a position.
local deeds = {
  ["error"] = function() error("a defect in evaluate") end,
  table = function() error({code = 7}) end,
  object = function() error(nothing) end,
  -- Longer than a pool is patient. What LuaJIT compiles is not interrupted, and must end by itself.
  hang = function() for _ = 1, rawget(_G, "jit") and 1e9 or math.huge do rules.count = (rules.count or 0) + 1 end end,
  sleep = function() while true do sleep(0.1) end end,
  slow = function()
    local stop = os.clock() + 0.01
    while os.clock() < stop do rules.count = (rules.count or 0) + 1 end
  end,
}

--- The state that a text says: "7", or "hang 7".
function rules.read(text)
  local deed, heap = text:match "^(%a*) ?(%d+)$"
  if not heap then return nil end
  return {heap = tonumber(heap), turn = 1, deed = deeds[deed]}
end

function rules.new() return {heap = 12, turn = 1} end

function rules.moves(state)
  local takes = {}
  for take = 1, math.min(3, state.heap) do takes[take] = {take = take} end
  return takes
end

function rules.make(state, move) state.heap, state.turn = state.heap - move.take, 3 - state.turn end

function rules.unmake(state, move) state.heap, state.turn = state.heap + move.take, 3 - state.turn end

function rules.evaluate(state)
  if state.deed then state.deed() end
  return state.heap == 0 and -1 or 0
end

function rules.player(state) return state.turn end
function rules.hash(state) return state.heap * 2 + state.turn end

return rules
