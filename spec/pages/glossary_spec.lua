-- The glossary: its terms are in order, and a page that uses one of them links to it.

local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it

-- The words that stand for a term, other than its heading in lower case with or without an "s": as patterns.
local WORDS = {
  Determinization = {"determinizations?", "ismcts"}, Evaluation = {}, History = {"history heuristic"},
  MCTS = {"mcts", "monte carlo tree search"}, Ply = {"ply", "plies"}, ["Zobrist key"] = {"zobrist"},
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
    local words = WORDS[heading] or {heading:lower():gsub("%-", "%%-") .. "s?"}
    if uses(prose, words) and not text:find(link, 1, true) then missing[#missing + 1] = heading end
  end
  return missing
end

describe("the glossary", function()
  it("has its terms in alphabetical order", function()
    local sorted = headings()
    table.sort(sorted)
    assert.are.same(sorted, headings())
    assert.is_true(#sorted > 20)
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
