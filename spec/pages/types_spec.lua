-- The types for editors, the reference and its page name all that the module has, and nothing that it has not.
-- What there is to name is asked of the module itself. That the types and the reference agree, in this and in the other
-- modules, is checked by modules_spec; that both have a search's options and a game's functions, by rows_spec.

local alphabeta = require "alphabeta"
local files = require "spec.support.files"
local dice = require "games.dice"
local reference = require "spec.support.reference"
local sorted_keys = require "spec.support.sorted_keys"
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"
local tree = require "alphabeta.tree"

-- What the module has -------------------------------------------------------------------------------------------------

-- By the name of a class in the types, the names that there are: fields of a result, options of a tool.
local has = {}

local function note(class, names)
  has[class] = has[class] or {}
  for name in pairs(names or {}) do has[class][name] = true end
end

-- A state is the list of the states that can follow it.
local game = {children = function(state) return state end, evaluate = function() return 0 end}

--- The names that a function lists as valid when it is given one that is not.
local function valid_names(call)
  local _, message = pcall(call, {no_such_name = true})
  local set = {}
  for name in assert(tostring(message):match "%(valid: (.-)%)", message):gmatch "[%w_]+" do set[name] = true end
  return set
end

note("MatchOptions", valid_names(function(wrong)
  return alphabeta.match(alphabeta.new(game), alphabeta.new(game), wrong)
end))
note("CheckOptions", valid_names(function(wrong) return alphabeta.check(game, {}, wrong) end))
note("RecorderOptions", valid_names(tree.recorder))

local functions, fields = {}, {}
for name, value in pairs(alphabeta) do
  if type(value) == "function" then functions[name] = true else fields[name] = true end
end

local function search(...)
  local _, _, info = alphabeta.search(...)
  note("Info", info)
  note("Score", info.scores and info.scores[1])
end

local won = {children = game.children, evaluate = function() return 10 end, hash = function() return 1 end}
search({{}, {}}, {depth = 1, alpha = 0, beta = 20}, {game = won, win = 10})
search({{}, {}}, {nodes = 10, time = 10, ties = true}, {game = won, win = 10})
note("Info", {deals = true}) -- in a game with `deal`
note("Score", {visits = true, share = true}) -- with algorithm "uct"

-- An iteration that is cut short when it has proved a move to be better: of the second list.
local lists = {
  children = function(state) return type(state) == "table" and state or nil end,
  evaluate = function(state) return type(state) == "number" and state or 0 end,
}
search({{-1, 2}, {3, 4}, {5, 6}}, {nodes = 11}, {game = lists})
search(5, 1, {game = lists})

-- A null move, a chance node, a cut-off, and a node that is searched again have all fields that events can have.
local PASSING = {
  children = game.children, evaluate = function(state) return state.value or 0 end,
  pass = function(state) return state end, chances = function(state) return state.chance end,
}
local CHANCE = {chance = {{probability = 1, outcome = {{}, {}}}}}
alphabeta.search({{{value = 1}, {value = 2}}, CHANCE, {{value = 5}, {value = 6}}}, 4, {
  game = PASSING, algorithm = "pvs", null_move = 1, deepening = false,
  trace = function(event) note("Event", event) end,
})

note("Divide", select(2, alphabeta.perft({{}}, 1, {game = game, divide = true}))[1])

-- Heaps of which the players take one or two: a match of two functions, with all that a report may hold.
local function take_one() return 1 end
local report = alphabeta.match(take_one, take_one, {
  game = {moves = function(heap) return heap > 0 and {1, 2} or nil end, play = function(heap, n) return heap - n end},
  score = function() return 1 end, openings = {{1}}, state = 3, sprt = {elo0 = 0, elo1 = 10},
  on_game = function(played) note("MatchGame", played) end,
})
note("Report", report)
note("SprtState", report.sprt)
note("SprtState", {verdict = true}) -- when the test has ended

-- Heaps that are never made whole again: a report with a finding.
local checked = alphabeta.check({
  moves = function(state) return state.heap > 0 and {1, 2} or nil end,
  make = function(state, n) state.heap = state.heap - n end,
  unmake = function() end,
  evaluate = function() return 0 end,
}, {heap = 3})
note("CheckReport", checked)
note("Difference", checked.findings[1].differences[1])

local function note_nodes(node)
  note("Node", node)
  for _, child in ipairs(node.children) do note_nodes(child) end
end
note_nodes(tree.search(textbook.new {{3, 5}, {2, 9}}, 2, {
  game = {children = textbook.children, evaluate = function(node) return node.value or 0 end},
}, {label = function() return "a move" end}):root())

local function explain(...)
  local told = alphabeta.explain(...)
  note("Explanation", told)
  for _, move in ipairs(told.moves) do note("ExplainedMove", move) end
  for _, cutoff in ipairs(told.cutoffs) do
    note("Cutoff", cutoff)
    for _, step in ipairs(cutoff.line) do note("Step", step) end
  end
