-- The contract checker asks about fields that a key leaves out, although moves depend on them.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local restyled = require "spec.support.restyled"
local wrap = require "spec.support.wrap"

local in_full = effort(function() end, it) -- what takes long, and is the same code as what does not

local check = alphabeta.check
local contains, none = findings.contains, findings.none

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
    for _, game in ipairs {numbered, restyled.by_copies(numbered)} do
      local notes = notes_of(game, new)
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

  in_full("is not asked about where the state may hold the key", function()
    for name, value in pairs {number = 2 ^ 24, text = "a key of a board", key = alphabeta.zobrist(1)} do
      assert.same({}, notes_of(numbered, new_with(name, value)))
    end
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
