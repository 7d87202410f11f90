-- The option `hash` that is "auto": a search with keys made of what states hold finds what it finds with keys by hand.
-- The keys themselves are in content_hash_spec.lua.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local dice = require "games.dice"
local effort = require "spec.support.effort"
local message_of = require "spec.support.message_of"
local random_board = require "spec.support.random_board"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

local WRONG = "option 'hash' at ply %d: expected numbers, strings, booleans and tables, got "
local ADVICE = "; leave it out by option 'hash_ignore', or write a function 'hash'"

-- What a search finds: its value and its nodes.
local function found(state, limits, options)
  local _, value, info = alphabeta.search(state, limits, options)
  return {value, info.nodes}, info
end

describe("hash = 'auto'", function()
  it("finds the values of minimax, and the nodes of a key made by hand, in random games", function()
    for seed in share.of(1, effort.seeds(10, 50)) do
      local random = rng.new(seed)
      for _, style in ipairs(random_board.STYLES) do
        local game = random_board.new(seed, style)
        local by_hand = wrap.replace(game, {hash = random_board.hash})
        local depth = random:int(1, 6)
        local options = {
          game = game, hash = "auto", algorithm = random:pick {"alphabeta", "pvs", "mtdf"},
          deepening = random:chance(0.5), table = random:pick {1 / 1024, 1},
          without = random:chance(0.5) and {"killers"} or nil,
        }
        local state = game.new()
        local _, expected = alphabeta.search(game.new(), depth, {game = game, algorithm = "minimax"})
        local own = found(state, depth, options)
        local place = ("seed %d, %s, depth %d"):format(seed, style, depth)
        assert.equal(expected, own[1], place)
        assert.same(game.new(), state)
        local other = found(game.new(), depth, wrap.replace(options, {hash = false, game = by_hand}))
        if options.table == 1 then assert.equal(other[2], own[2], place) end
      end
    end
  end)

  it("finds positions again that were searched before, in each style", function()
    for _, style in ipairs(random_board.STYLES) do
      local game = random_board.new(3, style)
      local ai = alphabeta.new(game, {hash = "auto"})
      local _, value, first = ai:search(game.new(), 5)
      local _, again, info = ai:search(game.new(), 5)
      assert.equal(value, again)
      assert.is_true(info.table_hits > 0 and info.nodes < first.nodes, style)
    end
  end)

  it("goes at once to the depth that the table knows, in each style", function()
    for _, style in ipairs(random_board.STYLES) do
      local game = random_board.new(3, style)
      local ai = alphabeta.new(game, {hash = "auto"})
      local _, _, first = ai:search(game.new(), 5)
      local _, _, info = ai:search(game.new(), 5)
      assert.is_true(2 * info.nodes < first.nodes, style)
    end
  end)

  it("takes the place of the game's own functions for keys, which are not called, with dice, too", function()
    local function fail() error "called" end
    local function rolled(game)
      local state = game.new(3)
      game.make(state, -1)
      return state
    end
    local own, info = found(connect4.new(), 7, {game = wrap.replace(connect4, {hash = fail}), hash = "auto"})
    local by_hand, keyed = found(connect4.hashed.new(), 7, {game = connect4.hashed})
    assert.same({by_hand, keyed.table_hits}, {own, info.table_hits})
    assert.matches("state_content", table.concat(info.techniques, " "))
    for depth = 1, 4 do
      assert.same(found(rolled(dice.hashed), depth, {game = dice.hashed}),
        (found(rolled(dice), depth, {game = wrap.replace(dice, {hash = fail}), hash = "auto"})))
    end
  end)

  it("is a right key for states that are numbers or strings", function()
    local game = {
      moves = function(state) return #state < 6 and {1, 2, 3} or nil end,
      play = function(state, move) return state .. move end,
      evaluate = function(state) return tonumber(state) % 13 end,
    }
    assert.equal(found("", 6, {game = game})[1], found("", 6, {game = game, hash = "auto"})[1])
    -- All of the past are states, numbers too.
    local ring = {
      moves = function() return {1, 5} end, play = function(state, step) return (state + step) % 6 end,
      evaluate = function(state) return state end,
    }
    for depth = 2, 6 do
      local options = {game = ring, hash = "auto", repetition = -1, table = 0}
      assert.equal(-1, found(0, {depth = depth, past = {1, 5}}, options)[1])
    end
    assert.equal("alphabeta: " .. WRONG:format(0) .. "function at state" .. ADVICE,
      message_of(alphabeta.search, 0, {depth = 3, past = {print}}, {game = ring, hash = "auto", repetition = 0}))
  end)

  it("takes states with methods of their own, but no state of another class", function()
    local State = {}
    State.__index = State
    local function new(heap, class) return setmetatable({heap = heap}, class or State) end
    function State:moves() return self.heap > 0 and {1, 2, 3} or nil end
    function State:play(take) return new(math.max(self.heap - take, 0)) end
    function State:evaluate() return self.heap * 7 % 5 end
    assert.equal(found(new(12), 8)[1], found(new(12), 8, {hash = "auto"})[1])
    function State:play(take) return new(math.max(self.heap - take, 0), {__index = setmetatable({}, State)}) end
    assert.equal("alphabeta: " .. WRONG:format(1)
      .. "an object of another class than the first state ('__index' differs) at state" .. ADVICE,
      message_of(alphabeta.search, new(12), 8, {hash = "auto"}))
  end)

  it("refuses states that no move changes, since the game keeps it elsewhere, in slices, too", function()
    local heap = 9
    local ai = alphabeta.new({
      moves = function() return heap > 0 and {1, 2} or nil end,
      make = function(_, take) heap = heap - take end, unmake = function(_, take) heap = heap + take end,
      player = function() return heap % 2 end, evaluate = function() return heap % 3 end,
    }, {hash = "auto"})
    local WORDS = "^alphabeta: option 'hash': expected a state that moves change, got the same one in %d+ positions: "
      .. "the game keeps its state elsewhere, in local variables or globals$"
    assert.matches(WORDS, message_of(ai.search, ai, {turn = 1}, 4))
    assert.equal(9, heap)
    ai:start({turn = 1}, {depth = 4, deepening = true})
    local ok, message = true, nil
    for _ = 1, 100 do
      if ok then ok, message = pcall(ai.step, ai, {nodes = 1}) end
      assert.equal(9, heap)
    end
    assert.is_false(ok)
    assert.matches("got the same one", message)
  end)

  it("is refused together with names of fields that are none", function()
    local NAMES = "option 'hash_ignore': expected an array of names of fields, got "
    for _, row in ipairs {
      {{hash = "manual"}, "option 'hash': expected 'auto' or false, got 'manual'"},
      {{hash = true}, "option 'hash': expected 'auto' or false, got boolean"}, {{hash_ignore = "a"}, NAMES .. "'a'"},
      {{hash_ignore = {"a", 3}}, NAMES .. "number at index 2"},
      {{hash_ignore = {a = true}}, NAMES .. "a table with other keys"},
    } do
      assert.equal("alphabeta.new: " .. row[2], message_of(alphabeta.new, connect4, row[1]))
    end
  end)

  it("does not mind a collection at every call", function()
    local game = random_board.new(4, "copying")
    local collecting = wrap.before(game, function() collectgarbage() end)
    assert.same(found(game.new(), 3, {game = game, hash = "auto"}),
      (found(game.new(), 3, {game = collecting, hash = "auto"})))
  end)
end)

