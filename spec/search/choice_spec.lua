-- Which algorithm a search takes if none is given: Monte Carlo tree search where time limits it and nothing tells
-- unfinished states of the game apart; else alpha-beta. Then a search that has so chosen Monte Carlo tree search: what
-- its values mean, and how it chooses among moves, by levels too.

local alphabeta = require "alphabeta"
local random_game = require "spec.support.random_game"
local rng = require "spec.support.rng"
local rules_alone = require "spec.support.rules_alone"
local slices = require "spec.support.slices"
local small_games = require "spec.support.small_games"
local timed = require "spec.support.timed"
local wrap = require "spec.support.wrap"

local after, first_answer, views = rules_alone.after, rules_alone.first_answer, rules_alone.views
local GAMES, LINES, PAWNS, TICTACTOE = rules_alone.GAMES, rules_alone.LINES, rules_alone.PAWNS, rules_alone.TICTACTOE
local DODGEM = GAMES.dodgem -- whoever gets a car off the board has fewer moves

local TIME = {time = 1e6}

-- A player of lines moves twice in a row; or the number of moves changes at random.
local TWICE = wrap.replace(LINES, {player = function(state) return math.floor(state.left / 2) % 2 + 1 end})
local AT_RANDOM = wrap.replace(LINES, {
  moves = function(state)
    local list, sum = LINES.moves(state), 0
    for at = 9, 63 do sum = (sum * 31 + at * state.cells[at]) % 1009 end
    for i = #list, 2 + sum % 11, -1 do list[i] = nil end
    return list
  end,
})

local function algorithm_of(game, limits, options, state)
  local _, _, info = first_answer(alphabeta.new(game, options), state or game.new(), limits)
  return info.techniques[1] == "alphabeta" and "pvs" or info.techniques[1]
end

-- What each search takes: a game, limits, options.
local CHOICES = {
  uct = {
    {LINES}, {TICTACTOE}, {GAMES["connect four"]}, {GAMES.hex}, {AT_RANDOM}, {TWICE},
    {LINES, {think = 1e6}}, {LINES, {think = {1e5, 1e6}}}, {LINES, {clock = {left = 1e6}}},
    {LINES, TIME, {win = 100}}, {LINES, TIME, {hash = "auto"}}, {LINES, TIME, {win = 20, hash = "auto", level = 1}},
    {LINES, {}, {level = 3}}, {LINES, {}, {level = 10, seed = 5}}, {PAWNS, TIME, {algorithm = "uct"}},
    {wrap.replace(LINES, {hash = function(state) return table.concat(state.cells, "", 0) .. state.turn end})},
    {wrap.replace(LINES, {win = 50})}, {DODGEM, TIME, {ties = "random", seed = 3}},
  },
  pvs = {
    {PAWNS}, {GAMES["dots and boxes"]}, {GAMES.reversi},
    {PAWNS, TIME, {win = 100}}, {PAWNS, TIME, {hash = "auto"}}, {PAWNS, {}, {level = 3}},
    {LINES, {depth = 1}}, {LINES, {depth = 1, time = 1}}, {LINES, {nodes = 20}}, {LINES, {nodes = 20, time = 1}},
    {LINES, {depth = math.huge, time = 1e6}}, {LINES, {nodes = 500}, {level = 3}}, {LINES, {depth = 5}, {level = 3}},
  },
}
-- What alpha-beta alone takes, among the options and in a game.
for _, options in ipairs {
  {without = {"uct"}}, {without = {"killers"}}, {algorithm = "pvs"}, {algorithm = "alphabeta"}, {alpha = -1},
  {value_min = -1, value_max = 1}, {deepening = true}, {trace = function() end}, {repetition = 0},
} do
  table.insert(CHOICES.pvs, {LINES, TIME, options})
end
for name, value in pairs {
  order = function() return 0 end, move_id = function(_, at) return at end, repetition = 0, value_min = -1,
  bounds = function() return -1, 1 end, chances = function() return nil end, evaluate = function() return 0 end,
} do
  table.insert(CHOICES.pvs, {wrap.replace(LINES, {[name] = value})})
end
-- One player, or three.
for _, count in ipairs {1, 3} do
  table.insert(CHOICES.pvs, {wrap.replace(LINES, {
    player = function(state) return state.left % count + 1 end, result = function() return 0 end,
  })})
end
for _, row in ipairs(views(DODGEM)) do table.insert(CHOICES.uct, {row[2], TIME, row[1]}) end
-- Without `player`, values are the mover's.
local OWN = wrap.replace(LINES, {result = function(state) return rules_alone.winner_result(state, state.turn) end})
OWN.player = nil
for _, options in ipairs {{}, {view = "mover"}} do table.insert(CHOICES.uct, {OWN, TIME, options}) end

