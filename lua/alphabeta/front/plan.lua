-- The plan of a search: its options and the game's functions, read and checked, and the decisions that follow.
-- Internal.
--
-- A plan is a table with the game's functions by their names, the fields of a task in csrc/engine/task.h, for both
-- engines, and
--   style            how the game describes successors: "in place", "copying" or "children"
--   algorithm
--   key              the function that makes keys: `hash`, or of what states hold (`hashes_content`)
--   state_hash       `hash`, also of a search without keys: a paused search tells by it whether its state has changed
--   hash_ignore      with the option `hash`, which takes the place of the game's: the fields that its keys leave out
--   uses_table       whether there is a transposition table, as far as there is room: `has_room`
--   settings         what its values mean: see meaning.settings
--   allows_mobility  whether states may be worth their mobility, and `mobility` whether they are
--   current_result   whether `evaluate` is not the game's, but made of `result`: see current.lua
--   neutral_value    the value of a state that is not over, without `evaluate`: see neutral_value.lua; and
--                    `is_near_bound`: whether such a state may have a value that is a bound, which then proves nothing
--   table            its size in MiB, or the shared one
--   root_moves       what concerns the root's moves, where that is asked: `only`, `avoid`
--   notes_losses       whether scores note which moves lose at once: see note_losses
--   level, draws_tie, temperature, seed   how the move is chosen that is played: see root/choice.lua
--   chooses_by_value whether it is chosen by the values of all moves: so Monte Carlo tree search tries all of them
--   past_positions, max_player, on_iteration, trace options that are Lua objects
--   method           what searches in place of either engine's own search, in Lua: "uct" or "deals"; `given` are the
--                    options then. "lines": what is played before the search, to find out about the game; `found` is
--                    what it has found, and `proceed(spent, waited)` returns the plan of the search itself, after so
--                    many seconds, of which it has waited some for a slice
--   is_choice        whether the module has chosen "uct" by itself: values are then those of other searches
--   follows_lines    whether lines were played before
--   nodes_limit, time_limit, think_limit, and the soft ones: soft_nodes, soft_time, soft_think

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants = use "common.constant_rows"
local fail = use "front.message".fail
local checks, meaning = use("front.checks", "front.meaning")
local neutral_value, options = use("common.neutral_value", "front.options")
local option_table, rules, NAMES = use("front.option_table", "front.rules", "front.function_rows")
local LEARNED = use "front.technique_rows".learns

local floor, huge, max, min, rawequal, rawget = math.floor, math.huge, math.max, math.min, rawequal, rawget
local algorithm_of, has, leaves, level_of, prunes =
  options.algorithm_of, options.has, options.leaves, options.level_of, options.prunes
local LEVELS = option_table.LEVELS

local plan = {}

-- From this many plies on a search deepens by two plies. Before it, iterations save less, and there are small trees, as
-- in textbooks, whose inner nodes have no value. No game with keys is one of these.
local MIN_DEEPENED, MIN_DEEPENED_BY_KEYS = 5, 4

-- The numbers of csrc/binding/base/search.h and csrc/engine/task.h for styles and algorithms.
local STYLES, ALGORITHMS = {["in place"] = 0, copying = 1, children = 2}, {}
for i = 1, #option_table.ALGORITHMS do ALGORITHMS[option_table.ALGORITHMS[i]] = i - 1 end

-- By which fields of a plan a search learns of moves.
local LEARNED_FIELDS = {}
for i = 1, #LEARNED do LEARNED_FIELDS[i] = "learns_" .. LEARNED[i] end

-- If keys from the fields of states serve only for repetitions, a node beyond the first two plies has a key if this
-- number of plies is left. Nearly all nodes have fewer left, and such a key costs as much as the functions of a small
-- game do for a node.
local KEY_DEPTH = 3

-- Numbers of the options `view` and `ties`.
local VIEW_MAX, VIEW_MOVER, VIEW_PLAYER, TIES_RANDOM = 0, 1, 2, 2

-- Whether the options and the game allow a transposition table.
local function allows_keys(own, game)
  return game.hash and own.values.table ~= 0
end

