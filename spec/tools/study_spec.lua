-- The study of a game: every figure of a report is counted again from its games, which `on_game` shows. Then its text,
-- sums of reports, and the messages.

local alphabeta = require "alphabeta"
local coins = require "games.coins"
local effort = require "spec.support.effort"
local message_of = require "spec.support.message_of"
local pig = require "games.pig"
local reports = require "alphabeta.study.report"
local rng = require "spec.support.rng"
local small_games = require "spec.support.match_games"
local tallies = require "alphabeta.study.tally"
local tictactoe = require "games.tictactoe"
local whist = require "games.whist"
local wrap = require "spec.support.wrap"

local study = alphabeta.study
local NIM, heap_of = small_games.NIM, small_games.heap_of

local GAMES = {
  {"nim in place", NIM["in place"], heap_of(9)}, {"nim by copies", NIM.copying, heap_of(9)},
  {"nim by children", NIM.children, heap_of(9)}, {"nim without players", NIM.mute, heap_of(9), {view = "mover"}},
  {"nim with second turns", NIM.again, heap_of(9)}, {"nim with a coin", small_games.TOSS, heap_of(9)},
  {"tic-tac-toe", tictactoe, tictactoe.new}, {"pig", pig, function() return pig.new(15) end},
  {"tic-tac-toe with keys", tictactoe.hashed, tictactoe.new},
  {"coins for three", coins, function() return coins.new({3, 1, 4, 1, 5, 9, 2, 6}, 3, 2) end, {algorithm = "maxn"}},
  {"hidden cards", whist, function() return whist.new(function(n) return n end, 3) end},
}

