-- A computer player for a game that runs in frames: when it thinks, when it begins anew, and how long its slices are.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

-- Nim with one heap, changed in place: take 1, 2 or 3; the player who takes the last match wins. The best move leaves a
-- multiple of four.
local nim = wrap.replace(small_games.NIM["in place"], {new = function(heap) return {heap = heap, turn = 1} end})

local function with(fields, base) return wrap.replace(base or nim, fields) end

local hashed = with {hash = function(state) return state.heap end}

-- A game that runs in frames, with an opponent that is player 1. One slice is one call of a function of the game, so
-- that a thought takes many frames.
local function begin(options)
  local session = {state = nim.new(20), played = {}, is_on = true}
  local own = {
    game = nim, depth = 5, slice = 1e-9,
    state = function() return session.state end,
    turn = function() return session.is_on and session.state.turn == 1 end,
    play = function(take, value, info)
      session.played[#session.played + 1] = take
      session.value, session.info = value, info
      nim.make(session.state, take)
    end,
  }
  session.opponent = alphabeta.opponent(with(options or {}, own))
  return session
end

-- Frames until the opponent no longer thinks. Returns their number.
local function run(session)
  local frames = 0
  repeat
    frames = frames + 1
    assert(frames < 100000)
  until not session.opponent:update(1 / 60)
  return frames
end

local function frames(session, count)
  for _ = 1, count do assert.is_true(session.opponent:update(1 / 60)) end
end

describe("An opponent", function()
  it("finds in frames what a search finds at once", function()
    for heap = 1, 12 do
      local session = begin()
      session.state.heap = heap
      local best, value, info = alphabeta.search(nim.new(heap), 5, {game = nim})
      run(session)
      assert.are.same({best}, session.played)
      assert.are.same({value, info.nodes, info.reason}, {session.value, session.info.nodes, session.info.reason})
    end
  end)

  it("thinks in many frames, and leaves the state as it is meanwhile", function()
    local session = begin()
    while session.opponent:update(1 / 60) do
      assert.are.same({heap = 20, turn = 1}, session.state)
      assert.is_true(session.opponent:thinking())
    end
    assert.is_false(session.opponent:thinking())
    assert.is_true(run(begin()) > 20)
  end)

  it("does nothing while it is not its turn", function()
    local session = begin {state = function() error "it asks for the state" end}
    session.state.turn = 2
    for _ = 1, 3 do assert.is_false(session.opponent:update(1 / 60)) end
    assert.are.same({}, session.played)
  end)

  it("plays a whole game", function()
    local session = begin {depth = 12}
    session.state.heap = 12
    repeat
      run(session)
      if session.state.heap > 0 then nim.make(session.state, 1) end
    until session.state.heap == 0
    assert.are.same({1, 2, 3, 3}, session.played)
  end)

  it("plays every move of a player who moves twice, each after a thought", function()
    local session = begin()
    local turns = 0
    session.opponent = alphabeta.opponent {
      game = nim, depth = 2, state = session.state, turn = function() return turns < 2 end,
      play = function(take)
        session.played[#session.played + 1], turns = take, turns + 1
        session.state.heap = session.state.heap - take
      end,
    }
    for _ = 1, 3 do run(session) end
    assert.are.equal(2, #session.played)
  end)

  it("takes a state as a value, and rules that are the state's own", function()
    local state, played = setmetatable({heap = 7, turn = 1}, {__index = nim}), nil
    local opponent = alphabeta.opponent {
      state = state, turn = function() return state.turn == 1 end, depth = 7,
      play = function(take)
        played = take
        nim.make(state, take)
      end,
    }
    repeat until not opponent:update()
    assert.are.equal(3, played)
  end)

  it("takes states of games that copy them, and children", function()
    for style, game in pairs {
      copying = {moves = function(heap) return ({{}, {1}, {1, 2}})[heap + 1] or {1, 2, 3} end,
        play = function(heap, take) return heap - take end},
      children = {children = function(heap)
        local list = {}
        for after = math.max(0, heap - 3), heap - 1 do list[#list + 1] = after end
        return list
      end},
    } do
      game.evaluate = function(heap) return heap == 0 and -1 or 0 end
      local heap, played = 7, nil
      local opponent = alphabeta.opponent {
        game = game, view = "mover", depth = 7, state = function() return heap end,
        turn = function() return not played end, play = function(best) played = best end,
      }
      repeat until not opponent:update()
      assert.are.equal(style == "copying" and 3 or 4, played)
    end
  end)

  it("waits after a move that is not made at once, instead of thinking about the same state again", function()
    local calls, session = 0, begin()
    session.opponent = alphabeta.opponent {
      game = nim, depth = 3, slice = 1, state = session.state, play = function() calls = calls + 1 end,
      turn = function() return session.state.turn == 1 end,
    }
    for _ = 1, 10 do session.opponent:update() end
    assert.are.equal(1, calls)
    nim.make(session.state, 1)
    session.opponent:update()
    nim.unmake(session.state, 1) -- taken back
    for _ = 1, 10 do session.opponent:update() end
    assert.are.equal(2, calls)
    session.opponent:stop()
    for _ = 1, 10 do session.opponent:update() end
    assert.are.equal(3, calls)
  end)

  it("plays nothing where there is no move", function()
    local session = begin()
    session.state.heap = 0
    run(session)
    for _ = 1, 5 do assert.is_false(session.opponent:update(1 / 60)) end
    assert.are.same({}, session.played)
  end)

  it("reports what it thinks in each frame", function()
    local depths, has_best = {}, false
    local session = begin {deepening = true, on_thinking = function(info, best, value)
      depths[#depths + 1] = info.depth
      assert.are.equal(info.depth > 0, best ~= nil)
      assert.are.equal(best ~= nil, value ~= nil)
      has_best = has_best or best ~= nil
    end}
    assert.are.equal(run(session), #depths)
    assert.are.same({0, 5, true}, {depths[1], depths[#depths], has_best})
  end)

  it("can be stopped and closed by its own functions", function()
    local session
    session = begin {on_thinking = function(info) if info.nodes > 5 then session.opponent:close() end end}
    run(session)
    assert.are.same({}, session.played)
    assert.has_error(function() session.opponent:update() end, "opponent:update: the opponent is closed")
    session.opponent:close()

    session = begin {on_thinking = function(info) if info.nodes == 6 then session.opponent:stop() end end}
    assert.is_false((function()
      for _ = 1, 1000 do
        if not session.opponent:update() then return false end
      end
      return true
    end)())
  end)

  it("thinks for a second where no option limits it", function()
    local limited = {}
    local new = core.new
    core.new = function(game, options)
      limited[#limited + 1] = options.time or 0
      return new(game, options)
    end
    local ok, message = pcall(function()
      local own = {game = nim, state = 1, turn = print, play = print}
      for _, options in ipairs {{}, {depth = 3}, {nodes = 9}, {level = 3}, {time = 2}, {time = 2, depth = 3}} do
        alphabeta.opponent(with(options, own))
      end
    end)
    core.new = new
    assert(ok, message)
    assert.are.same({1, 0, 0, 0, 2, 2}, limited)
  end)

  it("plays at a level", function()
    local session = begin {level = function(scores) return #scores end}
    session.state.heap = 7
    run(session)
    assert.are_not.equal(3, session.played[1])
  end)
end)

describe("An opponent whose game changes while it thinks", function()
  for name, game in pairs {["with hash"] = hashed, ["without hash"] = nim} do
    describe(name .. ",", function()
      it("begins anew after a restart", function()
        local session = begin {game = game}
        frames(session, 8)
        session.state = nim.new(7)
        run(session)
        assert.are.same({{3}, 4}, {session.played, session.state.heap})
      end)

      it("begins anew when the same state was set back", function()
        local session = begin {game = game}
        frames(session, 8)
        session.state.heap = 7
        run(session)
        assert.are.same({{3}, 4}, {session.played, session.state.heap})
      end)

      it("drops the thought when a move is taken back, or the game is left", function()
        local session = begin {game = game}
        frames(session, 8)
        session.state.turn = 2
        assert.is_false(session.opponent:update(1 / 60))
        assert.is_false(session.opponent.searcher:thinking())
        session.state = nim.new(7)
        frames(session, 8)
        session.is_on = false
        assert.is_false(session.opponent:update(1 / 60))
        assert.is_false(session.opponent.searcher:thinking())
        assert.are.same({heap = 7, turn = 1}, session.state)
        session.is_on = true
        run(session)
        assert.are.same({3}, session.played)
      end)

      it("drops the thought when there is no state", function()
        local session = begin {game = game}
        frames(session, 3)
        local state = session.state
        session.opponent.state = function() return nil end
        assert.is_false(session.opponent:update(1 / 60))
        assert.are.same({heap = 20, turn = 1}, state)
      end)

      it("goes on where the state is made anew in each frame", function()
        local session = begin {game = game}
        session.opponent.state = function() return {heap = session.state.heap, turn = session.state.turn} end
        session.state.heap = 7
        local count = run(session)
        local same = begin {game = game}
        same.state.heap = 7
        assert.are.equal(run(same), count)
        assert.are.same({3}, session.played)
      end)
    end)
  end

  it("begins anew when another is to move in the same position", function()
    local session = begin {game = with {player = function(state) return state.turn + (state.bonus or 0) end,
      hash = function(state) return state.heap end}}
    frames(session, 8)
    local function nodes() return select(3, session.opponent.searcher:best()).nodes end
    local before = nodes()
    session.opponent:update()
    assert.is_true(nodes() >= before)
    session.state.bonus = 5
    session.opponent:update()
    assert.is_true(nodes() < before)
  end)

  it("is not disturbed by fields that are no part of the game", function()
    local function tick(options)
      local session = begin(options)
      session.state.clock, session.state.cursor = 0, {x = 0, y = 0}
      for _ = 1, 1000 do
        session.state.clock, session.state.cursor.x = session.state.clock + 1, session.state.clock
        if not session.opponent:update(1 / 60) then break end
      end
      return session.played
    end
    assert.are.same({1}, tick {depth = 3})
    assert.are.same({1}, tick {game = hashed, depth = 3})
    assert.are.same({1}, tick {exclude = {"clock", "cursor.x"}, depth = 3})
    assert.are.same({1}, tick {hash = "auto", depth = 3})
    assert.are.same({1}, tick {hash = "auto", hash_ignore = {"clock", "cursor"}, depth = 3})
  end)

  it("is not disturbed by what the game's functions keep in the state", function()
    local session = begin {depth = 3, game = with {evaluate = function(state, me)
      state.evaluated = (state.evaluated or 0) + 1
      return nim.evaluate(state, me)
    end}}
    run(session)
    assert.are.same({1}, session.played)
  end)
end)

-- Cause: what an opponent knew of its searcher, whether it thought, was a copy of its own. A function that it called
-- and that used it in turn made that wrong: an `update` within `on_thinking`, in a dialogue that runs a loop of its
-- own, left it silent for ever, and closing it in `turn`, `state` or a function of the game raised errors of the
-- searcher.
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
    local own = session.opponent
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
      assert.are.equal("alphabeta.searcher (closed)", tostring(session.opponent.searcher))
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

-- Cause: the search began anew whenever a field of the state had changed, and an error said so only after sixty frames
-- in a row. A clock that is shown, a cursor that blinks, an animation at half the rate held the opponent up for ever,
-- silently.
describe("An opponent in a game that changes fields which are no part of it", function()
  -- Frames until the opponent has played; `change(state, frame)` is called after each.
  local function frames_with(options, change, state)
    local session = begin(with(options, {depth = 5}))
    if state then session.state = state end
    local count = 0
    repeat
      session.opponent:update(1 / 60)
      count = count + 1
      change(session.state, count)
      assert.is_true(count < 3000, "it never plays")
    until #session.played > 0
    assert.are.same({1}, session.played)
    return count
  end

  local usual = frames_with({}, function() end)

  it("moves, whether they change in each frame or now and then", function()
    for _, every in ipairs {1, 2, 7, 30, 60} do
      for name, options in pairs {without = {}, with = {game = hashed}} do
        local count = frames_with(options, function(state, frame)
          if frame % every == 0 then state.seconds = (state.seconds or 0) + 1 end
        end)
        assert.is_true(count <= 2 * usual + every, every .. " " .. name .. ": " .. count)
      end
    end
  end)

  it("moves where they come, go, and are replaced", function()
    assert.is_true(frames_with({}, function(state, frame)
      state.shown = frame % 3 == 0 and {x = frame} or nil
      state.log = {"a", frame}
    end) < 4 * usual)
  end)

  it("moves where it is another field each time", function()
    assert.is_true(frames_with({}, function(state, frame) state["particle" .. frame] = frame end) < 10 * usual)
  end)

  it("moves where keys are made of them", function()
    for _, every in ipairs {1, 2, 30} do
      assert.is_true(frames_with({hash = "auto"}, function(state, frame)
        if frame % every == 0 then state.seconds = frame end
      end) < 10 * usual)
    end
  end)

  it("moves where states are made anew, and in games that copy them", function()
    local game = {
      moves = nim.moves, evaluate = nim.evaluate, player = nim.player,
      play = function(state, take)
        return {heap = state.heap - take, turn = 3 - state.turn, seconds = state.seconds}
      end,
    }
    local session, count = begin {game = game, depth = 4}, 0
    session.state.seconds = 0
    session.opponent.state = function()
      return {heap = session.state.heap, turn = session.state.turn, seconds = session.state.seconds}
    end
    repeat
      session.opponent:update()
      count, session.state.seconds = count + 1, count
      assert(count < 3000)
    until #session.played > 0
  end)

  -- Cause: what had changed before no longer counted, so that a state in which the move was made and answered within
  -- one frame was taken for the one before, and the opponent waited for ever.
  it("moves again where its move was answered in the same frame, and keys are made of what changes", function()
    local session = begin {hash = "auto", depth = 5}
    local own = session.opponent.play
    session.opponent.play = function(...)
      own(...)
      nim.make(session.state, 1)
    end
    local count = 0
    repeat
      count = count + 1
      session.state.seconds = count
      session.opponent:update(1 / 60)
      assert.is_true(count < 3000, "it never plays")
    until #session.played == 3
  end)

  it("still sees what changes for the second time and is part of it", function()
    local session = begin {depth = 5}
    frames(session, 8)
    session.state.heap = 9
    frames(session, 8)
    session.state.heap = 3
    run(session)
    assert.are.same({3}, session.played)

    session = begin {depth = 60} -- for the second time, and less can be played
    frames(session, 30)
    session.state.heap = 9
    frames(session, 30)
    session.state.heap = 2
    local reached = select(3, session.opponent.searcher:best()).nodes
    session.opponent:update()
    assert.is_true(select(3, session.opponent.searcher:best()).nodes < reached)

    session = begin {depth = 5} -- the same can be played, but it is another field that changes
    session.state.bonus = 0
    frames(session, 8)
    local function nodes() return select(3, session.opponent.searcher:best()).nodes end
    local before = nodes()
    session.state.bonus = 1
    session.opponent:update()
    assert.is_true(nodes() < before)
  end)
end)

-- Cause: beyond 2000 tables, states without keys were compared by identity alone. An undo or a restart was not seen,
-- and a move was played that was none. And below, each frame compared all, however much that was.
describe("An opponent with a large state", function()
  local function new_state(heap, count)
    local state = nim.new(heap)
    state.cells = {}
    for i = 1, count do state.cells[i] = {i} end
    return state
  end

  it("begins anew where it has changed", function()
    for _, count in ipairs {1900, 2100, 20000} do
      local session = begin {depth = 6}
      session.state = new_state(30, count)
      frames(session, 5)
      session.state.heap = 1
      run(session)
      assert.are.same({{1}, 0}, {session.played, session.state.heap})
    end
  end)

  it("sees a change anywhere in it after some frames", function()
    local session = begin {depth = 60}
    session.state = new_state(30, 5000)
    frames(session, 60)
    local function nodes() return select(3, session.opponent.searcher:best()).nodes end
    local before = nodes()
    session.state.cells[2500][1] = 0
    for _ = 1, 60 do
      session.opponent:update()
      if nodes() < before then return end
      before = nodes()
    end
    error "it was not seen"
  end)

  it("looks at no more than a part of it in a frame", function()
    local watches = require "alphabeta.opponent.watch"
    local state, watch = new_state(30, 20000), watches.new()
    local parts = 0
    repeat
      watch:take(state)
      parts = parts + 1
    until watch.is_whole
    assert.is_true(parts > 20, parts)
    state.cells[10000][1] = 0
    local seen = 0
    for _ = 1, parts + 1 do
      watch:take(state)
      seen = seen + (watch:look(state) and 1 or 0)
    end
    assert.are.equal(1, seen)
  end)

  it("is not disturbed by new tables in each frame, nor by fields that come and go", function()
    local watches = require "alphabeta.opponent.watch"
    local watch = watches.new()
    local function new_shared_state()
      local new = new_state(30, 3000)
      new.others = {}
      for i = 1, 3000 do new.others[i] = new.cells[3001 - i] end
      return new
    end
    repeat watch:take(new_shared_state()) until watch.is_whole
    for _ = 1, 40 do assert.is_nil(watch:look(new_shared_state())) end
    watch = watches.new()
    repeat watch:take(new_state(30, 3000)) until watch.is_whole
    for _ = 1, 20 do assert.is_nil(watch:look(new_state(30, 3000))) end
    local state, seen = new_state(30, 3000), 0
    for frame = 1, 40 do
      state.cells[3000 - frame * 10] = frame % 2 == 0 and {1} or nil
      seen = seen + (watch:look(state) and 1 or 0)
    end
    assert.is_true(seen > 0)
  end)
end)

describe("What an opponent watches", function()
  local watches = require "alphabeta.opponent.watch"
  local pictures = require "alphabeta.common.picture"

  local function text_of(changes) return changes and table.concat(changes, " ") or "nothing" end

  it("are all fields of all tables, each change once", function()
    local state = {heap = 3, board = {1, 2, {x = 1}}, cursor = {x = 1}, [true] = 1, [false] = 1}
    state.self, state.again, state.set = state, state.board, {[{a = 1}] = true}
    local watch = watches.new()
    watch:take(state)
    for i, row in ipairs {
      {function() end, "nothing"},
      {function() state.heap = 4 end, '"heap"'},
      {function() state.cursor.x = nil end, '"cursor"."x"'},
      {function() state.new = 1 end, '"new"'},
      {function() state.new = {} end, '"new"'},
      {function() state.new = nil end, '"new"'},
      {function() state.cursor = {} end, "nothing"},
      {function() setmetatable(state.cursor, {}) end, '"cursor"'},
      {function() state[true] = nil end, "true"},
      {function() state[false] = {} end, "false"},
      {function() next(state.set).a = 2 end, '"set".{a = 2}."a"'},
      {function() state.heap = 0 / 0 end, '"heap"'},
      {function() setmetatable(state, {}) end, ""}, -- the state itself
    } do
      row[1]()
      assert.are.equal(row[2], text_of(watch:look(state)), i)
      assert.is_nil(watch:look(state))
    end
    state.board[3].x = 2
    assert.is_truthy(watch:look(state)[1]:find '"x"$')
    state.heap = 5
    watch:take(state)
    assert.is_nil(watch:look(state))
    state.again = {1, 2, {x = 2}} -- a table of its own, where there was one in two places
    watch:look(state)
    assert.is_nil(watch:look(state))
    state.again[3].x = 3
    assert.are.equal('"again".3."x"', text_of(watch:look(state)))
    state.board[3].x = 4
    assert.are.equal('"board".3."x"', text_of(watch:look(state)))
  end)

  it("are the values of keys, and values that are no tables", function()
    local key = alphabeta.zobrist(4)
    local watch = watches.new()
    watch:take {key = key}
    key:flip(2)
    assert.are.equal('"key"', text_of(watch:look {key = key}))
    assert.is_nil(watch:look {key = key})
    watch = watches.new()
    watch:take(3)
    assert.is_nil(watch:look(3))
    assert.are.equal("", text_of(watch:look(4)))
  end)

  it("are not those that are left out", function()
    local state = {clock = 1, board = {timer = 1, cells = {1}}}
    local watch = watches.new(pictures.exclusion {"clock", "board.timer"})
    watch:take(state)
    state.clock, state.board.timer = nil, 2
    assert.is_nil(watch:look(state))
    state.board.cells[1] = 2
    assert.are.equal('"board"."cells".1', text_of(watch:look(state)))
  end)
end)

describe("An opponent in a few lines", function()
  it("is told which player it is, and plays by the game's own make", function()
    local state = nim.new(9)
    local opponent = alphabeta.opponent {game = nim, state = state, me = 2, depth = 9}
    for _ = 1, 5 do
      assert.is_false(opponent:update(1 / 60))
      assert.are.same({heap = 9, turn = 1}, state)
    end
    nim.make(state, 2)
    repeat until not opponent:update(1 / 60)
    assert.are.same({heap = 4, turn = 1}, state)
    nim.make(state, 1)
    repeat until not opponent:update(1 / 60)
    assert.are.same({heap = 0, turn = 1}, state)
    assert.is_false(opponent:update(1 / 60))
  end)

  it("does not move where the game is over, or where there is none", function()
    local state = nim.new(3)
    local asked = 0
    local game = with {is_over = function() return true end, moves = function() asked = asked + 1 return {1} end}
    local opponent = alphabeta.opponent {game = game, state = function() return state end, me = 1, depth = 3}
    for _ = 1, 5 do opponent:update(1 / 60) end
    state = nil
    opponent:update(1 / 60)
    assert.are.equal(0, asked)
  end)

  it("plays by what a snapshot plays, heard and seen", function()
    local env = {heap = 7, turn = 1, heard = 0}
    env.beep = function() env.heard = env.heard + 1 end
    local function play(_, take)
      env.beep()
      nim.make(env, take)
    end
    for _, own_play in ipairs {false, play} do
      env.heap, env.turn, env.heard = 7, 1, 0
      local game = alphabeta.snapshot {
        env = env, changes = {"heap", "turn"}, mute = {"beep"}, play = play,
        moves = function() return nim.moves(env) end, player = function() return env.turn end,
        evaluate = function(_, me) return nim.evaluate(env, me) end,
      }
      local opponent = alphabeta.opponent {game = game, state = "env", me = 1, play = own_play or nil, depth = 7}
      repeat until not opponent:update(1 / 60)
      assert.are.same({4, 2, 1}, {env.heap, env.turn, env.heard})
    end
  end)

  it("takes the game's own make for play", function()
    local state = nim.new(7)
    local opponent = alphabeta.opponent {game = nim, state = state, me = 1, play = nim.make, depth = 7}
    repeat until not opponent:update(1 / 60)
    assert.are.same({heap = 4, turn = 2}, state)
  end)

  it("says what is missing where the game cannot make its move, or tell whose turn it is", function()
    local copying = {moves = nim.moves, play = function(state, take) return state - take end, evaluate = nim.evaluate}
    local function message_of(options) return select(2, pcall(alphabeta.opponent, options)) end
    local function turn() return true end
    assert.are.equal("alphabeta.opponent: option 'play': expected a function, because the moves of this game do not "
      .. "change the state, got nil", message_of {game = copying, state = 1, turn = turn})
    assert.are.equal("alphabeta.opponent: option 'play': expected a function that keeps what 'play' of the game "
      .. "returns, got that function", message_of {game = copying, state = 1, turn = turn, play = copying.play})
    assert.are.equal("alphabeta.opponent: option 'me' needs a game with 'player'",
      message_of {game = copying, state = 1, me = 1, play = print})
    assert.are.equal("alphabeta.opponent: option 'me' takes the place of option 'turn': give one of them",
      message_of {game = nim, state = 1, me = 1, turn = turn})
    assert.are.equal("alphabeta.opponent: option 'me': expected the player that the opponent plays, or option 'turn' "
      .. "in its place, got nil", message_of {game = nim, state = 1})
    local no_game = "alphabeta.opponent: option 'game': expected a table with the functions of the game, or a state "
      .. "that has them, got nil"
    assert.are.equal(no_game, message_of {state = {}, me = 1})
    local without = alphabeta.opponent {state = function() return {} end, me = 1} -- known when there is a state
    assert.are.equal(no_game, select(2, pcall(without.update, without, 1 / 60)))
    assert.is_truthy(message_of {game = nim, state = 1, me = 1, levl = 3}:find(
      "alphabeta.opponent: unknown option 'levl', did you mean 'level'? (valid: ", 1, true))
    local methods = {moves = nim.moves, evaluate = nim.evaluate}
    function methods.play(state, take) return setmetatable({heap = state.heap - take}, {__index = methods}) end
    local of_state = alphabeta.opponent {turn = turn, depth = 2, state = function()
      return setmetatable({heap = 3}, {__index = methods})
    end}
    assert.has_error(function() repeat until not of_state:update() end, "alphabeta.opponent: option 'play': expected a "
      .. "function, because the moves of this game do not change the state, got nil")
  end)
end)

describe("The move of an opponent", function()
  it("is one that can be played then, also where a change was not seen", function()
    local session
    session = begin {game = hashed, depth = 7, on_thinking = function()
      session.state.heap = 1 -- in the last frame, after the slice
    end}
    session.state.heap, session.opponent.slice = 7, 1
    run(session)
    assert.are.same({{1}, 0}, {session.played, session.state.heap})
  end)

  it("is the one of the list then, where moves are tables", function()
    local now
    local game = with {
      moves = function(state)
        now = {}
        for take = 1, math.min(3, state.heap) do now[take] = {take = take} end
        return now
      end,
      make = function(state, move) nim.make(state, move.take) end,
      unmake = function(state, move) nim.unmake(state, move.take) end,
    }
    local played, listed
    local session = begin {game = game, depth = 3}
    session.state.heap = 7
    session.opponent.play = function(move)
      played, listed = move, now[3]
      game.make(session.state, move)
    end
    run(session)
    assert.are.equal(listed, played)
  end)

  it("is handed over where moves cannot be compared", function()
    local game = with {
      moves = function(state)
        local list = {}
        for take = 1, math.min(3, state.heap) do list[take] = function() return take end end
        return list
      end,
      make = function(state, move) nim.make(state, move()) end,
      unmake = function(state, move) nim.unmake(state, move()) end,
    }
    local session = begin {game = game, depth = 3}
    session.state.heap = 7
    session.opponent.play = function(move)
      session.played[1] = move()
      nim.make(session.state, move())
    end
    run(session)
    assert.are.same({3}, session.played)
  end)

  it("is handed over at last where `moves` lists others each time", function()
    local played, count, is_other = nil, 0, false
    local opponent = alphabeta.opponent {
      depth = 2, slice = 1, state = 1, turn = function() return not played end,
      play = function(move) played = move end,
      game = {
        moves = function(state)
          if not is_other or state > 1 then return {1, 2} end
          is_other = false
          return {3}
        end,
        play = function(state, move) return state + move end,
        evaluate = function(state) return state end,
      },
      on_thinking = function() count, is_other = count + 1, true end,
    }
    for _ = 1, 10 do opponent:update() end
    assert.are.same({2, 4}, {played, count})
  end)

  it("is told once where the game has refused it", function()
    local printed, own = {}, print
    local session = begin {depth = 2, slice = 1}
    session.opponent.play = function(take) session.played[#session.played + 1] = take end
    _G.print = function(...) printed[#printed + 1] = table.concat({...}, " ") end -- luacheck: ignore 122
    local ok, message = pcall(function()
      for _ = 1, 600 do session.opponent:update(1 / 60) end
    end)
    _G.print = own -- luacheck: ignore 122
    assert(ok, message)
    assert.are.same({1}, session.played)
    assert.are.same({"alphabeta.opponent: 8 seconds after the call of 'play' the state is as it was: if the game has "
      .. "refused the move, play another one or call opponent:stop()"}, printed)
  end)
end)

describe("An error", function()
  local function message_of(options)
    local own = {game = nim, state = nim.new(3), turn = print, play = print}
    local all = with(options, own)
    for name, value in pairs(options) do
      if value == "none" then all[name] = nil end
    end
    local ok, message = pcall(alphabeta.opponent, all)
    assert.is_false(ok)
    return message
  end

  it("of an option names the option", function()
    assert.are.equal("alphabeta.opponent: option 'state': expected a state, or a function that returns one, got nil",
      message_of {state = "none"})
    assert.are.equal("alphabeta.opponent: option 'slice': expected a number of seconds greater than 0, got 0",
      message_of {slice = 0})
    assert.are.equal("alphabeta.opponent: option 'on_thinking': expected a function, got 3",
      message_of {on_thinking = 3})
    assert.are.equal("alphabeta.opponent: option 'exclude': expected paths of fields, such as 'board.timer', "
      .. "got 'a..b'", message_of {exclude = {"a..b"}})
    assert.is_truthy(message_of {depth = -1}:find "^alphabeta%.opponent: option 'depth': expected .*, got %-1$")
    assert.is_truthy(message_of {tim = 1}:find
      "^alphabeta%.opponent: unknown option 'tim', did you mean 'time'%? %(valid: .*, time, .*%)$")
    assert.is_truthy(message_of {game = {}}:find "^alphabeta%.opponent: ")
    assert.are.equal("alphabeta.opponent: argument 'options': expected a table, got nil",
      select(2, pcall(alphabeta.opponent)))
  end)

  it("of an option that does not fit the game names no function that the user has not called", function()
    local session = begin {deals = 3}
    assert.has_error(function() session.opponent:update() end,
      "alphabeta.opponent: option 'deals' needs a game with 'deal'")
  end)

  it("of a function of the game is raised with its traceback, and the opponent goes on afterwards", function()
    local fails = false
    local session = begin {game = with {evaluate = function(state, me)
      if fails then error "this fails" end
      return nim.evaluate(state, me)
    end}}
    session.state.heap = 7
    frames(session, 5)
    fails = true
    local ok, message
    repeat ok, message = pcall(session.opponent.update, session.opponent, 1 / 60) until not ok
    assert.is_truthy(message:find("this fails", 1, true))
    assert.is_truthy(message:find("stack traceback:.*opponent_spec"), message)
    assert.are.same({heap = 7, turn = 1}, session.state)
    fails = false
    run(session)
    assert.are.same({3}, session.played)
  end)

  it("of play, turn, state and on_thinking is raised as it is", function()
    for _, name in ipairs {"play", "turn", "state", "on_thinking"} do
      local err = {}
      local session = begin {[name] = function() error(err) end}
      local ok, raised
      repeat ok, raised = pcall(session.opponent.update, session.opponent) until not ok
      assert.are.equal(err, raised)
    end
  end)

  -- Cause: from the call on, the opponent waited for another state, though nothing had moved.
  it("of the function that makes the move lets the opponent move again", function()
    for _, makes_itself in ipairs {false, true} do
      local state, errors, opponent, fails = nim.new(7), 0, nil, false
      local function make(at, take)
        if fails then error "this fails" end
        return nim.make(at, take)
      end
      opponent = alphabeta.opponent {
        game = with {make = make}, me = 1, state = state, depth = 5, slice = 1e-9,
        play = not makes_itself and function(take) make(state, take) end or nil,
        on_thinking = function() fails = errors == 0 and not opponent:thinking() end,
      }
      for _ = 1, 2000 do
        if not pcall(opponent.update, opponent, 1 / 60) then errors, fails = errors + 1, false end
      end
      assert.are.same({1, {heap = 4, turn = 2}}, {errors, state})
      opponent:close()
    end
  end)

  it("of an argument names it", function()
    local session = begin()
    for _, name in ipairs {"seconds", "spent"} do
      local arguments = {seconds = {-1}, spent = {0, "x"}}
      local ok, message = pcall(session.opponent.update, session.opponent, arguments[name][1], arguments[name][2])
      local expected = ("opponent:update: argument '%s': expected a number of seconds, 0 or more, got"):format(name)
      assert.is_false(ok)
      assert.is_truthy(message:find(expected, 1, true), message)
    end
  end)
end)
