-- How the moves that are searched are named, by `only` and `avoid`, as options and as limits: which moves are the same,
-- and what is an error. On random games, ../binding/scores_spec.lua compares such searches with plain minimax.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

-- __eq of moves that are equal when they have the same `id`: one function, as Lua 5.1 wants it.
local function equal_ids(a, b) return a.id == b.id end

describe("Moves at the root", function()
  -- The root has three moves, of whatever kind; they are worth 1, 2 and 3.
  local function game_of(moves, functions)
    return wrap.replace({
      moves = function(state) return state == 0 and moves or nil end,
      play = function(_, move)
        for i, other in ipairs(moves) do
          if other == move then return i end
        end
      end,
      evaluate = function(state) return state end,
    }, functions or {})
  end

  local function find(moves, limits)
    limits.depth = 2
    local best, value = alphabeta.search(0, limits, { game = game_of(moves) })
    return best, value
  end

  it("are named in any order, and tried in the game's", function()
    local options = { game = game_of({ 5, 6, 7 }), only = { 7, 5, 7 }, multipv = "all" }
    local _, _, info = alphabeta.search(0, 1, options)
    assert.equal(2, #info.scores)
    assert.same({ 7, 5 }, { info.scores[1].move, info.scores[2].move })
  end)

  local by_name = { __eq = function(a, b) return a.name == b.name end }
  local function with_name(name, id) return setmetatable({ name = name, id = id }, by_name) end

  -- Three moves, of which the last one that is left is the best; what limits the search to some; which move is found.
  local NUMBERS, SAME = { 5, 6, 7 }, { {}, {}, {} }
  local TABLES = { { from = 1, to = { 2, 3 } }, { from = 1, to = { 2, 4 } }, { from = 1, to = { 2, 3, 4 } } }
  for sentence, row in pairs({
    ["by numbers that are left out"] = { NUMBERS, { avoid = { 7 } }, 2 },
    ["by both lists"] = { NUMBERS, { only = { 5, 7 }, avoid = { 7, 6 } }, 1 },
    ["by numbers of another type"] = { NUMBERS, { only = { 5.0, 7.0 } }, 3 },
    ["by texts"] = { { "a", "b", "c" }, { avoid = { "c" } }, 2 },
    ["as == does, by `__eq`"] = {
      { with_name("x", 1), with_name("y", 2), with_name("z", 3) }, { avoid = { with_name "z" } }, 2,
    },
    ["by what tables hold"] = { TABLES, { avoid = { { to = { 2, 3, 4 }, from = 1 } } }, 2 },
    ["by what tables hold, of the first"] = { TABLES, { only = { { from = 1, to = { 2, 3 } } } }, 1 },
    ["as themselves before others that hold the same"] = { SAME, { only = { SAME[1], SAME[2] } }, 2 },
    ["by what they hold, all of them"] = { SAME, { only = { {} } }, 3 },
  }) do
    it("are named " .. sentence, function() assert.equal(row[1][row[3]], (find(row[1], row[2]))) end)
  end

  it("are no others than those that hold all of it, and nothing else", function()
    for _, other in ipairs({ { from = 1 }, { from = 1, to = { 2 } }, { from = 1, to = { 2, 3 }, by = 1 }, {}, 1 }) do
      assert.matches("'avoid': entry 2 is no move of the state",
        failure(find, TABLES, { avoid = { TABLES[1], other } }))
    end
  end)

  it("are compared without looking at metatables", function()
    local function guard() error("a metamethod was called") end
    local guarded = { __index = guard, __newindex = guard, __len = guard, __pairs = guard }
    local moves = { setmetatable({ 1 }, guarded), setmetatable({ 2 }, guarded), setmetatable({ 3 }, guarded) }
    assert.equal(moves[2], (find(moves, { avoid = { { 3 } } })))
  end)

  -- Each was compared with each: two arrays of these lengths took more than ten minutes.
  it("are found without a comparison of each with each", function()
    local MANY = effort(10000, 50000)
    local function move_of(number)
      return { from = number, to = { number % 7, -number }, name = "m" .. number % 3 }
    end
    local function list_of(count, last)
      local list = {}
      for number = 1, count do list[number] = move_of(number) end
      list[count + 1] = last
      return list
    end
    local listed = list_of(MANY)
    local game = {
      moves = function(state) return state == 0 and listed or nil end,
      play = function(_, move) return move.from end,
      evaluate = function(state) return state end,
    }
    local best, value = alphabeta.search(0, { depth = 1, avoid = list_of(MANY - 2) }, { game = game })
    assert.equal(listed[MANY], best)
    assert.equal(MANY, value)
    best = alphabeta.search(0, { depth = 1, only = list_of(MANY - 2) }, { game = game })
    assert.equal(listed[MANY - 2], best)
    local limits = { depth = 1, only = list_of(MANY, move_of(MANY + 1)) }
    local message = failure(alphabeta.search, 0, limits, { game = game })
    assert.matches("'only': entry " .. MANY + 1 .. " is no move of the state", message)
  end)

  it("are the same whatever their hash: numbers of other types, large ones, methods __eq, many fields", function()
    local function is_found(move, named)
      local game = {
        moves = function(state) return state == 0 and { "other", move, false } or nil end,
        play = function() return 1 end,
        evaluate = function() return 0 end,
      }
      local best = alphabeta.search(0, { depth = 1, only = { named } }, { game = game })
      return rawequal(best, move) or best == move
    end
    local function with_eq(fields) return setmetatable(fields, { __eq = equal_ids }) end
    local function large(last)
      local fields = { {}, { {} }, { { { last } } } }
      for i = 1, 300 do fields["field " .. i] = i end
      return fields
    end
    for _, pair in ipairs({
      { 1, 1.0 },
      { 0, -0.0 },
      { 2 ^ 53, 2 ^ 53 },
      { math.maxinteger and math.tointeger(2 ^ 62) * 2 or -2 ^ 63, -2 ^ 63 },
      { math.tointeger and math.tointeger(2 ^ 63 - 1024) or 2 ^ 63 - 1024, 2 ^ 63 - 1024 },
      { 1 / 0, 1 / 0 },
      { true, true },
      { print, print },
      { with_eq({ id = 1, note = "a" }), with_eq({ id = 1, note = "b" }) },
      { { at = with_eq({ id = 1, note = "a" }) }, { at = with_eq({ id = 1, note = "b" }) } },
      { large(1), large(1) },
      { { 1, 2, { 3, { 4, { 5 } } } }, { 1, 2, { 3, { 4, { 5 } } } } },
      { { print, io.stdout }, { print, io.stdout } },
      { { 1, 2.0 }, { 1.0, 2 } },
    }) do
      assert.is_true(is_found(pair[1], pair[2]))
      assert.is_true(is_found(pair[2], pair[1]))
    end
    assert.matches("no move of the state", failure(is_found, large(1), large(2)))
  end)

  it("may lead back to themselves, and lie deep", function()
    local function ring(length, mark)
      local first = { mark = mark }
      local last = first
      for _ = 2, length do
        last.next = {}
        last = last.next
      end
      last.next = first
      return first
    end
    local moves = { ring(3, 1), ring(3, 2), ring(5, 3) }
    assert.equal(moves[2], (find(moves, { avoid = { ring(5, 3) } })))
    assert.equal(moves[1], (find(moves, { only = { ring(3, 1) } })))

    local function nest(depth, inner)
      for _ = 1, depth do inner = { inner } end
      return inner
    end
    moves = { nest(50, 1), nest(50, 2), nest(51, 3) }
    assert.equal(moves[2], (find(moves, { only = { nest(50, 2) } })))
    assert.matches("entry 1 is no move", failure(find, moves, { only = { nest(51, 3) } }))
    assert.equal(moves[3], (find(moves, { only = { moves[3] } })))
  end)

  it("may be child states", function()
    for _, iterator in ipairs({ false, true }) do
      local root = tree.from({ { 3 }, { 2 }, { 4 } })
      local game = tree.game("children")
      if iterator then
        local list = game.children
        game = wrap.replace(game, {
          children = function(state)
            local children, at = list(state), 0
            return children and function()
              at = at + 1
              return children[at]
            end
          end,
        })
      end
      local best = alphabeta.search(root, { depth = 2, avoid = { root.children[3] } }, { game = game })
      assert.equal("1", best.name)
    end
  end)

  it("are all read from an iterator before any is searched, and paused between", function()
    local drawn, log = 0, {}
    local game = game_of({ 1, 2, 3 }, {
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
    local ai = alphabeta.new(game, { avoid = { 3 } })
    assert.equal(2, (slices.search(ai, 0, 1, 0)))
    assert.same({ "draw", "draw", "draw", "draw", "play 1", "play 2" }, log)
  end)

  it("that are no moves of the state are an error, and so is to leave none", function()
    local rows = {
      { { only = { 5, 8 } }, "alphabeta: 'only': entry 2 is no move of the state" },
      { { avoid = { 4 } }, "alphabeta: 'avoid': entry 1 is no move of the state" },
      { { only = {} }, "alphabeta: 'only' leaves no move of the state, of 3" },
      { { avoid = { 5, 6, 7 } }, "alphabeta: 'avoid' leaves no move of the state, of 3" },
      { { only = { 5 }, avoid = { 5 } }, "alphabeta: 'avoid' leaves no move of the state, of 3" },
    }
    for _, row in ipairs(rows) do
      local ai = alphabeta.new(game_of({ 5, 6, 7 }), row[1])
      for _ = 1, 2 do
        assert.matches(row[2], failure(ai.search, ai, 0, 1), 1, true)
        assert.is_false(ai:thinking())
      end
      row[1].depth = 1
      assert.matches(row[2], failure(find, { 5, 6, 7 }, row[1]), 1, true)
      ai:start(0, 1)
      assert.matches(row[2], failure(ai.step, ai, 1), 1, true)
      assert.is_false(ai:thinking())
    end
  end)

  it("are an error at chance nodes, which have no moves to choose from", function()
    local game = {
      chances = function(state)
        return state == 0 and { { probability = 0.5, outcome = 5 }, { probability = 0.5, outcome = 6 } } or nil
      end,
      moves = function(state) return state == 5 and { 7, 8 } or nil end,
      play = function(_, move) return move end,
      evaluate = function(state) return state end,
    }
    for name, named in pairs({ only = { 5 }, avoid = { 6 } }) do
      local ai = alphabeta.new(game, { [name] = named })
      assert.matches("alphabeta: '" .. name .. "': expected nothing at a chance node, which has 2 outcomes",
        failure(ai.search, ai, 0, 1), 1, true)
    end
    local best, value = alphabeta.search(5, 1, { game = game, avoid = { 8 } })
    assert.same({ 7, 7 }, { best, value })
    assert.equal(7, select(2, alphabeta.search(0, 1, { game = game, value_max = 8 })))
  end)

  it("make no difference where the state is over, or not searched", function()
    local best, value, info = alphabeta.search(1, 3, { game = game_of({ 5 }), only = { 9 } })
    assert.same({ 1, "over" }, { value, info.reason })
    assert.is_nil(best)
    best, value = alphabeta.search(0, 0, { game = game_of({ 5 }), only = { 9 } })
    assert.equal(0, value)
    assert.is_nil(best)
  end)

  it("are named by arrays", function()
    local rows = {
      { { only = 5 }, "option 'only': expected an array of moves, got 5" },
      { { avoid = "e4" }, "option 'avoid': expected an array of moves, got 'e4'" },
      { { avoid = { e4 = true } }, "option 'avoid': expected an array of moves, got a table with other keys" },
    }
    for _, row in ipairs(rows) do
      assert.matches(row[2], failure(alphabeta.new, game_of({ 5 }), row[1]), 1, true)
      local ai = alphabeta.new(game_of({ 5 }))
      row[1].depth = 1
      assert.matches(row[2], failure(ai.search, ai, 0, row[1]), 1, true)
    end
  end)

  it("of a limit take the place of those of the option", function()
    local named_first = { 5, 6 }
    local ai = alphabeta.new(game_of({ 5, 6, 7 }), { only = named_first })
    named_first[1], named_first[2] = 7, nil -- those that were named when the searcher was made count
    assert.equal(6, (ai:search(0, 1)))
    assert.equal(7, (ai:search(0, { depth = 1, only = { 5, 7 } })))
    assert.equal(6, (ai:search(0, 1)))
    assert.equal(5, (ai:search(0, { depth = 1, avoid = { 6 } })))
  end)

  -- A move with the metamethod `__eq` has no hash by which a plain table could find it.
  it("are found among moves with `__eq` by what they hold, or by that", function()
    local kinds = { __eq = function(a, b) return a.x == b.x end }
    local moves = { setmetatable({ x = 1, y = 5 }, kinds), setmetatable({ x = 2, y = 7 }, kinds) }
    local game = {
      moves = function(state) return state == 0 and moves or nil end,
      play = function(_, move) return move.y end,
      evaluate = function(state) return state end,
    }
    assert.equal(moves[1], (alphabeta.search(0, 1, { game = game, only = { { x = 1, y = 5 } } })))
    assert.equal(moves[1], (alphabeta.search(0, 1, { game = game, avoid = { { x = 2, y = 7 } } })))
    local probe = setmetatable({}, { __eq = function() return true end })
    if probe ~= {} then return end -- this Lua asks the metamethod of both only
    assert.equal(moves[1], (alphabeta.search(0, 1, { game = game, only = { { x = 1 } } })))
  end)

  it("are not ended by a hole in the game's array", function()
    local moves = { 5, 6, 7 }
    moves[2] = nil
    local expected = "callback 'moves' at ply 0: expected an array without holes, got nil at index 2 of 3"
    if #moves == 1 then -- Lua may take the hole for the end
      expected = "'avoid' leaves no move of the state, of 1"
    end
    assert.matches(expected, failure(alphabeta.search, 0, 1, { game = game_of(moves), avoid = { 5 } }), 1, true)
  end)

  it("that are left out leave nothing in the table about the state", function()
    local rules = game_of({ 5, 6, 7 })
    local game = {
      moves = function(state) return state < 0 and { 0 } or rules.moves(state) end,
      play = function(state, move) return state < 0 and state + 1 or rules.play(state, move) end,
      evaluate = rules.evaluate,
      hash = function(state) return state end,
      player = function() return 1 end,
    }
    local ai = alphabeta.new(game)
    local _, value, info = ai:search(0, { depth = 5, avoid = { 7 } })
    assert.same({ 2, "solved" }, { value, info.reason })
    _, value = ai:search(-2, 7) -- comes to the same state
    assert.equal(3, value)
    assert.equal(7, (ai:search(0, 5)))
  end)
end)
