-- What the numbers of a game mean, said by fields of its table: read once, checked, and known to every tool.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local message_of = require "spec.support.message_of"
local picture = require "alphabeta.tree"

-- Heaps of which one, two or three are taken; who takes the last one wins. A state is a number: 10 times the heap, and
-- whose turn it is. Evaluations are good for the player to move.
local function takes(state)
  local moves = {}
  for n = 1, math.min(3, math.floor(state / 10)) do moves[n] = n end
  return moves
end
local function after(state, n) return (math.floor(state / 10) - n) * 10 + 3 - state % 10 end
local function turn(state) return state % 10 end
local function worth(state) return state < 10 and -100 or 0 end

-- A game with some fields, in each of the styles; `new` makes a state from a number.
local STYLES = {
  copying = function(fields)
    local game = {moves = takes, play = after, evaluate = worth, player = turn}
    for name, value in pairs(fields) do game[name] = value end
    return game, function(number) return number end
  end,
  children = function(fields)
    local game = {evaluate = worth, player = turn}
    function game.children(state)
      local list = {}
      for i, n in ipairs(takes(state)) do list[i] = after(state, n) end
      return list
    end
    for name, value in pairs(fields) do game[name] = value end
    return game, function(number) return number end
  end,
  ["in place"] = function(fields)
    local game = {
      moves = function(state) return takes(state.at) end,
      make = function(state, n)
        local before = state.at
        state.at = after(before, n)
        return before
      end,
      unmake = function(state, _, before) state.at = before end,
      evaluate = function(state) return worth(state.at) end,
      player = function(state) return turn(state.at) end,
    }
    for name, value in pairs(fields) do game[name] = value end
    return game, function(number) return {at = number} end
  end,
}

local function new_game(fields) return (STYLES.copying(fields)) end

-- A game that counts how often each field is looked up.
local function counting(fields)
  local game, counts = new_game(fields), {}
  return setmetatable({}, {__index = function(_, name)
    counts[name] = (counts[name] or 0) + 1
    return game[name]
  end}), counts
end

local FIELDS = {"repetition", "value_max", "value_min", "value_sum", "view", "win"}

