-- Functions of a game that save calls or garbage, and change no value: `moves` that fills the array it is
-- given, and `evaluate_move`.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local memory_use = require "spec.support.memory_use"
local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local check, with = alphabeta.check, small_games.with

local PLIES = 6

local listed, new = small_games.branching(PLIES)

local function filling(state, list)
  local moves = listed.moves(state)
  for i, move in ipairs(moves) do list[i] = move end
  return #moves
end

local filled = with(listed, {moves = filling})

-- All that a search returns but its time.
local function search(game, depth, options)
  options = wrap.replace({view = "mover", game = game}, options or {})
  local best, value, info = alphabeta.search(new(), depth, options)
  info.time = nil
  return {best = best, value = value, info = info}
end

describe("moves that fills the array it is given", function()
  it("leads to what an array leads to, in place and copying", function()
    local function play(state, move)
      local child = {ply = state.ply, score = state.score}
      listed.make(child, move)
      return child
    end
    for _, options in ipairs {
      {}, {deepening = true}, {algorithm = "minimax"}, {algorithm = "mtdf"}, {multipv = 3}, {only = {2, 4}},
      {avoid = {1}}, {deepening = true, multipv = 9},
    } do
      for depth = 0, PLIES + 1 do
        local expected = search(listed, depth, options)
        assert.is_true(deep.equal(expected, search(filled, depth, options)))
        local copying = {evaluate = listed.evaluate, play = play, moves = filling}
        assert.is_true(deep.equal(expected, search(copying, depth, options)))
      end
    end
    assert.equal(alphabeta.perft(new(), 5, {game = listed}), alphabeta.perft(new(), 5, {game = filled}))
  end)

  it("gets one array for a ply, whose left-over moves do not count", function()
    local arrays, left_over = {}, false
    search(with(listed, {moves = function(state, list)
      local ply, n = state.ply, filling(state, list)
      if ply > 0 then
        assert.equal(arrays[ply] or list, list)
        for other, array in pairs(arrays) do assert.is_true(other == ply or array ~= list) end
        arrays[ply] = list
      end
      left_over = left_over or list[n + 1] ~= nil
      return n
    end}), 4)
    assert.equal(4, #arrays)
    assert.is_true(left_over)
  end)

  it("may return an array or nil in some states", function()
    local turn = 0
    local mixed = with(listed, {moves = function(state, list)
      turn = turn + 1
      local moves = listed.moves(state)
      if #moves == 0 then return nil end
      return turn % 2 == 0 and moves or filling(state, list)
    end})
    assert.is_true(deep.equal(search(listed, 5), search(mixed, 5)))
  end)

  it("keeps the root's moves of a completed iteration when the next one lists others", function()
    local calls = 0
    local game = with(listed, {moves = function(state, list)
      if state.ply > 0 then return filling(state, list) end
      calls = calls + 1
      list[1], list[2] = calls * 10 + 1, calls * 10 + 2
      return 2
    end})
    local ai = alphabeta.new(game, {view = "mover", multipv = 2})
    ai:start(new(), {depth = 4, deepening = true})
    local expected
    repeat
      local has_ended = ai:step {nodes = 1}
      local best, _, info = ai:best()
      if best and expected and info.depth == expected.depth then
        assert.equal(expected.best, best)
        assert.equal(expected.second, info.scores[2].move)
      elseif best then
        expected = {depth = info.depth, best = best, second = info.scores[2].move}
      end
    until has_ended
    assert.equal(4, expected.depth)
  end)

  it("makes no garbage", function()
    local steady = with(listed, {moves = function(state, list)
      if state.ply == PLIES then return 0 end
      for move = 1, 5 do list[move] = move end
      return 5
    end})
    local function garbage(depth)
      local ai, state = alphabeta.new(steady, {view = "mover", algorithm = "minimax"}), new()
      return memory_use.allocated(function() ai:search(state, depth) end)
    end
    local few, many = garbage(2), garbage(5)
    -- 750 nodes more list their moves, at three plies more; arrays of their own would be 80000 bytes.
    assert.is_true(many - few < 20000, many - few .. " bytes")
  end)

  -- What is wrong in one state, and the message.
  local WRONG = {
    {"returns that array", function(state, list)
      filling(state, list)
      return list
    end, "expected the number of moves in the array that was given, got that array"},
    {"counts more than there are", function(_, list)
      for i = #list, 1, -1 do list[i] = nil end
      list[1] = 1
      return 3
    end, "expected 3 moves in the array that was given, got nil at index 2"},
    {"returns a negative number", function() return -2 end,
      "expected an array, an iterator, a count or nil, got -2"},
    {"returns a fraction", function() return 2.5 end, "expected an array, an iterator, a count or nil, got 2.5"},
    {"returns infinity", function() return math.huge end, "expected an array, an iterator, a count or nil, got inf"},
  }

  for _, row in ipairs(WRONG) do
    it("is an error when it " .. row[1], function()
      for ply = 0, 2 do
        local state = new()
        local message = message_of(alphabeta.search, state, 4, {game = with(listed, {moves = function(at, list)
          return (at.ply == ply and row[2] or filling)(at, list)
        end})})
        assert.is_truthy(message:find(("callback 'moves' at ply %d: %s"):format(ply, row[3]), 1, true), message)
        assert.is_true(deep.equal(new(), state))
      end
    end)
  end

  it("is an error when the array of an earlier ply is filled and returned", function()
    local kept
    local message = message_of(alphabeta.search, new(), 4, {game = with(listed, {moves = function(state, list)
      if state.ply == 1 then kept = list end
      if state.ply ~= 2 then return filling(state, list) end
      return kept
    end})})
    assert.is_truthy(message:find("returned the same array as at ply 1: return a new one", 1, true), message)
  end)
end)

describe("evaluate_move", function()
  -- The game above, and how often each of its functions is called.
  local function counting(calls, more)
    local game = wrap.replace(listed, {evaluate_move = function(state, move, me)
      local before = listed.make(state, move)
      local value = listed.evaluate(state, me)
      listed.unmake(state, move, before)
      return value
    end})
    return wrap.before(wrap.replace(game, more or {}), function(name) calls[name] = (calls[name] or 0) + 1 end)
  end

  it("says what evaluate says, at the leaves and for all but the first of them", function()
    for _, options in ipairs {
      {deepening = false}, {algorithm = "minimax"}, {deepening = true},
      {multipv = 2, deepening = false},
    } do
      for depth = 1, PLIES + 1 do
        local calls, plain = {}, {}
        local function count(name) plain[name] = (plain[name] or 0) + 1 end
        local expected = search(wrap.before(listed, count), depth, options)
        assert.is_true(deep.equal(expected, search(counting(calls), depth, options)))
        assert.equal(plain.evaluate, (calls.evaluate or 0) + (calls.evaluate_move or 0))
        assert.equal(plain.make - (calls.evaluate_move or 0), calls.make)
        assert.equal(calls.make, calls.unmake)
        if depth < PLIES then assert.is_true(calls.evaluate <= depth and calls.evaluate_move > 0) end
      end
    end
  end)

  -- The search asked at each leaf whether the game is over, and never called `evaluate_move`.
  it("says in a game with result and is_over whether it may be over, and is called once where it does not", function()
    local function result(state) return state.score - 50 end
    local function is_over(state) return state.ply == PLIES end
    local function telling(tell)
      return {result = result, evaluate_move = function(state, move, me)
        return counting({}).evaluate_move(state, move, me), tell(state)
      end}
    end
    local function play(state, move)
      local child = {ply = state.ply, score = state.score}
      listed.make(child, move)
      return child
    end
    for _, copies in ipairs {false, true} do
      for _, options in ipairs {{deepening = false}, {algorithm = "minimax"}, {order = "evaluate"}} do
        for _, depth in ipairs {1, 3, PLIES, PLIES + 1} do
          local function run(more)
            local calls, game = {}, counting({}, wrap.replace({result = result, is_over = is_over}, more))
            if copies then
              game = wrap.replace(game, {play = play})
              game.make, game.unmake = nil, nil
            end
            if not more.evaluate_move then game.evaluate_move = nil end
            game = wrap.before(game, function(name) calls[name] = (calls[name] or 0) + 1 end)
            local found = search(game, depth, options)
            calls.enter = calls[copies and "play" or "make"] or 0
            return found, calls
          end
          local expected, plain = run {}
          local certain, saved = run(telling(function(state) return state.ply == PLIES - 1 end))
          local careful, asked = run(telling(function() return true end))
          local silent, once = run(telling(function() return nil end))
          assert.is_true(deep.equal(expected, certain))
          assert.is_true(deep.equal(expected, careful))
          assert.is_true(deep.equal(expected, silent))
          local leaves = depth == PLIES and 0 or saved.evaluate_move or 0
          if depth < PLIES then
            assert.is_true(leaves > 0)
            assert.is_nil(saved.evaluate)
            assert.equal(plain.enter, saved.enter + leaves)
            assert.equal(plain.is_over, saved.is_over + leaves)
          end
          assert.equal(plain.enter, asked.enter)
          assert.equal(plain.is_over, asked.is_over)
          assert.is_nil(asked.evaluate)
          if depth <= PLIES then assert.equal(1, once.evaluate_move) end
          assert.equal(plain.enter, once.enter)
        end
      end
    end
  end)

  it("gets the state that was not changed, the move, and the player at the root", function()
    local first
    search(counting({}, {
      player = function(state) return "player " .. state.ply % 2 end,
      evaluate = function(state, me) return me == "player 0" and state.score or -state.score end,
      evaluate_move = function(state, move, me)
        assert.equal(2, state.ply)
        assert.equal("number", type(move))
        assert.equal("player 0", me)
        first = first or state
        assert.equal(first, state)
        return 0
      end,
    }), 3, {view = "max", deepening = false})
    assert.is_truthy(first)
  end)

  it("is not called where the state itself is needed", function()
    local function none(more, options)
      local calls = {}
      search(counting(calls, more), 3, options)
      assert.is_nil(calls.evaluate_move)
      assert.is_true(calls.evaluate > 0)
    end
    none({noisy = function() return nil end}, {quiescence = 1})
    none({player = function(state) return state.ply % 2 end})
    none({}, {trace = function() end})
  end)

  it("may be asked for payoffs in max^n", function()
    local function payoffs(state) return {[0] = state.score, state.ply, 7} end
    local game = wrap.replace(listed, {evaluate = payoffs, player = function(state) return state.ply % 3 end})
    local by_move, calls = wrap.replace(game, {evaluate_move = function(state, move)
      return {[0] = (state.score * 7 + move * 3) % 101, state.ply + 1, 7}
    end}), 0
    by_move = wrap.before(by_move, function(name) calls = calls + (name == "evaluate_move" and 1 or 0) end)
    local options = {algorithm = "maxn", view = "max"}
    local best, value = alphabeta.search(new(), 4, wrap.replace(options, {game = game}))
    local best_again, value_again = alphabeta.search(new(), 4, wrap.replace(options, {game = by_move}))
    assert.equal(best, best_again)
    assert.is_true(deep.equal(value, value_again))
    assert.is_true(calls > 0)
  end)

  it("is named by its errors, at the ply of the state that it gets", function()
    for _, row in ipairs {
      {function() return "high" end, "alphabeta: callback 'evaluate_move' at ply 2: expected a number, got 'high'"},
      {function() error("no idea", 0) end, "no idea\n\t(alphabeta: in callback 'evaluate_move' at ply 2)"},
    } do
      local state = new()
      local message = failure(alphabeta.search, state, 3,
        {game = counting({}, {evaluate_move = row[1]}), deepening = false})
      assert.is_truthy(message:find(row[2], 1, true), message)
      assert.is_true(deep.equal(new(), state))
    end
  end)

  it("is checked against evaluate", function()
    local function checked(more, options)
      return check(counting({}, more), new, wrap.replace({
        view = "mover", sign = false, games = 3, nodes = 200,
      }, options or {}))
    end
    local report = checked()
    assert.is_true(report.ok, tostring(report))
    for _, row in ipairs {
      {"differs", {evaluate_move = function(state, move) return state.ply == 3 and move == 2 and 1000 or
        counting({}).evaluate_move(state, move) end}},
      {"answer", {evaluate_move = function() return "high" end}},
      {"change", {evaluate_move = function(state, move)
        state.score = state.score + 1
        return counting({}).evaluate_move(state, move)
      end}},
    } do
      report = checked(row[2])
      assert.is_false(report.ok)
      assert.equal("evaluate_move", report.findings[1].callback)
      assert.equal(row[1], report.findings[1].kind)
    end
    report = checked({
      result = function() return 1 end,
      evaluate_move = function(state, move) return counting({}).evaluate_move(state, move), false end,
    })
    assert.equal("differs", report.findings[1].kind)
    assert.is_truthy(report.findings[1].message:find("it is over after the move", 1, true))
    -- What `evaluate` says of an end does not matter where there is `result`; without it, and with `ends_only`, nothing
    -- else does.
    assert.is_true(checked({
      result = function() return 1 end,
      evaluate_move = function(state, move)
        return state.ply == PLIES - 1 and 5 or counting({}).evaluate_move(state, move)
      end,
    }).ok)
    local ends = {evaluate_move = function(state, move)
      return state.ply < PLIES - 1 and 5 or counting({}).evaluate_move(state, move)
    end}
    assert.is_true(checked(ends, {ends_only = true}).ok)
    assert.is_false(checked(ends).ok)
  end)
end)

describe("The tools play a game whose moves fills the array it is given:", function()
  it("a check finds no defect", function()
    local report = check(filled, new, {view = "mover", sign = false, max_plies = PLIES})
    assert.is_true(report.ok, tostring(report))
  end)

  it("a check finds what appends to the array, and what does not fill it", function()
    for _, row in ipairs {
      {"twice", function(state, list)
        local moves = listed.moves(state)
        for _, move in ipairs(moves) do list[#list + 1] = move end
        return #moves
      end},
      {"answer", function(state) return #listed.moves(state) end},
      {"answer", function(state, list)
        filling(state, list)
        return list
      end},
      {"answer", function(state, list) return -filling(state, list) end},
    } do
      local report = check(with(listed, {moves = row[2]}), new, {view = "mover", sign = false})
      assert.is_false(report.ok)
      assert.equal("moves", report.findings[1].callback)
      assert.equal(row[1], report.findings[1].kind)
    end
  end)

  it("an explanation and a match say the same as with arrays", function()
    local options = {depth = 3, view = "mover"}
    local why = alphabeta.explain(new(), 4, {game = filled, view = "mover"})
    assert.equal(tostring(alphabeta.explain(new(), 4, {game = listed, view = "mover"})), tostring(why))
    local function result(game)
      local report = alphabeta.match(alphabeta.new(game, options), alphabeta.new(game, options), {
        game = game, state = new, games = 2, score = function(state) return state.score % 3 / 2 end,
      })
      return tostring(report)
    end
    assert.equal(result(listed), result(filled))
  end)
end)
