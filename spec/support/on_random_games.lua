--- Tests of what holds of random games, by themes.
-- @module spec.support.on_random_games

local share = require "spec.support.share"
local themes = require "spec.support.themes"
local trial = require "spec.support.trial"
local wrap = require "spec.support.wrap"

--- The body of a `describe` on what holds of random games: an `it` for each row, which tries the seeds that fall to it.
-- @tparam function it busted's, which modules do not see
-- @tparam number games how many seeds there are, shared out among the rows
-- @tparam {table,...} list a row has a sentence, names of themes, what is wanted of the trials, and `more`: what the
-- sum of that which the themes return exceeds if all seeds are tried
-- @tparam[opt] table wanted of all trials
-- @treturn function
local function on_random_games(it, games, list, wanted)
  return function()
    for number, row in ipairs(list) do
      it(row[1], function()
        local sum = 0
        for seed in share.of(number, games, #list) do
          for name in row[2]:gmatch "[%w_]+" do
            sum = sum + (themes[name](trial.new(seed, wrap.replace(wanted or {}, row[3] or {}))) or 0)
          end
        end
        assert(share.seen(sum > (row.more or -1)), sum)
      end)
    end
  end
end

return on_random_games
