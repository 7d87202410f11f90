-- What a finished game is worth: `result` in place of `evaluate`, wherever the search meets the end. Without
-- `evaluate`, a state where the game goes on is worth the middle of what is possible, but for mobility; mobility_spec
-- has random games of this kind.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local drawing = require "alphabeta.tree"
local effort = require "spec.support.effort"
local message_of = require "spec.support.message_of"
local on_random_games = require "spec.support.on_random_games"
local random_trial = require "spec.support.trial"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local BOTH = { result = true, is_over = true }

-- Nim: who takes the last match wins.
local nim = small_games.by_result(small_games.NIM.copying, small_games.worth)

local function heap(count) return { heap = count, turn = 1 } end

describe("Whether the game is over at the horizon", function()
  local function calls_of(has, depth)
    local calls = {}
    local function heard(name, state) calls[#calls + 1] = name .. " " .. state end
    local game = {
      moves = function(state)
        heard("moves", state)
        return #state < 2 and { "a", "b" } or nil
      end,
      play = function(state, move) return state .. move end,
      evaluate = has.evaluate ~= false and function(state) heard("evaluate", state) return 0 end or nil,
      result = has.result and function(state) heard("result", state) return 1 end,
      is_over = has.is_over and function(state) heard("is_over", state) return #state > 1 end,
    }
    local _, _, info = alphabeta.search("", depth, {
      game = game, algorithm = "minimax", without = { "current_result" },
    })
    return calls, info.reason
  end

  for sentence, row in pairs({
    ["is asked once, and not again when a line is known to go on"] =
      { {}, "moves ", "moves a", "evaluate a", "evaluate b" },
    ["is asked of no leaf that evaluate values, where there is a result"] =
      { { result = true }, "moves ", "evaluate a", "evaluate b" },
    ["is asked of every leaf where there is a result alone"] =
      { { result = true, evaluate = false }, "moves ", "moves a", "moves b" },
    ["is asked of is_over alone where there is that"] =
      { BOTH, "is_over ", "moves ", "is_over a", "evaluate a", "is_over b", "evaluate b" },
  }) do
    it(sentence, function() assert.same(row, { row[1], unpack((calls_of(row[1], 1))) }) end)
  end

  it("reports that the search is solved", function()
    for _, has in ipairs({ {}, { result = true }, { is_over = true }, BOTH, { result = true, evaluate = false } }) do
      local depth = has.result and not has.is_over and has.evaluate ~= false and 3 or 2
      local calls, reason = calls_of(has, depth)
      assert.equal("solved", reason)
      local asked = table.concat(calls, ",")
      local probed = has.evaluate == false and alphabeta._ENGINE == "C" and 1 or 0 -- of the root, to learn of the game
      assert.equal(has.result and 4 + probed or 0, select(2, asked:gsub("result", "")))
      assert.equal("depth", select(2, calls_of(has, depth - 1)))
    end
  end)
end)

it("A result must be a number, in max^n a table of payoffs", function()
  local NUMBER, PAYOFFS = "a number", "a table from player to number with algorithm 'maxn'"
  for _, style in ipairs(tree.STYLES) do
    local state, game = tree.state(style, tree.from({ 3 })), tree.game(style, { player = true })
    game.evaluate = nil
    for words, row in pairs({
      boolean = { true, NUMBER }, ["'no'"] = { "no", NUMBER }, table = { {}, NUMBER }, ["1"] = { 1, PAYOFFS },
    }) do
      function game.result() return row[1] end
      local algorithm = row[2] == PAYOFFS and "maxn" or "alphabeta"
      assert.equal(("alphabeta: callback 'result' at ply 1: expected %s, got %s"):format(row[2], words),
        message_of(alphabeta.search, state, 2, { game = game, algorithm = algorithm }))
    end
  end
end)

it("A drawing values what was pruned by the result of the game that is over there", function()
  local root = tree.from({ { 3, 5 }, { 2, { value = 9, result = 7, over = true } } })
  local recorder = drawing.search(root, 2, { game = tree.game("children", BOTH) })
  local pruned = recorder:root().children[2].children[2]
  assert.same({ true, 7 }, { pruned.is_pruned, pruned.value })
end)

-- Cause: the engine in Lua returned an integer, and scores had one in both engines.
describe("A value of 0", function()
  -- Fails unless all values of a search are what 0 is on each Lua: a float, and not -0.
  local function check(_, value, info)
    local values = type(value) == "table" and value or { value }
    for i, score in ipairs(info.scores or {}) do values[i + 1] = score.value end
    for _, zero in ipairs(values) do
      assert.same({ 0, math.huge, tostring(0.0) }, { zero, 1 / zero, tostring(zero) })
    end
  end

  it("is a float by alpha-beta, by playouts and in max^n", function()
    local game = {
      children = function(state) return type(state) == "table" and state or nil end,
      evaluate = function(state) return type(state) == "number" and state or 0 end,
    }
    check(alphabeta.search(-0.0, 0, { game = game }))
    for _, maximize in ipairs({ true, false }) do
      for _, zero in ipairs({ 0, -0.0 }) do
        local options = { game = game, maximize = maximize, multipv = "all" }
        check(alphabeta.search({ { zero, zero }, { zero } }, 2, options))
        check(alphabeta.search({ zero }, 1, { game = game, view = "mover" }))
        check(alphabeta.search({ { zero }, { zero } }, { nodes = 4 }, { game = game, maximize = maximize }))
      end
    end
    check(alphabeta.search(heap(8), { nodes = 300 }, { game = nim, algorithm = "uct", multipv = "all" }))
    local shared = wrap.replace(nim, { result = function() return { 0, -0.0 } end })
    check(alphabeta.search(heap(2), 2, { game = shared, algorithm = "maxn" }))
  end)
end)

describe("On random games with a result,", on_random_games(it, effort.seeds(900, 5000), {
  {
    "it is asked for where the game is over, at the root and at the horizon, too, and nowhere else",
    "whole", { traits = { result = true } },
  },
  -- Cause: an unfinished state is worth 0, and a search to depth 1 ended as if the game were lost.
  {
    "a bound of the values proves nothing if unfinished states have it, too", "whole", {
      omit = "noisy pass reductions repetition bounds max_player",
      traits = { result = true, without_evaluate = true, view = "max" },
      shape = { values = { 0 }, ends = { 0, 1, 2, 4 }, selfish = true, players = 2 },
      options = { value_min = 0, view = "max", deepening = true },
    },
  },
  -- Cause: a search below five plies did not deepen, so that all moves of a lost position were equal, and the first was
  -- played, although another would at least have stopped the threat that wins at once.
  {
    "of equally good moves, without `win`, the one is played that wins sooner or loses later", "distance", {
      omit = "noisy pass reductions repetition bounds", players = { 2 },
      traits = { result = true, player = true, iterator = false },
      shape = { skip = 0, back = 0, values = { 0, 0.9, -0.5, 0.3, -0.8 }, ends = { 1, -1, 1, -1, 0 } },
    }, more = 100,
  },
}))

it("A game that is lost by all moves is lost late: a threat that wins at once is blocked", function()
  local game = wrap.replace(small_games.by_result(connect4, function(state, me)
    return state.winner == 0 and 0 or state.winner == me and 100 or -100
  end), { is_over = connect4.is_over })
  for _, line in ipairs { "4231163447422", "4746125126232", "721163617423" } do
    local state = connect4.new()
    for column in line:gmatch "%d" do connect4.make(state, tonumber(column)) end
    for depth = 2, 6 do
      local column, value = alphabeta.search(state, depth, { game = game })
      connect4.make(state, column)
      local _, reply = alphabeta.search(state, 1, { game = game })
      connect4.unmake(state, column)
      assert.is_true(reply < 100 and (value == -100 or depth < 4), line)
    end
  end
end)

-- Without evaluate --------------------------------------------------------------------------------------------------

describe("A game without evaluate", function()
  it("is worth the middle of value_min and value_max, where both are said, else 0 or what is next to it", function()
    for _, row in ipairs {
      {nil, nil, 0}, {-1, 1, 0}, {0, 1, 0.5}, {2, 10, 6}, {nil, 9, 0}, {nil, -3, -3}, {4, nil, 4}, {-8, nil, 0},
      {-1e308, 1.5e308, 0.25e308},
    } do
      local game = wrap.replace(nim, {result = function() return row[3] end})
      game.value_min, game.value_max = row[1], row[2]
      for depth, algorithm in ipairs {"pvs", "minimax"} do
        assert.equal(row[3], (select(2, alphabeta.search(heap(9), depth, {game = game, algorithm = algorithm}))))
      end
    end
  end)

  it("leaves open in a drawing what is worth what was pruned and goes on", function()
    for _, more in ipairs {{}, {value_min = 0, value_max = 1}} do
      local game = wrap.replace(nim, more)
      game.result = function(state, me) return state.turn == me and (more.value_min or -1) or 1 end
      local recorder, _, value = drawing.search(heap(6), 3, {
        game = game, algorithm = "alphabeta", without = {"mobility"},
      })
      local is_open = false
      local function walk(node)
        if node.is_pruned and node.kind == "leaf" then is_open = is_open or node.value == nil end
        for _, child in ipairs(node.children) do walk(child) end
      end
      walk(recorder:root())
      assert.same({1, true}, {value, is_open})
    end
  end)
end)

describe("In max^n, a game without evaluate", function()
  it("is worth the same to each player where it goes on: 0, or what is next to it within the limits", function()
    for seed in share.of(1, 300) do
      local trial = random_trial.new(seed, {
        payoffs = true, players = {2, 3, 4}, chance = {false, 0.3}, omit = "value_sum",
        traits = {result = true, is_over = true},
      })
      local options, random, payoffs = trial.options, trial.random, {}
      options.value_sum, options.value_min, options.value_max = nil, nil, nil
      for name, limit in pairs(random:pick {
        {}, {value_min = 0}, {value_max = 9}, {value_min = 2, value_max = 9}, {value_min = -2, value_max = -1},
      }) do options[name] = limit end
      local worth = math.max(options.value_min or -math.huge, math.min(0, options.value_max or math.huge))
      for _, player in ipairs(trial.graph.players) do payoffs[player] = worth end
      -- No payoff lies outside of the limits.
      local result = trial.game.result
      local function limited(...)
        local given, own = result(...), {}
        for player, payoff in pairs(given) do
          own[player] = math.max(options.value_min or payoff, math.min(payoff, options.value_max or payoff))
        end
        return own
      end
      local without = wrap.replace(trial.game, {result = limited})
      without.evaluate, without.evaluate_move = nil, nil
      local with = wrap.replace(without, {evaluate = function() return payoffs end})
      local _, expected = alphabeta.search(trial:state(), trial.limits, trial:with {game = with})
      local _, value, info = alphabeta.search(trial:state(), trial.limits, trial:with {game = without})
      local me = trial.graph.players[trial.graph.root.turn]
      trial:check(value[me] == expected[me] and info.depth >= 0, "the value %s, not %s", expected[me], value[me])
      for player, payoff in pairs(value) do trial:check(expected[player] == payoff, "the payoffs of all players") end
    end
  end)
end)
