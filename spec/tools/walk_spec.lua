-- The walk through a search, in examples/love/tree: what it knows at each step, its captions, and where nodes are
-- drawn. What it looks like is seen in spec/love/love_spec.lua.

local effort = require "spec.support.effort"
local rng = require "spec.support.rng"
local textbook = require "games.tree"
local tree = require "alphabeta.tree"

local path_before = package.path
package.path = "examples/love/tree/?.lua;" .. path_before
local caption = require "show.caption"
local number = require "show.number"
local plan = require "show.plan"
local subjects = require "show.subjects"
local tour = require "show.tour"
local walk = require "show.walk"
package.path = path_before

-- Another subject, whose tree is grown from a seed.
local function random_subject(seed)
  local random = rng.new(seed)
  local function grow(depth)
    if depth == 0 or random:int(1, 6) == 1 then return random:int(-3, 3) end
    local literal = {}
    for i = 1, random:int(1, 4) do literal[i] = grow(depth - 1) end
    return literal
  end
  local game = {children = textbook.children, evaluate = function(node) return node.value or 0 end}
  return {
    name = "random " .. seed, state = textbook.new {grow(3), grow(3)}, depth = 4, game = game, max = "Max", min = "Min",
    intro = "A tree.",
  }
end

local function captions_of(subject)
  local lines, taken = {}, walk.new(subject)
  for i = 0, #taken.frames do lines[i] = table.concat({caption.of(taken, taken.frames[i])}, ". ") end
  return lines, taken
end

