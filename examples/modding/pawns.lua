-- PAWNS!!! v0.3      (type moves like b2b3, or quit)
-- a pawn goes 1 straight on to an empty square or takes 1 diagonally. first one across wins. no pawns = lose

rows = {"......", ".oooo.", ".oooo.", "......", ".xxxx.", ".xxxx.", "......"} -- edge all around
turn = "x"
winner = nil
moves_made = 0
last_taken = ""
speed = tonumber(os.getenv("PAWNS_SPEED") or "0.15")

function get(c, r) return rows[r]:sub(c, c) end

function put(c, r, what) rows[r] = rows[r]:sub(1, c - 1) .. what .. rows[r]:sub(c + 1) end

function wait(t)
  local till = os.clock() + t
  while os.clock() < till do end
end

function beep(n)
  for i = 1, n do io.write("\7") end
  io.flush()
end

function draw()
  print()
  for r = 2, 6 do print((7 - r) .. "  " .. rows[r]:sub(2, 5):gsub(".", "%0 ")) end
  print("   a b c d")
end

function flash(c, r)
  local old = get(c, r)
  for i = 1, 2 do
    put(c, r, "*") draw() wait(speed)
    put(c, r, old) draw() wait(speed)
  end
end

function allowed(c1, r1, c2, r2)
  if winner then return false end
  if c1 < 2 or c1 > 5 or c2 < 2 or c2 > 5 or r2 < 2 or r2 > 6 or get(c1, r1) ~= turn then return false end
  local dir = -1
  if turn == "o" then dir = 1 end
  if r2 - r1 ~= dir then return false end
  if c1 == c2 then return get(c2, r2) == "." end
  if math.abs(c1 - c2) ~= 1 then return false end
  return get(c2, r2) ~= "." and get(c2, r2) ~= turn
end

function go(c1, r1, c2, r2)
  if not allowed(c1, r1, c2, r2) then
    print("you can't do that")
    beep(2)
    return
  end
  last_taken = get(c2, r2)
  put(c2, r2, turn)
  put(c1, r1, ".")
  moves_made = moves_made + 1
  flash(c2, r2)
  if last_taken ~= "." then
    print("CHOMP")
    beep(1)
  end
  local left = table.concat(rows):find(turn == "x" and "o" or "x")
  if not left or (turn == "x" and r2 == 2) or (turn == "o" and r2 == 6) then
    winner = turn
    print(">>> " .. winner .. " WINS after " .. moves_made .. " moves <<<")
    beep(3)
  end
  if turn == "x" then turn = "o" else turn = "x" end
end

function letter(s, i) return s:byte(i) - 95 end
function number(s, i) return 7 - tonumber(s:sub(i, i)) end

-- main loop
draw()
while not winner do
  io.write(turn .. " to move: ")
  io.flush()
  local s = io.read("*l")
  if not s or s == "quit" then break end
  if s:match("^[a-d][1-5][a-d][1-5]$") then
    go(letter(s, 1), number(s, 2), letter(s, 3), number(s, 4))
  else
    print("huh?")
  end
end
