-- The contract checker finds each defect of a function of the game, by the shortest line that shows it, and says what
-- was expected. Keys, signs and deals have specs of their own, and check_mistakes_spec has mistakes in one state.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local after, copy, takes, worth = small_games.after, small_games.copy, small_games.takes, small_games.worth
local turn = small_games.turn
local copying, dice, nim, row = small_games.copying, small_games.dice, small_games.nim, small_games.row
local NIM, start = small_games.NIM, small_games.start
local IN_PLACE = NIM["in place"]

-- A check of few games: defects show soon.
local function check(game, new, options)
  return alphabeta.check(game, new, wrap.replace({games = 3, nodes = 150}, options or {}))
end

-- Games with defects --------------------------------------------------------------------------------------------------

-- A function that does something else at each second call, which gets true.
local function flaky(f)
  local calls = 0
  return function(...)
    calls = calls + 1
    return f(calls % 2 == 0, ...)
  end
end

-- Moves of nim as tables.
local function tables_of(state)
  local list = takes(state)
  for i, take in ipairs(list) do list[i] = {take = take} end
  return list
end

local function play_table(state, move) return after(state, move.take) end

-- Nim in place whose `make` or `unmake` does something more.
local function making(more, functions)
  return nim(wrap.replace({make = function(state, take)
    IN_PLACE.make(state, take)
    more(state, take)
  end}, functions or {}))
end

local function unmaking(more)
  return nim {unmake = function(state, take)
    IN_PLACE.unmake(state, take)
    more(state, take)
  end}
end

-- Nim whose `moves` return something else in a state of four.
local function moves_at_four(list_moves)
  return nim {moves = function(state, ...) return (state.heap == 4 and list_moves or IN_PLACE.moves)(state, ...) end}
end

-- Nim with another value in states with a heap.
local function valued(heap, value)
  return nim {evaluate = function(state, me) return state.heap == heap and value or worth(state, me) end}
end

local function touch(state) state.touched = true end

-- Counts the moves that were made, in a local variable.
local moves_made = 0
local function count_move() moves_made = moves_made + 1 end

local function to_and_fro(state) state.turn = 3 - state.turn end

-- One array for all moves, moves that are filled again, and one state for all.
local array, moves, buffer = {}, {{}, {}, {}}, {}

local function fill_array(state)
  for i = 1, 3 do array[i] = i <= state.heap and i or nil end
  return array
end

local function fill_moves(state)
  local list = {}
  for i = 1, math.min(3, state.heap) do
    list[i] = moves[i]
    list[i].take, list[i].left = i, state.heap - i
  end
  return list
end

local function fill_state(state, take)
  local target = state == buffer and {} or buffer
  target.heap, target.turn = state.heap - take, 3 - state.turn
  return target
end

