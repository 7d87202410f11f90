-- The README and the pages in docs/ say what is true: their programs run and print what they show, their commands and
-- links exist.
--
-- With ALPHABETA_PAGES=write in the environment this spec writes what the programs print below them.

local effort = require "spec.support.effort"
local files = require "spec.support.files"

--- What links may lead to on a page: its headings, as GitHub names them.
local function anchors_of(markdown)
  local anchors = {}
  for heading in ("\n" .. markdown):gmatch("\n#+ ([^\n]+)") do
    anchors[heading:lower():gsub("[^%w -]", ""):gsub(" ", "-")] = true
  end
  return anchors
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
  assert(not block, "a block of the page is not closed")
  return blocks
end

--- Compiles a program whose text is in pieces, to be called with what it gets as `print` and `block`.
local function compile(pieces, name, environment)
  local piece = 0
  local chunk = assert(load(function()
    piece = piece + 1
    return pieces[piece]
  end, "@" .. name, "t", environment))
  return setfenv and setfenv(chunk, environment) or chunk
end

-- What busted's `describe` and `it` do in a program of a page: their functions run at once.
local function at_once(_, run) run() end

--- An environment where a program may make globals that nobody else sees.
local function own_globals()
  local environment = setmetatable({describe = at_once, it = at_once}, {__index = _G})
  environment._G = environment
  return environment
end

