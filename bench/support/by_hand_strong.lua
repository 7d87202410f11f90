--- The techniques of the module written by hand in Lua, for comparison. Principal variation search with a transposition
-- table, killers and history, as a careful programmer writes it for a game in place: the game's functions in local
-- variables; leaves are evaluated where their moves are made, without a call of the search; a re-search of a node
-- starts with the bound from its null window; nothing is allocated while it runs. It searches the same nodes as the
-- module, since it uses the same techniques: the table has two entries per bucket and the same replacement scheme; the
-- order is the table's move, killers, history, the game's own; all cut-offs are stored. It is simpler where one game
-- allows it: values are integers, so that a null window has width one; moves are small numbers; a position occurs at
-- one depth of a search only, so that entries need not record whether all lines reach the end of the game.
-- @module bench.support.by_hand_strong

local floor_of, huge = math.floor, math.huge

local UPPER, LOWER, EXACT = 1, 2, 3

-- Ordering scores of moves; history scores are less, and the score of a move that was searched is negative.
local TABLE_MOVE, KILLER, OTHER_KILLER = 2 ^ 52, 2 ^ 51, 2 ^ 50
local TRIED = -1

-- The table is one array. A place is four numbers of it: the position's key, the value, what it would cost to lose it,
-- and the best move (0: none) with the bound, in one number. Two places are a bucket.
local PLACE, BUCKET = 4, 8
local NO_KEY = -1

-- The replacement priority of an entry is its depth, plus this for each search that has begun: older entries are
-- replaced first.
local SEARCH = 2 ^ 14

local by_hand_strong = {}

--- A searcher for one game; its memory lasts from search to search.
-- @tparam table game rules in place, with `hash`: a number that is whole and not negative; evaluations are whole
--   numbers, good for the player to move
-- @tparam number largest_move moves are the integers from 1 to this
-- @tparam number buckets of the table, the rest of a key divided by which tells its own: best a prime
-- @tparam[opt] boolean fills whether `moves(state, list)` fills an array, one for each ply, and returns the count
-- @treturn function `search(state, depth)`: the best move, its value, the nodes; `depth` is at least 1
function by_hand_strong.new(game, largest_move, buckets, fills)
  local moves, make, unmake, evaluate, hash = game.moves, game.make, game.unmake, game.evaluate, game.hash

  local memory = {}
  for i = 1, buckets * BUCKET, PLACE do
    memory[i], memory[i + 1], memory[i + 2], memory[i + 3] = NO_KEY, 0, 0, 0
  end

  -- By ply: the killers, the priorities of the moves of the node there, and the array that `moves` may fill.
  local killers, other_killers, priorities, lists = {}, {}, {}, {}

  -- By the parity of the ply, that is by side, and by move.
  local histories = {[0] = {}, {}}
  for move = 1, largest_move do histories[0][move], histories[1][move] = 0, 0 end

  local nodes, searches = 0, 0

  -- The value of a node with `depth` plies left, at least one, and its best move. With `scout` the null window at beta
  -- is tried first, and the whole one where that proves too narrow.
  local function negamax(state, depth, alpha, beta, ply, scout)
    nodes = nodes + 1
    local key, worth = hash(state), searches + depth
    local place, table_move = key % buckets * BUCKET + 1, 0
    if memory[place] ~= key and memory[place + PLACE] == key then place = place + PLACE end
    if memory[place] == key then
      local advice = memory[place + 3]
      local bound = advice % 4
      table_move = (advice - bound) / 4
      if ply > 0 and memory[place + 2] % SEARCH == depth then
        local value = memory[place + 1]
        if bound == EXACT or bound == LOWER and value >= beta or bound == UPPER and value <= alpha then return value end
        if bound == UPPER and value < beta then scout = false end
      end
    end

    local list, count
    if fills then
      list = lists[ply]
      count = moves(state, list)
    else
      list = moves(state)
      count = #list
    end
    if count == 0 then return evaluate(state) end

    local priority, history = priorities[ply], histories[ply % 2]
    local best, best_move
    while true do
      local floor = scout and beta - 1 or alpha
      local low = floor

      local killer, other_killer = killers[ply], other_killers[ply]
      local at, most = 0, TRIED
      for i = 1, count do
        local move = list[i]
        local score
        if move == table_move then score = TABLE_MOVE
        elseif move == killer then score = KILLER
        elseif move == other_killer then score = OTHER_KILLER
        else score = history[move] end
        priority[i] = score
        if score > most then at, most = i, score end
      end

      best = -huge
      for nth = 1, count do
        if nth > 1 then
          most = TRIED
          for i = 1, count do
            local score = priority[i]
            if score > most then at, most = i, score end
          end
        end
        priority[at] = TRIED
        local move = list[at]
        local undo = make(state, move)
        local value
        if depth > 1 then
          value = -negamax(state, depth - 1, -beta, -low, ply + 1, nth > 1 and low > -huge and low + 1 < beta)
        else
          nodes = nodes + 1
          value = -evaluate(state)
        end
        unmake(state, move, undo)
        if value > best then
          best = value
          if value > low then
            low, table_move = value, move
            if value >= beta then
              if killers[ply] ~= move then killers[ply], other_killers[ply] = move, killers[ply] end
              history[move] = history[move] + depth * depth
              break
            end
          end
        end
      end
      best_move = table_move

      -- Replaces an entry for the same position, else an empty one, else the one with the lower priority.
      place = key % buckets * BUCKET + 1
      if memory[place] ~= key
        and (memory[place + PLACE] == key or memory[place + PLACE + 2] < memory[place + 2]) then
        place = place + PLACE
      end
      memory[place], memory[place + 1], memory[place + 2] = key, best, worth
      memory[place + 3] = 4 * best_move + (best <= floor and floor > -huge and UPPER or best >= beta and LOWER or EXACT)

      if not scout or best >= beta or best <= alpha then return best, best_move end
      scout = false
    end
  end

  return function(state, depth)
    nodes, searches = 0, searches + SEARCH
    for ply = 0, depth do
      killers[ply], other_killers[ply] = 0, 0
      priorities[ply], lists[ply] = priorities[ply] or {}, lists[ply] or {}
    end
    for side = 0, 1 do
      local history = histories[side]
      for move = 1, largest_move do history[move] = floor_of(history[move] / 2) end
    end
    local value, best = negamax(state, depth, -huge, huge, 0, false)
    return best, value, nodes
  end
end

return by_hand_strong
