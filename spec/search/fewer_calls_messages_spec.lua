-- What is said of wrong answers of functions that save calls: by a search, with the ply, and by `check`, which also
-- compares them with what they stand for.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local dots = require "games.dots_and_boxes"
local failure = require "spec.support.failure"
local kalah = require "games.kalah"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local with = small_games.with

local PLIES = 5

local listed, new, is_move = small_games.branching(PLIES)

local function filling(state, list)
  local moves = listed.moves(state)
  for i, move in ipairs(moves) do list[i] = move end
  return #moves
end

local function find_move(state, id) return is_move(state, id) and id or nil end

local function after_move(state, move, me)
  local before = listed.make(state, move)
  local value = listed.evaluate(state, me)
  listed.unmake(state, move, before)
  return value
end

local function hash(state) return state.score + 1000 * state.ply end

local RIGHT = {
  moves = filling, find_move = find_move, evaluate_move = after_move, bounds = function() return -1000, 1000 end,
}

-- Searches ------------------------------------------------------------------------------------------------------------

local function drawing_until(state)
  local list, i = listed.moves(state), 0
  return function()
    i = i + 1
    if i == 3 then error("read too far", 0) end
    return list[i]
  end
end

local COUNT = "expected an array, an iterator, a count or nil, got "
local RANGE = "expected the lowest value and the highest one, "

-- For each function, wrong answers and what is said of them. `find_move` is first called at ply 1.
local WRONG = {
  moves = {
    {function(state, list)
      filling(state, list)
      return list
    end, "expected the number of moves in the array that was given, got that array"},
    {function(_, list)
      for i = #list, 1, -1 do list[i] = nil end
      list[1] = 1
      return 3
    end, "expected 3 moves in the array that was given, got nil at index 2"},
    {function() return -2 end, COUNT .. "-2"}, {function() return 2.5 end, COUNT .. "2.5"},
    {function() return math.huge end, COUNT .. "inf"},
  },
  iterator = {{drawing_until, "read too far\n\t(alphabeta: in callback 'iterator' at ply %d)"}},
  find_move = {
    {function() return 7 end, "expected nil or the move N, got 7"},
    {function() return "one" end, "expected nil or the move N, got 'one'"},
    {function() return {} end, "expected nil or the move N, got table"},
    {function() return false end, "expected nil or the move N, got boolean"},
    {function(state, id) return state.ply < PLIES and id or nil end,
      "expected nil or a move that 'moves' lists, got another one"},
    {function() error("no idea", 0) end, "no idea\n\t(alphabeta: in callback 'find_move' at ply %d)"},
  },
  evaluate_move = {
    {function() return "high" end, "expected a number, got 'high'"},
    {function() error("no idea", 0) end, "no idea\n\t(alphabeta: in callback 'evaluate_move' at ply %d)"},
  },
  bounds = {
    {function() return 1 end, RANGE .. "got 1 and nil"}, {function() return 2, 1 end, RANGE .. "got 2 and 1"},
    {function() return 0, 0 / 0 end, RANGE .. "got 0 and NaN"},
    {function() return "0", 1 end, RANGE .. "got '0' and 1"},
    {function() error("no idea", 0) end, "no idea\n\t(alphabeta: in callback 'bounds' at ply %d)"},
  },
}

-- Where the wrong answers come.
local AT = {moves = {0, 1, 2}, iterator = {0, 1, 2}, find_move = {1, 2}, evaluate_move = {3}, bounds = {0, 1, 2}}

