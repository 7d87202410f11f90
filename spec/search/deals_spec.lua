-- Hidden hands: a search of a game with `deal`, by alpha-beta or by Monte Carlo tree search, finds what a player can
-- know, by the seed, in every style, in slices and after errors.

local alphabeta = require "alphabeta"
local breaking = require "spec.support.breaking"
local effort = require "spec.support.effort"
local kuhn = require "spec.support.kuhn"
local rng = require "spec.support.rng"
local slices = require "spec.support.slices"
local tricks = require "spec.support.tricks"
local wrap = require "spec.support.wrap"

local COPYING, IN_PLACE, start = tricks.copying, tricks.in_place, tricks.start
local BOTH = {alphabeta = {depth = 6}, uct = {nodes = 300}}

-- The options of a search: those of its algorithm, and others.
local function options_of(game, algorithm, more)
  local options = wrap.replace(BOTH[algorithm], {game = game, algorithm = algorithm, seed = 1})
  if more and more.nodes then options.depth = nil end
  return wrap.replace(options, more or {})
end

local function search(game, state, algorithm, more)
  return alphabeta.search(state, nil, options_of(game, algorithm, more))
end

-- What was found, as a text, without what differs between engines.
local function text_of(best, value, info)
  local words = {tostring(best), ("%.9g"):format(value), info.deals or "none", info.depth, info.reason}
  for _, score in ipairs(info.scores or {}) do
    words[#words + 1] = ("%s %.9g"):format(tostring(score.move), score.value)
  end
  return table.concat(words, ", ")
end

-- That of all moves.
local function found(game, state, algorithm, more)
  return text_of(search(game, state, algorithm, wrap.replace({multipv = "all"}, more or {})))
end

-- What is found -----------------------------------------------------------------------------------------------------

describe("Of a random deal, a search", function()
  -- Two hands of `count` cards each, or the own one and another.
  local function draw(random, count, own)
    local cards, hands = {1, 2, 3, 4, 5, 6, 7, 8, 9}, {own or {}, {}}
    for i = #cards, 1, -1 do
      for _, card in ipairs(own or {}) do if cards[i] == card then table.remove(cards, i) end end
    end
    for player = own and 2 or 1, 2 do
      for i = 1, count do hands[player][i] = table.remove(cards, random:int(1, #cards)) end
    end
    return hands
  end

  it("finds the same by the same seed, in both styles, in slices, whatever the other player has", function()
    for algorithm, limits in pairs(BOTH) do
      local differ = 0
      for seed = 1, effort(3, 40) do
        local random = rng.new(seed)
        local hands = draw(random, random:int(2, 4))
        local function state(other)
          return tricks.new(tricks.without(hands[1]), tricks.without(other or hands[2]))
        end
        local more = {seed = seed}
        local expected = found(IN_PLACE, state(), algorithm, more)
        assert.equal(expected, found(COPYING, state(), algorithm, more), seed)
        assert.equal(expected, found(IN_PLACE, state(draw(random, #hands[2], hands[1])[2]), algorithm, more), seed)
        differ = differ + (expected == found(IN_PLACE, state(), algorithm, {seed = seed + 1}) and 0 or 1)

        local own, ai = state(), alphabeta.new(nil, options_of(IN_PLACE, algorithm, {seed = seed, multipv = "all"}))
        local best, value, info, pauses = slices.search(ai, own, limits, {nodes = random:int(1, 20)}, function()
          assert.same(state(), own)
        end)
        assert.equal(expected, text_of(best, value, info), seed)
        assert.same(state(), own)
        assert.is_true(pauses > 5)
      end
      assert.is_true(differ > 0)
    end
    -- Without deals, it sees the other hand.
    local easy, open = tricks.new({1, 5, 8}, {2, 3, 4}), {deals = 0}
    assert.is_not.equal(found(IN_PLACE, start(), "alphabeta", open), found(IN_PLACE, easy, "alphabeta", open))
  end)

  it("adds up what the moves are worth in each deal", function()
    local hands, sums = {}, {}
    local game = wrap.replace(IN_PLACE, {deal = function(...)
      local state = IN_PLACE.deal(...)
      hands[#hands + 1] = tricks.without(state.hands[2])
      return state
    end})
    local _, value, info = search(game, start(), "alphabeta", {deals = 5, multipv = "all"})
    assert.equal(5, info.deals)
    for i = #hands - 4, #hands do -- others may be drawn to find out about the game
      local _, _, open = alphabeta.search(tricks.new({1, 5, 8}, hands[i]), 6,
        {game = IN_PLACE, multipv = "all", deals = 0})
      for _, score in ipairs(open.scores) do sums[score.move] = (sums[score.move] or 0) + score.value end
    end
    for _, score in ipairs(info.scores) do
      assert.is_true(math.abs(sums[score.move] / 5 - score.value) < 1e-9)
      assert.is_true(score.value <= value)
    end
  end)

  it("is not harmed by an error in any call", function()
    for algorithm in pairs(BOTH) do
      local options = {algorithm = algorithm, deals = algorithm == "alphabeta" and 4 or nil}
      local plan = {options = options, limits = {nodes = 60}, first = 30, step = effort(47, 5)}
      assert.is_true(breaking.each_call(wrap.replace(IN_PLACE, {new = start}), plan) > 30)
    end
  end)
end)

it("In Kuhn poker, both searches play as is right", function()
  -- The cards of both players, the line so far, what is right, and in how many of the seeds.
  for _, row in ipairs {
    {{1, 3}, "", "p", 0.9}, {{2, 3}, "", "p", 0.9}, -- check with the lowest and the middle card
    {{3, 1}, "p", "p", 1}, -- do not bluff after a check
    {{1, 3}, "b", "b", 1}, {{3, 1}, "b", "p", 1}, -- call with the highest card, and fold the lowest
  } do
    for algorithm in pairs(BOTH) do
      local right, seeds = 0, effort(3, 10)
      for seed = 1, seeds do
        local more = {seed = seed, nodes = algorithm == "uct" and 2000 or nil}
        local best = search(kuhn, {cards = row[1], line = row[2]}, algorithm, more)
        right = right + (best == row[3] and 1 or 0)
      end
      assert.is_true(right >= row[4] * seeds - 0.5, algorithm .. ": " .. right)
    end
  end
end)

describe("A game with 'deal'", function()
  it("is searched by uct if it is limited by time or nodes, and nothing asks for alpha-beta", function()
    local function algorithm(options, game)
      local ai = alphabeta.new(game or COPYING, options)
      local first = select(3, ai:search(start())).techniques[1]
      assert.equal(first, select(3, ai:search(start())).techniques[1])
      return first
    end
    for _, options in ipairs {
      {nodes = 99}, {time = 0.001}, {level = 2}, {nodes = 99, multipv = 2}, {nodes = 99, win = 100},
      {nodes = 99, hash = "auto"},
    } do
      assert.equal("uct", algorithm(options))
    end
    assert.equal("uct", algorithm({nodes = 99}, wrap.replace(COPYING, {win = 100})))
    for _, options in ipairs {
      {depth = 2}, {nodes = 99, depth = 2}, {nodes = 99, ties = true}, {nodes = 99, deals = 3}, {nodes = 99, deals = 0},
      {nodes = 99, algorithm = "pvs"},
    } do
      assert.is_not.equal("uct", algorithm(options))
    end
  end)

  it("gets numbers from 0 up to 1, and integers, to deal for the player at the root", function()
    local numbers, sum, is_seen, players = 0, 0, {}, {}
    search(wrap.replace(IN_PLACE, {deal = function(state, me, random)
      local number = random()
      assert.is_true(number >= 0 and number < 1)
      numbers, sum, players[me], is_seen[random(6)] = numbers + 1, sum + number, true, true
      return IN_PLACE.deal(state, me, random)
    end}), start(), "uct")
    assert.is_true(math.abs(sum / numbers - 0.5) < 0.1)
    assert.same({{true, true, true, true, true, true}, {true}}, {is_seen, players})
  end)

  -- Cause: the moves of a deal were put into the list that `moves` had returned, a hand of the caller's state.
  it("may return a part of the state as its moves", function()
    for algorithm in pairs(BOTH) do
      local state = start()
      search(wrap.replace(COPYING, {moves = function(now) return now.hands[now.turn] end}), state, algorithm)
      assert.same(start(), state)
    end
  end)

  it("gives each deal a table of its own, all of them as large as the option says, and closes them", function()
    local core = package.loaded["alphabeta.core"]
    local sizes, searchers, new = {}, {}, core.new
    core.new = function(game, options)
      local ai = new(game, options)
      sizes[#sizes + 1], searchers[#searchers + 1] = options.table, ai
      return ai
    end
    local keyed = wrap.replace(IN_PLACE, {hash = function(state) return state.led end}) -- not the same in two deals
    local ok, message = pcall(function()
      search(keyed, start(), "alphabeta", {table = 2, deals = 4})
      search(keyed, start(), "alphabeta", {table = 0, deals = 1})
      search(IN_PLACE, start(), "alphabeta", {deals = 1})
    end)
    core.new = new
    assert.is_true(ok, message)
    assert.same({0.5, 0.5, 0.5, 0.5, 0}, sizes)
    for _, ai in ipairs(searchers) do assert.matches("closed", tostring(ai)) end
  end)

  it("answers what is over, and what is forced", function()
    for algorithm in pairs(BOTH) do
      local best, value, info = search(IN_PLACE, wrap.replace(tricks.new({}, {}), {score = 2}), algorithm)
      assert.same({nil, 2, "over"}, {best, value, info.reason})
      best, value, info = search(IN_PLACE, tricks.new({9}, {4}), algorithm, {nodes = 1000})
      assert.same({9, "forced", "number"}, {best, info.reason, type(value)})
    end
  end)

  -- Cause: a chance node at the root was taken for the end of the game, and had no value.
  it("has a value at a chance node, where no move is made", function()
    local guessing = { -- whether a hidden card is at least as high as a die with two sides
      player = function() return 1 end,
      chances = function(state)
        if not state.die then return {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}} end
      end,
      moves = function(state) return state.guess == nil and {"yes", "no"} or {} end,
      play = function(state, move)
        return {card = state.card, die = state.die or move, guess = state.die and move or nil}
      end,
      result = function(state) return (state.card >= state.die) == (state.guess == "yes") and 1 or 0 end,
      deal = function(state, _, random) return {card = random(2), die = state.die, guess = state.guess} end,
    }
    for algorithm, expected in pairs {alphabeta = 1, uct = 0.75} do
      local best, value, info = search(guessing, {card = 2}, algorithm, {seed = 4})
      assert.same({}, {best, info.pv[1]})
      assert.is_true(math.abs(value - expected) < 0.1, value)
      best, value = search(guessing, {card = 2, die = 1}, algorithm)
      assert.same({"yes", 1}, {best, value})
    end
  end)

  it("takes views, levels, ties, 'only' and 'avoid'", function()
    local mover = wrap.replace(IN_PLACE, {
      view = "mover", result = function(state) return IN_PLACE.result(state, state.turn) end,
    })
    local against = wrap.replace(IN_PLACE, {result = function(state, me) return -IN_PLACE.result(state, me) end})
    for algorithm in pairs(BOTH) do
      local best, value = search(IN_PLACE, start(), algorithm)
      local mover_best, mover_value = search(mover, start(), algorithm)
      assert.same({best, value}, {mover_best, mover_value})
      local least_best, least = search(against, start(), algorithm, {maximize = false})
      assert.same({best, algorithm == "uct" and value or -value}, {least_best, least})
      assert.is_not.equal(best, (search(IN_PLACE, start(), algorithm, {avoid = {best}})))
      assert.equal(1, (search(IN_PLACE, start(), algorithm, {only = {1}})))
      assert.equal(3, #select(3, search(IN_PLACE, start(), algorithm, {level = 3})).scores)
    end
    assert.same({1, 5, 8}, select(3, search(IN_PLACE, start(), "alphabeta", {ties = true, depth = 1})).ties)
  end)

  it("recognizes moves that are tables by what they hold, and by 'move_id'", function()
    local of_tables = wrap.replace(COPYING, {
      moves = function(state)
        local list = COPYING.moves(state)
        for i, card in ipairs(list) do list[i] = {card = card} end
        return list
      end,
      play = function(state, move) return COPYING.play(state, move.card) end,
    })
    for algorithm in pairs(BOTH) do
      local best, value = search(COPYING, start(), algorithm)
      for _, identity in ipairs {false, function(_, move) return move.card end} do
        local own, own_value = search(wrap.replace(of_tables, {move_id = identity or nil}), start(), algorithm)
        assert.same({best, value}, {own.card, own_value})
      end
    end
  end)
end)
