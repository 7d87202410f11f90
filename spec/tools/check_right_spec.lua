-- The contract checker is silent about games that are right, however unusual they are: their states, their moves, the
-- order of their lists, what their values mean.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local pig = require "games.pig"
local restyled = require "spec.support.restyled"
local small_games = require "spec.support.small_games"
local tictactoe = require "games.tictactoe"
local wrap = require "spec.support.wrap"

local none, only, silent = findings.none, findings.only, findings.silent
local after, copy, takes, worth = small_games.after, small_games.copy, small_games.takes, small_games.worth
local nim, row, with = small_games.nim, small_games.row, small_games.with
local NIM, STYLES, start = small_games.NIM, small_games.STYLES, small_games.start

-- A check of few games.
local function check(rules, new, options)
  return alphabeta.check(rules, new, wrap.replace({games = 8, nodes = 300}, options or {}))
end

-- A state of nim with more in it.
local function new_with(more)
  return function()
    local state = start()
    more(state)
    return state
  end
end

local function refer_to_each_other(state)
  state.me, state.parts = state, {{owner = state}}
  state.parts[state.parts] = "key"
end

-- Each stage doubles the paths to the one before.
local function add_stages(state)
  local last = {state, state}
  for _ = 1, 24 do last = {{last[1], last[2]}, {last[1], last[2]}} end
  state.stages = last
end

local lists = {}
for size = 0, 6 do lists[size] = takes {heap = size} end

local function is_over(state) return state.heap == 0 end
local function fails_there(state) return state.heap > 0 and {1} or error "over" end
local players = {{name = "one"}, {name = "two"}}

-- Nim whose `unmake` leaves two fields that count.
local COUNTING = nim {unmake = function(state, take)
  NIM["in place"].unmake(state, take)
  state.undone = (state.undone or 0) + 1
  state.parts = {count = state.undone}
end}

-- What is right: a name, the game, and if they are others the function that makes the state, and options.
local RIGHT = {
  {"states that are numbers", {
    moves = function(size) return takes {heap = size} end, play = function(size, take) return size - take end,
    evaluate = function(size) return size == 0 and -1 or 0 end,
  }, 9, {view = "mover"}},
  {"the same array again and again, as long as it does not change",
    nim {moves = function(state) return lists[state.heap] end}},
  {"states whose tables refer to each other and to themselves", NIM["in place"], new_with(refer_to_each_other)},
  -- Cause: a table within a circle was written again for each path to it, and their number doubled with each stage.
  {"states whose tables have very many paths to each other",
    nim {hash = function(state) return state.heap .. state.turn end}, new_with(add_stages)},
  {"a metatable of its own for each state", with(NIM.copying, {play = function(state, take)
    return setmetatable(after(state, take), {__tostring = function() return "a heap" end})
  end}), new_with(function(state) setmetatable(state, {}) end)},
  {"an equal table in the place of another", row {unmake = function(state, cell)
    local cells = copy(state.cells)
    row().unmake(state, cell)
    cells[cell] = 0
    state.cells = cells
  end}, row().new},
  {"one player, and values that are good for one side only", nim {
    player = function() return "me" end, evaluate = function(state) return state.heap == 0 and 1 or 0 end,
    make = function(state, take) state.heap = state.heap - take end,
    unmake = function(state, take) state.heap = state.heap + take end,
  }},
  {"a move that is changed as long as it is made", nim {
    moves = function(state) return state.heap > 0 and {{take = 1}} or {} end,
    make = function(state, move)
      move.before = state.heap
      NIM["in place"].make(state, move.take)
    end,
    unmake = function(state, move)
      move.before = nil
      NIM["in place"].unmake(state, move.take)
    end,
  }},
  {"children that are equal", with(NIM.children, {children = function(state)
    return state.heap > 0 and {after(state, 1), after(state, 1)} or nil
  end})},
  {"players that are tables", nim {
    evaluate = function(state, me) return state.heap > 0 and 0 or players[state.turn] == me and -1 or 1 end,
    player = function(state) return players[state.turn] end,
  }},
  {"noisy moves where `is_over` is true",
    nim {is_over = is_over, noisy = function(state) return state.heap < 2 and {1} or nil end}},
  {"a `noisy` that fails where `is_over` is true", nim {is_over = is_over, noisy = fails_there}},
  {"a `noisy` that fails where `result` is asked", nim {result = worth, noisy = fails_there}},
  {"fields that are left out", COUNTING, start, {exclude = {"undone", "parts"}}},
  {"a field within a field that is left out", COUNTING, function()
    return {heap = 6, turn = 1, undone = 0, parts = {count = 0}}
  end, {exclude = {"undone", "parts.count"}}},
}
describe("a right game may have", function()
  for _, case in ipairs(RIGHT) do
    it(case[1], function() none(check(case[2], case[3] or start, case[4])) end)
  end

  it("only the fields that are left out", function()
    local finding = only(check(COUNTING, start, {exclude = {"undone"}}), "restore", "unmake", 1)
    assert.are.equal("parts", finding.differences[1].path)
  end)
end)

