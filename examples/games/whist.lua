--- German whist for two, with hidden hands, played in place.
-- Each player has 13 cards, and the stock has 26, the first one face up. A trick is led, the other player follows suit
-- if he can, and trumps win over other suits. While there is a stock, the winner of a trick takes the card that is face
-- up and the loser the next one, unseen, and the next one is turned up. These tricks count nothing: they are about good
-- cards for the 13 tricks after them. Who wins more of those wins.
--
-- A card is a number from 1 to 52, thirteen of each suit: clubs, diamonds, hearts, spades, from the two to the ace. A
-- move is a card. `deal` makes it a game of hidden hands.
-- @module games.whist

local whist = {}

local floor = math.floor

local SUITS, RANKS = {"C", "D", "H", "S"}, "23456789TJQKA"

-- What a card in the hand is worth in tricks, about, by its rank, as a trump and in another suit.
local TRUMP_WORTH, WORTH = {}, {0, 0, 0, 0, 0, 0, 0.02, 0.05, 0.1, 0.15, 0.3, 0.5, 0.8}
for rank = 1, 13 do TRUMP_WORTH[rank] = 0.25 + 0.055 * rank end

--- The suit of a card, from 1 to 4.
function whist.suit(card) return floor((card - 1) / 13) + 1 end

--- The rank of a card, from 1, the two, to 13, the ace.
function whist.rank(card) return (card - 1) % 13 + 1 end

local suit_of, rank_of = whist.suit, whist.rank

--- What a card is called: "QH" is the queen of hearts.
function whist.name(card)
  local rank = rank_of(card)
  return RANKS:sub(rank, rank) .. SUITS[suit_of(card)]
end

local function shuffle(cards, random)
  for i = #cards, 2, -1 do
    local other = random(i)
    cards[i], cards[other] = cards[other], cards[i]
  end
end

--- A new game.
-- @tparam[opt=math.random] function random returns an integer from 1 to its argument
-- @tparam[opt=13] int size how many cards a hand has; with fewer than 13, the lowest ones of each suit are left out
-- @treturn table `hands`; `stock`, of which the last card is face up; `trumps`, a suit; `turn`; `led`, 0 before a
--   card is led; `tricks` that count; `known`, by player, the cards that were face up; `voids`, by player, a bit for
--   each suit that he did not follow since he last drew an unseen card
function whist.new(random, size)
  random, size = random or math.random, size or 13
  local cards, hands = {}, {{}, {}}
  for card = 1, 52 do
    if rank_of(card) > 13 - size then cards[#cards + 1] = card end
  end
  shuffle(cards, random)
  for i = 1, 2 * size do hands[i % 2 + 1][#hands[i % 2 + 1] + 1] = table.remove(cards) end
  return {
    hands = hands, stock = cards, size = size, trumps = suit_of(cards[#cards]), turn = 1, led = 0, tricks = {0, 0},
    known = {{}, {}}, voids = {0, 0},
  }
end

function whist.player(state) return state.turn end

function whist.moves(state, list)
  local hand, led, count = state.hands[state.turn], state.led, 0
  if led > 0 then
    local suit = suit_of(led)
    for i = 1, #hand do
      if suit_of(hand[i]) == suit then
        count = count + 1
        list[count] = hand[i]
      end
    end
  end
  if count > 0 then return count end
  for i = 1, #hand do list[i] = hand[i] end
  return #hand
end

function whist.is_over(state) return #state.hands[1] == 0 and #state.hands[2] == 0 end

-- Whether a card that is played to another one wins the trick.
local function wins(state, card, led)
  local suit = suit_of(card)
  if suit == suit_of(led) then return card > led end
  return suit == state.trumps
end

-- Completes a trick: `winner` leads next, and both draw a card, as long as there are any.
local function complete(state, winner)
  local stock, loser = state.stock, 3 - winner
  local count = #stock
  state.led, state.turn = 0, winner
  if count == 0 then
    state.tricks[winner] = state.tricks[winner] + 1
    return
  end
  local up = stock[count]
  state.hands[winner][state.size], state.known[winner][up] = up, true
  state.hands[loser][state.size], state.voids[loser] = stock[count - 1], 0
  stock[count], stock[count - 1] = nil, nil
end

function whist.make(state, card)
  local turn, led, voids = state.turn, state.led, state.voids
  local hand, first, second, place = state.hands[turn], voids[1], voids[2], 1
  while hand[place] ~= card do place = place + 1 end
  local last = #hand
  hand[place] = hand[last]
  hand[last] = nil
  if led == 0 then
    state.led, state.turn = card, 3 - turn
    return place, led, turn, first, second
  end
  local bit = 2 ^ suit_of(led)
  if suit_of(card) ~= suit_of(led) and floor(voids[turn] / bit) % 2 == 0 then voids[turn] = voids[turn] + bit end
  complete(state, wins(state, card, led) and turn or 3 - turn)
  return place, led, turn, first, second
end

function whist.unmake(state, card, place, led, turn, first, second)
  local hand, winner = state.hands[turn], state.turn
  if led > 0 and #hand == state.size then -- cards were drawn
    local hands, stock, size = state.hands, state.stock, state.size
    local up, count = hands[winner][size], #stock
    stock[count + 1], stock[count + 2] = hands[3 - winner][size], up
    hands[1][size], hands[2][size], state.known[winner][up] = nil, nil, nil
  elseif led > 0 then
    state.tricks[winner] = state.tricks[winner] - 1
  end
  state.led, state.turn, state.voids[1], state.voids[2] = led, turn, first, second
  local count = #hand + 1
  hand[count] = hand[place]
  hand[place] = card
end

function whist.result(state, me) return state.tricks[me] - state.tricks[3 - me] end

-- About how many tricks a hand wins.
local function strength(hand, trumps)
  local sum = 0
  for i = 1, #hand do
    local worth = suit_of(hand[i]) == trumps and TRUMP_WORTH or WORTH
    sum = sum + worth[rank_of(hand[i])]
  end
  return sum
end

function whist.evaluate(state, me)
  local hands = state.hands
  return whist.result(state, me) + strength(hands[me], state.trumps) - strength(hands[3 - me], state.trumps)
end

local function copy(list)
  local own = {}
  for key, value in pairs(list) do own[key] = value end
  return own
end

--- A state that is possible for all that a player knows: his own cards, those that were face up, and which suits the
-- other one did not follow. All other cards may be in the other hand or in the stock. They are sorted before they are
-- shuffled: so the same random numbers deal the same cards, whatever the true ones are.
function whist.deal(state, me, random)
  local dealt, other, unseen, hand = copy(state), 3 - me, {}, {}
  for _, field in ipairs {"hands", "known", "voids", "tricks"} do dealt[field] = copy(state[field]) end
  for who = 1, 2 do dealt.hands[who], dealt.known[who] = copy(state.hands[who]), copy(state.known[who]) end
  for _, card in ipairs(state.hands[other]) do
    local list = state.known[other][card] and hand or unseen
    list[#list + 1] = card
  end
  local stock, up, size = {}, #state.stock, #state.hands[other]
  for i = 1, up - 1 do unseen[#unseen + 1] = state.stock[i] end
  table.sort(hand)
  table.sort(unseen)
  shuffle(unseen, random)
  for _, card in ipairs(unseen) do
    local list = #hand < size and floor(state.voids[other] / 2 ^ suit_of(card)) % 2 == 0 and hand or stock
    list[#list + 1] = card
  end
  stock[#stock + 1] = state.stock[up]
  dealt.hands[other], dealt.stock = hand, stock
  return dealt
end

return whist