describe("A field of the game", function()
  for style, make in pairs(STYLES) do
    it("means what the option of that name does, in the style " .. style, function()
      local plain, new = make {}
      local said = make {view = "mover", win = 100}
      for heap = 1, 9 do
        local options = {game = plain, view = "mover", win = 100}
        local _, value, info = alphabeta.search(new(heap * 10 + 1), 9, options)
        local _, same, info_of_said = alphabeta.search(new(heap * 10 + 1), 9, {game = said})
        assert.equal(value, same)
        assert.equal(info.win_in, info_of_said.win_in)
        assert.equal(info.nodes, info_of_said.nodes)
        assert.equal(heap % 4 ~= 0, same > 0)
        local ai = alphabeta.new(said, {depth = 9})
        assert.equal(value, (select(2, ai:search(new(heap * 10 + 1)))))
        ai:start(new(heap * 10 + 1))
        while not ai:step({nodes = 3}) do assert.is_true(ai:thinking()) end
        assert.equal(value, (select(2, ai:best())))
      end
    end)
  end

  it("bounds values, and ends a search that has reached the bound", function()
    local bounded = new_game {view = "mover", value_min = -100, value_max = 100}
    local _, value, info = alphabeta.search(71, 20, {game = bounded})
    local _, same, info_of_options = alphabeta.search(71, 20,
      {game = new_game {view = "mover"}, value_min = -100, value_max = 100})
    local _, _, unbounded = alphabeta.search(71, 20, {game = new_game {view = "mover"}})
    assert.equal(100, value)
    assert.equal(same, value)
    assert.equal(info_of_options.nodes, info.nodes)
    assert.is_true(info.nodes < unbounded.nodes)
  end)

  it("says what a repetition is worth", function()
    local round = {
      moves = function(state) return state == 0 and {"round", "end"} or state == 1 and {"back"} or nil end,
      play = function(_, move) return ({round = 1, back = 0, ["end"] = 2})[move] end,
      evaluate = function(state) return state == 2 and 3 or 9 end,
      hash = function(state) return state end, repetition = -1,
    }
    assert.equal("end", (alphabeta.search(0, 3, {game = round})))
    assert.equal("round", (alphabeta.search(0, 3, {game = round, repetition = 5})))
  end)

  it("gives the sum of the payoffs to max^n alone", function()
    local game = new_game {value_sum = 1, value_min = 0, evaluate = function(state)
      return state < 10 and {[3 - turn(state)] = 1, [turn(state)] = 0} or {0.5, 0.5}
    end}
    local _, payoffs, info = alphabeta.search(61, 9, {game = game, algorithm = "maxn"})
    assert.same({1, 0}, payoffs)
    game.value_sum, game.value_min = nil, nil
    local _, _, unbounded = alphabeta.search(61, 9, {game = game, algorithm = "maxn"})
    assert.is_true(info.nodes < unbounded.nodes)
  end)

  it("is read once by a search, and once by a searcher for all its searches", function()
    local game, counts = counting {view = "mover", win = 100}
    alphabeta.search(51, 5, {game = game})
    for _, name in ipairs(FIELDS) do assert.equal(1, counts[name]) end
    game, counts = counting {view = "mover", win = 100}
    local ai = alphabeta.new(game)
    for _ = 1, 3 do ai:search(51, 5) end
    ai:start(51, 5)
    ai:stop()
    for _, name in ipairs(FIELDS) do assert.equal(1, counts[name]) end
  end)

  it("is overridden by the option of that name, and then not read", function()
    local game, counts = counting {view = "mover", win = 100}
    local _, value = alphabeta.search(41, 9, {game = game, view = "max", win = 90})
    assert.equal(-88, value) -- of the player at the root, who loses every game
    assert.is_nil(counts.view)
    assert.is_nil(counts.win)
    assert.equal(1, counts.value_min)
    assert.equal(-98, (select(2, alphabeta.new(game, {view = "mover"}):search(41, 9))))
  end)

  it("is left out where it means nothing with the algorithm", function()
    local function payoffs() return {1, 2} end
    local game = new_game {view = "mover", win = 100, value_sum = 0, repetition = 0, evaluate = payoffs}
    assert.same({1, 2}, (select(2, alphabeta.search(51, 3, {game = game, algorithm = "maxn"}))))
    assert.same({1, 2}, (select(2, alphabeta.new(game):search(51, {depth = 3, algorithm = "maxn"}))))
    assert.equal(100, (select(2, alphabeta.search(51, 9, {game = new_game {view = "mover", value_sum = 0}}))))
  end)

  local WRONG = {
    {"view", "x", "game field 'view': expected 'max', 'mover' or 'player', got 'x'"},
    {"view", 1, "game field 'view': expected 'max', 'mover' or 'player', got 1"},
    {"win", 1, "game field 'win': expected a finite number greater than 1, got 1"},
    {"win", print, "game field 'win': expected a finite number greater than 1, got function"},
    {"value_min", "0", "game field 'value_min': expected a number, got '0'"},
    {"value_max", 0 / 0, "game field 'value_max': expected a number, got NaN"},
    {"value_sum", {}, "game field 'value_sum': expected a number, got table"},
    {"repetition", true, "game field 'repetition': expected a number, got boolean"},
  }
  for _, case in ipairs(WRONG) do
    it("is checked: " .. case[3], function()
      local game = new_game {[case[1]] = case[2]}
      local recorder = {game = game}
      assert.equal("alphabeta.search: " .. case[3], message_of(alphabeta.search, 51, 5, {game = game}))
      assert.equal("alphabeta.new: " .. case[3], message_of(alphabeta.new, game))
      assert.equal("alphabeta.check: " .. case[3], message_of(alphabeta.check, game, 51))
      assert.equal("alphabeta.explain: " .. case[3], message_of(alphabeta.explain, 51, 5, {game = game}))
      assert.equal("alphabeta.tree.search: " .. case[3], message_of(picture.search, 51, 5, {game = game}))
      assert.equal("alphabeta.tree.recorder: " .. case[3], message_of(picture.recorder, recorder))
      assert.equal("alphabeta.match: " .. case[3],
        message_of(alphabeta.match, takes, takes, {game = game, state = 51, games = 2}))
    end)
  end

  local TOGETHER = {
    {{view = "mover"}, {maximize = false}, "option 'maximize' needs view 'max'"},
    {{view = "mover", value_max = 3}, {},
      "option 'value_min' must be the opposite of game field 'value_max' with view 'mover'"},
    {{value_max = 3}, {value_min = 4}, "option 'value_min' must be less than game field 'value_max'"},
    {{win = 50, value_min = 60}, {}, "game field 'value_min' must be less than game field 'win'"},
    {{win = 50, value_max = -60}, {}, "game field 'value_max' must be greater than -win"},
    {{win = 5}, {}, "game field 'win' must be greater than the depth, 5"},
  }
  for _, case in ipairs(TOGETHER) do
    it("fits the options: " .. case[3], function()
      case[2].game = new_game(case[1])
      assert.equal("alphabeta.search: " .. case[3], message_of(alphabeta.search, 51, 5, case[2]))
    end)
  end
end)

