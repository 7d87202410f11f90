-- `find_move`: the table's move and the killers are tried before the moves are listed.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local learning_only = require "spec.support.learning_only"
local small_games = require "spec.support.small_games"
local tree = require "alphabeta.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local check, with = alphabeta.check, small_games.with

local PLIES = 7

local game, new, is_move = small_games.branching(PLIES)

function game.find_move(state, id) return is_move(state, id) and id or nil end

local plain = wrap.replace(game, {})
plain.find_move = nil

local function hash(state) return state.score + 1000 * state.ply end

-- All that a search returns but its time, its techniques and its cut-offs: a cut-off by the only move counts where it
-- is not known that there are no others.
local function search(rules, options, state)
  options = wrap.replace({view = "mover", game = rules}, options or {})
  local depth = options.depth or 6
  options.depth = nil
  local best, value, info = alphabeta.search(state or new(), depth, options)
  info.time, info.cutoffs, info.techniques = nil, nil, nil
  return {best = best, value = value, info = info}
end

local function counting(rules, calls)
  return wrap.before(rules, function(name) calls[name] = (calls[name] or 0) + 1 end)
end

-- The game with other moves: `to` makes a move of a number, `from` the number again; with `more` functions.
local function translated(to, from, more)
  return wrap.replace({
    moves = function(state)
      local list = game.moves(state)
      for i, move in ipairs(list) do list[i] = to(move) end
      return list
    end,
    make = function(state, move) return game.make(state, from(move)) end,
    unmake = function(state, move, before) game.unmake(state, from(move), before) end,
    evaluate = game.evaluate,
    find_move = function(state, id)
      local move = game.find_move(state, from(id))
      return move and to(move)
    end,
  }, more or {})
end

local function same(move) return move end

-- Moves of other kinds.
local KINDS = {
  {"strings", function(move) return "move " .. move end, function(move) return tonumber(move:sub(6)) end},
  {"fractions", function(move) return move / 8 end, function(move) return move * 8 end},
  {"great numbers", function(move) return move * 2 ^ 40 end, function(move) return move / 2 ^ 40 end},
}

