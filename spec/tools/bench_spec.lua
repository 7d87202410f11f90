--- The parts of bench/run that play games, each for a moment: they run only when they are named, so nothing else shows
-- that one of them does not run.

local script = require "spec.support.script"

-- Programs are run by a POSIX shell.
local it = script.has_shell and it or pending

describe("A part of the bench runs for a moment:", function()
  for part, words in pairs {
    by_hand = "2 'connect four' 1", clock = "2 50 'connect four'", hidden = "2 0.001 2", levels = "2 'connect four' 2",
    mobility = "2 nodes=100 'connect four'", play = "2 killers 'connect four' 50",
    playouts = "'game=connect four' seconds=0.001 positions=1", rules = "games=2 seconds=0.001 game=breakthrough",
  } do
    it(part, function()
      local text, code = script.run(("../bench/%s.lua %s"):format(part, words))
      assert.are.equal(0, code, text)
      assert.are.equal(part .. "\t", text:sub(1, #part + 1), text)
    end)
  end

  it("figures", function()
    local path = os.tmpname()
    local words = "../bench/figures.lua play game=breakthrough against=uct ms=1 games=2 matches="
    local text, code = script.run(words .. path)
    local file = assert(io.open(path))
    local line = file:read "*l"
    file:close()
    os.remove(path)
    assert.are.equal(0, code, text)
    assert.are.equal('{name = "breakthrough", against = "uct"', (line or ""):match "^[^,]*, [^,]*")
  end)
end)
