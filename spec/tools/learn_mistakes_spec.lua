-- A mistake in the arguments or in the game ends learning with a message that names it; and so does a state in which
-- nothing can be used.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local learning = require "spec.support.learning"
local rules = require "spec.support.nim_to_learn"
local wrap = require "spec.support.wrap"

local learn, nim_with = alphabeta.learn, learning.nim_with
local nim, in_place = nim_with(), learning.tictactoe()

local function small(more) return wrap.replace(learning.small {games = 8}, more or {}) end

local OVER = "the game is over in its first state: "
local function moves_are(list) return nim_with {moves = function() return list end} end
local function features(number) return {features = function() return number end} end

-- The mistake, the game, the state, the options, and the message.
for _, row in ipairs {
  {"no player", nim_with {player = false}, nim.new, {}, "callback 'player': expected a function, got nil"},
  {"no result", nim_with {result = false}, nim.new, {},
    "callback 'result': expected a function, got nil; it tells what a finished game is worth"},
  {"no moves", nim_with {moves = false}, nim.new, {}, "callback 'moves': expected a function with 'make' and"},
  {"no state", nim, nil, {}, "argument 'state': expected a state, or a function that returns one, got nil"},
  {"a function without a state", nim, function() end, {},
    "argument 'state': expected a state, got nil from the function"},
  {"one state of a game in place", in_place, require "games.tictactoe".new(), {},
    "argument 'state': expected a function that returns a new state, since the game is played in place, got table"},
  {"no game", 5, nim.new, {}, "argument 'game': expected a game (a table of functions) or nil, got 5"},
  {"an unknown option", nim, nim.new, {game = 1}, "unknown option 'game' (valid: check, depth,"},
  {"no time", nim, nim.new, {time = 0}, "option 'time': expected a number of seconds greater than 0, got 0"},
  {"endless time", nim, nim.new, {time = math.huge}, "option 'time': expected a number of seconds greater than 0, got"},
  {"no depth", nim, nim.new, {depth = 11}, "option 'depth': expected an integer from 1 to 10, got 11"},
  {"no games", nim, nim.new, {games = 0}, "option 'games': expected an integer of 1 or more, got 0"},
  {"odd games", nim, nim.new, {match_games = 3}, "option 'match_games': expected an even integer of 2 or more, got 3"},
  {"names that are none", nim, nim.new, {ignore = {1}}, "option 'ignore': expected an array of names of fields"},
  {"progress that cannot be written to", nim, nim.new, {progress = 1}, "option 'progress': expected true, false or a"},
  {"nothing to use", nim, nim.new, {fields = false}, "option 'fields': false needs option 'features'"},
  {"one player", nim_with {player = function() return 1 end}, nim.new, {},
    "callback 'player': expected two players, got one only; games of one player are not learned"},
  {"three players", nim_with {player = function(state) return state.heap % 3 end}, nim.new, {},
    "callback 'player': expected one of two players, got a third one"},
  {"players that are tables", nim_with {player = function(state) return ({nim, rules})[state.turn] end}, nim.new, {},
    "callback 'player': expected a number, a string or a boolean, got table"},
  {"a result that is none", nim_with {result = function() return "won" end}, nim.new, {},
    "callback 'result': expected a number, got 'won'"},
  {"draws only", nim_with {result = function() return 0 end}, nim.new, {},
    "callback 'result': expected won games among 60 random ones, got draws only"},
  {"games without end", nim_with {play = function(state) return {heap = state.heap, turn = 3 - state.turn} end},
    nim.new, {max_plies = 40}, "no random game has ended within 40 plies (option 'max_plies')"},
  {"over, by 0", nim_with {is_over = function() return 0 end}, nim.new, {},
    OVER .. "`is_over` returned 0, which is true in Lua"},
  {"over, by true", nim_with {is_over = function() return true end}, nim.new, {}, OVER .. "`is_over` returned true"},
  {"over, by nil", nim_with {moves = function(state) return state.heaps and {1} end}, nim.new, {},
    OVER .. "`moves` returned nil"},
  {"over, by no move", moves_are {}, nim.new, {}, OVER .. "`moves` returned an empty table"},
  {"over, by a count", nim_with {moves = function() return 0 end}, nim.new, {}, OVER .. "`moves` returned 0"},
  {"an array filled from index 0", nim_with {moves = function(_, list) list[0] = 1 return 0 end}, nim.new, {},
    "game 1, ply 1, callback 'moves': expected the first entry at index 1, got one at index 0: fill the array from "},
  {"over, by an iterator", nim_with {moves = function() return function() end end}, nim.new, {},
    OVER .. "`moves` returned an iterator without a move"},
  {"features that fail", nim, nim.new, {features = function() error "broken" end},
    "game 1, ply 1, option 'features': "},
  {"features that are no numbers", nim, nim.new, features {}, "option 'features': expected numbers, got table as"},
  {"no features", nim, nim.new, {features = function() end},
    "option 'features': expected at least one number, got none"},
  {"too large a feature", nim, nim.new, features(1e200),
    "option 'features': expected numbers from -1e100 to 1e100, got 1e+200 as result 1"},
  {"an infinite feature", nim, nim.new, {features = function(state) return 1, state.heap == 3 and -math.huge or 0 end},
    "option 'features': expected numbers from -1e100 to 1e100, got -inf as result 2"},
  {"more features than before", nim, nim.new, {features = function(state) return 1, state.heap < 9 and 1 or nil end},
    "option 'features': expected 1 numbers, as the first time, got 2"},
  {"defects", nim_with {result = function(state) state.heap = state.heap + 1 return 1 end}, nim.new, {check = true},
    "the game has defects (option 'check' = false learns nevertheless):\nalphabeta.check: "},
  {"an error of the game", nim_with {play = function(state, take)
    if state.heap < 6 then error "broken" end
    return rules.play(state, take)
  end}, nim.new, {}, "game 1, ply "},
} do
  it("Learning says what is wrong with " .. row[1], function()
    local message = failure(learn, row[2], row[3], small(row[4]))
    assert.equal("alphabeta.learn: ", message:sub(1, 17))
    assert.is_truthy(message:find(row[5], 1, true), message)
  end)