describe("hash = 'auto' refuses, and restores the state,", function()
  local nested, doubled, wide = {}, {}, {}
  for _ = 1, 200 do nested = {nested} end
  for _ = 1, 60 do doubled = {doubled, doubled} end
  for i = 1, 300 do
    wide[i] = {}
    for k = 1, 300 do wide[i][k] = 0 end
  end
  local NAMELESS = "an object whose metatable has no '__name' (such as Piece.__name = 'Piece') at state.extra"
  local FIELDS = "more than 65536 fields at state"

  -- What the field `extra` of a state holds, and the words.
  for name, row in pairs {
    ["functions"] = {{b = print}, "function at state.extra.b"},
    ["coroutines"] = coroutine and {{coroutine.create(function() end)}, "thread at state.extra[1]"},
    ["userdata"] = {{["no name"] = {1, io.stdout}}, "userdata at state.extra['no name'][2]"},
    ["Zobrist keys"] = {{key = alphabeta.zobrist(3)}, "userdata at state.extra.key"},
    ["NaN"] = {{[true] = {[0.5] = 0 / 0}}, "NaN at state.extra[true][0.5]"},
    ["tables as keys"] = {{{[{}] = 1}}, "table as a key at state.extra[1]"},
    ["functions as keys"] = {{[print] = 1}, "function as a key at state.extra"},
    ["nameless objects"] = {{setmetatable({}, {__index = {}})}, NAMELESS .. "[1]"},
    ["objects whose name is none"] = {setmetatable({}, {__name = 5}), NAMELESS},
    ["objects with computed fields"] = {
      setmetatable({}, {__name = "proxy", __index = function() end}),
      "an object whose '__index' is a function at state.extra",
    },
    ["tables that are nested too deep"] = {nested, "tables nested more than 100 deep at state.extra"
      .. ("[1]"):rep(7) .. "..."},
    ["too many fields"] = {wide, FIELDS}, ["too many fields in tables in several places"] = {doubled, FIELDS},
  } do
    it(name, function()
      local game = random_board.new(9, "in place")
      local hidden = wrap.replace(game, {
        make = function(state, move)
          local undo = game.make(state, move)
          if state.left <= 3 then state.extra = row[1] end
          return undo
        end,
        unmake = function(state, move, undo)
          game.unmake(state, move, undo)
          if state.left > 3 then state.extra = nil end
        end,
      })
      local ai, state = alphabeta.new(hidden, {hash = "auto"}), game.new()
      assert.equal("alphabeta: " .. WRONG:format(3) .. row[2] .. ADVICE, message_of(ai.search, ai, state, 5))
      assert.same(game.new(), state)
      assert.equal(found(game.new(), 2, {game = game})[1], (select(2, ai:search(state, 2))))
      ai = alphabeta.new(hidden, {hash = "auto", hash_ignore = {"extra"}})
      assert.equal(found(game.new(), 4, {game = game})[1], (select(2, ai:search(state, 4))))
    end)
  end
end)

