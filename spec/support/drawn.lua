--- What the specs of drawn trees share: textbook trees, and ways to look at a drawing.
-- @module spec.support.drawn

local explained = require "spec.support.explained"
local textbook = require "games.tree"
local tree = require "alphabeta.tree"

local drawn = {}

--- The game that is played on trees, with a value for inner nodes, which deepening searches.
drawn.GAME = explained.GAME

--- The trees of examples/textbook.lua: the literal, the depth, and the outline of its search.
drawn.EXAMPLES = {
  {explained.FIRST, 3, "5*{5*{5*{3 5*} >6{6 (9)}} <2{<2{1 2} ({(0) (-1)})}}"},
  {explained.SECOND, 3, "13*{13*{13*{13* 8} >24{24 (-5)}} <-14{23{23 15} <-14{-14 -20}}}"},
  {explained.THIRD, 3, "3*{3*{3*{2 3*} >5{5 (9)}} <1{<1{0 1} ({(7) (5)})}}"},
  {
    explained.FOURTH, 4,
    "6*{3{5{5{5 6} <4{7 4 (5)}} 3{3{3}}} 6*{6*{6*{6*} <6{6 (9)}} >7{>7{7}}} <5{<5{<5{5}} ({({(9) (8)}) ({(6)})})}}",
  },
}

--- A tree that was recorded in the form of the literal it came from: (7) was pruned, 7* is on the chosen line; the root
-- and its like give their value before the bracket.
-- @tparam table node
-- @treturn string
function drawn.outline(node)
  local word = node.value and ("%g"):format(node.value) or ""
  if node.bound == "lower" then word = ">" .. word end
  if node.bound == "upper" then word = "<" .. word end
  if node.is_chosen then word = word .. "*" end
  if node.children[1] then
    local parts = {}
    for i, child in ipairs(node.children) do parts[i] = drawn.outline(child) end
    word = word .. "{" .. table.concat(parts, " ") .. "}"
  end
  return node.is_pruned and "(" .. word .. ")" or word
end

--- Searches a tree, and records it.
-- @tparam table literal such as `{{3, 5}, {6, 9}}`
-- @tparam number depth
-- @tparam[opt] table drawing the options of the recorder
-- @tparam[opt] table options those of the search
-- @treturn table the recorder; then the results of the search
function drawn.record(literal, depth, drawing, options)
  local root = textbook.new(literal)
  options = options or {}
  options.game = options.game or drawn.GAME
  return tree.search(root, depth, options, drawing)
end

--- Fails if a document in XML is wrong, as far as this project writes any: tags that do not match, markup in text.
-- @tparam string document
function drawn.check_markup(document)
  local open = {}
  local at = 1
  while true do
    local from, to, slash, name, attributes, empty = document:find("<(/?)([%a]+)([^<>]-)(/?)>", at)
    local text = document:sub(at, (from or #document + 1) - 1)
    assert(not text:find("[<>]"), "markup in a text: " .. text)
    assert(not text:gsub("&%a+;", ""):gsub("&#%d+;", ""):find("&"), "a bare & in a text: " .. text)
    assert(not text:find("[%z\1-\8\11\12\14-\31]"), "a control character")
    if not from then break end
    assert(not attributes:gsub('%s[%w:-]+="[^"]*"', ""):find("%S"), "attributes: " .. attributes)
    if slash == "/" then
      assert(table.remove(open) == name, "a tag that was not open: " .. name)
    elseif empty == "" then
      open[#open + 1] = name
    end
    at = to + 1
  end
  assert(#open == 0, "a tag is not closed")
end

--- How often a pattern is in a text.
-- @tparam string text
-- @tparam string pattern
-- @treturn number
function drawn.occurrences(text, pattern) return select(2, text:gsub(pattern, "")) end

return drawn
