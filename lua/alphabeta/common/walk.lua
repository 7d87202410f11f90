-- Goes through all tables that are reached from one, each once, the nearest first. Internal: readers of states use it.
--
-- It does not recurse: states may hold linked lists, as long as they like. It reads no field itself. `visit(object,
-- record, reach)` does that, and calls `reach(other)` for each other object to visit. Each object has a record. It is a
-- new empty table, unless the caller gives one: `first_record`, or the second argument of `reach`. `reach` returns the
-- record of the other object. The walk returns the records by their objects, and then the objects in order. Objects may
-- be functions, too.

return function(object, visit, records, first_record)
  local list, count, i = {}, 0, 0
  records = records or {} -- an object that has one before is not visited

  local function reach(other, own)
    local record = records[other]
    if record ~= nil then return record end
    record = own or {}
    count = count + 1
    records[other], list[count] = record, other
    return record
  end

  reach(object, first_record)
  while i < count do
    i = i + 1
    object = list[i]
    if visit(object, records[object], reach) then break end -- it has seen enough
  end
  return records, list
end
