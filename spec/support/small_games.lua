--- Small games that are right, to be checked as they are, or with a defect put in.
-- @module spec.support.small_games

local small_games = {}

--- A copy of a table's fields.
function small_games.copy(state)
  local twin = {}
  for name, value in pairs(state) do twin[name] = value end
  return twin
end

local copy = small_games.copy

--- A game with some functions replaced.
function small_games.with(game, functions) return setmetatable(functions, {__index = game}) end

local with = small_games.with

--- The rules of a game, with a `result` in place of `evaluate`.
function small_games.by_result(game, result)
  return {
    moves = game.moves, make = game.make, unmake = game.unmake, play = game.play, player = game.player, result = result,
  }
end

--- Whose turn it is, in all games here.
function small_games.turn(state) return state.turn end

local turn = small_games.turn

-- Nim ------------------------------------------------------------------------------------------------------------

--- The moves of nim with one heap: take one, two or three.
function small_games.takes(state)
  local list = {}
  for take = 1, math.min(3, state.heap) do list[take] = take end
  return list
end

--- The state of nim after a move.
function small_games.after(state, take)
  local child = copy(state)
  child.heap, child.turn = state.heap - take, 3 - state.turn
  return child
end

--- What a state of nim is worth: the player who takes the last one has won.
function small_games.worth(state, me)
  if state.heap > 0 then return 0 end
  return state.turn == me and -1 or 1
end

--- A heap of six.
function small_games.start() return {heap = 6, turn = 1} end

local takes, after, worth = small_games.takes, small_games.after, small_games.worth

--- The names of the styles, and nim in each of them.
small_games.STYLES = {"in place", "copying", "children"}
small_games.NIM = {
  ["in place"] = {
    player = turn, evaluate = worth, moves = takes,
    make = function(state, take) state.heap, state.turn = state.heap - take, 3 - state.turn end,
    unmake = function(state, take) state.heap, state.turn = state.heap + take, 3 - state.turn end,
  },
  copying = {player = turn, evaluate = worth, moves = takes, play = after},
  children = {
    player = turn, evaluate = worth,
    children = function(state)
      local list = takes(state)
      for i, take in ipairs(list) do list[i] = after(state, take) end
      return list
    end,
  },
}

local NIM = small_games.NIM

--- Nim whose state is a number: the heap. Turns alternate, values are good for the player to move.
small_games.HEAP = {
  moves = function(heap) return takes {heap = heap} end, play = function(heap, take) return heap - take end,
  evaluate = function(heap) return heap == 0 and -1 or 0 end,
}

--- Nim in place, with some functions replaced.
function small_games.nim(functions) return with(NIM["in place"], functions) end

--- Nim by copies, with some functions replaced.
function small_games.copying(functions) return with(NIM.copying, functions) end

--- Players add one to three points in turn, nine times in all.
-- @tparam number players how many there are
-- @tparam function value value(state, me, players), which has the points of each player by index
-- @tparam[opt] table moves other moves, by what they add
-- @treturn table the game
-- @treturn table its first state
function small_games.points(players, value, moves)
  local game = {player = turn, evaluate = function(state, me) return value(state, me, players) end}
  function game.moves(state)
    local list = {}
    for move in pairs(moves or {1, 2, 3}) do list[#list + 1] = state.left > 0 and move or nil end
    table.sort(list)
    return list
  end
  function game.play(state, move)
    local child, more = copy(state), moves and moves[move] or move
    child.left, child.turn = state.left - 1, state.turn % players + 1
    child[state.turn] = state[state.turn] + more
    return child
  end
  local state = {left = 9, turn = 1}
  for i = 1, players do state[i] = 0 end
  return game, state
end

-- Others -----------------------------------------------------------------------------------------------------------

--- Two players put marks into cells of a row, each a cell in turn, until it is full; the key is kept in the state.
function small_games.row(functions)
  local game = {
    player = turn,
    new = function(n)
      local state = {turn = 1, left = n or 4, cells = {}, key = 0}
      for cell = 1, state.left do state.cells[cell] = 0 end
      return state
    end,
    moves = function(state)
      local list = {}
      for cell, owner in ipairs(state.cells) do
        if owner == 0 then list[#list + 1] = cell end
      end
      return list
    end,
    make = function(state, cell)
      state.cells[cell], state.key = state.turn, state.key + state.turn * 3 ^ (cell - 1)
      state.turn, state.left = 3 - state.turn, state.left - 1
    end,
    unmake = function(state, cell)
      state.turn, state.left = 3 - state.turn, state.left + 1
      state.cells[cell], state.key = 0, state.key - state.turn * 3 ^ (cell - 1)
    end,
    evaluate = function(state, me)
      local value = 0
      for cell, owner in ipairs(state.cells) do
        if owner > 0 then value = value + (owner == me and cell or -cell) end
      end
      return value
    end,
    hash = function(state) return state.key end,
  }
  return with(game, functions or {})
end

--- A die with two sides says how much is added to a sum; the player who brings it to six has won.
function small_games.dice(functions)
  local game = {
    player = turn,
    new = function() return {sum = 0, turn = 1, is_rolling = false} end,
    is_over = function(state) return state.sum >= 6 end,
    chances = function(state)
      if not state.is_rolling then return nil end
      return {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}, {probability = 0, outcome = "never"}}
    end,
    moves = function() return {"roll"} end,
    make = function(state, move)
      if move == "roll" then
        state.is_rolling = true
      else
        state.sum, state.is_rolling, state.turn = state.sum + move, false, 3 - state.turn
      end
    end,
    unmake = function(state, move)
      if move == "roll" then
        state.is_rolling = false
      else
        state.sum, state.is_rolling, state.turn = state.sum - move, true, 3 - state.turn
      end
    end,
    evaluate = function(state, me)
      if state.sum < 6 then return 0 end
      return state.turn == me and -1 or 1
    end,
  }
  return with(game, functions or {})
end

--- Two players push stones along lanes. A player who cannot move passes; when neither can, the further one has won. A
-- flag says whether the last turn was a pass.
function small_games.lanes()
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
    local child = copy(state)
    child.gaps, child.steps = copy(state.gaps), copy(state.steps)
    child.turn, child.has_passed = 3 - state.turn, move == "pass"
    if move ~= "pass" then
      child.gaps[move] = state.gaps[move] - 1
      child.steps[state.turn] = state.steps[state.turn] + move
    end
    return child
  end
  function game.result(state, me)
    local margin = state.steps[me] - state.steps[3 - me]
    return margin > 0 and 1 or margin < 0 and -1 or 0
  end
  return game, {turn = 1, has_passed = false, gaps = {1, 2, 1, 2}, steps = {0, 0}}
end

return small_games