describe("A search names the function and the ply, and leaves the state as it was:", function()
  -- The message of a search whose function is wrong at a ply, and right elsewhere.
  local function message_of(name, wrong, ply)
    local field, state = name == "iterator" and "moves" or name, new()
    local right = name == "iterator" and listed.moves or RIGHT[field]
    local game = with(listed, {hash = hash, [field] = function(at, ...)
      return (at.ply == ply and wrong or right)(at, ...)
    end})
    local options = {game = game, view = "mover", deepening = name == "find_move"}
    local message = failure(alphabeta.search, state, 4, options)
    assert.is_true(deep.equal(new(), state))
    return (message:gsub("the move %d+", "the move N"))
  end

  for name, rows in pairs(WRONG) do
    for i, row in ipairs(rows) do
      it(name .. ", wrong answer " .. i, function()
        for _, ply in ipairs(AT[name]) do
          local message = message_of(name, row[1], ply)
          assert.is_truthy(message:find(row[2]:gsub("%%d", ply), 1, true), message)
          assert.is_truthy(message:find(("callback '%s' at ply %d"):format(name, ply), 1, true), message)
        end
      end)
    end
  end

  it("moves, if it returns the array that it was given at an earlier ply", function()
    local kept
    local message = failure(alphabeta.search, new(), 4, {game = with(listed, {moves = function(state, list)
      if state.ply == 1 then kept = list end
      return state.ply == 2 and kept or filling(state, list)
    end})})
    assert.is_truthy(message:find("returned the same array as at ply 1: return a new one", 1, true), message)
  end)

  it("find_move, where moves are strings", function()
    local function number_of(move) return tonumber(move:sub(6)) end
    local message = failure(alphabeta.search, new(), 4, {deepening = true, game = {
      moves = function(state)
        local list = listed.moves(state)
        for i, move in ipairs(list) do list[i] = "move " .. move end
        return list
      end,
      make = function(state, move) return listed.make(state, number_of(move)) end, unmake = listed.unmake,
      evaluate = listed.evaluate, hash = hash, find_move = function() return "move 9" end,
    }})
    assert.matches("expected nil or the move 'move %d', got 'move 9'", message)
  end)

  -- Cause: after an error in its coroutine, an iterator cannot go on.
  it("an iterator made of a coroutine, and the next search has new ones", function()
    local calls, fail_at = 0, nil
    local ai = alphabeta.new(with(listed, {moves = function(state)
      return coroutine.wrap(function()
        for _, move in ipairs(listed.moves(state)) do
          calls = calls + 1
          if calls == fail_at then error("read too far", 0) end
          coroutine.yield(move)
        end
      end)
    end}), {view = "mover"})
    local _, expected = alphabeta.search(new(), 4, {game = listed, view = "mover"})
    for at = 1, 60, 7 do
      calls, fail_at = 0, at
      assert.matches("read too far\n\t%(alphabeta: in callback 'iterator' at ply %d", failure(ai.search, ai, new(), 4))
      fail_at = nil
      assert.equal(expected, (select(2, ai:search(new(), 4))))
    end
  end)
end)

-- Checks --------------------------------------------------------------------------------------------------------------

local BRIEFLY = {view = "mover", sign = false, games = 3, nodes = 100}

local function checked(more, options)
  return alphabeta.check(with(listed, more), new, wrap.replace(BRIEFLY, options or {}))
end

-- A function that changes the state before it answers.
local function meddling(right)
  return function(state, ...)
    state.score = state.score + 1
    return right(state, ...)
  end
end

