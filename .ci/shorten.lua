-- Shortens a source in Lua: no comments, no blanks that are not needed, and short names for local variables. Lines
-- stay short, so that messages of errors show something. This file returns two functions: `shorten(source, fields)` is
-- a short source, in which the fields that the table `fields` names have the names it gives them; `fields_for(sources,
-- public)` makes such a table for sources that belong together.
--
-- A local variable gets the same new name wherever its old name stands for a variable in the source, so that what hides
-- what stays as it is. That is right only for names that stand for no global variable anywhere in it: those of Lua's
-- own globals, and of hosts, are kept, and what is neither one of them nor declared is an error. The sources are the
-- common subset of Lua 5.1 to 5.4: no goto, no operators of 5.3.

local KEYWORDS, GLOBALS = {}, {}
for word in ([[and break do else elseif end false for function if in local nil not or repeat return then true until
  while]]):gmatch "%S+" do KEYWORDS[word] = true end
for word in ([[_G _VERSION assert bit bit32 coroutine debug error getfenv getmetatable io ipairs jit load loadstring
  math next os package pairs pcall print rawequal rawget rawlen rawset require select setmetatable string table tonumber
  tostring type unpack xpcall SysTime core debugprofilestop love minetest ngx playdate
  socket system vim load_here]]):gmatch "%S+" do GLOBALS[word] = true end

-- Tokens --------------------------------------------------------------------------------------------------------------

-- How what is not a blank begins, in the order in which it is tried.
local PATTERNS = {
  {"name", "^[%a_][%w_]*"}, {"number", "^0[xX]%x+"}, {"number", "^%d+%.?%d*[eE][+-]?%d+"}, {"number", "^%d+%.?%d*"},
  {"number", "^%.%d+"}, {"operator", "^%.%.%.?"}, {"operator", "^[=~<>]="}, {"operator", "^[-+*/%%^#<>=(){}%[%];:,.]"},
}

-- Where a string that begins at a place ends.
local function end_of_string(source, at)
  local quote = source:sub(at, at)
  local i = at + 1
  while source:sub(i, i) ~= quote do
    if i > #source then error("a string without an end: " .. source:sub(at, at + 40)) end
    i = i + (source:sub(i, i) == "\\" and 2 or 1)
  end
  return i
end

-- Where what is in long brackets ends; nil where there are none.
local function end_of_brackets(source, at)
  local level = source:match("^%[(=*)%[", at)
  if not level then return nil end
  local _, last = source:find("]" .. level .. "]", at, true)
  return assert(last, "long brackets without an end")
end

