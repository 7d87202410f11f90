-- A level plays below one's strength: it chooses among the sensible moves, by how much worse they are, and a function
-- as level chooses among the same by itself. A referee takes the sensible moves from the scores, which an oracle
-- confirms. That each level beats the one below is measured by bench/levels.lua.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local lifetime = require "spec.support.lifetime"
local message_of = require "spec.support.message_of"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

-- The depth, the nodes, the temperature and the playouts of each level.
local ROWS = require("alphabeta.front.option_table").LEVELS
local LEVELS, WIN = 10, 100

-- Random searches -----------------------------------------------------------------------------------------------------

-- The scores of sensible moves, in their order: those that win at once; or all but those that lose at once or by the
-- answer; or any.
local function sensible_of(scores)
  local wins, others = {}, {}
  for _, score in ipairs(scores) do
    if score.win_in == 1 then wins[#wins + 1] = score end
    if score.win_in ~= -1 and score.win_in ~= -2 then others[#others + 1] = score end
  end
  return wins[1] and wins or others[1] and others or scores
end

-- A function as level, which chooses at random. `asked` has what it was given.
local function new_function(random)
  local asked, number = {}, random:int(0, 1000)
  return function(scores, draw, ...)
    assert(type(draw) == "function" and select("#", ...) == 0)
    asked[#asked + 1] = scores
    return number % #scores + 1
  end, asked
end

-- Searches the whole of a trial, in one piece or in slices. Returns what it finds, and how often it has asked.
local function search(trial, asked, slice)
  local ai, state = alphabeta.new(nil, trial.options), trial:state()
  local best, value, info
  if slice then
    best, value, info = slices.search(ai, state, trial.depth, {nodes = slice}, function() assert(#asked == 0) end)
  else
    best, value, info = ai:search(state, trial.depth)
  end
  trial:check(trial:is_same(state), "the state as it was")
  return best, value, info
end

local function check_scores(trial, info)
  local truth = trial:truth(info.depth)
  trial:check(#info.scores == #trial:moves(), "a score for each move")
  for _, score in ipairs(info.scores) do
    trial:check(score.bound == "exact" and score.value == truth.values[score.move], "the value of each move")
  end
  return truth
end

-- The move that is played is a sensible one, and what is said of the search is said of this move.
local function check_choice(trial, best, value, info)
  local chosen
  for _, score in ipairs(sensible_of(info.scores)) do chosen = score.move == best and score or chosen end
  trial:check(chosen or #info.scores == 0, "a sensible move, not %s", best)
  trial:check(best == info.pv[1], "the move first in its line")
  if not chosen then return end
  trial:check(chosen.value == value and chosen.win_in == info.win_in and #chosen.pv == #info.pv, "what it is worth")
end

-- A function is asked once, if there is anything to choose, and gets the sensible moves in their order.
local function check_asked(trial, asked, best, info)
  local expected = sensible_of(info.scores)
  trial:check(#asked == (expected[1] and 1 or 0), "one question, not %d", #asked)
  for i, score in ipairs(expected) do
    trial:check(asked[1][i].move == score.move and asked[1][i].value == score.value, "the sensible moves")
  end
  trial:check(not asked[1] or #asked[1] == #expected and asked[1][trial.options.level(asked[1], print)].move == best,
    "the move that was chosen")
end

local seeds = effort.seeds(60, 1800)

it("A random search plays a sensible move by a level or a function, and reports the one that it plays", function()
  for seed = seeds.first, seeds.last do
    local trial, asked = random_trial.wide(seed), {}
    local options, random = trial.options, trial.random
    options.level, options.seed, options.without = random:int(1, LEVELS), random:int(-9, 9), nil
    if random:chance(0.4) then options.level, asked = new_function(random) end
    random_trial.fit(options, options.game)
    local best, value, info = search(trial, asked, random:chance(0.5) and random:int(1, 30) or nil)
    trial:note(info)
    local truth = check_scores(trial, info)
    check_choice(trial, best, value, info)
    if type(options.level) == "function" then check_asked(trial, asked, best, info) end
    if options.level == LEVELS then trial:check(#info.scores == 0 or truth.optimal[best], "the best move") end
    trial:check(alphabeta.search(trial:state(), trial.depth, options) == best, "the same move again")
  end
end)

-- How often, and how far ----------------------------------------------------------------------------------------------

-- How often each move of a root is played in many searches, whose children are numbers or lists, by name.
local function plays(list, options, count)
  options.game = tree.game("children")
  local ai = alphabeta.new(nil, options)
  local played = setmetatable({}, {__index = function() return 0 end})
  for _ = 1, count or 300 do
    local name = (ai:search(tree.from(list), {depth = options.depth or 2})).name
    played[name] = played[name] + 1
  end
  return played
end

-- The weights of moves by their values at a temperature, and their sum. A value that is worse by the distance of the
-- middle one has the weight exp(-1 / temperature). If there are more than seven others for each of the best moves, the
-- weights of the others shrink.
local function weights_of(values, temperature)
  local sorted, weights, all, distances, count = {}, {}, 0, 0, 0
  for i, value in ipairs(values) do sorted[i] = value end
  table.sort(sorted, function(a, b) return a > b end)
  for _, value in ipairs(values) do
    distances, count = distances + sorted[1] - value, count + (value == sorted[1] and 1 or 0)
  end
  local middle = sorted[1] - sorted[math.floor(#values / 2) + 1]
  local unit = temperature * (middle > 0 and middle or distances / #values)
  for i, value in ipairs(values) do
    local share = value == sorted[1] and 1 or math.min(1, 7 * count / (#values - count))
    weights[i] = unit > 0 and share * math.exp((value - sorted[1]) / unit) or 1
    all = all + weights[i]
  end
  return weights, all
end

describe("A level", function()
  -- Cause: the weights of many worse moves added up, so one good move among forty was played as rarely as any of them.
  it("plays each move as often as its weight says, whatever the unit of the values is", function()
    local COUNT = 300
    for seed = 1, 30 do
      local random, values, square, kinds = rng.new(seed), {}, 0, 0
      local level, unit, most = random:int(1, LEVELS - 1), random:pick {1, 1e-300, 2 ^ 900, 0.25}, random:int(0, 4)
      for i = 1, random:pick {2, 3, 5, 8, 40} do values[i] = (i == 1 and most or random:int(0, most)) * unit end
      local weights, all = weights_of(values, ROWS[level][3])
      local played = plays(values, {level = level}, COUNT)
      for i, weight in ipairs(weights) do
        local expected = COUNT * weight / all
        assert.is_true(expected > 1 or played[tostring(i)] < 12)
        if expected > 1 then square, kinds = square + (played[tostring(i)] - expected) ^ 2 / expected, kinds + 1 end
      end
      assert.is_true(square < kinds + 6 * math.sqrt(2 * kinds), ("seed %d: %g of %d"):format(seed, square, kinds))
    end
  end)

  it("minds the least and the greatest values there are", function()
    local MOST = 1.7976931348623157e308
    local played = plays({MOST, -MOST, 0, math.huge, -math.huge}, {level = 1})
    for move = 1, 5 do assert.is_true(played[tostring(move)] > 20) end
    assert.equal(300, plays({0, 5e-324, 0}, {level = 8})["2"])
  end)

  it("chooses one of the ties at random at level 10, if set", function()
    assert.equal(300, plays({1, 2, 2, 0}, {level = LEVELS, ties = true})["2"])
    local played = plays({1, 2, 2, 0}, {level = LEVELS, ties = "random"})
    assert.is_true(played["2"] > 100 and played["3"] > 100 and played["2"] + played["3"] == 300)
  end)

  it("looks to its depth at most, which may be all that limits it, and may be given for each search", function()
    local ai, before = alphabeta.new(connect4, {level = 1}), 0
    for level = 1, LEVELS do
      local _, _, info = ai:search(connect4.new(4, 4), {level = level})
      assert.is_true(info.depth >= before)
      before = info.depth
      assert.equal(1, select(3, ai:search(connect4.new(), {depth = 1, level = level})).depth)
    end
    assert.is_true(before >= 8)
    assert.equal(4, select(3, ai:search(connect4.new())).depth)
  end)

  -- A game of `moves` moves in each state.
  local function wide(moves)
    return {
      moves = function(ply)
        local list = {}
        for move = 1, ply < 20 and moves or 0 do list[move] = move end
        return list
      end,
      play = function(ply) return ply + 1 end, evaluate = function(ply) return ply % 7 end,
    }
  end

  it("looks at its number of nodes at most, unless it must not deepen", function()
    local _, _, info = alphabeta.search(0, nil, {game = wide(60), level = 3, algorithm = "minimax"})
    assert.equal("nodes", info.reason)
    assert.is_true(info.nodes <= 10000 and info.depth >= 2)
    assert.equal(4, select(3, alphabeta.search(0, nil, {game = wide(60), level = 3, deepening = false})).depth)
  end)

  it("sees what the opponent can answer, however wide the game is", function()
    -- After each move but number 150, some answer wins the game for the opponent.
    local game = wrap.replace(wide(150), {
      moves = function(state) return #state < 2 and wide(150).moves(0) or {} end,
      play = function(state, move) return {state[1] or move, state[1] and move} end,
      evaluate = function(state) return #state == 2 and state[1] ~= 150 and state[2] == 150 and -WIN or 0 end,
    })
    for seed = 1, 3 do
      local best, _, info = alphabeta.search({}, nil, {game = game, win = WIN, level = 1, seed = seed, table = 0})
      assert.same({150, 2, true}, {best, info.depth, info.nodes > 10000})
    end
  end)
end)

-- Games that have only `result`: the search chooses Monte Carlo tree search, and knows ends without `win`.
describe("A level by playouts", function()
  local rules = wrap.replace(connect4, {result = connect4.outcome})
  rules.evaluate = nil

  it("plays a number of games that grows with it, at a temperature that falls", function()
    for level = 1, LEVELS do
      local playouts = ROWS[level][4]
      assert.is_true(level == 1 or playouts > ROWS[level - 1][4] and ROWS[level][3] < ROWS[level - 1][3])
      if level < 5 then
        local _, _, info = alphabeta.search(connect4.new(), nil, {game = rules, level = level})
        assert.same({"uct", playouts}, {info.techniques[1], info.nodes})
      end
    end
  end)

  -- Cause: no level counted moves as first, so level 10 was weaker than the same time without a level.
  it("grows the tree of a search without a level at level 10, and a broader one below, to compare all moves", function()
    -- The share of the visits that the best move has. The first random games, which find out about the game, are more
    -- without a limit of nodes, and stay in the tree.
    local function most(options)
      local ai = alphabeta.new(rules, options)
      ai:start(connect4.new(), {time = 1e6, multipv = not options.level and "all" or nil})
      local own, sum, info = 0, 0
      repeat
        ai:step {nodes = 200}
        info = select(3, ai:best())
      until info and info.nodes >= 600
      ai:stop()
      for _, score in ipairs(select(3, ai:best()).scores) do
        own, sum = math.max(own, score.visits), sum + score.visits
      end
      return own / sum
    end
    assert.is_true(most {} > most {level = LEVELS - 1} and most {level = LEVELS} > most {level = LEVELS - 1})
  end)
end)

-- Stories -------------------------------------------------------------------------------------------------------------

describe("A function as level", function()
  local ROOT = {1, {5, -WIN}, 3, 4} -- the second move loses by the answer
  local function options_of(level) return {game = tree.game("children"), win = WIN, level = level} end

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
    local drawn = draw(1)
    assert.same(drawn, draw(1))
    assert.not_equal(drawn[1], draw(2)[1])
  end)

  it("that fails, or does not return the place of a move, leaves all as it was", function()
    local thrown = {}
    local rows = {{function() error("no idea", 0) end, "no idea"}, {function() error(thrown) end, thrown}}
    for _, row in ipairs {{0, "0"}, {4, "4"}, {1.5, "1.5"}, {"1", "'1'"}, {nil, "nil"}, {0 / 0, "NaN"}} do
      rows[#rows + 1] = {
        function() return row[1] end, "callback 'level' at ply 0: expected an integer from 1 to 3, got " .. row[2],
      }
    end
    for _, style in ipairs(tree.STYLES) do
      for _, row in ipairs(rows) do
        local root = tree.from(ROOT)
        local state, ai = tree.state(style, root), alphabeta.new(tree.game(style), {win = WIN, level = row[1]})
        ai:start(state, 2)
        for _, err in ipairs {failure(slices.finish, ai, {nodes = 1}), failure(ai.search, ai, state, 2)} do
          if row[2] == thrown then assert.equal(thrown, err) else assert.is_truthy(err:find(row[2], 1, true), err) end
        end
        assert.same({true, false}, {rawequal(root, state.node), ai:thinking()})
        assert.equal("4", (ai:search(state, {depth = 2, level = LEVELS})).name)
      end
    end
  end)

  it("is asked when the search is stopped, if there is a depth that is whole", function()
    local calls, ai = 0, alphabeta.new(connect4)
    local function stop_after(nodes, level)
      ai:start(connect4.new(), {depth = 20, time = 1e6, level = level})
      ai:step(nodes > 0 and {nodes = nodes} or 0)
      ai:stop()
      return ai:best()
    end
    local function last(scores)
      calls = calls + 1
      return #scores
    end
    for nodes, expected in pairs {[1000] = 1, [0] = 0} do
      calls = 0
      local best, value, info = stop_after(nodes, last)
      local score = info and info.scores[#info.scores] or {}
      assert.same({expected, score.move, score.value}, {calls, best, value})
      assert.equal(best, info and info.pv[1])
    end
    assert.matches("no idea\n\t%(alphabeta: in callback 'level'",
      failure(stop_after, 1000, function() error("no idea") end))
    assert.is_false(ai:thinking())
    assert.is_truthy((ai:best()))
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
end)

it("The option 'level' is an integer, or a function, which is no limit; it does not go with MTD(f)", function()
  local ai = alphabeta.new(connect4)
  local expected = "option 'level': expected an integer from 1 to 10, or a function, got "
  for _, row in ipairs {{0, "0"}, {11, "11"}, {2.5, "2.5"}, {"hard", "'hard'"}, {true, "boolean"}} do
    local options = {level = row[1]}
    assert.equal("alphabeta.new: " .. expected .. row[2], message_of(alphabeta.new, connect4, options))
    assert.equal("searcher:search: " .. expected .. row[2], message_of(ai.search, ai, connect4.new(), options))
  end
  for message, options in pairs {
    ["option 'level' needs algorithm 'alphabeta', 'pvs', 'minimax', 'maxn' or 'uct', got 'mtdf'"] =
      {game = connect4, level = 1, algorithm = "mtdf"},
    ["limit 'depth': expected a depth"] = {game = connect4, level = function() error "asked" end},
  } do
    assert.is_truthy(message_of(alphabeta.search, connect4.new(), nil, options):find(message, 1, true))
  end
end)
