-- Which functions of the game are called, in what order and with what: every call that is not made is time saved.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local graph_game = require "spec.support.graph_game"
local lines = require "spec.support.lines"
local random_graph = require "spec.support.random_graph"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local search_calls = require "spec.support.calls_of"
local share = require "spec.support.share"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local SEEDS = effort.seeds(50, 150) -- of random games, for each style

-- The calls of a search of a tree that is written as nested lists: see `spec.support.calls_of`.
local function calls_of(style, list, depth, traits, options)
  options = wrap.replace({view = traits.view, deepening = false}, options or {})
  return search_calls(tree.game(style, traits), tree.state(style, tree.from(list)), depth, options)
end

local TREE = {{3, 5}, {2, 9}}
local SCORED = {{3, 5, score = 1}, {{value = 7}, {value = 4, score = 1}, score = 2}}

local rows = {
  {
    "moves, make and unmake in the in-place style",
    "in place", TREE, 2, {}, nil, [[
      moves root
      make root 1
        moves 1
        make 1 1.1
          moves 1.1
          evaluate 1.1 nil
        unmake 1.1 1.1 1
        make 1 1.2
          moves 1.2
          evaluate 1.2 nil
        unmake 1.2 1.2 1
      unmake 1 1 root
      make root 2
        moves 2
        make 2 2.1
          moves 2.1
          evaluate 2.1 nil
        unmake 2.1 2.1 2
      unmake 2 2 root
    ]],
  },
  {
    "moves and play in the copying style",
    "copying", TREE, 2, {}, nil, [[
      moves root
      play root 1
        moves 1
        play 1 1.1
          moves 1.1
          evaluate 1.1 nil
        play 1 1.2
          moves 1.2
          evaluate 1.2 nil
      play root 2
        moves 2
        play 2 2.1
          moves 2.1
          evaluate 2.1 nil
    ]],
  },
  {
    "children in the children style",
    "children", TREE, 2, {}, nil, [[
      children root
        children 1
          children 1.1
          evaluate 1.1 nil
          children 1.2
          evaluate 1.2 nil
        children 2
          children 2.1
          evaluate 2.1 nil
    ]],
  },
  {
    "is_over, moves, player and order before the first move is made, the root's player but once, no order of leaves",
    "in place", SCORED, 2, {player = true, is_over = true, order = true}, nil, [[
      player root
      is_over root
      moves root
      order root 1
      order root 2
      make root 2
        is_over 2
        moves 2
        player 2
        make 2 2.1
          is_over 2.1
          evaluate 2.1 1
        unmake 2.1 2.1 2
        make 2 2.2
          evaluate 2.2 1
        unmake 2.2 2.2 2
      unmake 2 2 root
      make root 1
        is_over 1
        moves 1
        player 1
        make 1 1.1
          evaluate 1.1 1
        unmake 1.1 1.1 1
      unmake 1 1 root
    ]],
  },
  {
    "the child states to order in the children style",
    "children", SCORED, 1, {order = true}, nil, [[
      children root
      order root 1
      order root 2
      children 2
      evaluate 2 nil
      evaluate 1 nil
    ]],
  },
  {
    "neither moves nor player where is_over is true",
    "in place", {{value = 4, over = true}, 6}, 3, {player = true, is_over = true}, nil, [[
      player root
      is_over root
      moves root
      make root 1
        is_over 1
        evaluate 1 1
      unmake 1 1 root
      make root 2
        is_over 2
        moves 2
        evaluate 2 1
      unmake 2 2 root
    ]],
  },
  {
    "player just before evaluate when the view is the mover's",
    "in place", {{value = 4, over = true}, {6}}, 2, {player = true, is_over = true, view = "mover"}, nil, [[
      player root
      is_over root
      moves root
      make root 1
        is_over 1
        player 1
        evaluate 1 1
      unmake 1 1 root
      make root 2
        is_over 2
        moves 2
        player 2
        make 2 2.1
          player 2.1
          is_over 2.1
          evaluate 2.1 1
        unmake 2.1 2.1 2
      unmake 2 2 root
    ]],
  },
  {"nothing but evaluate at depth 0", "in place", TREE, 0, {is_over = true, order = true}, nil, "evaluate root nil"},
  {
    "player, for evaluate to be given, and evaluate at depth 0",
    "in place", TREE, 0, {player = true, is_over = true, view = "mover"}, nil, [[
      player root
      evaluate root 1
    ]],
  },
  {
    "nothing of the successors where the depth ends but whether the game is over at the first leaf",
    "children", TREE, 1, {is_over = true, order = true, player = true}, nil, [[
      player root
      is_over root
      children root
      order root 1
      order root 2
      is_over 1
      evaluate 1 1
      evaluate 2 1
    ]],
  },
  {
    "the root's moves, order and player once only when it deepens",
    "copying", {{3, 5, value = 1, score = 1}, {2, 9}}, 2, {player = true, is_over = true, order = true},
    {deepening = true}, [[
      player root
      is_over root
      moves root
      order root 1
      order root 2
      play root 1
        is_over 1
        evaluate 1 1
      play root 2
        evaluate 2 1
      play root 1
        is_over 1
        moves 1
        player 1
        play 1 1.1
          is_over 1.1
          evaluate 1.1 1
        play 1 1.2
          evaluate 1.2 1
      play root 2
        is_over 2
        moves 2
        player 2
        play 2 2.1
          evaluate 2.1 1
    ]],
  },
  {
    "everything when it is plain minimax",
    "children", TREE, 2, {}, {algorithm = "minimax"}, [[
      children root
        children 1
          children 1.1
          evaluate 1.1 nil
          children 1.2
          evaluate 1.2 nil
        children 2
          children 2.1
          evaluate 2.1 nil
          children 2.2
          evaluate 2.2 nil
    ]],
  },
}

