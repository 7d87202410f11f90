-- A recorder draws the last search: every node with its values, windows and source, what was pruned, and how much is
-- left out of a large tree. A referee keeps all events of random searches in the plainest way, and compares.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local drawn = require "spec.support.drawn"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local textbook = require "games.tree"
local tree = require "alphabeta.tree"
local wrap = require "spec.support.wrap"

local GAME, EXAMPLES, check_markup = drawn.GAME, drawn.EXAMPLES, drawn.check_markup
local outline, record, occurrences = drawn.outline, drawn.record, drawn.occurrences
local TRIALS = effort.seeds(10, 60)

-- The referee: keeps each node that a search enters, and forgets those that are entered again. Returns a function for
-- the option `trace`, and one that returns the root of the last iteration that was completed.
local SOURCES = {evaluate = true, table = true, repetition = true, bounds = true}
local function new_referee()
  local open, root, complete = {}, nil, nil
  local function enter(event)
    if event.ply == 0 then
      if not event.again then complete = root or complete end
      root = nil
    end
    local parent = open[event.ply - 1]
    local key = event.ply > 0 and (event.pass and "pass" or event.index)
    local before = event.ply == 0 and event.again and open[0] or parent and parent.children[key]
    local node = {
      children = {}, is_cut = false, pruned = 0, alpha = event.alpha, beta = event.beta, ply = event.ply,
      searches = before and before.searches + 1 or 1,
    }
    if parent then parent.children[key] = node end
    open[event.ply] = node
  end
  local function listen(event)
    local node = open[event.ply]
    if event.type == "enter" then
      enter(event)
    elseif event.type == "cutoff" then
      local has_rest = not event.chance or event.tried < #event.successors
      node.is_cut, node.pruned = node.is_cut or has_rest, 0
      for i = 1, has_rest and #event.successors or 0 do
        node.pruned = node.pruned + (node.children[i] and 0 or 1)
      end
    elseif event.type == "leave" then
      node.value, node.bound = event.value, event.bound
      node.left_alpha, node.left_beta = event.alpha, event.beta
      if event.ply == 0 and event.value ~= nil then root = node end
    elseif SOURCES[event.type] then
      node.source = event.type
    end
  end
  return listen, function() return root or complete end
end

-- How many nodes the referee has in a tree, or those of them with this source.
local function count_nodes(node, source)
  local count = (source or node.source) == node.source and 1 or 0
  for _, child in pairs(node.children) do count = count + count_nodes(child, source) end
  return count
end

-- Compares what is drawn with what the referee has. Returns how many searched nodes are drawn, or left out.
local FIELDS = {
  "alpha", "beta", "left_alpha", "left_beta", "value", "bound", "source", "searches", "is_cut", "ply",
}
local function compare(shown, expected, is_whole)
  local searched, children, pruned = 1 + shown.more, 0, 0
  for _, name in ipairs(FIELDS) do
    assert(deep.equal(expected[name], shown[name]), ("%s: %s, not %s"):format(name, tostring(expected[name]),
      tostring(shown[name])))
  end
  for _, child in ipairs(shown.children) do
    if child.is_pruned then
      pruned = pruned + 1
    else
      children = children + 1
      searched = searched + compare(child, expected.children[child.is_pass and "pass" or child.index], is_whole)
    end
  end
  if is_whole then
    local count = 0
    for _ in pairs(expected.children) do count = count + 1 end
    assert(count == children and pruned == expected.pruned, ("%d of %d children, %d of %d pruned"):format(children,
      count, pruned, expected.pruned))
  end
  return searched
end

