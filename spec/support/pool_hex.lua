--- Hex on a small board, rules alone, as a module that the helpers of a pool load.
-- @module spec.support.pool_hex

local SIDE = 5
local AROUND = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}}

local hex = {}

function hex.new() return {turn = 1} end

-- Whether a player's stones join both of the player's edges: the top and the bottom, or for the second the sides.
local function has_won(state, player)
  local seen, open = {}, {}
  local function visit(row, column)
    local cell = row * SIDE + column + 1
    if row < 0 or row >= SIDE or column < 0 or column >= SIDE or seen[cell] or state[cell] ~= player then return end
    seen[cell], open[#open + 1] = true, {row, column}
  end
  for i = 0, SIDE - 1 do visit(player == 1 and 0 or i, player == 1 and i or 0) end
  while #open > 0 do
    local at = table.remove(open)
    if at[player] == SIDE - 1 then return true end
    for _, step in ipairs(AROUND) do visit(at[1] + step[1], at[2] + step[2]) end
  end
  return false
end

function hex.is_over(state) return has_won(state, 3 - state.turn) end

function hex.moves(state)
  local list = {}
  for cell = 1, SIDE * SIDE do
    if not state[cell] then list[#list + 1] = cell end
  end
  return list
end

function hex.make(state, cell) state[cell], state.turn = state.turn, 3 - state.turn end

function hex.unmake(state, cell) state[cell], state.turn = nil, 3 - state.turn end

function hex.player(state) return state.turn end

function hex.result(state, me)
  if not hex.is_over(state) then return 0 end
  return state.turn == me and -1 or 1
end

return hex
