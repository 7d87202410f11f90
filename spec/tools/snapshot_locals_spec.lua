-- Games that keep their state in local variables, which alphabeta.snapshot notes by their names.
--
-- Cause: a snapshot knew tables and their fields alone. A table with metamethods that led to local variables was read
-- and written raw: nothing was noted, nothing was put back, and the heap was -7 of 9 after a search.

local alphabeta = require "alphabeta"
local contains = require("spec.support.findings").contains
local failure = require "spec.support.failure"

-- Nim, whose state nothing can reach but its functions.
local function new_game(more, is_far)
  local heap, turn, board, winner = 9, 1, {1, 2}, nil
  local function take(n)
    heap, turn, board[1] = heap - n, 3 - turn, board[1] + n
    if heap == 0 then winner = 3 - turn end
  end
  local far = {deeper = {take = take}}
  local options = {
    locals = {"heap", "turn", "board", "winner"},
    player = function() return turn end,
    moves = function() return ({[0] = {}, {1}, {1, 2}})[heap] or {1, 2, 3} end,
    play = is_far and function(_, n) far.deeper.take(n) end or function(_, n) take(n) end,
    result = function(_, me) return winner == me and 1 or -1 end,
  }
  for name, value in pairs(more or {}) do options[name] = value end
  return alphabeta.snapshot(options), function() return {heap, turn, board[1], board[2], winner} end
end

local function message_of(game) return failure(alphabeta.search, "locals", 4, {game = game}) end

describe("Local variables of a snapshot", function()
  it("are put back, whatever leads to them", function()
    for _, is_far in ipairs {false, true} do
      local game, look = new_game(nil, is_far)
      local best, value = alphabeta.search("locals", 9, {game = game})
      assert.are.same({1, 1, {9, 1, 1, 2}}, {best, value, look()})
      assert.are.same({}, alphabeta.check(game, "locals").findings)
      assert.are.same({9, 1, 1, 2}, look())
    end
  end)

  it("are found by a check where none is named", function()
    local game, look = new_game {locals = {"turn"}}
    local names = {}
    for _, finding in ipairs(alphabeta.check(game, "locals").findings) do
      for _, difference in ipairs(finding.kind == "outside" and finding.differences or {}) do
        for name in difference.text:gmatch "local ([%w_]+)" do names[name] = true end
      end
    end
    assert.is_true(names.heap and names.board)
    assert.are.equal(9, look()[1])
  end)

  it("are watched by an opponent, and what its move needs to be taken back is kept", function()
    local game, look = new_game()
    local undo
    local opponent = alphabeta.opponent {
      game = game, state = "locals", me = 1, slice = 1, depth = 9, on_move = function(_, ...) undo = ... end,
    }
    while look()[2] == 1 do opponent:update() end
    assert.are.same({8, 2, 2, 2}, look())
    game.unmake("locals", 1, undo)
    assert.are.same({9, 1, 1, 2}, look())
    opponent:close()
  end)

  it("must be there, and have names", function()
    contains(message_of(new_game {locals = {"heap", "heep"}}), "alphabeta.snapshot: option 'locals': expected local "
      .. "variables that 'play' or a function that it calls uses, got 'heep', which none uses")
    contains(failure(new_game, {locals = {"heap", "a.b"}}), "alphabeta.snapshot: option 'locals': expected names such "
      .. "as 'board', got 'a.b' at index 2")
  end)
end)

describe("A snapshot's environment whose metamethods keep the fields elsewhere", function()
  it("is an error at the first move, before anything has changed", function()
    local heap = 9
    local env = setmetatable({}, {
      __index = function(_, name) return name == "heap" and heap or nil end,
      __newindex = function(_, _, value) heap = value end,
    })
    local game = alphabeta.snapshot {
      env = env, changes = {"heap"},
      moves = function() return heap > 0 and {1} or {} end, play = function() heap = heap - 1 end,
      evaluate = function() return 0 end,
    }
    contains(message_of(game), "alphabeta.snapshot: option 'changes': expected fields that can be put back, got "
      .. "'heap', which metamethods keep elsewhere: name what holds it, or local variables in option 'locals'")
    assert.are.equal(9, heap)
  end)

  it("is none where it only refuses names that are not known", function()
    local env = setmetatable({heap = 3}, {
      __index = function(_, name) error("unknown: " .. name) end,
      __newindex = function(env, name, value) rawset(env, name, value) end,
    })
    local game = alphabeta.snapshot {
      env = env, changes = {"heap", "winner"},
      moves = function() return env.heap > 0 and {1, 2} or {} end,
      play = function(_, n)
        env.heap = env.heap - n
        if env.heap < 1 then env.winner = n end
      end,
      evaluate = function() return 0 end,
    }
    alphabeta.search("env", 3, {game = game})
    assert.are.same({3}, {env.heap, rawget(env, "winner")})
  end)
end)
