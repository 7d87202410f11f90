--- How much a test tries: `make test` is brief, `make test-all` is full. ALPHABETA_EFFORT says which.
-- @module spec.support.effort

local IS_FULL = os.getenv "ALPHABETA_EFFORT" == "full"

--- Chooses between two numbers, or two values of any kind.
-- @param brief for `make test`
-- @param full for `make test-all`
-- @return one of them
return function(brief, full)
  if IS_FULL then return full end
  return brief
end
