-- What Monte Carlo tree search says of proven values, and what it plays then.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local new_rng = require "spec.support.rng".new
local outcome_tree = require "spec.support.outcome_tree"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

local TREES = effort(2000, 20000)

-- A game of nested tables: `mover`, the kids, and of an end the `result` for player 1.
local function of_tree(root)
  local function mark(node)
    node.kids = {}
    for i, kid in ipairs(node) do node.kids[i] = mark(kid) end
    return node
  end
  return outcome_tree.write(mark(root), "copying", "max", "number", false)
end

local function ends(result) return { mover = 1, result = result } end

describe("Monte Carlo tree search", function()
  -- Cause: the bound was that of the chosen move. A move that is a proven draw was called the exact value, although
  -- another move wins.
  it("calls the position's value exact only if that is proven, not a move's", function()
    local won = { mover = 1, ends(0), { mover = 2, { mover = 2, { mover = 1, ends(1) } } } }
    for seed = 1, 50 do
      local game, state = of_tree(won)
      local _, value, info = alphabeta.search(state, { nodes = 2 }, { game = game, algorithm = "uct", seed = seed })
      assert.is_true(info.bound ~= "exact" or value == 1, seed)
    end
    local draw_or_worse = { mover = 1, ends(0), { mover = 2, { mover = 1, ends(-1) }, { mover = 1, ends(-1) } } }
    local game, state = of_tree(draw_or_worse)
    local best, value, info = alphabeta.search(state, { nodes = 2 }, { game = game, algorithm = "uct" })
    assert.same({ 1, 0.5, "lower" }, { best, value, info.bound })
    best, value, info = alphabeta.search(state, { nodes = 20 }, { game = game, algorithm = "uct" })
    assert.same({ 1, 0.5, "exact" }, { best, value, info.bound })
  end)

  -- Cause: the value and `win_in` were those of the best move, which a playout may have proven to lose; or those of
  -- the move that a level or `ties` chose.
  it("does not call a position lost because of one move that loses", function()
    local loss = { mover = 2, result = -1000 }
    local game, state = of_tree { mover = 1, loss, loss, { mover = 2, { mover = 1, ends(1000) } } }
    local function first(scores) return scores[1] and 1 end
    for _, more in ipairs { { multipv = "all" }, { ties = "random" }, { level = 3 }, { level = first } } do
      local options = wrap.replace({ game = game, win = 1000, algorithm = "uct" }, more)
      local losses = 0
      for seed = 1, 20 do
        options.seed = seed
        local _, value, info = alphabeta.search(state, { nodes = 1 }, options)
        if info.scores[1].win_in == -1 then
          losses = losses + 1
          assert.same({ 0 }, { value, info.win_in, info.bound })
        end
      end
      assert.is_true(losses > 0)
    end
  end)

  -- Cause: a proven draw was visited again and again, as the move of the best known value, and playouts of worse moves
  -- counted against the position.
  it("does not visit a proven move again, and takes its value as a floor", function()
    local function worth(state) -- the moves but the first go on, and nearly always lose
      return state.draws and 0 or state.sum == 9 * state.plies and 1 or -1
    end
    local game = {
      player = function(state) return state.turn end,
      moves = function(state)
        if state.draws or state.plies == 12 then return {} end
        return state.plies == 0 and { 0, 1, 2 } or { 1, 2, 3, 4, 5, 6, 7, 8, 9 }
      end,
      play = function(state, move)
        return { turn = 3 - state.turn, plies = state.plies + 1, sum = state.sum + move, draws = move == 0 }
      end,
      result = function(state, me) return me == 1 and worth(state) or -worth(state) end,
    }
    local state = { turn = 1, plies = 0, sum = 0 }
    for seed = 1, 5 do
      local best, value, info = alphabeta.search(state, { nodes = 300, multipv = "all" },
        { game = game, algorithm = "uct", seed = seed })
      assert.same({ 0, 0.5, "lower" }, { best, value, info.bound })
      assert.same({ 0, 1, "exact" }, { info.scores[1].move, info.scores[1].visits, info.scores[1].bound })
      assert.equal(299, info.scores[2].visits + info.scores[3].visits)
    end
    -- The same for the other player, one ply later: a draw is as much as the first player can get.
    local later = {
      moves = function(own) return own.plies < 0 and { 1, 2 } or game.moves(own) end, player = game.player,
      play = function(own, move)
        if own.plies < 0 and move == 2 then return { turn = 2, plies = 12, sum = 0, draws = true } end
        return own.plies < 0 and { turn = 2, plies = 0, sum = 0 } or game.play(own, move)
      end,
      result = function(own, me) return -game.result(own, me) end,
    }
    local _, value, info = alphabeta.search({ turn = 1, plies = -1 }, { nodes = 300, multipv = "all" },
      { game = later, algorithm = "uct" })
    assert.is_true(value <= 0.5)
    for _, score in ipairs(info.scores) do assert.is_true(score.value <= 0.5) end
  end)

  -- Cause: when alpha-beta had proven a loss, after eight playouts, the most visited of the moves was played, and it
  -- often lost at once.
  it("holds out in a lost position", function()
    local rules = { result = function(state, me) return connect4.outcome(state, me) / connect4.WIN end }
    for _, name in ipairs { "moves", "make", "unmake", "player", "is_over" } do rules[name] = connect4[name] end
    for line, block in pairs { ["721163617423"] = 5, ["34141634216356"] = 4 } do
      local state = connect4.new()
      for column in line:gmatch "%d" do connect4.make(state, tonumber(column)) end
      for _, options in ipairs { {}, { algorithm = "uct" }, { algorithm = "uct", multipv = "all" } } do
        options.game = rules
        local limits = options.algorithm and { nodes = 3000 } or { time = 60 }
        local best, value, info = alphabeta.search(state, limits, options)
        assert.equal(block, best)
        assert.equal("solved", info.reason)
        assert.equal(options.algorithm and 0 or -1, value)
        assert.equal(best, info.pv[1])
        if info.scores then assert.equal(best, info.scores[1].move) end
      end
    end
  end)
end)

