-- The rows of rows/options.lua as scripts and specs want them: in the order of their names, with all fields.

local options = require "rows.options"

local list = {}

-- The words of a text, in their order.
function list.words(text)
  local words = {}
  for word in (text or ""):gmatch "%S+" do words[#words + 1] = word end
  return words
end

-- The words of a text, as a set.
function list.set(text)
  local set = {}
  for _, word in ipairs(list.words(text)) do set[word] = true end
  return set
end

-- What an option may need: a word that the front does not know would be ignored.
local known_needs = {}
for _, need in ipairs(options.needs) do known_needs[need[1]] = true end

-- A row with the fields of its kind.
local function whole(row, group, place)
  local own = {name = row[1], group = group, place = place}
  for field, value in pairs(row.is) do own[field] = value end
  for field, value in pairs(row) do own[field] = value end
  own.min, own.max = own.min or 0, own.max or 0
  own.with = own.with or table.concat(options.algorithms, " ")
  own.given_in, own.takes_set, own.needs_set = list.set(own.given), list.set(own.takes), list.set(own.needs)
  for need in pairs(own.needs_set) do
    if not known_needs[need] then error(("rows/options.lua: option '%s' needs '%s'"):format(own.name, need), 0) end
  end
  return own
end

-- All rows, in the order of their names; each also has its `group`, a number, and its `place` there.
list.options = {}
for number, group in ipairs(options.groups) do
  for place = 2, #group do list.options[#list.options + 1] = whole(group[place], number, place - 1) end
end
table.sort(list.options, function(a, b) return a.name < b.name end)

-- All rows, by their names.
list.option = {}
for _, row in ipairs(list.options) do list.option[row.name] = row end

-- The names of the options that may be given in a place, "searcher" or the like, as messages list them.
function list.names(place)
  local names = {}
  for _, row in ipairs(list.options) do
    if row.given_in[place] then names[#names + 1] = row.name end
  end
  return table.concat(names, ", ")
end

return list
