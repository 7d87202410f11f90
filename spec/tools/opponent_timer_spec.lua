-- An opponent whose game changes fields of the state in each frame: a timer, a cursor, an animation.
--
-- Cause: an opponent compares the states of two frames itself, and lets its search go on with a state that has changed
-- in such fields. It told that to one search only. The alpha-beta of the last plies in a Monte Carlo tree search, and
-- the one that searches deals, compared the state once more, and raised an error in every second frame. With `hash`,
-- Monte Carlo tree search compared all fields, and with keys of the C module an error said that there was no key. If
-- the key changed while all fields that changed were excluded, a raw error ended the opponent's turn.

local alphabeta = require "alphabeta"
local wrap = require "spec.support.wrap"

local MOVES = {1, 2, 3}

-- Nim by rules and `result` alone, in each style. The player who takes the last one has won.
local rules = {
  player = function(state) return state.turn end,
  moves = function(state)
    local list = {}
    for i = 1, math.min(3, state.heap) do list[i] = MOVES[i] end
    return list
  end,
  result = function(state, me)
    if state.heap > 0 then return 0 end
    return state.turn == me and -1 or 1
  end,
}

local function after(state, take)
  return {heap = state.heap - take, turn = 3 - state.turn, timer = state.timer, cursor = state.cursor}
end

local styles = {
  ["in place"] = wrap.replace(rules, {
    make = function(state, take) state.heap, state.turn = state.heap - take, 3 - state.turn end,
    unmake = function(state, take) state.heap, state.turn = state.heap + take, 3 - state.turn end,
  }),
  copying = wrap.replace(rules, {play = after}),
}

-- What limits the search, and by which algorithm it goes.
local searches = {
  ["alpha-beta"] = {options = {depth = 3}},
  ["uct"] = {options = {algorithm = "uct", nodes = 9}, heap = 55},
  ["uct and its last plies"] = {options = {algorithm = "uct", nodes = 30}},
  ["uct where it is chosen"] = {options = {time = 0.001}},
  ["deals by uct"] = {options = {nodes = 9}, deals = true},
  ["deals by alpha-beta"] = {options = {depth = 2, deals = 2}, deals = true},
  ["deals by alpha-beta, by nodes"] = {options = {nodes = 30, deals = 2, algorithm = "pvs"}, deals = true},
}

-- Functions `hash`, one with a timer that does not belong there, and options: how states are told apart.
local keys = {
  ["all fields"] = {},
  ["hash"] = {hash = function() return function(state) return state.heap * 2 + state.turn end end},
  ["hash with the timer"] = {hash = function()
    return function(state) return ("%d %d %s"):format(state.heap, state.turn, tostring(state.timer)) end
  end},
  ["a Zobrist key"] = {hash = function()
    local key = alphabeta.zobrist(1)
    return function(state)
      key:set(state.heap * 2 + state.turn)
      return key
    end
  end},
  ["hash = 'auto'"] = {options = {hash = "auto"}},
  ["hash = 'auto' without the timer"] = {options = {hash = "auto", hash_ignore = {"timer", "cursor"}}},
  ["excluded fields"] = {exclude = {"timer", "cursor"}},
  ["hash = 'auto' beside excluded fields"] = {options = {hash = "auto"}, exclude = {"timer", "cursor"}},
}

-- What changes in each frame.
local changes = {
  ["a number"] = function(state, frame) state.timer = frame / 60 end,
  ["a table"] = function(state, frame) state.cursor = {x = frame, y = -frame} end,
  ["a field that comes and goes"] = function(state, frame) state.timer = frame % 2 == 0 or nil end,
}

local function new_state(search) return {heap = search.heap or 11, turn = 1, timer = 0} end

local function game_of(style, search, key)
  return wrap.replace(styles[style], {
    hash = key.hash and key.hash(),
    deal = search.deals and function(state, _, random)
      random()
      return after({heap = state.heap, turn = 3 - state.turn, timer = state.timer}, 0)
    end or nil,
  })
end

-- Whether the options may be given together.
local function is_allowed(search, key)
  return not (key.options and search.options.algorithm == "uct")
end

-- Calls `check(style, search, key, label)` for each way to search a state.
local function each(check)
  for style in pairs(styles) do
    for search_name, search in pairs(searches) do
      for key_name, key in pairs(keys) do
        local label = ("%s, %s, %s"):format(style, search_name, key_name)
        if is_allowed(search, key) then check(style, search, key, label) end
      end
    end
  end
end

describe("An opponent whose state changes in each frame", function()
  -- Plays frames until the opponent has moved.
  local function let_move(style, search, key, change, label)
    local state = new_state(search)
    local heap = state.heap
    local options = wrap.replace(search.options, key.options or {})
    local opponent = alphabeta.opponent(wrap.replace(options, {
      game = game_of(style, search, key), state = function() return state end, me = 1, slice = 1e-9,
      exclude = key.exclude, play = function(take) state = after(state, take) end,
    }))
    local frame = 0
    repeat
      frame = frame + 1
      change(state, frame)
      opponent:update(1 / 60)
      assert.is_true(state.turn == 2 or state.heap == heap, label)
      assert.is_true(frame < 100000, label .. ": it never moves")
    until state.turn == 2
    opponent:close()
  end

  for name, change in pairs(changes) do
    it("moves, and no error is raised: " .. name, function()
      each(function(style, search, key, label) let_move(style, search, key, change, label) end)
    end)
  end
end)

describe("A search in slices", function()
  -- Searches in slices. The timer runs between them. Returns the error, if there is one.
  local function search_with_timer(style, search, key)
    local state = new_state(search)
    local options = wrap.replace(search.options, key.options or {})
    if options.time then options.time = 10 end
    local ai = alphabeta.new(game_of(style, search, key), options)
    ai:start(state)
    while true do
      local has_ended
      local ok, message = pcall(function() has_ended = ai:step {nodes = 1} end)
      if not ok or has_ended then return message, state, ai end
      state.timer = state.timer + 1
    end
  end

  -- Calls `check(style, search, key, label)` for each way to search a state with one of these keys.
  local function each_by(names, check)
    local wanted = {}
    for _, name in ipairs(names) do wanted[keys[name]] = true end
    each(function(style, search, key, label)
      if wanted[key] then check(style, search, key, label) end
    end)
  end

  it("compares its state by the game's key, whichever algorithm it is", function()
    each_by({"hash", "a Zobrist key", "hash = 'auto' without the timer"}, function(style, search, key, label)
      assert.is_nil((search_with_timer(style, search, key)), label)
    end)
  end)

  it("says at the user's line that a state was changed", function()
    each_by({"all fields", "hash with the timer", "hash = 'auto'"}, function(style, search, key, label)
      local message, state, ai = search_with_timer(style, search, key)
      assert.is_truthy(message, label)
      assert.matches("^[^\n]*opponent_timer_spec%.lua:%d+: alphabeta: the state has changed", message)
      assert.are.same({search.heap or 11, 1}, {state.heap, state.turn})
      ai:start(state)
      ai:stop()
    end)
  end)
end)
