-- Goes through all tables that are reached from one, each once, the nearest first. Internal: readers of states use it.
--
-- It does not recurse: states may hold linked lists, as long as they like. It reads no field itself. `visit(object,
-- record, without, reach)` does that, and calls `reach(other)` for each other object to visit. Each object has a
-- record: an empty table, or one that was given. `reach` returns the record of the other object. The walk returns the
-- records by their objects, and then the objects in order. Objects may be functions, too.
--
-- Fields may be left out. `without` is what `exclusion` in picture.lua has read: true at the keys that are left out,
-- and at others what is left out below them, which goes to `reach` as its second argument. The third one
-- is the record that the other object gets, if it is not an empty table.

return function(object, excluded, visit, records, first_record)
  local list, exclusions, count, i = {}, {}, 0, 0
  records = records or {} -- an object that has one before is not visited

  local function reach(other, without, own)
    local record = records[other]
    if record ~= nil then return record end
    record = own or {}
    count = count + 1
    records[other], list[count] = record, other
    if without then exclusions[count] = without end
    return record
  end

  reach(object, excluded, first_record)
  while i < count do
    i = i + 1
    object = list[i]
    if visit(object, records[object], exclusions[i], reach) then break end -- it has seen enough
  end
  return records, list
end
