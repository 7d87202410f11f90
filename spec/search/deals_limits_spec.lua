-- Limits of searches in games of hidden hands: nodes, time and slices end them where they should, and leave a move.

local alphabeta = require "alphabeta"
local rng = require "spec.support.rng"
local slices = require "spec.support.slices"
local small_games = require "spec.support.small_games"
local timed = require "spec.support.timed"
local tricks = require "spec.support.tricks"
local whist = require "games.whist"
local wrap = require "spec.support.wrap"

local COPYING, IN_PLACE, start = tricks.copying, tricks.in_place, tricks.start

local nim = wrap.replace(small_games.by_result(small_games.NIM.copying, small_games.worth), {
  deal = function(state, _, random)
    random()
    return small_games.copy(state)
  end,
})

describe("Limits of a search of deals", function()
  it("of nodes end it at the same node in slices of any length; depth 1 is searched whatever they are", function()
    local ends = {}
    for _, nodes in ipairs {1, 40, 129, 400, 800} do
      local options = {game = IN_PLACE, algorithm = "alphabeta", seed = 1, deals = 4, nodes = nodes}
      local best, value, info = alphabeta.search(start(), nil, options)
      assert.is_true(best ~= nil and value ~= nil and (info.nodes <= nodes + 1 or info.depth == 1))
      ends[info.reason] = true
      for _, slice in ipairs {{nodes = 1}, {nodes = 7}, 1e-9} do
        local _, other, sliced = slices.search(alphabeta.new(nil, options), start(), nil, slice)
        assert.same({value, info.nodes, info.evaluations, info.depth, info.reason},
          {other, sliced.nodes, sliced.evaluations, sliced.depth, sliced.reason})
      end
    end
    assert.is_true(ends.nodes)
    local depths = {}
    alphabeta.search(start(), {nodes = 1e6}, {
      game = IN_PLACE, algorithm = "alphabeta", on_iteration = function(now) depths[now.depth] = true end,
    })
    assert.same({true, true, true, true, true, true}, depths)
  end)

  -- Cause: a slice's limit of nodes is handed on to the search of a deal, less those that it has searched, and ends
  -- where they are used up. Without either it was longer, and a frame was late.
  it("are not those of its slices, which have as many nodes as they may", function()
    for algorithm, limits in pairs {alphabeta = {depth = 4}, uct = {nodes = 300}} do
      local ai, count, nodes = alphabeta.new(whist, {algorithm = algorithm, seed = 1}), 0, 0
      ai:start(whist.new(function(most) return rng.new(1):int(1, most) end), limits)
      repeat
        local has_ended = ai:step {nodes = 13}
        local _, _, info = ai:best()
        assert.is_true(info.nodes <= nodes + 13, info.nodes - nodes)
        count, nodes = count + 1, info.nodes
      until has_ended
      assert.is_true(nodes > 200 and count < nodes / 10, nodes)
    end
  end)

  -- Cause: both engines asked for what the moves are worth before a deal was drawn: the engine in Lua at a pause or a
  -- stop, the C module for a function `level`.
  it("may end it before its first deal: then there is no move, with a level, too", function()
    for _, deals in ipairs {2, 0} do
      local ai = alphabeta.new(COPYING, {algorithm = "pvs", level = 3, deals = deals, depth = 2})
      ai:start(start())
      repeat ai:best() until ai:step(0)
      assert.is_truthy((ai:best()))
    end
    local function first() return 1 end
    for _, level in ipairs {3, first} do
      for call = -1, 60 do -- of a function of the game, which stops the search; before its first slice up to 0
        local ai, calls
        local game = wrap.before(nim, function()
          if calls.all == call then ai:stop() end
        end)
        game, calls = wrap.counted(game)
        ai = alphabeta.new(game, {algorithm = "pvs", level = level, deals = call < 0 and 0 or 2, depth = 2})
        ai:start({heap = 5, turn = 1})
        if call <= 0 then ai:stop() end
        ai:step(10)
        local best, _, info = ai:best()
        assert.equal(info.depth > 0, best ~= nil)
      end
    end
  end)
end)

-- Cause: the first playout of hidden hands finds out how many players there are. It then does not count, and a soft
-- limit ended the search before the next one. A player who was met later emptied the tree, and a limit of time could
-- end the search with nothing in it. An opponent without a move waited for ever.
describe("Hardly any time", function()
  local SHORT = {
    {clock = {left = 0}}, {clock = {left = 0.04}}, {clock = {left = 0.0501}}, {think = {0, 1}}, {think = {1e-9, 1}},
    {nodes = {1, 5}}, {nodes = 1}, {time = 0}, {think = 0}, {time = 1e-9},
  }

  it("leaves a search of deals a move", function()
    for heap = 2, 20 do
      for i, limit in ipairs(SHORT) do
        local limits = wrap.replace(limit, {algorithm = "uct"})
        local best, value, info = alphabeta.search({heap = heap, turn = 1}, limits, {game = nim})
        assert.same({"number", "number"}, {type(best), type(value)}, ("heap %d, limit %d"):format(heap, i))
        assert.is_true(info.nodes >= 1)
      end
    end
  end)

  it("lets an opponent move at once", function()
    for _, limit in ipairs(SHORT) do
      local state = {heap = 12, turn = 1}
      local opponent = alphabeta.opponent(wrap.replace(limit, {
        game = nim, state = function() return state end, me = 1,
        play = function(take) state = small_games.after(state, take) end,
      }))
      for _ = 1, 60 do
        if state.turn == 1 then opponent:update(1 / 60) end
      end
      assert.equal(2, state.turn)
      opponent:close()
    end
  end)

  it("leaves a move if another player is met when it is over", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    local plays, has_met = 0, false
    local game = wrap.replace(nim, {
      player = function(state)
        has_met = has_met or plays >= 200 and state.heap <= 5
        return has_met and state.heap <= 5 and 3 or state.turn
      end,
      play = function(state, take)
        plays = plays + 1
        return small_games.after(state, take)
      end,
    })
    timed(game, 0.001, function(slow)
      assert.is_number((alphabeta.search({heap = 9, turn = 1}, {time = 1, algorithm = "uct"}, {game = slow})))
    end, "play")
    assert.is_true(has_met)
  end)
end)
