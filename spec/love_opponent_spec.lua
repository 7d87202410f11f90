-- The opponent that hooks itself into `love.update`. In place of LÖVE is a table that has what the hook needs; in LÖVE
-- itself it plays in spec/love_spec.lua.

local nim = {
  moves = function(heap) return ({{}, {1}, {1, 2}})[heap + 1] or {1, 2, 3} end,
  play = function(heap, take) return heap - take end,
  evaluate = function(heap) return heap == 0 and -1 or 0 end,
  view = "mover",
}

describe("An opponent in LÖVE", function()
  local love, heap, played, calls, loaded

  local function load_with(name, module)
    loaded[name] = package.loaded[name] or false
    package.loaded[name] = module
  end

  before_each(function()
    heap, played, calls, loaded = 7, {}, {}, {}
    love = {}
    load_with("love", love)
    load_with("love.timer", {getTime = function() return 0 end})
    load_with("alphabeta.love.opponent", nil)
  end)

  after_each(function()
    for name, module in pairs(loaded) do package.loaded[name] = module or nil end
  end)

  -- `name` stands in the list of calls when it plays.
  local function add(name, options)
    local own = {
      game = nim, depth = 4, slice = 10, state = function() return heap end, turn = function() return #played == 0 end,
      play = function(take)
        played[#played + 1], calls[#calls + 1] = take, name
      end,
    }
    for key, value in pairs(options or {}) do own[key] = value end
    return require "alphabeta.love.opponent"(own)
  end

  local function named(name, before)
    return function(seconds)
      assert.are.equal(0.25, seconds)
      calls[#calls + 1] = name
      if before then before(seconds) end
    end
  end

  it("thinks behind the game's own love.update", function()
    love.update = named "game"
    add "opponent"
    love.update(0.25)
    assert.are.same({"game", "opponent"}, calls)
    assert.are.same({3}, played)
  end)

  it("needs no love.update of the game's", function()
    add "opponent"
    love.update(0.25)
    assert.are.same({"opponent"}, calls)
  end)

  it("is hooked where love.update is defined behind it", function()
    local has_run
    local function run(...)
      has_run = {...}
      return "main"
    end
    love.run = run
    add "opponent"
    love.update = named "game"
    assert.are.equal("main", love.run(1, 2))
    assert.are.same({1, 2}, has_run)
    assert.are.equal(run, love.run)
    love.update(0.25)
    assert.are.same({"game", "opponent"}, calls)
  end)

  it("thinks once in a frame where the game wraps its hook", function()
    love.run = function() end
    local count = 0
    add("opponent", {turn = function() count = count + 1 end})
    love.update = named("game", love.update)
    love.run()
    love.update(0.25)
    love.update(0.25)
    assert.are.same({{"game", "game"}, 2}, {calls, count})
  end)

  it("can be taken off, and leaves the game as it was", function()
    local update, run = named "game", function() end
    love.update, love.run = update, run
    add("opponent"):close()
    assert.are.equal(update, love.update)
    assert.are.equal(run, love.run)

    local opponent = add "opponent"
    love.update = named("wrapper", love.update)
    love.run()
    opponent:close()
    opponent:close()
    love.update(0.25)
    assert.are.same({"wrapper", "game"}, calls)
    assert.are.same({}, played)
  end)

  it("can be taken off before LÖVE runs", function()
    love.run = function() end
    local begin
    local opponent = add "opponent"
    begin = love.run
    opponent:close()
    local update = named "game"
    love.update = update
    begin()
    assert.are.equal(update, love.update)
  end)

  it("plays beside another", function()
    love.update = named "game"
    local second = false
    local one = add("one", {turn = function() return not second end, play = function() second = true end})
    add("two", {turn = function() return second and #played == 0 end})
    love.update(0.25)
    love.update(0.25)
    assert.are.same({"game", "two", "game"}, calls)
    one:close()
    love.update(0.25)
    assert.are.same({"game", "two", "game", "game"}, calls)
  end)

  it("takes what the game has used from its slice", function()
    local time, slices = 0, {}
    package.loaded["love.timer"].getTime = function() return time end
    love.update = function() time = time + 0.012 end
    local opponent = add "opponent"
    opponent.slice = nil
    function opponent.go_on(_, slice)
      slices[#slices + 1] = slice
      return false
    end
    for _ = 1, 3 do love.update(1 / 60) end
    for i = 1, 3 do assert.is_true(math.abs(slices[i] - (1 / 60 - 0.012 - 0.002)) < 1e-9, slices[i]) end
  end)

  it("raises errors of the game's functions, with their traceback", function()
    add("opponent", {game = {moves = nim.moves, play = nim.play, evaluate = function() error "this fails" end}})
    local ok, message = pcall(love.update, 0.25)
    assert.is_false(ok)
    assert.is_truthy(message:find("this fails.*in callback 'evaluate'.*stack traceback:.*love_opponent_spec"), message)
  end)

  it("names itself in what is wrong with an option", function()
    local opponent, message = add("opponent", {slice = "long"})
    assert.is_nil(opponent)
    assert.are.equal("alphabeta.love.opponent: option 'slice': expected a number of seconds greater than 0, got 'long'",
      message)
    assert.is_nil(love.update)
  end)
end)
