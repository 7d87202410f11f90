-- What an opponent watches: all fields of a state, each change once, and of a large state a part in each frame.

local alphabeta = require "alphabeta"
local exclusion = require "alphabeta.common.exclusion"
local watches = require "alphabeta.opponent.watch"

describe("What an opponent watches", function()
  local function text_of(changes)
    local paths = {}
    for path in pairs(changes or {}) do paths[#paths + 1] = path end
    return changes and table.concat(paths, " ") or "nothing"
  end

  it("are all fields of all tables, each change once", function()
    local state = {heap = 3, board = {1, 2, {x = 1}}, cursor = {x = 1}, [true] = 1, [false] = 1}
    state.self, state.again, state.set = state, state.board, {[{a = 1}] = true}
    local watch = watches.new()
    watch:take(state)
    for i, row in ipairs {
      {function() end, "nothing"},
      {function() state.heap = 4 end, '"heap"'},
      {function() state.cursor.x = nil end, '"cursor"."x"'},
      {function() state.new = 1 end, '"new"'},
      {function() state.new = {} end, '"new"'},
      {function() state.new = nil end, '"new"'},
      {function() state.cursor = {} end, "nothing"},
      {function() setmetatable(state.cursor, {}) end, '"cursor"'},
      {function() state[true] = nil end, "true"},
      {function() state[false] = {} end, "false"},
      {function() next(state.set).a = 2 end, '"set".{a = 2}."a"'},
      {function() state.heap = 0 / 0 end, '"heap"'},
      {function() setmetatable(state, {}) end, ""}, -- the state itself
    } do
      row[1]()
      assert.are.equal(row[2], text_of(watch:look(state)), i)
      assert.is_nil(watch:look(state))
    end
    state.board[3].x = 2
    assert.is_truthy(text_of(watch:look(state)):find '"x"$')
    state.heap = 5
    watch:take(state)
    assert.is_nil(watch:look(state))
    state.again = {1, 2, {x = 2}} -- a table of its own, where there was one in two places
    watch:look(state)
    assert.is_nil(watch:look(state))
    state.again[3].x = 3
    assert.are.equal('"again".3."x"', text_of(watch:look(state)))
    state.board[3].x = 4
    assert.are.equal('"board".3."x"', text_of(watch:look(state)))
  end)

  -- Cause: what is left out below a table belonged to the path on which the table was first reached.
  it("are no fields that are left out, when another path to their table is gone", function()
    for path, other in pairs {a = "b", b = "a"} do
      local both = {cache = 1, x = 1}
      local state, watch = {a = both, b = both}, watches.new(exclusion.read {path .. ".cache"})
      watch:take(state)
      state[other] = nil
      watch:look(state)
      both.cache = 2
      assert.are.equal("nothing", text_of(watch:look(state)), path)
      both.x = 2
      assert.are.equal(('"%s"."x"'):format(path), text_of(watch:look(state)))
    end
  end)

  it("are the values of keys, and values that are no tables", function()
    local key = alphabeta.zobrist(4)
    local watch = watches.new()
    watch:take {key = key}
    key:flip(2)
    assert.are.equal('"key"', text_of(watch:look {key = key}))
    assert.is_nil(watch:look {key = key})
    watch = watches.new()
    watch:take(3)
    assert.is_nil(watch:look(3))
    assert.are.equal("", text_of(watch:look(4)))
  end)

end)

-- Cause: beyond 2000 tables, states without keys were compared by identity alone. An undo or a restart was not seen,
-- and a move was played that was none. And below, each frame compared all, however much that was.
describe("A large state", function()
  local function new_state(count)
    local state = {cells = {}}
    for i = 1, count do state.cells[i] = {i} end
    return state
  end

  it("looks at no more than a part of it in a frame", function()
    local state, watch = new_state(20000), watches.new()
    local parts = 0
    repeat
      watch:take(state)
      parts = parts + 1
    until watch.is_whole
    assert.is_true(parts > 20, parts)
    state.cells[10000][1] = 0
    local seen = 0
    for _ = 1, parts + 1 do
      watch:take(state)
      seen = seen + (watch:look(state) and 1 or 0)
    end
    assert.are.equal(1, seen)
  end)

  it("is not disturbed by new tables in each frame, nor by fields that come and go", function()
    local watch = watches.new()
    local function new_shared_state()
      local new = new_state(3000)
      new.others = {}
      for i = 1, 3000 do new.others[i] = new.cells[3001 - i] end
      return new
    end
    repeat watch:take(new_shared_state()) until watch.is_whole
    for _ = 1, 40 do assert.is_nil(watch:look(new_shared_state())) end
    watch = watches.new()
    repeat watch:take(new_state(3000)) until watch.is_whole
    for _ = 1, 20 do assert.is_nil(watch:look(new_state(3000))) end
    local state, seen = new_state(3000), 0
    for frame = 1, 40 do
      state.cells[3000 - frame * 10] = frame % 2 == 0 and {1} or nil
      seen = seen + (watch:look(state) and 1 or 0)
    end
    assert.is_true(seen > 0)
  end)
end)
