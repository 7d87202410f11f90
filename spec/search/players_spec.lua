-- Whose turn it is: players of any kind, distinguished by ==; partners; and evaluations that are good for one player,
-- whoever moves or searches: view = "player" with max_player. Random games of such players and views, also of more than
-- two players, are compared with plain minimax in numbers/oracles_spec.lua.

local alphabeta = require "alphabeta"
local drawing = require "alphabeta.tree"
local memory_use = require "spec.support.memory_use"
local message_of = require "spec.support.message_of"
local tricks = require "spec.support.tricks"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

-- Take one or two of a heap, and twice in a row from a heap of even size; `as` makes a player's value of 1 or 2.
-- The player who takes the last one wins. Positions have keys.
local function game_of(as)
  local game = {}
  function game.moves(state) return state.heap > 1 and {1, 2} or state.heap == 1 and {1} or nil end
  function game.play(state, take)
    return {heap = state.heap - take, turn = state.heap % 2 == 0 and state.turn or 3 - state.turn}
  end
  function game.player(state) return as(state.turn, state.heap) end
  function game.evaluate(state, me)
    if state.heap > 0 then return state.heap % 3 end
    return me == as(3 - state.turn) and 50 or -50
  end
  function game.hash(state) return state.heap * 2 + state.turn end
  return game
end

local function number(turn) return turn end

local EQUAL = {
  __eq = function(a, b) return a.turn == b.turn end,
}

local function equal_tables(turn) return setmetatable({turn = turn}, EQUAL) end

describe("Players", function()
  it("may be ever new tables that are equal, each of them to move in turn, by one searcher or many", function()
    local ai = alphabeta.new(game_of(equal_tables), {deepening = true})
    for heap = 9, 1, -1 do
      for turn = 1, 2 do
        local state = {heap = heap, turn = turn}
        local _, expected = alphabeta.search(state, 6, {game = game_of(number), algorithm = "minimax"})
        local _, alone = alphabeta.search(state, 6, {game = game_of(equal_tables)})
        assert.same({expected, expected}, {alone, (select(2, ai:search(state, 6)))})
      end
    end
    local leaked = memory_use.leaked(function() ai:search({heap = 12, turn = 1}, 10) end, 32)
    assert.is_true(leaked < memory_use.LEAST, leaked .. " bytes a call")
  end)

  it("are refused when all are new and none are equal, before they fill the searcher's memory", function()
    local ai = alphabeta.new(game_of(function(turn) return {turn = turn} end))
    local ok, message
    repeat ok, message = pcall(ai.search, ai, {heap = 12, turn = 1}, 10) until not ok
    assert.matches("callback 'player' at ply %d+: too many players: more than 1000 different values", message)
  end)

  it("are refused when they are NaN", function()
    local game = game_of(function(turn, heap) return heap == 3 and 0 / 0 or turn end)
    for heap, ply in pairs {[3] = 0, [4] = 1} do
      assert.equal(("alphabeta: callback 'player' at ply %d: expected a player, got NaN"):format(ply),
        message_of(alphabeta.search, {heap = heap, turn = 1}, 4, {game = game}))
    end
  end)
end)

