--- What the specs of snapshots share: a game as somebody wrote it, with all that it knows in a table of globals.
-- @module spec.support.world

local alphabeta = require "alphabeta"
local zobrist_keys = require "alphabeta.common.zobrist_keys"

local world = {}

--- Makes the globals: three heaps in a row, of which two players take one or two, from the left.
-- @treturn table with what is heard and seen
function world.new()
  local env = {
    heaps = {2, 3, 2}, turn = "left", moves_made = 0, heard = {}, sound = {}, names = {left = {}, right = {}},
  }
  function env.beep(words) env.heard[#env.heard + 1] = words or "beep" end
  function env.sound.play(words) env.heard[#env.heard + 1] = words end
  function env.first()
    for i, heap in ipairs(env.heaps) do
      if heap > 0 then return i end
    end
    return nil
  end
  function env.take(n)
    local heaps, at = {}, env.first()
    for i, heap in ipairs(env.heaps) do heaps[i] = i == at and heap - n or heap end
    env.heaps, env.last, env.moves_made = heaps, n, env.moves_made + 1
    env.names[env.turn].taken = (env.names[env.turn].taken or 0) + n
    env.beep "taken"
    env.sound.play "music"
    env.turn = env.turn == "left" and "right" or "left"
    env.beep()
  end
  return env
end

--- Makes a snapshot's game of it.
-- @tparam table env the globals
-- @tparam[opt] table more other options
-- @treturn table the game
function world.game(env, more)
  local options = {
    env = env, changes = {"heaps", "turn", "moves_made", "last", "names"},
    mute = {"beep", "sound.play"},
    moves = function()
      local at = env.first()
      return at and (env.heaps[at] > 1 and {1, 2} or {1}) or nil
    end,
    play = function(_, n) env.take(n) end,
    player = function() return env.turn end,
    evaluate = function(_, me) return env.first() and 0 or env.turn == me and -1 or 1 end,
  }
  for name, value in pairs(more or {}) do options[name] = value end
  return alphabeta.snapshot(options)
end

--- What a value holds, as text, with the identity of tables and metatables. A table that is met again is not shown
-- again, so the order of the fields is that of their names, which restored tables may have in another order.
-- @param value
-- @tparam[opt] table seen gets true for each table that was met
-- @treturn string
function world.content(value, seen)
  seen = seen or {}
  if zobrist_keys.is_key(value) then return value:get() end
  if type(value) ~= "table" or seen[value] then return tostring(value) end
  seen[value] = true
  local names, keys, parts = {}, {}, {tostring(getmetatable(value))}
  for key in pairs(value) do
    names[#names + 1] = tostring(key)
    keys[names[#names]] = key
  end
  table.sort(names)
  for i, name in ipairs(names) do
    local key = keys[name]
    parts[i + 1] = world.content(key, seen) .. "=" .. world.content(rawget(value, key), seen)
  end
  return tostring(value) .. "{" .. table.concat(parts, ",") .. "}"
end

return world
