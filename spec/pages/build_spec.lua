-- A library that was built for another Lua is reported as such, where `require` fails because of it.

local build = require "alphabeta.common.build"
local core = require "alphabeta.core"
local files = require "spec.support.files"

local THIS = rawget(_G, "jit") and "LuaJIT: make LUA_VERSION=jit"
  or ("%s: make LUA_VERSION=%s"):format(_VERSION, _VERSION:match "%d%.%d")

-- Calls a function with the path of a file that holds `text`, in a folder where `require` looks for a library with a
-- certain name.
local function with_file(text, work)
  local path = os.tmpname()
  files.write(path, text)
  local ok, err = pcall(work, path)
  os.remove(path)
  if not ok then error(err, 0) end
end

-- Loads a file of the library as if the C module had not been loaded, and were looked for at a path alone.
local function load_without_core(file, cpath, ...)
  local loaded, saved = package.loaded["alphabeta.core"], package.cpath
  package.loaded["alphabeta.core"], package.cpath = nil, cpath
  local ok, message = pcall(assert(loadfile(file)), ...)
  package.loaded["alphabeta.core"], package.cpath = loaded, saved
  return ok, message
end

describe("A library of the C module", function()
  it("says for which Lua it was built", function()
    assert.are.equal("alphabeta.core, built for " .. _VERSION, core.BUILD)
  end)

  it("is no mistake where it was built for this Lua, or where nobody knows", function()
    with_file("..." .. core.BUILD .. "\0...", function(path) assert.is_nil(build.mistake(path)) end)
    with_file("something else", function(path) assert.is_nil(build.mistake(path)) end)
    assert.is_nil(build.mistake "no/such/file")
    assert.is_nil(build.mistake_in "module not found")
  end)

  it("is named by require \"alphabeta\" when it was built for another Lua", function()
    with_file("\1\0alphabeta.core, built for Lua 9.9\0", function(path)
      local expected = ("alphabeta: '%s' was built for Lua 9.9, this is %s"):format(path, THIS)
      local ok, message = load_without_core("lua/alphabeta/init.lua", path, "alphabeta")
      assert.are.same({false, expected}, {ok, message})
    end)
  end)

  it("keeps the message of require when it is damaged", function()
    with_file("damaged", function(path)
      local ok, message = load_without_core("lua/alphabeta/init.lua", path, "alphabeta")
      assert.is_false(ok)
      assert.is_truthy(message:find("alphabeta.core", 1, true) and message:find(path, 1, true), message)
    end)
  end)
end)

it("alphabeta.love names an installed library that was built for another Lua", function()
  local parts = {"love.data", "love.filesystem", "love.system", "love.thread"}
  local love = {
    getChannel = function() return {performAtomic = function(_, work) work() end} end,
    getOS = function() return "Web" end, getInfo = function() return nil end,
  }
  for _, part in ipairs(parts) do package.loaded[part] = love end
  with_file("alphabeta.core, built for Lua 9.9", function(path)
    local ok, message = load_without_core("lua/alphabeta/love.lua", path, "alphabeta.love")
    for _, part in ipairs(parts) do package.loaded[part] = nil end
    assert.is_false(ok)
    assert.are.equal(("alphabeta.love: '%s' was built for Lua 9.9, this is %s"):format(path, THIS), message)
  end)
end)
