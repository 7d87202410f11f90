-- Evaluations that are good for one player, whichever player moves or searches: view = "player" with max_player.
-- Random games of this kind against plain minimax are in spec/search/numbers/oracles_spec.lua.

local alphabeta = require "alphabeta"
local message_of = require "spec.support.message_of"
local picture = require "alphabeta.tree"

-- Stones on a line, taken from either end by White and Black in turn; who has taken more of their sum wins. Evaluations
-- are White's lead, whatever `me` is. `new` makes a state from an array of stones.
local function lead(state) return state.white - state.black end

local function after(state, side)
  local child = {turn = state.turn == "white" and "black" or "white", white = state.white, black = state.black}
  child.from, child.to, child.stones = state.from, state.to, state.stones
  local stone = side == "left" and child.stones[child.from] or child.stones[child.to]
  child[state.turn] = child[state.turn] + stone
  if side == "left" then child.from = child.from + 1 else child.to = child.to - 1 end
  return child
end

local function sides(state) return state.from <= state.to and {"left", "right"} or nil end

local function hash(state) return ("%d %d %d %d"):format(state.from, state.to, state.white, state.black) end

local function new(stones, turn) return {stones = stones, from = 1, to = #stones, white = 0, black = 0, turn = turn} end

local function new_game()
  return {evaluate = lead, player = function(state) return state.turn end, moves = sides, play = after}
end

-- The same game as the default view wants it.
local function for_me(game)
  return setmetatable({
    evaluate = function(state, me) return me == "white" and lead(state) or -lead(state) end,
  }, {__index = game})
end

local STONES = {{3}, {1, 5, 2}, {4, 4, 1, 7}, {2, 9, 3, 1, 6}, {5, 1, 8, 2, 2, 7, 3}}

describe("With view = 'player'", function()
  it("a position that White's search has seen to its end is found again by Black's, in few nodes", function()
    local game = new_game()
    game.hash, game.view, game.max_player = hash, "player", "white"
    local ai, first = alphabeta.new(game, {depth = 7}), new(STONES[#STONES], "white")
    local _, _, before = ai:search(first)
    local _, _, info = ai:search(after(first, "left"), 6)
    assert.is_true(info.table_hits > 0)
    assert.is_true(info.nodes < before.nodes / 4)
  end)

  it("a table of the other player's view is never used", function()
    local game = new_game()
    game.hash = hash
    local path = os.tmpname()
    finally(function() os.remove(path) end)
    local white = alphabeta.new(game, {view = "player", max_player = "white"})
    white:search(new(STONES[4], "white"), 5)
    white:save(path)
    alphabeta.new(game, {view = "player", max_player = "white"}):load(path)
    for _, options in ipairs {{view = "player", max_player = "black"}, {}, {view = "mover"}} do
      local other = alphabeta.new(game, options)
      assert.is_truthy(message_of(other.load, other, path):find "other options")
    end
  end)

  it("what makes no sense is an error", function()
    local game, alternating = new_game(), new_game()
    alternating.player = nil
    local function refused(options, of)
      options.game = of or game
      return message_of(alphabeta.search, new(STONES[2], "white"), 3, options):match "^alphabeta.search: (.*)$"
    end
    assert.equal("view 'player' needs option 'max_player'", refused {view = "player"})
    assert.equal("option 'max_player' needs view 'player'", refused {max_player = "white"})
    assert.equal("option 'max_player' needs view 'player'", refused {max_player = "white", view = "mover"})
    assert.equal("option 'maximize' needs view 'max'", refused {view = "player", max_player = 1, maximize = false})
    assert.equal("view 'player' needs a game with 'player'", refused({view = "player", max_player = 1}, alternating))
    assert.equal("option 'max_player': expected a player, got NaN", refused {view = "player", max_player = 0 / 0})
    assert.is_truthy(refused({view = "player", max_player = 1, algorithm = "maxn"}):find "got 'maxn'$")
  end)

  it("an option takes the place of the game's view, and of its max_player", function()
    local game = for_me(new_game())
    game.view, game.max_player = "player", "white"
    local _, expected = alphabeta.search(new(STONES[3], "black"), 4, {game = for_me(new_game())})
    assert.equal(expected, (select(2, alphabeta.search(new(STONES[3], "black"), 4, {game = game, view = "max"}))))
  end)
end)

describe("A tool knows view = 'player'", function()
  local game = new_game()
  game.view, game.max_player = "player", "white"
  local plain = for_me(new_game())

  it("in a match", function()
    local function left() return "left" end
    local function play(own, more)
      local options = {game = own, state = function() return new(STONES[5], "black") end, games = 4, random_plies = 1}
      for name, value in pairs(more or {}) do options[name] = value end
      return options
    end
    local function wins(ai, options)
      options.limits_a = 7
      return alphabeta.match(ai, left, options).wins
    end
    local expected = wins(alphabeta.new(plain), play(plain))
    assert.is_true(expected > 0)
    assert.equal(expected, wins(alphabeta.new(game), play(game)))
    assert.equal(expected, wins(alphabeta.new(game), play(new_game(), {view = "player", max_player = "white"})))
    assert.equal("alphabeta.match: view 'player' needs option 'max_player'",
      message_of(alphabeta.match, left, left, play(new_game(), {view = "player"})))
    local black = alphabeta.new(game, {max_player = "black"})
    assert.equal("alphabeta.match: the searchers must agree on what values mean: 'max_player' is 'white' for player a "
      .. "and 'black' for player b", message_of(alphabeta.match, alphabeta.new(game), black, play(game)))
  end)

  it("in a check, an explanation and a picture of the tree", function()
    assert.is_true(alphabeta.check(game, new(STONES[5], "black")).ok)
    local finding = alphabeta.check(plain, new(STONES[5], "white"), {view = "player", max_player = "white"}).findings[1]
    assert.equal("sign", finding.kind)
    assert.is_truthy(finding.message:find("max_player", 1, true))
    for message, options in pairs {
      ["view 'player' needs option 'max_player'"] = {view = "player"},
      ["option 'max_player' needs view 'player'"] = {max_player = "white"},
    } do
      assert.equal("alphabeta.check: " .. message, message_of(alphabeta.check, plain, new(STONES[1], "white"), options))
    end
    for _, turn in ipairs {"white", "black"} do
      local why = alphabeta.explain(new(STONES[5], turn), 5, {game = game})
      assert.equal(turn == "black", why.wants_low)
      for _, move in ipairs(why.moves) do assert.is_true(move.loss >= 0) end
      local drawn = picture.search(new(STONES[3], turn), 3, {game = game}):root()
      local own, other = turn == "white" and "max" or "min", turn == "white" and "min" or "max"
      assert.same({own, other, own}, {drawn.kind, drawn.children[1].kind, drawn.children[1].children[1].kind})
    end
  end)
end)