describe("A random search", function()
  it("is drawn as the referee has it, whole or in part, and drawings never fail", function()
    local drawn_in_part, known = 0, 0
    for seed = TRIALS.first, TRIALS.last do
      -- What `find_move` finds has no index: fewer_calls_spec draws it.
      local trial, is_whole = random_trial.any(seed, {omit = "find_move"}), seed % 2 == 0
      local nodes = is_whole and math.huge or 5 * seed % 60 + 1
      local recorder = tree.recorder {game = trial.game, nodes = nodes, view = trial.options.view}
      local listen, root = new_referee()
      local options, state = wrap.replace(trial.options, {game = trial.game}), trial:state()
      options.trace = function(event)
        recorder.trace(event)
        listen(event)
      end
      local ok, message = pcall(alphabeta.search, state, trial.limits, options)
      assert(ok, tostring(message) .. trial:describe())
      if root() then
        local searched
        ok, searched = pcall(compare, recorder:root(), root(), is_whole)
        assert(ok and searched == count_nodes(root()), tostring(searched) .. trial:describe())
        drawn_in_part = drawn_in_part + (is_whole and 0 or 1)
        check_markup(recorder:svg())
        local from_table = occurrences(recorder:text(), "from the table")
        assert.equal(is_whole and count_nodes(root(), "table") or from_table, from_table)
        assert.equal(from_table, occurrences(recorder:svg(), ">TT<"))
        known = known + from_table
      end
    end
    assert.is_true(drawn_in_part > 0 and known > 0)
  end)

  it("has a result that is drawn at the root, whatever limits it", function()
    for seed = TRIALS.first, TRIALS.last do
      local trial = random_trial.any(seed)
      local state, options = trial:state(), wrap.replace(trial.options, {game = trial.game})
      -- A search that only its depth limits is drawn as one iteration; with a table, repetitions tell that from others.
      if options.deepening == nil and trial.limits.depth and not trial.limits.nodes then options.deepening = false end
      local _, value = alphabeta.new(nil, options):search(trial:state(), trial.limits)
      local picture, _, found = tree.search(state, trial.limits, options, {nodes = 5 * seed})
      assert(trial:is_same(state), trial:describe())
      assert(deep.equal(found, value) and deep.equal(picture:root().value, value), trial:describe())
    end
  end)
end)

