-- The contract checker and lists of moves that come in another order: `moves` may go through a set by `pairs`, and the
-- order of `pairs` changes when `make` removes a key and `unmake` puts it back. That breaks no rule.
--
-- Cause: a line of moves was played again by the index of each move in its list. With the list in another order, other
-- moves were played, and the key was blamed for states that were never the same.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"

local check, none = alphabeta.check, findings.none

local SEEDS = effort.seeds(2, 40)

local ROWS = {{"0,0", "1,0", "2,0"}, {"0,1", "1,1", "2,1"}, {"0,2", "1,2", "2,2"}}

local function winner(state)
  for _, row in ipairs(ROWS) do
    local owner = state.stone[row[1]]
    if owner and state.stone[row[2]] == owner and state.stone[row[3]] == owner then return owner end
  end
  return nil
end

local function new()
  local state = {free = {}, stone = {}, turn = 1}
  for _, row in ipairs(ROWS) do
    for _, cell in ipairs(row) do state.free[cell] = true end
  end
  return state
end

local function copy(fields)
  local twin = {}
  for name, value in pairs(fields) do twin[name] = value end
  return twin
end

-- The keys of a set in an order that is another one after each move that was made anywhere, as that of `pairs` may be.
local made = 0
local function keys_of(set)
  local sorted, list = {}, {}
  for key in pairs(set) do sorted[#sorted + 1] = key end
  table.sort(sorted)
  for i = 1, #sorted do list[i] = sorted[(i + made) % #sorted + 1] end
  return list
end

-- Three in a row, with the functions that all styles have. `list` lists the keys of a set.
local function rules(list, more)
  local game = {
    player = function(state) return state.turn end,
    is_over = function(state) return winner(state) ~= nil or next(state.free) == nil end,
    result = function(state, me)
      local owner = winner(state)
      return owner == me and 1 or owner and -1 or 0
    end,
    moves = function(state) return list(state.free) end,
    make = function(state, cell)
      made = made + 1
      state.free[cell], state.stone[cell], state.turn = nil, state.turn, 3 - state.turn
    end,
    unmake = function(state, cell)
      state.turn, state.stone[cell], state.free[cell] = 3 - state.turn, nil, true
    end,
  }
  for name, value in pairs(more or {}) do game[name] = value or nil end
  return game
end

local function by_pairs(set)
  local list = {}
  for key in pairs(set) do list[#list + 1] = key end
  return list
end

local function play(state, cell)
  made = made + 1
  local after = {free = copy(state.free), stone = copy(state.stone), turn = 3 - state.turn}
  after.free[cell], after.stone[cell] = nil, state.turn
  return after
end

local function hash(state)
  local parts = {}
  for _, row in ipairs(ROWS) do
    for _, cell in ipairs(row) do parts[#parts + 1] = state.stone[cell] or 0 end
  end
  return table.concat(parts)
end

-- The games, by what lists the keys of a set.
local function games_by(list)
  return {
    {"in place, with keys made of the content", rules(list), new, {hash = "auto"}},
    {"in place, with a hash", rules(list, {hash = hash}), new},
    {"by copies, with moves that are tables", rules(list, {
      make = false, unmake = false, hash = hash,
      moves = function(state)
        local all = list(state.free)
        for i, cell in ipairs(all) do all[i] = {cell = cell} end
        return all
      end,
      play = function(state, move) return play(state, move.cell) end,
    }), new},
    {"by children", rules(list, {
      make = false, unmake = false, moves = false, hash = hash,
      children = function(state)
        local all = list(state.free)
        for i, cell in ipairs(all) do all[i] = play(state, cell) end
        return all
      end,
    }), new},
    {"by an iterator", rules(list, {hash = hash, moves = function(state)
      local all, i = list(state.free), 0
      return function()
        i = i + 1
        return all[i]
      end
    end}), new},
    {"with chance nodes", {
      player = function(state) return state.turn end,
      result = function(state, me) return (state.sum > 3) == (me == 1) and 1 or -1 end,
      is_over = function(state) return next(state.free) == nil and not state.rolls end,
      chances = function(state)
        if not state.rolls then return nil end
        local all = list {a = true, b = true, c = true}
        for i, name in ipairs(all) do all[i] = {outcome = name, probability = name == "a" and 0.5 or 0.25} end
        return all
      end,
      moves = function(state) return list(state.free) end,
      hash = function(state)
        local parts = {tostring(state.rolls), state.sum}
        for _, name in ipairs {"k", "l", "m"} do parts[#parts + 1] = state.free[name] and 1 or 0 end
        return table.concat(parts, " ")
      end,
      make = function(state, move)
        made = made + 1
        if state.rolls then
          state.rolls, state.sum = false, state.sum + (move == "a" and 1 or 2)
        else
          state.rolls, state.free[move], state.turn = true, nil, 3 - state.turn
        end
      end,
      unmake = function(state, move)
        if state.rolls then
          state.rolls, state.free[move], state.turn = false, true, 3 - state.turn
        else
          state.rolls, state.sum = true, state.sum - (move == "a" and 1 or 2)
        end
      end,
    }, function() return {free = {k = true, l = true, m = true}, sum = 0, rolls = false, turn = 1} end},
  }
end

for how, list in pairs {["by `pairs`"] = by_pairs, ["in another order after each move"] = keys_of} do
  describe("a right game that lists its moves " .. how .. " has no finding:", function()
    for _, row in ipairs(games_by(list)) do
      it(row[1], function()
        for seed = SEEDS.first, SEEDS.last do
          local options = copy(row[4] or {})
          options.seed, options.games, options.nodes = seed, 3, 60
          none(check(row[2], row[3], options))
        end
      end)
    end
  end)
end
