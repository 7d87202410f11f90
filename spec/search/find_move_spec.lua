-- `find_move`: the table's move and the killers are tried before moves are listed. That nothing else changes by it is
-- shown on random games in fewer_calls_spec.lua.

local alphabeta = require "alphabeta"
local branching = require "spec.support.branching"
local learning_only = require "spec.support.learning_only"
local tree = require "alphabeta.tree"
local wrap = require "spec.support.wrap"

local PLIES = 7

local rules = branching(PLIES)
local listed, new, find_move, hash = rules.listed, rules.new, rules.find_move, rules.hash

-- The value that a search of the game with other functions finds, in the mover's view, and the calls.
local function search(more, depth, options, state)
  local game, calls = wrap.counted(wrap.replace(listed, more))
  local _, value = alphabeta.search(state or new(), depth, wrap.replace({view = "mover", game = game}, options or {}))
  return value, calls
end

describe("find_move", function()
  -- A move that was found before moves were listed had as its index its place among those that were found: pictures
  -- took it for another move, and explanations counted behind the wrong ones.
  it("finds moves that have no index in the events, and pictures and explanations are the same", function()
    local options = {view = "mover", without = learning_only "killers", deepening = true}
    local unplaced, found = 0, {}
    for i, game in ipairs {listed, wrap.replace(listed, {find_move = find_move})} do
      local path, entered = {}, 0
      alphabeta.search(new(), 6, wrap.replace(options, {game = game, trace = function(event)
        if event.type == "enter" then
          path[event.ply], entered = event, entered + 1
          if event.ply > 0 and not event.index then unplaced = unplaced + 1 end
        elseif event.type == "cutoff" and event.successors[1] then
          local last = path[event.ply + 1]
          assert.equal(event.by, last.move)
          assert.is_true(last.index == nil or event.successors[last.index] == last.move)
          assert.same(listed.moves(event.state), event.successors)
        end
      end}))
      local moves, cutoffs = {}, {}
      local function count(node)
        if not node.is_pruned then moves[#moves + 1] = node.label or "root" end
        local has = {}
        for _, child in ipairs(node.children) do
          assert.is_nil(has[child.label]) -- no move is drawn twice, as searched and as pruned
          has[child.label] = true
          count(child)
        end
      end
      count(tree.search(new(), 6, wrap.replace(options, {game = game}), {nodes = 100000}).tree)
      local why = alphabeta.explain(new(), 6, wrap.replace(options, {game = game, cutoffs = 1000}))
      for place, cutoff in ipairs(why.cutoffs) do
        cutoffs[place] = ("%d %s %s %d %d"):format(cutoff.ply, cutoff.by.move, cutoff.by.index, cutoff.tried,
          cutoff.left_out)
      end
      table.sort(moves)
      table.sort(cutoffs)
      found[i] = {entered, moves, cutoffs}
    end
    assert.is_true(unplaced > 0)
    assert.same(found[1], found[2])
  end)

  it("comes before what an iterator yields, which is not tried twice", function()
    local tried
    local value, calls = search({
      hash = hash, moves = rules.drawing, find_move = find_move,
      make = function(state, move)
        if state.ply == 1 then tried = {} end
        if state.ply == 2 then
          assert.is_nil(tried[move])
          tried[move] = true
        end
        return listed.make(state, move)
      end,
    }, 6, {deepening = true, algorithm = "alphabeta"}) -- plain alpha-beta searches no node again
    assert.equal((search({}, 6)), value)
    assert.is_true(calls.find_move > 0)
  end)

  it("is not called at the root, where the game is over, and in quiescence", function()
    local function is_over(state) return state.score % 5 == 0 end
    local game = {hash = hash, is_over = is_over, noisy = function(state) return state.ply < 6 and {1} or nil end}
    local function found() return search(game, 4, {deepening = true, quiescence = 2}, {ply = 0, score = 7}) end
    local expected = found()
    function game.find_move(state, id)
      assert.is_true(state.ply > 0 and state.ply < 4 and not is_over(state))
      return find_move(state, id)
    end
    local value, calls = found()
    assert.equal(expected, value)
    assert.is_true(calls.find_move > 0)
  end)

  -- A table keeps the move ids of earlier searches. Where moves were numbers and strings, a string that the new search
  -- had not made yet was taken for a number: its move id less one. A file names moves that were not made at all.
  it("gets no id that no move ever was, by numbers and strings, nor what a file named", function()
    local function mixed(move) return move % 2 == 0 and "move " .. move or move end
    local function number_of(move) return tonumber((tostring(move):gsub("^move ", ""))) end
    local known, path = {}, os.tmpname()
    for move = 1, 5 do known[mixed(move)] = true end
    local game, calls = wrap.counted(wrap.replace(listed, {
      moves = function(state)
        local list = listed.moves(state)
        for i, move in ipairs(list) do list[i] = mixed(move) end
        return list
      end,
      make = function(state, move) return listed.make(state, number_of(move)) end,
      hash = hash, player = function(state) return state.ply % 2 end,
      find_move = function(state, id)
        assert.is_true(known[id], tostring(id))
        local move = find_move(state, number_of(id))
        return move and mixed(move)
      end,
    }))
    local options = {view = "mover", without = learning_only "killers"}
    local ai = alphabeta.new(game, options)
    for move = 0, 5 do
      local state = new()
      if find_move(state, move) then listed.make(state, move) end
      ai:search(state, 5)
    end
    assert.is_true(calls.find_move > 0)
    if alphabeta._ENGINE == "Lua" then return end
    ai:save(path)
    local other = alphabeta.new(game, options)
    other:load(path)
    os.remove(path)
    assert.equal((search({}, 6)), (select(2, other:search(new(), 6))))
  end)
end)
