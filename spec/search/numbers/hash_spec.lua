-- What a hash may be, and when it is asked for: which of two answers are the same position, and which are refused.
-- luacheck: read globals math.type math.maxinteger math.mininteger

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local lines = require "spec.support.lines"
local search_calls = require "spec.support.calls_of"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local INFINITY, NAN = math.huge, 0 / 0

-- A game on a tree whose nodes are known by their names, but for those that `same` names: they are known by the name of
-- the node that they are the same as.
local function game_with_hash(style, traits, same)
  local game = tree.game(style, traits)
  game.hash = function(state) return (same or {})[state.node.name] or state.node.name end
  game.move_id = traits.move_id and function(_, child) return #child.name end
  return game
end

-- The calls of a search of a tree that is written as nested lists: see `spec.support.calls_of`.
local function calls_of(style, list, depth, traits, same, options)
  options = wrap.replace({ view = traits.view, deepening = false }, options or {})
  return search_calls(game_with_hash(style, traits, same), tree.state(style, tree.from(list)), depth, options)
end

-- Two ways to the same position, which is worth 2.
local TWICE = { { { 1, 2 }, { 3, 4 } }, { { 1, 2 }, { 5, 6 } } }
local SAME = { ["2.1"] = "1.1" }

local rows = {
  {
    "hash before children, not at the depth, and no children of a position that is known",
    "children", TWICE, 3, {}, SAME, nil, [[
      hash root
      children root
        hash 1
        children 1
          hash 1.1
          children 1.1
            children 1.1.1
            evaluate 1.1.1 nil
            children 1.1.2
            evaluate 1.1.2 nil
          hash 1.2
          children 1.2
            children 1.2.1
            evaluate 1.2.1 nil
        hash 2
        children 2
          hash 2.1
    ]],
  },
  {
    "player before hash, hash before is_over and moves, and each once at most",
    "in place", { { { 1 } }, { { 5 } } }, 3, { player = true, is_over = true }, SAME, nil, [[
      player root
      hash root
      is_over root
      moves root
      make root 1
        player 1
        hash 1
        is_over 1
        moves 1
        make 1 1.1
          player 1.1
          hash 1.1
          is_over 1.1
          moves 1.1
          make 1.1 1.1.1
            is_over 1.1.1
            evaluate 1.1.1 1
          unmake 1.1.1 1.1.1 1.1
        unmake 1.1 1.1 1
      unmake 1 1 root
      make root 2
        player 2
        hash 2
        is_over 2
        moves 2
        make 2 2.1
          player 2.1
          hash 2.1
        unmake 2.1 2.1 2
      unmake 2 2 root
    ]],
  },
  {
    "player once where a finished game is evaluated in the mover's view",
    "copying", { { value = 4, over = true }, { 6 } }, 2, { player = true, is_over = true, view = "mover" }, nil,
    { algorithm = "alphabeta" }, [[
      player root
      hash root
      is_over root
      moves root
      play root 1
        player 1
        hash 1
        is_over 1
        evaluate 1 1
      play root 2
        player 2
        hash 2
        is_over 2
        moves 2
        play 2 2.1
          player 2.1
          is_over 2.1
          evaluate 2.1 1
    ]],
  },
  {
    "the root's hash once only when it deepens",
    "children", { { 3, 5 }, { 2, 9 } }, 2, {}, nil, { deepening = true }, [[
      hash root
      children root
        children 1
        evaluate 1 nil
        evaluate 2 nil
        hash 1
        children 1
          children 1.1
          evaluate 1.1 nil
          children 1.2
          evaluate 1.2 nil
        hash 2
        children 2
          children 2.1
          evaluate 2.1 nil
    ]],
  },
  { "no hash at depth 0", "children", TWICE, 0, {}, nil, nil, "evaluate root nil" },
}
for sentence, options in pairs({
  ["no hash without a table"] = { table = 0 }, ["no hash for plain minimax"] = { algorithm = "minimax" },
}) do
  rows[#rows + 1] = {
    sentence, "children", { 3, 5 }, 1, {}, nil, options,
    "children root\n children 1\n evaluate 1 nil\n children 2\n evaluate 2 nil",
  }
end

describe("A search with a table asks for", function()
  for _, row in ipairs(rows) do
    local sentence, style, list, depth, traits, same, options, expected = unpack(row, 1, 8)
    it(sentence, function()
      assert.same(lines(expected), calls_of(style, list, depth, traits, same, options))
    end)
  end
end)

