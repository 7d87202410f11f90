-- Checks that the options of a search go together, and with the functions of the game. Internal.
--
-- `own` are options as options.lua has them, and `where` is the name of the function that the user has called.

local use = require((...):match "^(.*)%..*%." .. ".use")

local fail = use "front.message".fail
local options, option_table = use("front.options", "front.option_table")

local format, huge, ipairs, next, sort = string.format, math.huge, ipairs, next, table.sort
local by_name, DEPTH_MAX, IN_GAME, OBJECT =
  option_table.by_name, option_table.DEPTH_MAX, option_table.IN_GAME, option_table.OBJECT
local algorithm_of, greatest_depth, has, is_uct, quiescence_of =
  options.algorithm_of, options.greatest_depth, options.has, options.is_uct, options.quiescence_of
local VIEWS = by_name.view.numbers

local checks = {}

local function goes_first(row, other) return row.index < other.index end

-- The rows, in order, of options that were given, are not turned off, and may have no effect beside others.
local function needy_rows(own)
  local found = {}
  for name, number in next, own.values do
    local row = by_name[name]
    if not row.needs_nothing and number ~= row.off then found[#found + 1] = row end
  end
  if found[2] then sort(found, goes_first) end
  return found
end

local function kind_of(own, name)
  return own.from_game[name] and "game field" or "option"
end

-- Which needs the options fulfil, and the game, if it is known.
local function needs_met(own, game)
  local values, has_level = own.values, options.level_of(own) ~= 0
  return {
    no_level = not has_level, repetition = has(own, "repetition"), max = values.view == VIEWS.max,
    view_player = values.view == VIEWS.player, content = values.hash ~= 0 or has(own, "repetition"),
    hash = game and game.hash ~= nil or is_uct(own), noisy = game and game.noisy ~= nil,
    pass = game and game.pass ~= nil, deal = game and game.deal ~= nil,
  }
end

-- Raises an error if a given option needs another option, or, if the game is known, something of the game, and that is
-- missing.
local function check_needs(own, where, game)
  local met
  for _, row in ipairs(own.needy) do
    if row.has_needs then
      met = met or needs_met(own, game)
      for _, need in ipairs(option_table.NEEDS) do
        if row.needs[need.name] and not need.of_game == not game and not met[need.name] then
          fail("%s: %s '%s' needs %s", where, kind_of(own, row.name), row.name, need.text)
        end
      end
    end
  end
end

-- Drops options from the game's fields that mean nothing with the algorithm.
local function drop_unused(own)
  if not own.is_from_game then return end
  local algorithm = algorithm_of(own, false)
  for i = 1, #IN_GAME do
    local row = IN_GAME[i]
    if own.from_game[row.name]
      and (not row.algorithms[algorithm] or row.name == "max_player" and own.values.view ~= VIEWS.player) then
      own.values[row.name], own.objects[row.name] = nil, nil
    end
  end
end

local function check_algorithm(own, where)
  local algorithm = algorithm_of(own, false)
  for _, row in ipairs(own.needy) do
    if not row.algorithms[algorithm] then
      fail("%s: option '%s' needs algorithm %s, got '%s'", where, row.name,
        use "front.option_texts".algorithms(row.algorithms), algorithm)
    end
  end
end

-- Checks the numbers that values are compared with.
local function check_values(own, where)
  local values = own.values
  local low, high, win = values.value_min, values.value_max, values.win
  local low_kind, high_kind = kind_of(own, "value_min"), kind_of(own, "value_max")
  if values.view == VIEWS.player and not has(own, "max_player") then
    fail("%s: view 'player' needs option 'max_player'", where)
  end
  if values.alpha >= values.beta then fail("%s: option 'alpha' must be less than option 'beta'", where) end
  if low >= high then
    fail("%s: %s 'value_min' must be less than %s 'value_max'", where, low_kind, high_kind)
  end
  if win < huge and high <= -win then fail("%s: %s 'value_max' must be greater than -win", where, high_kind) end
  if win < huge and low >= win then
    fail("%s: %s 'value_min' must be less than %s 'win'", where, low_kind, kind_of(own, "win"))
  end
  if values.view == VIEWS.mover and low ~= -high then
    fail("%s: %s 'value_min' must be the opposite of %s 'value_max' with view 'mover'", where, low_kind, high_kind)
  end
end

-- Checks how far the search goes, in a game with `noisy` or without.
local function check_extent(own, where, has_noisy)
  local depth, win, quiescence = own.depth, own.values.win, quiescence_of(own, has_noisy)
  if depth < 0 and not own.is_limited and not has(own, "depth") then
    if is_uct(own) then
      fail("%s: limit 'nodes': expected a time or a number of nodes with algorithm 'uct', got none", where)
    end
    fail("%s: limit 'depth': expected a depth, a time or a number of nodes, got none", where)
  end
  if depth < 0 and greatest_depth(own, quiescence) < 0 then
    fail("%s: %s 'win' must be greater than option 'quiescence'", where, kind_of(own, "win"))
  end
  if win < huge and depth + quiescence >= win then
    fail("%s: %s 'win' must be greater than the depth, %d", where, kind_of(own, "win"), depth + quiescence)
  end
  if depth + quiescence > DEPTH_MAX then
    fail("%s: the depth and option 'quiescence' must not exceed %d together", where, DEPTH_MAX)
  end
end

-- Checks that soft limits have an effect: they are looked at after each iteration.
local function check_soft(own, where)
  if own.values.deepening ~= 0 then return end
  for _, name in ipairs {"nodes", "think", "clock"} do
    if options.soft_of(own, name) < huge then
      fail("%s: option '%s': a soft limit needs option 'deepening'", where, name)
    end
  end
end

-- Checks options before the game's functions are known. All but the limits is checked once, unless the algorithm may
-- not have one of them.
function checks.options(own, where)
  if not own.is_checked or own.algorithm == "uct" then
    drop_unused(own)
    own.needy = needy_rows(own)
    check_algorithm(own, where)
    check_needs(own, where)
    check_values(own, where)
    if is_uct(own) and own.values.table == OBJECT then
      fail("%s: option 'table': expected a size in MiB with algorithm 'uct', got a shared table", where)
    end
    own.algorithm = algorithm_of(own, false)
    own.prunes = options.prunes(own.algorithm)
    own.is_checked = true -- last, because a debug hook may raise an error before
  end
  options.set_extent(own)
  check_extent(own, where, false)
  check_soft(own, where)
end

-- Options that several deals of a game with `deal` exclude.
local NOT_WITH_DEALS = {"alpha", "beta", "trace", "past", mtdf = true, maxn = true}

local function check_deals(own, where)
  local function refuse(what)
    fail("%s: %s needs option 'deals' with 0 in a game with 'deal'", where, what)
  end
  if NOT_WITH_DEALS[own.algorithm] then refuse(format("algorithm '%s'", own.algorithm)) end
  if own.values.table == OBJECT then refuse "a shared table" end
  for _, name in ipairs(NOT_WITH_DEALS) do
    if has(own, name) and own.values[name] ~= by_name[name].off then refuse(format("option '%s'", name)) end
  end
end

-- Checks that the game has the functions that the options need.
function checks.game(own, where, game)
  if game.deal and own.values.deals > 0 then check_deals(own, where) end
  if not game.player then
    if own.algorithm == "maxn" then fail("%s: algorithm 'maxn' needs a game with 'player'", where) end
    if own.values.view == VIEWS.player then fail("%s: view 'player' needs a game with 'player'", where) end
  end
  local ignored = own.objects.hash_ignore
  if ignored and ignored[1] and game.hash and not game.hashes_content then
    fail("%s: option 'hash_ignore' needs a game without 'hash', or option 'hash'", where)
  end
  check_needs(own, where, game)
  check_extent(own, where, game.noisy ~= nil)
end

return checks
