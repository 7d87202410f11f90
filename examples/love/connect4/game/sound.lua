--- The sound of a stone that lands: computed, so that there is no file to load.
local sound = {is_on = true}

local RATE, SECONDS = 44100, 0.09

-- A knock: two tones that die away, and a little noise at the start.
local function knock()
  local samples = love.sound.newSoundData(math.floor(RATE * SECONDS), RATE, 16, 1)
  for i = 0, samples:getSampleCount() - 1 do
    local time = i / RATE
    local tone = math.sin(2 * math.pi * 190 * time) + 0.5 * math.sin(2 * math.pi * 523 * time)
    local noise = love.math.random() * 2 - 1
    samples:setSample(i, 0.4 * tone * math.exp(-60 * time) + 0.25 * noise * math.exp(-420 * time))
  end
  return samples
end

local source

--- Switches it off or on.
function sound.toggle()
  sound.is_on = not sound.is_on
  if source and not sound.is_on then source:stop() end
end

--- Plays it, louder for a harder blow: from 0 to 1.
function sound.knock(strength)
  if strength < 0.05 or not sound.is_on then return end
  source = source or love.audio.newSource(knock())
  source:stop()
  source:setVolume(strength * 0.7)
  source:setPitch(0.94 + 0.12 * love.math.random())
  source:play()
end

return sound
