-- Plants mutants, one at a time, and runs the specs that concern their file: who kills what, and what survives.
--   lua mutants.lua FILES COUNT SEED SPECS ALL
-- FILES and SPECS are lists of paths. COUNT mutants are chosen at random, by SEED, among all of FILES. Without SPECS,
-- the specs of a file are those that have its name, or its folder's, in theirs, and otherwise SEARCHES; what knows no
-- Lua has the tests in C, too. The specs of a mutant run until one kills it, or with ALL all of them. A mutant is
-- killed by a spec that fails, crashes, or uses SECONDS of processor time. The sources are mutated in a copy, below
-- build/mutants.
--
-- Source of the kinds of mutants: A. J. Offutt et al., "An Experimental Determination of Sufficient Mutant Operators",
-- ACM Transactions on Software Engineering and Methodology 5 (1996), 99-118.

local random = require "alphabeta.common.random"

local FOLDER, SECONDS, KILOBYTES = "build/mutants", 60, 4000000
local SEARCHES = {
  "spec/search/numbers/oracles_spec.lua", "spec/search/slices_spec.lua",
  "spec/search/restoration_spec.lua", "spec/search/binding/callbacks_spec.lua", "spec/search/fallback_spec.lua",
}
local TESTS_IN_C = "the tests in C"

