-- What the numbers of a game mean, said by fields of its table: they do what the options of these names do, are read
-- once, checked, and known to every tool.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local found = require("spec.support.results").found
local message_of = require "spec.support.message_of"
local nim = require "spec.support.number_nim"
local picture = require "alphabeta.tree"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

-- Nim whose evaluations are good for the player to move.
local takes, after = nim.moves, nim.play
local function worth(state) return state < 10 and -100 or 0 end

local function new_game(fields)
  return wrap.replace({moves = takes, play = after, evaluate = worth, player = nim.player}, fields)
end

-- A game that counts how often each field is looked up.
local function counting(fields)
  local game, counts = new_game(fields), {}
  return setmetatable({}, {__index = function(_, name)
    counts[name] = (counts[name] or 0) + 1
    return game[name]
  end}), counts
end

local FIELDS = {"max_player", "repetition", "value_max", "value_min", "value_sum", "view", "win"}

-- What a game says that an option of that name overrides, and what it says where that means nothing.
local OVERRIDDEN = {view = "mover", win = 77, value_max = 1e9, value_min = -1e9, value_sum = 1e9, repetition = 5}
local IDLE = {view = "mover", win = 100, repetition = 0}

describe("Fields of the game", function()
  it("do what the options of these names do, in saved tables, too, and are overridden by them", function()
    local path, can_save, loaded = os.tmpname(), alphabeta._ENGINE == "C", 0
    for seed in share.of(1, effort.seeds(100, 400)) do
      local trial, random = random_trial.any(seed), rng.new(seed)
      local kept, fields = wrap.replace(trial.options, {}), {}
      if kept.algorithm == "maxn" then fields = wrap.replace(IDLE, {}) end
      for _, name in ipairs(FIELDS) do
        local is_moved = kept[name] ~= nil and random:chance(0.7)
        if is_moved then fields[name], kept[name] = kept[name], nil end
        if kept[name] ~= nil then fields[name] = OVERRIDDEN[name] end
      end
      kept.game = wrap.replace(trial.game, fields)
      local by_options, by_fields = alphabeta.new(nil, trial.options), alphabeta.new(nil, kept)
      for _ = 1, 2 do
        local expected = found(by_options:search(trial:state(), trial.limits))
        trial:check(deep.equal(expected, found(by_fields:search(trial:state(), trial.limits))), "the same")
      end
      if can_save and trial:has_table() and pcall(by_options.save, by_options, path) then
        by_fields:load(path) -- is an error where values mean something else
        loaded = loaded + 1
      end
    end
    os.remove(path)
    assert.is_true(not can_save or loaded > 0)
  end)

  it("are read once by a search, and once by a searcher for all its searches, unless they are overridden", function()
    for _, use in ipairs {
      function(game) alphabeta.search(51, 5, {game = game}) end,
      function(game)
        local ai = alphabeta.new(game)
        for _ = 1, 3 do ai:search(51, 5) end
        ai:start(51, 5)
        ai:stop()
      end,
    } do
      local game, counts = counting {view = "mover", win = 100}
      use(game)
      for _, name in ipairs(FIELDS) do assert.equal(1, counts[name], name) end
    end
    local game, counts = counting {view = "mover", win = 100}
    alphabeta.search(41, 9, {game = game, view = "max", win = 90})
    assert.same({nil, nil, 1}, {counts.view, counts.win, counts.value_min})
  end)

  for name, row in pairs {
    view = {"'max', 'mover' or 'player'", "x", "'x'"}, win = {"a finite number greater than 1", print, "function"},
    value_min = {"a number", "0", "'0'"}, value_max = {"a number", 0 / 0, "NaN"},
    value_sum = {"a number", {}, "table"}, repetition = {"a number", true, "boolean"},
  } do
    it("are checked by searches and tools: " .. name, function()
      local game = new_game {[name] = row[2]}
      local limits, options = {game = game}, {game = game, state = 51, games = 2}
      for place, message in pairs {
        search = message_of(alphabeta.search, 51, 5, limits), new = message_of(alphabeta.new, game),
        check = message_of(alphabeta.check, game, 51), explain = message_of(alphabeta.explain, 51, 5, limits),
        ["tree.search"] = message_of(picture.search, 51, 5, limits),
        ["tree.recorder"] = message_of(picture.recorder, limits),
        match = message_of(alphabeta.match, takes, takes, options),
      } do
        local words = ("alphabeta.%s: game field '%s': expected %s, got %s"):format(place, name, row[1], row[3])
        assert.equal(words, message)
      end
    end)
  end

  it("fit the options", function()
    for _, case in ipairs {
      {{view = "mover"}, {maximize = false}, "option 'maximize' needs view 'max'"},
      {{view = "mover", value_max = 3}, {},
        "option 'value_min' must be the opposite of game field 'value_max' with view 'mover'"},
      {{value_max = 3}, {value_min = 4}, "option 'value_min' must be less than game field 'value_max'"},
      {{win = 50, value_min = 60}, {}, "game field 'value_min' must be less than game field 'win'"},
      {{win = 50, value_max = -60}, {}, "game field 'value_max' must be greater than -win"},
      {{win = 5}, {}, "game field 'win' must be greater than the depth, 5"},
    } do
      local options = wrap.replace(case[2], {game = new_game(case[1])})
      assert.equal("alphabeta.search: " .. case[3], message_of(alphabeta.search, 51, 5, options))
    end
  end)
end)

