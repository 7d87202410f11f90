-- What a search finds out about a game by rules alone before its first node: within its limits and slices, with the
-- state as it was after errors, and in a game of hidden hands without a look at the cards that no player sees.

local alphabeta = require "alphabeta"
local breaking = require "spec.support.breaking"
local can_yield = require "spec.support.can_yield"
local failure = require "spec.support.failure"
local restyled = require "spec.support.restyled"
local rng = require "spec.support.rng"
local rules_alone = require "spec.support.rules_alone"
local run_coroutine = require "spec.support.run_coroutine"
local slices = require "spec.support.slices"
local timed = require "spec.support.timed"
local tricks = require "spec.support.tricks"
local whist = require "games.whist"
local wrap = require "spec.support.wrap"

-- A long game of points with random numbers, by `make` or by `play`.
local function long(style, plies)
  local game = {}
  function game.new() return {ply = 0, turn = 1, sum = 5, 0, 0} end
  function game.moves(state)
    if state.ply >= (plies or 80) then return {} end
    return state.sum % 3 == 0 and {1, 2} or {1, 2, 3}
  end
  function game.make(state, move)
    local sum, points = state.sum, state[state.turn]
    state[state.turn] = points + (sum + move) % 4
    state.sum, state.ply, state.turn = (sum * 31 + move * 17) % 65521, state.ply + 1, 3 - state.turn
    return sum, points
  end
  function game.unmake(state, _, sum, points)
    state.sum, state.ply, state.turn = sum, state.ply - 1, 3 - state.turn
    state[state.turn] = points
  end
  function game.player(state) return state.turn end
  function game.result(state, me) return state[me] - state[3 - me] end
  return style == "in place" and game or wrap.replace(restyled.by_copies(game), {new = game.new, result = game.result})
end

-- The same without points until the end.
local function blind(...)
  local game = long(...)
  local moves, result = game.moves, game.result
  game.result = function(state, me)
    local value = result(state, me)
    return moves(state)[1] and 0 or value
  end
  return game
end

-- Calls body(rules, style) for each kind of game.
local function each_game(body, plies)
  for _, style in ipairs {"in place", "copying"} do
    for _, make in ipairs {long, blind} do body(make(style, plies), style) end
  end
end

-- Games in which playouts, or a contest of mobility with chance, are what is found out; and one of these by alpha-beta.
local TICTACTOE, DODGEM = rules_alone.TICTACTOE, rules_alone.GAMES.dodgem
local DRAWN_DODGEM = wrap.replace(DODGEM, {repetition = 0})

-- The moves that a game has made.
local function made(calls) return calls.make + calls.play end

-- Limits of all kinds, which these games do not reach within a few slices.
local LIMITS = {depth = {depth = 20}, nodes = {nodes = 1e6}, time = {time = 1e6}, think = {think = {1e5, 1e6}}}

