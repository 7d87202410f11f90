-- A search in slices, by whatever algorithm, compares its state by the game's key, and says at the user's line if it
-- was changed. A timer that runs between the slices is seen in all fields, and in keys that hold it.
--
-- Cause: an opponent compares the states of two frames itself, and told that to one search only. The alpha-beta of the
-- last plies in a Monte Carlo tree search, and the one that searches deals, compared the state once more. With `hash`,
-- Monte Carlo tree search compared all fields, and with keys of the C module an error said that there was no key.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local after = small_games.after

-- Nim by rules and `result` alone.
local styles = {}
for _, style in ipairs {"in place", "copying"} do
  styles[style] = small_games.by_result(small_games.NIM[style], small_games.worth)
end

-- What limits the search, and by which algorithm it goes.
local searches = {
  ["alpha-beta"] = {depth = 3}, uct = {algorithm = "uct", nodes = 9, heap = 55},
  ["uct and its last plies"] = {algorithm = "uct", nodes = 30}, ["uct where it is chosen"] = {time = 10},
  ["deals by uct"] = {nodes = 9, is_dealt = true}, ["deals by alpha-beta"] = {depth = 2, deals = 2, is_dealt = true},
  ["deals by alpha-beta, by nodes"] = {nodes = 30, deals = 2, algorithm = "pvs", is_dealt = true},
}

local function number(state) return state.heap * 2 + state.turn end

-- How states are told apart: a function that makes `hash`, or options; and whether they see the timer.
local keys = {
  {hash = function() return number end},
  {hash = function()
    local key = alphabeta.zobrist(1)
    return function(state)
      key:set(number(state))
      return key
    end
  end},
  {hash_option = "auto", hash_ignore = {"timer"}},
  {sees_timer = true}, {hash_option = "auto", sees_timer = true},
  {hash = function() return function(state) return ("%d %d"):format(number(state), state.timer) end end,
    sees_timer = true},
}

-- Searches in slices. The timer runs between them. Returns the error, if there is one, the state and the searcher.
local function search_with_timer(style, search, key)
  local state = {heap = search.heap or 11, turn = 1, timer = 0}
  local options = wrap.replace(search, {hash = key.hash_option, hash_ignore = key.hash_ignore})
  options.heap, options.is_dealt = nil, nil
  local ai = alphabeta.new(wrap.replace(styles[style], {
    hash = key.hash and key.hash(),
    deal = search.is_dealt and function(at, _, random)
      random()
      return small_games.copy(at)
    end or nil,
  }), options)
  ai:start(state)
  while true do
    local has_ended
    local ok, message = pcall(function() has_ended = ai:step {nodes = 1} end)
    if not ok or has_ended then return message, state, ai end
    state.timer = state.timer + 1
  end
end

describe("A search in slices", function()
  for name, search in pairs(searches) do
    it("compares its state by the game's key, and says at the user's line that it was changed: " .. name, function()
      for style in pairs(styles) do
        for i, key in ipairs(keys) do
          if not (key.hash_option and search.algorithm == "uct") then
            local message, state, ai = search_with_timer(style, search, key)
            assert.equal(key.sees_timer or false, message ~= nil, ("%s, key %d"):format(style, i))
            if message then
              assert.matches("^[^\n]*changed_state_spec%.lua:%d+: alphabeta: the state has changed", message)
              assert.equal(1, state.turn)
              ai:start(after(after(state, 1), 1))
              ai:stop()
            end
          end
        end
      end
    end)
  end
end)

-- Fields of a state of a game without hash, a change, and whether the next slice sees it.
local large = {}
for i = 1, 512 do large[i] = i end
local CHANGES = {
  {{}, function(s) s.heaps[1] = 19 end, true}, {{}, function(s) s.turn = nil end, true},
  {{}, function(s) s.more = "text" end, true}, {{}, function(s) s.heaps.names.a[1] = "y" end, true},
  {{}, function(s) s.heaps = {20} end, true},
  {{}, function(s) s.more = 1 end, false, is_accepted = true}, -- by who has compared it
  {{}, function(s)
    s.heaps[1] = 19
    s.heaps[1] = 20
  end, false},
  -- no deeper than three levels, nor in more than 512 fields
  {{deep = {{{{1}}}}}, function(s) s.deep[1][1][1][1] = 2 end, false},
  {{large = large}, function(s) s.large[1] = 0 end, false},
}

it("A change between two slices, in a game without hash, is an error, and ends the search", function()
  local function take(s, n) s.heaps[1], s.turn = s.heaps[1] - n, not s.turn end
  local game = {
    moves = function(s) return s.heaps[1] > 2 and {1, 2} or nil end, make = take,
    unmake = function(s, n) take(s, -n) end,
    evaluate = function(s)
      s.evaluated = (s.evaluated or 0) + 1 -- the game may keep in it what it likes
      return s.heaps[1]
    end,
  }
  for i, row in ipairs(CHANGES) do
    local state = wrap.replace({heaps = {20, names = {a = {"x"}}}, turn = true}, row[1])
    local ai = alphabeta.new(game, {depth = 8})
    ai:start(state)
    ai:step {nodes = 5}
    row[2](state)
    if row.is_accepted then core.accept_state(ai) end
    local ok, message = pcall(ai.step, ai, {nodes = 5})
    assert.equal(row[3], not ok, i)
    if not ok then
      assert.is_false(ai:thinking())
      assert.matches("the state has changed since the last step of its search", message)
    end
    ai:stop()
    ai:start(state, 3)
    assert.is_true(ai:step(10))
  end
end)
