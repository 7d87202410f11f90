-- The transposition table: what it saves, how large it is, how long it is kept, and what is never kept. That it changes
-- no value is shown on random games, by oracles_spec.lua.

local alphabeta = require "alphabeta"
local memory_use = require "spec.support.memory_use"
local script = require "spec.support.script"
local small_games = require "spec.support.small_games"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local ONE_BUCKET = 1 / 16384 -- MiB: 64 bytes

-- Nim with one heap: the player who takes the last stone wins. Every heap is reached in many ways.
local function nim(win, style)
  local game = wrap.replace(small_games.NIM[style or "copying"], { hash = function(state) return state.heap end })
  function game.evaluate(state) return state.heap == 0 and -win or 0 end
  return game
end

local function heap(stones) return { heap = stones, turn = 1 } end

describe("A table", function()
  it("is used for deeper searches where nothing was cut short", function()
    local ai = alphabeta.new(nim(1), { view = "mover", deepening = false })
    assert.equal("solved", (select(3, ai:search(heap(9), 10))).reason)
    local _, value, deeper = ai:search(heap(9), 15)
    assert.equal(1, value)
    assert.equal("solved", deeper.reason)
    assert.same({ 4, 3, 0 }, { deeper.nodes, deeper.table_hits, deeper.evaluations })
  end)
end)

describe("The size of a table", function()
  local function info_of(options)
    options.game, options.view, options.deepening = nim(1), "mover", false
    return (select(3, alphabeta.search(heap(16), 20, options)))
  end

  it("is 16 MiB, or a power of two of buckets, as great as fits in; or none", function()
    assert.equal(16 * 2 ^ 20, info_of({}).table_bytes)
    for size, bytes in pairs({ [1] = 2 ^ 20, [0.75] = 2 ^ 19, [3] = 2 ^ 21, [ONE_BUCKET] = 64, [3 / 16384] = 128 }) do
      assert.equal(bytes, info_of({ table = size }).table_bytes)
    end
    local too_small = info_of({ table = 1e-6 })
    assert.equal(0, too_small.table_hits + (too_small.table_bytes or 0))
    for _, info in ipairs({ info_of({ table = 0 }), info_of({ algorithm = "minimax" }) }) do
      assert.same({ 0 }, { info.table_hits, info.table_bytes, info.table_fill })
    end
    assert.is_nil(select(3, alphabeta.search(tree.from({ 1, 2 }), 1, { game = tree.game("children") })).table_bytes)
  end)

  it("is used up in thousandths", function()
    local fill = info_of({ table = 1 / 64 }).table_fill
    assert.is_true(fill > 0 and fill < 1000 and fill == math.floor(fill))
    assert.equal(1000, info_of({ table = ONE_BUCKET }).table_fill)
  end)
end)