end

local thrown, begun = dice.new(), tictactoe.new()
for _, move in ipairs {-2, 6, -3, 11, -1} do dice.make(thrown, move) end
for _, cell in ipairs {1, 2} do tictactoe.make(begun, cell) end
explain(thrown, 3, {game = dice, value_min = -20, value_max = 20, cutoffs = math.huge, win = 20})
explain(begun, 9, {game = tictactoe, win = tictactoe.WIN})
explain(3, 1, {game = {
  moves = function(heap) return heap > 0 and {1} or nil end, play = function(heap) return heap - 1 end,
  evaluate = function() return 0 end, result = function() return 1 end,
}})

-- What the pages name ---------------------------------------------------------------------------------------------

local TYPES = files.read_text "types/alphabeta.lua"
local REFERENCE = files.read_text "docs/alphabeta.lua" .. files.read_text "lua/alphabeta/tree.lua"
local PAGE = files.read_text "docs/reference.md"

local typed, classes = reference.typed "types/alphabeta.lua", reference.typed "types/alphabeta/tree.lua".classes
for name, class in pairs(typed.classes) do classes[name] = class end

local function typed_fields(class) return reference.fields_of(classes, "alphabeta." .. class) end

local function same(expected, actual) assert.are.same(sorted_keys(expected), sorted_keys(actual)) end

-- The reference describes these elsewhere: in the comments of a finding and of a report.
local ELSEWHERE = {Difference = true, SprtState = true}

-- The methods of each kind of object: its class, and what the page calls it.
local OBJECTS = {
  {"Searcher", "ai", alphabeta.new(game)}, {"Zobrist", "key", alphabeta.zobrist(1)},
  {"SharedTable", "shared", alphabeta.table(1)},
}

describe("the types for editors", function()
  -- Cause: the comment on how a move is chosen stood above the alias of random numbers.
  it("say above each class and alias what it is", function()
    local silent, before = {}, ""
    for line in TYPES:gmatch "[^\n]*" do
      local name = line:match "^%-%-%-@class ([%w.]+)" or line:match "^%-%-%-@alias ([%w.]+)"
      if name and not before:find "^%-%-%-[^@]" then silent[#silent + 1] = name end
      if line ~= "" then before = line end
    end
    assert.are.same({}, silent)
  end)

  -- Cause: an opponent's state was of the type any, so a call in place of a function was no mistake in an editor.
  it("do not take nil for the state of an opponent, and want options of a match", function()
    local of_opponent = TYPES:match "%-%-%-@class alphabeta.OpponentOptions\n(.-)\n\n"
    assert.are.equal("(fun(): any)|table|userdata|string|number", of_opponent:match "\n%-%-%-@field state ([^\n]*)")
    assert.is_truthy(TYPES:find("\n---@param options alphabeta.MatchOptions\n", 1, true))
  end)

  it("have every field of the module that is no function", function()
    same(fields, reference.fields_of(classes, "alphabeta"))
  end)

  for _, row in ipairs(OBJECTS) do
    local class, variable, object = row[1], row[2], row[3]
    it("have every method of a " .. class .. ", and so has the page", function()
      local methods, own = debug.getmetatable(object).__index, {}
      for name in pairs(typed.functions) do
        if name:match "^[^:]*" == class then own[name:match ":(.*)"] = true end
      end
      same(methods, own)
      for name in pairs(methods) do assert.is_truthy(PAGE:find(variable .. ":" .. name, 1, true), name) end
    end)
  end

  -- modules_spec compares the fields of a class with those of its table in the reference, which has to be there.
  for _, class in ipairs(sorted_keys(has)) do
    it(("have all names of %s, and the reference has that"):format(class), function()
      same(has[class], typed_fields(class))
      local table_name = class:gsub("(%l)(%u)", "%1_%2"):lower()
      assert.is_truthy(ELSEWHERE[class] or REFERENCE:find("\n-- @table " .. table_name .. "\n", 1, true), class)
    end)
  end

  it("have every field of a finding", function()
    local of_finding = typed_fields "Finding"
    for name in pairs(checked.findings[1]) do assert.is_not_nil(of_finding[name], name) end
  end)

  it("have the options of an explanation that are its own", function()
    local own = typed_fields "ExplainOptions"
    for _, name in ipairs {"cutoffs", "label", "style"} do assert.is_not_nil(own[name], name) end
  end)
end)

it("the page of functions, options and results has every function of the module", function()
  for name in pairs(functions) do assert.is_truthy(PAGE:find("alphabeta." .. name, 1, true), name) end
end)

it("the module has its name, what it is and its licence", function()
  assert.are.equal("alphabeta", alphabeta._VERSION:match("^%S+"))
  assert.is_string(alphabeta._DESCRIPTION)
  assert.are.equal("MIT", alphabeta._LICENSE)
end)
