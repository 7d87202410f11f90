-- The order in which moves are tried: the table's move, killers, the game's order, the history; what each saves, and
-- what it must not cost.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
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

    for name, token in pairs(KINDS) do
      it(("is tried first by %s when moves are %s"):format(technique, name:gsub("^an? ", "") .. "s"), function()
        local nodes, value = learnt({ token = token })
        assert.same({ LEARNT, 5 }, { nodes, value })
      end)
    end

    it(("is known again by %s when moves are tables, by move_id or by content"):format(technique), function()
      assert.equal(LEARNT, (learnt({ boxed = true, move_id = true })))
      assert.equal(LEARNT, (learnt({ boxed = true })))
    end)

    it(("is tried first by %s with the other algorithms, but not with minimax"):format(technique), function()
      for algorithm, is_used in pairs({ pvs = true, mtdf = true, minimax = false }) do
        local plain, value = nodes_of(similar(), 3, nil, { algorithm = algorithm })
        local nodes, same = learnt(nil, { algorithm = algorithm })
        assert.equal(is_used, nodes < plain)
        assert.is_true(nodes <= plain)
        assert.same({ 5, 5 }, { value, same })
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
    options = options or {}
    options.game = game
    local _, value, info = alphabeta.search(similar(), 3, options)
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
    for _, options in ipairs({ {}, { without = { "killers" } }, { without = { "history" } } }) do
      assert.equal(LEARNT, shallow(rules, options))
    end
    for _, options in ipairs({ { without = { "killers", "history" } }, { table = 0 }, { deepening = false } }) do
      assert.equal(PLAIN, shallow(rules, options))
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
    local order = { x = 3, y = 2, z = 1, w = 0 }
    assert.equal(PLAIN, (nodes_of(similar(), 3, { order = order }, with())))
    assert.equal(LEARNT, (nodes_of(similar(), 3, { order = order }, with "killers")))
    assert.equal(PLAIN, (nodes_of(similar(), 3, { order = order }, with "history")))
    order = { x = 1, y = 1, z = 1, w = 1 }
    assert.equal(LEARNT, (nodes_of(similar(), 3, { order = order }, with "history")))
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

describe("The best move of before", function()
  -- The moves played, as a text, in two searches by one searcher or in two iterations.
  local function played(state, traits, options, ...)
    local game, moves_played = noting(game_of(traits))
    local ai, texts = alphabeta.new(game, options), {}
    for i, depth in ipairs({ ... }) do
      ai:search(state, depth)
      texts[i] = moves_played()
    end
    return texts
  end

  it("is tried first at the root in deepening, with a table and without", function()
    local state = { { "a", { { "x", 1 }, value = 1 } }, { "b", { { "y", 3 }, value = 3 } } }
    for _, keyed in ipairs({ false, true }) do
      assert.same({ "ab" .. "byax" }, played(state, { keyed = keyed }, { deepening = true }, 2))
    end
  end)

  it("is tried first everywhere when it is in the table", function()
    -- Max is best off with b, Min with y and w; one ply deeper there is nothing new.
    local function max_node(value) return { { "m", { { "n", value }, value = value } } } end
    local state = {
      turn = 1,
      { "a", { turn = 2, { "x", max_node(2) }, { "y", max_node(1) } } },
      { "b", { turn = 2, { "v", max_node(4) }, { "w", max_node(3) } } },
    }
    for _, position in ipairs(state) do
      for _, pair in ipairs(position[2]) do
        pair[2].turn = 1
        pair[2][1][2].turn = 2
      end
    end
    local texts = played(state, { keyed = true, turns = true },
      { algorithm = "alphabeta", without = { "killers", "history" }, deepening = false }, 3, 4)
    assert.same({ "axmymbvmwm", "bwmnvmnaymn" }, texts)
  end)

  it("is tried first before what order and killers say", function()
    local state = { { "a", forced(1) }, { "b", forced(3) }, { "c", forced(2) } }
    local options = { algorithm = "alphabeta", deepening = true }
    local texts = played(state, { keyed = true, order = { c = 2, a = 1 } }, options, 2)
    assert.same({ "cab" .. "cmambm" }, texts)
    for _, pair in ipairs(state) do pair[2].value = pair[2][1][2] end
    texts = played(state, { keyed = true, order = { c = 2, a = 1 } }, options, 2)
    assert.same({ "cab" .. "bmcmam" }, texts)
  end)

  it("is ignored when it is not among the moves", function()
    -- Both inner positions have one key, and nothing in common.
    local state = {
      { "a", { { "x", forced(3) }, { "y", forced(1) } } },
      { "b", { { "v", forced(5) }, { "w", forced(4) } } },
    }
    local game = game_of({ keyed = true })
    function game.hash() return 7 end
    local best = alphabeta.search(state, 3, { game = game, deepening = true })
    assert.truthy(best == "a" or best == "b")
  end)
end)

describe("The game's order", function()
  it("is followed whatever else there is, as long as nothing is known", function()
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
  -- How often each callback is called.
  local function calls_of(options, depth)
    local calls = { move_id = 0, order = 0, moves = 0 }
    local game = game_of({ boxed = true, move_id = true, keyed = options.without ~= nil })
    options.game = wrap.before(game, function(name) calls[name] = (calls[name] or 0) + 1 end)
    if options.deepening == nil then options.deepening = false end
    alphabeta.search(similar(), depth, random_trial.fit(options, options.game))
    return calls
  end

  it("is not called when nothing needs it", function()
    for _, options in ipairs({ {}, { deepening = true, table = 0 }, { algorithm = "minimax" } }) do
      assert.equal(0, calls_of(options, 3).move_id)
    end
  end)

  it("is called for the moves at the root and where two plies are left, but not nearer to the leaves", function()
    for depth, calls in ipairs({ 4, 4, 4 + 1 + 3 * 4 }) do
      assert.equal(calls, calls_of(with "killers", depth).move_id)
    end
  end)

  it("is called for the root's moves once only in deepening", function()
    assert.equal(4, calls_of(wrap.replace(with "killers", { deepening = true }), 2).move_id)
  end)

  it("is called before order, with the state and the move", function()
    local calls = {}
    local game = game_of({ boxed = true, move_id = true })
    function game.order(_, move) return move.letter == "b" and 1 or 0 end
    game = wrap.before(game, function(name, state, move)
      calls[#calls + 1] = name .. " " .. (move and move.letter or type(state) == "table" and "-" or tostring(state))
    end)
    alphabeta.search({ { "a", 1 }, { "b", 2 } }, 1, { game = game })
    assert.same({
      "moves -", "move_id a", "move_id b", "order a", "order b", "play b", "moves 2", "evaluate 2", "play a",
      "moves 1", "evaluate 1",
    }, calls)
  end)

  it("is given the children in the children style", function()
    local given = {}
    local game = {
      children = function(state) return state < 4 and { 2 * state, 2 * state + 1 } or nil end,
      evaluate = function(state) return state end,
      move_id = function(state, child)
        given[#given + 1] = state .. ":" .. child
        return child
      end,
    }
    alphabeta.search(1, 2, { game = game })
    assert.same({ "1:2", "1:3" }, given)
  end)

  for got, answer in pairs({
    ["nil"] = {}, ["'1'"] = { "1" }, boolean = { true }, table = { {} }, ["function"] = { print }, ["1.5"] = { 1.5 },
    ["-0.5"] = { -0.5 }, inf = { math.huge }, ["-inf"] = { -math.huge }, NaN = { 0 / 0 },
    [tostring(2 ^ 70)] = { 2 ^ 70 },
  }) do
    it("is refused when it answers with " .. got, function()
      local game = game_of({ boxed = true, move_id = true })
      function game.move_id() return answer[1] end
      assert.equal("alphabeta: callback 'move_id' at ply 0: expected an integer, got " .. got,
        message_of(alphabeta.search, similar(), 3, { game = game }))
    end)
  end

  it("may answer with any integer, and the same for all moves", function()
    for _, id in ipairs({ 0, -1, 1, 2 ^ 31 - 1, 2 ^ 31, 2 ^ 32 - 1, 2 ^ 32, 2 ^ 53, -2 ^ 53 }) do
      local game = game_of({ boxed = true, move_id = true })
      function game.move_id() return id end
      local options = { game = game, without = { "table" } }
      local _, value, info = alphabeta.search(similar(), 3, options)
      assert.equal(5, value)
      assert.equal(PLAIN, info.nodes)
    end
  end)

  it("that raises an error is named, with its ply", function()
    local game = game_of({ boxed = true, move_id = true })
    function game.move_id(_, move)
      if move.letter == "z" then error("no number", 0) end
      return 1
    end
    local message = failure(alphabeta.search, similar(), 3, { game = game })
    assert.truthy(message:find("no number\n\t(alphabeta: in callback 'move_id' at ply 1)", 1, true))
  end)
end)
