-- What is refused, word for word: arguments, options, and games that lack a function. A message names the thing, says
-- what was expected and what came, and points to the caller.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local option_list = require "rows.list"
local message_of = require "spec.support.message_of"
local only = require "spec.support.only"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local NAN = 0 / 0
local INFINITY = math.huge
local OPTIONS, PER_SEARCH = option_list.names "searcher", option_list.names "search"
local WITHOUT = table.concat(only(), ", ")
local PLIES = "an integer from 0 to 10000"
local NO_LIMIT = "limit 'depth': expected a depth, a time or a number of nodes, got none"
local DEPTH = PLIES .. ", or math.huge"

-- A game in a given style on a tree of three plies.
local function new_game(style, traits)
  local root = tree.from {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}
  return tree.game(style, traits), tree.state(style, root)
end

local GAME, STATE = new_game "children"

local SEARCHER = alphabeta.new(GAME)

-- How a message shows a value.
local function shown(value)
  if value ~= value then return "NaN" end
  if type(value) == "number" then return ("%.14g"):format(value) end
  return type(value) == "string" and "'" .. value .. "'" or type(value)
end

-- Calls a function with the arguments of each row, of which the message comes last.
local function refuses(name, callee, rows)
  for _, row in ipairs(rows) do
    local count = row.n or #row - 1
    it(row[count + 1], function()
      assert.equal(name .. ": " .. row[count + 1], message_of(callee, unpack(row, 1, count)))
    end)
  end
end

