--- What has just happened, and why, in plain words.
local number = require "show.number"
local walk = require "show.walk"

local caption = {}

local function count(amount, one, many)
  return ("%d %s"):format(amount, amount == 1 and one or many)
end

-- The players' names at a node: of the one who moves there, and of the other.
local function names_at(subject, node)
  if node.kind == "max" then return subject.max, subject.min end
  return subject.min, subject.max
end

-- A value as it is said: bounds are "6 or more", "2 or less".
local function say(state)
  local word = number(state.value)
  if state.bound == "lower" then return word .. " or more" end
  if state.bound == "upper" then return word .. " or less" end
  return word
end

-- What a window means to those who come down with it.
local function outlook(subject, alpha, beta)
  local has_alpha, has_beta = alpha > -math.huge, beta < math.huge
  if has_alpha and has_beta then
    return ("%s has %s already, and %s has %s: only what lies between can matter."):format(
      subject.max, number(alpha), subject.min, number(beta))
  elseif has_alpha then
    return ("%s has %s already: only more than that can matter."):format(subject.max, number(alpha))
  elseif has_beta then
    return ("%s has %s already: only less than that can matter."):format(subject.min, number(beta))
  end
  return "Nobody is sure of anything yet: the window is as wide as can be."
end

local describe = {}

function describe.start(self, _)
  return "Before the first step", self.subject.intro .. " Space is a step, P plays them all."
end

function describe.down(self, frame)
  local mover = names_at(self.subject, frame.node)
  local state = walk.state(frame, frame.node)
  if frame.node == self.root then
    return mover .. " begins", "Nothing is known: alpha, what " .. self.subject.max .. " is sure of, is -∞. Beta, what "
      .. self.subject.min .. " is sure of, is ∞."
  end
  return "Down: " .. mover .. " moves", "Alpha and beta come along. " .. outlook(self.subject, state.alpha, state.beta)
end

function describe.leaf(self, frame)
  local value = walk.state(frame, frame.node).value
  local headline = "A leaf: " .. number(value)
  if not self.subject.is_board then
    return headline, ("Here the line ends, and the game is asked: this is worth %s."):format(number(value))
  end
  if value == 0 then return headline, "The board is full and nobody has won: a draw counts 0." end
  return headline, ("%s has three in a row: that counts %s."):format(value > 0 and self.subject.max or self.subject.min,
    number(value))
end

function describe.up(self, frame)
  local node, parent = frame.child, frame.node
  local state, above = walk.state(frame, node), walk.state(frame, parent)
  local mover, other = names_at(self.subject, parent)
  local is_max = parent.kind == "max"
  local headline = ("%s comes up to %s"):format(say(state), mover)
  local own, first = above.alpha, above.first_alpha
  if not is_max then own, first = above.beta, above.first_beta end
  if frame.bound then
    local change = is_max and "Alpha rises" or "Beta falls"
    if above.alpha >= above.beta then
      return headline, ("%s to %s: the window is closed, since %s has %s already."):format(change, number(own), other,
        number(is_max and above.beta or above.alpha))
    end
    return headline, ("The best for %s so far. %s to %s."):format(mover, change, number(own))
  end
  local where = own == first and "elsewhere" or "here"
  return headline, ("%s has %s %s already: this is no better, and nothing changes."):format(mover, number(own), where)
end

-- How many nodes a cut-off has spared.
local function spared(frame)
  local nodes = 0
  local function visit(node)
    if walk.state(frame, node).is_pruned then nodes = nodes + 1 end
    for _, child in ipairs(node.children) do visit(child) end
  end
  visit(frame.node)
  return nodes
end

function describe.cut(self, frame)
  local state = walk.state(frame, frame.node)
  local mover, other = names_at(self.subject, frame.node)
  local has, would_have = state.alpha, number(state.beta) .. " or less"
  if frame.node.kind == "max" then has, would_have = state.beta, number(state.alpha) .. " or more" end
  return "Cut-off", ("%s has %s already, %s would have %s here: the rest cannot matter. %s never looked at."):format(
    other, number(has), mover, would_have, count(spared(frame), "node is", "nodes are"))
end

describe["end"] = function(self, frame)
  local state = walk.state(frame, self.root)
  local thanks = frame.cutoffs > 0 and ", thanks to " .. count(frame.cutoffs, "cut-off", "cut-offs") or ""
  local words = "%s gets %s, along the green line. %d of %d leaves were looked at%s."
  return "The end: " .. say(state),
    words:format(self.subject.max, number(state.value), frame.leaves, self.leaves, thanks)
end

--- The words for a frame of a walk.
-- @tparam walk self
-- @tparam table frame
-- @treturn string a headline
-- @treturn string a sentence or two
function caption.of(self, frame)
  return describe[frame.kind](self, frame)
end

return caption
