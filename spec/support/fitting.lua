--- Options that are drawn one by one need not go together: takes away those that cannot take effect beside the others,
-- which a search refuses.
-- @module spec.support.fitting

local NO_PRUNING = {
  "alpha", "beta", "fail", "aspiration", "killers", "history", "star2", "table", "null_move", "reductions",
  "refutation_table", "order", "reorder",
}

local function drop(options, names)
  for _, name in ipairs(names) do options[name] = nil end
end

-- Is there a number that limits the window?
local function is_finite(value)
  return value ~= nil and value > -math.huge and value < math.huge
end

--- Takes away the options that have no effect.
-- @tparam table options changed in place
-- @tparam table game
-- @param limits the second argument of the search, if it is known: a depth or a table
-- @treturn table `options`
local function fitting(options, game, limits)
  limits = type(limits) == "table" and limits or {}
  local algorithm = options.algorithm or "alphabeta"
  if algorithm == "minimax" or algorithm == "maxn" then drop(options, NO_PRUNING) end
  if algorithm == "mtdf" then drop(options, { "fail", "aspiration", "multipv", "ties", "level" }) end
  if not is_finite(options.alpha) and not is_finite(options.beta) then drop(options, { "fail" }) end
  local has_limit = limits.nodes or limits.time or options.nodes or options.time or options.level
  if not (options.deepening or options.deepening == nil and has_limit) then drop(options, { "aspiration" }) end
  local asks_moves = options.multipv and options.multipv ~= 1 or options.ties or options.level
  if asks_moves then drop(options, { "aspiration" }) end
  if options.level then drop(options, { "multipv" }) end
  if not options.level and options.ties ~= "random" then drop(options, { "seed" }) end
  if not game.hash then drop(options, { "repetition" }) end
  if not game.hash and options.table ~= 0 then drop(options, { "table" }) end
  if game.hash and options.table ~= 0 then drop(options, { "refutation_table" }) end
  if not game.order or options.order then drop(options, { "reorder" }) end
  if not game.chances then drop(options, { "star2" }) end
  if not game.noisy then drop(options, { "quiescence" }) end
  if not game.pass then drop(options, { "null_move" }) end
  return options
end

return fitting
