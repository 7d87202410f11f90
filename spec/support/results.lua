--- What searches have found, to be compared.
-- @module spec.support.results

local deep = require "spec.support.deep"

local results = {}

--- What a search has found, but for the time.
-- @return one table of what a search returned
function results.found(best, value, info)
  local fields = {}
  for name, field in pairs(info) do fields[name] = field end
  fields.time = nil
  return { best = best, value = value, info = fields }
end

--- Fails unless two values are alike: luassert takes very long to compare trees of nodes that know their parents.
function results.same(expected, actual)
  assert(deep.equal(expected, actual), "what came is not what was expected")
end

return results