describe("A search asks for", function()
  for _, row in ipairs(rows) do
    local sentence, style, list, depth, traits, options, expected = unpack(row, 1, 7)
    it(sentence, function() assert.same(lines(expected), calls_of(style, list, depth, traits, options)) end)
  end
end)

-- Searches a random game and gives the info and the nodes that it visited, in the order in which their states came up:
-- of each, how often each callback was called with its state. `made` counts the calls of make, play and pass.
local function visit(style, traits, shape, options, depth, seed)
  local graph = random_graph.new(rng.new(seed), shape)
  local nodes, path, by_state, made = {}, {}, {}, 0
  local function enter(state)
    local node = {}
    nodes[#nodes + 1] = node
    if style == "in place" then
      path[#path + 1] = node
    else
      by_state[state] = node
    end
  end

  local game = graph_game.new(graph, style, traits)
  if style == "children" then -- whose states are positions: here each is made anew, so that they differ
    local children = game.children
    function game.children(state)
      local fresh = {}
      for i, position in ipairs(children(state) or {}) do fresh[i] = {at = position} end
      return fresh
    end
  end
  local traced = wrap.around(game, function(name, callback, state, ...)
    local node = path[#path] or by_state[state]
    node[name] = (node[name] or 0) + 1
    if name == "unmake" or name == "unpass" then path[#path] = nil end
    local answer = callback(state, ...)
    if name == "make" or name == "play" or name == "pass" then
      made = made + 1
      enter(answer)
    elseif name == "children" then
      for _, child in ipairs(answer) do enter(child) end
    end
    return answer
  end)

  local root = graph_game.state(graph, style, graph.root, traits)
  if style == "children" then root = {at = root} end
  enter(root)
  local settings = random_trial.fit(wrap.replace(options, {game = traced, view = traits.view}), traced)
  local _, _, info = alphabeta.search(root, depth, settings)
  return info, nodes, made
end

local ONCE = {"player", "hash", "is_over", "moves", "children", "noisy", "evaluate"}

-- Calls test(info, nodes, made, options, message) for searches of random games of a style.
local function each_visit(style, wanted, test)
  for seed in share.of(1, SEEDS) do
    local random = rng.new(seed)
    local orders = style ~= "children" and random:chance(0.4)
    local traits = {
      player = random:chance(0.7), is_over = random:chance(0.5), order = orders, move_id = orders,
      hash = random:pick(graph_game.HASHES), view = random:pick({"max", "mover"}),
      noisy = style ~= "children", pass = style ~= "children" and "turns" or nil,
    }
    local options = {
      algorithm = random:pick({"alphabeta", "pvs", "mtdf", "minimax"}), deepening = random:chance(0.5),
      table = random:pick({0, 1 / 16384, 1 / 64}),
      without = {random:chance(0.5) and "killers" or "star2", random:chance(0.5) and "history" or "star2"},
      win = random:chance(0.3) and 50 or nil,
      quiescence = traits.noisy and random:int(0, 2) or nil, null_move = traits.pass and random:int(0, 2) or nil,
      reductions = random:chance(0.3) and 1 or false,
    }
    if style == "children" then -- here a state that is searched again is the same one, so search nothing again
      options.algorithm, options.deepening = random:pick({"alphabeta", "minimax"}), false
      options.reductions = false
    end
    for name, value in pairs(wanted) do options[name] = value end
    local shape = {
      extra = not traits.player and 0 or nil, width = 4, places = 2, plies = random:int(1, 6), early = 0.05,
    }
    local depth = random:int(0, 6)
    local info, nodes, made = visit(style, traits, shape, options, depth, seed)
    test(info, nodes, made, options, ("seed %d, %s, depth %d"):format(seed, style, depth))
  end
end

describe("A node is asked", function()
  for _, style in ipairs(graph_game.STYLES) do
    it("once at most for each thing, however often it is searched again, in the style " .. style, function()
      each_visit(style, {}, function(_, nodes, _, _, message)
        for _, node in ipairs(nodes) do
          for _, name in ipairs(ONCE) do assert.is_true((node[name] or 0) <= 1, message .. ": " .. name) end
        end
      end)
    end)

    it("for its key and nothing else where the table settles it, in the style " .. style, function()
      local hits = 0
      each_visit(style, {algorithm = "alphabeta", table = 1 / 64, null_move = 0, reductions = false},
        function(info, nodes, _, _, message)
          local settled = 0
          for _, node in ipairs(nodes) do
            if node.hash and not (node.is_over or node.moves or node.children or node.evaluate) then
              settled = settled + 1
            end
          end
          assert.equal(info.table_hits, settled, message)
          hits = hits + settled
        end)
      assert.is_true(share.seen(hits > 20))
    end)

    if style ~= "children" then
      it("for nothing when its move is not searched, which is not even made, in the style " .. style, function()
        each_visit(style, {}, function(info, _, made, options, message)
          local iterations = options.deepening and math.max(info.depth, 1) or 1
          assert.equal(info.nodes - iterations, made, message)
        end)
      end)
    end
  end
end)

describe("The player at the root", function()
  it("is what evaluate gets, be it of any type", function()
    for _, player in ipairs {0, "white", false, {}, print} do
      local reported = {}
      local _, value = alphabeta.search(1, 1, {game = {
        children = function(state) return {state * 2, state * 2 + 1} end,
        player = function(state)
          if state == 1 then return player end
          return "another"
        end,
        evaluate = function(state, me)
          reported[#reported + 1] = me
          return state
        end,
      }})
      assert.same({3, {player, player}}, {value, reported})
    end
  end)

  it("is one that equals it, be it by __eq", function()
    local Player = {__eq = function(a, b) return a.name == b.name end}
    local game = tree.game "children"
    function game.player(state) return setmetatable({name = state.node.turn}, Player) end
    function game.evaluate(state) return state.node.value end
    local root = tree.from {{3, 5, turn = 1}, {2, 9, turn = 2}}
    assert.equal(5, (select(2, alphabeta.search(root, 2, {game = game}))))
  end)
end)
