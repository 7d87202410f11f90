-- Games for matches: nim in each style and with variants, with players whose turn `player` tells.

local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local after, takes, turn, worth = small_games.after, small_games.takes, small_games.turn, small_games.worth

-- Nim in each style, and other ways to describe it.
local NIM = wrap.replace(small_games.NIM, {
  ["drawn one by one"] = {player = turn, evaluate = worth, play = after, moves = function(state)
    local take = 0
    return function()
      take = take + 1
      return take <= math.min(3, state.heap) and take or nil
    end
  end},
})

-- Without `player`.
NIM.mute = {moves = takes, play = after, evaluate = function(state) return state.heap == 0 and -1 or 0 end}

-- Whoever takes two moves again.
NIM.again = {player = turn, evaluate = worth, moves = takes, play = function(state, take)
  return {heap = state.heap - take, turn = take == 2 and state.turn or 3 - state.turn}
end}

-- Before each move a coin with sides of probability 0.75 and 0.25 is thrown: it takes 0 or 1.
local TOSS = {player = turn, evaluate = worth, moves = takes,
  chances = function(state)
    if state.thrown or state.heap == 0 then return nil end
    return {{probability = 0.75, outcome = 0}, {probability = 0, outcome = -1}, {probability = 0.25, outcome = 1}}
  end,
  play = function(state, take)
    return {heap = state.heap - take, turn = state.thrown and 3 - state.turn or state.turn, thrown = not state.thrown}
  end,
}

-- A function that makes a heap of `n`, with player `first` to move.
local function heap_of(n, first)
  return function() return {heap = n, turn = first or 1} end
end

return {NIM = NIM, TOSS = TOSS, heap_of = heap_of, after = after, takes = takes, turn = turn, worth = worth}
