-- The option `hash` that is "auto": a search with keys made of what states hold finds what it finds with keys by hand.
-- The keys themselves are in content_digest_mix_spec.lua.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local graph_game = require "spec.support.graph_game"
local message_of = require "spec.support.message_of"
local on_random_games = require "spec.support.on_random_games"
local random_board = require "spec.support.random_board"
local rules_alone = require "spec.support.rules_alone"
local slices = require "spec.support.slices"
local wrap = require "spec.support.wrap"

local WRONG = "alphabeta: option 'hash' at ply %d: expected numbers, strings, booleans and tables, got "
local ADVICE = "; leave it out by option 'hash_ignore', or write a function 'hash'"

-- The value that a search finds.
local function value_of(state, limits, options) return (select(2, alphabeta.search(state, limits, options))) end

describe("In random games, hash = 'auto'", on_random_games(it, effort.seeds(200, 1000), {
  {
    "finds the value by the nodes of a key made by hand, which is not asked for", "auto_hash",
    {options = {table = 1 / 64}, traits = {hash = "integer", memory = "full"}}, more = 0,
  },
  {
    "keeps nothing false from one search to the next", "again",
    {options = {hash = "auto", hash_ignore = graph_game.IGNORED}}, more = 0,
  },
}, {chance = {false, false, 0.3}}))

describe("hash = 'auto'", function()
  it("is a right key for states that are numbers, all of the past, too", function()
    local ring = {
      moves = function() return {1, 5} end, play = function(state, step) return (state + step) % 6 end,
      evaluate = function(state) return state end,
    }
    for depth = 2, 6 do
      local options = {game = ring, hash = "auto", repetition = -1, table = 0}
      assert.equal(-1, value_of(0, {depth = depth, past = {1, 5}}, options))
    end
    assert.equal(WRONG:format(0) .. "function at state" .. ADVICE,
      message_of(alphabeta.search, 0, {depth = 3, past = {print}}, {game = ring, hash = "auto", repetition = 0}))
  end)

  -- Cause: alpha-beta beside the playouts of a Monte Carlo tree search took the game's own keys, which may be wrong.
  it("takes the place of the game's own keys, in the last plies of Monte Carlo tree search, too", function()
    local game = wrap.replace(rules_alone.TICTACTOE, {hash = function() error "the game's key is asked for" end})
    local state = rules_alone.after(game, 1, 5)
    state.timer = print
    local _, _, info = rules_alone.first_answer(alphabeta.new(game, {hash = "auto", hash_ignore = {"timer"}}), state,
      nil, 300)
    assert.equal("uct", info.techniques[1])
  end)

  it("takes states with methods of their own, but no state of another class", function()
    local State = {}
    State.__index = State
    local function new(heap, class) return setmetatable({heap = heap}, class or State) end
    function State:moves() return self.heap > 0 and {1, 2, 3} or nil end
    function State:play(take) return new(math.max(self.heap - take, 0)) end
    function State:evaluate() return self.heap * 7 % 5 end
    assert.equal(value_of(new(12), 8), value_of(new(12), 8, {hash = "auto"}))
    function State:play(take) return new(math.max(self.heap - take, 0), {__index = setmetatable({}, State)}) end
    assert.equal(WRONG:format(1) .. "an object of another class than the first state ('__index' differs) at state"
      .. ADVICE, message_of(alphabeta.search, new(12), 8, {hash = "auto"}))
  end)

  it("refuses states that no move changes, in slices, too, as `repetition` does", function()
    local heap = 9
    local game = {
      moves = function() return heap > 0 and {1, 2} or nil end,
      make = function(_, take) heap = heap - take end, unmake = function(_, take) heap = heap + take end,
      player = function() return heap % 2 end, evaluate = function() return heap % 3 end,
    }
    for words, options in pairs {["'hash'"] = {hash = "auto"}, ["'repetition' without 'hash'"] = {repetition = 0}} do
      local ai = alphabeta.new(game, options)
      assert.matches("^alphabeta: option " .. words .. ": expected a state that moves change, got the same one in "
        .. "%d+ positions: the game keeps its state elsewhere, in local variables or globals$",
        message_of(ai.search, ai, {turn = 1}, 6))
      assert.equal(9, heap)
      ai:start({turn = 1}, {depth = 6, deepening = true})
      assert.matches("got the same one", failure(slices.finish, ai, {nodes = 1}, function() assert.equal(9, heap) end))
      assert.equal(9, heap)
    end
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
      local hidden = wrap.around(game, function(function_name, call, state, ...)
        local answer = call(state, ...)
        if function_name ~= "new" then state.extra = state.left <= 3 and row[1] or nil end
        return answer
      end)
      local ai, state = alphabeta.new(hidden, {hash = "auto"}), game.new()
      assert.equal(WRONG:format(3) .. row[2] .. ADVICE, message_of(ai.search, ai, state, 5))
      assert.same(game.new(), state)
      assert.equal(value_of(game.new(), 2, {game = game}), (select(2, ai:search(state, 2))))
      ai = alphabeta.new(hidden, {hash = "auto", hash_ignore = {"extra"}})
      assert.equal(value_of(game.new(), 4, {game = game}), (select(2, ai:search(state, 4))))
    end)
  end
end)