-- Whether only the depth limits a search, to so few plies that it does not deepen by itself.
local function is_shallow(own, game)
  if own.is_limited or own.depth < 0 then return false end
  return own.depth < (allows_keys(own, game) and MIN_DEEPENED_BY_KEYS or MIN_DEEPENED)
end

-- Whether the iteration that finds the end of the game decides among equally good moves: in a game that values its
-- ends, but does not say which values are wins. The iterations find the soonest win first, and a move that loses later
-- stays the best until all lose.
local function tells_ends_by_depth(own, game)
  return game.result ~= nil and own.values.win == huge and own.prunes
end

-- By how many plies a search of a game deepens, 0 for not at all. The option decides. Without it, a search that only a
-- depth limits deepens by two plies, if a table of either kind keeps the results of an iteration. A transposition table
-- with an `order` of the game does as well without deepening, unless an iteration to a smaller depth may find a won
-- game, or ends are told apart by their depth.
local function deepening_of(own, game, tells_ends)
  local values = own.values
  if values.deepening >= 0 then return values.deepening end
  if own.is_limited then return 1 end
  if is_shallow(own, game) then return tells_ends and 1 or 0 end
  if not own.prunes then return 0 end
  local finds_ends = tells_ends or values.win < huge
  if not finds_ends and allows_keys(own, game) and game.order and values.order == 0 then return 0 end
  return (tells_ends or values.table ~= 0) and 2 or 0
end

-- Whether anything is asked of the root's moves.
local function concerns_root_moves(own)
  return has(own, "only") or has(own, "avoid") or level_of(own) ~= 0 or own.values.multipv > 1 or own.values.ties > 0
end

-- Whether a search learns of moves (killers, the history) by default: with a table of either kind, and in a search that
-- is too shallow for a refutation table. In the latter it does not if it knows successors only by index, as in the
-- trees of textbooks, which are searched from left to right.
local function learns(own, game, has_memory)
  return has_memory or (game.style ~= "children" or game.move_id ~= nil) and is_shallow(own, game)
    and own.values.deepening < 0 and own.values.table ~= 0
end

-- The techniques by which a search learns of moves, as bits.
local function learned_bits(own)
  local bits = 0
  for i = 1, #LEARNED do
    if leaves(own, LEARNED[i]) then bits = bits + 2 ^ (i - 1) end
  end
  return bits
end

-- Whether a search has only limits of time or nodes.
local function has_limits_alone(own)
  return own.is_limited and own.depth < 0 and not has(own, "depth")
end

-- The depth up to which the iterations of a search go by two plies, if the searcher's last search completed `last`
-- plies. In most games the position is then two plies later, and a search reaches about the same depth. The iterations
-- between would cost more than they teach.
local function by_two_to(own, step, last)
  if step == 2 then return option_table.DEPTH_MAX end
  return has_limits_alone(own) and own.values.deepening < 0 and leaves(own, "last_depth") and last or 0
end

-- Whether a search is for a move, and not for its value: it has only limits, and asks for no scores.
local function wants_move_alone(own)
  local values = own.values
  return has_limits_alone(own) and values.deepening ~= 0 and values.multipv <= 1 and values.ties == 0
end

-- Whether a state where the game goes on may be worth its mobility: in a game of two sides that has only `result`. Not
-- where states are valued that no listed move has led to, where the game says what values are possible below one, or
-- where hands are hidden, of which the moves follow. Plain alpha-beta does not.
local function allows_mobility(own, game, e)
  return not game.evaluate and own.algorithm ~= "maxn" and own.algorithm ~= "uct"
    and not game.chances and not game.deal and not game.bounds and e.quiescence == 0 and e.null_move == 0
    and not (game.style == "children" and game.is_over) and leaves(own, "mobility")
    and (own.values.table ~= 0 or own.values.deepening ~= 0)
end

-- The rest of a limit of which `spent` seconds were used before; at least half of it, so that a search has some time.
local function left_of(limit, spent) return max(limit - spent, limit / 2) end

-- The part of each limit that lines may use.
local LINES_SHARE = 1 / 10

