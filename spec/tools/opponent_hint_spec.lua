-- A hint for the player: the best move and why, found by the opponent's searcher in slices.

local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local nim = framed_nim.rules

-- A match of which the opponent is player 2. `session.hints` has what `session.ask` was given.
local function begin(options, heap)
  local session = framed_nim.begin(wrap.replace({me = 2, depth = 8, win = 10}, options or {}), heap or 7)
  session.hints = {}
  function session.ask(label)
    return session.opponent:hint(function(...) session.hints[#session.hints + 1] = {...} end, label)
  end
  return session
end

-- Frames until there is a hint. Returns their number.
local function wait(session)
  return session:frames_until(function() return #session.hints > 0 end)
end

describe("A hint", function()
  for name, game in pairs(small_games.NIM) do
    it("is the best move by its label, and why, in slices, and leaves the state as it is: " .. name, function()
      local session = begin {game = game}
      local before = small_games.copy(session.state)
      session.ask(function(_, move) return "to " .. (type(move) == "table" and move.heap or 7 - move) end)
      assert.is_false(session.opponent:thinking())
      local frames = session:frames_until(function()
        assert.are.same(before, session.state)
        return #session.hints > 0
      end)
      local best, why, value, info = (table.unpack or unpack)(session.hints[1])
      assert.are.same({heap = 4, turn = 2}, small_games.after(session.state, type(best) == "table" and 3 or best))
      assert.is_true(frames > 20)
      assert.is_truthy(why:find "^The best move is to 4", why)
      assert.is_true(select(2, why:gsub("%.", "")) <= 2, why)
      assert.are.same({1, 1}, {value, #session.hints})
      assert.is_true(info.depth > 0)
    end)
  end

  it("is the best move whatever the level, and with each algorithm", function()
    for _, options in ipairs {{level = 1}, {algorithm = "mtdf"}, {algorithm = "pvs"}, {time = 5}, {ties = "random"}} do
      local session = begin(wrap.replace({slice = 1}, options))
      session.ask()
      wait(session)
      assert.are.equal(3, session.hints[1][1])
    end
  end)

  it("comes once while the opponent ponders, which it does again afterwards, and then moves", function()
    local session = begin({ponder = true}, 11)
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
      function(session) session.state.heap = 6 end, function(session) session.state = {heap = 9, turn = 1} end,
      function(session) session.state = nil end, function(session) session:go(1) end,
      function(session) session.opponent:stop() end,
    } do
      local session = begin()
      session.ask()
      session:frames(20)
      drop(session)
      session:frames(20)
      session.opponent.slice = 1
      session:frames(20)
      assert.are.same({}, session.hints)
      if session.state and session.state.turn == 1 then
        session.ask()
        wait(session)
      end
    end
  end)

  it("is none, and says so, in the opponent's turn, where there is no move, and without a state", function()
    local session = begin()
    assert.is_true(session.ask())
    session.state.turn = 2
    assert.is_false(session.ask())
    session:frames(3)
    assert.is_false(session.ask())
    session:think()
    session:frames(200)
    local over, empty = begin({slice = 1}, 0), begin {slice = 1}
    empty.state = nil
    for _, each in ipairs {over, empty} do
      assert.is_false(each.ask())
      each:frames(20)
      assert.are.same({}, each.hints)
    end
    assert.are.same({}, session.hints)
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

  it("ends when the function that gets it closes, stops or updates the opponent, or asks again", function()
    for _, name in ipairs {"close", "stop", "update", "hint"} do
      local opponent, count = begin({slice = 1}).opponent, 0
      local function on_hint()
        count = count + 1
        if count < 3 then opponent[name](opponent, name == "hint" and on_hint or nil) end
      end
      opponent:hint(on_hint)
      for _ = 1, 30 do
        if count == 0 or name ~= "close" then opponent:update() end
      end
      assert.are.equal(name == "hint" and 3 or 1, count)
    end
  end)

  it("is dropped by an error of the game, which is raised", function()
    local fails = true
    local session = begin {slice = 1, game = framed_nim.with {evaluate = function(...)
      if fails then error "this fails" end
      return nim.evaluate(...)
    end}}
    session.ask()
    local ok, message = pcall(session.frames, session, 20)
    assert.is_false(ok)
    assert.is_truthy(message:find("this fails", 1, true))
    fails = false
    session:frames(20)
    assert.are.same({}, session.hints)
    session.ask()
    wait(session)
  end)
end)
