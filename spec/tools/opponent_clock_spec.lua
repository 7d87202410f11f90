-- An opponent with a clock, which it keeps itself or the game does, and with a soft and a hard limit.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

-- Nim with one heap: take 1, 2 or 3; the player who takes the last match wins.
local nim = wrap.replace(small_games.NIM["in place"], {new = function(heap) return {heap = heap, turn = 1} end})

-- An opponent that is player 1, with these options, and what it has begun and played.
local function begin(options)
  local session = {state = nim.new(21), played = 0, starts = {}}
  local own = {
    game = nim, depth = 4, slice = 1e-9, me = 1, state = function() return session.state end,
    play = function(best)
      session.played = session.played + 1
      session.shown = options.clock and type(options.clock) == "table" and options.clock.left
      nim.make(session.state, best)
    end,
  }
  for name, value in pairs(options) do own[name] = value end
  session.opponent = alphabeta.opponent(own)
  framed_nim.watch_starts(session.opponent, function(limits) session.starts[#session.starts + 1] = limits end)
  return session
end

-- Frames of these seconds until it has played. Returns their number.
local function think(session, seconds)
  local frames, before = 0, session.played
  repeat
    session.opponent:update(seconds)
    frames = frames + 1
    assert(frames < 20000)
  until session.played > before
  return frames
end

describe("An opponent with a clock", function()
  it("keeps it up to date, by the seconds that the game says have passed in its turn", function()
    local clock = {left = 1e6, increment = 3}
    local session = begin {clock = clock}
    local frames = think(session, 1)
    local least = 1e6 + 3 - frames -- its turn began in the first frame, and has ended in the last one
    assert.is_true(frames > 3)
    assert.is_true(clock.left <= least + 1 and clock.left > least - 1000, clock.left)
    assert.are.equal(session.shown, clock.left)
    local left = clock.left
    for _ = 1, 10 do session.opponent:update(1) end -- in the other's turn
    assert.are.equal(left, clock.left)
    nim.make(session.state, 1)
    think(session, 1)
    assert.is_true(clock.left < left + 3, clock.left)
  end)

  it("gets its increment with each move", function()
    local clock = {left = 1e6, increment = 1000}
    local session = begin {clock = clock}
    for move = 1, 2 do
      think(session, 0)
      assert.is_true(clock.left > 1e6 + 1000 * move - 500, clock.left)
      nim.make(session.state, 1)
    end
  end)

  it("never shows less than nothing, and still moves", function()
    local clock = {left = 0.5}
    local session = begin {clock = clock, depth = 12}
    local frames = think(session, 0.25)
    assert.is_true(frames < 2000)
    assert.are.equal(0, clock.left)
  end)

  it("needs no seconds from the game", function()
    local clock = {left = 1e6}
    think(begin {clock = clock})
    assert.is_true(clock.left < 1e6 and clock.left > 0, clock.left)
  end)

  it("searches for a share of what it shows, and has no other limit", function()
    local clock = {left = 0.01}
    local session = begin {clock = clock, slice = 10}
    session.opponent:update(0)
    assert.are.equal(clock, session.starts[1].clock)
    assert.are.equal(1, session.played)
    local other = alphabeta.opponent {game = nim, state = nim.new(21), me = 1, clock = {left = 0}}
    repeat until not other:update(0)
  end)

  it("asks the game's function each time it begins", function()
    local asked, left = 0, 50
    local session = begin {
      clock = function()
        asked = asked + 1
        return {left = left, increment = 1}
      end,
    }
    think(session, 1)
    nim.make(session.state, 1)
    left = 40
    think(session, 1)
    assert.are.same({2, 50, 40}, {asked, session.starts[1].clock.left, session.starts[2].clock.left})
  end)

  it("ponders without a limit, and then takes its share", function()
    local clock = {left = 1000, increment = 0}
    local session = begin {clock = clock, ponder = true, depth = 20}
    session.state = nim.new(9)
    think(session, 0)
    clock.left = 0
    for _ = 1, 5 do session.opponent:update(0) end
    local mode = session.opponent.mode
    assert.are.equal("pondering", mode.name)
    assert.is_true(session.starts[2].time > 1e8)
    nim.make(session.state, mode.guess.reply)
    assert.is_true(think(session, 0) < 10)
    assert.are.equal(2, #session.starts)
  end)

  it("says what is wrong with it", function()
    local function refused(clock)
      return message_of(alphabeta.opponent, {game = nim, state = nim.new(21), me = 1, clock = clock})
    end
    local expected = "alphabeta.opponent: option 'clock': expected a clock, {left = seconds, increment = seconds}, or "
      .. "a function that returns one, got "
    assert.are.equal(expected .. "5", refused(5))
    assert.are.equal(expected .. "table", refused {})
    local session = begin {clock = function() return {left = "ten"} end}
    local ok, message = pcall(session.opponent.update, session.opponent, 0)
    assert.is_false(ok)
    assert.are.equal("alphabeta.opponent: option 'clock': expected a clock, {left = seconds, increment = seconds}, got "
      .. "'ten' as 'left'", message)
  end)

  -- Cause: a clock that the game keeps is a few milliseconds below 0 if a frame has ended late. That was an error.
  it("may be below 0, and then has no time left", function()
    for _, clock in ipairs {{left = -0.004}, {left = -1e9, increment = 0}, function() return {left = -0.004} end} do
      local session = begin {clock = clock, slice = 1, depth = 40}
      session.state = nim.new(60)
      assert.are.equal(1, think(session, 1 / 60))
    end
    assert.is_truthy((alphabeta.search(nim.new(60), {clock = {left = -0.004}}, {game = nim})))
  end)
end)

describe("An opponent with a soft and a hard limit", function()
  it("ends by the soft one", function()
    for _, limits in ipairs {{think = {0, 1000}}, {nodes = {1, 1000}}} do
      limits.depth = 20
      local session = begin(limits)
      assert.is_true(think(session, 0) < 2000)
    end
  end)

  it("takes the soft one for a search that it has pondered", function()
    local session
    repeat -- where the machine is busy, the first search may end before it expects a reply
      session = begin {think = {0.001, 1000}, ponder = true, depth = 20}
      session.state = nim.new(9)
      think(session, 0)
      for _ = 1, 3 do session.opponent:update(0) end
    until session.opponent.mode.guess
    nim.make(session.state, session.opponent.mode.guess.reply)
    session.opponent:update(0)
    local limits = session.opponent.mode.limits
    assert.is_true(limits == nil or limits.think <= 0.001)
    think(session, 0)
    assert.are.equal(2, #session.starts)
  end)
end)
