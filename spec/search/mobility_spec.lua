-- Mobility: in a game that has only `result`, a state where the game goes on is worth a little more or less than the
-- middle, by its number of moves less that of the state before; unless mobility does not last, or loses to random
-- moves. What it costs to find that out: lines_spec.lua.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local on_random_games = require "spec.support.on_random_games"
local rules_alone = require "spec.support.rules_alone"
local wrap = require "spec.support.wrap"

local GAMES, MOVE = rules_alone.GAMES, 1e-6

-- A tree of named nodes: `[name] = {children}`. Nodes without an entry are over, and lost for who moves there.
local function walk_of(links, more)
  return wrap.replace({
    moves = function(state) return links[state.at] end,
    make = function(state, to)
      local before = state.at
      state.at, state.ply = to, state.ply + 1
      return before
    end,
    unmake = function(state, _, before) state.at, state.ply = before, state.ply - 1 end,
    result = function(state) return state.ply % 2 == 0 and -1 or 1 end,
  }, more or {})
end

local function start() return {at = "root", ply = 0} end

local function value_of(game, depth, options)
  return (select(2, alphabeta.search(start(), depth, wrap.replace(options or {}, {game = game}))))
end

-- The techniques of the first answer of a search of a new game, as one text.
local function techniques_of(ai, game, limits)
  ai:start(game.new(), limits)
  repeat ai:step {nodes = 500} until ai:best()
  ai:stop()
  return table.concat(select(3, ai:best()).techniques, " ")
end

-- The root has two moves: after "a" the other player has three, after "b" one.
local LINKS = {
  root = {"a", "b"}, a = {"a1", "a2", "a3"}, b = {"b1"},
  a1 = {"x", "y", "z", "w", "v"}, a2 = {"x"}, a3 = {"x"}, b1 = {"x", "y", "z"},
}

