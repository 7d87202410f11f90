-- The opening book of examples/book.lua: two workers compute it, one of them is killed midway and started again.
-- Nothing is lost, and nothing is computed twice but what was under way.

local alphabeta = require "alphabeta"
local files = require "spec.support.files"
local rules = require "games.connect4_hashed"
local script = require "spec.support.script"

-- Workers are started and killed by a POSIX shell.
local it = script.has_shell and it or pending

local DEPTH = 6

-- The positions of whole lines of results, and their fields; and how often each occurs.
local function results_in(text)
  local results, counts = {}, {}
  for position, column, value, depth in text:gmatch "([%d-]+)\t(%d+)\t(%S+)\t(%d+)\t%.\n" do
    results[position] = {column = tonumber(column), value = tonumber(value), depth = tonumber(depth)}
    counts[position] = (counts[position] or 0) + 1
  end
  return results, counts
end

describe("The opening book", function()
  local program = script.quote(script.interpreter()) .. " examples/book.lua"

  -- A case in a folder of its own, with a function that runs a shell's commands, with $book for the program and $at for
  -- the folder, and returns what they have written.
  local function it_in_folder(name, work)
    it(name, function()
      script.in_folder({}, function(folder)
        work(folder .. "/", function(commands)
          return script.output_of(("book() { %s \"$@\"; }; at=%s/; %s"):format(program, script.quote(folder), commands))
        end)
      end)
    end)
  end

  it_in_folder("is computed by two workers, one of which is killed midway", function(folder, shell)
    local positions = {}
    for position in shell "book list 2":gmatch "%S+" do positions[#positions + 1] = position end
    assert.equal(57, #positions)
    for i, name in ipairs {"first", "second"} do
      local own = {}
      for place = i, #positions, 2 do own[#own + 1] = positions[place] end
      files.write(folder .. name, table.concat(own, "\n") .. "\n")
    end
    shell(([[
      : >"$at"first.out; : >"$at"second.out
      book search %d "$at"first.out "$at"first.table <"$at"first >>"$at"first.out &
      first=$!
      {
        sh -c 'echo $$ >"$0" && exec "$@"' "$at"second.pid %s search %d "$at"second.out "$at"second.table \
          <"$at"second >>"$at"second.out
        : >"$at"second.ended
      } 2>/dev/null &
      second=$!
      until [ $(grep -c . "$at"second.out) -ge 4 ] || [ -e "$at"second.ended ]; do sleep 0.02; done
      kill -9 $(cat "$at"second.pid) 2>/dev/null
      wait $first $second 2>/dev/null
    ]]):format(DEPTH, program, DEPTH))
    local before = files.read(folder .. "second.out")
    assert.is_truthy(next((results_in(before))))
    files.write(folder .. "second.out", before .. "23\t4\t1") -- so a line ends that was under way
    shell(('book search %d "$at"second.out "$at"second.table <"$at"second >>"$at"second.out'):format(DEPTH))
    assert.equal(before, files.read(folder .. "second.out"):sub(1, #before))

    local _, counts = results_in(files.read(folder .. "first.out") .. files.read(folder .. "second.out"))
    for _, position in ipairs(positions) do assert.equal(1, counts[position], position) end
    local merged = results_in(shell 'book merge "$at"first.out "$at"second.out')
    for i, position in ipairs(positions) do
      local result = assert(merged[position], position)
      assert.equal(DEPTH, result.depth)
      if i % 7 == 0 then
        local state = rules.read(position == "-" and "" or position)
        assert.equal(select(2, alphabeta.search(state, DEPTH, {game = rules, table = 0})), result.value)
      end
    end

    shell 'book tables "$at"all.table "$at"first.table "$at"second.table'
    local function nodes(load)
      local ai = alphabeta.new(rules, {table = 64, deepening = true})
      if load then ai:load(folder .. "all.table") end
      local sum = 0
      for _, position in ipairs {positions[3], positions[55], positions[57]} do -- the first worker's
        sum = sum + select(3, ai:search(rules.read(position), DEPTH)).nodes
      end
      return sum
    end
    assert.is_true(nodes(true) < nodes(false) / 10)
  end)

  -- Cause: a worker that is killed after its last result and before it saves leaves no table. Its second run has
  -- nothing to do, and the tables were not put together because one was missing.
  it_in_folder("puts the tables together that there are", function(folder, shell)
    files.write(folder .. "first", "44\n")
    shell 'book search 3 "$at"first.out "$at"first.table <"$at"first'
    local output = shell 'book tables "$at"all.table "$at"first.table "$at"second.table 2>&1'
    assert.matches("second.table' is left out", output, 1, true)
    alphabeta.new(rules, {table = 64}):load(folder .. "all.table")
  end)

  it_in_folder("takes the deepest result of each position", function(folder, shell)
    files.write(folder .. "first.out", "44\t3\t1\t6\t.\n\n4\t4\t0\t7\t.\n44\t4\t2\t8")
    files.write(folder .. "second.out", "44\t5\t2\t7\t.\nnonsense\n1\t4\t-3\t6\t.\r\n")
    assert.equal("1\t4\t-3\t6\t.\n4\t4\t0\t7\t.\n44\t5\t2\t7\t.\n", shell 'book merge "$at"first.out "$at"second.out')
  end)
end)
