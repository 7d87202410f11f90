-- Playing below one's strength: `level`. That each level beats the one below is measured by bench/levels.lua.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local failure = require "spec.support.failure"
local lifetime = require "spec.support.lifetime"
local random_trial = require "spec.support.trial"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"
local CAN_YIELD = require "spec.support.can_yield"

local LEVELS = 10
local WIN = 100

-- How often each move of a root is played in many searches, whose children are numbers or lists, by name.
local function plays(list, options, count)
  options.game = tree.game("children")
  local ai = alphabeta.new(nil, options)
  local played = {}
  for _ = 1, count or 300 do
    local name = (ai:search(tree.from(list), { depth = options.depth or 2 })).name
    played[name] = (played[name] or 0) + 1
  end
  return played
end

describe("A level", function()
  it("plays sensible moves, and reports the one it plays", function()
    local seeds = effort.seeds(50, 1500)
    for seed = seeds.first, seeds.last do
      local trial = random_trial.wide(seed)
      local options, random = trial.options, trial.random
      options.level, options.seed = random:int(1, LEVELS), random:int(-9, 9)
      options.without = nil
      random_trial.fit(options, options.game)
      local state = trial:state()
      local best, value, info = alphabeta.search(state, trial.depth, options)
      trial:note(info)
      local truth = trial:truth(info.depth)
      assert(trial:is_same(state), trial:describe())
      assert(#info.scores == #trial:moves(), trial:describe())
      local wins, others = {}, {}
      for _, score in ipairs(info.scores) do
        assert(score.bound == "exact" and score.value == truth.values[score.move], trial:describe())
        local win_in = score.win_in or 0
        wins[#wins + 1] = win_in == 1 and score.move or nil
        others[#others + 1] = win_in ~= -1 and win_in ~= -2 and score.move or nil
        if score.move == best then
          assert(score.value == value and score.win_in == info.win_in and #score.pv == #info.pv, trial:describe())
        end
      end
      assert(best == info.pv[1], trial:describe())
      for _, sensible in ipairs({ others, wins }) do
        local is_sensible = #sensible == 0
        for _, move in ipairs(sensible) do is_sensible = is_sensible or move == best end
        assert(is_sensible, trial:describe())
      end
      if options.level == LEVELS then assert(#trial:moves() == 0 or truth.optimal[best], trial:describe()) end
      assert(alphabeta.search(trial:state(), trial.depth, options) == best, trial:describe())
    end
  end)

  it("is worse the lower it is", function()
    local before = 0
    for level = 1, LEVELS do
      local played = plays({ 1, 5, 3, 2, 4 }, { level = level }, 2000)
      assert.is_true((played["2"] or 0) >= before, level .. ": " .. (played["2"] or 0))
      before = played["2"]
    end
    assert.equal(2000, before)
    assert.is_true(plays({ 1, 5, 3, 2, 4 }, { level = 1 }, 2000)["1"] > 300)
  end)

  it("chooses moves by how much worse they are, whatever the unit", function()
    -- The middle move is worse by 2, and so is the spread: weights exp(0), exp(-1 / t), exp(-2 / t).
    local expected
    for _, unit in ipairs({ 1, 1e-300, 2 ^ 900, 0.25 }) do
      local played = plays({ 3 * unit, 2 * unit, 1 * unit, 1 * unit }, { level = 4 }, 1000)
      expected = expected or played
      assert.same(expected, played)
    end
    assert.is_true(expected["1"] > expected["2"] and expected["2"] > expected["3"])
    local ratio = expected["2"] / expected["1"]
    assert.is_true(ratio > 0.3 and ratio < 0.6, ratio)
  end)

  -- Cause: the weights of many worse moves added up, so one good move among forty was played as rarely as any of them.
  it("finds one good move among forty as often as among eight", function()
    local function of(count, best)
      local list = {}
      for i = 1, count do list[i] = i <= best and 1 or 0 end
      return list
    end
    for _, level in ipairs({ 5, 7 }) do
      local few, many = plays(of(8, 1), { level = level })["1"], plays(of(40, 1), { level = level })["1"]
      assert.is_true(math.abs(few - many) < 45, ("level %d: %d, %d"):format(level, few, many))
    end
    -- Where more moves are good, they are as likely as each other, and not much likelier than the others at level 1.
    local played, good = plays(of(40, 4), { level = 1 }, 600), 0
    for i = 1, 4 do
      assert.is_true(played[tostring(i)] > 7)
      good = good + played[tostring(i)]
    end
    assert.is_true(good > 55 and good < 120, good)
  end)

  it("minds the least and the greatest values there are", function()
    local MOST = 1.7976931348623157e308
    local played = plays({ MOST, -MOST, 0, math.huge, -math.huge }, { level = 1 })
    for move = 1, 5 do assert.is_true(played[tostring(move)] > 20) end
    assert.is_true(plays({ 0, 5e-324, 0 }, { level = 8 })["2"] == 300)
    for level = 1, LEVELS - 1 do
      played = plays({ 1, 1, 1 }, { level = level })
      assert.is_true(played["1"] > 60 and played["2"] > 60 and played["3"] > 60)
    end
  end)

  it("takes a win in one, and leaves no win in one, at every level", function()
    for level = 1, LEVELS do
      assert.same({ ["2"] = 50 }, plays({ 0, WIN, 5, { { WIN } } }, { level = level, win = WIN }, 50))
      local played = plays({ { 0, -WIN }, { 1, 2 }, -WIN, { 3 } }, { level = level, win = WIN }, 50)
      assert.is_nil(played["1"])
      assert.is_nil(played["3"])
      played = plays({ { 0, -WIN }, { -WIN } }, { level = level, win = WIN }, 50)
      assert.equal(50, (played["1"] or 0) + (played["2"] or 0))
    end
  end)

  it("does not let games that are decided drown the differences of the others", function()
    local far = plays({ { { -WIN } }, 3, 2, 1 }, { level = 7, win = WIN, depth = 3 }, 500)
    assert.is_true(far["2"] > far["3"] * 3)
    assert.is_true((far["1"] or 0) < (far["4"] or 0) + 5)
  end)

  it("looks to its depth at most, which may be all that limits it", function()
    local before = 0
    for level = 1, LEVELS do
      local _, _, info = alphabeta.search(connect4.new(4, 4), nil, { game = connect4, level = level })
      assert.is_true(info.depth >= before)
      before = info.depth
      local _, _, shallow = alphabeta.search(connect4.new(), 1, { game = connect4, level = level })
      assert.equal(1, shallow.depth)
    end
    assert.is_true(before >= 8)
  end)

  it("looks at so many nodes at most, unless it must not deepen", function()
    local wide = {
      moves = function(ply)
        local list = {}
        for move = 1, ply < 20 and 60 or 0 do list[move] = move end
        return list
      end,
      play = function(ply) return ply + 1 end,
      evaluate = function(ply) return ply % 7 end,
    }
    local _, _, info = alphabeta.search(0, nil, { game = wide, level = 3, algorithm = "minimax" })
    assert.equal("nodes", info.reason)
    assert.is_true(info.nodes <= 10000 and info.depth >= 2)
    _, _, info = alphabeta.search(0, nil, { game = wide, level = 3, deepening = false })
    assert.equal(4, info.depth)
  end)

  it("sees what the opponent can answer, however wide the game is", function()
    -- 150 moves, and as many answers; after each move but number 150, some answer wins the game for the opponent.
    local game = {
      moves = function(state)
        local moves = {}
        for move = 1, #state < 2 and 150 or 0 do moves[move] = move end
        return moves
      end,
      make = function(state, move) state[#state + 1] = move end,
      unmake = function(state) state[#state] = nil end,
      evaluate = function(state) return #state == 2 and state[1] ~= 150 and state[2] == 150 and -WIN or 0 end,
    }
    for seed = 1, 3 do
      local best, _, info = alphabeta.search({}, nil, {game = game, win = WIN, level = 1, seed = seed, table = 0})
      assert.equal(150, best)
      assert.equal(2, info.depth)
      assert.is_true(info.nodes > 10000)
    end
  end)

  it("may be given for each search", function()
    local ai = alphabeta.new(connect4, { level = 1, win = connect4.WIN })
    local _, _, info = ai:search(connect4.new(4, 4), { level = 8 })
    assert.equal(6, info.depth)
    _, _, info = ai:search(connect4.new())
    assert.equal(4, info.depth)
  end)

  it("can be repeated with the same seed, in slices too", function()
    local function game_of(seed, level, slice)
      local ai = alphabeta.new(connect4, { level = level, seed = seed, win = connect4.WIN })
      local state, columns = connect4.new(), {}
      for i = 1, 10 do
        local column
        if slice then
          column = slices.search(ai, state, nil, slice)
        else
          column = ai:search(state)
        end
        columns[i] = column
        connect4.make(state, column)
      end
      return table.concat(columns)
    end
    assert.equal(game_of(1, 2), game_of(1, 2))
    assert.equal(game_of(1, 2), game_of(1, 2, { nodes = 50 }))
    assert.not_equal(game_of(1, 2), game_of(2, 2))
    assert.not_equal(game_of(1, 1), game_of(1, 5))
  end)

  it("plays the move that it reports when it is stopped early", function()
    local ai = alphabeta.new(connect4, { level = 9, win = connect4.WIN })
    ai:start(connect4.new())
    ai:step({ nodes = 200 })
    ai:stop()
    local best, value, info = ai:best()
    assert.equal(best, info.pv[1])
    for _, score in ipairs(info.scores) do
      if score.move == best then assert.equal(score.value, value) end
    end
  end)

  it("chooses one of the ties at random at level 10, if set", function()
    assert.same({ ["2"] = 300 }, plays({ 1, 2, 2, 0 }, { level = LEVELS, ties = true }))
    local played = plays({ 1, 2, 2, 0 }, { level = LEVELS, ties = "random" })
    assert.is_true(played["2"] > 100 and played["3"] > 100 and played["2"] + played["3"] == 300)
  end)

  local EXPECTED = "expected an integer from 1 to 10, or a function, got "
  for _, row in ipairs({ { 0, "0" }, { 11, "11" }, { 2.5, "2.5" }, { "hard", "'hard'" }, { true, "boolean" } }) do
    it("is not " .. row[2], function()
      assert.matches("alphabeta.new: option 'level': " .. EXPECTED .. row[2],
        failure(alphabeta.new, connect4, { level = row[1] }), 1, true)
      local ai = alphabeta.new(connect4)
      assert.matches("searcher:search: option 'level': " .. EXPECTED .. row[2],
        failure(ai.search, ai, connect4.new(), { level = row[1] }), 1, true)
    end)
  end

  it("does not go with MTD(f)", function()
    assert.matches("option 'level' needs algorithm 'alphabeta', 'pvs', 'minimax', 'maxn' or 'uct', got 'mtdf'",
      failure(alphabeta.search, connect4.new(), nil, { game = connect4, level = 1, algorithm = "mtdf" }), 1, true)
  end)
end)

-- Games that have only `result`: the search chooses Monte Carlo tree search, and knows ends without `win`.
describe("A level by playouts", function()
  local ROWS = require("alphabeta.front.option_table").LEVELS
  local rules = wrap.replace(connect4, {result = connect4.outcome})
  rules.evaluate = nil

  -- The move at a position of connect four, which columns lead to, and info.
  local function search(columns, options)
    local state = connect4.new()
    for column in columns:gmatch "%d" do connect4.make(state, tonumber(column)) end
    options.game = rules
    local best, _, info = alphabeta.search(state, nil, options)
    assert.equal("uct", info.techniques[1])
    return best, info
  end

  it("plays so many games, more of them the higher it is", function()
    local before = 0
    for level = 1, LEVELS do
      local playouts = ROWS[level][4]
      assert.is_true(playouts > before)
      if level < 5 then
        local _, info = search("", {level = level})
        assert.equal(playouts, info.nodes)
      end
      before = playouts
    end
  end)

  it("takes a win in one, and lets the other player never win at once", function()
    for level = 1, LEVELS - 3, 3 do
      for seed = 1, 2 do
        assert.equal(4, (search("41424", {level = level, seed = seed})))
        assert.equal(4, (search("414242", {level = level, seed = seed})))
      end
    end
  end)

  -- Cause: no level counted moves as first, so level 10 was weaker than the same time without a level.
  it("grows the tree of a search without a level at level 10, and a broader one below, to compare all moves", function()
    local function visits(options)
      local ai, counts = alphabeta.new(rules, options), {}
      ai:start(connect4.new(), {time = 1e6, multipv = not options.level and "all" or nil})
      repeat
        ai:step {nodes = 200}
        local _, _, info = ai:best()
      until info and info.nodes >= 600
      ai:stop()
      local _, _, info = ai:best()
      for _, score in ipairs(info.scores) do counts[score.move] = score.visits end
      return counts
    end
    -- The first random games, which find out about the game, are more without a limit of nodes, and stay in the tree.
    local function most(options)
      local own, sum = 0, 0
      for _, count in pairs(visits(options)) do own, sum = math.max(own, count), sum + count end
      return own / sum
    end
    assert.is_true(most {} > most {level = LEVELS - 1} and most {level = LEVELS} > most {level = LEVELS - 1})
  end)
end)

describe("A function as level", function()
  local ROOT = { 1, { 5, -WIN }, 3, 4 }

  local function options_of(level) return { game = tree.game("children"), win = WIN, level = level } end

  it("gets the sensible moves, the best first, and chooses one", function()
    for choice = 1, 3 do
      local calls = 0
      local best, value, info = alphabeta.search(tree.from(ROOT), 2, options_of(function(scores, ...)
        calls = calls + 1
        local names = {}
        for i, score in ipairs(scores) do
          names[i] = score.move.name
          assert.same({ score.move.name, "exact" }, { score.pv[1].name, score.bound })
        end
        assert.same({ "4", "3", "1" }, names)
        assert.equal(1, select("#", ...))
        return choice
      end))
      assert.equal(1, calls)
      assert.same({ ({ "4", "3", "1" })[choice], ({ 4, 3, 1 })[choice] }, { best.name, value })
      assert.equal(best, info.pv[1])
      assert.equal(4, #info.scores)
    end
  end)

  it("gets random numbers that are the same each time", function()
    local function draw(seed)
      local drawn = {}
      local options = options_of(function(_, random)
        for i = 1, 1000 do drawn[i] = random() end
        return 1
      end)
      options.seed = seed
      alphabeta.search(tree.from(ROOT), 2, options)
      return drawn
    end
    local drawn, sum, seen = draw(1), 0, {}
    for _, number in ipairs(drawn) do
      assert.is_true(number >= 0 and number < 1 and not seen[number])
      seen[number] = true
      sum = sum + number
    end
    assert.is_true(sum > 450 and sum < 550)
    assert.same(drawn, draw(1))
    assert.not_equal(drawn[1], draw(2)[1])
  end)

  it("gets a win in one alone", function()
    alphabeta.search(tree.from({ 0, WIN, WIN + 5 }), 1, options_of(function(scores)
      assert.equal(2, #scores)
      return 2
    end))
  end)

  it("must return the place of a move", function()
    for _, row in ipairs({
      { 0, "0" }, { 4, "4" }, { 1.5, "1.5" }, { "1", "'1'" }, { nil, "nil" }, { 0 / 0, "NaN" },
    }) do
      local ai = alphabeta.new(nil, options_of(function() return row[1] end))
      local message = failure(ai.search, ai, tree.from(ROOT), 2)
      assert.matches("callback 'level' at ply 0: expected an integer from 1 to 3, got " .. row[2], message, 1, true)
      assert.equal("4", (ai:search(tree.from(ROOT), { depth = 2, level = LEVELS })).name)
    end
  end)

  it("that fails leaves the state as it was, and the searcher usable", function()
    for _, style in ipairs(tree.STYLES) do
      local root = tree.from(ROOT)
      local state = tree.state(style, root)
      local ai = alphabeta.new(tree.game(style), { win = WIN, level = function() error("no idea") end })
      local message = failure(ai.search, ai, state, 2)
      assert.matches("no idea\n\t%(alphabeta: in callback 'level' at ply 0%)", message)
      assert.equal(root, state.node)
      assert.equal("4", (ai:search(state, { depth = 2, level = LEVELS })).name)
      ai:start(state, 2)
      assert.matches("no idea", failure(slices.finish, ai, { nodes = 1 }))
      assert.is_false(ai:thinking())
      local thrown = {}
      assert.equal(thrown, failure(ai.search, ai, state, { depth = 2, level = function() error(thrown) end }))
    end
  end)

  it("is asked once in a search by slices, at its end", function()
    local calls = 0
    local ai = alphabeta.new(connect4, { level = function(scores)
      calls = calls + 1
      return #scores
    end })
    ai:start(connect4.new(), { depth = 4 })
    slices.finish(ai, { nodes = 20 }, function()
      ai:best()
      assert.equal(0, calls)
    end)
    local _, _, info = ai:best()
    assert.equal((ai:best()), info.scores[#info.scores].move)
    ai:stop()
    assert.equal(1, calls)
  end)

  it("is asked when the search is stopped, if there is a depth that is whole", function()
    local calls = 0
    local function last(scores)
      calls = calls + 1
      return #scores
    end
    local ai = alphabeta.new(connect4, { level = last })
    ai:start(connect4.new(), { depth = 20, time = 1e6 })
    ai:step({ nodes = 1000 })
    ai:stop()
    local best, _, info = ai:best()
    assert.equal(1, calls)
    assert.equal(best, info.scores[#info.scores].move)
    ai:start(connect4.new(), { depth = 20, time = 1e6 })
    ai:step(0)
    ai:stop()
    assert.equal(1, calls)
    assert.is_nil((ai:best()))
    ai:start(connect4.new(), { depth = 20, time = 1e6, level = function() error("no idea") end })
    ai:step({ nodes = 1000 })
    assert.matches("no idea\n\t%(alphabeta: in callback 'level'", failure(ai.stop, ai))
    assert.is_false(ai:thinking())
    assert.is_truthy((ai:best()))
    ai:start(connect4.new(), { depth = 20, time = 1e6, level = function()
      ai:stop()
      assert.matches("searcher:search: already searching", failure(ai.search, ai, connect4.new(), 2))
      return 1
    end })
    ai:step({ nodes = 1000 })
    ai:stop()
    assert.is_false(ai:thinking())
  end)

  it("is not asked where there is nothing to choose", function()
    local function never() error("asked") end
    for _, state in ipairs({ tree.from({ 1 }), tree.from(7) }) do
      local options = { game = tree.game("children"), level = never }
      assert.is_nil((alphabeta.search(state, state.children and 0 or 3, options)))
    end
    assert.matches("limit 'depth': expected a depth", failure(alphabeta.search, tree.from(ROOT), nil,
      { game = tree.game("children"), level = never }))
  end)

  it("may yield where Lua lets it", function()
    if not CAN_YIELD then return end
    local ai = alphabeta.new(nil, options_of(function() return coroutine.yield("which?") end))
    local thread = coroutine.create(ai.search)
    local _, asked = coroutine.resume(thread, ai, tree.from(ROOT), 2)
    assert.equal("which?", asked)
    local _, best = coroutine.resume(thread, 3)
    assert.equal("1", best.name)
  end)

  it("is let go with the searcher", function()
    assert.is_true(lifetime.is_gone(lifetime.aside(function()
      local ai
      local function level() return ai and 1 end
      ai = alphabeta.new(nil, options_of(level))
      ai:search(tree.from(ROOT), 2)
      return lifetime.watch(level)
    end)))
  end)

  it("works with moves made, copied and from an iterator", function()
    for _, style in ipairs(tree.STYLES) do
      local root = tree.from(ROOT)
      local game = wrap.replace(tree.game(style), {})
      local options = wrap.replace(options_of(function() return 2 end), { game = game })
      local best = alphabeta.search(tree.state(style, root), 2, options)
      assert.equal("3", best.name)
    end
  end)
end)
