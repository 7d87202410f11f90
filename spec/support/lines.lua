--- The lines of a text, without the spaces around them and without empty ones.
-- @tparam string text
-- @treturn {string,...}
return function(text)
  local list = {}
  for line in text:gmatch("[^\n]+") do
    line = line:match("^%s*(.-)%s*$")
    if line ~= "" then list[#list + 1] = line end
  end
  return list
end
