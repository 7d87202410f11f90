-- The contract checker finds each defect of a function of the game, by the shortest line that shows it, and the line
-- shows it when it is played again. Keys, values and deals have specs of their own.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local findings = require "spec.support.findings"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local among, contains, only = findings.among, findings.contains, findings.only
local after, copy, takes = small_games.after, small_games.copy, small_games.takes
local turn, with = small_games.turn, small_games.with
local copying, dice, nim, row = small_games.copying, small_games.dice, small_games.nim, small_games.row
local NIM, start = small_games.NIM, small_games.start
local IN_PLACE, BY_CHILDREN = NIM["in place"], NIM.children

-- A check of few games: defects show soon.
local function check(game, new, options)
  return alphabeta.check(game, new, wrap.replace({games = 3, nodes = 150}, options or {}))
end

-- The state that a line of moves leads to, without its last move.
local function state_before_last(game, new, finding)
  local state = new()
  for i = 1, #finding.line - 1 do
    local move = finding.line[i]
    if game.children then
      state = game.children(state)[finding.indices[i]]
    elseif game.play then
      state = game.play(state, move)
    else
      game.make(state, move)
    end
  end
  return state
end

-- Fails unless a finding shows at the end of its line, by one move or none.
local function replay(game, new, options, finding)
  local state = state_before_last(game, new, finding)
  local report = check(game, function() return deep.copy(state) end, wrap.replace(options or {}, {games = 0}))
  local again = among(report, finding.kind, finding.callback)
  assert.is_true(#again.line <= 1, tostring(report))
end

-- A function that does something else at each second call, which gets true.
local function flaky(name, f)
  local calls = 0
  return {[name] = function(...)
    calls = calls + 1
    return f(calls % 2 == 0, ...)
  end}
end

-- A list of takes that is turned round at each second call.
local function turned(is_second, state)
  local list = takes(state)
  if is_second and #list > 1 then list[1], list[2] = list[2], list[1] end
  return list
end

local function one_or_two(is_second) return is_second and 1 or 2 end

-- Moves of nim as tables.
local function tables_of(state)
  local list = takes(state)
  for i, take in ipairs(list) do list[i] = {take = take} end
  return list
end

-- Nim in place whose `unmake` does something more.
local function unmaking(more)
  return nim {unmake = function(state, take)
    IN_PLACE.unmake(state, take)
    more(state, take)
  end}
end

-- A function that changes the state of nim when it is called, or in a state of five.
local function meddling(name, heap)
  local original = IN_PLACE[name] or function(state, take)
    if name == "hash" then return state.heap end
    return heap and take or nil
  end
  return nim {[name] = function(state, ...)
    if not heap or state.heap == heap then state.count = (state.count or 0) + 1 end
    return original(state, ...)
  end}
end

-- For each mistake: what is wrong, the kind, the function, the length of the line, a function that makes the game; then
-- parts of the report; `new`, `options`; `is_flaky`, if what it does depends on how often it was called; `has_others`,
-- if there may be other findings.
local MISTAKES = {
  {"`unmake` forgets a field", "restore", "unmake", 1, function()
    return nim {unmake = function(state, take) state.heap = state.heap + take end}
  end, {"unmake: does not restore the state\n   moves: 1\n   turn: 1 before, 2 after"}},
  {"`unmake` leaves fields in their order", "restore", "unmake", 1, function()
    return row {unmake = function(state, cell)
      row().unmake(state, cell)
      state.cells[cell], state.cells[0], state.last, state.left = 9, 0, {cell, "x"}, nil
    end}
  end, {"cells[1]: 0 before, 9 after\n   cells[0]: nil before, 0 after\n   left: 4 before, nil after\n   and 1 more"},
    new = row().new},
  {"`unmake` leaves a metatable", "restore", "unmake", 1, function()
    return unmaking(function(state) setmetatable(state, {}) end)
  end, {"(metatable)"}},
  {"`unmake` is wrong late", "restore", "unmake", 3, function()
    return unmaking(function(state) if state.heap == 1 then state.heap = 2 end end)
  end},
  {"`unmake` is wrong when more moves were made", "restore", "unmake", 2, function()
    return nim {
      make = function(state, take)
        IN_PLACE.make(state, take)
        state.last = take
      end,
      unmake = function(state, take)
        IN_PLACE.unmake(state, take)
        if state.heap == 6 and state.last ~= take then state.last = "?" else state.last = nil end
      end,
    }
  end, options = {games = 10}, is_flaky = true},
  {"`unmake` is wrong after an outcome", "restore", "unmake", 2, function()
    return dice {unmake = function(state, move)
      dice().unmake(state, move)
      if move == 2 then state.is_thrown = true end
    end}
  end, {"moves: \"roll\", 2\n"}, new = dice().new, is_flaky = true},
  {"`unmake` leaves more than twenty fields", "restore", "unmake", 1, function()
    return unmaking(function(state)
      for i = 1, 21 do state[i] = i end
    end)
  end, {"\n   [3]: nil before, 3 after\n   and at least 18 more: see the field `differences`"}},
  {"`unmake` leaves a Zobrist key", "restore", "unmake", 1, function()
    return nim {
      make = function(state, take)
        IN_PLACE.make(state, take)
        state.key:flip(take)
      end,
      hash = function(state) return state.key end, evaluate = function() return 0 end,
    }
  end, {"key: key "}, new = function() return {heap = 6, turn = 1, key = alphabeta.zobrist(3)} end, has_others = true,
    is_flaky = true},
  {"`play` changes its state", "change", "play", 1, function()
    return copying {play = function(state, take)
      IN_PLACE.make(state, take)
      return state
    end}
  end},
  {"`play` changes a table that two states share", "change", "play", 1, function()
    return {
      player = turn, evaluate = function() return 0 end,
      moves = function(state) return #state.played < 3 and {1, 2} or nil end,
      play = function(state, move)
        state.played[#state.played + 1] = move
        return {played = state.played, turn = 3 - state.turn}
      end,
    }
  end, {"played[1]: nil before, 1 after"}, new = function() return {played = {}, turn = 1} end},
  {"`children` changes its state", "change", "children", 0, function()
    return with(BY_CHILDREN, {children = function(state)
      state.count = (state.count or 0) + 1
      return BY_CHILDREN.children(state)
    end})
  end},
  {"`pass` changes its state", "change", "pass", 0, function()
    return copying {pass = function(state)
      state.turn = 3 - state.turn
      return {heap = state.heap, turn = state.turn}
    end}
  end},
  {"`make` changes its move", "change", "make", 1, function()
    return nim {
      moves = tables_of,
      make = function(state, move)
        move.before = state.heap
        IN_PLACE.make(state, move.take)
      end,
      unmake = function(state, move) IN_PLACE.unmake(state, move.take) end,
    }
  end, {"changes the move", "before: nil before, 6 after"}},
  {"`play` changes its move", "change", "play", 1, function()
    return copying {moves = tables_of, play = function(state, move)
      move.is_played = true
      return after(state, move.take)
    end}
  end},
  {"`player` returns a new table", "twice", "player", 0, function()
    return nim {evaluate = function() return 0 end, player = function(state) return {state.turn} end}
  end, {"players are compared by identity"}},
  {"`is_over` is another one late", "twice", "is_over", 2, function()
    return nim(flaky("is_over", function(is_second, state) return is_second and state.heap == 2 end))
  end, is_flaky = true},
  {"`hash` counts", "twice", "hash", 0, function()
    local n = 0
    return nim {hash = function()
      n = n + 1
      return n
    end}
  end},
  {"`moves` are turned round", "twice", "moves", 0, function() return nim(flaky("moves", turned)) end, {"[1]: "},
    has_others = true, is_flaky = true},
  {"`noisy` is turned round", "twice", "noisy", 0, function() return nim(flaky("noisy", turned)) end, is_flaky = true},
  {"`make` throws dice", "twice", "make", 2, function()
    return nim(flaky("make", function(is_second, state, take)
      IN_PLACE.make(state, take)
      state.odd = is_second
    end))
  end, {"If it throws dice", "`chances`"}, has_others = true, is_flaky = true},
  {"`play` throws dice", "twice", "play", 1, function()
    return copying(flaky("play", function(is_second, state, take)
      local child = after(state, take)
      child.odd = is_second
      return child
    end))
  end, {"If it throws dice", "`chances`"}, is_flaky = true},
  {"`children` throws dice", "twice", "children", 0, function()
    return with(BY_CHILDREN, flaky("children", function(is_second, state)
      local list = BY_CHILDREN.children(state)
      for _, child in ipairs(list) do child.odd = is_second end
      return list
    end))
  end, {"If it throws dice"}, has_others = true, is_flaky = true},
  {"`chances` change", "twice", "chances", 1, function()
    return dice(flaky("chances", function(is_second, state)
      local list = dice().chances(state)
      if list and is_second then list[1].probability, list[2].probability = 0.25, 0.75 end
      return list
    end))
  end, new = dice().new, has_others = true, is_flaky = true},
  {"an iterator depends on moves that are made meanwhile", "twice", "moves", 0, function()
    return nim {moves = function(state)
      local take = 0
      return function()
        take = take + 1
        if take <= math.min(3, state.heap) and not (take > 1 and state.touched) then return take end
      end
    end, make = function(state, take)
      IN_PLACE.make(state, take)
      state.touched = true
    end}
  end, {"its iterator goes on differently"}, options = {exclude = {"touched"}}, has_others = true, is_flaky = true},
  {"one array for all moves", "shared", "moves", 2, function()
    local array = {}
    return nim {moves = function(state)
      for i = 1, 3 do array[i] = i <= state.heap and i or nil end
      return array
    end}
  end, {"[3]: 3 before, nil after"}, is_flaky = true},
  {"moves that are filled again", "shared", "moves", 1, function()
    local moves = {{}, {}, {}}
    return copying {
      moves = function(state)
        local list = {}
        for i = 1, math.min(3, state.heap) do
          list[i] = moves[i]
          list[i].take, list[i].left = i, state.heap - i
        end
        return list
      end,
      play = function(state, move) return after(state, move.take) end,
    }
  end},
  {"one state for all", "shared", "play", 1, function()
    local buffer = {}
    return copying {play = function(state, take)
      local target = state == buffer and {} or buffer
      target.heap, target.turn = state.heap - take, 3 - state.turn
      return target
    end}
  end, has_others = true, is_flaky = true},
  {"a move is listed twice", "duplicate", "moves", 1, function()
    return nim {moves = function(state)
      local list = takes(state)
      if state.heap == 4 then list[#list + 1] = 2 end
      return list
    end}
  end, {"at index 2 and at index 4: 2"}},
  {"two moves hold the same", "duplicate", "moves", 0, function()
    return copying {
      moves = function(state) return state.heap > 0 and {{take = 1}, {take = 1}} or nil end,
      play = function(state, move) return after(state, move.take) end,
    }
  end, {"{take = 1}"}},
  {"a child is listed twice", "duplicate", "children", 0, function()
    return with(BY_CHILDREN, {children = function(state)
      local child = after(state, 1)
      return state.heap > 0 and {child, child} or nil
    end})
  end},
  {"`player` is missing", "answer", "player", 1, function()
    return nim {player = function(state) return state.heap ~= 5 and state.turn or nil end}
  end},
  {"`play` returns nothing", "answer", "play", 2, function()
    return copying {play = function(state, take) return state.heap ~= 4 and after(state, take) or nil end}
  end},
  {"`noisy` lists moves at the end", "answer", "noisy", 2, function()
    return nim {noisy = function(state) return state.heap < 2 and {1} or nil end}
  end, {"lists moves where the game is over"}, has_others = true},
  {"`noisy` fails at the end", "error", "noisy", 2, function()
    return nim {noisy = function(state) return state.heap > 0 and {1} or error "over" end}
  end, {"over"}, has_others = true},
  {"`pass` is not taken back", "restore", "unpass", 0, function()
    return nim {pass = function(state) state.turn = 3 - state.turn end, unpass = function() end}
  end},
  {"`pass` keeps the turn", "turn", "pass", 0, function() return copying {pass = copy} end},
  {"probabilities do not add up", "probability", "chances", 1, function()
    return dice {chances = function(state)
      return state.is_rolling and {{probability = 0.5, outcome = 1}, {probability = 0.4, outcome = 2}} or nil
    end}
  end, {"a sum of 0.9", "moves: \"roll\""}, new = dice().new, is_flaky = true},
  {"`play` fails", "error", "play", 2, function()
    return copying {play = function(state, take) return after(state, state.heap == 4 and nil + take or take) end}
  end, {"attempt to perform arithmetic"}},
  {"`children` raises a table", "error", "children", 1, function()
    return with(BY_CHILDREN, {children = function(state)
      if state.heap == 4 then error {code = 1} end
      return BY_CHILDREN.children(state)
    end})
  end, {"raises an error: an error value, {code = 1}"}},
  {"an iterator fails", "error", "moves", 0, function()
    return nim {moves = function() return function() error("oops", 0) end end}
  end, {"its iterator raises an error: oops"}},
}

for _, name in ipairs {"moves", "evaluate", "player", "is_over", "hash", "noisy", "chances"} do
  MISTAKES[#MISTAKES + 1] = {"a state is changed by " .. name, "change", name, 0, function() return meddling(name) end,
    {"count: nil before, 1 after"}}
end
for _, name in ipairs {"order", "move_id"} do
  MISTAKES[#MISTAKES + 1] = {"a state is changed by " .. name, "change", name, 2,
    function() return meddling(name, 5) end}
  MISTAKES[#MISTAKES + 1] = {name .. " changes", "twice", name, 1,
    function() return nim(flaky(name, one_or_two)) end, is_flaky = true}
end
for name, length in pairs {evaluate = 0, player = 0} do
  MISTAKES[#MISTAKES + 1] = {name .. " changes", "twice", name, length,
    function() return nim(flaky(name, one_or_two)) end, is_flaky = true, has_others = name == "player"}
end

describe("a defect is found by its shortest line:", function()
  for _, mistake in ipairs(MISTAKES) do
    it(mistake[1], function()
      local game, new, options = mistake[5](), mistake.new or start, mistake.options
      local report = check(game, new, options)
      local finding = among(report, mistake[2], mistake[3])
      if not mistake.has_others then only(report, mistake[2], mistake[3], mistake[4]) end
      assert.equal(mistake[4], #finding.line, tostring(report))
      contains(report, (table.unpack or unpack)(mistake[6] or {}))
      if not mistake.is_flaky then replay(mistake[5](), new, options, finding) end
    end)
  end
end)

describe("a defect of a whole game", function()
  it("is shown by few moves, in which the last is the one that counts", function()
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

  it("leaves a state that was given itself as it was, whatever it does", function()
    local state = {heap = 6, turn = 1, parts = {1, 2, {x = 1}}}
    local parts = state.parts
    check(nim {unmake = function(s) setmetatable(s, {}).parts[3].x, s.parts = 5, {} end}, state)
    check(nim {evaluate = function(s) return s.heap == 0 and error "oops" or 0 end}, state)
    assert.are.same({heap = 6, turn = 1, parts = {1, 2, {x = 1}}}, state)
    assert.are.equal(parts, state.parts)
    assert.is_nil(getmetatable(state))
  end)

  local function to_and_fro(state) state.turn = 3 - state.turn end

  it("may be that it does not end, unless that is said", function()
    local game = nim {make = to_and_fro, unmake = to_and_fro}
    contains(only(check(game, start, {max_plies = 30, games = 2}), "endless", "moves", 30).message,
      "not ended after 30 plies", "endless = true")
    local report = check(game, start, {max_plies = 30, games = 2, endless = true})
    findings.none(report)
    assert.are.equal(0, report.ended)
  end)

  it("may be that one chance node follows the other", function()
    local finding = only(check(dice {
      make = function(state, move) state.is_rolling, state.sum = true, state.sum + (move == "roll" and 0 or 1) end,
      unmake = function(state, move)
        state.sum = state.sum - (move == "roll" and 0 or 1)
        state.is_rolling = move ~= "roll"
      end,
      is_over = function() return false end,
    }, dice().new, {games = 1, nodes = 2000}), "endless", "chances", 1001)
    contains(finding.message, "expected a decision or the end after 1000 chance nodes in a row")
  end)
end)
