--- The keys of a table, sorted.
-- @tparam table set
-- @treturn table an array
return function(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end
