-- A mod that tries examples/luanti in a server without players: it compares searches, plays a match by the chat
-- commands to its end, and measures what the computer takes of the server's steps, in processor time. It also makes a
-- move in the mod that docs/without-c.md shows, `mygame`. It writes what it finds into the world's folder, and ends the
-- server.

local folder, world = core.get_modpath "alphabeta_connect4", core.get_worldpath()
local alphabeta, rules = dofile(folder .. "/alphabeta.lua"), dofile(folder .. "/connect4.lua")
local search_all = dofile(core.get_modpath "alphabeta_test" .. "/searches.lua")

local PLAYER = "tester"

local out = assert(io.open(world .. "/told", "w"))
local function tell(...) out:write(string.format(...), "\n") end

local version = core.get_version()
tell("host %s %s, %s, engine in %s", version.project, version.string, rawget(_G, "jit") and jit.version or _VERSION,
  alphabeta._ENGINE)
tell("secure %s", tostring(not pcall(require, "os")))

-- Processor seconds of each call of a function.
local function timed(list, call)
  return function(...)
    local before = os.clock()
    call(...)
    list[#list + 1] = os.clock() - before
  end
end

local slices = {}
core.register_on_mods_loaded(function()
  for i, step in ipairs(core.registered_globalsteps) do
    local origin = core.callback_origins[step]
    if origin and origin.mod == "alphabeta_connect4" then
      core.registered_globalsteps[i] = timed(slices, step)
      core.callback_origins[core.registered_globalsteps[i]] = origin
    end
  end
end)

local function command(name, text)
  local is_done, message = core.registered_chatcommands[name].func(PLAYER, text)
  assert(is_done, message)
end

-- An opponent without a slice of its own, which takes what it wants of a step.
local function new_endless()
  local state = rules.hashed.new()
  return alphabeta.opponent {
    game = rules.hashed, state = state, turn = function() return true end, play = function() end,
    time = 1e9, depth = 1000,
  }
end

local STEPS_OF_ENDLESS = 60
local moves, random, endless, endless_slices, endless_seconds = 0, 1, nil, {}, 0

-- What the mod of the page says after its move.
local board_of_page
function core.chat_send_all(text) board_of_page = text end

-- Goes on with the test. Returns true at its end.
local function go_on(seconds)
  if endless then
    timed(endless_slices, endless.update)(endless, seconds)
    if #endless_slices > 10 then endless_seconds = endless_seconds + seconds end
    return #endless_slices >= STEPS_OF_ENDLESS and board_of_page
  end
  local match = alphabeta_connect4.matches[PLAYER]
  if not match then
    local before = os.clock()
    search_all(alphabeta, rules, 510, function(line) tell("%s", line) end)
    tell("searches took %.1f s of processor time", os.clock() - before)
    command("connect4", "")
  elseif rules.is_over(match.state) then
    tell("over winner %d, %d moves", match.state.winner, moves)
    command("play", "4")
    endless = new_endless()
  elseif match.state.turn == 1 then
    random, moves = random * 16807 % 2147483647, moves + 1
    local list = rules.moves(match.state)
    command("drop", tostring(list[random % #list + 1]))
  end
  return false
end

local function summary(name, list, from)
  local sorted, sum = {}, 0
  for i = from, #list do
    sorted[#sorted + 1], sum = list[i], sum + list[i]
  end
  table.sort(sorted)
  tell("%s %d steps, median %.1f ms, longest %.1f ms", name, #sorted, sorted[math.ceil(#sorted / 2)] * 1000,
    sorted[#sorted] * 1000)
  return sum
end

local is_over = false
core.register_globalstep(function(seconds)
  if is_over then return end
  local ok, result = pcall(go_on, seconds)
  if ok and not result then return end
  is_over = true
  if ok then
    summary("slices", slices, 1)
    local sum = summary("default", endless_slices, 11)
    tell("page %d stones", select(2, board_of_page:gsub("[XO]", "")))
    tell("part %.3f of %.1f ms", sum / endless_seconds, endless_seconds / (#endless_slices - 10) * 1000)
    tell "done"
  else
    tell("error %s", tostring(result))
  end
  out:close()
  core.request_shutdown()
end)
