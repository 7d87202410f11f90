-- The names of what a search used, `info.techniques`, and the table of the book that says what is on when.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local deep = require "spec.support.deep"
local dice = require "games.dice"
local files = require "spec.support.files"
local kalah = require "games.kalah"
local rows = require "rows.list"
local restyled = require "spec.support.restyled"
local TECHNIQUES = require "rows.techniques"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

-- The techniques of a search, the last of `searches` by one searcher.
local function techniques_of(game, limits, options, searches)
  local ai, info = alphabeta.new(game, options)
  for _ = 1, searches or 1 do
    ai:start(game.new(), limits)
    local is_long = type(limits) == "table" and (limits.time or limits.think)
    repeat ai:step { nodes = 100 } until is_long and ai:best() or not ai:thinking()
    ai:stop()
    info = select(3, ai:best())
  end
  return info.techniques
end

-- A game without some of its functions.
local function without(game, ...)
  local less = wrap.replace(game, {})
  for i = 1, select("#", ...) do less[(select(i, ...))] = nil end
  return less
end

local RULES = without(connect4, "order", "hash")
local ORDERED = wrap.replace(RULES, { order = connect4.centre_first })
local KEYED = wrap.replace(RULES, connect4.hashed)
local CHILDREN = wrap.replace(restyled.by_children(RULES), { new = connect4.new })
local TABLES = wrap.replace(RULES, {
  moves = function(state)
    local list = connect4.moves(state)
    for i, column in ipairs(list) do list[i] = { column } end
    return list
  end,
  make = function(state, move) return connect4.make(state, move[1]) end,
  unmake = function(state, move) return connect4.unmake(state, move[1]) end,
})

local UNVALUED = wrap.replace(without(RULES, "evaluate"), { result = connect4.outcome })
local POINTS = wrap.replace(without(kalah, "evaluate", "order", "hash"), { result = kalah.evaluate })

local function rolled(game)
  return wrap.replace(without(game, "order"), {
    new = function()
      local state = game.new(3)
      game.make(state, -1)
      return state
    end,
  })
end

-- The games of the first column of the book's table, and the limits of the second one.
local GAMES = {
  ["rules only"] = RULES,
  ["rules only, children style"] = CHILDREN,
  ["rules only, moves that are tables"] = TABLES,
  ["`order`"] = ORDERED,
  ["`hash`"] = KEYED,
  ["`hash`, `order`"] = wrap.replace(KEYED, { order = connect4.centre_first }),
  ["points, without `evaluate`"] = POINTS,
  ["`result` that tells no states apart, without `evaluate`"] = UNVALUED,
  ["`chances`"] = rolled(without(dice, "hash")),
  ["`chances`, `hash`"] = rolled(wrap.replace(dice, dice.hashed)),
}
local LIMITS = {
  ["depth"] = { { depth = 5 }, { depth = 6 } },
  ["depth below 4"] = { { depth = 1 }, { depth = 3 } },
  ["depth below 5"] = { { depth = 1 }, { depth = 4 } },
  ['depth, and `order = "evaluate"`'] = { { depth = 5, order = "evaluate" }, { depth = 6, order = "evaluate" } },
  ["time"] = { { time = 1e6 }, { think = 1e6 } },
  ["time or nodes"] = { { nodes = 300 }, { depth = 3, time = 60 } },
}

-- The techniques that the book's table names.
local in_book = {}

