-- The contract checker and lists of moves that come in another order: `moves` may go through a set by `pairs`, and the
-- order of `pairs` changes when `make` removes a key and `unmake` puts it back. That breaks no rule.
--
-- Cause: a line of moves was played again by the index of each move in its list. With the list in another order, other
-- moves were played, and the key was blamed for states that were never the same.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local pig = require "games.pig"
local restyled = require "spec.support.restyled"
local tictactoe = require "games.tictactoe"
local wrap = require "spec.support.wrap"

local with = require("spec.support.small_games").with

local SEEDS = effort.seeds(2, 40)

-- How many moves were made in all games. Each gives all lists another order.
local made = 0

-- A game whose lists begin elsewhere after each move that was made anywhere. `each` makes an entry from that of the
-- game's own list.
local function reordered(game, each)
  local function turn_round(list)
    local rest = {}
    for i in ipairs(list or {}) do
      local entry = list[(i + made) % #list + 1]
      rest[i] = each and each(entry) or entry
    end
    return rest
  end
  local functions = {}
  for _, name in ipairs {"make", "play"} do
    functions[name] = game[name] and function(...)
      made = made + 1
      return game[name](...)
    end
  end
  for _, name in ipairs {"moves", "children"} do
    functions[name] = game[name] and function(...) return turn_round(game[name](...)) end
  end
  functions.chances = game.chances and function(...)
    local list = game.chances(...)
    return list and turn_round(list)
  end
  return with(game, functions)
end

-- Tic-tac-toe with moves that are tables, by copies.
local copying = restyled.by_copies(tictactoe.hashed)
local by_tables = reordered(with(copying, {
  play = function(state, move) return copying.play(state, move.cell) end,
}), function(cell) return {cell = cell} end)

local in_place = reordered(tictactoe.hashed)

-- A set of free cells, which `pairs` goes through.
local by_set = {
  player = function(state) return state.turn end, evaluate = function() return 0 end,
  moves = function(state)
    local list = {}
    for cell in pairs(state.free) do list[#list + 1] = cell end
    return list
  end,
  make = function(state, cell) state.free[cell], state.stone[cell], state.turn = nil, state.turn, 3 - state.turn end,
  unmake = function(state, cell) state.turn, state.stone[cell], state.free[cell] = 3 - state.turn, nil, true end,
}

local function new_set()
  local state = {free = {}, stone = {}, turn = 1}
  for cell = 1, 9 do state.free["cell " .. cell] = true end
  return state
end

describe("a right game that lists its moves in another order after each has no finding:", function()
  for name, row in pairs {
    ["in place, with keys made of the content"] = {reordered(tictactoe), tictactoe.new, {hash = "auto"}},
    ["in place, with a hash"] = {in_place, tictactoe.new},
    ["by copies, with moves that are tables"] = {by_tables, tictactoe.new},
    ["by children"] = {reordered(restyled.by_children(tictactoe.hashed)), tictactoe.new},
    ["by an iterator"] = {with(in_place, {moves = function(state)
      local list, i = in_place.moves(state), 0
      return function()
        i = i + 1
        return list[i]
      end
    end}), tictactoe.new},
    ["with chance nodes"] = {reordered(pig.hashed), function() return pig.new(10) end},
    ["by `pairs`"] = {by_set, new_set, {hash = "auto"}},
  } do
    it(name, function()
      for seed = SEEDS.first, SEEDS.last do
        findings.none(alphabeta.check(row[1], row[2], wrap.replace({seed = seed, games = 3, nodes = 60}, row[3] or {})))
      end
    end)
  end
end)
