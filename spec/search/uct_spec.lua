-- Monte Carlo tree search, `algorithm = "uct"`: what it finds in random games whose worth a plain recursion knows, the
-- same in every style, in slices and after errors; what it reports; and what it refuses.

local alphabeta = require "alphabeta"
local breaking = require "spec.support.breaking"
local can_yield = require "spec.support.can_yield"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local memory_use = require "spec.support.memory_use"
local message_of = require "spec.support.message_of"
local outcome_tree = require "spec.support.outcome_tree"
local run = require "spec.support.run_coroutine"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local TREES = effort(600, 6000)

-- Nim: take 1 to 3 of a heap; who takes the last one wins.
local function heap(count) return {heap = count, turn = 1} end

local NIM = {}
for style, game in pairs(small_games.NIM) do
  NIM[style] = wrap.replace(small_games.by_result(game, small_games.worth), {new = function() return heap(9) end})
end
local nim = NIM.copying

local function search(game, state, limits)
  return alphabeta.search(state, limits, {game = game, algorithm = "uct"})
end

-- What a search has found, as a text. Moves that are tables go by their content.
local function text_of(best, value, info)
  local function name(move) return type(move) == "table" and move.at and move.at[1] or tostring(move) end
  local words = {name(best), ("%.9g"):format(value), info.nodes, info.reason, tostring(info.bound), #info.pv}
  for _, score in ipairs(info.scores or {}) do
    words[#words + 1] = ("%s:%.9g:%d:%s"):format(name(score.move), score.value, score.visits, tostring(score.bound))
  end
  return table.concat(words, " ")
end

-- Random games ------------------------------------------------------------------------------------------------------

-- Alpha-beta, which searches beside the playouts unless each move is to get a value, does less in slices of time.
local SLICES = {{nodes = 1}, {nodes = 7}}
local DRAWN = {{}, {multipv = "all"}, {ties = "random"}, {level = 3}, {level = 9}}

-- A random game, and options and limits of a search.
local function new_trial(seed)
  local trial = outcome_tree.trial(seed, 0.2)
  trial.more, trial.seed = trial.rng:pick(DRAWN), seed
  trial.limits = {nodes = trial.rng:pick {1, 2, 8, 60, 300}}
  return trial
end

-- A searcher of the game in a style, and the first state. `list` may turn the moves into other answers.
local function written(trial, style, list)
  local game, state, options = trial.write(style)
  local moves = game.moves
  if list then game.moves = function(at, given) return list(moves(at), given) end end
  options = wrap.replace(wrap.replace(options, trial.more), {algorithm = "uct", seed = trial.seed})
  return alphabeta.new(game, options), state
end

-- Other answers of `moves`: an iterator, or a count of those that fill the list that it is given.
local LISTS = {
  iterator = function(list)
    local i = 0
    return function()
      i = i + 1
      return list[i]
    end
  end,
  filled = function(list, given)
    for i, move in ipairs(list) do given[i] = move end
    return #list
  end,
}

describe("On random games, Monte Carlo tree search", function()
  it("finds the same in place and by copies, by the same seed, however moves are listed", function()
    for seed in share.of(1, TREES, 3) do
      local trial = new_trial(seed)
      local ai, state = written(trial, "copying")
      local expected = text_of(ai:search(state, trial.limits))
      for name, list in pairs(LISTS) do
        local own_ai, own = written(trial, "in place", list)
        assert.equal(expected, text_of(own_ai:search(own, trial.limits)), seed .. " " .. name)
      end
    end
  end)

  it("finds the same in slices of any length, again from the tree that it has kept, and leaves the state", function()
    local paused = 0
    for seed in share.of(2, TREES, 3) do
      local trial = new_trial(seed)
      local style = trial.rng:pick(outcome_tree.STYLES)
      local ai, state = written(trial, style)
      local sliced, own = written(trial, style)
      for _ = 1, 2 do
        local expected = text_of(ai:search(state, trial.limits))
        local slice = trial.rng:pick(SLICES)
        local before = deep.copy(own)
        local best, value, info, pauses = slices.search(sliced, own, trial.limits, slice, function()
          if style == "in place" then assert.equal(trial.root, own.node) end
        end)
        assert.equal(expected, text_of(best, value, info), seed)
        assert.is_true(style ~= "in place" or deep.equal(before, own))
        paused = paused + pauses
      end
    end
    assert.is_true(share.seen(paused > 0))
  end)

  it("reports visits, shares and lines that fit one another", function()
    for seed in share.of(3, TREES, 3) do
      local trial = new_trial(seed)
      trial.more = {multipv = "all"}
      local ai, state = written(trial, trial.rng:pick(outcome_tree.STYLES))
      local best, value, info = ai:search(state, trial.limits)
      local visits, part = 0, 0
      for _, score in ipairs(info.scores) do visits, part = visits + score.visits, part + score.share end
      assert.same(best, info.pv[1], seed)
      assert.is_true(visits <= info.nodes and info.nodes <= trial.limits.nodes, seed)
      assert.is_true(math.abs(part - (visits > 0 and 1 or 0)) < 1e-9, seed)
      assert.same({best, value}, {info.scores[1].move, info.scores[1].value}, seed)
      assert.is_true(info.reason == "solved" or info.reason == "forced" or info.nodes == trial.limits.nodes, seed)
      assert.is_nil(info.techniques[2])
    end
  end)
end)

it("An error in any call of Monte Carlo tree search leaves the state as it was, and the searcher usable", function()
  for _, style in ipairs {"in place", "copying"} do
    local plan = {options = {algorithm = "uct"}, limits = {nodes = 60}, first = 40, step = effort(71, 7)}
    assert.is_true(breaking.each_call(NIM[style], plan) > 45)
  end
end)

-- Stories -----------------------------------------------------------------------------------------------------------

describe("Monte Carlo tree search", function()
  it("proves who wins at nim, and how", function()
    for count = 2, 12 do
      local best, value, info = search(nim, heap(count), {nodes = 5000})
      local wins = count % 4 ~= 0
      assert.same({wins and 1 or 0, "exact", "solved"}, {value, info.bound, info.reason})
      if wins then assert.equal(count % 4, best) end
    end
  end)

  it("returns the value of a finished state, and the only move, of those that are named, too", function()
    local best, value, info = search(nim, heap(0), {nodes = 10})
    assert.same({-1, "over", "exact"}, {value, info.reason, info.bound})
    assert.is_nil(best)
    best, value, info = search(nim, heap(1), {nodes = 10})
    assert.same({1, 1}, {best, value})
    assert.is_true(info.reason == "forced" or info.reason == "solved")
    assert.equal(3, (search(nim, heap(6), {nodes = 300, only = {3}})))
    assert.is_not.equal(2, (search(nim, heap(6), {nodes = 300, avoid = {2}})))
  end)

  -- Cause: the first playout met the other player, and did not count; and each step at the root asked who moves there.
  it("asks who moves at the root once, and counts the first playout", function()
    local root, asked = heap(41), {}
    local game = wrap.before(NIM.copying, function(name, state)
      if state == root then asked[name] = (asked[name] or 0) + 1 end
    end)
    local _, _, info = search(game, root, {nodes = 7}) -- then alpha-beta searches, too
    if info.engine == "C" then assert.same({1, 1}, {asked.player, asked.moves}) end
  end)

  it("ends playouts that would not end by 'evaluate'", function()
    local calls = 0
    local endless = {
      moves = function() return {1, 2} end, player = function(state) return state.turn end,
      play = function(state, move) return {turn = 3 - state.turn, sum = state.sum + (move == 1 and 1 or 0)} end,
      evaluate = function(state, me)
        calls = calls + 1
        return me == 1 and state.sum or -state.sum
      end,
    }
    assert.equal(1, (search(endless, {turn = 1, sum = 0}, {nodes = 400})))
    assert.is_true(calls >= 390)
  end)

  -- Cause: `clear` left the tree, which was passed on to the next search.
  it("keeps the tree from move to move, until it is cleared", function()
    for _, is_cleared in ipairs {false, true} do
      local game, state = NIM["in place"], heap(41)
      local ai = alphabeta.new(game, {algorithm = "uct"})
      game.make(state, (ai:search(state, {nodes = 2000})))
      game.make(state, 1)
      if is_cleared then ai:clear() end
      local _, _, info = ai:search(state, {nodes = 1})
      assert.equal(not is_cleared, #info.pv > 2)
    end
  end)

  it("limits the tree to the option 'table'", function()
    local function bytes_of(size)
      return memory_use.kept(function(ai)
        ai:start(heap(60), {nodes = 1e6})
        ai:step {nodes = 1000}
      end, function() return alphabeta.new(nim, {algorithm = "uct", table = size}) end)
    end
    local small, large = bytes_of(1 / 64), bytes_of(16)
    assert.is_true(small < large / 2, small .. " " .. large)
    assert.is_truthy((alphabeta.search(heap(41), {nodes = 100}, {game = nim, algorithm = "uct", table = 0})))
  end)

  it("is chosen by an option that is inherited, or for one search of a searcher", function()
    local inherited = setmetatable({game = nim}, {__index = {algorithm = "uct"}})
    local limits, ai = {nodes = 300, multipv = "all"}, alphabeta.new(nim, {multipv = "all"})
    local expected = text_of(search(nim, heap(41), limits))
    assert.equal(expected, text_of(alphabeta.search(heap(41), limits, inherited)))
    assert.equal(expected, text_of(alphabeta.new(nil, inherited):search(heap(41), limits)))
    assert.equal(expected, text_of(ai:search(heap(41), {nodes = 300, algorithm = "uct"})))
    local _, _, info = ai:search(heap(9), {depth = 9})
    assert.same({alphabeta._ENGINE, "solved"}, {info.engine, info.reason})
    ai:start(heap(41), {nodes = 300, algorithm = "uct"})
    ai:step {nodes = 10}
    assert.matches("searcher:search: argument 'self': expected a searcher that is not",
      message_of(ai.search, ai, heap(9), {depth = 9}))
    ai:stop()
    assert.equal(3, (ai:search(heap(7), {depth = 9})))
    assert.is_nil(ai:best())
  end)

  it("needs no function around that of the C module", function()
    if alphabeta._ENGINE ~= "C" or rawget(_G, "jit") then return end -- there, one lets functions of the game yield
    for _, name in ipairs {"search", "new"} do assert.equal("C", debug.getinfo(alphabeta[name], "S").what) end
  end)

  it("is busy while it searches, and may be stopped then", function()
    local METHODS = {"search", "start", "step", "clear", "close"}
    local ai, messages = nil, {}
    ai = alphabeta.new(wrap.replace(nim, {result = function(state, me)
      for i, method in ipairs(METHODS) do messages[i] = message_of(ai[method], ai, heap(9), {nodes = 9}) end
      assert.equal("alphabeta.searcher (searching)", tostring(ai))
      ai:best()
      ai:stop()
      return small_games.worth(state, me)
    end}), {algorithm = "uct"})
    assert.equal("stopped", select(3, ai:search(heap(41), {nodes = 300})).reason)
    for i, method in ipairs(METHODS) do
      assert.equal(("searcher:%s: already searching"):format(method), messages[i])
    end
    assert.equal("alphabeta.searcher (idle)", tostring(ai))
  end)

  it("tries winning moves first in random games, if a chance to win is lost otherwise", function()
    -- Nine moves a ply. The last one wins, for both players or only for the first.
    local function moves_tried(can_win)
      local nodes, tried = 0, 0
      local game = {
        player = function(state) return state.turn end,
        moves = function()
          nodes = nodes + 1
          return {1, 2, 3, 4, 5, 6, 7, 8, 9}
        end,
        is_over = function(state) return state.winner ~= nil or state.plies > 30 end,
        play = function(state, move)
          tried = tried + 1
          local wins = move == 9 and can_win[state.turn] and state.plies > 4
          return {turn = 3 - state.turn, plies = state.plies + 1, winner = wins and state.turn or nil}
        end,
        result = function(state, me) return state.winner == nil and 0 or state.winner == me and 1 or -1 end,
      }
      local ai = alphabeta.new(game, {algorithm = "uct", seed = 1})
      for id = 1, 30 do -- the searcher knows more and more of the game
        nodes, tried = 0, 0
        ai:search({turn = 1, plies = 0, id = id}, {nodes = 150})
      end
      return tried / nodes
    end
    assert.is_true(moves_tried {true, true} > 2.5 and moves_tried {true, false} < 2)
  end)

  -- choice_spec.lua has what levels overlook.
  it("asks a function as level once, with the moves by their visits", function()
    local asked = 0
    local best, _, info = search(nim, heap(41), {nodes = 200, level = function(scores, random)
      asked = asked + 1
      assert.is_true(scores[1].visits >= scores[2].visits and random() ~= random())
      return 2
    end})
    assert.same({1, best}, {asked, info.scores[2].move})
    for level = 1, 9, 4 do
      local best_of_level, _, found = search(nim, heap(3), {level = level})
      assert.is_true(best_of_level == 3 and found.nodes <= 6500)
    end
  end)

  it("lets functions of the game yield where they may", function()
    local game = wrap.replace(nim, {result = function(state, me)
      coroutine.yield()
      return small_games.worth(state, me)
    end})
    local yields, ok, answer = run(function() return pcall(search, game, heap(6), {nodes = 40}) end)
    assert.is_true(ok and answer == 2 and yields > 5 or not can_yield and answer:find "yield" ~= nil)
  end)

  it("calls on_iteration each time the playouts have doubled", function()
    local counts, state = {}, heap(41)
    search(NIM["in place"], state, {nodes = 600, on_iteration = function(info)
      counts[#counts + 1] = info.nodes
      assert.same(heap(41), state)
    end})
    assert.same({128, 256, 512}, counts)
  end)
end)

-- Messages ----------------------------------------------------------------------------------------------------------

describe("Monte Carlo tree search refuses", function()
  local NEEDS = "option '%s' needs algorithm '"
  local ROWS = {
    {5, NEEDS:format "depth"},
    {{}, "limit 'nodes': expected a time or a number of nodes with algorithm 'uct', got none"},
    {{nodes = 300, only = {7}}, "'only': entry 1 is no move of the state", prefix = "alphabeta: "},
  }
  for name, value in pairs {
    trace = print, deepening = true, value_min = -1, value_max = 1, alpha = 0, beta = 1, without = {"table"},
    repetition = 0, order = "evaluate", quiescence = 2, null_move = 2, reductions = 1, value_sum = 1,
  } do
    ROWS[#ROWS + 1] = {{nodes = 5}, NEEDS:format(name), {[name] = value}}
  end
  if alphabeta._ENGINE == "C" then
    local given = {table = alphabeta.table(1)}
    ROWS[#ROWS + 1] = {{nodes = 5}, "option 'table': expected a size in MiB with algorithm 'uct', got a shared", given}
  end

  it("what it cannot do, by name, at the line that calls", function()
    for _, row in ipairs(ROWS) do
      local options = wrap.replace({game = nim, algorithm = "uct"}, row[3] or {})
      local message = message_of(alphabeta.search, heap(6), row[1], options)
      assert.truthy(message:find((row.prefix or "alphabeta.search: ") .. row[2], 1, true), message)
      assert.equal(message, coroutine.wrap(message_of)(alphabeta.search, heap(6), row[1], options))
    end
    -- Cause: what a searcher's options were found to be was kept while only the limits changed, and a depth is one.
    local ai = alphabeta.new(nim, {algorithm = "uct"})
    ai:search(heap(5), {nodes = 5})
    assert.matches("option 'depth' needs algorithm", message_of(ai.search, ai, heap(5), 3))
    for name, call in pairs {["tree.search"] = require("alphabeta.tree").search, explain = alphabeta.explain} do
      assert.matches(("alphabeta.%s: option 'algorithm'"):format(name),
        message_of(call, heap(5), {nodes = 50}, {game = nim, algorithm = "uct"}))
    end
  end)

  it("wrong answers of functions, in the words of other searches", function()
    for name, row in pairs {
      moves = {7.5, "expected an array, an iterator, a count or nil, got 7.5"},
      player = {nil, "expected a player, got nil"}, result = {"much", "expected a number, got 'much'"},
      level = {9, "expected an integer from 1 to 3, got 9"},
    } do
      local function wrong() return row[1] end
      local options = {game = wrap.replace(nim, {[name] = wrong}), algorithm = "uct"}
      options.level = name == "level" and wrong or nil
      local message = message_of(alphabeta.search, heap(41), {nodes = 20}, options)
      assert.matches(("callback '%s' at ply %%d+: "):format(name) .. row[2]:gsub("%p", "%%%0"), message)
    end
  end)
end)
