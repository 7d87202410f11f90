-- Positions that come back: `repetition` gives them a value.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local on_random_games = require "spec.support.on_random_games"
local rng = require "spec.support.rng"
local share = require "spec.support.share"

local DRAW = 0.5

-- A graph with cycles: nodes of two players in turn, each with some successors of the other's.
local function grow(random)
  local nodes = {}
  for i = 1, random:int(5, 9) do
    nodes[i] = { name = i, turn = i % 2, value = random:int(-1, 1), successors = {} }
  end
  for i, node in ipairs(nodes) do
    for k = 1, random:int(1, 3) do
      local other
      repeat
        other = random:int(1, #nodes)
      until other % 2 ~= i % 2
      node.successors[k] = nodes[other]
    end
  end
  return nodes
end

local game = {
  children = function(node) return node.successors end,
  evaluate = function(node) return node.value end,
  player = function(node) return node.turn end,
  hash = function(node) return node.name end,
}

describe("On random games that come back,", on_random_games(it, effort.seeds(500, 4000), {
  { "a repetition is worth what was said, as plain minimax has it", "repetition" },
}, { players = { 2, 2, 3 }, shape = { back = 0.3, skip = 0 } }))

describe("A repetition", function()
  -- Two players who can only go to and fro, unless the first leaves for a worse place.
  local here, there, away = { name = "here" }, { name = "there" }, { name = "away", value = -1 }
  here.successors, there.successors, away.successors = { there, away }, { here }, {}
  local to_and_fro = {
    children = game.children, hash = game.hash,
    evaluate = function(node) return node.value or 0 end,
  }

  it("makes a draw of going to and fro", function()
    local best, value = alphabeta.search(here, 9, { game = to_and_fro, repetition = DRAW })
    assert.equal(there, best)
    assert.equal(DRAW, value)
  end)

  it("is avoided when it is worth less than what else there is", function()
    local best, value = alphabeta.search(here, 9, { game = to_and_fro, repetition = -2 })
    assert.equal(away, best)
    assert.equal(-1, value)
  end)

  it("counts positions from before the root, given as states or as keys", function()
    for _, past in ipairs({ { there }, { "there" } }) do
      local best, value = alphabeta.search(here, { depth = 4, past = past }, { game = to_and_fro, repetition = -2 })
      assert.equal(away, best)
      assert.equal(-1, value)
    end
  end)

  it("leaves nothing in the table that is true on its own way only", function()
    -- From a, x can only go back to a, which is a repetition; from b, x can go to a as well, where y is bad for it.
    local a, b, x, y = { name = "a" }, { name = "b" }, { name = "x" }, { name = "y", value = -9, successors = {} }
    a.successors, b.successors, x.successors = { x, y }, { x }, { a }
    local root = { name = "root", successors = { a, b } }
    for _, algorithm in ipairs({ "alphabeta", "pvs", "mtdf" }) do
      for _, size in ipairs({ 0, 1 / 64 }) do
        local _, value = alphabeta.search(root, 6, {
          game = to_and_fro, repetition = DRAW, algorithm = algorithm, table = size,
        })
        assert.equal(-9, value)
      end
    end
  end)

  describe("of a position from before the root whose hash forgets the turn", function()
    -- From `root` one comes to "same", the opponent moving there, and on to something good or bad.
    local root = {
      name = "root", turn = 1, successors = {
        { name = "same", turn = 2, successors = { { name = "end", turn = 1, value = 7, successors = {} } } },
      },
    }
    local function value_with(past, rules)
      local options = { game = rules or game, repetition = -2, deepening = false }
      local _, value = alphabeta.search(root, { depth = 5, past = past }, options)
      return value
    end

    it("is one with the same player to move, by asking the game about states", function()
      assert.equal(-2, value_with({ { name = "other", turn = 2 }, { name = "same", turn = 2 } }))
      assert.equal(7, value_with({ { name = "same", turn = 1 }, { name = "other", turn = 2 } }))
      assert.equal(-2, value_with({ { name = "same", turn = 1 }, { name = "same", turn = 2 } }))
    end)

    it("is one whichever player moves, for bare keys and in games without `player`", function()
      assert.equal(-2, value_with({ "same" }))
      local nobody = { children = game.children, evaluate = game.evaluate, hash = game.hash }
      for turn = 1, 2 do assert.equal(-2, value_with({ { name = "same", turn = turn } }, nobody)) end
    end)

    it("asks `hash` and `player` once about each state", function()
      local asked = {}
      local rules = setmetatable({}, { __index = game })
      for _, name in ipairs({ "hash", "player" }) do
        rules[name] = function(node)
          if node.is_past then asked[#asked + 1] = name .. " " .. node.name end
          return game[name](node)
        end
      end
      local past = { { name = "a", turn = 1, is_past = true }, "b", { name = "c", turn = 2, is_past = true } }
      value_with(past, rules)
      assert.same({ "hash a", "player a", "hash c", "player c" }, asked)
    end)

    it("refuses a player that is none", function()
      for message, wrong in pairs({ ["expected a player, got NaN"] = 0 / 0, ["expected a player, got nil"] = false }) do
        local rules = setmetatable({}, { __index = game })
        function rules.player(node)
          if not node.is_past then return node.turn end
          return wrong or nil
        end
        assert.error_matches(function()
          value_with({ { name = "a", is_past = true } }, rules)
        end, "callback 'player' at ply 0: " .. message)
      end
    end)
  end)

  describe("in a game without hash", function()
    -- The graph's nodes as states that hold what they are, as children and as moves in place.
    local function rules_of(nodes)
      local children, place = {}, {}
      function children.children(state)
        local list = {}
        for i, other in ipairs(nodes[state.name].successors) do list[i] = { name = other.name, turn = other.turn } end
        return list
      end
      function children.evaluate(state) return nodes[state.name].value end
      function children.player(state) return state.turn end
      for _, name in ipairs { "evaluate", "player" } do place[name] = children[name] end
      function place.moves(state)
        local moves = {}
        for i, other in ipairs(nodes[state.name].successors) do moves[i] = other.name end
        return moves
      end
      function place.make(state, name)
        local was = state.name
        state.name, state.turn = name, nodes[name].turn
        return was
      end
      function place.unmake(state, _, was) state.name, state.turn = was, nodes[was].turn end
      return { children, place }
    end

    -- Plain minimax; a position counts as a repetition in the first two plies, and where three are left.
    local function worth(node, depth, path, past)
      local ply = #path
      if depth == 0 then return node.value end
      if ply > 0 and (ply <= 2 or depth >= 3) then
        if past[node] then return DRAW end
        for _, earlier in ipairs(path) do
          if earlier == node then return DRAW end
        end
      end
      local best
      path[ply + 1] = node
      for _, child in ipairs(node.successors) do
        local value = worth(child, depth - 1, path, past)
        if not best or ply % 2 == 0 and value > best or ply % 2 == 1 and value < best then best = value end
      end
      path[ply + 1] = nil
      return best
    end

    it("is worth what was said, on random graphs, as plain minimax has it", function()
      for seed in share.of(1, effort.seeds(100, 500)) do
        local random = rng.new(seed)
        local nodes = grow(random)
        local past, in_past = nil, {}
        if random:chance(0.5) then
          local a, b = random:pick(nodes), random:pick(nodes)
          past = { { name = a.name, turn = a.turn }, { name = b.name, turn = b.turn } }
          in_past = { [a] = true, [b] = true }
        end
        for _, rules in ipairs(rules_of(nodes)) do
          for depth = 1, 7 do
            local expected = worth(nodes[1], depth, {}, in_past)
            for _, algorithm in ipairs { "alphabeta", "pvs", "mtdf", "minimax" } do
              local options = { game = rules, repetition = DRAW, algorithm = algorithm }
              local state = { name = 1, turn = nodes[1].turn }
              local _, value, info = alphabeta.search(state, { depth = depth, past = past }, options)
              assert.equal(expected, value, ("seed %d, depth %d, %s"):format(seed, depth, algorithm))
              assert.equal(0, info.table_hits)
              assert.same({ name = 1, turn = nodes[1].turn }, state)
            end
          end
        end
      end
    end)

    it("says that the keys are made of what states hold, and changes nothing else", function()
      local nodes = grow(rng.new(1))
      local rules = rules_of(nodes)[2]
      local function techniques(options)
        options.game = rules
        return table.concat(select(3, alphabeta.search({ name = 1, turn = 1 }, 6, options)).techniques, " ")
      end
      local without = techniques({})
      local found = techniques({ repetition = DRAW })
      assert.equal(without, (found:gsub(" state_content", ""):gsub(" repetition", "")))
      assert.matches("state_content.* repetition", found)
      rules.repetition = DRAW
      assert.equal(found, techniques({}))
    end)

    -- Cause: the option was only read for keys with a table, `hash = "auto"`, and refused without them.
    it("leaves out the fields that 'hash_ignore' names", function()
      local rules = rules_of(grow(rng.new(1)))[2]
      local function search(played, state, names)
        return alphabeta.search(state, 4, { game = played, repetition = 0, hash_ignore = names })
      end
      local plain, drawn = { name = 1, turn = 1 }, { name = 1, turn = 1, draw = print }
      assert.equal(select(2, search(rules, plain)), select(2, search(rules, drawn, { "draw" })))

      -- A field that counts the moves keeps all states apart.
      local counting = {
        moves = function() return { 1, 2 } end,
        play = function(state, move) return { at = move, turn = 3 - state.turn, count = state.count + 1 } end,
        player = function(state) return state.turn end, evaluate = function(state) return 10 * state.count end,
      }
      local start = { at = 1, turn = 1, count = 0 }
      assert.equal(40, select(2, search(counting, start)))
      assert.not_equal(40, select(2, search(counting, start, { "count" })))
    end)

    it("is an error beside 'hash_ignore' in a game with 'hash', which would be without effect", function()
      local rules = setmetatable({ hash = function(state) return state.name end },
        { __index = rules_of(grow(rng.new(1)))[2] })
      assert.error_matches(function()
        alphabeta.search({ name = 1, turn = 1 }, 3, { game = rules, repetition = 0, hash_ignore = { "draw" } })
      end, "alphabeta.search: option 'hash_ignore' needs a game without 'hash', or option 'hash'")
    end)

    it("is refused where a state has no key, or holds nothing that moves change", function()
      local rules = rules_of(grow(rng.new(1)))[2]
      assert.error_matches(function()
        alphabeta.search({ name = 1, turn = 1, draw = print }, 3, { game = rules, repetition = 0 })
      end, "alphabeta: option 'repetition' without 'hash' at ply 0: expected .*, got ")
      local outside = 1
      local hidden = {
        moves = function() return outside < 9 and { 1, 2 } or {} end,
        make = function() outside = outside + 1 end, unmake = function() outside = outside - 1 end,
        evaluate = function() return outside end,
      }
      assert.error_matches(function()
        alphabeta.search({}, 6, { game = hidden, repetition = 0 })
      end, "option 'repetition' without 'hash': expected a state that moves change")
    end)
  end)

  it("needs a value where a past is given", function()
    assert.error_matches(function()
      alphabeta.search(here, { depth = 3, past = { there } }, { game = to_and_fro })
    end, "alphabeta.search: option 'past' needs option 'repetition'")
    assert.error_matches(function()
      alphabeta.search(here, { depth = 3, past = 7 }, { game = to_and_fro, repetition = 0 })
    end, "alphabeta.search: option 'past': expected an array of keys or states, got 7")
  end)
end)
