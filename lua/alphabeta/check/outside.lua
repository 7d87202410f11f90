-- What a move changes outside of the roots of a game made by `alphabeta.snapshot`, and so stays changed when it is
-- unmade: other global variables, other tables, local variables of functions. Internal: `alphabeta.check` uses it.
--
-- All tables and functions that can be reached from the environment of the game and from its function `play` are noted,
-- but for those that the roots reach, Lua's own and this module's. Then moves are made and unmade, and what was noted
-- is compared. Tables and local variables are put back afterwards.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, modules, walk = use("common.globals", "common.modules", "common.walk")
local show, snapshots = use("common.show", "common.snapshots")
local lines, positions = use("check.lines", "check.position")
local snapshot_games = use "snapshot".games

local next, pairs, rawequal, rawget, rawset, type = next, pairs, rawequal, rawget, rawset, type
local getmetatable = globals.getmetatable
local getupvalue, setupvalue = globals.field(globals.debug, "getupvalue"), globals.field(globals.debug, "setupvalue")
local loaded = globals.field(globals.package, "loaded") or {}

local outside = {}

local TOO_MANY = "more than 50000 tables and functions can be reached: it was not seen whether moves change what "
  .. "'changes' does not name"

-- With more tables and functions than these, nothing is compared.
local MOST_OBJECTS = 50000

-- How many games are begun, how many moves are tried in them, and how many differences are listed.
local GAMES, MOVES, MOST_DIFFERENCES = 3, 60, 20

-- The objects that are not looked into, as records for `walk`.
local function find_hidden(known, roots)
  local hidden = modules()
  hidden[known.env] = nil
  for object in pairs(known.is_own) do hidden[object] = true end
  for t in pairs(snapshots.take(roots).counts) do hidden[t] = true end
  return hidden
end

-- Notes ---------------------------------------------------------------------------------------------------------------

-- A note of all that can be reached: `tables`, the fields of each; `upvalues`, the local variables of each function, as
-- an array of {name, value}; `parents` and `steps`, from which object each was reached, and how; `order`, the objects.
-- Returns nil when there are too many.
local function take_note(known, hidden)
  local note, box = {tables = {}, upvalues = {}, parents = {}, steps = {}}, {}
  local count = 0

  local function add(object, parent, step, reach)
    local kind = type(object)
    if kind ~= "table" and kind ~= "function" or hidden[object] ~= nil then return end
    count = count + 1
    note.parents[object], note.steps[object] = parent, step
    reach(object)
  end

  local function add_roots(reach)
    add(known.env, nil, "", reach)
    add(known.play, nil, "play", reach)
    for name, module in pairs(loaded) do add(module, nil, tostring(name), reach) end
  end

  local function add_table(t, fields, reach)
    local meta = getmetatable(t)
    if meta and type(meta) == "table" and rawget(meta, "__mode") then return end -- the collector changes it
    for key, value in next, t do
      fields[key] = value
      add(value, t, show.step(key, true), reach)
    end
    note.tables[t] = fields
    if meta then add(meta, t, "(metatable)", reach) end
  end

  local function add_function(f, list, reach)
    for i, name, value in globals.upvalues(f) do
      if name == "" then break end -- of a C function
      list[i] = {name = name, value = value}
      add(value, f, "local " .. name, reach)
    end
    note.upvalues[f] = list
  end

  local _
  _, note.order = walk(box, function(object, record, reach)
    if object == box then
      add_roots(reach)
    elseif type(object) == "table" then
      add_table(object, record, reach)
    else
      add_function(object, record, reach)
    end
    return count > MOST_OBJECTS
  end, hidden)
  if count > MOST_OBJECTS then return nil end
  return note
end

-- The path to a field or a local variable of an object: "score", "players[1].score", "play (local count)".
local function path_of(note, object, step)
  local path = step
  while object ~= nil do
    local own = note.steps[object]
    if own ~= "" then
      if path:find "^local " then
        path = own .. " (" .. path .. ")"
      else
        path = own .. (path:find "^[[(]" and path or "." .. path)
      end
    end
    object = note.parents[object]
  end
  return (path:gsub("^local ", ""))
end

-- Compares what there is with a note, and puts it back. Returns an array of differences, as those of a finding.
local function compare(note, is_root, exclude)
  local differences = {}

  local function differ(object, step, before, after)
    local path = path_of(note, object, step)
    if exclude[path] or #differences == MOST_DIFFERENCES then return end
    differences[#differences + 1] = {
      path = path, before = type(before) ~= "table" and before or "table",
      after = type(after) ~= "table" and after or "table",
      text = ("%s: %s before, %s after"):format(path, show.text(before), show.text(after)),
    }
  end

  local function compare_table(t, fields)
    local keys = {}
    for key in next, fields do keys[key] = true end
    for key in next, t do keys[key] = true end
    for key in pairs(keys) do
      local before, after = fields[key], rawget(t, key)
      if not rawequal(before, after) and not (before ~= before and after ~= after) and not is_root(t, key) then
        differ(t, show.step(key, true), before, after)
        rawset(t, key, before)
      end
    end
  end

  for _, object in ipairs(note.order) do
    if note.tables[object] then
      compare_table(object, note.tables[object])
    else
      for i, upvalue in ipairs(note.upvalues[object] or {}) do
        local _, now = getupvalue(object, i)
        local is_same = rawequal(upvalue.value, now) or now ~= now and upvalue.value ~= upvalue.value
        if not is_same and not is_root(object, i) then
          differ(object, "local " .. upvalue.name, upvalue.value, now)
          setupvalue(object, i, upvalue.value)
        end
      end
    end
  end
  table.sort(differences, function(a, b) return a.path < b.path end)
  return differences
end

-- The check -----------------------------------------------------------------------------------------------------------

local function nothing() end

-- Tries moves of some games, in a game that `alphabeta.snapshot` has made, until one changes anything outside. Returns
-- a function that puts back what moves have changed since then, for the end of the check.
function outside.examine(run, generator)
  local plan = run.plan
  local known = snapshot_games[plan.rules.make]
  if not known then return nothing end
  local exclude = {}
  for _, path in ipairs(plan.exclude) do exclude[path] = true end
  local note, tried, has_found = nil, 0, false
  local position

  local function try(step)
    tried = tried + 1
    local _, undo = position:make(step)
    position:unmake(step, undo)
    local differences = compare(note, known.is_root, exclude)
    has_found = #differences > 0
    if has_found then
      position:found("outside", "make", step, "changes what 'changes' does not name, and 'unmake' does not put it back",
        {differences = differences})
    end
  end

  local function play()
    while not has_found and tried < MOVES do
      local list, is_chance = position:successors()
      if not list then break end
      for index = 1, #position.steps == 0 and #list or 0 do
        if not has_found then try(lines.step(list, index, is_chance)) end
      end
      local step = lines.choose(generator, list, is_chance)
      position.snapshot = snapshots.take(position.state)
      if not has_found then try(step) end
      position:go(step)
    end
    position:unwind()
  end

  for _ = 1, GAMES do
    if has_found then break end
    position = positions.begin(run)
    if not note then
      note = take_note(known, find_hidden(known, known.collect(position.state)))
      if not note then
        run.findings:skip("outside", "objects", TOO_MANY)
        return nothing
      end
    end
    positions.attempt(play)
  end
  return function() compare(note, known.is_root, exclude) end
end

return outside
