-- Follows every link of a book of HTML pages from the first one on, and fails when one leads nowhere: to a file that is
-- not there, or to a section that the page has not. Links to other sites are not followed.
--
-- usage: links.lua build/docs/index.html

-- The text of a file, or nil. Folders can be opened, but not read.
local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

-- The path that a link leads to, from the page that it is on.
local function resolve(page, link)
  local path = page:match("^(.*/)[^/]*$") .. link
  local count
  repeat path, count = path:gsub("[^/]+/%.%./", "", 1) until count == 0
  return path
end

local function anchors_of(text)
  local anchors = {}
  for tag in text:gmatch "<[^>]+>" do
    for _, attribute in ipairs {"id", "name"} do
      local anchor = tag:match("%s" .. attribute .. '="([^"]*)"')
      if anchor then anchors[anchor] = true end
    end
  end
  return anchors
end

local function links_of(text)
  local links = {}
  for tag in text:gmatch "<[^>]+>" do
    for _, attribute in ipairs {"href", "src"} do
      local link = tag:match("%s" .. attribute .. '="([^"]*)"')
      if link and not link:match "^%a+:" then links[#links + 1] = link end
    end
  end
  return links
end

-- The pages and other files that were read, by path: false for one that is not there, else {text, anchors}.
local files = {}

local function file_at(path)
  if files[path] == nil then
    local text = read(path)
    files[path] = text and {text = text, anchors = path:match "%.html$" and anchors_of(text)} or false
  end
  return files[path]
end

local function is_broken(page, link)
  local path, anchor = link:match "^([^#]*)#?(.*)$"
  local file = file_at(path == "" and page or resolve(page, path))
  return not file or anchor ~= "" and file.anchors and not file.anchors[anchor]
end

local start = assert(arg[1], "usage: links.lua PAGE")
local queue, pages, count, broken = {start}, {[start] = true}, 0, 0
while #queue > 0 do
  local page = table.remove(queue)
  for _, link in ipairs(assert(file_at(page), page .. " is not there").text and links_of(file_at(page).text)) do
    count = count + 1
    if is_broken(page, link) then
      broken = broken + 1
      print(("%s: broken link '%s'"):format(page, link))
    else
      local target = resolve(page, (link:gsub("#.*", "")))
      if target:match "%.html$" and not pages[target] then
        pages[target] = true
        queue[#queue + 1] = target
      end
    end
  end
end

local number = 0
for _ in pairs(pages) do number = number + 1 end
print(("%d pages, %d links, %d of them broken"):format(number, count, broken))
os.exit(broken == 0 and count > 0 and 0 or 1)