describe("The first search of a game by rules alone", function()
  it("begins without a call, and pauses after each ply", function()
    each_game(function(rules, style)
      local game, calls = wrap.counted(rules)
      for name, limits in pairs(LIMITS) do
        local ai, state, before = alphabeta.new(game), rules.new(), calls.all
        ai:start(state, limits)
        assert.equal(before, calls.all)
        for slice = 1, 70 do
          before = calls.all
          ai:step {nodes = 1}
          assert.equal(0, state.ply)
          -- at each pause, the moves of the line are taken back, and made again after it
          local most, count = style == "in place" and 2 * 81 + 14 or 14, calls.all - before
          assert.is_true(count <= most, ("%s, %s, slice %d: %d"):format(style, name, slice, count))
        end
        ai:stop()
        assert.same(rules.new(), state)
      end
    end)
  end)

  it("finds the same in slices as without, again and again", function()
    local function compare(game, options, limits, searches)
      for nodes, count in pairs(searches) do
        local whole, sliced = alphabeta.new(game, options), alphabeta.new(game, options)
        for _ = 1, count do
          local state = game.new()
          local best, value, info = whole:search(game.new(), limits)
          local other, other_value, found = slices.search(sliced, state, limits, {nodes = nodes})
          assert.same({best, value, info.nodes, info.techniques}, {other, other_value, found.nodes, found.techniques})
          assert.same(game.new(), state)
        end
      end
    end
    each_game(function(game)
      local searches = {[1] = 1, [7] = 1, [1000] = 1}
      for _, limits in ipairs {{depth = 3}, {nodes = 400}} do compare(game, nil, limits, searches) end
    end)
    compare(DODGEM, {level = 2}, nil, {[1] = 1, [7] = 3})
  end)

  it("finds nothing out for one legal move", function()
    for _, limits in ipairs {{time = 1e6}, {nodes = 10000}} do
      local rules = long "copying"
      local game, calls = wrap.counted(rules)
      local moves = game.moves
      game.moves = function(state) return state.ply == 0 and {1} or moves(state) end
      local best, _, info = alphabeta.search(rules.new(), limits, {game = game})
      assert.same({1, "forced"}, {best, info.reason})
      assert.is_true(calls.all < 20, calls.all)
    end
  end)

  it("takes a tenth of a limit of nodes, and the next search goes on", function()
    local rules = long "copying"
    local game, calls = wrap.counted(rules)
    local ai, is_known = alphabeta.new(game, {nodes = 30}), false
    for _ = 1, 20 do
      local before = made(calls)
      local _, _, info = ai:search(rules.new())
      assert.is_true(made(calls) - before <= 2 * 30 + 3)
      is_known = is_known or table.concat(info.techniques, " "):find "current_result" ~= nil
    end
    assert.is_true(is_known)
  end)

  -- Cause: in a search that only a depth limits, lines went on whatever that depth can cost; and if there was no room
  -- for lines, their limits were also those of the search.
  it("makes no more moves than a share of those of the search, and none where the depth sees the end", function()
    local rows = {
      {rules_alone.GAMES.draughts, {depth = 1}, {algorithm = "minimax"}, most = 260},
      {rules_alone.GAMES.draughts, {nodes = 500}, {}, most = 50},
      {DRAWN_DODGEM, {nodes = 7000}, {}, least = 800, most = 1400},
      {DRAWN_DODGEM, {nodes = 20000}, {}, least = 800, most = 4000},
    }
    each_game(function(rules) rows[#rows + 1] = {rules, {depth = 3}, {}, most = 2} end, 2)
    for depth = 1, 8 do
      rows[#rows + 1] = {blind "in place", {depth = depth}, {without = {"current_result"}}, most = 0, share = 0.1}
    end
    for depth = 1, 5 do rows[#rows + 1] = {DRAWN_DODGEM, {depth = depth}, {}, most = 260} end
    for nodes = 5, 12 do -- the first iteration takes 4
      rows[#rows + 1] = {blind "in place", {nodes = nodes}, {}, most = 0, nodes = nodes}
    end
    for i, row in ipairs(rows) do
      local game, calls = wrap.counted(row[1])
      game.repetition = row[1].repetition
      local _, _, info = alphabeta.search(row[1].new(), row[2], wrap.replace(row[3], {game = game}))
      local more, most = made(calls) - info.nodes, row.most + (row.share or 0) * info.nodes
      assert.is_true(more <= most and more >= (row.least or -math.huge), ("row %d: %d"):format(i, more))
      if row.nodes then assert.same({"nodes", row.nodes}, {info.reason, info.nodes}) end
    end
  end)

  it("keeps to limits of time, and ends slices of time, when each call is slow", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    for _, style in ipairs {"in place", "copying"} do
      local is_in_place = style == "in place"
      for _, cost in ipairs {0.00005, 0.0002, 0.001} do
        for _, row in ipairs {
          {{time = 0.05}, 0.05}, {{time = 1}, 1}, {{clock = {left = 0.25}}, 0.12}, {{clock = {left = 2}}, 0.3},
          {{think = {0.05, 0.1}}, 0.1},
        } do
          local rules = blind(style)
          local now = timed(rules, cost, function(game)
            assert.is_truthy((alphabeta.search(rules.new(), row[1], {game = game})))
          end)
          -- depth 1 is always finished, and moves are taken back
          local more = is_in_place and 200 or 40
          assert.is_true(now <= row[2] + more * cost, ("%s, %g s a call, %g s: %g"):format(style, cost, row[2], now))
        end
      end
      for _, cost in ipairs {0.00005, 0.0002} do
        local rules, longest = blind(style, 200), 0
        local now = timed(rules, cost, function(game, clock)
          local ai, start = alphabeta.new(game), nil
          ai:start(rules.new(), {time = 1})
          slices.finish(ai, function()
            longest, start = math.max(longest, start and clock() - start or 0), clock()
            return 0.004
          end)
        end)
        -- the moves of a line in place are taken back, and made again in the next slice
        assert.is_true(longest < (is_in_place and 2 or 1) * 0.004 + 6 * cost, style .. longest)
        assert.is_true(now < 1.01, now)
      end
    end
  end)

  it("passes an error on, whichever call it is in, with the state as it was", function()
    local rows = {
      {TICTACTOE, {limits = {time = 1e6}, first = 20, step = 23, until_best = true}, 20},
      {DODGEM, {limits = {time = 1e6}, first = 1, step = 991, until_best = true}, 10},
      {DRAWN_DODGEM, {limits = {nodes = 30000}, first = 0, step = 4999, until_best = true}, 1},
    }
    each_game(function(game) rows[#rows + 1] = {game, {limits = {depth = 2}, first = 30, step = 43}, 30} end)
    for _, row in ipairs(rows) do assert.is_true(breaking.each_call(row[1], row[2]) > row[3]) end
  end)

  it("takes an error that 'result' raises each time for no answer, and passes any other one on", function()
    for k = 1, 40 do
      local calls = 0
      local game = long "in place"
      local result = game.result
      function game.result(state, me)
        calls = calls + 1
        if calls == k then error("time is up", 0) end
        if state.ply > 3 then error "the game is not over" end
        return result(state, me)
      end
      local state = game.new()
      local ok, message = pcall(alphabeta.search, state, 2, {game = game})
      assert.same(game.new(), state)
      if calls >= k then
        assert.is_false(ok)
        assert.matches("time is up", message)
      end
    end
  end)

  it("lets functions yield, also while they change the state", function()
    for _, name in ipairs(can_yield and {"make", "unmake", "moves", "result"} or {}) do
      local rules = blind("in place", 12)
      local state, best, value = rules.new(), alphabeta.search(rules.new(), 2, {game = rules})
      local game = wrap.before(rules, function(own)
        if own == name then coroutine.yield() end
      end)
      local yields, other, same = run_coroutine(function() return alphabeta.search(state, 2, {game = game}) end)
      assert.same({best, value, rules.new(), true}, {other, same, state, yields > 10})
    end
  end)
end)

-- Cause: the C module searches after these lines, called by the function that has played them, and an error of the
-- module's own named the line of that.
it("An error of the search after its lines is raised at the user's line", function()
  local game = long("copying", 12)
  local moves, result = game.moves, game.result
  game.result = function(state, me) return moves(state)[1] and result(state, me) or "much" end
  for _, use in ipairs {
    function(ai)
      local best = ai:search(game.new(), {depth = 14})
      return best
    end,
    function(ai) slices.search(ai, game.new(), {depth = 14}, {nodes = 1e6}) end,
  } do
    assert.matches("^%S*spec/%S+%.lua:%d+: alphabeta: callback 'result' at ply 12: expected a number, got 'much'$",
      failure(use, alphabeta.new(game)))
  end
end)

-- Cause: the lines took whatever 'player' returned for a player. They asked for it at chance nodes, too, though nothing
-- there depends on it, so a game of dice whose rules know no player there ended in an error of the module's own. A
-- search may ask there, as for the key of the position, and then there must be one: see numbers/chance_spec.lua.
it("Who moves, in the lines before a search, is not asked at a chance node, and must be a player", function()
  local HALVES = {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}}
  local rules = long("copying", 5)
  local dice = wrap.replace(rules, {
    chances = function(state) return state.is_due and HALVES or nil end,
    play = function(state, move)
      local after = rules.play(state, move)
      after.is_due = not state.is_due
      if state.is_due then after.turn, after.ply = state.turn, state.ply end
      return after
    end,
    player = function(state) return not state.is_due and state.turn or nil end,
  })
  for _, limits in ipairs {{time = 0.02}, {nodes = 300}, {depth = 4}} do
    assert.is_number((alphabeta.new(dice, limits):search(rules.new())))
    for name, wrong in pairs {["nil"] = {}, NaN = {0 / 0}} do
      local ai = alphabeta.new(wrap.replace(rules, {player = function(state)
        if state.ply == 0 then return state.turn end
        return wrong[1]
      end}), limits)
      assert.matches("^alphabeta: callback 'player' at ply 1: expected a player, got " .. name,
        failure(ai.search, ai, rules.new()))
    end
  end
end)

describe("In a game of hidden hands, the first search", function()
  it("finds the same whatever the hidden cards are, and makes no move in the true state", function()
    local own, touched, random = {1, 5, 8}, 0, rng.new(1)
    local game = wrap.before(tricks.copying, function(name, state)
      if name == "play" and state.hands[1] == own then touched = touched + 1 end
    end)
    for _ = 1, 20 do
      local limits, seed, expected = random:pick {{depth = 3}, {nodes = 60}}, random:int(1, 1000), nil
      for _, other in ipairs {{2, 3, 4}, {9, 6, 7}, {4, 9, 2}} do
        local options = wrap.replace(limits, {seed = seed, multipv = "all"})
        local best, value, info = alphabeta.new(game):search(tricks.new(own, other), options)
        local answer = {best, value, info.nodes, info.techniques}
        expected = expected or answer
        assert.same(expected, answer)
      end
    end
    assert.equal(0, touched)
  end)

  -- Cause: the unseen cards were shuffled in the order in which they truly lay.
  it("gets the same deals of whist, whatever the hidden cards are", function()
    local random = rng.new(2)
    local function draw(n) return random:int(1, n) end
    for _ = 1, 20 do
      local state, list = whist.new(draw, 6), {}
      for _ = 1, random:int(0, 16) do
        local count = whist.moves(state, list) or 0
        if count > 0 then whist.make(state, list[draw(count)]) end
      end
      local me, seed = whist.player(state), random:int(1, 1e6)
      local other = whist.deal(state, me, draw)
      local function again(from)
        local own = rng.new(seed)
        return whist.deal(from, me, function(n) return own:int(1, n) end)
      end
      assert.same(again(state), again(other))
    end
  end)
end)
