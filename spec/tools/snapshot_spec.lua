-- Games that only know how to play a move: everything is restored, in the same tables and local variables.

local alphabeta = require "alphabeta"
local zobrist_keys = require "alphabeta.common.zobrist_keys"
local effort = require "spec.support.effort"
local contains = require("spec.support.findings").contains
local failure = require "spec.support.failure"
local rng = require "spec.support.rng"
local snapshot = require "alphabeta.snapshot"
local world_of = require "spec.support.world"

local content, game_of, new_world = world_of.content, world_of.game, world_of.new

-- A random world: tables that refer to each other, some with metatables, and keys that are tables or strings. Returns
-- its tables.
local KEYS = {1, 2, 3, "a", "b", true}

local function new_field(random, tables)
  return random:pick {1, "text", false, random:pick(tables), alphabeta.zobrist(4)}
end

local function new_tables(random)
  local tables = {}
  for i = 1, random:int(1, 6) do tables[i] = random:chance(0.3) and setmetatable({}, {__index = {x = 1}}) or {} end
  for _, each in ipairs(tables) do
    for _ = 1, random:int(0, 5) do each[random:pick(KEYS)] = new_field(random, tables) end
    if random:chance(0.2) then each[random:pick(tables)] = 1 end
  end
  return tables
end

