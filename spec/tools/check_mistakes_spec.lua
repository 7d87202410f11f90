-- The contract checker finds a mistake in one state of a small game, in each style: the function, the state and the
-- mistake are drawn, and the line is the shortest one that leads there.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local new_fingerprint = require "alphabeta.common.fingerprint"
local restyled = require "spec.support.restyled"
local rng = require "spec.support.rng"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local read = new_fingerprint {content_of = function() end}

-- What a state holds, as text.
local function text(state) return (read(state)) end

-- Functions that a small game may lack, each right.
local COMMON = {
  hash = text, is_over = function(state) return (state.heap or state.left or 6 - state.sum) <= 0 end,
  order = function(state) return state.turn end, noisy = function() return nil end,
  move_id = function(_, move)
    if type(move) == "table" then return move.heap or move.key end
    return type(move) == "number" and move or 0
  end,
  chances = function() return nil end,
}

local function complete(game) return wrap.replace(COMMON, game) end

local row, dice = small_games.row(), small_games.dice()
local NIM, NAMES = small_games.NIM, {"player", "moves", "evaluate", "make", "unmake", "chances", "is_over"}

-- A game whose functions are fields of its own.
local function own(game)
  local functions = {}
  for _, name in ipairs(NAMES) do functions[name] = game[name] end
  return complete(functions)
end

local function with_style(game, restyle) return wrap.replace(restyle(game), {noisy = game.noisy}) end

local ROW, DICE = own(row), own(dice)
local function new_row() return row.new(3) end

-- Games in each style: the game, and the function that makes its state.
local GAMES = {
  {complete(NIM["in place"]), small_games.start}, {complete(NIM.copying), small_games.start},
  {complete(NIM.children), small_games.start}, {ROW, new_row}, {with_style(ROW, restyled.by_copies), new_row},
  {with_style(ROW, restyled.by_children), new_row}, {DICE, dice.new},
  {with_style(DICE, restyled.by_copies), dice.new},
}

-- Answers that are none, and what the message says.
local NO_NUMBER = {{"good", "expected a number, got 'good'"}, {0 / 0, "expected a number, got NaN"}}
local NO_LIST = {
  {-1, ", got -1"}, {{1, nil, 3}, "expected an array without holes"}, {{[2] = 1}, "expected an array without holes"},
  {{1, 2, [9] = 3}, "expected an array without holes, got nil at index "},
  {{["take 1"] = true}, "expected an array, got a table with the key 'take 1' and nothing at index 1: return a list"},
  {{[0] = 1, 2}, "expected the first entry at index 1, got one at index 0"},
}
local ANSWERS = {
  evaluate = NO_NUMBER, order = NO_NUMBER,
  moves = wrap.replace(NO_LIST, {[6] = {function() return 1 end, "an iterator that ends"}}), children = NO_LIST,
  player = {{0 / 0, "expected a player, got NaN"}, {nil, "expected a player, got nil"}},
  hash = {{{}, "expected a number, a string or a Zobrist key, got table"}, {0 / 0, "got NaN"}},
  move_id = {{1.5, "expected an integer, got 1.5"}},
  noisy = {{3, "expected an array, an iterator or nil, got 3"}},
  is_over = {{0, "returns 0: every number is true in Lua, 0 as well. Return true or false"}},
  play = {{nil, "expected a state, got nil"}},
  chances = {
    {3, "expected an array or nil, got 3"}, {{}, "expected probabilities that add up to 1, got a sum of 0"},
    {{{probability = -1, outcome = 1}}, "entry 1: expected 'probability' to be a number of 0 or more, got -1"},
    {{{probability = 1}}, "entry 1: expected 'outcome' to be a move or a state, got nil"},
    {{one = 1}, "expected an array, got a table with the key 'one' and nothing at index 1: return a list"},
  },
}

-- Right answers, but others. Those that change a list or a state get a new one.
local function turned(list)
  if type(list) ~= "table" or #list < 2 then return nil end
  list[1], list[2] = list[2], list[1]
  return list
end
local function marked(state)
  state.is_odd = true
  return state
end
local OTHERS = {
  evaluate = function(value) return value + 1 end, player = function(player) return 3 - player end,
  is_over = function(is_over) return not is_over end,
  order = function(value) return value + 1 end, move_id = function(id) return id + 1 end,
  hash = function(key) return key .. "x" end, moves = turned, play = marked,
  children = function(list) return marked(list[1]) and list end,
  chances = function(list)
    list[1].probability, list[2].probability = 0.25, 0.75
    return list
  end,
}