-- By how much the value of an undecided state differs from the neutral one at most in a game of rules alone: by its
-- mobility, and in a game of points by these.
local MOBILITY_MOST, POINTS_MOST = constants.MOBILITY_UNIT * constants.MOBILITY_MAX, 1 / 2

-- A level knows by `win` which moves lose at once. Without `win`, in a game of rules alone, the values of the
-- first two iterations tell, if those of undecided states are bounded.
local function note_losses(e, own, game)
  local values = own.values
  if e.level == 0 or not e.prunes or not e.deepening or game.evaluate or not game.result or game.chances
    or values.win < huge then
    return
  end
  local neutral = neutral_value(false, values.value_min, values.value_max)
  if neutral ~= 0 and values.view ~= VIEW_MAX then return end
  e.notes_losses, e.losses_middle = true, e.minimizing and 0 - neutral or neutral
  e.losses_most = e.current_result and POINTS_MOST or MOBILITY_MOST
end

-- The plan of a search by options that were checked, in a game; the searcher's last search completed `last` plies.
local function new(own, game, last)
  local values, objects = own.values, own.objects
  local tells_ends = tells_ends_by_depth(own, game)
  local step = deepening_of(own, game, tells_ends)
  local allows_table = game.hash ~= nil and options.uses_table_by_default(own)
  local uses_table = allows_table and leaves(own, "table")
  local has_table = uses_table and options.has_room(own)
  local has_keys = has_table or allows_table and not uses_table -- by default
  local has_refutations = not has_keys and step > 0 and own.prunes and values.table ~= 0
  local has_memory = has_keys or has_refutations
  if algorithm_of(own, false) == "uct" then step = 0 end
  local algorithm, level, orders_by_values = algorithm_of(own, has_memory), level_of(own), values.order > 0
  local quiescence = options.quiescence_of(own, game.noisy ~= nil)
  local omits_moves = has(own, "only") or has(own, "avoid")
  local multipv, lists_ties = values.multipv, values.ties > 0
  if level ~= 0 or lists_ties and algorithm == "uct" then multipv = huge end
  local win, value_min, value_max, is_pruning = values.win, values.value_min, values.value_max, prunes(algorithm)
  local has_result, has_evaluate, scores_repetition = game.result ~= nil, game.evaluate ~= nil, has(own, "repetition")
  local has_bounds = win < huge or value_max < huge or value_min > -huge or game.bounds ~= nil
  local asks_end = has_result and (game.is_over ~= nil or not has_evaluate)
  local learned = is_pruning and learns(own, game, has_memory) and learned_bits(own) or 0
  local asks_moves = has_table or learned ~= 0
  local deals = game.deal and values.deals or 0
  local method = algorithm == "uct" and "uct" or deals > 0 and "deals" or nil
  local evaluate
  if options.allows_current_result(own, game) then evaluate = use "front.current".of(own, game) end
  local spent, thought = own.known.spent, own.known.spent - own.known.waited
  local temperature = LEVELS[level] and LEVELS[level][3] or 0
  local chooses_by_value = temperature ~= 0 or objects.level ~= nil
  local e = { -- in one step, because growing a table would take as long again
    engine = own.engine.ENGINE, style = game.style, algorithm = algorithm,
    prunes = is_pruning, is_mover = values.view == VIEW_MOVER, minimizing = values.maximize == 0,
    quiescence = quiescence, scores_repetition = scores_repetition, repetition = values.repetition,
    asks_child_values = orders_by_values, uses_table = uses_table, has_table = has_table,
    star2 = (has_keys or game.order ~= nil or orders_by_values) and leaves(own, "star2"),
    uses_refutations = has_refutations and leaves(own, "refutation_table"), deepening = step > 0,
    tells_ends = tells_ends, by_two_to = by_two_to(own, step, last), min_depth = own.min_depth,
    depth = own.depth < 0 and options.greatest_depth(own, quiescence) or own.depth, nodes_limit = own.nodes,
    time_limit = left_of(own.time, spent), think_limit = left_of(own.think, thought), soft_nodes = own.soft_nodes,
    soft_time = left_of(own.soft_time, spent), soft_think = left_of(own.soft_think, thought),
    follows_lines = spent > 0,
    multipv = multipv, lists_ties = lists_ties,
    partial_iteration = step > 0 and multipv <= 1 and not lists_ties and not method
      and leaves(own, "partial_iteration"),
    omits_moves = omits_moves, answers_forced = wants_move_alone(own) and not omits_moves and not objects.trace,
    trace = objects.trace,
    on_iteration = objects.on_iteration, past_positions = objects.past,
    key = game.key, key_depth = game.key_depth or 0, hashes_content = game.hashes_content or false,
    table_bytes = options.table_bytes(own),
    table = objects.table or values.table, level = level, draws_tie = values.ties == TIES_RANDOM,
    seed = rawget(values, "seed") or own.engine.integer(0), temperature = temperature,
    chooses_by_value = chooses_by_value,
    root_moves = concerns_root_moves(own) and {only = objects.only, avoid = objects.avoid} or nil,
    rules = objects.game, deals = deals, method = method, given = method and own,
    is_choice = own.is_choice, win = win, alpha = values.alpha, beta = values.beta,
    value_min = value_min, value_max = value_max,
    value_sum = values.value_sum, null_move = values.null_move, reductions = values.reductions,
    -- what it asks the game for
    asks_turn = game.player ~= nil, has_chance_nodes = game.chances ~= nil, asks_end = asks_end,
    ignores_end = has_result and not asks_end, asks_bounds = game.bounds ~= nil and is_pruning,
    bounds_unlisted = game.style ~= "children" or has_bounds or objects.trace ~= nil,
    asks_scores = game.order ~= nil and algorithm ~= "uct" and not orders_by_values,
    asks_key = has_table or scores_repetition, learns = learned, asks_moves = asks_moves,
    costly_moves = game.move_id ~= nil, finds_moves = game.find_move ~= nil and asks_moves and is_pruning and 1,
    is_bounded = is_pruning and has_bounds,
    -- for the C module alone
    style_number = STYLES[game.style], algorithm_number = ALGORITHMS[method and "uct" or algorithm],
    asks_leave = game.style == "in place" or objects.trace ~= nil,
  }
  if values.view == VIEW_PLAYER then e.max_player = objects.max_player end
  for i = 1, #NAMES do
    local name = NAMES[i]
    if game[name] then e[name] = game[name] end
  end
  e.evaluate = e.evaluate or evaluate
  e.current_result = not has_evaluate and e.evaluate ~= nil
  if not has_evaluate then
    e.neutral_value = neutral_value(algorithm == "maxn", value_min, value_max, e.value_sum)
    e.is_near_bound = min(e.neutral_value - value_min, value_max - e.neutral_value) < POINTS_MOST
  end
  e.allows_mobility = allows_mobility(own, game, e)
  e.mobility = e.allows_mobility and own.known.lasts ~= false
  note_losses(e, own, game)
  if e.mobility and e.finds_moves then e.finds_moves = 2 end -- a state before leaves must list its moves
  for i = 1, #LEARNED do e[LEARNED_FIELDS[i]] = floor(learned / 2 ^ (i - 1)) % 2 == 1 end
  return e
