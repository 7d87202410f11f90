-- Partners, each of whom has a seat: `player` returns the team. To a search all other players are one side.

local alphabeta = require "alphabeta"
local tricks = require "spec.support.tricks"
local wrap = require "spec.support.wrap"

-- Cause: `player` returned the seat, and to a search all other players are one side: a partner was taken for an
-- opponent, and his help for nothing.
describe("Partners", function()
  local partners = {}
  function partners.player(state) return (state.seat - 1) % 2 + 1 end -- the team
  function partners.moves(state) return state.seat <= 4 and { "help 1 and 3", "help 2 and 4" } or {} end

  -- Seat 1 offers, seat 3 decides; the moves of 2 and 4 do not matter.
  function partners.play(state, move)
    local after = { seat = state.seat + 1, offered = state.offered, points = state.points }
    if state.seat == 1 then after.offered = move end
    if state.seat == 3 and state.offered == "help 1 and 3" and move == state.offered then after.points = 1 end
    return after
  end
  function partners.evaluate(state, team) return team == 1 and state.points or -state.points end

  it("play as one, if 'player' returns the team", function()
    local best, value = alphabeta.search({ seat = 1, points = 0 }, 4, { game = partners })
    assert.same({ "help 1 and 3", 1 }, { best, value })
    best, value = alphabeta.search({ seat = 1, points = 0 }, { nodes = 500 }, { game = partners, algorithm = "uct" })
    assert.same({ "help 1 and 3", 1 }, { best, value })
    local seats = wrap.replace(partners, {
      player = function(state) return state.seat end,
      evaluate = function(state, seat) return partners.evaluate(state, (seat - 1) % 2 + 1) end,
    })
    assert.equal(0, (select(2, alphabeta.search({ seat = 1, points = 0 }, 4, { game = seats }))))
  end)

  -- Four seats with two of the cards 1 to 12 each, one trick after the other; the highest card wins it for its team.
  local four = {}
  function four.player(state) return (state.seat - 1) % 2 + 1 end
  function four.moves(state) return state.hands[state.seat] end
  function four.play(state, card)
    local after = { hands = {}, trick = {}, seat = state.seat % 4 + 1, score = state.score, played = {} }
    for seat = 1, 4 do after.hands[seat] = state.hands[seat] end
    after.hands[state.seat] = tricks.without(state.hands[state.seat], card)
    for i, other in ipairs(state.trick) do after.trick[i] = other end
    for i, other in ipairs(state.played) do after.played[i] = other end
    after.trick[#after.trick + 1], after.played[#after.played + 1] = card, card
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
    for _, hand in ipairs { state.hands[state.seat], state.played } do
      for _, card in ipairs(hand) do known[card] = true end
    end
    for card = 1, 12 do
      if not known[card] then unseen[#unseen + 1] = card end
    end
    local dealt = { hands = {}, trick = state.trick, seat = state.seat, score = state.score, played = state.played }
    for seat = 1, 4 do
      dealt.hands[seat] = {}
      for i, card in ipairs(state.hands[seat]) do
        dealt.hands[seat][i] = seat == state.seat and card or table.remove(unseen, random(#unseen))
      end
    end
    return dealt
  end

  it("have hidden hands: the card of the partner is not beaten", function()
    local function state(mine)
      return {
        hands = { { 1, 5 }, { 2, 7 }, { mine, 12 }, { 3, 6 } }, trick = { 11, 2 }, played = { 11, 2 }, seat = 3,
        score = 0,
      }
    end
    local deal = state(4)
    deal.hands[1], deal.hands[2] = { 5 }, { 7 }
    for algorithm, limits in pairs { alphabeta = { depth = 8 }, uct = { nodes = 1500 } } do
      local best = alphabeta.search(deal, limits, { game = four, algorithm = algorithm })
      assert.equal(4, best, algorithm)
    end
  end)
end)
