-- Positions that come back: `repetition` gives them a value.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local fit = require "spec.support.fit"
local graph_game = require "spec.support.graph_game"
local on_random_games = require "spec.support.on_random_games"
local oracle = require "spec.support.oracle"
local random_trial = require "spec.support.trial"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local DRAW = 0.5

local game = {
  children = function(node) return node.successors end, evaluate = function(node) return node.value or 0 end,
  player = function(node) return node.turn end, hash = function(node) return node.name end,
}
local without_player = wrap.replace(game, {})
without_player.player = nil

describe("On random games that come back,", on_random_games(it, effort.seeds(500, 4000), {
  { "a repetition is worth what was said, as plain minimax has it", "repetition" },
}, { players = { 2, 2, 3 }, shape = { back = 0.3, skip = 0 } }))

describe("A repetition", function()
  it("leaves nothing in the table that is true on its own way only", function()
    -- From a, x can only go back to a, which is a repetition; from b, x can go to a as well, where y is bad for it.
    local a, b, x, y = { name = "a" }, { name = "b" }, { name = "x" }, { name = "y", value = -9, successors = {} }
    a.successors, b.successors, x.successors = { x, y }, { x }, { a }
    local root = { name = "root", successors = { a, b } }
    for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf" }) do
      for _, size in ipairs({ 0, 1 / 64 }) do
        local options = { game = without_player, repetition = DRAW, algorithm = algorithm, table = size }
        assert.equal(-9, (select(2, alphabeta.search(root, 6, options))))
      end
    end
  end)

  -- Cause: the value of a repetition lay outside of the bounds, which say what evaluations may be, and was pruned.
  it("has room beside `bounds`, though no evaluation has its value", function()
    local walk = {{2}, {3, 1}, {4}, {3}}
    local rules = {
      moves = function(at) return walk[at] end, play = function(_, to) return to end, hash = function(at) return at end,
      evaluate = function() return 5 end,
    }
    for drawn, bound in pairs {[0] = {value_min = 4}, [9] = {value_max = 6}} do
      for _, bounds in ipairs {false, function() return 5, 5 end} do
        rules.bounds = bounds or nil
        local options = {game = rules, repetition = drawn, without = {"table"}, deepening = false}
        assert.equal(drawn, (select(2, alphabeta.search(1, 6, wrap.replace(options, bound)))))
      end
    end
  end)

  -- From the root one comes to "same", the opponent moving there, and on to something good. With `player`, random games
  -- show that it is one with the same player to move.
  it("of a position from before the root is one of anybody, if nothing says whose turn it was", function()
    local last = { name = "end", turn = 1, value = 7, successors = {} }
    local root = { name = "root", turn = 1, successors = { { name = "same", turn = 2, successors = { last } } } }
    local asked = {}
    local function value_with(past, rules)
      rules = wrap.before(rules or game, function(name, node)
        if node.is_past then asked[#asked + 1] = name .. " " .. node.name end
      end)
      local options = { game = rules, repetition = -2, deepening = false }
      return (select(2, alphabeta.search(root, { depth = 5, past = past }, options)))
    end
    for _, row in ipairs({ { { "same" } }, { { { name = "same", turn = 1 } }, without_player } }) do
      assert.equal(-2, value_with(row[1], row[2]))
    end
    local mine, other = { name = "same", turn = 1, is_past = true }, { name = "other", turn = 2, is_past = true }
    assert.equal(7, value_with({ mine, other }))
    assert.same({ "hash same", "player same", "hash other", "player other" }, asked)
    for got, wrong in pairs({ NaN = { 0 / 0 }, ["nil"] = {} }) do
      assert.matches("alphabeta: callback 'player' at ply 0: expected a player, got " .. got .. "$",
        failure(value_with, { { name = "a", turn = wrong[1] } }))
    end
  end)

  describe("in a game without hash", function()
    it("is worth what was said, on random games, as plain minimax has it", function()
      for seed in share.of(1, effort.seeds(600, 4000)) do
        local own = random_trial.new(seed, {players = {2, 2, 3}, shape = {back = 0.3, skip = 0}})
        own.traits.hash, own.traits.memory, own.traits.bounds = "integer", "full", false
        own.options.table, own.options.repetition = 0, own.random:pick {0, 1, -2}
        own:set_game()
        own.game.hash = nil -- what the oracle plays has it
        local options, limits, is_known = fit(own:with {}, own.game), {depth = own.depth, past = {}}, own.traits.player
        -- The option was once only read for keys with a table, and refused without them.
        options.hash_ignore, own.past = graph_game.IGNORED, {}
        for _ = 1, own.random:int(0, 2) do
          local position = own:some_position()
          if position.successors and position.successors[1] then
            limits.past[#limits.past + 1] = own:state(position)
            own.past[#own.past + 1] = oracle.past(own.plain, own:state(position), is_known)
          end
        end
        local ai = alphabeta.new(nil, options)
        own.options = own:with {by_content = true} -- for the oracle
        local result = own:search(ai, nil, limits)
        own:check_exact(result, result.info.depth) -- which states are compared depends on the depth
      end
    end)

    -- What a search of nim finds, with this value for repetitions, and further fields.
    local function search(repetition, more)
      local state = wrap.replace({ heap = 9, turn = 1 }, more or {})
      return alphabeta.search(state, 6, { game = small_games.NIM.copying, repetition = repetition })
    end

    it("says that the keys are made of what states hold, and changes nothing else", function()
      local function techniques(repetition) return table.concat(select(3, search(repetition)).techniques, " ") end
      local found = techniques(DRAW)
      assert.equal(techniques(nil), (found:gsub(" state_content", ""):gsub(" repetition", "")))
      assert.matches("state_content.* repetition", found)
    end)

    it("is refused where a state has no key", function()
      assert.matches("alphabeta: option 'repetition' without 'hash' at ply 0: expected .*, got ",
        failure(search, 0, { draw = print }))
    end)
  end)
end)
