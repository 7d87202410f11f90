--- What the specs of learning share: nim with other functions, options for few games, and random states.
-- @module spec.support.learning

local alphabeta = require "alphabeta"
local fields = require "alphabeta.learn.fields"
local nim = require "spec.support.nim_to_learn"
local sorted_keys = require "spec.support.sorted_keys"
local wrap = require "spec.support.wrap"

local huge = math.huge

local learning = {}

--- The game of nim with some functions of its own; false stands for one that it lacks.
function learning.nim_with(functions)
  local game = wrap.replace(nim, functions or {})
  for name, callback in pairs(game) do game[name] = callback or nil end
  return game
end

--- Options for few games of few nodes, and others.
function learning.small(more)
  return wrap.replace({games = 14, nodes = 5, match_games = 2, check = false}, more or {})
end

--- Tic-tac-toe in place, with `result` in the place of `evaluate`.
function learning.tictactoe()
  local rules = require "games.tictactoe"
  local game = {result = rules.evaluate}
  for _, name in ipairs {"moves", "make", "unmake", "player", "is_over"} do game[name] = rules[name] end
  return game
end

-- Kinds of fields: `value(i, draw)` is what state `i` holds; `draw(n)` is a random integer from 1 to n. `reason` is why
-- it is left out; without it, it is used. `is_list` says that it holds several.
local KINDS = {
  few = {value = function(_, draw) return draw(5) - 2 end},
  names = {value = function(_, draw) return ({"a b", "end", "x\ny"})[draw(3)] end},
  lamp = {value = function(_, draw) return draw(2) == 1 end},
  mixed = {value = function(_, draw) return ({true, "b", 7, huge})[draw(4)] end},
  absent = {value = function(_, draw) return draw(2) == 1 and draw(3) or nil end},
  half = {value = function(_, draw) return draw(3) / 2 end},
  number = {value = function(_, draw) return draw(12) end},
  many = {value = function(_, draw) return draw(6) * draw(6) end},
  sometimes = {value = function(_, draw) return draw(4) > 1 and draw(30) or nil end},
  fraction = {value = function(_, draw) return draw(40) + 0.5 end},
  board = {is_list = true, value = function(_, draw)
    local list = {}
    for cell = 1, 6 do list[cell] = draw(3) - 1 end
    return list
  end},
  holes = {is_list = true, value = function(_, draw)
    local list = {}
    for cell = 1, 6 do list[cell] = ({"king", "pawn"})[draw(3)] end
    return list
  end},
  gaps = {is_list = true, value = function(_, draw)
    local list = {}
    for key = -2, 12 do
      if key % 5 > 0 then list[key] = ({"king", 7, false})[draw(4)] end
    end
    return list
  end},
  pits = {is_list = true, value = function(_, draw)
    return {
      south = {owner = ({true, 7, "b"})[draw(4)]},
      north = draw(3) > 1 and {[-1] = draw(3) / 2, ["end"] = draw(5)} or nil,
    }
  end},
  rows = {is_list = true, value = function(_, draw) return {{draw(2), draw(2)}, {draw(2), draw(2)}} end},
  constant = {reason = "always the same", value = function() return 3 end},
  text = {reason = "too many different values", value = function(i) return ("%d/%d"):format(i, i * i) end},
  key = {reason = "a key, or bits", value = function(i) return i * 48271 * 40692 % 2147483647 end},
  far = {reason = "infinite in some states", value = function(i) return i % 50 == 3 and huge or i end},
  large = {reason = "infinite in some states", value = function(i) return 10 ^ (i % 24 * 12) end},
  helper = {reason = "function", value = function() return print end},
  zobrist = {reason = "a key", value = function() return alphabeta.zobrist(2) end},
  undefined = {reason = "not a number", value = function() return 0 / 0 end},
  either = {reason = "a table in some states", value = function(i) return i % 2 == 0 and {} or i % 3 end},
  history = {reason = "a list that grows with the moves", is_list = true, value = function(i)
    local list = {}
    for ply = 1, i % 20 do list[ply] = ply % 3 end
    return list
  end},
  groups = {reason = "a list of tables that grows with the moves", is_list = true, value = function(i)
    local list = {}
    for ply = 1, i % 20 do list[ply] = {ply % 3} end
    return list
  end},
  list = {reason = "a list whose length changes", is_list = true, value = function(_, draw)
    local list = {}
    for at = 1, draw(7) do list[at] = draw(9) end
    return list
  end},
  stack = {is_list = true, value = function(_, draw)
    local list = {}
    for at = 1, draw(5) - 1 do list[at] = draw(2) end
    return list
  end},
}

local NAMES = sorted_keys(KINDS)

--- Random states with some kinds of fields, some of which lie in a table of their own.
-- @tparam function draw `draw(n)` is a random integer from 1 to n
-- @treturn {table,...} the fields: {kind =, path =, is_deep =, name =}
-- @treturn function makes state `i`, which is of ply `i` modulo 20
function learning.states(draw)
  local chosen = {}
  for _, name in ipairs(NAMES) do
    if draw(3) == 1 then
      local is_deep = draw(3) == 1
      chosen[#chosen + 1] = {name = name, kind = KINDS[name], is_deep = is_deep,
        path = (is_deep and "deep." or "") .. name}
    end
  end
  return chosen, function(i)
    local state = {turn = draw(2), noise = {draw(3)}}
    for _, it_is in ipairs(chosen) do
      if it_is.is_deep then state.deep = state.deep or {} end
      local holder = it_is.is_deep and state.deep or state
      holder[it_is.name] = it_is.kind.value(i, draw)
    end
    return state
  end
end

--- The layout of states that a function makes, by 200 of them or `count`.
-- @tparam function new_state takes the number of the state
-- @tparam[opt] number count
-- @tparam[opt] table ignore the names of fields that are left out
-- @param[optchain] first the player who moves first, or else 1
function learning.layout(new_state, count, ignore, first)
  local survey = fields.survey(ignore or {})
  for i = 1, count or 200 do
    local state = new_state(i)
    local mistake = survey:add(state, rawget(state, "turn"), i % 20)
    assert(mistake == nil, mistake)
  end
  return survey:layout(first or 1)
end

return learning
