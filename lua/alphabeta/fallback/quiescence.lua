-- Quiescence: at the horizon the player who moves may stand pat, or try a noisy move. Internal: the engine in Lua uses
-- it. See search.lua for windows, sides, and what a node's function returns.

local max, min = math.max, math.min

-- Returns the function that searches a quiescence node; `search` has those of other nodes.
return function(e, search)
  local path, prunes, is_bounded = e.path, e.prunes, e.is_bounded
  local turn, values, try_moves = search.turn, search.values, search.try_moves
  local leaf, bound_of = values.leaf, values.bound_of

  -- The noisy moves, none where the game is over. `over` says whether it is, nil if that was not asked.
  local function noisy_moves(s, over)
    if e.is_over and over == nil and path.is_over(s) then return nil, 0 end
    return path.noisy(s)
  end

  return function(s, depth, alpha, beta, side, at, is_again, f)
    if at > 0 then side = turn(s, side) end
    local value, end_, over = leaf(s, side, at, nil, nil, true)
    local best = side * value
    if f then f:stand_pat(side, value, over, is_again) end
    if over then return value, end_, 0 end
    if is_again then e.evaluations = e.evaluations - 1 end -- it does not count again
    if prunes then
      if best >= (side > 0 and beta or -alpha) then return value, end_ end
      if side > 0 then alpha = max(alpha, best) else beta = min(beta, value) end
    end
    local list, n, more = noisy_moves(s, over)
    if n == 0 and not more then
      if f then f.is_known, f.is_exact = false, true end
      return value, end_, 0
    end
    if f then f:note_list(side, list, n) end
    if is_bounded and at > 0 then
      local bound, bound_end = bound_of(side, alpha, beta, at + 1, f)
      if bound and side * bound > best then return bound, bound_end end
      if bound then return value, end_ end
    end
    return try_moves(s, list, n, more, depth, alpha, beta, side, at, best, end_, nil, nil, false, f)
  end
end
