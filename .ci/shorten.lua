-- Shortens a source in Lua: no comments, no blanks that are not needed, and short names for local variables. Lines
-- stay short, so that messages of errors show something. This file returns two functions: `shorten(source, fields,
-- globals)` is a short source, in which the fields and global variables that these tables name have the names they give
-- them; `fields_for(sources, public)` makes a table of fields for sources that belong together.
--
-- A local variable gets the shortest name that no variable has which is used where it hides others. What is neither
-- declared nor known as a global variable is an error. The sources are the common subset of Lua 5.1 to 5.4: no goto, no
-- operators of 5.3.

local KEYWORDS, GLOBALS = {}, {}
for word in ([[and break do else elseif end false for function if in local nil not or repeat return then true until
  while]]):gmatch "%S+" do KEYWORDS[word] = true end
for word in ([[_G _VERSION assert bit bit32 coroutine debug error getfenv getmetatable io ipairs jit load loadstring
  math next os package pairs pcall print rawequal rawget rawlen rawset require select setmetatable string table tonumber
  tostring type unpack xpcall SysTime core debugprofilestop love minetest ngx playdate
  socket system vim load_here use concat floor format huge min max]]):gmatch "%S+" do GLOBALS[word] = true end

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

-- Variables -----------------------------------------------------------------------------------------------------------

-- Keywords that end a block, and operators between two values or before one.
local ENDS, BINARY, UNARY = {}, {}, {["-"] = true, ["#"] = true, ["not"] = true}
for word in ("end else elseif until"):gmatch "%S+" do ENDS[word] = true end
for word in ("+ - * / % ^ .. == ~= < <= > >= and or"):gmatch "%S+" do BINARY[word] = true end

