-- The clock that the engine in Lua finds in its host.
--
-- Cause: outside of LÖVE it was `os.clock`, the time of the processor, although the reference says wall-clock time.
-- Half a second took seven if a game waits for its next frame most of the time.

local fallback = require "alphabeta.fallback"
local clock = require "alphabeta.fallback.clock"
local core = require "alphabeta.core"
local failure = require "spec.support.failure"
local findings = require "spec.support.findings"
local limits = require "alphabeta.fallback.limits"
local message_of = require "spec.support.message_of"
local wrap = require "spec.support.wrap"

local is_in_lua = core.ENGINE == "Lua"

-- The clock of a host with these globals, which shows 12.5 seconds.
local function shows(globals)
  local read = clock.find(globals)
  return read and read()
end

describe("The clock of the engine in Lua", function()
  it("is that of the host", function()
    local hosts = {
      LOVE = {love = {timer = {getTime = function() return 12.5 end}}},
      ["Neovim from 0.10 on"] = {vim = {uv = {hrtime = function() return 12.5e9 end}}},
      ["Neovim before"] = {vim = {loop = {hrtime = function() return 12.5e9 end}}},
      Luanti = {core = {get_us_time = function() return 12.5e6 end}},
      Minetest = {minetest = {get_us_time = function() return 12.5e6 end}},
      ["Garry's Mod"] = {SysTime = function() return 12.5 end},
      ["World of Warcraft"] = {debugprofilestop = function() return 12500 end},
      Playdate = {playdate = {getElapsedTime = function() return 12.5 end}},
      Solar2D = {system = {getTimer = function() return 12500 end}},
      OpenResty = {ngx = {now = function() return 12.5 end}},
      Defold = {socket = {gettime = function() return 12.5 end}},
      LuaSocket = {package = {loaded = {socket = {gettime = function() return 12.5 end}}}},
      ["a plain one"] = {os = {clock = function() return 12.5 end}},
    }
    for name, globals in pairs(hosts) do assert.equal(12.5, shows(globals), name) end
  end)

  it("is brought up to date where the host keeps the time of its last event", function()
    local now = 0
    local read = clock.find {ngx = {update_time = function() now = now + 1 end, now = function() return now end}}
    local first = read()
    assert.equal(1, read() - first)
  end)

  it("is the next one where one fails, or tells no time", function()
    local plain = {clock = function() return 12.5 end}
    assert.equal(12.5, shows {vim = {uv = {hrtime = function() error "not allowed" end}}, os = plain})
    assert.equal(12.5, shows {love = {timer = {getTime = function() return "late" end}}, os = plain})
    assert.equal(12.5, shows {core = {get_us_time = function() end}, SysTime = 3, system = "a name", os = plain})
    assert.equal(12.5, shows {jit = {os = "Linux"}, os = plain})
  end)

  it("is none where the host has none", function()
    assert.is_nil(clock.find {})
    assert.is_nil(clock.find {os = {time = os.time}})
  end)

  it("stands still where the time of day is set back, or a program's own clock to 0", function()
    local now
    -- A clock, the time to which it is set back, and the time after one and a half seconds.
    for _, row in ipairs {
      {{debugprofilestop = function() return now * 1000 end}, 0},
      {{playdate = {getElapsedTime = function() return now end}}, 0},
      {{socket = {gettime = function() return now end}}, 40},
    } do
      now = 100
      local read = clock.find(row[1])
      assert.equal(100, read())
      now = row[2]
      assert.equal(100, read())
      now = row[2] + 1.5
      assert.equal(101.5, read())
    end
  end)

  it("runs behind the time of day by a second at most where there is the processor's alone", function()
    local processor, day = 0, 1000
    local os_of_host = {clock = function() return processor end, time = function() return math.floor(day) end}
    local read = clock.find {os = os_of_host}
    local start, greatest = read(), 0
    for _ = 1, 500 do -- frames of 20 ms, in which the program works 4
      processor, day = processor + 0.004, day + 0.02
      local behind = day - 1000 - (read() - start)
      greatest = math.max(greatest, behind)
      assert.is_true(behind > -1e-9, behind)
    end
    assert.is_true(greatest < 2, greatest)

    -- A program that always works is measured as finely as the processor's time is.
    processor, day = 0, 1000
    read = clock.find {os = os_of_host}
    start = read()
    for i = 1, 500 do
      processor, day = processor + 0.01, day + 0.01
      assert.is_true(math.abs(read() - start - i * 0.01) < 1e-9)
    end
  end)

  local jit = rawget(_G, "jit")
  if jit and pcall(require, "ffi") then
    it("is that of the system on LuaJIT, whatever the program has declared", function()
      pcall(require("ffi").cdef, "int clock_gettime(double, double);")
      local globals = {jit = jit, require = require}
      local read, again = clock.find(globals), clock.find(globals)
      local one, two, three = read(), again(), read()
      assert.is_true(one <= two and two <= three)
      assert.is_true(three - one < 60)
    end)
  end
end)

