-- The table of options: what it says of each option holds in searches, in saved tables and for hostile tables.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local found = require("spec.support.results").found
local message_of = require "spec.support.message_of"
local number_nim = require "spec.support.number_nim"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local sorted_keys = require "spec.support.sorted_keys"
local wrap = require "spec.support.wrap"

local nim = wrap.replace(number_nim, {
  noisy = function() end,
  pass = function(state) return state - state % 10 + 3 - state % 10 end,
})
local START = 212

local ROWS = {}
for _, row in ipairs(core.options()) do ROWS[row.name] = row end

-- The names of the rows for which a function returns true, sorted.
local function names_of(is_wanted)
  local names = {}
  for name, row in pairs(ROWS) do names[name] = is_wanted(row) or nil end
  return sorted_keys(names)
end

describe("The table of options", function()
  it("says what the game's numbers mean in seven rows; what stored values mean is for no single search", function()
    assert.same({"max_player", "repetition", "value_max", "value_min", "value_sum", "view", "win"},
      names_of(function(row) return row.in_game end))
    assert.same({}, names_of(function(row) return row.in_game and not row.changes_meaning end))
    assert.same({}, names_of(function(row) return row.search and row.changes_meaning end))
  end)

  it("accepts the words of each row, and nothing that is no value", function()
    for name, row in pairs(ROWS) do
      for _, word in ipairs(row.words or {}) do
        assert.is_true(core.accepts(name, word) or core.accepts(name, {word}), name)
      end
      local takes_any = name == "game" or name == "max_player"
      if not takes_any then assert.is_false(core.accepts(name, coroutine.create(function() end)), name) end
    end
    assert.is_nil(core.accepts("nonsense", 1))
  end)
end)

describe("A saved table", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  -- For each option that changes what stored values mean, two values that differ.
  local OTHERS = {
    hash = {"auto", false}, hash_ignore = {{"a"}, {"a", "b"}}, max_player = {1, 2},
    null_move = {1, 2}, quiescence = {1, 2}, reductions = {1, 2}, repetition = {0, 1},
    value_max = {60, 70}, value_min = {-60, -70}, value_sum = {1, 2}, view = {"mover", "max"}, win = {50, 60},
  }

  --- Saves the table of a searcher with the options `one`, and loads it with the options `two`.
  local function carry(one, two)
    local ai = alphabeta.new(nim, one)
    ai:search(START, 3)
    ai:save(path)
    return pcall(function()
      local other = alphabeta.new(nim, two)
      other:load(path)
    end)
  end

  it("is known for every option that changes what stored values mean", function()
    assert.same(names_of(function(row) return row.changes_meaning end), sorted_keys(OTHERS))
  end)

  for name, values in pairs(OTHERS) do
    -- `value_sum` is for max^n, which has no table: nothing can be saved with it.
    if name ~= "value_sum" then
      it("is refused where the option " .. name .. " differs", function()
        local view = name == "max_player" and "player" or nil
        local hash = name == "hash_ignore" and "auto" or nil
        local first = {view = view, hash = hash, [name] = values[1]}
        local second = {view = view, hash = hash, [name] = values[2]}
        assert.is_true(carry(first, first))
        for _, pair in ipairs({{first, second}, {second, first}, {first, {}}}) do
          local ok, message = carry(pair[1], pair[2])
          assert.is_false(ok)
          assert.matches("searcher:load: .*other options", message)
        end
      end)
    end
  end

  it("is loaded where an option differs that keeps the meaning", function()
    local others = {maximize = false, ties = true, without = {"killers"}, table = 1, deepening = true, multipv = 2}
    for name, value in pairs(others) do
      assert.is_false(ROWS[name].changes_meaning)
      assert.is_true(carry({[name] = value}, {}), name)
    end
  end)
end)

