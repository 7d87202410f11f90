-- A computer player for a game that runs in frames: when it thinks, what it plays, what it takes from the game, what it
-- says if its turn never comes, and what it knows of the match so far. What it does in games that do whatever they like
-- is in random_match_spec.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local switches = require "spec.support.switches"
local wrap = require "spec.support.wrap"

local nim, with, begin = framed_nim.rules, framed_nim.with, framed_nim.begin

describe("An opponent", function()
  it("has the searcher that it uses, to save its table for example", function()
    local session = begin {depth = 3, slice = 1}
    session:think()
    local searcher = session.opponent.searcher
    assert.are.equal(session.played[1], (searcher:best()))
    searcher:clear()
    assert.is_nil((searcher:best()))
  end)

  it("plays nothing where there is no move, where the game is over, and where there is no state", function()
    local asked = 0
    local over = with {is_over = function() return true end, moves = function() asked = asked + 1 return {1} end}
    local dealt = with {deal = function(state) return {heap = state.heap, turn = state.turn} end}
    for _, session in ipairs {
      begin({}, 0), begin({game = over}), begin({state = function() return nil end}),
      begin({game = dealt, nodes = 20}, 0),
    } do
      session:frames(5)
      assert.is_false(session.opponent:update(1 / 60))
      assert.are.same({{}, 0, true}, {session.played, asked, #session.starts <= 1})
    end
  end)

  it("reports what it thinks in each frame", function()
    local depths, has_best = {}, false
    local session = begin {deepening = true, on_thinking = function(info, best, value)
      depths[#depths + 1] = info.depth
      assert.are.equal(info.depth > 0, best ~= nil)
      assert.are.equal(best ~= nil, value ~= nil)
      has_best = has_best or best ~= nil
    end}
    assert.are.equal(session:run(), #depths)
    assert.are.same({0, 5, true}, {depths[1], depths[#depths], has_best})
  end)

  it("thinks for a second where no option limits it", function()
    for _, row in ipairs {
      {{}, 1}, {{depth = 3}}, {{nodes = 9}}, {{level = 3}}, {{time = 2}, 2}, {{clock = {left = 1}}}, {{think = 1}},
    } do
      local opponent = alphabeta.opponent(with(row[1], {game = nim, state = 1, turn = print, play = print}))
      assert.are.equal(row[2], opponent.limits.time)
    end
  end)

  it("begins anew when another is to move in the same position", function()
    local session = begin {
      game = with({player = function(state) return state.turn + (state.bonus or 0) end}, framed_nim.hashed),
      turn = function() return true end,
    }
    session:frames(9)
    assert.are.equal(1, #session.starts)
    session.state.bonus = 5
    session:frames(1)
    assert.are.equal(2, #session.starts)
  end)
end)

describe("An opponent in a few lines", function()
  it("is told which player it is, and plays by the game's own make, or by that of the state", function()
    for _, options in ipairs {
      {game = nim, me = 1}, {game = nim, me = 1, play = nim.make},
      {},
    } do
      local state = setmetatable({heap = 9, turn = 2}, not options.game and {__index = nim} or nil)
      if not options.game then
        function options.turn() return state.turn == 1 end
        function options.play(take) nim.make(state, take) end
      end
      local opponent = alphabeta.opponent(with({state = state, depth = 9}, options))
      assert.is_false(opponent:update(1 / 60))
      for _, row in ipairs {{2, 4}, {1, 0}} do
        nim.make(state, row[1])
        repeat until not opponent:update(1 / 60)
        assert.are.same({row[2], 2}, {state.heap, state.turn})
      end
      assert.is_false(opponent:update(1 / 60))
    end
  end)

  it("plays by what a snapshot plays, heard and seen, and hands over what taking the move back needs", function()
    local env, undo = {heard = 0}, nil
    env.beep = function() env.heard = env.heard + 1 end
    local function play(_, take)
      env.beep()
      nim.make(env, take)
    end
    local function on_move(move, before) undo = {move, before} end
    for _, options in ipairs {{}, {play = play}, {on_move = on_move}} do
      env.heap, env.turn, env.heard = 7, 1, 0
      local game = alphabeta.snapshot {
        env = env, changes = {"heap", "turn"}, mute = {"beep"}, play = play,
        moves = function() return nim.moves(env) end, player = function() return env.turn end,
        evaluate = function(_, me) return nim.evaluate(env, me) end,
      }
      local opponent = alphabeta.opponent(with({game = game, state = "env", me = 1, depth = 7}, options))
      repeat until not opponent:update(1 / 60)
      assert.are.same({4, 2, 1}, {env.heap, env.turn, env.heard})
      if undo then game.unmake("env", undo[1], undo[2]) end
    end
    assert.are.same({3, 7, 1}, {undo[1], env.heap, env.turn})
  end)
end)

describe("The move of an opponent", function()
  it("is the one of the list then, where moves can be compared", function()
    for _, row in ipairs {
      {function(take) return {take = take} end, function(move) return move.take end, true},
      {function(take) return function() return take end end, function(move) return move() end, false},
    } do
      local last, played
      begin({depth = 3, play = function(move) played = played or {row[2](move), move == last} end, game = with {
        moves = function(state)
          local list = nim.moves(state)
          for i, take in ipairs(list) do list[i] = row[1](take) end
          last = list[#list]
          return list
        end,
        make = function(state, move) nim.make(state, row[2](move)) end,
        unmake = function(state, move) nim.unmake(state, row[2](move)) end,
      }}, 7):run()
      assert.are.same({3, row[3]}, played)
    end
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
        play = function(state, move) return state + move end, evaluate = function(state) return state end,
      },
      on_thinking = function() count, is_other = count + 1, true end,
    }
    for _ = 1, 10 do opponent:update() end
    assert.are.same({2, 4}, {played, count})
  end)
end)

-- A turn that does not come -------------------------------------------------------------------------------------------

local function new_state(heap) return {heap = heap, turn = 1} end

-- What an opponent prints in so many seconds. `on_frame` is called before each frame.
local function printed_in(seconds, options, on_frame)
  local opponent = alphabeta.opponent(wrap.replace({game = nim, depth = 2, slice = 1}, options))
  local printed = framed_nim.printed_by(function()
    for frame = 1, seconds * 10 do
      if on_frame then on_frame(frame) end
      opponent:update(1 / 10)
    end
  end)
  opponent:close()
  return printed
end

local START = "alphabeta.opponent: in 8 seconds its turn has not come, though there are moves. If it should have "
  .. "moved: "
local STALE = "the state that it was given may no longer be the game's: give a function, "
  .. "state = function() return state end"

-- Cause: where `turn` never returned true, or `player` never returned `me`, the opponent waited in every frame and said
-- nothing. A state that was given as a table stayed the opponent's when the game had begun again with another one.
describe("An opponent whose turn does not come", function()
  local function never() return false end
  local NEVER = "'turn' has never returned true"
  local without_players = {
    moves = nim.moves, make = nim.make, unmake = nim.unmake, evaluate = nim.evaluate, view = "mover",
  }

  -- A person may think about the first move for long, so another must have moved before.
  for _, row in ipairs {
    {"'turn' was never true", {turn = never}, {}, {START .. NEVER}},
    {
      "'turn' was never true, without players", {turn = never, game = without_players, ponder = true}, {},
      {START .. NEVER},
    },
    {
      "that, or that the state is an old one", {turn = never, is_table = true}, {START .. STALE},
      {START .. NEVER .. ", or " .. STALE},
    },
    {"'player' has never returned 'me'", {me = 3}, {}, {START .. "'player' has never returned the option 'me', 3"}},
  } do
    it("reports that " .. row[1], function()
      local state, options = new_state(20), row[2]
      options.state = options.is_table and state or function() return state end
      options.is_table = nil
      local before = printed_in(30, options)
      assert.are.same({row[3], row[4]}, {before, printed_in(30, options, function(frame)
        if frame == 20 then nim.make(state, 1) end
      end)})
    end)
  end

  it("reports that the game may have replaced the state", function()
    local state = new_state(20)
    local options = {state = state, me = 2}
    local printed = printed_in(30, options, function(frame)
      if frame == 10 then state = new_state(20) end
      if frame == 10 or frame == 20 then nim.make(state, 1) end
    end)
    assert.are.same({START .. STALE}, printed)
  end)

  it("prints nothing where its turn comes, there is no state, or nothing can be played", function()
    local state
    local function moves_at_times(frame)
      if frame % 100 == 0 then state = new_state(200) end
      if frame % 30 == 0 and state.turn == 1 and state.heap > 4 then nim.make(state, 1) end
    end
    local function current() return state end
    for _, options in ipairs {
      {me = 2}, {turn = function() return state.turn == 2 end, play = function(take) nim.make(state, take) end},
    } do
      state, options.state = new_state(200), current
      assert.are.same({}, printed_in(40, options, moves_at_times))
    end
    state = new_state(0)
    assert.are.same({}, printed_in(20, {state = current, turn = never}, function(frame)
      state.turn = frame
    end))
    assert.are.same({}, printed_in(20, {state = function() return nil end, turn = never}))
  end)
end)

-- The match so far ----------------------------------------------------------------------------------------------------

local after, copying, hash, in_place = switches.after, switches.copying, switches.hash, switches.in_place
local new, unscored = switches.new, switches.unscored

-- A match of switches, in which the opponent is player 1.
local function begin_match(options)
  local session
  session = begin(wrap.replace({
    game = in_place, depth = 3, slice = 1, play = function(move)
      session.played[#session.played + 1], session.state = move, after(session.state, move)
    end,
  }, options or {}))
  session.state = new()
  return session
end

-- Player 2 always flips. Returns the moves of the opponent in a number of turns.
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
  for name, options in pairs {
    ["a game without keys"] = {},
    ["a game with keys"] = {game = wrap.replace(in_place, {hash = hash})},
    ["keys made of what states hold"] = {hash = "auto"},
    ["a game that copies states"] = {game = copying},
    ["an opponent that ponders"] = {ponder = true},
    ["an opponent that ponders, of a game with keys"] = {ponder = true, game = wrap.replace(in_place, {hash = hash})},
    ["the option in place of the field"] = {game = unscored, repetition = 0},
  } do
    it("keeps it from playing the same for ever: " .. name, function()
      -- With four steps made, the other can make the last one: that is worth no more than a repetition.
      assert.equal("flip go flip go flip go flip", play(begin_match(options), 7))
    end)
  end

  it("is nothing where repetitions have no value", function()
    local session = begin_match {game = unscored}
    assert.equal(FLIPS, play(session, 8))
    assert.same({}, session.opponent.record.own)
  end)

  it("is forgotten where another match begins, also while it thinks", function()
    for _, is_thinking in ipairs {false, true} do
      local session = begin_match {slice = 1e-9}
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
    local session = begin_match()
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
    local session = begin_match {game = ladder, depth = 1}
    for turn = 1, 60 do
      session:think()
      session.state = after(session.state, "go")
      assert.equal(math.min(2 * turn - 2, 100), #session.opponent.record.before)
    end
  end)

  it("ends where a state has no key, which the search says", function()
    local session = begin_match()
    session.state.picture = print
    assert.error_matches(function() session:frames(1) end, "state%.picture")
  end)
end)
