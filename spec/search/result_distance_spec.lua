-- Games with `result` and without `win`: of moves that are equally good, the one that wins sooner or loses later.
--
-- Cause: a search below five plies did not deepen, so that all moves of a lost position were equal, and the first was
-- played, although another would at least have stopped the threat that wins at once.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local rng = require "spec.support.rng"

local huge = math.huge

-- A tree at random. Games end with 1 for a player, -1 or, if it `has_draws`, 0; where they go on, `guess` lies between.
local function random_tree(random, traits)
  local count = 0
  local function grow(ply, player)
    count = count + 1
    local node = {name = count, player = player, guess = (random:int(-9, 9)) / 10, moves = {}}
    local is_over = ply > 0 and (ply == traits.depth or random:chance(traits.ends))
    if is_over then
      node.result = traits.has_draws and random:chance(0.3) and 0 or random:chance(0.5) and 1 or -1
    else
      for i = 1, random:int(1, 3) do
        node.moves[i] = grow(ply + 1, random:chance(traits.again) and player or 3 - player)
      end
    end
    return node
  end
  return grow(0, 1)
end

-- What a node where the game goes on is worth in the view of player 1, by mobility.
local function mobility_of(node, parent)
  if not parent or parent.player == node.player then return 0 end
  return (#node.moves - #parent.moves) * 1e-6 * (node.player == 1 and 1 or -1)
end

-- What such a node is worth, by the techniques that a search has used.
local function guess_by(has_guess, techniques)
  if has_guess then return function(node) return node.guess end end
  for _, name in ipairs(techniques) do if name == "mobility" then return mobility_of end end
  return function() return 0 end
end

-- The value of a node, in the view of player 1, and the ply at which the game ends that it comes from. `step_of` says
-- which iteration sees it, `guess` what a node is worth where the game goes on; `parent` is the node before.
local function minimax(node, depth, ply, step_of, guess, parent)
  if node.result then return node.result, step_of(ply) end
  if ply == depth then return guess(node, parent), huge end
  local value, at
  local sign = node.player == 1 and 1 or -1
  for _, child in ipairs(node.moves) do
    local own, own_at = minimax(child, depth, ply + 1, step_of, guess, node)
    local is_later = own < 0 and own_at > (at or 0) or own > 0 and own_at < (at or 0)
    local is_sooner = own < 0 and own_at < (at or 0) or own > 0 and own_at > (at or 0)
    if not value or own * sign > value * sign or own == value and (sign > 0 and is_later or sign < 0 and is_sooner) then
      value, at = own, own_at
    end
  end
  return value, at
end

local function new_game(random, style, has_guess)
  local game = {
    player = function(s) return s.node.player end,
    result = function(s) return s.node.result or 0 end,
    is_over = (has_guess or random:chance(0.5)) and function(s) return s.node.result ~= nil end or nil,
    evaluate = has_guess and function(s) return s.node.guess end or nil,
    hash = random:chance(0.5) and function(s) return s.node.name end or nil,
    max_player = 1, view = "player",
  }
  function game.moves(s)
    local list = {}
    for i in ipairs(s.node.moves) do list[i] = i end
    return list
  end
  if style == "in place" then
    function game.make(s, i)
      local before = s.node
      s.node = before.moves[i]
      return before
    end
    function game.unmake(s, _, before) s.node = before end
  else
    function game.play(s, i) return {node = s.node.moves[i]} end
  end
  return game
end

-- Compares what a search of a tree at random finds with the oracle. Returns whether the game is decided.
local function trial(seed)
  local random = rng.new(seed)
  local has_guess = random:chance(0.5)
  local root = random_tree(random, {
    depth = random:int(2, 7), ends = random:pick {0.1, 0.25, 0.4}, again = random:pick {0, 0, 0.3},
    has_draws = random:chance(0.3),
  })
  local depth = random:int(1, 7)
  local options = {
    game = new_game(random, random:pick {"in place", "copying"}, has_guess),
    algorithm = random:pick {"alphabeta", "pvs", "mtdf"}, deepening = random:chance(0.3) or nil,
    order = random:chance(0.2) and has_guess and "evaluate" or nil,
    value_min = random:chance(0.3) and -1 or nil, value_max = random:chance(0.3) and 1 or nil,
  }
  local goes_by_two = not options.deepening and depth >= (options.game.hash and 4 or 5)
  local function step_of(ply) return goes_by_two and ply + (depth - ply) % 2 or ply end
  local ai, node, is_decided = alphabeta.new(nil, options), root, false
  for turn = 1, 3 do -- the table of a searcher knows the later positions
    local best, value, info
    if random:chance(0.3) then
      ai:start({node = node}, {depth = depth})
      repeat until ai:step {nodes = random:int(1, 20)}
      best, value, info = ai:best()
    else
      best, value, info = ai:search({node = node}, depth)
    end
    local guess = guess_by(has_guess, info.techniques)
    local worth, at = minimax(node, depth, 0, step_of, guess)
    local own, own_at = minimax(node.moves[best], depth, 1, step_of, guess, node)
    local words = ("seed %d, turn %d, depth %d, %s"):format(seed, turn, depth, options.algorithm)
    assert.same({worth, worth}, {value, own}, words)
    if worth ~= 0 then assert.equal(at, own_at, words) end
    is_decided = is_decided or worth ~= 0 and at < huge
    local replies = node.moves[best].moves
    node = replies[1] and random:pick(replies)
    if not node or node.result then break end
  end
  return is_decided
end

describe("A game with result and without win", function()
  it("is won as soon, and lost as late, as can be, with every algorithm, with a table and in slices", function()
    local decided = 0
    local seeds = effort.seeds(300, 2000)
    for seed = seeds.first, seeds.last do
      if trial(seed) then decided = decided + 1 end
    end
    assert.is_true(decided > (seeds.last - seeds.first) / 3, decided)
  end)

  it("blocks a threat that wins at once, though all moves lose", function()
    local game = {moves = connect4.moves, make = connect4.make, unmake = connect4.unmake, player = connect4.player,
      is_over = connect4.is_over}
    function game.result(s, me) return s.winner == 0 and 0 or s.winner == me and 100 or -100 end
    for _, line in ipairs {"4231163447422", "4746125126232", "721163617423"} do
      local state = connect4.new()
      for column in line:gmatch "%d" do connect4.make(state, tonumber(column)) end
      for depth = 2, 6 do
        local column, value = alphabeta.search(state, depth, {game = game})
        connect4.make(state, column)
        local _, reply = alphabeta.search(state, 1, {game = game})
        connect4.unmake(state, column)
        assert.is_true(reply < 100 and (value == -100 or depth < 4), line)
      end
    end
  end)
end)
