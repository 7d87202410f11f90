-- What a finished game is worth: `result` in place of `evaluate`, wherever the search meets the end.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local message_of = require "spec.support.message_of"
local on_random_games = require "spec.support.on_random_games"
local small_games = require "spec.support.small_games"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

-- The player to move in a leaf below the root has lost; what the others are worth is a guess.
local MATE = { { 7, value = 9 }, { value = 3, result = 100, over = true } }
local BOTH = { result = true, is_over = true }

-- The name of the best move, the value and the info.
local function search(style, list, depth, traits, options)
  local game = tree.game(style, traits)
  local settings = { game = game, view = traits.view }
  for name, value in pairs(options or {}) do settings[name] = value end
  local best, value, info = alphabeta.search(tree.state(style, tree.from(list)), depth, settings)
  return best and best.name, value, info
end

for _, style in ipairs(tree.STYLES) do
  describe("In the style " .. style .. ", the result of a game", function()
    it("is seen where the depth ends just there, if the game has is_over, else a ply later: a mate in one", function()
      for _, options in ipairs({ {}, { algorithm = "minimax" }, { win = 100 }, { trace = function() end } }) do
        for depth, traits in ipairs({ BOTH, { result = true } }) do
          local best, value, info = search(style, MATE, depth, traits, options)
          assert.same({ "2", options.win and 99 or 100 }, { best, value })
          assert.equal(options.win and 1 or nil, info.win_in)
        end
      end
      for _, traits in ipairs({ {}, { result = true } }) do
        local best, value = search(style, MATE, 1, traits)
        assert.same({ "1", 9 }, { best, value })
      end
    end)

    it("is that of the root, too, also at depth 0", function()
      for _, row in ipairs({
        { { value = 1, result = 5 }, 3, 5, "over", 1 }, { { value = 1, result = 5 }, 0, 5, "over", 0 },
        { { 1, value = 8, result = 5 }, 0, 8, "depth", 0 },
      }) do
        local best, value, info = search(style, row[1], row[2], { result = true })
        assert.is_nil(best)
        assert.same({ row[3], row[4], row[5] }, { value, info.reason, info.depth })
      end
    end)

    it("must be a number", function()
      local game = tree.game(style, {})
      for answer, words in pairs({ [true] = "boolean", ["no"] = "'no'", [{}] = "table" }) do
        game.result = function() return answer end
        assert.equal("alphabeta: callback 'result' at ply 1: expected a number, got " .. words,
          message_of(alphabeta.search, tree.state(style, tree.from({ 3 })), 2, { game = game }))
      end
    end)
  end)
end

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

  it("is found out from the first that an iterator returns", function()
    local drawn = 0
    local game = {
      moves = function(state)
        local left = #state < 1 and 2 or #state < 2 and 1 or 0
        return function()
          drawn = drawn + 1
          left = left - 1
          return left >= 0 and "m" .. left or nil
        end
      end,
      play = function(state, move) return state .. (move == "m1" and "m" or "mm") end,
      result = function() return 3 end,
    }
    local best, value, info = alphabeta.search("", 1, {
      game = game, algorithm = "minimax", without = { "current_result" },
    })
    assert.same({ "m0", 3, "depth" }, { best, value, info.reason })
    assert.equal(3 + 1 + 1, drawn) -- all of the root's, and one at each leaf
  end)

  it("does not end the game at a chance node: a game goes on there", function()
    local game = {
      moves = function(state) return state == "root" and { "roll", "end" } or nil end,
      chances = function(state) return state == "roll" and { { probability = 1, outcome = "end" } } or nil end,
      play = function(_, move) return move end,
      result = function() return 2 end,
    }
    local best, value, info = alphabeta.search("root", 1, { game = game })
    assert.same({ "end", 2, "depth" }, { best, value, info.reason })
    local wrong = setmetatable({}, { __index = game })
    function wrong.chances(state) return state == "roll" and 1 or nil end
    assert.equal("alphabeta: callback 'chances' at ply 1: expected an array or nil, got 1",
      message_of(alphabeta.search, "root", 1, { game = wrong }))
  end)
end)

