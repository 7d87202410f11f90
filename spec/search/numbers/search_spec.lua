-- What a search takes and what it gives back, on trees small enough to be worked out by hand. That values, moves,
-- windows and reasons are right is shown on random games, by oracles_spec.lua.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local info_rows = require "rows.info"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

-- Searches a tree written as nested lists in the children style; the best move comes back as its path.
local function search(list, depth, options, traits)
  local settings = wrap.replace({game = tree.game("children", traits), view = traits and traits.view}, options or {})
  local best, value, info = alphabeta.search(tree.from(list), depth, settings)
  return best and best.name, value, info
end

-- Numbers as states: n leads to 2n and 2n + 1, and is worth itself.
local doubling = {children = function(n) return {2 * n, 2 * n + 1} end, evaluate = function(n) return n end}

-- The same rules as methods of the states.
local Doubling = {}
Doubling.__index = Doubling

local function doubling_state(n) return setmetatable({n = n}, Doubling) end

function Doubling:children() return {doubling_state(2 * self.n), doubling_state(2 * self.n + 1)} end

function Doubling:evaluate() return self.n end

describe("The rules of a game", function()
  it("are a table of their own, of any callables", function()
    local callable = setmetatable({}, {__call = function(_, n) return doubling.children(n) end})
    for _, game in ipairs {doubling, {children = callable, evaluate = math.abs}} do
      local best, value = alphabeta.search(1, 2, {game = game})
      assert.same({3, 6}, {best, value})
    end
  end)

  it("are the state's own: methods, found by a function, or fields", function()
    for _, state in ipairs {
      doubling_state(1), setmetatable({n = 1}, {__index = function(_, name) return Doubling[name] end}),
      {n = 1, children = Doubling.children, evaluate = Doubling.evaluate},
    } do
      local best, value = alphabeta.search(state, 2)
      assert.same({3, 6}, {best.n, value})
    end
  end)

  it("follow the first style that is present", function()
    local root = tree.from {1, 2}
    local game = tree.game "in place"
    game.children, game.play = error, error
    assert.equal(root.children[2], alphabeta.search(tree.state("in place", root), 1, {game = game}))
    game.make, game.play = nil, tree.game("copying").play
    assert.equal(root.children[2], alphabeta.search(tree.state("copying", root), 1, {game = game}))
  end)

  it("may call any value but nil a move, and a state", function()
    local moves = {0.5, "e4", false, {}, print, coroutine.create(function() end), true}
    for i = 1, #moves do
      local game = {
        moves = function(state) return state == 0 and moves or nil end,
        play = function(_, move) return move end,
        evaluate = function(state) return state == moves[i] and 1 or 0 end,
      }
      local best, value, info = alphabeta.search(0, 3, {game = game})
      assert.same({moves[i], 1, 1}, {best, value, #info.pv})
      assert.equal(moves[i], info.pv[1])
    end
  end)
end)

describe("The value", function()
  it("is a float, as exact as a double", function()
    local type_of = rawget(math, "type") or function() return "float" end -- what every number was before Lua 5.3
    assert.equal("float", type_of((select(2, search({1, 2}, 1)))))
    assert.equal("float", type_of((select(2, search({value = 2}, 0)))))
    assert.equal(2 ^ 53 - 1, (select(2, search({{2 ^ 53 - 1, 2 ^ 53}, {2 ^ 53 - 2}}, 2))))
    assert.equal(0.1, (select(2, search({{0.1}, {0.1 - 2 ^ -56}}, 2))))
  end)
end)

describe("The info", function()
  it("has these fields of these types", function()
    local _, _, info = search({{3, 5}, {2, 9}}, 2, {alpha = 0, win = 50})
    local types = {reason = "string", bound = "string"}
    for _, row in ipairs(info_rows) do
      local kind = row.type:match "%[%]$" and "table" or row.type:match '^"' and "string" or "number"
      if not row.optional then types[row[1]] = kind end
    end
    for field, value in pairs(info) do assert.equal(types[field], type(value), field) end
    for field in pairs(types) do assert.is_not_nil(info[field], field) end
    for _, field in ipairs {"depth", "nodes", "evaluations", "cutoffs"} do -- without a fraction
      assert.equal(tostring(info[field]), ("%d"):format(info[field]), field)
    end
    assert.is_true(info.time >= 0)
  end)

  it("is a new table each time", function()
    local ai = alphabeta.new(doubling, {depth = 2})
    local _, _, first = ai:search(1)
    local copy = deep.copy(first)
    ai:search(5)
    assert.is_true(deep.equal(copy, first))
  end)
end)

describe("A searcher", function()
  it("takes the rules of each state's own methods, or those of its game in their place", function()
    local other = wrap.replace(Doubling, {evaluate = function(state) return -state.n end})
    local ai = alphabeta.new(nil, {depth = 2})
    assert.equal(3, ai:search(doubling_state(1)).n)
    assert.equal(2, ai:search(setmetatable({n = 1}, {__index = other})).n)
    assert.equal(2, alphabeta.new(other):search(doubling_state(1), 2).n)
  end)

  it("neither changes its table of options nor depends on it afterwards", function()
    local options = {depth = 2, view = "max"}
    local ai = alphabeta.new(doubling, options)
    assert.same({depth = 2, view = "max"}, options)
    options.depth = 5
    assert.equal(2, select(3, ai:search(1)).depth)
  end)

  it("may be closed, more than once, and by the end of its block where Lua can", function()
    local ai = alphabeta.new(doubling)
    ai:close()
    ai:close()
    if _VERSION >= "Lua 5.4" then
      local block = assert(load([[
        local alphabeta, game = ...
        local kept
        do
          local ai <close> = alphabeta.new(game)
          ai:search(1, 2)
          kept = ai
        end
        return pcall(kept.search, kept, 1, 2)
      ]]))
      assert.is_false((block(alphabeta, doubling)))
    end
  end)
end)
