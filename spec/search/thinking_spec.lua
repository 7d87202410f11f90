-- A searcher between two slices: what it has found, that it does nothing else but stop or close, and which slices it
-- refuses; the option on_iteration; several searchers that think in turn. In restoration_spec.lua each call of a game's
-- own functions stops a search, and in interference_spec.lua it does anything else.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local results = require "spec.support.results"
local share = require "spec.support.share"
local sliced_game = require "spec.support.sliced_game"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local fails_with, new_game = sliced_game.fails_with, sliced_game.new_game
local new_searcher, new_state = sliced_game.new_searcher, sliced_game.new_state
local found, same = results.found, results.same

describe("A searcher that is thinking", function()
  local REFUSED = "searcher:%s: argument 'self': expected a searcher that is not thinking, got one that is: let it"
  local PATH = "/nowhere/at/all"

  -- Steps node by node, and checks what best has at each pause, until the search has ended, or after `most` nodes.
  -- Returns whether it has ended. `values` are those to each depth.
  local function think(ai, values, most)
    local depth, nodes = 0, 0
    while nodes < most do
      assert.is_true(ai:thinking())
      local has_ended = ai:step({nodes = 1})
      local best, value, info = ai:best()
      nodes = nodes + 1
      assert.is_true(has_ended or info.nodes == nodes and info.time >= 0)
      assert.is_true(info.depth == depth or info.depth == depth + 1)
      assert.equal(has_ended, info.reason ~= nil)
      assert.equal(values[info.depth], value)
      assert.equal(info.pv[1], best)
      assert.equal(info.depth > 0 and "exact" or nil, info.bound)
      depth = info.depth
      if has_ended then return true end
    end
    return false
  end

  -- Searches of nodes from 0 up to all, each of which is then stopped or closed.
  it("has what the last completed iteration has found, until it is closed, and does nothing else", function()
    for _, style in ipairs(tree.STYLES) do
      local state, game, values = new_state(style), new_game(style), {}
      local before = deep.copy(state)
      for depth = 1, 5 do
        values[depth] = select(2, alphabeta.search(state, depth, {game = game, view = sliced_game.VIEW, table = 0}))
      end
      local all = select(3, new_searcher(game):search(state)).nodes
      for most in share.of(0, all) do
        local ai = new_searcher(game)
        assert.matches("idle", tostring(ai))
        ai:start(state)
        local has_ended = think(ai, values, most)
        assert.is_true(most == all or not has_ended) -- the last node may be followed by the end at once, or later
        local last = found(ai:best())
        if not has_ended then
          assert.matches("thinking", tostring(ai))
          for _, call in ipairs {{"search", state}, {"start", state}, {"clear"}, {"save", PATH}, {"load", PATH}} do
            fails_with(REFUSED:format(call[1]), ai[call[1]], ai, call[2])
          end
          last.info.reason = "stopped"
          ai:stop()
          ai:stop() -- to stop again changes nothing
        end
        assert.is_false(ai:thinking())
        assert.matches("idle", tostring(ai))
        same(last, found(ai:best()))
        assert.is_true(ai:step({nodes = 1}))
        same(last, found(ai:best()))
        assert.equal(values[5], (select(2, ai:search(state))))
        ai:start(state)
        ai:step({nodes = most + 1})
        ai:close()
        assert.is_false(ai:thinking())
        assert.is_nil((ai:best()))
        same(before, state)
      end
    end
  end)

  it("before its first slice has found nothing; when there is none, nothing changes", function()
    local ai, state = new_searcher(), new_state()
    ai:stop()
    assert.is_nil((ai:best()))
    ai:start(state)
    ai:stop()
    local best, value, info = ai:best()
    assert.same({nil, nil, 0, 0, "stopped"}, {best, value, info.depth, info.nodes, info.reason})
    best, value = ai:search(state)
    ai:stop()
    same({best, value}, {slices.search(ai, state, nil, 0), (select(2, ai:best()))})
    ai:stop()
    assert.equal(best, (ai:best()))
    assert.not_equal("stopped", select(3, ai:best()).reason)
    ai:close()
    ai:stop()
  end)

  it("best answers the game's own functions, too, in any search", function()
    local ai, depth, seen
    ai = new_searcher(wrap.before(new_game(), function()
      local _, _, info = ai:best()
      seen[info.depth], depth = true, info.depth
    end))
    seen = {}
    slices.search(ai, new_state(), nil, {nodes = 7})
    local in_slices = seen
    seen = {}
    ai:search(new_state())
    assert.same(in_slices, seen)
    assert.is_true(depth > 2)
    assert.is_nil((ai:best()))
  end)
end)

