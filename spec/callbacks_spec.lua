-- Which functions of the game are called, in what order and with what: every call that is not made is time saved.

local alphabeta = require "alphabeta"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

-- Searches a tree written as nested lists, and gives the calls as lines: the callback's name and its arguments. Nodes
-- go by their path, and a state by the node that it is at.
local function calls_of(style, list, depth, traits, options)
  local calls = {}
  local root = tree.from(list)
  local settings = { view = traits.view }
  for name, value in pairs(options or {}) do
    settings[name] = value
  end
  settings.game = wrap.before(tree.game(style, traits), function(name, ...)
    local line = { name }
    for i = 1, select("#", ...) do
      local argument = select(i, ...)
      line[i + 1] = type(argument) == "table" and argument.node.name or tostring(argument)
    end
    calls[#calls + 1] = table.concat(line, " ")
  end)
  alphabeta.search(tree.state(style, root), depth, settings)
  return calls
end

-- The lines of a text, without the spaces around them.
local function lines(text)
  local list = {}
  for line in text:gmatch("[^\n]+") do
    line = line:match("^%s*(.-)%s*$")
    if line ~= "" then
      list[#list + 1] = line
    end
  end
  return list
end

local TREE = { { 3, 5 }, { 2, 9 } }
local SCORED = { { 3, 5, score = 1 }, { { value = 7 }, { value = 4, score = 1 }, score = 2 } }

local rows = {
  {
    "moves, make and unmake in the in-place style",
    "in place", TREE, 2, {}, nil, [[
      moves root
      make root 1
        moves 1
        make 1 1.1
          evaluate 1.1 nil
        unmake 1.1 1.1 1
        make 1 1.2
          evaluate 1.2 nil
        unmake 1.2 1.2 1
      unmake 1 1 root
      make root 2
        moves 2
        make 2 2.1
          evaluate 2.1 nil
        unmake 2.1 2.1 2
      unmake 2 2 root
    ]],
  },
  {
    "moves and play in the copying style",
    "copying", TREE, 2, {}, nil, [[
      moves root
      play root 1
        moves 1
        play 1 1.1
          evaluate 1.1 nil
        play 1 1.2
          evaluate 1.2 nil
      play root 2
        moves 2
        play 2 2.1
          evaluate 2.1 nil
    ]],
  },
  {
    "children in the children style",
    "children", TREE, 2, {}, nil, [[
      children root
        children 1
          evaluate 1.1 nil
          evaluate 1.2 nil
        children 2
          evaluate 2.1 nil
    ]],
  },
  {
    "is_over, moves, player and order before the first move is made, and the root's player but once",
    "in place", SCORED, 2, { player = true, is_over = true, order = true }, nil, [[
      player root
      is_over root
      moves root
      order root 1
      order root 2
      make root 2
        is_over 2
        moves 2
        player 2
        order 2 2.1
        order 2 2.2
        make 2 2.2
          evaluate 2.2 1
        unmake 2.2 2.2 2
        make 2 2.1
          evaluate 2.1 1
        unmake 2.1 2.1 2
      unmake 2 2 root
      make root 1
        is_over 1
        moves 1
        player 1
        order 1 1.1
        order 1 1.2
        make 1 1.1
          evaluate 1.1 1
        unmake 1.1 1.1 1
      unmake 1 1 root
    ]],
  },
  {
    "the child states to order in the children style",
    "children", SCORED, 1, { order = true }, nil, [[
      children root
      order root 1
      order root 2
      evaluate 2 nil
      evaluate 1 nil
    ]],
  },
  {
    "neither moves nor player where is_over is true",
    "in place", { { value = 4, over = true }, 6 }, 3, { player = true, is_over = true }, nil, [[
      player root
      is_over root
      moves root
      make root 1
        is_over 1
        evaluate 1 1
      unmake 1 1 root
      make root 2
        is_over 2
        moves 2
        evaluate 2 1
      unmake 2 2 root
    ]],
  },
  {
    "player just before evaluate when the view is the mover's",
    "in place", { { value = 4, over = true }, { 6 } }, 2, { player = true, is_over = true, view = "mover" }, nil, [[
      player root
      is_over root
      moves root
      make root 1
        is_over 1
        player 1
        evaluate 1 1
      unmake 1 1 root
      make root 2
        is_over 2
        moves 2
        player 2
        make 2 2.1
          player 2.1
          evaluate 2.1 1
        unmake 2.1 2.1 2
      unmake 2 2 root
    ]],
  },
  {
    "nothing but evaluate at depth 0",
    "in place", TREE, 0, { is_over = true, order = true }, nil, "evaluate root nil",
  },
  {
    "player, for evaluate to be told, and evaluate at depth 0",
    "in place", TREE, 0, { player = true, is_over = true, view = "mover" }, nil, [[
      player root
      evaluate root 1
    ]],
  },
  {
    "nothing of the successors where the depth ends",
    "children", TREE, 1, { is_over = true, order = true, player = true }, nil, [[
      player root
      is_over root
      children root
      order root 1
      order root 2
      evaluate 1 1
      evaluate 2 1
    ]],
  },
  {
    "the root's moves, order and player once only when it deepens",
    "copying", { { 3, 5, value = 1, score = 1 }, { 2, 9 } }, 2, { player = true, is_over = true, order = true },
    { deepening = true }, [[
      player root
      is_over root
      moves root
      order root 1
      order root 2
      play root 1
        evaluate 1 1
      play root 2
        evaluate 2 1
      play root 1
        is_over 1
        moves 1
        player 1
        order 1 1.1
        order 1 1.2
        play 1 1.1
          evaluate 1.1 1
        play 1 1.2
          evaluate 1.2 1
      play root 2
        is_over 2
        moves 2
        player 2
        order 2 2.1
        order 2 2.2
        play 2 2.1
          evaluate 2.1 1
    ]],
  },
  {
    "everything when it is plain minimax",
    "children", TREE, 2, {}, { algorithm = "minimax" }, [[
      children root
        children 1
          evaluate 1.1 nil
          evaluate 1.2 nil
        children 2
          evaluate 2.1 nil
          evaluate 2.2 nil
    ]],
  },
}

describe("A search asks for", function()
  for _, row in ipairs(rows) do
    local sentence, style, list, depth, traits, options, expected = unpack(row, 1, 7)
    it(sentence, function()
      assert.same(lines(expected), calls_of(style, list, depth, traits, options))
    end)
  end
end)

describe("The player at the root", function()
  local players = { 0, "white", false, {}, print }

  for _, player in ipairs(players) do
    it("is what evaluate is told, be it a " .. type(player), function()
      local told = {}
      local _, value = alphabeta.search(1, 1, {
        game = {
          children = function(state)
            return { state * 2, state * 2 + 1 }
          end,
          player = function(state)
            if state == 1 then
              return player
            end
            return "another"
          end,
          evaluate = function(state, me)
            told[#told + 1] = me
            return state
          end,
        },
      })
      assert.equal(3, value)
      assert.same({ player, player }, told)
    end)
  end
end)

describe("A player", function()
  it("is the root's when it equals that one, be it by __eq", function()
    local Player = {
      __eq = function(a, b)
        return a.name == b.name
      end,
    }
    local game = tree.game("children")
    function game.player(state)
      return setmetatable({ name = state.node.turn }, Player)
    end
    function game.evaluate(state)
      return state.node.value
    end
    local root = tree.from({ { 3, 5, turn = 1 }, { 2, 9, turn = 2 } })
    assert.equal(5, (select(2, alphabeta.search(root, 2, { game = game }))))
  end)
end)

describe("What make returns", function()
  local undos = { n = 6, 0, "undo", false, {}, print, nil }

  for i = 1, undos.n do
    local undo = undos[i]
    it("is what unmake is given, be it a " .. type(undo), function()
      local given = {}
      alphabeta.search({}, 1, {
        game = {
          moves = function()
            return { "move" }
          end,
          make = function()
            return undo, "not this"
          end,
          unmake = function(...)
            given = { n = select("#", ...), ... }
          end,
          evaluate = function()
            return 0
          end,
        },
      })
      assert.equal(3, given.n)
      assert.equal("move", given[2])
      assert.equal(undo, given[3])
    end)
  end
end)