-- Returns one move less, if there are several, when it gets an array to fill.
local function fill_less(state, list)
  local all = takes(state)
  if not list then return all end
  for i, take in ipairs(all) do list[i] = take end
  return math.max(#all - 1, math.min(#all, 1))
end

-- Nim whose state is in a local variable.
local hidden_state, hidden = start(), {}
for name, callback in pairs(IN_PLACE) do
  hidden[name] = function(_, ...) return callback(hidden_state, ...) end
end

-- An iterator that ends after the first move if moves were made meanwhile.
local function iterate(state)
  local take = 0
  return function()
    take = take + 1
    if take <= math.min(3, state.heap) and not (take > 1 and state.touched) then return take end
  end
end

local function infinite_at_end(state, me) return state.sum < 6 and 0 or dice().evaluate(state, me) * math.huge end

local function declare_with_colon(name)
  local rules = {}
  function rules:moves(state) return takes(state) end -- luacheck: ignore
  function rules:play(state, take) return after(state, take) end -- luacheck: ignore
  function rules:evaluate(state, me) return worth(state, me) end -- luacheck: ignore
  return copying {[name] = rules[name]}
end

local COLON = "Is it declared with a colon? Write function game."

local function payoffs(state) return {state.heap, 10 - state.heap} end
local function maxn(options) return wrap.replace({algorithm = "maxn"}, options or {}) end

-- For each defect: the kind, the function and the length of the line (without it, there may be other findings); what is
-- wrong, and the game; then parts of the report; `new` and `options`.
local DEFECTS = {
  {"restore unmake 1", "`unmake` forgets a field",
    nim {unmake = function(state, take) state.heap = state.heap + take end},
    "unmake: does not restore the state\n   moves: 1\n   turn: 1 before, 2 after"},
  {"restore unmake 1", "`unmake` leaves fields in their order", row {unmake = function(state, cell)
    row().unmake(state, cell)
    state.cells[cell], state.cells[0], state.last, state.left = 9, 0, {cell, "x"}, nil
  end}, "cells[1]: 0 before, 9 after\n   cells[0]: nil before, 0 after\n   left: 4 before, nil after\n   and 1 more",
    new = row().new},
  {"restore unmake 1", "`unmake` leaves a metatable", unmaking(function(state) setmetatable(state, {}) end),
    "(metatable)"},
  {"restore unmake 2", "`unmake` is wrong when more moves were made", making(function(state, take)
    state.last = take
  end, {unmake = function(state, take)
    IN_PLACE.unmake(state, take)
    if state.heap == 6 and state.last ~= take then state.last = "?" else state.last = nil end
  end}), options = {games = 10}},
  {"restore unmake 2", "`unmake` is wrong after an outcome", dice {unmake = function(state, move)
    dice().unmake(state, move)
    if move == 2 then state.is_thrown = true end
  end}, "moves: \"roll\", 2\n", new = dice().new},
  {"restore unmake 1", "`unmake` leaves more than twenty fields", unmaking(function(state)
    for i = 1, 21 do state[i] = i end
  end), "\n   [3]: nil before, 3 after\n   and at least 18 more: see the field `differences`"},
  {"restore unmake", "`unmake` leaves a Zobrist key", making(function(state, take) state.key:flip(take) end, {
    hash = function(state) return state.key end, evaluate = function() return 0 end,
  }), "key: key ", new = function() return {heap = 6, turn = 1, key = alphabeta.zobrist(3)} end},
  {"restore hash 1", "a key does not come back with the state", making(count_move, {
    hash = function(state) return state.heap + 100 * moves_made end,
  })},
  {"restore unpass 0", "`pass` is not taken back", nim {pass = to_and_fro, unpass = function() end}},
  {"change play 1", "`play` changes its state", copying {play = function(state, take)
    IN_PLACE.make(state, take)
    return state
  end}},
  {"change play 1", "`play` changes a table that two states share", {
    player = turn, evaluate = function() return 0 end,
    moves = function(state) return #state.played < 3 and {1, 2} or nil end,
    play = function(state, move)
      state.played[#state.played + 1] = move
      return {played = state.played, turn = 3 - state.turn}
    end,
  }, "played[1]: nil before, 1 after", new = function() return {played = {}, turn = 1} end},
  {"change pass 0", "`pass` changes its state", copying {pass = function(state)
    state.turn = 3 - state.turn
    return {heap = state.heap, turn = state.turn}
  end}},
  {"change make 1", "`make` changes its move", nim {
    moves = tables_of,
    make = function(state, move)
      move.before = state.heap
      IN_PLACE.make(state, move.take)
    end,
    unmake = function(state, move) IN_PLACE.unmake(state, move.take) end,
  }, "changes the move", "before: nil before, 6 after"},
  {"change play 1", "`play` changes its move", copying {moves = tables_of, play = function(state, move)
    move.is_played = true
    return play_table(state, move)
  end}},
  {"twice player 0", "`player` returns a new table", nim {
    evaluate = function() return 0 end, player = function(state) return {state.turn} end,
  }, "players are compared by identity"},
  {"twice noisy 0", "`noisy` is turned round", nim {noisy = flaky(function(is_second, state)
    return is_second and #takes(state) > 1 and {2, 1} or takes(state)
  end)}},
  {"twice make 2", "`make` throws dice", making(flaky(function(is_second, state) state.odd = is_second end)),
    "If it throws dice", "`chances`", has_others = true},
  {"twice moves", "an iterator depends on moves that are made meanwhile", making(touch, {moves = iterate}),
    "its iterator goes on differently", options = {exclude = {"touched"}}},
  {"shared moves 2", "one array for all moves", nim {moves = fill_array}, "[3]: 3 before, nil after"},
  {"shared moves 1", "moves that are filled again", copying {moves = fill_moves, play = play_table}},
  {"shared play 1", "one state for all", copying {play = fill_state}, has_others = true},
  {"duplicate moves 1", "a move is listed twice", moves_at_four(function() return {1, 2, 3, 2} end),
    "at index 2 and at index 4: 2"},
  {"duplicate moves 0", "two moves hold the same", copying {
    moves = function(state) return state.heap > 0 and {{take = 1}, {take = 1}} or nil end, play = play_table,
  }, "{take = 1}"},
  {"answer noisy", "`noisy` lists moves at the end",
    nim {noisy = function(state) return state.heap < 2 and {1} or nil end}, "lists moves where the game is over"},
  {"answer noisy 1", "`noisy` lists what is no move", nim {noisy = function(state)
    return state.heap == 4 and {7} or nil
  end}, "lists what is no move of the state: 7"},
  {"error noisy", "`noisy` fails at the end",
    nim {noisy = function(state) return state.heap > 0 and {1} or error "over" end}, "over"},
  {"turn pass 0", "`pass` keeps the turn", copying {pass = copy}},
  {"probability chances 1", "probabilities do not add up", dice {chances = function(state)
    return state.is_rolling and {{probability = 0.5, outcome = 1}, {probability = 0.4, outcome = 2}} or nil
  end}, "a sum of 0.9", "moves: \"roll\"", new = dice().new},
  {"error moves 0", "an iterator fails", nim {moves = function() return function() error("oops", 0) end end},
    "its iterator raises an error: oops"},
  {"answer moves 1", "`moves` fills the array that it is given, and returns nothing", moves_at_four(function(_, list)
    if list then list[1] = 1 end
  end), "got nil: return their number"},
  {"error evaluate 0", "a table is raised", nim {evaluate = function() error {code = 1} end},
    "raises an error: an error value, {code = 1}"},
  -- Cause: `me` is nil without `player`, and the error in `evaluate` was reported alone.
  {"error evaluate 0", "`evaluate` fails because `me` is nil", {
    moves = takes, make = IN_PLACE.make, unmake = IN_PLACE.unmake, evaluate = function(_, me) return me + 0 end,
  }, "attempt to", "The game has no `player`, so that `me` is nil"},
  {"error moves", "`moves` has a colon", declare_with_colon "moves", COLON .. "moves(state) with a dot"},
  {"error play", "`play` has a colon", declare_with_colon "play", COLON .. "play(state, move) with a dot"},
  {"error evaluate", "`evaluate` has a colon", declare_with_colon "evaluate",
    COLON .. "evaluate(state, me) with a dot"},
  {"bounds evaluate 1", "a value is greater than its bound", valued(3, 5),
    "returns 5, which is more than 'value_max', 4", options = {value_max = 4, sign = false}},
  {"bounds evaluate 1", "a value is less than its bound", valued(3, -5), "less than 'value_min', -4",
    options = {value_min = -4, sign = false}},
  {"bounds evaluate 1", "a value is a win as long as the game goes on", nim {evaluate = function(state, me)
    return state.heap == 5 and 100 or 100 * worth(state, me)
  end}, "although the game goes on", options = {win = 100}},
  {"bounds evaluate", "a value is more than a won game", nim {
    evaluate = function(state, me) return state.turn == me and 50 or -50 end, result = worth,
  }, "but a won game is worth 1: a search prefers such a state",
    "Let `result` return more for a won game than `evaluate` ever does", options = {games = 20, nodes = 2000}},
  {"answer evaluate", "a value is infinite, and there are chance nodes", dice {evaluate = infinite_at_end},
    "a finite number", "inf", new = dice().new},
  {"answer evaluate 0", "a value is no table, with max^n", nim {},
    "a table from player to number, with algorithm 'maxn'", options = maxn()},
  {"answer evaluate 0", "a payoff is missing", nim {evaluate = function() return {1} end}, "a number for player 2",
    options = maxn()},
  {"answer evaluate 0", "a payoff is not a number", nim {evaluate = function() return {1, 0 / 0} end},
    "a number for player 2", options = maxn()},
  {"answer evaluate 1", "there is one payoff more than before", nim {evaluate = function(state)
    return {1, 1, state.heap < 6 and 1 or nil}
  end}, "another one, 3", options = maxn()},
  {"bounds evaluate 0", "payoffs are more than their sum", nim {evaluate = payoffs},
    "add up to 10, which is more than 'value_sum', 9", options = maxn {value_sum = 9}},
  {"bounds evaluate 1", "a payoff is less than its bound", nim {evaluate = payoffs}, "returns 3 for player 1",
    options = maxn {value_min = 4}},
  {"answer evaluate 0", "payoffs without max^n", nim {evaluate = payoffs}, "expected a number, got table"},
  {"turn player", "`player` is constant", nim {player = function() return 1 end}, options = {games = 14}},
  {"turn player", "`max_player` is never returned", nim {evaluate = function(state) return worth(state, 1) end},
    options = {view = "player", max_player = "1"}},
  {"hidden make", "the state is in a local variable", hidden, new = function() return {} end},
  {"answer is_over", "`is_over` does not know all ends", nim {is_over = function() return false end, result = worth}},
  {"clash move_id", "two moves have one id", nim {move_id = function(_, take) return math.floor(take / 2) end}},
  {"differs evaluate_move", "`evaluate_move` is the value before the move",
    nim {evaluate_move = function(state, _, me) return worth(state, me) end}},
  {"differs moves", "`moves` fills its array with something else", nim {moves = fill_less}},
  {"endless moves 30", "a game does not end", nim {make = to_and_fro, unmake = to_and_fro},
    "not ended after 30 plies", "endless = true", options = {max_plies = 30, games = 2}},
  {"endless chances 1001", "one chance node follows the other", dice {
    make = function(state, move) state.is_rolling, state.sum = true, state.sum + (move == "roll" and 0 or 1) end,
    unmake = function(state, move)
      state.sum = state.sum - (move == "roll" and 0 or 1)
      state.is_rolling = move ~= "roll"
    end,
    is_over = function() return false end,
  }, "expected a decision or the end after 1000 chance nodes in a row", new = dice().new,
    options = {games = 1, nodes = 2000}},
}

describe("a defect is found by its shortest line:", function()
  for _, case in ipairs(DEFECTS) do
    it(case[2], function()
      local kind, callback, length = case[1]:match "^(%a+) ([%a_]+) ?(%d*)$"
      local report = check(case[3], case.new or start, case.options)
      if length == "" or case.has_others then
        local finding = among(report, kind, callback)
        assert.is_true(length == "" or #finding.line == tonumber(length), tostring(report))
      else
        only(report, kind, callback, tonumber(length))
      end
      contains(report, (table.unpack or unpack)(case, 4))
    end)
  end

  it("of few moves, the last of which is the one that counts", function()
    -- shows where the last of 12 cells is taken while the 9 before are, wherever
    local game = row {unmake = function(state, cell)
      local left = state.left
      row().unmake(state, cell)
      if left <= 6 and cell == 12 then state.turn = 7 end
    end}
    local report = check(game, function() return row().new(12) end, {games = 4, nodes = 300})
    local finding = among(report, "restore", "unmake")
    assert.are.same({6, 12}, {#finding.line, finding.line[6]})
  end)

  it("although an error in the function is not one of a colon", function()
    local message = among(check(nim {order = function(_, move) return move.value end}, start), "error", "order").message
    contains(message, "attempt to index")
    if not pcall(debug.getlocal, function() end, 1) then return end -- Lua 5.1 does not know names of parameters
    assert.is_nil(message:find("colon", 1, true), message)
  end)
end)

it("a state that was given itself stays as it was, whatever the game does", function()
  local state = {heap = 6, turn = 1, parts = {1, 2, {x = 1}}}
  local parts = state.parts
  check(nim {unmake = function(s) setmetatable(s, {}).parts[3].x, s.parts = 5, {} end}, state)
  check(nim {evaluate = function(s) return s.heap == 0 and error "oops" or 0 end}, state)
  assert.are.same({heap = 6, turn = 1, parts = {1, 2, {x = 1}}}, state)
  assert.are.equal(parts, state.parts)
  assert.is_nil(getmetatable(state))
end)

it("what is no defect is not found", function()
  for _, case in ipairs {
    {valued(3, 5), start, {sign = false}},
    {nim {evaluate = function(state, me) return 100 * worth(state, me) end}, start, {win = 100}},
    {dice {evaluate = infinite_at_end}, dice().new, {win = 10}},
    {nim {evaluate = function(state, me) return state.heap == 0 and worth(state, me) * math.huge or 0 end}, start},
    {nim {
      evaluate = function(state, me) return state.turn == me and 50 or -50 end,
      result = function(state, me) return 1000 * worth(state, me) end,
    }, start},
    {nim {evaluate = payoffs}, start, maxn {value_sum = 10, value_min = 0, value_max = 10}},
  } do none(check(case[1], case[2], case[3])) end
  local endless = check(nim {make = to_and_fro, unmake = to_and_fro}, start, {max_plies = 30, endless = true})
  none(endless)
  assert.are.equal(0, endless.ended)
end)
