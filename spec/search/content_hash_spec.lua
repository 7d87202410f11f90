-- A key made of what a state holds: equal for states that hold the same, in whatever order that was written, and for no
-- others; a table that lies in several places counts as one.
-- luacheck: read globals math.type

local core = require "alphabeta.core"
local rng = require "spec.support.rng"

local ffi
if jit then ffi = require "ffi" end

local function key_of(state, ignored) return core.content_hash(ignored)(state):get() end

describe("A key made of a state's content", function()
  it("is the same on every Lua", function()
    for _, row in ipairs {
      {"292417dcc0d778ab", {}}, {"206b4f4673a2394c", {1, 2, 3}},
      {"ef38974f05728420", {board = {"x", false, {0.5}}, [true] = -1}},
      {"1fd53eab0c91f9e6", setmetatable({7, setmetatable({8}, {__name = "piece"})}, {__index = {}})},
      {"b6bf613dbebb45dc", 5}, {"495d25d0d03c07d0", "five"}, {"2c3232957ee5e67e", 2 ^ 70},
    } do
      assert.equal(row[1], key_of(row[2]))
    end
  end)

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

  it("counts equal numbers as equal, and loses no bit of a 64-bit integer", function()
    assert.equal(key_of {1, 0, -3}, key_of {1.0, -0.0, -3.0})
    assert.equal(key_of {[2] = "a"}, key_of {[2.0] = "a"})
    if ffi then assert.equal(key_of {5, -7}, key_of {ffi.new("int64_t", 5), ffi.new("int64_t", -7)}) end
    if not (math.type or ffi) then return end
    local high, seen, count = ffi and ffi.new("int64_t", 1) or 1, {}, 0
    for _ = 0, 62 do
      seen[key_of {high + 1000}], seen[key_of {high - 1000}] = true, true
      high = high * 2
    end
    for _ in pairs(seen) do count = count + 1 end
    assert.equal(126, count)
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