-- Files ---------------------------------------------------------------------------------------------------------------

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function output_of(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "*a"
  pipe:close()
  return text
end

local function words_of(text)
  local words = {}
  for word in (text or ""):gmatch "%S+" do words[#words + 1] = word end
  return words
end

-- Whether a command succeeds. What it prints goes into a log.
local function succeeds(command)
  local status = os.execute(("(%s) >%s/log 2>&1 </dev/null"):format(command, FOLDER))
  return status == true or status == 0
end

-- The text with blanks in place of comments and of what strings hold, each line as long as it was.
local function code_of(text, is_lua)
  local function blank(part) return (part:gsub("[^\n]", " ")) end
  local comments = is_lua and "^%-%-" or "^/%*"
  local parts, at = {}, 1
  while at <= #text do
    local long = is_lua and text:match("^%-?%-?%[(=*)%[", at)
    local character, last = text:sub(at, at), nil
    if long then
      last = select(2, text:find("]" .. long .. "]", at, true)) or #text
    elseif text:find(comments, at) then
      last = is_lua and (text:find("\n", at, true) or #text + 1) - 1 or select(2, text:find("*/", at, true)) or #text
    elseif character == '"' or character == "'" then
      last = at
      repeat
        last = last + 1
        local inner = text:sub(last, last)
        if inner == "\\" then last = last + 1 end
      until inner == character or inner == ""
    end
    parts[#parts + 1] = last and blank(text:sub(at, last)) or character
    at = (last or at) + 1
  end
  return table.concat(parts)
end

-- Mutants -------------------------------------------------------------------------------------------------------------

-- What is replaced by what: Lua patterns without captures in code, and their replacements.
local BOTH = {
  {" <= ", " < "}, {" < ", " <= "}, {" >= ", " > "}, {" > ", " >= "}, {" %+ ", " - "}, {" %- ", " + "}, {" %* ", " + "},
  {" %+= ", " -= "}, {" %-= ", " += "},
}
local OPERATORS = {
  lua = {{" == ", " ~= "}, {" ~= ", " == "}, {" and ", " or "}, {" or ", " and "}, {"%f[%w]not ", ""},
    {"%f[%w]true%f[%W]", "false"}, {"%f[%w]false%f[%W]", "true"}},
  c = {{" == ", " != "}, {" != ", " == "}, {" && ", " || "}, {" || ", " && "}, {"!%f[%w_(]", ""}},
}
for _, own in pairs(OPERATORS) do
  for _, operator in ipairs(BOTH) do own[#own + 1] = operator end
end

-- The condition of a line with `if`: where it begins and ends.
local function condition_of(code, is_lua)
  if is_lua then
    local _, first = code:find "%f[%w]if "
    local last = first and code:find(" then", first, true)
    return last and first + 1, last and last - 1
  end
  local _, first = code:find "%f[%w]if %("
  local last = first and select(2, code:find("%b()", first))
  return last and first + 1, last and last - 1
end

-- Whether a line is a statement that may be left out: an assignment or a call.
local function is_statement(code, is_lua)
  code = code:match "^%s*(.-)%s*$"
  if not is_lua then
    return code:find "^[%w_.%->%[%]*]+ [+*/|&-]?= .*;$" or code:find "^[%w_]+%b();$"
      or code:find "^[%w_.%->%[%]]+[+-][+-];$"
  end
  if code:find "^local%f[%W]" or code:find "^return%f[%W]" or code == "break" or code == "" then return false end
  return (loadstring or load)(code:gsub("^if .* then (.*) end$", "%1"), "line") ~= nil
end

-- Adds all mutants of a file to a list: {path, line number, from, to} and the places in the text.
local function add_mutants(list, path)
  local text = read(path)
  local is_lua = path:find "%.lua$" ~= nil
  local code, start, number = code_of(text, is_lua), 1, 0
  for line in (code .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    local line_start, line_number = start, number
    local function add(first, last, to)
      first, last = line_start + first - 1, line_start + last - 1
      list[#list + 1] = {
        path = path, number = line_number, first = first, last = last, from = text:sub(first, last), to = to,
      }
    end
    for _, operator in ipairs(OPERATORS[is_lua and "lua" or "c"]) do
      local first, last = line:find(operator[1])
      while first do
        add(first, last, operator[2])
        first, last = line:find(operator[1], last + 1)
      end
    end
    for first, digits in line:gmatch "%f[%w_.]()(%d+)%f[^%w_.]" do
      if not line:find "^%s*#" then add(first, first + #digits - 1, ("%d"):format(digits + 1)) end
    end
    local first, last = condition_of(line, is_lua)
    if first then
      add(first, last, (is_lua and "not (%s)" or "!(%s)"):format(text:sub(start + first - 1, start + last - 1)))
    end
    if is_statement(line, is_lua) then add(line:find "%S", #line, is_lua and "" or ";") end
    start = start + #line + 1
  end
end

-- Chooses some of a list at random.
local function choose(list, count, seed)
  local generator, chosen = random.from_number(seed), {}
  while #chosen < count and #list > 0 do
    local at = random.integer(generator, #list)
    chosen[#chosen + 1], list[at], list[#list] = list[at], list[#list], nil
  end
  return chosen
end

-- Specs ---------------------------------------------------------------------------------------------------------------

local function is_without_lua(path) return path:find "^csrc/" and not path:find "^csrc/binding/" end

-- The specs that concern a file.
local function specs_of(path)
  local folder, name = path:match "([^/]+)/([^/]+)%.%w+$"
  local found = {}
  for spec in output_of "find spec/search spec/tools -name '*_spec.lua' | LC_ALL=C sort":gmatch "%S+" do
    local noun = "_" .. spec:match "([^/]+)_spec%.lua$" .. "_"
    local is_named = noun:find("_" .. name .. "_", 1, true)
    if is_named or path:find "^lua/alphabeta/.*/" and noun:find("_" .. folder .. "_", 1, true) then
      found[#found + 1] = spec
    end
  end
  if #found == 0 then found = {(table.unpack or unpack)(SEARCHES)} end
  if is_without_lua(path) then table.insert(found, 1, TESTS_IN_C) end
  return found
end

local function make(goal)
  return succeeds(("ulimit -v %d; cd %s/tree && make -s %s"):format(KILOBYTES, FOLDER, goal))
end

-- Whether a spec succeeds, in the copy.
local function passes(spec)
  if spec == TESTS_IN_C then
    return make(("test-c-run C_WITHOUT='sorting memory' C_WRAPPER='timeout %d'"):format(SECONDS))
  end
  return make(("test-busted SPEC_SECONDS=%d SPECS=%s"):format(SECONDS, spec))
end

-- The specs of a path that succeed without a mutant, each tested once.
local function usable_specs(path, given, known)
  local usable = {}
  for _, spec in ipairs(#given > 0 and given or specs_of(path)) do
    if known[spec] == nil then
      known[spec] = passes(spec)
      if not known[spec] then print(("left out: %s fails without a mutant"):format(spec)) end
    end
    if known[spec] then usable[#usable + 1] = spec end
  end
  return usable
end

-- The run -------------------------------------------------------------------------------------------------------------

-- The tests in C that have failed, by what their run has printed.
local function failed_tests()
  local names = {}
  for name in read(FOLDER .. "/log"):gmatch "FAILED build/[^\n]*/([%w_]+)_test" do names[#names + 1] = name end
  return TESTS_IN_C .. " (" .. table.concat(names, " ") .. ")"
end

-- What the specs say of a mutant, which is in the copy: the names of those that killed it; nil if it does not build.
local function killers_of(specs, asks_all)
  if not make "all" then return nil end
  local killers = {}
  for _, spec in ipairs(specs) do
    if not passes(spec) then
      killers[#killers + 1] = spec == TESTS_IN_C and failed_tests() or spec
      if not asks_all then break end
    end
  end
  return killers
end

local function shown(text) return (text:gsub("%s+", " ")) end

local function main(files, count, seed, given, asks_all)
  local list, known, sums = {}, {}, {killed = 0, survived = 0, unbuilt = 0}
  for _, path in ipairs(files) do add_mutants(list, path) end
  local all = #list
  local chosen = choose(list, count, seed)
  print(("%d of %d mutants of %d files, seed %d"):format(#chosen, all, #files, seed))
  assert(succeeds(("rm -rf %s/tree; mkdir -p %s/tree; git ls-files -z --cached --others --exclude-standard | "
    .. "tar --null -T - --ignore-failed-read -cf - | tar -xf - -C %s/tree"):format(FOLDER, FOLDER, FOLDER)))
  for _, mutant in ipairs(chosen) do
    local path, text = FOLDER .. "/tree/" .. mutant.path, read(mutant.path)
    local specs = usable_specs(mutant.path, given, known)
    write(path, text:sub(1, mutant.first - 1) .. mutant.to .. text:sub(mutant.last + 1))
    local killers = killers_of(specs, asks_all)
    write(path, text)
    local verdict = not killers and "unbuilt" or killers[1] and "killed" or "survived"
    sums[verdict] = sums[verdict] + 1
    print(("%-8s %s:%d: '%s' -> '%s'%s"):format(verdict, mutant.path, mutant.number, shown(mutant.from),
      shown(mutant.to), killers and killers[1] and "\n           by " .. table.concat(killers, ", ") or ""))
    io.stdout:flush()
  end
  print(("%d killed, %d survived, %d did not build"):format(sums.killed, sums.survived, sums.unbuilt))
end

os.execute("mkdir -p " .. FOLDER)
main(words_of(arg[1]), tonumber(arg[2]), tonumber(arg[3]), words_of(arg[4]), (arg[5] or "") ~= "")