describe("A recorded search", function()
  it("is cut down to whole levels, and reports how much is left out", function()
    local literal = EXAMPLES[4][1]
    for nodes = 4, 40 do
      local deepest, cut = 0, math.huge
      local function visit(node)
        deepest = math.max(deepest, node.ply)
        if node.more > 0 then cut = math.min(cut, node.ply) end
        for _, child in ipairs(node.children) do visit(child) end
      end
      local picture = record(literal, 4, { nodes = nodes })
      visit(picture:root())
      assert.is_true(cut >= deepest and occurrences(picture:svg(), '<g class="node ') <= nodes)
    end
    local picture = record(literal, 4, { depth = 1 })
    assert.equal("6*{3 6* <5}", outline(picture:root()))
    assert.equal([[
MAX [-inf, inf] -> [6, inf] = 6
|-- MIN [-inf, inf] -> [-inf, 3] = 3
|   ... and 10 more, and 1 more pruned
*== MIN [3, inf] -> [3, 6] = 6
|   ... and 8 more, and 1 more pruned
`-- MIN [6, inf] -> [6, 5] <= 5 (cut off)
    ... and 3 more, and at least 1 more pruned
]], picture:text() .. "\n")
  end)

  it("does not claim to know how much follows where nobody has been", function()
    local text = record(EXAMPLES[4][1], 4, { depth = 2 }):text()
    assert.is_truthy(text:find("x-- MAX (pruned)\n        ... and at least 2 more pruned", 1, true), text)
    text = record(EXAMPLES[4][1], 4, { depth = 3 }):text()
    assert.is_truthy(text:find("x-- MIN (pruned)\n        |   ... and 2 more pruned", 1, true), text)
  end)

  it("cannot be shown before there is one", function()
    local recorder = tree.recorder()
    assert.is_nil(recorder:root())
    assert.matches("there is nothing to draw", failure(recorder.text, recorder))
    assert.equal("alphabeta.tree: nothing recorded", tostring(recorder))
  end)

  it("takes the options that it has", function()
    for message, options in pairs({
      ["unknown option 'width' (valid: depth, game, label, max_player, nodes, view, win)"] = { width = 1 },
      ["option 'nodes': expected an integer of 1 or more, or math.huge, got 0"] = { nodes = 0 },
      ["option 'label': expected a function, got boolean"] = { label = true },
      ["option 'view': expected 'max', 'mover' or 'player', got 'side'"] = { view = "side" },
      ["option 'game': expected a game (a table of functions), got 5"] = { game = 5 },
      ["argument 'options': expected a table, got function"] = print,
    }) do
      local said = failure(tree.recorder, options)
      assert.is_truthy(said:find("alphabeta.tree.recorder: " .. message, 1, true), said)
      said = failure(function() tree.search({}, 1, { game = GAME }, options) end)
      assert.is_truthy(said:find("^[^:]*tree_spec.lua:%d+: "), said)
      message = message:gsub("'options'", "'drawing'")
      assert.is_truthy(said:find("alphabeta.tree.search: " .. message, 1, true), said)
    end
  end)

  it("reports what the search finds wrong in its own name, at the line that called it", function()
    for message, call in pairs({
      ["option 'view': expected "] = { {}, 1, { game = GAME, view = "side" } },
      ["unknown option 'width'"] = { {}, 1, { game = GAME, width = 1 } },
      ["option 'trace': expected nothing, because the recorder uses it, got function"]
        = { {}, 1, { game = GAME, trace = print } },
    }) do
      local said = message_of(tree.search, (table.unpack or unpack)(call))
      assert.equal("alphabeta.tree.search: " .. message, said:sub(1, #message + 23), said)
    end
  end)

  it("hands on an error of the game as it is", function()
    local function failing() error("no idea", 0) end
    local said = failure(tree.search, {}, 1, { game = { children = failing, evaluate = failing } })
    assert.equal("no idea", said:match("^[^\n]*"))
    local value = {}
    local game = { children = function() error(value) end, evaluate = failing }
    assert.equal(value, failure(tree.search, {}, 1, { game = game }))
  end)

  it("knows who moves in states that were not searched: Max, Min, one of many, or chance", function()
    local function leaf(value) return { value = value } end
    local function visit(node, kinds)
      if node.is_pruned then kinds[#kinds + 1] = node.kind .. ":" .. tostring(node.value) end
      for _, child in ipairs(node.children) do visit(child, kinds) end
      return table.concat(kinds, " ")
    end
    local rules = {
      children = function(node) return node[1] and node or nil end,
      evaluate = function(node) return node.value end,
      player = function(node) return node.player or 1 end,
      chances = function(node) return node.chance end,
    }
    local rest = { player = 1, { player = 2, leaf(7) }, { chance = { { probability = 1, outcome = leaf(8) } } } }
    local state = { { player = 2, leaf(5) }, { player = 2, leaf(4), rest } }
    assert.equal("max:nil min:nil leaf:7 chance:nil leaf:8", visit(tree.search(state, 5, { game = rules }):root(), {}))
    assert.equal("max:nil min:nil leaf:7 chance:nil leaf:8",
      visit(tree.search(state, 5, { game = rules, view = "max", value_min = 4 }):root(), {}))
    state[2][1].value = 6
    assert.equal("min:nil max:nil leaf:7 chance:nil leaf:8",
      visit(tree.search(state, 5, { game = rules, maximize = false }):root(), {}))
    local shared = {
      children = rules.children, player = rules.player, evaluate = function(node) return node.payoffs end,
    }
    local function payoff(first, second) return { payoffs = { first, second } } end
    local many = { payoff(5, 5), { player = 2, payoff(4, 6), { player = 1, payoff(9, 1), payoff("odd", 1) } } }
    local root = tree.search(many, 3, { game = shared, algorithm = "maxn", value_sum = 10, value_min = 0 }):root()
    assert.equal("many:nil leaf:table leaf:nil", (visit(root, {}):gsub("table: [0x]*%x+", "table")))
  end)

  it("has the expected line as the search returns it, however that goes about it", function()
    local function literal(random, depth)
      if depth == 0 then return random:int(0, 4) end
      local list = {}
      for i = 1, random:int(1, 3) do list[i] = literal(random, depth - 1) end
      return list
    end
    local ways = {
      {}, { algorithm = "pvs" }, { algorithm = "mtdf" }, { algorithm = "minimax" },
      { deepening = true }, { algorithm = "pvs", deepening = true },
      { algorithm = "mtdf", deepening = true },
    }
    for seed = TRIALS.first, TRIALS.last do
      for _, way in ipairs(ways) do
        local root = textbook.new(literal(rng.new(seed), 3))
        local picture, _, _, info = tree.search(root, 3, wrap.replace(way, { game = GAME }))
        local node, state, line = picture:root(), root, {}
        while node do
          local chosen
          for _, child in ipairs(node.children) do chosen = child.is_chosen and child or chosen end
          state = chosen and state[chosen.index]
          line[#line + 1] = state or nil
          node = chosen
        end
        if way.algorithm ~= "mtdf" then assert.equal(#info.pv, #line) end
        for i, expected in ipairs(info.pv) do assert.equal(expected, line[i]) end
      end
    end
  end)

  it("values what is won where nobody has been as the search does, in either view", function()
    local root = { { 3, 5 }, { 2, 100, -100 } }
    for view, expected in pairs({ max = "3*{3*{3* 5} <2{2 (98) (-98)}}", mover = "3*{3*{3* 5} <2{2 (98) (-98)}}" }) do
      assert.equal(expected, outline((record(root, 2, nil, { win = 100, view = view })):root()))
    end
  end)
end)