describe("a right game", function()
  for _, style in ipairs(STYLES) do
    it("has no defect, and may bring its state as it is: " .. style, function()
      local state = start()
      for _, given in ipairs {start, state} do
        local report = check(NIM[style], given)
        assert.are.same({}, report.findings)
        assert.are.equal(report, report:assert())
      end
      assert.are.same(start(), state)
    end)

    it("may have its functions as methods of the state: " .. style, function()
      local methods = copy(NIM[style])
      local function made(state) return setmetatable(state, {__index = methods}) end
      function methods.play(state, take) return made(after(state, take)) end
      function methods.children(state)
        local list = NIM.children.children(state)
        for _, child in ipairs(list) do made(child) end
        return list
      end
      for _, name in ipairs {"play", "children"} do methods[name] = NIM[style][name] and methods[name] end
      silent(check(nil, made(start())))
      silent(check(nil, function() return made(start()) end))
    end)
  end

  it("may know nothing but its ends", function()
    local function only_ends(state, me) return state.heap == 0 and worth(state, me) or nil end
    none(check(nim {evaluate = only_ends}, start, {ends_only = true}))
    only(check(nim {evaluate = only_ends}, start), "answer", "evaluate", 0)
  end)
end)

describe("what is right is not asked about:", function()
  -- Cause: half of all moves cost the player who makes them something, and the others cost nothing.
  it("with max^n, work that tires the player who does it", function()
    local boat, state = small_games.points(3, function(s) return {s[1], s[2], s[3]} end, {bail = -1, row = 0})
    for seed = 1, 2 do silent(check(boat, state, {algorithm = "maxn", seed = seed})) end
  end)

  -- Cause: of the moves that change the evaluation, nearly all are bad for the player who makes them. Those are few: in
  -- an auction, bids change nothing, and to pass gives the lot to the other player.
  it("a move that gives the other player a point, among others that change nothing", function()
    local auction, state = small_games.points(2, function(s, me) return s[me] - s[3 - me] end,
      {pass = -1, bid = 0, ["bid more"] = 0})
    silent(check(auction, state, {games = 20, nodes = 2000}))
  end)

  -- Cause: a field of the game that is an option was taken for a misspelt other one.
  it("a game with `value_min` and without `value_max`", function()
    silent(check(nim {value_min = -1}, start))
  end)
end)

describe("a state", function()
  it("may be its own list of children", function()
    local leaf = {worth = 1}
    silent(check({
      children = function(state) return state end, evaluate = function(state) return state.worth or 0 end,
    }, function() return {{leaf, {worth = 2}}, {worth = 3}} end, {sign = false}))
  end)
end)

it("passes that are forced are right", function()
  local lanes, state = small_games.lanes()
  for seed = 1, 2 do silent(check(lanes, state, {seed = seed, games = 4})) end
end)

-- Lists in another order ----------------------------------------------------------------------------------------------

-- How many moves were made in all games. Each gives all lists another order.
local made = 0

-- A game whose lists begin elsewhere after each move that was made anywhere, as those of a set do through which `moves`
-- goes by `pairs`. `each` makes an entry from that of the game's own list.
local function reordered(game, each)
  local function turn_round(list)
    local rest = {}
    for i in ipairs(list or {}) do
      local entry = list[(i + made) % #list + 1]
      rest[i] = each and each(entry) or entry
    end
    return rest
  end
  local functions = {}
  for _, name in ipairs {"make", "play"} do
    functions[name] = game[name] and function(...)
      made = made + 1
      return game[name](...)
    end
  end
  for _, name in ipairs {"moves", "children"} do
    functions[name] = game[name] and function(...) return turn_round(game[name](...)) end
  end
  functions.chances = game.chances and function(...)
    local list = game.chances(...)
    return list and turn_round(list)
  end
  return with(game, functions)
end

local by_copies = restyled.by_copies(tictactoe.hashed)
local by_tables = with(by_copies, {play = function(state, move) return by_copies.play(state, move.cell) end})
local function as_table(cell) return {cell = cell} end

-- Cause: a line of moves was played again by the index of each move in its list. With the list in another order, other
-- moves were played, and the key was blamed for states that were never the same.
describe("a game may list its moves in another order after each:", function()
  local SEEDS = effort.seeds(2, 40)
  for name, case in pairs {
    ["in place"] = {reordered(tictactoe), tictactoe.new, "auto"},
    ["by copies, with moves that are tables"] = {reordered(by_tables, as_table), tictactoe.new},
    ["by children"] = {reordered(restyled.by_children(tictactoe.hashed)), tictactoe.new},
    ["with chance nodes"] = {reordered(pig.hashed), function() return pig.new(10) end},
  } do
    it(name, function()
      for seed = SEEDS.first, SEEDS.last do
        none(check(case[1], case[2], {seed = seed, games = 3, nodes = 60, hash = case[3]}))
      end
    end)
  end
end)
