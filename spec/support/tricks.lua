--- Tricks, a game of hidden hands, in place and by copies: each player has some of the cards 1 to 9 and plays one; the
-- higher card wins the trick, and its player leads to the next one. The lead may be followed by any card.
-- @module spec.support.tricks

local wrap = require "spec.support.wrap"

local tricks = {}

--- A state with two hands.
function tricks.new(first, second) return {hands = {first, second}, turn = 1, led = 0, score = 0} end

--- A state with three cards in each hand.
function tricks.start() return tricks.new({1, 5, 8}, {2, 4, 9}) end

--- A hand with a card less.
function tricks.without(hand, card)
  local left = {}
  for _, other in ipairs(hand) do
    if other ~= card then left[#left + 1] = other end
  end
  return left
end

local without = tricks.without

tricks.in_place = {
  player = function(state) return state.turn end,
  moves = function(state) return without(state.hands[state.turn]) end,
  make = function(state, card)
    local turn, led, score, hand = state.turn, state.led, state.score, state.hands[state.turn]
    state.hands[turn] = without(hand, card)
    if led == 0 then
      state.led, state.turn = card, 3 - turn
    else
      local winner = card > led and turn or 3 - turn
      state.led, state.turn, state.score = 0, winner, score + (winner == 1 and 1 or -1)
    end
    return turn, led, score, hand
  end,
  unmake = function(state, _, turn, led, score, hand)
    state.turn, state.led, state.score, state.hands[turn] = turn, led, score, hand
  end,
  result = function(state, me) return me == 1 and state.score or -state.score end,
  deal = function(state, me, random)
    local unseen, other = {}, {}
    local is_mine = {[state.led] = true}
    for _, card in ipairs(state.hands[me]) do is_mine[card] = true end
    for card = 1, 9 do
      if not is_mine[card] then unseen[#unseen + 1] = card end
    end
    for i = 1, #state.hands[3 - me] do other[i] = table.remove(unseen, random(#unseen)) end
    local dealt = {hands = {other, other}, turn = state.turn, led = state.led, score = state.score}
    dealt.hands[me] = without(state.hands[me])
    return dealt
  end,
}

local function play(state, card)
  local after = {hands = {state.hands[1], state.hands[2]}, turn = state.turn, led = state.led, score = state.score}
  tricks.in_place.make(after, card)
  return after
end

tricks.copying = wrap.replace(tricks.in_place, {play = play})
tricks.copying.make, tricks.copying.unmake = nil, nil

return tricks
