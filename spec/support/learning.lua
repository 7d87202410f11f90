--- What the specs of learning share: nim with other functions, and options for few games.
-- @module spec.support.learning

local fields = require "alphabeta.learn.fields"
local nim = require "spec.support.nim_to_learn"
local wrap = require "spec.support.wrap"

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

--- The layout of states that a function makes, by 200 of them or `count`; player 1 moves first.
function learning.layout(new_state, count)
  local survey = fields.survey {}
  for i = 1, count or 200 do
    local state = new_state(i)
    local mistake = survey:add(state, state.turn, i % 11)
    assert(mistake == nil, mistake)
  end
  return survey:layout(1)
end

return learning
