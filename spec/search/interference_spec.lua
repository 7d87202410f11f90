-- Whatever is done in the midst of a function of the library, at the k-th call of a function of the game, the k-th
-- event of a debug hook, and by a finalizer at the first allocation behind that, for each k until it passes: the state
-- is as it was, what is closed says so, and all else can be used. Shared tables, pools and opponents had been looked
-- at, and then used when they were closed or at work; the engine in Lua had been left locked.

local alphabeta = require "alphabeta"
local core = require "alphabeta.core"
local effort = require "spec.support.effort"
local share = require "spec.support.share"
local tree = require "alphabeta.tree"

local IS_C = alphabeta._ENGINE == "C"
local HAS_THREADS = IS_C and core.threads ~= nil and core.threads() ~= nil

-- The most places that are tried of a kind, by all Luas together; more are passed over evenly.
local MOST = effort(12, 30)

-- Nim -----------------------------------------------------------------------------------------------------------------

-- Called first by every function of the game.
local intrude = function() end

local nim = {
  moves = function(state)
    intrude()
    local takes = {}
    for take = 1, math.min(3, state.heap) do takes[take] = take end
    return takes
  end,
  make = function(state, take)
    intrude()
    state.heap, state.turn = state.heap - take, 3 - state.turn
  end,
  unmake = function(state, take) state.heap, state.turn = state.heap + take, 3 - state.turn end,
  player = function(state)
    intrude()
    return state.turn
  end,
  evaluate = function(state, me)
    intrude()
    return state.heap > 0 and 0 or state.turn == me and -1 or 1
  end,
  hash = function(state)
    intrude()
    return state.heap
  end,
}

local function new_state() return {heap = 5, turn = 1} end

-- Whether a search by a searcher of this state finds what is right.
local function finds(ai)
  local best, value = ai:search(new_state(), 6)
  return best == 1 and value == 1
end

-- Subjects ------------------------------------------------------------------------------------------------------------

-- Each makes what it needs, and returns what is called, and the objects that are closed, stopped and so on in the midst
-- of that. `is_usable` is called afterwards; it may raise an error that says that something is closed.
local path = os.tmpname()

local function searcher_subject(call, options)
  return function()
    local ai, state = alphabeta.new(nim, options), new_state()
    return {
      call = function() return call(ai, state) end, state = state, objects = {ai},
      is_usable = function()
        pcall(ai.stop, ai)
        return finds(ai)
      end,
    }
  end
end

