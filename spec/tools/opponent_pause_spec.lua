-- An opponent that the game pauses: a menu, a window in the background.
--
-- Cause: a game that returns from its function `update` in a menu still has frames. In LÖVE the opponent went on
-- thinking in them, its clock fell, and it moved.

local alphabeta = require "alphabeta"
local sleep = require "spec.support.sleep"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local nim = small_games.NIM["in place"]
local dealt = wrap.replace(nim, {
  deal = function(state, _, random)
    random()
    return {heap = state.heap, turn = state.turn}
  end,
})

-- What limits the search, and by which algorithm it goes.
local searches = {
  ["alpha-beta"] = {depth = 40},
  ["uct"] = {nodes = 1e6, algorithm = "uct"},
  ["deals by uct"] = {game = dealt, nodes = 1e6},
  ["deals by alpha-beta"] = {game = dealt, depth = 40, deals = 2},
}

-- An opponent that is player 1; a slice is one call of a function of the game.
local function begin(options)
  local session = {state = {heap = 60, turn = 1}, moves = 0, thoughts = {}}
  session.opponent = alphabeta.opponent(wrap.replace({
    game = nim, me = 1, slice = 1e-9, state = function() return session.state end,
    play = function(take)
      session.moves = session.moves + 1
      session.state = small_games.after(session.state, take)
    end,
    on_thinking = function(info) session.thoughts[#session.thoughts + 1] = info.nodes end,
  }, options))
  return session
end

local function play_frames(session, count)
  for _ = 1, count do session.opponent:update(1 / 60) end
end

-- Plays frames until it has moved.
local function let_move(session)
  local before, frames = session.moves, 0
  session.opponent.slice = 0.01
  repeat
    session.opponent:update(1 / 60)
    frames = frames + 1
    assert.is_true(frames < 10000, "it never moves")
  until session.moves > before
  session.opponent.slice = 1e-9
end

describe("An opponent that is paused", function()
  it("goes on with its search when it is resumed", function()
    for name, search in pairs(searches) do
      local session = begin(search)
      play_frames(session, 60)
      session.opponent:pause()
      play_frames(session, 10)
      session.opponent:resume()
      play_frames(session, 20)
      for i = 2, #session.thoughts do assert.is_true(session.thoughts[i] >= session.thoughts[i - 1], name) end
      assert.is_true(session.thoughts[#session.thoughts] > 0)
      session.opponent:close()
    end
  end)

  it("loses no time: no limit of time runs", function()
    local limits = {
      {time = 0.4}, {time = 0.4, algorithm = "uct"}, {think = 0.4}, {clock = {left = 3}}, {time = 0.4, game = dealt},
      {time = 0.4, deals = 2, depth = 40, game = dealt},
    }
    local sessions = {}
    for i, limit in ipairs(limits) do
      sessions[i] = begin(limit)
      play_frames(sessions[i], 2)
      sessions[i].opponent:pause()
    end
    sleep(0.5)
    for i, session in ipairs(sessions) do
      session.opponent:resume()
      play_frames(session, 3)
      assert.are.same({true, 0}, {session.opponent:thinking(), session.moves}, i)
      session.opponent:close()
    end
  end)

  it("thinks no longer than its time in all", function()
    local session = begin {time = 0.05, depth = 40}
    play_frames(session, 2)
    for _ = 1, 3 do
      session.opponent:pause()
      sleep(0.01)
      session.opponent:resume()
      play_frames(session, 1)
    end
    let_move(session)
    local _, _, info = session.opponent.searcher:best()
    assert.is_true(info.time > 0.049 and info.time < 1, info.time) -- the sums of a pause are rounded
  end)

  it("does not ponder, and goes on with that, too", function()
    local session = begin {ponder = true, depth = 8}
    session.state.heap = 20
    let_move(session)
    play_frames(session, 3)
    assert.are.equal("pondering", session.opponent.mode.name)
    session.opponent:pause()
    play_frames(session, 3)
    session.state = small_games.after(session.state, session.opponent.mode.guess.reply)
    play_frames(session, 3)
    assert.are.equal(1, session.moves)
    session.opponent:resume()
    let_move(session)
    assert.are.equal(2, session.moves)
  end)

  it("keeps its clock as it is", function()
    local clock = {left = 1e6, increment = 0}
    local session = begin {clock = clock, depth = 40}
    play_frames(session, 5)
    session.opponent:pause()
    local left = clock.left
    assert.is_true(left < 1e6)
    play_frames(session, 100)
    assert.are.equal(left, clock.left)
    session.opponent:resume()
    play_frames(session, 6)
    assert.is_true(math.abs(left - clock.left - 6 / 60) < 1e-6, left - clock.left)
    session.opponent:close()
  end)

  it("keeps its clock as it is if the game gives no seconds", function()
    local clock = {left = 1e6}
    local session = begin {clock = clock, depth = 40}
    for _ = 1, 3 do session.opponent:update() end
    session.opponent:pause()
    local left = clock.left
    sleep(0.3)
    session.opponent:update()
    session.opponent:resume()
    session.opponent:update()
    assert.is_true(left - clock.left < 0.25, left - clock.left)
    session.opponent:close()
  end)

  it("may be paused twice, and resumed without a pause", function()
    local session = begin {depth = 4}
    session.opponent:resume()
    session.opponent:pause()
    session.opponent:pause()
    play_frames(session, 50)
    assert.are.equal(0, session.moves)
    session.opponent:resume()
    session.opponent:resume()
    let_move(session)
  end)

  it("may be stopped and closed", function()
    local session = begin {depth = 6}
    play_frames(session, 5)
    session.opponent:pause()
    session.opponent:stop()
    play_frames(session, 50)
    assert.are.equal(0, session.moves)
    session.opponent:resume()
    let_move(session)
    session.opponent:pause()
    session.opponent:close()
    session.opponent:resume()
    session.opponent:pause()
    assert.is_false((pcall(session.opponent.update, session.opponent)))
  end)

  it("gives a hint after the pause", function()
    local session, hint = begin {depth = 6}, nil
    session.state = {heap = 6, turn = 2}
    session.opponent:pause()
    session.opponent:hint(function(best) hint = best end)
    session.opponent.slice = 1
    play_frames(session, 5)
    assert.is_nil(hint)
    session.opponent:resume()
    play_frames(session, 5)
    assert.are.equal(2, hint)
  end)
end)

-- Cause: an opponent that got no move waited for the state to change.
describe("An opponent whose search ends without a move", function()
  it("searches again", function()
    for name, search in pairs(searches) do
      local session, stops
      local game = wrap.before(search.game or nim, function(callback)
        if callback == "moves" and stops > 0 and session.opponent.searcher:thinking() then
          stops = stops - 1
          session.opponent.searcher:stop()
        end
      end)
      for count = 1, 2 do
        stops = count
        session = begin(wrap.replace(search, {game = game, nodes = search.nodes and 20, depth = search.depth and 4}))
        session.state.heap = 8
        let_move(session)
        assert.are.equal(2, session.state.turn, name)
      end
    end
  end)

  it("does nothing if the game is over", function()
    local searched = 0
    local opponent = alphabeta.opponent {
      game = wrap.before(dealt, function() searched = searched + 1 end), nodes = 20, state = {heap = 0, turn = 1},
      turn = function() return true end, play = function() error "a move" end,
    }
    for _ = 1, 5 do opponent:update(1 / 60) end
    local before = searched
    opponent:update(1 / 60)
    assert.is_true(searched - before < 10, searched - before)
  end)
end)
