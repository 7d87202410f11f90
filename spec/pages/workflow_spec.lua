-- The workflow file of the hosting service, which does not run here: each of its lines is one that YAML takes for what
-- it is meant to be, and its commands are there. A command with a colon and a blank in it once made the whole file
-- invalid: to YAML that is a mapping.

local files = require "spec.support.files"

local PATH = ".github/workflows/test.yml"

-- What a value would be taken for, other than the text that it is; nil where it is that text.
local function mistake_in(value)
  if value:find '^"[^"]*"$' or value:find "^%[.*%]$" or value == "|" then return nil end
  if value:find ": " or value:find ":$" then return "a mapping" end
  if value:find " #" then return "a comment" end
  return value:find "^[%[%]{}&*!|>'\"%%@`?,#-]" and "something else than text" or nil
end

describe("The workflow", function()
  local commands

  setup(function()
    commands = {}
    for command in files.read(PATH):gmatch "%f[^\n]%s*%- run: ([^\n]*)" do commands[#commands + 1] = command end
  end)

  it("has values that YAML takes for text", function()
    local number, block = 0, nil -- `block` is the indentation of a text of several lines
    for line in files.read(PATH):gmatch "([^\n]*)\n" do
      number = number + 1
      local indentation = #line:match "^ *"
      if not block or indentation <= block and line:find "%S" then
        block = line:find ": |$" and indentation or nil
        local value = line:match "^[%s-]*[%w_-]+: (.*)$"
        local action = line:match "^[%s-]*uses: (.*)$"
        if action then -- a tag may be moved, a commit may not; the tag stands behind it
          assert.is_truthy(action:find("^[%w/-]+@" .. ("%x"):rep(40) .. " # v[%d.]+$"), action)
          value = action:match "^%S+"
        end
        assert.is_nil(value and mistake_in(value), ("%s:%d: %s"):format(PATH, number, line))
        assert.is_nil(line:find "\t", ("%s:%d: a tab"):format(PATH, number))
      end
    end
    assert.is_true(number > 50)
    assert.equal("a mapping", mistake_in "sed -i 's/^Types: deb$/Types: deb deb-src/' x")
  end)

  it("calls targets and scripts that there are", function()
    local makefile, count = files.read_makefile(), 0
    for _, command in ipairs(commands) do
      for target in (command:match "^make ([%l -]*)" or ""):gmatch "[%l-]+" do
        count = count + 1
        assert.is_truthy(makefile:find("\n" .. target .. ":", 1, true), target)
      end
      local script = command:match "^%.ci/[%w._]+" or command:match "^sh (%.ci/[%w._]+)"
      if script then
        count = count + 1
        files.read(script)
      end
    end
    assert.is_true(count >= 3, count)
  end)
end)
