--- How strong is the module with rules and `result` alone? Matches against Monte Carlo tree search written by hand, at
-- equal processor time a move: random openings, from which each side has every seat. A figure is a share of the points
-- in per cent, with the ends of its interval of 95 %. In a game of three players, one seat is ours; the share is scaled
-- so that equal strength is 50, too.
--
-- usage: rules.lua [name=value...]
--   games=30           how many games a match has
--   seconds=0.02       processor time of a move
--   game=all           the game; "old" are those of the first tables, "new" those that no constant was chosen by
--   against=plain      "plain": as a hobbyist writes it; "good": with proofs and a kept tree, and in some games moves
--                      counted as first, or winning moves first
--   fields=plain       what the game has beside its rules: "win", "hash", "both"; "each" plays a match for each
--   options=           options of the module, such as options="algorithm='uct'"; "evaluate": the module has the
--                      evaluations of the examples; "learned 60": those that it learns in so many seconds
--   us=module          what plays: also "plain" or "good"
--   style=             the style of a good search by hand in place of its own: "rave", "wins" or "none"
-- A match of 20 games at 20 ms a move takes half a minute.

local alphabeta = require "alphabeta"
local arguments = require "bench.support.arguments"
local good = require "bench.support.good_uct_by_hand"
local module_player = require "bench.support.module_player"
local old_games = require "bench.support.rules_alone"
local new_games = require "bench.support.rules_new"
local plain = require "bench.support.uct_by_hand"
local report = require "bench.support.report"
local whole_game = require "bench.support.whole_game"

local given = arguments {
  games = 30, seconds = 0.02, game = "all", against = "plain", fields = "plain", options = "", us = "module",
  style = "",
}
local SECONDS, OPTIONS, LEARNING = given.seconds, given.options, tonumber(given.options:match "^learned (%d+)$")

-- What a won game is worth if the game says it by `win`.
local WIN = 1000

local FIELDS = {plain = {}, win = {win = true}, hash = {hash = true}, both = {win = true, hash = true}}

-- A key of a state: the values of its fields, each a number or an array of numbers or booleans.
local function key_of(fields)
  local parts = {}
  return function(state)
    local n = 0
    for _, name in ipairs(fields) do
      local value = state[name]
      for i = 1, type(value) == "table" and #value or 1 do
        local part = type(value) == "table" and value[i] or type(value) ~= "table" and value
        n = n + 1
        parts[n] = type(part) == "number" and part or part and "t" or "f"
      end
    end
    return table.concat(parts, ",", 1, n)
  end
end

-- The game as the module gets it.
local function game_of(entry, fields)
  local own, result = {}, entry[2].result
  for name, value in pairs(entry[2]) do own[name] = value end
  if fields.win then
    own.win = WIN
    function own.result(state, me)
      local value = result(state, me)
      return value > 0 and WIN or value < 0 and -WIN or 0
    end
  end
  if fields.hash then own.hash = type(entry.key) == "function" and entry.key or key_of(entry.key) end
  return own
end

-- The module as a player.
local function new_module(entry, fields)
  local own, options = game_of(entry, fields), OPTIONS
  if OPTIONS == "evaluate" then own.evaluate, options = entry[4], "" end
  if LEARNING then
    local learned = alphabeta.learn(own, own.new, {time = LEARNING})
    own.evaluate, options = learned.evaluate, ""
    io.stderr:write(tostring(learned), "\n")
  end
  options = (loadstring or load)("return {" .. options .. "}")()
  if entry.players and not own.evaluate then options.algorithm = options.algorithm or "uct" end
  return (module_player(own, options, SECONDS))
end

-- A player of this kind, and a function that is told of the moves, if it has one.
local function new_player(kind, entry, fields)
  local style = given.style ~= "" and given.style or entry.style
  if kind == "module" then return new_module(entry, fields) end
  if kind == "good" then return good(entry[2], style, entry.players) end
  assert(kind == "plain" and not entry.players, "only 'good' plays games of three players")
  return plain(entry[2])
end

-- Plays a game; ours is the player at one seat. Returns our points.
local function play(entry, players, watchers, opening, seat)
  local seats = {}
  for i = 1, entry.players or 2 do seats[i] = players[(i - seat) % #players + 1] end
  return whole_game(entry[2], opening, seats, watchers, SECONDS)[seat]
end

-- The mean of some shares, and the ends of its interval of 95 %, by sets of games from one opening.
local function interval(shares)
  local count, mean, variance = #shares, 0, 0
  for _, share in ipairs(shares) do mean = mean + share / count end
  for _, share in ipairs(shares) do variance = variance + (share - mean) ^ 2 / math.max(count - 1, 1) end
  local half = 1.96 * math.sqrt(math.max(variance, 0.25 / count) / count)
  return math.max(mean - half, 0), mean, math.min(mean + half, 1)
end

-- A share of the points that is 50 per cent for equal strength.
local function scaled(share, count) return 100 * (count - 1) * share / (1 + (count - 2) * share) end

local function match(entry, name)
  math.randomseed(1)
  local fields, count, shares, players, watchers = FIELDS[name], entry.players or 2, {}, {}, {}
  for i = 1, count do -- ours is the first; each has a tree of its own
    players[i], watchers[#watchers + 1] = new_player(i == 1 and given.us or given.against, entry, fields)
  end
  for _ = 1, jit and 10 or 0 do -- time to compile
    for i = 1, count do
      for _, watch in ipairs(watchers) do watch(nil) end
      players[i](entry[2].new(), 0.05)
    end
  end
  for set = 1, math.ceil(given.games / count) do
    local opening, sum = {}, 0
    for i = 1, entry[3] do opening[i] = math.random(1000000) end
    for seat = 1, count do
      sum = sum + play(entry, players, watchers, opening, seat)
    end
    shares[set] = sum / count
  end
  local low, mean, high = interval(shares)
  report.record("rules", entry[1], {scaled(low, count), scaled(mean, count), scaled(high, count)}, nil,
    ("%d games, %g s a move, %s against %s"):format(count * #shares, SECONDS,
      OPTIONS == "" and given.us or given.us .. " with " .. OPTIONS, given.against), name)
  io.stdout:flush()
end

for _, list in ipairs {old_games, new_games} do
  for _, entry in ipairs(list) do
    local kind = list == old_games and "old" or "new"
    local is_asked = given.game == "all" or given.game == kind or given.game == entry[1]
    if is_asked and (OPTIONS ~= "evaluate" or entry[4]) and (given.against == "good" or not entry.players) then
      for _, name in ipairs(given.fields == "each" and {"plain", "win", "hash", "both"} or {given.fields}) do
        match(entry, name)
      end
    end
  end
end
