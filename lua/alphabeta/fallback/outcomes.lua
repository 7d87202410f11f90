-- Chance nodes: their outcomes are searched with the window that still matters (Star1), after a first look at one move
-- of each (Star2). Internal: the engine in Lua uses it. chance.lua computes windows and means. See search.lua for sides
-- and what a node's function returns.

local use = require((...):match "^(.*)%..*%." .. ".use")

local chance, constants = use("fallback.chance", "common.constant_rows")

local huge = math.huge

local outcomes = {}

local STAR2_DEPTH = constants.STAR2_DEPTH

-- Returns the function that searches a chance node; `search` has those of other nodes. `probed` marks a node of which
-- only the first move is tried.
function outcomes.new(e, search, probed)
  local path, values, prunes, star2, is_bounded = e.path, search.values, e.prunes, e.star2, e.is_bounded
  local enter, leave, highest, lowest = path.enter, path.leave, values.highest, values.lowest

  -- Whether the outcomes are probed.
  local function probes(n, depth, alpha, beta, at)
    return star2 and prunes and depth >= STAR2_DEPTH and n > 1 and (alpha > -huge or beta < huge)
      and lowest(1, at) > -huge and highest(1, at) < huge
  end

  -- Searches an outcome that was entered: `below` has the refutations below it.
  local function outcome_value(child, depth, low, high, side, at, below, mark, f)
    e.skipped = e.skipped + 1
    local value, end_, bound = search.node(child, depth, low, high, side, at, below, mark, f)
    e.skipped = e.skipped - 1
    return value, end_, bound ~= 0 and bound or nil
  end

  return function(s, list, n, probabilities, depth, alpha, beta, side, at, trie, f)
    local least, most = -huge, huge
    if is_bounded then least, most = lowest(1, at), highest(1, at) end
    local c = chance.open(probabilities, n, alpha, beta, least, most)
    for phase = probes(n, depth, alpha, beta, at) and 1 or 2, 2 do
      for i = 1, n do
        if chance.is_open(c, i) then
          local low, high = chance.window(c, i)
          local below = trie and (trie[i] or {})
          if trie then trie[i] = below end
          local child = enter(s, list[i], i, true)
          local value, end_, bound = outcome_value(child, depth, low, high, side, at + 1, below,
            phase == 1 and probed or nil, f)
          leave(child)
          if chance.take(c, i, value, end_, bound) then
            e.cutoffs = e.cutoffs + 1
            if f then f:cut(c.value, list, n, i, list[i]) end
            return c.value
          end
        end
      end
    end
    if f then f.is_exact = true end
    local value, end_ = chance.close(c)
    return value, end_, 0
  end
end

return outcomes
