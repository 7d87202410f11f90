-- Which algorithm a search takes if none is given: Monte Carlo tree search where time limits it and nothing tells
-- unfinished states of the game apart; else alpha-beta.

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local more_games = require "bench.support.rules_new"
local rng = require "spec.support.rng"
local wrap = require "spec.support.wrap"

-- A game where players fill cells in turn until a line of three of the same player's is whole. `moves_of(cells)` lists
-- the moves; `reward` is what the winner gets.
local function filling(width, height, moves_of, reward)
  local game = {}
  local steps = {1, width + 1, width, width + 2}
  function game.new()
    local cells = {}
    for at = 0, (width + 1) * (height + 2) do cells[at] = 3 end
    for row = 1, height do
      for column = 1, width do cells[row * (width + 1) + column] = 0 end
    end
    return {cells = cells, turn = 1, winner = 0, left = width * height}
  end
  function game.moves(state) return state.left > 0 and moves_of(state.cells, width, height) or {} end
  function game.make(state, at)
    local cells, me = state.cells, state.turn
    cells[at] = me
    for i = 1, 4 do
      local step, length = steps[i], 1
      for sign = -1, 1, 2 do
        local other = at + sign * step
        while cells[other] == me do length, other = length + 1, other + sign * step end
      end
      if length >= 3 then state.winner = me end
    end
    state.turn, state.left = 3 - me, state.left - 1
  end
  function game.unmake(state, at)
    state.cells[at], state.turn, state.winner, state.left = 0, 3 - state.turn, 0, state.left + 1
  end
  function game.player(state) return state.turn end
  function game.is_over(state) return state.winner ~= 0 or state.left == 0 end
  function game.result(state, me)
    return state.winner == 0 and 0 or state.winner == me and (reward or 1) or -(reward or 1)
  end
  return game
end

