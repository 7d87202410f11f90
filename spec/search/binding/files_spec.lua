-- The table of a searcher, or of several, in a file: what is read back, what is refused, and that a file is the old one
-- or the new one, whatever happens while it is written.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local files = require "spec.support.files"
local lfs = require "lfs" -- busted depends on it
local script = require "spec.support.script"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

local game = setmetatable({
  hash = function(state) return table.concat(state.cells) end,
}, { __index = connect4 })

local OPTIONS = { win = connect4.WIN, depth = 6, deepening = false }

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

describe("A searcher's table", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("saved and loaded saves the search", function()
    saved(path)
    local fresh = nodes_of(new())
    assert.is_true(nodes_of(loaded(path)) < fresh / 10)
  end)

  it("refuses files that are damaged, truncated, foreign or of other options, and keeps what it has", function()
    local ai, bytes = saved(path)
    local before, middle = nodes_of(ai), math.floor(#bytes / 2)
    for _, row in ipairs {
      {"no table at all, but long enough to be read as if it were one", "is not a saved table"}, {"", ""},
      {bytes:sub(1, -2), ""}, {bytes:sub(1, middle), ""}, {bytes .. "x", ""},
      {bytes:sub(1, middle) .. string.char((bytes:byte(middle + 1) + 1) % 256) .. bytes:sub(middle + 2), ""},
    } do
      files.write(path, row[1])
      assert.matches("searcher:load: '" .. path .. "': the file " .. row[2], failure(ai.load, ai, path), 1, true)
    end
    assert.equal(before, nodes_of(ai))
    files.write(path, bytes)
    assert.matches("saved for another game or with other options", failure(loaded, path, {win = 999}))
  end)

  it("says what is wrong with the path or the searcher", function()
    local ai = new()
    for _, row in ipairs {
      {"save: there is no table", ai.save, ai, path}, {"load: argument 'path': expected a string, got n", ai.load, ai},
      {"load: '/no/such/file': ", ai.load, ai, "/no/such/file"},
      {"load: option 'table' is 0", loaded, path, {table = 0}},
    } do
      assert.matches("searcher:" .. row[1], failure(unpack(row, 2, 4)), 1, true)
    end
    ai:close()
    assert.matches("searcher:save: argument 'self': expected an open searcher, got a closed one",
      failure(ai.save, ai, path), 1, true)
  end)

  it("is not saved where it is not known for whom its values are", function()
    local nobody = { moves = connect4.moves, make = connect4.make, unmake = connect4.unmake, hash = game.hash,
      evaluate = function() return 0 end }
    local ai, players = alphabeta.new(nobody), { {}, {} }
    ai:search(START, 2)
    assert.matches("the game has no 'player'", failure(ai.save, ai, path), 1, true)
    nobody.player = function(state) return players[state.turn] end
    ai:search(START, 2)
    assert.matches("'player' must return numbers, strings or booleans", failure(ai.save, ai, path), 1, true)
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
  local command = words:gsub("%%s", function() return script.quote(script.interpreter()) end)
  local pipe = assert(io.popen(command))
  local output = pipe:read("*a")
  pipe:close()
  return output
end

-- A program that saves a searcher's table at `path` again and again, or once.
local SAVER = [[
  local alphabeta = require "alphabeta"
  local game = setmetatable({hash = function(state) return table.concat(state.cells) end},
    {__index = require "games.connect4"})
  local ai = alphabeta.new(game, {win = game.WIN})
  ai:search(game.new(), {nodes = 20000})
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

  it("has a path in UTF-8, on every system", function()
    local ai, bytes = saved(path)
    local before = nodes_of(ai)
    -- What removes it afterwards on Windows knows letters of one alphabet only.
    local name = folder .. "/J\195\188rgen" .. (script.has_shell and " \228\184\173 \240\159\142\178" or "")
    for _ = 1, 2 do ai:save(name) end -- the second replaces the first
    assert.equal(before, nodes_of(loaded(name)))
    if script.has_shell then assert.equal(bytes, files.read(name)) end
  end)

  it("replaces an old one, and leaves nothing else behind", function()
    files.write(path, "something else, which is longer: " .. ("x"):rep(1e6))
    local _, bytes = saved(path)
    assert.is_true(#bytes < 1e6)
    loaded(path)
    assert.same({"table"}, names())
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
    for _, permissions in ipairs({"rw-r-----", "rwxrw-r--"}) do
      local user, group, others = permissions:gsub("-", ""):match("^(rw?x?)(rw?)(.*)$")
      shell(("chmod u=%s,g=%s,o=%s %s"):format(user, group, others, path))
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

describe("A shared table with a file", function()
  local path = os.tmpname()
  teardown(function() os.remove(path) end)

  it("is saved and loaded as a searcher's own", function()
    local shared = alphabeta.table(1)
    assert.matches("table:save: nothing was searched with this table yet", failure(shared.save, shared, path), 1, true)
    local ai = new {table = shared}
    local _, value, info = ai:search(START)
    shared:save(path)
    local function by_table(method)
      local other = alphabeta.table(2)
      other[method](other, path)
      return new {table = other}
    end
    local _, _, least = loaded(path, {table = 2}):search(START)
    assert.is_true(least.nodes < info.nodes / 10)
    for _, other in ipairs {loaded(path, {table = alphabeta.table(2)}), by_table "load", by_table "merge"} do
      local _, again, less = other:search(START)
      assert.same({value, least.nodes}, {again, less.nodes})
    end
    ai:save(path)
    assert.equal(least.nodes, nodes_of(loaded(path, {table = 2})))
  end)

  it("refuses files with other settings, or that are none", function()
    local shared, other, different = alphabeta.table(1), alphabeta.table(1), alphabeta.table(1)
    new {table = shared}:search(START)
    shared:save(path)
    other:load(path) -- from here on it is one for this view and win
    local wrong = new {table = other, win = 500}
    assert.matches("filled with other settings", failure(wrong.search, wrong, START), 1, true)
    new {table = different, win = 500}:search(START)
    for _, method in ipairs {"load", "merge"} do
      assert.matches("table:" .. method .. ": .*the file was saved for another game or with other options",
        failure(different[method], different, path))
      assert.matches("table:" .. method .. ": argument 'path': expected a string, got no value",
        failure(different[method], different), 1, true)
      assert.is_string(failure(different[method], different, path .. ".none"))
    end
    files.write(path, "nonsense")
    local fresh = alphabeta.table(1)
    assert.matches("the file is not a saved table", failure(fresh.merge, fresh, path), 1, true)
    new {table = fresh, win = 500}:search(START) -- a refused file says nothing
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
    local nodes = nodes_after {4, 6}
    assert.equal(nodes, nodes_after {6, 4})
    assert.is_true(nodes < 1000)
  end)

  -- Cause: a path with a zero byte named the file before it.
  it("has no path with a zero byte", function()
    local shared = alphabeta.table(1)
    local ai = saved(path, {table = shared})
    os.remove(path)
    for _, row in ipairs {
      {"table", "save", shared}, {"table", "load", shared}, {"table", "merge", shared},
      {"searcher", "save", ai}, {"searcher", "load", ai},
    } do
      assert.matches(("%s:%s: argument 'path': expected a path, got a string with a zero byte"):format(row[1], row[2]),
        failure(row[3][row[2]], row[3], path .. "\0.table"), 1, true)
    end
    assert.is_nil(io.open(path))
  end)
end)
