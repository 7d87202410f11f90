-- What a search says of wrong answers and errors of the game's functions: the callback, the ply, what came and what was
-- expected, at the caller's line; and the state is as it was.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local message_of = require "spec.support.message_of"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local NAN = 0 / 0

-- A game in a given style on a tree of three plies.
local function new_game(style, traits)
  local root = tree.from {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}
  return tree.game(style, traits), tree.state(style, root)
end

local GAME, STATE = new_game "children"

describe("A wrong answer:", function()
  local array = "expected an array, an iterator or nil, got "
  local number = "expected a number, got "
  local key = "expected an integer, a number, a string or a Zobrist key, got "

  -- the callback, its style, its answer, and the message
  local rows = {
    {"evaluate", "children", nil, number .. "nil"},
    {"evaluate", "children", "5", number .. "'5'"},
    {"evaluate", "in place", NAN, number .. "NaN"},
    {"evaluate", "copying", {}, number .. "table"},
    {"evaluate", "copying", false, number .. "boolean"},
    {"order", "children", nil, number .. "nil"},
    {"order", "in place", "5", number .. "'5'"},
    {"order", "copying", NAN, number .. "NaN"},
    {"moves", "in place", "none", array .. "'none'"},
    {"moves", "in place", -1, "expected an array, an iterator, a count or nil, got -1"},
    {"moves", "in place", 1.5, "expected an array, an iterator, a count or nil, got 1.5"},
    {"moves", "copying", NAN, "expected an array, an iterator, a count or nil, got NaN"},
    {"moves", "copying", false, array .. "boolean"},
    {"moves", "copying", true, array .. "boolean"},
    {"moves", "copying", io.stdout, array .. "userdata"},
    {"moves", "in place", {nil, "b"}, "expected an array without holes, got nil at index 1 of 2"},
    {"moves", "copying", {[2] = "b"}, "expected an array without holes, got nil at index 1"},
    {"children", "children", "none", array .. "'none'"},
    {"children", "children", {nil, nil, {}}, "expected an array without holes, got nil at index 1 of 3"},
    {"play", "copying", nil, "expected a state, got nil"},
    {"player", "children", nil, "expected a player, got nil"},
    {"hash", "in place", nil, key .. "nil"}, {"hash", "in place", true, key .. "boolean"},
    {"hash", "copying", false, key .. "boolean"}, {"hash", "copying", {}, key .. "table"},
    {"hash", "copying", NAN, key .. "NaN"}, {"hash", "children", print, key .. "function"},
    {"hash", "children", coroutine.create(function() end), key .. "thread"},
    {"hash", "in place", io.stdout, key .. "userdata"},
  }

  for _, row in ipairs(rows) do
    local name, style, answer, explanation = row[1], row[2], row[3], row[4]
    it(("%s, %s: %s"):format(name, style, explanation), function()
      for at_ply = 0, name == "order" and 1 or 2 do -- moves to leaves are not scored
        local game, state = new_game(style, {player = true, order = true})
        local root, right = state.node, game[name] or function(at) return at.node.name end
        local wrong = wrap.replace(game, {
          [name] = function(at, ...)
            local node, ply = at.node, 0
            while node ~= root do node, ply = node.parent, ply + 1 end
            if ply == at_ply then return answer end
            return right(at, ...)
          end,
        })
        local depth = name == "evaluate" and at_ply or 3
        assert.equal(("alphabeta: callback '%s' at ply %d: %s"):format(name, at_ply, explanation),
          message_of(alphabeta.search, state, depth, {game = wrong}))
        assert.equal(root, state.node)
      end
    end)
  end
end)

