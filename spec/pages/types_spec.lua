-- The types for editors, the reference and its page name all that the module has, and nothing that it has not.
-- What there is to name is asked of the module itself. That the types and the reference agree, in this and in the other
-- modules, is checked by modules_spec; that the page's tables are those of rows/, by rows_spec.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local files = require "spec.support.files"
local dice = require "games.dice"
local reference = require "spec.support.reference"
local sorted_keys = require "spec.support.sorted_keys"
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"
local tree = require "alphabeta.tree"

local function set_of(list)
  local set = {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

-- What the module has ---------------------------------------------------------------------------------------------

-- A state is the list of the states that can follow it.
local game = {
  children = function(state) return state end,
  evaluate = function() return 0 end,
}

--- The names that a function lists as valid when it is given one that is not.
local function valid_names(call)
  local _, message = pcall(call, {no_such_name = true})
  local names = assert(tostring(message):match("%(valid: (.-)%)"), message)
  local set = {}
  for name in names:gmatch("[%w_]+") do set[name] = true end
  return set
end

local functions, fields = {}, {}
for name, value in pairs(alphabeta) do
  if type(value) == "function" then functions[name] = true else fields[name] = true end
end

--- The names of the rows in the table of options that have a field.
local function named_rows(field)
  local set = {}
  for _, row in ipairs(core.options()) do
    if row[field] then set[row.name] = true end
  end
  return set
end

local options = {
  searcher = named_rows("searcher"), search = named_rows("search"), perft = named_rows("perft"),
  slice = named_rows("slice"),
  match = valid_names(function(wrong) return alphabeta.match(alphabeta.new(game), alphabeta.new(game), wrong) end),
  check = valid_names(function(wrong) return alphabeta.check(game, {}, wrong) end),
  recorder = valid_names(tree.recorder),
}

local info_fields = {}
for _, limits in ipairs {{depth = 1, alpha = 0, beta = 20, win = 10}, {nodes = 10, time = 10, ties = true}} do
  limits.game = {children = game.children, evaluate = function() return 10 end, hash = function() return 1 end}
  local _, _, info = alphabeta.search({{}, {}}, nil, limits)
  for name in pairs(info) do info_fields[name] = true end
end

info_fields.deals = true -- in a game with `deal`

-- An iteration that is cut short when it has proved a move to be better: of the second list.
local lists = {
  children = function(state) return type(state) == "table" and state or nil end,
  evaluate = function(state) return type(state) == "number" and state or 0 end,
}
local _, _, unfinished = alphabeta.search({{-1, 2}, {3, 4}, {5, 6}}, {nodes = 11}, {game = lists})
for name in pairs(unfinished) do info_fields[name] = true end
for name in pairs((select(3, alphabeta.search(5, 1, {game = lists})))) do info_fields[name] = true end

local won = {children = game.children, evaluate = function() return 10 end}
local _, _, scored = alphabeta.search({{}, {}}, 1, {game = won, win = 10, ties = true})
local score_fields = set_of(sorted_keys(scored.scores[1]))
score_fields.visits, score_fields.share = true, true -- with algorithm "uct"

-- A null move, a chance node, a cut-off, and a node that is searched again have all fields that events can have.
local event_fields = {}
local function note_event(event)
  for name in pairs(event) do event_fields[name] = true end
end
local PASSING = {
  children = function(state) return state end,
  evaluate = function(state) return state.value or 0 end,
  pass = function(state) return state end,
  chances = function(state) return state.chance end,
}
local CHANCE = {chance = {{probability = 1, outcome = {{}, {}}}}}
alphabeta.search({{{value = 1}, {value = 2}}, CHANCE, {{value = 5}, {value = 6}}}, 4,
  {game = PASSING, algorithm = "pvs", null_move = 1, deepening = false, trace = note_event})

local _, divide = alphabeta.perft({{}}, 1, {game = game, divide = true})
local divide_fields = set_of(sorted_keys(divide[1]))

-- Heaps of which the players take one or two: a match of two functions, with all that a report may hold.
local match_game
local function take_one() return 1 end
local report = alphabeta.match(take_one, take_one, {
  game = {moves = function(heap) return heap > 0 and {1, 2} or nil end, play = function(heap, n) return heap - n end},
  score = function() return 1 end, openings = {{1}}, state = 3, sprt = {elo0 = 0, elo1 = 10},
  on_game = function(played) match_game = played end,
})

-- Heaps that are never made whole again: a report with a finding.
local checked = alphabeta.check({
  moves = function(state) return state.heap > 0 and {1, 2} or nil end,
  make = function(state, n) state.heap = state.heap - n end,
  unmake = function() end,
  evaluate = function() return 0 end,
}, {heap = 3})

-- Fields that a node of some picture has, or a part of some explanation.
local node_fields, told_fields = {}, {}
local function note(class, part)
  told_fields[class] = told_fields[class] or {}
  for name in pairs(part or {}) do told_fields[class][name] = true end
end

local function note_nodes(node)
  for name in pairs(node) do node_fields[name] = true end
  for _, child in ipairs(node.children) do note_nodes(child) end
end
note_nodes(tree.search(textbook.new {{3, 5}, {2, 9}}, 2, {
  game = {children = textbook.children, evaluate = function(node) return node.value or 0 end},
}, {label = function() return "a move" end}):root())

local function note_all(told)
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
note_all(alphabeta.explain(thrown, 3, {game = dice, value_min = -20, value_max = 20, cutoffs = math.huge, win = 20}))
note_all(alphabeta.explain(begun, 9, {game = tictactoe, win = tictactoe.WIN}))
note_all(alphabeta.explain(3, 1, {game = {
  moves = function(heap) return heap > 0 and {1} or nil end, play = function(heap) return heap - 1 end,
  evaluate = function() return 0 end, result = function() return 1 end,
}}))

-- The functions of a game are those that a search looks up in it.
local callbacks = {}
pcall(alphabeta.search, {}, 1, {game = setmetatable({}, {__index = function(_, name) callbacks[name] = true end})})

-- What the pages name ---------------------------------------------------------------------------------------------

local TYPES = files.read_text "types/alphabeta.lua"
local REFERENCE = files.read_text "docs/alphabeta.lua" .. files.read_text "lua/alphabeta/tree.lua"
local PAGE = files.read_text "docs/reference.md"

local typed, classes = reference.typed "types/alphabeta.lua", reference.typed "types/alphabeta/tree.lua".classes
for name, class in pairs(typed.classes) do classes[name] = class end

local function typed_fields(class) return reference.fields_of(classes, "alphabeta." .. class) end

local function same(expected, actual) assert.are.same(sorted_keys(expected), sorted_keys(actual)) end

-- What there is, its names, and its class in the types. modules_spec compares the fields of a class with those of its
-- table in the reference, which has to be there.
local CLASSES = {
  {"function of a game", callbacks, "Game"}, {"option", options.searcher, "Options"},
  {"option of perft", options.perft, "PerftOptions"}, {"per-search option", options.search, "SearchOptions"},
  {"limit of a slice", options.slice, "Slice"}, {"field of info", info_fields, "Info"},
  {"field of a score", score_fields, "Score"}, {"field of divide", divide_fields, "Divide"},
  {"field of an event", event_fields, "Event"}, {"option of a match", options.match, "MatchOptions"},
  {"field of its report", report, "Report"}, {"field of a game in it", match_game, "MatchGame"},
  {"option of a check", options.check, "CheckOptions"}, {"field of its report", checked, "CheckReport"},
  {"field of a difference in it", checked.findings[1].differences[1], "Difference"},
  {"option of a recorder", options.recorder, "RecorderOptions"}, {"field of a recorded node", node_fields, "Node"},
  {"field of an explanation", told_fields.Explanation, "Explanation"},
  {"field of a line in it", told_fields.Step, "Step"},
  {"field of a move in it", told_fields.ExplainedMove, "ExplainedMove"},
  {"field of a cut-off in it", told_fields.Cutoff, "Cutoff"},
}
-- The reference describes these elsewhere: in the comment of perft, in that of a finding, and by another name.
local TABLES = {PerftOptions = "", Difference = ""}

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

  for _, row in ipairs(CLASSES) do
    local name, set, class = row[1], row[2], row[3]
    it(("have every %s, and the reference has %s"):format(name, class), function()
      same(set, typed_fields(class))
      local table_name = TABLES[class] or class:gsub("(%l)(%u)", "%1_%2"):lower()
      local has_table = table_name == "" or REFERENCE:find("\n-- @table " .. table_name .. "\n", 1, true)
      assert.is_truthy(has_table, class)
    end)
  end

  it("have every field of a finding", function()
    local of_finding = typed_fields "Finding"
    for name in pairs(checked.findings[1]) do assert.is_not_nil(of_finding[name], name) end
    assert.is_truthy(REFERENCE:find("\n-- @table finding\n", 1, true))
  end)

  it("have every field of the report's test, but the verdict that it lacks", function()
    report.sprt.verdict = "H0"
    same(report.sprt, typed_fields "SprtState")
  end)

  it("have the options of an explanation that are its own", function()
    local own = typed_fields "ExplainOptions"
    for _, name in ipairs {"cutoffs", "label", "style"} do assert.is_not_nil(own[name], name) end
  end)
end)