end

-- The game of nim, whose states `decorate` changes; it gets the state before, too.
local function decorated(decorate)
  local game = nim_with {play = function(state, take)
    local after = rules.play(state, take)
    decorate(after, state, take)
    return after
  end}
  return game, function()
    local state = rules.new()
    decorate(state)
    return state
  end
end

describe("A state in which nothing can be used", function()
  it("is told with what was left out, and with what to do", function()
    local game, new = decorated(function(state, before, take)
      state.odd, state.taken, state.text = print, {}, "heap " .. state.heap .. (before and before.text or "")
      for i, group in ipairs(before and before.taken or {}) do state.taken[i] = group end
      if take then state.taken[#state.taken + 1] = {count = take} end
    end)
    assert.equal([[
alphabeta.learn: there is nothing in the state that can be used: give option 'features'
  odd was left out, function
  taken[*].count was left out, a list of tables that grows with the moves; ]] .. [[
a list of pieces: keep a board beside it, an array of cells
  text was left out, too many different values; a board in one string: keep it as an array of cells, too]],
      message_of(learn, game, new, small {ignore = {"heap"}}))
  end)

  it("is told in the report, too, if something else can be used", function()
    local game, new = decorated(function(state, before) state.text = (before and before.text or "") .. state.heap end)
    local text = tostring(learn(game, new, small()))
    assert.is_truthy(text:find("\nleft out: text: too many different values; turn: whose turn it is\n", 1, true), text)
    assert.is_truthy(text:find("\n  text was left out, too many different values; a board in one string: ", 1, true))
  end)

  it("may be a number: its features are learned", function()
    local game = {
      moves = function(state) return rules.moves {heap = math.floor(state / 2)} end,
      play = function(state, take) return state - 2 * take + (state % 2 == 0 and 1 or -1) end,
      player = function(state) return state % 2 + 1 end,
      result = function(state, me) return state % 2 + 1 == me and -1 or 1 end,
    }
    assert.is_truthy(message_of(learn, game, 30, small()):find("nothing in the state that can be used", 1, true))
    local learned = learn(game, 30, small {features = function(state) return math.floor(state / 2) % 4 end})
    assert.is_number(learned.evaluate(17, 1))
  end)
end)

it("A learned evaluation is saved as a file that returns it; a wrong path is an error", function()
  local learned, path = learn(nim, nim.new, small()), os.tmpname()
  learned:save(path)
  local evaluate = dofile(path)
  os.remove(path)
  for heap = 1, 15 do
    local state = {heap = heap, turn = 2}
    assert.equal(learned.evaluate(state, 1), evaluate(state, 1))
  end
  assert.equal("learned:save: argument 'path': expected a string, got 1", message_of(learned.save, learned, 1))
  assert.equal("learned:save: argument 'path': expected a string without a zero byte", -- the system would end it there
    message_of(learned.save, learned, "a\0b"))
  assert.is_truthy(failure(learned.save, learned, "no/such/folder/x.lua"):find("learned:save: ", 1, true))
end)
