-- An opponent with a clock, which it keeps itself or the game does, and with a soft and a hard limit.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local message_of = require "spec.support.message_of"
local wrap = require "spec.support.wrap"

local nim = framed_nim.rules

local function begin(options, heap) return framed_nim.begin(wrap.replace({depth = 4}, options), heap or 21) end

describe("An opponent with a clock", function()
  it("keeps it up to date, by the seconds that the game says have passed in its turn", function()
    local clock, shown = {left = 1e6, increment = 3}, nil
    local session
    session = begin {clock = clock, play = function(take)
      session.played[#session.played + 1], shown = take, clock.left
      session:go(take)
    end}
    local frames = session:think(1)
    local least = 1e6 + 3 - frames -- its turn began in the first frame, and has ended in the last one
    assert.is_true(frames > 3)
    assert.is_true(clock.left <= least + 1 and clock.left > least - 1000, clock.left)
    assert.are.equal(shown, clock.left)
    local left = clock.left
    session:frames(10, 1) -- in the other's turn
    assert.are.equal(left, clock.left)
    session:go(1)
    session:think(1)
    assert.is_true(clock.left < left + 3, clock.left)
  end)

  it("gets its increment with each move", function()
    local clock = {left = 1e6, increment = 1000}
    local session = begin {clock = clock}
    for move = 1, 2 do
      session:think(0)
      assert.is_true(clock.left > 1e6 + 1000 * move - 500, clock.left)
      session:go(1)
    end
  end)

  it("never shows less than nothing, and still moves", function()
    local clock = {left = 0.5}
    assert.is_true(begin({clock = clock, depth = 12}):think(0.25) < 2000)
    assert.are.equal(0, clock.left)
  end)

  it("searches for a share of what it shows, and has no other limit", function()
    local clock = {left = 0.01}
    local session = begin {clock = clock, slice = 10}
    session:frames(1, 0)
    assert.are.same({clock, 1}, {session.starts[1].clock, #session.played})
    local other = alphabeta.opponent {game = nim, state = {heap = 21, turn = 1}, me = 1, clock = {left = 0}}
    repeat until not other:update(0)
  end)

  it("asks the game's function each time it begins", function()
    local asked, left = 0, 50
    local session = begin {clock = function()
      asked = asked + 1
      return {left = left, increment = 1}
    end}
    session:think(1)
    session:go(1)
    left = 40
    session:think(1)
    assert.are.same({2, 50, 40}, {asked, session.starts[1].clock.left, session.starts[2].clock.left})
  end)

  it("ponders without a limit, and then takes its share", function()
    local clock = {left = 1000, increment = 0}
    local session = begin({clock = clock, ponder = true, depth = 20}, 9)
    session:think(0)
    clock.left = 0
    session:frames(5, 0)
    assert.are.equal("pondering", session.opponent.mode.name)
    assert.is_true(session.starts[2].time > 1e8)
    session:go(session:reply())
    assert.is_true(session:think(0) < 10)
    assert.are.equal(2, #session.starts)
  end)

  it("says what is wrong with it", function()
    local EXPECTED = "alphabeta.opponent: option 'clock': expected a clock, {left = seconds, increment = seconds}, "
    for _, row in ipairs {{5, "5"}, {{}, "table"}} do
      local options = {game = nim, state = {heap = 21, turn = 1}, me = 1, clock = row[1]}
      local message = message_of(alphabeta.opponent, options)
      assert.are.equal(EXPECTED .. "or a function that returns one, got " .. row[2], message)
    end
    local opponent = begin({clock = function() return {left = "ten"} end}).opponent
    local _, message = pcall(opponent.update, opponent, 0)
    assert.are.equal(EXPECTED .. "got 'ten' as 'left'", message)
  end)

  -- Cause: a clock that the game keeps is a few milliseconds below 0 if a frame has ended late. That was an error.
  it("may be below 0, and then has no time left", function()
    for _, clock in ipairs {{left = -0.004}, {left = -1e9, increment = 0}, function() return {left = -0.004} end} do
      assert.are.equal(1, begin({clock = clock, slice = 1, depth = 40}, 60):think())
    end
    assert.is_truthy((alphabeta.search({heap = 60, turn = 1}, {clock = {left = -0.004}}, {game = nim})))
  end)
end)

describe("An opponent with a soft and a hard limit", function()
  it("ends by the soft one", function()
    for _, limits in ipairs {{think = {0, 1000}, depth = 20}, {nodes = {1, 1000}, depth = 20}} do
      assert.is_true(begin(limits):think(0) < 2000)
    end
  end)

  it("takes the soft one for a search that it has pondered", function()
    local session
    repeat -- where the machine is busy, the first search may end before it expects a reply
      session = begin({think = {0.001, 1000}, ponder = true, depth = 20}, 9)
      session:think(0)
      session:frames(3, 0)
    until session:reply()
    session:go(session:reply())
    session:frames(1, 0)
    local limits = session.opponent.mode.limits
    assert.is_true(limits == nil or limits.think <= 0.001)
    session:think(0)
    assert.are.equal(2, #session.starts)
  end)
end)
