-- Matches: who plays what when, what is counted, what is random, and what goes wrong.

local alphabeta = require "alphabeta"
local elo = require "alphabeta.elo"
local failure = require "spec.support.failure"
local kalah = require "games.kalah"
local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"
local switches = require "spec.support.switches"
local wrap = require "spec.support.wrap"

local match = alphabeta.match

-- Games ------------------------------------------------------------------------------------------------------------

-- A game of one move: the player to move chooses the result.
local say = {
  player = function(state) return state.turn end,
  moves = function(state) return not state.said and {"win", "draw", "loss"} or nil end,
  play = function(state, word) return {turn = 3 - state.turn, said = word} end,
  evaluate = function(state, me)
    local value = state.said == "win" and 1 or state.said == "loss" and -1 or 0
    return state.turn == me and -value or value
  end,
}

local OPPOSITE = {win = "loss", draw = "draw", loss = "win"}
local WORDS = {W = "win", D = "draw", L = "loss"}

-- Two players who see to it that the first of them gets the results of a script: "W", "D" and "L", again and again.
local function scripted(script)
  local n = 0
  local function next_word()
    n = n % #script + 1
    return WORDS[script:sub(n, n)]
  end
  return next_word, function() return OPPOSITE[next_word()] end
end

-- Plays a match of scripted results.
local function play_script(script, options)
  options = options or {}
  options.game, options.state = say, {turn = 1}
  options.games = options.games or #script
  local a, b = scripted(script)
  return match(a, b, options)
end

-- Nim with one heap, in each style; a state is a table with `heap` and `turn`.
local after, takes, turn, worth = small_games.after, small_games.takes, small_games.turn, small_games.worth
local NIM = wrap.replace(small_games.NIM, {
  ["drawn one by one"] = {
    player = turn, evaluate = worth, play = after,
    moves = function(state)
      local take = 0
      return function()
        take = take + 1
        return take <= math.min(3, state.heap) and take or nil
      end
    end,
  },
})

local function heap_of(n)
  return function() return {heap = n, turn = 1} end
end

-- A game with chance nodes: a die of three sides with different probabilities says how much is added to a heap before
-- each move. Who first moves when it holds 12 or more has won.
local DIE = {{probability = 0.5, outcome = 1}, {probability = 0.3, outcome = 2}, {probability = 0.2, outcome = 3}}

