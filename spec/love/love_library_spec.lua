-- How `alphabeta.love` finds its library: in the game's folder, in a packed game, beside the executable, and in a save
-- directory with an umlaut. It runs in a small LÖVE of the specs' own, under wine as well; what runs in LÖVE itself is
-- in love_spec. LÖVE is built with LuaJIT, and so is this run on it.

local jit = rawget(_G, "jit")
if not jit then return end

local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local script = require "spec.support.script"

local IS_WINDOWS = jit.os == "Windows"
local ENDING = IS_WINDOWS and ".dll" or ".so"
local LIBRARY = ("lib/%s-%s%s"):format(jit.os, jit.arch, ENDING)
local ROOT = lfs.currentdir():gsub("\\", "/")
local FOLDER = ROOT .. "/build/small_love-" .. jit.os

-- Makes a folder, and those that it lies in.
local function make_folder(path)
  local parent = path:match "^(.+)/[^/]+$"
  if parent and not lfs.attributes(parent, "mode") then make_folder(parent) end
  lfs.mkdir(path)
end

local function copy_folder(from, to)
  make_folder(to)
  for name in lfs.dir(from) do
    local path = from .. "/" .. name
    if lfs.attributes(path, "mode") == "file" then
      files.write(to .. "/" .. name, files.read(path))
    elseif not name:find "^%.%.?$" then
      copy_folder(path, to .. "/" .. name)
    end
  end
end

-- Removes a folder with all that is in it.
local function remove_folder(path)
  if lfs.attributes(path, "mode") ~= "directory" then return end
  for name in lfs.dir(path) do
    if not name:find "^%.%.?$" and not os.remove(path .. "/" .. name) then remove_folder(path .. "/" .. name) end
  end
  lfs.rmdir(path)
end

-- The file of the C module that these specs run with.
local function core_file()
  return assert(rawget(package, "searchpath")("alphabeta.core", package.cpath))
end

-- Runs a command of the system's shell, without the paths that Lua gets from the environment.
local function run(command)
  local without = IS_WINDOWS and 'set "LUA_PATH=" & ' or "LUA_PATH= "
  local pipe = assert(io.popen(IS_WINDOWS and ('"%s%s"'):format(without, command) or without .. command))
  local output = pipe:read "*a"
  pipe:close()
  return output
end

local games = 0

-- A new game: the module in a folder of it, and a library with these bytes, if there are any. Each game has a save
-- directory of its own.
local function new_game(place, bytes)
  games = games + 1
  local game = {folder = ("%s/game%d"):format(FOLDER, games), save = ("%s/save%d"):format(FOLDER, games)}
  make_folder(game.save)
  game.module = game.folder .. "/" .. place
  copy_folder("lua/alphabeta", game.module)
  make_folder(game.module .. "/lib")
  if bytes then files.write(game.module .. "/" .. LIBRARY, bytes) end
  return game
end

-- What the game has told: {name = value}. `program` is the interpreter, or a copy of it.
local function play(game, kind, name, program, installed)
  local output = run(('"%s" spec/support/small_love_game.lua "%s" "%s" %s %s %s'):format(
    program or script.interpreter(), game.folder, game.save, kind, name, installed or ""))
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
    remove_folder(FOLDER)
    library = files.read(core_file())
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
          assert.is_truthy(copies(told)[1]:find(("^%s%%-%s%%-%%x+%%%s$"):format(jit.os, jit.arch, ENDING)))
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
      make_folder(game.save .. "/J\195\188rgen")
      files.write(game.save .. "/J\195\188rgen/alphabeta-lib", "a file where the folder of the copies should be")
      return game, "cannot write '.*/J\195\188rgen/alphabeta%-lib/.*'"
    end,
  } do
    local it = what == "cannot be written" and IS_WINDOWS and pending or it -- luacheck: ignore 431
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

  -- On Windows, LuaJIT looks for libraries beside its executable by itself.
  local on_windows = IS_WINDOWS and it or pending

  on_windows("is found beside the executable, where the game has none", function()
    local program = script.interpreter():gsub("\\", "/")
    if not program:find "%.exe$" then program = program .. ".exe" end
    local folder = FOLDER .. "/program"
    make_folder(folder .. "/alphabeta")
    files.write(folder .. "/game.exe", files.read(program))
    files.write(folder .. "/lua51.dll", files.read(program:match "^(.*)/[^/]*$" .. "/lua51.dll"))
    files.write(folder .. "/alphabeta/core.dll", library)
    for _, name in ipairs {"alphabeta", "things.alphabeta"} do
      local game = new_game((name:gsub("%.", "/")))
      local told = play(game, "packed", name .. ".love", folder .. "/game.exe", "installed")
      assert.are.same({"true", "C", "true", "2"}, {told.loaded, told.engine, told.usual, told.search}, told.message)
      assert.are.equal(0, #copies(told))
    end
  end)
end)
