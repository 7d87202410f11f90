-- Writes what the search of the book looks through: the sections of its pages, as a script that sets `sections`.
--
-- usage: search.lua FOLDER PAGE... >texts.js
-- PAGE is a page of the book, in its folder.

local ENTITIES = {
  amp = "&", lt = "<", gt = ">", quot = '"', nbsp = " ", lsquo = "'", rsquo = "'", ldquo = '"', rdquo = '"',
}

-- Tags that stand within a word; all others part words.
local INLINE = {a = "", code = "", em = "", span = "", strong = "", sup = ""}

-- What a reader sees of a piece of HTML, on one line.
local function text_of(html)
  local text = html:gsub("</?(%w+)[^>]*>", function(tag) return INLINE[tag] or " " end):gsub("&#(%d+);", function(code)
    return tonumber(code) < 128 and string.char(code) or " "
  end)
  return (text:gsub("&(%a+);", ENTITIES):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

local function quoted(text)
  return '"' .. text:gsub('[\\"]', "\\%0") .. '"'
end

-- Prints a section as an entry of the array.
local function write(page, page_title, anchor, title, html)
  local text = text_of(html)
  if text ~= "" and text ~= page_title then
    print(("{page: %s, title: %s, of: %s, text: %s},"):format(
      quoted(page .. (anchor and "#" .. anchor or "")), quoted(title), quoted(page_title), quoted(text)))
  end
end

-- Sections begin at headings that have an anchor, of their own or of the section that they are the first thing in.
local function write_page(page, html)
  local article = html:match "<article>(.*)</article>"
  local page_title = text_of(html:match "<title>(.-)</title>"):gsub(" %- alphabeta$", "")
  local anchor, title, start = nil, page_title, 1
  article = article:gsub('<section id="([^"]*)">%s*<h3>', '<h3 id="%1">')
  while true do
    local first, last, following, heading = article:find('<h[23] id="([^"]*)"[^>]*>(.-)</h[23]>', start)
    write(page, page_title, anchor, title, article:sub(start, (first or 0) - 1))
    if not first then return end
    anchor, title, start = following, text_of(heading), last + 1
  end
end

local folder = assert(arg[1], "usage: search.lua FOLDER PAGE...")
print "const sections = ["
for i = 2, #arg do
  local file = assert(io.open(folder .. "/" .. arg[i], "rb"))
  write_page(arg[i], file:read "*a")
  file:close()
end
print "]"
