-- An explanation for people who play has two sentences at most: the move, what follows or how it wins, and what the
-- next best move gives up. A hint of an opponent is the same text.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"

describe("For people who play, an explanation", function()
  -- The text after some moves of connect four.
  local function hint(line, depth)
    local board = connect4.new()
    for _, column in ipairs(line) do connect4.make(board, column) end
    return tostring(alphabeta.explain(board, depth or 5, { game = connect4, win = connect4.WIN, style = "player" }))
  end

  -- The explanation in a game of two moves, by what they are worth by this function of the game.
  local function explain_worth(worth, name)
    return alphabeta.explain(0, 1, {
      style = "player", game = {
        moves = function(state) return state == 0 and {1, 2} or nil end, play = function(_, move) return move end,
        is_over = function(state) return state > 0 end, [name] = function(state) return worth[state] or 0 end,
      },
    })
  end

  local function text_of(outcome) return "The best move is 1. The next best, 2, " .. outcome .. "." end

  -- Cause: a hint had all digits that a sum of factors happens to have, "gives up 1.83887", in a unit that no player
  -- knows.
  it("has no numbers of an evaluation", function()
    for _, row in ipairs {
      {2.83887, 1, "is worse"}, {2.83887, 1.7, "is a little worse"}, {1000, 999, "is a little worse"},
      {1000, 400, "is worse"}, {1, 0, "is worse"}, {3, -3, "is worse"}, {-5, -6, "is a little worse"},
    } do
      assert.equal(text_of(row[3]), tostring(explain_worth(row, "evaluate")))
    end
  end)

  it("has rounded points in a game of points", function()
    for _, row in ipairs {
      {12, 9.4321, "gives up 2.6 points"}, {12, 11, "gives up 1 point"}, {12, 11.8, "gives up a little"},
      {2000, 765.44, "gives up 1235 points"},
    } do
      local why = explain_worth(row, "result")
      why.info.techniques[#why.info.techniques + 1] = "current_result"
      assert.equal(text_of(row[3]), tostring(why))
    end
  end)

  local rows = {
    { "names the reply that is expected, and how good the next best move is", { 4, 3, 5 },
      "The best move is 4: the answer is probably 4. The next best, 3, is worse." },
    { "names a move that is as good", {},
      "The best move is 2: the answer is probably 2. 4 is just as good." },
    { "counts the moves of the player to a win", { 3, 1, 4, 1 },
      "The best move is 5: it wins in 2 moves. The next best, 1, gives up the win." },
    { "says how much later another move wins", { 4, 1, 4, 1, 4, 2 },
      "The best move is 4: it wins in 1 move. The next best, 5, wins 2 moves later." },
    { "says which move loses", { 4, 1, 4, 1, 4 }, "The best move is 4: the answer is probably 4. The next best, 1,"
      .. " loses." },
  }
  for _, row in ipairs(rows) do
    it(row[1], function() assert.equal(row[3], hint(row[2])) end)
  end

  -- Cause: "3 is just as good" says little where nearly all moves are.
  it("says that many moves are as good if at least four are, and more than half", function()
    for _, row in ipairs {
      {{5, 5, 5, 5}, "Many moves are equally good."}, {{5, 5, 5, 5, 0, 0, 0}, "Many moves are equally good."},
      {{5, 5, 5}, "2 is just as good."}, {{5, 5, 5, 5, 0, 0, 0, 0}, "2 is just as good."},
    } do
      local list = {}
      for i in ipairs(row[1]) do list[i] = i end
      local game = {
        moves = function(state) return state == 0 and list or nil end, play = function(_, move) return move end,
        is_over = function(state) return state > 0 end, evaluate = function(state) return row[1][state] or 0 end,
        player = function(state) return state == 0 and 1 or 2 end,
      }
      local expected, told = "The best move is 1. " .. row[2], nil
      assert.equal(expected, tostring(alphabeta.explain(0, 1, { style = "player", game = game })))
      local opponent = alphabeta.opponent { game = game, me = 2, state = 0, depth = 1, play = function() end }
      opponent:hint(function(_, why) told = why end)
      for _ = 1, 20 do opponent:update() end
      assert.equal(expected, told)
    end
  end)

  it("says when a loss is certain, when nothing is to be decided, and when there is one move", function()
    assert.matches("^The best move is %d: it still loses in 1 move%.", hint({ 3, 7, 4, 7, 5 }))
    assert.equal("The game is over.", hint({ 4, 1, 4, 1, 4, 1, 4 }))
    assert.equal("Nothing was looked at yet.", hint({}, 0))
    local single = { children = function(state) return state < 2 and { state + 1 } or nil end,
      evaluate = function() return 0 end }
    assert.equal("The only move is #1: the answer is probably #1.",
      tostring(alphabeta.explain(0, 2, { game = single, style = "player" })))
  end)
end)
