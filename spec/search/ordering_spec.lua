-- The order in which moves are tried: the table's move, killers, the game's order, the history; what each saves, and
-- what it must not cost.

local alphabeta = require "alphabeta"
local message_of = require "spec.support.message_of"
local only = require "spec.support.only"
local random_trial = require "spec.support.trial"
local wrap = require "spec.support.wrap"

-- What moves are made of the letters in the games below.
local KINDS = {
  ["an integer"] = function(letter) return letter:byte() end,
  ["a negative integer"] = function(letter) return -letter:byte() end,
  ["a great integer"] = function(letter) return letter:byte() * 2 ^ 45 end,
  ["a float"] = function(letter) return letter:byte() / 7 end,
  ["a string"] = function(letter) return letter end,
}

-- A position is written down as its moves, from letters to positions, in an array of pairs; where the game ends, as its
-- value. Its moves are tried in that order.
local function game_of(traits)
  traits = traits or {}
  local token = traits.token or KINDS["a string"]
  local game = {}

  function game.moves(state)
    if type(state) ~= "table" then return nil end
    local moves = {}
    for i, pair in ipairs(state) do moves[i] = traits.boxed and { letter = pair[1] } or token(pair[1]) end
    return moves
  end

  function game.play(state, move)
    for _, pair in ipairs(state) do
      if traits.boxed and move.letter == pair[1] or move == token(pair[1]) then return pair[2] end
    end
    error("a move that is not legal here")
  end

  function game.evaluate(state) return type(state) == "table" and (state.value or 0) or state end

  game.move_id = traits.move_id and function(_, move) return move.letter:byte() end
  game.order = traits.order and function(_, move) return traits.order[move] or 0 end
  if traits.keyed then
    local keys, count = {}, 0
    function game.hash(state)
      if not keys[state] then
        count = count + 1
        keys[state] = count
      end
      return keys[state]
    end
  end
  game.player = traits.turns and function(state) return state.turn end
  return game
end

-- The one move to a position.
local function forced(position) return { { "m", position } } end

-- A position in which z refutes all that came before, and x, y and w do not.
local function refuted()
  return { { "x", forced(9) }, { "y", forced(9) }, { "z", forced(0) }, { "w", forced(9) } }
end

-- Max knows of 5 by the first move; Min refutes each of the others.
local function similar()
  return { { "a", forced(forced(5)) }, { "b", refuted() }, { "c", refuted() }, { "d", refuted() } }
end

-- Alpha-beta with some of the techniques that are on by default, and no table: the game has keys, which are not called.
local function with(...) return { algorithm = "alphabeta", without = only(...) } end

local function nodes_of(state, depth, traits, options)
  options = options or {}
  traits = wrap.replace(traits or {}, { keyed = traits and traits.keyed or options.without ~= nil })
  options.game = game_of(traits)
  if options.deepening == nil and not options.nodes then options.deepening = false end
  local _, value, info = alphabeta.search(state, depth, random_trial.fit(options, options.game))
  return info.nodes, value, info
end

