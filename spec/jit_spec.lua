-- The loop in Lua that answers the frequent asks on LuaJIT finds what the driver in C finds, by the same calls in the
-- same order, and fails as it fails. On other Luas there is none. ALPHABETA_TREES sets how many random searches are
-- compared; ALPHABETA_JIT=0 turns the loop off, and there is nothing to compare.
-- luacheck: read globals newproxy, globals jit.flush

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local chess = require "games.chess"
local connect4 = require "games.connect4"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local found = require("spec.support.results").found
local random_search = require "spec.support.random_search"
local rng = require "spec.support.rng"
local script = require "spec.support.script"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

local TREES = tonumber(os.getenv "ALPHABETA_TREES") or 12000
local TRIALS = math.max(20, TREES / 100)

-- A game that costs next to nothing: a state is a number.
local SUMS = {
  moves = function(state) return state < 5000 and {1, 2, 3} or nil end,
  play = function(state, move) return 3 * state + move end,
  evaluate = function(state) return state * 7919 % 101 end,
}

-- Runs `work` with the loop, or without it.
local function with_loop(is_on, work, ...)
  alphabeta.jit = is_on
  local ok, result, second = pcall(work, ...)
  alphabeta.jit = true
  if not ok then error(result, 0) end
  return result, second
end

-- A game whose calls are counted and written down by name; the `nth` of them, if given, fails as `fail` does.
local function watched(game, calls, nth, fail)
  return wrap.around(game, function(name, callback, ...)
    calls[#calls + 1] = name
    if #calls == nth then return fail(name, callback, ...) end
    return callback(...)
  end)
end

-- The message of an error, without its traceback.
local function message_of(...)
  local ok, err = pcall(...)
  if ok then return "none" end
  return (tostring(err):gsub("\nstack traceback:.*", ""))
end

if not alphabeta.jit then
  describe("Without LuaJIT, or with ALPHABETA_JIT=0, alphabeta.jit", function()
    it("is false", function() assert.is_false(alphabeta.jit) end)
  end)
  return
end

describe("The loop on LuaJIT", function()
  -- What runs twice is compiled, so that small searches are.
  setup(function() jit.opt.start("hotloop=2", "hotexit=2") end)
  teardown(function() jit.opt.start("hotloop=56", "hotexit=10") end)

  it("finds what the driver in C finds, by the same calls, whatever the game has and whatever is asked for", function()
    for seed = 1, TRIALS do
      local outcomes = {}
      for i, is_on in ipairs {false, true} do
        local trial, calls = random_search.new(seed), {}
        local ai = alphabeta.new(watched(trial.game, calls), trial.options)
        outcomes[i] = with_loop(is_on, function()
          local first = found(ai:search(trial.new_state(), trial.limits))
          return {first, found(ai:search(trial.new_state(), trial.limits)), trial.calls, calls}
        end)
      end
      assert.is_true(deep.equal(outcomes[1], outcomes[2]), random_search.new(seed).describe())
    end
  end)

  it("pauses where it does", function()
    for seed = 1, TRIALS / 4 do
      local outcomes = {}
      for i, is_on in ipairs {false, true} do
        local trial, calls, random = random_search.new(seed), {}, rng.new(seed)
        local ai = alphabeta.new(watched(trial.game, calls), trial.options)
        outcomes[i] = with_loop(is_on, function()
          local best, value, info, pauses = slices.search(ai, trial.new_state(), trial.limits, function()
            return {nodes = random:int(1, 20)}
          end)
          return {found(best, value, info), pauses, trial.calls, calls}
        end)
      end
      assert.is_true(deep.equal(outcomes[1], outcomes[2]), random_search.new(seed).describe())
    end
  end)

  it("goes on after a pause behind any callback", function()
    for seed = 1, TRIALS / 4 do
      local outcomes = {}
      for i, slice in ipairs {{nodes = 1000000}, 0, 0.00001} do
        local trial = random_search.new(seed)
        local ai = alphabeta.new(trial.game, trial.options)
        outcomes[i] = with_loop(i > 1, function()
          local best, value, info = slices.search(ai, trial.new_state(), trial.limits, slice)
          return {found(best, value, info), trial.calls}
        end)
      end
      for i = 2, #outcomes do
        assert.is_true(deep.equal(outcomes[1], outcomes[i]), random_search.new(seed).describe())
      end
    end
  end)

  -- How often a search calls the loop. What the loop does not answer is done by the driver, which calls it again then,
  -- and to begin anew takes as long as some nodes.
  local function entries_of(game, state)
    local entries = 0
    local function count()
      local info = debug.getinfo(2, "Su")
      if info.nparams == 4 and info.short_src:find "loop[/\\]body%.lua" then entries = entries + 1 end
    end
    local ai = alphabeta.new(game)
    debug.sethook(count, "c")
    local ok, _, _, info = pcall(ai.search, ai, state, {nodes = 4000})
    debug.sethook()
    assert(ok)
    return entries, info.nodes
  end

  -- Connect four on which more is known, and its moves as another kind of value.
  local function richer(functions, to_move, to_column)
    local game = setmetatable(functions, {__index = connect4.hashed})
    if to_move then
      function game.moves(state)
        local list = connect4.moves(state)
        for i = 1, #list do list[i] = to_move(list[i]) end
        return list
      end
      function game.make(state, move) return connect4.hashed.make(state, to_column(move)) end
      function game.unmake(state, move) return connect4.hashed.unmake(state, to_column(move)) end
    end
    return game
  end

  local function play(state, column)
    local child = setmetatable(deep.copy(state), getmetatable(state))
    connect4.hashed.make(child, column)
    return child
  end

  local COPYING = {moves = connect4.moves, play = play, evaluate = connect4.evaluate, player = connect4.player,
    hash = connect4.hashed.hash}

  local CHILDREN = wrap.replace(COPYING, {children = function(state)
    local list = connect4.moves(state)
    for i = 1, #list do list[i] = play(state, list[i]) end
    return list
  end})
  CHILDREN.moves, CHILDREN.play = nil, nil

  local function with_result(moves)
    local hashed = connect4.hashed
    return {moves = moves, make = hashed.make, unmake = hashed.unmake, player = connect4.player,
      evaluate = connect4.evaluate, result = connect4.evaluate}
  end

  for name, game in pairs {
    ["as it is"] = connect4,
    ["with keys"] = connect4.hashed,
    ["with find_move and hash_move"] = connect4.full,
    ["with an order"] = richer {order = connect4.centre_first},
    ["with bounds"] = richer {bounds = function() return -connect4.WIN, connect4.WIN end},
    ["with move_id"] = richer {move_id = function(_, column) return column end},
    ["with moves that are texts"] = richer({}, tostring, tonumber),
    ["with moves that are tables"] = richer({}, function(column) return {column} end,
      function(move) return move[1] end),
    ["with result, and without is_over"] = with_result(connect4.moves),
    ["with result, and moves that are counted"] = with_result(function(state, list)
      local moves = connect4.moves(state)
      for i = 1, #moves do list[i] = moves[i] end
      return #moves
    end),
    ["with copies, and result"] = wrap.replace(COPYING, {result = connect4.evaluate}),
    ["with children, and result"] = wrap.replace(CHILDREN, {result = connect4.evaluate}),
    ["with copies"] = COPYING,
    ["with children"] = CHILDREN,
  } do
    it("answers nearly all itself in a game " .. name, function()
      local entries, nodes = entries_of(game, connect4.hashed.new())
      assert.are.equal(4000, nodes)
      assert.is_true(entries > 0 and entries < 150, entries .. " entries")
    end)
  end

  it("notices where find_move finds what moves does not list", function()
    for _, moves in ipairs {
      function() return {1, 2, 3} end, function(_, list) list[1], list[2] = 1, 2 return 2 end,
      function() return {"1", "2", "4"} end, function() return {} end, function() return 0 end, function() end,
    } do
      local messages = {}
      for i, is_on in ipairs {false, true} do
        local lists = 0
        local game = wrap.replace(SUMS, {
          moves = function(state, list)
            lists = lists + 1
            if state >= 5000 then return nil end
            if lists > 200 then return moves(state, list) end
            return {1, 2, 3, 4}
          end,
          hash = function(state) return state end,
          find_move = function(_, move) return move end,
          player = function() return 1 end,
        })
        messages[i] = with_loop(is_on, message_of, alphabeta.search, 1, {depth = 9, nodes = 20000}, {game = game})
      end
      assert.matches("find_move", messages[1])
      assert.are.equal(messages[1], messages[2])
    end
  end)

  it("knows on which side each of three players is", function()
    for _, max_player in ipairs {1, 2, 3} do
      local outcomes = {}
      for i, is_on in ipairs {false, true} do
        local game = wrap.replace(SUMS, {player = function(state) return state % 3 + 1 end})
        outcomes[i] = {with_loop(is_on, function()
          local _, value, info = alphabeta.search(1, 7, {game = game, view = "player", max_player = max_player})
          return value, info.nodes
        end)}
      end
      assert.are.same(outcomes[1], outcomes[2])
    end
  end)

  it("counts the leaves of perft, and divides them", function()
    for _, game in ipairs {connect4, SUMS} do
      local outcomes = {}
      for i, is_on in ipairs {false, true} do
        local state = game.new and game.new() or 0
        outcomes[i] = {with_loop(is_on, alphabeta.perft, state, 5, {game = game, divide = true})}
      end
      assert.are.same(outcomes[1], outcomes[2])
    end
  end)

  local function compare_failures(fail)
    for seed = 1, TRIALS / 2 do
      local total = {}
      with_loop(false, function()
        local trial = random_search.new(seed)
        alphabeta.new(watched(trial.game, total), trial.options):search(trial.new_state(), trial.limits)
      end)
      local random = rng.new(seed)
      for _ = 1, 8 do
        local nth, outcomes = random:int(1, #total), {}
        for i, is_on in ipairs {false, true} do
          local trial, calls = random_search.new(seed), {}
          local state = trial.new_state()
          local ai = alphabeta.new(watched(trial.game, calls, nth, fail), trial.options)
          outcomes[i] = {with_loop(is_on, message_of, ai.search, ai, state, trial.limits), trial.is_same(state), calls}
        end
        assert.are.same(outcomes[1], outcomes[2], random_search.new(seed).describe())
      end
    end
  end

  it("fails as it does when a callback raises an error", function()
    compare_failures(function(name) error("failed in " .. name, 0) end)
  end)

  it("fails as it does when a callback gives a wrong answer", function()
    compare_failures(function(_, callback, ...)
      callback(...)
      return 0 / 0
    end)
  end)

  it("keeps the traceback of the game's function", function()
    local game = wrap.replace(connect4, {})
    local count = 0
    function game.evaluate()
      count = count + 1
      if count == 300 then error "no such board" end
      return 0
    end
    local _, err = pcall(alphabeta.search, connect4.new(), 8, {game = game})
    assert.matches("jit_spec%.lua:%d+: no such board\n\t%(alphabeta: in callback 'evaluate' at ply %d+%)", err)
    assert.matches("stack traceback:.*jit_spec%.lua:%d+: in function", err)
  end)

  it("notices that an array is filled again that is still searched, and one with a hole", function()
    for _, break_list in ipairs {
      function(shared, ply) return ply < 3 and {1, 2} or shared end,
      function(shared, ply, calls) return (ply < 3 or calls < 60) and {1, 2} or shared end,
      function(_, ply) return ply < 4 and {1, 2} or {nil, 2} end,
      function(_, ply, calls) return (ply < 4 or calls < 60) and {1, 2} or {[2] = 2} end,
    } do
      local outcomes = {}
      for i, is_on in ipairs {false, true} do
        local ply, calls, shared = 0, 0, {}
        local game = {
          moves = function()
            calls = calls + 1
            for place = 1, 3 do shared[place] = place + 10 * ply end
            return break_list(shared, ply, calls)
          end,
          make = function() ply = ply + 1 end,
          unmake = function() ply = ply - 1 end,
          evaluate = function() return 1 end,
        }
        outcomes[i] = with_loop(is_on, message_of, alphabeta.search, {}, 7, {game = game, algorithm = "minimax"})
      end
      assert.matches("callback 'moves' at ply", outcomes[1])
      assert.are.equal(outcomes[1], outcomes[2])
    end
  end)

  it("passes on what make returns, however many values that is", function()
    local lists = {{n = 0}, {n = 1}, {n = 1, 5}, {n = 3, nil, nil, 4}, {n = 2, 1, 2}, {n = 2}, {n = 4, 1, 2, 3, 4},
      {n = 4, nil, 2, nil, 4}, {n = 5, 1, nil, 3, nil, 5}, {n = 9}}
    for _, values in ipairs(lists) do
      local state, wrong = {ply = 0}, 0
      local game = {
        moves = function() return {1, 2, 3} end,
        make = function(s)
          s.ply = s.ply + 1
          return unpack(values, 1, values.n)
        end,
        unmake = function(s, _, ...)
          s.ply = s.ply - 1
          if select("#", ...) ~= values.n or not deep.equal({...}, {unpack(values, 1, values.n)}) then
            wrong = wrong + 1
          end
        end,
        evaluate = function(s) return s.ply end,
      }
      alphabeta.search(state, 5, {game = game})
      assert.are.equal(0, wrong)
      assert.are.equal(0, state.ply)
      local ai = alphabeta.new(game)
      ai:start(state, 5)
      while not ai:step({nodes = 7}) do assert.are.equal(0, state.ply) end
      assert.are.equal(0, wrong)
      local left = 20
      local failing = wrap.replace(game, {evaluate = function(s)
        left = left - 1
        if left == 0 then error "enough" end
        return s.ply
      end})
      assert.is_false(pcall(alphabeta.search, state, 5, {game = failing}))
      assert.are.equal(0, wrong)
      assert.are.equal(0, state.ply)
    end
  end)

  -- Two values or more were kept by a function in C, in a table at a negative key: never compiled, a search took 2 to
  -- 2.7 times as long. LuaJIT gives up some traces by chance, more so in a process that has compiled much: one of its
  -- own counts, the best of three.
  it("is compiled as a whole where make returns up to four values", function()
    if not script.has_shell then pending "needs a shell" return end
    local program = [[
      local alphabeta = require "alphabeta"
      local function count(values)
        local game = {
          moves = function() return {1, 2, 3} end,
          make = assert(loadstring("return function(s) s.ply = s.ply + 1 return " .. values .. " end"))(),
          unmake = function(s) s.ply = s.ply - 1 end,
          evaluate = function(s) return s.ply end,
        }
        local compiled, given_up = 0, 0
        local function note(what)
          if what == "stop" then compiled = compiled + 1 elseif what == "abort" then given_up = given_up + 1 end
        end
        jit.attach(note, "trace")
        alphabeta.search({ply = 0}, 9, {game = game, algorithm = "alphabeta"})
        jit.attach(note)
        assert(compiled > 3)
        print(given_up)
      end
      for _, values in ipairs {"1", "s, 2", "s, 'two', 3", "s, 'two', 3, 4", "s, 'two', 3, 4, 5"} do count(values) end
    ]]
    local fewest = {}
    for _ = 1, 3 do
      local n = 0
      for given_up in script.run_limited(program, 4096):gmatch "%d+" do
        n = n + 1
        fewest[n] = math.min(fewest[n] or math.huge, tonumber(given_up))
      end
      assert.are.equal(5, n)
    end
    for n = 1, 4 do assert.is_true(fewest[n] < 5, fewest[n] .. " traces given up with " .. n .. " values") end
    assert.is_true(fewest[5] > 5)
  end)

  it("is used again by a search within a search of the same game", function()
    local expected = {alphabeta.search(0, 6, {game = SUMS})}
    local is_inner, inner = false, 0
    local game = wrap.replace(SUMS, {evaluate = function(state)
      if not is_inner and inner < 50 then
        is_inner, inner = true, inner + 1
        assert.are.equal(expected[2], (select(2, alphabeta.search(0, 6, {game = wrap.replace(SUMS, {})}))))
        is_inner = false
      end
      return SUMS.evaluate(state)
    end})
    assert.are.equal(expected[2], (select(2, alphabeta.search(0, 6, {game = game}))))
    assert.are.equal(50, inner)
  end)

  it("is not there for searches that begin after alphabeta.jit = false", function()
    local is_there
    local game = wrap.replace(SUMS, {evaluate = function(state)
      is_there = debug.traceback():find "loop[/\\]body%.lua" ~= nil
      return SUMS.evaluate(state)
    end})
    for _, is_on in ipairs {true, false, true} do
      with_loop(is_on, alphabeta.search, 0, 3, {game = game})
      assert.are.equal(is_on, is_there)
    end
  end)

  it("is another one for searches that may end or pause by time, and the same for all others", function()
    local caller
    local game = wrap.replace(SUMS, {evaluate = function(state)
      caller = debug.getinfo(2, "f").func
      return SUMS.evaluate(state)
    end})
    local ai = alphabeta.new(game)
    local function loop_of(limits)
      caller = nil
      ai:search(0, limits)
      return caller
    end
    local function loop_of_slices()
      caller = nil
      ai:start(0, 5)
      slices.finish(ai, 1)
      return caller
    end
    local untimed, timed = loop_of(4), loop_of {depth = 4, time = 100}
    assert.are_not.equal(untimed, timed)
    assert.are.equal(untimed, loop_of {depth = 5, nodes = 1000})
    assert.are.equal(timed, loop_of_slices())
    assert.are.equal(untimed, loop_of(3))
  end)

  -- Searches that shared functions left each other's traces behind, which made some three times as long; and functions
  -- were flushed one by one, which LuaJIT before March 2025 answers by wrong bytecode (its issue 1345).
  describe("when another one has run", function()
    local NAME = "alphabeta.loop.main"
    local find, flushes, is_whole

    -- A second set of loops, whose flushes are counted.
    setup(function()
      local flush, module = jit.flush, package.loaded[NAME]
      jit.flush = function(...)
        flushes, is_whole = flushes + 1, is_whole and select("#", ...) == 0
      end
      package.loaded[NAME] = nil
      local has_loaded, main = pcall(require, NAME)
      jit.flush, package.loaded[NAME] = flush, module
      assert(has_loaded, main)
      main({loop = core.loop, set_loop = function(finder) find = finder end}, function() return true end)
    end)
    before_each(function() flushes, is_whole = 0, true end)

    -- Rules in a file of that name: three functions.
    local function rules(file)
      return assert(loadstring("return function() end, function() end, function() end", "@" .. file))()
    end

    it("is compiled anew if both have functions of the same file, by dropping all that is compiled", function()
      local moves, make, evaluate = rules "first.lua"
      local function count(...)
        local before = flushes
        find(...)
        return flushes - before
      end
      assert.are.equal(1, count(moves, make, evaluate, false))
      assert.are.equal(0, count(moves, make, evaluate, false))
      assert.are.equal(1, count(moves, make, evaluate, true))
      assert.are.equal(0, count(moves, make, evaluate, true))
      assert.are.equal(1, count(moves, make, evaluate, false))
      assert.are.equal(1, count(moves, make, function() end, false))
      assert.are.equal(1, count(moves, make, evaluate, false))
      local other_moves, other_make, other_evaluate = rules "second.lua"
      assert.are.equal(1, count(other_moves, other_make, other_evaluate, false))
      assert.are.equal(0, count(moves, make, evaluate, false))
      assert.are.equal(0, count(other_moves, other_make, other_evaluate, false))
      assert.is_true(is_whole)
    end)

    it("is as it was when they change too often", function()
      local moves, make, evaluate = rules "third.lua"
      local begin = os.clock()
      for i = 1, 1000 do find(moves, make, evaluate, i % 2 == 0) end
      assert.is_true(flushes > 1)
      assert.is_true(flushes <= 16 + os.clock() - begin, flushes .. " times")
      assert.is_true(is_whole)
    end)
  end)

  it("serves 1,000 games, and keeps few of them in memory", function()
    local alive = setmetatable({}, {__mode = "k"})
    for i = 1, 1000 do
      local base = i
      local game = {
        moves = function(state) return state < 500 and {1, 2, 3} or nil end,
        play = function(state, move) return state + move end,
        evaluate = function(state) return (state * base) % 7 end,
      }
      alive[game.evaluate] = true
      local _, value = alphabeta.search(0, 4, {game = game, view = "mover"})
      if i % 100 == 1 then
        local _, expected = with_loop(false, alphabeta.search, 0, 4, {game = game, view = "mover"})
        assert.are.equal(expected, value)
      end
    end
    collectgarbage()
    collectgarbage()
    local count = 0
    for _ in pairs(alive) do count = count + 1 end
    assert.is_true(count < 100, count .. " games")
  end)
end)

describe("Features of Zobrist keys on LuaJIT", function()
  it("are flipped in Lua as they are in C", function()
    local flip = core.loop().zobrist.flip
    local ours, theirs, random = alphabeta.zobrist(300, 5), alphabeta.zobrist(300, 5), rng.new(1)
    for count = 0, 4 do
      for _ = 1, 500 do
        local features = {}
        for nth = 1, count do features[nth] = random:int(1, 300) end
        assert.are.equal(ours, ours:flip(unpack(features)))
        flip(theirs, unpack(features))
        assert.are.equal(theirs:get(), ours:get())
      end
    end
  end)

  it("stay as they are where one cannot be flipped", function()
    local key = alphabeta.zobrist(3):flip(2)
    local before = key:get()
    for _, features in ipairs {{4}, {0}, {1, 4}, {1, 2, 1.5}, {1, 0 / 0}, {"1"}, {2 ^ 32 + 1}, {1, 2, 3, 4}} do
      assert.has_error(function() key:flip(unpack(features)) end)
      assert.are.equal(before, key:get())
    end
    local forged = newproxy(true)
    getmetatable(forged).__metatable = getmetatable(key)
    for _, other in ipairs {forged, newproxy(true), {}, 1} do
      assert.has_error(function() key.flip(other, 1) end)
    end
  end)

  -- The FFI makes NULL of a closed file, and an address of a light userdata, as which other modules have null. What was
  -- read there ended the process.
  it("are sought in no other userdata: a closed file, an address", function()
    local file = io.tmpfile()
    file:close()
    for _, other in ipairs {file, debug.upvalueid(function() return alphabeta end, 1)} do -- luacheck: ignore 143
      assert.matches("expected.* got userdata", failure(alphabeta.zobrist(3).flip, other, 1))
      local outcomes = {}
      for i, is_on in ipairs {false, true} do
        local game = wrap.replace(SUMS, {hash = function() return other end})
        outcomes[i] = with_loop(is_on, message_of, alphabeta.search, 0, 4, {game = game})
      end
      assert.matches("callback 'hash' at ply 0: expected .* a Zobrist key, got userdata", outcomes[2])
      assert.are.equal(outcomes[1], outcomes[2])
    end
  end)

  it("name positions by 64 bits, in the loop as in the driver in C", function()
    local nodes = {}
    for i, is_on in ipairs {false, true} do
      local key = alphabeta.zobrist(200, 1)
      local game = {
        moves = function(state) return state.ply < 6 and {1, 2, 3, 4} or nil end,
        make = function(state, move)
          state.ply, state.sum = state.ply + 1, state.sum + move
          state.key:flip(move * 7)
        end,
        unmake = function(state, move)
          state.ply, state.sum = state.ply - 1, state.sum - move
          state.key:flip(move * 7)
        end,
        evaluate = function(state) return state.sum * 13 % 29 end,
        hash = function(state) return state.key end,
      }
      nodes[i] = with_loop(is_on, function()
        local _, _, info = alphabeta.search({ply = 0, sum = 0, key = key}, 6, {game = game})
        return info.nodes + info.table_hits / 1000000
      end)
    end
    assert.are.equal(nodes[1], nodes[2])
  end)
end)

-- LuaJIT takes a time that doubles with every second addition to compile a sum of sums that is an index: chess packed
-- what `unmake` needs into one number, and a search of it did not end.
describe("Chess on LuaJIT", function()
  it("is compiled, and ends", function()
    local funcinfo, count = require("jit.util").funcinfo, 0
    local function note(what, _, callback, at)
      if what == "start" and (funcinfo(callback, at).source or ""):find "chess%.lua$" then count = count + 1 end
    end
    jit.flush()
    jit.attach(note, "trace")
    local ok, err = pcall(function()
      local ai, state = alphabeta.new(chess, {win = chess.WIN, quiescence = 10, null_move = 2}), chess.new()
      for _ = 1, 20 do chess.make(state, ai:search(state, {nodes = 5000})) end
    end)
    jit.attach(note)
    assert.is_true(ok, err)
    assert.is_true(count > 100, count .. " traces")
  end)
end)

-- LuaJIT compiled the loop over the fields of a picture so that half of an address was lost: see
-- lua/alphabeta/common/traversal.lua.
describe("Loops over pairs", function()
  setup(function() jit.opt.start("hotloop=2", "hotexit=2") end)
  teardown(function() jit.opt.start("hotloop=56", "hotexit=10") end)

  it("are not compiled in the tools where LuaJIT does that wrongly", function()
    local compiled, funcinfo = {}, require("jit.util").funcinfo
    local function note(what, _, callback, at)
      if what ~= "start" then return end
      local place = funcinfo(callback, at)
      compiled[#compiled + 1] = place.source and place.source:match "alphabeta[/\\](.*)%.lua$"
    end
    jit.attach(note, "trace")
    local report = alphabeta.check(connect4.hashed, connect4.hashed.new, {win = connect4.WIN, games = 1, nodes = 20})
    jit.attach(note)
    assert.is_true(report.ok, tostring(report))
    assert.is_true(#compiled > 0)
    if not require "alphabeta.common.traversal" then return end
    for _, name in ipairs(compiled) do
      for _, module in ipairs {"alike", "picture", "game", "check/keys", "check/deltas"} do
        assert.are_not.equal(module, name)
      end
    end
  end)
end)
