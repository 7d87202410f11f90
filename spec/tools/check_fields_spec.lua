-- The contract checker asks about fields of the state: whose turn it is, what makes every position a new one, and what
-- a key leaves out although moves depend on it.
--
-- Cause: without `player` a search assumes that turns alternate, and with it, it believes what it returns. A game of
-- many actions a turn that forgets `player`, an end of a turn that leaves the side as it is, and a player with no move
-- for whom `moves` returns {} are games by their contract, but not those that were meant. With `repetition`, a counter
-- in the state makes every position a new one, so that none is ever repeated.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local restyled = require "spec.support.restyled"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

-- A check of few games: what is looked for here shows soon.
local function check(rules, state, options)
  return alphabeta.check(rules, state, wrap.replace({games = 3, nodes = 150, sign = false}, options or {}))
end

local contains, none, silent = findings.contains, findings.none, findings.silent
local copy = small_games.copy

local function game(name) return require("games." .. name) end

local dots, kalah = game "dots_and_boxes", game "kalah"

-- A game without a function. An evaluation that needs `me` is that of the first player.
local function without(rules, name)
  return setmetatable({evaluate = function(state) return rules.evaluate(state, 1) end}, {
    __index = function(_, field) return field ~= name and rules[field] or nil end,
  })
end

describe("a forgotten `player`", function()
  -- Each player works, or ends the turn. `read` and `write` know whose turn it is.
  local function work(read, write)
    local first = {0, 0, left = 6}
    write(first, 1)
    return {
      moves = function(state) return state.left > 0 and {"work", "end"} or {} end,
      play = function(state, move)
        local later, who = copy(state), read(state)
        if move == "work" then
          later[who], later.left = state[who] + 1, state.left - 1
        else
          write(later, 3 - who)
        end
        return later
      end,
      evaluate = function(state) return state[1] - state[2] end,
    }, first
  end

  it("is asked about: a field of two values that some moves change and others do not", function()
    local function asked(rules, state, field, words)
      local report = check(without(rules, "player"), state, {games = 4})
      none(report)
      contains(report, "the game has no `player`, so a search assumes that turns alternate",
        ("moves leave '%s' as it is"):format(field),
        ("write function game.player(state) return state.%s end"):format(field), words or "")
    end
    asked(dots, function() return dots.new(2, 2) end, "turn")
    asked(kalah, function() return kalah.new(4, 3) end, "turn")
    local game_of_x, first = work(function(state) return state.p == "x" and 1 or 2 end,
      function(state, side) state.p = side == 1 and "x" or "o" end)
    asked(game_of_x, first, "p", "between \"o\" and \"x\"")
    asked(restyled.by_children(game_of_x), first, "p")
    local deeper, start = work(function(state) return state.now.player end,
      function(state, side) state.now = {player = side} end)
    asked(deeper, start, "now.player")
  end)

  it("is none where every move changes the turn, whatever else it changes", function()
    local rules = {moves = small_games.takes}
    function rules.play(state, take)
      local after = small_games.after(state, take)
      if take == 2 then after.has_passed = not state.has_passed end
      after.side = take == 3 and 3 - state.side or state.side
      return after
    end
    function rules.evaluate(state) return state.heap == 0 and (state.turn == 1 and -1 or 1) or 0 end
    silent(check(rules, {heap = 12, turn = 1, side = 1, has_passed = false}, {games = 4}))
  end)

  -- Cause: a field that every move changes to the other one of two values, such as two actions that are left, was taken
  -- for the turn, whatever other fields say.
  it("is asked about where every move changes another field of two values", function()
    local market = {
      moves = function(state) return state.round < 5 and {"work", state.left == 1 and "stop" or "rest"} or {} end,
      play = function(state, move)
        local after = {who = state.who, left = 3 - state.left, round = state.round, a = state.a, b = state.b}
        if move == "work" then after[state.who] = after[state.who] + 1 end
        if after.left == 2 then
          after.who = state.who == "a" and "b" or "a"
          after.round = state.round + 0.5
        end
        return after
      end,
      evaluate = function(state) return state.a - state.b end,
    }
    local first = {who = "a", left = 2, round = 1, a = 0, b = 0}
    contains(check(market, first, {}), "the game has no `player`", "moves leave 'who' as it is",
      "write function game.player(state) return state.who end")
  end)

  it("is asked about where no move changes the turn", function()
    local rules = {moves = small_games.takes}
    function rules.play(state, take) return {heap = state.heap - take, turn = state.turn} end
    function rules.evaluate(state) return state.heap == 0 and -1 or 0 end
    contains(check(rules, {heap = 12, turn = 1}, {games = 4}),
      "no move changes 'turn', which is 1 in all", "Must a move change 'turn'?")
  end)
end)