describe("A state that is its own game", function()
  local Heap = {view = "mover", win = 100}
  Heap.__index = Heap
  function Heap:moves() return takes(self.at) end
  function Heap:play(n) return setmetatable({at = after(self.at, n)}, getmetatable(self)) end
  function Heap:evaluate() return worth(self.at) end
  function Heap:player() return nim.player(self.at) end
  function Heap:hash() return self.at end
  local function heap(number, more) return setmetatable(wrap.replace({at = number}, more or {}), Heap) end

  it("has the fields of its class, and fields of its own that are data", function()
    assert.equal(97, (select(2, alphabeta.search(heap(71), 8))))
    assert.equal(47, (select(2, alphabeta.new(nil, {win = 50}):search(heap(71), 8))))
    local own = {win = "by taking", view = 3, repetition = {}, value_min = 1}
    assert.equal(97, (select(2, alphabeta.search(heap(71, own), 8))))
    local game = {moves = Heap.moves, play = Heap.play, evaluate = Heap.evaluate, at = 71, view = "camera", win = 3}
    assert.equal(0, (select(2, alphabeta.search(game, 1, {view = "mover"}))))
    assert.equal(100, alphabeta.explain(heap(71), 8).win)
    assert.is_true(alphabeta.check(nil, heap(71)).ok)
  end)

  it("needs another searcher, or a cleared one, when its game has other settings", function()
    local Other = setmetatable({win = 200}, {__index = Heap})
    Other.__index = Other
    local ai, other = alphabeta.new(), setmetatable({at = 71}, Other)
    ai:search(heap(71), 8)
    assert.equal("searcher:search: the table was filled with other settings ('view', 'win', bounds) than those of this "
      .. "state's game: give them as options, or clear the searcher", message_of(ai.search, ai, other, 8))
    assert.equal(97, (select(2, ai:search(heap(71), 8))))
    ai:clear()
    assert.equal(100, (select(2, ai:search(other, 8)))) -- less than 200: the game is not won
  end)
end)

