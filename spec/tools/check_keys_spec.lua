-- The contract checker finds keys that are no keys: different ones for one state, one for states that play differently.
-- It is silent about keys that forget what does not matter. It also finds what a game keeps outside of its state, by
-- values that depend on the path and by keys that are made of what states hold.

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local message_of = require "spec.support.message_of"
local random_board = require "spec.support.random_board"
local script = require "spec.support.script"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local after, takes, turn, worth = small_games.after, small_games.takes, small_games.turn, small_games.worth
local copying, dice, nim, row = small_games.copying, small_games.dice, small_games.nim, small_games.row
local NIM, start = small_games.NIM, small_games.start

-- A check of few games: what is wrong with keys shows near the start.
local function check(rules, new, options)
  return alphabeta.check(rules, new, wrap.replace({games = 3, nodes = 150, sign = false}, options or {}))
end

describe("keys", function()
  -- A row whose key also depends on the order of the moves, by `mark`, which gets the last move. With another `hash`,
  -- the field `key` stays 0.
  local function marked(mark, hash)
    local game = row()
    return row {
      make = function(state, cell)
        game.make(state, cell)
        mark(state, cell, 1)
        if hash then state.key = 0 end
      end,
      unmake = function(state, cell)
        mark(state, cell, -1)
        game.unmake(state, cell)
        if hash then state.key = 0 end
      end,
      hash = hash,
    }
  end

  local function add_last(state, cell, sign)
    if state.left == 1 then state.key = state.key + sign * cell * 1000 end
  end

  -- How many cells are left must play no part.
  local function flip_by_left(state, cell) state.zobrist:flip(cell + 5 * state.left) end

  local function write_digit(state, cell, sign)
    state.board = {sum = sign > 0 and state.board.sum * 100 + cell or (state.board.sum - cell) / 100}
  end

  local function new_row(more)
    return function() return wrap.replace(row().new(5), more()) end
  end

  for name, case in pairs {
    ["kept in the state"] = {marked(add_last), row().new, 3},
    ["a Zobrist key"] = {marked(flip_by_left, function(state) return state.zobrist end),
      new_row(function() return {zobrist = alphabeta.zobrist(50)} end), 3},
    ["kept deep in the state"] = {marked(write_digit, function(state) return state.board.sum end),
      new_row(function() return {board = {sum = 0}} end), 3},
    -- 1 and then 2, or 2 and then 1, lead to the same
    ["where states are copied"] = {copying {
      play = function(state, take)
        local child = after(state, take)
        child.key = state.key * 2 + take
        return child
      end,
      hash = function(state) return state.key end,
    }, function() return {heap = 6, turn = 1, key = 0} end, 2},
  } do
    it("must be the same, whichever way a state was reached: " .. name, function()
      local finding = among(check(case[1], case[2]), "key", "hash")
      contains(finding.message, "different keys for the same state")
      assert.are.same({case[3], case[3]}, {#finding.line, #finding.other})
    end)
  end

  -- As in the README: nobody may take as many as the other has just taken.
  local function without_repeats(hash)
    local game = {player = turn, hash = hash}
    function game.moves(state)
      local list = {}
      for _, take in ipairs(takes(state)) do
        if take ~= state.last then list[#list + 1] = take end
      end
      return list
    end
    function game.play(state, take) return {heap = state.heap - take, turn = 3 - state.turn, last = take} end
    function game.evaluate(state, me)
      if #game.moves(state) > 0 then return 0 end
      return state.turn == me and -1 or 1
    end
    return game
  end

  it("may happen to be what a field of the start holds", function()
    local function hash(state) return state.heap * 4 + state.last end
    -- where the heap is empty, `last` is the key again
    local report = check(without_repeats(hash), function() return {heap = 0, turn = 1, last = 2} end)
    only(report, "start", "moves", 0) -- but no finding about the key
    none(check(without_repeats(function(state) return state.last == 28 and 28 or hash(state) end),
      function() return {heap = 7, turn = 1, last = 28} end))
  end)

  it("must not be the same for states that play differently", function()
    local finding = only(check(row {hash = function(state) return state.left end}, row().new), "collision", "hash", 1)
    assert.are.same({{2}, {1}}, {finding.line, finding.other})
    contains(finding.message, "the same key for different states: 3")
    assert.are.same({"what `evaluate` returns", "2", "1"},
      {finding.differences[1].path, finding.differences[1].before, finding.differences[1].after})
  end)

  it("must not forget what moves depend on", function()
    local function new() return {heap = 7, turn = 1} end
    among(check(without_repeats(function(state) return state.heap end), new), "collision", "hash")
    none(check(without_repeats(function(state) return 4 * state.heap + (state.last or 0) end), new))
  end)

  it("are all reported that are the same for different states", function()
    local report = check(row {hash = function(state) return state.left end}, row().new)
    local collisions = report.findings[1].collisions
    assert.is_true(#collisions > 3)
    for _, collision in ipairs(collisions) do
      assert.are.equal(#collision.line, #collision.other)
      assert.are_not.same(collision.line, collision.other)
    end
    contains(report, ("and %d more such pairs of states"):format(#collisions - 1))
  end)

  -- Cause: a comparison of two states that the clock stopped counted as made, and the clock stopped many in the first
  -- milliseconds, when a third of the time so far was next to nothing.
  it("are as many in each process, whatever the clock says", function()
    local program = [[
      local now, row = 0, require("spec.support.small_games").row()
      os.clock = function() now = now + %g return now end
      row.hash = function(state) return state.left end
      row.evaluate = function(state) return state.cells[5] end
      io.write(#require "alphabeta".check(row, row.new(12), {
        sign = false, games = 4, nodes = 80, time = 2, max_plies = 9, endless = true,
      }).findings[1].collisions)]]
    local counts = {}
    for i, seconds in ipairs {0, 5e-6} do counts[i] = script.run_limited(program:format(seconds)) end
    assert.is_truthy(tonumber(counts[1]), counts[1])
    assert.are.equal(counts[1], counts[2])
  end)

  it("may leave out whose turn it is, which the search adds, and what does not matter", function()
    none(check(setmetatable({evaluate = function(state) return row().evaluate(state, 1) end}, {
      __index = function(_, name) return name ~= "player" and row()[name] or nil end,
    }), row().new))
    none(check(row { -- only how much is left matters, not where
      hash = function(state) return state.left end, evaluate = function(state) return state.left end,
    }, row().new, {sign = false}))
    none(check(nim {hash = function(state) return state.heap end}, start))
  end)

  it("must change with an outcome", function()
    local game = dice {hash = function(state) return state.sum end}
    local finding = among(check(game, dice().new), "collision", "hash")
    contains(finding.message, "before and after")
    assert.are.same({{"roll"}, {}}, {finding.line, finding.other})
  end)
end)

describe("a key that forgets the captured piece is found", function()
  for _, kind in ipairs(effort({"sum"}, {"zobrist", "sum"})) do
    local function new() return breakthrough.new(kind) end
    local OPTIONS = {win = 1000, games = 4, nodes = 500, seed = 2}

    it("although its field differs everywhere: " .. kind, function()
      none(check(breakthrough, new, wrap.replace(OPTIONS, {games = 2, nodes = 150})))
      local finding = among(check(breakthrough.forgetful, new, OPTIONS), "key", "hash")
      contains(finding.message, "ignores what was at cells[", "whether 0 or", "captured piece")
      assert.is_true(#finding.line > 0 and #finding.other > 0)
    end)
  end
end)

-- A game that keeps the last move in a local variable, on which `evaluate(state, me, last)` depends. If the variable is
-- forgotten, `unmake` leaves it: then a value depends on the moves that were tried in a state, too.
local function of_last(game, new, evaluate, is_forgotten)
  local last = 0
  return wrap.replace(game, {
    make = function(state, move)
      local before = last
      last = move
      return before, game.make(state, move)
    end,
    unmake = function(state, move, before, ...)
      if not is_forgotten then last = before end
      game.unmake(state, move, ...)
    end,
    evaluate = function(state, me) return evaluate(state, me, last) end,
  }), function()
    last = 0
    return new()
  end
end

local function with_last(state, me, last)
  if state.heap == 0 then return worth(state, me) end
  return (last == 2 and 0.5 or 0) * (me == 1 and 1 or -1)
end

describe("an evaluation that depends on the path", function()
  it("is found by different lines to the same state", function()
    local finding = among(check(of_last(NIM["in place"], start, with_last)), "path", "evaluate")
    contains(finding.message, "different values for the same state, by the moves that led there", "local variables")
    assert.is_true(#finding.line > 0 and #finding.other > 0)
  end)

  it("is found before moves are made and after they were taken back", function()
    contains(only(check(of_last(NIM["in place"], start, with_last, true)), "restore", "evaluate", 1).message,
      "another value when moves were made and taken back: 0.5 before, 0 after")
  end)
end)

describe("a key that is made of what states hold", function()
  local OPTIONS = {hash = "auto", games = 5}

  local function check_board(game, new, options) return check(game, new, wrap.replace(OPTIONS, options or {})) end

  it("is no key where something is left out, or kept elsewhere", function()
    local game = random_board.new(2, "in place")
    assert.equal("collision", check_board(game, game.new, {hash_ignore = {"cells"}}).findings[1].kind)
    local secret = of_last(game, game.new, function(state, me, last) return game.evaluate(state, me) + last end)
    assert.equal("path", check(secret, game.new, {games = 5}).findings[1].kind)
    for _, options in ipairs {{hash = "auto"}, {repetition = 0}} do
      local finding = check(secret, game.new, wrap.replace({games = 5}, options)).findings[1]
      assert.equal("collision", finding.kind)
      contains(finding.message, "local variables or globals")
    end
  end)

  it("is asked about where a field keeps states from coming up twice", function()
    local game = random_board.new(2, "copying")
    local moved = wrap.replace(game, {play = function(state, move)
      local child = game.play(state, move)
      child.line = (state.line or "") .. " " .. move
      return child
    end})
    contains(check_board(moved, game.new, {games = 2}).notes[1], "leave it out by 'hash_ignore'")
    assert.same({}, check_board(moved, game.new, {games = 2, nodes = 300, hash_ignore = {"line"}}).notes)
  end)

  it("names the field that has no key", function()
    local game = random_board.new(2, "in place")
    local function new()
      local state = game.new()
      state.sound = print
      return state
    end
    local finding = check_board(game, new, {games = 2}).findings[1]
    assert.equal("hash", finding.callback)
    contains(finding.message, "got function at state.sound")
    none(check_board(game, new, {hash_ignore = {"sound"}, games = 2}))
    none(check(game, new, {repetition = 0, hash_ignore = {"sound"}, games = 2}))
    assert.equal("alphabeta.check: option 'hash_ignore' needs option 'hash' or 'repetition'",
      message_of(alphabeta.check, game, new, {hash_ignore = {"sound"}}))
  end)
end)
