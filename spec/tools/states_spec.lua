-- What states hold: fingerprints, snapshots, differences and copies agree on which states are equal, and a snapshot
-- restores its state. Fields may be left out.

local alphabeta = require "alphabeta"
local differences = require "alphabeta.common.difference"
local effort = require "spec.support.effort"
local exclusion = require "alphabeta.common.exclusion"
local new_fingerprint = require "alphabeta.common.fingerprint"
local rng = require "spec.support.rng"
local snapshots = require "alphabeta.common.snapshots"

-- Random states -------------------------------------------------------------------------------------------------------

local FIELDS = {1, 2, 3, "a", "b", true}

-- A value that reaches up to `count` tables. Each field of a table holds one of them, or a plain value.
local function new_graph(random, count)
  local tables = {}
  for i = 1, count do tables[i] = {} end
  for i = 1, count do
    for _, key in ipairs(FIELDS) do
      local draw = random:int(1, 3)
      if draw == 1 then tables[i][key] = tables[random:int(1, count)] end
      if draw == 2 then tables[i][key] = random:pick {0, 1, "1", false} end
    end
  end
  return tables[1]
end

-- Whether two values have the same content, and the same tables in the same places. `partners` has the tables of
-- each that were met in the other one.
local function is_same(a, b, partners)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  if partners[a] or partners[b] then return partners[a] == b and partners[b] == a end
  partners[a], partners[b] = b, a
  for key, field in pairs(a) do
    if not is_same(field, b[key], partners) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

-- A copy whose tables have got their fields in another order.
local function copy_of(value, copies)
  if type(value) ~= "table" or copies[value] then return copies[value] or value end
  local copy = {}
  copies[value] = copy
  for i = #FIELDS, 1, -1 do
    local key = FIELDS[i]
    copy[key] = copy_of(value[key], copies)
  end
  return copy
end

-- Changes one field of a table that a value reaches, or swaps two.
local function change(random, value, other)
  local t = value
  for _ = 1, random:int(0, 3) do
    local field = t[random:pick(FIELDS)]
    if type(field) == "table" then t = field end
  end
  local key, second = random:pick(FIELDS), random:pick(FIELDS)
  if random:chance(0.6) then
    t[key], t[second] = t[second], t[key]
  else
    t[key] = random:pick {value, t, other, 0}
  end
end

local function read_whole(value)
  local text, is_whole = new_fingerprint {content_of = function() end}(value)
  assert.is_true(is_whole)
  return text
end

-- Cause: the state itself was numbered where a field referred to it first, so it could pass for a new table.
it("A random state has the fingerprint and the snapshot of its equals alone, and is restored and copied", function()
  local equal_count, seeds = 0, effort.seeds(1500, 20000)
  for seed = seeds.first, seeds.last do
    local random = rng.new(seed)
    local state = new_graph(random, random:int(1, 4))
    local other, copy, snapshot = copy_of(state, {}), alphabeta.copy(state), snapshots.take(state)
    if random:chance(0.8) then change(random, other, new_graph(random, 1)) end
    local is_equal, said = is_same(state, other, {}), "seed " .. seed
    assert.equal(is_equal, read_whole(state) == read_whole(other), said)
    -- Snapshots are compared by content alone: a table that lies in two places may be two equal tables.
    local has_content = snapshots.is_same(snapshot, other)
    assert.is_true(has_content or not is_equal, said)
    assert.equal(has_content, differences(snapshot, other)[1] == nil, said)
    change(random, state, new_graph(random, 1))
    assert.is_true(is_same(copy_of(state, {}), state, {}), said)
    snapshots.restore(snapshot)
    assert.is_true(is_same(state, copy, {}) and state ~= copy, said)
    equal_count = equal_count + (is_equal and 1 or 0)
  end
  assert.is_true(equal_count > 150 and equal_count < 0.9 * (seeds.last - seeds.first))
end)

-- How many thousand instructions Lua needs for a call.
local function cost_of(call)
  local count = 0
  debug.sethook(function() count = count + 1 end, "", 1000)
  call()
  debug.sethook()
  return count
end

describe("A fingerprint", function()
  it("reads as many fields as it may, and tells if there are more", function()
    for _, state in ipairs {{1, 2, 3, 4}, {a = 1, b = 2, c = 3, d = 4}, {1, 2, c = 3, d = 4}, {{1}, {d = 4}}} do
      for most = 0, 5 do
        local _, is_whole = new_fingerprint {content_of = function() end, most = most}(state)
        assert.equal(most >= 4, is_whole)
      end
    end
  end)

  -- Cause: all keys of a large table were sorted, though few of its fields may be read.
  it("takes no longer in a large state if it may read few fields", function()
    local read, list, map = new_fingerprint {content_of = function() end, most = 10}, {}, {}
    for i = 1, 20000 do list[i], map["field " .. i] = i, i end
    assert.is_true(cost_of(function() read(list) end) < 10)
    assert.is_true(cost_of(function() read(map) end) < 10)
  end)
end)

