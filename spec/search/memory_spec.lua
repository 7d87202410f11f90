-- What is kept, what is let go, and that collecting garbage at any moment does no harm.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local lifetime = require "spec.support.lifetime"
local memory_use = require "spec.support.memory_use"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local script = require "spec.support.script"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local found = results.found
local aside, is_gone, watch = lifetime.aside, lifetime.is_gone, lifetime.watch

local TRAITS = { player = true, is_over = true, order = true, view = "mover" }

describe("Collecting garbage at any moment", function()
  it("changes nothing: at every pause and in every fifth call of random games", function()
    for seed in share.of(1, 15) do
      local trial = random_trial.any(seed)
      local expected = found(alphabeta.new(nil, trial.options):search(trial:state(), trial.limits))
      local calls = 0
      local ai = alphabeta.new(nil, trial:with {game = wrap.before(trial.game, function()
        calls = calls + 1
        if calls % 5 == 0 then collectgarbage() end
      end)})
      local sliced = found(slices.search(ai, trial:state(), trial.limits, { nodes = 3 }, memory_use.collect))
      assert.is_true(deep.equal(expected, sliced), trial:describe())
    end
  end)

  -- Games of whose states, moves, undo values, players, outcomes and payoffs nothing is held by anyone but the search.
  local Player = { __eq = function(a, b) return a[1] == b[1] end }
  local function throw(state)
    if #state.path % 2 == 0 then return nil end
    return { { probability = 1 / 4, outcome = { 5 } }, { probability = 3 / 4, outcome = { 6 } } }
  end
  local fresh = {
    moves = function(state) return #state.path < 3 and { { 1 }, { 2 }, { 3 } } or nil end,
    make = function(state, move)
      local undo = { state.path }
      state.path = state.path .. move[1]
      return undo
    end,
    unmake = function(state, move, undo)
      assert(state.path == undo[1] .. move[1])
      state.path = undo[1]
    end,
    player = function(state) return setmetatable({ #state.path % 2 }, Player) end,
    evaluate = function(state, me)
      assert(me[1] == 0)
      return tonumber(state.path) % 7
    end,
  }
  local thrown = wrap.replace(fresh, {
    moves = function(state) return #state.path < 4 and { { 1 }, { 2 }, { 3 } } or nil end, chances = throw,
  })
  local copied = wrap.replace(thrown, { play = function(state, move) return { path = state.path .. move[1] } end })
  copied.make, copied.unmake = nil, nil
  local PLAYERS = { "one", "two", "three" }
  local shared = wrap.replace(thrown, {
    player = function(state) return PLAYERS[#state.path % 3 + 1] end,
    evaluate = function(state)
      local number = tonumber(state.path)
      return { one = number % 7, two = 2 * number % 7, three = 3 * number % 7 }
    end,
  })

  for what, row in pairs({
    ["states, moves, undo values and players"] = { fresh, {} },
    ["outcomes"] = { thrown, { value_min = 0, value_max = 6, order = "evaluate" } },
    ["states behind outcomes"] = { copied, { deepening = true } }, ["payoffs"] = { shared, { algorithm = "maxn" } },
  }) do
    it("loses no fresh " .. what .. ", at once and in slices", function()
      local calls = 0
      local collecting = wrap.around(row[1], function(_, callback, ...)
        local answer = callback(...)
        calls = calls + 1
        if calls % 3 == 0 then collectgarbage() end
        return answer
      end)
      local expected = found(alphabeta.search({ path = "" }, 4, wrap.replace(row[2], { game = row[1] })))
      local ai = alphabeta.new(collecting, row[2])
      assert.same(expected, found(ai:search({ path = "" }, 4)))
      ai:clear()
      assert.same(expected, found(slices.search(ai, { path = "" }, 4, { nodes = 5 }, memory_use.collect)))
    end)
  end
end)

describe("A searcher", function()
  local ROOT = { { { 3, 5 }, { 1, 2 } }, { { 2, 9 }, { 1, 2 } } }

  it("is collected together with its game, though each refers to the other, idle or thinking", function()
    for i, style in ipairs(tree.STYLES) do
      for _, length in ipairs { false, 0, { nodes = 9 } } do
        assert.is_true(is_gone(aside(function()
          local full = random_trial.full(style, ({ "listed", "cast", "shared" })[i])
          local players = full.graph.players
          for number = 1, #players do players[number] = { number } end
          full:set_game()
          local ai, state = alphabeta.new(nil, full.options), full:state()
          full.game.ai, state.ai = ai, ai
          ai:start(state, full.depth)
          if length then ai:step(length) else slices.finish(ai, { nodes = 1000 }) end
          return watch(full, full.game, state, ai, players[1], players[2])
        end)))
      end
    end
    assert.is_true(is_gone(aside(function()
      local game, ai = wrap.replace(tree.game "children", {}), nil
      function game.order() return ai and 0 or 1 end -- refers to it as an upvalue
      ai = alphabeta.new(game, { depth = 2 })
      ai:search(tree.from(ROOT))
      return watch(game, ai)
    end)))
  end)

  it("keeps its game for as long as it lives, thinking or not", function()
    for _, is_thinking in ipairs { false, true } do
      local ai
      local watched = aside(function()
        local game = wrap.replace(tree.game "children", {})
        ai = alphabeta.new(game)
        if is_thinking then ai:start(tree.from(ROOT), 3) end
        return watch(game)
      end)
      assert.is_false(is_gone(watched))
      if is_thinking then slices.finish(ai, { nodes = 3 }, memory_use.collect) end
      assert.equal(2, is_thinking and select(2, ai:best()) or select(2, ai:search(tree.from(ROOT), 3)))
    end
  end)

  -- How a search ends. `ai` may raise an error.
  local ENDS = {
    ["by itself"] = function(ai, state) ai:search(state, 3) end,
    ["by a limit"] = function(ai, state) ai:search(state, { nodes = 9 }) end,
    ["by an error"] = function(ai, state, failing)
      failing.is_on = true
      return failure(ai.search, ai, state, 3)
    end,
    ["by an error in slices"] = function(ai, state, failing)
      failing.is_on = true
      ai:start(state, 3)
      return failure(slices.finish, ai, 0)
    end,
  }
  for name, nodes in pairs({ [" before it begins"] = 0, [""] = 5 }) do
    for _, method in ipairs({ "stop", "close" }) do
      ENDS["by '" .. method .. "'" .. name] = function(ai, state)
        ai:start(state, 3)
        if nodes > 0 then ai:step { nodes = nodes } end
        ai[method](ai)
      end
    end
  end
  for name, run in pairs(ENDS) do
    it("keeps nothing of a search that has ended " .. name, function()
      for _, style in ipairs(tree.STYLES) do
        local failing = {}
        local ai = alphabeta.new(wrap.before(tree.game(style, { order = true }), function(callback)
          if failing.is_on and callback == "evaluate" then error({}) end
        end))
        assert.is_true(is_gone(aside(function()
          local root = tree.from(ROOT)
          local state = tree.state(style, root)
          state.big = {}
          return watch(run(ai, state, failing) or {}, state, state.big, root)
        end)))
        assert.is_false(ai:thinking())
      end
    end)
  end

  it("keeps nothing but its best moves of a search in slices that has ended by itself", function()
    local ai = alphabeta.new(tree.game "in place")
    assert.is_true(is_gone(aside(function()
      local state = tree.state("in place", tree.from(ROOT))
      slices.search(ai, state, 3, { nodes = 9 })
      return watch(state)
    end)))
    assert.equal("1", ai:best().name)
  end)

  -- Cause: the engine in Lua kept the counts of moves when they had fallen to 0, and a name for each search of a game
  -- without `player`.
  it("keeps nothing of searches whose moves and positions never come again, and leaves no garbage behind", function()
    local number = 0
    local passing = {
      moves = function(state)
        local list = {}
        for i = 1, #state < 3 and 3 or 0 do list[i] = i .. " in search " .. number end
        return list
      end,
      play = function(state, move) return state .. move:sub(1, 1) end,
      evaluate = function(state) return (tonumber(state) or 0) % 7 end,
      hash = function(state) return number .. " " .. state end,
    }
    local ai = alphabeta.new(passing, { table = 0.001 })
    local game, root = tree.game("children", TRAITS), tree.from({ { 3, 5 }, { 2, 9 } })
    local leaked = memory_use.leaked(function()
      number = number + 1
      ai:search("", 3)
      alphabeta.search(root, 3, { game = game, view = TRAITS.view })
      pcall(alphabeta.search, root, 3, { game = game, wiev = TRAITS.view })
      alphabeta.perft(root, 2, { game = game, divide = true })
    end, 24)
    assert.is_true(leaked < memory_use.LEAST, leaked .. " bytes a call")
  end)
end)

describe("Searchers that are dropped", function()
  -- Many of them beside a heap of 50 MB, one after the other; what they add to the process, in MiB.
  local PROGRAM = ([[
    local alphabeta = require "alphabeta"
    local connect4 = require "games.connect4"
    local game = setmetatable({hash = function(state) return table.concat(state.cells) end}, {__index = connect4})
    local function resident(name)
      return tonumber(io.open "/proc/self/status":read "*a":match(name .. ":%s+(%d+)")) / 1024
    end
    local ballast = {}
    for i = 1, 500 do ballast[i] = ("x"):rep(1e5) .. i end
    collectgarbage()
    local before = resident "VmRSS"
    for i = 1, COUNT do
      local ai = alphabeta.new(game, {win = connect4.WIN, table = 64})
      ai:search(connect4.new(), {nodes = i % 10 == 0 and 1500 or 100})
    end
    print(resident "VmHWM" - before, #ballast)
  ]]):gsub("COUNT", effort(200, 2000))

  it("do not pile up", function()
    local output = script.run_limited(PROGRAM, 4096)
    local added = tonumber(output:match("^[%d.]+"))
    if not added then
      pending("no process can be limited or measured here: " .. output)
      return
    end
    assert.is_true(added < 100, added .. " MiB")
  end)
end)

describe("A search in place", function()
  -- A game whose callbacks make no garbage: at each of 8 plies the same `width` moves.
  local function new_silent(width)
    local moves = {}
    for move = 1, width do moves[move] = move end
    return {
      moves = function(state) return state.ply < 8 and moves or nil end,
      make = function(state, move)
        state.ply, state.hash = state.ply + 1, state.hash + move * (state.ply + 1)
        return move
      end,
      unmake = function(state, move) state.ply, state.hash = state.ply - 1, state.hash - move * state.ply end,
      evaluate = function(state) return state.hash % 11 end,
      player = function(state) return state.ply % 2 end,
      order = function(state, move) return (state.hash + move) % 3 end,
      is_over = function() return false end,
    }
  end

  -- How much garbage one search makes, in bytes, and how many nodes it visits. What LuaJIT compiles meanwhile takes
  -- memory, too: there it is measured several times.
  local function measure(width, options)
    local ai, state = alphabeta.new(new_silent(width), options), { ply = 0, hash = 0 }
    local garbage, nodes = math.huge, nil
    for _ = 1, jit and 4 or 1 do
      garbage = math.min(garbage, memory_use.allocated(function() nodes = (select(3, ai:search(state, 6))).nodes end))
    end
    return garbage, nodes
  end

  for name, row in pairs({
    ["at once"] = { 7, { deepening = false } }, deepening = { 7, { deepening = true } },
    ["by minimax"] = { 5, { algorithm = "minimax" } },
  }) do
    it(("makes no garbage of its own for a node, searching %s"):format(name), function()
      local small, few_nodes = measure(2, row[2])
      local large, many_nodes = measure(row[1], row[2])
      assert.is_true(many_nodes > few_nodes + 4000)
      assert.is_true(large - small < 2000, -- the tables for lines of play, and Lua's stack, which may grow once
        ("%d bytes for %d nodes, %d bytes for %d nodes"):format(small, few_nodes, large, many_nodes))
    end)
  end
end)