local function dice(style)
  local function outcomes(state)
    if state.is_thrown then return nil end
    local list = {}
    for i, entry in ipairs(DIE) do
      local outcome = entry.outcome
      if style == "children" then outcome = {sum = state.sum + outcome, turn = state.turn, is_thrown = true} end
      list[i] = {probability = entry.probability, outcome = outcome}
    end
    list[#list + 1] = {probability = 0, outcome = "never"}
    return list
  end
  local function step(state, move)
    if state.is_thrown then return {sum = state.sum + move, turn = 3 - state.turn, is_thrown = false} end
    return {sum = state.sum + move, turn = state.turn, is_thrown = true}
  end
  local game = {
    chances = outcomes, player = turn,
    is_over = function(state) return state.sum >= 12 end,
    evaluate = function(state, me)
      if state.sum < 12 then return 0 end
      return state.turn == me and 1 or -1
    end,
  }
  if style == "children" then
    game.children = function(state) return {step(state, 0), step(state, 1)} end
  else
    game.moves = function() return {0, 1} end
  end
  if style == "copying" then
    game.play = step
  elseif style == "in place" then
    game.make = function(state, move)
      local before = {sum = state.sum, turn = state.turn, is_thrown = state.is_thrown}
      for name, value in pairs(step(state, move)) do state[name] = value end
      return before
    end
    game.unmake = function(state, _, before)
      for name, value in pairs(before) do state[name] = value end
    end
  end
  return game
end

local function new_dice() return {sum = 0, turn = 1, is_thrown = false} end

-- Players ----------------------------------------------------------------------------------------------------------

-- A player who chooses at random.
local function at_random(game)
  return function(state, random)
    local list = (game.moves or game.children)(state)
    if type(list) == "function" then
      local drawn = {}
      for move in list do drawn[#drawn + 1] = move end
      list = drawn
    end
    return list[1 + math.floor(random() * #list)]
  end
end

-- A player who takes what comes first.
local function first_of(game)
  return function(state) return (game.moves or game.children)(state)[1] end
end

-- The games of a match, as they are handed to `on_game`; then the report.
local function games_of(a, b, options)
  local games = {}
  options.on_game = function(game) games[#games + 1] = game end
  return games, match(a, b, options)
end

-- The same of a match of nim between two players who take what comes first.
local function firsts(options)
  options.game = NIM.copying
  return games_of(first_of(NIM.copying), first_of(NIM.copying), options)
end

-- The moves of a game of numbers or words, as one text.
local function line(game) return table.concat(game.moves, " ") end

-- ------------------------------------------------------------------------------------------------------------------

describe("A match", function()
  it("counts wins, draws and losses, and who moved first", function()
    local report = play_script "WWLDWLDDWL"
    assert.equal(10, report.games)
    assert.same({4, 3, 3}, {report.wins, report.draws, report.losses})
    assert.equal(0.55, report.score)
    assert.same({games = 5, wins = 3, draws = 1, losses = 1}, report.first)
    assert.same({games = 5, wins = 1, draws = 2, losses = 2}, report.second)
    assert.same({0, 1, 3, 0, 1}, report.pairs)
    assert.equal("games", report.reason)
    assert.equal(10, report.plies)
    assert.equal(0, report.unfinished)
  end)

  it("reports the results of the pairs", function()
    local report = play_script("WWLDWLDDWLLLDW")
    local expected = elo.estimate(report.pairs)
    for name, value in pairs(expected) do assert.is_true(math.abs(report[name] - value) < 1e-9, name) end
  end)

  it("is also what alphabeta.match is when it is required", function()
    assert.equal(match, require "alphabeta.match")
  end)

  it("lets each player move first in one game of every pair", function()
    local order = {}
    for i, game in ipairs((firsts {state = heap_of(5), games = 6})) do
      assert.equal(i, game.number)
      order[i] = game.first
    end
    assert.equal("ababab", table.concat(order))
  end)

  -- Who has taken two moves again.
  it("asks a player twice in a row where the game says so", function()
    local again = {
      player = turn, evaluate = worth, moves = takes,
      play = function(state, take)
        return {heap = state.heap - take, turn = take == 2 and state.turn or 3 - state.turn}
      end,
    }
    local asked = {}
    local function player(name, most)
      return function(state)
        asked[#asked + 1] = name
        return math.min(state.heap, most)
      end
    end
    match(player("a", 2), player("b", 1), {game = again, state = heap_of(5), games = 2})
    assert.equal("aaa" .. "baa", table.concat(asked))
  end)

  it("takes turns where the game has no player", function()
    local game = {moves = takes, play = after}
    local asked = {}
    local function player(name)
      return function()
        asked[#asked + 1] = name
        return 1
      end
    end
    local report = match(player "a", player "b", {
      game = game, state = heap_of(3), games = 2, openings = {{1}},
      score = function() return 1 end, -- good for the first player
    })
    assert.equal("ba" .. "ab", table.concat(asked))
    assert.same({1, 1}, {report.first.wins, report.second.losses})
  end)

  for style, game in pairs(NIM) do
    it("plays games of any style: " .. style, function()
      local options = {game = game, state = heap_of(9), games = 20, random_plies = 2, seed = 5}
      local ai = alphabeta.new(game, {depth = 10})
      local report = match(ai, at_random(game), options)
      assert.equal(20, report.games)
      assert.is_true(report.wins > 12)
      local reference = match(alphabeta.new(NIM.copying, {depth = 10}), at_random(NIM.copying),
        {game = NIM.copying, state = heap_of(9), games = 20, random_plies = 2, seed = 5})
      assert.equal(tostring(reference), tostring(report))
      assert.equal(reference.plies, report.plies)
    end)
  end

  it("plays by the methods of the states where there is no game", function()
    local meta = {__index = setmetatable({}, {__index = NIM["in place"]})}
    local function new() return setmetatable({heap = 9, turn = 1}, meta) end
    local report = match(alphabeta.new(nil, {depth = 9}), at_random(NIM.copying), {state = new, games = 10})
    local same = match(alphabeta.new(NIM["in place"], {depth = 9}), at_random(NIM.copying),
      {game = NIM["in place"], state = heap_of(9), games = 10})
    assert.same(same.pairs, report.pairs)
  end)

  it("takes a move for another that has the same content", function()
    local game = {
      player = turn, evaluate = worth,
      moves = function(state)
        local list = {}
        for _, take in ipairs(takes(state)) do list[#list + 1] = {take = take, why = {"because"}} end
        return list
      end,
      play = function(state, move) return after(state, move.take) end,
    }
    local function player() return {take = 1, why = {"because"}} end
    assert.equal(6, match(player, player, {game = game, state = heap_of(3), games = 2}).plies)
    for text, other in pairs {
      ['{take = 1, why = {"for fun"}}; the closest one is {take = 1, why = {"because"}}, which differs in why[1]: '
        .. '"for fun" here, "because" there'] = {take = 1, why = {"for fun"}},
      ['{take = 2}; the closest one is {take = 2, why = {"because"}}, which differs in why: nil here, '
        .. '{"because"} there'] = {take = 2},
      ['{again = 1, take = 1, why = {"because"}}; the closest one is {take = 1, why = {"because"}}, which differs in '
        .. "again: 1 here, nil there"] = {take = 1, why = {"because"}, again = 1},
      ['{take = 1, why = "because"}; the closest one is {take = 1, why = {"because"}}, which differs in why: "because" '
        .. 'here, {"because"} there'] = {take = 1, why = "because"},
    } do
      local message = message_of(match, player, function() return other end,
        {game = game, state = heap_of(3), games = 2})
      assert.is_truthy(message:find("expected one of the moves of the game, got " .. text, 1, true), message)
    end
  end)

  it("takes states that refer to one another for children, too", function()
    local game = {
      player = turn, evaluate = worth,
      children = function(state)
        local list = {}
        for i, take in ipairs(takes(state)) do
          list[i] = after(state, take)
          list[i].parent, list[i].self = state, list[i]
        end
        return list
      end,
    }
    local ai = alphabeta.new(game, {depth = 3})
    assert.equal(2, match(ai, first_of(game), {game = game, state = heap_of(4), games = 2}).games)
  end)

  it("never plays two games on one state", function()
    local states = {}
    local function new()
      local state = {heap = 4, turn = 1}
      states[#states + 1] = state
      return state
    end
    local games = games_of(at_random(NIM.copying), at_random(NIM.copying),
      {game = NIM["in place"], state = new, games = 6})
    assert.equal(6, #states)
    for i, game in ipairs(games) do
      assert.equal(states[i], game.state)
      assert.equal(0, game.state.heap)
    end
  end)

  it("plays copying games from a state that stays as it is", function()
    local state = {heap = 6, turn = 1}
    match(first_of(NIM.copying), at_random(NIM.copying), {game = NIM.copying, state = state, games = 4})
    assert.same({heap = 6, turn = 1}, state)
    local heap = {
      moves = function(n) return n > 0 and {1, 2} or nil end,
      play = function(n, take) return n - take end,
      evaluate = function() return -1 end,
    }
    assert.equal(8, match(first_of(heap), first_of(heap), {game = heap, state = 4, games = 2, view = "mover"}).plies)
  end)

  it("hands the limits to the searchers, and each its own", function()
    local seen = {}
    local function player(name)
      return {search = function(self, state, limits)
        seen[#seen + 1] = {self.name, limits}
        return state.heap > 0 and 1 or nil, 0, {}
      end, name = name}
    end
    local a, b = player "a", player "b"
    match(a, b, {game = NIM.copying, state = heap_of(1), games = 2, limits = 7})
    match(a, b, {game = NIM.copying, state = heap_of(1), games = 2, limits = 7, limits_b = {nodes = 3}})
    match(a, b, {game = NIM.copying, state = heap_of(1), games = 2, limits_a = 1})
    assert.same({{"a", 7}, {"b", 7}, {"a", 7}, {"b", {nodes = 3}}, {"a", 1}, {"b"}}, seen)
  end)

  it("clears searchers before each game, unless clear is false", function()
    local cleared = 0
    local ai = {
      search = function() return 1 end,
      clear = function() cleared = cleared + 1 end,
    }
    local options = {game = NIM.copying, state = heap_of(2), games = 6}
    match(ai, first_of(NIM.copying), options)
    assert.equal(6, cleared)
    match(ai, ai, options)
    assert.equal(12, cleared)
    options.clear = false
    match(ai, ai, options)
    assert.equal(12, cleared)
  end)

  it("finds that two searchers which are alike are alike", function()
    local report = match(alphabeta.new(kalah, {depth = 2}), alphabeta.new(kalah, {depth = 2}),
      {game = kalah, state = kalah.new, games = 40, random_plies = 4})
    assert.same({0, 0, 20, 0, 0}, report.pairs)
    assert.equal(0, report.elo)
  end)

  it("can be played in a coroutine, by searchers that think in slices", function()
    local game = {}
    for name, callback in pairs(NIM["in place"]) do game[name] = callback end
    local ai = alphabeta.new(game, {depth = 8, slice = 1e-9})
    local thread = coroutine.create(match)
    local yields = -1
    local ok, report = true, nil
    while coroutine.status(thread) ~= "dead" do
      yields = yields + 1
      ok, report = coroutine.resume(thread, ai, at_random(game), {game = game, state = heap_of(9), games = 2})
    end
    if _VERSION == "Lua 5.1" and not rawget(_G, "jit") then
      assert.is_false(ok)
      assert.is_truthy(report:find("attempt to yield across", 1, true))
    else
      assert.is_true(ok, report)
      assert.equal(2, report.games)
      assert.is_true(yields > 10)
    end
  end)
end)

describe("Who has won", function()
  local function winner(options)
    options.games, options.state = 2, options.state or heap_of(2)
    local games = games_of(function() return 1 end, function() return 1 end, options)
    return (games[1].winner or "-") .. (games[2].winner or "-")
  end

  -- Of two matches, the second player takes the last one.
  it("is found by evaluate, which is good for the player it is given", function()
    assert.equal("ba", winner {game = NIM.copying})
  end)

  it("is found by an evaluate that is good for whose turn it is", function()
    local game = {moves = takes, play = after, evaluate = function(state) return state.heap == 0 and -1 or 0 end}
    assert.equal("ba", winner {game = game, view = "mover"})
    game.player = turn
    assert.equal("ba", winner {game = game, view = "mover"})
    -- A player who has taken moves again.
    game.play = function(state, take) return {heap = state.heap - take, turn = state.turn} end
    assert.equal("ba", winner {game = game, view = "mover"})
  end)

  it("is found by the game of the searchers, where none is given", function()
    local game = setmetatable({win = 10}, {__index = NIM.copying})
    local a, b = alphabeta.new(game, {depth = 3}), alphabeta.new(game, {depth = 1})
    local report = alphabeta.match(a, b, {state = heap_of(7), games = 4, win = 10})
    assert.equal(4, report.wins + report.losses)
    assert.equal("alphabeta.match: option 'win': expected 10, as for player a, got 11",
      message_of(alphabeta.match, a, b, {state = heap_of(7), games = 2, win = 11}):match "[^\n]*")
    assert.equal(2, alphabeta.match(a, function() return 1 end, {state = heap_of(3), games = 2}).games)
  end)

  it("is found by score instead, where there is one", function()
    assert.equal("ab", winner {game = NIM.copying, score = function(state, me) return -worth(state, me) end})
    assert.equal("--", winner {game = NIM.copying, score = function() return 0 end})
    assert.equal("ab", winner {game = NIM.copying, score = function(state) return worth(state, state.turn) end,
      view = "mover", state = heap_of(4), openings = {{2}}})
  end)

  it("is asked with the player whose turn was first", function()
    local asked = {}
    winner {game = NIM.copying, state = function() return {heap = 2, turn = 2} end, score = function(_, me)
      asked[#asked + 1] = me
      return 0
    end}
    assert.same({2, 2}, asked)
  end)

  it("may be infinitely sure", function()
    assert.equal("ab", winner {game = NIM.copying, score = function() return math.huge end})
    assert.equal("ba", winner {game = NIM.copying, score = function() return -math.huge end})
  end)

  it("is nobody after max_plies", function()
    local asked = 0
    local game = {
      player = turn, moves = function() return {"on"} end,
      play = function(state) return {turn = 3 - state.turn} end,
      evaluate = function() asked = asked + 1 return 1 end,
    }
    local games, report = games_of(first_of(game), first_of(game),
      {game = game, state = {turn = 1}, games = 2, max_plies = 7})
    assert.same({7, "max_plies", 7, "max_plies"}, {games[1].plies, games[1].reason, games[2].plies, games[2].reason})
    assert.same({2, 2, 0}, {report.draws, report.unfinished, asked})
    assert.is_truthy(tostring(report):find("2 of the draws by max_plies", 1, true))
    assert.equal(2000, match(first_of(game), first_of(game), {game = game, state = {turn = 1}, games = 2}).plies)
  end)

  it("is somebody when the game ends with the last ply that is allowed", function()
    local games, report = firsts {state = heap_of(4), games = 2, max_plies = 4}
    assert.same({"over", 0}, {games[1].reason, report.unfinished})
  end)
end)

describe("Openings", function()
  it("that are lists of moves are each played with both colours", function()
    local games, report = firsts {state = heap_of(7), openings = {{1, 2}, {3}, {}}}
    local lines = {}
    for i, game in ipairs(games) do lines[i] = game.first .. game.opening .. ": " .. line(game) end
    assert.same({
      "a1: 1 2 1 1 1 1", "b1: 1 2 1 1 1 1", "a2: 3 1 1 1 1", "b2: 3 1 1 1 1", "a3: 1 1 1 1 1 1 1", "b3: 1 1 1 1 1 1 1",
    }, lines)
    assert.same({2, 1, 0}, {games[1].opening_plies, games[3].opening_plies, games[5].opening_plies})
    assert.equal(0, report.repeated)
  end)

  it("that are functions are states to start from", function()
    local games = firsts {openings = {heap_of(1), heap_of(3)}}
    assert.same({"1", "1", "1 1 1", "1 1 1"}, {line(games[1]), line(games[2]), line(games[3]), line(games[4])})
  end)

  it("come round again when there are more games, which is reported", function()
    local games, report = firsts {openings = {heap_of(1), heap_of(3)}, games = 10}
    local order = {}
    for i, game in ipairs(games) do order[i] = game.opening end
    assert.equal("1122112211", table.concat(order))
    assert.equal(3, report.repeated)
    assert.is_truthy(tostring(report):find("3 of 5 pairs repeat an opening", 1, true))
  end)

  it("are random, the same for both games of a pair, and none twice while there are others", function()
    local games, report = firsts {state = heap_of(20), games = 40, random_plies = 3}
    local seen, count = {}, 0
    for i = 1, 40, 2 do
      local opening = line(games[i]):sub(1, 5)
      assert.equal(opening, line(games[i + 1]):sub(1, 5))
      if not seen[opening] then count = count + 1 end
      seen[opening] = true
      assert.equal(3, games[i].opening_plies)
    end
    assert.equal(20, count) -- of 27
    assert.equal(0, report.repeated)
  end)

  it("are used twice when there are no others", function()
    local _, report = firsts {state = heap_of(20), games = 20, random_plies = 1}
    assert.equal(7, report.repeated)
  end)

  it("go on at random from those that are given", function()
    local games = firsts {state = heap_of(20), openings = {{1, 1}, {2}}, random_plies = 2, games = 12}
    local lines = {}
    for i = 1, 12, 2 do
      assert.equal(line(games[i]), line(games[i + 1]))
      assert.is_truthy(line(games[i]):find(games[i].opening == 1 and "^1 1 " or "^2 "))
      assert.is_nil(lines[line(games[i]):sub(1, 2 * games[i].opening_plies)])
      lines[line(games[i]):sub(1, 2 * games[i].opening_plies)] = true
    end
  end)

  it("do not end the game", function()
    local games = firsts {state = heap_of(4), games = 20, random_plies = 3}
    for _, game in ipairs(games) do assert.equal("1 1 1 1", line(game)) end
    assert.equal("alphabeta.match: game 1, option 'random_plies': 100 games in a row were over within 4 plies",
      message_of(match, first_of(NIM.copying), first_of(NIM.copying),
        {game = NIM.copying, state = heap_of(4), games = 2, random_plies = 4}))
  end)

  it("may be played in place", function()
    local function play(style)
      local game = NIM[style]
      local games = games_of(at_random(game), at_random(game),
        {game = game, state = heap_of(12), openings = {{2}, {3, 1}}, random_plies = 2, games = 8})
      local lines = {}
      for i, played in ipairs(games) do lines[i] = line(played) end
      return lines
    end
    assert.same(play "copying", play "in place")
  end)
end)

describe("A seed", function()
  local function play(seed, a, b, games)
    local lines = {}
    for i, game in ipairs((games_of(a or at_random(NIM.copying), b or at_random(NIM.copying),
        {game = NIM.copying, state = heap_of(30), games = games or 6, random_plies = 3, seed = seed}))) do
      lines[i] = line(game)
    end
    return lines
  end

  it("gives the same match again", function()
    assert.same(play(1), play(1))
    assert.same(play(0), play(nil))
    assert.are_not.same(play(1), play(2))
    assert.are_not.same(play(2), play(-2))
  end)

  it("gives the same match on every Lua", function()
    assert.equal("3 2 2 2 2 1 3 1 1 1 2 1 3 3 1 1 1 | 3 2 2 3 3 1 1 2 1 2 3 1 3 1 2",
      table.concat(play(12345, nil, nil, 2), " | "))
  end)

  it("may be any integer", function()
    for _, seed in ipairs {-1, 2 ^ 40 + 1, -2 ^ 52, 4294967087} do
      assert.equal(6, #play(seed))
      assert.are_not.same(play(seed), play(0))
    end
  end)

  it("gives openings that do not depend on the players", function()
    local one, other = play(9), play(9, first_of(NIM.copying))
    for i = 1, 6 do assert.equal(one[i]:sub(1, 5), other[i]:sub(1, 5)) end
  end)

  it("gives each player numbers that do not depend on the other", function()
    local function numbers(wasteful)
      local list = {}
      local function listener(state, random)
        list[#list + 1] = random()
        return math.min(state.heap, 3)
      end
      local function other(state, random)
        if wasteful then random() end
        return math.min(state.heap, 3)
      end
      play(4, listener, other)
      return list
    end
    assert.same(numbers(false), numbers(true))
  end)

  it("gives numbers from 0 up to 1, evenly spread, and different in every game", function()
    local counts, first, n = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {}, 0
    local function listener(state, random)
      for i = 1, 50 do
        local number = random()
        assert.is_true(number >= 0 and number < 1)
        if i == 1 then
          assert.is_nil(first[number])
          first[number] = true
        end
        local tenth = 1 + math.floor(10 * number)
        counts[tenth], n = counts[tenth] + 1, n + 1
      end
      return math.min(state.heap, 3)
    end
    play(6, listener, listener, 20)
    local chi_squared = 0
    for _, count in ipairs(counts) do chi_squared = chi_squared + (count - n / 10) ^ 2 / (n / 10) end
    assert.is_true(chi_squared < 27.9, tostring(chi_squared)) -- one in a thousand
  end)
end)

describe("A chance node", function()
  for _, style in ipairs {"in place", "copying", "children"} do
    it("has outcomes by their probabilities, " .. style, function()
      local game = dice(style)
      local counts, throws = {0, 0, 0}, 0
      local function player(state)
        assert.is_true(state.is_thrown)
        return (game.moves or game.children)(state)[1]
      end
      local games = games_of(player, player, {game = game, state = new_dice, games = 160})
      for i = 1, 160, 2 do -- the other game of the pair has the same random outcomes
        local sum = 0
        for place = 1, #games[i].moves, 2 do
          local outcome = games[i].moves[place]
          if style == "children" then outcome, sum = outcome.sum - sum, outcome.sum end
          counts[outcome], throws = counts[outcome] + 1, throws + 1
        end
      end
      for i, entry in ipairs(DIE) do
        local expected = entry.probability * throws
        assert.is_true(math.abs(counts[i] - expected) < 4 * math.sqrt(expected),
          ("%d: %d of %d"):format(i, counts[i], throws))
      end
    end)
  end

  it("is the same in both games of a pair, and another one in the next", function()
    local game = dice "copying"
    local games = games_of(first_of(game), first_of(game), {game = game, state = new_dice, games = 20})
    local lines, count = {}, 0
    for i = 1, 20, 2 do
      assert.equal(line(games[i]), line(games[i + 1]))
      if not lines[line(games[i])] then count = count + 1 end
      lines[line(games[i])] = true
    end
    assert.is_true(count > 5)
  end)

  it("makes new games of an opening that was there before", function()
    local game = dice "copying"
    local report = match(first_of(game), first_of(game), {game = game, state = new_dice, games = 20})
    assert.equal(0, report.repeated)
  end)

  it("gives the same match in every style", function()
    local reports = {}
    for i, style in ipairs {"in place", "copying", "children"} do
      local game = dice(style)
      reports[i] = match(at_random(game), first_of(game), {game = game, state = new_dice, games = 40, random_plies = 1})
    end
    assert.same(reports[1], reports[2])
    assert.same(reports[1], reports[3])
    assert.is_true(reports[1].wins > 0 and reports[1].losses > 0)
  end)

  it("may begin, without having the first turn", function()
    local game = dice "copying"
    game.player = function(state) return state.is_thrown and state.turn or "chance" end
    local report = match(first_of(game), first_of(game), {
      game = game, state = new_dice, games = 10,
      score = function(state, me)
        assert.equal(1, me)
        return state.turn == me and 1 or -1
      end,
    })
    assert.equal(10, report.games)
  end)

  it("passes the turn on where the game has no player", function()
    local game = dice "copying"
    game.player = nil
    local asked = {}
    local function player(name)
      return function()
        asked[#asked + 1] = name
        return 1
      end
    end
    match(player "a", player "b", {game = game, state = new_dice, games = 2, view = "mover", seed = 1})
    assert.is_truthy(table.concat(asked):find("^abab?a?b?a?b?a?baba?b?a?b?a?b?$"))
  end)
end)

describe("Positions that come up again in a match", function()
  local function flip() return "flip" end

  -- The moves of player 1, a searcher, against one that flips its switch in each turn.
  local function play(options)
    local moves = {}
    local report = match(alphabeta.new(options.game or switches.in_place, options.given), flip, wrap.replace({
      state = switches.new, games = 2, max_plies = 13, score = function() return 0 end, limits = 3,
      game = switches.in_place, -- player 1 moves first in the first game
      on_game = function(game)
        if game.first == "a" then
          for i = 1, #game.moves, 2 do moves[#moves + 1] = game.moves[i] end
        end
      end,
    }, options.match or {}))
    assert.equal(2, report.games)
    return table.concat(moves, " ")
  end

  local zobrist = alphabeta.zobrist(64)
  local keyed = wrap.replace(switches.in_place, {hash = switches.hash})
  local cases = {
    ["a game without keys"] = {},
    ["a game with keys"] = {game = keyed, match = {game = keyed}},
    ["a game with Zobrist keys, of which copies are kept"] = (function()
      local game = wrap.replace(switches.in_place, {
        hash = function(state) return zobrist:set(switches.hash(state)) end,
      })
      return {game = game, match = {game = game}}
    end)(),
    ["a game that copies states"] = {game = switches.copying, match = {game = switches.copying}},
    ["limits that are a table"] = {match = {limits = {depth = 3}}},
    ["the option of a searcher"] = {game = switches.unscored, given = {repetition = 0}},
  }
  for name, options in pairs(cases) do
    it("are known to a searcher that gives them a value: " .. name, function()
      assert.equal("flip go flip go flip go flip", play(options))
    end)
  end

  it("are all the same where they have none", function()
    assert.equal("flip flip flip flip flip flip flip", play {game = switches.unscored})
  end)

  it("are not given to players of another kind", function()
    local given = {}
    local player = {search = function(_, _, limits)
      given[#given + 1] = limits
      return "flip"
    end}
    local limits = {depth = 3}
    match(alphabeta.new(switches.in_place, {depth = 3}), player, {
      state = switches.new, games = 2, max_plies = 4, limits_b = limits,
    })
    assert.is_true(#given > 0)
    for _, one in ipairs(given) do assert.equal(limits, one) end
    assert.same({depth = 3}, limits)
  end)

  it("have a key each, or the search says so", function()
    for _, hash in ipairs {function() end, function() error("on purpose", 0) end} do
      local game = wrap.replace(switches.in_place, {hash = hash})
      local message = message_of(match, alphabeta.new(game, {depth = 3}), flip, {state = switches.new, games = 2})
      assert.matches("game 1, ply 1, player a: .*callback 'hash'", message)
    end
  end)
end)

describe("A match with a sequential test", function()
  local TEST = {elo0 = 0, elo1 = 100}

  it("ends as soon as the first player is better", function()
    local report = play_script("WWWLWW", {games = 1000, sprt = TEST})
    assert.same({"sprt", "H1"}, {report.reason, report.sprt.verdict})
    assert.is_true(report.sprt.llr >= report.sprt.upper)
    assert.is_true(report.games < 100)
    -- One pair less, and it was not decided.
    local shorter = play_script("WWWLWW", {games = report.games - 2, sprt = TEST})
    assert.same({"games"}, {shorter.reason, shorter.sprt.verdict})
    assert.is_true(shorter.sprt.llr < shorter.sprt.upper)
  end)

  it("ends as soon as the first player is not", function()
    local report = play_script("WLDDLW", {games = 1000, sprt = TEST})
    assert.same({"sprt", "H0"}, {report.reason, report.sprt.verdict})
    assert.is_true(report.sprt.llr <= report.sprt.lower)
    local shorter = play_script("WLDDLW", {games = report.games - 2, sprt = TEST})
    assert.same({"games"}, {shorter.reason, shorter.sprt.verdict})
  end)

  it("plays whole pairs", function()
    for _, script in ipairs {"W", "L", "WD", "WWL"} do
      assert.equal(0, play_script(script, {games = 1000, sprt = TEST}).games % 2)
    end
  end)

  it("is undecided when the games are used up", function()
    local report = play_script("WL", {games = 6, sprt = TEST})
    assert.equal("games", report.reason)
    assert.is_nil(report.sprt.verdict)
    assert.is_truthy(tostring(report):find("undecided", 1, true))
  end)

  it("reports what it has tested", function()
    local test = play_script("WWLDDD", {games = 6, sprt = {elo0 = -10, elo1 = 30, alpha = 0.01, beta = 0.2}}).sprt
    local llr, lower, upper = elo.sprt({0, 1, 1, 0, 1}, test)
    assert.same({elo0 = -10, elo1 = 30, alpha = 0.01, beta = 0.2, llr = llr, lower = lower, upper = upper}, test)
    assert.is_true(lower < 0 and upper > 0 and llr ~= 0)
  end)

  it("does not change the games", function()
    local function lines(test)
      local list = {}
      for i, game in ipairs((games_of(at_random(NIM.copying), first_of(NIM.copying),
          {game = NIM.copying, state = heap_of(20), games = 8, sprt = test}))) do
        list[i] = line(game)
      end
      return list
    end
    assert.same(lines(nil), lines {elo0 = 0, elo1 = 1})
  end)
end)

describe("The report of a match", function()
  it("comes after each game, with the report so far", function()
    local reported = {}
    play_script("WDLW", {on_game = function(game, report)
      reported[#reported + 1] = table.concat({
        game.number, game.first, game.winner or "-", game.plies, game.reason, game.state.said,
        report.games, report.wins, report.draws, report.losses, #report.pairs, tostring(report.reason),
      }, " ")
    end})
    assert.same({
      "1 a a 1 over win 1 1 0 0 5 nil", "2 b - 1 over draw 2 1 1 0 5 nil", "3 a b 1 over loss 3 1 1 1 5 nil",
      "4 b a 1 over loss 4 2 1 1 5 nil",
    }, reported)
  end)

  it("can end it with the pair, when the answer is false", function()
    local report = play_script("WDLW", {games = 100, on_game = function(game) return game.number ~= 3 end})
    assert.same({4, "stopped"}, {report.games, report.reason})
    report = play_script("WDLW", {games = 8, on_game = function() end})
    assert.same({8, "games"}, {report.games, report.reason})
  end)

  it("can be summarised", function()
    assert.equal(table.concat({
      "10 games: 4 won, 3 drawn, 3 lost, score 55.0 %",
      "Elo +34.9, 95 % interval -115.2 to +234.1, likelihood of superiority 68.6 %",
      "moving first: 3 won, 1 drawn, 1 lost; second: 1 won, 2 drawn, 2 lost",
      "SPRT of +0.0 against +10.0: LLR 0.06 (-2.94, 2.94), undecided",
    }, "\n"), (tostring(play_script("WWLDWLDDWL", {sprt = {elo0 = 0, elo1 = 10}}))
      :gsub("; %d of %d pairs repeat an opening", "")))
    assert.is_truthy(tostring(play_script "WWWWWW"):find("Elo +inf, 95 % interval +", 1, true))
    assert.is_truthy(tostring(play_script "LLLLLL"):find("Elo -inf, 95 % interval -inf to -", 1, true))
    assert.is_truthy(tostring(play_script "WLDD"):find("Elo +0.0, ", 1, true))
  end)

  it("is shown on one line, in any file", function()
    local written, flushed = {}, 0
    local file = {
      write = function(_, ...)
        for i = 1, select("#", ...) do written[#written + 1] = (select(i, ...)) end
      end,
      flush = function() flushed = flushed + 1 end,
    }
    play_script("WWWL", {progress = file, sprt = {elo0 = 0, elo1 = 10}})
    local text = table.concat(written)
    assert.equal(4, flushed)
    assert.equal(4, select(2, text:gsub("\r", "")))
    assert.equal("\n", text:sub(-1))
    assert.is_truthy(text:find("^\rgame 1 of 4: %+1 =0 %-0, Elo %+inf %(%-inf, %+inf%), LLR 0%.00 %(%-2%.94, 2%.94%)"))
    assert.is_truthy(text:find("\rgame 4 of 4: +3 =0 -1, Elo +190.8 (", 1, true))
  end)

  it("covers what was on the line before", function()
    local written, shortened = {}, 0
    local file = {write = function(_, ...) written[#written + 1] = table.concat {...} end}
    play_script("LLLLLLWWWWWWWWWWWWWWLLWWLLWWLDWLDD", {progress = file, sprt = {elo0 = 0, elo1 = 100}})
    local longest = 0
    for part in table.concat(written):gmatch "\r([^\r\n]*)" do
      assert.is_true(#part >= longest, part)
      longest = #(part:gsub(" +$", ""))
      if longest < #part then shortened = shortened + 1 end
    end
    assert.is_true(shortened > 0)
  end)

  it("is not shown unless it is asked for", function()
    local stderr, written = io.stderr, 0
    local function count() written = written + 1 end
    rawset(io, "stderr", {write = count})
    local ok, err = pcall(function()
      play_script("WW")
      play_script("WW", {progress = false})
      assert.equal(0, written)
      play_script("WW", {progress = true})
      assert.equal(3, written)
    end)
    rawset(io, "stderr", stderr)
    assert(ok, err)
  end)
end)

describe("When something goes wrong in a match,", function()
  local function good(state) return state.heap > 0 and 1 or nil end

  local function options_with(changes)
    local options = {game = NIM.copying, state = heap_of(5), games = 4}
    for name, value in pairs(changes or {}) do options[name] = value end
    return options
  end

  -- A player who does something else in the third game, at the third ply.
  local function bad(act)
    local asked = 0
    return function(state)
      asked = asked + 1
      if asked == 7 then return act(state) end
      return 1
    end
  end

  local HINT = "; alphabeta.check finds out whether the functions of the game are consistent"

  it("a move that is none is blamed on its player", function()
    assert.equal("alphabeta.match: game 3, ply 3, player a: expected one of the moves of the game, got 4" .. HINT,
      message_of(match, bad(function() return 4 end), good, options_with()))
    assert.equal("alphabeta.match: game 1, ply 2, player b: expected one of the moves of the game, got 'pass'" .. HINT,
      message_of(match, good, function() return "pass" end, options_with()))
  end)

  it("no move at all, too", function()
    assert.equal("alphabeta.match: game 3, ply 3, player a: expected a move, got nil, and the game is not over",
      message_of(match, bad(function() end), good, options_with()))
    assert.equal("alphabeta.match: game 2, ply 1, player b: expected a move, got nil, and the game is not over",
      message_of(match, good, {search = function(_, state) if state.heap < 5 then return 1 end end}, options_with()))
  end)

  it("an error of a player keeps its message, and gets a traceback", function()
    local message = message_of(match, good, bad(function() error("no idea", 0) end), options_with())
    assert.is_truthy(message:find("^alphabeta%.match: game 3, ply 4, player b: no idea\nstack traceback:\n"), message)
  end)

  it("an error of a searcher keeps the traceback that it has", function()
    local game = setmetatable({evaluate = function() error("no idea", 0) end}, {__index = NIM.copying})
    local message = message_of(match, alphabeta.new(game, {depth = 2}), good, options_with())
    assert.is_truthy(message:find("^alphabeta%.match: game 1, ply 1, player a: no idea\n"), message)
    assert.is_truthy(message:find("callback 'evaluate' at ply", 1, true), message)
    assert.equal(1, select(2, message:gsub("stack traceback:", "")))
  end)

  it("an error that is not a string is passed on as it is", function()
    local err = {}
    assert.equal(err, failure(match, function() error(err) end, good, options_with()))
  end)

  it("so is an error of on_game", function()
    assert.equal("enough", failure(match, good, good, options_with {on_game = function() error("enough", 0) end}))
  end)

  it("the line of progress is ended first", function()
    local written = {}
    local file = {write = function(_, ...) written[#written + 1] = table.concat {...} end}
    failure(match, good, bad(function() end), options_with {progress = file})
    assert.equal("\n", written[#written])
  end)

  it("a closed searcher says so", function()
    local ai = alphabeta.new(NIM.copying, {depth = 2})
    ai:close()
    assert.is_truthy(message_of(match, ai, good, options_with()):find("player a: .*closed"))
  end)

  -- Wrong answers of the game, and what is said of them.
  local ANSWERS = {
    {"moves", function() return true end,
      "game 1, ply 1, callback 'moves': expected an array, an iterator or nil, got boolean"},
    {"play", function() end, "game 1, ply 1, callback 'play': expected a state, got nil"},
    {"player", function() end, "game 1, ply 1, callback 'player': expected a player, got nil"},
    {"player", function(state) return state.heap end,
      "game 1, ply 3, callback 'player': expected one of two players, got a third one, 3"},
    {"evaluate", function() return "won" end, "game 1, ply 6, callback 'evaluate': expected a number, got 'won'"},
    {"evaluate", function() return 0 / 0 end, "game 1, ply 6, callback 'evaluate': expected a number, got NaN"},
    {"chances", function() return 1 end, "game 1, ply 1, callback 'chances': expected an array or nil, got 1"},
    {"chances", function() return {} end,
      "game 1, ply 1, callback 'chances': expected at least one outcome, got an empty array"},
    {"chances", function() return {{outcome = 1}} end,
      "game 1, ply 1, callback 'chances': expected a probability of 0 or more at index 1, got nil"},
    {"chances", function() return {{probability = 1, outcome = 1}, {probability = -1, outcome = 1}} end,
      "game 1, ply 1, callback 'chances': expected a probability of 0 or more at index 2, got -1"},
    {"chances", function() return {{probability = 0.5, outcome = 1}, {probability = 0.25, outcome = 2}} end,
      "game 1, ply 1, callback 'chances': expected probabilities that add up to 1, got a sum of 0.75"},
    {"chances", function() return {{probability = 1}} end,
      "game 1, ply 1, callback 'chances': expected an outcome at index 1, got nil"},
    {"chances", function() return {{probability = 1, outcome = 0}} end,
      "game 1, ply 1, callback 'chances': expected a decision or the end after 1000 chance nodes in a row"},
  }
  for _, row in ipairs(ANSWERS) do
    it("a wrong answer is blamed on the function: " .. row[3], function()
      local game = setmetatable({[row[1]] = row[2]}, {__index = NIM.copying})
      assert.equal("alphabeta.match: " .. row[3], message_of(match, good, good, options_with {game = game}))
    end)
  end

  it("an error of the game is blamed on its function", function()
    for name, ply in pairs {moves = 1, play = 1, player = 1, evaluate = 6, is_over = 1, chances = 1} do
      local game = setmetatable({[name] = function() error("no idea", 0) end}, {__index = NIM.copying})
      local message = message_of(match, good, good, options_with {game = game})
      local start = ("alphabeta.match: game 1, ply %d, callback '%s': no idea\n"):format(ply, name)
      assert.equal(start, message:sub(1, #start))
    end
  end)

  it("what score returns is checked as well", function()
    assert.equal("alphabeta.match: game 1, ply 6, option 'score': expected a number, got nil",
      message_of(match, good, good, options_with {score = function() end}))
  end)

  it("a state that two games in place would share is refused", function()
    local state = {heap = 5, turn = 1}
    assert.equal("alphabeta.match: game 2, option 'state': expected a new state for each game, got the same one again",
      message_of(match, good, good, options_with {game = NIM["in place"], state = function()
        state.heap, state.turn = 5, 1
        return state
      end}))
    assert.equal("alphabeta.match: game 1, option 'state': expected a function that returns a new state, because the "
      .. "game is played in place", message_of(match, good, good,
        options_with {game = NIM["in place"], state = state, openings = {{1}}}))
  end)

  it("an opening that cannot be played is named", function()
    assert.equal("alphabeta.match: game 3, ply 2, option 'openings' at index 2: move 2: expected one of the moves "
      .. "of the game, got 4" .. HINT, message_of(match, good, good, options_with {openings = {{1}, {1, 4}}}))
    assert.equal("alphabeta.match: game 1, ply 3, option 'openings' at index 1: the game is over before the first move",
      message_of(match, good, good, options_with {openings = {{3, 2}}}))
    assert.equal("alphabeta.match: game 1, ply 1, option 'state': the game is over before the first move",
      message_of(match, good, good, options_with {state = heap_of(0)}))
    assert.equal("alphabeta.match: game 1, option 'state': expected a state, got nil",
      message_of(match, good, good, options_with {state = function() end}))
    assert.is_truthy(message_of(match, good, good, options_with {state = function() error("no board", 0) end})
      :find("^alphabeta%.match: game 1, option 'state': no board\n"))
  end)

  it("a state without rules says what it lacks, where there is no game", function()
    assert.is_truthy(message_of(match, good, good, {state = {}, games = 2}):find(
      "alphabeta.match: game 1, option 'state': callback 'moves': expected a function with 'make' ", 1, true))
  end)
end)

describe("The options of a match", function()
  local function player() return 1 end

  local ALL = "clear, game, games, limits, limits_a, limits_b, max_player, max_plies, on_game, openings, progress, "
    .. "random_plies, repetition, score, seed, sprt, state, value_max, value_min, value_sum, view, win"

  -- Options that would do, but for the changes; "none" takes one away.
  local function with(changes)
    local options = {game = NIM.copying, state = heap_of(5), games = 4}
    for name, value in pairs(changes) do
      if value == "none" then value = nil end
      options[name] = value
    end
    return options
  end

  local ROWS = {
    {{colour = 1}, "unknown option 'colour' (valid: " .. ALL .. ")"},
    {{[1] = 1}, "unknown option 1 (valid: " .. ALL .. ")"},
    {{games = 3}, "option 'games': expected an even integer of 2 or more, got 3"},
    {{games = 0}, "option 'games': expected an even integer of 2 or more, got 0"},
    {{games = 2.5}, "option 'games': expected an even integer of 2 or more, got 2.5"},
    {{games = "all"}, "option 'games': expected an even integer of 2 or more, got 'all'"},
    {{games = "none"}, "option 'games': expected an even integer of 2 or more, got nil"},
    {{state = "none"}, "option 'state': expected a state, or a function that returns one, got nil"},
    {{state = "none", openings = {{1}}}, "option 'state': expected a state, or a function that returns one, got nil"},
    {{openings = {}}, "option 'openings': expected an array of functions and lists of moves, not empty, got table"},
    {{openings = {"44"}}, "option 'openings': expected a function or a list of moves at index 1, got '44'"},
    {{game = 7}, "option 'game': expected a game (a table of functions), got 7"},
    {{game = {}}, "callback 'moves': expected a function with 'make' and 'unmake' or with 'play', or 'children' in"
      .. " its place, got nil"},
    {
      {game = {moves = takes, play = after}},
      "callback 'evaluate': expected a function, or 'result' or option 'score' in its place, got nil",
    },
    {{game = {moves = takes, play = after, evaluate = worth}},
      "option 'score': needed in a game without 'player', unless the view is 'mover'"},
    {{game = {moves = takes, play = 5}}, "callback 'play': expected a function, got 5"},
    {{limits = "4"}, "option 'limits': expected a depth or a table of options, got '4'"},
    {{limits_b = true}, "option 'limits_b': expected a depth or a table of options, got boolean"},
    {{limits_a = 4}, "option 'limits_a': expected nothing, because player a is a function, got 4"},
    {{max_plies = 0}, "option 'max_plies': expected an integer of 1 or more, or math.huge, got 0"},
    {{on_game = 1}, "option 'on_game': expected a function, got 1"},
    {{score = 1}, "option 'score': expected a function, got 1"},
    {{progress = "yes"}, "option 'progress': expected true, false or a file, got 'yes'"},
    {{random_plies = -1}, "option 'random_plies': expected an integer from 0 to 1000, got -1"},
    {{random_plies = 9, max_plies = 9}, "option 'random_plies': expected less than 'max_plies', got 9"},
    {{seed = 0.5}, "option 'seed': expected an integer, got 0.5"},
    {{seed = 0 / 0}, "option 'seed': expected an integer, got NaN"},
    {{seed = math.huge}, "option 'seed': expected an integer, got inf"},
    {{clear = 1}, "option 'clear': expected true or false, got 1"},
    {{view = "root"}, "option 'view': expected 'max', 'mover' or 'player', got 'root'"},
    {{sprt = true}, "option 'sprt': expected a table, got boolean"},
    {{sprt = {elo0 = 0}}, "option 'sprt.elo1': expected a number from -4000 to 4000, got nil"},
    {{sprt = {elo0 = 0, elo1 = "5"}}, "option 'sprt.elo1': expected a number from -4000 to 4000, got '5'"},
    {{sprt = {elo0 = 5, elo1 = 0}}, "option 'sprt.elo1': expected more than 'sprt.elo0', got 0"},
    {{sprt = {elo0 = 0, elo1 = 5, alpha = 0}}, "option 'sprt.alpha': expected a number from 1e-9 to 0.5, got 0"},
    {{sprt = {elo0 = 0, elo1 = 5, gamma = 0}}, "unknown option 'sprt.gamma' (valid: alpha, beta, elo0, elo1)"},
  }
  for _, row in ipairs(ROWS) do
    it("are checked: " .. row[2], function()
      assert.equal("alphabeta.match: " .. row[2], message_of(match, player, player, with(row[1])))
    end)
  end

  it("must be given, and so must the players", function()
    local options = with {}
    assert.equal("alphabeta.match: argument 'options': expected a table, got nil", message_of(match, player, player))
    assert.equal("alphabeta.match: argument 'a': expected a searcher or a function, got nil",
      message_of(match, nil, player, options))
    assert.equal("alphabeta.match: argument 'b': expected a searcher or a function, got table",
      message_of(match, player, {}, options))
    assert.equal("alphabeta.match: argument 'b': expected a searcher or a function, got 'b'",
      message_of(match, player, "b", options))
  end)

  it("are left as they were", function()
    local options = with {sprt = {elo0 = 0, elo1 = 1}, openings = {{1}}, random_plies = 1}
    match(player, player, options)
    local count = 0
    for _ in pairs(options) do count = count + 1 end
    assert.equal(6, count)
    assert.same({elo0 = 0, elo1 = 1}, options.sprt)
  end)
end)
