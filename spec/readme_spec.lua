-- The README says what is true: its programs run and print what it shows, its commands and links exist.

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return (text:gsub("\r\n", "\n"))
end

--- Splits Markdown into its fenced blocks: {language, line (of the fence), text}, in their order.
local function fenced_blocks(markdown)
  local blocks, block, number = {}, nil, 0
  for line in markdown:gmatch("(.-)\n") do
    number = number + 1
    local fence = line:match("^```(.*)$")
    if not fence then
      if block then block[#block + 1] = line end
    elseif block then
      block.text = table.concat(block, "\n") .. "\n"
      blocks[#blocks + 1], block = block, nil
    else
      block = {language = fence, line = number}
    end
  end
  assert(not block, "a block of the README is not closed")
  return blocks
end

--- Compiles a program and returns a function that runs it and returns what it printed.
local function program(source, name)
  local pieces, piece = {"local print = ...; ", source}, 0
  local chunk = assert(load(function()
    piece = piece + 1
    return pieces[piece]
  end, "@" .. name))
  return function()
    local printed = {}
    local function print_to_list(...)
      local words = {n = select("#", ...), ...}
      for i = 1, words.n do words[i] = tostring(words[i]) end
      printed[#printed + 1] = table.concat(words, "\t", 1, words.n) .. "\n"
    end
    chunk(print_to_list)
    return table.concat(printed)
  end
end

--- The names of the global variables, sorted.
local function globals()
  local names = {}
  for name in pairs(_G) do names[#names + 1] = tostring(name) end
  table.sort(names)
  return names
end

--- The programs in the @usage sections of a file's documentation comments.
local function usages(source)
  local found, usage, number = {}, nil, 0
  for line in source:gmatch("(.-)\n") do
    number = number + 1
    local comment = line:match("^%-%-%-? ?(.*)$")
    if comment and comment:match("^@usage") then
      usage = {line = number}
      found[#found + 1] = usage
    elseif not comment or comment:match("^@") then
      usage = nil
    elseif usage then
      usage[#usage + 1] = comment
    end
  end
  return found
end

local README = read("README.md")
local BLOCKS = fenced_blocks(README)

-- Later programs go on with the first one: they start with its module and its rules.
local RULES
for _, block in ipairs(BLOCKS) do
  if block.language == "lua" then
    RULES = assert(block.text:match("^(.-\n)local state = "), "the first program begins with its rules")
    break
  end
end

local YIELDING = "^%-%- Lua 5%.2 and later\n"

describe("README", function()
  local first = true
  for i, block in ipairs(BLOCKS) do
    local after = BLOCKS[i + 1]
    local expected = after and after.language == "text" and after.text or nil

    if block.language == "lua" then
      local run = program((first and "" or RULES) .. block.text, "README.md")
      first = false

      if block.text:find(YIELDING) and _VERSION == "Lua 5.1" then
        it(("says that the program at line %d needs Lua 5.2"):format(block.line), function()
          local ok, printed = pcall(run)
          assert.is_false(ok and printed == expected)
        end)
      else
        it(("shows what the program at line %d prints"):format(block.line), function()
          local before = globals()
          local printed = run()
          assert.are.same(before, globals())
          if printed ~= "" or expected then assert.are.equal(expected, printed) end
        end)
      end
    elseif block.language == "text" then
      it(("shows output at line %d of the program before it"):format(block.line), function()
        assert.are.equal("lua", BLOCKS[i - 1].language)
      end)
    end
  end

  it("names targets and variables that the Makefile has", function()
    local makefile = "\n" .. read("Makefile")
    local commands = {}
    for _, block in ipairs(BLOCKS) do
      if block.language == "sh" then
        for line in block.text:gmatch("(.-)\n") do commands[#commands + 1] = line:match("^make.*") end
      end
    end
    for command in README:gsub("\n```.-\n```", ""):gmatch("`(make[^`]*)`") do
      commands[#commands + 1] = command:match("^make [%w%s=./-]*$")
    end
    assert.is_true(#commands > 2)
    for _, command in ipairs(commands) do
      for word in command:gsub("^make", ""):gmatch("%S+") do
        local variable = word:match("^([%w_]+)=")
        local pattern = variable and "%f[%w_]" .. variable .. "%f[^%w_]" or "\n" .. word .. "[^\n:=]*:"
        assert.is_truthy(makefile:find(pattern), ("'%s' in '%s'"):format(word, command))
      end
    end
  end)

  it("links to files that exist", function()
    local count = 0
    for target in README:gmatch("%]%(([^)#]+)[^)]*%)") do
      if not target:match("^%a+://") then
        count = count + 1
        assert.are_not.equal("", read(target), target)
      end
    end
    assert.is_true(count > 0)
  end)
end)

describe("the reference", function()
  for _, usage in ipairs(usages(read("lua/alphabeta/init.lua"))) do
    it(("has an example at line %d that runs"):format(usage.line), function()
      local before = globals()
      program(table.concat(usage, "\n"), "init.lua")()
      assert.are.same(before, globals())
    end)
  end
end)

-- An honest harness: what it is given is what it runs.
describe("the README's checker", function()
  it("splits Markdown into its blocks", function()
    local blocks = fenced_blocks("a\n```lua\nx = 1\n\ny = 2\n```\nb\n```text\n```\n")
    assert.are.equal(2, #blocks)
    assert.are.same({"lua", 2, "x = 1\n\ny = 2\n"}, {blocks[1].language, blocks[1].line, blocks[1].text})
    assert.are.same({"text", 8, "\n"}, {blocks[2].language, blocks[2].line, blocks[2].text})
  end)

  it("collects what a program prints", function()
    assert.are.equal("1\tnil\ntrue\n", program("print(1, nil) print(true)", "test")())
    assert.are.equal("", program("return 1", "test")())
  end)
end)
