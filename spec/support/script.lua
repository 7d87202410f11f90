--- Runs programs in processes of their own: commands of a shell, and examples as their readers would run them.
-- @module spec.support.script

local files = require "spec.support.files"

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

--- @tparam string command as the system's shell takes it
-- @treturn string what it wrote to its output
function script.output_of(command)
  local pipe = assert(io.popen(command))
  local output = pipe:read "*a"
  pipe:close()
  return output
end

--- @tparam string name of a program
-- @treturn boolean whether the shell finds it
function script.has_program(name)
  return script.has_shell and script.output_of("command -v " .. name) ~= ""
end

--- Runs commands of a shell.
-- @tparam string commands
-- @tparam[opt] string typed what is typed at them
-- @treturn string what they wrote, to either output
-- @treturn number their exit code
function script.shell(commands, typed)
  local name = os.tmpname()
  files.write(name, typed or "")
  local output = script.output_of(("{ %s ; } < %s 2>&1; printf '\\n%%d\\n' $?"):format(commands, quote(name)))
  os.remove(name)
  local text, code = output:match "^(.*)\n(%d+)\n$"
  return text, tonumber(code)
end

--- Calls a function with the path of a new folder, and removes the folder then.
-- @tparam table texts the content of its files, by their names, which may have folders
-- @tparam function use
-- @return what it returns, two values at most
function script.in_folder(texts, use)
  local folder = os.tmpname()
  os.remove(folder)
  os.execute("mkdir " .. quote(folder))
  for name, text in pairs(texts) do
    os.execute("mkdir -p " .. quote(folder .. "/" .. (name:match "^(.*)/" or "")))
    files.write(folder .. "/" .. name, text)
  end
  local ok, first, second = pcall(use, folder)
  os.execute("rm -rf " .. quote(folder))
  if not ok then error(first, 0) end
  return first, second
end

--- Runs an example.
-- @tparam string words its file below `examples/`, and its arguments as a shell takes them
-- @tparam[opt] string typed what is typed at it
-- @treturn string what it wrote, to either output
-- @treturn number its exit code
function script.run(words, typed)
  return script.shell(quote(interpreter()) .. " examples/" .. words, typed)
end

--- Runs a program in a process of its own whose memory may be limited.
-- @tparam string program in Lua
-- @tparam[opt] number mebibytes of address space, the interpreter's own included
-- @treturn string what it wrote, to either output; empty where a process cannot be limited so
function script.run_limited(program, mebibytes)
  local limit = mebibytes and ("ulimit -v %d"):format(mebibytes * 1024) or "true"
  return script.output_of(("{ %s && %s -e %s; } 2>&1"):format(limit, quote(interpreter()), quote(program)))
end

return script