-- The subjects of the program, and random ones.
local SUBJECTS, SEEDS = {}, effort.seeds(1, 12)
for i, subject in ipairs(subjects) do SUBJECTS[i] = subject end
for seed = SEEDS.first, SEEDS.last do SUBJECTS[#SUBJECTS + 1] = random_subject(seed) end

for _, subject in ipairs(SUBJECTS) do
  describe(("The walk through '%s'"):format(subject.name), function()
    local taken = walk.new(subject)

    it("ends with the tree that is recorded of the search, and its leaves and cut-offs", function()
      local frame = taken.frames[#taken.frames]
      local function compare(node, drawn)
        local state = walk.state(frame, node)
        assert.same({
          drawn.alpha, drawn.beta, drawn.left_alpha, drawn.left_beta, drawn.bound, drawn.is_cut, drawn.is_pruned,
          drawn.is_chosen, not drawn.is_pruned and drawn.value, #drawn.children,
        }, {
          state.first_alpha, state.first_beta, state.alpha, state.beta, state.bound, state.is_cut or false,
          state.is_pruned or false, state.is_chosen or false, not drawn.is_pruned and state.value, #node.children,
        })
        for i, child in ipairs(drawn.children) do compare(node.children[i], child) end
      end
      local recorder, _, _, info = tree.search(subject.state, subject.depth, {game = subject.game})
      compare(taken.root, recorder:root())
      assert.same({"end", info.evaluations, info.cutoffs}, {frame.kind, frame.leaves, frame.cutoffs})
      assert.is_true(taken.leaves >= frame.leaves)
    end)

    it("has a headline and a sentence for each step", function()
      for i, line in pairs((captions_of(subject))) do
        assert.is_truthy(line:find "^[^%%]+%. %S[^%%]+%.$", i .. ": " .. line)
        assert.is_falsy(line:find "nil" or line:find "  ", line)
      end
    end)
  end)
end

describe("The captions", function()
  it("describe the steps of the first textbook tree", function()
    local lines, taken = captions_of(subjects[1])
    local captions = {}
    for i = 1, #taken.frames do captions[i] = lines[i] end
    assert.same({
      "Max begins. Nothing is known: alpha, what Max is sure of, is -∞. Beta, what Min is sure of, is ∞.",
      "Down: Min moves. Alpha and beta come along. Nobody is sure of anything yet: the window is as wide as can be.",
      "Down: Max moves. Alpha and beta come along. Nobody is sure of anything yet: the window is as wide as can be.",
      "A leaf: 3. Here the line ends, and the game is asked: this is worth 3.",
      "3 comes up to Max. The best for Max so far. Alpha rises to 3.",
      "A leaf: 5. Here the line ends, and the game is asked: this is worth 5.",
      "5 comes up to Max. The best for Max so far. Alpha rises to 5.",
      "5 comes up to Min. The best for Min so far. Beta falls to 5.",
      "Down: Max moves. Alpha and beta come along. Min has 5 already: only less than that can matter.",
      "A leaf: 6. Here the line ends, and the game is asked: this is worth 6.",
      "6 comes up to Max. Alpha rises to 6: the window is closed, since Min has 5 already.",
      "Cut-off. Min has 5 already, Max would have 6 or more here: the rest cannot matter. 1 node is never looked at.",
      "6 or more comes up to Min. Min has 5 here already: this is no better, and nothing changes.",
      "5 comes up to Max. The best for Max so far. Alpha rises to 5.",
      "Down: Min moves. Alpha and beta come along. Max has 5 already: only more than that can matter.",
      "Down: Max moves. Alpha and beta come along. Max has 5 already: only more than that can matter.",
      "A leaf: 1. Here the line ends, and the game is asked: this is worth 1.",
      "1 comes up to Max. Max has 5 elsewhere already: this is no better, and nothing changes.",
      "A leaf: 2. Here the line ends, and the game is asked: this is worth 2.",
      "2 comes up to Max. Max has 5 elsewhere already: this is no better, and nothing changes.",
      "2 or less comes up to Min. Beta falls to 2: the window is closed, since Max has 5 already.",
      "Cut-off. Max has 5 already, Min would have 2 or less here: the rest cannot matter. 3 nodes are never looked at.",
      "2 or less comes up to Max. Max has 5 here already: this is no better, and nothing changes.",
      "The end: 5. Max gets 5, along the green line. 5 of 8 leaves were looked at, thanks to 2 cut-offs.",
    }, captions)
  end)

  it("speak of wins and draws on a board", function()
    local text = table.concat((captions_of(subjects[5])), "\n")
    assert.is_truthy(text:find("O has three in a row: that counts -1.", 1, true))
    assert.is_truthy(text:find("The board is full and nobody has won: a draw counts 0.", 1, true))
    assert.is_truthy(text:find("X has 0 already, O would have -1 or less here: the rest cannot matter.", 1, true))
  end)

  it("write infinity, bounds and fractions", function()
    assert.same({"∞", "-∞", "≥3", "≤-2", "0.5", "≥∞"}, {
      number(math.huge), number(-math.huge), number(3, "lower"), number(-2, "upper"), number(0.5, "exact"),
      number(math.huge, "lower"),
    })
  end)
end)

describe("A tour", function()
  local trip

  before_each(function() trip = tour.new(subjects) end)

  -- Lets time pass as a game does, until a condition holds; returns how long that was.
  local function wait_until(condition)
    local seconds = 0
    while not condition() do
      trip:update(1 / 20)
      seconds = seconds + 1 / 20
      assert.is_true(seconds < 300)
    end
    return seconds
  end

  local function is_still() return trip:is_still() end

  it("goes to the end and back by the same frames", function()
    for number_of_subject = 1, #subjects do
      trip:choose(number_of_subject)
      local there = {}
      repeat
        there[trip.position] = trip:frame()
        trip:step()
        wait_until(is_still)
      until trip:is_at_end()
      assert.equal("end", trip:frame().kind)
      assert.equal(trip:last() - 1, #there)
      for position = trip:last() - 1, 0, -1 do
        trip:back()
        assert.equal(there[position], trip:told())
        wait_until(is_still)
        assert.same({position, 1}, {trip.position, trip.progress})
        assert.equal(there[position], trip:frame())
      end
    end
  end)

  -- What a person does, by a word.
  local ACTIONS = {
    step = function() trip:step() end, back = function() trip:back() end, play = function() trip:toggle_play() end,
    restart = function() trip:restart() end, last = function() trip:jump(math.huge) end,
    rest = function() wait_until(is_still) end, later = function() trip:update(20) end,
    hurry = function() trip:update(0.01) end,
    next = function() trip:choose_next() end, seventh = function() trip:choose(7) end,
  }

  local HURRIED = ("step hurry "):rep(5)

  -- What is done, one after another; a number waits for that position. Then where the tour is, whether it plays by
  -- itself, in which direction it moves, and through which tree, if that is not the first one.
  for name, row in pairs {
    ["stays where it is before the first step"] = {"back", 0, false, 0},
    ["stays where it is after the last step"] = {"last step", "last", false, 0},
    ["takes the next step at once when hurried"] = {HURRIED, 5, false, 1},
    ["takes the next step back at once when hurried"] = {HURRIED .. ("back hurry "):rep(3), 3, false, -1},
    ["comes to rest after steps back"] = {HURRIED .. ("back hurry "):rep(3) .. "rest", 2, false, 0},
    ["plays to the end by itself"] = {"play 24 rest later", "last", false, 0},
    ["plays anew from the end"] = {"last play", 0, true, 0},
    ["stays at a pause"] = {"play 4 play rest later", 4, false, 0},
    ["plays on from a pause, and no more after a step back"] = {"play 4 play rest play 5 back rest later", 4, false, 0},
    ["begins again at restart, and goes on by itself if it did"] = {"play 3 restart", 0, true, 0},
    ["goes on after restart"] = {"play 3 restart 2", 2, true, 1},
    ["begins the next tree, and no seventh one"] = {"step next seventh", 0, false, 0, 2},
    ["begins the first tree after the last one"] = {("next "):rep(5) .. "step next", 0, false, 0},
  } do
    it(name, function()
      for word in row[1]:gmatch "%S+" do
        local position = tonumber(word)
        if position then wait_until(function() return trip.position == position end) else ACTIONS[word]() end
      end
      local expected = row[2] == "last" and trip:last() or row[2]
      assert.same({expected, row[3], row[4], row[5] or 1},
        {trip.position, trip.is_playing, trip.direction, trip.number})
      assert.equal(subjects[trip.number], trip.walk.subject)
    end)
  end
end)

for _, subject in ipairs(SUBJECTS) do
  it(("The plan of '%s' fits each window, nodes apart, and above their children"):format(subject.name), function()
    local taken = walk.new(subject)
    for _, size in ipairs {{938, 390}, {438, 350}, {364, 240}, {1800, 700}} do
      local made, ends = plan.new(taken, 30, 70, size[1], size[2]), {}
      for _, node in ipairs(taken.nodes) do
        local x, y = made:middle(node)
        local half = (node.children[1] and made.sizes.inner or made.sizes.leaf) * made.unit
        assert.is_true(x - half >= 30 - 1e-6 and x + half <= 30 + size[1] + 1e-6)
        assert.is_true(x - half >= (ends[node.ply] or 0) - 1e-6)
        assert.is_true(y > 70 and made:foot(node) < 70 + size[2])
        ends[node.ply] = x + half
        local first, last = node.children[1], node.children[#node.children]
        if first then assert.is_true(math.abs((made:middle(first) + made:middle(last)) / 2 - x) < 1e-6) end
        if node.ply > 0 then
          local from_x, from_y, to_x, to_y = made:branch(node)
          assert.equal(made:middle(taken.parents[node]), from_x)
          assert.equal(x, to_x)
          assert.is_true(from_y < to_y and to_y < y)
        end
      end
    end
  end)
end