describe("Mobility", function()
  it("prefers moves that leave the other player few, and the mover many", function()
    for depth, expected in pairs {MOVE, 2 * MOVE} do -- one move against two; three against one, or one against three
      local best, value, info = alphabeta.search(start(), depth, {game = walk_of(LINKS)})
      assert.same({"b", expected, "mobility"}, {best, value, info.techniques[#info.techniques]})
    end
  end)

  -- Random games, below, have other views, turns, limits and middles.
  for sentence, row in pairs {
    ["is nothing at a root without depth"] = {{depth = 0}, 0},
    ["counts all moves at the root, if one is searched"] = {{depth = 1, only = {"b"}}, MOVE},
    ["counts all moves at the root, if one is not"] = {{depth = 1, avoid = {"b"}}, -MOVE},
    ["is off by its name"] = {{depth = 1, without = {"mobility"}}, 0},
  } do
    it(sentence, function()
      assert.equal(row[2], (select(2, alphabeta.search(start(), row[1], {game = walk_of(LINKS)}))))
    end)
  end

  it("counts less than any result, however many moves there are", function()
    local many = {}
    for i = 1, 3000 do many[i] = "x" .. i end
    local game = walk_of {root = {"a", "b"}, a = {"end"}, b = {"b1"}, b1 = many}
    assert.equal(1000 * MOVE, value_of(game, 2))
    -- After "c" the game is won, after "a" there are 3000 moves.
    game = walk_of {root = {"a", "c"}, a = {"b1"}, b1 = many}
    assert.equal("c", (alphabeta.search(start(), 2, {game = game})))
    assert.equal(1, value_of(game, 2))
  end)

  -- Random games, below, show that moves are not listed where `is_over` says that the game is over.
  it("is that of an end where there are no moves, whatever `is_over` says", function()
    local game = walk_of({root = {"a"}, a = {}}, {is_over = function() return false end})
    assert.equal(1, value_of(game, 1))
    assert.equal(0, value_of(game, 1, {without = {"mobility"}}))
  end)

  it("is not known of moves that come one by one", function()
    local function one_by_one(state)
      local i, list = 0, LINKS[state.at] or {}
      return function()
        i = i + 1
        return list[i]
      end
    end
    assert.equal(0, value_of(walk_of(LINKS, {moves = one_by_one}), 2))
    local mixed = walk_of(LINKS)
    mixed.moves = function(state) return state.at == "root" and one_by_one(state) or LINKS[state.at] end
    assert.same({0, 2 * MOVE}, {value_of(mixed, 1), value_of(mixed, 2)})
    -- the root's are taken to the end first
    assert.same({0, 2 * MOVE}, {value_of(mixed, 1, {multipv = "all"}), value_of(mixed, 2, {multipv = "all"})})
  end)

  it("is off where values come from elsewhere", function()
    local game = walk_of(LINKS)
    for _, row in ipairs {
      {true}, {false, {}, {without = {"mobility"}}}, {false, {evaluate = function() return 0 end}},
      {false, {chances = function() return nil end}}, {false, {noisy = function() return {} end}},
      {false, {bounds = function() return -1, 1 end}}, {false, {deal = function() end}, {deals = 0}},
    } do
      local options = wrap.replace(row[3] or {}, {game = wrap.replace(game, row[2] or {})})
      local _, _, info = alphabeta.search(start(), 2, options)
      assert.equal(row[1], table.concat(info.techniques, " "):find("mobility", 1, true) ~= nil)
    end
  end)

  it("does not mix with other values in a searcher's table", function()
    local ai = alphabeta.new(walk_of(LINKS, {
      player = function(state) return state.ply % 2 end, hash = function(state) return state.at end,
    }))
    for number = 1, 4 do
      local is_on = number % 2 == 1
      local _, value = ai:search(start(), {depth = 2, without = not is_on and {"mobility"} or nil})
      assert.equal(is_on and 2 * MOVE or 0, value)
    end
  end)

  it("is told by explain", function()
    local function told(more)
      return tostring(alphabeta.explain(start(), 2, wrap.replace({game = walk_of(LINKS)}, more)))
    end
    assert.matches("valued by its mobility", told {}, 1, true)
    assert.matches("The next best, a, gives up some freedom to move.", told {style = "player"}, 1, true)
    assert.not_matches("mobility", told {without = {"mobility"}})
  end)
end)

describe("On random games that have only `result`,", on_random_games(it, effort.seeds(600, 5000), {
  {"mobility is what plain minimax finds with it, whatever the search uses", "whole"},
  {"a searcher finds the same again, from each position", "again"},
  {"a state where the game goes on is worth the middle without it", "whole", {options = {without = {"mobility"}}}},
}, {chance = {false, false, 0.3}, omit = "noisy pass", traits = {result = true, without_evaluate = true}}))

-- Cause: only a search that could have become a Monte Carlo tree search asked whether mobility lasts. So by depth or
-- nodes it gave men away in draughts, where a player who must capture has few moves. In games of points nothing
-- asked. In dots and boxes, a box was worth less than a move of the other player, and in ataxx most moves are those of
-- men who are taken back.
describe("Mobility that does not last", function()
  local NONE = {
    draughts = true, ataxx = true, ["dots and boxes"] = true, hex = true, gomoku = true, pentago = true,
    ["connect four"] = true,
  }
  local POINTS = {ataxx = true, ["dots and boxes"] = true, reversi = true} -- which count all the same

  -- Whether a search of a new game uses a technique; at a level the second one, since one of few nodes learns little.
  local function uses(game, technique, limits, level)
    local ai, techniques = alphabeta.new(game, {level = level, without = {"uct"}}), nil
    for _ = 1, level and 2 or 1 do techniques = techniques_of(ai, game, limits) end
    return (" " .. techniques .. " "):find(" " .. technique .. " ", 1, true) ~= nil
  end

  for _, entry in ipairs(require "bench.support.rules_alone") do
    local name, game = entry[1], entry[2]
    if name ~= "kalah" then -- there it may or may not be used: it is worth little
      it("is not used, and other mobility is, whatever limits the search: " .. name, function()
        for _, limits in ipairs {{depth = 2}, {nodes = 1500}, {time = 1e6}, {think = 1e6}} do
          assert.equal(not NONE[name], uses(game, "mobility", limits))
        end
        assert.equal(not NONE[name], uses(game, "mobility", {nodes = 1500}, 4))
        if POINTS[name] then assert.is_true(uses(game, "current_result", {nodes = 1500})) end
      end)
    end
  end
end)

-- Cause: the contest of mobility with chance was held only where Monte Carlo tree search was an alternative. With
-- `repetition`, which excludes that, or with a limit of nodes, a search of dodgem lost to random moves by mobility.
describe("Mobility that loses to random moves", function()
  local DODGEM = GAMES.dodgem
  local LIMITS = {{nodes = 30000}, {time = 1e6}, {think = 1e6}, {depth = 3, nodes = 30000}}

  -- Whether mobility is off, and the search is still alpha-beta.
  local function avoids_mobility(game, limits, options)
    local techniques = techniques_of(alphabeta.new(game, options), game, limits)
    return not techniques:find("mobility", 1, true) and not techniques:find("uct", 1, true)
  end

  it("is not used, whatever keeps the search from playouts, and whatever results say who has won", function()
    local drawn = wrap.replace(DODGEM, {repetition = 0})
    local ordered = wrap.replace(DODGEM, {order = function() return 0 end})
    for _, limits in ipairs(LIMITS) do
      for _, row in ipairs {
        {drawn}, {ordered}, {DODGEM, {without = {"uct"}}}, {DODGEM, {algorithm = "minimax"}},
        {DODGEM, {algorithm = "pvs", hash = "auto"}},
      } do assert.is_true(avoids_mobility(row[1], limits, row[2])) end
    end
    assert.is_true(avoids_mobility(drawn, {}, {level = 4, nodes = 30000}))
    for _, row in ipairs(rules_alone.views(DODGEM)) do
      assert.is_true(avoids_mobility(row[2], {nodes = 30000}, row[1]))
    end
    for _, middle in ipairs {5, -5} do
      local shifted = wrap.replace(DODGEM, {result = function(...) return middle + DODGEM.result(...) end})
      assert.is_true(avoids_mobility(shifted, {nodes = 30000}, {value_min = middle - 1, value_max = middle + 1}))
    end
  end)

  it("is used again by no search once that is known, and until then the contest goes on", function()
    local ai, count = alphabeta.new(DODGEM, {without = {"uct"}}), 0
    for _ = 1, 8 do
      local is_on = techniques_of(ai, DODGEM, {nodes = 9000}):find("mobility", 1, true) ~= nil -- two games fit
      count = is_on and 0 or count + 1
    end
    assert.is_true(count >= 4, count)
    assert.is_nil(techniques_of(ai, DODGEM, {depth = 3}):find("mobility", 1, true))
  end)

  it("is not suspected because of one lost game: breakthrough, where few of them fit into the limit", function()
    local game = GAMES.breakthrough
    for seed = 1, 12 do
      local _, _, info = alphabeta.search(game.new(), {nodes = 2500}, {game = game, seed = seed})
      assert.equal("mobility", info.techniques[#info.techniques])
    end
  end)
end)
