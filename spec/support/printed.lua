--- What programs print.
-- @module spec.support.printed

local assert = require "luassert"

local script = require "spec.support.script"

local printed = {}

--- Runs an example that must succeed.
-- @tparam string words its file below `examples/`, and its arguments as a shell takes them
-- @tparam[opt] string typed what is typed at it
-- @treturn string what it wrote, to either output
function printed.by_example(words, typed)
  local text, code = script.run(words, typed)
  assert.equal(0, code, text)
  return text
end

--- Fails unless a text contains all parts.
-- @tparam string text
-- @tparam string ... the parts
function printed.contains(text, ...)
  for _, part in ipairs {...} do
    assert.is_truthy(text:find(part, 1, true), ("%q is missing in:\n%s"):format(part, text))
  end
end

--- @tparam string text
-- @tparam string part
-- @treturn number how often the text contains the part
function printed.count(text, part) return select(2, text:gsub(part:gsub("%p", "%%%0"), "")) end

return printed
