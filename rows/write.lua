-- Writes all that is made from the rows in this folder: `make rows` runs it.

local texts = require "rows.texts"

local all = texts.all()
for _, path in ipairs(texts.stale()) do
  local file = assert(io.open(path, "wb"))
  assert(file:write(all[path]))
  assert(file:close())
  print("rows: " .. path)
end
