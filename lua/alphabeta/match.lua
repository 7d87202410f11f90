--- Plays two players against each other, and tells which one is stronger. Its one function is @{alphabeta.match}, which
-- `require "alphabeta.match"` returns as well; @{alphabeta.elo} has the figures by themselves.
--
-- How games are paired: games 1 and 2 have the same opening, games 3 and 4 the next one, and so on; in the first of
-- a pair `a` moves first, in the second one `b`. What an opening is worth to either side then cancels out.
--
-- Where chance comes from: a generator that gives the same numbers on every Lua. Each pair of games has one for its
-- opening and one for its luck, and each player of each game has one, all of them sown by a generator that starts from
-- the seed. So neither player's drawing changes what anybody else draws. Both games of a pair have the same luck: the
-- n-th time that luck moves, the same number decides.
--
-- The generator is that of `alphabeta.random`.
--
-- @module alphabeta.match
-- @license MIT
local NAME = ... -- "alphabeta.match", or what it is called where the folder lies elsewhere
local PACKAGE = NAME and NAME:match "^(.*)%.[^.]*$" or "alphabeta"

local elo = require(PACKAGE .. ".elo")
local random_numbers = require(PACKAGE .. ".random")
local values = require(PACKAGE .. ".rules")

local concat, floor, huge, type = table.concat, math.floor, math.huge, type
local find = string.find
local traceback = debug.traceback
local draw, draw_seed = random_numbers.draw, random_numbers.draw_seed
local generator, sower = random_numbers.generator, random_numbers.sower
local complain, complaint, describe, field_of = values.complain, values.complaint, values.describe, values.field_of
local is_callable, is_integer, is_object = values.is_callable, values.is_integer, values.is_object
local place_of = values.place_of

-- In whose name errors are raised.
local WHERE = "alphabeta.match: "

-- A game that has lasted so many plies is a draw, when option `max_plies` says nothing else.
local MAX_PLIES = 1000

-- Luck may move so many times in a row; the search has the same limit.
local MAX_LUCK = 1000

-- How often an opening is drawn at random, until it is one that was not there before and does not end the game.
local MAX_DRAWS = 100

-- Mistakes ---------------------------------------------------------------------------------------------------------

-- Errors that this module raises while it plays are tables of this type, until they are given their place and leave.
local Mistake = {}

local function mistake(text, ...)
  error(setmetatable({text = text:format(...)}, Mistake), 0)
end

