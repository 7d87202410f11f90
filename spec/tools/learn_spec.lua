-- Learning an evaluation: what is seen in states, what is fitted, what is written, and what comes of it.

local alphabeta = require "alphabeta"
local breakthrough = require "spec.support.breakthrough"
local compile = require("alphabeta.learn.access").compile
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local fields = require "alphabeta.learn.fields"
local games = require "alphabeta.learn.play"
local lines = require "alphabeta.learn.lines"
local message_of = require "spec.support.message_of"
local models = require "alphabeta.learn.model"
local plans = require "alphabeta.learn.plan"
local nim_module = require "spec.support.nim_to_learn"
local random = require "alphabeta.common.random"
local restyled = require "spec.support.restyled"
local rng = require "spec.support.rng"
local samples = require "alphabeta.learn.samples"
local source = require "alphabeta.learn.source"
local tictactoe = require "games.tictactoe"

local learn = alphabeta.learn
local in_full = effort(function() end, it) -- for whole matches

-- Games -------------------------------------------------------------------------------------------------------------

-- Rules without an evaluation, with what a finished game is worth.
local function with_result(rules, result)
  local game = {result = result}
  for _, name in ipairs {"moves", "make", "unmake", "play", "player", "is_over"} do game[name] = rules[name] end
  return game
end

local three_in_a_row = with_result(tictactoe, tictactoe.evaluate)

-- Nim with one heap, by copies; `more` are fields that each state has besides.
local function nim_with(more)
  local game = {}
  local function state_of(heap, turn, before, take)
    local state = {heap = heap, turn = turn}
    if more then more(state, before, take) end
    return state
  end
  function game.moves(state) return ({[0] = {}, {1}, {1, 2}})[state.heap] or {1, 2, 3} end
  function game.play(state, take) return state_of(state.heap - take, 3 - state.turn, state, take) end
  function game.player(state) return state.turn end
  function game.result(state, me) return state.turn == me and -1 or 1 end
  return game, function() return state_of(15, 1) end
end

local nim, new_nim = nim_with()

-- Few games, and matches of few nodes.
local function small(more)
  local options = {games = 40, nodes = 10, match_games = 4, check = false}
  for name, value in pairs(more or {}) do options[name] = value end
  return options
end

-- A set of the names in a list of fields.
local function names_of(list)
  local names = {}
  for _, it in ipairs(list) do names[it.name] = it.reason or it.text end
  return names
end

-- Makes a function that returns integers from 1 to n.
local function integers(seed)
  local generator = rng.new(seed)
  return function(n) return generator:int(1, n) end
end

-- A layout of states that a function makes at random; player 1 moves first.
local function layout_of(new_state)
  local survey = fields.survey {}
  for i = 1, 300 do
    local state = new_state(i)
    assert.is_nil(survey:add(state, state.turn, i % 11))
  end
  return survey:layout(1)
end

-- Boards of six cells, empty (0) or of a player, at random.
local function random_board(next_integer)
  local state = {cells = {}, turn = next_integer(2)}
  for cell = 1, 6 do state.cells[cell] = next_integer(3) - 1 end
  return state
end

-- Cause: fields were named by texts that are cut after 60 characters, and pooled by their names.
describe("fields of a state", function()
  it("are different ones where their keys begin with the same 58 characters", function()
    local long = ("a key "):rep(20)
    local next_integer = integers(7)
    local layout = layout_of(function()
      return {turn = next_integer(2), [long .. 1] = next_integer(2), [long .. 2] = next_integer(9)}
    end)
    local names = {}
    for _, group in ipairs(layout.groups) do names[group.name] = true end
    assert.is_true(names['["' .. long .. '1"]'] and names['["' .. long .. '2"]'])
  end)
end)

local PLAN = {first = 1, limit = 900, neutral_value = 0, view = "max", about = "A test."}

