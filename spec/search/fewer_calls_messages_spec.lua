-- What is said of wrong lists, of wrong answers of functions that save calls, and of functions that are declared with a
-- colon: by a search, with the ply, and by `check`, which also compares functions that save calls with what they stand
-- for.

local alphabeta = require "alphabeta"
local branching = require "spec.support.branching"
local deep = require "spec.support.deep"
local dots = require "games.dots_and_boxes"
local failure = require "spec.support.failure"
local findings = require "spec.support.findings"
local kalah = require "games.kalah"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local PLIES = 5

local rules = branching(PLIES)
local listed, new, find_move, after_move = rules.listed, rules.new, rules.find_move, rules.evaluate_move

-- The game with other functions.
local function with(more) return wrap.replace(listed, more) end

-- Functions that are wrong in more than one row.
local function constant(...)
  local answers, count = {...}, select("#", ...)
  return function() return unpack(answers, 1, count) end
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
local FROM_0 = "expected the first entry at index 1, got one at index 0: fill the array from index 1 on"

-- Answers that are no arrays. Cause: only the length of a table was asked for. A set of moves has the length 0 and was
-- taken for the end of the game; an array that is filled from index 0 lost its first move, silently; and a `moves` that
-- fills the array that it is given, but lacks its `return`, ended the game at once.
local NO_ARRAYS = {
  {constant {[0] = 1}, FROM_0}, {constant {[12] = true}, "expected an array without holes, got nil at index 1"},
}
for key, answer in pairs {["'e2e4'"] = {e2e4 = true}, ["'a1'"] = {a1 = {}}, table = {[{}] = 1}} do
  NO_ARRAYS[#NO_ARRAYS + 1] = {constant(answer), "expected an array, got a table with the key " .. key
    .. " and nothing at index 1: return a list, {} for an empty one"}
end

-- Fills the array that it is given from index 0, and returns a number.
local function from_0(count)
  return function(_, list)
    list[0], list[1] = 1, 2
    return count
  end
end

local function children(state)
  local list = {}
  for i, move in ipairs(listed.moves(state)) do
    list[i] = {ply = state.ply, score = state.score}
    listed.make(list[i], move)
  end
  return list
end

-- For each function: a right one, the plies at which wrong answers come, wrong answers and what is said of them, and
-- answers that are wrong at the root. `find_move` is first called at ply 1. `options` are the search's.
local KINDS = {
  moves = {rules.filling, {0, 1, 2}, {
    {filled_list, "expected the number of moves in the array that was given, got that array"},
    {function(_, list)
      for i = #list, 1, -1 do list[i] = nil end
      list[1] = 1
      return 3
    end, "expected 3 moves in the array that was given, got nil at index 2"},
    {constant(-2), COUNT .. "-2"}, {constant(2.5), COUNT .. "2.5"}, {constant(math.huge), COUNT .. "inf"},
    unpack(NO_ARRAYS),
  }, at_root = {
    {constant {[0] = 1, 2, 3}, FROM_0}, {from_0(2), FROM_0}, {from_0(0), FROM_0},
    {function(_, list) list[1] = 1 end,
      "expected the number of moves in the array that was given, got nil: return their number"},
  }},
  children = {children, {0, 1, 2}, NO_ARRAYS, at_root = {{constant {[0] = 1, 2, 3}, FROM_0}}},
  chances = {constant(nil), {1}, NO_ARRAYS, at_root = {
    {constant {[0] = {probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}}, FROM_0},
  }},
  noisy = {constant(nil), {4}, NO_ARRAYS, options = {quiescence = 2}},
  iterator = {listed.moves, {0, 1, 2}, {
    {function(state)
      local draw, i = rules.drawing(state), 0
      return function()
        i = i + 1
        return i == 3 and fail() or draw()
      end
    end, FAILED},
  }},
  find_move = {find_move, {1, 2}, {
    {constant(7), MOVE .. "7"}, {constant "one", MOVE .. "'one'"}, {constant {}, MOVE .. "table"},
    {constant(false), MOVE .. "boolean"}, {fail, FAILED},
    {any_unless_over, "expected nil or a move that 'moves' lists, got another one"},
  }, options = {deepening = true}},
  evaluate_move = {after_move, {3}, {{constant "high", "expected a number, got 'high'"}, {fail, FAILED}}},
  bounds = {constant(-1000, 1000), {0, 1, 2}, {
    {constant(1), RANGE .. "got 1 and nil"}, {constant(2, 1), RANGE .. "got 2 and 1"},
    {constant(0, 0 / 0), RANGE .. "got 0 and NaN"}, {constant("0", 1), RANGE .. "got '0' and 1"}, {fail, FAILED},
  }},
}