-- Cause: without a clock the time was always 0, so that no limit of time and no slice was ever reached: an opponent
-- with `time`, or without a limit, never returned from `update`.
describe("A host without a clock", function()
  local heap = {view = "mover", moves = function(n) return {n * 2 % 97, n * 3 % 97} end,
    play = function(_, n) return n end, evaluate = function(n) return n end}
  local before

  before_each(function() before = limits.set_clock(nil) end)
  after_each(function() limits.set_clock(before) end)

  local function words(where) return where .. ": this host has no clock: give 'nodes', or alphabeta.set_clock" end

  it("is told that a limit of time is none", function()
    assert.equal(words "alphabeta.search", message_of(fallback.search, 1, {time = 1}, {game = heap}))
    local ai = fallback.new(heap, {time = 1})
    assert.equal(words "searcher:search", message_of(ai.search, ai, 1))
    assert.equal(words "searcher:start", message_of(ai.start, ai, 1))
    assert.equal(words "searcher:search", message_of(ai.search, ai, 1, {depth = 3, think = 1}))
    assert.is_number((ai:search(1, {nodes = 50, time = math.huge})))
  end)

  it("is told that slices never end, unless the search does", function()
    local ai = fallback.new(heap, {slice = 0.01})
    ai:start(1, {depth = math.huge})
    assert.equal(words "searcher:step", message_of(ai.step, ai))
    assert.equal(words "searcher:step", message_of(ai.step, ai, 0.001))
    assert.is_false(ai:step {nodes = 10})
    ai:stop()
    for _, given in ipairs {{depth = 4}, {nodes = 50}} do
      ai:start(1, given)
      assert.is_true(ai:step(0.001))
    end
  end)

  -- Cause: a clock was called first by a search, where a text in place of seconds was an error of arithmetic, or none.
  it("is given one that returns numbers alone", function()
    if not is_in_lua then return end
    local expected = "alphabeta.set_clock: argument 'clock': expected a function that returns seconds, a number, "
      .. "got one that returns "
    for name, answer in pairs {string = "5", NaN = 0 / 0, ["nil"] = false} do
      assert.equal(expected .. name, message_of(fallback.set_clock, function() return answer or nil end))
    end
  end)

  it("needs opponents whose searches have other limits", function()
    if not is_in_lua then return end
    local played
    local function opponent(given)
      return fallback.opponent(wrap.replace(given, {
        game = {
          moves = function(s) return heap.moves(s.n) end, make = function(s, n) s.n = n end, unmake = function() end,
          evaluate = function(s) return s.n end,
        },
        state = {n = 1}, turn = function() return not played end, play = function(move) played = move end,
      }))
    end
    for _, given in ipairs {{}, {time = 1}, {think = 1}} do
      local own = opponent(given)
      findings.contains(failure(own.update, own, 0.02), "this host has no clock: give 'nodes', or alphabeta.set_clock")
    end
    local own = opponent {nodes = 50}
    for _ = 1, 100 do own:update(0.02) end
    assert.is_number(played)
  end)
end)
