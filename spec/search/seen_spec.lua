-- Hidden hands: `seen`, what the player at the root can see after a move, and the weights of deals.
--
-- Cause of the first test: the tree did not know what a player has seen since, so a look at a card was worth nothing.

local alphabeta = require "alphabeta"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

-- A hidden card from 1 to `count`, high or low. A guess ends the game: +1 or -1. "look" shows the card, for 0.2. After
-- it an opponent waits.
local function guessing(count, with_opponent)
  local game = {}
  function game.player(state) return state.turn end
  function game.moves(state)
    if state.said then return {} end
    if state.turn == 2 then return {"wait"} end
    return state.shown and {"high", "low"} or {"high", "low", "look"}
  end
  function game.play(state, move)
    local is_look = move == "look"
    return {
      card = state.card, shown = is_look and state.card or state.shown, turn = is_look and with_opponent and 2 or 1,
      said = move ~= "wait" and not is_look and move or nil,
    }
  end
  function game.result(state, me)
    local value = ((state.said == "high") == (state.card > count / 2) and 1 or -1) - (state.shown and 0.2 or 0)
    return me == 1 and value or -value
  end
  function game.deal(state, _, random)
    return {card = state.shown or random(count), shown = state.shown, turn = state.turn}
  end
  function game.seen(state, me) return me == 1 and state.shown or nil end
  return game
end

local LIMITS = {nodes = 3000, multipv = "all"}

local function root() return {card = 1, turn = 1} end

-- The values of the moves, by move.
local function values_of(info)
  local values = {}
  for _, score in ipairs(info.scores) do values[score.move] = score.value end
  return values
end

describe("A key of what is seen", function()
  it("gives a look its worth", function()
    for _, with_opponent in ipairs {false, true} do
      for _, count in ipairs {2, 10, 40} do -- fewer and more than the deals that have trees of their own
        local game = guessing(count, with_opponent)
        local limits = {nodes = count > 32 and 8000 or 3000, multipv = "all"}
        local best, value, info = alphabeta.search(root(), limits, {game = game})
        assert.equal("look", best)
        assert.is_true(value > 0.45 and value <= 0.8, value)
        local values = values_of(info)
        assert.is_true(values.high < 0.4 and values.low < 0.4)
        game.seen = nil
        local _, _, blind = alphabeta.search(root(), LIMITS, {game = game})
        assert.is_true(values_of(blind).look < 0.1)
      end
    end
  end)

  it("that is the same for all states changes no choice", function()
    for _, key in ipairs {1, "nothing", true, false} do
      local game = wrap.replace(guessing(2), {seen = function() return key end})
      assert.not_equal("look", (alphabeta.search(root(), LIMITS, {game = game})))
    end
  end)

  it("is found in slices, too, leaves states as they are, and is asked for the player at the root", function()
    local asked, game = {}, guessing(10, true)
    local seen = game.seen
    function game.seen(state, me)
      asked[me] = true
      return seen(state, me)
    end
    local best, value, info = alphabeta.search(root(), LIMITS, {game = game})
    local ai, state = alphabeta.new(game), root()
    local sliced_best, sliced_value, sliced = slices.search(ai, state, LIMITS, {nodes = 7})
    assert.same({best, value, values_of(info)}, {sliced_best, sliced_value, values_of(sliced)})
    assert.same({root(), {true}}, {state, asked})
  end)

  it("keeps to a table that is full", function()
    local game = guessing(1000)
    local best = alphabeta.search(root(), {nodes = 2000}, {game = game, algorithm = "uct", table = 0.01})
    assert.is_truthy(best)
  end)
end)

describe("The weight of a deal", function()
  -- The card is 1 in half of the deals, and nine times likelier than 2 by what is known.
  local function weighted(weight)
    local game = guessing(2)
    function game.deal(state, _, random)
      local card = random(2)
      return {card = card, turn = state.turn}, weight(card)
    end
    return game
  end

  it("says how often it counts, by playouts and by alpha-beta", function()
    local game = weighted(function(card) return card == 1 and 0.9 or 0.1 end)
    for _, limits in ipairs {{nodes = 3000}, {depth = 1, deals = 200}} do
      limits.multipv = "all"
      local values = values_of(select(3, alphabeta.search(root(), limits, {game = game})))
      assert.is_true(math.abs(values.low - 0.8) < 0.15, values.low)
      assert.is_true(math.abs(values.high + 0.8) < 0.2, values.high)
    end
  end)

  it("of 0 for all leaves the last one that was drawn", function()
    local best = alphabeta.search(root(), {nodes = 20}, {game = weighted(function() return 0 end)})
    assert.is_truthy(best)
  end)
end)
