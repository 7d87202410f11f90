-- What is said of wrong deals, and of what does not go with deals: by name, at the line of the user; and the words of
-- an opponent's hint.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local findings = require "spec.support.findings"
local message_of = require "spec.support.message_of"
local tricks = require "spec.support.tricks"
local wrap = require "spec.support.wrap"

local contains = findings.contains
local COPYING, IN_PLACE, start = tricks.copying, tricks.in_place, tricks.start
local BOTH = {alphabeta = {depth = 6}, uct = {nodes = 300}}

-- The message of a search of a game with other functions. `catch` calls it, and returns the message.
local function message(algorithm, game, functions, catch)
  return (catch or message_of)(alphabeta.search, start(), BOTH[algorithm],
    {game = wrap.replace(game, functions), algorithm = algorithm, seed = 1})
end

-- A deal that is changed.
local function changed(change)
  return function(...)
    local state = IN_PLACE.deal(...)
    change(state, state.hands[1])
    return state
  end
end

describe("A deal", function()
  it("is refused if it is none of the state's", function()
    for expected, deal in pairs {
      ["expected a state, got nil"] = function() end,
      ["expected a new state, got the given one"] = function(state) return state end,
      ["the same player is to move"] = changed(function(state) state.turn = 2 end),
      ["got one with another move, 7: leave what 'me' knows as it is"] = changed(function(_, hand) hand[1] = 7 end),
      ["with the given state's 3 different moves, got one with 2"] = changed(function(_, hand) hand[1] = hand[2] end),
      ["with the given state's 3 moves, got one with 2"] = changed(function(_, hand) table.remove(hand) end),
    } do
      for algorithm in pairs(BOTH) do
        for _, game in ipairs {COPYING, IN_PLACE} do
          contains(message(algorithm, game, {deal = deal}), "alphabeta: callback 'deal' at ply 0: ", expected)
        end
      end
    end
  end)

  it("is refused with a weight that is none, and so is what is seen if it is no key", function()
    local function weighted(weight)
      return {deal = function(...) return IN_PLACE.deal(...), weight end}
    end
    for got, functions in pairs {
      ["-0.1"] = weighted(-0.1), ["1.5"] = weighted(1.5), NaN = weighted(0 / 0), ["'1'"] = weighted "1",
    } do
      local words = "alphabeta: callback 'deal' at ply 0: expected a weight from 0 to 1 beside the state, got " .. got
      for algorithm in pairs(BOTH) do contains(message(algorithm, IN_PLACE, functions), words) end
    end
    for got, key in pairs {NaN = 0 / 0, table = {}, ["function"] = print} do
      contains(message("uct", IN_PLACE, {seen = function() return key end}), "alphabeta: callback 'seen' at ply 1: ",
        "expected a number, a string, a boolean or nil, got " .. got)
    end
    contains(message_of(alphabeta.new, {seen = print, moves = print, play = print, result = print}),
      "alphabeta.new: callback 'deal': expected a function, which goes with 'seen', got nil")
  end)

  it("may raise an error, as other functions may", function()
    for algorithm in pairs(BOTH) do
      for name, place in pairs {deal = "at ply 0", result = "at ply"} do
        contains(message(algorithm, IN_PLACE, {[name] = function() error "broken" end}, failure),
          ("broken\n\t(alphabeta: in callback '%s' %s"):format(name, place))
      end
    end
  end)

  -- Cause: a move that was NaN, and moves that a deal did not list when it was drawn, ended in errors of the module's
  -- own code. Errors of the searches of deals began with the line of the module that called them.
  it("has moves that can be recognized", function()
    local EXPECTED = "^alphabeta: callback 'moves' at ply 0: expected moves that 'deal' leaves recognizable"
    for algorithm in pairs(BOTH) do
      assert.matches("^alphabeta: callback 'result' at ply %d: expected a number, got nil",
        message(algorithm, COPYING, {result = function() end}))
      assert.matches(EXPECTED .. ", got NaN",
        message(algorithm, COPYING, {moves = function() return {1, 0 / 0} end}))
      assert.matches(EXPECTED .. ".*add 'move_id' to the game", message(algorithm, COPYING, {
        moves = function() return {{}, {}} end, play = function(state) return COPYING.play(state, 1) end,
      }))
    end
    local seen, step = 0, effort(4, 1)
    for last = 1, 150, step do -- of the calls that list the same moves
      local calls = 0
      local ok, err = pcall(function()
        return (alphabeta.search(start(), 6, {algorithm = "alphabeta", game = wrap.replace(COPYING, {
          moves = function(state)
            local list = COPYING.moves(state)
            calls = calls + 1
            if calls > last and #list == 3 then list[1] = 77 end
            return list
          end,
          play = function(state, card) return COPYING.play(state, card == 77 and state.hands[1][1] or card) end,
        })}))
      end)
      if not ok then
        seen = seen + 1
        assert.matches("^[^\n]*deals_messages_spec%.lua:%d+: alphabeta: callback '%w+' at ply 0: expected", err)
      end
    end
    assert.is_true(seen > 20 / step, seen)
  end)
end)

