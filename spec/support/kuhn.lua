--- Kuhn poker: three cards, of which each player has one; both have put in one chip, and may bet another one.
-- @module spec.support.kuhn
--
-- H. W. Kuhn, "A Simplified Two-Person Poker", Contributions to the Theory of Games 1 (1950), 97-103. The first player
-- loses 1/18 of a chip in the mean. With the middle card he checks; with the lowest he checks, or bets as a bluff in
-- one of three games at most; with the highest he may do either.

local kuhn = {}

local OVER = { pp = 0, bp = 1, pbp = -1, bb = 2, pbb = 2 }

function kuhn.player(state) return #state.line % 2 + 1 end
function kuhn.is_over(state) return OVER[state.line] ~= nil end
function kuhn.moves() return { "p", "b" } end -- to check or fold; to bet or call
function kuhn.play(state, move) return { cards = state.cards, line = state.line .. move } end

function kuhn.result(state, me)
  local value, is_higher = OVER[state.line], state.cards[1] > state.cards[2]
  if state.line == "pp" then value = 1 end
  if #state.line > 1 and (state.line == "pp" or value == 2) then value = is_higher and value or -value end
  return me == 1 and value or -value
end

function kuhn.deal(state, me, random)
  local other
  repeat other = random(3) until other ~= state.cards[me]
  return { cards = me == 1 and { state.cards[1], other } or { other, state.cards[2] }, line = state.line }
end

return kuhn