-- Cause: a table that lies in several places counted at each like a copy. States that differ only in which of several
-- equal tables a field points to, `selected = pieces[i]`, had one key.
describe("A state that points to one of its equal tables", function()
  it("is another one for each of them: a search with keys plays as one without", function()
    local game = {player = function() return 1 end}
    function game.moves(s)
      if s.n == 0 then return {1, 2, 3} end
      return s.n < 3 and {"on", "wait"} or {}
    end
    function game.make(s, m)
      local old = s.must
      s.n = s.n + 1
      if type(m) == "number" then s.must = s.men[m] end
      return old
    end
    function game.unmake(s, _, old) s.n, s.must = s.n - 1, old end
    function game.evaluate(s)
      for i, man in ipairs(s.men) do if man == s.must then return i end end
      return 0
    end
    for _, hash in ipairs {false, "auto"} do
      local state = {men = {{colour = "w"}, {colour = "w"}, {colour = "w"}}, n = 0}
      local best, value = alphabeta.search(state, 3, {game = game, hash = hash})
      assert.same({3, 3}, {best, value})
    end
  end)

  it("is no repetition of the others", function()
    local function index(s)
      for i, square in ipairs(s.squares) do if square == s.at then return i end end
      return 0
    end
    local game = {
      player = function(s) return s.turn end, moves = function(s) return index(s) < 4 and {index(s) + 1} or {} end,
      play = function(s, m) return {squares = s.squares, at = s.squares[m], turn = 3 - s.turn} end,
      result = function(s, me) return s.turn == me and -5 or 5 end,
    }
    for _, repetition in ipairs {false, 0} do
      local options = {game = game, repetition = repetition or nil, deepening = false}
      assert.equal(-5, found({squares = {{}, {}, {}, {}}, turn = 1}, 8, options)[1])
    end
  end)
end)
