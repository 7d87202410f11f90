-- What is said of wrong answers of functions that save calls: by a search, with the ply, and by `check`, which also
-- compares them with what they stand for.

local alphabeta = require "alphabeta"
local branching = require "spec.support.branching"
local deep = require "spec.support.deep"
local dots = require "games.dots_and_boxes"
local failure = require "spec.support.failure"
local findings = require "spec.support.findings"
local kalah = require "games.kalah"
local wrap = require "spec.support.wrap"

local PLIES = 5

local rules = branching(PLIES)
local listed, new, find_move, after_move = rules.listed, rules.new, rules.find_move, rules.evaluate_move

local RIGHT = {
  moves = rules.filling, find_move = find_move, evaluate_move = after_move, bounds = function() return -1000, 1000 end,
  iterator = listed.moves,
}

-- The game with other functions.
local function with(more) return wrap.replace(listed, more) end

-- Functions that are wrong in more than one row.
local function constant(...)
  local answers, count = {...}, select("#", ...)
  return function() return (table.unpack or unpack)(answers, 1, count) end
end
local function fail() error("no idea", 0) end
local function filled_list(state, list)
  rules.filling(state, list)
  return list
end
local function any_unless_over(state, id) return state.ply < PLIES and id or nil end

-- Searches ------------------------------------------------------------------------------------------------------------

local COUNT = "expected an array, an iterator, a count or nil, got "
local MOVE = "expected nil or the move N, got "
local RANGE = "expected the lowest value and the highest one, "
local FAILED = "no idea\n\t(alphabeta: in callback '%s' at ply %d)"

-- For each function, wrong answers and what is said of them.
local WRONG = {
  moves = {
    {filled_list, "expected the number of moves in the array that was given, got that array"},
    {function(_, list)
      for i = #list, 1, -1 do list[i] = nil end
      list[1] = 1
      return 3
    end, "expected 3 moves in the array that was given, got nil at index 2"},
    {constant(-2), COUNT .. "-2"}, {constant(2.5), COUNT .. "2.5"}, {constant(math.huge), COUNT .. "inf"},
  },
  iterator = {
    {function(state)
      local draw, i = rules.drawing(state), 0
      return function()
        i = i + 1
        return i == 3 and fail() or draw()
      end
    end, FAILED},
  },
  find_move = {
    {constant(7), MOVE .. "7"}, {constant "one", MOVE .. "'one'"}, {constant {}, MOVE .. "table"},
    {constant(false), MOVE .. "boolean"}, {fail, FAILED},
    {any_unless_over, "expected nil or a move that 'moves' lists, got another one"},
  },
  evaluate_move = {{constant "high", "expected a number, got 'high'"}, {fail, FAILED}},
  bounds = {
    {constant(1), RANGE .. "got 1 and nil"}, {constant(2, 1), RANGE .. "got 2 and 1"},
    {constant(0, 0 / 0), RANGE .. "got 0 and NaN"}, {constant("0", 1), RANGE .. "got '0' and 1"}, {fail, FAILED},
  },
}

-- The plies at which the wrong answers come. `find_move` is first called at ply 1.
local AT = {moves = {0, 1, 2}, iterator = {0, 1, 2}, find_move = {1, 2}, evaluate_move = {3}, bounds = {0, 1, 2}}

describe("A search names the function and the ply, and leaves the state as it was:", function()
  -- The message of a search whose function is wrong at a ply, and right elsewhere.
  local function message_of(name, wrong, ply)
    local field, state = name == "iterator" and "moves" or name, new()
    local game = with {hash = rules.hash, [field] = function(at, ...)
      return (at.ply == ply and wrong or RIGHT[name])(at, ...)
    end}
    local options = {game = game, view = "mover", deepening = name == "find_move"}
    local message = failure(alphabeta.search, state, 4, options)
    assert.is_true(deep.equal(new(), state))
    return (message:gsub("the move %d+", "the move N"))
  end

  for name, rows in pairs(WRONG) do
    it(name, function()
      for _, row in ipairs(rows) do
        for _, ply in ipairs(AT[name]) do
          findings.contains(message_of(name, row[1], ply), row[2]:format(name, ply),
            ("callback '%s' at ply %d"):format(name, ply))
        end
      end
    end)
  end

  it("moves, if it returns the array that it was given at an earlier ply", function()
    local kept
    local message = failure(alphabeta.search, new(), 4, {game = with {moves = function(state, list)
      if state.ply == 1 then kept = list end
      return state.ply == 2 and kept or rules.filling(state, list)
    end}})
    findings.contains(message, "returned the same array as at ply 1: return a new one")
  end)

  it("find_move, where moves are strings", function()
    local message = failure(alphabeta.search, new(), 4, {deepening = true, game = with {
      moves = function(state)
        local list = listed.moves(state)
        for i, move in ipairs(list) do list[i] = "move " .. move end
        return list
      end,
      make = function(state, move) return listed.make(state, tonumber(move:sub(6))) end,
      hash = rules.hash, find_move = constant "move 9",
    }})
    assert.matches("expected nil or the move 'move %d', got 'move 9'", message)
  end)

  -- Cause: after an error in its coroutine, an iterator cannot go on.
  it("an iterator made of a coroutine, and the next search has new ones", function()
    local calls, fail_at = 0, nil
    local ai = alphabeta.new(with {moves = function(state)
      return coroutine.wrap(function()
        for _, move in ipairs(listed.moves(state)) do
          calls = calls + 1
          if calls == fail_at then fail() end
          coroutine.yield(move)
        end
      end)
    end}, {view = "mover"})
    local _, expected = alphabeta.search(new(), 4, {game = listed, view = "mover"})
    for at = 1, 60, 7 do
      calls, fail_at = 0, at
      assert.matches("no idea\n\t%(alphabeta: in callback 'iterator' at ply %d", failure(ai.search, ai, new(), 4))
      fail_at = nil
      assert.equal(expected, (select(2, ai:search(new(), 4))))
    end
  end)
end)

