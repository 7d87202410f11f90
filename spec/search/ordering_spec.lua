-- The order in which moves are tried: the table's move, killers, the game's order, the history; what each saves, what
-- it must not cost, and by what it knows a move.

local alphabeta = require "alphabeta"
local message_of = require "spec.support.message_of"
local only = require "spec.support.only"
local random_trial = require "spec.support.trial"
local wrap = require "spec.support.wrap"

-- Positions -----------------------------------------------------------------------------------------------------------

local function letter_itself(letter) return letter end
local function boxed(letter) return {letter = letter} end

-- A position is written down as its moves, from letters to positions, in an array of pairs; where the game ends, as its
-- value. Its moves are tried in that order. `token` makes a move of a letter.
local function game_of(traits)
  traits = traits or {}
  local token, letters, game = traits.token or letter_itself, setmetatable({}, {__mode = "k"}), {}

  function game.moves(state)
    if type(state) ~= "table" then return nil end
    local moves = {}
    for i, pair in ipairs(state) do
      moves[i] = token(pair[1])
      letters[moves[i]] = pair[1]
    end
    return moves
  end

  function game.play(state, move)
    for _, pair in ipairs(state) do
      if letters[move] == pair[1] then return pair[2] end
    end
    error("a move that is not legal here")
  end

  function game.evaluate(state) return type(state) == "table" and (state.value or 0) or state end

  game.move_id = traits.move_id and function(_, move) return letters[move]:byte() end
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
local function forced(position) return {{"m", position}} end

