-- Games that only know how to play a move: everything is restored, in the same tables, and nothing is heard meanwhile.

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

describe("A random world", function()
  it("is restored after each move, which may fail, by a state, a name, a path, a table or a local variable", function()
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
end)

describe("A game made by alphabeta.snapshot", function()
  it("has the value of one that plays by copies, and puts everything back, in the same tables", function()
    local rules = {
      moves = function(s)
        for _, heap in ipairs(s) do
          if heap > 0 then return heap > 1 and {1, 2} or {1} end
        end
        return nil
      end,
      play = function(s, n)
        local after, is_taken = {}, false
        for i, heap in ipairs(s) do
          after[i] = not is_taken and heap > 0 and heap - n or heap
          is_taken = is_taken or heap > 0
        end
        return after
      end,
      evaluate = function(s) return s[3] == 0 and -1 or 0 end,
    }
    local world = new_world()
    local before = content(world)
    local expected, value, info = alphabeta.search({2, 3, 2}, 9, {game = rules, view = "mover"})
    local best, same, found = alphabeta.search("world", 9, {game = game_of(world)})
    assert.are.same({expected, value, info.nodes}, {best, same, found.nodes})
    assert.are.equal(before, content(world))
  end)

  it("is found without defects by a check", function()
    alphabeta.check(game_of(new_world()), "world"):assert()
  end)

  it("lets the game play on: its own functions are heard", function()
    local world = new_world()
    local best = alphabeta.search("world", 3, {game = game_of(world)})
    assert.are.same({}, world.heard)
    world.take(best)
    assert.are.same({"taken", "music", "beep"}, world.heard)
  end)

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

  it("thinks in slices, and is what it was between them", function()
    local world = new_world()
    local ai = alphabeta.new(game_of(world), {depth = 7})
    local before = content(world)
    ai:start "world"
    repeat
      local has_ended = ai:step {nodes = 1}
      assert.are.equal(before, content(world))
    until has_ended
  end)

  it("has an opponent that sees when the game begins again", function()
    local world = new_world()
    local game = game_of(world)
    local played
    local opponent = alphabeta.opponent {
      game = game, state = "world", turn = function() return not played end, slice = 1e-9, depth = 6,
      play = function(n) played = n end,
    }
    for _ = 1, 10 do opponent:update() end
    world.heaps = {1, 1, 1}
    repeat until not opponent:update()
    assert.are.equal(1, played)
    assert.are.same({1, 1, 1}, world.heaps)
  end)
end)

describe("What a snapshot does not know", function()
  local function findings_of(world, more, options)
    local found = alphabeta.check(game_of(world, more), "world", options).findings
    local list = {}
    for _, finding in ipairs(found) do
      if finding.kind == "outside" then
        for _, difference in ipairs(finding.differences) do list[#list + 1] = difference.text end
        assert.are.same({"make", 1}, {finding.callback, #finding.line})
      end
    end
    table.sort(list)
    return list, found
  end

  it("is found by a check, with its path", function()
    local world = new_world()
    local list = findings_of(world, {changes = {"heaps", "turn", "names"}})
    assert.are.same({"last: nil before, 1 after", "moves_made: 0 before, 1 after"}, list)
    assert.are.same({0, nil}, {world.moves_made, world.last})
  end)

  it("is found in tables within tables", function()
    local list = findings_of(new_world(), {changes = {"heaps", "turn", "moves_made", "last", "names.right"}})
    assert.are.same({"names.left.taken: nil before, 1 after"}, list)
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

  it("may be excluded", function()
    local list = findings_of(new_world(), {changes = {"heaps", "turn", "names", "last"}}, {exclude = {"moves_made"}})
    assert.are.same({}, list)
  end)
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

describe("The games made by alphabeta.snapshot", function()
  it("are forgotten when nobody has them", function()
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
