-- How the moves that are searched are named, by `only` and `avoid`, as options and as limits: which moves are the same,
-- and what is an error. On random games, ../binding/scores_spec.lua compares such searches with plain minimax: named in
-- any order, by copies of tables or by child states, they leave nothing false in the searcher.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

-- A game whose root, 0, has some moves, of whatever kind; the i-th one leads to i, which is worth i.
local function game_of(moves, functions)
  return wrap.replace({
    moves = function(state) return state == 0 and moves or nil end,
    play = function(_, move)
      for i, other in ipairs(moves) do
        if rawequal(other, move) then return i end
      end
    end,
    evaluate = function(state) return state end,
  }, functions or {})
end

-- What a search of some moves finds.
local function find(moves, limits, depth)
  local best, value = alphabeta.search(0, wrap.replace(limits, {depth = depth or 2}), {game = game_of(moves)})
  return best, value
end

local NUMBERS, SAME = {5, 6, 7}, {{}, {}, {}}
local TABLES = {{from = 1, to = {2, 3}}, {from = 1, to = {2, 4}}, {from = 1, to = {2, 3, 4}}}

-- __eq of moves that are equal when they have the same `id`: one function, as Lua 5.1 wants it.
local BY_ID = {__eq = function(a, b) return a.id == b.id end}

local function with_id(id, note) return setmetatable({id = id, note = note}, BY_ID) end

-- A table that leads back to itself after `length` steps, and one that lies deep.
local function ring(length, mark)
  local first = {mark = mark}
  local last = first
  for _ = 2, length do
    last.next = {}
    last = last.next
  end
  last.next = first
  return first
end

local function nest(depth, inner)
  for _ = 1, depth do inner = {inner} end
  return inner
end

