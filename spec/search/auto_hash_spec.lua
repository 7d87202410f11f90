-- Keys made of what states hold, by the option `hash` that is "auto".
-- luacheck: read globals math.type

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local core = require "alphabeta.core"
local dice = require "games.dice"
local fingerprints = require "alphabeta.common.fingerprint"
local effort = require "spec.support.effort"
local message_of = require "spec.support.message_of"
local random_board = require "spec.support.random_board"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

local WRONG = "option 'hash' at ply %d: expected numbers, strings, booleans and tables, got "
local ADVICE = "; leave it out by option 'hash_ignore', or write a function 'hash'"

local ffi
if jit then ffi = require "ffi" end

local function key_of(state, ignored) return core.content_hash(ignored)(state):get() end

--- A state around a value, `levels` tables deep.
local function nested(value, levels)
  for _ = 1, levels do value = { value } end
  return value
end

describe("A key made of a state's content", function()
  it("is the same on every Lua", function()
    for _, row in ipairs({
      { "292417dcc0d778ab", {} },
      { "206b4f4673a2394c", { 1, 2, 3 } },
      { "ef38974f05728420", { board = { "x", false, { 0.5 } }, [true] = -1 } },
      { "1fd53eab0c91f9e6", setmetatable({ 7, setmetatable({ 8 }, { __name = "piece" }) }, { __index = {} }) },
      { "b6bf613dbebb45dc", 5 },
      { "495d25d0d03c07d0", "five" },
      { "2c3232957ee5e67e", 2 ^ 70 },
    }) do
      assert.equal(row[1], key_of(row[2]))
    end
  end)

  it("does not depend on the order in which fields were put in, nor on fields that were there before", function()
    local random = rng.new(7)
    for _ = 1, 50 do
      local names, a, b = {}, {}, {}
      for i = 1, random:int(1, 40) do names[i] = random:chance(0.5) and i or "f" .. i end
      for i = 1, #names do a[names[i]] = i end
      for i = 1, 100 do b["x" .. i] = i end
      for i = #names, 1, -1 do b[names[i]] = i end
      for i = 1, 100 do b["x" .. i] = nil end
      assert.equal(key_of(a), key_of(b))
    end
  end)

  it("counts equal numbers as equal", function()
    assert.equal(key_of { 1, 0, -3 }, key_of { 1.0, -0.0, -3.0 })
    assert.equal(key_of { [2] = "a" }, key_of { [2.0] = "a" })
    if ffi then assert.equal(key_of { 5, -7 }, key_of { ffi.new("int64_t", 5), ffi.new("int64_t", -7) }) end
  end)

  it("is another one for another content", function()
    local seen, count = {}, 0
    local function add(state)
      local key = key_of(state)
      assert.is_nil(seen[key], key)
      seen[key], count = true, count + 1
    end
    for a = -10, 10 do
      for b = -10, 10 do
        add { a, b }
        add { a, { b } }
        add { [a + 100] = b, x = 1 }
        add { tostring(a), b }
      end
    end
    for _, state in ipairs({
      {}, { {} }, { {}, {} }, { { {} } }, { a = {} }, { true }, { false }, { "true" }, { "" }, { 0.5 }, { 2 ^ 62 },
      { 2 ^ 62 + 1024 }, { 1 / 0 }, { -1 / 0 }, { [true] = 1 }, { [false] = 1 }, { [0.5] = 1 }, 1, "1", true,
      { setmetatable({}, { __name = "a" }) }, { setmetatable({}, { __name = "b" }) },
    }) do
      add(state)
    end
    assert.is_true(count > 4 * 21 * 21)
  end)

  -- Cause: the class that libraries write into each object has functions, which have no key.
  it("leaves out the class that an object has as a field, whose name tells it from others", function()
    -- As middleclass makes them, and as 30log does.
    local function inner(name) return { name = name, new = print, __instanceDict = {}, subclasses = {} } end
    local function outer(name) return { name = name, new = print } end
    local knight, rook, pawn = inner "Knight", inner "Rook", outer "Pawn"
    local function object(class, at) return setmetatable({ class = class, at = at }, class.__instanceDict or class) end
    local function key(class, at) return key_of { object(class, at) } end
    for _, class in ipairs { knight, pawn } do
      assert.equal(key(class, 1), key(class, 1))
      assert.equal(key_of { setmetatable({ at = 1 }, { __name = class.name }) }, key(class, 1))
      assert.are_not.equal(key(class, 1), key(class, 2))
      assert.equal(key_of(object(class, 3)), key_of(object(class, 3)))
    end
    assert.are_not.equal(key(knight, 1), key(rook, 1))
    assert.are_not.equal(key_of { { class = { 1 } } }, key_of { { class = { 2 } } })
    local mage = { __name = "actor" }
    assert.are_not.equal(key_of { setmetatable({ class = { name = "mage" } }, mage) },
      key_of { setmetatable({ class = { name = "thief" } }, mage) })
  end)

  it("loses no bit of a 64-bit integer", function()
    if not (math.type or ffi) then return end
    local one, seen, count = ffi and ffi.new("int64_t", 1) or 1, {}, 0
    for bit = 0, 62 do
      local high = one
      for _ = 1, bit do high = high * 2 end
      seen[key_of { high + 1000 }], seen[key_of { high - 1000 }] = true, true
    end
    for _ in pairs(seen) do count = count + 1 end
    assert.equal(126, count)
  end)

  it("is that of a copy where a state refers to itself", function()
    local function ring(size)
      local first = { at = 1 }
      local last = first
      for i = 2, size do
        last.next = { at = i, back = last }
        last = last.next
      end
      last.next = first
      first.me = first
      return first
    end
    assert.equal(key_of(ring(5)), key_of(ring(5)))
    assert.not_equal(key_of(ring(5)), key_of(ring(6)))
    local a, b = { {} }, { {} }
    a[1].up, b[1].up = a, b[1]
    assert.not_equal(key_of(a), key_of(b))
  end)

  it("leaves fields out by their names, wherever they are, but not entries of arrays", function()
    local ignored = { "time", "2" }
    assert.equal(key_of { 1, { x = 2 } }, key_of({ 1, { x = 2, time = 3, ["2"] = print }, time = print }, ignored))
    assert.not_equal(key_of { 1, 2 }, key_of({ 1 }, ignored))
    assert.equal(key_of { 1, 2 }, key_of({ 1, 2 }, ignored))
  end)

  it("is the same for the same content alone, by content written as text, with cycles, in random states", function()
    local fingerprint = fingerprints {content_of = function() return nil end}
    local random, of_text, of_key, count = rng.new(11), {}, {}, 0
    local tables
    local function value(levels)
      local kind = random:int(1, levels > 0 and 8 or 4)
      if kind == 1 then return random:int(0, 1) end
      if kind == 2 then return "s" .. random:int(0, 1) end
      if kind == 3 then return random:chance(0.5) end
      if kind == 4 then return random:pick { 0.5, 2 ^ 60, -1 } end
      if kind == 5 and #tables > 0 then return random:pick(tables) end -- one around it, or one that was made before
      local made = {}
      tables[#tables + 1] = made
      for i = 1, random:int(0, 2) do made[random:pick { i, "n" .. i, random:chance(0.5), 0.5 }] = value(levels - 1) end
      if random:chance(0.2) then tables[#tables] = nil end
      return made
    end
    for _ = 1, 5000 do
      tables = {}
      local state = { value(3), value(2) }
      local text, key = fingerprint(state), key_of(state)
      if not of_text[text] then count = count + 1 end
      assert.equal(key, of_text[text] or key, text)
      assert.equal(text, of_key[key] or text)
      of_text[text], of_key[key] = key, text
    end
    assert.is_true(count > 1000)
  end)

  it("calls no metamethod, but `tostring` of cdata", function()
    local function fail() error "called" end
    local hostile = { __name = "piece" }
    for _, name in ipairs({ "len", "pairs", "ipairs", "eq", "lt", "le", "tostring", "newindex", "call" }) do
      hostile["__" .. name] = fail
    end
    local meta = setmetatable({}, { __index = fail, __newindex = fail, __pairs = fail })
    local state = setmetatable({ 1, setmetatable({ 2 }, hostile) }, hostile)
    assert.equal(key_of { 1, setmetatable({ 2 }, { __name = "piece" }) }, key_of(state))
    local _, err = pcall(key_of, { setmetatable({}, meta) })
    local got = "got an object whose metatable has no '__name' (such as Piece.__name = 'Piece') at state[1]; leave"
    assert.is_truthy(err:find(got, 1, true))
  end)
end)

describe("hash = 'auto'", function()
  it("finds the values of minimax, and the nodes of a key made by hand, in random games", function()
    for seed in share.of(1, effort.seeds(10, 50)) do
      local random = rng.new(seed)
      for _, style in ipairs(random_board.STYLES) do
        local game = random_board.new(seed, style)
        local by_hand = wrap.replace(game, { hash = random_board.hash })
        local depth = random:int(1, 6)
        local options = {
          game = game, hash = "auto", algorithm = random:pick { "alphabeta", "pvs", "mtdf" },
          deepening = random:chance(0.5), table = random:pick { 1 / 1024, 1 },
          without = random:chance(0.5) and { "killers" } or nil,
        }
        local state = game.new()
        local _, expected = alphabeta.search(game.new(), depth, { game = game, algorithm = "minimax" })
        local _, value, info = alphabeta.search(state, depth, options)
        local place = ("seed %d, %s, depth %d"):format(seed, style, depth)
        assert.equal(expected, value, place)
        assert.same(game.new(), state)
        options.hash, options.game = nil, by_hand
        local _, _, other = alphabeta.search(game.new(), depth, options)
        if options.table == 1 then assert.equal(other.nodes, info.nodes, place) end
      end
    end
  end)

  it("finds positions again that were searched before, in each style", function()
    for _, style in ipairs(random_board.STYLES) do
      local game = random_board.new(3, style)
      local ai = alphabeta.new(game, { hash = "auto" })
      local _, value, first = ai:search(game.new(), 5)
      local _, again, info = ai:search(game.new(), 5)
      assert.equal(value, again)
      assert.is_true(info.table_hits > 0 and info.nodes < first.nodes, style)
    end
  end)

  it("goes at once to the depth that the table knows, in each style", function()
    for _, style in ipairs(random_board.STYLES) do
      local game = random_board.new(3, style)
      local ai = alphabeta.new(game, { hash = "auto" })
      local _, _, first = ai:search(game.new(), 5)
      local _, _, info = ai:search(game.new(), 5)
      assert.is_true(2 * info.nodes < first.nodes, style)
    end
  end)

  it("takes the place of the game's own functions for keys, which are not called", function()
    local function fail() error "called" end
    local game = wrap.replace(connect4, { hash = fail })
    local _, value, info = alphabeta.search(connect4.new(), 7, { game = game, hash = "auto" })
    local _, same, keyed = alphabeta.search(connect4.hashed.new(), 7, { game = connect4.hashed })
    assert.equal(same, value)
    assert.equal(keyed.nodes, info.nodes)
    assert.equal(keyed.table_hits, info.table_hits)
    local names = table.concat(info.techniques, " ")
    assert.is_truthy(names:find("state_content", 1, true))
  end)

  it("finds the values and the nodes of a key by hand in games with dice", function()
    local function rolled(game)
      local state = game.new(3)
      game.make(state, -1)
      return state
    end
    local without = wrap.replace(dice, {})
    without.hash = nil
    for depth = 1, 4 do
      local _, expected, by_hand = alphabeta.search(rolled(dice.hashed), depth, { game = dice.hashed })
      local _, value, info = alphabeta.search(rolled(dice), depth, { game = without, hash = "auto" })
      assert.equal(expected, value)
      assert.equal(by_hand.nodes, info.nodes)
    end
  end)

  it("is a right key for states that are numbers or strings", function()
    local game = {
      moves = function(state) return #state < 6 and { 1, 2, 3 } or nil end,
      play = function(state, move) return state .. move end,
      evaluate = function(state) return tonumber(state) % 13 end,
    }
    local _, expected = alphabeta.search("", 6, { game = game })
    assert.equal(expected, (select(2, alphabeta.search("", 6, { game = game, hash = "auto" }))))
  end)

  it("takes states with methods of their own, but no state of another class", function()
    local State = {}
    State.__index = State
    local function new(heap, class) return setmetatable({ heap = heap }, class or State) end
    function State:moves() return self.heap > 0 and { 1, 2, 3 } or nil end
    function State:play(take) return new(math.max(self.heap - take, 0)) end
    function State:evaluate() return self.heap * 7 % 5 end
    local _, expected = alphabeta.search(new(12), 8)
    assert.equal(expected, (select(2, alphabeta.search(new(12), 8, { hash = "auto" }))))
    function State:play(take)
      return new(math.max(self.heap - take, 0), { __index = setmetatable({}, State) })
    end
    assert.equal("alphabeta: " .. WRONG:format(1)
      .. "an object of another class than the first state ('__index' differs) at state" .. ADVICE,
      message_of(alphabeta.search, new(12), 8, { hash = "auto" }))
  end)

  it("scores repetitions, also with states of the past", function()
    local back = { -- two tokens that go to and fro
      moves = function() return { 1, 2 } end,
      make = function(state, token) state.at[token] = 1 - state.at[token] state.turn = 3 - state.turn end,
      unmake = function(state, token) state.at[token] = 1 - state.at[token] state.turn = 3 - state.turn end,
      player = function(state) return state.turn end,
      evaluate = function(state, me) return (me == 1 and 1 or -1) * (1 + state.at[1] - 3 * state.at[2]) end,
    }
    local by_hand = wrap.replace(back, {
      hash = function(state) return state.at[1] + 2 * state.at[2] + 4 * state.turn end,
    })
    local function new(a, b, turn) return { at = { a, b }, turn = turn } end
    for depth = 1, 7 do
      for _, past in ipairs({ {}, { new(1, 0, 2) }, { new(0, 1, 2), new(1, 1, 1) } }) do
        local limits = { depth = depth, past = past }
        local _, expected = alphabeta.search(new(0, 0, 1), limits, { game = by_hand, repetition = 0.5, table = 0 })
        local _, value = alphabeta.search(new(0, 0, 1), limits,
          { game = back, hash = "auto", repetition = 0.5, table = 0 })
        assert.equal(expected, value)
      end
    end
    assert.equal("alphabeta: " .. WRONG:format(0) .. "function at state" .. ADVICE,
      message_of(alphabeta.search, new(0, 0, 1), { depth = 3, past = { print } },
        { game = back, hash = "auto", repetition = 0 }))
  end)

  it("takes all of the past for states, also numbers and strings", function()
    local ring = {
      moves = function() return { 1, 5 } end,
      play = function(state, step) return (state + step) % 6 end,
      evaluate = function(state) return state end,
    }
    local by_hand = wrap.replace(ring, { hash = function(state) return state end })
    for depth = 2, 6 do
      local limits = { depth = depth, past = { 1, 5 } }
      local options = { game = by_hand, repetition = -1, table = 0 }
      local _, expected = alphabeta.search(0, limits, options)
      options.game, options.hash = ring, "auto"
      assert.equal(expected, (select(2, alphabeta.search(0, limits, options))))
      assert.equal(-1, expected)
    end
  end)

  it("sees between two slices that the state was changed", function()
    local game = random_board.new(5, "in place")
    local ai, state = alphabeta.new(game, { hash = "auto", hash_ignore = { "seen" } }), game.new()
    ai:start(state, 6)
    ai:step { nodes = 50 }
    state.seen = print
    assert.is_false(ai:step { nodes = 50 })
    state.board.cells[2] = 1
    assert.equal("alphabeta: the state has changed since the last step of its search", message_of(ai.step, ai, 1))
    state.board.cells[2], state.seen = 0, nil
    assert.same(game.new(), state)
    local _, expected = alphabeta.search(game.new(), 4, { game = game })
    assert.equal(expected, (select(2, ai:search(state, 4))))
  end)

  it("refuses states that no move changes, since the game keeps it elsewhere", function()
    local heap = 9
    local game = {
      moves = function() return heap > 0 and { 1, 2 } or nil end,
      make = function(_, take) heap = heap - take end,
      unmake = function(_, take) heap = heap + take end,
      player = function() return heap % 2 end,
      evaluate = function() return heap % 3 end,
    }
    local message = "alphabeta: option 'hash': expected a state that moves change, got the same one in %d "
      .. "positions: the game keeps its state elsewhere, in local variables or globals"
    local ai = alphabeta.new(game, { hash = "auto" })
    local err = message_of(ai.search, ai, { turn = 1 }, 4)
    assert.equal(message:format(err:match("in (%d+) positions")), err)
    assert.equal(9, heap)
    ai:start({ turn = 1 }, { depth = 4, deepening = true })
    local ok, other = true, nil
    for _ = 1, 100 do
      if ok then ok, other = pcall(ai.step, ai, { nodes = 1 }) end
      assert.equal(9, heap)
    end
    assert.is_false(ok)
    assert.is_truthy(other:find("got the same one", 1, true))
  end)

  it("is refused together with names of fields that are none", function()
    for _, row in ipairs({
      { { hash = "manual" }, "option 'hash': expected 'auto' or false, got 'manual'" },
      { { hash = true }, "option 'hash': expected 'auto' or false, got boolean" },
      { { hash_ignore = "a" }, "option 'hash_ignore': expected an array of names of fields, got 'a'" },
      { { hash_ignore = { "a", 3 } },
        "option 'hash_ignore': expected an array of names of fields, got number at index 2" },
      { { hash_ignore = { a = true } },
        "option 'hash_ignore': expected an array of names of fields, got a table with other keys" },
    }) do
      assert.equal("alphabeta.new: " .. row[2], message_of(alphabeta.new, connect4, row[1]))
    end
    local ai = alphabeta.new(connect4)
    assert.equal("searcher:search: option 'hash' cannot be given for one search, only to alphabeta.new",
      message_of(ai.search, ai, connect4.new(), { depth = 1, hash = "auto" }))
  end)

  local deep = { "more than 65536 fields at state", {} }
  for i = 1, 300 do
    deep[2][i] = {}
    for k = 1, 300 do deep[2][i][k] = 0 end
  end
  local doubled = {}
  for _ = 1, 60 do doubled = { doubled, doubled } end
  for name, row in pairs({
    ["functions"] = { "function at state.extra.b", { b = print } },
    ["coroutines"] = coroutine and { "thread at state.extra[1]", { coroutine.create(function() end) } },
    ["userdata"] = { "userdata at state.extra['no name'][2]", { ["no name"] = { 1, io.stdout } } },
    ["Zobrist keys"] = { "userdata at state.extra.key", { key = alphabeta.zobrist(3) } },
    ["NaN"] = { "NaN at state.extra[true][0.5]", { [true] = { [0.5] = 0 / 0 } } },
    ["tables as keys"] = { "table as a key at state.extra[1]", { { [{}] = 1 } } },
    ["functions as keys"] = { "function as a key at state.extra", { [print] = 1 } },
    ["nameless objects"] = {
      "an object whose metatable has no '__name' (such as Piece.__name = 'Piece') at state.extra[1]",
      { setmetatable({}, { __index = {} }) } },
    ["objects whose name is none"] = {
      "an object whose metatable has no '__name' (such as Piece.__name = 'Piece') at state.extra",
      setmetatable({}, { __name = 5 }) },
    ["objects with computed fields"] = { "an object whose '__index' is a function at state.extra",
      setmetatable({}, { __name = "proxy", __index = function() end }) },
    ["tables that are nested too deep"] = {
      "tables nested more than 100 deep at state.extra[1][1][1][1][1][1][1]...", nested(1, 200),
    },
    ["too many fields"] = deep,
    ["too many fields in tables that lie in several places"] = { "more than 65536 fields at state", doubled },
  }) do
    it("refuses " .. name .. ", and restores the state", function()
      local game = random_board.new(9, "in place")
      local hidden = wrap.replace(game, {
        make = function(state, move)
          local undo = game.make(state, move)
          if state.left <= 3 then state.extra = row[2] end
          return undo
        end,
        unmake = function(state, move, undo)
          game.unmake(state, move, undo)
          if state.left > 3 then state.extra = nil end
        end,
      })
      local ai, state = alphabeta.new(hidden, { hash = "auto" }), game.new()
      assert.equal("alphabeta: " .. WRONG:format(3) .. row[1] .. ADVICE, message_of(ai.search, ai, state, 5))
      assert.same(game.new(), state)
      local _, expected = alphabeta.search(game.new(), 2, { game = game })
      assert.equal(expected, (select(2, ai:search(state, 2))))
      ai = alphabeta.new(hidden, { hash = "auto", hash_ignore = { "extra" } })
      _, expected = alphabeta.search(game.new(), 4, { game = game })
      assert.equal(expected, (select(2, ai:search(state, 4))))
    end)
  end

  it("allows tables that are nested 100 deep, and 65536 fields", function()
    assert.equal(key_of(nested(1, 100)), key_of(nested(1, 100)))
    assert.has_error(function() key_of(nested(1, 101)) end)
    local wide = {}
    for i = 1, 65536 do wide[i] = 0 end
    assert.equal(16, #key_of(wide))
    wide[65537] = 0
    assert.has_error(function() key_of(wide) end)
  end)

  it("does not mind a collection at every call", function()
    local game = random_board.new(4, "copying")
    local collecting = wrap.before(game, function() collectgarbage() end)
    local _, expected, info = alphabeta.search(game.new(), 3, { game = game, hash = "auto" })
    local _, value, same = alphabeta.search(game.new(), 3, { game = collecting, hash = "auto" })
    assert.equal(expected, value)
    assert.equal(info.nodes, same.nodes)
  end)
end)
