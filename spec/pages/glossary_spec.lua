-- The glossary: its terms are in order, and a page that uses one of them links to it.

local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it

-- The words, in lower case, that stand for each term, by the heading in the glossary.
local WORDS = {
  Alpha = {"alpha"},
  Beta = {"beta"},
  ["Chance node"] = {"chance nodes?"},
  ["Cut-off"] = {"cut%-offs?"},
  Determinization = {"determinizations?", "ismcts"},
  Evaluation = {},
  History = {"history heuristic"},
  Horizon = {"horizon"},
  ["Iterative deepening"] = {"iterative deepening"},
  Killer = {"killers?"},
  Leaf = {"leaf"},
  MCTS = {"mcts", "monte carlo tree search"},
  Mobility = {"mobility"},
  Negamax = {"negamax"},
  Node = {"nodes?"},
  ["Null window"] = {"null windows?"},
  Playout = {"playouts?"},
  Ply = {"ply", "plies"},
  ["Principal variation"] = {"principal variations?"},
  Quiescence = {"quiescence"},
  ["Stand pat"] = {"stand pat"},
  ["Transposition table"] = {"transposition tables?"},
  ["Zobrist key"] = {"zobrist"},
}

local function headings()
  local list = {}
  for heading in files.read_text "docs/glossary.md":gmatch "\n## ([^\n]+)" do list[#list + 1] = heading end
  return list
end

-- The sentences of a page in lower case, without its code, tables, headings, and the texts of its links.
local function prose_of(text)
  return (("\n" .. text):gsub("\n```.-\n```", "\n"):gsub("\n[#|][^\n]*", ""):gsub("`[^`]*`", "")
    :gsub("%b[]%b()", ""):lower())
end

local function uses(prose, patterns)
  for _, pattern in ipairs(patterns) do
    if prose:find("%f[%w]" .. pattern .. "%f[%W]") then return true end
  end
  return false
end

-- The terms that a page uses without a link to the glossary.
local function missing_links(text)
  local missing, prose = {}, prose_of(text):gsub("alpha%-beta", "")
  for _, heading in ipairs(headings()) do
    local link = "](glossary.md#" .. heading:lower():gsub(" ", "-") .. ")"
    if heading == "Node" then prose = prose:gsub("chance nodes?", "") end
    if uses(prose, WORDS[heading]) and not text:find(link, 1, true) then missing[#missing + 1] = heading end
  end
  return missing
end

describe("the glossary", function()
  it("has its terms in alphabetical order, each with the words that stand for it", function()
    local found, sorted, count = headings(), headings(), 0
    table.sort(sorted)
    assert.are.same(sorted, found)
    for _ in pairs(WORDS) do count = count + 1 end
    assert.are.equal(count, #found)
    for _, heading in ipairs(found) do assert.is_table(WORDS[heading], heading) end
  end)

  for name in lfs.dir "docs" do
    if name:match "%.md$" and name ~= "glossary.md" and name ~= "README.md" then
      it("is linked to from docs/" .. name .. ", by the terms that it uses", function()
        assert.are.same({}, missing_links(files.read_text("docs/" .. name)))
      end)
    end
  end

  it("misses a link that is not there", function()
    local page = "# Leaf\n`nodes`, two\nplies, a [leaf](a.md), chance nodes; [killers](glossary.md#killer) or killers"
    assert.are.same({"Chance node", "Ply"}, missing_links(page))
  end)
end)
