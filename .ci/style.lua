-- The style of the Lua in this tree, as far as luacheck does not see it: indented by two spaces, no tabs, no blanks at
-- the end of a line, one newline at the end of a file, strings in double quotes where they hold none. Of the files that
-- it is given, it passes over C and text.
--   lua .ci/style.lua FILE...

local findings = 0

local function complain(path, number, what)
  findings = findings + 1
  print(("%s:%d: %s"):format(path, number, what))
end

-- Complains of a line that is not inside of long brackets; `before` is the one above it. Comments, and what follows
-- them, may be indented as their text wants it.
local function check_line(path, number, line, before)
  if line:find("\t", 1, true) then complain(path, number, "a tab") end
  if line:find "%s$" then complain(path, number, "a blank at the end of the line") end
  local _, width = line:gsub("[^\128-\191]", "") -- characters, not bytes of UTF-8
  if width > 120 then complain(path, number, "longer than 120 columns") end
  if #line:match "^ *" % 2 ~= 0 and not before:find "^%s*%-%-" and not line:find "^%s*%-%-" then
    complain(path, number, "not indented by two spaces a level")
  end
end

-- Complains of single quotes, walking over comments, long brackets and strings.
local function check_strings(path, text)
  local at, number = 1, 1
  local function skip_to(last)
    for _ in text:sub(at, last):gmatch "\n" do number = number + 1 end
    at = last + 1
  end
  while true do
    local from = text:find("[%-%[\"']", at)
    if not from then return end
    skip_to(from - 1)
    local long = text:match("^%-?%-?%[(=*)%[", at)
    local quote = text:match("^[\"']", at)
    if long then
      local _, last = text:find("]" .. long .. "]", at, true)
      skip_to(last or #text)
    elseif text:find("^%-%-", at) then
      skip_to((text:find("\n", at, true) or #text + 1) - 1)
    elseif quote then
      local last = at
      repeat
        last = last + 1
        local character = text:sub(last, last)
        if character == "\\" then last = last + 1 end
      until character == quote or character == ""
      if quote == "'" and not text:sub(at, last):find('"', 1, true) then
        complain(path, number, "a string in single quotes")
      end
      skip_to(last)
    else
      at = from + 1
    end
  end
end

-- Looks at a file of Lua.
local function look_at(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  local number, before, long = 0, "", nil
  for line in text:gmatch "([^\n]*)\n" do
    number = number + 1
    if long then
      if line:find("]" .. long .. "]", 1, true) then long = nil end
    else
      check_line(path, number, line, before)
      long = line:match "%[(=*)%[[^%]]*$"
    end
    before = line
  end
  if not text:find "[^\n]\n$" then complain(path, number, "not one newline at the end of the file") end
  check_strings(path, text)
end

for _, path in ipairs(arg) do
  if not (path:find "%.[ch]$" or path:find "%.md$" or path:find "%.mk$") then look_at(path) end
end
os.exit(findings == 0 and 0 or 1)
