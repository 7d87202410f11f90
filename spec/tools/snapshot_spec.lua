-- Games that only know how to play a move: everything is put back, in the same tables, and nothing is heard meanwhile.

local alphabeta = require "alphabeta"
local pictures = require "alphabeta.common.picture"
local snapshot = require "alphabeta.snapshot"
local CAN_YIELD = require "spec.support.can_yield"

-- A game as somebody wrote it, with all that it knows in its globals: three heaps in a row, of which two players take
-- one or two, from the left. `world` has what is heard and seen.
local function new_world()
  local world = {
    heaps = {2, 3, 2}, turn = "left", moves_made = 0, heard = {}, sound = {}, names = {left = {}, right = {}},
  }
  function world.beep(words) world.heard[#world.heard + 1] = words or "beep" end
  function world.sound.play(words) world.heard[#world.heard + 1] = words end
  function world.first()
    for i, heap in ipairs(world.heaps) do
      if heap > 0 then return i end
    end
    return nil
  end
  function world.take(n)
    local heaps, at = {}, world.first()
    for i, heap in ipairs(world.heaps) do heaps[i] = i == at and heap - n or heap end
    world.heaps, world.last, world.moves_made = heaps, n, world.moves_made + 1
    world.names[world.turn].taken = (world.names[world.turn].taken or 0) + n
    world.beep "taken"
    world.sound.play "music"
    world.turn = world.turn == "left" and "right" or "left"
    world.beep()
  end
  return world
end

local function game_of(world, more)
  local options = {
    env = world, changes = {"heaps", "turn", "moves_made", "last", "names"},
    mute = {"beep", "sound.play"},
    moves = function()
      local at = world.first()
      return at and (world.heaps[at] > 1 and {1, 2} or {1}) or nil
    end,
    play = function(_, n) world.take(n) end,
    player = function() return world.turn end,
    evaluate = function(_, me) return world.first() and 0 or world.turn == me and -1 or 1 end,
  }
  for name, value in pairs(more or {}) do options[name] = value end
  return alphabeta.snapshot(options)
end

-- What a value holds, as text, with the identity of tables. A table that is met again is not shown again, so the order
-- of the fields is that of their names, which restored tables may have in another order.
local function content(value, seen)
  seen = seen or {}
  if type(value) ~= "table" or seen[value] then return tostring(value) end
  seen[value] = true
  local names, fields, parts = {}, {}, {}
  for key, field in pairs(value) do
    names[#names + 1] = tostring(key)
    fields[names[#names]] = field
  end
  table.sort(names)
  for i, name in ipairs(names) do parts[i] = name .. "=" .. content(fields[name], seen) end
  return tostring(value) .. "{" .. table.concat(parts, ",") .. "}"
end

describe("A game made by alphabeta.snapshot", function()
  it("has the value of one that takes its moves back by itself", function()
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
    local expected, value, info = alphabeta.search({2, 3, 2}, 9, {game = rules, view = "mover"})
    local best, same, found = alphabeta.search("world", 9, {game = game_of(new_world())})
    assert.are.same({expected, value, info.nodes}, {best, same, found.nodes})
  end)

  it("puts everything back, in the same tables", function()
    local world = new_world()
    local before = content(world)
    alphabeta.search("world", 9, {game = game_of(world)})
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

  it("notes the state, where that is a table", function()
    local game = alphabeta.snapshot {
      moves = function(s) return s.heap > 0 and {1, 2} or nil end,
      play = function(s, n) s.heap, s.log = math.max(0, s.heap - n), {n, before = s.log} end,
      evaluate = function(s) return -s.heap end,
    }
    local log = {}
    local state = {heap = 6, log = log}
    assert.are.equal(2, (alphabeta.search(state, 3, {game = game})))
    assert.are.equal(log, state.log)
    assert.are.same({heap = 6, log = {}}, state)
  end)

  -- Pictures were taken by functions that call themselves: on LuaJIT, a list of 4,661 linked tables was too long.
  it("keeps lists of linked tables, of any length", function()
    local function linked(count)
      local list
      for i = 1, count do list = {next = list, number = i} end
      return list
    end
    local state = {list = linked(50000), n = 0}
    local last = state.list
    while last.next do last = last.next end
    local game = alphabeta.snapshot {
      moves = function(s) return s.n < 2 and {1} or nil end,
      play = function(s) s.n, last.number, last.next = s.n + 1, s.n + 7, {} end,
      evaluate = function() return last.number end,
    }
    assert.are.equal(8, (select(2, alphabeta.search(state, 2, {game = game}))))
    assert.are.equal(1, last.number)
    assert.is_nil(last.next)
    local picture = pictures.take(state)
    assert.is_true(pictures.is_same(picture, state))
    last.number = 2
    assert.is_false(pictures.is_same(picture, state))
    pictures.restore(picture)
    assert.are.equal(1, last.number)
  end)

  it("keeps cycles, shared tables, metatables, keys that are tables, and nil", function()
    local one, shared, meta, other = {}, {n = 1}, {__index = {x = 1}}, {}
    local world = {a = {shared = shared, [one] = 1}, b = {shared = shared}, list = {1, 2, 3}}
    world.a.self = world.a
    setmetatable(world.b, meta)
    local game = alphabeta.snapshot {
      env = world, changes = {"a", "b", "list", "absent"},
      moves = function() return {1} end, evaluate = function() return 0 end,
      play = function()
        shared.n, world.absent, world.a[one], world.a.self = 2, 5, nil, nil
        setmetatable(world.b, nil)
        world.a, world.list[2], world.list[4] = other, nil, 4
        world.b.shared = {}
      end,
    }
    local before, a = content(world), world.a
    local undo = game.make("world", 1)
    assert.are.equal(2, shared.n)
    assert.are.equal(5, world.absent)
    game.unmake("world", 1, undo)
    assert.are.equal(before, content(world))
    assert.are.same({a, meta, a}, {world.a, getmetatable(world.b), world.a.self})
    assert.are.equal(world.a.shared, world.b.shared)
  end)

  it("puts Zobrist keys back", function()
    local state = {key = alphabeta.zobrist(4), n = 0}
    local game = alphabeta.snapshot {
      moves = function(s) return s.n < 4 and {1} or nil end, hash = function(s) return s.key end,
      play = function(s)
        s.n = s.n + 1
        s.key:flip(s.n)
      end,
      evaluate = function(s) return s.n end,
    }
    alphabeta.search(state, 4, {game = game})
    assert.are.equal("0000000000000000", state.key:get())
    alphabeta.check(game, state):assert()
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

describe("The silence of a snapshot", function()
  -- Which of the functions of the world are as they were.
  local function is_loud(world, beep, play) return world.beep == beep and world.sound.play == play end

  it("lasts no longer than a function of the game", function()
    local world = new_world()
    local beep, play, seen = world.beep, world.sound.play, {}
    local game = game_of(world, {evaluate = function()
      seen[#seen + 1] = is_loud(world, beep, play)
      return 0
    end})
    alphabeta.search("world", 2, {game = game, deepening = true, on_iteration = function()
      seen[#seen + 1] = is_loud(world, beep, play)
    end})
    assert.is_true(is_loud(world, beep, play))
    local counts = {[true] = 0, [false] = 0}
    for _, value in ipairs(seen) do counts[value] = counts[value] + 1 end
    assert.are.equal(2, counts[true])
    assert.is_true(counts[false] > 3)
  end)

  it("ends with an error, which keeps its traceback, and everything is put back", function()
    for _, name in ipairs {"play", "evaluate", "moves"} do
      local world = new_world()
      local beep, play, count = world.beep, world.sound.play, 0
      local function fail()
        count = count + 1
        if count == 2 then error("this fails in " .. name) end
      end
      local own = {
        play = function(_, n)
          world.take(n)
          fail()
        end,
        evaluate = function()
          fail()
          return 0
        end,
        moves = function()
          fail()
          return {1}
        end,
      }
      local before = content(world)
      for _, in_coroutine in ipairs {false, true} do
        count = 0
        local game = game_of(world, {[name] = own[name]})
        local function search() return alphabeta.search("world", 3, {game = game}) end
        local ok, message
        if in_coroutine then
          ok, message = coroutine.resume(coroutine.create(search))
        else
          ok, message = pcall(search)
        end
        assert.is_false(ok)
        assert.is_truthy(message:find("this fails in " .. name, 1, true), message)
        assert.is_truthy(message:find "traceback:.*snapshot_spec", message)
        assert.is_true(is_loud(world, beep, play))
        assert.are.equal(before, content(world))
      end
    end
  end)

  it("ends with an error that is no text, and passes it on", function()
    local err = {}
    local world = new_world()
    for _, name in ipairs {"play", "evaluate"} do
      local game = game_of(world, {[name] = function() error(err) end})
      local ok, raised = pcall(alphabeta.search, "world", 2, {game = game})
      assert.are.same({false, true}, {ok, rawequal(raised, err)})
    end
  end)

  if CAN_YIELD then
    it("is interrupted while one of the game's functions has yielded", function()
      local world = new_world()
      local beep, play, yielded = world.beep, world.sound.play, 0
      local game = game_of(world, {
        play = function(_, n)
          assert.are.equal("answer", coroutine.yield("question", 1))
          assert.is_false(is_loud(world, beep, play))
          world.take(n)
        end,
        evaluate = function()
          coroutine.yield("question", 1)
          assert.is_false(is_loud(world, beep, play))
          return 0
        end,
      })
      local before = content(world.sound)
      local thread = coroutine.create(function() return alphabeta.search("world", 2, {game = game}) end)
      local _, question, one = coroutine.resume(thread)
      while coroutine.status(thread) == "suspended" do
        yielded = yielded + 1
        assert.are.same({"question", 1}, {question, one})
        assert.is_true(is_loud(world, beep, play))
        _, question, one = coroutine.resume(thread, "answer")
      end
      assert.is_true(yielded > 4)
      assert.are.equal(1, question)
      assert.are.same({}, world.heard)
      assert.are.equal(before, content(world.sound))
    end)
  end

  it("lasts to the end of a function that calls another one of the game's", function()
    local world = new_world()
    local game
    game = game_of(world, {evaluate = function()
      game.moves("world")
      world.beep()
      return 0
    end})
    alphabeta.search("world", 2, {game = game})
    assert.are.same({}, world.heard)
    world.beep()
    assert.are.same({"beep"}, world.heard)
  end)

  -- A name that was not spelt right was passed over: what it was to mute was heard in each search.
  it("raises an error at the first call where a name leads to no function", function()
    local wrong = {["sound.play.loud"] = "nil", nothing = "nil", heaps = "table", ["nowhere.at.all"] = "nil"}
    for name, got in pairs(wrong) do
      local world = new_world()
      local before = content(world)
      local ok, message = pcall(alphabeta.search, "world", 2, {game = game_of(world, {mute = {"beep", name}})})
      assert.is_false(ok)
      local expected = "alphabeta.snapshot: option 'mute': expected a function at '%s' in 'env', got %s at index 2"
      assert.is_truthy(message:find(expected:format(name, got), 1, true), message)
      assert.are.equal(before, content(world))
    end
  end)

  it("takes away what the environment has from another table, and gives it back", function()
    local base, heard = {beep = function() error "heard" end}, 0
    local world = setmetatable({n = 0}, {__index = base})
    local game = alphabeta.snapshot {
      env = world, changes = {"n"}, mute = {"beep"},
      moves = function() return world.n < 3 and {1} or nil end,
      play = function()
        world.beep()
        world.n, heard = world.n + 1, heard + 1
      end,
      evaluate = function() return world.n end,
    }
    alphabeta.search("world", 3, {game = game})
    assert.is_true(heard > 0)
    assert.is_nil(rawget(world, "beep"))
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
  local function message_of(more) return select(2, pcall(game_of, new_world(), more)) end

  it("is named", function()
    assert.are.equal("alphabeta.snapshot: option 'changes': expected tables, and names such as 'board' or "
      .. "'world.board', got 'a b' at index 2", message_of {changes = {"turn", "a b"}})
    assert.are.equal("alphabeta.snapshot: option 'mute': expected names such as 'beep' or 'sound.play', got function "
      .. "at index 1", message_of {mute = {print}})
    assert.are.equal("alphabeta.snapshot: option 'play': expected a function, got 1", message_of {play = 1})
    assert.is_truthy(message_of {mutes = {}}:find
      "^alphabeta%.snapshot: unknown option 'mutes', did you mean 'mute'%?$")
    assert.is_truthy(message_of {make = print}:find "^alphabeta%.snapshot: unknown option 'make'")
  end)

  it("is found at the first move where a path leads through what is no table", function()
    for _, path in ipairs {"nowhere.at.all", "turn.now", "names.absent.left"} do
      local world = new_world()
      local ok, message = pcall(alphabeta.search, "world", 2, {game = game_of(world, {changes = {"heaps", path}})})
      assert.is_false(ok)
      local expected = "alphabeta.snapshot: option 'changes': expected paths through tables of 'env', got '" .. path
      assert.is_truthy(message:find(expected, 1, true), message)
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
    local ok, message = pcall(alphabeta.search, 1, 1, {game = alphabeta.snapshot {
      moves = function() return {1} end, play = function() end, evaluate = function() return 0 end,
    }})
    assert.is_false(ok)
    assert.is_truthy(message:find("alphabeta.snapshot: option 'changes': expected what moves change, because the state "
      .. "is no table, got nothing", 1, true), message)
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
