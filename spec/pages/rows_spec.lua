-- What is written from the tables in rows/ is what stands in the files, and says it briefly.

local functions = require "rows.functions"
local list = require "rows.list"
local files = require "spec.support.files"
local techniques = require "rows.techniques"
local texts = require "rows.texts"

-- The cells of the tables on a page that have more than thirty words; the target of a link is none.
local function long_cells(path)
  local cells = {}
  for row in ("\n" .. files.read_text(path)):gmatch "\n|([^\n]*)" do
    for cell in row:gmatch "[^|]+" do
      if select(2, cell:gsub("%]%b()", "]"):gsub("%S+", "")) > 30 then cells[#cells + 1] = cell end
    end
  end
  return cells
end

-- The sources in a folder and below it, but for what is written from rows, as one text.
local function sources_of(folder)
  local sources = {}
  for _, path in ipairs(files.below(folder, "")) do
    if not path:find "_rows%." then sources[#sources + 1] = files.read_text(path) end
  end
  return table.concat(sources, "\n")
end

local IN_C, IN_FRONT = sources_of "csrc/binding", sources_of "lua/alphabeta/front"
local IN_LUA = sources_of "lua/alphabeta/fallback" .. sources_of "lua/alphabeta/deals"
  .. sources_of "lua/alphabeta/uct"

-- Those of some names that Lua sources do not speak of.
local function missing(names, sources)
  local found = {}
  for _, name in ipairs(names) do
    local is_there = sources:find('"' .. name .. '"', 1, true) or sources:find("%." .. name .. "%f[^%w_]")
    if not is_there then found[#found + 1] = name end
  end
  return found
end

-- The names of the techniques that are on by default, those that learn or the others.
local function names_of_defaults(learns)
  local names = {}
  for _, row in ipairs(techniques) do
    if row.without and (row.learns or false) == learns then names[#names + 1] = row[1] end
  end
  return names
end

describe("Both engines", function()
  it("know every option, by the front", function()
    local names = {}
    for _, row in ipairs(list.options) do
      if row.given ~= "perft keeps" then names[#names + 1] = row.name or row[1] end -- that is in a file of its own
    end
    assert.same({}, missing(names, IN_FRONT))
  end)

  it("know every function of a game", function()
    local names = {}
    for i, row in ipairs(functions) do
      names[i] = row[1]
      assert.is_truthy(row.in_lua or IN_C:find("%f[%w_]AB_" .. row[1]:upper() .. "%f[^%w_]"), row[1])
    end
    assert.same({"find_move"}, missing(names, IN_LUA)) -- it only saves calls
  end)

  it("leave out every technique that the option `without` may name", function()
    for _, name in ipairs(names_of_defaults(false)) do
      assert.is_truthy(IN_FRONT:find(('leaves(own, "%s")'):format(name), 1, true), name)
    end
  end)

  it("order moves by all that may be learned of them", function()
    local in_c = files.read_text "csrc/engine/ordering.c" .. files.read_text "csrc/engine/backup.h"
    local in_lua = files.read_text "lua/alphabeta/fallback/ordering.lua"
    for _, name in ipairs(names_of_defaults(true)) do
      assert.is_truthy(in_c:find("%f[%w_]AB_LEARNS_" .. name:upper() .. "%f[^%w_]"), name .. ", in C")
      assert.is_truthy(in_lua:find("e%.learns_" .. name .. "%f[^%w_]"), name .. ", in Lua")
    end
  end)
end)

it("The status of techniques is told of each of them", function()
  local status = files.read_text "docs/techniques.md":match "\n## How sure each one is\n(.-)\n## "
  for _, row in ipairs(techniques) do assert.is_truthy(status:find("`" .. row[1] .. "`", 1, true), row[1]) end
end)

describe("What is written from rows/", function()
  it("is not stale: `make rows` writes it", function() assert.same({}, texts.stale()) end)

  it("fills no cell of the reference with more than thirty words", function()
    assert.same({}, long_cells "docs/reference.md")
  end)
end)

-- Cause: a word among the needs of an option that does not exist was accepted, and the option was not refused
-- where it has no effect.
it("rows/options.lua names only needs that there are", function()
  local row, read = require("rows.options").groups[1][2], package.loaded["rows.list"]
  local before = row.needs
  row.needs, package.loaded["rows.list"] = "nonsense", nil
  local is_read, message = pcall(require, "rows.list")
  row.needs, package.loaded["rows.list"] = before, read
  assert.is_false(is_read)
  assert.equal(("rows/options.lua: option '%s' needs 'nonsense'"):format(row[1]), message)
end)
