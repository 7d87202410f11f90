-- A game that can only play moves: copies what a move may change, and restores it. Internal: this is
-- `alphabeta.snapshot`, which loads it with the first game.
--
-- One table collects the values that a move may change, its roots. So they are copied together, and a table that many
-- of them share is copied once.

local use = require((...):match "^(.*)%." .. ".use")

local core, globals, options = use("common.core", "common.globals", "common.options")
local snapshots = use "common.snapshots"
local values = use "common.values"

local concat, error, ipairs, pairs, pcall, rawget, rawset, select, type, xpcall =
  table.concat, error, ipairs, pairs, pcall, rawget, rawset, select, type, xpcall
local unpack = globals.unpack
local traceback = globals.traceback or function(err) return err end

local WHERE = "alphabeta.snapshot"

local snapshot = {}

-- The record of each of these games, by its function `make`: `collect(state)`, which returns the table of the roots;
-- `is_root(holder, key)`, whether a field, or the local variable of this number, is one; `list_unused()`, the names of
-- `changes` where nothing ever was; `env`; `play`, the function that was given; `perform(state, move)`, which is `make`
-- with nothing muted; and `is_own`, the set of the game's functions that were made here.
snapshot.games = setmetatable({}, {__mode = "k"})

-- Names ---------------------------------------------------------------------------------------------------------------

local PATH = "^[%a_][%w_]*$"

