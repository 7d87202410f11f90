-- The contract checker finds what a game keeps outside of its state, by values that depend on the path and by keys that
-- are made of what states hold.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local message_of = require "spec.support.message_of"
local random_board = require "spec.support.random_board"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local among, contains, none, only = findings.among, findings.contains, findings.none, findings.only
local start, takes, worth = small_games.start, small_games.takes, small_games.worth
local NIM = small_games.NIM

-- A check of few games.
local function check(rules, new, options)
  return alphabeta.check(rules, new, wrap.replace({games = 3, nodes = 200}, options or {}))
end

-- A game that keeps the last move in a local variable, on which `evaluate(state, me, last)` depends. If the variable is
-- forgotten, `unmake` leaves it: then a value depends on the moves that were tried in a state, too.
local function of_last(game, new, evaluate, is_forgotten)
  local last = 0
  return wrap.replace(game, {
    make = function(state, move)
      local before = last
      last = move
      return before, game.make(state, move)
    end,
    unmake = function(state, move, before, ...)
      if not is_forgotten then last = before end
      game.unmake(state, move, ...)
    end,
    evaluate = function(state, me) return evaluate(state, me, last) end,
  }), function()
    last = 0
    return new()
  end
end

local function with_last(state, me, last)
  if state.heap == 0 then return worth(state, me) end
  return (last == 2 and 0.5 or 0) * (me == 1 and 1 or -1)
end

describe("an evaluation that depends on the path", function()
  it("is found by different lines to the same state", function()
    local finding = among(check(of_last(NIM["in place"], start, with_last)), "path", "evaluate")
    contains(finding.message, "different values for the same state, by the moves that led there", "local variables")
    assert.is_true(#finding.line > 0 and #finding.other > 0)
  end)

  it("is found before moves are made and after they were taken back", function()
    contains(only(check(of_last(NIM["in place"], start, with_last, true)), "restore", "evaluate", 1).message,
      "another value when moves were made and taken back: 0.5 before, 0 after")
  end)
end)

describe("a key that is made of what states hold", function()
  local OPTIONS = {hash = "auto", games = 5, sign = false}

  local function check_board(game, new, options) return check(game, new, wrap.replace(OPTIONS, options or {})) end

  it("is right for games whose states hold all", function()
    for _, style in ipairs(effort({"in place"}, random_board.STYLES)) do
      local game = random_board.new(2, style)
      none(check_board(game, game.new))
    end
  end)

  it("is no key where something is left out, or kept elsewhere", function()
    local game = random_board.new(2, "in place")
    assert.equal("collision", check_board(game, game.new, {hash_ignore = {"cells"}}).findings[1].kind)
    local secret = of_last(game, game.new, function(state, me, last) return game.evaluate(state, me) + last end)
    assert.equal("path", check(secret, game.new, {games = 5, sign = false}).findings[1].kind)
    for _, options in ipairs {{hash = "auto"}, {repetition = 0}} do
      local finding = check(secret, game.new, wrap.replace({games = 5, sign = false}, options)).findings[1]
      assert.equal("collision", finding.kind)
      contains(finding.message, "local variables or globals")
    end
  end)

  it("is none where no move changes the state", function()
    local heap = 7
    local game = wrap.replace(NIM["in place"], {
      moves = function() return takes {heap = heap} end,
      make = function(_, take) heap = heap - take end,
      unmake = function(_, take) heap = heap + take end,
      evaluate = function() return 0 end,
    })
    game.player = nil
    assert.equal("hidden", check(game, function() return {turn = 1} end, {hash = "auto", games = 5}).findings[1].kind)
  end)

  it("is asked about where a field keeps states from coming up twice", function()
    local game = random_board.new(2, "copying")
    local moved = wrap.replace(game, {play = function(state, move)
      local child = game.play(state, move)
      child.line = (state.line or "") .. " " .. move
      return child
    end})
    contains(check_board(moved, game.new, {games = 2}).notes[1], "leave it out by 'hash_ignore'")
    assert.same({}, check_board(moved, game.new, {games = 2, nodes = 2000, hash_ignore = {"line"}}).notes)
  end)

  it("names the field that has no key", function()
    local game = random_board.new(2, "in place")
    local function new()
      local state = game.new()
      state.sound = print
      return state
    end
    local finding = check_board(game, new, {games = 2}).findings[1]
    assert.equal("hash", finding.callback)
    contains(finding.message, "got function at state.sound")
    none(check_board(game, new, {hash_ignore = {"sound"}, games = 2}))
    none(check(game, new, {repetition = 0, hash_ignore = {"sound"}, games = 2, sign = false}))
    assert.equal("alphabeta.check: option 'hash_ignore' needs option 'hash' or 'repetition'",
      message_of(alphabeta.check, game, new, {hash_ignore = {"sound"}}))
  end)
end)