-- Plain recursion knows the outcome of small games of many kinds: each value that is called proven must be that.
describe("A proven value", function()
  local own, truth, root, index_of

  local function solved(move) return outcome_tree.solve(root.kids[index_of(move)]) end

  -- A result of the first player as a share of the points, or as a result, of the player at the root.
  local function shared(sign) return (own * sign + 1) / 2 end

  -- What a search may say if it was asked for Monte Carlo tree search.
  local function check_shares(value, info)
    if info.bound == "exact" then assert.equal(shared(truth.sign), value) end
    assert.is_true(info.bound ~= "upper" and (info.bound ~= "lower" or value <= shared(truth.sign)))
    for _, score in ipairs(info.scores or {}) do
      if score.bound == "exact" then assert.equal(shared(solved(score.move).sign), score.value) end
    end
  end

  -- What a search may say if the module has chosen it: `view` says for whom values are good.
  local function check_results(value, info, view)
    local is_turned = view == "low" or view == "player" and root.mover == 1
    local result = is_turned and -own * truth.result or own * truth.result
    if info.bound == "exact" then assert.equal(result, value) end
    if info.bound == "lower" then assert.is_true(value <= result) end
    if info.bound == "upper" then assert.is_true(value >= result) end
    if not info.bound then assert.is_true(value >= -0.5 and value <= 0.5) end
  end

  -- A proven move is as good as any, and holds out or wins as well as any if there was time to find that out.
  local function check_move(best, info, has_time, label)
    if info.reason ~= "solved" then return end
    local found = solved(best)
    assert.equal(truth.sign, found.sign, label)
    if truth.sign == -own and has_time then assert.equal(truth.plies, found.plies + 1, label) end
  end

  it("is that of a plain recursion, and lost positions are held as long as possible", function()
    local exact = { [0] = 0, [0.5] = 0, [1] = 0 }
    for seed in share.of(1, TREES) do
      local rng = new_rng(seed)
      local has_chance = rng:chance(0.3)
      root = outcome_tree.new(rng, { chance = has_chance and 0.2 or 0 })
      truth, own = outcome_tree.solve(root), root.mover == 1 and 1 or -1
      local view = rng:pick(outcome_tree.VIEWS)
      local game, state, options, find = outcome_tree.write(root, rng:pick(outcome_tree.STYLES), view,
        rng:pick(outcome_tree.LABELS), rng:chance(0.5))
      if not has_chance then game.chances = nil end
      index_of, options.game = find, game
      for _, limits in ipairs { { nodes = 1 }, { nodes = 8 }, { nodes = 60 }, { nodes = 1500 },
        { nodes = 100, multipv = "all" } } do
        options.algorithm, options.seed = "uct", seed
        local best, value, info = alphabeta.search(state, limits, options)
        check_shares(value, info)
        if limits.nodes >= 60 then
          local label = ("seed %d, nodes %d"):format(seed, limits.nodes)
          check_move(best, info, not has_chance and limits.nodes > 100, label)
        end
        if info.bound == "exact" then exact[value] = exact[value] + 1 end
      end
      options.algorithm, options.seed = nil, nil
      local best, value, info = alphabeta.search(state, { time = 60 }, options)
      if info.techniques[1] == "uct" then
        check_results(value, info, game.view or options.maximize == false and "low" or "max")
        check_move(best, info, not has_chance, ("seed %d"):format(seed))
      end
    end
    for value, count in pairs(exact) do assert.is_true(count > TREES / 100, value .. ": " .. count) end
  end)

  -- Nothing is proven once a third player has been met. Before that, all others play against the player at the root.
  it("holds with three players, whatever the others do", function()
    local function grow(rng, plies, mover)
      local node = { mover = mover, kids = {} }
      if plies == 0 or rng:chance(0.25) then
        node.winner = rng:int(0, 3)
        return node
      end
      for i = 1, rng:int(1, 3) do
        node.kids[i] = grow(rng, plies - 1, rng:chance(0.3) and mover or mover % 3 + 1)
      end
      return node
    end
    local function result(node, me) return node.winner == 0 and 0 or node.winner == me and 1 or -1 end
    local function worth(node, me)
      if node.winner then return result(node, me) end
      local least, most = math.huge, -math.huge
      for _, kid in ipairs(node.kids) do
        local value = worth(kid, me)
        least, most = math.min(least, value), math.max(most, value)
      end
      return node.mover == me and most or least
    end
    local game = {
      children = function(node) return node.kids end, player = function(node) return node.mover end, result = result,
    }
    local count = 0
    for seed in share.of(1, TREES / 2) do
      local rng = new_rng(seed)
      local start
      repeat start = grow(rng, rng:int(1, 5), rng:int(1, 3)) until start.kids[1]
      for _, nodes in ipairs { 2, 8, 60 } do
        local options = { game = game, algorithm = "uct", seed = seed }
        local _, value, info = alphabeta.search(start, { nodes = nodes }, options)
        if info.bound == "exact" then
          count = count + 1
          assert.equal((worth(start, start.mover) + 1) / 2, value)
        end
      end
    end
    assert.is_true(count > TREES / 20, count)
  end)
end)
