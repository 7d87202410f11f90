--- Right games of unusual kinds: turns of several actions, and passes.
-- @module spec.support.unusual_games

local unusual_games = {}

local function copy(state)
  local twin = {}
  for name, value in pairs(state) do twin[name] = type(value) == "table" and copy(value) or value end
  return twin
end

--- Cards are bought by turns of up to three actions, and points are counted after six turns. Two players.
function unusual_games.market()
  local game = {}
  function game.player(state) return state.side end
  function game.moves(state)
    if state.turns == 6 then return {} end
    local list = {"end"}
    if state.actions > 0 then
      list[2] = "coin"
      if state.coins[state.side] >= 2 then list[3] = "buy" end
    end
    return list
  end
  function game.play(state, move)
    local after = copy(state)
    if move == "end" then
      after.side, after.actions, after.turns = 3 - state.side, 3, state.turns + 1
    else
      after.actions = state.actions - 1
      after.coins[state.side] = state.coins[state.side] + (move == "coin" and 1 or -2)
      if move == "buy" then after.points[state.side] = state.points[state.side] + 3 end
    end
    return after
  end
  function game.evaluate(state, me)
    return state.points[me] - state.points[3 - me] + 0.5 * (state.coins[me] - state.coins[3 - me])
  end
  return game, {side = 1, actions = 3, turns = 0, coins = {0, 0}, points = {0, 0}}, {}
end

--- Two players push stones along lanes. A player who cannot move passes; when neither can, the further one has won. A
-- flag says whether the last turn was a pass.
function unusual_games.lanes()
  local game = {}
  function game.player(state) return state.turn end
  local function can_move(state, who)
    local list = {}
    for lane, gap in ipairs(state.gaps) do
      if gap > 0 and (lane + who) % 3 ~= 0 then list[#list + 1] = lane end
    end
    return list
  end
  function game.is_over(state) return #can_move(state, 1) == 0 and #can_move(state, 2) == 0 end
  function game.moves(state)
    local list = can_move(state, state.turn)
    return #list > 0 and list or {"pass"}
  end
  function game.play(state, move)
    local after = copy(state)
    after.turn, after.has_passed = 3 - state.turn, move == "pass"
    if move ~= "pass" then
      after.gaps[move] = state.gaps[move] - 1
      after.steps[state.turn] = state.steps[state.turn] + move
    end
    return after
  end
  function game.result(state, me)
    local margin = state.steps[me] - state.steps[3 - me]
    return margin > 0 and 1 or margin < 0 and -1 or 0
  end
  return game, {turn = 1, has_passed = false, gaps = {1, 2, 1, 2}, steps = {0, 0}}, {}
end

--- The names of the games here, in order.
unusual_games.NAMES = {"market", "lanes"}

return unusual_games