describe("A search names the function and the ply, and leaves the state as it was:", function()
  -- The message of a search whose function is wrong at a ply, and right elsewhere.
  local function message_of(name, wrong, ply)
    local kind, field, state = KINDS[name], name == "iterator" and "moves" or name, new()
    local game = with {hash = rules.hash, [field] = function(at, ...)
      return (at.ply == ply and wrong or kind[1])(at, ...)
    end}
    if name == "children" then game.moves, game.make, game.unmake = nil, nil, nil end
    local options = wrap.replace({game = game, view = "mover", deepening = false}, kind.options or {})
    local message = failure(alphabeta.search, state, 4, options)
    assert.is_true(deep.equal(new(), state))
    return (message:gsub("the move %d+", "the move N"))
  end

  for name, kind in pairs(KINDS) do
    it(name, function()
      local function says(row, ply)
        findings.contains(message_of(name, row[1], ply), row[2]:format(name, ply),
          ("callback '%s' at ply %d"):format(name, ply))
      end
      for _, row in ipairs(kind[3]) do
        for _, ply in ipairs(kind[2]) do says(row, ply) end
      end
      for _, row in ipairs(kind.at_root or {}) do says(row, 0) end
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
end)

it("info says why there is no move; an empty list may count its moves", function()
  local function nothing() end
  local game = {moves = nothing, play = nothing, evaluate = constant(0)}
  local by_children = {children = nothing, evaluate = constant(0)}
  local NO_MOVE = "'moves' returned no move"
  for _, row in ipairs {
    {"'moves' returned nil", game}, {NO_MOVE, game, {moves = constant {}}}, {NO_MOVE, game, {moves = constant(0)}},
    {NO_MOVE, game, {moves = constant {n = 0}}}, {NO_MOVE, game, {moves = constant {size = 0, captures = 0}}},
    {"'is_over' returned a true value", game, {is_over = constant(0)}},
    {"'children' returned nil", by_children},
    {"'children' returned no state", by_children, {children = constant {}}},
  } do
    local best, value, info = alphabeta.search(0, 2, {game = wrap.replace(row[2], row[3] or {})})
    assert.same({nil, 0, "over", row[1]}, {best, value, info.reason, info.over})
  end
  assert.is_nil(select(3, alphabeta.search(new(), 2, {game = listed})).over)
end)

-- Cause: the habit of class libraries, `function game:moves(state)`. The state arrives as `self`, and the parameter
-- after it is nil. The error says "attempt to index a nil value", of a state that was given.
local HINT = ", whose first parameter is 'self'. Is it declared with a colon?"

it("A function that is declared with a colon is named in the error, but not where its state has methods", function()
  local function never() end
  local own, class = {play = never, evaluate = never}, {play = never, evaluate = never}
  class.__index = class
  function own:moves(state) return state.heap > 0 and {self} or {} end
  function class:moves() return {self.nothing.there} end
  local by_name = wrap.replace(own, {moves = function(state) return {state.nothing.there} end})
  local with_player = wrap.replace(own, {moves = function() return {1} end})
  function with_player:player(state) return state.turn + self end

  for _, row in ipairs {
    {"moves", true, {}, own}, {"player", true, {}, with_player}, {"moves", false, setmetatable({}, class)},
    {"moves", false, {}, by_name},
  } do
    local message = failure(alphabeta.search, row[3], 4, {game = row[4]})
    assert.is_truthy(message:find("in callback '" .. row[1] .. "' at ply 0", 1, true), message)
    assert.equal(row[2], message:find(HINT, 1, true) ~= nil, message)
  end
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
local function is_end(state) return state.ply == PLIES - 1 end

-- An evaluation that is wrong in some states.
local function wrong_if(is_wrong)
  return function(state, move) return is_wrong(state) and 5 or after_move(state, move) end
end
local before_end = wrong_if(function(state) return state.ply < PLIES - 1 end)

local WON = {result = constant(1)}
local BOUNDS = KINDS.bounds[1]

-- For each function, wrong ones, with the kind of the first finding, or false if there is none; more of the game; and
-- options. What `evaluate` says of an end does not matter where there is `result`; without it, and with `ends_only`,
-- nothing else does.
local DEFECTS = {
  moves = {{"answer", function(state, list) return -rules.filling(state, list) end}, {false, rules.filling}},
  find_move = {
    {"differs", constant(nil)}, {"differs", any_unless_over}, {"differs", wrong_at(PLIES, find_move, same)},
    {"differs", function(state, id) return state.ply < 3 and find_move(state, id) or nil end},
    {"differs", function(state, id) return find_move(state, id) and id % 5 + 1 end},
    {"change", meddling(find_move)}, {"error", wrong_at(3, find_move, fail)}, {false, find_move},
    {false, function(state, id)
      assert(state.ply < PLIES)
      return find_move(state, id)
    end, {is_over = function(state) return state.ply == PLIES end}},
  },
  evaluate_move = {
    {"differs", function(state, move) return state.ply == 3 and move == 2 and 1000 or after_move(state, move) end},
    {"differs", function(state, move) return after_move(state, move), false end, WON, is_over_after = true},
    {"differs", before_end}, {"answer", constant "high"}, {"change", meddling(after_move)}, {false, after_move},
    {false, wrong_if(is_end), WON}, {false, before_end, {}, {ends_only = true}},
  },
  bounds = {
    {"bounds", function(state) return listed.evaluate(state), 1000 end},
    {"bounds", wrong_at(4, BOUNDS, constant(0, 0))}, {"answer", constant(1)}, {"change", meddling(BOUNDS)},
    {false, BOUNDS},
  },
}

describe("A check", function()
  for name, rows in pairs(DEFECTS) do
    it("finds no defect in a right " .. name .. ", and what is wrong in others", function()
      for i, row in ipairs(rows) do
        local report = checked(wrap.replace(row[3] or {}, {[name] = row[2]}), row[4])
        local found = report.findings[1] or {kind = false, callback = name}
        assert.same({row[1], name}, {found.kind, found.callback}, i)
        if row.is_over_after then findings.contains(found.message, "it is over after the move") end
      end
    end)
  end

  it("finds the bounds of the examples right", function()
    for _, row in ipairs {{dots.hashed, dots.boxes_left, 2, 1}, {kalah, kalah.seeds_left, 3, 2}} do
      local game, board = setmetatable({bounds = row[2]}, {__index = row[1]}), {row[3], row[4]}
      findings.none(alphabeta.check(game, function() return row[1].new(unpack(board)) end, {games = 3, nodes = 100}))
    end
  end)
end)