-- Changes some of the tables that a root leads to: fields, metatables, Zobrist keys.
local function change(random, tables, root)
  local seen, reached = {}, {}
  content(root, seen)
  for _, each in ipairs(tables) do reached[#reached + 1] = seen[each] and each or nil end
  for _ = 1, random:int(1, 6) do
    local each, key = random:pick(reached), random:pick(KEYS)
    local field = rawget(each, key)
    if zobrist_keys.is_key(field) then
      field:flip(random:int(1, 4))
    elseif random:chance(0.2) then
      setmetatable(each, random:chance(0.5) and {} or nil)
    else
      each[key] = random:chance(0.3) and {} or random:chance(0.5) and new_field(random, tables) or nil
    end
  end
end

it("A random world is restored after a move, which may fail, by state, name, path, table or local variable", function()
  local seeds = effort.seeds(150, 3000)
  for seed = seeds.first, seeds.last do
    local random = rng.new(seed)
    local tables = new_tables(random)
    local root, number, fails, undos = tables[1], 1, false, {}
    local env, way = {a = root, b = {c = root}}, random:pick {"state", "name", "path", "table", debug and "local"}
    local known = {name = {"a", "absent"}, path = {"b.c"}, table = {root}}
    local game = alphabeta.snapshot {
      env = env, locals = way == "local" and {"number", "root"} or nil, changes = known[way],
      moves = function() return {1} end, evaluate = function() return 0 end,
      play = function()
        if way == "name" then env.a, env.absent = {}, 5 end
        if way == "path" then env.b.c = nil end
        if way == "local" then number = number + 1 end
        change(random, tables, root)
        if fails then error("this fails", 0) end
      end,
    }
    local function look() return content({env, number, root}) end
    local before, state, last = look():gsub("^[^{]*", ""), way == "state" and root or "world", random:int(1, 3)
    for i = 1, last do undos[i] = game.make(state, i) end
    for i = last, 1, -1 do game.unmake(state, i, undos[i]) end
    assert.are.equal(before, (look():gsub("^[^{]*", "")), ("seed %d, by %s"):format(seed, way))
    fails = true
    assert.matches("^this fails", failure(game.make, state, 1))
    assert.are.equal(before, (look():gsub("^[^{]*", "")), ("seed %d, by %s, after an error"):format(seed, way))
  end
end)

describe("A game made by alphabeta.snapshot", function()
  it("has the fields and functions that were given", function()
    local game = game_of(new_world(), {win = 9, order = function() return 1 end})
    assert.are.same({9, "function", nil}, {game.win, type(game.order), game.play})
    assert.are.equal(1, game.order())
  end)

  it("hands on iterators and all results", function()
    local world = new_world()
    local game = game_of(world, {
      moves = function()
        local n = 0
        return function()
          world.beep()
          n = n + 1
          return n < 3 and n or nil
        end
      end,
      pass = function(...) return select("#", ...), 2, nil, 4 end,
      unpass = function(...) return select("#", ...), (select(5, ...)) end,
    })
    local iterator = game.moves("world")
    assert.are.same({1, 2, nil}, {iterator(), iterator(), (iterator())})
    assert.are.same({}, world.heard)
    assert.are.equal(4, select("#", game.pass("world")))
    assert.are.same({1, 2, nil, 4}, {game.pass("world")})
    assert.are.same({5, "e"}, {game.unpass("a", "b", nil, "d", "e")})
  end)

  it("is forgotten when nobody has it", function()
    local function count()
      collectgarbage()
      collectgarbage()
      local n = 0
      for _ in pairs(snapshot.games) do n = n + 1 end
      return n
    end
    local before = count()
    for _ = 1, 10 do game_of(new_world()) end
    assert.is_true(count() <= before)
  end)
end)

describe("What a snapshot does not know", function()
  local function findings_of(world, more, options)
    local list = {}
    for _, finding in ipairs(alphabeta.check(game_of(world, more), "world", options).findings) do
      if finding.kind == "outside" then
        for _, difference in ipairs(finding.differences) do list[#list + 1] = difference.text end
        assert.are.same({"make", 1}, {finding.callback, #finding.line})
      end
    end
    table.sort(list)
    return list
  end

  it("is found by a check, with its path", function()
    local world = new_world()
    assert.are.same({"last: nil before, 1 after", "moves_made: 0 before, 1 after"},
      findings_of(world, {changes = {"heaps", "turn", "names"}}))
    assert.are.same({0, nil}, {world.moves_made, world.last})
    assert.are.same({"names.left.taken: nil before, 1 after"},
      findings_of(world, {changes = {"heaps", "turn", "moves_made", "last", "names.right"}}))
    assert.are.same({}, findings_of(world, {changes = {"heaps", "turn", "names", "last"}}, {exclude = {"moves_made"}}))
  end)

  if debug then
    it("is found in local variables of functions", function()
      local world, count, log = new_world(), 0, {}
      local list = findings_of(world, {play = function(_, n)
        count = count + 1
        log[#log + 1] = n
        world.take(n)
      end})
      assert.are.same({"play (local count): 0 before, 1 after", "play (local log[1]): nil before, 1 after"}, list)
      assert.are.same({0, {}}, {count, log})
    end)
  end
end)

describe("A wrong option of a snapshot", function()
  it("is named", function()
    for message, more in pairs {
      ["option 'changes': expected tables, and names such as 'board' or 'world.board', got 'a b' at index 2"] =
        {changes = {"turn", "a b"}},
      ["option 'mute': expected names such as 'beep' or 'sound.play', got function at index 1"] = {mute = {print}},
      ["option 'play': expected a function, got 1"] = {play = 1},
      ["unknown option 'mutes', did you mean 'mute'?"] = {mutes = {}},
      ["unknown option 'make'"] = {make = print},
    } do
      contains(select(2, pcall(game_of, new_world(), more)), "alphabeta.snapshot: " .. message)
    end
  end)

  it("is found at the first move where a path leads through what is no table", function()
    for _, path in ipairs {"nowhere.at.all", "turn.now", "names.absent.left"} do
      contains(failure(alphabeta.search, "world", 2, {game = game_of(new_world(), {changes = {"heaps", path}})}),
        "alphabeta.snapshot: option 'changes': expected paths through tables of 'env', got '" .. path)
    end
  end)

  it("that names what is always nil is asked about by check", function()
    local function notes_of(changes)
      return table.concat(alphabeta.check(game_of(new_world(), {changes = changes}), "world").notes, "\n")
    end
    local all = {"heaps", "turn", "moves_made", "last", "names"}
    assert.is_nil(notes_of(all):find("changes", 1, true))
    all[6] = "winer"
    assert.is_truthy(notes_of(all):find("'winer' was nil before and after all moves", 1, true))
  end)

  it("is found at the first move where nothing can be noted", function()
    contains(failure(alphabeta.search, 1, 1, {game = alphabeta.snapshot {
      moves = function() return {1} end, play = function() end, evaluate = function() return 0 end,
    }}), "alphabeta.snapshot: option 'changes': expected what moves change, because the state is no table, got nothing")
  end)
end)

-- Local variables -----------------------------------------------------------------------------------------------------

-- Cause: a snapshot knew tables and their fields alone. A table with metamethods that led to local variables was read
-- and written raw: nothing was noted, nothing was put back, and the heap was -7 of 9 after a search.

-- Nim, whose state nothing can reach but its functions.
local function new_game(more, is_far)
  local heap, turn, board, winner = 9, 1, {1, 2}, nil
  local function take(n)
    heap, turn, board[1] = heap - n, 3 - turn, board[1] + n
    if heap == 0 then winner = 3 - turn end
  end
  local far = {deeper = {take = take}}
  local options = {
    locals = {"heap", "turn", "board", "winner"},
    player = function() return turn end,
    moves = function() return ({[0] = {}, {1}, {1, 2}})[heap] or {1, 2, 3} end,
    play = is_far and function(_, n) far.deeper.take(n) end or function(_, n) take(n) end,
    result = function(_, me) return winner == me and 1 or -1 end,
  }
  for name, value in pairs(more or {}) do options[name] = value end
  return alphabeta.snapshot(options), function() return {heap, turn, board[1], board[2], winner} end
end

local function message_of(game) return failure(alphabeta.search, "locals", 4, {game = game}) end

describe("Local variables of a snapshot", function()
  it("are put back, whatever leads to them", function()
    for _, is_far in ipairs {false, true} do
      local game, look = new_game(nil, is_far)
      local best, value = alphabeta.search("locals", 9, {game = game})
      assert.are.same({1, 1, {9, 1, 1, 2}}, {best, value, look()})
      assert.are.same({}, alphabeta.check(game, "locals").findings)
      assert.are.same({9, 1, 1, 2}, look())
    end
  end)

  it("are watched by an opponent, and what its move needs to be taken back is kept", function()
    local game, look = new_game()
    local undo
    local opponent = alphabeta.opponent {
      game = game, state = "locals", me = 1, slice = 1, depth = 9, on_move = function(_, ...) undo = ... end,
    }
    while look()[2] == 1 do opponent:update() end
    assert.are.same({8, 2, 2, 2}, look())
    game.unmake("locals", 1, undo)
    assert.are.same({9, 1, 1, 2}, look())
    opponent:close()
  end)

  it("must be there, and have names", function()
    contains(message_of(new_game {locals = {"heap", "heep"}}), "alphabeta.snapshot: option 'locals': expected local "
      .. "variables that 'play' or a function that it calls uses, got 'heep', which none uses")
    contains(failure(new_game, {locals = {"heap", "a.b"}}), "alphabeta.snapshot: option 'locals': expected names such "
      .. "as 'board', got 'a.b' at index 2")
  end)
end)

describe("A snapshot's environment whose metamethods keep the fields elsewhere", function()
  it("is an error at the first move, before anything has changed", function()
    local heap = 9
    local env = setmetatable({}, {
      __index = function(_, name) return name == "heap" and heap or nil end,
      __newindex = function(_, _, value) heap = value end,
    })
    local game = alphabeta.snapshot {
      env = env, changes = {"heap"},
      moves = function() return heap > 0 and {1} or {} end, play = function() heap = heap - 1 end,
      evaluate = function() return 0 end,
    }
    contains(message_of(game), "alphabeta.snapshot: option 'changes': expected fields that can be put back, got "
      .. "'heap', which metamethods keep elsewhere: name what holds it, or local variables in option 'locals'")
    assert.are.equal(9, heap)
  end)

  it("is none where it only refuses names that are not known", function()
    local env = setmetatable({heap = 3}, {
      __index = function(_, name) error("unknown: " .. name) end,
      __newindex = function(env, name, value) rawset(env, name, value) end,
    })
    local game = alphabeta.snapshot {
      env = env, changes = {"heap", "winner"},
      moves = function() return env.heap > 0 and {1, 2} or {} end,
      play = function(_, n)
        env.heap = env.heap - n
        if env.heap < 1 then env.winner = n end
      end,
      evaluate = function() return 0 end,
    }
    alphabeta.search("env", 3, {game = game})
    assert.are.same({3}, {env.heap, rawget(env, "winner")})
  end)
end)
