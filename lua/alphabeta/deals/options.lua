-- The options of the searcher of a deal, in a search of hidden hands by alpha-beta. Internal: both engines' searches of
-- deals use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local options, option_table = use("common.options", "front.option_table")

local floor, ipairs, rawget = math.floor, ipairs, rawget

-- Options that the searches of deals do not get: they concern the whole search, or are set here.
local OWN = {}
for name in ("depth time think clock nodes level multipv ties seed past on_iteration slice deals game divide table")
  :gmatch "%S+" do
  OWN[name] = true
end

-- An option's value as it was given.
local function given_value(given, row, number)
  if row.is_object then return given.objects[row.name] end
  if row.takes.words then
    local words = {}
    for _, word in ipairs(row.words) do
      if floor(number / row.numbers[word]) % 2 == 1 then words[#words + 1] = word end
    end
    return words
  end
  local value = option_table.value_of(row, number)
  if (row.takes.boolean or row.takes["false"] and not row.is_number) and value == number then return number == 1 end
  return value
end

-- The options of a deal's searcher, by the plan of the search.
return function(e)
  local given, rows = e.given, option_table.rows
  local own = {
    game = e.rules, deals = 0, multipv = "all", table = e.has_table and given.values.table / e.deals or nil,
  }
  if given.values.table == 0 then own.table = 0 end
  for i = 1, #rows do
    local row = rows[i]
    local name = row.name
    local number = rawget(given.values, name)
    if number ~= nil and not OWN[name] and not given.from_game[name] then
      own[name] = given_value(given, row, number)
    end
  end
  return e.current_result and own or options.without(own, "current_result")
end
