-- A searcher's memory in a file.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"

local game = setmetatable({
  hash = function(state) return table.concat(state.cells) end,
}, { __index = connect4 })

local OPTIONS = { win = connect4.WIN, depth = 6 }

local function new(options)
  return alphabeta.new(game, options or OPTIONS)
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
end

describe("A searcher's table", function()
  local path

  before_each(function() path = os.tmpname() end)
  after_each(function() os.remove(path) end)

  local function saved()
    local ai = new()
    local _, _, info = ai:search(connect4.new())
    ai:save(path)
    return ai, info
  end

  it("saved and loaded saves the search", function()
    local _, first = saved()
    local other = new()
    other:load(path)
    local _, _, again = other:search(connect4.new())
    assert.is_true(again.nodes < first.nodes / 10, again.nodes .. " against " .. first.nodes)
    local _, _, fresh = new():search(connect4.new())
    assert.equal(first.nodes, fresh.nodes)
  end)


  it("refuses files that are damaged, truncated, foreign or of other options, and keeps what it has", function()
    local ai = saved()
    local _, _, before = ai:search(connect4.new())
    local bytes = read(path)
    local middle = math.floor(#bytes / 2)
    local files = {
      ["the file is not a saved table"] = { "no table at all, but long enough to be read as if it were one" },
      ["the file "] = {
        "", bytes:sub(1, -2), bytes:sub(1, middle), bytes .. "x",
        bytes:sub(1, middle) .. string.char((bytes:byte(middle + 1) + 1) % 256) .. bytes:sub(middle + 2),
      },
    }
    for expected, contents in pairs(files) do
      for _, content in ipairs(contents) do
        write(path, content)
        local ok, message = pcall(ai.load, ai, path)
        assert.is_false(ok)
        assert.is_truthy(message:find("searcher:load: '" .. path .. "': " .. expected, 1, true), message)
      end
    end
    local _, _, after = ai:search(connect4.new())
    assert.equal(before.nodes, after.nodes)
    write(path, bytes)
    assert.error_matches(function()
      new({ win = 999, depth = 6 }):load(path)
    end, "saved for another game or with other options")
  end)

  it("says what is wrong with the path or the searcher", function()
    local ai = new()
    assert.error_matches(function() ai:save(path) end, "searcher:save: there is no table")
    assert.error_matches(function() ai:load() end, "searcher:load: argument 'path': expected a string, got n")
    assert.error_matches(function() ai:load("/no/such/file") end, "searcher:load: '/no/such/file': ")
    assert.error_matches(function() new({ table = 0 }):load(path) end, "searcher:load: option 'table' is 0")
    ai:close()
    assert.error_matches(function() ai:save(path) end, "searcher:save: the searcher is closed")
  end)

  it("is not saved where nobody could tell for whom its values are", function()
    local nobody = { moves = connect4.moves, make = connect4.make, unmake = connect4.unmake, hash = game.hash,
      evaluate = function() return 0 end }
    local ai = alphabeta.new(nobody)
    ai:search(connect4.new(), 2)
    assert.error_matches(function() ai:save(path) end, "the game has no 'player'")
    local players = { {}, {} }
    nobody.player = function(state) return players[state.turn] end
    ai:search(connect4.new(), 2)
    assert.error_matches(function() ai:save(path) end, "'player' returned what is neither number, string nor boolean")
  end)
end)