-- What xpcall makes of an error: tells where it happened, which is `at`, and adds a traceback unless there is one or
-- the error is our own. Anything but a string is left as it is.
local function explain(at)
  return function(err)
    local is_ours = getmetatable(err) == Mistake
    if not is_ours and type(err) ~= "string" then return err end
    local place = {WHERE .. "game " .. at.game}
    if at.ply then place[#place + 1] = "ply " .. at.ply end
    place[#place + 1] = at.doing
    local text = concat(place, ", ") .. ": " .. (is_ours and err.text or err)
    if is_ours or find(text, "\nstack traceback:", 1, true) then return text end
    return traceback(text, 2)
  end
end

-- The rules --------------------------------------------------------------------------------------------------------

local CALLBACKS = {"moves", "make", "unmake", "play", "children", "evaluate", "player", "is_over", "chances"}

-- Reads the functions of a game.
local function read_rules(game)
  return values.read(game, CALLBACKS)
end

-- What is missing for telling who has won: a message, or nil when nothing is.
local function lack(rules, plan)
  if plan.score then return nil end
  if not rules.evaluate then return "the game lacks 'evaluate', and there is no option 'score'" end
  if not rules.player and plan.view == "max" then
    return "option 'score': needed in a game without 'player', unless option 'view' is 'mover'"
  end
  return nil
end

-- A position: a state with what is known of it beyond the state. `side` is who is to move, 1 for the side that has the
-- first decision of the game and 2 for the other.
local Position = {}
Position.__index = Position

-- Calls a function of the game.
function Position:call(name, ...)
  self.at.doing = "callback '" .. name .. "'"
  return self.rules[name](...)
end

-- Raises an error about what the function that was called last has returned.
local function reject(expected, got)
  mistake("expected %s, got %s", expected, got)
end

-- Which side is it whose turn the game says it is?
function Position:side_to_move()
  if not self.rules.player then return self.side end
  local player = self:call("player", self.state)
  if player == nil or player ~= player then reject("a player", describe(player)) end
  if self.first == nil then self.first = player end
  if player == self.first then return 1 end
  if self.second == nil then self.second = player end
  if player ~= self.second then reject("one of two players", "a third one, " .. describe(player)) end
  return 2
end

-- Plays a move, or what luck has brought.
function Position:play(move)
  local style = self.rules.style
  if style == "in place" then
    self:call("make", self.state, move)
  elseif style == "copying" then
    self.state = self:call("play", self.state, move)
    if self.state == nil then reject("a state", "nil") end
  else
    self.state = move
  end
  self.moves[#self.moves + 1] = move
end

-- What luck may bring, drawn by its probabilities; nil where luck does not move.
function Position:luck()
  local list = self:call("chances", self.state)
  if list == nil then return nil end
  if type(list) ~= "table" then reject("an array or nil", describe(list)) end
  local n, sum = #list, 0
  if n == 0 then reject("at least one outcome", "an empty array") end
  for i = 1, n do
    local probability = type(list[i]) == "table" and list[i].probability
    if type(probability) ~= "number" or not (probability >= 0 and probability < huge) then
      reject("a probability of 0 or more at index " .. i, describe(probability or nil))
    end
    if list[i].outcome == nil then reject("an outcome at index " .. i, "nil") end
    sum = sum + probability
  end
  if not (sum > 1 - 1e-6 and sum < 1 + 1e-6) then reject("probabilities whose sum is 1", describe(sum)) end
  local rest, last = self.luck_of_game() * sum, nil
  for i = 1, n do
    local probability = list[i].probability
    if probability > 0 then
      last = i
      if rest < probability then break end
      rest = rest - probability
    end
  end
  self.drawn[#self.drawn + 1] = last
  return list[last].outcome
end

-- The moves there are, as an array; nil when there are none.
function Position:list()
  local list = self:call(self.rules.style == "children" and "children" or "moves", self.state)
  if type(list) == "function" then
    local drawn, n, move = {}, 0, list()
    while move ~= nil do
      n = n + 1
      drawn[n], move = move, list()
    end
    list = drawn
  elseif list ~= nil and type(list) ~= "table" then
    reject("an array, an iterator or nil", describe(list))
  end
  return list and #list > 0 and list or nil
end

-- Goes on to where somebody has to decide: lets luck move. Returns the moves; nil when the game is over.
function Position:settle()
  local rules = self.rules
  for _ = 1, MAX_LUCK do
    if rules.is_over and self:call("is_over", self.state) then return nil end
    local outcome
    if rules.chances then outcome = self:luck() end
    if outcome == nil then
      local list = self:list()
      if list then self.side = self:side_to_move() end
      return list
    end
    self:play(outcome)
  end
  self.at.doing = "callback 'chances'"
  mistake("luck has moved %d times in a row", MAX_LUCK)
end

-- Plays one of the moves that `settle` has returned, and settles again.
function Position:decide(list, place)
  self:play(list[place])
  self.drawn[#self.drawn + 1] = place
  self.plies = self.plies + 1
  self.at.ply = self.plies + 1
  self.side = 3 - self.side
  return self:settle()
end

-- Which side has won the game that is over; nil when nobody has.
function Position:winner(plan)
  local value
  if plan.score then
    self.at.doing = "option 'score'"
    value = plan.score(self.state, self.first)
  else
    value = self:call("evaluate", self.state, self.first)
  end
  if type(value) ~= "number" or value ~= value then reject("a number", describe(value)) end
  if value == 0 then return nil end
  local side = plan.view == "mover" and self:side_to_move() or 1
  return value > 0 and side or 3 - side
end

-- The game ---------------------------------------------------------------------------------------------------------

-- The rules that a state brings along.
local function rules_of(state, plan)
  local rules, message = read_rules(state)
  message = message or lack(rules, plan)
  if message then mistake("%s", message) end
  return rules
end

-- Starts a game: makes a state, plays the moves of the opening and then some at random. Returns a position and the
-- moves that it leaves; no moves when the game has ended. `random` chooses.
local function open(plan, at, pair, random)
  at.ply, at.doing = nil, pair.source
  local state = pair.start
  local is_new = type(state) == "function"
  if is_new then
    state = state()
    if state == nil then mistake "expected a state, got nil" end
  end
  local rules = plan.rules or rules_of(state, plan)
  if rules.style == "in place" then
    if not is_new then mistake "expected a function that returns a new state, since the game is played in place" end
    if is_object(state) then
      if plan.states[state] then mistake "expected a new state for each game, got the same one again" end
      plan.states[state] = true
    end
  end

  local position = setmetatable({
    rules = rules, state = state, side = 1, plies = 0, moves = {}, drawn = {pair.opening or 0}, at = at,
    luck_of_game = generator(pair.luck),
  }, Position)
  at.ply = 1
  local list = position:settle()
  for i, move in ipairs(pair.moves) do
    local place = list and place_of(move, list)
    if not place then
      at.doing = pair.place
      mistake("move %d: expected one of the moves there are, got %s", i, describe(move))
    end
    list = position:decide(list, place)
  end
  if not list then
    at.doing = pair.place
    mistake("the game is over before it has begun")
  end
  for _ = 1, plan.random_plies do
    list = position:decide(list, draw(random, #list))
    if not list then return position, nil end
  end
  return position, list
end

-- Starts the first game of a pair: with an opening that was not there before, if one can be found.
local function open_new(plan, at, pair)
  local draws = plan.random_plies > 0 and MAX_DRAWS or 1
  for i = 1, draws do
    local seed = draw_seed(pair.openings)
    local position, list = open(plan, at, pair, generator(seed))
    if list then
      pair.seed = seed
      local key = concat(position.drawn, " ")
      pair.is_repeated = plan.seen[key] and not position.rules.chances -- new luck makes new games
      if not pair.is_repeated or i == draws then
        plan.seen[key] = true
        return position, list
      end
    end
  end
  if pair.seed then return open(plan, at, pair, generator(pair.seed)) end
  at.ply, at.doing = nil, "option 'random_plies'"
  mistake("%d games in turn have ended within %d plies", MAX_DRAWS, plan.random_plies)
end

-- Asks a player for a move; returns its place in the list.
local function ask(player, position, list)
  position.at.doing = "player " .. player.name
  local move
  if player.searcher then
    move = player.searcher:search(position.state, player.limits)
  else
    move = player.choose(position.state, player.random)
  end
  if move == nil then mistake "expected a move, got nil, and the game is not over" end
  local place = place_of(move, list)
  if not place then mistake("expected one of the moves there are, got %s", describe(move)) end
  return place
end

-- Plays a game. `sides` are the players, the one who moves first in front.
local function play(plan, at, pair, sides)
  if plan.clear then
    for i, player in ipairs(sides) do
      local searcher = player.searcher
      if searcher and searcher.clear and not (i == 2 and searcher == sides[1].searcher) then
        at.doing = "player " .. player.name
        searcher:clear()
      end
    end
  end
  local position, list
  if pair.seed then
    position, list = open(plan, at, pair, generator(pair.seed))
  else
    position, list = open_new(plan, at, pair)
  end
  local opening_plies = position.plies
  while list and position.plies < plan.max_plies do
    list = position:decide(list, ask(sides[position.side], position, list))
  end
  local winner
  if not list then winner = sides[position:winner(plan)] end
  return {
    number = at.game, opening = pair.opening, first = sides[1].name, winner = winner and winner.name,
    reason = list and "max_plies" or "over", plies = position.plies, opening_plies = opening_plies,
    moves = position.moves, state = position.state,
  }
end

-- The report -------------------------------------------------------------------------------------------------------

-- An Elo difference as text.
local function signed(difference)
  if difference == huge then return "+inf" end
  if difference == -huge then return "-inf" end
  local text = ("%+.1f"):format(difference)
  return text == "-0.0" and "+0.0" or text
end

local Report = {}

-- Three lines, or four with a test.
function Report.__tostring(report)
  local function results(tally) return ("%d won, %d drawn, %d lost"):format(tally.wins, tally.draws, tally.losses) end
  local lines = {
    ("%d games: %s, score %.1f %%"):format(report.games, results(report), 100 * report.score),
    ("Elo %s, 95 %% interval %s to %s, likelihood of superiority %.1f %%"):format(
      signed(report.elo), signed(report.elo_low), signed(report.elo_high), 100 * report.los),
    ("moving first: %s; second: %s"):format(results(report.first), results(report.second)),
  }
  if report.unfinished > 0 then
    lines[1] = lines[1] .. ("; %d of the draws by max_plies"):format(report.unfinished)
  end
  if report.repeated > 0 then
    lines[1] = lines[1] .. ("; %d of %d pairs repeat an opening"):format(report.repeated, floor(report.games / 2))
  end
  local test = report.sprt
  if test then
    lines[#lines + 1] = ("SPRT of %s against %s: LLR %.2f (%.2f, %.2f), %s"):format(
      signed(test.elo0), signed(test.elo1), test.llr, test.lower, test.upper,
      test.verdict and test.verdict .. " accepted" or "undecided")
  end
  return concat(lines, "\n")
end

-- Counts a game.
local function count(tally, game)
  tally.games = tally.games + 1
  local result = not game.winner and "draws" or game.winner == "a" and "wins" or "losses"
  tally[result] = tally[result] + 1
end

local function new_tally()
  return {games = 0, wins = 0, draws = 0, losses = 0}
end

-- Makes a report of the games that were played.
local function report_of(plan, tally)
  local report = new_tally()
  report.first, report.second = new_tally(), new_tally()
  for name in pairs(report.first) do
    report.first[name], report.second[name] = tally.a[name], tally.b[name]
    report[name] = tally.a[name] + tally.b[name]
  end
  report.pairs = {}
  for i = 1, 5 do report.pairs[i] = tally.pairs[i] end
  local figures = elo.estimate(report.pairs)
  report.score = report.games > 0 and (report.wins + report.draws / 2) / report.games or 0.5
  report.elo = elo.difference(report.score)
  report.elo_low, report.elo_high, report.los = figures.elo_low, figures.elo_high, figures.los
  report.plies, report.unfinished, report.repeated = tally.plies, tally.unfinished, tally.repeated
  report.seed = plan.seed
  local test = plan.sprt
  if test then
    local llr, lower, upper, verdict = elo.sprt(report.pairs, test)
    report.sprt = {
      elo0 = test.elo0, elo1 = test.elo1, alpha = test.alpha or 0.05, beta = test.beta or 0.05,
      llr = llr, lower = lower, upper = upper, verdict = verdict,
    }
  end
  return setmetatable(report, Report)
end

-- Shows how the match stands, on one line that is written again and again.
local function show(plan, report)
  local line = ("game %d of %d: +%d =%d -%d, Elo %s (%s, %s)"):format(
    report.games, plan.games, report.wins, report.draws, report.losses,
    signed(report.elo), signed(report.elo_low), signed(report.elo_high))
  local test = report.sprt
  if test then line = line .. (", LLR %.2f (%.2f, %.2f)"):format(test.llr, test.lower, test.upper) end
  local rest = (plan.shown or 0) - #line
  plan.shown = #line
  plan.progress:write("\r", line, (" "):rep(rest))
  if plan.progress.flush then plan.progress:flush() end
end

-- Ends that line.
local function end_show(plan)
  if plan.shown then plan.progress:write("\n") end
end

-- The options ------------------------------------------------------------------------------------------------------

-- Makes a function that tells whether a value is a number, or an integer, from `low` to `high`.
local function number_from(low, high)
  return function(value) return type(value) == "number" and value >= low and value <= high end
end

local function integer_from(low, high)
  return function(value) return is_integer(value) and value >= low and value <= high end
end

local function is_boolean(value) return type(value) == "boolean" end
local function is_table(value) return type(value) == "table" end
local function is_limits(value) return type(value) == "number" or type(value) == "table" end

-- For each option, what it is expected to be, and a function that tells whether a value is that.
local OPTIONS = {
  clear = {"true or false", is_boolean},
  game = {"a game (a table of functions)", is_object},
  games = {"an even integer from 2 on", function(value)
    return is_integer(value) and value >= 2 and value % 2 == 0
  end},
  limits = {"a depth or a table of limits", is_limits},
  limits_a = {"a depth or a table of limits", is_limits},
  limits_b = {"a depth or a table of limits", is_limits},
  max_plies = {"an integer from 1 on, or math.huge", function(value)
    return value == huge or is_integer(value) and value >= 1
  end},
  on_game = {"a function", is_callable},
  openings = {"an array of functions and lists of moves, not empty", function(value)
    return is_table(value) and #value > 0
  end},
  progress = {"true, false or a file", function(value)
    return is_boolean(value) or field_of(value, "write") ~= nil
  end},
  random_plies = {"an integer from 0 to 1000", integer_from(0, 1000)},
  score = {"a function", is_callable},
  seed = {"an integer", is_integer},
  sprt = {"a table", is_table},
  state = {"a state, or a function that returns one", function() return true end},
  view = {"'max' or 'mover'", function(value) return value == "max" or value == "mover" end},
}

-- The same for the fields of option `sprt`.
local TEST = {
  elo0 = {"a number from -4000 to 4000", number_from(-4000, 4000), is_needed = true},
  elo1 = {"a number from -4000 to 4000", number_from(-4000, 4000), is_needed = true},
  alpha = {"a number from 1e-9 to 0.5", number_from(1e-9, 0.5)},
  beta = {"a number from 1e-9 to 0.5", number_from(1e-9, 0.5)},
}

-- Checks what the options say together, and finds what is missing. Returns a message when they do not fit.
local function misfit(options, plan)
  local is_from_state = not plan.openings
  for i, opening in ipairs(plan.openings or {}) do
    if type(opening) ~= "function" and type(opening) ~= "table" then
      return complain("openings", "a function or a list of moves at index " .. i, describe(opening))
    end
    if type(opening) == "table" then is_from_state = true end
  end
  if is_from_state and plan.state == nil then return complain("state", OPTIONS.state[1], "nil") end
  if not plan.games then return complain("games", OPTIONS.games[1], "nil") end
  for _, name in ipairs {"a", "b"} do
    local limits = options["limits_" .. name]
    if limits ~= nil and not plan[name].searcher then
      return complain("limits_" .. name, "nothing, since player " .. name .. " is a function", describe(limits))
    end
  end
  if plan.random_plies >= plan.max_plies then
    return complain("random_plies", "less than 'max_plies'", describe(plan.random_plies))
  end
  if plan.sprt then
    local message = complaint(plan.sprt, TEST, "sprt.")
    if message then return message end
    if plan.sprt.elo1 <= plan.sprt.elo0 then
      return complain("sprt.elo1", "more than 'sprt.elo0'", describe(plan.sprt.elo1))
    end
  end
  if options.game ~= nil then
    local rules, message = read_rules(options.game)
    plan.rules = rules
    return message or lack(rules, plan)
  end
  return nil
end

-- A player from what the user calls one; nil when it is none.
local function player_of(value, name, limits)
  if field_of(value, "search") ~= nil then return {name = name, searcher = value, limits = limits} end
  if is_callable(value) then return {name = name, choose = value} end
  return nil
end

-- Reads the arguments. Returns what is to be done, or nil and a message.
local function plan_of(a, b, options)
  if type(options) ~= "table" then
    return nil, "argument 'options': expected a table, got " .. describe(options)
  end
  local message = complaint(options, OPTIONS, "")
  if message then return nil, message end

  local plan = {
    a = player_of(a, "a", options.limits_a or options.limits),
    b = player_of(b, "b", options.limits_b or options.limits),
    view = options.view or "max", score = options.score, sprt = options.sprt, on_game = options.on_game,
    state = options.state, openings = options.openings, random_plies = options.random_plies or 0,
    games = options.games or options.openings and 2 * #options.openings, max_plies = options.max_plies or MAX_PLIES,
    seed = options.seed or 0, clear = options.clear ~= false,
    progress = options.progress == true and io.stderr or options.progress or nil,
    seen = {}, -- the openings that were drawn
    states = setmetatable({}, {__mode = "k"}), -- those that games in place were played on
  }
  if not plan.a or not plan.b then
    local name, player = "a", a
    if plan.a then name, player = "b", b end
    return nil, ("argument '%s': expected a searcher or a function, got %s"):format(name, describe(player))
  end
  message = misfit(options, plan)
  if message then return nil, message end
  return plan
end

-- The match --------------------------------------------------------------------------------------------------------

-- Makes a pair of games: what both have in common. `random` sows its generators. `source` and `place` say in messages
-- where the state and where the opening have come from.
local function new_pair(plan, number, random)
  local pair = {openings = generator(draw_seed(random)), luck = draw_seed(random), moves = {}}
  pair.start, pair.source, pair.place = plan.state, "option 'state'", "option 'state'"
  if plan.openings then
    pair.opening = (number - 1) % #plan.openings + 1
    pair.place = "option 'openings' at index " .. pair.opening
    local opening = plan.openings[pair.opening]
    if type(opening) == "table" then
      pair.moves = opening
    else
      pair.start, pair.source = opening, pair.place
    end
  end
  return pair
end

-- Plays one game of a pair and counts it. Returns the game, or nil and an error.
local function play_counted(plan, tally, pair, sides)
  local at = {game = tally.a.games + tally.b.games + 1}
  local ok, game = xpcall(function() return play(plan, at, pair, sides) end, explain(at))
  if not ok then return nil, game end
  count(tally[sides[1].name], game)
  tally.plies = tally.plies + game.plies
  if game.reason == "max_plies" then tally.unfinished = tally.unfinished + 1 end
  tally.points = tally.points + (game.winner == "a" and 2 or game.winner == "b" and 0 or 1)
  return game
end

--- Plays a match. It is described as @{alphabeta.match}.
local function match(a, b, options)
  local plan, message = plan_of(a, b, options)
  if not plan then error(WHERE .. message, 2) end

  local tally = {a = new_tally(), b = new_tally(), pairs = {0, 0, 0, 0, 0}, plies = 0, unfinished = 0, repeated = 0}
  local random, reason, verdict = sower(plan.seed), nil, nil
  for number = 1, plan.games / 2 do
    local pair = new_pair(plan, number, random)
    tally.points = 0
    for half = 1, 2 do
      for _, player in ipairs {plan.a, plan.b} do player.random = generator(draw_seed(random)) end
      local game, err = play_counted(plan, tally, pair, half == 1 and {plan.a, plan.b} or {plan.b, plan.a})
      if not game then
        end_show(plan)
        error(err, 2)
      end
      if half == 2 then
        tally.pairs[tally.points + 1] = tally.pairs[tally.points + 1] + 1
        if pair.is_repeated then tally.repeated = tally.repeated + 1 end
        if plan.sprt then verdict = select(4, elo.sprt(tally.pairs, plan.sprt)) end
      end
      if plan.progress or plan.on_game then
        local report = report_of(plan, tally)
        if plan.progress then show(plan, report) end
        if plan.on_game and plan.on_game(game, report) == false then reason = "stopped" end
      end
    end
    if verdict then reason = "sprt" end
    if reason then break end
  end
  end_show(plan)
  local report = report_of(plan, tally)
  report.reason = reason or "games"
  return report
end

return match
