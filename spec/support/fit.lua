--- Options that can take effect beside one another and in a game.
-- @module spec.support.fit

local rows = require "rows.list"

local function yes(value) return value and true or false end

-- What of the needs of options is met.
local function needs_met(options, game)
  return {
    choice = yes(options.level or options.ties == "random"), no_level = not options.level,
    repetition = yes(options.repetition), max = (options.view or game.view or "max") == "max",
    view_player = (options.view or game.view) == "player", hash = yes(game.hash or options.hash),
    content = yes(options.hash), deal = yes(game.deal), noisy = yes(game.noisy),
    pass = yes(game.pass),
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

--- Takes away the options that cannot take effect beside the others, which a search refuses: by the rows.
-- @tparam table options changed in place
-- @tparam table game
-- @treturn table `options`
local function fit(options, game)
  local algorithm = options.algorithm or "alphabeta"
  for name in pairs(options) do
    local row = rows.option[name]
    if row and not rows.set(row.with)[algorithm] then options[name] = nil end
  end
  local met = needs_met(options, game)
  for name, value in pairs(options) do
    local row = rows.option[name]
    for need in pairs(row and row.needs_set or {}) do
      assert(met[need] ~= nil, need)
      if not met[need] and not is_off(row, value) then options[name] = nil end
    end
  end
  return options
end

return fit
