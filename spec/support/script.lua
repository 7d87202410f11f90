--- Runs an example as its reader would, by the Lua that runs the tests.
-- @module spec.support.script

local script = {}

--- Whether there is a POSIX shell, by which the functions here run programs.
-- @tfield boolean has_shell
script.has_shell = package.config:sub(1, 1) == "/"

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The interpreter comes before the script and its options in `arg`.
local function interpreter()
  local first = 0
  while arg[first - 1] do first = first - 1 end
  return first < 0 and arg[first] or "lua"
end

--- Runs an example in a process of its own.
-- @tparam string words its file below `examples/`, and its arguments as a shell takes them
-- @treturn string what it wrote, to either output
-- @treturn number its exit code
function script.run(words)
  local pipe = assert(io.popen(("%s examples/%s 2>&1; printf '\\n%%d\\n' $?"):format(quote(interpreter()), words)))
  local output = pipe:read "*a"
  pipe:close()
  local text, code = output:match "^(.*)\n(%d+)\n$"
  return text, tonumber(code)
end

--- Runs a program in a process of its own whose memory is limited.
-- @tparam string program in Lua
-- @tparam number mebibytes of address space, the interpreter's own included
-- @treturn string what it wrote, to either output; empty where a process cannot be limited so
function script.run_limited(program, mebibytes)
  local limit = ("ulimit -v %d"):format(mebibytes * 1024)
  local pipe = assert(io.popen(("{ %s && %s -e %s; } 2>&1"):format(limit, quote(interpreter()), quote(program))))
  local output = pipe:read "*a"
  pipe:close()
  return output
end

return script