-- Reads the statements of a source, and marks its tokens that are variables, `is_variable`, and global ones,
-- `is_global`. It returns three tables:
-- - an array of the local variables, {tokens, avoids, not_named}: the tokens that name it, the set of variables that
--   need another name, and the set of globals whose names it must not have;
-- - by the place of the first one, arrays of declarations that may be one, since no value depends on a variable of the
--   others;
-- - an array of the functions that have names, {first, last, variable, field}: their places, and the local variable, or
--   the last name of the field.
local function find_variables(tokens)
  local at, variables, visible, groups, functions = 1, {}, {}, {}, {}
  local expression, expressions, block

  local function text() return tokens[at] and tokens[at].text end
  local function is_next(word) return text() == word and tokens[at].kind ~= "string" end
  local function skip(word)
    if not is_next(word) then error(("expected %s, got %s"):format(word, tostring(text()))) end
    at = at + 1
  end
  local function accept(word)
    if not is_next(word) then return false end
    at = at + 1
    return true
  end

  local function use()
    local token = tokens[at]
    assert(token.kind == "name", "expected a variable")
    token.is_variable = true
    at = at + 1
    local last = #visible
    while last > 0 and visible[last].name ~= token.text do last = last - 1 end
    local used = visible[last]
    for i = last + 1, #visible do
      if used then visible[i].avoids[used], used.avoids[visible[i]] = true, true
      else visible[i].not_named[token.text] = true end
    end
    if used then
      used.tokens[#used.tokens + 1], used.last_use = token, at
    elseif GLOBALS[token.text] or token.text:find "^\"" then
      token.is_global = true
    else
      error("neither declared nor known: " .. token.text)
    end
  end

  -- Makes a variable of the name at this place; `list` has those that are declared together with it.
  local function declare(list)
    local token = tokens[at]
    assert(token.kind == "name", "expected a name")
    token.is_variable = true
    at = at + 1
    local variable = {name = token.text, tokens = {token}, avoids = {}, not_named = {}}
    for _, other in ipairs(list) do variable.avoids[other], other.avoids[variable] = true, true end
    variables[#variables + 1], list[#list + 1] = variable, variable
  end
  local function show(list)
    for _, variable in ipairs(list) do visible[#visible + 1] = variable end
  end
  local function names()
    local list = {}
    repeat declare(list) until not accept ","
    return list
  end

  -- A block, in which a list of variables is visible, until the word that ends it.
  local function scope(list, word)
    local count = #visible
    show(list)
    block()
    skip(word)
    if word == "until" then expression() end
    for i = #visible, count + 1, -1 do visible[i] = nil end
  end

  local function body()
    local list = {}
    skip "("
    while not accept ")" do
      if not accept "..." then declare(list) end
      accept ","
    end
    scope(list, "end")
  end

  local function constructor()
    skip "{"
    while not accept "}" do
      if accept "[" then
        expression()
        skip "]"
        skip "="
      elseif tokens[at].kind == "name" and tokens[at + 1].text == "=" then
        at = at + 2
      end
      expression()
      if not accept "," then accept ";" end
    end
  end

  local function arguments()
    if is_next "{" then return constructor() end
    if tokens[at].kind == "string" then
      at = at + 1
      return
    end
    skip "("
    if accept ")" then return end
    expressions()
    skip ")"
  end

  -- A variable, a field, or a call.
  local function suffixed()
    if accept "(" then
      expression()
      skip ")"
    else
      use()
    end
    while tokens[at] do
      if accept "." then
        at = at + 1
      elseif accept "[" then
        expression()
        skip "]"
      elseif accept ":" then
        at = at + 1
        arguments()
      elseif tokens[at].kind == "string" or is_next "(" or is_next "{" then
        arguments()
      else
        return
      end
    end
  end

  function expression()
    while UNARY[text()] and tokens[at].kind ~= "string" do at = at + 1 end
    local token = tokens[at]
    if token.kind == "string" or token.kind == "number" or is_next "..." or is_next "nil" or is_next "true"
      or is_next "false" then
      at = at + 1
    elseif accept "function" then
      body()
    elseif is_next "{" then
      constructor()
    else
      suffixed()
    end
    if tokens[at] and tokens[at].kind ~= "string" and BINARY[text()] then
      at = at + 1
      expression()
    end
  end

  -- Returns how many they are.
  function expressions()
    local count = 0
    repeat
      expression()
      count = count + 1
    until not accept ","
    return count
  end

  -- Puts a declaration behind the ones before it, if there are any and it may be; returns the last of them.
  local function join(before, now)
    local is_next_one = before and before.next_token == now.first and before.is_valued and now.is_valued
      and #before.list == before.values
    for _, variable in ipairs(is_next_one and before.group.list or {}) do
      if (variable.last_use or 0) > now.first then is_next_one = false end
    end
    now.group = is_next_one and before.group or {list = {}}
    for _, variable in ipairs(now.list) do
      for _, other in ipairs(now.group.list) do variable.avoids[other], other.avoids[variable] = true, true end
    end
    for _, variable in ipairs(now.list) do table.insert(now.group.list, variable) end
    table.insert(now.group, now)
    groups[now.group[1].first] = now.group
    return now
  end

  local function local_statement(before)
    local now = {first = at}
    skip "local"
    if accept "function" then
      local list = {}
      declare(list)
      show(list)
      body()
      functions[#functions + 1] = {first = now.first, last = at - 1, variable = list[1]}
      return nil
    end
    now.list = names()
    now.equals, now.is_valued = at, accept "="
    now.values = now.is_valued and expressions()
    now.next_token = at
    show(now.list)
    return join(before, now)
  end

  local function for_statement()
    skip "for"
    local list = names()
    at = at + 1 -- `=` or `in`
    expressions()
    skip "do"
    scope(list, "end")
  end

  local function if_statement()
    repeat
      at = at + 1 -- `if` or `elseif`
      expression()
      skip "then"
      local count = #visible
      block()
      for i = #visible, count + 1, -1 do visible[i] = nil end
    until not is_next "elseif"
    if accept "else" then scope({}, "end") else skip "end" end
  end

  local function statement()
    if accept "do" then
      scope({}, "end")
    elseif accept "while" then
      expression()
      skip "do"
      scope({}, "end")
    elseif accept "repeat" then
      scope({}, "until")
    elseif is_next "if" then
      if_statement()
    elseif is_next "for" then
      for_statement()
    elseif is_next "function" then
      local row = {first = at}
      at = at + 1
      use()
      while accept "." do at = at + 1 end
      row.field = tokens[at - 1].text
      body()
      row.last = at - 1
      functions[#functions + 1] = row
    elseif accept "return" then
      if tokens[at] and not ENDS[text()] and not is_next ";" then expressions() end
    elseif not (accept "break" or accept ";") then
      repeat suffixed() until not accept ","
      if accept "=" then expressions() end
    end
  end

  function block()
    local before
    while tokens[at] and not (tokens[at].kind == "keyword" and ENDS[text()]) do
      if is_next "local" then before = local_statement(before) else before = statement() end
    end
  end

  block()
  assert(not tokens[at], "a block ends that has not begun")
  return variables, groups, functions
end

-- The tokens without functions that nothing uses: local ones that are only declared, and fields that have `false` for a
-- name.
local function without_unused(tokens, fields)
  local _, _, functions = find_variables(tokens)
  for _, row in ipairs(functions) do
    if fields[row.field] == false or row.variable and #row.variable.tokens == 1 then
      local kept = {}
      for i, token in ipairs(tokens) do
        if i < row.first or i > row.last then kept[#kept + 1] = token end
      end
      return without_unused(kept, fields)
    end
  end
  return tokens
end

-- The tokens, in which a long text that occurs more than once is a variable, and one that has a name in `globals` is a
-- global variable. It is none where it is the argument of a call without parentheses.
local TEXT_LENGTH, TEXT_COST = 6, 12
local function with_texts(tokens, globals)
  local places, order = {}, {}
  for i, token in ipairs(tokens) do
    local before = tokens[i - 1]
    local is_argument = before and (before.kind == "name" or before.kind == "string" or before.text:find "^[])]$")
    local is_text = token.kind == "string" and not is_argument
    if is_text and globals[token.text] then
      token.kind = "name"
    elseif is_text and #token.text >= TEXT_LENGTH then
      if not places[token.text] then
        places[token.text] = {}
        order[#order + 1] = token.text
      end
      table.insert(places[token.text], token)
    end
  end
  local declaration = {}
  for _, text in ipairs(order) do
    if (#places[text] - 1) * (#text - 1) > TEXT_COST then
      local name = "text_" .. #declaration
      declaration[#declaration + 1] = ("local %s = %s"):format(name, text)
      for _, token in ipairs(places[text]) do token.kind, token.text = "name", name end
    end
  end
  local all = tokens_of(table.concat(declaration, "\n"))
  for _, token in ipairs(tokens) do all[#all + 1] = token end
  return all
end

-- The tokens from one place to another, with declarations that follow each other as one.
local function with_groups(tokens, groups, first, last, joined)
  local function add_comma(i) if i > 1 then joined[#joined + 1] = {kind = "operator", text = ","} end end
  local at = first
  while at <= last do
    local group = groups[at]
    joined[#joined + 1] = tokens[at]
    if group and #group > 1 then
      for i, row in ipairs(group) do
        add_comma(i)
        for name = row.first + 1, row.equals - 1 do joined[#joined + 1] = tokens[name] end
      end
      joined[#joined + 1] = tokens[group[1].equals]
      for i, row in ipairs(group) do
        add_comma(i)
        with_groups(tokens, groups, row.equals + 1, row.next_token - 1, joined)
      end
      at = group[#group].next_token
    else
      at = at + 1
    end
  end
  return joined
end

-- Names ---------------------------------------------------------------------------------------------------------------

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

-- Gives local variables new names, and fields and global variables those in the tables; returns the tokens, with fewer
-- declarations.
local function rename(tokens, fields, globals)
  local variables, groups = find_variables(tokens)
  for i, variable in ipairs(variables) do variable.place = i end
  table.sort(variables, function(a, b)
    if #a.tokens ~= #b.tokens then return #a.tokens > #b.tokens end
    return a.place < b.place
  end)
  for _, variable in ipairs(variables) do
    local taken = {}
    for other in pairs(variable.avoids) do taken[other.short or ""] = true end
    for name in pairs(variable.not_named) do taken[globals[name] or name] = true end
    local number = 0
    repeat
      number = number + 1
      variable.short = short_name(number)
    until not (KEYWORDS[variable.short] or taken[variable.short])
  end
  for _, token in ipairs(tokens) do
    if token.kind == "name" and not token.is_variable then token.text = fields[token.text] or token.text end
    if token.is_global then token.text = globals[token.text] or token.text end
  end
  for _, variable in ipairs(variables) do
    for _, token in ipairs(variable.tokens) do token.text = variable.short end
  end
  return with_groups(tokens, groups, 1, #tokens, {})
end

-- Fields of Lua's libraries, of LuaJIT's and of what they return. Those of other hosts are in texts.
local LIBRARY = {}
for word in ([[
  Linux OSX abi abs acos alignof arch arshift asin atan atan2 attach band bnot bor bswap btest bxor byte cast
  cdef ceil char charpattern clock close codepoint codes concat copy cos cosh create data date debug deg difftime
  dump errno execute exit exp extract fill find floor flush fmod foreach foreachi format frexp func funcbc funck
  getenv getfenv gethook getinfo getlocal getmetatable getn getregistry getupvalue getuservalue gfind gmatch gsub
  huge input insert istype isyieldable ldexp len lines load loaded log log10 lower lrotate lshift match max
  maxinteger maxn metatype min mininteger mod modf move new off offset offsetof open opt output pack packsize
  popen pow preload rad random randomseed read remove rename rep replace resume reverse rol ror rrotate rshift
  running security setcstacklimit setfenv sethook setlocal setlocale setmetatable setn setupvalue setuservalue
  sin sinh sizeof sort sqrt status stderr stdin stdout string sub tan tanh time tmpfile tmpname tobit tohex
  tointeger traceback type typeinfo typeof ult unpack upper upvalueid upvaluejoin version version_num wrap write
  yield]])
  :gmatch "%S+" do LIBRARY[word] = true end

-- Short names for fields of the sources: of those that no library of Lua's has, that no text in the sources contains,
-- or begins (`"learns_" .. name`), and that the set `public` does not have. A name that occurs once has `false`.
local function fields_for(sources, public)
  local counts, taken, prefixes, reserved = {}, {}, {}, {}
  for name in pairs(public) do reserved[name] = true end
  for _, source in pairs(sources) do
    local tokens = tokens_of(source)
    find_variables(tokens)
    for _, token in ipairs(tokens) do
      if token.kind == "string" then
        for word in token.text:gmatch "[%w_]+" do
          taken[word] = true
          if #word == #token.text - 2 then reserved[word] = true end
          if word:find "_$" then prefixes[#prefixes + 1] = word end
        end
      elseif token.kind == "name" and not token.is_variable then
        counts[token.text] = (counts[token.text] or 0) + 1
      end
    end
  end
  for name in pairs(counts) do
    local is_kept = #name < 3 or name:find "^__" or LIBRARY[name] or GLOBALS[name] or public[name] or taken[name]
    for _, prefix in ipairs(prefixes) do is_kept = is_kept or name:sub(1, #prefix) == prefix end
    if is_kept then counts[name], reserved[name] = nil, true end
  end
  local fields = short_names(by_count(counts), reserved)
  for name, count in pairs(counts) do
    if count == 1 then fields[name] = false end
  end
  return fields
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

local function shorten(source, fields, globals)
  fields, globals = fields or {}, globals or {}
  local used = with_texts(without_unused(tokens_of(source), fields), globals)
  local tokens, parts, length = rename(used, fields, globals), {}, 0
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
