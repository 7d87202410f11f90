-- Games with `result` and without `evaluate`: a state where the game goes on is worth the middle of what is possible,
-- but for mobility, see mobility_spec.lua.

local alphabeta = require "alphabeta"
local neutral_value = require "alphabeta.common.neutral_value"
local effort = require "spec.support.effort"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

-- Nim: who takes the last match wins.
local function nim(style)
  local game = wrap.replace(small_games.NIM[style or "in place"], {
    result = function(state, me) return state.turn == me and -1 or 1 end,
  })
  game.evaluate = nil
  return game
end

local function heap(count) return {heap = count, turn = 1} end

-- What a search has found, without what differs from one run to the next.
local function found(...)
  local _, value, info = alphabeta.search(...)
  return {value, info.nodes}
end

describe("A game without evaluate", function()
  it("is searched like one whose evaluate returns the middle, on random games", function()
    local count = 0
    for seed in share.of(12, effort.seeds(2400, 6000), 12) do
      local trial = random_trial.any(seed, {
        payoffs = false, traits = { result = true, without_evaluate = true, is_over = true },
      })
      assert.is_nil(trial.game.evaluate)
      local middle = neutral_value(false, trial.options.value_min, trial.options.value_max)
      local with = wrap.replace(trial.game, {evaluate = function() return middle end})
      with.evaluate_move = nil -- it says what the states of the random game are worth
      trial.options.without = {"mobility"}
      local ai, other = alphabeta.new(nil, trial.options), alphabeta.new(nil, trial:with {game = with})
      for _ = 1, 2 do -- without is_over, evaluate values the end at the horizon
        local _, value, info = ai:search(trial:state(), trial.limits)
        local _, expected, of_other = other:search(trial:state(), trial.limits)
        assert.equal(expected, value, trial:describe())
        assert.equal(of_other.nodes, info.nodes, trial:describe())
        count = count + 1
      end
    end
    assert.is_true(count >= 10 and share.seen(count >= 80))
  end)

  it("is searched in slices, and in time", function()
    for _, style in ipairs {"in place", "copying", "children"} do
      local game = wrap.replace(nim(style), {is_over = function(state) return state.heap == 0 end})
      local expected = found(heap(13), 8, {game = game, deepening = true})
      local ai, state = alphabeta.new(game, {deepening = true}), heap(13)
      ai:start(state, {depth = 8})
      repeat assert.same(heap(13), state) until ai:step {nodes = 3}
      local _, value, info = ai:best()
      assert.same(expected, {value, info.nodes})
      assert.equal(expected[1], select(2, alphabeta.search(heap(13), {depth = 8, time = 100}, {game = game})))
      local best = alphabeta.search(heap(60), {time = 0.01}, {game = game})
      assert.is_truthy(best)
    end
  end)

  it("is worth the middle of value_min and value_max, where both are said, else 0 or what is next to it", function()
    for _, row in ipairs {
      {nil, nil, 0}, {-1, 1, 0}, {0, 1, 0.5}, {2, 10, 6}, {nil, 9, 0}, {nil, -3, -3}, {4, nil, 4}, {-8, nil, 0},
      {-1e308, 1.5e308, 0.25e308},
    } do
      local game = nim "copying"
      game.result = function() return row[3] end
      game.value_min, game.value_max = row[1], row[2]
      assert.equal(row[3], (select(2, alphabeta.search(heap(9), 1, {game = game}))))
      assert.equal(row[3], (select(2, alphabeta.search(heap(9), 2, {game = game, algorithm = "minimax"}))))
    end
    local game = wrap.replace(nim "in place", {value_min = 0, value_max = 1})
    game.result = function(state, me) return state.turn == me and 0 or 1 end
    assert.equal(0.5, (select(2, alphabeta.search(heap(9), 2, {game = game}))))
    assert.equal(1, (select(2, alphabeta.search(heap(9), 9, {game = game}))))
  end)

  it("is refused without result, but by perft", function()
    local game = nim "copying"
    game.result = nil
    assert.error_matches(function() alphabeta.search(heap(3), 2, {game = game}) end,
      "alphabeta.search: callback 'evaluate': expected a function, or 'result' in its place, got nil", 1, true)
    assert.equal(4, alphabeta.perft(heap(3), 3, {game = game}) + 3)
  end)
end)

-- A race of three players: each throws in turn, if there is `luck`, and who comes first to the end has 1, the others 0.
local function race(has_chance, more)
  return wrap.replace({
    moves = function(state)
      for player = 1, 3 do
        if state[player] <= 0 then return nil end
      end
      return {1, 2}
    end,
    chances = has_chance and function(state)
      if not state.throws then return nil end
      return {{probability = 0.25, outcome = 0}, {probability = 0.75, outcome = 1}}
    end or nil,
    play = function(state, steps)
      local after = {state[1], state[2], state[3], turn = state.turn, throws = has_chance and not state.throws}
      after[state.turn] = after[state.turn] - steps
      if not after.throws then after.turn = state.turn % 3 + 1 end
      return after
    end,
    player = function(state) return state.turn end,
    result = function(state)
      local payoffs = {}
      for player = 1, 3 do payoffs[player] = state[player] <= 0 and 1 or 0 end
      return payoffs
    end,
  }, more or {})
