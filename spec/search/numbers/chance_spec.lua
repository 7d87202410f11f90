-- Games with chance nodes: Star1 and Star2 leave out what cannot matter, a chance node has a turn and may come
-- before a win. That means are exact is shown on random games, by oracles_spec.lua.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local INFINITY = math.huge
local WIN = 100

describe("Pruning at chance nodes", function()
  it("by Star1 leaves out what cannot bring the value into the window", function()
    -- After 1 A has 1. After 2 the outcome is -1 in half of the cases, and at most 2 in the other half.
    local list = {1, {chance = {1 / 2, 1 / 2}, {-1}, {2}}}
    for _, row in ipairs {
      {"1 2.1.1", {value_max = 2, value_min = -2}}, {"1 2.1.1", {win = 3}}, {"1 2.1.1 2.2.1", {}},
    } do
      local seen = {}
      local game = wrap.before(tree.chance_game("children"), function(name, state)
        if name == "evaluate" then seen[#seen + 1] = state.node.name end
      end)
      alphabeta.search(tree.from(list), 2, wrap.replace(row[2], {game = game}))
      assert.equal(row[1], table.concat(seen, " "))
    end
  end)

  it("by Star2 looks at one move behind each outcome first", function()
    -- After 1 A has 1. After 2 each outcome lets B have -2 at once: that is enough, and only the probes find it without
    -- looking at what else B could do behind the first outcome.
    local deep_list = {2, 2, 2, 2}
    local list = {
      1,
      {chance = {1 / 4, 3 / 4}, {deep_list, deep_list, deep_list}, {{-2}, deep_list, deep_list}},
    }
    local function nodes(without)
      local game = wrap.replace(tree.chance_game("children"), {order = function() return 0 end})
      local _, value, info = alphabeta.search(tree.from(list), 3, {
        game = game, value_min = -2, value_max = 2, without = without,
      })
      assert.equal(1, value)
      return info.nodes
    end
    assert.is_true(nodes {} < nodes {"star2"})
  end)
end)

describe("A win behind chance nodes", function()
  local HALF = {1 / 2, 1 / 2}
  local SHORT = {{chance = HALF, {INFINITY}, {WIN}}}
  for _, row in ipairs {
    {"counts decisions alone", {{chance = {1}, {chance = HALF, {WIN}, {1000}}}, {{{WIN}}}}, 98, 2},
    {"may be worth an infinity, which is one like any other", SHORT, 98, 2},
    {"that is lost whatever comes has a distance", {{chance = {0.1, 0.2, 0.7}, {-WIN}, {-WIN}, {-WIN}}}, -98, -2},
    {"has none that depends on an outcome", {{chance = HALF, {WIN}, {{{WIN}}}}}, 97, nil},
  } do
    it(row[1], function()
      for _, algorithm in ipairs {"minimax", "alphabeta", "pvs", "mtdf"} do
        local options = {game = tree.chance_game "children", algorithm = algorithm, win = WIN}
        local best, value, info = alphabeta.search(tree.from(row[2]), 6, options)
        assert.same({"1", row[3], row[4]}, {best.name, value, info.win_in})
      end
    end)
  end
end)

describe("The turn at a chance node", function()
  it("is the player's: player must return one wherever it matters", function()
    local list = {{chance = {1 / 2, 1 / 2}, {{chance = {1}, 3}}, 5}}
    for _, row in ipairs({
      {view = "mover", depth = 2, ply = 2}, -- an evaluation where the depth is used up
      {view = "max", depth = 2, ply = 1, hash = true}, -- an entry of the table
      {view = "max", depth = 2, ply = 0, from = 1},
      {view = "max", depth = 0, ply = 0, from = 1},
    }) do
      local game = tree.chance_game("children", {view = row.view})
      function game.player(state) return not state.node.chance and state.node.turn or nil end
      function game.hash(state) return state.node.name end
      game.hash = row.hash and game.hash or nil
      local message = failure(alphabeta.search, tree.from(row.from and list[1] or list), row.depth, {
        game = game, view = row.view,
      })
      local where = ("callback 'player' at ply %d: expected a player"):format(row.ply)
      assert.is_truthy(message:find(where, 1, true), message)
    end
  end)
end)