describe("A copy of a state", function()
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

  it("of a value that is no table is the value, and of nil an error", function()
    assert.are.same({3, false, "abc"}, {alphabeta.copy(3), alphabeta.copy(false), alphabeta.copy "abc"})
    local ok, message = pcall(function() alphabeta.copy(nil) end)
    assert.is_false(ok)
    assert.is_truthy(message:find("states_spec.lua:%d+: alphabeta.copy: argument 'state': expected a state, got nil"))
  end)
end)

-- Cause: copies of states were made by functions that call themselves. On LuaJIT, whose stack has some thousand levels,
-- a list of 4,661 linked tables was too long. Later, the differences of a message were looked for by recursion, and
-- fingerprints were written by it.
it("a state with a long linked list is compared, restored and copied, and has a fingerprint", function()
  local COUNT = 20000
  local function list_of(count, last)
    local head = {value = last}
    for _ = 2, count do head = {next = head, value = 0} end
    return head
  end
  local state = list_of(COUNT, 1)
  local snapshot, copy = snapshots.take(state), alphabeta.copy(state)
  assert.is_true(snapshots.is_same(snapshot, copy))
  assert.same({}, (differences(snapshot, copy)))
  local list = differences(snapshot, list_of(COUNT, 2))
  assert.equal(1, #list)
  assert.matches("^next%.next%.next", list[1].path)
  assert.equal(read_whole(state), read_whole(copy))
  for _, other in ipairs {list_of(COUNT, 2), list_of(COUNT + 1, 1)} do
    assert.is_false(snapshots.is_same(snapshot, other))
    assert.not_equal(read_whole(state), read_whole(other))
  end
  state.value, state.next.next = 5, nil
  snapshots.restore(snapshot)
  assert.is_true(snapshots.is_same(snapshot, state))
end)

-- Fields that are left out --------------------------------------------------------------------------------------------

-- A state whose piece lies at three paths.
local function new_state(hits, cells)
  local piece = {hits = hits, at = 1}
  return {board = {piece = piece}, last = {piece = piece}, list = {piece}, cells = cells or {1, 2, 3}}
end

-- What is said of two states, with paths that are left out: by their snapshot, a fingerprint and their differences.
local function compare(before, after, paths)
  local excluded = assert(exclusion.read(paths))
  local snapshot = snapshots.take(before, excluded)
  local read = new_fingerprint {content_of = function() end, excluded = excluded}
  local list = differences(snapshot, after)
  return {snapshots.is_same(snapshot, after), (read(before)) == (read(after)), list[1] == nil}
end

local SAME, DIFFERENT = {true, true, true}, {false, false, false}

describe("A field that is left out", function()
  it("is left out by its path alone", function()
    assert.same(SAME, compare({a = {x = 1}, b = {x = 1}}, {a = {x = 2}, b = {x = 1}}, {"a.x"}))
    assert.same(DIFFERENT, compare({a = {x = 1}, b = {x = 1}}, {a = {x = 1}, b = {x = 2}}, {"a.x"}))
    assert.same(SAME, compare(new_state(1), new_state(1), {"none.x", "cells[1].x"}))
    assert.same(SAME, compare(new_state(1, {1, 2, 3}), new_state(1, {1, 7, 3}), {"cells[2]"}))
    assert.same(DIFFERENT, compare(new_state(1, {1, 2, 3}), new_state(1, {1, 2, 4}), {"cells[2]"}))
    assert.same(SAME, compare({names = {["a b"] = 1}}, {names = {["a b"] = 2}, new = 3}, {'names["a b"]', "new"}))
  end)

  -- Cause: whether it was left out depended on which path was gone first, and this on the order of `pairs`, and was
  -- another one for the snapshot and the comparison.
  it("is so wherever its table lies, and whichever path names it", function()
    for _, path in ipairs {"board.piece.hits", "last.piece.hits", "list[1].hits"} do
      assert.same(SAME, compare(new_state(1), new_state(2), {path}))
      local other = new_state(2)
      other.board.piece.at = 2
      assert.same(DIFFERENT, compare(new_state(1), other, {path}))
      assert.same(SAME, compare(new_state(1), other, {path, "last.piece.at"}))
    end
  end)

  it("stays as it is when a state is restored", function()
    local state = new_state(1)
    local snapshot = snapshots.take(state, exclusion.read {"last.piece.hits", "last.time"})
    state.board.piece.hits, state.board.piece.at, state.last.time, state.cells[2] = 5, 6, 7, nil
    snapshots.restore(snapshot)
    assert.same({5, 1, 7, 2}, {state.list[1].hits, state.list[1].at, state.last.time, state.cells[2]})
    assert.is_true(snapshots.is_same(snapshot, state))
  end)

  it("has a path that can be read", function()
    assert.same({cache = true, board = {hits = true}}, exclusion.read {"cache", "board.hits", "cache.size"})
    assert.same({cache = true}, exclusion.read {"cache.size", "cache"})
    for _, wrong in ipairs {"", "board.", ".board", "cells[x]", "a b", 3} do
      local tree, path = exclusion.read {"cache", wrong}
      assert.is_nil(tree)
      assert.equal(wrong, path)
    end
  end)
end)
