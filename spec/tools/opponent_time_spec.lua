-- The time of an opponent: its clock, its soft limits, the seconds that pass before it moves, and pauses of the game,
-- such as a menu. That its clock runs in its own turn alone, that it never moves too soon, and does nothing in a pause,
-- is in random_match, too.

local framed_nim = require "spec.support.framed_nim"
local sleep = require "spec.support.sleep"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local nim = framed_nim.rules

local function begin(options, heap) return framed_nim.begin(wrap.replace({depth = 4}, options), heap or 21) end

describe("An opponent with a clock", function()
  it("keeps it up to date, by the seconds that the game says have passed in its turn", function()
    local clock, shown, session = {left = 1e6, increment = 3}, nil, nil
    session = begin {clock = clock, play = function(take)
      session.played[#session.played + 1], shown = take, clock.left
      session:go(take)
    end}
    local frames = session:think(1)
    local least = 1e6 + 3 - frames -- its turn began in the first frame, and has ended in the last one
    assert.is_true(frames > 3)
    assert.is_true(clock.left <= least + 1 and clock.left > least - 1000, clock.left)
    assert.are.equal(shown, clock.left)
    session:frames(10, 1) -- in the other's turn
    assert.are.equal(shown, clock.left)
    session:go(1)
    session:think(1)
    assert.is_true(clock.left < shown + 3, clock.left)
  end)

  -- Cause: a clock that the game keeps is a few milliseconds below 0 if a frame has ended late. That was an error.
  it("searches for a share of what it shows, also if that is below 0", function()
    for _, clock in ipairs {
      {left = 0.01}, {left = -0.004}, {left = -1e9, increment = 0}, function() return {left = -0.004} end,
    } do
      local session = begin({clock = clock, slice = 10, depth = 40}, 60)
      assert.are.equal(1, session:think(0))
      assert.are.same(type(clock) == "table" and clock or clock(), session.starts[1].clock)
    end
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
end)

describe("An opponent with a soft and a hard limit", function()
  it("ends by the soft one", function()
    for _, limits in ipairs {{think = {0, 1000}, depth = 20}, {nodes = {1, 1000}, depth = 20}} do
      assert.is_true(begin(limits):think(0) < 2000)
    end
  end)
end)

-- How soon it moves ---------------------------------------------------------------------------------------------------

-- Cause: an opponent whose search ended in the first frame answered in the instant of the player's move.
describe("An opponent that answers after at least some seconds", function()
  local function begin_slowly(options)
    return begin(wrap.replace({at_least = 0.5, depth = 2, slice = 1, game = small_games.NIM.copying}, options), 30)
  end

  it("does so in each turn, after a pause of another length between its own moves", function()
    for _, pause in ipairs {false, 0.25} do
      local session
      session = begin_slowly {pause = pause or nil, play = function(take)
        session.played[#session.played + 1] = take
        session.state = {heap = session.state.heap - 1, turn = pause and 1 or 2}
      end}
      for turn = 1, 3 do
        local expected = turn > 1 and pause or 0.5
        assert.is_true(math.abs(session:think() - 60 * expected - 1) < 2)
        session.state.turn = 1
      end
    end
  end)

  it("is thinking meanwhile, and plays for the state that there is then, whatever timer and pause there are", function()
    for _, ponder in ipairs {false, true} do
      local session = begin_slowly {ponder = ponder}
      local function run(seconds)
        for _ = 1, 60 * seconds do
          session.state.timer = (session.state.timer or 0) + 1
          session:frames(1)
        end
        return #session.played
      end
      assert.are.equal(0, run(0.3))
      assert.is_true(session.opponent:thinking())
      session.opponent:pause()
      assert.are.equal(0, run(3))
      session.opponent:resume()
      session.state = {heap = 1, turn = 1}
      assert.are.same({0, 1, 0}, {run(0.15), run(0.15), session.state.heap})
      session.state = {heap = 9, turn = 2}
      assert.are.equal(1, run(2))
      session.state = {heap = 8, turn = 1}
      assert.are.same({1, 2}, {run(0.45), run(0.15)})
    end
  end)

  it("spends no more than a tenth of what is left on its clock", function()
    for _, clock in ipairs {{left = 5, increment = 0}, function() return {left = 5} end} do
      local session = begin_slowly {at_least = 2, clock = clock}
      session:frames(24)
      assert.are.equal(0, #session.played)
      session:frames(12)
      assert.are.equal(1, #session.played)
    end
  end)
end)

-- Cause: two seconds after `play` was called, the opponent said that the game had refused the move. If a timer in the
-- state ran meanwhile, it played a second time.
describe("A function play that holds the move back for some seconds", function()
  it("is called once, and nothing is printed before eight seconds", function()
    local REFUSED = "alphabeta.opponent: 8 seconds after the call of 'play' the state is as it was: if the game has "
      .. "refused the move, play another one or call opponent:stop()"
    for _, row in ipairs {{300, {}}, {300, {}, has_timer = true}, {600, {REFUSED}}} do
      local frame, due, session = 0, nil, nil
      session = begin({slice = 1, play = function()
        assert(not due)
        due = frame + row[1]
      end}, 30)
      assert.are.same(row[2], framed_nim.printed_by(function()
        repeat
          frame = frame + 1
          if row.has_timer then session.state.timer = frame end
          session:frames(1)
        until frame == due
        nim.make(session.state, 1)
        session:frames(10)
      end))
      assert.are.equal(29, session.state.heap)
    end
  end)
end)

-- Pauses --------------------------------------------------------------------------------------------------------------

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
local function begin_long(options)
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

-- Cause: a game that returns from its function `update` in a menu still has frames. In LÖVE the opponent went on
-- thinking in them, its clock fell, and it moved.
describe("An opponent that is paused", function()
  it("goes on with its search when it is resumed", function()
    for name, search in pairs(searches) do
      local session = begin_long(search)
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

  it("loses no time: no limit of time runs, and then it thinks no longer than its time in all", function()
    local sessions = {}
    for i, limit in ipairs {
      {time = 0.4}, {time = 0.4, algorithm = "uct"}, {think = 0.4}, {clock = {left = 3}}, {time = 0.4, game = dealt},
      {time = 0.4, deals = 2, depth = 40, game = dealt},
    } do
      sessions[i] = begin_long(limit)
      sessions[i]:frames(2)
      sessions[i].opponent:pause()
    end
    sleep(0.5)
    for i, session in ipairs(sessions) do
      session.opponent:resume()
      session:frames(3)
      assert.are.same({true, {}}, {session.opponent:thinking(), session.played}, i)
      if i > 1 then session.opponent:close() end
    end
    let_move(sessions[1])
    local time = sessions[1].info.time
    assert.is_true(time > 0.399 and time < 2, time) -- the sums of a pause are rounded
  end)

  it("keeps its clock as it is, even if the game gives no seconds", function()
    local clock = {left = 1e6, increment = 0}
    local session = begin_long {clock = clock, depth = 40}
    session:frames(5)
    local left = clock.left
    assert.is_true(left < 1e6)
    session.opponent:pause()
    sleep(0.3)
    session.opponent:update()
    session.opponent:resume()
    session.opponent:update()
    assert.is_true(left - clock.left < 0.25, left - clock.left)
    session.opponent:close()
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
        session = begin_long(wrap.replace(search, {
          game = game, nodes = search.nodes and 20, depth = search.depth and 4,
        }))
        session.state.heap = 8
        let_move(session)
        assert.are.equal(2, session.state.turn, name)
      end
    end
  end)
end)