local SUBJECTS = {
  search = searcher_subject(function(ai, state) ai:search(state, 3) end),
  ["search with deepening"] = searcher_subject(function(ai, state)
    ai:search(state, {depth = 3, deepening = true, on_iteration = function() intrude() end})
  end),
  ["search of some moves"] = searcher_subject(function(ai, state)
    ai:search(state, {depth = 2, avoid = {3}, multipv = 2, ties = "random"})
    ai:search(state, {depth = 2, only = {1, 2}, level = function(_, random) return random() < 1 and 1 end})
  end),
  ["step and best, by a level"] = searcher_subject(function(ai, state)
    ai:start(state, {depth = 2, level = function() return 1 end})
    ai:step {nodes = 3}
    ai:best()
    ai:stop()
    ai:best()
  end),
  step = searcher_subject(function(ai, state)
    ai:start(state, 3)
    for _ = 1, 100 do if ai:step {nodes = 2} then break end end
  end),
  best = searcher_subject(function(ai, state)
    ai:start(state, 3)
    ai:step {nodes = 5}
    ai:best()
    ai:thinking()
    tostring(ai)
    ai:stop()
    ai:clear()
  end),
  ["search once"] = function()
    local state = new_state()
    return {
      call = function() alphabeta.search(state, 3, {game = nim}) end, state = state, objects = {},
      is_usable = function() return alphabeta.search(new_state(), 6, {game = nim}) == 1 end,
    }
  end,
  perft = function()
    local state = new_state()
    return {
      call = function() alphabeta.perft(state, 3, {game = nim, divide = true}) end, state = state, objects = {},
      is_usable = function() return alphabeta.perft(new_state(), 1, {game = nim}) == 3 end,
    }
  end,
  zobrist = function()
    local key = alphabeta.zobrist(64)
    return {
      call = function()
        key:flip(1, 2)
        key:copy():set(key:get())
        tostring(key)
        return key == key:copy()
      end,
      objects = {}, is_usable = function() return key:set(0):get() == ("0"):rep(16) end,
    }
  end,
  -- Where the game or the program has used it meanwhile, the rest of an update does nothing.
  opponent = function()
    local state, played, subject = new_state(), 0, {}
    local opponent = alphabeta.opponent {
      game = nim, state = state, depth = 3, slice = 1e-9, me = 1,
      play = function(take)
        played = played + 1
        if subject.was_used then subject.problem = "it plays in a round that has ended" end
        nim.make(state, take)
      end,
      on_thinking = function() intrude() end,
    }
    subject.objects = {opponent}
    function subject.call()
      local left = 400
      while left > 0 do
        subject.was_used = false
        opponent:update(1 / 60)
        left = played > 0 and math.min(left, 3) - 1 or left - 1
      end
    end
    function subject.is_usable()
      intrude, played, state.heap, state.turn = function() end, 0, 9, 1 -- another state, which it looks at anew
      subject.was_used = false
      for _ = 1, 4000 do
        opponent:update(1 / 60)
        if played > 0 then return true end
      end
      error("it does not play")
    end
    return subject
  end,
  snapshot = function()
    local world = {heap = 5, turn = 1}
    local made = alphabeta.snapshot {
      env = world, changes = {"heap", "turn"}, moves = function() return nim.moves(world) end,
      play = function(_, take) nim.make(world, take) end, player = function() return world.turn end,
      evaluate = function(_, me) return nim.evaluate(world, me) end,
    }
    local ai = alphabeta.new(made)
    return {
      call = function() ai:search(world, 2) end, state = world, objects = {ai},
      is_usable = function()
        world.heap, world.turn = 5, 1
        pcall(ai.stop, ai)
        return ai:search(world, 6) == 1
      end,
    }
  end,
  tree = function()
    local state = new_state()
    return {
      call = function() tostring(tree.search(state, 2, {game = nim})) end, state = state, objects = {},
      is_usable = function() return tree.search(new_state(), 2, {game = nim}) ~= nil end,
    }
  end,
  match = function()
    local ai = alphabeta.new(nim, {depth = 2})
    local function play() return alphabeta.match(ai, {depth = 1}, {game = nim, state = new_state(), games = 2}) end
    return {
      call = play, objects = {ai},
      is_usable = function()
        pcall(ai.stop, ai)
        return finds(ai)
      end,
    }
  end,
}

if IS_C then
  local function table_subject(call)
    return function()
      local shared, state = alphabeta.table(1 / 64), new_state()
      local ai = alphabeta.new(nim, {table = shared})
      ai:search(new_state(), 3)
      shared:save(path)
      return {
        call = function() return call(shared, state, ai) end, state = state, objects = {shared, ai},
        is_usable = function()
          pcall(ai.stop, ai)
          return finds(ai)
        end,
      }
    end
  end
  SUBJECTS["search with a shared table"] = table_subject(function(_, state, ai) ai:search(state, 3) end)
  SUBJECTS["methods of a shared table"] = table_subject(function(shared)
    shared:save(path)
    shared:load(path)
    shared:merge(path)
    tostring(shared)
    alphabeta.table(shared:handle()):close()
    shared:clear()
  end)
  SUBJECTS["files of a searcher"] = table_subject(function(_, _, ai)
    ai:save(path)
    ai:load(path)
  end)
  SUBJECTS["a game that is looked up"] = table_subject(function(shared, state)
    local looked_up = setmetatable({}, {__index = function(_, name)
      intrude()
      return nim[name]
    end})
    alphabeta.search(state, 3, {game = looked_up, table = shared})
  end)
