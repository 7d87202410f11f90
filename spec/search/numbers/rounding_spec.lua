-- Values have the same bits whatever compiled the module: a sum of products is not fused, nothing is rounded twice. The
-- numbers of the game come from decimal text, which all platforms read alike, and not from arithmetic of Lua.

local alphabeta = require "alphabeta"

-- Numbers that are the same everywhere: the minimal standard generator of Park and Miller, in doubles without rounding.
local function new_random(seed)
  return function(bound)
    seed = seed * 16807 % 2147483647
    return seed % bound
  end
end

local function decimal(thousandths)
  return tonumber(("%d.%03d"):format(math.floor(thousandths / 1000), thousandths % 1000))
end

-- Three probabilities whose decimals add up to 1.
local PROBABILITIES = {{0.1, 0.2, 0.7}, {0.3, 0.3, 0.4}, {0.15, 0.35, 0.5}, {0.01, 0.33, 0.66}}

-- A tree of chance nodes and decisions: each node has payoffs, and a list of children or of outcomes.
local function grow(random, depth)
  local payoffs = {decimal(random(100000)), decimal(random(100000)), decimal(random(100000))}
  local node = {mover = 1 + depth % 3, payoffs = payoffs}
  if depth == 0 then return node end
  if random(3) > 0 then
    node.list = {}
    for i = 1, 2 + random(2) do node.list[i] = grow(random, depth - 1) end
  else
    node.chances = {}
    local probabilities = PROBABILITIES[1 + random(#PROBABILITIES)]
    for i = 1, 3 do node.chances[i] = {probability = probabilities[i], outcome = grow(random, depth - 1)} end
  end
  return node
end

local function first_of(node) return node.payoffs[1] end
local two_players = {
  children = function(node) return node.list end,
  chances = function(node) return node.chances end,
  evaluate = first_of,
}
local three_players = {
  player = function(node) return node.mover end,
  children = function(node) return node.list end,
  chances = function(node) return node.chances end,
  evaluate = function(node) return node.payoffs end,
}

-- The values of searches of eight trees, with all digits of a double.
local function values(game, options)
  local found = {}
  for seed = 1, 8 do
    local tree = grow(new_random(seed * 7919), 6)
    local _, value = alphabeta.search(tree, 6, {
      game = game, algorithm = options.algorithm, value_min = options.value_min, value_max = options.value_max,
    })
    for _, number in ipairs(type(value) == "table" and value or {value}) do
      found[#found + 1] = ("%.17g"):format(number)
    end
  end
  return table.concat(found, " ")
end

local MEANS = "51.507834000000003 63.396392501000001 42.305558499999997 61.497657399999994 " ..
  "56.501916399999992 55.750844625559999 52.481999999999999 54.230784999999997"
local PAYOFFS = "56.690200000000004 94.542900000000003 73.950099999999992 78.292342559999994 63.153419505000002 " ..
  "65.661176889999993 55.400879987499998 85.219669137499992 74.087812787499999 67.599868151999999 " ..
  "75.726033831999999 45.655076078500002 63.442100000000003 79.514719999999997 40.07884 " ..
  "52.60372001156 75.624459925920007 74.468662810280009 96.986000000000004 65.158000000000001 " ..
  "95.650000000000006 80.883506019999999 65.975413024999995 76.666957190000005"

describe("rounding", function()
  for _, algorithm in ipairs {"alphabeta", "pvs", "mtdf", "minimax"} do
    it("gives means the same bits everywhere, by " .. algorithm, function()
      assert.equal(MEANS, values(two_players, {algorithm = algorithm}))
    end)
  end
  it("gives bounded means the same bits everywhere", function()
    assert.equal(MEANS, values(two_players, {algorithm = "alphabeta", value_min = 0, value_max = 100}))
  end)
  it("gives the means of three players the same bits everywhere", function()
    assert.equal(PAYOFFS, values(three_players, {algorithm = "maxn"}))
  end)
end)
