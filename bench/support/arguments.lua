--- The arguments of a benchmark: `name=value`, in any order.
-- @module bench.support.arguments

--- Reads the arguments of the script.
-- @tparam {[string]=string|number} defaults what may be given, and its value otherwise; a number must be one
-- @treturn {[string]=string|number}
return function(defaults)
  local values = {}
  for name, value in pairs(defaults) do values[name] = value end
  for _, word in ipairs(arg or {}) do
    local name, text = word:match "^(%w+)=(.*)$"
    local default = name and defaults[name]
    local value = type(default) == "number" and tonumber(text) or text
    if default == nil or type(value) ~= type(default) then
      local names = {}
      for known, is in pairs(defaults) do names[#names + 1] = known .. "=" .. tostring(is) end
      table.sort(names)
      error(("wrong argument '%s'; these are the defaults: %s"):format(word, table.concat(names, " ")), 0)
    end
    values[name] = value
  end
  return values
end
