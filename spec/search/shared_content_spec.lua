-- Keys made of content, of states in which a table lies in several places.
--
-- Cause: such a table counted at each place like a copy, so that states which differ only in which of several equal
-- tables a field points to, `selected = pieces[i]`, had one key: a wrong move by the transposition table, and a draw by
-- repetition where no position had come back.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local rng = require "spec.support.rng"

local key_of = core.content_hash()
local function key(state) return tostring(key_of(state)) end

describe("A key made of content", function()
  it("tells which of several equal tables a field points to", function()
    local men = {{}, {}, {}}
    local seen = {}
    for i = 0, 3 do
      local state = {men = men, must = men[i] or {}}
      assert.is_nil(seen[key(state)])
      seen[key(state)] = true
    end
    local row = {1, 2}
    assert.not_equal(key {row, row}, key {{1, 2}, {1, 2}})
    assert.equal(key {row, row}, key {men[1] and row, row})
    local other = {1, 2}
    assert.not_equal(key {row, row, other, other}, key {row, other, row, other})
  end)

  it("leaves out references that lie in fields that are left out", function()
    local without = core.content_hash {"selected"}
    local men = {{}, {}}
    assert.equal(tostring(without {men = men}), tostring(without {men = men, selected = men[1]}))
  end)

  -- A state at random as a list of fields, {place of the table, key, value or place}; the first table is the state.
  local function random_graph(seed)
    local random = rng.new(seed)
    local fields, count = {}, random:int(1, 6)
    for at = 2, count do fields[#fields + 1] = {random:int(1, at - 1), "t" .. at, at, true} end
    for _ = 1, random:int(0, 3) do
      local to = random:int(2, math.max(count, 2))
      if to <= count then fields[#fields + 1] = {random:int(1, to - 1), random:int(1, 2), to, true} end
    end
    for _ = 1, 3 do fields[#fields + 1] = {random:int(1, count), random:int(3, 4), random:int(1, 2)} end
    return fields
  end

  -- The state, its fields written in an order that `first` begins with.
  local function build(fields, first)
    local tables = {}
    for i = 1, #fields + 1 do tables[i] = {} end
    for i = 0, #fields - 1 do
      local field = fields[(i + first) % #fields + 1]
      tables[field[1]][field[2]] = field[4] and tables[field[3]] or field[3]
    end
    for _, field in ipairs(fields) do tables[field[1]][field[2]] = field[4] and tables[field[3]] or field[3] end
    return tables[1]
  end

  -- What a state is, as a text: tables are numbered when they are first met, in the order of the keys.
  local function text_of(state)
    local numbers, count = {}, 0
    local function text(value)
      if type(value) ~= "table" then return tostring(value) end
      if numbers[value] then return "#" .. numbers[value] end
      count = count + 1
      numbers[value] = count
      local keys, parts = {}, {}
      for name in pairs(value) do keys[#keys + 1] = name end
      table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
      for i, name in ipairs(keys) do parts[i] = name .. "=" .. text(value[name]) end
      return "{" .. table.concat(parts, ",") .. "}"
    end
    return text(state)
  end

  it("is equal for the same references, in whatever order they are met, and for no others", function()
    local texts, keys, shared = {}, {}, 0
    for seed = 1, 1500 do
      local fields = random_graph(seed)
      local state = build(fields, 0)
      local text, own = text_of(state), key(state)
      if text:find "#" then shared = shared + 1 end
      for first = 1, #fields - 1 do assert.equal(own, key(build(fields, first)), text) end
      assert.equal(text, texts[own] or text)
      assert.equal(own, keys[text] or own, text)
      texts[own], keys[text] = text, own
    end
    assert.is_true(shared > 300, shared)
  end)

  it("is the same where many tables lie in several places", function()
    local function board(count, is_shared)
      local state, piece = {}, {kind = "pawn"}
      for i = 1, count do state[i] = is_shared and piece or {kind = "pawn"} end
      return state
    end
    for _, count in ipairs {2, 63, 64, 65, 128, 129, 1000} do
      assert.equal(key(board(count, true)), key(board(count, true)))
      assert.not_equal(key(board(count, true)), key(board(count, false)))
      local first, last = board(count, false), board(count, false)
      first[1], last[count] = first[count], last[1]
      assert.equal(key(first), key(last))
    end
  end)
end)

describe("A search with keys made of content", function()
  it("plays the same as one without where a state points to one of its tables", function()
    local game = {player = function() return 1 end}
    local function new() return {men = {{colour = "w"}, {colour = "w"}, {colour = "w"}}, n = 0} end
    function game.moves(s)
      if s.n == 0 then return {1, 2, 3} end
      return s.n < 3 and {"on", "wait"} or {}
    end
    function game.make(s, m)
      local old = s.must
      s.n = s.n + 1
      if type(m) == "number" then s.must = s.men[m] end
      return old
    end
    function game.unmake(s, _, old) s.n, s.must = s.n - 1, old end
    function game.evaluate(s)
      for i, man in ipairs(s.men) do if man == s.must then return i end end
      return 0
    end
    for _, hash in ipairs {false, "auto"} do
      local best, value = alphabeta.search(new(), 3, {game = game, hash = hash})
      assert.same({3, 3}, {best, value})
    end
  end)

  it("sees no repetition where another of several equal tables is pointed to", function()
    local game = {player = function(s) return s.turn end}
    local function index(s)
      for i, square in ipairs(s.squares) do if square == s.at then return i end end
      return 0
    end
    function game.moves(s) return index(s) < 4 and {index(s) + 1} or {} end
    function game.play(s, m) return {squares = s.squares, at = s.squares[m], turn = 3 - s.turn} end
    function game.result(s, me) return s.turn == me and -5 or 5 end
    for _, repetition in ipairs {false, 0} do
      local _, value = alphabeta.search({squares = {{}, {}, {}, {}}, turn = 1}, 8,
        {game = game, repetition = repetition or nil, deepening = false})
      assert.equal(-5, value)
    end
  end)
end)