describe("An option that is an object", function()
  -- A table in place of options whose fields answer differently when they are looked up again.
  local function fickle(fields)
    local lookups = {}
    return setmetatable({}, {__index = function(_, name)
      lookups[name] = (lookups[name] or 0) + 1
      local answers = fields[name]
      if answers then return answers[math.min(lookups[name], #answers)] end
    end}), lookups
  end

  it("is looked up once, whatever a second look would find", function()
    local heard = 0
    local options, lookups = fickle({
      game = {nim, 5}, only = {{2}, {{}}}, depth = {2, "x"},
      on_iteration = {function() heard = heard + 1 end, 7},
    })
    assert.equal(2, (alphabeta.search(START, nil, options)))
    assert.equal(1, heard)
    for name, count in pairs(lookups) do assert.equal(1, count, name) end
    local limits, looked = fickle({avoid = {{1, 2}, 4}, depth = {3, "x"}, past = {{START}, 9}})
    assert.equal(3, (alphabeta.new(nim, {repetition = 0}):search(START, limits)))
    for name, count in pairs(looked) do assert.equal(1, count, name) end
  end)

  it("is copied where it is a list", function()
    local moves = {1}
    local ai = alphabeta.new(nim, {only = moves})
    moves[1] = 3
    assert.equal(1, (ai:search(START, 2)))
    local avoided = {1}
    ai = alphabeta.new(nim, {avoid = avoided})
    ai:start(START, {depth = 2, only = avoided, avoid = {}})
    avoided[1] = 2
    ai:step(1)
    assert.equal(1, (ai:best()))
  end)
end)

describe("A per-search option", function()
  it("holds for its search alone", function()
    local ai = alphabeta.new(nim, {depth = 4})
    local expected = found(ai:search(START))
    assert.equal(3, #select(3, ai:search(START, {maximize = false, depth = 3, multipv = "all"})).scores)
    ai:clear()
    assert.same(expected, found(ai:search(START)))
  end)

  it("may be a function, in place of the searcher's", function()
    local heard = {}
    local function note(name) return function() heard[#heard + 1] = name end end
    local ai = alphabeta.new(nim, {on_iteration = note "searcher"})
    ai:search(START, {depth = 1, on_iteration = note "search"})
    ai:search(START, 1)
    assert.same({"search", "searcher"}, heard)
    local chosen = alphabeta.new(nim, {level = function() return 2 end})
    local _, _, info = chosen:search(START, {level = 10})
    assert.equal(10, info.depth)
  end)

  it("is refused where it belongs to the searcher, with a word on where to give it", function()
    local ai = alphabeta.new(nim)
    for _, name in ipairs(names_of(function(row) return row.searcher and not row.search end)) do
      assert.equal(("searcher:search: option '%s' cannot be given for one search, only to alphabeta.new"):format(name),
        message_of(ai.search, ai, START, {[name] = 1}))
      assert.equal(
        ("alphabeta.search: option '%s' cannot be given for one search, only in the third argument"):format(name),
        message_of(alphabeta.search, START, {[name] = 1}, {game = nim}))
    end
  end)
end)

describe("Per-search options of a random search", function()
  -- What an option is to be where the trial does not give it, and what the searcher is given in its place.
  local OFF = {alpha = -math.huge, beta = math.huge, maximize = true, without = {}, multipv = 1, ties = false}
  local DECOYS = {
    alpha = -3, beta = 3, maximize = false, without = {"killers", "table"}, multipv = 2, ties = true,
    algorithm = "pvs", deepening = true,
  }

  it("find what the same options of the searcher find, whatever else that was given", function()
    for seed in share.of(1, effort.seeds(100, 200)) do
      local trial = random_trial.any(seed, {draw = "multipv ties"})
      random_trial.fit(trial.options, trial.game)
      local random = rng.new(seed)
      local limits, kept = wrap.replace(trial.limits, {}), wrap.replace(trial.options, {})
      for name, decoy in pairs(DECOYS) do
        local value = trial.options[name]
        if value == nil then value = OFF[name] end
        if value ~= nil and random:chance(0.5) then limits[name], kept[name] = value, decoy end
      end
      local one, two = alphabeta.new(nil, trial.options), alphabeta.new(nil, kept)
      for _ = 1, 2 do -- the second time with what was remembered from the first
        local expected = found(one:search(trial:state(), trial.limits))
        trial:check(deep.equal(expected, found(two:search(trial:state(), limits))), "the same")
      end
    end
  end)
end)