describe("what is learned from", function()
  it("gives back the weights that the results are drawn from", function()
    local next_integer = integers(3)
    local generator = random.from_number(5)
    local layout = layout_of(function() return random_board(next_integer) end)
    local store, model = samples.new(layout, {}, nil, 1), models.new(layout)
    local TRUE = {0.9, -0.6, 0.3, 0, -0.3, 0.6}
    for i = 1, 6000 do
      local state, logit = random_board(next_integer), 0.2
      for cell, who in ipairs(state.cells) do
        if who > 0 then logit = logit + (who == 1 and 1 or -1) * TRUE[cell] end
      end
      store:add(state, state.turn - 1, i, 0)
      store:label(i, generator() < 1 / (1 + math.exp(-logit)) and 1 or 0, 1)
    end
    model:fit(store, 1, effort(8, 20), generator)
    for cell, weight in ipairs(TRUE) do
      local found = 0
      for turn = 0, 1 do
        found = found + (model:weight(cell, 1, turn) - model:weight(cell, 2, turn)) / 4
      end
      assert.is_true(math.abs(found - weight) < 0.12, ("cell %d: %.3f, not %.3f"):format(cell, found, weight))
    end
  end)

  it("are results that are smoothed over what later searches have found", function()
    local layout = layout_of(function(i) return {turn = i % 2 + 1, a = i % 3} end)
    local store = samples.new(layout, {}, nil, 1)
    for i, value in ipairs {0, 2, -1} do store:add({turn = 1, a = i % 3}, 0, 1, value) end
    store:label(1, 1, 0.7)
    local function p(logit) return 1 / (1 + math.exp(-logit)) end
    local second = 0.7 * 1 + 0.3 * p(-1)
    assert.are.equal(1, store.targets[3])
    assert.is_true(math.abs(second - store.targets[2]) < 1e-12)
    assert.is_true(math.abs(0.7 * second + 0.3 * p(2) - store.targets[1]) < 1e-12)
  end)

  it("is forgotten from its old end", function()
    local layout = layout_of(function(i) return {turn = i % 2 + 1, a = i % 3} end)
    local store = samples.new(layout, {}, nil, 1)
    for i = 1, 10 do
      store:add({turn = 1, a = i % 3}, i % 2, i, i)
      store:label(i, 1, 1)
    end
    store:keep(4)
    assert.are.equal(4, store.n)
    assert.are.equal(10, store.total)
    assert.are.same({7, 8, 9, 10}, store.games)
    assert.are.same({1, 2, 0, 1}, store.codes)
  end)
end)

