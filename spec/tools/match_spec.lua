-- Matches. Random matches are compared with what their own games show: every game is played again by rules of nim that
-- are written here, and every figure of the report is counted again. Then searchers as players.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local elo = require "alphabeta.elo"
local games = require "spec.support.match_games"
local rng = require "spec.support.rng"
local switches = require "spec.support.switches"
local wrap = require "spec.support.wrap"

local match = alphabeta.match
local NIM, TOSS, after, heap_of, worth = games.NIM, games.TOSS, games.after, games.heap_of, games.worth

local function listed(game, state)
  local list = (game.moves or game.children)(state)
  if type(list) ~= "function" then return list end
  local all = {}
  for move in list do all[#all + 1] = move end
  return all
end

-- A player; `asked` gets what it was asked, and the first random number that it got.
local function player_of(game, kind, name, asked)
  return function(state, random)
    local list, number = listed(game, state), random()
    assert(number >= 0 and number < 1)
    asked[#asked + 1] = {name = name, heap = state.heap, turn = state.turn, number = number}
    return list[kind == "random" and 1 + math.floor(number * #list) or kind == "last" and #list or 1]
  end
end

-- A random match: its rules, its options, its players.
local function draw(random)
  local style = random:pick {"in place", "copying", "children", "drawn one by one", "toss", "mute", "again"}
  local trial = {style = style, game = style == "toss" and TOSS or NIM[style], heap = random:int(1, 14)}
  local options = {game = trial.game, seed = random:int(-5, 5), games = 2 * random:int(1, 4)}
  trial.first = random:pick {1, 2}
  local function opening() return random:pick {{}, {1}, {2, 1}, heap_of(random:int(1, 14), trial.first)} end
  options.state = heap_of(trial.heap, trial.first)
  if style ~= "children" and random:chance(0.4) then
    options.openings = {opening(), opening(), opening()}
    if random:chance(0.5) then options.games = nil end
    local function is_function(of) return type(of) == "function" end
    local first, second, third = options.openings[1], options.openings[2], options.openings[3]
    if is_function(first) and is_function(second) and is_function(third) then options.state = nil end
  end
  if random:chance(0.4) then options.random_plies = random:int(1, 2) end
  if random:chance(0.3) then options.max_plies = random:int(3, 5) end
  if random:chance(0.3) then
    options.sprt = {elo0 = 0, elo1 = random:pick {100, 400}, alpha = random:pick {0.05, 0.3}, beta = 0.3}
  end
  trial.stop = random:chance(0.2) and random:int(1, 6) or nil
  trial.scoring = random:pick {"evaluate", "evaluate", "score", "draw", "mover", "result"}
  if style == "mute" then trial.scoring = random:pick {"draw", "mover", "view"} end
  if trial.scoring == "view" then
    options.view = "mover"
  elseif trial.scoring == "score" then
    options.score = function(state, me) return -worth(state, me) / 2 end -- who takes the last one loses
  elseif trial.scoring == "draw" then
    options.score = function() return 0 end
  elseif trial.scoring == "mover" then
    options.view, options.score = "mover", function() return -math.huge end -- the player to move has lost
  elseif trial.scoring == "result" and style ~= "toss" then
    options.game = wrap.replace(trial.game, {result = worth, evaluate = function() error "not asked" end})
  end
  local function kind() return random:pick {"random", "first", "last"} end
  trial.kinds, trial.options = {kind(), kind()}, options
  return trial
end

-- Plays a match. Returns its games with their moves as numbers, the report, and what the players were asked.
local function play(trial, game)
  local asked, played, options = {}, {}, wrap.replace(trial.options, {})
  game = game or options.game
  options.game, trial.states = game, 0
  options.state = trial.options.state and function()
    trial.states = trial.states + 1
    return trial.options.state()
  end
  options.on_game = function(it, report)
    assert.equal(it.number, report.games)
    played[#played + 1] = wrap.replace(it, {asked_until = #asked, report = report})
    return it.number ~= trial.stop
  end
  local a, b = player_of(game, trial.kinds[1], "a", asked), player_of(game, trial.kinds[2], "b", asked)
  return played, match(a, b, options), asked
end

-- Plays a game again. Returns the final state, the plies, and the heaps in which a player decided.
local function replay(trial, it)
  local opening = trial.options.openings and trial.options.openings[it.opening]
  local state = type(opening) == "function" and opening() or trial.options.state()
  local plies, decisions = 0, {}
  for i, move in ipairs(it.moves) do
    local is_throw = trial.style == "toss" and i % 2 == 1
    if type(move) == "table" then move = state.heap - move.heap end
    assert(is_throw and (move == 0 or move == 1) or move >= 1 and move <= math.min(3, state.heap), "an illegal move")
    if not is_throw then
      plies, decisions[#decisions + 1] = plies + 1, {heap = state.heap, turn = state.turn, move = move}
    end
    state = (trial.style == "toss" and TOSS.play or trial.style == "again" and NIM.again.play or after)(state, move)
  end
  return state, plies, decisions
end

-- Compares a game with what it must be as the one of that number; `twin` is the first one of its pair. Returns its
-- decisions.
local function check_game(trial, it, twin, number)
  local openings, options = trial.options.openings, trial.options
  local pair = math.floor((number - 1) / 2)
  assert.same({number, number % 2 == 1 and "a" or "b", openings and pair % #openings + 1},
    {it.number, it.first, it.opening})
  local state, plies, decisions = replay(trial, it)
  local given = openings and type(openings[it.opening]) == "table" and openings[it.opening] or {}
  assert.same({plies, state.heap, #given + (options.random_plies or 0)}, {it.plies, it.state.heap, it.opening_plies})
  for i, move in ipairs(given) do assert.equal(move, decisions[i].move) end
  local is_toss = trial.style == "toss"
  for i = 1, twin and it.opening_plies * (is_toss and 2 or 1) or 0 do assert.same(twin.moves[i], it.moves[i]) end
  local shared = twin and is_toss and math.min(#twin.moves, #it.moves) or 0 -- with the same throws
  for i = 1, shared, 2 do assert.equal(twin.moves[i], it.moves[i]) end
  local is_over = state.heap == 0
  assert.equal(is_over and "over" or "max_plies", it.reason)
  if not is_over then assert.equal(math.max(options.max_plies, it.opening_plies), plies) end
  local is_drawn = not is_over or trial.scoring == "draw"
  local loser = is_drawn and 0 or trial.scoring == "score" and 3 - state.turn or state.turn
  local second = it.first == "a" and "b" or "a"
  local winner = loser ~= 0 and (loser == trial.first and second or it.first) or nil
  assert.equal(winner, it.winner)
  return decisions
end

-- What the players were asked in a game: the states after the opening, each the player whose turn it was.
local function check_asked(trial, asked, from, it, decisions)
  local second = it.first == "a" and "b" or "a"
  for i = it.opening_plies + 1, it.plies do
    local one, own = asked[from + i - it.opening_plies], decisions[i]
    assert.same({own.turn == trial.first and it.first or second, own.heap, own.turn}, {one.name, one.heap, one.turn})
  end
end

-- The opening that a game has played, as a text.
local function opening_of(trial, it)
  local decisions = select(3, replay(trial, it))
  local name = (it.opening or 0) .. ":"
  for i = 1, it.opening_plies do name = name .. " " .. decisions[i].move end
  return name
end

-- Counts the games of a match: the results of player a by who moved first, the pairs, and the rest. Returns why the
-- match ended, too.
local function count(trial, played)
  local sums = {wins = 0, draws = 0, losses = 0, plies = 0, unfinished = 0, repeated = 0, pairs = {0, 0, 0, 0, 0},
    a = {games = 0, wins = 0, draws = 0, losses = 0}, b = {games = 0, wins = 0, draws = 0, losses = 0}}
  local points, seen, is_stopped, reason = 0, {}, false, "games"
  for number, it in ipairs(played) do
    assert.equal("games", reason) -- none is played after the end
    local own, result = sums[it.first], not it.winner and "draws" or it.winner == "a" and "wins" or "losses"
    sums[result], own[result], own.games = sums[result] + 1, own[result] + 1, own.games + 1
    sums.plies, sums.unfinished = sums.plies + it.plies, sums.unfinished + (it.reason == "max_plies" and 1 or 0)
    points, is_stopped = points + (it.winner == "a" and 2 or it.winner and 0 or 1), is_stopped or number == trial.stop
    if number % 2 == 0 then
      sums.pairs[points + 1], points = sums.pairs[points + 1] + 1, 0
      local name = opening_of(trial, it)
      if seen[name] and trial.style ~= "toss" then sums.repeated = sums.repeated + 1 end
      seen[name] = true
      local verdict = trial.options.sprt and select(4, elo.sprt(sums.pairs, trial.options.sprt))
      reason = verdict and "sprt" or is_stopped and "stopped" or reason
    end
    local shown = 0
    for _, pairs_of_kind in ipairs(it.report.pairs) do shown = shown + pairs_of_kind end
    assert.equal(math.floor(number / 2), shown) -- the report of a game stays as it was
  end
  return sums, reason
end

-- Compares a report with the games.
local function check_report(trial, played, report)
  local sums, reason = count(trial, played)
  if not trial.options.openings and not trial.options.random_plies then assert.equal(#played, trial.states) end
  if reason == "games" then
    assert.equal(trial.options.games or 2 * #trial.options.openings, #played)
  end
  local figures, score = elo.estimate(sums.pairs), (sums.wins + sums.draws / 2) / #played
  local expected = wrap.replace(sums, {
    games = #played, reason = reason, first = sums.a, second = sums.b, score = score, seed = trial.options.seed,
    elo = elo.difference(score), elo_low = figures.elo_low, elo_high = figures.elo_high, los = figures.los,
  })
  expected.a, expected.b = nil, nil
  for name, value in pairs(expected) do assert.same(value, report[name], name) end
end

-- How far a share is from the one that is expected, in standard deviations.
local function deviation(hits, all, share) return (hits - share * all) / math.sqrt(share * (1 - share) * all) end

-- Plays a random match, and checks it. `sums` counts the random numbers that players got, by tenths, and the throws.
local function check(trial, sums)
  local ok, played, report, asked = pcall(play, trial)
  if not ok then -- an opening may end the game
    local err = tostring(played)
    assert(err:find "over before the first move" or err:find "expected one of the moves" or err:find "were over within",
      err)
    return
  end
  local from, firsts = 0, {}
  for i, it in ipairs(played) do
    check_asked(trial, asked, from, it, check_game(trial, it, i % 2 == 0 and played[i - 1], i))
    local first = it.asked_until > from and asked[from + 1].number or i + 1
    assert.is_nil(firsts[first]) -- each game has numbers of its own
    from, firsts[first] = it.asked_until, true
    for throw = 1, trial.style == "toss" and #it.moves or 0, 2 do
      sums.throws, sums.ones = sums.throws + 1, sums.ones + it.moves[throw]
    end
  end
  check_report(trial, played, report)
  assert.equal(tostring(report), tostring((select(2, play(trial))))) -- the same again
  if trial.style == "copying" and trial.scoring ~= "result" then
    assert.equal(tostring(report), tostring((select(2, play(trial, NIM["in place"])))))
  end
  for _, one in ipairs(asked) do
    local tenth = math.floor(10 * one.number)
    sums[tenth], sums.numbers = (sums[tenth] or 0) + 1, sums.numbers + 1
  end
end

describe("Random matches", function()
  it("have games that follow the rules, and reports that follow from the games", function()
    local sums = {numbers = 0, throws = 0, ones = 0}
    for seed = 1, effort(100, 1500) do
      local ok, err = xpcall(function() check(draw(rng.new(seed)), sums) end, debug.traceback)
      assert(ok, ("seed %d: %s"):format(seed, tostring(err)))
    end
    for tenth = 0, 9 do -- players of one game ask for few numbers, which pairs share
      assert.is_true(math.abs(sums[tenth] / sums.numbers - 0.1) < 0.03)
    end
    assert.is_true(math.abs(deviation(sums.ones, sums.throws, 0.25)) < 6) -- the games of a pair share them
  end)

  it("are the same on every Lua", function()
    local lines, game = {}, NIM.copying
    local player = player_of(game, "random", "a", {})
    match(player, player, {game = game, state = heap_of(30), games = 4, random_plies = 3, seed = 12345,
      on_game = function(it) lines[#lines + 1] = table.concat(it.moves, " ") end})
    assert.same({
      "3 2 2 2 2 1 3 1 1 1 2 1 3 3 1 1 1", "3 2 2 3 3 1 1 2 1 2 3 1 3 1 2", "2 3 3 3 1 2 1 3 1 3 2 1 1 2 2",
      "2 3 3 2 1 3 3 3 1 3 1 3 1 1",
    }, lines)
  end)
end)

describe("Searchers in a match", function()
  local function one() return 1 end

  it("get limits each, are cleared once a game, and may be the states' own", function()
    local seen, cleared = {}, 0
    local function searcher(name)
      return {clear = function() cleared = cleared + 1 end, search = function(_, _, limits)
        seen[#seen + 1] = {name, limits}
        return 1
      end}
    end
    local a, b = searcher "a", searcher "b"
    local function go(x, y, more)
      match(x, y, wrap.replace({game = NIM.copying, state = heap_of(1), games = 2}, more))
    end
    go(a, b, {limits = 7, limits_b = {nodes = 3}})
    go(a, one, {limits_a = 1, clear = false})
    assert.same({{"a", 7}, {"b", {nodes = 3}}, {"a", 1}}, seen)
    assert.equal(4, cleared)
    go(a, a, {})
    assert.equal(6, cleared)
    local meta = {__index = setmetatable({}, {__index = NIM["in place"]})}
    local report = match(alphabeta.new(nil, {depth = 9}), one, {games = 4,
      state = function() return setmetatable({heap = 9, turn = 1}, meta) end})
    local ai = alphabeta.new(NIM.copying, {depth = 9})
    assert.same(report.pairs, match(ai, one, {state = heap_of(9), games = 4}).pairs)
    assert.equal(4, report.wins)
    assert.equal(1, match(ai, ai, {state = heap_of(9), games = 2}).wins)
  end)

  it("know positions that come up again, if these have a value", function()
    for _, row in ipairs {
      {"flip go flip go flip go flip", switches.in_place}, {"flip go flip go flip go flip", switches.copying},
      {"flip go flip go flip go flip", wrap.replace(switches.in_place, {hash = switches.hash})},
      {"flip go flip go flip go flip", switches.unscored, {repetition = 0}},
      {"flip flip flip flip flip flip flip", switches.unscored},
    } do
      local moves, given = {}, {}
      local flips = {search = function(_, _, limits)
        given[#given + 1] = limits
        return "flip"
      end}
      match(alphabeta.new(row[2], row[3]), flips, {
        game = row[2], state = switches.new, games = 2, max_plies = 13, score = function() return 0 end, limits = 3,
        on_game = function(game)
          for i = 1, game.first == "a" and #game.moves or 0, 2 do moves[#moves + 1] = game.moves[i] end
        end,
      })
      assert.equal(row[1], table.concat(moves, " "))
      assert.equal(3, given[1])
    end
  end)
end)