describe("find_move", function()
  it("leads to the same result by the same nodes, and saves calls of moves", function()
    for _, options in ipairs {
      {hash = true}, {hash = true, deepening = true}, {deepening = true}, {},
      {hash = true, without = learning_only(), deepening = true},
      {hash = true, algorithm = "mtdf", deepening = true},
      {hash = true, algorithm = "alphabeta", deepening = true}, {hash = true, multipv = 3, deepening = true},
      {hash = true, order = true, deepening = true},
      {hash = true, without = {"table", unpack(learning_only "killers")}},
    } do
      local more = {hash = options.hash and hash, order = options.order and function(_, move) return -move end}
      local before, calls = {}, {}
      options = wrap.replace({without = learning_only "killers"}, options)
      options.hash, options.order = nil, nil
      local expected = search(counting(wrap.replace(plain, more), before), options)
      local found = search(counting(wrap.replace(game, more), calls), options)
      assert.is_true(deep.equal(expected, found))
      assert.equal(before.make, calls.make)
      assert.equal(before.evaluate, calls.evaluate)
      assert.is_true(calls.find_move > 0 and calls.moves < before.moves, calls.moves .. " of " .. before.moves)
    end
  end)

  it("finds the same value with the history, which is read later", function()
    for depth = 1, PLIES + 1 do
      for _, more in ipairs {{}, {hash = hash}} do
        local expected = search(wrap.replace(plain, more), {depth = depth, deepening = true})
        local found = search(wrap.replace(game, more), {depth = depth, deepening = true})
        assert.equal(expected.value, found.value)
        assert.equal(expected.info.depth, found.info.depth)
        assert.equal(expected.info.reason, found.info.reason)
      end
    end
  end)

  -- A move that was found before moves were listed had as its index its place among those that were found: pictures
  -- took it for another move, and explanations counted behind the wrong ones.
  it("finds moves that have no index in the events, and pictures and explanations are the same", function()
    local options = {view = "mover", without = learning_only "killers", deepening = true}
    local unplaced, found = 0, {}
    for _, rules in ipairs {plain, game} do
      local path, entered = {}, 0
      local function note(event)
        if event.type == "enter" then
          path[event.ply], entered = event, entered + 1
          if event.ply > 0 and not event.index then unplaced = unplaced + 1 end
        elseif event.type == "cutoff" and event.successors[1] then
          local last = path[event.ply + 1]
          assert.equal(event.by, last.move)
          assert.is_true(last.index == nil or event.successors[last.index] == last.move)
          assert.same(game.moves(event.state), event.successors)
        end
      end
      alphabeta.search(new(), 6, wrap.replace(options, {game = rules, trace = note}))
      local picture = tree.search(new(), 6, wrap.replace(options, {game = rules}), {nodes = 100000})
      local why = alphabeta.explain(new(), 6, wrap.replace(options, {game = rules, cutoffs = 1000}))
      local searched, moves, cutoffs = 0, {}, {}
      local function count(node)
        if not node.is_pruned then
          searched = searched + 1
          moves[searched] = node.label or "root"
        end
        local has = {}
        for _, child in ipairs(node.children) do
          assert.is_nil(has[child.label]) -- no move is drawn twice, as searched and as pruned
          has[child.label] = true
          count(child)
        end
      end
      count(picture.tree)
      table.sort(moves)
      for i, cutoff in ipairs(why.cutoffs) do
        cutoffs[i] = ("%d %s %s %d %d"):format(cutoff.ply, cutoff.by.move, cutoff.by.index, cutoff.tried,
          cutoff.left_out)
      end
      table.sort(cutoffs)
      found[rules] = {entered, searched, moves, cutoffs}
    end
    assert.is_true(unplaced > 0)
    assert.same(found[plain], found[game])
  end)

  it("gets the move itself where moves are strings or any numbers", function()
    for _, kind in ipairs(KINDS) do
      local to, from = kind[2], kind[3]
      local got, calls = {}, {}
      local rules = counting(translated(to, from, {hash = hash}), calls)
      local find_move = rules.find_move
      rules.find_move = function(state, id)
        got[id] = true
        return find_move(state, id)
      end
      local result = search(rules, {deepening = true, without = learning_only "killers"})
      local expected = search(wrap.replace(plain, {hash = hash}), {deepening = true, without = learning_only "killers"})
      assert.equal(expected.value, result.value)
      assert.equal(expected.info.nodes, result.info.nodes, kind[1])
      local some = 0
      for id in pairs(got) do
        some = some + 1
        assert.equal(id, to(from(id)))
      end
      assert.is_true(some > 1, kind[1])
    end
  end)

  it("gets what move_id returns, in place, copying and by children", function()
    local function token(move) return {move, "beside"} end
    local function number(move) return move[1] end
    local expected = search(wrap.replace(plain, {hash = hash}), {deepening = true, without = learning_only "killers"})
    local function play(state, move)
      local child = {ply = state.ply, score = state.score, by = number(move)}
      game.make(child, child.by)
      return child
    end
    local ids = {
      hash = hash, evaluate = game.evaluate, move_id = function(_, move) return number(move) end,
      find_move = function(state, id)
        local move = game.find_move(state, id)
        return move and token(move)
      end,
    }
    local in_place = translated(token, number, ids)
    local copying = wrap.replace(ids, {moves = in_place.moves, play = play})
    local children = wrap.replace(ids, {
      children = function(state)
        local list = in_place.moves(state)
        for i, move in ipairs(list) do list[i] = play(state, move) end
        return list
      end,
      move_id = function(_, child) return child.by end,
      find_move = function(state, id)
        local move = game.find_move(state, id)
        return move and play(state, token(move))
      end,
    })
    for _, rules in ipairs {in_place, copying, children} do
      local calls = {}
      local result = search(counting(rules, calls), {deepening = true, without = learning_only "killers"})
      assert.equal(expected.value, result.value)
      assert.equal(expected.info.depth, result.info.depth)
      assert.equal(#expected.info.pv, #result.info.pv)
      assert.is_true(calls.find_move > 0)
      assert.is_true((calls.moves or calls.children) < calls.hash)
    end
  end)

  it("is not called where no identity is known: for tables without move_id", function()
    local rules = translated(function(move) return {move} end, function(move) return move[1] end, {
      hash = hash, find_move = function() error "not to be called" end,
    })
    local expected = search(wrap.replace(plain, {hash = hash}), {deepening = true})
    assert.equal(expected.value, search(rules, {deepening = true}).value)
  end)

  it("comes before what an iterator yields, which is not tried twice", function()
    local tried, calls = nil, {}
    local rules = counting(wrap.replace(game, {
      hash = hash,
      moves = function(state)
        local list, i = game.moves(state), 0
        return function()
          i = i + 1
          return list[i]
        end
      end,
      make = function(state, move)
        if state.ply == 1 then tried = {} end
        if state.ply == 2 then
          assert.is_nil(tried[move])
          tried[move] = true
        end
        return game.make(state, move)
      end,
    }), calls)
    -- Plain alpha-beta searches no node again.
    local options = {deepening = true, algorithm = "alphabeta"}
    assert.equal(search(wrap.replace(plain, {hash = hash}), options).value, search(rules, options).value)
    assert.is_true(calls.find_move > 0)
  end)

  it("is not called at the root, where the game is over, at chance nodes, and in quiescence", function()
    local rules = wrap.replace(game, {
      hash = hash,
      is_over = function(state) return state.score % 5 == 0 end,
      chances = function(state)
        if state.score % 3 ~= 0 or state.ply >= PLIES then return nil end
        return {{probability = 0.25, outcome = 1}, {probability = 0.75, outcome = 2}}
      end,
      noisy = function(state) return state.ply < 6 and {1} or nil end,
    })
    local calls = 0
    rules.find_move = function(state, id)
      calls = calls + 1
      assert.is_true(state.ply > 0 and state.score % 5 ~= 0 and state.score % 3 ~= 0)
      assert.is_true(state.ply < 5)
      return game.find_move(state, id)
    end
    local start = {ply = 0, score = 7}
    local bare = wrap.replace(rules, {})
    bare.find_move = nil
    local options = {depth = 4, deepening = true, quiescence = 2}
    assert.equal(search(bare, options, start).value, search(rules, options, start).value)
    assert.is_true(calls > 0)
  end)

  it("is not called by minimax, max^n and perft", function()
    local rules = wrap.replace(game, {hash = hash, find_move = function() error "not to be called" end})
    search(rules, {algorithm = "minimax", deepening = true})
    local many = wrap.replace(rules, {
      player = function(state) return state.ply % 2 end,
      evaluate = function(state) return {[0] = state.score, -state.score} end,
    })
    search(many, {algorithm = "maxn", view = "max", deepening = true})
    assert.equal(alphabeta.perft(new(), 5, {game = plain}), alphabeta.perft(new(), 5, {game = rules}))
  end)

  it("is named by its errors, which leave the state as it was", function()
    local text = translated(KINDS[1][2], KINDS[1][3])
    for _, row in ipairs {
      {game, function() return 7 end, "expected nil or the move %d+, got 7"},
      {game, function() return "one" end, "expected nil or the move %d+, got 'one'"},
      {game, function() return {} end, "expected nil or the move %d+, got table"},
      {text, function() return "move 9" end, "expected nil or the move 'move %d', got 'move 9'"},
      {game, function() return false end, "expected nil or the move %d+, got boolean"},
      {game, function(state, id)
        return state.ply < PLIES and id or nil
      end, "expected nil or a move that 'moves' lists, got another one"},
    } do
      local state = new()
      local rules = wrap.replace(row[1], {hash = hash, find_move = row[2]})
      local message = failure(search, rules, {deepening = true}, state)
      assert.is_truthy(message:find("callback 'find_move' at ply %d: " .. row[3]), message)
      assert.is_true(deep.equal(new(), state))
    end
    local state = new()
    local rules = wrap.replace(game, {hash = hash, find_move = function() error("no idea", 0) end})
    local message = failure(search, rules, {deepening = true}, state)
    assert.is_truthy(message:find "no idea\n\t%(alphabeta: in callback 'find_move' at ply 1%)", message)
    assert.is_true(deep.equal(new(), state))
  end)

  it("is checked against the moves that are listed", function()
    local BRIEFLY = {view = "mover", sign = false, games = 3, nodes = 200}
    local function checked(more) return check(with(game, more), new, BRIEFLY) end
    local report = checked {}
    assert.is_true(report.ok, tostring(report))
    for _, row in ipairs {
      {"differs", function() return nil end},
      {"differs", function(state, id) return state.ply < 4 and game.find_move(state, id) or nil end},
      {"differs", function(state, id) return state.ply < PLIES and id or nil end},
      {"differs", function(state, id) return game.find_move(state, id) and id % 5 + 1 end},
      {"differs", function(state, id) return state.ply == PLIES and id or game.find_move(state, id) end},
      {"change", function(state, id)
        state.score = state.score + 1
        return game.find_move(state, id)
      end},
      {"error", function(state, id)
        if state.ply == 3 then error "no idea" end
        return game.find_move(state, id)
      end},
    } do
      report = checked {find_move = row[2]}
      assert.is_false(report.ok)
      assert.equal("find_move", report.findings[1].callback)
      assert.equal(row[1], report.findings[1].kind)
    end
    assert.is_true(checked({is_over = function(state) return state.ply == PLIES end, find_move = function(state, id)
      assert(state.ply < PLIES)
      return game.find_move(state, id)
    end}).ok)
    local function token(move) return {move} end
    local tables = translated(token, function(move) return move[1] end, {
      move_id = function(_, move) return move[1] end,
      find_move = function(state, id)
        local move = game.find_move(state, id)
        return move and token(move)
      end,
    })
    assert.is_true(check(tables, new, BRIEFLY).ok)
    local function same_for_some(_, move) return move[1] % 3 end
    report = check(with(tables, {move_id = same_for_some}), new, BRIEFLY)
    assert.equal("move_id", report.findings[1].callback)
    assert.equal("duplicate", report.findings[1].kind)
  end)

  it("is not called with what a file named where moves are strings, before they were made", function()
    local rules = translated(KINDS[1][2], KINDS[1][3], {
      hash = hash, player = function(state) return state.ply % 2 end,
    })
    local find_move = rules.find_move
    rules.find_move = function(state, id)
      assert.equal("string", type(id))
      return find_move(state, id)
    end
    local first = alphabeta.new(rules, {depth = 5, view = "mover"})
    local _, expected = first:search(new())
    local path = os.tmpname()
    first:save(path)
    local second = alphabeta.new(rules, {depth = 6, view = "mover"})
    second:load(path)
    os.remove(path)
    local _, value = second:search(new(), {depth = 5})
    assert.equal(expected, value)
    assert.equal(same(6), select(3, second:search(new())).depth)
  end)

  -- A table keeps the move ids of earlier searches. Where moves were numbers and strings, a string that the new search
  -- had not made yet was taken for a number: its move id less one. The same happened to results of `move_id` that are
  -- below zero or large.
  it("gets no id that no move ever was, by numbers and strings and by any `move_id`", function()
    local function mixed(move) return move % 2 == 0 and "move " .. move or move end
    local function number_of(move) return tonumber((tostring(move):gsub("^move ", ""))) end
    local function token(move) return {move} end
    local function large(move) return (move - 3) * 2 ^ 40 end
    local function in_a_small_game(rules, ids)
      local ai, called = alphabeta.new(rules, {view = "mover", without = learning_only "killers"}), 0
      local find_move = rules.find_move
      rules.find_move = function(state, id)
        assert.is_true(ids[id], tostring(id))
        called = called + 1
        return find_move(state, id)
      end
      ai:search(new(), 5)
      for _, move in ipairs(game.moves(new())) do
        local state = new()
        game.make(state, move)
        ai:search(state, 5)
      end
      assert.is_true(called > 0)
    end
    local moves, results = {}, {}
    for move = 1, 20 do moves[mixed(move)], results[large(move)] = true, true end
    in_a_small_game(translated(mixed, number_of, {hash = hash}), moves)
    in_a_small_game(translated(token, function(move) return move[1] end, {
      hash = hash,
      move_id = function(_, move) return large(move[1]) end,
      find_move = function(state, id)
        local move = game.find_move(state, id / 2 ^ 40 + 3)
        return move and token(move)
      end,
    }), results)
  end)
end)
