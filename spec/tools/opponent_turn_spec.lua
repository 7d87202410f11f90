-- An opponent says why its turn may never come, and hands over what taking its move back needs.

local alphabeta = require "alphabeta"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local nim = small_games.NIM["in place"]

local function new_state(heap) return {heap = heap, turn = 1} end

-- What an opponent prints in so many seconds. `on_frame` is called before each frame.
local function printed_in(seconds, options, on_frame)
  local printed, own = {}, print
  local opponent = alphabeta.opponent(wrap.replace({game = nim, depth = 2, slice = 1}, options))
  _G.print = function(...) printed[#printed + 1] = table.concat({...}, " ") end -- luacheck: ignore 122
  local ok, message = pcall(function()
    for frame = 1, seconds * 10 do
      if on_frame then on_frame(frame) end
      opponent:update(1 / 10)
    end
  end)
  _G.print = own -- luacheck: ignore 122
  opponent:close()
  assert(ok, message)
  return printed
end

local START = "alphabeta.opponent: in 8 seconds its turn has not come, though there are moves. If it should have "
  .. "moved: "
local STALE = "the state that it was given may no longer be the game's: give a function, "
  .. "state = function() return state end"

-- Cause: where `turn` never returned true, or `player` never returned `me`, the opponent waited in every frame, and
-- said nothing. A state that was given as a table stayed the opponent's when the game had begun again with another one,
-- so that the opponent watched a match that was no longer played.
describe("An opponent whose turn does not come", function()
  -- A person may think about the first move for long, so another must have moved before.
  local function printed_after_a_move(options)
    local state = new_state(20)
    options.state = options.state and state or function() return state end
    local before = printed_in(30, options)
    return before, printed_in(30, options, function(frame)
      if frame == 20 then nim.make(state, 1) end
    end)
  end

  it("reports that turn was never true", function()
    local function turn() return false end
    local before, after = printed_after_a_move {turn = turn}
    assert.are.same({{}, {START .. "'turn' has never returned true"}}, {before, after})
    local game = {moves = nim.moves, make = nim.make, unmake = nim.unmake, evaluate = nim.evaluate, view = "mover"}
    before, after = printed_after_a_move {turn = turn, game = game, ponder = true}
    assert.are.same({{}, {START .. "'turn' has never returned true"}}, {before, after})
    before, after = printed_after_a_move {turn = turn, state = "a table"}
    assert.are.same({{START .. STALE}, {START .. "'turn' has never returned true, or " .. STALE}}, {before, after})
  end)

  it("reports that player has never returned me", function()
    local before, after = printed_after_a_move {me = 3}
    assert.are.same({{}, {START .. "'player' has never returned the option 'me', 3"}}, {before, after})
  end)

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
    local state = new_state(200)
    local function moves_at_times(frame)
      if frame % 30 == 0 and state.turn == 1 and state.heap > 4 then nim.make(state, 1) end
    end
    local function current() return state end
    assert.are.same({}, printed_in(40, {state = current, me = 2}, moves_at_times))
    local is_twos_turn = function() return state.turn == 2 end
    state = new_state(200)
    assert.are.same({}, printed_in(40, {
      state = current, turn = is_twos_turn, play = function(take) nim.make(state, take) end,
    }, moves_at_times))
    state = new_state(0)
    assert.are.same({}, printed_in(20, {state = current, turn = function() return false end}, function(frame)
      state.turn = frame
    end))
    assert.are.same({}, printed_in(20, {state = function() return nil end, turn = function() return false end}))
  end)

  it("goes on in a game that begins again with another table, if the state is a function", function()
    local state, answers = new_state(21), 0
    local printed = printed_in(60, {state = function() return state end, me = 2}, function(frame)
      if frame % 20 == 0 then state = new_state(21) end
      if frame % 20 == 1 then nim.make(state, 1) end
      if frame % 20 == 10 and state.turn == 1 and state.heap < 20 then answers = answers + 1 end
    end)
    assert.are.same({30, {}}, {answers, printed})
  end)
end)

-- Cause: without `play`, the game's `make` moved, and what it had returned, which `unmake` needs, was lost.
describe("What an opponent's move needs to be taken back", function()
  local rules = wrap.replace(nim, {
    make = function(state, take)
      nim.make(state, take)
      return {take = take}, "more"
    end,
    unmake = function(state, take, undo, more)
      assert(undo.take == take and more == "more")
      nim.unmake(state, take)
    end,
  })

  it("is handed to on_move", function()
    local state, history = new_state(7), {}
    local opponent = alphabeta.opponent {
      game = rules, state = function() return state end, me = 1, depth = 8, slice = 1,
      on_move = function(move, ...) history[#history + 1] = {move, ...} end,
    }
    while state.turn == 1 do opponent:update() end
    assert.are.same({{3, {take = 3}, "more"}}, history)
    rules.unmake(state, history[1][1], history[1][2], history[1][3])
    assert.are.same(new_state(7), state)
    while state.turn == 1 do opponent:update() end
    assert.are.equal(2, #history)
  end)

  it("is in a snapshot what its unmake needs, and the move is heard", function()
    local env = {world = {heap = 7, turn = 1}, heard = 0}
    function env.beep() env.heard = env.heard + 1 end
    local game = alphabeta.snapshot {
      changes = {"world"}, env = env, mute = {"beep"},
      moves = function() return nim.moves(env.world) end, player = function() return env.world.turn end,
      evaluate = function(_, me) return nim.evaluate(env.world, me) end,
      play = function(_, take)
        env.beep()
        nim.make(env.world, take)
      end,
    }
    local move, undo
    local opponent = alphabeta.opponent {
      game = game, state = "the world", me = 1, depth = 4, slice = 1, on_move = function(...) move, undo = ... end,
    }
    while env.world.turn == 1 do opponent:update() end
    assert.are.same({3, 4, 1}, {move, env.world.heap, env.heard})
    game.unmake("the world", move, undo)
    assert.are.same({heap = 7, turn = 1}, env.world)
  end)
end)
