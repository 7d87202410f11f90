-- With the C module, no search needs the engine in Lua, which takes memory and time to load.

local alphabeta = require "alphabeta"
local script = require "spec.support.script"

local PROGRAM = [[
local alphabeta = require "alphabeta"
local nim = {
  moves = function(state) return ({[0] = {}, {1}, {1, 2}})[state.heap] or {1, 2, 3} end,
  play = function(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end,
  player = function(state) return state.turn end, result = function(state, me) return state.turn == me and -1 or 1 end,
}
local function with(name, value)
  local game = {[name] = value}
  for own, field in pairs(nim) do game[own] = field end
  return game
end
local dealt = with("deal", function(state) return {heap = state.heap, turn = state.turn} end)
local valued = with("evaluate", function(state, me) return state.turn == me and -1 or 1 end)
local state = {heap = 15, turn = 1}
for _, options in ipairs {
  {nodes = 300}, {time = 0.02}, {depth = 4}, {nodes = 300, algorithm = "uct"}, {level = 3}, {nodes = 300, multipv = 2},
  {nodes = 300, level = function() return 1 end, algorithm = "uct"}, {nodes = 300, only = {3}, algorithm = "uct"},
} do
  for _, game in ipairs {nim, dealt, valued} do
    options.game = game
    alphabeta.search(state, nil, options)
    local own = {}
    for name, value in pairs(options) do own[name] = value end
    local ai = alphabeta.new(game, {algorithm = options.algorithm})
    own.game, own.algorithm = nil, nil
    ai:start(state, own)
    repeat until ai:step {nodes = 20}
    ai:close()
  end
end
alphabeta.search(state, {depth = 4, deals = 3}, {game = dealt})
alphabeta.search({heap = 8, turn = 1}, {nodes = 2000}, {game = nim, algorithm = "uct"}) -- a lost position
for _, options in ipairs {{time = 0.01}, {level = 2}, {nodes = 200, algorithm = "uct"}} do
  local now = state
  options.game, options.me = nim, 1
  options.state = function() return now end
  options.play = function(take) now = nim.play(now, take) end
  local opponent = alphabeta.opponent(options)
  opponent:hint(function() end)
  for _ = 1, 300 do
    opponent:update(1 / 60)
    if now ~= state then break end
  end
  opponent:close()
end
for name in pairs(package.loaded) do
  if name:find "^alphabeta%.fallback" then io.write(name, "\n") end
end
io.write "done\n"
]]

describe("A program with the C module that searches in all ways", function()
  it("loads no file of the engine in Lua", function()
    if alphabeta._ENGINE ~= "C" then return end
    assert.equal("done\n", script.run_limited(PROGRAM))
  end)
end)