describe("A tool", function()
  local MEANING = {view = "mover", win = 100}
  local game, plain = new_game(MEANING), new_game {}

  -- What the numbers of a game mean, and the same worth by these words.
  local MEANINGS = {
    {MEANING, worth}, {{view = "player", max_player = 1, win = 100}, function(state)
      return nim.player(state) == 1 and worth(state) or -worth(state)
    end},
  }

  it("says of a game with fields what it says with these options", function()
    local function any(state, random) return 1 + math.floor(random() * math.min(3, math.floor(state / 10))) end
    local function said(own, options, meaning)
      local recorder = picture.recorder(options)
      alphabeta.search(51, 6, wrap.replace(options, {trace = recorder.trace}))
      local report = alphabeta.match(alphabeta.new(own, wrap.replace(meaning, {depth = 12})), any, {
        game = own, view = meaning.view, max_player = meaning.max_player, state = 201, games = 20, random_plies = 2,
      })
      return {
        tostring(alphabeta.explain(71, 8, options)), picture.search(51, 6, options):text(), recorder:text(),
        report.wins,
      }
    end
    local wins
    for _, row in ipairs(MEANINGS) do
      local fields, evaluate = row[1], {evaluate = row[2]}
      local own, bare = new_game(wrap.replace(fields, evaluate)), new_game(evaluate)
      local expected = said(bare, wrap.replace(fields, {game = bare}), fields)
      assert.same(expected, said(own, {game = own}, {}))
      assert.is_true(expected[4] >= 18 and (wins or expected[4]) == expected[4])
      wins = expected[4]
    end
  end)

  it("draws who wants what with view 'player'", function()
    local own = new_game {view = "player", max_player = 1, evaluate = MEANINGS[2][2]}
    for turn, kinds in ipairs {{"max", "min", "max"}, {"min", "max", "min"}} do
      local drawn = picture.search(50 + turn, 3, {game = own}):root()
      assert.same(kinds, {drawn.kind, drawn.children[1].kind, drawn.children[1].children[1].kind})
    end
  end)

  it("that plays a match takes the searchers' meaning, but `score` as good for `me`", function()
    local function one() return 1 end
    local ai = alphabeta.new(plain, {depth = 12, view = "mover", win = 100})
    assert.equal(2, alphabeta.match(ai, one, {game = plain, state = 201, games = 2}).wins)
    local report = alphabeta.match(one, one,
      {game = game, state = 41, games = 2, score = function(_, me) return me == 1 and 1 or -1 end})
    assert.equal(1, report.first.wins)
    local other = new_game {view = "mover", win = 50} -- evaluations of two games have their own bounds
    assert.equal(2, alphabeta.match(alphabeta.new(game), alphabeta.new(other),
      {game = game, state = 41, games = 2, limits = 4}).games)
  end)

  it("that plays a match refuses searchers that differ", function()
    local new = alphabeta.new
    local AGREE = "the searchers must agree on what values mean: "
    for _, row in ipairs {
      {new(plain, {view = "mover"}), new(plain), {game = plain},
        AGREE .. "'view' is 'mover' for player a and 'max' for player b"},
      {new(game), new(plain), {game = plain}, AGREE .. "'view' is 'mover' for player a and 'max' for player b"},
      {new(game), new(game, {win = 50}), {game = game}, AGREE .. "'win' is 100 for player a and 50 for player b"},
      {new(game, {value_min = -100, value_max = 100}), new(game, {value_max = 100}), {game = game},
        AGREE .. "'value_min' is -100 for player a and nil for player b"},
      {new(plain, {view = "player", max_player = 1}), new(plain, {view = "player", max_player = 2}), {game = plain},
        AGREE .. "'max_player' is 1 for player a and 2 for player b"},
      {new(game), new(game), {game = game, view = "max"},
        "option 'view': expected 'mover', as for player a, got 'max'"},
      {takes, takes, {game = plain, view = "player"}, "view 'player' needs option 'max_player'"},
    } do
      local options = wrap.replace(row[3], {state = 41, games = 2})
      assert.equal("alphabeta.match: " .. row[4], message_of(alphabeta.match, row[1], row[2], options))
    end
  end)

  it("that checks a game knows for whom values are good", function()
    assert.is_true(alphabeta.check(game, 91).ok)
    local high = new_game {view = "mover", value_min = -5, value_max = 5}
    for kind, report in pairs {bounds = alphabeta.check(high, 91), sign = alphabeta.check(plain, 91)} do
      assert.equal(kind, report.findings[1].kind)
    end
    assert.equal("sign", alphabeta.check(game, 91, {view = "max"}).findings[1].kind)
    for message, options in pairs {
      ["option 'maximize': expected true, with view 'mover', got false"] = {view = "mover", maximize = false},
      ["view 'player' needs option 'max_player'"] = {view = "player"},
      ["option 'max_player' needs view 'player'"] = {max_player = 1},
    } do assert.equal("alphabeta.check: " .. message, message_of(alphabeta.check, plain, 91, options)) end
  end)
end)
