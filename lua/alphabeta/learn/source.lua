-- The Lua source of an evaluation. Internal: `alphabeta.learn` uses it.
--
-- The source is a chunk that returns the evaluation. Where it needs functions of the game, it returns a function that
-- makes the evaluation of a table with these functions.

local use = require((...):match "^(.*)%..*%." .. ".use")

local access, literal = use("learn.access", "common.literal")

local abs, concat, ipairs = math.abs, table.concat, ipairs

local source = {}

-- This logit is the highest value.
source.LOGIT_MAX = 9

-- The line of a source that needs functions of the game.
local MAKER = "return function(game)"

-- Weights below this make no difference to a feature.
local LEAST = 1e-9

-- A weight, in few digits. The locale may have a comma.
local function number(value)
  return (("%.4g"):format(value):gsub(",", "."):gsub("^%-0$", "0"))
end

-- A table from values to weights, as source. Values 1, 2, 3 and so on need no keys.
local function table_of(values, weights)
  local parts, left, following = {}, {}, 1
  for i, value in ipairs(values) do left[value] = weights[i] end
  local function add(key, value) parts[#parts + 1], left[value] = key .. number(left[value]), nil end
  if left[0] then add("[0] = ", 0) end
  while left[following] do
    add("", following)
    following = following + 1
  end
  for _, value in ipairs(values) do
    if left[value] then add(("[%s] = "):format(literal(value)), value) end
  end
  return "{" .. concat(parts, ", ") .. "}"
end

-- The weights of a cell's values, less that of code 0 where it stands for no value; and that one.
local function weights_of(model, cell, turn, unit)
  local group, list, differs = cell.group, {}, false
  local others = group.size > #group.values and model:weight(cell.index, 0, turn) * unit or 0
  for i, value in ipairs(group.values) do
    list[i] = model:weight(cell.index, group.codes[value], turn) * unit - others
    differs = differs or abs(list[i]) > LEAST
  end
  return list, others, differs
end

-- Appends the table of all weights for one player to move: those of the cells in order, `slopes` of the numbers, and
-- `bias`. `used` gets the indices of the cells that make a difference.
local function add_weights(lines, model, turn, unit, used)
  local weights = model.weights
  local bias, slopes = weights[model.tempo + 1 + turn] * unit, {}
  local function add(text, ...) lines[#lines + 1] = "  " .. text:format(...) end
  for _, cell in ipairs(model.layout.cells) do
    local list, others, differs = weights_of(model, cell, turn, unit)
    bias = bias + others
    used[cell.index] = used[cell.index] or differs
    add("%s, -- %s", table_of(cell.group.values, list), access.path("state", cell.keys))
  end
  for i, it in ipairs(model.layout.numbers) do
    local slope = weights[model.linear + 2 * i - 1 + turn] * unit * it.scale
    bias, slopes[i] = bias - slope * it.mean, number(slope)
  end
  if #slopes > 0 then add("slopes = {%s},", concat(slopes, ", ")) end
  add("bias = %s,", number(bias))
end

-- The tables of weights. Returns the set of the cells that make a difference.
local function add_tables(lines, model, unit)
  local used = {}
  for turn, name in ipairs {"first", "second"} do
    lines[#lines + 1] = ("local %s = {"):format(name)
    add_weights(lines, model, turn - 1, unit, used)
    lines[#lines + 1] = "}"
  end
  return used
end

-- The condition that the player who moves first is to move.
local function turn_condition(plan, layout)
  local turn = layout.turn
  if not turn then return ("player(state) == %s"):format(literal(plan.first)) end
  local field = access.path("state", turn.keys, turn.raw)
  local parts = {}
  for i, value in ipairs(turn.firsts) do parts[i] = ("%s == %s"):format(field, literal(value)) end
  return concat(parts, " or ")
end

-- The source of a number of the option `features`.
local function own_source(it) return ("(select(%d, features(state, FIRST)))"):format(it.feature) end

-- The lines that add the numbers.
local function add_numbers(lines, model)
  local fields = {}
  local function term(it, text) return ("value = value + slopes[%d] * %s"):format(it.index, text) end
  for _, it in ipairs(model.layout.numbers) do
    if it.keys then fields[#fields + 1] = it else lines[#lines + 1] = "  " .. term(it, own_source(it)) end
  end
  if #fields > 0 then lines[#lines + 1] = "  local x" end
  access.read(lines, fields, function(it, text) return ("x = %s; %s"):format(text, term(it, access.NUMBER)) end)
end

-- The lines that choose the table of weights.
local function add_choice(lines, plan, model)
  lines[#lines + 1] = ("  local is_first = %s"):format(turn_condition(plan, model.layout))
  lines[#lines + 1] = "  local weights = is_first and first or second"
  lines[#lines + 1] = "  local value = weights.bias"
  if #model.layout.numbers > 0 then lines[#lines + 1] = "  local slopes = weights.slopes" end
end

-- The lines that turn the value into what the game's view wants.
local function add_end(lines, plan)
  local limit = number(plan.limit)
  lines[#lines + 1] = ("  if value > %s then value = %s elseif value < -%s then value = -%s end"):format(limit, limit,
    limit, limit)
  local condition = ("me == %s"):format(literal(plan.first))
  if plan.view == "mover" then condition = "is_first" end
  local neutral = plan.neutral_value ~= 0 and literal(plan.neutral_value) or nil
  local good, bad = neutral and neutral .. " + value" or "value", neutral and neutral .. " - value" or "-value"
  if plan.view == "player" then
    lines[#lines + 1] = ("  return %s"):format(plan.max_player == plan.first and good or bad)
  else
    lines[#lines + 1] = ("  if %s then return %s end"):format(condition, good)
    lines[#lines + 1] = ("  return %s"):format(bad)
  end
end

-- The functions of the game that the source needs, as a list of names.
local function needs(model)
  local layout, names, has_features = model.layout, {}, false
  for _, it in ipairs(layout.numbers) do has_features = has_features or it.feature ~= nil end
  if not layout.turn then names[#names + 1] = "player" end
  if has_features then names[#names + 1] = "features" end
  return names
end

-- Writes an evaluation. The plan has `first`, the player who moves first; `limit`, the highest value; `neutral_value`,
-- added to all; `view`; `max_player`; `about`, the first comment.
function source.write(model, plan)
  local layout, unit = model.layout, plan.limit / source.LOGIT_MAX
  local names = needs(model)
  local head = {
    "-- " .. plan.about,
    "-- It returns a function (state, me), the game's `evaluate`" .. (#names == 0 and "." or (
      ":\n-- evaluate = require(this module)(game), where `game` has the functions %s."):format(concat(names, ", "))),
  }
  if #layout.cells > 0 then
    head[#head + 1] = "\n-- For each field the weights of its values: in `first` when the player who moves first is to"
      .. " move."
  end
  local used = add_tables(head, model, unit)
  local body = {}
  add_choice(body, plan, model)
  access.read(body, layout.cells, function(cell, text, index)
    return (index == "i" or used[cell.index]) and ("value = value + (weights[%s][%s] or 0)"):format(index, text) or nil
  end)
  add_numbers(body, model)
  add_end(body, plan)
  local body_text = concat(body, "\n")
  if body_text:find "type%(" or body_text:find "rawget%(" then head[#head + 1] = access.HEAD end
  local out = {concat(head, "\n"), ""}
  if #names > 0 then
    out[#out + 1] = MAKER
    out[#out + 1] = ("local %s = game.%s"):format(concat(names, ", "), concat(names, ", game."))
    out[#out + 1] = ("local FIRST = %s"):format(literal(plan.first))
  end
  out[#out + 1] = "return function(state, me)"
  out[#out + 1] = body_text
  out[#out + 1] = "end"
  if #names > 0 then out[#out + 1] = "end" end
  return concat(out, "\n") .. "\n"
end

-- Makes the function of a source. `game` has the functions that it may need.
function source.load(text, game)
  local made = access.compile(text, "evaluation")()
  return text:find("\n" .. MAKER .. "\n", 1, true) and made(game) or made
end

return source
