-- `make love-add` puts the module into the folder of a game for LÖVE, from the files of a release or from a build;
-- `make love-remove` takes it out.

if not rawget(_G, "jit") or os.getenv "ALPHABETA_TAG" ~= "luajit" then return end

local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local script = require "spec.support.script"

local ROOT = lfs.currentdir()
local VERSION = require "alphabeta"._VERSION:match "^alphabeta (.*)$"
local LIBRARY = ("alphabeta/lib/%s-%s.so"):format(jit.os, jit.arch)

describe("make love-add", function()
  local folder

  -- Runs make for the game; returns whether it has succeeded, and what it has printed. The files of a release are
  -- looked for in `release`, or else nowhere.
  local function make(target, game, release)
    local text, code = script.shell(("unset MAKEFLAGS MFLAGS MAKELEVEL; make -s %s %s DIST='%s'"):format(target,
      game and ("GAME='%s'"):format(game) or "", release or folder .. "/none"))
    return code == 0, text
  end

  local function write(name, text) files.write(folder .. "/" .. name, text) end

  local function exists(name) return lfs.attributes(folder .. "/" .. name, "mode") ~= nil end

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    folder = folder .. " game"
    assert(lfs.mkdir(folder))
    write("main.lua", "-- a game")
  end)

  after_each(function() os.execute(("rm -rf '%s'"):format(folder)) end)

  it("puts the files and the library into the game, and says what to write", function()
    local ok, text = make("love-add", folder)
    assert.is_true(ok, text)
    for _, name in ipairs {"alphabeta/init.lua", "alphabeta/love.lua", "alphabeta/match/main.lua", LIBRARY} do
      assert.is_true(exists(name), name)
    end
    assert.is_truthy(text:find('require "alphabeta.love"', 1, true), text)
    assert.is_truthy(text:find("alphabeta.opponent {", 1, true), text)

    -- The four lines are a program, once what they name is there.
    local lines = {}
    for line in text:gmatch "\n  ([^\n]+)" do lines[#lines + 1] = line end
    assert.are.equal(4, #lines)
    assert.is_function(loadstring(table.concat(lines, "\n")))

    -- It takes the place of what it has put there, and is taken out again.
    write("alphabeta/old.lua", "")
    assert.is_true(make("love-add", folder))
    assert.is_false(exists "alphabeta/old.lua")
    assert.is_true(make("love-remove", folder))
    assert.is_false(exists "alphabeta")
    assert.is_true(exists "main.lua")
    assert.is_true(make("love-remove", folder))
  end)

  describe("from the files of a release", function()
    local release

    -- A release has no library for a Mac; elsewhere its file is packed and unpacked by these programs.
    local can_take = jit.os ~= "OSX" and script.has_program "zip" and script.has_program "unzip"
    local it = can_take and it or pending -- luacheck: ignore 431

    -- Packs a release that has one file of its own, and a library for each of two platforms.
    local function pack(version)
      local commands = ("set -e; mkdir -p '%s/alphabeta/lib'; cd '%s'; "
        .. "echo '-- The module alphabeta: an older one' >alphabeta/init.lua; "
        .. "touch alphabeta/LICENSE alphabeta/lib/Linux-arm64.so alphabeta/lib/Windows-x86.dll; "
        .. "zip -q -r alphabeta-%s-love.zip alphabeta; rm -r alphabeta"):format(release, release, version)
      assert.equal(0, select(2, script.shell(commands)))
      return ("%s/alphabeta-%s-love.zip"):format(release, version)
    end

    before_each(function() release = folder .. "/its release" end)

    -- That it takes all libraries of its own version, `.ci/release.sh` shows.
    it("builds instead of taking another version, or one that is older than a source", function()
      for _, version in ipairs {"0.0.1", VERSION} do
        assert(lfs.touch(pack(version), version == VERSION and 1000000000 or nil))
        local ok, text = make("love-add", folder, release)
        assert.is_true(ok, text)
        assert.same({true, false}, {exists(LIBRARY), exists "alphabeta/LICENSE"})
      end
    end)
  end)

  it("leaves something else of that name alone", function()
    lfs.mkdir(folder .. "/alphabeta")
    write("alphabeta/init.lua", "-- letters")
    for _, target in ipairs {"love-add", "love-remove"} do
      local ok, text = make(target, folder)
      assert.is_false(ok)
      assert.is_truthy(text:find "is something else", text)
    end
    assert.is_true(exists "alphabeta/init.lua")
  end)

  it("needs the folder of a game", function()
    os.remove(folder .. "/main.lua")
    for message, game in pairs {["there is no " .. folder .. "/main"] = folder, ["GAME=folder is missing"] = false} do
      local ok, text = make("love-add", game)
      assert.are.same({false, true}, {ok, text:find(message, 1, true) ~= nil})
    end
    assert.are.equal(ROOT, lfs.currentdir())
  end)
end)