-- Checks --------------------------------------------------------------------------------------------------------------

local BRIEFLY = {view = "mover", sign = false, games = 3, nodes = 100}

local function checked(more, options) return alphabeta.check(with(more), new, wrap.replace(BRIEFLY, options or {})) end

-- A function that changes the state before it answers.
local function meddling(right)
  return function(state, ...)
    state.score = state.score + 1
    return right(state, ...)
  end
end

-- A function that gives another answer at a ply.
local function wrong_at(ply, right, wrong)
  return function(state, ...) return (state.ply == ply and wrong or right)(state, ...) end
end

local function same(_, id) return id end
local WON = {result = constant(1)}

-- For each function, wrong ones, with the kind of the first finding, and more of the game.
local DEFECTS = {
  moves = {
    {"twice", function(state, list)
      for _, move in ipairs(listed.moves(state)) do list[#list + 1] = move end
      return #listed.moves(state)
    end},
    {"answer", function(state) return #listed.moves(state) end}, {"answer", filled_list},
    {"answer", function(state, list) return -rules.filling(state, list) end},
  },
  find_move = {
    {"differs", constant(nil)}, {"differs", any_unless_over}, {"differs", wrong_at(PLIES, find_move, same)},
    {"differs", function(state, id) return state.ply < 3 and find_move(state, id) or nil end},
    {"differs", function(state, id) return find_move(state, id) and id % 5 + 1 end},
    {"change", meddling(find_move)}, {"error", wrong_at(3, find_move, fail)},
  },
  evaluate_move = {
    {"differs", function(state, move) return state.ply == 3 and move == 2 and 1000 or after_move(state, move) end},
    {"differs", function(state, move) return after_move(state, move), false end, WON},
    {"differs", function(state, move) return state.ply < PLIES - 1 and 5 or after_move(state, move) end},
    {"answer", constant "high"}, {"change", meddling(after_move)},
  },
  bounds = {
    {"bounds", function(state) return listed.evaluate(state), 1000 end},
    {"bounds", wrong_at(4, RIGHT.bounds, constant(0, 0))},
    {"answer", constant(1)}, {"change", meddling(RIGHT.bounds)},
  },
}

describe("A check", function()
  for name, rows in pairs(DEFECTS) do
    it("finds no defect in a right " .. name .. ", and what is wrong in others", function()
      findings.none(checked {[name] = RIGHT[name]})
      for i, row in ipairs(rows) do
        local report = checked(wrap.replace(row[3] or {}, {[name] = row[2]}))
        assert.is_false(report.ok, i)
        assert.same({row[1], name}, {report.findings[1].kind, report.findings[1].callback}, i)
      end
    end)
  end

  it("asks for no move where the game is over, and knows moves that are tables by `move_id`", function()
    findings.none(checked {is_over = function(state) return state.ply == PLIES end, find_move = function(state, id)
      assert(state.ply < PLIES)
      return find_move(state, id)
    end})
    local tables = {
      moves = function(state)
        local list = listed.moves(state)
        for i, move in ipairs(list) do list[i] = {move} end
        return list
      end,
      make = function(state, move) return listed.make(state, move[1]) end,
      move_id = function(_, move) return move[1] end,
      find_move = function(state, id) return find_move(state, id) and {id} or nil end,
    }
    findings.none(checked(tables))
    tables.move_id = function(_, move) return move[1] % 3 end
    assert.same("duplicate", findings.among(checked(tables), "duplicate", "move_id").kind)
  end)

  -- What `evaluate` says of an end does not matter where there is `result`; without it, and with `ends_only`, nothing
  -- else does.
  it("compares evaluate_move where evaluations count", function()
    local function wrong_if(is_wrong)
      return function(state, move) return is_wrong(state) and 5 or after_move(state, move) end
    end
    local at_end = wrong_if(function(state) return state.ply == PLIES - 1 end)
    local before_end = wrong_if(function(state) return state.ply < PLIES - 1 end)
    findings.none(checked {result = WON.result, evaluate_move = at_end})
    findings.none(checked({evaluate_move = before_end}, {ends_only = true}))
    local report = checked {
      result = WON.result, evaluate_move = function(state, move) return after_move(state, move), false end,
    }
    findings.contains(report.findings[1].message, "it is over after the move")
  end)

  it("finds the bounds of the examples right", function()
    local boxes = setmetatable({bounds = dots.boxes_left}, {__index = dots.hashed})
    local seeds = setmetatable({bounds = kalah.seeds_left}, {__index = kalah})
    local briefly = {games = 3, nodes = 100}
    findings.none(alphabeta.check(boxes, function() return dots.hashed.new(2, 1) end, briefly))
    findings.none(alphabeta.check(seeds, function() return kalah.new(3, 2) end, briefly))
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
  assert.equal(said(listed), said(with {moves = rules.filling}))
end)