describe("A state that is its own game", function()
  local Heap = {view = "mover", win = 100}
  Heap.__index = Heap
  function Heap:moves() return takes(self.at) end
  function Heap:play(n) return setmetatable({at = after(self.at, n)}, Heap) end
  function Heap:evaluate() return worth(self.at) end
  function Heap:player() return turn(self.at) end
  function Heap:hash() return self.at end
  local function heap(number, more)
    local state = setmetatable({at = number}, Heap)
    for name, value in pairs(more or {}) do state[name] = value end
    return state
  end

  it("has the fields of its class", function()
    assert.equal(97, (select(2, alphabeta.search(heap(71), 8))))
    assert.equal(97, (select(2, alphabeta.new():search(heap(71), 8))))
    assert.equal(47, (select(2, alphabeta.new(nil, {win = 50}):search(heap(71), 8))))
  end)

  it("has fields of its own that are data", function()
    local state = heap(71, {win = "by taking", view = 3, repetition = {}, value_min = 1})
    assert.equal(97, (select(2, alphabeta.search(state, 8))))
    local own = {moves = Heap.moves, play = Heap.play, evaluate = Heap.evaluate, at = 71, view = "camera", win = 3}
    assert.equal(-100, (select(2, alphabeta.search(own, 1, {view = "mover"})) - 100))
  end)

  it("needs another searcher, or a cleared one, when its game has other settings", function()
    local Other = setmetatable({win = 200}, {__index = Heap})
    Other.__index = Other
    local ai = alphabeta.new()
    ai:search(heap(71), 8)
    local message = "searcher:search: the table was filled with other settings ('view', 'win', bounds) than those of "
      .. "this state's game: give them as options, or clear the searcher"
    assert.equal(message, message_of(ai.search, ai, setmetatable({at = 71}, Other), 8))
    assert.equal(97, (select(2, ai:search(heap(71), 8))))
    ai:clear()
    assert.equal(100, (select(2, ai:search(setmetatable({at = 71}, Other), 8)))) -- less than 200: nobody has won
  end)

  it("is explained and checked by them", function()
    assert.equal(100, alphabeta.explain(heap(71), 8).win)
    assert.is_true(alphabeta.check(nil, heap(71)).ok)
  end)
end)

describe("A saved table", function()
  local function keyed(fields)
    local game = new_game(fields)
    game.hash = function(state) return state end
    return game
  end
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("has the meaning that the game's fields and the options say together", function()
    local ai = alphabeta.new(keyed {view = "mover", win = 100, value_sum = 7})
    ai:search(91, 8)
    ai:save(path)
    alphabeta.new(keyed {}, {view = "mover", win = 100}):load(path)
    local again = alphabeta.new(keyed {win = 100}, {view = "mover"})
    again:load(path)
    assert.equal(97, (select(2, again:search(71, 8))))
    for _, other in ipairs {{}, {view = "mover"}, {view = "mover", win = 90}, {win = 100}} do
      local ai_of_other = alphabeta.new(keyed(other))
      assert.is_truthy(message_of(ai_of_other.load, ai_of_other, path):find "other options")
    end
  end)
end)

