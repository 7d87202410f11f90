-- States that hold long linked lists. Lua's stack is limited: LuaJIT's to some thousand levels.

local alphabeta = require "alphabeta"
local differences = require "alphabeta.common.difference"
local new_fingerprint = require "alphabeta.common.fingerprint"
local snapshots = require "alphabeta.common.snapshots"

-- A list of `count` nodes; the last one has the value `last`.
local function list_of(count, last)
  local head = {value = last}
  for _ = 2, count do head = {next = head, value = 0} end
  return head
end

-- Cause: copies of states were made by functions that call themselves. On LuaJIT, a list of 4,661 linked tables was too
-- long. Later, snapshots were taken and compared without recursion, but the differences of a message were looked for by
-- recursion, and fingerprints were written by it.
describe("A state with a long linked list", function()
  local COUNT = 20000

  it("is compared with its snapshot, and the difference at its end is told", function()
    local snapshot = snapshots.take(list_of(COUNT, 1))
    assert.is_true(snapshots.is_same(snapshot, list_of(COUNT, 1)))
    assert.same({}, (differences(snapshot, list_of(COUNT, 1))))
    assert.is_false(snapshots.is_same(snapshot, list_of(COUNT, 2)))
    local list = differences(snapshot, list_of(COUNT, 2))
    assert.equal(1, #list)
    assert.matches("^next%.next%.next", list[1].path)
  end)

  it("has a fingerprint, which proves that states are equal", function()
    local read = new_fingerprint {content_of = function() end}
    local text, is_whole = read(list_of(COUNT, 1))
    assert.is_true(is_whole)
    assert.equal(text, (read(list_of(COUNT, 1))))
    assert.not_equal(text, (read(list_of(COUNT, 2))))
    assert.not_equal(text, (read(list_of(COUNT + 1, 1))))
  end)

  it("is restored and copied", function()
    local state = list_of(COUNT, 1)
    local snapshot, copy = snapshots.take(state), alphabeta.copy(state)
    assert.is_true(snapshots.is_same(snapshot, copy))
    state.value, state.next.next = 5, nil
    snapshots.restore(snapshot)
    assert.is_true(snapshots.is_same(snapshot, state))
  end)
end)
