--- How much a test tries. ALPHABETA_EFFORT says which run it is: `make test` is brief, `make test-all` is the rest of
-- it, and `make test-long` is full.
-- @module spec.support.effort

local RUN = os.getenv "ALPHABETA_EFFORT"

-- The part of the way from a brief to a full number that the rest goes.
local PART_OF_REST = 1 / 3

-- The number for the rest, between two others; a whole one between whole ones.
local function between(brief, full)
  local number = brief + (full - brief) * PART_OF_REST
  return brief % 1 == 0 and full % 1 == 0 and math.ceil(number) or number
end

local effort = {is_full = RUN == "full"}

--- Seeds for `share.of`, or for a loop from `first` to `last`. The rest begins behind the seeds of a brief run.
-- @tparam number brief the last seed for `make test`; the first is 1
-- @tparam number full the last one for `make test-long`
-- @treturn {first=number,last=number}
function effort.seeds(brief, full)
  return {first = RUN == "rest" and brief + 1 or 1, last = effort(brief, full)}
end

return setmetatable(effort, {
  --- Chooses between two numbers, or two values of any kind. The rest takes a number between them, or the full value.
  -- @param brief for `make test`
  -- @param full for `make test-long`
  -- @return one of them
  __call = function(_, brief, full)
    if RUN == "full" then return full end
    if RUN ~= "rest" then return brief end
    return type(full) == "number" and between(brief, full) or full
  end,
})