describe("A table larger than the memory of the process", function()
  local PROGRAM = [[
    local alphabeta = require "alphabeta"
    print "ready"
    local game = {
      children = function(state) return state < 8 and { 2 * state, 2 * state + 1 } or nil end,
      evaluate = function(state) return state end,
      hash = function(state) return state end,
      player = function() return "anybody" end,
    }
    local ai = alphabeta.new(game, { table = 1024, depth = 3, deepening = false })
    for _ = 1, 2 do print((select(2, ai:search(1)))) end
    print((select(2, alphabeta.search(1, 3, { game = game, table = 1024 }))))
    local path = os.tmpname()
    ai:save(path)
    ai:clear()
    ai:load(path)
    os.remove(path)
    local _, value, info = ai:search(1)
    print(value, info.nodes)
  ]]

  it("costs nothing, as long as it is not filled", function()
    local output = script.run_limited(PROGRAM, 700)
    if not output:find("ready", 1, true) then
      pending("no process can be limited here")
      return
    end
    local lines = {}
    for line in output:gmatch "[^%s][^\n]*[^%s]" do lines[#lines + 1] = line end
    for i = 2, 4 do assert.equal(15, tonumber(lines[i])) end
    assert.equal(15, tonumber(lines[5]:match("^[%d.]+")))
    assert.is_true(tonumber(lines[5]:match("%d+$")) < 5)
    assert.equal(5, #lines)
  end)
end)

describe("A table grows", function()
  local connect4 = require "games.connect4"
  local game = connect4.hashed

  local function counts(size, nodes)
    local ai = alphabeta.new(game, { win = connect4.WIN, table = size })
    local _, value, info = ai:search(game.new(), { nodes = nodes })
    return { value, info.nodes, info.evaluations, info.cutoffs, info.table_hits, info.depth }
  end

  it("without a change of what is searched", function()
    for _, nodes in ipairs({ 300, 3000, 20000 }) do
      assert.same(counts(64, nodes), counts(1024, nodes))
      assert.same(counts(64, nodes), counts(16, nodes))
    end
  end)

  it("from little memory, which is Lua's", function()
    local function weight(nodes)
      return memory_use.kept(function(ai)
        ai:search(game.new(), { nodes = nodes })
      end, function()
        return alphabeta.new(game, { win = connect4.WIN, table = 16 })
      end) / 1024
    end
    local few, many = weight(100), weight(20000)
    assert.is_true(few < 400, few .. " KiB") -- 256 KiB of them in a test build, whose pages are small
    assert.is_true(many > few + 200 and many < 3000, many .. " KiB")
  end)
end)

-- What searches by one searcher count: nodes and hits of each.
local function counts_of(ai, searches)
  local counts = {}
  for _, search in ipairs(searches) do
    local _, _, info = ai:search(heap(search[1]), search[2])
    counts[#counts + 1] = { info.nodes, info.evaluations, info.cutoffs, info.table_hits, info.table_fill }
  end
  return counts
end

describe("A searcher's table", function()
  local again = { { 13, 13 }, { 13, 13 } }

  it("is kept from one search to the next, until clear; it is not that of another searcher", function()
    local ai = alphabeta.new(nim(1), { view = "mover" })
    local counts = counts_of(ai, again)
    assert.is_true(counts[2][1] < counts[1][1] and counts[2][4] > 0)
    assert.equal(0, select("#", ai:clear()))
    ai:clear() -- twice is once
    assert.same(counts, counts_of(ai, again))
    assert.same(counts, counts_of(alphabeta.new(nim(1), { view = "mover" }), again))
  end)

  -- Keys were the same where a position and the player for whom it is valued changed places.
  it("knows a position's name from a player's", function()
    local after, turns = { [10] = { 2 }, [20] = { 1 }, { 31 }, { 32 } }, { [10] = 1, [20] = 2 }
    local ai = alphabeta.new({
      moves = function(at) return after[at] end,
      play = function(_, to) return to end,
      player = function(at) return turns[at] or 3 end,
      hash = function(at) return at end,
      evaluate = function(at) return at end,
    }, { depth = 2 })
    for _, root in ipairs({ 10, 20 }) do
      local best, value = ai:search(root)
      assert.equal(30 + best, value)
    end
  end)

  it("misleads no limit where it knows the root but not the rest", function()
    local ai = alphabeta.new(nim(3), { view = "mover", table = ONE_BUCKET })
    local fresh = alphabeta.new(nim(3), { view = "mover", table = 0 })
    local given_up = 0
    for nodes = 5, 400, 5 do
      ai:clear()
      ai:search(heap(40), 7)
      local _, value, info = ai:search(heap(40), { nodes = nodes })
      local _, expected, alone = fresh:search(heap(40), info.depth)
      assert.equal(expected, value)
      assert.is_true(info.nodes <= nodes or info.depth == 1)
      if info.depth > 1 and alone.nodes < nodes / 2 and info.depth < 7 then given_up = given_up + 1 end
    end
    assert.is_true(given_up > 0)
  end)
end)

-- A null move wins nothing: where the game is won behind one, the value is that of a won game, and its distance is not
-- known. It is true where it was found only.
describe("A won game whose distance is not known", function()
  it("is not kept for other distances from the root", function()
    local won = { name = "won", turn = 2, value = 100, successors = {} }
    local on = { name = "on", turn = 1, value = 0, successors = { won } }
    local passed = { name = "passed", turn = 2, value = 0, successors = { on } }
    local far = { name = "far", turn = 1, value = 0, successors = {} }
    far.successors[1] = { name = "farther", turn = 2, value = 0, successors = { far } }
    local near = { name = "near", turn = 1, value = 0, successors = { far }, passed = passed }
    local function before(name, node) return { name = name, turn = 1, value = 0, successors = { node } } end
    local game = {
      children = function(node) return node.successors end,
      evaluate = function(node) return node.value end,
      hash = function(node) return node.name end,
      player = function(node) return node.turn end,
      pass = function(node) return node.passed or node end,
    }
    local ai = alphabeta.new(game, { win = 100, beta = 96, null_move = 1, deepening = false })
    assert.equal(96, (select(2, ai:search(before("first", near), 5))))
    assert.equal(0, (select(2, ai:search(before("third", before("second", before("between", near))), 7))))
  end)
end)
