-- What shortens the sources for the single file of the engine: the short source does what the long one does.

local shorten, fields_for = assert(loadfile ".ci/shorten.lua")()

local load_text = loadstring or load -- luacheck: ignore 113

-- Sources, and what they return.
local SOURCES = {
  ["local first, second = 1, 2 return first + second"] = 3,
  ["local type = type return type(5)"] = "number",
  ["local value = 1 do local value = value + 1 end return value"] = 1,
  ["local value = 1 local inner = (function(value) return value end)(7) return inner + value"] = 8,
  ["local key = 1 local t = {key = 2, [key] = 3, other = key; last = key} return t.key + t[1] + t.other + t.last"] = 7,
  ["local a, key = 0, 5 local t = {call = function() a, key = 1, 2 end} t.call() return a + key"] = 3,
  ["local t = {n = 4} function t:get(add) return self.n + add end return t:get(1)"] = 5,
  ["local t = {n = 4,} function t:get() return self.n end return t:get()"] = 4,
  ["local t = {n = 4} function t.add(self, n) return self.n + n end return t:add(2)"] = 6,
  ["local t = {inner = {}} function t.inner.get(n) return n end return t.inner.get(6)"] = 6,
  ["local sum = 0 for index, value in ipairs {3, 4} do sum = sum + index * value end return sum"] = 11,
  ["local sum = 0 for index = 1, 3 do sum = sum + index end repeat local more = sum + 1 until more > 1 return sum"] = 6,
  ["local name = 'x y -- z' return name .. \"\\\"'\" .. [[ [ ]] .. [==[]]]==] -- a comment"] = "x y -- z\"' [ ]]",
  ["--[[ a long\ncomment ]] local number = 3 return 1 - -number .. 'x' .. 1 .. 2"] = "4x12",
  ["local t = {{1}} local index = [[x]] t[ [[x]] ] = 5 return t[index]"] = 5,
  ["local function count(...) return select('#', ...) end return count(nil, nil)"] = 2,
  ["local number = 1e-3 return 0x10 + number * 1000"] = 17,
  ["local a, b = 1, 2 local function swap() a, b = b, a end swap() local c = a local d = b return c * 10 + d"] = 21,
  ["local n = 0 local function add() n = n + 1 return n, 9 end local a = add() local b = n return a * 10 + b"] = 11,
  ["local n = 0 local function add() n = n + 1 return 9 end local a = n local b = add() return a * 10 + b"] = 9,
  ["local first = 1 local second = first + 1 local third = 5 return first + second + third"] = 8,
  ["local outer = 1 local f = function() local own = 5 local more = outer return own + more end return f()"] = 6,
  ["local first = 3 do local second = 4 first = first + second end local third = 1 return first + third"] = 8,
  ["local n = 1 local function f(n, ...) return n, ... end local m = select(2, f(n, 6)) return m"] = 6,
  ["local n = 0 repeat local last = n n = n + 1 until last == 3 return n"] = 4,
  ["local text = 'long text' local same = 'long text' == text and 'long text' return #same + #('long text')"] = 18,
  ["local value = {1, 2} return #value == 2 and value[1] ~= 2 and not (value[2] <= 1)"] = true,
}

describe("A shortened source", function()
  it("does what the long one does", function()
    for source, expected in pairs(SOURCES) do
      assert.equal(expected, assert(load_text(source))())
      local short = shorten(source)
      assert.equal(expected, assert(load_text(short), short)(), short)
    end
  end)

  it("gives more than 52 variables names", function()
    local lines = {}
    for i = 1, 200 do lines[i] = ("do local variable_%d = %d sum = sum + variable_%d end"):format(i, i, i) end
    local short = shorten("local sum = 0\n" .. table.concat(lines, "\n") .. "\nreturn sum")
    assert.is_nil(short:find "variable")
    assert.equal(20100, assert(load_text(short))())
  end)

  it("has no comments and blanks, and declares variables together if no value depends on another of them", function()
    assert.equal("local a=1\nreturn a+a",
      shorten "-- a comment\nlocal some_number = 1 -- another\n\n  return some_number + some_number\n")
    assert.equal("local a,b,c=1,2,(f)return a+b+c", (shorten(
      "local one = 1 local two = 2 local three = (type) return one + two + three", {}, {type = "f"})))
    assert.equal("local a=1\nlocal a=a return a", shorten "local one = 1\nlocal two = one return two")
    assert.equal("local a,b,c=...,1,...return a,b,c", shorten "local a = ... local b = 1 local c = ... return a, b, c")
    assert.equal("local a,b=...local c=1 return a,b,c", shorten "local a, b = ... local c = 1 return a, b, c")
  end)

  it("has no functions that nothing uses", function()
    assert.equal("local a={}return a", shorten("local function first() end local function second() first() end "
      .. "local t = {} function t.third() second() end return t", {third = false}))
  end)

  it("has short names for fields that only the sources know", function()
    local source = [[local t = {is_old = 1, a = 2, b = 3, is_public = 4} t.is_new, t["c"] = 5, 6
      function t:is_it() return self.is_old end t.plain, t.is_named, t.floor = 7, 8, t.plain
      return t.is_old + t.a + t.b + t.c + t.is_new + t:is_it() + t.is_public + t.plain + t["is_" .. "new"] ]]
    assert.same({plain = "d"}, fields_for({source}, {is_public = true})) -- a text begins with `is_`
    source = source:gsub('"is_" .. "new"', '"is_named"')
    local fields = fields_for({source, "return 'learns_'"}, {is_public = true})
    assert.same({is_old = "d", plain = "e", is_it = "f", is_new = "g"}, fields)
    local short = shorten(source, fields)
    assert.equal(1 + 2 + 3 + 6 + 5 + 1 + 4 + 7 + 8, assert(load_text(short))(), short)
    for name in pairs(fields) do assert.is_nil(short:find(name)) end
    assert.same({}, fields_for({"local t = {} t.learns_much = 1", "return 'learns_'"}, {}))
    assert.same({once = false}, fields_for({"local t = {} function t.once() end return t"}, {}))
  end)

  it("is none where a global variable might be hidden, or where the source is not understood", function()
    for source, message in pairs {
      ["return undeclared"] = "neither declared nor known: undeclared", ["return 'x"] = "a string without an end",
      ["return 1 ? 2"] = "not understood",
    } do
      assert.matches(message, select(2, pcall(shorten, source)))
    end
  end)
end)
