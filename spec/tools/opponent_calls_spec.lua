-- An opponent that is used by what it calls: by the functions of its options and of the game, and by a debug hook.
--
-- Cause: what an opponent knew of its searcher, whether it thought, was a copy of its own. A function that it called
-- and that used it in turn made that wrong: an `update` within `on_thinking`, in a dialogue that runs a loop of its
-- own, left it silent for ever, and closing it in `turn`, `state` or a function of the game raised errors of the
-- searcher.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local framed_nim = require "spec.support.framed_nim"

local nim, with, hashed, begin, run =
  framed_nim.rules, framed_nim.with, framed_nim.hashed, framed_nim.begin, framed_nim.run

describe("An opponent that is used by what it calls", function()
  -- Every function that an opponent calls; `does` is called in the first call of that name.
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
    session = begin(options)
    local own = session.options
    options.state, options.turn, options.play = own.state, own.turn, own.play
    options.slice = 1e-9
    if hashed[name] then
      options.game = with({[name] = hooked(hashed[name])}, hashed)
    else
      options[name] = hooked(options[name])
    end
    session.opponent = alphabeta.opponent(options)
    session.closed = 0
    session.opponent.on_close = function() session.closed = session.closed + 1 end
    return session
  end

  local NAMES = {"turn", "state", "on_thinking", "play", "moves", "make", "unmake", "player", "evaluate", "hash"}

  for _, name in ipairs(NAMES) do
    it("is closed in " .. name, function()
      local session = begin_with(name, function(own) own.opponent:close() end)
      run(session)
      assert.are.equal(1, session.closed)
      assert.are.same(name == "play" and {1} or {}, session.played)
      assert.are.equal("alphabeta.searcher (closed)", tostring(session.opponent.searcher.own))
      assert.has_error(function() session.opponent:update() end, "opponent:update: the opponent is closed")
      session.opponent:close()
      assert.are.equal(1, session.closed)
    end)

    it("is stopped in " .. name .. ", and begins anew", function()
      local session = begin_with(name, function(own) own.opponent:stop() end)
      run(session)
      if name ~= "play" then
        assert.are.same({{}, 20, 1}, {session.played, session.state.heap, session.state.turn})
        run(session)
      end
      assert.are.same({1}, session.played)
    end)
  end

  it("is updated in its own functions", function()
    for i = 1, 4 do
      local session = begin_with(NAMES[i], run)
      run(session)
      run(session)
      assert.are.same({1}, session.played)
      session.state = nim.new(7)
      run(session)
      assert.are.same({1, 3}, session.played)
    end
  end)

  it("cannot be updated in a function of the game that its search calls, and says so", function()
    local is_its_own_call = {moves = true, player = true, hash = true} -- they are called to compare states, too
    for i = 5, #NAMES do
      local session = begin_with(NAMES[i], function(own)
        local ok, message = pcall(own.opponent.update, own.opponent)
        if not ok then own.message = message end
      end)
      run(session)
      if not is_its_own_call[NAMES[i]] then
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
        session.state = nim.new(7) -- the hook may have struck in the midst of `make`
        session.opponent.slice = 1e-9
        run(session)
        assert.are.equal(1, #session.played)
        assert.are.same({7 - session.played[1], 2}, {session.state.heap, session.state.turn})
      end
    end
  end)
end)
