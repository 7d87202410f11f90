-- Learning an evaluation: reads its arguments, runs, makes its report. Internal: this is `alphabeta.learn`, which loads
-- it when it is first called.

local use = require((...):match "^(.*)%..*%." .. ".use")

local fields, globals = use("learn.fields", "common.globals")
local is_interruption = use "common.interruption".is
local signed = use "match.report".signed
local plans, runs, values = use("learn.plan", "learn.run", "common.values")

local concat = table.concat

local Learned = {}
Learned.__index = Learned

-- The opponents of the last matches, in the order of the report.
local OPPONENTS = {
  {"result", "`result` alone"}, {"default", "the default value"}, {"start", "option 'start'"},
  {"evaluate", "the game's own `evaluate`"},
}

-- Why it is not certain that an evaluation plays better than what can be had without learning; nil if it is. A match
-- that is missing, or short, for lack of time decides nothing.
local function doubt_of(run)
  for _, opponent in ipairs(OPPONENTS) do
    local name, match = opponent[1], run.matches[opponent[1]]
    local is_short = not match or match.games < runs.DECISIVE_GAMES
    if run:is_rival(name) and (is_short or match.elo_low <= 0) then
      if is_short or match.score > 0.5 then
        return ("it is not certain that this plays better than %s: give more 'time', or 'match_games'"):format(
          opponent[2])
      end
      return ("nothing was found that plays better than %s: what the state holds says little by itself; give option"
        .. " 'features'"):format(opponent[2])
    end
  end
  return nil
end

-- Which groups of fields are used, with what their numbers become.
local function used_of(layout)
  local list = {}
  for _, group in ipairs(layout.groups) do
    local kinds = {}
    if group.first then kinds[1] = ("%d values"):format(group.distinct) end
    if group.is_linear then kinds[#kinds + 1] = "as a number" end
    if #kinds > 0 then
      list[#list + 1] = {name = group.name, count = #group.members, text = concat(kinds, " and ")}
    end
  end
  for _, it in ipairs(layout.numbers) do
    if it.feature then
      list[#list + 1] = {name = ("features: %d"):format(it.feature), count = 1, text = "as a number"}
    end
  end
  return list
end

-- The fields with a text each, as lines that are not too long.
local function add_list(lines, title, list, text_of)
  local line = title
  for i, it in ipairs(list) do
    local part = it.name .. (it.count > 1 and (" (%d)"):format(it.count) or "") .. ": " .. text_of(it)
      .. (i < #list and ";" or "")
    if #line + #part > 110 then
      lines[#lines + 1] = line
      line = "  "
    end
    line = line .. " " .. part
  end
  if #list > 0 then lines[#lines + 1] = line end
end

-- The report as text.
function Learned.__tostring(self)
  local lines = {("alphabeta.learn: %d games, %d positions, generation %d of %d is the best, %.0f s (seed %d)"):format(
    self.games, self.positions, self.generation, self.generations, self.time, self.seed)}
  if self.reason == "stopped" then lines[1] = lines[1] .. ", stopped" end
  if self.error ~= nil then lines[1] = lines[1] .. ", ended by an error: " .. tostring(self.error) end
  add_list(lines, "used:", self.used, function(it) return it.text end)
  add_list(lines, "left out:", self.left_out, function(it) return it.reason end)
  lines[#lines + 1] = self.turn and ("whose turn it is: %s"):format(self.turn)
    or "whose turn it is: no field says it, `player` is called"
  for _, opponent in ipairs(OPPONENTS) do
    local match = self.matches[opponent[1]]
    if match then
      local limit = opponent[1] == "default" and self.move_time and (", %.0f ms a move"):format(1000 * self.move_time)
      lines[#lines + 1] = ("against %s%s: %d won, %d drawn, %d lost, Elo %s, 95 %% interval %s to %s"):format(
        opponent[2], limit or "", match.wins, match.draws, match.losses, signed(match.elo, 0),
        signed(match.elo_low, 0), signed(match.elo_high, 0))
    end
  end
  lines[#lines + 1] = self.doubt
  return concat(lines, "\n") .. fields.advice(self.left_out)
end

-- Writes the evaluation to a file.
function Learned:save(path)
  if type(path) ~= "string" then
    error("learned:save: argument 'path': expected a string, got " .. values.describe(path), 2)
  end
  if path:find("\0", 1, true) then -- the system would end the path there
    error("learned:save: argument 'path': expected a string without a zero byte", 2)
  end
  local open = globals.field(globals.io, "open")
  if not open then error("learned:save: there is no library 'io' to write a file with", 2) end
  local file, message = open(path, "w")
  if not file then error("learned:save: " .. message, 2) end
  local ok, problem = file:write(self.source)
  if ok then ok, problem = file:close() end
  if not ok then error(("learned:save: %s: %s"):format(path, tostring(problem)), 2) end
end

-- Makes the report of a run.
local function new_report(run)
  local best, layout, found, doubt = run.learned, run.layout, nil, nil
  if run.matches and not run.is_stopped and run.error == nil then
    doubt = doubt_of(run)
    found = doubt == nil
  end
  local reason = run.is_stopped and "stopped" or run.plan.time and "time" or "games"
  return setmetatable({
    evaluate = best.evaluate, source = best.source, loss = best.loss, generation = best.number,
    generations = run.generation, games = run.games, positions = run.samples.total, elo = run.elo,
    matches = run.matches or {}, found = found, doubt = doubt, used = used_of(layout),
    left_out = layout.left_out,
    move_time = run.move_time, turn = layout.turn and layout.turn.name, reason = run.error ~= nil and "error" or reason,
    error = run.error,
    time = run:time(), seed = run.plan.seed,
  }, Learned)
end

-- Learns an evaluation. Returns nil and what is wrong with the arguments, or the error of the game, if there is one.
return function(game, state, options)
  local plan, message = plans.read(game, state, options)
  if not plan then return nil, "alphabeta.learn: " .. message end
  local run = runs.new(plan)
  local ok, err = pcall(run.learn, run)
  run:finish()
  if not ok then
    if not run.learned then return nil, err end
    if is_interruption(err) then run.is_stopped = true else run.error = err end
  end
  return new_report(run)
end
