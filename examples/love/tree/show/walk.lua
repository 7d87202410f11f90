--- A search as a walk through its tree: what was known at each step of it.
--
-- The events of the option `trace` are taken together to steps that a person can follow: a step begins where a node is
-- entered, where it is left, and where the rest of its successors is cut off. All events until the next such event
-- belong to it.
--
-- A frame is what is known after a step. It has a `kind`: `"start"`, before the first one; `"down"`, a node was
-- entered; `"leaf"`, and evaluated; `"up"`, its value has come up; `"cut"`, a cut-off; `"end"`, the root was left.
-- `node` is where that leaves us, `child` the node that was left, `bound` the event of the window that was narrowed, if
-- it was; `first` and `last` number its events; `leaves` and `cutoffs` count what there was so far.
--
-- Its `states` describe each node at that step, in a table that is never changed: `alpha` and `beta`, the current
-- window; `first_alpha` and `first_beta`, as it was on arrival; `value` and its `bound`; `is_open`, from the entry to
-- the leaving; `is_cut`, `is_pruned`; `best`, the child that has narrowed the window last; and, at the end,
-- `is_chosen`. The nodes themselves are those of `alphabeta.tree`.
local alphabeta = require "alphabeta"
local pictures = require "alphabeta.tree"

local walk = {}
walk.__index = walk

local KINDS = {enter = "down", leave = "up", cutoff = "cut"}
local UNSEEN = {}

-- A table with some more fields.
local function with(fields, more)
  local both = {}
  for name, value in pairs(fields) do both[name] = value end
  for name, value in pairs(more) do both[name] = value end
  return both
end

-- The next frame, in which nothing has changed yet.
local function new_frame(self, kind, node, event_number)
  local before = self.frames[#self.frames]
  local frame = {
    kind = kind, node = node, first = event_number, states = with(before.states, {}), leaves = before.leaves,
    cutoffs = before.cutoffs,
  }
  self.frames[#self.frames + 1] = frame
  return frame
end

local function change(frame, node, fields)
  frame.states[node] = with(frame.states[node] or UNSEEN, fields)
end

local function prune(frame, node)
  change(frame, node, {is_pruned = true})
  for _, child in ipairs(node.children) do prune(frame, child) end
end

-- Marks the line of play that is expected, from the root on.
local function choose(frame, root)
  local node = root
  while node do
    change(frame, node, {is_chosen = true})
    node = frame.states[node].best
  end
end

-- What each event does to the newest frame; `node` is where it happens.
local follow = {}

function follow.enter(_, frame, node, event)
  change(frame, node, {
    is_open = true, alpha = event.alpha, beta = event.beta, first_alpha = event.alpha, first_beta = event.beta,
  })
end

function follow.evaluate(_, frame, node, event)
  frame.kind, frame.leaves = "leaf", frame.leaves + 1
  change(frame, node, {value = event.value})
end

function follow.bound(_, frame, node, event)
  frame.bound = event
  change(frame, node, {alpha = event.alpha, beta = event.beta, best = frame.child})
end

function follow.cutoff(_, frame, node)
  frame.cutoffs = frame.cutoffs + 1
  change(frame, node, {is_cut = true})
  for _, child in ipairs(node.children) do
    if not frame.states[child] then prune(frame, child) end
  end
end

function follow.leave(self, frame, node, event)
  change(frame, node, {is_open = false, value = event.value, bound = event.bound})
  frame.child = node
  if node ~= self.root then
    frame.node = self.parents[node]
  else
    frame.kind = "end"
    choose(frame, node)
  end
end

-- Goes through the events, one after another.
local function make_frames(self)
  local path = {} -- the node at each ply
  for number, event in ipairs(self.events) do
    local above = path[event.ply - 1]
    if event.type == "enter" then path[event.ply] = above and above.children[event.index] or self.root end
    local node = path[event.ply]
    local frame = self.frames[#self.frames]
    if KINDS[event.type] then frame = new_frame(self, KINDS[event.type], node, number) end
    frame.last = number
    follow[event.type](self, frame, node, event)
  end
end

local function note_parents(self, node)
  self.nodes[#self.nodes + 1] = node
  if node.kind == "leaf" then self.leaves = self.leaves + 1 end
  for _, child in ipairs(node.children) do
    self.parents[child] = node
    note_parents(self, child)
  end
end

--- Searches the tree of a subject, once and without a table, and records each step.
--
-- The result has `root`, the tree; `nodes`, all of its nodes, parents first, and `parents`, {node = its parent};
-- `leaves`, how many of them are leaves; `events`; and `frames`, an array whose place 0 is the frame before the first
-- step.
-- @tparam table subject see `show.subjects`
function walk.new(subject)
  local recorder = pictures.recorder {game = subject.game, label = subject.label, nodes = math.huge}
  local self = setmetatable({subject = subject, events = {}, nodes = {}, parents = {}, leaves = 0}, walk)
  alphabeta.search(subject.state, subject.depth, {game = subject.game, deepening = false, trace = function(event)
    recorder.trace(event)
    self.events[#self.events + 1] = event
  end})
  self.root = recorder:root()
  note_parents(self, self.root)
  self.frames = {[0] = {kind = "start", node = self.root, states = {}, leaves = 0, cutoffs = 0, first = 1, last = 0}}
  make_frames(self)
  return self
end

--- What is known of a node in a frame.
function walk.state(frame, node)
  return frame.states[node] or UNSEEN
end

return walk
