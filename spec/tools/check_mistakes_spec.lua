-- The contract checker finds a mistake in one state of a small game, in each style: the function, the state and the
-- mistake are drawn, and the line is the shortest one that leads there.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local findings = require "spec.support.findings"
local planted = require "spec.support.planted"
local rng = require "spec.support.rng"

describe("a mistake in one state", function()
  it("is found by the shortest line to that state, and before what follows from it", function()
    local seeds = effort.seeds(120, 3000)
    for seed = seeds.first, seeds.last do
      local drawn = planted.draw(rng.new(seed))
      local report = alphabeta.check(drawn.game, drawn.new, {games = 3, nodes = 150, sign = false})
      local finding, said = report.findings[1] or {line = {}}, ("seed %d: %s"):format(seed, tostring(report))
      assert.same({drawn.kind, drawn.callback, drawn.length}, {finding.kind, finding.callback, #finding.line}, said)
      assert.equal(planted.text(drawn.state), planted.text(planted.follow(drawn, finding)), said)
      findings.contains(report, drawn.words)
    end
  end)
end)
