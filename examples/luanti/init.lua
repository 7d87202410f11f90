-- Connect four in Luanti, against the computer. `/connect4` opens a board; a click on a number, or `/drop 4`, drops a
-- stone. The computer thinks in the steps of the server, a slice in each.
--
-- The folder of the mod has this file and mod.conf beside it, alphabeta.lua of a release, and the rules,
-- examples/games/connect4.lua. Nothing else is needed: mod security stays on.

local folder = core.get_modpath(core.get_current_modname())
local alphabeta = dofile(folder .. "/alphabeta.lua")
local rules = dofile(folder .. "/connect4.lua")

-- The computer's stones. Seconds of a server step that it may use, for all matches together, and of its thinking about
-- a move.
local COMPUTER, SLICE, SECONDS = 2, 0.015, 0.3

local FORM = "alphabeta_connect4:board"
local COLOURS = {[0] = "#203050FF", "#E04040FF", "#F0D040FF"}

local game = setmetatable({order = rules.centre_first, win = rules.WIN}, {__index = rules.hashed})

local matches = {} -- by the names of players
local thinking = {} -- the names of players who wait, in the order in which the computer thinks for them

local function status(state)
  if state.winner ~= 0 then return state.winner == COMPUTER and "The computer has won." or "You have won." end
  if game.is_over(state) then return "A draw." end
  return state.turn == COMPUTER and "The computer is thinking." or "Your turn."
end

local function show(name)
  local state = matches[name].state
  local form = {"formspec_version[4]size[8,9]label[0.5,0.6;", core.formspec_escape(status(state)), "]"}
  for column = 1, state.width do
    for row = 1, state.height do
      form[#form + 1] = ("box[%g,%d;0.9,0.9;%s]"):format(column - 0.5, 7 - row, COLOURS[game.at(state, column, row)])
    end
    form[#form + 1] = ("button[%g,7.2;0.9,0.9;drop%d;%d]"):format(column - 0.5, column, column)
  end
  core.show_formspec(name, FORM, table.concat(form))
end

local function begin(name, level)
  local state = game.new()
  local opponent = alphabeta.opponent {
    game = game, state = state, me = COMPUTER, slice = SLICE, think = SECONDS, level = level,
    on_move = function() show(name) end,
  }
  if matches[name] then matches[name].opponent:close() end
  matches[name] = {state = state, opponent = opponent}
  show(name)
  return true, "You begin: click on a number, or /drop 4."
end

local function drop(name, column)
  local state = matches[name] and matches[name].state
  if not state then return false, "/connect4 begins a match." end
  if game.is_over(state) or state.turn == COMPUTER then return false, status(state) end
  if state.heights[column] == nil or state.heights[column] == state.height then return false, "Nothing fits there." end
  game.make(state, column)
  thinking[#thinking + 1] = name
  show(name)
  return true, status(state)
end

core.register_chatcommand("connect4", {
  params = "[<level>]", description = "Begins a match of connect four; the level is 1 to 10",
  func = function(name, text)
    local level = tonumber(text:match "^%d+$")
    if text ~= "" and not (level and level >= 1 and level <= 10) then return false, "The level is 1 to 10." end
    return begin(name, level)
  end,
})

core.register_chatcommand("drop", {
  params = "<column>", description = "Drops a stone in your match of connect four",
  func = function(name, text) return drop(name, tonumber(text)) end,
})

core.register_on_player_receive_fields(function(player, form, fields)
  if form ~= FORM then return false end
  for field in pairs(fields) do
    local column = tonumber(field:match "^drop(%d)$")
    if column then drop(player:get_player_name(), column) end
  end
  return true
end)

core.register_on_leaveplayer(function(player)
  local match = matches[player:get_player_name()]
  if match then match.opponent:close() end
  matches[player:get_player_name()] = nil
end)

-- One match a step has a slice, so that many players do not slow the server down.
core.register_globalstep(function(seconds)
  local name = table.remove(thinking, 1)
  local match = name and matches[name]
  if match and match.opponent:update(seconds) then thinking[#thinking + 1] = name end
end)

alphabeta_connect4 = {matches = matches} -- for other mods
