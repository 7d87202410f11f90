--- Runs an example as its reader would, by the Lua that runs the tests.
-- @module spec.support.script

local script = {}

--- Whether there is a POSIX shell, by which the functions here run programs.
-- @tfield boolean has_shell
script.has_shell = package.config:sub(1, 1) == "/"

--- @tparam string text
-- @treturn string as a shell takes it for one word
function script.quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- @treturn string the path of the Lua that runs the tests
function script.interpreter()
  local first = 0 -- it comes before the script and its options
  while arg[first - 1] do first = first - 1 end
  return first < 0 and arg[first] or "lua"
end

local interpreter, quote = script.interpreter, script.quote

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

--- Runs a program in a process of its own whose memory may be limited.
-- @tparam string program in Lua
-- @tparam[opt] number mebibytes of address space, the interpreter's own included
-- @treturn string what it wrote, to either output; empty where a process cannot be limited so
function script.run_limited(program, mebibytes)
  local limit = mebibytes and ("ulimit -v %d"):format(mebibytes * 1024) or "true"
  local pipe = assert(io.popen(("{ %s && %s -e %s; } 2>&1"):format(limit, quote(interpreter()), quote(program))))
  local output = pipe:read "*a"
  pipe:close()
  return output
end

return script
