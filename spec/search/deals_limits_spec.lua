-- Limits of searches in games of hidden hands, and of Monte Carlo tree search.

local alphabeta = require "alphabeta"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local nim = wrap.replace(small_games.NIM.copying, {
  result = small_games.worth,
  deal = function(state, _, random)
    random()
    return {heap = state.heap, turn = state.turn}
  end,
})
nim.evaluate = nil

-- Cause: the first playout of hidden hands finds out how many players there are. It then does not count, and a soft
-- limit ended the search before the next one. A player who was met later emptied the tree, and a limit of time could
-- end the search with nothing in it. An opponent without a move waited for ever.
describe("A search that is limited to hardly any time", function()
  local limits = {
    {clock = {left = 0}}, {clock = {left = 0.04}}, {clock = {left = 0.0501}}, {think = {0, 1}}, {think = {1e-9, 1}},
    {nodes = {1, 5}}, {nodes = 1}, {time = 0}, {think = 0}, {time = 1e-9},
  }

  it("has a move in a game of hidden hands", function()
    for heap = 2, 20 do
      for i, limit in ipairs(limits) do
        local best, value, info = alphabeta.search({heap = heap, turn = 1}, wrap.replace(limit, {algorithm = "uct"}),
          {game = nim})
        assert.are.same({"number", "number"}, {type(best), type(value)}, ("heap %d, limit %d"):format(heap, i))
        assert.is_true(info.nodes >= 1)
      end
    end
  end)

  -- Both engines run the same tree search. With the engine in Lua it can have a clock of its own.
  it("has a move if another player is met when the time is over", function()
    if alphabeta._ENGINE ~= "Lua" then return end
    local seconds, plays, has_met = 0, 0, false
    local game = wrap.replace(nim, {
      player = function(state)
        if plays < 200 or state.heap > 5 then return state.turn end
        has_met = true
        return 3
      end,
      play = function(state, take)
        plays, seconds = plays + 1, seconds + 0.001
        return small_games.after(state, take)
      end,
      result = function(state, me)
        if has_met then seconds = seconds + 1 end
        return small_games.worth(state, me)
      end,
    })
    local before = alphabeta.set_clock(function() return seconds end)
    local best = alphabeta.search({heap = 9, turn = 1}, {time = 1, algorithm = "uct"}, {game = game})
    alphabeta.set_clock(before)
    assert.are.same({true, "number"}, {has_met, type(best)})
  end)

  it("lets an opponent move at once", function()
    for _, limit in ipairs(limits) do
      local state = {heap = 12, turn = 1}
      local opponent = alphabeta.opponent(wrap.replace(limit, {
        game = nim, state = function() return state end, me = 1,
        play = function(take) state = small_games.after(state, take) end,
      }))
      for _ = 1, 60 do
        if state.turn == 1 then opponent:update(1 / 60) end
      end
      assert.are.equal(2, state.turn)
      opponent:close()
    end
  end)
end)

-- Cause: a slice of a deal's search ended it at the limit of nodes. The C module ends slices between two calls of the
-- game's functions, and the engine in Lua between two nodes.
describe("Alpha-beta over deals with a limit of nodes", function()
  local game = {}

  local function mix(a, b) return (a * 7919 + b * 104729 + 13) % 1000003 end

  function game.moves(state)
    local list = {}
    for move = 1, state.ply < 6 and 1 + mix(state.id, 3) % 4 or 0 do list[move] = move end
    return list
  end

  function game.play(state, move)
    return {id = mix(state.id, move), ply = state.ply + 1, turn = 3 - state.turn, card = state.card}
  end

  function game.player(state) return state.turn end

  function game.evaluate(state) return mix(state.id, 17 + state.card) % 21 - 10 end

  function game.deal(state, _, random)
    return {id = state.id, ply = state.ply, turn = state.turn, card = random(50)}
  end

  local options = {game = game, deals = 12, algorithm = "pvs"}

  -- What a search finds, as a text.
  local function found(best, value, info)
    return ("%s %.6g %d %d %d %s"):format(tostring(best), value, info.nodes, info.evaluations, info.depth, info.reason)
  end

  local function new_state(id) return {id = id * 7717, ply = 0, turn = 1, card = 1} end

  it("ends at the same node in both engines", function()
    for limit, expected in pairs {
      [20] = "2 1.58333 36 24 1 nodes", [40] = "2 1.58333 40 26 1 nodes", [129] = "2 -5.08333 129 85 1 nodes",
      [300] = "1 -2.33333 300 199 2 nodes", [1000] = "1 -0.0833333 1000 635 3 nodes",
    } do
      assert.are.equal(expected, found(alphabeta.search(new_state(7), {nodes = limit}, options)))
    end
  end)

  it("ends at the same node in slices of any length", function()
    for id = 1, 10 do
      for _, limit in ipairs {40, 100, 129, 300} do
        local whole = found(alphabeta.search(new_state(id), {nodes = limit}, options))
        for _, slice in ipairs {{nodes = 1}, {nodes = 7}, {time = 1e-9}} do
          local ai = alphabeta.new(game, {deals = 12, algorithm = "pvs", seed = 0})
          ai:start(new_state(id), {nodes = limit})
          repeat until ai:step(slice)
          assert.are.equal(whole, found(ai:best()))
        end
      end
    end
  end)
end)
