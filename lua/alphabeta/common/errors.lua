-- Errors of alphabeta.core that a tool reports as its own. Internal: the tools use it.

local errors = {}

-- Replaces the function named in an error of alphabeta.core by the tool's.
-- @param err what pcall returned
-- @tparam string where the tool's function, "alphabeta.explain"
-- @return the error; errors of the game and values other than strings are left as they are
-- @treturn boolean whether it is an error of alphabeta.core
function errors.rename(err, where)
  if type(err) ~= "string" then return err, false end
  for _, pattern in ipairs {"^alphabeta%.%a+: ", "^searcher:%a+: ", "^alphabeta: "} do
    local from, to = err:find(pattern)
    if from then return where .. ": " .. err:sub(to + 1), true end
  end
  return err, false
end

return errors
