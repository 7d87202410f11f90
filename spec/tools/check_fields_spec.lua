-- The contract checker asks about fields of the state: whose turn it is, and what makes every position a new one.
--
-- Cause: without `player` a search assumes that turns alternate, and with it, it believes what it returns. A game of
-- many actions a turn that forgets `player`, an end of a turn that leaves the side as it is, and a player with no move
-- for whom `moves` returns {} are games by their contract, but not those that were meant. With `repetition`, a counter
-- in the state makes every position a new one, so that none is ever repeated.

local alphabeta = require "alphabeta"
local findings = require "spec.support.findings"
local restyled = require "spec.support.restyled"
local small_games = require "spec.support.small_games"
local unusual_games = require "spec.support.unusual_games"
local wrap = require "spec.support.wrap"

-- A check of few games: what is looked for here shows soon.
local function check(rules, state, options)
  return alphabeta.check(rules, state, wrap.replace({games = 3, nodes = 150}, options or {}))
end

local contains, none, silent = findings.contains, findings.none, findings.silent
local copy, with = small_games.copy, small_games.with

local function game(name) return require("games." .. name) end

local dots, kalah, reversi = game "dots_and_boxes", game "kalah", game "reversi"
local sliding, twenty48 = game "sliding", game "2048"

-- A game without a function. An evaluation that needs `me` is that of the first player.
local function without(rules, name)
  return setmetatable({evaluate = function(state) return rules.evaluate(state, 1) end}, {
    __index = function(_, field) return field ~= name and rules[field] or nil end,
  })
end

describe("a forgotten `player`", function()
  it("is asked about: a field of two values that some moves change and others do not", function()
    local function asked(rules, state, field)
      local report = check(without(rules, "player"), state, {games = 4, sign = false})
      none(report)
      contains(report, "the game has no `player`, so a search assumes that turns alternate",
        ("moves leave '%s' as it is"):format(field),
        ("write function game.player(state) return state.%s end"):format(field))
    end
    asked(dots, function() return dots.new(2, 2) end, "turn")
    asked(kalah, function() return kalah.new(4, 3) end, "turn")
    local market, state = unusual_games.market()
    asked(market, state, "side")
    asked(restyled.by_children(market), state, "side")
  end)

  it("is asked about where turns are named otherwise, or lie deeper", function()
    -- Each player works, or ends the turn. `read` and `write` know whose turn it is.
    local function check_work(read, write)
      local first = {0, 0, left = 6}
      write(first, 1)
      return check({
        moves = function(state) return state.left > 0 and {"work", "end"} or {} end,
        play = function(state, move)
          local later, who = copy(state), read(state)
          if move == "work" then
            later[who], later.left = state[who] + 1, state.left - 1
          else
            write(later, 3 - who)
          end
          return later
        end,
        evaluate = function(state) return state[1] - state[2] end,
      }, first, {games = 4, sign = false})
    end
    contains(check_work(function(state) return state.p == "x" and 1 or 2 end,
      function(state, side) state.p = side == 1 and "x" or "o" end), "moves leave 'p' as it is",
      "between \"o\" and \"x\"")
    contains(check_work(function(state) return state.now.player end,
      function(state, side) state.now = {player = side} end), "moves leave 'now.player' as it is")
  end)

  it("is none where every move changes the turn, whatever else it changes", function()
    local rules = {moves = small_games.takes}
    function rules.play(state, take)
      local after = small_games.after(state, take)
      if take == 2 then after.has_passed = not state.has_passed end
      after.side = take == 3 and 3 - state.side or state.side
      return after
    end
    function rules.evaluate(state) return state.heap == 0 and (state.turn == 1 and -1 or 1) or 0 end
    silent(check(rules, {heap = 12, turn = 1, side = 1, has_passed = false}, {games = 4, sign = false}))
  end)

  -- Cause: a field that every move changes to the other one of two values, such as two actions that are left, was taken
  -- for the turn, whatever other fields say.
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

  it("is asked about where no move changes the turn", function()
    local rules = {moves = small_games.takes}
    function rules.play(state, take) return {heap = state.heap - take, turn = state.turn} end
    function rules.evaluate(state) return state.heap == 0 and -1 or 0 end
    contains(check(rules, {heap = 12, turn = 1}, {games = 4, sign = false}),
      "no move changes 'turn', which is 1 in all", "Must a move change 'turn'?")
  end)
end)

describe("one player who makes all moves", function()
  it("is asked about where `player` reads a field", function()
    local rules = {player = function(state) return state.side end}
    function rules.moves(state) return state.left > 0 and {"a", "end turn"} or {} end
    function rules.play(state, move)
      return {left = state.left - 1, side = state.side, a = state.a + (move == "a" and 1 or 0)}
    end
    function rules.evaluate(state, me) return me == 1 and state.a or -state.a end
    contains(check(rules, {left = 9, side = 1, a = 0}), "one player makes all moves: `player` returned 1 in all",
      "change 'side'?", "write function game.player() return 1 end")
    contains(check(small_games.copying {play = function(state, take)
      return {heap = state.heap - take, turn = state.turn}
    end}, {heap = 12, turn = 1}, {games = 10}), "one player makes all moves", "change 'turn'?")
  end)

  it("is right in a puzzle", function()
    silent(check(sliding, function() return sliding.new(3, 2, {4, 1, 2, 5, 0, 3}) end, {endless = true, games = 1}))
    silent(check(twenty48, twenty48.new, {games = 1}).ok and {ok = true, notes = {}})
  end)
end)

