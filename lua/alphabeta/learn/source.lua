-- The Lua source of an evaluation. Internal: `alphabeta.learn` uses it.
--
-- The source is a chunk that returns the evaluation. Where it needs functions of the game, it returns a function that
-- makes the evaluation of a table with these functions.

local LEARN = (... or "alphabeta.learn.source"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local access = require(LEARN .. ".access")
local compile = require(LEARN .. ".compile")
local counting = require(LEARN .. ".counting")

local abs, concat, ipairs = math.abs, table.concat, ipairs
local literal = access.literal

local source = {}

-- A logit of this many is the highest value.
source.LOGIT_MAX = 9

-- Weights below this make no difference to a feature.
local LEAST = 1e-9

-- A weight, in few digits. The locale may have a comma.
local function number(value)
  return (("%.4g"):format(value):gsub(",", "."):gsub("^%-0$", "0"))
end

-- A table from values to weights, as source. Values 1, 2, 3 and so on need no keys.
local function table_of(values, weights)
  local parts, next_index, known = {}, 1, {}
  for i, value in ipairs(values) do known[value] = weights[i] end
  if known[0] then parts[1] = "[0] = " .. number(known[0]) end
  while known[next_index] do
    parts[#parts + 1] = number(known[next_index])
    next_index = next_index + 1
  end
  for i, value in ipairs(values) do
    local is_listed = value == 0 or type(value) == "number" and value >= 1 and value < next_index and value % 1 == 0
    if not is_listed then parts[#parts + 1] = ("[%s] = %s"):format(literal(value), number(weights[i])) end
  end
  return "{" .. concat(parts, ", ") .. "}"
end

-- The weights of a cell's values, less that of code 0 where it stands for no value; and that one.
local function weights_of(model, cell, turn, unit)
  local group, weights, differs = cell.group, {}, false
  local others = group.size > #group.values and model:weight(cell.index, 0, turn) * unit or 0
  for i, value in ipairs(group.values) do
    weights[i] = model:weight(cell.index, group.codes[value], turn) * unit - others
    differs = differs or abs(weights[i]) > LEAST
  end
  return weights, others, differs
end

-- The tables of the cells' weights, and what they add to the bias.
local function add_cells(lines, model, unit, bias)
  local used = {}
  for turn, name in ipairs {"first", "second"} do
    lines[#lines + 1] = ("local %s = {"):format(name)
    for i, cell in ipairs(model.layout.cells) do
      local weights, others, differs = weights_of(model, cell, turn - 1, unit)
      bias[turn] = bias[turn] + others
      used[i] = used[i] or differs
      lines[#lines + 1] = ("  %s, -- %s"):format(table_of(cell.group.values, weights), access.path("state", cell.keys))
    end
    lines[#lines + 1] = "}"
  end
  return used
end

-- The condition that the player who moves first is to move.
local function turn_condition(plan, layout)
  local turn = layout.turn
  if not turn then return ("player(state) == %s"):format(literal(plan.first)) end
  local field = access.path("state", turn.keys)
  local parts = {}
  for i, value in ipairs(turn.firsts) do parts[i] = ("%s == %s"):format(field, literal(value)) end
  return concat(parts, " or ")
end

-- The line that reads a number that a function computes.
local function own_source(numbers)
  if numbers.feature then return ("(select(%d, features(state, FIRST)))"):format(numbers.feature) end
  return "count(moves, state)"
end

-- The lines that add the numbers.
local function add_numbers(lines, model, unit, bias)
  local fields, weights = {}, model.weights
  local function term(it, text)
    local slopes = {}
    for turn = 1, 2 do
      slopes[turn] = weights[model.linear + 2 * it.index - 2 + turn] * unit * it.scale
      bias[turn] = bias[turn] - slopes[turn] * it.mean
    end
    return ("value = value + (is_first and %s or %s) * %s"):format(number(slopes[1]), number(slopes[2]), text)
  end
  for _, it in ipairs(model.layout.numbers) do
    if it.keys then fields[#fields + 1] = it else lines[#lines + 1] = "  " .. term(it, own_source(it)) end
  end
  access.visit(lines, fields, function(it, text) return term(it, ("(%s or 0)"):format(text)) end)
end

-- The tables of the lines of cells: for each family the cells of all lines, and for each turn the weights of the
-- patterns.
local function add_families(lines, model, unit)
  for at, family in ipairs(model.families) do
    lines[#lines + 1] = ("-- lines of %d along %s of %s"):format(family.length, family.name, family.group.name)
    lines[#lines + 1] = ("local line%d = {%s}"):format(at, concat(family.cells, ", "))
    for turn = 0, 1 do
      local row = {}
      for pattern = 0, family.size - 1 do
        local weight = number(model.weights[family.weights + 2 * pattern + turn] * unit)
        row[pattern + 1] = pattern == 0 and "[0] = " .. weight or weight
      end
      lines[#lines + 1] = ("local %s_of_line%d = {%s}"):format(turn == 0 and "first" or "second", at, concat(row, ", "))
    end
  end
end

-- The tables from values to codes, for the groups that have lines.
local function add_codes(lines, model)
  local is_coded = {}
  for _, family in ipairs(model.families) do is_coded[family.group] = true end
  for _, group in ipairs(model.layout.groups) do
    if is_coded[group] then
      local parts = {}
      for _, value in ipairs(group.values) do
        parts[#parts + 1] = ("[%s] = %d"):format(literal(value), group.codes[value])
      end
      lines[#lines + 1] = ("local codes_of%d = {%s}"):format(group.id, concat(parts, ", "))
    end
  end
  if #model.families > 0 then lines[#lines + 1] = "local codes = {}" end
  return is_coded
end

-- The loops that add the weights of the lines.
local function add_loops(lines, model)
  for at, family in ipairs(model.families) do
    local pattern = ("codes[line%d[i]]"):format(at)
    for k = 1, family.length - 1 do
      pattern = ("(%s) * %d + codes[line%d[i + %d]]"):format(pattern, family.group.size, at, k)
    end
    for _, text in ipairs {
      "  do",
      ("    local weights = is_first and first_of_line%d or second_of_line%d"):format(at, at),
      ("    for i = 1, %d, %d do"):format(#family.cells, family.length),
      ("      value = value + weights[%s]"):format(pattern),
      "    end",
      "  end",
    } do
      lines[#lines + 1] = text
    end
  end
end

-- The lines that turn the value into what the game's view wants.
local function add_end(lines, plan)
  local limit = number(plan.limit)
  lines[#lines + 1] = ("  if value > %s then value = %s elseif value < -%s then value = -%s end"):format(limit, limit,
    limit, limit)
  local condition = ("me == %s"):format(literal(plan.first))
  if plan.view == "mover" then condition = "is_first" end
  local middle = plan.middle ~= 0 and literal(plan.middle) or nil
  local good, bad = middle and middle .. " + value" or "value", middle and middle .. " - value" or "-value"
  if plan.view == "player" then
    lines[#lines + 1] = ("  return %s"):format(plan.max_player == plan.first and good or bad)
  else
    lines[#lines + 1] = ("  if %s then return %s end"):format(condition, good)
    lines[#lines + 1] = ("  return %s"):format(bad)
  end
end

-- The functions of the game that the source needs, as a list of names.
-- @tparam table layout
-- @treturn {string,...}
function source.needs(layout)
  local names, has_features = {}, false
  for _, it in ipairs(layout.numbers) do has_features = has_features or it.feature ~= nil end
  if not layout.turn then names[#names + 1] = "player" end
  if layout.has_mobility then names[#names + 1] = "moves" end
  if has_features then names[#names + 1] = "features" end
  return names
end

-- Writes an evaluation.
-- @tparam table model
-- @tparam table plan `first`, the player who moves first; `limit`, the highest value; `middle`, added to all; `view`;
--   `max_player`; `about`, what the first comment says
-- @treturn string
function source.write(model, plan)
  local layout, unit = model.layout, plan.limit / source.LOGIT_MAX
  local names = source.needs(layout)
  local bias = {}
  for turn = 1, 2 do bias[turn] = model.weights[model.tempo + turn] * unit end
  local head = {
    "-- " .. plan.about,
    "-- It returns a function (state, me), the game's `evaluate`" .. (#names == 0 and "." or (
      ":\n-- evaluate = require(this module)(game), where `game` has the functions %s."):format(concat(names, ", "))),
  }
  if #layout.cells > 0 then
    head[#head + 1] = "\n-- For each field the weights of its values: in `first` when the player who moves first is to"
      .. " move."
  end
  local used = add_cells(head, model, unit, bias)
  local is_coded = add_codes(head, model)
  add_families(head, model, unit)
  local body = {}
  access.visit(body, layout.cells, function(cell, text)
    local line = used[cell.index] and ("value = value + (weights[%d][%s] or 0)"):format(cell.index, text) or ""
    if is_coded[cell.group] then
      line = line .. ("%scodes[%d] = codes_of%d[%s] or 0"):format(line == "" and "" or "; ", cell.index,
        cell.group.id, text)
    end
    return line ~= "" and line or nil
  end)
  add_numbers(body, model, unit, bias)
  add_loops(body, model)
  add_end(body, plan)
  local out = {concat(head, "\n"), ""}
  if layout.has_mobility then out[#out + 1] = counting.SOURCE end
  if #names > 0 then
    out[#out + 1] = "return function(game)"
    out[#out + 1] = ("local %s = game.%s"):format(concat(names, ", "), concat(names, ", game."))
    out[#out + 1] = ("local FIRST = %s"):format(literal(plan.first))
  end
  out[#out + 1] = "return function(state, me)"
  out[#out + 1] = ("  local is_first = %s"):format(turn_condition(plan, layout))
  out[#out + 1] = ("  local value, weights = %s, first"):format(number(bias[1]))
  out[#out + 1] = ("  if not is_first then value, weights = %s, second end"):format(number(bias[2]))
  out[#out + 1] = concat(body, "\n")
  out[#out + 1] = "end"
  if #names > 0 then out[#out + 1] = "end" end
  return concat(out, "\n") .. "\n"
end

-- Makes the function of a source.
-- @tparam string text
-- @tparam table layout
-- @tparam table game the functions that it may need
-- @treturn function
function source.load(text, layout, game)
  local made = compile(text, "evaluation")()
  if #source.needs(layout) > 0 then made = made(game) end
  return made
end

return source