end

-- The seconds that a search has at most.
local function time_of(e) return min(e.time_limit, e.think_limit, e.soft_time, e.soft_think) end

-- Makes the plan of a search that of the lines before it, which may use a part of each of its limits. Returns nil if
-- that is nothing.
local function as_lines(e, found)
  local nodes = floor(min(e.nodes_limit, e.soft_nodes) * LINES_SHARE)
  local time = min(e.time_limit, e.soft_time) * LINES_SHARE
  local think = min(e.think_limit, e.soft_think) * LINES_SHARE
  local is_by_depth = min(nodes, time, think) == huge
  if nodes < 1 or is_by_depth and e.depth < 2 and not found.needs_result then return nil end
  e.nodes_limit, e.time_limit, e.think_limit, e.is_by_depth = nodes, time, think, is_by_depth
  e.soft_nodes, e.soft_time, e.soft_think = huge, huge, huge
  e.method, e.algorithm_number, e.found = "lines", ALGORITHMS.uct, found
  e.uses_table, e.has_table, e.asks_key, e.finds_moves, e.past_positions = false, false, false, false, nil
  return e
end

-- The plan of a search of `state` by options that were read; `reads_game` says that the game's fields were not. Also
-- returns the game's functions. If lines are due before the search, it is their plan. `before` is what those before it
-- have found: a contest may follow them, and nothing a contest.
local function of_options(given, where, state, last, reads_game, before)
  local own, engine, source = given, given.engine, given.objects.game
  local is_state = rawequal(source, nil)
  if is_state then source = state end
  if is_state or reads_game then options.read_game(own, source, is_state, where) end
  checks.options(own, where)
  if engine.check_table then engine.check_table(own, where) end
  local game, known = rules.read(engine, source, where), own.known
  local current = game.result and use "front.current"
  if not before then known.spent, known.waited = 0, 0 end
  local choice = (game.result or game.deal) and use "front.choice"
  local may_choose = choice and not game.deal and leaves(own, "uct") and choice.may_choose_uct(own, game)
  if game.deal then
    own = choice.for_deals(own, where)
  elseif may_choose and current.prefers_uct(known, min(own.time, own.think, own.soft_time, own.soft_think)) then
    own = choice.with_uct(own, where)
  end
  if own.values.hash ~= 0 then
    game.hash, game.hashes_content = engine.content_hash(own.objects.hash_ignore), true
  end
  local state_hash = game.hash
  if options.is_uct(own) then game.hash = nil end
  game.key, game.key_depth = game.hash, 0
  if not game.hash and has(own, "repetition") then
    game.key, game.key_depth, game.hashes_content = engine.content_hash(own.objects.hash_ignore), KEY_DEPTH, true
  end
  checks.game(own, where, game)
  local e = new(own, game, last)
  e.state_hash = state_hash
  if own.values.hash ~= 0 then e.hash_ignore = own.objects.hash_ignore or {} end
  if e.uses_table then
    own.settings = own.settings or meaning.settings(own, game)
    e.settings = own.settings
  end
  local found
  local may_ask = game.result and not current.is_asking(game.result)
  if may_ask and not before then
    found = current.unknown(known, may_choose or options.allows_current_result(own, game), may_choose or e.mobility)
  end
  if may_ask and not found and (may_choose or e.allows_mobility) and not (before and before.asks_contest) then
    found = current.contest(known, time_of(e) * LINES_SHARE, min(e.nodes_limit, e.soft_nodes) * LINES_SHARE)
  end
  local lines = found and as_lines(e, found)
  if not lines then return e, game end
  function lines.proceed(spent, waited)
    -- A debug hook may have cleared the searcher since.
    known.spent, known.waited = (known.spent or 0) + spent, (known.waited or 0) + waited
    current.store(known, found)
    return (of_options(given, where, state, last, false, found))
  end
  return lines, game
