-- What is written from the tables in rows/ is what stands in the files, and says it briefly.

local functions = require "rows.functions"
local list = require "rows.list"
local texts = require "rows.texts"

-- The names of rows with texts of more than thirty words.
local function too_long(rows)
  local names = {}
  for _, row in ipairs(rows) do
    if select(2, row.text:gsub("%S+", "")) > 30 then names[#names + 1] = row.name or row[1] end
  end
  return names
end

describe("What is written from rows/", function()
  it("is not stale: `make rows` writes it", function() assert.same({}, texts.stale()) end)

  it("says what an option or a function is in thirty words at most", function()
    assert.same({}, too_long(list.options))
    assert.same({}, too_long(functions))
  end)
end)
