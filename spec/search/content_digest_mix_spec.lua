-- Keys and numbers made of values. A content key is equal for states that hold the same, in whatever order that was
-- written, and for no others. The digest of a table tells it from others: from similar moves, by which killers and the
-- history find them, and from the same board after a move, by which a search sees that its state was changed. `mix`
-- makes a key of several values.
-- luacheck: read globals math.type

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local digest = require "alphabeta.common.digest"
local message_of = require "spec.support.message_of"
local rng = require "spec.support.rng"

local mix = alphabeta.mix
local unpack = table.unpack or unpack

local ffi
if jit then ffi = require "ffi" end

local function key_of(state, ignored) return core.content_hash(ignored)(state):get() end
local function number_of(state) return digest(state, 3, 512) end
local function mixed(values) return ("%.0f"):format(mix(unpack(values))) end

-- How many different keys or numbers are made of arrays.
local function count_of(make, arrays)
  local seen, count = {}, 0
  for _, array in ipairs(arrays) do
    local key = make(array)
    if not seen[key] then seen[key], count = true, count + 1 end
  end
  return count
end

describe("What is made of values, as", function()
  -- A function; what it makes on every Lua; and whether powers of two may be equal, as in a digest, whose numbers are
  -- below 2^31.
  for name, row in pairs {
    ["a content key"] = {key_of, {
      {"292417dcc0d778ab", {}}, {"206b4f4673a2394c", {1, 2, 3}},
      {"ef38974f05728420", {board = {"x", false, {0.5}}, [true] = -1}},
      {"1fd53eab0c91f9e6", setmetatable({7, setmetatable({8}, {__name = "piece"})}, {__index = {}})},
      {"b6bf613dbebb45dc", 5}, {"495d25d0d03c07d0", "five"}, {"2c3232957ee5e67e", 2 ^ 70},
    }},
    ["a mixed key"] = {mixed, {
      {"4515712481578249", {0}}, {"3237094191579877", {1, 2, 3}}, {"6325256919752919", {-1}},
      {"6476730676113388", {0.5}}, {"8392033772987845", {""}}, {"474289399245103", {"abc", 5, true}},
      {"3074538958652987", {2 ^ 53, -2 ^ 60}},
    }},
    ["a digest"] = {number_of, {}, true},
  } do
    local make = row[1]

    it(name .. ", is the same on every Lua", function()
      for _, pair in ipairs(row[2]) do assert.equal(pair[1], make(pair[2])) end
    end)

    it(name .. ", counts equal numbers as equal", function()
      assert.equal(make {1, 0, -3, 2 ^ 53}, make {1.0, -0.0, -3.0, 9007199254740992})
      if not ffi then return end
      local minus_seven = ffi.new("int64_t", -7)
      assert.equal(make {5, -7, -2 ^ 52}, make {ffi.new("int64_t", 5), minus_seven, ffi.new("int64_t", -2 ^ 52)})
      assert.equal(make {5, 2 ^ 40}, make {ffi.new("uint64_t", 5), ffi.new("uint64_t", 2) ^ 40})
      if make == mixed then assert.equal(make {minus_seven}, make {ffi.new("uint64_t", 0) - 7}) end
    end)

    -- Cause: in digests, 64-bit integers were rounded to doubles, so boards of bits that differ in the lowest had one.
    it(name .. ", loses no bit of a 64-bit integer", function()
      if not (math.type or ffi) then return end
      local high, all = ffi and ffi.new("int64_t", 1) or 1, {}
      for _ = 0, 62 do
        local near = {{high + 1000}, {high + 1001}, {high - 1000}, {-high - 1000}}
        assert.equal(#near, count_of(make, near))
        for _, array in ipairs(near) do all[#all + 1] = array end
        high = high * 2
      end
      assert.is_true(row[3] or count_of(make, all) == #all - 1, name) -- 1 + 1000 + 1 is 2 + 1000
    end)
  end
end)

describe("A key made of a state's content", function()
  local VALUES = {0, 1, 0.5, -1, 2 ^ 60, 2 ^ 62, 2 ^ 62 + 1024, 1 / 0, -1 / 0, "s0", "s1", "1", "true", "", true, false}

  -- A state at random: tables in tables, some of which lie in several places, or around themselves, or are objects.
  local function draw(random, tables, levels)
    local kind = random:int(1, levels > 0 and 8 or 4)
    if kind <= 4 then return random:pick(VALUES) end
    if kind == 5 and #tables > 0 then return random:pick(tables) end
    local made = {}
    tables[#tables + 1] = made
    for i = 1, random:int(0, 2) do
      made[random:pick {i, i + 100, "n" .. i, random:chance(0.5), 0.5}] = draw(random, tables, levels - 1)
    end
    if random:chance(0.1) then setmetatable(made, {__name = random:pick {"a", "b"}}) end
    return made
  end

  -- The same state, written in another order, in tables that had other fields before.
  local function rewritten(value, made)
    if type(value) ~= "table" then return value end
    if made[value] then return made[value] end
    local copy, names = setmetatable({}, getmetatable(value)), {}
    made[value] = copy
    for i = 1, 20 do copy["x" .. i] = i end
    for name in pairs(value) do table.insert(names, 1, name) end
    for _, name in ipairs(names) do copy[name] = rewritten(value[name], made) end
    for i = 1, 20 do copy["x" .. i] = nil end
    return copy
  end

  -- What a state is, as a text: tables are numbered when they are first met, in the order of the keys.
  local function text_of(value, numbers)
    if type(value) == "number" then return ("%.17g"):format(value) end
    if type(value) ~= "table" then return type(value) .. tostring(value) end
    if numbers[value] then return "#" .. numbers[value] end
    numbers[#numbers + 1] = value
    numbers[value] = #numbers
    local parts, names = {}, {}
    for name in pairs(value) do
      local text = text_of(name, {})
      parts[#parts + 1], names[text] = text, name
    end
    table.sort(parts)
    for i, text in ipairs(parts) do parts[i] = text .. "=" .. text_of(value[names[text]], numbers) end
    return (getmetatable(value) or {__name = ""}).__name .. "{" .. table.concat(parts, ",") .. "}"
  end

  -- Cause: a table that lies in several places counted at each like a copy. States that differ only in which of several
  -- equal tables a field points to, `selected = pieces[i]`, had one key.
  it("is equal for the same content and the same references, and for no others, in random states", function()
    local random, of_text, of_key, count, shared = rng.new(11), {}, {}, 0, 0
    for _ = 1, 6000 do
      local tables, state = {}, random:pick(VALUES)
      if random:chance(0.99) then state = {draw(random, tables, 3), draw(random, tables, 2)} end
      local text, key = text_of(state, {}), key_of(state)
      assert.equal(key, key_of(rewritten(state, {})), text)
      if not of_text[text] then count, shared = count + 1, shared + (text:find "#" and 1 or 0) end
      assert.equal(key, of_text[text] or key, text)
      assert.equal(text, of_key[key] or text)
      of_text[text], of_key[key] = key, text
    end
    assert.is_true(count > 1000 and shared > 300, count .. " " .. shared)
  end)

  -- Cause: the class that libraries write into each object has functions, which have no key.
  it("leaves out the class that an object has as a field, whose name tells it from others", function()
    -- As middleclass makes them, and as 30log does.
    local function inner(name) return {name = name, new = print, __instanceDict = {}, subclasses = {}} end
    local knight, rook, pawn = inner "Knight", inner "Rook", {name = "Pawn", new = print}
    local function object(class, at) return setmetatable({class = class, at = at}, class.__instanceDict or class) end
    for _, class in ipairs {knight, pawn} do
      assert.equal(key_of {setmetatable({at = 1}, {__name = class.name})}, key_of {object(class, 1)})
      assert.are_not.equal(key_of {object(class, 1)}, key_of {object(class, 2)})
      assert.equal(key_of(object(class, 3)), key_of(object(class, 3)))
    end
    assert.are_not.equal(key_of {object(knight, 1)}, key_of {object(rook, 1)})
    assert.are_not.equal(key_of {{class = {1}}}, key_of {{class = {2}}})
    local mage = {__name = "actor"}
    assert.are_not.equal(key_of {setmetatable({class = {name = "mage"}}, mage)},
      key_of {setmetatable({class = {name = "thief"}}, mage)})
  end)

  it("leaves fields out by their names, wherever they are, but not entries of arrays", function()
    local ignored, men = {"time", "2"}, {{}, {}}
    assert.equal(key_of {1, {x = 2}}, key_of({1, {x = 2, time = 3, ["2"] = print}, time = print}, ignored))
    assert.not_equal(key_of {1, 2}, key_of({1}, ignored))
    assert.equal(key_of {1, 2}, key_of({1, 2}, ignored))
    assert.equal(key_of {men = men}, key_of({men = men, time = men[1]}, ignored))
  end)

  it("calls no metamethod", function()
    local function fail() error "called" end
    local hostile = {__name = "piece"}
    for _, name in ipairs {"len", "pairs", "ipairs", "eq", "lt", "le", "tostring", "newindex", "call"} do
      hostile["__" .. name] = fail
    end
    local meta = setmetatable({}, {__index = fail, __newindex = fail, __pairs = fail})
    local state = setmetatable({1, setmetatable({2}, hostile)}, hostile)
    assert.equal(key_of {1, setmetatable({2}, {__name = "piece"})}, key_of(state))
    local _, err = pcall(key_of, {setmetatable({}, meta)})
    local got = "got an object whose metatable has no '__name' (such as Piece.__name = 'Piece') at state[1]; leave"
    assert.is_truthy(err:find(got, 1, true))
  end)

  it("is of tables that are nested 100 deep at most, and of 65536 fields", function()
    local nested, wide = 1, {}
    for _ = 1, 100 do nested = {nested} end
    for i = 1, 65536 do wide[i] = 0 end
    assert.same({16, 16}, {#key_of(nested), #key_of(wide)})
    wide[65537] = 0
    for _, large in ipairs {{nested}, wide} do assert.has_error(function() key_of(large) end) end
  end)

  it("is the same where many tables lie in several places", function()
    local function board(count, is_shared)
      local state, piece = {}, {kind = "pawn"}
      for i = 1, count do state[i] = is_shared and piece or {kind = "pawn"} end
      return state
    end
    for _, count in ipairs {2, 63, 64, 65, 128, 129, 1000} do
      assert.equal(key_of(board(count, true)), key_of(board(count, true)))
      assert.not_equal(key_of(board(count, true)), key_of(board(count, false)))
      local first, last = board(count, false), board(count, false)
      first[1], last[count] = first[count], last[1]
      assert.equal(key_of(first), key_of(last))
    end
  end)
end)

-- How many of the tables that `make` returns, for numbers up to these, have the number of another one.
local function clashes(make, a, b, c)
  local all = {}
  for x = 1, a do
    for y = 1, b do
      for z = 1, c do all[#all + 1] = make(x, y, z) end
    end
  end
  return #all - count_of(number_of, all)
end

describe("The number of a table", function()
  -- Cause: sums of products of small numbers are often the same: one in seven of such arrays had another's number.
  it("is another one for other moves", function()
    assert.is_true(clashes(function(x, y, z) return {x, y, z} end, 64, 64, 10) <= 4)
    assert.is_true(clashes(function(x, y, z) return {from = x, to = y, piece = "p" .. z} end, 64, 64, 5) <= 4)
    assert.is_true(clashes(function(x, y, z) return {{x, y}, {z / 8, x == 1}} end, 30, 30, 30) <= 4)
  end)

  it("is another one for a board on which two squares have changed", function()
    assert.is_true(clashes(function(x, y, z)
      if y >= x then return nil end
      local board = {}
      for square = 1, 64 do board[square] = square * 7 % 13 end
      board[x], board[y] = z + 12, (z * 5 + y) % 13 + 13
      return board
    end, 64, 64, 3) <= 4)
  end)

  it("leaves out what lies too deep or is no value; too many fields have none, nor one that is refused", function()
    assert.equal(0, digest({{{{5}}}, print, [print] = 1}, 2, 64))
    assert.is_not.equal(0, digest({{{5}}}, 2, 64))
    assert.is_not_nil(digest({1, {2, 3}}, 2, 4))
    assert.is_nil(digest({1, {2, 3}}, 2, 3))
    local refused = {}
    assert.is_nil(digest({{{refused}}}, 2, 64, function(value) return value == refused end))
  end)
end)

describe("A key of several values", function()
  it("is a whole number below 2^53, another one for other values, another order or another number of them", function()
    local all, least, most = {}, math.huge, 0
    for a = -20, 20 do
      all[#all + 1], all[#all + 2] = {a}, {tostring(a)}
      for b = -20, 20 do
        for _, values in ipairs {{a, b}, {a, b, 0}, {0, b, a + 100}} do all[#all + 1] = values end
      end
    end
    for _, value in ipairs {true, false, 0.5, -0.5, 2 ^ 70, math.huge, "", "\0", "\0\0"} do all[#all + 1] = {value} end
    assert.equal(#all, count_of(mixed, all))
    for _, values in ipairs(all) do
      local key = mix(unpack(values))
      assert.equal(0, key % 1)
      least, most = math.min(least, key), math.max(most, key)
    end
    assert.is_true(least >= 0 and least < 2 ^ 44 and most < 2 ^ 53 and most > 2 ^ 53 - 2 ^ 44)
  end)

  it("must have values that can be distinguished", function()
    assert.equal("alphabeta.mix: expected a value, got none", message_of(mix))
    for _, row in ipairs {{nil, "nil"}, {{}, "table"}, {print, "function"}, {0 / 0, "NaN"}, {io.stdout, "userdata"}} do
      assert.equal("alphabeta.mix: argument '2': expected a number, a string or a boolean, got " .. row[2],
        message_of(mix, 1, row[1], 3))
    end
    if ffi then
      for _, value in ipairs {ffi.new "struct { int x; }", ffi.new "int64_t[1]", ffi.new("double", 1)} do
        assert.equal("alphabeta.mix: argument '1': expected a number, a string or a boolean, got cdata",
          message_of(mix, value))
      end
    end
  end)
end)