describe("Moves at the root", function()
  local RINGS, NESTS = {ring(3, 1), ring(3, 2), ring(5, 3)}, {nest(50, 1), nest(50, 2), nest(51, 3)}
  local function guard() error("a metamethod was called") end
  local guarded = {__index = guard, __newindex = guard, __len = guard, __pairs = guard}
  local GUARDED = {setmetatable({1}, guarded), setmetatable({2}, guarded), setmetatable({3}, guarded)}

  -- Three moves, of which the last one that is left is the best; what limits the search to some; which move is found.
  for sentence, row in pairs {
    ["by numbers that are left out"] = {NUMBERS, {avoid = {7}}, 2},
    ["by both lists"] = {NUMBERS, {only = {5, 7}, avoid = {7, 6}}, 1},
    ["by numbers of another type"] = {NUMBERS, {only = {5.0, 7.0}}, 3},
    ["by texts"] = {{"a", "b", "c"}, {avoid = {"c"}}, 2},
    ["as == does, by `__eq`"] = {{with_id "x", with_id "y", with_id "z"}, {avoid = {with_id("z", "another")}}, 2},
    ["by what those hold that have `__eq`, in a plain table"] = {
      {with_id("x", 1), with_id("y", 2), with_id("z", 3)}, {only = {{id = "x", note = 1}, {id = "y", note = 2}}}, 2,
    },
    ["by what tables hold"] = {TABLES, {avoid = {{to = {2, 3, 4}, from = 1}}}, 2},
    ["by what tables hold, of the first"] = {TABLES, {only = {{from = 1, to = {2, 3}}}}, 1},
    ["as themselves before others that hold the same"] = {SAME, {only = {SAME[1], SAME[2]}}, 2},
    ["by what they hold, all of them"] = {SAME, {only = {{}}}, 3},
    ["without a look at metatables"] = {GUARDED, {avoid = {{3}}}, 2},
    ["where they lead back to themselves"] = {RINGS, {avoid = {ring(5, 3)}}, 2},
    ["where they lead back to themselves, of the first"] = {RINGS, {only = {ring(3, 1)}}, 1},
    ["50 levels deep"] = {NESTS, {only = {nest(50, 2)}}, 2}, ["deeper as themselves"] = {NESTS, {only = {NESTS[3]}}, 3},
  } do
    it("are named " .. sentence, function() assert.is_true(rawequal(row[1][row[3]], (find(row[1], row[2])))) end)
  end

  it("are no others than those that hold all of it, and nothing else", function()
    for _, other in ipairs {{from = 1}, {from = 1, to = {2}}, {from = 1, to = {2, 3}, by = 1}, {}, 1} do
      assert.matches("'avoid': entry 2 is no move of the state", failure(find, TABLES, {avoid = {TABLES[1], other}}))
    end
    assert.matches("entry 1 is no move", failure(find, NESTS, {only = {nest(51, 3)}}))
  end)

  -- Each was compared with each: two arrays of these lengths took more than ten minutes.
  it("are found without a comparison of each with each", function()
    local MANY = effort(10000, 50000)
    local function list_of(count, last)
      local list = {}
      for number = 1, count do list[number] = {from = number, to = {number % 7, -number}, name = "m" .. number % 3} end
      list[count + 1] = last
      return list
    end
    local listed = list_of(MANY)
    local game = game_of(listed, {play = function(_, move) return move.from end})
    for name, place in pairs {avoid = MANY, only = MANY - 2} do
      local best, value = alphabeta.search(0, {depth = 1, [name] = list_of(MANY - 2)}, {game = game})
      assert.same({true, place}, {best == listed[place], value})
    end
    local limits = {depth = 1, only = list_of(MANY, {from = MANY + 1})}
    assert.matches("'only': entry " .. MANY + 1 .. " is no move of the state",
      failure(alphabeta.search, 0, limits, {game = game}))
  end)

  it("are the same whatever their hash: numbers of other types, large ones, methods __eq, many fields", function()
    local function is_found(move, named)
      local best = find({"other", move, false}, {only = {named}})
      return rawequal(best, move) or best == move
    end
    local function large(last)
      local fields = {{}, {{}}, {{{last}}}}
      for i = 1, 300 do fields["field " .. i] = i end
      return fields
    end
    for _, pair in ipairs {
      {1, 1.0}, {0, -0.0}, {2 ^ 53, 2 ^ 53}, {math.maxinteger and math.tointeger(2 ^ 62) * 2 or -2 ^ 63, -2 ^ 63},
      {math.tointeger and math.tointeger(2 ^ 63 - 1024) or 2 ^ 63 - 1024, 2 ^ 63 - 1024}, {1 / 0, 1 / 0}, {true, true},
      {print, print}, {with_id(1, "a"), with_id(1, "b")}, {{at = with_id(1, "a")}, {at = with_id(1, "b")}},
      {large(1), large(1)}, {nest(5, {1, 2}), nest(5, {1, 2})}, {{print, io.stdout}, {print, io.stdout}},
      {{1, 2.0}, {1.0, 2}},
    } do
      assert.is_true(is_found(pair[1], pair[2]))
      assert.is_true(is_found(pair[2], pair[1]))
    end
    assert.matches("no move of the state", failure(is_found, large(1), large(2)))
    local probe = setmetatable({}, {__eq = function() return true end})
    if probe ~= {} then return end -- this Lua asks the metamethod of both only
    assert.is_true(is_found(with_id(1), {id = 1}))
  end)

  it("are all read from an iterator before any is searched, and paused between", function()
    local drawn, log = 0, {}
    local game = game_of({1, 2, 3}, {
      moves = function(state)
        return state == 0 and function()
          drawn = drawn + 1
          log[#log + 1] = "draw"
          return drawn <= 3 and drawn or nil
        end or nil
      end,
      play = function(_, move)
        log[#log + 1] = "play " .. move
        return move
      end,
      hash = function(state) return state end,
    })
    assert.equal(2, (slices.search(alphabeta.new(game, {avoid = {3}}), 0, 1, 0)))
    assert.same({"draw", "draw", "draw", "draw", "play 1", "play 2"}, log)
  end)

  it("make no difference where the state is over, or not searched", function()
    for depth, state in pairs {[3] = 1, [0] = 0} do
      local best, value = alphabeta.search(state, depth, {game = game_of {5}, only = {9}})
      assert.same({value = state}, {best = best, value = value})
    end
  end)
end)

describe("A choice of moves is an error", function()
  -- In a search, in one by slices, and again; as an option, and as a limit.
  local function refused(expected, options, game, state)
    local ai, own = alphabeta.new(game, options), alphabeta.new(game)
    for _ = 1, 2 do
      assert.matches(expected, failure(ai.search, ai, state or 0, 1), 1, true)
      assert.is_false(ai:thinking())
    end
    assert.matches(expected, failure(own.search, own, state or 0, wrap.replace(options, {depth = 1})), 1, true)
    ai:start(state or 0, 1)
    assert.matches(expected, failure(ai.step, ai, 1), 1, true)
    assert.is_false(ai:thinking())
  end

  for expected, options in pairs {
    ["alphabeta: 'only': entry 2 is no move of the state"] = {only = {5, 8}},
    ["alphabeta: 'avoid': entry 1 is no move of the state"] = {avoid = {4}},
    ["alphabeta: 'only' leaves no move of the state, of 3"] = {only = {}},
    ["alphabeta: 'avoid' leaves no move of the state, of 3"] = {avoid = {5, 6, 7}},
    ["'avoid' leaves no move of the state, of 3"] = {only = {5}, avoid = {5}},
  } do
    it(expected, function() refused(expected, options, game_of {5, 6, 7}) end)
  end

  it("at chance nodes, which have no moves to choose from", function()
    local game = game_of({7, 8}, {
      chances = function(state)
        return state == -1 and {{probability = 0.5, outcome = 7}, {probability = 0.5, outcome = 8}} or nil
      end,
    })
    for name, named in pairs {only = {7}, avoid = {8}} do
      local expected = "alphabeta: '" .. name .. "': expected nothing at a chance node, which has 2 outcomes"
      refused(expected, {[name] = named}, game, -1)
    end
    assert.equal(7, (alphabeta.search(0, 1, {game = game, avoid = {8}})))
  end)

  it("where the game's array has a hole", function()
    local moves = {5, 6, 7}
    moves[2] = nil
    local expected = "callback 'moves' at ply 0: expected an array without holes, got nil at index 2 of 3"
    if #moves == 1 then expected = "'avoid' leaves no move of the state, of 1" end -- Lua may take the hole for the end
    assert.matches(expected, failure(find, moves, {avoid = {5}}), 1, true)
  end)
end)
