-- Reviews of finished games: `alphabeta.review`. In random games of nim, the theory of the game says which move gives
-- up the win: the review must name these moves, and no others.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local SEEDS = effort.seeds(12, 1000)

-- Nim with a game that is over for whoever cannot move.
local function new_game(style)
  return wrap.replace(small_games.NIM[style], {
    player = function(state) return state.turn end,
    evaluate = function(state, me) return state.heap > 0 and 0 or state.turn == me and -100 or 100 end,
  })
end

-- A random game: the moves, in a style; and whether each gives up the win, by the theory.
local function random_game(random, style, most)
  local first = {heap = random:int(6, most), turn = random:int(1, 2)}
  local state, list, expected = first, {}, {}
  while state.heap > 0 do
    local take = random:int(1, math.min(3, state.heap))
    local is_won, stays_won = state.heap % 4 ~= 0, (state.heap - take) % 4 == 0
    state = small_games.after(state, take)
    list[#list + 1] = style == "children" and state or take
    expected[#expected + 1] = is_won and not stays_won
  end
  return first, list, expected
end

describe("A review of a game of nim", function()
  -- By one search of each position to the end of the game; and by short ones, which the second look makes deeper.
  for _, row in ipairs {
    {"in place", 10, 10}, {"copying", 10, 10}, {"children", 10, 10}, {"in place", 9, 3}, {"copying", 9, 3},
  } do
    local style, most, depth = row[1], row[2], row[3]
    it(("names the moves that give up the win, and no others: %s, depth %d"):format(style, depth), function()
      for seed in share.of(1, SEEDS) do
        local first, list, expected = random_game(rng.new(seed), style, most)
        local before = alphabeta.copy(first)
        local review = alphabeta.review(first, list, {game = new_game(style), win = 100, depth = depth})
        assert.are.same(before, first)
        local turning, greatest = nil, 0
        for i, entry in ipairs(review.moves) do
          local is_blunder = entry.class == "blunder"
          assert.are.equal(expected[i], is_blunder, ("seed %d, move %d: %s"):format(seed, i, entry.class))
          assert.are.equal(is_blunder, entry.loss > 0.4)
          assert.are.equal(is_blunder, entry.why ~= nil)
          assert.is_true(entry.class == "blunder" or entry.class == "best" or entry.class == "forced"
            or entry.class == "good")
          if entry.loss > greatest then turning, greatest = i, entry.loss end
        end
        assert.are.equal(turning, review.turning_point)
      end
    end)
  end
end)

describe("A review", function()
  local GAME = {4, 4, 5, 5, 3, 1, 2} -- player 2 lets player 1 have three in a row that are open on both sides

  it("is a text for players, with a chart", function()
    local review = alphabeta.review(connect4.new(), GAME, {game = connect4, win = connect4.WIN, depth = 4})
    assert.are.equal(4, review.turning_point)
    assert.are.equal(100, review.players[1].accuracy)
    assert.is_true(review.players[2].accuracy < 90)
    local text = tostring(review)
    for _, part in ipairs {
      "^Player 1: accuracy 100 %%%.\nPlayer 2: accuracy %d+ %%, 1 blunder%.\n",
      "\n4%. 5 by player 2, blunder: loses in 2 moves%. Better was 3%. This was the turning point%.\n",
      "\n100 %% |[ *#]+\n", "\n  0 %% |",
    } do
      assert.is_truthy(text:find(part), text)
    end
    assert.are.equal(3, select(2, review:chart(4):gsub("\n", "")))
  end)

  it("names moves by a label, and leaves no win that was missed out", function()
    local review = alphabeta.review(connect4.new(), {4, 1, 4, 1, 4, 2, 7}, {
      game = connect4, win = connect4.WIN, depth = 4, label = function(_, column) return "column " .. column end,
    })
    local expected = "7. column 7 by player 1, blunder: misses a win at once. Better was column 4."
    assert.is_truthy(tostring(review):find(expected, 1, true), tostring(review))
  end)

  it("yields in slices, in a coroutine", function()
    local state = connect4.new()
    local whole = tostring(alphabeta.review(state, GAME, {game = connect4, win = connect4.WIN, depth = 3}))
    local count, review = 0, nil
    local thread = coroutine.create(function()
      return alphabeta.review(state, GAME, {game = connect4, win = connect4.WIN, depth = 3, slice = 1e-5})
    end)
    while coroutine.status(thread) ~= "dead" do
      local ok, result = coroutine.resume(thread)
      assert.is_true(ok, result)
      review = result
      count = count + 1
      assert.are.same(connect4.new(), state)
    end
    assert.is_true(count > 20)
    assert.are.equal(whole, tostring(review))
  end)

  it("adds up the luck of throws", function()
    local game = {
      moves = function(state) return not state.thrown and {1, 2} or state.left > 0 and {"stay"} or nil end,
      player = function() return 1 end,
      chances = function(state)
        return not state.thrown and {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}} or nil
      end,
      play = function(state, move)
        return {thrown = state.thrown or move, left = state.thrown and state.left - 1 or state.left}
      end,
      result = function(state) return state.thrown == 2 and 1 or -1 end,
    }
    local review = alphabeta.review({left = 1}, {2, "stay"}, {game = game, depth = 3})
    assert.are.same({"chance", "forced"}, {review.moves[1].class, review.moves[2].class})
    assert.is_true(review.players[1].luck > 0.4, review.players[1].luck)
    assert.is_true(alphabeta.review({left = 1}, {1, "stay"}, {game = game, depth = 3}).players[1].luck < -0.4)
  end)

  it("of a session knows its rules, its options and its moves", function()
    local session = alphabeta.session {game = connect4, win = connect4.WIN, state = connect4.new()}
    for _, column in ipairs(GAME) do session:move(column) end
    assert.are.equal(tostring(alphabeta.review(connect4.new(), GAME, {game = connect4, win = connect4.WIN, depth = 3})),
      tostring(session:review {depth = 3}))
    session:undo()
    assert.are.equal(6, #session:review({depth = 2}).moves)
  end)

  it("names what is wrong", function()
    for _, row in ipairs {
      {{connect4.new(), 5}, "argument 'moves': expected an array of moves, got 5"},
      {{connect4.new(), {4}, {game = connect4, dept = 3}}, "unknown option 'dept', did you mean 'depth'"},
      {{connect4.new(), {4}, {game = connect4, level = 3}}, "unknown option 'level'"},
      {{connect4.new(), {4, 8}, {game = connect4}}, "move 2 cannot be played"},
      {{connect4.new(), {4}, {game = {}}}, "callback 'moves': expected a function with 'make'"},
    } do
      local ok, message = pcall(function() alphabeta.review(row[1][1], row[1][2], row[1][3]) end)
      assert.is_false(ok)
      assert.is_truthy(message:find("alphabeta.review: " .. row[2], 1, true), message)
    end
  end)
end)
