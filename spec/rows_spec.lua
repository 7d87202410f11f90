-- What is written from the tables in rows/ is what stands in the files, and says it briefly.

local list = require "rows.list"
local texts = require "rows.texts"

describe("What is written from rows/", function()
  it("is not stale: `make rows` writes it", function() assert.same({}, texts.stale()) end)

  it("says what an option does in thirty words at most", function()
    for _, row in ipairs(list.options) do
      local _, words = row.text:gsub("%S+", "")
      assert.is_true(words <= 30, ("%s: %d words"):format(row.name, words))
    end
  end)
end)
