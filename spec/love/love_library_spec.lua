-- How `alphabeta.love` finds its library: in the game's folder, in a packed game, and in a save directory with an
-- umlaut. It runs in a small LÖVE of the specs' own; what runs in LÖVE itself is in love_spec. LÖVE is built with
-- LuaJIT, and so is this run on it.

local jit = rawget(_G, "jit")
if not jit then return end

local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local script = require "spec.support.script"

local LIBRARY = ("lib/%s-%s.so"):format(jit.os, jit.arch)
local FOLDER = lfs.currentdir() .. "/build/small_love"

local function shell(command) assert(script.output_of(command .. " && printf done"):find "done$") end

local games = 0

-- A new game: the module in a folder of it, and a library with these bytes, if there are any. Each game has a save
-- directory of its own.
local function new_game(place, bytes)
  games = games + 1
  local game = {folder = ("%s/game%d"):format(FOLDER, games), save = ("%s/save%d"):format(FOLDER, games)}
  game.module = game.folder .. "/" .. place
  shell(("mkdir -p '%s' '%s/lib' && cp -R lua/alphabeta/. '%s'"):format(game.save, game.module, game.module))
  if bytes then files.write(game.module .. "/" .. LIBRARY, bytes) end
  return game
end

-- What the game has told: {name = value}.
local function play(game, kind, name)
  local output = script.output_of(('LUA_PATH= "%s" spec/support/small_love_game.lua "%s" "%s" %s %s'):format(
    script.interpreter(), game.folder, game.save, kind, name))
  local told = {}
  for fact, value in output:gmatch "([^\n\t]+)\t([^\r\n]*)" do told[fact] = value end
  assert.is_truthy(told.loaded, output)
  return told
end

local function copies(told)
  local names = {}
  for fact in pairs(told) do names[#names + 1] = fact:match "^copy (.*)$" end
  return names
end

describe("The library for LÖVE", function()
  local library

  setup(function()
    shell(("rm -rf '%s'"):format(FOLDER))
    library = files.read(assert(rawget(package, "searchpath")("alphabeta.core", package.cpath)))
  end)

  for _, kind in ipairs {"folder", "packed"} do
    for _, place in ipairs {"alphabeta", "things/alphabeta"} do
      local name = place:gsub("/", ".") .. ".love"
      it(("is found by %s in a game that is %s, and copied below Jürgen"):format(name,
        kind == "packed" and "packed" or "a folder"), function()
        local game = new_game(place, library)
        for _ = 1, 2 do -- the second time, the copy is there
          local told = play(game, kind, name)
          assert.are.same({"true", "C", "true", "true", "2"},
            {told.loaded, told.engine, told.usual, told.match, told.search}, told.message)
          assert.are.equal(1, #copies(told))
          assert.is_truthy(copies(told)[1]:find(("^%s%%-%s%%-%%x+%%.so$"):format(jit.os, jit.arch)))
        end
      end)
    end
  end

  -- Cause: LÖVE 12 shows a warning if `love.data.hash` is called as in LÖVE 11.
  it("is found in LÖVE 12", function()
    local told = play(new_game("alphabeta", library), "packed12", "alphabeta.love")
    assert.are.same({"true", "C", 1}, {told.loaded, told.engine, #copies(told)}, told.message)
  end)

  it("takes the place of the one that a former version of the game has brought", function()
    local game = new_game("alphabeta", library)
    local before = copies(play(game, "packed", "alphabeta.love"))
    files.write(game.module .. "/" .. LIBRARY, library .. "x") -- behind its end, which the system does not load
    local after = play(game, "packed", "alphabeta.love")
    assert.are.equal("C", after.engine, after.message)
    assert.are.equal(1, #copies(after))
    assert.are_not.equal(before[1], copies(after)[1])
  end)

  it("is copied anew where the copy is damaged", function()
    local game = new_game("alphabeta", library)
    local name = copies(play(game, "packed", "alphabeta.love"))[1]
    files.write(game.save .. "/J\195\188rgen/alphabeta-lib/" .. name, "half of it")
    local told = play(game, "packed", "alphabeta.love")
    assert.are.same({"true", "C", name}, {told.loaded, told.engine, copies(told)[1]}, told.message)
  end)

  it("is replaced with the engine in Lua where the game has none", function()
    for _, name in ipairs {"alphabeta", "things.alphabeta"} do
      local told = play(new_game((name:gsub("%.", "/"))), "packed", name .. ".love")
      assert.are.same({"true", "Lua", "true", "true", "2"},
        {told.loaded, told.engine, told.usual, told.match, told.search}, told.message)
      assert.are.equal(0, #copies(told))
    end
  end)

  it("is named where it was built for another Lua", function()
    local told = play(new_game("alphabeta", "alphabeta.core, built for Lua 5.4"), "packed", "alphabeta.love")
    assert.are.equal("false", told.loaded)
    assert.is_truthy(told.message:find(
      "^alphabeta%.love: '.*/J\195\188rgen/.*' was built for Lua 5%.4, this is LuaJIT: make LUA_VERSION=jit$"),
      told.message)
  end)

  -- Cause: a library that could not be copied to the save directory, or could not be loaded from there, was an error of
  -- `require`. Whoever had a save directory that is read-only, full or mounted without the right to execute saw LÖVE's
  -- error screen, although the engine in Lua lies beside the library.
  for what, prepare in pairs {
    ["cannot be loaded"] = function()
      return new_game("alphabeta", "broken"), "cannot load '.*/J\195\188rgen/alphabeta%-lib/.*'"
    end,
    ["cannot be written"] = function()
      local game = new_game("alphabeta", library)
      shell(("mkdir -p '%s/J\195\188rgen'"):format(game.save))
      files.write(game.save .. "/J\195\188rgen/alphabeta-lib", "a file where the folder of the copies should be")
      return game, "cannot write '.*/J\195\188rgen/alphabeta%-lib/.*'"
    end,
  } do
    it("is named in a line, and replaced with the engine in Lua, where it " .. what, function()
      local game, reason = prepare()
      for _ = 1, 2 do
        local told = play(game, "packed", "alphabeta.love")
        assert.are.same({"true", "Lua", "true", "2"}, {told.loaded, told.engine, told.match, told.search}, told.message)
        local expected = "^alphabeta%.love: " .. reason .. ".*: the engine in Lua is used, which is slower$"
        assert.is_truthy(told.printed:find(expected), told.printed)
      end
    end)
  end
end)