describe("A search without an algorithm takes", function()
  for algorithm, rows in pairs(CHOICES) do
    it(algorithm .. ", as the game, the limits and the options say", function()
      for i, row in ipairs(rows) do assert.equal(algorithm, algorithm_of(row[1], row[2], row[3]), "row " .. i) end
    end)
  end

  -- Each call to `moves` takes 5 ms, so a random game 0.05 seconds or more, and depth 1 for 49 moves 0.25.
  it("pvs if fewer random games than moves fit into the time, but depth 1 does", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    for limit, expected in pairs {[1] = "pvs", [2] = "pvs", [20] = "uct"} do
      timed(LINES, 0.005, function(slow)
        local _, _, info = alphabeta.search(slow.new(), {time = limit}, {game = slow})
        assert.equal(expected, info.techniques[1])
      end, "moves")
    end
  end)
end)

describe("What a search finds out about its game", function()
  it("it knows in the next one, and asks again if few states were left", function()
    local calls = 0
    local ai = alphabeta.new(wrap.replace(LINES, {moves = function(state)
      calls = calls + 1
      return LINES.moves(state)
    end}))
    local function count()
      calls = 0
      ai:start(LINES.new(), TIME)
      assert.equal(0, calls)
      repeat ai:step {nodes = 1} until ai:best()
      ai:stop()
      return calls
    end
    assert.is_true(count() > 30)
    assert.is_true(count() < 60)
    ai = alphabeta.new(TICTACTOE)
    local late = after(TICTACTOE, 1, 2, 4, 3, 5, 7)
    local function algorithm(state) return select(3, first_answer(ai, state)).techniques[1] end
    assert.same({"pvs", "uct", "uct"}, {algorithm(late), algorithm(TICTACTOE.new()), algorithm(late)})
    assert.is_not.equal("uct", select(3, ai:search(late, 2)).techniques[1])
  end)

  it("it goes on to find out in its next searches, if a limit has ended them", function()
    local ai = alphabeta.new(DODGEM, {level = 3}) -- in a search of 10000 nodes, 1000 plies are not enough for all
    local algorithms = {}
    for number = 1, 5 do algorithms[number] = select(3, ai:search(DODGEM.new())).techniques[1] end
    assert.same({"uct", "uct"}, {algorithms[4], algorithms[5]})
  end)
end)

describe("A level, without `win`,", function()
  it("lets no player win at once, if another move prevents it", function()
    local ends = wrap.replace(TICTACTOE, {}) -- says so by `moves` alone
    ends.is_over = nil
    local state = after(TICTACTOE, 1, 5, 2) -- 3 must be taken
    for _, game in ipairs {TICTACTOE, ends} do
      for level = 1, 10, 3 do
        local ai = alphabeta.new(game, {level = level})
        for _ = 1, 4 do
          local best, _, info = ai:search(state)
          assert.same({3, "uct"}, {best, info.techniques[1]})
        end
      end
    end
  end)

  it("overlooks what comes later, if it is low", function()
    local function loses_by(level, seed)
      local best, _, info = alphabeta.new(TICTACTOE, {level = level, seed = seed}):search(after(TICTACTOE, 5))
      assert.equal("uct", info.techniques[1])
      return best % 2 == 0 -- an edge
    end
    local count = 0
    for seed = 1, 16 do count = count + (loses_by(1, seed) and 1 or 0) end
    assert.is_true(count > 3, count)
    assert.is_false(loses_by(10, 1))
  end)

  -- The moves after which the other player cannot win at once, and whether there are others.
  local function safe_moves(state)
    local safe, is_any, has_unsafe, me = {}, false, false, state.turn
    for _, move in ipairs(PAWNS.moves(state)) do
      local undo, loses = PAWNS.make(state, move), false
      for _, reply in ipairs(PAWNS.moves(state)) do
        local other = PAWNS.make(state, reply)
        loses = loses or state.winner == 3 - me
        PAWNS.unmake(state, reply, other)
      end
      PAWNS.unmake(state, move, undo)
      safe[move], is_any, has_unsafe = not loses, is_any or not loses, has_unsafe or loses
    end
    return safe, is_any and has_unsafe
  end

  -- Cause: without `win` a search by alpha-beta did not know which values are those of finished games.
  it("lets no player win at once by alpha-beta, either", function()
    local by_mover = views(PAWNS)[3][2]
    local random, count = rng.new(3), 0
    for seed = 1, 90 do
      local state = random_game.wander(PAWNS, PAWNS.new(), seed, random:int(8, 18))
      local safe, is_tempting = safe_moves(state)
      if is_tempting then
        local game = seed % 2 == 0 and by_mover or PAWNS
        local options = {level = seed % 3 * 2 + 1, nodes = 600, seed = seed, view = game == by_mover and "mover" or nil}
        local best, _, info = alphabeta.new(game, options):search(state)
        assert.not_equal("uct", info.techniques[1])
        assert.is_true(safe[best], seed)
        count = count + 1
      end
    end
    assert.is_true(count > 10, count)
  end)
end)

