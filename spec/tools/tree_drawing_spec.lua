-- A recorded search is drawn as text and as SVG: each node and edge once, with all that is known of it, and with labels
-- that are safe whatever they hold.

local drawn = require "spec.support.drawn"
local files = require "spec.support.files"
local tree = require "alphabeta.tree"

local EXAMPLES, check_markup = drawn.EXAMPLES, drawn.check_markup
local outline, record, occurrences = drawn.outline, drawn.record, drawn.occurrences

describe("A drawing", function()
  for i, example in ipairs(EXAMPLES) do
    it("in docs/ is what is made today, example " .. i, function()
      local text, picture = files.read_text(("docs/textbook-%d.svg"):format(i)), record(example[1], example[2])
      assert.is_true(text == picture:svg(), "draw it anew: lua examples/textbook.lua docs")
      assert.equal(example[3], outline(picture:root()))
    end)
  end

  it("distinguishes the ends of a null window, whatever lies there", function()
    for text, literal in pairs({
      ["[0, 0+]"] = { { 0 }, { -2 } }, ["[0-, 0]"] = { { { 0 }, { 1 } } }, ["[5, 5+]"] = { { 5 }, { 2 } },
      ["[0.333333, 0.333333+]"] = { { 1 / 3 }, { 0 } }, ["[-2, -2+]"] = { { -2 }, { -3 } },
    }) do
      local picture = record(literal, 3, nil, { algorithm = "pvs" })
      assert.is_truthy(picture:text():find(text, 1, true), text)
    end
  end)

  it("cleans labels, and cuts them", function()
    for label, expected in pairs({
      ["\237\160\128"] = "???", ["\224\128\128"] = "???", ["\239\191\190"] = "???", ["\240\128\128\128"] = "????",
      ["\244\144\128\128"] = "????", ["a\tb\127"] = "a b ", ["é\195"] = "é?", [("ab"):rep(12)] = ("ab"):rep(12),
      [("é"):rep(25)] = ("é"):rep(24) .. "...", [("🙂"):rep(24)] = ("🙂"):rep(24),
    }) do
      assert.equal(expected, record({ 1 }, 1, { label = function() return label end }):root().label)
    end
  end)

  it("gives the letters of East Asia the room of two", function()
    local function width(label)
      return tonumber(record({ 1, 2 }, 1, { label = function() return label end }):svg():match('width="([%d.]+)"'))
    end
    assert.equal(width(("a"):rep(24)), width(("é"):rep(24)))
    for _, letter in ipairs({ "日", "한", "🙂" }) do assert.equal(width(("a"):rep(24)), width(letter:rep(12))) end
    assert.is_true(width(("日"):rep(24)) > width(("a"):rep(24)))
  end)

  it("escapes markup, and bears all that labels can be", function()
    local odd = {
      '<svg onload="alert(1)">&amp;]]>', "--><!--", 'a "quoted" \\ backslash', "two\nlines\r\n\t\0\1\127",
      ("x"):rep(1e6), ("é"):rep(100), "\255\254\192\128\237\160\128\244\144\128\128", "\226\130", "%s %d %%", "",
      0 / 0, math.huge, -0.0, 1e300, true, {}, print, setmetatable({}, { __tostring = function() return "<b>" end }),
      setmetatable({}, { __tostring = function() error("no name") end }), setmetatable({}, { __metatable = 1 }),
      setmetatable({}, { __index = function() error("private") end }),
      setmetatable({}, { __tostring = function() return {} end }), coroutine.create(function() end), io.stdout,
    }
    odd[#odd + 1] = odd
    local game = {
      moves = function(state) return state == 0 and odd or nil end,
      play = function() return 1 end,
      evaluate = function() return 0 end,
    }
    local labels = { false, function() error("no label") end,
      function(state, move) return move == nil and state or move end }
    for i = 1, #odd do labels[#labels + 1] = function() return odd[i] end end
    for _, label in ipairs(labels) do
      local picture = tree.search(0, 1, { game = game, value_max = 0 }, { label = label or nil })
      check_markup(picture:svg())
      assert.is_nil(picture:text():find("[%z\1-\9\11-\31\127]"))
      assert.equal(#odd, occurrences(picture:text(), "\n"))
    end
  end)

  it("ends, where pruned moves go round in circles", function()
    local ring = {
      moves = function() return { 1, 2, 3 } end,
      play = function(n, step) return (n + step) % 5 end,
      evaluate = function(n) return n end,
    }
    local picture = tree.search(0, 12, { game = ring, value_max = 4, value_min = 0 }, { nodes = 200 })
    assert.is_true(occurrences(picture:text(), "\n") < 500)
  end)
end)
