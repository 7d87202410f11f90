--- What a check has found: the one finding that there must be, or one of several.
-- @module spec.support.findings

local assert = require "luassert" -- as busted's specs know it

local findings = {}

--- The one finding of a check, which must be of a kind, at a function, and have a line of `length` moves.
function findings.only(report, kind, callback, length)
  assert.is_false(report.ok)
  local finding = report.findings[1]
  assert.are.same({kind, callback, length, 1},
    {finding.kind, finding.callback, #finding.line, #report.findings}, tostring(report))
  return finding
end

--- A finding of a kind at a function; nil when there is none.
function findings.find(report, kind, callback)
  for _, finding in ipairs(report.findings) do
    if finding.kind == kind and finding.callback == callback then return finding end
  end
  return nil
end

--- A finding among others that must be there.
function findings.among(report, kind, callback)
  local finding = findings.find(report, kind, callback)
  if finding then return finding end
  error("not found: " .. kind .. " " .. callback .. "\n" .. tostring(report), 2)
end

--- Fails unless a text has all the parts.
function findings.contains(text, ...)
  for _, part in ipairs {...} do
    assert.is_truthy(tostring(text):find(part, 1, true), tostring(text) .. "\nlacks " .. part)
  end
end

--- Fails with the report, if there is a finding.
function findings.none(report) assert.is_true(report.ok, tostring(report)) end

--- Fails with the report, if there is a finding or a note.
function findings.silent(report)
  findings.none(report)
  assert.are.same({}, report.notes)
end

return findings