-- For each function, wrong ones, with the kind of the first finding, and more of the game.
local DEFECTS = {
  moves = {
    {"twice", function(state, list)
      for _, move in ipairs(listed.moves(state)) do list[#list + 1] = move end
      return #listed.moves(state)
    end},
    {"answer", function(state) return #listed.moves(state) end},
    {"answer", function(state, list)
      filling(state, list)
      return list
    end},
    {"answer", function(state, list) return -filling(state, list) end},
  },
  find_move = {
    {"differs", function() return nil end},
    {"differs", function(state, id) return state.ply < 3 and find_move(state, id) or nil end},
    {"differs", function(state, id) return state.ply < PLIES and id or nil end},
    {"differs", function(state, id) return find_move(state, id) and id % 5 + 1 end},
    {"differs", function(state, id) return state.ply == PLIES and id or find_move(state, id) end},
    {"change", meddling(find_move)},
    {"error", function(state, id)
      if state.ply == 3 then error "no idea" end
      return find_move(state, id)
    end},
  },
  evaluate_move = {
    {"differs", function(state, move) return state.ply == 3 and move == 2 and 1000 or after_move(state, move) end},
    {"differs", function(state, move) return after_move(state, move), false end, {result = function() return 1 end}},
    {"differs", function(state, move) return state.ply < PLIES - 1 and 5 or after_move(state, move) end},
    {"answer", function() return "high" end}, {"change", meddling(after_move)},
  },
  bounds = {
    {"bounds", function(state) return listed.evaluate(state), 1000 end},
    {"bounds", function(state) return state.ply == 4 and 0 or -1000, state.ply == 4 and 0 or 1000 end},
    {"answer", function() return 1 end}, {"change", meddling(RIGHT.bounds)},
  },
}

describe("A check", function()
  for name, rows in pairs(DEFECTS) do
    it("finds no defect in a right " .. name, function()
      local report = checked {[name] = RIGHT[name]}
      assert.is_true(report.ok, tostring(report))
    end)

    for i, row in ipairs(rows) do
      it(("finds what is wrong in %s %d"):format(name, i), function()
        local report = checked(wrap.replace(row[3] or {}, {[name] = row[2]}))
        assert.is_false(report.ok)
        assert.same({row[1], name}, {report.findings[1].kind, report.findings[1].callback})
      end)
    end
  end

  it("asks for no move where the game is over, and knows moves that are tables by `move_id`", function()
    assert.is_true(checked({is_over = function(state) return state.ply == PLIES end, find_move = function(state, id)
      assert(state.ply < PLIES)
      return find_move(state, id)
    end}).ok)
    local tables = {
      moves = function(state)
        local list = listed.moves(state)
        for i, move in ipairs(list) do list[i] = {move} end
        return list
      end,
      make = function(state, move) return listed.make(state, move[1]) end,
      move_id = function(_, move) return move[1] end,
      find_move = function(state, id) return is_move(state, id) and {id} or nil end,
    }
    assert.is_true(checked(tables).ok)
    local report = checked(wrap.replace(tables, {move_id = function(_, move) return move[1] % 3 end}))
    assert.same({"duplicate", "move_id"}, {report.findings[1].kind, report.findings[1].callback})
  end)

  -- What `evaluate` says of an end does not matter where there is `result`; without it, and with `ends_only`, nothing
  -- else does.
  it("compares evaluate_move where evaluations count", function()
    local function at_end(state, move) return state.ply == PLIES - 1 and 5 or after_move(state, move) end
    local function before_end(state, move) return state.ply < PLIES - 1 and 5 or after_move(state, move) end
    assert.is_true(checked({result = function() return 1 end, evaluate_move = at_end}).ok)
    assert.is_true(checked({evaluate_move = before_end}, {ends_only = true}).ok)
    local report = checked {
      result = function() return 1 end,
      evaluate_move = function(state, move) return after_move(state, move), false end,
    }
    assert.is_truthy(report.findings[1].message:find("it is over after the move", 1, true))
  end)

  it("finds the bounds of the examples right", function()
    local boxes = setmetatable({bounds = dots.boxes_left}, {__index = dots.hashed})
    assert.is_true(alphabeta.check(boxes, function() return dots.hashed.new(2, 1) end, {games = 3, nodes = 100}).ok)
    local seeds = setmetatable({bounds = kalah.seeds_left}, {__index = kalah})
    assert.is_true(alphabeta.check(seeds, function() return kalah.new(3, 2) end, {games = 3, nodes = 100}).ok)
  end)
end)

it("An explanation and a match say of a game that fills arrays what they say with arrays", function()
  local function said(game)
    local options = {depth = 3, view = "mover"}
    local why = alphabeta.explain(new(), 4, {game = game, view = "mover"})
    local report = alphabeta.match(alphabeta.new(game, options), alphabeta.new(game, options), {
      game = game, state = new, games = 2, score = function(state) return state.score % 3 / 2 end,
    })
    return tostring(why) .. tostring(report)
  end
  assert.equal(said(listed), said(with(listed, {moves = filling})))
end)
