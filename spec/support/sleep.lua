--- Waiting without work: other processes, and threads of this one, go on meanwhile.
-- @module spec.support.sleep

local IS_POSIX = package.config:sub(1, 1) == "/"

--- Waits at least this long. Without a shell, which could sleep, the processor is busy meanwhile.
-- @tparam number seconds
return function(seconds)
  if IS_POSIX then
    os.execute(("sleep %.3f"):format(seconds))
  else
    local stop = os.clock() + seconds
    repeat until os.clock() >= stop
  end
end
