-- Whether deals hold each card once, as their states do. Internal: `alphabeta.check` uses it. `deals` is the memory of
-- deals.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")

local text_of, values = use "common.show".text, use "common.values"

local concat, ipairs, max, next, tostring = table.concat, ipairs, math.max, next, tostring

-- A deck may hold equal cards. But a state with MANY_CARDS different ones is then too unlikely, and so is a share of
-- FEW_DEALS of deals without equal cards.
local MANY_CARDS, FEW_DEALS = 7, 0.05

-- Whether a value lies in one of the changed fields, and how often in all of them.
local function count_of(deals, fields, value)
  local count = 0
  for name in next, deals.changed do count = count + (fields[name] and fields[name][value] or 0) end
  return count
end

-- The names of fields, sorted, as text.
local function names_of(fields)
  local names = values.keys_of(fields)
  for i, name in ipairs(names) do names[i] = "`" .. tostring(name) .. "`" end
  return concat(names, " and ")
end

-- The least value that lies in the changed fields and fulfills a condition.
local function find_value(deals, fields, condition)
  local found
  for name in next, deals.changed do
    for value in next, fields[name] or {} do
      if condition(value) and (found == nil or text_of(value) < text_of(found)) then found = value end
    end
  end
  return found
end

-- Whether no value lies in one of the changed fields and in another field, or twice in the changed ones, in any state
-- that was visited: then the values there are cards, of which each exists once. `name` is nil for the latter.
local function is_apart(deals, name)
  local is_seen = false
  for _, record in ipairs(deals.records) do
    local other = name == nil and {} or record.given[name] or {}
    is_seen = is_seen or name == nil or next(other) ~= nil
    if find_value(deals, record.given, function(value)
      return other[value] ~= nil or name == nil and count_of(deals, record.given, value) > 1
    end) ~= nil then
      return false
    end
  end
  return is_seen
end

-- Whether a deck may well hold equal cards, though no state does. It may not if nearly all deals have equal cards, or
-- if the states hold all cards, and these are many: `twice` is how many deals have equal cards.
local function may_have_equal_cards(deals, twice)
  local most, is_outside = 0, false
  for _, record in ipairs(deals.records) do
    local count = 0
    for name in next, deals.changed do
      for value in next, record.given[name] or {} do
        count = count + 1
        is_outside = is_outside or not record.has_twice and count_of(deals, record.dealt, value) == 0
      end
    end
    most = max(most, count)
  end
  return twice <= (1 - FEW_DEALS) * #deals.records and (is_outside or most < MANY_CARDS)
end

-- Looks for a card that a deal holds twice: in the fields that deals change, or there and in another one. Returns it,
-- with the fields and the steps.
local function find_twice(deals)
  local others, count, found = {}, 0, nil
  for name in next, deals.records[1].given do
    if not deals.changed[name] and is_apart(deals, name) then others[#others + 1] = name end
  end
  values.sort_keys(others)
  for _, record in ipairs(deals.records) do
    local twice = find_value(deals, record.dealt, function(value) return count_of(deals, record.dealt, value) > 1 end)
    local where = names_of(deals.changed)
    for i = 1, twice == nil and #others or 0 do
      local there = record.dealt[others[i]] or {}
      twice = find_value(deals, record.dealt, function(value) return there[value] ~= nil end)
      if twice ~= nil then
        where = where .. " and in `" .. tostring(others[i]) .. "`"
        break
      end
    end
    record.has_twice = twice ~= nil
    if twice ~= nil then
      count = count + 1
      found = found or {value = twice, where = where, steps = record.steps}
    end
  end
  return found, count
end

-- Says so when a deal holds a card twice. If that is sure, returns the card, with the fields and the steps, and a
-- sentence about it.
return function(deals)
  local run = deals.run
  if not is_apart(deals, nil) then
    run.findings:skip("deal", "cards", ("whether every card exists once in what `deal` returns: in a state, %s hold "
      .. "the same value more than once"):format(names_of(deals.changed)))
    return nil
  end
  local found, count = find_twice(deals)
  if not found then return nil end
  if may_have_equal_cards(deals, count) then
    run.findings:skip("deal", "cards", ("whether every card exists once in what `deal` returns: a deal holds %s more "
      .. "than once, in %s, and no state does. A deck without equal cards has it once. Else give more `starts`, until "
      .. "a state has equal cards, too"):format(text_of(found.value), found.where))
    return nil
  end
  return found, ("returns a state with a card more than once, %s, in %s; the state that it gets has each once. Draw "
    .. "only from what `me` has not seen, and take out what is drawn"):format(text_of(found.value), found.where)
end
