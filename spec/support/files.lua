--- Reads and writes whole files.
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

return files
