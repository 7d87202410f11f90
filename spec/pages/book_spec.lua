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

-- The gate is run by a POSIX shell.
local it_by_shell = script.has_shell and it or pending

it_by_shell("the gate that follows links finds a page, a picture, or a section of a page that is not there", function()
  for chapter, broken in pairs {
    ['<img src="picture.png"> <a href="../index.html">up</a> <h2 id="end">The end</h2> <a href="#end">down</a>'] = 0,
    ['<a href="two.html">two</a>'] = 1, ['<img src="../picture.png">'] = 1, ['<a href="#end">the end</a>'] = 1,
    ['<a href="../index.html#end">the end</a>'] = 1,
  } do
    local index = '<a href="chapters/one.html">one</a> <a href="https://example.org/no">away</a>'
    local files_of_book = {["index.html"] = index, ["chapters/one.html"] = chapter, ["chapters/picture.png"] = ""}
    local text, code = script.in_folder(files_of_book, function(folder)
      return script.run(("../.ci/links.lua '%s/index.html'"):format(folder))
    end)
    assert.are.equal(broken, code, text)
    assert.are.equal(broken == 1, text:find("/chapters/one.html: broken link '", 1, true) ~= nil, text)
  end
end)
