---@meta alphabeta.elo
-- What results tell about the strength of two players.
-- luacheck: ignore 212

---@class alphabeta.elo
local elo = {}

---Estimates from the results of pairs.
---@class alphabeta.Estimate
---The fraction of all points, from 0 to 1.
---@field score number
---The Elo difference of that score.
---@field elo number
---The lower end of its 95 % interval.
---@field elo_low number
---The upper end of its 95 % interval.
---@field elo_high number
---The likelihood of superiority, from 0 to 1.
---@field los number

---The Elo difference of a score.
---@param score number from 0 to 1
---@return number difference
function elo.difference(score) end

---The expected score for an Elo difference.
---@param difference number
---@return number score from 0 to 1
function elo.expected(difference) end

---Estimates from the results of pairs.
---@param pairs number[] how many pairs brought 0, ½, 1, 1½ and 2 points
---@return alphabeta.Estimate
function elo.estimate(pairs) end

---The sequential probability ratio test.
---@param pairs number[] how many pairs brought 0, ½, 1, 1½ and 2 points
---@param test alphabeta.Sprt
---@return number llr the logarithm of the likelihood ratio
---@return number lower there and below, H0 is accepted
---@return number upper there and above, H1 is accepted
---@return "H0"|"H1"|nil verdict
function elo.sprt(pairs, test) end

return elo
