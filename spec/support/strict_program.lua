-- Uses every tool below strict globals, in a process of its own: strict_program.lua KIND ENGINE. KIND is "strict", a
-- table of globals in which reading what was never assigned is an error, as below Lua's own strict.lua; "all", where
-- the same holds for the libraries, as below Penlight's `make_all_strict`; or "penlight", its `pl.strict` itself. The
-- last line is "done".

local kind, engine = ...

local names = {"coroutine", "debug", "io", "math", "os", "string", "table"}
if kind == "penlight" then
  local has_penlight, strict = pcall(require, "pl.strict")
  if not has_penlight then
    print "no Penlight"
    return
  end
  for _, name in ipairs(names) do strict.make_all_strict(_G[name]) end
else
  local function refuse(_, name) error(("variable '%s' is not declared"):format(tostring(name)), 2) end
  setmetatable(_G, {__index = refuse, __newindex = refuse})
  if kind == "all" then
    for _, name in ipairs(names) do setmetatable(_G[name], {__index = refuse}) end
  end
end

local alphabeta = require(engine == "Lua" and "alphabeta.fallback" or "alphabeta")
assert(alphabeta._ENGINE == engine)

-- Nim, in the three styles, and in whatever else there is.

local nim = {}
function nim.new() return {heap = 13, turn = 1, key = alphabeta.zobrist(20):flip(14)} end
function nim.moves(state)
  local takes = {}
  for take = 1, math.min(3, state.heap) do takes[take] = take end
  return takes
end
function nim.make(state, take)
  state.heap, state.turn = state.heap - take, 3 - state.turn
  state.key:flip(state.heap + 1, state.heap + take + 1)
  return take, "more", "than one"
end
function nim.unmake(state, take, undo, more)
  assert(undo == take and more == "more")
  state.key:flip(state.heap + 1, state.heap + take + 1)
  state.heap, state.turn = state.heap + take, 3 - state.turn
end
function nim.evaluate(state, me) return state.heap > 0 and 0 or state.turn == me and -1 or 1 end
function nim.player(state) return state.turn end
function nim.hash(state) return state.key end

local small_games = require "spec.support.small_games"
local HEAP = small_games.HEAP

local function heap(functions)
  functions.view, functions.evaluate = "mover", functions.evaluate or HEAP.evaluate
  if not functions.children then functions.moves, functions.play = HEAP.moves, HEAP.play end
  return functions
end

local copying = heap {}
local children = heap {children = function(left)
  local list = HEAP.moves(left)
  for i, take in ipairs(list) do list[i] = left - take end
  return list
end}
local throwing = heap {chances = function(left)
  return left % 4 == 2 and {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}} or nil
end}
local three, for_three = small_games.points(3, function(state) return {state[1], state[2], state[3]} end)

assert(alphabeta.search(nim.new(), 13, {game = nim, deepening = true, multipv = 2}) == 1)
assert(alphabeta.search(13, 13, {game = copying, trace = function() end}) == 1)
assert(alphabeta.search(13, 13, {game = children, order = "evaluate"}) == 12)
assert(alphabeta.search(13, 6, {game = throwing}) == 1)
assert(alphabeta.search(for_three, 4, {game = three, algorithm = "maxn"}) == 3)
assert(alphabeta.perft(5, 3, {game = copying}) > 0)
assert(alphabeta.mix(1, "two", true) == alphabeta.mix(1, "two", true))

-- By content, with moves that are tables, and with functions that yield.
local tables = {}
for name, call in pairs(nim) do tables[name] = call end
tables.hash = nil
function tables.moves(state)
  local list = nim.moves(state)
  for i, take in ipairs(list) do list[i] = {take = take} end
  return list
end
function tables.make(state, move) nim.make(state, move.take) end
function tables.unmake(state, move) nim.unmake(state, move.take, move.take, "more") end
assert(alphabeta.search(nim.new(), {depth = 13}, {game = tables, hash = "auto", hash_ignore = {"key"}}).take == 1)