describe("the comment of perft in the reference", function()
  it("has every option", function()
    local comment = REFERENCE:match(".*\n%-%-%- (.-)\n%-%- @function perft\n")
    comment = comment .. REFERENCE:match("\n%-%- @function perft\n(.-)\n\n")
    for name in pairs(options.perft) do assert.is_truthy(comment:find("`" .. name .. "`", 1, true), name) end
  end)
end)

describe("the page of functions, options and results", function()
  it("has every function of the module, and of a game", function()
    for name in pairs(functions) do assert.is_truthy(PAGE:find("alphabeta." .. name, 1, true), name) end
    for name in pairs(callbacks) do assert.is_truthy(PAGE:find("\n| `" .. name .. "[(`]"), name) end
  end)

  it("marks the options that may be given for one search", function()
    local marked = {}
    for _, mark in ipairs {"yes", "only"} do
      for name in PAGE:gmatch("\n| `([%w_]+)` | [^|]* | " .. mark .. " |") do marked[name] = true end
    end
    same(options.search, marked)
  end)
end)

describe("the module", function()
  it("takes the options of the table, and no others", function()
    same(options.searcher, valid_names(function(wrong) return alphabeta.new(game, wrong) end))
    same(options.searcher, valid_names(function(wrong) return alphabeta.search({}, 1, wrong) end))
    same(options.search, valid_names(function(wrong) return alphabeta.search({}, wrong, {game = game}) end))
    same(options.perft, valid_names(function(wrong) return alphabeta.perft({}, 1, wrong) end))
    same(options.slice, valid_names(function(wrong)
      local ai = alphabeta.new(game)
      ai:start({}, 1)
      return ai:step(wrong)
    end))
  end)

  it("has its name, what it is and its licence", function()
    assert.are.equal("alphabeta", alphabeta._VERSION:match("^%S+"))
    assert.is_string(alphabeta._DESCRIPTION)
    assert.are.equal("MIT", alphabeta._LICENSE)
  end)
end)
