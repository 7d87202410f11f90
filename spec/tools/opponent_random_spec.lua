-- An opponent in games that do whatever they like between its frames: states change, are replaced and made anew, turns
-- are given and taken away, functions fail. It leaves the state as it is, plays what can be played, and always moves.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local rng = require "spec.support.rng"
local small_games = require "spec.support.small_games"

local GAMES = effort.seeds(8, 60)
local MOST = 500 -- frames until it must have moved, where it is not disturbed

local nim = small_games.NIM["in place"]

local function copy_of(state)
  local copy = {}
  for name, value in pairs(state) do copy[name] = value end
  return copy
end

-- A game and its opponent, as the random numbers choose them.
local function begin(random, is_disturbed)
  local session = {state = {heap = random:int(10, 40), turn = 1, cells = {}}, fails = false, waited = 0}
  local game, keys = copy_of(nim), random:int(1, 3)
  for i = 1, random:int(0, 20) do session.state.cells[i] = {i} end
  function game.make(state, take)
    assert.is_true(take <= state.heap, "a move is made that is none")
    nim.make(state, take)
  end
  if keys == 2 then game.hash = function(state) return state.heap end end
  if random:int(1, 2) == 1 then
    game.make, game.unmake = nil, nil
    game.play = function(state, take)
      local after = copy_of(state)
      nim.make(after, take)
      return after
    end
  end
  function game.evaluate(state, me)
    if session.fails and random:int(1, 20) == 1 then
      session.fails = false
      error "this fails"
    end
    return nim.evaluate(state, me)
  end
  function session.is_on() return session.state.turn == 1 and session.state.heap > 0 end
  local is_fresh = random:int(1, 3) == 1
  session.opponent = alphabeta.opponent {
    game = game, turn = session.is_on, depth = random:int(1, 7), hash = keys == 3 and "auto" or nil,
    ponder = random:int(1, 2) == 1, slice = is_disturbed and random:pick {1e-9, 5e-5} or 1e-4,
    state = function() return is_fresh and copy_of(session.state) or session.state end,
    play = function(take)
      assert.is_true(take <= session.state.heap)
      session.waited = 0
      nim.make(session.state, take)
    end,
  }
  return session
end

-- What a game does between two frames that disturbs the opponent, by number.
local DISTURBANCES = {
  function(session, random) session.state.heap = math.max(1, session.state.heap + random:int(-3, 3)) end,
  function(session) session.state.turn = 3 - session.state.turn end,
  function(session) session.opponent:stop() end,
  function(session) session.fails = true end,
  function(session) session.state = copy_of(session.state) end,
  function(session) session.state.cells = {} end,
  function(session)
    session.opponent:hint(function(take)
      assert.is_true(session.state.turn == 2 and take <= session.state.heap, "a hint is of no use")
    end)
  end,
}

-- A frame of the opponent, in which the state stays as it is unless it moves.
local function update(session)
  local heap, turn = session.state.heap, session.state.turn
  session.waited = session.waited + 1
  local ok, message = pcall(session.opponent.update, session.opponent, 1 / 60)
  assert.is_true(ok or message:find "this fails" ~= nil, message)
  if session.waited > 0 then assert.are.same({heap, turn}, {session.state.heap, session.state.turn}) end
  if not session.is_on() then session.waited = 0 end
  assert.is_true(session.waited < MOST, "it never moves")
end

-- The other player moves, and the game begins again when it is over.
local function go_on(session, random)
  local state = session.state
  if state.turn == 2 and state.heap > 0 and random:int(1, 4) == 1 then
    nim.make(state, random:int(1, math.min(3, state.heap)))
  end
  if state.heap == 0 then state.heap, state.turn = random:int(10, 40), random:int(1, 2) end
end

describe("An opponent in a game that does what it likes", function()
  it("leaves the state as it is, plays what can be played, and always moves", function()
    local print_before = print
    _G.print = function() end -- luacheck: ignore 122
    local ok, message = pcall(function()
      for seed = GAMES.first, GAMES.last do
        local random = rng.new(seed)
        local is_disturbed = seed % 2 == 0
        local session = begin(random, is_disturbed)
        local every = random:pick {0, 1, 2, 7}
        for frame = 1, is_disturbed and 600 or 1500 do
          local done, problem = pcall(update, session)
          if not done then error(("seed %d, frame %d: %s"):format(seed, frame, tostring(problem)), 0) end
          if every > 0 and frame % every == 0 then session.state.clock = frame end
          if is_disturbed and random:int(1, 15) == 1 then
            random:pick(DISTURBANCES)(session, random)
            session.waited = 0
          end
          go_on(session, random)
        end
        session.opponent:close()
      end
    end)
    _G.print = print_before -- luacheck: ignore 122
    assert(ok, message)
  end)
end)
