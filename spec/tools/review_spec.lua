-- Reviews of finished games: `alphabeta.review`. Random games are played, most moves by an oracle that knows the game
-- to its end, some at random. What the oracle says of each move, the review must say, too. Its texts are in
-- review_text_spec.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local pig = require "games.pig"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local tictactoe = require "games.tictactoe"
local whist = require "games.whist"
local wrap = require "spec.support.wrap"

local review = alphabeta.review

-- How often players make any move.
local BLUNDERS = 0.5

-- Oracles -------------------------------------------------------------------------------------------------------------

-- A game for the trial: `new(random)`, its first state; `list(state)`, its moves; `after(state, move)`, another state;
-- `worth(state)`, the result for the player to move by perfect play: 1, 0 or -1.

-- Nim with one heap: a multiple of four is lost.
local function nim_trial(style, options)
  return {
    new = function(random) return {heap = random:int(1, 12), turn = random:int(1, 2)} end,
    list = function(state) return small_games.NIM[style][style == "children" and "children" or "moves"](state) end,
    after = function(state, move) return style == "children" and move or small_games.after(state, move) end,
    worth = function(state) return state.heap % 4 == 0 and -1 or 1 end,
    game = small_games.NIM[style], options = options,
  }
end

local known = {}

-- Tic-tac-toe, solved here.
local function solve(state)
  local key = table.concat(state)
  if known[key] then return known[key] end
  local best = tictactoe.is_over(state) and tictactoe.evaluate(state, state.turn) / tictactoe.WIN or -1
  for _, cell in ipairs(tictactoe.moves(state)) do
    tictactoe.make(state, cell)
    best = math.max(best, -solve(state))
    tictactoe.unmake(state, cell)
  end
  known[key] = best
  return best
end

local TICTACTOE = {
  new = tictactoe.new, list = tictactoe.moves, worth = solve,
  after = function(state, cell)
    local child = alphabeta.copy(state)
    tictactoe.make(child, cell)
    return child
  end,
  game = tictactoe, options = {win = tictactoe.WIN, depth = 9},
}

local RULES = wrap.replace(tictactoe, {result = function(state, me) return tictactoe.evaluate(state, me) / 1000 end})
RULES.evaluate = nil

