-- alphabeta.perft: counts the leaves of a game at a depth, to check its rules. Internal: `alphabeta` loads it when it
-- is first called, whichever engine searches.
--
-- It walks the tree by the functions that the engine in Lua calls the game with: so answers are checked, errors told
-- and the state restored as in a search. Moves of the last ply are counted, and not made. What most games do, moves in
-- arrays that are made in place, takes fewer steps: `count_last` and `count_made`.

local PACKAGE = (... or "alphabeta.perft"):match "^(.*)%.[^.]*$"

local engine = require("alphabeta.core").engine
local backup = require(PACKAGE .. ".fallback.backup")
local BELIEVED_MAX = require(PACKAGE .. ".common.constant_rows").BELIEVED_MAX
local calls = require(PACKAGE .. ".fallback.calls")
local globals = require(PACKAGE .. ".common.globals")
local message = require(PACKAGE .. ".front.message")
local options = require(PACKAGE .. ".front.options")
local rules = require(PACKAGE .. ".front.rules")
local run = require(PACKAGE .. ".fallback.run")
local AT_NODE = require(PACKAGE .. ".fallback.running").AT_NODE
local successors = require(PACKAGE .. ".fallback.successors")

local error, floor, pcall, select, type = error, math.floor, pcall, select, type
local rawlen = globals.rawlen or function(list) return #list end
local enter, leave = calls.enter, calls.leave
local expand, more, successor = successors.expand, successors.more, successors.get
local frame_above = backup.frame_above

local WHERE = "alphabeta.perft"

-- The number of successors of a node, which are all listed.
local function count_listed(e, f)
  while f.is_lazy do more(e, f) end
  local list, n = f.list, f.count
  for i = 1, n do
    if not list[i] then successor(e, f, i) end
  end
  return n
end

-- Counts the moves of a node of a game without chance nodes that is not the root. `e.lists` is the set of the lists on
-- the path.
local function count_last(e, f)
  local state, filled = f.state, f.filled
  e.current = f
  if e.is_over then
    e.running = AT_NODE.is_over
    if e.is_over(state) then return 0 end
  end
  e.running = AT_NODE.moves
  local list = e.moves(state, filled)
  if type(list) == "table" and list ~= filled and not e.lists[list] then
    local n = rawlen(list)
    if n > 0 and n <= BELIEVED_MAX then
      for i = 1, n do
        if not list[i] then
          f.list, f.count, f.lister = list, n, "moves"
          successor(e, f, i)
        end
      end
      return n
    end
  end
  successors.take(e, f, AT_NODE.moves, list)
  return count_listed(e, f)
end

local count

-- Counts the leaves below a move that was made in place, with these results, and takes it back.
local function count_made(e, c, depth, state, move, ...)
  local results = select("#", ...)
  c.undo_count, c.undo = results, (...)
  if results > 1 then calls.keep_many(c, results, ...) end
  e.made = c.at
  local leaves = depth == 1 and e.is_plain and count_last(e, c) or count(e, c, depth)
  e.running = AT_NODE.unmake
  if results == 0 then e.unmake(state, move) else calls.unmake(e, c) end
  e.made = c.at - 1
  return leaves
end

-- Counts the leaves `depth` plies below a node that was entered; `division`, if there is one, gets those of each
-- successor. An outcome of a chance node uses up no ply, and counts if it is possible.
function count(e, f, depth, division)
  e.current, f.is_chance = f, false
  expand(e, f)
  local is_chance = f.is_chance
  local is_last = depth == 1 and not is_chance
  if is_last and not division then return count_listed(e, f) end
  local c = f.above or frame_above(f)
  local sum, index, is_made = 0, 0, e.style == "in place" and not (is_chance or is_last)
  local state, list = f.state, f.list
  if list then e.lists[list] = true end
  c.filled = c.filled or {}
  c.ply = is_chance and f.ply or f.ply + 1
  while index < f.count or f.is_lazy and more(e, f) do
    index = index + 1
    if not is_chance or f.probabilities[index] > 0 then
      local leaves = 1
      if is_made then
        local move = list[index]
        if not move then move = successor(e, f, index) end
        f.entered_index, c.entered, c.state = index, move, state
        e.running = AT_NODE.make
        leaves = count_made(e, c, depth - 1, state, move, e.make(state, move))
        e.current = f
      elseif not is_last then
        enter(e, f, c, index)
        leaves = count(e, c, is_chance and depth or depth - 1)
        leave(e, c)
        e.current = f
      end
      sum = sum + leaves
      if division then division[#division + 1] = {move = successor(e, f, index), leaves = floor(leaves)} end
    end
  end
  if list then e.lists[list] = nil end
  return sum
end

-- Reads the arguments. Returns what the functions of the engine in Lua know of a search.
local function prepare(state, depth, given)
  if type(state) == "nil" then message.fail("%s: argument 'state': expected a state, got nil", WHERE) end
  depth = options.read_depth(depth, WHERE)
  local read = options.new(engine)
  options.read(read, given, WHERE, "perft")
  local source = read.objects.game
  if type(source) == "nil" then source = state end
  local e = rules.read(engine, source, WHERE, true)
  e.made, e.lists, e.is_plain = 0, {}, not e.chances
  e.root = frame_above {at = -1}
  e.root.parent, e.root.state, e.root.depth, e.current = nil, state, depth, e.root
  e.division = read.values.divide ~= 0 and {} or nil
  return e
end

-- Counts the leaves at a depth, from 0 to 10000; with option `divide`, also those of each move of the root. Returns nil
-- and the mistake for one of the caller's or the game's.
return function(state, depth, given)
  local e
  local ok, err = pcall(function()
    e = prepare(state, depth, given)
    run.all(e, function()
      local root = e.root
      e.leaves = root.depth == 0 and 1 or floor(count(e, root, root.depth, e.division))
    end)
  end)
  if ok then return e.leaves, e.division end
  if e then run.recover(e) end
  local mistake = message.text_of(err)
  if not mistake then error(err, 0) end
  return nil, mistake
end