-- What goes wrong, by the kind of the finding. Each gets the function and returns the wrong one; nil if there is none.
-- A second result has words of the report.
local KINDS = {
  error = function() return function() error("oops", 0) end, "raises an error: oops" end,
  change = function(name, f)
    if name == "make" or name == "unmake" then return nil end
    return function(state, ...)
      state.count = (state.count or 0) + 1
      return f(state, ...)
    end, "count: nil before, 1 after"
  end,
  answer = function(name, _, random)
    local answer = ANSWERS[name] and random:pick(ANSWERS[name])
    if not answer then return nil end
    return function() return answer[1] end, answer[2]
  end,
  twice = function(name, f)
    local other, calls = OTHERS[name], 0
    if not other then return nil end
    return function(...)
      calls = calls + 1
      local answer = f(...)
      if calls % 2 == 0 then return other(answer) or answer end
      return answer
    end, (name == "play" or name == "children") and "If it throws dice" or ""
  end,
  restore = function(name, f)
    if name ~= "unmake" then return nil end
    return function(state, ...)
      f(state, ...)
      state.turn = 7
    end, "turn: "
  end,
  duplicate = function(name, f)
    if name ~= "moves" and name ~= "children" then return nil end
    return function(...)
      local list = f(...)
      list[#list + 1] = list[1]
      return list
    end, ""
  end,
}
local KIND_NAMES = {"answer", "change", "duplicate", "error", "restore", "twice"}

-- Functions that are called with a move, whose line is longer by it.
local OF_MOVE = {make = true, play = true, order = true, move_id = true}

-- All states, the nearest first: each with the number of `plies` that lead to it.
local function states_of(game, new)
  local rules = game.children and game or restyled.by_children(game)
  local list, seen, at = {{state = new(), plies = 0}}, {}, 0
  local function add(state, plies)
    if type(state) == "table" and not seen[text(state)] then
      list[#list + 1], seen[text(state)] = {state = state, plies = plies}, true
    end
  end
  while list[at + 1] do
    at = at + 1
    local here = list[at]
    here.chances, here.is_over = rules.chances and rules.chances(here.state), rules.is_over(here.state)
    for _, entry in ipairs(here.chances or {}) do add(entry.outcome, here.plies + 1) end
    for _, child in ipairs(not here.chances and not here.is_over and rules.children(here.state) or {}) do
      add(child, here.plies + 1)
    end
  end
  return list
end

-- Draws a game with a mistake: a table with the `game`, `right` (the game without the mistake), `new` (which makes a
-- state), and the expected finding's `kind`, `callback`, `length` and `words`; in `state` the function is wrong.
local function draw(random)
  local example = random:pick(GAMES)
  local right, new, names = example[1], example[2], {}
  for name in pairs(right) do names[#names + 1] = name end
  table.sort(names)
  while true do
    local there, name, kind = random:pick(states_of(right, new)), random:pick(names), random:pick(KIND_NAMES)
    local is_usual = name ~= "chances" and name ~= "make" and name ~= "play" and name ~= "unmake"
    local wrong, words = KINDS[kind](name, right[name], random)
    local can_be = not there.is_over and (not there.chances == is_usual or name == "make" or name == "play")
      or name == "unmake" and there.plies > 0
    -- A list of one move has no other order, and a game that is over at once is another finding.
    if name == "moves" and kind == "twice" then can_be = can_be and #right.moves(there.state) > 1 end
    if name == "is_over" and kind == "answer" then can_be = can_be and there.plies > 0 end
    if wrong and can_be then
      local content = text(there.state)
      return {
        right = right, new = new, kind = kind, callback = name, words = words, state = there.state,
        length = there.plies + (OF_MOVE[name] and 1 or 0),
        game = wrap.replace(right, {[name] = function(state, ...)
          return (text(state) == content and wrong or right[name])(state, ...)
        end}),
      }
    end
  end
end

-- The state that the line of a finding leads to, before its last move if that shows the mistake.
local function follow(drawn, finding)
  local rules, state = drawn.right, drawn.new()
  for i = 1, #finding.line - (OF_MOVE[drawn.callback] and 1 or 0) do
    local outcomes = rules.chances(state)
    if rules.children then
      state = outcomes and outcomes[finding.indices[i]].outcome or rules.children(state)[finding.indices[i]]
    elseif rules.play then
      state = rules.play(state, finding.line[i])
    else
      rules.make(state, finding.line[i])
    end
  end
  return state
end

describe("a mistake in one state", function()
  it("is found by the shortest line to that state, and before what follows from it", function()
    local seeds = effort.seeds(120, 3000)
    for seed = seeds.first, seeds.last do
      local drawn = draw(rng.new(seed))
      local report = alphabeta.check(drawn.game, drawn.new, {games = 3, nodes = 150, sign = false})
      local finding, said = report.findings[1] or {line = {}}, ("seed %d: %s"):format(seed, tostring(report))
      assert.same({drawn.kind, drawn.callback, drawn.length}, {finding.kind, finding.callback, #finding.line}, said)
      assert.equal(text(drawn.state), text(follow(drawn, finding)), said)
      findings.contains(report, drawn.words)
    end
  end)
end)