describe("A search that has chosen Monte Carlo tree search", function()
  it("chooses by the seed, with `ties` among moves that are as good as the best", function()
    local seen, counts = {{}, {}}, {0, 0}
    local function note(kind, answer)
      if not seen[kind][answer] then seen[kind][answer], counts[kind] = true, counts[kind] + 1 end
    end
    for seed = 1, 8 do
      local ai = alphabeta.new(GAMES["connect four"], {ties = "random", seed = seed})
      local best, _, info = first_answer(ai, GAMES["connect four"].new(), TIME, 100)
      local is_listed = false
      for _, move in ipairs(info.ties) do is_listed = is_listed or move == best end
      assert.is_true(is_listed)
      local first = info.scores[1]
      for i = 2, #info.ties do
        local score = info.scores[i]
        assert.is_true(score.visits * 2 >= first.visits or score.value == first.value)
      end
      note(1, best)
      best, _, info = first_answer(alphabeta.new(LINES, {seed = seed}), LINES.new(), TIME, 60)
      note(2, best .. " " .. table.concat(info.pv, " "))
      local drawing = alphabeta.new(TICTACTOE, {ties = "random", seed = seed})
      best, _, info = first_answer(drawing, after(TICTACTOE, 1, 5, 2, 8))
      assert.same({3, 3}, {best, info.ties[1]}) -- wins at once
    end
    assert.is_true(counts[1] > 1 and counts[2] > 1)
  end)

  it("has values below those of won games while nothing is proven, good for whom other searches say", function()
    local first, second = LINES.new(), LINES.new()
    for _, at in ipairs {28, 29} do first.cells[at], second.cells[at] = 1, 2 end -- two in a row, and the next move
    second.turn = 2
    for _, row in ipairs(views(LINES)) do
      for player, state in ipairs {first, second} do
        local ai = alphabeta.new(row[2], wrap.replace(row[1], {multipv = "all"}))
        first_answer(ai, LINES.new())
        local _, value, info = first_answer(ai, state)
        assert.equal("uct", info.techniques[1])
        assert.is_true(row[player + 2] * value > 0.2)
        for i, score in ipairs(info.scores) do
          assert.is_true(math.abs(score.value) <= 0.5 or score.bound ~= nil)
          assert.is_true(i == 1 or score.visits < info.scores[1].visits or score.bound ~= nil or info.bound ~= nil)
        end
        assert.same({value, info.bound}, {info.scores[1].value, info.scores[1].bound})
      end
    end
  end)

  -- Cause: with `win`, the value of a proven win did not say how soon it is.
  it("has results where these are proven, less the plies if there is a `win`", function()
    local won, lost = after(TICTACTOE, 1, 4, 2, 5), after(TICTACTOE, 1, 6, 2) -- 3 wins, or must be taken
    for _, win in ipairs {3, 7, 1000, false} do
      local result = win and function(state, me) return rules_alone.winner_result(state, me) * math.max(win, 7) end
      local ai = alphabeta.new(wrap.replace(TICTACTOE, {win = win or nil, result = result or TICTACTOE.result}))
      first_answer(ai, TICTACTOE.new())
      local best, value, info = ai:search(won, {time = 1e6})
      assert.same({3, win and win - 1 or 7, win and 1 or nil, "uct"}, {best, value, info.win_in, info.techniques[1]})
      _, value, info = ai:search(lost, {time = 1e6})
      if info.win_in then assert.equal(info.win_in > 0 and win - info.win_in or -win - info.win_in, value) end
      best, value, info = ai:search(after(TICTACTOE, 1, 4, 2, 5, 3), {time = 1e6})
      assert.same({-math.max(win or 7, 7), "over", "exact"}, {value, info.reason, info.bound})
      assert.is_nil(best)
    end
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

  it("learns of a move from games in which it was made later", function()
    local function same(cell) return cell end
    for expected, game in pairs {[37] = cells(60, same, same), ["37"] = cells(60, tostring, tonumber)} do
      local found = 0
      for playouts = 25, 40, 5 do -- fewer than there are moves
        local best, _, info = first_answer(alphabeta.new(game), {turn = 1, taken = 0}, TIME, playouts)
        assert.equal("uct", info.techniques[1])
        if best == expected then found = found + 1 end
      end
      assert.is_true(found >= 3, found)
    end
    local tables = cells(60, function(cell) return {cell} end, function(move) return move[1] end)
    assert.equal(37, first_answer(alphabeta.new(tables), {turn = 1, taken = 0}, TIME, 250)[1])
  end)

  it("leaves most of the work to alpha-beta if the tree is small", function()
    local nim = small_games.by_result(small_games.NIM.copying, function(state, me)
      return state.turn == me and -1 or 1
    end)
    local function playouts(options)
      local best, _, info = slices.search(alphabeta.new(nim, options), {heap = 17, turn = 1}, TIME, {nodes = 1})
      assert.same({"uct", "solved", 1}, {info.techniques[1], info.reason, best})
      return info.nodes
    end
    assert.is_true(5 * playouts() < playouts {algorithm = "uct"})
  end)
end)
