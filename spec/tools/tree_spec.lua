-- Pictures of searches: what is recorded, what is left out, and how it is drawn.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local files = require "spec.support.files"
local message_of = require "spec.support.message_of"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local textbook = require "games.tree"
local tree = require "alphabeta.tree"

local TRIALS = effort.seeds(10, 60)
local GAME = { children = textbook.children, evaluate = function(node) return node.value or 0 end }

-- A tree that was recorded in the form of the literal it came from: (7) was pruned, 7* is on the chosen line; the root
-- and its like give their value before the bracket.
local function outline(node)
  local word = node.value and ("%g"):format(node.value) or ""
  if node.bound == "lower" then word = ">" .. word end
  if node.bound == "upper" then word = "<" .. word end
  if node.is_chosen then word = word .. "*" end
  if node.children[1] then
    local parts = {}
    for i, child in ipairs(node.children) do parts[i] = outline(child) end
    word = word .. "{" .. table.concat(parts, " ") .. "}"
  end
  return node.is_pruned and "(" .. word .. ")" or word
end

local function record(literal, depth, drawing, options)
  local root = textbook.new(literal)
  options = options or {}
  options.game = options.game or GAME
  return tree.search(root, depth, options, drawing)
end

local function record_root(root, limits, options)
  local searched = { game = GAME }
  for name, value in pairs(options) do searched[name] = value end
  return tree.search(root, limits, searched)
end

