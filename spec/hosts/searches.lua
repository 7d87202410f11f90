-- Searches of connect four, the same in every host: what they find is compared with what they find on Lua 5.4. The file
-- declares `search_all` and returns nothing, because each host puts it into a script in a way of its own.

-- alphabeta: the module. rules: games.connect4. count: of searches. tell: a function that gets a line.
local function search_all(alphabeta, rules, count, tell)
  local variants = {
    {game = rules.hashed, algorithm = "alphabeta", without = {"killers", "history", "table"}},
    {game = rules.hashed, algorithm = "pvs", deepening = true, table = 2},
    {game = rules, hash = "auto", deepening = true, table = 2},
    {game = rules, win = rules.WIN, order = "evaluate"},
  }
  local random = 1
  for i = 1, count do
    local options = variants[i % #variants + 1]
    local game = options.game
    local state = game.new()
    for _ = 1, i % 12 do
      random = random * 16807.0 % 2147483647 -- a float, where integers have 32 bits
      local moves = game.moves(state)
      if #moves > 0 then game.make(state, moves[random % #moves + 1]) end
    end
    local best, value, info = alphabeta.search(state, 3 + i % 3, options)
    tell(("search %d: %d %d %d"):format(i, best or 0, value or 0, info.nodes))
  end
end
