--- The game that is played on a random graph, in any of three styles, with any of the functions that a game may have.
-- The positions are those of `random_graph`; a state has the field `at`, its position.
-- @module spec.support.graph_game

local core = require "alphabeta.core"

local unpack = table.unpack or unpack

local graph_game = {}

--- The names of the three styles.
graph_game.STYLES = { "in place", "copying", "children" }

--- What an outcome of probability 0 is: no move, and no state.
graph_game.NEVER = setmetatable({ name = "never" }, {
  __index = function(_, name) error("what is impossible is looked at: " .. tostring(name), 2) end,
})

--- The kinds of answers that `hash` may give, of moves, and of iterators.
graph_game.HASHES = { "integer", "float", "string", "zobrist" }
graph_game.MOVES = { "integer", "float", "huge", "string", "table" }
graph_game.ITERATORS = { "function", "coroutine" }

--- The fields of a state that the option `hash = "auto"` must ignore, as the option `hash_ignore`: all but `id`.
graph_game.IGNORED = {
  "at", "made", "key", "place", "turn", "layer", "values", "results", "guesses", "successors", "noisy", "over", "score",
  "passed", "token", "name", "chance", "left", "undo",
}

-- A key object for a number.
local function key_of(graph, number)
  if not graph.keys[number] then
    graph.keys[number] = core.zobrist(#graph.positions + #graph.players, 7):flip(number)
  end
  return graph.keys[number]
end

-- What `hash` says of the number of a position.
local answers = {
  integer = function(_, number) return number * 7919 - 20000 end,
  float = function(_, number) return number / 8 - 1 end,
  string = function(_, number) return ("position\0%d"):format(number) end,
  zobrist = key_of,
}

-- An answer of any kind, another one each time.
function answers.any(graph, number) return answers[graph.noise:pick(graph_game.HASHES)](graph, number) end

-- The number of a position in its key: its own; that of its place, whichever player moves there; one that many
-- positions share, or all; or any, another one each time.
local numbers = {
  full = function(position) return position.id end,
  forgetful = function(position) return position.place end,
  wrong = function(position) return position.id % 3 + 1 end,
  none = function() return 1 end,
  random = function(_, graph) return graph.noise:int(1, #graph.positions) end,
}

-- The moves that lead to a position.
local tokens = {
  integer = function(position) return position.id - 3 end,
  float = function(position) return position.id / 4 end,
  huge = function(position) return (position.id - 3) * 2 ^ 40 end,
  string = function(position) return "to " .. position.name end,
  table = function(position) return position.token end,
}

-- An iterator over an array.
local iterators = {
  ["function"] = function(list)
    local i = 0
    return function()
      i = i + 1
      return list[i]
    end
  end,
  coroutine = function(list)
    return coroutine.wrap(function()
      for _, entry in ipairs(list) do coroutine.yield(entry) end
    end)
  end,
}

--- Puts a game at one of its positions. A game without `player` evaluates for whose turn it is there until the next
-- call of this function.
-- @tparam table graph
-- @tparam string style one of `STYLES`
-- @tparam table position
-- @tparam[opt] table traits those of the game
-- @treturn table the state; its field `at` is the position
function graph_game.state(graph, style, position, traits)
  graph.viewer = position.turn
  if style == "children" then
    return position
  elseif style == "copying" then
    return { at = position, id = position.id }
  end
  local state = { at = position, id = position.id, made = 0 }
  if traits and traits.hash == "zobrist" then
    state.key = key_of(graph, numbers[traits.memory or "full"](position, graph)):copy()
  end
  return state
end

-- What values each of two players may still get from a position: by position and player, the lowest and the highest.
local function ranges_of(graph)
  local ranges = setmetatable({}, {
    __index = function(ranges, position)
      local range = {}
      for player = 1, 2 do
        local value, result = position.values[player], position.results[player]
        local guess = (position.guesses or position.values)[player]
        range[player] = { math.min(value, result, guess), math.max(value, result, guess) }
      end
      ranges[position] = range
      return range
    end,
  })
  local has_changed
  repeat
    has_changed = false
    for _, position in ipairs(graph.positions) do
      for _, successor in ipairs(position.successors or {}) do
        for player = 1, 2 do
          local own, other = ranges[position][player], ranges[successor][player]
          if other[1] < own[1] or other[2] > own[2] then
            own[1], own[2] = math.min(own[1], other[1]), math.max(own[2], other[2])
            has_changed = true
          end
        end
      end
    end
  until not has_changed
  return ranges
end

-- The values that `make` returns at a position, the same each time, with their number.
local function undo_values(position)
  local kinds, values = { position, false, position.id, position.name, print }, {}
  values.n = position.id == 9 and 200 or position.id % 6
  for i = 1, values.n do values[i] = kinds[(position.id + i) % 7] end -- some are nil
  return values
end

--- Makes the game that is played on a graph.
-- @tparam table graph
-- @tparam string style one of `STYLES`
-- @tparam[opt] table traits which functions the game has: `player`, `is_over`, `result`, `order`, `move_id`, `noisy`
-- (booleans),
-- `points` (true: `result` also says what is worth a position where the game goes on),
-- `pass` ("turns": nothing else changes; "loses": at once), `hash` (one of `HASHES`, or "any" of them); and what they
-- are like: `view`, `memory` of the hash ("full", the default; "forgetful": of the turn; "wrong": it mistakes positions
-- for one another; "none"; "random", which needs the hash "any"), `moves` (one of `MOVES`), `iterator` (one of
-- `ITERATORS`; successors come in an array without it), `fills` (true: `moves` fills the array that it is given, unless
-- there is an iterator), `shuffles` (true: in another order each time), `evaluate_move`, `find_move` and, for two
-- players, `bounds` (booleans), `undo` ("several": `make` and `pass` return any number of values, some of them nil),
-- `payoffs`, for max^n ("fresh": evaluations are a new table each time, "same": always the same). It has `chances` if
-- there are chance nodes
-- @treturn table the game
function graph_game.new(graph, style, traits)
  traits = traits or {}
  local number_of = numbers[traits.memory or "full"]
  local answer = answers[traits.hash]
  local token = style ~= "children" and tokens[traits.moves or "integer"]
  local numbered = {}
  for number, name in pairs(graph.players) do numbered[name] = number end
  local game, targets = {}, {}
  local lists = { successors = {}, noisy = {} } -- by position
  for _, position in ipairs(graph.positions) do
    if token then targets[token(position)] = position end
    for name, by_position in pairs(lists) do
      local list = position[name] and {}
      for i, successor in ipairs(position[name] or {}) do
        list[i] = token and token(successor) or successor
      end
      by_position[position] = list
    end
  end

  local function target_of(state, move)
    local target = token and targets[move] or move
    for _, successor in ipairs(state.at.successors) do
      if successor == target then return target end
    end
    error("a move that is not legal here", 2)
  end

  -- What `make` returns to be undone, and how `unmake` gets it back: the position alone, or several values, of any kind
  -- and of another number at each position. The positions that were left are then kept in the state.
  local several = traits.undo == "several"
  for _, position in ipairs(several and graph.positions or {}) do position.undo = undo_values(position) end
  local function undo_of(state, position)
    if not several then return position end
    state.left = state.left or {}
    table.insert(state.left, position)
    return unpack(position.undo, 1, position.undo.n)
  end

  local function undone(state, ...)
    if not several then return (...) end
    local position = table.remove(state.left)
    if not state.left[1] then state.left = nil end -- the state is as it was
    local values = position.undo
    assert(select("#", ...) == values.n, "as many values come back as were returned")
    for i = 1, values.n do assert(values[i] == (select(i, ...)), "what was returned in another move comes back") end
    return position
  end

  local function shuffled(list)
    local copy = {}
    for i, entry in ipairs(list) do table.insert(copy, graph.noise:int(1, i), entry) end
    return copy
  end

  local function listed(list)
    if list and traits.shuffles then list = shuffled(list) end
    return list and traits.iterator and iterators[traits.iterator](list) or list
  end

  local function successors(state)
    assert(not (traits.is_over and state.at.over), "a finished game is asked for its successors")
    assert(not state.at.chance, "moves of a chance node")
    return listed(lists.successors[state.at])
  end

  -- In place: puts the state at a position.
  local function go(state, position)
    if state.key then state.key:flip(number_of(state.at, graph), number_of(position, graph)) end
    state.at, state.id = position, position.id
  end

  -- For which player, by number, values are.
  local function viewer_of(state, me)
    if traits.view == "mover" then return state.at.turn end
    if traits.view == "player" then return 1 end
    return traits.player and numbered[me] or graph.viewer
  end

  -- One of the values for each player, as the view wants it, or all.
  local payoffs = {}
  local function seen(values, state, me)
    if traits.payoffs then
      payoffs = traits.payoffs == "fresh" and {} or payoffs
      for number, name in ipairs(graph.players) do payoffs[name] = values[number] end
      return payoffs
    end
    return values[viewer_of(state, me)]
  end

  -- What `evaluate` says of a position: of the end of a game whose `result` says something else, a guess.
  local function worth_of(position)
    return traits.result and not traits.is_over and position.guesses or position.values
  end

  function game.evaluate(state, me) return seen(worth_of(state.at), state, me) end

  -- Whether the game may be over at a position, by a game with `result`: in one of three games that is not told.
  local function may_be_over(position)
    if not traits.result or #graph.positions % 3 == 0 then return nil end
    local list = lists.successors[position]
    return position.over or not (list and list[1]) or position.id % 4 == 0
  end

  if traits.evaluate_move and style ~= "children" then
    function game.evaluate_move(state, move, me)
      local target = target_of(state, move)
      return seen(worth_of(target), { at = target }, me), may_be_over(target)
    end
  end

  if traits.bounds and #graph.players == 2 then
    local ranges = ranges_of(graph)
    function game.bounds(state, me)
      local range = ranges[state.at][viewer_of(state, me)]
      return range[1], range[2]
    end
  end

  if traits.result then
    function game.result(state, me)
      local list = lists.successors[state.at]
      local is_over = not list or not list[1] or state.at.over and traits.is_over
      assert(is_over or traits.points, "a game that goes on is asked for its result")
      return seen(state.at.results, state, me)
    end
  end

  if graph.has_chance then
    local by_position = {}
    function game.chances(state)
      local position = state.at
      assert(not (traits.is_over and position.over), "a finished game is asked for outcomes")
      if position.chance and not by_position[position] then
        local entries, possible = {}, 0
        for i, entry in ipairs(position.chance) do
          possible = possible + (entry.to and 1 or 0)
          local outcome = entry.to and lists.successors[position][possible] or graph_game.NEVER
          entries[i] = { probability = entry.probability, outcome = outcome }
        end
        by_position[position] = entries
      end
      return by_position[position]
    end
  end

  if style == "children" then
    game.children = successors
  elseif traits.fills and not traits.iterator then
    function game.moves(state, filled)
      local list = successors(state)
      for i, move in ipairs(list or {}) do filled[i] = move end
      return list and #list
    end
  else
    game.moves = successors
  end

  if style == "copying" then
    function game.play(state, move)
      local position = target_of(state, move)
      return { at = position, id = position.id }
    end
  elseif style == "in place" then
    function game.make(state, move)
      local before = state.at
      go(state, target_of(state, move))
      state.made = state.made + 1
      return undo_of(state, before)
    end

    function game.unmake(state, move, ...)
      local before = undone(state, ...)
      assert(targets[move] == state.at, "a move is unmade that is not the last")
      go(state, before)
      state.made = state.made - 1
    end
  end

  if traits.player then
    function game.player(state) return graph.players[state.at.turn] end
  end
  if traits.is_over then
    function game.is_over(state)
      local list = traits.result and lists.successors[state.at]
      return state.at.over or traits.result and not (list and list[1])
    end
  end
  if traits.order then
    function game.order(state, move) return target_of(state, move).score end
  end
  if traits.move_id then
    function game.move_id(state, move) return target_of(state, move).id end
  end
  if traits.find_move and (style ~= "children" or traits.move_id) then
    function game.find_move(state, id)
      assert(not (traits.is_over and state.at.over), "a finished game is asked for a move")
      for _, successor in ipairs(state.at.successors or {}) do
        local move = token and token(successor) or successor
        if traits.move_id and successor.id == id or not traits.move_id and move == id then return move end
      end
      return nil
    end
  end
  if traits.hash then
    function game.hash(state) return state.key or answer(graph, number_of(state.at, graph)) end
  end
  if traits.noisy then
    function game.noisy(state)
      assert(not (traits.is_over and state.at.over), "a finished game is asked for its noisy moves")
      return listed(lists.noisy[state.at])
    end
  end
  if traits.pass and style == "in place" then
    function game.pass(state)
      local before = state.at
      go(state, before.passed[traits.pass])
      state.made = state.made + 1
      return undo_of(state, before)
    end

    function game.unpass(state, ...)
      local before = undone(state, ...)
      assert(before.passed[traits.pass] == state.at, "a pass is taken back that is not the last move")
      go(state, before)
      state.made = state.made - 1
    end
  elseif traits.pass then
    function game.pass(state)
      local position = state.at.passed[traits.pass]
      return style == "copying" and { at = position, id = position.id } or position
    end
  end
  return game
end

return graph_game