-- A position in which one of these moves refutes all that came before, and the others do not: z of x, y, z and w.
local function refuted(by, letters)
  local position = {}
  for letter in (letters or "xyzw"):gmatch "." do
    position[#position + 1] = {letter, forced(letter == (by or "z") and 0 or 9)}
  end
  return position
end

-- Max knows of 5 by the first move; Min refutes each of the others.
local function similar()
  return {{"a", forced(forced(5))}, {"b", refuted()}, {"c", refuted()}, {"d", refuted()}}
end

local PLAIN = 1 + 3 + 3 * 7 -- the root, the first move's line, and x, y and z in three positions
local LEARNT = 1 + 3 + 7 + 2 * 3 -- z comes first in the second and the third of them

-- Alpha-beta with some of the techniques that are on by default, and no table: the game has keys, which are not called.
local function with(...) return {algorithm = "alphabeta", without = only(...)} end

-- The nodes and the value of a search, which does not deepen unless that is an option.
local function nodes_of(state, depth, traits, options)
  options = wrap.replace({deepening = false}, options or {})
  options.game = game_of(wrap.replace({keyed = options.without ~= nil}, traits or {}))
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

-- Killers and the history ---------------------------------------------------------------------------------------------

describe("The move that cut off before", function()
  -- Moves that are made of letters. Tables are known by what they hold.
  local KNOWN = {
    ["integers"] = function(letter) return letter:byte() end,
    ["floats"] = function(letter) return letter:byte() / 7 end,
    ["strings"] = letter_itself,
    ["tables"] = boxed,
    ["tables that hold themselves, and functions"] = function(letter)
      local move = {letter, go = print}
      move.me = move
      return move
    end,
  }
  -- Moves that are not known.
  local UNKNOWN = {
    ["behind a metatable"] = function(letter) return setmetatable({}, {__index = {letter}}) end,
    ["too deep"] = function(letter) return {{{{letter}}}} end,
    ["in large tables"] = function(letter)
      local move = {letter}
      for i = 2, 65 do move[i] = 0 end
      return move
    end,
  }

  for _, technique in ipairs {"killers", "history"} do
    local function learnt(traits, more)
      return nodes_of(similar(), 3, traits, wrap.replace(with(technique), more or {}))
    end

    it("is tried first by " .. technique .. ", whatever moves are; tables by move_id or by content", function()
      for nodes, tokens in pairs {[LEARNT] = KNOWN, [PLAIN] = UNKNOWN} do
        for name, token in pairs(tokens) do
          local found, value = learnt {token = token}
          assert.same({nodes, 5}, {found, value}, name)
        end
      end
      assert.equal(LEARNT, (learnt {token = UNKNOWN["too deep"], move_id = true}))
    end)
  end

  it("is known by its key among child states; without keys a search tries child states as they are listed", function()
    local children = {children = function(state)
      local list = {}
      for i, pair in ipairs(type(state) == "table" and state or {}) do list[i] = pair[2] end
      return list
    end, evaluate = game_of().evaluate}
    local function nodes(options) return select(3, alphabeta.search(similar(), 3, options)).nodes end
    assert.equal(PLAIN, nodes {game = children})
    children.hash = game_of({keyed = true}).hash
    for _, technique in ipairs {"killers", "history"} do
      assert.equal(LEARNT, nodes(wrap.replace(with(technique), {game = children})))
    end
  end)
end)

describe("Killers", function()
  it("are those of a ply, and the history is not", function()
    -- Min refutes by z at ply 1, and by z at ply 3.
    local deep = {
      {"a", forced(forced(forced(forced(5))))}, {"b", refuted()}, {"c", forced(forced(refuted()))},
    }
    local plain = nodes_of(deep, 5)
    assert.equal(plain, (nodes_of(deep, 5, nil, with "killers")))
    assert.equal(plain - 4, (nodes_of(deep, 5, nil, with "history")))
  end)

  it("come before the game's order, and the history behind it", function()
    local falling, equal = {x = 3, y = 2, z = 1, w = 0}, {x = 1, y = 1, z = 1, w = 1}
    for _, row in ipairs {
      {PLAIN, falling, with()}, {LEARNT, falling, with "killers"}, {PLAIN, falling, with "history"},
      {LEARNT, equal, with "history"},
    } do assert.equal(row[1], (nodes_of(similar(), 3, {order = row[2]}, row[3]))) end
  end)

  it("are two at each ply, the later first", function()
    -- Refuted by y, then by z, then by y again: z is tried first there, and y next.
    local function by(letter) return refuted(letter, "uvxyzw") end
    local state = {{"a", forced(forced(5))}, {"b", by "y"}, {"c", by "z"}, {"d", by "y"}}
    local expected = 1 + 3 + (1 + 4 * 2) + (1 + 5 * 2) + (1 + 2 * 2)
    assert.equal(expected, (nodes_of(state, 3, nil, with "killers")))
  end)

  it("are forgotten when a search begins, and the history is not", function()
    for technique, second in pairs {killers = LEARNT, history = LEARNT - 4} do
      local ai = alphabeta.new(game_of {keyed = true}, wrap.replace(with(technique), {deepening = false}))
      local function search() return select(3, ai:search(similar(), 3)).nodes end
      local first, again = search(), search()
      ai:clear()
      assert.same({LEARNT, second, LEARNT}, {first, again, search()})
    end
  end)
end)

it("The history is one for each side", function()
  -- Min refutes by z; z is the last that Max should try.
  local function maxs(z) return {{"x", 6}, {"y", 9}, {"z", z}, {"w", 9}} end
  local state = {
    {"a", forced(forced(forced(5)))}, {"b", refuted()},
    {"c", {{"p", maxs(0)}, {"q", forced(0)}, {"r", forced(9)}}},
  }
  local game, played = noting(game_of {keyed = true})
  local _, value = alphabeta.search(state, 4, wrap.replace(with "history", {game = game, deepening = false}))
  assert.equal(5, value)
  assert.matches("pxyzwq", played(), 1, true)
end)

-- The best move of before ---------------------------------------------------------------------------------------------

describe("The best move of before is tried first,", function()
  local TWO = {{"a", {{"x", 1}, value = 1}}, {"b", {{"y", 3}, value = 3}}}

  -- Max is best off with b, Min with y and w; one ply deeper there is nothing new.
  local function max_node(value)
    return {turn = 1, {"m", {turn = 2, {"n", value}, value = value}}}
  end
  local FOUR = {
    turn = 1,
    {"a", {turn = 2, {"x", max_node(2)}, {"y", max_node(1)}}},
    {"b", {turn = 2, {"v", max_node(4)}, {"w", max_node(3)}}},
  }

  -- Three moves; with `values`, a search to depth 1 sees what they are worth.
  local function three(values)
    local function move(letter, value) return {letter, {{"m", value}, value = values and value}} end
    return {move("a", 1), move("b", 3), move("c", 2)}
  end
  local ORDER = {keyed = true, order = {c = 2, a = 1}}
  local DEEPENING = {algorithm = "alphabeta", deepening = true}

  -- The position, what the game is like, options, the depths of the searches by one searcher, and the moves played.
  for sentence, row in pairs {
    ["at the root in deepening"] = {TWO, {}, {deepening = true}, {2}, {"ab" .. "byax"}},
    ["at the root in deepening, with a table"] = {TWO, {keyed = true}, {deepening = true}, {2}, {"abbyax"}},
    ["everywhere when it is in the table"] = {
      FOUR, {keyed = true, turns = true},
      {algorithm = "alphabeta", without = {"killers", "history"}, deepening = false}, {3, 4},
      {"axmymbvmwm", "bwmnvmnaymn"},
    },
    ["before what order says"] = {three(true), ORDER, DEEPENING, {2}, {"cab" .. "bmcmam"}},
    ["if it is known to be better: else order decides"] = {three(), ORDER, DEEPENING, {2}, {"cab" .. "cmambm"}},
  } do
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
end)

-- The game's own functions ----------------------------------------------------------------------------------------

describe("move_id", function()
  -- How often it is called.
  local function calls_of(options, depth)
    local game, calls = wrap.counted(game_of {token = boxed, move_id = true, keyed = options.without ~= nil})
    options = wrap.replace({game = game, deepening = false}, options)
    alphabeta.search(similar(), depth, random_trial.fit(options, game))
    return calls.move_id
  end

  it("is called for the moves at the root and where two plies are left, and not when nothing needs it", function()
    for depth, calls in ipairs {4, 4, 4 + 1 + 3 * 4} do assert.equal(calls, calls_of(with "killers", depth)) end
    for _, options in ipairs {{}, {deepening = true, table = 0}, {algorithm = "minimax"}} do
      assert.equal(0, calls_of(options, 3))
    end
  end)

  it("may answer with any integer, and the same for all moves, but with nothing else", function()
    local game = game_of {token = boxed}
    local function answer(id)
      game.move_id = function() return id end
    end
    for _, id in ipairs {0, -1, 1, 2 ^ 31 - 1, 2 ^ 31, 2 ^ 32 - 1, 2 ^ 32, 2 ^ 53, -2 ^ 53} do
      answer(id)
      local _, value, info = alphabeta.search(similar(), 3, {game = game, without = {"table"}})
      assert.same({5, PLAIN}, {value, info.nodes})
    end
    for got, wrong in pairs {
      ["nil"] = {}, ["'1'"] = {"1"}, boolean = {true}, table = {{}}, ["function"] = {print}, ["1.5"] = {1.5},
      ["-0.5"] = {-0.5}, inf = {math.huge}, ["-inf"] = {-math.huge}, NaN = {0 / 0}, [tostring(2 ^ 70)] = {2 ^ 70},
    } do
      answer(wrong[1])
      assert.equal("alphabeta: callback 'move_id' at ply 0: expected an integer, got " .. got,
        message_of(alphabeta.search, similar(), 3, {game = game}))
    end
  end)
end)

-- Each of a node's moves is tried once.
it("The order of many moves is that of `order` to the last, and equal ones are tried as the game lists them", function()
  for _, width in ipairs {9, 10, 30, 300} do
    local lists, tried = {[0] = {1, 2}, {}, {1}}, {{}, {}}
    for i = 1, width do lists[1][i] = i end
    local function order(state, move) return move * (state.branch == 1 and 3 or 5) % 7 end
    alphabeta.search({ply = 0}, 3, {deepening = false, game = {
      moves = function(state) return lists[state.ply] end,
      play = function(state, move)
        if state.ply == 1 then table.insert(tried[state.branch], move) end
        return {ply = state.ply + 1, branch = state.branch or move}
      end,
      player = function() return 1 end, -- so nothing cuts off
      evaluate = function() return 0 end, order = order,
    }})
    for branch, moves in ipairs(tried) do
      assert.equal(width, #moves)
      for i = 2, width do
        local first, second = order({branch = branch}, moves[i - 1]), order({branch = branch}, moves[i])
        assert.is_true(first > second or first == second and moves[i - 1] < moves[i])
      end
    end
  end
end)
