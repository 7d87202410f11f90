-- The computer players of a session: their levels, seeds and options. And the hints that a session gives.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local framed_nim = require "spec.support.framed_nim"

local NIM = framed_nim.rules

describe("The computer players of a session", function()
  it("play other games at a level with another seed, and each has its own", function()
    local function moves_with(seed)
      local list, session = {}, nil
      session = alphabeta.session {
        game = connect4, win = connect4.WIN, state = connect4.new(), seed = seed, slice = 1,
        players = {{level = 1, nodes = 200, name = "A"}, {level = 2, nodes = 200, name = "B"}},
        on_move = function(column, who) list[#list + 1] = session:name(who) .. column end,
      }
      for _ = 1, 20 do session:update() end
      return table.concat(list, " ")
    end
    local first = moves_with(1)
    assert.is_truthy(first:find "^A%d B%d A%d B%d A%d B%d")
    assert.are.equal(first, moves_with(1))
    assert.are_not.equal(first, moves_with(2))
  end)
end)

describe("A computer player of a session", function()
  it("gets another level by its opponent, and loses all options with another player", function()
    local session = alphabeta.session {
      game = NIM, state = {heap = 5, turn = 1}, players = {[2] = {depth = 3, level = 2, name = "C"}},
    }
    local opponent = session.opponents[2]
    opponent:set_level(5)
    session:restart()
    assert.are.equal(opponent, session.opponents[2])
    assert.are.same({5, 3}, {opponent.limits.level, opponent.limits.depth})
    session:set_player(2, {level = 6})
    local limits = session.opponents[2].limits
    assert.are.same({6, nil, nil}, {limits.level, limits.depth, session:name(2)})
  end)
end)

describe("A hint of a session", function()
  it("is the same with the same seed", function()
    local function hint_of(seed)
      local value
      local session = alphabeta.session {
        game = connect4, state = connect4.new(), algorithm = "uct", nodes = 50, seed = seed,
      }
      session:hint(function(_, _, worth) value = worth end)
      while session:hinting() do session:update(1 / 60) end
      return value
    end
    assert.are.equal(hint_of(1), hint_of(1))
    assert.are_not.equal(hint_of(1), hint_of(2))
  end)

  -- Cause: a session silenced its opponents by a field that they no longer had.
  it("prints nothing about a turn that does not come, nor does a computer player", function()
    local session = alphabeta.session {
      game = NIM, state = {heap = 30, turn = 1}, players = {[3] = {depth = 2}}, depth = 2,
    }
    session:hint(function() end)
    assert.are.same({}, framed_nim.printed_by(function()
      for second = 1, 40 do
        if second % 5 == 0 then session:move(1) end
        session:update(1)
      end
    end))
    assert.are.equal(1, session:turn())
  end)

  it("may be played at once", function()
    local session = alphabeta.session {
      game = NIM, state = {heap = 7, turn = 1}, depth = 7, slice = 1,
    }
    session:hint(function(move) session:move(move) end)
    while session:hinting() do session:update(1 / 60) end
    assert.are.same({3, 1}, {session:last()})
  end)
end)
