-- All files that are written from rows, or in part: their texts as they should be.

local engines = require "rows.engines"
local pages = require "rows.pages"

local texts = {}

-- The text of a file of the project.
function texts.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- By path, what each of the files should hold.
function texts.all()
  local all = {}
  engines.add_to(all)
  pages.add_to(all, texts.read)
  return all
end

-- The paths of the files that hold something else, sorted.
function texts.stale()
  local stale = {}
  for path, text in pairs(texts.all()) do
    local file = io.open(path, "rb")
    local present = file and file:read "*a"
    if file then file:close() end
    if present ~= text then stale[#stale + 1] = path end
  end
  table.sort(stale)
  return stale
end

return texts
