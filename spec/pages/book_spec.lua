-- The book: every page of docs/ is a chapter, in the same place in its contents and in what LDoc is given; and the gate
-- that follows its links finds the broken ones.

local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local script = require "spec.support.script"

--- The paths of the pages that the contents name, in their order.
local function contents()
  local paths = {}
  for target in files.read_text("docs/README.md"):gmatch("\n%- %[.-%]%(([^)#]+)%)") do
    if target:match("%.md$") then paths[#paths + 1] = target:match("^%.%./(.*)") or "docs/" .. target end
  end
  return paths
end

--- The paths of the pages that LDoc is given, in their order.
local function topics()
  local paths = {}
  for path in files.read_text("config.ld"):match("\ntopics = (%b{})"):gmatch('"(.-)"') do paths[#paths + 1] = path end
  return paths
end

describe("the book", function()
  it("has the chapters that its contents name, in their order", function()
    assert.are.same(contents(), topics())
  end)

  it("has every page of docs/", function()
    local is_chapter = {["docs/README.md"] = true}
    for _, path in ipairs(contents()) do is_chapter[path] = true end
    for name in lfs.dir("docs") do
      if name:match("%.md$") then assert.is_true(is_chapter["docs/" .. name], name) end
    end
  end)

  it("is one link away from every chapter in docs/", function()
    for _, path in ipairs(contents()) do
      if path:match("^docs/") then
        assert.is_truthy(files.read_text(path):find("\n[Contents](README.md)\n", 1, true), path)
      end
    end
  end)
end)

describe("the gate that follows links", function()
  -- The gate is run by a POSIX shell.
  local it = script.has_shell and it or pending
  local folder

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(lfs.mkdir(folder))
    assert(lfs.mkdir(folder .. "/chapters"))
  end)

  after_each(function()
    for _, name in ipairs {"chapters/one.html", "chapters/picture.png", "index.html"} do
      os.remove(folder .. "/" .. name)
    end
    lfs.rmdir(folder .. "/chapters")
    lfs.rmdir(folder)
  end)

  --- What the gate says of a book of two pages and a picture, and its exit code.
  local function follow(index, chapter)
    files.write(folder .. "/index.html", index)
    files.write(folder .. "/chapters/one.html", chapter)
    files.write(folder .. "/chapters/picture.png", "")
    return script.run(("../.ci/links.lua '%s/index.html'"):format(folder))
  end

  it("is content with links that lead somewhere", function()
    local text, code = follow('<a href="chapters/one.html#end">one</a> <a href="https://example.org/no">away</a>',
      '<img src="picture.png"> <a href="../index.html">up</a> <h2 id="end">The end</h2> <a href="#end">down</a>')
    assert.are.equal("2 pages, 4 links, 0 of them broken\n", text)
    assert.are.equal(0, code)
  end)

  for what, chapter in pairs {
    ["a page that is not there"] = '<a href="two.html">two</a>',
    ["a picture that is not there"] = '<img src="../picture.png">',
    ["a section that another page has not"] = '<a href="../index.html#end">the end</a>',
    ["a section that the page has not"] = '<a href="#end">the end</a>',
  } do
    it("finds " .. what, function()
      local text, code = follow('<a href="chapters/one.html">one</a>', chapter)
      assert.is_truthy(text:find("/chapters/one.html: broken link '", 1, true), text)
      assert.are.equal(1, code)
    end)
  end
end)