-- The token at a place, which is no blank: its kind, nil for a comment, and where it ends.
local function read_token(source, at)
  if source:find("^%-%-", at) then
    return nil, end_of_brackets(source, at + 2) or (source:find("\n", at, true) or #source + 1) - 1
  end
  local last = end_of_brackets(source, at)
  if last then return "string", last end
  if source:find("^[\"']", at) then return "string", end_of_string(source, at) end
  for _, row in ipairs(PATTERNS) do
    local _, match_end = source:find(row[2], at)
    if match_end then return row[1], match_end end
  end
  error("not understood: " .. source:sub(at, at + 40))
end

-- The tokens of a source: {kind, text, begins_line}. A function that is defined with a colon has a parameter `self`.
local function tokens_of(source)
  local tokens, at, begins_line = {}, 1, false
  local colon -- the token, between the name of a method and its parameters
  while true do
    local blanks = source:match("^%s*", at)
    begins_line = begins_line or blanks:find "\n" ~= nil
    at = at + #blanks
    if at > #source then return tokens end
    local kind, last = read_token(source, at)
    if kind then
      local text = source:sub(at, last)
      tokens[#tokens + 1] = {kind = KEYWORDS[text] and "keyword" or kind, text = text, begins_line = begins_line}
      begins_line = false
      if text == "}" and tokens[#tokens - 1].text == "," then table.remove(tokens, #tokens - 1) end
      if text == ":" and source:sub(1, at - 1):find "%f[%w_]function%s+[%w_.]+$" then colon = tokens[#tokens] end
      if text == "(" and colon then
        colon.text, colon = ".", nil
        tokens[#tokens + 1] = {kind = "name", text = "self"}
        if not source:find("^%s*%)", last + 1) then tokens[#tokens + 1] = {kind = "operator", text = ","} end
      end
    end
    at = last + 1
  end
end

-- Names ---------------------------------------------------------------------------------------------------------------

local OPENS = {["{"] = true, ["("] = true, ["["] = true, ["do"] = true, ["function"] = true, ["if"] = true,
  ["repeat"] = true}
local CLOSES = {["}"] = true, [")"] = true, ["]"] = true, ["end"] = true, ["until"] = true}

-- Marks the names that stand for variables, and returns them by their texts.
local function find_variables(tokens)
  local variables, open = {}, {}
  for i, token in ipairs(tokens) do
    local before, after = tokens[i - 1] and tokens[i - 1].text, tokens[i + 1] and tokens[i + 1].text
    if token.kind == "name" then
      local is_first = before == "{" or before == "," or before == ";"
      local is_key = open[#open] == "{" and is_first and after == "="
      if before ~= "." and before ~= ":" and not is_key then
        token.is_variable = true
        variables[token.text] = (variables[token.text] or 0) + 1
      end
    elseif token.kind ~= "string" then
      if OPENS[token.text] then open[#open + 1] = token.text end
      if CLOSES[token.text] then open[#open] = nil end
    end
  end
  return variables
end

-- The names that are declared, as parameters, in a loop, or by `local`.
local function find_declared(tokens)
  local declared = {}
  local function declare(at, last)
    while tokens[at] and tokens[at].text ~= last and (tokens[at].kind == "name" or tokens[at].text == ",") do
      if tokens[at].kind == "name" then declared[tokens[at].text] = true end
      at = at + 1
      if tokens[at - 1].kind == "name" and tokens[at] and tokens[at].text ~= "," then return end
    end
  end
  for i, token in ipairs(tokens) do
    if token.text == "for" and token.kind == "keyword" then
      declare(i + 1)
    elseif token.text == "local" and token.kind == "keyword" then
      declare(tokens[i + 1].text == "function" and i + 2 or i + 1)
    elseif token.text == "function" and token.kind == "keyword" then
      local at = i + 1
      while tokens[at].text ~= "(" do at = at + 1 end
      declare(at + 1, ")")
    end
  end
  return declared
end

-- The n-th short name.
local LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
local function short_name(n)
  local name = ""
  repeat
    local digit = (n - 1) % #LETTERS + 1
    name, n = LETTERS:sub(digit, digit) .. name, (n - digit) / #LETTERS
  until n == 0
  return name
end

-- The names in a table of counts, those that occur most first.
local function by_count(counts)
  local names = {}
  for name in pairs(counts) do names[#names + 1] = name end
  table.sort(names, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  return names
end

-- Short names by names, in the order of an array; none is in the set `taken`.
local function short_names(names, taken)
  local short, number = {}, 0
  for _, name in ipairs(names) do
    repeat
      number = number + 1
      short[name] = short_name(number)
    until not (KEYWORDS[short[name]] or taken[short[name]])
  end
  return short
end

-- Gives local variables new names, and fields those in the table `fields`.
local function rename(tokens, fields)
  local variables, declared = find_variables(tokens), find_declared(tokens)
  for name in pairs(variables) do
    if GLOBALS[name] then
      variables[name] = nil
    elseif not declared[name] then
      error("neither declared nor known: " .. name)
    end
  end
  local names = short_names(by_count(variables), GLOBALS)
  for _, token in ipairs(tokens) do
    if token.kind == "name" then token.text = (token.is_variable and names or fields)[token.text] or token.text end
  end
end

-- Short names for fields of the sources: of those with an underscore inside, which no library of Lua's has, that no
-- text in the sources contains, or begins (`"learns_" .. name`), and that the set `public` does not have.
local function fields_for(sources, public)
  local counts, taken, prefixes = {}, {}, {}
  for _, source in pairs(sources) do
    local tokens = tokens_of(source)
    find_variables(tokens)
    for _, token in ipairs(tokens) do
      if token.kind == "string" then
        for word in token.text:gmatch "[%w_]+" do
          taken[word] = true
          if word:find "_$" then prefixes[#prefixes + 1] = word end
        end
      elseif token.kind == "name" and not token.is_variable then
        counts[token.text] = (counts[token.text] or 0) + 1
      end
    end
  end
  for name in pairs(counts) do
    local is_kept = not name:find "%w_%w" or public[name] or taken[name]
    for _, prefix in ipairs(prefixes) do is_kept = is_kept or name:sub(1, #prefix) == prefix end
    if is_kept then counts[name], taken[name] = nil, true end
  end
  return short_names(by_count(counts), taken)
end

-- A shorter line is joined with the next one, where that saves a character.
local LINE_LENGTH = 100

-- Whether two tokens need a blank between them.
local function is_blank_needed(before, after)
  local last, first = before:sub(-1), after:sub(1, 1)
  if last:find "[%w_]" and first:find "[%w_]" then return true end
  return last == "-" and first == "-" or last == "[" and first == "[" or last:find "[%w.]" and first == "."
    and (last == "." or before:find "^%d")
end

local function shorten(source, fields)
  local tokens, parts, length = tokens_of(source), {}, 0
  rename(tokens, fields or {})
  for i, token in ipairs(tokens) do
    local needs_blank = i > 1 and is_blank_needed(tokens[i - 1].text, token.text)
    if token.begins_line and i > 1 and (needs_blank or length > LINE_LENGTH) then
      parts[#parts + 1], length = "\n", 0
    elseif needs_blank then
      parts[#parts + 1], length = " ", length + 1
    end
    parts[#parts + 1], length = token.text, length + #token.text
  end
  return table.concat(parts)
end

return shorten, fields_for
