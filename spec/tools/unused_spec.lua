-- Functions of a game that a search by its options never calls, and names that are nearly those of functions: `check`
-- and `explain` tell them. What is told is compared with the calls of searches.

local alphabeta = require "alphabeta"
local function_rows = require "rows.functions"
local rows = require "rows.list"
local games = require "alphabeta.common.game"
local small_games = require "spec.support.small_games"
local unused = require "alphabeta.common.unused"
local wrap = require "spec.support.wrap"

local check, explain = alphabeta.check, alphabeta.explain

local NAMES = {}
for i, row in ipairs(function_rows) do NAMES[i] = row[1] end

-- Nim with every function of a game in place.
local nim = wrap.replace(small_games.NIM["in place"], {
  pass = function(state) state.turn = 3 - state.turn end,
  unpass = function(state) state.turn = 3 - state.turn end,
  is_over = function(state) return state.heap == 0 end, result = small_games.worth,
  order = function(_, take) return take end,
  hash = function(state) return state.heap end,
  move_id = function(_, take) return take end,
  find_move = function(state, id) return id <= state.heap and id or nil end,
  bounds = function() return -20, 20 end,
  evaluate = function(state, me)
    if state.heap > 0 then return state.heap end
    return state.turn == me and -9 or 9
  end,
  noisy = function(state) return state.heap == 5 and {1} or nil end,
})

function nim.evaluate_move(state, take, me) return nim.evaluate(small_games.after(state, take), me) end

local function new() return {heap = 9, turn = 1} end

-- The functions of nim but for some, each with its calls counted.
local function counted(without)
  local game, calls = {}, {}
  for _, name in ipairs(NAMES) do
    local callback = nim[name]
    if callback and not without[name] then
      calls[name] = 0
      game[name] = function(...)
        calls[name] = calls[name] + 1
        return callback(...)
      end
    end
  end
  return game, calls
end

-- What a list tells, by name.
local function told(game, options)
  local by_name = {}
  for _, entry in ipairs(unused.list(game, games.read(game, NAMES), options)) do by_name[entry.name] = entry end
  return by_name
end

