-- Gives the C module the functions in Lua that both engines share. Private; `alphabeta` loads this.

local use = require((...):match "^(.*)%..*%." .. ".use")

local meaning, message, option_table = use("front.meaning", "front.message", "front.option_table")
local options, plan, result = use("front.options", "front.plan", "front.result")
local rules, NAMES = use("front.rules", "front.function_rows")

local error, huge, next, pcall, rawequal, rawget, type = error, math.huge, next, pcall, rawequal, rawget, type
local fail, is_plain = message.fail, rules.is_plain

-- The offset of the deals' random numbers in those of a seed, beyond the number of the search.
local DEALS = 2000000000

-- The options that only limit a search.
local LIMITS = {"depth", "time", "think", "clock", "nodes"}
local is_limit = {}
for i = 1, #LIMITS do is_limit[LIMITS[i]] = true end

-- Whether the second argument of a search only limits it.
local function limits_alone(argument)
  if type(argument) ~= "table" then return true end
  if not is_plain(argument) then return false end
  for name in next, argument do
    if not is_limit[name] then return false end
  end
  return true
end

-- The options of a searcher for one search, with its second argument: see plan.read_search. If the game is the
-- searcher's own and the argument only limits the search, the options and their checks are kept.
local function of_search(own, where, count, state, argument)
  local is_kept = not rawequal(own.objects.game, nil) and limits_alone(argument)
  local given = is_kept and own.usual or options.copy(own)
  for i = 1, #LIMITS do
    local name = LIMITS[i]
    given.values[name], given.objects[name] = rawget(own.values, name), own.objects[name]
  end
  plan.read_search(given, where, count, state, argument)
  if is_kept then own.usual = given end
  return given
end

-- Whether a value has the functions that were found in it before, as far as that can be said without running anything.
local function has_same_functions(source, game)
  if not is_plain(source) then return false end
  for i = 1, #NAMES do
    if not rawequal(source[NAMES[i]], game[NAMES[i]]) then return false end
  end
  return true
end

-- Whether a plan is still valid: the limits, and the depth of the last search, are the same as when it was made.
local function is_same(e, given, last)
  if not e or e.last ~= last then return false end
  local planned, soft, values, objects = e.planned, e.soft, given.values, given.objects
  for i = 1, #LIMITS do
    local name = LIMITS[i]
    if planned[i] ~= values[name] or soft[i] ~= objects[name] then return false end
  end
  return has_same_functions(given.objects.game, e.game)
end

-- Raises an error if a shared table is closed.
local function check_table(own, where)
  if own.values.table == option_table.OBJECT and not own.engine.is_open(own.objects.table) then
    fail("%s: option 'table': expected an open table, got a closed one", where)
  end
end

-- The plan of a search by the method `where` of a searcher, which got `count` arguments. `last` is the depth that its
-- last search completed. If nothing has changed that the plan depends on, it is that of an earlier search, with the
-- field `is_kept`. The C module reads such a plan once.
local function search(own, where, last, count, state, argument)
  local given = of_search(own, where, count, state, argument)
  if is_same(given.plan, given, last) then return given.plan end
  local e, game = plan.of_options(given, where, state, last, false)
  if own.usual == given and not e.hashes_content and not e.method and not e.follows_lines then
    local planned, soft = {}, {}
    for i = 1, #LIMITS do planned[i], soft[i] = given.values[LIMITS[i]], given.objects[LIMITS[i]] end
    e.is_kept, e.last, e.planned, e.soft, e.game = true, last, planned, soft, game
    given.plan = e -- when it is whole: an error of a debug hook may strike before
  end
  return e
end

-- As result.values; a plan keeps the names of techniques.
local function values_of(e, best, value, info, of)
  local field, names = info.has_content and "techniques_with_content" or "techniques", {}
  local known = e[field] or result.techniques(e, info.has_content)
  for i = 1, #known do names[i] = known[i] end
  e[field], info.techniques = known, names
  return result.values(e, best, value, info, of)
end

