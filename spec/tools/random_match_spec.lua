-- Opponents play random matches: they always move, leave the state as it is until they do, play what is legal and best,
-- in their own turn alone, and raise only errors of the game's own functions. See spec.support.random_match. With
-- ALPHABETA_SECONDS in the environment the matches go on for this time.

local effort = require "spec.support.effort"
local framed_nim = require "spec.support.framed_nim"
local games = require "spec.support.framed_games"
local random_match = require "spec.support.random_match"
local share = require "spec.support.share"

local SEEDS = effort.seeds(100, 1000)
local SECONDS = tonumber(os.getenv "ALPHABETA_SECONDS")
local FIRST = tonumber(os.getenv "ALPHABETA_SEED") or SEEDS.last + 1

-- The share of calls of the game's functions that fail, in every second match.
local FAILS = 0.01

-- How many matches of those that were begun are played at least: the options of the others exclude each other.
local PLAYED_MIN = 1 / 3

describe("Opponents in random matches", function()
  local begun, played = 0, 0

  local function play(seed, base)
    local wrong, was_played = random_match.play(seed, {fails = base and 0 or seed % 2 * FAILS, base = base})
    assert.is_nil(wrong, ("seed %d: %s"):format(seed, tostring(wrong)))
    begun, played = begun + 1, played + (was_played and 1 or 0)
  end

  for promise, base in pairs {
    ["move pieces that are still there, when others of the same content are put in their places"] = games.pieces,
    ["move, though each frame changes what a move changes, too"] = games.idle,
  } do
    it(promise, function()
      framed_nim.printed_by(function()
        for seed = 1, 12 do play(seed, base) end
      end)
    end)
  end

  -- Cause: an opponent that ponders went on in the frame of its move, and played in the turn of the other.
  it("play them to the end", function()
    framed_nim.printed_by(function() -- some say that their turn does not come
      for seed in share.of(1, SEEDS) do play(seed) end
    end)
    local stop, seed = SECONDS and os.time() + SECONDS, FIRST
    while stop and os.time() < stop do
      play(seed)
      seed = seed + 1
    end
    if SECONDS then print(("%d matches of %d were played"):format(played, begun)) end
    assert.is_true(played >= PLAYED_MIN * begun, ("%d of %d"):format(played, begun))
  end)
end)
