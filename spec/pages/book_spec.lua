-- The book: every page of docs/ is a chapter, in the same place in its contents and in what LDoc is given; and the gate
-- that follows its links finds the broken ones.

local files = require "spec.support.files"
local script = require "spec.support.script"

--- The paths of the pages that the contents name, in their order.
local function contents()
  local paths = {}
  for target in files.read_text("docs/README.md"):gmatch("\n%- %[.-%]%(([^)#]+)%)") do
    if target:match("%.md$") then paths[#paths + 1] = target:match("^%.%./(.*)") or "docs/" .. target end
  end
  return paths
end

describe("the book", function()
  it("has the chapters that its contents name, in their order", function()
    local topics = {} -- the pages that LDoc is given
    local list = files.read_text "config.ld":match "\ntopics = (%b{})"
    for path in list:gmatch '"(.-)"' do topics[#topics + 1] = path end
    assert.are.same(contents(), topics)
  end)

  it("has every page of docs/, one link away from the contents", function()
    local is_chapter = {["docs/README.md"] = true}
    for _, path in ipairs(contents()) do is_chapter[path] = true end
    for _, path in ipairs(files.below("docs", "%.md$")) do
      assert.is_true(is_chapter[path], path)
      local is_linked = path == "docs/README.md" or files.read_text(path):find("\n[Contents](README.md)\n", 1, true)
      assert.is_truthy(is_linked, path)
    end
  end)
end)

describe("the gate that follows links", function()
  -- The gate is run by a POSIX shell.
  local it = script.has_shell and it or pending

  --- What the gate says of a book of two pages and a picture, and its exit code.
  local function follow(index, chapter)
    return script.in_folder({
      ["index.html"] = index, ["chapters/one.html"] = chapter, ["chapters/picture.png"] = "",
    }, function(folder) return script.run(("../.ci/links.lua '%s/index.html'"):format(folder)) end)
  end

  it("is content with links that lead somewhere", function()
    local text, code = follow('<a href="chapters/one.html#end">one</a> <a href="https://example.org/no">away</a>',
      '<img src="picture.png"> <a href="../index.html">up</a> <h2 id="end">The end</h2> <a href="#end">down</a>')
    assert.are.same({"2 pages, 4 links, 0 of them broken\n", 0}, {text, code})
  end)

  it("finds a page, a picture, or a section of a page that is not there", function()
    for _, chapter in ipairs {
      '<a href="two.html">two</a>', '<img src="../picture.png">', '<a href="../index.html#end">the end</a>',
      '<a href="#end">the end</a>',
    } do
      local text, code = follow('<a href="chapters/one.html">one</a>', chapter)
      assert.is_truthy(text:find("/chapters/one.html: broken link '", 1, true), text)
      assert.are.equal(1, code)
    end
  end)
end)