end

if HAS_THREADS then
  SUBJECTS.pool = function()
    local pool = alphabeta.pool {rules = "spec.support.pool_rules", options = {table = 1 / 1024}}
    return {
      call = function()
        pool:search("7", {depth = 9, on_iteration = function() intrude() end})
        pool:start("5", 3)
        pool:step(0.01)
        pool:best()
        pool:stop()
        pool:clear()
      end,
      objects = {pool},
      is_usable = function()
        pcall(pool.stop, pool)
        local _, value = pool:search("7", 9)
        return value == 1
      end,
      finish = function() pool:close() end,
    }
  end
end

-- Deeds ---------------------------------------------------------------------------------------------------------------

-- Calls a method of all objects that have it. What it raises is looked at by the caller.
local function method(name)
  return function(subject)
    for _, object in ipairs(subject.objects) do
      if object[name] then
        local ok, message = pcall(object[name], object)
        subject.was_used = true
        if not ok then subject.said = message end
      end
    end
  end
end

local DEEDS = {
  close = method "close", stop = method "stop", clear = method "clear", best = method "best", step = method "step",
  update = function(subject)
    for _, object in ipairs(subject.objects) do
      if object.update then
        local ok = pcall(object.update, object, 1 / 60) -- it is refused while its search calls the game
        subject.was_used = subject.was_used or ok
      end
    end
  end,
  collect = function() collectgarbage() end, error = function() error("on purpose", 0) end,
  yield = function() coroutine.yield() end,
}

