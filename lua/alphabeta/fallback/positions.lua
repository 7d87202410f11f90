-- The positions of the nodes on the path: who moves there, and their keys, by which repetitions are found and the table
-- knows them. Internal: the engine in Lua uses it. See search.lua for sides and indexes on the path.
--
-- `repeated` is the least ply of the path that a line repeats: a value may be stored if that is not above its node.

local abs, huge, min, type = math.abs, math.huge, math.min, type

local positions = {}

-- Makes the functions of the search `e`, of which the root's player is known.
function positions.new(e)
  local ask_player, has_player, entries = e.path.player, e.player ~= nil, e.entries
  local me, max_player, has_max_player = e.me, e.max_player, type(e.max_player) ~= "nil"
  local root_side, asks_key, scores_repetition = e.minimizing and -1 or 1, e.asks_key, e.scores_repetition
  local prunes, win, has_wins = e.prunes, e.win, e.win < huge

  local own = {}
  local keys, sides, maps = {}, {}, {} -- by index on the path; no key at a node that the search does not recognize
  local mover = e.root_mover -- the player of the last question who moves, as `memory` numbers players
  local repeated = huge

  -- The side of the player who moves at a state.
  function own.turn(s, side)
    if not has_player then return side end
    local now = ask_player(s)
    if asks_key then mover = e.number_of(now) end
    if has_max_player then return now == max_player and 1 or -1 end
    return now == me and root_side or -root_side
  end

  -- Gives a node its key: its player was the last one that was asked for. The root's key is asked once.
  function own.name(s, side, at)
    if at == 0 then mover = e.root_mover end
    keys[at], sides[at] = at == 0 and keys[0] or e.key_of(s), mover * side
  end

  -- A node has none.
  function own.forget(at) keys[at] = nil end

  -- The latest earlier ply with the position of a node; -1 if it was before the root; nil for none.
  local function earlier_ply(at)
    local key, side = keys[at], sides[at]
    for i = at - 1, 0, -1 do
      if keys[i] == key and sides[i] == side then return i end
    end
    local past, past_sides = e.past, e.past_sides
    for i = 1, past and #past or 0 do
      if past[i] == key and (not past_sides[i] or past_sides[i] == mover) then return -1 end
    end
  end

  -- Whether a node repeats an earlier position.
  function own.is_repetition(at)
    local ply = at > 0 and earlier_ply(at)
    if not ply then return false end
    repeated = min(repeated, ply)
    return true
  end

  -- What the table knows of a node that has a key: its value, its end, its bound, and whether a line has reached the
  -- horizon; nil if that does not decide in this window. Then the id of the best move.
  function own.look_up(side, depth, alpha, beta, at, ply)
    local map = entries.map(mover, side, e.ties_plies and ply or 0)
    maps[at] = map
    local value, end_, bound, reached, known = entries.get(map, keys[at], depth, ply)
    if value and at > 0 and (bound == 0 or bound * side > 0 and value * side >= (side > 0 and beta or -alpha)
      or bound * side < 0 and value * side <= (side > 0 and alpha or -beta)) then
      e.table_hits = e.table_hits + 1
      return value, end_, bound, reached, known
    end
    return nil, nil, nil, nil, known
  end

  -- The search goes below a node. Returns what `close` needs.
  function own.open()
    local outer = repeated
    if scores_repetition then repeated = huge end
    return outer
  end

  -- Whether the value of a node is true in other searches, too, and on other ways to the node.
  local function is_general(value, end_, at)
    return not (at == 0 and e.omits_moves) and (not scores_repetition or repeated >= at)
      and (end_ or not has_wins or e.ties_plies or abs(value) < win - e.iteration_depth - e.quiescence)
  end

  -- The bound of a value that was searched with the window (`a`, `b`). All are in the view of the player who moves.
  local function bound_of(worth, a, b, side)
    if not prunes then return 0 end
    return worth >= b and b < huge and side or worth <= a and a > -huge and -side or 0
  end

  -- Stores what was found at a node that has a key. `bound` may be nil.
  function own.store(value, end_, bound, side, a, b, depth, has_reached, best_id, at, ply)
    if not is_general(value, end_, at) then return end
    bound = bound or bound_of(side * value, a, b, side)
    entries.put(maps[at], keys[at], value, end_, bound, depth, has_reached, best_id, ply)
  end

  -- The search has left the nodes below a node.
  function own.close(outer)
    if scores_repetition then repeated = min(outer, repeated) end
  end

  return own
end

return positions
