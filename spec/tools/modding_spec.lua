-- The game that somebody else wrote gets its opponent, and is otherwise as it was.

local script = require "spec.support.script"

-- Programs are run by a POSIX shell.
local it = script.has_shell and it or pending

-- What a program in examples/modding writes, when that is typed.
local function output_of(words, typed)
  local command = "PAWNS_SPEED=0 %s examples/modding/%s"
  return (script.shell(command:format(script.quote(script.interpreter()), words), typed))
end

local function count(text, pattern) return select(2, text:gsub(pattern, "")) end

describe("The game of pawns", function()
  it("has no opponent of its own", function()
    local text = output_of("pawns.lua", "b2b3\nc4c3\nb3b4\nb3a4\nquit\n")
    assert.are.equal(3, count(text, "x to move: "))
    assert.are.equal(2, count(text, "o to move: "))
    assert.are.equal(1, count(text, "CHOMP"))
  end)

  it("is answered by the computer", function()
    local text = output_of("opponent.lua", "b2b3\nd2d3\nquit\n")
    assert.are.equal(3, count(text, "x to move: "))
    assert.are.equal(2, count(text, "o to move: [a-d][1-5][a-d][1-5]\n"))
    assert.are.equal(0, count(text, "you can't do that") + count(text, "huh%?"))
  end)

  it("is played by the computer to its end, which is heard and seen as ever", function()
    local text = output_of "opponent.lua --demo"
    local moves = count(text, "[xo] to move: [a-d][1-5][a-d][1-5]\n")
    local won = count(text, ">>> [xo] WINS after " .. moves .. " moves <<<")
    local stuck = count(text, "[xo] to move: quit\n")
    assert.are.equal(1, won + stuck)
    assert.are.equal(1 + 4 * moves, count(text, "   a b c d\n")) -- each pawn flashes twice
    assert.are.equal(3 * won + count(text, "CHOMP"), count(text, "\7"))
    assert.are.equal(0, count(text, "you can't do that") + count(text, "huh%?"))
  end)
end)
