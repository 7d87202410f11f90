-- Mistakes in a game, and what `alphabeta.learn` says of them.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local wrap = require "spec.support.wrap"

-- Nim with one heap.
local function new_nim()
  local nim = {}
  function nim.moves(state) return ({[0] = {}, {1}, {1, 2}})[state.heap] or {1, 2, 3} end
  function nim.play(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end
  function nim.player(state) return state.turn end
  function nim.result(state, me) return state.turn == me and -1 or 1 end
  function nim.new() return {heap = 12, turn = 1} end
  return nim
end

local function small(more)
  local options = {games = 40, nodes = 10, match_games = 4, check = false}
  for name, value in pairs(more or {}) do options[name] = value end
  return options
end

-- Cause: a game that was over in its first state counted as a random game of no plies that had not ended. The message
-- "no random game has ended" sends its author to look for the end of the game.
describe("a game that is over in its first state", function()
  local function list_of(list) return {moves = function() return list end} end
  for _, it_is in ipairs {
    {"`is_over` returned 0, which is true in Lua", {is_over = function() return 0 end}},
    {"`is_over` returned true", {is_over = function() return true end}},
    {"`moves` returned nil", {moves = function(state) return state.heaps and {1} end}},
    {"`moves` returned an empty table", list_of {}},
    {"`moves` returned 0", {moves = function(_, list) list[0] = 1 return 0 end}},
    {"`moves` returned an iterator without a move", {moves = function() return function() end end}},
  } do
    it("is told as such: " .. it_is[1], function()
      local nim = new_nim()
      for name, callback in pairs(it_is[2]) do nim[name] = callback end
      assert.equal("alphabeta.learn: the game is over in its first state: " .. it_is[1],
        message_of(alphabeta.learn, nim, nim.new, small()))
    end)
  end
end)

-- Cause: the function that was called before was named; and infinity, or a number whose square is infinite, made all
-- weights NaN.
describe("an error of option 'features'", function()
  local function said_of(features)
    local nim = new_nim()
    return failure(alphabeta.learn, nim, nim.new, small {features = features})
  end

  it("names it", function()
    assert.is_truthy(said_of(function() error "broken" end):find("game 1, ply 1, option 'features': .*broken"))
  end)

  it("is raised for numbers that are too large", function()
    for _, number in ipairs {math.huge, -math.huge, 1e200} do
      local message = said_of(function(state) return 1, state.heap == 3 and number or state.heap end)
      assert.is_truthy(message:find("option 'features': expected numbers from -1e100 to 1e100, got ", 1, true), message)
      assert.is_truthy(message:find("as result 2", 1, true))
    end
  end)
end)

-- Cause: the message named what to give, and neither what was left out nor why.
describe("a state in which nothing can be used", function()
  it("is told with what was left out, and what to do", function()
    local nim = new_nim()
    function nim.new()
      local state = {turn = 1, pieces = {}}
      for i = 1, 12 do state.pieces[i] = {kind = i % 5, name = "piece " .. i} end
      return state
    end
    function nim.moves(state)
      return ({[0] = {}, {1}, {1, 2}})[#state.pieces] or {1, 2, 3}
    end
    function nim.play(state, take)
      local after = {turn = 3 - state.turn, pieces = {}}
      for i = 1, #state.pieces - take do after.pieces[i] = state.pieces[i + take] end
      return after
    end
    local message = message_of(alphabeta.learn, nim, nim.new, small())
    assert.is_truthy(message:find("give option 'features'\n  pieces[*].kind was left out, a list whose length changes; "
      .. "a list of pieces: keep a board beside it, an array of cells", 1, true), message)
  end)

  -- Cause: a list of pieces that are put on the board, one with each move, was taken for the moves so far.
  it("is told where a list of pieces grows, and where nothing helps", function()
    local nim = new_nim()
    function nim.new() return {heap = 12, turn = 1, taken = {}, odd = function() end} end
    function nim.play(state, take)
      local after = {heap = state.heap - take, turn = 3 - state.turn, taken = {}, odd = state.odd}
      for i, group in ipairs(state.taken) do after.taken[i] = group end
      after.taken[#after.taken + 1] = {count = take}
      return after
    end
    local message = message_of(alphabeta.learn, nim, nim.new, small {ignore = {"heap"}})
    assert.equal([[
alphabeta.learn: there is nothing in the state that can be used: give option 'features'
  odd was left out, function
  taken[*].count was left out, a list of tables that grows with the moves; ]]
      .. "a list of pieces: keep a board beside it, an array of cells", message)
  end)
end)

-- Cause: the report named the reason, and what to do only if nothing was found.
describe("a board in one string, beside what can be used", function()
  it("is told in the report with what to do", function()
    local nim = new_nim()
    local play = nim.play
    function nim.new() return {heap = 30, turn = 1, text = "30"} end
    function nim.play(state, take)
      local after = play(state, take)
      after.text = tostring(after.heap)
      return after
    end
    local learned = alphabeta.learn(nim, nim.new, small())
    assert.is_truthy(tostring(learned):find(
      "\n  text was left out, too many different values; a board in one string: keep it as an array of cells, too", 1,
      true), tostring(learned))
  end)
end)

-- Cause: the first generation took the place of `start` without a match against it; and one win in two games was enough
-- for `found`.
describe("what is said of an evaluation", function()
  it("is that of a match against option 'start'", function()
    local nim, generations = new_nim(), {}
    local now = 0
    local function start(state, me)
      generations[now] = true
      return (state.heap % 4 == 0) == (state.turn == me) and -0.5 or 0.5
    end
    local learned = alphabeta.learn(nim, nim.new, small {
      games = 100, start = start, match_games = 20,
      on_progress = function(progress) now = progress.generation end,
    })
    assert.are.equal(20, learned.matches.start.games)
    assert.is_true(generations[1] and generations[2])
    local is_better = true
    for _, match in pairs(learned.matches) do is_better = is_better and match.elo_low > 0 end
    assert.are.equal(is_better, learned.found)
    assert.is_truthy(tostring(learned):find("\nagainst option 'start': ", 1, true))
    assert.is_truthy(tostring(learned):find("plays better than ", 1, true))
  end)

  -- Cause: `found` was true in a game in which the number of moves alone plays better than all that was learned.
  it("is not that something was found where mobility is better", function()
    local nim = new_nim()
    function nim.moves(state) -- none, or one, in a heap that is lost
      return state.heap == 0 and {} or state.heap % 4 == 0 and {1} or ({{1}, {1, 2}})[state.heap] or {1, 2, 3}
    end
    nim.order = function() return 0 end -- Monte Carlo tree search, which is not chosen then, solves nim
    local learned = alphabeta.learn(nim, function() return {heap = 13, turn = 1, odd = 1} end, small {
      ignore = {"heap"}, features = function() return 0 end, match_games = 20, mobility = false,
    })
    local match = learned.matches.default
    assert.is_true(match.games > 0 and match.elo_low <= 0, tostring(learned))
    assert.is_false(learned.found)
    assert.is_truthy(tostring(learned):find("\nagainst the default value: ", 1, true))
  end)

  -- Cause: the match against the default value was limited by nodes, by which Monte Carlo tree search is never chosen.
  -- The report said that an evaluation plays better which then lost, in play by time, to a search without it.
  it("is measured by time against a Monte Carlo tree search, if that would play", function()
    local connect4 = require "games.connect4"
    local game = wrap.replace(connect4, {result = connect4.outcome})
    game.evaluate = nil
    local function new() return connect4.new(5, 4) end
    local options = {time = 10, games = 4, nodes = 4, match_games = 2, mobility = false, check = false}
    local learned = alphabeta.learn(game, new, options)
    assert.is_true(learned.move_time >= 0.005 and learned.move_time <= 0.05)
    assert.matches("against the default value, %d+ ms a move: ", tostring(learned))
    options.time = nil -- the same games give the same report
    assert.is_nil(alphabeta.learn(game, new, options).move_time)
    options.time = 10
    game.order = function() return 0 end -- a game that is written for alpha-beta
    assert.is_nil(alphabeta.learn(game, new, options).move_time)
  end)

  -- Cause: the interval of so few games does not hold the true value 95 times in 100.
  it("is not certain after ten games", function()
    local nim = new_nim()
    nim.order = function() return 0 end -- Monte Carlo tree search, which is not chosen then, solves nim
    local learned = alphabeta.learn(nim, nim.new, {games = 300, nodes = 10, match_games = 10})
    assert.is_true(learned.matches.result.elo_low > 0 and learned.matches.default.elo_low > 0)
    assert.is_false(learned.found)
    assert.equal("it is not certain that this plays better than `result` alone: give more 'time', or 'match_games'",
      learned.doubt)
    assert.is_truthy(tostring(learned):find("\n" .. learned.doubt, 1, true))
  end)

  it("is nothing where the last matches are stopped", function()
    local nim, matches = new_nim(), 0
    local learned = alphabeta.learn(nim, nim.new, {
      games = 300, nodes = 20, match_games = 12, on_progress = function(progress)
        if progress.doing == "the last matches" then matches = matches + 1 end
        return matches < 15
      end,
    })
    assert.are.equal(12, learned.matches.result.games)
    assert.is_nil(learned.found)
    assert.is_nil(learned.doubt)
  end)
end)

-- Cause: the system takes a path to end at a zero byte: another file was written.
describe("a path with a zero byte", function()
  it("is refused", function()
    local nim = new_nim()
    local learned = alphabeta.learn(nim, nim.new, small())
    assert.equal("learned:save: argument 'path': expected a string without a zero byte",
      message_of(learned.save, learned, "a\0b"))
  end)
end)
