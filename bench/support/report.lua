--- Prints what was measured, for `bench/run` to make a table of: one record a line, its fields separated by tabs.
-- @module bench.support.report

local report = {}

local version = _VERSION:match "%d.%d"

--- The Lua that runs, by the name that its build has.
report.runtime = jit and "luajit" or "lua" .. version

--- Prints a record.
-- @tparam string section one of those that `bench/support/table.awk` has a heading for
-- @tparam string subject what was measured
-- @tparam {number,...} figures in ascending order; the middle one counts
-- @tparam ?number goal what that is to be at most; nil when there is no goal
-- @tparam string aside what else there is to say
-- @tparam[opt] string variant what differs from record to record of a subject; the runtime when it is absent
function report.record(section, subject, figures, goal, aside, variant)
  local middle = figures[(#figures + 1) / 2]
  print(("%s\t%s\t%s\t%.2f\t%.2f\t%.2f\t%s\t%s"):format(section, subject, variant or report.runtime, middle,
    figures[1], figures[#figures], goal or "", aside))
end

return report