-- The names of a path such as "board" or "world.board"; nil if it is none.
local function names_of(path)
  local names = {}
  for name in (path .. "."):gmatch "([^.]*)%." do
    if not name:find(PATH) then return nil end
    names[#names + 1] = name
  end
  return names
end

-- The table with the field at a path, and the name of the field; nil if there is none.
local function find_holder(env, names)
  local holder = env
  for i = 1, #names - 1 do
    holder = holder[names[i]]
    if type(holder) ~= "table" then return nil end
  end
  return holder, names[#names]
end

-- Silence -------------------------------------------------------------------------------------------------------------

local function nothing() end

-- Raises an error if a name leads to no function. The game may have been made before its functions.
local function check_muted(env, paths)
  for i, names in ipairs(paths) do
    local holder, key = find_holder(env, names)
    local muted = holder and holder[key]
    if not values.is_callable(muted) then
      error(("%s: %s"):format(WHERE, options.message("mute", ("a function at '%s' in 'env'"):format(concat(names, ".")),
        ("%s at index %d"):format(values.describe(muted or nil), i))), 0)
    end
  end
end

-- Makes two functions: one replaces functions by one that does nothing, the other restores them. Calls may be nested.
local function new_silence(env, paths)
  local depth, is_checked, holders, keys, saved = 0, false, {}, {}, {}
  local function enter()
    if not is_checked then check_muted(env, paths) end
    is_checked = true
    depth = depth + 1
    if depth > 1 then return end
    for i, names in ipairs(paths) do
      local holder, key = find_holder(env, names)
      holders[i], keys[i] = holder or false, key
      if holder then
        saved[i] = rawget(holder, key)
        rawset(holder, key, nothing)
      end
    end
  end
  local function leave()
    depth = depth - 1
    if depth > 0 then return end
    for i = #paths, 1, -1 do
      if holders[i] then rawset(holders[i], keys[i], saved[i]) end
    end
  end
  return enter, leave
end

-- Adds a traceback to an error message.
local function trace(err)
  return type(err) == "string" and traceback(err, 2) or err
end

-- Makes a function that makes others silent: they run between `enter` and `leave`, whatever ends them.
local function new_muffler(enter, leave)
  local function finish(ok, ...)
    leave()
    if not ok then error((...), 0) end
    return ...
  end

  return function(callee)
    return function(...)
      local arguments, count = {...}, select("#", ...)
      enter()
      return finish(xpcall(function() return callee(unpack(arguments, 1, count)) end, trace))
    end
  end
end

-- Roots ---------------------------------------------------------------------------------------------------------------

-- Replaces nil in a table of roots.
local ABSENT = {}

-- The mistake in a path, if a move would change something that is not copied; nil if there is none.
local function find_mistake(env, names)
  local holder, key = find_holder(env, names)
  if not holder then return "paths through tables of 'env'", ("'%s'"):format(concat(names, ".")) end
  local meta = globals.getmetatable(holder)
  if rawget(holder, key) == nil and type(meta) == "table" and rawget(meta, "__newindex") ~= nil then
    local ok, value = pcall(function() return holder[key] end) -- an error below strict.lua
    if ok and value ~= nil then
      return "fields that can be put back",
        ("'%s', which metamethods keep elsewhere: name what holds it, or local variables in option 'locals'"):format(
          concat(names, "."))
    end
  end
  return nil
end

-- The field that a path leads to.
local function new_field(env, names)
  return {
    read = function()
      local holder, key = find_holder(env, names)
      if holder then return rawget(holder, key) end
      return nil
    end,
    write = function(value)
      local holder, key = find_holder(env, names)
      if holder then rawset(holder, key, value) end
    end,
  }
end

-- The local variables and fields that have names. They are looked for when the first move is made, because the game may
-- be made before its functions.
local function find_variables(play, env, locals, paths)
  local variables, found = {}, {}
  if locals[1] then
    local find, modules = use "common.locals", use "common.modules"
    found = find(play, locals, modules())
  end
  for i, name in ipairs(locals) do
    if not found[name] then
      error(("%s: %s"):format(WHERE, options.message("locals",
        "local variables that 'play' or a function that it calls uses", ("'%s', which none uses"):format(name))), 0)
    end
    variables[i] = found[name]
  end
  for _, names in ipairs(paths) do
    local expected, got = find_mistake(env, names)
    if expected then error(("%s: %s"):format(WHERE, options.message("changes", expected, got)), 0) end
    variables[#variables + 1] = new_field(env, names)
  end
  return variables
end

-- Makes four functions: `collect`, which collects the roots in a table; `put_back`, which restores the named variables
-- and fields; `is_root`, whether a field of a table, or the i-th local variable of a function, is one of these; and
-- `list_unused`, which returns the names that were nil before and after all moves.
local function new_roots(given, env)
  local made, tables, paths, is_used, locals, variables = {}, {}, {}, {}, given.locals or {}, nil
  for _, root in ipairs(given.changes or {}) do
    if type(root) == "table" then tables[#tables + 1] = root else paths[#paths + 1] = names_of(root) end
  end

  function made.collect(state)
    local roots = {}
    variables = variables or find_variables(given.play, env, locals, paths)
    for i, variable in ipairs(variables) do
      local value = variable.read()
      if value == nil then value = ABSENT else is_used[i] = true end
      roots[i] = value
    end
    local n = #variables
    for i, root in ipairs(tables) do roots[n + i] = root end
    if type(state) == "table" then roots[n + #tables + 1] = state end
    return roots
  end

  function made.put_back(roots)
    for i, variable in ipairs(variables) do
      local value = roots[i]
      if value == ABSENT then value = nil end
      if variable.read() ~= value then
        is_used[i] = true
        variable.write(value)
      end
    end
  end

  function made.is_root(holder, key)
    if type(holder) == "function" then
      for i in ipairs(locals) do
        if variables[i].is(holder, key) then return true end
      end
      return false
    end
    for _, names in ipairs(paths) do
      local own, last = find_holder(env, names)
      if own == holder and last == key then return true end
    end
    return false
  end

  function made.list_unused()
    local unused = {}
    for i, names in ipairs(paths) do
      if not is_used[#locals + i] then unused[#unused + 1] = concat(names, ".") end
    end
    return unused
  end

  return made
end

-- The game ------------------------------------------------------------------------------------------------------------

-- The names that a search reads in a game: its functions, and the fields that say what its numbers mean.
local function find_game_names()
  local names = {}
  pcall(core.search, 0, 0, {game = setmetatable({}, {__index = function(_, name) names[name] = true end})})
  for _, row in ipairs(core.options()) do
    if row.in_game then names[row.name] = true end
  end
  return names
end

-- The rows of all options, made when they are first needed.
local rows

local function find_rows()
  if rows then return rows end
  rows = {}
  for name in pairs(find_game_names()) do rows[name] = {"a function of the game", options.is_anything} end
  for _, name in ipairs {"make", "unmake", "children"} do rows[name] = nil end
  rows.changes = {"an array of names and tables", options.is_table}
  rows.env = {"a table", options.is_table}
  rows.locals = {"an array of names", options.is_table}
  rows.mute = {"an array of names", options.is_table}
  rows.play = {"a function", values.is_callable, is_needed = true}
  rows.moves = {"a function", values.is_callable, is_needed = true}
  return rows
end

local function is_path(name) return type(name) == "string" and names_of(name) ~= nil end

-- The options that have entries, what these are, and a function that says whether an entry is right.
local ENTRIES = {
  {"changes", "tables, and names such as 'board' or 'world.board'", function(root)
    return type(root) == "table" or is_path(root)
  end},
  {"locals", "names such as 'board'", function(name) return type(name) == "string" and name:find(PATH) end},
  {"mute", "names such as 'beep' or 'sound.play'", is_path},
}

-- The mistake in an entry of an option; nil if there is none.
local function check_entries(given)
  for _, option in ipairs(ENTRIES) do
    for i, entry in ipairs(given[option[1]] or {}) do
      if not option[3](entry) then
        return options.message(option[1], option[2], ("%s at index %d"):format(values.describe(entry), i))
      end
    end
  end
  return nil
end

-- Those of the options that belong to the game.
local OWN = {changes = true, env = true, locals = true, mute = true, play = true}

-- As `trace`, for an error while a move is played.
local function trace_play(err)
  return type(err) == "string" and trace(err .. "\n\t(alphabeta: in callback 'play', which 'make' calls)") or err
end

-- Makes a function that plays a move, and returns a copy of the values before, for `unmake`.
local function new_make(roots_of, play)
  return function(state, move)
    local roots = roots_of.collect(state)
    if roots[1] == nil then
      error(WHERE .. ": option 'changes': expected what moves change, because the state is no table, got nothing", 0)
    end
    local before = snapshots.take(roots)
    local ok, err = xpcall(function() play(state, move) end, trace_play)
    if not ok then
      snapshots.restore(before)
      roots_of.put_back(roots)
      error(err, 0)
    end
    return before
  end
end

-- Adds `make` and `unmake` to a game, and its record to those of all games.
local function add_moves(game, given, env, muffle, is_own)
  local record = new_roots(given, env)
  record.env, record.play, record.is_own = env, given.play, is_own
  record.perform = new_make(record, given.play)
  game.make = muffle and new_make(record, muffle(given.play)) or record.perform

  function game.unmake(_, _, before)
    snapshots.restore(before)
    record.put_back(before.value)
  end

  is_own[game.make], is_own[game.unmake] = true, true
  snapshot.games[game.make] = record
end

-- A function of the game, made silent. One that returns an iterator returns a silent one.
local function silent(callee, muffle)
  local muffled = muffle(callee)
  local function hand_on(answer, ...)
    if type(answer) == "function" then return muffle(answer) end
    return answer, ...
  end
  return function(...) return hand_on(muffled(...)) end
end

-- Makes a game. Returns nil and what is wrong if an option is.
function snapshot.new(given)
  local message = options.check(given, find_rows()) or check_entries(given)
  if message then return nil, WHERE .. ": " .. message end
  local env = given.env or _G
  local muffle
  if given.mute and #given.mute > 0 then
    local paths = {}
    for i, name in ipairs(given.mute) do paths[i] = names_of(name) end
    muffle = new_muffler(new_silence(env, paths))
  end
  local game, is_own = {}, setmetatable({}, {__mode = "k"}) -- weak, so it does not keep the game
  for name, field in pairs(given) do
    if not OWN[name] then
      game[name] = muffle and values.is_callable(field) and silent(field, muffle) or field
      if game[name] ~= field then is_own[game[name]] = true end
    end
  end
  add_moves(game, given, env, muffle, is_own)
  return game
end

return snapshot
