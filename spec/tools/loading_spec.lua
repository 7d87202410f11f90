-- What `require "alphabeta"` loads: the C module and itself. Each tool is loaded when it is first used, wherever the
-- folder lies, in a coroutine as well, and without the library `debug`, which sandboxes lack.

local message_of = require "spec.support.message_of"
local small_games = require "spec.support.small_games"
local sorted_keys = require "spec.support.sorted_keys"

local NIM = small_games.with(small_games.HEAP, {player = function() return 1 end})

local unpack = table.unpack or unpack

-- The same for two players, whose states say whose turn it is.
local FOR_TWO = small_games.by_result(small_games.NIM.copying, small_games.worth)

--- Whether a name is that of a module of the library.
local function is_own(name) return name:find "^alphabeta" ~= nil or name:find "^lua%.alphabeta" ~= nil end

--- The modules of the library that are loaded from a folder, sorted, by their names below it.
local function loaded(folder)
  local names = {}
  for name in pairs(package.loaded) do
    if is_own(name) and name:sub(1, #folder) == folder then names[#names + 1] = name:sub(#folder + 2) end
  end
  table.sort(names)
  return names
end

--- Runs something without the modules of the library but the C module, and puts back afterwards what was loaded.
local function afresh(work)
  local before = {}
  for name, module in pairs(package.loaded) do
    if is_own(name) then before[name] = module end
  end
  for name in pairs(before) do
    if name ~= "alphabeta.core" then package.loaded[name] = nil end
  end
  local ok, err = pcall(work)
  for _, name in ipairs(sorted_keys(package.loaded)) do
    if is_own(name) then package.loaded[name] = before[name] end
  end
  for name, module in pairs(before) do package.loaded[name] = module end
  if not ok then error(err, 0) end
end

local function take_one() return 1 end

-- For each tool: its main module, the arguments before its options, how it is used, and what it uses itself.
local TOOLS = {
  check = {"check.main", {NIM, 6}, function(alphabeta) return alphabeta.check(NIM, 6, {sign = false}).ok end},
  explain = {"explain.main", {6, 3}, function(alphabeta)
    return alphabeta.explain(6, 3, {game = NIM}).kind == "move"
  end},
  learn = {"learn.main", {FOR_TWO, {heap = 1}}, function(alphabeta)
    return alphabeta.learn(FOR_TWO, {heap = 5, turn = 1}, {games = 8, nodes = 5, match_games = 2}).seed == 0
  end, {check = true, match = true}},
  match = {"match.main", {take_one, take_one}, function(alphabeta)
    return alphabeta.match(take_one, take_one, {game = NIM, state = 6, games = 2, view = "mover"}).games == 2
  end},
}

it("The C module without alphabeta says that searches need that, and can be used again", function()
  local core = require "alphabeta.core"
  afresh(function()
    core.set_front(nil) -- as where nothing has told where it is
    for _ = 1, 2 do
      assert.equal("alphabeta.core: searches need the module alphabeta: require it in place of alphabeta.core",
        message_of(core.new, NIM, {view = "mover"}))
    end
    require "alphabeta"
    assert.equal(1, (core.new(NIM, {view = "mover"}):search(7, {depth = 8, ties = true})))
  end)
end)

describe("require \"alphabeta\"", function()
  -- Cause: each time that the module was loaded, with one C module, it wrapped its functions once more. After some
  -- thirty times a search was an overflow of the C stack.
  it("wraps the functions of the C module once", function()
    for _ = 1, 60 do afresh(function() require "alphabeta" end) end
    assert.are.equal(1, (require("alphabeta").search(1, 1, {game = NIM})))
  end)

  -- Cause: nothing noticed new Lua files beside a library of an older release. Searches then failed with errors about
  -- fields of tables that no user knows, or went wrong.
  it("names a C module of another version, and says what to do", function()
    local core, version = require "alphabeta.core", require("alphabeta")._VERSION
    if core.ENGINE ~= "C" then return pending "needs the C module" end
    for _, case in ipairs {{"alphabeta 0.9.1", " is alphabeta 0.9.1"}, {nil, " is of an older version"}} do
      local old = setmetatable({}, {__index = function(_, name)
        if name == "VERSION" then return case[1] end
        return core[name]
      end})
      afresh(function()
        package.loaded["alphabeta.core"] = old
        local is_loaded, message = pcall(require, "alphabeta")
        package.loaded["alphabeta.core"] = core
        assert.is_false(is_loaded)
        assert.is_truthy(message:find("alphabeta: the C module", 1, true), message)
        assert.is_truthy(message:find(case[2] .. ", and the Lua files are " .. version, 1, true), message)
        assert.is_truthy(message:find("take both from one release", 1, true), message)
      end)
    end
    assert.equal(version, core.VERSION)
  end)

  it("loads itself, the C module, and what reads options", function()
    afresh(function()
      require "alphabeta"
      local expected = {
        "", "common.constant_rows", "common.globals", "common.interpreter", "common.neutral_value", "core",
        "front.checks", "front.function_rows", "front.main", "front.meaning", "front.message", "front.option_rows",
        "front.option_table", "front.options", "front.plan", "front.result", "front.rules", "front.technique_rows",
        "use",
      }
      if require("alphabeta")._ENGINE == "Lua" then
        expected = {"", "common.globals", "common.interpreter", "core", "use"}
      end
      assert.are.same(expected, (loaded "alphabeta"))
    end)
  end)

  -- Cause: each module that a program used for the first time was looked for on the path of that moment, even one that
  -- every search with a table needs.
  it("finds the rest of the library where it was found itself, whatever the path is then", function()
    local path = package.path
    finally(function() package.path = path end)
    afresh(function()
      local alphabeta, tree = require "alphabeta", require "alphabeta.tree"
      local hashed = small_games.with(NIM, {hash = function(heap) return heap end})
      package.path = ""
      assert.is_truthy(alphabeta.search(6, 6, {game = hashed}))
      assert.equal(2, (alphabeta.search(7, {depth = 3, only = {2}, ties = true}, {game = NIM, view = "mover"})))
      assert.is_truthy(alphabeta.search({heap = 5, turn = 1}, {nodes = 50}, {game = FOR_TWO, algorithm = "uct"}))
      assert.matches("did you mean", message_of(alphabeta.check, NIM, 6, {tim = 1}))
      local state = {heap = 7, turn = 1}
      local opponent = alphabeta.opponent {
        state = function() return state end, turn = function() return state.turn == 1 end, game = FOR_TWO, depth = 7,
        play = function(take) state = FOR_TWO.play(state, take) end,
      }
      repeat until not opponent:update()
      assert.equal(2, state.turn)
      for name, tool in pairs(TOOLS) do assert.is_true(tool[3](alphabeta), name) end
      assert.matches("^MAX ", tree.search(6, 3, {game = NIM}):text())
      assert.equal("", package.path)
      assert.is_false((pcall(require, "alphabeta.elo.none")))
    end)
  end)

  it("does so in LÖVE, whose files are found by another path", function()
    local path, love, love_path = package.path, rawget(_G, "love"), "lua/?.lua;lua/?/init.lua"
    local searchers = package.searchers or package.loaders -- luacheck: ignore 143
    table.insert(searchers, 1, function(name)
      for pattern in love_path:gmatch "[^;]+" do
        local load_module = loadfile((pattern:gsub("%?", (name:gsub("%.", "/")))))
        if load_module then return load_module end
      end
      return nil
    end)
    rawset(_G, "love", {filesystem = {
      getRequirePath = function() return love_path end,
      setRequirePath = function(new) love_path = new end,
    }})
    local own_path, own_package = love_path, package
    package.path = ""
    finally(function()
      table.remove(searchers, 1)
      package.path = path
      rawset(_G, "love", love)
    end)
    for _, visible in ipairs {own_package, false} do -- without `package` as in a sandbox
      afresh(function()
        love_path = own_path
        rawset(_G, "package", visible or nil)
        local alphabeta = require "alphabeta"
        love_path = "elsewhere/?.lua"
        local ok, is_used = pcall(TOOLS.match[3], alphabeta)
        rawset(_G, "package", own_package)
        assert.is_true(ok and is_used, is_used)
        assert.equal("elsewhere/?.lua", love_path)
      end)
    end
  end)

  -- On Lua 5.1, a module that an error has kept from being loaded is not loaded again: it counts as being loaded still.
  -- The path was the library's own afterwards, if the error had struck before the program's was put back.
  it("loads that after an error of a debug hook which has struck while it was loaded", function()
    local k, is_struck, path = 0, true, package.path
    finally(function() package.path = path end)
    while is_struck do
      k, is_struck = k + 3, false
      package.path = path
      afresh(function()
        local alphabeta, events = require "alphabeta", 0
        local options = {game = NIM, view = "mover"}
        package.path = ""
        pcall(function()
          debug.sethook(function()
            events = events + 1
            if events < k then return end
            debug.sethook()
            is_struck = true
            error("on purpose", 0)
          end, "c")
          alphabeta.search(7, {depth = 1, only = {2}}, options)
          debug.sethook()
        end)
        debug.sethook()
        assert.equal("", package.path, k)
        assert.equal(2, (alphabeta.search(7, {depth = 1, only = {2}}, options)))
      end)
    end
    assert.is_true(k > 20, k)
  end)

  for name, tool in pairs(TOOLS) do
    local main, arguments, use, uses = tool[1], tool[2], tool[3], tool[4] or {}

    it("loads a tool when it is first used, in a coroutine, too, and no other one: " .. name, function()
      afresh(function()
        local alphabeta = require "alphabeta"
        for _ = 1, 2 do -- the first time and later, a wrong option is reported at the caller's line
          arguments[3] = {width = 1}
          assert.matches(("^alphabeta%%.%s: unknown option 'width' %%(valid: "):format(name),
            message_of(alphabeta[name], unpack(arguments)))
          assert.is_true(coroutine.wrap(function() return (use(alphabeta)) end)())
        end
        assert.is_truthy(package.loaded["alphabeta." .. main])
        for other, rest in pairs(TOOLS) do
          if other ~= name and not uses[other] then assert.is_nil(package.loaded["alphabeta." .. rest[1]]) end
        end
      end)
      afresh(function() assert.are.equal(require("alphabeta." .. name), require "alphabeta"[name]) end)
    end)

    -- Cause: in a finalizer, or where memory is short, loading fails; Lua 5.1 then refused the modules for ever.
    it("loads a tool anew that could not be loaded, nor what it needs: " .. name, function()
      local needed = "alphabeta.common.values"
      afresh(function()
        local alphabeta = require "alphabeta"
        package.loaded[needed] = nil
        package.preload[needed] = function() error("on purpose", 0) end
        for _ = 1, 2 do
          local ok, message = pcall(use, alphabeta)
          assert.is_true(ok or message:find("on purpose", 1, true) ~= nil, message)
        end
        package.preload[needed] = nil
        assert.is_true(use(alphabeta))
      end)
    end)

    it("loads a tool from where the folder lies, and without the library `debug`: " .. name, function()
      local path, own_debug = package.path, debug
      package.path = "./?.lua;./?/init.lua;" .. path
      afresh(function()
        _G.debug = nil -- luacheck: ignore 122
        local ok, result = pcall(function() return use(require "lua.alphabeta") end)
        _G.debug, package.path = own_debug, path -- luacheck: ignore 122
        assert.are.same({true, true}, {ok, result})
        assert.are.same({"core"}, loaded "alphabeta")
        assert.is_truthy(package.loaded["lua.alphabeta." .. main])
      end)
    end)
  end
end)