describe("one player who makes all moves", function()
  it("is asked about where `player` reads a field", function()
    contains(check(small_games.copying {play = function(state, take)
      return {heap = state.heap - take, turn = state.turn}
    end}, {heap = 12, turn = 1}, {games = 10}), "one player makes all moves: `player` returned 1 in all",
      "change 'turn'?", "write function game.player() return 1 end")
  end)
end)

describe("a forced pass that is an empty list", function()
  -- Lanes in which a player without a move is to pass, but the list is empty.
  local function impatient_lanes(names)
    local lanes, state = small_games.lanes()
    local rules = {evaluate = lanes.result, moves = function(s)
      local list = lanes.moves(s)
      return list[1] == "pass" and {} or list
    end}
    for _, name in ipairs(names) do rules[name] = lanes[name] end
    return rules, state
  end

  it("is asked about: the other player could move, or `is_over` returns false", function()
    local rules, state = impatient_lanes {"player", "play"}
    state.gaps = {2, 1, 2, 1, 2}
    contains(check(rules, state, {games = 20, nodes = 400}), "In ",
      "such states the other player could move ('turn' is ", "Must a player without a move pass?")
    contains(check(impatient_lanes {"player", "play", "is_over"}),
      "Or must the player pass? Then list a move that passes, such as {\"pass\"}")
  end)

  it("is none where a player who cannot move has lost", function()
    -- Each player moves along lanes of its own.
    local rules = {player = small_games.turn}
    function rules.moves(state)
      local list = {}
      for lane = state.turn, 4, 2 do
        if state[lane] > 0 then list[#list + 1] = lane end
      end
      return list
    end
    function rules.play(state, lane)
      local after = copy(state)
      after[lane], after.turn = state[lane] - 1, 3 - state.turn
      return after
    end
    function rules.evaluate(state, me)
      if #rules.moves(state) > 0 then return 0 end
      return state.turn == me and -1 or 1
    end
    silent(check(rules, {2, 1, 2, 3, turn = 1}))
    silent(check(kalah, function() return kalah.new(4, 3) end))
  end)
end)

describe("`repetition` where no position comes up again", function()
  -- A stone on a ring, moved by two players to and fro. `count` and `line` are fields that the rules do not use.
  local function ring(functions)
    local rules = {repetition = 0, player = small_games.turn}
    function rules.is_over(state) return state.at == 6 end
    function rules.moves(state) return state.at == 1 and {1} or {-1, 1} end
    function rules.play(state, step)
      local after = copy(state)
      after.at, after.turn = state.at + step, 3 - state.turn
      if state.count then after.count = state.count + 1 end
      if state.line then
        after.line = copy(state.line)
        after.line[#after.line + 1] = step
      end
      return after
    end
    function rules.evaluate(state, me) return state.at == 6 and (state.turn == me and -1 or 1) or 0 end
    return wrap.replace(rules, functions or {})
  end
  local OPTIONS = {endless = true, games = 3, nodes = 120, max_plies = 60}

  it("is asked about, with the field that makes positions different", function()
    contains(check(ring(), {at = 2, turn = 1, count = 0}, OPTIONS), "option 'repetition' has no effect",
      "since moves always change 'count'", "hash_ignore = {\"count\"}")
    contains(check(ring(), {at = 2, turn = 1, line = {}}, OPTIONS), "since moves always change 'line'")
    local function hash(state) return ("%d %d"):format(state.at, state.count) end
    contains(check(ring {hash = hash}, {at = 2, turn = 1, count = 0}, OPTIONS), "since moves always change 'count'",
      "Leave it out of `hash`")
  end)

  -- Cause: a heap that gets smaller was taken for a counter, and the advice was to leave it out of the key.
  it("is not asked about where the rules depend on the field", function()
    local rules = small_games.copying {repetition = 0}
    assert.are.same({}, check(rules, {heap = 14, turn = 1}, {games = 6, nodes = 400}).notes)
  end)

  it("is right without such a field, or with a key that leaves it out", function()
    silent(check(ring(), {at = 2, turn = 1}, OPTIONS))
    silent(check(ring {hash = function(state) return state.at end}, {at = 2, turn = 1, count = 0}, OPTIONS))
    silent(check(ring {repetition = nil}, {at = 2, turn = 1, count = 0}, OPTIONS).ok and {ok = true, notes = {}})
  end)
end)

-- Keys that leave a field out -----------------------------------------------------------------------------------------

-- Two runners: each goes one to three steps in a turn, or leaps, once in a game, if its entry of `rights` says so. No
-- position comes up twice, since the path is a part of it: no two states with one key are met. `sides` names the
-- entries.
local function race(sides)
  return {
    player = function(state) return state.turn end,
    is_over = function(state) return state.plies == 12 end,
    moves = function(state) return state.rights[sides[state.turn]] and {1, 2, 3, 9} or {1, 2, 3} end,
    make = function(state, step)
      local side, before = sides[state.turn], state.path
      local right = state.rights[side]
      state.at[state.turn] = state.at[state.turn] + step
      state.path, state.plies = state.path * 4 + math.min(step, 4) - 1, state.plies + 1
      if step == 9 then state.rights[side] = false end
      state.turn = 3 - state.turn
      return before, right
    end,
    unmake = function(state, step, before, right)
      state.turn = 3 - state.turn
      state.at[state.turn], state.path, state.plies = state.at[state.turn] - step, before, state.plies - 1
      state.rights[sides[state.turn]] = right
    end,
    evaluate = function(state, me) return state.at[me] - state.at[3 - me] end,
    hash = function(state) return state.path * 16 + state.plies end,
  }, function()
    return {at = {0, 0}, rights = {[sides[1]] = true, [sides[2]] = true}, turn = 1, plies = 0, path = 0}
  end
end

local numbered, new = race {1, 2}

local function hash_with_rights(state)
  return ("%d %s %s"):format(state.path, tostring(state.rights[1]), tostring(state.rights[2]))
end

-- The first state, with another field.
local function new_with(name, value)
  return function()
    local state = new()
    state[name] = value
    return state
  end
end

-- The game with something done after each leap, by 1, and when it is taken back, by -1.
local function leaping(rules, leap)
  return wrap.replace(rules, {
    make = function(state, step)
      if step == 9 then leap(state, 1) end
      return rules.make(state, step)
    end,
    unmake = function(state, step, ...)
      rules.unmake(state, step, ...)
      if step == 9 then leap(state, -1) end
    end,
  })
end

-- The notes on keys.
local function notes_of(rules, state, options)
  local report = check(rules, state, wrap.replace({games = 4, nodes = 150}, options or {}))
  none(report)
  local notes = {}
  for _, note in ipairs(report.notes) do
    if note:find("the key does not depend on", 1, true) then notes[#notes + 1] = note end
  end
  return notes
end

describe("A field that the key leaves out", function()
  -- Cause: the key was compared as `hash` returns it, without the player to move, whom a search adds: there was a note
  -- on `turn`, too.
  it("is asked about where moves depend on it", function()
    for _, rules in ipairs {numbered, restyled.by_copies(numbered)} do
      local notes = notes_of(rules, new)
      assert.equal(1, #notes)
      contains(notes[1], "`hash`: the key does not depend on 'rights', but moves do: with {true, true} in place of {",
        "`moves` lists 4 moves in place of 3, and the key is the same",
        "If 'rights' does not follow from the rest of the state, put it into the key")
    end
  end)

  it("is asked about by its path", function()
    local notes = notes_of(race {"first", "second"})
    assert.equal(2, #notes)
    contains(notes[1], "'rights.first'", "with true in place of false in one state")
    contains(notes[2], "'rights.second'")
  end)

  it("is not asked about where the key depends on it", function()
    assert.same({}, notes_of(wrap.replace(numbered, {hash = hash_with_rights}), new))
    assert.same({}, notes_of(numbered, new, {hash = "auto"}))
  end)

  it("is not asked about where the state may hold the key", function()
    for name, value in pairs {number = 2 ^ 24, text = "a key of a board", key = alphabeta.zobrist(1)} do
      assert.same({}, notes_of(numbered, new_with(name, value)))
    end
  end)

  -- Cause: a key in a field that is excluded was not seen, and does not follow other fields that are put back.
  it("is not asked about where an excluded field holds the key", function()
    local keyed = wrap.replace(numbered, {
      hash = function(state) return state.key end,
      make = function(state, step)
        local before, right = numbered.make(state, step)
        state.key = hash_with_rights(state)
        return before, right
      end,
      unmake = function(state, ...)
        numbered.unmake(state, ...)
        state.key = hash_with_rights(state)
      end,
    })
    assert.same({}, notes_of(keyed, new_with("key", hash_with_rights(new())), {exclude = {"key"}}))
  end)

  it("is not asked about where most moves change it, or moves do not depend on it", function()
    local counted = leaping(wrap.replace(numbered, {hash = hash_with_rights}), function(state, count)
      state.leaps = state.leaps + count
    end)
    assert.same({}, notes_of(counted, new_with("leaps", 0)))
    -- `player` is left out: turns alternate, and moves depend on `turn`, which the key leaves out
    local alternating = wrap.replace(counted, {evaluate = function(state)
      local value = state.at[1] - state.at[2]
      return state.turn == 1 and value or -value
    end})
    alternating.player = nil
    assert.same({}, notes_of(alternating, new_with("leaps", 0), {view = "mover"}))
  end)

  it("is put back for a moment: errors of the game are of no account then, and the state stays as it is", function()
    local broken = leaping(numbered, function(state, count) state.far = state.far + count end)
    local moves = broken.moves
    function broken.moves(state)
      local leaps = (state.rights[1] and 0 or 1) + (state.rights[2] and 0 or 1)
      return leaps == state.far and moves(state) or error "on purpose"
    end
    assert.same({}, notes_of(broken, new_with("far", 0)))
  end)
end)