local NAMES = {}
for name in pairs(DEEDS) do NAMES[#NAMES + 1] = name end
table.sort(NAMES)

-- What no message may say: that something of the module was used in the wrong state.
local WRONG = {
  "attempt to index", "attempt to call", "attempt to compare", "attempt to perform", "attempt to concatenate",
  "attempt to get", "bad argument", "assertion",
}

local function check_message(message)
  message = tostring(message)
  for _, words in ipairs(WRONG) do assert.is_nil(message:find(words, 1, true), message) end
end

-- Calls a subject in a coroutine, and resumes that until it is dead. Returns what went wrong.
local function run(subject, prepare, clean_up)
  local thread = coroutine.create(function()
    prepare()
    local ok, message = pcall(subject.call)
    clean_up()
    if not ok then error(message, 0) end
  end)
  for _ = 1, 10000 do
    local ok, message = coroutine.resume(thread)
    if not ok then return message end
    if coroutine.status(thread) == "dead" then return nil end
  end
  error "it does not end"
end

-- Lets each step of the collector be a whole cycle, until the function that is returned is called.
local function collect_wholly()
  local before = collectgarbage("setstepmul", 1e9)
  pcall(collectgarbage, "incremental", 0, 1000, 30) -- Lua 5.4 has limits of its own, and the size of a step
  collectgarbage()
  return function()
    pcall(collectgarbage, "incremental", 0, before, 13)
    collectgarbage("setstepmul", before)
    collectgarbage "restart"
  end
end

-- Makes garbage with a finalizer.
local function leave_garbage(finalizer)
  if newproxy then -- luacheck: ignore 113
    debug.setmetatable(newproxy(true), {__gc = finalizer}) -- luacheck: ignore 113
  else
    setmetatable({}, {__gc = finalizer})
  end
end

-- Lets `deed` be done at the k-th event of a kind. Returns how many there were.
local KINDS = {}

function KINDS.call(subject, deed, k)
  local events = 0
  local message = run(subject, function()
    intrude = function()
      events = events + 1
      if events == k then deed(subject) end
    end
  end, function() intrude = function() end end)
  intrude = function() end
  return events, message
end

function KINDS.hook(subject, deed, k)
  local events = 0
  local message = run(subject, function()
    debug.sethook(function()
      events = events + 1
      if events == k then deed(subject) end
    end, "cr")
  end, function() debug.sethook() end)
  debug.sethook()
  return events, message
end

-- How many finalizers have run.
local met = 0

-- Behind the k-th event of a hook that is a place, the first allocation runs a whole cycle of the collector, which is
-- stopped until then.
local function collect_behind(mask, is_place)
  return function(subject, deed, k)
    local events = 0
    local function finalizer()
      met = met + 1
      pcall(deed, subject)
    end
    collectgarbage "stop"
    local message = run(subject, function()
      debug.sethook(function()
        if not is_place() then return end
        events = events + 1
        if events ~= k then return end
        debug.sethook()
        leave_garbage(finalizer)
        collectgarbage "restart"
      end, mask)
    end, function() debug.sethook() end)
    debug.sethook()
    collectgarbage "stop"
    return events, message
  end
end

KINDS.finalizer = collect_behind("cr", function() return true end)

if IS_C then
  local standard = {}
  for _, library in pairs {_G, coroutine, debug, io, math, os, string, table} do
    for _, value in pairs(library) do standard[value] = true end
  end
  KINDS["finalizer in C"] = collect_behind("c", function()
    local called = debug.getinfo(3, "Sf")
    return called.what == "C" and not standard[called.func]
  end)
end

-- One run: the deed at the k-th event. Returns how many events there were.
local function try(make, kind, name, k)
  local subject = make()
  local before = subject.state and {subject.state.heap, subject.state.turn}
  local events, message = KINDS[kind](subject, DEEDS[name], k)
  local about = ("%s at %s %d: %s"):format(name, kind, k, tostring(message))
  if message then check_message(message) end
  if subject.said then check_message(subject.said) end
  if subject.problem and kind == "call" then error(about .. ", then " .. subject.problem, 0) end
  -- An error in the midst of `make`, or behind it, leaves it half done: docs/frames.md.
  local is_half_done = kind == "hook" and (name == "error" or name == "yield")
  if before and not is_half_done then assert.same(before, {subject.state.heap, subject.state.turn}, about) end
  local ok, outcome = pcall(subject.is_usable)
  if subject.finish then subject.finish() end
  if ok then
    assert.is_true(outcome, about)
  elseif not (name == "close" and tostring(outcome):find("closed", 1, true)) then
    error(about .. ", then " .. tostring(outcome), 0)
  end
  return events
end

describe("Whatever is done meanwhile", function()
  if os.getenv "ALPHABETA_GC" == "aggressive" then
    pending "is tried (it stops the collector by itself, to say when it runs)"
    return
  end

  local jit = rawget(_G, "jit") -- hooks are not called in compiled code, and finalizers leave it again and again

  setup(function() if jit then jit.off() end end)
  teardown(function()
    if jit then jit.on() end
    os.remove(path)
  end)

  for subject, make in pairs(SUBJECTS) do
    for kind in pairs(KINDS) do
      it(("leaves all as it was: %s, at each %s"):format(subject, kind), function()
        met = 0
        local is_finalizer = kind:find "finalizer" ~= nil
        local restore = is_finalizer and collect_wholly()
        try(make, kind, "collect", 0) -- modules are loaded
        local total = try(make, kind, "collect", 0)
        local most = subject == "pool" and kind ~= "finalizer in C" and math.min(MOST, 20) or MOST
        local step, from = math.max(1, math.ceil(total / most)), 0
        for _, name in ipairs(NAMES) do
          for k in share.of(from % step + 1, total, step) do try(make, kind, name, k) end
          from = from + math.ceil(step / 4) -- other places for each
        end
        if restore then restore() end
        if is_finalizer and total > 0 then assert.is_true(met > 0, "no finalizer has run") end
      end)
    end
  end
end)