-- A game that notes the moves played; and a function that returns them as a text, and begins anew.
local function noting(game)
  local sequence = {}
  return wrap.before(game, function(name, _, move)
    if name == "play" then sequence[#sequence + 1] = move end
  end), function()
    local text = table.concat(sequence)
    sequence = {}
    return text
  end
end

local PLAIN = 1 + 3 + 3 * 7 -- the root, the first move's line, and x, y and z in three positions
local LEARNT = 1 + 3 + 7 + 2 * 3 -- z comes first in the second and the third of them

describe("The move that cut off before", function()
  for _, technique in ipairs({ "killers", "history" }) do
    local function learnt(traits, more)
      return nodes_of(similar(), 3, traits, wrap.replace(with(technique), more or {}))
    end

    it("is tried first by " .. technique .. ", whatever moves are; tables by move_id or by content", function()
      for name, token in pairs(KINDS) do
        local nodes, value = learnt({ token = token })
        assert.same({ LEARNT, 5 }, { nodes, value }, name)
      end
      assert.equal(LEARNT, (learnt({ boxed = true, move_id = true })))
      assert.equal(LEARNT, (learnt({ boxed = true })))
    end)

    it(("is tried first by %s with the other algorithms, but not with minimax"):format(technique), function()
      for algorithm, is_used in pairs({ pvs = true, mtdf = true, minimax = false }) do
        local plain, value = nodes_of(similar(), 3, nil, { algorithm = algorithm })
        local nodes, same = learnt(nil, { algorithm = algorithm })
        assert.same({ is_used, true, 5, 5 }, { nodes < plain, nodes <= plain, value, same })
      end
    end)
  end

  it("is tried first by default when there is a table", function()
    assert.equal(PLAIN, (nodes_of(similar(), 3)))
    for nodes, options in pairs({ [LEARNT] = { {} }, [PLAIN] = { with(), { table = 0 } } }) do
      for _, row in ipairs(options) do assert.equal(nodes, (nodes_of(similar(), 3, { keyed = true }, row))) end
    end
  end)
end)

describe("A search that is too shallow to deepen", function()
  local function shallow(game, options)
    local _, value, info = alphabeta.search(similar(), 3, wrap.replace(options or {}, { game = game }))
    assert.equal(5, value)
    return info.nodes
  end
  local rules = game_of()
  local children = { children = function(state)
    local list = {}
    for i, pair in ipairs(type(state) == "table" and state or {}) do list[i] = pair[2] end
    return list
  end, evaluate = rules.evaluate }

  it("tries the move first that cut off before, unless it is told not to", function()
    for nodes, rows in pairs({
      [LEARNT] = { {}, { without = { "killers" } }, { without = { "history" } } },
      [PLAIN] = { { without = { "killers", "history" } }, { table = 0 }, { deepening = false } },
    }) do
      for _, options in ipairs(rows) do assert.equal(nodes, shallow(rules, options)) end
    end
  end)

  it("tries child states as they are listed, where there are no keys: they are known by their places", function()
    local keyed = wrap.replace(children, { hash = game_of({ keyed = true }).hash })
    assert.equal(PLAIN, shallow(children))
    assert.equal(LEARNT, shallow(keyed, with "killers"))
    assert.equal(LEARNT, shallow(keyed, with "history"))
  end)
end)

describe("Killers", function()
  -- Min refutes by z at ply 1, and by z at ply 3.
  local function deep()
    return {
      { "a", forced(forced(forced(forced(5)))) },
      { "b", { { "x", forced(9) }, { "y", forced(9) }, { "z", forced(0) }, { "w", forced(9) } } },
      { "c", forced(forced(refuted())) },
    }
  end

  it("are those of a ply, and the history is not", function()
    local plain = nodes_of(deep(), 5)
    assert.equal(plain, (nodes_of(deep(), 5, nil, with "killers")))
    assert.equal(plain - 4, (nodes_of(deep(), 5, nil, with "history")))
  end)

  it("come before the game's order, and the history behind it", function()
    local falling, equal = { x = 3, y = 2, z = 1, w = 0 }, { x = 1, y = 1, z = 1, w = 1 }
    for _, row in ipairs({
      { PLAIN, falling, with() }, { LEARNT, falling, with "killers" }, { PLAIN, falling, with "history" },
      { LEARNT, equal, with "history" },
    }) do assert.equal(row[1], (nodes_of(similar(), 3, { order = row[2] }, row[3]))) end
  end)

  -- A position in which the move with this letter refutes all that came before, and five others do not.
  local function by(letter)
    local position = {}
    for i, other in ipairs({ "u", "v", "x", "y", "z", "w" }) do
      position[i] = { other, forced(other == letter and 0 or 9) }
    end
    return position
  end

  it("are two at each ply, the later first", function()
    -- Refuted by y, then by z, then by y again: z is tried first there, and y next.
    local state = { { "a", forced(forced(5)) }, { "b", by("y") }, { "c", by("z") }, { "d", by("y") } }
    local expected = 1 + 3 + (1 + 4 * 2) + (1 + 5 * 2) + (1 + 2 * 2)
    assert.equal(expected, (nodes_of(state, 3, nil, with "killers")))
  end)

  it("are forgotten when a search begins, and the history is not", function()
    local function repeated(options)
      options.deepening = false
      local ai, counts = alphabeta.new(game_of({ keyed = true }), options), {}
      for i = 1, 2 do counts[i] = select(3, ai:search(similar(), 3)).nodes end
      ai:clear()
      counts[3] = select(3, ai:search(similar(), 3)).nodes
      return counts
    end
    assert.same({ LEARNT, LEARNT, LEARNT }, repeated(with "killers"))
    assert.same({ LEARNT, LEARNT - 4, LEARNT }, repeated(with "history"))
  end)
end)

describe("The history", function()
  it("is one for each side", function()
    -- Min refutes by z; z is the last that Max should try.
    local function maxs(z) return { { "x", 6 }, { "y", 9 }, { "z", z }, { "w", 9 } } end
    local state = {
      { "a", forced(forced(forced(5))) },
      { "b", refuted() },
      { "c", { { "p", maxs(0) }, { "q", forced(0) }, { "r", forced(9) } } },
    }
    local game, played = noting(game_of({ keyed = true }))
    local _, value = alphabeta.search(state, 4, wrap.replace(with "history", { game = game, deepening = false }))
    assert.equal(5, value)
    assert.matches("pxyzwq", played(), 1, true)
  end)
end)

describe("The best move of before is tried first,", function()
  local TWO = { { "a", { { "x", 1 }, value = 1 } }, { "b", { { "y", 3 }, value = 3 } } }

  -- Max is best off with b, Min with y and w; one ply deeper there is nothing new.
  local function max_node(value)
    return { turn = 1, { "m", { turn = 2, { "n", value }, value = value } } }
  end
  local FOUR = {
    turn = 1,
    { "a", { turn = 2, { "x", max_node(2) }, { "y", max_node(1) } } },
    { "b", { turn = 2, { "v", max_node(4) }, { "w", max_node(3) } } },
  }

  -- Three moves; with `values`, a search to depth 1 sees what they are worth.
  local function three(values)
    local function move(letter, value) return { letter, { { "m", value }, value = values and value } } end
    return { move("a", 1), move("b", 3), move("c", 2) }
  end
  local ORDER = { keyed = true, order = { c = 2, a = 1 } }
  local DEEPENING = { algorithm = "alphabeta", deepening = true }

  -- The position, what the game is like, options, the depths of the searches by one searcher, and the moves played.
  for sentence, row in pairs({
    ["at the root in deepening"] = { TWO, {}, { deepening = true }, { 2 }, { "ab" .. "byax" } },
    ["at the root in deepening, with a table"] = { TWO, { keyed = true }, { deepening = true }, { 2 }, { "abbyax" } },
    ["everywhere when it is in the table"] = {
      FOUR, { keyed = true, turns = true },
      { algorithm = "alphabeta", without = { "killers", "history" }, deepening = false }, { 3, 4 },
      { "axmymbvmwm", "bwmnvmnaymn" },
    },
    ["before what order says"] = { three(true), ORDER, DEEPENING, { 2 }, { "cab" .. "bmcmam" } },
    ["if it is known to be better: else order decides"] = { three(), ORDER, DEEPENING, { 2 }, { "cab" .. "cmambm" } },
  }) do
    it(sentence, function()
      local game, played = noting(game_of(row[2]))
      local ai, texts = alphabeta.new(game, row[3]), {}
      for i, depth in ipairs(row[4]) do
        ai:search(row[1], depth)
        texts[i] = played()
      end
      assert.same(row[5], texts)
    end)
  end

  it("and else the game's order is followed, whatever else there is", function()
    local state = { { "a", 1 }, { "b", 2 }, { "c", 3 }, { "d", 3 } }
    for _, options in ipairs({ {}, with(), with "killers", with "history", with("killers", "history") }) do
      local played
      options.game, played = noting(game_of({ keyed = options.without ~= nil, order = { b = 5, d = 7 } }))
      local best, value = alphabeta.search(state, 1, options)
      assert.same({ "dbac", "d", 3 }, { played(), best, value }) -- the first of the equally best that was tried
    end
  end)
end)

describe("move_id", function()
  -- How often it is called.
  local function calls_of(options, depth)
    local calls = 0
    local game = game_of({ boxed = true, move_id = true, keyed = options.without ~= nil })
    game = wrap.before(game, function(name) calls = calls + (name == "move_id" and 1 or 0) end)
    options = wrap.replace({ game = game, deepening = false }, options)
    alphabeta.search(similar(), depth, random_trial.fit(options, game))
    return calls
  end

  it("is not called when nothing needs it", function()
    for _, options in ipairs({ {}, { deepening = true, table = 0 }, { algorithm = "minimax" } }) do
      assert.equal(0, calls_of(options, 3))
    end
  end)

  it("is called for the moves at the root and where two plies are left, but not nearer to the leaves", function()
    for depth, calls in ipairs({ 4, 4, 4 + 1 + 3 * 4 }) do assert.equal(calls, calls_of(with "killers", depth)) end
  end)

  it("is called for the root's moves once only in deepening", function()
    assert.equal(4, calls_of(wrap.replace(with "killers", { deepening = true }), 2))
  end)

  local function numbered(id)
    local game = game_of({ boxed = true, move_id = true })
    function game.move_id() return id end
    return game
  end

  it("is refused when it answers with anything but an integer", function()
    for got, answer in pairs({
      ["nil"] = {}, ["'1'"] = { "1" }, boolean = { true }, table = { {} }, ["function"] = { print }, ["1.5"] = { 1.5 },
      ["-0.5"] = { -0.5 }, inf = { math.huge }, ["-inf"] = { -math.huge }, NaN = { 0 / 0 },
      [tostring(2 ^ 70)] = { 2 ^ 70 },
    }) do
      assert.equal("alphabeta: callback 'move_id' at ply 0: expected an integer, got " .. got,
        message_of(alphabeta.search, similar(), 3, { game = numbered(answer[1]) }))
    end
  end)

  it("may answer with any integer, and the same for all moves", function()
    for _, id in ipairs({ 0, -1, 1, 2 ^ 31 - 1, 2 ^ 31, 2 ^ 32 - 1, 2 ^ 32, 2 ^ 53, -2 ^ 53 }) do
      local _, value, info = alphabeta.search(similar(), 3, { game = numbered(id), without = { "table" } })
      assert.same({ 5, PLAIN }, { value, info.nodes })
    end
  end)
end)

-- Each of a node's moves is tried once.
describe("The order of many moves", function()
  it("is that of `order` to the last, and equal ones are tried as the game lists them", function()
    for _, width in ipairs({ 9, 10, 30, 300 }) do
      local lists, tried = { [0] = { 1, 2 }, {}, { 1 } }, { {}, {} }
      for i = 1, width do lists[1][i] = i end
      local function order(state, move) return move * (state.branch == 1 and 3 or 5) % 7 end
      alphabeta.search({ ply = 0 }, 3, { deepening = false, game = {
        moves = function(state) return lists[state.ply] end,
        play = function(state, move)
          if state.ply == 1 then table.insert(tried[state.branch], move) end
          return { ply = state.ply + 1, branch = state.branch or move }
        end,
        player = function() return 1 end, -- so nothing cuts off
        evaluate = function() return 0 end,
        order = order,
      } })
      for branch, moves in ipairs(tried) do
        assert.equal(width, #moves)
        for i = 2, width do
          local first, second = order({ branch = branch }, moves[i - 1]), order({ branch = branch }, moves[i])
          assert.is_true(first > second or first == second and moves[i - 1] < moves[i])
        end
      end
    end
  end)
end)