describe("a forced pass that is an empty list", function()
  it("is asked about: the other player could move", function()
    local impatient = with(reversi, {moves = function(state)
      local list = reversi.moves(state) or {}
      local is_pass = #list == 1 and (list[1] == reversi.PASS)
      return is_pass and {} or list
    end})
    local report = check(impatient, function() return reversi.new(6) end, {games = 6, nodes = 600})
    contains(report, "In ", "such states the other player could move ('turn' is ", "Must a player without a move pass?")
    silent(check(reversi, function() return reversi.new(6) end, {games = 6, nodes = 600}))
  end)

  it("is asked about where `is_over` returns false", function()
    local lanes, state = unusual_games.lanes()
    local impatient = with(lanes, {moves = function(s)
      local list = lanes.moves(s)
      return list[1] == "pass" and {} or list
    end})
    contains(check(impatient, state), "must the player pass? Then list a move that passes")
    impatient.result, impatient.evaluate = false, lanes.result
    local plain = {evaluate = lanes.result}
    for _, name in ipairs {"player", "play", "is_over"} do plain[name] = lanes[name] end
    plain.moves = impatient.moves
    contains(check(plain, state), "Or must the player pass? Then list a move that passes, such as {\"pass\"}")
  end)

  it("is asked about after a throw for which there is no move", function()
    local rules = {value_min = -1, value_max = 1, player = small_games.turn}
    local function winner(state) return state[1] >= 5 and 1 or state[2] >= 5 and 2 or nil end
    function rules.chances(state)
      return not state.die and {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}} or nil
    end
    function rules.is_over(state) return winner(state) ~= nil end
    function rules.moves(state) -- the other man may be in the way
      return state[state.turn] + state.die == 5 - state[3 - state.turn] and {} or {"go"}
    end
    function rules.play(state, move)
      local after = copy(state)
      if not state.die then
        after.die = move
      else
        after[state.turn], after.turn, after.die = state[state.turn] + state.die, 3 - state.turn, nil
      end
      return after
    end
    function rules.evaluate(state, me)
      local who = winner(state)
      return who and (who == me and 1 or -1) or 0
    end
    contains(check(rules, {0, 0, turn = 1}), "`is_over` returns false in a state where `moves` lists nothing",
      "Or must the player pass? Then list a move that passes")
  end)

  it("is none where a player who cannot move has lost", function()
    -- Each player moves along lanes of its own.
    local rules = {player = small_games.turn}
    function rules.moves(state)
      local list = {}
      for lane = state.turn, 4, 2 do
        if state[lane] > 0 then list[#list + 1] = lane end
      end
      return list
    end
    function rules.play(state, lane)
      local after = copy(state)
      after[lane], after.turn = state[lane] - 1, 3 - state.turn
      return after
    end
    function rules.evaluate(state, me)
      if #rules.moves(state) > 0 then return 0 end
      return state.turn == me and -1 or 1
    end
    silent(check(rules, {2, 1, 2, 3, turn = 1}))
    silent(check(kalah, function() return kalah.new(4, 3) end))
  end)
end)

describe("`repetition` where no position comes up again", function()
  -- A stone on a ring, moved by two players to and fro. `count` and `line` are fields that the rules do not use.
  local function ring(functions)
    local rules = {repetition = 0, player = small_games.turn}
    function rules.is_over(state) return state.at == 6 end
    function rules.moves(state) return state.at == 1 and {1} or {-1, 1} end
    function rules.play(state, step)
      local after = copy(state)
      after.at, after.turn = state.at + step, 3 - state.turn
      if state.count then after.count = state.count + 1 end
      if state.line then
        after.line = copy(state.line)
        after.line[#after.line + 1] = step
      end
      return after
    end
    function rules.evaluate(state, me) return state.at == 6 and (state.turn == me and -1 or 1) or 0 end
    return wrap.replace(rules, functions or {})
  end
  local OPTIONS = {endless = true, games = 3, nodes = 150}

  it("is asked about, with the field that makes positions different", function()
    contains(check(ring(), {at = 2, turn = 1, count = 0}, OPTIONS), "option 'repetition' has no effect",
      "since moves always change 'count'", "hash_ignore = {\"count\"}")
    contains(check(ring(), {at = 2, turn = 1, line = {}}, OPTIONS), "since moves always change 'line'")
    local function hash(state) return ("%d %d"):format(state.at, state.count) end
    contains(check(ring {hash = hash}, {at = 2, turn = 1, count = 0}, OPTIONS), "since moves always change 'count'",
      "Leave it out of `hash`")
  end)

  -- Cause: a heap that gets smaller was taken for a counter, and the advice was to leave it out of the key.
  it("is not asked about where the rules depend on the field", function()
    local rules = small_games.copying {repetition = 0}
    assert.are.same({}, check(rules, {heap = 14, turn = 1}, {games = 6, nodes = 400}).notes)
  end)

  it("is right without such a field, or with a key that leaves it out", function()
    silent(check(ring(), {at = 2, turn = 1}, OPTIONS))
    silent(check(ring {hash = function(state) return state.at end}, {at = 2, turn = 1, count = 0}, OPTIONS))
    silent(check(ring {repetition = nil}, {at = 2, turn = 1, count = 0}, OPTIONS).ok and {ok = true, notes = {}})
  end)
end)
