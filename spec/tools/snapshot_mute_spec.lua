-- The functions that a snapshot mutes do nothing while one of the game's functions runs for the search, however that
-- ends, and work at all other times.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local globals = require "alphabeta.common.globals"
local world_of = require "spec.support.world"

local content, game_of, new_world = world_of.content, world_of.game, world_of.new

describe("The silence of a snapshot", function()
  -- A world, and a function that returns whether its functions are as they were.
  local function new_loud()
    local world = new_world()
    local beep, play = world.beep, world.sound.play
    return world, function() return world.beep == beep and world.sound.play == play end
  end

  it("lasts no longer than a function of the game", function()
    local world, is_loud = new_loud()
    local counts = {[true] = 0, [false] = 0}
    local function count() counts[is_loud()] = counts[is_loud()] + 1 end
    local game = game_of(world, {evaluate = function()
      count()
      return 0
    end})
    alphabeta.search("world", 2, {game = game, deepening = true, on_iteration = count})
    assert.is_true(is_loud())
    assert.are.equal(2, counts[true])
    assert.is_true(counts[false] > 3)
  end)

  it("ends with an error, which keeps its traceback, and everything is put back", function()
    for _, name in ipairs {"play", "evaluate", "moves"} do
      local world, is_loud = new_loud()
      local count = 0
      local function fail()
        count = count + 1
        if count == 2 then error("this fails in " .. name) end
      end
      local function failing(result)
        return function(_, n)
          if name == "play" then world.take(n) end
          fail()
          return result
        end
      end
      local own = {play = failing(), evaluate = failing(0), moves = failing {1}}
      local before = content(world)
      for _, in_coroutine in ipairs {false, true} do
        count = 0
        local game = game_of(world, {[name] = own[name]})
        local function search() return alphabeta.search("world", 3, {game = game}) end
        local call = in_coroutine and coroutine.resume or pcall
        local ok, message = call(in_coroutine and coroutine.create(search) or search)
        assert.is_false(ok)
        assert.is_truthy(message:find("this fails in " .. name, 1, true), message)
        assert.is_truthy(message:find "traceback:.*snapshot_mute_spec", message)
        assert.is_true(is_loud())
        assert.are.equal(before, content(world))
      end
    end
  end)

  it("ends with an error that is no text, and passes it on", function()
    local err, world = {}, new_world()
    for _, name in ipairs {"play", "evaluate"} do
      local game = game_of(world, {[name] = function() error(err) end})
      assert.are.equal(err, failure(alphabeta.search, "world", 2, {game = game}))
    end
  end)

  it("lasts to the end of a function that calls another one of the game's", function()
    local world = new_world()
    local game
    game = game_of(world, {evaluate = function()
      game.moves("world")
      world.beep()
      return 0
    end})
    alphabeta.search("world", 2, {game = game})
    assert.are.same({}, world.heard)
    world.beep()
    assert.are.same({"beep"}, world.heard)
  end)

  it("lasts while a function of the game has yielded, which no function can on Lua 5.1", function()
    if alphabeta._ENGINE ~= "Lua" then return pending "the C module waits for no function" end
    local world, is_loud = new_loud()
    local game = game_of(world, {evaluate = function()
      coroutine.yield "yielded"
      return 0
    end})
    local thread = coroutine.create(function() return alphabeta.search("world", 2, {game = game}) end)
    local ok, value = coroutine.resume(thread)
    assert.are.equal(globals.yields_through_pcall, ok)
    if ok then assert.are.equal("yielded", value) end
    world.beep()
    assert.are.same(ok and {} or {"beep"}, world.heard)
    while coroutine.status(thread) ~= "dead" do assert.is_true((coroutine.resume(thread))) end
    assert.is_true(is_loud())
  end)

  -- A name that was not spelt right was passed over: what it was to mute was heard in each search.
  it("raises an error at the first call where a name leads to no function", function()
    local wrong = {["sound.play.loud"] = "nil", nothing = "nil", heaps = "table", ["nowhere.at.all"] = "nil"}
    for name, got in pairs(wrong) do
      local world = new_world()
      local before = content(world)
      local ok, message = pcall(alphabeta.search, "world", 2, {game = game_of(world, {mute = {"beep", name}})})
      assert.is_false(ok)
      local expected = "alphabeta.snapshot: option 'mute': expected a function at '%s' in 'env', got %s at index 2"
      assert.is_truthy(message:find(expected:format(name, got), 1, true), message)
      assert.are.equal(before, content(world))
    end
  end)

  it("takes away what the environment has from another table, and gives it back", function()
    local base, heard = {beep = function() error "heard" end}, 0
    local world = setmetatable({n = 0}, {__index = base})
    local game = alphabeta.snapshot {
      env = world, changes = {"n"}, mute = {"beep"},
      moves = function() return world.n < 3 and {1} or nil end,
      play = function()
        world.beep()
        world.n, heard = world.n + 1, heard + 1
      end,
      evaluate = function() return world.n end,
    }
    alphabeta.search("world", 3, {game = game})
    assert.is_true(heard > 0)
    assert.is_nil(rawget(world, "beep"))
  end)
end)
