-- A searcher that is thinking does nothing else, and refuses wrong slices; several think in turn. What is done in the
-- midst of a slice is in interference_spec.lua.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local results = require "spec.support.results"
local rng = require "spec.support.rng"
local sliced_game = require "spec.support.sliced_game"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local fails_with, new_game = sliced_game.fails_with, sliced_game.new_game
local new_searcher, new_state = sliced_game.new_searcher, sliced_game.new_state
local found, same = results.found, results.same

describe("A searcher that is thinking", function()
  it("does nothing else, and goes on thinking", function()
    local ai, path = new_searcher(), os.tmpname()
    ai:start(new_state())
    for _, call in ipairs({
      {"search", new_state()}, {"start", new_state()}, {"clear"}, {"save", path}, {"load", path},
    }) do
      local words = "searcher:%s: argument 'self': expected a searcher that is not thinking, got one that is: let it "
      fails_with(words:format(call[1]) .. "finish, or stop it", ai[call[1]], ai, call[2])
      assert.is_true(ai:thinking())
    end
    os.remove(path)
    slices.finish(ai, {nodes = 1})
    same(found(new_searcher():search(new_state())), found(ai:best()))
  end)

  it("may be closed", function()
    local ai, state = new_searcher(), new_state()
    local before = deep.copy(state)
    ai:start(state)
    ai:step({nodes = 9})
    ai:close()
    assert.is_false(ai:thinking())
    assert.is_nil((ai:best()))
    same(before, state)
  end)
end)

describe("Slices are refused", function()
  local started, idle, closed = new_searcher(), new_searcher(), new_searcher()
  started:start(new_state())
  closed:start(new_state())
  closed:close()
  local NAN = 0 / 0
  local CLOSED = ": argument 'self': expected an open searcher, got a closed one"
  local SECONDS = "searcher:step: argument 'seconds': expected a number of seconds"
  local TIME = "searcher:step: limit 'time': expected a number of seconds, 0 or more, got "
  local NODES = "searcher:step: limit 'nodes': expected an integer of 1 or more, or math.huge, got "

  for _, row in ipairs {
    {idle, "step", 0.1, "searcher:step: no search was started"}, {closed, "step", 0.1, "searcher:step" .. CLOSED},
    {started, "step", nil, SECONDS .. " or a table of limits, got nil"},
    {started, "step", "1", SECONDS .. " or a table of limits, got '1'"},
    {started, "step", -1, SECONDS .. ", 0 or more, got -1"}, {started, "step", NAN, SECONDS .. ", 0 or more, got NaN"},
    {started, "step", {}, "searcher:step: give the slice a time or a number of nodes"},
    {started, "step", {depth = 1}, "unknown limit 'depth' (valid: nodes, time)"},
    {started, "step", {time = -1}, TIME .. "-1"}, {started, "step", {time = NAN}, TIME .. "NaN"},
    {started, "step", {time = "1"}, TIME .. "'1'"}, {started, "step", {nodes = 0}, NODES .. "0"},
    {started, "step", {nodes = 0.5}, NODES .. "0.5"}, {started, "step", {nodes = NAN}, NODES .. "NaN"},
    {started, "start", {}, "searcher:start: argument 'self': expected a searcher that is not thinking"},
    {closed, "start", {}, "searcher:start" .. CLOSED},
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

  it("as an option that is no length, and with no limit at all", function()
    local ai = alphabeta.new(new_game())
    fails_with("searcher:start: limit 'depth': expected a depth", ai.start, ai, new_state())
    assert.is_false(ai:thinking())
    fails_with("no search was started", ai.step, ai, 1)
    for got, slice in pairs {["-1"] = -1, NaN = NAN, table = {}} do
      local words = "alphabeta.new: option 'slice': expected a number of seconds, 0 or more, got " .. got
      fails_with(words, alphabeta.new, new_game(), {slice = slice})
    end
  end)
end)

describe("Searchers that think in turn", function()
  it("over one state find what each finds alone", function()
    for _, style in ipairs(tree.STYLES) do
      local state, random = new_state(style), rng.new(3)
      local options = {{}, {algorithm = "pvs"}, {algorithm = "minimax"}, {algorithm = "mtdf"}}
      local searchers, expected, thinking = {}, {}, #options
      for i = 1, #options do
        expected[i] = found(new_searcher(new_game(style), options[i]):search(state))
        searchers[i] = new_searcher(new_game(style), options[i])
        searchers[i]:start(state)
      end
      while thinking > 0 do
        local ai = random:pick(searchers)
        if ai:thinking() and ai:step({nodes = random:int(1, 9)}) then thinking = thinking - 1 end
      end
      for i, ai in ipairs(searchers) do same(expected[i], found(ai:best())) end
    end
  end)

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