describe("A search of deals refuses", function()
  it("options that need another search, by name", function()
    local plain = {children = function() end, evaluate = function() return 0 end}
    local NEEDS = "needs option 'deals' with 0"
    local ROWS = {
      {{alpha = 0}, "option 'alpha' " .. NEEDS .. " in a game with 'deal'"},
      {{beta = 1}, "option 'beta' " .. NEEDS .. " in a game with 'deal'"},
      {{trace = print}, "option 'trace' " .. NEEDS .. " in a game with 'deal'"},
      {{algorithm = "mtdf"}, "algorithm 'mtdf' " .. NEEDS}, {{algorithm = "maxn"}, "algorithm 'maxn' " .. NEEDS},
      {{algorithm = "uct", nodes = 9, deals = 5}, "option 'deals' needs algorithm"},
      {{deals = -1}, "option 'deals': expected an integer from 0 to 1000, got -1"},
      {{game = wrap.replace(IN_PLACE, {deal = false})}, "callback 'deal': expected a function, got boolean"},
      {{game = plain, deals = 3}, "option 'deals' needs a game with 'deal'"},
      {
        {game = wrap.replace(plain, {deal = print})},
        "callback 'deal': expected none in a game with 'children', got",
      },
    }
    if alphabeta._ENGINE == "C" then
      local keyed = wrap.replace(IN_PLACE, {hash = function() return 1 end})
      ROWS[#ROWS + 1] = {{table = alphabeta.table(1), game = keyed}, "a shared table " .. NEEDS}
    end
    for _, row in ipairs(ROWS) do
      local options = wrap.replace({game = IN_PLACE}, row[1])
      local depth = options.algorithm ~= "uct" and 4 or nil
      contains(message_of(alphabeta.search, start(), depth, options), "alphabeta.search: " .. row[2])
    end
  end)

  it("to be explained or drawn", function()
    for name, call in pairs {explain = alphabeta.explain, ["tree.search"] = require "alphabeta.tree".search} do
      contains(message_of(call, start(), 3, {game = IN_PLACE}),
        ("alphabeta.%s: option 'deals': expected 0, to"):format(name))
      call(start(), 3, {game = IN_PLACE, deals = 0})
    end
  end)
end)

it("An opponent's hint says how many deals it comes from", function()
  for algorithm in pairs(BOTH) do
    local state, words = start(), nil
    local opponent = alphabeta.opponent {game = IN_PLACE, state = state, me = 2, algorithm = algorithm, nodes = 200}
    local function update_until(is_so)
      for _ = 1, 300 do
        opponent:update(1 / 60)
        if is_so() then return end
      end
    end
    opponent:hint(function(_, why) words = why end)
    update_until(function() return words end)
    local worth = algorithm == "uct" and "gets %d+ %% of the points" or "does best"
    assert.matches("^The best move is %d: averaged over %d+ possible deals, it " .. worth .. "%.$", words)
    IN_PLACE.make(state, 5)
    update_until(function() return #state.hands[2] < 3 end)
    assert.equal(2, #state.hands[2])
  end
end)
