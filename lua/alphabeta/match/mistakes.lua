-- Errors of a match, and of the functions that it calls. Internal: `alphabeta.match` and `alphabeta.learn` use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local traceback = use "common.globals".traceback

local concat, find, getmetatable, setmetatable = table.concat, string.find, getmetatable, setmetatable

local mistakes = {}

-- The function that errors are raised for, unless another one plays the game.
local WHERE = "alphabeta.match: "

-- Errors that the match itself raises while it plays are tables of this type, until `handler` has added the game and
-- the ply.
local Mistake = {}

-- Raises an error of the match, from a format and its values.
function mistakes.raise(text, ...)
  error(setmetatable({text = text:format(...)}, Mistake), 0)
end

-- The function and what is wrong, by an error of rules in C, without the position of the module that has called them.
-- Nil for another error.
local function native_mistake(err)
  return err:match "^[^\n]-alphabeta: (callback '[%w_]+'): ([^\n]*)$"
end

-- Makes a message handler for xpcall. It adds to an error where it was raised, and a traceback unless there is one or
-- it is an error of the match itself. Values other than strings stay as they are. `at` has `game`, the number; `ply`,
-- nil before the game has begun; `doing`, what was called; and `tool`, what errors begin with where it is not the match
-- that plays.
function mistakes.handler(at)
  return function(err)
    local is_ours = getmetatable(err) == Mistake
    if not is_ours and type(err) ~= "string" then return err end
    local parts = {(at.tool or WHERE) .. "game " .. tostring(at.game)}
    if at.ply then parts[#parts + 1] = "ply " .. tostring(at.ply) end
    local callback, mistake
    if not is_ours then callback, mistake = native_mistake(err) end
    parts[#parts + 1] = callback or at.doing
    local text = concat(parts, ", ") .. ": " .. (mistake or is_ours and err.text or err)
    if is_ours or mistake or not traceback or find(text, "\nstack traceback:", 1, true) then return text end
    return traceback(text, 2)
  end
end

return mistakes
