-- The files of a table that searchers share: saved, loaded and merged, and which are refused.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local failure = require "spec.support.failure"
local files = require "spec.support.files"
local wrap = require "spec.support.wrap"

local hashed = connect4.hashed

local function with(fields) return wrap.replace({win = connect4.WIN, depth = 6, deepening = true}, fields) end

local function after() return hashed.new() end

describe("A shared table with a file", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("is saved and loaded as a searcher's own", function()
    local shared = alphabeta.table(1)
    assert.matches("table:save: nothing was searched with this table yet", failure(shared.save, shared, path), 1, true)
    local ai = alphabeta.new(hashed, with {table = shared})
    local _, value, info = ai:search(after())
    shared:save(path)
    local function nodes_with(load)
      local _, again, less = load():search(after())
      assert.equal(value, again)
      return less.nodes
    end
    local function own()
      local searcher = alphabeta.new(hashed, with {table = 2})
      searcher:load(path)
      return searcher
    end
    local function by_searcher()
      local searcher = alphabeta.new(hashed, with {table = alphabeta.table(2)})
      searcher:load(path)
      return searcher
    end
    local function by_table(method)
      return function()
        local other = alphabeta.table(2)
        other[method](other, path)
        return alphabeta.new(hashed, with {table = other})
      end
    end
    local least = nodes_with(own)
    assert.is_true(least < info.nodes / 10)
    assert.equal(least, nodes_with(by_searcher))
    assert.equal(least, nodes_with(by_table "load"))
    assert.equal(least, nodes_with(by_table "merge"))
    ai:save(path)
    assert.equal(least, nodes_with(own))
  end)

  it("refuses files with other settings, or that are none", function()
    local shared = alphabeta.table(1)
    alphabeta.new(hashed, with {table = shared}):search(after())
    shared:save(path)
    local other = alphabeta.table(1)
    other:load(path) -- from here on it is one for this view and win
    local wrong = alphabeta.new(hashed, with {table = other, win = 500})
    assert.matches("filled with other settings", failure(wrong.search, wrong, after()), 1, true)
    local different = alphabeta.table(1)
    alphabeta.new(hashed, with {table = different, win = 500}):search(after())
    for _, method in ipairs {"load", "merge"} do
      assert.matches("table:" .. method .. ": .*the file was saved for another game or with other options",
        failure(different[method], different, path))
      assert.matches("table:" .. method .. ": argument 'path': expected a string, got no value",
        failure(different[method], different), 1, true)
      assert.is_string(failure(different[method], different, path .. ".none"))
    end
    files.write(path, "nonsense")
    local fresh = alphabeta.table(1)
    assert.matches("the file is not a saved table", failure(fresh.merge, fresh, path), 1, true)
    alphabeta.new(hashed, with {table = fresh, win = 500}):search(after()) -- a refused file says nothing
  end)

  it("is merged from files in any order, the deeper entry winning", function()
    local function saved(depth)
      local ai = alphabeta.new(hashed, with {table = 1, depth = depth})
      ai:search(after())
      ai:save(path)
    end
    local function nodes_after(order)
      local shared = alphabeta.table(4)
      for _, depth in ipairs(order) do
        saved(depth)
        shared:merge(path)
      end
      local _, _, info = alphabeta.new(hashed, with {table = shared}):search(after())
      return info.nodes
    end
    local nodes = nodes_after {4, 6}
    assert.equal(nodes, nodes_after {6, 4})
    assert.is_true(nodes < 1000)
  end)
end)

-- A path with a zero byte named the file before it.
describe("A path with a zero byte", function()
  it("is refused", function()
    local path = os.tmpname()
    os.remove(path)
    local shared = alphabeta.table(1)
    local ai = alphabeta.new(hashed, with {table = shared})
    ai:search(after())
    for _, method in ipairs {"save", "load", "merge"} do
      assert.matches("table:" .. method .. ": argument 'path': expected a path, got a string with a zero byte",
        failure(shared[method], shared, path .. "\0.table"), 1, true)
      if method ~= "merge" then
        assert.matches("searcher:" .. method .. ": argument 'path': expected a path, got a string with a zero byte",
          failure(ai[method], ai, path .. "\0.table"), 1, true)
      end
    end
    assert.is_nil(io.open(path))
  end)
end)