describe("The book's table of what is on when", function()
  local section = files.read_text("docs/techniques.md"):match("\n## What is on when\n(.-)\n##")
  local seen = {}

  for name, limits, techniques in section:gmatch("\n| ([^|]-) | ([^|]-) | (`[^|]-) |") do
    seen[name] = true
    local expected = {}
    for technique in techniques:gmatch("`([%w_]+)`") do
      expected[#expected + 1], in_book[technique] = technique, true
    end
    it("is right of a game with " .. name .. ", by " .. limits, function()
      for _, own in ipairs(LIMITS[limits]) do assert.same(expected, techniques_of(GAMES[name], own)) end
    end)
  end

  it("has every kind of game", function()
    for name in pairs(GAMES) do assert.is_true(seen[name], name) end
  end)

  it("names the two options that leave plain alpha-beta", function()
    for name, game in pairs(GAMES) do
      local game_has = { order = game.order and true, star1 = game.chances and true }
      for i, technique in ipairs(techniques_of(game, 4, { deepening = false, table = 0 })) do
        assert.is_true(i == 1 and technique == "alphabeta" or game_has[technique], name .. ": " .. technique)
      end
    end
  end)
end)

local NUMBERED = wrap.replace(TABLES, { move_id = function(_, move) return move[1] end })
local FULL = connect4.full
local PASSING = wrap.replace(KEYED, { pass = function() end, unpass = function() end, noisy = function() end })
local PAYOFFS = wrap.replace(RULES, {
  evaluate = function(state)
    local value = connect4.evaluate(state, 1)
    return { value, -value }
  end,
})
local PLAIN = { deepening = false, table = 0 }

-- For each technique that is not in the book's table, a search to depth 3 that uses it, and one that does not: a game
-- and its options; or `searches` by one searcher with other `limits`.
local SEARCHES = {
  mtdf = { KEYED, { algorithm = "mtdf" }, KEYED, {} },
  minimax = { KEYED, { algorithm = "minimax" }, KEYED, {} },
  maxn = { PAYOFFS, { algorithm = "maxn" }, KEYED, {} },
  last_depth = { RULES, {}, RULES, { without = { "last_depth" } }, limits = { nodes = 300 }, searches = 2 },
  move_id = { NUMBERED, {}, NUMBERED, PLAIN },
  state_content = { RULES, { hash = "auto", hash_ignore = { "key" } }, KEYED, {} },
  find_move = { FULL, { without = { "table" } }, FULL, PLAIN },
  bounds = { RULES, { win = 1000 }, RULES, {} },
  shallow_pruning = {
    PAYOFFS, { algorithm = "maxn", value_sum = 0, value_min = -1e6 }, PAYOFFS, { algorithm = "maxn" },
  },
  repetition = { KEYED, { repetition = 0 }, KEYED, {} },
  quiescence = { PASSING, {}, PASSING, { quiescence = false } },
  null_move = { PASSING, { null_move = 1 }, PASSING, {} },
  reductions = { KEYED, { reductions = 1 }, KEYED, {} },
  deals = { wrap.replace(RULES, { deal = function(state) return deep.copy(state) end }), {}, RULES, {} },
}

describe("info.techniques", function()
  local function has(name, game, options, row)
    local techniques = techniques_of(game, row and row.limits or 3, options, row and row.searches)
    return (" " .. table.concat(techniques, " ") .. " "):find(" " .. name .. " ", 1, true) ~= nil
  end

  it("is looked at for each technique that there is", function()
    local missing = {}
    for _, technique in ipairs(TECHNIQUES) do
      if not SEARCHES[technique[1]] and not in_book[technique[1]] then missing[#missing + 1] = technique[1] end
    end
    assert.same({}, missing)
  end)

  for name, row in pairs(SEARCHES) do
    it("has " .. name .. " where that is used, and only there", function()
      assert.is_true(has(name, row[1], row[2], row))
      assert.is_false(has(name, row[3], row[4], row))
    end)
  end

  it("has bounds for each of the options that give some", function()
    for _, options in ipairs { { win = 1000 }, { value_max = 1e6 }, { value_min = -1e6 } } do
      assert.is_true(has("bounds", RULES, options))
    end
  end)

  it("lacks what `without` names, and nothing else", function()
    local words = rows.option.without.words
    for name, game in pairs(GAMES) do
      local before = techniques_of(game, 6)
      for i in share.of(1, #words) do
        local word = words[i]
        local after, expected = techniques_of(game, 6, { without = { word[1] } }), {}
        for _, technique in ipairs(before) do
          -- Where Star2 is off, chance nodes are pruned by Star1; without the table, nothing is asked of its keys.
          if technique == "star2" and word[1] == "star2" then technique = "star1" end
          if technique ~= word[1] then expected[#expected + 1] = technique end
        end
        assert.same(expected, after, name .. " without " .. word[1])
      end
    end
  end)
end)
