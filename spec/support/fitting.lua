--- Options that are drawn one by one need not go together: takes away those that cannot take effect beside the others,
-- which a search refuses. What each needs stands in rows/options.lua.
-- @module spec.support.fitting

local rows = require "rows.list"

local function yes(value) return value and true or false end

-- What of the needs of options is met.
local function needs_met(options, game, limits)
  local has_limit = limits.nodes or limits.time or options.nodes or options.time or options.level
  local asks_moves = options.multipv and options.multipv ~= 1 or options.ties or options.level
  return {
    deepening = yes(options.deepening or options.deepening == nil and has_limit),
    choice = yes(options.level or options.ties == "random"), one_value = not asks_moves, no_level = not options.level,
    repetition = yes(options.repetition), max = (options.view or game.view or "max") == "max",
    view_player = (options.view or game.view) == "player", hash = yes(game.hash or options.hash),
    content = yes(options.hash), noisy = yes(game.noisy), pass = yes(game.pass),
  }
end

-- Is this the value that turns the option off?
local function is_off(row, value)
  if type(value) == "boolean" then value = value and 1 or 0 end
  for _, word in ipairs(row.words or {}) do
    if word[1] == value then value = word[2] end
  end
  return value == row.off
end

--- Takes away the options that have no effect.
-- @tparam table options changed in place
-- @tparam table game
-- @param limits the second argument of the search, if it is known: a depth or a table
-- @treturn table `options`
local function fitting(options, game, limits)
  limits = type(limits) == "table" and limits or {}
  local algorithm = options.algorithm or "alphabeta"
  for name in pairs(options) do
    local row = rows.option[name]
    if row and not rows.set(row.with)[algorithm] then options[name] = nil end
  end
  local met = needs_met(options, game, limits)
  for name, value in pairs(options) do
    local row = rows.option[name]
    for need in pairs(row and row.needs_set or {}) do
      assert(met[need] ~= nil, need)
      if not met[need] and not is_off(row, value) then options[name] = nil end
    end
  end
  return options
end

return fitting
