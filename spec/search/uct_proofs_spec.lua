-- What Monte Carlo tree search calls proven is what a plain recursion finds, in random games; and what it plays then.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local new_rng = require "spec.support.rng".new
local oracle = require "spec.support.oracle"
local outcome_tree = require "spec.support.outcome_tree"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local tricks = require "spec.support.tricks"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local TREES = effort(2000, 20000)

local function uct(game, more) return wrap.replace({game = game, algorithm = "uct"}, more or {}) end

describe("A proven value", function()
  local own, truth, root, index_of, label

  local function solved(move) return outcome_tree.solve(root.kids[index_of(move)]) end

  -- A result of the first player as a share of the points, or as a result, of the player at the root.
  local function shared(sign) return (own * sign + 1) / 2 end

  -- What a search may say if it was asked for Monte Carlo tree search.
  local function check_shares(value, info)
    if info.bound == "exact" then assert.equal(shared(truth.sign), value, label) end
    assert.is_true(info.bound ~= "upper" and (info.bound ~= "lower" or value <= shared(truth.sign)), label)
    for _, score in ipairs(info.scores or {}) do
      if score.bound == "exact" then assert.equal(shared(solved(score.move).sign), score.value, label) end
    end
  end

  -- What a search may say if the module has chosen it: `view` says for whom values are good.
  local function check_results(value, info, view)
    local is_turned = view == "low" or view == "player" and root.mover == 1
    local result = is_turned and -own * truth.result or own * truth.result
    if info.bound == "exact" then assert.equal(result, value, label) end
    if info.bound == "lower" then assert.is_true(value <= result, label) end
    if info.bound == "upper" then assert.is_true(value >= result, label) end
    if not info.bound then assert.is_true(value >= -0.5 and value <= 0.5, label) end
  end

  -- A proven move is as good as any, and holds out or wins as well as any if there was time to find that out.
  local function check_move(best, info, has_time)
    if info.reason ~= "solved" then return end
    local found = solved(best)
    assert.equal(truth.sign, found.sign, label)
    if truth.sign == -own and has_time then assert.equal(truth.plies, found.plies + 1, label) end
  end

  local LIMITS = {{nodes = 1}, {nodes = 8}, {nodes = 60}, {nodes = 1500}, {nodes = 100, multipv = "all"}}

  it("is that of a plain recursion, and lost positions are held as long as possible", function()
    local exact = {[0] = 0, [0.5] = 0, [1] = 0}
    for seed in share.of(1, TREES) do
      local trial = outcome_tree.trial(seed, 0.3)
      local has_chance = trial.has_chance
      root, label = trial.root, "seed " .. seed
      truth, own = outcome_tree.solve(root), root.mover == 1 and 1 or -1
      local game, state, options, find = trial.write(trial.rng:pick(outcome_tree.STYLES))
      index_of, options.game = find, game
      for _, limits in ipairs(LIMITS) do
        options.algorithm, options.seed = "uct", seed
        local best, value, info = alphabeta.search(state, limits, options)
        check_shares(value, info)
        if limits.nodes >= 60 then check_move(best, info, not has_chance and limits.nodes > 100) end
        if info.bound == "exact" then exact[value] = exact[value] + 1 end
      end
      options.algorithm, options.seed = nil, nil
      local best, value, info = alphabeta.search(state, {time = 1e6}, options)
      if info.techniques[1] == "uct" then
        check_results(value, info, game.view or options.maximize == false and "low" or "max")
        check_move(best, info, not has_chance)
      end
    end
    for value, count in pairs(exact) do assert.is_true(count > TREES / 100, value .. ": " .. count) end
  end)

  -- Nothing is proven once a third player has been met. Before that, all others play against the player at the root.
  it("holds with three players, whatever the others do", function()
    local function grow(rng, plies, mover)
      local node = {mover = mover, kids = {}}
      if plies == 0 or rng:chance(0.25) then
        node.winner = rng:int(0, 3)
        return node
      end
      for i = 1, rng:int(1, 3) do node.kids[i] = grow(rng, plies - 1, rng:chance(0.3) and mover or mover % 3 + 1) end
      return node
    end
    local game = {
      children = function(node) return node.kids end, player = function(node) return node.mover end,
      result = function(node, me) return node.winner == 0 and 0 or node.winner == me and 1 or -1 end,
    }
    local count = 0
    for seed in share.of(1, TREES / 2) do
      local rng = new_rng(seed)
      local start
      repeat start = grow(rng, rng:int(1, 5), rng:int(1, 3)) until start.kids[1]
      for _, nodes in ipairs {2, 8, 60} do
        local _, value, info = alphabeta.search(start, {nodes = nodes}, uct(game, {seed = seed}))
        if info.bound == "exact" then
          count = count + 1
          assert.equal((oracle.minimax(game, start, 9).value + 1) / 2, value)
        end
      end
    end
    assert.is_true(count > TREES / 20, count)
  end)

  -- A game of nested tables: `mover`, the kids, and of an end the `result` for player 1.
  local function of_tree(tree)
    local function mark(node)
      node.kids = {}
      for i, kid in ipairs(node) do node.kids[i] = mark(kid) end
      return node
    end
    return outcome_tree.write(mark(tree), "copying", "max", "number", false)
  end

  local function ends(result) return {mover = 1, result = result} end

  -- Cause: the bound was that of the chosen move. A move that is a proven draw was called the exact value, although
  -- another move wins.
  it("is the position's only if that is proven, not a move's", function()
    local game, state = of_tree {mover = 1, ends(0), {mover = 2, {mover = 2, {mover = 1, ends(1)}}}}
    for seed = 1, 50 do
      local _, value, info = alphabeta.search(state, {nodes = 2}, uct(game, {seed = seed}))
      assert.is_true(info.bound ~= "exact" or value == 1, seed)
    end
    game, state = of_tree {mover = 1, ends(0), {mover = 2, {mover = 1, ends(-1)}, {mover = 1, ends(-1)}}}
    for nodes, bound in pairs {[2] = "lower", [20] = "exact"} do
      local best, value, info = alphabeta.search(state, {nodes = nodes}, uct(game))
      assert.same({1, 0.5, bound}, {best, value, info.bound})
    end
  end)

  -- Cause: the value and `win_in` were those of the best move, which a playout may have proven to lose; or those of
  -- the move that a level or `ties` chose.
  it("is no loss because of one move that loses", function()
    local loss = {mover = 2, result = -1000}
    local game, state = of_tree {mover = 1, loss, loss, {mover = 2, {mover = 1, ends(1000)}}}
    local function first(scores) return scores[1] and 1 end
    for _, more in ipairs {{multipv = "all"}, {ties = "random"}, {level = 3}, {level = first}} do
      local losses = 0
      for seed = 1, 20 do
        local options = uct(game, wrap.replace(more, {win = 1000, seed = seed}))
        local _, value, info = alphabeta.search(state, {nodes = 1}, options)
        if info.scores[1].win_in == -1 then
          losses = losses + 1
          assert.same({0}, {value, info.win_in, info.bound})
        end
      end
      assert.is_true(losses > 0)
    end
  end)

  -- Cause: a proven draw was visited again and again, as the move of the best known value, and playouts of worse moves
  -- counted against the position.
  it("is a floor: the move is not visited again", function()
    local function worth(state) -- the moves but the first go on, and nearly always lose
      return state.draws and 0 or state.sum == 9 * state.plies and 1 or -1
    end
    local game = {
      player = function(state) return state.turn end,
      moves = function(state)
        if state.draws or state.plies == 12 then return {} end
        return state.plies == 0 and {0, 1, 2} or {1, 2, 3, 4, 5, 6, 7, 8, 9}
      end,
      play = function(state, move)
        return {turn = 3 - state.turn, plies = state.plies + 1, sum = state.sum + move, draws = move == 0}
      end,
      result = function(state, me) return me == 1 and worth(state) or -worth(state) end,
    }
    local state = {turn = 1, plies = 0, sum = 0}
    for seed = 1, 5 do
      local best, value, info = alphabeta.search(state, {nodes = 300, multipv = "all"}, uct(game, {seed = seed}))
      local first = info.scores[1]
      assert.same({0, 0.5, "lower", 0, 1, "exact"}, {best, value, info.bound, first.move, first.visits, first.bound})
      assert.equal(299, info.scores[2].visits + info.scores[3].visits)
    end
    -- The same for the other player, one ply later: a draw is as much as the first player can get.
    local later = {
      moves = function(own_state) return own_state.plies < 0 and {1, 2} or game.moves(own_state) end,
      player = game.player,
      play = function(own_state, move)
        if own_state.plies >= 0 then return game.play(own_state, move) end
        return {turn = 2, plies = move == 2 and 12 or 0, sum = 0, draws = move == 2 or nil}
      end,
      result = function(own_state, me) return -game.result(own_state, me) end,
    }
    local _, value, info = alphabeta.search({turn = 1, plies = -1}, {nodes = 300, multipv = "all"}, uct(later))
    assert.is_true(value <= 0.5)
    for _, score in ipairs(info.scores) do assert.is_true(score.value <= 0.5) end
  end)

  -- Cause: when alpha-beta had proven a loss, after eight playouts, the most visited of the moves was played, and it
  -- often lost at once.
  it("of a loss still blocks, in connect four", function()
    local rules = wrap.replace(small_games.by_result(connect4,
      function(state, me) return connect4.outcome(state, me) / connect4.WIN end), {is_over = connect4.is_over})
    for line, block in pairs {["721163617423"] = 5, ["34141634216356"] = 4} do
      local state = connect4.new()
      for column in line:gmatch "%d" do connect4.make(state, tonumber(column)) end
      for _, limits in ipairs {
        {time = 1e6}, {nodes = 3000, algorithm = "uct"}, {nodes = 3000, algorithm = "uct", multipv = "all"},
      } do
        local best, value, info = alphabeta.search(state, limits, {game = rules})
        assert.same({block, "solved", limits.nodes and 0 or -1, block}, {best, info.reason, value, info.pv[1]})
        if info.scores then assert.equal(best, info.scores[1].move) end
      end
    end
  end)

  -- Cause: an infinite `result` was taken for a won game of the option `win`, which was not given.
  it("may be infinite", function()
    local nim = small_games.by_result(small_games.NIM.copying, function(state, me)
      return state.turn == me and -math.huge or math.huge
    end)
    for heap, expected in pairs {[14] = math.huge, [16] = -math.huge} do
      local _, value, info = alphabeta.search({heap = heap, turn = 1}, {time = 1e6}, {game = nim})
      assert.same({"uct", expected, "solved"}, {info.techniques[1], value, info.reason})
    end
  end)

  -- Cause: the nodes that alpha-beta gets were counted by the plies of random moves alone. Near the end of a game,
  -- nearly all plies are in the tree, so it got next to nothing.
  it("is found by alpha-beta in the last plies", function()
    local picking = { -- take one of the numbers that are left
      moves = function(state) return {unpack(state.left)} end,
      player = function(state) return state.turn end,
      result = function(state, player) return state[player] - state[3 - player] end,
      play = function(state, number)
        local after = {state[1], state[2], turn = 3 - state.turn, left = tricks.without(state.left, number)}
        after[state.turn] = after[state.turn] + number
        return after
      end,
    }
    local function found(lead, limits)
      local state = {lead, 0, turn = 1, left = {1, 2, 4, 7, 11, 16, 22}}
      local best, value, info = alphabeta.search(state, limits, uct(picking))
      assert.equal(best, info.pv[1])
      return {value, info.reason, info.bound}
    end
    assert.same({1, "solved", "exact"}, found(0, {nodes = 1200}))
    assert.equal("nodes", found(0, {nodes = 400, multipv = 2})[2]) -- without: each move is to get a value
    assert.same({0, "solved"}, {found(-25, {nodes = 1200})[1], found(-25, {nodes = 1200})[2]}) -- the playouts choose
  end)
end)