end

describe("In max^n, a game without evaluate", function()
  it("is worth the same to each player where it goes on, however many there are", function()
    for _, has_chance in ipairs {false, true} do
      for _, row in ipairs {
        {{}, 0}, {{value_min = 0}, 0}, {{value_min = 0, value_sum = 1}, 0}, {{value_min = -2, value_max = -1}, -1},
        {{value_min = 2, value_max = 9}, 2},
      } do
        local payoffs = {row[2], row[2], row[2]}
        local without = race(has_chance, row[1])
        if row[2] ~= 0 then without.result = function() return payoffs end end
        local with = wrap.replace(without, {
          evaluate = function() return payoffs end,
          is_over = function(state) return not without.moves(state) and not (has_chance and without.chances(state)) end,
        })
        for depth = 1, 7 do
          for seed = 1, 6 do
            local random = rng.new(seed)
            local state = {random:int(1, 4), random:int(1, 4), random:int(1, 4), turn = random:int(1, 3)}
            local options = {algorithm = "maxn", deepening = true}
            local _, expected = alphabeta.search(state, depth, wrap.replace(options, {game = with}))
            local _, value, info = alphabeta.search(state, depth, wrap.replace(options, {game = without}))
            for player, payoff in pairs(value) do assert.equal(expected[player], payoff) end
            assert.equal(expected[state.turn], value[state.turn])
            assert.is_true(info.depth >= 1)
          end
        end
      end
    end
  end)

  it("names the players that were seen where it is over nowhere", function()
    local _, value = alphabeta.search({9, 9, 9, turn = 2}, 2, {game = race(), algorithm = "maxn"})
    assert.equal(0, value[2])
  end)
end)

describe("The tools take a game without evaluate:", function()
  it("check", function()
    for _, style in ipairs {"in place", "copying"} do
      local report = alphabeta.check(nim(style), function() return heap(9) end)
      assert.is_true(report.ok, tostring(report))
      local wrong = nim(style)
      wrong.result = function(state, me) return state.turn == me and 1 or -1 end
      report = alphabeta.check(wrong, function() return heap(9) end)
      for _, finding in ipairs(report.findings) do assert.equal("result", finding.callback) end
    end
  end)

  it("match", function()
    local game = nim "copying"
    local report = alphabeta.match(alphabeta.new(game, {depth = 9}), alphabeta.new(game, {depth = 1}), {
      games = 4, state = heap(9),
    })
    assert.equal(4, report.games)
    assert.is_true(report.score >= 0.5)
  end)

  it("explain", function()
    local explained = alphabeta.explain(heap(9), 9, {game = nim "in place"})
    assert.is_truthy(tostring(explained):find("1", 1, true))
    assert.is_string(tostring(alphabeta.explain(heap(9), 2, {game = nim "in place"})))
  end)

  it("tree, which leaves open what is worth what was pruned and goes on", function()
    local tree = require "alphabeta.tree"
    for _, more in ipairs {{}, {value_min = 0, value_max = 1}} do
      local game = wrap.replace(nim "copying", more)
      game.result = function(state, me) return state.turn == me and (more.value_min or -1) or 1 end
      local recorder, _, value = tree.search(heap(6), 3, {
        game = game, algorithm = "alphabeta", without = {"mobility"},
      })
      local is_open = false
      local function walk(node)
        if node.is_pruned and node.kind == "leaf" then is_open = is_open or node.value == nil end
        for _, child in ipairs(node.children) do walk(child) end
      end
      walk(recorder:root())
      assert.equal(1, value)
      assert.is_true(is_open)
    end
  end)

  it("opponent and snapshot", function()
    local world, played = {heap = 6, turn = 1}, nil
    local game = alphabeta.snapshot {
      env = world, changes = {"heap", "turn"},
      moves = function() return nim().moves(world) end,
      play = function(_, take) world.heap, world.turn = world.heap - take, 3 - world.turn end,
      player = function() return world.turn end,
      result = function(_, me) return world.turn == me and -1 or 1 end,
    }
    local opponent = alphabeta.opponent {
      game = game, state = "the world", depth = 6, turn = function() return not played end,
      play = function(take) played = take end,
    }
    repeat until not opponent:update()
    assert.equal(2, played)
  end)
end)

-- Cause: on LuaJIT, a leaf whose time was up waited for a call of `evaluate`, which is not there.
describe("A game without `evaluate`", function()
  for _, style in ipairs {"in place", "copying", "children"} do
    it("is searched in slices that have no time, " .. style, function()
      local game = nim(style)
      for _, more in ipairs {{}, {hash = function(state) return state.heap * 2 + state.turn end}} do
        local ai = alphabeta.new(wrap.replace(game, more))
        ai:start(heap(9), 5)
        while not ai:step(0) do end
        local best = ai:best()
        assert.equal(1, style == "children" and 9 - best.heap or best)
      end
    end)
  end
end)