end

plan.of_options = of_options

local function check_state(state, where)
  if rawequal(state, nil) then fail("%s: argument 'state': expected a state, got nil", where) end
end

-- The plan of alphabeta.search.
function plan.once(engine, state, depth, given)
  local where = "alphabeta.search"
  check_state(state, where)
  local own = options.new(engine)
  options.read(own, given, where, "searcher")
  if has(own, "slice") then fail("%s: option 'slice' needs a searcher: see alphabeta.new", where) end
  options.read_search(own, depth, where)
  return of_options(own, where, state, 0, true)
end

-- The options of a searcher for the game, with what the game's fields say.
function plan.searcher(engine, game, given)
  local where, own = "alphabeta.new", options.new(engine)
  options.read(own, given, where, "searcher")
  if not rawequal(game, nil) then
    if has(own, "game") then fail("%s: the game is given twice, as an argument and as option 'game'", where) end
    own.objects.game = game
  end
  game = own.objects.game
  if not rawequal(game, nil) then
    rules.read(engine, game, where)
    options.read_game(own, game, false, where)
  end
  return own
end

-- Checks the `count` arguments of the method `where` of a searcher, and reads the second one into `given`, the options
-- of this search.
function plan.read_search(given, where, count, state, argument)
  if count > 2 then fail("%s: expected a state and a depth, got a third argument", where) end
  check_state(state, where)
  options.read_search(given, argument, where)
end

return plan
