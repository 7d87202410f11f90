-- What an opponent does about its host. LÖVE calls it in each frame if it has the option `hook`; here a table takes the
-- place of LÖVE, in which an opponent plays in spec/love/love_spec.lua. The compiler of some LuaJITs is turned off for
-- functions of a game that loop over `pairs`.

local alphabeta = require "alphabeta"
local framed_nim = require "spec.support.framed_nim"
local globals = require "alphabeta.common.globals"
local loops = require "alphabeta.opponent.loops"
local small_games = require "spec.support.small_games"

local jit = rawget(_G, "jit")

local nim = small_games.with(small_games.HEAP, {view = "mover"})

-- Cause: it was hooked into the `love.update` and the `love.run` that there were. A game that defines its own
-- `love.run`, or replaces `love.update` later, took the hook away, and the opponent never played.
describe("An opponent in LÖVE", function()
  local love, played, calls, own_love

  before_each(function()
    played, calls, own_love = {}, {}, globals.love
    love = {}
    love.event = {pump = function() end}
    love.timer = {getTime = function() return 0 end, step = function() return 0.25 end}
    globals.love, package.loaded["alphabeta.opponent.hook"] = love, nil
  end)

  after_each(function() globals.love = own_love end)

  -- `name` stands in the list of calls when it plays.
  local function add(name, options)
    local own = {
      game = nim, hook = true, depth = 4, slice = 10, state = 7, turn = function() return #played == 0 end,
      play = function(take) played[#played + 1], calls[#calls + 1] = take, name end,
    }
    return alphabeta.opponent(framed_nim.with(options or {}, own))
  end

  -- A `love.update` that stands in the list of calls by its name.
  local function named(name, before)
    return function(seconds)
      assert.are.equal(0.25, seconds)
      calls[#calls + 1] = name
      if before then before(seconds) end
    end
  end

  -- Runs frames as LÖVE's own main loop does; `update` takes the place of how it calls `love.update`.
  local function run(frames, update)
    love.timer.step()
    for _ = 1, frames do
      love.event.pump()
      local seconds = love.timer.step()
      if update then update(seconds) else love.update(seconds) end
    end
  end

  -- Adds an opponent that counts the frames in which it is asked whether it is to move.
  local function add_counter()
    local counts = {opponent = 0}
    counts.added = add("opponent", {turn = function() counts.opponent = counts.opponent + 1 end})
    return counts
  end

  -- A screen brings its own `love.update`, and the first one comes back with its hook.
  it("is hooked again by each screen, and called once a frame", function()
    love.update = named "menu"
    local counts = add_counter()
    local hooked = love.update
    run(3)
    assert.are.same({{"menu", "menu", "menu"}, 3}, {calls, counts.opponent})
    love.update = named "game"
    run(2)
    love.update = hooked
    run(2, function(seconds) -- the loop calls it twice in a frame
      love.update(seconds)
      love.update(seconds)
    end)
    assert.are.same({"menu menu menu game game menu menu menu menu", 7}, {table.concat(calls, " "), counts.opponent})
  end)

  it("is hooked again in a loop that does not call love.timer.step", function()
    local counts = add_counter()
    for frame = 1, 8 do
      love.event.pump()
      if frame <= 4 then love.update = named "game" end
      love.update(0.25)
      assert.are.equal(math.max(0, frame - 4), counts.opponent)
    end
    assert.are.equal(8, #calls)
  end)

  it("thinks where the loop never calls love.update", function()
    add "opponent"
    run(5, named "game")
    assert.are.same({"game", "game", "opponent", "game", "game", "game"}, calls)
    assert.are.same({3}, played)
  end)

  it("says where nothing that it hooks is called, and thinks where its update is", function()
    local opponent = add "opponent"
    local printed = framed_nim.printed_by(function()
      for _ = 1, 200 do love.event.pump() end
    end)
    assert.are.equal(1, #printed)
    assert.is_truthy(printed[1]:find("calls neither love.update nor love.timer.step", 1, true), printed[1])
    opponent:update(0.25)
    assert.are.same({3}, played)
  end)

  it("thinks once in a frame where the game wraps its hook", function()
    local counts = add_counter()
    love.update = named("game", love.update)
    run(2)
    assert.are.same({{"game", "game"}, 2}, {calls, counts.opponent})
    local hooked = love.update
    run(1, function(seconds)
      love.update = nil -- not called in this frame
      love.timer.step()
      love.update = named("outer", hooked)
      love.timer.step()
      love.update(seconds)
    end)
    assert.are.same({{"game", "game", "outer", "game"}, 3}, {calls, counts.opponent})
  end)

  it("takes what love.update and love.timer.step take and return", function()
    local taken
    love.update = function(...) taken = {...} end
    love.timer.step = function(...) return ... end
    add "opponent"
    assert.are.same({1, 2, 3}, {love.timer.step(1, 2, 3)})
    love.update(4, 5, 6)
    assert.are.same({4, 5, 6}, taken)
  end)

  it("knows the time of a frame, also where love.timer.step returns none, and what the game has used of it", function()
    local time, given = 0, nil
    love.timer.getTime = function() return time end
    love.timer.step = function() end -- as in LÖVE 0.10
    love.timer.getDelta = function() return 0.25 end
    love.update = function() time = time + 0.012 end
    local opponent = add "opponent"
    function opponent.update(_, ...) given = {...} end
    love.update(0.5)
    assert.are.same({0.5, 0.012}, given)
    run(5, function() end)
    assert.are.same({0.25, 0}, given)
  end)

  it("can be taken off, and leaves the game as it was", function()
    local update, step, pump = named "game", love.timer.step, love.event.pump
    for _, is_behind in ipairs {false, true} do
      love.update = not is_behind and update or nil
      local opponent = add "opponent"
      if is_behind then love.update = update end
      run(1)
      opponent:close()
      assert.are.same({update, step, pump}, {love.update, love.timer.step, love.event.pump})
    end

    calls, played, love.update = {}, {}, update
    local opponent = add "opponent"
    love.update = named("wrapper", love.update)
    love.timer.step = (function(own) return function() return own() end end)(love.timer.step)
    opponent:close()
    opponent:close()
    run(1)
    assert.are.same({{"wrapper", "game"}, {}}, {calls, played})
    assert.are.equal(pump, love.event.pump)

    add "opponent"
    run(2)
    assert.are.same({3}, played)
  end)

  it("plays beside another, which may close it while it thinks", function()
    love.update = named "game"
    local second = false
    local one = add("one", {turn = function() return not second end, play = function() second = true end})
    local two = add("two", {turn = function() return second and #played == 0 end})
    love.update(0.25)
    love.update(0.25)
    assert.are.same({"game", "two", "game"}, calls)
    one:close()
    add("three", {play = function() two:close() end})
    two:close()
    two = add "two"
    love.update(0.25)
    assert.are.same({"game", "two", "game", "game"}, calls)
  end)

  it("hooks nothing unless it is asked to, or if an option is wrong", function()
    local update, step, pump = named "game", love.timer.step, love.event.pump
    love.update = update
    assert.is_false(pcall(add, "opponent", {slice = "long"}))
    local opponent = add("opponent", {hook = false})
    assert.are.same({update, step, pump}, {love.update, love.timer.step, love.event.pump})
    opponent:update(0.25)
    assert.are.same({3}, played)
  end)
end)

-- LuaJIT --------------------------------------------------------------------------------------------------------------

local copy = small_games.copy

local function counted(list)
  for i, value in ipairs(list) do list[i] = value + 1 end
  for i = 1, #list do list[i] = list[i] - 1 end
  return list, select("#", next, pairs) -- named, but not looped over
end

local rules = {
  moves = counted, make = function(state) return state.next, state.pairs end,
  play = function(state) return copy(state) end,
  deal = function(state)
    local last
    for key in next, state do last = key end
    return last
  end,
  draw = function(state)
    return function()
      for key in pairs(state) do state[key] = nil end
    end
  end,
}

-- Cause: such a loop, compiled by the LuaJIT of LÖVE 11.4 or of Debian 12, now and then ends the process. The page said
-- so, and nothing else did.
describe("A loop over pairs in the rules", function()
  it("is found in a function, in one that it uses, and in one that is written in it", function()
    local names, functions = loops.find(setmetatable({player = print, turn = 1}, {__index = rules}))
    if not jit then
      assert.are.same({{}, {}}, {names, functions})
      return
    end
    assert.are.same({"deal", "draw", "play"}, names)
    assert.is_true(functions[copy] and functions[rules.deal] and functions[rules.draw])
    assert.is_nil(functions[rules.play] or functions[counted])
  end)

  it("is found in no game that has none", function()
    for _, name in ipairs {"connect4", "chess", "reversi"} do
      assert.are.same({}, (loops.find(require("games." .. name))))
    end
    assert.are.same({}, (loops.find(nil)))
  end)

  -- Cause: in Luanti, whose LuaJIT may be such a one, no opponent could be made.
  it("is not looked for in a sandbox where require is an error", function()
    local own = globals.require
    globals.require = function() error "require() is disabled" end
    local ok, names, functions = pcall(loops.find, rules)
    globals.require = own
    assert.are.same({true, {}, {}}, {ok, names, functions})
  end)

  it("is not compiled, and named once", function()
    local printed = framed_nim.printed_by(function()
      loops.guard(rules)
      loops.guard(rules)
    end)
    assert.are.same(jit and {"alphabeta: this LuaJIT compiles loops over 'pairs' wrongly: its compiler is off for "
      .. "'deal', 'draw', 'play' of the game"} or {}, printed)
  end)
end)
