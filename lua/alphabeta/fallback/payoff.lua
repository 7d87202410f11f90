-- The numbers of players, and their payoffs in max^n, as in csrc/binding/base/payoff.c. Internal: the engine in Lua
-- uses it.

local PACKAGE = (... or "alphabeta.fallback.payoff"):match "^(.*)%.[^.]*$"

local maxn = require(PACKAGE .. ".maxn")
local message = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.message")
local running = require(PACKAGE .. ".running")
local is_traversal_unsound = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.traversal")

local abs, huge, next, rawget, tostring, type = math.abs, math.huge, next, rawget, tostring, type
local describe, reject = message.describe, running.reject

local payoff = {}

local function describe_player(player)
  local kind = type(player)
  if kind == "string" then return "'" .. player .. "'" end
  if kind ~= "number" and kind ~= "boolean" then return kind end
  return tostring(player)
end

-- The index of a player, from 1; one that is new gets the next. Greater than the most there may be for one too many.
function payoff.index(e, player)
  local players = e.player_indexes
  for i = 1, #players do
    if players[i] == player then return i end
  end
  if #players < maxn.PLAYERS_MAX then players[#players + 1] = player end
  return #players + (#players < maxn.PLAYERS_MAX and 0 or players[#players] == player and 0 or 1)
end

-- Numbers the players of a table of payoffs, which names all players. After the first time, none is new.
local function check_players(e, answer, at)
  for player in next, answer do
    if type(player) == "cdata" then
      reject(e, at, "cdata cannot be players with 'maxn': got %s as a key", describe(player))
    end
    local index = payoff.index(e, player)
    if index > maxn.PLAYERS_MAX then
      reject(e, at, "expected at most %d players with algorithm 'maxn', got another one, %s", maxn.PLAYERS_MAX,
        describe_player(player))
    end
    if e.players > 0 and index > e.players then
      reject(e, at, "expected the same players as before, got another one, %s", describe_player(player))
    end
  end
end

if is_traversal_unsound then jit.off(check_players) end

-- The payoffs that `evaluate` or `result` returned.
function payoff.take(e, answer, at)
  if type(answer) ~= "table" then
    reject(e, at, "expected a table from player to number with algorithm 'maxn', got %s", describe(answer))
  end
  check_players(e, answer, at)
  local payoffs, players = {}, e.player_indexes
  for i = 1, #players do
    local own = rawget(answer, players[i])
    if type(own) ~= "number" or own ~= own then
      reject(e, at, "expected a number for player %s, got %s", describe_player(players[i]), describe(own))
    end
    if e.has_chance_nodes and abs(own) == huge then
      reject(e, at, "expected finite numbers in a game with 'chances', got %s for player %s",
        own > 0 and "inf" or "-inf", describe_player(players[i]))
    end
    payoffs[i] = own + 0.0
  end
  e.players = #players
  return payoffs
end

return payoff