-- The notes of a check about functions.
local function notes(game, state, options)
  local found = {}
  for _, note in ipairs(check(game, state, options).notes) do
    if note:find "never calls" then found[#found + 1] = note end
  end
  return found
end

local function without(...)
  local game = wrap.replace(nim, {})
  for _, name in ipairs {...} do game[name] = nil end
  return game
end

-- Options, and what a game may lack.
local CHOICES = {
  {"algorithm", {"alphabeta", "mtdf", "minimax", "maxn"}},
  {"table", {0}}, {"order", {"evaluate"}}, {"quiescence", {0, 2}}, {"null_move", {2}}, {"repetition", {0}},
  {"hash", {"auto"}}, {"view", {"mover"}}, {"without", {{"table"}}}, {"win", {7, 100}},
}
local LACKS = {
  "", "result", "result noisy", "result hash", "result pass unpass", "result player",
}

-- Calls a function with every pair of choices, and each of them alone.
local function for_each_options(visit)
  for i = 1, #CHOICES do
    for j = i, #CHOICES do
      for _, first in ipairs(CHOICES[i][2]) do
        for _, second in ipairs(CHOICES[j][2]) do visit {[CHOICES[i][1]] = first, [CHOICES[j][1]] = second} end
      end
    end
  end
end

describe("A function that is told", function()
  it("has no calls in any search by the options; each is told in some searches and called in others", function()
    local searches, was_called, was_told = 0, {}, {}
    for _, lack in ipairs(LACKS) do
      local lacks = rows.set(lack)
      for_each_options(function(options)
        local game, calls = counted(lacks)
        options.game = game
        if options.algorithm == "maxn" then
          local evaluate = game.evaluate
          game.evaluate = function(state) return {evaluate(state, 1), evaluate(state, 2)} end
          game.evaluate_move, game.result = nil, nil
        end
        if not pcall(alphabeta.search, new(), 4, options) then return end
        searches = searches + 1
        local list = told(game, options)
        for name, n in pairs(calls) do
          if list[name] then assert.are.equal(0, n, name .. ": " .. list[name].reason) end
          was_told[name], was_called[name] = was_told[name] or list[name] ~= nil, was_called[name] or n > 0
        end
      end)
    end
    assert.is_true(searches > 300)
    for _, name in ipairs {"order", "hash", "move_id", "evaluate_move", "find_move", "bounds", "noisy",
      "pass", "unpass"} do
      local is_ever_called = name ~= "find_move" or alphabeta._ENGINE == "C" -- the engine in Lua does without it
      assert.are.same({name, true, is_ever_called}, {name, was_told[name], was_called[name]})
    end
  end)

  it("is told with the reason", function()
    for _, row in ipairs {
      {"pass", {}, "option 'null_move' is off"}, {"pass", {null_move = 2}, nil},
      {"noisy", {quiescence = 0}, "option 'quiescence' is off"}, {"noisy", {}, nil},
      {"noisy", {algorithm = "maxn"}, "algorithm 'maxn' has no quiescence"},
      {"hash", {hash = "auto"}, "option 'hash' is 'auto'"}, {"hash", {table = 0}, "option 'table' is 0"},
      {"hash", {table = 0, repetition = 0}, nil}, {"order", {order = "evaluate"}, "option 'order' is 'evaluate'"},
      {"bounds", {algorithm = "minimax"}, "algorithm 'minimax' uses no bounds"},
      {"find_move", {algorithm = "minimax"}, "algorithm 'minimax' remembers no moves"},
      {"evaluate_move", {}, "quiescence must see the state: 'quiescence' of 0 turns it off"},
      {"evaluate_move", {quiescence = 0}, nil}, {"play", {}, "moves are made by 'make' and 'unmake'"},
    } do
      local game = row[1] == "play" and small_games.with(nim, {play = nim.make}) or nim
      assert.are.same({row[1], row[3]}, {row[1], (told(game, row[2])[row[1]] or {}).reason})
    end
    assert.is_nil(told(without "noisy", {}).evaluate_move)
  end)
end)

describe("A name that is none of a function's", function()
  it("is guessed where the game lacks the function", function()
    for name, meant in pairs {evalute_move = "evaluate_move", ordr = "order", findmove = "find_move",
      noissy = "noisy", boundes = "bounds", isover = "is_over", unpas = "unpass"} do
      local game = without(meant)
      game[name] = new
      assert.are.equal(meant, (told(game, {})[name] or {}).like, name)
      assert.is_nil((told(small_games.with(nim, {[name] = new}), {})[name] or {}).like, name)
    end
  end)

  it("is not guessed where it is another word, no function, or of another way to play", function()
    local game = without("order", "hash")
    for _, name in ipairs {"hashed", "ordered", "draw", "new", "copy", "wins", "score", "plays", "child", "has"} do
      game[name] = new
    end
    game.ordr = true
    for name, entry in pairs(told(game, {})) do assert.is_nil(entry.like, name) end
  end)
end)

describe("check", function()
  it("notes both, and finds no defect in them", function()
    local game = without("result", "noisy", "order")
    game.ordr = nim.order
    assert.are.same({
      "a search with these options never calls `pass`, `unpass`: option 'null_move' is off",
      "a search never calls `ordr`: did you mean 'order'?",
    }, notes(game, new))
    assert.is_true(check(game, new, {sign = false}).ok)
    game.ordr = nil
    assert.are.same({}, notes(game, new, {null_move = 2}))
    assert.are.same({"a search with these options never calls `hash`: option 'table' is 0",
      "a search with these options never calls `move_id`, `find_move`: with option 'table' of 0 no moves are"
        .. " remembered"}, notes(game, new, {null_move = 2, table = 0}))
  end)

  it("looks for names among the state's own methods", function()
    local class = {ordr = nim.order}
    class.__index = setmetatable(class, {__index = without("order", "pass", "unpass", "result", "noisy")})
    local function new_object() return setmetatable(new(), class) end
    assert.are.same({"a search never calls `ordr`: did you mean 'order'?"}, notes(nil, new_object))
  end)
end)

describe("explain", function()
  local game = without("result", "order")
  game.ordr = nim.order

  it("notes what its search never calls, in the text and in a field", function()
    local why = explain(new(), 3, {game = game, quiescence = 0})
    assert.are.same({{name = "noisy", reason = "option 'quiescence' is off"},
      {name = "pass", reason = "option 'null_move' is off"}, {name = "unpass", reason = "option 'null_move' is off"},
      {name = "ordr", like = "order"}}, why.unused)
    local text = tostring(why)
    assert.is_truthy(text:find("\nNote: a search with these options never calls `noisy`: option 'quiescence' is off.\n",
      1, true), text)
    assert.is_truthy(text:find("\nNote: a search never calls `ordr`: did you mean 'order'?", 1, true), text)
    assert.is_nil(tostring(explain(new(), 3, {game = game, quiescence = 0, style = "player"})):find "Note")
  end)

  it("knows limits, and the options as they were given", function()
    local quiet = without("result", "noisy", "pass", "unpass")
    local why = explain(new(), {depth = 3, without = {"table"}}, {game = quiet})
    assert.are.equal("hash", why.unused[1].name)
    why = explain(new(), 3, {game = quiet, repetition = 0})
    assert.are.same({}, why.unused)
  end)
end)
