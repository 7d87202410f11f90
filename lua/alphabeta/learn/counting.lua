-- The numbers of a state that functions compute: of the option `features`, and how many moves there are. Internal:
-- `alphabeta.learn` uses it, the latter in Lua source that it writes, too.

local LEARN = (... or "alphabeta.learn.counting"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local access = require(LEARN .. ".access")
local mistakes = require(LEARN:match "^(.*)%.[^.]*$" .. ".match.mistakes")
local values = require(LEARN:match "^(.*)%.[^.]*$" .. ".common.values")

local abs, max = math.abs, math.max
local describe, raise = values.describe, mistakes.raise

local counting = {}

-- The source of a function `count(lister, state)`. `lister` is the game's `moves` or `children`, which may return an
-- array, an iterator, or a number, having filled the array that it was given.
counting.SOURCE = [[
local function count(lister, state)
  local list = lister(state, {})
  if list == nil then return 0 end
  if type(list) == "number" then return list end
  if type(list) == "table" then return #list end
  local n = 0
  while list() ~= nil do n = n + 1 end
  return n
end
]]

-- Makes that function.
-- @treturn function
function counting.counter()
  return access.compile(counting.SOURCE .. "return count", "alphabeta.learn")()
end

-- The squares of larger numbers would be infinite.
counting.SIZE_MAX = 1e100

-- Makes a function `(state, first, at)` that returns these numbers as an array; `at` is as for `mistakes.handler`.
-- @tparam table rules the functions of the game
-- @tparam ?function features the user's
-- @tparam ?boolean has_mobility whether the last number is that of the moves
-- @treturn function
function counting.numbers(rules, features, has_mobility)
  local lister, count, expected = rules[rules.lister], counting.counter(), nil
  return function(state, first, at)
    local doing, list = at.doing, {}
    if features then
      at.doing = "option 'features'"
      list = {features(state, first)}
      if #list == 0 and not expected then raise "expected at least one number, got none" end
      for i = 1, max(#list, expected or 0) do
        local number = list[i]
        if not values.is_number(number) then raise("expected numbers, got %s as result %d", describe(number), i) end
        if abs(number) > counting.SIZE_MAX then
          raise("expected numbers from -1e100 to 1e100, got %s as result %d", describe(number), i)
        end
      end
      expected = expected or #list
      if #list ~= expected then raise("expected %d numbers, as the first time, got %d", expected, #list) end
    end
    if has_mobility then
      at.doing = ("callback '%s'"):format(rules.lister)
      list[#list + 1] = count(lister, state)
    end
    at.doing = doing
    return list
  end
end

return counting
