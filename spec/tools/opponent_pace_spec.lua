-- How soon an opponent moves, in seconds of the game's own frames: `at_least` and `pause`.

local alphabeta = require "alphabeta"
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

-- A game in frames. `self.played` has {frame, take, player} for each move.
local function begin(options, others)
  local self = {state = {heap = 30, turn = 1}, frame = 0, played = {}, opponents = {}}
  for me, own in ipairs {options, others} do
    self.opponents[me] = alphabeta.opponent(wrap.replace({
      game = game, me = me, depth = 2, slice = 1, state = function() return self.state end,
      play = function(take)
        self.played[#self.played + 1] = {self.frame, take, me}
        self.state = game.play(self.state, take)
      end,
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

-- Seconds from the first frame to the move of this number; and how many seconds each move came after the one before.
local function seconds_of(match, number) return (match.played[number][1] - 1) * FRAME end

local function is_near(expected, seconds)
  assert.is_true(math.abs(seconds - expected) < 2.5 * FRAME, ("%g, not %g"):format(seconds, expected))
end

-- Cause: an opponent whose search ended in the first frame answered in the instant of the player's move.
describe("An opponent that answers after at least some seconds", function()
  it("does so in each turn, also between two moves of its own", function()
    local match = begin({at_least = 0.5}, {at_least = 1})
    match.run(6)
    for i = 2, #match.played do
      is_near(match.played[i][3] == 1 and 0.5 or 1, seconds_of(match, i) - seconds_of(match, i - 1))
    end
    assert.is_true(#match.played > 5)
  end)

  it("leaves a pause of another length between its own moves", function()
    local match = begin({at_least = 1, pause = 0.25})
    match.state.heap, match.state.turn = 20, 1
    match.opponents[1].play = function()
      match.played[#match.played + 1] = {match.frame, 2, 1}
      match.state = game.play(match.state, 2)
    end
    match.run(2)
    assert.is_true(#match.played >= 4)
    is_near(1, seconds_of(match, 1))
    for i = 2, #match.played do is_near(0.25, seconds_of(match, i) - seconds_of(match, i - 1)) end
  end)

  it("answers when its search ends, if that takes longer", function()
    local match = begin {at_least = 0.1, depth = 6, slice = 1e-9}
    match.run(1)
    assert.are.same({}, match.played)
    assert.is_true(match.opponents[1]:thinking())
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
      match.state = {heap = 9, turn = 2}
      match.run(2)
      assert.are.equal(1, #match.played)
      match.state = {heap = 8, turn = 1}
      match.run(0.9)
      assert.are.equal(1, #match.played)
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
    local clock = {left = 5, increment = 0}
    local match = begin {at_least = 2, clock = clock}
    match.run(0.4)
    assert.are.equal(0, #match.played)
    match.run(0.2)
    assert.are.equal(1, #match.played)
    local shown = 3
    match = begin {at_least = 2, clock = function() return {left = shown} end}
    match.run(0.2)
    assert.are.equal(0, #match.played)
    match.run(0.2)
    assert.are.equal(1, #match.played)
  end)
end)

-- Cause: two seconds after `play` was called, the opponent said that the game had refused the move. If a timer in the
-- state ran meanwhile, it played a second time.
describe("A function play that holds the move back for some seconds", function()
  it("is called once, and nothing is printed", function()
    for _, has_timer in ipairs {false, true} do
      local printed, own, match, pending = 0, print, begin {}, nil
      match.opponents[1].play = function(take)
        assert(not pending)
        pending = {take = take, at = match.frame + 300}
      end
      _G.print = function() printed = printed + 1 end -- luacheck: ignore 122
      local ok, message = pcall(function()
        for _ = 1, 310 do
          if has_timer then match.state.timer = match.frame end
          match.run(FRAME)
          if pending and match.frame >= pending.at then
            match.state, pending = game.play(match.state, 1), nil
          end
        end
      end)
      _G.print = own -- luacheck: ignore 122
      assert(ok, message)
      assert.are.same({0, 29}, {printed, match.state.heap})
    end
  end)
end)
