-- An opponent in another's turn: it ponders, which is to think about the position behind the reply that it expects, and
-- it finds hints for the player. It leaves the game's state as it is between two frames. That hints are legal, best and
-- of the state that there is, is in random_match, too.

local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local nim, hashed = framed_nim.rules, framed_nim.hashed

-- Pondering -----------------------------------------------------------------------------------------------------------

local function begin(options)
  return framed_nim.begin(wrap.replace({depth = 6, ponder = true, copies = true}, options or {}), 21)
end

-- Frames of the other's turn, in which the state stays as it is.
local function ponder(session, frames)
  local state, heap, turn = session.state, session.state.heap, session.state.turn
  for _ = 1, frames do
    assert.are.same({false, false}, {session.opponent:update(1 / 60), session.opponent:thinking()})
    assert.are.same({true, heap, turn}, {rawequal(state, session.state), state.heap, state.turn})
  end
end

describe("An opponent that ponders", function()
  local games = {
    ["in place"] = nim, ["in place, with keys"] = hashed, copying = small_games.NIM.copying,
    children = small_games.NIM.children,
  }

  -- Cause: while a slice ran, a search that had been pondered was taken for one that is still pondered.
  for name, game in pairs(games) do
    it("goes on where the expected reply is made, and plays at once if nothing is left: " .. name, function()
      for _, frames in ipairs {30, 2000} do
        local session, said = nil, {}
        session = begin {game = game, depth = frames > 30 and 3 or nil, on_thinking = function()
          said[#said + 1] = session.opponent:thinking()
        end}
        local usual = session:think()
        ponder(session, frames)
        assert.are.equal(frames > 30, session.opponent.mode.has_ended)
        session.state, said = small_games.after(session.state, session:reply()), {}
        local count = session:think()
        assert.is_true(count < usual and (frames == 30 or count == 1), count)
        assert.are.same({2, 2, frames == 30 or nil}, {#session.starts, #session.played, said[1]})
      end
    end)
  end

  it("sees the reply before it is its turn again, and is not disturbed by a clock in the state", function()
    local is_on = true
    local session = begin {turn = function() return is_on end}
    session:think()
    is_on = false
    ponder(session, 30)
    session:go(session:reply()) -- the other's move is still being shown
    ponder(session, 30)
    is_on = true
    session:think()
    assert.are.equal(2, #session.starts)
    is_on = false
    for frame = 1, 60 do
      session.state.clock = frame
      session:frames(1)
    end
    session:go(session:reply())
    session.state.clock, is_on = 61, true
    local starts = #session.starts
    assert.is_true(starts <= 4, starts)
    session:think()
    assert.are.equal(starts, #session.starts)
  end)

  it("keeps its limits of time from the moment on when it is its turn", function()
    for _, row in ipairs {{"time", 0.2, 1e-6}, {"think", 0.2, 1e-6}, {"think", {0.2, 1000}, {1e-6, 1000}}} do
      local name, limit, little = row[1], row[2], row[3]
      local session = begin {depth = 60, slice = 1, [name] = limit}
      session.state.heap = 200
      session:think()
      session.opponent.slice = 1e-9
      ponder(session, 200)
      session.opponent.limits[name] = little
      assert.is_true(session.opponent.searcher:thinking())
      assert.is_true(session.starts[2][name] > 1e6)
      session:go(session:reply())
      assert.are.equal(1, session:think())
      assert.are.equal(2, #session.starts)
    end
  end)

  it("begins with another guess where moves are taken back, and with none where the game is left", function()
    local session = begin()
    session:think()
    ponder(session, 10)
    assert.are.equal(2, #session.starts)
    session.state.heap = 13
    ponder(session, 10)
    assert.are.equal(3, #session.starts)
    session.state = nil
    session:frames(1)
    assert.is_false(session.opponent.searcher:thinking())
    session.state = {heap = 3, turn = 1}
    session:think()
    assert.are.equal(3, session.played[2])
  end)

  it("does not think where it does not know the reply, and asks for no state where it does not ponder", function()
    local session = begin {depth = 1}
    session.state.heap = 3
    session:think()
    ponder(session, 10)
    assert.are.same({nil, 1}, {session.opponent.mode.guess, #session.starts})
    for count, does_ponder in pairs {[0] = false, true} do
      local asked = 0
      local function state()
        asked = asked + 1
        return {heap = 5, turn = 1}
      end
      begin({state = state, turn = function() return false end, ponder = does_ponder}):frames(1)
      assert.are.equal(count, asked)
    end
  end)
end)

-- Hints ---------------------------------------------------------------------------------------------------------------

-- A match of which the opponent is player 2. `session.hints` has what `session.ask` was given.
local function begin_hints(options, heap)
  local session = framed_nim.begin(wrap.replace({me = 2, depth = 8, win = 10}, options or {}), heap or 7)
  session.hints = {}
  function session.ask(label)
    return session.opponent:hint(function(...) session.hints[#session.hints + 1] = {...} end, label)
  end
  return session
end

-- Frames until there is a hint. Returns their number.
local function wait(session, on_frame)
  return session:frames_until(function()
    if on_frame then on_frame() end
    return #session.hints > 0
  end)
end

describe("A hint", function()
  -- A timer drops a hint when it changes for the first time; so the hint is asked for twice.
  -- Cause: in a game with child states it was a child of the state as it was when the search had begun.
  for name, game in pairs(small_games.NIM) do
    it("is the best move by its label, and why, in slices, and leaves the state as it is: " .. name, function()
      local session, frame = begin_hints {game = game}, 0
      framed_nim.replace_slices(session.opponent, function(step) return step {nodes = 2} end)
      local function label(_, move) return "to " .. (type(move) == "table" and move.heap or 7 - move) end
      wait(session, function()
        assert.are.same({heap = 7, turn = 1, timer = frame > 0 and frame or nil}, session.state)
        assert.is_false(session.opponent:thinking())
        if #session.hints > 0 then return end
        if not session.opponent.hint_wanted then session.ask(label) end
        frame, session.state.timer = frame + 1, frame + 1
      end)
      local best, why, value, info = (table.unpack or unpack)(session.hints[1])
      assert.are.same({heap = 4, turn = 2, timer = frame},
        type(best) == "table" and best or small_games.after(session.state, best))
      assert.is_true(frame > 20)
      assert.is_truthy(why:find "^The best move is to 4", why)
      assert.is_true(select(2, why:gsub("%.", "")) <= 2, why)
      assert.are.same({1, 1}, {value, #session.hints})
      assert.is_true(info.depth > 0)
    end)
  end

  it("is the best move whatever the level, and with each algorithm", function()
    for _, options in ipairs {{level = 1}, {algorithm = "mtdf"}, {algorithm = "pvs"}, {time = 5}, {ties = "random"}} do
      local session = begin_hints(wrap.replace({slice = 1}, options))
      session.ask()
      wait(session)
      assert.are.equal(3, session.hints[1][1])
    end
  end)

  it("says by how many games or deals it was found, and what it gets", function()
    local rules = small_games.by_result(nim, function(state, me) return nim.evaluate(state, me) > 0 and 1 or 0 end)
    local dealt = framed_nim.with {deal = function(state) return small_games.copy(state) end}
    for basis, options in pairs {
      ["%d+ games played out, it gets %d%d?%d? %% of the points%.$"] = {game = rules, nodes = 200, algorithm = "uct"},
      ["2 possible deals, it does best%.$"] = {game = dealt, deals = 2, depth = 8},
    } do
      local session, found = framed_nim.begin(wrap.replace({me = 2, slice = 1}, options), 7), nil
      session.opponent:hint(function(_, why) found = why end)
      session:frames_until(function() return found end)
      assert.is_truthy(found:find("^The best move is 3: averaged over " .. basis), found)
    end
  end)

  it("comes once while the opponent ponders, which it does again afterwards, and then moves", function()
    local session = begin_hints({ponder = true}, 11)
    session.state.turn = 2
    session:think()
    session:frames(10)
    assert.are.equal(2, #session.starts)
    session.opponent:hint(function() error "this one is replaced" end)
    session:frames(2)
    session.ask()
    wait(session)
    assert.are.equal(3, #session.starts)
    session:frames(10)
    assert.are.equal(4, #session.starts)
    session:go(session.hints[1][1])
    session:think()
    assert.are.equal(1, #session.hints)
  end)

  it("is dropped when the state changes, when the opponent is to move, and by stop", function()
    for _, drop in ipairs {
      function(session) session.state.heap = 6 end, function(session) session.state = nil end,
      function(session) session:go(1) end, function(session) session.opponent:stop() end,
    } do
      local session = begin_hints()
      session.ask()
      session:frames(20)
      drop(session)
      session:frames(20)
      session.opponent.slice = 1
      session:frames(20)
      assert.are.same({}, session.hints)
    end
  end)

  it("is none, and says so, in the opponent's turn, where there is no move, and without a state", function()
    local session, over, empty = begin_hints(), begin_hints({slice = 1}, 0), begin_hints {slice = 1}
    assert.is_true(session.ask())
    session.state.turn, empty.state = 2, nil
    for _, each in ipairs {session, over, empty} do
      assert.is_false(each.ask())
      each:frames(3)
      assert.are.same({}, each.hints)
    end
  end)

  it("may be asked for by functions that the opponent calls, by the mode that it is in", function()
    local session, answers = nil, {}
    session = framed_nim.begin {turn = function()
      answers[#answers + 1] = session.opponent:hint(function() end)
      return session.state.turn == 2
    end}
    session:frames(1)
    session.state.turn = 2
    session:frames(2)
    assert.are.same({true, true, false}, answers)
  end)
end)
