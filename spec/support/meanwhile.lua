--- Whatever is done in the midst of a function of the library, at the k-th call of a function of the game, the k-th
-- event of a debug hook, and by a finalizer at the first allocation behind that, for each k until it passes: the state
-- is as it was, what is closed says so, and all else can be used. Errors are raised at any instruction, too, as those
-- of a sandbox's limit of time are.
--
-- A subject is made anew for each place. It has `call`, what is called; `objects`, what is closed, stopped and so on
-- in the midst of that; `is_usable`, which is called afterwards, and may raise an error that says that something is
-- closed; and perhaps `state`, `finish`, `position`, what is searched in the midst of it, and `may_swallow`: whether
-- the error of a debug hook may end there.
-- @module spec.support.meanwhile

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local share = require "spec.support.share"

local meanwhile = {}

-- The most places that are tried of a kind, and of instructions, by all Luas together; more are passed over evenly.
local MOST, MOST_INSTRUCTIONS = effort(12, 30), effort(100, 1200)

-- Called first by every function of the game.
local function nothing() end

local intrude = nothing

--- Nim, any of whose functions may be the place.
meanwhile.nim = {
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

--- A state of it.
function meanwhile.new_state() return {heap = 5, turn = 1} end

--- Whether a search by a searcher of this state finds what is right, to depth 6 or within other limits.
function meanwhile.finds(ai, limits)
  local best, value = ai:search(meanwhile.new_state(), limits or 6)
  return best == 1 and value == 1
end

--- A place of its own: other functions that the library calls may call this first.
function meanwhile.intrude() intrude() end

--- No more places.
function meanwhile.rest() intrude = nothing end


-- Deeds ---------------------------------------------------------------------------------------------------------------

-- Calls a method of all objects that have it. What it raises is looked at by the caller.
local function method(name, ...)
  local arguments, count = {...}, select("#", ...)
  return function(subject)
    for _, object in ipairs(subject.objects) do
      if object[name] then
        local ok, message = pcall(object[name], object, (table.unpack or unpack)(arguments, 1, count))
        subject.was_used = true
        if not ok then subject.said = message end
      end
    end
  end
end

-- Searches another position.
local function search_by(name)
  return function(subject) method(name, subject.position or meanwhile.new_state(), 2)(subject) end
end

local DEEDS = {
  close = method "close", stop = method "stop", clear = method "clear", best = method "best", step = method("step", 1),
  save = method("save", "/nowhere/at/all"), start = search_by "start", search = search_by "search",
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
  for _, words in ipairs(WRONG) do assert(not message:find(words, 1, true), message) end
end

-- Places --------------------------------------------------------------------------------------------------------------

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

--- Makes garbage with a finalizer.
-- @tparam function finalizer
function meanwhile.leave_garbage(finalizer)
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
  end, meanwhile.rest)
  meanwhile.rest()
  return events, message
end

-- The files that make and take back moves: that store what `make` returns, or restore a snapshot.
local CHANGING = {path = true, perft = true, snapshot = true, snapshots = true}

-- Whether an error would leave the state changed: in `make` and `unmake`, and when their caller in Lua stores what they
-- return. Called by a hook.
local function is_amid_change()
  for level = 3, 5 do
    local running = debug.getinfo(level, "fS")
    if not running then return false end
    if running.func == meanwhile.nim.make or running.func == meanwhile.nim.unmake then return true end
    if CHANGING[running.source:match "(%l+)%.lua$"] then return true end
  end
  return false
end

function KINDS.hook(subject, deed, k)
  local events = 0
  local message = run(subject, function()
    debug.sethook(function()
      events = events + 1
      if events ~= k then return end
      subject.is_struck, subject.is_half_done = true, is_amid_change()
      deed(subject)
    end, "cr")
  end, function() debug.sethook() end)
  debug.sethook()
  k = 0 -- a coroutine that goes on later has the hook still
  return events, message
end

-- Outside of a coroutine. The hook strikes once.
function KINDS.instruction(subject, deed, k)
  local events = 0
  local ok, message = pcall(function()
    debug.sethook(function()
      events = events + 1
      if events ~= k then return end
      subject.is_struck, subject.is_half_done = true, is_amid_change()
      debug.sethook()
      deed(subject)
    end, "", 1)
    local has_ended, err = pcall(subject.call)
    debug.sethook()
    if not has_ended then error(err, 0) end
  end)
  debug.sethook()
  k = 0 -- a coroutine that goes on later has the hook still
  return events, not ok and message or nil
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
        meanwhile.leave_garbage(finalizer)
        collectgarbage "restart"
      end, mask)
    end, function() debug.sethook() end)
    debug.sethook()
    collectgarbage "stop"
    return events, message
  end
