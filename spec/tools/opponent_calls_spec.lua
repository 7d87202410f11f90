-- An opponent that is used by what it calls: by the functions of its options and of the game, and by a debug hook.
--
-- Cause: what an opponent knew of its searcher, whether it thought, was a copy of its own. A function that it called
-- and that used it in turn made that wrong: an `update` within `on_thinking`, in a dialogue that runs a loop of its
-- own, left it silent for ever, and closing it in `turn`, `state` or a function of the game raised errors of the
-- searcher.

local core = require "alphabeta.core"
local framed_nim = require "spec.support.framed_nim"

local with, hashed, begin = framed_nim.with, framed_nim.hashed, framed_nim.begin

describe("An opponent that is used by what it calls", function()
  -- A session in which the first call of the function of that name calls `does`.
  local function begin_with(name, does)
    local session
    local function hooked(callback)
      return function(...)
        if session and does then
          local once = does
          does = nil
          once(session)
        end
        return callback(...)
      end
    end
    local options = {depth = 3, game = hashed, on_thinking = function() end}
    function options.turn() return session.state.turn == 1 end
    function options.state() return session.state end
    function options.play(take)
      session.played[#session.played + 1] = take
      session:go(take)
    end
    if hashed[name] then
      options.game = with({[name] = hooked(hashed[name])}, hashed)
    else
      options[name] = hooked(options[name])
    end
    session = begin(options)
    session.closed = 0
    session.opponent.on_close = function() session.closed = session.closed + 1 end
    return session
  end

  local NAMES = {"turn", "state", "on_thinking", "play", "moves", "make", "unmake", "player", "evaluate", "hash"}

  for _, name in ipairs(NAMES) do
    it("is closed, or stopped and begins anew, in " .. name, function()
      local session = begin_with(name, function(own) own.opponent:close() end)
      session:run()
      assert.are.same({1, name == "play" and {1} or {}}, {session.closed, session.played})
      assert.are.equal("alphabeta.searcher (closed)", tostring(session.opponent.searcher))
      assert.has_error(function() session.opponent:update() end, "opponent:update: the opponent is closed")
      session.opponent:close()
      assert.are.equal(1, session.closed)

      session = begin_with(name, function(own) own.opponent:stop() end)
      session:run()
      if name ~= "play" then
        assert.are.same({{}, {heap = 20, turn = 1}}, {session.played, session.state})
        session:run()
      end
      assert.are.same({1}, session.played)
    end)
  end

  it("is updated in its own functions", function()
    for i = 1, 4 do
      local session = begin_with(NAMES[i], function(own) own:run() end)
      session:run()
      session:run()
      assert.are.same({1}, session.played)
      session.state = {heap = 7, turn = 1}
      session:run()
      assert.are.same({1, 3}, session.played)
    end
  end)

  it("cannot be updated in a function of the game that its search calls, and says so", function()
    local is_its_own_call = {moves = true, player = true, hash = true} -- they are called to compare states, too
    for i = 5, #NAMES do
      local session = begin_with(NAMES[i], function(own)
        own.is_updated, own.message = pcall(own.opponent.update, own.opponent)
      end)
      session:run()
      if not is_its_own_call[NAMES[i]] then
        assert.is_false(session.is_updated)
        assert.is_truthy(session.message:find("opponent:update: called while its search calls a function of the game",
          1, true), session.message)
      end
      assert.are.same({1}, session.played)
    end
  end)

  it("goes on after an error of a debug hook at any moment", function()
    if core.ENGINE == "Lua" then return end -- it runs in Lua itself, where a hook may strike in the midst of a search
    local count, has_struck = 0, true
    while has_struck do
      count, has_struck = count + 7, false
      local session = begin {depth = 2, game = hashed, slice = 1}
      local ok = pcall(function()
        debug.sethook(function()
          has_struck = true
          debug.sethook()
          error "enough"
        end, "", count)
        session.opponent:update()
        debug.sethook()
      end)
      assert.is_true(ok or has_struck)
      assert(count < 100000)
      if #session.played == 0 then
        session.state = {heap = 7, turn = 1} -- the hook may have struck in the midst of `make`
        session.opponent.slice = 1e-9
        session:run()
        assert.are.equal(1, #session.played)
        assert.are.same({heap = 7 - session.played[1], turn = 2}, session.state)
      end
    end
  end)
end)
