-- 64-bit integers in states and keys. The tool once formatted them as floating-point numbers: states whose integers
-- differed in the last digits were taken for the same one, and a difference of them was shown as equal texts.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local wrap = require "spec.support.wrap"

local none, only = findings.none, findings.only

local ffi
if jit then ffi = require "ffi" end

if not (math.type or ffi) then
  describe("64-bit integers", function()
    it("are not there", function() pending("this Lua has none") end)
  end)
  return
end

-- 2^60 and n, as a 64-bit integer.
local function high(n)
  if ffi then return ffi.new("int64_t", 2 ^ 60) + n end
  return math.tointeger(2 ^ 60) + n
end

-- Checks a game in place in which a move adds 1 or 2 to the field `bits`, three times, with some functions replaced.
local function check(functions, options)
  return alphabeta.check(wrap.replace({
    player = function(s) return s.turn end,
    evaluate = function() return 0 end,
    moves = function(s) return s.left > 0 and {1, 2} or nil end,
    make = function(s, m) s.bits, s.left, s.turn = s.bits + m, s.left - 1, 3 - s.turn end,
    unmake = function(s, m) s.bits, s.left, s.turn = s.bits - m, s.left + 1, 3 - s.turn end,
  }, functions), function() return {bits = high(0), left = 3, turn = 1} end, options)
end

describe("64-bit integers", function()
  it("are distinguished in states, so that right rules have no defect", function()
    -- a key for the low bits and the number of moves that are left
    none(check {hash = function(s) return tonumber(s.bits % 1024) * 8 + s.left end})
  end)

  it("are distinguished, so that an unmake that forgets them is found, and shown in full", function()
    local finding = only(check {
      unmake = function(s) s.left, s.turn = s.left + 1, 3 - s.turn end,
    }, "restore", "unmake", 1)
    assert.are.equal("bits: 1152921504606846976 before, 1152921504606846977 after", finding.differences[1].text)
  end)

  it("are distinguished, so that a key that forgets them is found", function()
    local report = check({
      hash = function(s) return s.left end,
      evaluate = function(s) return s.bits % 2 == 0 and 1 or -1 end,
    }, {sign = false})
    assert.are.equal("collision", report.findings[1].kind)
  end)

  it("are distinguished in moves", function()
    none(check {
      moves = function(s) return s.left > 0 and {{by = high(1)}, {by = high(2)}} or nil end,
      make = function(s, m) s.bits, s.left, s.turn = s.bits + m.by, s.left - 1, 3 - s.turn end,
      unmake = function(s, m) s.bits, s.left, s.turn = s.bits - m.by, s.left + 1, 3 - s.turn end,
    })
  end)

  if math.type then
    it("have one text, whether they are integers or floating-point numbers, where they are equal", function()
      none(alphabeta.check({
        moves = function(n) return n.count < 3 and {1, 1.0 + 1} or nil end,
        play = function(n, m) return {count = n.count + m} end, -- 2 may be an integer or a float
        evaluate = function() return 0 end,
        hash = function(n) return n.count end,
      }, {count = 0}))
    end)
  end
end)
