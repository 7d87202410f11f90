-- The contract checker and keys made of what states hold.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local message_of = require "spec.support.message_of"
local random_board = require "spec.support.random_board"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

describe("alphabeta.check with hash = 'auto'", function()
  local check = alphabeta.check

  it("has nothing against games whose states hold all", function()
    for _, style in ipairs(effort({ "in place" }, random_board.STYLES)) do
      local game = random_board.new(2, style)
      local report = check(game, game.new, { hash = "auto", games = 5, sign = false })
      assert.equal("", table.concat((function()
        local texts = {}
        for i, finding in ipairs(report.findings) do texts[i] = finding.text end
        return texts
      end)(), "\n"))
    end
  end)

  it("finds what is left out, and what the game keeps elsewhere", function()
    local game = random_board.new(2, "in place")
    local report = check(game, game.new, { hash = "auto", hash_ignore = { "cells" }, games = 5, sign = false })
    assert.equal("collision", report.findings[1].kind)
    local last = 0
    local secret = wrap.replace(game, {
      make = function(state, move)
        local before = last
        last = move
        return before, game.make(state, move)
      end,
      unmake = function(state, move, before, undo)
        last = before
        game.unmake(state, move, undo)
      end,
      evaluate = function(state, me) return game.evaluate(state, me) + last end,
    })
    assert.equal("path", check(secret, game.new, { games = 5, sign = false }).findings[1].kind)
    for _, options in ipairs({ { hash = "auto" }, { repetition = 0 } }) do
      options.games, options.sign = 5, false
      report = check(secret, game.new, options)
      assert.equal("collision", report.findings[1].kind)
      assert.is_truthy(report.findings[1].message:find("local variables or globals", 1, true))
    end
  end)

  it("says that no move changes the state", function()
    local heap = 7
    local nim = small_games.NIM["in place"]
    local game = wrap.replace(nim, {
      moves = function() return nim.moves { heap = heap } end,
      make = function(_, take) heap = heap - take end,
      unmake = function(_, take) heap = heap + take end,
      evaluate = function() return 0 end,
      player = false,
    })
    game.player = nil
    local report = check(game, function() return { turn = 1 } end, { hash = "auto", games = 5 })
    assert.equal("hidden", report.findings[1].kind)
  end)

  it("asks for fields that keep states from coming up twice", function()
    local game = random_board.new(2, "copying")
    local moved = wrap.replace(game, {
      play = function(state, move)
        local child = game.play(state, move)
        child.line = (state.line or "") .. " " .. move
        return child
      end,
    })
    local options = { hash = "auto", games = 2, sign = false }
    assert.is_truthy(check(moved, game.new, options).notes[1]:find("leave it out by 'hash_ignore'", 1, true))
    options.hash_ignore = { "line" }
    assert.same({}, check(moved, game.new, options).notes)
  end)

  it("says which field has no key", function()
    local game = random_board.new(2, "in place")
    local function new()
      local state = game.new()
      state.sound = print
      return state
    end
    local report = check(game, new, { hash = "auto", games = 2, sign = false })
    assert.equal("hash", report.findings[1].callback)
    assert.is_truthy(report.findings[1].message:find("got function at state.sound", 1, true))
    assert.is_true(check(game, new, { hash = "auto", hash_ignore = { "sound" }, games = 2, sign = false }).ok)
    assert.is_true(check(game, new, { repetition = 0, hash_ignore = { "sound" }, games = 2, sign = false }).ok)
    assert.equal("alphabeta.check: option 'hash_ignore' needs option 'hash' or 'repetition'",
      message_of(check, game, new, { hash_ignore = { "sound" } }))
  end)
end)
