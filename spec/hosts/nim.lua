-- What a host plays: nim, where two players take one, two or three matches in turn, and the player who takes the last
-- one has won. It stands behind the module's text in one script, which gives the module to `answer`.
local nim = {view = "mover"}
function nim.moves(heap)
  local takes = {}
  for take = 1, math.min(3, heap) do takes[take] = take end
  return takes
end
function nim.play(heap, take) return heap - take end
function nim.evaluate(heap) return heap == 0 and -1 or 0 end

-- The engine, the best move with so many matches, its value, how many nodes that took, and why the search ended; it is
-- made in slices, if it is to be.
local function answer(alphabeta, heap, in_slices)
  local ai = alphabeta.new(nim, {depth = 12})
  local take, value, info
  if in_slices then
    ai:start(heap)
    repeat until ai:step {nodes = 100}
    take, value, info = ai:best()
  else
    take, value, info = ai:search(heap)
  end
  return ("%s %d %d %d %s"):format(alphabeta._ENGINE, take, value, info.nodes, info.reason)
end