describe("alphabeta.search refuses", function()
  local rows = {
    {n = 3, nil, 3, {game = GAME}, "argument 'state': expected a state, got nil"},
    {STATE, NO_LIMIT}, {STATE, {}, NO_LIMIT}, {STATE, {time = INFINITY}, NO_LIMIT},
    {STATE, {dept = 3}, "unknown option 'dept', did you mean 'depth'?"},
    {STATE, 3, {past = {}}, "option 'past' can only be given for one search, in its second argument"},
    {STATE, {3}, "unknown option 1 (valid: " .. PER_SEARCH .. ")"},
    {STATE, {depth = "3"}, "option 'depth': expected " .. DEPTH .. ", got '3'"},
    {STATE, {nodes = 0}, "option 'nodes': expected an integer of 1 or more, or math.huge, got 0"},
    {STATE, {time = -1}, "option 'time': expected a number of seconds, 0 or more, got -1"},
    {STATE, 3, {game = 5}, "expected a game (a table of functions), got number"},
    {5, 3, "expected a game (a table of functions), got number"},
  }
  for _, options in ipairs {5, "fast", print} do
    rows[#rows + 1] = {STATE, 3, options, "argument 'options': expected a table, got " .. shown(options)}
  end
  for _, depth in ipairs {"3", true} do
    rows[#rows + 1] = {STATE, depth, "argument 'depth': expected a depth or a table of options, got " .. shown(depth)}
  end
  for _, depth in ipairs {-1, 2.5, 10001, -INFINITY, NAN} do
    rows[#rows + 1] = {STATE, depth, "argument 'depth': expected " .. DEPTH .. ", got " .. shown(depth)}
  end
  refuses("alphabeta.search", alphabeta.search, rows)

  it("options that are a searcher", function()
    local message = message_of(alphabeta.search, STATE, 3, SEARCHER)
    assert.equal("alphabeta.search: argument 'options': expected a table, got userdata", message)
  end)
end)

describe("An option is refused:", function()
  local function refused(options, explanation)
    assert.equal("alphabeta.new: " .. explanation, message_of(alphabeta.new, GAME, options))
    options = wrap.replace(options, {game = GAME})
    assert.equal("alphabeta.search: " .. explanation, message_of(alphabeta.search, STATE, 3, options))
  end

  -- What is expected of each, and values that are not that.
  local NODES, TIME = "an integer of 1 or more, or math.huge", "a number of seconds, 0 or more"
  local CLOCK, WIN = "a clock, {left = seconds, increment = seconds}", "a finite number greater than 1"
  local NAMES, FIELDS = "an array of names of techniques", "an array of names of fields"
  local VALID = " (valid: " .. WITHOUT .. ")"
  for name, row in pairs {
    depth = {DEPTH, -1, 0.5, 10001, "3", {}}, nodes = {NODES, 0, 1.5, -INFINITY, NAN, "many"},
    think = {TIME, -0.5}, time = {TIME, -0.5, NAN, "1", true}, win = {WIN, 1, -5, INFINITY, NAN, {}},
    null_move = {PLIES .. ", or false", true}, quiescence = {PLIES .. ", or false", true},
    reductions = {PLIES .. ", or false", true, 0.5}, alpha = {"a number", NAN, "low"}, beta = {"a number", NAN, false},
    only = {"an array of moves", 5}, avoid = {"an array of moves", "e4"},
    value_sum = {"a number", NAN}, multipv = {"an integer of 1 or more, or 'all'", 0, 1.5, "some", NAN},
    ties = {"true, false or 'random'", "all", 1}, seed = {"an integer", 1.5, "1", INFINITY},
    order = {"'evaluate' or false", "best", true}, view = {"'max', 'mover' or 'player'", "min", 1}, clock = {CLOCK, 5},
    algorithm = {"'alphabeta', 'pvs', 'mtdf', 'minimax', 'maxn' or 'uct'", "negamax", {}},
    without = {NAMES, "killers", true}, deepening = {"true or false", 1, "yes"}, maximize = {"true or false", 0, print},
    hash = {"'auto' or false", "manual", true}, hash_ignore = {FIELDS, "a"}, max_player = {"a player", NAN},
    on_iteration = {"a function", true}, trace = {"a function", true}, slice = {TIME, -1, NAN, {}},
  } do
    it(name .. ", expected " .. row[1], function()
      for i = 2, #row do
        refused({[name] = row[i]}, ("option '%s': expected %s, got %s"):format(name, row[1], shown(row[i])))
      end
    end)
  end

  -- Values that are tables: an option, what is expected, and what came.
  for _, row in ipairs {
    {"nodes", {}, NODES .. ", or {soft, hard}", "an array of 0"},
    {"nodes", {5}, NODES .. ", or {soft, hard}", "an array of 1"},
    {"nodes", {5, 1.5}, NODES .. ", or {soft, hard}", "1.5 at index 2"},
    {"nodes", {5, INFINITY}, NODES .. ", or {soft, hard}", "inf at index 2"},
    {"nodes", {6, 5}, "a soft limit that is not greater than the hard one", "6 and 5"},
    {"nodes", {soft = 5}, NODES .. ", or {soft, hard}", "a table with other keys"},
    {"think", {1, 2, 3}, TIME .. ", or {soft, hard}", "an array of 3"},
    {"think", {"1", 2}, TIME .. ", or {soft, hard}", "'1' at index 1"},
    {"think", {-1, 2}, TIME .. ", or {soft, hard}", "-1 at index 1"},
    {"think", {2, NAN}, TIME .. ", or {soft, hard}", "NaN at index 2"},
    {"clock", {}, CLOCK, "nil as 'left'"},
    {"clock", {left = INFINITY}, CLOCK, "inf as 'left'"},
    {"clock", {left = 1, increment = "2"}, CLOCK, "'2' as 'increment'"},
    {"clock", {left = 1, moves = 0}, CLOCK, "0 as 'moves'"},
    {"clock", {left = 1, inc = 2}, CLOCK, "a table with the field 'inc' (valid: left, increment, moves, lag)"},
    {"only", {e4 = true}, "an array of moves", "a table with other keys"},
    {"without", {killers = true}, NAMES, "a table with other keys"},
    {"hash_ignore", {"a", 3}, FIELDS, "number at index 2"},
    {"hash_ignore", {a = true}, FIELDS, "a table with other keys"},
    {"without", {"killers", "killer"}, NAMES, "'killer' at index 2" .. VALID},
    {"without", {1}, NAMES, "1 at index 1" .. VALID},
    {"without", {"quiescence"}, NAMES, "'quiescence' at index 1" .. VALID},
  } do
    local explanation = ("option '%s': expected %s, got %s"):format(row[1], row[3], row[4])
    it(explanation, function() refused({[row[1]] = row[2]}, explanation) end)
  end

  it("an unknown one, with the one that is meant, or else all valid ones", function()
    for key, meant in pairs {
      dept = "depth", Depth = "depth", killers = "without", maximise = "maximize", tabel = "table",
      multi_pv = "multipv", nullmove = "null_move", searchmoves = "only", iteration = "on_iteration", colour = false,
      x = false, [("depth"):rep(8)] = false, [1] = false, [{}] = false,
    } do
      local hint = meant and (", did you mean '%s'?"):format(meant) or (" (valid: %s)"):format(OPTIONS)
      refused({[key] = 3}, ("unknown option %s%s"):format(key == 1 and "1" or shown(key), hint))
    end
    assert.equal("alphabeta.perft: unknown option 'depth' (valid: divide, game)",
      message_of(alphabeta.perft, STATE, 3, {game = GAME, depth = 3}))
  end)

  local KEYED, NOISY = wrap.replace(GAME, {hash = tostring}), wrap.replace(GAME, {noisy = function() end})

  -- Options that do not go together, and the limits if they are not the depth 3.
  local clashes = {
    {{win = 3, quiescence = 4}, "option 'win' must be greater than option 'quiescence'", {time = 1}},
    {{alpha = 1, beta = 1}, "option 'alpha' must be less than option 'beta'"},
    {{alpha = 2, beta = 1}, "option 'alpha' must be less than option 'beta'"},
    {{alpha = math.huge}, "option 'alpha' must be less than option 'beta'"},
    {{beta = -math.huge}, "option 'alpha' must be less than option 'beta'"},
    {{view = "mover", maximize = false}, "option 'maximize' needs view 'max'"},
    {{win = 3}, "option 'win' must be greater than the depth, 3"},
    {{win = 9, value_max = -9}, "option 'value_max' must be greater than -win"},
    {{win = 9, value_min = 9}, "option 'value_min' must be less than option 'win'"},
    {{multipv = 2, level = 1}, "option 'multipv' needs a search without option 'level'"},
    {{table = 1}, "option 'table' needs a game with 'hash', or option 'hash'"},
    {{hash_ignore = {"a"}}, "option 'hash_ignore' needs option 'hash' or 'repetition'"},
    {{hash_ignore = {"a"}, hash = false}, "option 'hash_ignore' needs option 'hash' or 'repetition'"},
    {{algorithm = "maxn"}, "algorithm 'maxn' needs a game with 'player'"},
    {{}, "option 'past' needs option 'repetition'", {depth = 3, past = {"there"}}},
    {{repetition = 0}, "option 'past': expected an array of keys or states, got 7", {depth = 3, past = 7}},
    {{game = KEYED, repetition = 0, hash_ignore = {"a"}},
      "option 'hash_ignore' needs a game without 'hash', or option 'hash'"},
    {{quiescence = 2}, "option 'quiescence' needs a game with 'noisy'"},
    {{game = NOISY, win = 16}, "option 'win' must be greater than the depth, 16", 14},
    {{game = NOISY, quiescence = 2}, "the depth and option 'quiescence' must not exceed 10000 together", 9999},
    {{null_move = 2}, "option 'null_move' needs a game with 'pass', and with 'unpass' if moves are made in place"},
    {{view = "player"}, "view 'player' needs option 'max_player'"},
    {{max_player = 1}, "option 'max_player' needs view 'player'"},
    {{max_player = 1, view = "mover"}, "option 'max_player' needs view 'player'"},
    {{view = "player", max_player = 1, maximize = false}, "option 'maximize' needs view 'max'"},
    {{view = "player", max_player = 1}, "view 'player' needs a game with 'player'"},
  }

  for _, row in ipairs(clashes) do
    local options, explanation, limits = row[1], row[2], row[3] or 3
    it(explanation, function()
      options.game = options.game or GAME
      local ai = alphabeta.new(nil, options)
      assert.equal("searcher:search: " .. explanation, message_of(ai.search, ai, STATE, limits))
      assert.equal("alphabeta.search: " .. explanation, message_of(alphabeta.search, STATE, limits, options))
    end)
  end

  -- For each option that some algorithms alone know, a value that is not its usual one.
  local EFFECTIVE = {
    alpha = 0, beta = 0, deals = 2, deepening = true, depth = 3, hash = "auto", hash_ignore = {"a"}, level = 1,
    max_player = 1, maximize = false, multipv = 2, null_move = 1, order = "evaluate", quiescence = 1, reductions = 1,
    repetition = 0, table = 1, ties = true, trace = print, value_max = 5, value_min = 0, value_sum = 1, view = "mover",
    win = 100, without = {"killers"},
  }

  -- Names as messages list them.
  local function listed(names)
    local quoted = {}
    for i, name in ipairs(names) do quoted[i] = "'" .. name .. "'" end
    local last = table.remove(quoted)
    return quoted[1] and table.concat(quoted, ", ") .. " or " .. last or last
  end

  it("an option that has no effect on the algorithm", function()
    for name, value in pairs(EFFECTIVE) do
      local with = option_list.option[name].with
      for _, algorithm in ipairs {"alphabeta", "pvs", "mtdf", "minimax", "maxn", "uct"} do
        if not option_list.set(with)[algorithm] then
          local ai = alphabeta.new(GAME, {algorithm = algorithm, [name] = value})
          local words = "searcher:search: option '%s' needs algorithm %s, got '%s'"
          assert.equal(words:format(name, listed(option_list.words(with)), algorithm),
            message_of(ai.search, ai, STATE, {nodes = 9}))
        end
      end
    end
  end)

  it("none that is off, beside any algorithm", function()
    local off = {
      alpha = -INFINITY, beta = INFINITY, maximize = true, multipv = 1, null_move = false, order = false,
      quiescence = 0, reductions = false, table = 0, ties = false, value_sum = INFINITY, view = "max",
      without = {"killers", "star2"},
    }
    local game, state = new_game("children", {player = true})
    for _, algorithm in ipairs {"alphabeta", "pvs", "mtdf", "minimax"} do
      off.algorithm = algorithm
      assert.equal(6, (select(2, alphabeta.new(game, off):search(state, 3))))
    end
    off.algorithm = "maxn"
    function game.evaluate(at) return {at.node.value, -at.node.value} end
    assert.same({6, -6}, (select(2, alphabeta.new(game, off):search(state, 3))))
  end)
end)

describe("A game is refused that lacks", function()
  local function nothing() end

  local OF_STYLES = " with 'make' and 'unmake' or with 'play', or 'children' in its place"

  -- the functions it has, and what it lacks
  local rows = {
    {"everything", {}, "'moves': expected a function" .. OF_STYLES},
    {"a style", {"evaluate"}, "'moves': expected a function" .. OF_STYLES},
    {"unmake", {"evaluate", "moves", "make"}, "'unmake': expected a function, which goes with 'make'"},
    {"make", {"evaluate", "moves", "unmake"}, "'make': expected a function, which goes with 'unmake'"},
    {"make and unmake, or play", {"evaluate", "moves"},
      "'make': expected a function with 'unmake', or 'play' in its place"},
    {"moves beside make and unmake", {"evaluate", "make", "unmake"}, "'moves': expected a function"},
    {"moves beside play", {"evaluate", "play"}, "'moves': expected a function"},
    {"evaluate in place", {"moves", "make", "unmake"}, "'evaluate': expected a function, or 'result' in its place"},
    {"evaluate when copying", {"moves", "play"}, "'evaluate': expected a function, or 'result' in its place"},
    {"evaluate with children", {"children"}, "'evaluate': expected a function, or 'result' in its place"},
    {"evaluate beside evaluate_move", {"moves", "play", "result", "evaluate_move"},
      "'evaluate': expected a function, which goes with 'evaluate_move'"},
    {"unpass beside pass", {"moves", "make", "unmake", "evaluate", "pass"},
      "'unpass': expected a function, which goes with 'pass'"},
    {"move_id beside find_move, with children", {"children", "evaluate", "find_move"},
      "'move_id': expected a function, which goes with 'find_move'"},
  }

  for _, row in ipairs(rows) do
    it(row[1], function()
      local game = {}
      for _, name in ipairs(row[2]) do game[name] = nothing end
      local explanation = ": callback " .. row[3] .. ", got nil"
      assert.equal("alphabeta.search" .. explanation, message_of(alphabeta.search, {}, 3, {game = game}))
      assert.equal("alphabeta.search" .. explanation, message_of(alphabeta.search, game, 3))
      assert.equal("alphabeta.new" .. explanation, message_of(alphabeta.new, game))
      local ai = alphabeta.new()
      assert.equal("searcher:search" .. explanation, message_of(ai.search, ai, game, 3))
      if not row[3]:find("evaluate", 1, true) then
        assert.equal("alphabeta.perft" .. explanation, message_of(alphabeta.perft, game, 3))
      end
    end)
  end

  it("moves, and has evaluate_move", function()
    local game = {children = nothing, evaluate = nothing, hash = nothing, evaluate_move = nothing}
    local explanation = ": callback 'evaluate_move': expected none in a game with 'children', got function"
    assert.equal("alphabeta.search" .. explanation, message_of(alphabeta.search, {}, 3, {game = game}))
    assert.equal("alphabeta.new" .. explanation, message_of(alphabeta.new, game))
    assert.equal("alphabeta.check" .. explanation, message_of(alphabeta.check, game, {}))
  end)

  it("all functions, since it is a table of options", function()
    assert.equal("alphabeta.new: argument 'game': expected a game (a table of functions), got options with a game in "
      .. "them: write alphabeta.new(game, options)", message_of(alphabeta.new, {game = GAME}))
    assert.matches("callback 'moves': expected a function", failure(alphabeta.search, {game = GAME}, 1), 1, true)
  end)

  it("nothing, but stands where options are expected", function()
    local explanation = ": argument 'options': expected a table of options, got a game: it goes into option 'game'"
    for _, game in ipairs {GAME, {moves = nothing, make = nothing, result = nothing}, {children = nothing}} do
      assert.equal("alphabeta.search" .. explanation, message_of(alphabeta.search, STATE, 3, game))
    end
    assert.equal("alphabeta.new" .. explanation, message_of(alphabeta.new, GAME, GAME))
  end)

  it("functions where it has something else", function()
    for _, name in ipairs({"evaluate", "player", "is_over", "order", "children", "moves", "make", "play"}) do
      local game = {children = nothing, evaluate = nothing}
      game[name] = "nonsense"
      assert.equal(("alphabeta.search: callback '%s': expected a function, got string"):format(name),
        message_of(alphabeta.search, {}, 3, {game = game}))
    end
  end)
end)

describe("alphabeta.perft refuses", function()
  local rows = {
    {n = 2, nil, 3, "argument 'state': expected a state, got nil"},
    {STATE, 3, 1, "argument 'options': expected a table, got 1"},
    {STATE, 3, {divide = 1}, "option 'divide': expected true or false, got 1"},
    {5, 3, "expected a game (a table of functions), got number"},
    {STATE, "argument 'depth': expected " .. PLIES .. ", got nil"},
  }
  for _, depth in ipairs {INFINITY, -1, {}} do
    rows[#rows + 1] = {STATE, depth, "argument 'depth': expected " .. PLIES .. ", got " .. shown(depth)}
  end
  refuses("alphabeta.perft", alphabeta.perft, rows)
end)

describe("A searcher refuses", function()
  local ai = SEARCHER
  for _, row in ipairs {
    {"alphabeta.new: callback 'moves'", function() alphabeta.new(setmetatable({}, {__index = {moves = 1}})) end},
    {"alphabeta.new: expected a game (a table of functions), got number", function() alphabeta.new(5) end},
    {
      "alphabeta.new: the game is given twice, as an argument and as option 'game'",
      function() alphabeta.new(GAME, {game = GAME}) end,
    },
    {"searcher:search: argument 'state': expected a state, got nil", function() ai:search() end},
    {"searcher:search: " .. NO_LIMIT, function() ai:search(STATE) end},
    {"searcher:search: argument 'depth': expected " .. DEPTH .. ", got -1", function() ai:search(STATE, -1) end},
    {"searcher:search: expected a state and a depth, got a third", function() ai:search(STATE, 3, {}) end},
    {"searcher", function() ai.search(STATE, 3) end},
    {"searcher", function() ai.close() end},
  } do
    it(row[1], function()
      local err = failure(row[2])
      assert.matches("^[^:]*messages_spec%.lua:%d+: ", err)
      assert.is_truthy(err:find(row[1], 1, true), err)
    end)
  end

  it("all but to stop and to be closed when it is closed", function()
    local closed = alphabeta.new(GAME)
    closed:close()
    closed:close()
    for method, argument in pairs {search = STATE, start = STATE, step = 1, clear = 1, save = "path", load = "path"} do
      assert.equal("searcher:" .. method .. ": argument 'self': expected an open searcher, got a closed one",
        message_of(closed[method], closed, argument, 3))
    end
  end)
end)
