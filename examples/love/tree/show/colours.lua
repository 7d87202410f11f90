--- What the colours of the tree mean.
local palette = require "look.palette"

return {
  max = {base = palette.frame, light = palette.frame_edge, dark = palette.frame_dark}, -- and alpha
  min = palette[2], -- and beta
  cut = palette[1].base,
  chosen = palette.mint,
  value = palette.paper,
}