describe("A search that takes its moves back", function()
  -- Cause: the engine in Lua took the moves of an ended search back while its searcher counted as idle.
  it("because a limit ends it is as busy as before, in each call of `unmake`", function()
    local refused = "already searching"
    for _, row in ipairs {
      {"search", refused, {}, 2}, {"start", refused, {}, 2}, {"close", refused}, {"clear", refused}, {"stop", "done"},
      {"best", "done"},
    } do
      local calls, at, line = 0, 0, {}
      local ai, answer, all
      local game = {
        moves = function() return #line < 9 and {1, 2, 3} or {} end,
        make = function(_, move) line[#line + 1] = move end,
        evaluate = function() return #line > 2 and line[1] * line[2] or 0 end,
      }
      function game.unmake(_, move)
        calls = calls + 1
        if calls == at then
          local ok, message = pcall(ai[row[1]], ai, row[3], row[4])
          answer = ok and "done" or message:match ": (.*)"
        end
        assert(table.remove(line) == move, "another move is taken back than the last one")
      end
      repeat
        calls, at, answer, line = 0, at + 1, nil, {}
        ai = alphabeta.new(game, {nodes = 20})
        local best, _, info = ai:search({})
        assert.same({0, info.depth > 0, false}, {#line, best ~= nil, ai:thinking()})
        assert.is_truthy(info.reason == "nodes" or info.reason == "stopped", info.reason)
        all, calls = calls, at
        assert.is_truthy((ai:search({}, 2)))
        assert.equal(at <= all and row[2] or nil, answer)
      until all < at
      assert.is_true(at > 3)
    end
  end)
end)

-- That it is called after each completed iteration, with what best has, is in slices_spec.lua.
describe("The option on_iteration", function()
  it("may stop the search", function()
    for depth = 1, 3 do
      local ai
      ai = new_searcher(nil, {on_iteration = function(info) if info.depth == depth then ai:stop() end end})
      local best, value, info = slices.search(ai, new_state(), nil, {nodes = 7})
      assert.same({"stopped", depth}, {info.reason, info.depth})
      local best_at_once, value_at_once, info_at_once = ai:search(new_state())
      same({best.name, value, "stopped"}, {best_at_once.name, value_at_once, info_at_once.reason})
    end
  end)

  it("ends the search by an error of its own, which names it", function()
    local broken, state = true, new_state()
    local ai = new_searcher(nil, {on_iteration = function(info)
      if info.depth == 2 and broken then error("no news", 0) end
    end})
    local before = deep.copy(state)
    local words = "no news\n\t(alphabeta: in callback 'on_iteration' at ply 0)"
    sliced_game.fails_with(words, ai.search, ai, state)
    ai:start(state)
    sliced_game.fails_with(words, slices.finish, ai, {nodes = 1})
    assert.is_false(ai:thinking())
    assert.equal(2, select(3, ai:best()).depth)
    same(before, state)
    broken = false
    same(found(new_searcher():search(state, 4)), found(ai:search(state, 4)))
  end)
end)

describe("Slices are refused", function()
  local started, idle = new_searcher(), new_searcher()
  started:start(new_state())
  local NAN = 0 / 0
  local SECONDS = "searcher:step: argument 'seconds': expected a number of seconds"
  local TIME = "searcher:step: limit 'time': expected a number of seconds, 0 or more, got "
  local NODES = "searcher:step: limit 'nodes': expected an integer of 1 or more, or math.huge, got "

  for _, row in ipairs {
    {idle, "step", 0.1, "searcher:step: no search was started"},
    {started, "step", nil, SECONDS .. " or a table of limits, got nil"},
    {started, "step", "1", SECONDS .. " or a table of limits, got '1'"},
    {started, "step", -1, SECONDS .. ", 0 or more, got -1"}, {started, "step", NAN, SECONDS .. ", 0 or more, got NaN"},
    {started, "step", {}, "searcher:step: give the slice a time or a number of nodes"},
    {started, "step", {depth = 1}, "unknown limit 'depth' (valid: nodes, time)"},
    {started, "step", {time = -1}, TIME .. "-1"}, {started, "step", {time = NAN}, TIME .. "NaN"},
    {started, "step", {time = "1"}, TIME .. "'1'"}, {started, "step", {nodes = 0}, NODES .. "0"},
    {started, "step", {nodes = 0.5}, NODES .. "0.5"}, {started, "step", {nodes = NAN}, NODES .. "NaN"},
    {idle, "start", nil, "searcher:start: argument 'state': expected a state, got nil"},
    {idle, "start", new_state(), {dept = 1}, "searcher:start: unknown option 'dept'"},
  } do
    local ai, method, words = row[1], row[2], row[#row]
    it(words, function()
      fails_with(words, ai[method], ai, row[3], #row > 4 and row[4] or nil)
      assert.equal(ai == started, ai:thinking())
    end)
  end

  it("when they are asked for by something else than a searcher", function()
    for _, method in ipairs {"start", "step", "stop", "best", "thinking"} do
      assert.matches("searcher", failure(idle[method], {}))
    end
  end)

  it("with no limit at all", function()
    local ai = alphabeta.new(new_game())
    fails_with("searcher:start: limit 'depth': expected a depth", ai.start, ai, new_state())
    assert.is_false(ai:thinking())
    fails_with("no search was started", ai.step, ai, 1)
  end)
end)

describe("Searchers that think in turn", function()
  it("one in the midst of another's callback, find what each finds alone", function()
    for _, style in ipairs(tree.STYLES) do
      local inner, other, found_inside = new_searcher(new_game(style)), new_state(style), 0
      local expected = found(new_searcher(new_game(style)):search(new_state(style)))
      inner:start(other)
      local outer = new_searcher(wrap.before(new_game(style), function(name)
        if name ~= "evaluate" or not inner:step({nodes = 7}) then return end
        same(expected, found(inner:best()))
        found_inside = found_inside + 1
        inner:start(other)
      end))
      same(expected, found(slices.search(outer, new_state(style), nil, {nodes = 5})))
      assert.is_true(found_inside > 1)
    end
  end)

  it("may be started, and stopped, by another's callback on the very state that is searched", function()
    local state, inner = new_state(), new_searcher()
    local before = deep.copy(state)
    local outer = new_searcher(wrap.before(new_game(), function(_, at)
      local name, ply = at.node.name, at.ply
      inner:start(at, 2)
      inner:step({nodes = 3})
      inner:stop()
      assert(at.node.name == name and at.ply == ply)
    end))
    same(found(new_searcher():search(state)), found(slices.search(outer, state, nil, {nodes = 5})))
    same(before, state)
  end)
end)
