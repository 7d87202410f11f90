-- How soon an opponent moves, in seconds of the game's own frames: `at_least` and `pause`.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local FRAME = 1 / 60

-- Nim by copies, in which whoever takes two matches moves again.
local game = wrap.replace(small_games.NIM.copying, {
  play = function(state, take)
    return {heap = state.heap - take, turn = take == 2 and state.turn or 3 - state.turn, timer = state.timer}
  end,
  evaluate = function(state, me) return state.turn == me and state.heap or -state.heap end,
})

-- A game in frames. `self.played` has {seconds, player} for each move.
local function begin(options, others)
  local self = {state = {heap = 30, turn = 1}, frame = 0, played = {}, opponents = {}}
  function self.go(take, me)
    self.played[#self.played + 1] = {(self.frame - 1) * FRAME, me}
    self.state = game.play(self.state, take)
  end
  for me, own in ipairs {options, others} do
    self.opponents[me] = alphabeta.opponent(wrap.replace({
      game = game, me = me, depth = 2, slice = 1, state = function() return self.state end,
      play = function(take) self.go(take, me) end,
    }, own))
  end
  function self.run(seconds)
    for _ = 1, seconds * 60 do
      self.frame = self.frame + 1
      for _, opponent in ipairs(self.opponents) do opponent:update(FRAME) end
    end
  end
  return self
end

-- Checks the seconds between each move and the one before, by the player; from the beginning to the first move `first`.
local function check_pace(match, first, seconds)
  local before = 0
  for i, row in ipairs(match.played) do
    local expected = i == 1 and first or seconds[row[2]]
    assert.is_true(math.abs(row[1] - before - expected) < 2.5 * FRAME, ("move %d: %g"):format(i, row[1] - before))
    before = row[1]
  end
end

-- Cause: an opponent whose search ended in the first frame answered in the instant of the player's move.
describe("An opponent that answers after at least some seconds", function()
  it("does so in each turn, also between two moves of its own", function()
    local match = begin({at_least = 0.5}, {at_least = 1})
    match.run(6)
    check_pace(match, 0.5, {0.5, 1})
    assert.is_true(#match.played > 5)
  end)

  it("leaves a pause of another length between its own moves", function()
    local match
    match = begin({at_least = 1, pause = 0.25, play = function() match.go(2, 1) end})
    match.run(2)
    check_pace(match, 1, {0.25})
    assert.is_true(#match.played >= 4)
  end)

  it("is thinking meanwhile, and plays for the state that there is then", function()
    for _, ponder in ipairs {false, true} do
      local match = begin {at_least = 1, ponder = ponder}
      match.run(0.5)
      assert.are.same({{}, true}, {match.played, match.opponents[1]:thinking()})
      match.state = {heap = 1, turn = 1}
      match.run(0.4)
      assert.are.same({}, match.played)
      match.run(0.2)
      assert.are.same({1, 0}, {#match.played, match.state.heap})
      for _, row in ipairs {{2, {heap = 9, turn = 2}}, {0.9, {heap = 8, turn = 1}}} do
        match.state = row[2]
        match.run(row[1])
        assert.are.equal(1, #match.played)
      end
    end
  end)

  it("is not disturbed by a timer in the state, and does not count a pause of the game", function()
    local match = begin {at_least = 1}
    local function run(seconds)
      for _ = 1, seconds * 60 do
        match.state.timer = (match.state.timer or 0) + 1
        match.run(FRAME)
      end
    end
    run(0.5)
    match.opponents[1]:pause()
    run(3)
    match.opponents[1]:resume()
    run(0.4)
    assert.are.equal(0, #match.played)
    run(0.2)
    assert.is_true(#match.played > 0)
  end)

  it("spends no more than a tenth of what is left on its clock", function()
    for _, row in ipairs {{5, {left = 5, increment = 0}}, {3, function() return {left = 3} end}} do
      local match = begin {at_least = 2, clock = row[2]}
      match.run(row[1] / 10 - 0.1)
      assert.are.equal(0, #match.played)
      match.run(0.2)
      assert.are.equal(1, #match.played)
    end
  end)
end)

-- Cause: two seconds after `play` was called, the opponent said that the game had refused the move. If a timer in the
-- state ran meanwhile, it played a second time.
describe("A function play that holds the move back for some seconds", function()
  it("is called once, and nothing is printed", function()
    for _, has_timer in ipairs {false, true} do
      local match, pending
      match = begin {play = function()
        assert(not pending)
        pending = match.frame + 300
      end}
      assert.are.same({}, framed_nim.printed_by(function()
        for _ = 1, 310 do
          if has_timer then match.state.timer = match.frame end
          match.run(FRAME)
          if pending and match.frame >= pending then match.state, pending = game.play(match.state, 1), nil end
        end
      end))
      assert.are.equal(29, match.state.heap)
    end
  end)
end)
