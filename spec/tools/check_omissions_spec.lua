-- The contract checker asks about fields that a key leaves out, although moves depend on them.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local wrap = require "spec.support.wrap"

local in_full = effort(function() end, it) -- what takes long, and is the same code as what does not

local check = alphabeta.check
local contains, none = findings.contains, findings.none

-- Two runners: each goes one to three steps in a turn, or leaps, once in a game. No position comes up twice, since the
-- path is a part of it: no two states with one key are met.
local race = {
  player = function(state) return state.turn end,
  is_over = function(state) return state.plies == 12 end,
  moves = function(state)
    local moves = {1, 2, 3}
    if state.runners[state.turn].may_leap then moves[4] = 9 end
    return moves
  end,
  make = function(state, step)
    local own, before = state.runners[state.turn], state.path
    own.at, state.path, state.plies = own.at + step, state.path * 4 + math.min(step, 4) - 1, state.plies + 1
    local may_leap = own.may_leap
    if step == 9 then own.may_leap = false end
    state.turn = 3 - state.turn
    return before, may_leap
  end,
  unmake = function(state, step, before, may_leap)
    state.turn = 3 - state.turn
    local own = state.runners[state.turn]
    own.at, state.path, state.plies, own.may_leap = own.at - step, before, state.plies - 1, may_leap
  end,
  evaluate = function(state, me) return state.runners[me].at - state.runners[3 - me].at end,
  hash = function(state) return state.path * 16 + state.plies end,
}

local function new()
  return {runners = {{at = 0, may_leap = true}, {at = 0, may_leap = true}}, turn = 1, plies = 0, path = 0}
end

-- As above, but what a player may do is a table of the state.
local function new_with_rights()
  local state = new()
  state.rights = {true, true}
  return state
end

local with_rights = wrap.replace(race, {
  moves = function(state) return state.rights[state.turn] and {1, 2, 3, 9} or {1, 2, 3} end,
  make = function(state, step)
    local right = state.rights[state.turn]
    if step == 9 then state.rights[state.turn] = false end
    return right, race.make(state, step)
  end,
  unmake = function(state, step, right, ...)
    race.unmake(state, step, ...)
    state.rights[state.turn] = right
  end,
})

local function hash_with_rights(state)
  return ("%d %s %s"):format(state.path, tostring(state.rights[1]), tostring(state.rights[2]))
end

-- As above, with names in place of numbers.
local function new_named()
  local state = new()
  state.rights = {first = true, second = true}
  return state
end

local NAMES = {"first", "second"}
local named = wrap.replace(race, {
  moves = function(state) return state.rights[NAMES[state.turn]] and {1, 2, 3, 9} or {1, 2, 3} end,
  make = function(state, step)
    local name = NAMES[state.turn]
    local right = state.rights[name]
    if step == 9 then state.rights[name] = false end
    return right, race.make(state, step)
  end,
  unmake = function(state, step, right, ...)
    race.unmake(state, step, ...)
    state.rights[NAMES[state.turn]] = right
  end,
})

-- A game that copies states, of one that is played in place.
local function copying(rules)
  local function copy(state)
    local new_state = {}
    for name, value in pairs(state) do new_state[name] = type(value) == "table" and copy(value) or value end
    return new_state
  end
  local game = wrap.replace(rules, {
    play = function(state, move)
      local next_state = copy(state)
      rules.make(next_state, move)
      return next_state
    end,
  })
  game.make, game.unmake = nil, nil
  return game
end

-- The notes on keys.
local function notes_of(game, state, options)
  local report = check(game, state, wrap.replace({games = 6, nodes = 300}, options or {}))
  none(report)
  local notes = {}
  for _, note in ipairs(report.notes) do
    if note:find("the key does not depend on", 1, true) then notes[#notes + 1] = note end
  end
  return notes
end

describe("A field that the key leaves out", function()
  it("is asked about where moves depend on it", function()
    for _, game in ipairs {with_rights, copying(with_rights)} do
      local notes = notes_of(game, new_with_rights)
      assert.equal(1, #notes)
      contains(notes[1], "`hash`: the key does not depend on 'rights', but moves do: with {true, true} in place of {",
        "`moves` lists 4 moves in place of 3, and the key is the same",
        "If 'rights' does not follow from the rest of the state, put it into the key")
    end
  end)

  it("is asked about by its path", function()
    local notes = notes_of(named, new_named)
    assert.equal(2, #notes)
    contains(notes[1], "'rights.first'", "with true in place of false in one state")
    contains(notes[2], "'rights.second'")
  end)

  it("is not asked about where the key depends on it", function()
    assert.same({}, notes_of(wrap.replace(with_rights, {hash = hash_with_rights}), new_with_rights))
    assert.same({}, notes_of(with_rights, new_with_rights, {hash = "auto"}))
  end)

  in_full("is not asked about where the state may hold the key", function()
    local holders = {number = 2 ^ 24, text = "a key of a board", key = alphabeta.zobrist(1)}
    for name, value in pairs(holders) do
      assert.same({}, notes_of(with_rights, function()
        local state = new_with_rights()
        state[name] = value
        return state
      end))
    end
  end)

  it("is not asked about where most moves change it, or moves do not depend on it", function()
    local function new_counted()
      local state = new_with_rights()
      state.leaps = 0
      return state
    end
    local counted = wrap.replace(with_rights, {
      hash = hash_with_rights,
      make = function(state, step)
        if step == 9 then state.leaps = state.leaps + 1 end
        return with_rights.make(state, step)
      end,
      unmake = function(state, step, ...)
        if step == 9 then state.leaps = state.leaps - 1 end
        with_rights.unmake(state, step, ...)
      end,
    })
    assert.same({}, notes_of(counted, new_counted))
    -- `player` is left out: turns alternate, and moves depend on `turn`, which the key leaves out
    local alternating = wrap.replace(counted, {evaluate = function(state)
      local value = state.runners[1].at - state.runners[2].at
      return state.turn == 1 and value or -value
    end})
    alternating.player = nil
    assert.same({}, notes_of(alternating, new_counted, {view = "mover"}))
  end)

  it("is put back for a moment: errors of the game are of no account then, and the state stays as it is", function()
    local broken = wrap.replace(with_rights, {
      moves = function(state)
        local list = with_rights.moves(state)
        local leaps = 0
        for i = 1, 2 do leaps = leaps + (state.rights[i] and 0 or 1) end
        local far = 0
        for i = 1, 2 do far = far + (state.runners[i].far and 1 or 0) end
        return leaps == far and list or error "on purpose"
      end,
      make = function(state, step)
        if step == 9 then state.runners[state.turn].far = true end
        return with_rights.make(state, step)
      end,
      unmake = function(state, step, ...)
        with_rights.unmake(state, step, ...)
        if step == 9 then state.runners[state.turn].far = nil end
      end,
    })
    assert.same({}, notes_of(broken, new_with_rights))
  end)

  -- Cause: the key was compared as `hash` returns it, without the player to move, whom a search adds.
  it("may be whose turn it is", function()
    local dice = require "games.dice"
    for seed = 0, 2 do
      local report = check(dice.hashed, function() return dice.new(3) end, {seed = seed, games = 6, nodes = 200})
      none(report)
      assert.same({}, report.notes[1] and report.notes[1]:find "does not depend on" and report.notes or {})
    end
  end)
end)
