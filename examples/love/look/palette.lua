--- The colours.
local function colour(hex, alpha)
  local red, green, blue = hex:match "^#(%x%x)(%x%x)(%x%x)$"
  return {tonumber(red, 16) / 255, tonumber(green, 16) / 255, tonumber(blue, 16) / 255, alpha or 1}
end

local palette = {
  sky = colour "#262a4a", -- the background, from above
  ink = colour "#12142a", -- to below
  pit = colour "#0d0f22", -- what is seen through the holes
  frame = colour "#5068d8", -- the board, from above
  frame_low = colour "#3346a8",
  frame_edge = colour "#7d92f2",
  frame_dark = colour "#25337f",
  card = colour("#ffffff", 0.05),
  line = colour("#ffffff", 0.10),
  hover = colour("#ffffff", 0.16),
  press = colour("#ffffff", 0.26),
  paper = colour "#f2f3fb",
  muted = colour "#a0a6cc",
  faint = colour "#6a70a0",
  mint = colour "#5fe0b0", -- hints, and lines of play that are expected
  shadow = colour "#05060f",
  -- The stones of the two players.
  {base = colour "#f2635c", light = colour "#ff8f7d", dark = colour "#b93a45", name = "Coral"},
  {base = colour "#f5bd3d", light = colour "#ffdd7a", dark = colour "#bd8420", name = "Honey"},
}

--- The same colour, more or less transparent.
function palette.fade(from, alpha)
  return {from[1], from[2], from[3], from[4] * alpha}
end

--- The colour that lies between two.
function palette.mix(from, to, share)
  local between = {}
  for i = 1, 4 do between[i] = from[i] + (to[i] - from[i]) * share end
  return between
end

return palette
