-- alphabeta.perft: counts the leaves of a game at a depth, to check its rules. Internal: `alphabeta` loads it when it
-- is first called, whichever engine searches.
--
-- A recursion over the game's functions, without a search. Answers are checked, errors told and the state restored as
-- in a search. Moves of the last ply are counted, and not made.
--
-- Results of the game are never compared with nil: on LuaJIT cdata may be equal to nil, or call a metamethod.

local use = require((...):match "^(.*)%." .. ".use")

local engine = require("alphabeta.core").engine
local constants, errors, globals, lists = use("common.constant_rows", "rules.errors", "common.globals", "rules.lists")
local message, options, rules = use("front.message", "front.options", "front.rules")

local error, floor, pcall, rawget, select, type, xpcall = error, math.floor, pcall, rawget, select, type, xpcall
local traceback, unpack = globals.traceback, globals.unpack
local length_of = lists.length
local BELIEVED_MAX, CHANCES_MAX = constants.BELIEVED_MAX, constants.CHANCES_MAX

local WHERE = "alphabeta.perft"

-- Makes a counter of the leaves `depth` plies below `root`, in a game as `rules.read` returns it. Returns `run()`,
-- which counts; and `take_back()`, which restores the state after an error. `division`, if there is one, gets the
-- leaves of each successor of the root.
--
-- A step of the path is a move or an outcome. `at` counts the steps to a node. `left` is the number of plies left
-- there: an outcome uses up none.
local function new_counter(game, root, depth, division)
  local style, is_over, chances = game.style, game.is_over, game.chances
  local list_function = style == "children" and "children" or "moves"
  local moves, children = style ~= "children" and game.moves or nil, game.children
  local make, unmake = style == "in place" and game.make or nil, game.unmake
  local play = style == "copying" and game.play or nil

  -- The function that runs, and the plies left at the state that it gets.
  local running, running_left = nil, depth

  -- The moves of the path, what `make` has returned, and how many results that were. `made` steps are made in place.
  local path, undos, undo_counts, made = {}, {}, {}, 0

  -- The node of each list on the path. By node: the length of its list, the index of its current entry, and the array
  -- that `moves` may fill.
  local at_list, lengths, indexes, filled = {}, {}, {}, {}

  local function reject(mistake)
    message.fail("alphabeta: callback '%s' at ply %d: %s", running, depth - running_left, mistake)
  end

  -- Raises an error if a list has no entry at `index`. The entry is no true value.
  local function check_entry(list, n, index, left, into)
    if type(rawget(list, index)) ~= "nil" then return end
    running, running_left = list_function, left
    reject(lists.hole(list, n, index, into))
  end

  -- Reads an answer that is no iterator, and not simply a new array. Returns the list and its length.
  local function read_list(answer, state, at, into)
    local list, n, mistake = lists.read(list_function, answer, into, at == 0, state)
    if n and n > BELIEVED_MAX then mistake = lists.missing(list, n) end
    local before = list and list ~= into and at_list[list]
    if before then
      mistake = lists.overwritten(list, lengths[before], indexes[before], path[before + 1], before)
    end
    if mistake then reject(mistake) end
    return list, n
  end

  local count

  -- Counts below a move that `make` was called for, with these results, and takes the move back. The move counts as
  -- made at once: an error of a debug hook may strike before any instruction.
  local function count_made(state, move, left, at, row, ...)
    made = at
    local results = select("#", ...)
    if results > 1 then undos[at] = {...} else undos[at] = (...) end
    undo_counts[at] = results
    local leaves = count(state, left, at, row)
    running, running_left = "unmake", left
    unmake(state, move, ...)
    made = at - 1
    return leaves
  end

  -- The state that a move leads to.
  local function played(state, move)
    running = "play"
    local after = play(state, move)
    if not after and type(after) == "nil" then reject "expected a state, got nil" end
    return after
  end

  -- Counts below a successor, the step `at`, of a node with `before` plies left. `left` are left after the step, which
  -- is the outcome `row` of as many in a row, or a move.
  local function count_below(state, own, before, left, at, row)
    path[at], running_left = own, before
    if make then
      running = "make"
      return count_made(state, own, left, at, row, make(state, own))
    end
    if play then own = played(state, own) end
    return count(own, left, at, row)
  end

  -- Counts the leaves of a node whose successors come from an iterator.
  local function count_drawn(state, iterator, left, at)
    local sum, shares = 0, at == 0 and division
    running = "iterator"
    local own = iterator()
    while own or type(own) ~= "nil" do
      local leaves = 1
      if left > 1 then
        leaves = count_below(state, own, left, left - 1, at + 1)
        running, running_left = "iterator", left
      end
      sum = sum + leaves
      if shares then shares[#shares + 1] = {move = own, leaves = floor(leaves)} end
      own = iterator()
    end
    return sum
  end

  -- Counts the leaves of a chance node, after `row` others in a row.
  local function count_outcomes(state, answer, left, at, row)
    if row >= CHANCES_MAX then
      reject(("expected a decision or the end after %d chance nodes in a row"):format(CHANCES_MAX))
    end
    local outcomes, probabilities, sum, shares = {}, {}, 0, at == 0 and division
    local n, mistake = lists.read_outcomes(answer, outcomes, probabilities, state)
    if not n then reject(mistake) end
    for i = 1, n do
      if probabilities[i] > 0 then
        local leaves = count_below(state, outcomes[i], left, left, at + 1, row + 1)
        sum = sum + leaves
        if shares then shares[#shares + 1] = {move = outcomes[i], leaves = floor(leaves)} end
      end
    end
    return sum
  end

  -- Counts the leaves of a node, with one ply left or more. It follows `row` outcomes in a row.
  function count(state, left, at, row)
    running_left = left
    if is_over then
      running = "is_over"
      if is_over(state) then return 0 end
    end
    if chances then
      running = "chances"
      local answer = chances(state)
      if type(answer) ~= "nil" then return count_outcomes(state, answer, left, at, row or 0) end
    end
    running = list_function
    local into, list, n
    if moves then
      into = filled[at]
      if not into then
        into = {}
        filled[at] = into
      end
      list = moves(state, into)
    else
      list = children(state)
    end
    if type(list) == "function" then return count_drawn(state, list, left, at) end
    if type(list) == "table" and list ~= into and not at_list[list] and at > 0 then n = length_of(list) end
    if not n or n == 0 or n > BELIEVED_MAX then list, n = read_list(list, state, at, into) end
    local shares = at == 0 and division
    if left == 1 and not shares then
      for i = 1, n do
        if not list[i] then check_entry(list, n, i, left, into) end
      end
      return n
    end
    if n == 0 then return 0 end
    at_list[list], lengths[at] = at, n
    local sum = 0
    for i = 1, n do
      local own = list[i]
      if not own then check_entry(list, n, i, left, into) end
      local leaves = 1
      if left > 1 then
        local step = at + 1
        path[step], indexes[at], running_left = own, i, left
        if make then -- as in `count_below`, with a call less
          running = "make"
          leaves = count_made(state, own, left - 1, step, nil, make(state, own))
        else
          local child = own
          if play then child = played(state, own) end
          leaves = count(child, left - 1, step)
        end
      end
      sum = sum + leaves
      if shares then shares[#shares + 1] = {move = own, leaves = floor(leaves)} end
    end
    at_list[list] = nil
    return sum
  end

  -- Explains an error, for a handler.
  local function handle(err)
    if not running then return err end
    local is_traced
    err, is_traced = errors.explain(err, running, depth - running_left, game[running], root)
    return is_traced and traceback and traceback(err, 2) or err
  end

  -- Takes back all moves that are made, even if `unmake` fails.
  local function take_back()
    while made > 0 do
      local at = made
      pcall(function()
        local results, undo = undo_counts[at], undos[at]
        unmake(root, path[at], unpack(results > 1 and undo or {undo}, 1, results))
      end)
      made = at - 1
    end
  end

  local function run()
    local ok, leaves = xpcall(function() return depth == 0 and 1 or floor(count(root, depth, 0)) end, handle)
    if ok then return leaves end
    take_back()
    error(leaves, 0)
  end

  return run, take_back
end

-- Reads the arguments. Returns the depth, the game, and an array for the leaves of each move if option `divide` wants
-- them.
local function read(state, depth, given)
  if type(state) == "nil" then message.fail("%s: argument 'state': expected a state, got nil", WHERE) end
  depth = options.read_depth(depth, WHERE)
  local values = options.new(engine)
  options.read(values, given, WHERE, "perft")
  local source = values.objects.game
  if type(source) == "nil" then source = state end
  return depth, rules.read(engine, source, WHERE, true), values.values.divide ~= 0 and {} or nil
end

-- Counts the leaves at a depth, from 0 to 10000; with option `divide`, also those of each move of the root. Returns nil
-- and the mistake for one of the caller's or the game's.
return function(state, depth, given)
  local leaves, division, run, take_back
  local ok, err = pcall(function()
    local read_depth, game
    read_depth, game, division = read(state, depth, given)
    run, take_back = new_counter(game, state, read_depth, division)
    leaves = run()
  end)
  if ok then return leaves, division end
  if take_back then take_back() end -- an error of a debug hook may have struck in `run`
  local mistake = message.text_of(err)
  if not mistake then error(err, 0) end
  return nil, mistake
end
