-- A searcher's memory in a file.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local files = require "spec.support.files"
local script = require "spec.support.script"

local game = setmetatable({
  hash = function(state) return table.concat(state.cells) end,
}, { __index = connect4 })

local OPTIONS = { win = connect4.WIN, depth = 6, deepening = false }

local function new(options) return alphabeta.new(game, options or OPTIONS) end

describe("A searcher's table", function()
  local path

  before_each(function() path = os.tmpname() end)
  after_each(function() os.remove(path) end)

  local function saved()
    local ai = new()
    local _, _, info = ai:search(connect4.new())
    ai:save(path)
    return ai, info
  end

  it("saved and loaded saves the search", function()
    local _, first = saved()
    local other = new()
    other:load(path)
    local _, _, again = other:search(connect4.new())
    assert.is_true(again.nodes < first.nodes / 10, again.nodes .. " against " .. first.nodes)
    local _, _, fresh = new():search(connect4.new())
    assert.equal(first.nodes, fresh.nodes)
  end)


  it("refuses files that are damaged, truncated, foreign or of other options, and keeps what it has", function()
    local ai = saved()
    local _, _, before = ai:search(connect4.new())
    local bytes = files.read(path)
    local middle = math.floor(#bytes / 2)
    local refused = {
      ["the file is not a saved table"] = { "no table at all, but long enough to be read as if it were one" },
      ["the file "] = {
        "", bytes:sub(1, -2), bytes:sub(1, middle), bytes .. "x",
        bytes:sub(1, middle) .. string.char((bytes:byte(middle + 1) + 1) % 256) .. bytes:sub(middle + 2),
      },
    }
    for expected, contents in pairs(refused) do
      for _, content in ipairs(contents) do
        files.write(path, content)
        local ok, message = pcall(ai.load, ai, path)
        assert.is_false(ok)
        assert.is_truthy(message:find("searcher:load: '" .. path .. "': " .. expected, 1, true), message)
      end
    end
    local _, _, after = ai:search(connect4.new())
    assert.equal(before.nodes, after.nodes)
    files.write(path, bytes)
    assert.error_matches(function()
      new({ win = 999, depth = 6 }):load(path)
    end, "saved for another game or with other options")
  end)

  it("says what is wrong with the path or the searcher", function()
    local ai = new()
    assert.error_matches(function() ai:save(path) end, "searcher:save: there is no table")
    assert.error_matches(function() ai:load() end, "searcher:load: argument 'path': expected a string, got n")
    assert.error_matches(function() ai:load("/no/such/file") end, "searcher:load: '/no/such/file': ")
    assert.error_matches(function() new({ table = 0 }):load(path) end, "searcher:load: option 'table' is 0")
    ai:close()
    assert.error_matches(function() ai:save(path) end, "searcher:save: argument 'self': expected an open searcher,"
      .. " got a closed one")
  end)

  it("is not saved where it is not known for whom its values are", function()
    local nobody = { moves = connect4.moves, make = connect4.make, unmake = connect4.unmake, hash = game.hash,
      evaluate = function() return 0 end }
    local ai = alphabeta.new(nobody)
    ai:search(connect4.new(), 2)
    assert.error_matches(function() ai:save(path) end, "the game has no 'player'")
    local players = { {}, {} }
    nobody.player = function(state) return players[state.turn] end
    ai:search(connect4.new(), 2)
    assert.error_matches(function() ai:save(path) end, "'player' must return numbers, strings or booleans")
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
  local lfs = require "lfs" -- busted depends on it

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

  -- A searcher whose table was saved at `path`, and the bytes.
  local function saved()
    local ai = new()
    ai:search(connect4.new())
    ai:save(path)
    return ai, files.read(path)
  end

  it("has a path in UTF-8, on every system", function()
    local ai, bytes = saved()
    local _, _, before = ai:search(connect4.new())
    -- What removes it afterwards on Windows knows letters of one alphabet only.
    local name = folder .. "/J\195\188rgen" .. (script.has_shell and " \228\184\173 \240\159\142\178" or "")
    for _ = 1, 2 do ai:save(name) end -- the second replaces the first
    local other = new()
    other:load(name)
    local _, _, info = other:search(connect4.new())
    assert.equal(before.nodes, info.nodes)
    if script.has_shell then assert.equal(bytes, files.read(name)) end
  end)

  it("replaces an old one, and leaves nothing else behind", function()
    files.write(path, "something else, which is longer: " .. ("x"):rep(1e6))
    local _, bytes = saved()
    assert.is_true(#bytes < 1e6)
    new():load(path)
    assert.same({"table"}, names())
  end)

  on_posix("is the old one or the new one whenever the process is killed", function()
    local whole = {}
    local _, old = saved()
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
    local _, old = saved()
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
    local ai, old = saved()
    local is_root = shell("id -u"):match("^0%s")
    if is_root or not lfs.attributes(path, "permissions") then
      pending("root may write anywhere")
      return
    end
    for _, name in ipairs({path, folder}) do
      shell("chmod a-w " .. name)
      local ok, message = pcall(ai.save, ai, path)
      shell("chmod u+w " .. name)
      assert.is_false(ok)
      assert.truthy(message:find("searcher:save: '" .. path .. "': ", 1, true), message)
      assert.equal(old, files.read(path))
    end
  end)

  on_posix("keeps the permissions of the old one", function()
    local ai = saved()
    for _, permissions in ipairs({"rw-r-----", "rwxrw-r--"}) do
      local user, group, others = permissions:gsub("-", ""):match("^(rw?x?)(rw?)(.*)$")
      shell(("chmod u=%s,g=%s,o=%s %s"):format(user, group, others, path))
      ai:save(path)
      assert.equal(permissions, lfs.attributes(path, "permissions"))
    end
  end)

  on_posix("is where symbolic links lead", function()
    local ai = saved()
    local middle, link = folder .. "/middle", folder .. "/link"
    assert(lfs.link("table", middle, true))
    assert(lfs.link(middle, link, true))
    files.write(path, "old")
    ai:save(link)
    assert.equal("link", lfs.symlinkattributes(link, "mode"))
    assert.equal("link", lfs.symlinkattributes(middle, "mode"))
    new():load(path)
    os.remove(path)
    ai:save(link) -- it leads to nothing now, and is replaced
    new():load(link)
    assert.equal("file", lfs.symlinkattributes(link, "mode"))
    assert(os.remove(middle))
    assert(lfs.link("middle", middle, true)) -- to itself
    assert.is_false((pcall(ai.save, ai, middle)))
  end)

  on_posix("is written to what is no regular file", function()
    local ai = saved()
    if not lfs.attributes("/dev/full") then
      pending("there is no such file here")
      return
    end
    ai:save("/dev/null")
    assert.error_matches(function() ai:save("/dev/full") end, "'/dev/full': the file cannot be written")
    assert.error_matches(function() ai:save(folder) end, "searcher:save: '" .. folder:gsub("%p", "%%%0") .. "': ")
    assert.error_matches(function() ai:load(folder) end, "searcher:load: '" .. folder:gsub("%p", "%%%0") .. "': ")
  end)
end)

describe("searcher:best", function()
  local path

  before_each(function() path = os.tmpname() end)
  after_each(function() os.remove(path) end)

  -- A searcher that has thought in slices, to the end.
  local function thought()
    local ai = new()
    ai:start(connect4.new())
    while not ai:step(1) do assert.is_true(ai:thinking()) end
    assert.is_truthy(ai:best())
    return ai
  end

  it("returns nil after clear", function()
    local ai = thought()
    ai:clear()
    assert.same({n = 1}, {n = select("#", ai:best()), ai:best()})
    assert.is_true(ai:step(1))
  end)

  it("returns nil after load, and what was found where a file was refused", function()
    local ai = thought()
    local best, value = ai:best()
    files.write(path, "no table")
    assert.is_false((pcall(ai.load, ai, path)))
    assert.same({best, value}, {(ai:best()), (select(2, ai:best()))})
    ai:save(path)
    ai:load(path)
    assert.is_nil(ai:best())
    ai:start(connect4.new())
    ai:step(1)
    assert.is_truthy(ai:best())
  end)
end)