-- A study of few games with its records.
local function observe(row, options)
  local records = {}
  local report = study(row[2], wrap.replace(wrap.replace({
    state = row[3], games = 6, nodes = 24, on_game = function(record) records[#records + 1] = record end,
  }, row[4] or {}), options or {}))
  return report, records
end

-- Counts the games of equal players again.
local function count(records, games)
  local own = {plies = 0, moves = 0, choices = 0, forced = 0, throws = 0, repeats = 0, draws = 0, unfinished = 0,
    points = {}}
  for i = 1, games do
    local record = records[i]
    for _, name in ipairs {"plies", "moves", "choices", "forced", "throws", "repeats"} do
      own[name] = own[name] + record[name]
    end
    assert.equal(record.plies, record.moves)
    local winners, points = record.winners, own.points
    own.unfinished = own.unfinished + (winners and 0 or 1)
    if winners and #winners == record.seats then own.draws = own.draws + 1 end
    for seat = 1, record.seats do points[seat] = (points[seat] or 0) + (winners and 0 or 1 / record.seats) end
    for _, seat in ipairs(winners or {}) do points[seat] = points[seat] + 1 / #winners end
  end
  return own
end

-- The number of plies that a part of the games does not exceed.
local function length_at(records, games, part)
  local lengths = {}
  for i = 1, games do lengths[i] = records[i].plies end
  table.sort(lengths)
  return lengths[math.ceil(part * games)]
end

-- What is told of the leads in games for two: how often they change, for how long the winner is behind, and after which
-- part of the game the winner always leads. Each value counts with the one before. Nothing is told of few games.
local function leads_of(records, games)
  local led, decided, changes, behind, settled = 0, 0, 0, 0, 0
  for i = 1, games do
    local leads, winners, leader, since, before = records[i].leads, records[i].winners, 0, 0, nil
    if winners and records[i].seats == 2 and #leads >= 4 and leads[1].value then
      local winner = #winners == 1 and 3 - 2 * winners[1] or 0 -- 1 or -1, as the leads
      led, decided = led + 1, decided + math.abs(winner)
      for k, lead in ipairs(leads) do
        local value = lead.value * (3 - 2 * lead.seat)
        local sum = value + (before or value)
        local sign = sum > 0 and 1 or sum < 0 and -1 or 0
        if sign * leader < 0 then changes = changes + 1 end
        if sign ~= 0 and sign ~= leader then leader, since = sign, k - 1 end
        if sign * winner < 0 then behind = behind + 1 / #leads end
        before = value
      end
      if winner ~= 0 then settled = settled + (leader == winner and since / #leads or 1) end
    end
  end
  if led < games / 2 then return {} end
  return {changes / led, decided > 0 and behind / decided or nil, decided > 0 and settled / decided or nil}
end

local function near(expected, actual) assert.is_true(math.abs(expected - actual) < 1e-9, actual) end

describe("A study", function()
  for _, row in ipairs(GAMES) do
    it("counts what its games show: " .. row[1], function()
      for seed = 1, effort(2, 20) do
        local random = rng.new(seed)
        local games = random:int(1, 6)
        local random_plies = random:int(0, 3)
        local report, records = observe(row, {
          games = games, seed = seed, random_plies = random_plies, max_plies = random:pick {3, 500},
        })
        for i = 1, games do
          local record = records[i]
          assert.equal(math.max(record.moves - random_plies, 0), #record.leads)
          if row[2] == tictactoe then -- nine cells, of which each move takes one
            assert.same({record.plies == 9 and 1 or 0, record.plies * (19 - record.plies) / 2},
              {record.forced, record.choices})
          end
        end
        local own, leads = count(records, games), leads_of(records, games)
        for i, name in ipairs {"lead_changes", "behind", "settled"} do
          assert.equal(leads[i] == nil, report[name] == nil)
          near(leads[i] or 0, report[name] or 0)
        end
        assert.same({length_at(records, games, 0.05), length_at(records, games, 0.95)},
          {report.plies.low, report.plies.high})
        assert.equal(games + 2 * math.max(math.floor(games / 2), 1), #records)
        assert.same({games, own.draws, own.unfinished, "games"},
          {report.games, report.draws, report.unfinished, report.reason})
        near(own.plies / games, report.plies.mean)
        near(own.choices / own.moves, report.branching)
        near(own.forced / own.moves, report.forced)
        near(own.throws / games, report.throws)
        near(own.repeats / games, report.repeats)
        for seat, points in ipairs(own.points) do
          near(points / games, report.shares[seat].share)
          assert.is_true(report.shares[seat].low <= points / games and points / games <= report.shares[seat].high)
        end
      end
    end)
  end

  it("is the same again with the same seed, in place as by copies, and another one with another", function()
    local texts = {}
    for i, row in ipairs {GAMES[1], GAMES[2], GAMES[2]} do
      texts[i] = observe(row, {seed = i == 3 and 7 or 5, games = 20}):dump()
    end
    assert.equal(texts[1], texts[2])
    assert.are_not.equal(texts[1], texts[3])
  end)

  it("gives the function of the first state random numbers, which follow from the seed", function()
    local function deal_with(seed)
      local dealt = {}
      study(NIM.copying, {games = 8, nodes = 24, seed = seed, state = function(random)
        local number = random()
        dealt[#dealt + 1] = random(6)
        assert.is_true(number >= 0 and number < 1 and dealt[#dealt] >= 1 and dealt[#dealt] <= 6)
        return {heap = 3 + dealt[#dealt], turn = 1}
      end})
      return table.concat(dealt, " ")
    end
    assert.equal(deal_with(1), deal_with(1))
    assert.are_not.equal(deal_with(1), deal_with(2))
  end)

  it("rewards strength, and finds the seat that wins", function()
    local report = observe(GAMES[2], {games = 60, nodes = 300, random_plies = 0, state = heap_of(10)})
    assert.equal(1, report.shares[1].share) -- ten is no multiple of four
    assert.is_true(report.random.low > 0.6)
    assert.equal(0, report.unfinished)
    assert.equal(30, report.random.games)
    assert.equal(37, report.weaker_nodes)
  end)

  it("ends when `on_game` says so", function()
    local report = observe(GAMES[2], {on_game = function(_, so_far) return so_far.games < 3 end})
    assert.same({3, "stopped"}, {report.games, report.reason})
  end)
end)

-- A report of these sums.
local function report_of(sums)
  return reports.new(wrap.replace(tallies.new(300, 37), sums))
end

describe("The report of a study", function()
  it("can be added to another, or to what that has dumped", function()
    local load = loadstring or load -- luacheck: ignore
    for _, row in ipairs(GAMES) do
      local one = observe(row, {seed = 1})
      local other = observe(row, {seed = 2, games = 3})
      local sum, records = one + other, 6 + 3
      assert.equal(records, sum.games)
      assert.equal(one.draws + other.draws, sum.draws)
      near((6 * one.plies.mean + 3 * other.plies.mean) / 9, sum.plies.mean)
      assert.equal(sum:dump(), (one + load("return " .. other:dump())()):dump())
      assert.equal(tostring(sum), tostring(other + one))
    end
  end)

  it("calls a game unbalanced, or one of chance, only outside the interval", function()
    local function text_of(games, points, random_points)
      return tostring(report_of {
        even = {games = games, points = {points, games - points}},
        random = {games = games, points = {random_points}},
      })
    end
    local unbalanced, chance = "not balanced between players of this strength", "hardly a game of skill"
    for _, row in ipairs {
      {100, 50, 90, false, false}, {100, 59, 90, false, false}, {100, 61, 90, true, false}, {100, 39, 90, true, false},
      {20, 14, 10, false, false}, {1000, 500, 550, false, true}, {1000, 500, 600, false, false},
    } do
      local text = text_of(row[1], row[2], row[3])
      assert.equal(row[4], text:find(unbalanced, 1, true) ~= nil, text)
      assert.equal(row[5], text:find(chance, 1, true) ~= nil, text)
    end
  end)

  it("names moves that are never played, if there are few", function()
    local played = {advance = 3, resign = 0}
    assert.is_truthy(tostring(report_of {played = played}):find("\nNever played: resign.", 1, true))
    for i = 1, 98 do played["move " .. i] = 0 end
    assert.is_truthy(tostring(report_of {played = played}):find(" and 87 others.", 1, true))
    played.another = 1
    assert.is_nil(tostring(report_of {played = played}):find "Never")
  end)
end)

describe("A study says", function()
  local function broken(name, answer)
    return setmetatable({[name] = function() return answer end}, {__index = NIM.copying})
  end

  for _, row in ipairs {
    {"argument 'game': expected a game (a table of functions), got nil"},
    {"argument 'options': expected a table, got nil", NIM.copying, is_without = true},
    {"option 'state': expected a state, or a function that returns one, got nil", NIM.copying, {state = "none"}},
    {"option 'games': expected an integer of 1 or more, got 0", NIM.copying, {games = 0}},
    {"option 'nodes': expected an integer of 8 or more, got 7", NIM.copying, {nodes = 7}},
    {"option 'max_plies': expected an integer of 1 or more, got 0.5", NIM.copying, {max_plies = 0.5}},
    {"callback 'player': needed in a game without 'player', unless the view is 'mover'", NIM.mute, {view = "max"}},
    {"game 1, option 'state': expected a state, got nil", NIM.copying, {state = function() end}},
    {"game 1, option 'state': expected a function that returns a new state, because the game is played in place",
      NIM["in place"], {state = {heap = 5, turn = 1}}},
    {"game 1, ply 1, callback 'moves': expected an array, an iterator or nil, got boolean", broken("moves", true)},
    {"game 1, ply 1, callback 'player': expected a player, got nil", broken("player", nil)},
    {"game 1, ply 5, callback 'evaluate': expected a number, got 'won'", broken("evaluate", "won"),
      {random_plies = 9, state = heap_of(5), seed = 4}},
  } do
    it(row[1], function()
      local options = wrap.replace({state = heap_of(5), games = 2, nodes = 20}, row[3] or {})
      if options.state == "none" then options.state = nil end
      local message = message_of(study, row[2], not row.is_without and options or nil)
      assert.equal("alphabeta.study: " .. row[1], message)
    end)
  end

  it("that reports of other players cannot be added", function()
    local one, other = observe(GAMES[2]), observe(GAMES[2], {nodes = 50})
    local expected = "alphabeta.study: expected a report of players with as many nodes, or the table of its 'dump'"
    for _, wrong in ipairs {other, {}, 7} do
      assert.error_matches(function() return one + wrong end, expected, 1, true)
    end
  end)
end)
