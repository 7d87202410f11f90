-- The contract checker finds keys that are no keys: different ones for one state, one for states that play differently.
-- It is silent about keys that forget what does not matter.

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local restyled = require "spec.support.restyled"
local script = require "spec.support.script"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local in_full = effort(function() end, it) -- what takes long, and is the same code as what does not

local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local after, takes, turn = small_games.after, small_games.takes, small_games.turn
local copying, dice, nim, row = small_games.copying, small_games.dice, small_games.nim, small_games.row
local NIM, start = small_games.NIM, small_games.start

-- A check of few games: what is wrong with keys shows near the start.
local function check(rules, new, options)
  return alphabeta.check(rules, new, wrap.replace({games = 3, nodes = 200}, options or {}))
end

describe("keys", function()
  it("must come back with the state", function()
    local count = 0
    local game = nim {
      make = function(state, take)
        count = count + 1
        NIM["in place"].make(state, take)
      end,
      unmake = NIM["in place"].unmake,
      hash = function(state) return state.heap + 100 * count end,
    }
    only(check(game, start), "restore", "hash", 1)
  end)

  -- A row whose moves add something more to the key.
  local function with_error(error_of)
    return row {
      make = function(state, cell)
        row().make(state, cell)
        state.key = state.key + error_of(state, cell)
      end,
      unmake = function(state, cell)
        state.key = state.key - error_of(state, cell)
        row().unmake(state, cell)
      end,
    }
  end

  it("must be the same, whichever way a state was reached: kept in the state", function()
    local game = with_error(function(state, cell) return state.left == 1 and cell * 1000 or 0 end)
    local finding = only(check(game, row().new), "key", "hash", 3)
    table.sort(finding.line)
    table.sort(finding.other)
    assert.are.same(finding.line, finding.other)
  end)

  it("must be the same, whichever way a state was reached: a Zobrist key", function()
    local game = row {
      make = function(state, cell)
        row().make(state, cell)
        state.key = 0
        state.zobrist:flip(cell + 5 * state.left) -- the mistake: it depends on how many cells are left
      end,
      unmake = function(state, cell)
        state.zobrist:flip(cell + 5 * state.left)
        row().unmake(state, cell)
        state.key = 0
      end,
      hash = function(state) return state.zobrist end,
    }
    local finding = only(check(game, function()
      local state = row().new(5)
      state.zobrist = alphabeta.zobrist(50)
      return state
    end), "key", "hash", 3)
    contains(finding.message, "different keys for the same state")
    assert.are.equal(3, #finding.other)
  end)

  it("must be the same, whichever way a state was reached: where states are copied", function()
    -- 1 and then 2, or 2 and then 1, lead to the same
    local game = copying {
      play = function(state, take)
        local child = after(state, take)
        child.key = state.key * 2 + take
        return child
      end,
      hash = function(state) return state.key end,
    }
    local finding = among(check(game, function() return {heap = 6, turn = 1, key = 0} end), "key", "hash")
    assert.are.equal(2, #finding.line)
  end)

  it("must be the same, whichever way a state was reached: kept deep in the state, and asked for as it is", function()
    local game = row {
      make = function(state, cell)
        row().make(state, cell)
        state.board = {sum = state.board.sum * 100 + cell}
        return state.board.sum
      end,
      unmake = function(state, cell, sum)
        state.board = {sum = (sum - cell) / 100}
        row().unmake(state, cell)
      end,
      hash = function(state) return state.board.sum end,
    }
    only(check(game, function()
      local state = row().new()
      state.board, state.key = {sum = 0}, 0
      return state
    end), "key", "hash", 3)
  end)

  in_full("must be the same, whichever way a state was reached: far from the start", function()
    local game = with_error(function(state, cell) return state.left < 8 and cell * state.left * 2 ^ 30 or 0 end)
    function game.is_over(state) return state.left < 4 end
    among(check(game, function() return row().new(17) end, {games = 8}), "key", "hash")
  end)

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

  in_full("must not forget what matters only later on", function()
    -- the first move decides who wins after seven more, each of which leads to another state
    local game = {
      player = turn,
      moves = function(state)
        if state.ply == 0 then return {"first", "second"} end
        return state.ply < 8 and {1, 2, 3, 4, 5, 6} or nil
      end,
      play = function(state, move)
        return {
          ply = state.ply + 1, turn = 3 - state.turn, winner = state.ply == 0 and move or state.winner,
          sum = state.sum * 7 + (state.ply > 0 and move or 0),
        }
      end,
      evaluate = function(state, me)
        if state.ply < 8 then return 0 end
        return (state.winner == "first") == (me == 1) and 1 or -1
      end,
      hash = function(state) return ("%d %d"):format(state.ply, state.sum) end,
    }
    local function new() return {ply = 0, turn = 1, sum = 0, winner = ""} end
    local finding = only(check(game, new), "collision", "hash", 8)
    assert.are.same({"second", "first"}, {finding.line[1], finding.other[1]})
    assert.are.equal("what `evaluate` returns", finding.differences[1].path)
    function game.hash(state) return ("%d %d %s"):format(state.ply, state.sum, state.winner) end
    assert.is_true(check(game, new).ok)
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
      local now = 0
      os.clock = function() now = now + %g return now end
      local cells = {left = 9}
      for i = 1, 20 do cells[i] = 0 end
      io.write(#require "alphabeta".check({
        moves = function(state)
          local list = {}
          for i = 1, state.left > 0 and 20 or 0 do if state[i] == 0 then list[#list + 1] = i end end
          return list
        end,
        make = function(state, i) state[i], state.left = state.left %% 2 + 1, state.left - 1 end,
        unmake = function(state, i) state[i], state.left = 0, state.left + 1 end,
        evaluate = function(state) return state[5] end,
        hash = function(state)
          local sum = state.left
          for i = 1, 20 do sum = sum + state[i] * i * 10 end
          return sum
        end,
      }, cells, {sign = false, games = 4, nodes = 120, time = 2}).findings[1].collisions)]]
    local counts = {}
    for i, seconds in ipairs {0, 5e-6} do counts[i] = script.run_limited(program:format(seconds)) end
    assert.is_truthy(tonumber(counts[1]), counts[1])
    assert.are.equal(counts[1], counts[2])
  end)

  it("may leave out whose turn it is, which the search adds, and what does not matter", function()
    local game_without = row {hash = function(state) return state.key end, new = row().new}
    none(check(game_without, game_without.new))
    none(check(setmetatable({evaluate = function(state) return row().evaluate(state, 1) end}, {
      __index = function(_, name) return name ~= "player" and row()[name] or nil end,
    }), row().new))
    none(check(row { -- only how much is left matters, not where
      hash = function(state) return state.left end, evaluate = function(state) return state.left end,
    }, row().new, {sign = false}))
    none(check(nim {hash = function(state) return state.heap end}, start))
  end)

  it("may be the same for outcomes in another order", function()
    local game = dice()
    local chances = game.chances
    function game.chances(state)
      local list = chances(state)
      if list and state.turn == 2 then list[1], list[2] = list[2], list[1] end
      return list
    end
    game.hash = function(state) return (state.is_rolling and 100 or 0) + state.sum end
    assert.is_true(check(game, dice().new).ok)
  end)

  it("must change by moves", function()
    local finding = among(check(nim {hash = function() return 1 end}, start), "collision", "hash")
    assert.are.equal(2, #finding.line)
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
    local OPTIONS = {win = 1000, games = 6, nodes = 700, seed = 2}

    it("although its field differs everywhere: " .. kind, function()
      none(check(breakthrough, new, OPTIONS))
      local finding = among(check(breakthrough.forgetful, new, OPTIONS), "key", "hash")
      contains(finding.message, "ignores what was at cells[", "whether 0 or", "captured piece")
      assert.is_true(#finding.line > 0 and #finding.other > 0)
    end)

    in_full("where states are copied: " .. kind, function()
      none(check(restyled.by_copies(breakthrough), new, {win = 1000, games = 5}))
      local report = check(restyled.by_copies(breakthrough.forgetful), new, OPTIONS)
      contains(among(report, "key", "hash").message, "ignores what was at cells[")
    end)
  end

  -- Chess notes at which place of a list each piece is: that two pawns changed the key alike was taken for a mistake.
  -- In this game, `pawns` has the number of the pawn on each cell.
  in_full("but not one that ignores which of several equal pieces was captured", function()
    local function new()
      local state, counts = breakthrough.new(), {0, 0}
      state.pawns = {}
      for cell, who in ipairs(state.cells) do
        if who > 0 then counts[who] = counts[who] + 1 end
        state.pawns[cell] = counts[who] or 0
      end
      return state
    end
    local function numbered(rules)
      return setmetatable({
        make = function(state, move)
          local from, to, pawns = math.floor(move / 100), move % 100, state.pawns
          local there = pawns[to]
          pawns[from], pawns[to] = 0, pawns[from]
          return rules.make(state, move), there
        end,
        unmake = function(state, move, captured, there)
          local from, to, pawns = math.floor(move / 100), move % 100, state.pawns
          pawns[from], pawns[to] = pawns[to], there
          rules.unmake(state, move, captured)
        end,
      }, {__index = rules})
    end
    local OPTIONS = {win = 1000, games = 10, nodes = 2000}
    for seed = 1, 10 do
      OPTIONS.seed = seed
      none(check(numbered(breakthrough), new, OPTIONS))
    end
    OPTIONS.seed = 2
    local report = check(numbered(breakthrough.forgetful), new, OPTIONS)
    contains(among(report, "key", "hash").message, "whether 0 or")
  end)
end)