--- A function like `print` that appends to a list.
local function printer(list)
  return function(...)
    local words = {n = select("#", ...), ...}
    for i = 1, words.n do words[i] = tostring(words[i]) end
    list[#list + 1] = table.concat(words, "\t", 1, words.n) .. "\n"
  end
end

--- Compiles a program and returns a function that runs it and returns what it printed.
local function program(source, name)
  local chunk = compile({"local print = ...; ", source}, name, _G)
  return function()
    local printed = {}
    chunk(printer(printed))
    return table.concat(printed)
  end
end

-- Files of games for LÖVE: whether they do what the page says, spec/love/love_spec.lua checks.
local FILE = "^%-%- %l+%.lua\n"

--- Compiles the programs of a page as one, on the lines that they have there, with globals of its own. Returns a
-- function that runs it, when it is first called, and returns what the block with a given number printed.
local function joint_program(blocks, name)
  local pieces, number = {"local block; print, block = ...; "}, 1
  for i, block in ipairs(blocks) do
    if block.language == "lua" and not block.text:find(FILE) then
      pieces[#pieces + 1] = ("\n"):rep(block.line - number) .. ("block(%d)\n"):format(i) .. block.text
      number = block.line + 1 + #block
    end
  end
  local chunk = compile(pieces, name, own_globals())
  local printed, current, message = nil, 0, nil

  local function run()
    printed = {}
    local function print_to_block(...) printer(printed[current])(...) end
    local function begin_block(i) current, printed[i] = i, {} end
    local ok, result = pcall(chunk, print_to_block, begin_block)
    if not ok then message = result end
  end

  return function(i)
    if not printed then run() end
    if message and i >= current then error(message, 0) end
    return table.concat(printed[i])
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

--- The pages where each program goes on with the rules of the first one; on others, with all that comes before.
local SEPARATE = {["docs/reference.md"] = true}

--- A function that runs the block with a given number and returns what it printed.
local function runner(page)
  if not SEPARATE[page.path] then return joint_program(page.blocks, page.path) end
  local rules = assert(page.blocks[1].text:match "^(.-\n)local state = ", "the first program begins with its rules")
  return function(i) return program((i == 1 and "" or rules) .. page.blocks[i].text, page.path)() end
end

-- Pages that the host of the repository makes, by links that work on any host that is like GitHub.
local OF_HOST = {["../../releases"] = true, ["../../issues"] = true}

local PAGES = {{path = "README.md", folder = ""}}
for _, path in ipairs(effort({"docs/reference.md"}, files.below("docs", "%.md$"))) do
  PAGES[#PAGES + 1] = {path = path, folder = "docs/"}
end
for _, page in ipairs(PAGES) do
  page.text = files.read_text(page.path)
  page.prose = page.text:gsub("\n```.-\n```", "")
  page.blocks = fenced_blocks(page.text)
end

local IS_WRITTEN = os.getenv "ALPHABETA_PAGES" == "write"

--- Writes what the program of a block has printed in place of the output below it.
local function write_output(page, block, output, printed)
  local start = page.text:find("```lua\n" .. block.text .. "```", 1, true)
  local first, last = page.text:find("```text\n" .. output.text .. "```", start, true)
  page.text = page.text:sub(1, first - 1) .. "```text\n" .. printed .. "```" .. page.text:sub(last + 1)
  files.write(page.path, page.text)
  output.text = printed
end

for _, page in ipairs(PAGES) do
  describe(page.path, function()
    local run = runner(page)
    for i, block in ipairs(page.blocks) do
      local after = page.blocks[i + 1]
      local expected = after and after.language == "text" and after.text or nil

      if block.language == "lua" and block.text:find(FILE) then
        it(("has a file of a game at line %d that compiles"):format(block.line), function()
          program(block.text, page.path)
        end)
      elseif block.language == "lua" then
        it(("shows what the program at line %d prints"):format(block.line), function()
          local before = globals()
          local printed = run(i)
          assert.are.same(before, globals())
          if IS_WRITTEN and expected and printed ~= expected then
            write_output(page, block, after, printed)
          elseif printed ~= "" or expected then
            assert.are.equal(expected, printed)
          end
        end)
      elseif block.language == "text" then
        it(("shows output at line %d of the program before it"):format(block.line), function()
          assert.are.equal("lua", page.blocks[i - 1].language)
        end)
      end
    end

    it("links to files that exist", function()
      local count = 0
      for target in page.prose:gmatch("%]%(([^)#]+)[^)]*%)") do
        if not target:match("^%a+://") and not OF_HOST[target] then
          count = count + 1
          assert.are_not.equal("", files.read_text(page.folder .. target), target)
        end
      end
      assert.is_true(count > 0)
    end)

    it("links to headings that exist", function()
      for target, anchor in page.prose:gmatch("%]%(([^)#]*)#([^)]+)%)") do
        if not target:match("^%a+://") then
          local text = target == "" and page.text or files.read_text(page.folder .. target)
          assert.is_true(anchors_of(text)[anchor], target .. "#" .. anchor)
        end
      end
    end)
  end)
end

it("the pages name targets and variables that the Makefile has", function()
  local root_makefile = files.read_makefile()
  local commands = {}
  for _, page in ipairs(PAGES) do
    for _, block in ipairs(page.blocks) do
      if block.language == "sh" then
        for line in block.text:gmatch("(.-)\n") do commands[#commands + 1] = line:match("^make.*") end
      end
    end
    for command in page.prose:gmatch("`(make[^`]*)`") do
      commands[#commands + 1] = command:match("^make [%w%s=./-]*$")
    end
  end
  assert.is_true(#commands > 2)
  for _, command in ipairs(commands) do
    local folder = command:match("^make %-C (%S+)")
    local makefile = folder and assert(files.read(folder .. "/Makefile")) or root_makefile
    for word in command:gsub("^make", ""):gsub("^ %-C %S+", ""):gmatch("%S+") do
      local variable = word:match("^([%w_]+)=")
      local target = word:gsub("%p", "%%%0")
      local pattern = variable and "%f[%w_]" .. variable .. "%f[^%w_]" or "\n" .. target .. "[^\n:=]*:"
      assert.is_truthy(makefile:find(pattern), ("'%s' in '%s'"):format(word, command))
    end
  end
end)

it("the README has at most 140 lines", function()
  local _, count = PAGES[1].text:gsub("\n", "")
  assert.is_true(count <= 140, count)
end)

it("the page of examples names every example", function()
  local page = files.read_text "docs/examples.md"
  for _, path in ipairs(files.below("examples", "%.lua$")) do
    local file, game = path:match "^examples/([^/]*)$", path:match "^examples/love/([^/]*)/main.lua$"
    local link = file and ("[%s](../%s)"):format(file, path) or game and ("[%s/]"):format(game)
    assert.is_truthy(not link or page:find(link, 1, true), path)
  end
end)

describe("the reference", function()
  for _, path in ipairs(files.below("lua/alphabeta", "%.lua$")) do
    for _, usage in ipairs(usages(files.read_text(path))) do
      it(("has an example at line %d of %s that runs"):format(usage.line, path), function()
        local before = globals()
        program(table.concat(usage, "\n"), path)()
        assert.are.same(before, globals())
      end)
    end
  end
end)

-- An honest harness: what it is given is what it runs.
describe("the pages' checker", function()
  it("runs the programs of a page as one, and blames the one that fails, at its line of the page", function()
    local page = "```lua\nlocal x = 1 print(x, nil) print(true)\n```\n\n```lua\nprint(x)\nerror 'no'\n```\n"
      .. "```lua\nprint(3)\n```\n"
    local run = joint_program(fenced_blocks(page), "test")
    assert.are.equal("1\tnil\ntrue\n", run(1))
    for i = 2, 3 do assert.are.same({false, "test:7: no"}, {pcall(run, i)}) end
    assert.are.equal("1\n", joint_program(fenced_blocks(page:gsub("error 'no'", "")), "test")(2))
  end)
end)
