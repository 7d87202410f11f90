-- Labels of moves and states: one line of UTF-8, whatever the values are.

local use = require((...):match "^(.*)%..*%." .. ".use")

local words = use "tree.words"

local label = {}

-- The most characters of a label, and the most bytes that are read: a character has up to four.
local CHARACTERS = 24
local BYTES = 4 * CHARACTERS + 4

-- The UTF-8 character that begins at a byte; nil if there is none.
local function character_at(text, at)
  local first = text:byte(at)
  local length = first < 0x80 and 1 or first >= 0xC2 and first < 0xE0 and 2 or first >= 0xE0 and first < 0xF0 and 3
    or first >= 0xF0 and first < 0xF5 and 4
  if not length then return nil end
  local character = text:sub(at, at + length - 1)
  if #character < length or character:find("[^\128-\191]", 2) then return nil end
  local second = text:byte(at + 1) or 0
  if first == 0xE0 and second < 0xA0 or first == 0xED and second > 0x9F then return nil end -- too long, a surrogate
  if first == 0xF0 and second < 0x90 or first == 0xF4 and second > 0x8F then return nil end
  if character == "\239\191\190" or character == "\239\191\191" then return nil end -- no characters in XML
  return character
end

-- A text on one line, as UTF-8, of at most CHARACTERS. Characters that cannot be shown become a question mark or a
-- space.
local function clean(text)
  local characters, at = {}, 1
  local is_cut = #text > BYTES
  text = text:sub(1, BYTES)
  while at <= #text do
    local character = character_at(text, at)
    if #characters == CHARACTERS then
      is_cut = true
      break
    end
    at = at + (character and #character or 1)
    if not character then character = "?" end
    if #character == 1 and (character < " " or character == "\127") then character = " " end
    characters[#characters + 1] = character
  end
  local cleaned = table.concat(characters)
  return is_cut and cleaned .. "..." or cleaned
end

-- The name of a value of any type; nil for one without a name.
local function name_of(value)
  local kind = type(value)
  local plain = words.plain_name(value)
  if plain then return plain end
  if kind ~= "table" and kind ~= "userdata" then return nil end
  local metatable = getmetatable(value)
  if type(metatable) ~= "table" or rawget(metatable, "__tostring") == nil then return nil end
  local ok, name = pcall(tostring, value)
  return ok and type(name) == "string" and name or nil
end

-- The label of a move or a state by itself, on one line; nil for a value without a name.
function label.of(value)
  local name = name_of(value)
  return name and name ~= "" and clean(name) or nil
end

return label
