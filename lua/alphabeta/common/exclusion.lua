-- Fields of a state that are left out. A user names them by paths: `"cache"`, `"board.cache"`, `"cells[3]"`,
-- `'names["a b"]'`. Internal: the tools use it.

local ipairs, next, rawget, tonumber, type = ipairs, next, rawget, tonumber, type

local exclusion = {}

local NOTHING = {}

-- The keys of a path; nil if it is none.
local function keys_of(path)
  local keys, at = {}, 1
  if type(path) ~= "string" or path == "" then return nil end
  while at <= #path do
    local number, quoted
    local from, to, name = path:find(at == 1 and "^([%a_][%w_]*)" or "^%.([%a_][%w_]*)", at)
    if not from then from, to, number = path:find("^%[(%-?[%d.]+)%]", at) end
    if not from then from, to, quoted = path:find('^%["(.-)"%]', at) end
    local key = name or quoted or tonumber(number)
    if not from or key == nil then return nil end
    keys[#keys + 1] = key
    at = to + 1
  end
  return keys
end

-- Adds a path to a tree, unless a shorter path leaves out the field already.
local function add_path(tree, keys)
  for i = 1, #keys - 1 do
    local below = tree[keys[i]] or {}
    if below == true then return end
    tree[keys[i]] = below
    tree = below
  end
  tree[keys[#keys]] = true
end

-- Reads paths. Returns a tree of their keys, with true at the end of each path; or nil and the path that is none.
function exclusion.read(paths)
  local tree = {}
  for _, path in ipairs(paths) do
    local keys = keys_of(path)
    if not keys then return nil, path end
    add_path(tree, keys)
  end
  return tree
end

local function add(left_out, t, tree)
  if type(t) ~= "table" then return end
  left_out[t] = left_out[t] or {}
  for key, below in next, tree do
    if below == true then left_out[t][key] = true else add(left_out, rawget(t, key), below) end
  end
end

-- The keys that a tree leaves out of the tables of a value: by table, a set of keys. A table that lies at several paths
-- has what each of them leaves out. Without a tree, nothing is left out.
function exclusion.find(value, tree)
  if not tree then return NOTHING end
  local left_out = {}
  add(left_out, value, tree)
  return left_out
end

return exclusion
