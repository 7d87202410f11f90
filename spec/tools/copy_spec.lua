-- Copies of states: `alphabeta.copy`.

local alphabeta = require "alphabeta"

describe("A copy of a state", function()
  it("has copies of all tables, each once, and nothing of the state changes with it", function()
    local shared = {1, 2, 3}
    local state = {cells = {{0, 1}, {1, 0}}, turn = "white", done = false, [1.5] = shared, again = shared}
    state.own = state
    local copy = alphabeta.copy(state)
    assert.are.same({{0, 1}, {1, 0}}, copy.cells)
    assert.are.same({"white", false}, {copy.turn, copy.done})
    assert.are.equal(copy, copy.own)
    assert.are.equal(copy[1.5], copy.again)
    copy.cells[2][1], copy.again[2], copy.turn = 5, 6, "black"
    assert.are.same({{0, 1}, {1, 0}}, state.cells)
    assert.are.same({{1, 2, 3}, "white"}, {shared, state.turn})
  end)

  it("has the same metatables, functions, and keys of tables, and calls no metamethod", function()
    local meta = {__index = {name = "a state"}, __newindex = error, __metatable = "hidden"}
    local square, f = {}, function() end
    local state = setmetatable({f = f, [square] = {1}}, meta)
    local copy = alphabeta.copy(state)
    assert.are.equal("a state", copy.name)
    assert.are.same({f, {1}}, {copy.f, copy[square]})
    assert.are_not.equal(state[square], copy[square])
  end)

  it("has Zobrist keys of its own", function()
    local state = {key = alphabeta.zobrist(8)}
    state.other = state.key
    local before = state.key:get()
    local copy = alphabeta.copy(state)
    copy.key:flip(3)
    assert.are.equal(before, state.key:get())
    assert.are_not.equal(before, copy.key:get())
    assert.are.equal(copy.key, copy.other)
  end)

  it("may be as deep as memory allows", function()
    local state = {depth = 0}
    for depth = 1, 100000 do state = {before = state, depth = depth} end
    local copy, depth = alphabeta.copy(state), 100000
    while copy.before do
      assert(copy.depth == depth)
      copy, depth = copy.before, depth - 1
    end
    assert.are.equal(0, copy.depth)
  end)

  it("of a value that is no table is the value, and of nil an error", function()
    assert.are.same({3, false, "abc"}, {alphabeta.copy(3), alphabeta.copy(false), alphabeta.copy "abc"})
    local ok, message = pcall(function() alphabeta.copy(nil) end)
    assert.is_false(ok)
    assert.is_truthy(message:find("copy_spec.lua:%d+: alphabeta.copy: argument 'state': expected a state, got nil"))
  end)
end)
