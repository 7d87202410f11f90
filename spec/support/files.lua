--- Reads and writes whole files, and finds them.
-- @module spec.support.files

local files = {}

--- @tparam string path
-- @treturn string the bytes of a file
function files.read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read "*a"
  file:close()
  return bytes
end

--- @tparam string path
-- @treturn string a file of lines, each of which ends with "\n", also where the checkout has "\r\n"
function files.read_text(path) return (files.read(path):gsub("\r\n", "\n")) end

--- @treturn string the Makefile and the files that it includes
function files.read_makefile()
  local text = "\n" .. files.read_text "Makefile"
  for path in text:gmatch "%.ci/%w+%.mk" do text = text .. files.read_text(path) end
  return text
end

--- Makes a file, or writes it anew.
-- @tparam string path
-- @tparam string bytes
function files.write(path, bytes)
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
end

--- The files below a folder, hidden ones and folders left out, whose names match a pattern.
-- @tparam string folder
-- @tparam string pattern
-- @treturn table their paths, sorted
function files.below(folder, pattern)
  local lfs, found = require "lfs", {} -- busted depends on it
  local function add(below)
    for name in lfs.dir(below) do
      local path = below .. "/" .. name
      if lfs.attributes(path, "mode") == "file" then
        if name:match(pattern) then found[#found + 1] = path end
      elseif not name:match "^%." then
        add(path)
      end
    end
  end
  add(folder)
  table.sort(found)
  return found
end

return files
