-- Searches in a host without coroutines, such as Factorio.
--
-- Cause: Monte Carlo tree search let alpha-beta take turns with its playouts, in slices, and the search of several
-- deals was one in slices. Both failed, also if the module had chosen them. The C module needs no coroutines.

local script = require "spec.support.script"

local PROGRAM = [[
coroutine, package.loaded.coroutine = nil, nil
if ENGINE == "Lua" then require "alphabeta.fallback" end
local alphabeta = require "alphabeta"
local nim = { -- who takes the last of a heap wins
  moves = function(state) return ({[0] = {}, {1}, {1, 2}})[state.heap] or {1, 2, 3} end,
  play = function(state, take) return {heap = state.heap - take, turn = 3 - state.turn} end,
  player = function(state) return state.turn end, result = function(state, me) return state.turn == me and -1 or 1 end,
}
local dealt = {deal = function(state) return {heap = state.heap, turn = state.turn} end}
for name, value in pairs(nim) do dealt[name] = value end
local state = {heap = 7, turn = 1}
local function try(...)
  local ok, answer = pcall(...)
  io.write(tostring(answer), "\n")
end
for _, game in ipairs {nim, dealt} do
  for _, options in ipairs {
    {nodes = 600, algorithm = "uct"}, {nodes = 600}, {time = 0.05}, {nodes = 600, algorithm = "pvs"}, {depth = 7},
    {time = 1, algorithm = "pvs", depth = 7},
  } do
    options.game = game
    try(alphabeta.search, state, nil, options)
  end
end
local ai = alphabeta.new(nim, {algorithm = "uct"})
try(ai.start, ai, state, {nodes = 600})
ai:stop()
try(ai.search, ai, state, {nodes = 600})
]]

describe("A host without coroutines", function()
  for _, engine in ipairs { "C", "Lua" } do
    it("has random games and hidden hands, by the engine in " .. engine .. ", and is told what it lacks", function()
      local words = script.run_limited(("ENGINE = %q\n"):format(engine) .. PROGRAM)
      local start = engine == "C" and "nil" or "searcher:start: slices need coroutines, which this host lacks"
      local expected = ("3\n"):rep(12) .. start .. "\n3\n"
      assert.equal(expected, (words:gsub("%(command line%):%d+: ", "")))
    end)
  end
end)
