-- The contract checker tests `deal`: each mistake here is one that a search would not notice, or only in some games.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local findings = require "spec.support.findings"
local kuhn = require "spec.support.kuhn"
local random = require "alphabeta.common.random"
local whist = require "games.whist"
local wrap = require "spec.support.wrap"

local among, contains = findings.among, findings.contains

local function start()
  local generator = random.from_number(3)
  return whist.new(function(n) return random.integer(generator, n) end, 5)
end

-- A check of whist with some functions replaced.
local function check(functions)
  return alphabeta.check(wrap.replace(whist, functions), start, { games = 2, nodes = 80, sign = false })
end

-- The deal of whist, with something done to it.
local function spoiled(spoil)
  return function(state, me, draw)
    local dealt = whist.deal(state, me, draw)
    return spoil(dealt, state, me, draw) or dealt
  end
end

-- For each mistake: the kind of the finding, what the message says, and the function.
local MISTAKES = {
  ["changes the state that it gets"] = { "change", { "changes the state" }, function(state, me, draw)
    local hand = state.hands[3 - me]
    hand[1], hand[#hand] = hand[#hand], hand[1]
    return whist.deal(state, me, draw)
  end },
  ["returns nothing"] = { "answer", { "expected a state, got nil" }, function() end },
  ["returns the state itself"] = {
    "answer", { "expected a new state, got the one that it was given: copy" }, function(state) return state end,
  },
  ["uses other random numbers"] = {
    "twice", { "draws another deal from the same random numbers", "in place of math.random" },
    function(state, me) return whist.deal(state, me, math.random) end,
  },
  ["passes the turn"] = {
    "deal", { "returns a state in which 2 is to move, not 1", "`deal` may change only what" },
    spoiled(function(dealt, _, me) dealt.turn = 3 - me end),
  },
  ["changes the player's own hand"] = {
    "deal", { "returns a state in which `me` has other moves", "Copy the hand of `me`" },
    spoiled(function(dealt, _, me, draw)
      local hands, i = dealt.hands, draw(#dealt.hands[1])
      hands[me][i], hands[3 - me][1] = hands[3 - me][1], hands[me][i]
    end),
  },
  ["forgets a field"] = {
    "deal", { "a state that cannot be played to its end: after the moves", "Does it hold all that the game needs?" },
    spoiled(function(dealt) dealt.voids = nil end),
  },
  ["loses a value of the end"] = {
    "deal", { "cannot be played to its end", "`result`: expected a number, got nil" },
    spoiled(function(dealt) dealt.is_dealt = true end),
    result = function(state, me)
      if not state.is_dealt then return whist.result(state, me) end
    end,
  },
  ["shares tables with the state"] = {
    "shared", { "shares a table with the one that it was given", "Copy what moves change" },
    spoiled(function(dealt, state) dealt.tricks = state.tricks end),
  },
  ["draws a card twice"] = {
    "deal", { "returns a state with a card more than once", "in `hands` and `stock`", "take out what is drawn" },
    spoiled(function(dealt, _, me, draw)
      local hand, stock = dealt.hands[3 - me], dealt.stock
      if #stock > 1 then hand[draw(#hand)] = stock[1] end
    end),
  },
  ["draws the card that was led"] = {
    "deal", { "returns a state with a card more than once", "in `hands` and `stock` and in `led`" },
    spoiled(function(dealt, _, me)
      local hand = dealt.hands[3 - me]
      if dealt.led > 0 and #hand > 0 then hand[1] = dealt.led end
    end),
  },
  ["draws nothing"] = { "deal", { "draws nothing: in all ", "Draw what `me` does not see" }, function(state)
    return deep.copy(state)
  end },
  ["turns the real hand round"] = { "deal", { "draws nothing" }, function(state, me, draw)
    local dealt = deep.copy(state)
    local hand = dealt.hands[3 - me]
    for i = #hand, 2, -1 do
      local k = draw(i)
      hand[i], hand[k] = hand[k], hand[i]
    end
    return dealt
  end },
  ["always draws the same"] = {
    "deal", { "returns the same `hands[", "whatever `random` is, and never that of the state" },
    function(state, me) return whist.deal(state, me, function() return 1 end) end,
  },
  ["forgets the tricks that were won"] = {
    "deal", { "returns the same `tricks` whatever `random` is", "If `me` has seen it, copy it" },
    spoiled(function(dealt) dealt.tricks = { 0, 0 } end),
  },
  ["loses a card"] = {
    "deal", { "values in `stock`, of one with", "Give each hand as many cards as before" },
    spoiled(function(dealt) table.remove(dealt.stock, 1) end),
  },
  ["draws a card too many, which is there twice"] = {
    "deal", { "in `stock`, of one with", "It also has a card more than once" },
    spoiled(function(dealt) dealt.stock[#dealt.stock + 1] = dealt.hands[1][1] end),
  },
}

describe("a check of 'deal'", function()
  it("finds nothing in games that are right", function()
    local report = alphabeta.check(whist, start, { games = 2, nodes = 200 })
    assert.same({ {}, {}, {} }, { report.findings, report.notes, report.not_tested })
    assert.is_true(alphabeta.check(kuhn, function() return { cards = { 1, 3 }, line = "" } end).ok)
  end)

  for name, row in pairs(MISTAKES) do
    it("finds one that " .. name, function()
      local report = check { deal = row[3], result = row.result }
      contains(among(report, row[1], "deal").message, (table.unpack or unpack)(row[2]))
      assert.equal(1, #report.findings)
    end)
  end

  -- `seen` for the player who is not to move, in the second half of a trick: the first look was at other states alone.
  for name, row in pairs {
    ["all that the player sees"] = { function(state, me) return state.hands[me][1] end },
    ["the other hand"] = { function(state, me) return state.hands[3 - me][1] end,
      finding = "`seen` is to return only what `me` sees, and `deal` to keep that" },
    ["the hand of the player to move"] = {
      function(state, me) return state.led > 0 and me ~= state.turn and state.hands[3 - me][1] or nil end,
      note = "Does it show what only another player sees?",
    },
    ["a table"] = { function() return {} end, kind = "answer",
      finding = "expected a number, a string, a boolean or nil, got" },
  } do
    it("tests a `seen` that returns " .. name, function()
      local report = check { seen = row[1] }
      assert.equal(row.finding and 1 or 0, #report.findings, tostring(report))
      if row.finding then contains(among(report, row.kind or "deal", "seen").message, row.finding) end
      assert.equal(row.note and 1 or 0, #report.notes, tostring(report))
      if row.note then contains(report.notes[1], row.note) end
    end)
  end

  it("says that it cannot tell cards apart", function()
    local report = alphabeta.check(whist, function()
      local state = start()
      state.stock[1] = state.hands[1][1]
      return state
    end, { games = 2, nodes = 80, sign = false })
    contains(table.concat(report.not_tested, "\n"), "whether every card exists once")
  end)

  -- A state may hold each card once by chance. Three players make hands of two sizes.
  describe("knows", function()
    local rules, ranks, sizes = {}, 3, { 1, 1, 1 }
    function rules.player(state) return state.turn end
    function rules.moves(state) return state.turn < 4 and state.hands[state.turn] or {} end
    function rules.play(state, card)
      local after = deep.copy(state)
      after.turn, after.sum = state.turn + 1, state.sum + state.turn * card
      return after
    end
    function rules.result(state, me) return me == 1 and state.sum or -state.sum end
    function rules.deal(state, me, draw)
      local deck, dealt = {}, deep.copy(state)
      for rank = 1, ranks do deck[rank], deck[ranks + rank] = rank, rank end
      table.remove(deck, state.hands[me][1])
      for p = 1, 3 do
        for i = 1, p ~= me and sizes[p] or 0 do dealt.hands[p][i] = table.remove(deck, draw(#deck)) end
      end
      return dealt
    end
    local function new(number)
      local hands = { { { 1 }, { 2 }, { 3 } }, { { 1 }, { 1 }, { 3 } } }
      return { hands = hands[number or 1], turn = 1, sum = 0 }
    end

    it("a deck with equal cards, of which the state has none, and asks for another start", function()
      local report = alphabeta.check(rules, new)
      assert.same({}, report.findings)
      contains(report.not_tested[#report.not_tested], "whether every card exists once", "give more `starts`")
      report = alphabeta.check(rules, new, { starts = 2 })
      assert.same({}, report.findings)
      contains(report.not_tested[#report.not_tested], "in a state, `hands` hold the same value more than once")
    end)
  end)

  -- Cause: only moves were compared, and those of a game of dice do not depend on the dice.
  it("finds one that draws the dice of the player anew", function()
    local rules = {}
    function rules.player(state) return state.turn end
    function rules.moves(state) return state.bids < 4 and { 1, 2 } or {} end
    function rules.play(state, bid)
      local after = deep.copy(state)
      after.bids, after.bid, after.turn = state.bids + 1, 3 * state.bid + bid, 3 - state.turn
      return after
    end
    function rules.result(state, me)
      local value = state.bid % (state.dice[1][1] + state.dice[2][1]) - 2
      return me == 1 and value or -value
    end
    local function deal(players)
      return function(state, me, draw)
        local dealt = deep.copy(state)
        for _, p in ipairs(players or { 3 - me }) do dealt.dice[p] = { draw(6) } end
        return dealt
      end
    end
    local function new() return { dice = { { 3 }, { 5 } }, turn = 1, bids = 0, bid = 0 } end
    assert.same({}, alphabeta.check(wrap.replace(rules, { deal = deal() }), new, { games = 2 }).findings)
    local report = alphabeta.check(wrap.replace(rules, { deal = deal { 1, 2 } }), new, { games = 2 })
    contains(among(report, "deal", "deal").message, "draws `dice[1]` anew for player 1", "Copy the hand of `me`")
  end)
end)
