-- The report of a match as text, and its line of progress.

local alphabeta = require "alphabeta"
local games = require "spec.support.match_games"
local wrap = require "spec.support.wrap"

local match = alphabeta.match
local NIM, heap_of, turn = games.NIM, games.heap_of, games.turn

-- A match whose games player a wins, draws and loses as a script of W, D and L says.
local function scripted(script, options)
  local words, n = {W = 1, D = 2, L = 3}, 0
  local game = {
    player = turn,
    moves = function(state) return not state.said and {1, 2, 3} or nil end,
    play = function(state, word) return {turn = 3 - state.turn, said = word} end,
    evaluate = function(state, me) return (state.turn == me and -1 or 1) * (2 - (state.said or 2)) end,
  }
  local function say(sign)
    return function()
      n = n % #script + 1
      return 2 + sign * (words[script:sub(n, n)] - 2)
    end
  end
  return match(say(1), say(-1), wrap.replace({game = game, state = {turn = 1}, games = #script}, options or {}))
end

local TEST = {elo0 = 0, elo1 = 10}

-- A file that keeps what is written into it.
local function new_file()
  local file = {written = {}, flushed = 0}
  function file:write(...) self.written[#self.written + 1] = table.concat {...} end
  function file:flush() self.flushed = self.flushed + 1 end
  return file
end

describe("The report of a match", function()
  it("sums the games up", function()
    for script, text in pairs {
      WWLDWLDDWL = "10 games: 4 won, 3 drawn, 3 lost, score 55.0 %; 4 of 5 pairs repeat an opening\n"
        .. "Elo +34.9, 95 % interval -115.2 to +234.1, likelihood of superiority 68.6 %\n"
        .. "moving first: 3 won, 1 drawn, 1 lost; second: 1 won, 2 drawn, 2 lost\n"
        .. "SPRT of +0.0 against +10.0: LLR 0.06 (-2.94, 2.94), undecided",
      WWWWWW = "Elo +inf, 95 % interval +", LLLLLL = "Elo -inf, 95 % interval -inf to -", WLDD = "Elo +0.0, ",
    } do
      local found = tostring(scripted(script, {sprt = TEST}))
      assert(found:find(text, 1, true), found)
    end
  end)

  it("says how many games were cut short", function()
    local function one() return 1 end
    local report = match(one, one, {game = NIM.copying, state = heap_of(9), games = 2, max_plies = 3})
    assert.is_truthy(tostring(report):find("2 of the draws by max_plies", 1, true))
  end)

  it("says why the match ended: by the test, even if `on_game` ends it, too", function()
    local function reason_of(script, on_game)
      local test = {elo0 = 0, elo1 = 400, alpha = 0.3, beta = 0.3}
      return scripted(script, {sprt = test, on_game = on_game}).reason
    end
    local function stops_with_test(_, report) return report.sprt.verdict == nil end
    local function stops() return false end
    assert.equal("sprt", reason_of("WWWWWWWW", stops_with_test))
    assert.equal("stopped", reason_of("WDDL", stops))
    assert.equal("games", scripted("WDDL").reason)
  end)
end)

describe("Reports of matches", function()
  local load = loadstring or load -- luacheck: ignore

  it("can be added up, also one that was dumped", function()
    local options = {sprt = {elo0 = 0, elo1 = 50}}
    local one, other = scripted("WWLDWLDDWL", options), scripted("LLWD", options)
    local both = scripted("WWLDWLDDWLLLWD", options)
    both.reason = nil
    both.seed, both.repeated = nil, one.repeated + other.repeated
    assert.same(both, one + other)
    assert.same(both, one + load("return " .. other:dump())())
    assert.equal(tostring(one + other), tostring(both))
  end)

  it("are all that can be added", function()
    local report = scripted("WL")
    for _, wrong in ipairs {7, {}, {first = {}}, {first = {}, second = {}, pairs = {}}} do
      assert.error_matches(function() return report + wrong end,
        "alphabeta.match: expected a report, or the table of its 'dump', to be added", 1, true)
    end
  end)
end)

describe("The line of progress", function()
  it("is written over the one before, and ends with the match", function()
    local file, longest = new_file(), 0
    scripted("LLWLWW", {progress = file, sprt = TEST})
    local written = file.written
    assert.equal("\rgame 1 of 6: +0 =0 -1, Elo -inf (-inf, +inf), LLR 0.00 (-2.94, 2.94)", written[1])
    assert.same({6, "\n"}, {file.flushed, written[#written]})
    for i = 1, 6 do
      assert.is_true(#written[i] >= longest) -- blanks cover the rest of a longer one
      longest = #(written[i]:gsub(" +$", ""))
    end
    assert.is_truthy(written[6]:find(" +$"))
  end)

  it("goes to the error output, or nowhere", function()
    local stderr, file = io.stderr, new_file()
    rawset(io, "stderr", file)
    local ok, err = pcall(function()
      scripted("WW", {progress = false})
      scripted("WW", {progress = true})
    end)
    rawset(io, "stderr", stderr)
    assert(ok, err)
    assert.equal(3, #file.written)
  end)
end)
