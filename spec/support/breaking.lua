--- Searches in which one call of the game's functions is an error, for one call after another: the state stays as it
-- was, at each pause too, the error is the call's own, and the searcher is as good as new.
-- @module spec.support.breaking

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local wrap = require "spec.support.wrap"

local breaking = {}

-- The functions that may fail. If `unmake` does, a move stays made.
local FUNCTIONS = {"moves", "make", "play", "player", "result", "is_over", "deal"}

-- A copy of a game that counts its calls, and whose call number `count.failing` is an error.
local function breakable(rules, count)
  local game = wrap.replace(rules, {})
  for _, name in ipairs(FUNCTIONS) do
    local own = rules[name]
    game[name] = own and function(...)
      count.calls = count.calls + 1
      if count.calls == count.failing then error(("call %d of '%s'"):format(count.calls, name), 0) end
      return own(...)
    end
  end
  return game
end

-- Searches in slices. `check` is called at each pause.
local function search(ai, state, plan, check)
  ai:start(state, plan.limits)
  repeat
    local has_ended = ai:step {nodes = plan.slice or 7}
    check()
  until has_ended or plan.until_best and ai:best()
  ai:stop()
end

--- Fails one call after another, until a search ends before the call that is to fail.
-- @tparam table rules the game; its `new` makes the first state
-- @tparam table plan `limits`, `options`; `first`: each of the first calls up to this one fails, and `step`: behind
-- these every `step`-th; `slice`: the nodes of a slice; `until_best`: whether a search is stopped as soon as it has a
-- move
-- @treturn number how many calls failed
function breaking.each_call(rules, plan)
  local count, call, failures = {}, 0, 0
  local before = rules.new()
  repeat
    call = call + (call < plan.first and 1 or plan.step)
    count.calls, count.failing = 0, call
    local ai, state = alphabeta.new(breakable(rules, count), plan.options), rules.new()
    local function check() assert(deep.equal(before, state), "the state has changed") end
    local ok, message = pcall(search, ai, state, plan, check)
    local has_ended = count.calls < call
    check()
    assert(ok == has_ended and (ok or message:find(("call %d of"):format(call), 1, true)), message)
    failures, count.failing = failures + (ok and 0 or 1), nil
    assert(ai:search(state, {nodes = 60}), "no move after an error")
    check()
    ai:close()
  until has_ended
  return failures
end

return breaking
