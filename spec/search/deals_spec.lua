-- Hidden hands: games with `deal`, searched by alpha-beta and by Monte Carlo tree search.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local kuhn = require "spec.support.kuhn"
local wrap = require "spec.support.wrap"

-- Tricks, in place: each player has some of the cards 1 to 9 and plays one; the higher card wins the trick, and leads
-- to the next one. The lead may be followed by any card.
local tricks = {}

function tricks.new(first, second) return { hands = { first, second }, turn = 1, led = 0, score = 0 } end

function tricks.player(state) return state.turn end

function tricks.moves(state)
  local list = {}
  for i, card in ipairs(state.hands[state.turn]) do list[i] = card end
  return list
end

local function without(hand, card)
  local left = {}
  for _, other in ipairs(hand) do
    if other ~= card then left[#left + 1] = other end
  end
  return left
end

function tricks.make(state, card)
  local turn, led, score, hand = state.turn, state.led, state.score, state.hands[state.turn]
  state.hands[turn] = without(hand, card)
  if led == 0 then
    state.led, state.turn = card, 3 - turn
  else
    local winner = card > led and turn or 3 - turn
    state.led, state.turn, state.score = 0, winner, score + (winner == 1 and 1 or -1)
  end
  return turn, led, score, hand
end

function tricks.unmake(state, _, turn, led, score, hand)
  state.turn, state.led, state.score, state.hands[turn] = turn, led, score, hand
end

function tricks.result(state, me) return me == 1 and state.score or -state.score end

function tricks.deal(state, me, random)
  local is_mine, unseen, other = { [state.led] = true }, {}, {}
  for _, card in ipairs(state.hands[me]) do is_mine[card] = true end
  for card = 1, 9 do
    if not is_mine[card] then unseen[#unseen + 1] = card end
  end
  for i = 1, #state.hands[3 - me] do other[i] = table.remove(unseen, random(#unseen)) end
  local own = { hands = { other, other }, turn = state.turn, led = state.led, score = state.score }
  own.hands[me] = without(state.hands[me], 0)
  return own
end

local copying = wrap.replace(tricks, { play = function(state, card)
  local own = { hands = { state.hands[1], state.hands[2] }, turn = state.turn, led = state.led, score = state.score }
  tricks.make(own, card)
  return own
end })
copying.make, copying.unmake = nil, nil

local function start() return tricks.new({ 1, 5, 8 }, { 2, 4, 9 }) end

local BOTH = { alphabeta = { depth = 6 }, uct = { nodes = 300 } }

local function search(game, state, algorithm, more)
  local options = { game = game, algorithm = algorithm, seed = 1 }
  for name, value in pairs(BOTH[algorithm]) do options[name] = value end
  for name, value in pairs(more or {}) do
    options[name] = value
    if name == "nodes" then options.depth = nil end
  end
  return alphabeta.search(state, nil, options)
end

-- What a search has found at the root, as a text.
local function found(game, state, algorithm, more)
  local _, value, info = search(game, state, algorithm, wrap.replace({ multipv = "all" }, more or {}))
  local texts = { ("%.9g"):format(value), info.nodes, info.deals or "none" }
  for i, score in ipairs(info.scores) do texts[i + 3] = ("%s %.9g"):format(tostring(score.move), score.value) end
  return table.concat(texts, ", ")
end

local function message_of(...)
  local ok, message = pcall(...)
  assert.is_false(ok)
  return tostring(message)
end

describe("A game with 'deal'", function()
  it("has the right first move in Kuhn poker", function()
    for algorithm in pairs(BOTH) do
      for _, card in ipairs { 1, 2 } do
        local right, seeds = 0, effort(5, 10)
        for seed = 1, seeds do
          local best = search(kuhn, { cards = { card, 3 }, line = "" }, algorithm,
            { seed = seed, nodes = algorithm == "uct" and 2000 or nil })
          if best == "p" then right = right + 1 end
        end
        assert.is_true(right >= 0.9 * seeds - 0.5, algorithm .. ", card " .. card .. ": " .. right)
      end
    end
  end)

  it("calls with the highest card and folds the lowest in Kuhn poker", function()
    for algorithm in pairs(BOTH) do
      for seed = 1, 5 do
        local more = { seed = seed }
        assert.equal("b", (search(kuhn, { cards = { 1, 3 }, line = "b" }, algorithm, more)))
        assert.equal("p", (search(kuhn, { cards = { 3, 1 }, line = "b" }, algorithm, more)))
      end
    end
  end)

  it("does not bluff: the lowest card never bets in Kuhn poker", function()
    for algorithm in pairs(BOTH) do
      for seed = 1, effort(3, 5) do
        local more = { seed = seed, nodes = algorithm == "uct" and 2000 or nil }
        assert.equal("p", (search(kuhn, { cards = { 1, 3 }, line = "" }, algorithm, more)))
        assert.equal("p", (search(kuhn, { cards = { 3, 1 }, line = "p" }, algorithm, more)))
      end
    end
  end)

  it("is searched without what the player cannot see", function()
    for _, algorithm in ipairs { "alphabeta", "uct" } do
      for _, game in ipairs { tricks, copying } do
        local expected = found(game, start(), algorithm)
        assert.equal(expected, found(game, tricks.new({ 1, 5, 8 }, { 3, 6, 7 }), algorithm))
      end
    end
    assert.is_not.equal(found(tricks, start(), "alphabeta", { deals = 0 }),
      found(tricks, tricks.new({ 1, 5, 8 }, { 3, 6, 7 }), "alphabeta", { deals = 0 }))
  end)

  it("finds the same on every Lua, in every style, by the seed", function()
    local is_in_c = select(3, search(tricks, start(), "uct")).engine == "C"
    for algorithm, expected in pairs {
      alphabeta = "-0.166666667, N, 12, 1 -0.166666667, 5 -0.833333333, 8 -0.833333333",
      uct = is_in_c and "0.445714286, 300, 300, 1 0.445714286, 8 0.398373984, 5 0.348837209"
        or "0.44338118, 300, 301, 1 0.44338118, 8 0.353741497, 5 0.341269841", -- shares of 6 points
    } do
      local first = found(tricks, start(), algorithm)
      assert.equal(expected, algorithm == "uct" and first or (first:gsub(", %d+, 12", ", N, 12"))) -- nodes differ
      expected = first
      assert.equal(expected, found(copying, start(), algorithm))
      assert.is_not.equal(expected, found(tricks, start(), algorithm, { seed = 2 }))
    end
  end)

  it("adds up what the moves are worth in each deal", function()
    local hands, sums = {}, {}
    local game = wrap.replace(tricks, { deal = function(...)
      local state = tricks.deal(...)
      hands[#hands + 1] = { (table.unpack or unpack)(state.hands[2]) }
      return state
    end })
    local _, value, info = search(game, start(), "alphabeta", { deals = 5, multipv = "all" })
    assert.equal(5, info.deals)
    for i = #hands - 4, #hands do -- others may be drawn to find out about the game
      local hand = hands[i]
      local _, _, open = alphabeta.search(tricks.new({ 1, 5, 8 }, hand), 6,
        { game = tricks, multipv = "all", deals = 0 })
      for _, score in ipairs(open.scores) do sums[score.move] = (sums[score.move] or 0) + score.value end
    end
    for _, score in ipairs(info.scores) do
      assert.is_true(math.abs(sums[score.move] / 5 - score.value) < 1e-9)
      assert.is_true(score.value <= value)
    end
  end)

  it("is a Monte Carlo tree search if it is limited by time or nodes, and nothing asks for alpha-beta", function()
    local function algorithm(options)
      local given = wrap.replace({ game = tricks }, options)
      local ai = alphabeta.new(tricks, options)
      local _, _, info = alphabeta.search(start(), nil, given)
      assert.equal(info.techniques[1], select(3, ai:search(start())).techniques[1])
      assert.equal(info.techniques[1], select(3, ai:search(start())).techniques[1])
      return info.techniques[1]
    end
    for _, options in ipairs { { nodes = 99 }, { time = 0.001 }, { level = 2 }, { nodes = 99, multipv = 2 },
      { nodes = 99, win = 100 }, { nodes = 99, hash = "auto" } } do
      assert.equal("uct", algorithm(options))
    end
    for _, options in ipairs {
      { depth = 2 }, { nodes = 99, depth = 2 }, { nodes = 99, ties = true }, { nodes = 99, deals = 3 },
      { nodes = 99, deals = 0 }, { nodes = 99, algorithm = "pvs" },
    } do
      assert.is_not.equal("uct", algorithm(options))
    end
    local _, _, info = alphabeta.search(start(), { nodes = 99 }, { game = wrap.replace(tricks, { win = 100 }) })
    assert.equal("uct", info.techniques[1])
  end)

  it("hands 'deal' numbers from 0 up to 1, and integers", function()
    local numbers, integers, players = {}, {}, {}
    local game = wrap.replace(tricks, { deal = function(state, me, random)
      players[me] = true
      numbers[#numbers + 1], integers[#integers + 1] = random(), random(6)
      return tricks.deal(state, me, random)
    end })
    search(game, start(), "uct")
    local is_seen, sum = {}, 0
    for i, number in ipairs(numbers) do
      assert.is_true(number >= 0 and number < 1)
      sum, is_seen[integers[i]] = sum + number, true
    end
    assert.is_true(math.abs(sum / #numbers - 0.5) < 0.1)
    assert.same({ true, true, true, true, true, true }, is_seen)
    assert.same({ true }, players)
  end)

  it("leaves the state as it was, in slices, too, which find the same", function()
    for algorithm, limits in pairs(BOTH) do
      for _, game in ipairs { tricks, copying } do
        local state, slices = start(), 0
        local ai = alphabeta.new(game, { algorithm = algorithm, seed = 1 })
        ai:start(state, limits)
        repeat
          local has_ended = ai:step { nodes = 13 }
          slices = slices + 1
          assert.same(start(), state)
        until has_ended
        local best, value, info = ai:best()
        local expected_best, expected, whole = search(game, start(), algorithm)
        assert.is_true(slices > 5)
        assert.same({ expected_best, expected, whole.nodes, whole.deals }, { best, value, info.nodes, info.deals })
      end
    end
  end)

  -- Cause: the moves of a deal were put into the list that `moves` had returned, a hand of the caller's state.
  it("leaves the state as it was, where 'moves' returns a part of it", function()
    for algorithm in pairs(BOTH) do
      local state = start()
      search(wrap.replace(copying, { moves = function(now) return now.hands[now.turn] end }), state, algorithm)
      assert.same(start(), state)
    end
  end)

  it("stays within the limits of nodes, deepening", function()
    for _, nodes in ipairs { 200, 400, 800 } do
      local best, value, info = search(tricks, start(), "alphabeta", { nodes = nodes, deals = 4 })
      assert.is_truthy(best)
      assert.is_truthy(value)
      assert.is_true(info.nodes <= nodes + 1, info.nodes)
      assert.is_true(info.reason == "nodes" or info.reason == "depth")
    end
    local best, _, info = search(tricks, start(), "alphabeta", { nodes = 1, deals = 4 })
    assert.is_truthy(best) -- depth 1 is searched, whatever the limit
    assert.equal(1, info.depth)
    local depths = {}
    search(tricks, start(), "alphabeta", { nodes = 1e6, on_iteration = function(now)
      depths[#depths + 1] = now.depth
    end })
    assert.same({ 1, 2, 3, 4, 5, 6 }, depths)
  end)

  it("gives each deal a table of its own, all of them as large as the option says, and closes them", function()
    local core = package.loaded["alphabeta.core"]
    local sizes, searchers, new = {}, {}, core.new
    core.new = function(game, options)
      local ai = new(game, options)
      sizes[#sizes + 1], searchers[#searchers + 1] = options.table, ai
      return ai
    end
    local keyed = wrap.replace(tricks, { hash = function(state) return state.led end }) -- not the same in two deals
    local ok, message = pcall(function()
      search(keyed, start(), "alphabeta", { table = 2, deals = 4 })
      search(keyed, start(), "alphabeta", { table = 0, deals = 1 })
      search(tricks, start(), "alphabeta", { deals = 1 })
    end)
    core.new = new
    assert.is_true(ok, message)
    assert.same({ 0.5, 0.5, 0.5, 0.5, 0 }, sizes)
    for _, ai in ipairs(searchers) do assert.matches("closed", tostring(ai)) end
  end)

  it("ends when it is stopped, and by its time", function()
    for algorithm in pairs(BOTH) do
      local ai = alphabeta.new(tricks, { algorithm = algorithm })
      local state = tricks.new({ 1, 3, 5, 7, 9 }, { 2, 4, 6, 8 })
      ai:start(state, { nodes = 1e7 })
      ai:step { nodes = 300 }
      assert.is_true(ai:thinking())
      ai:stop()
      assert.is_truthy((ai:best()))
      assert.equal("stopped", (select(3, ai:best())).reason)
      local _, _, info = ai:search(state, { time = 0.01 })
      assert.is_true(info.reason == "time" or info.reason == "depth")
    end
  end)

  -- Cause: the engine in Lua asked for what the moves are worth before a deal was drawn.
  it("has no move before its first deal, and then one, with a level, too", function()
    for _, deals in ipairs { 2, 0 } do
      local ai = alphabeta.new(copying, { algorithm = "pvs", level = 3, deals = deals, depth = 2 })
      ai:start(start())
      repeat ai:best() until ai:step(0)
      assert.is_truthy((ai:best()))
      ai:start(start())
      ai:stop()
      assert.is_nil((ai:best()))
      assert.equal("stopped", (select(3, ai:best())).reason)
    end
  end)

  it("answers what is over, and what is forced", function()
    for algorithm in pairs(BOTH) do
      local state = tricks.new({}, {})
      state.score = 2
      local best, value, info = search(tricks, state, algorithm)
      assert.is_nil(best)
      assert.same({ 2, "over" }, { value, info.reason })
      best, value, info = search(tricks, tricks.new({ 9 }, { 4 }), algorithm, { nodes = 1000 })
      assert.same({ 9, "forced", "number" }, { best, info.reason, type(value) })
    end
  end)

  -- Cause: a chance node at the root was taken for the end of the game, and had no value.
  it("has a value at a chance node, where no move is made", function()
    local guessing = { -- whether a hidden card is at least as high as a die with two sides
      player = function() return 1 end,
      chances = function(state)
        if not state.die then return { { probability = 0.5, outcome = 1 }, { probability = 0.5, outcome = 2 } } end
      end,
      moves = function(state) return state.guess == nil and { "yes", "no" } or {} end,
      play = function(state, move)
        return { card = state.card, die = state.die or move, guess = state.die and move or nil }
      end,
      result = function(state) return (state.card >= state.die) == (state.guess == "yes") and 1 or 0 end,
      deal = function(state, _, random) return { card = random(2), die = state.die, guess = state.guess } end,
    }
    for algorithm, expected in pairs { alphabeta = 1, uct = 0.75 } do
      local best, value, info = search(guessing, { card = 2 }, algorithm, { seed = 4 })
      assert.is_nil(best)
      assert.is_true(math.abs(value - expected) < 0.1, value)
      assert.is_nil(info.pv[1])
      best, value = search(guessing, { card = 2, die = 1 }, algorithm)
      assert.same({ "yes", 1 }, { best, value })
    end
  end)

  it("takes views, levels, ties, 'only' and 'avoid'", function()
    local mover = wrap.replace(tricks, { view = "mover", result = function(state)
      return state.turn == 1 and state.score or -state.score
    end })
    local against = wrap.replace(tricks, { result = function(state, me) return -tricks.result(state, me) end })
    for algorithm in pairs(BOTH) do
      local best, value = search(tricks, start(), algorithm)
      local mover_best, mover_value = search(mover, start(), algorithm)
      assert.same({ best, value }, { mover_best, mover_value })
      local least_best, least = search(against, start(), algorithm, { maximize = false })
      assert.same({ best, algorithm == "uct" and value or -value }, { least_best, least })
      assert.is_not.equal(best, (search(tricks, start(), algorithm, { avoid = { best } })))
      assert.equal(1, (search(tricks, start(), algorithm, { only = { 1 } })))
      local _, _, info = search(tricks, start(), algorithm, { level = 3 })
      assert.equal(3, #info.scores)
    end
    local function values(more) return (found(tricks, start(), "alphabeta", more):gsub(", %d+, 12", ", 12", 1)) end
    assert.equal(values(), values { without = { "killers", "refutation_table" }, order = false, quiescence = false,
      null_move = 0, deals = 12 })
    local _, _, info = search(tricks, start(), "alphabeta", { ties = true, depth = 1 })
    assert.same({ 1, 5, 8 }, info.ties)
  end)

  it("recognizes moves that are tables by what they hold, and by 'move_id'", function()
    local function tables(fields)
      return wrap.replace(copying, wrap.replace({
        moves = function(state)
          local list = copying.moves(state)
          for i, card in ipairs(list) do list[i] = { card = card } end
          return list
        end,
        play = function(state, move) return copying.play(state, move.card) end,
      }, fields or {}))
    end
    for algorithm in pairs(BOTH) do
      local best, value = search(copying, start(), algorithm)
      local own, own_value = search(tables(), start(), algorithm)
      assert.same({ best, value }, { own.card, own_value })
      own, own_value = search(tables { move_id = function(_, move) return move.card end }, start(), algorithm)
      assert.same({ best, value }, { own.card, own_value })
      local message = message_of(search, tables {
        moves = function() return { {}, {} } end, play = function(state) return copying.play(state, 1) end,
      }, start(), algorithm)
      assert.matches("callback 'moves' at ply 0: expected moves that 'deal' leaves recognizable", message)
      assert.matches("add 'move_id' to the game", message)
    end
  end)

  it("says what is wrong with a deal", function()
    for algorithm in pairs(BOTH) do
      for expected, deal in pairs {
        ["expected a state, got nil"] = function() end,
        ["expected a new state, got the given one"] = function(state) return state end,
        ["the same player is to move"] = function(...)
          local state = tricks.deal(...)
          state.turn = 2
          return state
        end,
        ["got one with another move, 7: leave what 'me' knows as it is"] = function(...)
          local state = tricks.deal(...)
          state.hands[1][1] = 7
          return state
        end,
        ["with the given state's 3 different moves, got one with 2"] = function(...)
          local state = tricks.deal(...)
          state.hands[1][1] = state.hands[1][2]
          return state
        end,
        ["with the given state's 3 moves, got one with 2"] = function(...)
          local state = tricks.deal(...)
          table.remove(state.hands[1])
          return state
        end,
      } do
        local message = message_of(search, wrap.replace(tricks, { deal = deal }), start(), algorithm)
        assert.truthy(message:find("alphabeta: callback 'deal' at ply 0: ", 1, true), message)
        assert.truthy(message:find(expected, 1, true), message)
      end
      local broken = wrap.replace(tricks, { deal = function() error "no deal" end })
      local message = message_of(search, broken, start(), algorithm)
      assert.truthy(message:find("no deal", 1, true))
      assert.truthy(message:find("in callback 'deal' at ply 0", 1, true), message)
      broken = wrap.replace(tricks, { result = function() error "no result" end })
      message = message_of(search, broken, start(), algorithm)
      assert.truthy(message:find("no result", 1, true))
      assert.truthy(message:find("in callback 'result' at ply", 1, true), message)
      message = message_of(search, wrap.replace(tricks, { result = function() end }), start(), algorithm)
      assert.truthy(message:find("callback 'result' at ply", 1, true), message)
    end
  end)

  -- Cause: a move that was NaN, and moves that a deal did not list when it was drawn, ended in errors of the module's
  -- own code. Errors of the searches of deals began with the line of the module that called them.
  it("says at the user's line what is wrong with the moves of a deal", function()
    local function message_at(functions, algorithm)
      local options = { game = wrap.replace(copying, functions), algorithm = algorithm }
      local ok, message = pcall(function()
        local _, value = alphabeta.search(start(), BOTH[algorithm], options)
        return value
      end)
      return not ok and message or nil
    end
    local PLACE = "^[^\n]*deals_spec%.lua:%d+: alphabeta: callback "
    for algorithm in pairs(BOTH) do
      assert.matches(PLACE .. "'moves' at ply 0: expected moves that 'deal' leaves recognizable, got NaN",
        message_at({ moves = function() return { 1, 0 / 0 } end }, algorithm))
      assert.matches(PLACE .. "'result' at ply %d: expected a number, got nil",
        message_at({ result = function() end }, algorithm))
    end
    local seen, step = 0, effort(2, 1)
    for last = 1, 150, step do -- of the calls that list the same moves
      local calls = 0
      local message = message_at({
        moves = function(state)
          local list = copying.moves(state)
          calls = calls + 1
          if calls > last and #list == 3 then list[1] = 77 end
          return list
        end,
        play = function(state, card) return copying.play(state, card == 77 and state.hands[1][1] or card) end,
      }, "alphabeta")
      if message then
        seen = seen + 1
        assert.matches(PLACE .. "'%w+' at ply 0: expected", message)
      end
    end
    assert.is_true(seen > 20 / step, seen)
  end)

  it("plays matches, and as an opponent, whose hint says how many deals it comes from", function()
    local report = alphabeta.match(alphabeta.new(tricks), alphabeta.new(tricks, { algorithm = "alphabeta" }), {
      game = tricks, state = start, games = 2, limits = { nodes = 60 }, random_plies = 1,
    })
    assert.equal(2, report.wins + report.draws + report.losses)
    for algorithm in pairs(BOTH) do
      local state, words = start(), nil
      local opponent = alphabeta.opponent {
        game = tricks, state = state, me = 2, algorithm = algorithm, nodes = 200,
      }
      opponent:hint(function(_, why) words = why end)
      for _ = 1, 300 do
        opponent:update(1 / 60)
        if words then break end
      end
      local worth = algorithm == "uct" and "gets %d+ %% of the points" or "does best"
      assert.matches("^The best move is %d: averaged over %d+ possible deals, it " .. worth .. "%.$", words)
      tricks.make(state, 5)
      for _ = 1, 300 do
        opponent:update(1 / 60)
        if #state.hands[2] < 3 then break end
      end
      assert.equal(2, #state.hands[2])
    end
  end)

  it("leaves the state as it was, and the searcher usable, after an error in the k-th call, for many k", function()
    for algorithm in pairs(BOTH) do
      for k = 1, 120, effort(29, 17) do
        for _, name in ipairs { "moves", "make", "unmake", "player", "result", "deal" } do
          local calls, state = 0, start()
          local ai = alphabeta.new(wrap.replace(tricks, { [name] = function(...)
            calls = calls + 1
            if calls == k then error "no" end
            return tricks[name](...)
          end }), { algorithm = algorithm, deals = algorithm == "alphabeta" and 4 or nil })
          local ok, message = pcall(ai.search, ai, state, { nodes = 60 })
          assert.is_true(ok or message:find(("no%%A.*in callback '%s' at ply"):format(name)) ~= nil, message)
          assert.same(start(), state)
          calls = 1000
          assert.is_truthy((ai:search(state, { nodes = 60 })))
          ok, message = pcall(function()
            calls = k - 5
            ai:start(state, { nodes = 60 })
            while not ai:step { nodes = 7 } do assert.same(start(), state) end
          end)
          assert.is_true(ok or message:find(("in callback '%s' at ply"):format(name), 1, true) ~= nil, message)
          assert.same(start(), state)
          ai:close()
        end
      end
    end
  end)

  it("refuses by name what does not go with deals", function()
    local function refused(options, text)
      local given = wrap.replace({ game = tricks }, options)
      local depth = given.algorithm ~= "uct" and 4 or nil
      local message = message_of(function() local _ = alphabeta.search(start(), depth, given) end)
      assert.truthy(message:find("alphabeta.search: " .. text, 1, true), message)
      assert.truthy(message:find("deals_spec.lua", 1, true), message)
    end
    for name, value in pairs { alpha = 0, beta = 1, trace = print } do
      refused({ [name] = value }, ("option '%s' needs option 'deals' with 0 in a game with 'deal'"):format(name))
    end
    for _, algorithm in ipairs { "mtdf", "maxn" } do
      refused({ algorithm = algorithm }, ("algorithm '%s' needs option 'deals' with 0"):format(algorithm))
    end
    refused({ algorithm = "uct", nodes = 9, deals = 5 }, "option 'deals' needs algorithm")
    refused({ deals = -1 }, "option 'deals': expected an integer from 0 to 1000, got -1")
    if alphabeta._ENGINE == "C" then
      refused({ table = alphabeta.table(1), game = wrap.replace(tricks, { hash = function() return 1 end }) },
        "a shared table needs option 'deals' with 0")
    end
    for name, call in pairs { ["alphabeta.explain"] = alphabeta.explain,
      ["alphabeta.tree.search"] = require "alphabeta.tree".search } do
      local message = message_of(call, start(), 3, { game = tricks })
      assert.truthy(message:find(name .. ": option 'deals': expected 0, to", 1, true), message)
      call(start(), 3, { game = tricks, deals = 0 })
    end
    local message = message_of(alphabeta.search, start(), 4, { game = wrap.replace(tricks, { deal = false }) })
    assert.truthy(message:find("callback 'deal': expected a function, got boolean", 1, true), message)
    message = message_of(alphabeta.search, {}, 4, { deals = 3, game = {
      children = function() end, evaluate = function() return 0 end,
    } })
    assert.truthy(message:find("option 'deals' needs a game with 'deal'", 1, true), message)
    message = message_of(alphabeta.search, {}, 4, { game = {
      children = function() end, evaluate = function() return 0 end, deal = print,
    } })
    assert.truthy(message:find("callback 'deal': expected none in a game with 'children', got", 1, true), message)
  end)
end)

-- Cause: `player` returned the seat, and to a search all other players are one side: a partner was taken for an
-- opponent, and his help for nothing.
describe("Partners", function()
  local partners = {}
  function partners.player(state) return (state.seat - 1) % 2 + 1 end -- the team
  function partners.moves(state) return state.seat <= 4 and { "help 1 and 3", "help 2 and 4" } or {} end

  -- Seat 1 offers, seat 3 decides; the moves of 2 and 4 do not matter.
  function partners.play(state, move)
    local after = { seat = state.seat + 1, offered = state.offered, points = state.points }
    if state.seat == 1 then after.offered = move end
    if state.seat == 3 and state.offered == "help 1 and 3" and move == state.offered then after.points = 1 end
    return after
  end
  function partners.evaluate(state, team) return team == 1 and state.points or -state.points end

  it("play as one, if 'player' returns the team", function()
    local best, value = alphabeta.search({ seat = 1, points = 0 }, 4, { game = partners })
    assert.same({ "help 1 and 3", 1 }, { best, value })
    best, value = alphabeta.search({ seat = 1, points = 0 }, { nodes = 500 }, { game = partners, algorithm = "uct" })
    assert.same({ "help 1 and 3", 1 }, { best, value })
    local seats = wrap.replace(partners, {
      player = function(state) return state.seat end,
      evaluate = function(state, seat) return partners.evaluate(state, (seat - 1) % 2 + 1) end,
    })
    assert.equal(0, (select(2, alphabeta.search({ seat = 1, points = 0 }, 4, { game = seats }))))
  end)

  -- Four seats with two of the cards 1 to 12 each, one trick after the other; the highest card wins it for its team.
  local four = {}
  function four.player(state) return (state.seat - 1) % 2 + 1 end
  function four.moves(state) return state.hands[state.seat] end
  function four.play(state, card)
    local after = { hands = {}, trick = {}, seat = state.seat % 4 + 1, score = state.score, played = {} }
    for seat = 1, 4 do after.hands[seat] = state.hands[seat] end
    after.hands[state.seat] = without(state.hands[state.seat], card)
    for i, other in ipairs(state.trick) do after.trick[i] = other end
    for i, other in ipairs(state.played) do after.played[i] = other end
    after.trick[#after.trick + 1], after.played[#after.played + 1] = card, card
    if #after.trick == 4 then
      local best = 1
      for i = 2, 4 do best = after.trick[i] > after.trick[best] and i or best end
      local winner = (state.seat + best - 1) % 4 + 1 -- the first card is that of the seat after the last one's
      after.seat, after.trick, after.score = winner, {}, state.score + (winner % 2 == 1 and 1 or -1)
    end
    return after
  end
  function four.result(state, team) return team == 1 and state.score or -state.score end
  function four.deal(state, _, random) -- the seat that is to move knows its hand, and what was played
    local known, unseen = {}, {}
    for _, hand in ipairs { state.hands[state.seat], state.played } do
      for _, card in ipairs(hand) do known[card] = true end
    end
    for card = 1, 12 do
      if not known[card] then unseen[#unseen + 1] = card end
    end
    local dealt = { hands = {}, trick = state.trick, seat = state.seat, score = state.score, played = state.played }
    for seat = 1, 4 do
      dealt.hands[seat] = {}
      for i, card in ipairs(state.hands[seat]) do
        dealt.hands[seat][i] = seat == state.seat and card or table.remove(unseen, random(#unseen))
      end
    end
    return dealt
  end

  it("have hidden hands: the card of the partner is not beaten", function()
    local function state(mine)
      return {
        hands = { { 1, 5 }, { 2, 7 }, { mine, 12 }, { 3, 6 } }, trick = { 11, 2 }, played = { 11, 2 }, seat = 3,
        score = 0,
      }
    end
    local deal = state(4)
    deal.hands[1], deal.hands[2] = { 5 }, { 7 }
    for algorithm, limits in pairs { alphabeta = { depth = 8 }, uct = { nodes = 1500 } } do
      local best = alphabeta.search(deal, limits, { game = four, algorithm = algorithm })
      assert.equal(4, best, algorithm)
    end
  end)
end)