describe("A wrong answer of hash is refused:", function()
  for name, answer in pairs({
    ["nil"] = { n = 1 }, ["boolean true"] = { true }, ["boolean false"] = { false }, ["table"] = { {} }, NaN = { NAN },
    ["function"] = { print }, thread = { coroutine.create(function() end) }, userdata = { io.stdout },
  }) do
    it(name, function()
      for ply, at in pairs({ [0] = "root", "1" }) do
        local game = game_with_hash("in place", {})
        local hash = game.hash
        function game.hash(state)
          if state.node.name == at then return answer[1] end
          return hash(state)
        end
        local state = tree.state("in place", tree.from({ { 1, 2 }, { 3, 4 } }))
        local message = failure(alphabeta.search, state, 2, { game = game })
        local expected = ("alphabeta: callback 'hash' at ply %d: expected an integer, a number, a string or a Zobrist "
          .. "key, got %s"):format(ply, name:match("^%a+"))
        assert.equal(expected, (message:match("^[^\n]*"):gsub("^.-:%d+: ", "")))
        assert.equal("root", state.node.name)
      end
    end)
  end
end)

-- Whether two positions with these hashes are taken for the same: one of them is worth 2 and the other 7.
local function are_same(a, b)
  local game = tree.game("children")
  function game.hash(state)
    if state.name == "1.1" then
      return a
    elseif state.name == "2.1" then
      return b
    end
    return alphabeta.zobrist(100, 99):flip(#state.name, 50 + (tonumber(state.name:sub(-1)) or 0))
  end
  local _, value, info = alphabeta.search(tree.from({ { { 1, 2 } }, { { 7, 6 } } }), 3, { game = game })
  assert.equal(info.table_hits, value == 2 and 1 or 0)
  return value == 2
end

describe("Two hashes", function()
  local function key(feature) return alphabeta.zobrist(8, 1):flip(feature) end
  local LEAST = 4.9406564584124654e-324
  local SAME_HASHES = {
    ["an integer and the same as a float"] = { 1, 1.0 }, ["zeros of either sign"] = { 0, -0.0 },
    ["texts of the same letters"] = { "position", "posi" .. "tion" }, ["keys of the same value"] = { key(3), key(3) },
    ["great floats"] = { 2 ^ 80, 2 ^ 80 },
  }
  local OTHER_HASHES = {
    ["1 and 2"] = { 1, 2 }, ["1 and -1"] = { 1, -1 }, ["a number and its text"] = { 1, "1" },
    ["the greatest exact integers"] = { 2 ^ 53, 2 ^ 53 - 1 }, ["neighbouring floats"] = { 0.5, 0.5 + 2 ^ -53 },
    ["the least numbers"] = { LEAST, 0 }, ["infinities"] = { INFINITY, -INFINITY },
    -- The bits of numbers that are not whole were those of whole numbers.
    ["a fraction and the whole number of its bits"] = { 1.5, 2 ^ 62 - 2 ^ 51 },
    ["the least number and 1"] = { LEAST, 1 },
    ["an infinity and the whole number of its bits"] = { INFINITY, 2 ^ 63 - 2 ^ 52 },
    ["numbers beyond 2^63"] = { 2 ^ 80, 2 ^ 81 }, ["floats around 2^63"] = { 2 ^ 63, -2 ^ 63 },
    ["the empty text and a zero byte"] = { "", "\0" }, ["texts that differ behind a zero byte"] = { "a\0b", "a\0c" },
    ["long texts that differ at their end"] = { ("x"):rep(5000) .. "a", ("x"):rep(5000) .. "b" },
    ["texts of exchanged letters"] = { "ab", "ba" }, ["keys"] = { key(3), key(4) },
    ["a key and its digits"] = { key(3), key(3):get() },
    ["the greatest integers"] = math.type and { math.maxinteger, math.maxinteger - 1 } or { 0, 1 },
    ["the last integers"] = math.type and { math.mininteger, math.maxinteger } or { 0, 1 },
  }
  for words, pairs_of_hashes in pairs({ ["are the same: "] = SAME_HASHES, ["are different: "] = OTHER_HASHES }) do
    for name, hashes in pairs(pairs_of_hashes) do
      it(words .. name, function()
        assert.equal(pairs_of_hashes == SAME_HASHES, are_same(hashes[1], hashes[2]))
      end)
    end
  end

  it("may be one key that the game changes", function()
    local changing, places = alphabeta.zobrist(20, 1):flip(20), {}
    for feature = 1, 20 do places[feature] = alphabeta.zobrist(20, 1):flip(feature) end
    local state = { heap = 19 }
    local game = {
      moves = function() return state.heap > 2 and { 1, 2 } or state.heap > 1 and { 1 } or nil end,
      make = function(_, take)
        changing:flip(state.heap + 1, state.heap + 1 - take)
        state.heap = state.heap - take
      end,
      unmake = function(_, take)
        changing:flip(state.heap + 1, state.heap + 1 + take)
        state.heap = state.heap + take
      end,
      evaluate = function() return -1 end,
      hash = function()
        assert(changing == places[state.heap + 1])
        return changing
      end,
    }
    local _, value, info = alphabeta.search(state, 20, { game = game, view = "mover", deepening = false })
    assert.equal(-1, value) -- 18 to be taken by 1 or 2: the player to move at 3 times any number loses
    assert.is_true(info.table_hits > 10 and info.nodes < 200)
    assert.equal(19, state.heap)
    assert.equal(places[20], changing)
  end)
end)
