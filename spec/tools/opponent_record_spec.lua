-- What an opponent knows of the positions before its search, for `repetition`.

local framed_nim = require "spec.support.framed_nim"
local switches = require "spec.support.switches"
local wrap = require "spec.support.wrap"

local after, copying, hash, in_place = switches.after, switches.copying, switches.hash, switches.in_place
local new, unscored = switches.new, switches.unscored

-- A match of switches, in which the opponent is player 1.
local function begin(options)
  local session
  local own = wrap.replace({
    game = in_place, depth = 3, play = function(move)
      session.played[#session.played + 1], session.state = move, after(session.state, move)
    end,
  }, options or {})
  own.depth = own.depth or nil
  session = framed_nim.begin(own)
  session.opponent.slice = options and options.slice or 1
  session.state = new()
  return session
end

-- Player 2 always flips. Returns the moves of the opponent in so many turns.
local function play(session, turns)
  local first = #session.played + 1
  while #session.played < first - 1 + turns do
    if session.state.turn == 2 then session.state = after(session.state, "flip") end
    if session.state.steps == 5 then break end
    session:think()
    session:frames(3) -- in the other's turn, where some think on
  end
  return table.concat(session.played, " ", first)
end

-- Where nothing is known of the past, and where positions that came up again are worth as much as others.
local FLIPS = "flip flip flip flip flip flip flip flip"

describe("What an opponent knows of the past", function()
  local hashed = wrap.replace(in_place, {hash = hash})
  for name, options in pairs {
    ["a game without keys"] = {},
    ["a game with keys"] = {game = hashed},
    ["keys made of what states hold"] = {hash = "auto"},
    ["a game that copies states"] = {game = copying},
    ["an opponent that ponders"] = {ponder = true, slice = 1},
    ["an opponent that ponders, of a game with keys"] = {ponder = true, slice = 1, game = hashed},
    ["the option in place of the field"] = {game = unscored, repetition = 0},
  } do
    it("keeps it from playing the same for ever: " .. name, function()
      -- With four steps made, the other can make the last one: that is worth no more than a repetition.
      assert.equal("flip go flip go flip go flip", play(begin(options), 7))
    end)
  end

  it("is nothing where repetitions have no value", function()
    local session = begin {game = unscored}
    assert.equal(FLIPS, play(session, 8))
    assert.same({}, session.opponent.record.own)
  end)

  -- Cause: the opponent gave it to each search in a game with `repetition`. Playouts and deals refuse it.
  it("is nothing in searches by playouts and of deals", function()
    local game = wrap.replace(copying, {result = function() return 0 end})
    local dealt = wrap.replace(game, {deal = function(state) return wrap.replace(state, {}) end})
    for _, options in ipairs {
      {game = game, algorithm = "uct"}, {game = dealt}, {game = dealt, algorithm = "pvs"}, {game = dealt, deals = 2},
    } do
      for _, does_ponder in ipairs {false, true} do
        local session = begin(wrap.replace(options, {nodes = 30, depth = false, ponder = does_ponder}))
        for _ = 1, 60 do
          session:frames(1)
          if session.state.turn == 2 and session.state.steps < 5 then session.state = after(session.state, "flip") end
        end
        assert.is_true(#session.played > 1)
      end
    end
  end)

  it("is forgotten where another match begins, also while it thinks", function()
    for _, is_thinking in ipairs {false, true} do
      local session = begin {slice = 1e-9}
      local expected = play(session, 6)
      assert.matches("go", expected)
      if is_thinking then
        session.state = after(session.state, "flip")
        session:frames(3)
        assert.is_true(session.opponent:thinking())
      end
      session.state = new()
      assert.equal(expected, play(session, 6))
    end
  end)

  it("is forgotten where moves were taken back", function()
    local session = begin()
    assert.equal("flip", play(session, 1))
    local earlier = session.state
    assert.equal("go", play(session, 1))
    session.state = earlier
    assert.equal("flip", play(session, 1))
  end)

  it("is what came before the last turns, of a long match", function()
    local ladder = wrap.replace(in_place, {
      moves = function() return {"go"} end, evaluate = function(state) return state.steps end,
    })
    local session = begin {game = ladder, depth = 1}
    for turn = 1, 60 do
      session:think()
      session.state = after(session.state, "go")
      assert.equal(math.min(2 * turn - 2, 100), #session.opponent.record.before)
    end
  end)

  it("ends where a state has no key, which the search says", function()
    local session = begin()
    session.state.picture = print
    assert.error_matches(function() session:frames(1) end, "state%.picture")
  end)
end)
