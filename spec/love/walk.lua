-- A walk through searches, by keys, by mouse and by itself, with a look at what the program knows at each step.

require "alphabeta.love"

local alphabeta = require "alphabeta"
local keep = require "spec.love.keep"
local panel = require "show.panel"
local person = require "spec.love.person"
local picture = require "show.picture"
local report = require "spec.love.report"
local subjects = require "show.subjects"
local tour = require "show.tour"
local walk = require "show.walk"
local colours = require "show.colours"

local program = {}

keep(tour, "new", program, "tour")
keep(picture, "new", program, "picture")
keep(panel, "new", program, "panel")

-- What the trace of a search says after each step: at which ply we are, and the window there.
local function traced_steps(subject)
  local steps, windows = {}, {}
  alphabeta.search(subject.state, subject.depth, {game = subject.game, deepening = false, trace = function(event)
    local begins = event.type == "enter" or event.type == "leave" or event.type == "cutoff"
    windows[event.ply] = ("%g %g"):format(event.alpha, event.beta)
    local ply = event.type == "leave" and math.max(0, event.ply - 1) or event.ply
    steps[#steps + (begins and 1 or 0)] = ("%d: %s"):format(ply, windows[ply])
  end})
  return steps
end

-- The same, as the program knows it now.
local function known_step()
  local frame = program.tour:frame()
  local state = walk.state(frame, frame.node)
  return ("%d: %g %g"):format(frame.node.ply, state.alpha, state.beta)
end

-- Takes a picture, and reports how many colours the tree has, and how many pixels the crosses and the chosen line.
local function looks(name)
  local image, tree = person.photographs(name .. ".png"), program.picture
  local counts, seen = {colours = 0, crosses = 0, chosen = 0}, {}
  for y = math.floor(tree.y), math.floor(tree.y + tree.height) - 1 do
    for x = math.floor(tree.x), math.floor(tree.x + tree.width) - 1 do
      local red, green, blue = image:getPixel(x, y)
      local key = math.floor(red * 255) * 65536 + math.floor(green * 255) * 256 + math.floor(blue * 255)
      if not seen[key] then seen[key], counts.colours = true, counts.colours + 1 end
      for kind, colour in pairs {crosses = colours.cut, chosen = colours.chosen} do
        local away = math.max(math.abs(red - colour[1]), math.abs(green - colour[2]), math.abs(blue - colour[3]))
        if away < 0.02 then counts[kind] = counts[kind] + 1 end
      end
    end
  end
  for kind, count in pairs(counts) do report.tell(kind .. " " .. name, count) end
end

return function()
  require "main_of_game"

  local function is_still() return program.tour:is_still() end

  local function is_at(position)
    return function() return program.tour.position == position end
  end

  local function walks_by_keys()
    local trip, known = program.tour, {}
    local has_cut = false
    looks "start"
    while trip.position < trip:last() do
      local position = trip.position + 1
      person.presses(position % 2 == 0 and "space" or "Right")
      person.waits("there is a step", is_at(position))
      known[position] = known_step()
      if trip:frame().kind == "cut" and not has_cut then
        has_cut = true
        person.waits("the cross is drawn", is_still)
        looks "cut"
      end
    end
    person.waits("the line is drawn", is_still)
    looks "end"
    report.tell("steps", #known)
    report.tell("known", table.concat(known, "; "))
    report.tell("expected", table.concat(traced_steps(subjects[1]), "; "))
  end

  local function goes_about()
    local trip = program.tour
    person.presses "Left"
    person.waits("there is a step back", is_at(trip:last() - 1))
    person.presses "BackSpace"
    person.waits("there is another", is_at(trip:last() - 2))
    report.tell("back", trip.position)
    person.presses "Home"
    person.waits("it is at the start", is_at(0))
    report.tell("home", trip.position)
    love.event.push("gamepadpressed", false, "a")
    person.waits("a step by gamepad", is_at(1))
    love.event.push("gamepadpressed", false, "b")
    person.waits("a step back by gamepad", is_at(0))
    report.tell("gamepad", trip.position)
    person.presses "p"
    person.waits("it goes by itself", is_at(1))
    person.presses "p"
    person.waits("it no longer does", function() return not trip.is_playing and trip:is_still() end)
    report.tell("played", trip.position)
  end

  local function uses_the_mouse()
    local trip, tree, line = program.tour, program.picture, program.panel.timeline
    person.presses "5"
    person.waits("there are boards", function() return trip.number == 5 end)
    for _, button in ipairs(program.panel.buttons) do
      if button.key == "space" then person.clicks(button.x + button.width / 2, button.y + button.height / 2) end
    end
    person.waits("the button is pressed", is_at(1))
    report.tell("button", trip.position)
    local x, y = tree.x + 5, tree.y + 5
    for i, each in ipairs {{"click on the tree", 1, 2}, {"wheel down", 5, 3}, {"wheel up", 4, 2}} do
      person.clicks(x + i, y, each[2])
      person.waits("there is a " .. each[1], is_at(each[3]))
      report.tell(each[1], trip.position)
    end
    local there = trip:last() - 3
    report.tell("pointed at", there)
    person.clicks(line.x + line.width * (there + 0.5) / (trip:last() + 1), line.y + line.height / 2)
    person.waits("it is there", is_at(there))
    report.tell("line of steps", trip.position)
    person.photographs "boards.png"
  end

  local function turns_the_window()
    local trip, tree = program.tour, program.picture
    person.resizes(480, 820)
    person.presses "Tab"
    person.waits("there is the next tree", function() return trip.number == 6 end)
    person.presses "End"
    person.waits("it is at its end", is_at(trip:last()))
    local fits = true
    for _, node in ipairs(trip.walk.nodes) do
      local x, y = tree:plan():middle(node)
      fits = fits and x > tree.x and x < tree.x + tree.width and y > tree.y and y < tree.y + tree.height
    end
    report.tell("fits", fits)
    person.photographs "tall.png"
  end

  person.lives(function()
    person.points(5, 5)
    person.waits("it has begun", 0.5)
    walks_by_keys()
    goes_about()
    uses_the_mouse()
    turns_the_window()
    function love.quit() report.tell("done", true) end
    person.presses "Escape"
    person.waits("it has ended", function() return false end)
  end)
end