-- What is wrong with a document in XML, as far as this project writes any: tags that do not match, or markup in text.
local function check_markup(document)
  local open = {}
  local at = 1
  while true do
    local from, to, slash, name, attributes, empty = document:find("<(/?)([%a]+)([^<>]-)(/?)>", at)
    local text = document:sub(at, (from or #document + 1) - 1)
    assert(not text:find("[<>]"), "markup in a text: " .. text)
    assert(not text:gsub("&%a+;", ""):gsub("&#%d+;", ""):find("&"), "a bare & in a text: " .. text)
    assert(not text:find("[%z\1-\8\11\12\14-\31]"), "a control character")
    if not from then break end
    assert(not attributes:gsub('%s[%w:-]+="[^"]*"', ""):find("%S"), "attributes: " .. attributes)
    if slash == "/" then
      assert(table.remove(open) == name, "a tag that was not open: " .. name)
    elseif empty == "" then
      open[#open + 1] = name
    end
    at = to + 1
  end
  assert(#open == 0, "a tag is not closed")
end

local function occurrences(text, pattern) return select(2, text:gsub(pattern, "")) end

-- The tree that an SVG document shows, in the form of `Recorder:root`, as far as that is drawn.
local function read_svg(document)
  local path = {}
  for classes, ply, inside in document:gmatch('<g class="node ([%a ]+)" data%-ply="(%d+)">(.-)</g>') do
    local text = inside:match('class="value"[^>]*>([^<]*)<') or ""
    local node = {
      is_chosen = classes:find("chosen") ~= nil, is_pruned = classes:find("pruned") ~= nil, children = {},
      value = tonumber((text:gsub("[^%d.-]", ""))),
      bound = text:find("≥") and "lower" or text:find("≤") and "upper" or nil,
    }
    local parent = path[tonumber(ply)]
    if parent then parent.children[#parent.children + 1] = node end
    path[ply + 1] = node
  end
  return path[1]
end

-- The trees of examples/textbook.lua.
local EXAMPLES = {
  {
    { { { 3, 5 }, { 6, 9 } }, { { 1, 2 }, { 0, -1 } } }, 3,
    "5*{5*{5*{3 5*} >6{6 (9)}} <2{<2{1 2} ({(0) (-1)})}}",
  },
  {
    { { { 13, 8 }, { 24, -5 } }, { { 23, 15 }, { -14, -20 } } }, 3,
    "13*{13*{13*{13* 8} >24{24 (-5)}} <-14{23{23 15} <-14{-14 -20}}}",
  },
  {
    { { { 2, 3 }, { 5, 9 } }, { { 0, 1 }, { 7, 5 } } }, 3,
    "3*{3*{3*{2 3*} >5{5 (9)}} <1{<1{0 1} ({(7) (5)})}}",
  },
  {
    { { { { 5, 6 }, { 7, 4, 5 } }, { { 3 } } }, { { { 6 }, { 6, 9 } }, { { 7 } } },
      { { { 5 } }, { { 9, 8 }, { 6 } } } }, 4,
    "6*{3{5{5{5 6} <4{7 4 (5)}} 3{3{3}}} 6*{6*{6*{6*} <6{6 (9)}} >7{>7{7}}} <5{<5{<5{5}} ({({(9) (8)}) ({(6)})})}}",
  },
}

describe("A recorded search", function()

  for i, example in ipairs(EXAMPLES) do
    it("is the picture in the textbook, example " .. i, function()
      local picture = record(example[1], example[2])
      assert.equal(example[3], outline(picture:root()))
    end)
  end

  it("is the same in a game with moves, made in place or copied", function()
    local rules = {
      moves = function(state)
        local moves = {}
        for i in ipairs(state.node) do moves[i] = i end
        return moves
      end,
      evaluate = function(state) return state.node.value end,
    }
    local literal = EXAMPLES[1][1]
    local copying = { moves = rules.moves, evaluate = rules.evaluate }
    function copying.play(state, move) return { node = state.node[move] } end
    local in_place = { moves = rules.moves, evaluate = rules.evaluate }
    function in_place.make(state, move)
      local before = state.node
      state.node = before[move]
      return before
    end
    function in_place.unmake(state, _, before) state.node = before end
    for _, game in ipairs({ copying, in_place }) do
      local root = textbook.new(literal)
      local state = { node = root }
      local picture = tree.search(state, 3, { game = game })
      assert.equal(EXAMPLES[1][3], outline(picture:root()))
      assert.equal(root, state.node)
    end
  end)

  it("knows the windows on arrival and on leaving, and who moves", function()
    local root = record(EXAMPLES[1][1], 3):root()
    local second = root.children[1].children[2]
    assert.same({ "max", "min", "max", "leaf" },
      { root.kind, root.children[1].kind, second.kind, second.children[1].kind })
    assert.same({ -math.huge, 5, 6, 5 }, { second.alpha, second.beta, second.left_alpha, second.left_beta })
    assert.is_true(second.is_cut)
  end)

  it("shows the last depth, and of nodes that were searched again the last time", function()
    local picture = record({ { 3, 4 }, { 7, 8 }, { 1, 9 } }, 2, nil, { algorithm = "pvs", deepening = true })
    local root = picture:root()
    assert.equal("7*{3{3 4} 7*{7* 8} <1{1 (9)}}", outline(root))
    assert.equal(2, root.children[2].searches)
  end)

  it("marks what the table knew", function()
    local steps = {
      moves = function(n) return n < 6 and { 1, 2 } or nil end,
      play = function(n, step) return n + step end,
      evaluate = function(n) return n end,
      hash = function(n) return n end,
    }
    local picture, _, _, info = tree.search(0, 9, { game = steps })
    assert.is_true(info.table_hits > 0)
    assert.equal(info.table_hits, occurrences(picture:text(), "from the table"))
    assert.equal(info.table_hits, occurrences(picture:svg(), ">TT<"))
  end)

  it("is cut down to whole levels, and reports how much is left out", function()
    local literal = EXAMPLES[4][1]
    local _, _, _, info = record(literal, 4)
    for nodes = 4, 40 do
      local picture = record(literal, 4, { nodes = nodes })
      local drawn, more, pruned, deepest, cut = 0, 0, 0, 0, math.huge
      local function visit(node)
        deepest = math.max(deepest, node.ply)
        if node.is_pruned then pruned = pruned + 1 else drawn = drawn + 1 end
        more = more + node.more
        if node.more > 0 then cut = math.min(cut, node.ply) end
        for _, child in ipairs(node.children) do visit(child) end
      end
      visit(picture:root())
      assert.is_true(drawn + pruned <= nodes, nodes)
      assert.equal(info.nodes, drawn + more)
      assert.is_true(cut >= deepest)
      assert.equal(more > 0, (picture:text() .. "\n"):find("and %d+ more[,\n]") ~= nil)
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

  it("remains that of the last completed iteration when a limit ends the search", function()
    local root = textbook.new(EXAMPLES[4][1])
    local picture, _, value, info = tree.search(root, { depth = 4, nodes = 12 }, { game = GAME })
    assert.equal("nodes", info.reason)
    assert.equal(value, picture:root().value)
  end)

  it("remains that of the last completed iteration when a limit ends a search of the root that is one more", function()
    local root = textbook.new({ { 3, 4 }, { { 9 }, { 8 } }, { 1, 9 } })
    local options = { deepening = true, algorithm = "mtdf", value_max = 20, value_min = -20 }
    local again = 0
    for nodes = 5, 60 do
      local picture, _, value, info = record_root(root, { depth = 3, nodes = nodes }, options)
      assert.equal(value, picture:root().value, nodes)
      again = again + (info.reason == "nodes" and picture:root().searches or 0)
    end
    assert.is_true(again > 0)
  end)

  it("belongs to whichever search was traced last", function()
    local recorder = tree.recorder({ game = GAME })
    local ai = alphabeta.new(GAME, { trace = recorder.trace })
    ai:search(textbook.new({ 1, 2 }), 1)
    ai:search(textbook.new({ 4, 3 }), 1)
    assert.equal("4*{4* 3}", outline(recorder:root()))
  end)

  it("takes the options that it has", function()
    for message, options in pairs({
      ["unknown option 'width' (valid: depth, game, label, max_player, nodes, view, win)"] = { width = 1 },
      ["option 'nodes': expected an integer of 1 or more, or math.huge, got 0"] = { nodes = 0 },
      ["option 'depth': expected an integer of 0 or more, or math.huge, got '2'"] = { depth = "2" },
      ["option 'label': expected a function, got boolean"] = { label = true },
      ["option 'view': expected 'max', 'mover' or 'player', got 'side'"] = { view = "side" },
      ["option 'win': expected a finite number greater than 1, got -1"] = { win = -1 },
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
      ["option 'win': expected "] = { {}, 1, { game = GAME, win = "no" } },
      ["unknown option 'width'"] = { {}, 1, { game = GAME, width = 1 } },
      ["expected a game"] = { {}, 1, { game = 5 } },
      ["argument 'depth': expected a depth"] = { {}, "far", { game = GAME } },
      ["argument 'options': expected a table, got 5"] = { {}, 1, 5 },
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
    local shared = {
      children = rules.children, player = rules.player, evaluate = function(node) return node.payoffs end,
    }
    local function payoff(first, second) return { payoffs = { first, second } } end
    local many = { payoff(5, 5), { player = 2, payoff(4, 6), { player = 1, payoff(9, 1), payoff("odd", 1) } } }
    local root = tree.search(many, 3, { game = shared, algorithm = "maxn", value_sum = 10, value_min = 0 }):root()
    assert.equal("many:nil leaf:table leaf:nil", (visit(root, {}):gsub("table: [0x]*%x+", "table")))
  end)

  it("knows Max from Min where nobody has been when the root is Min's, too", function()
    local game = { children = GAME.children, evaluate = GAME.evaluate }
    function game.player(node) return node.player or 1 end
    local root = textbook.new({ { 5, 4 }, { 6, { 3, { 1 } } } })
    root[1].player, root[2].player, root[2][2][2].player = 2, 2, 2
    local pruned = tree.search(root, 4, { game = game, maximize = false }):root().children[2].children[2]
    assert.same({ true, "min", "leaf", "max" },
      { pruned.is_pruned, pruned.kind, pruned.children[1].kind, pruned.children[2].kind })
  end)

  it("does not call a chance node cut off whose outcomes were all searched", function()
    local state = { 5, { chance = { { probability = 0.5, outcome = 0 }, { probability = 0.5, outcome = 0 } } } }
    local picture, _, value, info = tree.search(state, 2, {
      game = {
        children = function(node) return type(node) == "table" and node or nil end,
        chances = function(node) return type(node) == "table" and node.chance or nil end,
        evaluate = function(node) return node end,
      },
    })
    local chance = picture:root().children[2]
    assert.same({ 5, 1, "chance", "upper", 2 }, { value, info.cutoffs, chance.kind, chance.bound, #chance.children })
    assert.is_false(chance.is_cut)
    assert.is_false(chance.is_rest_unknown)
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
        local options = {}
        for name, value in pairs(way) do options[name] = value end
        local picture, _, _, info = record_root(root, 3, options)
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

describe("A drawing", function()
  it("in text has all of the first example", function()
    local picture = record({ { { 3, 5 }, { 6, 9 } }, { { 1, 2 }, { 0, -1 } } }, 3)
    assert.equal([[
MAX [-inf, inf] -> [5, inf] = 5
*== MIN [-inf, inf] -> [-inf, 5] = 5
|   *== MAX [-inf, inf] -> [5, inf] = 5
|   |   |-- 3
|   |   *== 5
|   `-- MAX [-inf, 5] -> [6, 5] >= 6 (cut off)
|       |-- 6
|       x-- 9 (pruned)
`-- MIN [5, inf] -> [5, 2] <= 2 (cut off)
    |-- MAX [5, inf] <= 2
    |   |-- 1
    |   `-- 2
    x-- MAX (pruned)
        x-- 0 (pruned)
        x-- -1 (pruned)
]], picture:text() .. "\n")
  end)

  it("in SVG has each node and edge once, with what it is", function()
    local picture = record({ { { 3, 5 }, { 6, 9 } }, { { 1, 2 }, { 0, -1 } } }, 3)
    local svg = picture:svg()
    check_markup(svg)
    assert.equal(15, occurrences(svg, '<g class="node '))
    assert.equal(5, occurrences(svg, '<g class="node max'))
    assert.equal(2, occurrences(svg, '<g class="node min'))
    assert.equal(4, occurrences(svg, '<g class="node %a+ chosen'))
    assert.equal(4, occurrences(svg, '<g class="node %a+ pruned'))
    assert.equal(2, occurrences(svg, '<g class="node %a+ cut'))
    assert.equal(14, occurrences(svg, '<line class="edge[%a ]*" x1="[^"]*" y1="[^"]*" x2="[^"]*" y2="[^"]*"/>\n'))
    assert.equal(2, occurrences(svg, 'class="cross"'))
    assert.equal(6, occurrences(svg, 'class="small halo leaving"'))
    assert.equal(6, occurrences(svg, 'class="small halo arrival"'))
  end)

  for i, example in ipairs(EXAMPLES) do
    it("in docs/ is what is made today, example " .. i, function()
      local text = files.read_text(("docs/textbook-%d.svg"):format(i))
      assert.is_true(text == record(example[1], example[2]):svg(), "draw it anew: lua examples/textbook.lua docs")
      assert.equal(example[3], outline(read_svg(text)))
    end)
  end

  it("distinguishes the ends of a null window, whatever lies there", function()
    for text, literal in pairs({
      ["[0, 0+]"] = { { 0 }, { -2 } }, ["[0-, 0]"] = { { { 0 }, { 1 } } }, ["[5, 5+]"] = { { 5 }, { 2 } },
      ["[0.333333, 0.333333+]"] = { { 1 / 3 }, { 0 } }, ["[-2, -2+]"] = { { -2 }, { -3 } },
    }) do
      local picture = record(literal, 3, nil, { algorithm = "pvs" })
      assert.is_truthy(picture:text():find(text, 1, true), text)
    end
  end)

  it("cleans labels, and cuts them", function()
    for label, expected in pairs({
      ["\237\160\128"] = "???", ["\224\128\128"] = "???", ["\239\191\190"] = "???", ["\240\128\128\128"] = "????",
      ["\244\144\128\128"] = "????", ["a\tb\127"] = "a b ", ["é\195"] = "é?", [("ab"):rep(12)] = ("ab"):rep(12),
      [("é"):rep(25)] = ("é"):rep(24) .. "...", [("🙂"):rep(24)] = ("🙂"):rep(24),
    }) do
      assert.equal(expected, record({ 1 }, 1, { label = function() return label end }):root().label)
    end
  end)

  it("gives the letters of East Asia the room of two", function()
    local function width(label)
      return tonumber(record({ 1, 2 }, 1, { label = function() return label end }):svg():match('width="([%d.]+)"'))
    end
    assert.equal(width(("a"):rep(24)), width(("é"):rep(24)))
    for _, letter in ipairs({ "日", "한", "🙂" }) do assert.equal(width(("a"):rep(24)), width(letter:rep(12))) end
    assert.is_true(width(("日"):rep(24)) > width(("a"):rep(24)))
  end)

  it("escapes markup, and bears all that labels can be", function()
    local odd = {
      '<svg onload="alert(1)">&amp;]]>', "--><!--", 'a "quoted" \\ backslash', "two\nlines\r\n\t\0\1\127",
      ("x"):rep(1e6), ("é"):rep(100), "\255\254\192\128\237\160\128\244\144\128\128", "\226\130", "%s %d %%", "",
      0 / 0, math.huge, -0.0, 1e300, true, {}, print, setmetatable({}, { __tostring = function() return "<b>" end }),
      setmetatable({}, { __tostring = function() error("no name") end }), setmetatable({}, { __metatable = 1 }),
      setmetatable({}, { __index = function() error("private") end }),
      setmetatable({}, { __tostring = function() return {} end }), coroutine.create(function() end), io.stdout,
    }
    odd[#odd + 1] = odd
    local at
    local game = {
      moves = function(state) return state == 0 and odd or nil end,
      play = function() return 1 end,
      evaluate = function() return 0 end,
    }
    local labels = { false, function() return odd[at] end, function() error("no label") end,
      function(state, move) return move == nil and state or move end }
    for i = 1, #odd do
      for _, label in ipairs(labels) do
        at = i
        local picture = tree.search(0, 1, { game = game, value_max = 0 }, { label = label or nil })
        check_markup(picture:svg())
        assert.is_nil(picture:text():find("[%z\1-\9\11-\31\127]"))
        assert.equal(#odd, occurrences(picture:text(), "\n"))
      end
    end
  end)

  it("never fails, whatever is searched and however", function()
    for seed = TRIALS.first, TRIALS.last do
      local trial = random_trial.any(seed)
      local state = trial:state()
      local options = { game = trial.game }
      for name, value in pairs(trial.options) do options[name] = value end
      -- A search that only its depth limits is drawn as one iteration; with a table, repetitions tell that from others.
      if options.deepening == nil and trial.limits.depth and not trial.limits.nodes then options.deepening = false end
      local plain = alphabeta.new(nil, options)
      local _, value = plain:search(trial:state(), trial.limits)
      local picture, _, found = tree.search(state, trial.limits, options, { nodes = 5 * seed })
      assert(trial:is_same(state), trial:describe())
      assert(deep.equal(found, value), trial:describe())
      check_markup(picture:svg())
      assert.is_string(picture:text())
      assert(deep.equal(picture:root().value, value), trial:describe())
    end
  end)

  it("ends, where pruned moves go round in circles", function()
    local ring = {
      moves = function() return { 1, 2, 3 } end,
      play = function(n, step) return (n + step) % 5 end,
      evaluate = function(n) return n end,
    }
    local picture = tree.search(0, 12, { game = ring, value_max = 4, value_min = 0 }, { nodes = 200 })
    assert.is_true(occurrences(picture:text(), "\n") < 500)
  end)
end)
