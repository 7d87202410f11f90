-- What is written from the tables in rows/ is what stands in the files.

local texts = require "rows.texts"

describe("What is written from rows/", function()
  it("is not stale: `make rows` writes it", function() assert.same({}, texts.stale()) end)
end)
