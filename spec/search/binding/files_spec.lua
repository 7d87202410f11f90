-- The table of a searcher, or of several, in a file: what is read back, what is refused, and that a file is the old
-- one or the new one, whatever happens while it is written.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local rng = require "spec.support.rng"
local script = require "spec.support.script"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local game = wrap.replace(connect4, {hash = function(state) return table.concat(state.cells) end})

local OPTIONS = {win = connect4.WIN, depth = 5, deepening = false}

local START = connect4.new()

local function new(options) return alphabeta.new(game, wrap.replace(OPTIONS, options or {})) end

-- How many nodes a searcher takes.
local function nodes_of(ai) return (select(3, ai:search(START))).nodes end

-- A searcher that has searched and has saved its table.
local function saved(path, options)
  local ai = new(options)
  ai:search(START)
  ai:save(path)
  return ai, files.read(path)
end

-- A searcher that has loaded a table.
local function loaded(path, options)
  local ai = new(options)
  ai:load(path)
  return ai
end

-- Bytes that are not those of a saved table any more.
local DAMAGES = {
  function(random, bytes) return bytes:sub(1, random:int(0, #bytes - 1)) end,
  function(random, bytes) return bytes .. ("x"):rep(random:int(1, 40)) end,
  function(random, bytes)
    local at = random:int(1, #bytes)
    return bytes:sub(1, at - 1) .. string.char((bytes:byte(at) + random:int(1, 255)) % 256) .. bytes:sub(at + 1)
  end,
  function() return "no table at all, but long enough to be read as if it were one" end,
}

describe("A searcher's table, or a shared table, with a file", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("is read back, and a file that is damaged is refused and changes nothing", function()
    saved(path, {table = alphabeta.table(1)})
    local bytes, fresh, least = files.read(path), nodes_of(new()), nodes_of(loaded(path))
    assert.is_true(least < fresh / 10)
    for seed in share.of(1, effort.seeds(30, 300)) do
      local random, shared = rng.new(seed), alphabeta.table(2)
      local ai = new {table = random:chance(0.7) and shared or nil}
      local method = random:pick {"searcher:load", "table:load", "table:merge"}
      local loads = shared
      if method == "searcher:load" then loads = ai else ai = new {table = shared} end
      local function load_file() return loads[method:match ":(.*)"](loads, path) end
      local function refuse()
        files.write(path, random:pick(DAMAGES)(random, bytes))
        assert.matches(method .. ": '" .. path .. "': the file ", failure(load_file), 1, true)
        files.write(path, bytes)
      end
      refuse()
      load_file()
      refuse()
      assert.equal(least, nodes_of(ai))
    end
  end)

  it("is merged from files in any order, the deeper entry winning", function()
    local function nodes_after(order)
      local shared = alphabeta.table(4)
      for _, depth in ipairs(order) do
        saved(path, {depth = depth})
        shared:merge(path)
      end
      return nodes_of(new {table = shared})
    end
    local nodes = nodes_after {4, 5}
    assert.equal(nodes, nodes_after {5, 4})
    assert.is_true(nodes < 1000)
  end)

  -- Cause of the message about a zero byte: such a path named the file before it.
  it("says what is wrong with a path, a searcher, a table or a game", function()
    local fresh, shut, shared, different = new(), new(), alphabeta.table(1), alphabeta.table(1)
    local players = {{}, {}}
    local without_player = wrap.replace(game, {evaluate = function() return 0 end})
    without_player.player = nil
    local unknown = wrap.replace(without_player, {player = function(state) return players[state.turn] end})
    local function save_of(rules)
      local ai = alphabeta.new(rules)
      ai:search(START, 2)
      ai:save(path)
    end
    local ai = saved(path)
    new {table = different, win = 500}:search(START)
    shut:close()
    for _, row in ipairs {
      {"searcher:save: there is no table", fresh.save, fresh, path},
      {"table:save: nothing was searched with this table yet", shared.save, shared, path},
      {"searcher:load: '/no/such/file': ", fresh.load, fresh, "/no/such/file"},
      {"table:merge: '/no/such/file': ", shared.merge, shared, "/no/such/file"},
      {"searcher:load: option 'table' is 0", loaded, path, {table = 0}},
      {"searcher:save: argument 'self': expected an open searcher, got a closed one", shut.save, shut, path},
      {"saved for another game or with other options", loaded, path, {win = 999}},
      {"saved for another game or with other options", different.load, different, path},
      {"saved for another game or with other options", different.merge, different, path},
      {"the game has no 'player'", save_of, without_player},
      {"'player' must return numbers, strings or booleans", save_of, unknown},
    } do
      assert.matches(row[1], failure(unpack(row, 2, 4)), 1, true)
    end
    -- Cause of the first message: a missing path of a searcher was taken for another value on Lua's stack.
    for name, method in ("searcher:save searcher:load table:save table:load table:merge"):gmatch "(%a+):(%a+)" do
      local object, about = name == "table" and different or ai, name .. ":" .. method .. ": argument 'path': expected "
      assert.matches(about .. (name == "table" and "a string, got no value" or "a string, got nil"),
        failure(object[method], object), 1, true)
      assert.matches(about .. "a path, got a string with a zero byte",
        failure(object[method], object, path .. "\0.table"), 1, true)
    end
  end)

  it("takes the settings of the file that it has loaded, but none of a file that is refused", function()
    local shared = alphabeta.table(1)
    files.write(path, "nonsense")
    failure(shared.merge, shared, path)
    local other = new {table = shared, win = 500}
    other:search(START)
    saved(path)
    shared = alphabeta.table(1)
    shared:load(path)
    other = new {table = shared, win = 500}
    assert.matches("filled with other settings", failure(other.search, other, START), 1, true)
  end)

  it("is loaded in place of what was found, unless the file is refused", function()
    local ai = new()
    ai:start(START)
    while not ai:step(1) do assert.is_true(ai:thinking()) end
    local best, value = ai:best()
    files.write(path, "no table")
    failure(ai.load, ai, path)
    assert.same({best, value}, {(ai:best()), (select(2, ai:best()))})
    ai:save(path)
    ai:load(path)
    assert.same({n = 1}, {n = select("#", ai:best()), ai:best()})
    ai:start(START)
    ai:step(1)
    assert.is_truthy(ai:best())
  end)
end)

-- What one Lua program does, in a process of its own. `words` is what a shell does with it, "%s" being the program.
local function shell(words)
  return script.output_of((words:gsub("%%s", function() return script.quote(script.interpreter()) end)))
end

-- A program that saves a searcher's table at `path` again and again, or once.
local SAVER = [[
  local alphabeta = require "alphabeta"
  local game = setmetatable({hash = function(state) return table.concat(state.cells) end},
    {__index = require "games.connect4"})
  local ai = alphabeta.new(game, {win = game.WIN})
  ai:search(game.new(), {nodes = 5000})
  local path, times = ...
  io.write "ready\n"
  io.flush()
  for _ = 1, tonumber(times) do print(select(2, pcall(ai.save, ai, path))) end
]]

describe("A file that is saved", function()
  -- What is done by a POSIX shell, or with files that other systems have not.
  local on_posix = script.has_shell and it or pending
  local folder, path, program

  -- The names in the folder, but for the program's.
  local function names()
    local found = {}
    for name in lfs.dir(folder) do
      if not name:match("^%.%.?$") and name ~= "saver.lua" then found[#found + 1] = name end
    end
    table.sort(found)
    return found
  end

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(lfs.mkdir(folder))
    path, program = folder .. "/table", folder .. "/saver.lua"
    files.write(program, SAVER)
  end)

  after_each(function()
    for name in lfs.dir(folder) do
      if not name:match("^%.%.?$") then os.remove(folder .. "/" .. name) end
    end
    assert(lfs.rmdir(folder))
  end)

  it("replaces an old one, leaves nothing else behind, and has a path in UTF-8, on every system", function()
    files.write(path, "something else, which is longer: " .. ("x"):rep(1e6))
    local ai, bytes = saved(path)
    assert.is_true(#bytes < 1e6)
    assert.same({"table"}, names())
    -- What removes it afterwards on Windows knows letters of one alphabet only.
    local name = folder .. "/J\195\188rgen" .. (script.has_shell and " \228\184\173 \240\159\142\178" or "")
    for _ = 1, 2 do ai:save(name) end -- the second replaces the first
    assert.equal(nodes_of(ai), nodes_of(loaded(name)))
    if script.has_shell then assert.equal(bytes, files.read(name)) end
  end)

  on_posix("is the old one or the new one whenever the process is killed", function()
    local whole = {}
    local _, old = saved(path)
    whole[old] = true
    shell(("%%s %s %s 1"):format(program, path))
    whole[files.read(path)] = true
    for i = 1, effort(10, 40) do
      files.write(path, old)
      shell(("{ %%s %s %s 100000 & } >%s.out; while ! [ -s %s.out ]; do sleep 0.01; done; sleep %.3f; kill -9 $!; wait")
        :format(program, path, path, path, 0.001 * (i % 10)))
      assert.is_true(whole[files.read(path)], "another file after kill " .. i)
    end
  end)

  on_posix("is the old one where the disk is full, and nothing is left behind", function()
    local _, old = saved(path)
    local output = shell(("(trap '' XFSZ; ulimit -f 1; %%s %s %s 1) 2>&1"):format(program, path))
    if not output:find("ready", 1, true) then
      pending("files cannot be limited here")
      return
    end
    assert.truthy(output:find("searcher:save: '" .. path .. "': the file cannot be written: ", 1, true), output)
    assert.equal(old, files.read(path))
    assert.same({"table"}, names())
  end)

  on_posix("is the old one where the folder or the file cannot be written", function()
    local ai, old = saved(path)
    local is_root = shell("id -u"):match("^0%s")
    if is_root or not lfs.attributes(path, "permissions") then
      pending("root may write anywhere")
      return
    end
    for _, name in ipairs({path, folder}) do
      shell("chmod a-w " .. name)
      local _, message = pcall(ai.save, ai, path)
      shell("chmod u+w " .. name)
      assert.matches("searcher:save: '" .. path .. "': ", message, 1, true)
      assert.equal(old, files.read(path))
    end
  end)

  on_posix("keeps the permissions of the old one", function()
    local ai = saved(path)
    for symbolic, permissions in pairs {["u=rw,g=r,o="] = "rw-r-----", ["u=rwx,g=rw,o=r"] = "rwxrw-r--"} do
      shell(("chmod %s %s"):format(symbolic, path))
      ai:save(path)
      assert.equal(permissions, lfs.attributes(path, "permissions"))
    end
  end)

  on_posix("is where symbolic links lead", function()
    local ai = saved(path)
    local middle, link = folder .. "/middle", folder .. "/link"
    assert(lfs.link("table", middle, true))
    assert(lfs.link(middle, link, true))
    files.write(path, "old")
    ai:save(link)
    assert.equal("link", lfs.symlinkattributes(link, "mode"))
    assert.equal("link", lfs.symlinkattributes(middle, "mode"))
    loaded(path)
    os.remove(path)
    ai:save(link) -- it leads to nothing now, and is replaced
    loaded(link)
    assert.equal("file", lfs.symlinkattributes(link, "mode"))
    assert(os.remove(middle))
    assert(lfs.link("middle", middle, true)) -- to itself
    assert.is_false((pcall(ai.save, ai, middle)))
  end)

  on_posix("is written to what is no regular file", function()
    local ai = saved(path)
    if not lfs.attributes("/dev/full") then
      pending("there is no such file here")
      return
    end
    ai:save("/dev/null")
    assert.matches("'/dev/full': the file cannot be written", failure(ai.save, ai, "/dev/full"), 1, true)
    for _, method in ipairs {"save", "load"} do
      assert.matches(("searcher:%s: '%s': "):format(method, folder), failure(ai[method], ai, folder), 1, true)
    end
  end)
end)
