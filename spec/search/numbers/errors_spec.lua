-- Every message, word for word: it names the thing, says what came and what was expected, and points to the caller.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local option_list = require "rows.list"
local message_of = require "spec.support.message_of"
local only = require "spec.support.only"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local NAN = 0 / 0
local OPTIONS, PER_SEARCH = option_list.names "searcher", option_list.names "search"
local WITHOUT = table.concat(only(), ", ")
local PRUNING = "needs algorithm 'alphabeta', 'pvs' or 'mtdf', got "

-- A game in a given style on a tree of three plies.
local function new_game(style, traits)
  local root = tree.from({ { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } })
  return tree.game(style, traits), tree.state(style, root)
end

local GAME, STATE = new_game("children")

describe("alphabeta.search refuses", function()
  local SEARCHER = alphabeta.new(GAME)

  -- arguments, and the message that says what is expected
  local rows = {
    { "no state", { n = 3, nil, 3, { game = GAME } }, "argument 'state': expected a state, got nil" },
    { "options that are a number", { STATE, 3, 5 }, "argument 'options': expected a table, got 5" },
    { "options that are a string", { STATE, 3, "fast" }, "argument 'options': expected a table, got 'fast'" },
    { "options that are a function", { STATE, 3, print }, "argument 'options': expected a table, got function" },
    { "options that are a searcher", { STATE, 3, SEARCHER }, "argument 'options': expected a table, got userdata" },
    { "a depth that is a string", { STATE, "3" }, "argument 'depth': expected a depth or a table of options, got '3'" },
    { "a depth that is a boolean", { STATE, true },
      "argument 'depth': expected a depth or a table of options, got boolean" },
    { "a negative depth", { STATE, -1 },
      "argument 'depth': expected an integer from 0 to 10000, or math.huge, got -1" },
    { "a broken depth", { STATE, 2.5 },
      "argument 'depth': expected an integer from 0 to 10000, or math.huge, got 2.5" },
    { "too great a depth", { STATE, 10001 },
      "argument 'depth': expected an integer from 0 to 10000, or math.huge, got 10001" },
    { "an infinitely negative depth", { STATE, -math.huge },
      "argument 'depth': expected an integer from 0 to 10000, or math.huge, got -inf" },
    { "a depth that is NaN", { STATE, NAN },
      "argument 'depth': expected an integer from 0 to 10000, or math.huge, got NaN" },
    { "no limit", { STATE }, "limit 'depth': expected a depth, a time or a number of nodes, got none" },
    { "an empty table of limits", { STATE, {} },
      "limit 'depth': expected a depth, a time or a number of nodes, got none" },
    { "only infinite limits", { STATE, { time = math.huge } },
      "limit 'depth': expected a depth, a time or a number of nodes, got none" },
    { "an unknown option for one search", { STATE, { dept = 3 } },
      "unknown option 'dept', did you mean 'depth'? (valid: " .. PER_SEARCH .. ")" },
    { "options of a searcher for one search", { STATE, { depth = 3, view = "max" } },
      "option 'view' cannot be given for one search, only in the third argument" },
    { "options of one search for a searcher", { STATE, 3, { past = {} } },
      "option 'past' can only be given for one search, in its second argument" },
    { "options in an array", { STATE, { 3 } }, "unknown option 1 (valid: " .. PER_SEARCH .. ")" },
    { "a wrong depth among the limits", { STATE, { depth = "3" } },
      "option 'depth': expected an integer from 0 to 10000, or math.huge, got '3'" },
    { "a wrong number of nodes among the limits", { STATE, { nodes = 0 } },
      "option 'nodes': expected an integer of 1 or more, or math.huge, got 0" },
    { "a wrong time among the limits", { STATE, { time = -1 } },
      "option 'time': expected a number of seconds, 0 or more, got -1" },
    { "a game that is a number", { STATE, 3, { game = 5 } }, "expected a game (a table of functions), got number" },
    { "a state without methods when there is no game", { 5, 3 },
      "expected a game (a table of functions), got number" },
  }

  for _, row in ipairs(rows) do
    it(row[1], function()
      local arguments = row[2]
      local message = message_of(alphabeta.search, unpack(arguments, 1, arguments.n or #arguments))
      assert.equal("alphabeta.search: " .. row[3], message)
    end)
  end
end)

describe("An option is refused:", function()
  local plies = "an integer from 0 to 10000"
  local depth = plies .. ", or math.huge"
  local nodes = "an integer of 1 or more, or math.huge"
  local time = "a number of seconds, 0 or more"
  local clock = "a clock, {left = seconds, increment = seconds}"
  local win = "a finite number greater than 1"

  -- options, the one that is wrong, what is expected, what came
  local rows = {
    { { depth = -1 }, "depth", depth, "-1" },
    { { depth = 0.5 }, "depth", depth, "0.5" },
    { { depth = 10001 }, "depth", depth, "10001" },
    { { depth = "3" }, "depth", depth, "'3'" },
    { { depth = {} }, "depth", depth, "table" },
    { { nodes = 0 }, "nodes", nodes, "0" },
    { { nodes = 1.5 }, "nodes", nodes, "1.5" },
    { { nodes = -math.huge }, "nodes", nodes, "-inf" },
    { { nodes = NAN }, "nodes", nodes, "NaN" },
    { { nodes = "many" }, "nodes", nodes, "'many'" },
    { { nodes = {} }, "nodes", nodes .. ", or {soft, hard}", "an array of 0" },
    { { nodes = { 5 } }, "nodes", nodes .. ", or {soft, hard}", "an array of 1" },
    { { nodes = { 5, 1.5 } }, "nodes", nodes .. ", or {soft, hard}", "1.5 at index 2" },
    { { nodes = { 5, math.huge } }, "nodes", nodes .. ", or {soft, hard}", "inf at index 2" },
    { { nodes = { 6, 5 } }, "nodes", "a soft limit that is not greater than the hard one", "6 and 5" },
    { { nodes = { soft = 5 } }, "nodes", nodes .. ", or {soft, hard}", "a table with other keys" },
    { { think = -0.5 }, "think", time, "-0.5" },
    { { think = { 1, 2, 3 } }, "think", time .. ", or {soft, hard}", "an array of 3" },
    { { think = { "1", 2 } }, "think", time .. ", or {soft, hard}", "'1' at index 1" },
    { { think = { -1, 2 } }, "think", time .. ", or {soft, hard}", "-1 at index 1" },
    { { think = { 2, NAN } }, "think", time .. ", or {soft, hard}", "NaN at index 2" },
    { { clock = 5 }, "clock", clock, "5" },
    { { clock = {} }, "clock", clock, "nil as 'left'" },
    { { clock = { left = math.huge } }, "clock", clock, "inf as 'left'" },
    { { clock = { left = 1, increment = "2" } }, "clock", clock, "'2' as 'increment'" },
    { { clock = { left = 1, moves = 0 } }, "clock", clock, "0 as 'moves'" },
    { { clock = { left = 1, inc = 2 } }, "clock", clock,
      "a table with the field 'inc' (valid: left, increment, moves, lag)" },
    { { time = -0.5 }, "time", time, "-0.5" },
    { { time = NAN }, "time", time, "NaN" },
    { { time = "1" }, "time", time, "'1'" },
    { { time = true }, "time", time, "boolean" },
    { { win = 1 }, "win", win, "1" },
    { { win = -5 }, "win", win, "-5" },
    { { win = math.huge }, "win", win, "inf" },
    { { win = NAN }, "win", win, "NaN" },
    { { win = {} }, "win", win, "table" },
    { { null_move = true }, "null_move", plies .. ", or false", "boolean" },
    { { quiescence = true }, "quiescence", plies .. ", or false", "boolean" },
    { { reductions = true }, "reductions", plies .. ", or false", "boolean" },
    { { reductions = 0.5 }, "reductions", plies .. ", or false", "0.5" },
    { { alpha = NAN }, "alpha", "a number", "NaN" },
    { { alpha = "low" }, "alpha", "a number", "'low'" },
    { { beta = NAN }, "beta", "a number", "NaN" },
    { { beta = false }, "beta", "a number", "boolean" },
    { { view = "min" }, "view", "'max', 'mover' or 'player'", "'min'" },
    { { view = 1 }, "view", "'max', 'mover' or 'player'", "1" },
    { { algorithm = "negamax" }, "algorithm", "'alphabeta', 'pvs', 'mtdf', 'minimax', 'maxn' or 'uct'", "'negamax'" },
    { { algorithm = {} }, "algorithm", "'alphabeta', 'pvs', 'mtdf', 'minimax', 'maxn' or 'uct'", "table" },
    { { without = "killers" }, "without", "an array of names of techniques", "'killers'" },
    { { without = true }, "without", "an array of names of techniques", "boolean" },
    { { without = { killers = true } }, "without", "an array of names of techniques", "a table with other keys" },
    { { without = { "killers", "killer" } }, "without", "an array of names of techniques",
      "'killer' at index 2 (valid: " .. WITHOUT .. ")" },
    { { without = { 1 } }, "without", "an array of names of techniques", "1 at index 1 (valid: " .. WITHOUT .. ")" },
    { { without = { "quiescence" } }, "without", "an array of names of techniques",
      "'quiescence' at index 1 (valid: " .. WITHOUT .. ")" },
    { { value_sum = NAN }, "value_sum", "a number", "NaN" },
    { { deepening = 1 }, "deepening", "true or false", "1" },
    { { deepening = "yes" }, "deepening", "true or false", "'yes'" },
    { { maximize = 0 }, "maximize", "true or false", "0" },
    { { maximize = print }, "maximize", "true or false", "function" },
  }

  for _, row in ipairs(rows) do
    local options, name, expected, got = row[1], row[2], row[3], row[4]
    local explanation = (" option '%s': expected %s, got %s"):format(name, expected, got)
    it(explanation:sub(2), function()
      assert.equal("alphabeta.new:" .. explanation, message_of(alphabeta.new, GAME, options))
      options.game = GAME
      assert.equal("alphabeta.search:" .. explanation, message_of(alphabeta.search, STATE, 3, options))
    end)
  end

  it("an unknown one, with the valid ones named", function()
    assert.equal("alphabeta.search: unknown option 'dept', did you mean 'depth'? (valid: " .. OPTIONS .. ")",
      message_of(alphabeta.search, STATE, 3, { game = GAME, dept = 3 }))
    assert.equal("alphabeta.search: unknown option 'Depth', did you mean 'depth'? (valid: " .. OPTIONS .. ")",
      message_of(alphabeta.search, STATE, 3, { Depth = 3 }))
    assert.equal("alphabeta.new: unknown option 'colour' (valid: " .. OPTIONS .. ")",
      message_of(alphabeta.new, GAME, { colour = 3 }))
    assert.equal("alphabeta.search: unknown option 1 (valid: " .. OPTIONS .. ")",
      message_of(alphabeta.search, STATE, 3, { "minimax" }))
    assert.equal("alphabeta.search: unknown option table (valid: " .. OPTIONS .. ")",
      message_of(alphabeta.search, STATE, 3, { [{}] = true }))
    assert.equal("alphabeta.new: unknown option 'killers', did you mean 'without'? (valid: " .. OPTIONS .. ")",
      message_of(alphabeta.new, GAME, { killers = false }))
    assert.equal("alphabeta.perft: unknown option 'depth' (valid: divide, game)",
      message_of(alphabeta.perft, STATE, 3, { game = GAME, depth = 3 }))
  end)

  -- options that do not go together
  local clashes = {
    { { alpha = 1, beta = 1 }, "option 'alpha' must be less than option 'beta'" },
    { { alpha = 2, beta = 1 }, "option 'alpha' must be less than option 'beta'" },
    { { alpha = math.huge }, "option 'alpha' must be less than option 'beta'" },
    { { beta = -math.huge }, "option 'alpha' must be less than option 'beta'" },
    { { alpha = 0, algorithm = "minimax" },
      "option 'alpha' needs algorithm 'alphabeta', 'pvs' or 'mtdf', got 'minimax'" },
    { { beta = 0, algorithm = "minimax" },
      "option 'beta' needs algorithm 'alphabeta', 'pvs' or 'mtdf', got 'minimax'" },
    { { view = "mover", maximize = false }, "option 'maximize' needs view 'max'" },
    { { win = 3 }, "option 'win' must be greater than the depth, 3" },
    { { win = 9, value_max = -9 }, "option 'value_max' must be greater than -win" },
    { { win = 9, value_min = 9 }, "option 'value_min' must be less than option 'win'" },
    { { table = 1, algorithm = "minimax" },
      "option 'table' needs algorithm 'alphabeta', 'pvs', 'mtdf' or 'uct', got 'minimax'" },
    { { null_move = 1, algorithm = "minimax" }, "option 'null_move' " .. PRUNING .. "'minimax'" },
    { { reductions = 1, algorithm = "minimax" }, "option 'reductions' " .. PRUNING .. "'minimax'" },
    { { value_sum = 1 }, "option 'value_sum' needs algorithm 'maxn', got 'alphabeta'" },
    { { multipv = 2, level = 1 }, "option 'multipv' needs a search without option 'level'" },
    { { table = 1 }, "option 'table' needs a game with 'hash', or option 'hash'" },
    { { hash_ignore = { "a" } }, "option 'hash_ignore' needs option 'hash' or 'repetition'" },
    { { hash_ignore = { "a" }, hash = false }, "option 'hash_ignore' needs option 'hash' or 'repetition'" },
    { { hash = "auto", algorithm = "maxn" },
      "option 'hash' needs algorithm 'alphabeta', 'pvs', 'mtdf', 'minimax' or 'uct', got 'maxn'" },
    { { quiescence = 1 }, "option 'quiescence' needs a game with 'noisy'" },
    { { null_move = 1 },
      "option 'null_move' needs a game with 'pass', and with 'unpass' if moves are made in place" },
    { { algorithm = "maxn" }, "algorithm 'maxn' needs a game with 'player'" },
  }

  for _, row in ipairs(clashes) do
    local options, explanation = row[1], row[2]
    it(explanation, function()
      local ai = alphabeta.new(GAME, options)
      assert.equal("searcher:search: " .. explanation, message_of(ai.search, ai, STATE, 3))
      options.game = GAME
      assert.equal("alphabeta.search: " .. explanation, message_of(alphabeta.search, STATE, 3, options))
    end)
  end

  it("option 'win' must be greater than option 'quiescence', where no depth is given", function()
    local ai = alphabeta.new(GAME, { win = 3, quiescence = 4 })
    assert.equal("searcher:search: option 'win' must be greater than option 'quiescence'",
      message_of(ai.search, ai, STATE, { time = 1 }))
  end)
end)

describe("A game is refused that lacks", function()
  local function nothing() end

  local OF_STYLES = " with 'make' and 'unmake' or with 'play', or 'children' in its place"

  -- the functions it has, and what it lacks
  local rows = {
    { "everything", {}, "'moves': expected a function" .. OF_STYLES },
    { "a style", { "evaluate" }, "'moves': expected a function" .. OF_STYLES },
    { "unmake", { "evaluate", "moves", "make" }, "'unmake': expected a function, which goes with 'make'" },
    { "make", { "evaluate", "moves", "unmake" }, "'make': expected a function, which goes with 'unmake'" },
    { "make and unmake, or play", { "evaluate", "moves" },
      "'make': expected a function with 'unmake', or 'play' in its place" },
    { "moves beside make and unmake", { "evaluate", "make", "unmake" }, "'moves': expected a function" },
    { "moves beside play", { "evaluate", "play" }, "'moves': expected a function" },
    { "evaluate in place", { "moves", "make", "unmake" }, "'evaluate': expected a function, or 'result' in its place" },
    { "evaluate when copying", { "moves", "play" }, "'evaluate': expected a function, or 'result' in its place" },
    { "evaluate with children", { "children" }, "'evaluate': expected a function, or 'result' in its place" },
    { "evaluate beside evaluate_move", { "moves", "play", "result", "evaluate_move" },
      "'evaluate': expected a function, which goes with 'evaluate_move'" },
    { "unpass beside pass", { "moves", "make", "unmake", "evaluate", "pass" },
      "'unpass': expected a function, which goes with 'pass'" },
    { "move_id beside find_move, with children", { "children", "evaluate", "find_move" },
      "'move_id': expected a function, which goes with 'find_move'" },
  }

  for _, row in ipairs(rows) do
    it(row[1], function()
      local game = {}
      for _, name in ipairs(row[2]) do game[name] = nothing end
      local explanation = ": callback " .. row[3] .. ", got nil"
      assert.equal("alphabeta.search" .. explanation, message_of(alphabeta.search, {}, 3, { game = game }))
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
    local game = { children = nothing, evaluate = nothing, hash = nothing, evaluate_move = nothing }
    local explanation = ": callback 'evaluate_move': expected none in a game with 'children', got function"
    assert.equal("alphabeta.search" .. explanation, message_of(alphabeta.search, {}, 3, { game = game }))
    assert.equal("alphabeta.new" .. explanation, message_of(alphabeta.new, game))
    assert.equal("alphabeta.check" .. explanation, message_of(alphabeta.check, game, {}))
  end)

  it("all functions, since it is a table of options", function()
    assert.equal("alphabeta.new: argument 'game': expected a game (a table of functions), got options with a game in "
      .. "them: write alphabeta.new(game, options)", message_of(alphabeta.new, { game = GAME }))
    assert.matches("callback 'moves': expected a function", failure(alphabeta.search, { game = GAME }, 1), 1, true)
  end)

  it("nothing, but stands where options are expected", function()
    local explanation = ": argument 'options': expected a table of options, got a game: it goes into option 'game'"
    assert.equal("alphabeta.search" .. explanation, message_of(alphabeta.search, STATE, 3, GAME))
    assert.equal("alphabeta.new" .. explanation, message_of(alphabeta.new, GAME, GAME))
  end)

  it("functions where it has something else", function()
    for _, name in ipairs({ "evaluate", "player", "is_over", "order", "children", "moves", "make", "play" }) do
      local game = { children = nothing, evaluate = nothing }
      game[name] = "nonsense"
      assert.equal(("alphabeta.search: callback '%s': expected a function, got string"):format(name),
        message_of(alphabeta.search, {}, 3, { game = game }))
    end
  end)
end)

describe("alphabeta.perft refuses", function()
  -- arguments, and the message
  local rows = {
    { "no state", { n = 2, nil, 3 }, "argument 'state': expected a state, got nil" },
    { "no depth", { STATE }, "argument 'depth': expected an integer from 0 to 10000, got nil" },
    { "a depth without end", { STATE, math.huge }, "argument 'depth': expected an integer from 0 to 10000, got inf" },
    { "a wrong depth", { STATE, -1 }, "argument 'depth': expected an integer from 0 to 10000, got -1" },
    { "a table of limits", { STATE, {} }, "argument 'depth': expected an integer from 0 to 10000, got table" },
    { "options that are no table", { STATE, 3, 1 }, "argument 'options': expected a table, got 1" },
    { "a wrong divide", { STATE, 3, { divide = 1 } }, "option 'divide': expected true or false, got 1" },
    { "no game", { 5, 3 }, "expected a game (a table of functions), got number" },
  }

  for _, row in ipairs(rows) do
    it(row[1], function()
      local arguments = row[2]
      local message = message_of(alphabeta.perft, unpack(arguments, 1, arguments.n or #arguments))
      assert.equal("alphabeta.perft: " .. row[3], message)
    end)
  end
end)

describe("A searcher refuses", function()
  local ai = alphabeta.new(GAME)

  -- a call, and what must be in its message
  local rows = {
    { "a game that is a string", "alphabeta.new: callback 'moves'", function()
      alphabeta.new(setmetatable({}, { __index = { moves = 1 } }))
    end },
    { "a game that is a number", "alphabeta.new: expected a game (a table of functions), got number", function()
      alphabeta.new(5)
    end },
    { "two games", "alphabeta.new: the game is given twice, as an argument and as option 'game'", function()
      alphabeta.new(GAME, { game = GAME })
    end },
    { "no state", "searcher:search: argument 'state': expected a state, got nil", function()
      ai:search()
    end },
    { "no limit", "searcher:search: limit 'depth': expected a depth, a time or a number of nodes, got none", function()
      ai:search(STATE)
    end },
    { "a wrong depth",
      "searcher:search: argument 'depth': expected an integer from 0 to 10000, or math.huge, got -1", function()
      ai:search(STATE, -1)
    end },
    { "options, which belong to alphabeta.new", "searcher:search: expected a state and a depth, got a third", function()
      ai:search(STATE, 3, {})
    end },
    { "to be called with a dot", "searcher", function()
      ai.search(STATE, 3)
    end },
    { "to be closed with a dot", "searcher", function()
      ai.close()
    end },
  }

  for _, row in ipairs(rows) do
    it(row[1], function()
      local err = failure(row[3])
      assert.is_truthy(err:find("^[^:]*errors_spec%.lua:%d+: "), err)
      assert.is_truthy(err:find(row[2], 1, true), err)
    end)
  end

  it("to search after it was closed", function()
    local closed = alphabeta.new(GAME)
    closed:close()
    assert.matches("expected an open searcher, got a closed one", message_of(closed.search, closed, STATE, 3))
  end)

  it("to search, and to be closed, in one of its own callbacks", function()
    local refusals = { search = "already searching", close = "already searching" }
    for method, expected in pairs(refusals) do
      local own
      own = alphabeta.new(wrap.replace(GAME, {
        evaluate = function(state)
          own[method](own, state, 1)
          return 0
        end,
      }))
      local err = failure(own.search, own, STATE, 2)
      assert.is_truthy(err:find(expected, 1, true), err)
      assert.is_truthy(err:find("(alphabeta: in callback 'evaluate' at ply 2", 1, true), err)
      own:close()
    end
  end)
end)

describe("A wrong answer:", function()
  local array = "expected an array, an iterator or nil, got "
  local number = "expected a number, got "

  -- the callback, its style, its answer, and the message
  local rows = {
    { "evaluate", "children", nil, number .. "nil" },
    { "evaluate", "children", "5", number .. "'5'" },
    { "evaluate", "in place", NAN, number .. "NaN" },
    { "evaluate", "copying", {}, number .. "table" },
    { "evaluate", "copying", false, number .. "boolean" },
    { "order", "children", nil, number .. "nil" },
    { "order", "in place", "5", number .. "'5'" },
    { "order", "copying", NAN, number .. "NaN" },
    { "moves", "in place", "none", array .. "'none'" },
    { "moves", "in place", -1, "expected an array, an iterator, a count or nil, got -1" },
    { "moves", "in place", 1.5, "expected an array, an iterator, a count or nil, got 1.5" },
    { "moves", "copying", NAN, "expected an array, an iterator, a count or nil, got NaN" },
    { "moves", "copying", false, array .. "boolean" },
    { "moves", "copying", true, array .. "boolean" },
    { "moves", "copying", io.stdout, array .. "userdata" },
    { "moves", "in place", { nil, "b" }, "expected an array without holes, got nil at index 1 of 2" },
    { "moves", "copying", { [2] = "b" }, "expected an array without holes, got nil at index 1" },
    { "children", "children", "none", array .. "'none'" },
    { "children", "children", { nil, nil, {} }, "expected an array without holes, got nil at index 1 of 3" },
    { "play", "copying", nil, "expected a state, got nil" },
    { "player", "children", nil, "expected a player, got nil" },
  }

  for _, row in ipairs(rows) do
    local name, style, answer, explanation = row[1], row[2], row[3], row[4]
    it(("%s, %s: %s"):format(name, style, explanation), function()
      for at_ply = 0, name == "order" and 1 or 2 do -- moves to leaves are not scored
        local game, state = new_game(style, { player = true, order = true })
        local root = state.node
        local wrong = wrap.replace(game, {
          [name] = function(at, ...)
            local node, ply = at.node, 0
            while node ~= root do node, ply = node.parent, ply + 1 end
            if ply == at_ply then return answer end
            return game[name](at, ...)
          end,
        })
        local depth = name == "evaluate" and at_ply or 3
        assert.equal(("alphabeta: callback '%s' at ply %d: %s"):format(name, at_ply, explanation),
          message_of(alphabeta.search, state, depth, { game = wrong }))
        assert.equal(root, state.node)
      end
    end)
  end

  it("a hole behind good moves is found when it is reached", function()
    local game, state = new_game("in place")
    local moves = { game.moves(state)[1], nil, game.moves(state)[2] }
    game.moves = function(at) return at.node.parent and at.node.children or moves end
    assert.equal("alphabeta: callback 'moves' at ply 0: expected an array without holes, got nil at index 2 of 3",
      message_of(alphabeta.search, state, 2, { game = game }))
  end)

  it("nothing at all is nil", function()
    local function nothing() end
    assert.equal("alphabeta: callback 'evaluate' at ply 0: expected a number, got nil",
      message_of(alphabeta.search, STATE, 0, { game = wrap.replace(GAME, { evaluate = nothing }) }))
  end)
end)

describe("A list of moves that changes while it is searched", function()
  local function moves_of(list)
    return {
      moves = function() return list end,
      is_over = function() end,
      make = function() end,
      unmake = function() end,
      evaluate = function() return 0 end,
    }
  end

  it("is reported when it has become shorter", function()
    local list = { 1, 2, 3 }
    local game = moves_of(list)
    game.make = function() list[#list] = nil end
    assert.equal(
      "alphabeta: callback 'moves' at ply 0: the array changed while it was searched (3 entries, now 1)",
      message_of(alphabeta.search, {}, 1, { game = game }))
  end)

  it("is reported when it is one and the same array, filled anew at every ply", function()
    local list, ply = {}, 0
    local game = moves_of(list)
    game.moves = function()
      for i = 1, 3 do list[i] = 10 * ply + i end
      return list
    end
    game.make = function() ply = ply + 1 end
    game.unmake = function() ply = ply - 1 end
    assert.equal(
      "alphabeta: callback 'moves' at ply 1: returned the same array as at ply 0: return a new one for each node",
      message_of(alphabeta.search, {}, 3, { game = game }))
    assert.equal(0, ply)
  end)

  it("is reported when it is filled anew at the full depth, where moves shows whether the game is over", function()
    local list, ply = { 1, 2, 3 }, 0
    local game = moves_of(list)
    game.is_over = nil
    game.moves = function()
      list[1] = 10 * ply
      return list
    end
    game.make = function() ply = ply + 1 end
    game.unmake = function() ply = ply - 1 end
    assert.equal(
      "alphabeta: callback 'moves' at ply 1: returned the same array as at ply 0: return a new one for each node",
      message_of(alphabeta.search, {}, 1, { game = game }))
    assert.equal(0, ply)
  end)

  it("may be one and the same array as long as it does not change", function()
    assert.equal(1 + 3 + 9, select(3, alphabeta.search({}, 2, {
      game = moves_of({ 1, 2, 3 }),
      algorithm = "minimax",
    })).nodes)
  end)

  it("does no harm when it becomes longer", function()
    local list = { 1, 2, 3 }
    local game = moves_of(list)
    game.make = function() list[#list + 1] = #list + 1 end
    assert.equal(4, select(3, alphabeta.search({}, 1, { game = game })).nodes)
  end)
end)

describe("An error in a callback", function()
  -- Each callback with the ply at which it is reached first behind the root's.
  local callbacks = {
    { "moves", "in place", 1 }, { "make", "in place", 1 }, { "unmake", "in place", 3 }, { "play", "copying", 1 },
    { "children", "children", 1 }, { "evaluate", "children", 3 }, { "player", "in place", 1 },
    { "is_over", "copying", 1 }, { "order", "children", 1 },
  }

  -- A game whose callback `name` calls `throw` where the state is not the root.
  local function throwing(name, style, throw)
    local game, state = new_game(style, { player = true, order = true, is_over = true })
    local root = state.node
    return wrap.replace(game, {
      [name] = function(at, ...)
        if at.node ~= root then throw() end
        return game[name](at, ...)
      end,
    }), state
  end

  for _, row in ipairs(callbacks) do
    local name, style, ply = row[1], row[2], row[3]

    it(("keeps its message and names the callback, the ply and the way there: %s"):format(name), function()
      local line
      local function throw()
        line = debug.getinfo(1, "l").currentline + 1
        error("no such square")
      end
      local game, state = throwing(name, style, throw)
      local err = failure(alphabeta.search, state, 3, { game = game, deepening = false })
      local message, rest = err:match("^(.-)\n(.*)$")
      assert.matches("errors_spec%.lua:" .. line .. ": no such square$", message)
      local where = ("\t(alphabeta: in callback '%s' at ply %d)\nstack traceback:\n"):format(name, ply)
      assert.equal(where, rest:sub(1, #where))
      assert.matches("errors_spec%.lua:" .. line, rest)
    end)

    it(("is passed on untouched when it is not a string: %s"):format(name), function()
      for _, err in ipairs({ {}, setmetatable({}, { __tostring = print }), 42, true, false, print }) do
        local game, state = throwing(name, style, function() error(err, 0) end)
        assert.is_true(rawequal(err, (failure(alphabeta.search, state, 3, { game = game }))))
      end
      local game, state = throwing(name, style, function() error(nil) end)
      assert.is_nil(failure(alphabeta.search, state, 3, { game = game }))
    end)
  end

  it("is Lua's own, such as indexing nil", function()
    local game = wrap.replace(GAME, {
      evaluate = function(state) return state.board.squares end,
    })
    local err = failure(alphabeta.search, STATE, 1, { game = game })
    assert.matches("^[^\n]*errors_spec%.lua:%d+: attempt to index", err)
    assert.matches("in callback 'evaluate' at ply 1", err)
  end)

  it("in a search within a search names the inner callback, and has one traceback", function()
    local inner = wrap.replace(GAME, {
      evaluate = function() error("deep inside", 0) end,
    })
    local outer = wrap.replace(GAME, {
      order = function(state) return select(2, alphabeta.search(state, 1, { game = inner })) end,
    })
    local err = failure(alphabeta.search, STATE, 1, { game = outer })
    assert.matches("^deep inside\n\t%(alphabeta: in callback 'evaluate' at ply 1%)", err)
    assert.equal(1, select(2, err:gsub("stack traceback:", "")))
  end)

  it("in perft is reported likewise", function()
    local game, state = throwing("make", "in place", function() error("no such square", 0) end)
    assert.matches("^no such square\n\t%(alphabeta: in callback 'make' at ply 1%)\nstack traceback:",
      failure(alphabeta.perft, state, 3, { game = game }))
  end)
end)

describe("Recursion without end", function()
  it("of a callback is an error, and no crash", function()
    local function recurse() return 1 + recurse() end
    local game, state = new_game("in place")
    game.evaluate = recurse
    assert.matches("stack overflow", failure(alphabeta.search, state, 3, { game = game }))
    assert.equal("root", state.node.name)
  end)

  it("of search in a callback is an error, and no crash", function()
    local levels = 0
    local game, state = new_game("in place")
    game.evaluate = function(at)
      levels = levels + 1
      return (select(2, alphabeta.search(at, 1, { game = game })))
    end
    local err = failure(alphabeta.search, state, 3, { game = game })
    assert.matches("overflow", err)
    assert.is_true(levels > 10)
    assert.equal("root", state.node.name)
    assert.equal(0, state.ply)
  end)

  it("of perft in a callback is an error, and no crash", function()
    local game, state = new_game("children")
    game.is_over = function(at) return alphabeta.perft(at, 1, { game = game }) == 0 end
    assert.matches("overflow", failure(alphabeta.perft, state, 3, { game = game }))
  end)
end)

describe("The position of an error", function()
  it("is the line that calls", function()
    local _, err = pcall(function() alphabeta.search(STATE, -1) end)
    local line = debug.getinfo(1, "l").currentline - 1
    assert.matches("errors_spec%.lua:" .. line .. ": alphabeta%.search: ", err)

    local wrong = wrap.replace(GAME, { evaluate = tostring })
    _, err = pcall(function() alphabeta.search(STATE, 3, { game = wrong, deepening = false }) end)
    line = debug.getinfo(1, "l").currentline - 1
    assert.matches("errors_spec%.lua:" .. line .. ": alphabeta: callback 'evaluate' at ply 3: ", err)
  end)
end)