-- Makes the function of a module about the root's moves, which is loaded when an option first asks for it.
local function of_root(module, name)
  local own
  return function(...)
    own = own or use("root." .. module)[name]
    return own(...)
  end
end

-- The moves that a search knows while its first playouts find out about the game, and before its first deal: none.
local NOTHING = {list = {}, bound = 0, temperature = 0}

-- The record of the root's moves, for root/ranking.lua, of a search by a plan with a `method`: `other` is its tree of
-- playouts, see playouts/values.lua, or its searches of deals, see deals/sum.lua.
local function rank_other(e, other, random, chosen)
  if e.method == "lines" or not other then return NOTHING end
  if e.method == "deals" then return other:ranked(random, chosen) end
  return use "playouts.values".ranked(e, other, random, chosen)
end

-- Best move, value and info of such a search. `deals` is how many were drawn. `over` is the value of a finished game,
-- if it searches deals. `is_part`: its tree is one of several, so `info` gets that, too.
local function result_of_other(e, other, info, is_ranked, random, chosen, deals, over, is_part)
  local best, value
  info.deals = deals
  if e.method == "lines" then
    info.nodes = 0 -- its plies are none
  elseif e.method == "deals" then
    if other then best, value = other:found(info) end
    if over then value = over end
  else
    local values = use "playouts.values"
    best, value = values.found(e, other, info)
    if is_part then info.tree = values.part(e, other, random) end
  end
  local of = is_ranked and rank_other(e, other, random, chosen) or nil
  return values_of(e, best, value, info, of)
end

-- The answer of `result` for a state where the game goes on; nil after an error of the game's own. If `result` searches
-- in turn, that search does not ask it.
local function said(ask, state, me)
  local asking, current = {result = ask}, use "front.current"
  current.note_asking(asking)
  local ok, answer = pcall(current.said, ask, state, me)
  asking.ended = true
  if not ok then error(answer, 0) end
  return answer
end

-- The function of random numbers that `deal` gets in a search with this number, by a seed.
local function random_of_deals(seed, number)
  local randoms = use "common.random"
  return randoms.of_game(randoms.from_number(seed, DEALS + number))
end

-- Gives a core module its functions.
-- @tparam table core
return function(core)
  local engine = core.engine
  engine.check_table, engine.clock = check_table, core.clock
  function core.options() return use "front.option_texts".rows() end
  function core.accepts(name, value) return option_table.accepts(engine, name, value) end
  function core.game_fields(game, state, given) return meaning.game_fields(engine, game, state, given) end

  core.set_front {
    mark = message.mark, search = search, result = values_of,
    once = function(state, depth, given) return (plan.once(engine, state, depth, given)) end,
    slice = function(own, argument)
      return options.read_slice(engine, argument, "searcher:step", own.values.slice)
    end,
    searcher = function(game, given)
      local own = plan.searcher(engine, game, given)
      return own, own.values.slice < huge
    end,
    meaning = function(own) return meaning.of(own), own.objects.game end,
    forget = options.forget,
    kept = function(own)
      local game = own.objects.game
      if not rawequal(game, nil) then game = rules.read(own.engine, game, "alphabeta") end
      return own.objects.table or own.values.table, meaning.settings(own, game)
    end,
    take = of_root("selection", "take"), mistake_at_chance = of_root("selection", "mistake_at_chance"),
    for_level = of_root("ranking", "for_level"), place = of_root("ranking", "place"),
    rank_other = rank_other, result_of_other = result_of_other, said = said, random_of_deals = random_of_deals,
    most_plies = function(e, count) return use "front.current".most_plies(e, e.found, count) end,
    have_common_object = function(...) return use "playouts.lists".have_common_object(...) end,
    in_order_of = function(...) return use "playouts.lists".in_order_of(...) end,
    new_numbers = function() return use "playouts.states"(core.zobrist(1).get, "userdata") end,
    new_aside = function(...) return use "playouts.aside"(core, ...) end,
    new_deals = function(e) return use "deals.sum".new(core, e) end,
  }
end