-- Plays a game: best moves by the oracle, and sometimes any. Returns the first state, the moves, and for each move what
-- the position was worth before and after it, and how many moves there were.
local function play(trial, random)
  local first = trial.new(random)
  local state, moves, truth = first, {}, {}
  local list = trial.list(state)
  while list[1] ~= nil do
    local good = {}
    for _, move in ipairs(list) do
      if -trial.worth(trial.after(state, move)) == trial.worth(state) then good[#good + 1] = move end
    end
    local move = random:pick(random:chance(BLUNDERS) and list or good)
    local child = trial.after(state, move)
    moves[#moves + 1], truth[#truth + 1] = move, {trial.worth(state), -trial.worth(child), #list}
    state, list = child, trial.list(child)
  end
  return first, moves, truth
end

local NAMED = {blunder = true, mistake = true}

-- What of a review differs from the oracle: blunders that are not named, other moves that are, and whether the turning
-- point is a blunder.
local function compare(report, truth)
  local found = {blunders = 0, named = 0, others = 0, wrong = 0, has_turned = true}
  for i, entry in ipairs(report.moves) do
    local before, after, choices = truth[i][1], truth[i][2], truth[i][3]
    assert.equal(choices == 1, entry.class == "forced")
    if after < before then
      found.blunders, found.named = found.blunders + 1, found.named + (NAMED[entry.class] and 1 or 0)
    else
      found.others, found.wrong = found.others + 1, found.wrong + (NAMED[entry.class] and 1 or 0)
    end
  end
  local point = report.turning_point
  if found.blunders > 0 then found.has_turned = point ~= nil and truth[point][2] < truth[point][1] end
  return found
end

describe("A review names the moves that an oracle calls blunders, and no others:", function()
  for _, row in ipairs {
    {"nim in place", nim_trial("in place", {depth = 12})},
    {"nim by copies, with wins in sight", wrap.replace(nim_trial("copying", {depth = 12, win = 100}), {
      game = small_games.copying {evaluate = function(...) return 100 * small_games.worth(...) end},
    })},
    {"nim with values for one player", wrap.replace(nim_trial("copying", {depth = 12}), {
      game = small_games.copying {
        evaluate = function(state) return small_games.worth(state, 2) end, view = "player", max_player = 2,
      },
    })},
    {"nim by children", nim_trial("children", {nodes = 4000})},
    {"tic-tac-toe", TICTACTOE},
    {"tic-tac-toe by its rules alone", wrap.replace(TICTACTOE, {game = RULES, options = {depth = 9}})},
  } do
    it(row[1], function()
      local trial = row[2]
      for seed in share.of(1, effort.seeds(10, 500)) do
        local first, moves, truth = play(trial, rng.new(seed))
        local copy = alphabeta.copy(first)
        local report = review(first, moves, wrap.replace({game = trial.game}, trial.options))
        local found = compare(report, truth)
        assert.same({found.blunders, 0, true, "seed " .. seed},
          {found.named, found.wrong, found.has_turned, "seed " .. seed})
        assert.same(copy, first)
      end
    end)
  end
end)

-- A random game of pig: its moves and throws.
local function roll(random)
  local state, moves = pig.new(20), {}
  while not pig.is_over(state) do
    local outcomes = pig.chances(state)
    local move = outcomes and random:pick(outcomes).outcome or random:pick(pig.moves(state))
    pig.make(state, move)
    moves[#moves + 1] = move
  end
  return moves
end

describe("A review", function()
  local WIN = connect4.WIN
  local COLUMNS = {4, 4, 3, 1, 2, 7, 5}

  it("shows the luck with dice: what is good luck for one player is bad luck for the other", function()
    for seed in share.of(1, effort.seeds(10, 100)) do
      local moves, sum = roll(rng.new(seed)), 0
      local report = review(pig.new(20), moves, {game = pig, depth = 3, value_min = -1, value_max = 1})
      for i, entry in ipairs(report.moves) do
        assert.equal(type(moves[i]) == "number", entry.class == "chance")
        local before, after = report.moves[i - 1], report.moves[i + 1]
        sum = sum + (entry.luck or 0) * (entry.player == 1 and 1 or -1)
        if entry.luck and before.player == after.player then
          assert.is_true(math.abs(entry.luck - (after.before - before.after)) < 1e-9)
        end
      end
      assert.is_true(math.abs(sum - report.players[1].luck) < 1e-9)
      local other = report.players[2] -- nil if player 1 has won in the first turn
      assert.is_true(not other or report.players[1].luck == -other.luck)
    end
  end)

  it("knows the luck of the first throw, by the value of the chance node", function()
    local game = {
      moves = function(state) return not state.is_done and {"stay"} or nil end, player = function() return 1 end,
      chances = function(state)
        return not state.thrown and {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}} or nil
      end,
      play = function(state, move) return {thrown = state.thrown or move, is_done = state.thrown ~= nil} end,
      result = function(state) return state.thrown == 2 and 1 or -1 end,
    }
    assert.equal(-0.5, review({}, {1, "stay"}, {game = game, depth = 3}).players[1].luck)
    assert.equal(0.5, review({}, {2, "stay"}, {game = game, depth = 3}).players[1].luck)
  end)

  it("of a session knows its rules, its options, its names and its moves", function()
    local session = alphabeta.session {game = connect4, win = WIN, state = connect4.new(), players = {"Ada", "Bob"}}
    for _, column in ipairs(COLUMNS) do session:move(column) end
    local options = {game = connect4, win = WIN, depth = 3, names = {"Ada", "Bob"}}
    assert.equal(tostring(review(connect4.new(), COLUMNS, options)), tostring(session:review {depth = 3}))
    session:undo()
    assert.equal(#COLUMNS - 1, #session:review({depth = 2}).moves)
  end)

  it("of three players counts what a move gives up of the player's own chance", function()
    local coins = require "games.coins"
    local report = review(coins.new({1, 9, 1, 1, 1, 1}, 3, 1), {1, 1, 1, 1, 1, 1}, {
      game = coins, algorithm = "maxn", depth = 6, unit = 1,
    })
    assert.same({1, 2, 3}, report.order)
    for _, entry in ipairs(report.moves) do assert.is_true(entry.before >= 0 and entry.before <= 1) end
  end)

  it("judges hidden hands by what the player could know", function()
    local state, seen, moves = whist.new(function(n) return n end, 3), 0, {}
    local game = wrap.replace(whist, {deal = function(...)
      seen = seen + 1
      return whist.deal(...)
    end})
    local at = alphabeta.copy(state)
    while not whist.is_over(at) do
      local list = {}
      whist.moves(at, list)
      moves[#moves + 1] = list[1]
      whist.make(at, list[1])
    end
    local report = review(state, moves, {game = game, nodes = 300})
    assert.equal(#moves, #report.moves)
    assert.is_true(seen > 0)
  end)

  it("in slices finds the same, and may be left alone between them", function()
    local options = {game = connect4, win = WIN, depth = 4}
    local whole, steps = review(connect4.new(), COLUMNS, options), 0
    local state, columns = connect4.new(), wrap.replace(COLUMNS, {})
    local part = review(state, columns, wrap.replace(options, {slice = 1e-3}))
    connect4.make(state, 1) -- a new game has begun
    columns[7] = nil
    assert.equal("The review is not ready.", tostring(part))
    repeat steps = steps + 1 until part:step()
    assert.is_true(steps > 1)
    assert.equal(tostring(whole), tostring(part))
    assert.is_true(part:step(1))
    assert.is_true(whole.is_ready and whole:step())
  end)

  -- Ten moves in each position. The last one at the start leads into a corridor of eight plies, where player 1 loses.
  local CORRIDOR = {
    player = function(state) return state.turn end, result = function(state, me)
      return not state.left and 0 or me == 2 and 1 or -1
    end,
    moves = function(state)
      local list = {}
      for i = 1, state.left and math.min(state.left, 2) or state.ply < 20 and 10 or 0 do list[i] = i end
      return list
    end,
    play = function(state, move)
      local left = state.left and state.left - 1 or state.ply == 1 and move == 10 and 8 or nil
      return {turn = 3 - state.turn, ply = state.ply + 1, left = left}
    end,
  }
  local ENTERED = {1, 10, 1, 1, 1, 1, 1, 1, 1, 1}

  it("blames a move for a loss that only the next search sees", function()
    for _, row in ipairs {
      {CORRIDOR, "it gives up 50 % of the chance to win"},
      {wrap.replace(CORRIDOR, {result = function(...) return 100 * CORRIDOR.result(...) end, win = 100}),
        "it loses in 5 moves"},
    } do
      local report = review({turn = 2, ply = 0}, ENTERED, {game = row[1], nodes = 300})
      local entry, following = report.moves[2], report.moves[3]
      assert.same({"blunder", 0, 1, 2}, {entry.class, entry.after, following.before, report.turning_point})
      assert.is_true(math.abs(entry.before - 0.5) < 1e-3)
      assert.equal(("Move 2, 10 by player 1, is a blunder: %s. Better is 1. This is the turning point."):format(row[2]),
        entry.why)
      assert.is_true(report.players[1].accuracy < 100)
    end
  end)

  it("lets no move be worth more than the next position proves, nor less", function()
    local game, told = wrap.replace(connect4, {result = function(state, me)
      return connect4.is_over(state) and connect4.evaluate(state, me) / WIN or 0
    end}), 0
    game.evaluate = nil
    for seed in share.of(1, effort.seeds(20, 200)) do
      local random, state, moves = rng.new(seed), connect4.new(), {}
      while not connect4.is_over(state) do
        moves[#moves + 1] = random:pick(connect4.moves(state))
        connect4.make(state, moves[#moves])
      end
      local report = review(connect4.new(), moves, {game = game, nodes = 10})
      for i = 2, #moves do
        local after, before = report.moves[i - 1].after, report.moves[i].before
        if before == 1 or before == 0 then
          assert.equal(1 - before, after, ("seed %d, move %d"):format(seed, i - 1))
          told = told + 1
        end
      end
    end
    assert.is_true(told > 0)
  end)

  it("knows positions that came up before", function()
    -- Two players walk on a ring. Player 1 is ahead, so player 2 goes back to where both have been.
    local ring = {
      player = function(state) return state.turn end, moves = function() return {1, -1} end,
      play = function(state, step) return {at = (state.at + step) % 6, turn = 3 - state.turn} end,
      evaluate = function(_, me) return me == 1 and 9 or -9 end, repetition = 0,
    }
    local back = review({at = 0, turn = 1}, {1, -1}, {game = ring, depth = 2}).moves[2]
    assert.same({-1, 0, "best"}, {back.best, back.value, back.class})
  end)

  -- Cause: what makes keys of states without `hash` takes those of one class, and was made once for all reviews. In the
  -- second review, no position before the present one counted as repeated.
  it("counts repetitions in each review, of states of another class, too", function()
    local function values_with(class)
      local game = { -- a token on the squares from 0 to 5
        player = function(state) return state.turn end,
        moves = function(state) return state.at == 5 and {} or state.at == 0 and {1} or {1, -1} end,
        play = function(state, step) return setmetatable({at = state.at + step, turn = 3 - state.turn}, class) end,
        evaluate = function(state, me)
          local value = 10 - state.at - state.at ^ 2
          return me == 1 and value or -value
        end,
      }
      local found = {}
      local report = alphabeta.review(setmetatable({at = 2, turn = 1}, class), {1, 1, -1, -1, 1, 1},
        {game = game, depth = 2, repetition = 0})
      for i, entry in ipairs(report.moves) do found[i] = entry.value end
      return found
    end
    assert.same({0, 0, 0, 0, 0, 0}, values_with {__index = {}})
    assert.same({0, 0, 0, 0, 0, 0}, values_with {__index = {}})
  end)
end)
