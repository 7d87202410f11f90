-- What moves and states may hold: moves may name objects of their state, such as a piece, and fields may be 64-bit
-- integers. The contract checker knows them again in each style, shows what they held, and asks about objects that do
-- not work in a copy of the state.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local wrap = require "spec.support.wrap"

local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only

local function new()
  return {turn = 1, pieces = {{owner = 1, at = 1}, {owner = 2, at = 1}, {owner = 1, at = 1}, {owner = 2, at = 1}}}
end

local function copy(state)
  local twin = {turn = state.turn, pieces = {}}
  for i, piece in ipairs(state.pieces) do twin.pieces[i] = {owner = piece.owner, at = piece.at} end
  return twin
end

-- The place of a piece; nil in another state.
local function place_of(state, piece)
  for i, own in ipairs(state.pieces) do
    if own == piece then return i end
  end
  return nil
end

-- Four pieces race to the fifth cell. A move is a piece and a step.
local RACE = {
  moves = function(state)
    local list = {}
    for _, piece in ipairs(state.pieces) do
      for step = 1, piece.owner == state.turn and 2 or 0 do list[#list + 1] = {piece = piece, step = step} end
    end
    return list
  end,
  player = function(state) return state.turn end,
  is_over = function(state)
    for _, piece in ipairs(state.pieces) do
      if piece.at >= 5 then return true end
    end
    return false
  end,
  result = function(state, me)
    for _, piece in ipairs(state.pieces) do
      if piece.at >= 5 then return piece.owner == me and 1 or -1 end
    end
    return 0
  end,
}

local function by(sign)
  return function(state, move)
    move.piece.at, state.turn = move.piece.at + sign * move.step, 3 - state.turn
  end
end

local IN_PLACE = wrap.replace(RACE, {make = by(1), unmake = by(-1)})

local COPYING = wrap.replace(RACE, {play = function(state, move)
  local after, place = copy(state), place_of(state, move.piece)
  after.turn = 3 - state.turn
  if place then after.pieces[place].at = move.piece.at + move.step end
  return after
end})

local CHILDREN = wrap.replace(RACE, {children = function(state)
  local list = {}
  for i, move in ipairs(RACE.moves(state)) do
    list[i] = COPYING.play(state, move)
    list[i].last = move
  end
  return list
end})
CHILDREN.moves = nil

local function check(rules, options)
  return alphabeta.check(rules, new, wrap.replace({games = 4, nodes = 200}, options or {}))
end

describe("moves that name objects of the state", function()
  -- Cause: moves of a line were known again by what their objects held when the line had been taken back. Another piece
  -- was moved in place of the one that had moved before, and two states were compared that no moves had made equal.
  it("are right in place and by children, whatever the keys are made of", function()
    for _, rules in ipairs {IN_PLACE, CHILDREN} do
      for seed = 0, 1 do
        local report = check(rules, {hash = rules.children and nil or "auto", seed = seed})
        none(report)
        assert.same({}, report.notes)
      end
    end
  end)

  it("are found where `unmake` puts another object in the place of the one that moved", function()
    local report = check(wrap.replace(IN_PLACE, {
      make = function(state, move)
        local before = copy(state).pieces
        IN_PLACE.make(state, move)
        return before
      end,
      unmake = function(state, _, before) state.pieces, state.turn = before, 3 - state.turn end,
    }))
    contains(among(report, "change", "make").message, "changes the move that it is given")
    contains(report, "moves: {piece = {at = 1, owner = 1}, step = 1}") -- not what it holds in the end
  end)

  it("are shown as they were, although the objects move on", function()
    local report = check(wrap.replace(IN_PLACE, {evaluate = function(state)
      return state.pieces[1].at == 3 and "three" or 0
    end}))
    contains(among(report, "answer", "evaluate").text, "moves: {piece = {at = 1, owner = 1}, step = 2}")
  end)

  -- Cause: "uct" played a stored move on another copy of its state, and nothing said that the game cannot take it.
  it("are asked about where `play` cannot find them in a copy", function()
    local notes = table.concat(check(COPYING).notes, "\n")
    assert.matches("`play` does not play {piece = {at = %d, owner = %d}, step = %d} in a copy of the state", notes)
    assert.matches("Name what moves by a number", notes)
  end)

  it("are not asked about where they name what moves by a number", function()
    local numbered = wrap.replace(COPYING, {
      moves = function(state)
        local list = RACE.moves(state)
        for i, move in ipairs(list) do list[i] = {piece = place_of(state, move.piece), step = move.step} end
        return list
      end,
      play = function(state, move)
        return COPYING.play(state, {piece = state.pieces[move.piece], step = move.step})
      end,
    })
    assert.same({}, check(numbered).notes)
  end)
end)

-- Cause: the tool once formatted 64-bit integers as floating-point numbers: states whose integers differed in the last
-- digits were taken for the same one, and a difference of them was shown as equal texts.
describe("64-bit integers", function()
  local has_ffi, ffi = pcall(require, "ffi")
  if not math.type and not has_ffi then
    it("are not there", function() pending "this Lua has none" end)
    return
  end

  -- 2^60 and n, as a 64-bit integer.
  local function high(n) return (has_ffi and ffi.new("int64_t", 2 ^ 60) or math.tointeger(2 ^ 60)) + n end

  -- A move adds something to the field `bits`, three times.
  local function check_bits(functions)
    return alphabeta.check(wrap.replace({
      player = function(s) return s.turn end, evaluate = function() return 0 end,
      moves = function(s) return s.left > 0 and {{by = high(1)}, {by = high(2)}} or nil end,
      make = function(s, m) s.bits, s.left, s.turn = s.bits + m.by, s.left - 1, 3 - s.turn end,
      unmake = function(s, m) s.bits, s.left, s.turn = s.bits - m.by, s.left + 1, 3 - s.turn end,
      hash = function(s) return tonumber(s.bits % 1024) * 8 + s.left end, -- the low bits, and what is left
    }, functions), function() return {bits = high(0), left = 3, turn = 1} end, {sign = false})
  end

  it("are distinguished in states and moves", function() none(check_bits {}) end)

  it("are distinguished, so that an `unmake` that forgets them is found, and shown in full", function()
    local finding = only(check_bits {
      moves = function(s) return s.left > 0 and {1, 2} or nil end,
      make = function(s, m) s.bits, s.left, s.turn = s.bits + m, s.left - 1, 3 - s.turn end,
      unmake = function(s) s.left, s.turn = s.left + 1, 3 - s.turn end,
    }, "restore", "unmake", 1)
    assert.are.equal("bits: 1152921504606846976 before, 1152921504606846977 after", finding.differences[1].text)
  end)

  it("are distinguished, so that a key that forgets them is found", function()
    local report = check_bits {
      hash = function(s) return s.left end, evaluate = function(s) return s.bits % 2 == 0 and 1 or -1 end,
    }
    assert.are.equal("collision", report.findings[1].kind)
  end)

  if math.type then
    it("have one text, whether they are integers or floating-point numbers, where they are equal", function()
      none(alphabeta.check({
        moves = function(n) return n.count < 3 and {1, 1.0 + 1} or nil end,
        play = function(n, m) return {count = n.count + m} end, -- 2 may be an integer or a float
        evaluate = function() return 0 end, hash = function(n) return n.count end,
      }, {count = 0}))
    end)
  end
end)
