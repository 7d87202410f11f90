-- Functions of a game that save calls or garbage change nothing that a search finds: `moves` that fills the array it is
-- given, an iterator of moves, `find_move`, `evaluate_move` and `bounds`. Random games with such a function are
-- compared with the same games without it; then the stories of each.

local alphabeta = require "alphabeta"
local branching = require "spec.support.branching"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local graph_game = require "spec.support.graph_game"
local learning_only = require "spec.support.learning_only"
local memory_use = require "spec.support.memory_use"
local picture = require "alphabeta.tree"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

-- Random games --------------------------------------------------------------------------------------------------------

-- Searches the root twice with one searcher, and another position in between. Returns what was found, and the calls.
local function search_again(own, game)
  local counted, calls = wrap.counted(game)
  local ai, all = alphabeta.new(nil, random_trial.fit(own:with {game = counted}, counted)), {}
  local positions = own.graph.positions
  for i, position in ipairs {own.graph.root, positions[#positions], own.graph.root} do
    local state = own:state(position)
    all[i] = results.found(ai:search(state, own.depth))
    own:check(own:is_same(state, position), "the state as it was")
  end
  return all, calls
end

-- Whether a search cuts off, as minimax and max^n do not.
local function cuts_off(own) return own.options.algorithm ~= "minimax" and own.options.algorithm ~= "maxn" end

-- Whether moves have identities by which they can be found.
local function has_ids(own) return own.traits.move_id or own.style ~= "children" and own.traits.moves ~= "table" end

-- For each function: the traits of a game that has it; those of one that has not; what is wanted of the trials. `same`
-- names the fields that are found alike beside the value, or all. `saves` names a function that all searches together
-- call less often; `is_rare` says that few searches do. `calls` checks the calls, without the function and with it.
local KINDS = {
  ["moves that fills an array"] = {
    {fills = true}, {fills = false}, {omit = "iterator", traits = {iterator = false}}, same = "all",
    calls = function(own, before, after) own:check(deep.equal(before, after), "the same calls") end,
  },
  ["an iterator"] = {
    {}, {iterator = false}, {plain = true, omit = "result order find_move", traits = {iterator = "coroutine"}},
    same = "nodes evaluations depth",
  },
  find_move = {
    {find_move = true}, {find_move = false},
    {
      omit = "result reductions", draw = "multipv", traits = {iterator = false, fills = false},
      options = {without = learning_only "killers"},
    },
    same = "nodes evaluations depth table_hits reason bound win_in scores", saves = "moves", is_rare = true,
    calls = function(own, before, after)
      own:check(before.make + before.play == after.make + after.play, "as many moves made")
      own:check(has_ids(own) and cuts_off(own) or after.find_move == 0, "no call, not %s", after.find_move)
    end,
  },
  evaluate_move = {
    {evaluate_move = true}, {evaluate_move = false}, {omit = "result noisy"},
    same = "nodes evaluations cutoffs depth table_hits reason", saves = "evaluate",
    calls = function(own, before, after)
      own:check(before.evaluate == after.evaluate + after.evaluate_move, "as many evaluations")
      own:check(after.make == after.unmake, "each move taken back")
    end,
  },
  -- Where a game has a result, `evaluate_move` says whether the game may be over after the move.
  ["evaluate_move beside result"] = {
    {evaluate_move = true}, {evaluate_move = false}, {omit = "noisy", traits = {result = true, is_over = true}},
    same = "nodes evaluations cutoffs depth table_hits reason", saves = "is_over", is_rare = true,
    calls = function(own, before, after)
      local saved = before.make + before.play - after.make - after.play
      local is_told = #own.graph.positions % 3 ~= 0 -- see graph_game
      own:check(after.make == after.unmake, "each move taken back")
      own:check(saved == 0 or before.is_over - after.is_over == saved, "no call of is_over for %s moves", saved)
      own:check(is_told or saved == 0 and after.evaluate_move <= 3, "one call a search, not %s", after.evaluate_move)
    end,
  },
  bounds = {
    {bounds = true}, {bounds = false}, {omit = "repetition", draw = "multipv", players = {2}},
    same = "bound", saves = "evaluate",
    calls = function(own, _, after)
      own:check(cuts_off(own) or after.bounds == 0, "no call, not %s", after.bounds)
    end,
  },
}

-- The game of a trial with other traits. `find_move` gets identities of moves that were listed before, and no others.
local function game_with(own, others)
  local traits = wrap.replace(own.traits, others)
  local game = graph_game.new(own.graph, own.style, traits)
  local find_move, known, lists = game.find_move, {}, game.moves and "moves" or "children"
  if not find_move or traits.iterator or traits.fills then return game end
  local listed = game[lists]
  game[lists] = function(state)
    local list = listed(state)
    for _, move in ipairs(list or {}) do known[game.move_id and game.move_id(state, move) or move] = true end
    return list
  end
  function game.find_move(state, id)
    own:check(known[id] and not state.at.chance, "the identity of a move, not %s", id)
    return find_move(state, id)
  end
  return game
end

-- Fails unless searches have found the same values, and the same fields of `info`.
local function check_same(own, without, with_it, fields)
  if fields == "all" then own:check(deep.equal(without, with_it), "the same") end
  for i, found in ipairs(without) do
    own:check(deep.equal(found.value, with_it[i].value), "the value %s, not %s", found.value, with_it[i].value)
    for field in fields:gmatch "[%w_]+" do
      local expected, actual = found.info[field], with_it[i].info[field]
      own:check(deep.equal(expected, actual), "%s %s, not %s", expected, field, actual)
    end
  end
end

describe("On random games, nothing changes by", function()
  for name, kind in pairs(KINDS) do
    it(name, function()
      local before, after = 0, 0
      for seed in share.of(1, effort.seeds(150, 450)) do
        local own = random_trial.new(seed, wrap.replace({
          payoffs = name ~= "bounds" and seed % 8 == 0, chance = {false, false, 0.3},
        }, kind[3]))
        local without, calls_before = search_again(own, game_with(own, kind[2]))
        local with_it, calls = search_again(own, game_with(own, kind[1]))
        check_same(own, without, with_it, kind.same)
        if kind.calls then kind.calls(own, calls_before, calls) end
        before, after = before + calls_before[kind.saves or ""], after + calls[kind.saves or ""]
      end
      local has_saved = after < before or kind.is_rare and after == before and share.seen(false)
      assert.is_true(not kind.saves or has_saved, after .. " of " .. before)
    end)
  end
end)

-- Stories -------------------------------------------------------------------------------------------------------------

local PLIES = 7

local tree = branching(PLIES)
local listed, new, filling = tree.listed, tree.new, tree.filling

-- What a search of the game with other functions finds, and the calls.
local function search(more, depth, options, state)
  local game, calls = wrap.counted(wrap.replace(listed, more))
  options = wrap.replace({view = "mover", game = game}, options or {})
  return results.found(alphabeta.search(state or new(), depth, options)), calls
end

local function never() error "not to be called" end

local function turn_of(state) return "player " .. state.ply % 2 end

describe("moves that fills the array it is given", function()
  it("keeps the root's moves of a completed iteration when the next one lists others", function()
    local calls, expected = 0, nil
    local ai = alphabeta.new(wrap.replace(listed, {moves = function(state, list)
      if state.ply > 0 then return filling(state, list) end
      calls = calls + 1
      list[1], list[2] = calls * 10 + 1, calls * 10 + 2
      return 2
    end}), {view = "mover", multipv = 2})
    ai:start(new(), {depth = 4, deepening = true})
    repeat
      local has_ended = ai:step {nodes = 1}
      local best, _, info = ai:best()
      local said = best and {info.depth, best, info.scores[2].move}
      if said and expected and said[1] == expected[1] then assert.same(expected, said) end
      expected = said or expected
    until has_ended
    assert.equal(4, expected[1])
  end)

  it("makes no garbage", function()
    local game = wrap.replace(listed, {moves = function(state, list)
      for move = 1, 5 do list[move] = move end
      return state.ply == PLIES and 0 or 5
    end})
    local function garbage(depth)
      local ai, state = alphabeta.new(game, {view = "mover", algorithm = "minimax"}), new()
      return memory_use.allocated(function() ai:search(state, depth) end)
    end
    local few, many = garbage(2), garbage(5)
    -- 750 nodes more list their moves, at three plies more; arrays of their own would be 80000 bytes.
    assert.is_true(many - few < 20000, many - few .. " bytes")
  end)
end)

describe("An iterator of moves", function()
  it("is not asked for what lies behind a cut-off, and for one move at the first leaf", function()
    local drawn = 0
    local function counted(state)
      local iterator = tree.drawing(state)
      return function(...)
        assert(select("#", ...) == 0)
        local move = iterator()
        drawn = drawn + (move and 1 or 0)
        return move
      end
    end
    local found = search({moves = counted}, PLIES, {deepening = false})
    assert.equal(found.info.nodes - 1, drawn)
    assert.is_true(drawn < search({}, PLIES, {algorithm = "minimax"}).info.nodes / 5)
    drawn = 0
    local leaves = search({moves = counted}, 1, {deepening = false}).info.nodes - 1
    assert.equal(leaves + 1, drawn)
  end)

  it("is read until the table's move is found, which is tried first, and no move is tried twice", function()
    for _, own in ipairs {{}, {find_move = tree.find_move}} do
      local tried, calls -- by ply, the moves of the node that is searched
      local game = wrap.replace(listed, wrap.replace(own, {
        hash = tree.hash, player = turn_of, moves = tree.drawing,
        make = function(state, move)
          local list = tried[state.ply] or {}
          for _, other in ipairs(list) do assert.not_equal(other, move) end
          list[#list + 1], tried[state.ply], tried[state.ply + 1] = move, list, nil
          return listed.make(state, move)
        end,
      }))
      game, calls = wrap.counted(game)
      local ai = alphabeta.new(game, {
        view = "mover", algorithm = "alphabeta", without = learning_only(), deepening = false, -- no node comes again
      })
      tried = {}
      local best = ai:search(new(), 4)
      assert.not_equal(tried[0][1], best)
      tried = {}
      ai:search(new(), 5)
      assert.equal(best, tried[0][1])
      assert.equal(own.find_move ~= nil and alphabeta._ENGINE == "C", calls.find_move > 0)
    end
  end)
end)

describe("find_move", function()
  -- A move that was found before moves were listed has no index in the events: pictures took it for another move, and
  -- explanations counted behind the wrong ones. The events are those of binding/trace_spec.lua.
  it("changes no picture, and no explanation", function()
    local options = {view = "mover", without = learning_only "killers", deepening = true}
    local found = {}
    for i, game in ipairs {listed, wrap.replace(listed, {find_move = tree.find_move})} do
      local texts = {}
      local function note(node)
        if not node.is_pruned then texts[#texts + 1] = node.label or "root" end
        local has = {}
        for _, child in ipairs(node.children) do
          assert.is_nil(has[child.label]) -- no move is drawn twice, as searched and as pruned
          has[child.label] = true
          note(child)
        end
      end
      options.game = game
      note(picture.search(new(), 6, options, {nodes = 100000}).tree)
      for _, cutoff in ipairs(alphabeta.explain(new(), 6, wrap.replace(options, {cutoffs = 1000})).cutoffs) do
        texts[#texts + 1] = ("%d %s %s %d %d"):format(cutoff.ply, cutoff.by.move, cutoff.by.index, cutoff.tried,
          cutoff.left_out)
      end
      table.sort(texts)
      found[i] = texts
    end
    assert.same(found[1], found[2])
  end)

  it("is not called at the root, where the game is over, and in quiescence", function()
    local function is_over(state) return state.score % 5 == 0 end
    local game = {hash = tree.hash, is_over = is_over, noisy = function(state) return state.ply < 6 and {1} or nil end}
    local function value() return search(game, 4, {deepening = true, quiescence = 2}, {ply = 0, score = 7}) end
    local expected = value().value
    function game.find_move(state, id)
      assert.is_true(state.ply > 0 and state.ply < 4 and not is_over(state))
      return tree.find_move(state, id)
    end
    local found, calls = value()
    assert.equal(expected, found.value)
    assert.is_true(calls.find_move > 0)
  end)

  -- A table keeps the move ids of earlier searches. Where moves were numbers and strings, a string that the new search
  -- had not made yet was taken for a number: its move id less one. A file names moves that were not made at all.
  it("gets no id that no move ever was, by numbers and strings, nor what a file named", function()
    local function mixed(move) return move % 2 == 0 and "move " .. move or move end
    local function number_of(move) return tonumber((tostring(move):gsub("^move ", ""))) end
    local path = os.tmpname()
    local game, calls = wrap.counted(wrap.replace(listed, {
      moves = function(state)
        local list = listed.moves(state)
        for i, move in ipairs(list) do list[i] = mixed(move) end
        return list
      end,
      make = function(state, move) return listed.make(state, number_of(move)) end,
      hash = tree.hash, player = function(state) return state.ply % 2 end,
      find_move = function(state, id)
        assert.equal(mixed(number_of(id)), id)
        return tree.find_move(state, number_of(id)) and id
      end,
    }))
    local options = {view = "mover", without = learning_only "killers"}
    local ai = alphabeta.new(game, options)
    for move = 0, 5 do
      local state = new()
      if tree.find_move(state, move) then listed.make(state, move) end
      ai:search(state, 5)
    end
    assert.is_true(calls.find_move > 0)
    if alphabeta._ENGINE == "Lua" then return end
    ai:save(path)
    local other = alphabeta.new(game, options)
    other:load(path)
    os.remove(path)
    assert.equal(search({}, 6).value, (select(2, other:search(new(), 6))))
  end)
end)

it("Perft calls no function that saves calls, and a search no evaluate_move where it needs the state", function()
  local game = wrap.replace(listed, {find_move = never, evaluate_move = never, bounds = never})
  assert.equal(alphabeta.perft(new(), 4, {game = listed}), alphabeta.perft(new(), 4, {game = game}))
  search({noisy = function() return nil end, evaluate_move = never}, 3, {quiescence = 1})
  search({player = turn_of, evaluate_move = never}, 3)
  search({evaluate_move = never}, 3, {trace = function() end})
end)

it("Bounds are asked for once in a state that is searched, for the root's player, and not at leaves", function()
  local _, calls = search({
    player = turn_of,
    bounds = function(state, me)
      assert.is_true(me == "player 0" and state.ply < 3)
      return -1000, 1000
    end,
  }, 3, {view = "max", deepening = false})
  assert.is_true(calls.bounds > 4 and calls.bounds <= 1 + 4 + 16, calls.bounds)
end)
