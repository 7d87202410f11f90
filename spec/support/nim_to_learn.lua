-- Nim with one heap, whose rules are a module: helpers of `alphabeta.learn` find them by its name.

local nim = {}

local LISTS = {[0] = {}, {1}, {1, 2}}

function nim.new() return {heap = 15, turn = 1} end
function nim.moves(state) return LISTS[state.heap] or {1, 2, 3} end
function nim.play(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end
function nim.player(state) return state.turn end
function nim.result(state, me) return state.turn == me and -1 or 1 end

-- Numbers of one's own, and an evaluation to begin with.
function nim.remainder(state) return state.heap % 4, state.heap / 7 end
function nim.guess(state, me) return (state.heap % 4 == 0) == (state.turn == me) and -0.5 or 0.5 end
function nim.broken() error "broken" end

return nim