local function empty_cells(cells, width, height)
  local list = {}
  for at = width + 2, height * (width + 1) + width do
    if cells[at] == 0 then list[#list + 1] = at end
  end
  return list
end

local function lowest_cells(cells, width, height)
  local list = {}
  for column = 1, width do
    local row = 1
    while row <= height and cells[row * (width + 1) + column] ~= 0 do row = row + 1 end
    if row <= height then list[#list + 1] = row * (width + 1) + column end
  end
  return list
end

local LINES, COLUMNS = filling(7, 7, empty_cells), filling(7, 6, lowest_cells)
local TICTACTOE = filling(3, 3, empty_cells, 7)

-- Hex-like: player 1 wins as soon as a cell of each row is taken, player 2 of each column.
local ROWS = wrap.replace(LINES, {
  make = function(state, at)
    local cells, me = state.cells, state.turn
    cells[at], state.turn, state.left = me, 3 - me, state.left - 1
    local whole = 0
    for first = 1, 7 do
      local has_one = false
      for second = 1, 7 do
        local row, column = me == 1 and first or second, me == 1 and second or first
        has_one = has_one or cells[row * 8 + column] == me
      end
      whole = whole + (has_one and 1 or 0)
    end
    if whole == 7 then state.winner = me end
  end,
})

local function without(game, ...)
  local less = wrap.replace(game, {})
  for i = 1, select("#", ...) do less[(select(i, ...))] = nil end
  return less
end

-- Breakthrough, whose moves differ in number, and coins, whose players have points, without an evaluation.
local PAWNS = without(breakthrough, "evaluate", "hash", "new")
function PAWNS.result(state, me) return state.winner == 0 and 0 or state.winner == me and 1 or -1 end

local POINTS = {
  moves = function(state) return state.left > state.right and {} or {"left", "right"} end,
  play = function(state, side)
    local after = {left = state.left, right = state.right, turn = 3 - state.turn, state[1], state[2]}
    local coin = (side == "left" and state.left or state.right) % 5
    after[side] = after[side] + (side == "left" and 1 or -1)
    after[state.turn] = after[state.turn] + coin
    return after
  end,
  player = function(state) return state.turn end,
  result = function(state, me) return state[me] - state[3 - me] end,
}

-- Dodgem: whoever gets a car off the board has fewer moves.
local DODGEM
for _, entry in ipairs(more_games) do
  if entry[1] == "dodgem" then DODGEM = entry[2] end
end

local TIME = {time = 1e6}

-- The first answer of a search in slices, so it depends on no clock.
local function first_answer(ai, state, limits)
  ai:start(state, limits)
  repeat ai:step {nodes = 40} until ai:best() or not ai:thinking()
  ai:stop()
  return ai:best()
end

local function algorithm_of(game, state, limits, options)
  local _, _, info = first_answer(alphabeta.new(game, options), state, limits or TIME)
  return info.techniques[1]
end

-- The state after some moves.
local function after(game, ...)
  local state = game.new()
  for i = 1, select("#", ...) do game.make(state, (select(i, ...))) end
  return state
end

describe("A search that time alone limits", function()
  it("is a Monte Carlo tree search in games where nothing tells unfinished states apart", function()
    for name, game in pairs {lines = LINES, columns = COLUMNS, rows = ROWS, tictactoe = TICTACTOE} do
      for _, limits in ipairs {TIME, {think = 1e6}, {think = {1e5, 1e6}}, {clock = {left = 1e6}}} do
        assert.equal("uct", algorithm_of(game, game.new(), limits), name)
      end
    end
  end)

  it("is one, too, where the number of moves changes at random, and where a player moves twice", function()
    local noisy = wrap.replace(LINES, {
      moves = function(state)
        local list, sum = LINES.moves(state), 0
        for at = 9, 63 do sum = (sum * 31 + at * state.cells[at]) % 1009 end
        for i = #list, 2 + sum % 11, -1 do list[i] = nil end
        return list
      end,
    })
    assert.equal("uct", algorithm_of(noisy, noisy.new()))
    local twice = wrap.replace(LINES, {
      player = function(state) return math.floor(state.left / 2) % 2 + 1 end,
      result = function(state, me) return state.winner == 0 and 0 or state.winner == me and 1 or -1 end,
    })
    assert.equal("uct", algorithm_of(twice, twice.new()))
  end)

  it("is alpha-beta in games with mobility or points, and in those with a value", function()
    assert.equal("pvs", algorithm_of(PAWNS, breakthrough.new()))
    assert.equal("pvs", algorithm_of(POINTS, {left = 1, right = 40, turn = 1, 0, 0}))
    assert.equal("pvs", algorithm_of(wrap.replace(LINES, {evaluate = function() return 0 end}), LINES.new()))
  end)

  it("is a Monte Carlo tree search where a player who chooses by mobility loses to one who moves at random", function()
    assert.equal("uct", algorithm_of(DODGEM, DODGEM.new()))
    local copying = {
      moves = DODGEM.moves, player = DODGEM.player, result = DODGEM.result,
      play = function(state, move)
        local copy = {cells = {}, cars = {state.cars[1], state.cars[2]}, turn = state.turn}
        for at, who in pairs(state.cells) do copy.cells[at] = who end
        DODGEM.make(copy, move)
        return copy
      end,
    }
    assert.equal("uct", algorithm_of(copying, DODGEM.new()))
    assert.equal("uct", algorithm_of(DODGEM, DODGEM.new(), TIME, {ties = "random", seed = 3}))
    for _, row in ipairs {
      {{maximize = false}, function(state, me) return -DODGEM.result(state, me) end},
      {{view = "mover"}, function(state) return DODGEM.result(state, state.turn) end},
      {{view = "player", max_player = 2}, function(state) return DODGEM.result(state, 2) end},
    } do
      assert.equal("uct", algorithm_of(wrap.replace(DODGEM, {result = row[2]}), DODGEM.new(), TIME, row[1]))
    end
  end)

  it("goes on with the games that tell so in its next searches, if a limit has ended them", function()
    local ai = alphabeta.new(DODGEM, {level = 3}) -- in a search of 10000 nodes, 1000 plies are not enough for all
    local algorithms = {}
    for search = 1, 5 do algorithms[search] = select(3, ai:search(DODGEM.new())).techniques[1] end
    assert.same({"uct", "uct"}, {algorithms[4], algorithms[5]})
  end)

  it("finds that out in slices of any length as without", function()
    local function search(ai)
      local best, _, info = ai:search(DODGEM.new())
      return {best, info.nodes, info.techniques[1]}
    end
    local function search_in_slices(ai, nodes)
      local state = DODGEM.new()
      ai:start(state)
      repeat
        local has_ended = ai:step {nodes = nodes}
        assert.same(DODGEM.new(), state)
      until has_ended
      local best, _, info = ai:best()
      return {best, info.nodes, info.techniques[1]}
    end
    for _, nodes in ipairs {1, 7} do
      local whole, sliced = alphabeta.new(DODGEM, {level = 2}), alphabeta.new(DODGEM, {level = 2})
      for _ = 1, nodes == 1 and 1 or 3 do assert.same(search(whole), search_in_slices(sliced, nodes)) end
    end
  end)

  it("is alpha-beta with another limit, and with whatever that algorithm alone takes", function()
    for _, limits in ipairs {
      {depth = 1}, {depth = 1, time = 1}, {nodes = 20}, {nodes = 20, time = 1}, {depth = math.huge, time = 1e6},
    } do
      assert.equal("pvs", algorithm_of(LINES, LINES.new(), limits):gsub("alphabeta", "pvs"), nil)
    end
    for _, options in ipairs {
      {without = {"uct"}}, {without = {"killers"}}, {algorithm = "pvs"}, {alpha = -1},
      {value_min = -1, value_max = 1}, {deepening = true}, {trace = function() end}, {repetition = 0},
    } do
      assert.equal("pvs", algorithm_of(LINES, LINES.new(), TIME, options))
    end
    for name, value in pairs {
      order = function() return 0 end, move_id = function(_, at) return at end, repetition = 0, value_min = -1,
      bounds = function() return -1, 1 end, chances = function() return nil end,
    } do
      assert.equal("pvs", algorithm_of(wrap.replace(LINES, {[name] = value}), LINES.new()), name)
    end
  end)

  it("is the same with `win`, a key or a level, which mean something to both algorithms", function()
    local key = function(state) return table.concat(state.cells, "", 0) .. state.turn end
    for _, options in ipairs {
      {win = 100}, {hash = "auto"}, {level = 3}, {level = 10}, {win = 20, hash = "auto", level = 1},
    } do
      assert.equal("uct", algorithm_of(LINES, LINES.new(), TIME, options))
      assert.equal("pvs", algorithm_of(PAWNS, breakthrough.new(), TIME, options))
    end
    for name, value in pairs {hash = key, win = 50} do
      assert.equal("uct", algorithm_of(wrap.replace(LINES, {[name] = value}), LINES.new()), name)
    end
  end)

  it("is made with a level alone, too, with or without a seed, but not beside a depth or nodes", function()
    for _, options in ipairs {{level = 3}, {level = 3, seed = 5}} do
      assert.equal("uct", algorithm_of(LINES, LINES.new(), {}, options))
      assert.equal("pvs", algorithm_of(PAWNS, breakthrough.new(), {}, options))
      assert.equal("pvs", algorithm_of(LINES, LINES.new(), {nodes = 500}, options))
      assert.equal("pvs", (algorithm_of(LINES, LINES.new(), {depth = 5}, options)))
    end
  end)

  it("lets nobody win at once with a level, if another move prevents it, also without `win`", function()
    for _, game in ipairs {TICTACTOE, without(TICTACTOE, "is_over")} do
      if not game.is_over then
        game.moves = function(state) return TICTACTOE.is_over(state) and {} or TICTACTOE.moves(state) end
      end
      local state = after(game, 5, 10, 6) -- 7 is to be taken
      for level = 1, 10, 3 do
        local ai = alphabeta.new(game, {level = level})
        for _ = 1, 6 do
          local best, _, info = ai:search(state, {time = 60})
          assert.same({7, "uct"}, {best, info.techniques[1]})
        end
      end
    end
  end)

  it("lets a low level overlook who wins, beyond wins and losses at once", function()
    local state, loses = after(TICTACTOE, 10), {[6] = true, [9] = true, [11] = true, [14] = true}
    local function loses_by(level, seed)
      local best, _, info = alphabeta.new(TICTACTOE, {level = level, seed = seed}):search(state)
      assert.equal("uct", info.techniques[1])
      return loses[best]
    end
    local count = 0
    for seed = 1, 16 do count = count + (loses_by(1, seed) and 1 or 0) end
    assert.is_true(count > 3, count)
    assert.is_nil(loses_by(10, 1))
  end)

  -- Cause: without `win` a search by alpha-beta did not know which values are those of finished games.
  it("lets nobody win at once with a level by alpha-beta, without `win`", function()
    local by_mover = wrap.replace(PAWNS, {
      result = function(state) return state.winner == state.turn and 1 or state.winner > 0 and -1 or 0 end,
    })
    local random, count = rng.new(3), 0
    for seed = 1, 90 do
      local state = breakthrough.new()
      for _ = 1, random:int(8, 18) do
        local list = PAWNS.moves(state)
        if #list > 0 then PAWNS.make(state, random:pick(list)) end
      end
      local me, list, safe, unsafe = state.turn, PAWNS.moves(state), {}, {}
      for _, move in ipairs(list) do
        local undo = PAWNS.make(state, move)
        local is_safe = true
        for _, reply in ipairs(PAWNS.moves(state)) do
          local other = PAWNS.make(state, reply)
          is_safe = is_safe and state.winner ~= 3 - me
          PAWNS.unmake(state, reply, other)
        end
        PAWNS.unmake(state, move, undo);
        (is_safe and safe or unsafe)[move] = true
      end
      if next(safe) and next(unsafe) then
        local game = seed % 2 == 0 and by_mover or PAWNS
        local options = {level = seed % 3 * 2 + 1, nodes = 300, seed = seed, view = game == by_mover and "mover" or nil}
        local best, _, info = alphabeta.new(game, options):search(state)
        assert.not_equal("uct", info.techniques[1])
        assert.is_true(safe[best], seed)
        count = count + 1
      end
    end
    assert.is_true(count > 10, count)
  end)

  it("chooses by a level in a game of three players, too", function()
    local three
    for _, entry in ipairs(more_games) do three = entry[1] == "three players" and entry[2] or three end
    local moves, count = {}, 0
    for seed = 1, 12 do
      local best = alphabeta.search(three.new(), {}, {game = three, algorithm = "uct", level = 1, seed = seed})
      if not moves[best] then moves[best], count = true, count + 1 end
    end
    assert.is_true(count > 6, count)
  end)

  it("is alpha-beta if fewer random games than moves fit into the time, but depth 1 does", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    -- a random game takes 0.05 seconds or more, and depth 1 for 49 moves 0.25
    for limit, expected in pairs {[1] = "pvs", [2] = "pvs", [20] = "uct"} do
      local now = 0
      local before = alphabeta.set_clock(function() return now end)
      local game = wrap.replace(LINES, {
        moves = function(state)
          now = now + 0.005
          return LINES.moves(state)
        end,
      })
      local ok, _, _, info = pcall(alphabeta.search, game.new(), {time = limit}, {game = game})
      alphabeta.set_clock(before)
      assert.is_true(ok, _)
      assert.equal(expected, info.techniques[1])
    end
  end)

  it("is alpha-beta if the players are not two", function()
    for _, count in ipairs {1, 3} do
      local game = wrap.replace(LINES, {
        player = function(state) return state.left % count + 1 end, result = function() return 0 end,
      })
      assert.equal("pvs", algorithm_of(game, game.new()))
    end
    local own = without(LINES, "player")
    own.result = function(state) return state.winner == 0 and 0 or state.winner == state.turn and 1 or -1 end
    assert.equal("uct", algorithm_of(own, own.new()))
    assert.equal("uct", algorithm_of(own, own.new(), TIME, {view = "mover"}))
  end)

  it("chooses among moves that are as good as the best by the seed, and wins soonest", function()
    local function play(state, seed)
      local ai = alphabeta.new(TICTACTOE, {ties = "random", seed = seed})
      return first_answer(ai, state, TIME)
    end
    local columns, count = {}, 0
    for seed = 1, 8 do
      local ai = alphabeta.new(COLUMNS, {ties = "random", seed = seed})
      ai:start(COLUMNS.new(), TIME)
      repeat
        ai:step {nodes = 100}
        local _, _, info = ai:best()
      until info and info.nodes >= 100
      ai:stop()
      local best, _, info = ai:best()
      assert.equal("uct", info.techniques[1])
      local is_listed = false
      for _, move in ipairs(info.ties) do is_listed = is_listed or move == best end
      assert.is_true(is_listed)
      for i = 2, #info.ties do assert.is_true(info.scores[i].visits * 2 >= info.scores[1].visits) end
      if not columns[best] then columns[best], count = true, count + 1 end
    end
    assert.is_true(count > 1)
    for seed = 1, 5 do
      local best, _, info = play(after(TICTACTOE, 5, 10, 6, 14), seed) -- 7 wins at once
      assert.same({7, 7}, {best, info.ties[1]})
    end
  end)

  it("takes a seed", function()
    local answers = {}
    for seed = 1, 8 do
      local ai = alphabeta.new(LINES, {seed = seed})
      ai:start(LINES.new(), TIME)
      repeat ai:step {nodes = 20} until ai:best() and select(3, ai:best()).nodes >= 60
      ai:stop()
      local best, _, info = ai:best()
      assert.equal("uct", info.techniques[1])
      answers[seed] = best .. " " .. info.nodes .. " " .. table.concat(info.pv, " ")
    end
    for seed = 2, 8 do answers[answers[seed]] = answers[seed] ~= answers[1] end
    assert.is_true(answers[answers[2]] or answers[answers[3]])
    assert.is_truthy((alphabeta.new(LINES, {seed = 1}):search(LINES.new(), {depth = 1})))
  end)

  it("is what is asked for, if that is asked for", function()
    assert.equal("uct", algorithm_of(PAWNS, breakthrough.new(), TIME, {algorithm = "uct"}))
    assert.equal("alphabeta", algorithm_of(LINES, LINES.new(), TIME, {algorithm = "alphabeta"}))
  end)

  it("finds that out at its first search, and again if few states were left then", function()
    local calls = 0
    local game = wrap.replace(LINES, {
      moves = function(state)
        calls = calls + 1
        return LINES.moves(state)
      end,
    })
    local ai, state = alphabeta.new(game), game.new()
    local function count(limits)
      calls = 0
      ai:start(state, limits)
      assert.equal(0, calls)
      repeat ai:step {nodes = 1} until ai:best()
      ai:stop()
      return calls
    end
    assert.is_true(count {time = 1e6} > 30)
    assert.is_true(count {time = 1e6} < 60)
    ai:close()
    ai = alphabeta.new(TICTACTOE)
    local late = after(TICTACTOE, 5, 6, 9, 7, 10, 13)
    assert.equal("pvs", (select(3, ai:search(late, {time = 1}))).techniques[1])
    assert.equal("uct", (select(3, ai:search(TICTACTOE.new(), {time = 1}))).techniques[1])
    assert.equal("uct", (select(3, ai:search(late, {time = 1}))).techniques[1])
    assert.equal("pvs", (select(3, ai:search(late, 2))).techniques[1]:gsub("alphabeta", "pvs"), nil)
  end)

  -- Goes through the calls of a search of `rules`, `step` at a time behind the first 20, and makes each an error.
  local function fail_everywhere(rules, step)
    local k, has_ended = 0, false
    while not has_ended do
      k = k + (k < 20 and 1 or step)
      local calls, is_armed, game = 0, true, wrap.replace(rules, {})
      for _, name in ipairs {"moves", "make", "player", "result", "is_over"} do
        local own = game[name]
        game[name] = own and function(...)
          calls = calls + 1
          if is_armed and calls == k then error("call " .. k, 0) end
          return own(...)
        end
      end
      local ai, state = alphabeta.new(game), game.new()
      ai:start(state, {time = 1e6})
      local ok, message
      repeat
        ok, message = pcall(ai.step, ai, {nodes = 7})
        assert.same(game.new(), state)
      until not ok or ai:best() or not ai:thinking()
      assert.is_true(ok or message:find("call " .. k, 1, true) ~= nil, message)
      has_ended, is_armed = calls < k, false
      ai:stop()
      assert.is_truthy((ai:search(state, {nodes = 60})))
      assert.same(game.new(), state)
    end
    assert.is_true(k > 40, k)
  end

  it("leaves the state as it was, whichever call is an error", function()
    fail_everywhere(TICTACTOE, 13)
    fail_everywhere(DODGEM, 701)
  end)

  it("counts the time that this takes", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    for _, cost in ipairs {0.0002, 0.001} do
      local now = 0
      local before = alphabeta.set_clock(function() return now end)
      local game = wrap.replace(LINES, {
        moves = function(state)
          now = now + cost
          return LINES.moves(state)
        end,
      })
      local ai = alphabeta.new(game)
      local ok, _, _, info = pcall(ai.search, ai, game.new(), {time = 2})
      alphabeta.set_clock(before)
      assert.is_true(ok, _)
      assert.equal("uct", info.techniques[1])
      assert.is_true(now > 1.9 and now < 2.1, now)
    end
  end)
end)

-- The options that say for whom values are good, with a game whose values are; and the signs of what is good for player
-- 1 and player 2 when these are to move.
local function views(game)
  return {
    {{}, game, 1, 1},
    {{maximize = false}, wrap.replace(game, {result = function(...) return -game.result(...) end}), -1, -1},
    {
      {view = "mover"}, wrap.replace(game, {result = function(state) return game.result(state, state.turn) end}), 1, 1,
    },
    {
      {view = "player", max_player = 1},
      wrap.replace(game, {result = function(state) return game.result(state, 1) end}), 1, -1,
    },
  }
end

describe("The values of a Monte Carlo tree search that was not asked for", function()
  it("are less than those of won games while nothing is proven, and good for whom other searches say", function()
    local first, second = LINES.new(), LINES.new()
    for _, at in ipairs {28, 29} do first.cells[at], second.cells[at] = 1, 2 end -- two in a row, and the next move
    second.turn = 2
    for _, row in ipairs(views(LINES)) do
      local options, game = wrap.replace(row[1], {multipv = "all"}), row[2]
      for player, state in ipairs {first, second} do
        local sign = row[player + 2]
        local ai = alphabeta.new(game, options)
        first_answer(ai, LINES.new(), TIME)
        local best, value, info = first_answer(ai, state, TIME)
        assert.equal("uct", info.techniques[1])
        assert.is_truthy(best)
        assert.is_true(sign * value > 0.2)
        for i, score in ipairs(info.scores) do
          assert.is_true(math.abs(score.value) <= 0.5 or score.bound ~= nil)
          assert.is_true(i == 1 or score.visits < info.scores[1].visits or score.bound ~= nil or info.bound ~= nil)
        end
        assert.same({value, info.bound}, {info.scores[1].value, info.scores[1].bound})
      end
    end
  end)

  it("are results of the game where these are proven", function()
    local won, lost = after(TICTACTOE, 5, 9, 6, 10), after(TICTACTOE, 5, 6, 9, 7, 15) -- for the player to move
    for _, row in ipairs(views(TICTACTOE)) do
      local ai = alphabeta.new(row[2], row[1])
      local function found(state)
        local best, value, info = ai:search(state, {time = 100})
        assert.is_truthy(best)
        return {value, info.bound, info.reason, info.techniques[1]}
      end
      if row[1].view == "mover" then
        assert.same({0, "exact", "solved", "uct"}, found(TICTACTOE.new()))
      else
        first_answer(ai, TICTACTOE.new(), TIME)
      end
      assert.same({7 * row[3], row[3] > 0 and "lower" or "upper", "solved", "uct"}, found(won))
      assert.same({-7 * row[4], row[4] < 0 and "lower" or "upper", "solved", "uct"}, found(lost))
    end
  end)

  -- Cause: with `win`, the value of a proven win did not say how soon it is.
  it("are `win` less the plies of the proof, for whoever wins", function()
    local won, lost = after(TICTACTOE, 5, 9, 6, 10), after(TICTACTOE, 5, 11, 6) -- 7 wins, and must be kept free
    lost.turn = 2
    for _, win in ipairs {3, 7, 1000} do
      local game = wrap.replace(TICTACTOE, {
        win = win, result = function(state, me) return TICTACTOE.result(state, me) / 7 * math.max(win, 7) end,
      })
      local ai = alphabeta.new(game)
      first_answer(ai, TICTACTOE.new(), TIME)
      local best, value, info = ai:search(won, {time = 100})
      assert.same({7, win - 1, 1, "uct"}, {best, value, info.win_in, info.techniques[1]})
      best, value, info = ai:search(lost, {time = 100})
      assert.is_truthy(best)
      assert.equal("uct", info.techniques[1])
      if info.win_in then assert.equal(info.win_in > 0 and win - info.win_in or -win - info.win_in, value) end
    end
  end)

  it("are those of finished states", function()
    local ai = alphabeta.new(TICTACTOE)
    first_answer(ai, TICTACTOE.new(), TIME)
    local best, value, info = ai:search(after(TICTACTOE, 5, 9, 6, 10, 7), {time = 1})
    assert.is_nil(best)
    assert.same({-7, "over", "exact"}, {value, info.reason, info.bound})
  end)
end)

-- Players take cells in turn until all are taken; who has the 37th one wins. `name` makes a move of a cell.
local function cells(count, name, cell_of)
  return {
    moves = function(state)
      local list = {}
      for cell = 1, count do if not state[cell] then list[#list + 1] = name(cell) end end
      return list
    end,
    make = function(state, move)
      state[cell_of(move)], state.turn, state.taken = state.turn, 3 - state.turn, state.taken + 1
    end,
    unmake = function(state, move)
      state[cell_of(move)], state.turn, state.taken = nil, 3 - state.turn, state.taken - 1
    end,
    player = function(state) return state.turn end,
    result = function(state, me) return state.taken < count and 0 or state[37] == me and 1 or -1 end,
  }
end

describe("A search that has chosen its algorithm", function()
  it("learns of a move from games in which it was made later", function()
    local function same(cell) return cell end
    local numbers = cells(60, same, same)
    local texts = cells(60, tostring, tonumber)
    for expected, game in pairs {[37] = numbers, ["37"] = texts} do
      local found = 0
      for playouts = 25, 40, 5 do -- fewer than there are moves
        local ai = alphabeta.new(game)
        ai:start({turn = 1, taken = 0}, {time = 1e6})
        repeat ai:step {nodes = 5} until (select(3, ai:best())).nodes >= playouts
        ai:stop()
        local best, _, info = ai:best()
        assert.equal("uct", info.techniques[1])
        if best == expected then found = found + 1 end
      end
      assert.is_true(found >= 3, found)
    end
    local tables = cells(60, function(cell) return {cell} end, function(move) return move[1] end)
    local ai = alphabeta.new(tables)
    ai:start({turn = 1, taken = 0}, {time = 1e6})
    repeat ai:step {nodes = 50} until (select(3, ai:best())).nodes >= 250
    ai:stop()
    assert.equal(37, ai:best()[1])
  end)

  it("leaves most of the work to alpha-beta if the tree is small", function()
    local nim = {
      moves = function(state) return ({[0] = {}, {1}, {1, 2}})[state.heap] or {1, 2, 3} end,
      play = function(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end,
      player = function(state) return state.turn end,
      result = function(state, me) return state.turn == me and -1 or 1 end,
    }
    local function playouts(options)
      local ai = alphabeta.new(nim, options)
      ai:start({heap = 17, turn = 1}, {time = 1e6})
      repeat until ai:step {nodes = 1}
      local best, _, info = ai:best()
      assert.same({"uct", "solved", 1}, {info.techniques[1], info.reason, best})
      return info.nodes
    end
    assert.is_true(5 * playouts() < playouts {algorithm = "uct"})
  end)

  it("pauses, stops and is dropped at any moment", function()
    local ai, state = alphabeta.new(LINES), LINES.new()
    for slices = 0, 12 do
      ai:start(state, {time = 1e6})
      for _ = 1, slices do
        assert.is_false(ai:step {nodes = 1})
        assert.same(LINES.new(), state)
      end
      assert.is_true(ai:thinking())
      ai:stop()
      local best, _, info = ai:best()
      assert.equal(slices > 0, best ~= nil)
      assert.equal(slices > 0 and "stopped" or info.reason, info.reason)
      if slices % 3 == 1 then
        ai:clear()
        first_answer(ai, state, TIME) -- it has forgotten what it has found out about the game
      end
      assert.is_truthy((ai:search(state, {depth = 1})))
    end
    ai:start(state, {time = 1e6})
    ai:step {nodes = 5}
    ai:stop()
    ai:close()
    assert.same(LINES.new(), state)
  end)

  it("plays as an opponent, with pondering and hints", function()
    local state, hint = TICTACTOE.new(), nil
    local opponent = alphabeta.opponent {
      game = TICTACTOE, state = function() return state end, me = 2, think = 0.2, ponder = true,
    }
    opponent:hint(function(...) hint = {...} end)
    for _ = 1, 100000 do
      opponent:update(1 / 60)
      if hint then break end
    end
    assert.matches("averaged over %d+ games played out, it gets %d+ %% of the points", hint[2])
    assert.equal("uct", hint[4].techniques[1])
    while not TICTACTOE.is_over(state) do
      if state.turn == 1 then TICTACTOE.make(state, TICTACTOE.moves(state)[1]) end
      for _ = 1, 100000 do
        opponent:update(1 / 60)
        if state.turn == 1 or TICTACTOE.is_over(state) then break end
      end
    end
    assert.is_true(state.left <= 4)
    opponent:close()
  end)

  it("plays matches", function()
    local report = alphabeta.match(
      alphabeta.new(TICTACTOE), alphabeta.new(TICTACTOE, {without = {"uct"}}),
      {games = 2, state = TICTACTOE.new, limits = {time = 0.005}}
    )
    assert.equal(2, report.wins + report.draws + report.losses)
  end)
end)