-- Cause: `player` returned the seat, and to a search all other players are one side: a partner was taken for an
-- opponent, and his help for nothing.
describe("Partners", function()
  it("play as one, if 'player' returns the team", function()
    -- Seat 1 offers, seat 3 decides; the moves of 2 and 4 do not matter.
    local function team_of(seat) return (seat - 1) % 2 + 1 end
    local game = {
      player = function(state) return team_of(state.seat) end,
      moves = function(state) return state.seat <= 4 and {"help 1 and 3", "help 2 and 4"} or {} end,
      play = function(state, move)
        local after = wrap.replace(state, {seat = state.seat + 1})
        if state.seat == 1 then after.offered = move end
        if state.seat == 3 and state.offered == "help 1 and 3" and move == state.offered then after.points = 1 end
        return after
      end,
      evaluate = function(state, team) return team == 1 and state.points or -state.points end,
    }
    for _, limits in ipairs {{depth = 4}, {nodes = 500, algorithm = "uct"}} do
      local best, value = alphabeta.search({seat = 1, points = 0}, limits, {game = game})
      assert.same({"help 1 and 3", 1}, {best, value})
    end
    local seats = wrap.replace(game, {
      player = function(state) return state.seat end,
      evaluate = function(state, seat) return game.evaluate(state, team_of(seat)) end,
    })
    assert.equal(0, (select(2, alphabeta.search({seat = 1, points = 0}, 4, {game = seats}))))
  end)

  -- Four seats with two of the cards 1 to 12 each, one trick after the other; the highest card wins it for its team.
  local four = {}
  function four.player(state) return (state.seat - 1) % 2 + 1 end
  function four.moves(state) return state.hands[state.seat] end
  function four.play(state, card)
    local function with(list)
      local longer = {unpack(list)}
      longer[#longer + 1] = card
      return longer
    end
    local hand = tricks.without(state.hands[state.seat], card)
    local after = {
      hands = wrap.replace(state.hands, {[state.seat] = hand}), trick = with(state.trick), played = with(state.played),
      seat = state.seat % 4 + 1, score = state.score,
    }
    if #after.trick == 4 then
      local best = 1
      for i = 2, 4 do best = after.trick[i] > after.trick[best] and i or best end
      local winner = (state.seat + best - 1) % 4 + 1 -- the first card is that of the seat after the last one's
      after.seat, after.trick, after.score = winner, {}, state.score + (winner % 2 == 1 and 1 or -1)
    end
    return after
  end
  function four.result(state, team) return team == 1 and state.score or -state.score end
  function four.deal(state, _, random) -- the seat that is to move knows its hand, and what was played
    local known, unseen = {}, {}
    for _, hand in ipairs {state.hands[state.seat], state.played} do
      for _, card in ipairs(hand) do known[card] = true end
    end
    for card = 1, 12 do
      if not known[card] then unseen[#unseen + 1] = card end
    end
    local dealt = wrap.replace(state, {hands = {}})
    for seat = 1, 4 do
      dealt.hands[seat] = {}
      for i, card in ipairs(state.hands[seat]) do
        dealt.hands[seat][i] = seat == state.seat and card or table.remove(unseen, random(#unseen))
      end
    end
    return dealt
  end

  it("have hidden hands: the card of the partner is not beaten", function()
    local state = {hands = {{5}, {7}, {4, 12}, {3, 6}}, trick = {11, 2}, played = {11, 2}, seat = 3, score = 0}
    for _, limits in ipairs {{depth = 8, algorithm = "alphabeta"}, {nodes = 1500, algorithm = "uct"}} do
      assert.equal(4, (alphabeta.search(state, limits, {game = four})), limits.algorithm)
    end
  end)
end)

describe("With view = 'player',", function()
  -- Stones on a line, taken from either end by White and Black in turn; who has taken more of their sum wins.
  -- Evaluations are White's lead, whatever `me` is. `new` makes a state from an array of stones.
  local function lead(state) return state.white - state.black end

  local function after(state, side)
    local child = wrap.replace(state, {turn = state.turn == "white" and "black" or "white"})
    local stone = state.stones[side == "left" and state.from or state.to]
    child[state.turn] = child[state.turn] + stone
    if side == "left" then child.from = child.from + 1 else child.to = child.to - 1 end
    return child
  end

  local function new(stones, turn)
    return {stones = stones, from = 1, to = #stones, white = 0, black = 0, turn = turn}
  end

  local game = {
    evaluate = lead, player = function(state) return state.turn end, play = after,
    moves = function(state) return state.from <= state.to and {"left", "right"} or nil end,
  }
  -- The same game with its own view, and as the default view wants it.
  local viewed = wrap.replace(game, {view = "player", max_player = "white"})
  local plain = wrap.replace(game, {
    evaluate = function(state, me) return me == "white" and lead(state) or -lead(state) end,
  })

  local STONES = {{3}, {1, 5, 2}, {4, 4, 1, 7}, {2, 9, 3, 1, 6}, {5, 1, 8, 2, 2, 7, 3}}

  it("a position that White's search has seen to its end is found again by Black's, in few nodes", function()
    local ai = alphabeta.new(wrap.replace(viewed, {
      hash = function(state) return ("%d %d %d %d"):format(state.from, state.to, state.white, state.black) end,
    }), {depth = 7})
    local first = new(STONES[#STONES], "white")
    local _, _, before = ai:search(first)
    local _, _, info = ai:search(after(first, "left"), 6)
    assert.is_true(info.table_hits > 0 and info.nodes < before.nodes / 4)
  end)

  local NO_MAX, NO_VIEW = "view 'player' needs option 'max_player'", "option 'max_player' needs view 'player'"

  it("what makes no sense is an error", function()
    for message, rows in pairs {
      [NO_MAX] = {{view = "player"}}, [NO_VIEW] = {{max_player = "white"}, {max_player = "white", view = "mover"}},
      ["option 'maximize' needs view 'max'"] = {{view = "player", max_player = 1, maximize = false}},
      ["view 'player' needs a game with 'player'"] = {
        {view = "player", max_player = 1, game = {moves = game.moves, play = after, evaluate = lead}},
      },
      ["option 'max_player': expected a player, got NaN"] = {{view = "player", max_player = 0 / 0}},
      ["got 'maxn'"] = {{view = "player", max_player = 1, algorithm = "maxn"}},
    } do
      for _, options in ipairs(rows) do
        options.game = options.game or game
        assert.matches(message .. "$", message_of(alphabeta.search, new(STONES[2], "white"), 3, options))
      end
    end
  end)

  it("a match counts as by other views, and its players must agree", function()
    local function left() return "left" end
    local function play(own, more)
      return wrap.replace({
        game = own, state = function() return new(STONES[5], "black") end, games = 4, random_plies = 1,
      }, more or {})
    end
    local function wins(ai, options)
      options.limits_a = 7
      return alphabeta.match(ai, left, options).wins
    end
    local expected = wins(alphabeta.new(plain), play(plain))
    assert.is_true(expected > 0)
    assert.equal(expected, wins(alphabeta.new(viewed), play(viewed)))
    assert.equal(expected, wins(alphabeta.new(viewed), play(game, {view = "player", max_player = "white"})))
    assert.equal("alphabeta.match: " .. NO_MAX, message_of(alphabeta.match, left, left, play(game, {view = "player"})))
    local black = alphabeta.new(viewed, {max_player = "black"})
    assert.equal("alphabeta.match: the searchers must agree on what values mean: 'max_player' is 'white' for player a "
      .. "and 'black' for player b", message_of(alphabeta.match, alphabeta.new(viewed), black, play(viewed)))
  end)

  it("a check, an explanation and a drawing of the tree know who wants what", function()
    for message, options in pairs {[NO_MAX] = {view = "player"}, [NO_VIEW] = {max_player = "white"}} do
      assert.equal("alphabeta.check: " .. message, message_of(alphabeta.check, plain, new(STONES[1], "white"), options))
    end
    for _, turn in ipairs {"white", "black"} do
      local why = alphabeta.explain(new(STONES[5], turn), 5, {game = viewed})
      assert.equal(turn == "black", why.wants_low)
      for _, move in ipairs(why.moves) do assert.is_true(move.loss >= 0) end
      local drawn = drawing.search(new(STONES[3], turn), 3, {game = viewed}):root()
      local own, other = turn == "white" and "max" or "min", turn == "white" and "min" or "max"
      assert.same({own, other, own}, {drawn.kind, drawn.children[1].kind, drawn.children[1].children[1].kind})
    end
  end)
end)