end

KINDS.finalizer = collect_behind("cr", function() return true end)

if alphabeta._ENGINE == "C" then
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
  assert(k > 0 or not message, about)
  if message then check_message(about) end
  if subject.said then check_message(about .. ", then " .. tostring(subject.said)) end
  if subject.problem and kind == "call" then error(about .. ", then " .. subject.problem, 0) end
  if name == "error" and subject.is_struck and not subject.may_swallow then
    -- The C module takes an error while memory is allocated for a refusal of that memory.
    assert(about:find("on purpose", 1, true) or about:find("not enough memory", 1, true), about)
  end
  -- An error in the midst of `make`, or behind it, leaves it half done: docs/frames.md.
  local is_half_done = subject.is_struck and (subject.is_half_done or subject.may_swallow)
  if before and not ((name == "error" or name == "yield") and is_half_done) then
    assert(subject.state.heap == before[1] and subject.state.turn == before[2], about)
  end
  local ok, outcome = pcall(subject.is_usable)
  if subject.finish then subject.finish() end
  if ok then
    assert(outcome == true, about)
  elseif not (name == "close" and tostring(outcome):find("closed", 1, true)) then
    error(about .. ", then " .. tostring(outcome), 0)
  end
  return events
end

--- The body of a `describe` on what is done in the midst of calls: an `it` for each subject and each kind of place.
-- @tparam table busted `it`, `setup`, `teardown` and `pending`, which modules do not see
-- @tparam table subjects functions that make a subject, by name
-- @tparam[opt=MOST] number most places that are tried of each kind
-- @treturn function
function meanwhile.body(busted, subjects, most)
  return function()
    if os.getenv "ALPHABETA_GC" == "aggressive" then
      busted.pending "is tried (it stops the collector by itself, to say when it runs)"
      return
    end
    local jit = rawget(_G, "jit") -- hooks are not called in compiled code, and finalizers leave it again and again

    busted.setup(function() if jit then jit.off() end end)
    busted.teardown(function() if jit then jit.on() end end)

    -- Tries the share of the places of a kind that there are, by each deed. At an instruction only errors are raised.
    local function try_all(make, kind)
      local total, from = try(make, kind, "collect", 0), 0
      local is_instruction = kind == "instruction"
      local step = math.max(1, math.ceil(total / (most or is_instruction and MOST_INSTRUCTIONS or MOST)))
      for _, name in ipairs(is_instruction and {"error"} or NAMES) do
        for k in share.of(from % step + 1, total, step) do try(make, kind, name, k) end
        from = from + math.ceil(step / 4) -- other places for each
      end
      return total
    end

    for subject, make in pairs(subjects) do
      for kind in pairs(KINDS) do
        busted.it(("leaves all as it was: %s, at each %s"):format(subject, kind), function()
          met = 0
          local is_finalizer = kind:find "finalizer" ~= nil
          local restore = is_finalizer and collect_wholly()
          try(make, kind, "collect", 0) -- modules are loaded
          local total = try_all(make, kind)
          if restore then restore() end
          assert(not is_finalizer or total == 0 or met > 0, "no finalizer has run")
        end)
      end
    end
  end
end

return meanwhile
