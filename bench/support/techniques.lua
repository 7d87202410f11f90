--- The techniques that make a search need fewer calls, each with what it takes to switch it on.
-- What is not named is off, whatever the module's defaults are: so a figure belongs to a technique, not to a version.
-- @module bench.support.techniques

local rows = require "rows.techniques"

local CALLBACKS = {"moves", "make", "unmake", "play", "children", "evaluate", "player", "is_over"}
local SWITCHED = {hash = true, move_id = true, find_move = true, bounds = true}
local OFF = {algorithm = "alphabeta", table = 0, deepening = false}
local TABLE = 16 -- MiB

local techniques = {}

--- The names of the techniques that learn, such as killers.
techniques.LEARNING = {}
for _, technique in ipairs(rows) do
  if technique.learns then
    techniques.LEARNING[#techniques.LEARNING + 1], SWITCHED[technique[1]] = technique[1], true
  end
end

--- The value of a switch that leaves an option to the module.
techniques.DEFAULT = {}

--- A technique, or several together.
-- @tparam string name in a report
-- @tparam[opt] {[string]=any} switches `order = true`: by the game's own order; `hash = true`: with a table;
--   `move_id`, `find_move` or `bounds = true`: with this function of the game; `killers` or another one that learns:
--   with that; all others are options of a search
-- @treturn table a row
function techniques.row(name, switches)
  return {name = name, switches = switches or {}}
end

-- Whether a row has what is on by default in a game with `hash`.
local function learns(row)
  for _, name in ipairs(techniques.LEARNING) do
    if row.switches[name] then return true end
  end
  return row.switches.hash
end

-- What such a row is to be without.
local function missing(row)
  local names = {}
  for _, name in ipairs(techniques.LEARNING) do
    if not row.switches[name] then names[#names + 1] = name end
  end
  if not row.switches.hash then names[#names + 1] = "table" end
  return names
end

--- A game with only the functions of a row.
-- @tparam table row
-- @tparam table game the rules, `hash` among them
-- @tparam function order its `order`
-- @tparam[opt] function bounds its `bounds`
-- @treturn table a game
function techniques.game(row, game, order, bounds)
  local copy = {}
  for _, name in ipairs(CALLBACKS) do copy[name] = game[name] end
  if row.switches.order == true then copy.order = order end
  if row.switches.bounds then copy.bounds = bounds end
  if learns(row) then copy.hash = game.hash end
  for _, name in ipairs {"move_id", "find_move"} do
    if row.switches[name] then copy[name] = game[name] end
  end
  return copy
end

--- The options of a row.
-- @tparam table row
-- @tparam table game see `techniques.game`
-- @tparam[opt] {[string]=any} common options of all rows
-- @treturn {[string]=any}
function techniques.options(row, game, common)
  local options = {game = game}
  for name, value in pairs(OFF) do options[name] = value end
  for name, value in pairs(common or {}) do options[name] = value end
  for name, value in pairs(row.switches) do
    if not SWITCHED[name] and not (name == "order" and value == true) then
      options[name] = value
      if value == techniques.DEFAULT then options[name] = nil end
    end
  end
  if learns(row) then options.table, options.without = TABLE, missing(row) end
  return options
end

return techniques
