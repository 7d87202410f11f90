-- The contract checker finds what people get wrong: a mistake at random is put into a game at random, which is checked
-- as anybody would, without options that look closer. A mistake in all states is one that people make; a mistake in one
-- state is found by the shortest line of moves that leads there.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local mistakes = require "spec.support.mistakes"
local planted = require "spec.support.planted"
local random = require "alphabeta.common.random"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

local function game(name) return require("games." .. name) end

local connect4, dice, dots, kalah = game "connect4", game "dice", game "dots_and_boxes", game "kalah"
local nim, pig, race, tictactoe = game "nim", game "pig", game "race", game "tictactoe"

-- The games, and mistakes that cannot show in them: all that moves change is the score at the end (nim, dice,
-- tic-tac-toe), or there is no choice, or an evaluation that has no sign to turn.
local GAMES = {
  {"tic-tac-toe", tictactoe.hashed, tictactoe.new, {win = 1000},
    lacks = {["a sign that is wrong before the end"] = true}},
  {"nim", nim.hashed, function() return nim.new {2, 3, 4} end,
    lacks = {["a sign that is wrong before the end"] = true}},
  {"connect four", connect4.hashed, function() return connect4.hashed.new(5, 4) end, {win = connect4.WIN}},
  {"kalah", kalah.hashed, function() return kalah.hashed.new() end},
  {"dots and boxes", dots.hashed, function() return dots.hashed.new(2, 2) end},
  {"pig", pig.hashed, function() return pig.new(20) end, lacks = {["a `move_id` that clashes"] = true}},
  {"dice", dice.hashed, function() return dice.new(3) end, lacks = {["a sign that is wrong before the end"] = true}},
  {"the race", race.hashed, function() return race.new("20", "11") end, lacks = {
    ["an evaluation that ignores `me`"] = true, ["a sign that is wrong before the end"] = true,
    ["a sign that is wrong at the end"] = true,
  }},
}

-- How many games a check plays.
local PLAYED = 14

local function can_show(mistake, example)
  return not (example.lacks or {})[mistake.name] and (not mistake.needs or example[2][mistake.needs])
end

-- Chooses a game at random in which a mistake can show.
local function choose(mistake, seed)
  local generator, list = random.from_number(seed), {}
  for _, example in ipairs(GAMES) do
    if can_show(mistake, example) then list[#list + 1] = example end
  end
  return list[random.integer(generator, #list)]
end

-- Fails unless each move of a line is one that the game lists where it is made.
local function replay(rules, state, line)
  for _, move in ipairs(line) do
    local is_listed = false
    local outcomes = rules.chances and rules.chances(state)
    for _, entry in ipairs(outcomes or rules.moves(state)) do
      is_listed = is_listed or (outcomes and entry.outcome or entry) == move
    end
    assert.is_true(is_listed, tostring(move))
    if rules.make then rules.make(state, move) else state = rules.play(state, move) end
  end
end

describe("a mistake is found in a game of the examples:", function()
  local seeds = effort.seeds(1, 8)
  for number in share.of(1, #mistakes.LIST) do
    local mistake = mistakes.LIST[number]
    it(mistake.name, function()
      for seed = seeds.first, seeds.last do
        local example = choose(mistake, 100 * seed + number)
        local rules, new = example[2], example[3]
        local broken, elsewhere = mistake.apply(rules, new)
        local options = wrap.replace({games = PLAYED}, example[4] or {})
        local report = alphabeta.check(broken, elsewhere or new, wrap.replace(options, mistake.options or {}))
        local found = findings.find(report, mistake.kind, mistake.callback)
        local is_asked = mistake.question and tostring(report):find(mistake.question, 1, true)
        assert.is_truthy(mistake.question and is_asked or not mistake.question and found,
          example[1] .. "\n" .. tostring(report))
        if found and not elsewhere then replay(rules, new(), found.line) end
      end
    end)
  end
end)

describe("a mistake in one state", function()
  it("is found by the shortest line to that state, and before what follows from it", function()
    local seeds = effort.seeds(60, 3000)
    for seed = seeds.first, seeds.last do
      local drawn = planted.draw(rng.new(seed))
      local report = alphabeta.check(drawn.game, drawn.new, {games = 3, nodes = 150, sign = false})
      local finding, said = report.findings[1] or {line = {}}, ("seed %d: %s"):format(seed, tostring(report))
      assert.same({drawn.kind, drawn.callback, drawn.length}, {finding.kind, finding.callback, #finding.line}, said)
      assert.equal(planted.text(drawn.state), planted.text(planted.follow(drawn, finding)), said)
      findings.contains(report, drawn.words)
    end
  end)
end)