local yielding = heap {evaluate = function(left)
  coroutine.yield()
  return HEAP.evaluate(left)
end}
local run = coroutine.wrap(function() return "ended", pcall(alphabeta.search, 5, 5, {game = yielding}) end)
local ended, is_done, best
repeat ended, is_done, best = run() until ended == "ended"
if alphabeta._ENGINE == "Lua" and (rawget(_G, "jit") or not _VERSION:find "5%.1") then
  assert(is_done and best == 1)
elseif alphabeta._ENGINE == "C" then
  assert(not is_done and best:find("cannot yield", 1, true))
end

-- In slices.
local ai = alphabeta.new(nim, {depth = 12, table = 1})
ai:start(nim.new(), {time = 10})
repeat until ai:step {nodes = 20}
assert(ai:best() == 1 and ai:search(nim.new(), {time = 0.01}))
local sliced = alphabeta.new(copying, {depth = 12, slice = 0})
local search = coroutine.wrap(function() return "found", sliced:search(13) end)
repeat until search() == "found"

local wrong = heap {evaluate = function() error "this fails" end}
for _, text in ipairs {
  select(2, pcall(alphabeta.search, 5, 3, {game = wrong})), select(2, pcall(alphabeta.search, 5, 3, {depht = 3})),
  select(2, pcall(alphabeta.search, 5, 3, {game = {moves = 3}})),
} do assert(text:find "this fails.*callback 'evaluate'" or text:find "depht" or text:find "moves", text) end

if engine == "C" then
  local path = os.tmpname()
  ai:save(path)
  ai:load(path)
  os.remove(path)
  local shared = alphabeta.table(1)
  assert(alphabeta.new(nim, {table = shared, depth = 9}):search(nim.new()) == 1)
  local pool = alphabeta.pool {rules = "spec.support.pool_rules", threads = 1}
  assert(pool:search("7", {depth = 7}))
  pool:close()
end

-- The tools.
assert(alphabeta.check(nim, nim.new, {games = 3, nodes = 300}).ok)
assert(alphabeta.check(copying, 9, {games = 3, nodes = 300}).ok)
assert(not alphabeta.check(wrong, 9, {games = 3, nodes = 300}).ok)
assert(alphabeta.explain(nim.new(), 4, {game = nim}).kind == "move")
local report = alphabeta.match(alphabeta.new(nim, {depth = 2}), function(state) return nim.moves(state)[1] end, {
  game = nim, state = nim.new, games = 2, progress = false,
})
assert(report.games == 2 and tostring(report))
assert(require "alphabeta.elo".difference(0.7) > 0)
local for_two = small_games.by_result(small_games.NIM.copying, nim.evaluate)
local learned = alphabeta.learn(for_two, {heap = 9, turn = 1}, {
  games = 8, nodes = 5, match_games = 2, progress = {write = function() end},
})
assert(learned.evaluate({heap = 3, turn = 1}, 1) and tostring(learned))
local recorder = require "alphabeta.tree".search(5, 3, {game = copying})
assert(#recorder:text() > 0 and #recorder:svg() > 0)

local world = {heap = 9, turn = 1, log = {}}
local function say() end
local snapshot = alphabeta.snapshot {
  env = {world = world, say = say}, changes = {"world"}, mute = {"say"},
  moves = function() return nim.moves(world) end, player = function() return world.turn end,
  evaluate = function(_, me) return nim.evaluate(world, me) end,
  play = function(_, take)
    world.heap, world.turn = world.heap - take, 3 - world.turn
    world.log[#world.log + 1] = take
  end,
}
assert(alphabeta.search(world, 6, {game = snapshot}) == 1 and #world.log == 0)
assert(alphabeta.check(snapshot, world, {games = 2, nodes = 100}))

local left, is_turn = 9, true
local opponent = alphabeta.opponent {
  game = copying, depth = 4, state = function() return left end, turn = function() return is_turn end,
  play = function(take) left, is_turn = left - take, false end,
}
repeat opponent:update(0.02) until not is_turn
opponent:close()
assert(left == 8)
print "done"