describe("lines of cells", function()
  -- Boards of so many cells; the cells of player 1 count where two of them lie an offset apart.
  local function found_in(board_of, is_line)
    local next_integer, generator = integers(5), random.from_number(8)
    local function new()
      local state = {turn = next_integer(2), cells = board_of(next_integer)}
      return state
    end
    local layout = layout_of(new)
    local store, model = samples.new(layout, {}, nil, 1), models.new(layout)
    for i = 1, 2000 do
      local state = new()
      store:add(state, state.turn - 1, i, 0)
      store:label(i, generator() < 1 / (1 + math.exp(3 - 1.5 * is_line(state.cells))) and 1 or 0, 1)
    end
    model:fit(store, 1, 4, generator)
    return lines.find(model, store)
  end

  it("are found in an array", function()
    local families = found_in(function(next_integer)
      local cells = {}
      for cell = 1, 20 do cells[cell] = next_integer(2) end
      return cells
    end, function(cells)
      local count = 0
      for cell = 1, 15 do
        if cells[cell] == 1 and cells[cell + 5] == 1 then count = count + 1 end
      end
      return count
    end)
    assert.are.equal("5", families[1].name)
  end)

  it("are found in an array of arrays", function()
    local families = found_in(function(next_integer)
      local cells = {}
      for row = 1, 4 do
        cells[row] = {}
        for column = 1, 4 do cells[row][column] = next_integer(2) end
      end
      return cells
    end, function(cells)
      local count = 0
      for row = 1, 3 do
        for column = 2, 4 do
          if cells[row][column] == 1 and cells[row + 1][column - 1] == 1 then count = count + 1 end
        end
      end
      return count
    end)
    assert.are.equal("1,-1", families[1].name)
  end)

  it("are in the evaluation when a match is for them", function()
    local learned = learn(three_in_a_row, tictactoe.new, small {games = effort(60, 200), match_games = effort(4, 20)})
    for _, it_is in ipairs(learned.lines) do assert.are.equal("[*]", it_is.name) end
    assert.are.equal(#learned.lines > 0, learned.source:find("lines = {", 1, true) ~= nil)
    assert.are.equal(#learned.lines > 0, tostring(learned):find("\nlines: ", 1, true) ~= nil)
  end)
end)

describe("the source of an evaluation", function()
  it("says what the model says, on a thousand states", function()
    local next_integer = integers(11)
    local function new()
      local state = random_board(next_integer)
      state.name, state.is_late, state.count = ({"a b", "end", "x\ny"})[next_integer(3)], next_integer(2) == 1,
        next_integer(40) - 20
      state.lamps, state.pieces, state.pits = {}, {{}, {}}, {{}, {}, {}, {}}
      for i = 1, 5 do
        state.lamps[i] = next_integer(2) == 1
        state.pieces[next_integer(2)][i] = ({"king", "pawn"})[next_integer(2)]
        state.pits[next_integer(4)].owner = ({true, 7, "b"})[next_integer(3)]
      end
      if next_integer(3) == 1 then state.pieces[2] = 0 end
      state.rows = {}
      for i = 1, 3 do state.rows[i] = next_integer(4) > 1 and {next_integer(3)} or nil end
      state.deep = next_integer(4) > 1 and {[-1] = next_integer(3) / 2, length = next_integer(30)} or nil
      state[next_integer(2) == 1 and "sometimes" or "other"] = next_integer(2)
      return state
    end
    local layout = layout_of(new)
    local game = {
      moves = function(state) return (state.count * state.turn) % 7 end,
      features = function(state, me) return me, state.count % 5 end,
    }
    for _, own in ipairs {{feature = 1}, {feature = 2}, {}} do
      own.index, own.mean, own.scale = #layout.numbers + 1, 2, 0.25
      layout.numbers[own.index] = own
    end
    layout.number_count = #layout.numbers - 1
    local store = samples.new(layout, {lister = "moves", moves = game.moves}, game.features, 1)
    local model = models.new(layout):with_mobility()
    model = model:with_lines {
      {group = layout.cells[1].group, name = "2", cells = {1, 3, 5, 2, 4, 6}, length = 3},
      {group = layout.cells[1].group, name = "1", cells = {1, 2, 3, 4}, length = 2},
    }
    local row_cells = {}
    for _, cell in ipairs(layout.cells) do
      if cell.group.name == "rows[*][*]" then row_cells[#row_cells + 1] = cell.index end
    end
    model = model:with_lines {
      {group = layout.cells[row_cells[1]].group, name = "1", cells = {row_cells[1], row_cells[2], row_cells[2],
        row_cells[3]}, length = 2},
    }
    for i = 1, #model.weights do model.weights[i] = (next_integer(2001) - 1001) / 4000 end
    local evaluate = source.load(source.write(model, PLAN), game)
    local active, amounts = {}, {}
    for _ = 1, 1000 do
      local state = new()
      store:add(state, state.turn - 1, 1, 0)
      local expected = math.max(-900, math.min(900, (model:logit(store, store.n, active, amounts)) * 100))
      local value = evaluate(state, 1)
      assert.is_true(math.abs(value - expected) < 0.5, ("%.3f, not %.3f"):format(value, expected))
      assert.are.equal(-value, evaluate(state, 2))
    end
    assert.are.equal("number", type(evaluate({turn = 1, count = 1}, 1))) -- tables are missing that always were there
  end)

  it("calls `player` where no field says whose turn it is", function()
    local game = {moves = nim.moves, play = function(state, take) return {heap = state.heap - take} end}
    function game.player(state) return state.heap % 2 == 1 and "a" or "b" end -- an odd heap, and odd takes only
    function game.moves(state) return state.heap > 2 and {1, 3} or state.heap > 0 and {1} or nil end
    function game.result(state, me) return game.player(state) == me and -1 or 1 end
    local learned = learn(game, {heap = 51}, small())
    assert.is_nil(learned.turn)
    assert.is_truthy(learned.source:find("game.player", 1, true))
    local made = compile(learned.source, "source")()(game)
    for heap = 1, 51 do
      assert.are.equal(learned.evaluate({heap = heap}, "a"), made({heap = heap}, "a"))
      assert.are.equal(-learned.evaluate({heap = heap}, "a"), made({heap = heap}, "b"))
    end
  end)

  it("is good for whom the view says", function()
    local next_integer = integers(7)
    local layout = layout_of(function() return random_board(next_integer) end)
    local model, values = models.new(layout), {}
    for i = 1, #model.weights do model.weights[i] = (next_integer(2001) - 1001) / 4000 end
    for _, view in ipairs {"max", "mover", "player"} do
      local plan = {first = 1, limit = 900, neutral_value = 0, about = "A test.", view = view, max_player = 2}
      values[view] = source.load(source.write(model, plan), {})
    end
    for _ = 1, 50 do
      local state = random_board(next_integer)
      assert.are.equal(values.max(state, state.turn), values.mover(state))
      assert.are.equal(values.max(state, 2), values.player(state))
    end
  end)

  it("is learned for each view", function()
    for _, view in ipairs {"max", "mover", "player"} do
      local game = nim_with()
      game.view = view
      if view == "mover" then function game.result() return -1 end end
      if view == "player" then
        game.max_player = 2
        function game.result(state) return state.turn == 2 and -1 or 1 end
      end
      local learned = learn(game, new_nim, small {games = effort(80, 200)})
      for _, turn in ipairs {1, 2} do
        local sign = view == "player" and turn == 1 and -1 or 1
        local function value(heap) return sign * learned.evaluate({heap = heap, turn = turn}, turn) end
        assert.is_true(value(4) < value(3) and value(4) < value(5), view)
      end
    end
  end)

  it("keeps to the scale of the game's results", function()
    local game = nim_with()
    function game.result(state, me) return state.turn == me and 0 or 10 end
    local learned = learn(game, new_nim, small {value_min = 0, value_max = 10})
    for heap = 1, 15 do
      local state = {heap = heap, turn = 1}
      local one, other = learned.evaluate(state, 1), learned.evaluate(state, 2)
      assert.is_true(one >= 0.5 and one <= 9.5)
      assert.is_true(math.abs(one + other - 10) < 1e-9)
    end
  end)

  it("is the same from the same seed, and the search that uses it loads no more than Lua", function()
    local one, other = learn(nim, new_nim, small()), learn(nim, new_nim, small())
    assert.are.equal(one.source, other.source)
    assert.are_not.equal(one.source, learn(nim, new_nim, small {seed = 1}).source)
  end)

  it("is the same with any number of threads", function()
    local WITH_ALL = {features = nim_module.remainder, start = nim_module.guess}
    local function source_of(threads, more)
      local options = small {rules = "spec.support.nim_to_learn", threads = threads, games = effort(8, 30)}
      for name, value in pairs(more) do options[name] = value end
      return learn(nim_module, nim_module.new, options).source
    end
    for _, more in ipairs(effort({WITH_ALL}, {{}, WITH_ALL})) do
      local alone = source_of(1, more)
      assert.are.equal(alone, source_of(2, more))
      if effort(false, true) then assert.are.equal(alone, source_of(3, more)) end
      assert.are.equal(alone, source_of(nil, more))
    end
  end)

  it("is saved as a file that returns it", function()
    local learned, path = learn(nim, new_nim, small()), os.tmpname()
    learned:save(path)
    local evaluate = dofile(path)
    os.remove(path)
    for heap = 1, 15 do
      local state = {heap = heap, turn = 2}
      assert.are.equal(learned.evaluate(state, 1), evaluate(state, 1))
    end
    assert.are.equal("learned:save: argument 'path': expected a string, got 1", message_of(learned.save, learned, 1))
    assert.is_truthy(failure(learned.save, learned, "no/such/folder/x.lua"):find("learned:save: ", 1, true))
  end)
end)

describe("the fields of a state", function()
  it("are used by their values, and left out with a reason", function()
    local key = alphabeta.zobrist(2)
    local game, new = nim_with(function(state, before, take)
      state.size, state.helper, state.zobrist = 3, function() end, key
      state.hash = ((before and before.hash or 12345) + (take or 0)) * 48271 % 2147483647
      state.text = ("%d %d %d"):format(state.heap, state.turn, state.hash)
      state.history, state.list = {}, {}
      for i, old in ipairs(before and before.history or {}) do state.history[i] = old end
      if take then state.history[#state.history + 1] = take end
      for i = 1, state.hash % 7 do state.list[i] = state.heap + i end
      state.itself = state
      state.board = {}
      for cell = 1, 3 do state.board[cell] = before and before.board[cell] or nil end
      if take then state.board[take] = state.turn end
    end)
    local learned = learn(game, new, small {mobility = false})
    local used, left_out = names_of(learned.used), names_of(learned.left_out)
    assert.are.same({heap = "16 values and as a number", ["board[*]"] = "2 values"}, used)
    assert.are.equal("turn", learned.turn)
    assert.are.same({
      turn = "whose turn it is", size = "always the same", helper = "function", zobrist = "a key",
      hash = "a key, or bits", text = "too many different values", ["history[*]"] = "a list that grows with the moves",
      ["list[*]"] = "a list whose length changes", itself = "a table that contains itself",
    }, left_out)
  end)

  it("are left out by option 'ignore', wherever they are", function()
    local game, new = nim_with(function(state) state.more = {noise = state.heap % 3, other = state.heap % 2} end)
    local used = names_of(learn(game, new, small {ignore = {"noise"}}).used)
    assert.is_nil(used["more.noise"])
    assert.is_truthy(used["more.other"])
  end)

  it("may be stacks", function()
    local layout = layout_of(function(i)
      local state = {turn = i % 2 + 1, columns = {{}, {}}}
      for height = 1, (i * 7 + (i - i % 11) / 11) % 4 do state.columns[1][height] = (i + height) % 2 + 1 end
      for height = 1, (i * 5 + (i - i % 11) / 11) % 3 do state.columns[2][height] = (i * height) % 2 + 1 end
      return state
    end)
    assert.are.equal(5, #layout.cells)
  end)

  it("are nothing to an evaluation by numbers of one's own", function()
    local learned = learn(nim, new_nim, small {
      fields = false, mobility = false, features = function(state, me) return state.heap % 4, me end,
    })
    assert.are.same({["features: 1"] = "as a number", ["features: 2"] = "as a number"}, names_of(learned.used))
    local game = {moves = nim.moves, features = function(state, me) return state.heap % 4, me end}
    local made = compile(learned.source, "source")()(game)
    for heap = 1, 15 do
      local state = {heap = heap, turn = 1}
      assert.are.equal(learned.evaluate(state, 2), made(state, 2))
    end
    assert.are_not.equal(learned.evaluate({heap = 9, turn = 1}, 1), learned.evaluate({heap = 8, turn = 1}, 1))
  end)
end)

describe("learning", function()
  in_full("finds out what nim is about", function()
    -- Monte Carlo tree search solves nim: it is not chosen in a game with `order`.
    local game = setmetatable({order = function() return 0 end}, {__index = nim})
    local learned = learn(game, new_nim, {games = 300, nodes = 20})
    assert.is_true(learned.found)
    assert.is_true(learned.matches.default.elo_low > 0)
    for _, turn in ipairs {1, 2} do
      local function value(heap) return learned.evaluate({heap = heap, turn = turn}, turn) end
      assert.is_true(value(4) < value(3) and value(4) < value(5))
    end
    assert.is_truthy(tostring(learned):find("against `result` alone: ", 1, true))
  end)

  it("takes games of every style", function()
    local copying = restyled.by_copies(tictactoe)
    for _, game in ipairs {three_in_a_row, copying, restyled.by_children(copying)} do
      game = setmetatable({result = tictactoe.evaluate}, {__index = game})
      local learned = learn(game, tictactoe.new, small {games = effort(8, 16)})
      assert.are.equal("turn", learned.turn)
      assert.are.equal("games", learned.reason)
      assert.is_true(learned.matches.default.games == 4)
    end
  end)

  it("takes states with rules of their own", function()
    local class = {__index = nim}
    local game = nim_with(function(state) setmetatable(state, class) end)
    local learned = learn(nil, game.play({heap = 16, turn = 2}, 1), small())
    assert.is_truthy(learned.evaluate({heap = 3, turn = 1}, 1))
  end)

  it("takes chance nodes", function()
    local game, new = nim_with(function(state, before, take) state.is_thrown = not before or take == "throw" end)
    local moves, play = game.moves, game.play
    function game.chances(state)
      if state.heap == 0 or state.is_thrown then return nil end
      return {{probability = 0.5, outcome = "throw"}, {probability = 0.5, outcome = "less"}}
    end
    function game.moves(state) return moves(state) end
    function game.play(state, move)
      if move == "throw" then return {heap = state.heap, turn = state.turn, is_thrown = true} end
      if move == "less" then return {heap = state.heap - 1, turn = state.turn, is_thrown = true} end
      return play(state, move)
    end
    assert.is_true(learn(game, new, small()).positions > 10)
  end)

  it("begins with an evaluation that there is", function()
    local calls = 0
    local function start(state, me)
      calls = calls + 1
      return (state.heap % 4 == 0) == (state.turn == me) and -0.5 or 0.5
    end
    learn(nim, new_nim, small {start = start})
    assert.is_true(calls > 10)
  end)

  it("compares with the game's own evaluation", function()
    local game = nim_with()
    function game.evaluate(state, me)
      if state.heap == 0 then return game.result(state, me) end
      return (state.heap % 4 == 0) == (state.turn == me) and -0.5 or 0.5
    end
    assert.is_true(learn(game, new_nim, small()).matches.evaluate.games == 4)
  end)

  it("tells how far it has come, and ends when it is told", function()
    local told, text = {}, {}
    local learned = learn(nim, new_nim, small {
      progress = {write = function(_, ...) for _, part in ipairs {...} do text[#text + 1] = part end end},
      on_progress = function(progress)
        told[#told + 1] = progress
        return progress.generation < 3
      end,
    })
    assert.are.equal("stopped", learned.reason)
    assert.is_true(learned.generations == 3 and learned.generation >= 1)
    assert.are.same({}, learned.matches)
    assert.are.equal("random games", told[1].doing)
    assert.is_truthy(table.concat(text):find("\rself%-play, generation 1 of 7, 1 games, Elo %+0, "))
    assert.are.equal("\n", text[#text])
  end)

  it("plays all games where a generation has no room for its positions", function()
    local new, learned = samples.new, nil
    function samples.new(...)
      local store = new(...)
      store.capacity = 20
      return store
    end
    local ok, message = pcall(function() learned = learn(nim, new_nim, small {games = 100}) end)
    samples.new = new
    assert(ok, message)
    assert.are.equal(100, learned.games)
    assert.is_true(learned.generations > 7)
  end)

  -- Ctrl-C is an error of the interpreter's own, in whatever function runs.
  it("returns the best so far when it is interrupted", function()
    local game, is_late = nim_with(), false
    local moves = game.moves
    function game.moves(state)
      if is_late then error "interrupted!" end
      return moves(state)
    end
    local learned = learn(game, new_nim, small {on_progress = function(progress)
      is_late = progress.generation == 3
    end})
    assert.are.equal("stopped", learned.reason)
    assert.is_number(learned.evaluate({heap = 3, turn = 1}, 1))
  end)
end)

-- Two players take from a heap of their own each, and the player who cannot has lost. So the moves of both are all that
-- counts. `class` is a metatable of the states.
local function two_heaps(class)
  local game = {}
  local function state_of(first, second, turn)
    return setmetatable({heaps = {first, second}, turn = turn}, class)
  end
  function game.moves(state)
    local list = {}
    for take = state.heaps[state.turn], 1, -1 do list[#list + 1] = take end -- the worst move first
    return list
  end
  function game.play(state, take)
    local heaps, turn = state.heaps, state.turn
    return state_of(heaps[1] - (turn == 1 and take or 0), heaps[2] - (turn == 2 and take or 0), 3 - turn)
  end
  function game.player(state) return state.turn end
  function game.result(state, me) return state.turn == me and -1 or 1 end
  return game, function() return state_of(8, 8, 1) end, state_of
end

describe("mobility", function()
  -- An evaluation by mobility alone.
  local function evaluation_of(game, layout)
    layout.numbers[1], layout.number_count = {mean = 0, scale = 2, index = 1}, 0
    layout.cells, layout.groups = {}, {}
    local model = models.new(layout):with_mobility()
    model.weights[model.linear + 1], model.weights[model.linear + 2] = 1, -1
    return source.load(source.write(model, PLAN), game)
  end

  it("is that of both players, of a copy of the state", function()
    local class = {}
    class.__index = class
    function class.list(state) return two_heaps().moves(state) end
    for _, game in ipairs {two_heaps(), {moves = function(state) return state:list() end}} do
      local _, _, state_of = two_heaps(class)
      local evaluate = evaluation_of(game, layout_of(function(i) return state_of(i % 5, i % 7, i % 2 + 1) end))
      local state = state_of(4, 2, 2)
      assert.equal("57.143", ("%.3f"):format(evaluate(state, 1)))
      assert.equal(-evaluate(state_of(2, 4, 1), 2), evaluate(state_of(2, 4, 1), 1))
      assert.equal(class, getmetatable(state))
      assert.are.same({heaps = {4, 2}, turn = 2}, setmetatable(state, nil))
    end
  end)

  it("is nothing where a game takes no copy", function()
    local game, new, known = {}, two_heaps(), {}
    function game.moves(state) return known[state] and new.moves(state) or error "unknown" end
    local evaluate = evaluation_of(game, layout_of(function(i) return {heaps = {i % 5, i % 7}, turn = i % 2 + 1} end))
    local state = {heaps = {4, 2}, turn = 1}
    known[state] = true
    assert.equal(0, evaluate(state, 1))
  end)

  it("is in the evaluation when a match is for it", function()
    local game, new = two_heaps()
    local options = {ignore = {"heaps"}, features = function() return 0 end, games = 60, nodes = 100, match_games = 20}
    local learned = learn(game, new, small(options))
    assert.equal("as a number", names_of(learned.used).mobility)
    assert.is_true(learned.evaluate({heaps = {5, 3}, turn = 1}, 1) > learned.evaluate({heaps = {3, 5}, turn = 1}, 1))
    assert.is_true(learned.matches.result.elo_low > 0, tostring(learned))
    options.mobility, options.match_games = false, 4
    assert.is_nil(names_of(learn(game, new, small(options)).used).mobility)
  end)

  it("is what the first games are played by", function()
    local game, new = two_heaps()
    local plan = plans.read(game, new, {})
    plan.first, plan.limit, plan.random_plies = 1, 0.9, 1
    local layout = layout_of(function(i) return {heaps = {i % 9, i % 7}, turn = i % 2 + 1} end)
    local store = samples.new(layout, plan.rules, nil, 1)
    local selfplay = games.player(plan, store)
    selfplay:begin()
    for number = 1, 10 do selfplay:play(number) end
    selfplay:finish()
    assert.is_true(store.n > 50, store.n) -- most moves take 1; without mobility it is 19
  end)
end)

describe("learning in vain", function()
  -- What it says of a game.
  local function said_of(game, state, options)
    return message_of(learn, game, state, options or small())
  end

  -- Nim with states of one string.
  local strings = {
    moves = function(state) return nim.moves {heap = tonumber((state.text:match "%d+"))} end,
    play = function(state, take)
      local heap, turn, moves = state.text:match "(%d+) (%d) ?(.*)"
      return {text = ("%d %d %s%d"):format(heap - take, 3 - turn, moves, take)}
    end,
    player = function(state) return tonumber(state.text:match "%d+ (%d)") end,
    result = function(state, me) return tonumber(state.text:match "%d+ (%d)") == me and -1 or 1 end,
  }

  it("says that there is nothing in the state that can be used", function()
    assert.are.equal("alphabeta.learn: there is nothing in the state that can be used: give option 'features'\n"
      .. "  text was left out, too many different values; a board in one string: keep it as an array of cells, too",
      said_of(strings, {text = "15 1 "}))
    local learned = learn(strings, {text = "15 1 "}, small {features = function(state)
      return tonumber(state.text:match "%d+") % 4
    end})
    assert.is_number(learned.evaluate({text = "9 1 "}, 1))
  end)

  in_full("says that nothing was found that plays better", function()
    -- Nim that is seen through a parity only.
    local game, new = nim_with()
    local hidden = setmetatable({}, {__mode = "k"})
    local function wrap(state)
      local seen = {odd = state.heap % 2, turn = state.turn}
      hidden[seen] = state
      return seen
    end
    local blind = {
      moves = function(state) return game.moves(hidden[state]) end,
      play = function(state, take) return wrap(game.play(hidden[state], take)) end,
      player = function(state) return state.turn end,
      result = function(state, me) return game.result(hidden[state], me) end,
    }
    local learned = learn(blind, function() return wrap(new()) end, small {match_games = 40})
    local text = tostring(learned)
    local result = learned.matches.result
    assert.are.equal(result.elo_low > 0, learned.found)
    assert.are.equal(result.score <= 0.5,
      text:find("nothing was found that plays better than `result` alone", 1, true) ~= nil)
    assert.are.equal(result.score > 0.5 and result.elo_low <= 0,
      text:find("it is not certain that this plays better than `result` alone", 1, true) ~= nil)
  end)

  it("says that of states that are no tables, too", function()
    local numbers = { -- twice the heap, and one more where the second player is to move
      moves = function(state) return nim.moves {heap = math.floor(state / 2)} end,
      play = function(state, take) return state - 2 * take + (state % 2 == 0 and 1 or -1) end,
      player = function(state) return state % 2 + 1 end,
      result = function(state, me) return state % 2 + 1 == me and -1 or 1 end,
    }
    assert.is_truthy(said_of(numbers, 30):find("nothing in the state that can be used", 1, true))
    local learned = learn(numbers, 30, small {features = function(state) return math.floor(state / 2) % 4 end})
    assert.is_number(learned.evaluate(17, 1))
  end)

  it("says when numbers of one's own are missing later on", function()
    local is_late = false
    local message = failure(learn, nim, new_nim, small {
      on_progress = function(progress) is_late = progress.doing == "self-play" end,
      features = function(state)
        if is_late then return 1 end
        return state.heap % 3, 1
      end,
    })
    assert.is_truthy(message:find("alphabeta%.learn: game %d+, ply %d+, "), message)
    assert.is_truthy(message:find("option 'features': expected numbers, got nil as result 2", 1, true), message)
  end)

  local function without(name)
    local game = nim_with()
    game[name] = nil
    return game
  end

  local function with(name, callback)
    local game = nim_with()
    game[name] = callback
    return game
  end

  for _, it_is in ipairs {
    {"a game without player", without "player", new_nim, nil, "callback 'player': expected a function, got nil"},
    {"a game without result", without "result", new_nim, nil,
      "callback 'result': expected a function, got nil; it tells what a finished game is worth"},
    {"a game without moves", without "moves", new_nim, nil, "callback 'moves': expected a function with 'make' and"},
    {"no state", nim, nil, nil, "argument 'state': expected a state, or a function that returns one, got nil"},
    {"a function that makes no state", nim, function() end, nil,
      "argument 'state': expected a state, got nil from the function"},
    {"one state for a game in place", three_in_a_row, tictactoe.new(), nil,
      "argument 'state': expected a function that returns a new state, since the game is played in place, got table"},
    {"a game that is none", 5, new_nim, nil, "argument 'game': expected a game (a table of functions) or nil, got 5"},
    {"an unknown option", nim, new_nim, {game = 1}, "unknown option 'game' (valid: check, depth,"},
    {"a time of nothing", nim, new_nim, {time = 0},
      "option 'time': expected a number of seconds greater than 0, got 0"},
    {"names that are none", nim, new_nim, {ignore = {1}}, "option 'ignore': expected an array of names of fields"},
    {"nothing to use", nim, new_nim, {fields = false}, "option 'fields': false needs option 'features'"},
    {"one player", with("player", function() return 1 end), new_nim, nil,
      "callback 'player': expected two players, got one only; games of one player are not learned"},
    {"three players", with("player", function(state) return state.heap % 3 end), new_nim, nil,
      "callback 'player': expected one of two players, got a third one"},
    {"players that are tables", with("player", function(state) return ({nim, strings})[state.turn] end), new_nim, nil,
      "callback 'player': expected a number, a string or a boolean, got table"},
    {"results that are none", with("result", function() return "won" end), new_nim, nil,
      "callback 'result': expected a number, got 'won'"},
    {"draws only", with("result", function() return 0 end), new_nim, nil,
      "callback 'result': expected won games among 60 random ones, got draws only"},
    {"games without end", with("play", function(state) return {heap = state.heap, turn = 3 - state.turn} end), new_nim,
      nil, "no random game has ended within 300 plies (option 'max_plies')"},
    {"threads without a module", nim, new_nim, {threads = 2},
      "option 'threads': needs option 'rules', the name of the module that holds the game"},
    {"rules of no module", nim, new_nim, {rules = "no.such.module"},
      "option 'rules': module 'no.such.module' not found"},
    {"rules of another module", nim, new_nim, {rules = "spec.support.nim_to_learn"},
      "option 'rules': expected argument 'game' to be what the module 'spec.support.nim_to_learn' returns"},
    {"a state that helpers cannot have", nim_module, new_nim, {rules = "spec.support.nim_to_learn"},
      "option 'rules': expected argument 'state' to be a function of the module 'spec.support.nim_to_learn'"},
    {"a function that helpers cannot have", nim_module, nim_module.new,
      {rules = "spec.support.nim_to_learn", start = function() return 0 end},
      "option 'rules': expected option 'start' to be a function of the module 'spec.support.nim_to_learn'"},
    {"features that are none", nim, new_nim, {features = function() return {} end, games = 1, check = false},
      "option 'features': expected numbers, got table as result 1"},
    {"defects", with("result", function(state) state.heap = state.heap + 1 return 1 end), new_nim, {games = 1},
      "the game has defects (option 'check' = false learns nevertheless):\nalphabeta.check: "},
  } do
    it("says what is wrong with " .. it_is[1], function()
      local message = said_of(it_is[2], it_is[3], it_is[4])
      assert.are.equal("alphabeta.learn: ", message:sub(1, 17))
      assert.is_truthy(message:find(it_is[5], 1, true), message)
    end)
  end

  it("says where a function of the game fails in a thread", function()
    -- Only helpers fail: they are given an evaluation to begin with that this Lua state does not call.
    local message = failure(learn, nim_module, nim_module.new, small {
      rules = "spec.support.nim_to_learn", threads = 2, start = nim_module.broken,
    })
    assert.is_truthy(message:find("alphabeta%.learn: game %d+, ply %d+, .*broken"), message)
  end)

  it("says where a function of the game fails", function()
    local game, calls = nim_with(), 0
    local moves = game.moves
    function game.moves(state)
      calls = calls + 1
      if calls > 620 then error "broken" end
      return moves(state)
    end
    local message = failure(learn, game, new_nim, small())
    assert.is_truthy(message:find("alphabeta%.learn: game %d+, ply %d+, .*broken"), message)
  end)
end)

describe("the evaluation of a game with a direction", function()
  in_full("plays better than results alone", function()
    local game = with_result(breakthrough, breakthrough.evaluate)
    function game.is_over(state) return state.winner > 0 end
    game.win = 1000
    local learned = learn(game, breakthrough.new, {games = 150, nodes = 100, match_games = 20})
    assert.is_true(learned.matches.result.score > 0.8, tostring(learned))
    assert.are.equal("a key, or bits", names_of(learned.left_out).sum)
    for _, state in ipairs {breakthrough.new()} do
      assert.is_true(math.abs(learned.evaluate(state, 1)) <= 900)
    end
  end)
end)
