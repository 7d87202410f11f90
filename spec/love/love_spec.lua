-- In LÖVE itself: connect four is played by mouse and by keys, from its folder and packed, reversi and whist by mouse.
-- A search is walked through step by step, and the module is loaded as docs/love.md describes; love_library_spec shows
-- how it finds its library, or does without. What runs inside is beside this file; what it saves and writes can be seen
-- in build/love/. A brief run loads the module for LuaUnit's suite, and
-- plays the game of the README.

local jit = rawget(_G, "jit")
if not jit then return end

local effort = require "spec.support.effort"
local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local script = require "spec.support.script"

local ROOT = lfs.currentdir()
local FOLDER = ROOT .. "/build/love"

local quote = script.quote

-- Runs a shell's commands, as if no make were around them.
local function shell(commands)
  local text, code = script.shell(("(unset MAKEFLAGS MFLAGS MAKELEVEL; set -e; mkdir -p %s; %s)"):format(
    quote(FOLDER), commands))
  if code ~= 0 then error(text) end
end

local function missing_programs()
  local missing = {}
  for _, program in ipairs {"love", "Xvfb", "xdotool", "zip"} do
    if not script.has_program(program) then missing[#missing + 1] = program end
  end
  return #missing > 0 and table.concat(missing, ", ") or nil
end

local MISSING = missing_programs()

local LUAUNIT = rawget(package, "searchpath")("luaunit", package.path)

-- Puts a program and the specs' part together in a folder: the program's main.lua steps back for the specs'.
local function put_together(program, folder)
  shell(([[
    make love PROGRAM=%s
    cd build/love
    rm -rf %s %s.love home
    cp -R %s %s
    cd %s
    mv main.lua main_of_game.lua
    mkdir -p spec/luaunit
    cp -R %s/spec/love %s/spec/support spec
    cp spec/love/main.lua main.lua
    cp %s/spec/luaunit/suite.lua spec/luaunit
    cp %s luaunit.lua
    zip -q -r ../%s.love .
  ]]):format(program, folder, folder, program, folder, folder, ROOT, ROOT, ROOT, quote(LUAUNIT), folder))
end

-- Runs a part of the specs in LÖVE. Returns what it reported, {name = value}, and the folder where it saved something.
local function run(game, home, ...)
  local words = {...}
  for i, word in ipairs(words) do words[i] = quote(word) end
  home = FOLDER .. "/home/" .. home
  local command = ("spec/love/run %s love %s %s"):format(quote(home), quote(FOLDER .. "/" .. game),
    table.concat(words, " "))
  local pipe = assert(io.popen(command))
  local output = pipe:read "*a"
  pipe:close()
  local told = {}
  for name, value in output:gmatch "([^\n\t]+)\t([^\n]*)" do told[name] = value end
  files.write(home .. "/told.log", output)
  assert.are.equal("true", told.done, output)
  return told, home .. "/love/"
end

-- Checks that a program has saved pictures of a size.
local function assert_pictures(folder, width, height, ...)
  for _, name in ipairs {...} do
    local bytes = files.read(folder .. "/" .. name .. ".png")
    assert.are.equal("\137PNG\r\n\26\n", bytes:sub(1, 8))
    local size = {}
    for i, byte in ipairs {bytes:byte(17, 24)} do
      local at = math.ceil(i / 4)
      size[at] = (size[at] or 0) * 256 + byte
    end
    assert.are.same({width, height}, size, name)
  end
end

-- The games on a page: {files = {name = text}, printed}. One whose file is not main.lua goes with the next.
local function games_of_page(path)
  local games, sources, last = {}, {}, nil
  for language, text in files.read(path):gmatch "\n```(%l+)\n(.-)```" do
    local name = language == "lua" and text:match "^%-%- (%l+%.lua)\n"
    if name then
      sources[name], last = text, name
    elseif language == "text" and last == "main.lua" then
      games[#games + 1] = {files = sources, printed = text:gsub("\n$", ""):gsub("\n", "; "):gsub("\t", " ")}
      sources, last = {}, nil
    end
  end
  return games
end

-- The file that README tells to copy, which LÖVE finds before the folder of the same name.
local SINGLE = assert(loadfile ".ci/single.lua")("players")

local in_full = effort(function() end, it)

describe("In LÖVE,", function()
  if MISSING then
    pending("a game is played (not on this machine: " .. MISSING .. ")")
    return
  end

  lazy_setup(function()
    put_together("connect4", "spec")
    for _, program in ipairs(effort({}, {"tree", "reversi", "whist"})) do
      put_together(program, "spec_" .. program)
    end
  end)

  for game, what in pairs {spec = "a folder", ["spec.love"] = "a packed .love"} do
    describe("from " .. what .. ",", function()
      local it_loads = game == "spec" and it or in_full
      it_loads("the module is loaded, and the LuaUnit suite passes", function()
        local told = run(game, game .. "-luaunit", "luaunit")
        assert.are.same({"true", "C", "0"}, {told.same, told.engine, told.failures})
      end)

      in_full("workers find the same moves as the main thread", function()
        local told = run(game, game .. "-workers", "workers")
        assert.is_truthy(told.answers:match "^444441:%d:%d+ 444442:%d:%d+ 444443:%d:%d+ 444444:%d:%d+$")
        assert.are.equal(told.expected, told.answers)
      end)

      in_full("pools search in threads of LÖVE", function()
        local told = run(game, game .. "-pool", "pool")
        assert.are.same({"true", told.expected, "true", "true"}, {told.same, told.value, told.stopped, told.nodes})
        local message = "^alphabeta%.pool: helper 1: callback 'read': expected a state, got nil for '9'"
        assert.is_truthy(told.message:find(message), told.message)
        assert.is_truthy(told.missing:find("module 'no.such.rules' not found", 1, true), told.missing)
      end)
    end)
  end

  -- Makes another folder of build/love from that of connect four, and changes it there by a shell's commands.
  local function make_folder(name, commands)
    shell(("cd build/love; rm -rf %s; cp -R spec %s; cd %s; %s"):format(name, name, name, commands))
  end

  -- What a game of a page prints in LÖVE.
  local function printed_by(game, home)
    make_folder("page", "cp spec/support/nim_to_learn.lua nim.lua")
    files.write(FOLDER .. "/page/alphabeta.lua", SINGLE)
    for name, text in pairs(game.files) do
      files.write(FOLDER .. "/page/" .. (name == "main.lua" and "main_of_game.lua" or name), text)
    end
    return run("page", home, "page", game.printed).printed
  end

  for path, count in pairs {["docs/love.md"] = 3, ["docs/learning.md"] = 1} do
    in_full(path .. " has games that print what the page shows", function()
      local games = games_of_page(path)
      assert.are.equal(count, #games)
      for i, game in ipairs(games) do
        assert.are.equal(game.printed, printed_by(game, path:match "(%l+)%.md$" .. i))
      end
    end)
  end

  -- Cause: its opponent was given the first state. When the game had begun again with another table, it never moved.
  it("the README has a game whose opponent answers, also when the game has begun again", function()
    make_folder("page", "")
    files.write(FOLDER .. "/page/alphabeta.lua", SINGLE)
    local text
    for program in files.read "README.md":gmatch "\n```lua\n(%-%- main%.lua\n.-)```" do
      if program:find("function love.draw", 1, true) then text = program end
    end
    assert(text, "the README has no game")
    files.write(FOLDER .. "/page/main_of_game.lua", text .. [[
      for _, key in ipairs {"escape", "4", "kp1", "0", "3"} do love.keypressed(key) end
      local draw = love.draw
      function love.draw()
        draw()
        if state.turn == 2 then return end
        print(state.heap < 18 and "the computer has moved" or "it has not moved")
        love.keypressed "r"
        love.keypressed "3"
      end
    ]])
    local expected = "the computer has moved; the computer has moved"
    assert.are.equal(expected, run("page", "page_of_readme", "page", expected).printed)
  end)

  describe("an opponent", function()
    in_full("takes the errors of the game's functions to the error screen, with their traceback", function()
      local told = run("spec", "failing", "loop", "failing")
      assert.is_truthy(told.message:find "this fails.*in callback 'evaluate'.*stack traceback:.*loop%.lua",
        told.message)
    end)

    in_full("bears whatever a random player does, as pools do", function()
      local told = run("spec", "player", "player", "1")
      assert.is_nil(told.wrong)
      assert.are.equal("true", told.kinds)
    end)

    -- Cause: its hooks were in `love.update` and `love.run` alone, as they were when it was made.
    for kind, what in pairs {
      screens = "whose screens bring their own love.update", steps = "with its own love.run, and a fixed time step",
      none = "with its own love.run, which never calls love.update",
    } do
      in_full("plays in a game " .. what, function()
        assert.are.equal("8", run("spec", "loop-" .. kind, "loop", kind).heap)
      end)
    end
  end)

  in_full("a game for two is played against an opponent that knows of undo and restart", function()
    make_folder("mod", "rm -rf conf.lua game*; cp ../../../examples/modding/love/opponent.lua .; "
      .. "cp ../../../examples/modding/love/main.lua main_of_game.lua")
    local told = run("mod", "mod", "mod")
    for _, fact in ipairs {"still while thinking", "undone", "still after undo", "still after restart"} do
      assert.are.equal("true", told[fact], fact)
    end
    assert.are.equal("2", told.moves)
  end)

  describe("a game that somebody else wrote, which keeps its board", function()
    for kind, lines in pairs {locals = 14, objects = 12} do
      in_full(("in %s, is won by an opponent of %d lines at the end of its file"):format(kind, lines), function()
        local path = ("%s/examples/modding/%s/main.lua"):format(ROOT, kind)
        make_folder("added", ("rm -rf conf.lua game*; cp %s main_of_game.lua"):format(quote(path)))
        local text = files.read(path):match "\n%-%- the opponent.*"
        local count = 0
        for line in text:gmatch "[^\n]+" do
          if not line:find "^%s*%-%-" then count = count + 1 end
        end
        assert.are.equal(lines, count)
        local told = run("added", "added-" .. kind, "added")
        assert.is_truthy(told.contract:find("no defect", 1, true), told.contract)
        assert.is_true(tonumber(told.answers) >= 3)
        assert.are.equal("true", told.won)
      end)
    end
  end)

  describe("connect four", function()
    in_full("is played to its end by mouse, while the opponent keeps to its part of the frames", function()
      local told, saved = run("spec", "mouse", "mouse")
      assert.is_truthy(told.advice:find("The best move is column 4: ", 1, true), told.advice)
      assert.is_truthy(told.review:find "^Your accuracy: %d+ %%%. ", told.review)
      assert.is_true(told.winner ~= "nobody" and tonumber(told["winning cells"]) >= 4 or told.moves == "42")
      assert_pictures(saved .. "alphabeta-connect4", 1000, 700, "hint", "falling", "playing", "over")
      -- What the machine's other programs take is not counted, but what LuaJIT takes to compile is: on some machines
      -- milliseconds, now and then.
      assert.is_true(tonumber(told.slices) > 50)
      assert.is_true(tonumber(told["computing 50"]) <= tonumber(told.frame), told["computing 50"])
      assert.is_true(tonumber(told["computing 99"]) <= tonumber(told.frame) * 2, told["computing 99"])
    end)

    in_full("is played by keys, touch and gamepad, packed, as on a phone", function()
      local told, saved = run("spec.love", "controls", "controls")
      for _, size in ipairs {"320 x 400", "400 x 700", "420 x 800"} do
        assert.are.equal("true", told["buttons fit into " .. size], size)
      end
      assert.is_true(tonumber(told.moves) >= 7)
      assert_pictures(saved .. "alphabeta-connect4", 420, 800, "tall")
    end)
  end)

  -- What a match of each says at its start, as a hint and at its end, and its moves at least.
  for name, row in pairs {
    whist = {"^Trumps are %l+%. You lead%.$", "^The best move is the %w+ of %l+: averaged over %d+ possible deals",
      "win by %d+ tricks to %d", 26},
    reversi = {"", "^The best move is [a-h][1-8][^.]*%.[^.]*%.?$", "win by %d+", 20},
  } do
    in_full(name .. " is played to its end by mouse, with a hint, in two shapes of the window", function()
      local told, saved = run("spec_" .. name, name, "session", name)
      for i, said in ipairs {"start", "hint", "message"} do
        local is_draw = name == "reversi" and told[said]:find "draw"
        assert.is_truthy(told[said]:find(row[i]) or is_draw, told[said])
      end
      assert.is_true(tonumber(told.answered) >= 2 and tonumber(told.moves) >= row[4], told.moves)
      assert_pictures(saved .. "alphabeta-" .. name, 1000, 700, "start", "hint")
      assert_pictures(saved .. "alphabeta-" .. name, 420, 800, "tall", "end")
    end)
  end

  in_full("the walk through a search knows, goes, takes and shows what it should, in two windows", function()
    local told, saved = run("spec_tree.love", "walk", "walk")
    saved = saved .. "alphabeta-tree/"
    assert.are.same({"24", told.expected}, {told.steps, told.known}) -- by keys, what the trace says
    assert.are.same({"22", "0", "0", "1"}, {told.back, told.home, told.gamepad, told.played})
    assert.are.same({"1", "2", "3", "2", told["pointed at"]}, {
      told.button, told["click on the tree"], told["wheel down"], told["wheel up"], told["line of steps"],
    })
    -- Crosses from the first cut-off on, the green line at the end.
    assert_pictures(saved, 1000, 700, "start", "cut", "end")
    for name, shown in pairs {start = {false, false}, cut = {true, false}, ["end"] = {true, true}} do
      assert.is_true(tonumber(told["colours " .. name]) > 100, name)
      assert.are.same(shown, {tonumber(told["crosses " .. name]) > 50, tonumber(told["chosen " .. name]) > 50}, name)
    end
    assert_pictures(saved, 480, 820, "tall")
    assert.are.equal("true", told.fits)
  end)
end)
