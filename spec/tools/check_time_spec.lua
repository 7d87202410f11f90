-- The contract checker keeps its time, in seconds of a clock that the spec turns: each call of a slow function of the
-- game takes some of it.

local findings = require "spec.support.findings"
local small_games = require "spec.support.small_games"

local snapshots = require "alphabeta.common.snapshots"

local contains, none = findings.contains, findings.none

-- Loads the checker anew with a clock of its own, calls `work(check, clock)`, and puts all back. To compare a state
-- takes `clock.comparison` seconds.
local function with_clock(work)
  local before, is_same, loaded, clock = os.clock, snapshots.is_same, {}, {seconds = 0, comparison = 0}
  for name, module in pairs(package.loaded) do
    if name:find "^alphabeta%.check" then loaded[name], package.loaded[name] = module, nil end
  end
  os.clock = function() return clock.seconds end -- luacheck: ignore
  snapshots.is_same = function(...)
    clock.seconds = clock.seconds + clock.comparison
    return is_same(...)
  end
  local ok, err = pcall(function()
    local main = require "alphabeta.check.main"
    work(function(...)
      clock.seconds = 0
      return assert(main(...))
    end, clock)
  end)
  os.clock, snapshots.is_same = before, is_same -- luacheck: ignore
  for name in pairs(package.loaded) do
    if name:find "^alphabeta%.check" then package.loaded[name] = nil end
  end
  for name, module in pairs(loaded) do package.loaded[name] = module end
  assert(ok, err)
end

-- Two runners and walls: most lines of moves transpose. `moves` takes `seconds`.
local function walls(clock, seconds)
  local function new() return {at = {5, 5}, left = {3, 3}, wall = {}, turn = 1} end

  -- What `me` does by a move, or has undone where `sign` is -1.
  local function change(s, me, move, sign)
    if move == "back" or move == "on" then
      s.at[me] = s.at[me] + (move == "on" and sign or -sign)
    else
      s.wall[move], s.left[me] = sign > 0 or nil, s.left[me] - sign
    end
    s.turn = 3 - s.turn
  end

  return {
    player = function(s) return s.turn end,
    moves = function(s)
      clock.seconds = clock.seconds + seconds
      local list = {}
      if s.at[s.turn] > 1 then list[#list + 1] = "back" end
      if s.at[s.turn] < 30 then list[#list + 1] = "on" end
      for cell = 1, s.left[s.turn] > 0 and 32 or 0 do
        if not s.wall[cell] then list[#list + 1] = cell end
      end
      return list
    end,
    make = function(s, move) change(s, s.turn, move, 1) end,
    unmake = function(s, move) change(s, 3 - s.turn, move, -1) end,
    is_over = function(s) return s.at[1] == 30 or s.at[2] == 30 end,
    evaluate = function(s, me) return s.at[me] - s.at[3 - me] end,
  }, new
end

-- Cause: when two states had one key, they were compared by games that were played on from both, and nothing there
-- looked at the clock: with a limit of 1 s, a check took 6 to 12 s.
describe("the time limit of a check", function()
  it("holds where many pairs of states are compared", function()
    with_clock(function(check, clock)
      for _, hash in ipairs {false, "auto"} do
        local game, new = walls(clock, 0.005)
        local report = check(game, new, {time = 1, endless = true, hash = hash})
        none(report)
        assert.is_true(clock.seconds <= 1.3, clock.seconds)
        assert.is_true(report.games >= 1)
        contains(report, "no defect in what was tested: ",
          "not tested: whether `evaluate` is good for the right player at the end: 0 games were decided, and the "
            .. "test takes 8. Give time = 10")
        assert.are.equal(hash == "auto", tostring(report):find("pairs are left. Give time = 10", 1, true) ~= nil)
      end
    end)
  end)

  it("holds where defects are looked for nearer to the start", function()
    with_clock(function(check, clock)
      local game, new = walls(clock, 0.001)
      local evaluate = game.evaluate
      game.evaluate = function(s, me) return s.left[1] + s.left[2] < 4 and "x" or evaluate(s, me) end
      local report = check(game, new, {time = 1, endless = true})
      findings.among(report, "answer", "evaluate")
      assert.is_true(clock.seconds <= 1.3, clock.seconds)
    end)
  end)

  -- Cause: the clock was read once a state, and to compare one of 160,000 fields takes seconds on some Luas.
  it("holds within one visit, and a note names the size of the state", function()
    with_clock(function(check, clock)
      local game, new = walls(clock, 0)
      local function new_large()
        local state = new()
        state.cells = {}
        for i = 1, 10000 do state.cells[i] = i end
        return state
      end
      clock.comparison = 0.2
      local report = check(game, new_large, {time = 2, endless = true})
      assert.is_true(clock.seconds <= 2.6, clock.seconds)
      contains(report, "note: a state has 10009 fields, and to compare states takes most of the time")
    end)
  end)
end)

-- Nim with some functions replaced, whose `moves` takes `seconds`.
local function slow(clock, seconds, functions)
  local game = small_games.nim(functions or {})
  local moves = game.moves
  return small_games.with(game, {moves = function(...)
    clock.seconds = clock.seconds + seconds
    return moves(...)
  end})
end

local function against(state, me) return -small_games.worth(state, me) end

describe("a check without a limit of time", function()
  it("is one by games or nodes, and tells which was reached", function()
    with_clock(function(check, clock)
      local game = slow(clock, 1)
      assert.are.equal(2, check(game, small_games.start, {games = 2}).games)
      local report = check(game, small_games.start, {time = 0})
      assert.are.same({0, 0}, {report.games, report.states})
      contains(report, "note: 0 games were played, not 20, and 0 states visited, not 2000: 'time' is 0 seconds")
    end)
  end)
end)

-- Cause: what is judged after the games played on, and looked for shorter lines, without looking at the clock.
describe("the time limit of a check, after the games,", function()
  it("holds where all games are played on, and where `player` is constant", function()
    with_clock(function(check, clock)
      check(slow(clock, 0.02, {evaluate = against}), small_games.start, {time = 1})
      assert.is_true(clock.seconds <= 1.3, clock.seconds)
      local report = check(slow(clock, 0.02, {player = function() return 1 end}), small_games.start, {time = 1})
      assert.is_true(clock.seconds <= 1.3, clock.seconds)
      contains(report, "not tested: whether `player`, which has always returned 1, is right. Give time = 10")
    end)
  end)
end)

-- Cause: the games in which all is tested came first. Where `moves` takes 1.5 ms, five to seven of twenty were played
-- in two seconds, and the tests of the sign, which need eight that were decided, were left out without a word.
describe("slow rules", function()
  it("leave time for the tests of the sign", function()
    with_clock(function(check, clock)
      local report = check(slow(clock, 0.005, {evaluate = against}), small_games.start, {time = 2, win = 1.5})
      assert.is_true(report.games < 20)
      contains(check(slow(clock, 0.005, {evaluate = against}), small_games.start, {time = 2}),
        "`evaluate`: the player who made the last move has lost all")
      local right = check(slow(clock, 0.005), small_games.start, {time = 2})
      none(right)
      assert.are.same({}, right.not_tested)
    end)
  end)

  it("are reported with the tests that were left out, and what to give", function()
    with_clock(function(check, clock)
      local report = check(slow(clock, 0.005, {evaluate = against}), small_games.start, {time = 0.1})
      none(report)
      contains(report, "no defect in what was tested: ", "not tested: whether `evaluate` is good for the right player "
        .. "at the end: ", "Give time = 1\n")
      assert.are.equal(1, #report.not_tested)
    end)
  end)
end)