describe("One list of moves for all nodes", function()
  local SHORTER = "callback 'moves' at ply 0: the array changed while it was searched (3 entries, now 1)"
  local SAME = "callback 'moves' at ply 1: returned the same array as at ply 0: return a new one for each node"
  local list, ply

  local function nothing() end

  local function fill()
    for i = 1, 3 do list[i] = 10 * ply + i end
  end

  -- A sentence, the depth, how the list is changed by `moves` and by `make`, `is_over`, and the message, or how many
  -- nodes there are.
  for _, row in ipairs {
    {"is reported if it becomes shorter", 1, nothing, function() list[#list] = nil end, nothing, SHORTER},
    {"is reported if it is filled anew at each ply", 3, fill, nothing, nothing, SAME},
    {"is reported if moves fills it to show whether the game is over", 1, fill, nothing, nil, SAME},
    {"may stay as it is", 2, nothing, nothing, nothing, 1 + 3 + 9},
    {"may become longer", 1, nothing, function() list[#list + 1] = #list + 1 end, nothing, 4},
  } do
    it(row[1], function()
      list, ply = {1, 2, 3}, 0
      local game = {
        moves = function()
          row[3]()
          return list
        end,
        make = function()
          ply = ply + 1
          row[4]()
        end,
        unmake = function() ply = ply - 1 end, is_over = row[5], evaluate = function() return 0 end,
      }
      local options = {game = game, algorithm = "minimax"}
      if type(row[6]) == "number" then
        assert.equal(row[6], select(3, alphabeta.search({}, row[2], options)).nodes)
      else
        assert.equal("alphabeta: " .. row[6], message_of(alphabeta.search, {}, row[2], options))
      end
      assert.equal(0, ply)
    end)
  end
end)

describe("An error in a callback", function()
  -- Each callback with the ply at which it is reached first behind the root's.
  local callbacks = {
    {"moves", "in place", 1}, {"make", "in place", 1}, {"unmake", "in place", 3}, {"play", "copying", 1},
    {"children", "children", 1}, {"evaluate", "children", 3}, {"player", "in place", 1},
    {"is_over", "copying", 1}, {"order", "children", 1},
  }

  -- A game whose callback `name` calls `throw` where the state is not the root.
  local function throwing(name, style, throw)
    local game, state = new_game(style, {player = true, order = true, is_over = true})
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
      local err = failure(alphabeta.search, state, 3, {game = game, deepening = false})
      local message, rest = err:match("^(.-)\n(.*)$")
      assert.matches("errors_spec%.lua:" .. line .. ": no such square$", message)
      local where = ("\t(alphabeta: in callback '%s' at ply %d)\nstack traceback:\n"):format(name, ply)
      assert.equal(where, rest:sub(1, #where))
      assert.matches("errors_spec%.lua:" .. line, rest)
    end)
  end

  -- That this holds in all callbacks is shown by restoration_spec.
  it("is passed on untouched when it is not a string", function()
    for _, err in ipairs({{}, setmetatable({}, {__tostring = print}), 42, true, false, print}) do
      local game, state = throwing("evaluate", "children", function() error(err, 0) end)
      assert.is_true(rawequal(err, (failure(alphabeta.search, state, 3, {game = game}))))
    end
    local game, state = throwing("evaluate", "children", function() error(nil) end)
    assert.is_nil(failure(alphabeta.search, state, 3, {game = game}))
  end)

  it("in a search within a search names the inner callback, and has one traceback", function()
    local inner = wrap.replace(GAME, {
      evaluate = function() error("deep inside", 0) end,
    })
    local outer = wrap.replace(GAME, {
      order = function(state) return select(2, alphabeta.search(state, 1, {game = inner})) end,
    })
    local err = failure(alphabeta.search, STATE, 1, {game = outer})
    assert.matches("^deep inside\n\t%(alphabeta: in callback 'evaluate' at ply 1%)", err)
    assert.equal(1, select(2, err:gsub("stack traceback:", "")))
  end)
end)

describe("Recursion without end", function()
  it("of a callback is an error, and no crash", function()
    local function recurse() return 1 + recurse() end
    local game, state = new_game("in place")
    game.evaluate = recurse
    assert.matches("stack overflow", failure(alphabeta.search, state, 3, {game = game}))
    assert.equal("root", state.node.name)
  end)

  it("of search in a callback is an error, and no crash", function()
    local levels = 0
    local game, state = new_game("in place")
    game.evaluate = function(at)
      levels = levels + 1
      return (select(2, alphabeta.search(at, 1, {game = game})))
    end
    local err = failure(alphabeta.search, state, 3, {game = game})
    assert.matches("overflow", err)
    assert.is_true(levels > 10)
    assert.equal("root", state.node.name)
    assert.equal(0, state.ply)
  end)
end)
