-- Searchers as players of a match: their limits, their games, positions that come up again, slices.

local alphabeta = require "alphabeta"
local games = require "spec.support.match_games"
local switches = require "spec.support.switches"
local wrap = require "spec.support.wrap"

local match = alphabeta.match
local NIM, heap_of = games.NIM, games.heap_of

describe("Searchers in a match", function()
  local function one() return 1 end

  it("get limits each, are cleared once a game, and may be the states' own", function()
    local seen, cleared = {}, 0
    local function searcher(name)
      return {clear = function() cleared = cleared + 1 end, search = function(_, _, limits)
        seen[#seen + 1] = {name, limits}
        return 1
      end}
    end
    local a, b = searcher "a", searcher "b"
    local function go(x, y, more)
      match(x, y, wrap.replace({game = NIM.copying, state = heap_of(1), games = 2}, more))
    end
    go(a, b, {limits = 7, limits_b = {nodes = 3}})
    go(a, one, {limits_a = 1, clear = false})
    assert.same({{"a", 7}, {"b", {nodes = 3}}, {"a", 1}}, seen)
    assert.equal(4, cleared)
    go(a, a, {})
    assert.equal(6, cleared)
    local meta = {__index = setmetatable({}, {__index = NIM["in place"]})}
    local report = match(alphabeta.new(nil, {depth = 9}), one, {games = 4,
      state = function() return setmetatable({heap = 9, turn = 1}, meta) end})
    local ai = alphabeta.new(NIM.copying, {depth = 9})
    assert.same(report.pairs, match(ai, one, {state = heap_of(9), games = 4}).pairs)
    assert.equal(4, report.wins)
    assert.equal(1, match(ai, ai, {state = heap_of(9), games = 2}).wins)
  end)

  it("know positions that come up again, if these have a value", function()
    for _, row in ipairs {
      {"flip go flip go flip go flip", switches.in_place}, {"flip go flip go flip go flip", switches.copying},
      {"flip go flip go flip go flip", wrap.replace(switches.in_place, {hash = switches.hash})},
      {"flip go flip go flip go flip", switches.unscored, {repetition = 0}},
      {"flip flip flip flip flip flip flip", switches.unscored},
    } do
      local moves, given = {}, {}
      local flips = {search = function(_, _, limits)
        given[#given + 1] = limits
        return "flip"
      end}
      match(alphabeta.new(row[2], row[3]), flips, {
        game = row[2], state = switches.new, games = 2, max_plies = 13, score = function() return 0 end, limits = 3,
        on_game = function(game)
          for i = 1, game.first == "a" and #game.moves or 0, 2 do moves[#moves + 1] = game.moves[i] end
        end,
      })
      assert.equal(row[1], table.concat(moves, " "))
      assert.equal(3, given[1])
    end
  end)

  it("may think in slices, where functions can yield", function()
    local can_yield = rawget(_G, "jit") or _VERSION ~= "Lua 5.1"
    local thread, yields = coroutine.create(match), 0
    local ai = alphabeta.new(NIM["in place"], {depth = 8, slice = 1e-9})
    repeat
      local ok, err = coroutine.resume(thread, ai, one, {game = NIM["in place"], state = heap_of(9), games = 2})
      assert(ok or not can_yield, err)
      yields = yields + 1
    until coroutine.status(thread) == "dead"
    assert.is_true(yields > 10 or not can_yield)
  end)
end)
