--- Right games of unusual kinds: turns of several actions, teams, three players, passes, extra turns.
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

--- Four seats, two teams, one trick after the other: the highest card takes it. `player` returns the team.
function unusual_games.tricks()
  local game = {}
  function game.player(state) return state.seat % 2 == 1 and "north and south" or "east and west" end
  function game.moves(state)
    local list = {}
    for card in ipairs(state.hands[state.seat]) do list[card] = state.hands[state.seat][card] end
    return list
  end
  function game.play(state, card)
    local after = copy(state)
    local hand = after.hands[state.seat]
    for i = #hand, 1, -1 do
      if hand[i] == card then table.remove(hand, i) end
    end
    if card > state.best then after.best, after.leader = card, state.seat end
    after.played, after.seat = state.played + 1, state.seat % 4 + 1
    if after.played == 4 then
      local team = after.leader % 2 == 1 and 1 or 2
      after.tricks[team] = after.tricks[team] + 1
      after.seat, after.played, after.best = after.leader, 0, 0
    end
    return after
  end
  function game.evaluate(state, me)
    local margin = state.tricks[1] - state.tricks[2]
    return me == "north and south" and margin or -margin
  end
  return game, {
    seat = 1, played = 0, best = 0, leader = 1, tricks = {0, 0},
    hands = {{1, 8, 10}, {2, 7, 9}, {3, 6, 12}, {4, 5, 11}},
  }, {}
end

--- Three players take tiles from either end of a row, each for itself, for max^n.
function unusual_games.three()
  local game = {}
  function game.player(state) return state.turn end
  function game.moves(state)
    return state.first <= state.last and (state.first < state.last and {"left", "right"} or {"left"}) or {}
  end
  function game.make(state, move)
    local at = move == "left" and state.first or state.last
    if move == "left" then state.first = at + 1 else state.last = at - 1 end
    state.points[state.turn] = state.points[state.turn] + state.tiles[at]
    state.turn = state.turn % 3 + 1
  end
  function game.unmake(state, move)
    state.turn = (state.turn + 1) % 3 + 1
    local at = move == "left" and state.first - 1 or state.last + 1
    if move == "left" then state.first = at else state.last = at end
    state.points[state.turn] = state.points[state.turn] - state.tiles[at]
  end
  function game.evaluate(state) return {state.points[1], state.points[2], state.points[3]} end
  return game, {turn = 1, first = 1, last = 7, tiles = {3, 1, 4, 1, 5, 9, 2}, points = {0, 0, 0}}, {algorithm = "maxn"}
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

--- A race with dice: a step onto a star gives another turn, and a step onto the other player sends that one back.
function unusual_games.stars()
  local game = {repetition = 0}
  local LENGTH = 9
  function game.player(state) return state.to_move end
  function game.is_over(state) return state.at[1] >= LENGTH or state.at[2] >= LENGTH end
  function game.moves(state) return state.at[state.to_move] > 1 and {1, 2, -1} or {1, 2} end
  function game.make(state, step)
    local who = state.to_move
    local before = {who, state.at[1], state.at[2]}
    local there = state.at[who] + step
    state.at[who] = there
    if there == state.at[3 - who] and there < LENGTH then state.at[3 - who] = 0 end
    if there % 4 ~= 3 or there >= LENGTH then state.to_move = 3 - who end
    return before
  end
  function game.unmake(state, _, before) state.to_move, state.at[1], state.at[2] = before[1], before[2], before[3] end
  function game.evaluate(state, me)
    local margin = state.at[1] - state.at[2]
    if state.at[1] >= LENGTH then margin = 100 elseif state.at[2] >= LENGTH then margin = -100 end
    return me == 1 and margin or -margin
  end
  return game, {to_move = 1, at = {1, 1}}, {endless = true, win = 100}
end

--- The names of the games here, in order.
unusual_games.NAMES = {"market", "tricks", "three", "lanes", "stars"}

return unusual_games
