-- Reports to the spec that waits outside what was found out in here.

local report = {}

--- A fact: its name, and its value.
function report.tell(name, value)
  print(("%s\t%s"):format(name, tostring(value)))
end

--- The value in a list that so large a share of the others does not exceed.
function report.quantile(list, share)
  local sorted = {}
  for i, value in ipairs(list) do sorted[i] = value end
  table.sort(sorted)
  return sorted[math.max(1, math.ceil(share * #sorted))]
end

--- The end: the part has done all it should.
function report.done()
  report.tell("done", true)
  love.event.quit()
end

return report