it("In max^n, a result is a table of payoffs, or an error", function()
  local root, game = tree.from({ turn = 1, { turn = 2 }, { turn = 2 } }), tree.game("children", { player = true })
  game.evaluate = nil
  function game.result(state) return state.node.name == "1" and { 1, 2, 3 } or { 2, 1, 0 } end
  for depth = 1, 2 do
    local best, value = alphabeta.search(root, depth, { game = game, algorithm = "maxn" })
    assert.same({ "2", { 2, 1, 0 } }, { best.name, value })
  end
  function game.result() return 1 end
  assert.equal("alphabeta: callback 'result' at ply 1: expected a table from player to number with algorithm 'maxn', "
    .. "got 1", message_of(alphabeta.search, root, 2, { game = game, algorithm = "maxn" }))
end)

it("A drawing values what was pruned by the result of the game that is over there", function()
  local root = tree.from({ { 3, 5 }, { 2, { value = 9, result = 7, over = true } } })
  local picture = require("alphabeta.tree").search(root, 2, { game = tree.game("children", BOTH) })
  local pruned = picture:root().children[2].children[2]
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
    for _, maximize in ipairs({ true, false }) do
      for _, zero in ipairs({ 0, -0.0 }) do
        local options = { game = game, maximize = maximize, multipv = "all" }
        check(alphabeta.search({ { zero, zero }, { zero } }, 2, options))
        check(alphabeta.search({ { zero }, { zero } }, { nodes = 4 }, { game = game, maximize = maximize }))
      end
    end
    local nim = small_games.by_result(small_games.NIM.copying, small_games.worth)
    local state = { heap = 8, turn = 1 }
    check(alphabeta.search(state, { nodes = 300 }, { game = nim, algorithm = "uct", multipv = "all" }))
    nim.result = function() return { 0, -0.0 } end
    check(alphabeta.search({ heap = 2, turn = 1 }, 2, { game = nim, algorithm = "maxn" }))
  end)
end)

describe("A bound of the values", function()
  -- Two players take the coins at either end of a row. `result` is what a player has taken.
  local COINS = {3, 1, 5, 2, 7, 2}
  local coins = {
    moves = function(state) return state.first <= state.last and {"first", "last"} or {} end,
    play = function(state, move)
      local after = {first = state.first, last = state.last, turn = 3 - state.turn, state[1], state[2]}
      after[move] = state[move] + (move == "first" and 1 or -1)
      after[state.turn] = state[state.turn] + COINS[state[move]]
      return after
    end,
    player = function(state) return state.turn end,
    result = function(state, me) return state.first > state.last and state[me] or nil end,
  }

  -- Cause: an unfinished state is worth 0, and a search to depth 1 ended as if the game were lost.
  it("proves nothing if unfinished states have it, too", function()
    local state = {first = 1, last = 6, turn = 1, 0, 0}
    local limits = {depth = 10, deepening = true}
    local best, value = alphabeta.search(state, limits, {game = coins})
    for _, own in ipairs {{value_min = 0}, {value_min = 0, value_max = 20}, {value_min = -1}} do
      own.game = coins
      local again, same, info = alphabeta.search(state, limits, own)
      assert.are.same({best, value, "solved", 6}, {again, same, info.reason, info.depth})
    end
    local costs = setmetatable({result = function(at, me)
      local points = coins.result(at, me)
      return points and points - 20
    end}, {__index = coins})
    local _, cost, info = alphabeta.search(state, limits, {game = costs, value_max = 0})
    assert.are.same({value - 20, 6}, {cost, info.depth})
  end)
end)

-- Cause: a search below five plies did not deepen, so that all moves of a lost position were equal, and the first was
-- played, although another would at least have stopped the threat that wins at once.
describe("On random games with result and without win,", on_random_games(it, effort.seeds(300, 2000), {
  { "of equally good moves, the one is played that wins sooner or loses later", "distance", more = 100 },
}, {
  omit = "noisy pass reductions repetition bounds", traits = { result = true, player = true, iterator = false },
  players = { 2 },
  shape = { skip = 0, back = 0, values = { 0, 0.9, -0.5, 0.3, -0.8 }, ends = { 1, -1, 1, -1, 0 } },
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