describe("A tool", function()
  local game = new_game {view = "mover", win = 100}
  local plain = new_game {}

  it("that plays a match evaluates the end by the game's field", function()
    local ai = alphabeta.new(game, {depth = 12})
    local function anything(state, random) return 1 + math.floor(random() * math.min(3, math.floor(state / 10))) end
    local report = alphabeta.match(ai, anything, {game = game, state = 201, games = 20, random_plies = 2})
    local same = alphabeta.match(alphabeta.new(plain, {depth = 12, view = "mover", win = 100}), anything,
      {game = plain, view = "mover", state = 201, games = 20, random_plies = 2})
    assert.is_true(report.wins >= 18)
    assert.equal(same.wins, report.wins)
    local by_searcher = alphabeta.match(alphabeta.new(plain, {depth = 12, view = "mover", win = 100}), anything,
      {game = plain, state = 201, games = 20, random_plies = 2})
    assert.equal(same.wins, by_searcher.wins)
    local Heap = {view = "mover", player = function(state) return turn(state.at) end}
    Heap.__index = Heap
    function Heap:moves() return takes(self.at) end
    function Heap:play(n) return setmetatable({at = after(self.at, n)}, Heap) end
    function Heap:evaluate() return worth(self.at) end
    local function own(state, random) return anything(state.at, random) end
    local by_state = alphabeta.match(alphabeta.new(nil, {depth = 12}), own,
      {state = setmetatable({at = 201}, Heap), games = 20, random_plies = 2})
    assert.is_true(by_state.wins >= 18)
  end)

  it("that plays a match reads `score` as good for `me`, whatever the game's field", function()
    local function first(_, me) return me == 1 and 1 or -1 end
    local report = alphabeta.match(function() return 1 end, function() return 1 end,
      {game = game, state = 41, games = 2, score = first})
    assert.equal(1, report.first.wins)
  end)

  it("that plays a match refuses searchers that differ", function()
    local function refused(a, b, options)
      options.state, options.games = 41, 2
      return message_of(alphabeta.match, a, b, options)
    end
    local AGREE = "alphabeta.match: the searchers must agree on what values mean: "
    local new = alphabeta.new
    assert.equal(AGREE .. "'view' is 'mover' for player a and 'max' for player b",
      refused(new(plain, {view = "mover"}), new(plain), {game = plain}))
    assert.equal(AGREE .. "'view' is 'mover' for player a and 'max' for player b",
      refused(new(game), new(plain), {game = plain}))
    assert.equal(AGREE .. "'win' is 100 for player a and 50 for player b",
      refused(new(game), new(game, {win = 50}), {game = game}))
    assert.equal(AGREE .. "'value_min' is -100 for player a and nil for player b",
      refused(new(game, {value_min = -100, value_max = 100}), new(game, {value_max = 100}), {game = game}))
    assert.equal("alphabeta.match: option 'view': expected 'mover', as for player a, got 'max'",
      refused(new(game), new(game), {game = game, view = "max"}))
  end)

  it("that plays a match lets evaluations of two games have their own bounds", function()
    local other = new_game {view = "mover", win = 50}
    assert.equal(2, alphabeta.match(alphabeta.new(game), alphabeta.new(other),
      {game = game, state = 41, games = 2, limits = 4}).games)
  end)

  it("that checks a game knows for whom values are good", function()
    assert.is_true(alphabeta.check(game, 91).ok)
    assert.equal("sign", alphabeta.check(plain, 91).findings[1].kind)
    assert.equal("sign", alphabeta.check(game, 91, {view = "max"}).findings[1].kind)
    local high = new_game {view = "mover", value_min = -5, value_max = 5}
    assert.equal("bounds", alphabeta.check(high, 91).findings[1].kind)
    assert.equal("alphabeta.check: option 'maximize': expected true, with view 'mover', got false",
      message_of(alphabeta.check, game, 91, {maximize = false}))
  end)

  it("that explains a search counts by the game's fields", function()
    local why = alphabeta.explain(71, 8, {game = game})
    assert.equal(tostring(alphabeta.explain(71, 8, {game = plain, view = "mover", win = 100})), tostring(why))
    assert.equal(100, why.win)
    assert.equal(97, why.value)
  end)

  it("that draws a tree values what was pruned by the game's fields", function()
    local options = {game = plain, view = "mover", win = 100}
    assert.equal((picture.search(51, 6, options)):text(), (picture.search(51, 6, {game = game})):text())
    local recorder, by_options = picture.recorder {game = game}, picture.recorder(options)
    alphabeta.search(51, 6, {game = game, trace = recorder.trace})
    alphabeta.search(51, 6, {game = game, trace = by_options.trace})
    assert.equal(by_options:text(), recorder:text())
    assert.not_equal(picture.recorder {game = plain}:root(), recorder:root())
  end)

  it("that is written elsewhere gets the fields from the core", function()
    assert.same({view = "mover", win = 50}, core.game_fields(game, nil, {win = 50}))
    local meaning, its_game = core.meaning(alphabeta.new(game, {win = 50}))
    assert.same({view = "mover", win = 50}, meaning)
    assert.equal(game, its_game)
    assert.is_nil((core.meaning(3)))
  end)
end)
