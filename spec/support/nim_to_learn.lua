-- Nim with one heap, whose rules are a module.

local nim = {}

local LISTS = {[0] = {}, {1}, {1, 2}}

function nim.new() return {heap = 15, turn = 1} end
function nim.moves(state) return LISTS[state.heap] or {1, 2, 3} end
function nim.play(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end
function nim.player(state) return state.turn end
function nim.result(state, me) return state.turn == me and -1 or 1 end

-- An evaluation to begin with.
function nim.guess(state, me) return (state.heap % 4 == 0) == (state.turn == me) and -0.5 or 0.5 end

return nim
