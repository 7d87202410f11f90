-- What a review says: the text and the chart of a report, and what is wrong with its arguments or the game.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local review, WIN = alphabeta.review, connect4.WIN

describe("The text of a review", function()
  local report = review(connect4.new(), {4, 4, 3, 1, 2, 7, 5}, {
    game = connect4, win = WIN, depth = 6, names = {"Ada"}, label = function(_, column) return "column " .. column end,
  })

  it("has a line for each player and each wrong move, and a chart", function()
    assert.equal(table.concat({
      "Ada: accuracy 39 %, 1 blunder.",
      "Player 2: accuracy 36 %, 2 blunders.",
      "Move 4, column 1 by player 2, is a blunder: it loses in 2 moves. Better is column 5.",
      "Move 5, column 2 by Ada, is a blunder: it gives up a win in 2 moves. Better is column 5.",
      "Move 6, column 7 by player 2, is a blunder: it loses in 1 move. Better is column 5. This is the turning point.",
      "100% |   # #*", "     |***", "     |    #", "     |", "  0% |",
    }, "\n"), tostring(report))
    assert.is_nil(report:describe(1))
    assert.is_nil(report:describe(8))
  end)

  it("never names a move that leaves the result in sight as it is", function()
    -- All columns lose against three in a row with two open ends.
    local lost = review(connect4.new(), {4, 1, 3, 1, 5, 7, 2}, {game = connect4, win = WIN, depth = 6})
    assert.is_nil(lost:describe(6))
    assert.equal(0, lost.moves[6].loss)
  end)

  it("has a chart with as many rows as wanted, and no more than 72 columns", function()
    assert.equal(2, select(2, report:chart(3):gsub("\n", "")))
    local moves = {}
    for i = 1, 100 do moves[i] = 1 end
    local game = {
      moves = function(n) return n > 0 and {1} or {} end, play = function(n) return n - 1 end,
      evaluate = function() return 0 end,
    }
    local long = review(100, moves, {game = game, view = "mover", depth = 1})
    for line in (long:chart() .. "\n"):gmatch "(.-)\n" do assert.is_true(#line <= 6 + 72) end
  end)

  it("has a chart as SVG, with a dot for each wrong move", function()
    local svg = report:svg(300, 100)
    assert.is_truthy(svg:find('^<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"'))
    assert.equal(3, select(2, svg:gsub("<circle class=\"wrong blunder\"", "")))
    assert.equal(6, select(2, svg:match 'points="(.-)"':gsub(" ", "")))
    local named = review(connect4.new(), {4, 4, 3, 1}, {
      game = connect4, win = WIN, depth = 6, label = function(_, move) return "<" .. move .. ">" end,
    })
    assert.is_truthy(named:svg():find("&lt;1&gt; by player 2", 1, true))
  end)
end)

describe("A mistake in a review is named:", function()
  local NIM = small_games.NIM.copying
  local function broken(name, answer) return wrap.replace(NIM, {[name] = function() return answer end}) end
  for _, row in ipairs {
    {"argument 'state': expected the state before the first move, got nil", state = "none"},
    {"argument 'moves': expected an array of moves, got 7", moves = 7},
    {"option 'game': expected a game (a table of functions), got 7", {game = 7}},
    {"option 'depth': expected an integer of 1 or more, or math.huge, got -1", {depth = -1}},
    {"option 'unit': expected a number above 0, got 0", {unit = 0}},
    {"option 'slice': expected a number of seconds above 0, got 0", {slice = 0}},
    {"callback 'player': needed in a game without 'player', unless the view is 'mover'", {game = small_games.HEAP}},
    {"move 2: expected one of the moves of the position, got 4", moves = {1, 4}},
    {"move 4: expected one of the moves of the position, got 1", moves = {2, 2, 2, 1}},
    {"move 1, callback 'player': expected a player, got nil", {game = broken("player")}},
    {"move 1, callback 'moves': expected an array, an iterator or nil, got boolean", {game = broken("moves", true)}},
  } do
    it(row[1], function()
      local given = wrap.replace({game = NIM, depth = 3}, row[2] or {})
      local state = small_games.start()
      if row.state then state = nil end
      assert.equal("alphabeta.review: " .. row[1], message_of(review, state, row.moves or {1, 2}, given))
    end)
  end

  it("an option that it does not have, an error of the game, and one in a slice", function()
    local message = message_of(review, 1, {}, {game = NIM, levl = 1})
    assert.is_truthy(message:find("alphabeta.review: unknown option 'levl'", 1, true))
    local game = wrap.replace(NIM, {evaluate = function() error("no value", 0) end})
    local part = review(small_games.start(), {1}, {game = game, depth = 1, slice = 1})
    for _, row in ipairs {
      {"no value", review, small_games.start(), {1}, {game = game, depth = 1}}, {"no value", part.step, part},
      {"an error has ended the review", part.step, part},
      {"argument 'seconds': expected a number, 0 or more, got -1", part.step, part, -1},
    } do
      local ok, err = pcall(row[2], row[3], row[4], row[5])
      assert.is_false(ok)
      assert.is_truthy(err:find(row[1], 1, true), err)
    end
  end)
end)
