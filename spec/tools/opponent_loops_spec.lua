-- Functions of a game that loop over `pairs`, for which an opponent turns the compiler of some LuaJITs off.
--
-- Cause: such a loop, compiled by the LuaJIT of LÖVE 11.4 or of Debian 12, now and then ends the process. The page said
-- so, and nothing else did.

local jit = rawget(_G, "jit")

local globals = require "alphabeta.common.globals"
local loops = require "alphabeta.opponent.loops"
local framed_nim = require "spec.support.framed_nim"
local small_games = require "spec.support.small_games"

local copy = small_games.copy

local function counted(list)
  for i, value in ipairs(list) do list[i] = value + 1 end
  for i = 1, #list do list[i] = list[i] - 1 end
  return list, select("#", next, pairs) -- named, but not looped over
end

local rules = {
  moves = counted, make = function(state) return state.next, state.pairs end,
  play = function(state) return copy(state) end,
  deal = function(state)
    local last
    for key in next, state do last = key end
    return last
  end,
  draw = function(state)
    return function()
      for key in pairs(state) do state[key] = nil end
    end
  end,
}

describe("A loop over pairs in the rules", function()
  it("is found in a function, in one that it uses, and in one that is written in it", function()
    local names, functions = loops.find(setmetatable({player = print, turn = 1}, {__index = rules}))
    if not jit then
      assert.are.same({{}, {}}, {names, functions})
      return
    end
    assert.are.same({"deal", "draw", "play"}, names)
    assert.is_true(functions[copy] and functions[rules.deal] and functions[rules.draw])
    assert.is_nil(functions[rules.play] or functions[counted])
  end)

  it("is found in no game that has none", function()
    for _, name in ipairs {"connect4", "chess", "reversi"} do
      assert.are.same({}, (loops.find(require("games." .. name))))
    end
    assert.are.same({}, (loops.find(nil)))
  end)

  -- Cause: in Luanti, whose LuaJIT may be such a one, no opponent could be made.
  it("is not looked for in a sandbox where require is an error", function()
    local own = globals.require
    globals.require = function() error "require() is disabled" end
    local ok, names, functions = pcall(loops.find, rules)
    globals.require = own
    assert.are.same({true, {}, {}}, {ok, names, functions})
  end)

  it("is not compiled, and named once", function()
    local printed = framed_nim.printed_by(function()
      loops.guard(rules)
      loops.guard(rules)
    end)
    assert.are.same(jit and {"alphabeta: this LuaJIT compiles loops over 'pairs' wrongly: its compiler is off for "
      .. "'deal', 'draw', 'play' of the game"} or {}, printed)
  end)
end)
