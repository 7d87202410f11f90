-- An opponent that the game pauses: a menu, a window in the background.
--
-- Cause: a game that returns from its function `update` in a menu still has frames. In LÖVE the opponent went on
-- thinking in them, its clock fell, and it moved.

local framed_nim = require "spec.support.framed_nim"
local sleep = require "spec.support.sleep"
local wrap = require "spec.support.wrap"

local nim = framed_nim.rules
local dealt = framed_nim.with {
  deal = function(state, _, random)
    random()
    return {heap = state.heap, turn = state.turn}
  end,
}

-- What limits the search, and by which algorithm it goes.
local searches = {
  ["alpha-beta"] = {depth = 40},
  ["uct"] = {nodes = 1e6, algorithm = "uct"},
  ["deals by uct"] = {game = dealt, nodes = 1e6},
  ["deals by alpha-beta"] = {game = dealt, depth = 40, deals = 2},
}

-- An opponent of a large heap, and its `thoughts`: how many nodes, after each slice.
local function begin(options)
  local thoughts = {}
  local own = {on_thinking = function(info) thoughts[#thoughts + 1] = info.nodes end, copies = true}
  local session = framed_nim.begin(wrap.replace(own, options), 60)
  session.thoughts = thoughts
  return session
end

-- Frames with long slices until it has moved.
local function let_move(session)
  session.opponent.slice = 0.01
  session:think()
  session.opponent.slice = 1e-9
end

describe("An opponent that is paused", function()
  it("goes on with its search when it is resumed", function()
    for name, search in pairs(searches) do
      local session = begin(search)
      session:frames(60)
      session.opponent:pause()
      session:frames(10)
      session.opponent:resume()
      session:frames(20)
      local thoughts = session.thoughts
      for i = 2, #thoughts do assert.is_true(thoughts[i] >= thoughts[i - 1], name) end
      assert.are.same({80, true}, {#thoughts, thoughts[#thoughts] > 0})
      session.opponent:close()
    end
  end)

  it("loses no time: no limit of time runs", function()
    local sessions = {}
    for i, limit in ipairs {
      {time = 0.4}, {time = 0.4, algorithm = "uct"}, {think = 0.4}, {clock = {left = 3}}, {time = 0.4, game = dealt},
      {time = 0.4, deals = 2, depth = 40, game = dealt},
    } do
      sessions[i] = begin(limit)
      sessions[i]:frames(2)
      sessions[i].opponent:pause()
    end
    sleep(0.5)
    for i, session in ipairs(sessions) do
      session.opponent:resume()
      session:frames(3)
      assert.are.same({true, {}}, {session.opponent:thinking(), session.played}, i)
      session.opponent:close()
    end
  end)

  it("thinks no longer than its time in all", function()
    local session = begin {time = 0.05, depth = 40}
    session:frames(2)
    for _ = 1, 3 do
      session.opponent:pause()
      sleep(0.01)
      session.opponent:resume()
      session:frames(1)
    end
    let_move(session)
    local time = session.info.time
    assert.is_true(time > 0.049 and time < 1, time) -- the sums of a pause are rounded
  end)

  it("does not ponder, and goes on with that, too", function()
    local session = begin {ponder = true, depth = 8}
    session.state.heap = 20
    let_move(session)
    session:frames(3)
    assert.are.equal("pondering", session.opponent.mode.name)
    session.opponent:pause()
    session:frames(3)
    session:go(session:reply())
    session:frames(3)
    assert.are.equal(1, #session.played)
    session.opponent:resume()
    let_move(session)
    assert.are.equal(2, #session.played)
  end)

  it("keeps its clock as it is, even if the game gives no seconds", function()
    local clock = {left = 1e6, increment = 0}
    local session = begin {clock = clock, depth = 40}
    session:frames(5)
    session.opponent:pause()
    local left = clock.left
    assert.is_true(left < 1e6)
    session:frames(100)
    assert.are.equal(left, clock.left)
    session.opponent:resume()
    session:frames(6)
    assert.is_true(math.abs(left - clock.left - 6 / 60) < 1e-6, left - clock.left)
    left = clock.left
    session.opponent:pause()
    sleep(0.3)
    session.opponent:update()
    session.opponent:resume()
    session.opponent:update()
    assert.is_true(left - clock.left < 0.25, left - clock.left)
    session.opponent:close()
  end)

  it("gives a hint after the pause", function()
    local session, hint = begin {depth = 6, slice = 1}, nil
    session.state = {heap = 6, turn = 2}
    session.opponent:pause()
    session.opponent:hint(function(best) hint = best end)
    session:frames(5)
    assert.is_nil(hint)
    session.opponent:resume()
    session:frames(5)
    assert.are.equal(2, hint)
  end)
end)

-- Cause: an opponent that got no move waited for the state to change.
describe("An opponent whose search ends without a move", function()
  it("searches again", function()
    for name, search in pairs(searches) do
      for count = 1, 2 do
        local session, stops = nil, count
        local game = wrap.before(search.game or nim, function(callback)
          if callback == "moves" and stops > 0 and session and session.opponent.searcher:thinking() then
            stops = stops - 1
            session.opponent.searcher:stop()
          end
        end)
        session = begin(wrap.replace(search, {game = game, nodes = search.nodes and 20, depth = search.depth and 4}))
        session.state.heap = 8
        let_move(session)
        assert.are.equal(2, session.state.turn, name)
      end
    end
  end)

  it("does nothing if the game is over, not even search again", function()
    local searched = 0
    local session = begin {
      game = wrap.before(dealt, function() searched = searched + 1 end), nodes = 20,
      play = function() error "a move" end,
    }
    session.state.heap = 0
    session:frames(5)
    local before = searched
    session:frames(1)
    assert.is_true(searched - before < 10, searched - before)
  end)
end)
