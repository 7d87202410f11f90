-- Every tool, with both engines, where reading a global that was never assigned is an error: below Lua's own
-- strict.lua, Penlight's and Redis'.
--
-- Cause: globals that some Luas lack, such as `jit`, `bit32` and `rawlen`, were read to find out whether they are
-- there. So `require "alphabeta"` failed on Lua 5.1 to 5.4, and on LuaJIT every search.

local script = require "spec.support.script"

-- Runs the program, and returns all that it printed.
local function run(kind, engine)
  return (script.run(("../spec/support/strict_program.lua %s %s"):format(kind, engine)))
end

describe("Below strict globals,", function()
  if not script.has_shell then
    pending "all is used (not here: there is no shell)"
    return
  end

  for _, engine in ipairs {"C", "Lua"} do
    for kind, what in pairs {
      strict = "as below strict.lua", all = "where fields of the libraries are strict, too",
      penlight = "as below Penlight's pl.strict",
    } do
      it(("all is used with the engine in %s, %s"):format(engine, what), function()
        local output = run(kind, engine)
        if kind == "penlight" and output == "no Penlight\n" then pending "it is not here" end
        assert.equal("done\n", output)
      end)
    end
  end
end)

describe("The globals that a host may lack", function()
  -- The module, loaded among other globals.
  local function load_in(environment)
    local chunk
    if setfenv then
      chunk = setfenv(assert(loadfile "lua/alphabeta/common/globals.lua"), environment)
    else
      chunk = assert(loadfile("lua/alphabeta/common/globals.lua", "t", environment))
    end
    return chunk()
  end

  local function refuse(_, name) error("no global " .. name) end

  -- What every host has.
  local function new_host(others)
    local host = {}
    for name in ("getmetatable math next pairs pcall rawget table type"):gmatch "%S+" do host[name] = _G[name] end
    for name, value in pairs(others) do host[name] = value end
    return host
  end

  it("are found without a call of a metamethod", function()
    local host = new_host {bit = {}, love = {}}
    host._G = host
    local globals = load_in(setmetatable(host, {__index = refuse}))
    assert.are.same({host.bit, host.love}, {globals.bit, globals.love})
    assert.is_nil(globals.jit)
    assert.is_nil(globals.os)
  end)

  it("are found in the tables behind those of a sandbox, even where these are in a circle", function()
    local behind = {vim = {}}
    local host = new_host {}
    host._G = host
    setmetatable(host, {__index = setmetatable({}, {__index = behind})})
    setmetatable(behind, {__index = host})
    local globals = load_in(host)
    assert.equal(behind.vim, globals.vim)
    assert.is_nil(globals.love)
  end)

  it("are read where the host has no _G", function()
    local host = new_host {coroutine = {}}
    assert.equal(host.coroutine, load_in(setmetatable(host, {__index = refuse})).coroutine)
  end)

  it("have no fields where they are no tables", function()
    local field = load_in(new_host {}).field
    assert.is_nil(field(nil, "x"))
    assert.is_nil(field(5, "x"))
    assert.equal(1, field({x = 1}, "x"))
    assert.equal(1, field(setmetatable({}, {__index = {x = 1}}), "x"))
    assert.is_nil(field(setmetatable({}, {__index = refuse, __metatable = "hidden"}), "x"))
  end)
end)
