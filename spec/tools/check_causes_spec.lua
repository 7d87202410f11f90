-- The contract checker on mistakes that were planted in games of another hand: it names the cause, and says nothing
-- about games that are right.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"

local check = alphabeta.check
local contains, none, only = findings.contains, findings.none, findings.only
local nim, start, with = small_games.nim, small_games.start, small_games.with

local function silent(report)
  none(report)
  assert.are.same({}, report.notes)
end

-- Two kings on a board of 4 by 4. The square that a king leaves is blocked, and a king that cannot move has lost.
local kings = {player = function(state) return state.turn end}

local function free(state, player)
  local list, at = {}, state.at[player]
  for square = 1, 16 do
    local across = math.abs((square - 1) % 4 - (at - 1) % 4)
    local down = math.abs(math.floor((square - 1) / 4) - math.floor((at - 1) / 4))
    if math.max(across, down) == 1 and not state.blocked[square] and state.at[3 - player] ~= square then
      list[#list + 1] = square
    end
  end
  return list
end

function kings.moves(state) return free(state, state.turn) end

function kings.make(state, to)
  local from = state.at[state.turn]
  state.at[state.turn], state.blocked[from], state.turn = to, true, 3 - state.turn
  return from
end

function kings.unmake(state, _, from)
  state.turn = 3 - state.turn
  state.at[state.turn], state.blocked[from] = from, nil
end

local function valued(worth, lost)
  return function(state, me)
    local own, other = #free(state, me), #free(state, 3 - me)
    if state.turn == me and own == 0 then return -lost end
    if state.turn ~= me and other == 0 then return lost end
    return worth(own, other)
  end
end

kings.evaluate = valued(function(own, other) return own - other end, 100)

local function new_kings() return {turn = 1, at = {1, 16}, blocked = {}} end

-- Cause: only evaluations of games that are lost by the last move were compared with the end.
describe("a sign that is wrong before the end alone", function()
  it("is asked about where games are won by the player who was behind", function()
    silent(check(kings, new_kings))
    local report = check(with(kings, {evaluate = valued(function(own, other) return other - own end, 100)}), new_kings)
    none(report)
    contains(report.notes[1], "`evaluate`: games are won by the player who was behind and made the last move",
      "Is the sign wrong before the end?")
  end)
end)

describe("an end that ignores `me`", function()
  it("is found", function()
    -- Each player takes one to three matches of a heap; the heap ends at 0, or below it, which is a draw.
    local function rules(worth)
      return {
        player = function(state) return state.turn end,
        moves = function(state) return state.heap > 0 and {1, 2, 3} or {} end,
        play = function(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end,
        evaluate = function(state, me) return state.heap == 0 and worth(state, me) or 0 end,
      }
    end
    local function new() return {heap = 9, turn = 1} end
    silent(check(rules(function(state, me) return state.turn == me and -1 or 1 end), new))
    local report = check(rules(function(state) return state.turn == 1 and -1 or 1 end), new)
    contains(report, "ignores `me`")
  end)

  it("is not asked about where a win is worth 3, a draw 1 for each, and a loss 0", function()
    silent(check({
      player = function(state) return state.turn end,
      moves = function(state) return state.heap > 0 and {1, 2, 3} or {} end,
      play = function(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end,
      result = function(state, me) return state.heap < 0 and 1 or state.turn == me and 0 or 3 end,
    }, function() return {heap = 9, turn = 1} end))
  end)
end)

-- Cause: a field that every move changes to the other one of two values, such as two actions that are left, was taken
-- for the turn, whatever other fields say.
describe("a forgotten `player`", function()
  it("is asked about where every move changes another field of two values", function()
    local market = {
      moves = function(state) return state.round < 5 and {"work", state.left == 1 and "stop" or "rest"} or {} end,
      play = function(state, move)
        local after = {who = state.who, left = 3 - state.left, round = state.round, a = state.a, b = state.b}
        if move == "work" then after[state.who] = after[state.who] + 1 end
        if after.left == 2 then
          after.who = state.who == "a" and "b" or "a"
          after.round = state.round + 0.5
        end
        return after
      end,
      evaluate = function(state) return state.a - state.b end,
    }
    local first = {who = "a", left = 2, round = 1, a = 0, b = 0}
    contains(check(market, first, {sign = false}), "the game has no `player`", "moves leave 'who' as it is",
      "write function game.player(state) return state.who end")
  end)

  -- Cause: `me` is nil without `player`, and the error in `evaluate` was reported alone.
  it("is named where `evaluate` fails, since `me` is nil", function()
    local rules = with(kings, {evaluate = function(state, me) return state.at[me] + 0 end})
    rules.player = false
    local forgetful = {moves = kings.moves, make = kings.make, unmake = kings.unmake, evaluate = rules.evaluate}
    contains(only(check(forgetful, new_kings), "error", "evaluate", 0).message,
      "attempt to", "The game has no `player`, so that `me` is nil")
  end)
end)

-- Cause: errors came first in a report, even those that show by longer lines than what has broken the state.
describe("an error that is a consequence", function()
  it("comes behind its cause", function()
    local list = {}
    local function fill(state, player)
      for i = #list, 1, -1 do list[i] = nil end
      for i, square in ipairs(free(state, player)) do list[i] = square end
      return list
    end
    local report = check(with(kings, {
      moves = function(state) return fill(state, state.turn) end,
      evaluate = function(state, me) return #fill(state, me) - #fill(state, 3 - me) end,
    }), new_kings)
    findings.among(report, "error", "evaluate")
    assert.are.same({"shared", "moves"}, {report.findings[1].kind, report.findings[1].callback}, tostring(report))
  end)
end)

-- Cause: an empty list was refused for `moves` alone, although a search refuses a set for each of them.
describe("a set in place of a list", function()
  it("is named in `children` and `chances`, too", function()
    local expected = "expected an array, got a table with the key 'one' and nothing at index 1: return a list"
    contains(only(check({
      children = function(state) return state.heap > 0 and {one = {heap = state.heap - 1}} or {} end,
      evaluate = function() return 0 end,
    }, {heap = 3}), "answer", "children", 0).message, expected)
    contains(only(check(nim {chances = function() return {one = 0.5, two = 0.5} end}, start), "answer", "chances", 0)
      .message, "expected an array, got a table with the key ", "and nothing at index 1: return a list")
  end)

  it("is none where a state is its own list of children", function()
    local leaf = {worth = 1}
    silent(check({
      children = function(state) return state end, evaluate = function(state) return state.worth or 0 end,
    }, function() return {{leaf, {worth = 2}}, {worth = 3}} end, {sign = false}))
  end)
end)

-- Cause: a payoff for a player that was never seen to move was not compared with anything; nor were payoffs with those
-- of the other players, or with those before a move.
describe("with max^n,", function()
  it("a player who is paid and never moves, equal payoffs and a wrong sign are asked about", function()
    local function rules(next_of, evaluate)
      return {
        player = function(state) return state.turn end,
        moves = function(state) return state.left > 0 and {1, 2} or {} end,
        play = function(state, take)
          local after = {turn = next_of[state.turn], left = state.left - 1, red = state.red, green = state.green,
            blue = state.blue}
          after[state.turn] = after[state.turn] + take
          return after
        end,
        evaluate = evaluate or function(state) return {red = state.red, green = state.green, blue = state.blue} end,
      }
    end
    local first = {turn = "red", left = 6, red = 0, green = 0, blue = 0}
    local ring = {red = "green", green = "blue", blue = "red"}
    silent(check(rules(ring), first, {algorithm = "maxn"}))
    local report = check(rules {red = "green", green = "red"}, first, {algorithm = "maxn"})
    none(report)
    contains(report, "`evaluate` returns a payoff for player \"blue\", who is never to move",
      "`player` has returned \"red\", \"green\"")
    report = check(rules(ring, function(state)
      return {red = state.red, green = state.red, blue = state.red}
    end), first, {algorithm = "maxn"})
    none(report)
    contains(report, "`evaluate`: all players have the same payoff in all ")
    report = check(rules(ring, function(state)
      return {red = -state.red, green = -state.green, blue = -state.blue}
    end), first, {algorithm = "maxn"})
    none(report)
    contains(report, "`evaluate`: nearly all moves are bad for the player who makes them", "Is the sign wrong")
  end)
end)

-- Cause: won and lost games were counted together, and `evaluate` gives most of them to the right player.
describe("an `evaluate` that contradicts `result` for one player alone", function()
  local function rules(evaluate)
    return {
      player = function(state) return state.turn end,
      moves = function(state) return state.heap > 0 and {1, 2, 3} or {} end,
      play = function(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end,
      result = function(state, me) return state.turn == me and -50 or 50 end, evaluate = evaluate,
    }
  end
  local function new() return {heap = 9, turn = 1} end

  it("is reported", function()
    local report = check(rules(function(state, me)
      if state.heap > 0 then return 0 end
      return me == 1 and -50 or 50
    end), new)
    contains(only(report, "sign", "evaluate and result", 3).message, "contradict each other: in ",
      "`evaluate` returns -50, and `result` 50")
  end)

  it("may well value an end as any other state", function()
    silent(check(rules(function(state, me) return (state.heap % 4 == 0) == (state.turn == me) and -1 or 1 end), new))
  end)
end)

describe("what is right is not asked about:", function()
  -- Cause: half of all moves cost the player who makes them something, and the others cost nothing.
  it("with max^n, work that tires the player who does it and helps all", function()
    local boat = {
      player = function(state) return state.turn end,
      moves = function(state) return state.days < 9 and state.water < 4 and {"row", "bail"} or {} end,
      play = function(state, move)
        local after, is_bailing = {days = state.days + 1, turn = state.turn % 3 + 1, tired = {}}, move == "bail"
        after.water = math.max(0, state.water + (is_bailing and -1 or 1))
        for player = 1, 3 do after.tired[player] = state.tired[player] end
        if is_bailing then after.tired[state.turn] = state.tired[state.turn] + 1 end
        return after
      end,
      evaluate = function(state)
        local payoffs = {}
        for player = 1, 3 do payoffs[player] = state.water < 4 and 10 - state.tired[player] or 0 end
        return payoffs
      end,
    }
    local function new() return {turn = 1, water = 0, days = 0, tired = {0, 0, 0}} end
    for seed = 1, 2 do silent(check(boat, new, {algorithm = "maxn", seed = seed})) end
  end)

  -- Cause: of the moves that change the evaluation, nearly all are bad for the player who makes them. Those are few:
  -- bids change nothing, and to pass gives the lot to the other player.
  it("an auction", function()
    local lots, rules = {5, 3, 4, 6}, {player = function(state) return state.turn end}
    function rules.moves(state)
      local list = {lots[state.lot] and "pass"}
      for bid = state.bid + 1, lots[state.lot] and state.money[state.turn] or 0 do list[#list + 1] = bid end
      return list
    end
    function rules.play(state, bid)
      local one, two = state.money[1], state.money[2]
      if bid ~= "pass" then
        return {lot = state.lot, bid = bid, turn = 3 - state.turn, money = {one, two}, got = state.got}
      end
      local after = {lot = state.lot + 1, bid = 0, turn = state.lot % 2 + 1, money = {one, two}, got = {}}
      for player = 1, 2 do
        local has_won = player ~= state.turn and state.bid > 0
        after.got[player] = state.got[player] + (has_won and lots[state.lot] or 0)
        after.money[player] = after.money[player] - (has_won and state.bid or 0)
      end
      return after
    end
    function rules.evaluate(state, me)
      local money, got = state.money, state.got
      return 2 * (got[me] - got[3 - me]) + money[me] - money[3 - me]
    end
    silent(check(rules, function() return {lot = 1, bid = 0, turn = 1, money = {6, 6}, got = {0, 0}} end))
  end)

  -- Cause: a field of the game that is an option was taken for a misspelt other one.
  it("a game with `value_min` and without `value_max`", function()
    silent(check(with(kings, {value_min = -100}), new_kings))
  end)

  -- Cause: a key in a field that is excluded was not seen, and does not follow other fields that are put back.
  it("a key that is kept up to date in an excluded field", function()
    local keyed = {
      player = function(state) return state.turn end,
      moves = function(state) return state.heap > 0 and {1, 2, state.may_take_4 and 4 or nil} or {} end,
      evaluate = function(state, me) return state.heap > 0 and 0 or state.turn == me and -1 or 1 end,
      hash = function(state) return state.key end,
    }
    local function flip(state, take)
      state.key:flip(state.heap + 6, state.heap - take + 6)
      if take == 4 then state.key:flip(1) end
    end
    function keyed.make(state, take)
      local before = state.may_take_4
      flip(state, take)
      state.heap, state.turn, state.may_take_4 = state.heap - take, 3 - state.turn, before and take ~= 4
      return before
    end
    function keyed.unmake(state, take, before)
      state.heap, state.turn, state.may_take_4 = state.heap + take, 3 - state.turn, before
      flip(state, take)
    end
    local function new() return {heap = 20, turn = 1, may_take_4 = true, key = alphabeta.zobrist(26, 1)} end
    local report = check(keyed, new, {exclude = {"key"}})
    none(report)
    for _, note in ipairs(report.notes) do assert.is_nil(note:find("the key does not depend on", 1, true), note) end
  end)
end)

-- Cause: names that differ in three letters and more were not compared, and "eval" lacks four.
describe("a name that begins the one of a function that is needed", function()
  it("is taken for it", function()
    local rules = {moves = kings.moves, make = kings.make, unmake = kings.unmake, eval = kings.evaluate}
    contains(message_of(check, rules, new_kings), "is 'eval' meant to be 'evaluate'?")
  end)
end)

-- Cause: the question about moves that are bad for those who make them did not name `max_player`.
describe("the wrong `max_player`", function()
  it("is asked about", function()
    local function rules(max_player)
      return {
        view = "player", max_player = max_player, player = function(state) return state.turn end,
        moves = function(state) return state.left > 0 and {1, 2} or {} end,
        play = function(state, take)
          local after = {turn = 3 - state.turn, left = state.left - 1, state[1], state[2]}
          after[state.turn] = after[state.turn] + take
          return after
        end,
        evaluate = function(state) return state[1] - state[2] end,
      }
    end
    local first = {turn = 1, left = 7, 0, 0}
    silent(check(rules(1), first))
    contains(check(rules(2), first), "nearly all moves are bad for the player who makes them",
      "is `max_player` the other player")
  end)
end)
