-- Which functions of the game are called, in what order and with what: every call that is not made is time saved.

local alphabeta = require "alphabeta"
local calls_of = require "spec.support.calls_of"
local effort = require "spec.support.effort"
local graph_game = require "spec.support.graph_game"
local memory_use = require "spec.support.memory_use"
local only = require "spec.support.only"
local plain_alphabeta = require "spec.support.plain_alphabeta"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local TREES = effort.seeds(100, 500) -- in each style
local SEEDS = effort.seeds(50, 150) -- of random games, for each style

-- The calls of alpha-beta in a tree, by the events that the textbook's reports: which nodes it enters, evaluates and
-- leaves. A node is asked just before the answer counts, and never for what is known or makes no difference.
local function expected_calls(events, root, style, traits)
  local calls, path, is_cut = {}, {}, false -- is_cut: a leaf has shown that the depth cuts the game short
  local me = traits.player and root.turn
  local list = style == "children" and "children" or "moves"

  local function call(...) calls[#calls + 1] = table.concat({...}, " ") end

  local function ask_player(node)
    if traits.player and node ~= root then call("player", node.name) end
  end

  -- Whether the game is over at a leaf, which counts as long as the whole tree may have been seen.
  local function ask_leaf(node)
    if traits.view == "mover" then ask_player(node) end
    if is_cut then return end
    call(traits.is_over and "is_over" or list, node.name)
    if traits.is_over then is_cut = not node.over else is_cut = node.children ~= nil and node.children[1] ~= nil end
  end

  local function ask_inner(node, plies_left)
    if traits.hash then
      ask_player(node)
      call("hash", node.name)
    end
    if traits.is_over then call("is_over", node.name) end
    local is_over = traits.is_over and node.over
    if not is_over then call(list, node.name) end
    local has_moves = not is_over and node.children and node.children[1]
    if not traits.hash and (has_moves or traits.view == "mover") then ask_player(node) end
    -- A single move is not scored, and moves to leaves are scored at the root alone.
    local is_ordered = traits.order and has_moves and node.children[2] and (plies_left > 1 or node == root)
    for _, child in ipairs(is_ordered and node.children or {}) do call("order", node.name, child.name) end
  end

  for _, event in ipairs(events) do
    local node = path[#path]
    if event.type == "enter" then
      local child = node and node.children[event.index] or root
      path[#path + 1] = child
      if node and style ~= "children" then
        call(style == "copying" and "play" or "make", node.name, child.name)
      elseif child == root and me then
        call("player", "root")
      end
      if event.depth > 0 then ask_inner(child, event.depth) elseif child ~= root then ask_leaf(child) end
    elseif event.type == "evaluate" then
      call("evaluate", node.name, tostring(me or nil))
    elseif event.type == "leave" then
      path[#path] = nil
      if node ~= root and style == "in place" then call("unmake", node.name, node.name, node.parent.name) end
    end
  end
  return calls
end

describe("Alpha-beta calls", function()
  for _, style in ipairs(tree.STYLES) do
    it("what the textbook's must know, in order, and nothing else, in the style " .. style, function()
      for seed in share.of(1, TREES) do
        local random = rng.new(seed)
        local traits = {
          player = random:chance(0.5), is_over = random:chance(0.5), order = random:chance(0.3),
          hash = random:chance(0.3), view = random:pick {"max", "mover"},
        }
        local root = tree.grow(random, not traits.player and {extra = 0, first = 1} or nil)
        local game, depth = tree.game(style, traits), random:int(0, 5)
        local options = {view = traits.view, algorithm = "alphabeta", deepening = false, without = only "table"}
        local events = plain_alphabeta(game, tree.state(style, root), depth, options).events
        if traits.hash then game.hash = function(state) return state.node.name end end
        assert.same(expected_calls(events, root, style, traits),
          calls_of(game, tree.state(style, root), depth, options), ("seed %d, depth %d"):format(seed, depth))
      end
    end)
  end
end)

-- Makes a trial's search and gives the info and the nodes that it visited, in the order in which their states came up:
-- of each, how often each callback was called with its state. `made` counts the calls of make, play and pass.
local function visit(own)
  local nodes, path, by_state, made = {}, {}, {}, 0
  local function enter(state)
    local node = {}
    nodes[#nodes + 1], by_state[state] = node, node
    if own.style == "in place" then path[#path + 1] = node end
  end

  local children = own.game.children
  if children then -- whose states are positions: here each is made anew, so that they differ
    function own.game.children(state)
      local fresh = {}
      for i, position in ipairs(children(state) or {}) do fresh[i] = {at = position} end
      return fresh
    end
  end
  local root = own:state()
  if children then root = {at = root} end
  enter(root)
  local traced = wrap.around(own.game, function(name, callback, state, ...)
    local node = path[#path] or by_state[state]
    node[name] = (node[name] or 0) + 1
    if name == "unmake" or name == "unpass" then path[#path] = nil end
    local answer = callback(state, ...)
    if name == "moves" or name == "noisy" then node.width = (node.width or 0) + #(answer or {}) end
    if name == "make" or name == "play" or name == "pass" then
      made = made + 1
      enter(own.style == "in place" and state or answer)
    elseif name == "children" then
      for _, child in ipairs(answer) do enter(child) end
    end
    return answer
  end)
  local _, _, info = alphabeta.search(root, own.depth, own:with {game = traced})
  return info, nodes, made
end

local ONCE = {"player", "hash", "is_over", "moves", "children", "noisy", "evaluate"}

-- Calls test(own, info, nodes, made) for searches of random games of a style.
local function each_visit(style, options, test)
  if style == "children" then -- here a state that is searched again is the same one, so search nothing again
    options = wrap.replace(options, {algorithm = "alphabeta", deepening = false, reductions = false})
  end
  local has_moves = style ~= "children"
  for seed in share.of(1, SEEDS) do
    local orders = has_moves and seed % 2 == 0
    local own = random_trial.new(seed, {
      options = options, omit = "order repetition find_move evaluate_move bounds result",
      traits = {
        iterator = false, fills = false, undo = false, noisy = has_moves, pass = has_moves and "turns",
        order = orders, move_id = orders,
      },
      shape = {width = 4, places = 2, early = 0.05},
    })
    own.style, own.options.deepening = style, own.options.deepening or false -- the usual depends on the depth
    own:set_game()
    test(own, visit(own))
  end
end

describe("A node is asked", function()
  for _, style in ipairs(graph_game.STYLES) do
    it("once at most for each thing, however often it is searched again, in the style " .. style, function()
      each_visit(style, {}, function(own, _, nodes)
        for _, node in ipairs(nodes) do
          for _, name in ipairs(ONCE) do own:check((node[name] or 0) <= 1, "one call of " .. name) end
          own:check((node.order or 0) <= (node.width or 0), "a move ordered once")
          own:check(own:has_table() or not node.hash, "no key without a table")
        end
      end)
    end)

    it("for its key and nothing else where the table settles it, in the style " .. style, function()
      local hits = 0
      each_visit(style, {algorithm = "alphabeta", table = 1 / 64, without = {}, null_move = 0, reductions = false},
        function(own, info, nodes)
          local settled = 0
          for _, node in ipairs(nodes) do
            if node.hash and not (node.is_over or node.moves or node.children or node.evaluate) then
              settled = settled + 1
            end
          end
          own:check(info.table_hits == settled, "%s hits, not %s", settled, info.table_hits)
          hits = hits + settled
        end)
      assert.is_true(share.seen(hits > 20))
    end)

    if style ~= "children" then
      it("for nothing when its move is not searched, which is not even made, in the style " .. style, function()
        each_visit(style, {}, function(own, info, _, made)
          local iterations = own.options.deepening and math.max(info.depth, 1) or 1
          own:check(info.nodes - iterations == made, "%s moves made, not %s", info.nodes - iterations, made)
        end)
      end)
    end
  end
end)

-- That `unmake` is given it, whatever it is, is shown on random games, by their trait `undo`.
describe("What make returns", function()
  it("costs no memory while it is one value, and no more with each move when it is several", function()
    for _, values in ipairs {{n = 1, 7}, {n = 3, 1, nil, 3}} do
      local moves, bytes = {"one", "two"}, {}
      local game = {
        moves = function() return moves end, make = function() return unpack(values, 1, values.n) end,
        unmake = function() end, evaluate = function() return 0 end,
      }
      for run = 1, 2 do
        bytes[run] = memory_use.allocated(function()
          alphabeta.search({}, 6 + 2 * run, {game = game, algorithm = "minimax"})
        end)
      end
      assert.is_true(bytes[2] < bytes[1] + 4096) -- for hundreds of further moves
    end
  end)
end)
